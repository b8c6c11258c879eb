/* SPDX-License-Identifier: Apache-2.0
 *
 * 1x1 convolution as a product of the blocked pixels with the weights: a pixel is a row, its
 * channels are k. In the blocked layout the vectors of neighbouring pixels lie side by side, so
 * nothing is packed but the weights; with a stride the pixels that count are gathered first, and so
 * are all behind a prologue, a panel at a time. Any
 * number of spatial axes: pixels are flattened. Where the result is larger than x by padding, rows
 * of x are covered one by one; what is computed of the padding alone is the epilogue of 0. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/num.h"
#include "kernels/conv_sizes.h"
#include "kernels/panel.h"
#include "kernels/sums.h"
#include "kernels/tile.h"
#include "ops/conv.h"
#include "ops/ops.h"

extern const char sn_text_pointwise[], sn_text_pointwise_some[];

typedef struct pointwise_config {
    sn_tiling tiling;
    bool groups_outer; /* a thread takes some groups of outputs and all pixels, else some pixels and
                          all outputs */
    int64_t chunk;     /* tiles of pixels whose inputs stay in the cache from group to group */
    int64_t chunks;    /* with sums: units, of at most `chunk` tiles */
    int64_t rows_at_once; /* the same, of a framed result */
    bool gather;
    int64_t gathered; /* pixels that scratch holds */
    bool framed; /* the result has a frame that sees padding alone; in[0] == 1 and strides of 1 */
    int64_t before[3];                /* padding in front */
    int64_t in[3], out[3], stride[3]; /* spatial, outermost first, with 1s in front */
    int64_t ic, pixels, rows; /* pixels that are computed; runs of them: 1, or rows of x where the
                                 result is framed */
    const sn_channel *order;  /* operand 0 is channels of several tensors: these, in the order in
                                 which they are summed up; NULL: it is one */
    int factor;               /* sn_step.factor */
    int64_t scaled_at;        /* floats in scratch: the weights times the factors */
    int packed;               /* which of the step's constants the weights are */
} pointwise_config;

static bool describe(const sn_node *node, pointwise_config *c)
{
    sn_conv_sizes sizes;
    if (!sn_conv_sizes_of(node, &sizes) || sizes.group != 1) return false;
    const sn_window *w = &sizes.w;
    c->ic = sizes.icg;
    c->pixels = c->rows = 1;
    for (int i = 0; i < 3; i++) {
        if (w->kernel[i] != 1 || w->begin[i] < 0) return false;
        c->in[i] = w->in[i];
        c->out[i] = w->out[i];
        c->stride[i] = w->stride[i];
        c->before[i] = w->begin[i];
        c->framed |= w->begin[i] != 0 || w->out[i] > w->in[i];
        c->gather |= w->out[i] < w->in[i];
        c->pixels *= w->out[i];
    }
    if (!c->framed) {
        for (int i = 0; i < 3; i++) {
            if (c->out[i] != (c->in[i] - 1) / c->stride[i] + 1) return false;
        }
        return true;
    }
    for (int i = 0; i < 3; i++) {
        if (c->stride[i] != 1 || c->out[i] < c->before[i] + c->in[i]) return false;
    }
    c->rows = c->in[1];
    c->pixels = c->in[1] * c->in[2];
    return c->in[0] == 1 && c->out[0] == 1 && sizes.pad_value == 0.0f;
}

/* Addresses of channels, the pixels of a tile, and those of the next one, which is fetched
 * meanwhile: where they fill more than half of the first cache, weights have no room beside them,
 * and a copy of the channels side by side is faster. */
static bool finds_channels(const sn_machine *m, const pointwise_config *c, int64_t rows)
{
    const double each = (double)sizeof(float *) + 2 * (double)(rows * (int64_t)sizeof(float));
    return !c->gather && !c->framed && (double)c->ic * each <= sn_machine_l1_bytes(m) / 2;
}

