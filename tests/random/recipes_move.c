/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps that move elements and move them back, or almost: chains of views, permutations, slices and
 * the like. */
#include "formats/format.h"
#include "ops/concat.h"
#include "random/gen.h"

enum { MAX_PARTS = 4 };

static const char *list(gen *t, int n, const int *v)
{
    const char *s = "";
    for (int i = 0; i < n; i++) s = text(t, "%s%s%d", s, i ? "," : "", v[i]);
    return s;
}

/* To a shape of as many elements, told in one of several ways. */
static item *to_shape(gen *t, item *x, const sn_shape *s)
{
    const int open = chance(t, 40) ? (int)roll(t, 0, s->rank - 1) : -1;
    const sn_shape *from = shape_of(x);
    const char *sizes = "";
    if (s->rank == 1 && chance(t, 50)) return put1(t, &sn_op_reshape, "{shape=[-1]}", x);
    if (from->rank <= 4 && chance(t, 30)) {
        int dims[SN_MAX_RANK];
        for (int i = 0; i < s->rank; i++) {
            const bool same = from->rank == s->rank && from->d[i] == s->d[i];
            dims[i] = i == open ? -1 : same && chance(t, 60) ? 0 : (int)s->d[i];
        }
        return put1(t, sn_format_op_find("ncnn.reshape"),
                    text(t, "{dims=[%s]}", list(t, s->rank, dims)), x);
    }
    for (int i = 0; i < s->rank; i++) {
        int at = (int)roll(t, 0, from->rank - 1), next = at + 1 < from->rank ? at + 1 : at;
        const char *size = i == open ? "-1" : text(t, "%d", (int)s->d[i]);
        if (i != open && from->d[at] == s->d[i] && chance(t, 60))
            size = text(t, "\"x.%d\"", at);
        else if (i != open && next != at && from->d[at] * from->d[next] == s->d[i] && chance(t, 60))
            size = text(t, "\"x.%d*x.%d\"", at, next);
        sizes = text(t, "%s%s%s", sizes, i ? "," : "", size);
    }
    return put1(t, &sn_op_reshape, text(t, "{shape=[%s]}", sizes), x);
}

static sn_shape some_shape(gen *t, int64_t left)
{
    sn_shape s = {.rank = (int8_t)roll(t, 1, 4)};
    for (int i = 0; i < s.rank - 1; i++) {
        int64_t f = roll(t, 1, 4);
        s.d[i] = left % f ? 1 : f;
        left /= s.d[i];
    }
    s.d[s.rank - 1] = left;
    return s;
}

static item *one_view(gen *t, item *x)
{
    int rank = shape_of(x)->rank;
    if (chance(t, 25) && rank < 4)
        return put1(t, &sn_op_unsqueeze, text(t, "{axes=[%d]}", (int)roll(t, 0, rank)), x);
    if (chance(t, 30))
        return put1(t, sn_format_op_find("ncnn.squeeze"), "{squeeze_w=1, squeeze_h=1, squeeze_c=1}",
                    x);
    sn_shape s = some_shape(t, sn_shape_count(shape_of(x)));
    return to_shape(t, x, &s);
}

static void views(gen *t, item *x)
{
    sn_shape first = *shape_of(x);
    item *y = x;
    if (first.rank < 1) return;
    for (int64_t i = roll(t, 1, 3); y && i > 0; i--) y = one_view(t, y);
    if (y && chance(t, 40)) to_shape(t, y, &first);
}

/* Perhaps something elementwise in between. */
static item *between(gen *t, item *x)
{
    if (!x || chance(t, 60)) return x;
    return put1(t, chance(t, 50) ? &sn_op_relu : &sn_op_sigmoid, NULL, x);
}

static item *permuted(gen *t, item *x, const int *perm)
{
    return x ? put1(t, &sn_op_transpose, text(t, "{perm=[%s]}", list(t, shape_of(x)->rank, perm)),
                    x)
             : NULL;
}

