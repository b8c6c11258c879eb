/* SPDX-License-Identifier: Apache-2.0
 *
 * Pooling with windows, and to given sizes.
 *
 * ncnn.pooling pads x first, and pools the padded x:
 * - full: the tail is padded so far that the last window fits. That is ceil_mode where a window is
 *   not shorter than its step and the pads at the end together, for sizes that a window fits into;
 *   at other sizes ncnn takes the remainder of a negative number, and it is pads. An average that
 *   counts its pads counts the tail, too.
 * - an average without count_include_pad leaves out the *given* pads and the tail. SAME padding is
 *   not left out, and given pads are taken from the SAME-padded x all the same: that stays.
 * - where SAME pads by a negative number it stays, as a boundary (formats/ncnn/ops/same.c).
 *
 * ncnn.adaptive_pool: where no size changes the result is x, whatever its rank. */
#include "formats/ncnn/ops/pooling.h"

#include "base/parallel.h"
#include "formats/ncnn/ops/as_image.h"
#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/same.h"
#include "ops/affine_maps.h"
#include "ops/conv.h"
#include "ops/param_summary.h"
#include "ops/pool.h"
#include "ops/rule.h"

#include <float.h>
#include <math.h>

static const char *const kind_names[] = {"max", "avg", NULL};
static const char *const pad_names[] = {"full", "valid", "same_upper", "same_lower", NULL};

/* ---- pooling --------------------------------------------------------------------------------- */

static const sn_param pooling_params[] = {
    SN_P_INT(sn_pooling_params, nd, 2, 1, 3, "spatial axes"),
    SN_P_ENUM(sn_pooling_params, kind, SN_POOLING_MAX, kind_names, "what a window gives"),
    SN_P_INTS(sn_pooling_params, kernel, "size of the window along each spatial axis"),
    SN_P_INTS_OF(sn_pooling_params, stride, 1,
                 "step of the window along each spatial axis; empty: 1"),
    SN_P_INTS_OF(sn_pooling_params, pad_begin, 0, "elements put before x; empty: 0"),
    SN_P_INTS_OF(sn_pooling_params, pad_end, 0, "elements put after x; empty: 0"),
    SN_P_ENUM(
        sn_pooling_params, pad_mode, SN_POOLING_FULL, pad_names,
        "full: pads and what the last window needs; valid: pads; same_*: by the input's size"),
    SN_P_BOOL(sn_pooling_params, count_include_pad, 0,
              "averages divide by the window's size, pads included"),
    SN_P_END};

typedef struct pooling_along {
    int64_t kernel, stride, begin, end;
} pooling_along;

static pooling_along along_of(const sn_pooling_params *p, int i)
{
    return (pooling_along){p->kernel.v[i], sn_list_at(&p->stride, i, 1),
                           sn_list_at(&p->pad_begin, i, 0), sn_list_at(&p->pad_end, i, 0)};
}

static bool is_same(const sn_pooling_params *p)
{
    return p->pad_mode == SN_POOLING_SAME_UPPER || p->pad_mode == SN_POOLING_SAME_LOWER;
}

static const char *validate_pooling(const void *params, sn_arena *arena)
{
    const sn_pooling_params *p = params;
    const char *wrong = sn_window_check(arena, p->nd, 0, &p->stride, NULL);
    if (wrong) return wrong;
    if (p->kernel.n != p->nd)
        return sn_arena_printf(arena, "kernel has %d entries, %d expected", p->kernel.n, p->nd);
    wrong = sn_list_check(arena, "kernel", &p->kernel, p->nd, 1, SN_WINDOW_MAX);
    const int32_t least = is_same(p) ? INT32_MIN : 0;
    if (!wrong)
        wrong = sn_list_check(arena, "pad_begin", &p->pad_begin, p->nd, least, SN_WINDOW_MAX);
    if (!wrong) wrong = sn_list_check(arena, "pad_end", &p->pad_end, p->nd, least, SN_WINDOW_MAX);
    return wrong;
}

/* What full mode pads beyond the given end: C's remainder. */
static int64_t tail_of(const pooling_along *a, int64_t size)
{
    const int64_t room = size + a->begin + a->end - a->kernel;
    return room % a->stride != 0 ? a->stride - room % a->stride : 0;
}

