/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that move elements, and those about types and places. */
#include <string.h>

#include "formats/onnx/out/export.h"
#include "ops/concat.h"
#include "ops/cum_sum.h"
#include "ops/expand.h"
#include "ops/flip.h"
#include "ops/reduce.h"
#include "ops/reshape.h"
#include "ops/resize.h"
#include "ops/sizes.h"
#include "ops/slice.h"
#include "ops/split.h"
#include "ops/squeeze.h"
#include "ops/tile.h"
#include "ops/transpose.h"

/* Numbers as they are; a size of x in its own place is 0, and one that is open -1, since what is
 * left is known then. */
static bool plain_sizes(const sn_onnx_export *e, const sn_names *shape, int64_t *out)
{
    int n_open = 0;
    const int rank = sn_onnx_rank_in(e, 0);
    for (int i = 0; i < shape->n; i++) {
        unsigned slot;
        int axis;
        if (sn_size_number(shape->v[i], &out[i])) {
            if (out[i] == 0) return false;
            n_open += out[i] < 0;
        } else if (sn_size_input(e->op, shape->v[i], &slot, &axis) && slot == 0 && axis == i &&
                   i < rank) {
            out[i] = 0;
        } else {
            out[i] = -1;
            n_open++;
        }
    }
    return n_open <= 1;
}

/* Axes of x, a size of 1 each, without which its shape is that of y; -1: it is another. */
static int gone_from(const sn_shape *x, const sn_shape *y, int32_t *axes)
{
    int n = 0, at = 0;
    for (int i = 0; i < x->rank; i++) {
        if (at < y->rank && sn_dim_equal(x->d[i], y->d[at]))
            at++;
        else if (x->d[i] == 1)
            axes[n++] = i;
        else
            return -1;
    }
    return at == y->rank ? n : -1;
}

/* Only axes of one element go, or come. */
static bool put_as_squeeze(sn_onnx_export *e)
{
    int32_t axes[SN_MAX_RANK];
    const sn_shape *x = sn_onnx_shape_in(e, 0), *y = e->n ? &sn_out(e->n, 0)->shape : NULL;
    if (!x || !y || x->rank < 0 || y->rank < 0 || x->rank == y->rank) return false;
    const bool un = x->rank < y->rank;
    const int n = un ? gone_from(y, x, axes) : gone_from(x, y, axes);
    if (n > 0) sn_onnx_put_squeeze(e, un, e->in[0], axes, n, e->out[0]);
    return n > 0;
}

static sn_dim product_of(sn_dims *dims, const sn_shape *x, int from, int to)
{
    sn_dim v = 1;
    for (int i = from; i < to; i++) v = sn_dim_mul(dims, v, x->d[i]);
    return v;
}

/* Two axes that hold all of x: a size of 0 leaves nothing to work the other one out from. */
static bool put_as_flatten(sn_onnx_export *e)
{
    const sn_shape *x = sn_onnx_shape_in(e, 0), *y = e->n ? &sn_out(e->n, 0)->shape : NULL;
    if (!y || x->rank < 0 || y->rank != 2) return false;
    if (e->opset < 9 && !sn_type_is_float(sn_onnx_type_in(e, 0))) return false;
    sn_dims *dims = e->n->graph->root->dims;
    for (int axis = 0; axis <= x->rank; axis++) {
        const sn_dim rows = product_of(dims, x, 0, axis),
                     columns = product_of(dims, x, axis, x->rank);
        if (!sn_dim_equal(rows, y->d[0]) || !sn_dim_equal(columns, y->d[1])) continue;
        sn_onnx_attr_int(e, "axis", axis);
        SN_ONNX_PUT(e, "Flatten", 1, e->out[0], e->in[0]);
        return true;
    }
    return false;
}

/* A 0 is the size of x at its place to Reshape, if nothing else is said; the only one of y is what
 * is left. */
static void put_known_reshape(sn_onnx_export *e, const sn_shape *x, const sn_shape *y)
{
    int64_t *sizes = SN_NEW_N(e->arena, int64_t, y->rank);
    int n_empty = 0, n_own = 0, at = 0;
    for (int i = 0; i < y->rank; i++) {
        sizes[i] = y->d[i];
        if (y->d[i] != 0) continue;
        n_empty++;
        n_own += i < x->rank && x->d[i] == 0;
        at = i;
    }
    if (n_empty == 1 && n_own == 0) {
        sizes[at] = -1;
    } else if (n_own < n_empty) {
        sn_onnx_needs(e, 14, "allowzero");
        sn_onnx_attr_int(e, "allowzero", 1);
    }
    sn_onnx_put_reshape(e, e->in[0], sizes, y->rank, e->out[0]);
}

