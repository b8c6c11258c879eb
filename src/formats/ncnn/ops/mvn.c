/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.mvn: subtracts the mean and, if asked to, divides by the deviation, per channel or over all
 * of them. Its result has rank 3 at least: [h, w] becomes [1, h, w], [w] becomes [1, 1, w]. */
#include "formats/ncnn/ops/ops.h"

#include "base/num.h"
#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/norm.h"
#include "ops/rule.h"

typedef struct mvn_params {
    int32_t normalize_variance, across_channels;
    float eps;
} mvn_params;

static const sn_param params[] = {
    SN_P_BOOL(mvn_params, normalize_variance, 0, "also divide by the standard deviation"),
    SN_P_BOOL(mvn_params, across_channels, 0, "one mean for all channels"),
    SN_P_F32(mvn_params, eps, 0.0001f, "added to the standard deviation"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static sn_status infer(sn_infer *in)
{
    SN_TRY(sn_shape_rule_rank(in, 0, 1, 4));
    sn_shape shape = in->in_shape[0];
    if (shape.rank > 0 && shape.rank < 3) (void)sn_shape_at_least(&in->in_shape[0], 3, &shape);
    sn_shape_rule_give(in, 0, shape);
    return SN_OK;
}

typedef struct mvn_work {
    const sn_eval *e;
    const mvn_params *p;
    sn_elems x, y;
    int64_t n;
} mvn_work;

static void one_group(void *user, int64_t i)
{
    const mvn_work *w = user;
    const sn_elems x = sn_elems_from(w->x, i * w->n), y = sn_elems_from(w->y, i * w->n);
    double sum = 0, magnitudes = 0, squares = 0, scale = 1;
    for (int64_t k = 0; k < w->n; k++) {
        sum += sn_elems_at(x, k);
        magnitudes += fabs(sn_elems_at(x, k));
    }
    const double mean = sn_norm_mean(w->e, i, w->n, sum, magnitudes);
    for (int64_t k = 0; k < w->n; k++) {
        double v = sn_elems_at(x, k) - mean;
        squares += v * v;
    }
    if (w->p->normalize_variance) scale = 1 / (sqrt(squares / (double)w->n) + (double)w->p->eps);
    for (int64_t k = 0; k < w->n; k++) sn_elems_put(y, k, (sn_elems_at(x, k) - mean) * scale);
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const mvn_params *p = e->params;
    const sn_shape *s = &e->out_shape[0];
    int64_t n_groups = p->across_channels ? 1 : s->d[0];
    int64_t n = sn_span_count(s, p->across_channels ? 0 : 1, s->rank);
    mvn_work w = {e, p, sn_eval_elems(e, 0), sn_eval_out_elems(e, 0), n};
    sn_parallel_for(e->ctx, n_groups, one_group, &w);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 6 * sn_shape_elements(&in->out_shape[0]);
}

const sn_op sn_ncnn_op_mvn = {
    .name = "ncnn.mvn",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x - mean, or (x - mean) / (deviation + eps)",
    .slots = slots,
    .types = "float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(mvn_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .cost = cost,
};
