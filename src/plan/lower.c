/* SPDX-License-Identifier: Apache-2.0
 *
 * Groups to steps. A group is walked in order; each operator that needs a kernel takes with it, as
 * its epilogue, as many of the elementwise operators behind it as end in one value whose way there
 * nobody else reads. Elementwise operators that are left become steps of `map`, again as many
 * together as end in one value. */
#include <string.h>

#include "kernels/sums.h"
#include "ops/activation.h"
#include "ops/concat.h"
#include "ops/ops.h"
#include "plan/chain.h"

sn_step *sn_plan_step(planner *p, const sn_kernel *kernel, const sn_node *node)
{
    sn_step *s = SN_NEW(p->arena, sn_step);
    s->id = (uint32_t)p->steps.n;
    s->kernel = kernel;
    s->node = node;
    s->group = p->group;
    s->n_phases = 1;
    s->units[0] = 1;
    return s;
}

static double readers_bytes(const sn_step *s)
{
    double bytes = 0;
    for (int i = 0; i < s->n_in; i++) bytes += s->in[i] ? (double)sn_place_bytes(s->in[i]) : 0;
    for (int i = 0; i < s->n_out; i++) bytes += (double)sn_place_bytes(s->out[i]);
    for (int i = 0; i < s->epilogue.n; i++) {
        const sn_place *o = s->epilogue.outside[i].place;
        bytes += o ? (double)sn_place_bytes(o) : 0;
    }
    for (int i = 0; i < s->n_packed; i++) bytes += 4.0 * (double)s->packed[i]->floats;
    return bytes;
}

/* Of results without elements nothing has to be computed. */
static bool has_work(const sn_step *s)
{
    for (int i = 0; i < s->n_out; i++)
        if (sn_shape_count(&s->out[i]->shape) != 0) return true;
    return s->n_out == 0;
}

sn_status sn_plan_finish(planner *p, sn_step *s)
{
    if (!has_work(s)) return SN_OK;
    s->for_all = p->splits && s->n_out > 0 && !s->out[0]->of_image;
    SN_TRY(sn_step_plan(&p->k, s));
    SN_TRY(sn_plan_pack_at_run_time(p, s));
    if (s->bytes <= 0) s->bytes = readers_bytes(s);
    s->seconds = sn_plan_seconds(p, s);
    s->id = (uint32_t)p->steps.n;
    SN_PUSH(p->steps, s);
    return SN_OK;
}

static const sn_place **one_place(planner *p, const sn_place *place)
{
    const sn_place **list = SN_NEW_N(p->arena, const sn_place *, 1);
    list[0] = place;
    return list;
}

static sn_status copy_with(planner *p, const sn_kernel *kernel, const sn_place *from,
                           const sn_place *to)
{
    sn_step *s = sn_plan_step(p, kernel, NULL);
    s->n_in = s->n_out = 1;
    s->in = one_place(p, from);
    s->out = one_place(p, to);
    return sn_plan_finish(p, s);
}

sn_status sn_plan_convert(planner *p, const sn_place *from, const sn_place *to)
{
    return copy_with(p, from->type == to->type ? &sn_kernel_move : &sn_kernel_cast, from, to);
}

sn_status sn_plan_cast(planner *p, const sn_place *from, const sn_place *to)
{
    return copy_with(p, &sn_kernel_cast, from, to);
}

/* ---- steps ----------------------------------------------------------------------------------- */

static sn_status give_epilogue(planner *p, sn_step *s, const sn_formula *f, const sn_place *out,
                               bool strided)
{
    s->epilogue.expr = f->expr;
    for (int i = 1; i < f->n; i++) {
        bool ok = false;
        SN_TRY(sn_plan_epilogue_operand(p, s, f, i, &out->shape, out->layout.kind, strided,
                                        &s->epilogue.outside[i - 1], &ok));
        if (!ok)
            return sn_fail(
                p->ctx, SN_E_UNSUPPORTED,
                "'%s': an operand of what is done to the result cannot be read in its layout",
                out->value && out->value->name ? out->value->name : "?");
        s->epilogue.n = i;
    }
    return SN_OK;
}

static sn_status begin_map(planner *p, const sn_node *const *nodes, size_t n_nodes,
                           const sn_formula *f, const sn_place *out, sn_step **step)
{
    sn_step *s = *step = sn_plan_step(p, &sn_kernel_map, NULL);
    s->nodes = nodes;
    s->n_nodes = n_nodes;
    s->n_out = 1;
    s->out = one_place(p, out);
    return give_epilogue(p, s, f, out, true);
}

