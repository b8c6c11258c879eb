/* SPDX-License-Identifier: Apache-2.0
 *
 * gemm: params and slots. */
#ifndef SN_OPS_GEMM_H
#define SN_OPS_GEMM_H

#include "ir/op.h"

enum {
    SN_GEMM_A, /* [M][K], or [K][M] where transA */
    SN_GEMM_B, /* [K][N], or [N][K] where transB */
    SN_GEMM_C, /* optional; see sn_gemm_c */
};

typedef enum sn_gemm_c {                   /* ncnn's broadcast types: how C is added to [M][N] */
                         SN_GEMM_C_SCALAR, /* its first element */
                         SN_GEMM_C_M,      /* [M]: one for each row */
                         SN_GEMM_C_M1,     /* [M][1] */
                         SN_GEMM_C_MN,     /* [M][N] */
                         SN_GEMM_C_N,      /* [1][N] or [N]: one for each column */
} sn_gemm_c;

typedef struct sn_gemm_params {
    float alpha, beta;
    int32_t transA, transB;
    int32_t output_N1M;      /* the result is [M][1][N] */
    int32_t output_elempack; /* layout wishes of ncnn, which change no number */
    int32_t output_elemtype;
    int32_t output_transpose; /* the result is [N][M] */
    int32_t constant_TILE_M, constant_TILE_N, constant_TILE_K;
    int32_t c_kind; /* sn_gemm_c; late: as C's shape says */
} sn_gemm_params;

#endif
