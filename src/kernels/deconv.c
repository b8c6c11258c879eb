/* SPDX-License-Identifier: Apache-2.0
 *
 * deconv: transposed convolution, read from the side of the result. Output position v (counted
 * before cutting) sums weight[k] * x[(v - k * dilation) / stride] over the taps k for which that is
 * a whole number: positions with the same remainder by the stride, a phase, see the same taps at
 * the same offsets. So each phase is a convolution of stride 1 whose results stand `stride` apart
 * (Shi et al., "Is the deconvolution layer the same as a convolutional layer?", 2016).
 *
 * On BLOCKED tensors a tile of pixels and blocks of channels stays in registers over all taps and
 * input channels, as in a direct convolution; where windows reach outside, x is copied into a
 * border of zeros first. Groups that are no whole blocks are taken several at a time, with weights
 * of 0 between them, where that is few, and one by one for a tile in which something is infinite.
 * Groups of one input channel are computed with lanes that are channels; where they have several
 * results, the copy of x holds a channel once for each. All else, and weights that come at run
 * time, go row by row from a PLAIN x. */
#include <stdlib.h>
#include <string.h>

#include "kernels/tile.h"
#include "ops/conv_transpose.h"
#include "ops/ops.h"
#include "ops/window.h"

extern const char sn_text_deconv[], sn_text_deconv_apart[], sn_text_deconv_mend[],
    sn_text_deconv_channel[], sn_text_deconv_border[], sn_text_deconv_plain[];

enum { MAX_PHASES = 4096, MAX_TAPS = 1 << 16 }; /* tables beyond that are no gain */
enum { MOST_OF_CHANNEL = 12 }; /* pixels of a tile where channels are summed by themselves */
enum { MOST_MERGED = 16 };     /* groups that are computed as one: as much work is done in vain */

typedef enum deconv_way { PLAIN, BLOCKED, DEPTHWISE } deconv_way;

typedef struct deconv {
    sn_conv_transpose_geometry g;
    deconv_way way;
    bool dynamic, blocked_out;
    int64_t maps, ic, oc, icg, ocg, group, taps; /* of merged groups */
    int64_t merged;                              /* groups in one */
    int64_t multiplier;                          /* DEPTHWISE: results of an input channel */
    /* BLOCKED, DEPTHWISE: */
    int64_t before[3], padded[3]; /* zeros in front of x, and sizes with them; the same as x where
                                     no window reaches out */
    bool border;
    sn_tiling tiling;      /* of a group's channels, and of a row of a phase */
    int64_t tile, last[2]; /* pixels, and of the last tile in a row of either width (0: none) */
} deconv;

/* ---- geometry -------------------------------------------------------------------------------- */

static int64_t volume(const int64_t v[3]) { return v[0] * v[1] * v[2]; }

/* Position v reads element v / stride + offset_of(..) for tap k of its phase v % stride; false:
 * that tap is of another. */
static bool tap_offset(const deconv *d, int a, int64_t phase, int64_t k, int64_t *offset)
{
    const int64_t at = phase - k * d->g.dilation[a];
    if ((at % d->g.stride[a] + d->g.stride[a]) % d->g.stride[a] != 0) return false;
    *offset = at / d->g.stride[a];
    return true;
}

/* The first and the last element that any position reads along an axis. */
static void find_reach(const deconv *d, int a, int64_t *lowest, int64_t *highest)
{
    const int64_t stride = d->g.stride[a], n = d->g.out[a] < stride ? d->g.out[a] : stride;
    *lowest = *highest = 0;
    for (int64_t i = 0; i < n; i++) {
        const int64_t first = d->g.begin[a] + i, last = d->g.begin[a] + d->g.out[a] - 1 - i;
        for (int64_t k = 0; k < d->g.kernel[a]; k++) {
            int64_t offset;
            if (tap_offset(d, a, first % stride, k, &offset) && first / stride + offset < *lowest)
                *lowest = first / stride + offset;
            if (tap_offset(d, a, last % stride, k, &offset) && last / stride + offset > *highest)
                *highest = last / stride + offset;
        }
    }
}

