/* SPDX-License-Identifier: Apache-2.0
 *
 * Tile, Flip: axes that are given by letters, or that the value need not have. They resolve once
 * the rank is known.
 *
 * ncnn.tile: `repeats` goes by letters: for rank 3 it means c, h, w, so a vector tiled with three
 * repeats becomes [1,1,w] first, and [c,h,w] tiled with four becomes [c,1,h,w].
 *
 * ncnn.flip looks at rank 1 as one axis that any entry of `axes` means; on other ranks an axis that
 * the value does not have (up to the fourth) is passed over. */
#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/sizes.h"
#include "ops/flip.h"
#include "ops/move.h"
#include "ops/squeeze.h"
#include "ops/tile.h"

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

/* ---- tile ------------------------------------------------------------------------------------ */

typedef struct sn_ncnn_tile_params {
    int32_t axis, tiles;
    sn_ints repeats; /* by letters; instead of axis and tiles */
} sn_ncnn_tile_params;

/* What is repeated: x with more axes, and how often each of its axes is. */
typedef struct tiling {
    int rank;
    int32_t made[SN_MAX_RANK], n_made; /* axes that x lacks */
    int32_t times[SN_MAX_RANK];
} tiling;

/* The axes that a value of that rank lacks where it has `more`, by letters. */
static int lacking(int rank, int more, int32_t axes[SN_MAX_RANK])
{
    bool has[SN_MAX_RANK] = {false};
    int n = 0;
    for (int i = 0; i < rank; i++) has[sn_letter_axis(sn_ncnn_letter(i, rank), more)] = true;
    for (int i = 0; i < more; i++)
        if (!has[i]) axes[n++] = i;
    return n;
}

static sn_status tiling_of(const sn_infer *in, tiling *t)
{
    const sn_ncnn_tile_params *p = in->params;
    const int rank = in->in_shape[0].rank, n = p->repeats.n;
    *t = (tiling){.rank = rank};
    for (int i = 0; i < SN_MAX_RANK; i++) t->times[i] = 1;
    if (n == 0) {
        if (rank == 1)
            t->times[0] = p->tiles;
        else if (p->axis >= 0 && p->axis < rank)
            t->times[p->axis] = p->tiles;
    } else if (n == rank) {
        for (int i = 0; i < n; i++) t->times[i] = p->repeats.v[i];
    } else if (n <= 4 && rank <= 4 && rank > 0) {
        if (n > rank) t->rank = n;
        if (n > rank) t->n_made = lacking(rank, n, t->made);
        for (int i = 0; i < n; i++) {
            const char letter = n == 3 && rank == 4 ? "dhw"[i] : sn_ncnn_letter(i, n);
            t->times[sn_letter_axis(letter, t->rank)] = p->repeats.v[i];
        }
    } else {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%d repeats for a value of rank %d", n,
                            rank);
    }
    return SN_OK;
}

