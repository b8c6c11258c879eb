/* SPDX-License-Identifier: Apache-2.0
 *
 * matmul: params and slots. */
#ifndef SN_OPS_MATMUL_H
#define SN_OPS_MATMUL_H

#include "ir/op.h"

enum { SN_MATMUL_A, SN_MATMUL_B };

typedef struct sn_matmul_params {
    int32_t transB; /* b is [..][n][k]; means nothing where b has rank 1 */
} sn_matmul_params;

#endif
