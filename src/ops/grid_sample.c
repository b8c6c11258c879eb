/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_sample: x at positions that a second input gives, in -1..1 (Jaderberg et al., Spatial
 * Transformer Networks). The grid says by its last axis how many axes x is sampled along; axes in
 * front of the channels are mapped over, in both.
 *
 * Positions are computed in the type of the grid, because rounding decides which pixels are meant;
 * the sums are in double. Pixels outside of x are 0, that of its border, or those that a reflection
 * at it finds, which turns round until it is inside. What is not a number is outside. */
#include "ops/grid_sample_gradient.h"

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/grad/grad.h"
#include "ops/move.h"

#include <math.h>

/* ---- shapes ---------------------------------------------------------------------------------- */

enum { MOST = SN_GRID_AXES };

static sn_status check_ranks(const sn_infer *in, int rank, int n)
{
    if (n < 1 || n > MOST) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "the grid has %d coordinates, 1 to %d expected", n, MOST);
    }
    if (rank > n) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "x has rank %d, at least %d expected: channels and %d axes", rank, n + 1,
                        n);
}

static sn_status infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[SN_GRID_SAMPLE_X], *grid = &in->in_shape[SN_GRID_SAMPLE_GRID];
    SN_TRY(sn_shape_rule_rank(in, SN_GRID_SAMPLE_X, 2, SN_MAX_RANK));
    SN_TRY(sn_shape_rule_rank(in, SN_GRID_SAMPLE_GRID, 2, SN_MAX_RANK));
    const int rank = x->rank >= 0 ? x->rank : grid->rank;
    if (x->rank >= 0 && grid->rank >= 0 && grid->rank != rank) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "x has rank %d and grid rank %d, the same expected", rank, grid->rank);
    }
    SN_TRY(sn_move_give_rank(in, 0, rank));
    if (grid->rank < 0 || !sn_dim_known(grid->d[rank - 1])) return SN_OK;
    const int n = grid->d[rank - 1] <= MOST ? (int)grid->d[rank - 1] : MOST + 1;
    SN_TRY(check_ranks(in, rank, n));
    const int channels = rank - 1 - n;
    sn_shape y = in->out_shape[0];
    for (int i = 0; i < channels; i++) {
        if (x->rank >= 0) SN_TRY(sn_shape_rule_size(in, "a size of the grid", grid->d[i], x->d[i]));
        y.d[i] = x->rank >= 0 && sn_dim_known(x->d[i]) ? x->d[i] : grid->d[i];
    }
    if (x->rank >= 0) y.d[channels] = x->d[channels];
    for (int i = 0; i < n; i++) y.d[channels + 1 + i] = grid->d[channels + i];
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

/* At 0 and `high`. */
static double reflected(const sn_grid_sampling *how, double x, double high, bool wide)
{
    if (how->turns_once) return rounded(wide, high - fabs(rounded(wide, fabs(x) - high)));
    if (high == 0) return 0;
    x = fmod(fabs(x), 2 * high);
    return x > high ? 2 * high - x : x;
}

static double to_pixels(double x, int64_t n, bool align_corners, bool wide)
{
    const double from_0 = rounded(wide, x + 1);
    if (align_corners) return rounded(wide, rounded(wide, from_0 / 2) * (double)(n - 1));
    return rounded(wide, rounded(wide, rounded(wide, from_0 * (double)n) - 1) / 2);
}

/* A position inside of x, or where x has pixels at none of its sides. */
static double folded(const sn_grid_sampling *how, double x, int64_t n, bool wide)
{
    if (how->padding_mode == SN_GRID_BORDER) return border_position(x, n);
    if (how->padding_mode != SN_GRID_REFLECTION) return x;
    if (how->align_corners) return reflected(how, x, (double)(n - 1), wide);
    x = reflected(how, rounded(wide, x + 0.5), (double)n, wide);
    return border_position(rounded(wide, x - 0.5), n);
}

/* Whole numbers that fit; others are outside of any image. */
static int64_t whole(double x) { return x > -1e9 && x < 1e9 ? (int64_t)x : -1; }

/* ---- samples --------------------------------------------------------------------------------- */

