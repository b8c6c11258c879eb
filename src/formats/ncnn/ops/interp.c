/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.interp: images of another size.
 *
 * By rank: 1 fills an image for each element; 2 is resized along its width only; 3 is [c][h][w].
 * Where no size changes the result is x, whatever the type. The distance of pixels depends on where
 * the size came from: the ratio of sizes where an output size, an expression or a second input gave
 * it, else 1/scale, which is another number where size times scale is no integer; with align_corner
 * it is always that of the corners. (This is ncnn 20261020. Up to 20260526 bilinear and bicubic
 * take the ratio where a scale gives the size, too, and nearest takes 1/scale where a second input
 * does: rewrites must not turn one source of the size into another.)
 *
 * It is resize once the rank is known, but for what follows from ncnn's order of computing. Nearest
 * multiplies in single by a distance that is rounded, too: where that is no power of two the pixel
 * may be another one. Of bicubic, taps are moved inside one after the other, which on axes of 2 and
 * 3 pixels shows. A tap that falls outside has weight 0; bicubic on an axis of 1 has no defined
 * result. */
#include "formats/ncnn/ops/interp.h"

#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/sizes.h"
#include "ops/move.h"
#include "ops/squeeze.h"

#include <math.h>
#include <string.h>

/* ---- sizes ----------------------------------------------------------------------------------- */

static sn_status scaled(const sn_infer *in, int axis, sn_dim size, float scale, sn_dim *out)
{
    *out = sn_shape_rule_symbol(in, 0, axis);
    if (sn_size_scale(in->dims, size, scale, out) || !sn_dim_known(size)) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "size %lld times %g is no size",
                        (long long)size, (double)scale);
}

static sn_status size_by_expr(const sn_infer *in, const sn_shape *x, sn_dim *w, sn_dim *h)
{
    const sn_interp_params *p = in->params;
    sn_dim *const out[] = {w, h};
    sn_sizes sizes;
    SN_TRY(sn_size_expr_infer(in, p->size_expr, &sizes));
    if (sizes.n > 2) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "size_expr gives %d sizes, 1 or 2 expected", sizes.n);
    }
    *h = sn_letter_dim(x, 'h');
    for (int i = 0; i < sizes.n; i++) {
        *out[i] = sizes.v[i].known ? sizes.v[i].dim
                                   : sn_shape_rule_symbol(in, 0, x->rank == 2 ? 1 : 2 - i);
    }
    return SN_OK;
}

/* Width and height that are asked for; x has a known rank of at most 4. */
static sn_status target_of(const sn_infer *in, const sn_shape *x, sn_dim *w, sn_dim *h)
{
    const sn_interp_params *p = in->params;
    int w_axis = x->rank == 2 ? 1 : 2;
    if (p->size_expr[0]) return size_by_expr(in, x, w, h);
    if (p->dynamic_target_size) {
        if (!sn_shape_rule_has(in, SN_INTERP_REFS)) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "no second input to take the size from");
        }
        const sn_shape *ref = &in->in_shape[SN_INTERP_REFS];
        bool known = ref->rank >= 0 && ref->rank <= 4;
        *w = known ? sn_letter_dim(ref, 'w') : sn_shape_rule_symbol(in, 0, w_axis);
        *h = known ? sn_letter_dim(ref, 'h') : sn_shape_rule_symbol(in, 0, 1);
        return SN_OK;
    }
    if (p->output_width != 0 && p->output_height != 0) {
        *w = p->output_width;
        *h = p->output_height;
        return SN_OK;
    }
    SN_TRY(scaled(in, w_axis, x->rank == 1 ? 1 : sn_letter_dim(x, 'w'), p->width_scale, w));
    if (x->rank == 2) { /* the height is not looked at */
        *h = x->d[0];
        return SN_OK;
    }
    return scaled(in, 1, x->rank == 1 ? 1 : sn_letter_dim(x, 'h'), p->height_scale, h);
}

/* ---- rules ----------------------------------------------------------------------------------- */

static bool by_ratio(const sn_interp_params *p, int32_t output)
{
    return output != 0 || p->size_expr[0] || p->dynamic_target_size;
}

static bool scale_is_usable(float scale) { return scale > 0 && isfinite(1 / scale); }

