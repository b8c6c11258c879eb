/* SPDX-License-Identifier: Apache-2.0
 *
 * Edits of a graph. Each keeps every invariant of graph.h but those that only the end of a rewrite
 * restores: a left out input that must be there, and the order of nodes. */
#include <assert.h>
#include <string.h>

#include "ir/contents.h"
#include "ir/graph_inner.h"

/* ---- links ----------------------------------------------------------------------------------- */

static uint32_t *count_of(sn_graph *g, const sn_op *op)
{
    for (size_t i = 0; i < g->ops.n; i++) {
        if (g->ops.v[i].op == op) return &g->ops.v[i].n;
    }
    SN_PUSH(g->ops, ((sn_op_count){.op = op}));
    return &g->ops.v[g->ops.n - 1].n;
}

void sn_node_link(sn_graph *g, sn_node *n, sn_node *before)
{
    sn_node *after = before ? before->prev : g->last;
    n->prev = after;
    n->next = before;
    *(after ? &after->next : &g->first) = n;
    *(before ? &before->prev : &g->last) = n;
    g->n_nodes++;
    ++*count_of(g, n->op);
    g->n_integer_readers += n->op->wants_integers != NULL;
}

static void node_unlink(sn_node *n)
{
    sn_graph *g = n->graph;
    *(n->prev ? &n->prev->next : &g->first) = n->next;
    *(n->next ? &n->next->prev : &g->last) = n->prev;
    n->prev = NULL; /* next stays: a loop that is here finds the way on (SN_EACH_NODE) */
    g->n_nodes--;
    --*count_of(g, n->op);
    g->n_integer_readers -= n->op->wants_integers != NULL;
}

/* Or a parameter, whose kind sn_const_of looks at. */
bool sn_node_shows_constant(const sn_node *n)
{
    if (!sn_op_has(n->op, SN_TRAIT_VIEW | SN_TRAIT_CONSTANT) || n->n_out != 1) return false;
    const sn_value *x = sn_in(n, 0);
    return x && (!x->def || x->def->is_shown);
}

/* The first of these that reads a view in its first slot and does not say what that shows. */
static sn_node *first_to_follow(const sn_use *u)
{
    for (; u; u = u->next) {
        if (u->slot == 0 && u->node->is_shown != sn_node_shows_constant(u->node)) return u->node;
    }
    return NULL;
}

/* n reads something else, and so do all views behind it: down, along, and up again by what each
 * reads first, since there may be as many as the network has nodes. */
static void settle(sn_node *n)
{
    if (n->is_shown == sn_node_shows_constant(n)) return;
    for (sn_node *at = n; at;) {
        at->is_shown = !at->is_shown;
        sn_node *next = first_to_follow(at->out[0]->uses);
        for (; !next && at != n; at = at->in[0].value->def) next = first_to_follow(at->in[0].next);
        at = next;
    }
}

void sn_value_settle_readers(sn_value *v)
{
    for (sn_use *u = v->uses; u; u = u->next) {
        if (u->slot == 0) settle(u->node);
    }
}

void sn_use_link(sn_use *u, sn_value *v)
{
    u->value = v;
    u->prev = u->next = NULL;
    u->node->stale = true;
    if (v) {
        u->next = v->uses;
        if (u->next) u->next->prev = u;
        v->uses = u;
        v->n_uses++;
    }
    if (u->slot == 0) settle(u->node);
}

void sn_use_unlink(sn_use *u)
{
    if (!u->value) return;
    *(u->prev ? &u->prev->next : &u->value->uses) = u->next;
    if (u->next) u->next->prev = u->prev;
    u->value->n_uses--;
    u->node->stale = true;
    u->value = NULL;
    u->prev = u->next = NULL;
    if (u->slot == 0) settle(u->node);
}

