/* SPDX-License-Identifier: Apache-2.0
 *
 * Formulas of nodes; see formula.h. Operands are aligned to the result as the operators do it:
 * those of two operands from the last axis on, channel vectors along the operator's axis. */
#include "plan/formula.h"

#include <math.h>
#include <string.h>

#include "ops/activation.h"
#include "ops/affine.h"
#include "ops/binary.h"
#include "ops/cast.h"
#include "ops/move.h"
#include "ops/ops.h"
#include "ops/sum.h"

static const sn_expr *call1(sn_arena *a, sn_fn fn, const sn_expr *x)
{
    return sn_expr_call(a, fn, x, NULL, NULL);
}
static const sn_expr *call2(sn_arena *a, sn_fn fn, const sn_expr *x, const sn_expr *y)
{
    return sn_expr_call(a, fn, x, y, NULL);
}
static const sn_expr *number(sn_arena *a, double v) { return sn_expr_number(a, v); }

/* tanh(log(1 + e^v)) = m / (m + 2) with m = e^v (e^v + 2); it is 1 in single precision from 20 on.
 */
static const sn_expr *tanh_softplus(sn_arena *a, const sn_expr *v)
{
    const sn_expr *e = call1(a, SN_FN_exp, call2(a, SN_FN_min, v, number(a, 20)));
    const sn_expr *m = call2(a, SN_FN_mul, e, call2(a, SN_FN_add, e, number(a, 2)));
    return call2(a, SN_FN_div, m, call2(a, SN_FN_add, m, number(a, 2)));
}

const sn_expr *sn_formula_put(sn_arena *arena, const sn_expr *e, const sn_expr *const *with)
{
    if (e->kind == SN_EXPR_INPUT) return with[e->input];
    if (e->kind != SN_EXPR_CALL) return e;
    const sn_expr *arg[3] = {NULL, NULL, NULL};
    for (int i = 0; i < sn_fn_n_args(e->fn); i++) arg[i] = sn_formula_put(arena, e->arg[i], with);
    return sn_expr_call(arena, e->fn, arg[0], arg[1], arg[2]);
}

/* Forms that are equal for what is finite and cheaper as vectors. */
static const sn_expr *simpler(sn_arena *a, const sn_expr *e)
{
    if (e->kind != SN_EXPR_CALL) return e;
    const sn_expr *arg[3] = {NULL, NULL, NULL};
    for (int i = 0; i < sn_fn_n_args(e->fn); i++) arg[i] = simpler(a, e->arg[i]);
    if (e->fn == SN_FN_tanh && sn_expr_is_call(arg[0], SN_FN_log1p) &&
        sn_expr_is_call(arg[0]->arg[0], SN_FN_exp)) {
        return tanh_softplus(a, arg[0]->arg[0]->arg[0]);
    }
    bool ordered = e->fn == SN_FN_select &&
                   (sn_expr_is_call(arg[0], SN_FN_lt) || sn_expr_is_call(arg[0], SN_FN_le));
    if (ordered) { /* x < c ? c : x, and c < x ? c : x, of a number c: x also where it is NaN */
        const sn_expr *l = arg[0]->arg[0], *r = arg[0]->arg[1];
        const bool of_r = r->kind == SN_EXPR_NUMBER, of_l = l->kind == SN_EXPR_NUMBER;
        if (of_r && sn_expr_equal(r, arg[1]) && sn_expr_equal(l, arg[2]))
            return call2(a, SN_FN_max, l, r);
        if (of_l && sn_expr_equal(l, arg[1]) && sn_expr_equal(r, arg[2]))
            return call2(a, SN_FN_min, r, l);
        bool leaky = sn_expr_is_number(r, 0) && sn_expr_equal(l, arg[2]) &&
                     sn_expr_is_call(arg[1], SN_FN_mul) && sn_expr_equal(arg[1]->arg[0], l) &&
                     arg[1]->arg[1]->kind == SN_EXPR_NUMBER && arg[1]->arg[1]->number > 0 &&
                     arg[1]->arg[1]->number <= 1;
        if (leaky) return call2(a, SN_FN_max, l, arg[1]);
    }
    return sn_expr_call(a, e->fn, arg[0], arg[1], arg[2]);
}

