/* SPDX-License-Identifier: Apache-2.0
 *
 * Editing: the only way in which a pass changes a graph. New nodes stand beside the old ones until they are committed:
 * types and shapes proved equal, the change run and compared, names handed over, uses moved, dead nodes removed. */
#include <stdio.h>

#include "base/vec.h"
#include "passes/pipeline.h"

/* ---- new nodes ----------------------------------------------------------------------------------------- */

void sn_rewrite_begin(sn_pass_run *run) { run->mark = run->g->n_ids; }

static bool is_new(const sn_pass_run *run, const sn_node *n) { return n && n->id >= run->mark; }

sn_node *sn_rewrite_clone(sn_pass_run *run, const sn_node *node, sn_node *before)
{
    sn_value **inputs = SN_NEW_N(run->arena, sn_value *, node->n_in);
    for (uint16_t i = 0; i < node->n_in; i++) inputs[i] = node->in[i].value;
    sn_node *n = sn_node_create(run->g, before, node->op, node->params, node->n_in, inputs, node->n_out);
    n->name = node->name;
    n->features = node->features;
    n->origin = node->origin;
    n->late = node->late;
    return n;
}

typedef SN_VEC(sn_node *) node_list;

/* New nodes that v hangs on, producers first. */
static void collect_new(const sn_pass_run *run, sn_value *v, node_list *list)
{
    if (!v || !is_new(run, v->def)) return;
    for (size_t i = 0; i < list->n; i++) {
        if (list->v[i] == v->def) return;
    }
    for (uint16_t i = 0; i < v->def->n_in; i++) collect_new(run, sn_in(v->def, i), list);
    SN_PUSH(*list, v->def);
}

void sn_remove_dead(sn_node *n)
{
    if (!n || sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT)) return;
    for (uint16_t i = 0; i < n->n_out; i++) {
        if (n->out[i]->n_uses) return;
    }
    sn_arena *arena = sn_arena_create(n->graph->ctx);
    sn_node **feeders = SN_NEW_N(arena, sn_node *, n->n_in);
    uint16_t n_feeders = 0;
    for (uint16_t i = 0; i < n->n_in; i++) {
        sn_node *def = sn_in(n, i) ? sn_in(n, i)->def : NULL;
        bool seen = !def;
        for (uint16_t k = 0; k < n_feeders && !seen; k++) seen = feeders[k] == def;
        if (!seen) feeders[n_feeders++] = def;
    }
    sn_node_remove(n);
    for (uint16_t i = 0; i < n_feeders; i++) sn_remove_dead(feeders[i]);
    sn_arena_destroy(arena);
}

static void remove_new(sn_pass_run *run, node_list *list)
{
    for (size_t i = list->n; i-- > 0;) {
        sn_node *n = list->v[i];
        bool read = false;
        for (uint16_t k = 0; k < n->n_out; k++) read = read || n->out[k]->n_uses;
        if (!read) sn_node_remove(n);
    }
    (void)run;
}

void sn_rewrite_abandon(sn_pass_run *run)
{
    node_list list = SN_VEC_IN(run->arena);
    SN_EACH_NODE(n, run->g)
    {
        if (is_new(run, n)) SN_PUSH(list, n);
    }
    remove_new(run, &list);
}

/* ---- remarks ------------------------------------------------------------------------------------------- */

const char *sn_node_label(sn_arena *arena, const sn_node *n)
{
    if (n->name && *n->name) return sn_escape(arena, n->name);
    return sn_arena_printf(arena, "%s #%u", n->op->name, n->id);
}

const char *sn_fresh_name(sn_pass_run *run, const char *base, const char *suffix)
{
    const char *name = sn_arena_printf(run->arena, "%s%s", base ? base : "sinter", suffix);
    for (int i = 2; sn_map_has(run->g->names, name); i++) {
        name = sn_arena_printf(run->arena, "%s%s_%d", base ? base : "sinter", suffix, i);
    }
    return sn_graph_intern(run->g, name);
}

static void tell(const sn_pass_run *run, const sn_remark *remark)
{
    if (run->env->remark) run->env->remark(run->env->remark_user, remark);
}

