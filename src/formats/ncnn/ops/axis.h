/* SPDX-License-Identifier: Apache-2.0
 *
 * How ncnn's layers tell an axis. */
#ifndef SN_FORMATS_NCNN_OPS_AXIS_H
#define SN_FORMATS_NCNN_OPS_AXIS_H

#include "ir/op.h"

/* YES with the axis of a value of that shape, counted from the front: a negative number counts
 * from the back, and a vector has but one, whatever the number. NO where it has none of that
 * number. */
sn_answer sn_ncnn_axis(int32_t axis, const sn_shape *shape, int32_t *out);
/* SN_E_SHAPE where input `slot` has no such axis. */
sn_status sn_ncnn_has_axis(const sn_infer *in, unsigned slot, int32_t axis) SN_MUST_CHECK;

#endif
