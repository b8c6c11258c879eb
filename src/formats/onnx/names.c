/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/onnx/names.h"

#include <string.h>

#include "base/map.h"
#include "ir/graph.h"

typedef struct name_search {
    const sn_onnx_reading *r;
    sn_map *made, *known; /* `known`: those that are found */
    sn_onnx_names *found;
    int depth;
} name_search;

static void note_read(name_search *x, const char *name)
{
    if (!*name || sn_map_has(x->made, name) || sn_map_has(x->known, name)) return;
    sn_map_put(x->known, name, x);
    SN_PUSH(*x->found, name);
}

static sn_status search_bodies(name_search *x, const sn_onnx_node *n)
{
    for (size_t i = 0; i < n->attrs.n; i++) {
        if (n->attrs.v[i].type != SN_ONNX_GRAPH) continue;
        sn_onnx_names inner = {.arena = x->found->arena};
        sn_onnx_graph graph;
        SN_TRY(sn_onnx_read_graph(x->r, n->attrs.v[i].bytes, &graph));
        SN_TRY(sn_onnx_names_read(x->r, &graph, x->depth + 1, &inner));
        for (size_t k = 0; k < inner.n; k++) note_read(x, inner.v[k]);
    }
    return SN_OK;
}

/* Inputs and initializers. */
static sn_status names_at_first(const sn_onnx_reading *r, const sn_onnx_graph *graph, sn_map *out)
{
    for (size_t i = 0; i < graph->inputs.n; i++) sn_map_put(out, graph->inputs.v[i].name, out);
    for (size_t i = 0; i < graph->initializers.n; i++) {
        sn_onnx_tensor t;
        SN_TRY(sn_onnx_read_tensor(r, graph->initializers.v[i], &t));
        sn_map_put(out, t.name, out);
    }
    return SN_OK;
}

sn_status sn_onnx_names_read(const sn_onnx_reading *r, const sn_onnx_graph *graph, int depth,
                             sn_onnx_names *out)
{
    name_search x = {.r = r,
                     .made = sn_map_create(out->arena),
                     .known = sn_map_create(out->arena),
                     .found = out,
                     .depth = depth};
    SN_CHECK(r->ctx, depth <= SN_MAX_BODY_DEPTH, SN_E_UNSUPPORTED,
             "%s: bodies are nested deeper than %d", r->path, SN_MAX_BODY_DEPTH);
    SN_TRY(names_at_first(r, graph, x.made));
    for (size_t i = 0; i < graph->nodes.n; i++) {
        const sn_onnx_node *n = &graph->nodes.v[i];
        for (size_t k = 0; k < n->inputs.n; k++) note_read(&x, n->inputs.v[k]);
        SN_TRY(search_bodies(&x, n));
        for (size_t k = 0; k < n->outputs.n; k++) sn_map_put(x.made, n->outputs.v[k], &x);
    }
    for (size_t i = 0; i < graph->outputs.n; i++) note_read(&x, graph->outputs.v[i].name);
    return SN_OK;
}

sn_status sn_onnx_name_made_twice(const sn_onnx_reading *r, const sn_onnx_graph *graph,
                                  const char **out)
{
    sn_map *made = sn_map_create(r->arena);
    *out = NULL;
    SN_TRY(names_at_first(r, graph, made));
    for (size_t i = 0; i < graph->nodes.n && !*out; i++) {
        const sn_onnx_node *n = &graph->nodes.v[i];
        for (size_t k = 0; k < n->attrs.n && !*out; k++) {
            if (n->attrs.v[k].type != SN_ONNX_GRAPH) continue;
            sn_onnx_graph body;
            SN_TRY(sn_onnx_read_graph(r, n->attrs.v[k].bytes, &body));
            SN_TRY(sn_onnx_name_made_twice(r, &body, out));
        }
        for (size_t k = 0; k < n->outputs.n && !*out; k++) {
            const char *name = n->outputs.v[k];
            if (*name && sn_map_has(made, name)) *out = name;
            if (*name) sn_map_put(made, name, made);
        }
    }
    return SN_OK;
}
