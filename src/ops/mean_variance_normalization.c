/* SPDX-License-Identifier: Apache-2.0
 *
 * mean_variance_normalization: (x - mean) / (deviation + 1e-9) over some axes, as ONNX
 * MeanVarianceNormalization-13. The variance is that of the differences from the mean. */
#include <math.h>

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/norm.h"
#include "ops/reduce.h"
#include "ops/rule.h"
#include "ops/grad/grad.h"

typedef struct mean_variance_params {
    sn_ints axes;
} mean_variance_params;

static const sn_param params[] = {
    SN_P_INTS(mean_variance_params, axes, "axes that are normalised together; none: 0, 2 and 3"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const char *validate(const void *p, sn_arena *arena)
{
    return sn_rule_axes_wrong(&((const mean_variance_params *)p)->axes, arena);
}

bool sn_mean_variance_axes(const void *of, int rank, unsigned *mask)
{
    const mean_variance_params *p = of;
    int32_t usual[] = {0, 2, 3};
    const sn_reduce_params r = {.axes = p->axes.n ? p->axes : (sn_ints){.n = 3, .v = usual}};
    return sn_reduce_axes(&r, rank, mask);
}

static sn_status infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[0];
    unsigned mask;
    sn_shape_rule_give(in, 0, *x);
    if (x->rank < 0 || sn_mean_variance_axes(in->params, x->rank, &mask)) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "axes has one that x, of rank %d, does not have", x->rank);
}

typedef struct mean_variance_work {
    const sn_eval *e;
    sn_elems x, y;
    sn_reduce_walk walk;
} mean_variance_work;

static void one_group(void *user, int64_t i)
{
    const mean_variance_work *w = user;
    const int64_t first = sn_reduce_first(&w->walk, i), n = w->walk.n_each;
    const sn_elems x = sn_elems_from(w->x, first), y = sn_elems_from(w->y, first);
    double sum = 0, magnitudes = 0, squares = 0;
    for (int64_t k = 0; k < n; k++) {
        const double v = sn_elems_at(x, sn_reduce_element(&w->walk, k));
        sum += v;
        magnitudes += fabs(v);
    }
    const double mean = sn_norm_mean(w->e, i, n, sum, magnitudes);
    for (int64_t k = 0; k < n; k++) {
        const double v = sn_elems_at(x, sn_reduce_element(&w->walk, k)) - mean;
        squares += v * v;
    }
    const double divisor = sqrt(squares / (double)n) + 1e-9;
    for (int64_t k = 0; k < n; k++) {
        const int64_t at = sn_reduce_element(&w->walk, k);
        sn_elems_put(y, at, (sn_elems_at(x, at) - mean) / divisor);
    }
}

static sn_status eval(sn_eval *e)
{
    unsigned mask;
    SN_TRY(sn_eval_ready(e));
    mean_variance_work w = {.e = e, .x = sn_eval_elems(e, 0), .y = sn_eval_out_elems(e, 0)};
    (void)sn_mean_variance_axes(e->params, e->in_shape[0].rank, &mask);
    sn_reduce_walk_of(&e->in_shape[0], mask, &w.walk);
    sn_parallel_for(e->ctx, w.walk.n_out, one_group, &w);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 6 * sn_shape_elements(&in->out_shape[0]);
}

const sn_op sn_op_mean_variance_normalization = {
    .name = "mean_variance_normalization",
    .traits = SN_TRAIT_SQUARES,
    .synopsis = "y = (x - mean) / (deviation + 1e-9) over axes",
    .slots = slots,
    .types = "float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(mean_variance_params),
    .params = params,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_mean_variance_normalization,
    .cost = cost,
};
