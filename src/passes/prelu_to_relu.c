/* SPDX-License-Identifier: Apache-2.0
 *
 *   prelu(x, [s])  -->  relu(x) {slope = s}
 *
 * One constant slope for all channels. */
#include "ops/activation.h"
#include "ops/ops.h"
#include "passes/pass.h"

static sn_status run(sn_pass_run *run)
{
    SN_EACH_NODE(n, run->g)
    {
        if (n->op != &sn_op_prelu) continue;
        const sn_tensor *slope = sn_const_of(sn_in(n, 1));
        if (!slope) {
            sn_missed(run, n, NULL, "not made a relu: its slope is computed at run time");
            continue;
        }
        if (sn_tensor_count(slope) != 1) continue;
        sn_relu_params p = {.slope = (float)sn_tensor_at(slope, 0)};
        if (!sn_target_can(run->env->target, &sn_op_relu, &p, 1)) continue;
        sn_rewrite_begin(run);
        sn_value *x = sn_in(n, 0);
        sn_node *relu = sn_node_create(run->g, n, &sn_op_relu, &p, 1, &x, 1);
        relu->name = n->name;
        relu->features = n->features;
        sn_rewrite rw = {
            .matched = {n}, .n_matched = 1, .before = n->out[0], .after = relu->out[0], .same_shape = true};
        bool done;
        SN_TRY(sn_rewrite_commit(run, &rw, &done));
    }
    return SN_OK;
}

const sn_pass sn_pass_prelu_to_relu = {
    .name = "prelu_to_relu",
    .arrow = "prelu(x, [s]) -> relu(x) {slope = s}",
    .needs = "one constant slope",
    .covers = "replace_prelu_with_leaky_relu",
    .run = run,
};
