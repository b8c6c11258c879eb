/* SPDX-License-Identifier: Apache-2.0
 *
 * 3x3 and 5x5 convolutions of stride 1 by Winograd's minimal filtering: tiles of n x n pixels of
 * the input, which overlap, are transformed to as many numbers a channel; there the convolution is
 * a product of matrices for each of these positions; its results are transformed back to m x m
 * pixels. Weights are transformed here, in double. F(4,3), F(2,3), F(2,5): see winograd_math.h.
 *
 * Work is cut into chunks of tiles, each with all groups of output channels, whose products are
 * transformed back while they are in the cache. Where there are few tiles, the inputs are
 * transformed in a phase before, and groups are shared out. A pooling by cells of which tiles are
 * whole numbers is done to a tile in registers, and nothing else is stored. */
#include "kernels/conv_sizes.h"
#include "kernels/panel.h"
#include "kernels/pool.h"
#include "kernels/sums.h"
#include "kernels/tile.h"
#include "kernels/winograd_math.h"
#include "ops/ops.h"

extern const char sn_text_winograd[], sn_text_winograd_inputs[], sn_text_winograd_weights[];

enum {
    LEAST_FLOATS = 112 * 1024, /* of transformed input and products that a thread works on: with
                                  fewer the weights are read too often */
    LEAST_CHUNK = 24,          /* tiles, over which the weights are read once */
    MOST_SHARED = 64,          /* tiles: up to so many are transformed in a phase of their own */
};

/* Vector instructions to transform a tile of a vector of channels, there or back. */
enum { F4_TRANSFORM = 162, F2_TRANSFORM = 81 };

/* The same of the weights of a vector of output channels, which are taken from their rows first. */
enum { F4_WEIGHTS = 150, TAKE_TAPS = 6 };

typedef struct winograd_config {
    sn_conv_sizes c;
    int64_t m, n; /* output and input pixels of a tile along one axis */
    int64_t th, tw;
    const sn_cells *cells; /* that the result is pooled by; NULL: it is not */
    sn_chunks chunks;      /* of tiles */
    sn_tiling tiling;
    bool shared;
    const sn_packed *weights;
    int64_t v_tiles, v_pos, m_tiles,
        m_pos; /* strides of the transformed input and of the products */
} winograd_config;

/* ---- choice ---------------------------------------------------------------------------------- */

static int64_t tiles_along(int64_t n, int64_t m) { return (n + m - 1) / m; }

/* Seconds that the products of so many units take. */
static double products_seconds(const sn_kernel_ctx *k, const winograd_config *f,
                               const sn_tiling *tiling, double units)
{
    const int lanes = k->machine->lanes;
    const double pos = (double)(f->n * f->n), ic = (double)(sn_blocks_of(f->c.icg, lanes) * lanes),
                 width = (double)(sn_chunks_largest(&tiling->groups) * lanes);
    sn_tiling one = *tiling;
    one.groups = (sn_chunks){1, sn_chunks_largest(&tiling->groups), 0};
    sn_work w = {.vector = units * pos * sn_tiling_vectors(k->machine, &one)};
    sn_weights_stream(k, &w, 4 * units * pos * ic * width);
    return sn_work_seconds(k->machine, &w);
}

/* Groups of outputs are cut into more parts, and tiles into chunks, as far as threads gain by it:
 * smaller parts use registers less well, chunks read the same weights. */
static void split_shared(const sn_kernel_ctx *k, winograd_config *f, int64_t tiles)
{
    const int64_t blocks = sn_blocks_of(f->c.ocg, k->machine->lanes), T = k->n_threads,
                  least = f->tiling.groups.n;
    double best = 0;
    if (T == 1) return;
    for (int64_t chunks = 1; chunks <= tiles && chunks <= T; chunks++) {
        for (int64_t parts = least; parts <= blocks; parts++) {
            const int64_t units = f->c.group * parts * chunks;
            if (best > 0 && units > 2 * T) break;
            const sn_chunks cut = sn_chunks_in(tiles, chunks);
            sn_tiling t = f->tiling;
            t.groups = sn_chunks_in(blocks, parts);
            t = sn_tiling_across(k->machine, &t, sn_chunks_largest(&cut), t.k);
            const double now = products_seconds(k, f, &t, (double)((units + T - 1) / T));
            if (best > 0 && now >= 0.98 * best) continue;
            best = now;
            f->chunks = cut;
            f->tiling = t;
        }
    }
}

