/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements of small values through operators: formulas over sizes, and moves. What would wrap, or
 * round to something else, is not known. */
#include "ops/contents.h"

#include <math.h>
#include <string.h>

#include "ops/expr.h"
#include "ops/sizes.h"

static const sn_size unknown = {.known = false};

/* ---- numbers --------------------------------------------------------------------------------- */

static bool number_of(const sn_size *s, double *out)
{
    if (s->known && s->is_number) {
        *out = (double)s->number;
        return fabs(*out) < 0x1p53;
    }
    *out = s->factor;
    return !s->known && s->factor != 0 && s->dim == 1;
}

/* The integers of a type; false for floats and bool. */
static bool range_of(sn_type type, int64_t *lo, int64_t *hi)
{
    const unsigned bits = (unsigned)sn_type_bytes(type) * 8;
    const bool is_unsigned = !sn_type_is_signed(type);
    if (type == SN_TYPE_UNKNOWN || type == SN_TYPE_bool || sn_type_is_float(type)) return false;
    *hi = (int64_t)(UINT64_MAX >> (bits >= 63 ? 1 : 64 - bits + !is_unsigned));
    *lo = is_unsigned ? 0 : -*hi - 1;
    return true;
}

static bool fits(sn_type type, int64_t n)
{
    int64_t lo, hi;
    return !range_of(type, &lo, &hi) || (n >= lo && n <= hi);
}

static bool is_real(sn_type type) { return type == SN_TYPE_f32 || type == SN_TYPE_f64; }

static sn_size of_real(sn_dims *dims, sn_type type, double v)
{
    if (type == SN_TYPE_f32) v = (double)(float)v;
    if (!isfinite(v)) return unknown;
    if (v == trunc(v)) return fabs(v) < 0x1p53 ? sn_size_of_number(dims, (int64_t)v) : unknown;
    return (sn_size){.dim = 1, .factor = v};
}

/* ---- functions of sizes ---------------------------------------------------------------------- */

typedef struct formula {
    sn_dims *dims;
    sn_type type; /* that is computed in: of the operands */
    const sn_size *inputs;
} formula;

static sn_size of_dim(const formula *f, sn_dim d)
{
    const sn_size s = sn_size_of_dim(f->dims, d);
    const bool may_wrap = !is_real(f->type) && f->type != SN_TYPE_i64;
    if (s.is_number) return fits(f->type, s.number) ? s : unknown;
    return may_wrap ? unknown : s;
}

static bool at_least(const formula *f, const sn_size *a, int64_t n)
{
    return a->known && (a->is_number ? a->number >= n : sn_dim_lower(f->dims, a->dim) >= n);
}

/* dim * factor, where that is a whole number or a quotient. */
static sn_size scaled(const formula *f, sn_dim dim, double factor)
{
    int exponent;
    if (factor == trunc(factor) && fabs(factor) < 0x1p31) {
        const sn_size whole = sn_size_of_number(f->dims, (int64_t)factor);
        return of_dim(f, sn_dim_mul(f->dims, dim, whole.dim));
    }
    if (factor > 0 && factor < 1 && frexp(factor, &exponent) == 0.5 && exponent > -30)
        return (sn_size){.dim = dim, .divisor = (int64_t)1 << (1 - exponent)};
    return factor > 0 && isfinite(factor) ? (sn_size){.dim = dim, .factor = factor} : unknown;
}

static sn_size times(const formula *f, const sn_size *a, const sn_size *b)
{
    double factor;
    if (a->known && b->known) return of_dim(f, sn_dim_mul(f->dims, a->dim, b->dim));
    const sn_size *dim = a->known ? a : b, *other = dim == a ? b : a;
    if (!dim->known || !number_of(other, &factor)) return unknown;
    return scaled(f, dim->dim, factor);
}

