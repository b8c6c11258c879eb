/* SPDX-License-Identifier: Apache-2.0
 *
 * Activations that were written as their formula:
 *
 *   x * sigmoid(x), x / (1 + exp(-x))                  -->  swish(x)       (Ramachandran et al.
 *                                                                          2017)
 *   x * clip(a x + b, 0, h) * s,  s h = 1, a > 0       -->  hard_swish(x)  (Howard et al. 2019)
 *   x/2 (1 + erf(x / sqrt 2))                          -->  gelu(x)        (Hendrycks and Gimpel
 *                                                                          2016)
 *   x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))      -->  gelu(x) {fast_gelu}
 *   x tanh(log(1 + exp(x)))                            -->  mish(x)             (Misra 2019)
 *   1 / (1 + exp(-x)), (1 + tanh(x/2)) / 2             -->  sigmoid(x)
 *   2 sigmoid(2 x) - 1                                 -->  tanh(x)
 *   log(1 + exp(x))                                    -->  softplus(x)
 *   max(x, 0) + log(1 + exp(-|x|))                     -->  softplus(x)
 *   max(x, 0) + min(a (exp(c x) - 1), 0)               -->  elu(x) for c = 1, celu(x) for c = 1/a;
 *                                                           a > 0
 *   l elu(x, a) with the numbers of SELU               -->  selu(x)         (Klambauer et al. 2017)
 *   min(max(x, l), h), l <= h                          -->  clip(x), relu(x)
 *   max(x, a x), 0 <= a <= 1; min(x, a x), a >= 1      -->  leaky_relu(x) {alpha = a}
 *   max(x, 0) + a min(x, 0), max(x, 0) - a max(-x, 0)  -->  leaky_relu(x), prelu(x) for a
 *                                                           vector of slopes
 *
 * Needs: the numbers, up to the rounding of floats; x is one value, so that shapes are equal;
 * nobody reads in between. Where the pieces overflow (exp(-x) to infinity) and the formula is still
 * defined (1 / infinity = 0), so is the layer. Formulas that become NaN for finite numbers, such as
 * exp(x) / (1 + exp(x)), are left alone.
 *
 * clip(a x + b, 0, 1) stays: with a x + b in the weights before and the clip in its slot nothing
 * would be left of it. */
#include <math.h>

#include "ops/activation.h"
#include "ops/binary.h"
#include "ops/affine_maps.h"
#include "passes/match.h"

static bool near_to(const sn_match *m, double a, double b)
{
    return sn_numbers_are_close(sn_match_type(m), a, b);
}

static sn_node *make(sn_pass_run *run, const sn_match *m, const sn_op *op, const void *params)
{
    sn_value *x = sn_match_value(m, "x");
    return sn_node_create(run->g, sn_match_root(m), op, params, 1, &x, 1);
}

/* ---- without numbers of their own ------------------------------------------------------------ */

static sn_node *swish(sn_pass_run *run, const sn_match *m)
{
    sn_swish_params p = {.alpha = 1};
    return make(run, m, &sn_op_swish, &p);
}
static sn_node *mish(sn_pass_run *run, const sn_match *m)
{
    return make(run, m, &sn_op_mish, NULL);
}
static sn_node *sigmoid(sn_pass_run *run, const sn_match *m)
{
    return make(run, m, &sn_op_sigmoid, NULL);
}
static sn_node *tangent(sn_pass_run *run, const sn_match *m)
{
    return make(run, m, &sn_op_tanh, NULL);
}
static sn_node *softplus(sn_pass_run *run, const sn_match *m)
{
    return make(run, m, &sn_op_softplus, NULL);
}

static sn_node *gelu(sn_pass_run *run, const sn_match *m)
{
    sn_gelu_params p = {.approximate = SN_GELU_EXACT};
    return make(run, m, &sn_op_gelu, &p);
}

static sn_node *gelu_by_tanh(sn_pass_run *run, const sn_match *m)
{
    sn_gelu_params p = {.approximate = SN_GELU_TANH};
    return make(run, m, &sn_op_gelu, &p);
}

/* ---- hard swish ------------------------------------------------------------------------------ */

static bool hard_swish_fits(sn_pass_run *run, const sn_match *m)
{
    double a = sn_match_number(m, "a"), h = sn_match_number(m, "h"), s = sn_match_number(m, "s");
    if (!(a * s > 0) || !(h > 0)) return false;
    if (near_to(m, s * h, 1))
        return sn_f32_says(sn_match_type(m), a * s) &&
               sn_f32_says(sn_match_type(m), sn_match_number(m, "b") * s);
    if (fabs(s * h - 1) < 0.01) {
        sn_missed(run, m->nodes[0], sn_match_root(m),
                  "not a hard swish: its factor is %g, %g expected", s, 1 / h);
    }
    return false;
}

