/* SPDX-License-Identifier: Apache-2.0
 *
 * What of a network is wanted: which results, which values must stay, which part between values.
 *
 * Cutting is sound because an input that was a value of the network keeps what is proved of that
 * value's shape: what operators of a format became by these proofs stays right for all that the
 * value can be.
 */
#include "api/model.h"

#include <string.h>

#include "base/map.h"
#include "ops/structure.h"
#include "ref/shapes.h"

static bool is_fed(const sn_value *v) { return v->def && sn_op_has(v->def->op, SN_TRAIT_INPUT); }

/* ---- names ----------------------------------------------------------------------------------- */

static sn_value *value_named(const sn_graph *g, const char *name)
{
    sn_value *v = sn_graph_output_named(g, name);
    if (!v) (void)sn_graph_values_named(g, name, &v);
    return v;
}

/* "; layer 'conv1' makes 'c1'", "; did you mean 'conv1_relu'?", "" */
static const char *advice(const sn_graph *g, const char *name, sn_arena *scratch)
{
    SN_VEC(const char *) known = SN_VEC_IN(scratch);
    SN_EACH_NODE(n, g)
    {
        if (sn_is_named(n->name, name) && n->n_out && n->out[0]->name) {
            return sn_arena_printf(scratch, "; layer '%s' makes '%s'", sn_escape(scratch, name),
                                   sn_escape(scratch, n->out[0]->name));
        }
        for (uint16_t i = 0; i < n->n_out; i++) {
            if (n->out[i]->name) SN_PUSH(known, n->out[i]->name);
        }
    }
    const sn_node *output = sn_graph_output(g);
    for (unsigned i = 0; output && i < output->n_in; i++) {
        if (sn_output_name(output, i)) SN_PUSH(known, sn_output_name(output, i));
    }
    const char *near = sn_nearest(name, known.v, known.n);
    return near ? sn_arena_printf(scratch, "; did you mean '%s'?", sn_escape(scratch, near)) : "";
}

sn_status sn_model_find_value(sn_model *m, const char *name, sn_value **out)
{
    sn_value *v = value_named(m->graph, name);
    if (v) {
        *out = v;
        return SN_OK;
    }
    sn_arena *scratch = sn_arena_create(m->context->ctx);
    sn_status status = sn_fail(m->context->ctx, SN_E_ARG, "no value is called '%s'%s",
                               sn_escape(scratch, name), advice(m->graph, name, scratch));
    sn_arena_destroy(scratch);
    return status;
}

/* ---- results --------------------------------------------------------------------------------- */

static sn_status keep(sn_model *m, const char *name)
{
    sn_value *v = NULL;
    SN_TRY(sn_model_find_value(m, name, &v));
    sn_model_changes(m);
    if (!sn_graph_output_named(m->graph, name))
        sn_graph_add_output(m->graph, &sn_op_output, v, name);
    return SN_OK;
}

sn_status sn_model_keep(sn_model *m, const char *name) { SN_GUARD(m->context->ctx, keep(m, name)); }

static bool is_listed(const char *const *names, const char *name)
{
    for (size_t i = 0; names[i]; i++) {
        if (sn_is_named(name, names[i])) return true;
    }
    return false;
}

static void drop_outputs_beside(sn_graph *g, const char *const *names)
{
    sn_node *output = sn_graph_output(g);
    for (uint16_t slot = output->n_in; slot-- > 0;) {
        if (!is_listed(names, sn_output_name(output, slot))) sn_node_remove_input(output, slot);
    }
}

static sn_status set_outputs(sn_model *m, const char *const *names)
{
    SN_CHECK(m->context->ctx, names && names[0], SN_E_ARG, "no output is named");
    sn_value *v = NULL;
    for (size_t i = 0; names[i]; i++) SN_TRY(sn_model_find_value(m, names[i], &v));
    for (size_t i = 0; names[i]; i++) SN_TRY(keep(m, names[i]));
    sn_model_changes(m);
    drop_outputs_beside(m->graph, names);
    return SN_OK;
}

sn_status sn_model_set_outputs(sn_model *m, const char *const *names)
{
    SN_GUARD(m->context->ctx, set_outputs(m, names));
}

/* ---- the part between values ----------------------------------------------------------------- */

/* Everything is found out on the network as it is; only then it is changed. */
typedef struct cutter {
    sn_model *m;
    sn_ctx *ctx;
    sn_graph *g;
    sn_arena *scratch;
    const char *const *from; /* names, NULL-terminated; never NULL */
    size_t n_from;
    sn_value **starts; /* n_from: the values */
    bool *used;        /* n_from: some result needs it */
    sn_map *start_of;  /* value id -> index in starts + 1 */
    bool *needed;      /* by node id: it makes what a result needs */
} cutter;

