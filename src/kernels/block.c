/* SPDX-License-Identifier: Apache-2.0
 *
 * Expand, depthwise, project by a ring of rows. For every output row the expansion is made for
 * those input rows that are new, into a ring; the depthwise row of it goes into a strip, and the
 * strip is projected, with what is done to the result (a residual) as it is stored. Nothing is made
 * twice but the few rows above the first one of each thread.
 *
 * It pays where what lies between is large. Measured on mobilenet_v2: within 3 %, either way, below
 * 4 MB; 5 to 18 % of a block up to 11 MB with few input channels (with many the weights are read
 * again for each row at too little work); more than half where it would go through memory
 * (640x640). */
#include "kernels/block.h"

#include <string.h>

#include "kernels/rows.h"
#include "kernels/tile.h"
#include "ops/conv.h"
#include "ops/ops.h"

extern const char sn_text_block[];
extern const sn_kernel sn_kernel_block;

enum {
    LEAST_BYTES = 4 << 20, /* between the convolutions */
    LARGE_BYTES = 9 << 20, /* fused whatever the channels */
    FEW_CHANNELS = 32,
    MOST_WEIGHTS = 256 << 10,
    CACHE_BYTES =
        640 << 10,        /* ring and strip of a thread, beside weights and x in the second level */
    MOST_BYTES = 2 << 20, /* the same where what lies between would go to memory */
};

typedef struct fused_block {
    sn_step expand, middle, project; /* as they were, with their epilogues */
    sn_product_tiling expand_cover, project_cover;
    const sn_packed *w_expand, *w_middle, *w_project;
    sn_rows rows;
    int64_t blocks, ring_rows, ring_plane, strip_plane;
} fused_block;

/* A number, or one for each channel: the same in every row. */
static bool constants_only(const sn_step *s)
{
    for (int i = 0; i < s->epilogue.n; i++) {
        const sn_epilogue_operand *o = &s->epilogue.outside[i];
        if (o->place || o->kind == SN_OPERAND_ELEMENTWISE || o->kind == SN_OPERAND_PIXEL)
            return false;
    }
    return true;
}

/* All of what the one stores is what the other reads. */
static bool passes_on(const sn_step *from, const sn_step *to)
{
    const sn_place *a = from->out[0], *b = to->in[0];
    return a->offset == b->offset && sn_shape_equal(&a->shape, &b->shape);
}

static bool is_pointwise(const sn_step *s)
{
    const sn_shape *x = &s->in[0]->shape, *y = &s->out[0]->shape;
    return s->node->op == &sn_op_conv && x->rank == 3 && x->d[1] == y->d[1] && x->d[2] == y->d[2];
}

static const char *refuse(const sn_kernel_ctx *k, const sn_step *expand, const sn_step *middle,
                          const sn_step *project, fused_block *b)
{
    const sn_conv_params *p = middle->node->params;
    const sn_shape *x = &middle->in[0]->shape, *w = &sn_in(middle->node, SN_CONV_WEIGHT)->shape;
    if (!sn_const_of(sn_in(middle->node, SN_CONV_WEIGHT)))
        return "the depthwise weights come at run time";
    if (p->nd != 2 || x->rank != 3 || p->pad_value != 0 || w->d[0] != p->group)
        return "the depthwise convolution is of an uncommon kind";
    if (!passes_on(expand, middle) || !passes_on(middle, project))
        return "a part or another view of it is read";
    if (!is_pointwise(expand) || !is_pointwise(project)) return "a stride is in a 1x1 convolution";
    if (!constants_only(expand) || !constants_only(middle))
        return "something else is read between the convolutions";
    for (int i = 0; i < project->epilogue.n; i++) {
        if (project->epilogue.outside[i].kind == SN_OPERAND_ELEMENTWISE &&
            !project->epilogue.outside[i].place)
            return "a constant image is added";
    }
    const sn_window_params wp = sn_conv_window(p);
    const sn_extent extent = sn_extent_of(x, 0, 2);
    b->rows = (sn_rows){.op = SN_ROWS_PRODUCT};
    sn_window_of(&wp, &extent, w->d + 2, &b->rows.window);
    const sn_window *win = &b->rows.window;
    if (win->dilation[1] != 1 || !sn_rows_fit(k->machine, &b->rows))
        return "the depthwise window is of an uncommon kind";
    const int64_t channels = x->d[0], in = expand->in[0]->shape.d[0],
                  out = project->out[0]->shape.d[0];
    const int64_t between = 4 * channels * (win->in[1] * win->in[2] + win->out[1] * win->out[2]);
    if (between < LEAST_BYTES)
        return sn_arena_printf(k->arena, "only %ld KB lie between the convolutions",
                               (long)(between >> 10));
    if (between < LARGE_BYTES && in > FEW_CHANNELS)
        return "the weights of many channels would be read again for each row";
    if (4 * channels * (in + out) > MOST_WEIGHTS)
        return "the weights do not stay in the cache beside the rows";
    b->blocks = (channels + k->machine->lanes - 1) / k->machine->lanes;
    b->strip_plane = sn_plane_floats(win->out[2] * k->machine->lanes);
    const int64_t row = 4 * b->blocks * win->in[2] * k->machine->lanes,
                  strip = 4 * b->blocks * b->strip_plane;
    const int64_t least = win->kernel[1] + win->stride[1];
    b->ring_rows = (CACHE_BYTES - strip) / row;
    if (b->ring_rows < least && between >= LARGE_BYTES && least * row + strip <= MOST_BYTES)
        b->ring_rows = least;
    if (b->ring_rows > win->in[1]) b->ring_rows = win->in[1];
    if (b->ring_rows > 16) b->ring_rows = 16;
    if (b->ring_rows < least && b->ring_rows < win->in[1])
        return "so few rows do not fit the cache";
    b->ring_plane = sn_plane_floats(b->ring_rows * win->in[2] * k->machine->lanes);
    return NULL;
}

