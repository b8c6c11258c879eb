/* SPDX-License-Identifier: Apache-2.0
 *
 * Names, and the nodes of a graph in order. */
#include "formats/onnx/out/writer.h"

#include <string.h>

#include "base/map.h"
#include "base/ways.h"
#include "formats/onnx/ops/call.h"
#include "formats/onnx/out/export.h"
#include "ops/control.h"

enum { GRAPH_NODE = 1, GRAPH_NAME = 2, GRAPH_INPUT = 11, GRAPH_OUTPUT = 12 };
enum { NODE_INPUT = 1, NODE_OUTPUT = 2, NODE_TYPE = 4, NODE_ATTRIBUTE = 5, ATTR_NAME = 1 };

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_free(const sn_onnx_writer *w, const char *name)
{
    return *name && !sn_map_has(w->used, name);
}

static const char *take(sn_onnx_writer *w, const char *name)
{
    sn_map_put(w->used, name, w);
    return name;
}

const char *sn_onnx_fresh_name(sn_onnx_writer *w, const char *like)
{
    const char *name;
    do {
        name = sn_arena_printf(w->arena, "%s_%u", like, (unsigned)++w->n_names);
    } while (!is_free(w, name) || sn_graph_has_named(w->g, name));
    return take(w, name);
}

/* A constant without a name is called after who reads it. */
static const char *name_for(const sn_onnx_writer *w, const sn_value *v)
{
    const sn_node *n = v->def ? v->def : v->uses ? v->uses->node : NULL;
    const char *node = n && n->name && *n->name ? n->name : n ? n->op->name : "constant";
    if (v->def) return node;
    const sn_slot *slot = n ? sn_op_slot(n->op, v->uses->slot) : NULL;
    return sn_arena_printf(w->arena, "%s.%s", node, slot ? slot->name : "data");
}

const char *sn_onnx_name_of(sn_onnx_writer *w, const sn_value *v)
{
    if (!v) return "";
    const char *name = sn_map_get_u64(w->names, v->id);
    if (name) return name;
    if (!v->def && v->data) {
        name = sn_map_get_u64(w->tensors, (uintptr_t)v->data);
        if (name) return name;
    }
    const char *own = v->name && is_free(w, v->name) ? v->name : NULL;
    if (!own) {
        const char *other = name_for(w, v);
        own = is_free(w, other) && !sn_graph_has_named(w->g, other) ? other : NULL;
        if (!own) own = sn_onnx_fresh_name(w, other);
    }
    take(w, own);
    sn_map_put_u64(w->names, v->id, (void *)own);
    if (!v->def && v->data) (void)sn_onnx_constant(w, v->data, own);
    return own;
}

const char *sn_onnx_constant(sn_onnx_writer *w, const sn_tensor *t, const char *name)
{
    const char *has = sn_map_get_u64(w->tensors, (uintptr_t)t);
    if (has) return has;
    sn_map_put_u64(w->tensors, (uintptr_t)t, (void *)name);
    SN_PUSH(w->initializers, ((sn_onnx_initializer){name, t}));
    return name;
}

/* ---- nodes of the file ----------------------------------------------------------------------- */

/* The name of an input or output; `was` is what the record calls it. */
static const char *bound_name(sn_onnx_writer *w, const sn_onnx_bound *b, const char *was)
{
    if (b->value) return sn_onnx_name_of(w, b->value);
    if (!b->tensor || !*was) return "";
    const char *has = sn_map_get_u64(w->tensors, (uintptr_t)b->tensor);
    if (has) return has;
    return sn_onnx_constant(w, b->tensor,
                            is_free(w, was) ? take(w, was) : sn_onnx_fresh_name(w, was));
}

/* Those of the call that a function was made for, as attributes of a node of it. */
static void put_attributes(sn_onnx_writer *w, const sn_onnx_node *record, sn_str *to)
{
    for (size_t i = 0; i < record->attrs.n; i++) {
        const sn_onnx_attr *a = &record->attrs.v[i];
        sn_wire read = sn_wire_of(a->raw);
        sn_wire_field f;
        sn_str s;
        sn_str_init(&s, w->arena);
        sn_wire_put_string(&s, ATTR_NAME, a->name);
        while (sn_wire_next(&read, &f))
            if (f.number != ATTR_NAME) sn_str_addn(&s, f.raw.s, f.raw.n);
        sn_wire_put_bytes(to, NODE_ATTRIBUTE, (sn_text){s.s, s.n});
    }
}

