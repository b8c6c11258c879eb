/* SPDX-License-Identifier: Apache-2.0
 *
 *   act(quantized(x) * w / (sx sw) + b)  -->  act(cast(conv_integer(q(x), w)) / (sx sw) + b)
 *
 * and products of matrices alike: a layer that a format has for quantizing, a product of bytes and
 * scaling, as the operators that these are (sn_op.pieces), for which there are kernels, and which
 * become one step with what stands around them.
 *
 * Needs: the target has products of bytes; weights and scales are constant, no sum can leave 32
 * bits, padding is 0: the operator says so. */
#include "passes/pass.h"

static bool visits(const sn_op *op) { return op->pieces != NULL; }

static sn_status visit(sn_pass_run *run, sn_node *n)
{
    sn_answer answer;
    sn_value *made = NULL;
    bool done;
    sn_rewrite_begin(run);
    SN_TRY(sn_node_pieces(n, &made, &answer));
    if (answer.is != SN_YES) {
        sn_missed(run, n, NULL, "not computed in integers: %s", answer.why);
        return SN_OK;
    }
    const sn_rewrite rw = {.matched = {n}, .n_matched = 1, .before = n->out[0], .after = made};
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status run(sn_pass_run *run)
{
    if (!run->env->target->integers_pay) return SN_OK;
    SN_EACH_VISITED(n, run)
    {
        if (visits(n->op) && n->n_out == 1) SN_TRY(visit(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_integer_layers = {
    .name = "integer_layers",
    .arrow = "act(quantized(x) * w / (sx * sw) + b) -> act(cast(conv_integer(q(x), w)) / (sx * sw) "
             "+ b); products of matrices alike",
    .needs = "the target has products of bytes; weights and scales constant, no sum can leave 32 "
             "bits, padding 0",
    .visits = visits,
    .run = run,
};
