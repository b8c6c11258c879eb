/* SPDX-License-Identifier: Apache-2.0
 *
 * Convolutions, pools, and what else goes over windows. */
#include "ops/window.h"

#include <string.h>

#include "formats/onnx/ops/parts.h"
#include "ops/conv.h"
#include "ops/conv_transpose.h"
#include "ops/deform_conv.h"
#include "ops/pool.h"
#include "ops/resize.h"
#include "ops/roi_align.h"
#include "ops/unfold.h"

/* Pads: the same attributes of all. */
typedef struct padding {
    int32_t mode; /* sn_conv_pad */
    sn_ints begin, end;
} padding;

static const char *padding_of(sn_onnx_call *c, int nd, padding *out)
{
    const char *how = sn_onnx_string(c, "auto_pad", "NOTSET");
    sn_ints pads;
    *out = (padding){.mode = SN_PAD_EXPLICIT};
    const bool given = sn_onnx_ints(c, "pads", &pads) && pads.n > 0;
    if (strcmp(how, "SAME_UPPER") == 0)
        out->mode = SN_PAD_SAME_UPPER;
    else if (strcmp(how, "SAME_LOWER") == 0)
        out->mode = SN_PAD_SAME_LOWER;
    else if (strcmp(how, "VALID") != 0 && strcmp(how, "NOTSET") != 0)
        return "its auto_pad is none that ONNX has";
    if (!given || strcmp(how, "NOTSET") != 0) return NULL;
    if (pads.n != 2 * nd) return "its pads do not fit its axes";
    out->begin = (sn_ints){nd, pads.v};
    out->end = (sn_ints){nd, pads.v + nd};
    return NULL;
}

/* Spatial axes of x, which has a batch and channels in front. */
static int spatial(const sn_onnx_call *c) { return sn_onnx_rank(c, 0) - 2; }

const char *sn_onnx_conv_params(sn_onnx_call *c, const sn_op *op, sn_conv_params **out)
{
    const int nd = spatial(c);
    padding pads;
    if (nd < 1 || nd > 3) return "its input has not one to three spatial axes";
    const char *wrong = padding_of(c, nd, &pads);
    if (wrong) return wrong;
    sn_conv_params *p = *out = sn_onnx_params(c, op);
    p->nd = nd;
    p->axis = 1;
    p->group = (int32_t)sn_onnx_int(c, "group", 1);
    (void)sn_onnx_ints(c, "strides", &p->stride);
    (void)sn_onnx_ints(c, "dilations", &p->dilation);
    sn_onnx_ignore(c, "kernel_shape"); /* that of the weight */
    p->pad_mode = pads.mode;
    p->pad_begin = pads.begin;
    p->pad_end = pads.end;
    return NULL;
}

sn_answer sn_onnx_import_conv(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    sn_conv_params *p;
    const char *wrong = sn_onnx_conv_params(c, &sn_op_conv, &p);
    if (wrong) return SN_ONNX_NEVER(wrong);
    sn_onnx_give(
        c, 0,
        SN_ONNX_MAKE(c, &sn_op_conv, p, sn_onnx_in(c, 0), sn_onnx_in(c, 1), sn_onnx_in(c, 2)));
    return SN_ONNX_YES;
}

/* The weight is [ic][oc / group] there, [oc][ic / group] here. */
static sn_value *swapped(sn_onnx_call *c, sn_value *w, int rank, int64_t group)
{
    int perm[SN_MAX_RANK];
    for (int i = 0; i < SN_MAX_RANK; i++) perm[i] = i;
    if (group == 1) {
        perm[0] = 1;
        perm[1] = 0;
        return sn_onnx_transpose(c, w, rank, perm);
    }
    const sn_shape *s = sn_onnx_shape(c, 1);
    int64_t apart[SN_MAX_RANK], whole[SN_MAX_RANK];
    apart[0] = group;
    apart[1] = s->d[0] / group;
    apart[2] = s->d[1];
    whole[0] = group * s->d[1];
    whole[1] = s->d[0] / group;
    for (int i = 2; i < rank; i++) apart[i + 1] = whole[i] = s->d[i];
    perm[1] = 2;
    perm[2] = 1;
    w = sn_onnx_reshape(c, w, apart, rank + 1);
    return sn_onnx_reshape(c, sn_onnx_transpose(c, w, rank + 1, perm), whole, rank);
}

/* A constant that was made of another one, which nothing else reads, is called like that: what
 * reads it are the record and the node that made it, and both go. */