static sn_size quotient(const formula *f, const sn_size *a, const sn_size *b)
{
    double divisor;
    if (!a->known || !at_least(f, a, 0)) return unknown;
    if (!is_real(f->type)) {
        if (b->is_number && b->number > 0)
            return of_dim(f, sn_dim_floordiv(f->dims, a->dim, b->number));
    } else if (number_of(b, &divisor)) {
        if (divisor > 0 && divisor == trunc(divisor))
            return (sn_size){.dim = a->dim, .divisor = (int64_t)divisor};
        return divisor > 0 && 1 / divisor == trunc(1 / divisor) ? scaled(f, a->dim, 1 / divisor)
                                                                : unknown;
    }
    if (!b->known || !at_least(f, b, 1)) return unknown;
    const sn_dim exact = sn_dim_exactdiv(f->dims, a->dim, b->dim);
    return sn_dim_equal(sn_dim_mul(f->dims, exact, b->dim), a->dim) ? of_dim(f, exact) : unknown;
}

static sn_size rest(const formula *f, const sn_size *a, const sn_size *b)
{
    if (!at_least(f, a, 0) || !b->is_number || b->number < 1) return unknown;
    const sn_dim whole = sn_dim_mul(f->dims, b->dim, sn_dim_floordiv(f->dims, a->dim, b->number));
    return of_dim(f, sn_dim_sub(f->dims, a->dim, whole));
}

/* floor, ceil and trunc. */
static sn_size rounded(const formula *f, sn_fn fn, const sn_size *a)
{
    sn_dim d;
    if (a->known) return *a;
    if (!sn_size_says(a) || sn_dim_lower(f->dims, a->dim) < 0) return unknown;
    if (a->divisor)
        return of_dim(f, fn == SN_FN_ceil ? sn_dim_ceildiv(f->dims, a->dim, a->divisor)
                                          : sn_dim_floordiv(f->dims, a->dim, a->divisor));
    if (fn == SN_FN_ceil || !sn_size_scale(f->dims, a->dim, (float)a->factor, &d)) return unknown;
    return (double)(float)a->factor == a->factor ? of_dim(f, d) : unknown;
}

/* 1 where a < b, 0 where not; -1: not known. */
static int is_less(const formula *f, const sn_size *a, const sn_size *b)
{
    if (!a->known || !b->known) return -1;
    if (a->is_number && b->is_number) return a->number < b->number;
    if (sn_dim_lower(f->dims, sn_dim_sub(f->dims, b->dim, a->dim)) >= 1) return 1;
    return sn_dim_lower(f->dims, sn_dim_sub(f->dims, a->dim, b->dim)) >= 0 ? 0 : -1;
}

static int is_equal(const formula *f, const sn_size *a, const sn_size *b)
{
    if (!a->known || !b->known) return -1;
    if (sn_dim_equal(a->dim, b->dim)) return 1;
    if (a->is_number && b->is_number) return 0;
    if (sn_dim_differ(f->dims, a->dim, b->dim)) return 0;
    return is_less(f, a, b) == 1 || is_less(f, b, a) == 1 ? 0 : -1;
}

static sn_size truth(const formula *f, int is)
{
    return is < 0 ? unknown : sn_size_of_number(f->dims, is);
}

static sn_size chosen(const sn_size *condition, const sn_size *a, const sn_size *b)
{
    if (condition->is_number) return condition->number ? *a : *b;
    return sn_size_same(a, b) ? *a : unknown;
}

static sn_size of_wholes(const formula *f, sn_fn fn, const sn_size *a, const sn_size *b)
{
    switch (fn) {
    case SN_FN_add:
        return of_dim(f, sn_dim_add(f->dims, a->dim, b->dim));
    case SN_FN_sub:
        return of_dim(f, sn_dim_sub(f->dims, a->dim, b->dim));
    case SN_FN_max:
        return of_dim(f, sn_dim_max(f->dims, a->dim, b->dim));
    case SN_FN_min:
        return of_dim(f, sn_dim_min(f->dims, a->dim, b->dim));
    default:
        return of_dim(f, sn_dim_sub(f->dims, 0, a->dim)); /* neg */
    }
}

