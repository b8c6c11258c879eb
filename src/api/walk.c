/* SPDX-License-Identifier: Apache-2.0
 *
 * Walking a model from outside: layers by index, in order, without the frame's output node. */
#include "api/model.h"

#include "ops/control.h"
#include "ops/cost.h"
#include "ops/param_summary.h"
#include "ops/structure.h"
#include "passes/pass.h"
#include "ref/shapes.h"

static bool is_listed(const sn_model *m, const sn_node *n)
{
    return sn_node_is_layer(n) || (m->lists_nodes && !sn_op_has(n->op, SN_TRAIT_OUTPUT));
}

void sn_model_list_nodes(sn_model *m, bool every)
{
    m->lists_nodes = every;
    m->cursor = (sn_cursor){0};
}

void sn_model_list_bodies(sn_model *m, bool all)
{
    m->lists_bodies = all;
    m->cursor = (sn_cursor){0};
}

/* The node behind n: first those of its bodies, if they are listed. */
static const sn_node *next_node(const sn_model *m, const sn_node *n)
{
    if (m->lists_bodies && n->n_body) return n->body[0]->first;
    for (; !n->next && n->graph->owner; n = n->graph->owner) {
        const sn_node *owner = n->graph->owner;
        uint16_t i = 0;
        while (owner->body[i] != n->graph) i++;
        if (i + 1 < owner->n_body) return owner->body[i + 1]->first;
    }
    return n->next;
}

/* The place of the last look-up is kept, so that walking in order is linear. */
static const sn_node *layer_at(sn_model *m, uint32_t index)
{
    sn_cursor *c = &m->cursor;
    bool valid =
        c->graph == m->graph && c->n_ids == m->graph->n_ids && c->n_nodes == m->graph->n_nodes;
    if (!valid || !c->node || index < c->index) {
        *c = (sn_cursor){m->graph, m->graph->n_ids, m->graph->n_nodes, 0, m->graph->first, {0}};
    }
    for (; c->node; c->node = next_node(m, c->node)) {
        if (!is_listed(m, c->node)) continue;
        if (c->index == index) return c->node;
        if (c->node->n_body) c->owners[c->node->graph->depth] = c->index;
        c->index++;
    }
    return NULL;
}

uint32_t sn_model_n_layers(const sn_model *m)
{
    uint32_t n_layers = 0;
    for (const sn_node *n = m->graph->first; n; n = next_node(m, n)) n_layers += is_listed(m, n);
    return n_layers;
}

/* The slot-th input that some node computes or a user feeds; of an implied node, what it reads. */
static const sn_value *data_input(const sn_model *m, const sn_node *n, uint32_t slot)
{
    for (uint16_t i = 0; n && i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        while (v && v->def && !is_listed(m, v->def)) v = sn_in(v->def, 0);
        if (!v || !v->def) continue;
        if (!slot--) return v;
    }
    return NULL;
}

void sn_own_weights(const sn_node *n, uint64_t *count, uint64_t *n_bytes)
{
    *count = *n_bytes = 0;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v || v->def || !v->data) continue;
        *count += (uint64_t)sn_tensor_count(v->data);
        *n_bytes += v->data->n_bytes;
    }
}

/* What is declared of an input stands in its shape. */
const char *sn_params_text(const sn_node *n, sn_arena *arena)
{
    sn_str s;
    sn_str_init(&s, arena);
    if (!sn_op_has(n->op, SN_TRAIT_INPUT)) sn_param_summary(n, &s);
    return s.s;
}

static const char *type_of(const sn_node *n)
{
    if (sn_op_has(n->op, SN_TRAIT_OPAQUE)) return ((const sn_opaque_params *)n->params)->type;
    return n->origin && n->origin->type ? n->origin->type : "";
}

static sn_status layer(sn_model *m, uint32_t index, sn_layer_info *out)
{
    SN_TRY(sn_model_infer(m));
    const sn_node *n = layer_at(m, index);
    SN_CHECK(m->context->ctx, n, SN_E_ARG, "layer %u: the network has %u", index,
             sn_model_n_layers(m));
    sn_layer_info info = {.name = n->name ? n->name : "",
                          .op = n->op->name,
                          .type = type_of(n),
                          .n_outputs = n->n_out,
                          .implied = !sn_node_is_layer(n),
                          .n_bodies = n->n_body,
                          .owner = SN_NO_LAYER};
    if (n->graph->owner) {
        info.owner = m->cursor.owners[n->graph->depth - 1];
        while (n->graph->owner->body[info.body] != n->graph) info.body++;
    }
    while (data_input(m, n, info.n_inputs)) info.n_inputs++;
    info.label = sn_node_label(m->arena, n);
    info.params = sn_params_text(n, m->arena);
    sn_own_weights(n, &info.n_weights, &info.weight_bytes);
    sn_arena *scratch = sn_arena_create(m->context->ctx);
    sn_cost cost;
    info.macs = sn_node_cost(n, scratch, &cost) && !cost.macs_open ? cost.macs : -1;
    sn_arena_destroy(scratch);
    *out = info;
    return SN_OK;
}

