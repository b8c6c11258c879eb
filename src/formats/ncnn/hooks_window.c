/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers with windows: convolutions, deconvolutions, pooling, unfold. ncnn spells each axis as a
 * param of its own (kernel_w, kernel_h, kernel_d); the operators have lists, outermost axis first.
 */
#include "formats/ncnn/map.h"

#include "formats/ncnn/ops/interp.h"
#include "formats/ncnn/ops/sizes.h"
#include "formats/ncnn/ops/as_image.h"
#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/pooling.h"
#include "formats/ncnn/ops/quantized_convolution.h"
#include "formats/ncnn/ops/same.h"
#include "ops/grid_sample.h"
#include "ops/lrn.h"
#include "ops/roi_align.h"
#include "ops/conv_transpose.h"
#include "ops/deform_conv.h"
#include "ops/pool.h"
#include "ops/shuffle.h"

#include <string.h>

enum { SAME_UPPER = -233, SAME_LOWER = -234 };

typedef struct names {
    const char *v[3]; /* outermost first: depth, height, width */
} names;

static const names kernel = {{"kernel_d", "kernel_h", "kernel_w"}};
static const names stride = {{"stride_d", "stride_h", "stride_w"}};
static const names dilation = {{"dilation_d", "dilation_h", "dilation_w"}};
static const names pad_begin = {{"pad_front", "pad_top", "pad_left"}};
static const names pad_end = {{"pad_behind", "pad_bottom", "pad_right"}};
static const names output_pad = {{"output_pad_behind", "output_pad_bottom", "output_pad_right"}};
static const names output_size = {{"output_d", "output_h", "output_w"}};
static const names out_size = {{"out_d", "out_h", "out_w"}};

static int axes_of(const sn_op *op, const void *params)
{
    const int32_t *nd = sn_ncnn_field(op, params, "nd");
    return nd ? *nd : 2;
}

static void get_list(sn_ncnn_import *im, const names *from, const char *field)
{
    int nd = axes_of(im->op, im->params);
    int32_t v[3] = {0};
    for (int i = 0; i < nd; i++) v[i] = sn_ncnn_get(&im->v, from->v[3 - nd + i]);
    sn_ints *to = sn_ncnn_field(im->op, im->params, field);
    if (to) *to = sn_ints_of(im->arena, nd, v);
}

static void put_list(sn_ncnn_export *ex, const names *to, const char *field, int32_t otherwise)
{
    int nd = axes_of(ex->op, ex->params);
    const sn_ints *from = sn_ncnn_field(ex->op, ex->params, field);
    if (!from) return;
    if (from->n != 0 && from->n != nd) {
        SN_DECLINE(ex, "%s has %d entries, %d expected", field, from->n, nd);
        return;
    }
    for (int i = 0; i < nd; i++)
        sn_ncnn_put_int(ex, to->v[3 - nd + i], from->n ? from->v[i] : otherwise);
}

/* All pads (or, for `any`, one of them) have that value. */
static bool pads_are(const sn_ncnn_import *im, int32_t value, bool any)
{
    int nd = axes_of(im->op, im->params), hits = 0;
    for (int i = 3 - nd; i < 3; i++) {
        hits += sn_ncnn_get(&im->v, pad_begin.v[i]) == value;
        hits += sn_ncnn_get(&im->v, pad_end.v[i]) == value;
    }
    return any ? hits > 0 : hits == 2 * nd;
}

/* ncnn ignores explicit pads unless one of them is positive: a -233 on one side alone is nothing.
 */
static bool pads_something(const sn_ncnn_import *im)
{
    for (int i = 3 - axes_of(im->op, im->params); i < 3; i++)
        if (sn_ncnn_get(&im->v, pad_begin.v[i]) > 0 || sn_ncnn_get(&im->v, pad_end.v[i]) > 0)
            return true;
    return false;
}

/* No more is cut off than there is: what is negative behind an axis is 0. In front of it ncnn would
 * read what is not there. */
static void cut_none_behind(sn_ncnn_import *im)
{
    sn_ints *end = sn_ncnn_field(im->op, im->params, "pad_end");
    int32_t *v = sn_arena_copy(im->arena, end->v, (size_t)end->n * sizeof *v);
    for (int i = 0; i < end->n; i++)
        if (v[i] < 0) v[i] = 0;
    end->v = v;
}