static sn_status pack_product(const sn_kernel_ctx *k, sn_step *s, const sn_node *node,
                              const sn_product_tiling *c, const char *what, const sn_packed **out)
{
    const float *w;
    SN_TRY(sn_step_constant(k, node, SN_CONV_WEIGHT, &w));
    sn_product_tiling_pack(c, w, 1, c->k, 1, sn_step_pack(k, s, sn_product_tiling_floats(c), what));
    *out = s->packed[s->n_packed - 1];
    return SN_OK;
}

static sn_status pack_middle(const sn_kernel_ctx *k, sn_step *s, fused_block *b)
{
    const int lanes = k->machine->lanes;
    const int64_t taps = b->rows.window.kernel[1] * b->rows.window.kernel[2],
                  channels = b->middle.in[0]->shape.d[0];
    const float *w;
    SN_TRY(sn_step_constant(k, b->middle.node, SN_CONV_WEIGHT, &w));
    float *to =
        sn_step_pack(k, s, b->blocks * taps * lanes, "depthwise weights [c/lanes][tap][lanes]");
    for (int64_t c = 0; c < channels; c++) {
        for (int64_t t = 0; t < taps; t++)
            to[(c / lanes * taps + t) * lanes + c % lanes] = w[c * taps + t];
    }
    b->w_middle = s->packed[s->n_packed - 1];
    return SN_OK;
}

static void take_operands(sn_step *s, const sn_step *from)
{
    for (int i = 0; i < from->epilogue.n; i++) {
        if (from->epilogue.outside[i].packed)
            s->packed[s->n_packed++] = from->epilogue.outside[i].packed;
    }
}

static void take_nodes(const sn_kernel_ctx *k, sn_step *s, const fused_block *b)
{
    const sn_step *const parts[] = {&b->expand, &b->middle, &b->project};
    for (int i = 0; i < 3; i++) s->n_nodes += parts[i]->n_nodes;
    const sn_node **nodes = SN_NEW_N(k->arena, const sn_node *, s->n_nodes);
    size_t n = 0;
    for (int i = 0; i < 3; i++) {
        for (size_t j = 0; j < parts[i]->n_nodes; j++) nodes[n++] = parts[i]->nodes[j];
    }
    s->nodes = nodes;
}

