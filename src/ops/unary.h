/* SPDX-License-Identifier: Apache-2.0
 *
 * Params of power, exp and log; the other functions of one input have none. */
#ifndef SN_OPS_UNARY_H
#define SN_OPS_UNARY_H

#include "ops/ops.h"

typedef struct sn_power_params {
    float power, scale, shift;
} sn_power_params;
typedef struct sn_base_params { /* exp, log */
    float base;                 /* -1: e */
    float scale, shift;
} sn_base_params;

#endif
