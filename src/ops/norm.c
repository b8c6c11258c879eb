/* SPDX-License-Identifier: Apache-2.0
 *
 * Normalisations to mean 0 and variance 1 (rms_normalization: to mean square 1), then gamma and
 * beta, as the ONNX operators of these names: Ulyanov et al. 2016 (instance), Wu and He 2018
 * (group), Ba et al. 2016 (layer), Zhang and Sennrich 2019 (rms).
 *
 * All four are one computation over a run of `run` elements that lie together, with `repeat`
 * elements in a row sharing a gamma: see `work`. Instance and group normalisation have channels,
 * and map over the axes before these; gamma and beta are vectors of them. Layer and rms
 * normalisation go over `axis` and all axes behind it, and map over those before; gamma and beta
 * broadcast to x. */
#include "ops/norm.h"

#include <math.h>

#include "base/num.h"
#include "base/parallel.h"
#include "ops/channel.h"
#include "ops/elems.h"
#include "ops/grad/grad.h"
#include "ops/rule.h"

static const sn_slot slots[] = {
    {"x", 0},
    {"gamma", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT},
    {"beta", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT},
    {NULL, 0},
};
static const sn_slot rms_slots[] = {
    {"x", 0}, {"gamma", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT}, {NULL, 0}};

/* ---- shapes ---------------------------------------------------------------------------------- */

/* gamma and beta, where given, have one element a channel. */
static sn_status infer_channels(sn_infer *in, int axis)
{
    SN_TRY(sn_shape_rule_has_axis(in, axis));
    SN_TRY(sn_channel_size(in, SN_NORM_GAMMA, axis));
    SN_TRY(sn_channel_size(in, SN_NORM_BETA, axis));
    sn_shape_rule_give(in, 0, in->in_shape[SN_NORM_X]);
    return SN_OK;
}

static sn_status infer_instance(sn_infer *in)
{
    const sn_instance_normalization_params *p = in->params;
    return infer_channels(in, p->axis);
}

static sn_status infer_group(sn_infer *in)
{
    const sn_group_normalization_params *p = in->params;
    const sn_shape *x = &in->in_shape[SN_NORM_X];
    SN_TRY(infer_channels(in, p->axis));
    if (x->rank < 0 || !sn_dim_known(x->d[p->axis]) || x->d[p->axis] % p->num_groups == 0)
        return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "%lld channels are not %d groups of one size", (long long)x->d[p->axis],
                        p->num_groups);
}

