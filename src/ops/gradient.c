/* SPDX-License-Identifier: Apache-2.0
 *
 * gradient (ONNX's Gradient-1 of ai.onnx.preview.training): what its body gives, summed up, is
 * differentiated by its first inputs, one for each output. The body is fed all inputs. Once sizes
 * are numbers it resolves to the body's nodes, and to what their gradients are made of; no pass
 * knows it before. */
#include "ops/control.h"
#include "ops/grad/grad.h"
#include "ops/grad/reverse.h"
#include "ops/rule.h"

static const char *wrong_bodies(const sn_node *n, sn_arena *arena)
{
    if (n->n_out > n->n_in)
        return sn_arena_printf(arena, "%d outputs found, at most %d expected, one for each input",
                               n->n_out, n->n_in);
    return sn_body_wrong(n, 0, 1, arena);
}

static sn_status infer(sn_infer *in)
{
    const sn_node *n = in->node;
    if (!n->boundary) sn_infer_may_bound(in); /* where there is no gradient (refused) */
    for (uint16_t i = 0; i < in->n_out; i++) {
        const sn_type type = in->in_type[i];
        if (type != SN_TYPE_UNKNOWN && !sn_type_is_float(type))
            return sn_node_fail(in->ctx, n, SN_E_SHAPE,
                                "input %u is %s: there are gradients by floats alone", (unsigned)i,
                                sn_type_name(type));
        in->out_type[i] = type;
        in->out_shape[i] = in->in_shape[i];
    }
    SN_TRY(sn_body_feed_captures(in, n->body[0]));
    SN_TRY(sn_infer_body(n->body[0]));
    const sn_value *y = sn_body_result(n->body[0], 0);
    if (y->type != SN_TYPE_UNKNOWN && !sn_type_is_float(y->type))
        return sn_node_fail(in->ctx, n, SN_E_SHAPE,
                            "what is differentiated is %s, a float expected",
                            sn_type_name(y->type));
    return SN_OK;
}

/* Whether sizes of all that the body computes are numbers, and what it means is known. */
static sn_answer is_settled(const sn_graph *body, sn_arena *arena)
{
    SN_EACH_NODE(n, body)
    {
        if (n->boundary)
            return SN_ANSWER_NO(sn_arena_printf(
                arena, "what is differentiated hangs on %s '%s': %s", sn_node_op_name(n),
                n->name ? sn_escape(arena, n->name) : "", n->boundary));
        bool known = !n->op->resolve || n->op->eval;
        for (uint16_t i = 0; i < n->n_out; i++) known = known && sn_shape_known(&n->out[i]->shape);
        if (!known) return SN_ANSWER_UNKNOWN("a size in its body is not known");
    }
    return SN_ANSWER_YES;
}

typedef struct expansion {
    sn_resolve *r;
    sn_grad make;
    const sn_node *first; /* what is made stands between it and the node */
    sn_value **as;        /* what stands for each input */
    uint16_t n_values;
    sn_value **values;    /* of `as`, those that gradients are asked for by */
    sn_value **gradients; /* of these */
} expansion;

static sn_node *first_made(const expansion *e)
{
    return e->first ? e->first->next : e->r->node->graph->first;
}

static bool is_asked_for(const sn_node *n, uint16_t i) { return i < n->n_out && n->out[i]->n_uses; }

/* What is differentiated by is a value of its own: what makes the input, and other inputs that hang
 * on it, are not looked into. */
static void take_inputs(expansion *e)
{
    const sn_node *n = e->r->node;
    for (uint16_t i = 0; i < n->n_in; i++) {
        sn_value *x = sn_in(n, i);
        e->as[i] = is_asked_for(n, i) ? sn_resolve_node(e->r, &sn_op_identity, NULL, 1, &x) : x;
        if (is_asked_for(n, i)) e->values[e->n_values++] = e->as[i];
    }
}

static sn_status copy_body(expansion *e, sn_value **y)
{
    sn_node *n = e->r->node;
    const uint32_t mark = n->graph->root->n_ids;
    sn_graph_copy_nodes(n->body[0], n->graph, n, e->as, y);
    for (sn_node *m = first_made(e); m != n; m = m->next) {
        if (m->id < mark) continue;
        SN_TRY(sn_infer_node(m));
        for (uint16_t i = 0; i < m->n_out; i++) m->out[i]->name = NULL; /* they stay inside */
    }
    return SN_OK;
}

