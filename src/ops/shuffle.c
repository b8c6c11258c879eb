/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_shuffle: PyTorch's ChannelShuffle, whose channels are axis 1; any axis here.
 * depth_to_space, space_to_depth: ONNX DepthToSpace-28 and SpaceToDepth-28. The last three axes are
 * channels, rows and columns; what is in front of these is mapped over. */
#include "ops/shuffle.h"

#include "ops/affine_maps.h"
#include "ops/grad/grad.h"
#include "ops/move.h"
#include "ops/ops.h"

/* ---- channel_shuffle ------------------------------------------------------------------------- */

static sn_status shuffle_infer(sn_infer *in)
{
    const sn_channel_shuffle_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    SN_TRY(sn_shape_rule_has_axis(in, p->axis));
    if (x->rank >= 0 && sn_dim_known(x->d[p->axis]) && x->d[p->axis] % p->groups != 0) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "%lld channels are not a multiple of %d groups",
                            (long long)x->d[p->axis], p->groups);
    }
    return sn_move_give(in, 0, x);
}

static sn_status shuffle_eval(sn_eval *e)
{
    const sn_channel_shuffle_params *p = e->params;
    const sn_span s = sn_span_of(&e->in_shape[0], p->axis);
    const int64_t each = s.n / p->groups;
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, 0, &m.elem));
    sn_move_axis(&m, s.outer, s.n * s.inner, s.n * s.inner);
    sn_move_axis(&m, each, s.inner, p->groups * s.inner);
    sn_move_axis(&m, p->groups, each * s.inner, s.inner);
    sn_move_axis(&m, s.inner, 1, 1);
    sn_move_run(e->ctx, &m, sn_tensor_data(e->in[0]), e->out_data[0]);
    return SN_OK;
}

static sn_answer shuffle_identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const sn_channel_shuffle_params *p = node->params;
    const sn_shape *x = &node->in[0].value->shape;
    (void)arena;
    *slot = 0;
    if (p->groups == 1) return SN_ANSWER_YES;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (sn_dim_equal(x->d[p->axis], p->groups)) return SN_ANSWER_YES; /* each channel its own */
    if (sn_dim_differ(node->graph->dims, x->d[p->axis], p->groups))
        return SN_ANSWER_NO("the channels change places");
    return SN_ANSWER_UNKNOWN("the number of channels is not known");
}

/* ---- depth_to_space, space_to_depth ---------------------------------------------------------- */

static sn_status divided(const sn_infer *in, const char *what, sn_dim size, int64_t by, sn_dim *out)
{
    *out = sn_dim_exactdiv(in->dims, size, by);
    if (!sn_dim_known(size) || size % by == 0) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%lld %s are not a multiple of %lld",
                        (long long)size, what, (long long)by);
}

static sn_status depth_to_space_infer(sn_infer *in)
{
    const sn_block_params *p = in->params;
    const int64_t b = p->blocksize;
    sn_shape s = in->in_shape[0];
    SN_TRY(sn_shape_rule_rank(in, 0, 3, SN_MAX_RANK));
    if (s.rank < 0) return sn_move_give(in, 0, &s);
    sn_dim *c = &s.d[s.rank - 3];
    SN_TRY(divided(in, "channels", c[0], b * b, &c[0]));
    c[1] = sn_dim_mul(in->dims, c[1], b);
    c[2] = sn_dim_mul(in->dims, c[2], b);
    return sn_move_give(in, 0, &s);
}

static sn_status space_to_depth_infer(sn_infer *in)
{
    const sn_block_params *p = in->params;
    const int64_t b = p->blocksize;
    sn_shape s = in->in_shape[0];
    SN_TRY(sn_shape_rule_rank(in, 0, 3, SN_MAX_RANK));
    if (s.rank < 0) return sn_move_give(in, 0, &s);
    sn_dim *c = &s.d[s.rank - 3];
    c[0] = sn_dim_mul(in->dims, c[0], b * b);
    SN_TRY(divided(in, "rows", c[1], b, &c[1]));
    SN_TRY(divided(in, "columns", c[2], b, &c[2]));
    return sn_move_give(in, 0, &s);
}

