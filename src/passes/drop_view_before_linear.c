/* SPDX-License-Identifier: Apache-2.0
 *
 *   linear(view(x))  -->  linear(x) {flatten = all}
 *
 * Needs: the inner product flattens what it gets (view(x) is a vector, or it is known to), and it
 * would flatten x as well: x has rank 3 or more, or is a vector, or a matrix whose rows are proved
 * to have another length than the inner product has inputs. A matrix with rows of that length would
 * be mapped row by row instead. */
#include "ops/linear.h"
#include "ops/ops.h"
#include "passes/pass.h"

static bool applies(sn_pass_run *run, sn_node *n)
{
    sn_value *v = sn_in(n, SN_LINEAR_X);
    sn_node *view = v ? v->def : NULL;
    if (!view || !sn_op_has(view->op, SN_TRAIT_VIEW)) return false;
    const sn_linear_params *p = n->params;
    const sn_shape *x = &sn_in(view, 0)->shape, *w = &sn_in(n, SN_LINEAR_WEIGHT)->shape;
    if (p->flatten == SN_FLATTEN_NONE) return false;
    if (p->flatten != SN_FLATTEN_ALL) {
        sn_missed(run, view, n,
                  "not removed: whether the inner product flattens its input is not known");
        return false;
    }
    if (x->rank < 0) {
        sn_missed(run, view, n, "not removed: the rank of its input is not known");
        return false;
    }
    if (x->rank == 2 && !(w->rank == 2 && sn_dim_differ(run->g->dims, x->d[1], w->d[1]))) {
        sn_missed(run, view, n,
                  "not removed: the rows of its input are not proved to be of another length than "
                  "the linear has inputs");
        return false;
    }
    return x->rank >= 1;
}

/* *linear becomes the node that reads what its view read. */
static sn_status skip_view(sn_pass_run *run, sn_node **linear, bool *done)
{
    sn_node *n = *linear, *view = sn_in(n, SN_LINEAR_X)->def;
    sn_rewrite_begin(run);
    sn_node *m = sn_rewrite_clone(run, n, n);
    sn_node_set_input(m, SN_LINEAR_X, sn_in(view, 0));
    sn_rewrite rw = {.matched = {view, n}, .n_matched = 2, .before = n->out[0], .after = m->out[0]};
    *linear = m;
    return sn_rewrite_commit(run, &rw, done);
}

static bool visits(const sn_op *op) { return op == &sn_op_linear; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (n->op != &sn_op_linear) continue;
        sn_node *linear = n;
        bool done = true;
        while (done && applies(run, linear)) SN_TRY(skip_view(run, &linear, &done));
    }
    return SN_OK;
}

const sn_pass sn_pass_drop_view_before_linear = {
    .name = "drop_view_before_linear",
    .arrow = "linear(flatten(x)) -> linear(x)",
    .needs = "the inner product flattens both what it reads and x: proved",
    .visits = visits,
    .run = run,
};
