/* SPDX-License-Identifier: Apache-2.0
 *
 * pool, global_pool, adaptive_pool: params. The only slot is x. Lists as in ops/conv.h. */
#ifndef SN_OPS_POOL_H
#define SN_OPS_POOL_H

#include "ops/window.h"

enum { SN_POOL_MAX, SN_POOL_AVG };
enum {
    SN_POOL_PAD_FULL,  /* pads, and as much more at the end as the last window needs (ceil) */
    SN_POOL_PAD_VALID, /* pads (floor) */
    SN_POOL_PAD_SAME_UPPER,
    SN_POOL_PAD_SAME_LOWER,
};

#define SN_POOL_KEEP (-233) /* in adaptive_pool's `out`: the size stays */

typedef struct sn_pool_params {
    int32_t nd, kind;
    sn_ints kernel, stride, pad_begin, pad_end;
    int32_t pad_mode;
    int32_t count_include_pad; /* average: divide by the kernel's size also where it hangs over */
    int32_t axis;
} sn_pool_params;

typedef struct sn_global_pool_params {
    int32_t nd, kind, axis;
} sn_global_pool_params;

typedef struct sn_adaptive_pool_params {
    int32_t nd, kind;
    sn_ints out;
    int32_t axis;
} sn_adaptive_pool_params;

/* Where the windows of a pooling lie. w.begin and w.end: all that is padded, but the tail of full
 * mode, which x and out tell. */
typedef struct sn_pool_geometry {
    sn_window w;
    int64_t from[3], until[3]; /* positions in x that an average counts without count_include_pad;
                                  they may lie outside */
} sn_pool_geometry;
/* For known shapes that have been accepted. */
void sn_pool_geometry_of(const sn_pool_params *p, const sn_shape *x, const sn_shape *y,
                         sn_pool_geometry *out);

/* Every window of this pooling over x (shape of its input) holds an element of x, whatever the
 * size; else why not. */
sn_answer sn_pool_windows_hold(sn_dims *dims, const sn_pool_params *p, const sn_shape *x);
/* With pad_mode full: nothing is added behind the pads, whatever the size. Always so for valid. */
bool sn_pool_no_tail(const sn_pool_params *p, const sn_shape *x);

#endif
