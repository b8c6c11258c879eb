/* SPDX-License-Identifier: Apache-2.0
 *
 * split: consecutive parts along an axis, one for each output. They need not cover it: what is left
 * is dropped. (ncnn's code for x86 then misreads parts along the last axes; its portable code does
 * what is said here.) */
#include "ops/split.h"

#include "ops/maps.h"
#include "ops/move.h"

static sn_status resolve(const sn_infer *in, void *params)
{
    sn_split_params *p = params;
    return sn_rule_axis(in, &p->axis);
}

static sn_status check_lists(const sn_infer *in)
{
    const sn_split_params *p = in->params;
    if (p->indices.n > 0 && p->indices.n < in->n_out - 1) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%d indices for %u outputs, %u expected",
                            p->indices.n, (unsigned)in->n_out, (unsigned)in->n_out - 1);
    }
    if (p->indices.n == 0 && p->slices.n < in->n_out) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%d slices for %u outputs", p->slices.n,
                            (unsigned)in->n_out);
    }
    return SN_OK;
}

/* Where output i, which begins at `from`, ends on an axis of size n. */
static sn_dim part_end(const sn_infer *in, unsigned i, sn_dim from, sn_dim n)
{
    const sn_split_params *p = in->params;
    if (p->indices.n > 0) {
        if (i == in->n_out - 1u) return n;
        int32_t index = p->indices.v[i];
        return index < 0 ? sn_dim_sub(in->dims, n, -(int64_t)index) : index;
    }
    int32_t slice = p->slices.v[i];
    if (slice == SN_SPLIT_SHARE) {
        sn_dim share =
            sn_dim_floordiv(in->dims, sn_dim_sub(in->dims, n, from), (int64_t)in->n_out - i);
        return sn_dim_add(in->dims, from, share);
    }
    return slice < 0 ? sn_dim_sub(in->dims, from, -(int64_t)slice)
                     : sn_dim_add(in->dims, from, slice);
}

static sn_status infer(sn_infer *in)
{
    const sn_split_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    int32_t axis = SN_LATE;
    sn_dim from = 0;
    SN_TRY(check_lists(in));
    if (x->rank >= 0) SN_TRY(sn_axis_resolve(in, p->axis, x, &axis));
    for (unsigned i = 0; i < in->n_out; i++) {
        if (axis == SN_LATE) {
            SN_TRY(sn_move_give_rank(in, i, x->rank));
            continue;
        }
        sn_shape part = *x;
        sn_dim end = part_end(in, i, from, x->d[axis]);
        part.d[axis] = sn_dim_sub(in->dims, end, from);
        SN_TRY(sn_move_give(in, i, &part));
        if (sn_dim_lower(in->dims, sn_dim_sub(in->dims, end, x->d[axis])) > 0) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "output %u ends at %s of %s", i,
                                sn_rule_text(in, end), sn_rule_text(in, x->d[axis]));
        }
        from = end;
    }
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    const sn_split_params *p = e->params;
    int64_t offset[SN_MAX_RANK] = {0};
    size_t elem;
    SN_TRY(sn_eval_elem(e, 0, &elem));
    for (unsigned i = 0; i < e->n_out; i++) {
        sn_move_out_of(e->ctx, elem, &e->in_shape[0], offset, sn_tensor_data(e->in[0]),
                       &e->out_shape[i], e->out_data[i]);
        offset[p->axis] += e->out_shape[i].d[p->axis];
    }
    return SN_OK;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    *slot = 0;
    if (node->n_out != 1) return SN_ANSWER_NO("there are several parts");
    return sn_identity_by_shape(node, arena, slot);
}

/* ---- maps ------------------------------------------------------------------------------------ */

typedef struct part {
    int64_t from;
} part;

static int64_t from_whole(const void *user, int64_t i)
{
    const part *p = user;
    return p->from + i;
}

