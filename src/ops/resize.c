/* SPDX-License-Identifier: Apache-2.0
 *
 * resize: ONNX Resize-19, with sizes, scales and regions that are known. An output pixel has a
 * place among those of x, which is worked out in double and, unless means of f64 are made, rounded
 * to single: the ratio of sizes where sizes are given, else the scale. From there one, two or four
 * pixels are read along each axis (more where it shrinks with antialias); beyond the border the
 * pixel at the border counts. */
#include "ops/resize.h"

#include "base/parallel.h"
#include "ops/affine_maps.h"
#include "ops/elems.h"
#include "ops/grad/grad.h"
#include "ops/move.h"
#include "ops/rule.h"
#include "ops/sizes.h"

#include <math.h>
#include <string.h>

static int n_axes(const sn_resize_params *p) { return p->sizes.n ? p->sizes.n : p->scales.n; }
static int axis_at(const sn_resize_params *p, int i) { return p->axes.n ? p->axes.v[i] : i; }

/* Which entry is about that axis; -1: none. */
static int entry_of(const sn_resize_params *p, int axis)
{
    for (int i = 0; i < n_axes(p); i++)
        if (axis_at(p, i) == axis) return i;
    return -1;
}

bool sn_resize_touches(const sn_resize_params *p, int axis)
{
    const int i = entry_of(p, axis);
    unsigned slot;
    int same;
    if (i < 0) return false;
    if (p->coordinate_transformation_mode == SN_RESIZE_CROP) return true;
    if (!p->sizes.n) return p->scales.v[i] != 1;
    if (p->keep_aspect_ratio_policy != SN_RESIZE_STRETCH) return true;
    return !sn_size_input(&sn_op_resize, p->sizes.v[i], &slot, &same) || slot != SN_RESIZE_X ||
           same != axis;
}

static const char *validate(const void *params, sn_arena *arena)
{
    const sn_resize_params *p = params;
    const int n = n_axes(p);
    if ((p->sizes.n == 0) == (p->scales.n == 0)) return "either sizes or scales are expected";
    if (n > SN_MAX_RANK || (p->axes.n && p->axes.n != n))
        return sn_arena_printf(arena, "%d %s and %d axes: as many of each expected", n,
                               p->sizes.n ? "sizes" : "scales", p->axes.n);
    const char *wrong = sn_rule_axes_wrong(&p->axes, arena);
    if (wrong) return wrong;
    for (int i = 0; i < p->scales.n; i++)
        if (!(p->scales.v[i] > 0) || !isfinite(p->scales.v[i]))
            return sn_arena_printf(arena, "scales has %g, which is no scale",
                                   (double)p->scales.v[i]);
    if (p->keep_aspect_ratio_policy != SN_RESIZE_STRETCH && !p->sizes.n)
        return "only sizes have a keep_aspect_ratio_policy";
    if (p->roi.n != (p->coordinate_transformation_mode == SN_RESIZE_CROP ? 2 * n : 0))
        return sn_arena_printf(arena, "roi has %d entries, %d expected", p->roi.n,
                               p->coordinate_transformation_mode == SN_RESIZE_CROP ? 2 * n : 0);
    return sn_sizes_check(&sn_op_resize, "sizes", &p->sizes, arena);
}

/* ---- sizes ----------------------------------------------------------------------------------- */

static sn_status size_asked(const sn_infer *in, int i, sn_size *out)
{
    const sn_resize_params *p = in->params;
    SN_TRY(sn_size_infer(in, p->sizes.v[i], out));
    if (!out->is_number || out->number >= 0) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "size %lld of axis %d is negative",
                        (long long)out->number, axis_at(p, i));
}

/* The one factor of all axes where their ratio is kept; 0: not known. */
static sn_status kept_scale(const sn_infer *in, const sn_shape *x, double *out)
{
    const sn_resize_params *p = in->params;
    *out = 0;
    if (p->keep_aspect_ratio_policy == SN_RESIZE_STRETCH) return SN_OK;
    for (int i = 0; i < p->sizes.n; i++) {
        sn_size s;
        SN_TRY(size_asked(in, i, &s));
        const sn_dim n = x->d[axis_at(p, i)];
        if (!s.is_number || !sn_dim_known(n)) {
            *out = 0;
            return SN_OK;
        }
        if (n == 0)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has no elements along axis %d",
                                axis_at(p, i));
        const double scale = (double)s.number / (double)n;
        const bool less = p->keep_aspect_ratio_policy == SN_RESIZE_NOT_LARGER;
        if (i == 0 || (less ? scale < *out : scale > *out)) *out = scale;
    }
    return SN_OK;
}