static void permutes(gen *t, item *x)
{
    int rank = shape_of(x)->rank, perm[4] = {0, 1, 2, 3}, back[4] = {0, 1, 2, 3};
    if (rank < 2 || rank > 4) return;
    if (chance(t, 30)) { /* codes, which work whatever the rank is */
        item *y = put1(t, sn_format_op_find("ncnn.permute"),
                       text(t, "{order_type=%d}", (int)roll(t, 1, 5)), x);
        y = between(t, y);
        if (y)
            put1(t, sn_format_op_find("ncnn.permute"),
                 text(t, "{order_type=%d}", (int)roll(t, 1, 5)), y);
        return;
    }
    for (int i = rank - 1; i > 0; i--) {
        int k = (int)roll(t, 0, i), old = perm[i];
        perm[i] = perm[k];
        perm[k] = old;
    }
    for (int i = 0; i < rank; i++) back[perm[i]] = i;
    item *y = between(t, permuted(t, x, perm));
    permuted(t, y, chance(t, 70) ? back : perm);
}

/* Two values moved alike, or almost, and then put together. */
static void both_moved(gen *t, item *x)
{
    item *y = put1(t, &sn_op_tanh, NULL, x);
    int rank = shape_of(x)->rank, perm[4] = {1, 0, 2, 3}, other[4] = {1, 0, 3, 2};
    if (!y || rank < 2 || rank > 4) return;
    bool view = chance(t, 40);
    item *a = view ? one_view(t, x) : permuted(t, x, perm), *b = NULL;
    if (!a) return;
    if (view)
        b = to_shape(t, y, shape_of(a));
    else
        b = permuted(t, y, rank == 4 && chance(t, 20) ? other : perm);
    if (!b) return;
    item *s = chance(t, 70) ? put_pair(t, chance(t, 50) ? &sn_op_sub : &sn_op_add, a, b)
                            : put_eltwise(t, "{op=sum, coeffs=[1,-0.5]}", 2, (item *[]){a, b});
    if (s && !view && chance(t, 40)) permuted(t, s, perm);
}

static const char *ends_at(gen *t, int64_t end, int64_t n)
{
    if (end == n) return chance(t, 60) ? "-233" : text(t, "%d", (int)n);
    return chance(t, 40) ? text(t, "%d", (int)(end - n)) : text(t, "%d", (int)end);
}

static item *cut(gen *t, item *x, int axis, int64_t from, int64_t to)
{
    int64_t n = shape_of(x)->d[axis];
    if (chance(t, 40)) {
        const char *end = chance(t, 50)   ? text(t, "%d", (int)to)
                          : to == n       ? "2147483647"
                          : chance(t, 50) ? text(t, "%d", (int)(to - n))
                                          : text(t, "\"x.%d-%d\"", axis, (int)(n - to));
        return put1(t, &sn_op_slice,
                    text(t, "{starts=[%d], ends=[%s], axes=[%d]}", (int)from, end, axis), x);
    }
    return put1(t, sn_format_op_find("ncnn.crop"),
                text(t, "{starts=[%d], ends=[%s], axes=[%d]}", (int)from, ends_at(t, to, n), axis),
                x);
}

static void crops(gen *t, item *x)
{
    for (int64_t i = roll(t, 2, 3); x && i > 0; i--) {
        if (shape_of(x)->rank < 1) return;
        int axis = (int)roll(t, 0, shape_of(x)->rank - 1);
        int64_t n = shape_of(x)->d[axis], from = roll(t, 0, (n - 1) / 2), to = roll(t, from + 1, n);
        x = cut(t, x, axis, from, chance(t, 50) ? n : to);
    }
}

