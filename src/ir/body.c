/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies: copies of them with ids of their own, and whether two compute the same. That they share
 * what they share is graph.c's business. */
#include <string.h>

#include "ir/graph_inner.h"

/* ---- what is fed ----------------------------------------------------------------------------- */

sn_value *sn_graph_fed(const sn_graph *g, size_t n)
{
    SN_EACH_NODE(node, g)
    {
        if (!sn_op_has(node->op, SN_TRAIT_INPUT)) continue;
        if (n < node->n_out) return node->out[n];
        n -= node->n_out;
    }
    return NULL;
}

size_t sn_graph_n_fed(const sn_graph *g)
{
    size_t n = 0;
    SN_EACH_NODE(node, g)
    {
        if (sn_op_has(node->op, SN_TRAIT_INPUT)) n += node->n_out;
    }
    return n;
}

/* ---- copies ---------------------------------------------------------------------------------- */

typedef struct copying {
    sn_graph *to;
    sn_node *before;
    sn_arena *scratch;
    sn_value **values; /* by id of the original; NULL until copied */
    bool *needed;      /* by id of a value; NULL: all are */
} copying;

static sn_value *copy_of(copying *c, sn_value *v)
{
    if (!v) return NULL;
    if (!c->values[v->id] && !v->def) {
        sn_value *copy = sn_value_const(c->to, v->data, v->name);
        copy->kind = v->kind;
        c->values[v->id] = copy;
    }
    return c->values[v->id];
}

/* Sizes that are numbers hold in a copy as well; symbols may be those of values of the original. */
static void copy_knowledge(sn_value *to, const sn_value *from)
{
    to->type = from->type;
    if (sn_shape_known(&from->shape)) to->shape = from->shape;
}

static sn_node *copy_node(copying *c, const sn_node *n)
{
    sn_value **inputs = SN_NEW_N(c->scratch, sn_value *, n->n_in);
    for (uint16_t i = 0; i < n->n_in; i++) inputs[i] = copy_of(c, sn_in(n, i));
    sn_node *copy = sn_node_create(c->to, c->before, n->op, n->params, n->n_in, inputs, n->n_out);
    copy->name = n->name;
    copy->features = n->features;
    copy->implied = n->implied;
    copy->origin = n->origin;
    if (n->boundary) sn_node_set_boundary(copy, n->boundary, n->no_rule);
    for (uint16_t i = 0; i < n->n_out; i++) {
        copy_knowledge(copy->out[i], n->out[i]);
        copy->out[i]->name = n->out[i]->name;
        c->values[n->out[i]->id] = copy->out[i];
    }
    for (uint16_t i = 0; i < n->n_body; i++) sn_node_copy_body(copy, n->body[i]);
    return copy;
}

static bool is_needed(const copying *c, const sn_node *n)
{
    if (!c->needed) return true;
    for (uint16_t i = 0; i < n->n_out; i++) {
        if (c->needed[n->out[i]->id]) return true;
    }
    return false;
}

static void find_needed(copying *c, const sn_graph *from)
{
    for (const sn_node *n = from->last; n; n = n->prev) {
        const bool needed = sn_op_has(n->op, SN_TRAIT_OUTPUT) || is_needed(c, n);
        for (uint16_t i = 0; needed && i < n->n_in; i++) {
            if (sn_in(n, i)) c->needed[sn_in(n, i)->id] = true;
        }
    }
}

void sn_graph_copy_nodes(const sn_graph *from, sn_graph *to, sn_node *before, sn_value *const *as,
                         sn_value **results)
{
    sn_arena *scratch = sn_arena_create(from->ctx);
    copying c = {.to = to, .before = before, .scratch = scratch};
    c.values = SN_NEW_N(scratch, sn_value *, from->n_ids);
    c.needed = SN_NEW_N(scratch, bool, from->n_ids);
    find_needed(&c, from);
    size_t n_fed = 0;
    SN_EACH_NODE(n, from)
    {
        if (sn_op_has(n->op, SN_TRAIT_INPUT)) {
            for (uint16_t i = 0; i < n->n_out; i++) c.values[n->out[i]->id] = as[n_fed++];
        } else if (sn_op_has(n->op, SN_TRAIT_OUTPUT)) {
            for (uint16_t i = 0; i < n->n_in; i++) results[i] = copy_of(&c, sn_in(n, i));
        } else if (is_needed(&c, n)) {
            (void)copy_node(&c, n);
        }
    }
    sn_arena_destroy(scratch);
}

