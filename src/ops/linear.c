/* SPDX-License-Identifier: Apache-2.0
 *
 * linear (inner product): over the last axis of x. */
#include "ops/activation.h"
#include "ops/linear.h"

#include "base/parallel.h"
#include "ops/param_summary.h"
#include "ops/affine_maps.h"
#include "ops/conv.h"
#include "ops/grad/grad.h"
#include "ops/product.h"
#include "ops/rule.h"
#include "ops/window.h"

static const sn_slot slots[] = {
    {"x", 0}, {"weight", SN_SLOT_WEIGHT}, {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL}, {NULL, 0}};

static const sn_param params[] = {SN_P_ACT(sn_linear_params, act, "activation of the result"),
                                  SN_P_END};

/* ---- shape ----------------------------------------------------------------------------------- */

sn_status sn_linear_shape(sn_infer *in, sn_shape *out)
{
    const sn_shape *x = &in->in_shape[SN_LINEAR_X];
    const sn_shape w = sn_shape_rule_shape(in, SN_LINEAR_WEIGHT);
    *out = sn_shape_unknown();
    if (w.rank >= 0 && w.rank != 2)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "the weight has rank %d, 2 expected",
                            w.rank);
    for (int i = 0; i < w.rank; i++) SN_TRY(sn_size_check(in, "a size of the weight", w.d[i]));
    if (w.rank == 2) SN_TRY(sn_count_check(in, SN_LINEAR_BIAS, "the bias", w.d[0]));
    if (x->rank == 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank 0, 1 or more expected");
    if (x->rank < 0) return SN_OK;
    *out = *x;
    out->d[x->rank - 1] = w.rank == 2 ? w.d[0] : sn_shape_rule_symbol(in, 0, x->rank - 1);
    return w.rank == 2
               ? sn_shape_rule_size(in, "size of the last axis of x", x->d[x->rank - 1], w.d[1])
               : SN_OK;
}

static sn_status infer(sn_infer *in) { return sn_linear_shape(in, &in->out_shape[0]); }

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct linear_run {
    sn_elems x, w, bias, y;
    int64_t rows, ic, oc;
} linear_run;

static void put(const linear_run *r, int64_t row, int64_t oc, double sum)
{
    sn_elems_put(r->y, row * r->oc + oc, sum + (r->bias.data ? sn_elems_at(r->bias, oc) : 0));
}

/* 4 output channels of all rows. */
static void run_dots(void *user, int64_t block)
{
    const linear_run *r = user;
    const int64_t o = block * 4, n = r->oc - o < 4 ? r->oc - o : 4;
    for (int64_t row = 0; row < r->rows; row++) {
        const sn_elems x = sn_elems_from(r->x, row * r->ic);
        double sum[4];
        if (n == 4) sn_dot4(sn_elems_from(r->w, o * r->ic), r->ic, x, r->ic, sum);
        for (int64_t i = 0; i < n; i++)
            put(r, row, o + i,
                n == 4 ? sum[i] : sn_dot(sn_elems_from(r->w, (o + i) * r->ic), x, r->ic));
    }
}

static void pack(const void *user, int64_t group, int64_t k0, int64_t depth, int64_t j0, int64_t n,
                 double *b)
{
    (void)group;
    const linear_run *r = user;
    for (int64_t j = 0; j < sn_tile_round(n); j++)
        for (int64_t k = 0; k < depth; k++)
            b[k * SN_TILE + j] = j < n ? sn_elems_at(r->x, (j0 + j) * r->ic + k0 + k) : 0;
}

static void store(const void *user, int64_t group, int64_t i0, int64_t m, int64_t j0, int64_t n,
                  const double *acc)
{
    (void)group;
    const linear_run *r = user;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) put(r, j0 + j, i0 + i, acc[i * SN_TILE + j]);
}

void sn_linear_run(const sn_eval *e, sn_elems x, int64_t rows, int64_t ic, sn_elems w, int64_t oc,
                   sn_elems bias, sn_elems y)
{
    linear_run r = {x, w, bias, y, rows, ic, oc};
    if (rows < 4) {
        sn_parallel_for(e->ctx, (oc + 3) / 4, run_dots, &r);
        return;
    }
    const sn_product_job job = {.n_groups = 1,
                                .m = oc,
                                .n = rows,
                                .depth = ic,
                                .a = w,
                                .row = ic,
                                .step = 1,
                                .pack = pack,
                                .store = store,
                                .user = &r};
    sn_product(e->ctx, e->arena, &job);
}

static sn_status eval(sn_eval *e)
{
    const sn_linear_params *p = e->params;
    SN_TRY(sn_eval_ready(e));
    const sn_shape *w = &e->in_shape[SN_LINEAR_WEIGHT];
    const int64_t rows = sn_shape_count(&e->out_shape[0]) / w->d[0];
    sn_linear_run(e, sn_eval_elems(e, SN_LINEAR_X), rows, w->d[1],
                  sn_eval_elems(e, SN_LINEAR_WEIGHT), w->d[0], sn_eval_elems(e, SN_LINEAR_BIAS),
                  sn_eval_out_elems(e, 0));
    return sn_eval_act(e, &p->act);
}

/* ---- facts ----------------------------------------------------------------------------------- */

static sn_answer fold_out(const sn_node *node, sn_arena *arena, sn_fold_out *out)
{
    (void)arena;
    bool no_shift;
    const sn_answer answer = sn_weight_folds_factors(node, SN_LINEAR_WEIGHT, &no_shift);
    if (answer.is != SN_YES) return answer;
    const int rank = sn_in(node, SN_LINEAR_X)->shape.rank;
    if (rank < 1) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    *out = (sn_fold_out){.axis = rank - 1,
                         .n = sn_in(node, SN_LINEAR_WEIGHT)->shape.d[0],
                         .n_scaled = 1,
                         .scaled = {SN_LINEAR_WEIGHT},
                         .shifted = SN_LINEAR_BIAS,
                         .no_shift = no_shift};
    return SN_ANSWER_YES;
}

/* Factors along the rows' axis. */
static sn_answer fold_in(const sn_node *node, uint16_t slot, const sn_affine *map, sn_arena *arena,
                         sn_fold_in *out)
{
    (void)arena;
    if (slot != SN_LINEAR_X) return SN_ANSWER_NO("the map is one of its weights");
    sn_affine any = {.axis = SN_AXIS_NONE, .n = 1, .shift = map->shift};
    sn_answer a = sn_fold_in_rows(node, SN_LINEAR_WEIGHT, 1, &any, out);
    if (a.is != SN_YES || map->axis == SN_AXIS_NONE) return a;
    const int rank = sn_in(node, SN_LINEAR_X)->shape.rank;
    if (rank < 1) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (map->axis != rank - 1 || map->n != out->columns)
        return SN_ANSWER_NO("the factors do not run along its input channels");
    return SN_ANSWER_YES;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_shape w = sn_shape_rule_shape(in, SN_LINEAR_WEIGHT);
    if (w.rank != 2 || !sn_dim_known(w.d[0]) || w.d[0] == 0) return;
    sn_conv_cost(in, SN_LINEAR_WEIGHT, sn_shape_count(&in->out_shape[0]) / w.d[0], out);
}

const sn_op sn_op_linear = {
    .name = "linear",
    .synopsis = "y = act(x * transpose(weight) + bias)",
    .slots = slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_linear_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_linear,
    .fold_out = fold_out,
    .fold_in = fold_in,
    .has_act = true,
    .act_offset = offsetof(sn_linear_params, act),
    .cost = cost,
    .param_summary = sn_param_summary_linear,
};