/* The record with other names of what it reads and makes, which stand where they stood. */
static void put_record(sn_onnx_writer *w, const sn_onnx_node *record, const char *const *in,
                       const char *const *out, sn_str *to)
{
    sn_wire read = sn_wire_of(record->raw);
    sn_wire_field f;
    sn_str s;
    size_t at_in = 0, at_out = 0;
    sn_str_init(&s, w->arena);
    while (sn_wire_next(&read, &f)) {
        if (f.number == NODE_INPUT && f.form == SN_WIRE_BYTES)
            sn_wire_put_string(&s, NODE_INPUT, in[at_in++]);
        else if (f.number == NODE_OUTPUT && f.form == SN_WIRE_BYTES)
            sn_wire_put_string(&s, NODE_OUTPUT, out[at_out++]);
        else if (f.number != NODE_ATTRIBUTE || !record->in_function)
            sn_str_addn(&s, f.raw.s, f.raw.n);
    }
    if (record->in_function) put_attributes(w, record, &s);
    sn_wire_put_bytes(to, GRAPH_NODE, (sn_text){s.s, s.n});
}

static bool is_constant(const sn_node *n) { return n->op == &sn_op_constant; }

/* Whether its body reads what it read, by the names that those have. */
static bool reads_the_same(sn_onnx_writer *w, const sn_onnx_kept *kept)
{
    for (size_t i = 0; i < kept->captures.n; i++) {
        const sn_value *v = kept->captures.v[i];
        if (strcmp(sn_onnx_name_of(w, v), kept->capture_names.v[i]) != 0) return false;
    }
    return true;
}

static void put_kept(sn_onnx_writer *w, const sn_onnx_kept *kept, sn_str *to)
{
    const sn_onnx_node *record = kept->record;
    const char **in = SN_NEW_N(w->arena, const char *, record->inputs.n);
    const char **out = SN_NEW_N(w->arena, const char *, record->outputs.n);
    for (size_t i = 0; i < record->inputs.n; i++)
        in[i] = bound_name(w, &kept->in[i], record->inputs.v[i]);
    for (size_t i = 0; i < record->outputs.n; i++) {
        const char *was = record->outputs.v[i];
        const sn_value *v = kept->out[i].value;
        out[i] = v && !is_constant(v->def) ? sn_onnx_name_of(w, v)
                 : is_free(w, was)         ? take(w, was)
                 : *was                    ? sn_onnx_fresh_name(w, was)
                                           : "";
    }
    put_record(w, record, in, out, to);
}

/* ---- others ---------------------------------------------------------------------------------- */

static void refuse(const sn_onnx_writer *w, const sn_node *n, const char *why, const char *way)
{
    sn_refuse(w->refused, sn_node_op_name(n), sn_place_of(w->arena, n), why, way);
}

/* A node that is none of ours, as it stood in the file: its inputs are those of its record. */
static bool put_call(sn_onnx_writer *w, const sn_node *n, sn_str *to)
{
    const sn_onnx_node *record = sn_onnx_record_of(n);
    if (n->op->dialect != sn_format_onnx.dialect || !record) return false;
    const sn_onnx_call_params *p = n->params;
    if (!*p->domain && p->version != w->opset) {
        if (n->boundary)
            refuse(w, n,
                   sn_arena_printf(w->arena,
                                   "%s, so that it can be copied alone, and it is of version %d",
                                   n->boundary, (int)p->version),
                   sn_arena_printf(w->arena, SN_WAY_OPSET("%d") " keeps it", (int)p->version));
        else
            refuse(w, n, "what it does depends on sizes that are not known", sn_onnx_give_sizes);
        return true;
    }
    /* A body may name attributes of the function, too. */
    for (size_t i = 0; i < record->attrs.n; i++)
        if (record->in_function &&
            (record->attrs.v[i].type == SN_ONNX_GRAPH || record->attrs.v[i].type == SN_ONNX_GRAPHS))
            return false;
    const char **in = SN_NEW_N(w->arena, const char *, record->inputs.n);
    const char **out = SN_NEW_N(w->arena, const char *, record->outputs.n);
    for (size_t i = 0; i < record->inputs.n; i++) in[i] = sn_onnx_name_of(w, sn_in(n, (unsigned)i));
    for (size_t i = 0; i < record->outputs.n; i++)
        out[i] = i < n->n_out ? sn_onnx_name_of(w, n->out[i]) : "";
    put_record(w, record, in, out, to);
    return true;
}

