/* SPDX-License-Identifier: Apache-2.0
 *
 * conv: evaluation. Three ways, by how often an element of x is used:
 * - many output channels in a group: a matrix product, where tiles of the unfolded x ("im2col",
 *   Chellapilla et al., 2006) are made as they are needed, in doubles;
 * - few (depthwise): each output row is a sum of scaled input rows;
 * - one output position: dot products of the weight's rows. */
#include "ops/conv.h"

#include "base/parallel.h"
#include "ops/linear.h"
#include "ops/ops.h"
#include "ops/product.h"
#include "ops/window.h"

#include <string.h>

enum {
    FEW_CHANNELS = 4, /* fewer output channels in a group than this are summed row by row */
    ROW = 256,        /* sums of one row that are on the stack */
};

typedef struct conv_run {
    sn_elems x, w, bias, y;
    sn_window window;
    int64_t icg, ocg, group; /* channels in one group */
    int64_t taps, in_plane, out_plane;
    float pad_value;
} conv_run;

/* Divisions are what costs here, and most windows need none. */
static int64_t steps_to(int64_t distance, int64_t stride)
{
    return stride == 1 ? distance : (distance + stride - 1) / stride;
}

/* For tap k of the window: where output position 0 reads along axis a. */
static int64_t first_in(const sn_window *w, int a, int64_t tap)
{
    return tap * w->dilation[a] - w->begin[a];
}

/* Of n positions, those with 0 <= at + i * stride < size: from *lo to *hi. */
static void valid_range(int64_t at, int64_t stride, int64_t size, int64_t n, int64_t *lo,
                        int64_t *hi)
{
    *lo = at < 0 ? steps_to(-at, stride) : 0;
    *hi = at >= size ? 0 : steps_to(size - at, stride);
    if (*hi > n) *hi = n;
    if (*lo > *hi) *lo = *hi;
}

/* Where in a plane the input row begins that tap (kz, ky) sees at output row (z, y); -1: it is in
 * the padding. */
static int64_t row_at(const sn_window *w, int64_t z, int64_t y, int64_t kz, int64_t ky)
{
    const int64_t iz = z * w->stride[0] + first_in(w, 0, kz);
    const int64_t iy = y * w->stride[1] + first_in(w, 1, ky);
    if (iz < 0 || iz >= w->in[0] || iy < 0 || iy >= w->in[1]) return -1;
    return (iz * w->in[1] + iy) * w->in[2];
}

/* That row; without data in the padding. */
static sn_elems in_row(const sn_window *w, sn_elems plane, int64_t z, int64_t y, int64_t kz,
                       int64_t ky)
{
    const int64_t at = row_at(w, z, y, kz, ky);
    return at < 0 ? (sn_elems){NULL, plane.type, plane.bytes} : sn_elems_from(plane, at);
}

/* ---- as a matrix product --------------------------------------------------------------------- */

/* A run of output positions within one row. */
typedef struct segment {
    int64_t z, y, x, n;
} segment;

static int segments_of(const sn_window *w, int64_t j0, int64_t n, segment segments[SN_TILE])
{
    int count = 0;
    while (n > 0) {
        segment *s = &segments[count++];
        s->x = j0 % w->out[2];
        s->y = j0 / w->out[2] % w->out[1];
        s->z = j0 / w->out[2] / w->out[1];
        s->n = w->out[2] - s->x < n ? w->out[2] - s->x : n;
        j0 += s->n;
        n -= s->n;
    }
    return count;
}

/* What a tap sees at the positions of a segment, in every plane: elements `from + i * stride` for i
 * from lo on up to hi, padding at the others. */
typedef struct tap_view {
    int64_t from, lo, hi;
} tap_view;

static tap_view view_of(const sn_window *w, const segment *s, int64_t tap)
{
    const int64_t kx = tap % w->kernel[2], ky = tap / w->kernel[2] % w->kernel[1],
                  kz = tap / w->kernel[2] / w->kernel[1];
    const int64_t row = row_at(w, s->z, s->y, kz, ky), stride = w->stride[2];
    const int64_t at = s->x * stride + first_in(w, 2, kx);
    tap_view v = {.from = row + at};
    if (row >= 0) valid_range(at, stride, w->in[2], s->n, &v.lo, &v.hi);
    return v;
}

