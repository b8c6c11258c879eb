/* SPDX-License-Identifier: Apache-2.0
 *
 * Life of a graph, its nodes and values, and reading them. Edits are in edit.c, checks in verify.c.
 *
 * Everything is allocated before anything is linked, so that a jump out of memory leaves a graph
 * whole: it can be verified and destroyed, and all that is lost is arena space. */
#include "ir/graph.h"

#include <assert.h>
#include <string.h>

#include "base/map.h"
#include "ir/contents.h"
#include "ir/graph_inner.h"

/* ---- origins --------------------------------------------------------------------------------- */

static sn_origin_store *origins_create(sn_ctx *ctx)
{
    sn_origin_store *store = sn_alloc(ctx, sizeof *store);
    store->arena = sn_arena_create(ctx);
    store->names = sn_map_create(store->arena);
    store->kept.arena = store->arena;
    store->n_refs = 1;
    return store;
}

static void origins_release(sn_ctx *ctx, sn_origin_store *store)
{
    if (--store->n_refs > 0) return;
    for (size_t i = 0; i < store->kept.n; i++) sn_buf_release(store->kept.v[i]);
    sn_arena_destroy(store->arena);
    sn_free(ctx, store);
}

sn_arena *sn_graph_origins(sn_graph *g) { return g->origins->arena; }

void sn_graph_keep_bytes(sn_graph *g, sn_buf *buf)
{
    SN_PUSH(g->origins->kept, buf);
    sn_buf_retain(buf);
}

/* ---- graphs ---------------------------------------------------------------------------------- */

/* Without dims and origins, which a clone takes from elsewhere. */
static sn_graph *graph_new(sn_ctx *ctx)
{
    sn_arena *arena = sn_arena_create(ctx);
    sn_graph *g = SN_NEW(arena, sn_graph);
    g->ctx = ctx;
    g->arena = arena;
    g->ops.arena = arena;
    g->scratch = sn_arena_create(ctx);
    g->root = g;
    return g;
}

/* What a graph shares with the one whose node it is a body of. */
static void share(sn_graph *body, sn_node *owner)
{
    const sn_graph *g = owner->graph;
    body->dims = g->dims;
    body->origins = g->origins;
    body->origins->n_refs++;
    body->name = g->name;
    body->root = g->root;
    body->owner = owner;
    body->depth = g->depth + 1;
    body->n_ids = g->root->n_ids;
}

static void add_body(sn_node *n, sn_graph *body)
{
    n->body[n->n_body++] = body;
    n->stale = true;
}

/* A row for one more; there are few. */
static void grow_bodies(sn_node *n)
{
    sn_graph **more = SN_NEW_N(n->graph->arena, sn_graph *, n->n_body + 1u);
    for (uint16_t i = 0; i < n->n_body; i++) more[i] = n->body[i];
    n->body = more;
}

sn_graph *sn_node_add_body(sn_node *n)
{
    grow_bodies(n);
    sn_graph *body = graph_new(n->graph->ctx);
    share(body, n);
    add_body(n, body);
    return body;
}

sn_graph *sn_graph_create(sn_ctx *ctx)
{
    sn_graph *g = graph_new(ctx);
    g->dims = sn_dims_create(g->arena);
    g->origins = origins_create(ctx);
    return g;
}

void sn_graph_destroy(sn_graph *g)
{
    if (!g) return;
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_body; i++) sn_graph_destroy(n->body[i]);
        sn_tensor_release(sn_box_of(n)->seen);
    }
    for (sn_held *h = g->held; h; h = h->next) sn_tensor_release(h->value.data);
    origins_release(g->ctx, g->origins);
    sn_arena_destroy(g->scratch);
    sn_arena_destroy(g->arena);
}

const char *sn_graph_intern(sn_graph *g, const char *name)
{
    return name ? sn_map_intern(g->origins->names, name) : NULL;
}

const char *sn_graph_intern_value(sn_graph *g, const char *name)
{
    const char *own = sn_graph_intern(g, name);
    if (own && !sn_map_get(g->origins->names, own)) sn_map_put(g->origins->names, own, (void *)own);
    return own;
}

bool sn_graph_has_named(const sn_graph *g, const char *name)
{
    return sn_map_get(g->origins->names, name) != NULL;
}

