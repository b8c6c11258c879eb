/* SPDX-License-Identifier: Apache-2.0
 *
 * softmax, cum_sum, glu: operators along one axis; they share their one param. */
#ifndef SN_OPS_SOFTMAX_H
#define SN_OPS_SOFTMAX_H

#include "ir/op.h"

typedef struct sn_along_params {
    int32_t axis;
} sn_along_params;

#endif
