/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradient of grid_sample: by x each pixel gets what its weights took of it, by the grid each
 * coordinate what moving it does to the weights. The pixels that are meant do not move: a nearest
 * one has no gradient by the grid. */
#include "ops/grid_sample_gradient.h"

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/rule.h"

static sn_status infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[SN_GRID_GRADIENT_X],
                   *grid = &in->in_shape[SN_GRID_GRADIENT_GRID],
                   *dy = &in->in_shape[SN_GRID_GRADIENT_DY];
    sn_infer forward = *in;
    sn_shape y = sn_shape_unknown();
    sn_type type = SN_TYPE_UNKNOWN;
    forward.n_out = 1;
    forward.out_shape = &y;
    forward.out_type = &type;
    forward.out_contents = NULL;
    SN_TRY(sn_op_grid_sample.infer(&forward));
    if (dy->rank >= 0 && y.rank >= 0) {
        SN_TRY(sn_shape_rule_rank(in, SN_GRID_GRADIENT_DY, y.rank, y.rank));
        for (int i = 0; i < y.rank; i++)
            SN_TRY(sn_shape_rule_size(in, "a size of dy", dy->d[i], y.d[i]));
    }
    in->out_shape[SN_GRID_BY_X] = *x;
    in->out_shape[SN_GRID_BY_GRID] = *grid;
    return SN_OK;
}

typedef struct gradient_job {
    sn_grid_sampling how;
    int64_t size[SN_GRID_AXES]; /* of x: d, h, w with 1s in front */
    int64_t points, channels;
    sn_elems x, grid, dy, by_x, by_grid;
    double *sums; /* of x */
} gradient_job;

/* The axes of a point, and the slopes of the last n. */
static void axes_at(const gradient_job *j, int64_t point, sn_grid_axis s[SN_GRID_AXES],
                    double slopes[SN_GRID_AXES][4])
{
    for (int k = 0; k < SN_GRID_AXES; k++) s[k] = (sn_grid_axis){1, {0}, {1}};
    for (int k = 0; k < j->how.n; k++) { /* coordinate k is that of the last axis but k */
        const int axis = SN_GRID_AXES - 1 - k;
        const double at = sn_elems_at(j->grid, point * j->how.n + k);
        s[axis] = sn_grid_axis_of(&j->how, at, j->size[axis], j->grid.type == SN_TYPE_f64);
        if (slopes) sn_grid_slopes(&j->how, at, j->size[axis], slopes[axis]);
    }
}

/* Where that tap is in a plane of x; -1: outside. */
static int64_t place_of(const gradient_job *j, const sn_grid_axis s[SN_GRID_AXES], const int *tap)
{
    int64_t place = 0;
    for (int k = 0; k < SN_GRID_AXES; k++) {
        const int64_t at = s[k].at[tap[k]];
        if (at < 0 || at >= j->size[k]) return -1;
        place = place * j->size[k] + at;
    }
    return place;
}

#define EACH_TAP(s, tap)                                                                           \
    for (int tap[3] = {0}; tap[0] < (s)[0].n; tap[0]++)                                            \
        for (tap[1] = 0; tap[1] < (s)[1].n; tap[1]++)                                              \
            for (tap[2] = 0; tap[2] < (s)[2].n; tap[2]++)

/* One channel of one image. */
static void one_plane(void *user, int64_t i)
{
    const gradient_job *j = user;
    const int64_t plane = j->size[0] * j->size[1] * j->size[2], image = i / j->channels;
    double *sums = j->sums + i * plane;
    for (int64_t p = 0; p < j->points; p++) {
        sn_grid_axis s[SN_GRID_AXES];
        const double dy = sn_elems_at(j->dy, i * j->points + p);
        axes_at(j, image * j->points + p, s, NULL);
        EACH_TAP(s, tap)
        {
            const int64_t at = place_of(j, s, tap);
            if (at >= 0)
                sums[at] += dy * s[0].weight[tap[0]] * s[1].weight[tap[1]] * s[2].weight[tap[2]];
        }
    }
    for (int64_t k = 0; k < plane; k++) sn_elems_put(j->by_x, i * plane + k, sums[k]);
}

