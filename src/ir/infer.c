/* SPDX-License-Identifier: Apache-2.0
 *
 * Shapes and types of a whole graph, of one node, and of one node at run time: the same steps each
 * time (copy the params, resolve, infer), over other sources of shapes.
 *
 * In a graph a weight can say what an unknown size is, which others may have used already; so the
 * walk is repeated until nothing more is bound. */
#include <string.h>

#include "ir/op.h"

enum { MAX_ROUNDS = 16 };

/* What infer reads and writes, in `arena`, for one node. */
typedef struct frame {
    sn_infer in;
    sn_shape *in_shape;
    sn_type *in_type;
    bool *present;
    const sn_tensor **in_data;
    void *params; /* a copy; NULL when there are none */
} frame;

static void frame_init(frame *f, sn_ctx *ctx, sn_arena *arena, sn_dims *dims, const sn_node *n)
{
    memset(f, 0, sizeof *f);
    f->in_shape = SN_NEW_N(arena, sn_shape, n->n_in);
    f->in_type = SN_NEW_N(arena, sn_type, n->n_in);
    f->present = SN_NEW_N(arena, bool, n->n_in);
    f->in_data = SN_NEW_N(arena, const sn_tensor *, n->n_in);
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
                       .in_data = f->in_data,
                       .out_shape = SN_NEW_N(arena, sn_shape, n->n_out),
                       .out_type = SN_NEW_N(arena, sn_type, n->n_out)};
    for (uint16_t i = 0; i < n->n_out; i++) f->in.out_shape[i] = sn_shape_unknown();
}

bool sn_op_takes_planes(const sn_op *op, const void *params, unsigned slot, const sn_shape *s)
{
    return s->rank == 4 && op->takes_planes && op->takes_planes(params, slot);
}

static sn_status work_out(frame *f)
{
    const sn_op *op = f->in.node->op;
    for (uint16_t i = 0; i < f->in.n_in; i++) {
        sn_shape *s = &f->in_shape[i];
        if (!sn_op_takes_planes(op, f->in.node->params, i, s)) continue;
        sn_infer_boundary(
            &f->in,
            sn_arena_printf(
                f->in.arena,
                "%s has rank 4, and is read as if it had no depth: the first plane of each channel",
                sn_op_slot(op, i)->name));
        *s = SN_SHAPE(s->d[0], s->d[2], s->d[3]);
    }
    if (op->resolve && f->params) SN_TRY(op->resolve(&f->in, f->params));
    return op->infer ? op->infer(&f->in) : SN_OK;
}

/* ---- in a graph ------------------------------------------------------------------------------ */

static void refresh(sn_dims *dims, sn_shape *s)
{
    for (int i = 0; i < s->rank; i++) s->d[i] = sn_dim_refresh(dims, s->d[i]);
}

static const char *shape_text(const frame *f, const sn_shape *s)
{
    sn_str str;
    sn_str_init(&str, f->in.arena);
    sn_shape_print(f->in.dims, s, &str);
    return str.s;
}

static bool is_same(const sn_shape *a, const sn_shape *b)
{
    bool same = a->rank == b->rank;
    for (int i = 0; same && i < a->rank; i++) same = a->d[i] == b->d[i];
    return same;
}

/* Who reads a value of which more is known has to be worked out again. */
static void note_change(const sn_value *v, sn_type type, const sn_shape *shape)
{
    if (v->type == type && is_same(&v->shape, shape)) return;
    for (const sn_use *u = v->uses; u; u = u->next) u->node->stale = true;
}

/* What infer does not know stays as it was: a value is the same for good, so what was known of it
 * still holds. */
static sn_status set_output(const frame *f, uint16_t slot)
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
            if (!sn_dim_known(was.d[i])) continue;
            /* A reader said so, which the producer cannot tell: then what it is made of is known.
             */
            (void)sn_dim_bind(f->in.dims, shape->d[i], was.d[i]);
            v->shape.d[i] = was.d[i];
        }
    }
    return SN_OK;
}

/* What is fed keeps what was declared of it. */
static sn_status set_fed_output(const frame *f, uint16_t slot)
{
    sn_value *v = f->in.node->out[slot];
    if (v->type == SN_TYPE_UNKNOWN) v->type = f->in.out_type[slot];
    if (v->shape.rank < 0) v->shape = f->in.out_shape[slot];
    refresh(f->in.dims, &v->shape);
    return SN_OK;
}

static void take_params(sn_node *n, const frame *f)
{
    if (!f->params) return;
    const sn_op *op = n->op;
    if (!sn_params_equal(op->params, n->params, f->params)) {
        n->params = sn_params_copy(op->params, op->params_bytes, f->params, n->graph->arena);
    }
    n->late = sn_params_late(op->params, n->params);
}

