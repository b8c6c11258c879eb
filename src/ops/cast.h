/* SPDX-License-Identifier: Apache-2.0
 *
 * What a cast does with numbers that a float of 8 bits or fewer has no bits for. */
#ifndef SN_OPS_CAST_H
#define SN_OPS_CAST_H

#include "base/small_float.h"

typedef struct sn_cast_params {
    int32_t to, saturate, round_mode;
} sn_cast_params;

sn_small_rounding sn_cast_rounding(const sn_cast_params *p);

#endif
