/* SPDX-License-Identifier: Apache-2.0
 *
 * Which of a model's own functions are called by what is written. */
#include "formats/onnx/out/writer.h"

#include <string.h>

typedef struct function_search {
    const sn_onnx_reading *r;
    const sn_onnx_model *model;
    bool *called;
} function_search;

static sn_status search_nodes(const function_search *x, const sn_onnx_node *nodes, size_t n);

static sn_status search_node(const function_search *x, const sn_onnx_node *n)
{
    for (size_t i = 0; i < x->model->functions.n; i++) {
        const sn_onnx_function *f = &x->model->functions.v[i];
        if (x->called[i] || !sn_onnx_calls(n, f)) continue;
        x->called[i] = true;
        SN_TRY(search_nodes(x, f->nodes.v, f->nodes.n));
    }
    for (size_t i = 0; i < n->attrs.n; i++) {
        sn_onnx_graph body;
        if (n->attrs.v[i].type != SN_ONNX_GRAPH || n->attrs.v[i].of_function) continue;
        SN_TRY(sn_onnx_read_graph(x->r, n->attrs.v[i].bytes, &body));
        SN_TRY(search_nodes(x, body.nodes.v, body.nodes.n));
    }
    return SN_OK;
}

static sn_status search_nodes(const function_search *x, const sn_onnx_node *nodes, size_t n)
{
    for (size_t i = 0; i < n; i++) SN_TRY(search_node(x, &nodes[i]));
    return SN_OK;
}

sn_status sn_onnx_functions_called(const sn_onnx_reading *r, const sn_onnx_model *model,
                                   const sn_onnx_graph *graph, bool *called)
{
    const function_search x = {r, model, called};
    return model->functions.n ? search_nodes(&x, graph->nodes.v, graph->nodes.n) : SN_OK;
}