/* any: where one is positive, all are numbers, the codes of SAME among them. */
static void get_pads(sn_ncnn_import *im, bool any)
{
    int32_t *mode = sn_ncnn_field(im->op, im->params, "pad_mode");
    if (mode) *mode = SN_PAD_EXPLICIT;
    const bool numbers = any && pads_something(im);
    bool upper = mode && !numbers && pads_are(im, SAME_UPPER, any);
    bool lower = mode && !numbers && !upper && pads_are(im, SAME_LOWER, any);
    if (upper || lower) {
        *mode = upper ? SN_PAD_SAME_UPPER : SN_PAD_SAME_LOWER;
        return;
    }
    get_list(im, &pad_begin, "pad_begin");
    get_list(im, &pad_end, "pad_end");
    if (numbers) cut_none_behind(im);
    if (!mode || pads_something(im)) return;
    static const int32_t none[3];
    const sn_ints zeros = sn_ints_of(im->arena, axes_of(im->op, im->params), none);
    *(sn_ints *)sn_ncnn_field(im->op, im->params, "pad_begin") = zeros;
    *(sn_ints *)sn_ncnn_field(im->op, im->params, "pad_end") = zeros;
}

static void get_kernel(const sn_ncnn_import *im, int64_t size[3])
{
    const int nd = axes_of(im->op, im->params);
    for (int i = 0; i < nd; i++) size[i] = sn_ncnn_get(&im->v, kernel.v[3 - nd + i]);
}

static sn_window_params window_of(const sn_op *op, const void *params)
{
    const int32_t *mode = sn_ncnn_field(op, params, "pad_mode");
    return (sn_window_params){.nd = axes_of(op, params),
                              .stride = sn_ncnn_field(op, params, "stride"),
                              .dilation = sn_ncnn_field(op, params, "dilation"),
                              .pad_mode = mode ? *mode : SN_PAD_EXPLICIT};
}

/* Layers with windows that ncnn pads in its own way are operators of its own. */
static void check_same(sn_ncnn_import *im)
{
    const sn_window_params p = window_of(im->op, im->params);
    int64_t size[3];
    get_kernel(im, size);
    const bool plain = sn_ncnn_same_is_plain(&p, size),
               own = im->op == &sn_ncnn_op_same_convolution || im->op == &sn_ncnn_op_unfold;
    if (plain && own) SN_DECLINE(im, "it is padded as by any other format");
    if (!plain && (im->op == &sn_op_conv || im->op == &sn_op_unfold))
        SN_DECLINE(im, "ncnn pads otherwise");
}

/* SAME pads of conv and unfold where ncnn's own are others: as numbers. */
static bool put_same_as_numbers(sn_ncnn_export *ex)
{
    if (ex->op != &sn_op_conv && ex->op != &sn_op_unfold) return false;
    const sn_window_params p = window_of(ex->op, ex->params);
    const sn_ints *list = sn_ncnn_field(ex->op, ex->params, "kernel");
    const sn_ncnn_input *w = sn_ncnn_input_at(ex, "weight");
    const sn_shape *x = &ex->in[0].shape;
    int64_t size[3];
    for (int i = 0; i < p.nd; i++) {
        size[i] = list                         ? sn_list_at(list, i, 1)
                  : w && w->shape.rank > 2 + i ? w->shape.d[2 + i]
                                               : -1;
        if (!sn_dim_known(size[i])) return false; /* reported as a weight that is none */
    }
    if (sn_ncnn_same_is_plain(&p, size)) return false;
    if (ex->asking) return true;
    if (x->rank <= p.nd || !sn_shape_known(x)) {
        SN_DECLINE(ex, "ncnn pads otherwise");
        return true;
    }
    const sn_extent extent = sn_extent_of(x, x->rank - 1 - p.nd, p.nd);
    sn_window win;
    sn_window_of(&p, &extent, size, &win);
    for (int a = 3 - p.nd; a < 3; a++) {
        sn_ncnn_put_int(ex, pad_begin.v[a], win.begin[a]);
        sn_ncnn_put_int(ex, pad_end.v[a], win.end[a]);
    }
    return true;
}

