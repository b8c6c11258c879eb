/* SPDX-License-Identifier: Apache-2.0
 *
 * cum_sum, cum_prod: params. */
#ifndef SN_OPS_CUM_SUM_H
#define SN_OPS_CUM_SUM_H

#include "ir/op.h"

typedef struct sn_cum_sum_params {
    int32_t axis; /* first, as in sn_along_params */
    int32_t exclusive, reverse;
} sn_cum_sum_params;

#endif
