/* SPDX-License-Identifier: Apache-2.0
 *
 * If, Loop and Scan: nodes with bodies, which are made of their graphs at once. A body captures
 * what it reads of the graphs around, by name; captures are inputs of its node. */
#include <string.h>

#include "formats/onnx/import.h"
#include "formats/onnx/names.h"
#include "formats/onnx/ops/call.h"
#include "ops/control.h"
#include "ops/structure.h"

sn_value *sn_onnx_fed(const sn_onnx_scope *s, const char *name)
{
    sn_node *n = sn_node_create(s->g, NULL, &sn_op_input, NULL, 0, NULL, 1);
    if (name) sn_onnx_set_name(s, n->out[0], name);
    return n->out[0];
}

typedef struct control {
    sn_onnx_graph bodies[2];
    sn_onnx_names reads[2]; /* what each captures */
    sn_onnx_names captures; /* together */
    int n_bodies;
} control;

static bool is_in(const sn_onnx_names *list, const char *name)
{
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->v[i], name) == 0) return true;
    return false;
}

static sn_status fill_body(const sn_onnx_scope *outer, sn_node *owner, control *c, int which)
{
    sn_onnx_graph *graph = &c->bodies[which];
    sn_onnx_scope s = *outer;
    s.g = sn_node_add_body(owner);
    s.values = sn_map_create(s.l->arena);
    s.depth++;
    s.unit = NULL;
    for (size_t i = 0; i < graph->inputs.n; i++) {
        const char *name = graph->inputs.v[i].name;
        SN_TRY(sn_onnx_define(&s, NULL, name, sn_onnx_fed(&s, name)));
    }
    for (size_t i = 0; i < c->captures.n; i++) {
        /* What one branch captures the other may make itself. */
        sn_value *v = sn_onnx_fed(&s, NULL);
        if (is_in(&c->reads[which], c->captures.v[i])) sn_map_put(s.values, c->captures.v[i], v);
    }
    SN_TRY(sn_onnx_add_initializers(&s, graph));
    SN_TRY(sn_onnx_add_nodes(&s, graph->nodes.v, graph->nodes.n));
    for (size_t i = 0; i < graph->outputs.n; i++)
        SN_TRY(sn_onnx_add_result(&s, graph->outputs.v[i].name, NULL));
    if (!sn_graph_output(s.g))
        return sn_fail(s.l->ctx, SN_E_FORMAT, "%s: a body without results", s.l->path);
    return SN_OK;
}

static sn_status read_bodies(const sn_onnx_scope *s, const sn_onnx_node *n,
                             const char *const *names, control *out)
{
    *out = (control){.captures = {.arena = s->l->arena}};
    SN_CHECK(s->l->ctx, s->depth < SN_MAX_BODY_DEPTH, SN_E_UNSUPPORTED,
             "%s: bodies are nested deeper than %d", s->l->path, SN_MAX_BODY_DEPTH);
    for (int k = 0; names[k]; k++, out->n_bodies++) {
        const sn_onnx_attr *a = sn_onnx_attr_named(n, names[k]);
        if (!a) return sn_onnx_fail_at(s, n, SN_E_FORMAT, "it has no", names[k]);
        out->reads[k].arena = s->l->arena;
        SN_TRY(sn_onnx_read_graph(&s->l->files.reading, a->bytes, &out->bodies[k]));
        SN_TRY(sn_onnx_names_read(&s->l->files.reading, &out->bodies[k], s->depth + 1,
                                  &out->reads[k]));
        for (size_t i = 0; i < out->reads[k].n; i++)
            if (!is_in(&out->captures, out->reads[k].v[i]))
                SN_PUSH(out->captures, out->reads[k].v[i]);
    }
    return SN_OK;
}

/* What bodies capture, behind what is in the list. */
static sn_status find_captures(const sn_onnx_scope *s, const sn_onnx_node *n, const control *c,
                               sn_onnx_values *in)
{
    for (size_t i = 0; i < c->captures.n; i++) {
        sn_value *v;
        SN_TRY(sn_onnx_find(s, n, c->captures.v[i], &v));
        if (!v)
            return sn_onnx_fail_at(
                s, n, SN_E_UNSUPPORTED,
                "its body reads, if at all, what is left out:", c->captures.v[i]);
        SN_PUSH(*in, v);
    }
    if (in->n > UINT16_MAX) return sn_onnx_fail_at(s, n, SN_E_UNSUPPORTED, "too many values", NULL);
    return SN_OK;
}

/* A node with bodies, whose inputs in front of the captures are given. */
static sn_status add_control(sn_onnx_scope *s, sn_onnx_node *n, const sn_op *op, const void *params,
                             control *c, sn_onnx_values *in)
{
    SN_TRY(find_captures(s, n, c, in));
    sn_node *made =
        sn_node_create(s->g, NULL, op, params, (uint16_t)in->n, in->v, (uint16_t)n->outputs.n);
    for (int i = 0; i < c->n_bodies; i++) SN_TRY(fill_body(s, made, c, i));
    sn_onnx_finish_node(s, made, n);
    const char *wrong = op->bodies_wrong ? op->bodies_wrong(made, s->l->arena) : NULL;
    if (wrong) return sn_onnx_fail_at(s, n, SN_E_FORMAT, wrong, NULL);
    return sn_onnx_define_outputs(s, n, made);
}

