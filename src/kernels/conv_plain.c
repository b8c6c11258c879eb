/* SPDX-License-Identifier: Apache-2.0
 *
 * Any convolution of a plain tensor: what the taps read is unfolded for a run of pixels of a row
 * ("im2col", Chellapilla et al., 2006), and multiplied by the weights in register tiles. Weights
 * that are known only at run time are packed first, in a phase of their own. Deformable
 * convolutions (Dai et al., 2017) differ in how they unfold: each tap reads between pixels, at its
 * place plus an offset. */
#include "kernels/conv_plain.h"

#include <string.h>

#include "kernels/conv_sizes.h"
#include "kernels/tile.h"
#include "ops/conv.h"
#include "ops/deform_conv.h"
#include "ops/ops.h"

extern const char sn_text_conv_plain[];

/* Scalar instructions: kernels that are made for a case go first where all take next to nothing. */
#define OVERHEAD 6500
/* Of one number that is unfolded, and that is between pixels. */
enum { UNFOLDING = 4, INTERPOLATING = 26 };

enum {
    DEPTH = 8,     /* inputs of one step of the tiles; rows of what is unfolded are completed to a
                      multiple */
    MOST_RUN = 48, /* pixels that are unfolded together */
    MOST_UNFOLDED = 1 << 16, /* floats */
};

typedef struct plain_config {
    sn_conv_sizes c;
    int64_t maps, depth; /* depth: of the sums, completed */
    unsigned weight;     /* slot */
    bool deform, blocked;
    int nd; /* of a deformable one */
    int64_t offset_groups;
    sn_chunks runs; /* of pixels of a row */
    int64_t pitch;
    sn_tiling tiling;
    sn_packed *packed; /* NULL: weights come at run time */
    /* operands before the weights that do not change */
    const sn_packed *constant[SN_DEFORM_CONV_MASK + 1];
} plain_config;

/* ---- sizes ----------------------------------------------------------------------------------- */

/* Kernel 1, stride 1, nothing padded: one long row instead of many short ones. */
static void flatten(sn_window *w)
{
    int64_t pixels = 1;
    for (int a = 0; a < 3; a++) {
        if (w->kernel[a] != 1 || w->stride[a] != 1 || w->begin[a] != 0 || w->end[a] != 0) return;
        pixels *= w->in[a];
    }
    for (int a = 0; a < 3; a++) w->in[a] = w->out[a] = a == 2 ? pixels : 1;
}

static void window_of(const sn_node *node, plain_config *f, const sn_shape *x, const sn_shape *w)
{
    sn_window *win = &f->c.w;
    if (f->deform) {
        const sn_deform_conv_params *p = node->params;
        const sn_extent extent = sn_extent_of(x, p->axis, p->nd);
        const sn_window_params window = sn_deform_conv_window(p);
        f->maps = extent.maps;
        f->nd = p->nd;
        f->offset_groups = p->offset_group;
        sn_window_of(&window, &extent, w->d + 2, win);
        return;
    }
    const sn_conv_params *p = node->params;
    const sn_extent extent = sn_extent_of(x, p->axis, p->nd);
    f->maps = extent.maps;
    f->c.pad_value = p->pad_value;
    const sn_window_params window = sn_conv_window(p);
    sn_window_of(&window, &extent, w->d + 2, win);
}

/* Products with the weights of a group. */
static double runs_of(const plain_config *f)
{
    return (double)(f->maps * f->c.group * f->c.w.out[0] * f->c.w.out[1] * f->runs.n);
}

static bool configure(const sn_kernel_ctx *k, const sn_node *node, plain_config *f)
{
    *f = (plain_config){
        .maps = 1, .weight = SN_CONV_WEIGHT, .deform = node->op->slots == sn_deform_conv_slots};
    if (!f->deform && node->op != &sn_op_conv) return false;
    if (f->deform) f->weight = SN_DEFORM_CONV_WEIGHT;
    const sn_value *x = sn_in(node, 0), *w = sn_in(node, f->weight), *y = sn_out(node, 0);
    if (!x || !w || !sn_shape_known(&x->shape) || !sn_shape_known(&w->shape) ||
        !sn_shape_known(&y->shape))
        return false;
    for (int i = 0; i < node->n_in; i++) {
        const sn_value *v = sn_in(node, (unsigned)i);
        if (v && v->type != SN_TYPE_f32 && !sn_type_is_narrow(v->type)) return false;
    }
    f->c.group = f->deform ? ((const sn_deform_conv_params *)node->params)->group
                           : ((const sn_conv_params *)node->params)->group;
    f->c.icg = w->shape.d[1];
    f->c.ocg = w->shape.d[0] / f->c.group;
    sn_window *win = &f->c.w;
    for (int a = 0; a < 3; a++)
        win->kernel[a] = win->stride[a] = win->dilation[a] = win->in[a] = win->out[a] = 1;
    window_of(node, f, &x->shape, &w->shape);
    if (!f->deform) flatten(win);
    f->blocked = 0 == (f->deform ? ((const sn_deform_conv_params *)node->params)->axis
                                 : ((const sn_conv_params *)node->params)->axis);
    sn_conv_merge(&f->c, k->machine->lanes);
    f->depth = (f->c.icg * sn_conv_n_taps(&f->c) + DEPTH - 1) / DEPTH * DEPTH;
    int64_t most = MOST_UNFOLDED / f->depth;
    most = most > MOST_RUN ? MOST_RUN : most < 6 ? 6 : most;
    f->runs = sn_chunks_of(win->out[2], most);
    f->pitch = sn_chunks_largest(&f->runs);
    f->tiling = sn_tiling_of(k->machine, f->pitch, f->c.ocg, f->depth);
    f->tiling.half = sn_tiling_keeps_halves(k, node, f->weight, &f->tiling, runs_of(f),
                                            (double)(f->c.group * sn_tiling_floats(&f->tiling)));
    return true;
}