/* One point of one image. */
static void one_point(void *user, int64_t i)
{
    const gradient_job *j = user;
    const int64_t plane = j->size[0] * j->size[1] * j->size[2], image = i / j->points,
                  point = i % j->points;
    double slopes[SN_GRID_AXES][4], sums[SN_GRID_AXES] = {0};
    sn_grid_axis s[SN_GRID_AXES];
    axes_at(j, i, s, slopes);
    for (int64_t c = image * j->channels; c < (image + 1) * j->channels; c++) {
        const double dy = sn_elems_at(j->dy, c * j->points + point);
        EACH_TAP(s, tap)
        {
            const int64_t at = place_of(j, s, tap);
            for (int k = SN_GRID_AXES - j->how.n; k < SN_GRID_AXES && at >= 0; k++) {
                double factor = dy * sn_elems_at(j->x, c * plane + at);
                for (int m = 0; m < SN_GRID_AXES; m++)
                    factor *= m == k ? slopes[m][tap[m]] : s[m].weight[tap[m]];
                sums[k] += factor;
            }
        }
    }
    for (int k = 0; k < j->how.n; k++)
        sn_elems_put(j->by_grid, i * j->how.n + k, sums[SN_GRID_AXES - 1 - k]);
}

static sn_status eval(sn_eval *e)
{
    const sn_grid_sample_params *p = e->params;
    const sn_shape *x = &e->in_shape[SN_GRID_GRADIENT_X],
                   *grid = &e->in_shape[SN_GRID_GRADIENT_GRID],
                   *dy = &e->in_shape[SN_GRID_GRADIENT_DY];
    SN_TRY(sn_eval_ready(e));
    const int n = (int)grid->d[grid->rank - 1], channels = x->rank - 1 - n;
    gradient_job j = {.how = {.mode = p->mode,
                              .padding_mode = p->padding_mode,
                              .align_corners = p->align_corners,
                              .n = n},
                      .size = {1, 1, 1},
                      .points = sn_span_count(dy, channels + 1, dy->rank),
                      .channels = x->d[channels],
                      .x = sn_eval_elems(e, SN_GRID_GRADIENT_X),
                      .grid = sn_eval_elems(e, SN_GRID_GRADIENT_GRID),
                      .dy = sn_eval_elems(e, SN_GRID_GRADIENT_DY),
                      .by_x = sn_eval_out_elems(e, SN_GRID_BY_X),
                      .by_grid = sn_eval_out_elems(e, SN_GRID_BY_GRID),
                      .sums = SN_NEW_N(e->arena, double, sn_shape_count(x))};
    for (int i = 0; i < n; i++) j.size[SN_GRID_AXES - n + i] = x->d[channels + 1 + i];
    const int64_t images = sn_span_count(x, 0, channels);
    sn_parallel_for(e->ctx, images * j.channels, one_plane, &j);
    sn_parallel_for(e->ctx, images * j.points, one_point, &j);
    return SN_OK;
}

static const sn_slot slots[] = {{"x", 0}, {"grid", 0}, {"dy", 0}, {NULL, 0}};
static const char *const out_names[] = {"by_x", "by_grid"};

const sn_op sn_op_grid_sample_gradient = {
    .name = "grid_sample_gradient",
    .synopsis = "gradients by x and grid of a grid_sample, of that by its result",
    .slots = slots,
    .types = "float,float2,float->float,float2",
    .wide = true,
    .n_out = 2,
    .out_names = out_names,
    .kind = SN_FUSE_OPAQUE,
    .traits = SN_TRAIT_STEPS,
    .params_bytes = sizeof(sn_grid_sample_params),
    .params = sn_grid_sample_table,
    .infer = infer,
    .eval = eval,
};
