/* SPDX-License-Identifier: Apache-2.0
 *
 * First layers with large kernels by Winograd's minimal filtering: a k x k convolution of stride s
 * over a few plain channels is one of stride 1 with r = ceil(k / s) taps over s * s times as many
 * channels, the pixels that a step covers
 * ("space to depth"). A first phase lays them side by side, padded; then chunks of tiles go through
 * F(7 - r, r).
 *
 * 7x7 with stride 2 over 3 channels is F(3,4) over 12: 48 products a result instead of 147. */
#include "kernels/conv_sizes.h"
#include "kernels/pool.h"
#include "kernels/tile.h"
#include "kernels/winograd_math.h"
#include "ops/ops.h"

extern const char sn_text_winograd_stem[];

/* Vector instructions to transform a tile of a vector, scalar ones to fold a number. */
enum { TRANSFORM = 162, FOLDING = 4 };

enum {
    MOST_CHANNELS = 4,
    POINTS = 6, /* n of F(m, r) */
    CHUNK_FLOATS =
        96 * 1024, /* of transformed input and products of a chunk: part of the second cache */
};

typedef struct stem_config {
    sn_conv_sizes c;
    int64_t s, r, m;  /* stride, taps of a phase, results of a tile along one axis */
    int64_t k, pixel; /* channels after folding; floats of a pixel: whole vectors */
    int64_t th, tw, step;
    const sn_cells *cells; /* that the result is pooled by; NULL: it is not */
    sn_chunks chunks;      /* of tiles */
    sn_tiling tiling;
    int64_t v_pos, m_tiles, m_pos;
    const sn_packed *weights;
} stem_config;

static void choose_chunks(const sn_kernel_ctx *k, stem_config *f)
{
    const int lanes = k->machine->lanes;
    const int64_t tiles = f->th * f->tw,
                  most = CHUNK_FLOATS / (POINTS * POINTS * (f->pixel + 4 * lanes));
    f->chunks = sn_chunks_in(tiles, sn_even_parts(k, sn_chunks_of(tiles, most).n, 1, tiles));
    f->m_tiles = sn_chunks_largest(&f->chunks);
    f->tiling = sn_tiling_of(k->machine, f->m_tiles, f->c.ocg, f->k);
    f->v_pos = f->pixel * f->m_tiles + 16;
    f->m_pos = sn_chunks_largest(&f->tiling.groups) * lanes * f->m_tiles + 16;
}

static bool configure(const sn_kernel_ctx *k, const sn_node *node, const sn_cells *cells,
                      stem_config *f)
{
    *f = (stem_config){.s = 1, .cells = cells};
    sn_conv_sizes *c = &f->c;
    if (!sn_kernel_may_regroup(k) || !sn_conv_sizes_of(node, c) || !c->known || c->group != 1 ||
        c->icg > MOST_CHANNELS)
        return false;
    const sn_window *w = &c->w;
    if (w->in[0] != 1 || w->out[0] != 1 || w->kernel[0] != 1 || w->kernel[1] != w->kernel[2])
        return false;
    if (w->stride[1] != w->stride[2] || w->dilation[1] != 1 || w->dilation[2] != 1) return false;
    f->s = w->stride[1];
    f->r = (w->kernel[1] + f->s - 1) / f->s;
    if (f->s > 4 || f->r < 3 || f->r > 5) return false;
    f->m = POINTS + 1 - f->r;
    f->k = c->icg * f->s * f->s;
    f->pixel = sn_blocks_of(f->k, k->machine->lanes) * k->machine->lanes;
    f->step = f->k;
    for (int64_t step = 8; f->step > 16; step /= 2) {
        if (f->k % step == 0) f->step = step;
    }
    f->th = ((cells ? sn_cells_reach(cells, 0) : w->out[1]) + f->m - 1) / f->m;
    f->tw = ((cells ? sn_cells_reach(cells, 1) : w->out[2]) + f->m - 1) / f->m;
    choose_chunks(k, f);
    return true;
}

static int64_t stored_pixels(const stem_config *f)
{
    return f->cells ? f->cells->out[0] * f->cells->out[1] : sn_conv_pixels(f->c.w.out);
}

