/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradient: its attributes name tensors of the graph around it, xs and zs, on which y hangs. Its
 * inputs are the values of xs and zs, in this order; outputs are the gradients of y by xs there.
 * The nodes between them are made once more, in the body of a node that is fed those values: it
 * says what it is of whatever becomes of the others. */
#include <string.h>

#include "formats/onnx/import.h"
#include "formats/onnx/names.h"
#include "ops/ops.h"

typedef struct differentiated {
    sn_onnx_scope *s;
    sn_onnx_node *n; /* the Gradient */
    sn_onnx_names xs, zs;
    const char *y;
    sn_map *made;  /* places of nodes of the graph, from 1 on, by the names of what they make */
    bool *needed;  /* of these nodes: y hangs on them */
    sn_map *named; /* xs and zs; what is known of the name is in `seen` */
    sn_map *seen;  /* names that y hangs on */
    sn_onnx_names constants; /* of these, those that no node makes */
} differentiated;

/* ---- attributes ------------------------------------------------------------------------------ */

static sn_status fail(const differentiated *d, sn_status code, const char *what, const char *name)
{
    return sn_onnx_fail_at(d->s, d->n, code, what, name);
}

static sn_status as_name(const differentiated *d, sn_text t, const char **out)
{
    if (t.n == 0 || memchr(t.s, 0, t.n))
        return fail(d, SN_E_FORMAT, "xs, zs and y name tensors, and no tensor is called so:",
                    sn_arena_strndup(d->s->l->arena, t.n ? t.s : "", t.n));
    *out = sn_arena_strndup(d->s->l->arena, t.s, t.n);
    return SN_OK;
}

static sn_status read_names(const differentiated *d, const sn_onnx_attr *a, sn_onnx_names *out)
{
    out->arena = d->s->l->arena;
    for (size_t i = 0; a && i < a->list.n; i++) {
        const char *name = NULL;
        SN_TRY(as_name(d, a->list.v[i], &name));
        SN_PUSH(*out, name);
    }
    return SN_OK;
}

static bool is_of_type(const sn_onnx_attr *a, sn_onnx_attr_type type)
{
    return !a || a->type == type || a->type == SN_ONNX_UNDEFINED;
}

static sn_status read_attributes(differentiated *d)
{
    const sn_onnx_attr *xs = sn_onnx_attr_named(d->n, "xs"), *zs = sn_onnx_attr_named(d->n, "zs"),
                       *y = sn_onnx_attr_named(d->n, "y");
    for (size_t i = 0; i < d->n->attrs.n; i++) {
        const sn_onnx_attr *a = &d->n->attrs.v[i];
        if (a != xs && a != zs && a != y)
            return fail(d, SN_E_UNSUPPORTED, "it has an attribute that is not known:", a->name);
    }
    if (!xs || !y) return fail(d, SN_E_FORMAT, "it has no", xs ? "y" : "xs");
    if (!is_of_type(xs, SN_ONNX_STRINGS) || !is_of_type(zs, SN_ONNX_STRINGS) ||
        !is_of_type(y, SN_ONNX_STRING))
        return fail(d, SN_E_FORMAT, "xs and zs are lists of names, and y is a name", NULL);
    SN_TRY(read_names(d, xs, &d->xs));
    SN_TRY(read_names(d, zs, &d->zs));
    SN_TRY(as_name(d, y->bytes, &d->y));
    const size_t expected = d->xs.n + d->zs.n;
    if (d->n->inputs.n != expected || d->n->outputs.n > d->xs.n)
        return fail(d, SN_E_FORMAT,
                    sn_arena_printf(d->s->l->arena,
                                    "%zu inputs and %zu outputs found, expected one input for each "
                                    "name in xs and zs (%zu), and an output for each in xs at most "
                                    "(%zu)",
                                    d->n->inputs.n, d->n->outputs.n, expected, d->xs.n),
                    NULL);
    return SN_OK;
}

static bool is_known(const differentiated *d, const char *name)
{
    return sn_map_has(d->made, name) || sn_map_has(d->s->values, name);
}

static sn_status name_all(differentiated *d, const sn_onnx_names *list)
{
    for (size_t i = 0; i < list->n; i++) {
        const char *name = list->v[i];
        if (!is_known(d, name)) return fail(d, SN_E_FORMAT, "no tensor here is called", name);
        if (sn_map_has(d->named, name))
            return fail(d, SN_E_FORMAT, "xs and zs name a tensor twice:", name);
        sn_map_put(d->named, name, d);
    }
    return SN_OK;
}

/* ---- what y hangs on ------------------------------------------------------------------------- */

static void note_made(differentiated *d)
{
    for (size_t i = 0; i < d->s->n_nodes; i++) {
        const sn_onnx_names *out = &d->s->nodes[i].outputs;
        for (size_t k = 0; k < out->n; k++)
            if (*out->v[k]) sn_map_put(d->made, out->v[k], (void *)(uintptr_t)(i + 1));
    }
}

/* What a node reads, its bodies included. */
static sn_status add_reads(const differentiated *d, const sn_onnx_node *n, sn_onnx_names *to)
{
    const sn_onnx_reading *r = &d->s->l->files.reading;
    for (size_t i = 0; i < n->inputs.n; i++)
        if (*n->inputs.v[i]) SN_PUSH(*to, n->inputs.v[i]);
    for (size_t i = 0; i < n->attrs.n; i++) {
        if (n->attrs.v[i].type != SN_ONNX_GRAPH) continue;
        sn_onnx_graph body;
        SN_TRY(sn_onnx_read_graph(r, n->attrs.v[i].bytes, &body));
        SN_TRY(sn_onnx_names_read(r, &body, d->s->depth + 1, to));
    }
    return SN_OK;
}

