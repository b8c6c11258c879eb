/* SPDX-License-Identifier: Apache-2.0
 *
 * Which elementwise nodes go together, and their formula as one. */
#include "plan/chain.h"

#include <string.h>

/* ---- formulas -------------------------------------------------------------------------------- */

enum {
    MOST_CALLS = 4000, /* of a formula that is written out */
    DEEPEST = 8,       /* nodes that an operand is worked out of */
};

static int chain_operand(sn_chain *c, const sn_formula *from, int i)
{
    for (int k = 1; k < c->f.n; k++) {
        bool same = c->f.operand[k].value == from->operand[i].value &&
                    c->f.operand[k].numbers == from->operand[i].numbers &&
                    memcmp(c->f.operand[k].stride, from->operand[i].stride,
                           sizeof from->operand[i].stride) == 0;
        if (same) return k;
    }
    if (c->f.n > SN_MAX_EPILOGUE_OPERANDS) {
        c->ok = false;
        return 0;
    }
    c->f.operand[c->f.n] = from->operand[i];
    return c->f.n++;
}

static const sn_expr *expand(planner *p, sn_chain *c, const sn_value *v, const sn_map *done);

/* The formula of a member with its operands put in. */
static const sn_expr *expand_node(planner *p, sn_chain *c, const sn_node *n, sn_map *done)
{
    const sn_formula *f = p->node[n->id].formula;
    const sn_expr *with[SN_MAX_OPERANDS] = {NULL};
    for (int i = 0; i < f->n; i++) {
        const sn_value *v = f->operand[i].value;
        if (!v && !f->operand[i].numbers) continue; /* left out: the formula does not read it */
        const sn_expr *known = v && !f->operand[i].numbers ? expand(p, c, v, done) : NULL;
        with[i] = known ? known : sn_expr_input(p->arena, (uint16_t)chain_operand(c, f, i));
    }
    return sn_formula_put(p->arena, f->expr, with);
}

/* What is known of v as an expression: the kernel's result, or that of a member; NULL: an operand
 * from outside. */
static const sn_expr *expand(planner *p, sn_chain *c, const sn_value *v, const sn_map *done)
{
    if (c->start && v == c->start) return sn_expr_input(p->arena, 0);
    if (!v->def || !sn_map_has_u64(c->member, v->def->id)) return NULL;
    const sn_expr *e = sn_map_get_u64(done, v->id);
    return e;
}

/* Calls of a member with its operands put in. Values that are read twice count twice: x + x,
 * again and again, doubles each time. */
static double calls_of(planner *p, const sn_chain *c, const sn_node *n, const sn_map *done)
{
    const sn_formula *f = p->node[n->id].formula;
    double weight[SN_MAX_OPERANDS] = {0};
    for (int i = 0; i < f->n; i++) {
        const sn_value *v = f->operand[i].value;
        bool inner =
            v && !f->operand[i].numbers && v != c->start && v->def && sn_map_get_u64(done, v->id);
        weight[i] = inner ? p->node[v->def->id].calls : 1;
    }
    return sn_formula_calls(f->expr, weight);
}

void sn_chain_build(planner *p, sn_chain *c, const sn_node *const *members, size_t n)
{
    sn_map *done = sn_map_create(p->arena);
    c->f = (sn_formula){.n = 1};
    c->f.operand[0].value = c->start;
    c->ok = true;
    for (size_t i = 0; i < n; i++) {
        p->node[members[i]->id].calls = calls_of(p, c, members[i], done);
        if (p->node[members[i]->id].calls > MOST_CALLS) c->ok = false;
        const sn_expr *e = expand_node(p, c, members[i], done);
        sn_map_put_u64(done, sn_out(members[i], 0)->id, (void *)(uintptr_t)e);
        c->f.expr = e;
    }
}

/* ---- which elementwise nodes go together ----------------------------------------------------- */

static bool in_group(const sn_group_walk *w, const sn_node *n)
{
    return w->p->p->groups->of_node[n->id] == (int32_t)(w->group - w->p->p->groups->group);
}

bool sn_chain_is_known(const sn_group_walk *w, const sn_value *v)
{
    if (sn_value_is_const(v) || !v->def) return true;
    return !in_group(w, v->def) || sn_map_has_u64(w->lowered, v->def->id);
}

/* Every reader of v is a member. */
static bool closed(const sn_map *member, const sn_value *v)
{
    SN_EACH_USE(u, v)
    {
        if (!sn_map_has_u64(member, u->node->id)) return false;
    }
    return true;
}

