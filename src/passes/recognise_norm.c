/* SPDX-License-Identifier: Apache-2.0
 *
 * Normalisations that were written as their formula. With d = x - mean(x), v = mean(d^2), all over
 * the same axes A:
 *
 *   d / sqrt(v + eps) * gamma + beta  -->
 *       layer_normalization(x)     A are the last axes, gamma and beta run along them
 *       instance_normalization(x)  A are all axes but the first, gamma and beta run along that
 *       group_normalization(x)     A are all axes: one group; A are the rows of rank 2 and gamma
 *                                  and beta run along the other axis: each row is a group
 *   x / sqrt(mean(x^2) + eps) * gamma      -->  rms_normalization(x)   A are the last axes
 *   x / sqrt(sum(x^2) + eps), x / max(sqrt(sum(x^2)), eps)
 *                                          -->  lp_normalization(x)    A lie together
 *   reshape(norm(reshape(x))) * gamma + beta  -->  group_normalization(x)
 *       norm goes over all axes behind that of groups, with no factors but 1 and 0; the axes before
 *       it are those before the channels
 *   norm(x) * gamma + beta                 -->  norm(x, gamma, beta)   where it has none yet
 *
 * gamma and beta may be missing. With r = gamma / sqrt(v + eps), x * r + (beta - mean(x) * r) is
 * the same. Means are reductions, sums times 1/n, or global poolings, with the reduced axes kept,
 * gone, or put back by a view; the division may be a product with rsqrt or pow(.., -0.5); the
 * square pow(.., 2) or a product.
 *
 * Needs: the rank; that all statistics go over the same axes and that each meets the elements it
 * was made of (how broadcasts are aligned is proved, norm_pieces.c); eps > 0 within the root, so
 * that the layer divides by the same number; which axes gamma and beta go along; nobody reads in
 * between.
 *
 * Ba et al. 2016, Ulyanov et al. 2016, Wu and He 2018, Zhang and Sennrich 2019. */
#include <float.h>
#include <math.h>

#include "ops/binary.h"
#include "ops/lp_normalization.h"
#include "ops/norm.h"
#include "ops/ops.h"
#include "ops/reduce.h"
#include "passes/match.h"
#include "passes/norm_pieces.h"

enum { MOST_ONES = 1 << 16 }; /* of a gamma that is made because the target wants one */

/* What a match comes down to. */
typedef struct norm_found {
    sn_value *x;
    const sn_shape *shape;
    unsigned mask;              /* axes that are normalised */
    int axis, n_axes;           /* those that gamma and beta run along */
    const double *gamma, *beta; /* NULL: none */
    int64_t n;                  /* their elements */
    const char *why;
} norm_found;

static unsigned all_axes(int rank) { return (1u << rank) - 1; }

/* Number of last axes that the mask is; 0: it is no such thing. */
static int trailing(unsigned mask, int rank)
{
    for (int n = 1; n <= rank; n++) {
        if (mask == (all_axes(rank) & ~all_axes(rank - n))) return n;
    }
    return 0;
}

static bool miss(sn_pass_run *run, const sn_match *m, const char *what, const char *why)
{
    sn_missed(run, sn_match_root(m), NULL, "not made a %s with what is before it: %s", what, why);
    return false;
}

/* gamma and beta along the found axes. */
static bool factors(sn_arena *arena, const sn_match *m, norm_found *f)
{
    const sn_value *g = sn_match_value(m, "g"), *b = sn_match_value(m, "b");
    f->gamma = f->beta = NULL;
    f->n = 1;
    if (g &&
        !(f->gamma = sn_factor_along(arena, m, g, f->shape, f->axis, f->n_axes, &f->n, &f->why)))
        return false;
    if (b &&
        !(f->beta = sn_factor_along(arena, m, b, f->shape, f->axis, f->n_axes, &f->n, &f->why)))
        return false;
    f->why = NULL;
    return true;
}

/* The statistic labelled so goes over f->mask (which it sets where that is 0), and back to where it
 * came from. */
