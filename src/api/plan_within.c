/* SPDX-License-Identifier: Apache-2.0
 *
 * What a plan takes is known when it is made: plans are made with more and more that is computed
 * again, until one fits. */
#include "api/plan_within.h"

#include "codegen/codegen.h"
#include "kernels/kernel.h"
#include "passes/batch_split.h"

/* Plans that are made at most: for each depth, and to find the fewest values of one. */
enum { MOST_DEPTH = 64, MOST_OF_DEPTHS = 14, MOST_OF_FEWEST = 5 };

typedef struct within {
    sn_model *m;
    const sn_plan_options *options;
    bool splits;
    uint64_t n_plans, most; /* made, and at most */
} within;

/* ---- one plan -------------------------------------------------------------------------------- */

static double seconds(void *user, const sn_node *node)
{
    sn_offer offer;
    const sn_kernel_ctx *k = user;
    if (sn_kernel_find(k, node, &offer)) return offer.seconds;
    sn_work w = {0};
    sn_copy_work(k, &w, (double)sn_shape_count(&sn_out(node, 0)->shape)); /* a sweep */
    return sn_work_seconds(k->machine, &w);
}

static sn_status make(within *w, sn_batch_memory *memory, sn_arena *arena, sn_graph **split,
                      sn_program **program)
{
    const char *why = NULL;
    sn_model *m = w->m;
    const size_t n = m->n_image_inputs ? m->n_image_inputs : SIZE_MAX;
    sn_kernel_ctx k = {.ctx = m->context->ctx,
                       .arena = arena,
                       .machine = w->options->machine,
                       .n_threads = w->options->n_threads,
                       .images = 1,
                       .exact = w->options->exact,
                       .small = w->options->small};
    if (memory) memory->seconds = seconds, memory->user = &k;
    *split = NULL;
    if (w->splits)
        SN_TRY(sn_batch_split(m->graph, n, m->restructuring, memory, arena, split, &why));
    sn_context_progress(m->context, "planning", w->n_plans++, w->most);
    const sn_status status = sn_plan(*split ? *split : m->graph, w->options, arena, program);
    if (status == SN_OK) return SN_OK;
    sn_graph_destroy(*split);
    *split = NULL;
    return status;
}

/* Bytes that it takes. */
static sn_status try(within *w, int depth, size_t most, size_t *n_again, int64_t *bytes)
{
    sn_graph *split = NULL;
    sn_program *p = NULL;
    sn_arena *arena = sn_arena_create(w->m->context->ctx);
    sn_batch_memory memory = {.depth = depth, .most = most};
    const sn_status status = make(w, depth ? &memory : NULL, arena, &split, &p);
    if (status == SN_OK) *bytes = (int64_t)sn_program_workspace_bytes(p, w->options->n_threads);
    *n_again = memory.n;
    sn_graph_destroy(split);
    sn_arena_destroy(arena);
    return status;
}

/* ---- the least ------------------------------------------------------------------------------- */

/* As few values as fit, of n that do. */
static sn_status find_fewest(within *w, int depth, size_t n, size_t *out)
{
    size_t fits = n, fails = 0;
    while (fits - fails > 1 + n / 16) {
        size_t again;
        int64_t bytes;
        const size_t middle = fails + (fits - fails) / 2;
        SN_TRY(try(w, depth, middle, &again, &bytes));
        if (bytes <= w->m->memory)
            fits = middle;
        else
            fails = middle;
    }
    *out = fits;
    return SN_OK;
}

/* memory->depth 0: nothing has to be computed again. */
static sn_status find(within *w, sn_batch_memory *memory)
{
    int64_t least = 0, bytes;
    size_t n = 0;
    SN_TRY(try(w, 0, 0, &n, &least));
    if (least <= w->m->memory) {
        w->most = w->n_plans + 1;
        return SN_OK;
    }
    for (int depth = 1; depth <= MOST_DEPTH && w->splits; depth *= 2) {
        size_t most = SIZE_MAX;
        for (int turn = 0; turn < 2; turn++, most = n / 2) { /* all may take more than some */
            SN_TRY(try(w, depth, most, &n, &bytes));
            if (bytes < least) least = bytes;
            if (bytes > w->m->memory && n > 1) continue;
            if (bytes > w->m->memory) break;
            memory->depth = depth;
            w->most = w->n_plans + MOST_OF_FEWEST + 1;
            return find_fewest(w, depth, n, &memory->most);
        }
        if (n == 0) break; /* nothing can be computed again */
    }
    return sn_fail(w->m->context->ctx, SN_E_ARG,
                   "a run takes %lld bytes of workspace by the best plan that was found, and %lld "
                   "are allowed",
                   (long long)least, (long long)w->m->memory);
}

sn_status sn_plan_within(sn_model *m, const sn_plan_options *o, bool splits, sn_arena *arena,
                         sn_graph **split, sn_program **out)
{
    within w = {.m = m, .options = o, .splits = splits, .most = 1};
    if (m->memory) w.most += 1 + (splits ? MOST_OF_DEPTHS + MOST_OF_FEWEST : 0);
    sn_batch_memory memory = {0};
    if (m->memory) SN_TRY(find(&w, &memory));
    return make(&w, memory.depth ? &memory : NULL, arena, split, out);
}
