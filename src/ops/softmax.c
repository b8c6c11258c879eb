/* SPDX-License-Identifier: Apache-2.0
 *
 * softmax: exp(x - max) over the sum of these, along one axis. */
#include "ops/softmax.h"

#include "ops/affine_maps.h"

#include "base/num.h"
#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/grad/grad.h"
#include "ops/rule.h"

#include <float.h>

static const sn_param params[] = {
    SN_P_INT(sn_along_params, axis, 0, 0, SN_MAX_RANK - 1, "axis whose elements sum to one"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static sn_status infer(sn_infer *in)
{
    const sn_along_params *p = in->params;
    sn_shape_rule_give(in, 0, in->in_shape[0]);
    return sn_shape_rule_has_axis(in, p->axis);
}

typedef struct softmax_work {
    sn_elems x, y;
    sn_span span;
} softmax_work;

static void one_line(void *user, int64_t i)
{
    const softmax_work *w = user;
    int64_t inner = w->span.inner, n = w->span.n;
    int64_t start = i / inner * n * inner + i % inner;
    const sn_elems x = sn_elems_from(w->x, start), y = sn_elems_from(w->y, start);
    /* Starts at the lowest finite number, so that a line of -inf alone gives NaN, and NaN never
     * wins. */
    double max = -DBL_MAX, sum = 0;
    for (int64_t k = 0; k < n; k++) {
        const double v = sn_elems_at(x, k * inner);
        max = v > max ? v : max;
    }
    for (int64_t k = 0; k < n; k++) sum += exp(sn_elems_at(x, k * inner) - max);
    for (int64_t k = 0; k < n; k++)
        sn_elems_put(y, k * inner, exp(sn_elems_at(x, k * inner) - max) / sum);
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_along_params *p = e->params;
    softmax_work w = {sn_eval_elems(e, 0), sn_eval_out_elems(e, 0),
                      sn_span_of(&e->in_shape[0], p->axis)};
    sn_parallel_for(e->ctx, w.span.outer * w.span.inner, one_line, &w);
    return SN_OK;
}

/* A shift that is the same for a whole line does nothing. */
static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)arena;
    const sn_along_params *p = node->params;
    const sn_affine *m = &c->given[0];
    if (c->up || m->scale) return SN_ANSWER_NO("factors do not move across it");
    if (m->axis == SN_AXIS_NONE) return SN_ANSWER_YES;
    return m->axis != p->axis ? SN_ANSWER_YES : SN_ANSWER_NO("the summands run along its axis");
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 5.0 * sn_shape_elements(&in->out_shape[0]);
}

const sn_op sn_op_softmax = {
    .name = "softmax",
    .synopsis = "y = exp(x) / sum_axis exp(x)",
    .slots = slots,
    .types = "float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_along_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_softmax,
    .propagate = propagate,
    .cost = cost,
};