static sn_work work_of(const sn_kernel_ctx *k, const stem_config *f)
{
    const double tiles = (double)(f->th * f->tw),
                 oc = (double)(sn_blocks_of(f->c.ocg, k->machine->lanes) * k->machine->lanes);
    const double lanes = k->machine->lanes, positions = tiles * POINTS * POINTS;
    sn_work w = {.vector = (double)(f->chunks.n * POINTS * POINTS) *
                               sn_tiling_vectors(k->machine, &f->tiling) +
                           TRANSFORM * tiles * ((double)f->pixel + oc) / lanes,
                 .scalar = FOLDING * (double)(f->k * f->th * f->tw * f->m * f->m)};
    if (f->cells) w.vector += sn_cells_vectors(f->cells, f->c.ocg, k->machine->lanes);
    /* Products of a few channels are short beside the way of their results to the second cache and
     * back, which wider vectors do not shorten. */
    sn_work_stream(&w, 2 * 4.0 * positions * oc, sn_machine_l2_bytes(k->machine) / 2, false);
    sn_results_stream(&w, 4.0 * oc * (double)stored_pixels(f));
    return w;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    stem_config f;
    if (!configure(k, node, NULL, &f)) return false;
    out->in[0] = SN_LAYOUT_PLAIN;
    out->out[0] = SN_LAYOUT_BLOCKED;
    out->epilogue = true;
    out->work = work_of(k, &f);
    return true;
}

static const char *why_no_pool(const sn_kernel_ctx *k, const sn_node *node, const sn_cells *cells,
                               sn_work *work)
{
    stem_config f;
    if (!configure(k, node, cells, &f)) return "it is no such convolution";
    if (cells->in[0] != f.c.w.out[1] || cells->in[1] != f.c.w.out[2]) return sn_cells_other_shape;
    if (!sn_cells_fit_tiles(cells, f.m)) return sn_cells_are_cut;
    *work = work_of(k, &f);
    return NULL;
}

/* Tap (y, x) of the folded channel k: the pixel of the kernel that it covers, or 0 beyond. */
static double tap_of(const stem_config *f, const float *row, int64_t k, int64_t y, int64_t x)
{
    const int64_t s = f->s, size = f->c.w.kernel[1], ky = y * s + k / s % s, kx = x * s + k % s;
    return ky < size && kx < size ? (double)row[(k / (s * s) * size + ky) * size + kx] : 0;
}

/* [part][position][k][blocks][lanes] */
static void pack(const stem_config *f, int lanes, const float *w, float *to)
{
    double taps[SN_WINOGRAD_MOST * SN_WINOGRAD_MOST], u[SN_WINOGRAD_MOST * SN_WINOGRAD_MOST];
    const int64_t pos = POINTS * POINTS, row = f->c.icg * f->c.w.kernel[1] * f->c.w.kernel[1];
    for (int64_t part = 0; part < f->tiling.groups.n; part++) {
        const int64_t from = sn_chunks_start(&f->tiling.groups, part) * lanes;
        const int64_t width = sn_chunks_start(&f->tiling.groups, part + 1) * lanes - from;
        for (int64_t k = 0; k < f->k; k++)
            for (int64_t o = 0; o < width && from + o < f->c.ocg; o++) {
                for (int64_t t = 0; t < f->r * f->r; t++)
                    taps[t] = tap_of(f, w + (from + o) * row, k, t / f->r, t % f->r);
                sn_winograd_weights(POINTS, (int)f->r, taps, u);
                for (int64_t p = 0; p < pos; p++) to[(p * f->k + k) * width + o] = (float)u[p];
            }
        to += pos * f->k * width;
    }
}

static int64_t rows_of(const stem_config *f, int64_t tiles) { return tiles * f->m + f->r - 1; }

