/* SPDX-License-Identifier: Apache-2.0
 *
 * Editing: the only way in which a pass changes a graph. New nodes stand beside the old ones until
 * they are committed: types and shapes proved equal, the change run and compared, names handed
 * over, uses moved, dead nodes removed. */
#include <stdio.h>

#include "base/vec.h"
#include "ir/contents.h"
#include "passes/pipeline.h"

/* ---- new nodes ------------------------------------------------------------------------------- */

void sn_rewrite_begin(sn_pass_run *run)
{
    run->mark = run->g->n_ids;
    run->cloned = NULL;
}

void sn_rewrite_abandon(sn_pass_run *run, sn_node *before)
{
    for (sn_node *m = before->prev, *prev; m && m->id >= run->mark; m = prev) {
        prev = m->prev;
        sn_node_remove(m);
    }
}

static bool is_new(const sn_pass_run *run, const sn_node *n) { return n && n->id >= run->mark; }

sn_node *sn_rewrite_clone(sn_pass_run *run, const sn_node *node, sn_node *before)
{
    sn_value **inputs = SN_NEW_N(run->arena, sn_value *, node->n_in);
    for (uint16_t i = 0; i < node->n_in; i++) inputs[i] = node->in[i].value;
    sn_node *n =
        sn_node_create(run->g, before, node->op, node->params, node->n_in, inputs, node->n_out);
    n->name = node->name;
    n->features = node->features;
    n->origin = node->origin;
    for (uint16_t i = 0; i < node->n_body; i++) sn_node_copy_body(n, node->body[i]);
    sn_cloned *c = SN_NEW(run->arena, sn_cloned);
    *c = (sn_cloned){node, n, run->cloned};
    run->cloned = c;
    return n;
}

void sn_put_input(sn_node *n, uint16_t slot, sn_value *v)
{
    while (n->n_in <= slot) sn_node_append_input(n, NULL);
    sn_node_set_input(n, slot, v);
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

static bool is_cloned(const sn_pass_run *run, const sn_node *n)
{
    for (const sn_cloned *c = run->cloned; c; c = c->next) {
        if (c->node == n) return true;
    }
    return false;
}

/* A clone that computes what its original does, of what other nodes make. */
static bool is_unchanged(const sn_pass_run *run, const sn_node *n)
{
    const sn_cloned *c = run->cloned;
    while (c && c->copy != n) c = c->next;
    if (!c || n->op != c->node->op || n->n_in != c->node->n_in) return false;
    if (!sn_params_equal(n->op->params, n->params, c->node->params)) return false;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *x = sn_in(n, i), *was = sn_in(c->node, i);
        if (x != was && !(x && was && x->def && was->def)) return false;
    }
    return true;
}

/* What is made of several nodes must do without whatever one of them has to do without. A clone has
 * the features of its original. */
static void inherit_features(const sn_pass_run *run, const sn_rewrite *rw, const node_list *made)
{
    uint32_t features = 0;
    for (int i = 0; i < rw->n_matched; i++) {
        if (!is_cloned(run, rw->matched[i])) features |= rw->matched[i]->features;
    }
    for (size_t i = 0; i < made->n; i++) {
        if (!is_unchanged(run, made->v[i])) made->v[i]->features |= features;
    }
}

/* A feeder may hang on the list several times, and be gone when its second turn comes. */
void sn_remove_dead(sn_node *n)
{
    if (!n || !n->graph) return;
    sn_arena *arena = sn_arena_create(n->graph->ctx);
    node_list list = SN_VEC_IN(arena);
    SN_PUSH(list, n);
    while (list.n) {
        sn_node *last = SN_POP(list);
        if (!last->graph || sn_op_has(last->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT) ||
            sn_node_is_read(last))
            continue;
        for (uint16_t i = 0; i < last->n_in; i++) {
            sn_value *v = sn_in(last, i);
            if (v && v->def) SN_PUSH(list, v->def);
        }
        sn_node_remove(last);
    }
    sn_arena_destroy(arena);
}

static void remove_new(const node_list *list)
{
    for (size_t i = list->n; i-- > 0;) {
        if (!sn_node_is_read(list->v[i])) sn_node_remove(list->v[i]);
    }
}

/* ---- remarks --------------------------------------------------------------------------------- */

