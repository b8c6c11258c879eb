/* SPDX-License-Identifier: Apache-2.0
 *
 * packing: another storage layout, which no value of this graph shows. A padding that adds channels
 * with unset contents is an error, one that adds none is the identity. */
#include "ops/packing.h"

#include "ops/move.h"

static sn_status packing_infer(sn_infer *in)
{
    const sn_packing_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    if (p->use_padding && x->rank >= 1 && sn_dim_known(x->d[0]) && x->d[0] % p->out_elempack != 0) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "axis 0 of size %lld is padded to packs of %d with nothing",
                            (long long)x->d[0], p->out_elempack);
    }
    return sn_move_give(in, 0, x);
}

static sn_answer packing_identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)node;
    (void)arena;
    *slot = 0;
    return SN_ANSWER_YES;
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param packing_params[] = {
    SN_P_INT(sn_packing_params, out_elempack, 1, 1, 64, "elements stored together"),
    SN_P_BOOL(sn_packing_params, use_padding, 0, "pad what does not fill a pack"),
    SN_P_INT(sn_packing_params, cast_type_from, 0, 0, 4, "not used by ncnn's layer"),
    SN_P_INT(sn_packing_params, cast_type_to, 0, 0, 4, "not used by ncnn's layer"),
    SN_P_END,
};

const sn_op sn_op_packing = {
    .name = "packing",
    .synopsis = "y = x, stored in packs",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_ELEMENTWISE,
    .params_bytes = sizeof(sn_packing_params),
    .params = packing_params,
    .infer = packing_infer,
    .eval = sn_eval_copy,
    .identity = packing_identity,
    .cost = sn_cost_none,
};
