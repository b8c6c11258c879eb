/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.as_rows: the input of an InnerProduct with ic inputs as what it multiplies: a matrix of rows
 * of ic elements row by row, everything else as one vector of them.
 *
 * It is nothing, or a view, once rank and width decide; where a vector has less than ic elements it
 * stays: what ncnn leaves out then depends on its settings. */
#include "formats/ncnn/ops/as_rows.h"

#include <string.h>

#include "formats/ncnn/ops/ops.h"
#include "ops/linear.h"
#include "ops/move.h"
#include "ops/rule.h"

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param params[] = {
    SN_P_INT(sn_as_rows_params, ic, 1, 1, INT32_MAX, "inputs of the inner product"), SN_P_END};

typedef enum form { FORM_UNKNOWN, FORM_ROWS, FORM_VECTOR } form;

static form form_of(sn_dims *dims, const sn_shape *x, int32_t ic)
{
    if (x->rank < 0) return FORM_UNKNOWN;
    if (x->rank != 2) return FORM_VECTOR;
    if (sn_dim_equal(x->d[1], ic)) return FORM_ROWS;
    return sn_dim_differ(dims, x->d[1], ic) ? FORM_VECTOR : FORM_UNKNOWN;
}

static sn_status infer(sn_infer *in)
{
    const sn_as_rows_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    sn_shape_rule_give(in, 0, sn_shape_unknown());
    if (x->rank == 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank 0, 1 or more expected");
    const form is = form_of(in->dims, x, p->ic);
    if (is == FORM_UNKNOWN) return SN_OK;
    sn_shape_rule_give(in, 0, is == FORM_ROWS ? *x : SN_SHAPE(p->ic));
    if (is == FORM_ROWS) return SN_OK;
    return sn_rule_size_or_less(in, "number of elements of x", sn_shape_count_dim(in->dims, x),
                                p->ic);
}

static sn_answer resolve(sn_resolve *r)
{
    const sn_as_rows_params *p = r->in.params;
    const sn_shape *x = &r->in.in_shape[0];
    sn_value *v = sn_in(r->node, 0);
    const form is = form_of(r->in.dims, x, p->ic);
    if (is == FORM_UNKNOWN)
        return x->rank < 0 ? SN_ANSWER_UNKNOWN("the rank of its input is not known")
                           : SN_ANSWER_UNKNOWN("whether it maps rows depends on a size that is not "
                                               "known");
    r->made[0] = v;
    if (is == FORM_ROWS) return SN_ANSWER_YES;
    const sn_dim count = sn_shape_count_dim(r->in.dims, x);
    if (sn_dim_known(count) && count != p->ic)
        return SN_ANSWER_NO("its input has not the size that it was made for");
    if (!sn_dim_equal(count, p->ic) && sn_dims_puts_off(r->in.dims))
        return SN_ANSWER_UNKNOWN("how many elements its input has is not known");
    if (x->rank != 1) r->made[0] = sn_ncnn_flattened(r, v);
    return SN_ANSWER_YES;
}

static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)node, (void)arena;
    c->made[0] = c->given[0];
    return c->given[0].axis == SN_AXIS_NONE
               ? SN_ANSWER_YES
               : SN_ANSWER_UNKNOWN("whether it maps rows depends on a size that is not known");
}

sn_answer sn_ncnn_as_rows_implies(const sn_node *reader, uint16_t slot)
{
    const sn_node *view = sn_in(reader, slot)->def;
    const sn_shape *x = &sn_in(view, 0)->shape, *w = &sn_in(reader, SN_LINEAR_WEIGHT)->shape;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (w->rank != 2 || !sn_dim_known(w->d[1]) || w->d[1] > INT32_MAX)
        return SN_ANSWER_UNKNOWN("the size of the weight is not known");
    if (view->out[0]->shape.rank != 1) return SN_ANSWER_NO(NULL);
    if (form_of(reader->graph->dims, x, (int32_t)w->d[1]) == FORM_VECTOR) return SN_ANSWER_YES;
    return SN_ANSWER_NO("the rows of its input are not proved to be of another length than the "
                        "linear has inputs");
}

const sn_op sn_ncnn_op_as_rows = {
    .name = "ncnn.as_rows",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x as an InnerProduct reads it: a matrix of rows of `ic`, or one vector",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_as_rows_params),
    .params = params,
    .resolve = resolve,
    .adapts = true,
    .infer = infer,
    .loose = true,
    .propagate = propagate,
    .cost = sn_cost_none,
};
