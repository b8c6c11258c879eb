/* SPDX-License-Identifier: Apache-2.0
 *
 * copy_to: src written over a box of self. A src of lower rank lies in the first two (three)
 * letters, as everywhere in ncnn; one of self's very shape replaces it whatever the offsets are. */
#include "ops/copy_to.h"

#include "ops/move.h"
#include "ops/size_expr.h"

static const char letters[] = "whdc";

/* Offset of each axis; ranks are known. */
static sn_status offsets_of(const sn_infer *in, sn_dim offset[SN_MAX_RANK])
{
    const sn_copy_to_params *p = in->params;
    const sn_shape *self = &in->in_shape[SN_COPY_TO_SELF];
    const int32_t by_letter[] = {p->woffset, p->hoffset, p->doffset, p->coffset};
    int rank = self->rank, n = p->axes.n > 0 ? p->axes.n : rank;
    for (int i = 0; i < rank; i++) offset[i] = 0;
    if (p->starts.n == 0) {
        for (int i = 0; i < 4; i++) {
            int axis = sn_letter_axis(letters[i], rank);
            int64_t at = by_letter[i];
            if (axis >= 0) offset[axis] = at >= 0 ? at : sn_dim_sub(in->dims, 0, -at);
        }
        return SN_OK;
    }
    if (p->starts.n < n || n > 4) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%d starts for %d axes", p->starts.n, n);
    }
    for (int i = 0; i < n; i++) {
        int64_t axis = p->axes.n > 0 ? p->axes.v[i] : i,
                start = p->starts.v[i] == -233 ? 0 : p->starts.v[i];
        if (axis < 0) axis += rank;
        if (rank == 1) axis = 0;
        if (axis < 0 || axis >= rank) continue;
        offset[axis] = start >= 0 ? start : sn_dim_sub(in->dims, self->d[axis], -start);
    }
    return SN_OK;
}

/* src with self's rank: letters that it lacks are 1. */
static sn_shape placed(const sn_shape *self, const sn_shape *src)
{
    sn_shape s = *self;
    for (int i = 0; i < 4; i++) {
        int axis = sn_letter_axis(letters[i], self->rank);
        if (axis >= 0) s.d[axis] = sn_letter_dim(src, letters[i]);
    }
    return s;
}

static sn_status check_box(const sn_infer *in, const sn_shape *box)
{
    const sn_shape *self = &in->in_shape[SN_COPY_TO_SELF];
    sn_dim offset[SN_MAX_RANK];
    SN_TRY(offsets_of(in, offset));
    for (int i = 0; i < self->rank; i++) {
        sn_dim end = sn_dim_add(in->dims, offset[i], box->d[i]);
        bool below = sn_dim_at_most(in->dims, sn_dim_add(in->dims, offset[i], 1), 0);
        if (!below && !sn_dim_at_most(in->dims, sn_dim_add(in->dims, self->d[i], 1), end)) continue;
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "src has size %s and begins at %s on axis %d, of %s",
                            sn_rule_text(in, box->d[i]), sn_rule_text(in, offset[i]), i,
                            sn_rule_text(in, self->d[i]));
    }
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const sn_shape *self = &in->in_shape[SN_COPY_TO_SELF], *src = &in->in_shape[SN_COPY_TO_SRC];
    SN_TRY(sn_move_give(in, 0, self));
    if (self->rank < 0 || src->rank < 0 || sn_shape_equal(self, src)) return SN_OK;
    if (src->rank > self->rank || self->rank > 4) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "src has rank %d, self rank %d: at most %d expected", src->rank,
                            self->rank, self->rank > 4 ? 4 : self->rank);
    }
    if (src->rank == self->rank && !sn_shape_differ(in->dims, self, src)) return SN_OK;
    sn_shape box = placed(self, src);
    return check_box(in, &box);
}

static sn_status eval(sn_eval *e)
{
    sn_infer in = sn_eval_as_infer(e);
    const sn_shape *self = &e->in_shape[SN_COPY_TO_SELF], *src = &e->in_shape[SN_COPY_TO_SRC];
    int64_t offset[SN_MAX_RANK];
    size_t elem;
    SN_TRY(sn_eval_elem(e, SN_COPY_TO_SELF, &elem));
    SN_TRY(sn_eval_elem(e, SN_COPY_TO_SRC, &elem));
    sn_shape box = *src;
    if (sn_shape_equal(self, src)) {
        for (int i = 0; i < self->rank; i++) offset[i] = 0;
    } else {
        SN_TRY(offsets_of(&in, offset));
        box = placed(self, src);
        sn_move_into(e->ctx, elem, self, sn_tensor_data(e->in[SN_COPY_TO_SELF]), self, NULL,
                     e->out_data[0]);
    }
    sn_move_into(e->ctx, elem, &box, sn_tensor_data(e->in[SN_COPY_TO_SRC]), self, offset,
                 e->out_data[0]);
    return SN_OK;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const sn_shape *self = &node->in[SN_COPY_TO_SELF].value->shape,
                   *src = &node->in[SN_COPY_TO_SRC].value->shape;
    (void)arena;
    *slot = SN_COPY_TO_SRC;
    if (sn_shape_equal(self, src)) return SN_ANSWER_YES;
    if (self->rank < 0 || src->rank < 0)
        return SN_ANSWER_UNKNOWN("the rank of an input is not known");
    if (self->rank != src->rank || sn_shape_differ(node->graph->dims, self, src)) {
        return SN_ANSWER_NO("a part of self stays");
    }
    return SN_ANSWER_UNKNOWN("src is not proved to have self's shape");
}

static const sn_slot slots[] = {{"self", 0}, {"src", 0}, {NULL, 0}};

#define OFFSET(field, help) SN_P_INT(sn_copy_to_params, field, 0, INT32_MIN, INT32_MAX, help)
static const sn_param param_table[] = {
    OFFSET(woffset, "first column"),
    OFFSET(hoffset, "first row"),
    OFFSET(doffset, "first depth"),
    OFFSET(coffset, "first channel"),
    SN_P_INTS(sn_copy_to_params, starts,
              "where each of axes begins, instead of the offsets; negative: from the back"),
    SN_P_INTS(sn_copy_to_params, axes, "axes that starts are for; none: all in order"),
    SN_P_END,
};

const sn_op sn_op_copy_to = {
    .name = "copy_to",
    .synopsis = "y = self, with src in place of a box",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_copy_to_params),
    .params = param_table,
    .infer = infer,
    .eval = eval,
    .identity = identity,
    .cost = sn_cost_none,
};
