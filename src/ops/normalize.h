/* SPDX-License-Identifier: Apache-2.0
 *
 * Slots and params of normalize. */
#ifndef SN_OPS_NORMALIZE_H
#define SN_OPS_NORMALIZE_H

#include "ir/op.h"

enum { SN_NORMALIZE_X, SN_NORMALIZE_SCALE };

/* What keeps the divisor from zero: sqrt(sum + eps), max(sqrt(sum), eps) or sqrt(max(sum, eps)). */
enum { SN_NORMALIZE_SUM, SN_NORMALIZE_MAX, SN_NORMALIZE_MAX_SQUARE };

typedef struct sn_normalize_params {
    int32_t across_spatial, across_channel, channel_shared;
    float eps;
    int32_t eps_mode;
} sn_normalize_params;

#endif