/* Strides of the three parts of the packed channels: channel of the image, row and column within a
 * block of b x b pixels, for planes of `plane` elements. */
static void packed_strides(int mode, int64_t channels, int64_t b, int64_t plane, int64_t stride[3])
{
    if (mode == SN_BLOCK_CRD) {
        stride[0] = b * b * plane;
        stride[1] = b * plane;
        stride[2] = plane;
    } else {
        stride[0] = plane;
        stride[1] = b * channels * plane;
        stride[2] = channels * plane;
    }
}

static int64_t maps_of(const sn_shape *s) { return sn_span_count(s, 0, s->rank - 3); }

sn_status sn_eval_depth_to_space(sn_eval *e, const sn_block_params *p)
{
    const sn_shape *x = &e->in_shape[0];
    const int64_t *c = &e->out_shape[0].d[x->rank - 3];
    const int64_t b = p->blocksize, h = c[1] / b, w = c[2] / b;
    int64_t from[3];
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, 0, &m.elem));
    packed_strides(p->mode, c[0], b, h * w, from);
    sn_move_axis(&m, maps_of(x), sn_span_count(x, x->rank - 3, x->rank), c[0] * c[1] * c[2]);
    sn_move_axis(&m, c[0], from[0], c[1] * c[2]);
    sn_move_axis(&m, h, w, b * c[2]);
    sn_move_axis(&m, b, from[1], c[2]);
    sn_move_axis(&m, w, 1, b);
    sn_move_axis(&m, b, from[2], 1);
    sn_move_run(e->ctx, &m, sn_tensor_data(e->in[0]), e->out_data[0]);
    return SN_OK;
}

sn_status sn_eval_space_to_depth(sn_eval *e, const sn_block_params *p)
{
    const sn_shape *s = &e->in_shape[0];
    const int64_t *x = &s->d[s->rank - 3], *y = &e->out_shape[0].d[s->rank - 3];
    const int64_t b = p->blocksize;
    int64_t to[3];
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, 0, &m.elem));
    packed_strides(p->mode, x[0], b, y[1] * y[2], to);
    sn_move_axis(&m, maps_of(s), x[0] * x[1] * x[2], y[0] * y[1] * y[2]);
    sn_move_axis(&m, x[0], x[1] * x[2], to[0]);
    sn_move_axis(&m, b, x[2], to[1]);
    sn_move_axis(&m, b, 1, to[2]);
    sn_move_axis(&m, y[1], b * x[2], y[2]);
    sn_move_axis(&m, y[2], b, 1);
    sn_move_run(e->ctx, &m, sn_tensor_data(e->in[0]), e->out_data[0]);
    return SN_OK;
}

static sn_status depth_to_space_eval(sn_eval *e) { return sn_eval_depth_to_space(e, e->params); }
static sn_status space_to_depth_eval(sn_eval *e) { return sn_eval_space_to_depth(e, e->params); }

static sn_answer block_identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    *slot = 0;
    return ((const sn_block_params *)node->params)->blocksize == 1
               ? SN_ANSWER_YES
               : SN_ANSWER_NO("the blocksize is not 1");
}

/* ---- maps ------------------------------------------------------------------------------------ */

/* Channels [a][b] in the order [b][a]. */
typedef struct turned {
    int64_t a, b;
} turned;

static int64_t from_turned(const void *user, int64_t i)
{
    const turned *t = user;
    return i % t->b * t->a + i / t->b;
}

