/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce: sums, means, extrema and the like over some axes, as ONNX ReduceSum-13, ReduceMax-20 and
 * their family. Of no elements a sum is 0, a product 1, a maximum -inf, a minimum inf, a mean NaN.
 * Maxima and minima of what holds NaN are NaN.
 *
 * With noop_with_empty_axes and no axes each element is reduced by itself: the square of one, its
 * logarithm, and so on. */
#include "ops/reduce.h"

#include "base/num.h"
#include "base/parallel.h"
#include "ops/affine_maps.h"
#include "ops/elems.h"
#include "ops/grad/grad.h"
#include "ops/rule.h"

#include <float.h>
#include <math.h>

static const char *const ops[] = {"sum", "mean",    "max",         "min",        "prod", "l1",
                                  "l2",  "log_sum", "log_sum_exp", "sum_square", NULL};
const sn_param sn_reduce_table[] = {
    SN_P_ENUM(sn_reduce_params, op, SN_REDUCE_SUM, ops, "what is computed of the elements"),
    SN_P_INTS(sn_reduce_params, axes, "axes to reduce; empty: all"),
    SN_P_BOOL(sn_reduce_params, keepdims, 1, "reduced axes stay, with size 1"),
    SN_P_BOOL(sn_reduce_params, noop_with_empty_axes, 0, "empty axes mean none, not all"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

bool sn_reduce_axes(const sn_reduce_params *p, int rank, unsigned *mask)
{
    const unsigned all = (1u << rank) - 1;
    *mask = p->axes.n == 0 && !p->noop_with_empty_axes ? all : 0;
    for (int32_t i = 0; i < p->axes.n; i++) *mask |= 1u << p->axes.v[i];
    return (*mask & ~all) == 0;
}

static const char *validate(const void *params_, sn_arena *arena)
{
    return sn_rule_axes_wrong(&((const sn_reduce_params *)params_)->axes, arena);
}

/* Axes in another order, or all of them where none is named, are the same axes. */
static bool same(const sn_node *a, const sn_node *b)
{
    const sn_reduce_params *p = a->params, *q = b->params;
    if (sn_params_equal(a->op->params, p, q)) return true;
    const int rank = sn_in(a, 0)->shape.rank;
    unsigned of_a = 0, of_b = 0;
    if (p->op != q->op || rank < 0 || rank != sn_in(b, 0)->shape.rank) return false;
    const bool known = sn_reduce_axes(p, rank, &of_a) && sn_reduce_axes(q, rank, &of_b);
    return known && of_a == of_b && (of_a == 0 || p->keepdims == q->keepdims);
}

static sn_status infer(sn_infer *in)
{
    const sn_reduce_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    sn_shape y = sn_shape_unknown();
    unsigned mask = 0;
    if (x->rank < 0) { /* a reduction of everything has rank 0 whatever the rank */
        if (!p->axes.n && !p->noop_with_empty_axes && !p->keepdims) y.rank = 0;
        sn_shape_rule_give(in, 0, y);
        return SN_OK;
    }
    if (!sn_reduce_axes(p, x->rank, &mask))
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "axes has one that x, of rank %d, does not have", x->rank);
    y.rank = 0;
    for (int i = 0; i < x->rank; i++) {
        const bool reduced = mask >> i & 1;
        if (!reduced || p->keepdims) y.d[y.rank++] = reduced ? 1 : x->d[i];
    }
    sn_shape_rule_give(in, 0, y);
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

static double start_value(int32_t op)
{
    if (op == SN_REDUCE_MAX) return -INFINITY;
    if (op == SN_REDUCE_MIN) return INFINITY;
    return op == SN_REDUCE_PROD ? 1 : 0;
}

/* `top`: see top_of. */
static double add_element(int32_t op, double sum, double v, double top)
{
    switch (op) {
    case SN_REDUCE_L1:
        return sum + fabs(v);
    case SN_REDUCE_SUM_SQUARE:
    case SN_REDUCE_L2:
        return sum + v * v;
    case SN_REDUCE_MAX:
        return sum < v || isnan(v) ? v : sum;
    case SN_REDUCE_MIN:
        return v < sum || isnan(v) ? v : sum;
    case SN_REDUCE_PROD:
        return sum * v;
    case SN_REDUCE_LOG_SUM_EXP:
        return sum + exp(v - top);
    default:
        return sum + v;
    }
}

/* The sum is an element before its logarithm or root is taken. */
static double finish(const sn_reduce_params *p, double sum, double as_element, int64_t n,
                     double top)
{
    if (p->op == SN_REDUCE_LOG_SUM) return log(as_element);
    if (p->op == SN_REDUCE_LOG_SUM_EXP) return log(sum) + top;
    if (p->op == SN_REDUCE_L2) return sqrt(as_element);
    if (p->op == SN_REDUCE_MEAN) return as_element / (double)n;
    return sum;
}

typedef struct reduce_work {
    const sn_eval *e;
    const sn_reduce_params *p;
    sn_elems x, y;
    sn_reduce_walk walk;
} reduce_work;

static int64_t offset_of(int64_t i, int n, const int64_t *size, const int64_t *stride)
{
    int64_t offset = 0;
    for (int k = n - 1; k >= 0; k--) {
        offset += i % size[k] * stride[k];
        i /= size[k];
    }
    return offset;
}

void sn_reduce_walk_of(const sn_shape *x, unsigned mask, sn_reduce_walk *w)
{
    *w = (sn_reduce_walk){.n_out = 1, .n_each = 1};
    for (int i = 0; i < x->rank; i++) {
        const int64_t stride = sn_span_count(x, i + 1, x->rank);
        if (mask >> i & 1) {
            w->gone[w->n_gone] = x->d[i];
            w->gone_stride[w->n_gone++] = stride;
            w->n_each *= x->d[i];
        } else {
            w->kept[w->n_kept] = x->d[i];
            w->kept_stride[w->n_kept++] = stride;
            w->n_out *= x->d[i];
        }
    }
}

int64_t sn_reduce_first(const sn_reduce_walk *w, int64_t i)
{
    return offset_of(i, w->n_kept, w->kept, w->kept_stride);
}

int64_t sn_reduce_element(const sn_reduce_walk *w, int64_t k)
{
    return offset_of(k, w->n_gone, w->gone, w->gone_stride);
}

/* Elements that are reduced together, from element k of them on in order: n of them, `step` apart,
 * and no more than lie along the last of the axes. */
typedef struct reduce_run {
    int64_t n, step;
    sn_elems first;
} reduce_run;

static reduce_run run_from(const reduce_work *w, sn_elems x, int64_t k)
{
    const sn_reduce_walk *walk = &w->walk;
    const int last = walk->n_gone - 1;
    return (reduce_run){.n = last < 0 ? 1 : walk->gone[last],
                        .step = last < 0 ? 0 : walk->gone_stride[last],
                        .first = sn_elems_from(x, sn_reduce_element(walk, k))};
}

/* What exponents are taken relative to, so that none overflows: the largest, or a finite number. */
static double top_of(const reduce_work *w, sn_elems x)
{
    double top = -DBL_MAX;
    for (int64_t k = 0; k < w->walk.n_each;) {
        const reduce_run r = run_from(w, x, k);
        for (int64_t i = 0; i < r.n; i++) top = fmax(top, sn_elems_at(r.first, i * r.step));
        k += r.n;
    }
    return fmin(top, DBL_MAX);
}

/* A sum of exponentials, which is 1 or more, is off by a part of itself, so that its logarithm is
 * off by as much, however small that is. */
static double off_by_rounding(const reduce_work *w, int64_t i, double sum)
{
    const sn_rounding rounding = sn_ctx_rounding(w->e->ctx);
    if (w->p->op != SN_REDUCE_LOG_SUM_EXP || !(rounding.means > 0)) return sum;
    const sn_type type = w->x.type == SN_TYPE_f64 ? SN_TYPE_f64 : SN_TYPE_f32;
    sn_rng rng = sn_rng_of(rounding.draw + w->e->node->id * 263 + (uint64_t)i * 7919);
    const double off = rounding.means * sn_type_epsilon(type) * sum;
    return sn_rng_next(&rng) & 1 ? sum + off : sum - off;
}

static void one_result(void *user, int64_t i)
{
    const reduce_work *w = user;
    const sn_elems x = sn_elems_from(w->x, sn_reduce_first(&w->walk, i));
    const double top = w->p->op == SN_REDUCE_LOG_SUM_EXP ? top_of(w, x) : 0;
    double sum = start_value(w->p->op);
    for (int64_t k = 0; k < w->walk.n_each;) {
        const reduce_run r = run_from(w, x, k);
        for (int64_t l = 0; l < r.n; l++)
            sum = add_element(w->p->op, sum, sn_elems_at(r.first, l * r.step), top);
        k += r.n;
    }
    sum = off_by_rounding(w, i, sum);
    sn_elems_put(w->y, i, finish(w->p, sum, sn_elems_rounded(w->y, sum), w->walk.n_each, top));
}

/* ---- of integers and bool -------------------------------------------------------------------- */

static uint64_t first_word(int32_t op, sn_type type)
{
    if (op == SN_REDUCE_MAX) return sn_word_least(type);
    if (op == SN_REDUCE_MIN) return sn_word_most(type);
    return op == SN_REDUCE_PROD;
}

static uint64_t add_word(int32_t op, sn_type type, uint64_t sum, uint64_t v)
{
    switch (op) {
    case SN_REDUCE_L1:
        return sum + (sn_word_less(type, v, 0) ? -v : v);
    case SN_REDUCE_SUM_SQUARE:
        return sum + v * v;
    case SN_REDUCE_MAX:
        return sn_word_less(type, sum, v) ? v : sum;
    case SN_REDUCE_MIN:
        return sn_word_less(type, v, sum) ? v : sum;
    case SN_REDUCE_PROD:
        return sum * v;
    default:
        return sum + v;
    }
}

static double as_number(sn_type type, uint64_t v)
{
    return sn_word_less(type, v, 0) ? -(double)-v : (double)v;
}

/* Those that are no integers are computed as numbers, and cut towards 0. */
static uint64_t number_result(const reduce_work *w, sn_elems x)
{
    const int32_t op = w->p->op;
    double sum = 0, top = -DBL_MAX;
    for (int pass = op == SN_REDUCE_LOG_SUM_EXP ? 0 : 1; pass < 2; pass++) {
        for (int64_t k = 0; k < w->walk.n_each; k++) {
            const double v = as_number(x.type, sn_elems_word(x, sn_reduce_element(&w->walk, k)));
            if (pass == 0)
                top = fmax(top, v);
            else
                sum = add_element(op, sum, v, top);
        }
    }
    return sn_word_of(x.type, finish(w->p, sum, sum, w->walk.n_each, top));
}

static void one_integer(void *user, int64_t i)
{
    const reduce_work *w = user;
    const int32_t op = w->p->op;
    const sn_elems x = sn_elems_from(w->x, sn_reduce_first(&w->walk, i));
    uint64_t sum = first_word(op, x.type);
    if (op == SN_REDUCE_L2 || op == SN_REDUCE_LOG_SUM || op == SN_REDUCE_LOG_SUM_EXP) {
        sn_elems_put_word(w->y, i, number_result(w, x));
        return;
    }
    for (int64_t k = 0; k < w->walk.n_each; k++)
        sum = add_word(op, x.type, sum, sn_elems_word(x, sn_reduce_element(&w->walk, k)));
    if (op == SN_REDUCE_MEAN) {
        sn_elems_put_word(w->y, i, sum); /* of its width before it is divided */
        sum = sn_word_div(x.type, sn_elems_word(w->y, i), (uint64_t)w->walk.n_each);
    }
    sn_elems_put_word(w->y, i, sum);
}

/* ---- all results ----------------------------------------------------------------------------- */

bool sn_reduce_is_defined(const sn_reduce_params *p, sn_type x)
{
    return x != SN_TYPE_bool || p->op == SN_REDUCE_MAX || p->op == SN_REDUCE_MIN;
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_shape *s = &e->in_shape[0];
    unsigned mask = 0;
    reduce_work w = {
        .e = e, .p = e->params, .x = sn_eval_elems(e, 0), .y = sn_eval_out_elems(e, 0)};
    if (!sn_reduce_is_defined(w.p, w.x.type))
        return sn_node_fail(e->ctx, e->node, SN_E_SHAPE,
                            "x is of type bool, of which only max and min are defined");
    (void)sn_reduce_axes(w.p, s->rank, &mask);
    sn_reduce_walk_of(s, mask, &w.walk);
    sn_parallel_for(e->ctx, w.walk.n_out, sn_type_is_float(w.x.type) ? one_result : one_integer,
                    &w);
    return SN_OK;
}

/* ---- facts ----------------------------------------------------------------------------------- */

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    const sn_reduce_params *p = node->params;
    const sn_shape *x = &sn_in(node, 0)->shape, *y = &sn_out(node, 0)->shape;
    unsigned mask = 0;
    if (p->op > SN_REDUCE_PROD) {
        return SN_ANSWER_NO("it changes even a single element");
    }
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    (void)sn_reduce_axes(p, x->rank, &mask);
    for (int i = 0; i < x->rank; i++) {
        if (!(mask >> i & 1) || x->d[i] == 1) continue;
        if (sn_dim_known(x->d[i])) return SN_ANSWER_NO("it reduces more than one element");
        return SN_ANSWER_UNKNOWN("the size of a reduced axis is not known");
    }
    if (!sn_shape_equal(x, y)) return SN_ANSWER_NO("it drops axes of size 1");
    *slot = 0;
    return SN_ANSWER_YES;
}

/* Which maps of x a reduction hands on: by its operation. */
static sn_answer keeps_map(const sn_reduce_params *p, const sn_affine *m)
{
    switch (p->op) {
    case SN_REDUCE_MEAN:
        return SN_ANSWER_YES;
    case SN_REDUCE_SUM:
        return sn_affine_map_no_shift(m);
    case SN_REDUCE_L1:
    case SN_REDUCE_L2: {
        sn_answer a = sn_affine_map_no_shift(m);
        return a.is == SN_YES ? sn_affine_map_not_negative(m) : a;
    }
    case SN_REDUCE_MAX:
    case SN_REDUCE_MIN:
        return sn_affine_map_not_negative(m);
    default:
        return SN_ANSWER_NO("maps do not move across this reduction");
    }
}

/* The axis of x for one of the result (up), or the other way round; -1: there is none. */
static int other_axis(const sn_reduce_params *p, int rank, unsigned mask, bool up, int axis)
{
    for (int i = 0, kept = 0; i < rank; i++) {
        const bool gone = mask >> i & 1;
        const int out = p->keepdims ? i : kept;
        if (!gone && (up ? out : i) == axis) return up ? i : out;
        kept += !gone;
    }
    return -1;
}

static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)arena;
    const sn_reduce_params *p = node->params;
    const sn_affine *m = &c->given[0];
    const int rank = sn_in(node, 0)->shape.rank;
    unsigned mask = 0;
    sn_answer a = keeps_map(p, m);
    if (a.is != SN_YES) return a;
    c->made[0] = *m;
    if (m->axis == SN_AXIS_NONE) return a;
    if (rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    (void)sn_reduce_axes(p, rank, &mask);
    c->made[0].axis = other_axis(p, rank, mask, c->up, m->axis);
    return c->made[0].axis >= 0 ? a : SN_ANSWER_NO("it reduces the axis of the factors");
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = sn_shape_elements(&in->in_shape[0]);
}

const sn_op sn_op_reduce = {
    .name = "reduce",
    .synopsis = "y = op(x over axes)",
    .slots = slots,
    .types = "any->any",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_REDUCTION,
    .params_bytes = sizeof(sn_reduce_params),
    .params = sn_reduce_table,
    .validate = validate,
    .same = same,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_reduce,
    .identity = identity,
    .propagate = propagate,
    .cost = cost,
};
