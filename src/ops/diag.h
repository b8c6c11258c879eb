/* SPDX-License-Identifier: Apache-2.0
 *
 * diag: params. The only slot is x. */
#ifndef SN_OPS_DIAG_H
#define SN_OPS_DIAG_H

#include "ir/op.h"

typedef struct sn_diag_params {
    int32_t diagonal; /* above the main one; negative: below */
} sn_diag_params;

#endif
