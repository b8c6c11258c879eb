/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators of elements, one by one. */
#include <math.h>

#include "formats/onnx/out/export.h"
#include "ops/activation.h"
#include "ops/binary.h"
#include "ops/sum.h"

static const char *number(sn_onnx_export *e, double v)
{
    return sn_onnx_put_number(e, sn_onnx_type_in(e, 0), v);
}

void sn_onnx_export_identity(sn_onnx_export *e)
{
    const int n = e->n ? e->n->n_out : 1;
    for (int i = 0; i < n; i++)
        SN_ONNX_PUT(e, "Identity", 1, e->out[i], e->in[i < e->n_in ? i : 0]);
}

void sn_onnx_export_clip(sn_onnx_export *e)
{
    const sn_clip_params *p = e->params;
    sn_onnx_put_clip(e, sn_onnx_type_in(e, 0), p->min, p->max, e->in[0], e->out[0]);
}

void sn_onnx_export_hard_sigmoid(sn_onnx_export *e)
{
    const sn_hard_params *p = e->params;
    sn_onnx_attr_float(e, "alpha", p->alpha);
    sn_onnx_attr_float(e, "beta", p->beta);
    SN_ONNX_PUT(e, "HardSigmoid", 6, e->out[0], e->in[0]);
}

void sn_onnx_export_hard_swish(sn_onnx_export *e)
{
    const sn_hard_params *p = e->params;
    sn_onnx_put_hard_swish(e, p->alpha, p->beta, e->in[0], e->out[0]);
}

void sn_onnx_export_mish(sn_onnx_export *e) { sn_onnx_put_mish(e, e->in[0], e->out[0]); }

void sn_onnx_export_swish(sn_onnx_export *e)
{
    const sn_swish_params *p = e->params;
    const char *x = e->in[0];
    if (e->opset >= 24) {
        sn_onnx_put_params(e);
        SN_ONNX_PUT(e, "Swish", 24, e->out[0], x);
        return;
    }
    if (sn_onnx_of_runtime(e)) {
        sn_onnx_attr_float(e, "alpha", p->alpha);
        SN_ONNX_PUT(e, "QuickGelu", 1, e->out[0], x);
        return;
    }
    sn_onnx_composed(e);
    if (p->alpha != 1) x = SN_ONNX_MADE(e, "Mul", 7, x, number(e, (double)p->alpha));
    SN_ONNX_PUT(e, "Mul", 7, e->out[0], e->in[0], SN_ONNX_MADE(e, "Sigmoid", 6, x));
}

/* x / 2 * (1 + erf(x / sqrt(2))), or with tanh(sqrt(2 / pi) * (x + 0.044715 x^3)) instead. */
void sn_onnx_export_gelu(sn_onnx_export *e)
{
    const sn_gelu_params *p = e->params;
    const char *x = e->in[0], *inner;
    if (e->opset >= 20) {
        sn_onnx_put_params(e);
        SN_ONNX_PUT(e, "Gelu", 20, e->out[0], x);
        return;
    }
    if (sn_onnx_of_runtime(e)) {
        SN_ONNX_PUT(e, p->approximate == SN_GELU_EXACT ? "Gelu" : "FastGelu", 1, e->out[0], x);
        return;
    }
    sn_onnx_composed(e);
    if (p->approximate == SN_GELU_EXACT) {
        inner = SN_ONNX_MADE(e, "Erf", 9, SN_ONNX_MADE(e, "Div", 7, x, number(e, sqrt(2))));
    } else {
        const char *square = SN_ONNX_MADE(e, "Mul", 7, x, x);
        const char *cube = SN_ONNX_MADE(e, "Mul", 7, square, x);
        const char *part = SN_ONNX_MADE(e, "Mul", 7, cube, number(e, 0.044715));
        const char *sum = SN_ONNX_MADE(e, "Add", 7, x, part);
        inner =
            SN_ONNX_MADE(e, "Tanh", 6, SN_ONNX_MADE(e, "Mul", 7, sum, number(e, sqrt(2 / M_PI))));
    }
    const char *more = SN_ONNX_MADE(e, "Add", 7, inner, number(e, 1));
    const char *half = SN_ONNX_MADE(e, "Mul", 7, x, number(e, 0.5));
    SN_ONNX_PUT(e, "Mul", 7, e->out[0], half, more);
}

void sn_onnx_export_square(sn_onnx_export *e)
{
    SN_ONNX_PUT(e, "Mul", 7, e->out[0], e->in[0], e->in[0]);
}

void sn_onnx_export_rsqrt(sn_onnx_export *e)
{
    sn_onnx_composed(e);
    SN_ONNX_PUT(e, "Reciprocal", 6, e->out[0], SN_ONNX_MADE(e, "Sqrt", 6, e->in[0]));
}

void sn_onnx_export_log10(sn_onnx_export *e)
{
    sn_onnx_composed(e);
    SN_ONNX_PUT(e, "Div", 7, e->out[0], SN_ONNX_MADE(e, "Log", 6, e->in[0]), number(e, log(10)));
}

