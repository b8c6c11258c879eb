/* SPDX-License-Identifier: Apache-2.0
 *
 * The file read again, and compared. Import is deterministic, so that what it makes has the ids in
 * the second graph that it had in the first; ids are never used twice. */
#include "formats/onnx/as_read.h"

#include "base/map.h"
#include "ir/contents.h"
#include "ops/ops.h"

#include <string.h>

typedef SN_VEC(const sn_node *) node_list;

/* Nodes of one record of the file, in the graph and in the one that was read again. */
typedef struct record_nodes {
    node_list is, was;
} record_nodes;

typedef struct comparison {
    const sn_graph *g;
    int opset;
    sn_arena *arena;
    sn_dims *dims;     /* of g */
    sn_map *records;   /* record_nodes * by number */
    sn_map *values;    /* of g, by id */
    sn_map *constants; /* of the file, by the id of their value, whether it is still there or not */
    sn_map *position;  /* of nodes of g in their graph, from 1 on, by id */
    sn_map *unrecorded; /* constants of the file that no record makes, by the id of their node */
    uint32_t n_made;    /* ids below it were given before anything was inferred */
    sn_onnx_as_read *out;
} comparison;

/* ---- one node -------------------------------------------------------------------------------- */

/* A node of the file that is being compared. */
typedef struct unit_match {
    comparison *c;
    const sn_onnx_unit *unit;
    const record_nodes *nodes;
    sn_map *as;      /* what values of the one are in the other, by id */
    sn_map *dropped; /* values of nodes that are there no more, by id: nothing depends on them */
    sn_onnx_bound *in;
} unit_match;

static bool same_tensor(const sn_tensor *a, const sn_tensor *b)
{
    if (a == b || (a->record.n && a->record.s == b->record.s)) return true;
    return a->type == b->type && sn_shape_equal(&a->shape, &b->shape) && sn_tensor_same_bytes(a, b);
}

/* Whether what the record becomes is the same where it reads this value instead. */
static bool same_facts(const unit_match *u, const sn_value *was, const sn_value *is)
{
    if (was->id == is->id && was->id < u->c->n_made) return true;
    if (was->type != is->type || was->shape.rank != is->shape.rank || was->contents) return false;
    const sn_dims *from = was->def->graph->root->dims;
    for (int k = 0; k < was->shape.rank; k++) {
        const sn_dim d = sn_dim_translate(from, was->shape.d[k], u->c->dims, NULL, NULL);
        if (!sn_dim_equal(d, is->shape.d[k])) return false;
    }
    return true;
}

/* Inputs of the record that are `was` are `is`, each time they are read. */
static bool bind(const unit_match *u, const sn_value *was, const sn_value *is)
{
    for (size_t k = 0; k < u->unit->record->inputs.n; k++) {
        if (u->unit->in[k] != was) continue;
        if (u->in[k].value && u->in[k].value != is) return false;
        u->in[k].value = is;
    }
    return true;
}

static bool same_input(const unit_match *u, const sn_value *was, const sn_value *is)
{
    if (!was || !is) return !was == !is;
    if (!was->def) {
        const bool same = !is->def && is->data && was->data && same_tensor(was->data, is->data);
        return same && bind(u, was, is);
    }
    const sn_value *as = sn_map_get_u64(u->as, was->id);
    if (as) return as == is;
    const sn_onnx_node *record = sn_onnx_record_of(was->def);
    if (record && record->unit->number == u->unit->record->number) return false;
    return is->def && same_facts(u, was, is) && bind(u, was, is);
}

static bool same_params(const sn_node *a, const sn_node *b)
{
    return !a->op->params || sn_params_equal(a->op->params, a->params, b->params);
}

static bool same_node(const unit_match *u, const sn_node *was, const sn_node *is)
{
    bool same = was->op == is->op && was->n_in == is->n_in && was->n_out == is->n_out &&
                same_params(was, is) && was->n_body == is->n_body;
    for (uint16_t i = 0; same && i < was->n_in; i++)
        same = same_input(u, sn_in(was, i), sn_in(is, i));
    if (!same || (was->n_body && !sn_node_same_bodies(was, is))) return false;
    for (uint16_t i = 0; i < was->n_out; i++) sn_map_put_u64(u->as, was->out[i]->id, is->out[i]);
    return true;
}