bool sn_pooling_pads(const sn_pooling_params *p, int64_t size, int i)
{
    const pooling_along a = along_of(p, i);
    if (is_same(p)) return a.kernel + (size - 1) / a.stride * a.stride > size;
    return a.begin + a.end + (p->pad_mode == SN_POOLING_FULL ? tail_of(&a, size) : 0) != 0;
}

static sn_window_params window_params(const sn_pooling_params *p)
{
    const int mode = p->pad_mode == SN_POOLING_SAME_UPPER   ? SN_PAD_SAME_UPPER
                     : p->pad_mode == SN_POOLING_SAME_LOWER ? SN_PAD_SAME_LOWER
                                                            : SN_PAD_EXPLICIT;
    return (sn_window_params){p->nd, &p->stride, NULL, &p->pad_begin, &p->pad_end, mode, false};
}

static void kernel_of(const sn_pooling_params *p, int64_t kernel[3])
{
    for (int i = 0; i < p->nd; i++) kernel[i] = p->kernel.v[i];
}

static sn_window window_of(const sn_pooling_params *p, const sn_shape *x)
{
    const sn_extent extent = sn_extent_of(x, 0, p->nd);
    const sn_window_params wp = window_params(p);
    int64_t kernel[3];
    sn_window w;
    kernel_of(p, kernel);
    (void)sn_ncnn_window_of(&wp, &extent, kernel, &w);
    return w;
}

/* ---- pooling: shape -------------------------------------------------------------------------- */

static sn_status full_size(const sn_infer *in, const sn_pooling_params *p, int i, sn_dim size,
                           sn_dim *out)
{
    const pooling_along a = along_of(p, i);
    const int64_t pads = a.begin + a.end;
    SN_TRY(sn_size_check(in, "a size of x", size));
    *out = sn_shape_rule_symbol(in, 0, 1 + i);
    if (!sn_dim_known(size)) {
        if (a.stride > 1 && sn_dim_lower(in->dims, size) + pads < a.kernel) return SN_OK;
        const sn_dim room = sn_dim_sub(in->dims, sn_dim_add(in->dims, size, pads), a.kernel);
        *out = sn_dim_add(in->dims, sn_dim_ceildiv(in->dims, room, a.stride), 1);
        return SN_OK;
    }
    const int64_t padded = size + pads + tail_of(&a, size);
    if (padded < a.kernel)
        return sn_node_fail(
            in->ctx, in->node, SN_E_SHAPE,
            "the window spans %lld on axis %s, where x has %lld and pads %lld and %lld",
            (long long)a.kernel, sn_spatial_name(i, p->nd), (long long)size, (long long)a.begin,
            (long long)a.end);
    *out = (padded - a.kernel) / a.stride + 1;
    return sn_size_check(in, "an output size", *out);
}

static sn_status infer_pooling(sn_infer *in)
{
    const sn_pooling_params *p = in->params;
    sn_spatial s;
    SN_TRY(sn_spatial_of(in, &in->in_shape[0], 0, p->nd, &s));
    sn_shape y = {.rank = (int8_t)(1 + p->nd)};
    y.d[0] = s.known ? s.shape.d[0] : sn_shape_rule_symbol(in, 0, 0);
    const sn_window_params window = window_params(p);
    sn_dim kernel[3];
    kernel_of(p, kernel);
    sn_ncnn_same_bounds(in, &window, &s, kernel);
    for (int i = 0; i < p->nd; i++) {
        if (p->pad_mode != SN_POOLING_FULL)
            SN_TRY(sn_window_size(in, &window, &s, kernel, i, &y.d[1 + i]));
        else if (s.known)
            SN_TRY(full_size(in, p, i, s.shape.d[1 + i], &y.d[1 + i]));
        else
            y.d[1 + i] = sn_shape_rule_symbol(in, 0, 1 + i);
    }
    sn_shape_rule_give(in, 0, y);
    return SN_OK;
}

/* ---- pooling: what it is --------------------------------------------------------------------- */

static bool counts(const sn_pooling_params *p)
{
    return p->kind == SN_POOLING_AVG && p->count_include_pad;
}

/* Given pads that are taken from a SAME-padded x. */
static bool leaves_out_more(const sn_pooling_params *p)
{
    bool pads = false;
    for (int i = 0; i < p->nd; i++)
        pads = pads || along_of(p, i).begin > 0 || along_of(p, i).end > 0;
    return pads && p->kind == SN_POOLING_AVG && !p->count_include_pad;
}

