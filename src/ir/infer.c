/* SPDX-License-Identifier: Apache-2.0
 *
 * Shapes and types of a whole graph, of one node, and of one node at run time: the same steps each
 * time (copy the params, resolve, infer), over other sources of shapes.
 *
 * In a graph a weight can say what an unknown size is, which others may have used already; so the
 * walk is repeated until nothing more is bound. */
#include <string.h>

#include "ir/contents.h"
#include "ir/graph_inner.h"
#include "ir/types.h"

enum { MAX_ROUNDS = 16 };

/* What infer reads and writes, in `arena`, for one node. */
typedef struct infer_frame {
    sn_infer in;
    sn_shape *in_shape;
    sn_type *in_type;
    bool *present;
    const sn_contents **in_contents;
    void *params; /* a copy; NULL when there are none */
} infer_frame;

static void frame_init(infer_frame *f, sn_ctx *ctx, sn_arena *arena, sn_dims *dims,
                       const sn_node *n)
{
    memset(f, 0, sizeof *f);
    f->in_shape = SN_NEW_N(arena, sn_shape, n->n_in);
    f->in_type = SN_NEW_N(arena, sn_type, n->n_in);
    f->present = SN_NEW_N(arena, bool, n->n_in);
    f->in_contents = SN_NEW_N(arena, const sn_contents *, n->n_in);
    f->params = sn_params_copy(n->op->params, n->op->params_bytes, n->params, arena);
    for (uint16_t i = 0; i < n->n_in; i++) f->in_shape[i] = sn_shape_unknown();
    f->in = (sn_infer){.ctx = ctx,
                       .arena = arena,
                       .dims = dims,
                       .node = n,
                       .params = f->params,
                       .n_in = n->n_in,
                       .n_out = n->n_out,
                       .in_shape = f->in_shape,
                       .in_type = f->in_type,
                       .present = f->present,
                       .in_contents = f->in_contents,
                       .out_contents = SN_NEW_N(arena, const sn_contents *, n->n_out),
                       .out_shape = SN_NEW_N(arena, sn_shape, n->n_out),
                       .out_type = SN_NEW_N(arena, sn_type, n->n_out)};
    for (uint16_t i = 0; i < n->n_out; i++) f->in.out_shape[i] = sn_shape_unknown();
}

static sn_status work_out(infer_frame *f)
{
    const sn_op *op = f->in.node->op;
    if (op->infer) SN_TRY(op->infer(&f->in));
    if (op->types) SN_TRY(sn_types_infer(&f->in));
    return SN_OK;
}

/* ---- in a graph ------------------------------------------------------------------------------ */

static void refresh(sn_dims *dims, sn_shape *s)
{
    for (int i = 0; i < s->rank; i++) s->d[i] = sn_dim_refresh(dims, s->d[i]);
}

static const char *shape_text(const infer_frame *f, const sn_shape *s)
{
    sn_str str;
    sn_str_init(&str, f->in.arena);
    sn_shape_print(f->in.dims, s, &str);
    return str.s;
}

/* What is known of a value; as it was before it was inferred. */
typedef struct knowledge {
    sn_type type;
    sn_shape shape;
    const sn_contents *contents;
} knowledge;

static knowledge known_of(const sn_value *v) { return (knowledge){v->type, v->shape, v->contents}; }

static bool is_as_it_was(const sn_value *v, const knowledge *was)
{
    return v->type == was->type && sn_shape_same(&v->shape, &was->shape) &&
           sn_contents_same(v->contents, was->contents);
}

/* Who reads a value of which more is known has to be worked out again. */
static void note_change(const sn_value *v, const knowledge *was)
{
    if (is_as_it_was(v, was)) return;
    for (const sn_use *u = v->uses; u; u = u->next) u->node->stale = true;
}

/* What infer does not know stays as it was: a value never becomes another, so what was known of it
 * still holds. */
