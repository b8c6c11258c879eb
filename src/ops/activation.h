/* SPDX-License-Identifier: Apache-2.0
 *
 * Params of the activations; those not listed have none. */
#ifndef SN_OPS_ACTIVATION_H
#define SN_OPS_ACTIVATION_H

#include "ops/ops.h"

typedef struct sn_relu_params {
    float slope; /* below 0 */
} sn_relu_params;
typedef struct sn_clip_params {
    float min, max;
} sn_clip_params;
typedef struct sn_elu_params {
    float alpha;
} sn_elu_params;
typedef struct sn_selu_params {
    float alpha, lambda;
} sn_selu_params;
typedef struct sn_celu_params {
    float alpha;
} sn_celu_params;
typedef struct sn_gelu_params {
    int32_t fast_gelu;
} sn_gelu_params;
typedef struct sn_hard_params { /* hard_sigmoid, hard_swish */
    float alpha, beta;
} sn_hard_params;
typedef struct sn_threshold_params {
    float threshold;
} sn_threshold_params;
typedef struct sn_shrink_params {
    float bias, lambd;
} sn_shrink_params;

#endif
