/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that networks have seldom, one small function each; `rare` chooses. What does not fit
 * the value at hand is left out. Not here: what takes ids or integers (embed, quantize and its
 * like), and what sorts (detections). */
#include "formats/format.h"
#include "formats/ncnn/ops/ops.h"
#include "random/gen.h"

#define LEN(a) ((int64_t)(sizeof(a) / sizeof *(a)))

static const spread NORMAL = {true, 0, 0.5};
static const spread FACTOR = {false, 0.5, 1.5};

/* ---- sequences ------------------------------------------------------------------------------- */

static void recurrent(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 1) return;
    const int64_t size = s->d[s->rank - 1];
    static const struct {
        const sn_op *op;
        int gates, biases;
    } kinds[] = {{&sn_op_rnn, 1, 1}, {&sn_op_gru, 3, 4}, {&sn_op_lstm, 4, 4}};
    static const char *const ways[] = {"forward", "reverse", "bidirectional"};
    int k = (int)roll(t, 0, 2), way = (int)roll(t, 0, 2);
    int64_t n = roll(t, 1, 4), d = way == 2 ? 2 : 1, g = kinds[k].gates;
    const bool as_read = s->rank > 3 || s->rank == 1 || chance(t, 60);
    if (as_read) {
        const sn_op *first = sn_format_op_find("ncnn.first_matrix");
        x = put(t, first, text(t, "{size=%d}", (int)size), 1, &x);
        if (!x) return;
        t->items.n--;
    }
    item *in[] = {x, weight(t, SN_SHAPE(d, g * n, size), fan_in(size)),
                  constant(t, SN_SHAPE(d, kinds[k].biases, n), NORMAL),
                  weight(t, SN_SHAPE(d, g * n, n), fan_in(n))};
    const char *merged = as_read || chance(t, 50) ? "true" : "false";
    const char *clip = chance(t, 20) ? ", clip=0.4" : "",
               *reset = k == 1 && chance(t, 40) ? ", linear_before_reset=false" : "";
    const char *p = text(t, "{num_output=%d, direction=%s, merge_directions=%s%s%s}", (int)n,
                         ways[way], merged, clip, reset);
    put_many(t, kinds[k].op, p, 4, in, chance(t, 70) ? 1 : k == 2 ? 3 : 2);
}

/* With axes of images in front of rows. */
static void projected(gen *t, item *x, item *k, item *v, int batch)
{
    const int64_t heads = roll(t, 1, 2), e = heads * roll(t, 1, 3), d = shape_of(x)->d[batch + 1],
                  dk = shape_of(k)->d[batch + 1], dv = shape_of(v)->d[batch + 1];
    item *in[] = {x,
                  k,
                  v,
                  weight(t, SN_SHAPE(e, d), fan_in(d)),
                  constant(t, SN_SHAPE(e), NORMAL),
                  weight(t, SN_SHAPE(e, dk), fan_in(dk)),
                  constant(t, SN_SHAPE(e), NORMAL),
                  weight(t, SN_SHAPE(e, dv), fan_in(dv)),
                  constant(t, SN_SHAPE(e), NORMAL),
                  weight(t, SN_SHAPE(d, e), fan_in(e)),
                  constant(t, SN_SHAPE(d), NORMAL)};
    put(t, &sn_op_multi_head_attention,
        text(t, "{embed_dim=%d, num_heads=%d, kdim=%d, vdim=%d, scale=%g, batch_axes=%d}", (int)e,
             (int)heads, (int)dk, (int)dv, chance(t, 50) ? 1.0 : 0.7, batch),
        11, in);
}

static void attention(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank == 3) {
        item *k = chance(t, 50) ? x : like(t, x), *v = chance(t, 50) ? x : like(t, x);
        if (k && v && chance(t, 40))
            projected(t, x, k, v, 1);
        else if (k && v)
            put(t, &sn_op_attention, chance(t, 70) ? "{}" : "{scale=0.5}", 3, (item *[]){x, k, v});
        return;
    }
    if (s->rank != 2) return;
    item *k = chance(t, 60) ? x : other(t), *v = chance(t, 70) ? k : other(t);
    if (shape_of(k)->rank == 2 && shape_of(v)->rank == 2) projected(t, x, k, v, 0);
}

