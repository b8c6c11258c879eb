/* SPDX-License-Identifier: Apache-2.0
 *
 *   if(c, x...) then { f } else { g }  -->  f(x...)      c constant and true
 *
 * Needs: the condition is a constant (fold_shapes makes one of what sizes tell). The nodes of the
 * branch stand in the place of the node, which reads them as captures. */
#include "ops/control.h"
#include "passes/bodies.h"

static bool visits(const sn_op *op) { return op == &sn_op_if; }

static sn_status inline_branch(sn_pass_run *run, sn_node *n)
{
    const int taken = sn_if_taken(n);
    sn_value **results = SN_NEW_N(run->arena, sn_value *, n->n_out);
    sn_rewrite_begin(run);
    sn_copy_out(n, n->body[taken], NULL, sn_if_captures(n, run->arena), results);
    return sn_commit_outputs(run, n, results, true, taken == SN_IF_THEN ? "then" : "else");
}

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (n->op != &sn_op_if || !sn_node_is_read(n)) continue;
        if (sn_const_of(sn_in(n, SN_IF_COND)))
            SN_TRY(inline_branch(run, n));
        else
            sn_missed(run, n, NULL, "not inlined: its condition is not known");
    }
    return SN_OK;
}

const sn_pass sn_pass_inline_if = {
    .name = "inline_if",
    .arrow = "if(c, x) then { f } else { g } -> f(x)",
    .needs = "the condition is constant",
    .visits = visits,
    .run = run,
};
