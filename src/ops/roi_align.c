/* SPDX-License-Identifier: Apache-2.0
 *
 * roi_align (He et al., Mask R-CNN, 2017; ONNX RoiAlign-16): regions of images, each divided into
 * bins, of which samples between pixels are taken. A sample more than a pixel outside of x is 0,
 * others outside are as at its edge. The largest of a bin is that of the pixels beside its samples,
 * each times its weight, as in ONNX.
 *
 * Places are computed in the type of rois, because rounding decides which pixels are meant; the
 * sums are in double. */
#include "ops/roi_align.h"

#include "base/parallel.h"
#include "ops/gather.h"
#include "ops/rule.h"

#include <math.h>

/* ---- shapes ---------------------------------------------------------------------------------- */

static sn_status infer(sn_infer *in)
{
    const sn_roi_align_params *p = in->params;
    const sn_shape *x = &in->in_shape[SN_ROI_ALIGN_X], *rois = &in->in_shape[SN_ROI_ALIGN_ROIS];
    const bool batched = sn_shape_rule_has(in, SN_ROI_ALIGN_BATCH);
    const sn_shape at = sn_shape_rule_shape(in, SN_ROI_ALIGN_BATCH);
    const int x_rank = batched ? 4 : 3, regions = rois->rank >= 0 ? rois->rank - 1 : at.rank;
    SN_TRY(sn_shape_rule_rank(in, SN_ROI_ALIGN_X, x_rank, x_rank));
    SN_TRY(sn_shape_rule_rank(in, SN_ROI_ALIGN_ROIS, 1, SN_MAX_RANK - 2));
    if (batched && rois->rank > 0)
        SN_TRY(sn_shape_rule_rank(in, SN_ROI_ALIGN_BATCH, rois->rank - 1, rois->rank - 1));
    if (rois->rank > 0)
        SN_TRY(sn_shape_rule_size(in, "number of corners", rois->d[rois->rank - 1], 4));
    if (regions < 0) return SN_OK;
    sn_shape y = {.rank = (int8_t)(regions + 3)};
    for (int i = 0; i < regions; i++) {
        if (rois->rank > 0 && at.rank >= 0)
            SN_TRY(sn_shape_rule_size(in, "a size of batch_indices", at.d[i], rois->d[i]));
        y.d[i] = rois->rank > 0 ? rois->d[i] : at.d[i];
    }
    y.d[regions] = x->rank < 0 ? sn_shape_rule_symbol(in, 0, regions) : x->d[x_rank - 3];
    y.d[regions + 1] = p->output_height;
    y.d[regions + 2] = p->output_width;
    sn_shape_rule_give(in, 0, y);
    return SN_OK;
}

/* ---- samples --------------------------------------------------------------------------------- */

/* Each step is rounded to the type of rois. */
static double rounded(bool wide, double v) { return wide ? v : (double)(float)v; }

/* -1: too many to be meant. */
static int64_t samples_of(const sn_roi_align_params *p, double bin)
{
    if (p->sampling_ratio > 0) return p->sampling_ratio;
    if (!(bin > 0)) return 0;
    return bin <= SN_ROI_MOST_SAMPLES ? (int64_t)ceil(bin) : -1;
}

sn_status sn_roi_bins_of(const sn_eval *e, const sn_roi_align_params *p, int64_t h, int64_t w,
                         sn_elems roi, sn_roi_bins *out)
{
    const bool wide = roi.type == SN_TYPE_f64;
    const bool half = p->coordinate_transformation_mode == SN_ROI_HALF_PIXEL;
    double at[4];
    for (int i = 0; i < 4; i++) {
        at[i] = rounded(wide, sn_elems_at(roi, i) * (double)p->spatial_scale);
        if (half) at[i] = rounded(wide, at[i] - 0.5);
    }
    double width = rounded(wide, at[2] - at[0]), height = rounded(wide, at[3] - at[1]);
    if (!half) {
        width = width < 1 ? 1 : width;
        height = height < 1 ? 1 : height;
    }
    *out = (sn_roi_bins){.p = p,
                         .h = h,
                         .w = w,
                         .wide = wide,
                         .x0 = at[0],
                         .y0 = at[1],
                         .bin_w = rounded(wide, width / p->output_width),
                         .bin_h = rounded(wide, height / p->output_height)};
    out->columns = samples_of(p, out->bin_w);
    out->rows = samples_of(p, out->bin_h);
    if (out->rows >= 0 && out->columns >= 0) return SN_OK;
    return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED,
                        "bins of %g x %g pixels are too large to be sampled one by one", out->bin_h,
                        out->bin_w);
}