const char *sn_node_label(sn_arena *arena, const sn_node *n)
{
    const char *label = n->name && *n->name ? sn_escape(arena, n->name)
                                            : sn_arena_printf(arena, "%s #%u", n->op->name, n->id);
    if (!n->graph || !n->graph->owner) return label;
    return sn_arena_printf(arena, "%s/%s", sn_graph_place(arena, n->graph), label);
}

static void tell(const sn_pass_run *run, const sn_remark *remark)
{
    if (run->env->remark) run->env->remark(run->env->remark_user, remark);
}

static void miss(sn_pass_run *run, const sn_node *a, const sn_node *b, const char *why,
                 const sn_node *other)
{
    uint64_t key = (uint64_t)a->id << 32 | (b ? b->id : 0);
    if (sn_map_has_u64(run->pipeline->reported, key)) return;
    sn_map_put_u64(run->pipeline->reported, key, run->pipeline);
    const char *layers[2] = {sn_node_label(run->arena, a), b ? sn_node_label(run->arena, b) : NULL};
    sn_remark r = {.pass = run->pass->name,
                   .layers = layers,
                   .n_layers = b ? 2 : 1,
                   .why = why,
                   .distance = -1};
    r.other = other ? sn_node_label(run->arena, other) : NULL;
    r.text = sn_arena_printf(run->arena, "%s%s%s: %s%s%s", layers[0], b ? " + " : "",
                             b ? layers[1] : "", why, other ? ": " : "", other ? r.other : "");
    tell(run, &r);
}

static bool is_reported(const sn_pass_run *run)
{
    return run->pipeline->reporting && run->env->remark;
}

void sn_missed(sn_pass_run *run, const sn_node *a, const sn_node *b, const char *fmt, ...)
{
    if (!is_reported(run)) return;
    va_list args;
    va_start(args, fmt);
    char why[512];
    vsnprintf(why, sizeof why, fmt, args);
    va_end(args);
    miss(run, a, b, why, NULL);
}

bool sn_missed_unsupported(sn_pass_run *run, sn_status status, const sn_node *a, const sn_node *b,
                           const char *what)
{
    if (status != SN_E_UNSUPPORTED) return false;
    sn_missed(run, a, b, "%s: %s", what, sn_ctx_error(run->env->ctx));
    sn_ctx_clear_error(run->env->ctx);
    return true;
}

/* Whether the node would stay, next to its fused copy, for another of its outputs. */
static bool has_other_readers(const sn_node *def, const sn_value *v)
{
    for (uint16_t i = 0; i < def->n_out; i++) {
        if (def->out[i] != v && def->out[i]->n_uses) return true;
    }
    return false;
}

void sn_missed_reader(sn_pass_run *run, const sn_value *v, const sn_node *reader,
                      const sn_node *other)
{
    if (!is_reported(run)) return;
    if (sn_op_has(other->op, SN_TRAIT_OUTPUT)) {
        miss(run, v->def, reader, "the output in between is a result of the network", NULL);
    } else {
        miss(run, v->def, reader, "the output in between has another reader", other);
    }
}

sn_node *sn_sole_producer(sn_pass_run *run, sn_value *v, const sn_node *reader, bool quiet)
{
    sn_node *def = v ? v->def : NULL;
    if (!def) return NULL;
    if (has_other_readers(def, v)) {
        if (!quiet) sn_missed(run, def, reader, "another output of it is read as well");
        return NULL;
    }
    if (v->n_uses == 1) return def;
    if (quiet) return NULL;
    if (!is_reported(run)) return NULL;
    const sn_node *other = NULL;
    SN_EACH_USE(u, v)
    {
        if (u->node != reader) other = u->node;
    }
    if (other)
        sn_missed_reader(run, v, reader, other);
    else
        miss(run, def, reader, "the output in between is read twice", NULL);
    return NULL;
}

/* ---- commit ---------------------------------------------------------------------------------- */

static size_t n_values(const sn_rewrite *rw) { return rw->befores ? rw->n_values : 1; }
static sn_value *const *befores(const sn_rewrite *rw)
{
    return rw->befores ? rw->befores : &rw->before;
}
static sn_value *const *afters(const sn_rewrite *rw)
{
    return rw->afters ? rw->afters : &rw->after;
}

/* The first that is made and is a layer. */
static const sn_node *made_layer(const sn_rewrite *rw)
{
    for (size_t i = 0; i < n_values(rw); i++) {
        const sn_node *made = afters(rw)[i]->def;
        if (made && sn_node_is_layer(made)) return made;
    }
    return afters(rw)[0]->def;
}