static sn_answer full_pads(sn_resolve *r, const sn_pooling_params *p, const sn_shape *x,
                           sn_pool_params *q)
{
    bool steps = false, fits = true, ceil = !counts(p), known = x->rank == p->nd + 1;
    int32_t end[3];
    for (int i = 0; i < p->nd; i++) {
        const pooling_along a = along_of(p, i);
        const sn_dim size = x->rank == p->nd + 1 ? x->d[1 + i] : sn_shape_rule_symbol(&r->in, 0, i);
        end[i] = (int32_t)a.end;
        ceil = ceil && a.kernel >= a.stride + a.end; /* else one may begin in the pads */
        if (a.stride == 1) continue;
        steps = true;
        fits = fits && (sn_dim_lower(r->in.dims, size) + a.begin + a.end >= a.kernel ||
                        (!sn_dim_known(size) && r->boundaries == SN_BOUNDARIES_NONE));
        known = known && sn_dim_known(size);
        if (sn_dim_known(size)) end[i] += (int32_t)tail_of(&a, size);
    }
    if (!steps) return SN_ANSWER_YES;
    q->ceil_mode = ceil && fits;
    if (q->ceil_mode) return SN_ANSWER_YES;
    if (!known)
        return ceil ? SN_ANSWER_UNKNOWN("whether the window fits into its input is not known")
                    : SN_ANSWER_UNKNOWN("how much it pads depends on sizes that are not known");
    q->pad_end = sn_ints_of(r->in.arena, p->nd, end);
    return SN_ANSWER_YES;
}

static sn_answer same_pads(sn_resolve *r, const sn_pooling_params *p, const sn_shape *x,
                           sn_pool_params *q)
{
    const sn_window_params wp = window_params(p);
    int64_t kernel[3];
    kernel_of(p, kernel);
    q->pad_begin = q->pad_end = (sn_ints){0, NULL};
    q->count_include_pad = p->kind == SN_POOLING_AVG;
    if (leaves_out_more(p)) return SN_ANSWER_NO("it leaves out pads of an input that it pads more");
    q->pad_mode = p->pad_mode == SN_POOLING_SAME_UPPER ? SN_PAD_SAME_UPPER : SN_PAD_SAME_LOWER;
    if (sn_ncnn_same_is_plain(&wp, kernel)) return SN_ANSWER_YES;
    q->pad_mode = SN_PAD_EXPLICIT;
    return sn_ncnn_same_pads(r->in.arena, &wp, x, 0, kernel, &q->pad_begin, &q->pad_end);
}

static sn_answer resolve_pooling(sn_resolve *r)
{
    const sn_pooling_params *p = r->in.params;
    const sn_shape *x = &r->in.in_shape[0];
    sn_value *v = sn_in(r->node, 0);
    sn_pool_params q = {.nd = p->nd,
                        .kernel = p->kernel,
                        .stride = p->stride,
                        .pad_begin = p->pad_begin,
                        .pad_end = p->pad_end,
                        .pad_mode = SN_PAD_EXPLICIT,
                        .count_include_pad = counts(p)};
    sn_answer answer = SN_ANSWER_YES;
    for (int i = 0; i < p->nd && x->rank == p->nd + 1; i++)
        if (sn_dim_known(x->d[1 + i]) && x->d[1 + i] < 1)
            return SN_ANSWER_NO("its input has no elements");
    if (p->pad_mode == SN_POOLING_FULL) answer = full_pads(r, p, x, &q);
    if (is_same(p)) answer = same_pads(r, p, x, &q);
    if (answer.is != SN_YES) return answer;
    r->made[0] = sn_resolve_node(
        r, p->kind == SN_POOLING_MAX ? &sn_op_max_pool : &sn_op_average_pool, &q, 1, &v);
    return SN_ANSWER_YES;
}

/* ---- pooling: evaluation --------------------------------------------------------------------- */

typedef struct ncnn_pool_run {
    const float *x; /* padded */
    float *y;
    int64_t in[3];
    sn_window w;
    int64_t from[3], until[3]; /* what an average counts */
    bool max, all;
} ncnn_pool_run;

