/* SPDX-License-Identifier: Apache-2.0
 *
 *   q(f(p(x)))     -->  f(x), or r(f(x))  p, q: both permutations, or both views; f: elementwise,
 *                                         one or several
 *   f(p(a), p(b))  -->  p(f(a, b))        a binary operator or a sum; p: the same permutation,
 *                                         or views of the same shape; behind each p may be others
 *                                         that map what it gives
 *
 * An elementwise operator maps each element on its own, so it does not matter where the element
 * stands. Made only where a permutation or view goes entirely, in one step. Needs, for the first:
 * nothing but the value and constant scalars goes into f, f has no other reader, and nor has p
 * unless p and q cancel; for the second: the shapes of a and b are proved equal (so nothing is
 * broadcast), and each p is read here alone. */
#include "ops/ops.h"
#include "ops/binary.h"
#include "ops/transpose.h"
#include "passes/views.h"

enum { MAX_CHAIN = 8 };

static bool is_permute(const sn_node *n) { return n && n->op == &sn_op_transpose; }

/* The slot through which the only value comes that is no constant scalar; -1: not such a node. */
static int mapped_slot(const sn_node *n)
{
    int slot = -1;
    if (!n->op->expr || n->n_out != 1 || sn_op_has(n->op, SN_TRAIT_INTEGER)) return -1;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        const sn_tensor *c = v ? sn_const_of(v) : NULL;
        if (!v || (c && c->shape.rank == 0)) continue;
        if (slot >= 0) return -1;
        slot = i;
    }
    return slot;
}

/* ---- q(f(p(x))) ------------------------------------------------------------------------------ */

typedef struct moved_chain {
    sn_node *p, *q;
    sn_node *f[MAX_CHAIN]; /* the last one first */
    int n;
} moved_chain;

/* Upwards from v, which `reader` reads, to what is no such node; false where another reads it. */
static bool chain_from(sn_pass_run *run, sn_value *v, const sn_node *reader, moved_chain *c)
{
    c->n = 0;
    while (v && v->def && c->n < MAX_CHAIN) {
        int slot = mapped_slot(v->def);
        if (slot < 0) break;
        if (!sn_sole_producer(run, v, reader, true)) return false;
        reader = c->f[c->n++] = v->def;
        v = sn_in(v->def, (unsigned)slot);
    }
    c->p = v ? v->def : NULL;
    return c->p && c->p->n_in == 1 && sn_in(c->p, 0)->def;
}

/* Upwards from q to a p of its kind. */
static bool chain_above(sn_pass_run *run, sn_node *q, moved_chain *c)
{
    *c = (moved_chain){.q = q};
    if (!chain_from(run, sn_in(q, 0), q, c) || !c->n) return false;
    return (is_permute(q) && is_permute(c->p)) || (sn_is_view(q) && sn_is_view(c->p));
}

/* f over x, in order, in front of `before`; its shape is that of x. */
static sn_status rebuild(sn_pass_run *run, const moved_chain *c, sn_node *before, sn_value **out)
{
    sn_value *v = sn_in(c->p, 0);
    for (int i = c->n; i-- > 0;) {
        sn_node *m = sn_rewrite_clone(run, c->f[i], before);
        sn_node_set_input(m, (uint16_t)mapped_slot(c->f[i]), v);
        SN_TRY(sn_rewrite_infer(m));
        v = m->out[0];
    }
    *out = v;
    return SN_OK;
}

/* What q has to do once p is gone: NULL, nothing or a node on v. */
static sn_value *compose(sn_pass_run *run, const moved_chain *c, sn_value *v)
{
    const sn_shape *to = &c->q->out[0]->shape;
    if (sn_is_view(c->q)) {
        if (sn_shape_equal(&v->shape, to)) return v;
        bool counts = v->shape.rank >= 0 && to->rank >= 0 &&
                      sn_dim_equal(sn_shape_count_dim(run->g->dims, &v->shape),
                                   sn_shape_count_dim(run->g->dims, to));
        sn_node *m = counts ? sn_view_create(run, c->q, v, to, false, false) : NULL;
        if (m) m->name = c->q->name;
        return m ? m->out[0] : NULL;
    }
    const sn_transpose_params *a = c->p->params, *b = c->q->params;
    int32_t perm[SN_MAX_RANK];
    bool same = true;
    if (a->perm.n != b->perm.n) return NULL;
    for (int i = 0; i < b->perm.n; i++) {
        perm[i] = a->perm.v[b->perm.v[i]];
        same = same && perm[i] == i;
    }
    if (same) return v;
    sn_transpose_params p = {.perm = sn_ints_of(run->g->arena, b->perm.n, perm)};
    if (!sn_spelling_can(run->env->target, run->env->ctx, &sn_op_transpose, &p, 1)) return NULL;
    sn_node *m = sn_node_create(run->g, c->q, &sn_op_transpose, &p, 1, &v, 1);
    m->name = c->q->name;
    return m->out[0];
}