static void unfold_segment(const conv_run *r, sn_elems plane, const tap_view *v, int64_t n,
                           double *b)
{
    const int64_t stride = r->window.stride[2];
    for (int64_t i = 0; i < v->lo; i++) b[i] = (double)r->pad_value;
    if (stride == 1 && plane.type == SN_TYPE_f32) { /* nearly always */
        const float *from = (const float *)(const void *)plane.data;
        for (int64_t i = v->lo; i < v->hi; i++) b[i] = (double)from[v->from + i];
    } else {
        for (int64_t i = v->lo; i < v->hi; i++) b[i] = sn_elems_at(plane, v->from + i * stride);
    }
    for (int64_t i = v->hi; i < n; i++) b[i] = (double)r->pad_value;
}

/* Tap by tap, since what one sees is at the same place in all planes. */
static void unfold(const void *user, int64_t group, int64_t k0, int64_t depth, int64_t j0,
                   int64_t n, double *b)
{
    const conv_run *r = user;
    segment segments[SN_TILE];
    const int n_segments = segments_of(&r->window, j0, n, segments);
    for (int64_t first = k0; first < k0 + depth && first < k0 + r->taps; first++) {
        int64_t column = 0;
        for (int s = 0; s < n_segments; column += segments[s++].n) {
            const tap_view view = view_of(&r->window, &segments[s], first % r->taps);
            sn_elems plane = sn_elems_from(r->x, (group * r->icg + first / r->taps) * r->in_plane);
            for (int64_t k = first - k0; k < depth; k += r->taps) {
                unfold_segment(r, plane, &view, segments[s].n, b + k * SN_TILE + column);
                plane = sn_elems_from(plane, r->in_plane);
            }
        }
    }
    for (int64_t k = 0; k < depth; k++)
        for (int64_t j = n; j < sn_tile_round(n); j++) b[k * SN_TILE + j] = 0;
}

static double bias_of(const conv_run *r, int64_t oc)
{
    return r->bias.data ? sn_elems_at(r->bias, oc) : 0;
}

static void finish_row(const double *sum, double bias, int64_t n, sn_elems y)
{
    for (int64_t j = 0; j < n; j++) sn_elems_put(y, j, sum[j] + bias);
}

static void store(const void *user, int64_t group, int64_t i0, int64_t m, int64_t j0, int64_t n,
                  const double *acc)
{
    const conv_run *r = user;
    for (int64_t i = 0; i < m; i++) {
        const int64_t oc = group * r->ocg + i0 + i;
        finish_row(acc + i * SN_TILE, bias_of(r, oc), n,
                   sn_elems_from(r->y, oc * r->out_plane + j0));
    }
}

static void run_product(const sn_eval *e, const conv_run *r)
{
    const int64_t depth = r->icg * r->taps;
    const sn_product_job job = {.n_groups = r->group,
                                .m = r->ocg,
                                .n = r->out_plane,
                                .depth = depth,
                                .a = r->w,
                                .group_stride = r->ocg * depth,
                                .row = depth,
                                .step = 1,
                                .pack = unfold,
                                .store = store,
                                .user = r};
    sn_product(e->ctx, e->arena, &job);
}

/* ---- row by row ------------------------------------------------------------------------------ */

/* acc[0..n) += the share of one input row; positions start at output column x. */
static void add_row(const conv_run *r, sn_elems row, sn_elems w, int64_t x, int64_t n, double *acc)
{
    const sn_window *win = &r->window;
    const int64_t stride = win->stride[2];
    for (int64_t kx = 0; kx < win->kernel[2]; kx++) {
        const int64_t at = x * stride + first_in(win, 2, kx);
        const double factor = sn_elems_at(w, kx), pad = factor * (double)r->pad_value;
        int64_t lo = 0, hi = 0;
        if (row.data) valid_range(at, stride, win->in[2], n, &lo, &hi);
        if (hi > lo)
            sn_add_scaled(acc + lo, factor, sn_elems_from(row, at + lo * stride), stride, hi - lo);
        if (r->pad_value == 0) continue;
        for (int64_t i = 0; i < lo; i++) acc[i] += pad;
        for (int64_t i = hi; i < n; i++) acc[i] += pad;
    }
}

