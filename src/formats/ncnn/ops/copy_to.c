/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.copy_to: src written over a box of self. A src of lower rank lies in the first two (three)
 * letters; one of self's very shape replaces it whatever the offsets are. It is slice_scatter, of a
 * view of src, once ranks are known and whether the shapes are one. */
#include "formats/ncnn/ops/ops.h"
#include "ops/move.h"
#include "formats/ncnn/ops/size_expr.h"
#include "ops/slice_scatter.h"
#include "ops/squeeze.h"

typedef struct copy_to_params {
    int32_t woffset, hoffset, doffset, coffset; /* looked at when starts is empty */
    sn_ints starts, axes;
} copy_to_params;

static const char letters[] = "whdc";

/* Where src begins on each axis of self; negative: from the back. */
static sn_status offsets_of(const sn_infer *in, int32_t offset[SN_MAX_RANK])
{
    const copy_to_params *p = in->params;
    const int32_t by_letter[] = {p->woffset, p->hoffset, p->doffset, p->coffset};
    const int rank = in->in_shape[SN_SCATTER_SELF].rank, n = p->axes.n > 0 ? p->axes.n : rank;
    for (int i = 0; i < rank; i++) offset[i] = 0;
    if (p->starts.n == 0) {
        for (int i = 0; i < 4; i++) {
            const int axis = sn_letter_axis(letters[i], rank);
            if (axis < 0) continue;
            if (by_letter[i] < 0)
                return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                    "src begins at %d on axis %d, at least 0 expected",
                                    by_letter[i], axis);
            offset[axis] = by_letter[i];
        }
        return SN_OK;
    }
    if (p->starts.n < n || n > 4)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%d starts for %d axes", p->starts.n, n);
    for (int i = 0; i < n; i++) {
        int64_t axis = p->axes.n > 0 ? p->axes.v[i] : i;
        if (axis < 0) axis += rank;
        if (rank == 1) axis = 0;
        if (axis < 0 || axis >= rank) continue;
        offset[axis] = p->starts.v[i] == -233 ? 0 : p->starts.v[i];
    }
    return SN_OK;
}

/* src with self's rank: letters that it lacks are 1. */
static sn_shape placed(const sn_shape *self, const sn_shape *src)
{
    sn_shape s = *self;
    for (int i = 0; i < 4; i++) {
        const int axis = sn_letter_axis(letters[i], self->rank);
        if (axis >= 0) s.d[axis] = sn_letter_dim(src, letters[i]);
    }
    return s;
}

static sn_status check_box(const sn_infer *in, const sn_shape *box, const int32_t *offset)
{
    const sn_shape *self = &in->in_shape[SN_SCATTER_SELF];
    for (int i = 0; i < self->rank; i++) {
        const sn_dim at =
            offset[i] >= 0 ? offset[i] : sn_dim_sub(in->dims, self->d[i], -(int64_t)offset[i]);
        const sn_dim end = sn_dim_add(in->dims, at, box->d[i]);
        const bool below = sn_dim_at_most(in->dims, sn_dim_add(in->dims, at, 1), 0);
        if (!below && !sn_dim_at_most(in->dims, sn_dim_add(in->dims, self->d[i], 1), end)) continue;
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "src has size %s and begins at %s on axis %d, of %s",
                            sn_shape_rule_text(in, box->d[i]), sn_shape_rule_text(in, at), i,
                            sn_shape_rule_text(in, self->d[i]));
    }
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const sn_shape *self = &in->in_shape[SN_SCATTER_SELF], *src = &in->in_shape[SN_SCATTER_SRC];
    int32_t offset[SN_MAX_RANK];
    SN_TRY(sn_move_give(in, 0, self));
    if (self->rank < 0 || src->rank < 0 || sn_shape_equal(self, src)) return SN_OK;
    if (src->rank > self->rank || self->rank > 4) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "src has rank %d, self rank %d: at most %d expected", src->rank,
                            self->rank, self->rank > 4 ? 4 : self->rank);
    }
    if (src->rank == self->rank && !sn_shape_differ(in->dims, self, src)) return SN_OK;
    const sn_shape box = placed(self, src);
    SN_TRY(offsets_of(in, offset));
    return check_box(in, &box, offset);
}

