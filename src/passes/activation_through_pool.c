/* SPDX-License-Identifier: Apache-2.0
 *
 *   act(maxpool(conv(x)))  -->  maxpool(conv(x) {act})  where the activation goes into the slot
 *   maxpool(act(x))        -->  act(maxpool(x))         where it does not, and there are fewer
 *                                                       elements behind
 *
 * A non-decreasing function maps the largest element to the largest result, so it may be applied
 * before or after a maximum (relu, leaky relu with a slope of at least 0, clip, sigmoid, tanh; not
 * swish, gelu, mish, hard_swish, which go down first).
 *
 * A window that lies in padding alone gives the smallest number before the activation in one order,
 * and after it in the other: there must be none, whatever the size.
 *
 * The two never undo each other. Into a slot an activation is free, so the first form always pays,
 * and ends with the node gone. The second is only made where the same question was answered with
 * no: what computes x has no free slot for this activation, or somebody else reads x.
 *
 * Where the activation is no number for some input (the logarithm of what is below 0), the maximum
 * of what it gives differs from what it gives for the maximum: it must be a number for all that x
 * can hold. Nor may x be NaN: a maximum propagates that here, but for a run time that skips it a
 * window of NaN alone gives the smallest number on one side, and what the activation makes of that
 * on the other.
 *
 * Where a rising function makes different numbers equal, another element may be the first of the
 * largest: indices of the maximum must not be read.
 *
 * Needs besides: sole readers all along. */
#include "ops/expr.h"
#include "ops/ops.h"
#include "ops/range.h"
#include "ops/window.h"
#include "passes/pads.h"

/* A function of one value, element by element, that never goes down. */
static bool is_rising(sn_pass_run *run, const sn_node *n)
{
    sn_monotony m = SN_MONOTONE_NO;
    if (!n->op->expr || n->n_in != 1 || n->n_out != 1) return false;
    return sn_node_monotone(n, 0, run->arena, &m).is == SN_YES && m == SN_MONOTONE_UP;
}

/* Whether it is a number for each number that it is given; `proof` says what those are. */
static bool is_defined(sn_pass_run *run, const sn_node *n, const sn_range_proof *proof)
{
    const sn_expr *e = NULL;
    if (sn_op_formula(run->env->ctx, run->arena, n->op, n->params, &e) != SN_OK) return false;
    return !sn_expr_range(e, &(sn_interval){proof->range.lo, proof->range.hi, false}).nan;
}

static sn_answer windows_hold(const sn_node *pool)
{
    if (sn_pool_indices_read(pool)) return SN_ANSWER_NO("where it finds its maxima is read");
    return pool->op == &sn_op_max_pool ? sn_pool_windows_hold(pool->params) : SN_ANSWER_YES;
}

/* Whether f's slot could take it. */
static bool slot_takes(sn_pass_run *run, const sn_node *f, const sn_act *act)
{
    if (!f || !f->op->has_act || sn_op_has(f->op, SN_TRAIT_INTEGER)) return false;
    if (sn_node_act(f)->kind != SN_ACT_NONE) return false;
    void *params = sn_params_copy(f->op->params, f->op->params_bytes, f->params, run->arena);
    *(sn_act *)((char *)params + f->op->act_offset) = *act;
    return sn_spelling_can(run->env->target, run->env->ctx, f->op, params, f->n_in);
}

/* ---- into the slot before the pooling -------------------------------------------------------- */

