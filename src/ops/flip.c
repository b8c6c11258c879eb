/* SPDX-License-Identifier: Apache-2.0
 *
 * flip: some axes turned round. ncnn looks at rank 1 as one axis that any entry of `axes` means; on
 * other ranks an axis that the value does not have (up to the fourth) is passed over. */
#include "ops/flip.h"

#include "ops/maps.h"
#include "ops/move.h"

static const char *validate(const void *params, sn_arena *arena)
{
    const sn_flip_params *p = params;
    if (p->axes.n <= SN_MAX_RANK) return NULL;
    return sn_arena_printf(arena, "axes has %d axes, at most %d expected", p->axes.n, SN_MAX_RANK);
}

/* False where an axis is one that ncnn has no room for. */
static bool flipped_axes(const sn_flip_params *p, int rank, bool flipped[SN_MAX_RANK],
                         int32_t *wrong)
{
    for (int i = 0; i < SN_MAX_RANK; i++) flipped[i] = false;
    for (int i = 0; i < p->axes.n; i++) {
        int64_t axis = p->axes.v[i] < 0 ? (int64_t)p->axes.v[i] + rank : p->axes.v[i];
        *wrong = p->axes.v[i];
        if (axis < 0 || axis >= (rank > 4 ? rank : 4)) return false;
        if (axis < rank) flipped[axis] = true;
    }
    if (rank == 1) flipped[0] = p->axes.n > 0;
    return true;
}

bool sn_flip_axes(const sn_node *node, unsigned *mask)
{
    bool flipped[SN_MAX_RANK];
    int32_t wrong;
    int rank = node->in[0].value->shape.rank;
    if (rank < 0 || !flipped_axes(node->params, rank, flipped, &wrong)) return false;
    *mask = 0;
    for (int i = 0; i < rank; i++) *mask |= (unsigned)flipped[i] << i;
    return true;
}

static sn_status infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[0];
    bool flipped[SN_MAX_RANK];
    int32_t wrong;
    if (x->rank >= 0 && !flipped_axes(in->params, x->rank, flipped, &wrong)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "axis is %d, which a value of rank %d does not have", wrong, x->rank);
    }
    return sn_move_give(in, 0, x);
}

static sn_status eval(sn_eval *e)
{
    const sn_shape *x = &e->in_shape[0];
    const char *from = sn_tensor_data(e->in[0]);
    int64_t stride[SN_MAX_RANK];
    bool flipped[SN_MAX_RANK];
    int32_t wrong;
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, 0, &m.elem));
    (void)flipped_axes(e->params, x->rank, flipped, &wrong); /* infer has accepted them */
    sn_strides(x, stride);
    for (int i = 0; i < x->rank; i++) {
        sn_move_axis(&m, x->d[i], flipped[i] ? -stride[i] : stride[i], stride[i]);
        if (flipped[i]) from += (x->d[i] - 1) * stride[i] * (int64_t)m.elem;
    }
    sn_move_run(e->ctx, &m, from, e->out_data[0]);
    return SN_OK;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const sn_flip_params *p = node->params;
    const sn_shape *x = &node->in[0].value->shape;
    bool flipped[SN_MAX_RANK], unsure = false;
    int32_t wrong;
    (void)arena;
    *slot = 0;
    if (p->axes.n == 0) return SN_ANSWER_YES;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    (void)flipped_axes(p, x->rank, flipped, &wrong);
    for (int i = 0; i < x->rank; i++) {
        if (!flipped[i] || x->d[i] == 1) continue;
        if (sn_dim_lower(node->graph->dims, x->d[i]) > 1)
            return SN_ANSWER_NO("an axis is turned round");
        unsure = true;
    }
    if (unsure)
        return SN_ANSWER_UNKNOWN("an axis that is turned round is not proved to have size 1");
    return SN_ANSWER_YES;
}

static sn_answer carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    const sn_affine *m = &c->given[0];
    const int rank = sn_in(node, 0)->shape.rank;
    bool flipped[SN_MAX_RANK];
    int32_t wrong;
    if (m->axis == SN_AXIS_NONE) return sn_carry_same_axis(node, arena, c);
    if (rank < 0) return SN_ANSWER_UNKNOWN("ranks are not known");
    if (!flipped_axes(node->params, rank, flipped, &wrong) || m->axis >= rank || flipped[m->axis])
        return SN_ANSWER_NO("it turns the axis of the factors round");
    return sn_carry_same_axis(node, arena, c);
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param param_table[] = {
    SN_P_INTS(sn_flip_params, axes, "axes that are turned round; negative: from the back"),
    SN_P_END,
};

const sn_op sn_op_flip = {
    .name = "flip",
    .synopsis = "y = x with axes turned round",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_flip_params),
    .params = param_table,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .carry = carry,
    .identity = identity,
    .cost = sn_cost_none,
};