/* `to` takes the place of `from` in the list of uses. */
static void use_move(sn_use *to, sn_use *from)
{
    to->value = from->value;
    to->prev = from->prev;
    to->next = from->next;
    if (to->value) *(to->prev ? &to->prev->next : &to->value->uses) = to;
    if (to->next) to->next->prev = to;
    from->value = NULL;
    from->prev = from->next = NULL;
}

/* ---- data ------------------------------------------------------------------------------------ */

static void held_drop(sn_held *h)
{
    const sn_tensor *data = h->value.data;
    if (!data) return;
    *(h->prev ? &h->prev->next : &h->graph->held) = h->next;
    if (h->next) h->next->prev = h->prev;
    h->prev = h->next = NULL;
    h->value.data = NULL;
    sn_tensor_release(data);
}

static void readers_are_stale(sn_value *v)
{
    if (v->def) v->def->stale = true;
    for (sn_use *u = v->uses; u; u = u->next) u->node->stale = true;
}

/* A value may have as many readers as the network has layers: where nothing becomes known, they are
 * left alone. */
void sn_value_set_shape(sn_value *v, const sn_shape *shape)
{
    if (sn_shape_same(&v->shape, shape)) return;
    v->shape = *shape;
    readers_are_stale(v);
}

void sn_value_add_contents(sn_value *v, const sn_contents *contents)
{
    sn_graph *g = sn_held_of(v)->graph;
    const sn_contents *all = sn_contents_merge(g->arena, v->contents, contents);
    if (sn_contents_same(v->contents, all)) return;
    v->contents = all;
    readers_are_stale(v);
}

void sn_value_set_data(sn_value *v, const sn_tensor *data)
{
    sn_held *h = sn_held_of(v);
    assert(v->kind != SN_RESULT && data);
    sn_tensor_retain(data); /* first: it may be the same */
    held_drop(h);
    h->value.data = data;
    h->value.type = data->type;
    v->shape = data->shape;
    readers_are_stale(v);
    h->next = h->graph->held;
    if (h->next) h->next->prev = h;
    h->graph->held = h;
}

void sn_graph_sweep(sn_graph *g)
{
    for (sn_held *h = g->held, *next; h; h = next) {
        next = h->next;
        if (h->value.n_uses == 0) held_drop(h);
    }
}

/* ---- inputs ---------------------------------------------------------------------------------- */

void sn_node_set_input(sn_node *n, uint16_t slot, sn_value *v)
{
    assert(slot < n->n_in);
    sn_use_unlink(&n->in[slot]);
    sn_use_link(&n->in[slot], v);
}

static void grow_inputs(sn_node *n)
{
    sn_node_box *box = sn_box_of(n);
    uint32_t cap = box->in_cap < 4 ? 4 : box->in_cap * 2u;
    if (cap > UINT16_MAX) cap = UINT16_MAX;
    assert(cap > n->n_in);
    sn_use *in = SN_NEW_N(n->graph->arena, sn_use, cap);
    if (box->out_names) {
        const char **names = SN_NEW_N(n->graph->arena, const char *, cap);
        if (n->n_in) memcpy(names, box->out_names, n->n_in * sizeof *names);
        box->out_names = names;
    }
    for (uint32_t i = 0; i < cap; i++) {
        in[i].node = n;
        in[i].slot = (uint16_t)i;
        if (i < n->n_in) use_move(&in[i], &n->in[i]);
    }
    n->in = in;
    box->in_cap = (uint16_t)cap;
}

void sn_node_append_input(sn_node *n, sn_value *v)
{
    sn_node_box *box = sn_box_of(n);
    if (n->n_in == box->in_cap) grow_inputs(n);
    if (box->out_names) box->out_names[n->n_in] = NULL;
    sn_use_link(&n->in[n->n_in++], v);
}