/* Whether p and q do nothing together, so that p may have other readers. */
static bool cancels(const moved_chain *c)
{
    const sn_transpose_params *a = c->p->params, *b = c->q->params;
    if (sn_is_view(c->q)) return sn_shape_equal(&sn_in(c->p, 0)->shape, &c->q->out[0]->shape);
    bool same = a->perm.n == b->perm.n;
    for (int i = 0; same && i < b->perm.n; i++) same = a->perm.v[b->perm.v[i]] == i;
    return same;
}

static sn_status shorten(sn_pass_run *run, const moved_chain *c)
{
    sn_value *v = NULL;
    sn_rewrite rw = {.before = c->q->out[0], .same_shape = true};
    if (!cancels(c) && !sn_sole_producer(run, c->p->out[0], c->f[c->n - 1], false)) return SN_OK;
    rw.matched[rw.n_matched++] = c->p;
    for (int i = c->n; i-- > 0;) rw.matched[rw.n_matched++] = c->f[i];
    rw.matched[rw.n_matched++] = c->q;
    sn_rewrite_begin(run);
    SN_TRY(rebuild(run, c, c->q, &v));
    rw.after = compose(run, c, v);
    if (!rw.after) {
        sn_missed(run, c->p, c->q,
                  "not merged across what is in between: the result is not proved to be one");
        sn_rewrite_abandon(run, c->q);
        return SN_OK;
    }
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

/* ---- f(p(a), p(b)) --------------------------------------------------------------------------- */

static bool same_move(const sn_node *p, const sn_node *q)
{
    if (!p || !q || p->n_in != 1 || q->n_in != 1) return false;
    if (!sn_shape_equal(&sn_in(p, 0)->shape, &sn_in(q, 0)->shape)) return false;
    if (sn_is_view(p)) return sn_is_view(q) && sn_shape_equal(&p->out[0]->shape, &q->out[0]->shape);
    return is_permute(p) && is_permute(q) && sn_params_equal(p->op->params, p->params, q->params);
}

/* The moves that n's operands come from, all alike, and what maps their results on the way. */
static bool operands_of(sn_pass_run *run, sn_node *n, moved_chain *all)
{
    int n_nodes = 1;
    for (uint16_t i = 0; i < n->n_in; i++) {
        moved_chain *c = &all[i];
        *c = (moved_chain){.q = n};
        if (!sn_in(n, i) || !chain_from(run, sn_in(n, i), n, c)) return false;
        if (!is_permute(c->p) && !sn_is_view(c->p)) return false;
        if (!same_move(all[0].p, c->p)) return false;
        if (!sn_shape_equal(&c->p->out[0]->shape, &n->out[0]->shape)) return false;
        n_nodes += c->n + 1;
    }
    return n_nodes <= SN_MAX_MATCHED;
}

static sn_status sink(sn_pass_run *run, sn_node *n)
{
    sn_rewrite rw = {.before = n->out[0]};
    if (n->n_in < 2 || n->n_in >= SN_MAX_MATCHED) return SN_OK;
    moved_chain *all = SN_NEW_N(run->arena, moved_chain, n->n_in);
    if (!operands_of(run, n, all)) return SN_OK;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const moved_chain *c = &all[i];
        if (!sn_sole_producer(run, c->p->out[0], c->n ? c->f[c->n - 1] : n, false)) return SN_OK;
        rw.matched[rw.n_matched++] = c->p;
        for (int k = c->n; k-- > 0;) rw.matched[rw.n_matched++] = c->f[k];
    }
    sn_rewrite_begin(run);
    sn_node *f = sn_rewrite_clone(run, n, n);
    for (uint16_t i = 0; i < n->n_in; i++) {
        sn_value *v = NULL;
        SN_TRY(rebuild(run, &all[i], f, &v));
        sn_node_set_input(f, i, v);
    }
    sn_node *m = sn_rewrite_clone(run, all[0].p, n);
    sn_node_set_input(m, 0, f->out[0]);
    rw.matched[rw.n_matched++] = n;
    rw.after = m->out[0];
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op)
{
    return op == &sn_op_transpose || sn_op_has(op, SN_TRAIT_VIEW);
}

static sn_status run(sn_pass_run *run)
{
    SN_EACH_NODE(n, run->g)
    {
        moved_chain c;
        if (sn_op_is_binary(n->op) || n->op == &sn_op_sum) {
            SN_TRY(sink(run, n));
        } else if ((is_permute(n) || sn_is_view(n)) && n->n_in == 1 && chain_above(run, n, &c)) {
            SN_TRY(shorten(run, &c));
        }
    }
    return SN_OK;
}

const sn_pass sn_pass_moves_past_elementwise = {
    .name = "moves_past_elementwise",
    .arrow = "q(f(p(x))) -> f(x) or r(f(x)); f(p(a), p(b)) -> p(f(a, b))",
    .needs = "p, q permutations or views, f elementwise on what only they read; a and b of shapes "
             "proved equal",
    .visits = visits,
    .run = run,
};
