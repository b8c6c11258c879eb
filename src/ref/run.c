/* SPDX-License-Identifier: Apache-2.0
 *
 * The interpreter's walk: one table of tensors by value id, with the number of reads still to come.
 * Nodes that no result depends on are left out: they may be dropped from a network, and must not
 * decide whether it can be run. */
#include "ref/run.h"

#include "base/pages.h"
#include "base/vec.h"

#include "ops/eval.h"
#include "ops/ops.h"

typedef struct runner {
    const sn_graph *g;
    sn_ctx *ctx;
    sn_arena *arena, *scratch; /* both are wound back after every node */
    sn_arena *kept;            /* never wound back */
    sn_dims *dims;             /* of the run: all shapes are numbers, so it stays small */
    const sn_run_hooks *hooks;
    const sn_tensor **tensors; /* by value id; NULL: not there (any more) */
    uint32_t *n_left;          /* reads to come */
    bool *needed;              /* by value id: some result depends on it */
    bool *absent;              /* by value id: left out, because a hook had no tensor */
    int64_t *trips_left;       /* of loops */
    bool lacks_result;         /* the body that was run last left one out */
} runner;

sn_value **sn_graph_inputs(const sn_graph *g, sn_arena *arena, size_t *n)
{
    SN_VEC(sn_value *) list = SN_VEC_IN(arena);
    uint32_t left = 0; /* of the nodes that feed, which mostly come first */
    for (size_t i = 0; i < g->ops.n; i++) {
        if (sn_op_has(g->ops.v[i].op, SN_TRAIT_INPUT)) left += g->ops.v[i].n;
    }
    for (const sn_node *node = g->first; node && left; node = node->next) {
        if (!sn_op_has(node->op, SN_TRAIT_INPUT)) continue;
        for (uint16_t i = 0; i < node->n_out; i++) SN_PUSH(list, node->out[i]);
        left--;
    }
    *n = list.n;
    return list.v;
}

static const sn_tensor *tensor_of(const runner *r, const sn_value *v)
{
    if (!v) return NULL;
    return v->kind == SN_RESULT ? r->tensors[v->id] : v->data;
}

/* Takes over one reference to t. */
static sn_status put(runner *r, const sn_value *v, const sn_tensor *const *in, const sn_tensor *t)
{
    sn_status status = r->hooks->change ? r->hooks->change(r->hooks->user, v, in, &t) : SN_OK;
    r->tensors[v->id] = t;
    r->n_left[v->id] = v->n_uses;
    SN_TRY(status);
    if (r->hooks->seen) SN_TRY(r->hooks->seen(r->hooks->user, v, t));
    if (!v->n_uses) {
        r->tensors[v->id] = NULL;
        sn_tensor_release(t);
    }
    return SN_OK;
}

static void leave_out(runner *r, const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_out; i++) {
        r->absent[n->out[i]->id] = true;
        r->n_left[n->out[i]->id] = n->out[i]->n_uses;
    }
}

static bool hangs_on_absent(const runner *r, const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (sn_in(n, i) && r->absent[sn_in(n, i)->id]) return true;
    }
    return false;
}

static void used(runner *r, const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v || v->kind != SN_RESULT || --r->n_left[v->id]) continue;
        sn_tensor_release(r->tensors[v->id]);
        r->tensors[v->id] = NULL;
    }
}

/* Constants as the hook wants them; the caller releases them. */
static sn_status change_constants(runner *r, const sn_node *n, const sn_tensor **in)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v || v->kind == SN_RESULT || !in[i]) continue;
        sn_tensor_retain(in[i]);
        SN_TRY(r->hooks->change(r->hooks->user, v, NULL, &in[i]));
    }
    return SN_OK;
}

static void release_constants(const sn_node *n, const sn_tensor *const *in)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (sn_in(n, i) && sn_in(n, i)->kind != SN_RESULT) sn_tensor_release(in[i]);
    }
}

static sn_status run_graph(const sn_graph *g, const sn_tensor *const *feeds, size_t n_feeds,
                           const sn_run_hooks *hooks, int64_t *trips_left,
                           const sn_tensor **results);

/* Of the hooks those that change what is computed, and the one that hears of bodies: what is inside
 * is computed as often as its node says, and is nobody's to see. */