static void take_name(sn_onnx_call *c, sn_value *from, sn_value *to)
{
    if (!to || to == from || to->def || from->def || !from->name || from->n_uses != 2) return;
    sn_value_set_name(c->r->node->graph, to, from->name);
    from->name = NULL;
}

/* Sizes of the result that are beyond the last window get more elements at the end. False: sizes
 * are not known. */
static bool reach(sn_onnx_call *c, sn_conv_transpose_params *p)
{
    const sn_shape *x = sn_onnx_shape(c, 0), *w = sn_onnx_shape(c, 1);
    int32_t *more = SN_NEW_N(c->r->in.arena, int32_t, p->nd);
    bool any = false;
    for (int i = 0; i < p->nd && i < p->output_size.n; i++) {
        const int64_t step = i < p->stride.n ? p->stride.v[i] : 1;
        const int64_t apart = i < p->dilation.n ? p->dilation.v[i] : 1;
        more[i] = i < p->output_pad.n ? p->output_pad.v[i] : 0;
        if (!sn_dim_known(x->d[i + 2]) || !sn_dim_known(w->d[i + 2])) return false;
        if (x->d[i + 2] > INT32_MAX || w->d[i + 2] > INT32_MAX) continue;
        const int64_t full = step * (x->d[i + 2] - 1) + more[i] + (w->d[i + 2] - 1) * apart + 1;
        const int64_t missing = p->output_size.v[i] - full;
        if (missing <= 0 || missing > INT32_MAX - more[i]) continue;
        more[i] += (int32_t)missing;
        any = true;
    }
    if (any) p->output_pad = (sn_ints){p->nd, more};
    return true;
}

sn_answer sn_onnx_import_conv_transpose(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_RANK(c, 1);
    const int nd = spatial(c), rank = sn_onnx_rank(c, 1);
    padding pads;
    if (nd < 1 || nd > 3 || rank != nd + 2)
        return SN_ONNX_NEVER("its input has not one to three spatial axes");
    const char *wrong = padding_of(c, nd, &pads);
    if (wrong) return SN_ONNX_NEVER(wrong);
    sn_conv_transpose_params *p = sn_onnx_params(c, &sn_op_conv_transpose);
    p->nd = nd;
    p->axis = 1;
    p->group = (int32_t)sn_onnx_int(c, "group", 1);
    (void)sn_onnx_ints(c, "strides", &p->stride);
    (void)sn_onnx_ints(c, "dilations", &p->dilation);
    (void)sn_onnx_ints(c, "output_padding", &p->output_pad);
    (void)sn_onnx_ints(c, "output_shape", &p->output_size);
    if (p->output_size.n > nd) { /* with batch and channels, as some versions had it */
        p->output_size.v += p->output_size.n - nd;
        p->output_size.n = nd;
    }
    sn_onnx_ignore(c, "kernel_shape");
    p->pad_mode = pads.mode;
    p->pad_begin = pads.begin;
    p->pad_end = pads.end;
    if (p->output_size.n && !reach(c, p))
        return SN_ONNX_LATER("whether its result is larger than it would be is not known");
    const bool known = sn_shape_known(sn_onnx_shape(c, 1));
    if (p->group > 1 && !known) return SN_ONNX_LATER("the sizes of its weight are not known");
    if (p->group < 1 || (known && sn_onnx_shape(c, 1)->d[0] % p->group))
        return SN_ONNX_NEVER("its channels do not make up groups");
    if (p->group > 1 && rank + 1 > SN_MAX_RANK) return SN_ONNX_NEVER("too many axes");
    sn_value *w = swapped(c, sn_onnx_in(c, 1), rank, p->group);
    take_name(c, sn_onnx_in(c, 1), w);
    sn_onnx_give(c, 0,
                 SN_ONNX_MAKE(c, &sn_op_conv_transpose, p, sn_onnx_in(c, 0), w, sn_onnx_in(c, 2)));
    return SN_ONNX_YES;
}

static sn_pool_params *pool_params(sn_onnx_call *c, const sn_op *op, int nd, const char **wrong)
{
    padding pads;
    *wrong = padding_of(c, nd, &pads);
    sn_pool_params *p = sn_onnx_params(c, op);
    p->nd = nd;
    (void)sn_onnx_ints(c, "kernel_shape", &p->kernel);
    (void)sn_onnx_ints(c, "strides", &p->stride);
    (void)sn_onnx_ints(c, "dilations", &p->dilation);
    p->pad_mode = pads.mode;
    p->pad_begin = pads.begin;
    p->pad_end = pads.end;
    /* Pads that go by the size have said how many windows there are. */
    p->ceil_mode = sn_onnx_int(c, "ceil_mode", 0) != 0 && pads.mode == SN_PAD_EXPLICIT;
    if (!*wrong && p->kernel.n != nd) *wrong = "its kernel_shape does not fit its axes";
    return p;
}

