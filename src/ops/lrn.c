/* SPDX-License-Identifier: Apache-2.0
 *
 * lrn: local response normalisation (Krizhevsky et al., 2012; ONNX LRN-13): each element by the
 * squares of those of neighbouring channels. A window of even size reaches one channel further
 * behind than in front. What lies outside of x counts as 0. */
#include "ops/lrn.h"

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/rule.h"
#include "ops/grad/grad.h"

#include <math.h>

static const sn_param params[] = {
    SN_P_INT(sn_lrn_params, axis, 1, 0, SN_MAX_RANK - 1, "channels"),
    SN_P_INT(sn_lrn_params, size, 5, 1, 32767, "channels in a window"),
    SN_P_F32(sn_lrn_params, alpha, 1e-4f, "factor of the mean square"),
    SN_P_F32(sn_lrn_params, beta, 0.75, "exponent"),
    SN_P_F32(sn_lrn_params, bias, 1, "added to the mean square"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static sn_status infer(sn_infer *in)
{
    SN_TRY(sn_shape_rule_has_axis(in, ((const sn_lrn_params *)in->params)->axis));
    sn_shape_rule_give(in, 0, in->in_shape[0]);
    return SN_OK;
}

typedef struct window_work {
    const sn_lrn_params *p;
    sn_elems x, y;
    sn_span span; /* around the channels */
} window_work;

/* All pixels of a channel. */
static void one_channel(void *user, int64_t at)
{
    const window_work *w = user;
    const sn_lrn_params *p = w->p;
    const int64_t c = at % w->span.n, inner = w->span.inner;
    const int64_t before = c < sn_lrn_before(p) ? c : sn_lrn_before(p);
    const int64_t left = w->span.n - 1 - c;
    const int64_t behind = left < sn_lrn_behind(p) ? left : sn_lrn_behind(p);
    for (int64_t i = at * inner; i < (at + 1) * inner; i++) {
        double sum = 0;
        for (int64_t k = -before; k <= behind; k++) {
            const double v = sn_elems_at(w->x, i + k * inner);
            sum += v * v;
        }
        const double mean = (double)p->bias + (double)p->alpha * (sum / p->size);
        sn_elems_put(w->y, i, sn_elems_at(w->x, i) * pow(mean, -(double)p->beta));
    }
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_lrn_params *p = e->params;
    window_work w = {p, sn_eval_elems(e, 0), sn_eval_out_elems(e, 0),
                     sn_span_of(&e->in_shape[0], p->axis)};
    sn_parallel_for(e->ctx, w.span.outer * w.span.n, one_channel, &w);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const double window = ((const sn_lrn_params *)in->params)->size;
    out->flops = (2 * window + 20) * sn_shape_elements(&in->out_shape[0]);
}

const sn_op sn_op_lrn = {
    .name = "lrn",
    .traits = SN_TRAIT_SQUARES,
    .synopsis = "y = x * (bias + alpha * mean of squares of neighbouring channels)^-beta",
    .slots = slots,
    .types = "float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_lrn_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_lrn,
    .cost = cost,
};
