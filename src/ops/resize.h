/* SPDX-License-Identifier: Apache-2.0
 *
 * resize: params, slots, and the pixels that it reads. */
#ifndef SN_OPS_RESIZE_H
#define SN_OPS_RESIZE_H

#include "ir/op.h"

enum {
    SN_RESIZE_X,
    SN_RESIZE_REFS, /* only their shapes are read, by sizes */
};

enum { SN_RESIZE_NEAREST, SN_RESIZE_LINEAR, SN_RESIZE_CUBIC };

/* Where pixel i of m lies among the n of x: coordinate_transformation_mode. */
enum {
    SN_RESIZE_HALF_PIXEL,
    SN_RESIZE_HALF_PIXEL_SYMMETRIC,
    SN_RESIZE_PYTORCH_HALF_PIXEL,
    SN_RESIZE_ALIGN_CORNERS,
    SN_RESIZE_ASYMMETRIC,
    SN_RESIZE_CROP, /* tf_crop_and_resize */
};

enum {
    SN_RESIZE_ROUND_PREFER_FLOOR,
    SN_RESIZE_ROUND_PREFER_CEIL,
    SN_RESIZE_FLOOR,
    SN_RESIZE_CEIL,
};

enum { SN_RESIZE_STRETCH, SN_RESIZE_NOT_LARGER, SN_RESIZE_NOT_SMALLER };

typedef struct sn_resize_params {
    int32_t mode;
    sn_names sizes;   /* ops/sizes.h; these, or scales */
    sn_floats scales; /* > 0 */
    sn_ints axes;     /* none: all in order */
    int32_t coordinate_transformation_mode, nearest_mode;
    float cubic_coeff_a;
    int32_t exclude_outside;
    float extrapolation_value;
    int32_t antialias;
    int32_t keep_aspect_ratio_policy;
    sn_floats roi; /* where crops begin, then where they end, by axes */
} sn_resize_params;
extern const sn_param sn_resize_table[];

/* Whether it touches that axis of a value of that rank: sizes that are x's own and scales of 1 do
 * not. */
bool sn_resize_touches(const sn_resize_params *p, int axis);

/* One axis of n elements that gets m: element i is the sum of weight[i * taps + k] times element
 * at[i * taps + k] of x; where at is outside, the weight is 0. */
typedef struct sn_resize_axis {
    int64_t n, m;
    int taps; /* 0: the axis stays as it is */
    const int64_t *at;
    const double *weight;
    const bool *outside; /* of these elements the value is another; NULL: none */
} sn_resize_axis;

/* All sizes are known. */
sn_status sn_resize_axes(const sn_infer *in, sn_shape x, sn_shape y,
                         sn_resize_axis out[SN_MAX_RANK]) SN_MUST_CHECK;
/* Of an inferred node, each with a tap at least; false where a size is not known. */
bool sn_resize_axes_of(const sn_node *n, sn_arena *arena, sn_resize_axis axes[SN_MAX_RANK]);
/* Each element of x once, with so many taps. */
sn_resize_axis sn_resize_same_axis(sn_arena *arena, int64_t n, int taps);
/* Whether the same pixels count for each element, each for as much, but for `bound`; both have
 * taps. */
bool sn_resize_axis_same(const sn_resize_axis *a, const sn_resize_axis *b, double bound);
/* Whether two nodes of inferred, known sizes are proved to make the same of an x of that shape,
 * however they say where its pixels lie. */
bool sn_resize_same(const sn_node *a, const sn_node *b, sn_arena *arena);
/* Keys' cubic: four weights for what lies f behind the second pixel. */
void sn_resize_cubic(double a, double f, double weight[4]);

/* Input 0 resized by these. Of one tap each, any type is moved. */
sn_status sn_resize_eval(sn_eval *e, const sn_resize_axis axes[SN_MAX_RANK],
                         float outside) SN_MUST_CHECK;

#endif
