/* SPDX-License-Identifier: Apache-2.0
 *
 * Convolutions and products of bytes, in 32 bits. Both are rows times columns over depth, four
 * or two bytes of which are multiplied at a time. One side is activations, which are taken as bytes
 * without a sign (those with one get 128 added, and their zero point too); the other is weights
 * less their zero point. What the activations' zero point z adds is taken off at the end:
 *
 *     sum_k w[k] (x[k] - z) = sum_k w[k] x[k] - z sum_k w[k]
 *
 * Where bytes are multiplied by fours (sn_integer_by_fours) and the weights are bytes with a sign,
 * they are kept so; else both sides become pairs of 16 bits, whose products and sums of two
 * are exact in 32 bits, while those of bytes by pairs would saturate (pmaddubsw). A convolution
 * unfolds columns of pixels (im2col), from planes of which four, or two, channels stand side by
 * side. */
#include "kernels/integer.h"

#include <string.h>

#include "kernels/conv_sizes.h"
#include "kernels/elements.h"
#include "kernels/tiling.h"
#include "ops/conv.h"
#include "ops/matmul.h"
#include "ops/ops.h"

extern const char sn_text_integer_conv[], sn_text_integer_fours[], sn_text_integer_matmul[];

enum { MOST_PARTS = 8 };

/* Vector instructions for a vector of sums of four bytes or of two, and scalar ones: beside the
 * work, and for what is unfolded. */
static const double FOURS = 1.35, PAIRS = 1.55, TWO_PAIRS = 2.6;
enum { OVERHEAD = 6500, UNFOLDING = 2 };

/* ---- convolutions ---------------------------------------------------------------------------- */

typedef struct conv_config {
    sn_window w;
    int64_t maps, group, icg, ocg, taps, ints; /* ints: that hold a pixel's channels of a group */
    bool flat; /* kernel 1, stride 1, nothing padded: pixels are columns as they stand */
    int64_t parts;
    integer_tiling t;
    const sn_packed *packed, *sums, *constant[SN_CONV_WEIGHT_ZERO + 1];
} conv_config;

static bool configure_conv(const sn_machine *m, const sn_node *node, conv_config *c)
{
    for (int i = 0; i < node->n_in; i++) {
        const sn_value *v = sn_in(node, (unsigned)i);
        if (v && !sn_shape_known(&v->shape)) return false;
    }
    const sn_conv_params *p = node->params;
    const sn_shape *x = &sn_in(node, SN_CONV_X)->shape, *w = &sn_in(node, SN_CONV_WEIGHT)->shape;
    const sn_extent extent = sn_extent_of(x, p->axis, p->nd);
    const sn_window_params window = sn_conv_window(p);
    *c = (conv_config){.maps = extent.maps, .group = p->group, .flat = true, .taps = 1};
    for (int a = 0; a < 3; a++)
        c->w.kernel[a] = c->w.stride[a] = c->w.dilation[a] = c->w.in[a] = c->w.out[a] = 1;
    sn_window_of(&window, &extent, w->d + 2, &c->w);
    for (int a = 0; a < 3; a++) {
        c->taps *= c->w.kernel[a];
        c->flat = c->flat && c->w.kernel[a] == 1 && c->w.stride[a] == 1 && c->w.begin[a] == 0 &&
                  c->w.in[a] == c->w.out[a];
    }
    c->icg = w->d[1];
    c->ocg = w->d[0] / p->group;
    c->t = (integer_tiling){.n_rows = c->ocg, .n_columns = sn_conv_pixels(c->w.out)};
    if (c->t.n_rows < 1 || c->t.n_columns < 1) return false;
    c->t.dynamic = !sn_integer_fixed(node, SN_CONV_WEIGHT, SN_CONV_WEIGHT_ZERO);
    const bool fours =
        sn_integer_by_fours(m) && !c->t.dynamic &&
        sn_integer_fits_bytes(node, SN_CONV_WEIGHT, SN_CONV_WEIGHT_ZERO, c->icg * c->taps);
    c->t.each = fours ? 4 : 2;
    c->ints = (c->icg + c->t.each - 1) / c->t.each;
    c->t.depth = c->taps * c->ints;
    sn_integer_choose_tile(m, &c->t);
    c->parts = c->maps * c->group * c->t.panels >= MOST_PARTS ? 1 : MOST_PARTS;
    if (c->parts > c->t.blocks) c->parts = c->t.blocks;
    return true;
}