static sn_status set_output(const infer_frame *f, uint16_t slot)
{
    const sn_node *n = f->in.node;
    sn_value *v = n->out[slot];
    sn_type type = f->in.out_type[slot];
    const sn_shape *shape = &f->in.out_shape[slot];
    if (type != SN_TYPE_UNKNOWN && v->type != SN_TYPE_UNKNOWN && type != v->type) {
        return sn_node_fail(f->in.ctx, n, SN_E_SHAPE, "output %u is %s, %s expected", slot,
                            sn_type_name(type), sn_type_name(v->type));
    }
    refresh(f->in.dims, &v->shape);
    if (sn_shape_differ(f->in.dims, &v->shape, shape)) {
        return sn_node_fail(f->in.ctx, n, SN_E_SHAPE, "output %u has shape %s, %s expected", slot,
                            shape_text(f, shape), shape_text(f, &v->shape));
    }
    if (type != SN_TYPE_UNKNOWN) v->type = type;
    if (shape->rank >= 0) {
        const sn_shape was = v->shape;
        v->shape = *shape;
        for (int i = 0; i < shape->rank && was.rank == shape->rank; i++) {
            if (!sn_dim_says_more(f->in.dims, f->in.arena, was.d[i], shape->d[i])) continue;
            /* A reader said so, which the producer cannot tell: where it is a number, what it is
             * made of is known. */
            if (sn_dim_known(was.d[i])) (void)sn_dim_bind(f->in.dims, shape->d[i], was.d[i]);
            v->shape.d[i] = was.d[i];
        }
    }
    return SN_OK;
}

static const char *element_text(const infer_frame *f, const sn_size *s)
{
    sn_str str;
    sn_str_init(&str, f->in.arena);
    sn_size_print(f->in.dims, s, &str);
    return str.s;
}

/* The same for its elements. */
static sn_status set_contents(const infer_frame *f, uint16_t slot)
{
    const sn_node *n = f->in.node;
    sn_value *v = n->out[slot];
    sn_dims *dims = f->in.dims;
    const sn_contents *made = sn_contents_if_any(f->in.out_contents[slot]),
                      *was = sn_contents_refresh(f->in.arena, dims, v->contents);
    const int other = sn_contents_differ(dims, was, made);
    if (other >= 0)
        return sn_node_fail(f->in.ctx, n, SN_E_SHAPE, "element %d of output %u is %s, %s expected",
                            other, (unsigned)slot, element_text(f, &made->v[other]),
                            element_text(f, &was->v[other]));
    const sn_contents *all = sn_contents_merge(f->in.arena, made, was);
    if (sn_contents_same(all, v->contents)) return SN_OK;
    v->contents = sn_contents_copy(n->graph->arena, all);
    return SN_OK;
}

/* What is fed keeps what was declared of it. */
static sn_status set_fed_output(const infer_frame *f, uint16_t slot)
{
    sn_value *v = f->in.node->out[slot];
    if (v->type == SN_TYPE_UNKNOWN) v->type = f->in.out_type[slot];
    if (v->shape.rank < 0) v->shape = f->in.out_shape[slot];
    refresh(f->in.dims, &v->shape);
    return SN_OK;
}

static void take_params(sn_node *n, const infer_frame *f)
{
    if (!f->params) return;
    const sn_op *op = n->op;
    if (!sn_params_equal(op->params, n->params, f->params)) {
        n->params = sn_params_copy(op->params, op->params_bytes, f->params, n->graph->arena);
    }
}

void sn_node_set_boundary(sn_node *n, const char *why, bool no_rule)
{
    if (n->boundary && (n->no_rule || !no_rule)) return;
    n->boundary = sn_arena_strdup(n->graph->arena, why);
    n->no_rule = no_rule;
    n->graph->has_boundaries = true;
}