static float pool_window(const ncnn_pool_run *r, const float *x, const int64_t *o)
{
    int64_t lo[3], hi[3], area = 1;
    double sum = 0;
    float max = -FLT_MAX;
    for (int a = 0; a < 3; a++) {
        lo[a] = o[a] * r->w.stride[a];
        hi[a] = lo[a] + r->w.kernel[a];
        if (!r->max && !r->all) {
            if (lo[a] < r->from[a]) lo[a] = r->from[a];
            if (hi[a] > r->until[a]) hi[a] = r->until[a];
        }
        area *= hi[a] > lo[a] ? hi[a] - lo[a] : 0;
    }
    for (int64_t z = lo[0]; z < hi[0]; z++)
        for (int64_t y = lo[1]; y < hi[1]; y++)
            for (int64_t i = lo[2]; i < hi[2]; i++) {
                const float v = x[(z * r->in[1] + y) * r->in[2] + i];
                const bool first = z == lo[0] && y == lo[1] && i == lo[2];
                if (first || max < v) max = v;
                sum += (double)v;
            }
    if (r->max) return max;
    return area > 0 ? (float)(sum / (double)area) : NAN;
}

static void pool_channel(void *user, int64_t c)
{
    const ncnn_pool_run *r = user;
    const float *x = r->x + c * r->in[0] * r->in[1] * r->in[2];
    float *y = r->y + c * r->w.out[0] * r->w.out[1] * r->w.out[2];
    for (int64_t z = 0; z < r->w.out[0]; z++)
        for (int64_t i = 0; i < r->w.out[1]; i++)
            for (int64_t j = 0; j < r->w.out[2]; j++)
                *y++ = pool_window(r, x, (int64_t[]){z, i, j});
}

/* Of what stays, which is SAME. */
static sn_status eval_pooling(sn_eval *e)
{
    const sn_pooling_params *p = e->params;
    SN_TRY(sn_eval_all_f32(e));
    ncnn_pool_run r = {.y = sn_eval_out(e, 0),
                       .w = window_of(p, &e->in_shape[0]),
                       .max = p->kind == SN_POOLING_MAX,
                       .all = p->count_include_pad};
    const sn_extent x = sn_extent_of(&e->in_shape[0], 0, p->nd);
    const float fill = r.max ? -FLT_MAX : 0;
    r.x = sn_ncnn_border(e->arena, sn_eval_in(e, 0), sizeof fill, &fill, x.channels, &r.w);
    for (int a = 0; a < 3; a++) {
        const int i = a - (3 - p->nd);
        r.in[a] = r.w.in[a];
        r.from[a] = i < 0 ? 0 : along_of(p, i).begin;
        r.until[a] = r.in[a] - (i < 0 ? 0 : along_of(p, i).end);
    }
    sn_parallel_for(e->ctx, x.channels, pool_channel, &r);
    return SN_OK;
}

static void cost_pooling(const sn_infer *in, sn_cost *out)
{
    const sn_pooling_params *p = in->params;
    double n = (double)sn_shape_count(&in->out_shape[0]);
    for (int i = 0; i < p->nd; i++) n *= p->kernel.v[i];
    if (n > 0) out->flops = n;
}

/* Whatever it resolves to: a maximum where a window may lie in the padding alone, at sizes that it
 * does not fit into, lets nothing through. */
static sn_answer propagate_pooling(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)arena;
    const sn_pooling_params *p = node->params;
    const sn_affine *m = &c->given[0];
    c->made[0] = *m;
    if (m->axis > 0) return SN_ANSWER_NO("it reduces the axis of the factors");
    if (p->kind == SN_POOLING_MAX && !is_same(p))
        return SN_ANSWER_UNKNOWN(
            "the input may be smaller than the window, as long as its size is not known");
    if (p->kind == SN_POOLING_MAX) return sn_affine_map_not_negative(m);
    return m->shift && (p->count_include_pad || is_same(p))
               ? SN_ANSWER_NO("its averages count padding, and a shift does not go through that")
               : SN_ANSWER_YES;
}

const sn_op sn_ncnn_op_pooling = {
    .name = "ncnn.pooling",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = max_pool or average_pool of x, by its sizes",
    .slots = sn_pool_slots,
    .types = "num->num",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_pooling_params),
    .params = pooling_params,
    .validate = validate_pooling,
    .resolve = resolve_pooling,
    .infer = infer_pooling,
    .eval = eval_pooling,
    .evaluates_rest = true,
    .propagate = propagate_pooling,
    .cost = cost_pooling,
    .param_summary = sn_param_summary_window,
};