/* SN_PAD_SAME_LOWER is what ONNX's conv_transpose of a given size has without a word. */
static int pad_mode_of(const sn_ncnn_export *ex)
{
    const int32_t *mode = sn_ncnn_field(ex->op, ex->params, "pad_mode");
    if (ex->op != &sn_op_conv_transpose || *mode != SN_PAD_EXPLICIT)
        return mode ? *mode : SN_PAD_EXPLICIT;
    const sn_conv_transpose_params *p = ex->params;
    return p->output_size.n ? SN_PAD_SAME_LOWER : SN_PAD_EXPLICIT;
}

static void put_pads(sn_ncnn_export *ex)
{
    const int mode = pad_mode_of(ex), nd = axes_of(ex->op, ex->params);
    if (mode == SN_PAD_EXPLICIT) {
        put_list(ex, &pad_begin, "pad_begin", 0);
        put_list(ex, &pad_end, "pad_end", 0);
        return;
    }
    if (put_same_as_numbers(ex)) return;
    for (int i = 3 - nd; i < 3; i++) {
        const int32_t code = mode == SN_PAD_SAME_UPPER ? SAME_UPPER : SAME_LOWER;
        sn_ncnn_put_int(ex, pad_begin.v[i], code);
        sn_ncnn_put_int(ex, pad_end.v[i], code);
    }
}

/* ---- convolutions ---------------------------------------------------------------------------- */

/* Inputs beyond the layer's own: a dynamic bias only where bias_term says so. */
static bool fits_dynamic(sn_ncnn_import *im)
{
    int want = sn_ncnn_get(&im->v, "bias_term") ? 3 : 2;
    if (im->record->n_bottoms == want) return true;
    SN_DECLINE(im, "a computed weight needs %d inputs", want);
    return false;
}

/* Whether the layer is an inner product on a vector: only with static float weights of one tap. */
static bool may_read_vector(const sn_ncnn_import *im)
{
    if (strcmp(im->record->type, "Convolution") != 0) return false;
    if (sn_ncnn_get(&im->v, "dynamic_weight") || sn_ncnn_get(&im->v, "int8_scale_term"))
        return false;
    return sn_ncnn_get(&im->v, "kernel_w") == 1 && sn_ncnn_get(&im->v, "kernel_h") == 1;
}

/* Input 0 is read as channels and spatial axes. */
static void read_as_image(sn_ncnn_import *im)
{
    sn_as_image_params *p = SN_NEW(im->arena, sn_as_image_params);
    sn_ncnn_adapter *a = SN_NEW(im->arena, sn_ncnn_adapter);
    int64_t size[3];
    int32_t padded[3];
    p->nd = axes_of(im->op, im->params);
    get_kernel(im, size);
    const int n = sn_ncnn_padded_axes(im->op, im->params, p->nd, size, padded);
    p->padded = sn_ints_of(im->arena, n, padded);
    *a = (sn_ncnn_adapter){.op = &sn_ncnn_op_as_image, .params = p};
    im->slots[0].through = a;
}

static sn_status import_window(sn_ncnn_import *im, bool any_pad)
{
    get_list(im, &stride, "stride");
    get_list(im, &dilation, "dilation");
    get_pads(im, any_pad);
    check_same(im);
    if (im->op != &sn_ncnn_op_convolution) read_as_image(im);
    return sn_ncnn_import_act(im);
}

static sn_status import_conv(sn_ncnn_import *im)
{
    if (sn_ncnn_get(&im->v, "int8_scale_term")) {
        SN_DECLINE(im, "it is an int8 layer");
        return SN_OK;
    }
    if (sn_ncnn_get(&im->v, "dynamic_weight") && !fits_dynamic(im)) return SN_OK;
    if (im->op == &sn_ncnn_op_convolution && !may_read_vector(im)) {
        SN_DECLINE(im, "it has more than one tap");
        return SN_OK;
    }
    return import_window(im, false);
}

/* Input `slot` is read as channels of an image. */
static void read_maps(sn_ncnn_import *im, unsigned slot)
{
    sn_as_image_params *p = SN_NEW(im->arena, sn_as_image_params);
    sn_ncnn_adapter *a = SN_NEW(im->arena, sn_ncnn_adapter);
    sn_params_init(sn_ncnn_op_as_image.params, p);
    *a = (sn_ncnn_adapter){.op = &sn_ncnn_op_as_image, .params = p};
    if (im->slots[slot].from == SN_FROM_BOTTOM) im->slots[slot].through = a;
}

