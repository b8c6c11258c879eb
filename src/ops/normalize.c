/* SPDX-License-Identifier: Apache-2.0
 *
 * normalize: divides by the L2 norm over space, over channels, or over both, and scales per
 * channel. A mat-rank layer: a value of rank 1 or 2 is one channel. With neither space nor
 * channels ncnn changes nothing. */
#include "ops/normalize.h"

#include "base/num.h"
#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/rule.h"

static const char *const eps_modes[] = {"caffe", "pytorch", "tensorflow", NULL};
static const sn_param params[] = {
    SN_P_BOOL(sn_normalize_params, across_spatial, 0, "the norm is over all positions"),
    SN_P_BOOL(sn_normalize_params, across_channel, 1, "the norm is over all channels"),
    SN_P_BOOL(sn_normalize_params, channel_shared, 0, "one scale for all channels"),
    SN_P_F32(sn_normalize_params, eps, 0.0001f, "keeps the divisor from zero"),
    SN_P_ENUM(sn_normalize_params, eps_mode, SN_NORMALIZE_SUM, eps_modes,
              "sqrt(sum + eps), max(sqrt(sum), eps) or sqrt(max(sum, eps))"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {"scale", SN_SLOT_WEIGHT}, {NULL, 0}};

static sn_status check_scale(const sn_infer *in)
{
    const sn_normalize_params *p = in->params;
    sn_shape x = in->in_shape[SN_NORMALIZE_X], scale = sn_shape_rule_shape(in, SN_NORMALIZE_SCALE);
    if (!p->across_spatial && !p->across_channel) return SN_OK;
    SN_TRY(sn_shape_rule_rank(in, SN_NORMALIZE_SCALE, 1, 1));
    if (x.rank < 0 || scale.rank != 1 || !sn_dim_known(scale.d[0])) return SN_OK;
    sn_dim needed = p->channel_shared || x.rank < 3 ? 1 : x.d[0];
    if (sn_dim_known(needed) && scale.d[0] < needed) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "scale has %lld elements, at least %lld expected",
                            (long long)scale.d[0], (long long)needed);
    }
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    SN_TRY(sn_shape_rule_rank(in, SN_NORMALIZE_X, 1, 4));
    SN_TRY(check_scale(in));
    sn_shape_rule_give(in, 0, in->in_shape[SN_NORMALIZE_X]);
    return SN_OK;
}

typedef struct normalize_work {
    const sn_normalize_params *p;
    sn_elems x, scale, y;
    int64_t c, size;
} normalize_work;

/* Not fmax: NaN has to stay NaN. */
static double at_least(double v, double lowest) { return v < lowest ? lowest : v; }

static double inverse_norm(const sn_normalize_params *p, double sum)
{
    double eps = (double)p->eps;
    switch (p->eps_mode) {
    case SN_NORMALIZE_SUM:
        return 1 / sqrt(sum + eps);
    case SN_NORMALIZE_MAX:
        return 1 / at_least(sqrt(sum), eps);
    default:
        return 1 / sqrt(at_least(sum, eps));
    }
}

static double square_sum(sn_elems x, int64_t n, int64_t stride)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) {
        const double v = sn_elems_at(x, i * stride);
        sum += v * v;
    }
    return sum;
}

static void scale_line(const normalize_work *w, int64_t q, int64_t start, int64_t n, double factor)
{
    factor *= sn_elems_at(w->scale, w->p->channel_shared ? 0 : q);
    for (int64_t i = 0; i < n; i++)
        sn_elems_put(w->y, start + i, sn_elems_at(w->x, start + i) * factor);
}

static void one_channel(void *user, int64_t q)
{
    const normalize_work *w = user;
    double sum = square_sum(sn_elems_from(w->x, q * w->size), w->size, 1);
    scale_line(w, q, q * w->size, w->size, inverse_norm(w->p, sum));
}

static void one_position(void *user, int64_t i)
{
    const normalize_work *w = user;
    double factor = inverse_norm(w->p, square_sum(sn_elems_from(w->x, i), w->c, w->size));
    for (int64_t q = 0; q < w->c; q++) scale_line(w, q, q * w->size + i, 1, factor);
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_normalize_params *p = e->params;
    const sn_shape *s = &e->in_shape[SN_NORMALIZE_X];
    int64_t c = s->rank > 2 ? s->d[0] : 1, size = sn_span_count(s, s->rank > 2 ? 1 : 0, s->rank);
    normalize_work w = {p,
                        sn_eval_elems(e, SN_NORMALIZE_X),
                        sn_eval_elems(e, SN_NORMALIZE_SCALE),
                        sn_eval_out_elems(e, 0),
                        c,
                        size};
    if (!p->across_spatial && !p->across_channel) return sn_eval_copy(e);
    if (p->across_spatial && p->across_channel) {
        double factor = inverse_norm(p, square_sum(w.x, c * size, 1));
        for (int64_t q = 0; q < c; q++) scale_line(&w, q, q * size, size, factor);
    } else if (p->across_spatial) {
        sn_parallel_for(e->ctx, c, one_channel, &w);
    } else {
        sn_parallel_for(e->ctx, size, one_position, &w);
    }
    return SN_OK;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    const sn_normalize_params *p = node->params;
    if (p->across_spatial || p->across_channel) return SN_ANSWER_NO("it divides by a norm");
    *slot = SN_NORMALIZE_X;
    return SN_ANSWER_YES;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 4 * sn_shape_elements(&in->out_shape[0]);
    out->weight_bytes = 4 * sn_shape_elements(&in->in_shape[SN_NORMALIZE_SCALE]);
}

const sn_op sn_op_normalize = {
    .name = "normalize",
    .synopsis = "y = x / norm(x) * scale",
    .slots = slots,
    .types = "float,float->float",
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_normalize_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .identity = identity,
    .cost = cost,
};
