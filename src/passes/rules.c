/* SPDX-License-Identifier: Apache-2.0
 *
 * Passes that are lists of patterns. */
#include <string.h>

#include "passes/match.h"

static sn_status apply(sn_pass_run *run, const sn_rule *rule, const sn_match *m, bool *done)
{
    *done = false;
    sn_node *root = sn_match_root(m);
    sn_rewrite_begin(run);
    sn_node *made = rule->build(run, m);
    if (!made) return SN_OK;
    if (!sn_target_can(run->env->target, run->env->ctx, made->op, made->params, made->n_in)) {
        sn_missed(run, m->nodes[0], root, "not made one: %s has no such %s", run->env->target->name, made->op->name);
        sn_remove_dead(made);
        return SN_OK;
    }
    sn_rewrite rw = {.n_matched = m->n_nodes, .before = root->out[0], .after = made->out[0]};
    rw.note = rule->note;
    rw.same_shape = rule->same_shape;
    memcpy(rw.matched, m->nodes, (size_t)m->n_nodes * sizeof *m->nodes);
    made->name = root->name;
    for (int i = 0; i < m->n_nodes; i++) made->features |= m->nodes[i]->features;
    return sn_rewrite_commit(run, &rw, done);
}

sn_status sn_rules_run(sn_pass_run *run, const sn_rule *rules, size_t n)
{
    const sn_pattern **patterns = SN_NEW_N(run->arena, const sn_pattern *, n);
    for (size_t i = 0; i < n; i++) {
        SN_TRY(sn_pattern_compile(run->env->ctx, run->arena, rules[i].pattern, &patterns[i]));
    }
    size_t n_nodes = 0;
    sn_node **nodes = SN_NEW_N(run->arena, sn_node *, run->g->n_nodes);
    SN_EACH_NODE(node, run->g) nodes[n_nodes++] = node;
    const sn_arena_mark mark = sn_arena_save(run->arena);
    while (n_nodes-- > 0) {
        sn_arena_restore(run->arena, mark);
        sn_match m;
        bool done = false;
        for (size_t i = 0; i < n && !done && nodes[n_nodes]->graph; i++) {
            if (!sn_match_if(run, patterns[i], nodes[n_nodes], rules[i].fits, &m)) continue;
            SN_TRY(apply(run, &rules[i], &m, &done));
        }
    }
    return SN_OK;
}