sn_status sn_plan_map(planner *p, const sn_node *const *nodes, size_t n_nodes, const sn_formula *f,
                      const sn_place *out)
{
    sn_step *s = NULL;
    SN_TRY(begin_map(p, nodes, n_nodes, f, out, &s));
    return sn_plan_finish(p, s);
}

static bool is_before(sn_fusion_role role)
{
    return role == SN_ROLE_FACTOR || role == SN_ROLE_PROLOGUE;
}

/* What a step computes: the members in front of `first`, where that is the anchor, itself, where it
 * is not NULL, and the members of w->members. */
static const sn_node *const *copy_nodes(sn_group_walk *w, const sn_node *first, size_t n_members,
                                        size_t *n)
{
    const sn_node **list =
        SN_NEW_N(w->p->arena, const sn_node *, w->group->n_nodes + n_members + 1);
    size_t at = 0;
    for (size_t i = 0; i < w->group->n_nodes && first && first == w->group->anchor; i++)
        if (is_before(w->group->roles[i])) list[at++] = w->group->nodes[i];
    if (first) list[at++] = first;
    for (size_t i = 0; i < n_members; i++) list[at++] = w->members.v[i];
    *n = at;
    return list;
}

static void mark(sn_group_walk *w, const sn_node *n)
{
    sn_map_put_u64(w->lowered, n->id, w);
    for (uint16_t i = 0; i < n->n_out; i++) plan_of(w->p, sn_out(n, i))->ready = true;
}

/* Elementwise nodes from group node `at` on. */
static sn_status lower_map(sn_group_walk *w, size_t at)
{
    planner *p = w->p;
    const sn_node *n = w->group->nodes[at];
    sn_layout_kind kind = plan_of(p, sn_out(n, 0))->primary_layout;
    sn_chain c;
    size_t n_nodes = 0,
           n_members = sn_chain_longest(w, NULL, at, n, kind, kind == SN_LAYOUT_PLAIN, &c);
    if (n_members == 0)
        return sn_node_fail(p->ctx, n, SN_E_UNSUPPORTED,
                            "its operands cannot be read in the layout of its result");
    const sn_node *const *nodes = copy_nodes(w, NULL, n_members, &n_nodes);
    const sn_place *out = sn_plan_primary_place(p, sn_out(nodes[n_members - 1], 0));
    sn_step *s = NULL;
    SN_TRY(begin_map(p, nodes, n_nodes, &c.f, out, &s));
    SN_TRY(sn_plan_add_sums(w, s, SN_SUMS_BY_PARTS));
    SN_TRY(sn_plan_finish(p, s));
    for (size_t i = 0; i < s->n_nodes; i++) mark(w, s->nodes[i]);
    return SN_OK;
}

/* Typed elementwise nodes from group node `at` on, as many as end in one value. */
static sn_status lower_elements(sn_group_walk *w, size_t at)
{
    planner *p = w->p;
    size_t n_nodes = 0;
    const sn_node *const *nodes =
        copy_nodes(w, NULL, sn_chain_longest_typed(w, NULL, at), &n_nodes);
    SN_TRY(sn_plan_elements(p, nodes, n_nodes,
                            sn_plan_primary_place(p, sn_out(nodes[n_nodes - 1], 0))));
    for (size_t i = 0; i < n_nodes; i++) mark(w, nodes[i]);
    return SN_OK;
}

/* acc + bias, activation: what the node itself does to what its kernel accumulates. */
static const sn_expr *own_epilogue(planner *p, const sn_node *n, sn_formula *f)
{
    const sn_expr *e = sn_expr_input(p->arena, 0);
    const sn_value *v = sn_plan_bias(n);
    if (v) {
        f->operand[f->n].value = v;
        memset(f->operand[f->n].stride, 0, sizeof f->operand[f->n].stride);
        const sn_shape *y = &sn_out(n, 0)->shape;
        if (sn_shape_count(&v->shape) > 1)
            f->operand[f->n].stride[n->op == &sn_op_linear ? y->rank - 1 : sn_channel_axis_of(n)] =
                1;
        e = sn_expr_call(p->arena, SN_FN_add, e, sn_expr_input(p->arena, (uint16_t)f->n), NULL);
        f->n++;
    }
    return sn_node_act(n) ? sn_formula_of_act(p->ctx, p->arena, sn_node_act(n), e) : e;
}

