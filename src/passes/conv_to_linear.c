/* SPDX-License-Identifier: Apache-2.0
 *
 *   conv(x, W, b)  -->  linear(x, W', b)      W' is W as [oc][ic]
 *
 * Needs: x is a vector (rank 1 proved, as after global pooling or an inner product), and W a
 * constant of 1x1 taps: a convolution on a vector *is* an inner product then (conv's vector_ok
 * rule, whatever the stride). With another kernel the vector would be an image; padding makes one
 * of it in some of ncnn's kernels, while the portable code ignores it. */
#include "ops/conv.h"
#include "ops/linear.h"
#include "ops/ops.h"
#include "passes/pass.h"

static bool pads(const sn_ints *list)
{
    for (int i = 0; i < list->n; i++) {
        if (list->v[i] != 0) return true;
    }
    return false;
}

static bool applies(sn_pass_run *run, sn_node *n)
{
    const sn_conv_params *p = n->params;
    if (p->pad_mode == SN_PAD_EXPLICIT && (pads(&p->pad_begin) || pads(&p->pad_end))) return false;
    const sn_shape *x = &sn_in(n, SN_CONV_X)->shape;
    if (!p->vector_ok || p->group != 1 || x->rank > 1) return false;
    const sn_tensor *w = sn_const_of(sn_in(n, SN_CONV_WEIGHT));
    if (!w) return false;
    for (int i = 2; i < w->shape.rank; i++) {
        if (w->shape.d[i] != 1) return false;
    }
    if (x->rank == 1) return sn_dim_equal(x->d[0], w->shape.d[1]);
    if (x->rank < 0)
        sn_missed(run, n, NULL, "not made an inner product: the rank of its input is not known");
    return false;
}

static sn_status replace(sn_pass_run *run, sn_node *n)
{
    const sn_conv_params *p = n->params;
    const sn_tensor *w = sn_const_of(sn_in(n, SN_CONV_WEIGHT));
    sn_linear_params lp = {.flatten = SN_FLATTEN_ALL, .act = p->act};
    if (!sn_target_can(run->env->target, run->env->ctx, &sn_op_linear, &lp, n->n_in)) return SN_OK;
    sn_rewrite_begin(run);
    sn_shape matrix = SN_SHAPE(w->shape.d[0], w->shape.d[1]);
    const sn_tensor *w2 = sn_tensor_reshaped(run->env->ctx, w, &matrix);
    sn_value *in[3] = {sn_in(n, SN_CONV_X),
                       sn_value_const(run->g, w2, sn_in(n, SN_CONV_WEIGHT)->name),
                       sn_in(n, SN_CONV_BIAS)};
    sn_tensor_release(w2);
    sn_node *linear = sn_node_create(run->g, n, &sn_op_linear, &lp, n->n_in, in, 1);
    linear->name = n->name;
    linear->features = n->features;
    sn_rewrite rw = {.matched = {n}, .n_matched = 1, .before = n->out[0], .after = linear->out[0]};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return op == &sn_op_conv; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (n->op == &sn_op_conv && applies(run, n)) SN_TRY(replace(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_conv_to_linear = {
    .name = "conv_to_linear",
    .arrow = "conv(x, W, b) -> linear(x, W, b)",
    .needs = "x is proved a vector, W is constant with 1x1 taps, one group",
    .covers = "replace_convolution_with_innerproduct_after_{global_pooling,innerproduct}",
    .visits = visits,
    .run = run,
};