/* All nodes that there are, in order: as many, or those that were not dropped since nothing depends
 * on them. No other node of the record that is still there reads these (same_input). */
static bool same_nodes(const unit_match *u)
{
    const bool all = u->nodes->is.n == u->nodes->was.n;
    size_t at = 0;
    for (size_t i = 0; i < u->nodes->was.n; i++) {
        const sn_node *was = u->nodes->was.v[i];
        const sn_node *is = at < u->nodes->is.n ? u->nodes->is.v[at] : NULL;
        if (is && (all || is->id == was->id)) {
            if (!same_node(u, was, is)) return false;
            at++;
            continue;
        }
        for (uint16_t k = 0; k < was->n_out; k++)
            sn_map_put_u64(u->dropped, was->out[k]->id, (void *)was);
    }
    return at == u->nodes->is.n;
}

/* Inputs that no node reads, since they only tell what the node is: constants, and what the graph
 * still has. */
static bool bind_the_rest(const unit_match *u)
{
    for (size_t k = 0; k < u->unit->record->inputs.n; k++) {
        const sn_value *was = u->unit->in[k];
        if (!was || u->in[k].value) continue;
        u->in[k].value = sn_map_get_u64(u->c->values, was->id);
        u->in[k].tensor = sn_map_get_u64(u->c->constants, was->id);
        if (!u->in[k].value && !u->in[k].tensor) return false;
    }
    return true;
}

static bool bind_outputs(const unit_match *u, sn_onnx_bound *out)
{
    for (size_t k = 0; k < u->unit->record->outputs.n; k++) {
        const sn_value *was = u->unit->out[k];
        out[k].value = was ? sn_map_get_u64(u->as, was->id) : NULL;
        if (was && !out[k].value && was->n_uses && !sn_map_has_u64(u->dropped, was->id))
            return false;
    }
    return true;
}

/* What bodies read beside the inputs of the record, by its name; it must have one. */
static bool find_captures(const unit_match *u, sn_onnx_kept *kept)
{
    for (size_t i = 0; i < u->nodes->was.n; i++) {
        const sn_node *was = u->nodes->was.v[i];
        const sn_value *y = was->n_out ? sn_map_get_u64(u->as, was->out[0]->id) : NULL;
        if (!y || !was->n_body || sn_onnx_record_of(was) != u->unit->record) continue;
        for (uint16_t k = 0; k < was->n_in; k++) {
            const sn_value *v = sn_in(was, k);
            bool given = !v;
            for (size_t j = 0; j < u->unit->record->inputs.n; j++)
                given = given || u->unit->in[j] == v;
            if (given) continue;
            if (!v->name) return false;
            SN_PUSH(kept->captures, sn_in(y->def, k));
            SN_PUSH(kept->capture_names, v->name);
        }
    }
    return true;
}

static uintptr_t position_of(const comparison *c, const sn_node *n)
{
    return (uintptr_t)sn_map_get_u64(c->position, n->id);
}

/* Whether all that it reads stands in front of the first of its nodes. */
static bool can_stand_together(const comparison *c, const sn_onnx_kept *kept)
{
    const uintptr_t at = position_of(c, kept->first);
    bool can = true;
    for (size_t k = 0; k < kept->record->inputs.n && can; k++) {
        const sn_value *v = kept->in[k].value;
        can = !v || !v->def || v->def->graph != kept->first->graph || position_of(c, v->def) < at;
    }
    for (size_t k = 0; k < kept->captures.n && can; k++) {
        const sn_value *v = kept->captures.v[k];
        can = !v->def || position_of(c, v->def) < at;
    }
    return can;
}

/* Whether what is not one of the record's outputs is read by its own nodes alone: others may have
 * come to read it. */
static bool stays_inside(const unit_match *u, const sn_onnx_kept *kept)
{
    for (size_t i = 0; i < u->nodes->is.n; i++) {
        const sn_node *n = u->nodes->is.v[i];
        const bool in_body = n->graph != kept->first->graph; /* there, others are of the same */
        for (uint16_t k = 0; k < n->n_out && !in_body; k++) {
            bool is_output = false;
            for (size_t j = 0; j < u->unit->record->outputs.n; j++)
                is_output = is_output || kept->out[j].value == n->out[k];
            if (is_output) continue;
            SN_EACH_USE(read, n->out[k])
            {
                const sn_onnx_node *record = sn_onnx_record_of(read->node);
                if (!record || record->unit->number != u->unit->record->number) return false;
            }
        }
    }
    return true;
}

