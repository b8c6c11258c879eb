/* SPDX-License-Identifier: Apache-2.0
 *
 * Convolution in groups. Groups need not be whole blocks of channels: the blocks of outputs are cut
 * into register tiles, and a tile reads all blocks of inputs that hold a channel of one of its
 * groups, with weights of 0 between groups. Which cut costs least is found by dynamic programming
 * over the blocks. A convolution that sees one pixel at a time takes several rows as one. Where x
 * is padded, the rows that a band of output rows reads are copied with their padding, as `direct`
 * does. */
#include <inttypes.h>

#include "kernels/conv_sizes.h"
#include "kernels/panel.h"
#include "kernels/tile.h"
#include "ops/conv.h"
#include "ops/ops.h"

extern const char sn_text_grouped[], sn_text_grouped_case[];

enum {
    MOST_BLOCKS = 4, /* of outputs in a tile */
    MOST_CUTS = 1024,
    MOST_COPY = 32 * 1024, /* floats of a copied band */
    LONG_ROW = 192,        /* pixels that suffice for tiles to fit well */
    FEW_UNITS = 12,        /* fewer must divide evenly among threads */
};

typedef struct group_cut {
    int64_t block, n_blocks, from, n_from; /* blocks of outputs, and of the inputs that they read */
} group_cut;

typedef struct cuts {
    int64_t n;
    double vectors; /* sn_work.vector of all of them over one row */
    int64_t weights;
    double loads; /* vectors of weights that are loaded for one row */
    group_cut v[MOST_CUTS];
} cuts;

typedef struct grouped_config {
    sn_conv_sizes c;
    int lanes;
    cuts *cuts;
    bool copy;
    int64_t cols,
        slice; /* pixels of a row, and floats of a block, that tiles read: of x or of the copy */
    int64_t bands;
    sn_packed *weights;
} grouped_config;

/* ---- cutting --------------------------------------------------------------------------------- */

static group_cut cut_of(const sn_conv_sizes *c, int lanes, int64_t block, int64_t n)
{
    const int64_t channels = c->group * c->ocg,
                  end = (block + n) * lanes < channels ? (block + n) * lanes : channels;
    const int64_t first = block * lanes / c->ocg * c->icg / lanes,
                  last = (((end - 1) / c->ocg + 1) * c->icg - 1) / lanes;
    return (group_cut){block, n, first, last - first + 1};
}

static double cost(const sn_kernel_ctx *k, const sn_conv_sizes *c, const group_cut *t)
{
    const sn_chunks p = sn_chunks_of(c->w.out[2], sn_tiling_most_rows(k->machine, t->n_blocks));
    const double step = (double)p.larger * sn_tile_vectors(k->machine, t->n_blocks, p.size + 1) +
                        (double)(p.n - p.larger) * sn_tile_vectors(k->machine, t->n_blocks, p.size);
    return step * (double)(t->n_from * k->machine->lanes * sn_conv_n_taps(c)) + 20 * (double)p.n;
}

static void choose_cuts(const sn_kernel_ctx *k, const sn_conv_sizes *c, cuts *out)
{
    const int lanes = k->machine->lanes;
    const int64_t blocks = sn_blocks_of(c->group * c->ocg, lanes);
    double best[MOST_CUTS + 1] = {0};
    int64_t size[MOST_CUTS + 1] = {0};
    for (int64_t end = 1; end <= blocks; end++) {
        for (int64_t n = 1; n <= MOST_BLOCKS && n <= end; n++) {
            const group_cut t = cut_of(c, lanes, end - n, n);
            const double all = best[end - n] + cost(k, c, &t);
            if (n > 1 && all >= best[end]) continue;
            best[end] = all;
            size[end] = n;
        }
    }
    out->n = 0;
    out->vectors = best[blocks];
    for (int64_t end = blocks; end > 0; end -= size[end]) out->n++;
    out->weights = 0;
    out->loads = 0;
    for (int64_t end = blocks, i = out->n; end > 0; end -= size[end]) {
        const group_cut t = cut_of(c, lanes, end - size[end], size[end]);
        const sn_chunks p = sn_chunks_of(c->w.out[2], sn_tiling_most_rows(k->machine, t.n_blocks));
        const int64_t vectors = t.n_blocks * t.n_from * lanes * sn_conv_n_taps(c);
        out->v[--i] = t;
        out->weights += vectors * lanes;
        out->loads += (double)(p.n * vectors);
    }
}

