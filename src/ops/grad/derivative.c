/* SPDX-License-Identifier: Apache-2.0
 *
 * Derivatives of formulas, as formulas. Terms that are 0 and factors that are 1 are left out, which
 * takes what they are multiplied with to be finite: a gradient is meant where the function has one.
 */
#include "ops/grad/grad.h"

#include <math.h>

typedef const sn_expr expr;

static expr *number(sn_arena *a, double v) { return sn_expr_number(a, v); }

static expr *neg(sn_arena *a, expr *x)
{
    return sn_expr_is_number(x, 0) ? x : sn_expr_call(a, SN_FN_neg, x, NULL, NULL);
}

static expr *mul(sn_arena *a, expr *x, expr *y)
{
    if (sn_expr_is_number(x, 0) || sn_expr_is_number(y, 1)) return x;
    if (sn_expr_is_number(y, 0) || sn_expr_is_number(x, 1)) return y;
    return sn_expr_call(a, SN_FN_mul, x, y, NULL);
}

static expr *divided(sn_arena *a, expr *x, expr *y)
{
    if (sn_expr_is_number(x, 0) || sn_expr_is_number(y, 1)) return x;
    return sn_expr_call(a, SN_FN_div, x, y, NULL);
}

static expr *add(sn_arena *a, expr *x, expr *y)
{
    if (sn_expr_is_number(x, 0)) return y;
    return sn_expr_is_number(y, 0) ? x : sn_expr_call(a, SN_FN_add, x, y, NULL);
}

static expr *sub(sn_arena *a, expr *x, expr *y)
{
    if (sn_expr_is_number(y, 0)) return x;
    return sn_expr_is_number(x, 0) ? neg(a, y) : sn_expr_call(a, SN_FN_sub, x, y, NULL);
}

static expr *choose(sn_arena *a, expr *condition, expr *x, expr *y)
{
    if (x == y || sn_expr_equal(x, y)) return x;
    return sn_expr_call(a, SN_FN_select, condition, x, y);
}

static expr *of_one(sn_arena *a, sn_fn fn, expr *x) { return sn_expr_call(a, fn, x, NULL, NULL); }
static expr *of_two(sn_arena *a, sn_fn fn, expr *x, expr *y)
{
    return sn_expr_call(a, fn, x, y, NULL);
}

static expr *square(sn_arena *a, expr *x) { return mul(a, x, x); }

/* Of min and max: `first` says that x is taken. */
static expr *of_extreme(sn_arena *a, expr *first, expr *x, expr *y, expr *dx, expr *dy)
{
    if (x->kind == SN_EXPR_NUMBER || y->kind == SN_EXPR_NUMBER) {
        expr *number_s = x->kind == SN_EXPR_NUMBER ? dx : dy;
        return choose(a, of_two(a, SN_FN_eq, x, y), number_s, choose(a, first, dx, dy));
    }
    expr *half = mul(a, number(a, 0.5), add(a, dx, dy));
    return choose(a, of_two(a, SN_FN_eq, x, y), half, choose(a, first, dx, dy));
}

static expr *of_pow(sn_arena *a, expr *e, expr *dx, expr *dy)
{
    expr *x = e->arg[0], *y = e->arg[1], *zero = number(a, 0);
    expr *by_x = mul(a, y, of_two(a, SN_FN_pow, x, sub(a, y, number(a, 1))));
    if (!sn_expr_is_number(dx, 0) && y->kind != SN_EXPR_NUMBER)
        by_x = choose(a, of_two(a, SN_FN_eq, y, zero), zero, by_x);
    expr *by_y = choose(a, of_two(a, SN_FN_eq, x, zero), zero, mul(a, e, of_one(a, SN_FN_log, x)));
    return add(a, mul(a, dx, by_x), mul(a, dy, by_y));
}