/* The pixels beside a place, and their weights; beyond the last pixel it counts alone. */
typedef struct sample_place {
    int64_t at[2];
    double weight[2];
} sample_place;

/* False where sample k of n of that bin is too far outside. */
static bool tap_of(const sn_roi_bins *b, double start, double bin, int64_t i, int64_t k, int64_t n,
                   int64_t size, sample_place *out)
{
    const double corner = rounded(b->wide, start + rounded(b->wide, (double)i * bin));
    const double along = rounded(b->wide, rounded(b->wide, ((double)k + 0.5) * bin) / (double)n);
    double at = rounded(b->wide, corner + along);
    if (!(at >= -1 && at <= (double)size)) return false;
    at = at < 0 ? 0 : at;
    const int64_t first = (int64_t)at < size - 1 ? (int64_t)at : size - 1;
    const double rest = first < size - 1 ? at - (double)first : 0;
    *out = (sample_place){{first, first < size - 1 ? first + 1 : first}, {1 - rest, rest}};
    return true;
}

/* The sum of what pixels beside a sample count, or the largest. */
static double sample(const sn_roi_bins *b, sn_elems plane, const sample_place *row,
                     const sample_place *column)
{
    double of[4];
    for (int i = 0; i < 4; i++) {
        const double weight = row->weight[i / 2] * column->weight[i % 2];
        of[i] = weight * sn_elems_at(plane, row->at[i / 2] * b->w + column->at[i % 2]);
    }
    if (b->p->mode == SN_ROI_AVG) return of[0] + of[1] + of[2] + of[3];
    for (int i = 1; i < 4; i++) of[0] = of[i] > of[0] ? of[i] : of[0];
    return of[0];
}

static double bin_of(const sn_roi_bins *b, sn_elems plane, int32_t i, int32_t k)
{
    const bool is_max = b->p->mode == SN_ROI_MAX;
    const int64_t n = b->rows * b->columns;
    double y = is_max && n > 0 ? (double)-INFINITY : 0;
    sample_place row = {.weight = {0}}, column = {.weight = {0}};
    for (int64_t r = 0; r < b->rows; r++) {
        const bool inside = tap_of(b, b->y0, b->bin_h, i, r, b->rows, b->h, &row);
        for (int64_t c = 0; c < b->columns; c++) {
            const bool here = inside && tap_of(b, b->x0, b->bin_w, k, c, b->columns, b->w, &column);
            const double v = here ? sample(b, plane, &row, &column) : 0;
            y = !is_max ? y + v : v > y ? v : y;
        }
    }
    return is_max ? y : y / (double)(n > 1 ? n : 1);
}

