/* SPDX-License-Identifier: Apache-2.0
 *
 *   op(view(x), y)  -->  op(x, y) {align = left}      x is [c], view(x) is [c,1,...,1] of y's rank
 *
 * A vector that is aligned to the left meets y's first axis, which is what the view spells out.
 * Needs: x is proved a vector [c], its view has y's rank with 1s behind c, and y's first axis is
 * proved to be c (where it is 1 the result has other sizes, and where only c is 1 ncnn would align
 * the vector to the right). Each reader is rewritten on its own. */
#include "ops/binary.h"
#include "ops/ops.h"
#include "passes/pass.h"

static bool applies(sn_pass_run *run, sn_node *n, uint16_t slot)
{
    sn_value *v = sn_in(n, slot), *y = sn_in(n, (uint16_t)(1 - slot));
    sn_node *view = v ? v->def : NULL;
    if (!view || !y || !sn_op_has(view->op, SN_TRAIT_VIEW)) return false;
    const sn_shape *x = &sn_in(view, 0)->shape, *s = &v->shape;
    if (s->rank < 2 || !sn_dim_known(s->d[1]) || s->d[1] != 1) return false;
    for (int i = 1; i < s->rank; i++) {
        if (!sn_dim_equal(s->d[i], 1)) return false;
    }
    if (x->rank != 1) {
        if (x->rank < 0) sn_missed(run, view, n, "not removed: the rank of its input is not known");
        if (x->rank > 1)
            sn_missed(run, view, n, "not removed: its input has rank %d and is no vector", x->rank);
        return false;
    }
    if (y->shape.rank != s->rank || !sn_dim_equal(y->shape.d[0], x->d[0])) {
        sn_missed(
            run, view, n,
            "not removed: the other operand is not proved to have rank %d and as many channels",
            s->rank);
        return false;
    }
    return true;
}

static sn_status drop(sn_pass_run *run, sn_node *n, uint16_t slot)
{
    sn_node *view = sn_in(n, slot)->def;
    sn_rewrite_begin(run);
    sn_node *m = sn_rewrite_clone(run, n, n);
    sn_node_set_input(m, slot, sn_in(view, 0));
    ((sn_binary_params *)m->params)->align = SN_ALIGN_LEFT;
    sn_rewrite rw = {.matched = {view, n}, .n_matched = 2, .before = n->out[0], .after = m->out[0]};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return sn_op_is_binary(op); }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (!sn_op_is_binary(n->op)) continue;
        for (uint16_t slot = 0; slot < 2 && n->graph; slot++) {
            if (applies(run, n, slot)) SN_TRY(drop(run, n, slot));
        }
    }
    return SN_OK;
}

const sn_pass sn_pass_drop_view_before_binary = {
    .name = "drop_view_before_binary",
    .arrow = "op(reshape(x), y) -> op(x, y)",
    .needs = "x is [c], its view [c,1,..,1], y has that rank and c channels: all proved",
    .covers = "eliminate_reshape_before_binaryop",
    .visits = visits,
    .run = run,
};
