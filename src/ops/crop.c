/* SPDX-License-Identifier: Apache-2.0
 *
 * crop: a box of x.
 *
 * The box comes from one of five places (sn_crop_mode); all of them end in an offset and a size for
 * each axis. What ncnn makes of the box is kept: when its sizes are all those of x, the result is x
 * whatever the offsets are, and when all but the channels' are, offsets along the others count for
 * nothing. */
#include "ops/crop.h"

#include "ops/maps.h"
#include "ops/move.h"
#include "ops/size_expr.h"

#include <string.h>

typedef struct crop_box {
    sn_shape size;
    sn_size offset[SN_MAX_RANK];
} crop_box;

sn_crop_mode sn_crop_mode_of(const sn_crop_params *p)
{
    const char *const exprs[] = {p->starts_expr, p->ends_expr, p->axes_expr};
    const int32_t sizes[] = {p->outw,     p->outh,     p->outd,     p->outc,
                             p->woffset2, p->hoffset2, p->doffset2, p->coffset2};
    bool by_expr = p->starts_expr[0] && p->ends_expr[0], by_axes = p->starts.n > 0 && p->ends.n > 0;
    bool refers = !by_expr && !by_axes;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) refers = refers && sizes[i] == 0;
    for (size_t i = 0; i < sizeof exprs / sizeof *exprs; i++) {
        refers = refers || sn_size_expr_inputs(exprs[i]) > 1;
    }
    if (by_expr) return SN_CROP_BY_EXPR;
    if (!refers) return by_axes ? SN_CROP_BY_AXES : SN_CROP_BY_OFFSETS;
    return p->woffset == -233 ? SN_CROP_BY_REF_DATA : SN_CROP_BY_REF_SHAPE;
}

/* ---- boxes ----------------------------------------------------------------------------------- */

static sn_dim minus(const sn_infer *in, sn_dim a, int64_t n)
{
    return n < 0 ? sn_dim_add(in->dims, a, -n) : sn_dim_sub(in->dims, a, n);
}

static sn_size number(const sn_infer *in, int64_t n)
{
    return (sn_size){.known = true, .is_number = true, .number = n, .dim = minus(in, 0, -n)};
}

static sn_size size_of_dim(const sn_infer *in, sn_dim d)
{
    int64_t least = sn_dim_lower(in->dims, d);
    bool is_number = least > INT64_MIN && sn_dim_at_most(in->dims, d, minus(in, 0, -least));
    return (sn_size){.known = true, .is_number = is_number, .number = least, .dim = d};
}

/* An offset and an end that count from the back when negative (the end also when 0), on an axis of
 * size n. A symbol whose sign is not known says nothing, nor does one that could be -233. */
static sn_size start_of(const sn_infer *in, const sn_size *s, sn_dim n)
{
    if (!s->known) return *s;
    if (s->is_number) {
        if (s->number == SN_CROP_ALL) return number(in, 0);
        return s->number >= 0 ? *s : size_of_dim(in, minus(in, n, -s->number));
    }
    int64_t least = sn_dim_lower(in->dims, s->dim);
    if (least >= 0) return *s;
    if (least > SN_CROP_ALL && sn_dim_at_most(in->dims, s->dim, minus(in, 0, 1))) {
        return size_of_dim(in, sn_dim_add(in->dims, n, s->dim));
    }
    return (sn_size){.known = false};
}

static sn_size end_of(const sn_infer *in, const sn_size *s, sn_dim n)
{
    sn_dim end = 0;
    if (!s->known) return *s;
    int64_t least = s->is_number ? s->number : sn_dim_lower(in->dims, s->dim);
    if (s->is_number && s->number == SN_CROP_ALL)
        end = n;
    else if (least > 0)
        end = s->dim;
    else if (s->is_number)
        end = minus(in, n, -s->number);
    else if (least > SN_CROP_ALL && sn_dim_at_most(in->dims, s->dim, 0))
        end = sn_dim_add(in->dims, n, s->dim);
    else
        return (sn_size){.known = false};
    return size_of_dim(in, sn_dim_min(in->dims, n, end));
}

