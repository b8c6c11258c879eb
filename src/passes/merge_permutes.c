/* SPDX-License-Identifier: Apache-2.0
 *
 *   permute(permute(x, p), q)  -->  permute(x, p[q])      or x, where that keeps every axis
 *   permute(x)                 -->  reshape(x)            where only axes of size 1 change places
 *
 * Axis i of the result is axis p[q[i]] of x. Where the rank is not known yet, ncnn's codes are put
 * together for each of the ranks 1 to 4; the results must be one code. Needs: the first has no
 * other reader, unless both cancel; the target has the permutation. A reshape needs the sizes of 1
 * proved, and at most one size that is neither a number nor of the same letter. */
#include <string.h>

#include "ops/ops.h"
#include "ops/permute.h"
#include "passes/views.h"

enum { MAX_CODE_RANK = 4 };

static bool keeps_all(const sn_permute_params *p)
{
    for (int i = 0; i < p->perm.n; i++) {
        if (p->perm.v[i] != i) return false;
    }
    return p->perm.n > 0 || p->code == 0;
}

/* q after p on a value of that rank; false where one does not exist there. */
static bool compose_at(const sn_permute_params *p, const sn_permute_params *q, int rank,
                       int32_t *perm)
{
    int32_t a[SN_MAX_RANK], b[SN_MAX_RANK];
    if (p->perm.n > 0 && p->perm.n != rank) return false;
    if (q->perm.n > 0 && q->perm.n != rank) return false;
    if (p->perm.n > 0)
        memcpy(a, p->perm.v, (size_t)rank * sizeof *a);
    else if (!sn_permute_decode(p->code, rank, a))
        return false;
    if (q->perm.n > 0)
        memcpy(b, q->perm.v, (size_t)rank * sizeof *b);
    else if (!sn_permute_decode(q->code, rank, b))
        return false;
    for (int i = 0; i < rank; i++) perm[i] = a[b[i]];
    return true;
}

/* One code for every rank on which both exist. */
static bool compose_codes(const sn_permute_params *p, const sn_permute_params *q, int32_t *code)
{
    bool found = false;
    for (int rank = 2; rank <= MAX_CODE_RANK; rank++) {
        int32_t perm[SN_MAX_RANK];
        if (!compose_at(p, q, rank, perm)) continue;
        int32_t here = sn_permute_encode(rank, perm);
        if (here < 0 || (found && here != *code)) return false;
        *code = here;
        found = true;
    }
    return found;
}

static bool compose(sn_pass_run *run, const sn_node *first, const sn_node *n,
                    sn_permute_params *out)
{
    const sn_permute_params *p = first->params, *q = n->params;
    int32_t perm[SN_MAX_RANK];
    int rank = p->perm.n > 0 ? p->perm.n : q->perm.n;
    *out = (sn_permute_params){.code = -1};
    if (rank == 0) return compose_codes(p, q, &out->code);
    if (!compose_at(p, q, rank, perm)) return false;
    out->perm = sn_ints_of(run->g->arena, rank, perm);
    return true;
}

static sn_status merge(sn_pass_run *run, sn_node *first, sn_node *n)
{
    sn_permute_params p;
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
    if (!sn_target_can(run->env->target, run->env->ctx, &sn_op_permute, &p, 1)) {
        sn_missed(run, first, n, "not merged: the target has no such order");
        return SN_OK;
    }
    sn_node *m = sn_node_create(run->g, n, &sn_op_permute, &p, 1, &x, 1);
    m->name = first->name;
    m->features = first->features | n->features;
    rw.after = m->out[0];
    return sn_rewrite_commit(run, &rw, &done);
}

/* The axes that are not proved to have size 1 keep their order, and some axis moves. */
static bool moves_ones_only(const sn_node *n)
{
    const sn_permute_params *p = n->params;
    const sn_shape *x = &sn_in(n, 0)->shape;
    int last = -1;
    if (p->perm.n == 0 || x->rank != p->perm.n) return false;
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
    m->features = n->features;
    sn_rewrite rw = {.matched = {n},
                     .n_matched = 1,
                     .before = n->out[0],
                     .after = m->out[0],
                     .same_shape = true};
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return op == &sn_op_permute; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        sn_value *v = n->op == &sn_op_permute ? sn_in(n, 0) : NULL;
        if (!v) continue;
        if (v->def && v->def->op == &sn_op_permute) {
            SN_TRY(merge(run, v->def, n));
        } else if (moves_ones_only(n)) {
            SN_TRY(to_view(run, n));
        }
    }
    return SN_OK;
}

const sn_pass sn_pass_merge_permutes = {
    .name = "merge_permutes",
    .arrow = "permute(permute(x)) -> permute(x), or x; permute(x) of axes of size 1 -> reshape(x)",
    .needs = "the order of both together is known; sole reader, unless it is x",
    .visits = visits,
    .run = run,
};
