/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.reduction: over all axes, or some. An axis that the value does not have is left out if it is
 * one of the first four, and the axis of a vector always goes. The result has rank 1 at least: what
 * is left without axes is a vector of one element; a factor comes last.
 *
 * It resolves once the rank tells which axes go; a list that names none of them has no result. */
#include "formats/ncnn/ops/reduction.h"

#include "formats/ncnn/ops/ops.h"
#include "ops/reduce.h"
#include "ops/rule.h"

enum { MAX_AXES = 4 };

typedef struct sn_ncnn_reduction_params {
    int32_t operation, reduce_all;
    float coeff;
    sn_ints axes;
    int32_t keepdims;
} sn_ncnn_reduction_params;

static const char *const operations[] = {"sum",  "asum", "sumsq", "mean",   "max",       "min",
                                         "prod", "l1",   "l2",    "logsum", "logsumexp", NULL};
static const int32_t neutral[] = {SN_REDUCE_SUM,     SN_REDUCE_L1,         SN_REDUCE_SUM_SQUARE,
                                  SN_REDUCE_MEAN,    SN_REDUCE_MAX,        SN_REDUCE_MIN,
                                  SN_REDUCE_PROD,    SN_REDUCE_L1,         SN_REDUCE_L2,
                                  SN_REDUCE_LOG_SUM, SN_REDUCE_LOG_SUM_EXP};
enum { N_OPERATIONS = sizeof neutral / sizeof neutral[0] };

int32_t sn_ncnn_reduction_of(int32_t op)
{
    for (int32_t i = N_OPERATIONS - 1; i > 0; i--)
        if (neutral[i] == op) return i;
    return 0;
}

static const sn_param params[] = {
    SN_P_ENUM(sn_ncnn_reduction_params, operation, 0, operations,
              "what is computed of the elements"),
    SN_P_BOOL(sn_ncnn_reduction_params, reduce_all, 1, "over all axes; then `axes` means nothing"),
    SN_P_F32(sn_ncnn_reduction_params, coeff, 1, "factor of the result"),
    SN_P_INTS(sn_ncnn_reduction_params, axes,
              "axes to reduce; negative ones count from the back; a vector has but one"),
    SN_P_BOOL(sn_ncnn_reduction_params, keepdims, 0, "reduced axes stay, with size 1"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const char *validate(const void *params_, sn_arena *arena)
{
    const sn_ncnn_reduction_params *p = params_;
    for (int32_t i = 0; i < p->axes.n; i++) {
        const int32_t axis = p->axes.v[i];
        if (axis >= -SN_MAX_RANK && axis < SN_MAX_RANK) continue;
        return sn_arena_printf(arena, "axes has %d, %d to %d expected", (int)axis, -SN_MAX_RANK,
                               SN_MAX_RANK - 1);
    }
    return NULL;
}

/* Whether the axes are the same ones at any rank. */
static bool is_plain(const sn_ncnn_reduction_params *p)
{
    const bool only_first = p->axes.n == 1 && p->axes.v[0] == 0;
    return p->reduce_all || (p->keepdims && only_first);
}

/* The axes of a value of that rank that go, in order; false where the list names none. */
static bool axes_of(const sn_ncnn_reduction_params *p, int rank, int32_t out[SN_MAX_RANK], int *n)
{
    unsigned named = 0;
    *n = 0;
    for (int32_t i = 0; i < p->axes.n; i++) {
        const int32_t axis = p->axes.v[i] < 0 ? p->axes.v[i] + rank : p->axes.v[i];
        if (axis < 0 || axis >= (rank > MAX_AXES ? rank : MAX_AXES)) return false;
        named |= 1u << axis;
    }
    if (rank == 1) named = 1;
    for (int i = 0; i < rank; i++)
        if (named >> i & 1) out[(*n)++] = i;
    return *n > 0;
}

static sn_status infer(sn_infer *in)
{
    const sn_ncnn_reduction_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    int32_t axes[SN_MAX_RANK];
    int n;
    SN_TRY(sn_shape_rule_rank(in, 0, 1, SN_MAX_RANK));
    if (x->rank > 0 && !p->reduce_all && !axes_of(p, x->rank, axes, &n))
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "the axes do not name one of a value of rank %d", x->rank);
    sn_shape_rule_give(in, 0, sn_shape_unknown());
    return SN_OK;
}

static sn_answer resolve(sn_resolve *r)
{
    const sn_ncnn_reduction_params *p = r->in.params;
    const int rank = r->in.in_shape[0].rank;
    int32_t axes[SN_MAX_RANK] = {0};
    int n = !p->reduce_all;
    if (rank < 0 && !is_plain(p)) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (rank == 0 || (rank > 0 && !p->reduce_all && !axes_of(p, rank, axes, &n)))
        return SN_ANSWER_NO("the axes do not name one of its input");
    const sn_reduce_params reduce = {.op = neutral[p->operation],
                                     .axes = sn_ints_of(r->in.arena, n, axes),
                                     .keepdims = p->keepdims};
    sn_value *y = sn_resolve_node(r, &sn_op_reduce, &reduce, 1, (sn_value *[]){sn_in(r->node, 0)});
    if (y) r->computes = y->def;
    if (y && y->shape.rank == 0) y = sn_ncnn_flattened(r, y);
    if (y && p->coeff != 1)
        y = sn_resolve_node(r, &sn_op_mul, NULL, 2,
                            (sn_value *[]){y, sn_ncnn_number(r, (double)p->coeff)});
    r->made[0] = y;
    return SN_ANSWER_YES;
}

const sn_op sn_ncnn_op_reduction = {
    .name = "ncnn.reduction",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = coeff * op(x over axes), [1] where all axes go",
    .slots = slots,
    .types = "num->num",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_ncnn_reduction_params),
    .params = params,
    .validate = validate,
    .resolve = resolve,
    .infer = infer,
};
