/* SPDX-License-Identifier: Apache-2.0
 *
 * Members of a group that sum up, by channel, what a step stores: it does so on the way, and gives
 * what they give. */
#include "kernels/sums.h"
#include "ops/moments.h"
#include "plan/chain.h"

/* The member that sums up v; NULL: none. */
static const sn_node *sums_of(const sn_group_walk *w, const sn_value *v)
{
    for (size_t i = 0; i < w->group->n_nodes; i++) {
        const sn_node *member = w->group->nodes[i];
        if (w->group->roles[i] == SN_ROLE_SUM && sn_in(member, 0) == v) return member;
    }
    return NULL;
}

/* Where outputs stand as the step leaves them. */
static bool fits(planner *p, const sn_node *sums, sn_sums_kind kind)
{
    const sn_layout_kind wanted = kind == SN_SUMS_MEAN ? SN_LAYOUT_BLOCKED : SN_LAYOUT_PLAIN;
    for (uint16_t i = 0; i < sums->n_out; i++)
        if (plan_of(p, sn_out(sums, i))->primary_layout != wanted) return false;
    return true;
}

static sn_status read_operands(planner *p, sn_step *s, const sn_node *sums)
{
    const sn_place **in = SN_NEW_N(p->arena, const sn_place *, s->n_in + 2);
    for (int i = 0; i < s->n_in; i++) in[i] = s->in[i];
    SN_TRY(sn_plan_read(p, sn_in(sums, SN_CHANNEL_SUMS_X), SN_LAYOUT_BLOCKED, &s->sums.x));
    SN_TRY(sn_plan_read(p, sn_in(sums, SN_CHANNEL_SUMS_MEAN), SN_LAYOUT_BLOCKED, &s->sums.mean));
    in[s->n_in++] = s->sums.x;
    in[s->n_in++] = s->sums.mean;
    s->in = in;
    return SN_OK;
}

sn_status sn_plan_add_sums(sn_group_walk *w, sn_step *s, unsigned kinds)
{
    planner *p = w->p;
    const sn_node *sums = s->n_out == 1 ? sums_of(w, s->out[0]->value) : NULL;
    const sn_sums_kind kind = sums ? sn_sums_kind_of(sums) : SN_SUMS_NONE;
    if (!(kinds >> kind & 1) || kind == SN_SUMS_NONE) return SN_OK;
    if (s->out[0]->layout.kind != SN_LAYOUT_BLOCKED || !fits(p, sums, kind)) return SN_OK;
    s->sums.kind = kind;
    if (kind == SN_SUMS_PRODUCTS) SN_TRY(read_operands(p, s, sums));
    const sn_node **nodes = SN_NEW_N(p->arena, const sn_node *, s->n_nodes + 1);
    const sn_place **out = SN_NEW_N(p->arena, const sn_place *, 1 + sums->n_out);
    for (size_t i = 0; i < s->n_nodes; i++) nodes[i] = s->nodes[i];
    nodes[s->n_nodes++] = sums;
    s->nodes = nodes;
    out[0] = s->out[0];
    for (uint16_t i = 0; i < sums->n_out; i++)
        out[s->n_out++] = sn_plan_primary_place(p, sn_out(sums, i));
    s->out = out;
    return SN_OK;
}
