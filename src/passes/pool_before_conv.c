/* SPDX-License-Identifier: Apache-2.0
 *
 *   average(conv(x, W, b))  -->  conv(average(x), W, b)       1x1 taps, stride 1, no pads
 *
 * A convolution of 1x1 taps maps each position for itself and is linear, an average is a sum with
 * factors that add up to 1: so the average may come first, and the convolution has fewer positions
 * to work on (a transition of DenseNet: a quarter). Behind a global pooling, which leaves a vector,
 * the convolution is an inner product.
 *
 * The factors add up to 1 in a global or adaptive pooling, a mean over all spatial axes that keeps
 * them, and a pooling that counts the elements of x alone: one with no pads, or without
 * count_include_pad.
 *
 * Only where it costs less: a pooling that moves by more than 1 and does not pad more than its
 * window, or an adaptive one to no more positions than there are, and where pooling the channels of
 * x in place of those of the result (there may be more) costs less than what the convolution saves.
 * Needs besides: constant weights, one group, no activation in the slot, nobody else reads the
 * convolution. */
#include "ops/linear.h"
#include "ops/ops.h"
#include "ops/reduce.h"
#include "ops/window.h"
#include "passes/conv_form.h"
#include "passes/pads.h"

typedef struct pooled {
    sn_node *pool;
    sn_conv_form conv;
    bool to_vector; /* a global pooling */
} pooled;

static const char *not_of(const sn_conv_form *f, int axis, int nd)
{
    if (f->p->axis != axis || f->g.nd != nd) return "it works on other axes";
    if (!sn_conv_pointwise(&f->g) || sn_conv_pads(&f->g))
        return "its kernel has more taps than one, or pads";
    if (f->group != 1) return "its channels are grouped";
    for (int i = 0; i < nd; i++) {
        if (f->g.stride[i] != 1) return "it leaves out positions";
    }
    return NULL;
}

static const char *window_refused(const sn_pool_params *p, const sn_conv_form *f)
{
    double step = 1, window = 1;
    bool wide = false;
    for (int i = 0; i < p->nd; i++) {
        int64_t begin = sn_list_at(&p->pad_begin, i, 0), end = sn_list_at(&p->pad_end, i, 0);
        wide = wide || begin + end >= p->kernel.v[i];
        step *= sn_list_at(&p->stride, i, 1);
        window *= p->kernel.v[i];
    }
    if (sn_pool_counts_pads(p)) return "the pool counts its padding";
    double saved = (double)f->oc * (double)f->ic * (step - 1),
           more = (double)(f->ic - f->oc) * window;
    return wide || step == 1 || saved <= more ? "the conv would not have less to do" : NULL;
}

static const char *adaptive_refused(sn_dims *dims, const sn_adaptive_pool_params *p,
                                    const sn_shape *x)
{
    bool fewer = false;
    for (int i = 0; i < p->nd; i++) {
        if (p->out.v[i] == SN_POOL_KEEP) continue;
        fewer = true;
        if (sn_dim_lower(dims, x->d[x->rank - p->nd + i]) < p->out.v[i])
            return "the pool may give more positions than there are";
    }
    return fewer ? NULL : "the conv would not have less to do";
}

/* A mean over the spatial axes that keeps them. */
static bool is_mean(const sn_node *n, int *axis, int *nd)
{
    const sn_reduce_params *p = n->params;
    const sn_conv_params *c = sn_in(n, 0) && sn_in(n, 0)->def ? sn_in(n, 0)->def->params : NULL;
    int rank = sn_in(n, 0)->shape.rank;
    unsigned mask = 0, wanted = 0;
    if (p->op != SN_REDUCE_MEAN || !p->keepdims || rank < 2 || !c) return false;
    *axis = c->axis;
    *nd = c->nd;
    for (int i = *axis + 1; i < rank; i++) wanted |= 1u << i;
    return sn_reduce_axes(p, rank, &mask) && mask == wanted && rank == *axis + 1 + *nd;
}

