/* SPDX-License-Identifier: Apache-2.0
 *
 * non_max_suppression: the best boxes of each class that do not overlap a better one, as ONNX
 * NonMaxSuppression-11: [batch, class, box] of each, in the order of batches, classes and scores.
 * How many there are depends on the data. */
#include "ops/non_max_suppression.h"

#include <math.h>
#include <string.h>

#include "ops/contents.h"
#include "ops/elems.h"
#include "ops/gather.h"
#include "ops/in_room.h"
#include "ops/ops.h"
#include "ops/rule.h"

typedef struct nms_params {
    int32_t center_point_box;
    int32_t room; /* of non_max_suppression_in_room */
} nms_params;

#define NMS_CENTER                                                                                 \
    SN_P_BOOL(nms_params, center_point_box, 0,                                                     \
              "boxes are [x, y, width, height] of their centre; else [y, x, y, x] of two corners")
static const sn_param params[] = {NMS_CENTER, SN_P_END};
static const sn_param room_params[] = {NMS_CENTER, SN_P_ROOM(nms_params), SN_P_END};
static const sn_slot slots[] = {
    {"boxes", 0},
    {"scores", 0},
    {"max_output_boxes_per_class", SN_SLOT_OPTIONAL}, /* left out: 0 */
    {"iou_threshold", SN_SLOT_OPTIONAL},              /* left out: 0 */
    {"score_threshold", SN_SLOT_OPTIONAL},            /* left out: every box is good enough */
    {NULL, 0},
};

static sn_status infer(sn_infer *in)
{
    const sn_shape *boxes = &in->in_shape[SN_NMS_BOXES], *scores = &in->in_shape[SN_NMS_SCORES];
    SN_TRY(sn_shape_rule_rank(in, SN_NMS_BOXES, 3, 3));
    SN_TRY(sn_shape_rule_rank(in, SN_NMS_SCORES, 3, 3));
    if (boxes->rank == 3) SN_TRY(sn_shape_rule_size(in, "width of boxes", boxes->d[2], 4));
    if (boxes->rank == 3 && scores->rank == 3) {
        SN_TRY(sn_shape_rule_size(in, "batch of scores", scores->d[0], boxes->d[0]));
        SN_TRY(sn_shape_rule_size(in, "boxes of scores", scores->d[2], boxes->d[1]));
    }
    in->out_shape[0] = SN_SHAPE(sn_dim_symbol_from(in->dims, sn_out(in->node, 0)->id, 0, 0), 3);
    return SN_OK;
}

/* From the lower to the upper end, of both axes. */
typedef struct box_sides {
    double low[2], high[2];
} box_sides;

static box_sides box_of(sn_elems v, int64_t i, bool by_centre)
{
    box_sides b;
    for (int k = 0; k < 2; k++) {
        const double p = sn_elems_at(v, i * 4 + k), q = sn_elems_at(v, i * 4 + 2 + k);
        b.low[k] = by_centre ? p - q / 2 : fmin(p, q);
        b.high[k] = by_centre ? p + q / 2 : fmax(p, q);
    }
    return b;
}

static double area(const box_sides *b)
{
    return (b->high[0] - b->low[0]) * (b->high[1] - b->low[1]);
}

/* In f32, as the threshold is: a quotient that equals it is not above. */
static bool overlap(const box_sides *a, const box_sides *b, float threshold)
{
    box_sides both;
    for (int k = 0; k < 2; k++) {
        both.low[k] = fmax(a->low[k], b->low[k]);
        both.high[k] = fmin(a->high[k], b->high[k]);
        if (!(both.low[k] < both.high[k])) return false;
    }
    const double shared = area(&both), whole = area(a) + area(b) - shared;
    if (area(a) <= 0 || area(b) <= 0 || whole <= 0) return false;
    return (float)shared / (float)whole > threshold;
}

typedef struct suppression {
    sn_elems scores;  /* of a class */
    box_sides *boxes; /* of the batch */
    int64_t n_boxes, most;
    float threshold;
    bool has_least;
    double least;
} suppression;

/* Boxes of a class in order, the first of equal ones first: into list; how many. `is_out` has room
 * for a mark for each. */
static int64_t suppress(const suppression *s, bool *is_out, int64_t *list)
{
    int64_t n = 0;
    for (int64_t i = 0; i < s->n_boxes; i++)
        is_out[i] = s->has_least && !(sn_elems_at(s->scores, i) > s->least);
    while (n < s->most) {
        int64_t best = -1;
        for (int64_t i = 0; i < s->n_boxes; i++)
            if (!is_out[i] &&
                (best < 0 || sn_elems_at(s->scores, i) > sn_elems_at(s->scores, best)))
                best = i;
        if (best < 0) break;
        list[n++] = best;
        for (int64_t i = 0; i < s->n_boxes; i++)
            is_out[i] =
                is_out[i] || i == best || overlap(&s->boxes[best], &s->boxes[i], s->threshold);
    }
    return n;
}

