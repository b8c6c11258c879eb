/* SPDX-License-Identifier: Apache-2.0
 *
 * detection_output, proposal and the YOLO heads: boxes are found, sorted and thinned out. Threads
 * share the classes of detection_output, each of which is thinned out by itself, and the pixels of
 * YOLO heads; each piece of that has room of its own, and one thread puts together, in order, what
 * they have found, and does the rest. Everything is rounded to float as the operators round it. How
 * many boxes there are only the data tells: the result has room for as many as there can be, and
 * rows that nothing was found for are -1 throughout, which no found row is: its label, or its
 * coordinates, are not negative. */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "kernels/loops.h"
#include "formats/ncnn/ops/boxes.h"
#include "formats/ncnn/ops/ops.h"

extern const char sn_text_boxes[], sn_text_rounded[], sn_text_detection_output[],
    sn_text_detection_output_give[], sn_text_proposal[], sn_text_proposal_within[], sn_text_yolo[],
    sn_text_yolo_find[], sn_text_yolo_give[];

enum {
    BOX_FLOATS = 7,
    MXNET = -233,
    N_ANCHORS = 9,
    PIECE = 64, /* pixels of an anchor that a thread looks at, at most */
};

/* ---- how many rows there can be -------------------------------------------------------------- */

typedef struct ssd {
    bool mxnet;
    int64_t boxes, classes;
} ssd;

static ssd ssd_of(const sn_node *node)
{
    ssd d = {.mxnet = sn_loops_int(node, "num_class") == MXNET,
             .classes = sn_loops_int(node, "num_class")};
    sn_dim rows = 1, width = 0, unused;
    (void)sn_shape_rule_matrix(&sn_in(node, 2)->shape, &rows, &width);
    if (d.mxnet) (void)sn_shape_rule_matrix(&sn_in(node, 1)->shape, &d.classes, &unused);
    d.boxes = d.mxnet ? rows : width / 4;
    return d;
}

static int64_t ssd_rows(const sn_node *node)
{
    const ssd d = ssd_of(node);
    const int64_t each = sn_min_int(d.boxes, sn_loops_int(node, "nms_top_k"));
    return sn_min_int(each * (d.classes > 1 ? d.classes - 1 : 0), sn_loops_int(node, "keep_top_k"));
}

static int64_t proposal_rows(const sn_node *node)
{
    const sn_planes score = sn_planes_of(&sn_in(node, 0)->shape);
    return sn_min_int(N_ANCHORS * score.h * score.w, sn_loops_int(node, "after_nms_topN"));
}

static int64_t yolo_rows(const sn_node *node)
{
    int64_t n = 0;
    for (unsigned i = 0; i < node->n_in; i++) {
        const sn_planes x = sn_planes_of(&sn_in(node, i)->shape);
        n += x.h * x.w * sn_loops_int(node, "num_box");
    }
    return n;
}

bool sn_boxes_at_most(const sn_node *node, unsigned slot, sn_shape *out)
{
    for (unsigned i = 0; i < node->n_in; i++)
        if (!sn_in(node, i) || !sn_shape_known(&sn_in(node, i)->shape)) return false;
    if (node->op == &sn_ncnn_op_detection_output) {
        *out = SN_SHAPE(ssd_rows(node), SN_BOX_ROW);
    } else if (node->op == &sn_ncnn_op_proposal) {
        *out = SN_SHAPE(proposal_rows(node), 1, slot == 0 ? 4 : 1);
    } else if (node->op == &sn_ncnn_op_yolo_detection_output ||
               node->op == &sn_ncnn_op_yolov3_detection_output) {
        *out = SN_SHAPE(yolo_rows(node), SN_BOX_ROW);
    } else {
        return false;
    }
    return out->d[0] > 0;
}

/* ---- detection_output ------------------------------------------------------------------------ */

/* A first phase of so many units, which have room for `places` boxes and a count each; then one
 * thread goes on. */
static void share(sn_step *s, int64_t units, int64_t places)
{
    s->n_phases = 2;
    s->units[0] = units;
    s->units[1] = 1;
    s->shared = BOX_FLOATS * places + units;
}

/* Boxes that are kept of a class. */
static int64_t ssd_kept(const sn_node *node)
{
    return sn_min_int(ssd_of(node).boxes, sn_loops_int(node, "nms_top_k"));
}

static sn_status prepare_ssd(const sn_kernel_ctx *k, sn_step *s)
{
    const ssd d = ssd_of(s->node);
    (void)k;
    share(s, d.classes - 1, ssd_kept(s->node) * (d.classes - 1));
    s->scratch = BOX_FLOATS * d.boxes;
    return SN_OK;
}

