/* SPDX-License-Identifier: Apache-2.0
 *
 * Boxes with scores; see boxes.h. */
#include "formats/ncnn/ops/boxes.h"

/* ---- order ----------------------------------------------------------------------------------- */

/* Hoare's partition around the middle element. It is not stable: the order of equal scores is what
 * falls out of exactly these steps. The element it is compared with, or one already swapped, stops
 * each scan, whatever the scores are (NaN compares false). */
static void partition(sn_box *boxes, int64_t left, int64_t right, int64_t *i, int64_t *j)
{
    float pivot = boxes[left + (right - left) / 2].score;
    *i = left;
    *j = right;
    while (*i <= *j) {
        while (boxes[*i].score > pivot) ++*i;
        while (boxes[*j].score < pivot) --*j;
        if (*i > *j) break;
        sn_box swapped = boxes[*i];
        boxes[(*i)++] = boxes[*j];
        boxes[(*j)--] = swapped;
    }
}

/* The smaller part is done first, the larger by the loop: so the stack stays small. */
static void sort_range(sn_box *boxes, int64_t left, int64_t right)
{
    while (left < right) {
        int64_t i, j;
        partition(boxes, left, right, &i, &j);
        if (j - left < right - i) {
            sort_range(boxes, left, j);
            left = i;
        } else {
            sort_range(boxes, i, right);
            right = j;
        }
    }
}

void sn_boxes_sort(sn_box *boxes, size_t n)
{
    if (n > 0) sort_range(boxes, 0, (int64_t)n - 1);
}

/* ---- overlap --------------------------------------------------------------------------------- */

static float intersection(const sn_box *a, const sn_box *b)
{
    if (a->x0 > b->x1 || a->x1 < b->x0 || a->y0 > b->y1 || a->y1 < b->y0) return 0;
    float width = sn_smaller(a->x1, b->x1) - sn_larger(a->x0, b->x0);
    float height = sn_smaller(a->y1, b->y1) - sn_larger(a->y0, b->y0);
    return width * height;
}

static bool overlaps(const sn_box *a, const sn_box *b, float threshold, bool by_product)
{
    float common = intersection(a, b);
    float all = a->area + b->area - common;
    return by_product ? common > threshold * all : common / all > threshold;
}

size_t sn_boxes_thin(sn_box *boxes, size_t n, float threshold, bool by_product)
{
    size_t n_kept = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < n_kept && !overlaps(&boxes[i], &boxes[k], threshold, by_product)) k++;
        if (k == n_kept) boxes[n_kept++] = boxes[i];
    }
    return n_kept;
}

/* ---- results --------------------------------------------------------------------------------- */

sn_status sn_boxes_infer(sn_infer *in)
{
    in->out_shape[0] = SN_SHAPE(sn_shape_rule_symbol(in, 0, 0), SN_BOX_ROW);
    return SN_OK;
}

sn_status sn_boxes_give(sn_eval *e, const sn_box *boxes, size_t n, int first_label)
{
    sn_shape shape = SN_SHAPE((int64_t)n, SN_BOX_ROW);
    SN_TRY(sn_eval_alloc(e, 0, SN_TYPE_f32, &shape));
    float *y = sn_eval_out(e, 0);
    for (size_t i = 0; i < n; i++, y += SN_BOX_ROW) {
        y[0] = (float)(boxes[i].label + first_label);
        y[1] = boxes[i].score;
        y[2] = boxes[i].x0;
        y[3] = boxes[i].y0;
        y[4] = boxes[i].x1;
        y[5] = boxes[i].y1;
    }
    return SN_OK;
}

/* ---- inputs ---------------------------------------------------------------------------------- */

sn_status sn_boxes_inputs_f32(const sn_eval *e)
{
    for (unsigned i = 0; i < e->n_in; i++) {
        if (e->in[i]->type == SN_TYPE_f32) continue;
        return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED, "%s is %s, only f32 is evaluated",
                            sn_op_slot(e->node->op, i)->name, sn_type_name(e->in[i]->type));
    }
    return SN_OK;
}

/* Elements up to the first padding; -1 where that is not known. */
static int64_t flat_count(const sn_shape *s)
{
    enum { PAD = 4 }; /* floats in 16 bytes */
    int64_t count = sn_shape_count(s);
    if (s->rank <= 2) return count;
    sn_shape plane = sn_shape_of(s->rank - 1, s->d + 1);
    int64_t in_plane = sn_shape_count(&plane);
    if (in_plane < 0) return -1;
    return sn_dim_equal(s->d[0], 1) || in_plane % PAD == 0 ? count : in_plane;
}

sn_status sn_boxes_flat(const sn_infer *in, unsigned slot, int64_t n)
{
    int64_t found = flat_count(&in->in_shape[slot]);
    if (found < 0 || found >= n) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "%s of shape %s has %lld elements in one piece, %lld expected",
                        sn_op_slot(in->node->op, slot)->name,
                        sn_shape_rule_shape_text(in, &in->in_shape[slot]), (long long)found,
                        (long long)n);
}

sn_planes sn_planes_of(const sn_shape *s)
{
    int r = s->rank;
    return (sn_planes){r > 2 ? s->d[0] : 1, r > 1 ? s->d[r - 2] : 1, s->d[r - 1],
                       sn_span_count(s, r > 2 ? 1 : 0, r)};
}
