/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors along one axis: see channel.h. */
#include "ops/channel.h"

#include <math.h>

sn_status sn_channel_infer(sn_infer *in, int axis)
{
    const sn_shape *x = &in->in_shape[0];
    if (x->rank >= 0 && axis >= x->rank) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "axis is %d, which a value of rank %d does not have", axis,
                            (int)x->rank);
    }
    sn_shape_rule_give(in, 0, *x);
    return SN_OK;
}

sn_status sn_channel_vector(sn_infer *in, unsigned slot, int axis, bool one_ok)
{
    const sn_shape *x = &in->in_shape[0];
    if (!sn_shape_rule_has(in, slot)) return SN_OK;
    int64_t n = sn_shape_count(&in->in_shape[slot]);
    if (n == 1 && one_ok) return SN_OK;
    if (n < 0 || (x->rank >= 0 && !sn_dim_known(x->d[axis]))) sn_infer_may_bound(in);
    if (n < 0) return SN_OK;
    const char *role = sn_op_slot(in->node->op, slot)->name;
    if (n == 0) return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s has no elements", role);
    if (x->rank < 0) return SN_OK;
    const char *what = sn_arena_printf(in->arena, "axis %d of x, along which %s has %lld elements,",
                                       axis, role, (long long)n);
    if (sn_dim_known(x->d[axis]) && x->d[axis] < n && x->d[axis] > 0) {
        sn_infer_boundary(in, sn_arena_printf(in->arena,
                                              "%s has %lld elements for %lld channels, "
                                              "only the first are used",
                                              role, (long long)n, (long long)x->d[axis]));
        return SN_OK;
    }
    return sn_rule_size_inside(in, what, x->d[axis], n);
}

sn_status sn_channel_size(const sn_infer *in, unsigned slot, int axis)
{
    const sn_shape *x = &in->in_shape[0], s = sn_shape_rule_shape(in, slot);
    SN_TRY(sn_shape_rule_rank(in, slot, 1, 1));
    if (s.rank != 1 || x->rank < 0) return SN_OK;
    const char *what = sn_arena_printf(in->arena, "axis %d of x, along which %s goes,", axis,
                                       sn_op_slot(in->node->op, slot)->name);
    return sn_shape_rule_size(in, what, x->d[axis], s.d[0]);
}

sn_status sn_channel_one(const sn_infer *in, unsigned slot)
{
    const sn_shape s = sn_shape_rule_shape(in, slot);
    SN_TRY(sn_shape_rule_rank(in, slot, 1, 1));
    if (s.rank != 1) return SN_OK;
    const char *what = sn_arena_printf(in->arena, "number of elements of %s, of one channel,",
                                       sn_op_slot(in->node->op, slot)->name);
    return sn_shape_rule_size(in, what, s.d[0], 1);
}

sn_status sn_channel_eval(sn_eval *e, int axis)
{
    enum { MAX_INPUTS = 8 };
    const sn_expr *formula = NULL;
    sn_operand operands[MAX_INPUTS];
    unsigned n_slots = (unsigned)sn_op_n_slots(e->node->op);
    SN_TRY(sn_op_formula(e->ctx, e->arena, e->node->op, e->params, &formula));
    operands[0] = sn_operand_dense(e->in[0], &e->in_shape[0]);
    for (unsigned i = 1; i < n_slots; i++) {
        const sn_tensor *v = i < e->n_in ? e->in[i] : NULL;
        operands[i] = sn_operand_along(v, v && sn_tensor_count(v) > 1 ? axis : SN_AXIS_NONE);
    }
    return sn_eval_map(e, formula, operands, n_slots);
}

const double *sn_channel_values(const sn_value *v, sn_arena *arena, int64_t *n)
{
    const sn_tensor *t = v ? sn_const_of(v) : NULL;
    if (!t) return NULL;
    *n = sn_tensor_count(t);
    double *values = SN_NEW_N(arena, double, *n);
    for (int64_t i = 0; i < *n; i++) values[i] = sn_tensor_at(t, i);
    return values;
}

sn_answer sn_channel_affine(int axis, int64_t n, const double *scale, const double *shift,
                            sn_affine *out)
{
    for (int64_t i = 0; i < n; i++) {
        if ((scale && !isfinite(scale[i])) || (shift && !isfinite(shift[i])))
            return SN_ANSWER_NO("one of its factors or shifts is not finite");
    }
    *out = (sn_affine){.axis = axis, .n = n, .scale = scale, .shift = shift};
    return SN_ANSWER_YES;
}

sn_answer sn_channel_identity(const sn_node *node, const sn_affine *map, uint16_t *slot)
{
    for (int64_t i = 0; i < map->n; i++) {
        if ((map->scale && map->scale[i] != 1) || (map->shift && map->shift[i] != 0))
            return SN_ANSWER_NO("it scales or shifts some elements");
    }
    *slot = map->slot;
    return sn_same_type(sn_in(node, map->slot), sn_out(node, 0));
}