/* Layers and text of the remark. */
static void compose_remark(sn_pass_run *run, const sn_rewrite *rw, sn_remark *r)
{
    if (r->text) return;
    const char **layers = SN_NEW_N(run->arena, const char *, rw->n_matched);
    const sn_node *made = made_layer(rw);
    bool kept = false; /* one of what matched stands for all */
    sn_str s;
    sn_str_init(&s, run->arena);
    r->layers = layers;
    for (int i = 0; i < rw->n_matched; i++) {
        const sn_node *n = rw->matched[i];
        kept = kept || n == made;
        if (rw->n_matched > 1 && !sn_node_is_layer(n)) continue;
        sn_str_addf(&s, "%s%s", r->n_layers ? " + " : "", sn_node_label(run->arena, n));
        layers[r->n_layers++] = sn_node_label(run->arena, n);
    }
    if (is_new(run, made) || kept) {
        r->result = sn_node_label(run->arena, made);
        sn_str_addf(&s, " -> %s (%s)", r->result, made->op->name);
    } else {
        sn_str_add(&s, " removed");
    }
    if (r->why) sn_str_addf(&s, ", %s", r->why);
    r->text = s.s;
}

/* All of the remark but what the check finds. */
static void describe(sn_pass_run *run, const sn_rewrite *rw, sn_remark *r)
{
    *r = (sn_remark){
        .fired = true, .pass = run->pass->name, .distance = -1, .spelling = run->pass->spelling};
    r->why = rw->note;
    if (run->env->remark && !run->env->counts_only) compose_remark(run, rw, r);
}

static sn_status prove_shape(sn_pass_run *run, const sn_rewrite *rw, sn_remark *remark,
                             bool *proved)
{
    *proved = true;
    for (size_t i = 0; i < n_values(rw); i++) {
        sn_value *a = befores(rw)[i], *b = afters(rw)[i];
        bool types = a->type == b->type;
        *proved = *proved && types && (rw->same_shape || sn_shape_equal(&a->shape, &b->shape));
        if (sn_contents_differ(run->g->dims, a->contents, b->contents) >= 0) {
            compose_remark(run, rw, remark);
            return sn_fail(run->env->ctx, SN_E_INTERNAL, "pass %s: %s would change contents",
                           run->pass->name, remark->text);
        }
        if (!types || !sn_shape_differ(run->g->dims, &a->shape, &b->shape)) continue;
        sn_str sa, sb;
        sn_str_init(&sa, run->arena);
        sn_str_init(&sb, run->arena);
        sn_shape_print(run->g->dims, &a->shape, &sa);
        sn_shape_print(run->g->dims, &b->shape, &sb);
        compose_remark(run, rw, remark);
        return sn_fail(run->env->ctx, SN_E_INTERNAL, "pass %s: %s would change shape %s to %s",
                       run->pass->name, remark->text, sa.s, sb.s);
    }
    return SN_OK;
}

/* Runs both sides. *ok says whether they agree; what could not be checked counts as agreed, and is
 * reported. */
static sn_status check(sn_pass_run *run, const sn_rewrite *rw, const node_list *made,
                       sn_remark *remark, bool *ok)
{
    *ok = true;
    sn_pipeline_result *result = run->pipeline->result;
    if (!run->env->check) return SN_OK;
    node_list nodes = SN_VEC_IN(run->arena);
    for (size_t i = 0; i < rw->n_given; i++) SN_PUSH(nodes, rw->given[i]);
    for (int i = 0; i < rw->n_matched; i++) SN_PUSH(nodes, rw->matched[i]);
    for (size_t i = 0; i < made->n; i++) SN_PUSH(nodes, made->v[i]);
    sn_region region = {
        .graph = run->g,
        .n_nodes = nodes.n,
        .nodes = nodes.v,
        .n = n_values(rw),
        .before = befores(rw),
        .after = afters(rw),
    };
    sn_check_result r = {0};
    SN_TRY(run->env->check(run->env->check_user, &region, run->arena, &r));
    if (!r.checked) {
        remark->unchecked = r.why;
        result->n_unchecked++;
        return SN_OK;
    }
    if (!run->pass->spelling) result->n_checked++;
    remark->distance = r.distance;
    *ok = r.equal;
    if (!r.equal) {
        compose_remark(run, rw, remark);
        remark->fired = false;
        remark->result = NULL;
        remark->why =
            sn_arena_printf(run->arena, "%s: %s",
                            r.inexact ? "left unchanged: the rewrite would introduce cancellation"
                                      : "taken back, running it gave another result",
                            r.why ? r.why : "values differ");
        remark->text = sn_arena_printf(run->arena, "%s: %s", remark->text, remark->why);
        if (r.inexact) return SN_OK;
        result->n_refused++;
        sn_warn(run->env->ctx, "%s: %s", run->pass->name, remark->text);
    } else if (r.distance > result->worst) {
        result->worst = r.distance;
    }
    return SN_OK;
}