static sn_node *hard_swish(sn_pass_run *run, const sn_match *m)
{
    double s = sn_match_number(m, "s");
    sn_hard_params p = {.alpha = (float)(sn_match_number(m, "a") * s),
                        .beta = (float)(sn_match_number(m, "b") * s)};
    return make(run, m, &sn_op_hard_swish, &p);
}

/* ---- exponential units ----------------------------------------------------------------------- */

/* a (exp(c x) - 1) below 0 */
static bool elu_fits(sn_pass_run *run, const sn_match *m)
{
    (void)run;
    double a = sn_match_number(m, "a"), b = sn_match_number(m, "b"), c = sn_match_number(m, "c");
    return a > 0 && near_to(m, -b, a) && (near_to(m, c, 1) || near_to(m, c * a, 1));
}

static sn_node *elu(sn_pass_run *run, const sn_match *m)
{
    sn_elu_params elu = {.alpha = (float)sn_match_number(m, "a")};
    sn_celu_params celu = {.alpha = elu.alpha};
    bool is_elu = near_to(m, sn_match_number(m, "c"), 1);
    return make(run, m, is_elu ? &sn_op_elu : &sn_op_celu, is_elu ? (const void *)&elu : &celu);
}

static bool selu_fits(sn_pass_run *run, const sn_match *m)
{
    (void)run;
    const sn_elu_params *p = sn_match_node(m, "e")->params;
    return near_to(m, (double)p->alpha, 1.6732632423543772) &&
           near_to(m, sn_match_number(m, "l"), 1.0507009873554805);
}

