/* SPDX-License-Identifier: Apache-2.0
 *
 * 1x1 convolution as a product of the blocked pixels with the weights: a pixel is a row, its channels are k. In the blocked
 * layout the vectors of neighbouring pixels lie side by side, so nothing is packed but the weights; with a stride the pixels
 * that count are gathered first. Any number of spatial axes: pixels are flattened. */
#include <inttypes.h>

#include "kernels/tile.h"
#include "ops/conv.h"
#include "ops/ops.h"
#include "ops/window.h"

extern const char sn_text_pointwise[];

typedef struct config {
    sn_cover cover;
    bool groups_outer; /* a thread takes some groups of outputs and all pixels, else some pixels and all outputs */
    int64_t chunk;     /* tiles of pixels whose inputs stay in the cache from group to group */
    bool gather;
    int64_t gathered;  /* pixels that scratch holds */
    int64_t in[3], out[3], stride[3]; /* spatial, outermost first, with 1s in front */
    int64_t ic, pixels;
    int packed; /* which of the step's constants the weights are */
} config;

static bool all_zero(const sn_ints *l)
{
    for (int i = 0; i < l->n; i++) {
        if (l->v[i] != 0) return false;
    }
    return true;
}

static bool describe(const sn_node *node, config *c)
{
    if (node->op != &sn_op_conv) return false;
    const sn_conv_params *p = node->params;
    const sn_value *x = sn_in(node, SN_CONV_X), *w = sn_in(node, SN_CONV_WEIGHT);
    const sn_shape *xs = &x->shape, *ys = &sn_out(node, 0)->shape;
    if (p->axis != 0 || p->group != 1 || xs->rank != p->nd + 1 || ys->rank != xs->rank || !sn_const_of(w)) return false;
    if (p->pad_mode == SN_PAD_EXPLICIT && !(all_zero(&p->pad_begin) && all_zero(&p->pad_end))) return false;
    c->ic = w->shape.d[1];
    c->pixels = 1;
    for (int i = 0; i < 3; i++) {
        const int axis = i - (3 - p->nd);
        c->in[i] = c->out[i] = c->stride[i] = 1;
        if (axis < 0) continue;
        if (w->shape.d[2 + axis] != 1) return false;
        c->in[i] = xs->d[1 + axis];
        c->out[i] = ys->d[1 + axis];
        c->stride[i] = sn_list_at(&p->stride, axis, 1);
        c->pixels *= c->out[i];
    }
    for (int i = 0; i < 3; i++) {
        if (c->out[i] != (c->in[i] - 1) / c->stride[i] + 1) return false;
        c->gather |= c->out[i] != c->in[i];
    }
    return true;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_wants *out)
{
    config c = {.gather = false};
    if (!describe(node, &c) || c.pixels < 2) return false;
    const sn_cover cover = sn_cover_of(k->machine, c.pixels, sn_out(node, 0)->shape.d[0], c.ic);
    out->in[SN_CONV_X] = out->out[0] = SN_LAYOUT_BLOCKED;
    out->epilogue = true;
    const double moved = 4 * ((double)cover.n + (double)(c.gather ? 2 * c.ic : 0)) * (double)c.pixels;
    out->seconds = sn_cover_seconds(k->machine, &cover) + moved / 100e9 + 4e-9 * (double)sn_cover_floats(&cover) / 150;
    return true;
}