/* x cut into parts by a split or by crops, and joined again: all of them in order, or not. */
static void parts(gen *t, item *x)
{
    item *in[MAX_PARTS];
    int n = 0, sizes[MAX_PARTS];
    if (shape_of(x)->rank < 1) return;
    int axis = (int)roll(t, 0, shape_of(x)->rank - 1);
    int64_t size = shape_of(x)->d[axis], at = 0;
    if (size < 2) return;
    while (at < size && n < MAX_PARTS) {
        int64_t each = n == MAX_PARTS - 1 ? size - at : roll(t, 1, size - at);
        sizes[n++] = (int)each;
        at += each;
    }
    if (chance(t, 60)) {
        if (chance(t, 50)) sizes[n - 1] = -1;
        size_t first = t->items.n;
        if (!put_many(t, &sn_op_split, text(t, "{axis=%d, sizes=[%s]}", axis, list(t, n, sizes)), 1,
                      &x, n))
            return;
        for (int i = 0; i < n; i++) in[i] = t->items.v[first + (size_t)i];
    } else {
        at = 0;
        for (int i = 0; i < n; at += sizes[i++]) {
            in[i] = cut(t, x, axis, at, at + sizes[i]);
            if (!in[i]) return;
        }
    }
    if (chance(t, 25)) in[0] = between(t, in[0]);
    if (chance(t, 20) && n > 1) in[1] = in[0];
    if (!in[0] || chance(t, 25)) return;
    put(t, &sn_op_concat, text(t, "{axis=%d}", axis), n, in);
}

/* Values joined and then cut, at the seams or elsewhere. */
static void joined(gen *t, item *x)
{
    item *in[3] = {x, between(t, x), x};
    int rank = shape_of(x)->rank, n = (int)roll(t, 2, 3);
    if (rank < 1 || !in[1]) return;
    int axis = (int)roll(t, 0, rank - 1);
    item *all = put(t, &sn_op_concat, text(t, "{axis=%d}", axis), n, in);
    if (!all) return;
    int64_t each = shape_of(x)->d[axis], size = shape_of(all)->d[axis];
    if (chance(t, 30)) {
        put_many(t, sn_format_op_find("ncnn.split"),
                 text(t, "{axis=%d, slices=[-233,-233,-233]}", axis), 1, &all, n);
    } else if (chance(t, 50)) {
        put_many(t, &sn_op_split,
                 text(t, "{axis=%d, sizes=[%d,-1]}", axis,
                      (int)(chance(t, 60) ? each : roll(t, 1, size - 1))),
                 1, &all, 2);
    } else {
        int64_t from = chance(t, 50) ? each : roll(t, 0, size - 1);
        cut(t, all, axis, from,
            chance(t, 50) && from + each <= size ? from + each : roll(t, from + 1, size));
    }
    if (chance(t, 30)) put(t, &sn_op_concat, text(t, "{axis=%d}", axis), 2, (item *[]){all, x});
}

/* The same kind of move twice. */
static void twice(gen *t, item *x)
{
    int rank = shape_of(x)->rank;
    int64_t c = rank ? shape_of(x)->d[0] : 1, g = roll(t, 1, 4);
    static const char *const kinds[] = {"constant", "replicate", "reflect"};
    item *y;
    if (rank < 1) return;
    switch (roll(t, 0, 4)) {
    case 0:
        y = put1(t, &sn_op_flip, text(t, "{axes=[%d]}", (int)roll(t, 0, rank - 1)), x);
        if (y)
            put1(
                t, sn_format_op_find("ncnn.flip"),
                text(t, "{axes=[%d,%d]}", (int)roll(t, -rank, rank - 1), (int)roll(t, 0, rank - 1)),
                y);
        break;
    case 1:
        y = put1(t, sn_format_op_find("ncnn.tile"),
                 text(t, "{axis=%d, tiles=2}", (int)roll(t, 0, rank - 1)), x);
        if (y)
            put1(t, sn_format_op_find("ncnn.tile"),
                 rank == 2 && chance(t, 50) ? "{repeats=[1,2]}" : "{axis=0, tiles=2}", y);
        break;
    case 2:
        for (int i = 0; x && i < 2; i++) {
            x = put1(t, sn_format_op_find("ncnn.padding"),
                     text(t, "{top=%d, bottom=%d, left=%d, front=%d, type=%s, value=%d}",
                          chance(t, 50), chance(t, 50), chance(t, 50), chance(t, 10),
                          kinds[roll(t, 0, 2)], chance(t, 20)),
                     x);
        }
        break;
    case 3:
        if (c % g) g = c;
        y = chance(t, 50)
                ? put1(t, sn_format_op_find("ncnn.shuffle_channel"),
                       text(t, "{group=%d, reverse=%d}", (int)g, chance(t, 40)), x)
                : put1(t, &sn_op_channel_shuffle, text(t, "{groups=%d, axis=0}", (int)g), x);
        if (y && chance(t, 40)) g = c / g;
        if (y) put1(t, &sn_op_channel_shuffle, text(t, "{groups=%d, axis=0}", (int)g), y);
        break;
    default:
        if (chance(t, 50))
            y = put1(t, sn_format_op_find("ncnn.reorg"),
                     chance(t, 50) ? "{stride=2}" : "{stride=2, mode=channel_last}", x);
        else
            y = put1(t, &sn_op_space_to_depth,
                     chance(t, 50) ? "{blocksize=2}" : "{blocksize=2, mode=CRD}", x);
        if (y)
            put1(t, &sn_op_depth_to_space,
                 chance(t, 50) ? "{blocksize=2}" : "{blocksize=2, mode=CRD}", y);
    }
}