static sn_status bind_ssd(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const ssd d = ssd_of(s->node);
    const sn_floats *given = sn_loops_floats(s->node, "variances");
    sn_str text;
    sn_str_init(&text, sn_emit_arena(e));
    for (int i = 0; i < 4; i++) {
        const float usual = i < 2 ? 0.1f : 0.2f;
        sn_str_addf(&text, "%s%s", i > 0 ? ", " : "",
                    sn_emit_number(e, (double)(given->n == 4 ? given->v[i] : usual)));
    }
    sn_bind_int(b, CT_mxnet, d.mxnet);
    sn_bind_int(b, CT_n_boxes, d.boxes);
    sn_bind_int(b, CT_classes, d.classes);
    sn_bind_int(b, CT_piece, ssd_kept(s->node));
    sn_bind_int(b, CT_places, ssd_kept(s->node) * (d.classes - 1));
    sn_bind_text(b, CT_usual, text.s);
    return SN_OK;
}

/* ---- proposal -------------------------------------------------------------------------------- */

static sn_status prepare_proposal(const sn_kernel_ctx *k, sn_step *s)
{
    static const float ratios[] = {0.5f, 1, 2}, scales[] = {8, 16, 32};
    const float base = (float)sn_loops_int(s->node, "base_size"), centre = base * 0.5f;
    const sn_planes score = sn_planes_of(&sn_in(s->node, 0)->shape);
    float *to = sn_loops_pack(k, s, CT_anchors, 4 * N_ANCHORS, "x0, y0, x1, y1 of each anchor");
    for (int i = 0; i < N_ANCHORS; i++, to += 4) {
        const float ratio = ratios[i / 3], w = roundf(base / sqrtf(ratio)), h = roundf(w * ratio);
        const float half_w = w * scales[i % 3] * 0.5f, half_h = h * scales[i % 3] * 0.5f;
        to[0] = centre - half_w;
        to[1] = centre - half_h;
        to[2] = centre + half_w;
        to[3] = centre + half_h;
    }
    s->scratch = BOX_FLOATS * N_ANCHORS * score.h * score.w;
    return SN_OK;
}

static sn_status bind_proposal(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_planes score = sn_planes_of(&sn_in(s->node, 0)->shape);
    sn_bind_int(b, CT_h, score.h);
    sn_bind_int(b, CT_w, score.w);
    sn_bind_int(b, CT_score_stride, score.stride);
    sn_bind_int(b, CT_bbox_stride, sn_planes_of(&sn_in(s->node, 1)->shape).stride);
    sn_bind_text(b, CT_min_size_f, sn_emit_number(e, sn_loops_int(s->node, "min_size")));
    sn_bind_text(b, CT_feat_stride_f, sn_emit_number(e, sn_loops_int(s->node, "feat_stride")));
    return SN_OK;
}

/* ---- yolo ------------------------------------------------------------------------------------ */

static bool is_v3(const sn_node *node) { return node->op == &sn_ncnn_op_yolov3_detection_output; }

/* How the pixels of each anchor of a head are cut. */
typedef struct yolo_head {
    sn_planes x;
    int64_t pieces, piece; /* so many, of up to so many pixels */
    int64_t units, places; /* of all its anchors */
} yolo_head;

static yolo_head head_of(const sn_node *node, unsigned i)
{
    yolo_head h = {.x = sn_planes_of(&sn_in(node, i)->shape)};
    const int64_t pixels = h.x.h * h.x.w;
    h.pieces = pixels > 0 ? (pixels + PIECE - 1) / PIECE : 1;
    h.piece = (pixels + h.pieces - 1) / h.pieces;
    h.units = h.pieces * sn_loops_int(node, "num_box");
    h.places = h.units * h.piece;
    return h;
}

/* Widths and heights of the anchors of all heads, one head after the other. */
static sn_status prepare_yolo(const sn_kernel_ctx *k, sn_step *s)
{
    const int64_t n_box = sn_loops_int(s->node, "num_box"), n = n_box * s->node->n_in;
    const sn_floats *biases = sn_loops_floats(s->node, "biases");
    float *to = sn_loops_pack(k, s, CT_anchors, 2 * n, "width and height of each anchor");
    for (int64_t i = 0; i < n; i++) {
        const int64_t at =
            is_v3(s->node) ? (int64_t)sn_loops_floats(s->node, "mask")->v[i] : i % n_box;
        to[2 * i] = biases->v[2 * at];
        to[2 * i + 1] = biases->v[2 * at + 1];
    }
    int64_t units = 0, places = 0;
    for (unsigned i = 0; i < s->node->n_in; i++) {
        units += head_of(s->node, i).units;
        places += head_of(s->node, i).places;
    }
    share(s, units, places);
    return SN_OK;
}

/* Whole pixels; what does not fit an int counts as none. */
static double whole(float pixels)
{
    return pixels > -2147483648.0f && pixels < 2147483648.0f ? (double)truncf(pixels) : 0;
}

