/* SPDX-License-Identifier: Apache-2.0
 *
 * roi_pool (Girshick, Fast R-CNN, 2015), roi_align (He et al., Mask R-CNN, 2017), psroi_pool (Dai
 * et al., R-FCN, 2016): one region of x, divided into pooled_height x pooled_width bins. roi holds
 * its corners x0, y0, x1, y1 in pixels of the image; only the first region is read.
 *
 * x is seen as [c][h][w]; values of rank 1 and 2 are one channel, of rank 4 only the first slice
 * along d counts. Where bins lie is computed in float as in ncnn, because rounding decides which
 * pixels they hold; sums are in double. roi_align of all samples of the one region of an image is
 * the operator of that name. */
#include <math.h>

#include "base/parallel.h"
#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/boxes.h"
#include "ops/roi_align.h"
#include "ops/squeeze.h"

enum { X, ROI };

typedef struct roi_params {
    int32_t pooled_width, pooled_height;
    float spatial_scale;
    int32_t sampling_ratio, aligned, version; /* roi_align */
    int32_t output_dim;                       /* psroi_pool */
} roi_params;

#define POOLED(size, scale)                                                                        \
    SN_P_INT(roi_params, pooled_width, size, 0, INT32_MAX, "bins in a row"),                       \
        SN_P_INT(roi_params, pooled_height, size, 0, INT32_MAX, "rows of bins"),                   \
        SN_P_F32(roi_params, spatial_scale, scale, "pixels of x for one of the image")

static const sn_param pool_params[] = {POOLED(0, 1), SN_P_END};
static const sn_param align_params[] = {
    POOLED(0, 1),
    SN_P_INT(roi_params, sampling_ratio, 0, INT32_MIN, 1 << 12,
             "each bin has so many samples in each direction; 0 or less: one a pixel"),
    SN_P_BOOL(roi_params, aligned, 0, "pixels are points half a pixel off, regions may be small"),
    SN_P_INT(roi_params, version, 0, 0, 1, "0: bins are cut off at the edges of x; 1: samples are"),
    SN_P_END,
};
static const sn_param psroi_params[] = {
    POOLED(7, 0.0625f),
    SN_P_INT(roi_params, output_dim, 0, 0, INT32_MAX, "channels of the result"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {"roi", 0}, {NULL, 0}};

/* ---- shapes ---------------------------------------------------------------------------------- */

static sn_status check(const sn_infer *in)
{
    const roi_params *p = in->params;
    SN_TRY(sn_shape_rule_rank(in, X, 1, 4));
    SN_TRY(sn_shape_rule_rank(in, ROI, 1, 4));
    SN_TRY(sn_boxes_flat(in, ROI, 4));
    if (sn_shape_count(&in->in_shape[X]) == 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x is empty");
    if (p->pooled_width > 0 && p->pooled_height > 0) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%d x %d bins, at least 1 x 1 expected",
                        p->pooled_height, p->pooled_width);
}

static sn_dim channels(const sn_infer *in)
{
    const sn_shape *x = &in->in_shape[X];
    if (x->rank < 0) return sn_shape_rule_symbol(in, 0, 0);
    return x->rank > 2 ? x->d[0] : 1;
}

static sn_status infer(sn_infer *in)
{
    const roi_params *p = in->params;
    SN_TRY(check(in));
    sn_shape_rule_give(in, 0, SN_SHAPE(channels(in), p->pooled_height, p->pooled_width));
    return SN_OK;
}

static sn_status infer_psroi(sn_infer *in)
{
    const roi_params *p = in->params;
    SN_TRY(check(in));
    if (p->output_dim < 1) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "output_dim is %d, at least 1 expected",
                            p->output_dim);
    }
    sn_dim n = sn_dim_mul(in->dims, sn_dim_mul(in->dims, p->output_dim, p->pooled_height),
                          p->pooled_width);
    if (!sn_dim_known(n)) return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "too many bins");
    if (in->in_shape[X].rank >= 0)
        SN_TRY(sn_shape_rule_size(in, "number of channels", channels(in), n));
    sn_shape_rule_give(in, 0, SN_SHAPE(p->output_dim, p->pooled_height, p->pooled_width));
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct roi_job {
    const roi_params *p;
    sn_planes planes;
    const float *x;
    float *y;
    float x0, y0;       /* first corner of the region, in pixels of x */
    float bin_w, bin_h; /* sizes of a bin */
} roi_job;

static roi_job job_of(const sn_eval *e)
{
    return (roi_job){.p = e->params,
                     .planes = sn_planes_of(&e->in_shape[X]),
                     .x = sn_eval_in(e, X),
                     .y = sn_eval_out(e, 0)};
}

