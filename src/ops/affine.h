/* SPDX-License-Identifier: Apache-2.0
 *
 * Slots and params of batch_normalization; params of dropout. */
#ifndef SN_OPS_AFFINE_H
#define SN_OPS_AFFINE_H

#include "ops/ops.h"

enum {
    SN_BATCH_NORM_X,
    SN_BATCH_NORM_SCALE,
    SN_BATCH_NORM_BIAS,
    SN_BATCH_NORM_MEAN,
    SN_BATCH_NORM_VAR
};
typedef struct sn_batch_normalization_params {
    int32_t axis;
    float epsilon;
    float zero_divisor; /* instead of sqrt(var + epsilon) where that is exactly 0 */
} sn_batch_normalization_params;

typedef struct sn_dropout_params {
    float ratio; /* share of the elements that a step of training makes 0 */
} sn_dropout_params;

/* Whether no element of these variances (NULL: left out) gives a divisor of 0. */
bool sn_batch_norm_never_zero(const sn_value *var, float epsilon);

#endif