bool sn_conv_plain_wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    plain_config f;
    if (!configure(k, node, &f)) return false;
    out->out[0] = f.blocked ? SN_LAYOUT_BLOCKED : SN_LAYOUT_PLAIN;
    out->epilogue = f.blocked;
    out->epilogue_on_plain = !f.blocked;
    const double pixels = (double)(f.maps * sn_conv_pixels(f.c.w.out)),
                 depth = (double)(f.depth * f.c.group);
    const double oc = (double)(sn_blocks_of(f.c.ocg, k->machine->lanes) * k->machine->lanes);
    out->work.vector = 1.15 * runs_of(&f) * sn_tiling_vectors(k->machine, &f.tiling);
    out->work.scalar = OVERHEAD + pixels * depth * (f.deform ? INTERPOLATING : UNFOLDING);
    sn_tiling_stream(k, &f.tiling, depth * oc, &out->work);
    sn_results_stream(&out->work, 4.0 * pixels * oc * (double)f.c.group);
    return true;
}

/* ---- weights --------------------------------------------------------------------------------- */

/* [group][part][depth][blocks][lanes] */
static void pack(const plain_config *f, int lanes, const float *w, float *to)
{
    const int64_t taps = sn_conv_n_taps(&f->c);
    for (int64_t g = 0; g < f->c.group; g++)
        for (int64_t part = 0; part < f->tiling.groups.n; part++) {
            const int64_t from = sn_chunks_start(&f->tiling.groups, part) * lanes;
            const int64_t until = sn_chunks_start(&f->tiling.groups, part + 1) * lanes;
            for (int64_t j = 0; j < f->depth; j++)
                for (int64_t o = from; o < until; o++, to++) {
                    const float *row = sn_conv_row_of(&f->c, w, g, o, j / taps);
                    if (row) *to = row[j % taps];
                }
        }
}

/* Operands that are read as they are, though constant. */
static sn_status pack_constants(const sn_kernel_ctx *k, sn_step *s, plain_config *f)
{
    for (unsigned slot = 0; slot < f->weight; slot++) {
        if (!sn_in(s->node, slot) || s->in[slot]) continue;
        const int64_t floats = sn_shape_count(&sn_in(s->node, slot)->shape);
        const float *from = NULL;
        SN_TRY(sn_step_constant(k, s->node, slot, &from));
        memcpy(sn_step_pack(k, s, floats, "a constant operand"), from,
               (size_t)floats * sizeof *from);
        f->constant[slot] = s->packed[s->n_packed - 1];
    }
    return SN_OK;
}

sn_status sn_conv_plain_plan(const sn_kernel_ctx *k, sn_step *s)
{
    plain_config *f = SN_NEW(k->arena, plain_config);
    if (!configure(k, s->node, f))
        return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no convolution of known sizes");
    const int lanes = k->machine->lanes;
    const sn_conv_sizes *c = &f->c;
    const int64_t floats = c->group * sn_blocks_of(c->ocg, lanes) * lanes * f->depth,
                  groups = c->group * f->tiling.groups.n;
    const bool dynamic = s->in[f->weight] != NULL;
    SN_TRY(pack_constants(k, s, f));
    s->config = f;
    s->n_phases = dynamic ? 2 : 1;
    if (dynamic) {
        s->shared = floats;
        s->units[0] = groups;
    } else {
        const float *w = NULL;
        SN_TRY(sn_step_constant(k, s->node, f->weight, &w));
        pack(f, lanes, w, sn_step_pack(k, s, floats, "weights [group][part][ic][tap][oc]"));
        f->packed = s->packed[s->n_packed - 1];
        f->tiling.half = f->tiling.half && sn_step_pack_halves(&f->packed, 1);
    }
    s->units[dynamic] = f->maps * c->w.out[0] * c->w.out[1] * f->runs.n * groups;
    s->scratch = f->pitch * (f->depth + sn_chunks_largest(&f->tiling.groups) * lanes);
    s->flops = (double)f->maps * sn_conv_flops(c);
    s->bytes =
        4.0 * (double)(f->maps * c->group *
                       (c->icg * sn_conv_pixels(c->w.in) + c->ocg * sn_conv_pixels(c->w.out))) +
        sn_packed_bytes(f->tiling.half) * (double)floats;
    s->why = sn_arena_printf(
        k->arena, "%s for %lld pixels of a row at a time, register tile of %lld blocks%s%s",
        f->deform ? "taps read between pixels" : "taps unfolded", (long long)f->pitch,
        (long long)sn_chunks_largest(&f->tiling.groups),
        dynamic ? ", weights packed at run time" : "",
        f->tiling.half ? ", weights in half precision" : "");
    return SN_OK;
}

