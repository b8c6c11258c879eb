/* SPDX-License-Identifier: Apache-2.0
 *
 * Boxes with scores, for the operators that detect: put in order, thinned out, written as rows; and
 * what these operators ask of their inputs. For files of this module, and for kernels.
 *
 * Everything is in float and in ncnn's order of operations, ties of scores included: rounding
 * decides which boxes stay, and one box more or less changes the whole result. */
#ifndef SN_OPS_BOXES_H
#define SN_OPS_BOXES_H

#include "base/vec.h"
#include "ops/rule.h"

typedef struct sn_box {
    float score, x0, y0, x1, y1;
    float area; /* as its operator computes it */
    int32_t label;
} sn_box;

typedef SN_VEC(sn_box) sn_boxes;

/* Where one is NaN: the first. */
static inline float sn_smaller(float a, float b) { return b < a ? b : a; }
static inline float sn_larger(float a, float b) { return a < b ? b : a; }

/* Highest score first. */
void sn_boxes_sort(sn_box *boxes, size_t n);
/* Of sorted boxes those that overlap no better one that stays by more than `threshold`
 * (intersection over union) move to the front, in order; returns how many. by_product: compared as
 * intersection > threshold * union, which rounds otherwise than a quotient. */
size_t sn_boxes_thin(sn_box *boxes, size_t n, float threshold, bool by_product);

/* ---- operators whose result is [n][6]: label, score, x0, y0, x1, y1 -------------------------- */

enum { SN_BOX_ROW = 6 };

/* A number of rows that only the data tells. Where nothing is found ncnn leaves the result empty,
 * without a rank; here it is [0][6]. */
sn_status sn_boxes_infer(sn_infer *in) SN_MUST_CHECK;
sn_status sn_boxes_give(sn_eval *e, const sn_box *boxes, size_t n, int first_label) SN_MUST_CHECK;

/* sn_op.at_most of these, and of ncnn.proposal. */
bool sn_boxes_at_most(const sn_node *node, unsigned slot, sn_shape *out);

/* ---- inputs ---------------------------------------------------------------------------------- */

/* As sn_eval_all_f32, for operators that make their outputs themselves. */
sn_status sn_boxes_inputs_f32(const sn_eval *e) SN_MUST_CHECK;
/* SN_E_SHAPE where the input is proved to have fewer than n elements that ncnn can read one after
 * the other: it pads the channels of a value of rank 3 and more to multiples of 16 bytes. */
sn_status sn_boxes_flat(const sn_infer *in, unsigned slot, int64_t n) SN_MUST_CHECK;
/* A stack of planes [c][h][w]: rank 1 and 2 are one plane; of rank 4 ncnn's layers see the first
 * slice along d. */
typedef struct sn_planes {
    int64_t c, h, w, stride;
} sn_planes;
sn_planes sn_planes_of(const sn_shape *s);

#endif
