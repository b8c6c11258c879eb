/* SPDX-License-Identifier: Apache-2.0
 *
 *   nodes that no result depends on            -->  nothing
 *   y, places = f(x), where nobody reads places  -->  y = f(x)
 *
 * Inputs stay: they are the network's interface. Backwards, so that one sweep takes whole chains.
 */
#include "passes/pass.h"

static bool gives_unread_places(const sn_node *n)
{
    if (!n->op->selects_places || n->n_in != 1 || n->n_out < 2 || !n->out[0]->n_uses) return false;
    for (uint16_t i = 1; i < n->n_out; i++) {
        if (n->out[i]->n_uses) return false;
    }
    return true;
}

static sn_status drop_places(sn_pass_run *run, sn_node *n)
{
    sn_rewrite_begin(run);
    sn_value *x = sn_in(n, 0);
    sn_node *m = sn_node_create(run->g, n, n->op, n->params, 1, &x, 1);
    m->name = n->name;
    sn_rewrite rw = {.matched = {n},
                     .n_matched = 1,
                     .before = n->out[0],
                     .after = m->out[0],
                     .note = "nobody reads where elements are"};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status run(sn_pass_run *run)
{
    for (sn_node *n = run->g->last, *prev; n; n = prev) {
        prev = n->prev;
        if (sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT)) continue;
        if (!sn_node_is_read(n))
            SN_TRY(sn_remove_unread(run, n));
        else if (gives_unread_places(n))
            SN_TRY(drop_places(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_drop_dead = {
    .name = "drop_dead",
    .arrow = "f(x) -> nothing, y, places = f(x) -> y = f(x)",
    .needs = "no result of the network depends on it",
    .covers = "eliminate_orphaned_memorydata",
    .run = run,
};
