/* SPDX-License-Identifier: Apache-2.0
 *
 * What an activation is, is said once, in src/ops/activation.c. Here everything that derives from
 * it is evaluated on the same numbers: the formula, the form of it that plans use, the interpreter
 * and the generated C, in the slot of a convolution and as an operator. */
#include "kernels/kernel_unit.h"

#include "ops/activation.h"
#include "plan/formula.h"

/* The second text is the activation as an operator of x. */
static const struct {
    sn_act act;
    const char *slot, *op;
} acts[] = {
    {{SN_ACT_NONE, 0, 0}, "none", NULL},
    {{SN_ACT_RELU, 0, 0}, "relu", "relu(\"x$\")"},
    {{SN_ACT_LEAKY_RELU, 0.1f, 0}, "leaky_relu(0.1)", "leaky_relu(\"x$\") {alpha=0.1}"},
    {{SN_ACT_LEAKY_RELU, 0, 0}, "leaky_relu(0)", "leaky_relu(\"x$\") {alpha=0}"},
    {{SN_ACT_LEAKY_RELU, 1, 0}, "leaky_relu(1)", "leaky_relu(\"x$\") {alpha=1}"},
    {{SN_ACT_LEAKY_RELU, -0.5f, 0}, "leaky_relu(-0.5)", "leaky_relu(\"x$\") {alpha=-0.5}"},
    {{SN_ACT_LEAKY_RELU, 3, 0}, "leaky_relu(3)", "leaky_relu(\"x$\") {alpha=3}"},
    {{SN_ACT_CLIP, 0, 6}, "clip(0,6)", "clip(\"x$\") {min=0, max=6}"},
    {{SN_ACT_CLIP, -1, 1}, "clip(-1,1)", "clip(\"x$\") {min=-1, max=1}"},
    {{SN_ACT_CLIP, 2, -2}, "clip(2,-2)", "clip(\"x$\") {min=2, max=-2}"},
    {{SN_ACT_SIGMOID, 0, 0}, "sigmoid", "sigmoid(\"x$\")"},
    {{SN_ACT_MISH, 0, 0}, "mish", "mish(\"x$\")"},
    {{SN_ACT_HARD_SWISH, 0.2f, 0.5f},
     "hard_swish(0.2,0.5)",
     "hard_swish(\"x$\") {alpha=0.2, beta=0.5}"},
    {{SN_ACT_HARD_SWISH, -0.2f, 0.5f},
     "hard_swish(-0.2,0.5)",
     "hard_swish(\"x$\") {alpha=-0.2, beta=0.5}"},
    {{SN_ACT_HARD_SWISH, 0, 0.5f}, "hard_swish(0,0.5)", "hard_swish(\"x$\") {alpha=0, beta=0.5}"},
    {{SN_ACT_HARD_SWISH, 0, -1}, "hard_swish(0,-1)", "hard_swish(\"x$\") {alpha=0, beta=-1}"},
};
enum { N_ACTS = sizeof acts / sizeof *acts };

static const float grid[] = {
    NAN,   INFINITY, -INFINITY, 0,      -0.0f, 1e-30f, -1e-30f, 0.25f, -0.25f, 0.5f,  -0.5f, 1,
    -1,    1.5f,     -1.5f,     2,      -2,    2.5f,   -2.5f,   2.99f, -2.99f, 3,     -3,    4,
    -4,    5.999f,   6,         6.001f, -6,    7,      -7,      9.5f,  -9.5f,  12.5f, -13,   19.9f,
    20.1f, -20,      25,        -25,    31,    -31,    40,      -40,   77,     -77,   87.4f, -87.4f,
};
enum { N_GRID = sizeof grid / sizeof *grid };

