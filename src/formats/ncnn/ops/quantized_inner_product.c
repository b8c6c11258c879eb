/* SPDX-License-Identifier: Apache-2.0
 *
 * qlinear: ncnn's int8 inner product. Quantises and scales as qconv does; the result is always
 * f32. */
#include "formats/ncnn/ops/quantized_inner_product.h"

#include "formats/ncnn/ops/ops.h"
#include "ops/activation.h"
#include "ops/param_summary.h"
#include "ops/conv.h"
#include "formats/ncnn/ops/int8_pieces.h"
#include "formats/ncnn/ops/quantize.h"
#include "ops/rule.h"
#include "ops/window.h"

static const sn_slot slots[] = {{"x", 0},
                                {"weight", SN_SLOT_WEIGHT},
                                {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL},
                                {"weight_scales", SN_SLOT_WEIGHT},
                                {"x_scale", SN_SLOT_WEIGHT},
                                {NULL, 0}};

static const sn_param params[] = {
    SN_P_ACT(sn_qlinear_params, act, "activation of the result"),
    SN_P_INT(sn_qlinear_params, scale_term, 1, INT32_MIN, INT32_MAX, "ncnn's code"), SN_P_END};

static sn_status infer(sn_infer *in)
{
    const sn_shape w = sn_shape_rule_shape(in, SN_QLINEAR_WEIGHT);
    SN_TRY(sn_count_check(in, SN_QLINEAR_X_SCALE, "x_scale", 1));
    if (w.rank == 2) SN_TRY(sn_count_check(in, SN_QLINEAR_WEIGHT_SCALES, "weight_scales", w.d[0]));
    return sn_linear_shape(in, &in->out_shape[0]);
}

/* The tensor as integers in floats; scale NULL or one for each n_each elements. */
static sn_status quantised(const sn_eval *e, unsigned slot, const float *scale, int64_t n_each,
                           const float **out)
{
    const sn_tensor *t = e->in[slot];
    if (t->type != SN_TYPE_i8 && t->type != SN_TYPE_f32)
        return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED, "input %u is %s: not evaluated",
                            slot, sn_type_name(t->type));
    const int64_t n = sn_tensor_count(t);
    float *q = SN_NEW_N(e->arena, float, n);
    for (int64_t i = 0; i < n; i++)
        q[i] = t->type == SN_TYPE_i8 ? (float)((const int8_t *)sn_tensor_data(t))[i]
                                     : sn_float_to_int8(sn_tensor_f32(t)[i] * scale[i / n_each]);
    *out = q;
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    const sn_qlinear_params *p = e->params;
    for (unsigned i = SN_QLINEAR_BIAS; i < e->n_in; i++)
        if (e->in[i] && e->in[i]->type != SN_TYPE_f32)
            return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED, "input %u is %s, f32 expected",
                                i, sn_type_name(e->in[i]->type));
    const sn_arena_mark mark = sn_arena_save(e->arena);
    const sn_shape *w_shape = &e->in_shape[SN_QLINEAR_WEIGHT];
    const int64_t oc = w_shape->d[0], ic = w_shape->d[1], n = sn_shape_count(&e->out_shape[0]);
    const float *x_scale = sn_tensor_f32(e->in[SN_QLINEAR_X_SCALE]);
    const float *w_scales = sn_tensor_f32(e->in[SN_QLINEAR_WEIGHT_SCALES]);
    const float *bias = e->in[SN_QLINEAR_BIAS] ? sn_tensor_f32(e->in[SN_QLINEAR_BIAS]) : NULL;
    const float *x, *w;
    SN_TRY(quantised(e, SN_QLINEAR_X, x_scale, INT64_MAX, &x));
    SN_TRY(quantised(e, SN_QLINEAR_WEIGHT, w_scales, ic, &w));
    float *y = e->out_data[0];
    sn_linear_run(e, sn_elems_f32(x), n / oc, ic, sn_elems_f32(w), oc, sn_elems_f32(NULL),
                  sn_elems_f32(y));
    for (int64_t i = 0; i < n; i++) {
        float v = y[i] * sn_int8_factor(x_scale[0], w_scales[i % oc]);
        if (bias) v += bias[i % oc];
        y[i] = v;
    }
    sn_arena_restore(e->arena, mark);
    return sn_eval_act(e, &p->act);
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_shape w = sn_shape_rule_shape(in, SN_QLINEAR_WEIGHT);
    if (w.rank != 2 || !sn_dim_known(w.d[0]) || w.d[0] == 0) return;
    sn_conv_cost(in, SN_QLINEAR_WEIGHT, sn_shape_count(&in->out_shape[0]) / w.d[0], out);
    out->weight_bytes /= 4;
}

const sn_op sn_ncnn_op_quantized_inner_product = {
    .name = "ncnn.quantized_inner_product",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = act(quantised x * transpose(weight) / (x_scale * weight_scales) + bias)",
    .slots = slots,
    .types = "float|i8,float|i8,float->f32",
    .n_out = 1,
    .traits = SN_TRAIT_INTEGER | SN_TRAIT_STEPS,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_qlinear_params),
    .params = params,
    .pieces = sn_ncnn_qlinear_pieces,
    .infer = infer,
    .eval = eval,
    .has_act = true,
    .act_offset = offsetof(sn_qlinear_params, act),
    .cost = cost,
    .param_summary = sn_param_summary_linear,
};