/* Whether `pool` is an average over the result of a convolution, and which axes it works on. */
static bool is_average(const sn_node *n, int *axis, int *nd)
{
    const sn_node *f = sn_in(n, 0) ? sn_in(n, 0)->def : NULL;
    if (!f || f->op != &sn_op_conv) return false;
    if (n->op == &sn_op_reduce) return is_mean(n, axis, nd);
    const int rank = sn_in(n, 0)->shape.rank;
    if (n->op == &sn_op_adaptive_average_pool)
        *nd = ((const sn_adaptive_pool_params *)n->params)->nd;
    else if (n->op == &sn_op_average_pool)
        *nd = ((const sn_pool_params *)n->params)->nd;
    else if (n->op == &sn_op_global_average_pool)
        *nd = ((const sn_global_pool_params *)n->params)->nd;
    else
        return false;
    *axis = rank - 1 - *nd;
    return true;
}

static const char *refused(sn_pass_run *run, const pooled *m, int axis, int nd)
{
    const char *why = not_of(&m->conv, axis, nd);
    const sn_shape *x = &sn_in(m->pool, 0)->shape;
    if (why) return why;
    if (m->pool->op == &sn_op_average_pool) return window_refused(m->pool->params, &m->conv);
    if (m->conv.oc < 2) return "the conv has a single channel, and to pool its input costs more";
    return m->pool->op == &sn_op_adaptive_average_pool
               ? adaptive_refused(run->g->dims, m->pool->params, x)
               : NULL;
}

/* The convolution over what was pooled to a vector. */
static sn_node *as_linear(sn_pass_run *run, const pooled *m, sn_value *x)
{
    sn_node *conv = m->conv.node;
    sn_linear_params p = {0};
    sn_shape matrix = SN_SHAPE(m->conv.oc, m->conv.ic);
    const sn_tensor *w = sn_tensor_reshaped(run->env->ctx, m->conv.weight, &matrix);
    sn_value *in[3] = {x, sn_value_const(run->g, w, sn_in(conv, SN_CONV_WEIGHT)->name),
                       sn_in(conv, SN_CONV_BIAS)};
    sn_tensor_release(w);
    sn_node *n = sn_node_create(run->g, m->pool, &sn_op_linear, &p, conv->n_in, in, 1);
    n->name = conv->name;
    return n;
}

static sn_status swap(sn_pass_run *run, const pooled *m)
{
    sn_node *conv = m->conv.node;
    sn_rewrite_begin(run);
    sn_node *pool = sn_rewrite_clone(run, m->pool, m->pool), *last;
    sn_node_set_input(pool, 0, sn_in(conv, SN_CONV_X));
    if (m->to_vector) {
        last = as_linear(run, m, pool->out[0]);
    } else {
        last = sn_rewrite_clone(run, conv, m->pool);
        sn_node_set_input(last, SN_CONV_X, pool->out[0]);
    }
    if (!sn_spelling_can(run->env->target, run->env->ctx, last->op, last->params, last->n_in)) {
        sn_node_remove(last);
        sn_node_remove(pool);
        return SN_OK;
    }
    sn_rewrite rw = {.matched = {conv, m->pool},
                     .n_matched = 2,
                     .before = m->pool->out[0],
                     .after = last->out[0],
                     .note = "the pool comes first"};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status visit(sn_pass_run *run, sn_node *n)
{
    int axis = 0, nd = 0;
    if (!is_average(n, &axis, &nd)) return SN_OK;
    pooled m = {.pool = n,
                .to_vector = n->op == &sn_op_global_average_pool &&
                             !((const sn_global_pool_params *)n->params)->keepdims};
    sn_node *conv = sn_in(n, 0)->def;
    sn_answer a = sn_linear_form_of(conv, &m.conv);
    const char *why = a.is == SN_YES ? refused(run, &m, axis, nd) : a.why;
    if (why) {
        sn_missed(run, conv, n, "the pool stays behind the conv: %s", why);
        return SN_OK;
    }
    if (!sn_sole_producer(run, sn_in(n, 0), n, false)) return SN_OK;
    return swap(run, &m);
}

static bool visits(const sn_op *op)
{
    return op == &sn_op_reduce || op == &sn_op_average_pool || op == &sn_op_global_average_pool ||
           op == &sn_op_adaptive_average_pool;
}

static sn_status run(sn_pass_run *run)
{
    SN_EACH_NODE(n, run->g) { SN_TRY(visit(run, n)); }
    return SN_OK;
}

const sn_pass sn_pass_pool_before_conv = {
    .name = "pool_before_conv",
    .arrow = "average(conv(x, W)) -> conv(average(x), W)",
    .needs = "1x1 taps, stride 1, no pads, one group, no activation, the average counts no "
             "padding, fewer positions, sole reader",
    .visits = visits,
    .run = run,
};
