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

#endif
