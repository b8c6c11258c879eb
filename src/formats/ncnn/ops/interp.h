/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.interp: params, and the pixels that it reads. */
#ifndef SN_FORMATS_NCNN_OPS_INTERP_H
#define SN_FORMATS_NCNN_OPS_INTERP_H

#include "ops/resize.h"

enum { SN_INTERP_X, SN_INTERP_REFS };

enum { SN_INTERP_NONE, SN_INTERP_NEAREST, SN_INTERP_BILINEAR, SN_INTERP_BICUBIC };

/* The size of the result is, in this order: size_expr; the shape of slot 1 when
 * dynamic_target_size; output_height and output_width when neither is 0; the input's times the
 * scales. */
typedef struct sn_interp_params {
    int32_t resize_type;
    float height_scale, width_scale;
    int32_t output_height, output_width, dynamic_target_size;
    int32_t align_corner;
    const char *size_expr; /* size_expr.h: "w" or "w,h" */
} sn_interp_params;

#define SN_INTERP_CUBIC_A (-0.75f)

/* Of an image or matrix x that gets another size y; all sizes are known. */
void sn_interp_axes(sn_arena *arena, const sn_interp_params *p, const sn_shape *x,
                    const sn_shape *y, sn_resize_axis out[SN_MAX_RANK]);

#endif
