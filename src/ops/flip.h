/* SPDX-License-Identifier: Apache-2.0
 *
 * flip: params. The only slot is x. */
#ifndef SN_OPS_FLIP_H
#define SN_OPS_FLIP_H

#include "ir/op.h"

typedef struct sn_flip_params {
    sn_ints axes; /* each once; none: nothing is turned round */
} sn_flip_params;

/* The axes as bits. */
unsigned sn_flip_axes(const sn_flip_params *p);

#endif
