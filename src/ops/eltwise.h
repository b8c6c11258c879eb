/* SPDX-License-Identifier: Apache-2.0
 *
 * Params of eltwise. */
#ifndef SN_OPS_ELTWISE_H
#define SN_OPS_ELTWISE_H

#include "ops/ops.h"

enum { SN_ELTWISE_PROD, SN_ELTWISE_SUM, SN_ELTWISE_MAX };

typedef struct sn_eltwise_params {
    int32_t op;
    sn_floats coeffs; /* of the sum: none, or one for each input */
} sn_eltwise_params;

#endif
