/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes with bodies become what is in these: of an `if` whose condition is computed both branches,
 * and of each result that of the branch that the condition says; of a loop or a scan all trips,
 * where their number is known. Nothing that a node computes is seen outside but its results, so
 * that it may be computed though nobody wants it. */
#include "ops/trips.h"
#include "plan/planner.h"

enum { MOST_NODES = 1 << 14 }; /* that a graph has then */

/* ---- if -------------------------------------------------------------------------------------- */

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
    sn_graph_copy_nodes(n->body[which], g, n, sn_if_captures(n, g->scratch), results);
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

/* ---- in place of a node ---------------------------------------------------------------------- */

/* The value, which has to be of a node of its own: made behind `mark`, and for no other result. */
static sn_value *own(sn_node *n, uint32_t mark, sn_value *v)
{
    const bool is_own = v->def && v->def->id >= mark && !v->name;
    return is_own ? v : sn_out(sn_node_create(n->graph, n, &sn_op_identity, NULL, 1, &v, 1), 0);
}

static void remove_idle(const sn_graph *g, sn_node *last, uint32_t mark)
{
    for (sn_node *m = last, *prev; m && m->id >= mark; m = prev) {
        prev = m->prev;
        if (!sn_node_is_read(m) && m->graph == g) sn_node_remove(m);
    }
}

/* now[i] in place of output i, made behind `mark`; NULL where nobody reads that. */
static sn_status put_in_place(sn_node *n, uint32_t mark, sn_value *const *now)
{
    sn_graph *g = n->graph;
    for (uint16_t i = 0; i < n->n_out; i++) {
        sn_value *old = sn_out(n, i);
        const char *name = old->name;
        if (!now[i] || !old->n_uses) continue;
        sn_value *is = own(n, mark, now[i]);
        SN_TRY(sn_value_replace(old, is, true));
        sn_value_set_name(g, old, NULL);
        sn_value_set_name(g, is, name);
    }
    sn_node *last = n->prev;
    sn_node_remove(n);
    remove_idle(g, last, mark);
    return sn_infer_changes(g);
}

static sn_status take_branch(sn_node *n)
{
    const uint32_t mark = n->graph->n_ids;
    sn_arena *scratch = n->graph->scratch;
    sn_value **now = SN_NEW_N(scratch, sn_value *, n->n_out);
    sn_copy_out(n, n->body[sn_if_taken(n)], NULL, sn_if_captures(n, scratch), now);
    return put_in_place(n, mark, now);
}

static sn_status take_trips(sn_node *n)
{
    const uint32_t mark = n->graph->n_ids;
    sn_value **now = SN_NEW_N(n->graph->scratch, sn_value *, n->n_out);
    SN_TRY(sn_trips_write_out(n, sn_trips_of(n), n->graph->scratch, now));
    return put_in_place(n, mark, now);
}

/* ---- all ------------------------------------------------------------------------------------- */

static const char *if_refused(const sn_node *n)
{
    for (uint16_t i = 0; sn_if_taken(n) < 0 && i < n->n_out; i++)
        if (!is_chosen(n, i)) return "whose branches give results of other sizes";
    return NULL;
}

static const char *trips_refused(const sn_node *n)
{
    const int64_t each = sn_nodes_in_all(n->body[0]), trips = sn_trips_of(n);
    if (trips < 0) return "whose number of trips is not known";
    if (trips > MOST_NODES || trips * each > MOST_NODES - (int64_t)n->graph->n_nodes)
        return "whose trips would be too many nodes";
    return sn_trips_refused(n, trips) ? "whose shapes are not known" : NULL;
}

const char *sn_plan_body_refused(const sn_node *n)
{
    if (n->op->resolve) return "whose sizes are not known";
    return n->op == &sn_op_if ? if_refused(n) : trips_refused(n);
}

static sn_status without_body(sn_node *n)
{
    if (n->op != &sn_op_if) return take_trips(n);
    return sn_if_taken(n) < 0 ? choose(n) : take_branch(n);
}

/* What is in a body is looked at once it is in front of where its node stood. */
sn_status sn_plan_bodies(sn_graph *g)
{
    for (sn_node *n = g->first, *next; n; n = next) {
        next = n->next;
        if (!n->n_body || sn_plan_body_refused(n)) continue;
        sn_node *before = n->prev;
        const sn_arena_mark mark = sn_arena_save(g->scratch);
        const sn_status status = without_body(n);
        sn_arena_restore(g->scratch, mark);
        SN_TRY(status);
        next = before ? before->next : g->first;
    }
    return SN_OK;
}
