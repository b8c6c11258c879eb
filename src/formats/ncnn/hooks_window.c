/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers with windows: convolutions, deconvolutions, pooling, unfold. ncnn spells each axis as a
 * param of its own (kernel_w, kernel_h, kernel_d); the operators have lists, outermost axis first.
 */
#include "formats/ncnn/map.h"

#include "ops/pool.h"
#include "ops/qconv.h"

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

static void get_pads(sn_ncnn_import *im, bool any)
{
    int32_t *mode = sn_ncnn_field(im->op, im->params, "pad_mode");
    if (mode) *mode = SN_PAD_EXPLICIT;
    bool upper = mode && pads_are(im, SAME_UPPER, any);
    bool lower = mode && !upper && pads_are(im, SAME_LOWER, any);
    if (upper || lower) {
        *mode = upper ? SN_PAD_SAME_UPPER : SN_PAD_SAME_LOWER;
        return;
    }
    get_list(im, &pad_begin, "pad_begin");
    get_list(im, &pad_end, "pad_end");
}

static void put_pads(sn_ncnn_export *ex)
{
    const int32_t *mode = sn_ncnn_field(ex->op, ex->params, "pad_mode");
    if (!mode || *mode == SN_PAD_EXPLICIT) {
        put_list(ex, &pad_begin, "pad_begin", 0);
        put_list(ex, &pad_end, "pad_end", 0);
        return;
    }
    int nd = axes_of(ex->op, ex->params);
    for (int i = 3 - nd; i < 3; i++) {
        int32_t code = *mode == SN_PAD_SAME_UPPER ? SAME_UPPER : SAME_LOWER;
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

static sn_status import_window(sn_ncnn_import *im, bool any_pad)
{
    get_list(im, &stride, "stride");
    get_list(im, &dilation, "dilation");
    get_pads(im, any_pad);
    int32_t *vector_ok = sn_ncnn_field(im->op, im->params, "vector_ok");
    if (vector_ok) *vector_ok = may_read_vector(im);
    return sn_ncnn_import_act(im);
}

static sn_status import_conv(sn_ncnn_import *im)
{
    if (sn_ncnn_get(&im->v, "int8_scale_term")) {
        SN_DECLINE(im, "it is an int8 layer");
        return SN_OK;
    }
    if (sn_ncnn_get(&im->v, "dynamic_weight") && !fits_dynamic(im)) return SN_OK;
    return import_window(im, false);
}

static sn_status import_deconv(sn_ncnn_import *im)
{
    if (sn_ncnn_get(&im->v, "dynamic_weight")) {
        SN_DECLINE(im, "its weight is computed, and has the input channel first");
        return SN_OK;
    }
    get_list(im, &output_pad, "output_pad");
    get_list(im, &output_size, "output_size");
    return import_window(im, true);
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

/* Whether ncnn could take x for the vector of an inner product. */
static bool may_be_vector(const sn_ncnn_export *ex, const sn_ncnn_input *w)
{
    if (ex->asking) return false;
    for (int i = 2; i < w->shape.rank; i++)
        if (sn_dim_known(w->shape.d[i]) && w->shape.d[i] != 1) return false;
    const sn_ncnn_input *x = sn_ncnn_input_at(ex, "x");
    return !x || x->shape.rank < 0 || x->shape.rank == 1;
}

static void check_vector(sn_ncnn_export *ex, const sn_ncnn_input *w)
{
    const int32_t *vector_ok = sn_ncnn_field(ex->op, ex->params, "vector_ok");
    if (!vector_ok || !may_be_vector(ex, w)) return;
    bool does =
        strcmp(ex->row->type, "Convolution") == 0 && strcmp(ex->op->name, "conv") == 0 && w->own;
    if (does != (*vector_ok != 0))
        SN_DECLINE(ex, "%s treats a vector %s", ex->row->type,
                   does ? "as an inner product" : "as one row");
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
    check_vector(ex, w);
    bool dynamic = !ex->asking && (!w->own || (b && !b->own));
    if (!dynamic) {
        put_weight_sizes(ex, w);
        return;
    }
    if (!sn_ncnn_has_param(sn_ncnn_export_layer(ex), "dynamic_weight") ||
        strcmp(ex->op->name, "conv") != 0)
        SN_DECLINE(ex, "the weight or bias is computed, %s wants constants", ex->row->type);
    sn_ncnn_put_int(ex, "dynamic_weight", 1);
    ex->weights_may_be_bottoms = true;
}

static void export_deconv(sn_ncnn_export *ex)
{
    put_list(ex, &output_pad, "output_pad", 0);
    put_list(ex, &output_size, "output_size", 0);
    export_window(ex);
}

static void export_qconv(sn_ncnn_export *ex)
{
    sn_ncnn_put_int(ex, "int8_scale_term",
                    *(const int32_t *)sn_ncnn_field(ex->op, ex->params, "scale_term"));
    export_window(ex);
}

const sn_ncnn_hooks sn_ncnn_hooks_conv = {import_conv, export_window};
const sn_ncnn_hooks sn_ncnn_hooks_deconv = {import_deconv, export_deconv};
const sn_ncnn_hooks sn_ncnn_hooks_qconv = {import_qconv, export_qconv};

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
    get_kind(im);
    return SN_OK;
}

static void export_global_pool(sn_ncnn_export *ex)
{
    put_kind(ex);
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
    put_list(ex, &out_size, "out", SN_POOL_KEEP);
    sn_ncnn_put_int(ex, "adaptive_pooling", 1);
}

static sn_status import_pool(sn_ncnn_import *im)
{
    get_kind(im);
    get_list(im, &kernel, "kernel");
    get_list(im, &stride, "stride");
    get_list(im, &pad_begin, "pad_begin");
    get_list(im, &pad_end, "pad_end");
    *(int32_t *)sn_ncnn_field(im->op, im->params, "count_include_pad") =
        sn_ncnn_get(&im->v, "avgpool_count_include_pad") != 0;
    return SN_OK;
}

static void export_pool(sn_ncnn_export *ex)
{
    const sn_pool_params *p = ex->params;
    put_kind(ex);
    put_list(ex, &kernel, "kernel", 1);
    put_list(ex, &stride, "stride", 1);
    put_list(ex, &pad_begin, "pad_begin", 0);
    put_list(ex, &pad_end, "pad_end", 0);
    sn_ncnn_put_int(ex, "avgpool_count_include_pad", p->count_include_pad);
}

const sn_ncnn_hooks sn_ncnn_hooks_global_pool = {import_global_pool, export_global_pool};
const sn_ncnn_hooks sn_ncnn_hooks_adaptive_pool = {import_adaptive_pool, export_adaptive_pool};
const sn_ncnn_hooks sn_ncnn_hooks_pool = {import_pool, export_pool};

/* ---- unfold, fold ---------------------------------------------------------------------------- */

static sn_status import_unfold(sn_ncnn_import *im)
{
    get_list(im, &kernel, "kernel");
    get_list(im, &stride, "stride");
    get_list(im, &dilation, "dilation");
    get_pads(im, false);
    if (sn_ncnn_field(im->op, im->params, "output_size")) get_list(im, &output_size, "output_size");
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

const sn_ncnn_hooks sn_ncnn_hooks_unfold = {import_unfold, export_unfold};
