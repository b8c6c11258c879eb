/* SPDX-License-Identifier: Apache-2.0
 *
 * Gemm: its params. */
#ifndef SN_FORMATS_NCNN_OPS_MATRICES_H
#define SN_FORMATS_NCNN_OPS_MATRICES_H

#include "ir/op.h"

typedef enum sn_ncnn_gemm_c { /* how C is added to [M][N], as Gemm's params call it */
                              SN_GEMM_C_SCALAR,   /* its first element */
                              SN_GEMM_C_M,        /* [M]: one for each row */
                              SN_GEMM_C_M1,       /* [M][1] */
                              SN_GEMM_C_MN,       /* [M][N] */
                              SN_GEMM_C_N,        /* [1][N] or [N]: one for each column */
                              SN_GEMM_C_BY_SHAPE, /* as its shape says */
} sn_ncnn_gemm_c;

typedef struct sn_ncnn_gemm_params {
    float alpha, beta; /* alpha is a factor of the whole result */
    int32_t transA, transB;
    int32_t output_N1M;      /* the result is [M][1][N] */
    int32_t output_elempack; /* layout wishes of ncnn, which change no number */
    int32_t output_elemtype;
    int32_t output_transpose; /* the result is [N][M], or [N][1][M] */
    int32_t constant_TILE_M, constant_TILE_N, constant_TILE_K;
    int32_t constant_c; /* sn_ncnn_gemm_c; -1: as C's shape says */
} sn_ncnn_gemm_params;

#endif