/* The new value is what the old one was, so it gets its name. An old value that takes the place of
 * a result takes the result's name, unless it has an outside name of its own. */
static void hand_over_name(sn_pass_run *run, sn_value *a, sn_value *b)
{
    if (a->name && b->name) sn_graph_unite_names(run->g, a->name, b->name);
    if (is_new(run, b->def)) {
        b->name = a->name;
    } else if (sn_value_is_result(a) && !sn_value_is_result(b) && b->def &&
               !sn_op_has(b->def->op, SN_TRAIT_INPUT)) {
        b->name = a->name;
    }
}

/* What is known of either: they are proved to be equal. Sizes are called what readers of a call
 * them. */
static sn_shape known_of_both(const sn_shape *a, const sn_shape *b)
{
    sn_shape both = a->rank >= 0 ? *a : *b;
    for (int i = 0; i < both.rank; i++) {
        if (b->rank == both.rank && sn_dim_known(b->d[i])) both.d[i] = b->d[i];
    }
    return both;
}

static sn_status replace(sn_pass_run *run, const sn_rewrite *rw)
{
    for (size_t i = 0; i < n_values(rw); i++) {
        sn_value *a = befores(rw)[i], *b = afters(rw)[i];
        hand_over_name(run, a, b);
        const sn_shape both = known_of_both(&a->shape, &b->shape);
        sn_value_set_shape(b, &both);
        if (!sn_value_is_const(b)) sn_value_add_contents(b, a->contents);
        SN_TRY(sn_value_replace(a, b, true));
    }
    for (int i = rw->n_matched; i-- > 0;) {
        if (rw->matched[i]->graph) sn_remove_dead(rw->matched[i]);
    }
    return SN_OK;
}

/* Whether the target can write what the rewrite makes; says of what it cannot. */
/* Whether some reader of `before` has its rank from it alone, by which the target may decide. */
static bool loses_rank(const sn_value *before, const sn_value *after)
{
    if (before->shape.rank < 0 || after->shape.rank >= 0) return false;
    SN_EACH_USE(u, before)
    if (!u->node->op->expr && !sn_op_has(u->node->op, SN_TRAIT_OUTPUT)) return true;
    return false;
}

static bool can_write(sn_pass_run *run, const sn_rewrite *rw, const node_list *made)
{
    const sn_spelling *t = run->env->target;
    for (size_t i = 0; i < n_values(rw); i++) {
        const sn_node *def = afters(rw)[i]->def;
        const sn_node *was = befores(rw)[i]->def;
        if (!def || !def->op->adapts || (was && was->op->adapts)) continue;
        if (rw->n_matched)
            sn_missed(run, rw->matched[0], NULL,
                      "not rewritten: what would be left is an operand as %s reads it",
                      sn_node_label(run->arena, rw->matched[0]));
        return false;
    }
    for (size_t i = 0; t && t->can_node && i < n_values(rw); i++) {
        if (!loses_rank(befores(rw)[i], afters(rw)[i])) continue;
        if (rw->n_matched)
            sn_missed(run, rw->matched[0], NULL,
                      "not rewritten: how many axes its result has would not be known any more, "
                      "and %s may decide by it",
                      t->name);
        return false;
    }
    for (size_t i = 0; t && t->can_node && i < made->n; i++) {
        if (t->can_node(t, made->v[i])) continue;
        if (rw->n_matched)
            sn_missed(run, rw->matched[0],
                      rw->n_matched > 1 ? rw->matched[rw->n_matched - 1] : NULL,
                      "not rewritten: %s does not have the %s that it would give", t->name,
                      made->v[i]->op->name);
        return false;
    }
    return true;
}

static bool is_among(sn_value *const *values, size_t n, const sn_value *v)
{
    for (size_t i = 0; i < n; i++) {
        if (values[i] == v) return true;
    }
    return false;
}

