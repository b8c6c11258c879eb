/* SPDX-License-Identifier: Apache-2.0
 *
 *   f(x)  -->  x     where the operator says that this node is the identity here
 *
 * The condition is the operator's own fact (op->identity): dropout that does not scale, a 1x1
 * pooling window, a reshape to the shape that is there already, flatten of a vector, a slice of
 * everything, x + 0, ... proved from the graph; a copy, which layers of a format may have become by
 * what was proved when they were read (a permutation in order, a crop of everything).
 *
 * A miss is reported of views alone. That a transpose, a resize or a reduction of unknown sizes is
 * not proved to do nothing is no news: it is there because it does something. */
#include "passes/pass.h"

static bool visits(const sn_op *op) { return op->identity != NULL; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (!n->op->identity || n->n_out != 1) continue;
        uint16_t slot = 0;
        sn_answer a = n->op->identity(n, run->arena, &slot);
        if (a.is == SN_UNKNOWN && sn_op_has(n->op, SN_TRAIT_VIEW)) {
            sn_missed(run, n, NULL, "the %s is not removed: %s", n->op->name, a.why);
        }
        /* A weight is no value that others may read: fold_constants makes a node of it. */
        if (a.is != SN_YES || !sn_in(n, slot) || !sn_in(n, slot)->def) continue;
        sn_rewrite_begin(run);
        sn_rewrite rw = {.matched = {n},
                         .n_matched = 1,
                         .before = n->out[0],
                         .after = sn_in(n, slot),
                         .same_shape = true};
        bool done;
        SN_TRY(sn_rewrite_commit(run, &rw, &done));
    }
    return SN_OK;
}

const sn_pass sn_pass_drop_identities = {
    .name = "drop_identities",
    .arrow = "f(x) -> x",
    .needs = "the operator proves that it is the identity here",
    .covers = "eliminate_noop, eliminate_dropout, eliminate_pooling1x1, eliminate_flatten_after_*, "
              "eliminate_reshape_after_global_pooling",
    .visits = visits,
    .run = run,
};
