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

/* Shape and type of the product; that the inner sizes fit is not checked. */
sn_status sn_matmul_shape(sn_infer *in) SN_MUST_CHECK;

#endif
