/* SPDX-License-Identifier: Apache-2.0
 *
 *   f(g(x))  -->  g(x)     where f changes nothing of what g(x) can be
 *
 * relu behind sigmoid, a wider clip behind a narrower one, abs behind relu, floor behind round. f
 * is elementwise, with constant scalars beside the value that it maps; that its formula is the
 * identity is proved on the range of that value, which ops/range.h knows from the formulas,
 * activation slots and constants before it. Needs: the shape stays. NaN is left out of account, as
 * there. */
#include <math.h>

#include "ops/ops.h"
#include "ops/range.h"
#include "passes/pass.h"

enum { MAX_SLOTS = 8 };

/* A constant scalar. */
static const sn_tensor *scalar_of(const sn_value *v)
{
    const sn_tensor *c = v ? sn_const_of(v) : NULL;
    return c && c->shape.rank == 0 ? c : NULL;
}

/* The only operand that is no constant scalar, of a node with a formula; NULL: there is not one. */
static sn_value *variable_of(const sn_node *n, uint16_t *slot)
{
    int found = 0;
    if (!n->op->expr || n->n_out != 1 || n->n_in > MAX_SLOTS || sn_op_has(n->op, SN_TRAIT_INTEGER))
        return NULL;
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (!sn_in(n, i) || scalar_of(sn_in(n, i))) continue;
        *slot = i;
        found++;
    }
    return found == 1 ? sn_in(n, *slot) : NULL;
}

/* The formula with numbers for constant scalars. */
static const sn_expr *formula_of(sn_pass_run *run, const sn_node *n)
{
    const sn_expr *e = NULL;
    if (sn_op_formula(run->env->ctx, run->arena, n->op, n->params, &e) != SN_OK) return NULL;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_tensor *c = scalar_of(sn_in(n, i));
        if (c) e = sn_expr_put(run->arena, e, i, sn_tensor_at(c, 0));
    }
    return e;
}

/* What v holds are whole numbers: something rounds them. */
static bool is_whole(sn_pass_run *run, const sn_value *v)
{
    const sn_expr *e = NULL;
    const sn_node *n = v->def;
    if (!n || !n->op->expr ||
        sn_op_formula(run->env->ctx, run->arena, n->op, n->params, &e) != SN_OK)
        return false;
    if (e->kind != SN_EXPR_CALL) return false;
    return e->fn == SN_FN_floor || e->fn == SN_FN_ceil || e->fn == SN_FN_trunc ||
           e->fn == SN_FN_nearbyint;
}

static sn_status drop(sn_pass_run *run, sn_node *n)
{
    uint16_t slot = 0;
    sn_value *x = variable_of(n, &slot);
    if (!x || !x->def || x->type != SN_TYPE_f32) return SN_OK;
    if (n->n_in > 1 && !sn_shape_equal(&x->shape, &n->out[0]->shape)) return SN_OK;
    sn_range_proof proof = sn_value_range_proof(x, run->arena);
    bool whole = is_whole(run, x);
    if (isinf(proof.range.lo) && isinf(proof.range.hi) && !whole)
        return SN_OK; /* drop_identities */
    const sn_expr *e = formula_of(run, n);
    if (!e) return SN_OK;
    if (!sn_expr_keeps(e, slot, proof.range, whole)) return SN_OK;
    sn_rewrite rw = {.before = n->out[0], .after = x, .same_shape = true};
    for (size_t i = 0; i < proof.n_nodes && rw.n_matched + 1 < SN_MAX_MATCHED; i++)
        rw.matched[rw.n_matched++] = proof.nodes[i];
    if (whole && proof.n_nodes == 0) rw.matched[rw.n_matched++] = x->def;
    rw.matched[rw.n_matched++] = n;
    bool done;
    sn_rewrite_begin(run);
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return op->expr != NULL; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run) SN_TRY(drop(run, n));
    return SN_OK;
}

const sn_pass sn_pass_drop_idle_activations = {
    .name = "drop_idle_activations",
    .arrow = "f(g(x)) -> g(x)",
    .needs = "the formula of f is the identity on the range of g(x): proved",
    .visits = visits,
    .run = run,
};