/* Gradients by `values` of the sum of y. */
static sn_status differentiate(expansion *e, sn_value *y)
{
    sn_node *n = e->r->node;
    sn_value *sum = sn_grad_summed(&e->make, y, (1u << y->shape.rank) - 1, false);
    SN_TRY(e->make.status);
    return sn_gradients(n->graph, n, sum, e->n_values, e->values, e->gradients);
}

static bool is_made_here(const expansion *e, const sn_value *v)
{
    for (const sn_node *m = first_made(e); v->def && m != e->r->node; m = m->next)
        if (m == v->def) return true;
    return false;
}

/* Each output is made by a node of its own. */
static void give(expansion *e)
{
    sn_resolve *r = e->r;
    uint16_t at = 0;
    for (uint16_t i = 0; i < r->in.n_out && r->status == SN_OK; i++) {
        sn_value *x = sn_in(r->node, i), *v = x;
        bool own = false;
        if (is_asked_for(r->node, i)) {
            sn_value *of = e->gradients[at++];
            v = of ? of : sn_grad_full(&e->make, x->type, &x->shape, 0);
            r->status = e->make.status;
            own = v && is_made_here(e, v) && v != e->as[i];
            for (uint16_t k = 0; k < i; k++) own = own && r->made[k] != v;
        }
        r->made[i] = own ? v : sn_resolve_node(r, &sn_op_identity, NULL, 1, &v);
    }
}

/* Inputs stand for themselves again, and what no gradient hangs on goes. */
static sn_status tidy(expansion *e)
{
    sn_node *n = e->r->node;
    for (uint16_t i = 0; i < n->n_in; i++)
        if (e->as[i] != sn_in(n, i)) SN_TRY(sn_value_replace(e->as[i], sn_in(n, i), true));
    for (sn_node *m = n->prev, *prev; m != e->first; m = prev) {
        prev = m->prev;
        bool needed = sn_node_is_read(m);
        for (uint16_t i = 0; i < n->n_out; i++) needed = needed || e->r->made[i]->def == m;
        if (!needed) {
            sn_node_remove(m);
            continue;
        }
        if (!m->origin) m->origin = n->origin;
        if (!m->name) m->name = n->name;
    }
    return SN_OK;
}

static sn_status expand(expansion *e)
{
    sn_value *y = NULL;
    take_inputs(e);
    SN_TRY(e->r->status);
    SN_TRY(copy_body(e, &y));
    SN_TRY(differentiate(e, y));
    give(e);
    SN_TRY(e->r->status);
    return tidy(e);
}

/* An operator without a gradient in the way is a refusal, as one that is not known. */
static sn_answer refused(sn_resolve *r, const char *why)
{
    sn_node_set_boundary(r->node, why, true);
    return SN_ANSWER_NO(why);
}

static sn_answer resolve(sn_resolve *r)
{
    sn_node *n = r->node;
    sn_arena *arena = r->in.arena;
    r->status = infer(&r->in);
    if (r->status != SN_OK) return SN_ANSWER_UNKNOWN("its body is wrong");
    const sn_answer is = is_settled(n->body[0], arena);
    if (is.is == SN_NO) return refused(r, is.why);
    if (is.is != SN_YES) return is;
    expansion e = {.r = r,
                   .make = {.node = n, .before = n, .arena = arena},
                   .first = n->prev,
                   .as = SN_NEW_N(arena, sn_value *, n->n_in),
                   .values = SN_NEW_N(arena, sn_value *, n->n_out),
                   .gradients = SN_NEW_N(arena, sn_value *, n->n_out)};
    const sn_status status = expand(&e);
    if (status == SN_E_UNSUPPORTED) {
        const char *why = sn_arena_strdup(arena, sn_ctx_error(r->in.ctx));
        sn_ctx_clear_error(r->in.ctx);
        return refused(r, why);
    }
    r->status = status;
    return SN_ANSWER_YES;
}

static const sn_slot slots[] = {{"x", SN_SLOT_VARIADIC}, {NULL, 0}};
static const char *const bodies[] = {"body", NULL};

const sn_op sn_op_gradient = {
    .name = "gradient",
    .synopsis = "y_i = d sum(body(x)) / d x_i",
    .slots = slots,
    .n_out = SN_VARIADIC_OUT,
    .bodies = bodies,
    .bodies_wrong = wrong_bodies,
    .kind = SN_FUSE_OPAQUE,
    .loose = true,
    .foresees = true,
    .several = true,
    .resolve = resolve,
    .infer = infer,
};