static void cut_axis(const sn_infer *in, int axis, const sn_size *start, const sn_size *end,
                     crop_box *box)
{
    sn_dim n = in->in_shape[0].d[axis];
    sn_size last = end_of(in, end, n);
    box->offset[axis] = start_of(in, start, n);
    box->size.d[axis] = last.known && box->offset[axis].known
                            ? sn_dim_sub(in->dims, last.dim, box->offset[axis].dim)
                            : sn_rule_symbol(in, 0, axis);
}

static sn_status by_axes(const sn_infer *in, const sn_sizes *starts, const sn_sizes *ends,
                         const sn_sizes *axes, crop_box *box)
{
    int rank = box->size.rank, n = axes->n > 0 ? axes->n : rank;
    if (starts->n < n || ends->n < n || n > (rank > 4 ? rank : 4)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%d starts and %d ends for %d axes",
                            starts->n, ends->n, n);
    }
    for (int i = 0; i < n; i++) {
        int64_t axis = axes->n > 0 ? axes->v[i].number : i;
        if (axes->n > 0 && !axes->v[i].is_number) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "axis %d depends on sizes that are not known", i);
        }
        if (axis < 0) axis += rank;
        if (rank == 1) axis = 0;
        if (axis >= 0 && axis < rank) cut_axis(in, (int)axis, &starts->v[i], &ends->v[i], box);
    }
    return SN_OK;
}

static sn_sizes numbers(const sn_infer *in, const sn_ints *list)
{
    sn_sizes s = {list->n, SN_NEW_N(in->arena, sn_size, list->n)};
    for (int i = 0; i < list->n; i++) s.v[i] = number(in, list->v[i]);
    return s;
}

static sn_status by_lists(const sn_infer *in, crop_box *box)
{
    const sn_crop_params *p = in->params;
    sn_sizes starts = numbers(in, &p->starts), ends = numbers(in, &p->ends),
             axes = numbers(in, &p->axes);
    return by_axes(in, &starts, &ends, &axes, box);
}

static sn_status by_expr(const sn_infer *in, crop_box *box)
{
    const sn_crop_params *p = in->params;
    sn_sizes starts, ends, axes;
    SN_TRY(sn_size_expr_infer(in, p->starts_expr, &starts));
    SN_TRY(sn_size_expr_infer(in, p->ends_expr, &ends));
    SN_TRY(sn_size_expr_infer(in, p->axes_expr, &axes));
    return by_axes(in, &starts, &ends, &axes, box);
}

static const char letters[] = "whdc";

static int32_t letter_offset(const sn_crop_params *p, int letter)
{
    return ((const int32_t[]){p->woffset, p->hoffset, p->doffset, p->coffset})[letter];
}

static sn_status by_offsets(const sn_infer *in, crop_box *box)
{
    const sn_crop_params *p = in->params;
    const int32_t sizes[] = {p->outw, p->outh, p->outd, p->outc};
    const int32_t behind[] = {p->woffset2, p->hoffset2, p->doffset2, p->coffset2};
    for (int i = 0; i < 4; i++) {
        int axis = sn_letter_axis(letters[i], box->size.rank);
        if (axis < 0) continue;
        int64_t cut = (int64_t)letter_offset(p, i) + behind[i];
        box->offset[axis] = number(in, letter_offset(p, i));
        box->size.d[axis] = minus(in, box->size.d[axis], cut);
        if (sizes[i] != SN_CROP_ALL) {
            sn_dim most = sizes[i] >= 0 ? sizes[i] : minus(in, 0, -(int64_t)sizes[i]);
            box->size.d[axis] = sn_dim_min(in->dims, most, box->size.d[axis]);
        }
    }
    return SN_OK;
}

static sn_status by_ref_shape(const sn_infer *in, crop_box *box)
{
    const sn_crop_params *p = in->params;
    const sn_shape *ref = &in->in_shape[SN_CROP_REFS];
    int rank = box->size.rank;
    if (ref->rank > 4) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "ref has rank %d, at most 4 expected",
                            ref->rank);
    }
    for (int i = 0; i < 4; i++) {
        int axis = sn_letter_axis(letters[i], rank);
        if (axis < 0) continue;
        box->offset[axis] = number(in, letter_offset(p, i));
        if (ref->rank < 0)
            box->size.d[axis] = sn_rule_symbol(in, 0, axis);
        else if (letters[i] != 'c' || ref->rank == rank)
            box->size.d[axis] = sn_letter_dim(ref, letters[i]);
    }
    return SN_OK;
}

