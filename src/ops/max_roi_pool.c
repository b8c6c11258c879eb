/* SPDX-License-Identifier: Apache-2.0
 *
 * max_roi_pool (Girshick, Fast R-CNN, 2015; ONNX MaxRoiPool-22): regions of images between pixels
 * that their corners are rounded to, at least one large, each divided into bins that may share
 * pixels; the largest of those of a bin that are inside of x, 0 where there is none.
 *
 * Places are computed in the type of rois, because rounding decides which pixels are meant. */
#include "ops/max_roi_pool.h"

#include <math.h>

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/gather.h"
#include "ops/rule.h"

static sn_status infer(sn_infer *in)
{
    const sn_max_roi_pool_params *p = in->params;
    const sn_shape *x = &in->in_shape[SN_MAX_ROI_POOL_X],
                   *rois = &in->in_shape[SN_MAX_ROI_POOL_ROIS],
                   *at = &in->in_shape[SN_MAX_ROI_POOL_BATCH];
    SN_TRY(sn_shape_rule_rank(in, SN_MAX_ROI_POOL_X, 4, 4));
    SN_TRY(sn_shape_rule_rank(in, SN_MAX_ROI_POOL_ROIS, 2, 2));
    SN_TRY(sn_shape_rule_rank(in, SN_MAX_ROI_POOL_BATCH, 1, 1));
    if (rois->rank == 2) SN_TRY(sn_shape_rule_size(in, "number of corners", rois->d[1], 4));
    if (rois->rank == 2 && at->rank == 1)
        SN_TRY(sn_shape_rule_size(in, "the size of batch_indices", at->d[0], rois->d[0]));
    sn_shape y = {.rank = 4, .d = {0, 0, p->output_height, p->output_width}};
    y.d[0] = rois->rank == 2 ? rois->d[0]
             : at->rank == 1 ? at->d[0]
                             : sn_shape_rule_symbol(in, 0, 0);
    y.d[1] = x->rank == 4 ? x->d[1] : sn_shape_rule_symbol(in, 0, 1);
    sn_shape_rule_give(in, 0, y);
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

/* Along one axis: the first pixel, and how many for a bin. */
typedef struct extent {
    double first, bin;
} extent;

typedef struct pooling {
    const sn_max_roi_pool_params *p;
    const extent *extents; /* of each region: along h, w */
    const int64_t *image;
    int64_t channels, h, w;
    bool wide;
    sn_elems x, y;
} pooling;

static double rounded(bool wide, double v) { return wide ? v : (double)(float)v; }

static double corner_of(const sn_max_roi_pool_params *p, sn_elems rois, bool wide, int64_t i)
{
    const double v = round(rounded(wide, sn_elems_at(rois, i) * (double)p->spatial_scale));
    if (!(v > -SN_ROI_FARTHEST)) return -SN_ROI_FARTHEST;
    return v < SN_ROI_FARTHEST ? v : SN_ROI_FARTHEST;
}

static extent extent_of(double first, double last, bool wide, int32_t bins)
{
    const double size = last - first + 1;
    return (extent){first, rounded(wide, rounded(wide, size < 1 ? 1 : size) / bins)};
}

/* Pixels [from, to) of bin i. */
static void pixels_of(const extent *e, bool wide, int32_t i, int64_t n, int64_t *from, int64_t *to)
{
    const double most = (double)n, a = floor(rounded(wide, i * e->bin)) + e->first,
                 b = ceil(rounded(wide, (i + 1) * e->bin)) + e->first;
    *from = (int64_t)(a < 0 ? 0 : a > most ? most : a);
    *to = (int64_t)(b < 0 ? 0 : b > most ? most : b);
}

static void one_plane(void *user, int64_t unit)
{
    const pooling *w = user;
    const int64_t region = unit / w->channels;
    const int32_t rows = w->p->output_height, columns = w->p->output_width;
    const extent *e = &w->extents[2 * region];
    const sn_elems x =
        sn_elems_from(w->x, (w->image[region] * w->channels + unit % w->channels) * w->h * w->w);
    for (int32_t bin = 0; bin < rows * columns; bin++) {
        int64_t top, bottom, left, right;
        pixels_of(&e[0], w->wide, bin / columns, w->h, &top, &bottom);
        pixels_of(&e[1], w->wide, bin % columns, w->w, &left, &right);
        double most = top < bottom && left < right ? sn_elems_at(x, top * w->w + left) : 0;
        for (int64_t i = top; i < bottom; i++) {
            for (int64_t k = left; k < right; k++) {
                const double v = sn_elems_at(x, i * w->w + k);
                most = v > most ? v : most;
            }
        }
        sn_elems_put(w->y, unit * rows * columns + bin, most);
    }
}

static sn_status eval(sn_eval *e)
{
    const sn_max_roi_pool_params *p = e->params;
    const sn_shape *x = &e->in_shape[SN_MAX_ROI_POOL_X];
    SN_TRY(sn_eval_ready(e));
    const sn_elems rois = sn_eval_elems(e, SN_MAX_ROI_POOL_ROIS);
    const bool wide = rois.type == SN_TYPE_f64;
    const int64_t n = e->out_shape[0].d[0];
    extent *extents = SN_NEW_N(e->arena, extent, 2 * n + 1);
    int64_t *image = SN_NEW_N(e->arena, int64_t, n + 1);
    for (int64_t i = 0; i < n; i++) {
        double at[4];
        for (int k = 0; k < 4; k++) at[k] = corner_of(p, rois, wide, 4 * i + k);
        extents[2 * i] = extent_of(at[1], at[3], wide, p->output_height);
        extents[2 * i + 1] = extent_of(at[0], at[2], wide, p->output_width);
        SN_TRY(sn_index_in(e, e->in[SN_MAX_ROI_POOL_BATCH], i, x->d[0], &image[i]));
    }
    pooling w = {p,
                 extents,
                 image,
                 x->d[1],
                 x->d[2],
                 x->d[3],
                 wide,
                 sn_eval_elems(e, SN_MAX_ROI_POOL_X),
                 sn_eval_out_elems(e, 0)};
    sn_parallel_for(e->ctx, n * w.channels, one_plane, &w);
    return SN_OK;
}

/* Each bin has some pixels. */
static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 4 * sn_shape_elements(&in->out_shape[0]);
}