sn_status sn_onnx_add_if(sn_onnx_scope *s, sn_onnx_node *n)
{
    static const char *const names[] = {"then_branch", "else_branch", NULL};
    control c;
    sn_onnx_values in = {.arena = s->l->arena};
    SN_TRY(sn_onnx_find_inputs(s, n, &in));
    if (in.n != 1 || !in.v[0])
        return sn_onnx_fail_at(s, n, SN_E_FORMAT, "one condition expected", NULL);
    SN_TRY(read_bodies(s, n, names, &c));
    return add_control(s, n, &sn_op_if, NULL, &c, &in);
}

sn_status sn_onnx_add_loop(sn_onnx_scope *s, sn_onnx_node *n)
{
    static const char *const names[] = {"body", NULL};
    control c;
    sn_onnx_values in = {.arena = s->l->arena};
    SN_TRY(sn_onnx_find_inputs(s, n, &in));
    while (in.n < SN_LOOP_CARRIED) SN_PUSH(in, NULL);
    for (size_t i = SN_LOOP_CARRIED; i < in.n; i++)
        if (!in.v[i])
            return sn_onnx_fail_at(s, n, SN_E_FORMAT, "a carried value is left out", NULL);
    const sn_loop_params p = {.carried = (int32_t)in.n - SN_LOOP_CARRIED};
    SN_TRY(read_bodies(s, n, names, &c));
    if (c.bodies[0].inputs.n != in.n)
        return sn_onnx_fail_at(s, n, SN_E_FORMAT, "its body has another number of inputs", NULL);
    return add_control(s, n, &sn_op_loop, &p, &c, &in);
}

static sn_ints ints_of(const sn_onnx_scope *s, const sn_onnx_node *n, const char *name)
{
    return sn_onnx_ints_of(s->l->arena, sn_onnx_attr_named(n, name));
}

/* What of a node a scan is over one image, over all of them: a scan along axis 0 of everything,
 * whose body is that scan. */
static sn_status add_scan_of_images(sn_onnx_scope *s, sn_onnx_node *n, const sn_scan_params *p,
                                    control *c, sn_onnx_values *in)
{
    const sn_scan_params images = {.inputs = (int32_t)in->n};
    SN_TRY(find_captures(s, n, c, in));
    const uint16_t n_out = (uint16_t)n->outputs.n;
    sn_node *outer =
        sn_node_create(s->g, NULL, &sn_op_scan, &images, (uint16_t)in->n, in->v, n_out);
    sn_onnx_scope inside = *s;
    inside.g = sn_node_add_body(outer);
    inside.depth++;
    for (size_t i = 0; i < in->n; i++) in->v[i] = sn_onnx_fed(&inside, NULL);
    sn_node *inner = sn_node_create(inside.g, NULL, &sn_op_scan, p, (uint16_t)in->n, in->v, n_out);
    SN_TRY(fill_body(&inside, inner, c, 0));
    for (uint16_t i = 0; i < n_out; i++)
        sn_graph_add_output(inside.g, &sn_op_output, sn_out(inner, i), NULL);
    sn_onnx_finish_node(s, outer, n);
    const char *wrong = sn_op_scan.bodies_wrong(inner, s->l->arena);
    if (!wrong) wrong = sn_op_scan.bodies_wrong(outer, s->l->arena);
    if (wrong) return sn_onnx_fail_at(s, n, SN_E_FORMAT, wrong, NULL);
    return sn_onnx_define_outputs(s, n, outer);
}

/* In front of version 9 there are lengths of sequences first, and all values have an axis of images
 * in front, of which each is a scan of its own. */
sn_status sn_onnx_add_scan(sn_onnx_scope *s, sn_onnx_node *n)
{
    static const char *const names[] = {"body", NULL};
    control c;
    sn_onnx_values in = {.arena = s->l->arena};
    const bool of_images = n->version < 9;
    const sn_onnx_attr *count = sn_onnx_attr_named(n, "num_scan_inputs");
    SN_TRY(sn_onnx_find_inputs(s, n, &in));
    if (of_images && in.n > 0) {
        if (in.v[0])
            return sn_onnx_fail_at(s, n, SN_E_UNSUPPORTED, "sequences of several lengths", NULL);
        in.v++;
        in.n--;
        in.cap--;
    }
    if (!count || count->i < 1 || count->i > (int64_t)in.n)
        return sn_onnx_fail_at(s, n, SN_E_FORMAT, "num_scan_inputs does not fit its inputs", NULL);
    for (size_t i = 0; i < in.n; i++)
        if (!in.v[i]) return sn_onnx_fail_at(s, n, SN_E_FORMAT, "an input is left out", NULL);
    const sn_scan_params p = {.states = (int32_t)in.n - (int32_t)count->i,
                              .inputs = (int32_t)count->i,
                              .input_axes = ints_of(s, n, "scan_input_axes"),
                              .input_directions =
                                  ints_of(s, n, of_images ? "directions" : "scan_input_directions"),
                              .output_axes = ints_of(s, n, "scan_output_axes"),
                              .output_directions = ints_of(s, n, "scan_output_directions")};
    SN_TRY(read_bodies(s, n, names, &c));
    if (c.bodies[0].inputs.n != in.n)
        return sn_onnx_fail_at(s, n, SN_E_FORMAT, "its body has another number of inputs", NULL);
    return of_images ? add_scan_of_images(s, n, &p, &c, &in)
                     : add_control(s, n, &sn_op_scan, &p, &c, &in);
}
