/* SPDX-License-Identifier: Apache-2.0
 *
 * qconv: ncnn's int8 convolution. x is quantised (halves away from zero, -127..127) unless it is
 * int8 already, padded, convolved in integers, scaled back, and requantised where scale_term >
 * 100.
 *
 * The evaluation convolves integers held by floats: products and sums are exact in double, and
 * their rounding to float is the one of ncnn's int to float. What follows is done in floats, in
 * ncnn's order. */
#include "formats/ncnn/ops/quantized_convolution.h"

#include "formats/ncnn/ops/ops.h"
#include <string.h>

#include "formats/ncnn/ops/int8_pieces.h"
#include "formats/ncnn/ops/quantize.h"
#include "formats/ncnn/ops/same_convolution.h"
#include "ops/activation.h"
#include "ops/param_summary.h"
#include "ops/rule.h"
#include "ops/window.h"

static const sn_slot slots[] = {{"x", 0},
                                {"weight", SN_SLOT_WEIGHT},
                                {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL},
                                {"weight_scales", SN_SLOT_WEIGHT},
                                {"x_scale", SN_SLOT_WEIGHT},
                                {"y_scale", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL},
                                {NULL, 0}};

static const sn_param params[] = {
    SN_P_INT(sn_qconv_params, nd, 2, 1, 3, "spatial axes"),
    SN_P_INT(sn_qconv_params, group, 1, 1, SN_WINDOW_MAX, "groups that channels are divided into"),
    SN_P_INTS_OF(sn_qconv_params, stride, 1,
                 "step of the window along each spatial axis; empty: 1"),
    SN_P_INTS_OF(sn_qconv_params, dilation, 1,
                 "distance of taps along each spatial axis; empty: 1"),
    SN_P_ENUM(sn_qconv_params, pad_mode, SN_PAD_EXPLICIT, sn_conv_pad_names, "how x is padded"),
    SN_P_INTS_OF(sn_qconv_params, pad_begin, 0, "elements put before x, for explicit"),
    SN_P_INTS_OF(sn_qconv_params, pad_end, 0, "elements put after x, for explicit"),
    SN_P_F32(sn_qconv_params, pad_value, 0, "what the padding holds: an int8 number"),
    SN_P_INT(sn_qconv_params, axis, 0, 0, SN_MAX_RANK - 2,
             "channel axis of x; the spatial axes follow"),
    SN_P_ACT(sn_qconv_params, act, "activation, before requantising"),
    SN_P_INT(sn_qconv_params, scale_term, 1, INT32_MIN, INT32_MAX,
             "ncnn's code; above 100 the result is int8"),
    SN_P_END};

static sn_conv_params as_conv(const sn_qconv_params *p)
{
    return (sn_conv_params){.nd = p->nd,
                            .group = p->group,
                            .stride = p->stride,
                            .dilation = p->dilation,
                            .pad_mode = p->pad_mode,
                            .pad_begin = p->pad_begin,
                            .pad_end = p->pad_end,
                            .pad_value = p->pad_value,
                            .axis = p->axis};
}

static const char *validate(const void *p, sn_arena *arena)
{
    const sn_conv_params conv = as_conv(p);
    return sn_conv_check(&conv, arena);
}

/* ---- shape ----------------------------------------------------------------------------------- */

static sn_status check_scales(const sn_infer *in, const sn_qconv_params *p)
{
    const sn_shape scales = sn_shape_rule_shape(in, SN_QCONV_WEIGHT_SCALES),
                   w = sn_shape_rule_shape(in, SN_QCONV_WEIGHT);
    SN_TRY(sn_count_check(in, SN_QCONV_X_SCALE, "x_scale", 1));
    SN_TRY(sn_count_check(in, SN_QCONV_Y_SCALE, "y_scale", 1));
    if (p->scale_term > 100 && !sn_shape_rule_has(in, SN_QCONV_Y_SCALE))
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "scale_term is %d, but there is no y_scale", p->scale_term);
    const int64_t n = sn_shape_count(&scales);
    if (n < 0 || w.rank < 1 || !sn_dim_known(w.d[0]) || n == 1 || n == p->group || n == w.d[0])
        return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "weight_scales has %lld elements, %lld, %d or 1 expected", (long long)n,
                        (long long)w.d[0], p->group);
}

/* An input of one channel, where the weights are made for more: ncnn walks through the int8 weights
 * as if they were made for one. Which weights meet depends on its packing then, so such a node has
 * a shape and no evaluation. */
static bool misreads_weights(const sn_infer *in, const sn_qconv_params *p)
{
    const sn_shape *x = &in->in_shape[SN_QCONV_X], *w = &in->in_shape[SN_QCONV_WEIGHT];
    return p->group == 1 && x->rank == p->axis + 1 + p->nd && w->rank == p->nd + 2 &&
           sn_dim_equal(x->d[p->axis], 1) && sn_dim_differ(in->dims, w->d[1], 1);
}