/* ---- the same again -------------------------------------------------------------------------- */

static item *item_of(gen *t, const sn_value *v)
{
    for (size_t i = 0; i < t->items.n; i++) {
        if (t->items.v[i]->raw == v) return t->items.v[i];
    }
    for (size_t i = 0; i < t->constants.n; i++) {
        if (t->constants.v[i]->raw == v) return t->constants.v[i];
    }
    return NULL;
}

static void copy_bodies(void *user, sn_node *n)
{
    const sn_node *of = user;
    for (uint16_t i = 0; i < of->n_body; i++) sn_node_copy_body(n, of->body[i]);
}

/* The node that made x once more, with the same inputs; perhaps two of them the other way round. */
void rand_again(gen *t, item *x)
{
    sn_node *n = x->raw->def;
    item *in[8] = {NULL};
    if (!n || n->n_in == 0 || n->n_in > 8 || n->n_out > 4) return;
    for (uint16_t i = 0; i < n->n_in; i++) {
        in[i] = sn_in(n, i) ? item_of(t, sn_in(n, i)) : NULL;
        if (sn_in(n, i) && !in[i]) return;
    }
    if (n->n_in == 2 && chance(t, 25) && in[0] && in[1]) {
        item *first = in[0];
        in[0] = in[1];
        in[1] = first;
    }
    sn_str s;
    sn_str_init(&s, t->arena);
    if (n->op->params) sn_params_print(n->op->params, n->params, &s);
    put_with(t, n->op, s.s && *s.s ? s.s : "{}", n->n_in, in, n->n_out,
             n->n_body ? copy_bodies : NULL, n);
}

void rand_moves(gen *t, item *x)
{
    static void (*const all[])(gen *, item *) = {views, views, permutes, permutes, both_moved,
                                                 crops, parts, parts,    joined,   twice};
    all[roll(t, 0, (int64_t)(sizeof all / sizeof *all) - 1)](t, x);
}

void rand_resize(gen *t, item *x)
{
    static const char *const modes[] = {"nearest", "linear", "cubic"};
    static const char *const ways[] = {"half_pixel", "asymmetric", "align_corners"};
    static const char *const scales[] = {"2", "1.5", "0.5", "3"};
    if (chance(t, 50)) {
        static const char *const types[] = {"nearest", "bilinear", "bicubic"};
        const char *scale = scales[roll(t, 0, 3)];
        put1(t, sn_format_op_find("ncnn.interp"),
             chance(t, 70) ? text(t, "{resize_type=%s, height_scale=%s, width_scale=%s}",
                                  types[roll(t, 0, 2)], scale, chance(t, 70) ? scale : "2")
                           : text(t, "{resize_type=%s, output_height=%d, output_width=%d}",
                                  types[roll(t, 0, 2)], (int)roll(t, 1, 9), (int)roll(t, 1, 9)),
             x);
        return;
    }
    const int axis = (int)roll(t, 0, shape_of(x)->rank - 1);
    put1(t, &sn_op_resize,
         text(t, "{mode=%s, %s=[%s], axes=[%d], coordinate_transformation_mode=%s%s}",
              modes[roll(t, 0, 2)], chance(t, 50) ? "scales" : "sizes", chance(t, 50) ? "2" : "3",
              axis, ways[roll(t, 0, 2)], chance(t, 50) ? ", nearest_mode=floor" : ""),
         x);
}