static winograd_config configure(const sn_kernel_ctx *k, const sn_conv_sizes *c,
                                 const sn_cells *cells, int64_t m)
{
    const int lanes = k->machine->lanes;
    winograd_config f = {.c = *c,
                         .m = m,
                         .n = m + c->w.kernel[1] - 1,
                         .th = tiles_along(cells ? sn_cells_reach(cells, 0) : c->w.out[1], m),
                         .tw = tiles_along(cells ? sn_cells_reach(cells, 1) : c->w.out[2], m),
                         .cells = cells};
    const int64_t tiles = f.th * f.tw, pos = f.n * f.n,
                  ic = sn_blocks_of(c->icg, lanes) * lanes * c->group;
    f.shared = tiles <= MOST_SHARED;
    int64_t floats =
        (int64_t)sn_machine_l2_bytes(k->machine) * 5 / 8 /
        4; /* the rest of the second cache is for weights, and what is read and written */
    if (floats < LEAST_FLOATS) floats = LEAST_FLOATS;
    int64_t most = floats / (pos * (ic + 4 * lanes));
    if (most < LEAST_CHUNK) most = LEAST_CHUNK;
    if (f.shared) most = MOST_SHARED;
    f.chunks = sn_chunks_of(tiles, most);
    if (!f.shared) f.chunks = sn_chunks_in(tiles, sn_even_parts(k, f.chunks.n, 1, tiles));
    f.tiling = sn_tiling_of(k->machine, sn_chunks_largest(&f.chunks), c->ocg,
                            sn_blocks_of(c->icg, lanes) * lanes);
    if (f.shared) split_shared(k, &f, tiles);
    const int64_t count = sn_chunks_largest(&f.chunks);
    f.v_tiles = f.shared ? tiles : count;
    f.v_pos = ic * f.v_tiles +
              16; /* or the positions of a tile would want the same lines of the first cache */
    f.m_tiles = count;
    f.m_pos = sn_chunks_largest(&f.tiling.groups) * lanes * count + 16;
    return f;
}

static int64_t stored_pixels(const winograd_config *f)
{
    return f->cells ? f->cells->out[0] * f->cells->out[1] : sn_conv_pixels(f->c.w.out);
}

static sn_work work_of(const sn_kernel_ctx *k, const winograd_config *f)
{
    const int lanes = k->machine->lanes;
    const sn_conv_sizes *c = &f->c;
    const double tiles = (double)(f->th * f->tw), pos = (double)(f->n * f->n);
    const double ic = (double)(sn_blocks_of(c->icg, lanes) * lanes),
                 oc = (double)(sn_blocks_of(c->ocg, lanes) * lanes);
    const double channels = (double)c->group * (ic + oc),
                 weights = (double)c->group * pos * ic * oc;
    sn_work w = {.vector = (double)(c->group * f->chunks.n) * pos *
                               sn_tiling_vectors(k->machine, &f->tiling) +
                           (f->n == 6 ? F4_TRANSFORM : F2_TRANSFORM) * tiles * channels / lanes,
                 .barriers = f->shared};
    sn_weights_stream(k, &w, 4.0 * weights * (double)f->chunks.n);
    if (!c->known) { /* they are transformed once for all images */
        w.vector += (F4_WEIGHTS + TAKE_TAPS * lanes) * (double)c->group * ic * oc / lanes /
                    (double)k->images;
        sn_results_stream(&w, 4.0 * weights / (double)k->images);
    }
    if (f->cells) w.vector += sn_cells_vectors(f->cells, c->group * c->ocg, lanes);
    sn_results_stream(&w, 4.0 * (double)c->group * oc * (double)stored_pixels(f));
    return w;
}

static double seconds(const sn_kernel_ctx *k, const winograd_config *f)
{
    const sn_work w = work_of(k, f);
    return sn_work_seconds(k->machine, &w);
}

/* Tiles are whole numbers of cells. */
static winograd_config choose(const sn_kernel_ctx *k, const sn_conv_sizes *c, const sn_cells *cells)
{
    const winograd_config f2 = configure(k, c, cells, 2);
    if (c->w.kernel[1] == 5) return f2;
    const winograd_config f4 = configure(k, c, cells, 4);
    if (cells && !sn_cells_fit_tiles(cells, 2)) return f4;
    return seconds(k, &f4) <= seconds(k, &f2) ? f4 : f2;
}