/* ---- adaptive_pool --------------------------------------------------------------------------- */

static const sn_param adaptive_params[] = {
    SN_P_INT(sn_ncnn_adaptive_pool_params, nd, 2, 1, 3, "spatial axes"),
    SN_P_ENUM(sn_ncnn_adaptive_pool_params, kind, SN_POOLING_MAX, kind_names,
              "what a window gives"),
    SN_P_INTS(sn_ncnn_adaptive_pool_params, out, "output sizes; -233: the input's size"), SN_P_END};

static sn_answer keeps_sizes(const sn_infer *in, const sn_ncnn_adaptive_pool_params *p)
{
    const sn_shape *x = &in->in_shape[0];
    bool same = p->nd > 1;
    for (int i = 0; i < p->nd; i++) {
        const int at = x->rank - p->nd + i; /* sizes that x lacks are 1 */
        const sn_dim size = at < 0 ? 1 : x->d[at];
        if (p->out.v[i] == SN_ADAPTIVE_KEEP || sn_dim_equal(size, p->out.v[i])) continue;
        if (sn_dim_differ(in->dims, size, p->out.v[i])) return SN_ANSWER_NO("a size changes");
        same = false;
    }
    return same        ? SN_ANSWER_YES
           : p->nd > 1 ? SN_ANSWER_UNKNOWN("whether a size changes is not known")
                       : SN_ANSWER_NO("it gives an image");
}

static sn_answer resolve_adaptive_pool(sn_resolve *r)
{
    const sn_ncnn_adaptive_pool_params *p = r->in.params;
    sn_value *x = sn_in(r->node, 0);
    const int rank = r->in.in_shape[0].rank;
    if (rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (rank < p->nd + 1 && rank > 0) {
        const sn_answer keeps = keeps_sizes(&r->in, p);
        if (keeps.is == SN_YES) r->made[0] = sn_ncnn_same(r, x);
        if (keeps.is != SN_NO) return keeps;
    }
    int32_t out[3];
    for (int i = 0; i < p->nd; i++)
        out[i] = p->out.v[i] == SN_ADAPTIVE_KEEP ? SN_POOL_KEEP : p->out.v[i];
    const sn_adaptive_pool_params q = {.nd = p->nd, .out = sn_ints_of(r->in.arena, p->nd, out)};
    x = sn_ncnn_image_of(r, x, &(sn_as_image_params){.nd = p->nd});
    r->made[0] = sn_resolve_node(
        r, p->kind == SN_POOLING_MAX ? &sn_op_adaptive_max_pool : &sn_op_adaptive_average_pool, &q,
        1, &x);
    return SN_ANSWER_YES;
}

static sn_status infer_adaptive_pool(sn_infer *in)
{
    in->out_type[0] = sn_shape_rule_type(in);
    in->out_shape[0] = sn_shape_unknown();
    return SN_OK;
}

static const char *validate_adaptive_pool(const void *params, sn_arena *arena)
{
    const sn_ncnn_adaptive_pool_params *p = params;
    if (p->out.n != p->nd)
        return sn_arena_printf(arena, "out has %d entries, %d expected", p->out.n, p->nd);
    for (int i = 0; i < p->nd; i++) {
        const bool keeps = p->out.v[i] == SN_ADAPTIVE_KEEP;
        if (keeps && p->nd == 1) return "out is -233, at least 1 expected with one spatial axis";
        if (!keeps && (p->out.v[i] < 1 || p->out.v[i] > SN_WINDOW_MAX))
            return sn_arena_printf(arena, "out is %d, at least 1 or -233 expected", p->out.v[i]);
    }
    return NULL;
}

const sn_op sn_ncnn_op_adaptive_pool = {
    .name = "ncnn.adaptive_pool",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = adaptive_max_pool or adaptive_average_pool of x, or x where no size changes",
    .slots = sn_pool_slots,
    .types = "float->float",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_ncnn_adaptive_pool_params),
    .params = adaptive_params,
    .validate = validate_adaptive_pool,
    .resolve = resolve_adaptive_pool,
    .infer = infer_adaptive_pool,
};
