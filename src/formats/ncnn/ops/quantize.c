/* SPDX-License-Identifier: Apache-2.0
 *
 * quantize, dequantize, requantize: between floats and integers, with one factor for all or one
 * for each index of axis 0. A vector always has one factor: ncnn uses the first. ncnn multiplies
 * by scales, also when quantising. Its 32-bit integers live in blobs without a type, so f32 input
 * of the latter two is read as the integers it holds. */
#include "formats/ncnn/ops/quantize.h"

#include "formats/ncnn/ops/ops.h"
#include "ops/activation.h"
#include "ops/rule.h"

#include <math.h>
#include <string.h>

static const sn_slot quantize_slots[] = {{"x", 0}, {"scale", SN_SLOT_WEIGHT}, {NULL, 0}};
static const sn_slot dequantize_slots[] = {
    {"x", 0}, {"scale", SN_SLOT_WEIGHT}, {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL}, {NULL, 0}};
static const sn_slot requantize_slots[] = {{"x", 0},
                                           {"scale_in", SN_SLOT_WEIGHT},
                                           {"scale_out", SN_SLOT_WEIGHT},
                                           {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL},
                                           {NULL, 0}};

static const sn_param requantize_params[] = {
    SN_P_ACT(sn_requantize_params, act, "activation between the two scales"), SN_P_END};

int8_t sn_float_to_int8(float v)
{
    const float r = roundf(v);
    if (r > 127) return 127;
    return r >= -127 ? (int8_t)r : -127; /* NaN too */
}

float sn_int8_scale(const float *scales, int64_t n_scales, int64_t group, int64_t channel,
                    int64_t n_channels)
{
    if (n_scales == 1) return scales[0];
    return scales[group > 1 && n_scales == group ? channel / (n_channels / group) : channel];
}

float sn_int8_factor(float x_scale, float weight_scale)
{
    return weight_scale == 0 ? 0 : 1.f / (x_scale * weight_scale);
}

/* ---- shape ----------------------------------------------------------------------------------- */

/* Slot holds 1 element or as many as axis 0 has. */
static sn_status check_factor(sn_infer *in, unsigned slot)
{
    if (!sn_shape_rule_has(in, slot)) return SN_OK;
    const sn_shape s = sn_shape_rule_shape(in, slot);
    const sn_shape *x = &in->in_shape[0];
    const int64_t n = sn_shape_count(&s);
    if (n < 0 || n == 1) return SN_OK;
    if (n == 0) return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "scales or biases are empty");
    return x->rank < 2 ? SN_OK : sn_rule_size_or_less(in, "size of axis 0", x->d[0], n);
}

static sn_status infer(sn_infer *in)
{
    if (in->in_shape[0].rank == 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank 0, 1 or more expected");
    in->out_shape[0] = in->in_shape[0];
    for (unsigned slot = 1; slot < in->n_in; slot++) SN_TRY(check_factor(in, slot));
    return SN_OK;
}

/* ---- evaluation: in floats, as ncnn rounds --------------------------------------------------- */

typedef struct factor {
    const float *v; /* NULL: left out */
    int64_t n;
} factor;

static sn_status factor_of(const sn_eval *e, unsigned slot, factor *out)
{
    *out = (factor){NULL, 0};
    if (slot >= e->n_in || !e->in[slot]) return SN_OK;
    if (e->in[slot]->type != SN_TYPE_f32)
        return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED,
                            "scales and biases are %s, f32 expected",
                            sn_type_name(e->in[slot]->type));
    *out = (factor){sn_tensor_f32(e->in[slot]), sn_tensor_count(e->in[slot])};
    return SN_OK;
}

static float factor_at(const factor *f, const sn_shape *x, int64_t row)
{
    if (!f->v) return 0;
    return f->v[f->n == 1 || x->rank == 1 ? 0 : row];
}

/* Element of x as the integer it holds. */
static int32_t word_at(const sn_tensor *x, int64_t i)
{
    int32_t word;
    memcpy(&word, (const char *)sn_tensor_data(x) + (size_t)i * sizeof word, sizeof word);
    return word;
}