void sn_missed(sn_pass_run *run, const sn_node *a, const sn_node *b, const char *fmt, ...)
{
    if (!run->pipeline->telling || !run->env->remark) return;
    const char *key = sn_arena_printf(run->arena, "%s %u %u", run->pass->name, a->id, b ? b->id : 0);
    if (sn_map_has(run->pipeline->told, key)) return;
    sn_map_put(run->pipeline->told, key, run->pipeline);
    va_list args;
    va_start(args, fmt);
    char why[512];
    vsnprintf(why, sizeof why, fmt, args);
    va_end(args);
    sn_remark r = {.pass = run->pass->name, .node = a->name, .distance = -1};
    r.text = b ? sn_arena_printf(run->arena, "%s + %s: %s", sn_node_label(run->arena, a),
                                 sn_node_label(run->arena, b), why)
               : sn_arena_printf(run->arena, "%s: %s", sn_node_label(run->arena, a), why);
    tell(run, &r);
}

sn_node *sn_sole_producer(sn_pass_run *run, sn_value *v, const sn_node *reader, bool quiet)
{
    sn_node *def = v ? v->def : NULL;
    if (!def) return NULL;
    if (v->n_uses == 1) return def;
    if (quiet) return NULL;
    const sn_node *other = NULL;
    int n_others = 0;
    SN_EACH_USE(u, v)
    {
        if (u->node == reader) continue;
        other = u->node;
        n_others++;
    }
    if (!other) {
        sn_missed(run, def, reader, "the output of %s is read twice by %s", sn_node_label(run->arena, def),
                  sn_node_label(run->arena, reader));
    } else if (sn_op_has(other->op, SN_TRAIT_OUTPUT)) {
        sn_missed(run, def, reader, "the output of %s is a result of the network",
                  sn_node_label(run->arena, def));
    } else {
        sn_missed(run, def, reader, "the output of %s is also read by %s%s",
                  sn_node_label(run->arena, def), sn_node_label(run->arena, other),
                  n_others > 1 ? " and others" : "");
    }
    return NULL;
}

/* ---- commit -------------------------------------------------------------------------------------------- */

static const char *describe(sn_pass_run *run, const sn_rewrite *rw)
{
    if (rw->what) return rw->what;
    sn_str s;
    sn_str_init(&s, run->arena);
    for (int i = 0; i < rw->n_matched; i++) {
        sn_str_addf(&s, "%s%s", i ? " + " : "", sn_node_label(run->arena, rw->matched[i]));
    }
    if (is_new(run, rw->after->def)) {
        sn_str_addf(&s, " -> %s (%s)%s", sn_node_label(run->arena, rw->after->def), rw->after->def->op->name,
                    rw->rounded ? ", its half-precision weights rounded again" : "");
    } else {
        sn_str_add(&s, " removed");
    }
    return s.s;
}

static sn_status prove_shape(sn_pass_run *run, const sn_rewrite *rw, bool *proved)
{
    sn_value *a = rw->before, *b = rw->after;
    bool types = a->type == b->type;
    *proved = types && (rw->same_shape || sn_shape_equal(&a->shape, &b->shape));
    if (types && sn_shape_differ(run->g->dims, &a->shape, &b->shape)) {
        sn_str sa, sb;
        sn_str_init(&sa, run->arena);
        sn_str_init(&sb, run->arena);
        sn_shape_print(run->g->dims, &a->shape, &sa);
        sn_shape_print(run->g->dims, &b->shape, &sb);
        return sn_fail(run->env->ctx, SN_E_INTERNAL, "pass %s: %s would change shape %s to %s",
                       run->pass->name, describe(run, rw), sa.s, sb.s);
    }
    return SN_OK;
}

