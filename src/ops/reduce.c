/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce: sums, means, extrema and the like over some axes. The result has rank 1 at least: a
 * reduction of everything gives [1].
 *
 * What ncnn does with odd lists of axes is kept: an axis that the value does not have is ignored
 * up to 3, a list that names none of its axes has no defined result, and rank 1 is always
 * reduced. Maxima start at the lowest finite float and ignore NaN. */
#include "ops/reduce.h"

#include "base/num.h"
#include "base/parallel.h"
#include "ops/maps.h"
#include "ops/rule.h"

#include <float.h>
#include <math.h>

enum { MAT_RANK = 4 }; /* axes that ncnn's list has room for */

static const char *const ops[] = {"sum",  "asum", "sumsq", "mean",   "max",       "min",
                                  "prod", "l1",   "l2",    "logsum", "logsumexp", NULL};
static const sn_param params[] = {
    SN_P_ENUM(sn_reduce_params, op, SN_REDUCE_SUM, ops, "what is computed of the elements"),
    SN_P_BOOL(sn_reduce_params, reduce_all, 1, "over all axes; then `axes` means nothing"),
    SN_P_F32(sn_reduce_params, coeff, 1, "factor of the result"),
    SN_P_INTS(sn_reduce_params, axes, "axes to reduce; negative ones count from the back"),
    SN_P_BOOL(sn_reduce_params, keepdims, 0, "reduced axes stay, with size 1"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

bool sn_reduce_axes(const sn_reduce_params *p, int rank, unsigned *mask)
{
    unsigned all = (1u << rank) - 1, named = 0;
    if (p->reduce_all) {
        *mask = all;
        return true;
    }
    for (int32_t i = 0; i < p->axes.n; i++) {
        int64_t axis = p->axes.v[i];
        if (axis < 0) axis += rank;
        if (axis < 0 || axis >= (rank > MAT_RANK ? rank : MAT_RANK)) return false;
        named |= 1u << axis;
    }
    *mask = rank == 1 ? 1 : named & all;
    return *mask != 0;
}

static const char *validate(const void *params_, sn_arena *arena)
{
    const sn_reduce_params *p = params_;
    for (int32_t i = 0; i < p->axes.n; i++) {
        int32_t axis = p->axes.v[i];
        if (axis >= -SN_MAX_RANK && axis < SN_MAX_RANK) continue;
        return sn_arena_printf(arena, "axes has %d, %d to %d expected", (int)axis, -SN_MAX_RANK,
                               SN_MAX_RANK - 1);
    }
    return NULL;
}

static sn_status infer(sn_infer *in)
{
    const sn_reduce_params *p = in->params;
    sn_shape x = in->in_shape[0], y = sn_shape_unknown();
    unsigned mask = 0;
    SN_TRY(sn_rule_rank(in, 0, 1, SN_MAX_RANK));
    if (x.rank < 0) {
        /* Without keepdims a reduction of everything is [1] at any rank. */
        if (p->reduce_all && !p->keepdims) y = SN_SHAPE(1);
        sn_rule_give(in, 0, y);
        return SN_OK;
    }
    if (!sn_reduce_axes(p, x.rank, &mask)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "the axes do not name one of a value of rank %d", x.rank);
    }
    y.rank = 0;
    for (int i = 0; i < x.rank; i++) {
        bool reduced = (mask >> i & 1) != 0;
        if (!reduced || p->keepdims) y.d[y.rank++] = reduced ? 1 : x.d[i];
    }
    if (y.rank == 0) y = SN_SHAPE(1);
    sn_rule_give(in, 0, y);
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

static double start_value(int32_t op)
{
    if (op == SN_REDUCE_MAX) return -(double)FLT_MAX;
    if (op == SN_REDUCE_MIN) return (double)FLT_MAX;
    return op == SN_REDUCE_PROD ? 1 : 0;
}

static double add_element(int32_t op, double sum, float x)
{
    double v = (double)x;
    switch (op) {
    case SN_REDUCE_ASUM:
    case SN_REDUCE_L1:
        return sum + fabs(v);
    case SN_REDUCE_SUMSQ:
    case SN_REDUCE_L2:
        return sum + v * v;
    case SN_REDUCE_MAX:
        return sum < v ? v : sum;
    case SN_REDUCE_MIN:
        return v < sum ? v : sum;
    case SN_REDUCE_PROD:
        return sum * v;
    case SN_REDUCE_LOGSUMEXP:
        return sum + exp(v);
    default:
        return sum + v;
    }
}

/* A sum that does not fit float is infinite before the logarithm or root is taken, as in ncnn;
 * the square root of less than the smallest normal float is zero there. */
static float finish(const sn_reduce_params *p, double sum, int64_t n)
{
    double v = (double)(float)sum;
    if (p->op == SN_REDUCE_LOGSUM || p->op == SN_REDUCE_LOGSUMEXP) v = log(v);
    if (p->op == SN_REDUCE_L2) v = v < (double)FLT_MIN ? 0 : sqrt(v);
    if (p->op == SN_REDUCE_MEAN) v /= (double)n;
    return (float)(v * (double)p->coeff);
}

typedef struct work {
    const sn_reduce_params *p;
    const float *x;
    float *y;
    int n_kept, n_gone;
    int64_t kept[SN_MAX_RANK], kept_stride[SN_MAX_RANK];
    int64_t gone[SN_MAX_RANK], gone_stride[SN_MAX_RANK];
    int64_t n_out, n_each; /* results, elements of each */
} work;

static int64_t offset_of(int64_t i, int n, const int64_t *size, const int64_t *stride)
{
    int64_t offset = 0;
    for (int k = n - 1; k >= 0; k--) {
        offset += i % size[k] * stride[k];
        i /= size[k];
    }
    return offset;
}

static void one_result(void *user, int64_t i)
{
    const work *w = user;
    const float *x = w->x + offset_of(i, w->n_kept, w->kept, w->kept_stride);
    double sum = start_value(w->p->op);
    for (int64_t k = 0; k < w->n_each; k++) {
        sum = add_element(w->p->op, sum, x[offset_of(k, w->n_gone, w->gone, w->gone_stride)]);
    }
    w->y[i] = finish(w->p, sum, w->n_each);
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_rule_all_f32(e));
    const sn_shape *s = &e->in_shape[0];
    unsigned mask = 0;
    work w = {
        .p = e->params, .x = sn_rule_in(e, 0), .y = sn_rule_out(e, 0), .n_out = 1, .n_each = 1};
    (void)sn_reduce_axes(w.p, s->rank, &mask);
    for (int i = 0; i < s->rank; i++) {
        int64_t stride = sn_span_count(s, i + 1, s->rank);
        if (mask >> i & 1) {
            w.gone[w.n_gone] = s->d[i];
            w.gone_stride[w.n_gone++] = stride;
            w.n_each *= s->d[i];
        } else {
            w.kept[w.n_kept] = s->d[i];
            w.kept_stride[w.n_kept++] = stride;
            w.n_out *= s->d[i];
        }
    }
    sn_parallel_for(e->ctx, w.n_out, one_result, &w);
    return SN_OK;
}

/* ---- facts ----------------------------------------------------------------------------------- */

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    const sn_reduce_params *p = node->params;
    const sn_shape *x = &sn_in(node, 0)->shape, *y = &sn_out(node, 0)->shape;
    unsigned mask = 0;
    if (p->op != SN_REDUCE_SUM && p->op != SN_REDUCE_MEAN && p->op != SN_REDUCE_PROD) {
        return SN_ANSWER_NO("it changes even a single element");
    }
    if (p->coeff != 1) return SN_ANSWER_NO("it multiplies by a coefficient");
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (!sn_reduce_axes(p, x->rank, &mask)) return SN_ANSWER_NO("the axes do not fit the input");
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
        break;
    case SN_REDUCE_SUM:
        return sn_map_no_shift(m);
    case SN_REDUCE_ASUM:
    case SN_REDUCE_L1:
    case SN_REDUCE_L2: {
        sn_answer a = sn_map_no_shift(m);
        return a.is == SN_YES ? sn_map_not_negative(m) : a;
    }
    case SN_REDUCE_MAX:
    case SN_REDUCE_MIN: {
        sn_answer a = sn_map_not_negative(m);
        if (a.is != SN_YES) return a;
        break;
    }
    default:
        return SN_ANSWER_NO("maps do not move across this reduction");
    }
    return p->coeff == 1 ? SN_ANSWER_YES : sn_map_no_shift(m);
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

