/* SPDX-License-Identifier: Apache-2.0
 *
 * Convolution by its sum: a tile of pixels along a row x blocks of output channels stays in
 * registers while the loops over input channels and taps run. Where x is padded, the rows that a
 * band of output rows reads are copied into the thread's scratch with their padding, so that tiles
 * know no edges. A unit of work is a band x a group of output channels; the weights of a group are
 * read in order for each tile and stay in the caches meanwhile. */
#include "kernels/direct.h"

#include "base/num.h"
#include "kernels/panel.h"
#include "kernels/sums.h"
#include "kernels/tile.h"
#include "ops/conv.h"
#include "ops/ops.h"

extern const char sn_text_direct[], sn_text_direct_some[], sn_text_direct_tiles[];

enum {
    MOST_SCRATCH = 32 * 1024, /* floats of a band: it is to stay in the second cache beside the
                                 weights of a group */
    MANY_WEIGHTS =
        192 * 1024, /* floats that do not stay there from band to band: then bands are larger .. */
    MORE_SCRATCH = 160 * 1024, /* .. and are themselves read anew for each group, which is less */
    LEAST_SCRATCH = 1024,      /* where memory counts alone */
    FEW_WEIGHTS = 4096,        /* floats that stay in the first cache */
};

typedef struct direct_config {
    sn_conv_sizes c;
    sn_tiling tiling;
    sn_tile tile;
    bool blocked, copy;
    sn_packed *weights;
    int64_t ka, kb, kc; /* places that the tile's loops run over, tile.unroll inputs each */
    int64_t bands;      /* of the rows of one slice */
    int64_t in_lanes;   /* floats of a pixel of x */
    int64_t row, slice; /* floats of a row and of a slice, of the copy or of x */
    int64_t left;       /* padding at the beginning of a row, as far as it is read */
} direct_config;

/* The largest part of the work that a thread does, where each takes as many units: of a band all
 * groups of outputs, then of the next one; bands of `slices`, one slice after another. */
static double largest_share(int64_t rows, int64_t bands, int64_t groups, int64_t slices,
                            int threads)
{
    const int64_t units = slices * bands * groups;
    int64_t most = 0;
    for (int64_t t = 0; t < threads; t++) {
        int64_t sum = 0;
        for (int64_t u = units * t / threads; u < units * (t + 1) / threads; u++) {
            const int64_t band = u / groups % bands;
            sum += (band + 1) * rows / bands - band * rows / bands;
        }
        if (sum > most) most = sum;
    }
    return (double)most / (double)(rows * slices * groups);
}

/* Into how many bands rows are cut, at least so many. More of them are for even shares of threads;
 * but with each band of a slice all weights are passed. */
static int64_t even_bands(const sn_kernel_ctx *k, const sn_conv_sizes *c, const sn_tiling *tiling,
                          int64_t fewest)
{
    const int64_t rows = c->w.out[1], slices = c->w.out[0] * c->group, groups = tiling->groups.n;
    const double seconds = sn_conv_flops(c) / sn_machine_flops(k->machine),
                 weights =
                     sn_packed_bytes(tiling->half) * (double)(c->group * sn_tiling_floats(tiling)),
                 passed = sn_traffic_seconds(k->machine->core, weights, weights) / k->n_threads;
    int64_t best = fewest;
    double best_seconds = 0;
    if (sn_units_are_many(fewest * slices * groups, k->n_threads)) return fewest;
    for (int64_t n = fewest; n <= rows && n < fewest + k->n_threads; n++) {
        if (n > fewest && sn_units_are_many(n * slices * groups, k->n_threads)) break;
        const double here = seconds * largest_share(rows, n, groups, slices, k->n_threads) +
                            passed * (double)(c->w.out[0] * n);
        if (n > fewest && here >= best_seconds) continue;
        best = n;
        best_seconds = here;
    }
    return best;
}