/* Called when some size is proved to change. */
static sn_status check_type(const sn_infer *in, const sn_shape *x)
{
    const sn_interp_params *p = in->params;
    bool w_scale = by_ratio(p, p->output_width) || scale_is_usable(p->width_scale);
    bool h_scale =
        x->rank == 2 || by_ratio(p, p->output_height) || scale_is_usable(p->height_scale);
    if (p->resize_type == SN_INTERP_NONE) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "resize_type none leaves the result undefined");
    }
    const bool takes_scale = p->resize_type == SN_INTERP_NEAREST || !p->align_corner;
    if (takes_scale && !(w_scale && h_scale)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "scales %g and %g have no inverse",
                            (double)p->height_scale, (double)p->width_scale);
    }
    for (int i = 1; i < x->rank && p->resize_type == SN_INTERP_BICUBIC; i++) {
        if (x->d[i] != 1) continue;
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "bicubic on axis %d of size 1 is not defined", i);
    }
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[0];
    sn_dim w, h;
    if (x->rank < 0) return sn_move_give_rank(in, 0, -1);
    if (x->rank < 1 || x->rank > 4) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank %d, rank 1 to 3 expected",
                            x->rank);
    }
    SN_TRY(target_of(in, x, &w, &h));
    sn_shape y = *x;
    y.d[x->rank - 1] = w;
    if (x->rank == 1) y = SN_SHAPE(x->d[0], h, w);
    if (x->rank >= 3) y.d[x->rank - 2] = h;
    if (x->rank == 4 && !sn_shape_equal(x, &y)) {
        if (!sn_shape_differ(in->dims, x, &y)) return sn_move_give_rank(in, 0, -1);
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank 4, rank 1 to 3 expected");
    }
    SN_TRY(sn_move_give(in, 0, &y));
    if (x->rank > 1 && sn_shape_differ(in->dims, x, &y)) SN_TRY(check_type(in, x));
    return SN_OK;
}

/* ---- pixels ---------------------------------------------------------------------------------- */

/* How many pixels of x one of the result spans, where corners do not lie on each other. */
static double step_of(const sn_interp_params *p, bool width, int64_t n, int64_t m)
{
    if (by_ratio(p, width ? p->output_width : p->output_height)) return (double)n / (double)m;
    return (double)(1 / (width ? p->width_scale : p->height_scale));
}

/* Position of output i of m on an axis of n, as a float. */
static float position(int64_t i, int64_t n, int64_t m, bool align_corner, double step)
{
    if (!align_corner) return (float)(((double)i + 0.5) * step - 0.5);
    if (m == 1) return 0; /* ncnn has 0 * infinity here, which its clamps make the first pixel */
    return (float)((double)i * ((double)(n - 1) / (double)(m - 1)));
}

static void linear_taps(float f, int64_t n, int64_t *at, double *weight)
{
    int64_t first = (int64_t)floorf(f);
    f -= (float)first;
    if (first < 0) {
        first = 0;
        f = 0;
    }
    if (first >= n - 1) {
        first = n - 2;
        f = 1;
    }
    at[0] = first;
    at[1] = first + 1;
    weight[0] = (double)(1 - f);
    weight[1] = (double)f;
}

/* ncnn's clamps one after the other. */
static void cubic_taps(float f, int64_t n, int64_t *at, double *c)
{
    int64_t s = (int64_t)floorf(f);
    sn_resize_cubic((double)SN_INTERP_CUBIC_A, (double)(f - (float)s), c);
    if (s <= -1) {
        s = 1;
        c[0] = 1 - c[3];
        c[1] = c[3];
        c[2] = c[3] = 0;
    }
    if (s == 0) {
        s = 1;
        c[0] += c[1];
        c[1] = c[2];
        c[2] = c[3];
        c[3] = 0;
    }
    if (s == n - 2) {
        s = n - 3;
        c[3] += c[2];
        c[2] = c[1];
        c[1] = c[0];
        c[0] = 0;
    }
    if (s >= n - 1) {
        s = n - 3;
        c[3] = 1 - c[0];
        c[2] = c[0];
        c[1] = c[0] = 0;
    }
    for (int k = 0; k < 4; k++) at[k] = s - 1 + k;
}

