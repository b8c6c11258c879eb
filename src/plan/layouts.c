/* SPDX-License-Identifier: Apache-2.0
 *
 * Which kernel computes a node, and how each value is stored first. Values keep the layout of what
 * makes them through elementwise operators and views; where a reader wants another, one step
 * changes it for all readers that want it. */
#include <string.h>

#include "ops/activation.h"
#include "ops/concat.h"
#include "ops/images.h"
#include "ops/ops.h"
#include "ops/pad.h"
#include "ops/split.h"
#include "plan/planner.h"

/* ---- layouts --------------------------------------------------------------------------------- */

sn_layout sn_plan_layout(const planner *p, const sn_shape *s, sn_layout_kind kind)
{
    sn_layout l = {.kind = kind, .channels = 1, .pixels = sn_shape_count(s)};
    if (kind == SN_LAYOUT_PLAIN) return l;
    l.channels = s->d[0];
    l.pixels = l.channels ? sn_shape_count(s) / l.channels : 0;
    const int64_t lanes = p->k.machine->lanes, floats = l.pixels * lanes;
    l.plane = l.pixels == 1 || lanes == 1 ? floats : sn_plane_floats(floats);
    return l;
}

int64_t sn_plan_floats(const planner *p, const sn_layout *l)
{
    if (l->kind == SN_LAYOUT_PLAIN) return l->pixels;
    return sn_layout_floats(l, p->k.machine->lanes);
}

static bool blockable(const sn_value *v)
{
    return v->shape.rank >= 1 && v->shape.d[0] > 0 && sn_shape_count(&v->shape) > 0 &&
           v->type == SN_TYPE_f32;
}

bool sn_plan_pad(const sn_expr *formula, const sn_interval *pad, sn_interval *out)
{
    *out = sn_expr_range(formula, pad);
    return !out->nan && out->lo > -1e30 && out->hi < 1e30;
}

const sn_value *sn_plan_bias(const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in && sn_node_act(n); i++) {
        if (sn_in(n, i) && strcmp(sn_op_slot(n->op, i)->name, "bias") == 0) return sn_in(n, i);
    }
    return NULL;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void layout_of_formula(planner *p, const sn_node *n, const sn_formula *f)
{
    value_plan *y = plan_of(p, sn_out(n, 0));
    sn_interval pad[SN_MAX_OPERANDS];
    bool any = false, fits = blockable(sn_out(n, 0));
    for (int i = 0; i < f->n; i++) {
        const sn_value *v = f->operand[i].value;
        pad[i] = sn_plan_operand_pad(p, f, i, &sn_out(n, 0)->shape);
        if (!v || sn_value_is_const(v)) continue;
        if (plan_of(p, v)->primary_layout != SN_LAYOUT_BLOCKED) continue;
        any = any || sn_shape_equal(&v->shape, &sn_out(n, 0)->shape);
    }
    for (int i = 0; i < f->n && fits && any; i++) {
        fits = sn_plan_can_read(p, f, i, &sn_out(n, 0)->shape, SN_LAYOUT_BLOCKED, false);
    }
    bool padded = fits && sn_out(n, 0)->shape.d[0] % p->k.machine->lanes != 0;
    if (!any || !fits || (padded && !sn_plan_pad(f->expr, pad, &y->pad))) {
        y->primary_layout = SN_LAYOUT_PLAIN;
        return;
    }
    y->primary_layout = SN_LAYOUT_BLOCKED;
}

/* The value is the elements of x in their order. */
static void layout_of_view(planner *p, const sn_value *x, const sn_value *y)
{
    value_plan *vx = plan_of(p, x), *vy = plan_of(p, y);
    bool same_channels = blockable(y) && x->shape.rank >= 1 && y->shape.d[0] == x->shape.d[0];
    if (vx->primary_layout == SN_LAYOUT_PLAIN || same_channels) {
        vy->primary_layout = vx->primary_layout;
        vy->pad = vx->pad;
        vy->same = x;
        return;
    }
    vy->primary_layout = SN_LAYOUT_PLAIN; /* a step writes x as PLAIN, unless it is a vector, and y
                                   is the same memory: see places.c */
    vy->same = x;
}

