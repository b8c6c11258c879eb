/* SPDX-License-Identifier: Apache-2.0
 *
 *   reduce(x, mean | max, all axes but the channels)  -->  global_average_pool(x) |
 * global_max_pool(x)
 *
 * Needs: the rank of x known (2 to 4), exactly the axes behind the first, which are not kept, and
 * no factor behind. Both give a vector of one number per channel. */
#include "ops/ops.h"
#include "ops/pool.h"
#include "ops/reduce.h"
#include "passes/pass.h"

/* A factor behind is one layer with a reduction, but none with a pooling. */
static bool has_factor(const sn_node *n)
{
    const sn_use *u = n->out[0]->uses;
    if (n->out[0]->n_uses != 1 || u->node->op != &sn_op_mul) return false;
    const sn_value *factor = sn_in(u->node, 1 - u->slot);
    return factor->kind != SN_RESULT && factor->shape.rank == 0;
}

static bool applies(sn_pass_run *run, const sn_node *n)
{
    const sn_reduce_params *p = n->params;
    if (p->op != SN_REDUCE_MEAN && p->op != SN_REDUCE_MAX) return false;
    if (p->keepdims || has_factor(n)) return false;
    if (!sn_type_is_float(n->out[0]->type)) return false; /* global poolings are of floats */
    int rank = sn_in(n, 0)->shape.rank;
    if (rank < 0) {
        sn_missed(run, n, NULL, "not made a global pooling: the rank of its input is not known");
        return false;
    }
    unsigned mask = 0;
    return rank >= 2 && rank <= 4 && sn_reduce_axes(p, rank, &mask) && mask == (1u << rank) - 2;
}

static bool visits(const sn_op *op) { return op == &sn_op_reduce; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (n->op != &sn_op_reduce || !applies(run, n)) continue;
        const sn_reduce_params *p = n->params;
        const sn_op *op =
            p->op == SN_REDUCE_MEAN ? &sn_op_global_average_pool : &sn_op_global_max_pool;
        const sn_global_pool_params pool = {.nd = sn_in(n, 0)->shape.rank - 1, .keepdims = 0};
        if (!sn_spelling_can(run->env->target, run->env->ctx, op, &pool, 1)) continue;
        sn_rewrite_begin(run);
        sn_value *x = sn_in(n, 0);
        sn_node *m = sn_node_create(run->g, n, op, &pool, 1, &x, 1);
        m->name = n->name;
        sn_rewrite rw = {.matched = {n}, .n_matched = 1, .before = n->out[0], .after = m->out[0]};
        bool done;
        SN_TRY(sn_rewrite_commit(run, &rw, &done));
    }
    return SN_OK;
}

static const sn_pass_after after[] = {
    {"merge_reductions",
     "a mean over rows and then over columns is only seen as a pooling once it is one reduction"},
    {NULL, NULL},
};

const sn_pass sn_pass_reduction_to_global_pool = {
    .name = "reduction_to_global_pool",
    .arrow = "reduce(x, mean over all axes but the first) -> global_average_pool(x), max alike",
    .needs = "rank known, mean or max over all axes but the first, not kept, no factor behind",
    .covers = "replace_reduction_with_global_pooling",
    .after = after,
    .visits = visits,
    .run = run,
};
