/* SPDX-License-Identifier: Apache-2.0
 *
 * batch_normalization: ONNX BatchNormalization-15 at inference, along an axis. A value that ends in
 * front of that axis has one channel. Left-out vectors are 0, an extension of ONNX: with an epsilon
 * of 1 and neither mean nor var it is y = scale * x + bias, the form of any map that scales and
 * shifts channels.
 *
 * dropout is that of ONNX at inference: nothing. What it does in training is made when a step of it
 * is (train/dropout.c). */
#include "ops/affine.h"

#include <math.h>

#include "ops/channel.h"
#include "ops/grad/grad.h"

/* ---- batch_normalization --------------------------------------------------------------------- */

static const sn_param batch_normalization_params[] = {
    SN_P_INT(sn_batch_normalization_params, axis, 0, 0, SN_MAX_RANK - 1,
             "axis of the channels, from the front"),
    SN_P_F32(sn_batch_normalization_params, epsilon, 1e-5f, "added to the variance"),
    SN_P_F32(sn_batch_normalization_params, zero_divisor, 0,
             "what it divides by where var + epsilon is exactly 0"),
    SN_P_END,
};
static const sn_slot batch_normalization_slots[] = {
    {"x", 0},
    {"scale", SN_SLOT_WEIGHT},
    {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL},
    {"mean", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL},
    {"var", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL},
    {NULL, 0},
};

static sn_status batch_normalization_infer(sn_infer *in)
{
    const sn_batch_normalization_params *p = in->params;
    const bool one_channel = in->in_shape[SN_BATCH_NORM_X].rank == p->axis;
    if (one_channel)
        sn_shape_rule_give(in, 0, in->in_shape[SN_BATCH_NORM_X]);
    else
        SN_TRY(sn_channel_infer(in, p->axis));
    for (unsigned i = SN_BATCH_NORM_SCALE; i <= SN_BATCH_NORM_VAR; i++)
        SN_TRY(one_channel ? sn_channel_one(in, i) : sn_channel_size(in, i, p->axis));
    return SN_OK;
}

static sn_status batch_normalization_eval(sn_eval *e)
{
    const sn_batch_normalization_params *p = e->params;
    return sn_channel_eval(e, p->axis);
}

bool sn_batch_norm_never_zero(const sn_value *v, float epsilon)
{
    const sn_tensor *var = v ? sn_const_of(v) : NULL;
    bool never = v ? var && var->buf : epsilon != 0;
    for (int64_t i = 0; never && var && i < sn_tensor_count(var); i++)
        never = sn_tensor_at(var, i) + (double)epsilon != 0;
    return never;
}

static bool batch_normalization_same(const sn_node *a, const sn_node *b)
{
    const sn_batch_normalization_params *p = a->params, *q = b->params;
    if (p->axis != q->axis || p->epsilon != q->epsilon) return false;
    return p->zero_divisor == q->zero_divisor ||
           sn_batch_norm_never_zero(sn_in(a, SN_BATCH_NORM_VAR), p->epsilon) ||
           sn_batch_norm_never_zero(sn_in(b, SN_BATCH_NORM_VAR), p->epsilon);
}

/* Maps have the numbers of x. */
static sn_answer of_type_of_x(const sn_node *node)
{
    for (uint16_t i = SN_BATCH_NORM_SCALE; i < node->n_in; i++) {
        if (!sn_in(node, i)) continue;
        const sn_answer same = sn_same_type(sn_in(node, SN_BATCH_NORM_X), sn_in(node, i));
        if (same.is != SN_YES) return same;
    }
    return sn_same_type(sn_in(node, SN_BATCH_NORM_X), sn_out(node, 0));
}

static double or_0(const double *v, int64_t i) { return v ? v[i] : 0; }