/* A place as a whole pixel from 0 to n. */
static int64_t pixel(float at, int64_t n)
{
    if (!(at > 0)) return 0;
    return at < (float)n ? (int64_t)at : n;
}

/* Pixels from [0] up to, not including, [1]. */
typedef struct roi_range {
    int64_t at[2];
} roi_range;

/* roi_pool rounds within the region, psroi_pool within x. */
static roi_range bin_range(float start, float size, int32_t bin, int64_t n, bool start_is_whole)
{
    float lo = (float)bin * size, hi = (float)(bin + 1) * size;
    if (start_is_whole) {
        lo = start + floorf(lo);
        hi = start + ceilf(hi);
    } else {
        lo = floorf(start + lo);
        hi = ceilf(start + hi);
    }
    return (roi_range){{pixel(lo, n), pixel(hi, n)}};
}

static void set_bins(roi_job *j, float w, float h)
{
    j->bin_w = w / (float)j->p->pooled_width;
    j->bin_h = h / (float)j->p->pooled_height;
}

/* ---- roi_pool, psroi_pool -------------------------------------------------------------------- */

static float max_of(const roi_job *j, const float *plane, roi_range rows, roi_range cols)
{
    if (rows.at[1] <= rows.at[0] || cols.at[1] <= cols.at[0]) return 0;
    float max = plane[rows.at[0] * j->planes.w + cols.at[0]];
    for (int64_t row = rows.at[0]; row < rows.at[1]; row++)
        for (int64_t col = cols.at[0]; col < cols.at[1]; col++)
            max = sn_larger(max, plane[row * j->planes.w + col]);
    return max;
}

static float mean_of(const roi_job *j, const float *plane, roi_range rows, roi_range cols)
{
    if (rows.at[1] <= rows.at[0] || cols.at[1] <= cols.at[0]) return 0;
    double sum = 0;
    for (int64_t row = rows.at[0]; row < rows.at[1]; row++)
        for (int64_t col = cols.at[0]; col < cols.at[1]; col++)
            sum += (double)plane[row * j->planes.w + col];
    int64_t n = (rows.at[1] - rows.at[0]) * (cols.at[1] - cols.at[0]);
    return (float)(sum / (double)n);
}

static void pool_channel(void *user, int64_t c)
{
    const roi_job *j = user;
    const float *plane = j->x + c * j->planes.stride;
    float *y = j->y + c * j->p->pooled_height * j->p->pooled_width;
    for (int32_t row = 0; row < j->p->pooled_height; row++) {
        roi_range rows = bin_range(j->y0, j->bin_h, row, j->planes.h, true);
        for (int32_t col = 0; col < j->p->pooled_width; col++) {
            roi_range cols = bin_range(j->x0, j->bin_w, col, j->planes.w, true);
            *y++ = max_of(j, plane, rows, cols);
        }
    }
}

static sn_status eval_pool(sn_eval *e)
{
    SN_TRY(sn_eval_all_f32(e));
    roi_job j = job_of(e);
    const float *roi = sn_eval_in(e, ROI);
    float scale = j.p->spatial_scale;
    j.x0 = roundf(roi[0] * scale);
    j.y0 = roundf(roi[1] * scale);
    set_bins(&j, sn_larger(roundf(roi[2] * scale) - j.x0 + 1, 1),
             sn_larger(roundf(roi[3] * scale) - j.y0 + 1, 1));
    sn_parallel_for(e->ctx, j.planes.c, pool_channel, &j);
    return SN_OK;
}

/* Each bin has a plane of its own. */
static void psroi_channel(void *user, int64_t c)
{
    const roi_job *j = user;
    int64_t bin = c * j->p->pooled_height * j->p->pooled_width;
    for (int32_t row = 0; row < j->p->pooled_height; row++) {
        roi_range rows = bin_range(j->y0, j->bin_h, row, j->planes.h, false);
        for (int32_t col = 0; col < j->p->pooled_width; col++, bin++) {
            roi_range cols = bin_range(j->x0, j->bin_w, col, j->planes.w, false);
            j->y[bin] = mean_of(j, j->x + bin * j->planes.stride, rows, cols);
        }
    }
}

static sn_status eval_psroi(sn_eval *e)
{
    SN_TRY(sn_eval_all_f32(e));
    roi_job j = job_of(e);
    const float *roi = sn_eval_in(e, ROI);
    float scale = j.p->spatial_scale;
    j.x0 = roundf(roi[0]) * scale;
    j.y0 = roundf(roi[1]) * scale;
    set_bins(&j, sn_larger(roundf(roi[2] + 1) * scale - j.x0, 0.1f),
             sn_larger(roundf(roi[3] + 1) * scale - j.y0, 0.1f));
    sn_parallel_for(e->ctx, j.p->output_dim, psroi_channel, &j);
    return SN_OK;
}

