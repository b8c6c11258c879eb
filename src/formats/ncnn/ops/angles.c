/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.as_angles: the cosines or sines of a RotaryEmbed, of which as many rows and columns are read
 * as x has rows and pairs; of rank 3 the first matrix. It is nothing, or a view, where that is
 * proved to be all of them, and else it stays. Where there is a column for each element of a row,
 * and the pairs are its halves, newer releases read all columns: a boundary. */
#include <string.h>

#include "formats/ncnn/ops/ops.h"
#include "ops/move.h"
#include "ops/rule.h"
#include "ops/squeeze.h"

enum { TABLE, X };

typedef struct angles_params {
    int32_t interleaved;
} angles_params;

static const sn_param params[] = {
    SN_P_BOOL(angles_params, interleaved, 0, "pairs are neighbours, not of the halves of a row"),
    SN_P_END,
};

static const sn_slot slots[] = {{"table", 0}, {"x", 0}, {NULL, 0}};

/* Rows and pairs of x; false: not known. */
static bool wanted(const sn_infer *in, sn_shape *out)
{
    sn_dim rows, width;
    if (!sn_shape_rule_matrix(&in->in_shape[X], &rows, &width)) return false;
    *out = SN_SHAPE(rows, sn_dim_floordiv(in->dims, width, 2));
    return true;
}

/* `is`: columns of the table; `pairs`: those that are read. */
static void check_columns(sn_infer *in, sn_dim is, sn_dim pairs)
{
    const angles_params *p = in->params;
    sn_dim rows, width;
    if (p->interleaved || sn_dim_equal(is, pairs) ||
        !sn_shape_rule_matrix(&in->in_shape[X], &rows, &width))
        return;
    if (sn_dim_equal(is, width))
        sn_infer_no_rule(in, "table has a column for each element of a row, and whether only the "
                             "first half is read depends on the release");
    else if (!sn_dim_differ(in->dims, is, width))
        sn_infer_may_bound(in);
}

static bool is_less(sn_dim a, sn_dim b) { return sn_dim_known(a) && sn_dim_known(b) && a < b; }

static sn_status infer(sn_infer *in)
{
    const sn_shape *table = &in->in_shape[TABLE];
    sn_shape y;
    sn_dim rows, width;
    SN_TRY(sn_shape_rule_rank(in, TABLE, 1, 3));
    SN_TRY(sn_shape_rule_rank(in, X, 1, 3));
    SN_TRY(sn_shape_rule_not_empty(in, TABLE));
    if (!wanted(in, &y)) return sn_move_give_rank(in, 0, 2);
    if (sn_shape_rule_matrix(table, &rows, &width) &&
        (is_less(rows, y.d[0]) || is_less(width, y.d[1])))
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "table is %s, at least %s,%s expected",
                            sn_shape_rule_shape_text(in, table), sn_shape_rule_text(in, y.d[0]),
                            sn_shape_rule_text(in, y.d[1]));
    if (sn_shape_rule_matrix(table, &rows, &width)) check_columns(in, width, y.d[1]);
    return sn_move_give(in, 0, &y);
}

static sn_answer resolve(sn_resolve *r)
{
    const sn_shape *table = &r->in.in_shape[TABLE];
    sn_value *v = sn_in(r->node, TABLE);
    const sn_ints axis = sn_ints_of(r->in.arena, 1, (int32_t[]){0});
    sn_dim rows, width;
    sn_shape y;
    r->made[0] = v;
    if (!sn_shape_rule_matrix(table, &rows, &width) || !wanted(&r->in, &y))
        return SN_ANSWER_UNKNOWN("the rank of one of its inputs is not known");
    if (sn_dim_differ(r->in.dims, rows, y.d[0]) || sn_dim_differ(r->in.dims, width, y.d[1]) ||
        (table->rank == 3 && sn_dim_differ(r->in.dims, table->d[0], 1)))
        return SN_ANSWER_NO("there are more angles than x has rows and pairs");
    if (!sn_dim_equal(rows, y.d[0]) || !sn_dim_equal(width, y.d[1]) ||
        (table->rank == 3 && !sn_dim_equal(table->d[0], 1)))
        return SN_ANSWER_UNKNOWN("whether there are more angles than x has rows and pairs is not "
                                 "known");
    if (table->rank == 1)
        r->made[0] = sn_resolve_node(r, &sn_op_unsqueeze, &(sn_unsqueeze_params){axis}, 1, &v);
    if (table->rank == 3)
        r->made[0] = sn_resolve_node(r, &sn_op_squeeze, &(sn_squeeze_params){axis}, 1, &v);
    return SN_ANSWER_YES;
}

static sn_status eval(sn_eval *e)
{
    const sn_shape *table = &e->in_shape[TABLE], *y = &e->out_shape[0];
    size_t elem;
    SN_TRY(sn_eval_elem(e, 0, &elem));
    const size_t to = (size_t)y->d[1] * elem, from = (size_t)table->d[table->rank - 1] * elem;
    for (int64_t i = 0; i < y->d[0]; i++)
        memcpy((char *)e->out_data[0] + (size_t)i * to,
               (const char *)sn_tensor_data(e->in[TABLE]) + (size_t)i * from, to);
    return SN_OK;
}

sn_answer sn_ncnn_as_angles_implies(const sn_node *reader, uint16_t slot)
{
    const sn_node *view = sn_in(reader, slot)->def;
    const sn_shape *table = &sn_in(view, 0)->shape;
    sn_dim rows, width;
    if (!sn_shape_rule_matrix(table, &rows, &width))
        return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    const sn_shape would = SN_SHAPE(rows, width);
    const bool one = table->rank < 3 || (table->rank == 3 && sn_dim_equal(table->d[0], 1));
    return one && sn_shape_equal(&would, &view->out[0]->shape) ? SN_ANSWER_YES : SN_ANSWER_NO(NULL);
}

const sn_op sn_ncnn_op_as_angles = {
    .name = "ncnn.as_angles",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = the first rows and columns of table, as many as x has rows and pairs",
    .slots = slots,
    .types = "any,any2->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(angles_params),
    .params = params,
    .resolve = resolve,
    .adapts = true,
    .infer = infer,
    .eval = eval,
    .reads_shape_only = sn_reads_all_but_first_by_shape,
    .cost = sn_cost_none,
};