/* Of `rows` runs of so many pixels. */
static sn_tiling tiling_of(const sn_kernel_ctx *k, const sn_node *node, const pointwise_config *c,
                           int64_t pixels, int64_t rows)
{
    sn_tiling t = sn_tiling_of(k->machine, pixels, sn_out(node, 0)->shape.d[0], c->ic);
    t.half = sn_tiling_keeps_halves(k, node, SN_CONV_WEIGHT, &t, (double)rows,
                                    (double)sn_tiling_floats(&t));
    return t;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    pointwise_config c = {.gather = false};
    if (!describe(node, &c) || c.pixels < 2) return false;
    const sn_tiling tiling = tiling_of(k, node, &c, c.pixels / c.rows, c.rows);
    out->in[SN_CONV_X] = out->out[0] = SN_LAYOUT_BLOCKED;
    out->epilogue = true;
    out->finds_channels = finds_channels(k->machine, &c, sn_chunks_largest(&tiling.tiles));
    if (!c.framed) out->sums = SN_SUMS_BY_PARTS;
    out->takes_factor = !c.framed && sn_share_pixels(c.pixels);
    if (out->takes_factor) out->prologue_times = (double)c.pixels / (double)sn_conv_pixels(c.in);
    out->prologue_copies = !c.gather;
    out->work.vector = (double)c.rows * sn_tiling_vectors(k->machine, &tiling);
    if (c.gather) sn_copy_work(k, &out->work, (double)c.ic * (double)c.pixels);
    sn_tiling_stream(k, &tiling, (double)sn_tiling_floats(&tiling), &out->work);
    sn_results_stream(&out->work, 4 * (double)tiling.n * (double)c.pixels);
    return true;
}

/* Whether threads that share the pixels, and so read all weights each, take longer than threads
 * that share the weights, and read all of x each, of which others have made the most. What each
 * thread would have to copy or scale for itself is no case for it. */
static bool shares_weights(const sn_kernel_ctx *k, const sn_step *s, const pointwise_config *c)
{
    const double weights = sn_packed_bytes(c->tiling.half) * (double)sn_tiling_floats(&c->tiling),
                 x = 4 * (double)c->ic * (double)c->pixels;
    return k->n_threads > 1 && !c->gather && !s->factor && weights > 2 * x &&
           x < sn_machine_l2_bytes(k->machine) / 2;
}

/* Of an operand that is copied a chunk should stay near. With sums a chunk is a unit: there should
 * be as many for each thread. */
static void choose_order(const sn_kernel_ctx *k, const sn_step *s, pointwise_config *c)
{
    const sn_tiling *v = &c->tiling;
    const bool panels = s->prologue != NULL, sums = s->sums.kind != SN_SUMS_NONE;
    const int64_t row = c->pixels / c->rows, weights = sn_tiling_floats(v), x = c->ic * c->pixels;
    c->groups_outer = !sn_share_pixels(c->pixels) || shares_weights(k, s, c);
    c->chunk = v->tiles.n;
    c->rows_at_once = 32768 / (row * c->ic) + 1;
    /* Inputs of a chunk: 128 KB, but enough of it that a pass over the weights pays. */
    if (!c->groups_outer && !c->framed && (weights < x || panels)) {
        c->chunk = 32768 / ((v->tiles.size + 1) * c->ic);
        if (c->chunk < 16) c->chunk = 16;
        if (c->chunk > v->tiles.n) c->chunk = v->tiles.n;
    }
    if (!c->groups_outer && sums) {
        c->chunks = sn_even_parts(k, sn_ceil_div(v->tiles.n, c->chunk), 1, v->tiles.n);
        c->chunk = sn_ceil_div(v->tiles.n, c->chunks);
    }
    c->gathered = c->groups_outer ? c->pixels : c->chunk * sn_chunks_largest(&v->tiles);
}

