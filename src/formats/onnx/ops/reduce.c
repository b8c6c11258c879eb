/* SPDX-License-Identifier: Apache-2.0
 *
 * Reductions and normalisations. */
#include "ops/reduce.h"

#include <string.h>

#include "formats/onnx/contents.h"
#include "formats/onnx/ops/call.h"
#include "ops/affine.h"
#include "ops/norm.h"

/* Axes are an input since version 13 (ReduceSum) or 18. */
sn_answer sn_onnx_import_reduce(sn_onnx_call *c)
{
    const bool is_sum = strcmp(c->op, "sum") == 0, by_input = c->version >= (is_sum ? 13 : 18);
    const sn_op *op = by_input && sn_onnx_has(c, 1) ? &sn_op_dynamic_reduce : &sn_op_reduce;
    sn_reduce_params *p = sn_onnx_params(c, op);
    (void)sn_onnx_set_enum(op, p, "op", c->op);
    p->keepdims = sn_onnx_int(c, "keepdims", 1) != 0;
    p->noop_with_empty_axes = by_input && sn_onnx_int(c, "noop_with_empty_axes", 0) != 0;
    sn_value *x = sn_onnx_in(c, 0);
    if (op == &sn_op_dynamic_reduce) {
        sn_onnx_give(c, 0, SN_ONNX_MAKE(c, op, p, x, sn_onnx_in(c, 1)));
        return SN_ONNX_YES;
    }
    if (!by_input && sn_onnx_attr_named(c->record, "axes")) {
        SN_ONNX_NEED_RANK(c, 0);
        if (!sn_onnx_axes(c, "axes", sn_onnx_rank(c, 0), &p->axes))
            return SN_ONNX_NEVER("its input has no such axis");
    }
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, op, p, x));
    return SN_ONNX_YES;
}

/* Mean, and mean square of what is left. */
static void moments_of(sn_onnx_call *c, sn_value *x, const int *axes, int n, sn_value *out[2])
{
    out[0] = sn_onnx_reduce(c, x, "mean", axes, n, true);
    sn_value *d = SN_ONNX_MAKE(c, &sn_op_sub, NULL, x, out[0]);
    out[1] = sn_onnx_reduce(c, SN_ONNX_MAKE(c, &sn_op_mul, NULL, d, d), "mean", axes, n, true);
}

/* ---- batch normalization --------------------------------------------------------------------- */

/* y = scale (x - mean) / sqrt(var + epsilon) + bias with mean and var of the batch itself; running
 * = running * momentum + those * (1 - momentum). Version 14 has the running ones as outputs 1, 2.
 */
static sn_answer train(sn_onnx_call *c, int rank)
{
    if (c->version < 14) return SN_ONNX_NEVER("it trains, in a form before version 14");
    for (unsigned i = 0; i < 5; i++) SN_ONNX_NEED_TYPE(c, i);
    sn_value *x = sn_onnx_in(c, 0), *stat[2];
    int axes[SN_MAX_RANK], n = 0;
    for (int i = 0; i < rank; i++)
        if (i != 1) axes[n++] = i;
    moments_of(c, x, axes, n, stat);
    for (int i = 0; i < 2; i++) stat[i] = sn_onnx_flat(c, stat[i]);
    sn_batch_normalization_params *p = sn_onnx_params(c, &sn_op_batch_normalization);
    p->axis = 1;
    p->epsilon = (float)sn_onnx_float(c, "epsilon", 1e-5);
    const double momentum = sn_onnx_float(c, "momentum", 0.9);
    sn_onnx_give(c, 0,
                 SN_ONNX_MAKE(c, &sn_op_batch_normalization, p, x, sn_onnx_in(c, 1),
                              sn_onnx_in(c, 2), stat[0], stat[1]));
    for (unsigned i = 1; i < 3 && i < sn_onnx_n_out(c); i++) {
        sn_value *was = sn_onnx_in(c, i + 2), *keep = sn_onnx_number(c, was->type, momentum);
        sn_value *take = sn_onnx_number(c, was->type, 1 - momentum);
        sn_value *now = sn_onnx_cast(c, stat[i - 1], was->type);
        was = SN_ONNX_MAKE(c, &sn_op_mul, NULL, was, keep);
        now = SN_ONNX_MAKE(c, &sn_op_mul, NULL, now, take);
        sn_onnx_give(c, i, SN_ONNX_MAKE(c, &sn_op_add, NULL, was, now));
    }
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_batch_normalization(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 3);
    const int rank = sn_onnx_rank(c, 0);
    sn_onnx_ignore(c, "consumed_inputs");
    sn_onnx_ignore(c, "is_test");
    sn_onnx_ignore(c, "momentum");
    if (c->version < 9 && sn_onnx_int(c, "spatial", 1) == 0)
        return SN_ONNX_NEVER("spatial = 0, statistics of each element");
    if (c->version >= 14 && sn_onnx_int(c, "training_mode", 0)) return train(c, rank);
    for (unsigned i = 1; i < sn_onnx_n_out(c); i++)
        if (sn_onnx_gives(c, i)) return SN_ONNX_NEVER("an output that only training has is read");
    sn_batch_normalization_params *p = sn_onnx_params(c, &sn_op_batch_normalization);
    p->axis = rank < 2 ? 0 : 1;
    p->epsilon = (float)sn_onnx_float(c, "epsilon", 1e-5);
    sn_value *v[5];
    for (unsigned i = 0; i < 5; i++) v[i] = sn_onnx_in(c, i);
    sn_onnx_give(c, 0, sn_onnx_make(c, &sn_op_batch_normalization, p, 5, v));
    for (unsigned i = 1; i < sn_onnx_n_out(c); i++) sn_onnx_give_nothing(c, i);
    return SN_ONNX_YES;
}