/* A size by its entry; x has that axis. */
static sn_status resized(const sn_infer *in, int i, sn_dim size, double kept, sn_dim *out)
{
    const sn_resize_params *p = in->params;
    sn_size s;
    *out = sn_shape_rule_symbol(in, 0, axis_at(p, i));
    if (p->sizes.n && p->keep_aspect_ratio_policy != SN_RESIZE_STRETCH) {
        if (kept > 0) *out = (int64_t)floor(kept * (double)size + 0.5);
        return SN_OK;
    }
    if (p->sizes.n) {
        SN_TRY(size_asked(in, i, &s));
        if (s.known) *out = s.dim;
        return SN_OK;
    }
    if (sn_size_scale(in->dims, size, p->scales.v[i], out) || !sn_dim_known(size)) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "size %lld times %g is no size",
                        (long long)size, (double)p->scales.v[i]);
}

static sn_status infer(sn_infer *in)
{
    const sn_resize_params *p = in->params;
    const sn_shape *x = &in->in_shape[SN_RESIZE_X];
    const int rank = p->axes.n ? -1 : n_axes(p);
    double kept;
    if (rank >= 0) SN_TRY(sn_shape_rule_rank(in, SN_RESIZE_X, rank, rank));
    if (x->rank < 0) return sn_move_give_rank(in, 0, rank);
    for (int i = 0; i < n_axes(p); i++) SN_TRY(sn_shape_rule_has_axis(in, axis_at(p, i)));
    SN_TRY(kept_scale(in, x, &kept));
    sn_shape y = *x;
    for (int i = 0; i < n_axes(p); i++) {
        const int axis = axis_at(p, i);
        SN_TRY(resized(in, i, x->d[axis], kept, &y.d[axis]));
        if (sn_dim_equal(x->d[axis], 0) && sn_dim_lower(in->dims, y.d[axis]) > 0)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has no elements along axis %d",
                                axis);
    }
    return sn_move_give(in, 0, &y);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* One axis and how its places are found. */
typedef struct resize_way {
    const sn_resize_params *p;
    int64_t n, m;
    double scale; /* 0: m / n */
    double start, end;
    bool wide; /* places are not rounded to single: of f64, but for nearest */
} resize_way;

/* v / scale, in one rounding where the scale is the ratio of sizes. */
static double unscaled(const resize_way *w, double v)
{
    return w->scale > 0 ? v / w->scale : v * (double)w->n / (double)w->m;
}

static double exact_place(const resize_way *w, int64_t i)
{
    const double at = (double)i, last = (double)(w->n - 1);
    switch (w->p->coordinate_transformation_mode) {
    case SN_RESIZE_HALF_PIXEL_SYMMETRIC: {
        const double exact = w->scale > 0 ? w->scale * (double)w->n : (double)w->m;
        const double centre = (double)w->n / 2;
        return centre * (1 - (double)w->m / exact) + unscaled(w, at + 0.5) - 0.5;
    }
    case SN_RESIZE_PYTORCH_HALF_PIXEL:
        return w->m > 1 ? unscaled(w, at + 0.5) - 0.5 : 0;
    case SN_RESIZE_ALIGN_CORNERS:
        return w->m > 1 ? at * (last / (double)(w->m - 1)) : 0;
    case SN_RESIZE_ASYMMETRIC:
        return unscaled(w, at);
    case SN_RESIZE_CROP:
        return w->m > 1 ? w->start * last + at * (w->end - w->start) * last / (double)(w->m - 1)
                        : 0.5 * (w->start + w->end) * last;
    default:
        return unscaled(w, at + 0.5) - 0.5;
    }
}

static double place(const resize_way *w, int64_t i)
{
    const double exact = exact_place(w, i);
    return w->wide ? exact : (double)(float)exact;
}

