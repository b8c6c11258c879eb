/* SPDX-License-Identifier: Apache-2.0
 *
 * The pass manager: runs passes.def stage by stage to a fixpoint. Each pass is linear in the graph;
 * the number of rounds is bounded, and reaching the bound is an error that names the pass that kept
 * firing.
 *
 * Misses are reported in one last sweep over the finished graph, when nothing fires any more: what
 * is reported is then true of the result, not of a state in between. */
#include "ops/control.h"
#include "passes/pipeline.h"

#define STAGE(name, what)
#define PASS(name) extern const sn_pass sn_pass_##name;
#include "passes/passes.def"
#undef STAGE
#undef PASS

enum { MAX_ROUNDS = 64 };

/* A row without a pass begins a stage. */
static const sn_pass_entry entries[] = {
#define STAGE(name, what) {#name, what, NULL},
#define PASS(name)        {NULL, NULL, &sn_pass_##name},
#include "passes/passes.def"
#undef STAGE
#undef PASS
};
enum { N_ENTRIES = sizeof entries / sizeof entries[0] };

const sn_pass_entry *sn_passes(size_t *n)
{
    *n = N_ENTRIES;
    return entries;
}

const sn_pass *sn_pass_find(const char *name)
{
    for (size_t i = 0; i < N_ENTRIES; i++) {
        if (entries[i].pass && strcmp(entries[i].pass->name, name) == 0) return entries[i].pass;
    }
    return NULL;
}

static bool listed(const char *const *names, const char *name)
{
    for (; names && *names; names++) {
        if (strcmp(*names, name) == 0) return true;
    }
    return false;
}

static bool wanted(const sn_pipeline_options *o, const sn_pass *pass)
{
    if (o->only && !listed(o->only, pass->name)) return false;
    return !listed(o->skip, pass->name);
}

bool sn_pipeline_exhausted(const sn_pipeline *p, const sn_pass *pass)
{
    if (!p->options->limited || pass->spelling) return false;
    return p->result->n_fired - p->result->n_spelling >= p->options->max_rewrites;
}

static uint32_t index_of(const sn_pass *pass)
{
    uint32_t i = 0;
    while (entries[i].pass != pass) i++;
    return i;
}

/* Whether there is a node where the pass could begin. */
static bool has_work(const sn_graph *g, const sn_pass *pass)
{
    if (!pass->visits) return true;
    for (size_t i = 0; i < g->ops.n; i++) {
        if (g->ops.v[i].n && pass->visits(g->ops.v[i].op)) return true;
    }
    return false;
}

static bool has_bodies(const sn_graph *g)
{
    for (size_t i = 0; i < g->ops.n; i++) {
        if (g->ops.v[i].n && g->ops.v[i].op->bodies) return true;
    }
    return false;
}

/* Whether the body of a node may run: the other branch of an `if` may contradict itself. */
static bool may_run(const sn_node *n, uint16_t body)
{
    const int taken = n->op == &sn_op_if ? sn_if_taken(n) : -1;
    return taken < 0 || taken == body;
}

/* On a graph, and then on each body in it as a graph of its own, but for those of nodes that will
 * resolve to something else. What changes in a body may tell more of its node. */
static sn_status run_on(sn_pipeline *p, const sn_pass *pass, uint32_t index, sn_graph *g,
                        uint32_t *n_fired)
{
    sn_pass_run run = {
        .env = p->env, .pass = pass, .index = index, .g = g, .arena = p->scratch, .pipeline = p};
    const sn_arena_mark mark = sn_arena_save(p->scratch);
    const sn_status status = has_work(g, pass) ? pass->run(&run) : SN_OK;
    sn_arena_restore(p->scratch, mark);
    SN_TRY(status);
    *n_fired += run.n_fired;
    for (sn_node *n = run.n_fired ? g->owner : NULL; n; n = n->graph->owner) n->stale = true;
    if (!has_bodies(g)) return SN_OK;
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_body && !n->op->resolve; i++)
            if (may_run(n, i)) SN_TRY(run_on(p, pass, index, n->body[i], n_fired));
    }
    return SN_OK;
}

static void tell_progress(const sn_pipeline *p, uint32_t index)
{
    uint32_t n_done = 0, n_total = 0;
    if (!p->options->progress) return;
    for (uint32_t i = 0; i < N_ENTRIES; i++) {
        if (!entries[i].pass || !wanted(p->options, entries[i].pass)) continue;
        n_done += i < index;
        n_total++;
    }
    p->options->progress(p->options->user, n_done, n_total);
}

