/* SPDX-License-Identifier: Apache-2.0
 *
 * A few numbers for each channel of a tensor, sums of its elements with random signs: what is off
 * in a channel shows in them, by the root of the sum of squares, and what roundings do shows in
 * them alike. So inner values of a whole network can be kept and compared. */
#ifndef SN_REF_SKETCH_H
#define SN_REF_SKETCH_H

#include "ir/tensor.h"

/* *out: one row for each channel: of more than two axes the indices of the first, of a matrix rows
 * and then columns, of less the elements; of neighbouring ones together where they are many
 * (sn_channel_group). To be compared as SN_CHANNELS_ARE_ROWS. */
sn_status sn_sketch(sn_ctx *ctx, const sn_tensor *t, const sn_tensor **out) SN_MUST_CHECK;
int64_t sn_sketch_rows(const sn_shape *s); /* without those of a matrix's columns */

#endif