/* Of integers that are numbers: as they are evaluated, where nothing wraps. */
static bool of_integers(const formula *f, sn_fn fn, const sn_size *a, const sn_size *b,
                        sn_size *out)
{
    int64_t n;
    if (is_real(f->type) || !a->is_number || !b->is_number) return false;
    const int64_t x = a->number, y = b->number;
    if (fn == SN_FN_add   ? __builtin_add_overflow(x, y, &n)
        : fn == SN_FN_sub ? __builtin_sub_overflow(x, y, &n)
        : fn == SN_FN_mul ? __builtin_mul_overflow(x, y, &n)
                          : false) {
        *out = unknown;
        return true;
    }
    if (fn == SN_FN_div || fn == SN_FN_fmod) {
        if (y == 0 || y == -1) return false;
        n = fn == SN_FN_div ? x / y : x % y;
    } else if (fn == SN_FN_abs) {
        n = x < 0 ? -x : x;
    } else if (fn == SN_FN_sign) {
        n = (x > 0) - (x < 0);
    } else if (fn != SN_FN_add && fn != SN_FN_sub && fn != SN_FN_mul) {
        return false;
    }
    *out = fits(f->type, n) ? sn_size_of_number(f->dims, n) : unknown;
    return true;
}

static sn_size call(const formula *f, sn_fn fn, const sn_size v[3])
{
    double x[3] = {0};
    bool all = true;
    const int n = sn_fn_n_args(fn);
    sn_size made;
    for (int i = 0; i < n; i++) all = number_of(&v[i], &x[i]) && all;
    if (all && is_real(f->type))
        return of_real(f->dims, f->type, sn_fn_apply(fn, x[0], x[1], x[2]));
    if (of_integers(f, fn, &v[0], n > 1 ? &v[1] : &v[0], &made)) return made;
    switch (fn) {
    case SN_FN_add:
    case SN_FN_sub:
    case SN_FN_max:
    case SN_FN_min:
    case SN_FN_neg:
        return v[0].known && (n == 1 || v[1].known) ? of_wholes(f, fn, &v[0], &v[1]) : unknown;
    case SN_FN_mul:
        return times(f, &v[0], &v[1]);
    case SN_FN_div:
        return quotient(f, &v[0], &v[1]);
    case SN_FN_fmod:
        return rest(f, &v[0], &v[1]);
    case SN_FN_floor:
    case SN_FN_ceil:
    case SN_FN_trunc:
        return rounded(f, fn, &v[0]);
    case SN_FN_lt:
        return truth(f, is_less(f, &v[0], &v[1]));
    case SN_FN_le: {
        const int more = is_less(f, &v[1], &v[0]);
        return truth(f, more < 0 ? -1 : !more);
    }
    case SN_FN_eq:
        return truth(f, is_equal(f, &v[0], &v[1]));
    case SN_FN_select:
        return chosen(&v[0], &v[1], &v[2]);
    case SN_FN_abs:
        return at_least(f, &v[0], 0) ? v[0] : unknown;
    case SN_FN_nearbyint:
        return is_real(f->type) ? unknown : v[0];
    case SN_FN_sign:
        return at_least(f, &v[0], 1) ? sn_size_of_number(f->dims, 1) : unknown;
    default:
        return unknown;
    }
}

static sn_size work_out(const formula *f, const sn_expr *e)
{
    sn_size v[3] = {unknown, unknown, unknown};
    if (e->kind == SN_EXPR_INPUT) return f->inputs[e->input];
    if (e->kind == SN_EXPR_NUMBER) return of_real(f->dims, SN_TYPE_f64, e->number);
    if (e->kind != SN_EXPR_CALL) return unknown;
    for (int i = 0; i < sn_fn_n_args(e->fn); i++) v[i] = work_out(f, e->arg[i]);
    return call(f, e->fn, v);
}