const sn_expr *sn_formula_of_act(sn_ctx *ctx, sn_arena *arena, const sn_act *act, const sn_expr *x)
{
    return sn_formula_put(arena, simpler(arena, sn_act_formula(ctx, arena, act)), &x);
}

/* ---- operands -------------------------------------------------------------------------------- */

/* Axis k of the operand is axis first + k of the result. */
static bool aligned(const sn_shape *x, const sn_shape *y, int first, int64_t *stride)
{
    int64_t step = 1;
    memset(stride, 0, SN_MAX_RANK * sizeof *stride);
    for (int k = x->rank - 1; k >= 0; k--) {
        if (first + k >= y->rank) return false;
        if (x->d[k] != 1 && x->d[k] != y->d[first + k]) return false;
        stride[first + k] = x->d[k] == 1 ? 0 : step;
        step *= x->d[k];
    }
    return true;
}

static bool int_param(const sn_node *node, const char *name, int32_t *out)
{
    for (const sn_param *p = node->op->params; p && p->name; p++) {
        if (strcmp(p->name, name) != 0) continue;
        memcpy(out, (const char *)node->params + p->offset, sizeof *out);
        return true;
    }
    return false;
}

int sn_channel_axis_of(const sn_node *node)
{
    int32_t v = 0;
    if (int_param(node, "axis", &v)) return v;
    return 0;
}

static bool is_float(const sn_value *v) { return v->type == SN_TYPE_f32; }

static bool by_formula(sn_ctx *ctx, sn_arena *arena, const sn_node *node, bool any_type,
                       sn_formula *out)
{
    const sn_shape *y = &sn_out(node, 0)->shape;
    const bool by_channel = node->op == &sn_op_batch_normalization;
    const bool broadcasts = sn_op_is_binary(node->op) || node->op == &sn_op_prelu ||
                            (node->op->kind == SN_FUSE_BROADCAST && !by_channel);
    if (sn_op_formula(ctx, arena, node->op, node->params, &out->expr) != SN_OK) return false;
    if (!any_type) out->expr = simpler(arena, out->expr);
    for (uint16_t i = 0; i < sn_op_n_slots(node->op); i++) {
        const sn_value *v = sn_in(node, i);
        if (i >= SN_MAX_OPERANDS) return false;
        out->n = i + 1;
        if (!v) { /* a left-out operand counts as 0 */
            out->expr = sn_expr_put(arena, out->expr, i, 0);
            continue;
        }
        if (!any_type && !is_float(v)) return false;
        out->operand[i].value = v;
        int64_t *stride = out->operand[i].stride;
        int first = 0;
        if (broadcasts) {
            first = y->rank - v->shape.rank;
        } else if (i > 0) {
            int axis = sn_channel_axis_of(node);
            if (sn_shape_count(&v->shape) == 1) {
                memset(stride, 0, SN_MAX_RANK * sizeof *stride);
                continue;
            }
            if (axis < 0 || v->shape.rank != 1) return false;
            first = axis;
        }
        if (!aligned(&v->shape, y, first, stride)) return false;
    }
    return true;
}