/* The reference holds int32 words: offsets w, h, (d,) c, then sizes in that order (rank 1 and 2 as
 * rank 3). */
static sn_status by_ref_data(const sn_infer *in, crop_box *box)
{
    const char *order = box->size.rank == 4 ? "whdc" : "whc";
    const sn_tensor *data = in->in_data[SN_CROP_REFS];
    int half = (int)strlen(order), rank = box->size.rank;
    int needed = rank <= 2 ? half + rank : 2 * half;
    if (data && (sn_type_bytes(data->type) != 4 || data->coding != SN_PLAIN ||
                 sn_tensor_count(data) < needed)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "ref does not hold %d words of 32 bits",
                            needed);
    }
    for (int i = 0; i < half; i++) {
        int32_t words[2] = {0, 0};
        int axis = sn_letter_axis(order[i], rank);
        if (axis < 0) continue;
        box->size.d[axis] = sn_rule_symbol(in, 0, axis);
        box->offset[axis] = (sn_size){.known = false};
        if (!data || !data->buf) continue;
        const unsigned char *bytes = sn_tensor_data(data);
        memcpy(&words[0], bytes + 4 * i, 4);
        memcpy(&words[1], bytes + 4 * (half + i), 4);
        box->offset[axis] = number(in, words[0]);
        box->size.d[axis] = words[1] >= 0 ? words[1] : minus(in, 0, -(int64_t)words[1]);
    }
    return SN_OK;
}

static sn_status check_inputs(const sn_infer *in, sn_crop_mode mode)
{
    bool refers = mode == SN_CROP_BY_REF_SHAPE || mode == SN_CROP_BY_REF_DATA;
    if (refers && !sn_rule_has(in, SN_CROP_REFS)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "no size is given, and no second input to take it from");
    }
    if (mode != SN_CROP_BY_AXES && in->in_shape[0].rank > 4) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank %d, rank 1 to 4 expected",
                            in->in_shape[0].rank);
    }
    return SN_OK;
}

/* The rank of x is known. */
static sn_status box_of(const sn_infer *in, crop_box *box)
{
    sn_crop_mode mode = sn_crop_mode_of(in->params);
    SN_TRY(check_inputs(in, mode));
    box->size = in->in_shape[0];
    for (int i = 0; i < SN_MAX_RANK; i++) box->offset[i] = number(in, 0);
    switch (mode) {
    case SN_CROP_BY_OFFSETS:
        return by_offsets(in, box);
    case SN_CROP_BY_AXES:
        return by_lists(in, box);
    case SN_CROP_BY_EXPR:
        return by_expr(in, box);
    case SN_CROP_BY_REF_SHAPE:
        return by_ref_shape(in, box);
    case SN_CROP_BY_REF_DATA:
        return by_ref_data(in, box);
    }
    return SN_OK;
}

/* From this axis on offsets might be passed over, because the sizes might all be those of x. */
static int first_free_axis(const sn_infer *in, const crop_box *box)
{
    int first = box->size.rank;
    while (first > 0 &&
           !sn_dim_differ(in->dims, box->size.d[first - 1], in->in_shape[0].d[first - 1]))
        first--;
    return first == 0 || (first == 1 && box->size.rank >= 3) ? first : box->size.rank;
}

static sn_status check_box(const sn_infer *in, const crop_box *box)
{
    int checked = first_free_axis(in, box);
    for (int i = 0; i < checked; i++) {
        const sn_size *offset = &box->offset[i];
        sn_dim n = in->in_shape[0].d[i];
        if (!offset->known) continue;
        sn_dim end = offset->is_number ? minus(in, box->size.d[i], -offset->number)
                                       : sn_dim_add(in->dims, box->size.d[i], offset->dim);
        bool outside = offset->is_number && offset->number < 0;
        if (!outside && !sn_dim_at_most(in->dims, sn_dim_add(in->dims, n, 1), end)) continue;
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "axis %d is cut to %s from %s on, of %s",
                            i, sn_rule_text(in, box->size.d[i]),
                            offset->is_number
                                ? sn_arena_printf(in->arena, "%lld", (long long)offset->number)
                                : sn_rule_text(in, offset->dim),
                            sn_rule_text(in, n));
    }
    return SN_OK;
}

