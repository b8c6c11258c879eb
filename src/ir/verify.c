/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of a graph, in time linear in nodes and uses. The walk in list order registers each value
 * where it is defined (a constant: where it is first read) and counts its readers; so whatever is
 * read and not registered is out of order, and whatever list of uses has another length than the
 * count is broken. Bodies are checked where their node stands, with the same tables of ids. */
#include "base/map.h"
#include "base/vec.h"
#include "ir/contents.h"
#include "ir/graph_inner.h"

typedef struct verify_seen {
    const sn_value *value;
    const sn_graph *graph; /* whose node or reader it was seen at */
    uint32_t n_uses;       /* counted from the nodes */
} verify_seen;

typedef struct verifier {
    const sn_graph *g;
    sn_ctx *ctx;
    sn_arena *scratch;
    verify_seen *values; /* by id; ids are those of the root and of all bodies */
    const sn_node **nodes;
    uint32_t n_ids;
    SN_VEC(uint32_t) order; /* ids of values of this graph as they were seen */
} verifier;

#define DEMAND(v, n, cond, ...)                                                                    \
    do {                                                                                           \
        if (!(cond)) return sn_node_fail((v)->ctx, (n), SN_E_INTERNAL, __VA_ARGS__);               \
    } while (0)
#define DEMAND_G(v, cond, ...) SN_CHECK((v)->ctx, (cond), SN_E_INTERNAL, __VA_ARGS__)

static sn_status check_shape(const verifier *v, const sn_node *n, const sn_value *value)
{
    const sn_shape *s = &value->shape;
    DEMAND(v, n, (unsigned)value->type < SN_N_TYPES, "value %u has no valid type", value->id);
    DEMAND(v, n, s->rank >= -1 && s->rank <= SN_MAX_RANK, "value %u has rank %d", value->id,
           s->rank);
    for (int i = s->rank < 0 ? 0 : s->rank; i < SN_MAX_RANK; i++) {
        DEMAND(v, n, s->d[i] == 0, "value %u has a size beyond its rank", value->id);
    }
    return SN_OK;
}

static sn_status register_value(verifier *v, const sn_node *n, const sn_value *value)
{
    DEMAND(v, n, value->id < v->g->n_ids, "value %u has an id of %u and more", value->id,
           v->g->n_ids);
    DEMAND(v, n, v->g->n_ids <= v->n_ids, "its graph has more ids than the network");
    DEMAND(v, n, !v->values[value->id].value && !v->nodes[value->id], "id %u is used twice",
           value->id);
    v->values[value->id].value = value;
    v->values[value->id].graph = v->g;
    SN_PUSH(v->order, value->id);
    const sn_contents *known = value->contents;
    DEMAND(v, n, !known || known->n == sn_contents_count(value->type, &value->shape),
           "value %u has contents of %d elements, its shape has others", value->id, known->n);
    return check_shape(v, n, value);
}

static sn_status check_const(verifier *v, const sn_node *n, const sn_value *value)
{
    const sn_tensor *data = value->data;
    DEMAND(v, n, value->kind != SN_RESULT, "value %u is a result that no node defines", value->id);
    DEMAND(v, n, data, "constant %u has no data", value->id);
    DEMAND(v, n, value->type == data->type && sn_shape_equal(&value->shape, &data->shape),
           "constant %u has another type or shape than its data", value->id);
    return SN_OK;
}

static sn_status check_input(verifier *v, const sn_node *n, uint16_t slot)
{
    const sn_use *u = &n->in[slot];
    const sn_slot *role = sn_op_slot(n->op, slot);
    DEMAND(v, n, u->node == n && u->slot == slot, "use %u does not know its place", slot);
    if (!u->value) {
        DEMAND(v, n, role->flags & SN_SLOT_OPTIONAL, "input %u (%s) is left out", slot, role->name);
        return SN_OK;
    }
    const sn_value *value = u->value;
    DEMAND(v, n, value->id < v->g->n_ids, "input %u has an id of %u and more", slot, v->g->n_ids);
    if (!value->def && v->values[value->id].value != value) {
        SN_TRY(register_value(v, n, value));
        SN_TRY(check_const(v, n, value));
    }
    DEMAND(v, n, v->values[value->id].value == value, "input %u (%s) is not defined before", slot,
           role->name);
    DEMAND(v, n, v->values[value->id].graph == v->g, "input %u (%s) is a value of another graph",
           slot, role->name);
    v->values[value->id].n_uses++;
    return SN_OK;
}

static sn_status check_output(verifier *v, const sn_node *n, uint16_t slot)
{
    const sn_value *value = n->out[slot];
    DEMAND(v, n, value, "output %u is missing", slot);
    DEMAND(v, n, value->def == n && value->def_slot == slot, "output %u does not know its place",
           slot);
    DEMAND(v, n, value->kind == SN_RESULT && !value->data, "output %u has data of its own", slot);
    return register_value(v, n, value);
}

static sn_status check_params(const verifier *v, const sn_node *n)
{
    const sn_op *op = n->op;
    DEMAND(v, n, (n->params != NULL) == (op->params_bytes > 0), "params are %s",
           n->params ? "there, but the operator has none" : "missing");
    if (!n->params) return SN_OK;
    const char *bad = sn_params_check(op->params, n->params, v->scratch);
    if (!bad && op->validate) bad = op->validate(n->params, v->scratch);
    DEMAND(v, n, !bad, "%s", bad);
    return SN_OK;
}