/* Up: all parts one after the other, then what is in none of them. */
static sn_answer join_parts(const sn_node *node, sn_arena *arena, int axis, sn_carry *c)
{
    const sn_shape *x = &sn_in(node, 0)->shape;
    int64_t at = 0;
    if (x->rank <= axis || !sn_dim_known(x->d[axis]))
        return SN_ANSWER_UNKNOWN("the number of channels is not known");
    const int64_t n = x->d[axis];
    double *scale = SN_NEW_N(arena, double, n), *shift = SN_NEW_N(arena, double, n);
    for (uint16_t i = 0; i < node->n_out; i++) {
        const sn_shape *y = &sn_out(node, i)->shape;
        const sn_affine *m = &c->given[i];
        if (m->axis != SN_AXIS_NONE && m->axis != axis)
            return SN_ANSWER_NO("the factors of a part run along another axis");
        if (y->rank <= axis || !sn_dim_known(y->d[axis]) || (m->n != 1 && m->n != y->d[axis]))
            return SN_ANSWER_UNKNOWN("the number of channels of a part is not known");
        for (int64_t k = 0; k < y->d[axis] && at < n; k++, at++) {
            scale[at] = sn_map_scale(m, k);
            shift[at] = sn_map_shift(m, k);
        }
    }
    for (; at < n; at++) scale[at] = 1, shift[at] = 0;
    c->made[0] = sn_map_of(axis, n, scale, shift);
    return SN_ANSWER_YES;
}

static sn_answer cut_parts(const sn_node *node, sn_arena *arena, int axis, sn_carry *c)
{
    const sn_affine *m = &c->given[0];
    part p = {0};
    for (uint16_t i = 0; i < node->n_out; i++) {
        const sn_shape *y = &sn_out(node, i)->shape;
        if (y->rank <= axis || !sn_dim_known(y->d[axis]) || p.from + y->d[axis] > m->n)
            return SN_ANSWER_UNKNOWN("the number of channels of a part is not known");
        c->made[i] = sn_map_pick(arena, m, axis, y->d[axis], from_whole, &p);
        p.from += y->d[axis];
    }
    return SN_ANSWER_YES;
}

static sn_answer carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    const sn_split_params *p = node->params;
    const sn_affine *m = &c->given[0];
    const bool late = p->axis < 0 || sn_axis_is_late(p->axis, &sn_in(node, 0)->shape);
    if (c->up) {
        bool alike = true;
        for (uint16_t i = 1; i < node->n_out; i++) alike &= sn_map_equal(m, &c->given[i]);
        c->made[0] = *m;
        if (alike && (m->axis == SN_AXIS_NONE || (!late && m->axis != p->axis)))
            return SN_ANSWER_YES;
        if (late) return SN_ANSWER_UNKNOWN("the axis of its parts is not known");
        return join_parts(node, arena, p->axis, c);
    }
    for (uint16_t i = 0; i < node->n_out; i++) c->made[i] = *m;
    if (m->axis == SN_AXIS_NONE) return SN_ANSWER_YES;
    if (late) return SN_ANSWER_UNKNOWN("the axis of its parts is not known");
    return m->axis == p->axis ? cut_parts(node, arena, p->axis, c) : SN_ANSWER_YES;
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param param_table[] = {
    SN_P_LATE(sn_split_params, axis, 0, INT32_MIN, INT32_MAX,
              "axis that is cut; negative: from the back; ignored on rank 1"),
    SN_P_INTS(sn_split_params, slices, "size of each part; -233: an even share of what is left"),
    SN_P_INTS(sn_split_params, indices,
              "where each part but the last ends; negative: from the back; "
              "instead of slices"),
    SN_P_END,
};

const sn_op sn_op_split = {
    .name = "split",
    .synopsis = "y0, y1, .. = consecutive parts of x along an axis",
    .slots = slots,
    .n_out = SN_VARIADIC_OUT,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_split_params),
    .params = param_table,
    .resolve = resolve,
    .infer = infer,
    .eval = eval,
    .identity = identity,
    .carry = carry,
    .cost = sn_cost_none,
};
