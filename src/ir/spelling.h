/* SPDX-License-Identifier: Apache-2.0
 *
 * What a graph is being optimized for. A pass that makes a new spelling (an activation in a slot, a
 * weighted sum) asks the target whether it can write such a node; it never knows a format by name.
 */
#ifndef SN_IR_TARGET_H
#define SN_IR_TARGET_H

#include "ir/op.h"

typedef struct sn_spelling sn_spelling;
struct sn_spelling {
    const char *name; /* "ncnn", "ncnn 20210124" */
    int64_t version;  /* the format's business: passes never look at it; 0: the newest */
    int max_rank;
    /* Whether a node of this operator with these params (NULL: the defaults) and so many inputs can
     * be written. */
    bool (*can)(const sn_spelling *target, sn_ctx *ctx, const sn_op *op, const void *params,
                uint16_t n_in);
    /* The same of a node whose shapes are inferred; NULL: as `can`. Every node that a rewrite makes
     * is asked about, so that a pass whose operators all releases have need not ask. */
    bool (*can_node)(const sn_spelling *target, const sn_node *node);
    /* Whether reading the view's input in that slot means what reading the view does, by how the
     * format shapes its inputs; NULL: all are read as they are. A no without a reason: that is so
     * of this slot. */
    sn_answer (*implies_view)(const sn_spelling *target, const sn_node *reader, uint16_t slot);
    /* Whether one record of the format says the node and the one that makes its input `slot`, which
     * nothing else reads, and that is what a network should have; NULL: never. */
    bool (*joins)(const sn_spelling *target, const sn_node *node, uint16_t *slot);
    /* Whether the node stands in the file as something else that its runtime does not do as well;
     * NULL: none does. */
    bool (*is_dated)(const sn_spelling *target, const sn_node *node);
};

static inline bool sn_spelling_can(const sn_spelling *t, sn_ctx *ctx, const sn_op *op,
                                   const void *params, uint16_t n_in)
{
    return t->can(t, ctx, op, params, n_in);
}

#endif
