/* SPDX-License-Identifier: Apache-2.0
 *
 * statistics_pool: the mean of each channel, then, if asked for, the standard deviations (divided
 * by n). Values of rank 1 and 2 are one channel. */
#include "formats/ncnn/ops/statistics_pooling.h"

#include "formats/ncnn/ops/ops.h"
#include "base/parallel.h"
#include "ops/rule.h"

#include <math.h>

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param params[] = {
    SN_P_BOOL(sn_statistics_pool_params, include_stddev, 0, "standard deviations follow the means"),
    SN_P_END};

static sn_status infer(sn_infer *in)
{
    const sn_statistics_pool_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    SN_TRY(sn_shape_rule_rank(in, 0, 1, 4));
    in->out_shape[0] = SN_SHAPE(sn_shape_rule_symbol(in, 0, 0));
    if (x->rank < 0) return SN_OK;
    for (int i = 0; i < x->rank; i++)
        if (x->d[i] == 0) return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x is empty");
    const sn_dim channels = x->rank > 2 ? x->d[0] : 1;
    in->out_shape[0].d[0] = sn_dim_mul(in->dims, channels, p->include_stddev ? 2 : 1);
    return SN_OK;
}

typedef struct statistics_run {
    const float *x;
    float *mean, *stddev; /* stddev NULL: not wanted */
    int64_t n;
} statistics_run;

static void run_channel(void *user, int64_t c)
{
    const statistics_run *r = user;
    const float *x = r->x + c * r->n;
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < r->n; i++) sum += (double)x[i];
    const double mean = sum / (double)r->n;
    r->mean[c] = (float)mean;
    if (!r->stddev) return;
    for (int64_t i = 0; i < r->n; i++) squares += ((double)x[i] - mean) * ((double)x[i] - mean);
    r->stddev[c] = (float)sqrt(squares / (double)r->n);
}

static sn_status eval(sn_eval *e)
{
    const sn_statistics_pool_params *p = e->params;
    SN_TRY(sn_eval_all_f32(e));
    const sn_shape *x = &e->in_shape[0];
    const int64_t channels = x->rank > 2 ? x->d[0] : 1;
    statistics_run r = {
        .x = sn_eval_in(e, 0), .mean = sn_eval_out(e, 0), .n = sn_shape_count(x) / channels};
    if (p->include_stddev) r.stddev = r.mean + channels;
    sn_parallel_for(e->ctx, channels, run_channel, &r);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_statistics_pool_params *p = in->params;
    const int64_t n = sn_shape_count(&in->in_shape[0]);
    if (n > 0) out->flops = (double)n * (p->include_stddev ? 4 : 1);
}

const sn_op sn_ncnn_op_statistics_pooling = {
    .name = "ncnn.statistics_pooling",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = mean of each channel [, standard deviation of each channel]",
    .slots = slots,
    .types = "float->float",
    .n_out = 1,
    .kind = SN_FUSE_REDUCTION,
    .params_bytes = sizeof(sn_statistics_pool_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .cost = cost,
};