static sn_status quantize_eval(sn_eval *e)
{
    factor scale;
    SN_TRY(factor_of(e, SN_QUANTIZE_SCALE, &scale));
    const sn_span span = sn_span_of(&e->in_shape[0], 0);
    const float *x = sn_tensor_f32(e->in[0]);
    int8_t *y = e->out_data[0];
    for (int64_t r = 0, i = 0; r < span.n; r++) {
        const float s = factor_at(&scale, &e->in_shape[0], r);
        for (int64_t j = 0; j < span.inner; j++, i++) y[i] = sn_float_to_int8(x[i] * s);
    }
    return SN_OK;
}

static sn_status dequantize_eval(sn_eval *e)
{
    factor scale, bias;
    SN_TRY(factor_of(e, SN_DEQUANTIZE_SCALE, &scale));
    SN_TRY(factor_of(e, SN_DEQUANTIZE_BIAS, &bias));
    const sn_span span = sn_span_of(&e->in_shape[0], 0);
    float *y = e->out_data[0];
    for (int64_t r = 0, i = 0; r < span.n; r++) {
        const float s = factor_at(&scale, &e->in_shape[0], r),
                    b = factor_at(&bias, &e->in_shape[0], r);
        for (int64_t j = 0; j < span.inner; j++, i++) y[i] = (float)word_at(e->in[0], i) * s + b;
    }
    return SN_OK;
}

static sn_status requantize_eval(sn_eval *e)
{
    const sn_requantize_params *p = e->params;
    factor in, out, bias;
    SN_TRY(factor_of(e, SN_REQUANTIZE_SCALE_IN, &in));
    SN_TRY(factor_of(e, SN_REQUANTIZE_SCALE_OUT, &out));
    SN_TRY(factor_of(e, SN_REQUANTIZE_BIAS, &bias));
    const sn_shape *x = &e->in_shape[0];
    const sn_span span = sn_span_of(x, 0);
    const sn_expr *act = sn_act_formula(e->ctx, e->arena, &p->act);
    int8_t *y = e->out_data[0];
    for (int64_t r = 0, i = 0; r < span.n; r++) {
        const float from = factor_at(&in, x, r), to = factor_at(&out, x, r),
                    b = factor_at(&bias, x, r);
        for (int64_t j = 0; j < span.inner; j++, i++) {
            const double v = (double)((float)word_at(e->in[0], i) * from + b);
            y[i] = sn_float_to_int8((float)sn_expr_at(act, &v) * to);
        }
    }
    return SN_OK;
}

const sn_op sn_ncnn_op_quantize = {
    .name = "ncnn.quantize",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = clamp(round(x * scale), -127, 127), halves away from zero",
    .slots = quantize_slots,
    .types = "f32,float->i8",
    .n_out = 1,
    .traits = SN_TRAIT_INTEGER | SN_TRAIT_STEPS,
    .kind = SN_FUSE_BROADCAST,
    .infer = infer,
    .loose = true,
    .eval = quantize_eval,
};

const sn_op sn_ncnn_op_dequantize = {
    .name = "ncnn.dequantize",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x * scale + bias",
    .slots = dequantize_slots,
    .types = "i32|f32,float->f32",
    .n_out = 1,
    .traits = SN_TRAIT_INTEGER,
    .kind = SN_FUSE_BROADCAST,
    .infer = infer,
    .loose = true,
    .eval = dequantize_eval,
};

const sn_op sn_ncnn_op_requantize = {
    .name = "ncnn.requantize",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = clamp(round(act(x * scale_in + bias) * scale_out), -127, 127)",
    .slots = requantize_slots,
    .types = "i32|f32,float->i8",
    .n_out = 1,
    .traits = SN_TRAIT_INTEGER | SN_TRAIT_STEPS,
    .kind = SN_FUSE_BROADCAST,
    .params_bytes = sizeof(sn_requantize_params),
    .params = requantize_params,
    .infer = infer,
    .loose = true,
    .eval = requantize_eval,
};
