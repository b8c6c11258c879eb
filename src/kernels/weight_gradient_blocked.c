/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of convolutions by their weights where both operands are in blocks of channels: in a
 * block pixels stand one behind the other, so that a register tile needs no packing to sum over
 * them. Its vectors are input channels of a few blocks, its rows are output channels, lanes of a
 * block of dy. What a tap reads of x stands as it is needed where there is one tap and no stride;
 * else it is copied, some pixels at a time. Sums of these are added up in their order: the same
 * bits for any number of threads. */
#include "kernels/conv_sizes.h"
#include "kernels/panel.h"
#include "kernels/tile.h"
#include "ops/images.h"
#include "ops/ops.h"

extern const char sn_text_weight_gradient_blocked[];

enum {
    MOST_VECTORS = 6, /* of a tile */
    OVERHEAD = 8000   /* scalar instructions */
};

typedef struct blocked_config {
    sn_conv_weight_gradient_sizes c;
    int64_t icb, ocb;  /* blocks of a group's channels */
    int64_t nb, rows;  /* of a tile, at most; exactly */
    bool near;         /* x stands as it is needed */
    sn_chunks columns; /* blocks of input channels of a tap */
    sn_chunks outputs; /* blocks of output channels */
    sn_chunks runs;    /* of the pixels of an image */
} blocked_config;

static bool is_near(const sn_window *w, int64_t taps)
{
    bool near = taps == 1;
    for (int a = 0; a < 3; a++)
        near = near && w->stride[a] == 1 && w->begin[a] == 0 && w->in[a] == w->out[a];
    return near;
}

/* Rows divide a block; as many sums as there are registers for, beside the vectors and a row. */
static void choose_tile(const sn_kernel_ctx *k, blocked_config *f)
{
    const int lanes = k->machine->lanes;
    f->nb = f->rows = 1;
    for (int64_t rows = 1; rows <= lanes; rows *= 2)
        for (int64_t nb = 1; nb <= MOST_VECTORS && lanes % rows == 0; nb++) {
            const int64_t sums = nb * rows, best = f->nb * f->rows;
            if (sums + nb + 1 > k->machine->registers) break;
            if (sums < best || (sums == best && nb > f->nb)) continue; /* vectors cost more loads */
            f->nb = nb;
            f->rows = rows;
        }
}

/* Those of a tile's vectors stay in the first cache, beside a block of dy. */
static int64_t most_pixels(const sn_kernel_ctx *k, const blocked_config *f)
{
    const double each = (double)((f->nb + 1) * k->machine->lanes) * sizeof(float);
    const int64_t n = (int64_t)(sn_machine_l1_bytes(k->machine) * 3 / 4 / each);
    return n > 1 ? n : 1;
}

static int64_t units_of(const blocked_config *f)
{
    return f->c.group * f->columns.n * f->outputs.n;
}

/* Elements of x that are read: each once for each tap, and for each part of the outputs. */
static double reads_of(const sn_kernel_ctx *k, const blocked_config *f)
{
    return (double)(f->c.group * f->icb * f->c.taps * k->machine->lanes) * (double)f->c.maps *
           (double)sn_conv_pixels(f->c.w.out) * (double)f->outputs.n;
}

/* Of all units; a thread does its share. */
static sn_work work_of(const sn_kernel_ctx *k, const blocked_config *f)
{
    const int lanes = k->machine->lanes;
    const int64_t most = sn_chunks_largest(&f->columns), tiles = (most + f->nb - 1) / f->nb;
    const sn_tiling tile =
        sn_tiling_of(k->machine, f->ocb * lanes, (most + tiles - 1) / tiles * lanes,
                     sn_chunks_largest(&f->runs));
    const double runs = (double)(f->c.maps * f->runs.n), x = reads_of(k, f),
                 columns = (double)(f->c.group * f->icb * f->c.taps * lanes),
                 groups = (double)(f->c.group * f->columns.n * tiles),
                 dy = (double)(f->c.group * f->ocb * lanes * f->c.maps) *
                      (double)sn_conv_pixels(f->c.w.out);
    sn_work w = {.scalar = OVERHEAD};
    w.vector =
        runs * groups * sn_tiling_vectors(k->machine, &tile) + 4 * runs * columns * (double)f->ocb;
    if (f->near)
        sn_work_stream(&w, 4 * x, 4 * x / (double)f->outputs.n, true);
    else
        sn_copy_work(k, &w, x);
    sn_work_stream(&w, 4 * (double)f->columns.n * dy, 4 * dy, true);
    return w;
}