/* row: floats of a row of one of the planes that are read. */
static int64_t bands_of(const sn_kernel_ctx *k, const sn_conv_sizes *c, const sn_tiling *tiling,
                        int64_t planes, int64_t row)
{
    const sn_window *w = &c->w;
    const int64_t weights = c->icg * c->ocg * sn_conv_n_taps(c),
                  most = k->most_whole            ? LEAST_SCRATCH
                         : weights > MANY_WEIGHTS ? MORE_SCRATCH
                                                  : MOST_SCRATCH;
    int64_t rows = w->out[1];
    while (rows > 1 && planes * sn_window_reach(w, 1, rows) * row > most) rows--;
    return even_bands(k, c, tiling, (w->out[1] + rows - 1) / rows);
}

/* Whether x is copied anyway. */
static bool is_copied(const sn_conv_sizes *c) { return sn_conv_padded(c) || c->w.kernel[0] > 1; }

/* Input channels of a group as they are summed: whole blocks, if x has blocks. */
static int64_t inputs_of(const sn_conv_sizes *c, int lanes, bool blocked)
{
    return blocked ? sn_blocks_of(c->icg, lanes) * lanes : c->icg;
}

/* Weights of all groups, packed. */
static double weights_of(const sn_conv_sizes *c, const sn_tiling *t)
{
    return (double)c->group * (double)sn_tiling_floats(t);
}

static sn_tiling tiling_of(const sn_kernel_ctx *k, const sn_node *node, const sn_conv_sizes *c,
                           bool blocked)
{
    const sn_machine *m = k->machine;
    sn_tiling t =
        sn_tiling_of(m, c->w.out[2], c->ocg, inputs_of(c, m->lanes, blocked) * sn_conv_n_taps(c));
    const double rows = (double)(c->group * c->w.out[0] * c->w.out[1]);
    t.half = sn_tiling_keeps_halves(k, node, SN_CONV_WEIGHT, &t, rows, weights_of(c, &t));
    return t;
}

static direct_config *configure(const sn_kernel_ctx *k, const sn_step *s, const sn_conv_sizes *c,
                                bool blocked)
{
    direct_config *d = SN_NEW(k->arena, direct_config);
    const sn_window *w = &c->w;
    const int lanes = k->machine->lanes;
    d->c = *c;
    d->blocked = blocked;
    d->in_lanes = blocked ? lanes : 1;
    d->copy = is_copied(c) || s->prologue;
    const int64_t planes = (blocked ? sn_blocks_of(c->icg, lanes) : c->icg) * w->kernel[0];
    d->tiling = tiling_of(k, s->node, c, blocked);
    d->tile = (sn_tile){.x = SN_TILE_SPACED,
                        .walk = SN_TILE_PLACES,
                        .unroll = blocked ? lanes : w->kernel[2],
                        .space = blocked ? 1 : w->dilation[2],
                        .row_space = w->stride[2] * d->in_lanes};
    d->ka = planes;
    d->kb = w->kernel[1];
    d->kc = blocked ? w->kernel[2] : 1;
    const int64_t cols = d->copy ? sn_window_reach(w, 2, w->out[2]) : w->in[2];
    d->left = sn_min_int(w->begin[2], cols);
    d->row = cols * d->in_lanes;
    d->bands = bands_of(k, c, &d->tiling, planes, d->row);
    /* Few weights stay in the first cache: nothing is to be fetched ahead. */
    const int64_t weights = c->group * c->icg * c->ocg * sn_conv_n_taps(c);
    if (weights > FEW_WEIGHTS && !k->small)
        d->tile.passes = w->out[1] / d->bands * d->tiling.tiles.n;
    d->slice = s->in[0]->layout.plane;
    if (!blocked) d->slice = sn_conv_pixels(w->in);
    if (!d->copy) return d;
    const int64_t rows = (w->out[1] + d->bands - 1) / d->bands;
    d->slice = sn_window_reach(w, 1, rows) * d->row;
    if (d->slice % 512 == 0)
        d->slice += 16; /* or all planes would want the same lines of the first cache */
    return d;
}

/* [group][part of output blocks][ka][kb][kc][n][blocks][lanes]; ka runs over input channels (or
 * their blocks) and depth. */
