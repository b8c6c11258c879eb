/* SPDX-License-Identifier: Apache-2.0
 *
 * Batch normalizations in a step (Ioffe and Szegedy, "Batch Normalization", ICML 2015): they
 * normalize by the moments of the batch, the biased variance among them; the running statistics
 * follow by a part of the batch's, as PyTorch's do with the variance corrected by m / (m - 1), m
 * elements being in a channel.
 *
 * Channels have the same moments wherever they are read: those of a value are taken once, and those
 * of a concat of channels are its parts' (W. Jung et al., "Restructuring Batch Normalization to
 * Accelerate CNN Training", 2019). So their gradients meet, too, before they go into the parts. */
#include "ops/affine.h"
#include "ops/concat.h"
#include "ops/moments.h"
#include "train/make.h"

static sn_status as_param(sn_training_maker *s, sn_value *v, sn_value *of_batch, double factor)
{
    sn_grad *m = &s->make;
    const double part = s->options->statistics_momentum;
    v->kind = SN_PARAM;
    sn_value *next =
        sn_grad_add(m, sn_grad_scaled(m, v, 1 - part), sn_grad_scaled(m, of_batch, part * factor));
    sn_training_update(s, v, next, true);
    return m->status;
}

static bool has_statistics(const sn_node *n)
{
    const sn_value *mean = sn_in(n, SN_BATCH_NORM_MEAN), *var = sn_in(n, SN_BATCH_NORM_VAR);
    return n->op == &sn_op_batch_normalization && mean && var && mean->kind != SN_RESULT &&
           var->kind != SN_RESULT;
}

/* Statistics are counted once, however many read them. */
static bool is_shared(const sn_value *v) { return v->kind == SN_PARAM; }

/* With a factor of each channel in place of scale and variance, worked out once instead of at each
 * element. */
static sn_status use_factor(sn_graph *g, sn_training_maker *s, sn_node *n, sn_value **result)
{
    sn_grad *m = &s->make;
    sn_batch_normalization_params p = *(const sn_batch_normalization_params *)n->params;
    sn_value *scale = sn_in(n, SN_BATCH_NORM_SCALE), *var = sn_in(n, SN_BATCH_NORM_VAR);
    const bool changes = var && (var->kind != SN_CONST || (scale && scale->kind != SN_CONST));
    if (!changes || p.zero_divisor != 0) return SN_OK;
    sn_node *const before = m->before;
    m->before = n;
    sn_value *sum = sn_make_plus(m, var, (double)p.epsilon), *one = sn_grad_number(m, var->type, 1),
             *factor =
                 sn_grad_div(m, scale ? scale : one, sn_grad_of_one(m, &sn_op_sqrt, NULL, sum));
    sn_value *in[] = {sn_in(n, SN_BATCH_NORM_X), factor, sn_in(n, SN_BATCH_NORM_BIAS),
                      sn_in(n, SN_BATCH_NORM_MEAN)};
    p.epsilon = 1; /* of no variance, this divides by nothing */
    sn_node *made = sn_grad_node_many(m, n->op, &p, 4, in, 1);
    m->before = before;
    SN_TRY(m->status);
    if (n->name) sn_node_set_name(g, made, n->name);
    if (*result == sn_out(n, 0)) *result = sn_out(made, 0);
    SN_TRY(sn_value_replace(sn_out(n, 0), sn_out(made, 0), true));
    sn_node_remove(n);
    return SN_OK;
}

sn_status sn_training_use_factors(sn_graph *g, sn_training_maker *s, sn_value **result)
{
    for (sn_node *n = g->first, *next; n; n = next) {
        next = n->next;
        if (n->op == &sn_op_batch_normalization) SN_TRY(use_factor(g, s, n, result));
    }
    return SN_OK;
}

static bool is_concat_of(const sn_value *x, int32_t axis)
{
    bool is = x->def && x->def->op == &sn_op_concat && !x->def->boundary &&
              ((const sn_concat_params *)x->def->params)->axis == axis;
    for (uint16_t i = 0; is && i < x->def->n_in; i++) is = !sn_value_is_const(sn_in(x->def, i));
    return is;
}