/* The members' formula behind the node's own: operands of both, those of the members after. */
static void append_formula(planner *p, sn_formula *own, const sn_expr *own_expr, const sn_chain *c,
                           bool has_chain)
{
    if (!has_chain) {
        own->expr = own_expr;
        return;
    }
    const sn_expr *with[SN_MAX_OPERANDS + 1] = {own_expr};
    for (int i = 1; i < c->f.n; i++) {
        own->operand[own->n] = c->f.operand[i];
        with[i] = sn_expr_input(p->arena, (uint16_t)own->n++);
    }
    own->expr = sn_formula_put(p->arena, c->f.expr, with);
}

/* Operand 0 of the anchor, with what the kernel does to it itself. */
static sn_status anchor_operand(sn_group_walk *w, sn_step *s, const sn_offer *wants, bool *done)
{
    sn_fusion_role role = SN_ROLE_ANCHOR;
    for (size_t i = 0; i < w->group->n_nodes && s->node == w->group->anchor; i++)
        if (is_before(w->group->roles[i])) role = w->group->roles[i];
    *done = is_before(role);
    if (role == SN_ROLE_FACTOR)
        return sn_plan_read_factor(w->p, s, sn_plan_factor_of(w, s->node), wants->in[0]);
    return *done ? sn_plan_read_prologue(w, s, wants->in[0]) : SN_OK;
}

static sn_status step_operands(sn_group_walk *w, sn_step *s, const sn_node *n,
                               const sn_offer *wants)
{
    planner *p = w->p;
    bool has_first = false;
    s->n_in = n->n_in;
    s->in = SN_NEW_N(p->arena, const sn_place *, n->n_in ? n->n_in : 1);
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v || sn_value_is_const(v)) continue;
        if (sn_node_reads_shape_only(n, i)) continue;
        if (i == 0) {
            SN_TRY(anchor_operand(w, s, wants, &has_first));
            if (has_first) continue;
        }
        if (plan_of(p, v)->channels) {
            SN_TRY(sn_plan_read_channels(p, s, v));
            continue;
        }
        const bool stored = sn_kernel_reads_stored(s->kernel, n, i);
        SN_TRY((stored ? sn_plan_read : sn_plan_read_f32)(p, v, wants->in[i], &s->in[i]));
    }
    return SN_OK;
}

/* Where the kernel stores: of a type that it does not know as f32, until round_outputs. */
static const sn_place *output_place(planner *p, const sn_step *s, const sn_node *n, uint16_t i)
{
    const sn_value *v = sn_out(n, i);
    if (s->kernel->typed || sn_plan_type(v) == SN_TYPE_f32) return sn_plan_primary_place(p, v);
    return sn_plan_wide_place(p, v, p->node[n->id].wants.out[i]);
}

static sn_status round_outputs(planner *p, const sn_step *s)
{
    for (int i = 0; i < s->n_out; i++) {
        const sn_place *from = s->out[i];
        if (!from->value || from->type == sn_plan_type(from->value)) continue;
        if (from->layout.kind != SN_LAYOUT_PLAIN) {
            const sn_place *plain = sn_plan_typed_place(p, from->value, &from->shape, SN_TYPE_f32);
            SN_TRY(sn_plan_convert(p, from, plain));
            from = plain;
        }
        SN_TRY(sn_plan_convert(p, from, sn_plan_primary_place(p, from->value)));
    }
    return SN_OK;
}

/* The kernel stores its sums as they are (with the bias, where `keeps_bias`), and what is done to
 * them is a step of its own: without fusion, and where the kernel cannot do it. */