static bool statistic(const sn_match *m, const char *label, int op, const char *factor,
                      norm_found *f)
{
    const sn_node *stat = sn_match_node(m, label);
    unsigned mask = 0;
    double k = factor && sn_match_has(m, factor) ? sn_match_number(m, factor) : 1;
    f->why = "what its statistics go over is not that of the layer";
    if (!sn_stat_axes(stat, f->shape, op, k, &mask) || (f->mask && mask != f->mask)) return false;
    f->mask = mask;
    f->why = "its statistics are not proved to meet the elements that they were made of";
    if (!sn_stat_returns(m, stat, f->shape, mask)) return false;
    f->why = NULL;
    return true;
}

static bool start(const sn_match *m, norm_found *f)
{
    double eps = sn_match_has(m, "eps") ? sn_match_number(m, "eps") : 1;
    *f = (norm_found){.x = sn_match_value(m, "x")};
    f->shape = &f->x->shape;
    f->why = f->shape->rank < 1 ? "the rank of its input is not known" : "eps is not positive";
    return f->shape->rank >= 1 && eps > 0 && isfinite(eps);
}

/* ---- making ---------------------------------------------------------------------------------- */

/* n elements in that shape. */
static sn_value *constant(sn_pass_run *run, sn_type type, const double *values, int64_t n,
                          double fill, const sn_shape *shape)
{
    const sn_tensor *t = NULL;
    if (!values) {
        double *filled = SN_NEW_N(run->arena, double, n);
        for (int64_t i = 0; i < n; i++) filled[i] = fill;
        values = filled;
    }
    if (sn_tensor_vector(run->env->ctx, type, values, n, &t) != SN_OK) {
        sn_ctx_clear_error(run->env->ctx);
        return NULL;
    }
    const sn_tensor *shaped = sn_tensor_reshaped(run->env->ctx, t, shape);
    sn_value *v = sn_value_const(run->g, shaped, NULL);
    sn_tensor_release(shaped);
    sn_tensor_release(t);
    return v;
}

/* Whether the target has the layer with a gamma alone, and its size is known. */
static bool wants_gamma(const sn_pass_run *run, const sn_op *op, const void *params,
                        const sn_shape *factors)
{
    const sn_spelling *t = run->env->target;
    return sn_shape_known(factors) && sn_shape_count(factors) <= MOST_ONES &&
           !sn_spelling_can(t, run->env->ctx, op, params, 1) &&
           sn_spelling_can(t, run->env->ctx, op, params, 2);
}

static sn_node *make(sn_pass_run *run, const sn_match *m, const norm_found *f, const sn_op *op,
                     const void *params)
{
    bool affine = f->gamma || f->beta, has_beta = op != &sn_op_rms_normalization;
    sn_value *in[3] = {f->x, NULL, NULL};
    sn_shape factors = {.rank = (int8_t)f->n_axes};
    for (int i = 0; i < f->n_axes; i++) factors.d[i] = f->shape->d[f->axis + i];
    if (!affine && wants_gamma(run, op, params, &factors)) {
        const int64_t n = sn_shape_count(&factors);
        in[SN_NORM_GAMMA] = constant(run, f->x->type, NULL, n, 1, &factors);
        return sn_node_create(run->g, sn_match_root(m), op, params, 2, in, 1);
    }
    if (affine) in[SN_NORM_GAMMA] = constant(run, f->x->type, f->gamma, f->n, 1, &factors);
    if (affine && has_beta)
        in[SN_NORM_BETA] = constant(run, f->x->type, f->beta, f->n, 0, &factors);
    if (affine && (!in[SN_NORM_GAMMA] || (has_beta && !in[SN_NORM_BETA]))) return NULL;
    return sn_node_create(run->g, sn_match_root(m), op, params,
                          (uint16_t)(affine ? 2 + has_beta : 1), in, 1);
}

