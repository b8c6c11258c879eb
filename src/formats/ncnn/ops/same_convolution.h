/* SPDX-License-Identifier: Apache-2.0
 *
 * Convolutions that are padded as ncnn pads (formats/ncnn/ops/same.h). */
#ifndef SN_FORMATS_NCNN_OPS_SAME_CONVOLUTION_H
#define SN_FORMATS_NCNN_OPS_SAME_CONVOLUTION_H

#include "ops/conv.h"

/* As sn_conv_shape, for output 0, and sn_conv_run. */
sn_status sn_ncnn_conv_shape(sn_infer *in, const sn_conv_params *p) SN_MUST_CHECK;
void sn_ncnn_conv_run(const sn_eval *e, const sn_conv_params *p, const sn_shape *x_shape,
                      sn_elems x, const sn_shape *w_shape, sn_elems w, sn_elems bias, sn_elems y);

#endif