static void rotary(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 2 || s->rank > 4 || s->d[s->rank - 1] % 2) return;
    const bool as_read = s->rank < 4 && chance(t, 50);
    const int more = as_read ? (int)roll(t, 0, 1) : 0;
    const sn_shape half = SN_SHAPE(s->d[s->rank - 2] + more, s->d[s->rank - 1] / 2 + more);
    const spread angle = {false, -1, 1};
    item *table[2];
    for (int i = 0; i < 2; i++) {
        table[i] = own_node(t, constant(t, half, angle));
        if (!as_read || !table[i]) continue;
        table[i] = put(t, &sn_ncnn_op_as_angles, NULL, 2, (item *[]){table[i], x});
        if (table[i]) t->items.n--;
    }
    if (!table[0] || !table[1]) return;
    put(t, &sn_op_rotary_embedding, chance(t, 50) ? "{}" : "{interleaved=true}", 3,
        (item *[]){x, table[0], table[1]});
}

static void spectrum(gen *t, item *x)
{
    if (shape_of(x)->rank != 1) return;
    const char *frame = text(t, "n_fft=4, hoplen=%d, window_type=%s, center=%d", (int)roll(t, 1, 3),
                             chance(t, 50) ? "hann" : "ones", chance(t, 70));
    item *y = put1(t, &sn_ncnn_op_spectrogram,
                   text(t, "{%s, power=%s}", frame, chance(t, 50) ? "energy" : "complex"), x);
    if (y && chance(t, 50))
        put1(t, &sn_ncnn_op_inverse_spectrogram, text(t, "{%s, returns=real}", frame), y);
}

/* ---- images ---------------------------------------------------------------------------------- */

static void deformed(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank != 3 || s->d[0] > 8) return;
    int k = (int)roll(t, 1, 2);
    int64_t c = s->d[0], oc = roll(t, 1, 4);
    const int64_t groups = c % 2 == 0 && chance(t, 30) ? 2 : 1, taps = groups * k * k, n = 2 * taps;
    item *at = put(t, &sn_op_conv, NULL, 2,
                   (item *[]){x, constant(t, SN_SHAPE(n, c, k, k), (spread){true, 0, 0.05})});
    item *m = chance(t, 50) ? put(t, &sn_op_conv, "{act=sigmoid}", 2,
                                  (item *[]){x, constant(t, SN_SHAPE(taps, c, k, k), fan_in(c))})
                            : NULL;
    const bool cut = groups == 1 && chance(t, 20); /* as large as without pads */
    if (at)
        put(t, cut ? &sn_ncnn_op_deformable_conv : &sn_op_deform_conv,
            text(t, "{offset_group=%d%s%s}", (int)groups, chance(t, 60) ? "" : ", act=relu",
                 cut ? ", pad_begin=[1,-1], pad_end=[-1,1]" : ""),
            5,
            (item *[]){x, at, m, weight(t, SN_SHAPE(oc, c, k, k), fan_in(c * k * k)),
                       chance(t, 50) ? constant(t, SN_SHAPE(oc), NORMAL) : NULL});
}

static void grid(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 2 || s->rank > 4) return;
    const int n = (int)roll(t, 1, s->rank - 1 > 3 ? 3 : s->rank - 1), channels = s->rank - 1 - n;
    sn_shape at = *s;
    for (int i = 0; i < n; i++) at.d[channels + i] = roll(t, 1, 4);
    at.d[s->rank - 1] = n;
    item *g = own_node(t, constant(t, at, (spread){false, -1.4, 1.4}));
    if (!g) return;
    if (channels == 0 && n > 1 && chance(t, 40))
        put(t, &sn_ncnn_op_grid_sample,
            text(t, "{sample_type=%d, padding_mode=%d, align_corner=%d}", (int)roll(t, 1, 2),
                 (int)roll(t, 1, 3), chance(t, 50)),
            2, (item *[]){x, g});
    else
        put(t, &sn_op_grid_sample,
            text(t, "{mode=%s, padding_mode=%s, align_corners=%d}",
                 n < 3 && chance(t, 30) ? "cubic" : "linear",
                 chance(t, 50)   ? "zeros"
                 : chance(t, 50) ? "border"
                                 : "reflection",
                 chance(t, 50)),
            2, (item *[]){x, g});
}

