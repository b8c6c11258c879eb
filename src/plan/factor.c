/* SPDX-License-Identifier: Apache-2.0
 *
 * Factors of the channels that the anchor of a group reads, which its kernel takes into its
 * weights: of squeeze and excite. */
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
