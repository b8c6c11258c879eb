/* SPDX-License-Identifier: Apache-2.0
 *
 * resize: images of another size (ncnn's Interp).
 *
 * By rank: 1 fills an image for each element; 2 is resized along its width only; 3 is [c][h][w].
 * Where no size changes the result is x, whatever the type. The distance of pixels depends on where
 * the size came from: the ratio of sizes where an output size, an expression or a second input gave
 * it, else 1/scale, which is another number where size times scale is no integer; with align_corner
 * it is always that of the corners. (This is ncnn 20261020. Up to 20260526 bilinear and bicubic
 * take the ratio where a scale gives the size, too, and nearest takes 1/scale where a second input
 * does: rewrites must not turn one source of the size into another.)
 *
 * Positions are computed in float as in ncnn, because rounding decides which pixel is meant; the
 * sums are in double. Beside the border ncnn moves its taps inside and changes their weights, in
 * the order of `cubic_taps`; on axes of 2 and 3 pixels that order shows. A tap that falls outside
 * has weight 0 (bilinear on an axis of 1), except for bicubic on an axis of 1, which has no defined
 * result. */
#include "ops/resize.h"

#include "base/parallel.h"
#include "ops/maps.h"
#include "ops/move.h"
#include "ops/size_expr.h"

#include <math.h>
#include <string.h>

/* ---- sizes ----------------------------------------------------------------------------------- */

static sn_status scaled(const sn_infer *in, int axis, sn_dim size, float scale, sn_dim *out)
{
    *out = sn_rule_symbol(in, 0, axis);
    if (sn_size_scale(in->dims, size, scale, out) || !sn_dim_known(size)) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "size %lld times %g is no size",
                        (long long)size, (double)scale);
}

static sn_status size_by_expr(const sn_infer *in, const sn_shape *x, sn_dim *w, sn_dim *h)
{
    const sn_resize_params *p = in->params;
    sn_dim *const out[] = {w, h};
    sn_sizes sizes;
    SN_TRY(sn_size_expr_infer(in, p->size_expr, &sizes));
    if (sizes.n > 2) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "size_expr gives %d sizes, 1 or 2 expected", sizes.n);
    }
    *h = sn_letter_dim(x, 'h');
    for (int i = 0; i < sizes.n; i++) {
        *out[i] =
            sizes.v[i].known ? sizes.v[i].dim : sn_rule_symbol(in, 0, x->rank == 2 ? 1 : 2 - i);
    }
    return SN_OK;
}

/* Width and height that are asked for; x has a known rank of at most 4. */
static sn_status target_of(const sn_infer *in, const sn_shape *x, sn_dim *w, sn_dim *h)
{
    const sn_resize_params *p = in->params;
    int w_axis = x->rank == 2 ? 1 : 2;
    if (p->size_expr[0]) return size_by_expr(in, x, w, h);
    if (p->dynamic_target_size) {
        if (!sn_rule_has(in, SN_RESIZE_REFS)) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "no second input to take the size from");
        }
        const sn_shape *ref = &in->in_shape[SN_RESIZE_REFS];
        bool known = ref->rank >= 0 && ref->rank <= 4;
        *w = known ? sn_letter_dim(ref, 'w') : sn_rule_symbol(in, 0, w_axis);
        *h = known ? sn_letter_dim(ref, 'h') : sn_rule_symbol(in, 0, 1);
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

static bool by_ratio(const sn_resize_params *p, int32_t output)
{
    return output != 0 || p->size_expr[0] || p->dynamic_target_size;
}

static bool scale_is_usable(float scale) { return scale > 0 && isfinite(1 / scale); }

