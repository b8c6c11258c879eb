/* SPDX-License-Identifier: Apache-2.0
 *
 * qconv and qlinear: first x becomes whole numbers (kept as floats, like all elements), then each
 * output is a sum in integers. Bias and activation are done here, as a result that is quantised
 * again comes behind them. */
#include <string.h>

#include "kernels/loops.h"
#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/quantized_convolution.h"
#include "formats/ncnn/ops/same.h"
#include "formats/ncnn/ops/quantized_inner_product.h"
#include "formats/ncnn/ops/quantize.h"
#include "ops/window.h"

extern const char sn_text_int8[], sn_text_rounded[], sn_text_qconv_x[], sn_text_qconv[],
    sn_text_qlinear[];

static bool wants_product(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    static const sn_loops_row row = {.cost = 6000};
    if (node->op != &sn_ncnn_op_quantized_convolution &&
        node->op != &sn_ncnn_op_quantized_inner_product)
        return false;
    for (unsigned i = SN_QCONV_WEIGHT; i < node->n_in; i++)
        if (sn_in(node, i) && !sn_const_of(sn_in(node, i))) return false;
    if (!sn_loops_offer(k, node, &row, out)) return false;
    out->does_bias_and_act = true;
    return true;
}

/* Weights as integers, and what a sum of products is multiplied by. */
static sn_status pack_product(const sn_kernel_ctx *k, sn_step *s, int64_t group)
{
    const sn_node *node = s->node;
    const sn_value *w = sn_in(node, SN_QCONV_WEIGHT);
    const int64_t n = sn_shape_count(&w->shape), oc = w->shape.d[0];
    const int64_t n_scales = sn_shape_count(&sn_in(node, SN_QCONV_WEIGHT_SCALES)->shape);
    const float *weight, *scales, *x_scale;
    SN_TRY(sn_step_constant(k, node, SN_QCONV_WEIGHT, &weight));
    SN_TRY(sn_step_constant(k, node, SN_QCONV_WEIGHT_SCALES, &scales));
    SN_TRY(sn_step_constant(k, node, SN_QCONV_X_SCALE, &x_scale));
    float *q = sn_loops_pack(k, s, CT_weights, n, "weights, whole numbers");
    float *factor = sn_loops_pack(k, s, CT_scales, oc, "1 / (scale of x * scale of the weights)");
    for (int64_t i = 0; i < n; i++) {
        const float scale = sn_int8_scale(scales, n_scales, group, i / (n / oc), oc);
        q[i] = sn_const_of(w)->type == SN_TYPE_i8 ? weight[i]
                                                  : (float)sn_float_to_int8(weight[i] * scale);
    }
    for (int64_t i = 0; i < oc; i++) {
        factor[i] = sn_int8_factor(x_scale[0], sn_int8_scale(scales, n_scales, group, i, oc));
    }
    return SN_OK;
}

static bool is_to_int8(const sn_node *node)
{
    return node->op == &sn_ncnn_op_quantized_convolution &&
           ((const sn_qconv_params *)node->params)->scale_term > 100;
}

static sn_status plan_product(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_node *node = s->node;
    const sn_loops_row row = {.units = sn_loops_chunks};
    const sn_value *x = sn_in(node, 0);
    const int n_in = s->n_in;
    s->n_in = 1; /* the constants are packed in another form */
    const sn_status status = sn_loops_plan(k, s, &row);
    s->n_in = n_in;
    SN_TRY(status);
    SN_TRY(pack_product(k, s,
                        node->op == &sn_ncnn_op_quantized_convolution
                            ? ((const sn_qconv_params *)node->params)->group
                            : 1));
    if (sn_in(node, SN_QCONV_BIAS)) {
        const float *bias;
        SN_TRY(sn_step_constant(k, node, SN_QCONV_BIAS, &bias));
        const int64_t n = sn_shape_count(&sn_in(node, SN_QCONV_BIAS)->shape);
        memcpy(sn_loops_pack(k, s, CT_bias_values, n, "bias"), bias, (size_t)n * sizeof *bias);
    }
    const int64_t n_y = sn_shape_count(&s->out[0]->shape),
                  oc = sn_in(node, SN_QCONV_WEIGHT)->shape.d[0];
    s->n_phases = 2;
    s->units[1] = node->op == &sn_ncnn_op_quantized_inner_product
                      ? n_y
                      : sn_extent_of(&x->shape, ((const sn_qconv_params *)node->params)->axis,
                                     ((const sn_qconv_params *)node->params)->nd)
                                .maps *
                            oc;
    s->shared = sn_shape_count(&x->shape);
    s->flops =
        2.0 * (double)n_y * (double)(sn_shape_count(&sn_in(node, SN_QCONV_WEIGHT)->shape) / oc);
    s->why = "x as whole numbers first, then sums in integers";
    return SN_OK;
}