sn_answer sn_onnx_import_pool(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    const sn_op *op = sn_op_find(c->op);
    const int nd = spatial(c);
    const char *wrong;
    if (nd < 1 || nd > 3) return SN_ONNX_NEVER("its input has not one to three spatial axes");
    sn_pool_params *p = pool_params(c, op, nd, &wrong);
    if (wrong) return SN_ONNX_NEVER(wrong);
    if (op == &sn_op_average_pool)
        p->count_include_pad = sn_onnx_int(c, "count_include_pad", 0) != 0;
    else
        p->storage_order = sn_onnx_int(c, "storage_order", 0) != 0;
    sn_value *x = sn_onnx_in(c, 0);
    const uint16_t n_out = sn_onnx_n_out(c) > 1 ? 2 : 1;
    return sn_onnx_give_all(c, sn_onnx_make_many(c, op, p, 1, &x, n_out));
}

/* The mean of each window, of quantized numbers. */
sn_answer sn_onnx_import_qlinear_average_pool(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    const int nd = spatial(c);
    const char *wrong;
    if (sn_onnx_int(c, "channels_last", 0)) return SN_ONNX_NEVER("its channels are the last axis");
    if (!sn_onnx_quantizes_to(sn_onnx_type(c, 0)))
        return SN_ONNX_NEVER("its input is not quantized");
    if (nd < 1 || nd > 3) return SN_ONNX_NEVER("its input has not one to three spatial axes");
    sn_pool_params *p = pool_params(c, &sn_op_average_pool, nd, &wrong);
    if (wrong) return SN_ONNX_NEVER(wrong);
    p->count_include_pad = sn_onnx_int(c, "count_include_pad", 0) != 0;
    sn_value *v[5];
    for (unsigned i = 1; i < 5; i++)
        v[i] = sn_onnx_has(c, i) ? sn_onnx_reshape(c, sn_onnx_in(c, i), NULL, 0) : NULL;
    sn_value *y = sn_onnx_dequantized(c, sn_onnx_in(c, 0), v[1], v[2]);
    y = SN_ONNX_MAKE(c, &sn_op_average_pool, p, y);
    sn_onnx_give(c, 0, sn_onnx_quantized(c, y, v[3], v[4], sn_onnx_type(c, 0)));
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_max_unpool(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    const sn_op *op = &sn_op_max_unpool;
    const int nd = spatial(c);
    padding pads;
    sn_ints list;
    void *p = sn_onnx_params(c, op);
    if (nd < 1 || nd > 3) return SN_ONNX_NEVER("its input has not one to three spatial axes");
    const char *wrong = padding_of(c, nd, &pads);
    if (wrong) return SN_ONNX_NEVER(wrong);
    (void)sn_onnx_set_int(op, p, "nd", nd);
    if (sn_onnx_ints(c, "kernel_shape", &list)) (void)sn_onnx_set_ints(op, p, "kernel", list);
    if (sn_onnx_ints(c, "strides", &list)) (void)sn_onnx_set_ints(op, p, "stride", list);
    (void)sn_onnx_set_ints(op, p, "pad_begin", pads.begin);
    (void)sn_onnx_set_ints(op, p, "pad_end", pads.end);
    sn_onnx_give(c, 0,
                 SN_ONNX_MAKE(c, op, p, sn_onnx_in(c, 0), sn_onnx_in(c, 1), sn_onnx_in(c, 2)));
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_global_pool(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    const sn_op *op = sn_op_find(c->op);
    sn_global_pool_params *p = sn_onnx_params(c, op);
    if (spatial(c) < 1) return SN_ONNX_NEVER("its input has no spatial axes");
    p->nd = spatial(c);
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, op, p, sn_onnx_in(c, 0)));
    return SN_ONNX_YES;
}

/* |x|^p, of all windows; then the root of the sum. */
static sn_value *powered(sn_onnx_call *c, double p)
{
    sn_value *x = SN_ONNX_MAKE(c, &sn_op_abs, NULL, sn_onnx_in(c, 0));
    if (p == 1) return x;
    return SN_ONNX_MAKE(c, &sn_op_pow, NULL, x, sn_onnx_number(c, sn_onnx_type(c, 0), p));
}

