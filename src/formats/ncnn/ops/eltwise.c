/* SPDX-License-Identifier: Apache-2.0
 *
 * Eltwise: product, weighted sum or maximum of values of one shape. There is no broadcasting: ncnn
 * walks every input with the shape of the first. Where shapes are proved different it stays, and
 * is not evaluated; else it resolves to sum, or to a chain of mul or max, which would broadcast: so
 * they are run only where the shapes are one. */
#include "formats/ncnn/ops/eltwise.h"

#include "formats/ncnn/ops/ops.h"
#include "ops/rule.h"
#include "ops/sum.h"

static const char *const op_names[] = {"prod", "sum", "max", NULL};
static const sn_param params[] = {
    SN_P_ENUM(sn_ncnn_eltwise_params, op, SN_NCNN_ELTWISE_PROD, op_names,
              "what is done with the elements"),
    SN_P_FLOATS(sn_ncnn_eltwise_params, coeffs, "factor of each input in a sum; none: all 1"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", SN_SLOT_VARIADIC}, {NULL, 0}};

/* Whether some of what ncnn reads of `other`, as if it had the shape of the first, is not there
 * where channels are packed: elements one after the other, those of each channel in values of rank
 * 3 and 4. Sizes that are not known are taken to do. */
static bool lacks_some(const sn_shape *other, const sn_shape *first)
{
    const int64_t n = sn_shape_count(other), expected = sn_shape_count(first);
    if (n >= 0 && expected >= 0 && n < expected) return true;
    if (first->rank <= 2) return first->rank == 0;
    return other->rank <= 2 ||
           (sn_dim_known(other->d[0]) && sn_dim_known(first->d[0]) && other->d[0] != first->d[0]);
}

static sn_status infer(sn_infer *in)
{
    const sn_ncnn_eltwise_params *p = in->params;
    const sn_shape *first = &in->in_shape[0];
    if (in->n_in < 2)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "1 input, at least 2 expected");
    if (p->op == SN_NCNN_ELTWISE_SUM && p->coeffs.n != 0 && p->coeffs.n < in->n_in)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "%d coeffs for %u inputs: the runtime would read past the end of them",
                            (int)p->coeffs.n, (unsigned)in->n_in);
    for (unsigned i = 1; i < in->n_in; i++) {
        const sn_shape *other = &in->in_shape[i];
        if (!sn_shape_differ(in->dims, first, other)) continue;
        const char *what = sn_arena_printf(
            in->arena, "input %u is %s, the shape %s of the first expected", i,
            sn_shape_rule_shape_text(in, other), sn_shape_rule_shape_text(in, first));
        if (lacks_some(other, first))
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s", what);
        sn_infer_no_rule(
            in, sn_arena_printf(
                    in->arena,
                    "%s, and which elements are paired depends on how the runtime packs channels",
                    what));
    }
    sn_shape_rule_give(in, 0, *first);
    return SN_OK;
}

/* Whether its inputs have one shape. */
static sn_answer fits(const sn_resolve *r)
{
    const sn_infer *in = &r->in;
    const sn_ncnn_eltwise_params *p = in->params;
    bool open = false;
    if (in->n_in < 2) return SN_ANSWER_NO("it has one input");
    if (p->op == SN_NCNN_ELTWISE_SUM && p->coeffs.n != 0 && p->coeffs.n < in->n_in)
        return SN_ANSWER_NO("it has too few coefficients");
    for (uint16_t i = 1; i < in->n_in; i++) {
        if (sn_shape_differ(in->dims, &in->in_shape[0], &in->in_shape[i]))
            return SN_ANSWER_NO("its inputs have different shapes");
        open = open || !(sn_shape_equal(&in->in_shape[0], &in->in_shape[i]) ||
                         sn_ncnn_same_source(sn_in(r->node, 0), sn_in(r->node, i)));
    }
    return open && sn_dims_puts_off(in->dims)
               ? SN_ANSWER_UNKNOWN("whether its inputs have one shape is not known")
               : SN_ANSWER_YES;
}

static void demand_one_shape(const sn_resolve *r)
{
    const sn_value *first = sn_in(r->node, 0);
    for (uint16_t i = 1; i < r->in.n_in; i++) {
        const sn_value *v = sn_in(r->node, i);
        if (!sn_shape_equal(&r->in.in_shape[0], &r->in.in_shape[i]) && v != first)
            sn_dims_demand_alike(r->in.dims, first->id, v->id);
    }
}

static sn_answer resolve(sn_resolve *r)
{
    const sn_ncnn_eltwise_params *p = r->in.params;
    const uint16_t n_in = r->in.n_in;
    const sn_answer answer = fits(r);
    if (answer.is != SN_YES) return answer;
    demand_one_shape(r);
    sn_value **in = SN_NEW_N(r->in.arena, sn_value *, n_in);
    for (uint16_t i = 0; i < n_in; i++) in[i] = sn_in(r->node, i);
    if (p->op == SN_NCNN_ELTWISE_SUM) {
        const sn_sum_params sum = {.coeffs = {p->coeffs.n ? n_in : 0,
                                              p->coeffs.v}}; /* what is beyond counts for nothing */
        r->made[0] = sn_resolve_node(r, &sn_op_sum, &sum, n_in, in);
    } else {
        const sn_op *op = p->op == SN_NCNN_ELTWISE_PROD ? &sn_op_mul : &sn_op_max;
        sn_value *y = in[0];
        for (uint16_t i = 1; i < n_in; i++)
            y = sn_resolve_node(r, op, NULL, 2, (sn_value *[]){y, in[i]});
        r->made[0] = y;
    }
    /* That all have the shape of the first is not seen in operators that broadcast. */
    if (r->in.in_shape[0].rank >= 0) sn_value_set_shape(sn_out(r->node, 0), &r->in.in_shape[0]);
    return SN_ANSWER_YES;
}

const sn_op sn_ncnn_op_eltwise = {
    .name = "ncnn.eltwise",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = prod x_i, sum coeff_i * x_i or max x_i, all of one shape",
    .slots = slots,
    .types = "num->num",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_ncnn_eltwise_params),
    .params = params,
    .resolve = resolve,
    .infer = infer,
    .loose = true,
};
