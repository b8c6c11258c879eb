/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of a network's first convolution by its weights: few input channels, as they are, and
 * dy in blocks of channels. The rows of a register tile are the taps of one row of the kernel, its
 * vectors blocks of dy. Of each row of pixels what the taps read is copied once, with its padding;
 * nothing is unfolded. A unit has sums of its own, over some rows of one image, which are added up
 * in their order: the same bits for any number of threads. */
#include "kernels/conv_sizes.h"
#include "kernels/panel.h"
#include "kernels/tile.h"
#include "ops/images.h"
#include "ops/ops.h"

extern const char sn_text_weight_gradient_stem[];

enum {
    MOST_CHANNELS = 4, /* of x: more are worth a vector */
    MOST_VECTORS = 6,  /* of a tile */
    LEAST_UNITS = 16,  /* of all images */
    OVERHEAD = 8000    /* scalar instructions */
};

typedef struct first_config {
    sn_conv_weight_gradient_sizes c;
    int64_t lines;   /* rows of kernels: of all input channels */
    int64_t ocb;     /* blocks of output channels */
    int64_t pitch;   /* floats of x that a row of pixels reads along one line */
    sn_chunks parts; /* of the blocks: those of a tile */
    sn_chunks rows;  /* of the pixels of an image: those of a unit */
    sn_tiling tiling;
} first_config;

/* Vectors of a tile of so many rows; 0: there are too few registers. */
static int64_t vectors_of(const sn_machine *m, int64_t rows)
{
    int64_t n = (m->registers - 1) / (rows + 1);
    return n > MOST_VECTORS ? MOST_VECTORS : n;
}

static bool configure(const sn_kernel_ctx *k, const sn_node *node, first_config *f)
{
    if (node->op != &sn_op_conv_weight_gradient || !sn_node_is_f32(node)) return false;
    const sn_value *x = sn_in(node, SN_WEIGHT_GRADIENT_X), *dy = sn_in(node, SN_WEIGHT_GRADIENT_DY);
    const int lanes = k->machine->lanes;
    if (!sn_shape_known(&x->shape) || !sn_shape_known(&sn_out(node, 0)->shape) ||
        sn_value_is_const(x) || sn_value_is_const(dy) ||
        ((const sn_conv_weight_gradient_params *)node->params)->axis != 1)
        return false;
    *f = (first_config){.c = sn_conv_weight_gradient_sizes_of(node)};
    const sn_conv_weight_gradient_sizes *c = &f->c;
    const sn_window *w = &c->w;
    if (c->group != 1 || c->icg > MOST_CHANNELS || w->kernel[0] != 1 || w->in[0] != 1 ||
        w->out[0] != 1 || w->dilation[2] != 1 || w->begin[2] < 0)
        return false;
    if (c->maps * sn_conv_pixels(w->out) == 0 || c->icg == 0 || c->ocg == 0 || c->taps == 0 ||
        sn_conv_pixels(w->in) == 0 || !sn_is_joined_blocks(dy, c->group, c->ocg, lanes))
        return false;
    const int64_t vectors = vectors_of(k->machine, w->kernel[2]);
    if (vectors < 1) return false;
    f->lines = c->icg * w->kernel[1];
    f->ocb = sn_blocks_of(c->ocg, lanes);
    f->pitch = (w->out[2] - 1) * w->stride[2] + w->kernel[2];
    f->parts = sn_chunks_of(f->ocb, vectors);
    f->rows = sn_chunks_of(w->out[1], (w->out[1] * c->maps + LEAST_UNITS - 1) / LEAST_UNITS);
    f->tiling =
        sn_tiling_of(k->machine, w->kernel[2], sn_chunks_largest(&f->parts) * lanes, w->out[2]);
    return true;
}

/* Of a unit. */
static int64_t sum_floats(const first_config *f, int lanes)
{
    return f->ocb * f->c.icg * f->c.taps * lanes;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    first_config f;
    if (!configure(k, node, &f)) return false;
    const int lanes = k->machine->lanes;
    const double rows = (double)(f.c.maps * f.c.w.out[1]), lines = rows * (double)f.lines,
                 sums = (double)sum_floats(&f, lanes) / lanes;
    out->in[SN_WEIGHT_GRADIENT_DY] = SN_LAYOUT_BLOCKED;
    out->work.vector = lines * (double)f.parts.n * sn_tiling_vectors(k->machine, &f.tiling) +
                       2 * (rows + (double)(f.c.maps * f.rows.n)) * sums;
    out->work.scalar = OVERHEAD;
    sn_copy_work(k, &out->work, lines * (double)f.pitch);
    return true;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    first_config *f = SN_NEW(k->arena, first_config);
    if (!configure(k, s->node, f))
        return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no gradient of a first convolution");
    const int lanes = k->machine->lanes;
    s->config = f;
    s->n_phases = 2;
    s->units[0] = f->c.maps * f->rows.n;
    s->units[1] = f->ocb;
    s->shared = s->units[0] * sum_floats(f, lanes);
    s->scratch = f->lines * f->pitch;
    sn_weight_gradient_count(s, &f->c);
    s->why = sn_arena_printf(k->arena, "register tile %lldx%lld, rows of pixels as they are",
                             (long long)sn_chunks_largest(&f->parts), (long long)f->c.w.kernel[2]);
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const first_config *f = s->config;
    const int lanes = sn_emit_machine(e)->lanes;
    const sn_place *dy = s->in[SN_WEIGHT_GRADIENT_DY];
    sn_bind *b = sn_bind_create(e);
    const sn_named_int ints[] = {{CT_OC, f->c.ocg},
                                 {CT_IC, f->c.icg},
                                 {CT_OCB, f->ocb},
                                 {CT_N, f->lines},
                                 {CT_TAPS, f->c.taps},
                                 {CT_PITCH, f->pitch},
                                 {CT_PARTS, f->parts.n},
                                 {CT_Q, f->parts.size},
                                 {CT_R, f->parts.larger},
                                 {CT_CHUNKS, f->rows.n},
                                 {CT_CQ, f->rows.size},
                                 {CT_CR, f->rows.larger},
                                 {CT_RUNS, s->units[0]},
                                 {CT_DY_PLANE, dy->layout.plane},
                                 {CT_DY_IMAGE, sn_place_image_floats(dy, lanes)}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    sn_bind_window(b, &f->c.w);
    sn_bind_text(b, CT_X, sn_emit_in(e, s->in[SN_WEIGHT_GRADIENT_X]));
    sn_bind_text(b, CT_W, sn_emit_in(e, dy));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    sn_bind_text(b, CT_SHARED, sn_emit_shared(e, s));
    const sn_tile tile = {.x = SN_TILE_COLUMNS, .unroll = 1, .c = SN_TILE_C_BLOCKED};
    sn_bind_tile_panels(e, b, CT_MUL, &tile, f->c.w.kernel[2]);
    for (int phase = 0; phase < s->n_phases; phase++) {
        const char *text = NULL;
        sn_bind_int(b, CT_PHASE, phase);
        SN_TRY(sn_template(e, "weight_gradient_stem.ct", sn_text_weight_gradient_stem, b, &text));
        sn_emit_function(e, s, phase, text);
    }
    return SN_OK;
}

const sn_kernel sn_kernel_weight_gradient_stem = {
    .name = "weight_gradient_stem",
    .ops = SN_OPS(&sn_op_conv_weight_gradient),
    .synopsis = "gradient of a first convolution by its weight: taps of a row by blocks of dy, in "
                "register tiles",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