typedef struct grid_job {
    const sn_grid_sampling *how;
    int64_t size[MOST]; /* of x: d, h, w with 1s in front */
    int64_t points, channels;
    sn_elems x, grid, y;
} grid_job;

static sn_grid_axis cubic_axis(const sn_grid_sampling *how, double x, int64_t n, bool wide)
{
    const double a = -0.75;
    const double first = floor(x) - 1;
    double x1 = rounded(wide, x - floor(x)), x0 = x1 + 1, x2 = 1 - x1;
    sn_grid_axis s = {.n = 4};
    s.weight[0] = ((a * x0 - 5 * a) * x0 + 8 * a) * x0 - 4 * a;
    s.weight[1] = ((a + 2) * x1 - (a + 3)) * x1 * x1 + 1;
    s.weight[2] = ((a + 2) * x2 - (a + 3)) * x2 * x2 + 1;
    s.weight[3] = 1 - s.weight[0] - s.weight[1] - s.weight[2];
    for (int k = 0; k < 4; k++)
        s.at[k] = whole(folded(how, rounded(wide, first + (double)k), n, wide));
    return s;
}

static sn_grid_axis nearest_axis(const sn_grid_sampling *how, double x, int64_t n, bool wide)
{
    if (how->halves_up)
        x = floor(rounded(wide, folded(how, x, n, wide) + 0.5));
    else
        x = folded(how, nearbyint(x), n, wide);
    return (sn_grid_axis){1, {whole(x)}, {1}};
}

sn_grid_axis sn_grid_axis_of(const sn_grid_sampling *how, double x, int64_t n, bool wide)
{
    x = to_pixels(x, n, how->align_corners, wide);
    if (how->mode == SN_GRID_CUBIC) return cubic_axis(how, x, n, wide);
    if (how->mode == SN_GRID_NEAREST) return nearest_axis(how, x, n, wide);
    x = folded(how, x, n, wide);
    int64_t first = whole(floor(x));
    double rest = rounded(wide, x - floor(x));
    return (sn_grid_axis){2, {first, first + 1}, {1 - rest, rest}};
}

/* By which a position inside moves when that of x does: -1 where a reflection has turned it. */
static double folding(const sn_grid_sampling *how, double x, int64_t n)
{
    const double last = (double)(n - 1), shift = how->align_corners ? 0 : 0.5,
                 high = how->align_corners ? last : (double)n;
    if (how->padding_mode == SN_GRID_BORDER) return x > 0 && x < last ? 1 : 0;
    if (how->padding_mode != SN_GRID_REFLECTION) return 1;
    if (high == 0) return 0;
    const double from = x + shift, turn = fmod(fabs(from), 2 * high);
    const double is = (turn > high ? 2 * high - turn : turn) - shift;
    const double sign = (turn > high) != (from < 0) ? -1 : 1;
    return how->align_corners || (is > 0 && is < last) ? sign : 0;
}

void sn_grid_slopes(const sn_grid_sampling *how, double x, int64_t n, double slope[4])
{
    const double a = -0.75, pixels = (double)(how->align_corners ? n - 1 : n) / 2;
    x = to_pixels(x, n, how->align_corners, true);
    const double x1 = x - floor(x), x0 = x1 + 1, x2 = 1 - x1;
    for (int k = 0; k < 4; k++) slope[k] = 0;
    if (how->mode == SN_GRID_LINEAR) {
        slope[1] = pixels * folding(how, x, n);
        slope[0] = -slope[1];
    } else if (how->mode == SN_GRID_CUBIC) {
        slope[0] = pixels * ((3 * a * x0 - 10 * a) * x0 + 8 * a);
        slope[1] = pixels * (3 * (a + 2) * x1 - 2 * (a + 3)) * x1;
        slope[2] = -pixels * (3 * (a + 2) * x2 - 2 * (a + 3)) * x2;
        slope[3] = -slope[0] - slope[1] - slope[2];
    }
}

static double pixel(const grid_job *j, sn_elems image, int64_t z, int64_t y, int64_t x)
{
    bool inside = z >= 0 && z < j->size[0] && y >= 0 && y < j->size[1] && x >= 0 && x < j->size[2];
    return inside ? sn_elems_at(image, (z * j->size[1] + y) * j->size[2] + x) : 0;
}

