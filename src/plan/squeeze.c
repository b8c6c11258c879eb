/* SPDX-License-Identifier: Apache-2.0
 *
 * Squeeze and excite: members of a group whose work the anchor's kernel does on its own terms, the
 * mean of each channel of what it stores, and factors of the channels that it reads. */
#include "plan/chain.h"

const sn_node *sn_plan_factor_of(const sn_group_walk *w, const sn_node *n)
{
    const sn_value *x = sn_in(n, 0);
    for (size_t i = 0; i < w->group->n_nodes; i++) {
        const sn_node *member = w->group->nodes[i];
        if (w->group->roles[i] == SN_ROLE_FACTOR && sn_out(member, 0) == x) return member;
    }
    return NULL;
}

/* The member that is the mean of each channel of v; NULL: none. */
static const sn_node *mean_of(const sn_group_walk *w, const sn_value *v)
{
    for (size_t i = 0; i < w->group->n_nodes; i++) {
        const sn_node *member = w->group->nodes[i];
        if (w->group->roles[i] == SN_ROLE_SUM && sn_in(member, 0) == v) return member;
    }
    return NULL;
}

void sn_plan_add_means(sn_group_walk *w, sn_step *s)
{
    planner *p = w->p;
    const sn_node *mean = s->n_out == 1 ? mean_of(w, s->out[0]->value) : NULL;
    if (!mean || s->out[0]->layout.kind != SN_LAYOUT_BLOCKED ||
        plan_of(p, sn_out(mean, 0))->primary_layout != SN_LAYOUT_BLOCKED)
        return;
    const sn_node **nodes = SN_NEW_N(p->arena, const sn_node *, s->n_nodes + 1);
    const sn_place **out = SN_NEW_N(p->arena, const sn_place *, 2);
    for (size_t i = 0; i < s->n_nodes; i++) nodes[i] = s->nodes[i];
    nodes[s->n_nodes++] = mean;
    s->nodes = nodes;
    out[0] = s->out[0];
    out[s->n_out++] = sn_plan_primary_place(p, sn_out(mean, 0));
    s->out = out;
    s->means = true;
}

sn_status sn_plan_read_factor(planner *p, sn_step *s, const sn_node *mul, sn_layout_kind kind)
{
    const sn_shape *y = &sn_out(mul, 0)->shape;
    const int x = sn_shape_equal(&sn_in(mul, 0)->shape, y) ? 0 : 1;
    const sn_place **in = SN_NEW_N(p->arena, const sn_place *, s->n_in + 1);
    for (int i = 1; i < s->n_in; i++) in[i] = s->in[i];
    s->in = in;
    s->factor = s->n_in++;
    SN_TRY(sn_plan_read(p, sn_in(mul, x), kind, &in[0]));
    return sn_plan_read(p, sn_in(mul, 1 - x), SN_LAYOUT_PLAIN, &in[s->factor]);
}
