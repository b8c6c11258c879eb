/* SPDX-License-Identifier: Apache-2.0
 *
 *   conv(pad(x, value), W) {pads}  -->  conv(x, W) {pads + those of pad, pad_value = value}
 *
 * Both put a border around x; a convolution makes its own while it reads. The weights do not
 * matter, nor whether they are constant, nor groups, strides and dilations. Needs: a border of one
 * number around the spatial axes alone, of which x has elements; nobody else reads the padded
 * value; the convolution pads by numbers that are known (SAME depends on the padded size) and,
 * where it does, with the same value; the target can write that many pads with that value. */
#include "ops/ops.h"
#include "ops/window.h"
#include "passes/conv_form.h"
#include "passes/pads.h"

static sn_status move(sn_pass_run *run, sn_node *conv, const sn_spatial_pad *pad,
                      const sn_conv_geometry *g)
{
    sn_conv_geometry sum = *g;
    if (!sn_pads_add(g->nd, g->begin, pad->begin, sum.begin) ||
        !sn_pads_add(g->nd, g->end, pad->end, sum.end))
        return SN_OK;
    sn_rewrite_begin(run);
    sn_node *n = sn_rewrite_clone(run, conv, conv);
    sn_conv_params *p = n->params;
    sn_conv_set_pads(p, &sum, run->g->arena);
    p->pad_value = pad->value;
    if (!sn_spelling_can(run->env->target, run->env->ctx, n->op, p, n->n_in)) {
        sn_missed(run, pad->node, conv, "the pad stays: %s cannot write a conv with these pads",
                  run->env->target->name);
        sn_node_remove(n);
        return SN_OK;
    }
    sn_node_set_input(n, SN_CONV_X, sn_in(pad->node, SN_PAD_X));
    sn_rewrite rw = {
        .matched = {pad->node, conv}, .n_matched = 2, .before = conv->out[0], .after = n->out[0]};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status visit(sn_pass_run *run, sn_node *conv)
{
    const sn_conv_params *p = conv->params;
    sn_spatial_pad pad;
    sn_conv_geometry g;
    if (!sn_spatial_pad_of(run, conv, p->axis, p->nd, &pad)) return SN_OK;
    sn_answer a = sn_conv_geometry_of(conv, &g);
    if (a.is != SN_YES) {
        sn_missed(run, pad.node, conv, "the pad stays: of the conv, %s", a.why);
        return SN_OK;
    }
    if (sn_conv_pads(&g) && p->pad_value != pad.value) {
        sn_missed(run, pad.node, conv, "the pad stays: the conv pads with %g, the pad with %g",
                  (double)p->pad_value, (double)pad.value);
        return SN_OK;
    }
    return move(run, conv, &pad, &g);
}

static bool visits(const sn_op *op) { return op == &sn_op_pad; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (n->op == &sn_op_conv) SN_TRY(visit(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_pad_into_conv = {
    .name = "pad_into_conv",
    .arrow = "conv(pad(x)) -> conv(x) {more pads}",
    .needs = "one number around spatial axes alone, the conv pads with the same number or not at "
             "all, sole reader",
    .visits = visits,
    .run = run,
};
