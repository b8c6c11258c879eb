/* SPDX-License-Identifier: Apache-2.0
 *
 * Activations: one input, one formula in real numbers, as the ONNX operators of their names. alpha
 * of swish is that of ONNX Swish-24; hard_swish has alpha and beta of hard_sigmoid as an extension,
 * with ONNX's constants as defaults. */
#include "ops/activation.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "ops/affine_maps.h"

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

/* `...`: params and facts of its own. */
#define ACTIVATION(op, types_, formula, text, ...)                                                 \
    const sn_op sn_op_##op = {.name = #op,                                                         \
                              .synopsis = text,                                                    \
                              .slots = slots,                                                      \
                              .types = types_,                                                     \
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
    (void)node;
    *out = (sn_act){.kind = SN_ACT_RELU};
    return SN_ANSWER_YES;
}

ACTIVATION(relu, "num->num", "select(x < 0, 0, x)", "y = max(x, 0)", .as_act = act_relu,
           .gradient = "select(y <= 0, 0, dy)", .propagate = sn_propagate_positive);

static sn_answer act_leaky_relu(const sn_node *node, sn_act *out)
{
    const sn_leaky_relu_params *p = node->params;
    if (!isfinite(p->alpha)) return SN_ANSWER_NO("its alpha is not finite");
    *out = (sn_act){.kind = SN_ACT_LEAKY_RELU, .a = p->alpha};
    return SN_ANSWER_YES;
}

static const sn_param leaky_relu_params[] = {
    SN_P_F32(sn_leaky_relu_params, alpha, 0.01f, "factor of negative elements"),
    SN_P_END,
};
ACTIVATION(leaky_relu, "float->float", "select(x < 0, x * alpha, x)",
           "y = x where x >= 0, else alpha * x", PARAMS(sn_leaky_relu_params, leaky_relu_params),
           .as_act = act_leaky_relu, .propagate = sn_propagate_positive,
           .gradient = "select(x <= 0, dy * alpha, dy)");

static sn_answer act_clip(const sn_node *node, sn_act *out)
{
    const sn_clip_params *p = node->params;
    bool relu = p->min == 0 && p->max == INFINITY;
    if (!relu && (isinf(p->min) || isinf(p->max))) return SN_ANSWER_NO("it has one bound");
    *out = relu ? (sn_act){.kind = SN_ACT_RELU} : (sn_act){SN_ACT_CLIP, p->min, p->max};
    return SN_ANSWER_YES;
}

/* What is no bound stays none. NULL, or why it does not move. */
static const char *move_bound(sn_type type, float *bound, double scale, double shift)
{
    if (!(fabsf(*bound) < FLT_MAX)) return NULL;
    const double moved = (double)*bound * scale + shift;
    *bound = (float)moved;
    if (!(fabsf(*bound) < FLT_MAX)) return "its bounds would overflow f32";
    return sn_f32_says(type, moved) ? NULL : SN_F32_CANNOT_SAY;
}

/* A shift that is much larger than a bound leaves nothing of its digits when it is moved across. */
static bool hides_bound(double shift, float bound)
{
    const double most = 8;
    return fabsf(bound) < FLT_MAX && fabs(shift) > most * fabs((double)bound);
}

/* s * clip(x, a, b) + t is clip(s * x + t, s * a + t, s * b + t) for a positive s, one for all. */
static sn_answer clip_propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_affine *m = &c->given[0];
    const double s = sn_affine_map_scale(m, 0), t = sn_affine_map_shift(m, 0);
    if (m->axis != SN_AXIS_NONE) return SN_ANSWER_NO("its bounds are the same for all channels");
    if (!(s > 0)) return SN_ANSWER_NO("a factor that is not positive does not move across it");
    const sn_clip_params *p = node->params;
    /* what is left of it behind another bound may be multiplied by anything */
    if (!c->up && (hides_bound(t, p->min) || hides_bound(t, p->max)))
        return SN_ANSWER_NO("a shift does not move across a bound at or near 0, which would be off "
                            "by a rounding of the shift");
    sn_clip_params *q = sn_arena_copy(arena, p, sizeof *q);
    const double by = c->up ? s : 1 / s, add = c->up ? t : -t / s;
    const sn_type type = node->out[0]->type;
    const char *why = move_bound(type, &q->min, by, add);
    if (!why) why = move_bound(type, &q->max, by, add);
    if (why) return SN_ANSWER_NO(why);
    c->made[0] = *m;
    c->params = q;
    return SN_ANSWER_YES;
}

static const sn_param clip_params[] = {
    SN_P_F32(sn_clip_params, min, -INFINITY, "smallest value"),
    SN_P_F32(sn_clip_params, max, INFINITY, "largest value; wins where it is below min"),
    SN_P_END,
};

