/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/bodies.h"

#include <string.h>

#include "ops/ops.h"

sn_value *sn_constant_node(sn_graph *g, sn_node *before, const sn_tensor *t)
{
    sn_value *data = sn_value_const(g, t, NULL);
    return sn_out(sn_node_create(g, before, &sn_op_constant, NULL, 1, &data, 1), 0);
}

sn_status sn_number_node(sn_graph *g, sn_node *before, sn_type type, int64_t value, sn_value **out)
{
    const sn_shape scalar = sn_shape_scalar();
    sn_tensor *wide;
    const sn_tensor *t;
    void *data;
    SN_TRY(sn_tensor_create(g->ctx, SN_TYPE_i64, &scalar, &wide, &data));
    memcpy(data, &value, sizeof value);
    const sn_status status = sn_tensor_convert(g->ctx, wide, type, &t);
    sn_tensor_release(wide);
    SN_TRY(status);
    *out = sn_constant_node(g, before, t);
    sn_tensor_release(t);
    return SN_OK;
}

void sn_copy_out(sn_pass_run *run, sn_node *n, const sn_graph *body, const char *place,
                 sn_value *const *as, sn_value **results)
{
    const uint32_t mark = run->g->n_ids;
    const sn_node *output = sn_graph_output(body);
    sn_graph_copy_nodes(body, run->g, n, as, results);
    for (uint16_t i = 0; i < output->n_in; i++) {
        if (!results[i]->def) results[i] = sn_constant_node(run->g, n, results[i]->data);
    }
    sn_node_name_copies(n, mark, place);
}

static bool is_among(sn_value *const *now, size_t n, const sn_node *m)
{
    for (size_t i = 0; i < n; i++) {
        if (now[i] && now[i]->def == m) return true;
    }
    return false;
}

/* New nodes that nothing came to hang on: the number of a trip that nobody asks for. */
static void remove_idle(const sn_pass_run *run, const sn_node *n, sn_value *const *now,
                        size_t n_now)
{
    for (sn_node *m = n->prev, *prev; m && m->id >= run->mark; m = prev) {
        prev = m->prev;
        if (!sn_node_is_read(m) && !is_among(now, n_now, m)) sn_node_remove(m);
    }
}

static bool is_result(const sn_value *v)
{
    SN_EACH_USE(u, v)
    {
        if (sn_op_has(u->node->op, SN_TRAIT_OUTPUT)) return true;
    }
    return false;
}

/* A result of a network is a node's: a constant that has none gets one. */
static sn_value *with_node(const sn_pass_run *run, sn_node *n, sn_value *v)
{
    return v->kind == SN_RESULT || !v->data ? v : sn_constant_node(run->g, n, v->data);
}

sn_status sn_commit_outputs(sn_pass_run *run, sn_node *n, sn_value *const *now, bool same_shape,
                            const char *note)
{
    sn_value **befores = SN_NEW_N(run->arena, sn_value *, n->n_out);
    sn_value **afters = SN_NEW_N(run->arena, sn_value *, n->n_out);
    sn_rewrite rw = {.matched = {n},
                     .n_matched = 1,
                     .same_shape = same_shape,
                     .note = note,
                     .befores = befores,
                     .afters = afters};
    for (uint16_t i = 0; i < n->n_out; i++) {
        if (!n->out[i]->n_uses) continue;
        befores[rw.n_values] = n->out[i];
        afters[rw.n_values++] = is_result(n->out[i]) ? with_node(run, n, now[i]) : now[i];
    }
    bool done;
    remove_idle(run, n, afters, rw.n_values);
    return sn_rewrite_commit(run, &rw, &done);
}