static sn_status lower_apart(sn_group_walk *w, sn_step *s, const sn_node *n, const sn_formula *own,
                             bool keeps_bias)
{
    planner *p = w->p;
    const sn_place *y = s->out[0], *sum = sn_plan_own_place(p, y, y->layout.kind);
    const sn_expr *with[SN_MAX_OPERANDS] = {sn_expr_input(p->arena, 1)};
    sn_formula rest = *own;
    if (keeps_bias) {
        sn_formula biased = *own;
        biased.expr = sn_expr_input(p->arena, 0);
        if (own->n > 1)
            biased.expr =
                sn_expr_call(p->arena, SN_FN_add, biased.expr, sn_expr_input(p->arena, 1), NULL);
        SN_TRY(give_epilogue(p, s, &biased, sum, false));
        rest = (sn_formula){
            .expr = sn_formula_of_act(p->ctx, p->arena, sn_node_act(n), sn_expr_input(p->arena, 0)),
            .n = 1};
    }
    s->out[0] = sum;
    SN_TRY(sn_plan_finish(p, s));

    sn_step *act = sn_plan_step(p, &sn_kernel_map, NULL);
    act->nodes = s->nodes;
    act->n_nodes = s->n_nodes;
    act->n_out = 1;
    act->out = one_place(p, y);
    act->epilogue.outside[0] = (sn_epilogue_operand){.kind = SN_OPERAND_ELEMENTWISE, .place = sum};
    int64_t stride = 1;
    for (int k = y->shape.rank - 1; k >= 0; k--) {
        act->epilogue.outside[0].stride[k] = stride;
        stride *= y->shape.d[k];
    }
    for (int i = 1; i < rest.n; i++) {
        bool ok = false;
        SN_TRY(sn_plan_epilogue_operand(p, act, &rest, i, &y->shape, y->layout.kind, true,
                                        &act->epilogue.outside[i], &ok));
        if (!ok)
            return sn_node_fail(p->ctx, n, SN_E_UNSUPPORTED,
                                "operand %d of its activation cannot be read", i);
        with[i] = sn_expr_input(p->arena, (uint16_t)(i + 1));
    }
    act->epilogue.n = rest.n;
    act->epilogue.expr = sn_formula_put(p->arena, rest.expr, with);
    SN_TRY(sn_plan_finish(p, act));
    mark(w, n);
    return round_outputs(p, act);
}

static bool own_readable(const planner *p, const sn_formula *own, const sn_shape *y,
                         sn_layout_kind kind)
{
    for (int i = 1; i < own->n; i++) {
        if (!sn_plan_can_read(p, own, i, y, kind, false)) return false;
    }
    return true;
}

/* With what is done to the sums of integers that node `at` makes, where its kernel can do that. */
static sn_status lower_sums(sn_group_walk *w, size_t at, bool *done)
{
    planner *p = w->p;
    const sn_node *n = w->group->nodes[at];
    const node_plan *np = &p->node[n->id];
    const size_t n_members = sn_chain_longest_typed(w, sn_out(n, 0), at + 1);
    *done = false;
    if (n_members == 0) return SN_OK;
    sn_step *s = sn_plan_step(p, np->kernel, n);
    s->nodes = copy_nodes(w, n, n_members, &s->n_nodes);
    SN_TRY(step_operands(w, s, n, &np->wants));
    SN_TRY(sn_plan_tail(p, s, sn_out(n, 0), np->wants.tail_axis, s->nodes + 1, n_members, done));
    if (!*done) {
        w->why = "what is done to sums reads operands that do not go along their runs";
        return SN_OK;
    }
    s->n_out = 1;
    s->out = one_place(p, sn_plan_primary_place(p, sn_out(s->nodes[n_members], 0)));
    SN_TRY(sn_plan_finish(p, s));
    for (size_t i = 0; i < s->n_nodes; i++) mark(w, s->nodes[i]);
    return SN_OK;
}

