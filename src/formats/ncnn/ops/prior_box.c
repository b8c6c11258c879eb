/* SPDX-License-Identifier: Apache-2.0
 *
 * prior_box: the default boxes of a single shot detector (Liu et al., SSD, 2016), some around each
 * pixel of x. Of both inputs only the sizes matter.
 *
 * With one input, no max_sizes and no image size it is MXNet's MultiBoxPrior, whose result has no
 * variances: rank 1. Coordinates are summed up in float, step by step, as in ncnn. */
#include <math.h>

#include "formats/ncnn/ops/ops.h"
#include "ops/rule.h"

enum { X, IMAGE };
#define FROM_INPUT (-233)

typedef struct prior_box_params {
    sn_floats min_sizes, max_sizes, aspect_ratios, variances;
    int32_t flip, clip;
    int32_t image_width, image_height;
    float step_width, step_height, offset;
    int32_t step_mmdetection, center_mmdetection;
} prior_box_params;

static const sn_param params[] = {
    SN_P_FLOATS(prior_box_params, min_sizes, "sides of the square boxes, in pixels of the image"),
    SN_P_FLOATS(prior_box_params, max_sizes,
                "one for each min size: another square whose area is the product of both"),
    SN_P_FLOATS(prior_box_params, aspect_ratios,
                "width over height of further boxes of each min size"),
    SN_P_FLOATS(prior_box_params, variances,
                "four numbers that go with each box; empty: 0.1, 0.1, 0.2, 0.2"),
    SN_P_BOOL(prior_box_params, flip, 1, "each aspect ratio stands for its inverse too"),
    SN_P_BOOL(prior_box_params, clip, 0, "boxes are cut off at the edges of the image"),
    SN_P_INT(prior_box_params, image_width, 0, INT32_MIN, INT32_MAX,
             "width of the image; -233: that of the second input"),
    SN_P_INT(prior_box_params, image_height, 0, INT32_MIN, INT32_MAX,
             "height of the image; -233: that of the second input"),
    SN_P_F32(prior_box_params, step_width, -233, "distance of pixels of x; -233: image over x"),
    SN_P_F32(prior_box_params, step_height, -233, "distance of rows of x; -233: image over x"),
    SN_P_F32(prior_box_params, offset, 0, "place of a box in its pixel, in steps"),
    SN_P_BOOL(prior_box_params, step_mmdetection, 0, "steps are rounded up"),
    SN_P_BOOL(prior_box_params, center_mmdetection, 0, "the offset counts in steps less 1"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {"image", SN_SLOT_OPTIONAL}, {NULL, 0}};

static const char *validate(const void *params_, sn_arena *arena)
{
    const prior_box_params *p = params_;
    int32_t n_min = p->min_sizes.n, n_max = p->max_sizes.n, n_var = p->variances.n;
    if (n_max != 0 && n_max != n_min) {
        return sn_arena_printf(
            arena, "max_sizes has %d entries, none or %d expected as in min_sizes", n_max, n_min);
    }
    if (n_var != 0 && n_var != 4)
        return sn_arena_printf(arena, "variances has %d entries, none or 4 expected", n_var);
    return NULL;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static bool is_mxnet(const prior_box_params *p, bool has_image)
{
    return !has_image && p->image_width == FROM_INPUT && p->image_height == FROM_INPUT &&
           p->max_sizes.n == 0;
}

/* Boxes around one pixel. */
static int64_t boxes_each(const prior_box_params *p, bool mxnet)
{
    int64_t n_min = p->min_sizes.n, n_ratio = p->aspect_ratios.n;
    if (mxnet) return n_min - 1 + n_ratio;
    return n_min * n_ratio * (p->flip ? 2 : 1) + n_min + p->max_sizes.n;
}

static sn_status check_params(const sn_infer *in, bool mxnet)
{
    const prior_box_params *p = in->params;
    if (p->min_sizes.n == 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "min_sizes is empty, at least 1 expected");
    if (mxnet && p->aspect_ratios.n == 0) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "aspect_ratios is empty, at least 1 expected");
    }
    bool wants_image = p->image_width == FROM_INPUT || p->image_height == FROM_INPUT;
    if (!mxnet && wants_image && !sn_shape_rule_has(in, IMAGE)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "the size of the image is neither a param nor that of a second input");
    }
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const prior_box_params *p = in->params;
    bool mxnet = is_mxnet(p, sn_shape_rule_has(in, IMAGE));
    SN_TRY(sn_shape_rule_rank(in, X, 1, 4));
    SN_TRY(sn_shape_rule_rank(in, IMAGE, 1, 4));
    SN_TRY(check_params(in, mxnet));
    sn_dim h, w, n = sn_shape_rule_symbol(in, 0, mxnet ? 0 : 1);
    if (sn_shape_rule_matrix(&in->in_shape[X], &h, &w)) {
        if (sn_dim_equal(h, 0) || sn_dim_equal(w, 0))
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x is empty");
        n = sn_dim_mul(in->dims, sn_dim_mul(in->dims, h, w), 4 * boxes_each(p, mxnet));
    }
    in->out_shape[0] = mxnet ? SN_SHAPE(n) : SN_SHAPE(2, n);
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct size2 {
    float w, h;
} size2;

typedef struct boxes_job {
    const prior_box_params *p;
    size2 step, start; /* start: the first centre */
    size2 image;       /* what coordinates are divided by; MXNet: 1, sizes are relative already */
    int64_t h, w;
    int64_t n_size;
    size2 *size; /* of the boxes around a pixel, in order */
} boxes_job;

