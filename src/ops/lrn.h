/* SPDX-License-Identifier: Apache-2.0
 *
 * lrn: params. */
#ifndef SN_OPS_LRN_H
#define SN_OPS_LRN_H

#include "ir/op.h"

typedef struct sn_lrn_params {
    int32_t axis, size;
    float alpha, beta, bias;
} sn_lrn_params;

/* Channels of a window in front of its own, and behind it. */
static inline int64_t sn_lrn_before(const sn_lrn_params *p) { return (p->size - 1) / 2; }
static inline int64_t sn_lrn_behind(const sn_lrn_params *p) { return p->size / 2; }

#endif