static sn_value *rooted(sn_onnx_call *c, sn_value *x, double p)
{
    if (p == 1) return x;
    return SN_ONNX_MAKE(c, &sn_op_pow, NULL, x, sn_onnx_number(c, sn_onnx_type(c, 0), 1 / p));
}

static double norm_of(sn_onnx_call *c)
{
    return c->version < 2 ? sn_onnx_float(c, "p", 2) : (double)sn_onnx_int(c, "p", 2);
}

sn_answer sn_onnx_import_global_lp_pool(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    const double p = norm_of(c);
    int axes[SN_MAX_RANK], n = 0;
    for (int i = 2; i < sn_onnx_rank(c, 0); i++) axes[n++] = i;
    if (p < 1 || n < 1) return SN_ONNX_NEVER("its norm, or its input, is none that ONNX has");
    sn_onnx_give(c, 0, rooted(c, sn_onnx_reduce(c, powered(c, p), "sum", axes, n, true), p));
    return SN_ONNX_YES;
}

/* The mean over windows with their pads, times their elements, is the sum. */
sn_answer sn_onnx_import_lp_pool(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    const double norm = norm_of(c);
    const int nd = spatial(c);
    const char *wrong;
    if (nd < 1 || nd > 3) return SN_ONNX_NEVER("its input has not one to three spatial axes");
    sn_pool_params *p = pool_params(c, &sn_op_average_pool, nd, &wrong);
    if (wrong) return SN_ONNX_NEVER(wrong);
    if (p->ceil_mode) return SN_ONNX_NEVER("ceil_mode");
    if (norm < 1) return SN_ONNX_NEVER("its norm is none that ONNX has");
    p->count_include_pad = 1;
    double taps = 1;
    for (int i = 0; i < nd; i++) taps *= p->kernel.v[i];
    sn_value *mean = SN_ONNX_MAKE(c, &sn_op_average_pool, p, powered(c, norm));
    sn_value *n = sn_onnx_number(c, sn_onnx_type(c, 0), taps);
    sn_onnx_give(c, 0, rooted(c, SN_ONNX_MAKE(c, &sn_op_mul, NULL, mean, n), norm));
    return SN_ONNX_YES;
}

/* ---- moved by data --------------------------------------------------------------------------- */

sn_answer sn_onnx_import_deform_conv(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    const int nd = spatial(c);
    padding pads;
    if (nd < 1 || nd > 3) return SN_ONNX_NEVER("its input has not one to three spatial axes");
    const char *wrong = padding_of(c, nd, &pads);
    if (wrong) return SN_ONNX_NEVER(wrong);
    sn_deform_conv_params *p = sn_onnx_params(c, &sn_op_deform_conv);
    p->nd = nd;
    p->axis = 1;
    p->group = (int32_t)sn_onnx_int(c, "group", 1);
    p->offset_group = (int32_t)sn_onnx_int(c, "offset_group", 1);
    (void)sn_onnx_ints(c, "strides", &p->stride);
    (void)sn_onnx_ints(c, "dilations", &p->dilation);
    sn_onnx_ignore(c, "kernel_shape");
    p->pad_begin = pads.begin;
    p->pad_end = pads.end;
    sn_onnx_give(c, 0,
                 SN_ONNX_MAKE(c, &sn_op_deform_conv, p, sn_onnx_in(c, 0), sn_onnx_in(c, 2),
                              sn_onnx_in(c, 4), sn_onnx_in(c, 1), sn_onnx_in(c, 3)));
    return SN_ONNX_YES;
}

/* A list of numbers that an input holds; false: not known. */
static bool numbers_of(const sn_onnx_call *c, unsigned slot, sn_ints *out)
{
    const sn_contents *v = sn_infer_contents(&c->r->in, slot);
    if (!v || !sn_contents_known(v)) return false;
    int32_t *list = SN_NEW_N(c->r->in.arena, int32_t, v->n);
    for (int i = 0; i < v->n; i++) {
        if (v->v[i].number < 0 || v->v[i].number > INT32_MAX) return false;
        list[i] = (int32_t)v->v[i].number;
    }
    *out = (sn_ints){v->n, list};
    return true;
}

