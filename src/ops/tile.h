/* SPDX-License-Identifier: Apache-2.0
 *
 * tile: params. The only slot is x. */
#ifndef SN_OPS_TILE_H
#define SN_OPS_TILE_H

#include "ir/op.h"

typedef struct sn_tile_params {
    int32_t axis,
        tiles; /* looked at when repeats is empty; an axis that x does not have tiles nothing */
    sn_ints repeats; /* outermost first */
} sn_tile_params;

/* How often each axis of x is repeated; false where the rank of x is not known, or is not that of
 * the result. */
bool sn_tile_times(const sn_node *node, sn_arena *arena, int32_t times[SN_MAX_RANK]);

#endif
