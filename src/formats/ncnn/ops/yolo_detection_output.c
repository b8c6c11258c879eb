/* SPDX-License-Identifier: Apache-2.0
 *
 * yolo_detection_output, yolov3_detection_output: what YOLO heads found (Redmon and Farhadi,
 * YOLO9000, 2017, and YOLOv3, 2018). A head is [n_box * (5 + n_class)][h][w]: for each anchor x, y,
 * w, h, the score of the box and those of its classes. Labels start at 1, 0 is the background.
 *
 * Version 2 works in place in ncnn, and where it finds nothing its first input comes out, with the
 * softmax of its class scores: a value of another rank than that of boxes. So nothing is known of
 * the shape of its result. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/boxes.h"

enum { N_BOX_SCORES = 5 }; /* x, y, w, h, score: before the class scores */

typedef struct yolo_params {
    int32_t num_class, num_box;
    float confidence_threshold, nms_threshold;
    sn_floats biases;
    sn_floats mask, anchors_scale; /* version 3 */
} yolo_params;

#define YOLO_PARAMS                                                                                \
    SN_P_INT(yolo_params, num_class, 20, 0, 1 << 24, "classes, without the background"),           \
        SN_P_INT(yolo_params, num_box, 5, 1, 1 << 24, "anchors of each head"),                     \
        SN_P_F32(yolo_params, confidence_threshold, 0.01f, "a box needs at least this score"),     \
        SN_P_F32(yolo_params, nms_threshold, 0.45f,                                                \
                 "a box goes that overlaps a better one by more than this"),                       \
        SN_P_FLOATS(yolo_params, biases, "width and height of each anchor")

static const sn_param v2_params[] = {YOLO_PARAMS, SN_P_END};
static const sn_param v3_params[] = {
    YOLO_PARAMS,
    SN_P_FLOATS(yolo_params, mask, "which anchors each head has: num_box numbers a head, from 0"),
    SN_P_FLOATS(yolo_params, anchors_scale, "pixels of the image for one of each head"),
    SN_P_END,
};
static const sn_slot slots[] = {{"head", SN_SLOT_VARIADIC}, {NULL, 0}};

/* ---- shapes ---------------------------------------------------------------------------------- */

static sn_status check_heads(const sn_infer *in)
{
    const yolo_params *p = in->params;
    for (unsigned i = 0; i < in->n_in; i++) {
        const sn_shape *s = &in->in_shape[i];
        SN_TRY(sn_shape_rule_rank(in, i, 3, 4));
        if (s->rank < 0) continue;
        if (sn_dim_known(s->d[0]) && s->d[0] / p->num_box != N_BOX_SCORES + p->num_class) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "head %u has %lld channels, %d boxes need %d each", i,
                                (long long)s->d[0], p->num_box, N_BOX_SCORES + p->num_class);
        }
        if (sn_shape_count(s) == 0)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "head %u is empty", i);
    }
    return SN_OK;
}

static sn_status check_list(const sn_infer *in, const char *what, int64_t found, int64_t expected)
{
    if (found >= expected) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s has %lld entries, %lld expected", what,
                        (long long)found, (long long)expected);
}

static sn_status infer_v2(sn_infer *in)
{
    const yolo_params *p = in->params;
    SN_TRY(check_list(in, "biases", p->biases.n, 2 * (int64_t)p->num_box));
    return check_heads(in);
}

static sn_status infer_v3(sn_infer *in)
{
    const yolo_params *p = in->params;
    int64_t n_anchor = (int64_t)in->n_in * p->num_box;
    SN_TRY(check_list(in, "mask", p->mask.n, n_anchor));
    SN_TRY(check_list(in, "anchors_scale", p->anchors_scale.n, in->n_in));
    for (int64_t i = 0; i < n_anchor; i++) {
        float anchor = p->mask.v[i]; /* cut off to an int, so -0.5 is 0 */
        if (anchor > -1 && anchor < (float)(p->biases.n / 2)) continue;
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "mask names anchor %g, biases has %d",
                            (double)anchor, p->biases.n / 2);
    }
    SN_TRY(check_heads(in));
    return sn_boxes_infer(in);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct head_job {
    const yolo_params *p;
    sn_planes x;
    const float *box; /* x, y, w, h, score of the anchor at hand: planes */
    const float *classes;
    float anchor_w, anchor_h; /* of the anchor at hand */
    float image_w, image_h;   /* that the anchor's sizes are relative to */
} head_job;

