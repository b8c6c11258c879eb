/* SPDX-License-Identifier: Apache-2.0
 *
 *   prelu(x, [s])  -->  relu(x) {slope = s}
 *
 * Needs: constant slopes that are all the same, and not 0: a prelu makes NaN of -inf then, a relu
 * makes 0 of it. */
#include "ops/activation.h"
#include "ops/ops.h"
#include "passes/pass.h"

static bool applies(sn_pass_run *run, sn_node *n, float *slope)
{
    sn_act act = {0};
    sn_answer is = sn_op_prelu.as_act(n, &act);
    if (is.is == SN_YES && act.a == 0)
        is = SN_ANSWER_NO("its slope is 0, with which it makes NaN of -inf");
    if (is.is != SN_YES) sn_missed(run, n, NULL, "not made a relu: %s", is.why);
    *slope = act.a;
    return is.is == SN_YES;
}

static bool visits(const sn_op *op) { return op == &sn_op_prelu; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        sn_leaky_relu_params p = {0};
        if (n->op != &sn_op_prelu || !applies(run, n, &p.alpha)) continue;
        if (!sn_spelling_can(run->env->target, run->env->ctx, &sn_op_leaky_relu, &p, 1)) continue;
        sn_rewrite_begin(run);
        sn_value *x = sn_in(n, 0);
        sn_node *relu = sn_node_create(run->g, n, &sn_op_leaky_relu, &p, 1, &x, 1);
        relu->name = n->name;
        sn_rewrite rw = {.matched = {n},
                         .n_matched = 1,
                         .before = n->out[0],
                         .after = relu->out[0],
                         .same_shape = true};
        bool done;
        SN_TRY(sn_rewrite_commit(run, &rw, &done));
    }
    return SN_OK;
}

const sn_pass sn_pass_prelu_to_relu = {
    .name = "prelu_to_relu",
    .arrow = "prelu(x, [s]) -> relu(x) {slope = s}",
    .needs = "constant slopes, all the same and not 0",
    .covers = "replace_prelu_with_leaky_relu",
    .visits = visits,
    .run = run,
};
