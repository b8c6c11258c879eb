/* SPDX-License-Identifier: Apache-2.0
 *
 * Convolutions, poolings and what is about pixels. ONNX has one axis of images in front of the
 * channels: where a value has none, one of size 1 is put in front, and taken off behind. */
#include <string.h>

#include "formats/onnx/out/export.h"
#include "ops/conv.h"
#include "ops/conv_transpose.h"
#include "ops/deform_conv.h"
#include "ops/grid_sample.h"
#include "ops/pad.h"
#include "ops/max_roi_pool.h"
#include "ops/pool.h"
#include "ops/shuffle.h"

static const int32_t first_axis = 0;

/* An operation on one image, whose result is y in the end. */
typedef struct image_frame {
    sn_onnx_export *e;
    bool unbatched;
    const char *x, *y; /* with the axis of images */
} image_frame;

/* `axes` in front of the spatial ones, where there are two if an axis of images is there. */
static image_frame frame_of(sn_onnx_export *e, int axes, const char *why)
{
    image_frame f = {e, axes == 1, e->in[0], e->out[0]};
    if (e->n && axes != 1 && axes != 2) sn_onnx_cannot(e, why);
    if (!f.unbatched) return f;
    f.x = sn_onnx_put_squeeze(e, true, e->in[0], &first_axis, 1, NULL);
    f.y = sn_onnx_temporary(e);
    return f;
}

static void leave(const image_frame *f)
{
    if (f->unbatched) sn_onnx_put_squeeze(f->e, false, f->y, &first_axis, 1, f->e->out[0]);
}

static int32_t at(const sn_ints *list, int i, int32_t otherwise)
{
    return i < list->n ? list->v[i] : otherwise;
}

static void put_list(sn_onnx_export *e, const char *name, const sn_ints *list, int nd,
                     int32_t usual)
{
    int32_t v[3];
    bool any = false;
    for (int i = 0; i < nd; i++) {
        v[i] = at(list, i, usual);
        any = any || v[i] != usual;
    }
    if (any) sn_onnx_attr_ints(e, name, v, nd);
}

/* Pads, or how they are found. */
static void put_pads(sn_onnx_export *e, int mode, const sn_ints *begin, const sn_ints *end, int nd)
{
    int32_t v[6];
    bool any = false;
    if (mode != SN_PAD_EXPLICIT) {
        sn_onnx_attr_string(e, "auto_pad", mode == SN_PAD_SAME_UPPER ? "SAME_UPPER" : "SAME_LOWER");
        return;
    }
    for (int i = 0; i < nd; i++) {
        v[i] = at(begin, i, 0);
        v[nd + i] = at(end, i, 0);
        any = any || v[i] || v[nd + i];
        if (v[i] < 0 || v[nd + i] < 0)
            sn_onnx_cannot(e, "it has negative pads, which runtimes of ONNX refuse");
    }
    if (any) sn_onnx_attr_ints(e, "pads", v, 2 * nd);
}

/* With the kernel's sizes, which are those of the weight in slot 1. */
static void put_kernel_shape(sn_onnx_export *e, int nd)
{
    const sn_shape *w = sn_onnx_shape_in(e, 1);
    int32_t v[3];
    if (w->rank != nd + 2) return;
    for (int i = 0; i < nd; i++) {
        if (!sn_dim_known(w->d[2 + i]) || w->d[2 + i] > INT32_MAX) return;
        v[i] = (int32_t)w->d[2 + i];
    }
    sn_onnx_attr_ints(e, "kernel_shape", v, nd);
}

/* The result, with the activation of the slot. */
static const char *before_act(sn_onnx_export *e, const sn_act *act, const char *y)
{
    return act->kind == SN_ACT_NONE ? y : sn_onnx_temporary(e);
}

static void put_slot(sn_onnx_export *e, const sn_act *act, const char *x, const char *y)
{
    if (act->kind != SN_ACT_NONE) sn_onnx_put_act(e, act, sn_onnx_type_in(e, 0), x, y);
}