/* Whether its nodes stand in the graph of the first of them, or in bodies of such. */
static bool are_in_one_graph(const sn_onnx_kept *kept)
{
    for (size_t i = 0; i < kept->nodes.n; i++) {
        const sn_node *n = kept->nodes.v[i];
        while (n->graph != kept->first->graph) {
            const sn_onnx_node *record =
                n->graph->owner ? sn_onnx_record_of(n->graph->owner) : NULL;
            if (!record || record->unit->number != kept->record->number) return false;
            n = n->graph->owner;
        }
    }
    return true;
}

static void compare_unit(comparison *c, const sn_onnx_unit *unit)
{
    const record_nodes *nodes = sn_map_get_u64(c->records, unit->record->number);
    if (!nodes || !nodes->is.n || unit->record->in_function) return;
    if (!*unit->record->domain && unit->record->version != c->opset) return;
    sn_onnx_kept *kept = SN_NEW(c->arena, sn_onnx_kept);
    *kept = (sn_onnx_kept){.record = unit->record,
                           .nodes = {.arena = c->arena},
                           .first = nodes->is.v[0],
                           .in = SN_NEW_N(c->arena, sn_onnx_bound, unit->record->inputs.n),
                           .out = SN_NEW_N(c->arena, sn_onnx_bound, unit->record->outputs.n),
                           .captures = {.arena = c->arena},
                           .capture_names = {.arena = c->arena}};
    const unit_match u = {c,       unit, nodes, sn_map_create(c->arena), sn_map_create(c->arena),
                          kept->in};
    for (size_t i = nodes->is.n; i-- > 0;)
        if (nodes->is.v[i]->op != &sn_op_constant) kept->first = nodes->is.v[i];
    for (size_t i = 0; i < nodes->is.n; i++) SN_PUSH(kept->nodes, nodes->is.v[i]);
    if (!are_in_one_graph(kept) || !same_nodes(&u)) return;
    if (!bind_the_rest(&u) || !bind_outputs(&u, kept->out) || !find_captures(&u, kept) ||
        !stays_inside(&u, kept) || !can_stand_together(c, kept))
        return;
    for (size_t i = 0; i < nodes->is.n; i++) sn_map_put_u64(c->out->kept, nodes->is.v[i]->id, kept);
}

/* ---- the network ----------------------------------------------------------------------------- */

static record_nodes *nodes_of(comparison *c, const sn_node *n)
{
    const sn_onnx_node *record = sn_onnx_record_of(n);
    if (!record || sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT)) return NULL;
    record_nodes *r = sn_map_get_u64(c->records, record->unit->number);
    if (r) return r;
    r = SN_NEW(c->arena, record_nodes);
    *r = (record_nodes){.is = {.arena = c->arena}, .was = {.arena = c->arena}};
    sn_map_put_u64(c->records, record->unit->number, r);
    return r;
}

static void note_graph(comparison *c, const sn_graph *g)
{
    uintptr_t at = 0;
    SN_EACH_NODE(n, g)
    {
        record_nodes *r = nodes_of(c, n);
        if (r) SN_PUSH(r->is, n);
        sn_map_put_u64(c->position, n->id, (void *)++at);
        for (uint16_t i = 0; i < n->n_out; i++) sn_map_put_u64(c->values, n->out[i]->id, n->out[i]);
        for (uint16_t i = 0; i < n->n_body; i++) note_graph(c, n->body[i]);
    }
}

static void note_original(comparison *c, const sn_graph *again)
{
    SN_EACH_NODE(n, again)
    {
        record_nodes *r = nodes_of(c, n);
        if (r) SN_PUSH(r->was, n);
        if (!sn_onnx_record_of(n) && n->op == &sn_op_constant)
            sn_map_put_u64(c->unrecorded, n->id, (void *)n);
        if (n->n_body && sn_onnx_record_of(n))
            sn_map_put_u64(c->out->originals, sn_onnx_record_of(n)->number, n);
        for (uint16_t i = 0; i < n->n_body; i++) note_original(c, n->body[i]);
    }
}

