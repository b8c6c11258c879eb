/* SPDX-License-Identifier: Apache-2.0
 *
 * Squeeze, ExpandDims, Reshape: the same elements under another shape.
 *
 * ncnn.squeeze leaves an axis alone whose size is not 1, and one that the value does not have, and
 * at least one axis always stays: it resolves once the rank is known and which of the axes have
 * size 1.
 *
 * ncnn.expand_dims puts the input's sizes, innermost first, on the axes of the result that it does
 * not make; where those are more than the input has (an axis named twice), the outer ones have size
 * 1. An axis that the result does not have is passed over, and where there would be more than four
 * x is handed on as it is.
 *
 * ncnn.reshape: 0 is the input's size of the same letter, so the w of rank 3 goes to the w of rank
 * 2; expressions name sizes by letters, too. It resolves once it is known which axes these are, and
 * that no expression will be one of the codes. Where ncnn would take a target of another number of
 * elements (it checks some cases only, and differently on each processor), this is an error. */
#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/sizes.h"
#include "ops/move.h"
#include "ops/reshape.h"
#include "ops/rule.h"
#include "ops/squeeze.h"

#include <string.h>

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static sn_value *copied(sn_resolve *r)
{
    return sn_resolve_node(r, &sn_op_identity, NULL, 1, (sn_value *[]){sn_in(r->node, 0)});
}

sn_value *sn_ncnn_flattened(sn_resolve *r, sn_value *v)
{
    const sn_reshape_params p = {.shape = {1, (const char *[]){"-1"}}};
    return sn_resolve_node(r, &sn_op_reshape, &p, 1, &v);
}

/* ---- squeeze --------------------------------------------------------------------------------- */

typedef struct sn_ncnn_squeeze_params {
    int32_t squeeze_w, squeeze_h, squeeze_d, squeeze_c; /* looked at when axes is empty */
    sn_ints axes;
} sn_ncnn_squeeze_params;

/* Which axes of a value of this rank are to go if their size is 1. */
static void squeezed_axes(const sn_ncnn_squeeze_params *p, int rank, bool named[SN_MAX_RANK])
{
    const struct {
        char letter;
        bool on;
    } letters[] = {
        {'w', p->squeeze_w}, {'h', p->squeeze_h}, {'d', p->squeeze_d}, {'c', p->squeeze_c}};
    for (int i = 0; i < rank; i++) named[i] = false;
    for (int i = 0; i < p->axes.n; i++) {
        int64_t axis = p->axes.v[i] < 0 ? (int64_t)p->axes.v[i] + rank : p->axes.v[i];
        if (axis >= 0 && axis < rank) named[axis] = true;
    }
    for (int i = 0; i < 4 && p->axes.n == 0 && rank <= 4; i++) {
        int axis = sn_letter_axis(letters[i].letter, rank);
        if (letters[i].on && axis >= 0) named[axis] = true;
    }
}

static sn_answer resolve_squeeze(sn_resolve *r)
{
    const sn_shape *x = &r->in.in_shape[0];
    bool named[SN_MAX_RANK];
    int32_t axes[SN_MAX_RANK];
    int n = 0;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    squeezed_axes(r->in.params, x->rank, named);
    for (int i = 0; i < x->rank; i++) {
        const bool stays = !named[i] || sn_dim_lower(r->in.dims, x->d[i]) > 1 ||
                           sn_dim_differ(r->in.dims, x->d[i], 1);
        if (stays) continue;
        if (x->d[i] != 1) return SN_ANSWER_UNKNOWN("whether a size is 1 is not known");
        axes[n++] = i;
    }
    if (n == x->rank) n--; /* the last one stays */
    const sn_squeeze_params p = {.axes = sn_ints_of(r->in.arena, n, axes)};
    r->made[0] = n < 1
                     ? copied(r)
                     : sn_resolve_node(r, &sn_op_squeeze, &p, 1, (sn_value *[]){sn_in(r->node, 0)});
    return SN_ANSWER_YES;
}

static sn_status infer_unknown(sn_infer *in) { return sn_move_give_rank(in, 0, -1); }

