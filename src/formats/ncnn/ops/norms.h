/* SPDX-License-Identifier: Apache-2.0
 *
 * LayerNorm, RMSNorm, InstanceNorm, GroupNorm: their params. */
#ifndef SN_FORMATS_NCNN_OPS_NORMS_H
#define SN_FORMATS_NCNN_OPS_NORMS_H

#include "ir/op.h"

/* LayerNorm and RMSNorm. */
typedef struct sn_ncnn_layer_norm_params {
    int32_t affine_size; /* by which the axes are chosen */
    float eps;
} sn_ncnn_layer_norm_params;

typedef struct sn_ncnn_instance_norm_params {
    float eps;
} sn_ncnn_instance_norm_params;

typedef struct sn_ncnn_group_norm_params {
    int32_t group, channels;
    float eps;
} sn_ncnn_group_norm_params;

#endif