static void put_cast(sn_onnx_export *e, const char *x, sn_type type, const char *y)
{
    sn_onnx_attr_int(e, "to", sn_onnx_data_type_of(type));
    SN_ONNX_PUT(e, "Cast", 6, y, x);
}

/* A formula of halves is computed in f32, and rounded once. */
static void put_wide(sn_onnx_export *e)
{
    const sn_node *n = e->n;
    const char **out = e->out;
    e->wide = true;
    e->out = sn_onnx_no_names(e->arena, n->n_out);
    for (uint16_t i = 0; i < n->n_out; i++) e->out[i] = sn_onnx_fresh_name(e->w, out[i]);
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (!sn_in(n, i) || !sn_type_is_narrow(sn_in(n, i)->type)) continue;
        const char *wide = sn_onnx_fresh_name(e->w, e->in[i]);
        put_cast(e, e->in[i], SN_TYPE_f32, wide);
        e->in[i] = wide;
    }
    e->row->put(e);
    for (uint16_t i = 0; i < n->n_out; i++) put_cast(e, e->out[i], n->out[i]->type, out[i]);
}

/* False with why it cannot be. */
static bool put_spelled(sn_onnx_export *e)
{
    sn_onnx_export asked = *e;
    asked.nodes = NULL;
    bool narrow = false;
    e->row->put(&asked);
    for (uint16_t i = 0; i < e->n_in; i++)
        narrow = narrow || (sn_in(e->n, i) && sn_type_is_narrow(sn_in(e->n, i)->type));
    if (asked.wrong) {
        e->wrong = asked.wrong;
        e->way = asked.way;
    } else if (asked.composed && narrow) {
        put_wide(e);
    } else {
        e->row->put(e);
    }
    return !e->wrong;
}

static sn_onnx_export export_of(sn_onnx_writer *w, const sn_node *n, const sn_onnx_spelled *row,
                                sn_str *to)
{
    sn_onnx_export e = {.w = w,
                        .ctx = w->ctx,
                        .arena = w->arena,
                        .row = row,
                        .op = n->op,
                        .params = n->params,
                        .n_in = n->n_in,
                        .n = n,
                        .opset = w->opset,
                        .runtime = w->runtime,
                        .in = sn_onnx_no_names(w->arena, n->n_in),
                        .out = sn_onnx_no_names(w->arena, n->n_out),
                        .n_before = w->initializers.n,
                        .nodes = to};
    for (uint16_t i = 0; i < n->n_in; i++) e.in[i] = sn_onnx_name_of(w, sn_in(n, i));
    for (uint16_t i = 0; i < n->n_out; i++) e.out[i] = sn_onnx_name_of(w, n->out[i]);
    return e;
}

static void put_node(sn_onnx_writer *w, const sn_node *n, sn_str *to)
{
    if (n->op == &sn_op_constant) {
        const sn_value *data = sn_in(n, 0);
        const char *there = data->data ? sn_map_get_u64(w->tensors, (uintptr_t)data->data) : NULL;
        if (there && !sn_map_has_u64(w->names, n->out[0]->id)) {
            sn_map_put_u64(w->names, n->out[0]->id, (void *)there);
            return;
        }
        if (data->data) (void)sn_onnx_constant(w, data->data, sn_onnx_name_of(w, n->out[0]));
        const char *is = data->data ? sn_map_get_u64(w->tensors, (uintptr_t)data->data) : NULL;
        if (!is) {
            refuse(w, n, "its contents are not known", NULL);
            return;
        }
        if (strcmp(is, sn_onnx_name_of(w, n->out[0])) == 0) return;
    }
    if (put_call(w, n, to)) return;
    const sn_onnx_spelled *row =
        sn_onnx_spelled_of(n->op == &sn_op_constant ? &sn_op_identity : n->op);
    if (!row) {
        if (n->boundary)
            refuse(w, n, n->boundary, NULL);
        else if (n->op->resolve || n->op->adapts)
            refuse(w, n, "what it does depends on sizes that are not known", sn_onnx_give_sizes);
        else
            refuse(w, n, "ONNX has no such operator, and sinter no way to say it with others",
                   NULL);
        return;
    }
    sn_onnx_export e = export_of(w, n, row, to);
    if (!put_spelled(&e)) refuse(w, n, e.wrong, e.way);
}

