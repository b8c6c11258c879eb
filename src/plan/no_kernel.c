/* SPDX-License-Identifier: Apache-2.0
 *
 * Why no kernel computes a node: the property without which one would. Copies of the node, each
 * with one property less, are shown to the kernels: a param that is its default again, an input
 * left out, a weight that is a constant, every type f32. */
#include "ops/ops.h"
#include "base/ways.h"
#include "plan/alone.h"
#include "plan/planner.h"

typedef struct change {
    const sn_param *param; /* becomes its default */
    int left_out;          /* slot; -1: none */
    int made_constant;     /* slot; -1: none */
    bool singles;          /* every float is f32 */
} change;

static const change NOTHING = {.left_out = -1, .made_constant = -1};

static sn_type type_of(const sn_value *v, const change *c)
{
    return c->singles && sn_type_is_float(v->type) ? SN_TYPE_f32 : v->type;
}

static sn_value *copy_of(sn_graph *g, const sn_value *v, const change *c, bool constant)
{
    sn_value *zeros = NULL;
    const sn_tensor *data = sn_const_of(v);
    if (data && data->type == type_of(v, c)) return sn_value_const(g, data, NULL);
    if (!data && !constant) return sn_alone_input(g, type_of(v, c), &v->shape);
    return sn_alone_zeros(g, type_of(v, c), &v->shape, &zeros) == SN_OK ? zeros : NULL;
}

static const void *params_of(sn_arena *arena, const sn_node *n, const change *c)
{
    if (!c->param) return n->params;
    void *params = sn_params_copy(n->op->params, n->op->params_bytes, n->params, arena);
    sn_param_reset(n->op->params, c->param, params);
    return params;
}

/* Whether a kernel takes the copy, in a graph of its own. */
static bool fits(const planner *p, const sn_node *n, const change *c)
{
    sn_graph *g = sn_graph_create(p->ctx);
    sn_value **in = SN_NEW_N(g->scratch, sn_value *, n->n_in);
    bool ok = true;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v || (int)i == c->left_out) continue;
        in[i] = copy_of(g, v, c, (int)i == c->made_constant);
        ok = ok && in[i];
    }
    sn_offer ignored;
    const void *params = params_of(g->scratch, n, c);
    if (n->op->validate && n->op->validate(params, g->scratch)) ok = false;
    if (ok) {
        sn_node *copy = sn_node_create(g, NULL, n->op, params, n->n_in, in, n->n_out);
        ok = sn_infer_node(copy) == SN_OK && !copy->boundary;
        for (uint16_t i = 0; ok && i < n->n_out; i++) ok = sn_shape_known(&copy->out[i]->shape);
        ok = ok && sn_kernel_find(&p->k, copy, &ignored);
    }
    sn_ctx_clear_error(p->ctx);
    sn_graph_destroy(g);
    return ok;
}

static const char *because_of_param(const planner *p, const sn_node *n)
{
    for (const sn_param *q = n->op->params; q && q->name; q++) {
        change c = NOTHING;
        c.param = q;
        if (!sn_param_matters(n->op->params, q, n->params) || !fits(p, n, &c)) continue;
        sn_str s;
        sn_str_init(&s, p->arena);
        sn_str_addf(&s, "with %s=", q->name);
        sn_param_print_value(q, n->params, &s);
        return s.s;
    }
    return NULL;
}

static const char *because_of_input(const planner *p, const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_slot *slot = sn_op_slot(n->op, i);
        change c = NOTHING;
        if (!sn_in(n, i) || !slot) continue;
        c.left_out = i;
        if ((slot->flags & SN_SLOT_OPTIONAL) && fits(p, n, &c))
            return sn_arena_printf(p->arena, "with %s", slot->name);
        c.left_out = -1;
        c.made_constant = i;
        if ((slot->flags & SN_SLOT_WEIGHT) && !sn_const_of(sn_in(n, i)) && fits(p, n, &c))
            return sn_arena_printf(p->arena, "with a %s that is not constant", slot->name);
    }
    return NULL;
}

/* The first value of another type than f32; NULL: there is none. */
static const sn_value *other_type(const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in; i++)
        if (sn_in(n, i) && sn_plan_type(sn_in(n, i)) != SN_TYPE_f32) return sn_in(n, i);
    for (uint16_t i = 0; i < n->n_out; i++)
        if (sn_plan_type(sn_out(n, i)) != SN_TYPE_f32) return sn_out(n, i);
    return NULL;
}

static const char *because_of_type(const planner *p, const sn_node *n)
{
    change c = NOTHING;
    c.singles = true;
    const sn_value *v = other_type(n);
    if (!v || (!fits(p, n, &c) && n->n_in && sn_in(n, 0) != v)) return NULL;
    return sn_arena_printf(p->arena, "of type %s", sn_type_name(v->type));
}

static const char *because_of_shape(const planner *p, const sn_node *n)
{
    sn_str s;
    sn_str_init(&s, p->arena);
    if (!n->n_in || !sn_in(n, 0)) return "here";
    sn_str_add(&s, "of shape ");
    sn_shape_print(n->graph->dims, &sn_in(n, 0)->shape, &s);
    return s.s;
}

sn_status sn_plan_no_kernel(planner *p, const sn_node *n)
{
    if (n->boundary)
        return sn_node_fail(p->ctx, n, SN_E_UNSUPPORTED, "no kernel can compute it: %s%s",
                            n->boundary, n->no_rule ? "" : "; " SN_WAY_INTERPRET " can");
    const char *why = NULL;
    if (n->n_body) why = sn_plan_body_refused(n);
    if (n->n_body && !why) why = "here"; /* a copy would need copies of its bodies */
    if (!why) why = because_of_param(p, n);
    if (!why) why = because_of_input(p, n);
    if (!why) why = because_of_type(p, n);
    if (!why) why = because_of_shape(p, n);
    return sn_node_fail(p->ctx, n, SN_E_UNSUPPORTED,
                        "no kernel can compute '%s' %s; " SN_WAY_INTERPRET " may", n->op->name,
                        why);
}