/* ONNX has its bounds as inputs: dynamic_clip. Here they are numbers; where they are computed it is
 * a max and a min. */
ACTIVATION(clip, "num->num", "min(max(x, min), max)", "y = min(max(x, min), max)",
           PARAMS(sn_clip_params, clip_params), .as_act = act_clip, .propagate = clip_propagate,
           .gradient = "select(y <= min, 0, select(max <= y, 0, dy))");

static sn_answer act_sigmoid(const sn_node *node, sn_act *out)
{
    (void)node;
    *out = (sn_act){.kind = SN_ACT_SIGMOID};
    return SN_ANSWER_YES;
}

ACTIVATION(sigmoid, "float->float", "1 / (1 + exp(-x))", "y = 1 / (1 + exp(-x))",
           .as_act = act_sigmoid, .gradient = "dy * y * (1 - y)");

static sn_answer act_mish(const sn_node *node, sn_act *out)
{
    (void)node;
    *out = (sn_act){.kind = SN_ACT_MISH};
    return SN_ANSWER_YES;
}

ACTIVATION(mish, "float->float", "x * tanh(log1p(exp(x)))", "y = x * tanh(softplus(x))",
           .as_act = act_mish,
           .gradient = "dy * (tanh(max(x, 0) + log1p(exp(-abs(x))))"
                       " + x * (1 - tanh(max(x, 0) + log1p(exp(-abs(x))))"
                       " * tanh(max(x, 0) + log1p(exp(-abs(x))))) / (1 + exp(-x)))");

static sn_answer act_hard_swish(const sn_node *node, sn_act *out)
{
    const sn_hard_params *p = node->params;
    *out = (sn_act){SN_ACT_HARD_SWISH, p->alpha, p->beta};
    return SN_ANSWER_YES;
}

static const sn_param hard_swish_params[] = {
    SN_P_F32(sn_hard_params, alpha, 1.0f / 6, "slope of hard_sigmoid's middle part"),
    SN_P_F32(sn_hard_params, beta, 0.5f, "hard_sigmoid's middle part at 0"),
    SN_P_END,
};
ACTIVATION(hard_swish, "float->float", "x * min(max(x * alpha + beta, 0), 1)",
           "y = x * hard_sigmoid(x)", PARAMS(sn_hard_params, hard_swish_params),
           .as_act = act_hard_swish,
           .gradient = "select(x * alpha + beta <= 0, 0, select(1 <= x * alpha + beta, dy,"
                       " dy * (2 * alpha * x + beta)))");

static const sn_param hard_sigmoid_params[] = {
    SN_P_F32(sn_hard_params, alpha, 0.2f, "slope of the middle part"),
    SN_P_F32(sn_hard_params, beta, 0.5f, "the middle part at 0"),
    SN_P_END,
};

/* Downwards its numbers take one factor for all in, and the shift: nothing is left behind it. */
static sn_answer hard_sigmoid_propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_hard_params *p = node->params;
    const sn_affine *m = &c->given[0];
    if (c->up) return SN_ANSWER_NO("maps do not move across it");
    if (m->axis != SN_AXIS_NONE) return SN_ANSWER_NO("its numbers are the same for all channels");
    if (!(p->alpha > 0) || !(sn_affine_map_scale(m, 0) > 0))
        return SN_ANSWER_NO("a factor that is not positive does not go in");
    sn_hard_params *q = sn_arena_copy(arena, p, sizeof *p);
    const double alpha = (double)p->alpha * sn_affine_map_scale(m, 0),
                 beta = (double)p->beta + (double)p->alpha * sn_affine_map_shift(m, 0);
    const sn_type type = node->out[0]->type;
    q->alpha = (float)alpha;
    q->beta = (float)beta;
    c->params = q;
    if (!sn_f32_says(type, alpha) || !sn_f32_says(type, beta))
        return SN_ANSWER_NO(SN_F32_CANNOT_SAY);
    return q->alpha > 0 && isfinite(q->alpha) && isfinite(q->beta)
               ? SN_ANSWER_YES
               : SN_ANSWER_NO("its numbers would overflow f32");
}

/* ---- the others ------------------------------------------------------------------------------ */

ACTIVATION(hard_sigmoid, "float->float", "min(max(x * alpha + beta, 0), 1)",
           "y = min(max(alpha * x + beta, 0), 1)", PARAMS(sn_hard_params, hard_sigmoid_params),
           .propagate = hard_sigmoid_propagate,
           .gradient = "select(x * alpha + beta <= 0, 0, select(1 <= x * alpha + beta, 0,"
                       " dy * alpha))");