static bool sizes_of(const sn_kernel_ctx *k, const sn_node *node, sn_conv_sizes *c)
{
    if (!sn_kernel_may_regroup(k) || !sn_conv_sizes_of(node, c) || sn_conv_is_special(c))
        return false;
    const sn_window *w = &c->w;
    if (w->kernel[0] != 1 || w->in[0] != 1 || w->out[0] != 1) return false;
    if (w->kernel[1] != w->kernel[2] || (w->kernel[1] != 3 && w->kernel[1] != 5)) return false;
    for (int a = 1; a < 3; a++) {
        if (w->stride[a] != 1 || w->dilation[a] != 1) return false;
    }
    sn_conv_merge(c, k->machine->lanes);
    return true;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    sn_conv_sizes c;
    if (!sizes_of(k, node, &c)) return false;
    const winograd_config f = choose(k, &c, NULL);
    out->in[0] = out->out[0] = SN_LAYOUT_BLOCKED;
    out->epilogue = true;
    out->sums = SN_SUMS_BY_PARTS;
    out->prologue_times = (double)(f.th * f.tw * f.n * f.n) / (double)sn_conv_pixels(c.w.in);
    out->work = work_of(k, &f);
    return true;
}

static const char *why_no_pool(const sn_kernel_ctx *k, const sn_node *node, const sn_cells *cells,
                               sn_work *work)
{
    sn_conv_sizes c;
    if (!sizes_of(k, node, &c)) return "it is no such convolution";
    if (cells->in[0] != c.w.out[1] || cells->in[1] != c.w.out[2]) return sn_cells_other_shape;
    if (!sn_cells_fit_tiles(cells, c.w.kernel[1] == 5 ? 2 : 4)) return sn_cells_are_cut;
    const winograd_config f = choose(k, &c, cells);
    *work = work_of(k, &f);
    return NULL;
}

/* ---- weights --------------------------------------------------------------------------------- */

/* [group][part][position][ic][blocks][lanes]. */
static void pack(const winograd_config *f, int lanes, const float *w, float *to)
{
    const sn_conv_sizes *c = &f->c;
    const int64_t pos = f->n * f->n, ic = sn_blocks_of(c->icg, lanes) * lanes;
    const int r = (int)c->w.kernel[1];
    double taps[SN_WINOGRAD_MOST * SN_WINOGRAD_MOST], u[SN_WINOGRAD_MOST * SN_WINOGRAD_MOST];
    for (int64_t g = 0; g < c->group; g++)
        for (int64_t part = 0; part < f->tiling.groups.n; part++) {
            const int64_t from = sn_chunks_start(&f->tiling.groups, part) * lanes;
            const int64_t width = sn_chunks_start(&f->tiling.groups, part + 1) * lanes - from;
            for (int64_t i = 0; i < ic; i++)
                for (int64_t o = 0; o < width; o++) {
                    const float *row = sn_conv_row_of(c, w, g, from + o, i);
                    if (!row) continue;
                    for (int t = 0; t < r * r; t++) taps[t] = (double)row[t];
                    sn_winograd_weights((int)f->n, r, taps, u);
                    for (int64_t p = 0; p < pos; p++) to[(p * ic + i) * width + o] = (float)u[p];
                }
            to += pos * ic * width;
        }
}

/* Of a block of input channels and a part, from a position to the next: a line more than there are,
 * or all positions would want the same lines of the first cache. */
static int64_t near_floats(int lanes, const winograd_config *f)
{
    return sn_chunks_largest(&f->tiling.groups) * lanes * lanes + 16;
}

/* At run time, once for all images. */
static sn_status plan_weights(const sn_kernel_ctx *k, sn_step *s)
{
    const winograd_config *f = s->config;
    s->n_phases = 1;
    s->units[0] = f->c.group * sn_blocks_of(f->c.icg, k->machine->lanes) * f->tiling.groups.n;
    s->scratch = f->n * f->n * near_floats(k->machine->lanes, f);
    s->bytes = 4.0 * (double)(sn_shape_count(&s->in[0]->shape) + sn_shape_count(&s->out[0]->shape));
    s->why = "transforms weights, a block of input channels at a time";
    return SN_OK;
}

