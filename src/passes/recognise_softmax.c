/* SPDX-License-Identifier: Apache-2.0
 *
 *   exp(x - max(x)) / sum(exp(x - max(x)))  -->  softmax(x)      both over the same axis
 *
 * Needs: one axis, the rank, that the maximum and the sum meet the elements that they were made of
 * (norm_pieces.c), nobody reads in between. Without the maximum it is left alone: exp(x) /
 * sum(exp(x)) becomes NaN for numbers of which the softmax is finite. */
#include <math.h>

#include "ops/binary.h"
#include "ops/ops.h"
#include "ops/reduce.h"
#include "ops/softmax.h"
#include "passes/match.h"
#include "passes/norm_pieces.h"

/* The axis; -1 where there is no such one. */
static int axis_of(const sn_match *m, const char **why)
{
    const sn_shape *x = &sn_match_value(m, "x")->shape;
    const sn_node *max = sn_match_node(m, "m"), *sum = sn_match_node(m, "s");
    unsigned a = 0, b = 0;
    *why = "the rank of its input is not known";
    if (x->rank < 1) return -1;
    *why = "the maximum and the sum do not go over the same single axis";
    if (!sn_stat_axes(max, x, SN_REDUCE_MAX, 1, &a) ||
        !sn_stat_axes(sum, x, SN_REDUCE_SUM, 1, &b) || a != b)
        return -1;
    if (a & (a - 1)) return -1;
    *why = "the maximum and the sum are not proved to meet the elements that they were made of";
    if (!sn_stat_returns(m, max, x, a) || !sn_stat_returns(m, sum, x, a)) return -1;
    int axis = 0;
    while (!(a >> axis & 1)) axis++;
    return axis;
}

static bool fits(sn_pass_run *run, const sn_match *m)
{
    const char *why;
    if (axis_of(m, &why) >= 0) return true;
    sn_missed(run, sn_match_root(m), NULL, "not made a softmax with what is before it: %s", why);
    return false;
}

static sn_node *build(sn_pass_run *run, const sn_match *m)
{
    const char *why;
    sn_along_params p = {.axis = axis_of(m, &why)};
    sn_value *x = sn_match_value(m, "x");
    return sn_node_create(run->g, sn_match_root(m), &sn_op_softmax, &p, 1, &x, 1);
}

#define POWERS "exp(sub(?x, (" SN_STAT_BACK("m:reduce{op=max}(?x)") ")))"
#define TOTAL  SN_STAT_BACK("s:reduce{op=sum}(" POWERS ")")

static const sn_pattern_rule rules[] = {
    {.pattern = "mul(" POWERS ", reciprocal((" TOTAL ")))",
     .fits = fits,
     .build = build,
     .through_axes = true},
};

static bool visits(const sn_op *op) { return sn_op_is_binary(op); }
static sn_status run(sn_pass_run *run)
{
    return sn_pattern_rules_run(run, rules, sizeof rules / sizeof *rules);
}

const sn_pass sn_pass_recognise_softmax = {
    .name = "recognise_softmax",
    .arrow = "exp(x - max(x)) / sum(exp(x - max(x))) -> softmax(x)",
    .needs = "one axis, the same for both, rank known, no reader in between",
    .visits = visits,
    .run = run,
};