sn_status sn_block_of(const sn_kernel_ctx *k, const sn_step *expand, const sn_step *middle,
                      const sn_step *project, sn_step **out, const char **why)
{
    *out = NULL;
    fused_block *b = SN_NEW(k->arena, fused_block);
    *why = refuse(k, expand, middle, project, b);
    if (!*why && expand->epilogue.n + middle->epilogue.n + project->epilogue.n + 3 > SN_MAX_PACKED)
        *why = "too many constants";
    if (*why) return SN_OK;
    b->expand = *expand;
    b->middle = *middle;
    b->project = *project;
    const sn_window *win = &b->rows.window;
    const int64_t in = expand->in[0]->shape.d[0], channels = middle->in[0]->shape.d[0],
                  to = project->out[0]->shape.d[0];
    b->expand_cover = sn_product_tiling_of(k->machine, win->in[2], channels, in);
    b->project_cover = sn_product_tiling_of(k->machine, win->out[2], to, channels);
    sn_step *s = SN_NEW(k->arena, sn_step);
    s->kernel = &sn_kernel_block;
    s->node = project->node;
    s->config = b;
    s->in = SN_NEW_N(k->arena, const sn_place *, 1);
    s->in[0] = expand->in[0];
    s->n_in = 1;
    s->out = project->out;
    s->n_out = 1;
    s->epilogue = project->epilogue;
    take_nodes(k, s, b);
    take_operands(s, expand);
    take_operands(s, middle);
    take_operands(s, project);
    SN_TRY(pack_product(k, s, expand->node, &b->expand_cover,
                        "weights that expand [group][ic][oc of the group]", &b->w_expand));
    SN_TRY(pack_middle(k, s, b));
    SN_TRY(pack_product(k, s, project->node, &b->project_cover,
                        "weights that project [group][ic][oc of the group]", &b->w_project));
    b->rows.weights = b->w_middle;
    s->n_phases = 1;
    s->units[0] = win->out[1];
    s->scratch = b->blocks * (b->ring_plane + b->strip_plane);
    s->flops = expand->flops + middle->flops + project->flops;
    s->bytes = 4 * ((double)in * (double)(win->in[1] * win->in[2]) +
                    (double)to * (double)(win->out[1] * win->out[2]) +
                    (double)(channels * (in + to + win->kernel[1] * win->kernel[2])));
    s->why = sn_arena_printf(k->arena, "a ring of %ld rows of %ld channels, %ld KB; %s",
                             (long)b->ring_rows, (long)channels, (long)(4 * s->scratch >> 10),
                             sn_product_tiling_text(k->arena, &b->expand_cover));
    *out = s;
    return SN_OK;
}

/* ---- emit ------------------------------------------------------------------------------------ */

/* Operands of the last one, moved on to the row. */
static const char *declare_on_row(sn_emit *e, const fused_block *b, int64_t row)
{
    const sn_epilogue *ep = &b->project.epilogue;
    const int lanes = sn_emit_machine(e)->lanes;
    sn_str out;
    sn_str_init(&out, sn_emit_arena(e));
    for (int i = 0; i < ep->n; i++) {
        const sn_epilogue_operand *o = &ep->outside[i];
        sn_str_addf(&out, "%s            const float *const o%d = %s", i ? "\n" : "", i,
                    o->place ? sn_emit_in(e, o->place) : sn_emit_packed(e, o->packed));
        if (o->kind == SN_OPERAND_ELEMENTWISE) sn_str_addf(&out, " + o * %ld", (long)(row * lanes));
        if (o->kind == SN_OPERAND_PIXEL) sn_str_addf(&out, " + o * %ld", (long)row);
        sn_str_add(&out, ";");
        if (o->kind == SN_OPERAND_ELEMENTWISE)
            sn_str_addf(&out, "\n            const long o%d_plane = %ld;", i,
                        (long)o->place->layout.plane);
    }
    return out.s;
}

static sn_status expand_text(sn_emit *e, const sn_step *s, const char *text, const char **out)
{
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    return sn_template(e, "block", text, b, out);
}

