/* SPDX-License-Identifier: Apache-2.0
 *
 * eltwise: product, weighted sum or maximum of equal shapes. There is no broadcasting: ncnn walks
 * every input with the first one's shape, so different shapes are an error here. */
#include "ops/eltwise.h"

#include <math.h>

#include "ops/expr.h"
#include "ops/maps.h"
#include "ops/rule.h"

static const char *const op_names[] = {"prod", "sum", "max", NULL};
static const sn_param params[] = {
    SN_P_ENUM(sn_eltwise_params, op, SN_ELTWISE_PROD, op_names, "what is done with the elements"),
    SN_P_FLOATS(sn_eltwise_params, coeffs, "factor of each input in a sum; none: all 1"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", SN_SLOT_VARIADIC}, {NULL, 0}};

/* Whether some of what ncnn reads of `other`, as if it had the shape of the first, is not there
 * where channels are packed: elements one after the other, those of each channel in values of rank
 * 3 and 4. Sizes that are not known are taken to do. */
static bool lacks_some(const sn_shape *other, const sn_shape *first)
{
    const int64_t n = sn_shape_count(other), expected = sn_shape_count(first);
    if (n >= 0 && expected >= 0 && n < expected) return true;
    if (first->rank <= 2) return first->rank == 0;
    return other->rank <= 2 ||
           (sn_dim_known(other->d[0]) && sn_dim_known(first->d[0]) && other->d[0] != first->d[0]);
}

static sn_status infer(sn_infer *in)
{
    const sn_eltwise_params *p = in->params;
    const sn_shape *first = &in->in_shape[0];
    if (in->n_in < 2)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "1 input, at least 2 expected");
    if (p->op == SN_ELTWISE_SUM && p->coeffs.n != 0 && p->coeffs.n < in->n_in)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "%d coeffs for %u inputs: the runtime would read past the end of them",
                            (int)p->coeffs.n, (unsigned)in->n_in);
    for (unsigned i = 1; i < in->n_in; i++) {
        const sn_shape *other = &in->in_shape[i];
        if (!sn_shape_differ(in->dims, first, other)) continue;
        const char *what =
            sn_arena_printf(in->arena, "input %u is %s, the shape %s of the first expected", i,
                            sn_rule_shape_text(in, other), sn_rule_shape_text(in, first));
        if (lacks_some(other, first))
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s", what);
        sn_infer_no_rule(
            in, sn_arena_printf(
                    in->arena,
                    "%s, and which elements are paired depends on how the runtime packs channels",
                    what));
    }
    sn_rule_give(in, 0, *first);
    return SN_OK;
}

/* Two inputs at a time: the output so far, and the next one. */
static const sn_expr *combine(sn_arena *arena, const sn_eltwise_params *p, unsigned i)
{
    static const sn_fn fns[] = {SN_FN_mul, SN_FN_add, SN_FN_max};
    const sn_expr *a = sn_expr_input(arena, 0), *b = sn_expr_input(arena, 1);
    bool weighted = p->op == SN_ELTWISE_SUM && p->coeffs.n > 0;
    if (weighted && i == 1)
        a = sn_expr_call(arena, SN_FN_mul, a, sn_expr_number(arena, (double)p->coeffs.v[0]), NULL);
    if (weighted)
        b = sn_expr_call(arena, SN_FN_mul, b, sn_expr_number(arena, (double)p->coeffs.v[i]), NULL);
    return sn_expr_call(arena, fns[p->op], a, b, NULL);
}

/* The running result is kept in double, and rounded once at the end. */
static sn_status eval(sn_eval *e)
{
    const sn_eltwise_params *p = e->params;
    const sn_shape *shape = &e->out_shape[0];
    int64_t count = sn_shape_count(shape);
    void *result = e->out_data[0];
    sn_type type = e->out_type[0];
    double *sum = SN_NEW_N(e->arena, double, count);

    sn_operand operands[2] = {sn_operand_dense(e->in[0], shape)};
    e->out_data[0] = sum;
    e->out_type[0] = SN_TYPE_f64;
    sn_status status = SN_OK;
    for (unsigned i = 1; i < e->n_in && status == SN_OK; i++) {
        operands[1] = sn_operand_dense(e->in[i], shape);
        if (i + 1 == e->n_in) {
            e->out_data[0] = result;
            e->out_type[0] = type;
        }
        status = sn_eval_map(e, combine(e->arena, p, i), operands, 2);
        operands[0].data = sum;
        operands[0].type = SN_TYPE_f64;
    }
    e->out_data[0] = result;
    e->out_type[0] = type;
    return status;
}

/* ---- maps ------------------------------------------------------------------------------------ */

static double coeff_of(const sn_eltwise_params *p, int i)
{
    return p->coeffs.n ? (double)p->coeffs.v[i] : 1;
}

