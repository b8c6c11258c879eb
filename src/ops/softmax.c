/* SPDX-License-Identifier: Apache-2.0
 *
 * softmax: exp(x - max) over the sum of these, along one axis. */
#include "ops/softmax.h"

#include "ops/maps.h"

#include "base/num.h"
#include "base/parallel.h"
#include "ops/rule.h"

#include <float.h>

static const sn_param params[] = {
    SN_P_LATE(
        sn_along_params, axis, 0, -SN_MAX_RANK, SN_MAX_RANK - 1,
        "axis whose elements sum to one; negative counts from the back; rank 1 ignores it; without "
        "such an axis y is x"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

/* ncnn goes by the axis that x has, and leaves x as it is where there is none. */
static bool has_axis(const sn_shape *x, int32_t axis)
{
    return x->rank <= 1 || axis == SN_LATE || (axis >= -x->rank && axis < x->rank);
}

bool sn_softmax_has_axis(const sn_node *node)
{
    const sn_along_params *p = node->params;
    const sn_shape *x = &sn_in(node, 0)->shape;
    return p->axis == 0 || x->rank == 1 ||
           (x->rank > 0 && p->axis != SN_LATE && has_axis(x, p->axis));
}

static sn_status resolve(const sn_infer *in, void *p)
{
    int32_t *axis = &((sn_along_params *)p)->axis;
    return has_axis(&in->in_shape[0], *axis) ? sn_rule_axis(in, axis) : SN_OK;
}

static sn_status infer(sn_infer *in)
{
    SN_TRY(sn_rule_rank(in, 0, 1, SN_MAX_RANK));
    sn_rule_give(in, 0, in->in_shape[0]);
    return SN_OK;
}

typedef struct work {
    const float *x;
    float *y;
    sn_span span;
} work;

static void one_line(void *user, int64_t i)
{
    const work *w = user;
    int64_t inner = w->span.inner, n = w->span.n;
    int64_t start = i / inner * n * inner + i % inner;
    const float *x = w->x + start;
    float *y = w->y + start;
    /* Starts at the lowest finite number, so that a line of -inf alone gives NaN, and NaN never
     * wins. */
    float max = -FLT_MAX;
    for (int64_t k = 0; k < n; k++) max = x[k * inner] > max ? x[k * inner] : max;
    double sum = 0;
    for (int64_t k = 0; k < n; k++) sum += exp((double)x[k * inner] - (double)max);
    for (int64_t k = 0; k < n; k++) {
        y[k * inner] = (float)(exp((double)x[k * inner] - (double)max) / sum);
    }
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_rule_all_f32(e));
    const sn_along_params *p = e->params;
    if (!has_axis(&e->in_shape[0], p->axis)) return sn_eval_copy(e);
    work w = {sn_rule_in(e, 0), sn_rule_out(e, 0), sn_span_of(&e->in_shape[0], p->axis)};
    sn_parallel_for(e->ctx, w.span.outer * w.span.inner, one_line, &w);
    return SN_OK;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    const sn_along_params *p = node->params;
    const sn_shape *x = &sn_in(node, 0)->shape;
    *slot = 0;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    return has_axis(x, p->axis) ? SN_ANSWER_NO("it has an axis to go along") : SN_ANSWER_YES;
}

/* A shift that is the same for a whole line does nothing. */
static sn_answer carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    (void)arena;
    const sn_along_params *p = node->params;
    const sn_affine *m = &c->given[0];
    if (!sn_softmax_has_axis(node))
        return SN_ANSWER_UNKNOWN("whether its input has the axis is not known");
    if (c->up || m->scale) return SN_ANSWER_NO("factors do not move across it");
    if (m->axis == SN_AXIS_NONE) return SN_ANSWER_YES;
    if (p->axis == SN_LATE || p->axis < 0) return SN_ANSWER_UNKNOWN("its axis is not known");
    return m->axis != p->axis ? SN_ANSWER_YES : SN_ANSWER_NO("the summands run along its axis");
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 5.0 * sn_rule_count(&in->out_shape[0]);
}

const sn_op sn_op_softmax = {
    .name = "softmax",
    .synopsis = "y = exp(x) / sum_axis exp(x)",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_along_params),
    .params = params,
    .resolve = resolve,
    .infer = infer,
    .eval = eval,
    .identity = identity,
    .carry = carry,
    .cost = cost,
};