/* Called when some size is proved to change. */
static sn_status check_type(const sn_infer *in, const sn_shape *x)
{
    const sn_resize_params *p = in->params;
    bool w_scale = by_ratio(p, p->output_width) || scale_is_usable(p->width_scale);
    bool h_scale =
        x->rank == 2 || by_ratio(p, p->output_height) || scale_is_usable(p->height_scale);
    if (p->resize_type == SN_RESIZE_NONE) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "resize_type none leaves the result undefined");
    }
    const bool takes_scale = p->resize_type == SN_RESIZE_NEAREST || !p->align_corner;
    if (takes_scale && !(w_scale && h_scale)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "scales %g and %g have no inverse",
                            (double)p->height_scale, (double)p->width_scale);
    }
    for (int i = 1; i < x->rank && p->resize_type == SN_RESIZE_BICUBIC; i++) {
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

/* ---- taps ------------------------------------------------------------------------------------ */

typedef sn_resize_tap tap;

/* How many pixels of x one of the result spans, where corners do not lie on each other. */
static double step_of(const sn_resize_params *p, bool width, int64_t n, int64_t m)
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

static tap linear_taps(int64_t i, int64_t n, int64_t m, bool align_corner, double step)
{
    float f = position(i, n, m, align_corner, step);
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
    return (tap){{first, first + 1}, {(double)(1 - f), (double)f}};
}

/* Keys' cubic with a = -0.75, and ncnn's clamps one after the other. */
static tap cubic_taps(int64_t i, int64_t n, int64_t m, bool align_corner, double step)
{
    const double a = -0.75;
    float f = position(i, n, m, align_corner, step);
    int64_t s = (int64_t)floorf(f);
    double x0 = (double)(f - (float)s) + 1, x1 = x0 - 1, x2 = 1 - x1, c[4];
    c[0] = ((a * x0 - 5 * a) * x0 + 8 * a) * x0 - 4 * a;
    c[1] = ((a + 2) * x1 - (a + 3)) * x1 * x1 + 1;
    c[2] = ((a + 2) * x2 - (a + 3)) * x2 * x2 + 1;
    c[3] = 1 - c[0] - c[1] - c[2];
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
    return (tap){{s - 1, s, s + 1, s + 2}, {c[0], c[1], c[2], c[3]}};
}

static tap nearest_tap(int64_t i, int64_t n, float step)
{
    volatile float at = (float)i * step; /* rounded to single */
    return (tap){{at < (float)(n - 1) ? (int64_t)at : n - 1}, {1}};
}

int sn_resize_n_taps(const sn_resize_params *p)
{
    return p->resize_type == SN_RESIZE_BICUBIC ? 4 : p->resize_type == SN_RESIZE_BILINEAR ? 2 : 1;
}

const sn_resize_tap *sn_resize_taps(sn_arena *arena, const sn_resize_params *p, bool width,
                                    int64_t n, int64_t m)
{
    const double step = step_of(p, width, n, m);
    tap *t = SN_NEW_N(arena, tap, m);
    for (int64_t i = 0; i < m; i++) {
        if (p->resize_type == SN_RESIZE_BICUBIC)
            t[i] = cubic_taps(i, n, m, p->align_corner, step);
        else if (p->resize_type == SN_RESIZE_BILINEAR)
            t[i] = linear_taps(i, n, m, p->align_corner, step);
        else
            t[i] = nearest_tap(i, n, (float)step);
    }
    return t;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct resize_job {
    int n_x, n_y; /* taps */
    const tap *x_taps, *y_taps;
    int64_t h, w, out_h, out_w;
    const float *x;
    float *y;
} resize_job;

static double row_value(const resize_job *j, const float *row, const tap *t)
{
    double sum = 0;
    if (j->n_x == 1) return (double)row[t->at[0]];
    for (int k = 0; k < j->n_x; k++) {
        if (t->at[k] >= 0 && t->at[k] < j->w) sum += t->weight[k] * (double)row[t->at[k]];
    }
    return sum;
}

/* One row of one channel. */
static void resize_row(void *user, int64_t i)
{
    const resize_job *j = user;
    const tap *t = &j->y_taps[i % j->out_h];
    const float *plane = j->x + i / j->out_h * j->h * j->w;
    float *to = j->y + i * j->out_w;
    for (int64_t x = 0; x < j->out_w; x++) {
        double sum = 0;
        if (j->n_y == 1) sum = row_value(j, plane + t->at[0] * j->w, &j->x_taps[x]);
        for (int k = 0; k < j->n_y && j->n_y > 1; k++) {
            if (t->at[k] < 0 || t->at[k] >= j->h) continue;
            sum += t->weight[k] * row_value(j, plane + t->at[k] * j->w, &j->x_taps[x]);
        }
        to[x] = (float)sum;
    }
}

static sn_status fill_images(sn_eval *e)
{
    const sn_shape *y = &e->out_shape[0];
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, 0, &m.elem));
    sn_move_axis(&m, y->d[0], 1, y->d[1] * y->d[2]);
    sn_move_axis(&m, y->d[1] * y->d[2], 0, 1);
    sn_move_run(e->ctx, &m, sn_tensor_data(e->in[0]), e->out_data[0]);
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    const sn_resize_params *p = e->params;
    const sn_shape *x = &e->in_shape[0], *y = &e->out_shape[0];
    static const tap same_row = {{0}, {1}};
    size_t elem;
    SN_TRY(sn_eval_elem(e, 0, &elem));
    if (x->rank == 1) return fill_images(e);
    if (sn_shape_equal(x, y)) return sn_eval_copy(e);
    if (e->in[0]->type != SN_TYPE_f32) {
        return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED, "x is %s, only f32 is evaluated",
                            sn_type_name(e->in[0]->type));
    }
    int64_t rows = sn_shape_count(y) / y->d[y->rank - 1];
    resize_job j = {.n_x = sn_resize_n_taps(p), .n_y = 1, .h = 1, .out_h = 1};
    j.x = sn_tensor_f32(e->in[0]);
    j.y = e->out_data[0];
    j.w = x->d[x->rank - 1];
    j.out_w = y->d[y->rank - 1];
    j.x_taps = sn_resize_taps(e->arena, p, true, j.w, j.out_w);
    j.y_taps = &same_row;
    if (x->rank == 3) {
        j.n_y = j.n_x;
        j.h = x->d[1];
        j.out_h = y->d[1];
        j.y_taps = sn_resize_taps(e->arena, p, false, j.h, j.out_h);
    }
    sn_parallel_for(e->ctx, rows, resize_row, &j);
    return SN_OK;
}