static void find_border(deconv *d)
{
    d->border = false;
    for (int a = 0; a < 3; a++) {
        int64_t lowest, highest, until = d->g.in[a];
        find_reach(d, a, &lowest, &highest);
        if (highest + 1 > until) until = highest + 1;
        d->before[a] = -lowest;
        d->padded[a] = d->before[a] + until;
        d->border |= d->padded[a] > d->g.in[a];
    }
}

/* Floats from a block of x within its border to the next. */
static int64_t padded_plane(const deconv *d, int lanes)
{
    return sn_plane_floats(volume(d->padded) * lanes);
}

/* How many groups together are whole blocks of channels; 0: none that are few enough. */
static int64_t groups_in_blocks(const deconv *d, int lanes)
{
    if (d->group == 1) return 1;
    for (int64_t n = 1; n <= MOST_MERGED && n <= d->group; n++) {
        const bool whole = d->icg * n % lanes == 0 && d->ocg * n % lanes == 0;
        if (d->group % n == 0 && (whole || n == d->group)) return n;
    }
    return 0;
}

static void merge_groups(deconv *d, int64_t n)
{
    d->merged = n;
    d->icg *= n;
    d->ocg *= n;
    d->group /= n;
}

static bool deconv_of(const sn_kernel_ctx *k, const sn_node *node, deconv *d)
{
    if (node->op != &sn_op_conv_transpose) return false;
    const sn_conv_transpose_params *p = node->params;
    const sn_shape *x = &sn_in(node, SN_CONV_TRANSPOSE_X)->shape,
                   *w = &sn_in(node, SN_CONV_TRANSPOSE_WEIGHT)->shape;
    const sn_extent extent = sn_extent_of(x, p->axis, p->nd);
    *d = (deconv){.maps = extent.maps,
                  .ic = extent.channels,
                  .oc = w->d[0],
                  .icg = w->d[1],
                  .group = p->group};
    d->ocg = d->oc / p->group;
    d->blocked_out = p->axis == 0;
    d->dynamic = !sn_value_is_const(sn_in(node, SN_CONV_TRANSPOSE_WEIGHT));
    sn_conv_transpose_geometry_of(p, x, w, &sn_out(node, 0)->shape, &d->g);
    d->taps = volume(d->g.kernel);
    const int lanes = k->machine->lanes;
    d->merged = d->multiplier = 1;
    const bool large = volume(d->g.stride) > MAX_PHASES || d->taps > MAX_TAPS;
    if (!sn_kernel_can_pack(sn_in(node, SN_CONV_TRANSPOSE_WEIGHT))) return false;
    if (large || p->axis != 0 || x->rank != p->nd + 1) return true;
    find_border(d);
    const int64_t n = groups_in_blocks(d, lanes);
    if (d->icg == 1 && p->group > 1) {
        d->way = DEPTHWISE;
        d->multiplier = d->ocg;
        d->border |= d->multiplier > 1;
    } else if (n > 0) {
        d->way = BLOCKED;
        merge_groups(d, n);
    }
    return true;
}

/* The widest phase of a row, what is summed up for one of its pixels on average. */
static int64_t phase_width(const deconv *d)
{
    return (d->g.out[2] + d->g.stride[2] - 1) / d->g.stride[2];
}

static void choose_tiling(const sn_machine *m, deconv *d)
{
    const int64_t width = phase_width(d), phases = volume(d->g.stride);
    if (d->way == DEPTHWISE) {
        d->tiling = (sn_tiling){.lanes = m->lanes, .n = d->oc, .groups = {1, 1, 0}};
        d->tiling.tiles = sn_chunks_of(width, MOST_OF_CHANNEL);
    } else
        d->tiling = sn_tiling_of(
            m, width, d->ocg,
            (sn_blocks_of(d->icg, m->lanes) * m->lanes * d->taps + phases - 1) / phases);
    d->tile = sn_chunks_largest(&d->tiling.tiles);
    /* Phases are `width` pixels wide, or one less. */
    d->last[0] = width % d->tile;
    d->last[1] = (width - 1) % d->tile;
    if (d->last[1] == d->last[0] || d->g.out[2] % d->g.stride[2] == 0) d->last[1] = 0;
}

