/* SPDX-License-Identifier: Apache-2.0
 *
 * gemm: params and slots. */
#ifndef SN_OPS_GEMM_H
#define SN_OPS_GEMM_H

#include "ir/op.h"

enum {
    SN_GEMM_A, /* [m][k], or [k][m] where transA */
    SN_GEMM_B, /* [k][n], or [n][k] where transB */
    SN_GEMM_C, /* optional; broadcast to [m][n] */
};

typedef struct sn_gemm_params {
    float alpha, beta;
    int32_t transA, transB;
} sn_gemm_params;

/* How far C moves in its data from row to row, and from column to column, of the result; its shape
 * is known. */
void sn_gemm_c_strides(const sn_shape *c, int64_t *row, int64_t *column);

#endif