bool sn_crop_box_of(const sn_node *node, sn_arena *arena, sn_crop_box *out)
{
    sn_infer in = sn_node_as_infer(node, arena);
    const sn_shape *x = &in.in_shape[0];
    crop_box box;
    if (x->rank < 0 || box_of(&in, &box) != SN_OK) return false;
    out->size = node->out[0]->shape;
    out->offset = *x;
    for (int i = 0; i < x->rank; i++) {
        const sn_size *offset = &box.offset[i];
        bool all = sn_dim_equal(box.size.d[i], x->d[i]);
        out->offset.d[i] = 0;
        if (all) continue; /* all of the axis: there is nothing to be moved by */
        if (!sn_dim_differ(in.dims, box.size.d[i], x->d[i]) || !offset->known) return false;
        if (offset->is_number && offset->number < 0) return false;
        out->offset.d[i] = offset->is_number ? offset->number : offset->dim;
    }
    return out->size.rank == x->rank;
}

/* ---- hooks ----------------------------------------------------------------------------------- */

static sn_status infer(sn_infer *in)
{
    crop_box box;
    if (in->in_shape[0].rank < 0) return sn_move_give_rank(in, 0, -1);
    SN_TRY(box_of(in, &box));
    SN_TRY(sn_move_give(in, 0, &box.size));
    return check_box(in, &box);
}

static sn_status eval(sn_eval *e)
{
    sn_infer in = sn_eval_as_infer(e);
    int64_t offset[SN_MAX_RANK] = {0};
    crop_box box;
    size_t elem;
    SN_TRY(sn_eval_elem(e, 0, &elem));
    SN_TRY(box_of(&in, &box));
    int moved = first_free_axis(&in, &box);
    for (int i = 0; i < moved; i++) offset[i] = box.offset[i].number;
    sn_move_out_of(e->ctx, elem, &e->in_shape[0], offset, sn_tensor_data(e->in[0]),
                   &e->out_shape[0], e->out_data[0]);
    return SN_OK;
}

static bool reads_shape_only(const sn_node *node, unsigned slot)
{
    return slot >= SN_CROP_REFS && sn_crop_mode_of(node->params) != SN_CROP_BY_REF_DATA;
}

static const sn_slot slots[] = {
    {"x", 0},
    {"ref", SN_SLOT_OPTIONAL | SN_SLOT_VARIADIC},
    {NULL, 0},
};

#define OFFSET(field, def, help) SN_P_INT(sn_crop_params, field, def, INT32_MIN, INT32_MAX, help)
static const sn_param param_table[] = {
    OFFSET(woffset, 0, "first column; -233: the second input holds offsets and sizes"),
    OFFSET(hoffset, 0, "first row"),
    OFFSET(doffset, 0, "first depth"),
    OFFSET(coffset, 0, "first channel"),
    OFFSET(outw, 0, "columns, at most; -233: all that are left"),
    OFFSET(outh, 0, "rows, at most; -233: all that are left"),
    OFFSET(outd, 0, "depths, at most; -233: all that are left"),
    OFFSET(outc, 0, "channels, at most; -233: all that are left"),
    OFFSET(woffset2, 0, "columns left out at the end"),
    OFFSET(hoffset2, 0, "rows left out at the end"),
    OFFSET(doffset2, 0, "depths left out at the end"),
    OFFSET(coffset2, 0, "channels left out at the end"),
    SN_P_INTS(sn_crop_params, starts,
              "where each of axes begins; negative: from the back; -233: at 0"),
    SN_P_INTS(sn_crop_params, ends,
              "where it ends; 0 or negative: from the back; -233: at the end"),
    SN_P_INTS(sn_crop_params, axes, "axes that are cut; none: all in order"),
    SN_P_STR(sn_crop_params, starts_expr, "starts as expressions over the inputs' sizes"),
    SN_P_STR(sn_crop_params, ends_expr, "ends as expressions over the inputs' sizes"),
    SN_P_STR(sn_crop_params, axes_expr, "axes as expressions over the inputs' sizes"),
    SN_P_END,
};

const sn_op sn_op_crop = {
    .name = "crop",
    .synopsis = "y = a box of x",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_crop_params),
    .params = param_table,
    .infer = infer,
    .eval = eval,
    .carry = sn_carry_same_axis,
    .identity = sn_identity_by_shape,
    .reads_shape_only = reads_shape_only,
    .cost = sn_cost_none,
};