/* Per-channel maps with constant weights: as two vectors, or numbers. */
static bool by_affine(sn_arena *arena, const sn_node *node, sn_formula *out)
{
    sn_affine m = {0};
    if (!node->op->affine || node->op->affine(node, arena, &m).is != SN_YES) return false;
    const sn_value *x = sn_in(node, m.slot);
    if (!is_float(x) || !sn_shape_equal(&x->shape, &sn_out(node, 0)->shape)) return false;
    out->n = 1;
    out->operand[0].value = x;
    if (!aligned(&x->shape, &x->shape, 0, out->operand[0].stride)) return false;
    out->expr = sn_expr_input(arena, 0);
    const double *part[2] = {m.scale, m.shift};
    for (int k = 0; k < 2; k++) {
        const sn_expr *factor = NULL;
        if (!part[k]) continue;
        if (m.n == 1 || m.axis == SN_AXIS_NONE) {
            factor = number(arena, part[k][0]);
        } else {
            float *numbers = SN_NEW_N(arena, float, m.n);
            for (int64_t i = 0; i < m.n; i++) numbers[i] = (float)part[k][i];
            out->operand[out->n].numbers = numbers;
            out->operand[out->n].n_numbers = m.n;
            memset(out->operand[out->n].stride, 0, sizeof out->operand[out->n].stride);
            out->operand[out->n].stride[m.axis] = 1;
            factor = sn_expr_input(arena, (uint16_t)out->n++);
        }
        out->expr = call2(arena, k == 0 ? SN_FN_mul : SN_FN_add, out->expr, factor);
    }
    return true;
}

static bool of_sum(sn_arena *arena, const sn_node *node, sn_formula *out)
{
    const sn_sum_params *p = node->params;
    const sn_shape *y = &sn_out(node, 0)->shape;
    if (node->n_in > SN_MAX_OPERANDS) return false;
    for (uint16_t i = 0; i < node->n_in; i++) {
        const sn_value *v = sn_in(node, i);
        if (!v || !is_float(v) ||
            !aligned(&v->shape, y, y->rank - v->shape.rank, out->operand[i].stride))
            return false;
        const sn_expr *x = sn_expr_input(arena, i);
        if (p->coeffs.n > 0) x = call2(arena, SN_FN_mul, x, number(arena, (double)p->coeffs.v[i]));
        out->expr = i == 0 ? x : call2(arena, SN_FN_add, out->expr, x);
        out->operand[i].value = v;
        out->n = i + 1;
    }
    return true;
}

bool sn_is_elementwise(const sn_node *node)
{
    if (node->n_out != 1 || node->n_in == 0) return false;
    return node->op == &sn_op_sum || node->op->expr != NULL;
}

bool sn_formula_of(sn_ctx *ctx, sn_arena *arena, const sn_node *node, sn_formula *out)
{
    *out = (sn_formula){0};
    if (!sn_is_elementwise(node) || sn_out(node, 0)->type != SN_TYPE_f32) return false;
    if (node->op == &sn_op_sum) return of_sum(arena, node, out);
    if (!sn_op_is_binary(node->op) && node->op->affine && by_affine(arena, node, out)) return true;
    *out = (sn_formula){0};
    return by_formula(ctx, arena, node, false, out);
}

bool sn_cast_in_lanes(const sn_node *node)
{
    static const sn_type types[] = {SN_TYPE_f32, SN_TYPE_i8, SN_TYPE_u8, SN_TYPE_i32};
    int n = 0;
    for (size_t i = 0; node->op == &sn_op_cast && i < sizeof types / sizeof *types; i++)
        n += (sn_in(node, 0)->type == types[i]) + (sn_out(node, 0)->type == types[i]);
    return n == 2;
}

bool sn_formula_typed(sn_ctx *ctx, sn_arena *arena, const sn_node *node, sn_formula *out)
{
    *out = (sn_formula){0};
    if (sn_cast_in_lanes(node)) {
        out->expr = sn_expr_input(arena, 0);
        out->n = 1;
        out->operand[0].value = sn_in(node, 0);
        sn_strides(&sn_out(node, 0)->shape, out->operand[0].stride);
        return true;
    }
    if (!sn_is_elementwise(node)) return false;
    if (node->op == &sn_op_sum)
        return sn_out(node, 0)->type == SN_TYPE_f32 && of_sum(arena, node, out);
    return by_formula(ctx, arena, node, true, out);
}

double sn_formula_calls(const sn_expr *e, const double *weight)
{
    if (e->kind == SN_EXPR_INPUT) return weight ? weight[e->input] : 0;
    double n = 1;
    for (int i = 0; e->kind == SN_EXPR_CALL && i < sn_fn_n_args(e->fn); i++)
        n += sn_formula_calls(e->arg[i], weight);
    return n;
}