static void pack(const sn_kernel_ctx *k, const direct_config *d, const float *w, float *to)
{
    const int lanes = k->machine->lanes;
    const sn_conv_sizes *c = &d->c;
    const int64_t kd = c->w.kernel[0], kh = c->w.kernel[1], kw = c->w.kernel[2];
    for (int64_t g = 0; g < c->group; g++)
        for (int64_t part = 0; part < d->tiling.groups.n; part++) {
            const int64_t from = sn_chunks_start(&d->tiling.groups, part) * lanes;
            const int64_t until = sn_chunks_start(&d->tiling.groups, part + 1) * lanes;
            for (int64_t a = 0; a < d->ka; a++)
                for (int64_t y = 0; y < kh; y++)
                    for (int64_t j = 0; j < d->kc * d->tile.unroll; j++) {
                        const int64_t x = d->blocked ? j / lanes : j;
                        const int64_t ic = d->blocked ? a / kd * lanes + j % lanes : a / kd;
                        for (int64_t o = from; o < until; o++, to++) {
                            const float *tap = sn_conv_row_of(c, w, g, o, ic);
                            if (tap) *to = tap[(a % kd * kh + y) * kw + x];
                        }
                    }
        }
}

static const char *describe(const sn_kernel_ctx *k, const sn_step *s, const direct_config *d)
{
    const sn_tiling *t = &d->tiling;
    const char *merged = d->c.merged > 1
                             ? sn_arena_printf(k->arena, ", %lld groups made one by weights of 0",
                                               (long long)d->c.merged)
                             : "";
    return sn_arena_printf(
        k->arena, "register tile of %lld blocks x %lld pixels%s, %lld band%s of rows%s%s%s",
        (long long)sn_chunks_largest(&t->groups), (long long)sn_chunks_largest(&t->tiles),
        s->prologue ? ", copy of the rows with what is done to them first"
        : d->copy   ? ", padded copy of the rows"
                    : "",
        (long long)d->bands, d->bands == 1 ? "" : "s", merged,
        d->tile.half ? ", weights in half precision" : "", sn_sums_text(s));
}

sn_status sn_direct_plan(const sn_kernel_ctx *k, sn_step *s, bool blocked)
{
    sn_conv_sizes c;
    if (!sn_conv_sizes_of(s->node, &c))
        return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no convolution of known sizes");
    s->flops = sn_conv_flops(&c);
    if (blocked) sn_conv_merge(&c, k->machine->lanes);
    direct_config *d = configure(k, s, &c, blocked);
    const float *w = NULL;
    SN_TRY(sn_step_weight(k, s, 1, &w));
    const int64_t floats = c.group * sn_blocks_of(c.ocg, k->machine->lanes) * k->machine->lanes *
                           d->ka * d->kb * d->kc * d->tile.unroll;
    pack(k, d, w, sn_step_pack(k, s, floats, "weights [group][part][ic][ky][kx][oc]"));
    d->weights = s->packed[s->n_packed - 1];
    d->tile.half = d->tiling.half && sn_step_pack_halves(&d->weights, 1);
    s->config = d;
    s->n_phases = 1;
    s->units[0] = d->bands * c.w.out[0] * c.group * d->tiling.groups.n;
    s->scratch = d->copy ? d->ka * d->slice : 0;
    sn_sums_plan(k, s, d->bands * c.w.out[0]);
    s->bytes = 4.0 * (double)(c.group *
                              (c.icg * sn_conv_pixels(c.w.in) + c.ocg * sn_conv_pixels(c.w.out))) +
               sn_packed_bytes(d->tile.half) * (double)floats;
    s->why = describe(k, s, d);
    return SN_OK;
}

/* ---- printing -------------------------------------------------------------------------------- */

