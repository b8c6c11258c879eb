/* SPDX-License-Identifier: Apache-2.0
 *
 *   reduce(reduce(x, A), B)  -->  reduce(x, A + B)      sum, mean, max, min
 *
 * Needs: the same operation, the rank of x known (B counts axes of the result in between), and both
 * keep the reduced axes or both drop them. A mean of means is the mean because the groups have
 * equal sizes. What is between, if anything, is one factor for all that the second lets through: it
 * comes last then. */
#include "ops/ops.h"
#include "ops/reduce.h"
#include "passes/affine.h"

typedef struct reduction_pair {
    sn_node *first, *second;
    sn_node *between; /* NULL: none */
    sn_node *view;    /* of a result without axes, which is one layer with it; NULL: none */
    sn_affine map;    /* of `between`, behind the second */
    unsigned mask;    /* of both, over x */
} reduction_pair;

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

static bool combined(sn_pass_run *run, reduction_pair *m)
{
    const sn_reduce_params *p = m->first->params, *q = m->second->params;
    if (p->op != q->op || !splits(p->op)) return false;
    if (p->op == SN_REDUCE_MEAN && !sn_type_is_float(m->first->out[0]->type)) {
        sn_missed(run, m->first, m->second, "not merged: means of integers are cut");
        return false;
    }
    if (p->keepdims != q->keepdims) {
        sn_missed(run, m->first, m->second,
                  "not merged: one keeps the axes that it reduces, the other drops them");
        return false;
    }
    const int rank = sn_in(m->first, 0)->shape.rank;
    if (rank < 0) {
        sn_missed(run, m->first, m->second, "not merged: the rank of the input is not known");
        return false;
    }
    unsigned a = 0, b = 0;
    (void)sn_reduce_axes(p, rank, &a);
    (void)sn_reduce_axes(q, m->first->out[0]->shape.rank, &b);
    m->mask = a | (p->keepdims ? b : mask_in_x(a, b, rank));
    return m->mask != 0;
}

/* Whether the factor between may come last. */
static bool moves(sn_pass_run *run, reduction_pair *m)
{
    sn_affine own = m->map;
    sn_propagate c = {.given = &own, .made = &m->map};
    m->map = sn_affine_map_identity();
    const char *why = NULL;
    if (!m->between) return true;
    const sn_answer a = sn_node_propagate(m->second, run->arena, &c);
    if (a.is != SN_YES) why = a.why;
    if (!why && sn_affine_map_is_one_node(run, m->second->out[0], &m->map, &why)) return true;
    if (why) sn_missed(run, m->first, m->second, "not merged: %s", why);
    return false;
}

static sn_status merge(sn_pass_run *run, reduction_pair *m)
{
    int32_t axes[SN_MAX_RANK], n = 0;
    for (int i = 0; i < SN_MAX_RANK; i++) {
        if (m->mask >> i & 1) axes[n++] = i;
    }
    sn_reduce_params merged = *(const sn_reduce_params *)m->first->params;
    merged.axes = sn_ints_of(run->g->arena, n, axes);
    sn_rewrite_begin(run);
    sn_value *x = sn_in(m->first, 0), *y;
    sn_node *reduce = sn_node_create(run->g, m->second, &sn_op_reduce, &merged, 1, &x, 1);
    reduce->name = m->first->name;
    SN_TRY(sn_affine_map_node(run, reduce->out[0], m->second->out[0], &m->map, m->second,
                              m->between ? m->between : m->first, &y));
    sn_rewrite rw = {
        .matched = {m->first}, .n_matched = 1, .before = m->second->out[0], .after = y};
    if (m->between) rw.matched[rw.n_matched++] = m->between;
    rw.matched[rw.n_matched++] = m->second;
    if (m->view) {
        sn_node *view = sn_rewrite_clone(run, m->view, m->view);
        sn_node_set_input(view, 0, y);
        rw.matched[rw.n_matched++] = m->view;
        rw.before = m->view->out[0];
        rw.after = view->out[0];
    }
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

/* What makes v, `reduce` in front of it, and one factor between. */
static bool find(sn_pass_run *run, sn_node *second, reduction_pair *m)
{
    sn_value *v = sn_in(second, 0);
    *m = (reduction_pair){.second = second, .map = sn_affine_map_identity()};
    if (!v || !v->def) return false;
    if (v->def->op != &sn_op_reduce && sn_node_affine(v->def, run->arena, &m->map).is == SN_YES &&
        m->map.axis == SN_AXIS_NONE && !m->map.shift) {
        m->between = v->def;
        v = sn_in(m->between, m->map.slot);
        if (!v || !v->def) return false;
    }
    const sn_value *y = second->out[0];
    if (y->shape.rank == 0 && y->n_uses == 1 && sn_op_has(y->uses->node->op, SN_TRAIT_VIEW))
        m->view = y->uses->node;
    m->first = v->def;
    return m->first->op == &sn_op_reduce;
}

static bool visits(const sn_op *op) { return op == &sn_op_reduce; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        reduction_pair m;
        if (n->op != &sn_op_reduce || !find(run, n, &m) || !combined(run, &m) || !moves(run, &m))
            continue;
        if (!sn_sole_producer(run, sn_in(n, 0), n, false)) continue;
        if (m.between && !sn_sole_producer(run, m.first->out[0], m.between, false)) continue;
        SN_TRY(merge(run, &m));
    }
    return SN_OK;
}

const sn_pass sn_pass_merge_reductions = {
    .name = "merge_reductions",
    .arrow = "reduce(reduce(x, A), B) -> reduce(x, A + B)",
    .needs = "sum, mean, max or min, rank known, both keep or both drop the axes, at most a factor "
             "between, sole readers",
    .covers = "replace_reduction_with_global_pooling (its pairs)",
    .visits = visits,
    .run = run,
};
