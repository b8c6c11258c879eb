/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers with windows whose meaning depends on the rank of their input beyond what ncnn.as_image
 * says.
 *
 * ncnn.convolution: a Convolution of one tap. Of a vector of all channels it is an inner product;
 * any other value is an image. Its channels are axis 0 either way: of one input channel there is
 * one factor. */
#include "formats/ncnn/ops/as_image.h"
#include "formats/ncnn/ops/ops.h"
#include "ops/conv.h"
#include "ops/linear.h"
#include "ops/move.h"
#include "ops/param_summary.h"
#include "ops/rule.h"
#include "ops/window.h"

/* ---- convolution ----------------------------------------------------------------------------- */

/* Whether x is the vector of an inner product: it is not known of one element and one channel. */
static sn_answer is_vector(const sn_infer *in, const sn_shape *x, const sn_shape *w)
{
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (x->rank != 1 || w->rank < 2) return SN_ANSWER_NO("its input is no vector");
    if (sn_dim_equal(x->d[0], w->d[1])) return SN_ANSWER_YES;
    if (sn_dim_differ(in->dims, x->d[0], w->d[1]))
        return SN_ANSWER_NO("its input has not as many elements as it has channels");
    /* Were it not a vector of all channels, it would be one channel. */
    if (!sn_dim_equal(w->d[1], 1) && !sn_dims_puts_off(in->dims)) return SN_ANSWER_YES;
    return SN_ANSWER_UNKNOWN("how many elements its input has is not known");
}

/* Some of ncnn's kernels make an image of the vector then, which the portable code does not: that
 * node is a boundary, and keeps its vector where it is evaluated. */
static sn_truth pads_vector(const sn_infer *in)
{
    const sn_conv_params *p = in->params;
    bool pads = p->pad_mode != SN_PAD_EXPLICIT;
    for (int i = 0; i < p->nd; i++)
        pads = pads || sn_list_at(&p->pad_begin, i, 0) || sn_list_at(&p->pad_end, i, 0);
    return pads ? is_vector(in, &in->in_shape[SN_CONV_X], &in->in_shape[SN_CONV_WEIGHT]).is : SN_NO;
}

static void check_vector(sn_infer *in)
{
    const sn_truth pads = pads_vector(in);
    if (pads == SN_UNKNOWN) sn_infer_may_bound(in);
    if (pads == SN_YES)
        sn_infer_boundary(in,
                          "it pads a vector, and what that makes depends on the runtime's kernels");
}

static sn_answer resolve_convolution(sn_resolve *r)
{
    const sn_conv_params *p = r->in.params;
    const sn_value *w = sn_in(r->node, SN_CONV_WEIGHT);
    sn_value *in[] = {sn_in(r->node, SN_CONV_X), sn_in(r->node, SN_CONV_WEIGHT),
                      sn_in(r->node, SN_CONV_BIAS)};
    const uint16_t n_in = in[SN_CONV_BIAS] ? 3 : 2;
    const sn_answer vector = is_vector(&r->in, &in[SN_CONV_X]->shape, &w->data->shape);
    if (vector.is == SN_UNKNOWN) return vector;
    check_vector(&r->in);
    if (vector.is == SN_YES) {
        const sn_shape matrix = SN_SHAPE(w->data->shape.d[0], w->data->shape.d[1]);
        const sn_tensor *flat = sn_tensor_reshaped(r->in.ctx, w->data, &matrix);
        in[SN_LINEAR_WEIGHT] = sn_value_const(r->node->graph, flat, w->name);
        sn_tensor_release(flat);
        const sn_linear_params linear = {.act = p->act};
        r->made[0] = sn_resolve_node(r, &sn_op_linear, &linear, n_in, in);
        return SN_ANSWER_YES;
    }
    in[SN_CONV_X] = sn_ncnn_image_of(r, in[SN_CONV_X], &(sn_as_image_params){.nd = p->nd});
    r->made[0] = sn_resolve_node(r, &sn_op_conv, p, n_in, in);
    return SN_ANSWER_YES;
}

static const char *validate_convolution(const void *p, sn_arena *arena)
{
    return sn_conv_check(p, arena);
}

static sn_status infer_convolution(sn_infer *in)
{
    const sn_conv_params *p = in->params;
    sn_conv_weight w;
    in->out_type[0] = sn_shape_rule_type(in);
    in->out_shape[0] = sn_shape_unknown();
    SN_TRY(sn_conv_weight_of(in, SN_CONV_WEIGHT, p->nd, p->group, &w));
    if (!sn_in(in->node, SN_CONV_WEIGHT)->data)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "its weight is no constant");
    SN_TRY(sn_count_check(in, SN_CONV_BIAS, "the bias", w.oc));
    if (pads_vector(in) == SN_YES) in->out_shape[0] = SN_SHAPE(w.oc);
    check_vector(in);
    return SN_OK;
}

const sn_op sn_ncnn_op_convolution = {
    .name = "ncnn.convolution",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = conv of x, or linear where x is a vector of all channels",
    .slots = sn_conv_slots,
    .types = "float,float->float",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_conv_params),
    .params = sn_conv_param_table,
    .validate = validate_convolution,
    .resolve = resolve_convolution,
    .infer = infer_convolution,
    .fold_out = sn_conv_fold_out,
    .fold_in = sn_conv_fold_in,
    .has_act = true,
    .act_offset = offsetof(sn_conv_params, act),
    .cost = sn_conv_cost_of,
    .param_summary = sn_param_summary_window,
};