static void put_window(sn_onnx_export *e, const sn_conv_params *p, const sn_ints *begin,
                       const sn_ints *end)
{
    put_kernel_shape(e, p->nd);
    put_list(e, "strides", &p->stride, p->nd, 1);
    put_list(e, "dilations", &p->dilation, p->nd, 1);
    put_pads(e, p->pad_mode, begin, end, p->nd);
    if (p->group != 1) sn_onnx_attr_int(e, "group", p->group);
}

void sn_onnx_export_conv(sn_onnx_export *e)
{
    const sn_conv_params *p = e->params;
    image_frame f = frame_of(e, p->axis + 1, "it has more than one axis in front of its channels");
    const sn_ints none = {0};
    const bool padded_apart = p->pad_value != 0;
    if (padded_apart && p->pad_mode != SN_PAD_EXPLICIT)
        sn_onnx_cannot(e, "its padding is no zeros, and depends on the size");
    if (padded_apart) {
        int64_t pads[10] = {0};
        for (int i = 0; i < p->nd; i++) {
            pads[2 + i] = at(&p->pad_begin, i, 0);
            pads[p->nd + 4 + i] = at(&p->pad_end, i, 0);
        }
        const sn_type type = sn_onnx_type_in(e, 0);
        const char *list = sn_onnx_put_i64s(e, pads, 2 * (p->nd + 2));
        f.x = SN_ONNX_MADE(e, "Pad", 11, f.x, list,
                           sn_onnx_put_number(e, type, (double)p->pad_value));
    }
    put_window(e, p, padded_apart ? &none : &p->pad_begin, padded_apart ? &none : &p->pad_end);
    const char *bias = e->n_in > 2 ? e->in[2] : "";
    if (sn_onnx_runtime_act(e, &p->act)) {
        SN_ONNX_PUT(e, "FusedConv", 1, f.y, f.x, e->in[1], bias);
    } else {
        const char *y = before_act(e, &p->act, f.y);
        SN_ONNX_PUT(e, "Conv", 1, y, f.x, e->in[1], bias);
        put_slot(e, &p->act, y, f.y);
    }
    leave(&f);
}

/* The bias is a sum behind it. */
void sn_onnx_export_conv_integer(sn_onnx_export *e)
{
    static const int32_t spatial[] = {1, 2, 3};
    const sn_conv_params *p = e->params;
    const image_frame f =
        frame_of(e, p->axis + 1, "it has more than one axis in front of its channels");
    const bool has_bias = e->n_in > SN_CONV_BIAS && *e->in[SN_CONV_BIAS];
    const char *const y = has_bias ? sn_onnx_temporary(e) : f.y;
    put_window(e, p, &p->pad_begin, &p->pad_end);
    SN_ONNX_PUT(e, "ConvInteger", 10, y, f.x, e->in[SN_CONV_WEIGHT],
                e->n_in > SN_CONV_X_ZERO ? e->in[SN_CONV_X_ZERO] : "",
                e->n_in > SN_CONV_WEIGHT_ZERO ? e->in[SN_CONV_WEIGHT_ZERO] : "");
    if (has_bias) {
        const char *bias = sn_onnx_put_squeeze(e, true, e->in[SN_CONV_BIAS], spatial, p->nd, NULL);
        SN_ONNX_PUT(e, "Add", 7, f.y, y, bias);
    }
    leave(&f);
}

/* Ours is [oc][ic/group].., ONNX's [ic][oc/group]..: in each group, the first two axes change
 * places.
 */
