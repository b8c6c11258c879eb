/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.crop: a box of x.
 *
 * The box comes from one of five places (crop_mode); all of them end in an offset and a size for
 * each axis. What ncnn makes of the box is kept: when its sizes are all those of x, the result is x
 * whatever the offsets are, and when all but the channels' are, offsets along the others count for
 * nothing.
 *
 * It resolves once it is known which offsets count, where they are, and that what is taken from
 * another value's shape fits. */
#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/sizes.h"
#include "ops/affine_maps.h"
#include "ops/move.h"
#include "ops/slice.h"

#include <string.h>

enum {
    SN_CROP_X,
    SN_CROP_REFS, /* the first may give the size of the result; expressions may name them all */
};

#define SN_CROP_ALL                                                                                \
    (-233) /* in out*: all that is left; in starts and ends: from the beginning, to the end */

typedef struct sn_ncnn_crop_params {
    int32_t woffset, hoffset, doffset, coffset;
    int32_t outw, outh, outd, outc;
    int32_t woffset2, hoffset2, doffset2, coffset2;
    sn_ints starts, ends, axes;
    const char *starts_expr, *ends_expr, *axes_expr; /* size_expr.h */
} sn_ncnn_crop_params;

/* Where the box that is cut out comes from. */
typedef enum crop_mode {
    SN_CROP_BY_OFFSETS,   /* offsets, sizes and offsets from the end */
    SN_CROP_BY_AXES,      /* starts, ends, axes */
    SN_CROP_BY_EXPR,      /* starts_expr, ends_expr, axes_expr */
    SN_CROP_BY_REF_SHAPE, /* offsets, and the shape of slot 1 */
    SN_CROP_BY_REF_DATA,  /* slot 1 holds offsets and sizes as integers */
} crop_mode;
typedef struct crop_box {
    sn_shape size;
    sn_size offset[SN_MAX_RANK];
} crop_box;

static crop_mode mode_of(const sn_ncnn_crop_params *p)
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
                            : sn_shape_rule_symbol(in, 0, axis);
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
    const sn_ncnn_crop_params *p = in->params;
    sn_sizes starts = numbers(in, &p->starts), ends = numbers(in, &p->ends),
             axes = numbers(in, &p->axes);
    return by_axes(in, &starts, &ends, &axes, box);
}

static sn_status by_expr(const sn_infer *in, crop_box *box)
{
    const sn_ncnn_crop_params *p = in->params;
    sn_sizes starts, ends, axes;
    SN_TRY(sn_size_expr_infer(in, p->starts_expr, &starts));
    SN_TRY(sn_size_expr_infer(in, p->ends_expr, &ends));
    SN_TRY(sn_size_expr_infer(in, p->axes_expr, &axes));
    return by_axes(in, &starts, &ends, &axes, box);
}

static const char letters[] = "whdc";

static int32_t letter_offset(const sn_ncnn_crop_params *p, int letter)
{
    return ((const int32_t[]){p->woffset, p->hoffset, p->doffset, p->coffset})[letter];
}

static sn_status by_offsets(const sn_infer *in, crop_box *box)
{
    const sn_ncnn_crop_params *p = in->params;
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
    const sn_ncnn_crop_params *p = in->params;
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
            box->size.d[axis] = sn_shape_rule_symbol(in, 0, axis);
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
    const sn_tensor *data = sn_infer_data(in, SN_CROP_REFS);
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
        box->size.d[axis] = sn_shape_rule_symbol(in, 0, axis);
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

static sn_status check_inputs(const sn_infer *in, crop_mode mode)
{
    bool refers = mode == SN_CROP_BY_REF_SHAPE || mode == SN_CROP_BY_REF_DATA;
    if (refers && !sn_shape_rule_has(in, SN_CROP_REFS)) {
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
    crop_mode mode = mode_of(in->params);
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
                            i, sn_shape_rule_text(in, box->size.d[i]),
                            offset->is_number
                                ? sn_arena_printf(in->arena, "%lld", (long long)offset->number)
                                : sn_shape_rule_text(in, offset->dim),
                            sn_shape_rule_text(in, n));
    }
    return SN_OK;
}

/* ---- as a slice ------------------------------------------------------------------------------ */

typedef struct crop_cut {
    int n;
    int32_t axes[SN_MAX_RANK];
    const char *starts[SN_MAX_RANK], *ends[SN_MAX_RANK];
} crop_cut;

/* Terms that are for an axis, where the box is given by lists. */
typedef struct terms {
    sn_ncnn_size *starts, *ends;
    int at[SN_MAX_RANK]; /* of each axis; -1: it is not cut */
} terms;

static sn_ncnn_size *told_numbers(const sn_infer *in, const sn_ints *list)
{
    sn_ncnn_size *t = SN_NEW_N(in->arena, sn_ncnn_size, list->n + 1);
    for (int i = 0; i < list->n; i++)
        t[i] = (sn_ncnn_size){sn_arena_printf(in->arena, "%d", list->v[i]), list->v[i]};
    return t;
}