static int64_t weight_ints(const conv_config *c)
{
    return c->group * c->t.blocks * c->t.mr * c->t.depth;
}

/* Weights [group][block][tap][int][row], and their sums [group][block][row]. */
static void pack_conv(const sn_kernel_ctx *k, sn_step *s, conv_config *c)
{
    const sn_tensor *w = sn_integer_constant(s->node, SN_CONV_WEIGHT),
                    *zero = sn_integer_constant(s->node, SN_CONV_WEIGHT_ZERO);
    const integer_tiling *t = &c->t;
    const int64_t rows = t->blocks * t->mr;
    const char *what = t->each == 2 ? "weights [group][part][tap][ic/2][oc]"
                                    : "weights [group][part][tap][ic/4][oc]";
    int32_t *to = sn_integer_pack_ints(k, s, weight_ints(c), what, &c->packed),
            *sums = sn_integer_pack_ints(k, s, c->group * rows, "sums of the weights of a channel",
                                         &c->sums);
    for (int64_t i = 0; i < c->group * c->ocg; i++) {
        const int64_t g = i / c->ocg, o = i % c->ocg;
        int32_t *at = to + (g * t->blocks + o / t->mr) * t->depth * t->mr + o % t->mr;
        for (int64_t d = 0; d < t->depth; d++, at += t->mr) {
            int64_t v[4] = {0};
            for (int64_t j = 0; j < t->each; j++) {
                const int64_t ic = d % c->ints * t->each + j;
                if (ic >= c->icg) continue;
                v[j] = sn_integer_number(w, (i * c->icg + ic) * c->taps + d / c->ints) -
                       sn_integer_zero_at(zero, i);
                sums[g * rows + o] += (int32_t)v[j];
            }
            *at = sn_integer_together(v, t->each);
        }
    }
}

static sn_status plan_conv(const sn_kernel_ctx *k, sn_step *s)
{
    conv_config *c = SN_NEW(k->arena, conv_config);
    const int64_t lanes = k->machine->lanes;
    s->config = c;
    (void)configure_conv(k->machine, s->node, c);
    const integer_tiling *t = &c->t;
    const int64_t planes = c->flat ? 0 : c->maps * c->group * c->ints, oc = c->group * c->ocg;
    if (!t->dynamic) pack_conv(k, s, c);
    SN_TRY(sn_integer_pack_bias(k, s, oc, &c->constant[SN_CONV_BIAS]));
    SN_TRY(sn_integer_pack_rest(k, s, SN_CONV_X, &c->constant[SN_CONV_X]));
    for (unsigned i = SN_CONV_WEIGHT; t->dynamic && i <= SN_CONV_WEIGHT_ZERO; i++)
        if (i != SN_CONV_X_ZERO) SN_TRY(sn_integer_pack_rest(k, s, i, &c->constant[i]));
    s->n_phases = planes > 0 || t->dynamic ? 2 : 1;
    s->units[0] = planes + (t->dynamic ? oc : 0);
    s->units[s->n_phases - 1] = c->maps * c->group * t->panels * c->parts;
    s->shared = planes * sn_conv_pixels(c->w.in) + 2 * lanes;
    if (t->dynamic) s->shared += weight_ints(c) + c->group * t->blocks * t->mr;
    s->scratch = t->depth * (t->width + lanes);
    if (s->tail) s->scratch += t->mr * t->width;
    s->flops = 2.0 * (double)(c->maps * oc * t->n_columns) * (double)(c->icg * c->taps);
    s->why = sn_arena_printf(k->arena, "%lld channels of %lld pixels in registers, %s%s",
                             (long long)t->mr, (long long)t->width,
                             t->each == 2 ? "pairs of 16 bits" : "bytes by fours",
                             c->flat ? "" : ", taps unfolded");
    return SN_OK;
}