static int64_t nearest(int64_t i, int64_t n, float step)
{
    volatile float at = (float)i * step; /* rounded to single */
    return at < (float)(n - 1) ? (int64_t)at : n - 1;
}

static sn_resize_axis axis_by(sn_arena *arena, const sn_interp_params *p, bool width, int64_t n,
                              int64_t m)
{
    const double step = step_of(p, width, n, m);
    const int taps = p->resize_type == SN_INTERP_BICUBIC    ? 4
                     : p->resize_type == SN_INTERP_BILINEAR ? 2
                                                            : 1;
    int64_t *at = SN_NEW_N(arena, int64_t, m * taps);
    double *weight = SN_NEW_N(arena, double, m *taps);
    for (int64_t i = 0; i < m; i++) {
        int64_t *to = at + i * taps;
        double *c = weight + i * taps;
        if (taps == 1) {
            to[0] = nearest(i, n, (float)step);
            c[0] = 1;
            continue;
        }
        const float f = position(i, n, m, p->align_corner, step);
        if (taps == 2)
            linear_taps(f, n, to, c);
        else
            cubic_taps(f, n, to, c);
        for (int k = 0; k < taps; k++)
            if (to[k] < 0 || to[k] >= n) c[k] = 0;
    }
    return (sn_resize_axis){n, m, taps, at, weight, NULL};
}

void sn_interp_axes(sn_arena *arena, const sn_interp_params *p, const sn_shape *x,
                    const sn_shape *y, sn_resize_axis out[SN_MAX_RANK])
{
    for (int i = 0; i < x->rank; i++) out[i] = (sn_resize_axis){.n = x->d[i], .m = y->d[i]};
    if (sn_shape_equal(x, y)) return;
    for (int i = 1; i < x->rank; i++)
        out[i] = axis_by(arena, p, i == x->rank - 1, x->d[i], y->d[i]);
}

/* ---- what it is ------------------------------------------------------------------------------ */

/* The resize in question, and whether each image axis of x takes the ratio of sizes. */
typedef struct guess {
    sn_resize_params params;
    int n; /* axes */
    int32_t axes[2];
    const char *sizes[2];
    float scales[2];
} guess;

static bool is_width(const guess *g, int i) { return i == g->n - 1; }

/* How y is asked for along that letter, as an entry of resize; NULL: not known yet. */
static sn_status entry_of(sn_resolve *r, char letter, const char **out)
{
    const sn_interp_params *p = r->in.params;
    sn_arena *arena = r->in.arena;
    const sn_shape *x = &r->in.in_shape[0], *ref = &r->in.in_shape[SN_INTERP_REFS];
    const bool width = letter == 'w';
    sn_dim size;
    *out = NULL;
    if (p->size_expr[0]) {
        int n;
        sn_ncnn_size *sizes;
        const int k = width ? 0 : 1;
        SN_TRY(sn_ncnn_sizes_of(&r->in, &sn_op_resize, p->size_expr, &n, &sizes));
        if (k < n) *out = sizes[k].text;
        if (k >= n) /* the height that x has */
            *out = x->rank < 3 ? "1" : sn_size_name(arena, &sn_op_resize, 0, 1);
        return SN_OK;
    }
    if (p->dynamic_target_size) {
        if (ref->rank < 1 || ref->rank > 4) return SN_OK;
        const int axis = sn_letter_axis(letter, ref->rank);
        *out = axis < 0 ? "1" : sn_size_name(arena, &sn_op_resize, SN_INTERP_REFS, axis);
        return SN_OK;
    }
    if (p->output_width != 0 && p->output_height != 0)
        size = width ? p->output_width : p->output_height;
    else
        SN_TRY(scaled(&r->in, width ? 2 : 1, x->rank == 1 ? 1 : sn_letter_dim(x, letter),
                      width ? p->width_scale : p->height_scale, &size));
    if (sn_dim_known(size)) *out = sn_arena_printf(arena, "%lld", (long long)size);
    return SN_OK;
}