/* With sizes of which some are worked out by nodes. */
static void put_open_reshape(sn_onnx_export *e, const sn_names *shape)
{
    int64_t n;
    bool empty = false;
    for (int i = 0; i < shape->n; i++) empty = empty || (sn_size_number(shape->v[i], &n) && n == 0);
    const char *sizes = sn_onnx_put_sizes(e, shape);
    if (empty) {
        sn_onnx_needs(e, 14, "allowzero");
        sn_onnx_attr_int(e, "allowzero", 1);
    }
    SN_ONNX_PUT(e, "Reshape", 5, e->out[0], e->in[0], sizes);
}

void sn_onnx_export_reshape(sn_onnx_export *e)
{
    const sn_reshape_params *p = e->params;
    int64_t *sizes = SN_NEW_N(e->arena, int64_t, p->shape.n);
    const sn_shape *y = e->n ? &sn_out(e->n, 0)->shape : NULL;
    const bool known = y && sn_shape_known(y), empty = known && sn_shape_count(y) == 0;
    if ((!known || empty) && (put_as_squeeze(e) || put_as_flatten(e))) return;
    if (known)
        put_known_reshape(e, sn_onnx_shape_in(e, 0), y);
    else if (plain_sizes(e, &p->shape, sizes))
        sn_onnx_put_reshape(e, e->in[0], sizes, p->shape.n, e->out[0]);
    else
        put_open_reshape(e, &p->shape);
}

void sn_onnx_export_dynamic_reshape(sn_onnx_export *e)
{
    const int32_t allow_zero = *(const int32_t *)e->params;
    if (allow_zero) {
        sn_onnx_needs(e, 14, "allowzero");
        sn_onnx_attr_int(e, "allowzero", 1);
    }
    SN_ONNX_PUT(e, "Reshape", 5, e->out[0], e->in[0], e->in[1]);
}

void sn_onnx_export_expand(sn_onnx_export *e)
{
    const sn_expand_params *p = e->params;
    SN_ONNX_PUT(e, "Expand", 8, e->out[0], e->in[0], sn_onnx_put_sizes(e, &p->shape));
}

void sn_onnx_export_squeeze(sn_onnx_export *e)
{
    const bool un = e->op == &sn_op_unsqueeze;
    const sn_ints *axes = un ? &((const sn_unsqueeze_params *)e->params)->axes
                             : &((const sn_squeeze_params *)e->params)->axes;
    if (un || axes->n)
        sn_onnx_put_squeeze(e, un, e->in[0], axes->v, axes->n, e->out[0]);
    else
        SN_ONNX_PUT(e, "Squeeze", 1, e->out[0], e->in[0]);
}

void sn_onnx_export_transpose(sn_onnx_export *e)
{
    const sn_transpose_params *p = e->params;
    sn_onnx_put_transpose(e, e->in[0], p->perm.n, p->perm.v, e->out[0]);
}

void sn_onnx_export_concat(sn_onnx_export *e)
{
    const sn_concat_params *p = e->params;
    sn_onnx_attr_int(e, "axis", p->axis);
    sn_onnx_put(e, "Concat", 4, e->n_in, e->in, 1, e->out);
}

/* The sizes of its parts; false where one is not known. */
static bool parts_of(const sn_onnx_export *e, const sn_split_params *p, sn_ints *out)
{
    const int n = e->n->n_out;
    int32_t *v = SN_NEW_N(e->arena, int32_t, n);
    bool known = true;
    for (int i = 0; i < n; i++) {
        const sn_shape *y = &e->n->out[i]->shape;
        const sn_dim d = y->rank > p->axis ? y->d[p->axis] : -1;
        known = known && sn_dim_known(d) && d <= INT32_MAX;
        v[i] = known ? (int32_t)d : 0;
    }
    *out = (sn_ints){n, v};
    return known;
}

/* With sizes where they are known; parts that are as large as each other but for the last have a
 * spelling of their own since version 18. */
