/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of one input. ncnn's round is to nearest even; its sign of NaN is 0. */
#include "ops/unary.h"

#include <math.h>

#include "ops/maps.h"

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

#define UNARY(op, formula, text, ...)                                                              \
    const sn_op sn_op_##op = {.name = #op,                                                         \
                              .synopsis = "y = " text,                                             \
                              .slots = slots,                                                      \
                              .n_out = 1,                                                          \
                              .kind = SN_FUSE_ELEMENTWISE,                                         \
                              .expr = formula,                                                     \
                              .infer = sn_infer_elementwise,                                       \
                              .eval = sn_eval_elementwise,                                         \
                              __VA_ARGS__}
#define SAME(op, formula) UNARY(op, formula, formula, .traits = 0)

static const sn_param power_params[] = {
    SN_P_F32(sn_power_params, power, 1, "exponent"),
    SN_P_F32(sn_power_params, scale, 1, "factor of x"),
    SN_P_F32(sn_power_params, shift, 0, "added to scale * x"),
    SN_P_END,
};
UNARY(power, "pow(shift + x * scale, power)", "pow(shift + scale * x, power)",
      .params_bytes = sizeof(sn_power_params), .params = power_params,
      .identity = sn_identity_elementwise, .affine = sn_affine_elementwise);

static const sn_param base_params[] = {
    SN_P_F32(sn_base_params, base, -1, "base; -1 is e"),
    SN_P_F32(sn_base_params, scale, 1, "factor of x"),
    SN_P_F32(sn_base_params, shift, 0, "added to scale * x"),
    SN_P_END,
};
UNARY(exp, "select(abs(base + 1) <= 0, exp(shift + x * scale), pow(base, shift + x * scale))",
      "pow(base, shift + scale * x)", .params_bytes = sizeof(sn_base_params),
      .params = base_params);
UNARY(log, "select(abs(base + 1) <= 0, log(shift + x * scale), log(shift + x * scale) / log(base))",
      "log(shift + scale * x) / log(base)", .params_bytes = sizeof(sn_base_params),
      .params = base_params);

UNARY(neg, "-x", "-x", .affine = sn_affine_elementwise);
UNARY(square, "x * x", "x * x", .traits = 0);
UNARY(rsqrt, "1 / sqrt(x)", "1 / sqrt(x)", .traits = 0);
UNARY(reciprocal, "1 / x", "1 / x", .traits = 0);
UNARY(round, "nearbyint(x)", "x rounded to nearest, halves to even", .traits = SN_TRAIT_STEPS);
UNARY(abs, "abs(x)", "abs(x)", .carry = sn_carry_positive);
UNARY(floor, "floor(x)", "floor(x)", .traits = SN_TRAIT_STEPS);
UNARY(ceil, "ceil(x)", "ceil(x)", .traits = SN_TRAIT_STEPS);
UNARY(trunc, "trunc(x)", "trunc(x)", .traits = SN_TRAIT_STEPS);
UNARY(sign, "sign(x)", "sign(x)", .traits = SN_TRAIT_STEPS);
SAME(sqrt, "sqrt(x)");
SAME(sin, "sin(x)");
SAME(cos, "cos(x)");
SAME(tan, "tan(x)");
SAME(asin, "asin(x)");
SAME(acos, "acos(x)");
SAME(atan, "atan(x)");
SAME(sinh, "sinh(x)");
SAME(cosh, "cosh(x)");
SAME(asinh, "asinh(x)");
SAME(acosh, "acosh(x)");
SAME(atanh, "atanh(x)");
SAME(expm1, "expm1(x)");
SAME(log1p, "log1p(x)");
SAME(log10, "log10(x)");
