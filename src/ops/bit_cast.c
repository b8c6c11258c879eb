/* SPDX-License-Identifier: Apache-2.0
 *
 * bit_cast: the bits of each element as one of another type of the same size (ONNX BitCast-26).
 * Halves, which evaluations have as f32, and bool, which has no other bits than 0 and 1, are none
 * of these. */
#include <string.h>

#include "ir/types.h"
#include "ops/elems.h"
#include "ops/ops.h"
#include "ops/rule.h"

typedef struct bit_cast_params {
    int32_t to;
} bit_cast_params;

static const sn_param params[] = {
    SN_P_ENUM(bit_cast_params, to, SN_TYPE_i32, sn_type_enum, "type of the result"),
    SN_P_END,
};

static bool has_bits(sn_type t)
{
    return t == SN_TYPE_f32 || t == SN_TYPE_f64 ||
           (sn_type_is_integer(t) && t != SN_TYPE_bool && sn_type_bits(t) >= 8);
}

static const char *validate(const void *p, sn_arena *arena)
{
    const sn_type to = (sn_type)((const bit_cast_params *)p)->to;
    if (has_bits(to)) return NULL;
    return sn_arena_printf(arena, "to is %s, f32, f64 or an integer of 8 bits or more expected",
                           sn_type_name(to));
}

static sn_status infer(sn_infer *in)
{
    const sn_type from = in->in_type[0], to = (sn_type)((const bit_cast_params *)in->params)->to;
    if (from != SN_TYPE_UNKNOWN && sn_type_bytes(from) != sn_type_bytes(to))
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "x is of type %s, one of %d bytes as %s expected", sn_type_name(from),
                            (int)sn_type_bytes(to), sn_type_name(to));
    sn_shape_rule_give(in, 0, in->in_shape[0]);
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_elems x = sn_eval_elems(e, 0), y = sn_eval_out_elems(e, 0);
    const size_t bytes = (size_t)sn_shape_count(&e->in_shape[0]) * (size_t)x.bytes;
    if (bytes) memcpy(y.data, x.data, bytes);
    return SN_OK;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    *slot = 0;
    return sn_same_type(sn_in(node, 0), sn_out(node, 0));
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

const sn_op sn_op_bit_cast = {
    .name = "bit_cast",
    .synopsis = "y = the bits of x as another element type",
    .slots = slots,
    .types = "int|f32|f64->=to",
    .n_out = 1,
    .traits = SN_TRAIT_STEPS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(bit_cast_params),
    .params = params,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .identity = identity,
};