static void bind_conv(sn_bind *b, const sn_step *s, const conv_config *c, int lanes)
{
    const sn_window *w = &c->w;
    const integer_tiling *t = &c->t;
    const int64_t planes = c->flat ? 0 : c->maps * c->group * c->ints * sn_conv_pixels(w->in);
    const sn_named_int ints[] = {
        {CT_MAPS, c->maps},
        {CT_GROUPS, c->group},
        {CT_OC, c->group * c->ocg},
        {CT_OCG, c->ocg},
        {CT_ICG, c->icg},
        {CT_CB, c->ints},
        {CT_TAPS, c->taps},
        {CT_FLAT, c->flat},
        {CT_PARTS, c->parts},
        {CT_STRIPS, t->panels},
        {CT_PITCH, t->width + lanes},
        {CT_PLANES_SIZE, planes + 2 * lanes},
        {CT_WEIGHTS_SIZE, weight_ints(c)},
        {CT_WZEROS, sn_integer_given(s->node, SN_CONV_WEIGHT_ZERO)},
        {CT_XPLANE, sn_conv_pixels(w->in)},
        {CT_YPLANE, sn_conv_pixels(w->out)},
    };
    sn_bind_ints(b, ints, sizeof ints / sizeof *ints);
    sn_bind_window(b, w);
}

static sn_status emit_conv(sn_emit *e, const sn_step *s)
{
    const conv_config *c = s->config;
    const sn_node *node = s->node;
    const bool flips = sn_integer_signed(node, SN_CONV_X);
    const char *fill = sn_arena_printf(sn_emit_arena(e), "integer_%s%s",
                                       c->t.each == 2 ? "pairs" : "fours", flips ? "_signed" : ""),
               *text = NULL;
    sn_bind *b = sn_bind_create(e);
    bind_conv(b, s, c, sn_emit_machine(e)->lanes);
    sn_integer_bind(b, &c->t, true, flips);
    SN_TRY(sn_integer_tile(e, b, &c->t, true, false));
    sn_bind_text(b, CT_FLIP, flips ? sn_integer_flip(c->t.each) : "");
    SN_TRY(sn_integer_helper(e, b, fill, "integer_fours.ct", sn_text_integer_fours));
    sn_bind_text(b, CT_FILL, fill);
    sn_bind_text(b, CT_X, sn_integer_operand(e, s, SN_CONV_X, c->constant[SN_CONV_X]));
    if (!s->tail) sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    SN_TRY(sn_bind_tail(e, b, s));
    sn_bind_text(b, CT_SHARED, s->n_phases > 1 ? sn_emit_shared(e, s) : "");
    sn_bind_text(b, CT_XZERO, sn_integer_zero(e, s, SN_CONV_X_ZERO, flips));
    sn_bind_text(b, CT_BIAS, sn_integer_bias(e, s, c->constant[SN_CONV_BIAS]));
    if (c->t.dynamic) {
        sn_bind_text(b, CT_W,
                     sn_integer_operand(e, s, SN_CONV_WEIGHT, c->constant[SN_CONV_WEIGHT]));
        sn_bind_text(
            b, CT_WZERO,
            sn_integer_operand(e, s, SN_CONV_WEIGHT_ZERO, c->constant[SN_CONV_WEIGHT_ZERO]));
        sn_bind_text(b, CT_WTYPE, sn_emit_type(sn_in(node, SN_CONV_WEIGHT)->type));
        sn_bind_text(b, CT_WZERO_AT,
                     sn_integer_weight_zero(e, s, SN_CONV_WEIGHT_ZERO, "weight_zero", "u"));
    } else {
        sn_bind_text(b, CT_PACKED, sn_emit_packed_as(e, c->packed, SN_TYPE_i32));
        sn_bind_text(b, CT_SUMS, sn_emit_packed_as(e, c->sums, SN_TYPE_i32));
    }
    for (int phase = 0; phase < s->n_phases; phase++) {
        sn_bind_int(b, CT_PHASE, phase + (s->n_phases == 1));
        SN_TRY(sn_template(e, "integer_conv.ct", sn_text_integer_conv, b, &text));
        sn_emit_function(e, s, phase, text);
    }
    return SN_OK;
}