static sn_status into_slot(sn_pass_run *run, sn_node *act)
{
    sn_node *pool = sn_in(act, 0) ? sn_in(act, 0)->def : NULL;
    sn_act a = {0};
    if (!pool || !sn_is_max_pool(pool->op) || !act->op->as_act ||
        act->op->as_act(act, &a).is != SN_YES)
        return SN_OK;
    sn_node *f = sn_in(pool, 0)->def;
    if (!slot_takes(run, f, &a)) return SN_OK;
    sn_answer hold = windows_hold(pool);
    if (!is_rising(run, act)) hold = SN_ANSWER_NO("it is not proved never to go down");
    if (sn_may_be_nan(run, sn_in(pool, 0)))
        hold = SN_ANSWER_NO("its input may be NaN, which some run times skip");
    if (hold.is != SN_YES) {
        sn_missed(run, pool, act, "the %s stays behind the pool: %s", act->op->name, hold.why);
        return SN_OK;
    }
    if (!sn_sole_producer(run, sn_in(act, 0), act, false) ||
        !sn_sole_producer(run, sn_in(pool, 0), pool, false))
        return SN_OK;
    sn_rewrite_begin(run);
    sn_node *g = sn_rewrite_clone(run, f, act), *p = sn_rewrite_clone(run, pool, act);
    *sn_node_act(g) = a;
    sn_node_set_input(p, 0, g->out[0]);
    sn_rewrite rw = {.matched = {f, pool, act},
                     .n_matched = 3,
                     .before = act->out[0],
                     .after = p->out[0],
                     .same_shape = true,
                     .note = "through the pool into the slot"};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

/* ---- behind the pooling ---------------------------------------------------------------------- */

static bool gives_fewer(sn_pass_run *run, const sn_node *pool)
{
    if (sn_is_global_pool(pool->op)) return true;
    const sn_shape *x = &sn_in(pool, 0)->shape;
    bool fewer = false;
    if (pool->op == &sn_op_max_pool) {
        const sn_pool_params *p = pool->params;
        for (int i = 0; i < p->nd; i++) fewer = fewer || sn_list_at(&p->stride, i, 1) > 1;
        return fewer;
    }
    const sn_adaptive_pool_params *p = pool->params;
    if (x->rank <= p->nd) return false;
    for (int i = 0; i < p->nd; i++) {
        if (p->out.v[i] == SN_POOL_KEEP) continue;
        fewer = true;
        if (sn_dim_lower(run->g->dims, x->d[x->rank - p->nd + i]) < p->out.v[i]) return false;
    }
    return fewer;
}

static sn_status behind(sn_pass_run *run, sn_node *pool)
{
    sn_node *act = sn_in(pool, 0) ? sn_in(pool, 0)->def : NULL;
    sn_act a = {0};
    if (!act || !act->op->expr || !is_rising(run, act) || !gives_fewer(run, pool)) return SN_OK;
    sn_node *f = sn_in(act, 0)->def;
    if (f && act->op->as_act && act->op->as_act(act, &a).is == SN_YES &&
        sn_in(act, 0)->n_uses == 1 && slot_takes(run, f, &a))
        return SN_OK;
    sn_answer hold = windows_hold(pool);
    const sn_range_proof proof = sn_value_range_proof(sn_in(act, 0), run->arena);
    if (!is_defined(run, act, &proof)) hold = SN_ANSWER_NO("for some numbers it gives none");
    if (sn_may_be_nan(run, sn_in(act, 0)))
        hold = SN_ANSWER_NO("its input may be NaN, which some run times skip");
    if (hold.is != SN_YES) {
        sn_missed(run, act, pool, "the %s stays before the pool: %s", act->op->name, hold.why);
        return SN_OK;
    }
    if (!sn_sole_producer(run, sn_in(pool, 0), pool, false)) return SN_OK;
    sn_rewrite_begin(run);
    sn_node *p = sn_rewrite_clone(run, pool, pool), *b = sn_rewrite_clone(run, act, pool);
    sn_node_set_input(p, 0, sn_in(act, 0));
    sn_node_set_input(b, 0, p->out[0]);
    sn_rewrite rw = {.matched = {act, pool},
                     .n_matched = 2,
                     .given = proof.nodes,
                     .n_given = proof.n_nodes,
                     .before = pool->out[0],
                     .after = b->out[0],
                     .same_shape = true,
                     .note = "behind the pool there are fewer elements"};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return sn_is_max_pool(op); }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_NODE(n, run->g)
    {
        if (sn_is_max_pool(n->op))
            SN_TRY(behind(run, n));
        else if (n->op->as_act)
            SN_TRY(into_slot(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_activation_through_pool = {
    .name = "activation_through_pool",
    .arrow = "act(maxpool(conv(x))) -> maxpool(conv(x) {act}), maxpool(act(x)) -> act(maxpool(x))",
    .needs = "never goes down, a number for all that goes in, which is not NaN, no window in "
             "padding alone, a free "
             "slot (first) or none and fewer elements (second), sole readers",
    .visits = visits,
    .run = run,
};
