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
    const sn_tensor *t = sn_const_of(sn_in(n, 1));
    if (!t) {
        sn_missed(run, n, NULL, "not made a relu: its slope is computed at run time");
        return false;
    }
    int64_t count = sn_tensor_count(t);
    for (int64_t i = 0; i < count; i++) {
        if (i > 0 && sn_tensor_at(t, i) != sn_tensor_at(t, 0)) return false;
        *slope = (float)sn_tensor_at(t, i);
    }
    if (count > 0 && !sn_f32_says(t->type, sn_tensor_at(t, 0))) {
        sn_missed(run, n, NULL, "not made a relu: %s", SN_F32_CANNOT_SAY);
        return false;
    }
    if (count > 0 && *slope == 0) {
        sn_missed(run, n, NULL, "not made a relu: its slope is 0, with which it makes NaN of -inf");
    }
    return count > 0 && *slope != 0 && isfinite(*slope);
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
