/* SPDX-License-Identifier: Apache-2.0
 *
 *   nodes that no result depends on  -->  nothing
 *
 * Inputs stay: they are the network's interface. Backwards, so that one sweep takes whole chains.
 */
#include "passes/pass.h"

static sn_status run(sn_pass_run *run)
{
    for (sn_node *n = run->g->last, *prev; n; n = prev) {
        prev = n->prev;
        if (sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT)) continue;
        if (!sn_node_is_read(n)) SN_TRY(sn_remove_unread(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_drop_dead = {
    .name = "drop_dead",
    .arrow = "f(x) -> nothing",
    .needs = "no result of the network depends on it",
    .covers = "eliminate_orphaned_memorydata",
    .run = run,
};
