/* SPDX-License-Identifier: Apache-2.0
 *
 * proposal: regions that may hold an object (Ren et al., Faster R-CNN, 2015): anchors moved by
 * bbox, cut off at the edges of the image, the best of them that do not overlap. score is
 * [18][h][w], of which the last 9 channels are read, bbox [36][h][w], im_info height, width and
 * scale of the image.
 *
 * Outputs are [n][1][4] boxes and, if there are two, [n][1][1] scores. Where no region stays ncnn
 * reports a failure; here n is 0. */
#include <math.h>

#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/boxes.h"

enum { SCORE, BBOX, IM_INFO };
enum { N_RATIOS = 3, N_SCALES = 3, N_ANCHORS = N_RATIOS * N_SCALES };

typedef struct proposal_params {
    int32_t feat_stride, base_size;
    int32_t pre_nms_topN, after_nms_topN; /* ncnn's names */
    float nms_thresh;
    int32_t min_size;
} proposal_params;

static const sn_param params[] = {
    SN_P_INT(proposal_params, feat_stride, 16, INT32_MIN, INT32_MAX,
             "pixels of the image for one of score"),
    SN_P_INT(proposal_params, base_size, 16, 0, 1 << 24,
             "side of the anchor that the others come from"),
    SN_P_INT(proposal_params, pre_nms_topN, 6000, INT32_MIN, INT32_MAX,
             "so many boxes are looked at, the best ones; 0 or less: all"),
    SN_P_INT(proposal_params, after_nms_topN, 300, 1, INT32_MAX, "at most so many boxes result"),
    SN_P_F32(proposal_params, nms_thresh, 0.7f,
             "a box goes that overlaps a better one by more than this"),
    SN_P_INT(proposal_params, min_size, 16, INT32_MIN, INT32_MAX,
             "smaller boxes go; in pixels of the image before it was scaled"),
    SN_P_END,
};
static const sn_slot slots[] = {{"score", 0}, {"bbox", 0}, {"im_info", 0}, {NULL, 0}};
static const char *const out_names[] = {"box", "score"};

/* ---- shapes ---------------------------------------------------------------------------------- */

static sn_status check_channels(const sn_infer *in, unsigned slot, int64_t least)
{
    const sn_shape *s = &in->in_shape[slot];
    SN_TRY(sn_shape_rule_rank(in, slot, 3, 4));
    if (s->rank < 0 || !sn_dim_known(s->d[0]) || s->d[0] >= least) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s has %lld channels, %lld expected",
                        slots[slot].name, (long long)s->d[0], (long long)least);
}

/* Planes of bbox are read as if they had the sizes of score's. */
static sn_status check_planes(const sn_infer *in)
{
    const sn_shape *score = &in->in_shape[SCORE], *bbox = &in->in_shape[BBOX];
    if (!sn_shape_known(score) || !sn_shape_known(bbox)) return SN_OK;
    int64_t stride = sn_planes_of(bbox).stride;
    sn_planes planes = sn_planes_of(score);
    if (planes.h * planes.w == 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "score is empty");
    if (stride >= planes.h * planes.w) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "bbox has %lld pixels, %lld x %lld expected",
                        (long long)stride, (long long)planes.h, (long long)planes.w);
}

