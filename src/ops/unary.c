/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of one input, without params. */
#include "ops/affine_maps.h"
#include "ops/contents.h"
#include "ops/ops.h"

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

#define UNARY(op, types_, formula, text, ...)                                                      \
    const sn_op sn_op_##op = {.name = #op,                                                         \
                              .synopsis = "y = " text,                                             \
                              .slots = slots,                                                      \
                              .types = types_,                                                     \
                              .n_out = 1,                                                          \
                              .kind = SN_FUSE_ELEMENTWISE,                                         \
                              .expr = formula,                                                     \
                              .contents = sn_contents_elementwise,                                 \
                              .infer = sn_infer_elementwise,                                       \
                              .eval = sn_eval_elementwise,                                         \
                              __VA_ARGS__}
#define SAME(op, formula) UNARY(op, "float->float", formula, formula, .traits = 0)

SAME(exp, "exp(x)");
SAME(log, "log(x)");
UNARY(neg, "num->num", "-x", "-x", .affine = sn_affine_elementwise);
UNARY(square, "num->num", "x * x", "x * x", .traits = 0);
UNARY(rsqrt, "float->float", "1 / sqrt(x)", "1 / sqrt(x)", .traits = 0);
UNARY(reciprocal, "float->float", "1 / x", "1 / x", .traits = 0);
UNARY(round, "float->float", "nearbyint(x)", "x rounded to nearest, halves to even",
      .traits = SN_TRAIT_STEPS);
UNARY(abs, "num->num", "abs(x)", "abs(x)", .propagate = sn_propagate_positive);
UNARY(floor, "float->float", "floor(x)", "floor(x)", .traits = SN_TRAIT_STEPS);
UNARY(ceil, "float->float", "ceil(x)", "ceil(x)", .traits = SN_TRAIT_STEPS);
UNARY(trunc, "float->float", "trunc(x)", "trunc(x)", .traits = SN_TRAIT_STEPS);
UNARY(sign, "num->num", "sign(x)", "sign(x)", .traits = SN_TRAIT_STEPS);
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
