/* SPDX-License-Identifier: Apache-2.0
 *
 *   x * sigmoid(x)                           -->  swish(x)
 *   x * clip(a * x + b, 0, h) * s, s * h = 1 -->  hard_swish(x) {a * s, b * s}
 */
#include "ops/activation.h"
#include "passes/match.h"

static sn_node *unary(sn_pass_run *run, const sn_match *m, const sn_op *op, const void *params)
{
    sn_value *x = sn_match_value(m, "x");
    return sn_node_create(run->g, sn_match_root(m), op, params, 1, &x, 1);
}

static sn_node *make_swish(sn_pass_run *run, const sn_match *m) { return unary(run, m, &sn_op_swish, NULL); }

static sn_node *make_hard_swish(sn_pass_run *run, const sn_match *m)
{
    double s = sn_match_number(m, "s");
    sn_hard_params p = {.alpha = (float)(sn_match_number(m, "a") * s), .beta = (float)(sn_match_number(m, "b") * s)};
    return unary(run, m, &sn_op_hard_swish, &p);
}

static bool hard_swish_fits(sn_pass_run *run, const sn_match *m)
{
    (void)run;
    return fabs(sn_match_number(m, "s") * sn_match_number(m, "h") - 1) < 1e-6 && sn_match_number(m, "a") > 0;
}

static sn_node *make_gelu_fast(sn_pass_run *run, const sn_match *m)
{
    sn_gelu_params p = {.fast_gelu = 1};
    return unary(run, m, &sn_op_gelu, &p);
}

static const sn_rule rules[] = {
    {.pattern = "mul(?x, sigmoid(?x))", .build = make_swish, .same_shape = true},
    {.pattern = "mul(mul(?x, clip(add(mul(?x, #a), #b), 0, #h)), #s)", .fits = hard_swish_fits, .build = make_hard_swish, .same_shape = true},
    {.pattern = "mul(mul(?x, 0.5), add(tanh(mul(add(?x, mul(pow(?x, 3), 0.044715)), 0.7978845608)), 1))", .build = make_gelu_fast, .same_shape = true},
};

static sn_status run(sn_pass_run *run) { return sn_rules_run(run, rules, sizeof rules / sizeof *rules); }

const sn_pass sn_pass_recognise_activation = {
    .name = "recognise_activation",
    .arrow = "activation in pieces -> activation",
    .needs = "the numbers of the pieces, nobody reads in between",
    .run = run,
};