/* The type of the numbers among the operands. */
static sn_type computed_in(const sn_infer *in)
{
    for (unsigned i = 0; i < in->n_in; i++)
        if (in->present[i] && in->in_type[i] != SN_TYPE_bool) return in->in_type[i];
    return SN_TYPE_bool;
}

void sn_contents_elementwise(sn_infer *in)
{
    enum { MOST_OPERANDS = 8 };
    const sn_contents *of[MOST_OPERANDS] = {NULL};
    sn_size inputs[MOST_OPERANDS];
    formula f = {in->dims, computed_in(in), inputs};
    const sn_expr *e = NULL;
    bool any = false;
    if (in->n_in > MOST_OPERANDS || f.type == SN_TYPE_UNKNOWN) return;
    if (sn_type_is_float(f.type) && !is_real(f.type)) return;
    if (sn_contents_count(in->out_type[0], &in->out_shape[0]) < 0) return;
    for (unsigned i = 0; i < in->n_in; i++) any = (of[i] = sn_infer_contents(in, i)) || any;
    if (!any || sn_op_formula(in->ctx, in->arena, in->node->op, in->params, &e) != SN_OK) return;
    sn_contents *y = sn_infer_give_contents(in, 0);
    for (int k = 0; y && k < y->n; k++) {
        for (unsigned i = 0; i < in->n_in; i++)
            inputs[i] = of[i] ? of[i]->v[of[i]->n == 1 ? 0 : k] : unknown;
        y->v[k] = work_out(&f, e);
    }
}

sn_size sn_size_cast(sn_dims *dims, const sn_size *x, sn_type from, sn_type to)
{
    const formula f = {dims, SN_TYPE_i64, NULL};
    if (!sn_size_says(x) || (sn_type_is_float(from) && !is_real(from))) return unknown;
    if (to == SN_TYPE_bool) {
        if (!x->known || x->is_number) return sn_size_of_number(dims, !x->is_number || x->number);
        return at_least(&f, x, 1) ? sn_size_of_number(dims, 1) : unknown;
    }
    if (is_real(to)) {
        double v;
        if (x->known && !x->is_number) return *x;
        return number_of(x, &v) ? of_real(dims, to, v) : unknown;
    }
    if (sn_type_is_float(to)) return unknown;
    double v;
    const sn_size whole = x->known           ? *x
                          : number_of(x, &v) ? of_real(dims, SN_TYPE_f64, trunc(v))
                                             : rounded(&f, SN_FN_trunc, x);
    if (whole.is_number) return fits(to, whole.number) ? whole : unknown;
    /* A size fits 31 bits. */
    return sn_type_bits(to) >= 32 ? (at_least(&f, &whole, 0) || to == SN_TYPE_i64 ? whole : unknown)
                                  : unknown;
}

/* ---- moves ----------------------------------------------------------------------------------- */

void sn_contents_of_view(sn_infer *in)
{
    const sn_contents *x = sn_infer_contents(in, 0);
    sn_contents *y = sn_infer_give_contents(in, 0);
    const sn_tensor *t = y && !x ? sn_infer_data(in, 0) : NULL;
    if (t) x = sn_contents_of_elements(in->arena, in->dims, t);
    if (x && y && y->n == x->n) memcpy(y->v, x->v, (size_t)y->n * sizeof *y->v);
}

/* The elements of an input are numbered from `first` on. */
static sn_status numbered(const sn_infer *in, unsigned slot, int64_t first, const sn_tensor **out)
{
    sn_tensor *t = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(in->ctx, SN_TYPE_i64, &in->in_shape[slot], &t, &data));
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) ((int64_t *)data)[i] = first + i;
    *out = t;
    return SN_OK;
}

typedef struct move {
    sn_eval e;
    const sn_tensor **in;
    sn_tensor **made; /* to be released */
    const sn_contents **of;
    int64_t *first;
    unsigned n_moved; /* inputs whose elements are moved: the first ones */
} move;