static int64_t nearest(int rounding, double at)
{
    const double v = rounding == SN_RESIZE_FLOOR               ? floor(at)
                     : rounding == SN_RESIZE_CEIL              ? ceil(at)
                     : rounding == SN_RESIZE_ROUND_PREFER_CEIL ? floor(at + 0.5)
                                                               : ceil(at - 0.5);
    return (int64_t)v;
}

/* ---- weights --------------------------------------------------------------------------------- */

void sn_resize_cubic(double a, double f, double weight[4])
{
    const double x0 = f + 1, x1 = f, x2 = 1 - f;
    weight[0] = ((a * x0 - 5 * a) * x0 + 8 * a) * x0 - 4 * a;
    weight[1] = ((a + 2) * x1 - (a + 3)) * x1 * x1 + 1;
    weight[2] = ((a + 2) * x2 - (a + 3)) * x2 * x2 + 1;
    weight[3] = 1 - weight[0] - weight[1] - weight[2];
}

/* What a pixel at that distance counts. */
static double filter(const sn_resize_params *p, double distance)
{
    const double d = fabs(distance), a = (double)p->cubic_coeff_a;
    if (p->mode == SN_RESIZE_LINEAR) return d < 1 ? 1 - d : 0;
    if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
    return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

/* Where it shrinks with antialias the filter is as much wider. */
static double narrowing(const resize_way *w)
{
    const double scale = w->scale > 0 ? w->scale : (double)w->m / (double)w->n;
    return w->p->antialias && scale < 1 ? scale : 1;
}

static int taps_of(const resize_way *w)
{
    const double radius = w->p->mode == SN_RESIZE_CUBIC ? 2 : 1;
    if (w->p->mode == SN_RESIZE_NEAREST) return 1;
    return 2 - 2 * (int)(floor(-radius / narrowing(w)) + 1);
}

static void normalise(double *weight, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++) sum += weight[k];
    for (int k = 0; k < n; k++) weight[k] /= sum;
}

/* Weights of the pixels from first to first + taps - 1, whatever of these there is. */
static void weights_at(const resize_way *w, double at, int taps, int64_t first, double *weight)
{
    const sn_resize_params *p = w->p;
    const double f = at - floor(at);
    const double narrow = narrowing(w);
    if (narrow < 1) {
        for (int k = 0; k < taps; k++) weight[k] = filter(p, ((double)(first + k) - at) * narrow);
        normalise(weight, taps);
    } else if (p->mode == SN_RESIZE_CUBIC) {
        sn_resize_cubic((double)p->cubic_coeff_a, f, weight);
    } else {
        weight[0] = w->wide ? 1 - f : (double)(float)(1 - f);
        weight[1] = f;
    }
    if (!p->exclude_outside) return;
    for (int k = 0; k < taps; k++)
        if (first + k < 0 || first + k >= w->n) weight[k] = 0;
    normalise(weight, taps);
}

/* The pixels are moved inside together, and what lies outside counts for the border. */
static void put_taps(const resize_way *w, int64_t i, int taps, double *scratch, int64_t *at,
                     double *weight)
{
    const double where = place(w, i);
    const int64_t last = w->n - 1;
    if (w->p->mode == SN_RESIZE_NEAREST) {
        const int64_t v = nearest(w->p->nearest_mode, where);
        at[0] = v < 0 ? 0 : v > last ? last : v;
        weight[0] = 1;
        return;
    }
    const int64_t first = (int64_t)floor(where) + 1 - taps / 2;
    const int64_t base = first < 0 || w->n < taps ? 0 : first > w->n - taps ? w->n - taps : first;
    weights_at(w, where, taps, first, scratch);
    for (int k = 0; k < taps; k++) {
        at[k] = base + k < w->n ? base + k : -1;
        weight[k] = 0;
    }
    for (int k = 0; k < taps; k++) {
        const int64_t v = first + k < 0 ? 0 : first + k > last ? last : first + k;
        weight[v < base ? 0 : v - base >= taps ? taps - 1 : v - base] += scratch[k];
    }
}

