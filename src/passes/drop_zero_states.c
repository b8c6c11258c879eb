/* SPDX-License-Identifier: Apache-2.0
 *
 *   lstm(x, h0 = 0, c0 = 0)  -->  lstm(x)     rnn and gru alike
 *
 * Exporters spell the state in front of the first step as zeros of as many images as there are,
 * which takes a handful of nodes to work out. Needs: every element of all such inputs
 * (SN_SLOT_ZERO) is proved to be 0; the last states, where they are read, keep their shape without
 * them. */
#include "ops/range.h"
#include "passes/pass.h"

static bool is_zero_slot(const sn_node *n, uint16_t i)
{
    const sn_slot *slot = sn_op_slot(n->op, i);
    return slot && (slot->flags & SN_SLOT_ZERO) && sn_in(n, i);
}

/* The node without such inputs, nor what is left out behind the others. */
static sn_node *without(sn_pass_run *run, sn_node *n)
{
    sn_value **in = SN_NEW_N(run->arena, sn_value *, n->n_in);
    uint16_t n_in = 0;
    for (uint16_t i = 0; i < n->n_in; i++) {
        in[i] = is_zero_slot(n, i) ? NULL : sn_in(n, i);
        if (in[i]) n_in = (uint16_t)(i + 1);
    }
    sn_node *m = sn_node_create(run->g, n, n->op, n->params, n_in, in, n->n_out);
    m->name = n->name;
    return m;
}

static sn_status drop(sn_pass_run *run, sn_node *n)
{
    sn_rewrite rw = {.n_matched = 0};
    sn_value **befores = SN_NEW_N(run->arena, sn_value *, n->n_out);
    sn_value **afters = SN_NEW_N(run->arena, sn_value *, n->n_out);
    bool some = false;
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (!is_zero_slot(n, i)) continue;
        const sn_range_proof p = sn_value_range_proof(sn_in(n, i), run->arena);
        if (!(p.range.lo == 0 && p.range.hi == 0) || p.range.nan) return SN_OK;
        for (size_t k = 0; k < p.n_nodes && rw.n_matched + 1 < SN_MAX_MATCHED; k++) {
            bool seen = false;
            for (int m = 0; m < rw.n_matched; m++) seen = seen || rw.matched[m] == p.nodes[k];
            if (!seen) rw.matched[rw.n_matched++] = p.nodes[k];
        }
        some = true;
    }
    if (!some) return SN_OK;
    rw.matched[rw.n_matched++] = n;
    sn_rewrite_begin(run);
    sn_node *m = without(run, n);
    SN_TRY(sn_rewrite_infer(m));
    for (uint16_t i = 0; i < n->n_out; i++) {
        if (!n->out[i]->n_uses) continue;
        if (!sn_shape_equal(&n->out[i]->shape, &m->out[i]->shape)) {
            sn_missed(run, n, NULL, "its states of zeros stay: a result has their shape");
            sn_node_remove(m);
            return SN_OK;
        }
        befores[rw.n_values] = n->out[i];
        afters[rw.n_values++] = m->out[i];
    }
    rw.befores = befores;
    rw.afters = afters;
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op)
{
    for (const sn_slot *s = op->slots; s && s->name; s++)
        if (s->flags & SN_SLOT_ZERO) return true;
    return false;
}

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (visits(n->op)) SN_TRY(drop(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_drop_zero_states = {
    .name = "drop_zero_states",
    .arrow = "lstm(x, h0 = 0, c0 = 0) -> lstm(x), rnn and gru alike",
    .needs = "every element of the states is proved to be 0, the last states keep their shape",
    .visits = visits,
    .run = run,
};
