/* SPDX-License-Identifier: Apache-2.0
 *
 * transpose: params. The only slot is x. */
#ifndef SN_OPS_TRANSPOSE_H
#define SN_OPS_TRANSPOSE_H

#include "ir/op.h"

typedef struct sn_transpose_params {
    sn_ints perm; /* axis i of the result is axis perm[i] of x */
} sn_transpose_params;

#endif