static const char *weight_of_transpose(sn_onnx_export *e, const sn_conv_transpose_params *p)
{
    const sn_shape *w = sn_onnx_shape_in(e, 1);
    const sn_tensor *t = sn_onnx_plain_in(e, 1);
    if (!e->n) return "";
    if (!t || !sn_shape_known(w)) {
        sn_onnx_cannot(e, "its weight is no constant, and is stored in another order");
        return "";
    }
    const int64_t oc = w->d[0] / p->group, ic = w->d[1], bytes = (int64_t)sn_type_bytes(t->type);
    int64_t inner = bytes;
    sn_shape shape = *w;
    for (int i = 2; i < w->rank; i++) inner *= w->d[i];
    shape.d[0] = ic * p->group;
    shape.d[1] = oc;
    sn_tensor *made;
    void *data;
    if (sn_tensor_create(e->ctx, t->type, &shape, &made, &data) != SN_OK) {
        sn_ctx_clear_error(e->ctx);
        sn_onnx_cannot(e, "its weight is too large");
        return "";
    }
    for (int64_t g = 0; g < p->group; g++)
        for (int64_t o = 0; o < oc; o++)
            for (int64_t i = 0; i < ic; i++)
                memcpy((char *)data + ((g * ic + i) * oc + o) * inner,
                       (const char *)sn_tensor_data(t) + ((g * oc + o) * ic + i) * inner,
                       (size_t)inner);
    return sn_onnx_put_instead(e, 1, made);
}

void sn_onnx_export_conv_transpose(sn_onnx_export *e)
{
    const sn_conv_transpose_params *p = e->params;
    image_frame f = frame_of(e, p->axis + 1, "it has more than one axis in front of its channels");
    const char *w = weight_of_transpose(e, p);
    put_kernel_shape(e, p->nd);
    put_list(e, "strides", &p->stride, p->nd, 1);
    put_list(e, "dilations", &p->dilation, p->nd, 1);
    put_pads(e, p->pad_mode, &p->pad_begin, &p->pad_end, p->nd);
    put_list(e, "output_padding", &p->output_pad, p->nd, 0);
    if (p->output_size.n) {
        if (p->pad_mode == SN_PAD_EXPLICIT)
            sn_onnx_cannot(e, "its result has a given size, and pads besides");
        sn_onnx_attr_ints(e, "output_shape", p->output_size.v, p->output_size.n);
    }
    if (p->group != 1) sn_onnx_attr_int(e, "group", p->group);
    const char *y = before_act(e, &p->act, f.y);
    SN_ONNX_PUT(e, "ConvTranspose", 1, y, f.x, w, e->n_in > 2 ? e->in[2] : "");
    put_slot(e, &p->act, y, f.y);
    leave(&f);
}

/* ---- poolings -------------------------------------------------------------------------------- */

/* Where steps are longer than windows, run times take pads that go by the size to be negative. */
static void put_pool_pads(sn_onnx_export *e, const sn_pool_params *p)
{
    const sn_shape *x = sn_onnx_shape_in(e, 0);
    bool apart = false, known = x->rank >= p->nd;
    for (int i = 0; i < p->nd; i++) {
        const int64_t reach = (int64_t)(p->kernel.v[i] - 1) * at(&p->dilation, i, 1) + 1;
        apart = apart || reach < at(&p->stride, i, 1);
        known = known && sn_dim_known(x->d[x->rank - p->nd + i]);
    }
    if (p->pad_mode == SN_PAD_EXPLICIT || !apart || !known) {
        put_pads(e, p->pad_mode, &p->pad_begin, &p->pad_end, p->nd);
        return;
    }
    sn_window w;
    int32_t v[6];
    sn_pool_window_of(p, x, &w);
    for (int i = 0; i < 3; i++) {
        v[i] = (int32_t)w.begin[i];
        v[3 + i] = (int32_t)w.end[i];
    }
    const sn_ints begin = {p->nd, v + 3 - p->nd}, end = {p->nd, v + 6 - p->nd};
    put_pads(e, SN_PAD_EXPLICIT, &begin, &end, p->nd);
}