/* ---- products -------------------------------------------------------------------------------- */

typedef struct matmul_config {
    int64_t m, n, k;
    int64_t n_batch, batch[SN_MAX_RANK], a_step[SN_MAX_RANK], b_step[SN_MAX_RANK]; /* matrices */
    int64_t products, b_matrices;
    integer_tiling t;
    const sn_packed *packed, *sums, *constant[SN_MATMUL_B_ZERO + 1];
} matmul_config;

static void batches_of(const sn_shape *a, const sn_shape *b, matmul_config *c)
{
    const int na = a->rank > 2 ? a->rank - 2 : 0, nb = b->rank > 2 ? b->rank - 2 : 0;
    const int n = na > nb ? na : nb;
    int64_t as = 1, bs = 1;
    c->n_batch = n;
    c->products = 1;
    for (int i = n - 1; i >= 0; i--) {
        const int64_t da = i < n - na ? 1 : a->d[i - (n - na)],
                      db = i < n - nb ? 1 : b->d[i - (n - nb)];
        c->batch[i] = da > 1 ? da : db;
        c->a_step[i] = da > 1 ? as : 0;
        c->b_step[i] = db > 1 ? bs : 0;
        as *= da;
        bs *= db;
        c->products *= c->batch[i];
    }
    c->b_matrices = bs;
    if (bs != 1) return;
    c->m *= as; /* rows of all matrices follow each other */
    c->n_batch = 0;
    c->products = 1;
}

static bool configure_matmul(const sn_machine *m, const sn_node *node, matmul_config *c)
{
    for (int i = 0; i < node->n_in; i++) {
        const sn_value *v = sn_in(node, (unsigned)i);
        if (v && !sn_shape_known(&v->shape)) return false;
    }
    const sn_shape *a = &sn_in(node, SN_MATMUL_A)->shape, *b = &sn_in(node, SN_MATMUL_B)->shape;
    *c = (matmul_config){.m = a->rank > 1 ? a->d[a->rank - 2] : 1,
                         .k = a->d[a->rank - 1],
                         .n = b->rank > 1 ? b->d[b->rank - 1] : 1};
    batches_of(a, b, c);
    c->t = (integer_tiling){.n_rows = c->m, .n_columns = c->n};
    if (c->m < 1 || c->n < 1) return false;
    c->t.dynamic = !sn_integer_fixed(node, SN_MATMUL_B, SN_MATMUL_B_ZERO);
    const bool fours = sn_integer_by_fours(m) && !c->t.dynamic &&
                       sn_integer_fits_bytes(node, SN_MATMUL_B, SN_MATMUL_B_ZERO, 1);
    c->t.each = fours ? 4 : 2;
    c->t.depth = (c->k + c->t.each - 1) / c->t.each;
    sn_integer_choose_tile(m, &c->t);
    return true;
}

/* Rows of a are read from a copy: as pairs of 16 bits, or filled up to whole fours. */
static bool copies_rows(const matmul_config *c) { return c->t.each == 2 || c->k % 4 != 0; }

static int64_t column_ints(const matmul_config *c)
{
    return c->b_matrices * c->t.panels * c->t.width * c->t.depth;
}

/* Columns [matrix][panel][int][column], and their sums [matrix][panel][column]. */
static void pack_matmul(const sn_kernel_ctx *k, sn_step *s, matmul_config *c)
{
    const sn_tensor *b = sn_integer_constant(s->node, SN_MATMUL_B),
                    *zero = sn_integer_constant(s->node, SN_MATMUL_B_ZERO);
    const integer_tiling *t = &c->t;
    const int64_t all = c->b_matrices * c->n;
    const char *what =
        t->each == 2 ? "weights [panel][k/2][column]" : "weights [panel][k/4][column]";
    int32_t *to = sn_integer_pack_ints(k, s, column_ints(c), what, &c->packed),
            *sums = sn_integer_pack_ints(k, s, c->b_matrices * t->panels * t->width,
                                         "sums of the columns", &c->sums);
    for (int64_t i = 0; i < all; i++) {
        const int64_t matrix = i / c->n, j = i % c->n, l = j % t->width;
        const int64_t panel = matrix * t->panels + j / t->width;
        for (int64_t d = 0; d < t->depth; d++) {
            int64_t v[4] = {0};
            for (int64_t q = 0; q < t->each && d * t->each + q < c->k; q++) {
                v[q] = sn_integer_number(b, (matrix * c->k + d * t->each + q) * c->n + j) -
                       sn_integer_zero_at(zero, j);
                sums[panel * t->width + l] += (int32_t)v[q];
            }
            to[(panel * t->depth + d) * t->width + l] = sn_integer_together(v, t->each);
        }
    }
}