static void add_size(boxes_job *j, float w, float h) { j->size[j->n_size++] = (size2){w, h}; }

static void ssd_sizes(boxes_job *j)
{
    const prior_box_params *p = j->p;
    for (int32_t k = 0; k < p->min_sizes.n; k++) {
        float side = p->min_sizes.v[k];
        add_size(j, side, side);
        if (p->max_sizes.n > 0) {
            float middle = sqrtf(side * p->max_sizes.v[k]);
            add_size(j, middle, middle);
        }
        for (int32_t r = 0; r < p->aspect_ratios.n; r++) {
            float root = sqrtf(p->aspect_ratios.v[r]);
            add_size(j, side * root, side / root);
            if (p->flip) add_size(j, side / root, side * root);
        }
    }
}

static void mxnet_sizes(boxes_job *j)
{
    const prior_box_params *p = j->p;
    float h = (float)j->h, w = (float)j->w;
    for (int32_t k = 0; k < p->min_sizes.n; k++)
        add_size(j, p->min_sizes.v[k] * h / w, p->min_sizes.v[k]);
    for (int32_t r = 1; r < p->aspect_ratios.n; r++) {
        float root = sqrtf(p->aspect_ratios.v[r]), side = p->min_sizes.v[0];
        add_size(j, side * h / w * root, side / root);
    }
}

static float clipped(float v)
{
    v = v < 0 ? 0 : v;
    return v > 1 ? 1 : v;
}

static void put_boxes(const boxes_job *j, float *y)
{
    for (int64_t row = 0; row < j->h; row++) {
        float cx = j->start.w, cy = j->start.h + (float)row * j->step.h;
        for (int64_t col = 0; col < j->w; col++, cx += j->step.w) {
            for (int64_t k = 0; k < j->n_size; k++, y += 4) {
                float half_w = j->size[k].w * 0.5f, half_h = j->size[k].h * 0.5f;
                y[0] = (cx - half_w) / j->image.w;
                y[1] = (cy - half_h) / j->image.h;
                y[2] = (cx + half_w) / j->image.w;
                y[3] = (cy + half_h) / j->image.h;
                for (int i = 0; i < 4 && j->p->clip; i++) y[i] = clipped(y[i]);
            }
        }
    }
}

static void put_variances(const sn_floats *given, float *y, int64_t n)
{
    static const float usual[] = {0.1f, 0.1f, 0.2f, 0.2f};
    const float *v = given->n == 4 ? given->v : usual;
    for (int64_t i = 0; i < n; i++) y[i] = v[i % 4];
}

static float step_of(float given, float image, float x, bool up)
{
    if (given != FROM_INPUT) return given;
    return up ? ceilf(image / x) : image / x;
}

static void place_mxnet(boxes_job *j)
{
    const prior_box_params *p = j->p;
    j->image = (size2){1, 1};
    j->step = (size2){step_of(p->step_width, 1, (float)j->w, false),
                      step_of(p->step_height, 1, (float)j->h, false)};
    j->start = (size2){p->offset * j->step.w, p->offset * j->step.h};
}

static void place_ssd(boxes_job *j, const sn_shape *image)
{
    const prior_box_params *p = j->p;
    sn_dim h = 0, w = 0;
    if (image) (void)sn_shape_rule_matrix(image, &h, &w);
    j->image.w = p->image_width == FROM_INPUT ? (float)w : (float)p->image_width;
    j->image.h = p->image_height == FROM_INPUT ? (float)h : (float)p->image_height;
    j->step = (size2){step_of(p->step_width, j->image.w, (float)j->w, p->step_mmdetection),
                      step_of(p->step_height, j->image.h, (float)j->h, p->step_mmdetection)};
    float less = p->center_mmdetection ? 1 : 0;
    j->start = (size2){p->offset * (j->step.w - less), p->offset * (j->step.h - less)};
}

static sn_status eval(sn_eval *e)
{
    const prior_box_params *p = e->params;
    bool has_image = e->n_in > IMAGE && e->in[IMAGE], mxnet = is_mxnet(p, has_image);
    boxes_job j = {.p = p};
    (void)sn_shape_rule_matrix(&e->in_shape[X], &j.h, &j.w);
    if (!e->out_data[0]) {
        return sn_node_fail(e->ctx, e->node, SN_E_SHAPE,
                            "%lld boxes around each of %lld x %lld pixels",
                            (long long)boxes_each(p, mxnet), (long long)j.h, (long long)j.w);
    }
    j.size = SN_NEW_N(e->arena, size2, boxes_each(p, mxnet));
    float *y = sn_eval_out(e, 0);
    if (mxnet) {
        place_mxnet(&j);
        mxnet_sizes(&j);
        put_boxes(&j, y);
        return SN_OK;
    }
    place_ssd(&j, has_image ? &e->in_shape[IMAGE] : NULL);
    ssd_sizes(&j);
    put_boxes(&j, y);
    put_variances(&p->variances, y + e->out_shape[0].d[1], e->out_shape[0].d[1]);
    return SN_OK;
}

/* ---- operator -------------------------------------------------------------------------------- */

static bool reads_shape_only(const sn_node *node, unsigned slot)
{
    (void)node, (void)slot;
    return true;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 2 * sn_shape_elements(&in->out_shape[0]);
}

const sn_op sn_ncnn_op_prior_box = {
    .name = "ncnn.prior_box",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = default boxes around each pixel of x [, their variances]",
    .slots = slots,
    .types = "any,any2->f32",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(prior_box_params),
    .params = params,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .reads_shape_only = reads_shape_only,
    .cost = cost,
};
