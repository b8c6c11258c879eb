/* SPDX-License-Identifier: Apache-2.0
 *
 * matmul: params and slots. */
#ifndef SN_OPS_MATMUL_H
#define SN_OPS_MATMUL_H

#include "ir/op.h"

enum {
    SN_MATMUL_A,
    SN_MATMUL_B,
    SN_MATMUL_A_ZERO, /* of matmul_integer alone, optional: one number that stands for 0 */
    SN_MATMUL_B_ZERO, /* one, or one for each column of b */
};

typedef struct sn_matmul_params {
    int32_t transB; /* b is [..][n][k]; means nothing where b has rank 1 */
} sn_matmul_params;

/* Shape and type of the product; that the inner sizes fit is not checked. */
sn_status sn_matmul_shape(sn_infer *in) SN_MUST_CHECK;

#endif
