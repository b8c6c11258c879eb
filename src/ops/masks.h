/* SPDX-License-Identifier: Apache-2.0
 *
 * Ones among zeros: params and slots of one_hot. */
#ifndef SN_OPS_MASKS_H
#define SN_OPS_MASKS_H

#include <stdint.h>

enum { SN_ONE_HOT_INDICES, SN_ONE_HOT_DEPTH, SN_ONE_HOT_VALUES };

typedef struct sn_one_hot_params {
    int32_t axis; /* of the result; -1: the last one */
} sn_one_hot_params;

#endif
