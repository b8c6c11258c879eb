/* SPDX-License-Identifier: Apache-2.0
 *
 * qlinear (ncnn's int8 inner product): params and slots. */
#ifndef SN_OPS_QLINEAR_H
#define SN_OPS_QLINEAR_H

#include "ops/linear.h"

enum {
    SN_QLINEAR_X,
    SN_QLINEAR_WEIGHT,        /* i8, or f32 that is quantised when loaded; [oc][ic] */
    SN_QLINEAR_BIAS,          /* f32 [oc], optional */
    SN_QLINEAR_WEIGHT_SCALES, /* f32 [oc] */
    SN_QLINEAR_X_SCALE,       /* f32 [1] */
};

typedef struct sn_qlinear_params {
    sn_act act;
    int32_t scale_term;
} sn_qlinear_params;

#endif