static const sn_param squeeze_params[] = {
    SN_P_BOOL(sn_ncnn_squeeze_params, squeeze_w, 0, "drop the width where it is 1"),
    SN_P_BOOL(sn_ncnn_squeeze_params, squeeze_h, 0, "drop the height where it is 1"),
    SN_P_BOOL(sn_ncnn_squeeze_params, squeeze_d, 0, "drop the depth where it is 1"),
    SN_P_BOOL(sn_ncnn_squeeze_params, squeeze_c, 0, "drop the channels where there is 1"),
    SN_P_INTS(sn_ncnn_squeeze_params, axes,
              "axes to drop where their size is 1, instead of the letters above; negative: from "
              "the back"),
    SN_P_END,
};

const sn_op sn_ncnn_op_squeeze = {
    .name = "ncnn.squeeze",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x without those of some axes that have size 1; one axis at least stays",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .traits = SN_TRAIT_VIEW | SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_ncnn_squeeze_params),
    .params = squeeze_params,
    .resolve = resolve_squeeze,
    .infer = infer_unknown,
};

/* ---- expand_dims ----------------------------------------------------------------------------- */

static const char *validate_expand_dims(const void *params, sn_arena *arena)
{
    const sn_unsqueeze_params *p = params;
    if (p->axes.n < SN_MAX_RANK) return NULL;
    return sn_arena_printf(arena, "axes has %d axes, at most %d expected", p->axes.n,
                           SN_MAX_RANK - 1);
}

/* The axes that it makes of a value of that rank: those that are named, and the outer ones of those
 * for which there is no size; none where the result would have more than ncnn's four. */
static int made_axes(const sn_ints *axes, int x_rank, int32_t out[4])
{
    const int rank = x_rank + axes->n;
    bool made[4] = {false};
    int n = 0, n_made = 0;
    if (rank > 4) return 0;
    for (int i = 0; i < axes->n; i++) {
        const int64_t axis = axes->v[i] < 0 ? (int64_t)axes->v[i] + rank : axes->v[i];
        if (axis < 0 || axis >= rank) continue;
        n_made += !made[axis];
        made[axis] = true;
    }
    if (!n_made) return 0;
    for (int i = 0, more = rank - n_made - x_rank; i < rank; i++) {
        if (!made[i] && more-- <= 0) continue;
        out[n++] = i;
    }
    return n;
}

static sn_answer resolve_expand_dims(sn_resolve *r)
{
    const sn_unsqueeze_params *p = r->in.params;
    const int rank = r->in.in_shape[0].rank;
    int32_t axes[4];
    if (rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    const sn_unsqueeze_params made = {
        .axes = sn_ints_of(r->in.arena, made_axes(&p->axes, rank, axes), axes)};
    r->made[0] = made.axes.n == 0 ? copied(r)
                                  : sn_resolve_node(r, &sn_op_unsqueeze, &made, 1,
                                                    (sn_value *[]){sn_in(r->node, 0)});
    return SN_ANSWER_YES;
}

static const sn_param expand_dims_params[] = {
    SN_P_INTS(sn_unsqueeze_params, axes,
              "axes of the result that have size 1; negative: from the back"),
    SN_P_END,
};

const sn_op sn_ncnn_op_expand_dims = {
    .name = "ncnn.expand_dims",
    .dialect = &sn_ncnn_dialect,
    .synopsis =
        "y = x with more axes of size 1, up to four in all; those that it cannot have are passed "
        "over",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .traits = SN_TRAIT_VIEW | SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_unsqueeze_params),
    .params = expand_dims_params,
    .validate = validate_expand_dims,
    .resolve = resolve_expand_dims,
    .infer = infer_unknown,
};

/* ---- reshape --------------------------------------------------------------------------------- */

/* Either dims or expr. */
typedef struct sn_ncnn_reshape_params {
    sn_ints dims; /* outermost first; 0: the input's size of that letter; -1: what is left */
    /* size_expr.h, over all slots; innermost size first; 0 and -1 as in dims */
    const char *expr;
} sn_ncnn_reshape_params;

static const char *validate_reshape(const void *params, sn_arena *arena)
{
    const sn_ncnn_reshape_params *p = params;
    if (p->dims.n > SN_MAX_RANK) {
        return sn_arena_printf(arena, "dims has %d sizes, at most %d expected", p->dims.n,
                               SN_MAX_RANK);
    }
    if (p->dims.n > 0 && p->expr[0]) return "both dims and expr are given, one of them expected";
    return NULL;
}

/* Sizes of the target, outermost first, with the codes; NULL for what is not known. */
typedef struct view_target {
    int n;
    const char *size[SN_MAX_RANK];
} view_target;

