/* SPDX-License-Identifier: Apache-2.0
 *
 * Activations: one input, one formula. The formulas are those of ncnn's layers in real numbers:
 * where a layer of ncnn overflows in single precision before its formula does, the formula is
 * meant.
 *
 * hard_sigmoid and hard_swish change over at -beta/alpha and 1/alpha - beta/alpha in ncnn, whatever
 * the sign of alpha; for a positive alpha hard_sigmoid is the usual clamp and is written so, as
 * that is seen to be monotone. */
#include "ops/activation.h"

#include <float.h>
#include <math.h>

#include "ops/maps.h"

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

/* `...`: params and facts of its own. */
#define ACTIVATION(op, formula, text, ...)                                                         \
    const sn_op sn_op_##op = {.name = #op,                                                         \
                              .synopsis = text,                                                    \
                              .slots = slots,                                                      \
                              .n_out = 1,                                                          \
                              .kind = SN_FUSE_ELEMENTWISE,                                         \
                              .expr = formula,                                                     \
                              .infer = sn_infer_elementwise,                                       \
                              .eval = sn_eval_elementwise,                                         \
                              .identity = sn_identity_elementwise,                                 \
                              __VA_ARGS__}
#define PARAMS(T, table) .params_bytes = sizeof(T), .params = table

/* ---- those with an activation slot's name ---------------------------------------------------- */

static sn_answer act_relu(const sn_node *node, sn_act *out)
{
    const sn_relu_params *p = node->params;
    if (!isfinite(p->slope)) return SN_ANSWER_NO("its slope is not finite");
    *out = (sn_act){.kind = p->slope == 0 ? SN_ACT_RELU : SN_ACT_LEAKY_RELU, .a = p->slope};
    return SN_ANSWER_YES;
}

static const sn_param relu_params[] = {
    SN_P_F32(sn_relu_params, slope, 0, "factor of negative elements"),
    SN_P_END,
};

/* A slope of 0 gives 0 below 0, also for -inf, where 0 * x would be NaN. */
ACTIVATION(relu, "select(x < 0, select(abs(slope) <= 0, 0, x * slope), x)",
           "y = x where x >= 0, else slope * x", PARAMS(sn_relu_params, relu_params),
           .as_act = act_relu, .carry = sn_carry_positive);

static sn_answer act_clip(const sn_node *node, sn_act *out)
{
    const sn_clip_params *p = node->params;
    bool relu = p->min == 0 && p->max == INFINITY;
    *out = relu ? (sn_act){.kind = SN_ACT_RELU} : (sn_act){SN_ACT_CLIP, p->min, p->max};
    return SN_ANSWER_YES;
}

/* What is no bound stays none. False where a bound overflows. */
static bool move_bound(float *bound, double scale, double shift)
{
    if (!(fabsf(*bound) < FLT_MAX)) return true;
    *bound = (float)((double)*bound * scale + shift);
    return fabsf(*bound) < FLT_MAX;
}

/* s * clip(x, a, b) + t is clip(s * x + t, s * a + t, s * b + t) for a positive s, one for all. */
static sn_answer clip_carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    const sn_affine *m = &c->given[0];
    const double s = sn_map_scale(m, 0), t = sn_map_shift(m, 0);
    if (m->axis != SN_AXIS_NONE) return SN_ANSWER_NO("its bounds are the same for all channels");
    if (!(s > 0)) return SN_ANSWER_NO("a factor that is not positive does not move across it");
    const sn_clip_params *p = node->params;
    /* what is left of it behind another bound may be multiplied by anything */
    if (!c->up && t != 0 && (p->min == 0 || p->max == 0))
        return SN_ANSWER_NO("a shift does not move across its bound at 0, which would be off by a "
                            "rounding");
    sn_clip_params *q = sn_arena_copy(arena, p, sizeof *q);
    const double by = c->up ? s : 1 / s, add = c->up ? t : -t / s;
    if (!move_bound(&q->min, by, add) || !move_bound(&q->max, by, add))
        return SN_ANSWER_NO("its bounds would overflow f32");
    c->made[0] = *m;
    c->params = q;
    return SN_ANSWER_YES;
}

static const sn_param clip_params[] = {
    SN_P_F32(sn_clip_params, min, -FLT_MAX, "smallest value"),
    SN_P_F32(sn_clip_params, max, FLT_MAX, "largest value; wins where it is below min"),
    SN_P_END,
};

/* The defaults are no identity: they make infinities finite. Only infinite bounds are. */
ACTIVATION(clip, "min(max(x, min), max)", "y = min(max(x, min), max)",
           PARAMS(sn_clip_params, clip_params), .as_act = act_clip, .carry = clip_carry);

static sn_answer act_sigmoid(const sn_node *node, sn_act *out)
{
    (void)node;
    *out = (sn_act){.kind = SN_ACT_SIGMOID};
    return SN_ANSWER_YES;
}

ACTIVATION(sigmoid, "1 / (1 + exp(-x))", "y = 1 / (1 + exp(-x))", .as_act = act_sigmoid);

static sn_answer act_mish(const sn_node *node, sn_act *out)
{
    (void)node;
    *out = (sn_act){.kind = SN_ACT_MISH};
    return SN_ANSWER_YES;
}

ACTIVATION(mish, "x * tanh(log1p(exp(x)))", "y = x * tanh(softplus(x))", .as_act = act_mish);