/* What the head of sn_act_kind and the operators' synopses say, written out once more. */
static double by_definition(const sn_act *act, double x)
{
    const double a = (double)act->a, b = (double)act->b;
    if (isnan(x)) return x;
    switch (act->kind) {
    case SN_ACT_RELU:
        return x > 0 ? x : 0;
    case SN_ACT_LEAKY_RELU:
        return x < 0 ? x * a : x;
    case SN_ACT_CLIP:
        return fmin(fmax(x, a), b);
    case SN_ACT_SIGMOID:
        return 1 / (1 + exp(-x));
    case SN_ACT_MISH:
        return x * tanh(x > 40 ? x : log1p(exp(x)));
    case SN_ACT_HARD_SWISH: {
        const double inner = x * a + b;
        return isnan(inner) ? inner : x * fmin(fmax(inner, 0), 1);
    }
    default:
        return x;
    }
}

static bool near(double found, double expected)
{
    if (isnan(expected)) return isnan(found);
    if (isinf(expected)) return isinf(found) && (found > 0) == (expected > 0);
    return fabs(found - expected) <= 1e-6 * fmax(fabs(expected), 1e-6);
}

static void formulas(void **state)
{
    (void)state;
    sn_arena *arena = sn_arena_create(ctx);
    for (int i = 0; i < N_ACTS; i++) {
        const sn_act *act = &acts[i].act;
        const sn_expr *formula = sn_act_formula(ctx, arena, act);
        const sn_expr *planned = sn_formula_of_act(ctx, arena, act, sn_expr_input(arena, 0));
        for (int k = 0; k < N_GRID; k++) {
            const double x = (double)grid[k], y = by_definition(act, x);
            const double f = sn_expr_at(formula, &x), p = sn_expr_at(planned, &x);
            if (!near(f, y) || !near(p, y))
                fail_msg("%s of %g: %.9g as a formula, %.9g as planned, %.9g expected",
                         acts[i].slot, x, f, p, y);
        }
    }
    sn_arena_destroy(arena);
}

/* Convolutions of one element, times 1: each element passes through the epilogue as it is. */
static void in_slots(void **state)
{
    (void)state;
    kernel_case cases[N_ACTS];
    sn_arena *arena = sn_arena_create(ctx);
    for (int i = 0; i < N_ACTS; i++)
        cases[i] = (kernel_case){
            .bound = 1e-6,
            .text = sn_arena_printf(arena,
                                    "\"x$\" = input : f32[8,6,8]\n"
                                    "\"y$\" = conv(\"x$\", @\"w$\") {group=8, act=%s}\n"
                                    "@\"w$\" = f32[8,1,1,1] [1,1,1,1,1,1,1,1]",
                                    acts[i].slot)};
    static const char *const machines[] = {"native", "generic"};
    for (int m = 0; m < 2; m++) {
        const kernel_options o = {.machine = machines[m],
                                  .fusion = SN_FUSION_FULL,
                                  .values = grid,
                                  .n_values = N_GRID,
                                  .max_threads = 1};
        check_cases(cases, N_ACTS, &o);
    }
    sn_arena_destroy(arena);
}

static void as_operators(void **state)
{
    (void)state;
    kernel_case cases[N_ACTS + 2];
    size_t n = 0;
    sn_arena *arena = sn_arena_create(ctx);
    for (int i = 0; i < N_ACTS; i++) {
        if (!acts[i].op) continue;
        cases[n++] = (kernel_case){
            .bound = 1e-6,
            .text = sn_arena_printf(arena, "\"x$\" = input : f32[8,6,8]\n\"y$\" = %s", acts[i].op)};
    }
    cases[n++] =
        (kernel_case){.bound = 1e-6, .text = "\"x$\" = input : f32[8,6,8]\n\"y$\" = gelu(\"x$\")"};
    cases[n++] = (kernel_case){
        .bound = 1e-6,
        .text = "\"x$\" = input : f32[8,6,8]\n\"y$\" = gelu(\"x$\") {approximate=tanh}"};
    static const char *const machines[] = {"native", "generic"};
    for (int m = 0; m < 2; m++) {
        const kernel_options o = {.machine = machines[m],
                                  .fusion = SN_FUSION_FULL,
                                  .values = grid,
                                  .n_values = N_GRID,
                                  .max_threads = 1};
        check_cases(cases, n, &o);
    }
    sn_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(formulas), cmocka_unit_test(in_slots),
                                       cmocka_unit_test(as_operators)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