static bool pads_less(const sn_ncnn_import *im)
{
    bool less = false;
    for (int i = 3 - axes_of(im->op, im->params); i < 3; i++)
        less = less || sn_ncnn_get(&im->v, pad_begin.v[i]) < 0 ||
               sn_ncnn_get(&im->v, pad_end.v[i]) < 0;
    return less;
}

static sn_status import_deform_conv(sn_ncnn_import *im)
{
    if (pads_less(im) != (im->op == &sn_ncnn_op_deformable_conv)) {
        SN_DECLINE(im, "its pads are %snegative", pads_less(im) ? "" : "not ");
        return SN_OK;
    }
    read_maps(im, SN_DEFORM_CONV_OFFSET);
    read_maps(im, SN_DEFORM_CONV_MASK);
    return import_window(im, false);
}

/* What is cut off: explicit pads, if one is positive; else the surplus over a size, if all are, and
 * only with a word for SAME; else nothing. */
static void get_cut(sn_ncnn_import *im)
{
    sn_conv_transpose_params *p = im->params;
    bool sizes = !(p->pad_mode == SN_PAD_EXPLICIT && pads_something(im));
    for (int i = 0; i < p->output_size.n; i++) sizes = sizes && p->output_size.v[i] > 0;
    if (!sizes) {
        p->pad_mode = SN_PAD_EXPLICIT;
        p->output_size = (sn_ints){0, NULL};
    } else if (p->pad_mode == SN_PAD_EXPLICIT) {
        SN_DECLINE(im, "it has an output size, and does not say by SAME where it is cut");
    }
}

static sn_status import_deconv(sn_ncnn_import *im)
{
    if (sn_ncnn_get(&im->v, "dynamic_weight")) {
        SN_DECLINE(im, "its weight is computed, and has the input channel first");
        return SN_OK;
    }
    get_list(im, &output_pad, "output_pad");
    get_list(im, &output_size, "output_size");
    SN_TRY(import_window(im, true));
    get_cut(im);
    return SN_OK;
}

static sn_status import_qconv(sn_ncnn_import *im)
{
    if (!sn_ncnn_get(&im->v, "int8_scale_term") || sn_ncnn_get(&im->v, "dynamic_weight")) {
        SN_DECLINE(im, "it is no int8 layer");
        return SN_OK;
    }
    *(int32_t *)sn_ncnn_field(im->op, im->params, "scale_term") =
        sn_ncnn_get(&im->v, "int8_scale_term");
    return import_window(im, false);
}

static int64_t axis_size(const sn_ncnn_export *ex, const sn_ncnn_input *in, int axis)
{
    return in->shape.rank > axis && sn_dim_known(in->shape.d[axis]) ? in->shape.d[axis]
           : ex->asking                                             ? 1
                                                                    : -1;
}

static void put_weight_sizes(sn_ncnn_export *ex, const sn_ncnn_input *w)
{
    int nd = axes_of(ex->op, ex->params);
    sn_ncnn_put_int(ex, "num_output", axis_size(ex, w, 0));
    for (int i = 0; i < nd; i++) sn_ncnn_put_int(ex, kernel.v[3 - nd + i], axis_size(ex, w, 2 + i));
    sn_ncnn_put_int(ex, "weight_data_size", ex->asking ? 0 : sn_shape_count(&w->shape));
}

static void export_window(sn_ncnn_export *ex)
{
    const sn_ncnn_input *w = sn_ncnn_input_at(ex, "weight"), *b = sn_ncnn_input_at(ex, "bias");
    const int32_t *group = sn_ncnn_field(ex->op, ex->params, "group");
    if (group && *group != 1 && !sn_ncnn_has_param(sn_ncnn_export_layer(ex), "group"))
        SN_DECLINE(ex, "%s has no groups", ex->row->type);
    put_list(ex, &stride, "stride", 1);
    put_list(ex, &dilation, "dilation", 1);
    put_pads(ex);
    sn_ncnn_export_act(ex);
    sn_ncnn_put_int(ex, "bias_term", b != NULL);
    if (!w) {
        if (!ex->asking) SN_DECLINE(ex, "it has no weight");
        return;
    }
    bool dynamic = !ex->asking && (!w->own || (b && !b->own));
    if (!dynamic) {
        put_weight_sizes(ex, w);
        return;
    }
    if (!sn_ncnn_has_param(sn_ncnn_export_layer(ex), "dynamic_weight") ||
        (ex->op != &sn_op_conv && ex->op != &sn_ncnn_op_same_convolution))
        SN_DECLINE(ex, "the weight or bias is computed, %s wants constants", ex->row->type);
    sn_ncnn_put_int(ex, "dynamic_weight", 1);
    ex->weights_may_be_bottoms = true;
}

