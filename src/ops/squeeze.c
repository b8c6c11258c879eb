/* SPDX-License-Identifier: Apache-2.0
 *
 * squeeze and unsqueeze: axes of size 1 go and come, as in ONNX. */
#include "ops/squeeze.h"

#include "ops/contents.h"
#include "ops/move.h"
#include "ops/rule.h"

/* ---- axes ------------------------------------------------------------------------------------ */

static sn_status bits_of(const sn_infer *in, const sn_ints *axes, const char *what, int rank,
                         unsigned *bits)
{
    *bits = 0;
    for (int i = 0; i < axes->n; i++) {
        if (axes->v[i] >= rank)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "axes has %d, %s has rank %d",
                                axes->v[i], what, rank);
        *bits |= 1u << axes->v[i];
    }
    return SN_OK;
}

/* ---- squeeze --------------------------------------------------------------------------------- */

static const char *squeeze_validate(const void *params, sn_arena *arena)
{
    return sn_rule_axes_wrong(&((const sn_squeeze_params *)params)->axes, arena);
}

static sn_status squeeze_infer(sn_infer *in)
{
    const sn_squeeze_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    unsigned named;
    sn_shape shape = sn_shape_scalar();
    if (x->rank < 0) return sn_move_give_rank(in, 0, -1);
    SN_TRY(bits_of(in, &p->axes, "x", x->rank, &named));
    for (int i = 0; i < x->rank; i++) {
        if (named >> i & 1) {
            const char *what = sn_arena_printf(in->arena, "size of axis %d of x", i);
            SN_TRY(sn_shape_rule_size(in, what, x->d[i], 1));
            continue;
        }
        if (!p->axes.n && x->d[i] == 1) continue;
        if (!p->axes.n && sn_dim_lower(in->dims, x->d[i]) <= 1) return sn_move_give_rank(in, 0, -1);
        shape.d[shape.rank++] = x->d[i];
    }
    return sn_move_give(in, 0, &shape);
}

/* ---- unsqueeze ------------------------------------------------------------------------------- */

static const char *unsqueeze_validate(const void *params, sn_arena *arena)
{
    return sn_rule_axes_wrong(&((const sn_unsqueeze_params *)params)->axes, arena);
}

static sn_status unsqueeze_infer(sn_infer *in)
{
    const sn_unsqueeze_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    const int rank = x->rank + p->axes.n;
    unsigned made;
    if (x->rank < 0) return sn_move_give_rank(in, 0, -1);
    if (rank > SN_MAX_RANK)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "the result has rank %d, at most %d expected", rank, SN_MAX_RANK);
    SN_TRY(bits_of(in, &p->axes, "the result", rank, &made));
    sn_shape shape = {.rank = (int8_t)rank};
    for (int i = 0, from = 0; i < rank; i++) shape.d[i] = made >> i & 1 ? 1 : x->d[from++];
    return sn_move_give(in, 0, &shape);
}

/* ---- operators ------------------------------------------------------------------------------- */

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param squeeze_params[] = {
    SN_P_INTS(sn_squeeze_params, axes, "axes of size 1 that go; none: all of size 1"),
    SN_P_END,
};

const sn_op sn_op_squeeze = {
    .name = "squeeze",
    .synopsis = "y = x without axes of size 1",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_VIEW | SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_squeeze_params),
    .params = squeeze_params,
    .validate = squeeze_validate,
    .infer = squeeze_infer,
    .contents = sn_contents_of_view,
    .eval = sn_eval_copy,
    .identity = sn_identity_by_shape,
    .cost = sn_cost_none,
};

static const sn_param unsqueeze_params[] = {
    SN_P_INTS(sn_unsqueeze_params, axes, "axes of the result that are new, of size 1"),
    SN_P_END,
};

const sn_op sn_op_unsqueeze = {
    .name = "unsqueeze",
    .synopsis = "y = x with more axes of size 1",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_VIEW | SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_unsqueeze_params),
    .params = unsqueeze_params,
    .validate = unsqueeze_validate,
    .infer = unsqueeze_infer,
    .contents = sn_contents_of_view,
    .eval = sn_eval_copy,
    .identity = sn_identity_by_shape,
    .cost = sn_cost_none,
};