static sn_status lower_kernel(sn_group_walk *w, size_t at)
{
    planner *p = w->p;
    const sn_node *n = w->group->nodes[at];
    node_plan *np = &p->node[n->id];
    sn_step *s = sn_plan_step(p, np->kernel, n);
    sn_formula own = {.n = 1};
    sn_chain c;
    const sn_value *y = sn_out(n, 0);
    sn_layout_kind kind = np->wants.out[0];
    bool can = kind == SN_LAYOUT_BLOCKED ? np->wants.epilogue : np->wants.epilogue_on_plain;
    const sn_expr *own_expr =
        np->wants.does_bias_and_act ? sn_expr_input(p->arena, 0) : own_epilogue(p, n, &own);
    bool has_own = own_expr->kind != SN_EXPR_INPUT;
    can = can && own_readable(p, &own, &y->shape, kind);
    size_t n_members = 0;
    if (can && n->n_out == 1) n_members = sn_chain_longest(w, y, at + 1, NULL, kind, false, &c);
    if (!can && at + 1 < w->group->n_nodes) {
        w->why = sn_arena_printf(p->arena, "kernel '%s' stores its results as they are",
                                 np->kernel->name);
    }
    if (n_members > 0 && own.n - 1 + c.f.n - 1 > SN_MAX_EPILOGUE_OPERANDS) n_members = 0;
    s->nodes = copy_nodes(w, n, n_members, &s->n_nodes);
    SN_TRY(step_operands(w, s, n, &np->wants));
    s->n_out = n->n_out;
    s->out = SN_NEW_N(p->arena, const sn_place *, n->n_out);
    for (uint16_t i = 0; i < n->n_out; i++) s->out[i] = output_place(p, s, n, i);
    if (n_members > 0) s->out[0] = sn_plan_primary_place(p, sn_out(s->nodes[s->n_nodes - 1], 0));
    append_formula(p, &own, own_expr, &c, n_members > 0);
    bool has_act = has_own && sn_node_act(n) && sn_node_act(n)->kind != SN_ACT_NONE;
    if (has_own && !can) return lower_apart(w, s, n, &own, false);
    if (has_act && p->options->fusion == SN_FUSION_OFF) return lower_apart(w, s, n, &own, true);
    if (has_own || n_members > 0) SN_TRY(give_epilogue(p, s, &own, s->out[0], false));
    SN_TRY(sn_plan_add_sums(w, s, np->wants.sums));
    SN_TRY(sn_plan_finish(p, s));
    for (size_t i = 0; i < s->n_nodes; i++) mark(w, s->nodes[i]);
    return round_outputs(p, s);
}

/* A move and those that move on what it has moved: one step from the inputs of the first to the
 * outputs of the last. */
static sn_status lower_moves(sn_group_walk *w, const sn_node *first)
{
    planner *p = w->p;
    sn_step *s = sn_plan_step(p, &sn_kernel_move, first);
    const sn_node *last = first;
    w->members.n = 0;
    for (const sn_node *n = first; n; n = sn_plan_next_move(p, n)) {
        if (n != first) SN_PUSH(w->members, n);
        last = n;
    }
    s->nodes = copy_nodes(w, first, w->members.n, &s->n_nodes);
    SN_TRY(step_operands(w, s, first, &p->node[first->id].wants));
    s->n_out = last->n_out;
    s->out = SN_NEW_N(p->arena, const sn_place *, last->n_out);
    for (uint16_t i = 0; i < last->n_out; i++)
        s->out[i] = sn_plan_primary_place(p, sn_out(last, i));
    SN_TRY(sn_plan_finish(p, s));
    for (size_t i = 0; i < s->n_nodes; i++) mark(w, s->nodes[i]);
    return SN_OK;
}

/* A part of a concat that is not already there. */
static sn_status copy_part(sn_group_walk *w, const sn_node *n, uint16_t i, int64_t channel,
                           int64_t offset)
{
    planner *p = w->p;
    const sn_value *x = sn_in(n, i), *y = sn_out(n, 0);
    const sn_place *whole = sn_plan_primary_place(p, y), *from = NULL;
    sn_layout_kind kind = whole->layout.kind;
    SN_TRY(sn_plan_read(p, x, kind, &from));
    sn_place *to = sn_arena_copy(p->arena, from, sizeof *from);
    to->storage = whole->storage;
    to->of_image = whole->of_image;
    to->apart = whole->apart;
    to->pitch = whole->pitch;
    if (kind == SN_LAYOUT_BLOCKED) offset = channel / p->k.machine->lanes * whole->layout.plane;
    to->offset = whole->offset + offset * sn_place_element_bytes(whole);
    if (kind == SN_LAYOUT_BLOCKED) to->layout.plane = whole->layout.plane;
    if (from->storage == to->storage && from->offset == to->offset) return SN_OK;
    return sn_plan_convert(p, from, to);
}

/* Parts that lie one behind the other: those that are not yet where they belong are copied. */
static sn_status lower_parts(sn_group_walk *w, const sn_node *n, bool *done)
{
    planner *p = w->p;
    const sn_concat_params *params = n->params;
    const sn_value *y = sn_out(n, 0);
    sn_layout_kind kind = plan_of(p, y)->primary_layout;
    int lanes = p->k.machine->lanes;
    bool fits = true;
    for (int k = 0; k < params->axis && kind == SN_LAYOUT_PLAIN; k++)
        fits = fits && y->shape.d[k] == 1;
    for (uint16_t i = 0; i + 1 < n->n_in && kind == SN_LAYOUT_BLOCKED; i++) {
        fits = fits && params->axis == 0 && sn_in(n, i)->shape.d[0] % lanes == 0;
    }
    *done = fits;
    int64_t channel = 0, offset = 0;
    for (uint16_t i = 0; i < n->n_in && fits; i++) {
        SN_TRY(copy_part(w, n, i, channel, offset));
        channel += sn_in(n, i)->shape.d[0];
        offset += sn_shape_count(&sn_in(n, i)->shape);
    }
    return SN_OK;
}