/* Runs both sides. *ok says whether they agree; what could not be checked counts as agreed, and is told. */
static sn_status check(sn_pass_run *run, const sn_rewrite *rw, const node_list *made, sn_remark *remark,
                       bool *ok)
{
    *ok = true;
    sn_pipeline_result *result = run->pipeline->result;
    if (!run->env->check) return SN_OK;
    node_list nodes = SN_VEC_IN(run->arena);
    for (int i = 0; i < rw->n_matched; i++) SN_PUSH(nodes, rw->matched[i]);
    for (size_t i = 0; i < made->n; i++) SN_PUSH(nodes, made->v[i]);
    sn_region region = {
        .graph = run->g,
        .n_nodes = nodes.n,
        .nodes = nodes.v,
        .n = 1,
        .before = &rw->before,
        .after = &rw->after,
        .bound = rw->rounded ? SN_BOUND_F16 : SN_BOUND_F32,
    };
    sn_check_result r = {0};
    SN_TRY(run->env->check(run->env->check_user, &region, run->arena, &r));
    if (!r.checked) {
        remark->unchecked = r.why;
        result->n_unchecked++;
        return SN_OK;
    }
    result->n_checked++;
    remark->distance = r.distance;
    *ok = r.equal;
    if (!r.equal) {
        remark->text = sn_arena_printf(run->arena, "%s: taken back, running it gave another result: %s",
                                       describe(run, rw), r.why ? r.why : "values differ");
        result->n_refused++;
        sn_warn(run->env->ctx, "%s: %s", run->pass->name, remark->text);
    } else if (r.distance > result->worst) {
        result->worst = r.distance;
    }
    return SN_OK;
}

/* The new value is what the old one was, so it gets its name. An old value that takes the place of a result takes
 * the result's name, unless it has an outside name of its own. */
static void hand_over_name(sn_pass_run *run, const sn_rewrite *rw)
{
    sn_value *a = rw->before, *b = rw->after;
    if (is_new(run, b->def)) {
        b->name = a->name;
    } else if (sn_value_is_result(a) && !sn_value_is_result(b) && b->def &&
               !sn_op_has(b->def->op, SN_TRAIT_INPUT)) {
        b->name = a->name;
    }
}

sn_status sn_rewrite_commit(sn_pass_run *run, const sn_rewrite *rw, bool *done)
{
    sn_pipeline *p = run->pipeline;
    node_list made = SN_VEC_IN(run->arena);
    collect_new(run, rw->after, &made);
    *done = false;
    const char *key = sn_arena_printf(run->arena, "%s %u", run->pass->name, rw->before->id);
    bool limit = p->options->max_rewrites && p->result->n_fired >= p->options->max_rewrites;
    if (limit || sn_map_has(p->refused, key)) {
        remove_new(run, &made);
        return SN_OK;
    }
    for (size_t i = 0; i < made.n; i++) SN_TRY(sn_infer_node(made.v[i]));
    bool proved = false;
    SN_TRY(prove_shape(run, rw, &proved));
    if (!proved && rw->n_matched) {
        sn_missed(run, rw->matched[0], rw->n_matched > 1 ? rw->matched[rw->n_matched - 1] : NULL,
                  "not rewritten: the type and shape of the result are not proved to stay the same");
    }
    if (!proved || p->telling) {
        remove_new(run, &made);
        return SN_OK;
    }
    sn_remark remark = {.fired = true, .pass = run->pass->name, .distance = -1};
    remark.node = rw->n_matched ? rw->matched[0]->name : NULL;
    remark.text = describe(run, rw);
    bool ok = true;
    SN_TRY(check(run, rw, &made, &remark, &ok));
    if (!ok) {
        remove_new(run, &made);
        sn_map_put(p->refused, key, p);
        remark.fired = false;
        tell(run, &remark);
        return SN_OK;
    }
    hand_over_name(run, rw);
    rw->after->shape = rw->before->shape;
    SN_TRY(sn_value_replace(rw->before, rw->after, true));
    for (int i = rw->n_matched; i-- > 0;) {
        if (rw->matched[i]->graph) sn_remove_dead(rw->matched[i]);
    }
    tell(run, &remark);
    run->n_fired++;
    p->result->n_fired++;
    *done = true;
    return SN_OK;
}

sn_status sn_remove_unread(sn_pass_run *run, sn_node *n)
{
    sn_pipeline *p = run->pipeline;
    bool limit = p->options->max_rewrites && p->result->n_fired >= p->options->max_rewrites;
    if (p->telling || limit) return SN_OK;
    sn_remark remark = {.fired = true, .pass = run->pass->name, .node = n->name, .distance = -1};
    remark.text = sn_arena_printf(run->arena, "%s removed: no result depends on it",
                                  sn_node_label(run->arena, n));
    sn_node_remove(n);
    tell(run, &remark);
    run->n_fired++;
    p->result->n_fired++;
    return SN_OK;
}
