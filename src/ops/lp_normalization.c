/* SPDX-License-Identifier: Apache-2.0
 *
 * lp_normalization: lines along an axis over their L1 or L2 norm, as ONNX LpNormalization-22. A
 * line whose norm is 0 becomes 0. Beyond ONNX: lines over several axes, an epsilon for the divisor,
 * and a scale of the result. */
#include "ops/lp_normalization.h"

#include <math.h>

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/rule.h"
#include "ops/grad/grad.h"

static const char *const epsilon_rules[] = {"added", "least_norm", "least_sum", "unguarded", NULL};
static const sn_param params[] = {
    SN_P_INT(sn_lp_normalization_params, axis, 0, 0, SN_MAX_RANK - 1, "axis that lines go along"),
    SN_P_INT(sn_lp_normalization_params, n_axes, 1, 0, SN_MAX_RANK,
             "axes that lines go along, from `axis` on; 0: each element is a line"),
    SN_P_INT(sn_lp_normalization_params, p, 2, 1, 2, "1: sum of magnitudes; 2: root of squares"),
    SN_P_F32(sn_lp_normalization_params, epsilon, 0, "keeps the divisor from zero; for p=2"),
    SN_P_ENUM(sn_lp_normalization_params, epsilon_rule, SN_LP_ADDED, epsilon_rules,
              "sqrt(sum + epsilon), max(sqrt(sum), epsilon), sqrt(max(sum, epsilon)); unguarded: "
              "sqrt(sum + epsilon), also where that is 0"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {"scale", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL}, {NULL, 0}};

static const char *validate(const void *params_, sn_arena *arena)
{
    const sn_lp_normalization_params *p = params_;
    if (!(p->epsilon >= 0) && p->epsilon_rule != SN_LP_UNGUARDED)
        return sn_arena_printf(arena, "epsilon is %g, at least 0 expected", (double)p->epsilon);
    if (p->p != 2 && p->epsilon != 0) return "epsilon is for p=2";
    return NULL;
}

/* It is not 1, whatever the sizes are that are not known yet. */
static bool is_long(const sn_infer *in, sn_dim d)
{
    return sn_dim_lower(in->dims, d) > 1 || sn_dim_equal(d, 0);
}

static sn_status check_scale(const sn_infer *in, const sn_shape *x)
{
    const sn_shape s = sn_shape_rule_shape(in, SN_LP_SCALE);
    int n_long = 0;
    if (!sn_shape_rule_has(in, SN_LP_SCALE) || s.rank < 0) return SN_OK;
    for (int i = 0; i < s.rank; i++) n_long += is_long(in, s.d[i]);
    if (n_long > 1)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "scale is %s, one axis that is not 1 "
                            "expected",
                            sn_shape_rule_shape_text(in, &s));
    if (x->rank < 0) return SN_OK;
    if (s.rank > x->rank && (n_long || s.rank > 1))
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "scale has rank %d, at most %d expected",
                            s.rank, x->rank);
    for (int i = 0; i < s.rank && s.rank <= x->rank; i++)
        if (is_long(in, s.d[i]))
            SN_TRY(sn_shape_rule_size(in, "a size of scale", s.d[i], x->d[x->rank - s.rank + i]));
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const sn_lp_normalization_params *p = in->params;
    sn_shape_rule_give(in, 0, in->in_shape[SN_LP_X]);
    SN_TRY(sn_shape_rule_has_axis(in, p->n_axes ? p->axis + p->n_axes - 1 : p->axis));
    return check_scale(in, &in->in_shape[SN_LP_X]);
}

sn_lp_scale sn_lp_scale_of(const sn_shape *x, const sn_shape *scale)
{
    sn_lp_scale s = {1, 1};
    for (int i = 0; i < scale->rank; i++)
        if (scale->d[i] != 1)
            s = (sn_lp_scale){sn_span_count(x, x->rank - scale->rank + i + 1, x->rank),
                              scale->d[i]};
    return s;
}

typedef struct lp_work {
    const sn_lp_normalization_params *p;
    sn_elems x, scale, y;
    int64_t n, inner;
    sn_lp_scale at;
} lp_work;

/* Not fmax: NaN has to stay NaN. */
static double at_least(double v, double lowest) { return v < lowest ? lowest : v; }

static double norm_of(const sn_lp_normalization_params *p, double sum)
{
    const double epsilon = (double)p->epsilon;
    if (p->p == 1) return sum;
    switch (p->epsilon_rule) {
    case SN_LP_ADDED:
    case SN_LP_UNGUARDED:
        return sqrt(sum + epsilon);
    case SN_LP_LEAST_NORM:
        return at_least(sqrt(sum), epsilon);
    default:
        return sqrt(at_least(sum, epsilon));
    }
}

static void one_line(void *user, int64_t i)
{
    const lp_work *w = user;
    const int64_t inner = w->inner, first = i / inner * w->n * inner + i % inner;
    double sum = 0;
    for (int64_t k = 0; k < w->n; k++) {
        const double v = sn_elems_at(w->x, first + k * inner);
        sum += w->p->p == 2 ? v * v : fabs(v);
    }
    const double norm = norm_of(w->p, sum);
    const bool is_zero = norm == 0 && w->p->epsilon_rule != SN_LP_UNGUARDED;
    for (int64_t k = 0; k < w->n; k++) {
        const int64_t at = first + k * inner;
        double v = is_zero ? 0 : sn_elems_at(w->x, at) / norm;
        if (w->scale.data) v *= sn_elems_at(w->scale, at / w->at.inner % w->at.n);
        sn_elems_put(w->y, at, v);
    }
}

static sn_status eval(sn_eval *e)
{
    const sn_lp_normalization_params *p = e->params;
    const sn_shape *x = &e->in_shape[SN_LP_X];
    SN_TRY(sn_eval_ready(e));
    const int behind = p->axis + p->n_axes;
    lp_work w = {.p = p,
                 .x = sn_eval_elems(e, SN_LP_X),
                 .scale = sn_eval_elems(e, SN_LP_SCALE),
                 .y = sn_eval_out_elems(e, 0),
                 .n = sn_span_count(x, p->axis, behind),
                 .inner = sn_span_count(x, behind, x->rank)};
    if (w.scale.data) w.at = sn_lp_scale_of(x, &e->in_shape[SN_LP_SCALE]);
    sn_parallel_for(e->ctx, sn_span_count(x, 0, p->axis) * w.inner, one_line, &w);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 3 * sn_shape_elements(&in->out_shape[0]);
    if (sn_shape_rule_has(in, SN_LP_SCALE))
        out->weight_bytes = 4 * sn_shape_elements(&in->in_shape[SN_LP_SCALE]);
}

const sn_op sn_op_lp_normalization = {
    .name = "lp_normalization",
    .traits = SN_TRAIT_SQUARES,
    .synopsis = "y = x / norm of its line along an axis [* scale]",
    .slots = slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_lp_normalization_params),
    .params = params,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_lp_normalization,
    .cost = cost,
};