static void put_output_size(sn_ncnn_export *ex)
{
    const sn_conv_transpose_params *p = ex->params;
    const sn_shape *x = &ex->in[0].shape;
    if (p->output_size.n || p->pad_mode == SN_PAD_EXPLICIT) {
        put_list(ex, &output_size, "output_size", 0);
        return;
    }
    for (int i = 0; i < p->nd && !ex->asking; i++) {
        const sn_dim size = x->rank > p->nd ? x->d[x->rank - p->nd + i] : -1;
        if (!sn_dim_known(size)) {
            SN_DECLINE(ex, "ncnn cuts to a size that is a number");
            return;
        }
        sn_ncnn_put_int(ex, output_size.v[3 - p->nd + i], size * sn_list_at(&p->stride, i, 1));
    }
}

static void export_deconv(sn_ncnn_export *ex)
{
    put_list(ex, &output_pad, "output_pad", 0);
    put_output_size(ex);
    export_window(ex);
}

static void export_qconv(sn_ncnn_export *ex)
{
    sn_ncnn_put_int(ex, "int8_scale_term",
                    *(const int32_t *)sn_ncnn_field(ex->op, ex->params, "scale_term"));
    export_window(ex);
}

const sn_ncnn_hooks sn_ncnn_hooks_conv = {.import = import_conv, .export = export_window};
const sn_ncnn_hooks sn_ncnn_hooks_deform_conv = {.import = import_deform_conv,
                                                 .export = export_window};
const sn_ncnn_hooks sn_ncnn_hooks_deconv = {.import = import_deconv, .export = export_deconv};
const sn_ncnn_hooks sn_ncnn_hooks_qconv = {.import = import_qconv, .export = export_qconv};

/* ---- pooling --------------------------------------------------------------------------------- */

static void get_kind(sn_ncnn_import *im)
{
    *(int32_t *)sn_ncnn_field(im->op, im->params, "kind") = sn_ncnn_get(&im->v, "pooling_type");
}

static void put_kind(sn_ncnn_export *ex)
{
    sn_ncnn_put_int(ex, "pooling_type",
                    *(const int32_t *)sn_ncnn_field(ex->op, ex->params, "kind"));
}

static sn_status import_global_pool(sn_ncnn_import *im)
{
    if (!sn_ncnn_get(&im->v, "global_pooling")) SN_DECLINE(im, "it is not global");
    ((sn_global_pool_params *)im->params)->keepdims = 0;
    read_as_image(im);
    return SN_OK;
}

static void export_global_pool(sn_ncnn_export *ex)
{
    if (((const sn_global_pool_params *)ex->params)->keepdims)
        SN_DECLINE(ex, "ncnn keeps none of the axes that it pools");
    sn_ncnn_put_int(ex, "global_pooling", 1);
}

static sn_status import_adaptive_pool(sn_ncnn_import *im)
{
    if (!sn_ncnn_get(&im->v, "adaptive_pooling")) SN_DECLINE(im, "it is not adaptive");
    get_kind(im);
    get_list(im, &out_size, "out");
    return SN_OK;
}

static void export_adaptive_pool(sn_ncnn_export *ex)
{
    put_kind(ex);
    put_list(ex, &out_size, "out", SN_ADAPTIVE_KEEP);
    sn_ncnn_put_int(ex, "adaptive_pooling", 1);
}

static void export_adaptive(sn_ncnn_export *ex)
{
    const sn_adaptive_pool_params *p = ex->params;
    for (int i = 0; i < p->nd; i++) {
        const bool keeps = sn_list_at(&p->out, i, SN_POOL_KEEP) == SN_POOL_KEEP;
        if (keeps && p->nd == 1) SN_DECLINE(ex, "ncnn keeps no size of a single axis");
        sn_ncnn_put_int(ex, out_size.v[3 - p->nd + i], keeps ? SN_ADAPTIVE_KEEP : p->out.v[i]);
    }
    sn_ncnn_put_int(ex, "adaptive_pooling", 1);
}

