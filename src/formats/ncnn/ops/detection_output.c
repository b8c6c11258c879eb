/* SPDX-License-Identifier: Apache-2.0
 *
 * detection_output: what a single shot detector found (Liu et al., SSD, 2016): prior boxes moved by
 * loc, of each class the best that do not overlap. Class 0 is the background.
 *
 * Two layouts. SSD: conf is [prior][class], prior is prior_box's [2][4 * n]. MXNet (num_class
 * -233): conf is [class][prior] and gives the number of classes, prior is [n][4], the variances are
 * params.
 *
 * ncnn does not compute boxes that are background by more than 1 - confidence_threshold, and cannot
 * choose them when the scores of a box sum to 1. Other scores might choose them, with coordinates
 * from memory that was never set; here all are computed. */
#include <math.h>

#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/boxes.h"

enum { LOC, CONF, PRIOR };
#define MXNET (-233)

typedef struct detection_output_params {
    int32_t num_class;
    float nms_threshold;
    int32_t nms_top_k, keep_top_k;
    float confidence_threshold;
    sn_floats variances;
} detection_output_params;

static const sn_param params[] = {
    SN_P_INT(detection_output_params, num_class, 0, MXNET, INT32_MAX,
             "classes, with the background; -233: MXNet's layout, classes are the rows of conf"),
    SN_P_F32(detection_output_params, nms_threshold, 0.05f,
             "a box goes that overlaps a better one of its class by more than this"),
    SN_P_INT(detection_output_params, nms_top_k, 300, 0, INT32_MAX,
             "so many boxes of each class are looked at, the best ones"),
    SN_P_INT(detection_output_params, keep_top_k, 100, 0, INT32_MAX,
             "at most so many boxes result"),
    SN_P_F32(detection_output_params, confidence_threshold, 0.5f, "a box needs a higher score"),
    SN_P_FLOATS(detection_output_params, variances,
                "MXNet's layout: four factors of loc; empty: 0.1, 0.1, 0.2, 0.2"),
    SN_P_END,
};
static const sn_slot slots[] = {{"loc", 0}, {"conf", 0}, {"prior", 0}, {NULL, 0}};

static const char *validate(const void *params_, sn_arena *arena)
{
    const detection_output_params *p = params_;
    if (p->num_class < 0 && p->num_class != MXNET)
        return sn_arena_printf(arena, "num_class is %d, -233 or at least 0 expected", p->num_class);
    if (p->variances.n != 0 && p->variances.n != 4)
        return sn_arena_printf(arena, "variances has %d entries, none or 4 expected",
                               p->variances.n);
    return NULL;
}

static sn_status infer(sn_infer *in)
{
    const detection_output_params *p = in->params;
    for (unsigned i = LOC; i <= PRIOR; i++) SN_TRY(sn_shape_rule_rank(in, i, 1, 4));
    SN_TRY(sn_boxes_infer(in));
    sn_dim rows, width, n_class, unused;
    if (!sn_shape_rule_matrix(&in->in_shape[PRIOR], &rows, &width) || !sn_dim_known(rows) ||
        !sn_dim_known(width))
        return SN_OK;
    bool mxnet = p->num_class == MXNET;
    if (!mxnet && rows < 2) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "prior has %lld rows, 2 expected: boxes and variances",
                            (long long)rows);
    }
    sn_dim n = mxnet ? rows : width / 4;
    if (n == 0) return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "prior has no box");
    n_class = p->num_class;
    if (mxnet &&
        (!sn_shape_rule_matrix(&in->in_shape[CONF], &n_class, &unused) || !sn_dim_known(n_class)))
        return SN_OK;
    sn_dim n_coords = sn_dim_mul(in->dims, n, 4), n_scores = sn_dim_mul(in->dims, n, n_class);
    if (!sn_dim_known(n_coords) || !sn_dim_known(n_scores))
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "too many boxes or classes");
    SN_TRY(sn_boxes_flat(in, LOC, n_coords));
    if (mxnet) SN_TRY(sn_boxes_flat(in, PRIOR, n_coords));
    return sn_boxes_flat(in, CONF, n_scores);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct detection_job {
    const detection_output_params *p;
    int64_t n, n_class;
    const float *loc, *conf, *prior;
    const float *variances; /* four for each box, or NULL: those of the params */
} detection_job;

