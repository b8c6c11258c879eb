/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps of elementwise operators on elements of any type, and of constants that are not f32. */
#include <string.h>

#include "kernels/elements.h"
#include "ops/move.h"
#include "plan/planner.h"

bool sn_plan_can_elements(const sn_formula *f, sn_type result)
{
    sn_type types[SN_MAX_OPERANDS], wraps_to;
    int n = 0;
    for (int i = 0; i < f->n; i++)
        if (f->operand[i].value) types[n++] = sn_plan_type(f->operand[i].value);
    return f->n <= SN_MAX_EPILOGUE_OPERANDS &&
           sn_typed_defined(f->expr, sn_typed_domain(types, n, result, &wraps_to));
}

/* The step's operand that is this value along these strides. */
static sn_status outside_of(planner *p, sn_step *s, sn_elements *c, const sn_value *v,
                            const int64_t *stride, int *out)
{
    sn_element_outside *o = &c->outside[c->n_outside];
    *out = c->n_outside++;
    o->type = sn_plan_type(v);
    memcpy(o->stride, stride, sizeof o->stride);
    if (sn_value_is_const(v)) {
        SN_TRY(sn_step_pack_value(&p->k, s, v, "operand of elementwise operators"));
        o->packed = s->packed[s->n_packed - 1];
        return SN_OK;
    }
    SN_TRY(sn_plan_read(p, v, SN_LAYOUT_PLAIN, &o->place));
    if (c == s->tail)
        s->epilogue.outside[s->epilogue.n++] =
            (sn_epilogue_operand){.kind = SN_OPERAND_STRIDED, .place = o->place};
    else
        s->in[s->n_in++] = o->place;
    return SN_OK;
}

static int member_of(const sn_node *const *nodes, size_t n, const sn_value *v)
{
    for (size_t i = 0; i < n; i++)
        if (sn_out(nodes[i], 0) == v) return (int)i;
    return -1;
}

static sn_status add_member(planner *p, sn_step *s, sn_elements *c, const sn_value *start,
                            const sn_node *const *nodes, size_t at)
{
    const sn_formula *f = p->node[nodes[at]->id].typed;
    sn_element_member *m = &c->member[at];
    m->expr = f->expr;
    m->type = sn_plan_type(sn_out(nodes[at], 0));
    for (int i = 0; i < f->n; i++) {
        sn_element_operand *o = &m->operand[i];
        const sn_value *v = f->operand[i].value;
        o->member = v ? member_of(nodes, at, v) : -1;
        o->outside = v && v == start ? 0 : -1;
        if (v && v != start && o->member < 0)
            SN_TRY(outside_of(p, s, c, v, f->operand[i].stride, &o->outside));
    }
    m->n = f->n;
    return SN_OK;
}

static sn_status finish(planner *p, sn_step *s, const sn_place *out)
{
    s->n_out = 1;
    s->out = SN_NEW_N(p->arena, const sn_place *, 1);
    s->out[0] = out;
    return sn_plan_finish(p, s);
}

sn_status sn_plan_elements(planner *p, const sn_node *const *nodes, size_t n_nodes,
                           const sn_place *out)
{
    sn_step *s = sn_plan_step(p, &sn_kernel_elements, NULL);
    sn_elements *c = SN_NEW(p->arena, sn_elements);
    s->config = c;
    s->nodes = nodes;
    s->n_nodes = n_nodes;
    s->in = SN_NEW_N(p->arena, const sn_place *, SN_MAX_EPILOGUE_OPERANDS);
    c->member = SN_NEW_N(p->arena, sn_element_member, n_nodes);
    c->n_members = (int)n_nodes;
    for (size_t i = 0; i < n_nodes; i++) SN_TRY(add_member(p, s, c, NULL, nodes, i));
    return finish(p, s, out);
}

sn_status sn_plan_tail(planner *p, sn_step *s, const sn_value *start, int axis,
                       const sn_node *const *nodes, size_t n_nodes, bool *fits)
{
    sn_elements *c = SN_NEW(p->arena, sn_elements);
    const int n_packed = s->n_packed;
    c->member = SN_NEW_N(p->arena, sn_element_member, n_nodes);
    c->n_members = (int)n_nodes;
    c->n_outside = 1; /* the sums */
    c->outside[0].type = sn_plan_type(start);
    sn_strides(&start->shape, c->outside[0].stride);
    s->tail = c;
    for (size_t i = 0; i < n_nodes; i++) SN_TRY(add_member(p, s, c, start, nodes, i));
    *fits = sn_elements_fit_runs(c, &start->shape, axis);
    if (*fits) return SN_OK;
    s->tail = NULL;
    s->epilogue.n = 0;
    s->n_packed = n_packed;
    return SN_OK;
}

sn_status sn_plan_constant(planner *p, const sn_place *out)
{
    return finish(p, sn_plan_step(p, &sn_kernel_constant, NULL), out);
}