static void sum_row(const conv_run *r, int64_t oc, int64_t z, int64_t y, int64_t x, int64_t n,
                    double *acc)
{
    const sn_window *win = &r->window;
    sn_elems w = sn_elems_from(r->w, oc * r->icg * r->taps);
    for (int64_t c = 0; c < r->icg; c++) {
        const sn_elems plane = sn_elems_from(r->x, (oc / r->ocg * r->icg + c) * r->in_plane);
        for (int64_t kz = 0; kz < win->kernel[0]; kz++)
            for (int64_t ky = 0; ky < win->kernel[1]; ky++) {
                const sn_elems row = in_row(win, plane, z, y, kz, ky);
                if (row.data || r->pad_value != 0) add_row(r, row, w, x, n, acc);
                w = sn_elems_from(w, win->kernel[2]);
            }
    }
}

static void run_channel(void *user, int64_t oc)
{
    const conv_run *r = user;
    const sn_window *win = &r->window;
    const double bias = bias_of(r, oc);
    const sn_elems y = sn_elems_from(r->y, oc * r->out_plane);
    double acc[ROW];
    for (int64_t row = 0; row < win->out[0] * win->out[1]; row++)
        for (int64_t x = 0; x < win->out[2]; x += ROW) {
            const int64_t n = win->out[2] - x < ROW ? win->out[2] - x : ROW;
            memset(acc, 0, (size_t)n * sizeof *acc);
            sum_row(r, oc, row / win->out[1], row % win->out[1], x, n, acc);
            finish_row(acc, bias, n, sn_elems_from(y, row * win->out[2] + x));
        }
}

/* ---- choice ---------------------------------------------------------------------------------- */

/* Kernel 1, stride 1, nothing padded: one long row instead of many short ones. */
static void flatten_pointwise(sn_window *w)
{
    int64_t plane = 1;
    for (int a = 0; a < 3; a++) {
        if (w->kernel[a] != 1 || w->stride[a] != 1 || w->begin[a] != 0 || w->end[a] != 0) return;
        plane *= w->in[a];
    }
    for (int a = 0; a < 3; a++) w->in[a] = w->out[a] = a == 2 ? plane : 1;
}

static bool one_position(const conv_run *r)
{
    return r->group == 1 && r->in_plane == 1 && r->out_plane == 1 && r->taps == 1 &&
           r->window.begin[0] == 0 && r->window.begin[1] == 0 && r->window.begin[2] == 0;
}

static void run_map(const sn_eval *e, conv_run *r)
{
    if (one_position(r)) {
        sn_linear_run(e, r->x, 1, r->icg, r->w, r->ocg, r->bias, r->y);
    } else if (r->ocg < FEW_CHANNELS) {
        sn_parallel_for(e->ctx, r->ocg * r->group, run_channel, r);
    } else {
        run_product(e, r);
    }
}

void sn_conv_run(const sn_eval *e, const sn_conv_params *p, const sn_shape *x_shape, sn_elems x,
                 const sn_shape *w_shape, sn_elems w, sn_elems bias, sn_elems y)
{
    const int64_t oc = w_shape->d[0], icg = w_shape->d[1];
    const sn_extent extent = sn_extent_of(x_shape, p->axis, p->nd);
    const sn_window_params wp = sn_conv_window(p);
    conv_run r = {.x = x,
                  .w = w,
                  .bias = bias,
                  .y = y,
                  .icg = icg,
                  .ocg = oc / p->group,
                  .group = p->group,
                  .pad_value = p->pad_value};
    sn_window_of(&wp, &extent, w_shape->d + 2, &r.window);
    flatten_pointwise(&r.window);
    const sn_window *win = &r.window;
    r.taps = win->kernel[0] * win->kernel[1] * win->kernel[2];
    r.in_plane = win->in[0] * win->in[1] * win->in[2];
    r.out_plane = win->out[0] * win->out[1] * win->out[2];
    for (int64_t map = 0; map < extent.maps; map++) {
        run_map(e, &r);
        r.x = sn_elems_from(r.x, extent.channels * r.in_plane);
        r.y = sn_elems_from(r.y, oc * r.out_plane);
    }
}
