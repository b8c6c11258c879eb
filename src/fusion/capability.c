/* SPDX-License-Identifier: Apache-2.0
 *
 * A code generator that can do whatever is legal: for looking at groups, and for tests. */
#include "fusion/capability.h"

#include "ops/ops.h"

static bool yes_to_node(void *user, const sn_node *anchor, const sn_node *node)
{
    (void)user, (void)anchor, (void)node;
    return true;
}

static bool yes_to_anchor(void *user, const sn_node *anchor)
{
    (void)user, (void)anchor;
    return true;
}

static bool store_more(void *user, const sn_node *anchor, size_t n)
{
    (void)user, (void)anchor;
    return n < 4;
}

static bool rows(void *user, const sn_node *anchor, const sn_shape *shape, unsigned axes)
{
    (void)user, (void)anchor, (void)shape, (void)axes;
    return true;
}

/* Convolutions and products compute an image piece by piece; poolings and norms would have to be
 * shown how. */
static bool pool(void *user, const sn_node *anchor, const sn_node *node)
{
    (void)user, (void)node;
    return anchor->op->has_act;
}

const sn_capability sn_capability_all = {
    .can_epilogue = yes_to_node,
    .can_store_more = store_more,
    .can_prologue = yes_to_node,
    .can_store_map = yes_to_node,
    .can_load_map = yes_to_node,
    .can_slice = yes_to_anchor,
    .can_spread = yes_to_node,
    .can_sum = yes_to_node,
    .can_pool = pool,
    .can_row = rows,
    .can_small = yes_to_anchor,
};
