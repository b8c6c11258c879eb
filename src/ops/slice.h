/* SPDX-License-Identifier: Apache-2.0
 *
 * slice: params and slots. */
#ifndef SN_OPS_SLICE_H
#define SN_OPS_SLICE_H

#include "ir/op.h"

enum {
    SN_SLICE_X,
    SN_SLICE_REFS, /* from here on: only their shapes are read, by starts and ends */
};

#define SN_SLICE_ALL INT32_MAX /* an end that no size exceeds */

typedef struct sn_slice_params {
    sn_names starts, ends; /* ops/sizes.h; negative: from the back; cut to what is there */
    sn_ints axes;          /* none: all in order */
    sn_ints steps;         /* none: all 1; negative: back to front */
} sn_slice_params;

/* What is taken of an axis: element `first` and then every `step`, `size` of them. */
typedef struct sn_slice_span {
    bool known;
    sn_dim first, size;
    int32_t step;
} sn_slice_span;
/* Of each axis of x, as an inferred node takes them; they may still be unknown one by one. False
 * where the rank is not known. */
bool sn_slice_spans_of(const sn_node *node, sn_arena *arena, sn_slice_span out[SN_MAX_RANK]);

/* The box that an inferred node cuts out, if all steps are 1: for each axis of x, where it begins
 * and how long it is. False where that is not known. */
typedef struct sn_slice_box {
    sn_shape offset, size;
} sn_slice_box;
bool sn_slice_box_of(const sn_node *node, sn_arena *arena, sn_slice_box *out);

#endif