static sn_status emit_weights(sn_emit *e, const sn_step *s)
{
    const winograd_config *f = s->config;
    const sn_conv_sizes *c = &f->c;
    const int lanes = sn_emit_machine(e)->lanes, r = (int)c->w.kernel[1];
    const char *text = NULL;
    sn_bind *b = sn_bind_create(e);
    const sn_named_int ints[] = {{CT_PARTS, c->group},
                                 {CT_OC, c->ocg},
                                 {CT_IC, c->icg / c->merged},
                                 {CT_ICG, c->icg},
                                 {CT_OCG, c->ocg / c->merged},
                                 {CT_ICB, sn_blocks_of(c->icg, lanes)},
                                 {CT_OCB, sn_blocks_of(c->ocg, lanes)},
                                 {CT_TAPS, r * r},
                                 {CT_lanes, lanes},
                                 {CT_POS, f->n * f->n},
                                 {CT_PITCH, near_floats(lanes, f)},
                                 {CT_GROUPS, f->tiling.groups.n},
                                 {CT_Q, f->tiling.groups.size},
                                 {CT_R, f->tiling.groups.larger}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    sn_bind_text(b, CT_W, sn_emit_in(e, s->in[0]));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    sn_bind_text(b, CT_TRANSFORM,
                 sn_emit_winograd(e, SN_WINOGRAD_WEIGHTS, (int)f->n, r, "TAP", "TO"));
    SN_TRY(sn_template(e, "winograd_weights.ct", sn_text_winograd_weights, b, &text));
    sn_emit_function(e, s, 0, text);
    return SN_OK;
}

static const sn_kernel weights_kernel = {
    .name = "winograd_weights", .plan = plan_weights, .emit = emit_weights};

static bool same_weights(const winograd_config *a, const winograd_config *b)
{
    return a->m == b->m && sn_chunks_equal(&a->tiling.groups, &b->tiling.groups);
}

/* Packs them; those of a step that has been planned before stay, or are replaced. */
static sn_status place_weights(const sn_kernel_ctx *k, sn_step *s, winograd_config *f)
{
    const winograd_config *before = s->config;
    const float *w = NULL;
    const int lanes = k->machine->lanes;
    const int64_t floats = f->c.group * f->n * f->n * sn_blocks_of(f->c.icg, lanes) *
                           sn_blocks_of(f->c.ocg, lanes) * lanes * lanes;
    if (before && same_weights(before, f)) {
        f->weights = before->weights;
        return SN_OK;
    }
    static const char what[] = "transformed weights [group][part][position][ic][oc]";
    if (f->c.known) {
        SN_TRY(sn_step_constant(k, s->node, 1, &w));
        pack(f, lanes, w, sn_step_pack(k, s, floats, what));
        f->weights = s->packed[s->n_packed - 1];
    } else {
        f->weights = sn_step_pack_by(k, s, 1, floats, what, &weights_kernel, f);
    }
    if (before) sn_step_drop_packed(s, before->weights);
    return SN_OK;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    sn_conv_sizes c;
    if (!sizes_of(k, s->node, &c))
        return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL,
                            "no 3x3 or 5x5 convolution of known sizes");
    winograd_config *f = SN_NEW(k->arena, winograd_config);
    const sn_cells *cells = NULL;
    SN_TRY(sn_step_cells(k, s, &cells));
    *f = choose(k, &c, cells);
    SN_TRY(place_weights(k, s, f));
    const int64_t pos = f->n * f->n, groups = c.group * f->tiling.groups.n;
    s->config = f;
    s->n_phases = f->shared ? 2 : 1;
    s->units[0] = f->shared ? f->th * f->tw : f->chunks.n;
    s->units[1] = groups * f->chunks.n;
    s->splits_weights = f->shared;
    s->shared = f->shared ? pos * f->v_pos : 0;
    s->scratch = pos * (f->m_pos + (f->shared ? 0 : f->v_pos));
    sn_sums_plan(k, s, f->chunks.n);
    s->flops = sn_conv_flops(&c);
    s->bytes =
        4.0 * (double)(c.group * (c.icg * sn_conv_pixels(c.w.in) + c.ocg * stored_pixels(f)) +
                       f->weights->floats);
    s->why = sn_arena_printf(
        k->arena,
        "Winograd F(%d,%d): %lld tiles in %lld chunk%s, register tile of %lld block%s%s%s%s%s",
        (int)f->m, (int)c.w.kernel[1], (long long)(f->th * f->tw), (long long)f->chunks.n,
        f->chunks.n == 1 ? "" : "s", (long long)sn_chunks_largest(&f->tiling.groups),
        sn_chunks_largest(&f->tiling.groups) == 1 ? "" : "s",
        f->shared ? ", inputs transformed before" : "",
        s->prologue ? ", after what is done to them first" : "",
        cells ? ", pooled as it is stored" : "", sn_sums_text(s));
    return SN_OK;
}

/* ---- printing -------------------------------------------------------------------------------- */

