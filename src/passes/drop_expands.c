/* SPDX-License-Identifier: Apache-2.0
 *
 *   f(expand(x), y)  -->  f(x, y)     f: elementwise, of several operands
 *
 * An elementwise operator broadcasts its operands itself. Needs: the result has the same shape
 * without the expand, since another operand is as large. */
#include "ops/ops.h"
#include "passes/pass.h"

static bool is_expand(const sn_value *v) { return v && v->def && v->def->op == &sn_op_expand; }

static sn_status drop(sn_pass_run *run, sn_node *n, uint16_t slot)
{
    sn_node *expand = sn_in(n, slot)->def;
    sn_rewrite_begin(run);
    sn_node *m = sn_rewrite_clone(run, n, n);
    sn_node_set_input(m, slot, sn_in(expand, 0));
    if (!sn_rewrite_infers(m) || !sn_shape_equal(&n->out[0]->shape, &m->out[0]->shape)) {
        sn_node_remove(m);
        return SN_OK;
    }
    const sn_rewrite rw = {
        .matched = {expand, n}, .n_matched = 2, .before = n->out[0], .after = m->out[0]};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return op == &sn_op_expand; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (!n->op->expr || n->n_in < 2 || n->n_out != 1) continue;
        for (uint16_t i = 0; i < n->n_in; i++) {
            if (!is_expand(sn_in(n, i))) continue;
            SN_TRY(drop(run, n, i));
            break;
        }
    }
    return SN_OK;
}

const sn_pass sn_pass_drop_expands = {
    .name = "drop_expands",
    .arrow = "f(expand(x), y) -> f(x, y)",
    .needs = "f elementwise, and its result as large without the expand",
    .visits = visits,
    .run = run,
};
