/* SPDX-License-Identifier: Apache-2.0
 *
 * qlinear (ncnn's int8 inner product): params and slots. */
#ifndef SN_OPS_QLINEAR_H
#define SN_OPS_QLINEAR_H

#include "formats/ncnn/ops/quantized_convolution.h"
#include "ops/linear.h"

enum {
    SN_QLINEAR_X,
    SN_QLINEAR_WEIGHT,        /* i8, or f32 that is quantised when loaded; [oc][ic] */
    SN_QLINEAR_BIAS,          /* f32 [oc], optional */
    SN_QLINEAR_WEIGHT_SCALES, /* f32 [oc] */
    SN_QLINEAR_X_SCALE,       /* f32 [1] */
};

/* What reads both kinds of layers rests on it. */
_Static_assert((int)SN_QLINEAR_WEIGHT == (int)SN_QCONV_WEIGHT &&
                   (int)SN_QLINEAR_BIAS == (int)SN_QCONV_BIAS &&
                   (int)SN_QLINEAR_WEIGHT_SCALES == (int)SN_QCONV_WEIGHT_SCALES &&
                   (int)SN_QLINEAR_X_SCALE == (int)SN_QCONV_X_SCALE,
               "slots");

typedef struct sn_qlinear_params {
    sn_act act;
    int32_t scale_term;
} sn_qlinear_params;

#endif
