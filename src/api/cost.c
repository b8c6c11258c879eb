/* SPDX-License-Identifier: Apache-2.0
 *
 * Costs of an inferred graph: operations from the operators' own cost facts, memory by liveness in
 * list order. */
#include "api/model.h"

#include "ops/control.h"
#include "ops/cost.h"
#include "ref/shapes.h"

uint64_t sn_value_bytes(const sn_value *v)
{
    int64_t n = sn_shape_known(&v->shape) ? sn_shape_count(&v->shape) : 0;
    size_t each = v->type == SN_TYPE_UNKNOWN ? 4 : sn_type_bytes(v->type);
    return n > 0 ? (uint64_t)n * each : 0;
}

static uint64_t peak_of(const sn_graph *g, sn_arena *scratch);

/* What the largest body of a node that runs holds beside what is outside. */
static uint64_t peak_of_bodies(const sn_node *n, sn_arena *scratch)
{
    const int taken = n->op == &sn_op_if ? sn_if_taken(n) : -1;
    uint64_t most = 0;
    for (uint16_t i = 0; i < n->n_body; i++) {
        if (taken >= 0 && taken != i) continue;
        const uint64_t peak = peak_of(n->body[i], scratch);
        if (peak > most) most = peak;
    }
    return most;
}

/* The bytes of each value, by its id. Constants are weights; captures have their bytes outside. */
static uint64_t *bytes_of_values(const sn_graph *g, sn_arena *scratch)
{
    uint64_t *bytes = SN_NEW_N(scratch, uint64_t, g->n_ids);
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_out && !sn_op_has(n->op, SN_TRAIT_CONSTANT); i++)
            bytes[n->out[i]->id] = sn_value_bytes(n->out[i]);
    }
    if (!g->owner) return bytes;
    for (size_t i = (size_t)sn_body_n_formal(g->owner); sn_graph_fed(g, i); i++)
        bytes[sn_graph_fed(g, i)->id] = 0;
    return bytes;
}

/* Values that live at once: a view or a copy shares its input's bytes, as run times do it. What
 * bodies give becomes the outputs of their node when they have run; scan outputs grow meanwhile. */
static uint64_t peak_of(const sn_graph *g, sn_arena *scratch)
{
    const uint64_t *bytes = bytes_of_values(g, scratch);
    uint32_t *n_left = SN_NEW_N(scratch, uint32_t, g->n_ids);
    uint64_t live = 0, peak = 0;
    SN_EACH_NODE(n, g)
    {
        const int n_given = n->op == &sn_op_if ? n->n_out : n->n_body ? sn_carried_of(n).n : 0;
        for (uint16_t i = 0; i < n->n_out; i++) {
            n_left[n->out[i]->id] = n->out[i]->n_uses;
            if (i >= n_given) live += bytes[n->out[i]->id];
        }
        const uint64_t inside = peak_of_bodies(n, scratch);
        if (live + inside > peak) peak = live + inside;
        for (uint16_t i = 0; i < n->n_out && i < n_given; i++) live += bytes[n->out[i]->id];
        if (live > peak) peak = live;
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_value *v = sn_in(n, i);
            if (!v || !v->def) continue;
            if (n_left[v->id] && !--n_left[v->id]) live -= bytes[v->id];
        }
        for (uint16_t i = 0; i < n->n_out; i++) {
            if (!n->out[i]->n_uses) live -= bytes[n->out[i]->id];
        }
    }
    return peak;
}

void sn_graph_cost(const sn_graph *g, sn_total_cost *out)
{
    const sn_weights weights = sn_graph_weights(g);
    *out = (sn_total_cost){
        .work = sn_graph_work(g), .n_weights = weights.n, .weight_bytes = weights.n_bytes};
    sn_arena *scratch = sn_arena_create(g->ctx);
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
