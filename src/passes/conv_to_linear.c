/* SPDX-License-Identifier: Apache-2.0
 *
 *   linear(x, W, b), written as a convolution of a vector  -->  linear(x, W, b)
 *
 * Needs: the format has a line of its own for it, and says that its runtime does that one better
 * (sn_spelling.is_dated). The node stays what it is, and forgets how it was written. */
#include "ops/ops.h"
#include "passes/pass.h"

static bool visits(const sn_op *op) { return op == &sn_op_linear; }

static sn_status run(sn_pass_run *run)
{
    const sn_spelling *target = run->env->target;
    if (!target || !target->is_dated) return SN_OK;
    SN_EACH_VISITED(n, run)
    {
        if (n->op != &sn_op_linear || !target->is_dated(target, n)) continue;
        sn_rewrite_begin(run);
        sn_node *m = sn_rewrite_clone(run, n, n);
        m->origin = NULL;
        sn_rewrite rw = {.matched = {n}, .n_matched = 1, .before = n->out[0], .after = m->out[0]};
        bool done;
        SN_TRY(sn_rewrite_commit(run, &rw, &done));
    }
    return SN_OK;
}

const sn_pass sn_pass_conv_to_linear = {
    .name = "conv_to_linear",
    .arrow = "conv of a vector -> linear",
    .needs = "x is proved a vector, W is constant with 1x1 taps, one group",
    .covers = "replace_convolution_with_innerproduct_after_{global_pooling,innerproduct}",
    .spelling = true,
    .visits = visits,
    .run = run,
};