static sn_status infer(sn_infer *in)
{
    const sn_qconv_params *p = in->params;
    const sn_conv_params conv = as_conv(p);
    SN_TRY(check_scales(in, p));
    in->out_type[0] = p->scale_term > 100 ? SN_TYPE_i8 : SN_TYPE_f32;
    if (!misreads_weights(in, p)) return sn_ncnn_conv_shape(in, &conv);
    sn_shape *shapes = SN_NEW_N(in->arena, sn_shape, in->n_in);
    memcpy(shapes, in->in_shape, in->n_in * sizeof *shapes);
    shapes[SN_QCONV_WEIGHT].d[1] = 1;
    sn_infer as_read = *in;
    as_read.in_shape = shapes;
    sn_infer_no_rule(in, "x is one channel, the int8 weights are made for more, and which of them "
                         "are read depends on how the runtime packs channels");
    return sn_conv_shape(&as_read, &conv, &in->out_shape[0]);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

/* Scale of output channel oc. */
static float weight_scale(const sn_eval *e, const sn_qconv_params *p, int64_t oc, int64_t n_oc)
{
    const sn_tensor *t = e->in[SN_QCONV_WEIGHT_SCALES];
    return sn_int8_scale(sn_tensor_f32(t), sn_tensor_count(t), p->group, oc, n_oc);
}

static const float *quantised_weight(const sn_eval *e, const sn_qconv_params *p)
{
    const sn_tensor *w = e->in[SN_QCONV_WEIGHT];
    const int64_t n = sn_tensor_count(w), oc = w->shape.d[0], each = n / oc;
    float *q = SN_NEW_N(e->arena, float, n);
    for (int64_t i = 0; i < n; i++)
        q[i] = w->type == SN_TYPE_i8
                   ? (float)((const int8_t *)sn_tensor_data(w))[i]
                   : sn_float_to_int8(sn_tensor_f32(w)[i] * weight_scale(e, p, i / each, oc));
    return q;
}

static const float *quantised_x(const sn_eval *e, float scale)
{
    const sn_tensor *x = e->in[SN_QCONV_X];
    const int64_t n = sn_tensor_count(x);
    float *q = SN_NEW_N(e->arena, float, n);
    for (int64_t i = 0; i < n; i++)
        q[i] = x->type == SN_TYPE_i8 ? (float)((const int8_t *)sn_tensor_data(x))[i]
                                     : sn_float_to_int8(sn_tensor_f32(x)[i] * scale);
    return q;
}

static sn_status check_types(const sn_eval *e)
{
    for (unsigned i = 0; i < e->n_in; i++) {
        if (!e->in[i] || e->in[i]->type == SN_TYPE_f32) continue;
        if (e->in[i]->type == SN_TYPE_i8 && (i == SN_QCONV_X || i == SN_QCONV_WEIGHT)) continue;
        return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED, "input %u is %s: not evaluated", i,
                            sn_type_name(e->in[i]->type));
    }
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    const sn_qconv_params *p = e->params;
    SN_TRY(check_types(e));
    const sn_arena_mark mark = sn_arena_save(e->arena);
    sn_conv_params conv = as_conv(p);
    conv.pad_value = (float)(p->pad_value >= 127   ? 127
                             : p->pad_value > -128 ? (int8_t)p->pad_value
                                                   : -128);
    const sn_shape *y_shape = &e->out_shape[0], *w_shape = &e->in_shape[SN_QCONV_WEIGHT];
    const int64_t n = sn_shape_count(y_shape), oc = w_shape->d[0];
    const int64_t inner = sn_span_of(y_shape, p->axis).inner;
    const float x_scale = sn_tensor_f32(e->in[SN_QCONV_X_SCALE])[0];
    float *sums = SN_NEW_N(e->arena, float, n);
    sn_ncnn_conv_run(e, &conv, &e->in_shape[SN_QCONV_X], sn_elems_f32(quantised_x(e, x_scale)),
                     w_shape, sn_elems_f32(quantised_weight(e, p)), sn_elems_f32(NULL),
                     sn_elems_f32(sums));
    const sn_expr *act = sn_act_formula(e->ctx, e->arena, &p->act);
    for (int64_t i = 0; i < n; i++) {
        const int64_t c = i / inner % oc;
        float v = sums[i] * sn_int8_factor(x_scale, weight_scale(e, p, c, oc));
        if (e->in[SN_QCONV_BIAS]) v += sn_tensor_f32(e->in[SN_QCONV_BIAS])[c];
        v = (float)sn_expr_at(act, &(double){(double)v});
        if (p->scale_term > 100)
            ((int8_t *)e->out_data[0])[i] =
                sn_float_to_int8(v * sn_tensor_f32(e->in[SN_QCONV_Y_SCALE])[0]);
        else
            ((float *)e->out_data[0])[i] = v;
    }
    sn_arena_restore(e->arena, mark);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_shape w = sn_shape_rule_shape(in, SN_QCONV_WEIGHT);
    if (w.rank < 1 || !sn_dim_known(w.d[0]) || w.d[0] == 0) return;
    sn_conv_cost(in, SN_QCONV_WEIGHT, sn_shape_count(&in->out_shape[0]) / w.d[0], out);
    out->weight_bytes /= 4;
}

const sn_op sn_ncnn_op_quantized_convolution = {
    .name = "ncnn.quantized_convolution",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = [quantised] act(conv(quantised x, weight) / (x_scale * weight_scales) + bias)",
    .slots = slots,
    .types = "float|i8,float|i8,float->own",
    .n_out = 1,
    .traits = SN_TRAIT_INTEGER | SN_TRAIT_STEPS,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_qconv_params),
    .params = params,
    .validate = validate,
    .pieces = sn_ncnn_qconv_pieces,
    .infer = infer,
    .eval = eval,
    .has_act = true,
    .act_offset = offsetof(sn_qconv_params, act),
    .cost = cost,
    .param_summary = sn_param_summary_window,
};
