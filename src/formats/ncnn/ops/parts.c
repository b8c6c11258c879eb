/* SPDX-License-Identifier: Apache-2.0
 *
 * Concat and Slice: parts of a value along one axis.
 *
 * ncnn.concat resolves once ranks are known and sizes proved to fit, or found nowhere. ncnn takes
 * every part to have the other sizes of the first one: where they differ and it still reads only
 * what is there, the layer is kept. Ranks that differ are an error: ncnn accepts some, depending
 * on the layout that it has chosen.
 *
 * ncnn.split resolves once it is known which sizes its parts have. They need not be all of x: then
 * it stays, and what is left is dropped. Along the third axis and those behind it that is a
 * boundary whose rule is not known: ncnn's portable code drops what is left of each row, its
 * kernels read on from there. */
#include "formats/ncnn/ops/parts.h"

#include "formats/ncnn/ops/axis.h"
#include "formats/ncnn/ops/ops.h"
#include "ops/concat.h"
#include "ops/move.h"
#include "ops/split.h"

/* ---- concat ---------------------------------------------------------------------------------- */

typedef struct sn_ncnn_concat_params {
    int32_t axis;
} sn_ncnn_concat_params;

/* Whether as many packs of channels as the first part has lie within a part of n, which need not be
 * packed alike, whatever kernels there are. */
static bool packs_cover(int64_t n, int64_t first)
{
    for (int64_t widest = 4; widest <= 16; widest *= 2) {
        int64_t of_first = widest, of_part = widest;
        while (of_first > 1 && first % of_first != 0) of_first = of_first == 4 ? 1 : of_first / 2;
        while (of_part > 1 && n % of_part != 0) of_part = of_part == 4 ? 1 : of_part / 2;
        if ((first / of_first - 1) * of_part + of_first > n) return false;
    }
    return true;
}

/* Whether ncnn, which takes every part to have the other sizes of the first, reads only what is
 * there however channels are packed: along the axis of channels it copies whole ones, along others
 * as many rows as the first has. */
static bool covers(const sn_shape *s, const sn_shape *first, int axis)
{
    if (s->rank != first->rank || first->rank < 2 || !sn_shape_known(s) || !sn_shape_known(first))
        return false;
    if (axis == 0 && s->rank > 2)
        return sn_span_count(s, 1, s->rank) == sn_span_count(first, 1, s->rank);
    if (axis > 0 && !packs_cover(s->d[0], first->d[0])) return false;
    const bool rows =
        axis ==
        s->rank - 1; /* copied one by one: there may be more, and longer ones nowhere else */
    for (int k = 1; k < s->rank; k++) {
        if (k == axis || s->d[k] == first->d[k]) continue;
        if (s->rank == 2 ? s->d[k] < first->d[k]
                         : !rows || k != s->rank - 2 || s->d[k] < first->d[k])
            return false;
    }
    return true;
}

/* The first part of known rank, or the last. */
static const sn_shape *known_part(const sn_infer *in)
{
    unsigned i = 0;
    while (i + 1 < in->n_in && in->in_shape[i].rank < 0) i++;
    return &in->in_shape[i];
}

/* The first part that ncnn reads as if it had the sizes of part 0; 0: none. */
static unsigned misread(const sn_infer *in, int axis)
{
    const sn_shape *first = &in->in_shape[0];
    for (unsigned i = 1; i < in->n_in; i++) {
        const sn_shape *s = &in->in_shape[i];
        if (!covers(s, first, axis)) continue;
        for (int k = 0; k < s->rank; k++)
            if (k != axis && s->d[k] != first->d[k]) return i;
    }
    return 0;
}

/* Whether it is proved that the parts have the same sizes beside the axis, or that they do not. */
static bool is_decided(const sn_infer *in, int axis)
{
    const sn_shape *first = &in->in_shape[0];
    for (unsigned i = 0; i < in->n_in; i++) {
        const sn_shape *s = &in->in_shape[i];
        if (s->rank < 0) return false;
        for (int k = 0; k < s->rank && s->rank == first->rank; k++) {
            if (k != axis && !sn_dim_equal(s->d[k], first->d[k]) &&
                !sn_dim_differ(in->dims, s->d[k], first->d[k]))
                return false;
        }
    }
    return true;
}

static sn_answer resolve_concat(sn_resolve *r)
{
    const sn_ncnn_concat_params *p = r->in.params;
    sn_concat_params joined;
    const sn_answer has_axis = sn_ncnn_axis(p->axis, known_part(&r->in), &joined.axis);
    if (has_axis.is != SN_YES) return has_axis;
    if (misread(&r->in, joined.axis)) return SN_ANSWER_NO("its parts have different sizes");
    if (!is_decided(&r->in, joined.axis) && sn_dims_puts_off(r->in.dims))
        return SN_ANSWER_UNKNOWN("whether its parts have the same sizes is not known");
    sn_value **parts = SN_NEW_N(r->in.arena, sn_value *, r->in.n_in);
    for (uint16_t i = 0; i < r->in.n_in; i++) parts[i] = sn_in(r->node, i);
    r->made[0] = sn_resolve_node(r, &sn_op_concat, &joined, r->in.n_in, parts);
    return SN_ANSWER_YES;
}