void sn_onnx_export_pool(sn_onnx_export *e)
{
    const sn_pool_params *p = e->params;
    const bool average = e->op == &sn_op_average_pool;
    image_frame f = frame_of(e, e->n ? sn_onnx_rank_in(e, 0) - p->nd : 2,
                             "it has more than one axis in front of its channels");
    const char *indices = e->n && e->n->n_out > 1 && sn_pool_indices_read(e->n) ? e->out[1] : "";
    if (f.unbatched && *indices) sn_onnx_cannot(e, "its indices count through no axis of images");
    bool dilated = false;
    for (int i = 0; i < p->dilation.n; i++) dilated = dilated || p->dilation.v[i] != 1;
    if (dilated) sn_onnx_needs(e, average ? 19 : 10, "a dilation of a pooling");
    if (p->ceil_mode) sn_onnx_needs(e, 10, "ceil_mode");
    sn_onnx_attr_ints(e, "kernel_shape", p->kernel.v, p->kernel.n);
    put_list(e, "strides", &p->stride, p->nd, 1);
    put_list(e, "dilations", &p->dilation, p->nd, 1);
    put_pool_pads(e, p);
    if (p->ceil_mode) sn_onnx_attr_int(e, "ceil_mode", 1);
    if (average && p->count_include_pad) sn_onnx_attr_int(e, "count_include_pad", 1);
    if (!average && p->storage_order) sn_onnx_attr_int(e, "storage_order", 1);
    const int since = average ? (p->count_include_pad ? 7 : 1) : *indices ? 8 : 1;
    sn_onnx_put(e, e->row->type, since, 1, &f.x, 2, (const char *[]){f.y, indices});
    leave(&f);
}

static void put_global(sn_onnx_export *e, bool max, int nd, bool keepdims)
{
    const int rank = sn_onnx_rank_in(e, 0);
    int32_t axes[SN_MAX_RANK];
    if (e->n && rank == nd + 2 && keepdims && nd <= 3) {
        SN_ONNX_PUT(e, max ? "GlobalMaxPool" : "GlobalAveragePool", 1, e->out[0], e->in[0]);
        return;
    }
    for (int i = 0; i < nd; i++) axes[i] = rank - nd + i;
    sn_onnx_put_reduce(e, max ? "max" : "mean", e->in[0], axes, nd, keepdims, e->out[0]);
}

void sn_onnx_export_global_pool(sn_onnx_export *e)
{
    const sn_global_pool_params *p = e->params;
    put_global(e, e->op == &sn_op_global_max_pool, p->nd, p->keepdims);
}

/* A pooling whose windows are as large as each other. */
void sn_onnx_export_adaptive_pool(sn_onnx_export *e)
{
    const sn_adaptive_pool_params *p = e->params;
    const bool max = e->op == &sn_op_adaptive_max_pool;
    const sn_shape *x = sn_onnx_shape_in(e, 0);
    int32_t kernel[3] = {0};
    bool ones = true, known = x->rank >= p->nd;
    for (int i = 0; i < p->nd; i++) ones = ones && p->out.v[i] == 1;
    if (ones) {
        put_global(e, max, p->nd, true);
        return;
    }
    for (int i = 0; i < p->nd && known; i++) {
        const sn_dim size = x->d[x->rank - p->nd + i];
        const int32_t out = p->out.v[i];
        kernel[i] = 1;
        if (out == SN_POOL_KEEP || sn_dim_equal(size, out)) continue;
        known = sn_dim_known(size) && size <= INT32_MAX && size % out == 0;
        if (known) kernel[i] = (int32_t)(size / out);
    }
    if (e->n && !known)
        sn_onnx_cannot(e, "its windows are not all of one size, or its input's sizes are open");
    image_frame f = frame_of(e, e->n ? x->rank - p->nd : 2,
                             "it has more than one axis in front of its channels");
    sn_onnx_attr_ints(e, "kernel_shape", kernel, p->nd);
    sn_onnx_attr_ints(e, "strides", kernel, p->nd);
    SN_ONNX_PUT(e, e->row->type, 1, f.y, f.x);
    leave(&f);
}