/* ---- printing -------------------------------------------------------------------------------- */

static void bind_sizes(sn_bind *b, const sn_step *s, const plain_config *f, int lanes)
{
    const sn_conv_sizes *c = &f->c;
    const sn_window *w = &c->w;
    const sn_named_int ints[] = {
        {CT_OC, c->ocg * c->group},
        {CT_IC, c->icg * c->group},
        {CT_OCG, c->ocg},
        {CT_ICG, c->icg},
        {CT_OC1, c->ocg / c->merged},
        {CT_IC1, c->icg / c->merged},
        {CT_OCB, sn_blocks_of(c->ocg, lanes)},
        {CT_TAPS, sn_conv_n_taps(c)},
        {CT_K, f->depth},
        {CT_N, DEPTH},
        {CT_PITCH, f->pitch},
        {CT_PARTS, f->tiling.groups.n},
        {CT_Q, f->tiling.groups.size},
        {CT_R, f->tiling.groups.larger},
        {CT_GROUPS, c->group},
        {CT_MAPS, f->maps},
        {CT_CHUNKS, f->runs.n},
        {CT_CQ, f->runs.size},
        {CT_CR, f->runs.larger},
        {CT_XPLANE, sn_conv_pixels(w->in)},
        {CT_YPLANE, f->blocked ? s->out[0]->layout.plane : sn_conv_pixels(w->out)},
        {CT_BLOCKED, f->blocked},
        {CT_DEFORM, f->deform},
        {CT_ND, f->nd},
        {CT_OFFSET_GROUPS, f->offset_groups},
        {CT_SHARED_OFFSETS, f->deform ? c->icg * c->group / f->offset_groups : 0},
        {CT_MASK, f->deform && sn_in(s->node, SN_DEFORM_CONV_MASK)},
        {CT_LASTW, s->out[0]->shape.d[s->out[0]->shape.rank - 1]}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    sn_bind_window(b, w);
}

sn_status sn_conv_plain_emit(sn_emit *e, const sn_step *s)
{
    const plain_config *f = s->config;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    bind_sizes(b, s, f, sn_emit_machine(e)->lanes);
    static const sn_ct_text names[] = {CT_X, CT_OFFSETS, CT_MASKS};
    for (unsigned slot = 0; slot < f->weight; slot++) {
        if (s->in[slot]) sn_bind_text(b, names[slot], sn_emit_in(e, s->in[slot]));
        if (f->constant[slot]) sn_bind_text(b, names[slot], sn_emit_packed(e, f->constant[slot]));
    }
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    sn_bind_text(b, CT_PAD, sn_emit_number(e, (double)f->c.pad_value));
    if (!f->packed) sn_bind_text(b, CT_SHARED, sn_emit_shared(e, s));
    if (!f->packed) sn_bind_text(b, CT_W, sn_emit_in(e, s->in[f->weight]));
    if (!f->packed) sn_bind_text(b, CT_W_AT, sn_emit_shared(e, s));
    sn_bind_weights(e, b, f->packed);
    const sn_tile tile = {.x = SN_TILE_SPACED,
                          .walk = SN_TILE_PLACES,
                          .unroll = DEPTH,
                          .space = f->pitch,
                          .row_space = 1,
                          .half = f->tiling.half};
    sn_bind_tile_run(e, b, CT_MUL, &tile, &f->runs);
    for (int phase = 0; phase < s->n_phases; phase++) {
        const char *text = NULL;
        sn_bind_int(b, CT_PHASE, phase + (f->packed ? 1 : 0));
        SN_TRY(sn_template(e, "conv_plain.ct", sn_text_conv_plain, b, &text));
        sn_emit_function(e, s, phase, text);
    }
    return SN_OK;
}

const sn_kernel sn_kernel_conv_plain = {
    .name = "conv_plain",
    .keeps = true,
    .ops = SN_OPS(&sn_op_conv, &sn_op_deform_conv),
    .synopsis = "any convolution of a plain tensor, deformable ones too: unfolded runs of pixels "
                "in register tiles",
    .wants = sn_conv_plain_wants,
    .plan = sn_conv_plain_plan,
    .emit = sn_conv_plain_emit,
};
