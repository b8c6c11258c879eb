/* SPDX-License-Identifier: Apache-2.0
 *
 *   view(view(x))  -->  view(x)      reshape, squeeze, unsqueeze
 *   view(view(x))  -->  x            where the shape is that of x again
 *
 * A view keeps the elements in their order, so the last shape alone counts. Needs: that shape can
 * be had from x: the last view asks for it without looking at what it reads (a reshape to sizes
 * none of which is taken from its inputs), or the rank of x is known and all sizes but one are
 * numbers, or sizes of x, that are proved equal. Products of sizes of x are used only where one of
 * the two was written with an expression before: older runtimes do not read those. The views in
 * between have no other readers, or all of them cancel. */
#include "ops/ops.h"
#include "ops/reshape.h"
#include "ops/sizes.h"
#include "passes/views.h"

#include <string.h>

enum { MAX_CHAIN = 16 };

static const sn_names *target_of(const sn_node *n)
{
    return n->op == &sn_op_reshape ? &((const sn_reshape_params *)n->params)->shape : NULL;
}

/* The shape that it gives does not depend on its input's, but for -1. */
static bool is_absolute(const sn_node *n)
{
    const sn_names *to = target_of(n);
    bool numbers = to != NULL;
    int64_t d;
    for (int i = 0; numbers && i < to->n; i++) numbers = sn_size_number(to->v[i], &d);
    return numbers;
}

/* Whether a size is more than a number or that of an axis which stays where it is. */
static bool has_expr(const sn_node *n)
{
    const sn_names *to = target_of(n);
    const int rank = sn_in(n, 0)->shape.rank;
    bool plain = true;
    for (int i = 0; to && i < to->n; i++) {
        int64_t d;
        unsigned slot;
        int axis;
        if (sn_size_number(to->v[i], &d)) continue;
        plain = plain && sn_size_input(n->op, to->v[i], &slot, &axis) && slot == SN_RESHAPE_X &&
                rank >= 0 && sn_view_keeps_axis(rank, axis, to->n, i);
    }
    return !plain;
}

/* Some size is what is left. */
static bool has_rest(const sn_names *to)
{
    bool rest = false;
    for (int i = 0; i < to->n; i++) rest = rest || strcmp(to->v[i], "-1") == 0;
    return rest;
}

/* A view behind x says how many elements x has, and nothing else does: a merged one has to say it
 * again. */
static bool claims(sn_pass_run *run, const sn_value *x, const sn_node *view)
{
    const sn_shape *y = &view->out[0]->shape;
    if (!target_of(view) || has_rest(target_of(view))) return false;
    if (x->shape.rank < 0 || y->rank < 0) return sn_shape_known(y);
    return !sn_dim_equal(sn_shape_count_dim(run->g->dims, &x->shape),
                         sn_shape_count_dim(run->g->dims, y));
}

/* n gives back the shape of something above: the views down from there do nothing together. */
static sn_status cancel(sn_pass_run *run, sn_node *n, bool *done)
{
    sn_rewrite rw = {.before = n->out[0], .same_shape = true};
    sn_node *chain[MAX_CHAIN];
    int count = 0;
    *done = false;
    for (sn_node *v = n; sn_is_view(v) && count < MAX_CHAIN; v = sn_in(v, 0)->def) {
        chain[count++] = v;
        sn_value *x = sn_in(v, 0);
        if (!x->def) return SN_OK;
        if (count < 2 || !sn_shape_equal(&x->shape, &n->out[0]->shape)) continue;
        while (count > 0) rw.matched[rw.n_matched++] = chain[--count];
        rw.after = x;
        sn_rewrite_begin(run);
        return sn_rewrite_commit(run, &rw, done);
    }
    return SN_OK;
}

static sn_status merge(sn_pass_run *run, sn_node *first, sn_node *n)
{
    sn_value *x = sn_in(first, 0);
    const sn_shape *to = &n->out[0]->shape;
    bool done;
    if (!sn_sole_producer(run, first->out[0], n, false)) return SN_OK;
    sn_rewrite_begin(run);
    sn_node *m = NULL;
    const bool first_claims = claims(run, x, first), claimed = first_claims || claims(run, x, n);
    if (is_absolute(n) && !first_claims) {
        m = sn_rewrite_clone(run, n, n);
        sn_node_set_input(m, 0, x);
    } else if (!claimed && (to->rank < 0 || x->shape.rank < 0)) {
        sn_missed(run, first, n, "not merged: the rank of %s is not known",
                  to->rank < 0 ? "the result" : "the input");
        return SN_OK;
    } else {
        m = sn_view_create(run, n, x, to, has_expr(first) || has_expr(n), claimed);
    }
    if (!m) {
        sn_missed(run, first, n, "not merged: %s",
                  claimed ? "nothing would hold the input to its number of elements"
                          : "more than one size of the result is not known");
        return SN_OK;
    }
    m->name = first->name;
    m->origin = first->origin;
    sn_rewrite rw = {.matched = {first, n},
                     .n_matched = 2,
                     .before = n->out[0],
                     .after = m->out[0],
                     .same_shape = true};
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return sn_op_has(op, SN_TRAIT_VIEW); }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (!sn_is_view(n) || !sn_in(n, 0)) continue;
        sn_node *first = sn_in(n, 0)->def;
        if (!sn_is_view(first) || !sn_in(first, 0)) continue;
        bool done;
        SN_TRY(cancel(run, n, &done));
        if (!done) SN_TRY(merge(run, first, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_merge_views = {
    .name = "merge_views",
    .arrow = "view(view(x)) -> view(x), or x",
    .needs = "the last shape can be had from x: proved; sole reader",
    .visits = visits,
    .run = run,
};