static sn_status plan_matmul(const sn_kernel_ctx *k, sn_step *s)
{
    matmul_config *c = SN_NEW(k->arena, matmul_config);
    s->config = c;
    (void)configure_matmul(k->machine, s->node, c);
    const integer_tiling *t = &c->t;
    const int64_t panels = c->b_matrices * t->panels;
    if (!t->dynamic) pack_matmul(k, s, c);
    SN_TRY(sn_integer_pack_rest(k, s, SN_MATMUL_A, &c->constant[SN_MATMUL_A]));
    if (t->dynamic) SN_TRY(sn_integer_pack_rest(k, s, SN_MATMUL_B, &c->constant[SN_MATMUL_B]));
    if (t->dynamic)
        SN_TRY(sn_integer_pack_rest(k, s, SN_MATMUL_B_ZERO, &c->constant[SN_MATMUL_B_ZERO]));
    s->n_phases = t->dynamic ? 2 : 1;
    s->units[0] = panels;
    s->units[s->n_phases - 1] = c->products * t->blocks * t->panels;
    if (t->dynamic) s->shared = column_ints(c) + panels * t->width;
    if (copies_rows(c)) s->scratch = t->mr * t->depth;
    if (s->tail) s->scratch += t->mr * t->width;
    s->flops = 2.0 * (double)(c->products * c->m * c->n) * (double)c->k;
    s->why =
        sn_arena_printf(k->arena, "%lld rows of %lld columns in registers, %s", (long long)t->mr,
                        (long long)t->width, t->each == 2 ? "pairs of 16 bits" : "bytes by fours");
    return SN_OK;
}

/* Which matrix of an operand product `product` is of. */
static const char *matrix_of(sn_emit *e, const matmul_config *c, const int64_t *step)
{
    sn_str s;
    int64_t behind = 1;
    sn_str_init(&s, sn_emit_arena(e));
    sn_str_add(&s, "0");
    for (int64_t i = c->n_batch - 1; i >= 0; i--) {
        if (step[i])
            sn_str_addf(&s, " + product / %lld %% %lld * %lld", (long long)behind,
                        (long long)c->batch[i], (long long)step[i]);
        behind *= c->batch[i];
    }
    return s.s;
}