/* Axis 0 is no axis of an image, up to rank 3. At the edges weights need not add up to 1. */
static sn_answer carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    (void)arena;
    const sn_resize_params *p = node->params;
    const int rank = sn_in(node, 0)->shape.rank;
    if (p->resize_type != SN_RESIZE_NEAREST && c->given[0].shift)
        return SN_ANSWER_NO("a shift does not move across it");
    if (c->given[0].axis != SN_AXIS_NONE && (rank < 1 || rank > 3 || c->given[0].axis != 0))
        return SN_ANSWER_NO("the factors are not proved to run along its channels");
    c->made[0] = c->given[0];
    return SN_ANSWER_YES;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_resize_params *p = in->params;
    int64_t n = sn_shape_count(&in->out_shape[0]);
    int taps = sn_resize_n_taps(p);
    *out = (sn_cost){.macs = n > 0 && taps > 1 ? (double)n * taps * taps : 0};
}

/* ---- operator -------------------------------------------------------------------------------- */

static const sn_slot slots[] = {
    {"x", 0},
    {"ref", SN_SLOT_OPTIONAL | SN_SLOT_VARIADIC},
    {NULL, 0},
};
static const char *const type_names[] = {"none", "nearest", "bilinear", "bicubic", NULL};

static const sn_param param_table[] = {
    SN_P_ENUM(sn_resize_params, resize_type, SN_RESIZE_NONE, type_names, "how pixels are made"),
    SN_P_F32(sn_resize_params, height_scale, 1, "height of the result over that of x"),
    SN_P_F32(sn_resize_params, width_scale, 1, "width of the result over that of x"),
    SN_P_INT(sn_resize_params, output_height, 0, 0, INT32_MAX, "height of the result; 0: by scale"),
    SN_P_INT(sn_resize_params, output_width, 0, 0, INT32_MAX, "width of the result; 0: by scale"),
    SN_P_BOOL(sn_resize_params, dynamic_target_size, 0, "the second input's shape gives the size"),
    SN_P_BOOL(sn_resize_params, align_corner, 0,
              "the first and last pixels of x and the result lie on each other"),
    SN_P_STR(sn_resize_params, size_expr,
             "width and height of the result as expressions over the inputs' sizes"),
    SN_P_END,
};

/* The others read several elements for one. */
static sn_fusion_kind kind_of(const sn_node *node)
{
    const sn_resize_params *p = node->params;
    return p->resize_type == SN_RESIZE_NEAREST ? SN_FUSE_INJECTIVE : SN_FUSE_OUT;
}

const sn_op sn_op_resize = {
    .name = "resize",
    .synopsis = "y = images of x in another size",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .kind_of = kind_of,
    .params_bytes = sizeof(sn_resize_params),
    .params = param_table,
    .infer = infer,
    .eval = eval,
    .carry = carry,
    .identity = sn_identity_by_shape,
    .reads_shape_only = sn_reads_all_but_first_by_shape,
    .cost = cost,
};
