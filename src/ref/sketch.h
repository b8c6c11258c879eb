/* SPDX-License-Identifier: Apache-2.0
 *
 * A few numbers for each channel of a tensor, sums of its elements with random signs: what is off in a channel shows in them, by the
 * root of the sum of squares, and what roundings do shows in them alike. So inner values of a whole network can be kept and compared. */
#ifndef SN_REF_SKETCH_H
#define SN_REF_SKETCH_H

#include "ir/tensor.h"

/* *out: one row for each channel: of more than two axes the indices of the first, of a matrix rows and then columns, of less the
 * elements. To be compared as SN_CHANNELS_ARE_ROWS. */
sn_status sn_sketch(sn_ctx *ctx, const sn_tensor *t, const sn_tensor **out) SN_MUST_CHECK;

#endif