static sn_status emit_matmul(sn_emit *e, const sn_step *s)
{
    const matmul_config *c = s->config;
    const sn_node *node = s->node;
    const bool flips = sn_integer_signed(node, SN_MATMUL_A);
    const char *text = NULL;
    sn_bind *b = sn_bind_create(e);
    sn_integer_bind(b, &c->t, false, flips && c->t.each == 4);
    /* pairs are flipped as they are made */
    sn_bind_int(b, CT_SIGN, flips ? 128 : 0);
    SN_TRY(sn_integer_tile(e, b, &c->t, false, flips && c->t.each == 4));
    const sn_named_int ints[] = {{CT_M, c->m},
                                 {CT_N, c->n},
                                 {CT_K, c->k},
                                 {CT_PACKED_SIZE, column_ints(c)},
                                 {CT_COPIES, copies_rows(c)},
                                 {CT_ROW_STEP, copies_rows(c) ? c->t.depth * 4 : c->k},
                                 {CT_BZEROS, sn_integer_given(node, SN_MATMUL_B_ZERO)}};
    sn_bind_ints(b, ints, sizeof ints / sizeof *ints);
    sn_bind_text(b, CT_ROWS_AT, copies_rows(c) ? "copy" : "(const int32_t *)(const void *)rows");
    sn_bind_text(b, CT_A, sn_integer_operand(e, s, SN_MATMUL_A, c->constant[SN_MATMUL_A]));
    if (!s->tail) sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    SN_TRY(sn_bind_tail(e, b, s));
    sn_bind_text(b, CT_A_OF, matrix_of(e, c, c->a_step));
    sn_bind_text(b, CT_B_OF, matrix_of(e, c, c->b_step));
    sn_bind_text(b, CT_AZERO, sn_integer_zero(e, s, SN_MATMUL_A_ZERO, flips));
    if (c->t.dynamic) {
        sn_bind_text(b, CT_SHARED, sn_emit_shared(e, s));
        sn_bind_text(b, CT_B, sn_integer_operand(e, s, SN_MATMUL_B, c->constant[SN_MATMUL_B]));
        sn_bind_text(b, CT_BTYPE, sn_emit_type(sn_in(node, SN_MATMUL_B)->type));
        sn_bind_text(b, CT_BZERO,
                     sn_integer_operand(e, s, SN_MATMUL_B_ZERO, c->constant[SN_MATMUL_B_ZERO]));
        sn_bind_text(b, CT_BZERO_AT,
                     sn_integer_weight_zero(e, s, SN_MATMUL_B_ZERO, "b_zero", "column"));
        sn_bind_text(b, CT_BLOAD,
                     sn_integer_signed(node, SN_MATMUL_B) ? "i_signed_bytes" : "(vi)i_bytes");
        sn_bind_int(b, CT_VECTORS,
                    sn_emit_machine(e)->lanes > 1 &&
                        (!sn_integer_given(node, SN_MATMUL_B_ZERO) ||
                         sn_shape_count(&sn_in(node, SN_MATMUL_B_ZERO)->shape) == 1));
    } else {
        sn_bind_text(b, CT_PACKED, sn_emit_packed_as(e, c->packed, SN_TYPE_i32));
        sn_bind_text(b, CT_SUMS, sn_emit_packed_as(e, c->sums, SN_TYPE_i32));
    }
    for (int phase = 0; phase < s->n_phases; phase++) {
        sn_bind_int(b, CT_PHASE, phase + (s->n_phases == 1));
        SN_TRY(sn_template(e, "integer_matmul.ct", sn_text_integer_matmul, b, &text));
        sn_emit_function(e, s, phase, text);
    }
    return SN_OK;
}

/* ---- the kernel ------------------------------------------------------------------------------ */

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    double work, columns = 0; /* columns: ints that are unfolded */
    int64_t each;
    if (node->op == &sn_op_conv_integer) {
        conv_config c;
        if (!configure_conv(k->machine, node, &c)) return false;
        each = c.t.each;
        out->tail_axis = ((const sn_conv_params *)node->params)->axis + 1;
        columns = (double)(c.maps * c.group * c.t.panels * c.t.width) * (double)c.t.depth;
        work = columns * (double)(c.t.blocks * c.t.mr);
    } else if (node->op == &sn_op_matmul_integer) {
        matmul_config c;
        if (!configure_matmul(k->machine, node, &c)) return false;
        each = c.t.each;
        out->tail_axis = sn_out(node, 0)->shape.rank - (sn_in(node, SN_MATMUL_B)->shape.rank > 1);
        work = (double)(c.products * c.t.blocks * c.t.mr) *
               (double)(c.t.panels * c.t.width * c.t.depth);
    } else {
        return false;
    }
    out->tail = true;
    out->work.vector = work / k->machine->lanes *
                       (each == 2         ? PAIRS
                        : k->machine->dot ? FOURS
                                          : TWO_PAIRS);
    out->work.scalar = OVERHEAD + columns * UNFOLDING;
    return true;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    return s->node->op == &sn_op_conv_integer ? plan_conv(k, s) : plan_matmul(k, s);
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    return s->node->op == &sn_op_conv_integer ? emit_conv(e, s) : emit_matmul(e, s);
}

const sn_kernel sn_kernel_integer = {
    .name = "integer",
    .keeps = true,
    .synopsis = "convolutions and products of bytes in 32 bits",
    .ops = SN_OPS(&sn_op_conv_integer, &sn_op_matmul_integer),
    .typed = true,
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
