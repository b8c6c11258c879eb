/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of 3x3 convolutions of stride 1 by their weights, by the transpose of Winograd's
 * F(4,3):
 *
 *     dg = G' [sum over tiles of (A dy A') .* (B' x B)] G
 *
 * which takes 36 products for each pair of channels and tile where the plain sum takes 144. Work is
 * cut by input channels; a unit goes through the tiles of all images, some at a time, so that what
 * it has transformed, and the sums, stay in the second cache: the same bits for any number of
 * threads. */
#include "kernels/conv_sizes.h"
#include "kernels/panel.h"
#include "kernels/tile.h"
#include "kernels/winograd_math.h"
#include "ops/images.h"
#include "ops/ops.h"

extern const char sn_text_winograd_gradient[], sn_text_winograd_dy[];

enum {
    M = 4, /* results of a tile along an axis */
    R = 3, /* taps */
    N = M + R - 1,
    POS = N * N,
    DEPTH = 8,         /* tiles of one step of the micro-kernel */
    MOST_TILES = 64,   /* that are transformed together */
    TRANSFORM_X = 162, /* vector instructions for a tile of a block of channels */
    TRANSFORM_DY = 200
};

typedef struct winograd_gradient_config {
    sn_conv_weight_gradient_sizes c;
    int64_t th, tw, tiles; /* of an image */
    int64_t slice;         /* blocks of input channels of a unit */
    int64_t chunk;         /* tiles that are transformed together */
    sn_tiling tiling;
} winograd_gradient_config;

static int64_t largest_divisor(int64_t n, double most)
{
    int64_t found = 1;
    for (int64_t d = 2; d <= n; d++)
        if (n % d == 0 && (double)d <= most) found = d;
    return found;
}

static bool configure(const sn_kernel_ctx *k, const sn_node *node, winograd_gradient_config *f)
{
    const sn_conv_weight_gradient_params *p = node->params;
    const sn_value *x = sn_in(node, SN_WEIGHT_GRADIENT_X), *dy = sn_in(node, SN_WEIGHT_GRADIENT_DY);
    if (!sn_kernel_may_regroup(k) || !sn_node_is_f32(node) || p->axis != 1 || p->nd != 2 ||
        p->group != 1 || !sn_is_joined_channels(x) || x->shape.rank != 4 ||
        !sn_is_joined_channels(dy) || !sn_shape_known(&sn_out(node, 0)->shape))
        return false;
    *f = (winograd_gradient_config){.c = sn_conv_weight_gradient_sizes_of(node)};
    for (int a = 1; a < 3; a++)
        if (f->c.w.kernel[a] != R || f->c.w.stride[a] != 1 || f->c.w.dilation[a] != 1) return false;
    const int lanes = k->machine->lanes;
    const int64_t icb = sn_blocks_of(f->c.icg, lanes), ocb = sn_blocks_of(f->c.ocg, lanes);
    if (f->c.maps * f->c.w.out[1] * f->c.w.out[2] == 0 || icb == 0 || ocb == 0) return false;
    f->th = (f->c.w.out[1] + M - 1) / M;
    f->tw = (f->c.w.out[2] + M - 1) / M;
    f->tiles = f->th * f->tw;
    const double floats = sn_machine_l2_bytes(k->machine) / sizeof(float);
    double most = floats * 3 / 8 / (double)(POS * ocb * lanes * lanes);
    if (most > (double)(icb / k->n_threads)) most = (double)(icb / k->n_threads);
    f->slice = largest_divisor(icb, most);
    const double each = (double)(POS * lanes * (f->slice + ocb));
    f->chunk = (int64_t)(floats * 3 / 8 / each) / DEPTH * DEPTH;
    if (f->chunk > MOST_TILES) f->chunk = MOST_TILES;
    if (f->chunk < DEPTH) f->chunk = DEPTH;
    f->tiling = sn_tiling_of(k->machine, f->slice * lanes, f->c.ocg, f->chunk);
    return true;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    winograd_gradient_config f;
    if (node->op != &sn_op_conv_weight_gradient || !configure(k, node, &f)) return false;
    const int lanes = k->machine->lanes;
    const double icb = (double)sn_blocks_of(f.c.icg, lanes),
                 ocb = (double)sn_blocks_of(f.c.ocg, lanes), slices = icb / (double)f.slice,
                 tiles = (double)(f.c.maps * f.tiles);
    const double chunks = (tiles + (double)f.chunk - 1) / (double)f.chunk;
    out->prologue_times = tiles * POS / (double)(f.c.maps * f.c.w.in[1] * f.c.w.in[2]);
    out->in[SN_WEIGHT_GRADIENT_X] = out->in[SN_WEIGHT_GRADIENT_DY] = SN_LAYOUT_BLOCKED;
    out->work.vector = POS * slices * chunks * sn_tiling_vectors(k->machine, &f.tiling) +
                       tiles * (TRANSFORM_X * icb + TRANSFORM_DY * ocb * slices) +
                       4 * POS * chunks * icb * ocb * lanes;
    out->work.scalar = 12.0 * (double)(f.c.icg * f.c.ocg);
    return true;
}

/* A line more than there are, or all positions would want the same lines of the first cache. */
static int64_t v_floats(const winograd_gradient_config *f, int lanes)
{
    return f->chunk * f->slice * lanes + 16;
}
static int64_t m_floats(const winograd_gradient_config *f, int lanes)
{
    return f->chunk * sn_blocks_of(f->c.ocg, lanes) * lanes + 16;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    winograd_gradient_config *f = SN_NEW(k->arena, winograd_gradient_config);
    if (!configure(k, s->node, f))
        return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no gradient of a 3x3 convolution");
    const int lanes = k->machine->lanes;
    const int64_t ocb = sn_blocks_of(f->c.ocg, lanes), rows = f->slice * lanes;
    s->config = f;
    s->n_phases = 1;
    s->units[0] = sn_blocks_of(f->c.icg, lanes) / f->slice;
    s->scratch = POS * (v_floats(f, lanes) + m_floats(f, lanes) + ocb * rows * lanes) +
                 sn_chunks_largest(&f->tiling.groups) * rows * lanes;
    sn_weight_gradient_count(s, &f->c);
    s->why = sn_arena_printf(k->arena, "Winograd F(%d,%d), %lld tiles at a time, %s", M, R,
                             (long long)f->chunk, sn_tiling_text(k->arena, &f->tiling));
    return SN_OK;
}

/* ---- printing -------------------------------------------------------------------------------- */

/* Binds ${OF_DY} to the name of the transform of dy. */
static sn_status bind_dy(sn_emit *e, sn_bind *step)
{
    static const char name[] = "winograd_dy";
    const char *text = NULL;
    sn_bind_text(step, CT_OF_DY, name);
    if (sn_emit_has_helper(e, name)) return SN_OK;
    sn_bind *b = sn_bind_create(e);
    sn_bind_text(b, CT_NAME, name);
    sn_bind_int(b, CT_M, M);
    sn_bind_text(b, CT_TRANSFORM, sn_emit_winograd(e, SN_WINOGRAD_RESULTS, N, M, "AT", "TO"));
    SN_TRY(sn_template(e, "winograd_dy.ct", sn_text_winograd_dy, b, &text));
    sn_emit_helper(e, name, text);
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const winograd_gradient_config *f = s->config;
    const sn_place *x = s->in[SN_WEIGHT_GRADIENT_X], *dy = s->in[SN_WEIGHT_GRADIENT_DY];
    const int lanes = sn_emit_machine(e)->lanes;
    const int64_t rows = f->slice * lanes;
    const char *text = NULL;
    sn_bind *b = sn_bind_create(e);
    const sn_named_int ints[] = {{CT_M, M},
                                 {CT_N, N},
                                 {CT_POS, POS},
                                 {CT_K, DEPTH},
                                 {CT_TAPS, R * R},
                                 {CT_lanes, lanes},
                                 {CT_MAPS, f->c.maps},
                                 {CT_TILES, f->tiles},
                                 {CT_TW, f->tw},
                                 {CT_CHUNK, f->chunk},
                                 {CT_PITCH, rows},
                                 {CT_VPOS, v_floats(f, lanes)},
                                 {CT_MPOS, m_floats(f, lanes)},
                                 {CT_IC, f->c.icg},
                                 {CT_OC, f->c.ocg},
                                 {CT_OCB, sn_blocks_of(f->c.ocg, lanes)},
                                 {CT_GROUPS, f->tiling.groups.n},
                                 {CT_Q, f->tiling.groups.size},
                                 {CT_R, f->tiling.groups.larger},
                                 {CT_TOP, f->c.w.begin[1]},
                                 {CT_LEFT, f->c.w.begin[2]},
                                 {CT_H, f->c.w.in[1]},
                                 {CT_WIDTH, f->c.w.in[2]},
                                 {CT_OH, f->c.w.out[1]},
                                 {CT_OW, f->c.w.out[2]},
                                 {CT_XPLANE, x->layout.plane},
                                 {CT_X_IMAGE, sn_place_image_floats(x, lanes)},
                                 {CT_DY_PLANE, dy->layout.plane},
                                 {CT_DY_IMAGE, sn_place_image_floats(dy, lanes)}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    sn_bind_text(b, CT_X, sn_emit_in(e, x));
    sn_bind_text(b, CT_W, sn_emit_in(e, dy));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    sn_bind_text(b, CT_TRANSFORM, sn_emit_winograd(e, SN_WINOGRAD_BACK, N, R, "AT", "TAP"));
    SN_TRY(sn_bind_as_read(e, b, s));
    sn_bind_int(b, CT_REST, x->layout.channels % lanes);
    sn_bind_int(b, CT_BLOCKS, sn_layout_blocks(&x->layout, lanes));
    SN_TRY(sn_bind_winograd_in(e, b, s, N));
    SN_TRY(sn_bind_winograd_edge(e, b, s, N));
    SN_TRY(bind_dy(e, b));
    const sn_tile tile = {.x = SN_TILE_SPACED,
                          .walk = SN_TILE_PLACES,
                          .unroll = DEPTH,
                          .space = rows,
                          .row_space = 1};
    const sn_chunks counts = {1, rows, 0};
    sn_bind_tile_run(e, b, CT_MUL, &tile, &counts);
    SN_TRY(sn_template(e, "winograd_gradient.ct", sn_text_winograd_gradient, b, &text));
    sn_emit_function(e, s, 0, text);
    return SN_OK;
}

const sn_kernel sn_kernel_winograd_gradient = {
    .name = "winograd_gradient",
    .ops = SN_OPS(&sn_op_conv_weight_gradient),
    .synopsis =
        "gradient of a 3x3 convolution by its weight by the transpose of Winograd's algorithm",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