static float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }

/* The first plane of class scores of an anchor. */
static int64_t class_plane(const yolo_params *p, int64_t anchor)
{
    return anchor * (N_BOX_SCORES + p->num_class) + N_BOX_SCORES;
}

static void start_anchor(head_job *j, const float *x, int64_t anchor, int64_t bias)
{
    j->classes = x + class_plane(j->p, anchor) * j->x.stride;
    j->box = j->classes - N_BOX_SCORES * j->x.stride;
    j->anchor_w = j->p->biases.v[2 * bias];
    j->anchor_h = j->p->biases.v[2 * bias + 1];
}

/* The best of the class scores at place i, if any is above `floor`; class 0 else. */
static int32_t best_class(const head_job *j, int64_t i, float floor, float *score)
{
    int32_t best = 0;
    *score = floor;
    for (int32_t k = 0; k < j->p->num_class; k++) {
        float found = j->classes[k * j->x.stride + i];
        if (!(found > *score)) continue;
        best = k;
        *score = found;
    }
    return best;
}

static sn_box box_at(const head_job *j, int64_t i)
{
    const float *b = j->box + i;
    int64_t row = i / j->x.w, col = i % j->x.w;
    float cx = ((float)col + sigmoid(b[0])) / (float)j->x.w;
    float cy = ((float)row + sigmoid(b[j->x.stride])) / (float)j->x.h;
    float w = expf(b[2 * j->x.stride]) * j->anchor_w / j->image_w;
    float h = expf(b[3 * j->x.stride]) * j->anchor_h / j->image_h;
    return (sn_box){.x0 = cx - w * 0.5f,
                    .y0 = cy - h * 0.5f,
                    .x1 = cx + w * 0.5f,
                    .y1 = cy + h * 0.5f,
                    .area = w * h};
}

/* ---- version 2 ------------------------------------------------------------------------------- */

static void softmax_at(float *scores, int64_t n, int64_t stride)
{
    float max = -FLT_MAX;
    double sum = 0;
    for (int64_t k = 0; k < n; k++) max = scores[k * stride] > max ? scores[k * stride] : max;
    for (int64_t k = 0; k < n; k++) sum += exp((double)scores[k * stride] - (double)max);
    for (int64_t k = 0; k < n; k++)
        scores[k * stride] = (float)(exp((double)scores[k * stride] - (double)max) / sum);
}

static void find_v2(const head_job *j, sn_boxes *found)
{
    for (int64_t i = 0; i < j->x.h * j->x.w; i++) {
        float class_score;
        int32_t label = best_class(j, i, 0, &class_score);
        float score = sigmoid(j->box[4 * j->x.stride + i]) * class_score;
        if (!(score >= j->p->confidence_threshold)) continue;
        sn_box box = box_at(j, i);
        box.area = (box.x1 - box.x0) * (box.y1 - box.y0);
        box.label = label;
        box.score = score;
        SN_PUSH(*found, box);
    }
}

/* `x` is a head that is overwritten. */
static void head_v2(const yolo_params *p, const sn_shape *shape, float *x, sn_boxes *found)
{
    head_job j = {.p = p, .x = sn_planes_of(shape)};
    j.image_w = (float)j.x.w;
    j.image_h = (float)j.x.h;
    for (int32_t anchor = 0; anchor < p->num_box; anchor++) {
        start_anchor(&j, x, anchor, anchor);
        float *classes = x + class_plane(p, anchor) * j.x.stride;
        for (int64_t i = 0; i < j.x.stride; i++) softmax_at(classes + i, p->num_class, j.x.stride);
        find_v2(&j, found);
    }
}