/* Those of x that there are. */
static const sn_node *moments_there_are(const sn_value *x, int32_t axis)
{
    SN_EACH_USE(u, x)
    {
        if (u->node->op == &sn_op_moments &&
            ((const sn_moments_params *)u->node->params)->axis == axis)
            return u->node;
    }
    return NULL;
}

static sn_status new_moments(sn_node *before, sn_value *x, int32_t axis, sn_value **out)
{
    const sn_moments_params p = {axis};
    sn_node *made = sn_node_create(before->graph, before, &sn_op_moments, &p, 1, &x, 2);
    for (int i = 0; i < 2; i++) out[i] = sn_out(made, i);
    return sn_infer_node(made);
}

/* Mean and variance of x, which n reads, or a part of it: once for all that read it. */
static sn_status shared_moments(sn_arena *arena, sn_node *n, sn_value *x, int32_t axis,
                                sn_value **out)
{
    const sn_node *there = moments_there_are(x, axis);
    for (int i = 0; i < 2 && there; i++) out[i] = sn_out(there, i);
    if (there) return SN_OK;
    if (!is_concat_of(x, axis)) {
        const bool made = x->def && !sn_op_has(x->def->op, SN_TRAIT_INPUT);
        return new_moments(made ? x->def->next : n, x, axis, out);
    }
    const uint16_t n_parts = x->def->n_in;
    sn_value **parts[2];
    for (int i = 0; i < 2; i++) parts[i] = SN_NEW_N(arena, sn_value *, n_parts);
    for (uint16_t k = 0; k < n_parts; k++) {
        sn_value *of_part[2];
        SN_TRY(shared_moments(arena, n, sn_in(x->def, k), axis, of_part));
        for (int i = 0; i < 2; i++) parts[i][k] = of_part[i];
    }
    const sn_concat_params all = {0};
    for (int i = 0; i < 2; i++) {
        sn_node *made = sn_node_create(n->graph, n, &sn_op_concat, &all, n_parts, parts[i], 1);
        out[i] = sn_out(made, 0);
        SN_TRY(sn_infer_node(made));
    }
    return SN_OK;
}

sn_status sn_training_batch_norms(sn_graph *g, sn_training_maker *s)
{
    SN_EACH_NODE(n, g)
    {
        if (!has_statistics(n)) continue;
        sn_value *x = sn_in(n, SN_BATCH_NORM_X), *mean = sn_in(n, SN_BATCH_NORM_MEAN),
                 *var = sn_in(n, SN_BATCH_NORM_VAR);
        const sn_moments_params p = {((const sn_batch_normalization_params *)n->params)->axis};
        if (p.axis >= x->shape.rank)
            return sn_node_fail(g->ctx, n, SN_E_UNSUPPORTED,
                                "its input has no axis of channels, and no statistics");
        if (is_shared(mean) || is_shared(var))
            return sn_node_fail(g->ctx, n, SN_E_UNSUPPORTED,
                                "its running statistics are another layer's, too");
        const double m = (double)sn_shape_count(&x->shape) / (double)x->shape.d[p.axis];
        if (!(m > 1))
            return sn_node_fail(g->ctx, n, SN_E_SHAPE,
                                "each channel has one element in a batch, at least two expected");
        sn_value *of_batch[2];
        SN_TRY(s->options->shares_moments ? shared_moments(s->make.arena, n, x, p.axis, of_batch)
                                          : new_moments(n, x, p.axis, of_batch));
        sn_value *batch_mean = of_batch[SN_MOMENTS_MEAN],
                 *batch_var = of_batch[SN_MOMENTS_VARIANCE];
        sn_node_set_input(n, SN_BATCH_NORM_MEAN, batch_mean);
        sn_node_set_input(n, SN_BATCH_NORM_VAR, batch_var);
        const double corrected = s->options->biased_variance ? 1 : m / (m - 1);
        SN_TRY(as_param(s, mean, batch_mean, 1));
        SN_TRY(as_param(s, var, batch_var, corrected));
    }
    return SN_OK;
}