ACTIVATION(tanh, "float->float", "tanh(x)", "y = tanh(x)", .gradient = "dy * (1 - y * y)");
static const sn_param swish_params[] = {
    SN_P_F32(sn_swish_params, alpha, 1, "factor of x in the sigmoid"),
    SN_P_END,
};
ACTIVATION(swish, "float->float", "x / (1 + exp(-(alpha * x)))", "y = x * sigmoid(alpha * x)",
           PARAMS(sn_swish_params, swish_params),
           .gradient = "dy * (1 + alpha * (x - y)) / (1 + exp(-(alpha * x)))");
ACTIVATION(softplus, "float->float", "max(x, 0) + log1p(exp(-abs(x)))", "y = log(1 + exp(x))",
           .gradient = "dy / (1 + exp(-x))");
ACTIVATION(erf, "float->float", "erf(x)", "y = erf(x)", .traits = 0);

static const sn_param elu_params[] = {
    SN_P_F32(sn_elu_params, alpha, 1, "limit below is -alpha"),
    SN_P_END,
};
ACTIVATION(elu, "float->float", "select(x < 0, alpha * expm1(x), x)",
           "y = x where x >= 0, else alpha * (exp(x) - 1)", PARAMS(sn_elu_params, elu_params));

static const sn_param selu_params[] = {
    SN_P_F32(sn_selu_params, alpha, 1.67326324f, "as in elu"),
    SN_P_F32(sn_selu_params, gamma, 1.050700987f, "factor of everything"),
    SN_P_END,
};
ACTIVATION(selu, "float->float", "select(x < 0, alpha * gamma * expm1(x), gamma * x)",
           "y = gamma * elu(x, alpha)", PARAMS(sn_selu_params, selu_params));

static const sn_param celu_params[] = {
    SN_P_F32(sn_celu_params, alpha, 1, "limit below is -alpha"),
    SN_P_END,
};
ACTIVATION(celu, "float->float", "select(x < 0, alpha * expm1(x / alpha), x)",
           "y = x where x >= 0, else alpha * (exp(x / alpha) - 1)",
           PARAMS(sn_celu_params, celu_params));

static const char *const approximations[] = {"none", "tanh", NULL};
static const sn_param gelu_params[] = {
    SN_P_ENUM(sn_gelu_params, approximate, SN_GELU_EXACT, approximations,
              "how the normal distribution is approximated"),
    SN_P_END,
};
ACTIVATION(gelu, "float->float",
           "select(approximate <= 0, 0.5 * x * (1 + erf(x * 0.707106781186547524)),"
           " 0.5 * x * (1 + tanh(0.797884560802865356 * (x + 0.044715 * x * x * x))))",
           "y = x * P(X <= x), X standard normal", PARAMS(sn_gelu_params, gelu_params));

static const sn_param shrink_params[] = {
    SN_P_F32(sn_shrink_params, bias, 0, "moves what is kept towards 0"),
    SN_P_F32(sn_shrink_params, lambd, 0.5f, "elements within -lambd..lambd become 0"),
    SN_P_END,
};
ACTIVATION(shrink, "float->float", "select(x < -lambd, x + bias, select(lambd < x, x - bias, 0))",
           "y = x + bias below -lambd, x - bias above lambd, else 0", .traits = SN_TRAIT_STEPS,
           PARAMS(sn_shrink_params, shrink_params));

/* ---- in slots -------------------------------------------------------------------------------- */

const sn_op *sn_act_op(const sn_act *act, sn_act_params *params)
{
    switch (act->kind) {
    case SN_ACT_RELU:
        return &sn_op_relu;
    case SN_ACT_LEAKY_RELU:
        params->leaky_relu = (sn_leaky_relu_params){act->a};
        return &sn_op_leaky_relu;
    case SN_ACT_CLIP:
        params->clip = (sn_clip_params){act->a, act->b};
        return &sn_op_clip;
    case SN_ACT_SIGMOID:
        return &sn_op_sigmoid;
    case SN_ACT_MISH:
        return &sn_op_mish;
    case SN_ACT_HARD_SWISH:
        params->hard = (sn_hard_params){act->a, act->b};
        return &sn_op_hard_swish;
    default:
        return NULL;
    }
}

const sn_expr *sn_act_formula(sn_ctx *ctx, sn_arena *arena, const sn_act *act)
{
    sn_act_params params;
    const sn_expr *formula = sn_expr_input(arena, 0);
    const sn_op *op = sn_act_op(act, &params);
    const sn_status parsed = op ? sn_op_formula(ctx, arena, op, &params, &formula) : SN_OK;
    assert(parsed == SN_OK); /* the texts stand above */
    (void)parsed;
    return formula;
}

sn_status sn_eval_act(sn_eval *e, const sn_act *act)
{
    if (act->kind == SN_ACT_NONE) return SN_OK;
    const sn_operand y = sn_operand_dense(e->out[0], &e->out_shape[0]);
    return sn_eval_map(e, sn_act_formula(e->ctx, e->arena, act), &y, 1);
}