static sn_answer resolve_tile(sn_resolve *r)
{
    tiling t;
    sn_value *x = sn_in(r->node, 0);
    if (r->in.in_shape[0].rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    r->status = tiling_of(&r->in, &t);
    if (r->status != SN_OK) return SN_ANSWER_NO("its repeats do not fit");
    const sn_unsqueeze_params more = {.axes = sn_ints_of(r->in.arena, t.n_made, t.made)};
    if (t.n_made) x = sn_resolve_node(r, &sn_op_unsqueeze, &more, 1, &x);
    const sn_tile_params p = {.repeats = sn_ints_of(r->in.arena, t.rank, t.times)};
    r->made[0] = sn_resolve_node(r, &sn_op_tile, &p, 1, &x);
    return SN_ANSWER_YES;
}

static sn_status infer_tile(sn_infer *in) { return sn_move_give_rank(in, 0, -1); }

sn_answer sn_ncnn_tile_implies(const sn_node *reader, uint16_t slot)
{
    const sn_node *view = sn_in(reader, slot)->def;
    const sn_shape *x = &sn_in(view, 0)->shape, *y = &view->out[0]->shape;
    int32_t axes[SN_MAX_RANK];
    if (x->rank < 1 || y->rank <= x->rank || y->rank > 4) return SN_ANSWER_NO(NULL);
    const int n = lacking(x->rank, y->rank, axes);
    for (int i = 0, at = 0, from = 0; i < y->rank; i++) {
        const bool made = at < n && axes[at] == i;
        at += made;
        if (!sn_dim_equal(y->d[i], made ? 1 : x->d[from++])) return SN_ANSWER_NO(NULL);
    }
    return SN_ANSWER_YES;
}

static const sn_param tile_params[] = {
    SN_P_INT(sn_ncnn_tile_params, axis, 0, INT32_MIN, INT32_MAX,
             "axis that is repeated; one that x does not have: none; ignored on rank 1"),
    SN_P_INT(sn_ncnn_tile_params, tiles, 1, INT32_MIN, INT32_MAX, "how often"),
    SN_P_INTS(sn_ncnn_tile_params, repeats,
              "how often each axis is repeated, outermost first, instead of axis and tiles"),
    SN_P_END,
};

const sn_op sn_ncnn_op_tile = {
    .name = "ncnn.tile",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x repeated along axes named by letters",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_ncnn_tile_params),
    .params = tile_params,
    .resolve = resolve_tile,
    .infer = infer_tile,
};

/* ---- flip ------------------------------------------------------------------------------------ */

static const char *validate_flip(const void *params, sn_arena *arena)
{
    const sn_flip_params *p = params;
    if (p->axes.n <= SN_MAX_RANK) return NULL;
    return sn_arena_printf(arena, "axes has %d axes, at most %d expected", p->axes.n, SN_MAX_RANK);
}

static sn_status infer_flip(sn_infer *in)
{
    const sn_flip_params *p = in->params;
    const int rank = in->in_shape[0].rank;
    for (int i = 0; i < p->axes.n && rank >= 0; i++) {
        const int64_t axis = p->axes.v[i] < 0 ? (int64_t)p->axes.v[i] + rank : p->axes.v[i];
        if (axis < 0 || axis >= (rank > 4 ? rank : 4))
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "axis is %d, which a value of rank %d does not have", p->axes.v[i],
                                rank);
    }
    return sn_move_give(in, 0, &in->in_shape[0]);
}

static sn_answer resolve_flip(sn_resolve *r)
{
    const sn_flip_params *p = r->in.params;
    const int rank = r->in.in_shape[0].rank;
    int32_t axes[SN_MAX_RANK];
    unsigned flipped = 0;
    int n = 0;
    if (rank < 0 && p->axes.n) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    r->status = infer_flip(&r->in);
    if (r->status != SN_OK) return SN_ANSWER_NO("its input has no such axis");
    for (int i = 0; i < p->axes.n; i++) {
        const int axis = rank == 1 ? 0 : p->axes.v[i] < 0 ? p->axes.v[i] + rank : p->axes.v[i];
        if (axis >= rank || (flipped >> axis & 1)) continue;
        flipped |= 1u << axis;
        axes[n++] = axis;
    }
    const sn_flip_params q = {.axes = sn_ints_of(r->in.arena, n, axes)};
    r->made[0] = sn_resolve_node(r, &sn_op_flip, &q, 1, (sn_value *[]){sn_in(r->node, 0)});
    return SN_ANSWER_YES;
}

static const sn_param flip_params[] = {
    SN_P_INTS(sn_flip_params, axes, "axes that are turned round; negative: from the back"),
    SN_P_END,
};

const sn_op sn_ncnn_op_flip = {
    .name = "ncnn.flip",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x with axes turned round; those that it does not have are passed over",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_flip_params),
    .params = flip_params,
    .validate = validate_flip,
    .resolve = resolve_flip,
    .infer = infer_flip,
};
