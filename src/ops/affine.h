/* SPDX-License-Identifier: Apache-2.0
 *
 * Slots and params of the layers that scale and shift. */
#ifndef SN_OPS_AFFINE_H
#define SN_OPS_AFFINE_H

#include "ops/ops.h"

enum {
    SN_BATCH_NORM_X,
    SN_BATCH_NORM_SLOPE,
    SN_BATCH_NORM_MEAN,
    SN_BATCH_NORM_VAR,
    SN_BATCH_NORM_BIAS
};
typedef struct sn_batch_norm_params {
    int32_t axis;
    float eps;
} sn_batch_norm_params;

enum { SN_SCALE_X, SN_SCALE_SCALE, SN_SCALE_BIAS };
typedef struct sn_scale_params {
    int32_t axis;
} sn_scale_params;

enum { SN_BIAS_X, SN_BIAS_BIAS };
typedef struct sn_bias_params {
    int32_t nd; /* a value of rank <= nd is one channel */
} sn_bias_params;

typedef struct sn_dropout_params {
    float scale;
} sn_dropout_params;

#endif
