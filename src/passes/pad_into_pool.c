/* SPDX-License-Identifier: Apache-2.0
 *
 *   maxpool(pad(x, v)) {pads}  -->  maxpool(x) {pads + those of pad}
 *   avgpool(pad(x, 0)) {pads}  -->  avgpool(x) {pads + those of pad, count_include_pad}
 *
 * A maximum is padded with the smallest number, so that padding never wins. A border of v never
 * wins either if no element of x is below v, or if v is that smallest number itself and none is
 * -inf; but a window that lies in the border alone must not exist then, as it gives v before and
 * the smallest number after (unless v is that one). Nor one that holds NaN besides: a maximum
 * propagates that here, but a run time that skips it gives v before.
 *
 * An average over the border divides by all of it that is in the window, as it does over padding
 * with count_include_pad. Without it, the pooling must not pad by itself: those elements are not
 * counted before, but would be after.
 *
 * With ceil_mode a window that begins in the pads at the end is left out: none may do so.
 *
 * Indices count through the padded x before and through x after: they must not be read.
 *
 * Needs besides: a border of one number around the spatial axes alone, pads that do not depend on
 * the size (not SAME), x has elements, and nobody else reads the padded value. */
#include <float.h>

#include "ops/conv.h"
#include "ops/ops.h"
#include "ops/range.h"
#include "ops/window.h"
#include "passes/conv_form.h"
#include "passes/pads.h"

static bool pads_itself(const sn_pool_params *p)
{
    for (int i = 0; i < p->nd; i++) {
        if (sn_list_at(&p->pad_begin, i, 0) || sn_list_at(&p->pad_end, i, 0)) return true;
    }
    return false;
}

static const char *max_refused(sn_pass_run *run, const sn_spatial_pad *pad,
                               const sn_pool_params *padded, sn_range_proof *proof)
{
    sn_value *x = sn_in(pad->node, SN_PAD_X);
    if (pad->value == -FLT_MAX)
        return sn_may_be_infinite(run, x) ? "elements may be -inf, below what the border holds"
                                          : NULL;
    *proof = sn_value_range_proof(x, run->arena);
    if (!(proof->range.lo >= (double)pad->value))
        return "elements may be below what the border holds";
    if (sn_may_be_nan(run, x)) return "elements may be NaN, which some run times skip";
    sn_answer hold = sn_pool_windows_hold(padded);
    return hold.is == SN_YES ? NULL : hold.why;
}

static const char *avg_refused(const sn_spatial_pad *pad, const sn_pool_params *p)
{
    if (pad->value != 0) return "an average can only be padded with 0";
    return !p->count_include_pad && pads_itself(p)
               ? "the pool has pads of its own, which it does not count"
               : NULL;
}

static sn_status move(sn_pass_run *run, sn_node *pool, const sn_spatial_pad *pad)
{
    const sn_pool_params *p = pool->params;
    const bool max = pool->op == &sn_op_max_pool;
    int64_t own_begin[3], own_end[3], begin[3], end[3];
    for (int i = 0; i < p->nd; i++) {
        own_begin[i] = sn_list_at(&p->pad_begin, i, 0);
        own_end[i] = sn_list_at(&p->pad_end, i, 0);
    }
    if (!sn_pads_add(p->nd, own_begin, pad->begin, begin) ||
        !sn_pads_add(p->nd, own_end, pad->end, end))
        return SN_OK;
    sn_pool_params np = *p;
    np.pad_begin = sn_conv_list(run->g->arena, p->nd, begin, 0);
    np.pad_end = sn_conv_list(run->g->arena, p->nd, end, 0);
    np.count_include_pad = !max;
    np.ceil_mode = p->ceil_mode && !sn_pool_no_tail(p, &sn_in(pool, 0)->shape);
    sn_range_proof proof = {.n_nodes = 0};
    const char *why = sn_pool_indices_read(pool)
                          ? "the pool's indices count through the padded input"
                      : max ? max_refused(run, pad, &np, &proof)
                            : avg_refused(pad, p);
    if (!why && np.ceil_mode && !sn_pool_keeps_windows(&np))
        why = "a window may begin in the border, which ceil_mode would leave out";
    if (!why && !sn_spelling_can(run->env->target, run->env->ctx, pool->op, &np, 1))
        why = "the target cannot write it";
    if (why) {
        sn_missed(run, pad->node, pool, "the pad stays: %s", why);
        return SN_OK;
    }
    sn_rewrite_begin(run);
    sn_node *n = sn_rewrite_clone(run, pool, pool);
    *(sn_pool_params *)n->params = np;
    sn_node_set_input(n, 0, sn_in(pad->node, SN_PAD_X));
    sn_rewrite rw = {.matched = {pad->node, pool},
                     .n_matched = 2,
                     .given = proof.nodes,
                     .n_given = proof.n_nodes,
                     .before = pool->out[0],
                     .after = n->out[0]};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status visit(sn_pass_run *run, sn_node *pool)
{
    const sn_pool_params *p = pool->params;
    sn_spatial_pad pad;
    const int rank = sn_in(pool, 0)->shape.rank;
    if (rank <= p->nd || !sn_spatial_pad_of(run, pool, rank - 1 - p->nd, p->nd, &pad)) return SN_OK;
    if (p->pad_mode != SN_PAD_EXPLICIT) {
        sn_missed(run, pad.node, pool,
                  "the pad stays: how much the pool pads depends on the padded size");
        return SN_OK;
    }
    return move(run, pool, &pad);
}

static bool visits(const sn_op *op) { return op == &sn_op_pad; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (sn_is_window_pool(n->op)) SN_TRY(visit(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_pad_into_pool = {
    .name = "pad_into_pool",
    .arrow = "pool(pad(x)) -> pool(x) {more pads}",
    .needs =
        "max: no element below the border or NaN, no window in it alone; avg: a border of 0 that "
        "counts; not SAME, sole reader",
    .visits = visits,
    .run = run,
};
