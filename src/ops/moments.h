/* SPDX-License-Identifier: Apache-2.0
 *
 * moments, merge_moments, channel_sums: params and slots. What a batch normalization needs of all
 * elements of a channel, on the way forward and back. */
#ifndef SN_OPS_MOMENTS_H
#define SN_OPS_MOMENTS_H

#include "ir/op.h"

typedef struct sn_moments_params {
    int32_t axis; /* of the channels */
} sn_moments_params;

/* Results of moments, of x in slot 0, and of merge_moments, of both of each part: [parts][C]. */
enum { SN_MOMENTS_MEAN, SN_MOMENTS_VARIANCE };

enum { SN_CHANNEL_SUMS_DY, SN_CHANNEL_SUMS_X, SN_CHANNEL_SUMS_MEAN };
/* Results of channel_sums. */
enum { SN_CHANNEL_SUMS_OF_DY, SN_CHANNEL_SUMS_OF_PRODUCTS };

#endif