static sn_status run_body(void *user, const sn_graph *body, const sn_tensor *const *feeds,
                          size_t n_feeds, const sn_tensor **results)
{
    runner *r = user;
    if (r->hooks->enters) r->hooks->enters(r->hooks->user, NULL, body);
    const sn_run_hooks inner = {.user = r->hooks->user,
                                .enters = r->hooks->enters,
                                .missing = r->hooks->missing,
                                .change = r->hooks->change,
                                .rounding = r->hooks->rounding};
    const sn_status status = run_graph(body, feeds, n_feeds, &inner, r->trips_left, results);
    sn_ctx_set_rounding(r->ctx, r->hooks->rounding);
    SN_TRY(status);
    const uint16_t n = sn_graph_output(body)->n_in;
    for (uint16_t i = 0; i < n; i++) r->lacks_result = r->lacks_result || !results[i];
    if (!r->lacks_result) return SN_OK;
    sn_tensors_release(results, n);
    return sn_fail(r->ctx, SN_E_UNSUPPORTED, "a result of a body was left out");
}

/* What a body leaves out its node has not, either. */
static sn_status evaluate_bodies(runner *r, const sn_node *n, const sn_tensor *const *in,
                                 const sn_tensor **out)
{
    const sn_eval_bodies bodies = {run_body, r, r->trips_left};
    r->lacks_result = false;
    const sn_status status = sn_eval_node_as_run(r->ctx, r->arena, r->dims, n, &bodies, in, out);
    if (status == SN_OK || !r->lacks_result) return status;
    sn_ctx_clear_error(r->ctx);
    for (uint16_t i = 0; i < n->n_out; i++) out[i] = NULL;
    return SN_OK;
}

static sn_status evaluate(runner *r, const sn_node *n, const sn_tensor *const *in,
                          const sn_tensor **out)
{
    if (r->hooks->before) SN_TRY(r->hooks->before(r->hooks->user, n, in));
    if (r->hooks->enters && n->n_body) r->hooks->enters(r->hooks->user, n, NULL);
    if (sn_op_has(n->op, SN_TRAIT_CONSTANT)) {
        if (!in[0] || !in[0]->buf) {
            return sn_node_fail(r->ctx, n, SN_E_UNSUPPORTED, "its contents are undefined");
        }
        sn_tensor_retain(in[0]);
        out[0] = in[0];
    } else if (sn_node_evaluates(n)) {
        sn_node other = *n;
        const void *params =
            r->hooks->params ? r->hooks->params(r->hooks->user, n, in, r->scratch) : NULL;
        if (params) other.params = (void *)params;
        SN_TRY(evaluate_bodies(r, &other, in, out));
    } else if (r->hooks->missing) {
        SN_TRY(r->hooks->missing(r->hooks->user, n, in, out));
    } else {
        return n->no_rule ? sn_node_fail(r->ctx, n, SN_E_UNSUPPORTED, "it cannot be evaluated: %s",
                                         n->boundary)
                          : sn_node_fail(r->ctx, n, SN_E_UNSUPPORTED,
                                         "operator %s cannot be evaluated", n->op->name);
    }
    return SN_OK;
}

static sn_status work_out(runner *r, const sn_node *n)
{
    sn_arena_mark mark = sn_arena_save(r->scratch);
    const sn_tensor **in = SN_NEW_N(r->scratch, const sn_tensor *, n->n_in);
    const sn_tensor **out = SN_NEW_N(r->scratch, const sn_tensor *, n->n_out);
    for (uint16_t i = 0; i < n->n_in; i++) in[i] = tensor_of(r, sn_in(n, i));
    if (r->hooks->change) SN_TRY(change_constants(r, n, in));
    sn_pages_trim(r->ctx);
    sn_status status = evaluate(r, n, in, out);
    bool all = status == SN_OK;
    for (uint16_t i = 0; i < n->n_out; i++) all = all && out[i];
    if (!all) leave_out(r, n);
    for (uint16_t i = 0; all && i < n->n_out; i++) {
        const sn_status one = put(r, n->out[i], in, out[i]);
        if (status == SN_OK) status = one;
    }
    if (r->hooks->change) release_constants(n, in);
    SN_TRY(status);
    used(r, n);
    sn_arena_restore(r->scratch, mark);
    return SN_OK;
}