/* Whether some of what can be computed from group node `at` on is cast. */
static bool casts_on_the_way(sn_group_walk *w, size_t at)
{
    planner *p = w->p;
    const sn_node *first = w->group->nodes[at];
    if (!p->node[first->id].typed) return false;
    const size_t n = sn_chain_longest_typed(w, NULL, at);
    if (n == 0 || w->members.v[0] != first) return false; /* it is BLOCKED, and elements are not */
    for (size_t i = 0; i < n; i++)
        if (!p->node[w->members.v[i]->id].formula) return true;
    return false;
}

static sn_status lower_node(sn_group_walk *w, size_t at)
{
    planner *p = w->p;
    const sn_node *n = w->group->nodes[at];
    if (sn_map_has_u64(w->lowered, n->id)) return SN_OK;
    if (is_before(w->group->roles[at])) return SN_OK; /* the anchor's step has it */
    if (p->node[n->id].formula && !casts_on_the_way(w, at)) return lower_map(w, at);
    if (p->node[n->id].typed) return lower_elements(w, at);
    if (p->node[n->id].picks_channels) {
        const size_t n_before = p->steps.n;
        SN_TRY(sn_plan_pick_channels(p, n));
        if (p->steps.n == n_before)
            p->node[n->id].no_step = "its channels are read where they were computed";
        mark(w, n);
        return SN_OK;
    }
    if (sn_plan_next_move(p, n)) return lower_moves(w, n);
    bool is_view = n->n_out > 0 && plan_of(p, sn_out(n, 0))->same != NULL;
    bool done = is_view || sn_plan_gives_nothing(n);
    const size_t n_before = p->steps.n;
    if (!done && n->op == &sn_op_concat && !n->boundary) SN_TRY(lower_parts(w, n, &done));
    if (done) {
        if (p->steps.n == n_before)
            p->node[n->id].no_step =
                is_view                  ? "it is its operand, or a part of it, where that stands"
                : n->op == &sn_op_concat ? "its parts are stored where they belong"
                                         : "it has no elements";
        mark(w, n);
        return SN_OK;
    }
    if (!p->node[n->id].kernel) return sn_plan_no_kernel(p, n);
    if (p->node[n->id].wants.tail) SN_TRY(lower_sums(w, at, &done));
    return done ? SN_OK : lower_kernel(w, at);
}

/* Single numbers first, where they are cast: what is computed with them goes on in one step. */
static sn_status lower_numbers(sn_group_walk *w)
{
    bool casts = false;
    for (size_t k = 0; k < w->group->n_nodes; k++) casts |= sn_cast_in_lanes(w->group->nodes[k]);
    for (size_t k = 0; k < w->group->n_nodes && casts; k++) {
        const sn_node *n = w->group->nodes[k];
        bool can = n->n_out == 1 && sn_shape_count(&sn_out(n, 0)->shape) == 1;
        for (uint16_t i = 0; i < n->n_in && can; i++)
            can = !sn_in(n, i) || sn_chain_is_known(w, sn_in(n, i));
        if (can) SN_TRY(lower_node(w, k));
    }
    return SN_OK;
}

/* What stands in front of sums of integers, but is only read behind them, is computed there: they
 * come first where that takes in all that is left of the group. */
static sn_status lower_sums_first(sn_group_walk *w)
{
    planner *p = w->p;
    size_t n_left = 0;
    for (size_t k = 0; k < w->group->n_nodes; k++)
        n_left += !sn_map_has_u64(w->lowered, w->group->nodes[k]->id);
    for (size_t k = 0; k < w->group->n_nodes; k++) {
        const sn_node *n = w->group->nodes[k];
        bool can = p->node[n->id].kernel && p->node[n->id].wants.tail, done = false;
        for (uint16_t i = 0; i < n->n_in && can; i++)
            can = !sn_in(n, i) || sn_chain_is_known(w, sn_in(n, i));
        if (can && sn_chain_longest_typed(w, sn_out(n, 0), k + 1) + 1 == n_left)
            return lower_sums(w, k, &done);
    }
    return SN_OK;
}

