/* SPDX-License-Identifier: Apache-2.0
 *
 * Winograd's transforms (Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", 2016)
 * over fixed points. Of polynomials of degree n - 1 the n points are: n - 1 numbers p, and
 * infinity. Then B' d takes the coefficients of products of (x - p) over the other points, row p of
 * G is (1, p, p^2, ..) / product of (p - other points), the last row (0, .., 0, 1), column p of A'
 * is (1, p, p^2, ..), the last column (0, .., 0, 1).
 * +-3/4 and +-3/2 round 4 to 5 times better than +-1 and +-2 (choice of points: Barabasz et al.,
 * "Error Analysis and Improving the Accuracy of Winograd Convolution for Deep Neural Networks",
 * 2020). */
#include "kernels/winograd_math.h"
#include "kernels/panel.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/pool.h"
#include "kernels/tiling.h"

extern const char sn_text_winograd_in_1d[], sn_text_winograd_in[], sn_text_winograd_edge[],
    sn_text_winograd_out[], sn_text_winograd_tiles[];

static const double points4[] = {0, 1, -1}, points6[] = {0, 0.75, -0.75, 1.5, -1.5};

/* Row i of G. */
static void row_of(int n, int r, int i, double *row)
{
    const double *points = n == 6 ? points6 : points4;
    memset(row, 0, (size_t)r * sizeof *row);
    if (i == n - 1) {
        row[r - 1] = 1;
        return;
    }
    double scale = 1;
    for (int j = 0; j < n - 1; j++) {
        if (j != i) scale *= points[i] - points[j];
    }
    row[0] = 1 / scale;
    for (int j = 1; j < r; j++) row[j] = row[j - 1] * points[i];
}

/* Row i of A, which is column i of A'. */
static void powers_of(int n, int m, int i, double *row)
{
    const double *points = n == 6 ? points6 : points4;
    memset(row, 0, (size_t)m * sizeof *row);
    row[i == n - 1 ? m - 1 : 0] = 1;
    for (int j = 1; j < m && i < n - 1; j++) row[j] = row[j - 1] * points[i];
}

void sn_winograd_weights(int n, int r, const double *g, double *out)
{
    double t[SN_WINOGRAD_MOST][SN_WINOGRAD_MOST];
    for (int i = 0; i < n; i++) row_of(n, r, i, t[i]);
    for (int i = 0; i < n; i++) {
        double row[SN_WINOGRAD_MOST] = {0};
        for (int y = 0; y < r; y++) {
            for (int x = 0; x < r; x++) row[x] += t[i][y] * g[y * r + x];
        }
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int x = 0; x < r; x++) sum += t[j][x] * row[x];
            out[i * n + j] = sum;
        }
    }
}

/* ---- printing -------------------------------------------------------------------------------- */

/* The sum of row[x] * NAME(x). */
static void add_row(sn_emit *e, const double *row, int r, const char *const *names, sn_str *out)
{
    bool any = false;
    for (int x = 0; x < r; x++) {
        if (row[x] == 0) continue;
        sn_str_add(out, any ? " + " : "");
        sn_str_add(out, names[x]);
        if (row[x] != 1) sn_str_addf(out, " * %s", sn_emit_number(e, row[x]));
        any = true;
    }
}

const char *sn_emit_winograd(sn_emit *e, sn_winograd_map map, int n, int small, const char *load,
                             const char *store)
{
    const int from = map == SN_WINOGRAD_BACK ? n : small, to = map == SN_WINOGRAD_BACK ? small : n;
    sn_arena *arena = sn_emit_arena(e);
    const char *names[SN_WINOGRAD_MOST];
    double rows[SN_WINOGRAD_MOST][SN_WINOGRAD_MOST], matrix[SN_WINOGRAD_MOST][SN_WINOGRAD_MOST];
    sn_str text;
    sn_str_init(&text, arena);
    for (int i = 0; i < n; i++) {
        if (map == SN_WINOGRAD_RESULTS)
            powers_of(n, small, i, rows[i]);
        else
            row_of(n, small, i, rows[i]);
    }
    for (int i = 0; i < to; i++)
        for (int x = 0; x < from; x++)
            matrix[i][x] = map == SN_WINOGRAD_BACK ? rows[x][i] : rows[i][x];
    for (int x = 0; x < from; x++) { /* columns */
        for (int y = 0; y < from; y++)
            names[y] = sn_arena_printf(arena, "v_load(%s(%d))", load, y * from + x);
        for (int i = 0; i < to; i++) {
            sn_str_addf(&text, "const vf t%d_%d = ", i, x);
            add_row(e, matrix[i], from, names, &text);
            sn_str_add(&text, ";\n");
        }
    }
    for (int i = 0; i < to; i++) {
        for (int x = 0; x < from; x++) names[x] = sn_arena_printf(arena, "t%d_%d", i, x);
        for (int j = 0; j < to; j++) {
            sn_str_addf(&text, "v_store(%s(%d), ", store, i * to + j);
            add_row(e, matrix[j], from, names, &text);
            sn_str_add(&text, ");\n");
        }
    }
    return text.s;
}