/* The sizes of the first part, and as long as all of them. */
static sn_shape joined_shape(sn_infer *in, int axis)
{
    sn_shape all = in->in_shape[0];
    bool known = true;
    for (unsigned k = 1; k < in->n_in && known; k++) {
        const sn_shape *s = &in->in_shape[k];
        known = s->rank > axis;
        if (known) all.d[axis] = sn_dim_add(in->dims, all.d[axis], s->d[axis]);
    }
    if (!known) all.d[axis] = sn_shape_rule_symbol(in, 0, axis);
    return all;
}

static sn_status infer_concat(sn_infer *in)
{
    const sn_ncnn_concat_params *p = in->params;
    const sn_shape *part = known_part(in), *first = &in->in_shape[0];
    int32_t axis;
    SN_TRY(sn_ncnn_has_axis(in, (unsigned)(part - in->in_shape), p->axis));
    if (first->rank < 0 || sn_ncnn_axis(p->axis, first, &axis).is != SN_YES)
        return sn_move_give_rank(in, 0, part->rank);
    const unsigned i = misread(in, axis);
    if (i)
        sn_infer_no_rule(
            in,
            sn_arena_printf(in->arena,
                            "input %u is %s, where the first is %s, and what it leaves out depends "
                            "on how the runtime packs channels",
                            i, sn_shape_rule_shape_text(in, &in->in_shape[i]),
                            sn_shape_rule_shape_text(in, first)));
    const sn_shape all = joined_shape(in, axis);
    return sn_move_give(in, 0, &all);
}

static const sn_slot parts_slots[] = {{"part", SN_SLOT_VARIADIC}, {NULL, 0}};

static const sn_param concat_params[] = {
    SN_P_INT(sn_ncnn_concat_params, axis, 0, INT32_MIN, INT32_MAX,
             "axis along which the parts are joined; negative counts from the back; a vector has "
             "but one"),
    SN_P_END,
};

const sn_op sn_ncnn_op_concat = {
    .name = "ncnn.concat",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = parts one after the other along an axis",
    .slots = parts_slots,
    .types = "any->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_ncnn_concat_params),
    .params = concat_params,
    .resolve = resolve_concat,
    .infer = infer_concat,
    .loose = true,
};

/* ---- split ----------------------------------------------------------------------------------- */

static sn_status check_lists(const sn_infer *in)
{
    const sn_ncnn_split_params *p = in->params;
    if (p->indices.n > 0 && p->indices.n < in->n_out - 1)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%d indices for %u outputs, %u expected",
                            p->indices.n, (unsigned)in->n_out, (unsigned)in->n_out - 1);
    if (p->indices.n == 0 && p->slices.n < in->n_out)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%d slices for %u outputs", p->slices.n,
                            (unsigned)in->n_out);
    return SN_OK;
}

/* Where output i, which begins at `from`, ends on an axis of size n. */
static sn_dim part_end(const sn_infer *in, unsigned i, sn_dim from, sn_dim n)
{
    const sn_ncnn_split_params *p = in->params;
    if (p->indices.n > 0) {
        if (i == in->n_out - 1u) return n;
        const int32_t index = p->indices.v[i];
        return index < 0 ? sn_dim_sub(in->dims, n, -(int64_t)index) : index;
    }
    const int32_t slice = p->slices.v[i];
    if (slice == SN_NCNN_SHARE) {
        const sn_dim share =
            sn_dim_floordiv(in->dims, sn_dim_sub(in->dims, n, from), (int64_t)in->n_out - i);
        return sn_dim_add(in->dims, from, share);
    }
    return slice < 0 ? sn_dim_sub(in->dims, from, -(int64_t)slice)
                     : sn_dim_add(in->dims, from, slice);
}

/* `end`: where the last part ends. Rows follow one another between the axis of channels, each of
 * which is looked up, and the one that is cut. */
static void check_rest(sn_infer *in, int axis, sn_dim end)
{
    const sn_shape *x = &in->in_shape[0];
    bool one = true, several = false;
    for (int k = 1; k < axis; k++) {
        one = one && sn_dim_equal(x->d[k], 1);
        several = several || sn_dim_lower(in->dims, x->d[k]) > 1;
    }
    if (one || sn_dim_equal(end, x->d[axis])) return;
    if (!several || !sn_dim_differ(in->dims, end, x->d[axis]))
        sn_infer_may_bound(in);
    else
        sn_infer_no_rule(in, sn_arena_printf(in->arena,
                                             "its parts end at %s of %s, and where the next row "
                                             "begins depends on the runtime's kernels",
                                             sn_shape_rule_text(in, end),
                                             sn_shape_rule_text(in, x->d[axis])));
}