void sn_onnx_export_split(sn_onnx_export *e)
{
    const sn_split_params *p = e->params;
    const int n = e->n ? e->n->n_out : 2;
    const char *sizes = "";
    sn_ints parts;
    sn_onnx_attr_int(e, "axis", p->axis);
    if (e->n && parts_of(e, p, &parts)) {
        if (e->opset >= 13)
            sizes = sn_onnx_put_ints(e, parts.v, parts.n);
        else
            sn_onnx_attr_ints(e, "split", parts.v, parts.n);
    } else if (p->sizes.n) {
        if (e->n) sn_onnx_unknown(e, "the size of a part is not known");
    } else {
        sn_onnx_needs(e, 18, "Split into parts of a size that is not known");
        sn_onnx_attr_int(e, "num_outputs", n);
    }
    sn_onnx_put(e, "Split", 2, 2, (const char *[]){e->in[0], sizes}, n, e->out);
}

static bool has_other_steps(const sn_ints *steps)
{
    bool other = false;
    for (int i = 0; i < steps->n; i++) other = other || steps->v[i] != 1;
    return other;
}

static bool list_of(const sn_onnx_export *e, const sn_names *names, sn_ints *out)
{
    int32_t *v = SN_NEW_N(e->arena, int32_t, names->n);
    bool known = true;
    for (int i = 0; i < names->n; i++) {
        int64_t n;
        known = known && sn_size_number(names->v[i], &n);
        if (known) v[i] = n > INT32_MAX ? INT32_MAX : n < -INT32_MAX ? -INT32_MAX : (int32_t)n;
    }
    *out = (sn_ints){names->n, v};
    return known;
}

void sn_onnx_export_slice(sn_onnx_export *e)
{
    const sn_slice_params *p = e->params;
    sn_ints starts, ends;
    int32_t all[SN_MAX_RANK];
    for (int i = 0; i < SN_MAX_RANK; i++) all[i] = i;
    const sn_ints axes = p->axes.n ? p->axes : (sn_ints){p->starts.n, all};
    if (e->opset < 10) {
        if (has_other_steps(&p->steps) || !list_of(e, &p->starts, &starts) ||
            !list_of(e, &p->ends, &ends)) {
            sn_onnx_needs(e, 10, "Slice with steps, or of sizes that are not known,");
            return;
        }
        sn_onnx_attr_ints(e, "starts", starts.v, starts.n);
        sn_onnx_attr_ints(e, "ends", ends.v, ends.n);
        sn_onnx_attr_ints(e, "axes", axes.v, axes.n);
        SN_ONNX_PUT(e, "Slice", 1, e->out[0], e->in[0]);
        return;
    }
    const char *from = sn_onnx_put_sizes(e, &p->starts), *to = sn_onnx_put_sizes(e, &p->ends);
    SN_ONNX_PUT(e, "Slice", 10, e->out[0], e->in[0], from, to, sn_onnx_put_ints(e, axes.v, axes.n),
                has_other_steps(&p->steps) ? sn_onnx_put_ints(e, p->steps.v, p->steps.n) : "");
}

/* Back to front, from the last element to beyond the first. */
void sn_onnx_export_flip(sn_onnx_export *e)
{
    const sn_flip_params *p = e->params;
    int64_t *from = SN_NEW_N(e->arena, int64_t, p->axes.n),
            *to = SN_NEW_N(e->arena, int64_t, p->axes.n),
            *step = SN_NEW_N(e->arena, int64_t, p->axes.n);
    for (int i = 0; i < p->axes.n; i++) {
        from[i] = step[i] = -1;
        to[i] = INT64_MIN + 1;
    }
    SN_ONNX_PUT(e, "Slice", 10, e->out[0], e->in[0], sn_onnx_put_i64s(e, from, p->axes.n),
                sn_onnx_put_i64s(e, to, p->axes.n), sn_onnx_put_ints(e, p->axes.v, p->axes.n),
                sn_onnx_put_i64s(e, step, p->axes.n));
}

void sn_onnx_export_tile(sn_onnx_export *e)
{
    const sn_tile_params *p = e->params;
    SN_ONNX_PUT(e, "Tile", 6, e->out[0], e->in[0], sn_onnx_put_ints(e, p->repeats.v, p->repeats.n));
}

/* ---- resize ---------------------------------------------------------------------------------- */

static const char *coordinates_of(sn_onnx_export *e, int mode)
{
    static const char *const names[] = {"half_pixel",         "half_pixel_symmetric",
                                        "pytorch_half_pixel", "align_corners",
                                        "asymmetric",         "tf_crop_and_resize"};
    if (mode == SN_RESIZE_HALF_PIXEL_SYMMETRIC) sn_onnx_needs(e, 19, names[mode]);
    return names[mode];
}