static sn_resize_axis axis_by(sn_arena *arena, const resize_way *w)
{
    const int taps = taps_of(w);
    int64_t *at = SN_NEW_N(arena, int64_t, w->m * taps);
    double *weight = SN_NEW_N(arena, double, w->m *taps), *scratch = SN_NEW_N(arena, double, taps);
    bool *outside = NULL;
    for (int64_t i = 0; i < w->m; i++)
        put_taps(w, i, taps, scratch, at + i * taps, weight + i * taps);
    if (w->p->coordinate_transformation_mode == SN_RESIZE_CROP) {
        outside = SN_NEW_N(arena, bool, w->m);
        for (int64_t i = 0; i < w->m; i++) {
            const double v = place(w, i);
            outside[i] = v < 0 || v > (double)(w->n - 1);
        }
    }
    return (sn_resize_axis){w->n, w->m, taps, at, weight, outside};
}

sn_resize_axis sn_resize_same_axis(sn_arena *arena, int64_t n, int taps)
{
    int64_t *at = SN_NEW_N(arena, int64_t, n * taps);
    double *weight = SN_NEW_N(arena, double, n *taps);
    for (int64_t i = 0; i < n; i++) {
        for (int k = 0; k < taps; k++) {
            at[i * taps + k] = i;
            weight[i * taps + k] = k == 0;
        }
    }
    return (sn_resize_axis){n, n, taps, at, weight, NULL};
}