/* Runs one pass over the graph, unless nothing was rewritten since it last found nothing to do. */
static sn_status run_pass(sn_pipeline *p, const sn_pass *pass, uint32_t *n_fired)
{
    *n_fired = 0;
    if (!wanted(p->options, pass) || (sn_pipeline_exhausted(p, pass) && !p->reporting))
        return SN_OK;
    uint32_t index = index_of(pass), *idle_at = &p->idle_at[index];
    if (*idle_at == p->result->n_fired + 1 && !p->reporting) return SN_OK;
    tell_progress(p, index);
    sn_arena *reported = p->reporting ? sn_arena_create(p->env->ctx) : NULL;
    p->reported = reported ? sn_map_create(reported) : NULL;
    sn_status status = run_on(p, pass, index, p->g, n_fired);
    sn_arena_destroy(reported);
    SN_TRY(status);
    *idle_at = *n_fired ? 0 : p->result->n_fired + 1;
    if (*n_fired) {
        SN_TRY(sn_infer_changes(p->g));
#ifndef NDEBUG
        SN_TRY(sn_infer_check(p->g));
        SN_TRY(sn_graph_verify(p->g));
#endif
        const sn_pipeline_options *o = p->options;
        if (o->changed && (!o->changed_by || listed(o->changed_by, pass->name)))
            SN_TRY(o->changed(o->user, pass, *n_fired));
    }
    return SN_OK;
}

/* One stage to its fixpoint. `at` is its first entry. */
static sn_status run_stage(sn_pipeline *p, size_t at, bool *fired)
{
    *fired = false;
    for (int round = 0;; round++) {
        uint32_t n = 0;
        const sn_pass *last = NULL;
        for (size_t i = at; i < N_ENTRIES && entries[i].pass; i++) {
            uint32_t n_pass = 0;
            SN_TRY(run_pass(p, entries[i].pass, &n_pass));
            if (n_pass) last = entries[i].pass;
            n += n_pass;
        }
        p->result->n_rounds++;
        if (!n || p->reporting) return SN_OK;
        *fired = true;
        SN_CHECK(p->env->ctx, round < MAX_ROUNDS, SN_E_INTERNAL,
                 "pass %s still fires after %d rounds of its stage", last->name, MAX_ROUNDS);
    }
}

/* By priority, as options->order says. */
static sn_status run_order(sn_pipeline *p)
{
    const sn_pass *const *order = p->options->order;
    for (size_t i = 0, n_runs = 0; order[i]; n_runs++) {
        uint32_t n = 0;
        const sn_pass *pass = order[i];
        SN_TRY(run_pass(p, pass, &n));
        i = n ? 0 : i + 1;
        SN_CHECK(p->env->ctx, n_runs < (size_t)MAX_ROUNDS * MAX_ROUNDS * N_ENTRIES, SN_E_INTERNAL,
                 "pass %s still fires after %zu runs of passes", pass->name, n_runs);
    }
    return SN_OK;
}

static sn_status run_stages(sn_pipeline *p)
{
    if (p->options->order) return run_order(p);
    for (int round = 0;; round++) {
        bool again = false;
        for (size_t i = 0; i < N_ENTRIES; i++) {
            if (entries[i].pass) continue;
            bool fired = false;
            SN_TRY(run_stage(p, i + 1, &fired));
            if (i > 0 && fired) again = true;
        }
        if (!again || p->reporting) return SN_OK;
        SN_CHECK(p->env->ctx, round < MAX_ROUNDS, SN_E_INTERNAL,
                 "the pipeline still changes the network after %d rounds", MAX_ROUNDS);
    }
}

static sn_status check_names(sn_ctx *ctx, const char *const *names)
{
    const char *known[N_ENTRIES];
    size_t n_known = 0;
    for (size_t i = 0; i < N_ENTRIES; i++) {
        if (entries[i].pass) known[n_known++] = entries[i].pass->name;
    }
    for (; names && *names; names++) {
        if (sn_pass_find(*names)) continue;
        const char *near = sn_nearest(*names, known, n_known);
        return sn_fail(ctx, SN_E_ARG, "no pass is called '%s'%s%s%s", *names,
                       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    return SN_OK;
}

sn_status sn_pipeline_run(const sn_pass_env *env, sn_graph *g, const sn_pipeline_options *options,
                          sn_pipeline_result *out)
{
    static const sn_pipeline_options all;
    sn_pipeline_result result = {0};
    sn_arena *keep = sn_arena_create(env->ctx);
    sn_pipeline p = {
        .env = env,
        .g = g,
        .options = options ? options : &all,
        .result = &result,
        .scratch = sn_arena_create(env->ctx),
        .keep = keep,
        .refused = sn_map_create(keep),
        .idle_at = SN_NEW_N(keep, uint32_t, N_ENTRIES),
    };
    sn_status status = check_names(env->ctx, p.options->only);
    if (status == SN_OK) status = check_names(env->ctx, p.options->skip);
    if (status == SN_OK) status = check_names(env->ctx, p.options->changed_by);
    sn_ctx_remember(env->ctx);
    if (status == SN_OK) status = sn_infer_changes(g);
#ifndef NDEBUG
    if (status == SN_OK) status = sn_infer_check(g);
#endif
    if (status == SN_OK) status = run_stages(&p);
    if (status == SN_OK && env->remark && !env->rewrites_only) {
        p.reporting = true;
        status = run_stages(&p);
    }
    if (status == SN_OK) status = sn_graph_verify(g);
    sn_ctx_forget(env->ctx);
    sn_arena_destroy(p.scratch);
    sn_arena_destroy(keep);
    if (status == SN_OK && out) *out = result;
    return status;
}
