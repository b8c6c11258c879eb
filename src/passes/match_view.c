/* SPDX-License-Identifier: Apache-2.0
 *
 * What nodes compute, in few forms. The one place that knows that
 *
 *     sub(a, b) = a + -1 * b          sub(c, a) = -1 * a + c          neg(a) = -1 * a
 *     mul(a, c) = c * a               div(a, c) = 1/c * a             div(a, b) = a * reciprocal(b)
 *     power(a) {1, s, t} = s * a + t  square(a) = power(a) {2} = pow(a, 2) = a * a
 *     rsqrt(a) = pow(a, -0.5) = reciprocal(sqrt(a))      pow(a, 0.5) = sqrt(a), pow(a, -1) =
 *                                                        reciprocal(a)
 *     exp(a) {base, s, t} = exp(ln(base) * (s * a + t))  expm1(a) = exp(a) - 1
 *     log(a) {base, s, t} = 1/ln(base) * log(s * a + t)  log1p(a) = log(a + 1)
 *     relu(a) = max(a, 0) = clip(a, 0, inf)              min(max(a, l), h) = clip(a, l, h)
 *     hard_sigmoid(a) {s, t} = clip(s * a + t, 0, 1)
 *
 * A constant counts as a number only where the result is proved to have the shape of the other
 * operand. */
#include <math.h>

#include "ops/activation.h"
#include "ops/affine.h"
#include "ops/binary.h"
#include "ops/sum.h"
#include "passes/match_inner.h"

sn_term *sn_term_of(sn_arena *arena, sn_value *v)
{
    if (!v) return NULL;
    sn_term *t = SN_NEW(arena, sn_term);
    t->v = v;
    return t;
}

bool sn_value_number(const sn_value *v, double *out)
{
    const sn_tensor *t = v ? sn_const_of(v) : NULL;
    if (!t || sn_tensor_count(t) == 0 || !sn_type_is_float(t->type)) return false;
    *out = sn_tensor_at(t, 0);
    if (!isfinite(*out)) return false;
    for (int64_t i = 1, n = sn_tensor_count(t); i < n; i++) {
        if (sn_tensor_at(t, i) != *out) return false;
    }
    return true;
}

/* ---- making ---------------------------------------------------------------------------------- */

static sn_view *view(sn_arena *arena, sn_form form, int n)
{
    sn_view *w = SN_NEW(arena, sn_view);
    w->form = form;
    w->n = n;
    w->part = SN_NEW_N(arena, sn_term *, n);
    w->factor = SN_NEW_N(arena, double, n);
    for (int i = 0; i < n; i++) w->factor[i] = 1;
    return w;
}

static sn_term *virtual_term(sn_arena *arena, const sn_view *w)
{
    sn_term *t = SN_NEW(arena, sn_term);
    t->view = w;
    return t;
}

static sn_view *affine(sn_arena *arena, sn_term *x, double scale, double shift)
{
    sn_view *w = view(arena, SN_FORM_SUM, 1);
    w->part[0] = x;
    w->factor[0] = scale;
    w->shift = shift;
    return w;
}

static sn_view *call(sn_arena *arena, const sn_op *op, sn_term *x)
{
    sn_view *w = view(arena, SN_FORM_CALL, 1);
    w->op = op;
    w->part[0] = x;
    return w;
}

static sn_term *affine_term(sn_arena *arena, sn_term *x, double scale, double shift)
{
    return scale == 1 && shift == 0 ? x : virtual_term(arena, affine(arena, x, scale, shift));
}

static sn_view *clip(sn_arena *arena, sn_term *x, double lo, double hi)
{
    sn_view *w = view(arena, SN_FORM_CLIP, 1);
    w->part[0] = x;
    w->lo = lo;
    w->hi = hi;
    return w;
}

static sn_view *product(sn_arena *arena, sn_term *x, int times)
{
    sn_view *w = view(arena, SN_FORM_PROD, times);
    for (int i = 0; i < times; i++) w->part[i] = x;
    return w;
}

