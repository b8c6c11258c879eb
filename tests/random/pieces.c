/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers as their formula, in any spelling, and near misses: now and then a number, an axis or an
 * operand is another one. Steps that cannot be made end the formula where it stands. */
#include "formats/ncnn/ops/ops.h"
#include "random/pieces.h"

#include <string.h>

#include "formats/format.h"

static item *both(gen *t, const sn_op *op, item *a, item *b)
{
    bool turned = (op->traits & SN_TRAIT_COMMUTES) && chance(t, 50);
    if (!a || !b) return NULL;
    return turned ? put_pair(t, op, b, a) : put_pair(t, op, a, b);
}

static item *one(gen *t, const sn_op *op, item *x) { return x ? put1(t, op, NULL, x) : NULL; }

static item *number(gen *t, double v)
{
    if (chance(t, 3)) v *= 1.25;
    sn_shape shape = chance(t, 80) ? sn_shape_scalar() : SN_SHAPE(1);
    return constant(t, shape, (spread){false, v, v});
}

static item *plus(gen *t, item *x, double v)
{
    if (!x) return NULL;
    if (chance(t, 30)) return put1(t, &sn_ncnn_op_power, text(t, "{shift=%.9g}", v), x);
    return chance(t, 70) ? both(t, &sn_op_add, x, number(t, v))
                         : both(t, &sn_op_sub, x, number(t, -v));
}

static item *times(gen *t, item *x, double v)
{
    if (!x) return NULL;
    if (v == -1 && chance(t, 60)) return one(t, &sn_op_neg, x);
    if (chance(t, 30)) return put1(t, &sn_ncnn_op_power, text(t, "{scale=%.9g}", v), x);
    return chance(t, 60) ? both(t, &sn_op_mul, x, number(t, v))
                         : both(t, &sn_op_div, x, number(t, 1 / v));
}

static item *product(gen *t, item *a, item *b)
{
    if (a && b && sn_shape_equal(shape_of(a), shape_of(b)) && chance(t, 20))
        return put_eltwise(t, "{op=prod}", 2, (item *[]){a, b});
    return both(t, &sn_op_mul, a, b);
}

static item *square(gen *t, item *x)
{
    if (chance(t, 25)) return one(t, &sn_op_square, x);
    if (chance(t, 25)) return x ? put1(t, &sn_ncnn_op_power, "{power=2}", x) : NULL;
    return chance(t, 40) ? both(t, &sn_op_pow, x, number(t, 2)) : product(t, x, x);
}

static item *over(gen *t, item *a, item *b)
{
    return chance(t, 60) ? both(t, &sn_op_div, a, b) : product(t, a, one(t, &sn_op_reciprocal, b));
}

static item *at_least(gen *t, item *x, double v)
{
    if (!x) return NULL;
    if (v == 0 && chance(t, 50)) return one(t, &sn_op_relu, x);
    return both(t, &sn_op_max, x, number(t, v));
}

static item *limited(gen *t, item *x, double lo, double hi)
{
    if (!x) return NULL;
    if (chance(t, 50)) return put1(t, &sn_op_clip, text(t, "{min=%.9g, max=%.9g}", lo, hi), x);
    if (chance(t, 50)) return both(t, &sn_op_min, at_least(t, x, lo), number(t, hi));
    return at_least(t, both(t, &sn_op_min, x, number(t, hi)), lo);
}

static item *exponential(gen *t, item *x, double scale)
{
    if (x && chance(t, 30)) return put1(t, &sn_op_exp, text(t, "{scale=%.9g}", scale), x);
    return one(t, &sn_op_exp, scale == 1 ? x : times(t, x, scale));
}

/* ---- activations ----------------------------------------------------------------------------- */

static item *sigmoid(gen *t, item *x)
{
    if (chance(t, 50)) return one(t, &sn_op_sigmoid, x);
    if (chance(t, 30)) return plus(t, times(t, one(t, &sn_op_tanh, times(t, x, 0.5)), 0.5), 0.5);
    item *e = plus(t, exponential(t, x, -1), 1);
    return chance(t, 50) ? one(t, &sn_op_reciprocal, e) : both(t, &sn_op_div, number(t, 1), e);
}

static item *softplus(gen *t, item *x)
{
    if (chance(t, 30)) return one(t, &sn_op_softplus, x);
    item *e = exponential(t, x, 1);
    return chance(t, 40) ? one(t, &sn_op_log1p, e) : one(t, &sn_op_log, plus(t, e, 1));
}