/* The name that stands for all that say what this one says; NULL: no value's. */
static const char *representative(const sn_graph *g, const char *name)
{
    const char *up = sn_map_get(g->origins->names, name);
    for (const char *at = NULL; up && up != at;) {
        at = up;
        up = sn_map_get(g->origins->names, at);
    }
    return up;
}

void sn_graph_unite_names(sn_graph *g, const char *a, const char *b)
{
    const char *of_a = representative(g, a), *of_b = representative(g, b);
    if (!of_a || !of_b || of_a == of_b) return;
    sn_map_put(g->origins->names, of_a, (void *)of_b);
    sn_map_put(g->origins->names, a, (void *)of_b); /* short ways */
}

bool sn_graph_same_names(const sn_graph *g, const char *a, const char *b)
{
    const char *of_a = representative(g, a);
    return of_a && of_a == representative(g, b);
}

sn_node *sn_graph_output(const sn_graph *g)
{
    return g->last && sn_op_has(g->last->op, SN_TRAIT_OUTPUT) ? g->last : NULL;
}

sn_node *sn_graph_input(const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        if (sn_op_has(n->op, SN_TRAIT_INPUT)) return n;
    }
    return NULL;
}

/* ---- making ---------------------------------------------------------------------------------- */

static uint32_t next_id(sn_graph *g)
{
    sn_graph *root = g->root;
    if (root->n_ids == UINT32_MAX) sn_out_of_memory(g->ctx, SIZE_MAX);
    const uint32_t id = root->n_ids++;
    g->n_ids = root->n_ids;
    return id;
}

sn_value *sn_value_new(sn_graph *g, sn_kind kind)
{
    sn_held *h = SN_NEW(g->arena, sn_held);
    h->graph = g;
    h->value.id = next_id(g);
    h->value.kind = kind;
    h->value.shape = sn_shape_unknown();
    return &h->value;
}

sn_node *sn_node_new(sn_graph *g, uint32_t id, const sn_op *op, uint16_t in_cap, uint16_t n_in,
                     uint16_t n_out)
{
    sn_node_box *box = SN_NEW(g->arena, sn_node_box);
    sn_node *n = &box->node;
    n->id = id;
    n->op = op;
    n->n_in = n_in;
    n->n_out = n_out;
    n->in = SN_NEW_N(g->arena, sn_use, in_cap);
    n->out = SN_NEW_N(g->arena, sn_value *, n_out);
    n->graph = g;
    n->stale = true;
    box->in_cap = in_cap;
    if (sn_op_has(op, SN_TRAIT_OUTPUT)) box->out_names = SN_NEW_N(g->arena, const char *, in_cap);
    for (uint16_t i = 0; i < in_cap; i++) {
        n->in[i].node = n;
        n->in[i].slot = i;
    }
    return n;
}

static void *default_params(sn_graph *g, const sn_op *op)
{
    if (op->params_bytes == 0) return NULL;
    void *params = sn_arena_alloc(g->arena, op->params_bytes);
    sn_params_init(op->params, params);
    return params;
}

sn_node *sn_node_create(sn_graph *g, sn_node *before, const sn_op *op, const void *params,
                        uint16_t n_in, sn_value *const *inputs, uint16_t n_out)
{
    sn_node *n = sn_node_new(g, next_id(g), op, n_in, n_in, n_out);
    n->params = params ? sn_params_copy(op->params, op->params_bytes, params, g->arena)
                       : default_params(g, op);
    for (uint16_t i = 0; i < n_out; i++) {
        n->out[i] = sn_value_new(g, SN_RESULT);
        n->out[i]->def = n;
        n->out[i]->def_slot = i;
    }
    for (uint16_t i = 0; i < n_in; i++) sn_use_link(&n->in[i], inputs[i]);
    sn_node_link(g, n, before ? before : sn_graph_output(g));
    return n;
}

sn_value *sn_value_const(sn_graph *g, const sn_tensor *data, const char *name)
{
    const char *interned = sn_graph_intern_value(g, name);
    sn_value *v = sn_value_new(g, SN_CONST);
    v->name = interned;
    sn_value_set_data(v, data);
    return v;
}

sn_value *sn_value_scalar(sn_graph *g, sn_type type, double v)
{
    const sn_tensor *t = sn_tensor_scalar(g->ctx, type, v);
    sn_value *made = sn_value_const(g, t, NULL);
    sn_tensor_release(t);
    return made;
}