sn_answer sn_onnx_import_col2im(sn_onnx_call *c)
{
    sn_fold_params *p = sn_onnx_params(c, &sn_op_fold);
    padding pads;
    if (!numbers_of(c, 1, &p->output_size))
        return sn_onnx_later(c, 1, "the sizes of its result are not known");
    if (!numbers_of(c, 2, &p->kernel))
        return sn_onnx_later(c, 2, "the sizes of its windows are not known");
    const int nd = p->output_size.n;
    const char *wrong = padding_of(c, nd, &pads);
    if (wrong) return SN_ONNX_NEVER(wrong);
    if (nd < 1 || nd > 3) return SN_ONNX_NEVER("its result has not one to three spatial axes");
    (void)sn_onnx_ints(c, "strides", &p->stride);
    (void)sn_onnx_ints(c, "dilations", &p->dilation);
    p->pad_begin = pads.begin;
    p->pad_end = pads.end;
    p->axis = 1;
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_fold, p, sn_onnx_in(c, 0)));
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_grid_sample(sn_onnx_call *c)
{
    void *p = sn_onnx_params(c, &sn_op_grid_sample);
    const char *mode = sn_onnx_string(c, "mode", "linear");
    if (strncmp(mode, "bi", 2) == 0) mode += 2; /* before version 20 */
    if (!sn_onnx_set_enum(&sn_op_grid_sample, p, "mode", mode) ||
        !sn_onnx_set_enum(&sn_op_grid_sample, p, "padding_mode",
                          sn_onnx_string(c, "padding_mode", "zeros")))
        return SN_ONNX_NEVER("its mode is none that sinter has");
    (void)sn_onnx_set_int(&sn_op_grid_sample, p, "align_corners",
                          sn_onnx_int(c, "align_corners", 0) != 0);
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_grid_sample, p, sn_onnx_in(c, 0), sn_onnx_in(c, 1)));
    return SN_ONNX_YES;
}

/* Before version 16 regions are not moved by half a pixel. */
sn_answer sn_onnx_import_roi_align(sn_onnx_call *c)
{
    const sn_op *op = &sn_op_roi_align;
    void *p = sn_onnx_params(c, op);
    const char *way = sn_onnx_string(c, "coordinate_transformation_mode",
                                     c->version < 16 ? "output_half_pixel" : "half_pixel");
    const bool ok = sn_onnx_set_enum(op, p, "coordinate_transformation_mode", way) &&
                    sn_onnx_set_enum(op, p, "mode", sn_onnx_string(c, "mode", "avg")) &&
                    sn_onnx_set_int(op, p, "output_height", sn_onnx_int(c, "output_height", 1)) &&
                    sn_onnx_set_int(op, p, "output_width", sn_onnx_int(c, "output_width", 1)) &&
                    sn_onnx_set_int(op, p, "sampling_ratio", sn_onnx_int(c, "sampling_ratio", 0)) &&
                    sn_onnx_set_f32(op, p, "spatial_scale", sn_onnx_float(c, "spatial_scale", 1));
    if (!ok) return SN_ONNX_NEVER("an attribute has a value that sinter does not have");
    sn_onnx_give(c, 0,
                 SN_ONNX_MAKE(c, op, p, sn_onnx_in(c, 0), sn_onnx_in(c, 1), sn_onnx_in(c, 2)));
    return SN_ONNX_YES;
}

/* Regions begin with the number of their image. */
sn_answer sn_onnx_import_max_roi_pool(sn_onnx_call *c)
{
    const sn_op *op = &sn_op_max_roi_pool;
    void *p = sn_onnx_params(c, op);
    sn_ints sizes = {0};
    (void)sn_onnx_ints(c, "pooled_shape", &sizes);
    if (sizes.n != 2 || !sn_onnx_set_int(op, p, "output_height", sizes.v[0]) ||
        !sn_onnx_set_int(op, p, "output_width", sizes.v[1]) ||
        !sn_onnx_set_f32(op, p, "spatial_scale", sn_onnx_float(c, "spatial_scale", 1)))
        return SN_ONNX_NEVER("an attribute has a value that sinter does not have");
    sn_value *rois = sn_onnx_in(c, 1);
    sn_value *at = sn_onnx_squeeze(c, sn_onnx_slice(c, rois, 1, 0, 1), (int[]){1}, 1);
    at = sn_onnx_cast(c, at, SN_TYPE_i64);
    rois = sn_onnx_slice(c, rois, 1, 1, 5);
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, op, p, sn_onnx_in(c, 0), rois, at));
    return SN_ONNX_YES;
}

/* ---- resize ---------------------------------------------------------------------------------- */

