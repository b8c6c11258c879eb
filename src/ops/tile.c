/* SPDX-License-Identifier: Apache-2.0
 *
 * tile: x repeated along its axes. `repeats` goes by letters: for rank 3 it means c, h, w, so a
 * vector tiled with three repeats becomes [1,1,w] first, and [c,h,w] tiled with four becomes
 * [c,1,h,w]. */
#include "ops/tile.h"

#include "ops/maps.h"
#include "ops/move.h"

/* x with the rank of the result, and how often each of its axes is repeated. */
typedef struct tiling {
    sn_shape x;
    int32_t times[SN_MAX_RANK];
} tiling;

static const char *const letters[] = {"", "w", "hw", "chw", "cdhw"};

static void repeats_by_letter(const sn_tile_params *p, int rank, tiling *t)
{
    sn_shape x = t->x;
    int n = p->repeats.n, out_rank = n > rank ? n : rank;
    const char *named = n == 3 && rank == 4 ? "dhw" : letters[n];
    t->x.rank = (int8_t)out_rank;
    for (int i = 0; i < out_rank; i++) t->x.d[i] = 1;
    for (int i = 0; i < rank; i++) t->x.d[sn_letter_axis(letters[rank][i], out_rank)] = x.d[i];
    for (int i = 0; i < n; i++) t->times[sn_letter_axis(named[i], out_rank)] = p->repeats.v[i];
}

static sn_status tiling_of(const sn_infer *in, tiling *t)
{
    const sn_tile_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    int rank = x->rank, n = p->repeats.n;
    t->x = *x;
    for (int i = 0; i < SN_MAX_RANK; i++) t->times[i] = 1;
    if (n == 0) {
        if (rank == 1)
            t->times[0] = p->tiles;
        else if (p->axis >= 0 && p->axis < rank)
            t->times[p->axis] = p->tiles;
    } else if (n == rank) {
        for (int i = 0; i < n; i++) t->times[i] = p->repeats.v[i];
    } else if (n <= 4 && rank <= 4) {
        repeats_by_letter(p, rank, t);
    } else {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%d repeats for a value of rank %d", n,
                            rank);
    }
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    tiling t;
    int rank = in->in_shape[0].rank;
    if (rank < 0) return sn_move_give_rank(in, 0, -1);
    SN_TRY(tiling_of(in, &t));
    for (int i = 0; i < t.x.rank; i++) {
        if (t.times[i] < 1) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "axis %d is repeated %d times, 1 or more expected", i, t.times[i]);
        }
        t.x.d[i] = sn_dim_mul(in->dims, t.x.d[i], t.times[i]);
    }
    return sn_move_give(in, 0, &t.x);
}

bool sn_tile_times(const sn_node *node, sn_arena *arena, int32_t times[SN_MAX_RANK])
{
    sn_infer in = sn_node_as_infer(node, arena);
    tiling t;
    int rank = in.in_shape[0].rank;
    if (rank < 0 || tiling_of(&in, &t) != SN_OK || t.x.rank != rank) return false;
    for (int i = 0; i < rank; i++) times[i] = t.times[i];
    return true;
}

static sn_status eval(sn_eval *e)
{
    sn_infer in = sn_eval_as_infer(e);
    int64_t from[SN_MAX_RANK], to[SN_MAX_RANK];
    tiling t;
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, 0, &m.elem));
    SN_TRY(tiling_of(&in, &t));
    sn_strides(&t.x, from);
    sn_strides(&e->out_shape[0], to);
    for (int i = 0; i < t.x.rank; i++) {
        sn_move_axis(&m, t.times[i], 0, t.x.d[i] * to[i]);
        sn_move_axis(&m, t.x.d[i], from[i], to[i]);
    }
    sn_move_run(e->ctx, &m, sn_tensor_data(e->in[0]), e->out_data[0]);
    return SN_OK;
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param param_table[] = {
    SN_P_INT(sn_tile_params, axis, 0, INT32_MIN, INT32_MAX,
             "axis that is repeated; one that x does not have: none; ignored on rank 1"),
    SN_P_INT(sn_tile_params, tiles, 1, INT32_MIN, INT32_MAX, "how often"),
    SN_P_INTS(sn_tile_params, repeats,
              "how often each axis is repeated, outermost first, instead of axis and tiles"),
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
    .infer = infer,
    .eval = eval,
    .carry = sn_carry_same_axis,
    .identity = sn_identity_by_shape,
    .cost = sn_cost_none,
};
