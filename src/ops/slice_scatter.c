/* SPDX-License-Identifier: Apache-2.0
 *
 * slice_scatter: PyTorch's, without steps, and along several axes at once: src written over a box
 * of self, which begins at `starts` and is as large as src. */
#include "ops/grad/grad.h"
#include "ops/slice_scatter.h"

#include <string.h>

#include "ops/move.h"

static const char *validate(const void *params, sn_arena *arena)
{
    const sn_slice_scatter_params *p = params;
    unsigned seen = 0;
    if (p->axes.n > 0 && p->axes.n != p->starts.n)
        return sn_arena_printf(arena, "%d starts for %d axes", p->starts.n, p->axes.n);
    if (p->starts.n > SN_MAX_RANK)
        return sn_arena_printf(arena, "%d starts, at most %d expected", p->starts.n, SN_MAX_RANK);
    for (int i = 0; i < p->axes.n; i++) {
        if (p->axes.v[i] < 0 || p->axes.v[i] >= SN_MAX_RANK || (seen >> p->axes.v[i] & 1))
            return sn_arena_printf(arena, "axes has %d, each of 0 to %d once expected",
                                   p->axes.v[i], SN_MAX_RANK - 1);
        seen |= 1u << p->axes.v[i];
    }
    return NULL;
}

/* Where the box begins along each axis; *listed: of which axes that is said. */
static void starts_of(const sn_slice_scatter_params *p, int32_t start[SN_MAX_RANK],
                      unsigned *listed)
{
    *listed = 0;
    for (int i = 0; i < SN_MAX_RANK; i++) start[i] = 0;
    for (int i = 0; i < p->starts.n; i++) {
        const int axis = p->axes.n ? p->axes.v[i] : i;
        start[axis] = p->starts.v[i];
        *listed |= 1u << axis;
    }
}

static sn_dim place(sn_dims *dims, sn_dim size, int32_t start)
{
    return start >= 0 ? start : sn_dim_sub(dims, size, -(int64_t)start);
}

static sn_status infer(sn_infer *in)
{
    const sn_shape *self = &in->in_shape[SN_SCATTER_SELF], *src = &in->in_shape[SN_SCATTER_SRC];
    int32_t start[SN_MAX_RANK];
    unsigned listed;
    SN_TRY(sn_move_give(in, 0, self));
    starts_of(in->params, start, &listed);
    if (self->rank >= 0 && listed >> self->rank)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "self has rank %d, and no such axis",
                            self->rank);
    if (self->rank < 0 || src->rank < 0) return SN_OK;
    SN_TRY(sn_shape_rule_rank(in, SN_SCATTER_SRC, self->rank, self->rank));
    for (int i = 0; i < self->rank; i++) {
        const sn_dim at = place(in->dims, self->d[i], start[i]);
        const sn_dim end = sn_dim_add(in->dims, at, src->d[i]);
        const bool below = sn_dim_at_most(in->dims, sn_dim_add(in->dims, at, 1), 0);
        const bool whole = listed >> i & 1 || !sn_dim_differ(in->dims, self->d[i], src->d[i]);
        if (whole && !below && !sn_dim_at_most(in->dims, sn_dim_add(in->dims, self->d[i], 1), end))
            continue;
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "src has size %s and begins at %s on axis %d, of %s",
                            sn_shape_rule_text(in, src->d[i]), sn_shape_rule_text(in, at), i,
                            sn_shape_rule_text(in, self->d[i]));
    }
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    const sn_shape *self = &e->in_shape[SN_SCATTER_SELF], *src = &e->in_shape[SN_SCATTER_SRC];
    int32_t start[SN_MAX_RANK];
    int64_t offset[SN_MAX_RANK];
    unsigned listed;
    size_t elem;
    SN_TRY(sn_eval_elem(e, SN_SCATTER_SELF, &elem));
    SN_TRY(sn_eval_elem(e, SN_SCATTER_SRC, &elem));
    starts_of(e->params, start, &listed);
    for (int i = 0; i < self->rank; i++)
        offset[i] = start[i] >= 0 ? start[i] : self->d[i] + start[i];
    sn_move_into(e->ctx, elem, self, sn_tensor_data(e->in[SN_SCATTER_SELF]), self, NULL,
                 e->out_data[0]);
    sn_move_into(e->ctx, elem, src, sn_tensor_data(e->in[SN_SCATTER_SRC]), self, offset,
                 e->out_data[0]);
    return SN_OK;
}

/* Whether the box begins at the same place, however that is said. */
static bool same(const sn_node *a, const sn_node *b)
{
    int32_t x[SN_MAX_RANK], y[SN_MAX_RANK];
    unsigned of_a, of_b;
    const sn_shape *self = &sn_in(a, SN_SCATTER_SELF)->shape;
    starts_of(a->params, x, &of_a);
    starts_of(b->params, y, &of_b);
    if (self->rank < 0) return of_a == of_b && memcmp(x, y, sizeof x) == 0;
    for (int i = 0; i < self->rank; i++)
        if (!sn_dim_equal(place(a->graph->dims, self->d[i], x[i]),
                          place(a->graph->dims, self->d[i], y[i])))
            return false;
    return true;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const sn_shape *self = &node->in[SN_SCATTER_SELF].value->shape,
                   *src = &node->in[SN_SCATTER_SRC].value->shape;
    (void)arena;
    *slot = SN_SCATTER_SRC;
    if (sn_shape_equal(self, src)) return SN_ANSWER_YES;
    if (self->rank < 0 || src->rank < 0)
        return SN_ANSWER_UNKNOWN("the rank of an input is not known");
    if (sn_shape_differ(node->graph->dims, self, src)) return SN_ANSWER_NO("a part of self stays");
    return SN_ANSWER_UNKNOWN("src is not proved to have self's shape");
}

static const sn_slot slots[] = {{"self", 0}, {"src", 0}, {NULL, 0}};

static const sn_param param_table[] = {
    SN_P_INTS(sn_slice_scatter_params, starts, "where src begins; negative: from the back"),
    SN_P_INTS(sn_slice_scatter_params, axes, "axes that starts are for; none: all in order"),
    SN_P_END,
};

const sn_op sn_op_slice_scatter = {
    .name = "slice_scatter",
    .synopsis = "y = self, with src in place of a box",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_slice_scatter_params),
    .params = param_table,
    .validate = validate,
    .same = same,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_slice_scatter,
    .identity = identity,
    .cost = sn_cost_none,
};
