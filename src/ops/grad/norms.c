/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of normalizations. Of y = gamma * (x - mean) / d + beta, d the standard deviation, with
 * z = (x - mean) / d and gz = gamma * dy, by x it is (gz - mean(gz) - z * mean(gz * z)) / d, the
 * means being over what is normalised together. */
#include "ops/grad/grad.h"

#include "ops/affine.h"
#include "ops/moments.h"
#include "ops/norm.h"
#include "ops/rule.h"

/* ---- batch_normalization --------------------------------------------------------------------- */

/* scale * (x - mean) + bias, by channels; mean and bias may be NULL. */
static sn_value *mapped(sn_grad *g, int axis, sn_value *x, sn_value *scale, sn_value *bias,
                        sn_value *mean)
{
    const sn_batch_normalization_params p = {.axis = axis, .epsilon = 1};
    sn_value *in[] = {x, scale, bias, mean};
    return scale ? sn_grad_node(g, &sn_op_batch_normalization, &p, 4, in) : NULL;
}

static bool wants(const sn_grad *g, unsigned slot)
{
    return slot < g->node->n_in && g->wanted[slot];
}

/* The statistics are inputs like any other: where they are those of x, moments adds its part. */
sn_answer sn_grad_batch_normalization(sn_grad *g)
{
    const sn_node *n = g->node;
    const sn_batch_normalization_params *p = n->params;
    sn_value *x = sn_in(n, SN_BATCH_NORM_X), *scale = sn_in(n, SN_BATCH_NORM_SCALE),
             *mean = sn_in(n, SN_BATCH_NORM_MEAN), *var = sn_in(n, SN_BATCH_NORM_VAR),
             *dy = g->of_out[0];
    if (x->shape.rank == p->axis) return SN_ANSWER_NO("it has one channel and no axis of channels");
    if (p->zero_divisor != 0) return SN_ANSWER_NO("it divides by another number than its variance");
    const sn_type type = x->type;
    sn_value *divisor = sn_grad_number(g, type, 1);
    if (var || p->epsilon != 1) {
        sn_value *eps = sn_grad_number(g, type, (double)p->epsilon);
        divisor = sn_grad_of_one(g, &sn_op_sqrt, NULL, var ? sn_grad_add(g, var, eps) : eps);
    }
    const bool divides = var || p->epsilon != 1;
    sn_value *a = divides ? sn_grad_div(g, scale, divisor) : scale;
    if (wants(g, SN_BATCH_NORM_X))
        g->of_in[SN_BATCH_NORM_X] = mapped(g, p->axis, dy, a, NULL, NULL);
    if (!wants(g, SN_BATCH_NORM_SCALE) && !wants(g, SN_BATCH_NORM_BIAS) &&
        !wants(g, SN_BATCH_NORM_MEAN) && !wants(g, SN_BATCH_NORM_VAR))
        return SN_ANSWER_YES;
    const sn_moments_params q = {p->axis};
    sn_value *in[] = {dy, x, mean};
    const sn_node *sums = sn_grad_node_many(g, &sn_op_channel_sums, &q, mean ? 3 : 2, in, 2);
    if (!sums) return SN_ANSWER_YES;
    sn_value *s1 = sn_out(sums, SN_CHANNEL_SUMS_OF_DY),
             *s2 = sn_out(sums, SN_CHANNEL_SUMS_OF_PRODUCTS);
    sn_value *normed = divides ? sn_grad_div(g, s2, divisor) : s2;
    if (wants(g, SN_BATCH_NORM_SCALE)) g->of_in[SN_BATCH_NORM_SCALE] = normed;
    if (wants(g, SN_BATCH_NORM_BIAS)) g->of_in[SN_BATCH_NORM_BIAS] = s1;
    if (wants(g, SN_BATCH_NORM_MEAN))
        g->of_in[SN_BATCH_NORM_MEAN] = sn_grad_of_one(g, &sn_op_neg, NULL, sn_grad_mul(g, a, s1));
    if (wants(g, SN_BATCH_NORM_VAR)) {
        sn_value *twice = sn_grad_mul(g, divisor, divisor);
        g->of_in[SN_BATCH_NORM_VAR] =
            sn_grad_scaled(g, sn_grad_div(g, sn_grad_mul(g, a, s2), twice), -0.5);
    }
    return SN_ANSWER_YES;
}

/* By the mean of m elements each has a part of 1 / m; by the variance, 2 / m of its distance. */
sn_answer sn_grad_moments(sn_grad *g)
{
    const sn_node *n = g->node;
    const int axis = ((const sn_moments_params *)n->params)->axis;
    sn_value *x = sn_in(n, 0), *by_mean = g->of_out[SN_MOMENTS_MEAN],
             *by_var = g->of_out[SN_MOMENTS_VARIANCE];
    const double m =
        (double)sn_shape_count(&x->shape) / (double)(x->shape.d[axis] ? x->shape.d[axis] : 1);
    sn_value *scale =
        by_var ? sn_grad_scaled(g, by_var, 2 / m) : sn_grad_full(g, x->type, &by_mean->shape, 0);
    g->of_in[0] = mapped(g, axis, x, scale, by_mean ? sn_grad_scaled(g, by_mean, 1 / m) : NULL,
                         sn_out(n, SN_MOMENTS_MEAN));
    return SN_ANSWER_YES;
}