static sn_node *over_last_axes(sn_pass_run *run, const sn_match *m, const norm_found *f,
                               const sn_op *op)
{
    const sn_layer_normalization_params p = {.axis =
                                                 f->shape->rank - trailing(f->mask, f->shape->rank),
                                             .epsilon = (float)sn_match_number(m, "eps")};
    return make(run, m, f, op, &p);
}

/* ---- mean and variance ----------------------------------------------------------------------- */

typedef enum kind { NO_NORM, LAYER, INSTANCE, ONE_GROUP, GROUP_EACH } kind;

/* The last axes, from the first on that has more than one element; at least one. */
static int without_ones(const norm_found *f)
{
    int n = f->shape->rank;
    while (n > 1 && f->shape->d[f->shape->rank - n] == 1) n--;
    return n;
}

/* Which layer normalises over f->mask, and has gamma and beta along the axes they have. */
static kind kind_of(sn_arena *arena, const sn_match *m, norm_found *f)
{
    int rank = f->shape->rank, n = trailing(f->mask, rank);
    f->why = "no layer normalises over its axes";
    if (rank >= 2 && n == rank) {
        f->axis = 0;
        f->n_axes = 1;
        if (factors(arena, m, f)) return ONE_GROUP;
        n = without_ones(f);
        f->mask = all_axes(rank) & ~all_axes(rank - n);
        f->axis = rank - n;
        f->n_axes = n;
        return n < rank && factors(arena, m, f) ? LAYER : NO_NORM;
    }
    if (n == 0) return NO_NORM;
    bool affine = sn_match_has(m, "g") || sn_match_has(m, "b");
    if (rank >= 3 && n == rank - 1) {
        f->axis = 0;
        f->n_axes = 1;
        if (factors(arena, m, f)) return INSTANCE;
    }
    f->axis = rank - n;
    f->n_axes = n;
    if (!affine || factors(arena, m, f)) return LAYER;
    if (rank != 2 || !sn_dim_known(f->shape->d[0]) || f->shape->d[0] > INT32_MAX) return NO_NORM;
    f->axis = 0; /* rows with a factor each */
    return factors(arena, m, f) ? GROUP_EACH : NO_NORM;
}

static kind norm_of(sn_pass_run *run, const sn_match *m, norm_found *f)
{
    if (!start(m, f)) return NO_NORM;
    if (!statistic(m, "m", SN_REDUCE_MEAN, "mf", f) || !statistic(m, "v", SN_REDUCE_MEAN, "vf", f))
        return NO_NORM;
    return kind_of(run->arena, m, f);
}

static bool norm_fits(sn_pass_run *run, const sn_match *m)
{
    norm_found f;
    return norm_of(run, m, &f) != NO_NORM || miss(run, m, "normalisation", f.why);
}

static sn_node *norm(sn_pass_run *run, const sn_match *m)
{
    norm_found f;
    kind k = norm_of(run, m, &f);
    float eps = (float)sn_match_number(m, "eps");
    sn_instance_normalization_params instance = {.epsilon = eps};
    sn_group_normalization_params group = {.epsilon = eps, .num_groups = 1};
    if (k == INSTANCE) return make(run, m, &f, &sn_op_instance_normalization, &instance);
    if (k == GROUP_EACH) group.num_groups = (int32_t)f.shape->d[0];
    if (k == ONE_GROUP || k == GROUP_EACH)
        return make(run, m, &f, &sn_op_group_normalization, &group);
    return over_last_axes(run, m, &f, &sn_op_layer_normalization);
}

/* ---- mean square ----------------------------------------------------------------------------- */

static bool rms_of(sn_pass_run *run, const sn_match *m, norm_found *f)
{
    if (!start(m, f) || !statistic(m, "v", SN_REDUCE_MEAN, "vf", f)) return false;
    f->why = "no layer normalises over its axes";
    f->n_axes = trailing(f->mask, f->shape->rank);
    f->axis = f->shape->rank - f->n_axes;
    return f->n_axes > 0 && factors(run->arena, m, f);
}

static bool rms_fits(sn_pass_run *run, const sn_match *m)
{
    norm_found f;
    return rms_of(run, m, &f) || miss(run, m, "rms_normalization", f.why);
}

