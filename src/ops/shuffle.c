/* SPDX-License-Identifier: Apache-2.0
 *
 * shuffle_channel, pixel_shuffle, reorg: channels among themselves, to pixels, and from pixels.
 *
 * All see a value of rank 1 or 2 with 1s in front: one channel. pixel_shuffle and reorg always give
 * rank 3; of rank 4 ncnn would drop all but the first depth, which is an error here. */
#include "ops/shuffle.h"

#include "ops/maps.h"
#include "ops/move.h"

/* ---- shuffle_channel ------------------------------------------------------------------------- */

static sn_status shuffle_infer(sn_infer *in)
{
    const sn_shuffle_channel_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    sn_dim channels = x->rank >= 3 ? x->d[0] : 1;
    if (x->rank >= 0 && sn_dim_known(channels) && channels % p->group != 0) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "%lld channels are not a multiple of %d groups", (long long)channels,
                            p->group);
    }
    return sn_move_give(in, 0, x);
}

static sn_status shuffle_eval(sn_eval *e)
{
    const sn_shuffle_channel_params *p = e->params;
    const sn_shape *x = &e->in_shape[0];
    int64_t channels = x->rank >= 3 ? x->d[0] : 1, inner = sn_shape_count(x) / channels;
    int64_t groups = p->reverse ? channels / p->group : p->group, each = channels / groups;
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, 0, &m.elem));
    sn_move_axis(&m, each, inner, groups * inner);
    sn_move_axis(&m, groups, each * inner, inner);
    sn_move_axis(&m, inner, 1, 1);
    sn_move_run(e->ctx, &m, sn_tensor_data(e->in[0]), e->out_data[0]);
    return SN_OK;
}

static sn_answer shuffle_identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const sn_shuffle_channel_params *p = node->params;
    const sn_shape *x = &node->in[0].value->shape;
    (void)arena;
    *slot = 0;
    if (p->group == 1) return SN_ANSWER_YES;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (x->rank <= 2 || sn_dim_equal(x->d[0], p->group))
        return SN_ANSWER_YES; /* each channel its own group */
    if (sn_dim_differ(node->graph->dims, x->d[0], p->group))
        return SN_ANSWER_NO("the channels change places");
    return SN_ANSWER_UNKNOWN("the number of channels is not known");
}

/* ---- pixel_shuffle and reorg ----------------------------------------------------------------- */

static bool takes_planes(const void *params_, unsigned slot)
{
    (void)params_;
    return slot == 0;
}

/* x as [channels][h][w]; false where its rank is not known. */
static sn_status image_of(const sn_infer *in, sn_shape *image, bool *known)
{
    const sn_shape *x = &in->in_shape[0];
    *known = x->rank >= 0;
    if (!*known || sn_shape_at_least(x, 3, image)) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank %d, rank 1 to 3 expected",
                        x->rank);
}

static sn_status pixel_shuffle_infer(sn_infer *in)
{
    const sn_pixel_shuffle_params *p = in->params;
    int64_t f = p->upscale_factor;
    sn_shape s;
    bool known;
    SN_TRY(image_of(in, &s, &known));
    if (!known) return sn_move_give_rank(in, 0, 3);
    s.d[0] = sn_dim_floordiv(in->dims, s.d[0], f * f);
    s.d[1] = sn_dim_mul(in->dims, s.d[1], f);
    s.d[2] = sn_dim_mul(in->dims, s.d[2], f);
    return sn_move_give(in, 0, &s);
}

static sn_status reorg_infer(sn_infer *in)
{
    const sn_reorg_params *p = in->params;
    int64_t stride = p->stride;
    sn_shape s;
    bool known;
    SN_TRY(image_of(in, &s, &known));
    if (!known) return sn_move_give_rank(in, 0, 3);
    s.d[0] = sn_dim_mul(in->dims, s.d[0], stride * stride);
    s.d[1] = sn_dim_floordiv(in->dims, s.d[1], stride);
    s.d[2] = sn_dim_floordiv(in->dims, s.d[2], stride);
    return sn_move_give(in, 0, &s);
}

/* Strides of the three parts of the packed channels: channel of the image, row and column within a
 * block of f x f pixels, for planes of `plane` elements. */