static sn_value *view_of(sn_resolve *r, sn_value *src, int rank)
{
    int32_t lacking[SN_MAX_RANK];
    int n = 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) /* in the order of self's axes */
            if (sn_letter_axis(letters[k], rank) == i &&
                sn_letter_axis(letters[k], src->shape.rank) < 0)
                lacking[n++] = i;
    if (n == 0) return src;
    const sn_unsqueeze_params p = {.axes = sn_ints_of(r->in.arena, n, lacking)};
    return sn_resolve_node(r, &sn_op_unsqueeze, &p, 1, &src);
}

static sn_answer resolve(sn_resolve *r)
{
    const sn_shape *self = &r->in.in_shape[SN_SCATTER_SELF], *src = &r->in.in_shape[SN_SCATTER_SRC];
    int32_t offset[SN_MAX_RANK] = {0}, axes[SN_MAX_RANK];
    if (self->rank < 0 || src->rank < 0)
        return SN_ANSWER_UNKNOWN("the rank of an input is not known");
    r->status = infer(&r->in);
    if (r->status != SN_OK) return SN_ANSWER_NO("src does not fit");
    if (self->rank == 0 || self->rank > 4) return SN_ANSWER_NO("self has no such rank");
    if (!sn_shape_equal(self, src)) {
        bool moved = false;
        r->status = offsets_of(&r->in, offset);
        if (r->status != SN_OK) return SN_ANSWER_NO("src does not fit");
        for (int i = 0; i < self->rank; i++) moved = moved || offset[i];
        if (moved && self->rank == src->rank && !sn_shape_differ(r->in.dims, self, src))
            return SN_ANSWER_UNKNOWN("whether src has self's shape is not known");
    }
    for (int i = 0; i < self->rank; i++) axes[i] = i;
    const sn_slice_scatter_params p = {.starts = sn_ints_of(r->in.arena, self->rank, offset),
                                       .axes = sn_ints_of(r->in.arena, self->rank, axes)};
    sn_value *in[] = {sn_in(r->node, SN_SCATTER_SELF),
                      view_of(r, sn_in(r->node, SN_SCATTER_SRC), self->rank)};
    r->made[0] = sn_resolve_node(r, &sn_op_slice_scatter, &p, 2, in);
    return SN_ANSWER_YES;
}

sn_answer sn_ncnn_copy_to_implies(const sn_node *reader, uint16_t slot)
{
    const sn_node *view = sn_in(reader, slot)->def;
    const sn_shape *x = &sn_in(view, 0)->shape, *y = &view->out[0]->shape,
                   *self = &sn_in(reader, SN_SCATTER_SELF)->shape;
    if (x->rank < 0 || self->rank < 0) return SN_ANSWER_UNKNOWN("a rank is not known");
    if (self->rank > 4 || x->rank < 1 || x->rank >= self->rank || y->rank != self->rank)
        return SN_ANSWER_NO(NULL);
    const sn_shape box = placed(self, x);
    for (int i = 0; i < y->rank; i++)
        if (!sn_dim_equal(box.d[i], y->d[i])) return SN_ANSWER_NO(NULL);
    return SN_ANSWER_YES;
}

static const sn_slot slots[] = {{"self", 0}, {"src", 0}, {NULL, 0}};

#define OFFSET(field, help) SN_P_INT(copy_to_params, field, 0, INT32_MIN, INT32_MAX, help)
static const sn_param params[] = {
    OFFSET(woffset, "first column"),
    OFFSET(hoffset, "first row"),
    OFFSET(doffset, "first depth"),
    OFFSET(coffset, "first channel"),
    SN_P_INTS(copy_to_params, starts,
              "where each of axes begins, instead of the offsets; negative: from the back"),
    SN_P_INTS(copy_to_params, axes, "axes that starts are for; none: all in order"),
    SN_P_END,
};

const sn_op sn_ncnn_op_copy_to = {
    .name = "ncnn.copy_to",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = self, with src in place of a box",
    .slots = slots,
    .types = "any,any->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(copy_to_params),
    .params = params,
    .resolve = resolve,
    .infer = infer,
};