/* ---- channels and pixels --------------------------------------------------------------------- */

void sn_onnx_export_image_blocks(sn_onnx_export *e)
{
    const sn_block_params *p = e->params;
    const bool to_space = e->op == &sn_op_depth_to_space;
    image_frame f =
        frame_of(e, e->n ? sn_onnx_rank_in(e, 0) - 2 : 2, "it has not one image an axis");
    sn_onnx_attr_int(e, "blocksize", p->blocksize);
    if (p->mode != SN_BLOCK_DCR) {
        if (to_space)
            sn_onnx_needs(e, 11, "the order of channels of DepthToSpace");
        else
            sn_onnx_cannot(e, "SpaceToDepth has channels in one order alone");
        sn_onnx_attr_string(e, "mode", "CRD");
    }
    SN_ONNX_PUT(e, e->row->type, 1, f.y, f.x);
    leave(&f);
}

/* [..][groups][channels/groups].., with those two turned. */
void sn_onnx_export_channel_shuffle(sn_onnx_export *e)
{
    const sn_channel_shuffle_params *p = e->params;
    const sn_shape *x = sn_onnx_shape_in(e, 0);
    int64_t apart[SN_MAX_RANK + 1] = {0}, together[SN_MAX_RANK] = {0};
    int32_t perm[SN_MAX_RANK + 1];
    if (!e->n) return;
    const bool known = x->rank > 0 && sn_dim_known(x->d[p->axis]);
    int n_open = 0;
    /* Sizes in front are taken as they stand; of those behind one may be open. */
    for (int i = p->axis + 1; i < x->rank; i++) {
        apart[i + 1] = together[i] = sn_dim_known(x->d[i]) ? x->d[i] : -1;
        n_open += !sn_dim_known(x->d[i]);
    }
    if (!known || n_open > 1) {
        sn_onnx_unknown(e, "its channels, or more than one size behind them, are not known");
        return;
    }
    apart[p->axis] = p->groups;
    apart[p->axis + 1] = x->d[p->axis] / p->groups;
    together[p->axis] = x->d[p->axis];
    for (int i = 0; i <= x->rank; i++) perm[i] = i;
    perm[p->axis] = p->axis + 1;
    perm[p->axis + 1] = p->axis;
    const char *v = sn_onnx_put_reshape(e, e->in[0], apart, x->rank + 1, NULL);
    v = sn_onnx_put_transpose(e, v, x->rank + 1, perm, NULL);
    sn_onnx_put_reshape(e, v, together, x->rank, e->out[0]);
}

void sn_onnx_export_pad(sn_onnx_export *e)
{
    static const char *const modes[] = {"constant", "reflect", "edge", "wrap"};
    const sn_pad_params *p = e->params;
    const char *mode = p->mode >= 0 && p->mode < 4 ? modes[p->mode] : "";
    if (p->mode == 3) sn_onnx_needs(e, 19, "padding by what is on the other side");
    if (strcmp(mode, "constant") != 0) sn_onnx_attr_string(e, "mode", mode);
    if (e->opset >= 11) {
        const char *value = p->value != 0 && p->mode == SN_BORDER_CONSTANT
                                ? sn_onnx_put_number(e, sn_onnx_type_in(e, 0), (double)p->value)
                                : "";
        SN_ONNX_PUT(e, "Pad", 11, e->out[0], e->in[0], sn_onnx_put_ints(e, p->pads.v, p->pads.n),
                    value);
        return;
    }
    sn_onnx_attr_ints(e, "pads", p->pads.v, p->pads.n);
    if (p->value != 0) sn_onnx_attr_float(e, "value", p->value);
    SN_ONNX_PUT(e, "Pad", 2, e->out[0], e->in[0]);
}

/* ---- samples --------------------------------------------------------------------------------- */

