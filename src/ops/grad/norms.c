/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of normalizations. Of y = gamma * (x - mean) / d + beta, d the standard deviation, with
 * z = (x - mean) / d and gz = gamma * dy, by x it is (gz - mean(gz) - z * mean(gz * z)) / d, the
 * means being over what is normalised together. The others are much the same with another d. */
#include "ops/grad/grad.h"

#include "ops/affine.h"
#include "ops/binary.h"
#include "ops/lp_normalization.h"
#include "ops/lrn.h"
#include "ops/moments.h"
#include "ops/norm.h"
#include "ops/rule.h"

#include <math.h>

/* ---- batch_normalization --------------------------------------------------------------------- */

/* scale * (x - mean) + bias, by channels; mean and bias may be NULL. */
static sn_value *mapped(sn_grad *g, int axis, sn_value *x, sn_value *scale, sn_value *bias,
                        sn_value *mean)
{
    const sn_batch_normalization_params p = {.axis = axis, .epsilon = 1};
    sn_value *in[] = {x, scale, bias, mean};
    return scale ? sn_grad_node(g, &sn_op_batch_normalization, &p, 4, in) : NULL;
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
    if (sn_grad_wants(g, SN_BATCH_NORM_X))
        g->of_in[SN_BATCH_NORM_X] = mapped(g, p->axis, dy, a, NULL, NULL);
    if (!sn_grad_wants(g, SN_BATCH_NORM_SCALE) && !sn_grad_wants(g, SN_BATCH_NORM_BIAS) &&
        !sn_grad_wants(g, SN_BATCH_NORM_MEAN) && !sn_grad_wants(g, SN_BATCH_NORM_VAR))
        return SN_ANSWER_YES;
    const sn_moments_params q = {p->axis};
    sn_value *in[] = {dy, x, mean};
    const sn_node *sums = sn_grad_node_many(g, &sn_op_channel_sums, &q, mean ? 3 : 2, in, 2);
    if (!sums) return SN_ANSWER_YES;
    sn_value *s1 = sn_out(sums, SN_CHANNEL_SUMS_OF_DY),
             *s2 = sn_out(sums, SN_CHANNEL_SUMS_OF_PRODUCTS);
    sn_value *normed = divides ? sn_grad_div(g, s2, divisor) : s2;
    if (sn_grad_wants(g, SN_BATCH_NORM_SCALE)) g->of_in[SN_BATCH_NORM_SCALE] = normed;
    if (sn_grad_wants(g, SN_BATCH_NORM_BIAS)) g->of_in[SN_BATCH_NORM_BIAS] = s1;
    if (sn_grad_wants(g, SN_BATCH_NORM_MEAN))
        g->of_in[SN_BATCH_NORM_MEAN] = sn_grad_of_one(g, &sn_op_neg, NULL, sn_grad_mul(g, a, s1));
    if (sn_grad_wants(g, SN_BATCH_NORM_VAR)) {
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
    if (sn_grad_wants(g, SN_NORM_BETA))
        g->of_in[SN_NORM_BETA] =
            sn_grad_reshaped(g, sn_grad_sum_to(g, dy, gamma ? gamma : &sn_in(n, 2)->shape),
                             &sn_in(n, SN_NORM_BETA)->shape);
    if (!sn_grad_wants(g, SN_NORM_X) && !sn_grad_wants(g, SN_NORM_GAMMA)) return SN_ANSWER_YES;
    sn_value *parts = sn_grad_reshaped(g, x, groups);
    if (centred) parts = sn_grad_sub(g, parts, sn_grad_mean(g, parts, axes, true));
    sn_value *var = sn_grad_mean(g, sn_grad_of_one(g, &sn_op_square, NULL, parts), axes, true);
    sn_value *d = sn_grad_of_one(g, &sn_op_sqrt, NULL,
                                 sn_grad_add(g, var, sn_grad_number(g, x->type, (double)epsilon)));
    sn_value *z = sn_grad_div(g, parts, d);
    if (sn_grad_wants(g, SN_NORM_GAMMA))
        g->of_in[SN_NORM_GAMMA] = sn_grad_reshaped(
            g,
            sn_grad_sum_to(g, sn_grad_mul(g, dy, sn_grad_reshaped(g, z, &x->shape)),
                           gamma ? gamma : &factor->shape),
            &factor->shape);
    if (!sn_grad_wants(g, SN_NORM_X)) return SN_ANSWER_YES;
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

static sn_value *squared(sn_grad *g, sn_value *v)
{
    return sn_grad_of_one(g, &sn_op_square, NULL, v);
}

/* `then` where v is 0, else v. */
static sn_value *instead_of_0(sn_grad *g, sn_value *v, double then)
{
    if (!v) return NULL;
    sn_value *in[] = {sn_grad_of_two(g, &sn_op_equal, NULL, v, sn_grad_number(g, v->type, 0)),
                      sn_grad_number(g, v->type, then), v};
    return sn_grad_node(g, &sn_op_where, NULL, 3, in);
}

/* Of (x - mean) / (deviation + 1e-9); where the deviation is 0, x - mean is, too. */
sn_answer sn_grad_mean_variance_normalization(sn_grad *g)
{
    sn_value *x = sn_in(g->node, 0), *dy = g->of_out[0];
    unsigned axes = 0;
    if (!sn_mean_variance_axes(g->node->params, x->shape.rank, &axes))
        return SN_ANSWER_NO("its input lacks one of its axes");
    sn_value *u = sn_grad_sub(g, x, sn_grad_mean(g, x, axes, true));
    sn_value *deviation =
        sn_grad_of_one(g, &sn_op_sqrt, NULL, sn_grad_mean(g, squared(g, u), axes, true));
    sn_value *d = deviation ? sn_grad_add(g, deviation, sn_grad_number(g, x->type, 1e-9)) : NULL;
    sn_value *z = sn_grad_div(g, u, d);
    sn_value *along = sn_grad_mul(g, sn_grad_div(g, u, instead_of_0(g, deviation, 1)),
                                  sn_grad_mean(g, sn_grad_mul(g, dy, z), axes, true));
    sn_value *centred = sn_grad_sub(g, dy, sn_grad_mean(g, dy, axes, true));
    g->of_in[0] = sn_grad_div(g, sn_grad_sub(g, centred, along), d);
    return SN_ANSWER_YES;
}

/* ---- lp_normalization ------------------------------------------------------------------------ */

/* What x is divided by, of each line, and its derivative by x: a number where it is cut. */
static sn_value *norm_of(sn_grad *g, const sn_lp_normalization_params *p, sn_value *x,
                         unsigned axes, sn_value **slope)
{
    sn_value *epsilon = sn_grad_number(g, x->type, (double)p->epsilon);
    if (p->p == 1) {
        *slope = sn_grad_of_one(g, &sn_op_sign, NULL, x);
        return sn_grad_summed(g, sn_grad_of_one(g, &sn_op_abs, NULL, x), axes, true);
    }
    sn_value *sum = sn_grad_summed(g, squared(g, x), axes, true), *cut = NULL, *norm;
    if (p->epsilon_rule == SN_LP_LEAST_NORM) {
        norm = sn_grad_of_one(g, &sn_op_sqrt, NULL, sum);
        cut = sn_grad_of_two(g, &sn_op_less, NULL, norm, epsilon);
        norm = sn_grad_of_two(g, &sn_op_max, NULL, norm, epsilon);
    } else if (p->epsilon_rule == SN_LP_LEAST_SUM) {
        cut = sn_grad_of_two(g, &sn_op_less, NULL, sum, epsilon);
        norm =
            sn_grad_of_one(g, &sn_op_sqrt, NULL, sn_grad_of_two(g, &sn_op_max, NULL, sum, epsilon));
    } else {
        norm = sn_grad_of_one(g, &sn_op_sqrt, NULL, sn_grad_add(g, sum, epsilon));
    }
    *slope = sn_grad_div(g, x, norm);
    sn_value *in[] = {cut, sn_grad_number(g, x->type, 0), *slope};
    if (cut) *slope = sn_grad_node(g, &sn_op_where, NULL, 3, in);
    return norm;
}

/* With z = x / d, gz = scale * dy and d' the derivative of d by x: (gz - d' * sum(gz * z)) / d. A
 * line whose norm is 0 is 0, whatever it is divided by. */
sn_answer sn_grad_lp_normalization(sn_grad *g)
{
    const sn_lp_normalization_params *p = g->node->params;
    sn_value *x = sn_in(g->node, SN_LP_X), *scale = sn_in(g->node, SN_LP_SCALE), *dy = g->of_out[0],
             *slope = NULL;
    unsigned axes = 0;
    for (int i = 0; i < p->n_axes; i++) axes |= 1u << (p->axis + i);
    const bool may_be_0 = p->epsilon_rule != SN_LP_UNGUARDED && p->epsilon == 0;
    sn_value *d = norm_of(g, p, x, axes, &slope), *by = may_be_0 ? instead_of_0(g, d, INFINITY) : d;
    sn_value *z = sn_grad_div(g, x, by);
    if (sn_grad_wants(g, SN_LP_SCALE))
        g->of_in[SN_LP_SCALE] = sn_grad_sum_to(g, sn_grad_mul(g, dy, z), &scale->shape);
    if (!sn_grad_wants(g, SN_LP_X)) return SN_ANSWER_YES;
    sn_value *gz = scale ? sn_grad_mul(g, dy, scale) : dy;
    sn_value *sum = sn_grad_summed(g, sn_grad_mul(g, gz, z), axes, true);
    if (may_be_0 && slope && by) {
        sn_value *in[] = {sn_grad_of_two(g, &sn_op_equal, NULL, d, sn_grad_number(g, x->type, 0)),
                          sn_grad_number(g, x->type, 0), slope};
        slope = sn_grad_node(g, &sn_op_where, NULL, 3, in);
    }
    g->of_in[SN_LP_X] = sn_grad_div(g, sn_grad_sub(g, gz, sn_grad_mul(g, slope, sum)), by);
    return SN_ANSWER_YES;
}

/* ---- lrn ------------------------------------------------------------------------------------- */

/* With m = bias + alpha * mean of squares of a window: dy m^-beta, less 2 alpha beta / size * x *
 * the sum over all windows that x is in of dy x m^(-beta - 1) of their own. */
sn_answer sn_grad_lrn(sn_grad *g)
{
    const sn_lrn_params *p = g->node->params;
    sn_value *x = sn_in(g->node, 0), *dy = g->of_out[0];
    const int64_t n = x->shape.d[p->axis];
    const double factor = (double)p->alpha / p->size, beta = (double)p->beta;
    double *windows = SN_NEW_N(g->arena, double, n *n), *back = SN_NEW_N(g->arena, double, n *n);
    for (int64_t c = 0; c < n; c++)
        for (int64_t i = 0; i < n; i++) {
            const bool inside = i >= c - sn_lrn_before(p) && i <= c + sn_lrn_behind(p);
            windows[i * n + c] = back[c * n + i] = inside ? factor : 0;
        }
    sn_value *squares = sn_grad_along(g, squared(g, x), p->axis, n, windows);
    if (!squares) return SN_ANSWER_YES;
    sn_value *m = sn_grad_add(g, squares, sn_grad_number(g, x->type, (double)p->bias));
    sn_value *power = sn_grad_of_two(g, &sn_op_pow, NULL, m, sn_grad_number(g, x->type, -beta));
    sn_value *own = sn_grad_mul(g, dy, power);
    sn_value *of_windows =
        sn_grad_along(g, sn_grad_div(g, sn_grad_mul(g, own, x), m), p->axis, n, back);
    g->of_in[0] = sn_grad_sub(g, own, sn_grad_scaled(g, sn_grad_mul(g, x, of_windows), 2 * beta));
    return SN_ANSWER_YES;
}