/* ---- those of single images ------------------------------------------------------------------ */

/* x seen as `groups`, of which the axes of the mask are normalised together; gamma as a value that
 * broadcasts to x (`gamma` is its shape then). */
static sn_answer normalised(sn_grad *g, const sn_shape *groups, unsigned axes, bool centred,
                            float epsilon, const sn_shape *gamma)
{
    const sn_node *n = g->node;
    sn_value *x = sn_in(n, SN_NORM_X), *dy = g->of_out[0], *factor = sn_in(n, SN_NORM_GAMMA);
    if (sn_shape_count(&x->shape) == 0) return SN_ANSWER_YES;
    if (wants(g, SN_NORM_BETA))
        g->of_in[SN_NORM_BETA] =
            sn_grad_reshaped(g, sn_grad_sum_to(g, dy, gamma ? gamma : &sn_in(n, 2)->shape),
                             &sn_in(n, SN_NORM_BETA)->shape);
    if (!wants(g, SN_NORM_X) && !wants(g, SN_NORM_GAMMA)) return SN_ANSWER_YES;
    sn_value *parts = sn_grad_reshaped(g, x, groups);
    if (centred) parts = sn_grad_sub(g, parts, sn_grad_mean(g, parts, axes, true));
    sn_value *var = sn_grad_mean(g, sn_grad_of_one(g, &sn_op_square, NULL, parts), axes, true);
    sn_value *d = sn_grad_of_one(g, &sn_op_sqrt, NULL,
                                 sn_grad_add(g, var, sn_grad_number(g, x->type, (double)epsilon)));
    sn_value *z = sn_grad_div(g, parts, d);
    if (wants(g, SN_NORM_GAMMA))
        g->of_in[SN_NORM_GAMMA] = sn_grad_reshaped(
            g,
            sn_grad_sum_to(g, sn_grad_mul(g, dy, sn_grad_reshaped(g, z, &x->shape)),
                           gamma ? gamma : &factor->shape),
            &factor->shape);
    if (!wants(g, SN_NORM_X)) return SN_ANSWER_YES;
    sn_value *gz = dy;
    if (factor) gz = sn_grad_mul(g, dy, gamma ? sn_grad_reshaped(g, factor, gamma) : factor);
    gz = sn_grad_reshaped(g, gz, groups);
    sn_value *along = sn_grad_mul(g, z, sn_grad_mean(g, sn_grad_mul(g, gz, z), axes, true));
    if (centred) gz = sn_grad_sub(g, gz, sn_grad_mean(g, gz, axes, true));
    g->of_in[SN_NORM_X] =
        sn_grad_reshaped(g, sn_grad_div(g, sn_grad_sub(g, gz, along), d), &x->shape);
    return SN_ANSWER_YES;
}

static sn_answer of_last_axes(sn_grad *g, bool centred)
{
    const sn_layer_normalization_params *p = g->node->params;
    const sn_shape *x = &sn_in(g->node, SN_NORM_X)->shape;
    unsigned axes = 0;
    for (int i = p->axis; i < x->rank; i++) axes |= 1u << i;
    return normalised(g, x, axes, centred, p->epsilon, NULL);
}

sn_answer sn_grad_layer_normalization(sn_grad *g) { return of_last_axes(g, true); }
sn_answer sn_grad_rms_normalization(sn_grad *g) { return of_last_axes(g, false); }

/* `together` channels at a time, with all behind them. */
static sn_answer of_channels(sn_grad *g, int axis, int64_t together, float epsilon)
{
    const sn_shape *x = &sn_in(g->node, SN_NORM_X)->shape;
    const sn_span span = sn_span_of(x, axis);
    if (together == 0 || span.n == 0) return SN_ANSWER_YES;
    const sn_shape groups =
        sn_shape_of(3, (sn_dim[]){span.outer, span.n / together, together * span.inner});
    sn_shape gamma = {.rank = (int8_t)(x->rank - axis)};
    for (int i = 0; i < gamma.rank; i++) gamma.d[i] = i == 0 ? span.n : 1;
    return normalised(g, &groups, 4, true, epsilon, &gamma);
}

sn_answer sn_grad_instance_normalization(sn_grad *g)
{
    const sn_instance_normalization_params *p = g->node->params;
    return of_channels(g, p->axis, 1, p->epsilon);
}

sn_answer sn_grad_group_normalization(sn_grad *g)
{
    const sn_group_normalization_params *p = g->node->params;
    const int64_t channels = sn_in(g->node, SN_NORM_X)->shape.d[p->axis];
    return of_channels(g, p->axis, channels / p->num_groups, p->epsilon);
}
