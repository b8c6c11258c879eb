/* SPDX-License-Identifier: Apache-2.0
 *
 * Walks over symbolic sizes (bindings, evaluation, translation to another table), and shapes.
 * Expressions are small (dims_inner.h), so plain recursion does. */
#include "ir/dims_inner.h"

#include <math.h>

/* ---- rebuilding ------------------------------------------------------------------------------ */

/* Makes an expression anew in `to`, where `symbol` says what becomes of symbols. */
typedef struct rebuild {
    const sn_dims *from;
    sn_dims *to;
    sn_dim (*symbol)(const struct rebuild *r, const sn_atom *atom);
    sn_dim (*map)(void *user, sn_dim symbol);
    void *user;
} rebuild;

static sn_dim rebuild_dim(const rebuild *r, sn_dim d);

static sn_dim rebuild_atom(const rebuild *r, sn_atom a) /* by value: tables move while they grow */
{
    if (sn_atom_is_symbol(&a)) return r->symbol(r, &a);
    sn_dim x = rebuild_dim(r, a.a), y = rebuild_dim(r, a.b);
    switch (a.kind) {
    case ATOM_FLOORDIV:
        return sn_dim_floordiv(r->to, x, a.divisor);
    case ATOM_QUOTIENT:
        return sn_dim_exactdiv(r->to, x, y);
    case ATOM_SCALE:
        return sn_dim_scale(r->to, x, a.factor);
    case ATOM_MAX:
        return sn_dim_max(r->to, x, y);
    default:
        return sn_dim_min(r->to, x, y);
    }
}

static sn_dim rebuild_dim(const rebuild *r, sn_dim d)
{
    if (d >= 0) return d;
    sn_sum s = r->from->sums.v[~d];
    sn_dim sum = 0;
    for (uint32_t i = 0; i < s.n; i++) {
        sn_mono m = r->from->monos.v[s.terms[i].mono];
        sn_dim product = sn_dim_number(r->to, s.terms[i].coef);
        for (uint32_t k = 0; k < m.n; k++) {
            product = sn_dim_mul(r->to, product, rebuild_atom(r, r->from->atoms.v[m.atoms[k]]));
        }
        sum = sn_dim_add(r->to, sum, product);
    }
    return sum;
}

static sn_dim translated_symbol(const rebuild *r, const sn_atom *a)
{
    if (a->bound >= 0) return a->bound;
    if (a->kind == ATOM_VALUE) {
        return r->map ? r->map(r->user, a->self)
                      : sn_dim_symbol_from(r->to, a->value_id, a->axis, a->least);
    }
    if (a->kind == ATOM_NAMED) return sn_dim_named_from(r->to, a->name, a->least);
    if (r->from == r->to) return a->self;
    return a->kind == ATOM_FRESH
               ? sn_dim_fresh(r->to, "n")
               : sn_dim_opaque(r->to, LARGE_FOREIGN, (sn_dim)r->to->atoms.n, (sn_atom){0});
}

sn_dim sn_dim_translate(const sn_dims *from, sn_dim d, sn_dims *to,
                        sn_dim (*map)(void *user, sn_dim symbol), void *user)
{
    rebuild r = {from, to, translated_symbol, map, user};
    return rebuild_dim(&r, d);
}

static sn_dim substituted_symbol(const rebuild *r, const sn_atom *a)
{
    return a->bound >= 0 ? a->bound : r->map(r->user, a->self);
}

sn_dim sn_dim_substitute(const sn_dims *from, sn_dim d, sn_dims *to,
                         sn_dim (*map)(void *user, sn_dim symbol), void *user)
{
    const rebuild r = {from, to, substituted_symbol, map, user};
    return rebuild_dim(&r, d);
}

/* ---- bindings -------------------------------------------------------------------------------- */

bool sn_dim_bind(sn_dims *dims, sn_dim d, int64_t n)
{
    if (d >= 0) return d == n;
    if (dims->frozen) return false;
    const sn_atom *found = sn_dim_atom(dims, d);
    if (!found || n < 0 || n < found->lo ||
        (found->kind != ATOM_VALUE && found->kind != ATOM_NAMED))
        return false;
    sn_atom *a = &dims->atoms.v[found - dims->atoms.v];
    if (a->bound >= 0) return a->bound == n;
    a->bound = n;
    dims->n_bound++;
    dims->bound_since = true;
    return true;
}

bool sn_dims_bound_since(sn_dims *dims)
{
    bool since = dims->bound_since;
    dims->bound_since = false;
    return since;
}

bool sn_dims_freeze(sn_dims *dims, bool frozen)
{
    const bool was = dims->frozen;
    dims->frozen = frozen;
    return was;
}

void sn_dims_put_off(sn_dims *dims)
{
    dims->puts_off = true;
    dims->has_put_off = false;
}

bool sn_dims_puts_off(sn_dims *dims)
{
    dims->has_put_off = dims->has_put_off || dims->puts_off;
    return dims->puts_off;
}