static double number_at(const sn_eval *e, unsigned slot)
{
    const bool has = slot < e->n_in && e->in[slot] && sn_tensor_count(e->in[slot]) > 0;
    return has ? sn_tensor_at(e->in[slot], 0) : 0;
}

static sn_status eval(sn_eval *e)
{
    const nms_params *p = e->params;
    const sn_shape *shape = &e->in_shape[SN_NMS_SCORES];
    const int64_t classes = shape->d[1], n_boxes = shape->d[2];
    const bool has_most =
        SN_NMS_MOST < e->n_in && e->in[SN_NMS_MOST] && sn_tensor_count(e->in[SN_NMS_MOST]) > 0;
    const int64_t asked = has_most ? sn_index_at(e->in[SN_NMS_MOST], 0) : 0;
    suppression s = {.boxes = SN_NEW_N(e->arena, box_sides, n_boxes),
                     .n_boxes = n_boxes,
                     .most = asked < 0         ? 0
                             : asked > n_boxes ? n_boxes
                                               : asked,
                     .threshold = (float)number_at(e, SN_NMS_OVERLAP),
                     .has_least = SN_NMS_LEAST < e->n_in && e->in[SN_NMS_LEAST],
                     .least = number_at(e, SN_NMS_LEAST)};
    bool *is_out = SN_NEW_N(e->arena, bool, n_boxes);
    int64_t *list = SN_NEW_N(e->arena, int64_t, n_boxes), n = 0;
    int64_t *rows = SN_NEW_N(e->arena, int64_t, shape->d[0] * classes * s.most * 3);
    for (int64_t i = 0; i < shape->d[0] * classes; i++) {
        const int64_t batch = i / classes;
        for (int64_t k = 0; k < n_boxes; k++)
            s.boxes[k] =
                box_of(sn_eval_elems(e, SN_NMS_BOXES), batch * n_boxes + k, p->center_point_box);
        s.scores = sn_elems_from(sn_eval_elems(e, SN_NMS_SCORES), i * n_boxes);
        const int64_t found = suppress(&s, is_out, list);
        for (int64_t k = 0; k < found; k++, n++) {
            rows[3 * n] = batch;
            rows[3 * n + 1] = i % classes;
            rows[3 * n + 2] = list[k];
        }
    }
    const sn_shape y = SN_SHAPE(n, 3);
    SN_TRY(sn_eval_alloc(e, 0, SN_TYPE_i64, &y));
    if (n) memcpy(e->out_data[0], rows, (size_t)(3 * n) * sizeof *rows);
    return SN_OK;
}

/* As many as are asked for, where that is known, else all boxes of each class. */
static bool at_most(const sn_node *node, unsigned slot, sn_shape *out)
{
    const sn_shape *scores = &sn_in(node, SN_NMS_SCORES)->shape;
    const sn_value *most = SN_NMS_MOST < node->n_in ? sn_in(node, SN_NMS_MOST) : NULL;
    const sn_tensor *known = most ? sn_const_of(most) : NULL;
    if (!sn_shape_known(scores)) return false;
    (void)slot;
    int64_t each = most ? scores->d[2] : 0;
    if (known && sn_tensor_count(known) == 1) {
        const int64_t asked = sn_index_at(known, 0);
        each = asked < 0 ? 0 : asked < each ? asked : each;
    }
    *out = SN_SHAPE(scores->d[0] * scores->d[1] * each, 3);
    return true;
}

static const char *const room_names[] = {"y", "n"};

static sn_status room_infer(sn_infer *in)
{
    return sn_in_room_infer(in, &sn_op_non_max_suppression, ((const nms_params *)in->params)->room);
}

static sn_status room_eval(sn_eval *e)
{
    return sn_in_room_eval(e, &sn_op_non_max_suppression, ((const nms_params *)e->params)->room,
                           false);
}

const sn_op sn_op_non_max_suppression_in_room = {
    .name = "non_max_suppression_in_room",
    .synopsis = "non_max_suppression with rows of -1 behind those that were found, and their "
                "number",
    .slots = slots,
    .types = "float,float,int,float,float->i64",
    .n_out = 2,
    .out_names = room_names,
    .traits = SN_TRAIT_SELECTS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(nms_params),
    .params = room_params,
    .infer = room_infer,
    .eval = room_eval,
};

const sn_op sn_op_non_max_suppression = {
    .name = "non_max_suppression",
    .synopsis = "y = batch, class and number of the best boxes that do not overlap a better one",
    .slots = slots,
    .types = "float,float,int,float,float->i64",
    .n_out = 1,
    .traits = SN_TRAIT_SELECTS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(nms_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .at_most = at_most,
    .in_room = &sn_op_non_max_suppression_in_room,
};
