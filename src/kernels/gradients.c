/* SPDX-License-Identifier: Apache-2.0
 *
 * gradients: what training has beside the operators of inference, of plain tensors: gradients of
 * convolutions by their weights and of poolings, and sums over all elements of a channel. Rows of
 * an image are summed up in single precision, the rows together in double; each result is one
 * unit's, so that it has the same bits for any number of threads. */
#include "kernels/loops.h"
#include "kernels/panel.h"
#include "kernels/sums.h"
#include "kernels/tiling.h"
#include "ops/conv_weight_gradient.h"
#include "ops/dropout_mask.h"
#include "ops/images.h"
#include "ops/moments.h"
#include "ops/ops.h"
#include "ops/pool.h"
#include "ops/pool_gradient.h"

extern const char sn_text_conv_weight_gradient[], sn_text_conv_weight_gradient_blocked[],
    sn_text_pool_gradient[], sn_text_pool_gradient_blocked[], sn_text_channel_moments[],
    sn_text_channel_moments_blocked[], sn_text_merge_moments[], sn_text_channel_sums[],
    sn_text_channel_sums_blocked[], sn_text_dropout_mask[];

static bool is_f32(const sn_kernel_ctx *k, const sn_node *node)
{
    (void)k;
    return sn_node_is_f32(node) && sn_shape_known(&sn_out(node, 0)->shape);
}

/* ---- by the weight of a convolution ---------------------------------------------------------- */

/* Of many it is a product of matrices (kernels/weight_gradient.c), but of constants. */
static bool has_few_outputs(const sn_kernel_ctx *k, const sn_node *node)
{
    const sn_conv_weight_gradient_params *p = node->params;
    const bool is_const = sn_value_is_const(sn_in(node, 0)) || sn_value_is_const(sn_in(node, 1));
    return is_f32(k, node) && (is_const || sn_out(node, 0)->shape.d[0] / p->group < 4);
}

/* An output channel and an input channel. */
static int64_t pairs_of_channels(const sn_node *node)
{
    const sn_shape *w = &sn_out(node, 0)->shape;
    return w->d[0] * w->d[1];
}