static sn_status emit_one_axis(sn_emit *e, int n)
{
    const char *text, *name = sn_arena_printf(sn_emit_arena(e), "wino%d_in_1d", n);
    if (sn_emit_has_helper(e, name)) return SN_OK;
    sn_bind *b = sn_bind_create(e);
    sn_bind_int(b, CT_N, n);
    SN_TRY(sn_template(e, "winograd_in_1d.ct", sn_text_winograd_in_1d, b, &text));
    sn_emit_helper(e, name, text);
    return SN_OK;
}

sn_status sn_bind_winograd_in(sn_emit *e, sn_bind *b, const sn_step *s, int n)
{
    const char *name, *args;
    sn_bind *inner = sn_bind_create(e);
    SN_TRY(emit_one_axis(e, n));
    sn_bind_int(inner, CT_N, n);
    SN_TRY(sn_emit_copy(e, s, "winograd_in", sn_text_winograd_in, inner, &name, &args));
    sn_bind_text(b, CT_IN, name);
    return SN_OK;
}

sn_status sn_bind_winograd_edge(sn_emit *e, sn_bind *b, const sn_step *s, int n)
{
    const char *name, *args;
    sn_step plain = *s;
    plain.prologue = NULL;
    sn_bind *inner = sn_bind_create(e);
    SN_TRY(sn_bind_winograd_in(e, inner, &plain, n));
    sn_bind_int(inner, CT_N, n);
    SN_TRY(sn_emit_copy(e, s, "winograd_edge", sn_text_winograd_edge, inner, &name, &args));
    sn_bind_text(b, CT_IN_EDGE, name);
    return SN_OK;
}

typedef struct row_user {
    int n, m;
} row_user;

/* Row i of A' times m0 .. m5, by sums and differences of the pairs of points. */
static sn_status row_call(void *user, sn_emit *e, const char *const *args, int n_args, sn_str *out)
{
    static const char *const rows6[] = {"m0 + (s1 + s2)", "0.75f * d1 + 1.5f * d2",
                                        "0.5625f * s1 + 2.25f * s2",
                                        "0.421875f * d1 + 3.375f * d2"};
    static const char *const rows4[] = {"m0 + (m1 + m2)", "m1 - m2"};
    const row_user *u = user;
    const int i = n_args == 1 ? atoi(args[0]) : -1;
    if (i < 0 || i >= u->m)
        return sn_fail(sn_emit_ctx(e), SN_E_INTERNAL, "no such row of a transform");
    const char *row = u->n == 6 ? rows6[i] : rows4[i];
    if (i == u->m - 1)
        sn_str_addf(out, "m%d + (%s)", u->n - 1, row);
    else
        sn_str_add(out, row);
    return SN_OK;
}

/* What the transform and its callers need to know of the pooling, and a part of its name. */
static sn_status bind_cells(sn_emit *e, sn_bind *b, const sn_step *pool, const char **part)
{
    static const char *const sum[] = {"pooled", "0", "0"};
    sn_cells c;
    sn_str put;
    const char *why = sn_cells_of(pool, &c);
    if (why) return sn_fail(sn_emit_ctx(e), SN_E_INTERNAL, "no pooling by cells: %s", why);
    sn_bind *own = sn_bind_create(e);
    sn_str_init(&put, sn_emit_arena(e));
    SN_TRY(sn_bind_epilogue(e, own, pool));
    SN_TRY(sn_bound_call(e, own, CT_E, sum, 3, &put));
    sn_bind_text(b, CT_PUT, put.s);
    sn_bind_text(b, CT_SCALE, c.max ? "" : sn_emit_number(e, c.scale));
    *part = sn_arena_printf(sn_emit_arena(e), "_%s%dx%d_s%dx%d%s", c.max ? "largest" : "mean",
                            (int)c.kernel[0], (int)c.kernel[1], (int)c.size[0], (int)c.size[1],
                            sn_bound_text(own, CT_ENAME));
    const sn_named_int ints[] = {{CT_MAX, c.max},        {CT_KH, c.kernel[0]},
                                 {CT_KW, c.kernel[1]},   {CT_CELL_H, c.size[0]},
                                 {CT_CELL_W, c.size[1]}, {CT_POOLED_H, c.out[0]},
                                 {CT_POOLED_W, c.out[1]}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    return SN_OK;
}

sn_status sn_emit_winograd_out(sn_emit *e, sn_bind *b, const sn_step *s, int n, int m)
{
    const char *name, *text, *pooling = "";
    sn_bind_int(b, CT_POOL, s->pool != NULL);
    if (s->pool) SN_TRY(bind_cells(e, b, s->pool, &pooling));
    row_user *u = SN_NEW(sn_emit_arena(e), row_user);
    *u = (row_user){n, m};
    sn_bind_int(b, CT_N, n);
    sn_bind_int(b, CT_M, m);
    sn_bind_call(b, CT_ROW, row_call, u);
    name = sn_arena_printf(sn_emit_arena(e), "wino%d_out%d%s%s", n, m, pooling,
                           sn_bound_text(b, CT_ENAME));
    sn_bind_text(b, CT_OUT, name);
    SN_TRY(sn_template(e, "winograd_tiles.ct", sn_text_winograd_tiles, b, &text));
    sn_bind_text(b, CT_EACH_TILE, text);
    if (sn_emit_has_helper(e, name)) return SN_OK;
    sn_bind_text(b, CT_NAME, name);
    SN_TRY(sn_template(e, "winograd_out.ct", sn_text_winograd_out, b, &text));
    sn_emit_helper(e, name, text);
    return SN_OK;
}