static void put_resize_attrs(sn_onnx_export *e, const sn_resize_params *p)
{
    static const char *const modes[] = {"nearest", "linear", "cubic"};
    static const char *const roundings[] = {"round_prefer_floor", "round_prefer_ceil", "floor",
                                            "ceil"};
    sn_onnx_attr_string(e, "mode", modes[p->mode]);
    sn_onnx_attr_string(e, "coordinate_transformation_mode",
                        coordinates_of(e, p->coordinate_transformation_mode));
    if (p->mode == SN_RESIZE_NEAREST)
        sn_onnx_attr_string(e, "nearest_mode", roundings[p->nearest_mode]);
    if (p->mode == SN_RESIZE_CUBIC) sn_onnx_attr_float(e, "cubic_coeff_a", p->cubic_coeff_a);
    if (p->exclude_outside) sn_onnx_attr_int(e, "exclude_outside", 1);
    if (p->extrapolation_value != 0)
        sn_onnx_attr_float(e, "extrapolation_value", p->extrapolation_value);
    if (p->antialias) {
        sn_onnx_needs(e, 18, "antialias");
        sn_onnx_attr_int(e, "antialias", 1);
    }
}

/* Of all axes, of which those that are not named stay. */
static const char *put_scales(sn_onnx_export *e, const sn_resize_params *p, int rank)
{
    float v[SN_MAX_RANK];
    sn_tensor *t;
    void *data;
    const sn_shape shape = SN_SHAPE(rank);
    for (int i = 0; i < rank; i++) v[i] = 1;
    for (int i = 0; i < p->scales.n; i++) v[p->axes.n ? p->axes.v[i] : i] = p->scales.v[i];
    if (!e->nodes || sn_tensor_create(e->ctx, SN_TYPE_f32, &shape, &t, &data) != SN_OK) return "";
    memcpy(data, v, sizeof *v * (size_t)rank);
    return sn_onnx_put_tensor(e, t);
}

static const char *put_resize_sizes(sn_onnx_export *e, const sn_resize_params *p, int rank)
{
    const char **all = SN_NEW_N(e->arena, const char *, rank);
    for (int i = 0; i < rank; i++) all[i] = sn_size_name(e->arena, e->op, 0, i);
    const sn_shape *y = &sn_out(e->n, 0)->shape;
    for (int i = 0; i < p->sizes.n; i++) all[p->axes.n ? p->axes.v[i] : i] = p->sizes.v[i];
    if (sn_shape_known(y))
        for (int i = 0; i < rank; i++)
            all[i] = sn_arena_printf(e->arena, "%lld", (long long)y->d[i]);
    return sn_onnx_put_sizes(e, &(sn_names){rank, all});
}

/* Roi and scales could not be left out before version 13. */
static const char *left_out(sn_onnx_export *e)
{
    const sn_shape shape = SN_SHAPE(0);
    sn_tensor *t;
    void *data;
    if (e->opset >= 13 || !e->nodes ||
        sn_tensor_create(e->ctx, SN_TYPE_f32, &shape, &t, &data) != SN_OK)
        return "";
    return sn_onnx_put_tensor(e, t);
}

static bool can_resize(sn_onnx_export *e, const sn_resize_params *p)
{
    if (p->keep_aspect_ratio_policy)
        sn_onnx_cannot(e, "a policy of its aspect ratio is not written");
    if (p->roi.n) sn_onnx_cannot(e, "a region of interest is not written");
    if (e->opset < 11) sn_onnx_needs(e, 11, "Resize with a coordinate transformation");
    if (e->n && sn_onnx_rank_in(e, 0) < 0) sn_onnx_unknown(e, "the rank of its input is not known");
    return e->n && !e->wrong;
}

/* Of scales and sizes as they come; about all axes before version 18. */
void sn_onnx_export_dynamic_resize(sn_onnx_export *e)
{
    const sn_resize_params *p = e->params;
    if (!can_resize(e, p)) return;
    if (p->axes.n) {
        sn_onnx_needs(e, 18, "Resize of some axes");
        sn_onnx_attr_ints(e, "axes", p->axes.v, p->axes.n);
    }
    const char *none = left_out(e);
    put_resize_attrs(e, p);
    SN_ONNX_PUT(e, "Resize", 11, e->out[0], e->in[0], none, *e->in[1] ? e->in[1] : none,
                e->n_in > 2 ? e->in[2] : "");
}

