/* SPDX-License-Identifier: Apache-2.0
 *
 * Large 1x1 convolutions by one level of Strassen's algorithm in Winograd's form: seven products of
 * half the sizes instead of eight (Strassen, "Gaussian elimination is not optimal", 1969; the form
 * with 15 sums: Winograd, 1971; the error: Higham, "Accuracy and Stability of Numerical
 * Algorithms", chapter 23). Rows are pixels, which are cut in two ranges, k and n are channels, cut
 * at half of their blocks. With quarters x11 .. x22 and w11 .. w22
 *
 *     s1 = x21 + x22    t1 = w12 - w11    u = x11 w11         y11 = u + x12 w21
 *     s2 = s1 - x11     t2 = w22 - t1     u = u + s2 t2
 *     s3 = x11 - x21    t3 = w22 - w12    v = u + s3 t3       y21 = v + x22 (w21 - t2)
 *     s4 = x12 - s2                       q = s1 t1           y22 = v + q
 *                                         u = u + q           y12 = u + s4 w22
 *
 * The t are made here, in double. The s cost one sweep over a chunk of pixels. u, v and q are as
 * large as one group of outputs, and are added by the products themselves: a register tile begins
 * with them. An odd number of pixels is cut into ranges that overlap. */
#include <inttypes.h>
#include <string.h>

#include "kernels/conv_sizes.h"
#include "kernels/panel.h"
#include "kernels/tile.h"
#include "ops/conv.h"
#include "ops/ops.h"

extern const char sn_text_strassen[], sn_text_strassen_part[], sn_text_strassen_join[];

enum {
    N_PRODUCTS = 7,
    LEAST_CHUNK = 96, /* pixels, over which the weights are read once */
    MOST_CHUNK = 256, /* pixels, whose u, v and q for a group of outputs are near the first cache */
};

#define LEAST_GAIN 1.05
/* Vector instructions for the sums of a vector of y. */
static const double Y_SUMS = 1.7;

/* What w11, w12, w21, w22 count in the second factors, in the order in which they are used. */
static const signed char factors[N_PRODUCTS][4] = {
    {1, 0, 0, 0},   {0, 0, 1, 0},  {1, -1, 0, 1}, {0, -1, 0, 1},
    {-1, 1, 1, -1}, {-1, 1, 0, 0}, {0, 0, 0, 1},
};

typedef struct strassen_config {
    sn_conv_sizes c;
    int64_t pixels;
    sn_chunks chunks; /* of pixels */
    sn_tiling tiling; /* of one product */
    int64_t plane;    /* of sums and of u, v, q */
    const sn_packed *weights;
} strassen_config;

/* ---- choice ---------------------------------------------------------------------------------- */

static strassen_config configure(const sn_kernel_ctx *k, const sn_conv_sizes *c)
{
    strassen_config f = {.c = *c, .pixels = sn_conv_pixels(c->w.out)};
    /* Inputs and their sums live in the second cache, as sn_core_level has it. */
    int64_t most = (int64_t)sn_machine_l2_bytes(k->machine) / (int64_t)sizeof(float) / (4 * c->icg);
    if (most < LEAST_CHUNK) most = LEAST_CHUNK;
    if (most > MOST_CHUNK) most = MOST_CHUNK;
    f.chunks = sn_chunks_of(f.pixels, most);
    f.chunks = sn_chunks_in(f.pixels, sn_even_parts(k, f.chunks.n, 1, f.pixels));
    const int64_t half = (sn_chunks_largest(&f.chunks) + 1) / 2;
    f.tiling = sn_tiling_of(k->machine, half, c->ocg / 2, c->icg / 2);
    f.plane = sn_plane_floats(half * k->machine->lanes);
    return f;
}

/* As many sums are made as x has vectors, and go to the second cache as copies do. Each chunk of
 * pixels reads all factors, which need 7/4 of the memory of the weights: for that it has to gain
 * some per cent. */
static void add_work(const sn_kernel_ctx *k, const strassen_config *f, sn_work *out)
{
    const double x = (double)(f->c.icg * f->pixels), y = (double)(f->c.ocg * f->pixels),
                 w = (double)(f->c.icg * f->c.ocg);
    sn_work once = {.vector = N_PRODUCTS * (double)f->chunks.n *
                                  sn_tiling_vectors(k->machine, &f->tiling) +
                              Y_SUMS * y / k->machine->lanes};
    sn_copy_work(k, &once, x);
    /* seven factors of a quarter */
    const double factors_bytes = (double)N_PRODUCTS * w;
    sn_weights_stream(k, &once, factors_bytes);
    sn_work_stream(&once, factors_bytes * (double)(f->chunks.n - 1), factors_bytes, true);
    sn_results_stream(&once, 4 * y);
    sn_work_add(out, &once, LEAST_GAIN);
}