/* One factor for all of the result is a coefficient. */
static sn_answer carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    const sn_reduce_params *p = node->params;
    const sn_affine *m = &c->given[0];
    const int rank = sn_in(node, 0)->shape.rank;
    unsigned mask = 0;
    if (c->up && m->axis == SN_AXIS_NONE && !m->shift) {
        sn_reduce_params *q = sn_arena_copy(arena, p, sizeof *p);
        q->coeff = (float)((double)p->coeff * sn_map_scale(m, 0));
        c->params = q;
        return isfinite(q->coeff) ? SN_ANSWER_YES
                                  : SN_ANSWER_NO("its coefficient would overflow f32");
    }
    sn_answer a = keeps_map(p, m);
    if (a.is != SN_YES) return a;
    c->made[0] = *m;
    if (m->axis == SN_AXIS_NONE) return a;
    if (rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (!sn_reduce_axes(p, rank, &mask)) return SN_ANSWER_NO("the axes do not fit the input");
    c->made[0].axis = other_axis(p, rank, mask, c->up, m->axis);
    return c->made[0].axis >= 0 ? a : SN_ANSWER_NO("it reduces the axis of the factors");
}

static void cost(const sn_infer *in, sn_cost *out) { out->flops = sn_rule_count(&in->in_shape[0]); }

const sn_op sn_op_reduce = {
    .name = "reduce",
    .synopsis = "y = coeff * op(x over axes)",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_REDUCTION,
    .params_bytes = sizeof(sn_reduce_params),
    .params = params,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .identity = identity,
    .carry = carry,
    .cost = cost,
};
