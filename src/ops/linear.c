/* SPDX-License-Identifier: Apache-2.0
 *
 * linear (inner product): over the rows of x, or over all of it. ncnn decides at run time which: a
 * matrix whose rows have ic elements goes row by row, everything else is flattened. */
#include "ops/linear.h"

#include "base/parallel.h"
#include "ops/brief.h"
#include "ops/maps.h"
#include "ops/conv.h"
#include "ops/product.h"
#include "ops/rule.h"
#include "ops/window.h"

static const sn_slot slots[] = {
    {"x", 0}, {"weight", SN_SLOT_WEIGHT}, {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL}, {NULL, 0}};

const char *const sn_flatten_names[] = {"none", "all", NULL};

static const sn_param params[] = {
    SN_P_LATE_ENUM(
        sn_linear_params, flatten, SN_LATE, sn_flatten_names,
        "none: over the last axis; all: x is one vector; late: by rank, and by width for a matrix"),
    SN_P_ACT(sn_linear_params, act, "activation of the result"), SN_P_END};

/* ---- shape ----------------------------------------------------------------------------------- */

int32_t sn_linear_flatten(const sn_infer *in, int32_t flatten, const sn_shape *x,
                          const sn_shape *weight)
{
    if (flatten != SN_LATE || x->rank < 0) return flatten;
    if (x->rank != 2) return SN_FLATTEN_ALL;
    if (weight->rank != 2) return SN_LATE;
    if (sn_dim_equal(x->d[1], weight->d[1])) return SN_FLATTEN_NONE;
    return sn_dim_differ(in->dims, x->d[1], weight->d[1]) ? SN_FLATTEN_ALL : SN_LATE;
}

static sn_status resolve(const sn_infer *in, void *params_)
{
    sn_linear_params *p = params_;
    const sn_shape w = sn_rule_shape(in, SN_LINEAR_WEIGHT);
    p->flatten = sn_linear_flatten(in, p->flatten, &in->in_shape[SN_LINEAR_X], &w);
    return SN_OK;
}

static sn_status shape_of_all(sn_infer *in, const sn_shape *x, const sn_shape *w, sn_shape *out)
{
    *out = SN_SHAPE(w->rank == 2 ? w->d[0] : sn_rule_symbol(in, 0, 0));
    if (x->rank < 0 || w->rank != 2) return SN_OK;
    return sn_rule_size_or_less(in, "number of elements of x", sn_shape_count_dim(in->dims, x),
                                w->d[1]);
}

sn_status sn_linear_shape(sn_infer *in, int32_t flatten, sn_shape *out)
{
    const sn_shape *x = &in->in_shape[SN_LINEAR_X];
    const sn_shape w = sn_rule_shape(in, SN_LINEAR_WEIGHT);
    *out = sn_shape_unknown();
    if (w.rank >= 0 && w.rank != 2)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "the weight has rank %d, 2 expected",
                            w.rank);
    for (int i = 0; i < w.rank; i++) SN_TRY(sn_size_check(in, "a size of the weight", w.d[i]));
    if (w.rank == 2) SN_TRY(sn_count_check(in, SN_LINEAR_BIAS, "the bias", w.d[0]));
    if (x->rank == 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank 0, 1 or more expected");
    if (flatten == SN_FLATTEN_ALL) return shape_of_all(in, x, &w, out);
    if (flatten == SN_LATE || x->rank < 0) return SN_OK;
    *out = *x;
    out->d[x->rank - 1] = w.rank == 2 ? w.d[0] : sn_rule_symbol(in, 0, x->rank - 1);
    return w.rank == 2 ? sn_rule_size(in, "size of the last axis of x", x->d[x->rank - 1], w.d[1])
                       : SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const sn_linear_params *p = in->params;
    in->out_type[0] = sn_rule_type(in);
    return sn_linear_shape(in, p->flatten, &in->out_shape[0]);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct linear_run {
    const float *x, *w, *bias;
    float *y;
    const sn_act *act;
    int64_t rows, ic, oc;
} linear_run;

static void put(const linear_run *r, int64_t row, int64_t oc, double sum)
{
    const double v = sum + (r->bias ? (double)r->bias[oc] : 0);
    r->y[row * r->oc + oc] = (float)sn_act_apply(r->act, v);
}

/* 4 output channels of all rows. */
static void run_dots(void *user, int64_t block)
{
    const linear_run *r = user;
    const int64_t o = block * 4, n = r->oc - o < 4 ? r->oc - o : 4;
    for (int64_t row = 0; row < r->rows; row++) {
        const float *x = r->x + row * r->ic;
        double sum[4];
        if (n == 4) sn_dot4(r->w + o * r->ic, r->ic, x, r->ic, sum);
        for (int64_t i = 0; i < n; i++)
            put(r, row, o + i, n == 4 ? sum[i] : sn_dot(r->w + (o + i) * r->ic, x, r->ic));
    }
}

static void pack(const void *user, int64_t group, int64_t k0, int64_t depth, int64_t j0, int64_t n,
                 double *b)
{
    (void)group;
    const linear_run *r = user;
    for (int64_t j = 0; j < sn_tile_round(n); j++)
        for (int64_t k = 0; k < depth; k++)
            b[k * SN_TILE + j] = j < n ? (double)r->x[(j0 + j) * r->ic + k0 + k] : 0;
}

static void store(const void *user, int64_t group, int64_t i0, int64_t m, int64_t j0, int64_t n,
                  const double *acc)
{
    (void)group;
    const linear_run *r = user;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) put(r, j0 + j, i0 + i, acc[i * SN_TILE + j]);
}