static sn_node *selu(sn_pass_run *run, const sn_match *m)
{
    const sn_elu_params *e = sn_match_node(m, "e")->params;
    sn_selu_params p = {.alpha = e->alpha, .gamma = (float)sn_match_number(m, "l")};
    return make(run, m, &sn_op_selu, &p);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* Something must be a max or min: clips in a row are not pieces of one. */
static bool clip_fits(sn_pass_run *run, const sn_match *m)
{
    (void)run;
    double lo = sn_match_number(m, "lo"), hi = sn_match_number(m, "hi");
    bool pieces = false;
    for (int i = 0; i < m->n_nodes; i++) {
        pieces = pieces || m->nodes[i]->op == &sn_op_max || m->nodes[i]->op == &sn_op_min;
    }
    return pieces && ((lo == 0 && hi == INFINITY) || (isfinite(lo) && isfinite(hi) && lo <= hi));
}

static sn_node *clip(sn_pass_run *run, const sn_match *m)
{
    sn_clip_params p = {.min = (float)sn_match_number(m, "lo"),
                        .max = (float)sn_match_number(m, "hi")};
    if (!isfinite(p.max)) return make(run, m, &sn_op_relu, NULL);
    return make(run, m, &sn_op_clip, &p);
}

/* ---- slopes ---------------------------------------------------------------------------------- */

static bool max_fits(sn_pass_run *run, const sn_match *m)
{
    (void)run;
    double a = sn_match_number(m, "a"); /* 0 * inf is NaN */
    return a > 0 && a <= 1;
}

static bool min_fits(sn_pass_run *run, const sn_match *m)
{
    (void)run;
    return sn_match_number(m, "a") >= 1;
}

static sn_node *sloped(sn_pass_run *run, const sn_match *m, double slope)
{
    sn_leaky_relu_params p = {.alpha = (float)slope};
    return make(run, m, &sn_op_leaky_relu, &p);
}

static sn_node *leaky(sn_pass_run *run, const sn_match *m)
{
    return sloped(run, m, sn_match_number(m, "a"));
}
static sn_node *leaky_below(sn_pass_run *run, const sn_match *m)
{
    return sloped(run, m, -sn_match_number(m, "a"));
}

/* The product's constant runs along an axis of x. */
static bool prelu_fits(sn_pass_run *run, const sn_match *m)
{
    sn_node *product = sn_match_node(m, "m");
    sn_affine map;
    sn_answer a = sn_node_affine(product, run->arena, &map);
    if (a.is == SN_YES && map.axis >= 0 && !map.shift) return true;
    sn_missed(run, product, sn_match_root(m), "not a prelu: %s",
              a.is == SN_YES ? "the slopes have no axis" : a.why);
    return false;
}

static sn_node *prelu_times(sn_pass_run *run, const sn_match *m, double factor)
{
    sn_node *product = sn_match_node(m, "m");
    sn_affine map;
    const sn_tensor *t = NULL;
    if (sn_node_affine(product, run->arena, &map).is != SN_YES) return NULL;
    double *slopes = SN_NEW_N(run->arena, double, map.n);
    for (int64_t i = 0; i < map.n; i++) slopes[i] = factor * (map.scale ? map.scale[i] : 1);
    sn_value *x = sn_match_value(m, "x");
    sn_shape shape = {.rank = (int8_t)(x->shape.rank - map.axis)};
    for (int i = 0; i < shape.rank; i++) shape.d[i] = i == 0 ? map.n : 1;
    if (sn_tensor_vector(run->env->ctx, x->type, slopes, map.n, &t) != SN_OK) {
        sn_ctx_clear_error(run->env->ctx);
        return NULL;
    }
    const sn_tensor *along = sn_tensor_reshaped(run->env->ctx, t, &shape);
    sn_value *in[2] = {x, sn_value_const(run->g, along, NULL)};
    sn_tensor_release(t);
    sn_tensor_release(along);
    return sn_node_create(run->g, sn_match_root(m), &sn_op_prelu, NULL, 2, in, 1);
}

static sn_node *prelu(sn_pass_run *run, const sn_match *m)
{
    return prelu_times(run, m, sn_match_number(m, "c"));
}
static sn_node *prelu_below(sn_pass_run *run, const sn_match *m)
{
    return prelu_times(run, m, -sn_match_number(m, "c"));
}

/* ---- the list -------------------------------------------------------------------------------- */

#define SIGMOID          "(sigmoid(?x) | reciprocal(add(exp(neg(?x)), 1)))"
#define SOFTPLUS         "(softplus(?x) | log(add(exp(?x), 1)))"
#define GELU_TANH(inner) "mul(mul(?x, 0.5), add(tanh(" inner "), 1))"
#define SAME             .same_shape = true

static const sn_pattern_rule rules[] = {
    {"mul(?x, " SIGMOID ")", NULL, swish, SAME},
    {"mul(mul(?x, clip(add(mul(?x, #a), #b), 0, #h)), #s)", hard_swish_fits, hard_swish, SAME},
    {"mul(mul(?x, 0.5), add(erf(mul(?x, 0.7071067811865476)), 1))", NULL, gelu, SAME},
    {GELU_TANH("mul(add(?x, mul(pow(?x, 3), 0.044715)), 0.7978845608028654)"), NULL, gelu_by_tanh,
     SAME},
    {GELU_TANH("mul(mul(?x, add(mul(square(?x), 0.044715), 1)), 0.7978845608028654)"), NULL,
     gelu_by_tanh, SAME},
    {"mul(?x, tanh(" SOFTPLUS "))", NULL, mish, SAME},
    {"reciprocal(add(exp(neg(?x)), 1))", NULL, sigmoid, SAME},
    {"add(mul(tanh(mul(?x, 0.5)), 0.5), 0.5)", NULL, sigmoid, SAME},
    {"sub(mul(sigmoid(mul(?x, 2)), 2), 1)", NULL, tangent, SAME},
    {"log(add(exp(?x), 1))", NULL, softplus, SAME},
    {"add(relu(?x), (softplus(neg(abs(?x))) | log(add(exp(neg(abs(?x))), 1))))", NULL, softplus,
     SAME},
    {"add(relu(?x), min(add(mul(exp(mul(?x, #c)), #a), #b), 0))", elu_fits, elu, SAME},
    {"add(add(relu(?x), mul(exp(mul(min(?x, 0), #c)), #a)), #b)", elu_fits, elu, SAME},
    {"mul(e:elu(?x), #l)", selu_fits, selu, SAME},
    {"clip(?x, #lo, #hi)", clip_fits, clip, SAME},
    {"max(?x, mul(?x, #a))", max_fits, leaky, SAME},
    {"max(mul(?x, #a), ?x)", max_fits, leaky, SAME},
    {"min(?x, mul(?x, #a))", min_fits, leaky, SAME},
    {"min(mul(?x, #a), ?x)", min_fits, leaky, SAME},
    {"add(relu(?x), mul(min(?x, 0), #a))", NULL, leaky, SAME},
    {"add(relu(?x), mul(relu(neg(?x)), #a))", NULL, leaky_below, SAME},
    {"add(relu(?x), mul(m:mul(min(?x, 0), $k), #c))", prelu_fits, prelu, SAME},
    {"add(relu(?x), mul(m:mul(relu(neg(?x)), $k), #c))", prelu_fits, prelu_below, SAME},
};

/* Each formula has one of these; most end with it. */
static bool visits(const sn_op *op)
{
    return sn_op_is_binary(op) || op == &sn_op_sum || op == &sn_op_log || op == &sn_op_log1p;
}

static sn_status run(sn_pass_run *run)
{
    return sn_pattern_rules_run(run, rules, sizeof rules / sizeof *rules);
}

const sn_pass sn_pass_recognise_activation = {
    .name = "recognise_activation",
    .arrow = "x * sigmoid(x) -> swish(x), and 13 more: clip, elu, gelu, hard_swish, mish, prelu, "
             "relu, sigmoid ...",
    .needs = "the numbers of the formula, no reader in between",
    .visits = visits,
    .run = run,
};