/* Inputs (x, roi, scales, sizes) since version 11, (x, scales) before; Upsample is asymmetric. */
sn_answer sn_onnx_import_resize(sn_onnx_call *c)
{
    const sn_op *op = &sn_op_dynamic_resize;
    const bool upsample = strcmp(c->record->type, "Upsample") == 0;
    const bool old = upsample || c->version < 11;
    void *p = sn_onnx_params(c, op);
    const char *mode = sn_onnx_string(c, "mode", "nearest");
    if (strcmp(mode, "bilinear") == 0) mode = "linear";
    const char *way =
        old ? "asymmetric" : sn_onnx_string(c, "coordinate_transformation_mode", "half_pixel");
    const char *rounding = old ? "floor" : sn_onnx_string(c, "nearest_mode", "round_prefer_floor");
    const sn_tensor *roi = NULL;
    sn_value *scales = sn_onnx_in(c, old ? 1 : 2), *sizes = old ? NULL : sn_onnx_in(c, 3);
    if (strcmp(way, "tf_half_pixel_for_nn") == 0)
        return SN_ONNX_NEVER("coordinates of tf_half_pixel_for_nn");
    if (upsample && c->version < 9) {
        const sn_onnx_attr *a = sn_onnx_take(c, "scales");
        sn_tensor *t;
        void *data;
        if (!a) return SN_ONNX_NEVER("a form of it with scales of each axis");
        const sn_shape shape = SN_SHAPE((sn_dim)a->floats.n);
        c->r->status = sn_tensor_create(c->r->in.ctx, SN_TYPE_f32, &shape, &t, &data);
        if (c->r->status != SN_OK) return SN_ONNX_YES;
        if (a->floats.n) memcpy(data, a->floats.v, a->floats.n * sizeof(float));
        scales = sn_onnx_tensor_value(c, t);
    }
    if (scales && sizes && scales->shape.rank == 1 && scales->shape.d[0] == 0) scales = NULL;
    if (scales && sizes) return SN_ONNX_LATER("it has both scales and sizes");
    const bool ok =
        sn_onnx_set_enum(op, p, "mode", mode) &&
        sn_onnx_set_enum(op, p, "coordinate_transformation_mode", way) &&
        sn_onnx_set_enum(op, p, "nearest_mode", rounding) &&
        sn_onnx_set_f32(op, p, "cubic_coeff_a", sn_onnx_float(c, "cubic_coeff_a", -0.75)) &&
        sn_onnx_set_int(op, p, "exclude_outside", sn_onnx_int(c, "exclude_outside", 0) != 0) &&
        sn_onnx_set_f32(op, p, "extrapolation_value", sn_onnx_float(c, "extrapolation_value", 0)) &&
        sn_onnx_set_int(op, p, "antialias", sn_onnx_int(c, "antialias", 0) != 0) &&
        sn_onnx_set_enum(op, p, "keep_aspect_ratio_policy",
                         sn_onnx_string(c, "keep_aspect_ratio_policy", "stretch"));
    if (!ok) return SN_ONNX_NEVER("an attribute has a value that sinter does not have");
    if (sn_onnx_attr_named(c->record, "axes")) {
        SN_ONNX_NEED_RANK(c, 0);
        if (!sn_onnx_axes(c, "axes", sn_onnx_rank(c, 0), &((sn_resize_params *)p)->axes))
            return SN_ONNX_NEVER("its input has no such axis");
    }
    if (strcmp(way, "tf_crop_and_resize") == 0) {
        roi = sn_infer_data(&c->r->in, 1);
        if (!roi) return SN_ONNX_LATER("its region is not known");
        const int64_t n = sn_tensor_count(roi);
        float *v = SN_NEW_N(c->r->in.arena, float, n);
        for (int64_t i = 0; i < n; i++) v[i] = (float)sn_tensor_at(roi, i);
        ((sn_resize_params *)p)->roi = (sn_floats){(int)n, v};
    }
    /* Means of integers are cut off at the point, as by ONNX Runtime, which has linear ones alone.
     */
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_type type = sn_onnx_type(c, 0);
    const bool means =
        sn_type_is_integer(type) && strcmp(mode, "linear") == 0 && !sn_onnx_int(c, "antialias", 0);
    sn_value *x = means ? sn_onnx_cast(c, sn_onnx_in(c, 0), SN_TYPE_f32) : sn_onnx_in(c, 0);
    sn_value *y = SN_ONNX_MAKE(c, op, p, x, scales, sizes);
    sn_onnx_give(c, 0, means ? sn_onnx_cast(c, y, type) : y);
    return SN_ONNX_YES;
}
