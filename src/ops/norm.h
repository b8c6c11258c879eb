/* SPDX-License-Identifier: Apache-2.0
 *
 * instance_norm, group_norm, layer_norm, rms_norm: params and slots. */
#ifndef SN_OPS_NORM_H
#define SN_OPS_NORM_H

#include "ir/op.h"

enum {
    SN_NORM_X,
    SN_NORM_GAMMA, /* a factor for each channel, or each element normalised; optional */
    SN_NORM_BETA,  /* ... one summand; not in rms_norm */
};

typedef struct sn_instance_norm_params {
    float eps;
    int32_t nd; /* most spatial axes a value may have and still be one channel (mat rank) */
} sn_instance_norm_params;

typedef struct sn_group_norm_params {
    int32_t group;
    float eps;
    int32_t axis; /* of the channels; those before it are mapped over */
} sn_group_norm_params;

/* layer_norm and rms_norm. */
typedef struct sn_layer_norm_params {
    int32_t affine_size; /* decides n_axes where that is late */
    float eps;
    int32_t n_axes; /* how many trailing axes are normalised together; may be late */
} sn_layer_norm_params;

#endif