/* Of images, or of one. */
static void aligned(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    const bool batched = s->rank == 4;
    const int64_t n = roll(t, 1, 3);
    const sn_shape many = batched || chance(t, 50) ? SN_SHAPE(n, 4) : SN_SHAPE(4);
    item *from = own_node(t, constant(t, many, (spread){false, 0, 6})), *at = NULL;
    if (!from) return;
    if (batched) {
        const int64_t image[] = {roll(t, 0, s->d[0] - 1), roll(t, -s->d[0], -1), 0};
        const sn_shape each = SN_SHAPE(n);
        at = integer_values(t, SN_TYPE_i64, &each, image);
        if (!at) return;
    }
    if (batched && chance(t, 40)) {
        put(t, &sn_op_max_roi_pool, "{output_width=3, output_height=2}", 3,
            (item *[]){x, from, at});
        return;
    }
    put(t, &sn_op_roi_align,
        text(t,
             "{output_width=%d, output_height=2, sampling_ratio=%d, "
             "coordinate_transformation_mode=%s}",
             (int)roll(t, 1, 2), (int)roll(t, 1, 2),
             chance(t, 50) ? "half_pixel" : "output_half_pixel"),
        batched ? 3 : 2, (item *[]){x, from, at});
}

static void regions(gen *t, item *x)
{
    if (shape_of(x)->rank == 4 || (shape_of(x)->rank == 3 && chance(t, 40))) {
        aligned(t, x);
        return;
    }
    if (shape_of(x)->rank != 3) return;
    item *from = own_node(t, constant(t, SN_SHAPE(2), (spread){false, 0, 2})),
         *to = own_node(t, constant(t, SN_SHAPE(2), (spread){false, 3, 6}));
    item *r = from && to ? put(t, &sn_op_concat, NULL, 2, (item *[]){from, to}) : NULL;
    if (!r) return;
    if (chance(t, 30))
        put(t, &sn_ncnn_op_roi_pooling, "{pooled_width=2, pooled_height=1}", 2, (item *[]){x, r});
    else if (chance(t, 70))
        put(t, &sn_ncnn_op_roi_align,
            text(t, "{pooled_width=2, pooled_height=2, sampling_ratio=2, aligned=%d, version=%d}",
                 chance(t, 50), chance(t, 50)),
            2, (item *[]){x, r});
    else
        put(t, &sn_ncnn_op_psroi_pooling,
            text(t, "{pooled_width=1, pooled_height=1, output_dim=%d}", (int)shape_of(x)->d[0]), 2,
            (item *[]){x, r});
}

static void windows(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank != 3) return;
    const char *p = text(t, "kernel=[2,%d], stride=[%d,1]", (int)roll(t, 1, 3), (int)roll(t, 1, 2));
    if (chance(t, 30)) {
        put1(t, &sn_ncnn_op_unfold,
             text(t, "{kernel=[2,%d], stride=[1,%d], pad_mode=%s}", (int)roll(t, 1, 3),
                  (int)roll(t, 1, 4), chance(t, 50) ? "same_upper" : "same_lower"),
             x);
        return;
    }
    item *y = put1(t, &sn_op_unfold, text(t, "{%s}", p), x);
    if (y && chance(t, 60)) {
        item *z = chance(t, 40) ? put1(t, &sn_op_relu, NULL, y) : y;
        if (z)
            put1(t, chance(t, 30) ? &sn_ncnn_op_fold : &sn_op_fold,
                 text(t, "{%s, output_size=[%d,%d]}", p, (int)s->d[1], (int)s->d[2]), z);
    }
}

static void boxes(gen *t, item *x)
{
    item *y = other(t);
    if (shape_of(x)->rank != 3 || shape_of(y)->rank != 3) return;
    put(t, &sn_ncnn_op_prior_box,
        "{min_sizes=[3], aspect_ratios=[2], variances=[0.1,0.1,0.2,0.2], image_width=-233, "
        "image_height=-233, offset=0.5}",
        2, (item *[]){x, y});
}

/* ---- statistics, elements -------------------------------------------------------------------- */

static void normalized(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 1) return;
    switch (roll(t, 0, 3)) {
    case 0:
        put1(t, sn_format_op_find("ncnn.mvn"),
             text(t, "{normalize_variance=%d, across_channels=%d, eps=0.01}", chance(t, 60),
                  chance(t, 40)),
             x);
        break;
    case 1: {
        bool shared = chance(t, 40);
        put(t, sn_format_op_find("ncnn.normalize"),
            text(t, "{across_spatial=%d, across_channel=%d, channel_shared=%d, eps=0.01}",
                 chance(t, 50), chance(t, 60), shared),
            2, (item *[]){x, constant(t, SN_SHAPE(shared ? 1 : s->d[0]), FACTOR)});
        break;
    }
    case 2:
        put1(t, &sn_op_glu, text(t, "{axis=%d}", (int)roll(t, -s->rank, s->rank - 1)), x);
        break;
    default:
        put1(t, &sn_ncnn_op_statistics_pooling, chance(t, 50) ? "{}" : "{include_stddev=true}", x);
    }
}