static sn_status bind_yolo(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_node *node = s->node;
    const long long n_box = sn_loops_int(node, "num_box"),
                    classes = sn_loops_int(node, "num_class");
    const char *threshold = sn_emit_number(e, (double)sn_loops_f32(node, "confidence_threshold"));
    long long units = 0, places = 0;
    sn_str find, join;
    sn_str_init(&find, sn_emit_arena(e));
    sn_str_init(&join, sn_emit_arena(e));
    for (unsigned i = 0; i < node->n_in; i++) {
        const yolo_head h = head_of(node, i);
        const char *anchors =
            sn_arena_printf(sn_emit_arena(e), "%s + %lld",
                            sn_emit_packed(e, s->packed[s->n_packed - 1]), 2 * n_box * i);
        sn_str_addf(&find, "    yolo_find_v%d(%s, %s, %lld, %lld, %lld, ", is_v3(node) ? 3 : 2,
                    sn_emit_in(e, s->in[i]), anchors, (long long)h.x.h, (long long)h.x.w,
                    (long long)h.x.stride);
        if (is_v3(node)) {
            const float scale = sn_loops_floats(node, "anchors_scale")->v[i];
            sn_str_addf(&find, "%s, ", sn_emit_number(e, whole(scale * (float)h.x.w)));
            sn_str_addf(&find, "%s, ", sn_emit_number(e, whole(scale * (float)h.x.h)));
        }
        sn_str_addf(&find,
                    "%lld, %lld, %s, %lld, %lld, first - %lld, last - %lld, found + %lld, "
                    "counts + %lld);\n",
                    n_box, classes, threshold, (long long)h.pieces, (long long)h.piece, units,
                    units, places, units);
        sn_str_addf(&join,
                    "    count = boxes_join(found, count, found + %lld, counts + %lld, %lld, "
                    "%lld);\n",
                    places, units, (long long)h.units, (long long)h.piece);
        units += h.units;
        places += h.places;
    }
    sn_bind_calling(e, b, CT_joining, join.s, CT_boxes_join);
    sn_bind_int(b, CT_places, places);
    sn_bind_calling(e, b, CT_find, find.s, is_v3(node) ? CT_yolo_find_v3 : CT_yolo_find_v2);
    sn_bind_int(b, CT_by_product, is_v3(node));
    return SN_OK;
}

/* ---- kernel ---------------------------------------------------------------------------------- */

static bool bounded(const sn_kernel_ctx *k, const sn_node *node)
{
    sn_shape shape;
    (void)k;
    for (unsigned i = 0; i < node->n_in; i++)
        if (sn_in(node, i) && sn_value_is_const(sn_in(node, i)) &&
            sn_op_has(node->op, SN_TRAIT_SELECTS) &&
            (node->op == &sn_ncnn_op_yolo_detection_output ||
             node->op == &sn_ncnn_op_yolov3_detection_output))
            return false;
    return sn_boxes_at_most(node, 0, &shape);
}

#define BOXES sn_text_rounded, sn_text_boxes
static const sn_loops_row rows[] = {
    {&sn_ncnn_op_detection_output,
     "detection_output",
     sn_text_detection_output,
     {BOXES},
     sn_loops_one,
     bounded,
     prepare_ssd,
     bind_ssd,
     false,
     .cost = 12},
    {&sn_ncnn_op_proposal,
     "proposal",
     sn_text_proposal,
     {BOXES, sn_text_proposal_within},
     sn_loops_one,
     bounded,
     prepare_proposal,
     bind_proposal,
     false,
     .cost = 12},
    {&sn_ncnn_op_yolo_detection_output,
     "yolo",
     sn_text_yolo,
     {BOXES, sn_text_yolo_find},
     sn_loops_one,
     bounded,
     prepare_yolo,
     bind_yolo,
     false,
     .cost = 12},
    {&sn_ncnn_op_yolov3_detection_output,
     "yolo",
     sn_text_yolo,
     {BOXES, sn_text_yolo_find},
     sn_loops_one,
     bounded,
     prepare_yolo,
     bind_yolo,
     false,
     .cost = 12},
};

SN_LOOPS_PLANNED(detect)

static sn_status emit(sn_emit *e, const sn_step *s)
{
    static const char *const helper[] = {BOXES};
    const sn_loops_row *row = sn_loops_find(rows, sizeof rows / sizeof rows[0], s->node->op);
    const bool is_ssd = s->node->op == &sn_ncnn_op_detection_output;
    sn_bind *b = NULL;
    if (s->n_phases == 1) return sn_loops_emit(e, s, row);
    SN_TRY(sn_loops_bind(e, s, &b));
    SN_TRY(row->bind(e, s, b));
    SN_TRY(sn_loops_body(e, s, 0, row->name, row->body, row->helper, 3, b));
    return sn_loops_body(e, s, 1, is_ssd ? "detection_output_give" : "yolo_give",
                         is_ssd ? sn_text_detection_output_give : sn_text_yolo_give, helper, 2, b);
}

const sn_kernel sn_kernel_detect = {
    .name = "detect",
    .synopsis = "boxes of detectors: found side by side, sorted and thinned out",
    .ops = SN_OPS(&sn_ncnn_op_detection_output, &sn_ncnn_op_proposal,
                  &sn_ncnn_op_yolo_detection_output, &sn_ncnn_op_yolov3_detection_output),
    .wants = detect_wants,
    .plan = detect_plan,
    .emit = emit,
};
