/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.packing: another storage layout, which no value of this graph shows. A padding that adds
 * channels with unset contents is an error, one that adds none does nothing. */
#include "formats/ncnn/ops/ops.h"
#include "ops/move.h"

typedef struct packing_params {
    int32_t out_elempack, use_padding, cast_type_from, cast_type_to;
} packing_params;

static sn_status infer(sn_infer *in)
{
    const packing_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    if (p->use_padding && x->rank >= 1 && sn_dim_known(x->d[0]) && x->d[0] % p->out_elempack != 0) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "axis 0 of size %lld is padded to packs of %d with nothing",
                            (long long)x->d[0], p->out_elempack);
    }
    return sn_move_give(in, 0, x);
}

/* What pads is no error only of sizes that are multiples. */
static sn_answer resolve(sn_resolve *r)
{
    const packing_params *p = r->in.params;
    const sn_shape *x = &r->in.in_shape[0];
    if (p->use_padding && p->out_elempack > 1 && (x->rank < 1 || !sn_dim_known(x->d[0])) &&
        x->rank != 0 && sn_dims_puts_off(r->in.dims))
        return SN_ANSWER_UNKNOWN("whether it pads depends on a size that is not known");
    r->made[0] = sn_ncnn_same(r, sn_in(r->node, 0));
    return SN_ANSWER_YES;
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param params[] = {
    SN_P_INT(packing_params, out_elempack, 1, 1, 64, "elements stored together"),
    SN_P_BOOL(packing_params, use_padding, 0, "pad what does not fill a pack"),
    SN_P_INT(packing_params, cast_type_from, 0, INT32_MIN, INT32_MAX, "not used by the layer"),
    SN_P_INT(packing_params, cast_type_to, 0, INT32_MIN, INT32_MAX, "not used by the layer"),
    SN_P_END,
};

const sn_op sn_ncnn_op_packing = {
    .name = "ncnn.packing",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x, stored in packs",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_ELEMENTWISE,
    .params_bytes = sizeof(packing_params),
    .params = params,
    .resolve = resolve,
    .infer = infer,
    .cost = sn_cost_none,
};
