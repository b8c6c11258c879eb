/* SPDX-License-Identifier: Apache-2.0
 *
 * What the code generator can do with groups. Fusion asks. Legality (a group must be able to run as
 * a whole) is not asked here: fusion works that out itself.
 *
 * `anchor` is the complex operator of the group; NULL in groups of elementwise operators alone. */
#ifndef SN_FUSION_CAPABILITY_H
#define SN_FUSION_CAPABILITY_H

#include "machine/machine.h"
#include "ir/op.h"

typedef struct sn_capability {
    void *user;
    /* `node`, elementwise or broadcast, can be applied to the anchor's result before it is stored.
     * Operands of another shape than its result come from outside the group. */
    bool (*can_epilogue)(void *user, const sn_node *anchor, const sn_node *node);
    /* Whether it is better worked out where it is read than where its operand is made. */
    bool (*begins)(void *user, const sn_node *node);
    /* A value in the middle of the group can be stored, too, beside n outputs that the group has.
     */
    bool (*can_store_more)(void *user, const sn_node *anchor, size_t n);
    /* NULL: the anchor's kernel multiplies its weights by what `mul`, its first operand, multiplies
     * a tensor by, and that pays; else why not. */
    const char *(*why_no_factor)(void *user, const sn_node *anchor, const sn_node *mul);
    /* The anchor's kernel can do something elementwise to its operand 0 as it reads that. */
    bool (*takes_prologue)(void *user, const sn_node *anchor);
    /* NULL: that is what these operators, which give that value, do, and it pays; else why not. */
    const char *(*why_no_prologue)(void *user, const sn_node *anchor, sn_node *const *nodes,
                                   size_t n);
    /* The kernel of the anchor, or of elementwise operators, gives what `sums` does, which sums up
     * by channel, too, as it stores its result. */
    bool (*can_sum)(void *user, const sn_node *anchor, const sn_node *sums);
    /* This move, behind another, is one pass over the elements with it. */
    bool (*can_move_on)(void *user, const sn_node *move);
    /* All inputs of this concat can be stored in its place by what makes them; or this split or
     * crop is read where it lies. */
    bool (*can_slice)(void *user, const sn_node *move);
} sn_capability;

#endif
