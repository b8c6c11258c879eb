/* SPDX-License-Identifier: Apache-2.0
 *
 * flip: params. The only slot is x. */
#ifndef SN_OPS_FLIP_H
#define SN_OPS_FLIP_H

#include "ir/op.h"

typedef struct sn_flip_params {
    /* may be negative; none: nothing is turned round; rank 1 is turned round by any */
    sn_ints axes;
} sn_flip_params;

/* Which axes of x are turned round, as bits; false where that is not known. */
bool sn_flip_axes(const sn_node *node, unsigned *mask);

#endif