static sn_status infer_layer(sn_infer *in)
{
    const sn_layer_normalization_params *p = in->params;
    SN_TRY(sn_shape_rule_has_axis(in, p->axis));
    SN_TRY(sn_shape_rule_broadcasts(in, SN_NORM_GAMMA));
    SN_TRY(sn_shape_rule_broadcasts(in, SN_NORM_BETA));
    sn_shape_rule_give(in, 0, in->in_shape[SN_NORM_X]);
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

double sn_norm_mean(const sn_eval *e, int64_t group, int64_t n, double sum, double magnitudes)
{
    const sn_rounding rounding = sn_ctx_rounding(e->ctx);
    const double mean = sum / (double)n;
    if (!(rounding.means > 0)) return mean;
    const sn_type type = e->in[SN_NORM_X]->type == SN_TYPE_f64 ? SN_TYPE_f64 : SN_TYPE_f32;
    sn_rng rng = sn_rng_of(rounding.draw + e->node->id * 263 + (uint64_t)group * 7919);
    const double off = rounding.means * sn_type_epsilon(type) * magnitudes / (double)n;
    return sn_rng_next(&rng) & 1 ? mean + off : mean - off;
}

typedef struct norm_work {
    const sn_eval *e;
    sn_elems x, gamma, beta, y;
    int64_t run;    /* elements normalised together, one run after the other */
    int64_t repeat; /* elements with the same gamma, side by side */
    int64_t period; /* runs after which gamma starts anew */
    bool center;    /* subtract the mean */
    double eps;
} norm_work;

static void one_run(void *user, int64_t i)
{
    const norm_work *w = user;
    const sn_elems x = sn_elems_from(w->x, i * w->run), y = sn_elems_from(w->y, i * w->run);
    int64_t first = i % w->period * (w->run / w->repeat);
    double mean = 0, squares = 0;
    if (w->center) {
        double sum = 0, magnitudes = 0;
        for (int64_t k = 0; k < w->run; k++) {
            sum += sn_elems_at(x, k);
            magnitudes += fabs(sn_elems_at(x, k));
        }
        mean = sn_norm_mean(w->e, i, w->run, sum, magnitudes);
    }
    for (int64_t k = 0; k < w->run; k++) {
        const double v = sn_elems_at(x, k) - mean;
        squares += v * v;
    }
    double scale = 1 / sqrt(squares / (double)w->run + w->eps);
    for (int64_t k = 0; k < w->run; k++) {
        double v = (sn_elems_at(x, k) - mean) * scale;
        if (w->gamma.data) v *= sn_elems_at(w->gamma, first + k / w->repeat);
        if (w->beta.data) v += sn_elems_at(w->beta, first + k / w->repeat);
        sn_elems_put(y, k, v);
    }
}

static norm_work work_of(const sn_eval *e)
{
    return (norm_work){.e = e,
                       .x = sn_eval_elems(e, SN_NORM_X),
                       .gamma = sn_eval_elems(e, SN_NORM_GAMMA),
                       .beta = sn_eval_elems(e, SN_NORM_BETA),
                       .y = sn_eval_out_elems(e, 0),
                       .period = 1,
                       .center = true};
}

/* Blocks of channels around `axis`, so many of which are normalised together. */
static sn_status eval_channels(sn_eval *e, int axis, int64_t together, double eps)
{
    SN_TRY(sn_eval_ready(e));
    const sn_span span = sn_span_of(&e->in_shape[SN_NORM_X], axis);
    norm_work w = work_of(e);
    w.eps = eps;
    w.run = together * span.inner;
    w.repeat = span.inner;
    w.period = span.n / together;
    if (w.run > 0) sn_parallel_for(e->ctx, span.outer * w.period, one_run, &w);
    return SN_OK;
}

static sn_status eval_instance(sn_eval *e)
{
    const sn_instance_normalization_params *p = e->params;
    return eval_channels(e, p->axis, 1, (double)p->epsilon);
}

static sn_status eval_group(sn_eval *e)
{
    const sn_group_normalization_params *p = e->params;
    const int64_t each = e->in_shape[SN_NORM_X].d[p->axis] / p->num_groups;
    return each ? eval_channels(e, p->axis, each, (double)p->epsilon) : SN_OK;
}

/* A factor as large as x from axis `from` on. */
static sn_elems expanded(const sn_eval *e, unsigned slot, int from)
{
    const sn_elems v = sn_eval_elems(e, slot);
    const sn_shape *x = &e->in_shape[SN_NORM_X];
    if (!v.data) return v;
    const sn_shape *s = &e->in_shape[slot];
    const int64_t n = sn_span_count(x, from, x->rank);
    if (sn_shape_count(s) == n && s->rank == x->rank - from) return v;
    const sn_elems all = sn_elems_create(e->arena, v.type, n);
    for (int64_t i = 0; i < n; i++) {
        int64_t at = 0, rest = i, stride = 1;
        for (int k = x->rank - 1, own = s->rank - 1; own >= 0 && k >= from; k--, own--) {
            if (s->d[own] != 1) at += rest % x->d[k] * stride;
            stride *= s->d[own];
            rest /= x->d[k];
        }
        sn_elems_put(all, i, sn_elems_at(v, at));
    }
    return all;
}

/* Whether it goes along axes in front of those that are normalised. */
static bool varies_before(const sn_eval *e, unsigned slot, int axis)
{
    if (slot >= e->n_in || !e->in[slot]) return false;
    const sn_shape *s = &e->in_shape[slot];
    const int more = e->in_shape[SN_NORM_X].rank - s->rank;
    bool varies = false;
    for (int k = 0; k < s->rank; k++) varies = varies || (k + more < axis && s->d[k] != 1);
    return varies;
}

static sn_status eval_last_axes(sn_eval *e, bool center)
{
    SN_TRY(sn_eval_ready(e));
    const sn_layer_normalization_params *p = e->params;
    const sn_shape *x = &e->in_shape[SN_NORM_X];
    const bool all =
        varies_before(e, SN_NORM_GAMMA, p->axis) || varies_before(e, SN_NORM_BETA, p->axis);
    const int from = all ? 0 : p->axis;
    norm_work w = work_of(e);
    w.center = center;
    w.eps = (double)p->epsilon;
    w.run = sn_span_count(x, p->axis, x->rank);
    w.repeat = 1;
    w.period = sn_span_count(x, from, p->axis);
    if (w.run == 0 || w.period == 0) return SN_OK;
    w.gamma = expanded(e, SN_NORM_GAMMA, from);
    w.beta = expanded(e, SN_NORM_BETA, from);
    sn_parallel_for(e->ctx, sn_span_count(x, 0, p->axis), one_run, &w);
    return SN_OK;
}

static sn_status eval_layer(sn_eval *e) { return eval_last_axes(e, true); }
static sn_status eval_rms(sn_eval *e) { return eval_last_axes(e, false); }

/* ---- facts ----------------------------------------------------------------------------------- */

/* A map along `axis` goes into constant gamma and beta. */
static sn_answer fold_out_along(const sn_node *node, int axis, sn_fold_out *out)
{
    const sn_value *gamma = sn_in(node, SN_NORM_GAMMA), *beta = sn_in(node, SN_NORM_BETA);
    if (!gamma) return SN_ANSWER_NO("it has no gamma");
    if (!sn_const_of(gamma)) return SN_ANSWER_NO("gamma is not constant");
    if (beta && !sn_const_of(beta)) return SN_ANSWER_NO("beta is not constant");
    *out = (sn_fold_out){.axis = axis,
                         .n = gamma->shape.d[0],
                         .n_scaled = 1,
                         .scaled = {SN_NORM_GAMMA},
                         .shifted = SN_NORM_BETA};
    return SN_ANSWER_YES;
}

static sn_answer fold_out_instance(const sn_node *node, sn_arena *arena, sn_fold_out *out)
{
    (void)arena;
    const sn_instance_normalization_params *p = node->params;
    return fold_out_along(node, p->axis, out);
}

static sn_answer fold_out_group(const sn_node *node, sn_arena *arena, sn_fold_out *out)
{
    (void)arena;
    const sn_group_normalization_params *p = node->params;
    return fold_out_along(node, p->axis, out);
}

/* Where gamma, and beta, go along one axis. */
static sn_answer fold_out_layer(const sn_node *node, sn_arena *arena, sn_fold_out *out)
{
    (void)arena;
    const sn_shape *x = &sn_in(node, SN_NORM_X)->shape;
    const sn_value *gamma = sn_in(node, SN_NORM_GAMMA), *beta = sn_in(node, SN_NORM_BETA);
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (!gamma) return SN_ANSWER_NO("it has no gamma");
    if (gamma->shape.rank != 1) return SN_ANSWER_NO("gamma runs along more than one axis");
    if (!sn_dim_equal(x->d[x->rank - 1], gamma->shape.d[0]))
        return SN_ANSWER_NO("gamma is one number for all");
    if (beta && !sn_shape_equal(&gamma->shape, &beta->shape))
        return SN_ANSWER_NO("beta has another shape than gamma");
    return fold_out_along(node, x->rank - 1, out);
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 7 * sn_shape_elements(&in->out_shape[0]);
    for (unsigned i = SN_NORM_GAMMA; i < in->n_in; i++) {
        if (in->present[i]) out->weight_bytes += 4 * sn_shape_elements(&in->in_shape[i]);
    }
}

/* ---- operators ------------------------------------------------------------------------------- */

#define EPSILON_HELP "added to the variance"
#define AXIS_HELP    "axis of the channels; those before it are mapped over"

static const sn_param instance_params[] = {
    SN_P_INT(sn_instance_normalization_params, axis, 0, 0, SN_MAX_RANK - 1, AXIS_HELP),
    SN_P_F32(sn_instance_normalization_params, epsilon, 1e-5f, EPSILON_HELP),
    SN_P_END,
};
static const sn_param group_params[] = {
    SN_P_INT(sn_group_normalization_params, axis, 0, 0, SN_MAX_RANK - 1, AXIS_HELP),
    SN_P_INT(sn_group_normalization_params, num_groups, 1, 1, INT32_MAX, "groups of channels"),
    SN_P_F32(sn_group_normalization_params, epsilon, 1e-5f, EPSILON_HELP),
    SN_P_END,
};
static const sn_param layer_params[] = {
    SN_P_INT(sn_layer_normalization_params, axis, 0, 0, SN_MAX_RANK - 1,
             "first of the axes that are normalised together"),
    SN_P_F32(sn_layer_normalization_params, epsilon, 1e-5f, EPSILON_HELP),
    SN_P_END,
};

const sn_op sn_op_instance_normalization = {
    .name = "instance_normalization",
    .traits = SN_TRAIT_SQUARES,
    .synopsis = "y = (x - mean) / sqrt(var + epsilon) * gamma + beta, per channel",
    .slots = slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_instance_normalization_params),
    .params = instance_params,
    .infer = infer_instance,
    .eval = eval_instance,
    .grad = sn_grad_instance_normalization,
    .fold_out = fold_out_instance,
    .cost = cost,
};

