/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.as_image: params, and the view that it is. */
#ifndef SN_FORMATS_NCNN_OPS_AS_IMAGE_H
#define SN_FORMATS_NCNN_OPS_AS_IMAGE_H

#include "ir/op.h"

typedef struct sn_as_image_params {
    int32_t nd;
    sn_ints padded; /* spatial axes that the layer pads: x has to have them */
} sn_as_image_params;

/* The spatial axes of one element that a window of such a kernel would pad, by the operator's
 * params pad_mode, pad_begin and pad_end; how many. */
int sn_ncnn_padded_axes(const sn_op *op, const void *params, int nd, const int64_t *kernel,
                        int32_t axes[3]);

/* Builds x as the layer reads it; x itself where it has nd + 1 axes. The rank of x is known. */
sn_value *sn_ncnn_image_of(sn_resolve *r, sn_value *x, const sn_as_image_params *p);

#endif