static void hard_swish(gen *t, item *x)
{
    double h = chance(t, 50) ? 6 : chance(t, 50) ? 1 : 2;
    item *c = chance(t, 20) && h == 1 ? put1(t, &sn_op_hard_sigmoid, "{}", x)
                                      : limited(t, plus(t, times(t, x, h / 6), h / 2), 0, h);
    switch (h == 1 ? 3 : roll(t, 0, 2)) {
    case 0:
        product(t, x, times(t, c, 1 / h));
        break;
    case 1:
        times(t, product(t, c, x), 1 / h);
        break;
    case 2:
        product(t, times(t, x, 1 / h), c);
        break;
    default:
        product(t, x, c);
    }
}

static item *gelu_inner(gen *t, item *x)
{
    if (chance(t, 50)) return one(t, &sn_op_erf, times(t, x, sqrt(0.5)));
    item *cube = chance(t, 50) ? both(t, &sn_op_pow, x, number(t, 3)) : product(t, square(t, x), x);
    item *sum = chance(t, 70) ? both(t, &sn_op_add, x, times(t, cube, 0.044715))
                              : product(t, x, plus(t, times(t, square(t, x), 0.044715), 1));
    return one(t, &sn_op_tanh, times(t, sum, sqrt(2 / acos(-1))));
}

static void gelu(gen *t, item *x)
{
    item *g = gelu_inner(t, x);
    switch (roll(t, 0, 2)) {
    case 0:
        product(t, times(t, x, 0.5), plus(t, g, 1));
        break;
    case 1:
        times(t, product(t, x, plus(t, g, 1)), 0.5);
        break;
    default:
        product(t, plus(t, times(t, g, 0.5), 0.5), x);
    }
}

static void elu(gen *t, item *x)
{
    double a = chance(t, 50) ? 1 : 0.5, c = chance(t, 50) ? 1 : 1 / a;
    item *e =
        chance(t, 60)
            ? both(t, &sn_op_min, times(t, plus(t, exponential(t, x, c), -1), a), number(t, 0))
            : times(t, plus(t, exponential(t, both(t, &sn_op_min, x, number(t, 0)), c), -1), a);
    both(t, &sn_op_add, at_least(t, x, 0), e);
}

static void slope(gen *t, item *x)
{
    double a = chance(t, 80) ? 0.25 : -0.5;
    sn_shape s = *shape_of(x);
    for (int i = 1; i < s.rank; i++) s.d[i] = 1;
    bool vector = s.rank > 0 && chance(t, 40);
    item *k = vector ? constant(t, s, (spread){false, 0.1, 0.5}) : NULL, *below;
    switch (vector ? roll(t, 2, 3) : roll(t, 0, 3)) {
    case 0:
        both(t, &sn_op_max, x, times(t, x, a));
        break;
    case 1:
        both(t, &sn_op_min, x, times(t, x, 1 / a));
        break;
    case 2:
        below = both(t, &sn_op_min, x, number(t, 0));
        both(t, &sn_op_add, at_least(t, x, 0), vector ? product(t, below, k) : times(t, below, a));
        break;
    default:
        below = at_least(t, times(t, x, -1), 0);
        both(t, &sn_op_sub, at_least(t, x, 0), vector ? product(t, below, k) : times(t, below, a));
    }
}

void rand_activation_pieces(gen *t, item *x)
{
    if (sn_shape_count(shape_of(x)) < 8)
        return; /* some element is large enough to measure rounding by */
    item *other = chance(t, 5) ? times(t, x, 0.5) : x; /* a near miss */
    if (!other) return;
    switch (roll(t, 0, 8)) {
    case 0:
        product(t, other, sigmoid(t, x));
        break;
    case 1:
        hard_swish(t, x);
        break;
    case 2:
        gelu(t, x);
        break;
    case 3:
        product(t, other, one(t, &sn_op_tanh, softplus(t, x)));
        break;
    case 4:
        sigmoid(t, x);
        break;
    case 5:
        both(t, &sn_op_add, at_least(t, other, 0),
             softplus(t, times(t, one(t, &sn_op_abs, x), -1)));
        break;
    case 6:
        elu(t, x);
        break;
    case 7:
        limited(t, x, -0.5, 1);
        break;
    default:
        slope(t, x);
    }
}

/* ---- normalisations -------------------------------------------------------------------------- */

typedef struct over_axes {
    const char *axes;
    double n; /* elements */
    bool kept;
} over_axes;

static over_axes some_axes(gen *t, const sn_shape *s)
{
    over_axes a = {.axes = "", .n = 1, .kept = chance(t, 70)};
    int how = (int)roll(t, 0, 9),
        from = how < 5   ? s->rank - 1
               : how < 8 ? 1
                         : 0,
        to = how == 9 ? 1 : s->rank;
    if (how < 2 && s->rank > 2) from--;
    for (int i = from; i < to; i++) {
        a.axes = text(t, "%s%s%d", a.axes, *a.axes ? "," : "", chance(t, 20) ? i - s->rank : i);
        a.n *= (double)s->d[i];
    }
    return a;
}