void sn_graph_add_output(sn_graph *g, const sn_op *output_op, sn_value *v, const char *name)
{
    const char *interned = g->owner ? NULL : sn_graph_intern(g, name ? name : v->name);
    sn_node *output = sn_graph_output(g);
    if (!output) {
        output = sn_node_new(g, next_id(g), output_op, 4, 0, 0);
        output->params = default_params(g, output_op);
        sn_node_link(g, output, NULL);
    }
    sn_node_append_input(output, v);
    sn_box_of(output)->out_names[output->n_in - 1] = interned;
}

const char *sn_output_name(const sn_node *output, unsigned slot)
{
    const char **names = sn_box_of(output)->out_names;
    return names && slot < output->n_in ? names[slot] : NULL;
}

void sn_output_set_name(sn_node *output, unsigned slot, const char *name)
{
    sn_box_of(output)->out_names[slot] = sn_graph_intern(output->graph, name);
}

sn_value *sn_graph_output_named(const sn_graph *g, const char *name)
{
    const sn_node *output = sn_graph_output(g);
    for (unsigned i = 0; output && i < output->n_in; i++) {
        if (sn_is_named(sn_output_name(output, i), name)) return sn_in(output, i);
    }
    return NULL;
}

size_t sn_graph_values_named(const sn_graph *g, const char *name, sn_value **first)
{
    size_t n_named = 0;
    *first = NULL;
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_out; i++) {
            if (sn_is_named(n->out[i]->name, name) && n_named++ == 0) *first = n->out[i];
        }
    }
    return n_named;
}

/* ---- clones ---------------------------------------------------------------------------------- */

typedef struct cloning {
    sn_graph *to;
    sn_value **values; /* by id; NULL until copied */
    sn_node **nodes;
} cloning;

static void clone_value(cloning *c, const sn_value *v, sn_node *def)
{
    sn_held *h = SN_NEW(c->to->arena, sn_held);
    h->graph = c->to;
    h->value = *v;
    h->value.def = def;
    h->value.data = NULL;
    h->value.contents = sn_contents_copy(c->to->arena, v->contents);
    h->value.uses = NULL;
    h->value.n_uses = 0;
    if (v->data) sn_value_set_data(&h->value, v->data);
    c->values[v->id] = &h->value;
}

static sn_graph *clone_into(sn_graph *to, const sn_graph *g);

static void clone_bodies(const sn_node *n, sn_node *copy)
{
    if (n->n_body == 0) return;
    copy->body = SN_NEW_N(copy->graph->arena, sn_graph *, n->n_body);
    for (uint16_t i = 0; i < n->n_body; i++) {
        sn_graph *body = graph_new(copy->graph->ctx);
        share(body, copy);
        add_body(copy, clone_into(body, n->body[i]));
    }
}

static void clone_node(cloning *c, const sn_node *n)
{
    sn_graph *g = c->to;
    sn_node *copy = sn_node_new(g, n->id, n->op, n->n_in, n->n_in, n->n_out);
    copy->params = sn_params_copy(n->op->params, n->op->params_bytes, n->params, g->arena);
    copy->name = n->name;
    copy->features = n->features;
    copy->may_bound = n->may_bound;
    if (n->boundary) copy->boundary = sn_arena_strdup(g->arena, n->boundary);
    copy->no_rule = n->no_rule;
    copy->implied = n->implied;
    copy->is_shown = n->is_shown;
    copy->origin = n->origin;
    for (uint16_t i = 0; i < n->n_out; i++) {
        clone_value(c, n->out[i], copy);
        copy->out[i] = c->values[n->out[i]->id];
    }
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = n->in[i].value;
        if (v && !v->def && !c->values[v->id]) clone_value(c, v, NULL);
        const char **names = sn_box_of(copy)->out_names;
        if (names) names[i] = sn_box_of(n)->out_names[i];
    }
    clone_bodies(n, copy);
    c->nodes[n->id] = copy;
    sn_node_link(g, copy, NULL);
}

/* In the order of the original's uses, so that walking them does the same on both. */
static void clone_uses(cloning *c, const sn_value *v)
{
    sn_value *copy = c->values[v->id];
    if (copy->n_uses || !v->n_uses) return;
    const sn_use *u = v->uses;
    while (u->next) u = u->next;
    for (; u; u = u->prev) sn_use_link(&c->nodes[u->node->id]->in[u->slot], copy);
}

