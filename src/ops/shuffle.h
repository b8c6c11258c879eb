/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_shuffle, depth_to_space, space_to_depth: params. The only slot is x. */
#ifndef SN_OPS_SHUFFLE_H
#define SN_OPS_SHUFFLE_H

#include "ir/op.h"

typedef struct sn_channel_shuffle_params {
    int32_t groups, axis;
} sn_channel_shuffle_params;

enum {
    SN_BLOCK_DCR, /* channels are (row, column, channel) */
    SN_BLOCK_CRD, /* channels are (channel, row, column) */
};

/* depth_to_space, space_to_depth. */
typedef struct sn_block_params {
    int32_t blocksize, mode;
} sn_block_params;

/* Evaluations of x and a result of the same number of maps. Of one map, channels, rows and columns
 * of x that are left over are dropped. */
sn_status sn_eval_depth_to_space(sn_eval *e, const sn_block_params *p) SN_MUST_CHECK;
sn_status sn_eval_space_to_depth(sn_eval *e, const sn_block_params *p) SN_MUST_CHECK;

#endif