static sn_affine shift_of(sn_arena *arena, const sn_affine *m, double factor)
{
    double *shift = SN_NEW_N(arena, double, m->n);
    for (int64_t i = 0; i < m->n; i++) shift[i] = sn_map_shift(m, i) * factor;
    return sn_map_of(m->axis, m->n, NULL, shift);
}

/* One factor for all, where there are coefficients anyway. */
static bool into_coeffs(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    const sn_eltwise_params *p = node->params;
    const sn_affine *m = &c->given[0];
    if (p->coeffs.n == 0 || m->axis != SN_AXIS_NONE || m->shift) return false;
    float *v = SN_NEW_N(arena, float, p->coeffs.n);
    for (int i = 0; i < p->coeffs.n; i++) {
        v[i] = (float)((double)p->coeffs.v[i] * sn_map_scale(m, 0));
        if (!isfinite(v[i])) return false;
    }
    sn_eltwise_params *q = sn_arena_copy(arena, p, sizeof *p);
    q->coeffs = sn_floats_of(node->graph->arena, p->coeffs.n, v);
    c->params = q;
    return true;
}

/* Every summand is scaled, one is shifted. */
static sn_answer sum_up(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    const sn_eltwise_params *p = node->params;
    const sn_affine *m = &c->given[0];
    bool shifted = m->shift == NULL;
    if (into_coeffs(node, arena, c)) return SN_ANSWER_YES;
    for (uint16_t i = 0; i < node->n_in; i++) {
        c->made[i] = sn_map_scale_only(m);
        if (shifted || coeff_of(p, i) == 0) continue;
        sn_affine shift = shift_of(arena, m, 1 / coeff_of(p, i));
        shifted = sn_map_compose(arena, &c->made[i], &shift, &c->made[i]);
    }
    return shifted ? SN_ANSWER_YES : SN_ANSWER_NO("no summand can take the shift");
}

static sn_answer sum_down(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    const sn_eltwise_params *p = node->params;
    const sn_affine first = sn_map_scale_only(&c->given[0]);
    c->made[0] = first;
    for (uint16_t i = 0; i < node->n_in; i++) {
        const sn_affine scale = sn_map_scale_only(&c->given[i]),
                        shift = shift_of(arena, &c->given[i], coeff_of(p, i));
        if (!sn_map_equal(&first, &scale))
            return SN_ANSWER_NO("its summands have different factors");
        if (!sn_map_compose(arena, &c->made[0], &shift, &c->made[0]))
            return SN_ANSWER_NO("its summands have factors along different axes");
    }
    return SN_ANSWER_YES;
}

/* Up: one factor of the product takes it. */
static sn_answer product(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    const int n = c->up ? 1 : node->n_in;
    for (int i = 0; i < n; i++) {
        sn_answer a = sn_map_no_shift(&c->given[i]);
        if (a.is != SN_YES) return a;
        if (!c->up && !sn_map_compose(arena, &c->made[0], &c->given[i], &c->made[0]))
            return SN_ANSWER_NO("its operands have factors along different axes");
    }
    if (!c->up) return SN_ANSWER_YES;
    const int slot = sn_map_factor_slot(node, arena, NULL, &c->given[0]);
    if (slot < 0) return SN_ANSWER_NO("its operands have other readers");
    c->made[slot] = c->given[0];
    return SN_ANSWER_YES;
}

static sn_answer maximum(const sn_node *node, sn_carry *c)
{
    sn_answer a = sn_map_not_negative(&c->given[0]);
    if (a.is != SN_YES) return a;
    for (uint16_t i = 0; i < node->n_in; i++) {
        if (c->up)
            c->made[i] = c->given[0];
        else if (!sn_map_equal(&c->given[0], &c->given[i]))
            return SN_ANSWER_NO("its operands have different factors");
    }
    if (!c->up) c->made[0] = c->given[0];
    return a;
}

static sn_answer carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    const sn_eltwise_params *p = node->params;
    if (p->op == SN_ELTWISE_PROD) return product(node, arena, c);
    if (p->op == SN_ELTWISE_MAX) return maximum(node, c);
    return c->up ? sum_up(node, arena, c) : sum_down(node, arena, c);
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_eltwise_params *p = in->params;
    int steps = in->n_in - 1;
    for (int i = 0; i < p->coeffs.n; i++) steps += p->coeffs.v[i] != 1;
    out->flops = (double)steps * (double)sn_shape_count(&in->out_shape[0]);
}

const sn_op sn_op_eltwise = {
    .name = "eltwise",
    .synopsis = "y = prod x_i, sum coeff_i * x_i or max x_i",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_ELEMENTWISE,
    .params_bytes = sizeof(sn_eltwise_params),
    .params = params,
    .infer = infer,
    .loose = true,
    .eval = eval,
    .carry = carry,
    .cost = cost,
};