/* ---- operator -------------------------------------------------------------------------------- */

static bool wants_integers(const sn_node *node, unsigned slot, int64_t *limit)
{
    *limit = sn_index_limit(sn_in(node, SN_MAX_ROI_POOL_X), 0, 1);
    return slot == SN_MAX_ROI_POOL_BATCH;
}

static const sn_slot slots[] = {{"x", 0}, {"rois", 0}, {"batch_indices", 0}, {NULL, 0}};

static const sn_param param_table[] = {
    SN_P_INT(sn_max_roi_pool_params, output_height, 1, 1, INT32_MAX, "rows of bins"),
    SN_P_INT(sn_max_roi_pool_params, output_width, 1, 1, INT32_MAX, "bins in a row"),
    SN_P_F32(sn_max_roi_pool_params, spatial_scale, 1, "pixels of x for one of what rois count in"),
    SN_P_END,
};

static const char *validate(const void *params, sn_arena *arena)
{
    const sn_max_roi_pool_params *p = params;
    (void)arena;
    return (int64_t)p->output_height * p->output_width > INT32_MAX ? "there are too many bins"
                                                                   : NULL;
}

const sn_op sn_op_max_roi_pool = {
    .name = "max_roi_pool",
    .synopsis = "y = largest pixel in each bin of regions of x",
    .slots = slots,
    .types = "float,float,int->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_max_roi_pool_params),
    .params = param_table,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .wants_integers = wants_integers,
    .cost = cost,
};
