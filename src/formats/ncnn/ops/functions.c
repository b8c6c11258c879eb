/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of one element as no other format has them: hard_sigmoid and hard_swish of an alpha
 * that is not positive, which ncnn has change over at -beta/alpha and 1/alpha - beta/alpha all the
 * same, and the step of Threshold.
 *
 * Power, Exp, Log and Dropout scale and shift what they are of: they resolve at once. */
#include <math.h>

#include "formats/ncnn/ops/ops.h"
#include "ops/activation.h"
#include "ops/rule.h"

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

#define FUNCTION(op, formula, text, ...)                                                           \
    const sn_op sn_ncnn_op_##op = {.name = "ncnn." #op,                                            \
                                   .dialect = &sn_ncnn_dialect,                                    \
                                   .synopsis = text,                                               \
                                   .slots = slots,                                                 \
                                   .types = "float->float",                                        \
                                   .n_out = 1,                                                     \
                                   .kind = SN_FUSE_ELEMENTWISE,                                    \
                                   .expr = formula,                                                \
                                   .infer = sn_infer_elementwise,                                  \
                                   .eval = sn_eval_elementwise,                                    \
                                   __VA_ARGS__}

static const sn_param hard_params[] = {
    SN_P_F32(sn_hard_params, alpha, 0.2f, "slope of the middle part"),
    SN_P_F32(sn_hard_params, beta, 0.5f, "the middle part at 0"),
    SN_P_END,
};
FUNCTION(hard_sigmoid,
         "select(x < -beta / alpha, 0, select(1 / alpha - beta / alpha < x, 1, x * alpha + beta))",
         "y = 0 where x < -beta/alpha, 1 where x > (1 - beta)/alpha, else alpha * x + beta",
         .params_bytes = sizeof(sn_hard_params), .params = hard_params);
FUNCTION(hard_swish,
         "select(x < -beta / alpha, 0,"
         " select(1 / alpha - beta / alpha < x, x, x * (x * alpha + beta)))",
         "y = x * ncnn.hard_sigmoid(x)", .params_bytes = sizeof(sn_hard_params),
         .params = hard_params);

typedef struct sn_ncnn_threshold_params {
    float threshold;
} sn_ncnn_threshold_params;

static const sn_param threshold_params[] = {
    SN_P_F32(sn_ncnn_threshold_params, threshold, 0, "elements above it become 1"),
    SN_P_END,
};
FUNCTION(threshold, "threshold < x", "y = 1 where x > threshold, else 0", .traits = SN_TRAIT_STEPS,
         .params_bytes = sizeof(sn_ncnn_threshold_params), .params = threshold_params);

/* ---- with numbers ---------------------------------------------------------------------------- */

static sn_value *two(sn_resolve *r, const sn_op *op, sn_value *a, sn_value *b)
{
    return sn_resolve_node(r, op, NULL, 2, (sn_value *[]){a, b});
}

/* shift + x * scale */
static sn_value *line(sn_resolve *r, sn_value *x, float scale, float shift)
{
    if (scale != 1) x = two(r, &sn_op_mul, x, sn_ncnn_number(r, (double)scale));
    if (shift != 0) x = two(r, &sn_op_add, x, sn_ncnn_number(r, (double)shift));
    return x;
}

static sn_answer made(sn_resolve *r, sn_value *y)
{
    r->made[0] = y == sn_in(r->node, 0) ? sn_ncnn_same(r, y) : y;
    return SN_ANSWER_YES;
}

#define OF_NUMBERS(op, text, T, table, ...)                                                        \
    const sn_op sn_ncnn_op_##op = {.name = "ncnn." #op,                                            \
                                   .dialect = &sn_ncnn_dialect,                                    \
                                   .synopsis = text,                                               \
                                   .slots = slots,                                                 \
                                   .types = "float->float",                                        \
                                   .n_out = 1,                                                     \
                                   .kind = SN_FUSE_OPAQUE,                                         \
                                   .params_bytes = sizeof(T),                                      \
                                   .params = table,                                                \
                                   .resolve = resolve_##op,                                        \
                                   .infer = sn_infer_elementwise,                                  \
                                   __VA_ARGS__}