/* Into how many parts the output channels go: the sums of a unit stay in the second cache, beside
 * what is read. Each part copies x, and all threads are to have units. */
static void choose_units(const sn_kernel_ctx *k, blocked_config *f)
{
    const int64_t blocks = f->icb * f->c.taps, threads = k->n_threads;
    const double room = sn_machine_l2_bytes(k->machine) * 3 / 8;
    blocked_config best = *f;
    double least = 0;
    for (int64_t parts = 1; parts <= threads && parts <= f->ocb; parts++) {
        f->outputs = sn_chunks_of(f->ocb, (f->ocb + parts - 1) / parts);
        const int64_t each = sn_chunks_largest(&f->outputs) * k->machine->lanes *
                             k->machine->lanes * (int64_t)sizeof(float);
        const int64_t shares = (blocks * f->c.group * f->outputs.n + threads - 1) / threads;
        int64_t most = (int64_t)room / each;
        if (most > shares) most = shares;
        f->columns = sn_chunks_of(blocks, most > f->nb ? most / f->nb * f->nb
                                          : most > 0   ? most
                                                       : 1);
        const sn_work w = work_of(k, f);
        const int64_t units = units_of(f), slowest = (units + threads - 1) / threads;
        const double seconds = sn_work_seconds(k->machine, &w) * (double)slowest / (double)units;
        if (parts == 1 || seconds < least) {
            best = *f;
            least = seconds;
        }
    }
    *f = best;
}

static bool configure(const sn_kernel_ctx *k, const sn_node *node, blocked_config *f)
{
    if (node->op != &sn_op_conv_weight_gradient || !sn_node_is_f32(node)) return false;
    const sn_value *x = sn_in(node, SN_WEIGHT_GRADIENT_X), *dy = sn_in(node, SN_WEIGHT_GRADIENT_DY);
    const int lanes = k->machine->lanes;
    if (!sn_shape_known(&x->shape) || !sn_shape_known(&sn_out(node, 0)->shape) ||
        ((const sn_conv_weight_gradient_params *)node->params)->axis != 1)
        return false;
    *f = (blocked_config){.c = sn_conv_weight_gradient_sizes_of(node)};
    const sn_conv_weight_gradient_sizes *c = &f->c;
    const int64_t pixels = sn_conv_pixels(c->w.out);
    if (!sn_is_joined_blocks(x, c->group, c->icg, lanes) ||
        !sn_is_joined_blocks(dy, c->group, c->ocg, lanes))
        return false;
    if (c->maps * pixels == 0 || c->icg == 0 || c->ocg == 0 || c->taps == 0 ||
        sn_conv_pixels(c->w.in) == 0)
        return false;
    f->icb = sn_blocks_of(c->icg, lanes);
    f->ocb = sn_blocks_of(c->ocg, lanes);
    f->near = is_near(&c->w, c->taps);
    choose_tile(k, f);
    f->runs = sn_chunks_of(pixels, most_pixels(k, f));
    choose_units(k, f);
    return true;
}