static sn_node *rms(sn_pass_run *run, const sn_match *m)
{
    norm_found f;
    return rms_of(run, m, &f) ? over_last_axes(run, m, &f, &sn_op_rms_normalization) : NULL;
}

/* ---- length ---------------------------------------------------------------------------------- */

/* Lines over axes that lie together. */
static bool length_of(const sn_match *m, int op, norm_found *f, sn_lp_normalization_params *p)
{
    if (!start(m, f) || !statistic(m, "v", op, NULL, f)) return false;
    int n = 0, first = 0;
    f->why = "the axes of its statistics do not lie together";
    if (sn_match_has(m, "hi") && sn_match_number(m, "hi") < sn_type_largest(f->x->type))
        return false;
    while (!(f->mask >> first & 1)) first++;
    while (f->mask >> (first + n) & 1) n++;
    *p = (sn_lp_normalization_params){
        .axis = first, .n_axes = n, .p = 2, .epsilon = (float)sn_match_number(m, "eps")};
    return p->epsilon > 0 && f->mask == (all_axes(first + n) & ~all_axes(first));
}

static sn_node *length(sn_pass_run *run, const sn_match *m, int op, int epsilon_rule)
{
    norm_found f;
    sn_lp_normalization_params p;
    if (!length_of(m, op, &f, &p)) return NULL;
    p.epsilon_rule = epsilon_rule;
    const sn_shape one = SN_SHAPE(1);
    sn_value *in[2] = {f.x, constant(run, f.x->type, NULL, 1, 1, &one)};
    return sn_node_create(run->g, sn_match_root(m), &sn_op_lp_normalization, &p, 2, in, 1);
}

static bool sum_fits(sn_pass_run *run, const sn_match *m)
{
    norm_found f;
    sn_lp_normalization_params p;
    return length_of(m, SN_REDUCE_SUM, &f, &p) || miss(run, m, "lp_normalization", f.why);
}

static bool squares_fit(sn_pass_run *run, const sn_match *m)
{
    norm_found f;
    sn_lp_normalization_params p;
    return length_of(m, SN_REDUCE_SUM_SQUARE, &f, &p) || miss(run, m, "lp_normalization", f.why);
}

static bool length_fits(sn_pass_run *run, const sn_match *m)
{
    norm_found f;
    sn_lp_normalization_params p;
    return length_of(m, SN_REDUCE_L2, &f, &p) || miss(run, m, "lp_normalization", f.why);
}