sn_status sn_model_layer(sn_model *m, uint32_t index, sn_layer_info *out)
{
    SN_GUARD(m->context->ctx, layer(m, index, out));
}

bool sn_model_layer_param(sn_model *m, uint32_t index, uint32_t which, sn_param_info *out)
{
    const sn_node *n = layer_at(m, index);
    for (const sn_param *p = n ? n->op->params : NULL; p && p->name; p++) {
        if (which--) continue;
        sn_str value;
        sn_str_init(&value, m->arena);
        sn_param_print_value(p, n->params, &value);
        *out = (sn_param_info){p->name, value.s};
        return true;
    }
    return false;
}

static const char *name_of(const sn_value *v) { return v && v->name ? v->name : v ? "" : NULL; }

const char *sn_model_layer_input(sn_model *m, uint32_t index, uint32_t slot)
{
    return name_of(data_input(m, layer_at(m, index), slot));
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

/* ---- values ---------------------------------------------------------------------------------- */

void sn_value_describe(const sn_value *v, const char *name, sn_value_info *out)
{
    *out = (sn_value_info){
        .id = v->id, .name = name ? name : "", .type = "", .rank = v->shape.rank, .bytes = -1};
    if (v->type != SN_TYPE_UNKNOWN) out->type = sn_type_name(v->type);
    for (int i = 0; i < v->shape.rank; i++)
        out->sizes[i] = sn_dim_known(v->shape.d[i]) ? v->shape.d[i] : -1;
    if (sn_shape_count(&v->shape) >= 0) out->bytes = (int64_t)sn_value_bytes(v);
    out->constant = sn_value_is_const(v);
}

static sn_status layer_value(sn_model *m, uint32_t index, bool output, uint32_t slot,
                             sn_value_info *out)
{
    SN_TRY(sn_model_infer(m));
    const sn_node *n = layer_at(m, index);
    const sn_value *v = output && n && slot < n->n_out ? n->out[slot] : NULL;
    if (!output) v = data_input(m, n, slot);
    SN_CHECK(m->context->ctx, v, SN_E_ARG, "layer %u has no %s %u", index,
             output ? "output" : "input", slot);
    sn_value_describe(v, v->name, out);
    return SN_OK;
}

sn_status sn_model_layer_value(sn_model *m, uint32_t index, bool output, uint32_t slot,
                               sn_value_info *out)
{
    SN_GUARD(m->context->ctx, layer_value(m, index, output, slot, out));
}

static const sn_graph *body_at(sn_model *m, uint32_t index, uint32_t which)
{
    const sn_node *n = layer_at(m, index);
    return n && which < n->n_body ? n->body[which] : NULL;
}

bool sn_model_layer_body(sn_model *m, uint32_t index, uint32_t which, sn_body_info *out)
{
    const sn_graph *body = body_at(m, index, which);
    if (!body) return false;
    const sn_node *n = body->owner;
    const int taken = n->op == &sn_op_if ? sn_if_taken(n) : -1;
    *out = (sn_body_info){.role = n->op->bodies[which],
                          .n_inputs = (uint32_t)sn_graph_n_fed(body),
                          .n_outputs = sn_graph_output(body)->n_in,
                          .runs = n->op != &sn_op_if ? sn_trips_of(n)
                                  : taken < 0        ? -1
                                                     : 0};
    if (taken == (int)which) out->runs = 1;
    return true;
}

bool sn_model_body_value(sn_model *m, uint32_t index, uint32_t which, bool output, uint32_t i,
                         sn_body_value_info *out)
{
    const sn_graph *body = body_at(m, index, which);
    if (!body) return false;
    const sn_value *v = output ? sn_in(sn_graph_output(body), i) : sn_graph_fed(body, i);
    if (!v) return false;
    const sn_node *n = body->owner;
    const sn_body_place p = output ? sn_body_gives(n, (int)i) : sn_body_is_fed(n, (int)i);
    const sn_value *outside = p.slot < 0 ? NULL
                              : output   ? sn_out(n, (unsigned)p.slot)
                                         : sn_in(n, (unsigned)p.slot);
    *out = (sn_body_value_info){.what = p.what, .has_outside = outside != NULL};
    sn_value_describe(v, v->name, &out->value);
    if (outside) sn_value_describe(outside, outside->name, &out->outside);
    return true;
}

static void describe_weight(const sn_node *n, uint16_t slot, sn_weight_info *out)
{
    const sn_value *v = sn_in(n, slot);
    const sn_tensor *t = v->data;
    *out = (sn_weight_info){.role = sn_op_slot(n->op, slot)->name,
                            .type = sn_type_name(t->type),
                            .storage = sn_coding_name(t->coding),
                            .rank = t->shape.rank,
                            .bytes = t->n_bytes,
                            .offset = -1,
                            .largest = NAN,
                            .single = NAN};
    if (t->buf && sn_buf_is_of_file(t->buf)) out->offset = (int64_t)t->offset;
    for (int i = 0; i < t->shape.rank; i++) out->sizes[i] = t->shape.d[i];
    if (sn_const_of(v) && t->type == SN_TYPE_f32) out->largest = sn_tensor_largest(t);
    if (sn_const_of(v) && sn_tensor_count(t) == 1) out->single = sn_tensor_at(t, 0);
}

bool sn_model_layer_weight(sn_model *m, uint32_t index, uint32_t which, sn_weight_info *out)
{
    const sn_node *n = layer_at(m, index);
    for (uint16_t i = 0; n && i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v || v->def || !v->data || which--) continue;
        describe_weight(n, i, out);
        return true;
    }
    return false;
}