/* Modes have had other names since version 20, which brought volumes, too. */
void sn_onnx_export_grid_sample(sn_onnx_export *e)
{
    static const char *const modes[] = {"linear", "nearest", "cubic"},
                             *const before[] = {"bilinear", "nearest", "bicubic"},
                             *const paddings[] = {"zeros", "border", "reflection"};
    const sn_grid_sample_params *p = e->params;
    const int rank = sn_onnx_rank_in(e, 0);
    if (e->n && rank != 4) sn_onnx_needs(e, 20, "GridSample of volumes");
    if (e->n && rank != 4 && rank != 5) sn_onnx_cannot(e, "it is of neither images nor volumes");
    sn_onnx_attr_string(e, "mode", e->opset >= 20 ? modes[p->mode] : before[p->mode]);
    sn_onnx_attr_string(e, "padding_mode", paddings[p->padding_mode]);
    sn_onnx_attr_int(e, "align_corners", p->align_corners);
    SN_ONNX_PUT(e, "GridSample", 16, e->out[0], e->in[0], e->in[1]);
}

void sn_onnx_export_roi_align(sn_onnx_export *e)
{
    if (!sn_onnx_has_in(e, 2)) sn_onnx_cannot(e, "which image a region is in is not said");
    sn_onnx_put_params(e);
    sn_onnx_put(e, "RoiAlign", 16, e->n_in, e->in, 1, e->out);
}

/* The number of the image stands in front of the corners. */
void sn_onnx_export_max_roi_pool(sn_onnx_export *e)
{
    const sn_max_roi_pool_params *p = e->params;
    const sn_type t = sn_onnx_type_in(e, SN_MAX_ROI_POOL_ROIS);
    const int32_t sizes[] = {p->output_height, p->output_width};
    if (e->n && t != sn_onnx_type_in(e, SN_MAX_ROI_POOL_X))
        sn_onnx_cannot(e, "its regions are of another type than its pixels");
    sn_onnx_attr_int(e, "to", sn_onnx_data_type_of(t));
    const char *part[2] = {SN_ONNX_MADE(e, "Cast", 6, e->in[SN_MAX_ROI_POOL_BATCH]),
                           e->in[SN_MAX_ROI_POOL_ROIS]};
    part[0] = sn_onnx_put_squeeze(e, true, part[0], (int32_t[]){1}, 1, NULL);
    sn_onnx_attr_int(e, "axis", 1);
    const char *rois = SN_ONNX_MADE(e, "Concat", 4, part[0], part[1]);
    sn_onnx_attr_ints(e, "pooled_shape", sizes, 2);
    if (p->spatial_scale != 1) sn_onnx_attr_float(e, "spatial_scale", p->spatial_scale);
    SN_ONNX_PUT(e, "MaxRoiPool", 1, e->out[0], e->in[SN_MAX_ROI_POOL_X], rois);
}

void sn_onnx_export_deform_conv(sn_onnx_export *e)
{
    const sn_deform_conv_params *p = e->params;
    if (p->axis != 1) sn_onnx_cannot(e, "its channels are not the second axis");
    put_list(e, "strides", &p->stride, p->nd, 1);
    put_list(e, "dilations", &p->dilation, p->nd, 1);
    put_pads(e, SN_PAD_EXPLICIT, &p->pad_begin, &p->pad_end, p->nd);
    if (p->group != 1) sn_onnx_attr_int(e, "group", p->group);
    if (p->offset_group != 1) sn_onnx_attr_int(e, "offset_group", p->offset_group);
    const char *y = before_act(e, &p->act, e->out[0]);
    SN_ONNX_PUT(e, "DeformConv", 19, y, e->in[SN_DEFORM_CONV_X], e->in[SN_DEFORM_CONV_WEIGHT],
                e->in[SN_DEFORM_CONV_OFFSET], e->in[SN_DEFORM_CONV_BIAS],
                e->in[SN_DEFORM_CONV_MASK]);
    put_slot(e, &p->act, y, e->out[0]);
}
