/* SPDX-License-Identifier: Apache-2.0
 *
 * sum: of any number of operands, which broadcast as in numpy. A factor for each of them is an
 * extension of ONNX; with factors of 1 / n it is ONNX's Mean. */
#include "ops/sum.h"

#include <math.h>

#include "ops/affine_maps.h"
#include "ops/binary.h"
#include "ops/expr.h"
#include "ops/grad/grad.h"
#include "ops/rule.h"

static const sn_param params[] = {
    SN_P_FLOATS(sn_sum_params, coeffs, "factor of each input; none: all 1"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", SN_SLOT_VARIADIC}, {NULL, 0}};

static double coeff_of(const sn_sum_params *p, unsigned i)
{
    return p->coeffs.n ? (double)p->coeffs.v[i] : 1;
}

static sn_status infer(sn_infer *in)
{
    const sn_sum_params *p = in->params;
    sn_shape sum = in->in_shape[0];
    if (p->coeffs.n != 0 && p->coeffs.n != in->n_in)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%d coeffs for %u inputs", p->coeffs.n,
                            (unsigned)in->n_in);
    for (unsigned i = 1; i < in->n_in; i++) {
        const sn_shape *other = &in->in_shape[i];
        sn_shape both;
        const int wrong = sn_binary_shape(in, &sum, other, &both);
        if (wrong >= 0)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "input %u is %s, those in front of it are %s: axis %d of the "
                                "result fits neither way",
                                i, sn_shape_rule_shape_text(in, other),
                                sn_shape_rule_shape_text(in, &sum), wrong);
        sum = both;
    }
    sn_shape_rule_give(in, 0, sum);
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

static const sn_expr *times(sn_arena *arena, const sn_expr *x, double factor)
{
    return factor == 1 ? x : sn_expr_call(arena, SN_FN_mul, x, sn_expr_number(arena, factor), NULL);
}

/* The running result is kept in double, and rounded once at the end. */
static sn_status eval(sn_eval *e)
{
    const sn_sum_params *p = e->params;
    const sn_shape *shape = &e->out_shape[0];
    void *result = e->out_data[0];
    const sn_type type = e->out_type[0];
    const sn_type between = sn_type_is_float(type) ? SN_TYPE_f64 : type;
    sn_operand operands[2] = {{.type = between}};
    double *sum = SN_NEW_N(e->arena, double, sn_shape_count(shape)); /* or integers, no wider */
    sn_status status = SN_OK;
    for (int64_t k = shape->rank - 1, stride = 1; k >= 0; stride *= shape->d[k--])
        operands[0].stride[k] = stride;
    operands[0].data = sum;
    for (unsigned i = 0; i < e->n_in && status == SN_OK; i++) {
        const bool last = i + 1 == e->n_in;
        const sn_expr *x = times(e->arena, sn_expr_input(e->arena, 1), coeff_of(p, i));
        if (i > 0) x = sn_expr_call(e->arena, SN_FN_add, sn_expr_input(e->arena, 0), x, NULL);
        operands[1] = sn_binary_operand(e->in[i], shape);
        e->out_data[0] = last ? result : sum;
        e->out_type[0] = last ? type : between;
        status = sn_eval_map(e, x, operands, 2);
    }
    e->out_data[0] = result;
    e->out_type[0] = type;
    return status;
}

static sn_fusion_kind kind_of(const sn_node *node)
{
    for (uint16_t i = 0; i < node->n_in; i++)
        if (!sn_shape_equal(&sn_in(node, i)->shape, &sn_out(node, 0)->shape))
            return SN_FUSE_BROADCAST;
    return SN_FUSE_ELEMENTWISE;
}

/* ---- maps ------------------------------------------------------------------------------------ */

static sn_affine shift_of(sn_arena *arena, const sn_affine *m, double factor)
{
    if (!m->shift) return sn_affine_map_of(m->axis, m->n, NULL, NULL);
    double *shift = SN_NEW_N(arena, double, m->n);
    for (int64_t i = 0; i < m->n; i++) shift[i] = sn_affine_map_shift(m, i) * factor;
    return sn_affine_map_of(m->axis, m->n, NULL, shift);
}

/* One factor for all, where there are coefficients anyway. */
static bool into_coeffs(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_sum_params *p = node->params;
    const sn_affine *m = &c->given[0];
    if (p->coeffs.n == 0 || m->axis != SN_AXIS_NONE || m->shift) return false;
    float *v = SN_NEW_N(arena, float, p->coeffs.n);
    for (int i = 0; i < p->coeffs.n; i++) {
        const double coeff = (double)p->coeffs.v[i] * sn_affine_map_scale(m, 0);
        v[i] = (float)coeff;
        if (!isfinite(v[i]) || !sn_f32_says(node->out[0]->type, coeff)) return false;
    }
    sn_sum_params *q = sn_arena_copy(arena, p, sizeof *p);
    q->coeffs = sn_floats_of(node->graph->arena, p->coeffs.n, v);
    c->params = q;
    return true;
}

/* Every summand is scaled, one is shifted. */
static sn_answer sum_up(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_sum_params *p = node->params;
    const sn_affine scale = sn_affine_map_scale_only(&c->given[0]);
    bool shifted = c->given[0].shift == NULL;
    if (into_coeffs(node, arena, c)) return SN_ANSWER_YES;
    for (uint16_t i = 0; i < node->n_in; i++) {
        sn_answer a = sn_binary_across(node, i, true, &scale, &c->made[i]);
        if (a.is != SN_YES) return a;
        if (shifted || coeff_of(p, i) == 0) continue;
        const sn_affine shift = shift_of(arena, &c->given[0], 1 / coeff_of(p, i));
        sn_affine own;
        shifted = sn_binary_across(node, i, true, &shift, &own).is == SN_YES &&
                  sn_affine_map_compose(arena, &c->made[i], &own, &c->made[i]);
    }
    return shifted ? SN_ANSWER_YES : SN_ANSWER_NO("no summand can take the shift");
}

static sn_answer sum_down(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    sn_affine first;
    for (uint16_t i = 0; i < node->n_in; i++) {
        sn_affine m;
        const sn_answer a = sn_binary_across(node, i, false, &c->given[i], &m);
        if (a.is != SN_YES) return a;
        const sn_affine scale = sn_affine_map_scale_only(&m),
                        shift = shift_of(arena, &m, coeff_of(node->params, i));
        if (i == 0) c->made[0] = first = scale;
        if (!sn_affine_map_equal(&first, &scale))
            return SN_ANSWER_NO("its summands have different factors");
        if (!sn_affine_map_compose(arena, &c->made[0], &shift, &c->made[0]))
            return SN_ANSWER_NO("its summands have factors along different axes");
    }
    return SN_ANSWER_YES;
}

static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    return c->up ? sum_up(node, arena, c) : sum_down(node, arena, c);
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_sum_params *p = in->params;
    int steps = in->n_in - 1;
    for (int i = 0; i < p->coeffs.n; i++) steps += p->coeffs.v[i] != 1;
    out->flops = (double)steps * (double)sn_shape_count(&in->out_shape[0]);
}

const sn_op sn_op_sum = {
    .name = "sum",
    .synopsis = "y = sum coeff_i * x_i",
    .slots = slots,
    .types = "num->num",
    .n_out = 1,
    .kind = SN_FUSE_ELEMENTWISE,
    .kind_of = kind_of,
    .params_bytes = sizeof(sn_sum_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_sum,
    .propagate = propagate,
    .cost = cost,
};
