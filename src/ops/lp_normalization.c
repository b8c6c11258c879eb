/* SPDX-License-Identifier: Apache-2.0
 *
 * lp_normalization: lines along an axis over their L1 or L2 norm, as ONNX LpNormalization-22. A
 * line whose norm is 0 becomes 0. */
#include <math.h>

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/rule.h"

typedef struct lp_normalization_params {
    int32_t axis, p;
} lp_normalization_params;

static const sn_param params[] = {
    SN_P_INT(lp_normalization_params, axis, 0, 0, SN_MAX_RANK - 1, "axis that lines go along"),
    SN_P_INT(lp_normalization_params, p, 2, 1, 2, "1: sum of magnitudes; 2: root of squares"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static sn_status infer(sn_infer *in)
{
    const lp_normalization_params *p = in->params;
    sn_shape_rule_give(in, 0, in->in_shape[0]);
    return sn_shape_rule_has_axis(in, p->axis);
}

typedef struct lp_work {
    sn_elems x, y;
    sn_span span;
    bool squares;
} lp_work;

static void one_line(void *user, int64_t i)
{
    const lp_work *w = user;
    const int64_t inner = w->span.inner, first = i / inner * w->span.n * inner + i % inner;
    const sn_elems x = sn_elems_from(w->x, first), y = sn_elems_from(w->y, first);
    double norm = 0;
    for (int64_t k = 0; k < w->span.n; k++) {
        const double v = sn_elems_at(x, k * inner);
        norm += w->squares ? v * v : fabs(v);
    }
    if (w->squares) norm = sqrt(norm);
    for (int64_t k = 0; k < w->span.n; k++)
        sn_elems_put(y, k * inner, norm == 0 ? 0 : sn_elems_at(x, k * inner) / norm);
}

static sn_status eval(sn_eval *e)
{
    const lp_normalization_params *p = e->params;
    SN_TRY(sn_eval_ready(e));
    lp_work w = {sn_eval_elems(e, 0), sn_eval_out_elems(e, 0), sn_span_of(&e->in_shape[0], p->axis),
                 p->p == 2};
    sn_parallel_for(e->ctx, w.span.outer * w.span.inner, one_line, &w);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 3 * sn_shape_elements(&in->out_shape[0]);
}

const sn_op sn_op_lp_normalization = {
    .name = "lp_normalization",
    .synopsis = "y = x / norm of its line along an axis",
    .slots = slots,
    .types = "float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(lp_normalization_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .cost = cost,
};
