/* SPDX-License-Identifier: Apache-2.0
 *
 * instance_normalization, group_normalization, layer_normalization, rms_normalization: params and
 * slots. mean_variance_normalization: what goes together. */
#ifndef SN_OPS_NORM_H
#define SN_OPS_NORM_H

#include "ir/op.h"

enum {
    SN_NORM_X,
    SN_NORM_GAMMA, /* a factor for each channel, or that broadcasts to x; optional */
    SN_NORM_BETA,  /* ... one summand; not in rms_normalization */
};

typedef struct sn_instance_normalization_params {
    int32_t axis; /* of the channels; those before it are mapped over */
    float epsilon;
} sn_instance_normalization_params;

typedef struct sn_group_normalization_params {
    int32_t axis, num_groups;
    float epsilon;
} sn_group_normalization_params;

/* layer_normalization and rms_normalization. */
typedef struct sn_layer_normalization_params {
    int32_t axis; /* it and all axes behind it are normalised together */
    float epsilon;
} sn_layer_normalization_params;

/* The mean of n elements with that sum, off as sn_rounding says: of elements that lie around it the
 * differences from the mean are all off alike. magnitudes: the sum of what the elements are without
 * sign; group: which of the means it is. */
double sn_norm_mean(const sn_eval *e, int64_t group, int64_t n, double sum, double magnitudes);

/* Axes of x, of that rank, that mean_variance_normalization takes together: bit i is axis i. False
 * where the rank lacks one of them. */
bool sn_mean_variance_axes(const void *params, int rank, unsigned *mask);

#endif