sn_status sn_resize_axes(const sn_infer *in, sn_shape x, sn_shape y,
                         sn_resize_axis out[SN_MAX_RANK])
{
    const sn_resize_params *p = in->params;
    double kept;
    SN_TRY(kept_scale(in, &x, &kept));
    for (int axis = 0; axis < x.rank; axis++) {
        const int i = entry_of(p, axis);
        resize_way w = {.p = p, .n = x.d[axis], .m = y.d[axis], .scale = kept};
        w.wide = in->in_type && in->in_type[0] == SN_TYPE_f64 && p->mode != SN_RESIZE_NEAREST;
        out[axis] = (sn_resize_axis){.n = w.n, .m = w.m};
        if (!sn_resize_touches(p, axis)) continue;
        if (p->scales.n) w.scale = (double)p->scales.v[i];
        if (p->coordinate_transformation_mode == SN_RESIZE_CROP) {
            w.start = (double)p->roi.v[i];
            w.end = (double)p->roi.v[i + n_axes(p)];
        }
        out[axis] = axis_by(in->arena, &w);
    }
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct resize_job {
    size_t elem;
    const sn_resize_axis *axes;
    const sn_shape *x, *y;
    const char *from, *outside;
    char *to;
} resize_job;

static int64_t source(const sn_resize_axis *a, int64_t i)
{
    if (a->outside && a->outside[i]) return -1;
    return a->taps ? a->at[i] : i;
}

static void move_row(void *user, int64_t row)
{
    const resize_job *j = user;
    const int last = j->y->rank - 1;
    const int64_t width = j->y->d[last];
    char *to = j->to + row * width * (int64_t)j->elem;
    int64_t from = 0, rest = row, step = j->x->d[last];
    bool inside = true;
    for (int k = last - 1; k >= 0; k--) {
        const int64_t at = source(&j->axes[k], rest % j->y->d[k]);
        inside = inside && at >= 0;
        from += at * step;
        step *= j->x->d[k];
        rest /= j->y->d[k];
    }
    for (int64_t i = 0; i < width; i++, to += j->elem) {
        const int64_t at = source(&j->axes[last], i);
        const bool here = inside && at >= 0;
        memcpy(to, here ? j->from + (from + at) * (int64_t)j->elem : j->outside, j->elem);
    }
}

static sn_status move(sn_eval *e, const sn_resize_axis axes[SN_MAX_RANK], float outside)
{
    const sn_shape *x = &e->in_shape[0], *y = &e->out_shape[0];
    SN_TRY(sn_eval_ready(e));
    const sn_elems to = sn_eval_out_elems(e, 0), fill = sn_elems_create(e->arena, to.type, 1);
    sn_elems from = sn_eval_elems(e, 0);
    sn_elems_put_number(fill, 0, (double)outside);
    if (from.type != to.type) { /* halves on their way */
        const sn_elems wide = sn_elems_create(e->arena, to.type, sn_shape_count(x));
        for (int64_t i = 0; i < sn_shape_count(x); i++) sn_elems_put(wide, i, sn_elems_at(from, i));
        from = wide;
    }
    resize_job j = {.elem = (size_t)to.bytes,
                    .axes = axes,
                    .x = x,
                    .y = y,
                    .from = from.data,
                    .outside = fill.data,
                    .to = to.data};
    if (y->rank == 0) {
        memcpy(to.data, from.data, j.elem);
        return SN_OK;
    }
    sn_parallel_for(e->ctx, sn_span_count(y, 0, y->rank - 1), move_row, &j);
    return SN_OK;
}

typedef struct sum_job {
    const sn_resize_axis *axis;
    int64_t inner;
    double outside;
    const double *from;
    double *to;
} sum_job;

static void sum_row(void *user, int64_t row)
{
    const sum_job *j = user;
    const sn_resize_axis *a = j->axis;
    const int64_t outer = row / a->m, i = row % a->m;
    double *to = j->to + row * j->inner;
    for (int64_t c = 0; c < j->inner; c++) {
        double sum = a->outside && a->outside[i] ? j->outside : 0;
        for (int k = 0; k < a->taps && !(a->outside && a->outside[i]); k++) {
            const int64_t at = a->at[i * a->taps + k];
            if (at < 0 || at >= a->n) continue;
            sum += a->weight[i * a->taps + k] * j->from[(outer * a->n + at) * j->inner + c];
        }
        to[c] = sum;
    }
}

sn_status sn_resize_eval(sn_eval *e, const sn_resize_axis axes[SN_MAX_RANK], float outside)
{
    const sn_shape *x = &e->in_shape[0];
    bool moves = true;
    sn_shape s = *x;
    for (int k = 0; k < x->rank; k++) moves = moves && axes[k].taps <= 1;
    if (moves) return move(e, axes, outside);
    SN_TRY(sn_eval_ready(e));
    const sn_elems from = sn_eval_elems(e, 0), y = sn_eval_out_elems(e, 0);
    if (!sn_type_is_float(from.type))
        return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED,
                            "means of pixels are not evaluated where elements are %s",
                            sn_type_name(from.type));
    double *v = SN_NEW_N(e->arena, double, sn_shape_count(x));
    for (int64_t i = 0; i < sn_shape_count(x); i++) v[i] = sn_elems_at(from, i);
    for (int k = x->rank - 1; k >= 0; k--) {
        if (axes[k].taps == 0) continue;
        sum_job j = {.axis = &axes[k],
                     .inner = sn_span_count(&s, k + 1, s.rank),
                     .outside = (double)outside,
                     .from = v};
        s.d[k] = axes[k].m;
        j.to = v = SN_NEW_N(e->arena, double, sn_shape_count(&s));
        sn_parallel_for(e->ctx, sn_span_count(&s, 0, k + 1), sum_row, &j);
    }
    for (int64_t i = 0; i < sn_shape_count(&s); i++) sn_elems_put(y, i, v[i]);
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    const sn_resize_params *p = e->params;
    sn_resize_axis axes[SN_MAX_RANK];
    const sn_infer in = sn_eval_as_infer(e);
    SN_TRY(sn_resize_axes(&in, e->in_shape[0], e->out_shape[0], axes));
    return sn_resize_eval(e, axes, p->extrapolation_value);
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* The weights of an element sum to 1 in every mode, so that shifts stay, too. */
static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)arena;
    const sn_resize_params *p = node->params;
    const int axis = c->given[0].axis, rank = sn_in(node, 0)->shape.rank;
    if (p->coordinate_transformation_mode == SN_RESIZE_CROP)
        return SN_ANSWER_NO("it may put in another value");
    if (axis != SN_AXIS_NONE && (rank < 1 || axis >= rank || sn_resize_touches(p, axis)))
        return SN_ANSWER_NO("the factors are not proved to run along an axis that it keeps");
    c->made[0] = c->given[0];
    return SN_ANSWER_YES;
}

