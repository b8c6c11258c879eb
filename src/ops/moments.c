/* SPDX-License-Identifier: Apache-2.0
 *
 * moments: mean and variance (the mean of squares of differences from the mean, not corrected for
 * that it was estimated) of each channel, over all other axes. merge_moments: those of all parts
 * together, which have as many elements each (Chan, Golub and LeVeque, "Algorithms for Computing
 * the Sample Variance", 1983). channel_sums: sums of dy, and of dy times x less the channel's mean.
 * All in double; what reads x in two sweeps. */
#include "ops/moments.h"

#include "base/parallel.h"
#include "ops/channel.h"
#include "ops/elems.h"
#include "ops/grad/grad.h"
#include "ops/norm.h"
#include "ops/rule.h"

static const sn_slot moments_slots[] = {{"x", 0}, {NULL, 0}};
static const sn_slot merge_slots[] = {{"mean", 0}, {"variance", 0}, {NULL, 0}};
static const sn_slot sums_slots[] = {
    {"dy", 0}, {"x", 0}, {"mean", SN_SLOT_OPTIONAL | SN_SLOT_ZERO}, {NULL, 0}};
static const sn_param params[] = {
    SN_P_INT(sn_moments_params, axis, 0, 0, SN_MAX_RANK - 1, "axis of the channels"), SN_P_END};

static sn_status give_vectors(sn_infer *in, int axis)
{
    const sn_shape *x = &in->in_shape[0];
    SN_TRY(sn_shape_rule_has_axis(in, axis));
    for (unsigned i = 0; i < 2; i++) {
        sn_shape v = {.rank = 1};
        v.d[0] = x->rank < 0 ? sn_shape_rule_symbol(in, i, 0) : x->d[axis];
        sn_shape_rule_give(in, i, v);
    }
    return SN_OK;
}

static sn_status moments_infer(sn_infer *in)
{
    return give_vectors(in, ((const sn_moments_params *)in->params)->axis);
}

static sn_status merge_infer(sn_infer *in)
{
    const sn_shape *mean = &in->in_shape[SN_MOMENTS_MEAN],
                   *variance = &in->in_shape[SN_MOMENTS_VARIANCE];
    SN_TRY(sn_shape_rule_rank(in, SN_MOMENTS_MEAN, 2, 2));
    SN_TRY(sn_shape_rule_rank(in, SN_MOMENTS_VARIANCE, 2, 2));
    for (int i = 0; i < 2 && mean->rank == 2 && variance->rank == 2; i++)
        SN_TRY(sn_shape_rule_size(in, "a size of the variance", variance->d[i], mean->d[i]));
    return give_vectors(in, 1);
}

static sn_status sums_infer(sn_infer *in)
{
    const int axis = ((const sn_moments_params *)in->params)->axis;
    const sn_shape *dy = &in->in_shape[SN_CHANNEL_SUMS_DY], *x = &in->in_shape[SN_CHANNEL_SUMS_X];
    if (dy->rank >= 0 && x->rank >= 0) {
        SN_TRY(sn_shape_rule_rank(in, SN_CHANNEL_SUMS_X, dy->rank, dy->rank));
        for (int i = 0; i < x->rank; i++)
            SN_TRY(sn_shape_rule_size(in, "a size of x", x->d[i], dy->d[i]));
    }
    SN_TRY(give_vectors(in, axis));
    return sn_channel_size(in, SN_CHANNEL_SUMS_MEAN, axis);
}

typedef struct channel_run {
    const sn_eval *e;
    sn_span span;
    sn_elems x, dy, mean; /* dy, mean: of channel_sums */
    sn_elems out[2];
} channel_run;

static void moments_of(void *user, int64_t c)
{
    const channel_run *r = user;
    const int64_t n = r->span.outer * r->span.inner;
    double sum = 0, magnitudes = 0, squares = 0;
    for (int64_t o = 0; o < r->span.outer; o++)
        for (int64_t i = 0; i < r->span.inner; i++) {
            const double v = sn_elems_at(r->x, (o * r->span.n + c) * r->span.inner + i);
            sum += v;
            magnitudes += v < 0 ? -v : v;
        }
    const double mean = n ? sn_norm_mean(r->e, c, n, sum, magnitudes) : 0;
    for (int64_t o = 0; o < r->span.outer; o++)
        for (int64_t i = 0; i < r->span.inner; i++) {
            const double v = sn_elems_at(r->x, (o * r->span.n + c) * r->span.inner + i) - mean;
            squares += v * v;
        }
    sn_elems_put(r->out[SN_MOMENTS_MEAN], c, mean);
    sn_elems_put(r->out[SN_MOMENTS_VARIANCE], c, n ? squares / (double)n : 0);
}