static const char *quoted(const cutter *c, const char *name)
{
    return name ? sn_arena_printf(c->scratch, "'%s'", sn_escape(c->scratch, name))
                : "without a name";
}

static sn_status find_starts(cutter *c)
{
    while (c->from[c->n_from]) c->n_from++;
    c->starts = SN_NEW_N(c->scratch, sn_value *, c->n_from);
    c->used = SN_NEW_N(c->scratch, bool, c->n_from);
    for (size_t i = 0; i < c->n_from; i++) {
        sn_value *v = NULL;
        SN_TRY(sn_model_find_value(c->m, c->from[i], &v));
        SN_CHECK(c->ctx, v->def && !sn_op_has(v->def->op, SN_TRAIT_CONSTANT), SN_E_ARG,
                 "%s is a constant, which cannot become an input", quoted(c, c->from[i]));
        size_t other = (size_t)(uintptr_t)sn_map_get_u64(c->start_of, v->id);
        SN_CHECK(c->ctx, !other, SN_E_ARG, "%s and %s are the same value; name it once as a start",
                 quoted(c, c->from[other ? other - 1 : 0]), quoted(c, c->from[i]));
        c->starts[i] = v;
        sn_map_put_u64(c->start_of, v->id, (void *)(uintptr_t)(i + 1));
    }
    return SN_OK;
}

/* The way down from `v`: what it needs, up to the starts. `why` names the result. */
static sn_status need(cutter *c, sn_value *result, const char *why)
{
    SN_VEC(sn_value *) todo = SN_VEC_IN(c->scratch);
    SN_PUSH(todo, result);
    while (todo.n) {
        sn_value *v = SN_POP(todo);
        if (!v->def) continue;
        size_t start = (size_t)(uintptr_t)sn_map_get_u64(c->start_of, v->id);
        if (start) c->used[start - 1] = true;
        if (start && !is_fed(v)) continue;
        if (!start && is_fed(v) && c->n_from) {
            return sn_fail(c->ctx, SN_E_ARG,
                           "the result %s also needs the input %s, which is not among the starts",
                           quoted(c, why), quoted(c, v->name));
        }
        sn_node *n = v->def;
        if (c->needed[n->id]) continue;
        c->needed[n->id] = true;
        for (uint16_t i = 0; i < n->n_in; i++) {
            if (sn_in(n, i)) SN_PUSH(todo, sn_in(n, i));
        }
    }
    return SN_OK;
}

static sn_status find_end(cutter *c, sn_value *v, const char *name)
{
    size_t start = (size_t)(uintptr_t)sn_map_get_u64(c->start_of, v->id);
    SN_CHECK(c->ctx, !start, SN_E_ARG, "%s is a start and a result: nothing lies between",
             quoted(c, name));
    return need(c, v, name);
}

static sn_status find_ends(cutter *c, const char *const *to)
{
    for (size_t i = 0; to && to[i]; i++) {
        sn_value *v = NULL;
        SN_TRY(sn_model_find_value(c->m, to[i], &v));
        SN_TRY(find_end(c, v, to[i]));
    }
    const sn_node *output = sn_graph_output(c->g);
    for (unsigned i = 0; !(to && to[0]) && output && i < output->n_in; i++) {
        SN_TRY(find_end(c, sn_in(output, i), sn_output_name(output, i)));
    }
    for (size_t i = 0; i < c->n_from; i++) {
        SN_CHECK(c->ctx, c->used[i], SN_E_ARG, "no result needs %s", quoted(c, c->from[i]));
    }
    return SN_OK;
}

/* Shapes where the file's own hints are fed, by value id; NULL where they say nothing. */
static const sn_shape **hinted_shapes(const cutter *c, const sn_graph *sized)
{
    const sn_shape **shapes = SN_NEW_N(c->scratch, const sn_shape *, c->g->n_ids);
    if (!sized) return shapes;
    SN_EACH_NODE(n, sized)
    {
        for (uint16_t i = 0; i < n->n_out; i++) {
            const sn_value *v = n->out[i];
            if (v->id < c->g->n_ids) shapes[v->id] = &v->shape;
        }
    }
    return shapes;
}