/* box_of has accepted the lists. */
static sn_status terms_of(const sn_infer *in, bool by_expression, terms *t)
{
    const sn_ncnn_crop_params *p = in->params;
    const int rank = in->in_shape[0].rank;
    int n = p->axes.n, unused;
    sn_sizes axes = numbers(in, &p->axes);
    if (by_expression) {
        SN_TRY(sn_ncnn_sizes_of(in, &sn_op_slice, p->starts_expr, &unused, &t->starts));
        SN_TRY(sn_ncnn_sizes_of(in, &sn_op_slice, p->ends_expr, &unused, &t->ends));
        if (p->axes_expr[0]) SN_TRY(sn_size_expr_infer(in, p->axes_expr, &axes));
        n = p->axes_expr[0] ? axes.n : 0;
    } else {
        t->starts = told_numbers(in, &p->starts);
        t->ends = told_numbers(in, &p->ends);
    }
    for (int i = 0; i < rank; i++) t->at[i] = n > 0 ? -1 : i;
    for (int i = 0; i < n; i++) {
        int64_t axis = axes.v[i].number;
        if (axis < 0) axis += rank;
        if (rank == 1) axis = 0;
        if (axis >= 0 && axis < rank) t->at[axis] = i;
    }
    return SN_OK;
}

/* NULL: it is not known. From the back it must be one that is there. */
static const char *start_text(const sn_infer *in, const sn_ncnn_size *t, sn_dim n)
{
    int64_t at;
    if (!t->text) return NULL;
    if (!sn_size_number(t->text, &at)) return t->least >= 0 ? t->text : NULL;
    if (at == SN_CROP_ALL) return "0";
    return at >= 0 || sn_dim_at_most(in->dims, -at, n) ? t->text : NULL;
}

static const char *all_text(const sn_infer *in)
{
    return sn_arena_printf(in->arena, "%d", SN_SLICE_ALL);
}

static const char *end_text(const sn_infer *in, const sn_ncnn_size *t)
{
    int64_t at;
    if (!t->text) return NULL;
    if (!sn_size_number(t->text, &at)) return t->least > 0 ? t->text : NULL;
    return at == SN_CROP_ALL || at == 0 ? all_text(in) : t->text;
}

/* The end of an axis that is given by letter: a number of elements at most, and what is left out.
 */
static const char *offset_end(const sn_infer *in, int letter, int axis)
{
    const sn_ncnn_crop_params *p = in->params;
    const int64_t from = letter_offset(p, letter);
    const int64_t most = ((const int32_t[]){p->outw, p->outh, p->outd, p->outc})[letter];
    const int64_t behind =
        ((const int32_t[]){p->woffset2, p->hoffset2, p->doffset2, p->coffset2})[letter];
    if (behind < 0 || (most < 0 && most != SN_CROP_ALL)) return NULL;
    const long long end = from + most;
    if (most == SN_CROP_ALL)
        return behind ? sn_arena_printf(in->arena, "%lld", (long long)-behind) : all_text(in);
    if (!behind) return sn_arena_printf(in->arena, "%lld", end);
    if (sn_dim_lower(in->dims, minus(in, in->in_shape[0].d[axis], behind)) < 1) return NULL;
    return sn_arena_printf(in->arena, "min(%lld,%s-%lld)", end,
                           sn_size_name(in->arena, &sn_op_slice, 0, axis), (long long)behind);
}

/* The end of an axis that is as long as one of the other value; it has to be proved to fit. */
static const char *ref_end(const sn_infer *in, const crop_box *box, int letter, int axis)
{
    const sn_shape *ref = &in->in_shape[SN_CROP_REFS];
    const sn_dim end = minus(in, box->size.d[axis], -box->offset[axis].number);
    const int own = ref->rank < 0 ? -1 : sn_letter_axis(letters[letter], ref->rank);
    if (!sn_dim_at_most(in->dims, end, in->in_shape[0].d[axis])) return NULL;
    if (own < 0)
        return sn_dim_known(end) ? sn_arena_printf(in->arena, "%lld", (long long)end) : NULL;
    return sn_arena_printf(in->arena, "%s+%lld", sn_size_name(in->arena, &sn_op_slice, 1, own),
                           (long long)box->offset[axis].number);
}

/* Whether the axis is known not to be taken whole: what begins behind its front, and is cut to what
 * is there, is not. */
static bool is_cut(const sn_infer *in, const crop_box *box, int axis, bool clamps)
{
    const sn_size *at = &box->offset[axis];
    if (sn_dim_differ(in->dims, box->size.d[axis], in->in_shape[0].d[axis])) return true;
    return clamps && at->known &&
           (at->is_number ? at->number : sn_dim_lower(in->dims, at->dim)) >= 1;
}