/* The axis is the outermost one that has more than one element: parts lie one behind the other. */
static bool outermost(const sn_shape *s, int axis)
{
    for (int k = 0; k < axis; k++) {
        if (s->d[k] != 1) return false;
    }
    return true;
}

static void layout_of_concat(planner *p, const sn_node *n)
{
    const sn_concat_params *params = n->params;
    value_plan *y = plan_of(p, sn_out(n, 0));
    int blocked = 0, misfits = 0, lanes = p->k.machine->lanes;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *x = sn_in(n, i);
        if (sn_value_is_const(x)) continue;
        blocked += plan_of(p, x)->primary_layout == SN_LAYOUT_BLOCKED;
        y->pad = sn_interval_hull(y->pad, plan_of(p, x)->pad);
    }
    for (uint16_t i = 0; i + 1 < n->n_in; i++) misfits += sn_in(n, i)->shape.d[0] % lanes != 0;
    bool parts_fit = params->axis == 0 && misfits == 0 && blocked > 0 && blockable(sn_out(n, 0));
    y->primary_layout = parts_fit ? SN_LAYOUT_BLOCKED : SN_LAYOUT_PLAIN;
    if (!parts_fit && blocked > 0 && p->node[n->id].kernel) {
        sn_offer *w = &p->node[n->id].wants;
        bool whole = w->out[0] == SN_LAYOUT_ANY && blocked == n->n_in && blockable(sn_out(n, 0)) &&
                     params->axis == 0;
        y->primary_layout = whole ? SN_LAYOUT_BLOCKED : SN_LAYOUT_PLAIN;
    }
}

bool sn_plan_splits_in_place(const sn_node *split, sn_layout_kind kind, int lanes)
{
    const int axis = ((const sn_split_params *)split->params)->axis;
    const sn_value *x = sn_in(split, 0);
    int64_t at = 0;
    if (sn_value_is_const(x)) return false;
    if (kind != SN_LAYOUT_BLOCKED) return outermost(&x->shape, axis);
    for (uint16_t i = 0; i < split->n_out; i++) {
        if (axis != 0 || at % lanes != 0) return false;
        at += sn_out(split, i)->shape.d[0];
    }
    return true;
}

/* Outputs that are parts of x as it is stored. */
static bool split_in_place(planner *p, const sn_node *n)
{
    const sn_value *x = sn_in(n, 0);
    const bool is_blocked = plan_of(p, x)->primary_layout == SN_LAYOUT_BLOCKED;
    if (!sn_plan_splits_in_place(n, plan_of(p, x)->primary_layout, p->k.machine->lanes))
        return false;
    int64_t at = 0;
    for (uint16_t i = 0; i < n->n_out; i++) {
        value_plan *y = plan_of(p, sn_out(n, i));
        y->primary_layout = plan_of(p, x)->primary_layout;
        y->pad = SN_PAD_ANY;
        y->same = x;
        if (is_blocked)
            y->alias_channel = at, at += sn_out(n, i)->shape.d[0];
        else
            y->alias_offset = at, at += sn_shape_count(&sn_out(n, i)->shape);
    }
    return true;
}