static sn_status check_arity(const verifier *v, const sn_node *n)
{
    int min = sn_op_min_inputs(n->op), max = sn_op_max_inputs(n->op);
    DEMAND(v, n, n->n_in >= min && n->n_in <= max, "%d inputs found, %s%d expected", n->n_in,
           n->n_in < min ? "at least " : "at most ", n->n_in < min ? min : max);
    DEMAND(v, n, n->op->n_out == SN_VARIADIC_OUT || n->op->n_out == n->n_out,
           "%d outputs found, %d expected", n->n_out, n->op->n_out);
    return SN_OK;
}

static sn_status check_graph(verifier *v);

static sn_status check_bodies(verifier *v, const sn_node *n)
{
    const int expected = sn_op_n_bodies(n->op);
    DEMAND(v, n, n->n_body == expected, "%d bodies found, %d expected", (int)n->n_body, expected);
    for (uint16_t i = 0; i < n->n_body; i++) {
        const sn_graph *body = n->body[i];
        DEMAND(v, n, body && body->ctx == v->ctx, "body %u is missing", i);
        DEMAND(v, n,
               body->root == v->g->root && body->owner == n && body->dims == v->g->dims &&
                   body->origins == v->g->origins,
               "body %u belongs to another network or node", i);
        DEMAND(v, n, body->depth == v->g->depth + 1 && body->depth <= SN_MAX_BODY_DEPTH,
               "body %u is at depth %d, at most %d expected", i, body->depth, SN_MAX_BODY_DEPTH);
        DEMAND(v, n, sn_graph_output(body), "body %u has no results", i);
        verifier inner = *v;
        inner.g = body;
        inner.order.v = NULL;
        inner.order.n = inner.order.cap = 0;
        SN_TRY(check_graph(&inner));
    }
    const char *wrong = n->n_body ? n->op->bodies_wrong(n, v->scratch) : NULL;
    DEMAND(v, n, !wrong, "%s", wrong);
    return SN_OK;
}

static sn_status check_node(verifier *v, const sn_node *n)
{
    DEMAND(v, n, n->graph == v->g, "it belongs to another graph");
    DEMAND(v, n, n->id < v->g->n_ids, "its id is %u, below %u expected", n->id, v->g->n_ids);
    DEMAND(v, n, !v->nodes[n->id] && !v->values[n->id].value, "id %u is used twice", n->id);
    v->nodes[n->id] = n;
    DEMAND(v, n, !sn_op_has(n->op, SN_TRAIT_OUTPUT) || !n->next, "the output node is not the last");
    SN_TRY(check_arity(v, n));
    SN_TRY(check_params(v, n));
    for (uint16_t i = 0; i < n->n_in; i++) SN_TRY(check_input(v, n, i));
    DEMAND(v, n, n->is_shown == sn_node_shows_constant(n), "it %s a constant",
           n->is_shown ? "does not show" : "shows");
    for (uint16_t i = 0; i < n->n_out; i++) SN_TRY(check_output(v, n, i));
    return check_bodies(v, n);
}

/* Each of n_uses entries is some node's input, and there are no others. */
static sn_status check_uses(const verifier *v, const verify_seen *s)
{
    const sn_value *value = s->value;
    DEMAND_G(v, value->n_uses == s->n_uses, "value %u says %u uses, nodes have %u", value->id,
             value->n_uses, s->n_uses);
    uint32_t n = 0;
    const sn_use *before = NULL;
    for (const sn_use *u = value->uses; u; before = u, u = u->next) {
        DEMAND_G(v, n++ < s->n_uses, "value %u has more than %u uses in its list", value->id,
                 s->n_uses);
        DEMAND_G(v, u->value == value && u->prev == before, "a use of value %u is linked wrong",
                 value->id);
        bool linked =
            u->node->graph == v->g && u->slot < u->node->n_in && &u->node->in[u->slot] == u;
        DEMAND_G(v, linked, "a use of value %u is of no node", value->id);
    }
    DEMAND_G(v, n == s->n_uses, "value %u has %u uses in its list, %u expected", value->id, n,
             s->n_uses);
    return SN_OK;
}

static sn_status check_result_names(const verifier *v)
{
    const sn_node *output = sn_graph_output(v->g);
    if (!output) return SN_OK;
    sn_map *names = sn_map_create(v->scratch);
    for (uint16_t i = 0; i < output->n_in; i++) {
        const char *name = sn_output_name(output, i);
        if (!name) continue;
        DEMAND(v, output, !sn_map_has(names, name), "two results are named '%s'", name);
        sn_map_put(names, name, (void *)output);
    }
    return SN_OK;
}

static sn_status check_graph(verifier *v)
{
    const sn_graph *g = v->g;
    uint32_t count = 0;
    const sn_node *before = NULL;
    for (const sn_node *n = g->first; n; before = n, n = n->next) {
        DEMAND_G(v, count++ < g->n_nodes, "more than %u nodes are in the list", g->n_nodes);
        DEMAND_G(v, n->prev == before && n->op, "node %u is linked wrong", n->id);
        SN_TRY(check_node(v, n));
    }
    DEMAND_G(v, count == g->n_nodes && before == g->last, "%u nodes are in the list, %u expected",
             count, g->n_nodes);
    for (size_t i = 0; i < v->order.n; i++) SN_TRY(check_uses(v, &v->values[v->order.v[i]]));
    return check_result_names(v);
}

sn_status sn_graph_verify(const sn_graph *g)
{
    sn_arena *scratch = sn_arena_create(g->ctx);
    verifier v = {.g = g, .ctx = g->ctx, .scratch = scratch, .order = SN_VEC_IN(scratch)};
    v.n_ids = g->root->n_ids;
    v.values = SN_NEW_N(scratch, verify_seen, v.n_ids);
    v.nodes = SN_NEW_N(scratch, const sn_node *, v.n_ids);
    sn_status s = check_graph(&v);
    sn_arena_destroy(scratch);
    return s;
}
