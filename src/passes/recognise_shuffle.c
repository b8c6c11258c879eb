/* SPDX-License-Identifier: Apache-2.0
 *
 *   reshape, transpose, reshape of x -->  channel_shuffle(x)  [g*n][h][w] as [g][n] -> [n][g]
 *                                        depth_to_space(x)   [(c,i,j)][h][w] -> [c][(h,i)][(w,j)]
 *                                                            in mode CRD; of (i,j,c) in mode DCR
 *                                        space_to_depth(x)   [c][(h,i)][(w,j)] -> [(c,i,j)][h][w]
 *                                                            in mode CRD; to (i,j,c) in mode DCR
 *
 * however many views and transposes there are: what counts is where the parts of x's axes
 * (layout.h) end up. Where the chain's result has other axes than the operator's, a reshape
 * follows.
 *
 * Needs: x has rank 3; the sizes prove how the axes are cut (h and w may be unknown); i and j are
 * the same number; nobody else reads what lies between; fewer layers than before. */
#include "ops/ops.h"
#include "ops/shuffle.h"
#include "passes/layout.h"
#include "passes/views.h"

enum { MAX_CHAIN = 8, C = 0, H = 1, W = 2 };

typedef struct shuffle_made {
    const sn_op *op;
    union {
        sn_channel_shuffle_params channel;
        sn_block_params block;
    } params;
} shuffle_made;

/* Whether y's atoms, in order, are these. */
static bool is_order(const sn_atoms *y, const sn_atoms *wanted)
{
    if (y->n != wanted->n) return false;
    for (int i = 0; i < y->n; i++) {
        if (y->v[i] != wanted->v[i]) return false;
    }
    return true;
}

static void push(sn_atoms *a, int atom)
{
    if (a->n < SN_MAX_ATOMS) a->v[a->n++] = atom;
}
static void push_all(sn_atoms *a, const sn_atoms *b)
{
    for (int i = 0; i < b->n; i++) push(a, b->v[i]);
}

static bool is_factor(const sn_axis_factors *l, int atom, int32_t *out)
{
    if (!sn_dim_known(l->size[atom]) || l->size[atom] > 32768) return false;
    *out = (int32_t)l->size[atom];
    return true;
}

static bool same_factor(const sn_axis_factors *l, int i, int j, int32_t *out)
{
    return is_factor(l, i, out) && sn_dim_equal(l->size[i], l->size[j]);
}

static bool as_channel_shuffle(const sn_axis_factors *l, const sn_atoms axes[3], const sn_atoms *y,
                               shuffle_made *m)
{
    sn_channel_shuffle_params *p = &m->params.channel;
    if (axes[C].n != 2) return false;
    sn_atoms wanted = {2, {axes[C].v[1], axes[C].v[0]}};
    push_all(&wanted, &axes[H]);
    push_all(&wanted, &axes[W]);
    m->op = &sn_op_channel_shuffle;
    *p = (sn_channel_shuffle_params){.axis = 0};
    return is_order(y, &wanted) && is_factor(l, axes[C].v[0], &p->groups);
}

/* The three parts of packed channels, in x or in y: image channel (-1: one channel), row, column.
 */
typedef struct shuffle_packed {
    int c, i, j;
    int mode;
} shuffle_packed;

static bool unpack(const sn_atoms *a, int mode, shuffle_packed *p)
{
    if (a->n == 2 && mode == SN_BLOCK_CRD)
        *p = (shuffle_packed){-1, a->v[0], a->v[1], mode};
    else if (a->n == 3 && mode == SN_BLOCK_CRD)
        *p = (shuffle_packed){a->v[0], a->v[1], a->v[2], mode};
    else if (a->n == 3)
        *p = (shuffle_packed){a->v[2], a->v[0], a->v[1], mode};
    else
        return false;
    return true;
}

static bool as_depth_to_space(const sn_axis_factors *l, const sn_atoms axes[3], const sn_atoms *y,
                              shuffle_made *m)
{
    shuffle_packed p;
    m->op = &sn_op_depth_to_space;
    for (int mode = SN_BLOCK_CRD; mode >= SN_BLOCK_DCR; mode--) {
        if (axes[H].n != 1 || axes[W].n != 1 || !unpack(&axes[C], mode, &p)) continue;
        sn_atoms wanted = {0};
        if (p.c >= 0) push(&wanted, p.c);
        push(&wanted, axes[H].v[0]);
        push(&wanted, p.i);
        push(&wanted, axes[W].v[0]);
        push(&wanted, p.j);
        if (!is_order(y, &wanted) || !same_factor(l, p.i, p.j, &m->params.block.blocksize))
            continue;
        m->params.block.mode = mode;
        return true;
    }
    return false;
}

static bool as_space_to_depth(const sn_axis_factors *l, const sn_atoms axes[3], const sn_atoms *y,
                              shuffle_made *m)
{
    m->op = &sn_op_space_to_depth;
    if (axes[C].n > 1 || axes[H].n != 2 || axes[W].n != 2) return false;
    for (int mode = SN_BLOCK_CRD; mode >= SN_BLOCK_DCR; mode--) {
        sn_atoms wanted = {0};
        if (mode == SN_BLOCK_CRD) push_all(&wanted, &axes[C]);
        push(&wanted, axes[H].v[1]);
        push(&wanted, axes[W].v[1]);
        if (mode == SN_BLOCK_DCR) push_all(&wanted, &axes[C]);
        push(&wanted, axes[H].v[0]);
        push(&wanted, axes[W].v[0]);
        if (!is_order(y, &wanted) ||
            !same_factor(l, axes[H].v[1], axes[W].v[1], &m->params.block.blocksize))
            continue;
        m->params.block.mode = mode;
        return true;
    }
    return false;
}