void sn_onnx_export_resize(sn_onnx_export *e)
{
    const sn_resize_params *p = e->params;
    const int rank = sn_onnx_rank_in(e, 0);
    if (!can_resize(e, p)) return;
    const char *none = left_out(e);
    const char *scales = p->scales.n ? put_scales(e, p, rank) : none;
    const char *sizes = p->scales.n ? "" : put_resize_sizes(e, p, rank);
    put_resize_attrs(e, p);
    SN_ONNX_PUT(e, "Resize", 11, e->out[0], e->in[0], none, scales, sizes);
}

/* ---- types, places --------------------------------------------------------------------------- */

/* How it rounds to small floats. */
static void put_rounding(sn_onnx_export *e)
{
    const sn_param *saturate = sn_param_find(e->op->params, "saturate"),
                   *mode = sn_param_find(e->op->params, "round_mode");
    const char *params = e->params;
    if (*(const int32_t *)(params + saturate->offset) == 0) {
        sn_onnx_needs(e, 19, "Cast that does not saturate");
        sn_onnx_attr_int(e, "saturate", 0);
    }
    const int32_t way = *(const int32_t *)(params + mode->offset);
    if (way == (int32_t)mode->def) return;
    sn_onnx_needs(e, 24, "Cast with a way to round");
    sn_onnx_attr_string(e, "round_mode", mode->names[way]);
}

void sn_onnx_export_cast(sn_onnx_export *e)
{
    const sn_type to = (sn_type) * (const int32_t *)e->params;
    sn_small_float small;
    sn_onnx_attr_int(e, "to", sn_onnx_data_type_of(to));
    if (e->op == &sn_op_cast && sn_type_is_small_float(to, &small)) put_rounding(e);
    SN_ONNX_PUT(e, e->row->type, e->row->since, e->out[0], e->in[0]);
}

void sn_onnx_export_bit_shift(sn_onnx_export *e)
{
    static const char *const directions[] = {"LEFT", "RIGHT"};
    const int32_t to = *(const int32_t *)e->params;
    sn_onnx_attr_string(e, "direction", directions[to]);
    SN_ONNX_PUT(e, "BitShift", 11, e->out[0], e->in[0], e->in[1]);
}

/* Without an axis, which ours is -1 then, x is one axis. */
void sn_onnx_export_unique(sn_onnx_export *e)
{
    const sn_param *axis = sn_param_find(e->op->params, "axis"),
                   *sorted = sn_param_find(e->op->params, "sorted");
    const char *params = e->params;
    const int32_t at = *(const int32_t *)(params + axis->offset);
    if (at >= 0) sn_onnx_attr_int(e, "axis", at);
    sn_onnx_attr_int(e, "sorted", *(const int32_t *)(params + sorted->offset));
    sn_onnx_put(e, "Unique", 11, 1, e->in, e->n ? e->n->n_out : 1, e->out);
}

void sn_onnx_export_constant_of_shape(sn_onnx_export *e)
{
    const sn_tensor *t = e->n && sn_in(e->n, 1) ? sn_const_of(sn_in(e->n, 1)) : NULL;
    const sn_shape one = SN_SHAPE(1);
    if (!e->n) return;
    if (!t || sn_tensor_count(t) != 1) {
        SN_ONNX_PUT(e, "Expand", 8, e->out[0], e->in[1], e->in[0]);
        return;
    }
    const sn_tensor *value = sn_tensor_reshaped(e->ctx, t, &one);
    sn_onnx_attr_tensor(e, "value", value);
    sn_tensor_release(value);
    SN_ONNX_PUT(e, "ConstantOfShape", 9, e->out[0], e->in[0]);
}

void sn_onnx_export_cum_sum(sn_onnx_export *e)
{
    const sn_cum_sum_params *p = e->params;
    if (p->exclusive) sn_onnx_attr_int(e, "exclusive", 1);
    if (p->reverse) sn_onnx_attr_int(e, "reverse", 1);
    SN_ONNX_PUT(e, e->row->type, e->row->since, e->out[0], e->in[0],
                sn_onnx_put_number(e, SN_TYPE_i64, (double)p->axis));
}

