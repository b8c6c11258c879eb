/* SPDX-License-Identifier: Apache-2.0
 *
 * Random networks: chains of reshapes and permutations that are, or nearly are, shuffles of
 * channels and pixels. */
#include "random/gen.h"
#include "random/recipes.h"

#include <string.h>

/* A shape; sometimes one of its sizes is what is left, or told as that of x. */
static item *shaped(gen *t, item *x, int rank, const int64_t *size)
{
    const sn_shape *s = shape_of(x);
    const char *dims = "";
    int open = chance(t, 30) ? (int)roll(t, 0, rank - 1) : -1;
    for (int i = 0; i < rank; i++) {
        bool same = s->rank == rank && s->d[i] == size[i] && chance(t, 30);
        dims = text(t, "%s%s%s", dims, i ? "," : "",
                    i == open ? "-1"
                    : same    ? text(t, "\"x.%d\"", i)
                              : text(t, "%d", (int)size[i]));
    }
    return put1(t, &sn_op_reshape, text(t, "{shape=[%s]}", dims), x);
}

static item *permuted(gen *t, item *x, const int *perm)
{
    int rank = shape_of(x)->rank;
    const char *s = "";
    for (int i = 0; i < rank; i++) s = text(t, "%s%s%d", s, i ? "," : "", perm[i]);
    return put1(t, &sn_op_transpose, text(t, "{perm=[%s]}", s), x);
}

static int64_t divisor(gen *t, int64_t n)
{
    for (int i = 0; i < 6; i++) {
        int64_t d = roll(t, 2, 4);
        if (n % d == 0) return d;
    }
    return 1;
}

/* An order of 0..3: that one, or nearly, or any. */
static void some_order(gen *t, const int right[4], int perm[4])
{
    memcpy(perm, right, 4 * sizeof *perm);
    for (int n = chance(t, 70) ? 0 : (int)roll(t, 1, 3); n > 0; n--) {
        int i = (int)roll(t, 0, 3), k = (int)roll(t, 0, 3), old = perm[i];
        perm[i] = perm[k];
        perm[k] = old;
    }
}

/* [g][n][h][w] in another order, then back to rank 3 or less. */
static void channels(gen *t, item *x)
{
    static const int right[4] = {1, 0, 2, 3};
    const sn_shape *s = shape_of(x);
    int perm[4];
    int64_t g = divisor(t, s->d[0]), cut[4] = {g, s->d[0] / g, s->d[1], s->d[2]};
    some_order(t, right, perm);
    item *a = shaped(t, x, 4, cut);
    a = a ? permuted(t, a, perm) : NULL;
    if (!a) return;
    s = shape_of(a);
    int64_t joined[3] = {s->d[0] * s->d[1], s->d[2], s->d[3]};
    if (chance(t, 80))
        shaped(t, a, 3, joined);
    else
        shaped(t, a, 2, (int64_t[]){joined[0], joined[1] * joined[2]});
}

/* One image: [i][j][h][w] -> [(h,i)][(w,j)] and back. */
static void one_image(gen *t, item *x)
{
    static const int out[4] = {2, 0, 3, 1}, in[4] = {1, 3, 0, 2};
    const sn_shape *s = shape_of(x);
    int perm[4];
    int64_t f = divisor(t, s->d[0]);
    bool to_pixels = s->d[0] == f * f || chance(t, 50);
    int64_t cut[4] = {f, s->d[0] / f, s->d[1], s->d[2]};
    if (!to_pixels) {
        int64_t i = divisor(t, s->d[1]), j = divisor(t, s->d[2]);
        int64_t image[4] = {s->d[0] * s->d[1] / i, i, s->d[2] / j, j};
        memcpy(cut, image, sizeof cut);
    }
    some_order(t, to_pixels ? out : in, perm);
    item *a = shaped(t, x, 4, cut);
    a = a ? permuted(t, a, perm) : NULL;
    if (!a) return;
    s = shape_of(a);
    int64_t pixels[3] = {1, s->d[0] * s->d[1], s->d[2] * s->d[3]};
    int64_t packed[3] = {s->d[0] * s->d[1], s->d[2], s->d[3]};
    shaped(t, a, 3, to_pixels ? pixels : packed);
}

/* Several channels, in two steps: rows, then columns. */
static void image_of_channels(gen *t, item *x)
{
    static const int rows[4] = {0, 2, 3, 1}, columns[4] = {0, 2, 1, 3};
    const sn_shape *s = shape_of(x);
    int64_t h = s->d[1], w = s->d[2], j = divisor(t, s->d[0]), i = divisor(t, s->d[0] / j),
            c = s->d[0] / j / i;
    int perm[4];
    some_order(t, rows, perm);
    item *a = shaped(t, x, 4, (int64_t[]){c * i, j, h, w});
    a = a ? permuted(t, a, perm) : NULL;
    a = a ? shaped(t, a, 4, (int64_t[]){c, i, h, w * j}) : NULL;
    some_order(t, columns, perm);
    a = a ? permuted(t, a, perm) : NULL;
    if (a) shaped(t, a, 3, (int64_t[]){c, h * i, w * j});
}

void rand_shuffle(gen *t, item *x)
{
    static void (*const all[])(gen *, item *) = {channels, one_image, image_of_channels};
    if (shape_of(x)->rank != 3) return;
    if (chance(t, 60)) { /* channels that can be cut, of an image of some size */
        static const int64_t n[] = {4, 4, 8, 9, 12, 6};
        x = shaped(t, x, 1, (int64_t[]){sn_shape_count(shape_of(x))});
        int64_t k = n[roll(t, 0, 5)], size[3] = {k, roll(t, 1, 4), roll(t, 1, 4)};
        x = x ? put1(t, &sn_op_tile, text(t, "{repeats=[%d]}", (int)(k * size[1] * size[2])), x)
              : NULL;
        int64_t left = x ? sn_shape_count(shape_of(x)) / (k * size[1] * size[2]) : 0;
        if (left > 40 || !x) return;
        size[2] *= left;
        x = shaped(t, x, 3, size);
    }
    if (x) all[roll(t, 0, 2)](t, x);
}
