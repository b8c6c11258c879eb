/* SPDX-License-Identifier: Apache-2.0
 *
 * statistics_pool: params. The only slot is x. */
#ifndef SN_OPS_STATISTICS_POOL_H
#define SN_OPS_STATISTICS_POOL_H

#include "ir/op.h"

typedef struct sn_statistics_pool_params {
    int32_t include_stddev; /* the standard deviations follow the means */
} sn_statistics_pool_params;

#endif
