/* SPDX-License-Identifier: Apache-2.0
 *
 *   g(f(x))  -->  one layer      where the format has one that does both
 *
 * The nodes stay what they are, and share an origin: the writer says them in one record. */
#include "passes/pass.h"

static sn_status join(sn_pass_run *run, sn_node *n, uint16_t slot)
{
    const sn_node *front = sn_in(n, slot)->def;
    sn_rewrite_begin(run);
    sn_node *m = sn_rewrite_clone(run, n, n);
    m->origin = front->origin;
    m->name = front->name;
    m->implied = true;
    sn_rewrite rw = {.matched = {sn_in(n, slot)->def, n},
                     .n_matched = 2,
                     .before = n->out[0],
                     .after = m->out[0]};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status run(sn_pass_run *run)
{
    const sn_spelling *target = run->env->target;
    if (!target || !target->joins) return SN_OK;
    SN_EACH_VISITED(n, run)
    {
        uint16_t slot;
        if (target->joins(target, n, &slot)) SN_TRY(join(run, n, slot));
    }
    return SN_OK;
}

const sn_pass sn_pass_join_layers = {
    .name = "join_layers",
    .arrow = "g(f(x)) -> one layer",
    .needs = "the format has a layer for both, which costs nothing more: proved by reading it back",
    .run = run,
};