static sn_status cut_of(const sn_infer *in, const crop_box *box, crop_cut *c, bool *known)
{
    const crop_mode mode = mode_of(in->params);
    const bool by_list = mode == SN_CROP_BY_AXES || mode == SN_CROP_BY_EXPR;
    const bool clamps = by_list || mode == SN_CROP_BY_OFFSETS;
    const sn_shape *x = &in->in_shape[0];
    terms t;
    *c = (crop_cut){.n = 0};
    *known = true;
    if (by_list) SN_TRY(terms_of(in, mode == SN_CROP_BY_EXPR, &t));
    for (int i = 0; i < x->rank; i++) {
        const sn_size *at = &box->offset[i];
        const char *start = NULL, *end = NULL;
        if (sn_dim_equal(box->size.d[i], x->d[i]) || (by_list && t.at[i] < 0)) continue;
        const bool from_front = at->known && at->is_number && at->number == 0;
        if (by_list) {
            start = start_text(in, &t.starts[t.at[i]], x->d[i]);
            end = end_text(in, &t.ends[t.at[i]]);
        } else if (at->known && at->is_number && at->number >= 0) {
            const int letter = (int)(strchr(letters, sn_ncnn_letter(i, x->rank)) - letters);
            start = sn_arena_printf(in->arena, "%lld", (long long)at->number);
            if (mode == SN_CROP_BY_OFFSETS)
                end = offset_end(in, letter, i);
            else if (mode == SN_CROP_BY_REF_SHAPE)
                end = ref_end(in, box, letter, i);
            else if (sn_dim_known(box->size.d[i]))
                end = sn_arena_printf(in->arena, "%lld", (long long)(at->number + box->size.d[i]));
        }
        *known = *known && start && end && (from_front || is_cut(in, box, i, clamps));
        c->axes[c->n] = i;
        c->starts[c->n] = start;
        c->ends[c->n++] = end;
    }
    return SN_OK;
}

static sn_status read_cut(const sn_infer *in, crop_cut *c, bool *known)
{
    crop_box box;
    SN_TRY(box_of(in, &box));
    SN_TRY(check_box(in, &box));
    return cut_of(in, &box, c, known);
}

static sn_answer resolve(sn_resolve *r)
{
    crop_cut c;
    bool known;
    if (r->in.in_shape[0].rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    r->status = read_cut(&r->in, &c, &known);
    if (r->status != SN_OK) return SN_ANSWER_NO("its box does not fit");
    if (!known) return SN_ANSWER_UNKNOWN("where its box begins and ends is not known");
    sn_value **in = SN_NEW_N(r->in.arena, sn_value *, r->in.n_in);
    for (uint16_t i = 0; i < r->in.n_in; i++) in[i] = sn_in(r->node, i);
    const sn_slice_params p = {.starts = {c.n, c.starts},
                               .ends = {c.n, c.ends},
                               .axes = sn_ints_of(r->in.arena, c.n, c.axes)};
    r->made[0] = c.n ? sn_resolve_node(r, &sn_op_slice, &p, r->in.n_in, in)
                     : sn_resolve_node(r, &sn_op_identity, NULL, 1, in);
    return SN_ANSWER_YES;
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

static bool reads_shape_only(const sn_node *node, unsigned slot)
{
    return slot >= SN_CROP_REFS && mode_of(node->params) != SN_CROP_BY_REF_DATA;
}

static const sn_slot slots[] = {
    {"x", 0},
    {"ref", SN_SLOT_OPTIONAL | SN_SLOT_VARIADIC},
    {NULL, 0},
};

#define OFFSET(field, def, help)                                                                   \
    SN_P_INT(sn_ncnn_crop_params, field, def, INT32_MIN, INT32_MAX, help)
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
    SN_P_INTS(sn_ncnn_crop_params, starts,
              "where each of axes begins; negative: from the back; -233: at 0"),
    SN_P_INTS(sn_ncnn_crop_params, ends,
              "where it ends; 0 or negative: from the back; -233: at the end"),
    SN_P_INTS(sn_ncnn_crop_params, axes, "axes that are cut; none: all in order"),
    SN_P_STR(sn_ncnn_crop_params, starts_expr, "starts as expressions over the inputs' sizes"),
    SN_P_STR(sn_ncnn_crop_params, ends_expr, "ends as expressions over the inputs' sizes"),
    SN_P_STR(sn_ncnn_crop_params, axes_expr, "axes as expressions over the inputs' sizes"),
    SN_P_END,
};

const sn_op sn_ncnn_op_crop = {
    .name = "ncnn.crop",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = a box of x",
    .slots = slots,
    .types = "any,any2->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_ncnn_crop_params),
    .params = param_table,
    .resolve = resolve,
    .infer = infer,
    .propagate = sn_propagate_same_axis,
    .reads_shape_only = reads_shape_only,
    .cost = sn_cost_none,
};