static sn_status import_pooling(sn_ncnn_import *im)
{
    get_kind(im);
    get_list(im, &kernel, "kernel");
    get_list(im, &stride, "stride");
    get_list(im, &pad_begin, "pad_begin");
    get_list(im, &pad_end, "pad_end");
    *(int32_t *)sn_ncnn_field(im->op, im->params, "count_include_pad") =
        sn_ncnn_get(&im->v, "avgpool_count_include_pad") != 0;
    if (im->op->validate(im->params, im->arena)) return SN_OK; /* what is wrong is reported later */
    read_as_image(im);
    return SN_OK;
}

static void put_window_lists(sn_ncnn_export *ex, bool count_include_pad)
{
    put_list(ex, &kernel, "kernel", 1);
    put_list(ex, &stride, "stride", 1);
    put_list(ex, &pad_begin, "pad_begin", 0);
    put_list(ex, &pad_end, "pad_end", 0);
    sn_ncnn_put_int(ex, "avgpool_count_include_pad", count_include_pad);
}

static void export_pooling(sn_ncnn_export *ex)
{
    put_kind(ex);
    put_window_lists(ex, ((const sn_pooling_params *)ex->params)->count_include_pad);
}

/* Pads as numbers, where ncnn has no other word for them. Its averages count a tail with the pads.
 */
static void put_known_pads(sn_ncnn_export *ex, const sn_pool_params *p)
{
    const sn_shape *x = &ex->in[0].shape;
    sn_window w;
    if (ex->asking) return;
    if (x->rank <= p->nd || !sn_shape_known(x) ||
        (sn_pool_counts_pads(p) && !sn_pool_no_tail(p, x))) {
        SN_DECLINE(ex, "ncnn pads otherwise");
        return;
    }
    sn_pool_window_of(p, x, &w);
    for (int a = 3 - p->nd; a < 3; a++) {
        const int64_t end = (w.out[a] - 1) * w.stride[a] + w.kernel[a] - w.in[a] - w.begin[a];
        sn_ncnn_put_int(ex, pad_begin.v[a], w.begin[a]);
        sn_ncnn_put_int(ex, pad_end.v[a], end > 0 ? end : 0);
    }
}

static void export_pool(sn_ncnn_export *ex)
{
    const sn_pool_params *p = ex->params;
    const bool max = ex->op == &sn_op_max_pool, same = p->pad_mode != SN_PAD_EXPLICIT;
    int32_t mode = p->pad_mode == SN_PAD_SAME_UPPER   ? SN_POOLING_SAME_UPPER
                   : p->pad_mode == SN_PAD_SAME_LOWER ? SN_POOLING_SAME_LOWER
                   : p->ceil_mode                     ? SN_POOLING_FULL
                                                      : SN_POOLING_VALID;
    const bool as_known = (same && ((!max && !p->count_include_pad) ||
                                    (p->pad_mode == SN_PAD_SAME_LOWER && p->nd == 3))) ||
                          (p->ceil_mode && (sn_pool_counts_pads(p) || !sn_pool_keeps_windows(p)));
    if (ex->n_out > SN_POOL_INDICES) SN_DECLINE(ex, "ncnn's pooling gives no indices");
    for (int i = 0; i < p->nd; i++)
        if (sn_list_at(&p->dilation, i, 1) != 1) SN_DECLINE(ex, "ncnn's windows have no dilation");
    put_window_lists(ex, sn_pool_counts_pads(p));
    if (as_known) {
        put_known_pads(ex, p);
        mode = SN_POOLING_VALID;
    }
    sn_ncnn_put_int(ex, "pad_mode", mode);
}

const sn_ncnn_hooks sn_ncnn_hooks_global_pool = {.import = import_global_pool,
                                                 .export = export_global_pool};
const sn_ncnn_hooks sn_ncnn_hooks_adaptive_pool = {.import = import_adaptive_pool,
                                                   .export = export_adaptive_pool};
const sn_ncnn_hooks sn_ncnn_hooks_adaptive = {.export = export_adaptive};
const sn_ncnn_hooks sn_ncnn_hooks_pooling = {.import = import_pooling, .export = export_pooling};
const sn_ncnn_hooks sn_ncnn_hooks_pool = {.export = export_pool};

/* ---- unfold, fold ---------------------------------------------------------------------------- */