static double products(const deconv *d)
{
    return (double)d->maps * (double)d->oc * (double)(d->icg / d->merged) * (double)d->taps *
           (double)volume(d->g.in);
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    deconv d;
    if (sn_value_is_const(sn_in(node, SN_CONV_TRANSPOSE_X)) || !deconv_of(k, node, &d))
        return false;
    out->in[SN_CONV_TRANSPOSE_X] = d.way == PLAIN ? SN_LAYOUT_PLAIN : SN_LAYOUT_BLOCKED;
    out->out[0] = d.blocked_out ? SN_LAYOUT_BLOCKED : SN_LAYOUT_PLAIN;
    out->epilogue = out->epilogue_on_plain = true;
    const double lanes = k->machine->lanes,
                 to = (double)d.maps * (double)d.oc * (double)volume(d.g.out);
    if (d.way == PLAIN)
        out->work.scalar = 6 * products(&d);
    else if (d.way == BLOCKED) {
        choose_tiling(k->machine, &d);
        const int64_t phases = d.g.out[2] < d.g.stride[2] ? d.g.out[2] : d.g.stride[2],
                      rows = d.g.out[0] * d.g.out[1] * phases;
        out->work.vector =
            (double)(d.maps * d.group * rows) * sn_tiling_vectors(k->machine, &d.tiling);
    } else
        out->work.vector = 1.7 * products(&d) / lanes;
    sn_results_stream(&out->work, 4 * to);
    if (d.border)
        sn_copy_work(k, &out->work, (double)(d.ic * d.multiplier) * (double)volume(d.padded));
    return true;
}

/* ---- plan ------------------------------------------------------------------------------------ */

/* Floats of a value of k in the widest tile of channels; all tiles have room for as many. */
static int64_t wide(const deconv *d)
{
    return sn_chunks_largest(&d->tiling.groups) * d->tiling.lanes;
}

/* [group][tile][tap][ic][channels of the tile]. Between groups that were merged weights stay 0. */
static void pack_blocked(const deconv *d, const float *weight, float *to)
{
    const int lanes = d->tiling.lanes;
    const int64_t in = sn_blocks_of(d->icg, lanes) * lanes, room = d->taps * in * wide(d);
    const int64_t icg = d->icg / d->merged, ocg = d->ocg / d->merged;
    for (int64_t group = 0; group < d->group; group++) {
        for (int64_t g = 0; g < d->tiling.groups.n; g++, to += room) {
            const int64_t from = sn_chunks_start(&d->tiling.groups, g) * lanes,
                          until = sn_chunks_start(&d->tiling.groups, g + 1) * lanes;
            for (int64_t o = from; o < until && o < d->ocg; o++) {
                const float *w = weight + (group * d->ocg + o) * icg * d->taps;
                for (int64_t i = 0; i < icg; i++) {
                    float *at = to + (o / ocg * icg + i) * (until - from) + (o - from);
                    for (int64_t t = 0; t < d->taps; t++) at[t * in * wide(d)] = w[i * d->taps + t];
                }
            }
        }
    }
}

