/* SPDX-License-Identifier: Apache-2.0
 *
 * Random networks: attention in pieces, with and without projections, and what looks like it. */
#include <math.h>

#include "formats/format.h"
#include "random/gen.h"
#include "random/recipes.h"

static item *permuted(gen *t, item *x, const char *perm)
{
    return x ? put1(t, &sn_op_transpose, text(t, "{perm=[%s]}", perm), x) : NULL;
}

/* A value as rows [n][width], whatever it was. */
static item *rows(gen *t, item *x, int64_t width)
{
    int64_t n = sn_shape_count(shape_of(x));
    if (n < width || n > 400) return NULL;
    if (n % width == 0)
        return put1(t, &sn_op_reshape,
                    text(t, "{shape=[%d,%d]}", chance(t, 50) ? -1 : (int)(n / width), (int)width),
                    x);
    x = put1(t, &sn_op_reshape, "{shape=[-1]}", x);
    x = x ? put1(t, sn_format_op_find("ncnn.crop"), text(t, "{outw=%d}", (int)(n / width * width)),
                 x)
          : NULL;
    return x ? put1(t, &sn_op_reshape, text(t, "{shape=[-1,%d]}", (int)width), x) : NULL;
}

static item *projected(gen *t, item *x, int64_t width)
{
    int64_t in = shape_of(x)->d[1];
    item *w = weight(t, (sn_shape){2, {width, in}}, (spread){true, 0, 0.4});
    item *b = chance(t, 70) ? weight(t, (sn_shape){1, {width}}, (spread){true, 0, 0.5}) : NULL;
    if (chance(t, 60)) return put_linear(t, "{}", x, w, b);
    return put(t, &sn_op_gemm, "{transB=1}", b ? 3 : 2, (item *[]){x, w, b});
}

/* [rows][(head, e)] as [head][row][e], or with the last two the other way round. */
static item *split_heads(gen *t, item *x, int64_t n, bool swapped)
{
    if (!x) return NULL;
    int64_t e = shape_of(x)->d[1] / n;
    x = put1(
        t, &sn_op_reshape,
        text(t, "{shape=[%d,%d,%d]}", chance(t, 60) ? -1 : (int)shape_of(x)->d[0], (int)n, (int)e),
        x);
    if (chance(t, 3)) return permuted(t, x, "2,0,1");
    return permuted(t, x, swapped ? "1,2,0" : "1,0,2");
}

static item *factor(gen *t, item *x, int percent)
{
    if (!x || !chance(t, percent)) return x;
    item *c = constant(t, sn_shape_scalar(), (spread){false, 0.3, 1.2});
    return put(t, chance(t, 70) ? &sn_op_mul : &sn_op_div, "{}", 2, (item *[]){x, c});
}

static item *masked(gen *t, item *scores)
{
    const sn_shape *s = shape_of(scores);
    if (!chance(t, 40)) return scores;
    sn_shape m = *s;
    if (chance(t, 40)) m.d[0] = 1;
    if (chance(t, 8)) m.d[1] = 1;
    item *mask = own_node(t, constant(t, m, (spread){true, 0, 1}));
    if (!mask) return scores;
    return chance(t, 50)
               ? put(t, &sn_op_add, "{}", 2, (item *[]){mask, scores})
               : put(t, chance(t, 90) ? &sn_op_add : &sn_op_sub, "{}", 2, (item *[]){scores, mask});
}

static item *in_pieces(gen *t, item *q, item *k, item *v, bool k_swapped, bool v_swapped)
{
    int percent = chance(t, 50) ? 90 : 20;
    if (!q || !k || !v) return NULL;
    item *s = put(t, &sn_op_matmul, k_swapped ? "{}" : "{transB=1}", 2,
                  (item *[]){factor(t, q, percent / 3), factor(t, k, percent / 4)});
    s = factor(t, s, percent);
    s = s ? masked(t, s) : NULL;
    s = s ? put1(t, &sn_op_softmax, chance(t, 95) ? "{axis=-1}" : "{axis=1}", s) : NULL;
    return s ? put(t, &sn_op_matmul, v_swapped ? "{transB=1}" : "{}", 2, (item *[]){s, v}) : NULL;
}

