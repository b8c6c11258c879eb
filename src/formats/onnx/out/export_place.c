/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements that are put somewhere: windows as columns and back, diagonals, parts that are written
 * over. */
#include <string.h>

#include "formats/onnx/out/export.h"
#include "ops/diag.h"
#include "ops/max_unpool.h"
#include "ops/slice_scatter.h"
#include "ops/unfold.h"
#include "ops/window.h"

static const int32_t first_axis = 0;

/* ---- windows --------------------------------------------------------------------------------- */

static void put_list(sn_onnx_export *e, const char *name, const sn_ints *list)
{
    if (list->n) sn_onnx_attr_ints(e, name, list->v, list->n);
}

static void put_pads(sn_onnx_export *e, const sn_ints *begin, const sn_ints *end, int nd)
{
    int32_t v[6];
    for (int i = 0; i < nd; i++) {
        v[i] = sn_list_at(begin, i, 0);
        v[nd + i] = sn_list_at(end, i, 0);
    }
    if (begin->n || end->n) sn_onnx_attr_ints(e, "pads", v, 2 * nd);
}

/* Along one axis: x[..][size].. becomes x[..][kernel][windows].., by the places of each window. */
static const char *put_windows(sn_onnx_export *e, const char *x, int axis, const sn_window *w,
                               int i)
{
    const int64_t n = w->kernel[i] * w->out[i];
    const sn_shape shape = SN_SHAPE(w->kernel[i], w->out[i]);
    sn_tensor *t;
    void *data;
    if (!e->nodes) return "";
    if (sn_tensor_create(e->ctx, SN_TYPE_i64, &shape, &t, &data) != SN_OK) {
        sn_ctx_clear_error(e->ctx);
        sn_onnx_cannot(e, "its windows are too many");
        return "";
    }
    for (int64_t k = 0; k < n; k++)
        ((int64_t *)data)[k] = k / w->out[i] * w->dilation[i] + k % w->out[i] * w->stride[i];
    const char *at = sn_onnx_put_tensor(e, t);
    sn_onnx_attr_int(e, "axis", axis);
    return SN_ONNX_MADE(e, "Gather", 1, x, at);
}

static const char *put_border(sn_onnx_export *e, const sn_unfold_params *p, const sn_window *w,
                              int rank)
{
    int32_t pads[2 * SN_MAX_RANK] = {0};
    bool any = false;
    for (int i = 0; i < 2; i++) {
        pads[p->axis + 1 + i] = (int32_t)w->begin[1 + i];
        pads[rank + p->axis + 1 + i] = (int32_t)w->end[1 + i];
        any = any || w->begin[1 + i] || w->end[1 + i];
    }
    if (!any) return e->in[0];
    if (e->opset >= 11) {
        const char *value = sn_onnx_put_number(e, sn_onnx_type_in(e, 0), (double)p->pad_value);
        return SN_ONNX_MADE(e, "Pad", 11, e->in[0], sn_onnx_put_ints(e, pads, 2 * rank), value);
    }
    sn_onnx_attr_ints(e, "pads", pads, 2 * rank);
    sn_onnx_attr_float(e, "value", p->pad_value);
    return SN_ONNX_MADE(e, "Pad", 2, e->in[0]);
}

/* Rows of each window, then columns of each, which are brought together. */
void sn_onnx_export_unfold(sn_onnx_export *e)
{
    const sn_unfold_params *p = e->params;
    const sn_shape *x = sn_onnx_shape_in(e, 0);
    const int axis = p->axis, rank = x->rank;
    sn_onnx_composed(e);
    if (!e->n) return;
    if (rank < 0 || !sn_dim_known(x->d[axis + 1]) || !sn_dim_known(x->d[axis + 2])) {
        sn_onnx_unknown(e, "the sizes of its image are not known");
        return;
    }
    sn_window w;
    const int64_t kernel[2] = {p->kernel.v[0], p->kernel.v[1]};
    const sn_window_params wp = sn_unfold_window(p);
    const sn_extent extent = sn_extent_of(x, axis, 2);
    sn_window_of(&wp, &extent, kernel, &w);
    int32_t perm[SN_MAX_RANK + 2];
    int64_t sizes[SN_MAX_RANK] = {0};
    const char *y = put_border(e, p, &w, rank);
    y = put_windows(e, y, axis + 1, &w, 1);
    y = put_windows(e, y, axis + 3, &w, 2);
    for (int i = 0; i < rank + 2; i++) perm[i] = i;
    perm[axis + 2] = axis + 3;
    perm[axis + 3] = axis + 2;
    y = sn_onnx_put_transpose(e, y, rank + 2, perm, NULL);
    sizes[axis] = sn_dim_known(x->d[axis]) ? x->d[axis] * kernel[0] * kernel[1] : -1;
    sizes[axis + 1] = w.out[1] * w.out[2];
    sn_onnx_put_reshape(e, y, sizes, axis + 2, e->out[0]);
}