static void find_needed(runner *r)
{
    for (const sn_node *n = r->g->last; n; n = n->prev) {
        bool needed = sn_op_has(n->op, SN_TRAIT_OUTPUT);
        for (uint16_t i = 0; i < n->n_out; i++) needed = needed || r->needed[n->out[i]->id];
        for (uint16_t i = 0; needed && i < n->n_in; i++) {
            if (sn_in(n, i)) r->needed[sn_in(n, i)->id] = true;
        }
    }
}

static bool is_needed(const runner *r, const sn_node *n)
{
    bool needed = false;
    for (uint16_t i = 0; i < n->n_out; i++) needed = needed || r->needed[n->out[i]->id];
    return needed;
}

static sn_status feed(runner *r, const sn_tensor *const *feeds, size_t n_feeds)
{
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(r->g, r->scratch, &n);
    SN_CHECK(r->ctx, n == n_feeds, SN_E_ARG, "the network has %zu inputs, %zu tensors are given", n,
             n_feeds);
    for (size_t i = 0; i < n; i++) {
        sn_tensor_retain(feeds[i]);
        SN_TRY(put(r, inputs[i], NULL, feeds[i]));
    }
    return SN_OK;
}

static sn_status walk(runner *r, const sn_tensor *const *feeds, size_t n_feeds,
                      const sn_tensor **results)
{
    SN_TRY(feed(r, feeds, n_feeds));
    uint32_t n_done = 0;
    SN_EACH_NODE(n, r->g)
    {
        if (r->hooks->progress) r->hooks->progress(r->hooks->user, n_done, r->g->n_nodes);
        n_done++;
        if (sn_op_has(n->op, SN_TRAIT_INPUT)) continue;
        if (!sn_op_has(n->op, SN_TRAIT_OUTPUT)) {
            if (!is_needed(r, n)) continue;
            if (hangs_on_absent(r, n)) {
                leave_out(r, n);
                used(r, n);
            } else {
                SN_TRY(work_out(r, n));
            }
            continue;
        }
        for (uint16_t i = 0; i < n->n_in; i++) {
            results[i] = tensor_of(r, sn_in(n, i));
            if (!results[i] && r->absent[sn_in(n, i)->id]) continue;
            SN_CHECK(r->ctx, results[i] && results[i]->buf, SN_E_INTERNAL,
                     "result %u was not computed", (unsigned)i);
        }
        for (uint16_t i = 0; i < n->n_in; i++) {
            if (results[i]) sn_tensor_retain(results[i]);
        }
        used(r, n);
    }
    if (r->hooks->progress) r->hooks->progress(r->hooks->user, n_done, r->g->n_nodes);
    return SN_OK;
}

static sn_status run_graph(const sn_graph *g, const sn_tensor *const *feeds, size_t n_feeds,
                           const sn_run_hooks *hooks, int64_t *trips_left,
                           const sn_tensor **results)
{
    static const sn_run_hooks none;
    runner r = {.g = g, .ctx = g->ctx, .hooks = hooks ? hooks : &none, .trips_left = trips_left};
    r.arena = sn_arena_create(g->ctx);
    r.scratch = sn_arena_create(g->ctx);
    r.kept = sn_arena_create(g->ctx);
    r.dims = sn_dims_create(r.kept);
    r.tensors = sn_arena_alloc_n(r.scratch, g->n_ids, sizeof *r.tensors);
    r.n_left = sn_arena_alloc_n(r.scratch, g->n_ids, sizeof *r.n_left);
    r.needed = sn_arena_alloc_n(r.scratch, g->n_ids, sizeof *r.needed);
    r.absent = sn_arena_alloc_n(r.scratch, g->n_ids, sizeof *r.absent);
    find_needed(&r);
    sn_ctx_set_rounding(g->ctx, r.hooks->rounding);
    sn_status status = walk(&r, feeds, n_feeds, results);
    sn_ctx_set_rounding(g->ctx, (sn_rounding){.single = false});
    for (uint32_t i = 0; i < g->n_ids; i++) sn_tensor_release(r.tensors[i]);
    sn_arena_destroy(r.kept);
    sn_arena_destroy(r.scratch);
    sn_arena_destroy(r.arena);
    return status;
}

sn_status sn_run_graph(const sn_graph *g, const sn_tensor *const *feeds, size_t n_feeds,
                       const sn_run_hooks *hooks, const sn_tensor **results)
{
    int64_t trips_left = SN_TRIPS_OF_RUN;
    return run_graph(g, feeds, n_feeds, hooks, &trips_left, results);
}
