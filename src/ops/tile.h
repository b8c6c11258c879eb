/* SPDX-License-Identifier: Apache-2.0
 *
 * tile: params. The only slot is x. */
#ifndef SN_OPS_TILE_H
#define SN_OPS_TILE_H

#include "ir/op.h"

typedef struct sn_tile_params {
    sn_ints repeats; /* of each axis of x */
} sn_tile_params;

#endif
