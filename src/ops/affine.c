/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers that scale and shift: batch_norm and scale along an axis (ncnn: axis 0 at any rank), bias
 * along the channels (ncnn: one channel up to rank 2, so only its first element counts there),
 * dropout everywhere.
 *
 * batch_norm divides by sqrt(var + eps), and by 1e-4 where that is exactly 0, as ncnn does. */
#include "ops/affine.h"

#include <math.h>

#include "ops/channel.h"

/* ---- batch_norm ------------------------------------------------------------------------------ */

static const sn_param batch_norm_params[] = {
    SN_P_INT(sn_batch_norm_params, axis, 0, 0, SN_MAX_RANK - 1,
             "axis of the channels, from the front"),
    SN_P_F32(sn_batch_norm_params, eps, 0, "added to the variance"),
    SN_P_END,
};
static const sn_slot batch_norm_slots[] = {
    {"x", 0},
    {"slope", SN_SLOT_WEIGHT},
    {"mean", SN_SLOT_WEIGHT},
    {"var", SN_SLOT_WEIGHT},
    {"bias", SN_SLOT_WEIGHT},
    {NULL, 0},
};

static sn_status batch_norm_infer(sn_infer *in)
{
    const sn_batch_norm_params *p = in->params;
    SN_TRY(sn_channel_infer(in, p->axis));
    for (unsigned i = SN_BATCH_NORM_SLOPE; i <= SN_BATCH_NORM_BIAS; i++)
        SN_TRY(sn_channel_vector(in, i, p->axis, false));
    return SN_OK;
}

static sn_status batch_norm_eval(sn_eval *e)
{
    const sn_batch_norm_params *p = e->params;
    return sn_channel_eval(e, p->axis);
}

static sn_answer batch_norm_affine(const sn_node *node, sn_arena *arena, sn_affine *out)
{
    enum { N_SLOTS = SN_BATCH_NORM_BIAS + 1 };
    const sn_batch_norm_params *p = node->params;
    const double *v[N_SLOTS] = {NULL};
    int64_t n = 0;
    for (unsigned i = SN_BATCH_NORM_SLOPE; i < N_SLOTS; i++) {
        int64_t count = 0;
        v[i] = sn_channel_values(sn_in(node, i), arena, &count);
        if (!v[i]) return SN_ANSWER_NO("its statistics, slope or bias are not constant");
        if (n != 0 && count != n) return SN_ANSWER_NO("its vectors differ in length");
        n = count;
    }
    double *scale = SN_NEW_N(arena, double, n), *shift = SN_NEW_N(arena, double, n);
    for (int64_t i = 0; i < n; i++) {
        double divisor = sqrt(v[SN_BATCH_NORM_VAR][i] + (double)p->eps);
        scale[i] = v[SN_BATCH_NORM_SLOPE][i] / (divisor == 0 ? 0.0001 : divisor);
        shift[i] = v[SN_BATCH_NORM_BIAS][i] - scale[i] * v[SN_BATCH_NORM_MEAN][i];
    }
    sn_answer same = sn_same_type(sn_in(node, SN_BATCH_NORM_X), sn_out(node, 0));
    return same.is == SN_YES ? sn_channel_affine(p->axis, n, scale, shift, out) : same;
}

static sn_answer batch_norm_identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    sn_affine map;
    sn_answer answer = batch_norm_affine(node, arena, &map);
    return answer.is == SN_YES ? sn_channel_identity(node, &map, slot) : answer;
}

/* What multiplying `scaled` and adding to `shifted` needs: that both are constant. */
static sn_answer absorb(const sn_node *node, int axis, uint16_t scaled, uint16_t shifted,
                        sn_absorb *out)
{
    const sn_tensor *factor = sn_const_of(sn_in(node, scaled));
    if (!factor) return SN_ANSWER_NO("its factors are not constant");
    if (sn_in(node, shifted) && !sn_const_of(sn_in(node, shifted)))
        return SN_ANSWER_NO("its bias is not constant");
    *out = (sn_absorb){.axis = axis,
                       .n = sn_tensor_count(factor),
                       .n_scaled = 1,
                       .scaled = {scaled},
                       .shifted = shifted};
    return SN_ANSWER_YES;
}