const char *sn_node_boundary(const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in && !n->boundary; i++) {
        const sn_node *def = n->in[i].value ? n->in[i].value->def : NULL;
        if (def && def->op->adapts && def->no_rule) return def->boundary;
    }
    return n->boundary;
}

bool sn_node_evaluates(const sn_node *n) { return sn_op_evaluates(n->op) && !n->no_rule; }

/* Constants are looked for where a rule asks. */
const sn_tensor *sn_infer_data(const sn_infer *in, unsigned slot)
{
    if (slot >= in->n_in || !in->present[slot]) return NULL;
    return in->in_data ? in->in_data[slot] : sn_const_of(sn_in(in->node, slot));
}

static void frame_of_graph(infer_frame *f, sn_node *n, sn_arena *scratch)
{
    sn_graph *g = n->graph;
    frame_init(f, g->ctx, scratch, g->dims, n);
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = n->in[i].value;
        if (!v) continue;
        f->present[i] = true;
        f->in_type[i] = v->type;
        f->in_shape[i] = v->shape;
        refresh(g->dims, &f->in_shape[i]);
        f->in_contents[i] = sn_contents_refresh(scratch, g->dims, v->contents);
    }
}

static sn_status infer_in_graph(sn_node *n, sn_arena *scratch)
{
    infer_frame f;
    frame_of_graph(&f, n, scratch);
    SN_TRY(work_out(&f));
    if (n->op->contents) n->op->contents(&f.in);
    n->stale = false;
    n->may_bound = f.in.may_bound;
    for (uint16_t i = 0; i < n->n_in; i++)
        n->may_bound = n->may_bound || (f.present[i] && (n->op->loose && !n->op->foresees
                                                             ? !sn_shape_known(&f.in_shape[i])
                                                             : f.in_shape[i].rank < 0));
    if (f.in.boundary) sn_node_set_boundary(n, f.in.boundary, f.in.no_rule);
    bool fed = sn_op_has(n->op, SN_TRAIT_INPUT);
    for (uint16_t i = 0; i < n->n_out; i++) {
        const sn_value *v = n->out[i];
        const knowledge was = known_of(v);
        SN_TRY(fed ? set_fed_output(&f, i) : set_output(&f, i));
        SN_TRY(set_contents(&f, i));
        note_change(v, &was);
    }
    take_params(n, &f);
    const char *wrong = n->n_body && n->op->bodies_wrong ? n->op->bodies_wrong(n, scratch) : NULL;
    return wrong ? sn_node_fail(n->graph->ctx, n, SN_E_SHAPE, "%s", wrong) : SN_OK;
}

/* ---- what a node resolves to ----------------------------------------------------------------- */

sn_node *sn_resolve_node_many(sn_resolve *r, const sn_op *op, const void *params, uint16_t n_in,
                              sn_value *const *inputs, uint16_t n_out)
{
    if (r->status != SN_OK) return NULL;
    sn_node *n = sn_node_create(r->node->graph, r->node, op, params, n_in, inputs, n_out);
    n->origin = r->node->origin;
    n->features = r->node->features;
    n->name = r->node->name;
    r->status = sn_infer_node(n);
    return n;
}

sn_value *sn_resolve_node(sn_resolve *r, const sn_op *op, const void *params, uint16_t n_in,
                          sn_value *const *inputs)
{
    const sn_node *n = sn_resolve_node_many(r, op, params, n_in, inputs, 1);
    return n ? n->out[0] : NULL;
}

/* The value is made by the node `by` from now on: its id and name are as before. */
static sn_status hand_over(sn_node *by, uint16_t slot, sn_value *v)
{
    sn_value *fresh = by->out[slot];
    sn_node *was = v->def;
    was->out[v->def_slot] = fresh;
    fresh->def = was;
    fresh->def_slot = v->def_slot;
    by->out[slot] = v;
    v->def = by;
    v->def_slot = slot;
    sn_value_settle_readers(v);
    return sn_value_replace(fresh, v, true);
}