/* ---- the chain ------------------------------------------------------------------------------- */

/* chain[0] reads x, chain[n - 1] is the last. */
static bool classify(sn_pass_run *run, sn_node *const *chain, int n, shuffle_made *m)
{
    sn_axis_factors l;
    sn_atoms axes[3];
    const sn_shape *x = &sn_in(chain[0], 0)->shape;
    if (x->rank != 3 || !sn_axis_factors_begin(&l, run->g->dims, x)) return false;
    for (int i = 0; i < n; i++) {
        if (!sn_axis_factors_apply(&l, chain[i])) return false;
    }
    sn_axis_factors_simplify(&l);
    for (int i = 0; i < 3; i++) axes[i] = sn_axis_factors_of_x(&l, i);
    sn_atoms y = sn_axis_factors_flat(&l);
    return as_channel_shuffle(&l, axes, &y, m) || as_depth_to_space(&l, axes, &y, m) ||
           as_space_to_depth(&l, axes, &y, m);
}

/* Then the chain goes on, and the reshape that would follow is that view. */
static bool is_viewed(const sn_node *last)
{
    const sn_node *next = sn_sole_user(last->out[0]);
    return next && sn_op_has(next->op, SN_TRAIT_VIEW) && sn_axis_factors_moves(next);
}

static sn_status rewrite(sn_pass_run *run, sn_node *const *chain, int n, const shuffle_made *m,
                         bool *done)
{
    sn_node *last = chain[n - 1];
    sn_value *x = sn_in(chain[0], 0);
    *done = false;
    if (!sn_spelling_can(run->env->target, run->env->ctx, m->op, &m->params, 1)) {
        sn_missed(run, chain[0], last, "not recognised as %s, which %s does not have", m->op->name,
                  run->env->target->name);
        return SN_OK;
    }
    sn_rewrite_begin(run);
    sn_node *one = sn_node_create(run->g, last, m->op, &m->params, 1, &x, 1);
    one->name = last->name;
    SN_TRY(sn_rewrite_infer(one));
    sn_value *y = sn_view_as(run, last, one->out[0], &last->out[0]->shape);
    if (!y || (y != one->out[0] && (n < 3 || is_viewed(last)))) {
        if (y) sn_node_remove(y->def);
        sn_node_remove(one);
        return SN_OK;
    }
    if (y != one->out[0]) {
        y->def->name = last->name;
        one->name = chain[0]->name;
    }
    sn_rewrite rw = {.n_matched = n, .before = last->out[0], .after = y};
    for (int i = 0; i < n; i++) rw.matched[i] = chain[i];
    return sn_rewrite_commit(run, &rw, done);
}

static bool has_permute(sn_node *const *chain, int n)
{
    for (int i = 0; i < n; i++) {
        if (chain[i]->op == &sn_op_transpose) return true;
    }
    return false;
}

/* A chain that looks like one of them, but for its sizes. */
static void tell_unknown(sn_pass_run *run, sn_node *const *chain, int n)
{
    const sn_shape *x = &sn_in(chain[0], 0)->shape;
    sn_axis_factors l;
    bool views =
        sn_op_has(chain[0]->op, SN_TRAIT_VIEW) && sn_op_has(chain[n - 1]->op, SN_TRAIT_VIEW);
    bool ok = sn_axis_factors_begin(&l, run->g->dims, x);
    for (int i = 0; i < n && ok; i++) ok = sn_axis_factors_apply(&l, chain[i]);
    if (views && x->rank == 3 && n >= 3 && !ok && !sn_shape_known(x))
        sn_missed(run, chain[0], chain[n - 1],
                  "not recognised: the sizes of its input do not prove how its axes are cut");
}

/* From the longest chain that ends here to the shortest. */
static sn_status try_chains(sn_pass_run *run, sn_node *last)
{
    sn_node *all[MAX_CHAIN];
    int first = MAX_CHAIN - 1;
    all[first] = last;
    while (first > 0) {
        sn_value *v = sn_in(all[first], 0);
        sn_node *def = v ? v->def : NULL;
        if (!def || !sn_axis_factors_moves(def)) break;
        if (!sn_sole_producer(run, v, all[first], true)) break;
        all[--first] = def;
    }
    const int longest = first;
    for (; first < MAX_CHAIN - 1; first++) {
        shuffle_made m = {0};
        bool done;
        int n = MAX_CHAIN - first;
        if (!has_permute(all + first, n) || !classify(run, all + first, n, &m)) continue;
        SN_TRY(rewrite(run, all + first, n, &m, &done));
        if (done) return SN_OK;
    }
    if (has_permute(all + longest, MAX_CHAIN - longest))
        tell_unknown(run, all + longest, MAX_CHAIN - longest);
    return SN_OK;
}

static bool visits(const sn_op *op)
{
    return op == &sn_op_transpose || sn_op_has(op, SN_TRAIT_VIEW);
}

static sn_status run(sn_pass_run *run)
{
    SN_EACH_NODE(n, run->g)
    {
        if (sn_axis_factors_moves(n)) SN_TRY(try_chains(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_recognise_shuffle = {
    .name = "recognise_shuffle",
    .arrow = "reshape, transpose, reshape -> channel_shuffle, depth_to_space or space_to_depth",
    .needs = "rank 3, sizes that prove how the axes are cut, sole readers",
    .visits = visits,
    .run = run,
};