static void bind_window(const sn_step *s, sn_bind *b)
{
    static const sn_ct_int names[3][6] = {{CT_kd, CT_sd, CT_dd, CT_bd, CT_id, CT_od},
                                          {CT_kh, CT_sh, CT_dh, CT_bh, CT_ih, CT_oh},
                                          {CT_kw, CT_sw, CT_dw, CT_bw, CT_iw, CT_ow}};
    const sn_qconv_params *p = s->node->params;
    const sn_shape *w = &sn_in(s->node, SN_QCONV_WEIGHT)->shape;
    const sn_extent x = sn_extent_of(&sn_in(s->node, 0)->shape, p->axis, p->nd);
    const sn_window_params window = {p->nd,       &p->stride,  &p->dilation, &p->pad_begin,
                                     &p->pad_end, p->pad_mode, false};
    sn_window v;
    (void)sn_ncnn_window_of(&window, &x, w->d + 2, &v); /* of a boundary nothing is made */
    for (int i = 0; i < 3; i++) {
        const int64_t values[] = {v.kernel[i], v.stride[i], v.dilation[i],
                                  v.begin[i],  v.in[i],     v.out[i]};
        for (int q = 0; q < 6; q++) sn_bind_int(b, names[i][q], values[q]);
    }
    sn_bind_int(b, CT_oc, w->d[0]);
    sn_bind_int(b, CT_ic, x.channels);
    sn_bind_int(b, CT_pad_int,
                p->pad_value >= 127   ? 127
                : p->pad_value > -128 ? (int8_t)p->pad_value
                                      : -128);
}

static sn_status emit_product(sn_emit *e, const sn_step *s)
{
    const sn_node *node = s->node;
    const bool conv = node->op == &sn_ncnn_op_quantized_convolution;
    sn_bind *b = NULL;
    SN_TRY(sn_loops_bind(e, s, &b));
    sn_loops_bind_act(s, b, CT_act);
    sn_bind_int(b, CT_x_is_int8, sn_in(node, 0)->type == SN_TYPE_i8);
    sn_bind_text(b, CT_x_scale_value,
                 sn_emit_number(e, sn_tensor_at(sn_const_of(sn_in(node, SN_QCONV_X_SCALE)), 0)));
    if (conv) {
        bind_window(s, b);
        sn_bind_int(b, CT_gives_int8, is_to_int8(node));
        if (is_to_int8(node))
            sn_bind_text(
                b, CT_y_scale_value,
                sn_emit_number(e, sn_tensor_at(sn_const_of(sn_in(node, SN_QCONV_Y_SCALE)), 0)));
    } else {
        const sn_shape *w = &sn_in(node, SN_QLINEAR_WEIGHT)->shape;
        sn_bind_int(b, CT_oc, w->d[0]);
        sn_bind_int(b, CT_ic, w->d[1]);
    }
    static const char *const helper[] = {sn_text_rounded, sn_text_int8};
    SN_TRY(sn_loops_body(e, s, 0, "qconv_x", sn_text_qconv_x, helper, 2, b));
    return sn_loops_body(e, s, 1, conv ? "qconv" : "qlinear",
                         conv ? sn_text_qconv : sn_text_qlinear, helper, 2, b);
}

const sn_kernel sn_kernel_int8_product = {
    .name = "int8_product",
    .ops = SN_OPS(&sn_ncnn_op_quantized_convolution, &sn_ncnn_op_quantized_inner_product),
    .synopsis = "int8 convolution and inner product: x as integers, then plain sums",
    .wants = wants_product,
    .plan = plan_product,
    .emit = emit_product,
};
