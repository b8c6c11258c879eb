/* SPDX-License-Identifier: Apache-2.0
 *
 * Which keys the queries of an attention look at. */
#ifndef SN_ONNX_ATTENDING_H
#define SN_ONNX_ATTENDING_H

#include "formats/onnx/ops/parts.h"

typedef struct sn_onnx_attending {
    sn_onnx_call *c;
    int64_t heads, groups, width; /* of q; -1: not known */
    sn_value *q, *k, *keys;       /* four axes; keys: those of the past in front of k */
    sn_value *mask;
    sn_value *counts; /* how many keys each image has; NULL: all */
    sn_value *before; /* i64 [batch]: keys in front of the first query; NULL: as counts, or the
                         past, say */
    bool is_causal;
    int64_t left, right; /* keys beside its own that a query looks at; -1: all */
    bool adds;           /* the mask has summands; else it says which keys are seen */
    sn_type type;        /* in which scores are computed */
} sn_onnx_attending;

/* Bools, [src][dst], or [batch][1][src or 1][dst] where images differ: which keys a query looks at
 * as far as places and counts say, not the mask. NULL: all. */
sn_value *sn_onnx_keys_seen(const sn_onnx_attending *a);
/* A mask as summands of that type; one of bools where it does not add. NULL stays. */
sn_value *sn_onnx_summands_of(const sn_onnx_attending *a, sn_value *mask);

#endif
