/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers along one axis, which a negative number counts from the back. A vector has but one, and
 * the number does not matter there. They resolve once the rank is known. */
#include "formats/ncnn/ops/axis.h"

#include "formats/ncnn/ops/ops.h"
#include "ops/rule.h"
#include "ops/cum_sum.h"
#include "ops/slice.h"
#include "ops/softmax.h"

static const sn_param params[] = {
    SN_P_INT(sn_along_params, axis, 0, INT32_MIN, INT32_MAX,
             "axis; negative counts from the back; a vector has but one"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

sn_answer sn_ncnn_axis(int32_t axis, const sn_shape *shape, int32_t *out)
{
    const int rank = shape->rank;
    *out = 0;
    if (rank < 0)
        return axis == 0 ? SN_ANSWER_YES : SN_ANSWER_UNKNOWN("the rank of its input is not known");
    *out = rank == 1 ? 0 : axis < 0 ? axis + rank : axis;
    return *out >= 0 && *out < rank ? SN_ANSWER_YES : SN_ANSWER_NO("its input has no such axis");
}

sn_status sn_ncnn_has_axis(const sn_infer *in, unsigned slot, int32_t axis)
{
    int32_t found;
    const sn_shape *x = &in->in_shape[slot];
    if (sn_ncnn_axis(axis, x, &found).is != SN_NO) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "axis is %d, %s has rank %d", axis,
                        sn_op_slot(in->node->op, slot)->name, x->rank);
}

static sn_answer resolve_to(sn_resolve *r, const sn_op *op)
{
    union {
        sn_along_params along;
        sn_cum_sum_params total;
    } p = {.total = {.axis = 0}};
    const int32_t axis = ((const sn_along_params *)r->in.params)->axis;
    const sn_answer answer = sn_ncnn_axis(axis, &r->in.in_shape[0], &p.along.axis);
    if (answer.is == SN_YES)
        r->made[0] = sn_resolve_node(r, op, &p, 1, (sn_value *[]){sn_in(r->node, 0)});
    return answer;
}

static sn_status fails_without_axis(const sn_infer *in)
{
    return sn_ncnn_has_axis(in, 0, ((const sn_along_params *)in->params)->axis);
}

static sn_status infer_same(sn_infer *in)
{
    sn_shape_rule_give(in, 0, in->in_shape[0]);
    return fails_without_axis(in);
}

/* ---- softmax --------------------------------------------------------------------------------- */

/* Where x has no such axis it is left as it is. */
static sn_answer resolve_softmax(sn_resolve *r)
{
    const sn_answer answer = resolve_to(r, &sn_op_softmax);
    if (answer.is != SN_NO) return answer;
    r->made[0] = sn_ncnn_same(r, sn_in(r->node, 0));
    return SN_ANSWER_YES;
}

static sn_status infer_softmax(sn_infer *in)
{
    SN_TRY(sn_shape_rule_rank(in, 0, 1, SN_MAX_RANK));
    sn_shape_rule_give(in, 0, in->in_shape[0]);
    return SN_OK;
}

/* ---- cumulative_sum, glu --------------------------------------------------------------------- */

static sn_answer resolve_cumulative_sum(sn_resolve *r) { return resolve_to(r, &sn_op_cum_sum); }

/* Of an odd number of elements the last is not used. */
static sn_answer resolve_glu(sn_resolve *r)
{
    sn_along_params p;
    sn_value *x = sn_in(r->node, 0);
    const int32_t given = ((const sn_along_params *)r->in.params)->axis;
    const sn_answer answer = sn_ncnn_axis(given, &r->in.in_shape[0], &p.axis);
    if (answer.is != SN_YES) return answer;
    if (r->in.in_shape[0].rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    const sn_dim n = r->in.in_shape[0].d[p.axis], half = sn_dim_floordiv(r->in.dims, n, 2),
                 both = sn_dim_mul(r->in.dims, half, 2);
    if (!sn_dim_known(n) && !sn_dim_equal(n, both))
        return SN_ANSWER_UNKNOWN("whether the size of its axis is even is not known");
    if (!sn_dim_equal(n, both)) {
        const char *start[] = {"0"},
                   *end[] = {sn_arena_printf(r->in.arena, "%lld", (long long)both)};
        const sn_slice_params q = {
            .starts = {1, start}, .ends = {1, end}, .axes = sn_ints_of(r->in.arena, 1, &p.axis)};
        x = sn_resolve_node(r, &sn_op_slice, &q, 1, &x);
        if (!x) return answer;
    }
    r->made[0] = sn_resolve_node(r, &sn_op_glu, &p, 1, &x);
    return answer;
}

static sn_status infer_glu(sn_infer *in)
{
    int32_t axis;
    sn_shape y = in->in_shape[0];
    SN_TRY(fails_without_axis(in));
    if (y.rank > 0 &&
        sn_ncnn_axis(((const sn_along_params *)in->params)->axis, &y, &axis).is == SN_YES) {
        sn_dim *d = &y.d[axis];
        if (sn_dim_known(*d) && *d < 2)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "axis %d has size %lld, at least 2 expected", axis, (long long)*d);
        *d = sn_dim_floordiv(in->dims, *d, 2);
    }
    sn_shape_rule_give(in, 0, y);
    return SN_OK;
}

#define ALONG(op, element, text, rule)                                                             \
    const sn_op sn_ncnn_op_##op = {.name = "ncnn." #op,                                            \
                                   .dialect = &sn_ncnn_dialect,                                    \
                                   .synopsis = text,                                               \
                                   .slots = slots,                                                 \
                                   .types = element "->" element,                                  \
                                   .n_out = 1,                                                     \
                                   .kind = SN_FUSE_OPAQUE,                                         \
                                   .params_bytes = sizeof(sn_along_params),                        \
                                   .params = params,                                               \
                                   .resolve = resolve_##op,                                        \
                                   .infer = rule}

ALONG(softmax, "float", "y = exp(x) / sum_axis exp(x); without such an axis y is x", infer_softmax);
ALONG(cumulative_sum, "num", "y[k] = x[0] + ... + x[k] along an axis", infer_same);
ALONG(glu, "float", "y = a * sigmoid(b), a and b being the halves of x along an axis", infer_glu);