/* The nodes that were made stand between `first`, which does not belong to them, and r->node. */
static void unmake(const sn_node *first, sn_node *n)
{
    while (n->prev != first) sn_node_remove(n->prev);
}

static sn_status replace_resolved(sn_resolve *r, const sn_node *first, sn_arena *scratch)
{
    sn_node *n = r->node, *computes = r->computes ? r->computes : r->made[0]->def;
    bool is_new = false;
    for (const sn_node *m = n->prev; m != first; m = m->prev) is_new = is_new || m == computes;
    for (sn_node *m = n->prev; m != first; m = m->prev)
        m->implied = n->implied || n->op->adapts || (m != computes && !n->op->several);
    if (is_new) {
        const uint32_t id = n->id; /* it stays the node that it was */
        n->id = computes->id;
        computes->id = id;
    }
    for (uint16_t i = 0; i < n->n_out; i++) {
        sn_value *v = n->out[i], *is = r->made[i];
        const knowledge was = known_of(v);
        bool fresh = false;
        for (const sn_node *m = n->prev; m != first; m = m->prev) fresh = fresh || m == is->def;
        if (n->op->adapts) v->type = is->type, v->shape = is->shape;
        if (fresh) {
            sn_node *by = is->def;
            SN_TRY(hand_over(by, is->def_slot, v));
            SN_TRY(infer_in_graph(by, scratch));
            note_change(v, &was);
        } else {
            SN_CHECK(n->graph->ctx, n->op->adapts, SN_E_INTERNAL, "%s '%s' resolves to no node",
                     n->op->name, n->name ? n->name : "");
            note_change(v, &was);
            if (v->name && is->name) sn_graph_unite_names(n->graph, v->name, is->name);
            SN_TRY(sn_value_replace(v, is, true));
        }
    }
    sn_node_remove(n);
    return SN_OK;
}

/* Whatever a node of a format becomes, it runs where its own rule lets it: that may tell sizes, or
 * refuse them, and its results have some elements. */
static sn_status keep_rule(sn_node *n, sn_arena *scratch)
{
    infer_frame f;
    if (!n->op->dialect || !n->op->infer || n->op->adapts) return SN_OK;
    frame_of_graph(&f, n, scratch);
    SN_TRY(n->op->infer(&f.in));
    for (uint16_t i = 0; i < n->n_out; i++) {
        const sn_shape *s = &f.in.out_shape[i];
        for (int k = 0; k < s->rank; k++) sn_dims_demand(f.in.dims, s->d[k], 1);
    }
    return SN_OK;
}

static sn_status resolve_in_graph(sn_node *n, sn_arena *scratch, sn_boundaries boundaries,
                                  bool *done)
{
    infer_frame f;
    frame_of_graph(&f, n, scratch);
    sn_resolve r = {.in = f.in,
                    .node = n,
                    .boundaries = boundaries,
                    .made = SN_NEW_N(scratch, sn_value *, n->n_out)};
    const sn_node *first = n->prev;
    const bool is = n->op->resolve(&r).is == SN_YES;
    const bool yes = is && (!r.in.boundary || boundaries == SN_BOUNDARIES_ANY);
    if (r.status == SN_OK && yes) r.status = keep_rule(n, scratch);
    if (r.status != SN_OK || !yes) unmake(first, n);
    SN_TRY(r.status);
    *done = yes;
    if (!yes) return SN_OK;
    sn_graph *g = n->graph;
    const sn_node *behind = n->next;
    SN_TRY(replace_resolved(&r, first, scratch));
    sn_node *m = first ? first->next : g->first, *next;
    for (; m != behind; m = next) { /* what was made may resolve in its turn */
        bool gone = false;
        next = m->next;
        if (m->op->resolve) SN_TRY(resolve_in_graph(m, scratch, boundaries, &gone));
        if (m->stale && !gone) SN_TRY(infer_in_graph(m, scratch)); /* and then tell more */
    }
    return SN_OK;
}

