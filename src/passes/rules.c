/* SPDX-License-Identifier: Apache-2.0
 *
 * Passes that are lists of patterns. */
#include <string.h>

#include "passes/match_inner.h"

static sn_status apply(sn_pass_run *run, const sn_pattern_rule *rule, const sn_match *m, bool *done)
{
    *done = false;
    sn_node *root = sn_match_root(m);
    sn_rewrite_begin(run);
    sn_node *made = rule->build(run, m);
    if (!made) return SN_OK;
    if (!sn_spelling_can(run->env->target, run->env->ctx, made->op, made->params, made->n_in)) {
        sn_missed(run, m->nodes[0], root, "not made one: %s has no such %s", run->env->target->name,
                  made->op->name);
        sn_remove_dead(made);
        return SN_OK;
    }
    sn_rewrite rw = {.n_matched = m->n_nodes, .before = root->out[0], .after = made->out[0]};
    rw.note = rule->note;
    rw.same_shape = rule->same_shape;
    memcpy(rw.matched, m->nodes, (size_t)m->n_nodes * sizeof *m->nodes);
    made->name = root->name;
    return sn_rewrite_commit(run, &rw, done);
}

/* Whether the operators that the tree asks for are there. */
static bool may_occur(const sn_tree *t, const sn_graph *g)
{
    bool any = t->form != SN_FORM_ALT, called = t->form != SN_FORM_CALL;
    for (size_t i = 0; i < g->ops.n && !called; i++)
        called = g->ops.v[i].n && sn_view_may_call(g->ops.v[i].op, t->op);
    if (!called) return false;
    for (int i = 0; i < t->n; i++) {
        const bool part = may_occur(t->part[i], g);
        if (!part && t->form != SN_FORM_ALT) return false;
        any = any || part;
    }
    return any;
}

/* Whether a pattern may begin at nodes of the operator, which look like nothing but calls of it. */
static bool may_begin_at(const sn_tree *t, const sn_op *op)
{
    if (t->form == SN_FORM_SUM) return t->n == 1 && may_begin_at(t->part[0], op);
    return t->form == SN_FORM_ALT || (t->form == SN_FORM_CALL && t->op == op);
}

sn_status sn_pattern_rules_run(sn_pass_run *run, const sn_pattern_rule *rules, size_t n_rules)
{
    typedef struct candidate {
        const sn_pattern_rule *rule;
        const sn_pattern *pattern;
    } candidate;
    size_t n = 0, n_nodes = 0;
    candidate *list = SN_NEW_N(run->arena, candidate, n_rules);
    for (size_t i = 0; i < n_rules; i++) {
        list[n].rule = &rules[i];
        SN_TRY(sn_pattern_compile(run->env->ctx, run->arena, rules[i].pattern, &list[n].pattern));
        n += may_occur(list[n].pattern->tree, run->g);
    }
    if (!n) return SN_OK;
    sn_node **nodes = SN_NEW_N(run->arena, sn_node *, run->g->n_nodes);
    const sn_op *last = NULL;
    bool may_begin = false;
    SN_EACH_NODE(node, run->g)
    {
        if (node->op != last) {
            last = node->op;
            may_begin = !sn_view_is_call(last);
            for (size_t i = 0; i < n && !may_begin; i++)
                may_begin = may_begin_at(list[i].pattern->tree, last);
        }
        if (may_begin) nodes[n_nodes++] = node;
    }
    const sn_arena_mark mark = sn_arena_save(run->arena);
    while (n_nodes-- > 0) {
        sn_node *root = nodes[n_nodes];
        if (!root->graph || !root->n_out) continue;
        sn_arena_restore(run->arena, mark);
        sn_term *term = sn_term_of(run->arena, root->out[0]);
        const sn_view *view = sn_view_of(run->arena, term);
        bool done = false;
        for (size_t i = 0; i < n && !done && root->graph; i++) {
            sn_match m;
            if (!sn_match_may_begin(list[i].pattern->tree, root, view)) continue;
            if (!sn_match_from(run, list[i].pattern, root, term, list[i].rule, &m)) continue;
            SN_TRY(apply(run, list[i].rule, &m, &done));
        }
    }
    return SN_OK;
}
