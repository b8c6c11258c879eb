/* SPDX-License-Identifier: Apache-2.0
 *
 * cumulative_sum: running totals along one axis. */
#include "base/parallel.h"
#include "ops/rule.h"
#include "ops/softmax.h"

static const sn_param params[] = {
    SN_P_INT(sn_along_params, axis, 0, 0, SN_MAX_RANK - 1, "axis that is summed along"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static sn_status infer(sn_infer *in)
{
    const sn_along_params *p = in->params;
    SN_TRY(sn_shape_rule_has_axis(in, p->axis));
    sn_shape_rule_give(in, 0, in->in_shape[0]);
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
    int64_t inner = w->span.inner;
    int64_t start = i / inner * w->span.n * inner + i % inner;
    double sum = 0;
    for (int64_t k = 0; k < w->span.n; k++) {
        sum += (double)w->x[start + k * inner];
        w->y[start + k * inner] = (float)sum;
    }
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_all_f32(e));
    const sn_along_params *p = e->params;
    work w = {sn_eval_in(e, 0), sn_eval_out(e, 0), sn_span_of(&e->in_shape[0], p->axis)};
    sn_parallel_for(e->ctx, w.span.outer * w.span.inner, one_line, &w);
    return SN_OK;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    const sn_along_params *p = node->params;
    const sn_shape *s = &sn_in(node, 0)->shape;
    if (s->rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (p->axis >= s->rank) return SN_ANSWER_NO("the axis is not one of the input's");
    if (!sn_dim_known(s->d[p->axis]))
        return SN_ANSWER_UNKNOWN("the size along the axis is not known");
    if (s->d[p->axis] != 1) return SN_ANSWER_NO("it sums more than one element");
    *slot = 0;
    return SN_ANSWER_YES;
}

const sn_op sn_op_cumulative_sum = {
    .name = "cumulative_sum",
    .synopsis = "y[k] = x[0] + ... + x[k] along an axis",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_along_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .identity = identity,
};