static bool keeps_halves(const sn_kernel_ctx *k, const sn_node *node, const sn_conv_sizes *c,
                         const cuts *all)
{
    sn_work floats = {.vector = 0},
            halves = {.vector = sn_half_vectors(k->machine) * all->loads * (double)c->w.out[1]};
    sn_weights_stream(k, &floats, 4 * (double)all->weights);
    sn_weights_stream(k, &halves, 2 * (double)all->weights);
    return sn_kernel_keeps_halves(k, node, SN_CONV_WEIGHT, &floats, &halves);
}

/* Sizes in two dimensions; what sees one pixel at a time takes rows together. */
static bool sizes_of(const sn_kernel_ctx *k, const sn_node *node, sn_conv_sizes *c)
{
    if (!sn_conv_sizes_of(node, c) || c->group == 1 ||
        sn_blocks_of(c->group * c->ocg, k->machine->lanes) > MOST_CUTS)
        return false;
    if (sn_conv_is_special(c)) return false;
    sn_window *w = &c->w;
    bool one = !sn_conv_padded(c);
    for (int a = 0; a < 3; a++) one = one && w->kernel[a] == 1 && w->stride[a] == 1;
    if (one) {
        const int64_t rows = w->out[0] * w->out[1];
        int64_t m = 1;
        for (int64_t d = 2; d <= rows && m * w->out[2] < LONG_ROW; d++) {
            const bool balanced = rows / d % 2 == 0 || rows / d * c->group >= FEW_UNITS;
            if (rows % d == 0 && balanced && d * w->out[2] <= 2 * LONG_ROW) m = d;
        }
        w->in[0] = w->out[0] = 1;
        w->in[1] = w->out[1] = rows / m;
        w->in[2] = w->out[2] = w->out[2] * m;
    }
    return w->in[0] == 1 && w->out[0] == 1 && w->kernel[0] == 1;
}

/* Blocks of inputs of the cut that has most. */
static int64_t most_inputs(const cuts *all)
{
    int64_t most = 0;
    for (int64_t i = 0; i < all->n; i++) most = all->v[i].n_from > most ? all->v[i].n_from : most;
    return most;
}

/* copy: of padded rows; else x is read where it stands. */
static int64_t bands_of(const sn_kernel_ctx *k, const sn_conv_sizes *c, const cuts *all, bool copy)
{
    const sn_window *w = &c->w;
    const int64_t floats = most_inputs(all) * sn_window_reach(w, 2, w->out[2]) * k->machine->lanes;
    int64_t rows = w->out[1];
    while (copy && rows > 1 && floats * sn_window_reach(w, 1, rows) > MOST_COPY) rows--;
    int64_t bands = (w->out[1] + rows - 1) / rows;
    if (!copy && k->n_threads > 1 && sn_share_pixels(w->out[1] * w->out[2])) bands = w->out[1];
    return sn_even_parts(k, bands, all->n, w->out[1]);
}

/* Whether cut i begins with blocks of inputs that are not those of the cut before. */
static bool changes_inputs(const cuts *all, int64_t i)
{
    const group_cut *t = &all->v[i], *before = &all->v[i ? i - 1 : all->n - 1];
    return i == 0 || t->from != before->from || t->n_from > before->n_from;
}

static void offer_prologue(const sn_kernel_ctx *k, const sn_conv_sizes *c, const cuts *all,
                           sn_offer *out)
{
    int64_t blocks = 0;
    for (int64_t i = 0; i < all->n; i++)
        if (changes_inputs(all, i)) blocks += all->v[i].n_from;
    out->prologue_times = sn_conv_band_times(c, bands_of(k, c, all, true)) * (double)blocks /
                          (double)sn_blocks_of(c->group * c->icg, k->machine->lanes);
    out->prologue_copies = !sn_conv_padded(c);
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    sn_conv_sizes c;
    cuts all;
    if (!sizes_of(k, node, &c)) return false;
    choose_cuts(k, &c, &all);
    out->in[SN_CONV_X] = out->out[0] = SN_LAYOUT_BLOCKED;
    out->epilogue = true;
    out->work.vector = all.vectors * (double)c.w.out[1];
    sn_results_stream(&out->work, 4.0 * (double)(c.group * c.ocg * sn_conv_pixels(c.w.out)));
    offer_prologue(k, &c, &all, out);
    if (sn_conv_padded(&c))
        sn_copy_work(k, &out->work, (double)(c.group * c.icg * sn_conv_pixels(c.w.in)));
    return true;
}