/* ---- others ---------------------------------------------------------------------------------- */

sn_answer sn_onnx_import_instance_normalization(sn_onnx_call *c)
{
    sn_instance_normalization_params *p = sn_onnx_params(c, &sn_op_instance_normalization);
    sn_onnx_ignore(c, "consumed_inputs");
    p->axis = 1;
    p->epsilon = (float)sn_onnx_float(c, "epsilon", 1e-5);
    sn_onnx_give(c, 0,
                 SN_ONNX_MAKE(c, &sn_op_instance_normalization, p, sn_onnx_in(c, 0),
                              sn_onnx_in(c, 1), sn_onnx_in(c, 2)));
    return SN_ONNX_YES;
}

/* Scale and bias are of groups before version 21: each is repeated for the channels of its group.
 */
static sn_value *of_channels(sn_onnx_call *c, unsigned slot, int64_t each)
{
    sn_value *v = sn_onnx_unsqueeze(c, sn_onnx_in(c, slot), (int[]){1}, 1);
    sn_value *shape = sn_onnx_i64s(c, (int64_t[]){1, each}, 2);
    return sn_onnx_flat(c, SN_ONNX_MAKE(c, &sn_op_dynamic_expand, NULL, v, shape));
}

sn_answer sn_onnx_import_group_normalization(sn_onnx_call *c)
{
    sn_group_normalization_params *p = sn_onnx_params(c, &sn_op_group_normalization);
    sn_value *scale = sn_onnx_in(c, 1), *bias = sn_onnx_in(c, 2);
    sn_onnx_ignore(c, "stash_type"); /* halves are summed up in f32 and more */
    p->axis = 1;
    p->num_groups = (int32_t)sn_onnx_int(c, "num_groups", 1);
    p->epsilon = (float)sn_onnx_float(c, "epsilon", 1e-5);
    if (c->version < 21) {
        SN_ONNX_NEED_RANK(c, 0);
        if (sn_onnx_rank(c, 0) < 2) return SN_ONNX_NEVER("its input has no channels");
        const sn_dim channels = sn_onnx_shape(c, 0)->d[1];
        if (!sn_dim_known(channels)) return SN_ONNX_LATER("how many channels it has is not known");
        if (p->num_groups < 1 || channels % p->num_groups)
            return SN_ONNX_NEVER("its channels do not make up groups");
        scale = of_channels(c, 1, channels / p->num_groups);
        bias = of_channels(c, 2, channels / p->num_groups);
    }
    sn_onnx_give(c, 0,
                 SN_ONNX_MAKE(c, &sn_op_group_normalization, p, sn_onnx_in(c, 0), scale, bias));
    return SN_ONNX_YES;
}

/* Mean, and 1 / deviation, of what is normalised together, of type `to`: outputs that are seldom
 * read. */
static void give_statistics(sn_onnx_call *c, int axis, double epsilon, sn_type to)
{
    const sn_type wide = sn_onnx_type(c, 0) == SN_TYPE_f64 ? SN_TYPE_f64 : SN_TYPE_f32;
    int axes[SN_MAX_RANK], n = 0;
    for (int i = axis; i < sn_onnx_rank(c, 0); i++) axes[n++] = i;
    sn_value *stat[2], *eps = sn_onnx_number(c, wide, epsilon);
    moments_of(c, sn_onnx_cast(c, sn_onnx_in(c, 0), wide), axes, n, stat);
    sn_onnx_give(c, 1, sn_onnx_cast(c, stat[0], to));
    sn_value *sum = SN_ONNX_MAKE(c, &sn_op_add, NULL, stat[1], eps);
    sn_onnx_give(c, 2, sn_onnx_cast(c, SN_ONNX_MAKE(c, &sn_op_rsqrt, NULL, sum), to));
}

/* LayerNormalization and RMSNormalization. */
sn_answer sn_onnx_import_layer_normalization(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    const sn_op *op = sn_op_find(c->op);
    sn_layer_normalization_params *p = sn_onnx_params(c, op);
    const int axis = sn_onnx_axis(sn_onnx_int(c, "axis", -1), sn_onnx_rank(c, 0));
    const sn_type stash = sn_onnx_type_of(sn_onnx_int(c, "stash_type", 1));
    if (axis < 0) return SN_ONNX_NEVER("its input has no such axis");
    if (stash != SN_TYPE_f32 && stash != SN_TYPE_bf16)
        return SN_ONNX_NEVER("its stash_type is neither float nor bfloat16");
    p->axis = axis;
    p->epsilon = (float)sn_onnx_float(c, "epsilon", 1e-5);
    sn_onnx_give(c, 0,
                 SN_ONNX_MAKE(c, op, p, sn_onnx_in(c, 0), sn_onnx_in(c, 1), sn_onnx_in(c, 2)));
    if (sn_onnx_n_out(c) > 1) {
        SN_ONNX_NEED_TYPE(c, 0);
        give_statistics(c, axis, (double)p->epsilon, stash);
    }
    return SN_ONNX_YES;
}
