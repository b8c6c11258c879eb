/* SPDX-License-Identifier: Apache-2.0
 *
 *   op(view(x), y)   -->  op(x, y)       where the format itself pairs the axes of x and y like
 * that linear(view(x))  -->  linear(x)      where the format itself flattens x
 *
 * In the graph the view stays: it is implied by the line of its reader, and no layer. Each reader
 * is rewritten on its own. */
#include "ops/binary.h"
#include "ops/ops.h"
#include "passes/pass.h"

enum { MOST_SLOTS = 3 }; /* of an operator some of whose inputs a format shapes */

static bool applies(sn_pass_run *run, const sn_node *n, uint16_t slot)
{
    const sn_spelling *target = run->env->target;
    const sn_value *v = sn_before_adapters(sn_in(n, slot));
    const sn_node *view = v ? v->def : NULL;
    if (!view || !sn_op_has(view->op, SN_TRAIT_VIEW) || view->n_out != 1 || view->implied)
        return false;
    const sn_answer is =
        v == sn_in(n, slot)
            ? target->implies_view(target, n, slot)
            : SN_ANSWER_UNKNOWN("which shape it is given depends on a size that is not known");
    if (is.is != SN_YES && is.why) sn_missed(run, view, n, "not removed: %s", is.why);
    return is.is == SN_YES;
}

static sn_status drop(sn_pass_run *run, sn_node *n, uint16_t slot)
{
    sn_node *view = sn_in(n, slot)->def;
    sn_value *x = sn_in(view, 0);
    sn_rewrite_begin(run);
    if (x->shape.rank != 1 || view->out[0]->shape.rank != 1) { /* else it makes no difference */
        sn_node *implied = sn_rewrite_clone(run, view, n);
        implied->implied = true;
        implied->name = n->name;
        x = implied->out[0];
    }
    sn_node *m = sn_rewrite_clone(run, n, n);
    sn_node_set_input(m, slot, x);
    sn_rewrite rw = {.matched = {view, n}, .n_matched = 2};
    sn_value **befores = SN_NEW_N(run->arena, sn_value *, n->n_out);
    sn_value **afters = SN_NEW_N(run->arena, sn_value *, n->n_out);
    for (uint16_t i = 0; i < n->n_out; i++) {
        if (!n->out[i]->n_uses) continue;
        befores[rw.n_values] = n->out[i];
        afters[rw.n_values++] = m->out[i];
    }
    rw.befores = befores;
    rw.afters = afters;
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status run(sn_pass_run *run)
{
    if (!run->env->target || !run->env->target->implies_view) return SN_OK;
    SN_EACH_VISITED(n, run)
    {
        for (uint16_t slot = 0; slot < n->n_in && slot < MOST_SLOTS && n->graph; slot++) {
            if (applies(run, n, slot)) SN_TRY(drop(run, n, slot));
        }
    }
    return SN_OK;
}

const sn_pass sn_pass_drop_implied_views = {
    .name = "drop_implied_views",
    .arrow = "op(reshape(x), y) -> op(x, y); linear(flatten(x)) -> linear(x)",
    .needs = "the format itself gives x that shape there: proved",
    .covers = "eliminate_reshape_before_binaryop",
    .run = run,
};