/* Packs them; those of a step that has been planned before stay, or are replaced. */
static sn_status place_weights(const sn_kernel_ctx *k, sn_step *s, stem_config *f)
{
    const stem_config *before = s->config;
    const float *w = NULL;
    const int lanes = k->machine->lanes;
    if (before && sn_chunks_equal(&before->tiling.groups, &f->tiling.groups)) {
        f->weights = before->weights;
        return SN_OK;
    }
    SN_TRY(sn_step_constant(k, s->node, 1, &w));
    pack(f, lanes, w,
         sn_step_pack(k, s, POINTS * POINTS * f->k * sn_blocks_of(f->c.ocg, lanes) * lanes,
                      "transformed weights [part][position][ic][oc]"));
    f->weights = s->packed[s->n_packed - 1];
    if (before) sn_step_drop_packed(s, before->weights);
    return SN_OK;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    stem_config *f = SN_NEW(k->arena, stem_config);
    const sn_cells *cells = NULL;
    SN_TRY(sn_step_cells(k, s, &cells));
    if (!configure(k, s->node, cells, f))
        return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no such convolution of known sizes");
    SN_TRY(place_weights(k, s, f));
    const int64_t pos = POINTS * POINTS;
    s->config = f;
    s->n_phases = 2;
    s->units[0] = rows_of(f, f->th);
    s->units[1] = f->chunks.n;
    s->shared = rows_of(f, f->th) * rows_of(f, f->tw) * f->pixel;
    s->scratch = pos * (f->v_pos + f->m_pos);
    s->flops = sn_conv_flops(&f->c);
    s->bytes = 4.0 * (double)(f->c.icg * sn_conv_pixels(f->c.w.in) + f->c.ocg * stored_pixels(f) +
                              f->weights->floats);
    s->why = sn_arena_printf(
        k->arena,
        "Winograd F(%d,%d) over %d channels of %dx%d pixels folded: %lld tiles in %lld chunk%s%s",
        (int)f->m, (int)f->r, (int)f->k, (int)f->s, (int)f->s, (long long)(f->th * f->tw),
        (long long)f->chunks.n, f->chunks.n == 1 ? "" : "s",
        cells ? ", pooled as they are stored" : "");
    return SN_OK;
}

/* ---- printing -------------------------------------------------------------------------------- */

static void bind_sizes(sn_bind *b, const sn_step *s, const stem_config *f)
{
    const sn_window *w = &f->c.w;
    const sn_named_int ints[] = {{CT_S, f->s},
                                 {CT_K, f->k},
                                 {CT_CP, f->pixel},
                                 {CT_STEP, f->step},
                                 {CT_POS, POINTS * POINTS},
                                 {CT_ROWS, rows_of(f, f->th)},
                                 {CT_COLS, rows_of(f, f->tw)},
                                 {CT_TW, f->tw},
                                 {CT_CQ, f->chunks.size},
                                 {CT_CR, f->chunks.larger},
                                 {CT_GROUPS, f->tiling.groups.n},
                                 {CT_Q, f->tiling.groups.size},
                                 {CT_R, f->tiling.groups.larger},
                                 {CT_H, w->in[1]},
                                 {CT_WIDTH, w->in[2]},
                                 {CT_OH, w->out[1]},
                                 {CT_OW, w->out[2]},
                                 {CT_TOP, w->begin[1]},
                                 {CT_LEFT, w->begin[2]},
                                 {CT_VPOS, f->v_pos},
                                 {CT_MTILES, f->m_tiles},
                                 {CT_MPOS, f->m_pos},
                                 {CT_YPLANE, s->out[0]->layout.plane}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const stem_config *f = s->config;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    bind_sizes(b, s, f);
    SN_TRY(sn_bind_winograd_in(e, b, s, POINTS));
    SN_TRY(sn_emit_winograd_out(e, b, s, POINTS, (int)f->m));
    sn_bind_text(b, CT_X, sn_emit_in(e, s->in[0]));
    sn_bind_text(b, CT_W, sn_emit_packed(e, f->weights));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    sn_bind_text(b, CT_PAD, sn_emit_number(e, (double)f->c.pad_value));
    sn_bind_text(b, CT_SHARED, sn_emit_shared(e, s));
    const sn_tile tile = {.x = SN_TILE_SPACED,
                          .walk = SN_TILE_PLACES,
                          .unroll = f->step,
                          .space = 1,
                          .row_space = f->pixel};
    sn_bind_tile_run(e, b, CT_MUL, &tile, &f->chunks);
    for (int phase = 0; phase < s->n_phases; phase++) {
        const char *text = NULL;
        sn_bind_int(b, CT_PHASE, phase);
        SN_TRY(sn_template(e, "winograd_stem.ct", sn_text_winograd_stem, b, &text));
        sn_emit_function(e, s, phase, text);
    }
    return SN_OK;
}

const sn_kernel sn_kernel_winograd_stem = {
    .name = "winograd_stem",
    .ops = SN_OPS(&sn_op_conv),
    .synopsis = "large k x k convolution of a plain tensor of up to 4 channels, strided or not, by "
                "Winograd over folded pixels",
    .wants = wants,
    .plan = plan,
    .emit = emit,
    .why_no_pool = why_no_pool,
};