/* An elementwise node of the group that reads none of the members can still be worked out with
 * them, and so can those that it reads. */
static bool producer_joins(const sn_group_walk *w, const sn_node *n, const sn_shape *shape,
                           int depth)
{
    const sn_formula *f = w->p->node[n->id].formula;
    if (!f || depth == 0 || !in_group(w, n) || sn_map_has_u64(w->lowered, n->id) ||
        !sn_shape_equal(&sn_out(n, 0)->shape, shape))
        return false;
    for (int i = 0; i < f->n; i++) {
        const sn_value *v = f->operand[i].value;
        if (v && !f->operand[i].numbers && !sn_chain_is_known(w, v) &&
            !producer_joins(w, v->def, shape, depth - 1))
            return false;
    }
    return true;
}

static bool joins(const sn_group_walk *w, const sn_map *member, const sn_value *start,
                  const sn_node *n, const sn_shape *shape)
{
    const sn_formula *f = w->p->node[n->id].formula;
    bool reads_member = false;
    if (!f || sn_map_has_u64(w->lowered, n->id) || !sn_shape_equal(&sn_out(n, 0)->shape, shape))
        return false;
    for (int i = 0; i < f->n; i++) {
        const sn_value *v = f->operand[i].value;
        if (!v || f->operand[i].numbers) continue;
        bool inner = v == start || (v->def && sn_map_has_u64(member, v->def->id));
        reads_member = reads_member || inner;
        if (!inner && !sn_chain_is_known(w, v) && !producer_joins(w, v->def, shape, DEEPEST))
            return false;
        if (inner && !sn_shape_equal(&v->shape, shape)) return false;
    }
    return reads_member || !start;
}

/* Whether a step that gives `y` in that layout can read all operands of the chain. */
static bool readable(const sn_group_walk *w, const sn_chain *c, const sn_value *y,
                     sn_layout_kind kind, bool strided)
{
    if (!c->ok || c->f.n - 1 > SN_MAX_EPILOGUE_OPERANDS) return false;
    for (int i = 1; i < c->f.n; i++) {
        if (!sn_plan_can_read(w->p, &c->f, i, &y->shape, kind, strided)) return false;
    }
    return true;
}

/* What the chain as a whole makes of lanes beyond the channels: values within it may be ones that
 * would not be stored BLOCKED. */
static bool stays_finite(const sn_group_walk *w, const sn_chain *c, const sn_value *y)
{
    sn_interval pad[SN_MAX_OPERANDS] = {{0, 0, false}}, after;
    if (y->shape.rank == 0 || y->shape.d[0] % w->p->k.machine->lanes == 0) return true;
    if (c->start) pad[0] = plan_of(w->p, c->start)->pad;
    for (int i = 1; i < c->f.n; i++) pad[i] = sn_plan_operand_pad(w->p, &c->f, i, &y->shape);
    return sn_plan_pad(c->f.expr, pad, &after);
}

/* Those of its operands that are neither members nor known, which producer_joins has accepted. */
static void take_producers(sn_group_walk *w, sn_map *member, const sn_node *n)
{
    const sn_formula *f = w->p->node[n->id].formula;
    for (int i = 0; i < f->n; i++) {
        const sn_value *v = f->operand[i].value;
        if (!v || f->operand[i].numbers || sn_chain_is_known(w, v) ||
            sn_map_has_u64(member, v->def->id))
            continue;
        if (w->p->node[v->def->id].kernel) continue; /* the start */
        take_producers(w, member, v->def);
        sn_map_put_u64(member, v->def->id, w);
        SN_PUSH(w->members, v->def);
    }
}

size_t sn_chain_longest(sn_group_walk *w, const sn_value *start, size_t at, const sn_node *first,
                        sn_layout_kind kind, bool strided, sn_chain *best)
{
    sn_map *member = sn_map_create(w->p->arena);
    const sn_shape *shape = start ? &start->shape : &sn_out(first, 0)->shape;
    size_t n_best = 0;
    w->members.n = 0;
    for (size_t i = at; i < w->group->n_nodes && w->members.n < 64; i++) {
        const sn_node *n = w->group->nodes[i];
        bool begins = !start && n == first;
        if (!begins && (w->members.n == 0 && !start)) continue;
        if (!begins && !joins(w, member, start ? start : sn_out(first, 0), n, shape)) continue;
        take_producers(w, member, n);
        sn_map_put_u64(member, n->id, w);
        SN_PUSH(w->members, n);
        const sn_value *y = sn_out(n, 0);
        bool ends = !start || closed(member, start);
        for (size_t k = 0; k + 1 < w->members.n && ends; k++)
            ends = closed(member, sn_out(w->members.v[k], 0));
        if (!ends) continue;
        sn_chain c = {.start = start, .member = member};
        sn_chain_build(w->p, &c, w->members.v, w->members.n);
        bool fits = plan_of(w->p, y)->primary_layout == kind && readable(w, &c, y, kind, strided);
        if (!fits || (kind == SN_LAYOUT_BLOCKED && !stays_finite(w, &c, y))) {
            if (begins) break;
            continue;
        }
        n_best = w->members.n;
        *best = c;
    }
    return n_best;
}