static void choose_order(config *c)
{
    const sn_cover *v = &c->cover;
    const int64_t weights = sn_cover_floats(v), x = c->ic * c->pixels;
    c->groups_outer = weights > x;
    c->chunk = v->tiles;
    if (!c->groups_outer) { /* inputs of a chunk: 128 KB, but enough of it that a pass over the weights pays */
        c->chunk = 32768 / ((v->t + 1) * c->ic);
        if (c->chunk < 16) c->chunk = 16;
        if (c->chunk > v->tiles) c->chunk = v->tiles;
    }
    c->gathered = c->groups_outer ? c->pixels : c->chunk * (v->t + (v->big_tiles > 0));
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    config *c = SN_NEW(k->arena, config);
    const float *w;
    s->config = c;
    if (!describe(s->node, c)) return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no 1x1 convolution");
    const int64_t oc = s->out[0]->shape.d[0];
    c->cover = sn_cover_of(k->machine, c->pixels, oc, c->ic);
    choose_order(c);
    SN_TRY(sn_step_constant(k, s->node, SN_CONV_WEIGHT, &w));
    c->packed = s->n_packed;
    sn_cover_pack(&c->cover, w, 1, c->ic, 1, sn_step_pack(k, s, sn_cover_floats(&c->cover), "weights [group][ic][oc of the group]"));
    s->n_phases = 1;
    s->units[0] = c->groups_outer ? c->cover.groups * c->cover.tiles : c->cover.tiles;
    const int64_t blocks = (c->ic + k->machine->lanes - 1) / k->machine->lanes;
    s->scratch = c->gather ? blocks * k->machine->lanes * c->gathered : 0;
    s->flops = 2.0 * (double)c->ic * (double)oc * (double)c->pixels;
    s->bytes = 4 * ((double)c->ic * (double)oc + (double)(c->ic + oc) * (double)c->pixels);
    s->why = sn_arena_printf(k->arena, "%s, %s outermost%s", sn_cover_text(k->arena, &c->cover),
                             c->groups_outer ? "groups" : "pixels", c->gather ? ", strided pixels gathered" : "");
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const config *c = s->config;
    const sn_cover *v = &c->cover;
    sn_arena *arena = sn_emit_arena(e);
    const int lanes = v->lanes;
    const int64_t x_plane = s->in[0]->layout.plane, y_plane = s->out[0]->layout.plane;
    const sn_tile tile = {.x = SN_TILE_BLOCKED, .step = s};
    const sn_tile_calls calls = {
        .x = c->gather ? sn_arena_printf(arena, "scratch + (p - p0) * %d", lanes) : sn_arena_printf(arena, "x + p * %d", lanes),
        .x_step = sn_arena_printf(arena, "%" PRId64, c->gather ? c->gathered * lanes : x_plane),
        .w = "w",
        .y = sn_arena_printf(arena, "y + v * %" PRId64 " + p * %d", y_plane, lanes),
        .y_step = sn_arena_printf(arena, "%" PRId64, y_plane),
        .chunk = c->chunk,
        .again = !c->groups_outer};
    const char *cover, *body;
    SN_TRY(sn_tile_emit(e, &tile, v, &calls, &cover));
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    sn_bind_text(b, "X_AT", sn_emit_in(e, s->in[0]));
    sn_bind_text(b, "W_AT", sn_emit_packed(e, s->packed[c->packed]));
    sn_bind_text(b, "Y_AT", sn_emit_out(e, s->out[0]));
    sn_bind_text(b, "COVER", cover);
    sn_bind_int(b, "GROUPS_OUTER", c->groups_outer);
    sn_bind_int(b, "GATHER", c->gather);
    sn_bind_int(b, "GROUPS", v->groups);
    sn_bind_int(b, "TILES", v->tiles);
    sn_bind_int(b, "CHUNK", c->chunk);
    sn_bind_int(b, "T", v->t);
    sn_bind_int(b, "BIG_TILES", v->big_tiles);
    sn_bind_int(b, "PIXELS", c->pixels);
    sn_bind_int(b, "BLOCKS", (c->ic + lanes - 1) / lanes);
    sn_bind_int(b, "X_PLANE", x_plane);
    sn_bind_int(b, "G_PLANE", c->gathered * lanes);
    sn_bind_int(b, "OH", c->out[1]);
    sn_bind_int(b, "OW", c->out[2]);
    sn_bind_int(b, "SD", c->stride[0]);
    sn_bind_int(b, "SH", c->stride[1]);
    sn_bind_int(b, "SW", c->stride[2]);
    sn_bind_int(b, "IH", c->in[1]);
    sn_bind_int(b, "IW", c->in[2]);
    SN_TRY(sn_template(e, "pointwise.ct", sn_text_pointwise, b, &body));
    sn_emit_function(e, s, 0, body);
    return SN_OK;
}

const sn_kernel sn_kernel_pointwise = {
    .name = "pointwise",
    .ops = SN_OPS(&sn_op_conv),
    .synopsis = "1x1 convolution as a register-tiled product over blocked pixels",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
