/* SPDX-License-Identifier: Apache-2.0
 *
 * What a node of an inferred graph costs: its operator's cost fact on the shapes that are known. */
#include "ops/cost.h"

static bool outputs_known(const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_out; i++) {
        if (!sn_shape_known(&n->out[i]->shape)) return false;
    }
    return true;
}

bool sn_node_cost(const sn_node *n, sn_arena *scratch, sn_cost *out)
{
    *out = (sn_cost){0};
    unsigned frame = SN_TRAIT_INPUT | SN_TRAIT_CONSTANT | SN_TRAIT_OUTPUT;
    if (n->op->traits & frame) return true;
    bool known = outputs_known(n);
    if (!known && !n->n_body) return false;
    sn_shape *shapes = SN_NEW_N(scratch, sn_shape, n->n_in + n->n_out);
    sn_type *types = SN_NEW_N(scratch, sn_type, n->n_in + n->n_out);
    bool *present = SN_NEW_N(scratch, bool, n->n_in);
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        present[i] = v != NULL;
        shapes[i] = v ? v->shape : sn_shape_unknown();
        types[i] = v ? v->type : SN_TYPE_UNKNOWN;
        if (v && !sn_shape_known(&v->shape)) known = false;
    }
    if (!known && !n->n_body) return false;
    for (uint16_t i = 0; i < n->n_out; i++) {
        shapes[n->n_in + i] = n->out[i]->shape;
        types[n->n_in + i] = n->out[i]->type;
    }
    sn_infer in = {
        .ctx = n->graph->ctx,
        .arena = scratch,
        .dims = n->graph->dims,
        .node = n,
        .params = n->params,
        .n_in = n->n_in,
        .n_out = n->n_out,
        .in_shape = shapes,
        .in_type = types,
        .present = present,
        .out_shape = shapes + n->n_in,
        .out_type = types + n->n_in,
    };
    if (n->op->cost) {
        n->op->cost(&in, out);
    } else if (n->n_out) {
        out->flops = (double)sn_shape_count(&n->out[0]->shape);
    }
    if (!known) out->sizes_open = true; /* what is in its bodies may be known all the same */
    return true;
}

/* Whether an operator may have multiplications to count, so that its sizes matter. */
static bool counts(const sn_op *op)
{
    return op->cost && op->kind != SN_FUSE_ELEMENTWISE && !sn_op_has(op, SN_TRAIT_SELECTS);
}

/* With `stop`: until multiplications are not known. */
static sn_workload work_of(const sn_graph *g, bool stop)
{
    sn_workload w = {.known = true, .macs_known = true};
    sn_arena *scratch = sn_arena_create(g->ctx);
    SN_EACH_NODE(n, g)
    {
        sn_cost c;
        sn_arena_mark mark = sn_arena_save(scratch);
        if (!sn_node_cost(n, scratch, &c)) {
            w.known = false;
            if (counts(n->op)) w.macs_known = false;
        }
        sn_arena_restore(scratch, mark);
        if (c.sizes_open) w.known = false;
        if (c.macs_open) w.macs_known = false;
        if (!w.macs_known && stop) break;
        w.macs += c.macs;
        w.flops += c.flops;
        for (uint16_t i = 0; i < n->n_out; i++) {
            if (sn_shape_known(&n->out[i]->shape))
                w.elements += (double)sn_shape_count(&n->out[i]->shape);
        }
    }
    sn_arena_destroy(scratch);
    return w;
}

sn_workload sn_graph_work(const sn_graph *g) { return work_of(g, false); }

bool sn_graph_macs(const sn_graph *g, double *out)
{
    const sn_workload w = work_of(g, true);
    *out = w.macs;
    return w.macs_known;
}

static void add_weights(const sn_graph *g, sn_arena *scratch, sn_weights *out)
{
    bool *seen = SN_NEW_N(scratch, bool, g->n_ids);
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_body; i++) add_weights(n->body[i], scratch, out);
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_value *v = sn_in(n, i);
            if (!v || v->def || !v->data || seen[v->id]) continue;
            seen[v->id] = true;
            out->n += (uint64_t)sn_tensor_count(v->data);
            out->n_bytes += v->data->n_bytes;
            const bool floats = sn_type_is_float(v->data->type) && v->data->type != SN_TYPE_f64;
            out->as_floats += floats ? 4 * (uint64_t)sn_tensor_count(v->data) : v->data->n_bytes;
        }
    }
}

sn_weights sn_graph_weights(const sn_graph *g)
{
    sn_weights all = {0};
    sn_arena *scratch = sn_arena_create(g->ctx);
    add_weights(g, scratch, &all);
    sn_arena_destroy(scratch);
    return all;
}