static bool sizes_of(const sn_kernel_ctx *k, const sn_node *node, sn_conv_sizes *c)
{
    const int64_t two = 2 * k->machine->lanes;
    if (!sn_kernel_may_regroup(k) || !sn_conv_sizes_of(node, c) || !c->known || c->group != 1 ||
        c->icg % two != 0 || c->ocg % two != 0)
        return false;
    for (int i = 0; i < 3; i++) {
        if (c->w.kernel[i] != 1 || c->w.stride[i] != 1) return false;
    }
    return !sn_conv_padded(c) && sn_share_pixels(sn_conv_pixels(c->w.out));
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    sn_conv_sizes c;
    if (!sizes_of(k, node, &c)) return false;
    const strassen_config f = configure(k, &c);
    out->in[SN_CONV_X] = out->out[0] = SN_LAYOUT_BLOCKED;
    out->epilogue = out->prologue_copies = true;
    out->prologue_times = 1;
    add_work(k, &f, &out->work);
    return true;
}

/* ---- weights --------------------------------------------------------------------------------- */

/* Factor `product`, [n][k], each half as large as w. */
static void make_factor(const sn_tiling *c, const float *w, int product, float *to)
{
    for (int64_t n = 0; n < c->n; n++)
        for (int64_t k = 0; k < c->k; k++) {
            double sum = 0;
            for (int q = 0; q < 4; q++)
                sum += factors[product][q] *
                       (double)w[(n + q % 2 * c->n) * 2 * c->k + k + q / 2 * c->k];
            to[n * c->k + k] = (float)sum;
        }
}

/* [group][product][k][outputs of the group]: in the order of reading. */
static void pack(const sn_kernel_ctx *k, const sn_tiling *c, const float *w, float *to)
{
    const int64_t floats = sn_tiling_floats(c), vector = c->k * c->lanes;
    float *const factor = SN_NEW_N(k->arena, float, 2 * floats), *const packed = factor + floats;
    for (int product = 0; product < N_PRODUCTS; product++) {
        make_factor(c, w, product, factor);
        sn_tiling_pack(c, factor, 1, c->k, 1, packed);
        for (int64_t g = 0, v = 0; g < c->groups.n; g++) {
            const int64_t width = c->groups.size + (g < c->groups.larger);
            memcpy(to + (N_PRODUCTS * v + product * width) * vector, packed + v * vector,
                   (size_t)(width * vector) * sizeof *to);
            v += width;
        }
    }
}

/* Floats from a block to the next in a panel, which has the pixels of a chunk. */
static int64_t panel_plane(const strassen_config *f)
{
    return sn_plane_floats(sn_chunks_largest(&f->chunks) * f->tiling.lanes);
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    sn_conv_sizes c;
    if (!sizes_of(k, s->node, &c))
        return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no 1x1 convolution of even blocks");
    strassen_config *f = SN_NEW(k->arena, strassen_config);
    const sn_tiling *v = &f->tiling;
    const float *w = NULL;
    *f = configure(k, &c);
    SN_TRY(sn_step_constant(k, s->node, SN_CONV_WEIGHT, &w));
    const int64_t floats = N_PRODUCTS * sn_tiling_floats(v), sums = 4 * v->k / v->lanes * f->plane;
    pack(k, v, w,
         sn_step_pack(k, s, floats,
                      "weights of seven products [group][product][ic / 2][oc of the group]"));
    f->weights = s->packed[s->n_packed - 1];
    s->config = f;
    s->n_phases = 1;
    s->units[0] = f->chunks.n;
    s->scratch = 3 * sn_chunks_largest(&v->groups) * f->plane + sums;
    if (s->prologue) s->scratch += 2 * (v->k / v->lanes) * panel_plane(f);
    s->flops = sn_conv_flops(&c);
    s->bytes = 4.0 * (double)((c.icg + c.ocg) * f->pixels + floats);
    s->why = sn_arena_printf(
        k->arena,
        "Strassen-Winograd, seven products: %s, %" PRId64 " chunks of %" PRId64 " pixels%s",
        sn_tiling_text(k->arena, v), f->chunks.n, sn_chunks_largest(&f->chunks),
        s->prologue ? ", what is done to its operand first, by panels of these" : "");
    return SN_OK;
}

/* ---- printing -------------------------------------------------------------------------------- */

/* Binds ${what} to the name of a function that computes one product of one group: NEW stores sums,
 * ADD begins with others, LAST also applies the epilogue. */