bool sn_onnx_stands_alone(const sn_onnx_writer *w, const sn_node *n)
{
    const sn_onnx_kept *kept = sn_map_get_u64(w->as_read.kept, n->id);
    return !kept || kept->nodes.n == 1;
}

/* In one record with what reads it. */
static bool put_joined(sn_onnx_writer *w, const sn_node *n, sn_str *to)
{
    const sn_onnx_spelled *row = sn_onnx_spelled_of(n->op);
    if (!w->runtime || !row || !sn_onnx_stands_alone(w, n)) return false;
    sn_onnx_export e = export_of(w, n, row, to);
    const sn_node *reader = sn_onnx_runtime_joins(&e);
    if (reader) sn_map_put_u64(w->joined, reader->id, (void *)reader);
    return reader != NULL;
}

/* Names of nodes that are copied, which no other node takes. */
static void keep_node_names(sn_onnx_writer *w, const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        const sn_onnx_kept *kept = sn_map_get_u64(w->as_read.kept, n->id);
        const sn_onnx_node *record =
            n->op->dialect == sn_format_onnx.dialect ? sn_onnx_record_of(n) : NULL;
        if (kept && kept->first == n)
            sn_map_put(w->node_names, kept->record->name, (void *)(uintptr_t)1);
        if (record) sn_map_put(w->node_names, record->name, (void *)(uintptr_t)1);
    }
}

const char *sn_onnx_node_name(sn_onnx_writer *w, const char *like)
{
    uintptr_t n = *like ? (uintptr_t)sn_map_get(w->node_names, like) : 0;
    const char *name = like;
    if (!*like) return like;
    for (; n && sn_map_has(w->node_names, name); n++)
        name = sn_arena_printf(w->arena, "%s_%u", like, (unsigned)n);
    sn_map_put(w->node_names, name, (void *)(uintptr_t)1);
    sn_map_put(w->node_names, like, (void *)(n ? n : 1));
    return name;
}

/* A constant, whose place is in the network's list, though its record makes it. */
static bool is_read_by_others(const sn_onnx_kept *kept, const sn_node *n)
{
    if (!is_constant(n)) return false;
    bool is = is_constant(kept->first);
    for (size_t k = 0; k < kept->record->outputs.n; k++) is = is || kept->out[k].value == n->out[0];
    return is;
}

static void forget(const sn_onnx_writer *w, const sn_onnx_kept *kept)
{
    for (size_t i = 0; i < kept->nodes.n; i++)
        sn_map_put_u64(w->as_read.kept, kept->nodes.v[i]->id, NULL);
}

void sn_onnx_put_nodes(sn_onnx_writer *w, const sn_graph *g, sn_str *out)
{
    keep_node_names(w, g);
    SN_EACH_NODE(n, g)
    {
        if (sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT)) continue;
        if (sn_map_has_u64(w->joined, n->id)) continue;
        const sn_onnx_kept *kept = sn_map_get_u64(w->as_read.kept, n->id);
        const bool anew =
            kept && (!reads_the_same(w, kept) || (w->runtime && sn_op_n_bodies(n->op) > 0));
        if (kept && kept->nodes.v[0] == n && anew) {
            forget(w, kept);
            kept = NULL;
        }
        if (put_joined(w, n, out)) continue;
        if (!kept || is_read_by_others(kept, n))
            put_node(w, n, out);
        else if (kept->first == n)
            put_kept(w, kept, out);
    }
}

/* ---- bodies ---------------------------------------------------------------------------------- */