static sn_status eval_v2(sn_eval *e)
{
    const yolo_params *p = e->params;
    float *first = NULL;
    sn_boxes found = SN_VEC_IN(e->arena);
    SN_TRY(sn_boxes_inputs_f32(e));
    for (unsigned i = 0; i < e->n_in; i++) {
        float *x = sn_arena_copy(e->arena, sn_eval_in(e, i), (size_t)e->in[i]->n_bytes);
        head_v2(p, &e->in_shape[i], x, &found);
        if (i == 0) first = x;
    }
    sn_boxes_sort(found.v, found.n);
    size_t n = sn_boxes_thin(found.v, found.n, p->nms_threshold, false);
    if (n > 0) return sn_boxes_give(e, found.v, n, 1);
    SN_TRY(sn_eval_alloc(e, 0, SN_TYPE_f32, &e->in_shape[0]));
    memcpy(e->out_data[0], first, (size_t)e->in[0]->n_bytes);
    return SN_OK;
}

/* ---- version 3 ------------------------------------------------------------------------------- */

static void find_v3(const head_job *j, sn_boxes *found)
{
    for (int64_t i = 0; i < j->x.h * j->x.w; i++) {
        float class_score, box_score = j->box[4 * j->x.stride + i];
        int32_t label = best_class(j, i, -FLT_MAX, &class_score);
        /* Nearly the product of both sigmoids, but for the place of a bracket; as in ncnn. */
        float score = 1.0f / (1.0f + expf(-box_score) * (1.0f + expf(-class_score)));
        if (!(score >= j->p->confidence_threshold)) continue;
        sn_box box = box_at(j, i);
        box.label = label;
        box.score = score;
        SN_PUSH(*found, box);
    }
}

/* Whole pixels; what does not fit an int counts as none. */
static float whole(float pixels)
{
    return pixels > -2147483648.0f && pixels < 2147483648.0f ? truncf(pixels) : 0;
}

static void head_v3(const sn_eval *e, unsigned head, sn_boxes *found)
{
    const yolo_params *p = e->params;
    head_job j = {.p = p, .x = sn_planes_of(&e->in_shape[head])};
    j.image_w = whole(p->anchors_scale.v[head] * (float)j.x.w);
    j.image_h = whole(p->anchors_scale.v[head] * (float)j.x.h);
    for (int32_t k = 0; k < p->num_box; k++) {
        int64_t bias = (int64_t)p->mask.v[(int64_t)head * p->num_box + k];
        start_anchor(&j, sn_eval_in(e, head), k, bias);
        find_v3(&j, found);
    }
}

static sn_status eval_v3(sn_eval *e)
{
    const yolo_params *p = e->params;
    sn_boxes found = SN_VEC_IN(e->arena);
    SN_TRY(sn_boxes_inputs_f32(e));
    for (unsigned i = 0; i < e->n_in; i++) head_v3(e, i, &found);
    sn_boxes_sort(found.v, found.n);
    size_t n = sn_boxes_thin(found.v, found.n, p->nms_threshold, true);
    return sn_boxes_give(e, found.v, n, 1);
}

/* ---- operators ------------------------------------------------------------------------------- */

static void cost(const sn_infer *in, sn_cost *out)
{
    for (unsigned i = 0; i < in->n_in; i++) out->flops += 4 * sn_shape_elements(&in->in_shape[i]);
}

const sn_op sn_ncnn_op_yolo_detection_output = {
    .name = "ncnn.yolo_detection_output",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = best boxes of YOLO 2 heads: label, score, x0, y0, x1, y1",
    .slots = slots,
    .types = "float->f32",
    .n_out = 1,
    .traits = SN_TRAIT_SELECTS | SN_TRAIT_SCORES,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(yolo_params),
    .params = v2_params,
    .infer = infer_v2,
    .eval = eval_v2,
    .at_most = sn_boxes_at_most,
    .cost = cost,
};

const sn_op sn_ncnn_op_yolov3_detection_output = {
    .name = "ncnn.yolov3_detection_output",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = best boxes of YOLO 3 heads: label, score, x0, y0, x1, y1",
    .slots = slots,
    .types = "float->f32",
    .n_out = 1,
    .traits = SN_TRAIT_SELECTS | SN_TRAIT_SCORES,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(yolo_params),
    .params = v3_params,
    .infer = infer_v3,
    .eval = eval_v3,
    .at_most = sn_boxes_at_most,
    .cost = cost,
};
