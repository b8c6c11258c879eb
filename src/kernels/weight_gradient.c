/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of convolutions by their weights, as products of matrices: dw[o][column] = the sum over
 * pixels of dy[o] times what the column, an input channel and a tap, reads there. dy is packed like
 * weights whose inputs are pixels; what the taps read is unfolded for some columns, and a run of
 * pixels, at a time ("im2col", Chellapilla et al., 2006). Sums of a run are added up in the order
 * of the runs: the same bits for any number of threads. */
#include "kernels/tile.h"
#include "ops/conv_weight_gradient.h"
#include "ops/images.h"
#include "ops/ops.h"
#include "ops/rule.h"

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
    sn_window w;
    int64_t maps, group, icg, ocg, taps;
    int64_t pixels, runs; /* of all maps; runs of RUN */
    bool dy_blocked;      /* it is in blocks of channels */
    sn_chunks columns;
    sn_tiling tiling;
} gradient_config;

static bool configure(const sn_kernel_ctx *k, const sn_node *node, gradient_config *f)
{
    if (node->op != &sn_op_conv_weight_gradient || !sn_node_is_f32(node)) return false;
    const sn_conv_weight_gradient_params *p = node->params;
    const sn_shape *x = &sn_in(node, SN_WEIGHT_GRADIENT_X)->shape, *w = &sn_out(node, 0)->shape;
    if (!sn_shape_known(x) || !sn_shape_known(w) || sn_value_is_const(sn_in(node, 0)) ||
        sn_value_is_const(sn_in(node, 1)))
        return false;
    const sn_extent extent = sn_extent_of(x, p->axis, p->nd);
    const sn_window_params window = sn_conv_weight_gradient_window(p);
    *f = (gradient_config){
        .maps = extent.maps, .group = p->group, .icg = w->d[1], .ocg = w->d[0] / p->group};
    if (f->ocg < LEAST_OUTPUTS) return false;
    sn_window_of(&window, &extent, w->d + 2, &f->w);
    f->taps = f->w.kernel[0] * f->w.kernel[1] * f->w.kernel[2];
    f->pixels = f->maps * f->w.out[0] * f->w.out[1] * f->w.out[2];
    if (f->pixels == 0 || f->icg == 0) return false;
    f->runs = (f->pixels + RUN - 1) / RUN;
    const int lanes = k->machine->lanes;
    const bool spatial = p->axis == 1 && f->w.in[0] * f->w.in[1] * f->w.in[2] > 0;
    f->dy_blocked =
        spatial && sn_is_joined_blocks(sn_in(node, SN_WEIGHT_GRADIENT_DY), f->group, f->ocg, lanes);
    f->columns = sn_chunks_of(f->icg * f->taps, MOST_COLUMNS);
    f->tiling = sn_tiling_of(k->machine, sn_chunks_largest(&f->columns), f->ocg, RUN);
    return true;
}

/* Floats of dy as it is packed. */
static int64_t packed_floats(const gradient_config *f)
{
    return f->group * sn_blocks_of(f->ocg, f->tiling.lanes) * f->tiling.lanes * f->runs * RUN;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    gradient_config f;
    if (!configure(k, node, &f)) return false;
    const double unfolded = (double)(f.group * f.icg * f.taps) * (double)(f.runs * RUN);
    if (f.dy_blocked) out->in[SN_WEIGHT_GRADIENT_DY] = SN_LAYOUT_BLOCKED;
    out->work.vector =
        1.15 * (double)(f.group * f.columns.n * f.runs) * sn_tiling_vectors(k->machine, &f.tiling);
    out->work.scalar = OVERHEAD;
    out->work.scalar += UNFOLDING * unfolded;
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
                  outputs = sn_blocks_of(f->ocg, lanes) * lanes;
    s->config = f;
    s->n_phases = 2;
    s->shared = packed_floats(f);
    s->units[0] = f->group * f->tiling.groups.n * f->runs;
    s->units[1] = f->group * f->columns.n;
    s->scratch = pitch * (RUN + sn_chunks_largest(&f->tiling.groups) * lanes + outputs);
    s->flops = 2.0 * (double)(f->group * f->ocg * f->icg * f->taps) * (double)f->pixels;
    s->bytes = 4.0 * (double)(sn_shape_count(&sn_in(s->node, 0)->shape) +
                              sn_shape_count(&sn_in(s->node, 1)->shape) +
                              sn_shape_count(&sn_out(s->node, 0)->shape));
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
        {CT_OC, f->ocg * f->group},
        {CT_IC, f->icg * f->group},
        {CT_OCG, f->ocg},
        {CT_ICG, f->icg},
        {CT_OCB, sn_blocks_of(f->ocg, lanes)},
        {CT_TAPS, f->taps},
        {CT_MAPS, f->maps},
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
    sn_bind_window(b, &f->w);
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