static sn_status emit_products(sn_emit *e, const fused_block *b, sn_bind *bind)
{
    sn_arena *arena = sn_emit_arena(e);
    const int lanes = sn_emit_machine(e)->lanes;
    const char *text;
    const sn_tile first = {.x = SN_TILE_BLOCKED, .step = &b->expand},
                  last = {.x = SN_TILE_BLOCKED, .step = &b->project};
    const sn_tile_calls into_ring = {
        .x = sn_arena_printf(arena, "x_row + p * %d", lanes),
        .x_step = sn_arena_printf(arena, "%ld", (long)b->expand.in[0]->layout.plane),
        .w = "w_expand",
        .y = sn_arena_printf(arena, "ring_row + v * %ld + p * %d", (long)b->ring_plane, lanes),
        .y_step = sn_arena_printf(arena, "%ld", (long)b->ring_plane),
        .chunk = b->expand_cover.tiles,
        .again = true};
    const sn_tile_calls from_strip = {
        .x = sn_arena_printf(arena, "strip + p * %d", lanes),
        .x_step = sn_arena_printf(arena, "%ld", (long)b->strip_plane),
        .w = "w_project",
        .y = sn_arena_printf(arena, "y_row + v * %ld + p * %d",
                             (long)b->project.out[0]->layout.plane, lanes),
        .y_step = sn_arena_printf(arena, "%ld", (long)b->project.out[0]->layout.plane),
        .chunk = b->project_cover.tiles,
        .again = true};
    SN_TRY(sn_tile_emit(e, &first, &b->expand_cover, &into_ring, &text));
    sn_bind_text(bind, "EXPAND", text);
    SN_TRY(sn_tile_emit(e, &last, &b->project_cover, &from_strip, &text));
    sn_bind_text(bind, "PROJECT", text);
    SN_TRY(expand_text(e, &b->expand, "${EDECLARE}", &text));
    sn_bind_text(bind, "EXPAND_DECLARE", text);
    SN_TRY(expand_text(e, &b->middle, "${EDECLARE}", &text));
    sn_bind_text(bind, "MIDDLE_DECLARE", text);
    SN_TRY(expand_text(e, &b->middle, "${EARGS(\"c\", \"0\")}", &text));
    sn_bind_text(bind, "MIDDLE_ARGS", sn_arena_strndup(arena, text, strcspn(text, "\n")));
    sn_bind_text(bind, "PROJECT_DECLARE", declare_on_row(e, b, b->rows.window.out[2]));
    sn_bind_int(bind, "EXPAND_HAS", b->expand.epilogue.n > 0);
    sn_bind_int(bind, "MIDDLE_HAS", b->middle.epilogue.n > 0);
    sn_bind_int(bind, "PROJECT_HAS", b->project.epilogue.n > 0);
    sn_bind_int(bind, "EXPAND_GROUPS", b->expand_cover.groups);
    sn_bind_int(bind, "EXPAND_TILES", b->expand_cover.tiles);
    sn_bind_int(bind, "PROJECT_GROUPS", b->project_cover.groups);
    sn_bind_int(bind, "PROJECT_TILES", b->project_cover.tiles);
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const fused_block *b = s->config;
    const sn_window *w = &b->rows.window;
    const char *name, *body;
    sn_bind *bind = sn_bind_create(e);
    SN_TRY(emit_products(e, b, bind));
    SN_TRY(sn_rows_function(e, &b->middle, &b->rows, &name));
    sn_bind_text(bind, "ROWS", name);
    sn_bind_text(bind, "BODY",
                 b->rows.body ? sn_arena_printf(sn_emit_arena(e), ", %ld", (long)b->rows.body)
                              : "");
    sn_bind_text(bind, "X", sn_emit_in(e, s->in[0]));
    sn_bind_text(bind, "Y", sn_emit_out(e, s->out[0]));
    sn_bind_text(bind, "W_EXPAND", sn_emit_packed(e, b->w_expand));
    sn_bind_text(bind, "W_MIDDLE", sn_emit_packed(e, b->w_middle));
    sn_bind_text(bind, "W_PROJECT", sn_emit_packed(e, b->w_project));
    sn_bind_int(bind, "RING_ROWS", b->ring_rows);
    sn_bind_int(bind, "RING_PLANE", b->ring_plane);
    sn_bind_int(bind, "RING_FLOATS", b->blocks * b->ring_plane);
    sn_bind_int(bind, "STRIP_PLANE", b->strip_plane);
    sn_bind_int(bind, "BLOCKS", b->blocks);
    sn_bind_int(bind, "LANES", sn_emit_machine(e)->lanes);
    sn_bind_int(bind, "KH", w->kernel[1]);
    sn_bind_int(bind, "KW", w->kernel[2]);
    sn_bind_int(bind, "SH", w->stride[1]);
    sn_bind_int(bind, "PT", w->begin[1]);
    sn_bind_int(bind, "IH", w->in[1]);
    sn_bind_int(bind, "IW", w->in[2]);
    sn_bind_int(bind, "OW", w->out[2]);
    SN_TRY(sn_template(e, "block", sn_text_block, bind, &body));
    sn_emit_function(e, s, 0, body);
    return SN_OK;
}

const sn_kernel sn_kernel_block = {
    .name = "block",
    .synopsis = "1x1 convolution, depthwise and 1x1 again, by a ring of rows",
    .emit = emit,
};