/* ---- roi_align ------------------------------------------------------------------------------- */

/* The two pixels beside a place and their weights; beyond the last pixel it counts alone. */
typedef struct tap {
    int64_t at[2];
    double weight[2];
} tap;

static tap tap_at(float at, int64_t n)
{
    int64_t first = at > 0 && at < 2147483648.0f ? (int64_t)at : 0;
    if (first + 1 >= n) return (tap){{first, n - 1}, {1, 0}};
    double rest = (double)at - (double)first;
    return (tap){{first, first + 1}, {1 - rest, rest}};
}

/* A bin across the edge of x may have samples right of it (version 0), for which ncnn goes on in
 * the next row. Beyond the end of the plane it reads what is not part of the value; here that is
 * the last pixel. */
static double element(const roi_job *j, const float *plane, int64_t row, int64_t col)
{
    int64_t i = row * j->planes.w + col, last = j->planes.h * j->planes.w - 1;
    return (double)plane[i > last ? last : i];
}

static double sample(const roi_job *j, const float *plane, float x, float y)
{
    tap rows = tap_at(y, j->planes.h), cols = tap_at(x, j->planes.w);
    double sum = 0;
    for (int r = 0; r < 2; r++) {
        double row = 0;
        for (int c = 0; c < 2; c++)
            if (cols.weight[c] != 0)
                row += cols.weight[c] * element(j, plane, rows.at[r], cols.at[c]);
        if (rows.weight[r] != 0) sum += rows.weight[r] * row;
    }
    return sum;
}

/* Version 0: the mean over samples of the bin, whose start is moved into x. */
static float align_clipped(const roi_job *j, const float *plane, int32_t bin_row, int32_t bin_col)
{
    float w = (float)j->planes.w, h = (float)j->planes.h;
    float top = sn_smaller(sn_larger(j->y0 + (float)bin_row * j->bin_h, 0), h);
    float left = sn_smaller(sn_larger(j->x0 + (float)bin_col * j->bin_w, 0), w);
    float bottom = sn_smaller(sn_larger(j->y0 + (float)(bin_row + 1) * j->bin_h, 0), h);
    float right = sn_smaller(sn_larger(j->x0 + (float)(bin_col + 1) * j->bin_w, 0), w);
    if (!(bottom > top && right > left)) return 0;
    int32_t ratio = j->p->sampling_ratio;
    int64_t n_row = ratio > 0 ? ratio : (int64_t)ceilf(bottom - top);
    int64_t n_col = ratio > 0 ? ratio : (int64_t)ceilf(right - left);
    double sum = 0;
    for (int64_t row = 0; row < n_row; row++) {
        float y = top + ((float)row + 0.5f) * j->bin_h / (float)n_row;
        for (int64_t col = 0; col < n_col; col++)
            sum += sample(j, plane, left + ((float)col + 0.5f) * j->bin_w / (float)n_col, y);
    }
    return (float)(sum / (double)(n_row * n_col));
}

static void clip_channel(void *user, int64_t c)
{
    const roi_job *j = user;
    const float *plane = j->x + c * j->planes.stride;
    float *y = j->y + c * j->p->pooled_height * j->p->pooled_width;
    for (int32_t row = 0; row < j->p->pooled_height; row++)
        for (int32_t col = 0; col < j->p->pooled_width; col++)
            *y++ = align_clipped(j, plane, row, col);
}

static sn_roi_align_params aligned_params(const roi_params *p)
{
    return (sn_roi_align_params){
        .coordinate_transformation_mode = p->aligned ? SN_ROI_HALF_PIXEL : SN_ROI_OUTPUT_HALF_PIXEL,
        .mode = SN_ROI_AVG,
        .output_height = p->pooled_height,
        .output_width = p->pooled_width,
        .sampling_ratio = p->sampling_ratio > 0 ? p->sampling_ratio : 0,
        .spatial_scale = p->spatial_scale,
    };
}

/* Version 1: as in Detectron2. (ncnn's generic code reads past the edge where a sample is exactly
 * on it.) */
static sn_status eval_all(sn_eval *e)
{
    const roi_job j = job_of(e);
    const sn_roi_align_params p = aligned_params(j.p);
    const int64_t bins = (int64_t)p.output_height * p.output_width;
    sn_roi_bins b;
    SN_TRY(sn_roi_bins_of(e, &p, j.planes.h, j.planes.w, sn_elems_f32(sn_eval_in(e, ROI)), &b));
    for (int64_t c = 0; c < j.planes.c; c++)
        sn_roi_align_plane(&b, sn_elems_f32(j.x + c * j.planes.stride),
                           sn_elems_f32(j.y + c * bins));
    return SN_OK;
}

