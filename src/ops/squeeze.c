/* SPDX-License-Identifier: Apache-2.0
 *
 * squeeze and expand_dims: axes of size 1 go and come.
 *
 * squeeze leaves an axis alone whose size is not 1, so the rank of the result depends on sizes; and
 * at least one axis always stays. expand_dims puts the input's sizes, innermost first, on the axes
 * of the result that it does not make; where those are more than the input has (an axis named
 * twice), the outer ones have size 1. An axis that the value does not have is passed over by
 * both. */
#include "ops/squeeze.h"

#include "ops/move.h"

/* ---- squeeze --------------------------------------------------------------------------------- */

/* Which axes of a value of this rank are to go if their size is 1. */
static void squeezed_axes(const sn_squeeze_params *p, int rank, bool named[SN_MAX_RANK])
{
    const struct {
        char letter;
        bool on;
    } letters[] = {
        {'w', p->squeeze_w}, {'h', p->squeeze_h}, {'d', p->squeeze_d}, {'c', p->squeeze_c}};
    for (int i = 0; i < rank; i++) named[i] = false;
    for (int i = 0; i < p->axes.n; i++) {
        int64_t axis = p->axes.v[i] < 0 ? (int64_t)p->axes.v[i] + rank : p->axes.v[i];
        if (axis >= 0 && axis < rank) named[axis] = true;
    }
    for (int i = 0; i < 4 && p->axes.n == 0 && rank <= 4; i++) {
        int axis = sn_letter_axis(letters[i].letter, rank);
        if (letters[i].on && axis >= 0) named[axis] = true;
    }
}

static sn_status squeeze_infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[0];
    bool named[SN_MAX_RANK];
    sn_shape shape = sn_shape_scalar();
    if (x->rank < 0) return sn_move_give_rank(in, 0, -1);
    squeezed_axes(in->params, x->rank, named);
    for (int i = 0; i < x->rank; i++) {
        if (named[i] && x->d[i] == 1) continue;
        bool stays =
            !named[i] || sn_dim_lower(in->dims, x->d[i]) > 1 || sn_dim_differ(in->dims, x->d[i], 1);
        if (!stays) return sn_move_give_rank(in, 0, -1);
        shape.d[shape.rank++] = x->d[i];
    }
    if (shape.rank == 0) shape = SN_SHAPE(1);
    return sn_move_give(in, 0, &shape);
}

/* ---- expand_dims ----------------------------------------------------------------------------- */

static const char *expand_dims_validate(const void *params, sn_arena *arena)
{
    const sn_expand_dims_params *p = params;
    if (p->axes.n < SN_MAX_RANK) return NULL;
    return sn_arena_printf(arena, "axes has %d axes, at most %d expected", p->axes.n,
                           SN_MAX_RANK - 1);
}

static sn_status expand_dims_infer(sn_infer *in)
{
    const sn_expand_dims_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    bool made[SN_MAX_RANK] = {false};
    int n_made = 0, rank = x->rank + p->axes.n, from = x->rank - 1;
    if (x->rank < 0) return sn_move_give_rank(in, 0, -1);
    if (rank > SN_MAX_RANK) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "the result has rank %d, at most %d expected", rank, SN_MAX_RANK);
    }
    for (int i = 0; i < p->axes.n; i++) {
        int64_t axis = p->axes.v[i] < 0 ? (int64_t)p->axes.v[i] + rank : p->axes.v[i];
        if (axis < 0 || axis >= rank) continue;
        n_made += !made[axis];
        made[axis] = true;
    }
    sn_shape shape = *x;
    if (n_made > 0) {
        shape.rank = (int8_t)rank;
        for (int i = rank - 1; i >= 0; i--) {
            shape.d[i] = !made[i] && from >= 0 ? x->d[from--] : 1;
        }
    }
    return sn_move_give(in, 0, &shape);
}

/* ---- operators ------------------------------------------------------------------------------- */

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param squeeze_params[] = {
    SN_P_BOOL(sn_squeeze_params, squeeze_w, 0, "drop the width where it is 1"),
    SN_P_BOOL(sn_squeeze_params, squeeze_h, 0, "drop the height where it is 1"),
    SN_P_BOOL(sn_squeeze_params, squeeze_d, 0, "drop the depth where it is 1"),
    SN_P_BOOL(sn_squeeze_params, squeeze_c, 0, "drop the channels where there is 1"),
    SN_P_INTS(sn_squeeze_params, axes,
              "axes to drop where their size is 1, instead of the letters above"),
    SN_P_END,
};

const sn_op sn_op_squeeze = {
    .name = "squeeze",
    .synopsis = "y = x without named axes of size 1; one axis at least stays",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_VIEW | SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_squeeze_params),
    .params = squeeze_params,
    .infer = squeeze_infer,
    .eval = sn_eval_copy,
    .identity = sn_identity_by_shape,
    .cost = sn_cost_none,
};

static const sn_param expand_dims_params[] = {
    SN_P_INTS(sn_expand_dims_params, axes, "axes of the result that have size 1"),
    SN_P_END,
};

const sn_op sn_op_expand_dims = {
    .name = "expand_dims",
    .synopsis = "y = x with more axes of size 1",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_VIEW | SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_expand_dims_params),
    .params = expand_dims_params,
    .validate = expand_dims_validate,
    .infer = expand_dims_infer,
    .eval = sn_eval_copy,
    .identity = sn_identity_by_shape,
    .cost = sn_cost_none,
};