static sn_status pack(const sn_kernel_ctx *k, sn_step *s, const deconv *d)
{
    const int lanes = k->machine->lanes;
    const float *weight;
    SN_TRY(sn_step_weight(k, s, SN_CONV_TRANSPOSE_WEIGHT, &weight));
    if (d->way == PLAIN) {
        float *to =
            sn_step_pack(k, s, d->oc * d->icg * d->taps, "deconvolution weights as they are");
        for (int64_t i = 0; i < d->oc * d->icg * d->taps; i++) to[i] = weight[i];
    } else if (d->way == DEPTHWISE) {
        float *to = sn_step_pack(k, s, (d->oc + lanes - 1) / lanes * lanes * d->taps,
                                 "deconvolution weights [c/lanes][tap][lanes]");
        for (int64_t c = 0; c < d->oc; c++) {
            for (int64_t t = 0; t < d->taps; t++)
                to[(c / lanes * d->taps + t) * lanes + c % lanes] = weight[c * d->taps + t];
        }
    } else {
        const int64_t in = (d->icg + lanes - 1) / lanes * lanes;
        float *to =
            sn_step_pack(k, s, d->group * d->tiling.groups.n * d->taps * in * wide(d),
                         "deconvolution weights [tile of channels][tap][ic][blocks * lanes]");
        pack_blocked(d, weight, to);
    }
    return SN_OK;
}

typedef struct deconv_config {
    deconv d;
    const sn_packed *weights;
} deconv_config;

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    const int lanes = k->machine->lanes;
    deconv_config *c = SN_NEW(k->arena, deconv_config);
    deconv *d = &c->d;
    if (!deconv_of(k, s->node, d))
        return sn_fail(k->ctx, SN_E_INTERNAL, "deconv: the node has changed");
    if (d->way != PLAIN) choose_tiling(k->machine, d);
    s->config = c;
    s->flops = 2 * products(d);
    s->bytes = 4 * ((double)(d->maps * d->ic) * (double)volume(d->g.in) +
                    (double)(d->maps * d->oc) * (double)volume(d->g.out) +
                    (double)(d->oc * d->icg * d->taps));
    if (!d->dynamic || d->way != PLAIN) {
        SN_TRY(pack(k, s, d));
        c->weights = s->packed[s->n_packed - 1];
    }
    const int64_t rows = d->g.out[0] * d->g.out[1];
    s->n_phases = 1;
    if (d->way == PLAIN) {
        s->units[0] =
            d->maps * (d->blocked_out ? (d->oc + lanes - 1) / lanes * lanes : d->oc) * rows;
        s->scratch = d->g.out[2];
        s->why = "deconvolution row by row";
        return SN_OK;
    }
    const int64_t in_blocks = (d->ic * d->multiplier + lanes - 1) / lanes;
    const int64_t tiles =
        d->way == DEPTHWISE ? (d->oc + lanes - 1) / lanes : d->group * d->tiling.groups.n;
    s->why = sn_arena_printf(k->arena, "deconvolution by %ld phases, register tile %ldx%ld%s",
                             (long)volume(d->g.stride), (long)sn_chunks_largest(&d->tiling.groups),
                             (long)d->tile, d->border ? ", x in a border" : "");
    if (d->border) {
        s->n_phases = 2;
        s->units[0] = in_blocks;
        s->shared = in_blocks * padded_plane(d, lanes);
    }
    s->units[s->n_phases - 1] = tiles * rows;
    return SN_OK;
}

/* ---- emit ------------------------------------------------------------------------------------ */

static void bind_sizes(sn_emit *e, sn_bind *b, const deconv *d)
{
    static const sn_ct_int names[3][8] = {
        {CT_ID, CT_OD, CT_KD, CT_SD, CT_DD, CT_CD, CT_BD, CT_PADDED_D},
        {CT_IH, CT_OH, CT_KH, CT_SH, CT_DH, CT_CH, CT_BH, CT_PADDED_H},
        {CT_IW, CT_OW, CT_KW, CT_SW, CT_DW, CT_CW, CT_BW, CT_PADDED_W}};
    const sn_conv_transpose_geometry *g = &d->g;
    for (int a = 0; a < 3; a++) {
        const int64_t values[] = {g->in[a],       g->out[a],   g->kernel[a], g->stride[a],
                                  g->dilation[a], g->begin[a], d->before[a], d->padded[a]};
        for (int i = 0; i < 8; i++) sn_bind_int(b, names[a][i], values[i]);
    }
    sn_bind_int(b, CT_LANES, sn_emit_machine(e)->lanes);
    sn_bind_int(b, CT_PADDED, volume(d->padded) * sn_emit_machine(e)->lanes);
    sn_bind_int(b, CT_PADDED_PLANE, padded_plane(d, sn_emit_machine(e)->lanes));
}