static sn_answer batch_norm_absorb(const sn_node *node, sn_arena *arena, sn_absorb *out)
{
    (void)arena;
    const sn_batch_norm_params *p = node->params;
    return absorb(node, p->axis, SN_BATCH_NORM_SLOPE, SN_BATCH_NORM_BIAS, out);
}

const sn_op sn_op_batch_norm = {
    .name = "batch_norm",
    .synopsis = "y = slope * (x - mean) / sqrt(var + eps) + bias",
    .slots = batch_norm_slots,
    .n_out = 1,
    .kind = SN_FUSE_BROADCAST,
    .params_bytes = sizeof(sn_batch_norm_params),
    .params = batch_norm_params,
    .expr = "(x - mean) * (slope / select(abs(var + eps) <= 0, 0.0001, sqrt(var + eps))) + bias",
    .infer = batch_norm_infer,
    .loose = true,
    .foresees = true,
    .eval = batch_norm_eval,
    .affine = batch_norm_affine,
    .absorb_out = batch_norm_absorb,
    .identity = batch_norm_identity,
};

/* ---- scale ----------------------------------------------------------------------------------- */

static const sn_param scale_params[] = {
    SN_P_INT(sn_scale_params, axis, 0, 0, SN_MAX_RANK - 1, "axis of the factors, from the front"),
    SN_P_END,
};
static const sn_slot scale_slots[] = {
    {"x", 0},
    {"scale", SN_SLOT_WEIGHT},
    {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL},
    {NULL, 0},
};

/* The factors may be a result. ncnn reads them as one run of memory, which a value of rank 3 with
 * several channels is not. */
static sn_status scale_infer(sn_infer *in)
{
    const sn_scale_params *p = in->params;
    sn_shape factors = sn_rule_shape(in, SN_SCALE_SCALE);
    SN_TRY(sn_channel_infer(in, p->axis));
    if (factors.rank >= 3 && sn_dim_known(factors.d[0]) && factors.d[0] > 1)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "scale is %s, a vector expected",
                            sn_rule_shape_text(in, &factors));
    SN_TRY(sn_channel_vector(in, SN_SCALE_SCALE, p->axis, false));
    return sn_channel_vector(in, SN_SCALE_BIAS, p->axis, false);
}

static sn_status scale_eval(sn_eval *e)
{
    const sn_scale_params *p = e->params;
    return sn_channel_eval(e, p->axis);
}

static sn_answer scale_affine(const sn_node *node, sn_arena *arena, sn_affine *out)
{
    const sn_scale_params *p = node->params;
    const sn_value *bias = sn_in(node, SN_SCALE_BIAS);
    int64_t n = 0, n_bias = 0;
    const double *scale = sn_channel_values(sn_in(node, SN_SCALE_SCALE), arena, &n);
    const double *shift = sn_channel_values(bias, arena, &n_bias);
    if (!scale) return SN_ANSWER_NO("its factors are not constant");
    if (bias && !shift) return SN_ANSWER_NO("its bias is not constant");
    if (shift && n_bias != n) return SN_ANSWER_NO("its vectors differ in length");
    sn_answer same = sn_same_type(sn_in(node, SN_SCALE_X), sn_out(node, 0));
    return same.is == SN_YES ? sn_channel_affine(p->axis, n, scale, shift, out) : same;
}

static sn_answer scale_identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    sn_affine map;
    sn_answer answer = scale_affine(node, arena, &map);
    return answer.is == SN_YES ? sn_channel_identity(node, &map, slot) : answer;
}

static sn_answer scale_absorb(const sn_node *node, sn_arena *arena, sn_absorb *out)
{
    (void)arena;
    const sn_scale_params *p = node->params;
    return absorb(node, p->axis, SN_SCALE_SCALE, SN_SCALE_BIAS, out);
}

const sn_op sn_op_scale = {
    .name = "scale",
    .synopsis = "y = x * scale + bias",
    .slots = scale_slots,
    .n_out = 1,
    .kind = SN_FUSE_BROADCAST,
    .params_bytes = sizeof(sn_scale_params),
    .params = scale_params,
    .expr = "x * scale + bias",
    .infer = scale_infer,
    .loose = true,
    .foresees = true,
    .eval = scale_eval,
    .affine = scale_affine,
    .absorb_out = scale_absorb,
    .identity = scale_identity,
};