static void packed_strides(int mode, int64_t channels, int64_t f, int64_t plane, int64_t stride[3])
{
    if (mode == SN_SHUFFLE_CHANNEL_FIRST) {
        stride[0] = f * f * plane;
        stride[1] = f * plane;
        stride[2] = plane;
    } else {
        stride[0] = plane;
        stride[1] = f * channels * plane;
        stride[2] = channels * plane;
    }
}

static sn_status pixel_shuffle_eval(sn_eval *e)
{
    const sn_pixel_shuffle_params *p = e->params;
    const sn_shape *y = &e->out_shape[0];
    int64_t f = p->upscale_factor, h = y->d[1] / f, w = y->d[2] / f, from[3];
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, 0, &m.elem));
    packed_strides(p->mode, y->d[0], f, h * w, from);
    sn_move_axis(&m, y->d[0], from[0], y->d[1] * y->d[2]);
    sn_move_axis(&m, h, w, f * y->d[2]);
    sn_move_axis(&m, f, from[1], y->d[2]);
    sn_move_axis(&m, w, 1, f);
    sn_move_axis(&m, f, from[2], 1);
    sn_move_run(e->ctx, &m, sn_tensor_data(e->in[0]), e->out_data[0]);
    return SN_OK;
}

static sn_status reorg_eval(sn_eval *e)
{
    const sn_reorg_params *p = e->params;
    const sn_shape *y = &e->out_shape[0];
    int64_t s = p->stride, to[3];
    sn_shape x;
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, 0, &m.elem));
    (void)sn_shape_at_least(&e->in_shape[0], 3, &x); /* infer has seen to it */
    packed_strides(p->mode, x.d[0], s, y->d[1] * y->d[2], to);
    sn_move_axis(&m, x.d[0], x.d[1] * x.d[2], to[0]);
    sn_move_axis(&m, s, x.d[2], to[1]);
    sn_move_axis(&m, s, 1, to[2]);
    sn_move_axis(&m, y->d[1], s * x.d[2], y->d[2]);
    sn_move_axis(&m, y->d[2], s, 1);
    sn_move_run(e->ctx, &m, sn_tensor_data(e->in[0]), e->out_data[0]);
    return SN_OK;
}

static sn_answer pixel_shuffle_identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const sn_pixel_shuffle_params *p = node->params;
    *slot = 0;
    if (p->upscale_factor != 1) return SN_ANSWER_NO("the factor is not 1");
    return sn_identity_by_shape(node, arena, slot);
}

static sn_answer reorg_identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const sn_reorg_params *p = node->params;
    *slot = 0;
    if (p->stride != 1) return SN_ANSWER_NO("the stride is not 1");
    return sn_identity_by_shape(node, arena, slot);
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
static sn_answer shuffle_carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    const sn_shuffle_channel_params *p = node->params;
    const sn_affine *m = &c->given[0];
    const int rank = sn_in(node, 0)->shape.rank;
    c->made[0] = *m;
    if (m->axis == SN_AXIS_NONE || (rank >= 0 && rank <= 2)) return SN_ANSWER_YES;
    if (rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (m->axis != 0) return SN_ANSWER_YES;
    if (m->n % p->group != 0) return SN_ANSWER_NO("its groups do not divide the channels");
    const int64_t groups = p->reverse ? m->n / p->group : p->group, each = m->n / groups;
    const turned t = c->up ? (turned){groups, each} : (turned){each, groups};
    c->made[0] = sn_map_pick(arena, m, 0, m->n, from_turned, &t);
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
    return p->mode == SN_SHUFFLE_CHANNEL_FIRST ? i / p->block : i % p->channels;
}

/* Whether no channel is left over behind the last whole block, which the shuffle drops. */
static bool uses_all_channels(const sn_node *node, int64_t n)
{
    const sn_pixel_shuffle_params *p = node->params;
    return sn_dim_equal(sn_in(node, 0)->shape.d[0], n * p->upscale_factor * p->upscale_factor);
}

/* Every channel of the image is spread over as many packed ones as a block has pixels; back is no
 * way. */
