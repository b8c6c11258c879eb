/* SPDX-License-Identifier: Apache-2.0
 *
 * cumulative_sum: params. */
#ifndef SN_OPS_CUMULATIVE_SUM_H
#define SN_OPS_CUMULATIVE_SUM_H

#include "ir/op.h"

typedef struct sn_cumulative_sum_params {
    int32_t axis; /* first, as in sn_along_params */
    int32_t exclusive, reverse;
} sn_cumulative_sum_params;

#endif
