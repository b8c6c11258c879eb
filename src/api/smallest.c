/* SPDX-License-Identifier: Apache-2.0 */
#include "api/smallest.h"

#include "api/plan_within.h"
#include "codegen/codegen.h"
#include "plan/recompute.h"

/* ---- options --------------------------------------------------------------------------------- */

/* A core with so small a first cache that copies are made of few rows at a time. */
static const sn_machine *with_small_cache(sn_arena *arena, const sn_machine *m)
{
    sn_machine *own = sn_arena_copy(arena, m, sizeof *own);
    sn_core *core = sn_arena_copy(arena, m->core, sizeof *core);
    if (core->level_bytes[0] > 4096) core->level_bytes[0] = 4096;
    own->core = core;
    return own;
}

/* Of some plans the options of that with the smallest workspace, the first of equals, which is not
 * larger than that of the usual plan. */
static sn_status find_options(sn_model *m, sn_arena *arena, sn_plan_options *po)
{
    static const int64_t most_whole[] = {0, 1, 16384, 65536, 262144};
    enum { N_SIZES = sizeof most_whole / sizeof *most_whole };
    const sn_machine *small_cache = with_small_cache(arena, po->machine);
    const sn_plan_options usual_options = *po;
    uint64_t least = UINT64_MAX;
    for (int i = -1; i < N_SIZES * 8; i++) {
        sn_plan_options now = usual_options;
        sn_arena *scratch = sn_arena_create(m->context->ctx);
        sn_graph *split = NULL;
        sn_program *program = NULL;
        now.min_memory = i >= 0;
        now.most_whole = i < 0 ? 0 : most_whole[i / 8];
        if (i > 0 && i & 1) now.small = true;
        now.reorder = i > 0 && i & 2;
        if (i > 0 && i & 4) now.machine = small_cache;
        const sn_status status = sn_plan_within(m, &now, false, scratch, &split, &program);
        const uint64_t bytes =
            status == SN_OK ? sn_program_workspace_bytes(program, now.n_threads) : UINT64_MAX;
        sn_arena_destroy(scratch);
        SN_TRY(status);
        if (bytes >= least) continue;
        least = bytes;
        *po = now;
    }
    return SN_OK;
}

/* ---- what is computed twice ------------------------------------------------------------------ */

enum {
    MOST_TRIED = 12,  /* values, for each that is taken */
    LEAST_GAIN = 200, /* of so many bytes it takes one away, or it is not worth the work */
};

static double seconds_of(const sn_program *p)
{
    double sum = 0;
    for (size_t i = 0; i < p->n_steps; i++) sum += p->step[i]->seconds;
    return sum;
}

/* *bytes: what a run of g takes; UINT64_MAX where it cannot be planned. */
static sn_status measure(const sn_graph *g, const sn_plan_options *po, uint64_t *bytes,
                         double *seconds)
{
    sn_arena *scratch = sn_arena_create(g->ctx);
    sn_program *program = NULL;
    const sn_status status = sn_plan(g, po, scratch, &program);
    *bytes = UINT64_MAX;
    if (status == SN_OK) {
        *bytes = sn_program_workspace_bytes(program, po->n_threads);
        *seconds = seconds_of(program);
    }
    sn_arena_destroy(scratch);
    if (status == SN_E_MEMORY) return status;
    if (status != SN_OK) sn_ctx_clear_error(g->ctx);
    return SN_OK;
}

/* The best of the candidates becomes m->graph, if one is better, which *remark says then. */
static sn_status take_one(sn_model *m, const sn_plan_options *po, const sn_program *program,
                          double most_seconds, sn_arena *arena, const char **remark)
{
    sn_recompute *list;
    sn_arena *own = program->arena;
    const size_t n = sn_recompute_find(program, MOST_TRIED, own, &list);
    const uint64_t before = sn_program_workspace_bytes(program, po->n_threads);
    uint64_t least = before - before / LEAST_GAIN;
    sn_graph *best = NULL;
    sn_status status = SN_OK;
    for (size_t i = 0; i < n && status == SN_OK; i++) {
        uint64_t bytes;
        double seconds = 0;
        sn_graph *g = sn_graph_clone(m->graph);
        sn_recompute_apply(g, &list[i]);
        status = measure(g, po, &bytes, &seconds);
        if (status == SN_OK && bytes <= least && bytes < before && seconds <= most_seconds) {
            least = bytes;
            sn_graph_destroy(best);
            best = g;
            *remark = sn_arena_printf(arena,
                                      "%s: computed twice, with all that it is made of: that takes "
                                      "%llu bytes of workspace less",
                                      list[i].name ? sn_escape(own, list[i].name) : "?",
                                      (unsigned long long)(before - bytes));
        } else {
            sn_graph_destroy(g);
        }
    }
    if (best && status == SN_OK) {
        sn_graph_destroy(m->graph);
        m->graph = best;
    } else {
        sn_graph_destroy(best);
    }
    return status;
}

static sn_status recompute(sn_model *m, const sn_plan_options *po, sn_arena *arena,
                           sn_smallest *out)
{
    double most_seconds = 0;
    while (out->n_remarks < SN_MOST_RECOMPUTED) {
        const char *remark = NULL;
        sn_arena *scratch = sn_arena_create(m->context->ctx);
        sn_program *program = NULL;
        sn_status status = sn_plan(m->graph, po, scratch, &program);
        if (status == SN_OK && out->n_remarks == 0) most_seconds = 1.5 * seconds_of(program);
        if (status == SN_OK) status = take_one(m, po, program, most_seconds, arena, &remark);
        sn_arena_destroy(scratch);
        if (status != SN_OK || !remark) return status;
        out->remark[out->n_remarks++] = remark;
    }
    return SN_OK;
}

sn_status sn_plan_smallest(sn_model *m, sn_arena *arena, sn_plan_options *po, sn_smallest *out)
{
    out->n_remarks = 0;
    SN_TRY(find_options(m, arena, po));
    return recompute(m, po, arena, out);
}
