/* SPDX-License-Identifier: Apache-2.0
 *
 * lp_normalization: params and slots. */
#ifndef SN_OPS_LP_NORMALIZATION_H
#define SN_OPS_LP_NORMALIZATION_H

#include "ir/op.h"

enum {
    SN_LP_X,
    SN_LP_SCALE, /* optional: one number, or numbers along one axis of x; broadcasts to it */
};

/* What keeps the divisor from zero: root of (sum + epsilon), a root or a sum of epsilon at least;
 * nothing: the root of (sum + epsilon) is divided by, whatever it is. */
typedef enum sn_lp_epsilon {
    SN_LP_ADDED,
    SN_LP_LEAST_NORM,
    SN_LP_LEAST_SUM,
    SN_LP_UNGUARDED
} sn_lp_epsilon;

typedef struct sn_lp_normalization_params {
    int32_t axis, n_axes, p;
    float epsilon;
    int32_t epsilon_rule; /* sn_lp_epsilon */
} sn_lp_normalization_params;

/* Element i of x is multiplied by element i / inner % n of the scale. */
typedef struct sn_lp_scale {
    int64_t inner, n;
} sn_lp_scale;
sn_lp_scale sn_lp_scale_of(const sn_shape *x, const sn_shape *scale);

#endif