/* ---- planning -------------------------------------------------------------------------------- */

/* [cut][input blocks][ky][kx][lanes][output blocks][lanes] */
static int64_t pack(const grouped_config *g, const float *w, float *to)
{
    const sn_conv_sizes *c = &g->c;
    const int64_t taps = sn_conv_n_taps(c), L = g->lanes;
    int64_t at = 0;
    for (int64_t i = 0; i < g->cuts->n; i++) {
        const group_cut *t = &g->cuts->v[i];
        for (int64_t a = t->from; a < t->from + t->n_from; a++)
            for (int64_t tap = 0; tap < taps; tap++)
                for (int64_t ic = a * L; ic < (a + 1) * L; ic++)
                    for (int64_t oc = t->block * L; oc < (t->block + t->n_blocks) * L; oc++, at++) {
                        if (!to || oc >= c->group * c->ocg || ic >= c->group * c->icg ||
                            oc / c->ocg != ic / c->icg)
                            continue;
                        to[at] = w[(oc * c->icg + ic % c->icg) * taps + tap];
                    }
    }
    return at;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    grouped_config *g = SN_NEW(k->arena, grouped_config);
    const float *w = NULL;
    if (!sizes_of(k, s->node, &g->c))
        return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no convolution in groups");
    const sn_conv_sizes *c = &g->c;
    g->lanes = k->machine->lanes;
    g->cuts = SN_NEW(k->arena, cuts);
    choose_cuts(k, c, g->cuts);
    g->copy = sn_conv_padded(c) || s->prologue;
    g->cols = g->copy ? sn_window_reach(&c->w, 2, c->w.out[2]) : c->w.in[2];
    g->bands = bands_of(k, c, g->cuts, g->copy);
    g->slice = s->in[0]->layout.plane;
    if (g->copy) {
        g->slice =
            sn_window_reach(&c->w, 1, (c->w.out[1] + g->bands - 1) / g->bands) * g->cols * g->lanes;
        if (g->slice % 512 == 0)
            g->slice += 16; /* or all blocks would want the same lines of the first cache */
    }
    SN_TRY(sn_step_weight(k, s, SN_CONV_WEIGHT, &w));
    const int64_t floats = pack(g, w, NULL);
    (void)pack(g, w, sn_step_pack(k, s, floats, "weights [cut][ic][ky][kx][oc], 0 between groups"));
    g->weights = s->packed[s->n_packed - 1];
    if (keeps_halves(k, s->node, c, g->cuts)) (void)sn_step_pack_halves(&g->weights, 1);
    s->config = g;
    s->n_phases = 1;
    s->units[0] = g->bands * g->cuts->n;
    s->scratch = g->copy ? most_inputs(g->cuts) * g->slice : 0;
    s->flops = sn_conv_flops(c);
    s->bytes = 4.0 * (double)(c->group * (c->icg * sn_conv_pixels(c->w.in) +
                                          c->ocg * sn_conv_pixels(c->w.out))) +
               sn_packed_bytes(g->weights->half) * (double)floats;
    s->why = sn_arena_printf(
        k->arena,
        "%" PRId64 " groups in %" PRId64
        " register tiles of outputs, %.0f%% of the products with 0; %" PRId64 " bands of rows%s%s",
        c->group, g->cuts->n,
        100 - 100.0 * (double)(c->group * c->icg * c->ocg * sn_conv_n_taps(c)) / (double)floats,
        g->bands,
        s->prologue ? ", copied with what is done to them first"
        : g->copy   ? ", padded copy"
                    : "",
        g->weights->half ? ", weights in half precision" : "");
    return SN_OK;
}