/* A size that is not known is 0 among the others. */
static sn_input_params input_params(const cutter *c, const sn_value *v, const sn_shape *sized)
{
    sn_input_params p = {.rank = v->shape.rank};
    const sn_shape *s = sized ? sized : &v->shape;
    if (s->rank <= 0) return p;
    int32_t *d = SN_NEW_N(c->scratch, int32_t, s->rank);
    bool any = false;
    for (int i = 0; i < s->rank; i++) {
        if (sn_dim_known(s->d[i]) && s->d[i] <= INT32_MAX) d[i] = (int32_t)s->d[i];
        any = any || d[i] > 0;
    }
    if (any) p.hint = (sn_ints){s->rank, d};
    return p;
}

/* An input in place of a value that was computed. Its maker goes, or stays for its other results.
 */
static sn_status feed(cutter *c, size_t i, const sn_shape *sized, sn_node *before)
{
    sn_value *v = c->starts[i];
    sn_input_params p = input_params(c, v, sized);
    sn_node *n = sn_node_create(c->g, before, &sn_op_input, &p, 0, NULL, 1);
    n->out[0]->type = v->type;
    n->out[0]->shape = v->shape;
    SN_TRY(sn_value_replace(v, n->out[0], true));
    sn_value_set_name(c->g, v, NULL);
    sn_value_set_name(c->g, n->out[0], c->from[i]);
    sn_node_set_name(c->g, n, c->from[i]);
    return SN_OK;
}

static void remove_unneeded(cutter *c, uint32_t n_old)
{
    for (sn_node *n = c->g->last, *prev; n; n = prev) {
        prev = n->prev;
        bool is_new = n->id >= n_old;
        if (!is_new && !c->needed[n->id] && !sn_op_has(n->op, SN_TRAIT_OUTPUT)) sn_node_remove(n);
    }
}

/* A Split of which only some results are needed would keep the others as results of the part. */
static sn_status bypass_copies(cutter *c)
{
    SN_EACH_NODE(n, c->g)
    {
        bool is_copy = n->op == &sn_op_identity, unread = false;
        for (uint16_t i = 0; i < n->n_out; i++) unread = unread || !n->out[i]->n_uses;
        if (!is_copy || !unread) continue;
        for (uint16_t i = 0; i < n->n_out; i++) {
            sn_value *of = sn_in(n, n->n_in == 1 ? 0 : i);
            if (of) SN_TRY(sn_value_replace(n->out[i], of, true));
        }
        sn_node_remove(n);
    }
    return SN_OK;
}

static sn_status change(cutter *c, const char *const *to, const sn_graph *sized)
{
    sn_model_changes(c->m);
    uint32_t n_old = c->g->n_ids;
    sn_node *first = c->g->first;
    const sn_shape **shapes = hinted_shapes(c, sized);
    if (to && to[0]) {
        for (size_t i = 0; to[i]; i++) SN_TRY(keep(c->m, to[i]));
        drop_outputs_beside(c->g, to);
    }
    for (size_t i = 0; i < c->n_from; i++) {
        const sn_value *v = c->starts[i];
        if (!is_fed(v)) SN_TRY(feed(c, i, shapes[v->id], first));
    }
    remove_unneeded(c, n_old);
    SN_TRY(bypass_copies(c));
    c->m->inferred = c->m->warned = false;
    c->m->is_part = true;
    return sn_model_infer(c->m);
}

static sn_status plan_and_change(cutter *c, const char *const *to)
{
    SN_TRY(find_starts(c));
    SN_TRY(find_ends(c, to));
    sn_total_cost cost;
    sn_graph *sized = NULL;
    bool guessed = false;
    if (c->n_from) SN_TRY(sn_graph_cost_at_some_size(c->g, &cost, &sized, &guessed));
    sn_status status = change(c, to, guessed ? NULL : sized);
    sn_graph_destroy(sized);
    return status;
}

static sn_status cut(sn_model *m, const char *const *from, const char *const *to)
{
    static const char *const none[] = {NULL};
    SN_TRY(sn_model_infer(m));
    sn_ctx *ctx = m->context->ctx;
    SN_CHECK(ctx, sn_graph_output(m->graph), SN_E_ARG, "the network has no outputs");
    cutter c = {.m = m,
                .ctx = ctx,
                .g = m->graph,
                .scratch = sn_arena_create(ctx),
                .from = from ? from : none};
    c.start_of = sn_map_create(c.scratch);
    c.needed = SN_NEW_N(c.scratch, bool, c.g->n_ids);
    sn_status status = plan_and_change(&c, to);
    sn_arena_destroy(c.scratch);
    return status;
}

sn_status sn_model_cut(sn_model *m, const char *const *from, const char *const *to)
{
    SN_GUARD(m->context->ctx, cut(m, from, to));
}