sn_status sn_node_pieces(sn_node *n, sn_value **made, sn_answer *answer)
{
    sn_arena *scratch = n->graph->scratch;
    const sn_arena_mark mark = sn_arena_save(scratch);
    const sn_node *first = n->prev;
    infer_frame f;
    frame_of_graph(&f, n, scratch);
    sn_resolve r = {.in = f.in, .node = n, .boundaries = SN_BOUNDARIES_PROVED, .made = made};
    *answer = n->op->pieces(&r);
    if (r.status != SN_OK || answer->is != SN_YES) unmake(first, n);
    sn_arena_restore(scratch, mark);
    return r.status;
}

sn_status sn_node_resolve(sn_node *n, sn_boundaries boundaries, bool *done)
{
    sn_arena *scratch = n->graph->scratch;
    const sn_arena_mark mark = sn_arena_save(scratch);
    *done = false;
    sn_status s = n->op->resolve ? resolve_in_graph(n, scratch, boundaries, done) : SN_OK;
    sn_arena_restore(scratch, mark);
    return s;
}

/* ---- the whole graph ------------------------------------------------------------------------- */

/* Rules look for constants through views (sn_infer_data), however many: what is behind one may have
 * become known without anything new being known of the view itself. */
static void hand_on_constant(const sn_node *n)
{
    if (!n->is_shown || !sn_const_of(n->out[0])) return;
    SN_EACH_USE(u, n->out[0]) { u->node->stale = true; }
}

static sn_status infer_round(sn_graph *g, sn_arena *scratch, bool all)
{
    SN_EACH_NODE(n, g)
    {
        /* Who makes its inputs may have become clearer. */
        const bool unresolved = n->op->resolve && !n->boundary;
        const bool due = all || n->stale;
        if (!due && !unresolved) continue;
        sn_arena_mark mark = sn_arena_save(scratch);
        bool gone = false;
        if (unresolved) SN_TRY(resolve_in_graph(n, scratch, SN_BOUNDARIES_PROVED, &gone));
        if (due && !gone) {
            SN_TRY(infer_in_graph(n, scratch));
            hand_on_constant(n);
        }
        sn_arena_restore(scratch, mark);
    }
    return SN_OK;
}

/* A size that was bound may be anywhere: then all nodes have their turn. */
static sn_status infer_rounds(sn_graph *g, sn_arena *scratch, bool all)
{
    bool bound =
        sn_dims_bound_since(g->dims); /* what was bound before counts from the first round on */
    for (int round = 0; round < MAX_ROUNDS; round++) {
        SN_TRY(infer_round(g, scratch, all || bound));
        bound = sn_dims_bound_since(g->dims);
        if (!bound) return SN_OK;
    }
    return sn_fail(g->ctx, SN_E_INTERNAL, "shapes are not settled after %d rounds", MAX_ROUNDS);
}

static sn_status infer(sn_graph *g, bool all)
{
    const sn_arena_mark mark = sn_arena_save(g->scratch);
    sn_status s = infer_rounds(g, g->scratch, all);
    sn_arena_restore(g->scratch, mark);
    return s;
}

/* All of it, since sizes may have been bound outside; in one round, since none is here. */
sn_status sn_infer_body(sn_graph *body)
{
    const sn_arena_mark mark = sn_arena_save(body->scratch);
    const bool was = sn_dims_freeze(body->dims, true);
    const sn_status s = infer_round(body, body->scratch, true);
    (void)sn_dims_freeze(body->dims, was);
    sn_arena_restore(body->scratch, mark);
    return s;
}

sn_status sn_infer_graph(sn_graph *g) { return infer(g, true); }
sn_status sn_infer_changes(sn_graph *g) { return infer(g, false); }