void sn_roi_align_plane(const sn_roi_bins *b, sn_elems plane, sn_elems y)
{
    for (int32_t i = 0, at = 0; i < b->p->output_height; i++)
        for (int32_t k = 0; k < b->p->output_width; k++, at++)
            sn_elems_put(y, at, bin_of(b, plane, i, k));
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct roi_work {
    const sn_roi_bins *bins; /* of each region */
    const int64_t *image;
    int64_t channels, bins_in_all;
    sn_elems x, y;
} roi_work;

static void one_plane(void *user, int64_t i)
{
    const roi_work *w = user;
    const sn_roi_bins *b = &w->bins[i / w->channels];
    const int64_t plane = w->image[i / w->channels] * w->channels + i % w->channels;
    sn_roi_align_plane(b, sn_elems_from(w->x, plane * b->h * b->w),
                       sn_elems_from(w->y, i * w->bins_in_all));
}

static sn_status eval(sn_eval *e)
{
    const sn_roi_align_params *p = e->params;
    const sn_shape *x = &e->in_shape[SN_ROI_ALIGN_X], *rois = &e->in_shape[SN_ROI_ALIGN_ROIS];
    const int channels = x->rank - 3;
    const int64_t n = sn_span_count(rois, 0, rois->rank - 1);
    SN_TRY(sn_eval_ready(e));
    sn_roi_bins *bins = SN_NEW_N(e->arena, sn_roi_bins, n + 1);
    int64_t *image = SN_NEW_N(e->arena, int64_t, n + 1);
    const sn_elems roi = sn_eval_elems(e, SN_ROI_ALIGN_ROIS);
    const sn_tensor *at = e->n_in > SN_ROI_ALIGN_BATCH ? e->in[SN_ROI_ALIGN_BATCH] : NULL;
    for (int64_t i = 0; i < n; i++) {
        if (at) SN_TRY(sn_index_in(e, at, i, x->d[0], &image[i]));
        SN_TRY(sn_roi_bins_of(e, p, x->d[channels + 1], x->d[channels + 2],
                              sn_elems_from(roi, 4 * i), &bins[i]));
    }
    roi_work w = {bins,
                  image,
                  x->d[channels],
                  (int64_t)p->output_height * p->output_width,
                  sn_eval_elems(e, SN_ROI_ALIGN_X),
                  sn_eval_out_elems(e, 0)};
    if (x->d[channels + 1] > 0 && x->d[channels + 2] > 0) {
        sn_parallel_for(e->ctx, n * w.channels, one_plane, &w);
    } else {
        for (int64_t i = 0; i < n * w.channels * w.bins_in_all; i++) sn_elems_put(w.y, i, 0);
    }
    return SN_OK;
}

/* Each bin has some samples of four pixels. */
static void cost(const sn_infer *in, sn_cost *out)
{
    const int32_t ratio = ((const sn_roi_align_params *)in->params)->sampling_ratio;
    const double samples = ratio > 0 ? (double)ratio * ratio : 4;
    out->flops = 8 * samples * sn_shape_elements(&in->out_shape[0]);
}

/* ---- operator -------------------------------------------------------------------------------- */

static bool wants_integers(const sn_node *node, unsigned slot, int64_t *limit)
{
    *limit = sn_index_limit(sn_in(node, SN_ROI_ALIGN_X), 0, 1);
    return slot == SN_ROI_ALIGN_BATCH;
}

static const sn_slot slots[] = {
    {"x", 0}, {"rois", 0}, {"batch_indices", SN_SLOT_OPTIONAL}, {NULL, 0}};

static const char *const ways[] = {"half_pixel", "output_half_pixel", NULL};
static const char *const modes[] = {"avg", "max", NULL};

static const sn_param param_table[] = {
    SN_P_ENUM(sn_roi_align_params, coordinate_transformation_mode, SN_ROI_HALF_PIXEL, ways,
              "whether regions are moved by half a pixel, or are a pixel large at least"),
    SN_P_ENUM(sn_roi_align_params, mode, SN_ROI_AVG, modes, "what is made of the samples of a bin"),
    SN_P_INT(sn_roi_align_params, output_height, 1, 1, INT32_MAX, "rows of bins"),
    SN_P_INT(sn_roi_align_params, output_width, 1, 1, INT32_MAX, "bins in a row"),
    SN_P_INT(sn_roi_align_params, sampling_ratio, 0, 0, SN_ROI_MOST_SAMPLES,
             "each bin has so many samples in each direction; 0: one a pixel"),
    SN_P_F32(sn_roi_align_params, spatial_scale, 1, "pixels of x for one of what rois count in"),
    SN_P_END,
};

const sn_op sn_op_roi_align = {
    .name = "roi_align",
    .synopsis = "y = mean or largest of samples in each bin of regions of x",
    .slots = slots,
    .types = "float,float,int->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_roi_align_params),
    .params = param_table,
    .infer = infer,
    .eval = eval,
    .wants_integers = wants_integers,
    .cost = cost,
};