static sn_value *resized(sn_resolve *r, sn_value *x, guess *g, bool by_sizes)
{
    sn_value **in = SN_NEW_N(r->in.arena, sn_value *, r->in.n_in);
    for (uint16_t i = 0; i < r->in.n_in; i++) in[i] = sn_in(r->node, i);
    in[0] = x;
    g->params.axes = sn_ints_of(r->in.arena, g->n, g->axes);
    g->params.sizes = (sn_names){by_sizes ? g->n : 0, g->sizes};
    g->params.scales = by_sizes ? (sn_floats){0} : sn_floats_of(r->in.arena, g->n, g->scales);
    return sn_resolve_node(r, &sn_op_resize, &g->params, r->in.n_in, in);
}

/* x itself; what else the layer reads is still read. */
static sn_value *copied(sn_resolve *r)
{
    sn_value *x = sn_in(r->node, 0);
    guess g = {.params = {.mode = SN_RESIZE_NEAREST, .cubic_coeff_a = SN_INTERP_CUBIC_A}, .n = 1};
    if (r->in.n_in == 1) return sn_ncnn_same(r, x);
    g.sizes[0] = sn_size_name(r->in.arena, &sn_op_resize, 0, 0);
    return resized(r, x, &g, true);
}

/* Each element becomes an image of one pixel, which is repeated. */
static sn_answer fill(sn_resolve *r)
{
    guess g = {.params = {.mode = SN_RESIZE_NEAREST,
                          .coordinate_transformation_mode = SN_RESIZE_ASYMMETRIC,
                          .nearest_mode = SN_RESIZE_FLOOR,
                          .cubic_coeff_a = SN_INTERP_CUBIC_A},
               .n = 2,
               .axes = {1, 2}};
    sn_value *x = sn_in(r->node, 0);
    const sn_unsqueeze_params image = {.axes = sn_ints_of(r->in.arena, 2, g.axes)};
    r->status = entry_of(r, 'h', &g.sizes[0]);
    if (r->status == SN_OK) r->status = entry_of(r, 'w', &g.sizes[1]);
    if (r->status != SN_OK) return SN_ANSWER_NO("its size cannot be worked out");
    if (!g.sizes[0] || !g.sizes[1]) return SN_ANSWER_UNKNOWN("the size of its result is not known");
    x = sn_resolve_node(r, &sn_op_unsqueeze, &image, 1, &x);
    r->made[0] = resized(r, x, &g, true);
    return SN_ANSWER_YES;
}

static guess guess_of(const sn_interp_params *p, int rank)
{
    static const int32_t modes[] = {SN_RESIZE_NEAREST, SN_RESIZE_NEAREST, SN_RESIZE_LINEAR,
                                    SN_RESIZE_CUBIC};
    const bool is_nearest = p->resize_type == SN_INTERP_NEAREST;
    guess g = {.params = {.mode = modes[p->resize_type],
                          .coordinate_transformation_mode = is_nearest ? SN_RESIZE_ASYMMETRIC
                                                            : p->align_corner
                                                                ? SN_RESIZE_ALIGN_CORNERS
                                                                : SN_RESIZE_HALF_PIXEL,
                          .nearest_mode = is_nearest ? SN_RESIZE_FLOOR : 0,
                          .cubic_coeff_a = SN_INTERP_CUBIC_A},
               .n = rank - 1,
               .axes = {1, 2}};
    for (int i = 0; i < g.n; i++) g.scales[i] = is_width(&g, i) ? p->width_scale : p->height_scale;
    return g;
}

static bool is_power_of_two(float v)
{
    int exponent;
    return frexpf(v, &exponent) == 0.5f;
}

/* By a scale from 1 to 2 small axes keep their size, and x is the result where all do. */
static bool may_keep_sizes(const guess *g)
{
    for (int i = 0; i < g->n; i++)
        if (g->scales[i] < 1 || g->scales[i] >= 2) return false;
    return true;
}

