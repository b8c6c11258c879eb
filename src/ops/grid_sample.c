/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_sample: x at positions that a second input gives, in -1..1 (Jaderberg et al., Spatial
 * Transformer Networks).
 *
 * Positions are computed in the type of the grid, because rounding decides which pixels are meant;
 * the sums are in double. A reflection turns round once on each side, so that far positions stay
 * outside, where pixels count as 0. */
#include "ops/grid_sample.h"

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/move.h"

#include <math.h>

/* ---- shapes ---------------------------------------------------------------------------------- */

static sn_status infer(sn_infer *in)
{
    const sn_grid_sample_params *p = in->params;
    const sn_shape *x = &in->in_shape[SN_GRID_SAMPLE_X], *grid = &in->in_shape[SN_GRID_SAMPLE_GRID];
    SN_TRY(sn_shape_rule_rank(in, SN_GRID_SAMPLE_X, 3, 4));
    SN_TRY(sn_shape_rule_rank(in, SN_GRID_SAMPLE_GRID, 3, 4));
    int rank = x->rank >= 0 ? x->rank : grid->rank, n = rank - 1;
    if (rank < 0) return sn_move_give_rank(in, 0, -1);
    if (grid->rank >= 0 && grid->rank != rank) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "x has rank %d and grid rank %d, the same expected", rank, grid->rank);
    }
    if (rank == 4 && p->sample_type == SN_GRID_BICUBIC) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "bicubic samples of rank 4 are not defined");
    }
    SN_TRY(sn_move_give_rank(in, 0, rank));
    sn_shape y = in->out_shape[0];
    if (x->rank >= 0) y.d[0] = x->d[0];
    for (int i = 0; i < n && grid->rank >= 0; i++)
        y.d[1 + i] = grid->d[p->permute_fusion ? 1 + i : i];
    if (grid->rank >= 0) {
        SN_TRY(
            sn_shape_rule_size(in, "number of coordinates", grid->d[p->permute_fusion ? 0 : n], n));
    }
    return sn_move_give(in, 0, &y);
}

/* ---- positions ------------------------------------------------------------------------------- */

/* Each step is rounded to the type of the grid. */
static double rounded(bool wide, double v) { return wide ? v : (double)(float)v; }

static double border_position(double x, int64_t n)
{
    const double last = (double)(n - 1);
    x = x < 0 ? 0 : x;
    return x > last ? last : x;
}

static double reflected(double x, int64_t high, bool wide)
{
    const double beyond = rounded(wide, fabs(x) - (double)high);
    return rounded(wide, (double)high - fabs(beyond));
}

static double to_pixels(double x, int64_t n, bool align_corner, bool wide)
{
    const double from_0 = rounded(wide, x + 1);
    if (align_corner) return rounded(wide, rounded(wide, from_0 / 2) * (double)(n - 1));
    return rounded(wide, rounded(wide, rounded(wide, from_0 * (double)n) - 1) / 2);
}

static double folded(double x, int64_t n, const sn_grid_sample_params *p, bool wide)
{
    if (p->padding_mode == SN_GRID_BORDER) return border_position(x, n);
    if (p->padding_mode != SN_GRID_REFLECTION) return x;
    if (p->align_corner) return reflected(x, n - 1, wide);
    x = rounded(wide, reflected(rounded(wide, x + 0.5), n, wide) - 0.5);
    return border_position(x, n);
}

/* Whole numbers that fit; others are outside of any image. */
static int64_t whole(double x) { return x > -1e9 && x < 1e9 ? (int64_t)x : -1; }

/* ---- samples --------------------------------------------------------------------------------- */

typedef struct sample_axis { /* one axis of one sample: up to 4 pixels */
    int n;
    int64_t at[4];
    double weight[4];
} sample_axis;

typedef struct grid_job {
    const sn_grid_sample_params *p;
    int n;           /* spatial axes */
    int64_t size[3]; /* of x: d, h, w with 1s in front */
    int64_t points, channels;
    sn_elems x, grid, y;
} grid_job;

static sample_axis cubic_axis(const sn_grid_sample_params *p, double x, int64_t n, bool wide)
{
    const double a = -0.75;
    int64_t first = whole(floor(x));
    double x1 = rounded(wide, x - floor(x)), x0 = x1 + 1, x2 = 1 - x1;
    sample_axis s = {.n = 4};
    s.weight[0] = ((a * x0 - 5 * a) * x0 + 8 * a) * x0 - 4 * a;
    s.weight[1] = ((a + 2) * x1 - (a + 3)) * x1 * x1 + 1;
    s.weight[2] = ((a + 2) * x2 - (a + 3)) * x2 * x2 + 1;
    s.weight[3] = 1 - s.weight[0] - s.weight[1] - s.weight[2];
    for (int k = 0; k < 4; k++)
        s.at[k] = whole(folded(rounded(wide, (double)(first - 1 + k)), n, p, wide));
    return s;
}