static sn_status evaluate(sn_infer *in, move *m)
{
    for (unsigned i = 0; i < in->n_in; i++) {
        if (!in->present[i]) continue;
        if (i >= m->n_moved) {
            m->in[i] = sn_infer_data(in, i);
            continue;
        }
        if (i) m->first[i] = m->first[i - 1] + sn_shape_count(&in->in_shape[i - 1]);
        const sn_tensor *t = NULL;
        SN_TRY(numbered(in, i, m->first[i], &t));
        m->in[i] = t;
    }
    return in->node->op->eval(&m->e);
}

static sn_size element_of(const move *m, int64_t at)
{
    for (unsigned i = m->n_moved; i-- > 0;) {
        if (at < m->first[i]) continue;
        const sn_contents *c = m->of[i];
        return c && at - m->first[i] < c->n ? c->v[at - m->first[i]] : unknown;
    }
    return unknown;
}

/* Shapes of all inputs and outputs are numbers, and few of them are there. */
static bool is_small(const sn_infer *in, unsigned n_moved)
{
    for (unsigned i = 0; i < in->n_out; i++)
        if (sn_contents_count(in->out_type[i], &in->out_shape[i]) < 0) return false;
    for (unsigned i = 0; i < in->n_in; i++) {
        if (!in->present[i]) continue;
        if (!sn_shape_known(&in->in_shape[i])) return false;
        if (i < n_moved && sn_contents_count(in->in_type[i], &in->in_shape[i]) < 0) return false;
    }
    return true;
}

static void by_move(sn_infer *in, unsigned n_moved)
{
    bool any = false;
    if (!in->out_contents || !is_small(in, n_moved)) return;
    move m = {.in = SN_NEW_N(in->arena, const sn_tensor *, in->n_in),
              .of = SN_NEW_N(in->arena, const sn_contents *, in->n_in),
              .first = SN_NEW_N(in->arena, int64_t, in->n_in),
              .n_moved = n_moved};
    for (unsigned i = 0; i < n_moved; i++) any = (m.of[i] = sn_infer_contents(in, i)) || any;
    if (!any) return;
    sn_type *types = SN_NEW_N(in->arena, sn_type, in->n_out);
    void **data = SN_NEW_N(in->arena, void *, in->n_out);
    for (unsigned i = 0; i < in->n_out; i++) {
        types[i] = SN_TYPE_i64;
        data[i] = SN_NEW_N(in->arena, int64_t, SN_MAX_CONTENTS);
    }
    m.e = (sn_eval){.ctx = in->ctx,
                    .arena = in->arena,
                    .node = in->node,
                    .params = in->params,
                    .n_in = in->n_in,
                    .n_out = in->n_out,
                    .in = m.in,
                    .in_shape = in->in_shape,
                    .out_shape = in->out_shape,
                    .out_type = types,
                    .out_data = data};
    const sn_status status = evaluate(in, &m);
    for (unsigned i = 0; i < n_moved; i++) sn_tensor_release(m.in[i]);
    if (status != SN_OK) {
        sn_ctx_clear_error(in->ctx); /* it is reported when it runs */
        return;
    }
    for (unsigned i = 0; i < in->n_out; i++) {
        sn_contents *y = sn_infer_give_contents(in, i);
        for (int k = 0; y && k < y->n; k++) y->v[k] = element_of(&m, ((int64_t *)data[i])[k]);
    }
}

void sn_contents_of_move(sn_infer *in) { by_move(in, 1); }

void sn_contents_of_parts(sn_infer *in) { by_move(in, in->n_in); }

/* ---- reading --------------------------------------------------------------------------------- */

const sn_contents *sn_infer_whole(const sn_infer *in, unsigned slot)
{
    const sn_contents *c = sn_infer_contents(in, slot);
    for (int i = 0; c && i < c->n; i++)
        if (!c->v[i].known) return NULL;
    return c;
}
