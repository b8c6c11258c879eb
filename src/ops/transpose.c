/* SPDX-License-Identifier: Apache-2.0
 *
 * transpose: ONNX Transpose-25, with all axes named. */
#include "ops/transpose.h"

#include "ops/affine_maps.h"
#include "ops/grad/grad.h"
#include "ops/move.h"

static const char *validate(const void *params, sn_arena *arena)
{
    const sn_transpose_params *p = params;
    unsigned seen = 0;
    if (p->perm.n > SN_MAX_RANK) {
        return sn_arena_printf(arena, "perm has %d axes, at most %d expected", p->perm.n,
                               SN_MAX_RANK);
    }
    for (int i = 0; i < p->perm.n; i++) {
        if (p->perm.v[i] < 0 || p->perm.v[i] >= p->perm.n || (seen >> p->perm.v[i] & 1)) {
            return sn_arena_printf(arena, "perm has %d, each of 0 to %d once expected",
                                   p->perm.v[i], p->perm.n - 1);
        }
        seen |= 1u << p->perm.v[i];
    }
    return p->perm.n == 0 ? "perm has no axes" : NULL;
}

static sn_status infer(sn_infer *in)
{
    const sn_transpose_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    if (x->rank < 0) return sn_move_give_rank(in, 0, p->perm.n);
    if (p->perm.n != x->rank) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank %d, rank %d expected",
                            x->rank, p->perm.n);
    }
    sn_shape shape = *x;
    for (int i = 0; i < x->rank; i++) shape.d[i] = x->d[p->perm.v[i]];
    return sn_move_give(in, 0, &shape);
}

static sn_status eval(sn_eval *e)
{
    const sn_transpose_params *p = e->params;
    int64_t from[SN_MAX_RANK], to[SN_MAX_RANK];
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, 0, &m.elem));
    sn_strides(&e->in_shape[0], from);
    sn_strides(&e->out_shape[0], to);
    for (int i = 0; i < p->perm.n; i++)
        sn_move_axis(&m, e->out_shape[0].d[i], from[p->perm.v[i]], to[i]);
    sn_move_run(e->ctx, &m, sn_tensor_data(e->in[0]), e->out_data[0]);
    return SN_OK;
}

/* The elements keep their order when the axes that are not proved 1 do; the shape tells the
 * rest. */
static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const sn_transpose_params *p = node->params;
    int last = -1;
    *slot = 0;
    const sn_shape *x = &node->in[0].value->shape;
    bool in_order = true, plain = true;
    for (int i = 0; i < p->perm.n; i++) {
        plain = plain && p->perm.v[i] == i;
        if (x->rank == p->perm.n && x->d[p->perm.v[i]] == 1) continue;
        in_order = in_order && p->perm.v[i] > last;
        last = p->perm.v[i];
    }
    if (plain) return SN_ANSWER_YES;
    if (in_order) return sn_identity_by_shape(node, arena, slot);
    for (int i = 0; i < p->perm.n && x->rank == p->perm.n; i++) {
        if (sn_dim_lower(node->graph->dims, x->d[i]) <= 1 && x->d[i] != 1) {
            return SN_ANSWER_UNKNOWN("an axis that is moved might have size 1");
        }
    }
    return SN_ANSWER_NO("the axes change places");
}

static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)arena;
    const sn_transpose_params *p = node->params;
    const sn_affine *m = &c->given[0];
    c->made[0] = *m;
    if (m->axis == SN_AXIS_NONE) return SN_ANSWER_YES;
    if (m->axis >= p->perm.n) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    int axis = p->perm.v[m->axis];
    for (int i = 0; i < p->perm.n && !c->up; i++) {
        if (p->perm.v[i] == m->axis) axis = i;
    }
    c->made[0].axis = axis;
    return SN_ANSWER_YES;
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param param_table[] = {
    SN_P_INTS(sn_transpose_params, perm, "axis i of the result is axis perm[i] of x"),
    SN_P_END,
};

const sn_op sn_op_transpose = {
    .name = "transpose",
    .synopsis = "y = x with its axes in another order",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_transpose_params),
    .params = param_table,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_transpose,
    .propagate = propagate,
    .identity = identity,
    .cost = sn_cost_none,
};
