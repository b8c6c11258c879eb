/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/grad/reverse.h"

#include "ops/grad/grad.h"

/* A layer in the way: what it computes has no gradient that is known. */
typedef struct no_gradient {
    const sn_node *node;
    const char *why;
} no_gradient;

typedef struct reverse {
    sn_graph *g;
    sn_arena *arena;
    sn_node *before;             /* what is made stands in front of it; NULL: at the end */
    const bool *varies;          /* by value id: it hangs on one of the values */
    sn_value **gradient;         /* by value id; NULL: none so far */
    SN_VEC(no_gradient) missing; /* from the last to the first */
} reverse;

static bool is_float(const sn_value *v) { return v && sn_type_is_float(v->type); }

/* Values that hang on those asked for, by floats alone. */
static const bool *varying(const sn_graph *g, sn_arena *arena, size_t n, sn_value *const *values)
{
    bool *varies = SN_NEW_N(arena, bool, g->n_ids);
    for (size_t i = 0; i < n; i++) varies[values[i]->id] = true;
    SN_EACH_NODE(node, g)
    {
        bool any = false;
        for (uint16_t i = 0; i < node->n_in && !any; i++)
            any = is_float(sn_in(node, i)) && varies[sn_in(node, i)->id] &&
                  !sn_node_reads_shape_only(node, i);
        for (uint16_t i = 0; i < node->n_out && any; i++)
            if (is_float(sn_out(node, i))) varies[sn_out(node, i)->id] = true;
    }
    return varies;
}

static sn_status add_up(reverse *r, const sn_value *v, sn_value *part)
{
    sn_value **sum = &r->gradient[v->id];
    if (!part) return SN_OK;
    if (!*sum) {
        *sum = part;
        return SN_OK;
    }
    sn_value *both[] = {*sum, part};
    sn_node *n = sn_node_create(r->g, r->before, &sn_op_add, NULL, 2, both, 1);
    *sum = sn_out(n, 0);
    return sn_infer_node(n);
}

static sn_status through(reverse *r, sn_node *n)
{
    const sn_arena_mark mark = sn_arena_save(r->g->scratch);
    bool *wanted = SN_NEW_N(r->g->scratch, bool, n->n_in);
    sn_value **of_in = SN_NEW_N(r->g->scratch, sn_value *, n->n_in);
    sn_value **of_out = SN_NEW_N(r->g->scratch, sn_value *, n->n_out);
    bool asked = false, reached = false;
    for (uint16_t i = 0; i < n->n_out; i++) {
        of_out[i] = r->gradient[sn_out(n, i)->id];
        reached = reached || of_out[i];
    }
    for (uint16_t i = 0; i < n->n_in && reached; i++) {
        const sn_value *v = sn_in(n, i);
        wanted[i] = is_float(v) && r->varies[v->id] && !sn_node_reads_shape_only(n, i);
        asked = asked || wanted[i];
    }
    sn_status status = SN_OK;
    if (asked) {
        sn_grad grad = {.node = n,
                        .before = r->before,
                        .arena = r->g->scratch,
                        .of_out = of_out,
                        .wanted = wanted,
                        .of_in = of_in};
        const sn_answer answer = sn_node_grad(&grad);
        status = grad.status;
        if (status == SN_OK && answer.is != SN_YES) {
            SN_PUSH(r->missing, ((no_gradient){n, sn_arena_strdup(r->arena, answer.why)}));
            for (uint16_t i = 0; i < n->n_in; i++) /* so that what is in front is looked at, too */
                if (wanted[i]) of_in[i] = sn_in(n, i);
        }
        for (uint16_t i = 0; i < n->n_in && status == SN_OK; i++)
            if (wanted[i]) status = add_up(r, sn_in(n, i), of_in[i]);
    }
    sn_arena_restore(r->g->scratch, mark);
    return status;
}

static sn_status walk(reverse *r, sn_value *loss, size_t n, sn_value *const *values)
{
    r->varies = varying(r->g, r->arena, n, values);
    r->gradient = SN_NEW_N(r->arena, sn_value *, r->g->n_ids);
    sn_node *from = loss->def;
    if (!r->varies[loss->id]) return SN_OK;
    r->gradient[loss->id] = sn_value_scalar(r->g, loss->type, 1);
    for (sn_node *node = from, *prev; node; node = prev) {
        prev = node->prev;
        SN_TRY(through(r, node));
    }
    return SN_OK;
}

/* Warns of all layers in the way, in order, but the first, which is the error. */
static sn_status check_missing(const reverse *r)
{
    if (r->missing.n == 0) return SN_OK;
    const no_gradient *first = &r->missing.v[r->missing.n - 1];
    for (const no_gradient *m = first; m-- > r->missing.v;)
        sn_warn(r->g->ctx, "%s '%s' has no gradient: %s", m->node->op->name,
                m->node->name ? sn_escape(r->arena, m->node->name) : "", m->why);
    return sn_node_fail(r->g->ctx, first->node, SN_E_UNSUPPORTED, "it has no gradient: %s",
                        first->why);
}

sn_status sn_gradients(sn_graph *g, sn_node *before, sn_value *loss, size_t n,
                       sn_value *const *values, sn_value **gradients)
{
    sn_arena *arena = sn_arena_create(g->ctx);
    reverse r = {.g = g, .arena = arena, .before = before, .missing = SN_VEC_IN(arena)};
    sn_status status = walk(&r, loss, n, values);
    if (status == SN_OK) status = check_missing(&r);
    for (size_t i = 0; i < n && status == SN_OK; i++) gradients[i] = r.gradient[values[i]->id];
    sn_arena_destroy(arena);
    return status;
}