static sn_status infer(sn_infer *in)
{
    SN_TRY(sn_shape_rule_outputs(in, 1, 2));
    SN_TRY(check_channels(in, SCORE, 2 * N_ANCHORS));
    SN_TRY(check_channels(in, BBOX, 4 * N_ANCHORS));
    SN_TRY(check_planes(in));
    SN_TRY(sn_shape_rule_rank(in, IM_INFO, 1, 4));
    SN_TRY(sn_boxes_flat(in, IM_INFO, 3));
    sn_dim n = sn_shape_rule_symbol(in, 0, 0); /* both outputs have as many */
    for (unsigned i = 0; i < in->n_out; i++) in->out_shape[i] = SN_SHAPE(n, 1, i == 0 ? 4 : 1);
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

static sn_box anchor_of(int32_t base_size, int i)
{
    static const float ratios[N_RATIOS] = {0.5f, 1, 2}, scales[N_SCALES] = {8, 16, 32};
    float base = (float)base_size, ratio = ratios[i / N_SCALES], scale = scales[i % N_SCALES];
    float w = roundf(base / sqrtf(ratio)), h = roundf(w * ratio), centre = base * 0.5f;
    float half_w = w * scale * 0.5f, half_h = h * scale * 0.5f;
    return (sn_box){
        .x0 = centre - half_w, .y0 = centre - half_h, .x1 = centre + half_w, .y1 = centre + half_h};
}

static float within(float v, float size)
{
    v = size - 1 < v ? size - 1 : v;
    return v < 0 ? 0 : v;
}

typedef struct proposal_job {
    const proposal_params *p;
    const float *score, *bbox, *im_info;
    int64_t h, w, score_stride, bbox_stride;
} proposal_job;

/* The anchor at (x, y), moved as the four numbers at `by` say, within the image. */
static sn_box moved(const proposal_job *j, const sn_box *anchor, float x, float y, const float *by)
{
    float w = anchor->x1 - anchor->x0, h = anchor->y1 - anchor->y0;
    float cx = x + w * 0.5f + w * by[0], cy = y + h * 0.5f + h * by[j->bbox_stride];
    float half_w = w * expf(by[2 * j->bbox_stride]) * 0.5f;
    float half_h = h * expf(by[3 * j->bbox_stride]) * 0.5f;
    float im_h = j->im_info[0], im_w = j->im_info[1];
    sn_box box = {.x0 = within(cx - half_w, im_w),
                  .y0 = within(cy - half_h, im_h),
                  .x1 = within(cx + half_w, im_w),
                  .y1 = within(cy + half_h, im_h)};
    box.area = (box.x1 - box.x0) * (box.y1 - box.y0);
    return box;
}

static void collect(const proposal_job *j, int anchor_index, sn_boxes *found)
{
    sn_box anchor = anchor_of(j->p->base_size, anchor_index);
    const float *bbox = j->bbox + 4 * anchor_index * j->bbox_stride;
    const float *score = j->score + (N_ANCHORS + anchor_index) * j->score_stride;
    float stride = (float)j->p->feat_stride, least = (float)j->p->min_size * j->im_info[2];
    float y = anchor.y0;
    for (int64_t row = 0; row < j->h; row++, y += stride) {
        float x = anchor.x0;
        for (int64_t col = 0; col < j->w; col++, x += stride) {
            int64_t i = row * j->w + col;
            sn_box box = moved(j, &anchor, x, y, bbox + i);
            if (!(box.x1 - box.x0 + 1 >= least && box.y1 - box.y0 + 1 >= least)) continue;
            box.score = score[i];
            SN_PUSH(*found, box);
        }
    }
}

static sn_status give(sn_eval *e, const sn_box *boxes, size_t n)
{
    sn_shape shape = SN_SHAPE((int64_t)n, 1, 4);
    SN_TRY(sn_eval_alloc(e, 0, SN_TYPE_f32, &shape));
    float *y = sn_eval_out(e, 0);
    for (size_t i = 0; i < n; i++, y += 4) {
        y[0] = boxes[i].x0;
        y[1] = boxes[i].y0;
        y[2] = boxes[i].x1;
        y[3] = boxes[i].y1;
    }
    if (e->n_out < 2) return SN_OK;
    shape.d[2] = 1;
    SN_TRY(sn_eval_alloc(e, 1, SN_TYPE_f32, &shape));
    for (size_t i = 0; i < n; i++) sn_eval_out(e, 1)[i] = boxes[i].score;
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    const proposal_params *p = e->params;
    SN_TRY(sn_boxes_inputs_f32(e));
    sn_planes planes = sn_planes_of(&e->in_shape[SCORE]);
    proposal_job j = {.p = p,
                      .score = sn_eval_in(e, SCORE),
                      .bbox = sn_eval_in(e, BBOX),
                      .im_info = sn_eval_in(e, IM_INFO),
                      .h = planes.h,
                      .w = planes.w,
                      .score_stride = planes.stride,
                      .bbox_stride = sn_planes_of(&e->in_shape[BBOX]).stride};
    sn_boxes found = SN_VEC_IN(e->arena);
    for (int i = 0; i < N_ANCHORS; i++) collect(&j, i, &found);
    sn_boxes_sort(found.v, found.n);
    size_t n = found.n, most = (size_t)p->after_nms_topN;
    if (p->pre_nms_topN > 0 && (size_t)p->pre_nms_topN < n) n = (size_t)p->pre_nms_topN;
    n = sn_boxes_thin(found.v, n, p->nms_thresh, false);
    return give(e, found.v, n < most ? n : most);
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 10 * sn_shape_elements(&in->in_shape[BBOX]);
}

const sn_op sn_ncnn_op_proposal = {
    .name = "ncnn.proposal",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "box = best of the anchors that bbox moves [, their scores]",
    .slots = slots,
    .types = "float,float,float->f32",
    .n_out = SN_VARIADIC_OUT,
    .out_names = out_names,
    .traits = SN_TRAIT_SELECTS | SN_TRAIT_SCORES,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(proposal_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .at_most = sn_boxes_at_most,
    .cost = cost,
};