static sample_axis axis_of(const sn_grid_sample_params *p, double x, int64_t n, bool wide)
{
    x = to_pixels(x, n, p->align_corner, wide);
    if (p->sample_type == SN_GRID_BICUBIC) return cubic_axis(p, x, n, wide);
    x = folded(x, n, p, wide);
    if (p->sample_type == SN_GRID_NEAREST)
        return (sample_axis){1, {whole(floor(rounded(wide, x + 0.5)))}, {1}};
    int64_t first = whole(floor(x));
    double rest = rounded(wide, x - floor(x));
    return (sample_axis){2, {first, first + 1}, {1 - rest, rest}};
}

static double pixel(const grid_job *j, sn_elems image, int64_t z, int64_t y, int64_t x)
{
    bool inside = z >= 0 && z < j->size[0] && y >= 0 && y < j->size[1] && x >= 0 && x < j->size[2];
    return inside ? sn_elems_at(image, (z * j->size[1] + y) * j->size[2] + x) : 0;
}

static double sample(const grid_job *j, sn_elems image, const sample_axis s[3])
{
    double sum = 0;
    if (s[1].n == 1) return pixel(j, image, s[0].at[0], s[1].at[0], s[2].at[0]);
    for (int a = 0; a < s[0].n; a++) {
        for (int b = 0; b < s[1].n; b++) {
            double row = 0;
            for (int c = 0; c < s[2].n; c++) {
                row += s[2].weight[c] * pixel(j, image, s[0].at[a], s[1].at[b], s[2].at[c]);
            }
            sum += s[0].weight[a] * s[1].weight[b] * row;
        }
    }
    return sum;
}

/* One point of the grid, in all channels. */
static void sample_point(void *user, int64_t i)
{
    const grid_job *j = user;
    int64_t plane = j->size[0] * j->size[1] * j->size[2];
    sample_axis s[3] = {{1, {0}, {1}}};
    for (int k = 0; k < j->n; k++) { /* coordinate k is that of the last axis but k */
        const double at =
            sn_elems_at(j->grid, j->p->permute_fusion ? k * j->points + i : i * j->n + k);
        s[2 - k] = axis_of(j->p, at, j->size[2 - k], j->grid.type == SN_TYPE_f64);
    }
    for (int64_t c = 0; c < j->channels; c++)
        sn_elems_put(j->y, c * j->points + i, sample(j, sn_elems_from(j->x, c * plane), s));
}

static sn_status eval(sn_eval *e)
{
    const sn_shape *x = &e->in_shape[SN_GRID_SAMPLE_X];
    grid_job j = {.p = e->params, .n = x->rank - 1, .size = {1, 1, 1}, .channels = x->d[0]};
    SN_TRY(sn_eval_ready(e));
    j.x = sn_eval_elems(e, SN_GRID_SAMPLE_X);
    j.grid = sn_eval_elems(e, SN_GRID_SAMPLE_GRID);
    j.y = sn_eval_out_elems(e, 0);
    j.points = sn_span_count(&e->out_shape[0], 1, x->rank);
    for (int i = 0; i < j.n; i++) j.size[3 - j.n + i] = x->d[1 + i];
    sn_parallel_for(e->ctx, j.points, sample_point, &j);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_grid_sample_params *p = in->params;
    int64_t n = sn_shape_count(&in->out_shape[0]);
    double taps = p->sample_type == SN_GRID_BICUBIC   ? 16
                  : p->sample_type == SN_GRID_NEAREST ? 0
                                                      : 8;
    *out = (sn_cost){.macs = n > 0 ? (double)n * taps : 0};
}

/* ---- operator -------------------------------------------------------------------------------- */

static const sn_slot slots[] = {{"x", 0}, {"grid", 0}, {NULL, 0}};

static const sn_param param_table[] = {
    SN_P_INT(sn_grid_sample_params, sample_type, SN_GRID_BILINEAR, 1, 3,
             "1 bilinear, 2 nearest, 3 bicubic"),
    SN_P_INT(sn_grid_sample_params, padding_mode, SN_GRID_ZEROS, 1, 3,
             "what lies outside of x: 1 zeros, 2 the border, 3 the reflection"),
    SN_P_BOOL(sn_grid_sample_params, align_corner, 0,
              "-1 and 1 are the centres of the outer pixels, not their edges"),
    SN_P_BOOL(sn_grid_sample_params, permute_fusion, 0,
              "the grid has its coordinates first, not last"),
    SN_P_END,
};

const sn_op sn_op_grid_sample = {
    .name = "grid_sample",
    .synopsis = "y = x at the positions that grid gives",
    .slots = slots,
    .types = "float,float2->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_grid_sample_params),
    .params = param_table,
    .infer = infer,
    .eval = eval,
    .cost = cost,
};
