/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.fold: rows that are not enough for another channel are not read, and a vector is one row. It
 * is fold, of a view or a part of x, once it is known that its rows have as many elements as there
 * are windows, and which rows are read. Of longer rows what ncnn reads is no element of one window:
 * that one stays. */
#include "formats/ncnn/ops/ops.h"
#include "ops/move.h"
#include "ops/rule.h"
#include "ops/slice.h"
#include "ops/squeeze.h"
#include "ops/unfold.h"

static const char *validate(const void *p, sn_arena *arena)
{
    const char *wrong = sn_op_fold.validate(p, arena);
    const sn_fold_params *q = p;
    if (!wrong && q->kernel.n != 2) wrong = "ncnn's images have 2 spatial axes";
    return wrong || q->axis == 0 ? wrong : "ncnn's channels are axis 0";
}

/* x as rows and columns. */
static sn_shape matrix_of(const sn_shape *x) { return x->rank == 1 ? SN_SHAPE(1, x->d[0]) : *x; }

static sn_status infer(sn_infer *in)
{
    const sn_fold_params *p = in->params;
    sn_shape y = SN_SHAPE(sn_shape_rule_symbol(in, 0, 0), p->output_size.v[0], p->output_size.v[1]);
    int64_t taps, windows;
    SN_TRY(sn_fold_counts(in, &taps, &windows));
    SN_TRY(sn_shape_rule_rank(in, 0, 1, 2));
    if (in->in_shape[0].rank < 0) return sn_move_give(in, 0, &y);
    const sn_shape x = matrix_of(&in->in_shape[0]);
    if (sn_dim_known(x.d[1]) && x.d[1] > windows)
        sn_infer_no_rule(
            in, sn_arena_printf(in->arena,
                                "x has %lld columns for %lld windows, and the others are left out",
                                (long long)x.d[1], (long long)windows));
    else
        SN_TRY(sn_rule_size_inside(in, "width of x", x.d[1], windows));
    if (sn_dim_known(x.d[0]) && x.d[0] < taps)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "x has %lld rows, a window has %lld elements", (long long)x.d[0],
                            (long long)taps);
    y.d[0] = sn_dim_floordiv(in->dims, x.d[0], taps);
    return sn_move_give(in, 0, &y);
}

static sn_answer resolve(sn_resolve *r)
{
    static const int32_t first[] = {0};
    const sn_shape *given = &r->in.in_shape[0];
    sn_value *x = sn_in(r->node, 0);
    int64_t taps, windows;
    if (given->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    const sn_shape m = matrix_of(given);
    r->status = sn_fold_counts(&r->in, &taps, &windows);
    if (r->status != SN_OK) return SN_ANSWER_NO("its windows do not fit");
    if (sn_dim_known(m.d[1]) && m.d[1] != windows)
        return SN_ANSWER_NO("its input has other columns than windows");
    if (!sn_dim_known(m.d[1]) && sn_dims_puts_off(r->in.dims))
        return SN_ANSWER_UNKNOWN("how many columns its input has is not known");
    const sn_dim read = sn_dim_mul(r->in.dims, sn_dim_floordiv(r->in.dims, m.d[0], taps), taps);
    const bool all = sn_dim_equal(read, m.d[0]);
    if (!all && !sn_dim_known(read))
        return SN_ANSWER_UNKNOWN("whether all rows of its input are read is not known");
    if (given->rank == 1) {
        const sn_unsqueeze_params row = {.axes = sn_ints_of(r->in.arena, 1, first)};
        x = sn_resolve_node(r, &sn_op_unsqueeze, &row, 1, &x);
        if (!x) return SN_ANSWER_YES;
    }
    if (!all) {
        const char *begin = "0", *end = sn_arena_printf(r->in.arena, "%lld", (long long)read);
        const sn_slice_params part = {.starts = sn_names_of(r->in.arena, 1, &begin),
                                      .ends = sn_names_of(r->in.arena, 1, &end),
                                      .axes = sn_ints_of(r->in.arena, 1, first)};
        x = sn_resolve_node(r, &sn_op_slice, &part, 1, &x);
        if (!x) return SN_ANSWER_YES;
    }
    r->made[0] = sn_resolve_node(r, &sn_op_fold, r->in.params, 1, &x);
    return SN_ANSWER_YES;
}

sn_answer sn_ncnn_fold_implies(const sn_node *reader, uint16_t slot)
{
    const sn_node *view = sn_in(reader, slot)->def;
    const sn_shape *x = &sn_in(view, 0)->shape, *y = &view->out[0]->shape;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    const sn_shape m = matrix_of(x);
    return x->rank == 1 && sn_shape_equal(&m, y) ? SN_ANSWER_YES : SN_ANSWER_NO(NULL);
}

const sn_op sn_ncnn_op_fold = {
    .name = "ncnn.fold",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = fold of the rows of x that are enough for channels",
    .slots = sn_unfold_slots,
    .types = "float->float",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_fold_params),
    .params = sn_fold_param_table,
    .validate = validate,
    .resolve = resolve,
    .infer = infer,
    .loose = true,
};