/* x to the power of p. */
static sn_view *power(sn_arena *arena, sn_term *x, double p)
{
    if (p == 2 || p == 3) return product(arena, x, (int)p);
    if (p == 0.5) return call(arena, &sn_op_sqrt, x);
    if (p == -1) return call(arena, &sn_op_reciprocal, x);
    if (p == -0.5)
        return call(arena, &sn_op_reciprocal, virtual_term(arena, call(arena, &sn_op_sqrt, x)));
    sn_view *w = view(arena, SN_FORM_CALL, 2);
    w->op = &sn_op_pow;
    w->part[0] = x;
    w->part[1] = SN_NEW(arena, sn_term);
    *w->part[1] = (sn_term){.is_number = true, .number = p};
    return w;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* The number in `slot` of a node with two operands, where the other one decides the shape of the
 * result. */
static bool scalar_operand(const sn_node *n, unsigned slot, double *out)
{
    const sn_value *c = sn_in(n, slot), *x = sn_in(n, 1 - slot);
    const sn_tensor *t = c ? sn_const_of(c) : NULL;
    if (!t || !x || sn_const_of(x)) return false;
    bool one = sn_tensor_count(t) == 1 &&
               (t->shape.rank == 0 || (t->shape.rank == 1 && x->shape.rank != 0));
    if (!one && !sn_shape_equal(&x->shape, &n->out[0]->shape)) return false;
    return sn_value_number(c, out);
}

static sn_term *in(sn_arena *arena, const sn_node *n, unsigned slot)
{
    return sn_term_of(arena, sn_in(n, slot));
}

static sn_view *of_sum(sn_arena *arena, const sn_node *n, double second)
{
    double c;
    if (scalar_operand(n, 1, &c)) return affine(arena, in(arena, n, 0), 1, second * c);
    if (scalar_operand(n, 0, &c)) return affine(arena, in(arena, n, 1), second, c);
    sn_view *w = view(arena, SN_FORM_SUM, 2);
    for (int i = 0; i < 2; i++) w->part[i] = in(arena, n, (unsigned)i);
    w->factor[1] = second;
    return w;
}

static sn_view *of_product(sn_arena *arena, const sn_node *n)
{
    double c;
    for (unsigned slot = 0; slot < 2; slot++) {
        if (scalar_operand(n, slot, &c)) return affine(arena, in(arena, n, 1 - slot), c, 0);
    }
    sn_view *w = view(arena, SN_FORM_PROD, 2);
    for (int i = 0; i < 2; i++) w->part[i] = in(arena, n, (unsigned)i);
    return w;
}

static sn_view *of_quotient(sn_arena *arena, const sn_node *n)
{
    double c;
    if (scalar_operand(n, 1, &c)) return c == 0 ? NULL : affine(arena, in(arena, n, 0), 1 / c, 0);
    sn_view *reciprocal = call(arena, &sn_op_reciprocal, in(arena, n, 1));
    bool scalar = scalar_operand(n, 0, &c);
    if (scalar && c == 1) return reciprocal;
    sn_term *inverse = virtual_term(arena, reciprocal);
    if (scalar) return affine(arena, inverse, c, 0);
    sn_view *w = view(arena, SN_FORM_PROD, 2);
    w->part[0] = in(arena, n, 0);
    w->part[1] = inverse;
    return w;
}

/* Only with the number behind: before it, a NaN would become the number. */
static sn_view *of_limit(sn_arena *arena, const sn_node *n, bool lower)
{
    double c;
    if (!scalar_operand(n, 1, &c)) return NULL;
    return clip(arena, in(arena, n, 0), lower ? c : -INFINITY, lower ? INFINITY : c);
}

static sn_view *of_weighted(sn_arena *arena, const sn_node *n)
{
    const sn_sum_params *p = n->params;
    if (n->n_in > SN_MAX_PARTS) return NULL;
    sn_view *w = view(arena, SN_FORM_SUM, n->n_in);
    for (uint16_t i = 0; i < n->n_in; i++) {
        w->part[i] = in(arena, n, i);
        if (p->coeffs.n) w->factor[i] = (double)p->coeffs.v[i];
    }
    return w;
}

static sn_view *of_hard_sigmoid(sn_arena *arena, const sn_node *n)
{
    const sn_hard_params *p = n->params;
    if (!(p->alpha > 0)) return NULL;
    return clip(arena, affine_term(arena, in(arena, n, 0), (double)p->alpha, (double)p->beta), 0,
                1);
}

static sn_view *of_add(sn_arena *arena, const sn_node *n) { return of_sum(arena, n, 1); }
static sn_view *of_sub(sn_arena *arena, const sn_node *n) { return of_sum(arena, n, -1); }
static sn_view *of_max(sn_arena *arena, const sn_node *n) { return of_limit(arena, n, true); }
static sn_view *of_min(sn_arena *arena, const sn_node *n) { return of_limit(arena, n, false); }
static sn_view *of_neg(sn_arena *arena, const sn_node *n)
{
    return affine(arena, in(arena, n, 0), -1, 0);
}
static sn_view *of_square(sn_arena *arena, const sn_node *n)
{
    return product(arena, in(arena, n, 0), 2);
}
static sn_view *of_rsqrt(sn_arena *arena, const sn_node *n)
{
    return power(arena, in(arena, n, 0), -0.5);
}

static sn_view *of_pow(sn_arena *arena, const sn_node *n)
{
    double c;
    if (scalar_operand(n, 1, &c)) return power(arena, in(arena, n, 0), c);
    if (!scalar_operand(n, 0, &c) || !(c > 0) || !isfinite(log(c))) return NULL;
    return call(arena, &sn_op_exp, affine_term(arena, in(arena, n, 1), log(c), 0));
}

static sn_view *of_expm1(sn_arena *arena, const sn_node *n)
{
    return affine(arena, virtual_term(arena, call(arena, &sn_op_exp, in(arena, n, 0))), 1, -1);
}

static sn_view *of_log1p(sn_arena *arena, const sn_node *n)
{
    return call(arena, &sn_op_log, affine_term(arena, in(arena, n, 0), 1, 1));
}

static sn_view *of_clip(sn_arena *arena, const sn_node *n)
{
    const sn_clip_params *p = n->params;
    return p->min <= p->max ? clip(arena, in(arena, n, 0), (double)p->min, (double)p->max) : NULL;
}

static sn_view *of_relu(sn_arena *arena, const sn_node *n)
{
    return clip(arena, in(arena, n, 0), 0, INFINITY);
}

/* NULL as an answer: nothing special, a call. */
static const struct {
    const sn_op *op;
    sn_view *(*of)(sn_arena *arena, const sn_node *n);
} special[] = {
    {&sn_op_add, of_add},       {&sn_op_sub, of_sub},
    {&sn_op_mul, of_product},   {&sn_op_div, of_quotient},
    {&sn_op_max, of_max},       {&sn_op_min, of_min},
    {&sn_op_pow, of_pow},       {&sn_op_neg, of_neg},
    {&sn_op_square, of_square}, {&sn_op_rsqrt, of_rsqrt},
    {&sn_op_expm1, of_expm1},   {&sn_op_log1p, of_log1p},
    {&sn_op_sum, of_weighted},  {&sn_op_clip, of_clip},
    {&sn_op_relu, of_relu},     {&sn_op_hard_sigmoid, of_hard_sigmoid},
};

static sn_view *of_special(sn_arena *arena, const sn_node *n)
{
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        if (special[i].op == n->op) return special[i].of(arena, n);
    }
    return NULL;
}