/* With an axis of one image where it has none. */
static const char *as_image(sn_onnx_export *e, bool unbatched, const char *x)
{
    return unbatched ? sn_onnx_put_squeeze(e, true, x, &first_axis, 1, NULL) : x;
}

static void leave(sn_onnx_export *e, bool unbatched, const char *y)
{
    if (unbatched) sn_onnx_put_squeeze(e, false, y, &first_axis, 1, e->out[0]);
}

void sn_onnx_export_fold(sn_onnx_export *e)
{
    const sn_fold_params *p = e->params;
    const bool unbatched = p->axis == 0;
    if (e->n && p->axis > 1) sn_onnx_cannot(e, "it has more than one axis in front of its rows");
    const char *x = as_image(e, unbatched, e->in[0]),
               *y = unbatched ? sn_onnx_temporary(e) : e->out[0];
    const char *sizes = sn_onnx_put_ints(e, p->output_size.v, p->output_size.n),
               *kernel = sn_onnx_put_ints(e, p->kernel.v, p->kernel.n);
    put_list(e, "strides", &p->stride);
    put_list(e, "dilations", &p->dilation);
    put_pads(e, &p->pad_begin, &p->pad_end, p->kernel.n);
    SN_ONNX_PUT(e, "Col2Im", 18, y, x, sizes, kernel);
    leave(e, unbatched, y);
}

static const char *as_i64(sn_onnx_export *e, unsigned slot)
{
    if (sn_onnx_type_in(e, slot) == SN_TYPE_i64) return e->in[slot];
    sn_onnx_attr_int(e, "to", sn_onnx_data_type_of(SN_TYPE_i64));
    return SN_ONNX_MADE(e, "Cast", 6, e->in[slot]);
}

static const sn_ints *ints_param(const sn_onnx_export *e, const char *name)
{
    return (const sn_ints *)((const char *)e->params + sn_param_find(e->op->params, name)->offset);
}

void sn_onnx_export_max_unpool(sn_onnx_export *e)
{
    const sn_ints *kernel = ints_param(e, "kernel");
    const int nd = kernel->n, rank = sn_onnx_rank_in(e, SN_UNPOOL_X);
    const bool unbatched = rank == nd + 1, sized = sn_onnx_has_in(e, SN_UNPOOL_SHAPE);
    if (e->n && rank != nd + 1 && rank != nd + 2)
        sn_onnx_cannot(e, "it has more than one axis in front of its channels");
    if (e->n && !sn_type_is_float(sn_onnx_type_in(e, SN_UNPOOL_X)))
        sn_onnx_cannot(e, "MaxUnpool is of floats");
    const char *x = as_image(e, unbatched, e->in[SN_UNPOOL_X]),
               *y = unbatched ? sn_onnx_temporary(e) : e->out[0];
    const char *at = as_image(e, unbatched, as_i64(e, SN_UNPOOL_INDICES));
    const char *sizes = sized ? as_i64(e, SN_UNPOOL_SHAPE) : "";
    if (sized && unbatched) {
        sn_onnx_attr_int(e, "axis", 0);
        sizes = SN_ONNX_MADE(e, "Concat", 4, sn_onnx_put_i64s(e, (int64_t[]){1}, 1), sizes);
    }
    put_list(e, "kernel_shape", kernel);
    put_list(e, "strides", ints_param(e, "stride"));
    put_pads(e, ints_param(e, "pad_begin"), ints_param(e, "pad_end"), nd);
    SN_ONNX_PUT(e, "MaxUnpool", 9, y, x, at, sizes);
    leave(e, unbatched, y);
}

/* ---- diagonals ------------------------------------------------------------------------------- */

void sn_onnx_export_eye_like(sn_onnx_export *e)
{
    const sn_param *type = sn_param_find(e->op->params, "type"),
                   *k = sn_param_find(e->op->params, "k");
    const int32_t to = *(const int32_t *)((const char *)e->params + type->offset),
                  above = *(const int32_t *)((const char *)e->params + k->offset);
    sn_onnx_attr_int(e, "dtype", sn_onnx_data_type_of((sn_type)to));
    if (above) sn_onnx_attr_int(e, "k", above);
    SN_ONNX_PUT(e, "EyeLike", 9, e->out[0], e->in[0]);
}

/* A square that has the vector in every row, and zeros where there is no diagonal; then rows and
 * columns of zeros. */