typedef struct tables {
    sn_str taps, phase_taps, phase_pixels;
    int64_t n_taps;
} tables;

/* Taps of a phase, by what they add to the place in x (in floats) and where their weights stand. */
static void add_phase(const deconv *d, const int64_t phase[3], int64_t lanes, int64_t w_step,
                      tables *t)
{
    int64_t at[3], off[3];
    for (at[0] = 0; at[0] < d->g.kernel[0]; at[0]++) {
        if (!tap_offset(d, 0, phase[0], at[0], &off[0])) continue;
        for (at[1] = 0; at[1] < d->g.kernel[1]; at[1]++) {
            if (!tap_offset(d, 1, phase[1], at[1], &off[1])) continue;
            for (at[2] = 0; at[2] < d->g.kernel[2]; at[2]++) {
                if (!tap_offset(d, 2, phase[2], at[2], &off[2])) continue;
                const int64_t x =
                    ((off[0] * d->padded[1] + off[1]) * d->padded[2] + off[2]) * lanes;
                const int64_t k = (at[0] * d->g.kernel[1] + at[1]) * d->g.kernel[2] + at[2];
                sn_str_addf(&t->taps, "%s{%ld, %ld}",
                            t->n_taps == 0       ? ""
                            : t->n_taps % 8 == 0 ? ",\n        "
                                                 : ", ",
                            (long)x, (long)(k * w_step));
                t->n_taps++;
            }
        }
    }
}

static tables tables_of(sn_emit *e, const deconv *d, int64_t w_step)
{
    const int64_t lanes = sn_emit_machine(e)->lanes;
    const sn_conv_transpose_geometry *g = &d->g;
    tables t = {.n_taps = 0};
    sn_str_init(&t.taps, sn_emit_arena(e));
    sn_str_init(&t.phase_taps, sn_emit_arena(e));
    sn_str_init(&t.phase_pixels, sn_emit_arena(e));
    int64_t phase[3];
    for (phase[0] = 0; phase[0] < g->stride[0]; phase[0]++) {
        for (phase[1] = 0; phase[1] < g->stride[1]; phase[1]++) {
            for (int64_t p = 0; p < g->stride[2]; p++) {
                sn_str_addf(&t.phase_taps, "%ld, ", (long)t.n_taps);
                phase[2] = (p + g->begin[2]) % g->stride[2];
                add_phase(d, phase, lanes, w_step, &t);
            }
        }
    }
    sn_str_addf(&t.phase_taps, "%ld", (long)t.n_taps);
    for (int64_t p = 0; p < g->stride[2]; p++) { /* pixels p, p + stride, .. of the result */
        const int64_t n = p < g->out[2] ? (g->out[2] - p + g->stride[2] - 1) / g->stride[2] : 0;
        sn_str_addf(&t.phase_pixels, "%s{%ld, %ld, %ld}", p ? ", " : "", (long)p, (long)n,
                    (long)(((p + g->begin[2]) / g->stride[2] + d->before[2]) * lanes));
    }
    return t;
}

/* ${CHANNELS(pixels)}: prints the tile of a deconvolution by channels where it is not there and
 * gives its name. */
static sn_status channel_tile(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const sn_step *s = user;
    const deconv *d = &((const deconv_config *)s->config)->d;
    if (n != 1)
        return sn_fail(sn_emit_ctx(e), SN_E_INTERNAL, "CHANNELS takes 1 argument, found %d", n);
    const int64_t pixels = atoll(args[0]);
    const char *text, *name;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    name = sn_arena_printf(sn_emit_arena(e), "deconv_channel_s%ld_%ld%s", (long)d->g.stride[2],
                           (long)pixels, sn_bound_text(b, CT_ENAME));
    sn_str_add(out, name);
    if (sn_emit_has_helper(e, name)) return SN_OK;
    sn_bind_text(b, CT_NAME, name);
    sn_bind_int(b, CT_NT, pixels);
    sn_bind_int(b, CT_S, d->g.stride[2]);
    sn_bind_int(b, CT_LANES, sn_emit_machine(e)->lanes);
    SN_TRY(sn_template(e, "deconv_channel.ct", sn_text_deconv_channel, b, &text));
    sn_emit_helper(e, name, text);
    return SN_OK;
}