static sn_status read_expr(const sn_infer *in, view_target *t)
{
    const sn_ncnn_reshape_params *p = in->params;
    sn_ncnn_size *sizes;
    SN_TRY(sn_ncnn_sizes_of(in, &sn_op_reshape, p->expr, &t->n, &sizes));
    if (t->n > 4)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "expr gives %d sizes, at most 4 expected", t->n);
    for (int i = 0; i < t->n; i++) {
        const sn_ncnn_size *size = &sizes[t->n - 1 - i];
        int64_t n;
        const bool is_size = size->text && (sn_size_number(size->text, &n) || size->least >= 1);
        t->size[i] = is_size ? size->text : NULL;
    }
    return SN_OK;
}

static sn_status read_target(const sn_infer *in, view_target *t)
{
    const sn_ncnn_reshape_params *p = in->params;
    *t = (view_target){.n = p->dims.n};
    if (!p->dims.n && !p->expr[0])
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "no target shape is given");
    for (int i = 0; i < t->n; i++) t->size[i] = sn_arena_printf(in->arena, "%d", p->dims.v[i]);
    return p->dims.n ? SN_OK : read_expr(in, t);
}

/* 0 becomes the size that it stands for. */
static sn_status put_letters(const sn_infer *in, view_target *t)
{
    const int rank = in->in_shape[0].rank;
    for (int i = 0; i < t->n; i++) {
        if (!t->size[i] || strcmp(t->size[i], "0") != 0) continue;
        if (t->n > 4 || rank > 4)
            return sn_node_fail(
                in->ctx, in->node, SN_E_SHAPE,
                "target size %d is 0 (as in the input), which has no meaning above rank 4", i);
        t->size[i] = NULL;
        if (rank < 0) continue;
        const int axis = sn_letter_axis(sn_ncnn_letter(i, t->n), rank);
        t->size[i] = axis < 0 ? "1" : sn_size_name(in->arena, &sn_op_reshape, 0, axis);
    }
    return SN_OK;
}

static sn_status target_of(const sn_infer *in, view_target *t)
{
    SN_TRY(read_target(in, t));
    return put_letters(in, t);
}

static sn_answer resolve_reshape(sn_resolve *r)
{
    view_target t;
    r->status = target_of(&r->in, &t);
    if (r->status != SN_OK) return SN_ANSWER_NO("it has no target");
    for (int i = 0; i < t.n; i++)
        if (!t.size[i]) return SN_ANSWER_UNKNOWN("which sizes it takes of its inputs is not known");
    sn_value **in = SN_NEW_N(r->in.arena, sn_value *, r->in.n_in);
    for (uint16_t i = 0; i < r->in.n_in; i++) in[i] = sn_in(r->node, i);
    const sn_reshape_params p = {.shape = {t.n, t.size}};
    r->made[0] = sn_resolve_node(r, &sn_op_reshape, &p, r->in.n_in, in);
    return SN_ANSWER_YES;
}

/* The numbers are known. */
static sn_status infer_reshape(sn_infer *in)
{
    view_target t;
    SN_TRY(target_of(in, &t));
    sn_shape shape = {.rank = (int8_t)t.n};
    for (int i = 0; i < t.n; i++) {
        int64_t n;
        const bool number = t.size[i] && sn_size_number(t.size[i], &n) && n > 0;
        shape.d[i] = number ? n : sn_shape_rule_symbol(in, 0, i);
    }
    return sn_move_give(in, 0, &shape);
}

static const sn_slot reshape_slots[] = {
    {"x", 0},
    {"ref", SN_SLOT_OPTIONAL | SN_SLOT_VARIADIC},
    {NULL, 0},
};

static const sn_param reshape_params[] = {
    SN_P_INTS(
        sn_ncnn_reshape_params, dims,
        "target shape, outermost first; 0: the input's size of the same letter, -1: what is left"),
    SN_P_STR(
        sn_ncnn_reshape_params, expr,
        "target shape as expressions over the inputs' sizes, innermost first; instead of dims"),
    SN_P_END,
};

const sn_op sn_ncnn_op_reshape = {
    .name = "ncnn.reshape",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x under another shape, named by the letters of sizes",
    .slots = reshape_slots,
    .types = "any,any2->any",
    .n_out = 1,
    .traits = SN_TRAIT_VIEW | SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_ncnn_reshape_params),
    .params = reshape_params,
    .validate = validate_reshape,
    .resolve = resolve_reshape,
    .infer = infer_reshape,
    .reads_shape_only = sn_reads_all_but_first_by_shape,
};
