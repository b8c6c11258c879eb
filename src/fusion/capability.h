/* SPDX-License-Identifier: Apache-2.0
 *
 * What the code generator can do with groups. Fusion asks; a member that is NULL means no.
 * Legality (a group must be able to run as a whole) and profit are not asked here: fusion works
 * them out itself.
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
    /* Whether it is better worked out where it is read than where its operand is made. NULL: no. */
    bool (*begins)(void *user, const sn_node *node);
    /* A value in the middle of the group can be stored, too, beside n outputs that the group has.
     */
    bool (*can_store_more)(void *user, const sn_node *anchor, size_t n);
    bool (*can_prologue)(void *user, const sn_node *anchor, const sn_node *node);
    bool (*can_store_map)(void *user, const sn_node *anchor, const sn_node *move);
    bool (*can_load_map)(void *user, const sn_node *anchor, const sn_node *move);
    /* All inputs of this concat can be stored in its place by what makes them. */
    bool (*can_slice)(void *user, const sn_node *concat);
    /* `node`, behind a concat in slices, can be applied by the group of this anchor as it stores
     * its part. */
    bool (*can_spread)(void *user, const sn_node *anchor, const sn_node *node);
    /* A global pooling of what the group stores can be taken on the way. */
    bool (*can_sum)(void *user, const sn_node *anchor, const sn_node *pool);
    bool (*can_pool)(void *user, const sn_node *anchor, const sn_node *pool);
    /* Rows over these axes of a tensor of this shape can be gone over several times in one group.
     * `anchor`: a softmax or a norm of its own, or NULL. */
    bool (*can_row)(void *user, const sn_node *anchor, const sn_shape *shape, unsigned axes);
    bool (*can_small)(void *user, const sn_node *anchor);
    /* How often the anchor's kernel reads each element of its input, which is how often a prologue
     * is computed. NULL: as the usual kernels do. */
    double (*reads_per_element)(void *user, const sn_node *anchor);
} sn_capability;
extern const sn_capability sn_capability_all; /* everything that the rules know of */

#endif