void sn_linear_run(const sn_eval *e, const float *x, int64_t rows, int64_t ic, const float *w,
                   int64_t oc, const float *bias, const sn_act *act, float *y)
{
    linear_run r = {x, w, bias, y, act, rows, ic, oc};
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
    SN_TRY(sn_rule_all_f32(e));
    const sn_shape *w = &e->in_shape[SN_LINEAR_WEIGHT];
    const int64_t rows = sn_shape_count(&e->out_shape[0]) / w->d[0];
    sn_linear_run(e, sn_rule_in(e, SN_LINEAR_X), rows, w->d[1], sn_rule_in(e, SN_LINEAR_WEIGHT),
                  w->d[0], sn_rule_in(e, SN_LINEAR_BIAS), &p->act, sn_rule_out(e, 0));
    return SN_OK;
}

/* ---- facts ----------------------------------------------------------------------------------- */

static sn_answer absorb_out(const sn_node *node, sn_arena *arena, sn_absorb *out)
{
    (void)arena;
    const sn_linear_params *p = node->params;
    bool no_shift;
    const sn_answer answer = sn_weight_absorbs_factors(node, SN_LINEAR_WEIGHT, &no_shift);
    if (answer.is != SN_YES) return answer;
    const int rank = sn_in(node, SN_LINEAR_X)->shape.rank;
    if (p->flatten == SN_LATE)
        return SN_ANSWER_UNKNOWN(
            "it cannot be told whether it flattens its input or maps its rows");
    if (p->flatten == SN_FLATTEN_NONE && rank < 1)
        return SN_ANSWER_UNKNOWN("the input's rank is not known");
    *out = (sn_absorb){.axis = p->flatten == SN_FLATTEN_ALL ? 0 : rank - 1,
                       .n = sn_in(node, SN_LINEAR_WEIGHT)->shape.d[0],
                       .n_scaled = 1,
                       .scaled = {SN_LINEAR_WEIGHT},
                       .shifted = SN_LINEAR_BIAS,
                       .no_shift = no_shift};
    return SN_ANSWER_YES;
}

/* Factors along the rows' axis; or of [n][..], or of [..][n], that is flattened. */
static sn_answer absorb_in(const sn_node *node, uint16_t slot, const sn_affine *map,
                           sn_arena *arena, sn_absorb_in *out)
{
    (void)arena;
    const sn_linear_params *p = node->params;
    if (slot != SN_LINEAR_X) return SN_ANSWER_NO("the map is one of its weights");
    sn_affine any = {.axis = SN_AXIS_NONE, .n = 1, .shift = map->shift};
    sn_answer a = sn_absorb_in_rows(node, SN_LINEAR_WEIGHT, 1, &any, out);
    if (a.is != SN_YES || map->axis == SN_AXIS_NONE) return a;
    if (p->flatten == SN_LATE)
        return SN_ANSWER_UNKNOWN(
            "it cannot be told whether it flattens its input or maps its rows");
    const int rank = sn_in(node, SN_LINEAR_X)->shape.rank;
    const bool last = rank >= 1 && map->axis == rank - 1, first = map->axis == 0;
    if (p->flatten == SN_FLATTEN_NONE && rank < 1)
        return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (p->flatten == SN_FLATTEN_NONE ? !last || map->n != out->columns
                                      : out->columns % map->n != 0)
        return SN_ANSWER_NO("the factors do not run along its input channels");
    if (!first && !last)
        return SN_ANSWER_NO("the factors run along a middle axis of what it flattens");
    const int64_t inner = out->columns / map->n;
    out->columns = map->n;
    out->taps = inner;
    out->column_step = last ? 1 : inner;
    out->tap_step = last ? map->n : 1;
    return SN_ANSWER_YES;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_shape w = sn_rule_shape(in, SN_LINEAR_WEIGHT);
    if (w.rank != 2 || !sn_dim_known(w.d[0]) || w.d[0] == 0) return;
    sn_conv_cost(in, SN_LINEAR_WEIGHT, sn_shape_count(&in->out_shape[0]) / w.d[0], out);
}

const sn_op sn_op_linear = {
    .name = "linear",
    .synopsis = "y = act(x * transpose(weight) + bias)",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_linear_params),
    .params = params,
    .resolve = resolve,
    .infer = infer,
    .loose = true,
    .eval = eval,
    .absorb_out = absorb_out,
    .absorb_in = absorb_in,
    .has_act = true,
    .act_offset = offsetof(sn_linear_params, act),
    .cost = cost,
    .brief = sn_brief_linear,
};