void sn_node_name_copies(const sn_node *n, uint32_t mark, const char *place)
{
    sn_graph *g = n->graph;
    const sn_arena_mark before = sn_arena_save(g->scratch);
    for (sn_node *m = n->prev; m && m->id >= mark; m = m->prev) {
        for (uint16_t i = 0; i < m->n_out; i++) m->out[i]->name = NULL;
        if (!m->name || !n->name) continue;
        const char *name = place ? sn_arena_printf(g->scratch, "%s.%s/%s", n->name, place, m->name)
                                 : sn_arena_printf(g->scratch, "%s/%s", n->name, m->name);
        sn_node_set_name(g, m, name);
    }
    sn_arena_restore(g->scratch, before);
}

sn_graph *sn_node_copy_body(sn_node *n, const sn_graph *body)
{
    sn_graph *to = sn_node_add_body(n);
    sn_arena *scratch = sn_arena_create(body->ctx);
    copying c = {.to = to, .scratch = scratch};
    c.values = SN_NEW_N(scratch, sn_value *, body->n_ids);
    SN_EACH_NODE(m, body)
    {
        if (!sn_op_has(m->op, SN_TRAIT_OUTPUT)) {
            (void)copy_node(&c, m);
            continue;
        }
        for (uint16_t i = 0; i < m->n_in; i++)
            sn_graph_add_output(to, m->op, copy_of(&c, sn_in(m, i)), sn_output_name(m, i));
    }
    sn_arena_destroy(scratch);
    return to;
}

/* ---- whether they are the same --------------------------------------------------------------- */

/* By id of a value of a: that of b that stands in its place. */
typedef struct body_pairing {
    const sn_value **of;
} body_pairing;

static bool same_value(body_pairing *p, const sn_value *a, const sn_value *b)
{
    if (!a || !b) return a == b;
    if (a->def || b->def) return a->def && b->def && p->of[a->id] == b;
    return a->kind == b->kind && a->data && b->data &&
           (a->data == b->data ||
            (a->data->buf && b->data->buf && sn_tensor_same_bytes(a->data, b->data)));
}

static bool same_node(body_pairing *p, const sn_node *a, const sn_node *b)
{
    bool same = a->op == b->op && a->n_in == b->n_in && a->n_out == b->n_out &&
                a->features == b->features && a->implied == b->implied && !a->boundary &&
                !b->boundary && !sn_op_has(a->op, SN_TRAIT_OPAQUE) &&
                sn_params_equal(a->op->params, a->params, b->params);
    for (uint16_t i = 0; same && i < a->n_in; i++) same = same_value(p, sn_in(a, i), sn_in(b, i));
    same = same && sn_node_same_bodies(a, b);
    for (uint16_t i = 0; same && i < a->n_out; i++) p->of[a->out[i]->id] = b->out[i];
    return same;
}

bool sn_graph_same(const sn_graph *a, const sn_graph *b)
{
    if (a->n_nodes != b->n_nodes) return false;
    sn_arena *scratch = sn_arena_create(a->ctx);
    body_pairing p = {SN_NEW_N(scratch, const sn_value *, a->n_ids)};
    const sn_node *x = a->first, *y = b->first;
    while (x && y && same_node(&p, x, y)) {
        x = x->next;
        y = y->next;
    }
    sn_arena_destroy(scratch);
    return !x && !y;
}

bool sn_node_same_bodies(const sn_node *a, const sn_node *b)
{
    bool same = a->n_body == b->n_body;
    for (uint16_t i = 0; same && i < a->n_body; i++) same = sn_graph_same(a->body[i], b->body[i]);
    return same;
}
