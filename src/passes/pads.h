/* SPDX-License-Identifier: Apache-2.0
 *
 * What passes about pooling ask: a `pad` that a window can take over, values without NaN. */
#ifndef SN_PASSES_PADS_H
#define SN_PASSES_PADS_H

#include "ops/pad.h"
#include "ops/pool.h"
#include "passes/pass.h"

/* A border of one number around the spatial axes alone. */
typedef struct sn_spatial_pad {
    sn_node *node;
    float value;
    int64_t begin[3], end[3];
} sn_spatial_pad;

/* Whether `reader`, a window over the nd axes behind `axis` of its first input, alone reads such a
 * pad, and that around some elements. Tells why not. */
bool sn_spatial_pad_of(sn_pass_run *run, sn_node *reader, int axis, int nd, sn_spatial_pad *out);
/* The sums are pads that a window can have. */
bool sn_pads_add(int nd, const int64_t *a, const int64_t *b, int64_t *out);

/* Whether v may hold NaN, though nothing that is fed does and nothing overflows: something that it
 * is computed from may make one. A maximum propagates it here, and some run times skip it. */
bool sn_may_be_nan(sn_pass_run *run, sn_value *v);
/* The same of an infinity. */
bool sn_may_be_infinite(sn_pass_run *run, sn_value *v);

#endif
