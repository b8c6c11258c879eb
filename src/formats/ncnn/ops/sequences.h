/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.first_matrix: params. */
#ifndef SN_FORMATS_NCNN_OPS_SEQUENCES_H
#define SN_FORMATS_NCNN_OPS_SEQUENCES_H

#include "ir/op.h"

typedef struct sn_ncnn_first_matrix_params {
    int32_t size; /* of the rows that the layer has weights for */
} sn_ncnn_first_matrix_params;

#endif
