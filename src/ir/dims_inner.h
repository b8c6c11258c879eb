/* SPDX-License-Identifier: Apache-2.0
 *
 * The inside of a table of sizes, for dims.c, dims_div.c, dims_walk.c, dims_text.c, and the text
 * form of a graph (which spells symbols of values by the values' names). */
#ifndef SN_IR_DIMS_INNER_H
#define SN_IR_DIMS_INNER_H

#include "base/map.h"
#include "base/vec.h"
#include "ir/dims.h"

/* What an expression may grow to; beyond it is one opaque atom. So every walk over one is short,
 * and recursion is shallow, whatever a file says. */
enum {
    DIM_MAX_TERMS = 128,
    DIM_MAX_DEGREE = 16,
    DIM_MAX_SIZE = 512, /* terms and atoms, counted through all levels */
    DIM_MAX_DEPTH = 24, /* floordiv in floordiv in ... */
};

typedef enum sn_atom_kind {
    ATOM_VALUE,    /* symbol of (value, axis) */
    ATOM_NAMED,    /* symbol with a name that a user or a file gave */
    ATOM_FRESH,    /* symbol equal to no other */
    ATOM_OPAQUE,   /* a symbol without that bound: what an expression became that grew too large
                      (sn_large) */
    ATOM_FLOORDIV, /* a / divisor */
    ATOM_QUOTIENT, /* a / b without rest */
    ATOM_SCALE,    /* trunc(a * factor) */
    ATOM_MAX,      /* of a and b */
    ATOM_MIN,
} sn_atom_kind;

/* What an opaque atom stands for, in its `axis`: the same of the same operands is the same atom,
 * whenever it is worked out. */
typedef enum sn_large {
    LARGE_SUM, /* of a and b */
    LARGE_DIFFERENCE,
    LARGE_PRODUCT,
    LARGE_POLY,   /* a as it is */
    LARGE_NUMBER, /* that has no negative */
    LARGE_FLOORDIV,
    LARGE_SCALE,
    LARGE_FOREIGN, /* a symbol of another table, equal to nothing here */
    LARGE_ATOM,    /* and from here on the kind of atom that it would be */
} sn_large;

typedef struct sn_atom {
    sn_atom_kind kind;
    uint32_t value_id; /* VALUE */
    int32_t axis;      /* OPAQUE: an sn_large */
    const char *name;  /* NAMED, FRESH, OPAQUE: unique in the table */
    sn_dim a, b;       /* operands */
    int64_t divisor;
    double factor;
    int64_t bound;  /* the number it was bound to; -1: none. Symbols only */
    int64_t least;  /* VALUE, NAMED, FRESH: its lower bound, given when it was made */
    int64_t lo, hi; /* proved bounds; INT64_MIN and INT64_MAX: none */
    int32_t depth, size;
    sn_dim self;
} sn_atom;

typedef struct sn_mono { /* a product of atoms: their numbers in ascending order; none: the constant
                            1 */
    uint32_t n;
    const uint32_t *atoms;
} sn_mono;

typedef struct sn_dim_term {
    uint32_t mono;
    int64_t coef; /* neither 0 nor INT64_MIN, which has no negative */
} sn_dim_term;

typedef struct sn_sum { /* ordered by mono, each at most once; no terms: 0 */
    uint32_t n;
    const sn_dim_term *terms;
} sn_sum;

/* Index from content to entry: open addressing over entry numbers + 1. */
typedef struct sn_index {
    uint32_t *slots;
    uint32_t n, cap;
} sn_index;

typedef struct sn_demand {
    sn_dim d;
    int64_t least;
} sn_demand;

struct sn_dims {
    sn_arena *arena;
    SN_VEC(sn_atom) atoms;
    SN_VEC(sn_mono) monos; /* 0 is the empty product */
    SN_VEC(sn_sum) sums;   /* sn_dim d < 0 is sums.v[~d] */
    sn_index atom_index, mono_index, sum_index;
    sn_map *names; /* of symbols to atom + 1 */
    SN_VEC(sn_demand) demands; /* see sn_dims_demand */
    sn_map *large; /* what opaque atoms stand for, as text, to atom + 1 */
    uint32_t n_bound;
    bool bound_since;
    bool puts_off, has_put_off; /* see sn_dims_put_off */
    bool frozen;                /* see sn_dims_freeze */
};

/* A sum being built. */
typedef struct sn_poly {
    uint32_t n;
    sn_dim_term terms[DIM_MAX_TERMS];
} sn_poly;

void sn_poly_load(const sn_dims *dims, sn_dim d, sn_poly *p);
bool sn_poly_add(sn_poly *p, uint32_t mono, int64_t coef); /* false on overflow */
sn_dim sn_poly_intern(sn_dims *dims, const sn_poly *p);
int64_t sn_poly_constant(const sn_poly *p);                             /* the constant term */
bool sn_mono_mul(sn_dims *dims, uint32_t a, uint32_t b, uint32_t *out); /* false: degree too high */
uint32_t sn_mono_of(sn_dims *dims, uint32_t n, const uint32_t *atoms);

/* The atom when d is nothing but one; NULL else. */
const sn_atom *sn_dim_atom(const sn_dims *dims, sn_dim d);
/* Interns an atom (kind, operands and so on filled; the rest is worked out here). */
sn_dim sn_dim_of_atom(sn_dims *dims, sn_atom atom);
/* `what`: b, divisor and factor as far as the kind has them. */
sn_dim sn_dim_opaque(sn_dims *dims, sn_large kind, sn_dim a, sn_atom what);
sn_dim sn_dim_number(sn_dims *dims, int64_t n); /* n < 0 is an expression */
bool sn_dim_is_number(const sn_dims *dims, sn_dim d, int64_t *out);

static inline bool sn_atom_is_symbol(const sn_atom *a) { return a->kind <= ATOM_OPAQUE; }

typedef struct sn_range {
    int64_t lo, hi;
} sn_range;
sn_range sn_dim_range(const sn_dims *dims, sn_dim d);
int64_t sn_floor_div(int64_t a, int64_t b); /* b > 0 */

/* How the text form spells symbols. print: true when it has written the symbol. parse: at a token
 * that is not a number, function or plain name (`"x".1`, `%3.1`, `v3.1`): NULL and *out, or what is
 * wrong. */
typedef struct sn_dim_speller {
    bool (*print)(void *user, const sn_atom *atom, sn_str *out);
    const char *(*parse)(void *user, const char **text, sn_dim *out);
    void *user;
    bool no_bounds; /* lower bounds are not printed: what is named has its own */
} sn_dim_speller;
/* ">=0" where the symbol has another lower bound than 1. */
void sn_dim_print_bound(const sn_atom *a, sn_str *out);
/* The same where it stands at *text: the bound of the symbol d. n_atoms: how many there were before
 * it was read; one that was among them keeps the bound it has. NULL, or what is wrong. */
const char *sn_dim_parse_bound(sn_dims *dims, const char **text, sn_dim d, size_t n_atoms);
void sn_dim_print_with(sn_dims *dims, sn_dim d, const sn_dim_speller *speller, sn_str *out);
const char *sn_dim_parse_with(sn_dims *dims, const char **text, const sn_dim_speller *speller,
                              sn_dim *out);

#endif