static sn_status import_unfold(sn_ncnn_import *im)
{
    get_list(im, &kernel, "kernel");
    get_list(im, &stride, "stride");
    get_list(im, &dilation, "dilation");
    get_pads(im, false);
    check_same(im);
    if (sn_ncnn_field(im->op, im->params, "output_size")) {
        get_list(im, &output_size, "output_size");
        return SN_OK;
    }
    read_as_image(im);
    return SN_OK;
}

static void export_unfold(sn_ncnn_export *ex)
{
    put_list(ex, &kernel, "kernel", 1);
    put_list(ex, &stride, "stride", 1);
    put_list(ex, &dilation, "dilation", 1);
    put_pads(ex);
    put_list(ex, &output_size, "output_size", 0);
}

const sn_ncnn_hooks sn_ncnn_hooks_unfold = {.import = import_unfold, .export = export_unfold};

/* ---- pixels ---------------------------------------------------------------------------------- */

static sn_status import_pixels(sn_ncnn_import *im)
{
    read_as_image(im);
    return SN_OK;
}

static void export_blocks(sn_ncnn_export *ex)
{
    sn_ncnn_put_int(ex, "mode", ((const sn_block_params *)ex->params)->mode == SN_BLOCK_DCR);
}

static void export_channel_shuffle(sn_ncnn_export *ex)
{
    const sn_channel_shuffle_params *p = ex->params;
    if (p->axis != 0) SN_DECLINE(ex, "ncnn shuffles along the first axis");
}

static void export_grid_sample(sn_ncnn_export *ex)
{
    const sn_grid_sample_params *p = ex->params;
    const bool first = ex->in[SN_GRID_SAMPLE_GRID].turned;
    const sn_shape *grid = &ex->in[SN_GRID_SAMPLE_GRID].shape;
    const int n = grid->rank - 1;
    if (!ex->asking && (n < 2 || n > 3 || !sn_dim_equal(grid->d[first ? 0 : n], n)))
        SN_DECLINE(ex, "ncnn samples one image, along all its axes");
    if (p->padding_mode == SN_GRID_REFLECTION)
        SN_DECLINE(ex, "ncnn's reflection turns round only once");
    if (p->mode == SN_GRID_NEAREST)
        SN_DECLINE(ex, "the nearest of two pixels is the latter in ncnn");
    if (p->mode == SN_GRID_CUBIC && n == 3) SN_DECLINE(ex, "ncnn has no tricubic samples");
    sn_ncnn_put_int(ex, "sample_type", 1 + p->mode);
    sn_ncnn_put_int(ex, "padding_mode", 1 + p->padding_mode);
    sn_ncnn_put_int(ex, "permute_fusion", first);
}

const sn_ncnn_hooks sn_ncnn_hooks_grid_sample = {.export = export_grid_sample};
static void export_lrn(sn_ncnn_export *ex)
{
    const sn_lrn_params *p = ex->params;
    if (p->axis != 0 || (!ex->asking && ex->in[0].shape.rank != 3))
        SN_DECLINE(ex, "ncnn normalises the channels of images");
    if (p->size % 2 == 0) SN_DECLINE(ex, "ncnn's even windows take in more than their size says");
    sn_ncnn_put_int(ex, "region_type", 0);
}

static void export_roi_align(sn_ncnn_export *ex)
{
    const sn_roi_align_params *p = ex->params;
    if (ex->n_in > SN_ROI_ALIGN_BATCH && ex->in[SN_ROI_ALIGN_BATCH].present)
        SN_DECLINE(ex, "ncnn has regions of one image");
    if (!ex->asking && (!ex->out_shape || ex->out_shape->rank != 3))
        SN_DECLINE(ex, "ncnn reads one region");
    if (p->mode != SN_ROI_AVG) SN_DECLINE(ex, "ncnn takes the mean of samples");
    sn_ncnn_put_int(ex, "aligned", p->coordinate_transformation_mode == SN_ROI_HALF_PIXEL);
    sn_ncnn_put_int(ex, "version", 1);
}

const sn_ncnn_hooks sn_ncnn_hooks_roi_align = {.export = export_roi_align};
const sn_ncnn_hooks sn_ncnn_hooks_lrn = {.export = export_lrn};
const sn_ncnn_hooks sn_ncnn_hooks_pixels = {.import = import_pixels};
const sn_ncnn_hooks sn_ncnn_hooks_blocks = {.export = export_blocks};
const sn_ncnn_hooks sn_ncnn_hooks_channel_shuffle = {.export = export_channel_shuffle};

