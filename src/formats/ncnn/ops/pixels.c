/* SPDX-License-Identifier: Apache-2.0
 *
 * ShuffleChannel, PixelShuffle and Reorg.
 *
 * ncnn.shuffle_channel shuffles the first axis of rank 3 and more; a value of a lower rank has one
 * channel. Reversed, the groups are as many as a group has channels.
 *
 * ncnn.pixel_shuffle and ncnn.reorg drop the channels, or rows and columns, that are left over:
 * where there are some, they stay. */
#include "formats/ncnn/ops/ops.h"
#include "ops/move.h"
#include "ops/shuffle.h"

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

/* ---- shuffle_channel ------------------------------------------------------------------------- */

typedef struct shuffle_params {
    int32_t group, reverse;
} shuffle_params;

static sn_status infer_shuffle(sn_infer *in)
{
    const shuffle_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    const sn_dim channels = x->rank >= 3 ? x->d[0] : 1;
    if (x->rank >= 0 && sn_dim_known(channels) && channels % p->group != 0) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "%lld channels are not a multiple of %d groups", (long long)channels,
                            p->group);
    }
    return sn_move_give(in, 0, x);
}

static sn_answer resolve_shuffle(sn_resolve *r)
{
    const shuffle_params *p = r->in.params;
    const sn_shape *x = &r->in.in_shape[0];
    sn_value *v = sn_in(r->node, 0);
    sn_channel_shuffle_params q = {.groups = p->group, .axis = 0};
    if (p->group == 1 || (x->rank >= 0 && x->rank < 3)) {
        if (p->group != 1) return SN_ANSWER_NO("its input has one channel");
        r->made[0] = sn_ncnn_same(r, v);
        return SN_ANSWER_YES;
    }
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (p->reverse && !sn_dim_known(x->d[0]))
        return SN_ANSWER_UNKNOWN("how many channels its input has is not known");
    if (sn_dim_known(x->d[0]) && x->d[0] % p->group != 0)
        return SN_ANSWER_NO("its groups do not divide the channels");
    if (p->reverse) q.groups = (int32_t)(x->d[0] / p->group);
    r->made[0] = sn_resolve_node(r, &sn_op_channel_shuffle, &q, 1, &v);
    return SN_ANSWER_YES;
}

static const sn_param shuffle_param_table[] = {
    SN_P_INT(shuffle_params, group, 1, 1, INT32_MAX, "groups of channels that are interleaved"),
    SN_P_BOOL(shuffle_params, reverse, 0, "undo such a shuffle"),
    SN_P_END,
};

const sn_op sn_ncnn_op_shuffle_channel = {
    .name = "ncnn.shuffle_channel",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = channel_shuffle of x, or x where it has one channel",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(shuffle_params),
    .params = shuffle_param_table,
    .resolve = resolve_shuffle,
    .infer = infer_shuffle,
};

/* ---- pixel_shuffle and reorg ----------------------------------------------------------------- */

static const char *const mode_names[] = {"channel_first", "channel_last", NULL};

typedef struct pixel_params {
    int32_t upscale_factor, mode;
} pixel_params;

typedef struct reorg_params {
    int32_t stride, mode;
} reorg_params;

static sn_block_params blocks_of(const sn_op *op, const void *params)
{
    const pixel_params *up = params;
    const reorg_params *down = params;
    const bool is_up = op == &sn_ncnn_op_pixel_shuffle;
    return (sn_block_params){is_up ? up->upscale_factor : down->stride,
                             (is_up ? up->mode : down->mode) ? SN_BLOCK_DCR : SN_BLOCK_CRD};
}

