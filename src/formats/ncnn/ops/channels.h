/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors along axis 0. */
#ifndef SN_FORMATS_NCNN_OPS_CHANNELS_H
#define SN_FORMATS_NCNN_OPS_CHANNELS_H

#include "ir/op.h"

/* What BatchNorm divides by instead of 0. */
#define SN_NCNN_ZERO_DIVISOR 0.0001f

/* As many elements of a constant as the shape has, from the first on. */
sn_status sn_ncnn_first_elements(sn_ctx *ctx, const sn_tensor *t, const sn_shape *shape,
                                 const sn_tensor **out) SN_MUST_CHECK;

#endif