/* Whether the resize reads the pixels that ncnn reads; x and y are known. */
static sn_status reads_the_same(sn_resolve *r, guess *g, bool by_sizes, const sn_shape *y,
                                bool *out)
{
    const sn_shape *x = &r->in.in_shape[0];
    sn_resize_axis own[SN_MAX_RANK], neutral[SN_MAX_RANK];
    sn_infer in = r->in;
    const char *sizes[2];
    guess h = *g;
    h.params.axes = sn_ints_of(r->in.arena, g->n, g->axes);
    for (int i = 0; i < g->n; i++)
        sizes[i] = sn_arena_printf(r->in.arena, "%lld", (long long)y->d[1 + i]);
    h.params.sizes = (sn_names){by_sizes ? g->n : 0, sizes};
    h.params.scales = by_sizes ? (sn_floats){0} : sn_floats_of(r->in.arena, g->n, g->scales);
    in.params = &h.params;
    sn_interp_axes(r->in.arena, r->in.params, x, y, own);
    SN_TRY(sn_resize_axes(&in, *x, *y, neutral));
    *out = true;
    for (int i = 1; i < x->rank && *out; i++) {
        if (neutral[i].taps == 0)
            neutral[i] = sn_resize_same_axis(r->in.arena, x->d[i], own[i].taps);
        *out = sn_resize_axis_same(&own[i], &neutral[i], 1e-5);
    }
    return SN_OK;
}

static bool has_scales(const guess *g)
{
    for (int i = 0; i < g->n; i++)
        if (!(g->scales[i] > 0) || !isfinite(g->scales[i])) return false;
    return true;
}

/* By sizes that are numbers. */
static sn_answer known(sn_resolve *r, guess *g, const sn_shape *y, bool *by_sizes)
{
    const sn_interp_params *p = r->in.params;
    for (int way = 0; way < 2; way++) {
        bool same = false;
        *by_sizes = (way == 0) == by_ratio(p, p->output_width);
        if (!*by_sizes && (!has_scales(g) || p->size_expr[0] || p->dynamic_target_size ||
                           (p->output_width && p->output_height)))
            continue;
        r->status = reads_the_same(r, g, *by_sizes, y, &same);
        if (r->status != SN_OK || same) return SN_ANSWER_YES;
    }
    return SN_ANSWER_NO("what it computes with rounded distances is no resize");
}

/* By sizes that are not known. */
static sn_answer symbolic(const sn_resolve *r, const guess *g, bool *by_sizes)
{
    const sn_interp_params *p = r->in.params;
    const sn_shape *x = &r->in.in_shape[0];
    *by_sizes = by_ratio(p, p->output_width);
    if (x->rank > 2 && by_ratio(p, p->output_height) != *by_sizes)
        return SN_ANSWER_UNKNOWN("whether its scale is the ratio of sizes is not known");
    if (!*by_sizes && !has_scales(g))
        return SN_ANSWER_UNKNOWN("whether its result has elements is not known");
    if (!*by_sizes && g->params.coordinate_transformation_mode != SN_RESIZE_ALIGN_CORNERS &&
        may_keep_sizes(g))
        return SN_ANSWER_UNKNOWN("whether it changes a size is not known");
    for (int i = 0; i < g->n; i++) {
        if (g->params.mode == SN_RESIZE_NEAREST && (*by_sizes || !is_power_of_two(g->scales[i])))
            return SN_ANSWER_UNKNOWN(
                "which pixels are nearest depends on sizes that are not known");
        if (g->params.mode == SN_RESIZE_CUBIC && sn_dim_lower(r->in.dims, x->d[1 + i]) < 4)
            return SN_ANSWER_UNKNOWN("whether its image has four pixels is not known");
    }
    return SN_ANSWER_YES;
}

static sn_answer resolve(sn_resolve *r)
{
    const sn_interp_params *p = r->in.params;
    const sn_shape *x = &r->in.in_shape[0];
    sn_value *v = sn_in(r->node, 0);
    sn_dim w, h;
    bool by_sizes;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (x->rank < 1 || x->rank > 4) return SN_ANSWER_NO("its input has no such rank");
    sn_shape y = *x;
    r->status = target_of(&r->in, x, &w, &h);
    if (r->status != SN_OK) return SN_ANSWER_NO("its size cannot be worked out");
    if (x->rank == 1) return fill(r);
    y.d[x->rank - 1] = w;
    if (x->rank > 2) y.d[x->rank - 2] = h;
    if (sn_shape_equal(x, &y)) {
        r->made[0] = copied(r);
        return SN_ANSWER_YES;
    }
    const bool is_known = sn_shape_known(x) && sn_shape_known(&y);
    if (x->rank == 4 || p->resize_type == SN_INTERP_NONE)
        return is_known ? SN_ANSWER_NO("its result is not defined")
                        : SN_ANSWER_UNKNOWN("whether it changes a size is not known");
    guess g = guess_of(p, x->rank);
    for (int i = 0; i < g.n && r->status == SN_OK; i++)
        r->status = entry_of(r, is_width(&g, i) ? 'w' : 'h', &g.sizes[i]);
    if (r->status != SN_OK) return SN_ANSWER_NO("its size cannot be worked out");
    const sn_answer answer = is_known ? known(r, &g, &y, &by_sizes) : symbolic(r, &g, &by_sizes);
    if (answer.is != SN_YES || r->status != SN_OK) return answer;
    for (int i = 0; i < g.n && by_sizes; i++)
        if (!g.sizes[i]) return SN_ANSWER_UNKNOWN("the size of its result is not known");
    r->made[0] = resized(r, v, &g, by_sizes);
    return SN_ANSWER_YES;
}