/* A typed node of the group that reads none of the members can still be worked out with them, and
 * so can those that it reads. */
static bool typed_producer_joins(const sn_group_walk *w, const sn_node *n, const sn_shape *shape,
                                 int depth)
{
    const sn_formula *f = w->p->node[n->id].typed;
    if (!f || depth == 0 || !in_group(w, n) || sn_map_has_u64(w->lowered, n->id) ||
        !sn_shape_equal(&sn_out(n, 0)->shape, shape) ||
        plan_of(w->p, sn_out(n, 0))->primary_layout != SN_LAYOUT_PLAIN)
        return false;
    for (int i = 0; i < f->n; i++) {
        const sn_value *v = f->operand[i].value;
        if (v && !sn_chain_is_known(w, v) && !typed_producer_joins(w, v->def, shape, depth - 1))
            return false;
    }
    return true;
}

/* Whether a node whose formula is typed can be worked out with the members. */
static bool joins_elements(const sn_group_walk *w, const sn_map *member, const sn_value *start,
                           const sn_node *n, const sn_shape *shape)
{
    const sn_formula *f = w->p->node[n->id].typed;
    bool reads_member = w->members.n == 0 && !start;
    if (!f || sn_map_has_u64(w->lowered, n->id) || sn_map_has_u64(member, n->id) ||
        !sn_shape_equal(&sn_out(n, 0)->shape, shape) ||
        plan_of(w->p, sn_out(n, 0))->primary_layout != SN_LAYOUT_PLAIN)
        return false;
    for (int i = 0; i < f->n; i++) {
        const sn_value *v = f->operand[i].value;
        const bool inner = v && (v == start || (v->def && sn_map_has_u64(member, v->def->id)));
        if (inner && !sn_shape_equal(&v->shape, shape)) return false;
        if (v && !inner && !sn_chain_is_known(w, v) &&
            !typed_producer_joins(w, v->def, shape, DEEPEST))
            return false;
        reads_member = reads_member || inner;
    }
    return reads_member;
}

/* The node behind those of its operands that joins_elements has accepted; how many operands these
 * have from outside. */
static int take_typed(sn_group_walk *w, sn_map *member, const sn_value *start, const sn_node *n)
{
    const sn_formula *f = w->p->node[n->id].typed;
    int n_outside = 0;
    for (int i = 0; i < f->n; i++) {
        const sn_value *v = f->operand[i].value;
        if (!v || v == start || (v->def && sn_map_has_u64(member, v->def->id))) continue;
        if (sn_chain_is_known(w, v))
            n_outside++;
        else
            n_outside += take_typed(w, member, start, v->def);
    }
    sn_map_put_u64(member, n->id, w);
    SN_PUSH(w->members, n);
    return n_outside;
}

size_t sn_chain_longest_typed(sn_group_walk *w, const sn_value *start, size_t at)
{
    const sn_shape *shape = start ? &start->shape : &sn_out(w->group->nodes[at], 0)->shape;
    sn_map *member = sn_map_create(w->p->arena);
    size_t n_best = 0;
    int n_operands = start != NULL;
    w->members.n = 0;
    for (size_t i = at; i < w->group->n_nodes; i++) {
        const sn_node *n = w->group->nodes[i];
        if (!joins_elements(w, member, start, n, shape)) continue;
        n_operands += take_typed(w, member, start, n);
        if (n_operands > SN_MAX_EPILOGUE_OPERANDS) break;
        bool ends = !start || closed(member, start);
        for (size_t k = 0; k + 1 < w->members.n && ends; k++)
            ends = closed(member, sn_out(w->members.v[k], 0));
        if (ends) n_best = w->members.n;
    }
    return n_best;
}