static item *some_attention(gen *t, item *q, item *k, item *v, bool k_swapped, bool v_swapped)
{
    if (k_swapped || v_swapped || chance(t, 70)) return in_pieces(t, q, k, v, k_swapped, v_swapped);
    if (!q || !k || !v) return NULL;
    return put(t, &sn_op_attention, chance(t, 50) ? "{}" : "{scale=0.7}", 3, (item *[]){q, k, v});
}

/* q, k, v from one projection: parts of its features, or parts of the features of each head. */
static bool joined(gen *t, item *x, int64_t n, int64_t width, item *out[3])
{
    item *y = projected(t, x, 3 * width);
    int axis = 1;
    if (y && chance(t, 50)) {
        axis = 0;
        bool inner = chance(t, 50);
        y = put1(t, &sn_op_reshape,
                 text(t, "{shape=[-1,%d,%d,%d]}", inner ? (int)n : 3, inner ? 3 : (int)n,
                      (int)(width / n)),
                 y);
        y = permuted(t, y, inner ? "2,1,0,3" : "1,2,0,3");
    }
    size_t at = t->items.n;
    if (!y || !put_many(t, sn_format_op_find("ncnn.split"),
                        text(t, "{axis=%d, slices=[-233,-233,-233]}", axis), 1, &y, 3))
        return false;
    for (int i = 0; i < 3; i++) {
        out[i] = t->items.v[at + (size_t)i];
        if (axis == 0 && out[i]) out[i] = put1(t, &sn_op_squeeze, "{axes=[0]}", out[i]);
    }
    if (axis == 1) {
        for (int i = 0; i < 3; i++) out[i] = split_heads(t, out[i], n, false);
    }
    return out[0] && out[1] && out[2];
}

/* The heads' results side by side, and the projection behind them. */
static void sides_joined(gen *t, item *y, int64_t width, int64_t qdim)
{
    if (shape_of(y)->rank != 3) return;
    y = permuted(t, y, chance(t, 96) ? "1,0,2" : "1,2,0");
    y = y ? put1(
                t, &sn_op_reshape,
                text(t, "{shape=[%d,%d]}", chance(t, 60) ? -1 : (int)shape_of(y)->d[0], (int)width),
                y)
          : NULL;
    if (y && chance(t, 90)) projected(t, y, chance(t, 90) ? qdim : roll(t, 2, 6));
}

/* ---- with an axis of images, as exporters of ONNX write it ----------------------------------- */

/* [rows][(head, e)] as [image][head][row][e], or with the last two the other way round. */
static item *heads_of_images(gen *t, item *x, int64_t images, int64_t n, bool swapped)
{
    if (!x || shape_of(x)->d[0] % images) return NULL;
    const int64_t all = shape_of(x)->d[0] / images, e = shape_of(x)->d[1] / n;
    x = put1(t, &sn_op_reshape,
             text(t, "{shape=[%d,%d,%d,%d]}", (int)images, chance(t, 50) ? -1 : (int)all, (int)n,
                  (int)e),
             x);
    return permuted(t, x, swapped ? "0,2,3,1" : "0,2,1,3");
}

/* A mask for such scores: along each axis one for all, or one for each. */
static item *some_mask(gen *t, const sn_shape *scores)
{
    const int left_out = chance(t, 30) ? (int)roll(t, 1, scores->rank - 1) : 0;
    sn_shape m = {.rank = (int8_t)(scores->rank - left_out)};
    for (int i = 0; i < m.rank; i++) {
        const bool last = i + 1 == m.rank;
        m.d[i] = chance(t, last ? 4 : 50) ? 1 : scores->d[i + left_out];
    }
    return own_node(t, constant(t, m, (spread){true, 0, 1}));
}

static item *least(gen *t)
{
    static const float numbers[] = {-INFINITY, -3.4028235e38f, -1e9f, -1e4f, -2};
    const sn_shape scalar = sn_shape_scalar();
    sn_tensor *made = NULL;
    void *data = NULL;
    if (sn_tensor_create(t->ctx, SN_TYPE_f32, &scalar, &made, &data) != SN_OK) return NULL;
    *(float *)data = numbers[roll(t, 0, 4)];
    return constant_of(t, made);
}

