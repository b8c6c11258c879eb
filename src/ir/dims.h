/* SPDX-License-Identifier: Apache-2.0
 *
 * Sizes and shapes. A size is a number, or an expression over symbols: d >= 0 is the number, d < 0
 * is expression ~d of the graph's table. Expressions are interned after simplification, so the same
 * number means proved equal; different numbers mean nothing. A symbol stands for one unknown size
 * (value id, axis) and is at least 1, unless its maker says otherwise: what depends on data
 * may be 0.
 *
 * Simplification keeps expressions as sums of products with integer coefficients over atoms
 * (symbols and floordiv / max / min / ... of such sums), so that e.g. (h-1)+1 is h and h*w is w*h.
 */
#ifndef SN_IR_DIMS_H
#define SN_IR_DIMS_H

#include "base/text.h"

#define SN_MAX_RANK 8

typedef int64_t sn_dim;
typedef struct sn_shape {
    int8_t rank;           /* -1: unknown. 0: a scalar */
    sn_dim d[SN_MAX_RANK]; /* outermost first; those from rank on are 0 */
} sn_shape;

typedef struct sn_dims sn_dims;

sn_dims *sn_dims_create(sn_arena *arena);
sn_dims *sn_dims_clone(const sn_dims *dims, sn_arena *arena); /* same numbers */

static inline bool sn_dim_known(sn_dim d) { return d >= 0; }

/* The symbol of (value id, axis), or the number it was bound to. */
sn_dim sn_dim_symbol(sn_dims *dims, uint32_t value_id, int axis);
/* The same; where it is made here it is at least `least` (>= 0). One that is there keeps its bound.
 */
sn_dim sn_dim_symbol_from(sn_dims *dims, uint32_t value_id, int axis, int64_t least);
/* A symbol equal to no other, with a name for printing. */
sn_dim sn_dim_fresh(sn_dims *dims, const char *name);
/* The symbol of that name, made when there is none: for the text form ("h", "w"). */
sn_dim sn_dim_named(sn_dims *dims, const char *name);
sn_dim sn_dim_named_from(sn_dims *dims, const char *name, int64_t least);

sn_dim sn_dim_add(sn_dims *dims, sn_dim a, sn_dim b);
sn_dim sn_dim_sub(sn_dims *dims, sn_dim a, sn_dim b);
sn_dim sn_dim_mul(sn_dims *dims, sn_dim a, sn_dim b);
sn_dim sn_dim_floordiv(sn_dims *dims, sn_dim a,
                       int64_t b); /* b > 0; rounds towards minus infinity */
sn_dim sn_dim_ceildiv(sn_dims *dims, sn_dim a, int64_t b);
sn_dim sn_dim_max(sn_dims *dims, sn_dim a, sn_dim b);
sn_dim sn_dim_min(sn_dims *dims, sn_dim a, sn_dim b);
/* Of max(0, a), a; of others themselves. */
sn_dim sn_dim_unclamped(sn_dims *dims, sn_dim d);
/* a / b where b is known to divide a (reshape's -1) and not to be 0: where it is, the caller
 * fails when it runs. Exact when it can be proved, else an opaque quotient. */
sn_dim sn_dim_exactdiv(sn_dims *dims, sn_dim a, sn_dim b);
/* trunc(a * scale), for scales of resize layers; an opaque expression when a is not a number. */
sn_dim sn_dim_scale(sn_dims *dims, sn_dim a, double scale);

/* Proved equal; proved different (both numbers, or their difference is a nonzero number); anything
 * else: neither. */
bool sn_dim_equal(sn_dim a, sn_dim b);
bool sn_dim_differ(sn_dims *dims, sn_dim a, sn_dim b);
/* A proved lower bound. */
int64_t sn_dim_lower(sn_dims *dims, sn_dim d);

/* Remember that symbol `d` equals the number n (a weight says so). Takes effect at the next
 * inference: false when d is not a plain symbol of a (value, axis) or a named one, or is bound to
 * another number. A number d: d == n. */
bool sn_dim_bind(sn_dims *dims, sn_dim d, int64_t n);
bool sn_dims_bound_since(sn_dims *dims); /* whether something was bound since the last call */
/* While frozen, nothing is bound: what is only tried teaches nothing. Whether it was frozen. */
bool sn_dims_freeze(sn_dims *dims, bool frozen);
/* Until the end, sizes that operators which may be boundaries want (ir/op.h, loose) are not bound;
 * the end tells whether one would have been. */
void sn_dims_put_off(sn_dims *dims);
bool sn_dims_puts_off(sn_dims *dims); /* asked where one would be bound, and remembered */
bool sn_dims_end_put_off(sn_dims *dims);
void sn_dims_forget(sn_dims *dims); /* drops every binding */
/* Remembers that nothing is run where d is less than `least`, or where a and b differ: what an
 * operator wants of sizes and those that it became do not. Not what is proved, nor while frozen. */
void sn_dims_demand(sn_dims *dims, sn_dim d, int64_t least);
void sn_dims_demand_equal(sn_dims *dims, sn_dim a, sn_dim b);
/* The same where values of these ids have different shapes, which may be of unknown rank. */
void sn_dims_demand_alike(sn_dims *dims, uint32_t id, uint32_t other);
/* The k-th such pair; false: there are no more. */
bool sn_dims_alike(const sn_dims *dims, size_t k, uint32_t *id, uint32_t *other);
/* Whether numbers for symbols meet those of sizes, as far as they are given: value(user, symbol)
 * gives one or -1. */
bool sn_dims_meet_demands(sn_dims *dims, int64_t (*value)(void *user, sn_dim symbol), void *user);
/* d with the bindings made since it was built put in. */
sn_dim sn_dim_refresh(sn_dims *dims, sn_dim d);