static void put_spread(sn_onnx_export *e, int32_t diagonal)
{
    const char *n = SN_ONNX_MADE(e, "Shape", 1, e->in[0]);
    const char *zero = sn_onnx_put_number(e, sn_onnx_type_in(e, 0), 0);
    sn_onnx_attr_int(e, "axis", 0);
    const char *sizes = SN_ONNX_MADE(e, "Concat", 4, n, n);
    const char *square = SN_ONNX_MADE(e, "ConstantOfShape", 9, sizes);
    sn_onnx_attr_int(e, "dtype", sn_onnx_data_type_of(SN_TYPE_f32));
    const char *eye = SN_ONNX_MADE(e, "EyeLike", 9, square);
    sn_onnx_attr_int(e, "to", sn_onnx_data_type_of(SN_TYPE_bool));
    const char *is = SN_ONNX_MADE(e, "Cast", 6, eye),
               *y = diagonal ? sn_onnx_temporary(e) : e->out[0];
    SN_ONNX_PUT(e, "Where", 9, y, is, e->in[0], zero);
    if (!diagonal) return;
    const int64_t above = diagonal > 0 ? diagonal : 0,
                  below = diagonal < 0 ? -(int64_t)diagonal : 0;
    const int64_t pads[4] = {below, above, above, below};
    SN_ONNX_PUT(e, "Pad", 11, e->out[0], y, sn_onnx_put_i64s(e, pads, 4));
}

static void put_taken(sn_onnx_export *e, int32_t diagonal)
{
    const sn_shape *x = sn_onnx_shape_in(e, 0), *y = &sn_out(e->n, 0)->shape;
    if (!sn_shape_known(x) || !sn_shape_known(y)) {
        sn_onnx_unknown(e, "the sizes of its matrix are not known");
        return;
    }
    int64_t *at = SN_NEW_N(e->arena, int64_t, y->d[0]);
    for (int64_t i = 0; i < y->d[0]; i++)
        at[i] = (i + (diagonal < 0 ? -(int64_t)diagonal : 0)) * x->d[1] + i +
                (diagonal > 0 ? diagonal : 0);
    const char *line = sn_onnx_put_reshape(e, e->in[0], (int64_t[]){-1}, 1, NULL);
    SN_ONNX_PUT(e, "Gather", 1, e->out[0], line, sn_onnx_put_i64s(e, at, (int)y->d[0]));
}

void sn_onnx_export_diag(sn_onnx_export *e)
{
    const sn_diag_params *p = e->params;
    const int rank = sn_onnx_rank_in(e, 0);
    sn_onnx_composed(e);
    if (!e->n) return;
    if (rank == 1)
        put_spread(e, p->diagonal);
    else if (rank == 2)
        put_taken(e, p->diagonal);
    else
        sn_onnx_unknown(e, "the rank of its input is not known");
}

/* ---- parts ----------------------------------------------------------------------------------- */

typedef struct box_out {
    sn_onnx_export *e;
    const sn_slice_scatter_params *p;
    const sn_shape *self, *src;
} box_out;

/* self along the i-th axis and those behind it, with src in it; `to` NULL: a new name. */
static const char *put_over(const box_out *b, const char *self, int i, const char *to)
{
    sn_onnx_export *e = b->e;
    const int axis = b->p->axes.n ? b->p->axes.v[i] : i;
    const sn_dim size = b->self->d[axis], n = b->src->d[axis];
    const char *parts[3];
    int n_parts = 0;
    int64_t from = b->p->starts.v[i];
    if (!sn_dim_known(n) || (from < 0 && !sn_dim_known(size))) {
        sn_onnx_unknown(e, "where the part that is written over ends is not known");
        return "";
    }
    if (from < 0) from += size;
    const bool first = from == 0, last = sn_dim_equal(size, from + n);
    const char *inner = first && last ? self : sn_onnx_put_slice(e, self, axis, from, from + n, 1);
    const char *own = first && last ? to : NULL;
    inner = i + 1 < b->p->starts.n ? put_over(b, inner, i + 1, own) : e->in[SN_SCATTER_SRC];
    if (first && last) {
        if (i + 1 == b->p->starts.n && to) SN_ONNX_PUT(e, "Identity", 1, to, inner);
        return inner;
    }
    if (!first) parts[n_parts++] = sn_onnx_put_slice(e, self, axis, 0, from, 1);
    parts[n_parts++] = inner;
    if (!last) parts[n_parts++] = sn_onnx_put_slice(e, self, axis, from + n, INT64_MAX, 1);
    const char *y = to ? to : sn_onnx_temporary(e);
    sn_onnx_attr_int(e, "axis", axis);
    sn_onnx_put(e, "Concat", 4, n_parts, parts, 1, &y);
    return y;
}

/* What is in front, what is written, what is behind, one axis in another. */
void sn_onnx_export_slice_scatter(sn_onnx_export *e)
{
    const box_out b = {.e = e,
                       .p = e->params,
                       .self = sn_onnx_shape_in(e, SN_SCATTER_SELF),
                       .src = sn_onnx_shape_in(e, SN_SCATTER_SRC)};
    sn_onnx_composed(e);
    if (!e->n) return;
    if (b.self->rank < 0 || b.src->rank < 0)
        sn_onnx_unknown(e, "the rank of its input is not known");
    else if (b.p->starts.n)
        put_over(&b, e->in[SN_SCATTER_SELF], 0, e->out[0]);
    else
        SN_ONNX_PUT(e, "Identity", 1, e->out[0], e->in[SN_SCATTER_SRC]);
}