static sn_status merge_eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const int64_t parts = e->in_shape[0].d[0], channels = e->in_shape[0].d[1];
    const sn_elems means = sn_eval_elems(e, SN_MOMENTS_MEAN),
                   variances = sn_eval_elems(e, SN_MOMENTS_VARIANCE);
    const sn_elems mean = sn_eval_out_elems(e, SN_MOMENTS_MEAN),
                   variance = sn_eval_out_elems(e, SN_MOMENTS_VARIANCE);
    for (int64_t c = 0; c < channels; c++) {
        double sum = 0, squares = 0;
        for (int64_t i = 0; i < parts; i++) sum += sn_elems_at(means, i * channels + c);
        const double middle = parts ? sum / (double)parts : 0;
        for (int64_t i = 0; i < parts; i++) {
            const double off = sn_elems_at(means, i * channels + c) - middle;
            squares += sn_elems_at(variances, i * channels + c) + off * off;
        }
        sn_elems_put(mean, c, middle);
        sn_elems_put(variance, c, parts ? squares / (double)parts : 0);
    }
    return SN_OK;
}

static void sums_of(void *user, int64_t c)
{
    const channel_run *r = user;
    const double mean = r->mean.data ? sn_elems_at(r->mean, c) : 0;
    double sum = 0, products = 0;
    for (int64_t o = 0; o < r->span.outer; o++)
        for (int64_t i = 0; i < r->span.inner; i++) {
            const int64_t at = (o * r->span.n + c) * r->span.inner + i;
            const double dy = sn_elems_at(r->dy, at);
            sum += dy;
            products += dy * (sn_elems_at(r->x, at) - mean);
        }
    sn_elems_put(r->out[SN_CHANNEL_SUMS_OF_DY], c, sum);
    sn_elems_put(r->out[SN_CHANNEL_SUMS_OF_PRODUCTS], c, products);
}

static channel_run run_of(sn_eval *e)
{
    return (channel_run){
        .e = e,
        .span = sn_span_of(&e->in_shape[0], ((const sn_moments_params *)e->params)->axis),
        .out = {sn_eval_out_elems(e, 0), sn_eval_out_elems(e, 1)}};
}

static sn_status moments_eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    channel_run r = run_of(e);
    r.x = sn_eval_elems(e, 0);
    sn_parallel_for(e->ctx, r.span.n, moments_of, &r);
    return SN_OK;
}

static sn_status sums_eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    channel_run r = run_of(e);
    r.dy = sn_eval_elems(e, SN_CHANNEL_SUMS_DY);
    r.x = sn_eval_elems(e, SN_CHANNEL_SUMS_X);
    r.mean = sn_eval_elems(e, SN_CHANNEL_SUMS_MEAN);
    sn_parallel_for(e->ctx, r.span.n, sums_of, &r);
    return SN_OK;
}

static const char *const moments_names[] = {"mean", "variance"};
static const char *const sums_names[] = {"sum", "products"};

const sn_op sn_op_moments = {
    .name = "moments",
    .synopsis = "mean and variance of each channel of x",
    .slots = moments_slots,
    .types = "float->float,float",
    .wide = true,
    .n_out = 2,
    .out_names = moments_names,
    .kind = SN_FUSE_REDUCTION,
    .traits = SN_TRAIT_SQUARES,
    .params_bytes = sizeof(sn_moments_params),
    .params = params,
    .infer = moments_infer,
    .eval = moments_eval,
    .grad = sn_grad_moments,
};

const sn_op sn_op_merge_moments = {
    .name = "merge_moments",
    .synopsis = "mean and variance of each channel, of those of equal parts",
    .slots = merge_slots,
    .types = "float,float->float,float",
    .wide = true,
    .n_out = 2,
    .out_names = moments_names,
    .kind = SN_FUSE_REDUCTION,
    .traits = SN_TRAIT_SQUARES,
    .infer = merge_infer,
    .eval = merge_eval,
};

const sn_op sn_op_channel_sums = {
    .name = "channel_sums",
    .synopsis = "of each channel, the sums of dy and of dy * (x - mean)",
    .slots = sums_slots,
    .types = "float,float,float->float,float",
    .wide = true,
    .n_out = 2,
    .out_names = sums_names,
    .kind = SN_FUSE_REDUCTION,
    .traits = SN_TRAIT_SQUARES,
    .params_bytes = sizeof(sn_moments_params),
    .params = params,
    .infer = sums_infer,
    .eval = sums_eval,
};