const sn_op sn_op_group_normalization = {
    .name = "group_normalization",
    .traits = SN_TRAIT_SQUARES,
    .synopsis = "y = (x - mean) / sqrt(var + epsilon) * gamma + beta, per group of channels",
    .slots = slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_group_normalization_params),
    .params = group_params,
    .infer = infer_group,
    .eval = eval_group,
    .grad = sn_grad_group_normalization,
    .fold_out = fold_out_group,
    .cost = cost,
};

const sn_op sn_op_layer_normalization = {
    .name = "layer_normalization",
    .traits = SN_TRAIT_SQUARES,
    .synopsis = "y = (x - mean) / sqrt(var + epsilon) * gamma + beta, over the last axes",
    .slots = slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_layer_normalization_params),
    .params = layer_params,
    .infer = infer_layer,
    .eval = eval_layer,
    .grad = sn_grad_layer_normalization,
    .fold_out = fold_out_layer,
    .cost = cost,
};

const sn_op sn_op_rms_normalization = {
    .name = "rms_normalization",
    .traits = SN_TRAIT_SQUARES,
    .synopsis = "y = x / sqrt(mean of squares + epsilon) * gamma, over the last axes",
    .slots = rms_slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_layer_normalization_params),
    .params = layer_params,
    .infer = infer_layer,
    .eval = eval_rms,
    .grad = sn_grad_rms_normalization,
    .cost = cost,
};
