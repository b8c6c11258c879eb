/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/bodies.h"

#include "ops/ops.h"

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