static void bind_sizes(sn_bind *b, const sn_step *s, const direct_config *d, int64_t y_plane,
                       int lanes)
{
    const sn_window *w = &d->c.w;
    const sn_tiling *t = &d->tiling;
    const int64_t cols = d->row / d->in_lanes;
    const sn_named_int ints[] = {
        {CT_PARTS, d->c.group},
        {CT_GROUPS, t->groups.n},
        {CT_Q, t->groups.size},
        {CT_R, t->groups.larger},
        {CT_TILES, t->tiles.n},
        {CT_TQ, t->tiles.size},
        {CT_TR, t->tiles.larger},
        {CT_BANDS, d->bands},
        {CT_KA, d->ka},
        {CT_KB, d->kb},
        {CT_KC, d->kc},
        {CT_N, d->tile.unroll},
        {CT_RS, d->tile.row_space},
        {CT_LI, d->in_lanes},
        {CT_PASSES, d->tile.passes},
        {CT_LINE, sn_tile_line(&d->tile)},
        {CT_L, lanes},
        {CT_OCB, sn_blocks_of(d->c.ocg, lanes)},
        {CT_COPY, d->copy},
        {CT_KD, w->kernel[0]},
        {CT_KH, w->kernel[1]},
        {CT_ID, w->in[0]},
        {CT_IH, w->in[1]},
        {CT_IW, w->in[2]},
        {CT_OD, w->out[0]},
        {CT_OH, w->out[1]},
        {CT_OW, w->out[2]},
        {CT_SD, w->stride[0]},
        {CT_SH, w->stride[1]},
        {CT_DD, w->dilation[0]},
        {CT_DH, w->dilation[1]},
        {CT_BD, w->begin[0]},
        {CT_BH, w->begin[1]},
        {CT_LEFT, d->left},
        {CT_ROW_FLOATS, cols * d->in_lanes},
        {CT_XPLANE, d->blocked ? s->in[0]->layout.plane : sn_conv_pixels(w->in)},
        {CT_YPLANE, y_plane},
        {CT_XA, d->slice},
        {CT_XB, w->dilation[1] * d->row},
        {CT_XC, d->blocked ? w->dilation[2] * lanes : 0}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
}

static sn_status bind_all(sn_emit *e, const sn_step *s, const direct_config *d, int64_t y_plane,
                          sn_bind *b)
{
    const char *tiles = NULL;
    SN_TRY(sn_bind_epilogue(e, b, s));
    SN_TRY(sn_bind_sums(e, b, s));
    bind_sizes(b, s, d, y_plane, sn_emit_machine(e)->lanes);
    sn_bind_text(b, CT_X, sn_emit_in(e, s->in[0]));
    sn_bind_weights(e, b, d->weights);
    sn_bind_text(b, CT_PAD, sn_emit_number(e, (double)d->c.pad_value));
    sn_tile tile = d->tile;
    tile.step = s;
    sn_bind_tile(e, b, CT_TILE, &tile);
    if (d->copy) SN_TRY(sn_bind_band(e, b, s));
    SN_TRY(sn_template(e, "direct_tiles.ct", sn_text_direct_tiles, b, &tiles));
    sn_bind_text(b, CT_TILES_OF_A_ROW, tiles);
    return SN_OK;
}

sn_status sn_direct_emit(sn_emit *e, const sn_step *s)
{
    const direct_config *d = s->config;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(bind_all(e, s, d, s->out[0]->layout.plane, b));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    const char *text = NULL;
    SN_TRY(sn_template(e, "direct.ct", sn_text_direct, b, &text));
    sn_emit_function(e, s, 0, text);
    return sn_sums_emit(e, s);
}

/* ---- some rows of a first layer -------------------------------------------------------------- */

bool sn_direct_row_window(const sn_step *s, sn_row_window *out)
{
    const direct_config *d = s->config;
    const sn_window *w = &d->c.w;
    if (d->blocked || d->c.group != 1 || w->kernel[0] != 1 || w->in[0] != 1 || w->out[0] != 1)
        return false;
    *out = (sn_row_window){.kernel = (w->kernel[1] - 1) * w->dilation[1] + 1,
                           .stride = w->stride[1],
                           .begin = w->begin[1],
                           .in_rows = w->in[1],
                           .in_pixels = w->in[2],
                           .out_rows = w->out[1],
                           .out_pixels = w->out[2],
                           .plain = true};
    return true;
}

sn_status sn_direct_plan_rows(const sn_kernel_ctx *k, sn_step *s, int64_t rows)
{
    direct_config *d = sn_arena_copy(k->arena, s->config, sizeof *d);
    s->config = d;
    s->packed[s->n_packed++] = d->weights;
    s->scratch = 0;
    if (d->tile.passes > 0) d->tile.passes = d->tiling.tiles.n;
    if (!d->copy) return SN_OK;
    d->slice = sn_window_reach(&d->c.w, 1, rows) * d->row;
    if (d->slice % 512 == 0) d->slice += 16;
    s->scratch = d->ka * d->slice;
    return SN_OK;
}

sn_status sn_direct_emit_rows(sn_emit *e, const sn_step *s, const sn_row_place *from,
                              const sn_row_place *to, const char **text)
{
    const direct_config *d = s->config;
    sn_bind *b = sn_bind_create(e);
    (void)from; /* all of x */
    SN_TRY(bind_all(e, s, d, to->plane, b));
    sn_bind_text(b, CT_TO, sn_row_at(sn_emit_arena(e), to, "r"));
    return sn_template(e, "direct_some.ct", sn_text_direct_some, b, text);
}

/* ---- the kernel ------------------------------------------------------------------------------ */

static void work_of(const sn_kernel_ctx *k, const sn_conv_sizes *c, bool blocked,
                    const sn_tiling *t, sn_work *out)
{
    const int lanes = k->machine->lanes;
    const int64_t ic = inputs_of(c, lanes, blocked), oc = sn_blocks_of(c->ocg, lanes) * lanes;
    const double rows = (double)(c->group * c->w.out[0] * c->w.out[1]);
    out->vector += rows * sn_tiling_vectors(k->machine, t);
    sn_tiling_stream(k, t, weights_of(c, t), out);
    sn_results_stream(out, 4.0 * (double)(c->group * oc * sn_conv_pixels(c->w.out)));
    if (sn_conv_padded(c)) sn_copy_work(k, out, (double)(c->group * ic * sn_conv_pixels(c->w.in)));
}

void sn_direct_work(const sn_kernel_ctx *k, const sn_node *node, const sn_conv_sizes *c,
                    bool blocked, sn_work *out)
{
    const sn_tiling t = tiling_of(k, node, c, blocked);
    work_of(k, c, blocked, &t, out);
}

static void offer_prologue(const sn_kernel_ctx *k, const sn_conv_sizes *c, const sn_tiling *t,
                           sn_offer *out)
{
    const int lanes = k->machine->lanes;
    const int64_t planes = sn_blocks_of(c->icg, lanes) * c->w.kernel[0],
                  row = sn_window_reach(&c->w, 2, c->w.out[2]) * lanes,
                  bands = bands_of(k, c, t, planes, row);
    out->prologue_times =
        (double)(c->w.kernel[0] * c->w.out[0]) / (double)c->w.in[0] * sn_conv_band_times(c, bands);
    out->prologue_copies = !is_copied(c);
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    sn_conv_sizes c;
    if (!sn_conv_sizes_of(node, &c) || sn_conv_is_special(&c)) return false;
    sn_conv_merge(&c, k->machine->lanes);
    out->in[0] = out->out[0] = SN_LAYOUT_BLOCKED;
    out->epilogue = true;
    const sn_tiling t = tiling_of(k, node, &c, true);
    out->sums = SN_SUMS_BY_PARTS;
    work_of(k, &c, true, &t, &out->work);
    offer_prologue(k, &c, &t, out);
    return true;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s) { return sn_direct_plan(k, s, true); }

const sn_kernel sn_kernel_direct = {
    .name = "direct",
    .keeps = true,
    .ops = SN_OPS(&sn_op_conv),
    .synopsis = "k x k convolution as a sum over taps in register tiles along rows",
    .wants = wants,
    .plan = plan,
    .emit = sn_direct_emit,
};
