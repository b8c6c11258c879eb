/* SPDX-License-Identifier: Apache-2.0
 *
 * deform_conv: params and slots (deformable convolution, v1 without and v2 with a mask). Two
 * spatial axes. */
#ifndef SN_OPS_DEFORM_CONV_H
#define SN_OPS_DEFORM_CONV_H

#include "ops/conv.h"

enum {
    SN_DEFORM_CONV_X,      /* [ic][h][w] */
    SN_DEFORM_CONV_OFFSET, /* [2 * kh * kw][oh][ow], (dy, dx) for each tap */
    SN_DEFORM_CONV_MASK,   /* [kh * kw][oh][ow], optional */
    SN_DEFORM_CONV_WEIGHT, /* [oc][ic/group][kh][kw] */
    SN_DEFORM_CONV_BIAS,   /* [oc], optional */
};

typedef struct sn_deform_conv_params {
    sn_ints stride, dilation;
    sn_ints pad_begin, pad_end; /* negative ones crop */
    int32_t group;
    sn_act act;
} sn_deform_conv_params;

sn_window_params sn_deform_conv_window(const sn_deform_conv_params *p);

#endif
