/* SPDX-License-Identifier: Apache-2.0
 *
 *   reduce(reduce(x, A), B)  -->  reduce(x, A + B)      sum, mean, max, min
 *
 * Needs: the same operation, the rank of x known (B counts axes of the result in between), both
 * keep the reduced axes or both drop them, and the first neither drops every axis nor scales what
 * the second orders. A mean of means is the mean because the groups have equal sizes. */
#include "ops/ops.h"
#include "ops/reduce.h"
#include "passes/pass.h"

static bool splits(int32_t op)
{
    return op == SN_REDUCE_SUM || op == SN_REDUCE_MEAN || op == SN_REDUCE_MAX ||
           op == SN_REDUCE_MIN;
}

/* Bits of B, which count the axes that A left, as bits over x. */
static unsigned mask_in_x(unsigned a, unsigned b, int rank)
{
    unsigned mask = 0;
    for (int axis = 0, left = 0; axis < rank; axis++) {
        if (a >> axis & 1) continue;
        if (b >> left++ & 1) mask |= 1u << axis;
    }
    return mask;
}

static bool combined(sn_pass_run *run, sn_node *first, sn_node *second, unsigned *mask, int *rank)
{
    const sn_reduce_params *p = first->params, *q = second->params;
    if (p->op != q->op || !splits(p->op)) return false;
    if (p->keepdims != q->keepdims) {
        sn_missed(run, first, second,
                  "not merged: one keeps the axes that it reduces, the other drops them");
        return false;
    }
    if (p->op >= SN_REDUCE_MAX && p->coeff != 1) {
        sn_missed(run, first, second, "not merged: the first scales what the second compares");
        return false;
    }
    *rank = sn_in(first, 0)->shape.rank;
    if (*rank < 0) {
        sn_missed(run, first, second, "not merged: the rank of the input is not known");
        return false;
    }
    unsigned a = 0, b = 0, all = (1u << *rank) - 1;
    if (!sn_reduce_axes(p, *rank, &a) || a == all) return false;
    int middle = p->keepdims ? *rank : first->out[0]->shape.rank;
    if (middle < 0 || !sn_reduce_axes(q, middle, &b)) return false;
    *mask = a | (p->keepdims ? b : mask_in_x(a, b, *rank));
    return true;
}

static sn_status merge(sn_pass_run *run, sn_node *first, sn_node *second, unsigned mask, int rank)
{
    const sn_reduce_params *p = first->params, *q = second->params;
    int32_t axes[SN_MAX_RANK], n = 0;
    for (int i = 0; i < rank; i++) {
        if (mask >> i & 1) axes[n++] = i;
    }
    sn_reduce_params merged = *p;
    merged.reduce_all = 0;
    merged.axes = sn_ints_of(run->g->arena, n, axes);
    merged.coeff = p->coeff * q->coeff;
    sn_rewrite_begin(run);
    sn_value *x = sn_in(first, 0);
    sn_node *m = sn_node_create(run->g, second, &sn_op_reduce, &merged, 1, &x, 1);
    m->name = first->name;
    m->features = first->features | second->features;
    sn_rewrite rw = {
        .matched = {first, second}, .n_matched = 2, .before = second->out[0], .after = m->out[0]};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return op == &sn_op_reduce; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        sn_value *v = n->op == &sn_op_reduce ? sn_in(n, 0) : NULL;
        if (!v || !v->def || v->def->op != &sn_op_reduce) continue;
        unsigned mask = 0;
        int rank = 0;
        if (!combined(run, v->def, n, &mask, &rank)) continue;
        if (!sn_sole_producer(run, v, n, false)) continue;
        SN_TRY(merge(run, v->def, n, mask, rank));
    }
    return SN_OK;
}

const sn_pass sn_pass_merge_reductions = {
    .name = "merge_reductions",
    .arrow = "reduce(reduce(x, A), B) -> reduce(x, A + B)",
    .needs = "sum, mean, max or min, rank known, both keep or both drop the axes, sole reader",
    .covers = "replace_reduction_with_global_pooling (its pairs)",
    .visits = visits,
    .run = run,
};
