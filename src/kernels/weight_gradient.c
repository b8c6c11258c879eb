/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of convolutions by their weights, as products of matrices: dw[o][column] = the sum over
 * pixels of dy[o] times what the column, an input channel and a tap, reads there. dy is packed like
 * weights whose inputs are pixels; what the taps read is unfolded for some columns, and a run of
 * pixels, at a time ("im2col", Chellapilla et al., 2006). Sums of a run are added up in the order
 * of the runs: the same bits for any number of threads. */
#include "kernels/conv_sizes.h"
#include "kernels/tile.h"
#include "ops/images.h"
#include "ops/ops.h"

extern const char sn_text_weight_gradient[];

enum {
    DEPTH = 8, /* pixels of one step of the tiles */
    RUN = 512, /* pixels that are multiplied together: what is unfolded of them stays near */
    MOST_COLUMNS = 48, /* of a unit */
    LEAST_OUTPUTS = 4, /* of a group: fewer are no product (kernels/gradients.c) */
    OVERHEAD = 8000,   /* scalar instructions */
    UNFOLDING = 4      /* .. of one number that is unfolded */
};

typedef struct gradient_config {
    sn_conv_weight_gradient_sizes c;
    int64_t pixels, runs; /* of all maps; runs of RUN */
    bool dy_blocked;      /* it is in blocks of channels */
    sn_chunks columns;
    sn_tiling tiling;
} gradient_config;

static bool configure(const sn_kernel_ctx *k, const sn_node *node, gradient_config *f)
{
    if (node->op != &sn_op_conv_weight_gradient || !sn_node_is_f32(node)) return false;
    const sn_conv_weight_gradient_params *p = node->params;
    if (!sn_shape_known(&sn_in(node, SN_WEIGHT_GRADIENT_X)->shape) ||
        !sn_shape_known(&sn_out(node, 0)->shape) || sn_value_is_const(sn_in(node, 0)) ||
        sn_value_is_const(sn_in(node, 1)))
        return false;
    *f = (gradient_config){.c = sn_conv_weight_gradient_sizes_of(node)};
    const sn_conv_weight_gradient_sizes *c = &f->c;
    f->pixels = c->maps * sn_conv_pixels(c->w.out);
    if (c->ocg < LEAST_OUTPUTS || f->pixels == 0 || c->icg == 0) return false;
    f->runs = (f->pixels + RUN - 1) / RUN;
    const int lanes = k->machine->lanes;
    const bool spatial = p->axis == 1 && sn_conv_pixels(c->w.in) > 0;
    f->dy_blocked =
        spatial && sn_is_joined_blocks(sn_in(node, SN_WEIGHT_GRADIENT_DY), c->group, c->ocg, lanes);
    f->columns = sn_chunks_of(c->icg * c->taps, MOST_COLUMNS);
    f->tiling = sn_tiling_of(k->machine, sn_chunks_largest(&f->columns), c->ocg, RUN);
    return true;
}

/* Floats of dy as it is packed. */
static int64_t packed_floats(const gradient_config *f)
{
    return f->c.group * sn_blocks_of(f->c.ocg, f->tiling.lanes) * f->tiling.lanes * f->runs * RUN;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    gradient_config f;
    if (!configure(k, node, &f)) return false;
    const double unfolded = (double)(f.c.group * f.c.icg * f.c.taps) * (double)(f.runs * RUN);
    if (f.dy_blocked) out->in[SN_WEIGHT_GRADIENT_DY] = SN_LAYOUT_BLOCKED;
    out->work.vector = 1.15 * (double)(f.c.group * f.columns.n * f.runs) *
                       sn_tiling_vectors(k->machine, &f.tiling);
    out->work.scalar = OVERHEAD + UNFOLDING * unfolded;
    if (f.dy_blocked)
        sn_copy_work(k, &out->work, (double)packed_floats(&f));
    else
        out->work.scalar += UNFOLDING * (double)packed_floats(&f);
    return true;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    gradient_config *f = SN_NEW(k->arena, gradient_config);
    if (!configure(k, s->node, f))
        return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no gradient of known sizes");
    const int lanes = k->machine->lanes;
    const int64_t pitch = sn_chunks_largest(&f->columns),
                  outputs = sn_blocks_of(f->c.ocg, lanes) * lanes;
    s->config = f;
    s->n_phases = 2;
    s->shared = packed_floats(f);
    s->units[0] = f->c.group * f->tiling.groups.n * f->runs;
    s->units[1] = f->c.group * f->columns.n;
    s->scratch = pitch * (RUN + sn_chunks_largest(&f->tiling.groups) * lanes + outputs);
    sn_weight_gradient_count(s, &f->c);
    s->why = sn_arena_printf(k->arena, "%lld columns of what taps read, %s", (long long)pitch,
                             sn_tiling_text(k->arena, &f->tiling));
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const gradient_config *f = s->config;
    sn_bind *b = sn_bind_create(e);
    const int lanes = sn_emit_machine(e)->lanes;
    const sn_named_int ints[] = {
        {CT_OC, f->c.ocg * f->c.group},
        {CT_IC, f->c.icg * f->c.group},
        {CT_OCG, f->c.ocg},
        {CT_ICG, f->c.icg},
        {CT_OCB, sn_blocks_of(f->c.ocg, lanes)},
        {CT_TAPS, f->c.taps},
        {CT_MAPS, f->c.maps},
        {CT_PIXELS, f->pixels},
        {CT_K, RUN},
        {CT_RUNS, f->runs},
        {CT_N, DEPTH},
        {CT_PITCH, sn_chunks_largest(&f->columns)},
        {CT_PARTS, f->tiling.groups.n},
        {CT_Q, f->tiling.groups.size},
        {CT_R, f->tiling.groups.larger},
        {CT_CHUNKS, f->columns.n},
        {CT_DY_BLOCKED, f->dy_blocked},
        {CT_DY_PLANE, s->in[SN_WEIGHT_GRADIENT_DY]->layout.plane},
        {CT_DY_IMAGE, sn_place_image_floats(s->in[SN_WEIGHT_GRADIENT_DY], lanes)},
        {CT_CQ, f->columns.size},
        {CT_CR, f->columns.larger}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    sn_bind_window(b, &f->c.w);
    sn_bind_text(b, CT_X, sn_emit_in(e, s->in[SN_WEIGHT_GRADIENT_X]));
    sn_bind_text(b, CT_W, sn_emit_in(e, s->in[SN_WEIGHT_GRADIENT_DY]));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    sn_bind_text(b, CT_SHARED, sn_emit_shared(e, s));
    const sn_tile tile = {.x = SN_TILE_SPACED,
                          .walk = SN_TILE_PLACES,
                          .unroll = DEPTH,
                          .space = sn_chunks_largest(&f->columns),
                          .row_space = 1};
    sn_bind_tile_run(e, b, CT_MUL, &tile, &f->columns);
    for (int phase = 0; phase < s->n_phases; phase++) {
        const char *text = NULL;
        sn_bind_int(b, CT_PHASE, phase);
        SN_TRY(sn_template(e, "weight_gradient.ct", sn_text_weight_gradient, b, &text));
        sn_emit_function(e, s, phase, text);
    }
    return SN_OK;
}

const sn_kernel sn_kernel_weight_gradient = {
    .name = "weight_gradient",
    .ops = SN_OPS(&sn_op_conv_weight_gradient),
    .synopsis =
        "gradient of a convolution by its weight as a product: runs of pixels, unfolded, in "
        "register tiles",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