static void bind_sizes(sn_bind *b, const sn_step *s, const winograd_config *f, int lanes)
{
    const sn_conv_sizes *c = &f->c;
    const sn_named_int ints[] = {{CT_M, f->m},
                                 {CT_N, f->n},
                                 {CT_POS, f->n * f->n},
                                 {CT_TW, f->tw},
                                 {CT_CHUNKS, f->chunks.n},
                                 {CT_CQ, f->chunks.size},
                                 {CT_CR, f->chunks.larger},
                                 {CT_PARTS, c->group},
                                 {CT_GROUPS, f->tiling.groups.n},
                                 {CT_Q, f->tiling.groups.size},
                                 {CT_R, f->tiling.groups.larger},
                                 {CT_ICB, sn_blocks_of(c->icg, lanes)},
                                 {CT_OCB, sn_blocks_of(c->ocg, lanes)},
                                 {CT_OH, c->w.out[1]},
                                 {CT_OW, c->w.out[2]},
                                 {CT_VTILES, f->v_tiles},
                                 {CT_VPOS, f->v_pos},
                                 {CT_MTILES, f->m_tiles},
                                 {CT_MPOS, f->m_pos},
                                 {CT_YPLANE, s->out[0]->layout.plane}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
}

/* Binds ${INPUTS}, the function that transforms the inputs of some tiles. */
static sn_status bind_inputs(sn_emit *e, sn_bind *step, const sn_step *s, const winograd_config *f)
{
    const sn_conv_sizes *c = &f->c;
    const int lanes = sn_emit_machine(e)->lanes;
    const char *name, *args;
    const sn_named_int ints[] = {{CT_M, f->m},
                                 {CT_N, f->n},
                                 {CT_TW, f->tw},
                                 {CT_TOP, c->w.begin[1]},
                                 {CT_LEFT, c->w.begin[2]},
                                 {CT_H, c->w.in[1]},
                                 {CT_WIDTH, c->w.in[2]},
                                 {CT_BLOCKS, c->group * sn_blocks_of(c->icg, lanes)},
                                 {CT_XPLANE, s->in[0]->layout.plane},
                                 {CT_VTILES, f->v_tiles},
                                 {CT_VPOS, f->v_pos}};
    sn_bind *b = sn_bind_create(e);
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    sn_bind_text(b, CT_PAD, sn_emit_number(e, (double)c->pad_value));
    SN_TRY(sn_bind_winograd_in(e, b, s, (int)f->n));
    SN_TRY(sn_bind_winograd_edge(e, b, s, (int)f->n));
    SN_TRY(sn_emit_copy(e, s, "winograd_tiles", sn_text_winograd_inputs, b, &name, &args));
    sn_bind_text(step, CT_INPUTS, name);
    sn_bind_text(step, CT_INPUTS_ARGS, args);
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const winograd_config *f = s->config;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    bind_sizes(b, s, f, sn_emit_machine(e)->lanes);
    SN_TRY(sn_bind_sums(e, b, s));
    SN_TRY(bind_inputs(e, b, s, f));
    SN_TRY(sn_emit_winograd_out(e, b, s, (int)f->n, (int)f->m));
    sn_bind_text(b, CT_X, sn_emit_in(e, s->in[0]));
    sn_bind_text(b, CT_W, sn_emit_packed(e, f->weights));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    if (f->shared) sn_bind_text(b, CT_SHARED, sn_emit_shared(e, s));
    const int lanes = sn_emit_machine(e)->lanes;
    const sn_tile tile = {.x = SN_TILE_SPACED,
                          .walk = SN_TILE_PLACES,
                          .unroll = lanes,
                          .space = 1,
                          .row_space = lanes,
                          .passes = 1};
    sn_bind_tile_run(e, b, CT_MUL, &tile, &f->chunks);
    for (int phase = 0; phase < 1 + f->shared; phase++) {
        const char *text = NULL;
        sn_bind_int(b, CT_PHASE, f->shared ? phase + 1 : 0);
        SN_TRY(sn_template(e, "winograd.ct", sn_text_winograd, b, &text));
        sn_emit_function(e, s, phase, text);
    }
    return sn_sums_emit(e, s);
}

const sn_kernel sn_kernel_winograd = {
    .name = "winograd",
    .ops = SN_OPS(&sn_op_conv),
    .synopsis = "3x3 and 5x5 convolutions of stride 1 by Winograd's F(4,3), F(2,3) and F(2,5)",
    .wants = wants,
    .plan = plan,
    .emit = emit,
    .why_no_pool = why_no_pool,
};
