/* SPDX-License-Identifier: Apache-2.0
 *
 * conv_transpose (deconvolution): params and slots. Lists as in ops/conv.h. The weight has the
 * output channel first, as that of conv: group blocks of [oc/group][ic/group][k..], which is
 * [oc][ic/group][k..]. */
#ifndef SN_OPS_CONV_TRANSPOSE_H
#define SN_OPS_CONV_TRANSPOSE_H

#include "ops/conv.h"

enum {
    SN_CONV_TRANSPOSE_X,
    SN_CONV_TRANSPOSE_WEIGHT, /* [oc][ic/group](kd)(kh)kw */
    SN_CONV_TRANSPOSE_BIAS,   /* [oc], optional */
};

typedef struct sn_conv_transpose_params {
    int32_t nd, group;
    sn_ints stride, dilation;
    int32_t pad_mode; /* sn_conv_pad */
    sn_ints pad_begin, pad_end;
    sn_ints output_pad;  /* more at the end of each axis */
    sn_ints output_size; /* or empty; the surplus over it is cut off, instead of pads */
    int32_t axis;
    sn_act act;
} sn_conv_transpose_params;

/* Along d, h, w, with 1s in front. Tap k of input position i adds to output position
 * i * stride + k * dilation - begin, where there is one. */
typedef struct sn_conv_transpose_geometry {
    int64_t in[3], out[3], kernel[3], stride[3], dilation[3], begin[3];
} sn_conv_transpose_geometry;
/* For known shapes of x, weight and result that have been accepted. */
void sn_conv_transpose_geometry_of(const sn_conv_transpose_params *p, const sn_shape *x,
                                   const sn_shape *w, const sn_shape *y,
                                   sn_conv_transpose_geometry *out);

#endif
