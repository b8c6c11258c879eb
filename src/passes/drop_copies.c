/* SPDX-License-Identifier: Apache-2.0
 *
 *   y0, y1, ... = identity(x)            -->  x
 *   y0, y1, ... = identity(x0, x1, ...)  -->  x0, x1, ...
 *
 * Values are immutable here, so copies for several readers are never needed; writers put back what
 * their format wants. Always sound: the outside names of results stay with the output node. One
 * value for one is no spelling, but a layer that goes away (and may be one that became a copy by
 * what was proved when it was read): drop_identities. */
#include "ops/ops.h"
#include "passes/pass.h"

static sn_status drop(sn_pass_run *run, sn_node *n)
{
    sn_value **befores = SN_NEW_N(run->arena, sn_value *, n->n_out);
    sn_value **afters = SN_NEW_N(run->arena, sn_value *, n->n_out);
    size_t count = 0;
    for (uint16_t i = 0; i < n->n_out; i++) {
        sn_value *x = sn_in(n, n->n_in == 1 ? 0 : i);
        if (!x || !n->out[i]->n_uses) continue;
        befores[count] = n->out[i];
        afters[count++] = x;
    }
    if (!count) return SN_OK;
    sn_rewrite_begin(run);
    sn_rewrite rw = {.matched = {n}, .n_matched = 1, .same_shape = true};
    rw.n_values = count;
    rw.befores = befores;
    rw.afters = afters;
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return op == &sn_op_identity; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (n->op == &sn_op_identity && n->n_out > 1) SN_TRY(drop(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_drop_copies = {
    .name = "drop_copies",
    .arrow = "y0, y1, ... = identity(x) -> x",
    .needs = "nothing",
    .covers = "eliminate_split",
    .spelling = true,
    .visits = visits,
    .run = run,
};