static sn_answer act_hard_swish(const sn_node *node, sn_act *out)
{
    const sn_hard_params *p = node->params;
    if (!(p->alpha > 0))
        return SN_ANSWER_NO("its alpha is not positive, where kernels disagree on what it means");
    *out = (sn_act){SN_ACT_HARD_SWISH, p->alpha, p->beta};
    return SN_ANSWER_YES;
}

static const sn_param hard_params[] = {
    SN_P_F32(sn_hard_params, alpha, 0.2f, "slope of the middle part"),
    SN_P_F32(sn_hard_params, beta, 0.5f, "the middle part at 0"),
    SN_P_END,
};

ACTIVATION(hard_swish,
           "select(x < -beta / alpha, 0,"
           " select(1 / alpha - beta / alpha < x, x, x * (x * alpha + beta)))",
           "y = x * hard_sigmoid(x)", PARAMS(sn_hard_params, hard_params),
           .as_act = act_hard_swish);

/* Downwards its numbers take one factor for all in, and the shift: nothing is left behind it. */
static sn_answer hard_sigmoid_carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    const sn_hard_params *p = node->params;
    const sn_affine *m = &c->given[0];
    if (c->up) return SN_ANSWER_NO("maps do not move across it");
    if (m->axis != SN_AXIS_NONE) return SN_ANSWER_NO("its numbers are the same for all channels");
    if (!(p->alpha > 0) || !(sn_map_scale(m, 0) > 0))
        return SN_ANSWER_NO("a factor that is not positive does not go in");
    sn_hard_params *q = sn_arena_copy(arena, p, sizeof *p);
    q->alpha = (float)((double)p->alpha * sn_map_scale(m, 0));
    q->beta = (float)((double)p->beta + (double)p->alpha * sn_map_shift(m, 0));
    c->params = q;
    return q->alpha > 0 && isfinite(q->alpha) && isfinite(q->beta)
               ? SN_ANSWER_YES
               : SN_ANSWER_NO("its numbers would overflow f32");
}

/* ---- the others ------------------------------------------------------------------------------ */

ACTIVATION(
    hard_sigmoid,
    "select(0 < alpha, min(max(x * alpha + beta, 0), 1),"
    " select(x < -beta / alpha, 0, select(1 / alpha - beta / alpha < x, 1, x * alpha + beta)))",
    "y = min(max(alpha * x + beta, 0), 1)", PARAMS(sn_hard_params, hard_params),
    .carry = hard_sigmoid_carry);

ACTIVATION(tanh, "tanh(x)", "y = tanh(x)", .traits = 0);
ACTIVATION(swish, "x / (1 + exp(-x))", "y = x * sigmoid(x)", .traits = 0);
ACTIVATION(softplus, "log1p(exp(x))", "y = log(1 + exp(x))", .traits = 0);
ACTIVATION(bnll, "max(x, 0) + log1p(exp(-abs(x)))", "y = log(1 + exp(x)), without overflow",
           .traits = 0);
ACTIVATION(erf, "erf(x)", "y = erf(x)", .traits = 0);

static const sn_param elu_params[] = {
    SN_P_F32(sn_elu_params, alpha, 0.1f, "limit below is -alpha"),
    SN_P_END,
};
ACTIVATION(elu, "select(x < 0, alpha * expm1(x), x)",
           "y = x where x >= 0, else alpha * (exp(x) - 1)", PARAMS(sn_elu_params, elu_params));

static const sn_param selu_params[] = {
    SN_P_F32(sn_selu_params, alpha, 1.67326324f, "as in elu"),
    SN_P_F32(sn_selu_params, lambda, 1.050700987f, "factor of everything"),
    SN_P_END,
};
ACTIVATION(selu, "select(x < 0, alpha * lambda * expm1(x), lambda * x)",
           "y = lambda * elu(x, alpha)", PARAMS(sn_selu_params, selu_params));

static const sn_param celu_params[] = {
    SN_P_F32(sn_celu_params, alpha, 1, "limit below is -alpha"),
    SN_P_END,
};
ACTIVATION(celu, "select(x < 0, alpha * expm1(x / alpha), x)",
           "y = x where x >= 0, else alpha * (exp(x / alpha) - 1)",
           PARAMS(sn_celu_params, celu_params));

static const sn_param gelu_params[] = {
    SN_P_INT(sn_gelu_params, fast_gelu, 0, INT32_MIN, INT32_MAX,
             "not 0: the approximation by tanh"),
    SN_P_END,
};
ACTIVATION(gelu,
           "select(abs(fast_gelu) <= 0, 0.5 * x * (1 + erf(x * 0.707106781186547524)),"
           " 0.5 * x * (1 + tanh(0.79788452 * (x + 0.044715 * x * x * x))))",
           "y = x * P(X <= x), X standard normal", PARAMS(sn_gelu_params, gelu_params));

static const sn_param threshold_params[] = {
    SN_P_F32(sn_threshold_params, threshold, 0, "elements above it become 1"),
    SN_P_END,
};
ACTIVATION(threshold, "threshold < x", "y = 1 where x > threshold, else 0",
           .traits = SN_TRAIT_STEPS, PARAMS(sn_threshold_params, threshold_params));

static const sn_param shrink_params[] = {
    SN_P_F32(sn_shrink_params, bias, 0, "moves what is kept towards 0"),
    SN_P_F32(sn_shrink_params, lambd, 0.5f, "elements within -lambd..lambd become 0"),
    SN_P_END,
};
ACTIVATION(shrink, "select(x < -lambd, x + bias, select(lambd < x, x - bias, 0))",
           "y = x + bias below -lambd, x - bias above lambd, else 0", .traits = SN_TRAIT_STEPS,
           PARAMS(sn_shrink_params, shrink_params));