/* Whether nothing reads n once the rewrite is done, `dead` being nodes of which that is known. */
static bool becomes_dead(const sn_pass_run *run, const sn_rewrite *rw, const sn_node *n,
                         sn_map *dead)
{
    for (uint16_t i = 0; i < n->n_out; i++) {
        const bool before = is_among(befores(rw), n_values(rw), n->out[i]);
        if (is_among(afters(rw), n_values(rw), n->out[i])) return false;
        SN_EACH_USE(u, n->out[i])
        {
            const bool moves = before && !is_new(run, u->node);
            if (!moves && !sn_map_has_u64(dead, u->node->id)) return false;
        }
    }
    return true;
}

/* Old nodes that nothing reads once the rewrite is done: in the order of `list`, by id in `dead`.
 */
static void find_dead(const sn_pass_run *run, const sn_rewrite *rw, sn_map *dead, node_list *list)
{
    node_list left = SN_VEC_IN(run->arena);
    for (size_t i = 0; i < n_values(rw); i++)
        if (befores(rw)[i]->def) SN_PUSH(left, befores(rw)[i]->def);
    while (left.n) {
        sn_node *n = SN_POP(left);
        if (sn_map_has_u64(dead, n->id) || !becomes_dead(run, rw, n, dead)) continue;
        sn_map_put_u64(dead, n->id, n);
        SN_PUSH(*list, n);
        for (uint16_t i = 0; i < n->n_in; i++)
            if (sn_in(n, i) && sn_in(n, i)->def) SN_PUSH(left, sn_in(n, i)->def);
    }
}

/* A node that the rewrite may not take away: a boundary, or one of a record that is written whole,
 * unless all of that goes because nothing reads its results. */
static bool must_stay(const sn_pass_run *run, const sn_rewrite *rw, const sn_node *n,
                      const sn_map *dead)
{
    const sn_spelling *t = run->env->target;
    if (sn_node_boundary(n)) return true;
    if (!t || !t->whole || !t->whole(t, n)) return false;
    for (uint16_t i = 0; i < n->n_out; i++) {
        if (is_among(befores(rw), n_values(rw), n->out[i])) return true;
        SN_EACH_USE(u, n->out[i])
        if (u->node->origin == n->origin && !sn_map_has_u64(dead, u->node->id)) return true;
    }
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_node *def = sn_in(n, i) ? sn_in(n, i)->def : NULL;
        if (def && def->origin == n->origin && !sn_map_has_u64(dead, def->id)) return true;
    }
    return false;
}

/* One that the rewrite would take away, or a boundary that it would make anew elsewhere; NULL:
 * none. What a boundary computes is known for one setting of its runtime alone: whatever a pass
 * took it to be, it stays. */
static const sn_node *lost_node(sn_pass_run *run, const sn_rewrite *rw, const node_list *made)
{
    const sn_spelling *t = run->env->target;
    if (run->g->has_boundaries || (t && t->whole)) {
        sn_map *dead = sn_map_create(run->arena);
        node_list list = SN_VEC_IN(run->arena);
        find_dead(run, rw, dead, &list);
        for (size_t i = 0; i < list.n; i++)
            if (must_stay(run, rw, list.v[i], dead)) return list.v[i];
    }
    for (size_t i = 0; i < made->n; i++)
        if (sn_node_boundary(made->v[i])) return made->v[i];
    return NULL;
}

static void tell_lost(sn_pass_run *run, const sn_rewrite *rw, const sn_node *lost)
{
    const sn_node *first = rw->matched[0];
    const sn_node *last = rw->n_matched > 1 ? rw->matched[rw->n_matched - 1] : NULL;
    if (sn_node_boundary(lost))
        sn_missed(run, first, last,
                  "not rewritten: what %s computes depends on its runtime's settings",
                  sn_node_label(run->arena, is_new(run, lost) ? first : lost));
    else
        sn_missed(run, first, last, "not rewritten: it is a part of a %s, which stays whole",
                  run->env->target->whole(run->env->target, lost));
}

sn_status sn_rewrite_infer(sn_node *made)
{
    sn_dims *dims = made->graph->dims;
    const bool frozen = sn_dims_freeze(dims, true);
    const sn_status status = sn_infer_node(made);
    (void)sn_dims_freeze(dims, frozen);
    return status;
}

bool sn_rewrite_infers(sn_node *made)
{
    const bool can = sn_rewrite_infer(made) == SN_OK;
    if (!can) sn_ctx_clear_error(made->graph->ctx);
    return can;
}

