/* SPDX-License-Identifier: Apache-2.0
 *
 * shuffle_channel, pixel_shuffle, reorg: params. The only slot is x. */
#ifndef SN_OPS_SHUFFLE_H
#define SN_OPS_SHUFFLE_H

#include "ir/op.h"

typedef struct sn_shuffle_channel_params {
    int32_t group, reverse;
} sn_shuffle_channel_params;

enum {
    SN_SHUFFLE_CHANNEL_FIRST, /* channels are (channel, row, column) */
    SN_SHUFFLE_CHANNEL_LAST,  /* channels are (row, column, channel) */
};

typedef struct sn_pixel_shuffle_params {
    int32_t upscale_factor, mode;
} sn_pixel_shuffle_params;

typedef struct sn_reorg_params {
    int32_t stride, mode;
} sn_reorg_params;

#endif
