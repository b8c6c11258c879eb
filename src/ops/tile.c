/* SPDX-License-Identifier: Apache-2.0
 *
 * tile: x repeated along its axes. */
#include "ops/tile.h"

#include "ops/affine_maps.h"
#include "ops/contents.h"
#include "ops/grad/grad.h"
#include "ops/move.h"

static const char *validate(const void *params, sn_arena *arena)
{
    const sn_tile_params *p = params;
    if (p->repeats.n > SN_MAX_RANK)
        return sn_arena_printf(arena, "repeats has %d numbers, at most %d expected", p->repeats.n,
                               SN_MAX_RANK);
    return NULL;
}

static sn_status infer(sn_infer *in)
{
    const sn_tile_params *p = in->params;
    const int n = p->repeats.n;
    SN_TRY(sn_shape_rule_rank(in, 0, n, n));
    sn_shape y = in->in_shape[0];
    for (int i = 0; i < n; i++) {
        if (p->repeats.v[i] < 0)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "axis %d is repeated %d times, 0 or more expected", i,
                                p->repeats.v[i]);
        if (y.rank >= 0) y.d[i] = sn_dim_mul(in->dims, y.d[i], p->repeats.v[i]);
    }
    return y.rank < 0 ? sn_move_give_rank(in, 0, n) : sn_move_give(in, 0, &y);
}

static sn_status eval(sn_eval *e)
{
    const sn_tile_params *p = e->params;
    const sn_shape *x = &e->in_shape[0];
    int64_t from[SN_MAX_RANK], to[SN_MAX_RANK];
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, 0, &m.elem));
    sn_strides(x, from);
    sn_strides(&e->out_shape[0], to);
    for (int i = 0; i < x->rank; i++) {
        sn_move_axis(&m, p->repeats.v[i], 0, x->d[i] * to[i]);
        sn_move_axis(&m, x->d[i], from[i], to[i]);
    }
    sn_move_run(e->ctx, &m, sn_tensor_data(e->in[0]), e->out_data[0]);
    return SN_OK;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const sn_tile_params *p = node->params;
    (void)arena;
    *slot = 0;
    for (int i = 0; i < p->repeats.n; i++)
        if (p->repeats.v[i] != 1) return SN_ANSWER_NO("an axis is repeated");
    return SN_ANSWER_YES;
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param param_table[] = {
    SN_P_INTS(sn_tile_params, repeats, "how often each axis is repeated"),
    SN_P_END,
};

const sn_op sn_op_tile = {
    .name = "tile",
    .synopsis = "y = x repeated along its axes",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_tile_params),
    .params = param_table,
    .validate = validate,
    .infer = infer,
    .contents = sn_contents_of_move,
    .eval = eval,
    .grad = sn_grad_tile,
    .propagate = sn_propagate_same_axis,
    .identity = identity,
    .cost = sn_cost_none,
};