static sn_answer batch_normalization_affine(const sn_node *node, sn_arena *arena, sn_affine *out)
{
    enum { N_SLOTS = SN_BATCH_NORM_VAR + 1 };
    const sn_batch_normalization_params *p = node->params;
    const double *v[N_SLOTS] = {NULL};
    int64_t n = 0;
    for (unsigned i = SN_BATCH_NORM_SCALE; i < N_SLOTS; i++) {
        int64_t count = 0;
        if (!sn_in(node, i)) continue;
        v[i] = sn_channel_values(sn_in(node, i), arena, &count);
        if (!v[i]) return SN_ANSWER_NO("its statistics, scale or bias are not constant");
        if (n != 0 && count != n) return SN_ANSWER_NO("its vectors differ in length");
        n = count;
    }
    double *scale = SN_NEW_N(arena, double, n), *shift = SN_NEW_N(arena, double, n);
    for (int64_t i = 0; i < n; i++) {
        double divisor = sqrt(or_0(v[SN_BATCH_NORM_VAR], i) + (double)p->epsilon);
        if (divisor == 0) divisor = (double)p->zero_divisor;
        scale[i] = v[SN_BATCH_NORM_SCALE][i] / divisor;
        shift[i] = or_0(v[SN_BATCH_NORM_BIAS], i) - scale[i] * or_0(v[SN_BATCH_NORM_MEAN], i);
    }
    const bool shifts = v[SN_BATCH_NORM_BIAS] || v[SN_BATCH_NORM_MEAN];
    const bool one_channel = sn_in(node, SN_BATCH_NORM_X)->shape.rank == p->axis;
    const sn_answer same = of_type_of_x(node);
    if (same.is != SN_YES) return same;
    return sn_channel_affine(one_channel ? SN_AXIS_NONE : p->axis, n, scale, shifts ? shift : NULL,
                             out);
}

static sn_answer batch_normalization_identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    sn_affine map;
    sn_answer answer = batch_normalization_affine(node, arena, &map);
    return answer.is == SN_YES ? sn_channel_identity(node, &map, slot) : answer;
}

/* What multiplying `scaled` and adding to `shifted` needs: that both are constant. */
static sn_answer fold_out(const sn_node *node, int axis, uint16_t scaled, uint16_t shifted,
                          sn_fold_out *out)
{
    const sn_tensor *factor = sn_const_of(sn_in(node, scaled));
    if (!factor) return SN_ANSWER_NO("its factors are not constant");
    if (sn_in(node, shifted) && !sn_const_of(sn_in(node, shifted)))
        return SN_ANSWER_NO("its bias is not constant");
    *out = (sn_fold_out){.axis = axis,
                         .n = sn_tensor_count(factor),
                         .n_scaled = 1,
                         .scaled = {scaled},
                         .shifted = shifted};
    return SN_ANSWER_YES;
}

static sn_answer batch_normalization_fold_out(const sn_node *node, sn_arena *arena,
                                              sn_fold_out *out)
{
    (void)arena;
    const sn_batch_normalization_params *p = node->params;
    const sn_answer same = of_type_of_x(node);
    return same.is == SN_YES ? fold_out(node, p->axis, SN_BATCH_NORM_SCALE, SN_BATCH_NORM_BIAS, out)
                             : same;
}

const sn_op sn_op_batch_normalization = {
    .name = "batch_normalization",
    .synopsis = "y = scale * (x - mean) / sqrt(var + epsilon) + bias",
    .slots = batch_normalization_slots,
    .types = "float,float2,float2,float3,float3->float",
    .n_out = 1,
    .kind = SN_FUSE_BROADCAST,
    .params_bytes = sizeof(sn_batch_normalization_params),
    .params = batch_normalization_params,
    .same = batch_normalization_same,
    .expr = "(x - mean) * (scale / select(abs(var + epsilon) <= 0, zero_divisor, sqrt(var + "
            "epsilon))) + bias",
    .shaped_as_first = true,
    .infer = batch_normalization_infer,
    .eval = batch_normalization_eval,
    .grad = sn_grad_batch_normalization,
    .affine = batch_normalization_affine,
    .fold_out = batch_normalization_fold_out,
    .identity = batch_normalization_identity,
};

/* ---- dropout --------------------------------------------------------------------------------- */

static const sn_slot dropout_slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param dropout_table[] = {
    SN_P_F32(sn_dropout_params, ratio, 0,
             "share of the elements that a step of training makes 0; else it has no effect"),
    SN_P_END,
};

static const char *dropout_validate(const void *params, sn_arena *arena)
{
    const float ratio = ((const sn_dropout_params *)params)->ratio;
    if (ratio >= 0 && ratio <= 1) return NULL;
    return sn_arena_printf(arena, "ratio is %g, 0 to 1 expected", (double)ratio);
}

const sn_op sn_op_dropout = {
    .name = "dropout",
    .synopsis = "y = x; in a step of training, x times a mask of 0 and 1 / (1 - ratio)",
    .slots = dropout_slots,
    .n_out = 1,
    .kind = SN_FUSE_ELEMENTWISE,
    .params_bytes = sizeof(sn_dropout_params),
    .params = dropout_table,
    .validate = dropout_validate,
    .expr = "x",
    .infer = sn_infer_elementwise,
    .eval = sn_eval_elementwise,
    .identity = sn_identity_elementwise,
};
