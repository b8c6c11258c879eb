/* SPDX-License-Identifier: Apache-2.0
 *
 * Slots and params of prelu. */
#ifndef SN_OPS_PRELU_H
#define SN_OPS_PRELU_H

#include "ops/ops.h"

enum { SN_PRELU_X, SN_PRELU_SLOPE };

typedef struct sn_prelu_params {
    int32_t axis; /* the slopes' */
} sn_prelu_params;

#endif