static sn_status output_value(sn_model *m, uint32_t index, sn_value_info *out)
{
    SN_TRY(sn_model_infer(m));
    const sn_node *output = sn_graph_output(m->graph);
    SN_CHECK(m->context->ctx, output && index < output->n_in, SN_E_ARG,
             "output %u: the network has %u", index, sn_model_n_outputs(m));
    sn_value_describe(sn_in(output, index), sn_output_name(output, index), out);
    return SN_OK;
}

sn_status sn_model_output_value(sn_model *m, uint32_t index, sn_value_info *out)
{
    SN_GUARD(m->context->ctx, output_value(m, index, out));
}

static sn_status input_value(sn_model *m, uint32_t index, sn_value_info *out)
{
    SN_TRY(sn_model_infer(m));
    const sn_value *v = input_at(m, index);
    SN_CHECK(m->context->ctx, v, SN_E_ARG, "input %u: the network has %u", index,
             sn_model_n_inputs(m));
    sn_value_describe(v, v->name, out);
    out->hinted = sn_input_is_hinted(v->def);
    return SN_OK;
}

sn_status sn_model_input_value(sn_model *m, uint32_t index, sn_value_info *out)
{
    SN_GUARD(m->context->ctx, input_value(m, index, out));
}

/* ---- sizes and costs ------------------------------------------------------------------------- */

static sn_status at_some_size(sn_model *m, sn_model **out, sn_sizes_from *from)
{
    SN_TRY(sn_model_infer(m));
    sn_total_cost cost;
    sn_graph *sized = NULL;
    bool guessed = false;
    SN_TRY(sn_graph_cost_at_some_size(m->graph, &cost, &sized, &guessed));
    *from = sized             ? (guessed ? SN_SIZES_CHOSEN : SN_SIZES_HINTED)
            : cost.work.known ? SN_SIZES_GIVEN
                              : SN_SIZES_UNKNOWN;
    *out = sn_model_of_graph(m->context, sized ? sized : sn_graph_clone(m->graph), m->format);
    (*out)->inferred = (*out)->warned = true;
    sn_model_read_like(*out, m);
    return SN_OK;
}

sn_status sn_model_at_some_size(sn_model *m, sn_model **out, sn_sizes_from *from)
{
    SN_GUARD(m->context->ctx, at_some_size(m, out, from));
}

static sn_status cost_of(sn_model *m, sn_cost_info *out)
{
    SN_TRY(sn_model_infer(m));
    sn_total_cost c;
    sn_graph_cost(m->graph, &c);
    *out = (sn_cost_info){.known = c.work.known && c.work.macs_known,
                          .macs = c.work.macs,
                          .n_weights = c.n_weights,
                          .weight_bytes = c.weight_bytes,
                          .peak_bytes = c.peak_bytes};
    return SN_OK;
}

sn_status sn_model_cost(sn_model *m, sn_cost_info *out)
{
    SN_GUARD(m->context->ctx, cost_of(m, out));
}