static sn_status infer_blocks(sn_infer *in)
{
    const sn_block_params p = blocks_of(in->node->op, in->params);
    const int64_t b = p.blocksize;
    sn_shape s = in->in_shape[0];
    SN_TRY(sn_shape_rule_rank(in, 0, 3, 3));
    if (s.rank < 0) return sn_move_give_rank(in, 0, 3);
    if (in->node->op == &sn_ncnn_op_pixel_shuffle) {
        s.d[0] = sn_dim_floordiv(in->dims, s.d[0], b * b);
        s.d[1] = sn_dim_mul(in->dims, s.d[1], b);
        s.d[2] = sn_dim_mul(in->dims, s.d[2], b);
    } else {
        s.d[0] = sn_dim_mul(in->dims, s.d[0], b * b);
        s.d[1] = sn_dim_floordiv(in->dims, s.d[1], b);
        s.d[2] = sn_dim_floordiv(in->dims, s.d[2], b);
    }
    return sn_move_give(in, 0, &s);
}

static sn_answer leaves_nothing(const sn_resolve *r, sn_dim size, int64_t by)
{
    sn_dims *dims = r->in.dims;
    if (sn_dim_equal(sn_dim_mul(dims, sn_dim_floordiv(dims, size, by), by), size))
        return SN_ANSWER_YES;
    if (sn_dim_known(size)) return SN_ANSWER_NO("some of its input is left over");
    return r->boundaries == SN_BOUNDARIES_NONE
               ? SN_ANSWER_YES
               : SN_ANSWER_UNKNOWN("whether some of its input is left over is not known");
}

static sn_answer resolve_blocks(sn_resolve *r)
{
    const sn_op *op = r->node->op;
    const sn_block_params p = blocks_of(op, r->in.params);
    const int64_t b = p.blocksize;
    const sn_shape *x = &r->in.in_shape[0];
    const bool up = op == &sn_ncnn_op_pixel_shuffle;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (x->rank != 3) return SN_ANSWER_NO("its input is no image");
    if (up && sn_dim_known(x->d[0]) && x->d[0] < b * b)
        return SN_ANSWER_NO("its input has too few channels");
    sn_answer answer = leaves_nothing(r, x->d[up ? 0 : 1], up ? b * b : b);
    if (answer.is == SN_YES && !up) answer = leaves_nothing(r, x->d[2], b);
    if (answer.is == SN_YES)
        r->made[0] = sn_resolve_node(r, up ? &sn_op_depth_to_space : &sn_op_space_to_depth, &p, 1,
                                     (sn_value *[]){sn_in(r->node, 0)});
    return answer;
}

static sn_status eval_blocks(sn_eval *e)
{
    const sn_block_params p = blocks_of(e->node->op, e->params);
    return e->node->op == &sn_ncnn_op_pixel_shuffle ? sn_eval_depth_to_space(e, &p)
                                                    : sn_eval_space_to_depth(e, &p);
}

static const sn_param pixel_param_table[] = {
    SN_P_INT(pixel_params, upscale_factor, 1, 1, 32768, "rows and columns that a pixel becomes"),
    SN_P_ENUM(
        pixel_params, mode, 0, mode_names,
        "order of the parts of x's channels: (channel, row, column) or (row, column, channel)"),
    SN_P_END,
};

static const sn_param reorg_param_table[] = {
    SN_P_INT(reorg_params, stride, 1, 1, 32768, "rows and columns that become channels"),
    SN_P_ENUM(reorg_params, mode, 0, mode_names,
              "order of the parts of the result's channels: (channel, row, column) or (row, "
              "column, channel)"),
    SN_P_END,
};

const sn_op sn_ncnn_op_pixel_shuffle = {
    .name = "ncnn.pixel_shuffle",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = depth_to_space of x, without the channels that are left over",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(pixel_params),
    .params = pixel_param_table,
    .resolve = resolve_blocks,
    .infer = infer_blocks,
    .eval = eval_blocks,
    .cost = sn_cost_none,
};

const sn_op sn_ncnn_op_reorg = {
    .name = "ncnn.reorg",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = space_to_depth of x, without the rows and columns that are left over",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(reorg_params),
    .params = reorg_param_table,
    .resolve = resolve_blocks,
    .infer = infer_blocks,
    .eval = eval_blocks,
    .cost = sn_cost_none,
};