static void layout_of_kernel(planner *p, const sn_node *n)
{
    sn_offer *w = &p->node[n->id].wants;
    bool any = false;
    sn_interval pad = {0, 0, false};
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *x = sn_in(n, i);
        if (!x || sn_value_is_const(x)) continue;
        bool is_blocked = plan_of(p, x)->primary_layout == SN_LAYOUT_BLOCKED;
        any = any || is_blocked;
        if (is_blocked) pad = sn_interval_hull(pad, plan_of(p, x)->pad);
        if (w->in[i] == SN_LAYOUT_ANY) w->in[i] = plan_of(p, x)->primary_layout;
    }
    const sn_value *bias = sn_plan_bias(n);
    if (w->may_exceed_padding && (pad.lo < 0 || pad.hi > 0)) pad = SN_PAD_ANY;
    if (bias && sn_shape_count(&bias->shape) == 1)
        pad = SN_PAD_ANY; /* of a single channel: all lanes get it */
    if (sn_node_act(n)) { /* it meets 0, or what was there */
        sn_interval after = SN_INTERVAL_REAL;
        if (!sn_plan_pad(sn_act_formula(p->ctx, p->arena, sn_node_act(n)), &pad, &after))
            after = SN_INTERVAL_REAL;
        pad = sn_interval_hull(pad, after);
    }
    for (uint16_t i = 0; i < n->n_out; i++) {
        value_plan *y = plan_of(p, sn_out(n, i));
        if (w->out[i] == SN_LAYOUT_ANY)
            w->out[i] = any && blockable(sn_out(n, i)) ? SN_LAYOUT_BLOCKED : SN_LAYOUT_PLAIN;
        y->primary_layout = sn_plan_type(sn_out(n, i)) == SN_TYPE_f32 ? w->out[i] : SN_LAYOUT_PLAIN;
        y->pad = pad;
    }
}

bool sn_plan_gives_nothing(const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_out; i++)
        if (sn_shape_count(&sn_out(n, i)->shape) != 0) return false;
    return true;
}

/* A boundary is no view, no identity and no concat of parts that are seen where they are: only its
 * formula, or a kernel that says so, computes what it does. */
static sn_status layout_of_boundary(planner *p, const sn_node *n)
{
    node_plan *np = &p->node[n->id];
    sn_formula f;
    if (n->no_rule) return sn_plan_no_kernel(p, n);
    if (sn_formula_of(p->ctx, p->arena, n, &f)) {
        np->formula = sn_arena_copy(p->arena, &f, sizeof f);
        layout_of_formula(p, n, np->formula);
        return SN_OK;
    }
    np->kernel = sn_kernel_find(&p->k, n, &np->wants);
    if (!np->kernel) return sn_plan_no_kernel(p, n);
    layout_of_kernel(p, n);
    return SN_OK;
}