static sn_status bind_weight(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_conv_weight_gradient_sizes c = sn_conv_weight_gradient_sizes_of(s->node);
    (void)e;
    sn_bind_window(b, &c.w);
    const sn_named_int ints[] = {{CT_MAPS, c.maps},        {CT_IC, c.icg * c.group},
                                 {CT_OC, c.ocg * c.group}, {CT_ICG, c.icg},
                                 {CT_OCG, c.ocg},          {CT_TAPS, c.taps}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    return SN_OK;
}

/* ---- of poolings ----------------------------------------------------------------------------- */

static int64_t planes(const sn_node *node)
{
    const sn_shape *x = &sn_in(node, SN_POOL_GRADIENT_X)->shape;
    return sn_span_count(x, 0, x->rank - ((const sn_pool_params *)node->params)->nd);
}

static sn_status bind_pool(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_pool_params *p = s->node->params;
    sn_window window;
    (void)e;
    sn_pool_window_of(p, &sn_in(s->node, SN_POOL_GRADIENT_X)->shape, &window);
    sn_bind_window(b, &window);
    const sn_named_int ints[] = {{CT_MAX, s->node->op == &sn_op_max_pool_gradient},
                                 {CT_counts_pads, p->count_include_pad},
                                 {CT_pad_behind_z, window.end[0]},
                                 {CT_pad_behind_y, window.end[1]},
                                 {CT_pad_behind_x, window.end[2]}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    return SN_OK;
}

/* ---- of channels ----------------------------------------------------------------------------- */

static sn_span channels_of(const sn_node *node)
{
    return sn_span_of(&sn_in(node, 0)->shape, ((const sn_moments_params *)node->params)->axis);
}

static int64_t channels(const sn_node *node) { return channels_of(node).n; }

enum {
    RUN = 256,     /* pixels of a block that are summed up in single precision, one by one */
    SUMMED = 2048, /* .. by such runs */
    MERGED = 256   /* channels of a unit */
};

/* Of all images of what is in blocks, or of the one that the step is run for. */
static sn_status bind_sums(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const int lanes = sn_emit_machine(e)->lanes;
    const sn_layout *l = &s->in[0]->layout;
    const bool sums = s->node->op == &sn_op_channel_sums;
    const bool moments = s->node->op == &sn_op_moments; /* of x alone, in slot 0 */
    const int x = sums      ? SN_CHANNEL_SUMS_X
                  : moments ? 0
                            : SN_WEIGHT_GRADIENT_X,
              dy = sums      ? SN_CHANNEL_SUMS_DY
                   : moments ? 0
                             : SN_WEIGHT_GRADIENT_DY;
    const sn_value *v = sn_in(s->node, 0);
    const sn_named_int ints[] = {{CT_images, sn_is_joined_channels(v) ? v->shape.d[0] : 1},
                                 {CT_channels, l->channels},
                                 {CT_pixels, l->pixels},
                                 {CT_chunk, SUMMED},
                                 {CT_chunks, (l->pixels + SUMMED - 1) / SUMMED},
                                 {CT_image_floats, sn_place_image_floats(s->in[x], lanes)},
                                 {CT_dy_image_floats, sn_place_image_floats(s->in[dy], lanes)}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    if (sums || moments)
        sn_bind_text(b, CT_sum_up, sn_sums_function(e, sums ? SN_SUMS_PRODUCTS : SN_SUMS_MOMENTS));
    return SN_OK;
}

/* ---- masks ----------------------------------------------------------------------------------- */

static sn_status bind_mask(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_dropout_mask_params *p = s->node->params;
    const double ratio = (double)p->ratio;
    sn_bind_int(b, CT_key_seed, (uint32_t)p->seed);
    sn_bind_int(b, CT_key_place, (uint32_t)p->place);
    sn_bind_int(b, CT_least_kept, (int64_t)(ratio * 0x1p32));
    sn_bind_text(b, CT_kept_factor, sn_emit_number(e, ratio < 1 ? 1 / (1 - ratio) : 0));
    return SN_OK;
}

/* Of groups of one channel. */
static sn_status bind_depthwise(sn_emit *e, const sn_step *s, sn_bind *b)
{
    SN_TRY(bind_sums(e, s, b));
    SN_TRY(bind_weight(e, s, b));
    SN_TRY(sn_bind_as_read(e, b, s));
    const int64_t width =
        sn_in(s->node, SN_WEIGHT_GRADIENT_DY)->shape.d[sn_in(s->node, 0)->shape.rank - 1];
    sn_bind_int(b, CT_chunk, width < RUN ? RUN / width : 1); /* rows */
    return SN_OK;
}

/* Each part has the moments of all channels. */
static int64_t chunks_of_channels(const sn_node *node)
{
    return (sn_in(node, 0)->shape.d[1] + MERGED - 1) / MERGED;
}

static bool has_parts(const sn_kernel_ctx *k, const sn_node *node)
{
    return is_f32(k, node) && sn_in(node, 0)->shape.d[0] > 0;
}

static sn_status bind_merge(sn_emit *e, const sn_step *s, sn_bind *b)
{
    (void)e, (void)s;
    sn_bind_int(b, CT_chunk, MERGED);
    return SN_OK;
}

/* A unit is a block of channels. */
static sn_status by_blocks(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_place *x = s->in[0] ? s->in[0] : s->in[SN_POOL_GRADIENT_DY];
    s->units[0] = sn_layout_blocks(&x->layout, k->machine->lanes);
    s->why = "blocks of channels";
    return SN_OK;
}

/* clang-format off */
static const sn_loops_row rows[] = {
    {.op = &sn_op_conv_weight_gradient, .name = "conv_weight_gradient",
     .body = sn_text_conv_weight_gradient, .units = pairs_of_channels, .fits = has_few_outputs,
     .bind = bind_weight, .cost = 30},
    {.op = &sn_op_max_pool_gradient, .name = "pool_gradient", .body = sn_text_pool_gradient,
     .units = planes, .fits = is_f32, .bind = bind_pool, .cost = 30},
    {.op = &sn_op_average_pool_gradient, .name = "pool_gradient", .body = sn_text_pool_gradient,
     .units = planes, .fits = is_f32, .bind = bind_pool,
     .unread = 1u << SN_POOL_GRADIENT_X, .cost = 30},
    {.op = &sn_op_dropout_mask, .name = "dropout_mask", .body = sn_text_dropout_mask,
     .units = sn_loops_chunks, .fits = is_f32, .bind = bind_mask,
     .unread = 1u << SN_DROPOUT_MASK_LIKE, .cost = 12},
    {.op = &sn_op_moments, .name = "channel_moments", .body = sn_text_channel_moments,
     .units = channels, .fits = is_f32, .cost = 1},
    {.op = &sn_op_merge_moments, .name = "merge_moments", .body = sn_text_merge_moments,
     .units = chunks_of_channels, .fits = has_parts, .bind = bind_merge, .cost = 2},
    {.op = &sn_op_channel_sums, .name = "channel_sums", .body = sn_text_channel_sums,
     .units = channels, .fits = is_f32, .cost = 1},
};

/* Of operands in blocks; a unit is one. */
static const sn_loops_row blocked[] = {
    {.op = &sn_op_conv_weight_gradient, .name = "conv_weight_gradient_blocked",
     .body = sn_text_conv_weight_gradient_blocked, .prepare = by_blocks, .fits = is_f32,
     .bind = bind_depthwise, .cost = 1},
    {.op = &sn_op_max_pool_gradient, .name = "pool_gradient_blocked",
     .body = sn_text_pool_gradient_blocked, .prepare = by_blocks, .fits = is_f32,
     .bind = bind_pool, .cost = 6},
    {.op = &sn_op_average_pool_gradient, .name = "pool_gradient_blocked",
     .body = sn_text_pool_gradient_blocked, .prepare = by_blocks, .fits = is_f32,
     .bind = bind_pool, .unread = 1u << SN_POOL_GRADIENT_X, .cost = 6},
    {.op = &sn_op_moments, .name = "channel_moments_blocked",
     .body = sn_text_channel_moments_blocked, .prepare = by_blocks, .fits = is_f32,
     .bind = bind_sums, .cost = 0.5},
    {.op = &sn_op_channel_sums, .name = "channel_sums_blocked",
     .body = sn_text_channel_sums_blocked, .prepare = by_blocks, .fits = is_f32,
     .bind = bind_sums, .cost = 0.5},
};
/* clang-format on */

/* ---- the kernel ------------------------------------------------------------------------------ */

static const sn_loops_row *blocked_row(const sn_op *op)
{
    return sn_loops_find(blocked, sizeof blocked / sizeof blocked[0], op);
}

/* Channels in front, of something that is computed, and is not all images of something. */
static bool has_channels_in_front(const sn_value *v)
{
    return v->shape.rank > 1 && !sn_value_is_const(v) && !sn_is_joined_channels(v);
}

/* Of all images, or of one. */
static bool sums_in_blocks(const sn_node *node)
{
    const int axis = ((const sn_moments_params *)node->params)->axis;
    const unsigned n = node->op == &sn_op_channel_sums ? 2 : 1; /* dy, x */
    for (unsigned i = 0; i < n; i++) {
        const sn_value *v = sn_in(node, i);
        if (axis > 1 || !(axis == 1 ? sn_is_joined_channels(v) : has_channels_in_front(v)))
            return false;
    }
    return true;
}

/* Whether its operands can be in blocks. */
static bool fits_blocks(const sn_node *node)
{
    if (!blocked_row(node->op)) return false;
    if (node->op == &sn_op_channel_sums || node->op == &sn_op_moments) return sums_in_blocks(node);
    if (node->op == &sn_op_conv_weight_gradient) {
        const sn_conv_weight_gradient_params *p = node->params;
        const sn_shape *w = &sn_out(node, 0)->shape;
        return p->axis == 1 && p->group > 1 && w->d[0] == p->group && w->d[1] == 1 &&
               sn_is_joined_channels(sn_in(node, SN_WEIGHT_GRADIENT_X)) &&
               sn_is_joined_channels(sn_in(node, SN_WEIGHT_GRADIENT_DY));
    }
    const sn_shape *x = &sn_in(node, SN_POOL_GRADIENT_X)->shape;
    return x->rank == ((const sn_pool_params *)node->params)->nd + 1 &&
           !sn_value_is_const(sn_in(node, SN_POOL_GRADIENT_X)) &&
           !sn_value_is_const(sn_in(node, SN_POOL_GRADIENT_DY));
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    const bool in_blocks = fits_blocks(node);
    const sn_loops_row *row = in_blocks
                                  ? blocked_row(node->op)
                                  : sn_loops_find(rows, sizeof rows / sizeof rows[0], node->op);
    if (!row || !sn_loops_offer(k, node, row, out)) return false;
    if (!in_blocks) return true;
    out->in[0] = out->in[1] = SN_LAYOUT_BLOCKED;
    if (node->op == &sn_op_conv_weight_gradient)
        out->prologue_times = (double)sn_shape_count(&sn_in(node, SN_WEIGHT_GRADIENT_DY)->shape) *
                              (double)sn_conv_weight_gradient_sizes_of(node).taps /
                              (double)sn_shape_count(&sn_in(node, 0)->shape);
    const bool pools = sn_out(node, 0)->shape.rank == sn_in(node, 0)->shape.rank &&
                       node->op != &sn_op_conv_weight_gradient;
    if (!pools) return true;
    out->out[0] = SN_LAYOUT_BLOCKED;
    out->may_exceed_padding = true;
    return true;
}

static const sn_loops_row *row_of(const sn_step *s)
{
    const sn_place *x = s->in[0] ? s->in[0] : s->in[s->n_in - 1];
    return x && x->layout.kind == SN_LAYOUT_BLOCKED
               ? blocked_row(s->node->op)
               : sn_loops_find(rows, sizeof rows / sizeof rows[0], s->node->op);
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s) { return sn_loops_plan(k, s, row_of(s)); }

static sn_status emit(sn_emit *e, const sn_step *s) { return sn_loops_emit(e, s, row_of(s)); }

const sn_kernel sn_kernel_gradients = {
    .name = "gradients",
    .ops =
        SN_OPS(&sn_op_conv_weight_gradient, &sn_op_max_pool_gradient, &sn_op_average_pool_gradient,
               &sn_op_dropout_mask, &sn_op_moments, &sn_op_merge_moments, &sn_op_channel_sums),
    .synopsis = "gradients of convolutions by weights and of poolings; sums of channels; masks",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