bool sn_dims_end_put_off(sn_dims *dims)
{
    dims->puts_off = false;
    return dims->has_put_off;
}

void sn_dims_forget(sn_dims *dims)
{
    for (size_t i = 0; i < dims->atoms.n; i++) dims->atoms.v[i].bound = -1;
    dims->n_bound = 0;
    dims->bound_since = false;
}

static sn_dim refreshed_symbol(const rebuild *r, const sn_atom *a)
{
    (void)r;
    return a->bound >= 0 ? a->bound : a->self;
}

static void note_bound(void *user, sn_dim symbol)
{
    (void)symbol;
    *(bool *)user = true;
}

static void visit_symbols(sn_dims *dims, sn_dim d, bool bound_only, void (*visit)(void *, sn_dim),
                          void *user)
{
    if (d >= 0) return;
    sn_sum s = dims->sums.v[~d];
    for (uint32_t i = 0; i < s.n; i++) {
        sn_mono m = dims->monos.v[s.terms[i].mono];
        for (uint32_t k = 0; k < m.n; k++) {
            sn_atom a = dims->atoms.v[m.atoms[k]];
            if (!sn_atom_is_symbol(&a)) {
                visit_symbols(dims, a.a, bound_only, visit, user);
                visit_symbols(dims, a.b, bound_only, visit, user);
            } else if (!bound_only || a.bound >= 0) {
                visit(user, a.self);
            }
        }
    }
}

sn_dim sn_dim_refresh(sn_dims *dims, sn_dim d)
{
    bool any = false;
    if (d >= 0 || dims->n_bound == 0) return d;
    visit_symbols(dims, d, true, note_bound, &any);
    rebuild r = {dims, dims, refreshed_symbol, NULL, NULL};
    return any ? rebuild_dim(&r, d) : d;
}

void sn_dim_symbols(sn_dims *dims, sn_dim d, void (*visit)(void *user, sn_dim symbol), void *user)
{
    visit_symbols(dims, d, false, visit, user);
}

typedef struct symbol_set {
    SN_VEC(sn_dim) all;
} symbol_set;

static bool has_symbol(const symbol_set *set, sn_dim symbol)
{
    bool has = false;
    for (size_t i = 0; i < set->all.n && !has; i++) has = set->all.v[i] == symbol;
    return has;
}

static void add_symbol(void *user, sn_dim symbol)
{
    symbol_set *set = user;
    if (!has_symbol(set, symbol)) SN_PUSH(set->all, symbol);
}