static void products(gen *t, item *x)
{
    static const char *const pairs[][3] = {{"i,i->i", "i,j->ij", "i,i->"},
                                           {"ij,kj->ik", "ij,ij->i", "ij,jk->ki"},
                                           {"cij,ckj->cik", "cij,cij->cj", "cij,cij->ijc"}};
    static const char *const singles[][2] = {
        {"i->i", "i->"}, {"ij->ji", "ij->i"}, {"cij->jic", "cij->cj"}};
    int rank = shape_of(x)->rank;
    if (rank < 1 || rank > 3) return;
    const sn_op *op = chance(t, 40) ? &sn_ncnn_op_einsum : &sn_op_einsum;
    if (chance(t, 40)) {
        put1(t, op, text(t, "{equation=\"%s\"}", singles[rank - 1][roll(t, 0, 1)]), x);
        return;
    }
    item *y = chance(t, 40) ? own_node(t, constant(t, *shape_of(x), NORMAL)) : like(t, x);
    if (y)
        put(t, op, text(t, "{equation=\"%s\"}", pairs[rank - 1][roll(t, 0, 2)]), 2,
            (item *[]){x, y});
}

static void pieces(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 1) return;
    if (chance(t, 40)) {
        put1(t, &sn_op_diag, text(t, "{diagonal=%d}", (int)roll(t, -1, 1)), x);
        return;
    }
    int64_t n = s->d[s->rank - 1];
    item *y = chance(t, 30)
                  ? like(t, x)
                  : put1(t, sn_format_op_find("ncnn.crop"),
                         text(t, "{starts=[0], ends=[%d], axes=[-1]}", (int)roll(t, 1, n)), x);
    if (!y) return;
    if (chance(t, 50)) y = put1(t, &sn_op_tanh, NULL, y);
    int64_t room = y ? n - shape_of(y)->d[s->rank - 1] : 0;
    if (y)
        put(t, chance(t, 60) ? sn_format_op_find("ncnn.copy_to") : &sn_op_slice_scatter,
            text(t, "{starts=[%d], axes=[%d]}", (int)roll(t, 0, room), s->rank - 1), 2,
            (item *[]){x, y});
}

static void remainders(gen *t, item *x)
{
    static const sn_op *const all[] = {&sn_op_mod, &sn_op_floor_divide, &sn_ncnn_op_floor_divide,
                                       &sn_ncnn_op_ieee_remainder};
    if (chance(t, 40)) {
        item *y = within(t, x, 1.25, 3);
        if (y) put1(t, &sn_op_acosh, NULL, y);
    } else if (x->exact) { /* steps: see jump */
        put_pair(t, all[roll(t, 0, 3)], x, constant(t, sn_shape_scalar(), FACTOR));
    }
}

static void formats(gen *t, item *x)
{
    if (chance(t, 50))
        put1(t, sn_format_op_find("ncnn.packing"), NULL, x);
    else
        put1(t, sn_format_op_find("ncnn.cast"), "{type_from=f32, type_to=f32}", x);
}

/* Layers in int8: they round, so only of what no rewrite can change. */
static void integer_layer(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (!x->exact || s->rank != 1) return;
    int64_t oc = roll(t, 1, 4), n = s->d[0];
    sn_tensor *w = NULL;
    void *data = NULL;
    const sn_shape shape = SN_SHAPE(oc, n);
    if (sn_tensor_create(t->ctx, SN_TYPE_i8, &shape, &w, &data) != SN_OK) return;
    for (int64_t i = 0; i < oc * n; i++) ((int8_t *)data)[i] = (int8_t)roll(t, -127, 127);
    item *k = constant_of(t, w);
    put(t, &sn_ncnn_op_quantized_inner_product,
        chance(t, 60) ? "{scale_term=2}" : "{scale_term=2, act=relu}", 5,
        (item *[]){x, k, chance(t, 60) ? constant(t, SN_SHAPE(oc), NORMAL) : NULL,
                   constant(t, SN_SHAPE(oc), (spread){false, 50, 70}),
                   constant(t, SN_SHAPE(1), (spread){false, 30, 60})});
}

void rare(gen *t, item *x)
{
    static void (*const all[])(gen *, item *) = {
        recurrent,  recurrent, recurrent, attention, attention,  rotary,  spectrum,
        spectrum,   deformed,  grid,      regions,   windows,    boxes,   normalized,
        normalized, products,  products,  pieces,    remainders, formats, integer_layer};
    all[roll(t, 0, LEN(all) - 1)](t, x);
}