/* ---- inputs and outputs ---------------------------------------------------------------------- */

static sn_status plan_inputs(planner *p)
{
    SN_VEC(sn_port) ports = SN_VEC_IN(p->arena);
    SN_EACH_NODE(n, p->g)
    {
        if (!sn_op_has(n->op, SN_TRAIT_INPUT)) continue;
        for (uint16_t i = 0; i < n->n_out; i++) {
            const sn_value *v = sn_out(n, i);
            sn_place *place = v->type == SN_TYPE_bool
                                  ? sn_plan_typed_place(p, v, &v->shape, SN_TYPE_bool)
                                  : sn_plan_primary_place(p, v);
            place->storage->where = SN_IN_INPUT;
            place->storage->index = (uint32_t)ports.n;
            plan_of(p, v)->ready = true;
            if (v->type == SN_TYPE_bool) /* whatever the caller's bytes are, steps see 0 and 1 */
                SN_TRY(sn_plan_cast(p, place, sn_plan_primary_place(p, v)));
            SN_PUSH(ports, (sn_port){v->name, v->shape, place, p->options->own_images > 0, NULL});
        }
    }
    p->p->input = ports.v;
    p->p->n_inputs = ports.n;
    return SN_OK;
}

/* A result is written where the caller wants it: right away where its memory is its own, else by a
 * copy. */
static sn_status plan_outputs(planner *p)
{
    const sn_node *o = sn_graph_output(p->g);
    p->p->n_outputs = o ? o->n_in : 0;
    p->p->output = SN_NEW_N(p->arena, sn_port, p->p->n_outputs ? p->p->n_outputs : 1);
    for (uint16_t i = 0; i < p->p->n_outputs; i++) {
        const sn_value *v = sn_in(o, i);
        const sn_place *from = NULL;
        SN_TRY(sn_plan_read(p, v, SN_LAYOUT_PLAIN, &from));
        sn_storage *s = from->storage;
        bool own =
            s->where == SN_IN_WORKSPACE && from->offset == 0 && s->bytes == sn_place_bytes(from);
        if (!own) {
            sn_place *to = sn_plan_typed_place(p, NULL, &v->shape, from->type);
            SN_TRY(sn_plan_convert(p, from, to));
            from = to;
            s = to->storage;
        }
        s->where = SN_IN_OUTPUT;
        s->index = i;
        const bool *bare = p->options->bare_outputs;
        const sn_counted *counted = p->options->counted;
        p->p->output[i] = (sn_port){sn_output_name(o, i), v->shape, from,
                                    p->options->own_images > 0 && !(bare && bare[i]),
                                    counted && counted[i].axis >= 0 ? &counted[i] : NULL};
    }
    return SN_OK;
}

/* A group that could not be one step. Layout changes that it needs count, too. */
static void tell_parts(const sn_group_walk *w, size_t n_steps)
{
    planner *p = w->p;
    if (n_steps < 2 || w->group->n_nodes < 2) return;
    const sn_node *first = w->group->nodes[0], *last = w->group->nodes[w->group->n_nodes - 1];
    SN_PUSH(p->remarks,
            sn_arena_printf(p->arena, "%s .. %s: %zu steps for a group of %zu: %s",
                            first->name ? first->name : first->op->name,
                            last->name ? last->name : last->op->name, n_steps, w->group->n_nodes,
                            w->why ? w->why
                                   : "values within it are read elsewhere, or in another layout"));
}

sn_status sn_plan_steps(planner *p)
{
    const sn_groups *groups = p->p->groups;
    p->group = -1;
    SN_TRY(plan_inputs(p));
    for (size_t i = 0; i < groups->n; i++) {
        p->group = (int32_t)i;
        sn_group_walk w = {.p = p, .group = &groups->group[i], .lowered = sn_map_create(p->arena)};
        w.members.arena = p->arena;
        size_t n_before = p->steps.n;
        SN_TRY(lower_numbers(&w));
        SN_TRY(lower_sums_first(&w));
        for (size_t k = 0; k < w.group->n_nodes; k++) SN_TRY(lower_node(&w, k));
        tell_parts(&w, p->steps.n - n_before);
    }
    p->group = -1;
    return plan_outputs(p);
}
