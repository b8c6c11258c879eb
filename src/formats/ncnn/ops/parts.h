/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.split: params. */
#ifndef SN_FORMATS_NCNN_OPS_PARTS_H
#define SN_FORMATS_NCNN_OPS_PARTS_H

#include "ir/op.h"

#define SN_NCNN_SHARE (-233) /* in slices: an even share of what is left */

/* Either slices (one for each output) or indices (where each output but the last ends). */
typedef struct sn_ncnn_split_params {
    int32_t axis; /* as sn_ncnn_axis takes it */
    sn_ints slices;
    sn_ints indices; /* a negative one counts from the end */
} sn_ncnn_split_params;

#endif
