/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.first_matrix: the input of a recurrent layer. A vector is one row; of a value of rank 3 or 4
 * the first matrix alone is read. It is nothing, or a view, once the rank is known, but for a value
 * that has more than one matrix. Where rows have fewer than `size` elements it stays: what ncnn
 * leaves out then depends on its settings. */
#include "formats/ncnn/ops/sequences.h"

#include <string.h>

#include "formats/ncnn/ops/ops.h"
#include "ops/move.h"
#include "ops/recurrent.h"
#include "ops/rule.h"
#include "ops/squeeze.h"

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param params[] = {
    SN_P_INT(sn_ncnn_first_matrix_params, size, 0, 0, INT32_MAX, "elements of a row"), SN_P_END};

static sn_status infer(sn_infer *in)
{
    const sn_dim size = ((const sn_ncnn_first_matrix_params *)in->params)->size;
    const sn_shape *x = &in->in_shape[0];
    SN_TRY(sn_shape_rule_rank(in, 0, 1, 4));
    SN_TRY(sn_shape_rule_not_empty(in, 0));
    const sn_dim rows = x->rank < 0    ? sn_shape_rule_symbol(in, 0, 0)
                        : x->rank == 1 ? 1
                                       : x->d[x->rank - 2];
    if (x->rank > 0) SN_TRY(sn_rule_size_or_less(in, "width of x", x->d[x->rank - 1], size));
    sn_shape_rule_give(in, 0, SN_SHAPE(rows, size));
    return SN_OK;
}

static sn_answer resolve(sn_resolve *r)
{
    const sn_dim size = ((const sn_ncnn_first_matrix_params *)r->in.params)->size;
    const sn_shape *x = &r->in.in_shape[0];
    sn_value *v = sn_in(r->node, 0);
    int32_t axes[] = {0, 1};
    r->made[0] = v;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (x->rank < 1 || x->rank > 4) return SN_ANSWER_NO("its input is no matrix");
    const sn_dim width = x->d[x->rank - 1];
    if (sn_dim_differ(r->in.dims, width, size))
        return SN_ANSWER_NO("its input has not the size that it was made for");
    if (!sn_dim_equal(width, size) && sn_dims_puts_off(r->in.dims))
        return SN_ANSWER_UNKNOWN("how many elements a row of its input has is not known");
    for (int i = 0; i + 2 < x->rank; i++) {
        if (sn_dim_differ(r->in.dims, x->d[i], 1))
            return SN_ANSWER_NO("only the first matrix of its input is read");
        if (!sn_dim_equal(x->d[i], 1))
            return SN_ANSWER_UNKNOWN("how many matrices its input has is not known");
    }
    if (x->rank == 1) {
        const sn_unsqueeze_params p = {.axes = sn_ints_of(r->in.arena, 1, axes)};
        r->made[0] = sn_resolve_node(r, &sn_op_unsqueeze, &p, 1, &v);
    } else if (x->rank > 2) {
        const sn_squeeze_params p = {.axes = sn_ints_of(r->in.arena, x->rank - 2, axes)};
        r->made[0] = sn_resolve_node(r, &sn_op_squeeze, &p, 1, &v);
    }
    return SN_ANSWER_YES;
}

static sn_status eval(sn_eval *e)
{
    size_t elem;
    SN_TRY(sn_eval_elem(e, 0, &elem));
    memcpy(e->out_data[0], sn_tensor_data(e->in[0]),
           (size_t)sn_shape_count(&e->out_shape[0]) * elem);
    return SN_OK;
}

/* Which axis of x the map would go along is not known. */
static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)node, (void)arena;
    c->made[0] = c->given[0];
    return c->given[0].axis == SN_AXIS_NONE
               ? SN_ANSWER_YES
               : SN_ANSWER_UNKNOWN("the rank of its input is not known");
}

sn_answer sn_ncnn_first_matrix_implies(const sn_node *reader, uint16_t slot)
{
    const sn_node *view = sn_in(reader, slot)->def;
    const sn_shape *x = &sn_in(view, 0)->shape, *y = &view->out[0]->shape;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (x->rank < 1 || x->rank > 4 || y->rank != 2) return SN_ANSWER_NO(NULL);
    const sn_shape would =
        x->rank == 1 ? SN_SHAPE(1, x->d[0]) : SN_SHAPE(x->d[x->rank - 2], x->d[x->rank - 1]);
    for (int i = 0; i + 2 < x->rank; i++)
        if (!sn_dim_equal(x->d[i], 1)) return SN_ANSWER_NO(NULL);
    return sn_shape_equal(&would, y) ? SN_ANSWER_YES : SN_ANSWER_NO(NULL);
}

const sn_op sn_ncnn_op_first_matrix = {
    .name = "ncnn.first_matrix",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x as a recurrent layer reads it: rows of `size`, those of the first matrix",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_ncnn_first_matrix_params),
    .params = params,
    .resolve = resolve,
    .adapts = true,
    .infer = infer,
    .loose = true,
    .eval = eval,
    .propagate = propagate,
    .cost = sn_cost_none,
};