/* What is nearer to 0: sign(x) * floor(abs(x)). */
void sn_onnx_export_trunc(sn_onnx_export *e)
{
    sn_onnx_composed(e);
    const char *down = SN_ONNX_MADE(e, "Floor", 6, SN_ONNX_MADE(e, "Abs", 6, e->in[0]));
    SN_ONNX_PUT(e, "Mul", 7, e->out[0], SN_ONNX_MADE(e, "Sign", 9, e->in[0]), down);
}

void sn_onnx_export_mod(sn_onnx_export *e)
{
    const sn_mod_params *p = e->params;
    const sn_type type = sn_onnx_type_in(e, 0);
    const bool integers = e->n && sn_type_is_integer(type);
    if (!p->fmod && !integers) sn_onnx_needs(e, 28, "Mod of floats with the sign of the divisor");
    if (p->fmod) sn_onnx_attr_int(e, "fmod", 1);
    SN_ONNX_PUT(e, "Mod", 10, e->out[0], e->in[0], e->in[1]);
}

void sn_onnx_export_sum(sn_onnx_export *e)
{
    const sn_sum_params *p = e->params;
    const char **terms = SN_NEW_N(e->arena, const char *, e->n_in);
    /* ONNX's is rounded at each step, which halves overflow at. */
    if (p->coeffs.n || (e->n_in > 2 && sn_type_is_narrow(sn_onnx_type_in(e, 0))))
        sn_onnx_composed(e);
    for (int i = 0; i < e->n_in; i++) {
        terms[i] = e->in[i];
        if (p->coeffs.n && p->coeffs.v[i] != 1)
            terms[i] = SN_ONNX_MADE(e, "Mul", 7, e->in[i], number(e, (double)p->coeffs.v[i]));
    }
    sn_onnx_put(e, "Sum", 8, e->n_in, terms, 1, e->out);
}

/* glu: the first half times the sigmoid of the second. */
void sn_onnx_export_glu(sn_onnx_export *e)
{
    sn_onnx_composed(e);
    const int32_t axis = *(const int32_t *)e->params;
    const char *half[] = {sn_onnx_temporary(e), sn_onnx_temporary(e)};
    sn_onnx_attr_int(e, "axis", axis);
    if (e->opset >= 18) sn_onnx_attr_int(e, "num_outputs", 2);
    sn_onnx_put(e, "Split", 2, 1, e->in, 2, half);
    SN_ONNX_PUT(e, "Mul", 7, e->out[0], half[0], SN_ONNX_MADE(e, "Sigmoid", 6, half[1]));
}

/* log(exp(a) + exp(b)) = max(a, b) + log(1 + exp(-|a - b|)) */
void sn_onnx_export_logaddexp(sn_onnx_export *e)
{
    sn_onnx_composed(e);
    const char *apart = SN_ONNX_MADE(e, "Abs", 6, SN_ONNX_MADE(e, "Sub", 7, e->in[0], e->in[1]));
    const char *more = SN_ONNX_MADE(e, "Softplus", 1, SN_ONNX_MADE(e, "Neg", 6, apart));
    SN_ONNX_PUT(e, "Add", 7, e->out[0], SN_ONNX_MADE(e, "Max", 8, e->in[0], e->in[1]), more);
}

/* ---- functions that ONNX has no operator for ------------------------------------------------- */

static const char *is_below(sn_onnx_export *e, const char *x, double limit)
{
    return SN_ONNX_MADE(e, "Less", 7, SN_ONNX_MADE(e, "Abs", 6, x), number(e, limit));
}

/* log(1 + x) loses what x is beside 1; 2 atanh(x / (2 + x)) does not. */
void sn_onnx_export_log1p(sn_onnx_export *e)
{
    const char *x = e->in[0];
    sn_onnx_composed(e);
    const char *part = SN_ONNX_MADE(e, "Div", 7, x, SN_ONNX_MADE(e, "Add", 7, x, number(e, 2)));
    const char *half = SN_ONNX_MADE(e, "Atanh", 9, part);
    const char *near = SN_ONNX_MADE(e, "Add", 7, half, half);
    const char *far = SN_ONNX_MADE(e, "Log", 6, SN_ONNX_MADE(e, "Add", 7, x, number(e, 1)));
    SN_ONNX_PUT(e, "Where", 9, e->out[0], is_below(e, x, 0.5), near, far);
}

/* exp(x) - 1 loses what is beside 1; with t = tanh(x / 2), 2 t / (1 - t) does not. */
void sn_onnx_export_expm1(sn_onnx_export *e)
{
    const char *x = e->in[0];
    sn_onnx_composed(e);
    const char *t = SN_ONNX_MADE(e, "Tanh", 6, SN_ONNX_MADE(e, "Mul", 7, x, number(e, 0.5)));
    const char *rest = SN_ONNX_MADE(e, "Sub", 7, number(e, 1), t);
    const char *near = SN_ONNX_MADE(e, "Div", 7, SN_ONNX_MADE(e, "Add", 7, t, t), rest);
    const char *far = SN_ONNX_MADE(e, "Sub", 7, SN_ONNX_MADE(e, "Exp", 6, x), number(e, 1));
    SN_ONNX_PUT(e, "Where", 9, e->out[0], is_below(e, x, 1), near, far);
}