static sn_status reach(differentiated *d, const char *name, sn_onnx_names *todo)
{
    const uintptr_t place = (uintptr_t)sn_map_get(d->made, name);
    sn_map_put(d->seen, name, d);
    if (sn_map_has(d->named, name)) return SN_OK;
    if (place) {
        if (d->needed[place - 1]) return SN_OK;
        d->needed[place - 1] = true;
        return add_reads(d, &d->s->nodes[place - 1], todo);
    }
    const sn_value *v = sn_map_get(d->s->values, name);
    if (!v && sn_map_has(d->s->values, name)) return SN_OK; /* left out of a call */
    if (!v) return fail(d, SN_E_FORMAT, "nothing makes what y hangs on:", name);
    if (v->def || !v->data)
        return fail(d, SN_E_FORMAT, "y hangs on a tensor that neither xs nor zs name:", name);
    SN_PUSH(d->constants, name);
    return SN_OK;
}

static sn_status find_needed(differentiated *d)
{
    sn_onnx_names todo = {.arena = d->s->l->arena};
    SN_PUSH(todo, d->y);
    while (todo.n) {
        const char *name = todo.v[--todo.n];
        if (!sn_map_has(d->seen, name)) SN_TRY(reach(d, name, &todo));
    }
    for (size_t i = 0; i < d->xs.n; i++)
        if (!sn_map_has(d->seen, d->xs.v[i]))
            return fail(d, SN_E_FORMAT, "y does not hang on", d->xs.v[i]);
    for (size_t i = 0; i < d->n->outputs.n; i++) {
        const char *name = d->n->outputs.v[i];
        if (*name && sn_map_has(d->seen, name))
            return fail(d, SN_E_FORMAT, "y hangs on its own output", name);
    }
    return SN_OK;
}

/* ---- the node -------------------------------------------------------------------------------- */

static sn_status feed_body(sn_onnx_scope *in, const sn_onnx_names *list)
{
    for (size_t i = 0; i < list->n; i++)
        SN_TRY(sn_onnx_define(in, NULL, list->v[i], sn_onnx_fed(in, list->v[i])));
    return SN_OK;
}

static sn_status fill_body(differentiated *d, sn_node *made)
{
    sn_onnx_scope in = *d->s;
    const sn_onnx_node *n = d->n;
    in.g = sn_node_add_body(made);
    in.values = sn_map_create(in.l->arena);
    in.depth++;
    in.unit = n->unit;
    in.prefix = sn_arena_printf(in.l->arena, "%s%s/", d->s->prefix, sn_onnx_name_of_node(n));
    SN_TRY(feed_body(&in, &d->xs));
    SN_TRY(feed_body(&in, &d->zs));
    for (size_t i = 0; i < d->constants.n; i++) {
        const sn_value *v = sn_map_get(d->s->values, d->constants.v[i]);
        SN_TRY(sn_onnx_define(&in, NULL, d->constants.v[i], sn_value_const(in.g, v->data, NULL)));
    }
    for (size_t i = 0; i < in.n_nodes; i++) {
        if (!d->needed[i]) continue;
        SN_TRY(sn_onnx_add_node(&in, sn_arena_copy(in.l->arena, &in.nodes[i], sizeof *in.nodes)));
    }
    return sn_onnx_add_result(&in, d->y, NULL);
}

static sn_status add(differentiated *d)
{
    sn_onnx_scope *s = d->s;
    sn_onnx_values in = {.arena = s->l->arena};
    size_t n_out = d->n->outputs.n;
    while (n_out && !*d->n->outputs.v[n_out - 1]) n_out--;
    SN_TRY(sn_onnx_find_inputs(s, d->n, &in));
    for (size_t i = 0; i < in.n; i++)
        if (!in.v[i]) return fail(d, SN_E_FORMAT, "an input is left out", NULL);
    if (in.n > UINT16_MAX) return fail(d, SN_E_UNSUPPORTED, "too many values", NULL);
    if (n_out == 0) return SN_OK; /* nobody can see what it computes */
    sn_node *made =
        sn_node_create(s->g, NULL, &sn_op_gradient, NULL, (uint16_t)in.n, in.v, (uint16_t)n_out);
    SN_TRY(fill_body(d, made));
    sn_onnx_finish_node(s, made, d->n);
    const char *wrong = sn_op_gradient.bodies_wrong(made, s->l->arena);
    if (wrong) return fail(d, SN_E_FORMAT, wrong, NULL);
    return sn_onnx_define_outputs(s, d->n, made);
}

sn_status sn_onnx_add_gradient(sn_onnx_scope *s, sn_onnx_node *n)
{
    sn_arena *arena = s->l->arena;
    differentiated d = {.s = s,
                        .n = n,
                        .made = sn_map_create(arena),
                        .needed = SN_NEW_N(arena, bool, s->n_nodes),
                        .named = sn_map_create(arena),
                        .seen = sn_map_create(arena),
                        .constants = {.arena = arena}};
    if (n->version != 1)
        return sn_onnx_fail_at(s, n, SN_E_UNSUPPORTED, "sinter has version 1 of it alone", NULL);
    SN_CHECK(s->l->ctx, s->depth < SN_MAX_BODY_DEPTH, SN_E_UNSUPPORTED,
             "%s: bodies are nested deeper than %d", s->l->path, SN_MAX_BODY_DEPTH);
    SN_TRY(read_attributes(&d));
    note_made(&d);
    SN_TRY(name_all(&d, &d.xs));
    SN_TRY(name_all(&d, &d.zs));
    if (!is_known(&d, d.y)) return fail(&d, SN_E_FORMAT, "no tensor here is called", d.y);
    SN_TRY(find_needed(&d));
    return add(&d);
}
