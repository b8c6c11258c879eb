/* SPDX-License-Identifier: Apache-2.0
 *
 * qconv (ncnn's int8 convolution): params and slots. Lists as in ops/conv.h. */
#ifndef SN_OPS_QCONV_H
#define SN_OPS_QCONV_H

#include "ops/conv.h"

enum {
    SN_QCONV_X,             /* f32, quantised by x_scale; or i8 */
    SN_QCONV_WEIGHT,        /* i8, or f32 that is quantised when loaded; [oc][ic/group](kh)kw */
    SN_QCONV_BIAS,          /* f32 [oc], optional */
    SN_QCONV_WEIGHT_SCALES, /* f32 [oc] or, with groups, [group] or [1] */
    SN_QCONV_X_SCALE,       /* f32 [1] */
    SN_QCONV_Y_SCALE,       /* f32 [1]; given where scale_term > 100: the result is i8 */
};

typedef struct sn_qconv_params {
    int32_t nd, group;
    sn_ints stride, dilation;
    int32_t pad_mode; /* sn_conv_pad */
    sn_ints pad_begin, pad_end;
    float pad_value; /* an int8 number here: padding comes after quantising */
    int32_t axis;
    sn_act act;
    int32_t scale_term; /* ncnn's 8=: 1, 2, 101, 102 */
} sn_qconv_params;

#endif