/* Of merged groups: what is done where weights of 0 between them met something infinite. */
static sn_status mend_text(sn_emit *e, const void *user, int64_t nb, int64_t t, const char **out)
{
    const deconv *d = user;
    const char *text, *name;
    sn_bind *b = sn_bind_create(e);
    name = sn_arena_printf(sn_emit_arena(e), "apart_%ldx%ld_of_%ld_%ldx%ld", (long)nb, (long)t,
                           (long)d->merged, (long)(d->icg / d->merged), (long)(d->ocg / d->merged));
    sn_bind_text(b, CT_NAME, name);
    sn_bind_int(b, CT_NT, t);
    sn_bind_int(b, CT_NB, nb);
    sn_bind_int(b, CT_LANES, sn_emit_machine(e)->lanes);
    sn_bind_int(b, CT_MERGED, d->merged);
    sn_bind_int(b, CT_GROUP_IC, d->icg / d->merged);
    sn_bind_int(b, CT_GROUP_OC, d->ocg / d->merged);
    if (!sn_emit_has_helper(e, name)) {
        SN_TRY(sn_template(e, "deconv_apart.ct", sn_text_deconv_apart, b, &text));
        sn_emit_helper(e, name, text);
    }
    return sn_template(e, "deconv_mend.ct", sn_text_deconv_mend, b, out);
}

static void bind_tiles(sn_emit *e, const sn_step *s, const deconv *d, sn_bind *b)
{
    const int lanes = sn_emit_machine(e)->lanes;
    sn_tile tile = {.x = SN_TILE_SPACED,
                    .walk = SN_TILE_TAPS,
                    .unroll = lanes,
                    .space = 1,
                    .row_space = lanes,
                    .y_space = d->g.stride[2],
                    .step = s};
    if (d->merged > 1) {
        sn_tile_mend *mend = SN_NEW(sn_emit_arena(e), sn_tile_mend);
        *mend = (sn_tile_mend){.name = sn_arena_printf(sn_emit_arena(e), "%ld_groups_%ldx%ld",
                                                       (long)d->merged, (long)(d->icg / d->merged),
                                                       (long)(d->ocg / d->merged)),
                               .n_blocks = sn_blocks_of(d->icg, lanes),
                               .instead = "channel",
                               .text = mend_text,
                               .user = d};
        tile.mend = mend;
    }
    sn_bind_tile(e, b, CT_TILE, &tile);
    sn_bind_call(b, CT_CHANNEL_TILE, channel_tile, (void *)(uintptr_t)s);
}

static sn_status emit_border(sn_emit *e, const sn_step *s, const deconv *d)
{
    const char *body;
    sn_bind *b = sn_bind_create(e);
    bind_sizes(e, b, d);
    sn_bind_text(b, CT_X, sn_emit_in(e, s->in[SN_CONV_TRANSPOSE_X]));
    sn_bind_text(b, CT_SHARED, sn_emit_shared(e, s));
    sn_bind_int(b, CT_X_PLANE, s->in[SN_CONV_TRANSPOSE_X]->layout.plane);
    sn_bind_int(b, CT_MULTIPLIER, d->multiplier);
    sn_bind_int(b, CT_OC, d->oc);
    SN_TRY(sn_template(e, "deconv_border", sn_text_deconv_border, b, &body));
    sn_emit_function(e, s, 0, body);
    return SN_OK;
}