static sn_status bind_part(sn_emit *e, sn_bind *b, const sn_step *s, sn_ct_text what)
{
    const strassen_config *f = s->config;
    const sn_tiling *v = &f->tiling;
    sn_arena *arena = sn_emit_arena(e);
    const bool adds = what != CT_NEW, last = what == CT_LAST;
    const sn_tile tile = {.x = SN_TILE_BLOCKED,
                          .c = adds ? SN_TILE_C_BLOCKED : SN_TILE_C_NONE,
                          .step = last ? s : NULL};
    const sn_tile_calls calls = {.x = "x + p * VL",
                                 .x_step = "x_step",
                                 .w = "w",
                                 .y = last ? "y + v * y_step + p * VL" : "y + p * VL",
                                 .y_step = "y_step",
                                 .c = "c + p * VL",
                                 .c_step = "c_step",
                                 .chunk = v->tiles.n};
    const char *tiling, *name, *text;
    SN_TRY(sn_tile_emit(e, &tile, v, &calls, &tiling));
    sn_bind_int(b, CT_HALF, v->rows);
    sn_bind_int(b, CT_TILES, v->tiles.n);
    sn_bind_int(b, CT_KIND, last ? 2 : adds);
    sn_bind_text(b, CT_TILING, tiling);
    name = sn_arena_printf(arena, "strassen_%s_%" PRId64 "_%" PRId64 "_%" PRId64 "%s",
                           last   ? "last"
                           : adds ? "add"
                                  : "new",
                           v->rows, v->k, v->n, last ? sn_bound_text(b, CT_ENAME) : "");
    sn_bind_text(b, CT_NAME, name);
    sn_bind_text(b, what, name);
    if (sn_emit_has_helper(e, name)) return SN_OK;
    SN_TRY(sn_template(e, "strassen_part.ct", sn_text_strassen_part, b, &text));
    sn_emit_helper(e, name, text);
    return SN_OK;
}

static sn_status bind_join(sn_emit *e, sn_bind *b)
{
    const char *name, *text;
    name = sn_arena_printf(sn_emit_arena(e), "strassen_join%s", sn_bound_text(b, CT_ENAME));
    sn_bind_text(b, CT_NAME, name);
    sn_bind_text(b, CT_JOIN, name);
    if (sn_emit_has_helper(e, name)) return SN_OK;
    SN_TRY(sn_template(e, "strassen_join.ct", sn_text_strassen_join, b, &text));
    sn_emit_helper(e, name, text);
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    static const sn_ct_text parts[] = {CT_NEW, CT_ADD, CT_LAST};
    const strassen_config *f = s->config;
    const sn_tiling *v = &f->tiling;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    for (int i = 0; i < 3; i++) SN_TRY(bind_part(e, b, s, parts[i]));
    SN_TRY(bind_join(e, b));
    const sn_named_int ints[] = {
        {CT_HALF, v->rows},
        {CT_K, v->k},
        {CT_BLOCKS, v->k / v->lanes},
        {CT_VECTORS, sn_blocks_of(v->n, v->lanes)},
        {CT_GROUPS, v->groups.n},
        {CT_NB, v->groups.size},
        {CT_BIG_GROUPS, v->groups.larger},
        {CT_PLANE, f->plane},
        {CT_L, v->lanes},
        {CT_CHUNK, f->chunks.size},
        {CT_LARGER, f->chunks.larger},
        {CT_CHUNKS, f->chunks.n},
        {CT_X_PLANE, s->prologue ? panel_plane(f) : s->in[0]->layout.plane},
        {CT_Y_PLANE, s->out[0]->layout.plane}};
    const sn_panel panel = {.blocks = 2 * v->k / v->lanes,
                            .plane = panel_plane(f),
                            .in = {1, 1, f->pixels},
                            .out = {1, 1, f->pixels},
                            .stride = {1, 1, 1}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    SN_TRY(sn_bind_prologue(e, b, s, &panel));
    sn_bind_text(b, CT_X_AT, sn_emit_in(e, s->in[0]));
    sn_bind_text(b, CT_W_AT, sn_emit_packed(e, f->weights));
    sn_bind_text(b, CT_Y_AT, sn_emit_out(e, s->out[0]));
    const char *body;
    SN_TRY(sn_template(e, "strassen.ct", sn_text_strassen, b, &body));
    sn_emit_function(e, s, 0, body);
    return SN_OK;
}

const sn_kernel sn_kernel_strassen = {
    .name = "strassen",
    .ops = SN_OPS(&sn_op_conv),
    .mixes_channels = true,
    .synopsis = "large 1x1 convolution as seven products of half sizes, by Strassen's algorithm in "
                "Winograd's form",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
