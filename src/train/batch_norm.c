/* SPDX-License-Identifier: Apache-2.0
 *
 * Batch normalizations in a step (Ioffe and Szegedy, "Batch Normalization", ICML 2015): they
 * normalize by the moments of the batch, the biased variance among them; the running statistics
 * follow by a part of the batch's, as PyTorch's do with the variance corrected by m / (m - 1), m
 * elements being in a channel. */
#include "ops/affine.h"
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
        sn_node *moments = sn_node_create(g, n, &sn_op_moments, &p, 1, &x, 2);
        SN_TRY(sn_infer_node(moments));
        sn_value *batch_mean = sn_out(moments, SN_MOMENTS_MEAN),
                 *batch_var = sn_out(moments, SN_MOMENTS_VARIANCE);
        sn_node_set_input(n, SN_BATCH_NORM_MEAN, batch_mean);
        sn_node_set_input(n, SN_BATCH_NORM_VAR, batch_var);
        const double corrected = s->options->biased_variance ? 1 : m / (m - 1);
        SN_TRY(as_param(s, mean, batch_mean, 1));
        SN_TRY(as_param(s, var, batch_var, corrected));
    }
    return SN_OK;
}
