/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise members in front of the group's kernel, which does them to its operand 0: one
 * formula of the value that they begin with. Of a kernel for all images they are of one, and a join
 * stands behind them: it reads all images of that value. */
#include "ops/images.h"
#include "plan/chain.h"

static const char not_one_formula[] =
    "what is done to an operand first is no formula of one value and numbers of its channels";

/* The value of the members' shape that some member reads and none makes. */
static const sn_value *beginning(const sn_chain *c, const sn_node *const *members, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (uint16_t s = 0; s < members[i]->n_in; s++) {
            const sn_value *v = sn_in(members[i], s);
            if (v && !sn_value_is_const(v) && !(v->def && sn_map_has_u64(c->member, v->def->id)) &&
                sn_shape_equal(&v->shape, &sn_out(members[i], 0)->shape))
                return v;
        }
    }
    return NULL;
}

/* What is computed before is read by the step, behind the node's own operands. */
static void add_operand(planner *p, sn_step *s, const sn_place *place)
{
    if (!place) return;
    const sn_place **in = SN_NEW_N(p->arena, const sn_place *, s->n_in + 1);
    for (int i = 0; i < s->n_in; i++) in[i] = s->in[i];
    in[s->n_in++] = place;
    s->in = in;
}

/* What of each image v is. */
static const sn_value *of_all_images(const sn_value *v)
{
    return v && v->def && sn_is_image_view(v->def) ? sn_in(v->def, 0) : v;
}

sn_status sn_plan_read_prologue(sn_group_walk *w, sn_step *s, sn_layout_kind kind)
{
    planner *p = w->p;
    const sn_node **members = SN_NEW_N(p->arena, const sn_node *, w->group->n_nodes);
    sn_chain c = {.member = sn_map_create(p->arena)};
    const sn_value *image = sn_image_of(sn_in(s->node, 0));
    size_t n = 0;
    for (size_t i = 0; i < w->group->n_nodes; i++) {
        if (w->group->roles[i] != SN_ROLE_PROLOGUE || sn_is_image_view(w->group->nodes[i]))
            continue;
        members[n++] = w->group->nodes[i];
        sn_map_put_u64(c.member, w->group->nodes[i]->id, w);
    }
    c.start = beginning(&c, members, n);
    sn_chain_build(p, &c, members, n);
    if (!c.start || !c.ok || sn_out(members[n - 1], 0) != (image ? image : sn_in(s->node, 0)))
        return sn_node_fail(p->ctx, members[0], SN_E_INTERNAL, "%s", not_one_formula);
    for (int i = 1; i < c.f.n && image; i++)
        c.f.operand[i].value = of_all_images(c.f.operand[i].value);
    SN_TRY(sn_plan_read_f32(p, image ? of_all_images(c.start) : c.start, kind, &s->in[0]));
    sn_step *before = SN_NEW(p->arena, sn_step);
    before->n_out = 1;
    before->out = SN_NEW_N(p->arena, const sn_place *, 1);
    before->out[0] = s->in[0];
    before->epilogue.expr = c.f.expr;
    before->epilogue.n = c.f.n - 1;
    for (int i = 1; i < c.f.n; i++) {
        bool ok = false;
        SN_TRY(sn_plan_epilogue_operand(p, s, &c.f, i, &c.start->shape, kind, false,
                                        &before->epilogue.outside[i - 1], &ok));
        if (!ok) return sn_node_fail(p->ctx, members[0], SN_E_INTERNAL, "%s", not_one_formula);
        add_operand(p, s, before->epilogue.outside[i - 1].place);
    }
    s->prologue = before;
    return SN_OK;
}
