/* SPDX-License-Identifier: Apache-2.0
 *
 * Orders of passes, and what a graph costs that was optimized in one. */
#ifndef TESTS_PASS_ORDER_H
#define TESTS_PASS_ORDER_H

#include <math.h>
#include <string.h>

#include "api/model.h"
#include "base/num.h"
#include "passes/pass.h"

enum { MAX_PASSES = 128 };

typedef struct pass_order {
    const sn_pass *v[MAX_PASSES + 1]; /* ends with NULL */
    size_t n;
} pass_order;

/* What counts, most first. */
typedef struct graph_cost {
    double macs;
    uint32_t n_layers;
    double flops, weight_bytes;
} graph_cost;

static inline pass_order order_of_pipeline(void)
{
    pass_order o = {.n = 0};
    size_t n = 0;
    const sn_pass_entry *entries = sn_passes(&n);
    for (size_t i = 0; i < n && o.n < MAX_PASSES; i++)
        if (entries[i].pass) o.v[o.n++] = entries[i].pass;
    return o;
}

static inline bool order_may_follow(const pass_order *done, const sn_pass *pass)
{
    for (const sn_pass_after *a = pass->after; a && a->pass; a++) {
        bool found = false;
        for (size_t i = 0; i < done->n && !found; i++)
            found = strcmp(done->v[i]->name, a->pass) == 0;
        if (!found) return false;
    }
    return true;
}

/* Any order in which each pass stands behind those that it names in `after`. */
static inline pass_order order_at_random(uint64_t seed)
{
    sn_rng rng = sn_rng_of(seed);
    pass_order left = order_of_pipeline(), o = {.n = 0};
    while (left.n) {
        size_t ready[MAX_PASSES], n_ready = 0;
        for (size_t i = 0; i < left.n; i++)
            if (order_may_follow(&o, left.v[i])) ready[n_ready++] = i;
        if (!n_ready) break; /* a circle: the caller sees that passes are missing */
        size_t at = ready[sn_rng_range(&rng, 0, (int64_t)n_ready - 1)];
        o.v[o.n++] = left.v[at];
        memmove(left.v + at, left.v + at + 1, (left.n - at) * sizeof *left.v);
        left.n--;
    }
    return o;
}

static inline bool order_names(const sn_pass *pass, const char *earlier)
{
    for (const sn_pass_after *a = pass->after; a && a->pass; a++)
        if (strcmp(a->pass, earlier) == 0) return true;
    return false;
}

/* A random order in which the two stand side by side, and the same with the two the other way
 * round. False: something has to stand between them in this one. */
static inline bool order_side_by_side(uint64_t seed, const char *earlier, const char *later,
                                      pass_order *right, pass_order *wrong)
{
    *right = order_at_random(seed);
    size_t a = 0, b = 0;
    for (size_t i = 0; i < right->n; i++) {
        if (strcmp(right->v[i]->name, earlier) == 0) a = i;
        if (strcmp(right->v[i]->name, later) == 0) b = i;
    }
    /* The earlier one moves behind those that may come before it, then the later one before the
     * rest. */
    for (; a + 1 < b && !order_names(right->v[a + 1], earlier); a++) {
        const sn_pass *moved = right->v[a];
        right->v[a] = right->v[a + 1];
        right->v[a + 1] = moved;
    }
    for (; b > a + 1 && !order_names(right->v[b], right->v[b - 1]->name); b--) {
        const sn_pass *moved = right->v[b];
        right->v[b] = right->v[b - 1];
        right->v[b - 1] = moved;
    }
    *wrong = *right;
    if (b != a + 1) return false;
    wrong->v[a] = right->v[b];
    wrong->v[b] = right->v[a];
    return true;
}

/* Optimizes a clone of g in that order (NULL: by stages), and says what is left. */
static inline sn_status order_cost(sn_ctx *ctx, const sn_graph *g, const sn_format *format,
                                   const pass_order *order, sn_graph **optimized, graph_cost *out)
{
    sn_graph *after = sn_graph_clone(g);
    sn_pass_env env = {.ctx = ctx, .target = format->target};
    sn_pipeline_options options = {.order = order ? order->v : NULL};
    SN_TRY(sn_pipeline_run(&env, after, &options, NULL));
    sn_total_cost cost;
    bool guessed = false;
    SN_TRY(sn_graph_cost_at_some_size(after, &cost, NULL, &guessed));
    *out = (graph_cost){.macs = cost.work.macs,
                        .flops = cost.work.flops,
                        .weight_bytes = (double)cost.weight_bytes};
    if (format->n_layers(after, NULL, &out->n_layers) != SN_OK) { /* a graph that no file has */
        sn_ctx_clear_error(ctx);
        out->n_layers = after->n_nodes;
    }
    if (optimized)
        *optimized = after;
    else
        sn_graph_destroy(after);
    return SN_OK;
}

/* Below 0: a is cheaper. A bias more or less does not count: where a map goes into the layer before
 * or the one behind, one of them may have had none. */
static inline int cost_compare(const graph_cost *a, const graph_cost *b)
{
    if (a->macs < b->macs * (1 - 1e-12) || b->macs < a->macs * (1 - 1e-12))
        return a->macs < b->macs ? -1 : 1;
    if (a->n_layers != b->n_layers) return a->n_layers < b->n_layers ? -1 : 1;
    if (fabs(a->flops - b->flops) > 1e-12 * a->flops) return a->flops < b->flops ? -1 : 1;
    if (fabs(a->weight_bytes - b->weight_bytes) <= 0.002 * a->weight_bytes) return 0;
    return a->weight_bytes < b->weight_bytes ? -1 : 1;
}

/* `bad` costs more than `good`, which holds the same passes. Bubbles bad towards good: the two
 * neighbours whose exchange makes the difference, *later standing before *earlier in the dearer of
 * the two orders. */
static inline sn_status order_blame(sn_ctx *ctx, const sn_graph *g, const sn_format *format,
                                    const pass_order *good, pass_order bad, const sn_pass **earlier,
                                    const sn_pass **later)
{
    graph_cost before, after;
    SN_TRY(order_cost(ctx, g, format, &bad, NULL, &before));
    for (size_t i = 0; i < good->n; i++) {
        size_t at = i;
        while (bad.v[at] != good->v[i]) at++;
        for (; at > i; at--) {
            const sn_pass *moved = bad.v[at];
            bad.v[at] = bad.v[at - 1];
            bad.v[at - 1] = moved;
            SN_TRY(order_cost(ctx, g, format, &bad, NULL, &after));
            if (cost_compare(&before, &after) == 0) continue;
            bool better = cost_compare(&after, &before) < 0;
            *earlier = better ? moved : bad.v[at];
            *later = better ? bad.v[at] : moved;
            return SN_OK;
        }
    }
    *earlier = *later = NULL;
    return SN_OK;
}

#endif
