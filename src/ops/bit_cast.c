/* SPDX-License-Identifier: Apache-2.0
 *
 * bit_cast: the bits of each element as an element of another type of as many (ONNX BitCast-26). A
 * bool is true where a bit is set. */
#include <string.h>

#include "ir/types.h"
#include "ops/ops.h"

typedef struct bit_cast_params {
    int32_t to;
} bit_cast_params;

static const sn_param params[] = {
    SN_P_ENUM(bit_cast_params, to, SN_TYPE_i32, sn_type_enum, "type of the result"),
    SN_P_END,
};

static const char *validate(const void *p, sn_arena *arena)
{
    (void)arena;
    return ((const bit_cast_params *)p)->to == SN_TYPE_UNKNOWN ? "to is unknown, a type expected"
                                                               : NULL;
}

static sn_status infer(sn_infer *in)
{
    const sn_type to = (sn_type)((const bit_cast_params *)in->params)->to, from = in->in_type[0];
    in->out_shape[0] = in->in_shape[0];
    if (from == SN_TYPE_UNKNOWN || sn_type_bytes(from) == sn_type_bytes(to)) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "elements of %s have %zu bytes, those of %s %zu", sn_type_name(from),
                        sn_type_bytes(from), sn_type_name(to), sn_type_bytes(to));
}

/* Halves come as f32, which holds them exactly, and are their bits here; so is what is to be
 * halves. */
static sn_status eval(sn_eval *e)
{
    const sn_type to = (sn_type)((const bit_cast_params *)e->params)->to;
    const sn_type from = sn_in(e->node, 0)->type;
    const sn_tensor *bits;
    sn_tensor *made;
    SN_TRY(sn_tensor_convert(e->ctx, e->in[0], sn_type_is_narrow(from) ? from : e->in[0]->type,
                             &bits));
    void *data;
    sn_status status = sn_tensor_create(e->ctx, to, &e->in_shape[0], &made, &data);
    const size_t n = (size_t)sn_tensor_count(bits) * sn_type_bytes(bits->type);
    if (status == SN_OK && n) memcpy(data, sn_tensor_data(bits), n);
    for (size_t i = 0; status == SN_OK && to == SN_TYPE_bool && i < n; i++)
        ((uint8_t *)data)[i] = ((uint8_t *)data)[i] != 0;
    sn_tensor_release(bits);
    SN_TRY(status);
    sn_tensor_release(e->out[0]);
    e->out[0] = made;
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
    .synopsis = "y = the bits of x as elements of another type of the same size",
    .slots = slots,
    .types = "any->=to",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(bit_cast_params),
    .params = params,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .rounds = true,
    .identity = identity,
};
