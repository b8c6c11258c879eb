/* SPDX-License-Identifier: Apache-2.0
 *
 * Params of ncnn.eltwise. */
#ifndef SN_FORMATS_NCNN_OPS_ELTWISE_H
#define SN_FORMATS_NCNN_OPS_ELTWISE_H

#include "ir/op.h"

enum { SN_NCNN_ELTWISE_PROD, SN_NCNN_ELTWISE_SUM, SN_NCNN_ELTWISE_MAX };

typedef struct sn_ncnn_eltwise_params {
    int32_t op;
    sn_floats coeffs; /* of the sum: none, or one for each input */
} sn_ncnn_eltwise_params;

#endif
