/* SPDX-License-Identifier: Apache-2.0
 *
 * resize: params and slots. */
#ifndef SN_OPS_RESIZE_H
#define SN_OPS_RESIZE_H

#include "ir/op.h"

enum {
    SN_RESIZE_X,
    SN_RESIZE_REFS, /* only their shapes are read */
};

enum { SN_RESIZE_NONE, SN_RESIZE_NEAREST, SN_RESIZE_BILINEAR, SN_RESIZE_BICUBIC };

/* The size of the result is, in this order: size_expr; the shape of slot 1 when
 * dynamic_target_size; output_height and output_width when neither is 0; the input's times the
 * scales. */
typedef struct sn_resize_params {
    int32_t resize_type;
    float height_scale, width_scale;
    int32_t output_height, output_width, dynamic_target_size;
    int32_t align_corner;
    const char *size_expr; /* ops/size_expr.h: "w" or "w,h" */
} sn_resize_params;

/* A position of the result along one axis: the sum of weight[k] times element at[k] of x, of
 * sn_resize_n_taps; what lies outside counts 0. */
typedef struct sn_resize_tap {
    int64_t at[4];
    double weight[4];
} sn_resize_tap;
int sn_resize_n_taps(const sn_resize_params *p);
/* For an axis of n elements that gets m, the width or the height. */
const sn_resize_tap *sn_resize_taps(sn_arena *arena, const sn_resize_params *p, bool width,
                                    int64_t n, int64_t m);

#endif
