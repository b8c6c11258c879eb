/* SPDX-License-Identifier: Apache-2.0
 *
 * einsum: params. The slots are the factors. */
#ifndef SN_OPS_EINSUM_H
#define SN_OPS_EINSUM_H

#include "ir/op.h"

typedef struct sn_einsum_params {
    const char *equation; /* "ik,kj->ij" with letters i..x, or "ii" for the trace */
} sn_einsum_params;

#endif
