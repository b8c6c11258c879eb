/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.as_rows: params and slots. */
#ifndef SN_FORMATS_NCNN_OPS_AS_ROWS_H
#define SN_FORMATS_NCNN_OPS_AS_ROWS_H

#include "ir/op.h"

typedef struct sn_as_rows_params {
    int32_t ic; /* inputs of the inner product behind it */
} sn_as_rows_params;

#endif