/* What never resolves. */
static sn_status eval(sn_eval *e)
{
    sn_resize_axis axes[SN_MAX_RANK];
    sn_interp_axes(e->arena, e->params, &e->in_shape[0], &e->out_shape[0], axes);
    return sn_resize_eval(e, axes, 0);
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_interp_params *p = in->params;
    const int taps = p->resize_type == SN_INTERP_BICUBIC ? 4 : 2;
    const double n = sn_shape_elements(&in->out_shape[0]);
    *out = (sn_cost){.macs = p->resize_type > SN_INTERP_NEAREST ? n * taps * taps : 0};
}

/* ---- operator -------------------------------------------------------------------------------- */

static const sn_slot slots[] = {
    {"x", 0},
    {"ref", SN_SLOT_OPTIONAL | SN_SLOT_VARIADIC},
    {NULL, 0},
};
static const char *const type_names[] = {"none", "nearest", "bilinear", "bicubic", NULL};

static const sn_param param_table[] = {
    SN_P_ENUM(sn_interp_params, resize_type, SN_INTERP_NONE, type_names, "how pixels are made"),
    SN_P_F32(sn_interp_params, height_scale, 1, "height of the result over that of x"),
    SN_P_F32(sn_interp_params, width_scale, 1, "width of the result over that of x"),
    SN_P_INT(sn_interp_params, output_height, 0, 0, INT32_MAX, "height of the result; 0: by scale"),
    SN_P_INT(sn_interp_params, output_width, 0, 0, INT32_MAX, "width of the result; 0: by scale"),
    SN_P_BOOL(sn_interp_params, dynamic_target_size, 0, "the second input's shape gives the size"),
    SN_P_BOOL(sn_interp_params, align_corner, 0,
              "the first and last pixels of x and the result lie on each other"),
    SN_P_STR(sn_interp_params, size_expr,
             "width and height of the result as expressions over the inputs' sizes"),
    SN_P_END,
};

/* The others read several elements for one. */
static sn_fusion_kind kind_of(const sn_node *node)
{
    const sn_interp_params *p = node->params;
    return p->resize_type == SN_INTERP_NEAREST ? SN_FUSE_INJECTIVE : SN_FUSE_OUT;
}

const sn_op sn_ncnn_op_interp = {
    .name = "ncnn.interp",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = images of x in another size",
    .slots = slots,
    .types = "any,any2->any",
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .kind_of = kind_of,
    .params_bytes = sizeof(sn_interp_params),
    .params = param_table,
    .resolve = resolve,
    .infer = infer,
    .eval = eval,
    .evaluates_rest = true,
    .reads_shape_only = sn_reads_all_but_first_by_shape,
    .cost = cost,
};

/* ---- the image of a vector ------------------------------------------------------------------- */

sn_answer sn_ncnn_interp_implies(const sn_node *reader, uint16_t slot)
{
    const sn_node *view = sn_in(reader, slot)->def;
    const sn_shape *x = &sn_in(view, 0)->shape, *y = &view->out[0]->shape;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    return x->rank == 1 && y->rank == 3 && sn_dim_equal(y->d[1], 1) && sn_dim_equal(y->d[2], 1)
               ? SN_ANSWER_YES
               : SN_ANSWER_NO(NULL);
}