static sn_status infer_split(sn_infer *in)
{
    const sn_ncnn_split_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    int32_t axis;
    sn_dim from = 0;
    SN_TRY(check_lists(in));
    SN_TRY(sn_ncnn_has_axis(in, 0, p->axis));
    const bool known = x->rank >= 0 && sn_ncnn_axis(p->axis, x, &axis).is == SN_YES;
    for (unsigned i = 0; i < in->n_out; i++) {
        if (!known) {
            SN_TRY(sn_move_give_rank(in, i, x->rank));
            continue;
        }
        sn_shape part = *x;
        const sn_dim end = part_end(in, i, from, x->d[axis]);
        part.d[axis] = sn_dim_sub(in->dims, end, from);
        SN_TRY(sn_move_give(in, i, &part));
        if (sn_dim_lower(in->dims, sn_dim_sub(in->dims, end, x->d[axis])) > 0)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "output %u ends at %s of %s", i,
                                sn_shape_rule_text(in, end), sn_shape_rule_text(in, x->d[axis]));
        from = end;
    }
    if (known) check_rest(in, axis, from);
    return SN_OK;
}

/* Numbers and what is left, or equal parts (none); false where they are not known. */
static bool told_as(const sn_infer *in, const sn_dim *sizes, sn_ints *out)
{
    int32_t *v = SN_NEW_N(in->arena, int32_t, in->n_out);
    bool equal = true;
    int rest = 0;
    for (int i = 0; i < in->n_out; i++) {
        const bool is_number = sn_dim_known(sizes[i]) && sizes[i] <= INT32_MAX;
        v[i] = is_number ? (int32_t)sizes[i] : SN_SPLIT_REST;
        rest += !is_number;
        equal = equal && sn_dim_equal(sizes[i], sizes[0]);
    }
    *out = sn_ints_of(in->arena, rest < 2 ? in->n_out : 0, v);
    return rest < 2 || equal;
}

static sn_answer resolve_split(sn_resolve *r)
{
    const sn_ncnn_split_params *p = r->in.params;
    const sn_shape *x = &r->in.in_shape[0];
    const uint16_t n_out = r->in.n_out;
    sn_split_params cut;
    sn_dim *sizes = SN_NEW_N(r->in.arena, sn_dim, n_out), from = 0;
    const sn_answer has_axis = sn_ncnn_axis(p->axis, x, &cut.axis);
    if (has_axis.is != SN_YES) return has_axis;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    r->status = check_lists(&r->in);
    if (r->status != SN_OK) return SN_ANSWER_NO("its lists are too short");
    const sn_dim n = x->d[cut.axis];
    for (uint16_t i = 0; i < n_out; i++) {
        const sn_dim end = part_end(&r->in, i, from, n);
        sizes[i] = sn_dim_sub(r->in.dims, end, from);
        if (sn_dim_known(sizes[i]) && sizes[i] < 1) return SN_ANSWER_NO("a part has no size");
        from = end;
    }
    if (sn_dim_differ(r->in.dims, from, n))
        return SN_ANSWER_NO("its parts are not all of its input");
    if (!sn_dim_equal(from, n) || !told_as(&r->in, sizes, &cut.sizes))
        return SN_ANSWER_UNKNOWN("the sizes of its parts are not known");
    const sn_node *made =
        sn_resolve_node_many(r, &sn_op_split, &cut, 1, (sn_value *[]){sn_in(r->node, 0)}, n_out);
    for (uint16_t i = 0; i < n_out && made; i++) r->made[i] = made->out[i];
    return SN_ANSWER_YES;
}

static sn_status eval_split(sn_eval *e)
{
    const sn_ncnn_split_params *p = e->params;
    int32_t axis = 0;
    (void)sn_ncnn_axis(p->axis, &e->in_shape[0], &axis);
    return sn_split_eval(e, axis);
}

static const sn_slot split_slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param split_params[] = {
    SN_P_INT(sn_ncnn_split_params, axis, 0, INT32_MIN, INT32_MAX,
             "axis that is cut; negative counts from the back; a vector has but one"),
    SN_P_INTS(sn_ncnn_split_params, slices,
              "size of each part; -233: an even share of what is left"),
    SN_P_INTS(sn_ncnn_split_params, indices,
              "where each part but the last ends; negative: from the back; instead of slices"),
    SN_P_END,
};

const sn_op sn_ncnn_op_split = {
    .name = "ncnn.split",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y0, y1, .. = consecutive parts of x along an axis",
    .slots = split_slots,
    .types = "any->any",
    .n_out = SN_VARIADIC_OUT,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_ncnn_split_params),
    .params = split_params,
    .resolve = resolve_split,
    .infer = infer_split,
    .eval = eval_split,
    .cost = sn_cost_none,
};