/* Keys are hidden. */
static item *hidden(gen *t, item *scores)
{
    item *mask = some_mask(t, shape_of(scores)), *fill = least(t);
    item *limit = constant(t, sn_shape_scalar(), (spread){false, 0, 2});
    if (!mask || !fill || !limit) return scores;
    item *c = put_inner(t, chance(t, 50) ? &sn_op_less : &sn_op_greater, NULL, 2,
                        (item *[]){mask, limit});
    if (c && chance(t, 20)) c = put_inner(t, &sn_op_not, NULL, 1, &c);
    if (!c) return scores;
    return chance(t, 50) ? put(t, &sn_op_where, NULL, 3, (item *[]){c, scores, fill})
                         : put(t, &sn_op_where, NULL, 3, (item *[]){c, fill, scores});
}

/* Weights that are NaN are 0, as PyTorch's exporter has it. */
static item *without_nan(gen *t, item *weights)
{
    item *zero = constant(t, sn_shape_scalar(), (spread){false, 0, 0});
    item *c = put_inner(t, &sn_op_is_nan, NULL, 1, &weights);
    return c && zero ? put(t, &sn_op_where, NULL, 3, (item *[]){c, zero, weights}) : weights;
}

void rand_attention_of_images(gen *t, item *x)
{
    const int64_t images = roll(t, 1, 2), n = roll(t, 1, 3), e = roll(t, 1, 4);
    const bool k_swapped = chance(t, 70), shared = chance(t, 10);
    item *other = chance(t, 70) ? x : t->items.v[roll(t, 0, (int64_t)t->items.n - 1)];
    x = rows(t, x, n * e);
    other = x ? rows(t, other, n * e) : NULL;
    if (!other) return;
    item *k = projected(t, other, shared ? e : n * e), *v = projected(t, other, shared ? e : n * e);
    item *q = heads_of_images(t, chance(t, 60) ? projected(t, x, n * e) : x, images, n, false);
    k = heads_of_images(t, k, images, shared ? 1 : n, k_swapped);
    v = heads_of_images(t, v, images, shared ? 1 : n, false);
    if (!q || !k || !v) return;
    item *s = put(t, &sn_op_matmul, k_swapped ? "{}" : "{transB=1}", 2,
                  (item *[]){factor(t, q, 30), factor(t, k, 20)});
    s = factor(t, s, 60);
    if (!s || shape_of(s)->rank != 4) return;
    const int64_t way = roll(t, 0, 3);
    item *bias = chance(t, 30) ? some_mask(t, shape_of(s)) : NULL;
    if (bias) s = put(t, &sn_op_add, "{}", 2, (item *[]){s, bias});
    if (!s) return;
    item *mask = way == 1 ? some_mask(t, shape_of(s)) : NULL;
    if (mask) s = put(t, &sn_op_add, "{}", 2, (item *[]){s, mask});
    if (way == 2 && s) s = hidden(t, s);
    s = s ? put1(t, &sn_op_softmax, chance(t, 95) ? "{axis=-1}" : "{axis=2}", s) : NULL;
    if (s && chance(t, 20)) s = without_nan(t, s);
    item *y = s ? put(t, &sn_op_matmul, "{}", 2, (item *[]){s, v}) : NULL;
    y = y ? permuted(t, y, "0,2,1,3") : NULL;
    if (y) put1(t, &sn_op_reshape, text(t, "{shape=[-1,%d]}", (int)(n * e)), y);
}

void rand_attention(gen *t, item *x)
{
    int64_t n = roll(t, 1, 3), e = roll(t, 1, 4), width = n * e;
    bool k_swapped = chance(t, 50), v_swapped = chance(t, 15), self = chance(t, 60);
    item *other = self ? x : t->items.v[roll(t, 0, (int64_t)t->items.n - 1)];
    int64_t qdim = chance(t, 60) ? width : roll(t, 2, 6);
    x = rows(t, x, qdim);
    other = self || !x ? x : rows(t, other, chance(t, 60) ? width : roll(t, 2, 6));
    if (!x || !other) return;
    item *parts[3], *y = NULL;
    if (chance(t, 30)) {
        if (joined(t, x, n, width, parts))
            y = some_attention(t, parts[0], parts[1], parts[2], false, false);
        if (y) sides_joined(t, y, width, qdim);
        return;
    }
    item *q = projected(t, x, width), *k = projected(t, other, width),
         *v = projected(t, other, width);
    if (!q || !k || !v) return;
    q = factor(t, q, 15);
    y = some_attention(t, split_heads(t, q, n, false), split_heads(t, k, n, k_swapped),
                       split_heads(t, v, n, v_swapped), k_swapped, v_swapped);
    if (y) sides_joined(t, y, width, qdim);
}