static sn_node *sum_plus(sn_pass_run *run, const sn_match *m)
{
    return length(run, m, SN_REDUCE_SUM, SN_LP_ADDED);
}
static sn_node *squares_plus(sn_pass_run *run, const sn_match *m)
{
    return length(run, m, SN_REDUCE_SUM_SQUARE, SN_LP_ADDED);
}
static sn_node *length_at_least(sn_pass_run *run, const sn_match *m)
{
    return length(run, m, SN_REDUCE_L2, SN_LP_LEAST_NORM);
}
static sn_node *sum_root_at_least(sn_pass_run *run, const sn_match *m)
{
    return length(run, m, SN_REDUCE_SUM, SN_LP_LEAST_NORM);
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* A constant whose elements all are this number, or none. */
static bool is_all(const sn_value *v, double number)
{
    const sn_tensor *t = v ? sn_const_of(v) : NULL;
    double is;
    return !v || (t && sn_tensor_is_uniform(t, &is) && is == number);
}

/* The axis behind which n normalises all others, with factors that change nothing. */
static bool is_bare_behind(const sn_node *n, int *axis, float *eps)
{
    if (!is_all(sn_in(n, SN_NORM_GAMMA), 1) || !is_all(sn_in(n, SN_NORM_BETA), 0)) return false;
    if (n->op == &sn_op_layer_normalization) {
        const sn_layer_normalization_params *p = n->params;
        *eps = p->epsilon;
        *axis = p->axis - 1;
    } else {
        const sn_instance_normalization_params *p = n->params;
        *eps = p->epsilon;
        *axis = p->axis;
    }
    return *axis >= 0 && *axis + 1 < sn_in(n, 0)->shape.rank;
}

static bool group_of(sn_pass_run *run, const sn_match *m, norm_found *f,
                     sn_group_normalization_params *p)
{
    const sn_node *n = sn_match_node(m, "n");
    const sn_shape *grouped = &sn_in(n, 0)->shape;
    *f = (norm_found){.x = sn_match_value(m, "x"), .n_axes = 1};
    *p = (sn_group_normalization_params){.axis = 0};
    f->shape = &f->x->shape;
    f->why = "the rank of its input is not known";
    if (f->shape->rank < 1) return false;
    f->why = "the norm between the reshapes has factors of its own, or goes over all axes";
    if (!is_bare_behind(n, &f->axis, &p->epsilon)) return false;
    f->why = "the axes before the groups are not those before the channels";
    if (f->axis >= f->shape->rank) return false;
    for (int i = 0; i < f->axis; i++) {
        if (!sn_dim_equal(grouped->d[i], f->shape->d[i])) return false;
    }
    p->axis = f->axis;
    sn_dim groups = grouped->d[f->axis], channels = f->shape->d[f->axis];
    f->why = "the number of channels or of groups is not known";
    if (!sn_dim_known(groups) || !sn_dim_known(channels) || groups < 1 || groups > INT32_MAX)
        return false;
    f->why = "the groups do not divide the channels";
    if (channels % groups) return false;
    p->num_groups = (int32_t)groups;
    f->why = "its shape is not proved to come back";
    if (!sn_shape_equal(&sn_match_node(m, "o")->out[0]->shape, f->shape)) return false;
    return factors(run->arena, m, f);
}

static bool group_fits(sn_pass_run *run, const sn_match *m)
{
    norm_found f;
    sn_group_normalization_params p;
    return group_of(run, m, &f, &p) || miss(run, m, "group_normalization", f.why);
}

static sn_node *group(sn_pass_run *run, const sn_match *m)
{
    norm_found f;
    sn_group_normalization_params p;
    return group_of(run, m, &f, &p) ? make(run, m, &f, &sn_op_group_normalization, &p) : NULL;
}

/* ---- factors behind a norm that has none ----------------------------------------------------- */

static bool behind_of(sn_pass_run *run, const sn_match *m, norm_found *f)
{
    const sn_node *n = sn_match_node(m, "n");
    *f = (norm_found){.x = sn_match_value(m, "x"), .n_axes = 1};
    f->shape = &f->x->shape;
    f->why = NULL; /* not worth a word: the layer is a whole one */
    int rank = f->shape->rank;
    if (rank < 1) return false;
    if (n->op == &sn_op_layer_normalization || n->op == &sn_op_rms_normalization) {
        f->axis = ((const sn_layer_normalization_params *)n->params)->axis;
        f->n_axes = rank - f->axis;
    } else if (n->op == &sn_op_instance_normalization) {
        f->axis = ((const sn_instance_normalization_params *)n->params)->axis;
    } else {
        f->axis = ((const sn_group_normalization_params *)n->params)->axis;
    }
    return f->axis < rank && factors(run->arena, m, f);
}

static bool behind_fits(sn_pass_run *run, const sn_match *m)
{
    norm_found f;
    return behind_of(run, m, &f);
}

static sn_node *behind(sn_pass_run *run, const sn_match *m)
{
    norm_found f;
    const sn_node *n = sn_match_node(m, "n");
    return behind_of(run, m, &f) ? make(run, m, &f, n->op, n->params) : NULL;
}

/* ---- the list -------------------------------------------------------------------------------- */

/* A statistic; a mean also as a sum times a number. */
#define STAT(label, x)                                                                             \
    "(" SN_STAT_BACK(label ":reduce(" x ")") " | mul((" label ":reduce(" x ") | reshape(" label    \
                                             ":reduce(" x "))), #" label "f) | " SN_STAT_BACK(     \
                                                 label ":global_average_pool(" x ")") ")"
#define CENTERED        "sub(?x, " STAT("m", "?x") ")"
#define OVER_ROOT(x, y) "mul(" x ", rsqrt(add(" y ", #eps)))"
#define VARIANCE        STAT("v", "square(" CENTERED ")")
#define NORM            OVER_ROOT(CENTERED, VARIANCE)
#define BY_ROOT         "rsqrt(add(" VARIANCE ", #eps))"
#define MULTIPLIED(by)  "add(mul(?x, " by "), sub($b, mul(" STAT("m", "?x") ", " by ")))"
#define RMS             OVER_ROOT("?x", STAT("v", "square(?x)"))
#define TOTAL(stat)     stat " | reshape(" stat ")"
#define GROUPED(norm)   "o:reshape(n:" norm "(reshape(?x), ...), ...)"
#define BARE(norm)      "n:" norm "(?x)"
#define TIMES(x)        "mul(" x ", $g)"
#define PLUS(x)         "add(" x ", $b)"
#define RULE(text, ok, made)                                                                       \
    {                                                                                              \
        .pattern = text, .fits = ok, .build = made, .through_axes = true                           \
    }
#define WITH_FACTORS(x, ok, made)                                                                  \
    RULE(PLUS(TIMES(x)), ok, made), RULE(TIMES(x), ok, made), RULE(PLUS(x), ok, made)

static const sn_pattern_rule rules[] = {
    WITH_FACTORS(GROUPED("layer_normalization"), group_fits, group),
    RULE(GROUPED("layer_normalization"), group_fits, group),
    WITH_FACTORS(GROUPED("instance_normalization"), group_fits, group),
    RULE(GROUPED("instance_normalization"), group_fits, group),
    WITH_FACTORS(BARE("layer_normalization"), behind_fits, behind),
    WITH_FACTORS(BARE("instance_normalization"), behind_fits, behind),
    WITH_FACTORS(BARE("group_normalization"), behind_fits, behind),
    RULE(TIMES(BARE("rms_normalization")), behind_fits, behind),
    WITH_FACTORS(NORM, norm_fits, norm),
    RULE(NORM, norm_fits, norm),
    RULE(MULTIPLIED("mul(" BY_ROOT ", $g)"), norm_fits, norm),
    RULE(MULTIPLIED(BY_ROOT), norm_fits, norm),
    RULE(TIMES(RMS), rms_fits, rms),
    RULE(RMS, rms_fits, rms),
    RULE(OVER_ROOT("?x", "(" TOTAL("v:reduce{op=sum}(square(?x))") ")"), sum_fits, sum_plus),
    RULE(OVER_ROOT("?x", "(" TOTAL("v:reduce{op=sum_square}(?x)") ")"), squares_fit, squares_plus),
    RULE("mul(?x, reciprocal(clip((" TOTAL("v:reduce{op=l2}(?x)") "), #eps, #hi)))", length_fits,
         length_at_least),
    RULE("mul(?x, reciprocal(clip(sqrt((" TOTAL("v:reduce{op=sum}(square(?x))") ")), #eps, #hi)))",
         sum_fits, sum_root_at_least),
};

/* Each formula has one of these, or a norm between reshapes. */
static bool visits(const sn_op *op)
{
    return sn_op_is_binary(op) || op == &sn_op_layer_normalization ||
           op == &sn_op_instance_normalization;
}

static sn_status run(sn_pass_run *run)
{
    return sn_pattern_rules_run(run, rules, sizeof rules / sizeof *rules);
}

const sn_pass sn_pass_recognise_norm = {
    .name = "recognise_norm",
    .arrow = "(x - mean(x)) / sqrt(var(x) + eps) * g + b -> "
             "layer_normalization, instance_normalization, group_normalization(x), "
             "rms_normalization, lp_normalization alike",
    .needs = "equal axes of all statistics, eps > 0, factors along the layer's axes, no reader in "
             "between",
    .visits = visits,
    .run = run,
};