sn_status sn_infer_check(sn_graph *g)
{
    sn_arena *scratch = sn_arena_create(g->ctx);
    sn_status s = SN_OK;
    SN_EACH_NODE(n, g)
    {
        if (g->owner && n->stale) continue; /* of a branch that never runs and contradicts itself */
        sn_arena_mark mark = sn_arena_save(scratch);
        sn_value *was = SN_NEW_N(scratch, sn_value, n->n_out);
        const void *params = n->params;
        for (uint16_t i = 0; i < n->n_out; i++) was[i] = *n->out[i];
        if (s == SN_OK) s = infer_in_graph(n, scratch);
        for (uint16_t i = 0; i < n->n_out && s == SN_OK; i++) {
            const knowledge before = known_of(&was[i]);
            if (n->params == params && is_as_it_was(n->out[i], &before)) continue;
            s = sn_node_fail(g->ctx, n, SN_E_INTERNAL, "inferring it anew gives something else");
        }
        const bool frozen = n->n_body && sn_dims_freeze(g->dims, true);
        for (uint16_t i = 0; i < n->n_body && s == SN_OK; i++) s = sn_infer_check(n->body[i]);
        if (n->n_body) (void)sn_dims_freeze(g->dims, frozen);
        sn_arena_restore(scratch, mark);
    }
    sn_arena_destroy(scratch);
    return s;
}

sn_status sn_infer_node(sn_node *n)
{
    sn_arena *scratch = n->graph->scratch;
    const sn_arena_mark mark = sn_arena_save(scratch);
    const bool was = n->graph->owner && sn_dims_freeze(n->graph->dims, true);
    sn_status s = infer_in_graph(n, scratch);
    if (n->graph->owner) (void)sn_dims_freeze(n->graph->dims, was);
    sn_arena_restore(scratch, mark);
    return s;
}

void sn_infer_forget(sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        n->stale = true;
        n->boundary = NULL;
        n->no_rule = false;
        for (uint16_t i = 0; i < n->n_body; i++) sn_infer_forget(n->body[i]);
        if (sn_op_has(n->op, SN_TRAIT_INPUT) && !g->owner) continue;
        for (uint16_t i = 0; i < n->n_out; i++) {
            n->out[i]->type = SN_TYPE_UNKNOWN;
            n->out[i]->shape = sn_shape_unknown();
            n->out[i]->contents = NULL;
        }
    }
}

/* ---- at run time ----------------------------------------------------------------------------- */

sn_status sn_boundary_check(sn_ctx *ctx, const sn_node *n, const char *why, bool no_rule,
                            sn_boundaries boundaries)
{
    if (why && !n->boundary && boundaries == SN_BOUNDARIES_PROVED)
        return sn_node_fail(ctx, n, SN_E_SHAPE, "%s", why);
    if (why && no_rule)
        return sn_node_fail(ctx, n, SN_E_UNSUPPORTED, "it cannot be evaluated: %s", why);
    return SN_OK;
}

sn_status sn_infer_run(sn_ctx *ctx, sn_arena *arena, sn_dims *dims, const sn_node *n,
                       sn_boundaries boundaries, const sn_tensor *const *in, const void **params,
                       sn_shape *out_shape, sn_type *out_type)
{
    infer_frame f;
    const sn_tensor **data = SN_NEW_N(arena, const sn_tensor *, n->n_in);
    frame_init(&f, ctx, arena, dims, n);
    f.in.in_data = data;
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (!in[i]) continue;
        f.present[i] = true;
        f.in_type[i] = in[i]->type;
        f.in_shape[i] = in[i]->shape;
        data[i] = in[i]->buf ? in[i] : NULL;
    }
    SN_TRY(work_out(&f));
    SN_TRY(sn_boundary_check(ctx, n, f.in.boundary, f.in.no_rule, boundaries));
    for (uint16_t i = 0; i < n->n_out; i++) {
        out_shape[i] = f.in.out_shape[i];
        out_type[i] = f.in.out_type[i];
    }
    *params = f.params;
    return SN_OK;
}