typedef struct sn_ncnn_power_params {
    float power, scale, shift;
} sn_ncnn_power_params;

static sn_answer resolve_power(sn_resolve *r)
{
    const sn_ncnn_power_params *p = r->in.params;
    sn_value *y = line(r, sn_in(r->node, 0), p->scale, p->shift);
    if (p->power != 1) y = two(r, &sn_op_pow, y, sn_ncnn_number(r, (double)p->power));
    return made(r, y);
}

static const sn_param power_params[] = {
    SN_P_F32(sn_ncnn_power_params, power, 1, "exponent"),
    SN_P_F32(sn_ncnn_power_params, scale, 1, "factor of x"),
    SN_P_F32(sn_ncnn_power_params, shift, 0, "added to scale * x"),
    SN_P_END,
};
OF_NUMBERS(power, "y = pow(shift + scale * x, power)", sn_ncnn_power_params, power_params,
           .traits = 0);

typedef struct sn_ncnn_base_params {
    float base; /* -1: e */
    float scale, shift;
} sn_ncnn_base_params;

static sn_answer resolve_exp(sn_resolve *r)
{
    const sn_ncnn_base_params *p = r->in.params;
    sn_value *x = line(r, sn_in(r->node, 0), p->scale, p->shift);
    return made(r, p->base == -1 ? sn_resolve_node(r, &sn_op_exp, NULL, 1, &x)
                                 : two(r, &sn_op_pow, sn_ncnn_number(r, (double)p->base), x));
}

static sn_answer resolve_log(sn_resolve *r)
{
    const sn_ncnn_base_params *p = r->in.params;
    if (p->base != -1 && !(p->base > 0 && p->base != 1))
        return SN_ANSWER_NO("there is no logarithm of such a base");
    sn_value *x = line(r, sn_in(r->node, 0), p->scale, p->shift);
    sn_value *y = sn_resolve_node(r, &sn_op_log, NULL, 1, &x);
    if (p->base != -1) y = two(r, &sn_op_mul, y, sn_ncnn_number(r, 1 / log((double)p->base)));
    return made(r, y);
}

static const sn_param base_params[] = {
    SN_P_F32(sn_ncnn_base_params, base, -1, "base; -1 is e"),
    SN_P_F32(sn_ncnn_base_params, scale, 1, "factor of x"),
    SN_P_F32(sn_ncnn_base_params, shift, 0, "added to scale * x"),
    SN_P_END,
};
OF_NUMBERS(exp, "y = pow(base, shift + scale * x)", sn_ncnn_base_params, base_params, .traits = 0);
/* That of a base which is none is NaN or infinite. */
OF_NUMBERS(log, "y = log(shift + scale * x) / log(base)", sn_ncnn_base_params, base_params,
           .expr = "log(shift + x * scale) / log(base)", .eval = sn_eval_elementwise);

typedef struct sn_ncnn_dropout_params {
    float scale;
} sn_ncnn_dropout_params;

static sn_answer resolve_dropout(sn_resolve *r)
{
    sn_value *x = sn_in(r->node, 0);
    const float scale = ((const sn_ncnn_dropout_params *)r->in.params)->scale;
    return made(r, scale == 1 ? sn_resolve_node(r, &sn_op_dropout, NULL, 1, &x)
                              : line(r, x, scale, 0));
}

static const sn_param dropout_params[] = {
    SN_P_F32(sn_ncnn_dropout_params, scale, 1, "factor of everything"),
    SN_P_END,
};
OF_NUMBERS(dropout, "y = scale * x", sn_ncnn_dropout_params, dropout_params, .traits = 0);
