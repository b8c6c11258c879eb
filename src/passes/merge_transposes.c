/* SPDX-License-Identifier: Apache-2.0
 *
 *   transpose(transpose(x, p), q)  -->  transpose(x, p[q])      or x, where that keeps every axis
 *   transpose(x)                 -->  reshape(x)            where only axes of size 1 change places
 *
 * Axis i of the result is axis p[q[i]] of x. Needs: the first has no other reader, unless both
 * cancel; the target has the permutation. A reshape needs the sizes of 1 proved, and at most one
 * size that is neither a number nor of the same letter. */
#include "ops/ops.h"
#include "ops/transpose.h"
#include "passes/views.h"

static bool keeps_all(const sn_transpose_params *p)
{
    for (int i = 0; i < p->perm.n; i++) {
        if (p->perm.v[i] != i) return false;
    }
    return true;
}

/* q after p; false where one of them does not exist there. */
static bool compose(sn_pass_run *run, const sn_node *first, const sn_node *n,
                    sn_transpose_params *out)
{
    const sn_transpose_params *p = first->params, *q = n->params;
    int32_t perm[SN_MAX_RANK];
    if (p->perm.n != q->perm.n) return false;
    for (int i = 0; i < p->perm.n; i++) perm[i] = p->perm.v[q->perm.v[i]];
    out->perm = sn_ints_of(run->g->arena, p->perm.n, perm);
    return true;
}

static sn_status merge(sn_pass_run *run, sn_node *first, sn_node *n)
{
    sn_transpose_params p;
    sn_value *x = sn_in(first, 0);
    bool done;
    if (!compose(run, first, n, &p)) return SN_OK;
    sn_rewrite rw = {
        .matched = {first, n}, .n_matched = 2, .before = n->out[0], .same_shape = true};
    sn_rewrite_begin(run);
    if (keeps_all(&p)) {
        rw.after = x;
        return x->def ? sn_rewrite_commit(run, &rw, &done) : SN_OK;
    }
    if (!sn_sole_producer(run, first->out[0], n, false)) return SN_OK;
    if (!sn_spelling_can(run->env->target, run->env->ctx, &sn_op_transpose, &p, 1)) {
        sn_missed(run, first, n, "not merged: the target has no such order");
        return SN_OK;
    }
    sn_node *m = sn_node_create(run->g, n, &sn_op_transpose, &p, 1, &x, 1);
    m->name = first->name;
    rw.after = m->out[0];
    return sn_rewrite_commit(run, &rw, &done);
}

/* The axes that are not proved to have size 1 keep their order, and some axis moves. */
static bool moves_ones_only(const sn_node *n)
{
    const sn_transpose_params *p = n->params;
    const sn_shape *x = &sn_in(n, 0)->shape;
    int last = -1;
    if (x->rank != p->perm.n) return false;
    for (int i = 0; i < p->perm.n; i++) {
        int from = p->perm.v[i];
        if (sn_dim_equal(x->d[from], 1)) continue;
        if (from < last) return false;
        last = from;
    }
    return !sn_shape_equal(x, &n->out[0]->shape);
}

static sn_status to_view(sn_pass_run *run, sn_node *n)
{
    bool done;
    sn_rewrite_begin(run);
    sn_node *m = sn_view_create(run, n, sn_in(n, 0), &n->out[0]->shape, false, false);
    if (!m) {
        sn_missed(run, n, NULL,
                  "not made a reshape: more than one size of the result is not known");
        return SN_OK;
    }
    m->name = n->name;
    sn_rewrite rw = {.matched = {n},
                     .n_matched = 1,
                     .before = n->out[0],
                     .after = m->out[0],
                     .same_shape = true};
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return op == &sn_op_transpose; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        sn_value *v = n->op == &sn_op_transpose ? sn_in(n, 0) : NULL;
        if (!v) continue;
        if (v->def && v->def->op == &sn_op_transpose) {
            SN_TRY(merge(run, v->def, n));
        } else if (moves_ones_only(n)) {
            SN_TRY(to_view(run, n));
        }
    }
    return SN_OK;
}

const sn_pass sn_pass_merge_transposes = {
    .name = "merge_transposes",
    .arrow = "transpose(transpose(x)) -> transpose(x), or x; transpose(x) of axes of size 1 -> "
             "reshape(x)",
    .needs = "the order of both together is known; sole reader, unless it is x",
    .visits = visits,
    .run = run,
};