/* The nearest integer, of two the even one: the floor f, or f + 1 where more than a half is left,
 * or a half and f is odd. */
void sn_onnx_export_round(sn_onnx_export *e)
{
    const char *x = e->in[0];
    if (e->opset >= 11) {
        SN_ONNX_PUT(e, "Round", 11, e->out[0], x);
        return;
    }
    sn_onnx_composed(e);
    const char *f = SN_ONNX_MADE(e, "Floor", 6, x), *half = number(e, 0.5);
    const char *left = SN_ONNX_MADE(e, "Sub", 7, x, f);
    const char *pairs = SN_ONNX_MADE(e, "Floor", 6, SN_ONNX_MADE(e, "Mul", 7, f, half));
    const char *single =
        SN_ONNX_MADE(e, "Sub", 7, f, SN_ONNX_MADE(e, "Mul", 7, pairs, number(e, 2)));
    const char *at_least = SN_ONNX_MADE(e, "Not", 1, SN_ONNX_MADE(e, "Less", 7, left, half));
    const char *tie =
        SN_ONNX_MADE(e, "And", 7, at_least, SN_ONNX_MADE(e, "Greater", 7, single, half));
    const char *up = SN_ONNX_MADE(e, "Or", 7, tie, SN_ONNX_MADE(e, "Greater", 7, left, half));
    SN_ONNX_PUT(e, "Where", 9, e->out[0], up, SN_ONNX_MADE(e, "Add", 7, f, number(e, 1)), f);
}

/* -0, too, which 1 / x tells. */
static const char *is_negative(sn_onnx_export *e, const char *x)
{
    const char *zero = number(e, 0), *inverse = SN_ONNX_MADE(e, "Reciprocal", 6, x);
    return SN_ONNX_MADE(e, "Or", 7, SN_ONNX_MADE(e, "Less", 7, x, zero),
                        SN_ONNX_MADE(e, "Less", 7, inverse, zero));
}

/* atan(y / x), and left of the y axis half a turn more, to the side of y. 0 / 0 stands for 0, and
 * the quotient of two infinities for 1 or -1: tanh of the product is that, with its sign. */
void sn_onnx_export_atan2(sn_onnx_export *e)
{
    const char *y = e->in[0], *x = e->in[1];
    sn_onnx_composed(e);
    const char *ratio = SN_ONNX_MADE(e, "Div", 7, y, x);
    const char *limit = SN_ONNX_MADE(e, "Tanh", 6, SN_ONNX_MADE(e, "Mul", 7, y, x));
    ratio = SN_ONNX_MADE(e, "Where", 9, SN_ONNX_MADE(e, "IsNaN", 9, ratio), limit, ratio);
    const char *turn =
        SN_ONNX_MADE(e, "Where", 9, is_negative(e, y), number(e, -M_PI), number(e, M_PI));
    turn = SN_ONNX_MADE(e, "Where", 9, is_negative(e, x), turn, number(e, -0.0));
    SN_ONNX_PUT(e, "Add", 7, e->out[0], SN_ONNX_MADE(e, "Atan", 7, ratio), turn);
}

/* The floor of the exact quotient: what it leaves goes first. */
void sn_onnx_export_floor_divide(sn_onnx_export *e)
{
    const char *a = e->in[0], *b = e->in[1];
    sn_onnx_composed(e);
    if (e->n && sn_type_is_integer(sn_onnx_type_in(e, 0))) {
        const char *rest = SN_ONNX_MADE(e, "Mod", 10, a, b);
        SN_ONNX_PUT(e, "Div", 7, e->out[0], SN_ONNX_MADE(e, "Sub", 7, a, rest), b);
        return;
    }
    sn_onnx_attr_int(e, "fmod", 1);
    const char *rest = SN_ONNX_MADE(e, "Mod", 10, a, b);
    const char *q = SN_ONNX_MADE(e, "Div", 7, SN_ONNX_MADE(e, "Sub", 7, a, rest), b);
    const char *side = SN_ONNX_MADE(e, "Mul", 7, rest, SN_ONNX_MADE(e, "Sign", 9, b));
    const char *below = SN_ONNX_MADE(e, "Sub", 7, q, number(e, 1));
    q = SN_ONNX_MADE(e, "Where", 9, SN_ONNX_MADE(e, "Less", 7, side, number(e, 0)), below, q);
    q = SN_ONNX_MADE(e, "Round", 11, q);
    const char *divides = SN_ONNX_MADE(e, "Greater", 7, SN_ONNX_MADE(e, "Abs", 6, b), number(e, 0));
    SN_ONNX_PUT(e, "Where", 9, e->out[0], divides, q, SN_ONNX_MADE(e, "Div", 7, a, b));
}