/* Of the axes; perhaps by other means, perhaps of others. */
static item *statistic(gen *t, item *x, const char *op, over_axes a)
{
    if (!x) return NULL;
    if (chance(t, 4)) a = some_axes(t, shape_of(x));
    if (chance(t, 3)) a.kept = !a.kept;
    bool mean = op[0] == 'm' && op[1] == 'e';
    if (mean && chance(t, 10))
        return put1(t, &sn_op_global_average_pool, text(t, "{keepdims=%d}", chance(t, 20)), x);
    const sn_op *reduction = sn_format_op_find("ncnn.reduction");
    const char *end = text(t, ", reduce_all=0, axes=[%s], keepdims=%d", a.axes, a.kept);
    const bool plain = !strchr(a.axes, '-') && *a.axes && chance(t, 50);
    if (plain && (!mean || chance(t, 70)))
        return put1(t, &sn_op_reduce,
                    text(t, "{op=%s, axes=[%s], keepdims=%d}",
                         strcmp(op, "sumsq") == 0 ? "sum_square" : op, a.axes, a.kept),
                    x);
    if (!mean || chance(t, 70)) return put1(t, reduction, text(t, "{operation=%s%s}", op, end), x);
    if (chance(t, 50))
        return put1(t, reduction, text(t, "{operation=sum, coeff=%.9g%s}", 1 / a.n, end), x);
    return times(t, put1(t, reduction, text(t, "{operation=sum%s}", end), x), 1 / a.n);
}

static item *over_root(gen *t, item *x, item *v, double eps)
{
    if (v && chance(t, 20))
        return product(t, x,
                       put1(t, &sn_ncnn_op_power, text(t, "{power=-0.5, shift=%.9g}", eps), v));
    item *e = plus(t, v, eps);
    return chance(t, 40) ? product(t, x, one(t, &sn_op_rsqrt, e))
                         : over(t, x, one(t, &sn_op_sqrt, e));
}

/* A factor or summand for each element that is normalised, or each channel. */
static item *affine(gen *t, item *y)
{
    for (int i = 0; y && i < 2; i++) {
        sn_shape s = *shape_of(y), v = SN_SHAPE(s.d[s.rank - 1]);
        for (int k = 1; k < s.rank; k++) s.d[k] = 1;
        if (chance(t, 30)) continue;
        item *k = constant(t, chance(t, 50) ? s : v,
                           i ? (spread){true, 0, 0.5} : (spread){false, 0.5, 1.5});
        y = both(t, i ? &sn_op_add : &sn_op_mul, y, k);
    }
    return y;
}

static item *centered_norm(gen *t, item *x, over_axes a)
{
    item *d = both(t, &sn_op_sub, x, statistic(t, x, "mean", a));
    item *v = statistic(t, square(t, d), "mean", a);
    return affine(t, over_root(t, d, v, 0.01));
}

static void group_norm(gen *t, item *x)
{
    const sn_shape s = *shape_of(x);
    int64_t group = roll(t, 1, s.d[0]);
    if (s.rank < 2 || s.d[0] % group) return;
    const char *back = "";
    for (int i = 0; i < s.rank; i++) back = text(t, "%s%s%d", back, i ? "," : "", (int)s.d[i]);
    item *a = put1(t, &sn_op_reshape, text(t, "{shape=[%d,-1]}", (int)group), x);
    if (!a) return;
    item *n = centered_norm(
        t, a, (over_axes){.axes = "1", .n = (double)shape_of(a)->d[1], .kept = chance(t, 80)});
    if (n) affine(t, put1(t, &sn_op_reshape, text(t, "{shape=[%s]}", back), n));
}

static void softmax(gen *t, item *x, over_axes a)
{
    item *e = one(t, &sn_op_exp, both(t, &sn_op_sub, x, statistic(t, x, "max", a)));
    over(t, e, statistic(t, e, "sum", a));
}

static void length(gen *t, item *x, over_axes a)
{
    if (chance(t, 50)) {
        item *s =
            chance(t, 50) ? statistic(t, x, "sumsq", a) : statistic(t, square(t, x), "sum", a);
        over_root(t, x, s, 0.01);
    } else {
        item *l = statistic(t, x, "l2", a);
        if (l) over(t, x, put1(t, &sn_op_clip, "{min=0.01}", l));
    }
}

void rand_norm_pieces(gen *t, item *x)
{
    if (shape_of(x)->rank < 1) return;
    over_axes a = some_axes(t, shape_of(x));
    switch (roll(t, 0, 5)) {
    case 0:
        affine(t, over_root(t, x, statistic(t, square(t, x), "mean", a), 0.01));
        break;
    case 1:
        group_norm(t, x);
        break;
    case 2:
        softmax(t, x, a);
        break;
    case 3:
        length(t, x, a);
        break;
    default:
        centered_norm(t, x, a);
    }
}