/* By its argument, of functions of one; NULL: it has none. */
static expr *of_function(sn_arena *a, expr *e)
{
    expr *x = e->arg[0], *one = number(a, 1);
    switch (e->fn) {
    case SN_FN_exp:
        return e;
    case SN_FN_log:
        return divided(a, one, x);
    case SN_FN_sqrt:
        return divided(a, number(a, 0.5), e);
    case SN_FN_tanh:
        return sub(a, one, square(a, e));
    case SN_FN_erf:
        return mul(a, number(a, 1.1283791670955126), of_one(a, SN_FN_exp, neg(a, square(a, x))));
    case SN_FN_abs:
        return of_one(a, SN_FN_sign, x);
    case SN_FN_sin:
        return of_one(a, SN_FN_cos, x);
    case SN_FN_cos:
        return neg(a, of_one(a, SN_FN_sin, x));
    case SN_FN_tan:
        return add(a, one, square(a, e));
    case SN_FN_asin:
        return divided(a, one, of_one(a, SN_FN_sqrt, sub(a, one, square(a, x))));
    case SN_FN_acos:
        return divided(a, number(a, -1), of_one(a, SN_FN_sqrt, sub(a, one, square(a, x))));
    case SN_FN_atan:
        return divided(a, one, add(a, one, square(a, x)));
    case SN_FN_sinh:
        return of_one(a, SN_FN_cosh, x);
    case SN_FN_cosh:
        return of_one(a, SN_FN_sinh, x);
    case SN_FN_asinh:
        return divided(a, one, of_one(a, SN_FN_sqrt, add(a, one, square(a, x))));
    case SN_FN_acosh:
        return divided(a, one, of_one(a, SN_FN_sqrt, sub(a, square(a, x), one)));
    case SN_FN_atanh:
        return divided(a, one, sub(a, one, square(a, x)));
    case SN_FN_expm1:
        return of_one(a, SN_FN_exp, x);
    case SN_FN_log1p:
        return divided(a, one, add(a, one, x));
    case SN_FN_log10:
        return divided(a, number(a, 0.43429448190325183), x);
    case SN_FN_f32:
        return one;
    case SN_FN_floor:
    case SN_FN_ceil:
    case SN_FN_nearbyint:
    case SN_FN_trunc:
    case SN_FN_sign:
        return number(a, 0);
    default:
        return NULL;
    }
}

static expr *of_two_arguments(sn_arena *a, expr *e, expr *dx, expr *dy)
{
    expr *x = e->arg[0], *y = e->arg[1];
    switch (e->fn) {
    case SN_FN_add:
        return add(a, dx, dy);
    case SN_FN_sub:
        return sub(a, dx, dy);
    case SN_FN_mul:
        return add(a, mul(a, dx, y), mul(a, x, dy));
    case SN_FN_div:
        return sub(a, divided(a, dx, y), divided(a, mul(a, dy, e), y));
    case SN_FN_lt:
    case SN_FN_le:
    case SN_FN_eq:
        return number(a, 0);
    case SN_FN_min:
        return of_extreme(a, of_two(a, SN_FN_lt, x, y), x, y, dx, dy);
    case SN_FN_max:
        return of_extreme(a, of_two(a, SN_FN_lt, y, x), x, y, dx, dy);
    case SN_FN_pow:
        return of_pow(a, e, dx, dy);
    case SN_FN_fmod:
        return sub(a, dx, mul(a, dy, of_one(a, SN_FN_trunc, divided(a, x, y))));
    case SN_FN_remainder:
        return sub(a, dx, mul(a, dy, of_one(a, SN_FN_nearbyint, divided(a, x, y))));
    case SN_FN_atan2:
        return divided(a, sub(a, mul(a, dx, y), mul(a, dy, x)), add(a, square(a, x), square(a, y)));
    default:
        return NULL;
    }
}

const sn_expr *sn_expr_derivative(sn_arena *a, const sn_expr *e, uint16_t slot)
{
    if (e->kind != SN_EXPR_CALL)
        return number(a, e->kind == SN_EXPR_INPUT && e->input == slot ? 1 : 0);
    if (!sn_expr_reads(e, slot)) return number(a, 0);
    const int n = sn_fn_n_args(e->fn);
    expr *d[3] = {NULL};
    for (int i = e->fn == SN_FN_select; i < n; i++)
        if (!(d[i] = sn_expr_derivative(a, e->arg[i], slot))) return NULL;
    if (e->fn == SN_FN_select) return choose(a, e->arg[0], d[1], d[2]);
    if (e->fn == SN_FN_neg) return neg(a, d[0]);
    if (n == 2) return of_two_arguments(a, e, d[0], d[1]);
    expr *outer = of_function(a, e);
    return outer ? mul(a, outer, d[0]) : NULL;
}