bool sn_view_is_call(const sn_op *op)
{
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        if (special[i].op == op) return false;
    }
    return true;
}

bool sn_view_may_call(const sn_op *op, const sn_op *called)
{
    if (op == called) return true;
    if (called == &sn_op_exp) return op == &sn_op_expm1;
    if (called == &sn_op_log) return op == &sn_op_log1p;
    if (called == &sn_op_sqrt || called == &sn_op_reciprocal || called == &sn_op_pow)
        return op == &sn_op_div || op == &sn_op_pow || op == &sn_op_rsqrt;
    return false;
}

static const sn_view *of_value(sn_arena *arena, const sn_value *v)
{
    static const sn_view leaf = {.form = SN_FORM_LEAF};
    const unsigned never = SN_TRAIT_INPUT | SN_TRAIT_CONSTANT | SN_TRAIT_OUTPUT | SN_TRAIT_OPAQUE;
    sn_node *n = v->def;
    if (!n || sn_node_boundary(n) || sn_op_has(n->op, never)) return &leaf;
    sn_view *w = n->n_out == 1 ? of_special(arena, n) : NULL;
    if (!w) {
        w = view(arena, SN_FORM_CALL, n->n_in);
        w->op = n->op;
        for (uint16_t i = 0; i < n->n_in; i++) w->part[i] = in(arena, n, i);
    }
    w->node = n;
    return w;
}

const sn_view *sn_view_of(sn_arena *arena, sn_term *t)
{
    if (!t->view) t->view = of_value(arena, t->v);
    return t->view;
}
