/* SPDX-License-Identifier: Apache-2.0
 *
 * Params of sum. */
#ifndef SN_OPS_SUM_H
#define SN_OPS_SUM_H

#include "ops/ops.h"

typedef struct sn_sum_params {
    sn_floats coeffs; /* none, or one for each input */
} sn_sum_params;

#endif