static sn_status emit_blocked(sn_emit *e, const sn_step *s, const deconv_config *c)
{
    const deconv *d = &c->d;
    const int64_t lanes = sn_emit_machine(e)->lanes, in_blocks = (d->icg + lanes - 1) / lanes;
    const int64_t plane =
        d->border ? padded_plane(d, (int)lanes) : s->in[SN_CONV_TRANSPOSE_X]->layout.plane;
    const bool single = d->way == DEPTHWISE;
    const char *body;
    if (d->border) SN_TRY(emit_border(e, s, d));
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    bind_sizes(e, b, d);
    const int64_t out_blocks = (d->ocg + lanes - 1) / lanes,
                  tap = single ? lanes : in_blocks * lanes * wide(d), w_group = d->taps * tap;
    const sn_chunks *groups = &d->tiling.groups;
    const tables full = tables_of(e, d, tap);
    sn_bind_text(b, CT_TAP_TABLE, full.taps.s);
    sn_bind_text(b, CT_PHASE_TAPS, full.phase_taps.s);
    sn_bind_text(b, CT_PHASE_PIXELS, full.phase_pixels.s);
    sn_bind_int(b, CT_N_TAPS, full.n_taps);
    sn_bind_int(b, CT_LAST_0, d->last[0]);
    sn_bind_int(b, CT_LAST_1, d->last[1]);
    sn_bind_int(b, CT_Q, groups->size);
    sn_bind_int(b, CT_R, groups->larger);
    sn_bind_int(b, CT_GROUPS, groups->n);
    sn_bind_int(b, CT_OCB, out_blocks);
    sn_bind_int(b, CT_MERGED, d->merged > 1);
    sn_bind_int(b, CT_PIXELS, d->tile);
    sn_bind_int(b, CT_DEPTHWISE, single);
    sn_bind_int(b, CT_W_GROUP, w_group);
    sn_bind_int(b, CT_IN_BLOCKS, in_blocks);
    sn_bind_int(b, CT_PLANE, plane);
    bind_tiles(e, s, d, b);
    sn_bind_text(b, CT_X,
                 d->border ? sn_emit_shared(e, s) : sn_emit_in(e, s->in[SN_CONV_TRANSPOSE_X]));
    sn_bind_text(b, CT_W, sn_emit_packed(e, c->weights));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    sn_bind_int(b, CT_Y_PLANE, s->out[0]->layout.plane);
    SN_TRY(sn_template(e, "deconv", sn_text_deconv, b, &body));
    sn_emit_function(e, s, s->n_phases - 1, body);
    return SN_OK;
}

static sn_status emit_plain(sn_emit *e, const sn_step *s, const deconv_config *c)
{
    const deconv *d = &c->d;
    const char *body;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    bind_sizes(e, b, d);
    const int64_t lanes = sn_emit_machine(e)->lanes;
    sn_bind_int(b, CT_BLOCKED, d->blocked_out);
    sn_bind_int(b, CT_PLANES, d->blocked_out ? (d->oc + lanes - 1) / lanes * lanes : d->oc);
    sn_bind_int(b, CT_Y_PLANE, s->out[0]->layout.plane);
    sn_bind_int(b, CT_IC, d->ic);
    sn_bind_int(b, CT_OC, d->oc);
    sn_bind_int(b, CT_ICG, d->icg);
    sn_bind_int(b, CT_OCG, d->ocg);
    sn_bind_text(b, CT_X, sn_emit_in(e, s->in[SN_CONV_TRANSPOSE_X]));
    sn_bind_text(b, CT_W,
                 d->dynamic ? sn_emit_in(e, s->in[SN_CONV_TRANSPOSE_WEIGHT])
                            : sn_emit_packed(e, c->weights));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    SN_TRY(sn_template(e, "deconv_plain", sn_text_deconv_plain, b, &body));
    sn_emit_function(e, s, 0, body);
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const deconv_config *c = s->config;
    return c->d.way == PLAIN ? emit_plain(e, s, c) : emit_blocked(e, s, c);
}

const sn_kernel sn_kernel_deconv = {
    .name = "deconv",
    .ops = SN_OPS(&sn_op_conv_transpose),
    .synopsis = "transposed convolution, one convolution for each phase of the stride",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
