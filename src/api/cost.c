/* SPDX-License-Identifier: Apache-2.0
 *
 * Costs of an inferred graph: operations from the operators' own cost facts, memory by liveness in
 * list order. */
#include "api/model.h"

#include "ops/cost.h"
#include "ref/shapes.h"

uint64_t sn_value_bytes(const sn_value *v)
{
    int64_t n = sn_shape_known(&v->shape) ? sn_shape_count(&v->shape) : 0;
    size_t each = v->type == SN_TYPE_UNKNOWN ? 4 : sn_type_bytes(v->type);
    return n > 0 ? (uint64_t)n * each : 0;
}

/* Values that live at once: a view or a copy shares its input's bytes, as run times do it. */
static uint64_t peak_of(const sn_graph *g, sn_arena *scratch)
{
    uint32_t *n_left = SN_NEW_N(scratch, uint32_t, g->n_ids);
    uint64_t live = 0, peak = 0;
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_out; i++) {
            n_left[n->out[i]->id] = n->out[i]->n_uses;
            if (!sn_op_has(n->op, SN_TRAIT_CONSTANT)) live += sn_value_bytes(n->out[i]);
        }
        if (live > peak) peak = live;
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_value *v = sn_in(n, i);
            if (!v || !v->def || sn_op_has(v->def->op, SN_TRAIT_CONSTANT)) continue;
            if (n_left[v->id] && !--n_left[v->id]) live -= sn_value_bytes(v);
        }
        for (uint16_t i = 0; i < n->n_out; i++) {
            if (!n->out[i]->n_uses && !sn_op_has(n->op, SN_TRAIT_CONSTANT))
                live -= sn_value_bytes(n->out[i]);
        }
    }
    return peak;
}

static void add_weights(const sn_graph *g, sn_arena *scratch, sn_total_cost *out)
{
    bool *seen = SN_NEW_N(scratch, bool, g->n_ids);
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_value *v = sn_in(n, i);
            if (!v || v->def || !v->data || seen[v->id]) continue;
            seen[v->id] = true;
            out->n_weights += (uint64_t)sn_tensor_count(v->data);
            out->weight_bytes += v->data->n_bytes;
        }
    }
}

void sn_graph_cost(const sn_graph *g, sn_total_cost *out)
{
    *out = (sn_total_cost){.work = sn_graph_work(g)};
    sn_arena *scratch = sn_arena_create(g->ctx);
    add_weights(g, scratch, out);
    out->peak_bytes = peak_of(g, scratch);
    sn_arena_destroy(scratch);
}

static bool inputs_known(const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_out && sn_op_has(n->op, SN_TRAIT_INPUT); i++) {
            if (!sn_shape_known(&n->out[i]->shape)) return false;
        }
    }
    return true;
}

sn_status sn_graph_cost_at_some_size(const sn_graph *g, sn_total_cost *out, sn_graph **sized,
                                     bool *guessed)
{
    sn_graph_cost(g, out);
    if (sized) *sized = NULL;
    if (guessed) *guessed = false;
    if (out->work.known && inputs_known(g)) return SN_OK;
    sn_graph *at = NULL;
    bool chosen = false;
    SN_TRY(sn_graph_at_some_size(g, &at, &chosen));
    if (!at) return SN_OK;
    sn_graph_cost(at, out);
    if (guessed) *guessed = chosen;
    if (sized) {
        *sized = at;
    } else {
        sn_graph_destroy(at);
    }
    return SN_OK;
}