static sn_status layout_of_node(planner *p, const sn_node *n)
{
    node_plan *np = &p->node[n->id];
    if (sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT | SN_TRAIT_CONSTANT)) return SN_OK;
    if (sn_plan_gives_nothing(n)) {
        for (uint16_t i = 0; i < n->n_out; i++)
            plan_of(p, sn_out(n, i))->primary_layout = SN_LAYOUT_PLAIN;
        return SN_OK;
    }
    if (n->boundary) return layout_of_boundary(p, n);
    const sn_value *apart = sn_image_of_joined(n);
    if (apart) {
        layout_of_view(p, apart, sn_out(n, 0));
        return SN_OK;
    }
    if (sn_is_image_view(n)) {
        value_plan *y = plan_of(p, sn_out(n, 0));
        y->primary_layout = SN_LAYOUT_PLAIN;
        y->same = sn_in(n, 0);
        y->joins = n->op == &sn_op_join_images;
        return SN_OK;
    }
    sn_formula f;
    uint16_t slot = 0;
    /* Each output is the input of its place, or all are the only one. */
    if (sn_op_has(n->op, SN_TRAIT_VIEW)) {
        for (uint16_t i = 0; i < n->n_out; i++) {
            const sn_value *x = sn_in(n, n->n_in == 1 || n->n_out == 1 ? 0 : i);
            if (!x) return sn_node_fail(p->ctx, n, SN_E_UNSUPPORTED, "output %d has no input", i);
            layout_of_view(p, x, sn_out(n, i));
        }
        return SN_OK;
    }
    bool same =
        n->n_out == 1 && n->op->identity && n->op->identity(n, p->arena, &slot).is == SN_YES;
    if (same) {
        layout_of_view(p, sn_in(n, slot), sn_out(n, 0));
        return SN_OK;
    }
    if (sn_formula_of(p->ctx, p->arena, n, &f)) {
        np->formula = sn_arena_copy(p->arena, &f, sizeof f);
        layout_of_formula(p, n, np->formula);
        if (sn_formula_typed(p->ctx, p->arena, n, &f) && sn_plan_can_elements(&f, SN_TYPE_f32))
            np->typed = sn_arena_copy(p->arena, &f, sizeof f);
        return SN_OK;
    }
    if (!sn_node_is_f32(n) && sn_formula_typed(p->ctx, p->arena, n, &f)) {
        if (!sn_plan_can_elements(&f, sn_plan_type(sn_out(n, 0)))) return sn_plan_no_kernel(p, n);
        np->typed = sn_arena_copy(p->arena, &f, sizeof f);
        plan_of(p, sn_out(n, 0))->primary_layout = SN_LAYOUT_PLAIN;
        return SN_OK;
    }
    bool in_place =
        sn_plan_applies(p, SN_FUSION_RULE_SLICES); /* parts are seen where they are, not copied */
    if (in_place && n->op == &sn_op_split && split_in_place(p, n)) return SN_OK;
    np->kernel = sn_kernel_find(&p->k, n, &np->wants);
    if (n->op == &sn_op_concat) {
        layout_of_concat(p, n);
        if (np->kernel) {
            np->wants.out[0] = plan_of(p, sn_out(n, 0))->primary_layout;
            for (uint16_t i = 0; i < n->n_in; i++) {
                if (np->wants.in[i] == SN_LAYOUT_ANY)
                    np->wants.in[i] = plan_of(p, sn_in(n, i))->primary_layout;
            }
        }
        return SN_OK;
    }
    if (!np->kernel) return sn_plan_no_kernel(p, n);
    layout_of_kernel(p, n);
    return SN_OK;
}

/* ---- parts of concats ------------------------------------------------------------------------ */

/* The value whose memory this one is. */
static const sn_value *root_of(planner *p, const sn_value *v)
{
    for (; plan_of(p, v)->same; v = plan_of(p, v)->same) {
        value_plan *vp = plan_of(p, v);
        if (vp->alias_channel || vp->alias_offset) return NULL;
        if (p->of_image[v->id] != p->of_image[vp->same->id]) return NULL;
        if (vp->primary_layout != plan_of(p, vp->same)->primary_layout)
            return NULL; /* a change of layout */
        if (sn_shape_count(&v->shape) != sn_shape_count(&vp->same->shape)) return NULL;
    }
    return v;
}

static bool lies_inside(planner *p, const sn_value *v, const sn_value *whole)
{
    for (; v; v = plan_of(p, v)->concat_of) {
        if (v == whole) return true;
    }
    return false;
}

const sn_node *sn_plan_next_move(const planner *p, const sn_node *n)
{
    const int32_t *group = p->p->groups->of_node;
    const sn_node *next = n->n_out == 1 && p->node[n->id].kernel == &sn_kernel_move
                              ? sn_sole_user(sn_out(n, 0))
                              : NULL;
    if (!next || group[next->id] != group[n->id] || p->node[next->id].kernel != &sn_kernel_move ||
        p->node[n->id].picks_channels || p->node[next->id].picks_channels)
        return NULL;
    for (uint16_t i = 1; i < next->n_in; i++) {
        if (sn_in(next, i)) return NULL;
    }
    return sn_in(next, 0) == sn_out(n, 0) ? next : NULL;
}