/* ---- Interp ---------------------------------------------------------------------------------- */

/* ncnn has no words for the rest of resize. */
static void check_resize(sn_ncnn_export *ex, const sn_resize_params *p)
{
    const int32_t way = p->coordinate_transformation_mode;
    if (p->mode == SN_RESIZE_NEAREST) {
        if (way != SN_RESIZE_ASYMMETRIC || p->nearest_mode != SN_RESIZE_FLOOR)
            SN_DECLINE(ex, "ncnn takes the pixel in front, from corner to corner");
    } else if (way != SN_RESIZE_HALF_PIXEL && way != SN_RESIZE_ALIGN_CORNERS) {
        SN_DECLINE(ex, "ncnn has pixels lie otherwise");
    }
    if (p->mode == SN_RESIZE_CUBIC && p->cubic_coeff_a != SN_INTERP_CUBIC_A)
        SN_DECLINE(ex, "ncnn's cubic is that of -0.75");
    if (p->exclude_outside) SN_DECLINE(ex, "ncnn has pixels outside count");
    if (p->antialias) SN_DECLINE(ex, "ncnn has no antialias");
    if (p->keep_aspect_ratio_policy) SN_DECLINE(ex, "ncnn keeps to both sizes");
}

/* Whether they are the height and width of the second input. */
static bool asks_for_ref(const sn_ncnn_export *ex, const sn_names *sizes)
{
    if (ex->n_in != 2 || !ex->in[1].present || ex->in[1].shape.rank < sizes->n) return false;
    for (int i = 0; i < sizes->n; i++) {
        unsigned slot;
        int axis;
        if (!sn_size_input(ex->op, sizes->v[i], &slot, &axis) || slot != 1 ||
            axis != ex->in[1].shape.rank - sizes->n + i)
            return false;
    }
    return sizes->n > 0;
}

static void put_resize_expr(sn_ncnn_export *ex, const sn_names *sizes)
{
    const char *text = "";
    for (int i = sizes->n - 1; i >= 0; i--) {
        const char *term = sn_ncnn_term(ex, sizes->v[i]);
        if (!term) SN_DECLINE(ex, "ncnn has no expression for \"%s\"", sizes->v[i]);
        text = sn_arena_printf(ex->arena, "%s%s%s", text, *text ? "," : "", term ? term : "");
    }
    sn_ncnn_put(ex, "size_expr", sn_ncnn_of_str(text));
}

static void export_interp(sn_ncnn_export *ex)
{
    const sn_resize_params *p = ex->params;
    const int n = p->axes.n;
    int64_t size[2] = {1, 1};
    bool numbers = true;
    check_resize(ex, p);
    for (int i = 0; i < n; i++)
        if (n > 2 || p->axes.v[i] != 1 + i) SN_DECLINE(ex, "ncnn resizes the last axes of images");
    if (!ex->asking && (n == 0 || ex->in[0].shape.rank != n + 1))
        SN_DECLINE(ex, "ncnn resizes rows of matrices and [c,h,w]");
    if (ex->declined) return;
    sn_ncnn_put_int(ex, "resize_type", SN_INTERP_NEAREST + p->mode);
    sn_ncnn_put_int(ex, "align_corner",
                    p->coordinate_transformation_mode == SN_RESIZE_ALIGN_CORNERS);
    for (int i = 0; i < p->scales.n; i++)
        sn_ncnn_put(ex, i == n - 1 ? "width_scale" : "height_scale",
                    sn_ncnn_of_float(p->scales.v[i]));
    for (int i = 0; i < p->sizes.n; i++)
        numbers = sn_size_number(p->sizes.v[i], &size[2 - n + i]) && numbers;
    if (p->sizes.n && numbers) {
        sn_ncnn_put_int(ex, "output_height", size[0]);
        sn_ncnn_put_int(ex, "output_width", size[1]);
    } else if (asks_for_ref(ex, &p->sizes)) {
        sn_ncnn_put_int(ex, "dynamic_target_size", 1);
    } else if (p->sizes.n) {
        put_resize_expr(ex, &p->sizes);
    }
}

const sn_ncnn_hooks sn_ncnn_hooks_interp = {.export = export_interp};