bool sn_dim_says_more(sn_dims *dims, sn_arena *scratch, sn_dim a, sn_dim b)
{
    symbol_set of_a = {SN_VEC_IN(scratch)}, of_b = {SN_VEC_IN(scratch)};
    if (sn_dim_known(a) || sn_dim_known(b)) return sn_dim_known(a) && !sn_dim_known(b);
    if (sn_dim_equal(a, b)) return false;
    sn_dim_symbols(dims, a, add_symbol, &of_a);
    sn_dim_symbols(dims, b, add_symbol, &of_b);
    bool within = of_a.all.n < of_b.all.n;
    for (size_t i = 0; i < of_a.all.n && within; i++) within = has_symbol(&of_b, of_a.all.v[i]);
    return within;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct valuation {
    const sn_dims *dims;
    int64_t (*value)(void *user, sn_dim symbol);
    void *user;
} valuation;

static bool eval_dim(const valuation *v, sn_dim d, int64_t *out);

static bool eval_scale(int64_t x, double factor, int64_t *out)
{
    double r = trunc((double)x * factor);
    if (!(r > -9e18 && r < 9e18)) return false;
    *out = (int64_t)r;
    return true;
}

static bool eval_atom(const valuation *v, sn_atom a, int64_t *out)
{
    int64_t x, y;
    if (sn_atom_is_symbol(&a)) {
        *out = a.bound >= 0 ? a.bound : v->value(v->user, a.self);
        return *out >= 0;
    }
    if (!eval_dim(v, a.a, &x) || !eval_dim(v, a.b, &y)) return false;
    switch (a.kind) {
    case ATOM_FLOORDIV:
        *out = sn_floor_div(x, a.divisor);
        return true;
    case ATOM_SCALE:
        return eval_scale(x, a.factor, out);
    case ATOM_MAX:
        *out = x > y ? x : y;
        return true;
    case ATOM_MIN:
        *out = x < y ? x : y;
        return true;
    default: /* a quotient without rest */
        if (y == 0 || (y == -1 && x == INT64_MIN) || x % y != 0) return false;
        *out = x / y;
        return true;
    }
}

static bool eval_dim(const valuation *v, sn_dim d, int64_t *out)
{
    int64_t sum = 0;
    if (d >= 0) {
        *out = d;
        return true;
    }
    sn_sum s = v->dims->sums.v[~d];
    for (uint32_t i = 0; i < s.n; i++) {
        sn_mono m = v->dims->monos.v[s.terms[i].mono];
        int64_t product = s.terms[i].coef, factor;
        for (uint32_t k = 0; k < m.n; k++) {
            if (!eval_atom(v, v->dims->atoms.v[m.atoms[k]], &factor)) return false;
            if (__builtin_mul_overflow(product, factor, &product)) return false;
        }
        if (__builtin_add_overflow(sum, product, &sum)) return false;
    }
    *out = sum;
    return true;
}

int64_t sn_dim_eval(sn_dims *dims, sn_dim d, int64_t (*value)(void *user, sn_dim symbol),
                    void *user)
{
    valuation v = {dims, value, user};
    int64_t n;
    return eval_dim(&v, d, &n) ? n : -1;
}

/* ---- demands --------------------------------------------------------------------------------- */

void sn_dims_demand(sn_dims *dims, sn_dim d, int64_t least)
{
    if (dims->frozen || sn_dim_lower(dims, d) >= least) return;
    for (size_t i = 0; i < dims->demands.n; i++) {
        if (dims->demands.v[i].d == d && dims->demands.v[i].least == least) return;
    }
    SN_PUSH(dims->demands, ((sn_demand){d, least}));
}

void sn_dims_demand_equal(sn_dims *dims, sn_dim a, sn_dim b)
{
    if (sn_dim_equal(a, b)) return;
    sn_dims_demand(dims, sn_dim_sub(dims, a, b), 0);
    sn_dims_demand(dims, sn_dim_sub(dims, b, a), 0);
}

void sn_dims_demand_alike(sn_dims *dims, uint32_t id, uint32_t other)
{
    if (!dims->frozen) SN_PUSH(dims->alike, ((sn_alike){id, other}));
}

bool sn_dims_alike(const sn_dims *dims, size_t k, uint32_t *id, uint32_t *other)
{
    if (k >= dims->alike.n) return false;
    *id = dims->alike.v[k].id;
    *other = dims->alike.v[k].other;
    return true;
}

bool sn_dims_meet_demands(sn_dims *dims, int64_t (*value)(void *user, sn_dim symbol), void *user)
{
    const valuation v = {dims, value, user};
    for (size_t i = 0; i < dims->demands.n; i++) {
        int64_t n;
        if (eval_dim(&v, dims->demands.v[i].d, &n) && n < dims->demands.v[i].least) return false;
    }
    return true;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

sn_shape sn_shape_unknown(void) { return (sn_shape){.rank = -1}; }

sn_shape sn_shape_scalar(void) { return (sn_shape){.rank = 0}; }

sn_shape sn_shape_of(int rank, const sn_dim *d)
{
    if (rank < 0 || rank > SN_MAX_RANK) return sn_shape_unknown();
    sn_shape s = {.rank = (int8_t)rank};
    for (int i = 0; i < rank; i++) s.d[i] = d[i];
    return s;
}

bool sn_shape_known(const sn_shape *s)
{
    bool known = s->rank >= 0;
    for (int i = 0; i < s->rank; i++) known = known && sn_dim_known(s->d[i]);
    return known;
}

bool sn_shape_conflict(const sn_shape *a, const sn_shape *b)
{
    if (a->rank < 0 || b->rank < 0) return false;
    bool conflict = a->rank != b->rank;
    for (int i = 0; i < a->rank && !conflict; i++)
        conflict = sn_dim_known(a->d[i]) && sn_dim_known(b->d[i]) && a->d[i] != b->d[i];
    return conflict;
}

bool sn_shape_equal(const sn_shape *a, const sn_shape *b)
{
    bool equal = a->rank >= 0 && a->rank == b->rank;
    for (int i = 0; equal && i < a->rank; i++) equal = sn_dim_equal(a->d[i], b->d[i]);
    return equal;
}

bool sn_shape_differ(sn_dims *dims, const sn_shape *a, const sn_shape *b)
{
    if (a->rank < 0 || b->rank < 0) return false;
    if (a->rank != b->rank) return true;
    for (int i = 0; i < a->rank; i++) {
        if (sn_dim_differ(dims, a->d[i], b->d[i])) return true;
    }
    return false;
}

int64_t sn_shape_count(const sn_shape *s)
{
    int64_t count = 1;
    bool overflows = false, empty = false;
    if (!sn_shape_known(s)) return -1;
    for (int i = 0; i < s->rank; i++) {
        empty = empty || s->d[i] == 0;
        overflows = overflows || __builtin_mul_overflow(count, s->d[i], &count);
    }
    return empty ? 0 : overflows ? -1 : count;
}

sn_dim sn_shape_count_dim(sn_dims *dims, const sn_shape *s)
{
    sn_dim count = 1;
    for (int i = 0; i < s->rank; i++) count = sn_dim_mul(dims, count, s->d[i]);
    return count;
}

void sn_shape_print(sn_dims *dims, const sn_shape *s, sn_str *out)
{
    static const sn_dim_speller plain = {.no_bounds = true};
    if (s->rank < 0) sn_str_add(out, "?");
    for (int i = 0; i < s->rank; i++) {
        if (i) sn_str_add(out, ",");
        sn_dim_print_with(dims, s->d[i], &plain, out);
    }
}
