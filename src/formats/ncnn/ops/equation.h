/* SPDX-License-Identifier: Apache-2.0
 *
 * Params of ncnn.einsum. */
#ifndef SN_FORMATS_NCNN_OPS_EQUATION_H
#define SN_FORMATS_NCNN_OPS_EQUATION_H

#include "ir/op.h"

typedef struct sn_ncnn_einsum_params {
    const char *equation; /* "ik,kj->ij" with letters i..x, or "ii" for the trace */
} sn_ncnn_einsum_params;

#endif