/* The value of d under numbers for symbols; -1 when a symbol has none, or it overflows. Bound
 * symbols have their number. value(user, symbol) gives a number or -1. */
int64_t sn_dim_eval(sn_dims *dims, sn_dim d, int64_t (*value)(void *user, sn_dim symbol),
                    void *user);
/* Visits the symbols in d. */
void sn_dim_symbols(sn_dims *dims, sn_dim d, void (*visit)(void *user, sn_dim symbol), void *user);
/* Of two expressions for one size: whether a is over some of the symbols of b only. */
bool sn_dim_says_more(sn_dims *dims, sn_arena *scratch, sn_dim a, sn_dim b);

/* "240", "h", "floordiv(h+1,2)" (the normal form of floordiv(h-1,2)+1); symbols of values print as
 * v12.0, other names that are none are quoted. A lower bound other than 1 stands behind the symbol:
 * "n>=0", "2*(n>=0)". parse reads what print writes; NULL on success, else
 * what is wrong, with *text there. Both numbers and nesting may be as large as a file likes. */
void sn_dim_print(sn_dims *dims, sn_dim d, sn_str *out);
const char *sn_dim_parse(sn_dims *dims, const char **text, sn_dim *out);
/* The same where every symbol is a size of something that has a name, `x.1`: size(user, name, axis,
 * out) tells it, or what is wrong. print_over writes named symbols so, without quotes. */
typedef const char *(*sn_dim_lookup)(void *user, sn_text name, int axis, sn_dim *out);
const char *sn_dim_parse_over(sn_dims *dims, const char **text, sn_dim_lookup size, void *user,
                              sn_dim *out);
void sn_dim_print_over(sn_dims *dims, sn_dim d, sn_str *out);
/* The same expression in another graph's table; symbols of values are mapped by `map` (NULL: kept),
 * fresh ones become fresh anew at every call. */
sn_dim sn_dim_translate(const sn_dims *from, sn_dim d, sn_dims *to,
                        sn_dim (*map)(void *user, sn_dim symbol), void *user);

/* The same expression where every symbol is what `map` says. */
sn_dim sn_dim_substitute(const sn_dims *from, sn_dim d, sn_dims *to,
                         sn_dim (*map)(void *user, sn_dim symbol), void *user);

/* ---- sizes that may be negative, or no whole numbers -------------------------------------------
 */

/* A number that is worked out from sizes. */
typedef struct sn_size {
    bool known; /* a whole number, or an expression */
    bool is_number;
    int64_t number; /* may be negative */
    sn_dim dim; /* the same; where it is no number, an expression (sn_dim_lower tells its sign) */
    /* Of floats, where not `known`: dim / divisor, or dim * factor; both 0: nothing is known. */
    int64_t divisor;
    double factor;
} sn_size;

sn_size sn_size_of_number(sn_dims *dims, int64_t n);
/* An expression may turn out to be a number. */
sn_size sn_size_of_dim(sn_dims *dims, sn_dim d);
/* Whether something is known of it. */
static inline bool sn_size_says(const sn_size *s)
{
    return s->known || s->divisor || s->factor != 0;
}
bool sn_size_same(const sn_size *a, const sn_size *b); /* proved the same, or both unknown */
bool sn_size_differ(sn_dims *dims, const sn_size *a, const sn_size *b); /* proved different */
void sn_size_print(sn_dims *dims, const sn_size *s, sn_str *out); /* "?" where it is unknown */

/* ---- shapes ---------------------------------------------------------------------------------- */

sn_shape sn_shape_unknown(void);
sn_shape sn_shape_of(int rank, const sn_dim *d);
#define SN_SHAPE(...)                                                                              \
    sn_shape_of((int)(sizeof((sn_dim[]){__VA_ARGS__}) / sizeof(sn_dim)), (sn_dim[]){__VA_ARGS__})
sn_shape sn_shape_scalar(void);
bool sn_shape_known(const sn_shape *s); /* rank and every size are numbers */
bool sn_shape_equal(const sn_shape *a,
                    const sn_shape *b); /* proved equal: rank known and all sizes equal */
/* Known ones, the same but for axes of 1, which move no element. */
static inline bool sn_shape_same_order(const sn_shape *a, const sn_shape *b)
{
    for (int i = 0, k = 0;; i++, k++) {
        while (i < a->rank && a->d[i] == 1) i++;
        while (k < b->rank && b->d[k] == 1) k++;
        if (i >= a->rank || k >= b->rank) return i >= a->rank && k >= b->rank;
        if (a->d[i] != b->d[k]) return false;
    }
}
/* As they stand: two of unknown rank are, too, and equal expressions that stand apart are not. */
static inline bool sn_shape_same(const sn_shape *a, const sn_shape *b)
{
    bool same = a->rank == b->rank;
    for (int i = 0; same && i < a->rank; i++) same = a->d[i] == b->d[i];
    return same;
}
/* Ranks, or sizes that are numbers in both, differ; of any two graphs. */
bool sn_shape_conflict(const sn_shape *a, const sn_shape *b);
bool sn_shape_differ(sn_dims *dims, const sn_shape *a, const sn_shape *b); /* proved different */
/* Product of all sizes of a known shape; -1 on overflow or when not known. Rank 0: 1. */
int64_t sn_shape_count(const sn_shape *s);
sn_dim sn_shape_count_dim(sn_dims *dims, const sn_shape *s); /* rank known */
/* For people, without bounds: "3,h,w"; "?" when the rank is unknown. */
void sn_shape_print(sn_dims *dims, const sn_shape *s, sn_str *out);

#endif
