/* SPDX-License-Identifier: Apache-2.0
 *
 * split: consecutive parts along an axis, one for each output, that together are all of it: of
 * given sizes, or equal ones, the last of which may be smaller (ONNX, Split-18). */
#include "ops/split.h"

#include "ops/affine_maps.h"
#include "ops/contents.h"
#include "ops/grad/grad.h"
#include "ops/move.h"

static const char *validate(const void *params, sn_arena *arena)
{
    const sn_split_params *p = params;
    bool rest = false;
    for (int i = 0; i < p->sizes.n; i++) {
        if (p->sizes.v[i] == SN_SPLIT_REST ? rest : p->sizes.v[i] < 0)
            return sn_arena_printf(arena, "sizes[%d] is %d: sizes, and -1 at most once, expected",
                                   i, p->sizes.v[i]);
        rest = rest || p->sizes.v[i] == SN_SPLIT_REST;
    }
    return NULL;
}

/* Sizes along the axis, which has `size`. */
static sn_status give_sizes(const sn_infer *in, sn_dim size, sn_dim *out)
{
    const sn_split_params *p = in->params;
    sn_dim left = size;
    int rest = -1;
    for (int i = 0; i < in->n_out; i++) {
        if (p->sizes.n == 0)
            out[i] = sn_dim_ceildiv(in->dims, size, in->n_out);
        else
            out[i] = p->sizes.v[i];
        if (p->sizes.n == 0 ? i + 1 == in->n_out : out[i] == SN_SPLIT_REST)
            rest = i;
        else
            left = sn_dim_sub(in->dims, left, out[i]);
    }
    if (rest >= 0) {
        out[rest] = left;
        return SN_OK;
    }
    const char *what = sn_arena_printf(in->arena, "axis %d of x", p->axis);
    return sn_shape_rule_size(in, what, size, sn_dim_sub(in->dims, size, left));
}

static sn_status infer(sn_infer *in)
{
    const sn_split_params *p = in->params;
    sn_shape part = in->in_shape[0];
    sn_dim *sizes = SN_NEW_N(in->arena, sn_dim, in->n_out);
    SN_TRY(sn_shape_rule_has_axis(in, p->axis));
    if (p->sizes.n != 0 && p->sizes.n != in->n_out)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%d sizes for %u outputs", p->sizes.n,
                            (unsigned)in->n_out);
    if (part.rank >= 0) SN_TRY(give_sizes(in, part.d[p->axis], sizes));
    for (unsigned i = 0; i < in->n_out; i++) {
        if (part.rank >= 0) part.d[p->axis] = sizes[i];
        SN_TRY(part.rank < 0 ? sn_move_give_rank(in, i, -1) : sn_move_give(in, i, &part));
    }
    return SN_OK;
}

sn_status sn_split_eval(sn_eval *e, int axis)
{
    int64_t offset[SN_MAX_RANK] = {0};
    size_t elem;
    SN_TRY(sn_eval_elem(e, 0, &elem));
    for (unsigned i = 0; i < e->n_out; i++) {
        sn_move_out_of(e->ctx, elem, &e->in_shape[0], offset, sn_tensor_data(e->in[0]),
                       &e->out_shape[i], e->out_data[i]);
        offset[axis] += e->out_shape[i].d[axis];
    }
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    return sn_split_eval(e, ((const sn_split_params *)e->params)->axis);
}

/* However a size is given: what is left, or the number. */
static bool means_the_same(const sn_node *a, const sn_node *b)
{
    const sn_split_params *p = a->params, *q = b->params;
    if (p->axis != q->axis || a->n_out != b->n_out) return false;
    for (uint16_t i = 0; i < a->n_out; i++) {
        const sn_shape *x = &sn_out(a, i)->shape, *y = &sn_out(b, i)->shape;
        if (x->rank <= p->axis || y->rank <= p->axis || !sn_dim_equal(x->d[p->axis], y->d[p->axis]))
            return false;
    }
    return true;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    *slot = 0;
    if (node->n_out != 1) return SN_ANSWER_NO("there are several parts");
    return sn_identity_by_shape(node, arena, slot);
}

/* ---- maps ------------------------------------------------------------------------------------ */

typedef struct split_part {
    int64_t from;
} split_part;

static int64_t from_whole(const void *user, int64_t i)
{
    const split_part *p = user;
    return p->from + i;
}

/* Up: all parts one after the other. */
static sn_answer join_parts(const sn_node *node, sn_arena *arena, int axis, sn_propagate *c)
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
            scale[at] = sn_affine_map_scale(m, k);
            shift[at] = sn_affine_map_shift(m, k);
        }
    }
    c->made[0] = sn_affine_map_of(axis, n, scale, shift);
    return SN_ANSWER_YES;
}

static sn_answer cut_parts(const sn_node *node, sn_arena *arena, int axis, sn_propagate *c)
{
    const sn_affine *m = &c->given[0];
    split_part p = {0};
    for (uint16_t i = 0; i < node->n_out; i++) {
        const sn_shape *y = &sn_out(node, i)->shape;
        if (y->rank <= axis || !sn_dim_known(y->d[axis]) || p.from + y->d[axis] > m->n)
            return SN_ANSWER_UNKNOWN("the number of channels of a part is not known");
        c->made[i] = sn_affine_map_pick(arena, m, axis, y->d[axis], from_whole, &p);
        p.from += y->d[axis];
    }
    return SN_ANSWER_YES;
}

static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_split_params *p = node->params;
    const sn_affine *m = &c->given[0];
    if (c->up) {
        bool alike = true;
        for (uint16_t i = 1; i < node->n_out; i++) alike &= sn_affine_map_equal(m, &c->given[i]);
        c->made[0] = *m;
        if (alike && (m->axis == SN_AXIS_NONE || m->axis != p->axis)) return SN_ANSWER_YES;
        return join_parts(node, arena, p->axis, c);
    }
    for (uint16_t i = 0; i < node->n_out; i++) c->made[i] = *m;
    if (m->axis == SN_AXIS_NONE) return SN_ANSWER_YES;
    return m->axis == p->axis ? cut_parts(node, arena, p->axis, c) : SN_ANSWER_YES;
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

const sn_param sn_split_table[] = {
    SN_P_INT(sn_split_params, axis, 0, 0, SN_MAX_RANK - 1, "axis that is cut"),
    SN_P_INTS(sn_split_params, sizes,
              "size of each part; -1, at most once: what the others leave; none: equal parts, the "
              "last of "
              "which may be smaller"),
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
    .params = sn_split_table,
    .validate = validate,
    .same = means_the_same,
    .infer = infer,
    .contents = sn_contents_of_move,
    .eval = eval,
    .grad = sn_grad_split,
    .identity = identity,
    .propagate = propagate,
    .cost = sn_cost_none,
};