static sn_box moved(const detection_job *j, int64_t i)
{
    static const float usual[] = {0.1f, 0.1f, 0.2f, 0.2f};
    const float *loc = j->loc + 4 * i, *prior = j->prior + 4 * i;
    const float *var = j->p->variances.n == 4 ? j->p->variances.v : usual;
    if (j->variances) var = j->variances + 4 * i;
    float w = prior[2] - prior[0], h = prior[3] - prior[1];
    float cx = var[0] * loc[0] * w + (prior[0] + prior[2]) * 0.5f;
    float cy = var[1] * loc[1] * h + (prior[1] + prior[3]) * 0.5f;
    float half_w = expf(var[2] * loc[2]) * w * 0.5f, half_h = expf(var[3] * loc[3]) * h * 0.5f;
    sn_box box = {.x0 = cx - half_w, .y0 = cy - half_h, .x1 = cx + half_w, .y1 = cy + half_h};
    box.area = (box.x1 - box.x0) * (box.y1 - box.y0);
    return box;
}

/* Adds the boxes of one class that stay. */
static void choose(const detection_job *j, int64_t label, sn_boxes *all)
{
    size_t first = all->n;
    for (int64_t i = 0; i < j->n; i++) {
        bool mxnet = j->p->num_class == MXNET;
        float score = mxnet ? j->conf[label * j->n + i] : j->conf[i * j->n_class + label];
        if (!(score > j->p->confidence_threshold)) continue;
        sn_box box = moved(j, i);
        box.score = score;
        box.label = (int32_t)label;
        SN_PUSH(*all, box);
    }
    size_t n = all->n - first, most = (size_t)j->p->nms_top_k;
    sn_boxes_sort(all->v + first, n);
    all->n = first + sn_boxes_thin(all->v + first, n < most ? n : most, j->p->nms_threshold, false);
}

static sn_status eval(sn_eval *e)
{
    const detection_output_params *p = e->params;
    SN_TRY(sn_boxes_inputs_f32(e));
    int64_t rows = 1, width = 0, unused;
    detection_job j = {.p = p, .n_class = p->num_class};
    (void)sn_shape_rule_matrix(&e->in_shape[PRIOR], &rows, &width);
    if (p->num_class == MXNET) (void)sn_shape_rule_matrix(&e->in_shape[CONF], &j.n_class, &unused);
    j.n = p->num_class == MXNET ? rows : width / 4;
    j.loc = sn_eval_in(e, LOC);
    j.conf = sn_eval_in(e, CONF);
    j.prior = sn_eval_in(e, PRIOR);
    if (p->num_class != MXNET) j.variances = j.prior + width;
    sn_boxes all = SN_VEC_IN(e->arena);
    for (int64_t label = 1; label < j.n_class; label++) choose(&j, label, &all);
    sn_boxes_sort(all.v, all.n);
    size_t most = (size_t)p->keep_top_k;
    return sn_boxes_give(e, all.v, all.n < most ? all.n : most, 0);
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = sn_shape_elements(&in->in_shape[CONF]) + 5 * sn_shape_elements(&in->in_shape[LOC]);
}

const sn_op sn_ncnn_op_detection_output = {
    .name = "ncnn.detection_output",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = best boxes of each class: label, score, x0, y0, x1, y1",
    .slots = slots,
    .types = "float,float,float->f32",
    .n_out = 1,
    .traits = SN_TRAIT_SELECTS | SN_TRAIT_SCORES,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(detection_output_params),
    .params = params,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .at_most = sn_boxes_at_most,
    .cost = cost,
};
