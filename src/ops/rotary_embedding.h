/* SPDX-License-Identifier: Apache-2.0
 *
 * Slots and params of rotary_embedding. */
#ifndef SN_OPS_ROTARY_EMBEDDING_H
#define SN_OPS_ROTARY_EMBEDDING_H

#include "ir/op.h"

enum { SN_ROTARY_X, SN_ROTARY_COS, SN_ROTARY_SIN };

typedef struct sn_rotary_embedding_params {
    int32_t interleaved;
    int32_t rotary_embedding_dim;
} sn_rotary_embedding_params;

/* How many heads of x in a row share the angles of one matrix of the table. */
int64_t sn_rotary_heads(const sn_shape *x, const sn_shape *table);

#endif
