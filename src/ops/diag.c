/* SPDX-License-Identifier: Apache-2.0
 *
 * diag: a vector on a diagonal of a square of zeros, or a diagonal of a matrix. */
#include "ops/diag.h"

#include "ops/move.h"
#include "ops/grad/grad.h"

/* Rows and columns that lie before the diagonal's first element. */
static void skipped(int32_t diagonal, int64_t *rows, int64_t *columns)
{
    *rows = diagonal < 0 ? -(int64_t)diagonal : 0;
    *columns = diagonal > 0 ? diagonal : 0;
}

static sn_status infer(sn_infer *in)
{
    const sn_diag_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    int64_t rows, columns;
    skipped(p->diagonal, &rows, &columns);
    if (x->rank == 1) {
        sn_dim n = sn_dim_add(in->dims, x->d[0], rows + columns);
        sn_shape square = SN_SHAPE(n, n);
        return sn_move_give(in, 0, &square);
    }
    if (x->rank == 2) {
        sn_dim h = sn_dim_sub(in->dims, x->d[0], rows), w = sn_dim_sub(in->dims, x->d[1], columns);
        sn_shape line = SN_SHAPE(sn_dim_min(in->dims, h, w));
        return sn_move_give(in, 0, &line);
    }
    if (x->rank < 0) return sn_move_give_rank(in, 0, -1);
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank %d, rank 1 or 2 expected",
                        x->rank);
}

static sn_status eval(sn_eval *e)
{
    const sn_diag_params *p = e->params;
    bool spread = e->in_shape[0].rank == 1;
    const sn_shape *square = spread ? &e->out_shape[0] : &e->in_shape[0];
    int64_t rows, columns, step = square->d[1] + 1;
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, 0, &m.elem));
    skipped(p->diagonal, &rows, &columns);
    int64_t first = (rows * square->d[1] + columns) * (int64_t)m.elem;
    const char *from = sn_tensor_data(e->in[0]);
    char *to = e->out_data[0]; /* made of zeros */
    if (spread)
        sn_move_axis(&m, e->in_shape[0].d[0], 1, step);
    else
        sn_move_axis(&m, e->out_shape[0].d[0], step, 1);
    sn_move_run(e->ctx, &m, spread ? from : from + first, spread ? to + first : to);
    return SN_OK;
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param param_table[] = {
    SN_P_INT(sn_diag_params, diagonal, 0, -INT32_MAX, INT32_MAX,
             "which diagonal: 0 the main one, 1 the next above"),
    SN_P_END,
};

const sn_op sn_op_diag = {
    .name = "diag",
    .synopsis = "y = square with x on a diagonal, or x's diagonal",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_diag_params),
    .params = param_table,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_diag,
    .cost = sn_cost_none,
};