/* Fills `to`, which has its table of sizes and its origins. */
static sn_graph *clone_into(sn_graph *to, const sn_graph *g)
{
    sn_arena *scratch = sn_arena_create(g->ctx);
    to->origin = g->origin;
    to->has_boundaries = g->has_boundaries;
    to->inputs_have_axes = g->inputs_have_axes;
    to->name = g->name;
    to->n_ids = g->n_ids;
    cloning c = {to, SN_NEW_N(scratch, sn_value *, g->n_ids),
                 SN_NEW_N(scratch, sn_node *, g->n_ids)};
    SN_EACH_NODE(n, g) clone_node(&c, n);
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            if (n->in[i].value) clone_uses(&c, n->in[i].value);
        }
    }
    sn_arena_destroy(scratch);
    return to;
}

sn_graph *sn_graph_clone(const sn_graph *g)
{
    sn_graph *to = graph_new(g->ctx);
    to->dims = sn_dims_clone(g->dims, to->arena);
    to->origins = g->origins;
    to->origins->n_refs++;
    return clone_into(to, g);
}

sn_graph *sn_graph_clone_body(const sn_graph *body)
{
    sn_graph *to = graph_new(body->ctx);
    share(to, body->owner);
    return clone_into(to, body);
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool is_view(const sn_value *v)
{
    return v->def && sn_op_has(v->def->op, SN_TRAIT_VIEW) && v->def->n_out == 1;
}

/* The constant whose elements v is: through `constant` nodes and views, of which there may be as
 * many as the network has nodes, so that a way that leads to none is not walked. */
static const sn_value *source_of(const sn_value *v)
{
    if (v && v->def && !v->def->is_shown) return NULL;
    while (v && v->def && (sn_op_has(v->def->op, SN_TRAIT_CONSTANT) || is_view(v)))
        v = sn_in(v->def, 0);
    return v;
}

bool sn_value_is_const(const sn_value *v)
{
    v = source_of(v);
    return v && v->kind == SN_CONST;
}

/* t, which v shows, in v's shape; NULL while that is not known. */
static const sn_tensor *shown(const sn_value *v, const sn_tensor *t)
{
    sn_node_box *box = sn_box_of(v->def);
    if (!sn_shape_known(&v->shape) || sn_shape_count(&v->shape) != sn_tensor_count(t)) return NULL;
    if (box->seen && (box->seen->buf != t->buf || box->seen->offset != t->offset ||
                      !sn_shape_equal(&box->seen->shape, &v->shape))) {
        sn_tensor_release(box->seen);
        box->seen = NULL;
    }
    if (!box->seen) box->seen = sn_tensor_reshaped(v->def->graph->ctx, t, &v->shape);
    return box->seen;
}

const sn_tensor *sn_const_of(const sn_value *v)
{
    const sn_value *source = source_of(v);
    if (!source || source->kind != SN_CONST || !source->data || !source->data->buf) return NULL;
    sn_coding coding = source->data->coding;
    if (coding == SN_CODED_BITS4 || coding == SN_CODED_BITS6 || coding == SN_CODED_BITS8)
        return NULL;
    while (v != source && !is_view(v)) v = sn_in(v->def, 0);
    return v == source ? source->data : shown(v, source->data);
}

bool sn_node_is_read(const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_out; i++) {
        if (n->out[i]->n_uses) return true;
    }
    return false;
}

sn_node *sn_sole_user(const sn_value *v) { return v->n_uses == 1 ? v->uses->node : NULL; }

bool sn_value_is_result(const sn_value *v)
{
    for (const sn_use *u = v->uses; u; u = u->next) {
        if (sn_op_has(u->node->op, SN_TRAIT_OUTPUT)) return true;
    }
    return false;
}

/* From both at once towards the end: the first to arrive at the other, or at the end, tells. */
bool sn_node_before(const sn_node *a, const sn_node *b)
{
    if (a == b) return false;
    const sn_node *x = a->next, *y = b->next;
    for (;;) {
        if (x == b) return true;
        if (y == a) return false;
        if (!x) return false;
        if (!y) return true;
        x = x->next;
        y = y->next;
    }
}
