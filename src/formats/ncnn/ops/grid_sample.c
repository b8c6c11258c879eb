/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.grid_sample: grid_sample of one image. The grid may have its coordinates first, which is a
 * transpose in front once the rank is known. A reflection turns round only once on each side, so
 * that far positions stay outside, where pixels count as 0, and between two pixels the nearest is
 * the latter; neither ever becomes a grid_sample. */
#include "formats/ncnn/ops/grid_sample.h"

#include "formats/ncnn/ops/ops.h"
#include "ops/move.h"
#include "ops/transpose.h"

typedef struct sn_ncnn_grid_sample_params {
    int32_t sample_type, padding_mode, align_corner, permute_fusion;
} sn_ncnn_grid_sample_params;

static const sn_slot slots[] = {{"x", 0}, {"grid", 0}, {NULL, 0}};

static const sn_param params[] = {
    SN_P_INT(sn_ncnn_grid_sample_params, sample_type, 1, 1, 3, "1 bilinear, 2 nearest, 3 bicubic"),
    SN_P_INT(sn_ncnn_grid_sample_params, padding_mode, 1, 1, 3,
             "what lies outside of x: 1 zeros, 2 the border, 3 the reflection"),
    SN_P_BOOL(sn_ncnn_grid_sample_params, align_corner, 0,
              "-1 and 1 are the centres of the outer pixels, not their edges"),
    SN_P_BOOL(sn_ncnn_grid_sample_params, permute_fusion, 0,
              "the grid has its coordinates first, not last"),
    SN_P_END,
};

sn_grid_sampling sn_ncnn_grid_sampling(const void *params_, const sn_shape *x)
{
    const sn_ncnn_grid_sample_params *p = params_;
    return (sn_grid_sampling){.mode = p->sample_type - 1,
                              .padding_mode = p->padding_mode - 1,
                              .align_corners = p->align_corner,
                              .n = x->rank - 1,
                              .coordinates_first = p->permute_fusion != 0,
                              .turns_once = true,
                              .halves_up = true};
}

static sn_status infer(sn_infer *in)
{
    const sn_ncnn_grid_sample_params *p = in->params;
    const sn_shape *x = &in->in_shape[SN_GRID_SAMPLE_X], *grid = &in->in_shape[SN_GRID_SAMPLE_GRID];
    SN_TRY(sn_shape_rule_rank(in, SN_GRID_SAMPLE_X, 3, 4));
    SN_TRY(sn_shape_rule_rank(in, SN_GRID_SAMPLE_GRID, 3, 4));
    const int rank = x->rank >= 0 ? x->rank : grid->rank, n = rank - 1;
    if (rank < 0) return sn_move_give_rank(in, 0, -1);
    if (grid->rank >= 0 && grid->rank != rank) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "x has rank %d and grid rank %d, the same expected", rank, grid->rank);
    }
    if (rank == 4 && p->sample_type - 1 == SN_GRID_CUBIC) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "bicubic samples of rank 4 are not defined");
    }
    SN_TRY(sn_move_give_rank(in, 0, rank));
    sn_shape y = in->out_shape[0];
    if (x->rank >= 0) y.d[0] = x->d[0];
    for (int i = 0; i < n && grid->rank >= 0; i++)
        y.d[1 + i] = grid->d[p->permute_fusion ? 1 + i : i];
    if (grid->rank >= 0) {
        SN_TRY(
            sn_shape_rule_size(in, "number of coordinates", grid->d[p->permute_fusion ? 0 : n], n));
    }
    return sn_move_give(in, 0, &y);
}

static sn_answer resolve(sn_resolve *r)
{
    const sn_ncnn_grid_sample_params *p = r->in.params;
    const sn_grid_sampling how = sn_ncnn_grid_sampling(p, &r->in.in_shape[SN_GRID_SAMPLE_X]);
    const sn_shape *grid = &r->in.in_shape[SN_GRID_SAMPLE_GRID];
    sn_value *in[] = {sn_in(r->node, SN_GRID_SAMPLE_X), sn_in(r->node, SN_GRID_SAMPLE_GRID)};
    if (how.padding_mode == SN_GRID_REFLECTION)
        return SN_ANSWER_NO("its reflection turns round only once");
    if (how.mode == SN_GRID_NEAREST) return SN_ANSWER_NO("the nearest of two pixels is the latter");
    if (how.n < 0 || grid->rank < 0)
        return SN_ANSWER_UNKNOWN("the ranks of its inputs are not known");
    if (grid->rank != how.n + 1) return SN_ANSWER_NO("the ranks of its inputs do not fit");
    if (!sn_dim_equal(grid->d[how.coordinates_first ? 0 : how.n], how.n))
        return SN_ANSWER_UNKNOWN("how many coordinates its grid has is not known");
    if (how.coordinates_first) {
        int32_t perm[SN_MAX_RANK];
        for (int i = 0; i <= how.n; i++) perm[i] = (i + 1) % (how.n + 1);
        const sn_transpose_params q = {.perm = sn_ints_of(r->in.arena, how.n + 1, perm)};
        in[SN_GRID_SAMPLE_GRID] =
            sn_resolve_node(r, &sn_op_transpose, &q, 1, &in[SN_GRID_SAMPLE_GRID]);
    }
    const sn_grid_sample_params q = {how.mode, how.padding_mode, how.align_corners};
    r->made[0] = sn_resolve_node(r, &sn_op_grid_sample, &q, 2, in);
    return SN_ANSWER_YES;
}

static sn_status eval(sn_eval *e)
{
    const sn_grid_sampling how = sn_ncnn_grid_sampling(e->params, &e->in_shape[SN_GRID_SAMPLE_X]);
    return sn_grid_sample_eval(e, &how);
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_grid_sampling how = sn_ncnn_grid_sampling(in->params, &in->in_shape[SN_GRID_SAMPLE_X]);
    out->macs = sn_grid_sample_macs(in, how.mode, how.n > 0 ? how.n : 2);
}

const sn_op sn_ncnn_op_grid_sample = {
    .name = "ncnn.grid_sample",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x at the positions that grid gives, reflected once where they are outside",
    .slots = slots,
    .types = "float,float2->float",
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_ncnn_grid_sample_params),
    .params = params,
    .resolve = resolve,
    .infer = infer,
    .eval = eval,
    .cost = cost,
};