/* A result has a name of its own, and is made by a node: else a copy is. */
static const char *result_name(sn_onnx_writer *w, const sn_value *v, const char *outside,
                               sn_map *results, sn_str *nodes)
{
    const char *name = sn_onnx_name_of(w, v);
    const bool fits = !outside || strcmp(outside, name) == 0;
    /* What a body reads of outside, and constants, which stand there, are not made in it. */
    const bool inner = v->def && v->def->graph->owner != NULL;
    const bool fed = !v->def || (sn_op_has(v->def->op, SN_TRAIT_INPUT) && (inner || !outside)) ||
                     (sn_op_has(v->def->op, SN_TRAIT_CONSTANT) && inner);
    if (fits && !fed && !sn_map_has(results, name)) {
        sn_map_put(results, name, w);
        return name;
    }
    const char *copy = outside ? outside : sn_onnx_fresh_name(w, name);
    if (v->def && v->type != SN_TYPE_UNKNOWN &&
        !sn_onnx_takes("", "Identity", w->opset, 0, v->type))
        refuse(w, v->def,
               sn_arena_printf(w->arena, "it is a result, and Identity of version %d takes no %s",
                               w->opset, sn_type_name(v->type)),
               NULL);
    sn_str s;
    sn_str_init(&s, w->arena);
    sn_wire_put_string(&s, NODE_INPUT, name);
    sn_wire_put_string(&s, NODE_OUTPUT, copy);
    sn_wire_put_string(&s, NODE_TYPE, "Identity");
    sn_wire_put_bytes(nodes, GRAPH_NODE, (sn_text){s.s, s.n});
    sn_map_put(results, copy, w);
    return copy;
}

void sn_onnx_name_results(sn_onnx_writer *w, const sn_node *output)
{
    for (uint16_t i = 0; i < output->n_in; i++) {
        const sn_value *v = sn_in(output, i);
        const char *outside = sn_output_name(output, i);
        if (!outside) continue;
        const bool makes =
            v->def && !sn_op_has(v->def->op, SN_TRAIT_INPUT) && !sn_map_has_u64(w->names, v->id);
        if (makes && is_free(w, outside)) sn_map_put_u64(w->names, v->id, (void *)outside);
        take(w, outside);
    }
}

const char **sn_onnx_put_results(sn_onnx_writer *w, const sn_node *output, sn_str *nodes)
{
    sn_map *results = sn_map_create(w->arena);
    const char **names = SN_NEW_N(w->arena, const char *, output->n_in);
    for (uint16_t i = 0; i < output->n_in; i++)
        names[i] = result_name(w, sn_in(output, i), sn_output_name(output, i), results, nodes);
    return names;
}

static void put_info(sn_onnx_writer *w, uint32_t field, const char *name, const sn_value *v,
                     sn_str *out)
{
    sn_str info;
    sn_str_init(&info, w->arena);
    sn_onnx_put_value_info(w, name, v, &info);
    sn_wire_put_bytes(out, field, (sn_text){info.s, info.n});
}

void sn_onnx_put_body(sn_onnx_writer *w, const sn_node *n, int which, int n_formal, sn_str *out)
{
    const sn_graph *body = n->body[which];
    const sn_node *output = sn_graph_output(body);
    const int first = sn_first_capture(n);
    for (int i = 0; i < (int)sn_graph_n_fed(body); i++) {
        const sn_value *fed = sn_graph_fed(body, (size_t)i);
        if (i < n_formal)
            (void)sn_onnx_name_of(w, fed);
        else
            sn_map_put_u64(w->names, fed->id,
                           (void *)sn_onnx_name_of(w, sn_in(n, (unsigned)(first + i - n_formal))));
    }
    sn_onnx_put_nodes(w, body, out);
    const char **names = sn_onnx_put_results(w, output, out);
    sn_wire_put_string(out, GRAPH_NAME, sn_onnx_fresh_name(w, "body"));
    for (int i = 0; i < n_formal; i++) {
        const sn_value *fed = sn_graph_fed(body, (size_t)i);
        put_info(w, GRAPH_INPUT, sn_onnx_name_of(w, fed), fed, out);
    }
    for (uint16_t i = 0; i < output->n_in; i++)
        put_info(w, GRAPH_OUTPUT, names[i], sn_in(output, i), out);
}