static double sample(const grid_job *j, sn_elems image, const sn_grid_axis s[MOST])
{
    double sum = 0;
    if (s[2].n == 1) return pixel(j, image, s[0].at[0], s[1].at[0], s[2].at[0]);
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
    const int n = j->how->n;
    const int64_t plane = j->size[0] * j->size[1] * j->size[2];
    const int64_t image = i / j->points, point = i % j->points;
    sn_grid_axis s[MOST];
    for (int k = 0; k < MOST; k++) s[k] = (sn_grid_axis){1, {0}, {1}};
    for (int k = 0; k < n; k++) { /* coordinate k is that of the last axis but k */
        const double at = sn_elems_at(j->grid, image * n * j->points + (j->how->coordinates_first
                                                                            ? k * j->points + point
                                                                            : point * n + k));
        s[MOST - 1 - k] =
            sn_grid_axis_of(j->how, at, j->size[MOST - 1 - k], j->grid.type == SN_TYPE_f64);
    }
    for (int64_t c = image * j->channels; c < (image + 1) * j->channels; c++)
        sn_elems_put(j->y, c * j->points + point, sample(j, sn_elems_from(j->x, c * plane), s));
}

sn_status sn_grid_sample_eval(sn_eval *e, const sn_grid_sampling *how)
{
    const sn_shape *x = &e->in_shape[SN_GRID_SAMPLE_X];
    const int channels = x->rank - 1 - how->n;
    grid_job j = {.how = how, .size = {1, 1, 1}, .channels = x->d[channels]};
    SN_TRY(sn_eval_ready(e));
    j.x = sn_eval_elems(e, SN_GRID_SAMPLE_X);
    j.grid = sn_eval_elems(e, SN_GRID_SAMPLE_GRID);
    j.y = sn_eval_out_elems(e, 0);
    j.points = sn_span_count(&e->out_shape[0], channels + 1, x->rank);
    for (int i = 0; i < how->n; i++) j.size[MOST - how->n + i] = x->d[channels + 1 + i];
    sn_parallel_for(e->ctx, sn_span_count(x, 0, channels) * j.points, sample_point, &j);
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    const sn_grid_sample_params *p = e->params;
    const sn_shape *grid = &e->in_shape[SN_GRID_SAMPLE_GRID];
    return sn_grid_sample_eval(e, &(sn_grid_sampling){.mode = p->mode,
                                                      .padding_mode = p->padding_mode,
                                                      .align_corners = p->align_corners,
                                                      .n = (int)grid->d[grid->rank - 1]});
}

double sn_grid_sample_macs(const sn_infer *in, int32_t mode, int n)
{
    const double taps = mode == SN_GRID_CUBIC ? 4 : 2;
    return mode == SN_GRID_NEAREST ? 0 : pow(taps, n) * sn_shape_elements(&in->out_shape[0]);
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_shape *grid = &in->in_shape[SN_GRID_SAMPLE_GRID];
    const sn_dim n = grid->rank > 0 ? grid->d[grid->rank - 1] : 2;
    out->macs = sn_grid_sample_macs(in, ((const sn_grid_sample_params *)in->params)->mode,
                                    sn_dim_known(n) ? (int)n : 2);
}

/* ---- operator -------------------------------------------------------------------------------- */

static const sn_slot slots[] = {{"x", 0}, {"grid", 0}, {NULL, 0}};

static const char *const modes[] = {"linear", "nearest", "cubic", NULL};
static const char *const paddings[] = {"zeros", "border", "reflection", NULL};

const sn_param sn_grid_sample_table[] = {
    SN_P_ENUM(sn_grid_sample_params, mode, SN_GRID_LINEAR, modes,
              "which pixels beside a position count"),
    SN_P_ENUM(sn_grid_sample_params, padding_mode, SN_GRID_ZEROS, paddings,
              "what lies outside of x"),
    SN_P_BOOL(sn_grid_sample_params, align_corners, 0,
              "-1 and 1 are the centres of the outer pixels, not their edges"),
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
    .params = sn_grid_sample_table,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_grid_sample,
    .cost = cost,
};