void sn_node_remove_input(sn_node *n, uint16_t slot)
{
    assert(slot < n->n_in);
    const char **names = sn_box_of(n)->out_names;
    sn_use_unlink(&n->in[slot]);
    for (uint16_t i = slot; i + 1 < n->n_in; i++) {
        use_move(&n->in[i], &n->in[i + 1]);
        if (names) names[i] = names[i + 1];
    }
    n->n_in--;
    if (slot == 0) settle(n);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

void sn_node_move_before(sn_node *n, sn_node *before)
{
    if (n == before) return;
    node_unlink(n);
    sn_node_link(n->graph, n, before ? before : sn_graph_output(n->graph));
}

void sn_node_remove(sn_node *n)
{
    for (uint16_t i = 0; i < n->n_out; i++) assert(n->out[i]->n_uses == 0);
    for (uint16_t i = 0; i < n->n_in; i++) {
        sn_value *v = n->in[i].value;
        sn_use_unlink(&n->in[i]);
        if (v && !v->def && v->n_uses == 0) held_drop(sn_held_of(v));
    }
    for (uint16_t i = 0; i < n->n_body; i++) sn_graph_destroy(n->body[i]);
    n->n_body = 0;
    sn_tensor_release(sn_box_of(n)->seen);
    sn_box_of(n)->seen = NULL;
    node_unlink(n);
    n->graph = NULL;
}

void sn_node_set_name(sn_graph *g, sn_node *n, const char *name)
{
    n->name = sn_graph_intern(g, name);
}
void sn_value_set_name(sn_graph *g, sn_value *v, const char *name)
{
    v->name = sn_graph_intern_value(g, name);
}

/* ---- replacing ------------------------------------------------------------------------------- */

static const char *label(const sn_value *v) { return v->name ? v->name : "without a name"; }

static sn_status check_replace(const sn_graph *g, const sn_value *old, const sn_value *value,
                               bool proved)
{
    bool types_known = old->type != SN_TYPE_UNKNOWN && value->type != SN_TYPE_UNKNOWN;
    SN_CHECK(g->ctx, !types_known || old->type == value->type, SN_E_INTERNAL,
             "value '%s' of type %s cannot stand for '%s' of type %s", label(value),
             sn_type_name(value->type), label(old), sn_type_name(old->type));
    SN_CHECK(g->ctx, !sn_shape_differ(g->dims, &old->shape, &value->shape), SN_E_INTERNAL,
             "value '%s' cannot stand for '%s' of another shape", label(value), label(old));
    bool equal = types_known && sn_shape_equal(&old->shape, &value->shape);
    SN_CHECK(g->ctx, equal || proved, SN_E_INTERNAL,
             "value '%s' cannot stand for '%s': type and shape are not proved equal", label(value),
             label(old));
    SN_CHECK(g->ctx, sn_contents_differ(g->dims, old->contents, value->contents) < 0, SN_E_INTERNAL,
             "value '%s' cannot stand for '%s' of other contents", label(value), label(old));
    for (const sn_use *u = old->uses; u; u = u->next) {
        SN_CHECK(g->ctx, u->node != value->def, SN_E_INTERNAL,
                 "value '%s' cannot stand for '%s', which its own node reads", label(value),
                 label(old));
    }
    return SN_OK;
}

sn_status sn_value_replace(sn_value *old, sn_value *value, bool proved)
{
    if (old == value) return SN_OK;
    SN_TRY(check_replace(sn_held_of(old)->graph, old, value, proved));
    if (!old->uses) return SN_OK;
    sn_use *last = NULL;
    for (sn_use *u = old->uses; u; u = u->next) {
        u->value = value;
        u->node->stale = true;
        last = u;
    }
    last->next = value->uses;
    if (last->next) last->next->prev = last;
    value->uses = old->uses;
    value->n_uses += old->n_uses;
    old->uses = NULL;
    old->n_uses = 0;
    for (sn_use *u = value->uses; u; u = u->next) {
        if (u->slot == 0) settle(u->node);
        if (u == last) break;
    }
    return SN_OK;
}