void sn_node_set_boundary(sn_node *n, const char *why, bool no_rule)
{
    if (n->boundary && (n->no_rule || !no_rule)) return;
    n->boundary = sn_arena_strdup(n->graph->arena, why);
    n->no_rule = no_rule;
    n->graph->has_boundaries = true;
}

bool sn_node_evaluates(const sn_node *n) { return n->op->eval && !n->no_rule; }

static sn_status infer_in_graph(sn_node *n, sn_arena *scratch)
{
    sn_graph *g = n->graph;
    frame f;
    frame_init(&f, g->ctx, scratch, g->dims, n);
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = n->in[i].value;
        if (!v) continue;
        f.present[i] = true;
        f.in_type[i] = v->type;
        f.in_shape[i] = v->shape;
        refresh(g->dims, &f.in_shape[i]);
        f.in_data[i] = sn_const_of(v);
    }
    SN_TRY(work_out(&f));
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
        const sn_type type = v->type;
        const sn_shape shape = v->shape;
        SN_TRY(fed ? set_fed_output(&f, i) : set_output(&f, i));
        note_change(v, type, &shape);
    }
    take_params(n, &f);
    return SN_OK;
}

static sn_status infer_round(sn_graph *g, sn_arena *scratch, bool all)
{
    SN_EACH_NODE(n, g)
    {
        if (!all && !n->stale) continue;
        sn_arena_mark mark = sn_arena_save(scratch);
        SN_TRY(infer_in_graph(n, scratch));
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

sn_status sn_infer_graph(sn_graph *g) { return infer(g, true); }
sn_status sn_infer_changes(sn_graph *g) { return infer(g, false); }

sn_status sn_infer_check(sn_graph *g)
{
    sn_arena *scratch = sn_arena_create(g->ctx);
    sn_status s = SN_OK;
    SN_EACH_NODE(n, g)
    {
        sn_arena_mark mark = sn_arena_save(scratch);
        sn_value *was = SN_NEW_N(scratch, sn_value, n->n_out);
        const void *params = n->params;
        for (uint16_t i = 0; i < n->n_out; i++) was[i] = *n->out[i];
        if (s == SN_OK) s = infer_in_graph(n, scratch);
        for (uint16_t i = 0; i < n->n_out && s == SN_OK; i++) {
            if (n->params == params && was[i].type == n->out[i]->type &&
                is_same(&was[i].shape, &n->out[i]->shape))
                continue;
            s = sn_node_fail(g->ctx, n, SN_E_INTERNAL, "inferring it anew gives something else");
        }
        sn_arena_restore(scratch, mark);
    }
    sn_arena_destroy(scratch);
    return s;
}

sn_status sn_infer_node(sn_node *n)
{
    sn_arena *scratch = n->graph->scratch;
    const sn_arena_mark mark = sn_arena_save(scratch);
    sn_status s = infer_in_graph(n, scratch);
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
        if (sn_op_has(n->op, SN_TRAIT_INPUT)) continue;
        for (uint16_t i = 0; i < n->n_out; i++) {
            n->out[i]->type = SN_TYPE_UNKNOWN;
            n->out[i]->shape = sn_shape_unknown();
        }
    }
}

/* ---- at run time ----------------------------------------------------------------------------- */

sn_status sn_infer_run(sn_ctx *ctx, sn_arena *arena, sn_dims *dims, const sn_node *n,
                       sn_boundaries boundaries, const sn_tensor *const *in, const void **params,
                       sn_shape *out_shape, sn_type *out_type)
{
    frame f;
    frame_init(&f, ctx, arena, dims, n);
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (!in[i]) continue;
        f.present[i] = true;
        f.in_type[i] = in[i]->type;
        f.in_shape[i] = in[i]->shape;
        f.in_data[i] = in[i]->buf ? in[i] : NULL;
    }
    SN_TRY(work_out(&f));
    if (f.in.boundary && !n->boundary && boundaries == SN_BOUNDARIES_PROVED)
        return sn_node_fail(ctx, n, SN_E_SHAPE, "%s", f.in.boundary);
    if (f.in.no_rule)
        return sn_node_fail(ctx, n, SN_E_UNSUPPORTED, "it cannot be evaluated: %s", f.in.boundary);
    if (f.params && sn_params_late(n->op->params, f.params)) {
        return sn_node_fail(ctx, n, SN_E_INTERNAL,
                            "a param is still late though all shapes are known");
    }
    for (uint16_t i = 0; i < n->n_out; i++) {
        out_shape[i] = f.in.out_shape[i];
        out_type[i] = f.in.out_type[i];
    }
    *params = f.params;
    return SN_OK;
}