sn_node *sn_rewrite_node(sn_pass_run *run, sn_node *before, const sn_op *op, const void *params,
                         uint16_t n_in, sn_value **in, uint16_t n_out)
{
    sn_node *m = sn_node_create(run->g, before, op, params, n_in, in, n_out);
    m->name = before->name;
    return sn_rewrite_infers(m) ? m : NULL;
}

sn_status sn_rewrite_commit(sn_pass_run *run, const sn_rewrite *rw, bool *done)
{
    sn_pipeline *p = run->pipeline;
    node_list made = SN_VEC_IN(run->arena);
    for (size_t i = 0; i < n_values(rw); i++) collect_new(run, afters(rw)[i], &made);
    inherit_features(run, rw, &made);
    *done = false;
    uint64_t key = (uint64_t)run->index << 32 | befores(rw)[0]->id;
    if (sn_pipeline_exhausted(p, run->pass) || sn_map_has_u64(p->refused, key)) {
        remove_new(&made);
        return SN_OK;
    }
    sn_status status = SN_OK;
    for (size_t i = 0; i < made.n && status == SN_OK; i++) status = sn_rewrite_infer(made.v[i]);
    SN_TRY(status);
    sn_remark remark;
    bool proved = false, ok = true;
    describe(run, rw, &remark);
    SN_TRY(prove_shape(run, rw, &remark, &proved));
    if (!proved && rw->n_matched) {
        sn_missed(
            run, rw->matched[0], rw->n_matched > 1 ? rw->matched[rw->n_matched - 1] : NULL,
            "not rewritten: the type and shape of the result are not proved to stay the same");
    }
    const sn_node *lost = proved ? lost_node(run, rw, &made) : NULL;
    if (lost && rw->n_matched) tell_lost(run, rw, lost);
    if (!proved || lost || !can_write(run, rw, &made) || p->reporting) {
        remove_new(&made);
        return SN_OK;
    }
    SN_TRY(check(run, rw, &made, &remark, &ok));
    if (!ok) {
        remove_new(&made);
        sn_map_put_u64(p->refused, key, p);
        tell(run, &remark);
        return SN_OK;
    }
    SN_TRY(replace(run, rw));
    for (size_t i = 0; i < made.n; i++) made.v[i]->stale = true; /* now they teach sizes, too */
    tell(run, &remark);
    run->n_fired++;
    p->result->n_fired++;
    p->result->n_spelling += run->pass->spelling;
    *done = true;
    return SN_OK;
}

static void push_own(node_list *list, const sn_node *n, sn_node *beside, sn_map *seen)
{
    if (!beside || beside->origin != n->origin || sn_map_has_u64(seen, beside->id)) return;
    sn_map_put_u64(seen, beside->id, beside);
    SN_PUSH(*list, beside);
}

/* Whether n is of a record that stays whole, and something else reads a result of that. */
static bool record_is_read(const sn_pass_run *run, sn_node *n)
{
    const sn_spelling *t = run->env->target;
    if (!t || !t->whole || !t->whole(t, n)) return false;
    sn_map *seen = sn_map_create(run->arena);
    node_list list = SN_VEC_IN(run->arena);
    push_own(&list, n, n, seen);
    for (size_t k = 0; k < list.n; k++) {
        sn_node *m = list.v[k];
        for (uint16_t i = 0; i < m->n_in; i++)
            push_own(&list, n, sn_in(m, i) ? sn_in(m, i)->def : NULL, seen);
        for (uint16_t i = 0; i < m->n_out; i++) {
            SN_EACH_USE(u, m->out[i])
            {
                if (u->node->origin != n->origin) return true;
                push_own(&list, n, u->node, seen);
            }
        }
    }
    return false;
}

sn_status sn_remove_unread(sn_pass_run *run, sn_node *n)
{
    sn_pipeline *p = run->pipeline;
    if (p->reporting || sn_pipeline_exhausted(p, run->pass) || record_is_read(run, n)) return SN_OK;
    const char *label = sn_node_label(run->arena, n);
    sn_remark remark = {
        .fired = true, .pass = run->pass->name, .layers = &label, .n_layers = 1, .distance = -1};
    remark.text = sn_arena_printf(run->arena, "%s removed: no result depends on it", label);
    sn_node_remove(n);
    tell(run, &remark);
    run->n_fired++;
    p->result->n_fired++;
    return SN_OK;
}
