/* SPDX-License-Identifier: Apache-2.0
 *
 * expand: x broadcast together with a shape (ONNX Expand-13): axes are paired from the last one on,
 * and a size of 1 on either side is repeated. */
#include "ops/expand.h"

#include "ops/affine_maps.h"
#include "ops/contents.h"
#include "ops/grad/grad.h"
#include "ops/move.h"
#include "ops/sizes.h"

static const char *validate(const void *params, sn_arena *arena)
{
    const sn_expand_params *p = params;
    int64_t n;
    if (p->shape.n > SN_MAX_RANK)
        return sn_arena_printf(arena, "shape has %d sizes, at most %d expected", p->shape.n,
                               SN_MAX_RANK);
    for (int i = 0; i < p->shape.n; i++)
        if (sn_size_number(p->shape.v[i], &n) && (n < 0 || n > INT32_MAX))
            return sn_arena_printf(arena, "shape has %s, 0 to %d expected", p->shape.v[i],
                                   INT32_MAX);
    return sn_sizes_check(&sn_op_expand, "shape", &p->shape, arena);
}

static sn_status infer(sn_infer *in)
{
    const sn_expand_params *p = in->params;
    const sn_shape *x = &in->in_shape[SN_EXPAND_X];
    sn_shape y = *x;
    if (x->rank < 0) return sn_move_give_rank(in, 0, -1);
    y.rank = (int8_t)(p->shape.n > x->rank ? p->shape.n : x->rank);
    for (int i = 0; i < y.rank; i++) {
        const int of_x = i - (y.rank - x->rank), of_shape = i - (y.rank - p->shape.n);
        const sn_dim own = of_x < 0 ? 1 : x->d[of_x];
        sn_size s = sn_size_of_number(in->dims, 1);
        bool ok = true;
        if (of_shape >= 0) SN_TRY(sn_size_infer(in, p->shape.v[of_shape], &s));
        if (s.known && s.is_number && s.number < 0)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "target size %d is %lld, at least 0 expected", of_shape,
                                (long long)s.number);
        y.d[i] = s.known ? sn_shape_rule_broadcast(in, own, s.dim, &ok)
                         : sn_dim_symbol_from(in->dims, sn_out(in->node, 0)->id, i, 0);
        if (!ok)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "axis %d of x has size %s, which does not expand to %s", of_x,
                                sn_shape_rule_text(in, own), sn_shape_rule_text(in, s.dim));
    }
    return sn_move_give(in, 0, &y);
}

static sn_status eval(sn_eval *e)
{
    const sn_shape *x = &e->in_shape[SN_EXPAND_X], *y = &e->out_shape[0];
    int64_t from[SN_MAX_RANK], to[SN_MAX_RANK];
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, SN_EXPAND_X, &m.elem));
    sn_strides(x, from);
    sn_strides(y, to);
    for (int i = 0; i < y->rank; i++) {
        const int of_x = i - (y->rank - x->rank);
        sn_move_axis(&m, y->d[i], of_x < 0 || x->d[of_x] == 1 ? 0 : from[of_x], to[i]);
    }
    sn_move_run(e->ctx, &m, sn_tensor_data(e->in[SN_EXPAND_X]), e->out_data[0]);
    return SN_OK;
}

static const sn_slot slots[] = {
    {"x", 0},
    {"ref", SN_SLOT_OPTIONAL | SN_SLOT_VARIADIC},
    {NULL, 0},
};

static const sn_param param_table[] = {
    SN_P_SIZES(sn_expand_params, shape,
               "what x is broadcast with: numbers, or sizes of the inputs (\"ref.1*2\")"),
    SN_P_END,
};

const sn_op sn_op_expand = {
    .name = "expand",
    .synopsis = "y = x broadcast together with a shape",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_expand_params),
    .params = param_table,
    .validate = validate,
    .infer = infer,
    .contents = sn_contents_of_move,
    .eval = eval,
    .grad = sn_grad_expand,
    .identity = sn_identity_by_shape,
    .reads_shape_only = sn_reads_all_but_first_by_shape,
    .cost = sn_cost_none,
};
