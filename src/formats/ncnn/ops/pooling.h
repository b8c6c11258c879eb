/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.pooling, ncnn.adaptive_pool: params. */
#ifndef SN_FORMATS_NCNN_OPS_POOLING_H
#define SN_FORMATS_NCNN_OPS_POOLING_H

#include "ir/op.h"

enum { SN_POOLING_MAX, SN_POOLING_AVG };
enum {
    SN_POOLING_FULL,  /* pads, and as much more at the end as the last window needs */
    SN_POOLING_VALID, /* pads */
    SN_POOLING_SAME_UPPER,
    SN_POOLING_SAME_LOWER,
};

typedef struct sn_pooling_params {
    int32_t nd, kind;
    sn_ints kernel, stride, pad_begin, pad_end;
    int32_t pad_mode;
    int32_t count_include_pad;
} sn_pooling_params;

#define SN_ADAPTIVE_KEEP (-233) /* in `out`: the size stays */

typedef struct sn_ncnn_adaptive_pool_params {
    int32_t nd, kind;
    sn_ints out;
} sn_ncnn_adaptive_pool_params;

/* Whether windows over an axis of that size reach beyond it. */
bool sn_pooling_pads(const sn_pooling_params *p, int64_t size, int i);

#endif