static int by_place(const void *a, const void *b)
{
    const sn_channel *x = *(const sn_channel *const *)a, *y = *(const sn_channel *const *)b;
    if (x->in != y->in) return x->in < y->in ? -1 : 1;
    if (x->channel != y->channel) return x->channel < y->channel ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* Channels of several tensors are summed up as they lie in memory: the weights go along. */
static const float *in_order(const sn_kernel_ctx *k, const sn_step *s, pointwise_config *c,
                             int64_t oc, const float *w)
{
    if (!s->channels) return w;
    const sn_channel **sorted = SN_NEW_N(k->arena, const sn_channel *, c->ic);
    sn_channel *order = SN_NEW_N(k->arena, sn_channel, c->ic);
    float *to = SN_NEW_N(k->arena, float, oc * c->ic);
    for (int64_t i = 0; i < c->ic; i++) sorted[i] = &s->channels[i];
    qsort(sorted, (size_t)c->ic, sizeof *sorted, by_place);
    for (int64_t i = 0; i < c->ic; i++) {
        order[i] = *sorted[i];
        for (int64_t o = 0; o < oc; o++)
            to[o * c->ic + i] = w[o * c->ic + (sorted[i] - s->channels)];
    }
    c->order = order;
    return to;
}

static sn_panel panel_of(const pointwise_config *c)
{
    sn_panel panel = {.blocks = sn_blocks_of(c->ic, c->tiling.lanes),
                      .plane = sn_plane_floats(c->gathered * c->tiling.lanes)};
    for (int i = 0; i < 3; i++) {
        panel.in[i] = c->in[i];
        panel.out[i] = c->out[i];
        panel.stride[i] = c->stride[i];
    }
    return panel;
}

static sn_status pack(const sn_kernel_ctx *k, sn_step *s, pointwise_config *c)
{
    sn_tiling *t = &c->tiling;
    const float *w;
    SN_TRY(sn_step_weight(k, s, SN_CONV_WEIGHT, &w));
    c->packed = s->n_packed;
    float *to = sn_step_pack(k, s, sn_tiling_floats(t), "weights [group][ic][oc of the group]");
    sn_tiling_pack(t, in_order(k, s, c, t->n, w), 1, c->ic, 1, to);
    t->half = t->half && sn_step_pack_halves(&s->packed[c->packed], 1);
    return SN_OK;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    pointwise_config *c = SN_NEW(k->arena, pointwise_config);
    s->config = c;
    if (!describe(s->node, c))
        return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no 1x1 convolution");
    const int64_t oc = s->out[0]->shape.d[0];
    c->gather |= s->prologue != NULL;
    c->tiling = tiling_of(k, s->node, c, c->pixels / c->rows, c->rows);
    choose_order(k, s, c);
    SN_TRY(pack(k, s, c));
    s->n_phases = 1;
    const int64_t runs = c->framed ? c->rows : c->tiling.tiles.n;
    s->units[0] = c->groups_outer ? c->tiling.groups.n * runs : runs;
    if (s->sums.kind != SN_SUMS_NONE) {
        s->units[0] = c->groups_outer ? c->tiling.groups.n : c->chunks;
        sn_sums_plan(k, s, c->groups_outer ? 1 : c->chunks);
    }
    s->splits_weights = c->groups_outer;
    const sn_panel panel = panel_of(c);
    s->scratch = c->gather ? panel.blocks * panel.plane : 0;
    c->factor = s->factor;
    c->scaled_at = s->scratch;
    s->keeps = (c->gather && c->groups_outer) || c->factor;
    if (c->factor) s->scratch += sn_tiling_floats(&c->tiling);
    s->flops = 2.0 * (double)c->ic * (double)oc * (double)c->pixels;
    s->bytes = sn_packed_bytes(c->tiling.half) * (double)c->ic * (double)oc +
               4 * (double)(c->ic + oc) * (double)c->pixels;
    s->why =
        sn_arena_printf(k->arena, "%s, %s outermost%s%s%s%s", sn_tiling_text(k->arena, &c->tiling),
                        c->groups_outer ? "groups" : "pixels",
                        s->prologue ? ", what is done to its operand first, by panels of pixels"
                        : c->gather ? ", strided pixels gathered"
                                    : "",
                        c->framed ? ", row by row, around it the epilogue of 0" : "",
                        c->order    ? ", channels of several tensors"
                        : c->factor ? ", weights times factors of the channels"
                                    : "",
                        sn_sums_text(s));
    return SN_OK;
}

/* The addresses of the channels; NULL: operand 0 is one tensor. */
static const char *addresses(sn_emit *e, const sn_step *s, const pointwise_config *c)
{
    sn_str text;
    if (!c->order) return NULL;
    sn_str_init(&text, sn_emit_arena(e));
    for (int64_t i = 0; i < c->ic; i++) {
        sn_place at = *s->in[c->order[i].in];
        const int lanes = c->tiling.lanes;
        at.offset += (int64_t)sizeof(float) *
                     (c->order[i].channel / lanes * at.layout.plane + c->order[i].channel % lanes);
        sn_str_addf(&text, "%s%s", i ? ", " : "", sn_emit_in(e, &at));
    }
    return text.s;
}

/* Weights times factors are floats, whatever they are stored as. */
static sn_tiling tiles_of(const pointwise_config *c)
{
    sn_tiling t = c->tiling;
    t.half = t.half && !c->factor;
    return t;
}

/* The weights, times the factors at `scaled` where there are some. */
static void bind_weights(sn_emit *e, sn_bind *b, const sn_step *s, const char *scaled)
{
    const pointwise_config *c = s->config;
    const sn_tiling *v = &c->tiling;
    sn_bind_weights(e, b, s->packed[c->packed]);
    sn_bind_int(b, CT_FACTOR, c->factor != 0);
    sn_bind_text(b, CT_F_AT, c->factor ? sn_emit_in(e, s->in[c->factor]) : "");
    sn_bind_text(b, CT_SCALED, scaled);
    sn_bind_int(b, CT_IC, c->ic);
    sn_bind_int(b, CT_GROUPS, v->groups.n);
    sn_bind_int(b, CT_BIG_GROUPS, v->groups.larger);
    sn_bind_int(b, CT_NB, v->groups.size);
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const pointwise_config *c = s->config;
    const sn_tiling *v = &c->tiling;
    sn_arena *arena = sn_emit_arena(e);
    const int lanes = v->lanes;
    const int64_t x_plane = c->order ? 0 : s->in[0]->layout.plane,
                  y_plane = s->out[0]->layout.plane;
    const char *channels = addresses(e, s, c);
    const sn_panel panel = panel_of(c);
    const sn_tile tile = {.x = channels ? SN_TILE_CHANNELS : SN_TILE_BLOCKED, .step = s};
    const char *at = c->framed ? "(q + p)" : "p";
    const sn_tile_calls calls = {
        .x = channels ? "x"
                      : sn_arena_printf(arena, "%s * %d",
                                        c->gather   ? "scratch + (p - p0)"
                                        : c->framed ? "xr + p"
                                                    : "x + p",
                                        lanes),
        .x_step = channels ? sn_arena_printf(arena, "p * %d", lanes)
                           : sn_arena_printf(arena, "%" PRId64, c->gather ? panel.plane : x_plane),
        .w = "w",
        .y = sn_arena_printf(arena, "y + v * %" PRId64 " + %s * %d", y_plane, at, lanes),
        .pixel = at,
        .y_step = sn_arena_printf(arena, "%" PRId64, y_plane),
        .chunk = c->chunk,
        .again = !c->groups_outer};
    const char *tiling, *body;
    const sn_tiling tiles = tiles_of(c);
    SN_TRY(sn_tile_emit(e, &tile, &tiles, &calls, &tiling));
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    SN_TRY(sn_bind_sums(e, b, s));
    SN_TRY(sn_bind_prologue(e, b, s, &panel));
    sn_bind_text(b, CT_X_AT, channels ? channels : sn_emit_in(e, s->in[0]));
    sn_bind_int(b, CT_CHANNELS, channels ? c->ic : 0);
    bind_weights(e, b, s, sn_arena_printf(arena, "scratch + %" PRId64, c->scaled_at));
    sn_bind_text(b, CT_Y_AT, sn_emit_out(e, s->out[0]));
    sn_bind_text(b, CT_TILING, tiling);
    sn_bind_int(b, CT_GROUPS_OUTER, c->groups_outer);
    sn_bind_int(b, CT_GATHER, c->gather);
    sn_bind_int(b, CT_FRAMED, c->framed);
    sn_bind_int(b, CT_ROWS, c->rows);
    sn_bind_int(b, CT_ROWS_AT_ONCE, c->rows_at_once);
    sn_bind_int(b, CT_UNITS, s->units[0]);
    sn_bind_int(b, CT_VECTORS, sn_blocks_of(v->n, v->lanes));
    sn_bind_int(b, CT_BH, c->before[1]);
    sn_bind_int(b, CT_BW, c->before[2]);
    sn_bind_int(b, CT_Y_PLANE, y_plane);
    sn_bind_int(b, CT_TILES, v->tiles.n);
    sn_bind_int(b, CT_CHUNK, c->chunk);
    sn_bind_int(b, CT_NT, v->tiles.size);
    sn_bind_int(b, CT_BIG_TILES, v->tiles.larger);
    sn_bind_int(b, CT_PIXELS, c->pixels);
    sn_bind_panel(b, s, &panel);
    SN_TRY(sn_template(e, "pointwise.ct", sn_text_pointwise, b, &body));
    sn_emit_function(e, s, 0, body);
    return sn_sums_emit(e, s);
}

/* ---- some rows ------------------------------------------------------------------------------- */

static bool row_window(const sn_step *s, sn_row_window *out)
{
    const pointwise_config *c = s->config;
    if (c->gather || c->framed || c->order || c->in[0] != 1) return false;
    *out = (sn_row_window){.kernel = 1,
                           .stride = 1,
                           .in_rows = c->in[1],
                           .in_pixels = c->in[2],
                           .out_rows = c->out[1],
                           .out_pixels = c->out[2]};
    return true;
}

static sn_status plan_rows(const sn_kernel_ctx *k, sn_step *s, int64_t rows)
{
    pointwise_config *c = sn_arena_copy(k->arena, s->config, sizeof *c);
    (void)rows;
    s->config = c;
    c->scaled_at = 0;
    c->tiling = tiling_of(k, s->node, c, c->out[2], c->out[1]);
    SN_TRY(pack(k, s, c));
    s->scratch = c->factor ? sn_tiling_floats(&c->tiling) : 0;
    return SN_OK;
}

static sn_status emit_rows(sn_emit *e, const sn_step *s, const sn_row_place *from,
                           const sn_row_place *to, const char **text)
{
    const pointwise_config *c = s->config;
    sn_arena *arena = sn_emit_arena(e);
    const int lanes = c->tiling.lanes;
    const sn_tile tile = {.x = SN_TILE_BLOCKED, .step = s};
    const sn_tile_calls calls = {
        .x = sn_arena_printf(arena, "xr + p * %d", lanes),
        .x_step = sn_arena_printf(arena, "%" PRId64, from->plane),
        .w = "w",
        .y = sn_arena_printf(arena, "yr + v * %" PRId64 " + p * %d", to->plane, lanes),
        .pixel = sn_arena_printf(arena, "(r * %" PRId64 " + p)", c->out[2]),
        .y_step = sn_arena_printf(arena, "%" PRId64, to->plane),
        .chunk = c->tiling.tiles.n,
        .again = true};
    const char *tiling;
    const sn_tiling tiles = tiles_of(c);
    SN_TRY(sn_tile_emit(e, &tile, &tiles, &calls, &tiling));
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    bind_weights(e, b, s, "frame");
    sn_bind_text(b, CT_FROM, sn_row_at(arena, from, "r"));
    sn_bind_text(b, CT_TO, sn_row_at(arena, to, "r"));
    sn_bind_text(b, CT_TILING, tiling);
    sn_bind_int(b, CT_TILES, c->tiling.tiles.n);
    return sn_template(e, "pointwise_some", sn_text_pointwise_some, b, text);
}

const sn_kernel sn_kernel_pointwise = {
    .name = "pointwise",
    .ops = SN_OPS(&sn_op_conv),
    .synopsis = "1x1 convolution as a register-tiled product over blocked pixels",
    .wants = wants,
    .plan = plan,
    .emit = emit,
    .row_window = row_window,
    .plan_rows = plan_rows,
    .emit_rows = emit_rows,
};