/* ---- bias ------------------------------------------------------------------------------------ */

static const sn_param bias_params[] = {
    SN_P_INT(sn_bias_params, nd, 2, 0, SN_MAX_RANK - 1,
             "a value of at most this rank is one channel"),
    SN_P_END,
};
static const sn_slot bias_slots[] = {{"x", 0}, {"bias", SN_SLOT_WEIGHT}, {NULL, 0}};

static sn_status bias_infer(sn_infer *in)
{
    const sn_bias_params *p = in->params;
    sn_rule_give(in, 0, in->in_shape[0]);
    if (in->in_shape[0].rank > p->nd) return sn_channel_vector(in, SN_BIAS_BIAS, 0, false);
    if (sn_shape_count(&in->in_shape[SN_BIAS_BIAS]) == 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "bias has no elements");
    return SN_OK;
}

static sn_status bias_eval(sn_eval *e)
{
    const sn_bias_params *p = e->params;
    const sn_expr *formula = NULL;
    SN_TRY(sn_op_formula(e->ctx, e->arena, e->node->op, e->params, &formula));
    sn_operand operands[2] = {
        sn_operand_dense(e->in[0], &e->in_shape[0]),
        sn_operand_along(e->in[1], e->in_shape[0].rank > p->nd ? 0 : SN_AXIS_NONE),
    };
    return sn_eval_map(e, formula, operands, 2);
}

static sn_answer bias_affine(const sn_node *node, sn_arena *arena, sn_affine *out)
{
    const sn_bias_params *p = node->params;
    const sn_value *x = sn_in(node, SN_BIAS_X);
    int64_t n = 0;
    const double *shift = sn_channel_values(sn_in(node, SN_BIAS_BIAS), arena, &n);
    if (!shift) return SN_ANSWER_NO("its bias is not constant");
    if (n == 0) return SN_ANSWER_NO("its bias has no elements");
    sn_answer same = sn_same_type(x, sn_out(node, 0));
    if (same.is != SN_YES) return same;
    if (n > 1 && x->shape.rank < 0)
        return SN_ANSWER_UNKNOWN(
            "the rank of its input is not known, and up to rank 2 only the first "
            "element of its bias counts");
    bool one = n == 1 || x->shape.rank <= p->nd;
    return sn_channel_affine(one ? SN_AXIS_NONE : 0, one ? 1 : n, NULL, shift, out);
}

static sn_answer bias_identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    sn_affine map;
    sn_answer answer = bias_affine(node, arena, &map);
    return answer.is == SN_YES ? sn_channel_identity(node, &map, slot) : answer;
}

const sn_op sn_op_bias = {
    .name = "bias",
    .synopsis = "y = x + bias",
    .slots = bias_slots,
    .n_out = 1,
    .kind = SN_FUSE_BROADCAST,
    .params_bytes = sizeof(sn_bias_params),
    .params = bias_params,
    .expr = "x + bias",
    .infer = bias_infer,
    .loose = true,
    .foresees = true,
    .eval = bias_eval,
    .affine = bias_affine,
    .identity = bias_identity,
};

/* ---- dropout --------------------------------------------------------------------------------- */

static const sn_param dropout_params[] = {
    SN_P_F32(sn_dropout_params, scale, 1, "factor of everything"),
    SN_P_END,
};
static const sn_slot dropout_slots[] = {{"x", 0}, {NULL, 0}};

const sn_op sn_op_dropout = {
    .name = "dropout",
    .synopsis = "y = scale * x",
    .slots = dropout_slots,
    .n_out = 1,
    .kind = SN_FUSE_ELEMENTWISE,
    .params_bytes = sizeof(sn_dropout_params),
    .params = dropout_params,
    .expr = "x * scale",
    .infer = sn_infer_elementwise,
    .eval = sn_eval_elementwise,
    .affine = sn_affine_elementwise,
    .identity = sn_identity_elementwise,
};
