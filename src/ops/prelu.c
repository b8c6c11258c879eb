/* SPDX-License-Identifier: Apache-2.0
 *
 * prelu: ONNX PRelu-16, a leaky relu whose slopes broadcast to x. */
#include "ops/prelu.h"

#include <math.h>

#include "ops/affine_maps.h"
#include "ops/binary.h"
#include "ops/rule.h"

static const sn_slot slots[] = {{"x", 0}, {"slope", SN_SLOT_WEIGHT}, {NULL, 0}};

static sn_status infer(sn_infer *in)
{
    SN_TRY(sn_shape_rule_broadcasts(in, SN_PRELU_SLOPE));
    sn_shape_rule_give(in, 0, in->in_shape[SN_PRELU_X]);
    return SN_OK;
}

/* Every slope the same finite number. */
static sn_answer one_slope(const sn_node *node, float *slope)
{
    const sn_tensor *t = sn_const_of(sn_in(node, SN_PRELU_SLOPE));
    if (!t) return SN_ANSWER_NO("its slopes are not constant");
    int64_t n = sn_tensor_count(t);
    if (n == 0) return SN_ANSWER_NO("it has no slopes");
    *slope = (float)sn_tensor_at(t, 0);
    for (int64_t i = 1; i < n; i++) {
        if (sn_tensor_at(t, i) != sn_tensor_at(t, 0)) return SN_ANSWER_NO("its slopes differ");
    }
    if (!isfinite(*slope)) return SN_ANSWER_NO("its slope is not finite");
    return sn_f32_says(t->type, sn_tensor_at(t, 0)) ? SN_ANSWER_YES
                                                    : SN_ANSWER_NO(SN_F32_CANNOT_SAY);
}

/* A slope of 0 is no relu: 0 * -inf is NaN here, and in a leaky relu. */
static sn_answer as_act(const sn_node *node, sn_act *out)
{
    float slope = 0;
    sn_answer one = one_slope(node, &slope);
    if (one.is == SN_YES) *out = (sn_act){.kind = SN_ACT_LEAKY_RELU, .a = slope};
    return one;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    float slope = 0;
    sn_answer one = one_slope(node, &slope);
    if (one.is != SN_YES) return one;
    if (slope != 1) return SN_ANSWER_NO("its slope is not 1");
    *slot = SN_PRELU_X;
    return sn_same_type(sn_in(node, SN_PRELU_X), sn_out(node, 0));
}

static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    if (!c->up && !sn_affine_map_is_identity(&c->given[SN_PRELU_SLOPE]))
        return SN_ANSWER_NO("the map is one of its slopes");
    return sn_propagate_positive(node, arena, c);
}

const sn_op sn_op_prelu = {
    .name = "prelu",
    .synopsis = "y = x where x >= 0, else slope * x",
    .slots = slots,
    .types = "num,num->num",
    .n_out = 1,
    .kind = SN_FUSE_BROADCAST,
    .expr = "select(x < 0, x * slope, x)",
    .shaped_as_first = true,
    .infer = infer,
    .eval = sn_binary_eval,
    .as_act = as_act,
    .propagate = propagate,
    .identity = identity,
};