/* x is computed right where it belongs in y, if its memory is its own. */
static void place_part(planner *p, const sn_value *x, const sn_value *y, int64_t channel,
                       int64_t offset)
{
    const sn_layout_kind kind = plan_of(p, y)->primary_layout;
    const sn_value *root = sn_value_is_const(x) ? NULL : root_of(p, x);
    value_plan *r = root ? plan_of(p, root) : NULL;
    bool made_here =
        root && root->def && !sn_op_has(root->def->op, SN_TRAIT_INPUT | SN_TRAIT_CONSTANT);
    bool free = made_here && !r->concat_of && r->primary_layout == kind &&
                plan_of(p, x)->primary_layout == kind && !lies_inside(p, y, root);
    if (kind == SN_LAYOUT_BLOCKED && free) free = root->shape.d[0] == x->shape.d[0];
    if (!free) return;
    r->concat_of = y;
    r->concat_channel = channel;
    r->concat_offset = offset;
}

/* Another concat of n's first parts, which stand in it already: where it is computed is where n
 * begins (features that all layers behind read: Huang et al., 2017). */
static const sn_value *leading_concat(planner *p, const sn_node *n)
{
    const sn_value *v = sn_value_is_const(sn_in(n, 0)) ? NULL : root_of(p, sn_in(n, 0));
    while (v && plan_of(p, v)->concat_of) v = plan_of(p, v)->concat_of;
    return v && v->def && v->def->op == &sn_op_concat && sn_concat_begins(v->def, n) ? v : NULL;
}

/* A last block that is not full would be overwritten by the next part. */
static void place_parts(planner *p, const sn_node *n)
{
    const sn_concat_params *params = n->params;
    const sn_value *y = sn_out(n, 0);
    sn_layout_kind kind = plan_of(p, y)->primary_layout;
    if (kind == SN_LAYOUT_PLAIN && !outermost(&y->shape, params->axis)) return;
    if (kind == SN_LAYOUT_BLOCKED && params->axis != 0) return;
    const sn_value *lead = leading_concat(p, n);
    if (lead && (kind == SN_LAYOUT_PLAIN || lead->shape.d[0] % p->k.machine->lanes == 0))
        place_part(p, lead, y, 0, 0);
    int64_t channel = 0, offset = 0;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *x = sn_in(n, i);
        bool aligned = kind == SN_LAYOUT_PLAIN || channel % p->k.machine->lanes == 0;
        bool full =
            kind == SN_LAYOUT_PLAIN || i + 1 == n->n_in || x->shape.d[0] % p->k.machine->lanes == 0;
        if (aligned && full) place_part(p, x, y, channel, offset);
        channel += x->shape.d[0];
        offset += sn_shape_count(&x->shape);
    }
}

/* Channels behind whole blocks: the others are computed in front of them. */
static void place_padded(planner *p, const sn_node *n)
{
    const sn_pad_params *params = n->params;
    const sn_value *x = sn_in(n, 0);
    if (p->node[n->id].kernel != &sn_kernel_move || params->mode != SN_BORDER_CONSTANT ||
        plan_of(p, sn_out(n, 0))->primary_layout != SN_LAYOUT_BLOCKED || x->shape.rank < 1 ||
        x->shape.d[0] % p->k.machine->lanes != 0)
        return;
    for (int k = 0; k < x->shape.rank; k++)
        if (sn_pad_begin(params, k) != 0 || (k > 0 && sn_pad_end(params, k) != 0)) return;
    if (sn_pad_end(params, 0) > 0) place_part(p, x, sn_out(n, 0), 0, 0);
}

sn_status sn_plan_layouts(planner *p)
{
    SN_EACH_NODE(n, p->g) SN_TRY(layout_of_node(p, n));
    if (sn_plan_applies(p, SN_FUSION_RULE_CHANNELS)) sn_plan_channels(p);
    if (!sn_plan_applies(p, SN_FUSION_RULE_SLICES)) return SN_OK;
    SN_EACH_NODE(n, p->g)
    {
        if (n->boundary || p->node[n->id].picks_channels || sn_plan_next_move(p, n)) continue;
        if (n->op == &sn_op_concat) place_parts(p, n);
        if (n->op == &sn_op_pad) place_padded(p, n);
    }
    return SN_OK;
}