/* An axis that is the last or all is not written. */
void sn_onnx_export_with_open_axis(sn_onnx_export *e)
{
    const sn_param *row = sn_param_find(e->op->params, "axis");
    const int32_t axis = *(const int32_t *)((const char *)e->params + row->offset);
    if ((double)axis != row->def) sn_onnx_attr_int(e, "axis", axis);
    sn_onnx_put(e, e->row->type, e->row->since, e->n_in, e->in, 1, e->out);
}

/* Run times want indices of one axis at least. */
void sn_onnx_export_one_hot(sn_onnx_export *e)
{
    const int32_t first = 0;
    if (!e->n || sn_onnx_rank_in(e, 0) != 0) {
        sn_onnx_export_with_open_axis(e);
        return;
    }
    const char *at = sn_onnx_put_squeeze(e, true, e->in[0], &first, 1, NULL);
    const char *y = SN_ONNX_MADE(e, "OneHot", 9, at, e->in[1], e->in[2]);
    sn_onnx_put_squeeze(e, false, y, &first, 1, e->out[0]);
}

/* Some axes alone from version 18 on; before, all. */
void sn_onnx_export_dynamic_pad(sn_onnx_export *e)
{
    if (sn_onnx_has_in(e, 3)) sn_onnx_needs(e, 18, "Pad of some axes");
    sn_onnx_put_params(e);
    sn_onnx_put(e, "Pad", 11, e->n_in, e->in, 1, e->out);
}

/* Halves are added up in f32, which they have to be said to be. */
void sn_onnx_export_range(sn_onnx_export *e)
{
    const sn_type type = e->n && sn_in(e->n, 0) ? sn_in(e->n, 0)->type : SN_TYPE_UNKNOWN;
    if (sn_type_is_narrow(type)) sn_onnx_composed(e);
    SN_ONNX_PUT(e, "Range", 11, e->out[0], e->in[0], e->in[1], e->in[2]);
}

/* Of some axes since version 15; before, a part of all sizes. */
void sn_onnx_export_shape(sn_onnx_export *e)
{
    const sn_param *start = sn_param_find(e->op->params, "start"),
                   *end = sn_param_find(e->op->params, "end");
    const int64_t from = *(const int32_t *)((const char *)e->params + start->offset),
                  to = *(const int32_t *)((const char *)e->params + end->offset);
    if (e->opset >= 15 || ((double)from == start->def && (double)to == end->def)) {
        sn_onnx_export_plain(e);
        return;
    }
    const char *all = SN_ONNX_MADE(e, "Shape", 1, e->in[0]);
    SN_ONNX_PUT(e, "Slice", 10, e->out[0], all, sn_onnx_put_i64s(e, &from, 1),
                sn_onnx_put_i64s(e, &to, 1));
}

/* ---- lists that come at run time ------------------------------------------------------------- */

/* ONNX has them as i64. */
static const char *list_in(sn_onnx_export *e, unsigned slot)
{
    if (!sn_onnx_has_in(e, slot) || sn_onnx_type_in(e, slot) == SN_TYPE_i64) return e->in[slot];
    sn_onnx_attr_int(e, "to", sn_onnx_data_type_of(SN_TYPE_i64));
    return SN_ONNX_MADE(e, "Cast", 6, e->in[slot]);
}

void sn_onnx_export_dynamic_split(sn_onnx_export *e)
{
    const sn_split_params *p = e->params;
    const char *sizes = list_in(e, 1);
    sn_onnx_attr_int(e, "axis", p->axis);
    sn_onnx_put(e, "Split", 13, 2, (const char *[]){e->in[0], sizes}, e->n ? e->n->n_out : 1,
                e->out);
}

void sn_onnx_export_dynamic_reduce(sn_onnx_export *e)
{
    const sn_reduce_params *p = e->params;
    const sn_param *op = sn_param_find(e->op->params, "op");
    const char *axes = list_in(e, 1);
    int since;
    const char *type = sn_onnx_reduction(op->names[p->op], &since);
    if (!type) {
        sn_onnx_cannot(e, "ONNX has no such reduction");
        return;
    }
    sn_onnx_needs(e, since, sn_arena_printf(e->arena, "%s with its axes as an input", type));
    sn_onnx_attr_int(e, "keepdims", p->keepdims);
    if (p->noop_with_empty_axes) sn_onnx_attr_int(e, "noop_with_empty_axes", 1);
    SN_ONNX_PUT(e, type, 13, e->out[0], e->in[0], axes);
}