static int64_t panel_floats(const blocked_config *f, int lanes)
{
    return sn_chunks_largest(&f->runs) * lanes;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    blocked_config f;
    if (!configure(k, node, &f)) return false;
    out->in[SN_WEIGHT_GRADIENT_X] = out->in[SN_WEIGHT_GRADIENT_DY] = SN_LAYOUT_BLOCKED;
    out->work = work_of(k, &f);
    out->prologue_times = reads_of(k, &f) / (double)sn_shape_count(&sn_in(node, 0)->shape);
    out->prologue_copies = f.near;
    return true;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    blocked_config *f = SN_NEW(k->arena, blocked_config);
    if (!configure(k, s->node, f))
        return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no gradient on blocks of channels");
    const int lanes = k->machine->lanes;
    const int64_t blocks = sn_chunks_largest(&f->columns);
    f->near = f->near && !s->prologue;
    s->config = f;
    s->n_phases = 1;
    s->units[0] = units_of(f);
    s->scratch = sn_chunks_largest(&f->outputs) * blocks * lanes * lanes + f->nb * f->rows * lanes +
                 (f->near ? 0 : blocks * panel_floats(f, lanes));
    sn_weight_gradient_count(s, &f->c);
    s->why = sn_arena_printf(
        k->arena, "register tile %lldx%lld, %lld pixels at a time, units of %lld by %lld blocks%s",
        (long long)f->nb, (long long)f->rows, (long long)sn_chunks_largest(&f->runs),
        (long long)sn_chunks_largest(&f->outputs), (long long)blocks,
        f->near       ? ", x as it stands"
        : s->prologue ? ", x copied with what is done to it first"
                      : ", what a tap reads copied");
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const blocked_config *f = s->config;
    const int lanes = sn_emit_machine(e)->lanes;
    const sn_place *x = s->in[SN_WEIGHT_GRADIENT_X], *dy = s->in[SN_WEIGHT_GRADIENT_DY];
    const char *text = NULL;
    sn_bind *b = sn_bind_create(e);
    const sn_named_int ints[] = {
        {CT_OCG, f->c.ocg},
        {CT_ICG, f->c.icg},
        {CT_OCB, f->ocb},
        {CT_ICB, f->icb},
        {CT_TAPS, f->c.taps},
        {CT_MAPS, f->c.maps},
        {CT_BLOCKS, sn_chunks_largest(&f->columns)},
        {CT_CHUNKS, f->columns.n},
        {CT_CQ, f->columns.size},
        {CT_CR, f->columns.larger},
        {CT_OUTS, sn_chunks_largest(&f->outputs)},
        {CT_PARTS, f->outputs.n},
        {CT_Q, f->outputs.size},
        {CT_R, f->outputs.larger},
        {CT_RUNS, f->runs.n},
        {CT_N, f->runs.size},
        {CT_LARGER, f->runs.larger},
        {CT_NB, f->nb},
        {CT_ROWS, f->rows},
        {CT_COPY, !f->near},
        {CT_PITCH, sn_chunks_largest(&f->runs)},
        {CT_FROM_PLANE, f->near ? x->layout.plane : panel_floats(f, lanes)},
        {CT_X_PLANE, x->layout.plane},
        {CT_X_IMAGE, sn_place_image_floats(x, lanes)},
        {CT_DY_PLANE, dy->layout.plane},
        {CT_DY_IMAGE, sn_place_image_floats(dy, lanes)}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    sn_bind_window(b, &f->c.w);
    SN_TRY(sn_bind_as_read(e, b, s));
    sn_bind_text(b, CT_X, sn_emit_in(e, x));
    sn_bind_text(b, CT_W, sn_emit_in(e, dy));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    const sn_tile tile = {.x = SN_TILE_COLUMNS, .unroll = 1};
    sn_bind_tile_panels(e, b, CT_MUL, &tile, f->rows);
    SN_TRY(sn_template(e, "weight_gradient_blocked.ct", sn_text_weight_gradient_blocked, b, &text));
    sn_emit_function(e, s, 0, text);
    return SN_OK;
}

const sn_kernel sn_kernel_weight_gradient_blocked = {
    .name = "weight_gradient_blocked",
    .ops = SN_OPS(&sn_op_conv_weight_gradient),
    .synopsis =
        "gradient of a convolution by its weight from blocks of channels, in register tiles",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