/* ---- printing -------------------------------------------------------------------------------- */

static sn_status cases_of(sn_emit *e, const grouped_config *g, sn_bind *b, const char **out)
{
    sn_str cases;
    sn_str_init(&cases, sn_emit_arena(e));
    for (int64_t n = 1; n <= MOST_BLOCKS; n++) {
        bool used = false;
        for (int64_t i = 0; i < g->cuts->n; i++) used = used || g->cuts->v[i].n_blocks == n;
        if (!used) continue;
        const sn_chunks p = sn_chunks_of(g->c.w.out[2], sn_tiling_most_rows(sn_emit_machine(e), n));
        const sn_named_int ints[] = {
            {CT_NB, n}, {CT_TILES, p.n}, {CT_TQ, p.size}, {CT_TR, p.larger}};
        const char *text = NULL;
        sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
        SN_TRY(sn_template(e, "grouped_case.ct", sn_text_grouped_case, b, &text));
        sn_str_add(&cases, text);
    }
    *out = cases.s;
    return SN_OK;
}

static const char *table_of(sn_emit *e, const grouped_config *g)
{
    sn_str text;
    const int64_t square = sn_conv_n_taps(&g->c) * g->lanes * g->lanes;
    int64_t at = 0;
    sn_str_init(&text, sn_emit_arena(e));
    for (int64_t i = 0; i < g->cuts->n; i++) {
        const group_cut *t = &g->cuts->v[i];
        sn_str_addf(&text, "%s{%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 "},",
                    i % 4 ? " "
                    : i   ? "\n        "
                          : "        ",
                    t->block, t->n_blocks, t->from, t->n_from, at);
        at += t->n_blocks * t->n_from * square;
    }
    return text.s;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const grouped_config *g = s->config;
    const sn_window *w = &g->c.w;
    const int lanes = g->lanes;
    const sn_named_int ints[] = {{CT_CUTS, g->cuts->n},
                                 {CT_COPY, g->copy},
                                 {CT_BANDS, g->bands},
                                 {CT_KH, w->kernel[1]},
                                 {CT_KW, w->kernel[2]},
                                 {CT_OH, w->out[1]},
                                 {CT_OW, w->out[2]},
                                 {CT_IH, w->in[1]},
                                 {CT_IW, w->in[2]},
                                 {CT_SH, w->stride[1]},
                                 {CT_DH, w->dilation[1]},
                                 {CT_BH, w->begin[1]},
                                 {CT_LEFT, w->begin[2] < g->cols ? w->begin[2] : g->cols},
                                 {CT_COLS, g->cols},
                                 {CT_XA, g->slice},
                                 {CT_XB, w->dilation[1] * g->cols * lanes},
                                 {CT_XC, w->dilation[2] * lanes},
                                 {CT_RS, w->stride[2] * lanes},
                                 {CT_XPLANE, s->in[0]->layout.plane},
                                 {CT_YPLANE, s->out[0]->layout.plane}};
    const sn_tile tile = {.x = SN_TILE_SPACED,
                          .walk = SN_TILE_PLACES,
                          .unroll = lanes,
                          .space = 1,
                          .row_space = w->stride[2] * lanes,
                          .half = g->weights->half,
                          .step = s};
    const char *cases = NULL, *text = NULL;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    sn_bind_tile(e, b, CT_TILE, &tile);
    SN_TRY(cases_of(e, g, b, &cases));
    sn_bind_text(b, CT_CASES, cases);
    sn_bind_text(b, CT_TABLE, table_of(e, g));
    sn_bind_text(b, CT_X, sn_emit_in(e, s->in[0]));
    sn_bind_weights(e, b, g->weights);
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    sn_bind_text(b, CT_PAD, sn_emit_number(e, (double)g->c.pad_value));
    if (g->copy) SN_TRY(sn_bind_band(e, b, s));
    SN_TRY(sn_template(e, "grouped.ct", sn_text_grouped, b, &text));
    sn_emit_function(e, s, 0, text);
    return SN_OK;
}

const sn_kernel sn_kernel_grouped = {
    .name = "grouped",
    .keeps = true,
    .ops = SN_OPS(&sn_op_conv),
    .synopsis = "convolution in groups of any size in register tiles",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