/* Up: the map of the shuffled channels to that of those before it. */
static sn_answer shuffle_propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_channel_shuffle_params *p = node->params;
    const sn_affine *m = &c->given[0];
    c->made[0] = *m;
    if (m->axis == SN_AXIS_NONE || m->axis != p->axis) return SN_ANSWER_YES;
    if (m->n % p->groups != 0) return SN_ANSWER_NO("its groups do not divide the channels");
    const int64_t each = m->n / p->groups;
    const turned t = c->up ? (turned){p->groups, each} : (turned){each, p->groups};
    c->made[0] = sn_affine_map_pick(arena, m, p->axis, m->n, from_turned, &t);
    return SN_ANSWER_YES;
}

/* Channels of pixels that become blocks of `block`: which channel of the image each is one of. */
typedef struct packed {
    int64_t channels, block;
    int mode;
} packed;

static int64_t from_packed(const void *user, int64_t i)
{
    const packed *p = user;
    return p->mode == SN_BLOCK_CRD ? i / p->block : i % p->channels;
}

/* Every channel of the image is spread over as many packed ones as a block has pixels; back is no
 * way. */
static sn_answer block_propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_block_params *p = node->params;
    const sn_affine *m = &c->given[0];
    const int rank = sn_in(node, 0)->shape.rank;
    c->made[0] = *m;
    if (m->axis == SN_AXIS_NONE) return SN_ANSWER_YES;
    if (rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (m->axis < rank - 3) return SN_ANSWER_YES;
    if (m->axis != rank - 3) return SN_ANSWER_NO("the factors do not run along its channels");
    if (c->up != (node->op == &sn_op_depth_to_space))
        return SN_ANSWER_NO("channels become pixels of one channel");
    const packed q = {m->n, (int64_t)p->blocksize * p->blocksize, p->mode};
    c->made[0] = sn_affine_map_pick(arena, m, m->axis, m->n * q.block, from_packed, &q);
    return SN_ANSWER_YES;
}

/* ---- operators ------------------------------------------------------------------------------- */

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};
static const char *const mode_names[] = {"DCR", "CRD", NULL};

static const sn_param shuffle_params[] = {
    SN_P_INT(sn_channel_shuffle_params, groups, 1, 1, INT32_MAX,
             "groups of channels that are interleaved"),
    SN_P_INT(sn_channel_shuffle_params, axis, 1, 0, SN_MAX_RANK - 1, "axis of the channels"),
    SN_P_END,
};

const sn_op sn_op_channel_shuffle = {
    .name = "channel_shuffle",
    .synopsis = "y = x with its channels [groups][n] reordered to [n][groups]",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_channel_shuffle_params),
    .params = shuffle_params,
    .infer = shuffle_infer,
    .eval = shuffle_eval,
    .grad = sn_grad_channel_shuffle,
    .propagate = shuffle_propagate,
    .identity = shuffle_identity,
    .cost = sn_cost_none,
};

static const sn_param block_params[] = {
    SN_P_INT(sn_block_params, blocksize, 1, 1, 32768, "rows and columns of a block"),
    SN_P_ENUM(sn_block_params, mode, SN_BLOCK_DCR, mode_names,
              "order of the parts of the channels: DCR (row, column, channel), CRD (channel, row, "
              "column)"),
    SN_P_END,
};

const sn_op sn_op_depth_to_space = {
    .name = "depth_to_space",
    .synopsis = "y[c][h*b+i][w*b+j] = x[(i,j,c)][h][w]",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_block_params),
    .params = block_params,
    .infer = depth_to_space_infer,
    .eval = depth_to_space_eval,
    .grad = sn_grad_depth_to_space,
    .propagate = block_propagate,
    .identity = block_identity,
    .cost = sn_cost_none,
};

const sn_op sn_op_space_to_depth = {
    .name = "space_to_depth",
    .synopsis = "y[(i,j,c)][h][w] = x[c][h*b+i][w*b+j]",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_block_params),
    .params = block_params,
    .infer = space_to_depth_infer,
    .eval = space_to_depth_eval,
    .grad = sn_grad_space_to_depth,
    .propagate = block_propagate,
    .identity = block_identity,
    .cost = sn_cost_none,
};
