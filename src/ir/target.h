/* SPDX-License-Identifier: Apache-2.0
 *
 * What a graph is being optimized for. A pass that makes a new spelling (an activation in a slot, a
 * weighted sum) asks the target whether it can write such a node; it never knows a format by name.
 */
#ifndef SN_IR_TARGET_H
#define SN_IR_TARGET_H

#include "ir/op.h"

typedef struct sn_target sn_target;
struct sn_target {
    const char *name; /* "ncnn", "ncnn 20210124" */
    int64_t version;  /* the format's business: passes never look at it; 0: the newest */
    int max_rank;
    /* Whether a node of this operator with these params and so many inputs can be written. */
    bool (*can)(const sn_target *target, sn_ctx *ctx, const sn_op *op, const void *params,
                uint16_t n_in);
    /* The same of a node whose shapes are inferred; NULL: as `can`. Every node that a rewrite makes
     * is asked about, so that a pass whose operators all releases have need not ask. */
    bool (*can_node)(const sn_target *target, const sn_node *node);
};

static inline bool sn_target_can(const sn_target *t, sn_ctx *ctx, const sn_op *op,
                                 const void *params, uint16_t n_in)
{
    return t->can(t, ctx, op, params, n_in);
}

#endif