static sn_answer spread_out(sn_arena *arena, sn_carry *c, bool to_packed, int64_t factor, int mode)
{
    const sn_affine *m = &c->given[0];
    c->made[0] = *m;
    if (m->axis == SN_AXIS_NONE) return SN_ANSWER_YES;
    if (m->axis != 0) return SN_ANSWER_NO("the factors do not run along its channels");
    if (!to_packed) return SN_ANSWER_NO("channels become pixels of one channel");
    const packed p = {m->n, factor * factor, mode};
    c->made[0] = sn_map_pick(arena, m, 0, m->n * p.block, from_packed, &p);
    return SN_ANSWER_YES;
}

static sn_answer pixel_shuffle_carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    const sn_pixel_shuffle_params *p = node->params;
    if (c->given[0].axis != SN_AXIS_NONE && sn_in(node, 0)->shape.rank != 3)
        return SN_ANSWER_UNKNOWN("the input is not proved to be an image");
    if (c->up && c->given[0].axis == 0 && !uses_all_channels(node, c->given[0].n))
        return SN_ANSWER_UNKNOWN("it is not proved that it drops no channels");
    return spread_out(arena, c, c->up, p->upscale_factor, p->mode);
}

static sn_answer reorg_carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    const sn_reorg_params *p = node->params;
    if (c->given[0].axis != SN_AXIS_NONE && sn_in(node, 0)->shape.rank != 3)
        return SN_ANSWER_UNKNOWN("the input is not proved to be an image");
    return spread_out(arena, c, !c->up, p->stride, p->mode);
}

/* ---- operators ------------------------------------------------------------------------------- */

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};
static const char *const mode_names[] = {"channel_first", "channel_last", NULL};

static const sn_param shuffle_params[] = {
    SN_P_INT(sn_shuffle_channel_params, group, 1, 1, INT32_MAX,
             "groups of channels that are interleaved"),
    SN_P_BOOL(sn_shuffle_channel_params, reverse, 0, "undo such a shuffle"),
    SN_P_END,
};

const sn_op sn_op_shuffle_channel = {
    .name = "shuffle_channel",
    .synopsis = "y = x with its channels [group][n] reordered to [n][group]",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_shuffle_channel_params),
    .params = shuffle_params,
    .infer = shuffle_infer,
    .eval = shuffle_eval,
    .carry = shuffle_carry,
    .identity = shuffle_identity,
    .cost = sn_cost_none,
};

static const sn_param pixel_shuffle_params[] = {
    SN_P_INT(sn_pixel_shuffle_params, upscale_factor, 1, 1, 32768,
             "rows and columns that a pixel becomes"),
    SN_P_ENUM(
        sn_pixel_shuffle_params, mode, SN_SHUFFLE_CHANNEL_FIRST, mode_names,
        "order of the parts of x's channels: (channel, row, column) or (row, column, channel)"),
    SN_P_END,
};

const sn_op sn_op_pixel_shuffle = {
    .name = "pixel_shuffle",
    .synopsis = "y[c][h*f+i][w*f+j] = x[(c,i,j)][h][w]",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_pixel_shuffle_params),
    .params = pixel_shuffle_params,
    .infer = pixel_shuffle_infer,
    .takes_planes = takes_planes,
    .eval = pixel_shuffle_eval,
    .carry = pixel_shuffle_carry,
    .identity = pixel_shuffle_identity,
    .cost = sn_cost_none,
};

static const sn_param reorg_params[] = {
    SN_P_INT(sn_reorg_params, stride, 1, 1, 32768, "rows and columns that become channels"),
    SN_P_ENUM(sn_reorg_params, mode, SN_SHUFFLE_CHANNEL_FIRST, mode_names,
              "order of the parts of the result's channels: (channel, row, column) or (row, "
              "column, channel)"),
    SN_P_END,
};

const sn_op sn_op_reorg = {
    .name = "reorg",
    .synopsis = "y[(c,i,j)][h][w] = x[c][h*s+i][w*s+j]",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_reorg_params),
    .params = reorg_params,
    .infer = reorg_infer,
    .takes_planes = takes_planes,
    .eval = reorg_eval,
    .carry = reorg_carry,
    .identity = reorg_identity,
    .cost = sn_cost_none,
};