static sn_status eval_align(sn_eval *e)
{
    SN_TRY(sn_eval_all_f32(e));
    roi_job j = job_of(e);
    if (j.p->version == 1) return eval_all(e);
    const float *roi = sn_eval_in(e, ROI);
    float scale = j.p->spatial_scale, shift = j.p->aligned ? 0.5f : 0;
    j.x0 = roi[0] * scale - shift;
    j.y0 = roi[1] * scale - shift;
    float w = roi[2] * scale - shift - j.x0, h = roi[3] * scale - shift - j.y0;
    if (!j.p->aligned) {
        w = sn_larger(w, 1);
        h = sn_larger(h, 1);
    }
    set_bins(&j, w, h);
    sn_parallel_for(e->ctx, j.planes.c, clip_channel, &j);
    return SN_OK;
}

/* Of the one region of an image by its samples alone. */
static sn_answer resolve_align(sn_resolve *r)
{
    const roi_params *p = r->in.params;
    const sn_shape *x = &r->in.in_shape[X], *roi = &r->in.in_shape[ROI];
    sn_value *in[] = {sn_in(r->node, X), sn_in(r->node, ROI)};
    if (p->version != 1) return SN_ANSWER_NO("bins are cut off at the edges of its input");
    if (p->pooled_width < 1 || p->pooled_height < 1) return SN_ANSWER_NO("it has no bins");
    if (x->rank < 0 || roi->rank < 0)
        return SN_ANSWER_UNKNOWN("the ranks of its inputs are not known");
    if (x->rank != 3) return SN_ANSWER_NO("its input is no image");
    for (int i = 0; i < roi->rank; i++) {
        const sn_dim size = i == roi->rank - 1 ? 4 : 1;
        if (sn_dim_differ(r->in.dims, roi->d[i], size))
            return SN_ANSWER_NO("only the first of its regions is read");
        if (!sn_dim_equal(roi->d[i], size))
            return SN_ANSWER_UNKNOWN("how many regions it has is not known");
    }
    if (roi->rank > 1) {
        int32_t axes[SN_MAX_RANK];
        for (int i = 0; i + 1 < roi->rank; i++) axes[i] = i;
        const sn_squeeze_params q = {.axes = sn_ints_of(r->in.arena, roi->rank - 1, axes)};
        in[ROI] = sn_resolve_node(r, &sn_op_squeeze, &q, 1, &in[ROI]);
    }
    const sn_roi_align_params q = aligned_params(p);
    r->made[0] = sn_resolve_node(r, &sn_op_roi_align, &q, 2, in);
    return SN_ANSWER_YES;
}

sn_answer sn_ncnn_roi_implies(const sn_node *reader, uint16_t slot)
{
    const sn_node *view = sn_in(reader, slot)->def;
    const sn_shape *x = &sn_in(view, 0)->shape, *y = &view->out[0]->shape;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (x->rank < 1 || x->rank > 4 || y->rank != 1) return SN_ANSWER_NO(NULL);
    for (int i = 0; i < x->rank; i++)
        if (!sn_dim_equal(x->d[i], i == x->rank - 1 ? 4 : 1)) return SN_ANSWER_NO(NULL);
    return SN_ANSWER_YES;
}

/* ---- operators ------------------------------------------------------------------------------- */

/* Each pixel of the region is in about one bin. */
static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 4 * sn_shape_elements(&in->in_shape[X]);
}

const sn_op sn_ncnn_op_roi_pooling = {
    .name = "ncnn.roi_pooling",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = largest element of each bin of a region of x",
    .slots = slots,
    .types = "float,float2->float",
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(roi_params),
    .params = pool_params,
    .infer = infer,
    .eval = eval_pool,
    .cost = cost,
};

const sn_op sn_ncnn_op_roi_align = {
    .name = "ncnn.roi_align",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = mean of samples in each bin of a region of x",
    .slots = slots,
    .types = "float,float2->float",
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(roi_params),
    .params = align_params,
    .resolve = resolve_align,
    .infer = infer,
    .eval = eval_align,
    .cost = cost,
};

const sn_op sn_ncnn_op_psroi_pooling = {
    .name = "ncnn.psroi_pooling",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = mean of each bin of a region, each from a channel of its own",
    .slots = slots,
    .types = "float,float2->float",
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(roi_params),
    .params = psroi_params,
    .infer = infer_psroi,
    .eval = eval_psroi,
    .cost = cost,
};
