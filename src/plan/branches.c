/* SPDX-License-Identifier: Apache-2.0
 *
 * An `if` whose condition is computed: both branches, and of each result that of the branch that
 * the condition says. Nothing that a node computes is seen outside but its results, so that it may
 * be computed though nobody wants it. */
#include "ops/control.h"
#include "ops/ops.h"
#include "plan/program.h"

/* Whether `where` makes the result: both branches give it the same type and known sizes, and the
 * condition does not give it axes. */
static bool is_chosen(const sn_node *n, uint16_t i)
{
    const sn_value *a = sn_in(sn_graph_output(n->body[SN_IF_THEN]), i),
                   *b = sn_in(sn_graph_output(n->body[SN_IF_ELSE]), i),
                   *cond = sn_in(n, SN_IF_COND);
    return a && b && a->type == b->type && sn_shape_known(&a->shape) &&
           sn_shape_equal(&a->shape, &b->shape) && sn_shape_known(&cond->shape) &&
           cond->shape.rank <= a->shape.rank;
}

/* The branch's nodes in front of n, inferred; its results. */
static sn_status copy_branch(sn_node *n, int which, sn_value **results)
{
    sn_graph *g = n->graph;
    const uint32_t mark = g->n_ids;
    sn_value **as = SN_NEW_N(g->scratch, sn_value *, n->n_in);
    for (uint16_t i = SN_IF_CAPTURES; i < n->n_in; i++) as[i - SN_IF_CAPTURES] = sn_in(n, i);
    sn_graph_copy_nodes(n->body[which], g, n, as, results);
    sn_node_name_copies(n, mark, which == SN_IF_THEN ? "then" : "else");
    sn_node *first = n;
    while (first->prev && first->prev->id >= mark) first = first->prev;
    for (; first != n; first = first->next) SN_TRY(sn_infer_node(first));
    return SN_OK;
}

static sn_status choose(sn_node *n)
{
    sn_graph *g = n->graph;
    sn_value **yes = SN_NEW_N(g->scratch, sn_value *, n->n_out),
             **no = SN_NEW_N(g->scratch, sn_value *, n->n_out);
    SN_TRY(copy_branch(n, SN_IF_THEN, yes));
    SN_TRY(copy_branch(n, SN_IF_ELSE, no));
    for (uint16_t i = 0; i < n->n_out; i++) {
        sn_value *in[] = {sn_in(n, SN_IF_COND), yes[i], no[i]}, *old = sn_out(n, i);
        sn_node *where = sn_node_create(g, n, &sn_op_where, NULL, 3, in, 1);
        const char *name = old->name;
        SN_TRY(sn_infer_node(where));
        if (n->name)
            sn_node_set_name(
                g, where, i ? sn_arena_printf(g->scratch, "%s.%u", n->name, (unsigned)i) : n->name);
        SN_TRY(sn_value_replace(old, sn_out(where, 0), true));
        sn_value_set_name(g, old, NULL);
        sn_value_set_name(g, sn_out(where, 0), name);
    }
    sn_node_remove(n);
    return SN_OK;
}

/* What is in a branch is looked at once it is in front of where its node stood. */
sn_status sn_plan_both_branches(sn_graph *g)
{
    for (sn_node *n = g->first, *next; n; n = next) {
        next = n->next;
        bool all = n->op == &sn_op_if && sn_if_taken(n) < 0;
        for (uint16_t i = 0; all && i < n->n_out; i++) all = is_chosen(n, i);
        if (!all) continue;
        sn_node *before = n->prev;
        SN_TRY(choose(n));
        next = before ? before->next : g->first;
    }
    return SN_OK;
}