/* Before inference drops what is read no more. */
static void note_constants(const comparison *c, const sn_onnx_units *units)
{
    for (size_t i = 0; i < units->n; i++) {
        for (size_t k = 0; k < units->v[i].record->inputs.n; k++) {
            const sn_value *v = units->v[i].in[k];
            const sn_tensor *t = v ? (v->def ? sn_const_of(v) : v->data) : NULL;
            if (!t || sn_map_has_u64(c->constants, v->id)) continue;
            sn_tensor_retain(t);
            SN_PUSH(c->out->held, t);
            sn_map_put_u64(c->constants, v->id, (void *)t);
        }
    }
}

/* The sizes that hold for the graph. */
static void give_sizes(const comparison *c, sn_graph *again)
{
    SN_EACH_NODE(n, again)
    {
        if (!sn_op_has(n->op, SN_TRAIT_INPUT)) continue;
        sn_value *to = n->out[0];
        const sn_value *from = sn_map_get_u64(c->values, to->id);
        if (!from || from->shape.rank < 0) continue;
        sn_shape shape = {.rank = from->shape.rank};
        for (int k = 0; k < shape.rank; k++) {
            const bool known = sn_dim_known(from->shape.d[k]), same = to->shape.rank == shape.rank;
            shape.d[k] = known  ? from->shape.d[k]
                         : same ? to->shape.d[k]
                                : sn_dim_symbol_from(again->dims, to->id, k, 0);
        }
        sn_value_set_shape(to, &shape);
    }
}

/* An initializer that is a result has a node, but no record of one. */
static bool is_result_as_read(const comparison *c, const sn_node *n)
{
    const sn_node *was = sn_map_get_u64(c->unrecorded, n->id);
    if (!was || n->op != &sn_op_constant) return false;
    const sn_tensor *a = sn_in(was, 0)->data, *b = sn_in(n, 0)->data;
    return a && b && same_tensor(a, b);
}

/* Whether some node of g is of no record that is kept. */
static bool has_others(const comparison *c, const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        const bool ends = sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT);
        if (!ends && !sn_map_has_u64(c->out->kept, n->id) && !is_result_as_read(c, n)) return true;
    }
    return false;
}

/* A Gradient names tensors of the file: it says the same only where all else is as it was. */
static void forget_gradients(const comparison *c, const sn_onnx_units *units)
{
    for (size_t i = 0; i < units->n; i++) {
        const record_nodes *r = sn_map_get_u64(c->records, units->v[i].record->number);
        for (size_t k = 0; r && sn_onnx_is_gradient(units->v[i].record) && k < r->is.n; k++)
            sn_map_put_u64(c->out->kept, r->is.v[k]->id, NULL);
    }
}

sn_status sn_onnx_find_kept(const sn_graph *g, int opset, sn_arena *arena, sn_onnx_as_read *out)
{
    *out = (sn_onnx_as_read){.kept = sn_map_create(arena), .originals = sn_map_create(arena)};
    if (!g->origin || g->origin->format != &sn_format_onnx) return SN_OK;
    comparison c = {.g = g,
                    .opset = opset,
                    .arena = arena,
                    .dims = g->dims,
                    .records = sn_map_create(arena),
                    .values = sn_map_create(arena),
                    .constants = sn_map_create(arena),
                    .unrecorded = sn_map_create(arena),
                    .position = sn_map_create(arena),
                    .out = out};
    sn_onnx_units units = {.arena = arena};
    SN_TRY(sn_onnx_load_again(g, arena, &units, &out->again));
    c.n_made = out->again->n_ids;
    note_graph(&c, g);
    out->held.arena = arena;
    note_constants(&c, &units);
    give_sizes(&c, out->again);
    SN_TRY(sn_infer_graph(out->again));
    note_original(&c, out->again);
    for (size_t i = 0; i < units.n; i++) compare_unit(&c, &units.v[i]);
    out->all = !has_others(&c, g);
    SN_EACH_NODE(n, out->again)
    {
        const sn_onnx_node *record = sn_onnx_record_of(n);
        const record_nodes *r = record ? sn_map_get_u64(c.records, record->unit->number) : NULL;
        out->all = out->all && (!r || r->is.n == r->was.n);
    }
    if (!out->all) forget_gradients(&c, &units);
    return SN_OK;
}

void sn_onnx_forget_kept(sn_onnx_as_read *r)
{
    sn_tensors_release(r->held.v, r->held.n);
    sn_graph_destroy(r->again);
}