/* Along an axis that keeps its size every place is a pixel, unless a scale says otherwise. */
static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const sn_resize_params *p = node->params;
    const sn_shape *x = &sn_in(node, 0)->shape;
    for (int axis = 0; axis < x->rank; axis++)
        if (sn_resize_touches(p, axis) &&
            (p->coordinate_transformation_mode == SN_RESIZE_CROP ||
             p->keep_aspect_ratio_policy != SN_RESIZE_STRETCH ||
             (p->scales.n && p->coordinate_transformation_mode != SN_RESIZE_ALIGN_CORNERS)))
            return SN_ANSWER_NO("its places are none of x's pixels");
    return sn_identity_by_shape(node, arena, slot);
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_resize_params *p = in->params;
    const int taps = p->mode == SN_RESIZE_CUBIC ? 4 : 2;
    const sn_shape *x = &in->in_shape[0];
    double n = sn_shape_elements(&in->out_shape[0]);
    int n_touched = 0;
    for (int axis = 0; axis < x->rank; axis++) {
        if (!sn_resize_touches(p, axis)) continue;
        n *= taps;
        n_touched++;
    }
    *out = (sn_cost){.macs = p->mode != SN_RESIZE_NEAREST && n_touched ? n : 0};
}

/* ---- operator -------------------------------------------------------------------------------- */

static const sn_slot slots[] = {
    {"x", 0},
    {"ref", SN_SLOT_OPTIONAL | SN_SLOT_VARIADIC},
    {NULL, 0},
};
static const char *const mode_names[] = {"nearest", "linear", "cubic", NULL};
static const char *const coordinate_names[] = {"half_pixel",
                                               "half_pixel_symmetric",
                                               "pytorch_half_pixel",
                                               "align_corners",
                                               "asymmetric",
                                               "tf_crop_and_resize",
                                               NULL};
static const char *const rounding_names[] = {"round_prefer_floor", "round_prefer_ceil", "floor",
                                             "ceil", NULL};
static const char *const policy_names[] = {"stretch", "not_larger", "not_smaller", NULL};

const sn_param sn_resize_table[] = {
    SN_P_ENUM(sn_resize_params, mode, SN_RESIZE_NEAREST, mode_names, "how pixels are made"),
    SN_P_SIZES(sn_resize_params, sizes,
               "sizes of the result along axes: numbers, or sizes of the inputs (\"ref.1\")"),
    SN_P_FLOATS(sn_resize_params, scales, "sizes of the result over those of x, instead"),
    SN_P_INTS(sn_resize_params, axes, "which these are about; none: all in order"),
    SN_P_ENUM(sn_resize_params, coordinate_transformation_mode, SN_RESIZE_HALF_PIXEL,
              coordinate_names, "where a pixel of the result lies in x"),
    SN_P_ENUM(sn_resize_params, nearest_mode, SN_RESIZE_ROUND_PREFER_FLOOR, rounding_names,
              "which pixel is nearest"),
    SN_P_F32(sn_resize_params, cubic_coeff_a, -0.75f, "of cubic"),
    SN_P_BOOL(sn_resize_params, exclude_outside, 0,
              "pixels outside do not count, instead of counting for the border"),
    SN_P_F32(sn_resize_params, extrapolation_value, 0, "of pixels outside, with roi"),
    SN_P_BOOL(sn_resize_params, antialias, 0,
              "where it shrinks, all pixels that are left out count"),
    SN_P_ENUM(sn_resize_params, keep_aspect_ratio_policy, SN_RESIZE_STRETCH, policy_names,
              "whether one factor that keeps to the sizes goes for all axes"),
    SN_P_FLOATS(sn_resize_params, roi,
                "of tf_crop_and_resize: where along axes it begins, then where it ends; 1: the "
                "last pixel"),
    SN_P_END,
};

/* The others read several elements for one. */
static sn_fusion_kind kind_of(const sn_node *node)
{
    const sn_resize_params *p = node->params;
    return p->mode == SN_RESIZE_NEAREST ? SN_FUSE_INJECTIVE : SN_FUSE_OUT;
}

const sn_op sn_op_resize = {
    .name = "resize",
    .synopsis = "y = x with other sizes, by pixels that are near",
    .slots = slots,
    .types = "any,any2->any",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .kind_of = kind_of,
    .params_bytes = sizeof(sn_resize_params),
    .params = sn_resize_table,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_resize,
    .propagate = propagate,
    .identity = identity,
    .reads_shape_only = sn_reads_all_but_first_by_shape,
    .cost = cost,
};
