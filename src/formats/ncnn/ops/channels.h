/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors along axis 0. */
#ifndef SN_FORMATS_NCNN_OPS_CHANNELS_H
#define SN_FORMATS_NCNN_OPS_CHANNELS_H

#include "ir/op.h"

/* What BatchNorm divides by instead of 0. */
#define SN_NCNN_ZERO_DIVISOR 0.0001f

/* The constant in that slot in this shape; where it has more elements, the first ones. NULL: there
 * is none. */
sn_value *sn_ncnn_shaped(sn_resolve *r, unsigned slot, const sn_shape *shape);

#endif
