/* SPDX-License-Identifier: Apache-2.0
 *
 * Walking a model from outside: layers by index, in order, without the frame's output node. */
#include "api/model.h"

/* The place of the last look-up is kept, so that walking in order is linear. */
static const sn_node *layer_at(sn_model *m, uint32_t index)
{
    sn_cursor *c = &m->cursor;
    bool valid = c->graph == m->graph && c->n_ids == m->graph->n_ids && c->n_nodes == m->graph->n_nodes;
    if (!valid || !c->node || index < c->index) {
        *c = (sn_cursor){m->graph, m->graph->n_ids, m->graph->n_nodes, 0, m->graph->first};
    }
    for (; c->node; c->node = c->node->next) {
        if (sn_op_has(c->node->op, SN_TRAIT_OUTPUT)) continue;
        if (c->index == index) return c->node;
        c->index++;
    }
    return NULL;
}

uint32_t sn_model_n_layers(const sn_model *m)
{
    uint32_t n_layers = 0;
    SN_EACH_NODE(n, m->graph)
    {
        n_layers += !sn_op_has(n->op, SN_TRAIT_OUTPUT);
    }
    return n_layers;
}

/* The slot-th input that some node computes or a user feeds. */
static const sn_value *data_input(const sn_node *n, uint32_t slot)
{
    for (uint16_t i = 0; n && i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v || !v->def) continue;
        if (!slot--) return v;
    }
    return NULL;
}

static sn_status layer(sn_model *m, uint32_t index, sn_layer_info *out)
{
    SN_TRY(sn_model_infer(m));
    const sn_node *n = layer_at(m, index);
    SN_CHECK(m->context->ctx, n, SN_E_ARG, "layer %u: the network has %u", index, sn_model_n_layers(m));
    sn_layer_info info = {.name = n->name ? n->name : "", .op = n->op->name, .n_outputs = n->n_out};
    while (data_input(n, info.n_inputs)) info.n_inputs++;
    sn_arena *scratch = sn_arena_create(m->context->ctx);
    sn_cost cost;
    info.macs = sn_node_cost(n, scratch, &cost) ? cost.macs : -1;
    sn_arena_destroy(scratch);
    *out = info;
    return SN_OK;
}

sn_status sn_model_layer(sn_model *m, uint32_t index, sn_layer_info *out)
{
    SN_GUARD(m->context->ctx, layer(m, index, out));
}

static const char *name_of(const sn_value *v) { return v && v->name ? v->name : v ? "" : NULL; }

const char *sn_model_layer_input(sn_model *m, uint32_t index, uint32_t slot)
{
    return name_of(data_input(layer_at(m, index), slot));
}

const char *sn_model_layer_output(sn_model *m, uint32_t index, uint32_t slot)
{
    const sn_node *n = layer_at(m, index);
    return n && slot < n->n_out ? name_of(n->out[slot]) : NULL;
}

static const sn_value *input_at(const sn_model *m, uint32_t index)
{
    SN_EACH_NODE(n, m->graph)
    {
        if (!sn_op_has(n->op, SN_TRAIT_INPUT)) continue;
        if (index < n->n_out) return n->out[index];
        index -= n->n_out;
    }
    return NULL;
}

uint32_t sn_model_n_inputs(const sn_model *m)
{
    uint32_t n = 0;
    while (input_at(m, n)) n++;
    return n;
}

const char *sn_model_input(sn_model *m, uint32_t index) { return name_of(input_at(m, index)); }

uint32_t sn_model_n_outputs(const sn_model *m)
{
    const sn_node *output = sn_graph_output(m->graph);
    return output ? output->n_in : 0;
}

const char *sn_model_output(sn_model *m, uint32_t index)
{
    const sn_node *output = sn_graph_output(m->graph);
    return output && index < output->n_in ? sn_output_name(output, index) : NULL;
}
