/* SPDX-License-Identifier: Apache-2.0
 *
 * pool, global_pool, adaptive_pool. ncnn pads first and then pools the padded x, and so does this
 * file, in indices:
 * - full: the tail is padded so far that the last window fits; a window may lie in padding alone
 *   (-FLT_MAX, or 0 / 0);
 * - an average without count_include_pad leaves out the *given* pads and the tail. SAME padding is
 *   not left out, and given pads are taken from the SAME-padded x all the same. */
#include "ops/pool.h"

#include "base/parallel.h"
#include "ops/conv.h"
#include "ops/brief.h"
#include "ops/maps.h"
#include "ops/rule.h"
#include "ops/window.h"

#include <float.h>
#include <math.h>

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};
static const char *const kind_names[] = {"max", "avg", NULL};
static const char *const pad_names[] = {"full", "valid", "same_upper", "same_lower", NULL};

static const sn_param pool_params[] = {
    SN_P_INT(sn_pool_params, nd, 2, 1, 3, "spatial axes"),
    SN_P_ENUM(sn_pool_params, kind, SN_POOL_MAX, kind_names, "what a window gives"),
    SN_P_INTS(sn_pool_params, kernel, "size of the window along each spatial axis"),
    SN_P_INTS_OF(sn_pool_params, stride, 1, "step of the window along each spatial axis; empty: 1"),
    SN_P_INTS_OF(sn_pool_params, pad_begin, 0, "elements put before x; empty: 0"),
    SN_P_INTS_OF(sn_pool_params, pad_end, 0, "elements put after x; empty: 0"),
    SN_P_ENUM(
        sn_pool_params, pad_mode, SN_POOL_PAD_FULL, pad_names,
        "full: pads and what the last window needs; valid: pads; same_*: by the input's size"),
    SN_P_BOOL(sn_pool_params, count_include_pad, 0,
              "averages divide by the window's size, pads included"),
    SN_P_INT(sn_pool_params, axis, 0, 0, SN_MAX_RANK - 2,
             "channel axis of x; the spatial axes follow"),
    SN_P_END};

static const sn_param global_params[] = {
    SN_P_INT(sn_global_pool_params, nd, 2, 1, 3, "spatial axes"),
    SN_P_ENUM(sn_global_pool_params, kind, SN_POOL_MAX, kind_names, "what a channel gives"),
    SN_P_INT(sn_global_pool_params, axis, 0, 0, SN_MAX_RANK - 2,
             "channel axis of x; the spatial axes follow"),
    SN_P_END};

static const sn_param adaptive_params[] = {
    SN_P_INT(sn_adaptive_pool_params, nd, 2, 1, 3, "spatial axes"),
    SN_P_ENUM(sn_adaptive_pool_params, kind, SN_POOL_MAX, kind_names, "what a window gives"),
    SN_P_INTS(sn_adaptive_pool_params, out,
              "output sizes; -233: the input's size (not with one spatial axis)"),
    SN_P_INT(sn_adaptive_pool_params, axis, 0, 0, SN_MAX_RANK - 2,
             "channel axis of x; the spatial axes follow"),
    SN_P_END};

static bool pool_is_same(const sn_pool_params *p)
{
    return p->pad_mode == SN_POOL_PAD_SAME_UPPER || p->pad_mode == SN_POOL_PAD_SAME_LOWER;
}

static const char *pool_validate(const void *params, sn_arena *arena)
{
    const sn_pool_params *p = params;
    const char *wrong = sn_window_check(arena, p->nd, p->axis, &p->stride, NULL);
    if (wrong) return wrong;
    if (p->kernel.n != p->nd)
        return sn_arena_printf(arena, "kernel has %d entries, %d expected", p->kernel.n, p->nd);
    wrong = sn_list_check(arena, "kernel", &p->kernel, p->nd, 1, SN_WINDOW_MAX);
    const int32_t least = pool_is_same(p) ? INT32_MIN : 0;
    if (!wrong)
        wrong = sn_list_check(arena, "pad_begin", &p->pad_begin, p->nd, least, SN_WINDOW_MAX);
    if (!wrong) wrong = sn_list_check(arena, "pad_end", &p->pad_end, p->nd, least, SN_WINDOW_MAX);
    return wrong;
}

static const char *global_validate(const void *params, sn_arena *arena)
{
    const sn_global_pool_params *p = params;
    return sn_window_check(arena, p->nd, p->axis, &(sn_ints){0, NULL}, NULL);
}

static const char *adaptive_validate(const void *params, sn_arena *arena)
{
    const sn_adaptive_pool_params *p = params;
    const char *wrong = sn_window_check(arena, p->nd, p->axis, &(sn_ints){0, NULL}, NULL);
    if (wrong) return wrong;
    if (p->out.n != p->nd)
        return sn_arena_printf(arena, "out has %d entries, %d expected", p->out.n, p->nd);
    for (int i = 0; i < p->nd; i++)
        if ((p->out.v[i] != SN_POOL_KEEP || p->nd == 1) &&
            (p->out.v[i] < 1 || p->out.v[i] > SN_WINDOW_MAX))
            return sn_arena_printf(arena, "out is %d, at least 1%s expected", p->out.v[i],
                                   p->nd == 1 ? "" : " or -233");
    return NULL;
}

/* ---- pool: shape ----------------------------------------------------------------------------- */

static sn_window_params window_params(const sn_pool_params *p)
{
    const int mode = p->pad_mode == SN_POOL_PAD_SAME_UPPER   ? SN_PAD_SAME_UPPER
                     : p->pad_mode == SN_POOL_PAD_SAME_LOWER ? SN_PAD_SAME_LOWER
                                                             : SN_PAD_EXPLICIT;
    return (sn_window_params){p->nd, &p->stride, NULL, &p->pad_begin, &p->pad_end, mode, false};
}

/* What full mode pads beyond the given end. ncnn takes C's remainder: a window larger than x
 * gets odd tails. */
static int64_t full_tail(const sn_pool_params *p, int64_t size, int i)
{
    const int64_t stride = sn_list_at(&p->stride, i, 1);
    const int64_t room =
        size + sn_list_at(&p->pad_begin, i, 0) + sn_list_at(&p->pad_end, i, 0) - p->kernel.v[i];
    return room % stride != 0 ? stride - room % stride : 0;
}

static sn_status full_size(const sn_infer *in, const sn_pool_params *p, const sn_spatial *s, int i,
                           sn_dim *out)
{
    const int at = p->axis + 1 + i;
    const int64_t stride = sn_list_at(&p->stride, i, 1);
    const int64_t begin = sn_list_at(&p->pad_begin, i, 0), end = sn_list_at(&p->pad_end, i, 0);
    *out = sn_rule_symbol(in, 0, at);
    if (!s->known) return SN_OK;
    const sn_dim size = s->shape.d[at];
    SN_TRY(sn_size_check(in, "a size of x", size));
    const int64_t pads = begin + end;
    if (!sn_dim_known(size)) {
        /* Where the window may be larger than all that is given, the tail is odd: see full_tail. */
        if (stride > 1 && sn_dim_lower(in->dims, size) + pads < p->kernel.v[i]) return SN_OK;
        const sn_dim room = sn_dim_sub(in->dims, sn_dim_add(in->dims, size, pads), p->kernel.v[i]);
        *out = sn_dim_add(in->dims, sn_dim_ceildiv(in->dims, room, stride), 1);
        return SN_OK;
    }
    const int64_t tail = full_tail(p, size, i), padded = size + pads + tail;
    if (s->missing[i] && pads + tail != 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "pads of %lld and %lld on axis %s, which x does not have",
                            (long long)begin, (long long)(end + tail), sn_spatial_name(i, p->nd));
    if (padded < p->kernel.v[i])
        return sn_node_fail(
            in->ctx, in->node, SN_E_SHAPE,
            "the window spans %d on axis %s, where x has %lld and pads %lld and %lld",
            p->kernel.v[i], sn_spatial_name(i, p->nd), (long long)size, (long long)begin,
            (long long)end);
    *out = (padded - p->kernel.v[i]) / stride + 1;
    return sn_size_check(in, "an output size", *out);
}

static bool pool_takes_planes(const void *params_, unsigned slot)
{
    const sn_pool_params *p = params_;
    return slot == 0 && p->nd == 2 && p->axis == 0;
}

static sn_status pool_infer(sn_infer *in)
{
    const sn_pool_params *p = in->params;
    sn_spatial s;
    in->out_type[0] = sn_rule_type(in);
    SN_TRY(sn_spatial_of(in, &in->in_shape[0], p->axis, p->nd, &s));
    sn_shape *out = &in->out_shape[0];
    out->rank = (int8_t)(p->axis + 1 + p->nd);
    for (int i = 0; i <= p->axis; i++)
        out->d[i] = s.known ? s.shape.d[i] : sn_rule_symbol(in, 0, i);
    const sn_window_params window = window_params(p);
    sn_dim kernel[3];
    for (int i = 0; i < p->nd; i++) kernel[i] = p->kernel.v[i];
    for (int i = 0; i < p->nd; i++) {
        sn_dim *d = &out->d[p->axis + 1 + i];
        if (p->pad_mode == SN_POOL_PAD_FULL)
            SN_TRY(full_size(in, p, &s, i, d));
        else
            SN_TRY(sn_window_size(in, &window, &s, kernel, i, d));
    }
    return SN_OK;
}

/* ---- pool: evaluation ------------------------------------------------------------------------ */

typedef struct pool_run {
    const float *x;
    float *y;
    sn_pool_geometry g;
    bool max, all; /* all: averages divide by the kernel's size */
} pool_run;

/* Window at output position o along axis a, as positions in x: [*lo, *hi), and the part of it
 * within [from, until). */
static void window_range(const pool_run *r, int a, int64_t o, int64_t *lo, int64_t *hi)
{
    *lo = o * r->g.w.stride[a] - r->g.w.begin[a];
    *hi = *lo + r->g.w.kernel[a];
}

static void clip(int64_t *lo, int64_t *hi, int64_t from, int64_t until)
{
    if (*lo < from) *lo = from;
    if (*hi > until) *hi = until;
    if (*hi < *lo) *hi = *lo;
}

typedef struct box {
    int64_t lo[3], hi[3];
} box;

static float box_max(const pool_run *r, const float *x, const box *b, bool hangs_over)
{
    bool first = !hangs_over;
    float max = -FLT_MAX;
    for (int64_t z = b->lo[0]; z < b->hi[0]; z++)
        for (int64_t y = b->lo[1]; y < b->hi[1]; y++) {
            const float *row = x + (z * r->g.w.in[1] + y) * r->g.w.in[2];
            for (int64_t i = b->lo[2]; i < b->hi[2]; i++) {
                if (first || max < row[i]) max = row[i];
                first = false;
            }
        }
    return max;
}

static double box_sum(const int64_t *in, const float *x, const box *b)
{
    double sum = 0;
    for (int64_t z = b->lo[0]; z < b->hi[0]; z++)
        for (int64_t y = b->lo[1]; y < b->hi[1]; y++) {
            const float *row = x + (z * in[1] + y) * in[2];
            for (int64_t i = b->lo[2]; i < b->hi[2]; i++) sum += (double)row[i];
        }
    return sum;
}

static float pool_window(const pool_run *r, const float *x, const int64_t *o)
{
    box b;
    bool hangs_over = false;
    int64_t area = 1;
    for (int a = 0; a < 3; a++) {
        window_range(r, a, o[a], &b.lo[a], &b.hi[a]);
        int64_t lo = b.lo[a], hi = b.hi[a];
        clip(&lo, &hi, r->g.from[a], r->g.until[a]);
        area *= r->all ? r->g.w.kernel[a] : hi - lo;
        if (!r->max && !r->all) b.lo[a] = lo, b.hi[a] = hi;
        hangs_over |= b.lo[a] < 0 || b.hi[a] > r->g.w.in[a];
        clip(&b.lo[a], &b.hi[a], 0, r->g.w.in[a]);
    }
    if (r->max) return box_max(r, x, &b, hangs_over);
    return area > 0 ? (float)(box_sum(r->g.w.in, x, &b) / (double)area) : NAN;
}

static void pool_channel(void *user, int64_t c)
{
    const pool_run *r = user;
    const float *x = r->x + c * r->g.w.in[0] * r->g.w.in[1] * r->g.w.in[2];
    float *y = r->y + c * r->g.w.out[0] * r->g.w.out[1] * r->g.w.out[2];
    for (int64_t z = 0; z < r->g.w.out[0]; z++)
        for (int64_t i = 0; i < r->g.w.out[1]; i++)
            for (int64_t j = 0; j < r->g.w.out[2]; j++)
                *y++ = pool_window(r, x, (int64_t[]){z, i, j});
}

/* SAME: the given pads are counted from the edges of the padded x, which is smaller than x where
 * the kernel is smaller than the stride, if there is padding on another axis. */
static void count_same(const sn_pool_params *p, sn_pool_geometry *g)
{
    bool pads = false;
    for (int a = 0; a < 3; a++) pads |= g->w.begin[a] + g->w.end[a] > 0;
    for (int a = 3 - p->nd; a < 3; a++) {
        const int i = a - (3 - p->nd);
        const int64_t covered = (g->w.out[a] - 1) * g->w.stride[a] + g->w.kernel[a] - g->w.begin[a];
        g->from[a] = sn_list_at(&p->pad_begin, i, 0) - g->w.begin[a];
        g->until[a] = (pads ? covered : g->w.in[a]) - sn_list_at(&p->pad_end, i, 0);
    }
}

void sn_pool_geometry_of(const sn_pool_params *p, const sn_shape *x, const sn_shape *y,
                         sn_pool_geometry *g)
{
    const sn_extent extent = sn_extent_of(x, p->axis, p->nd);
    const sn_window_params wp = window_params(p);
    int64_t kernel[3] = {1, 1, 1};
    *g = (sn_pool_geometry){.from = {0}};
    for (int i = 0; i < p->nd; i++) kernel[i] = p->kernel.v[i];
    sn_window_of(&wp, &extent, kernel, &g->w);
    for (int a = 0; a < 3; a++) {
        const int i = a - (3 - p->nd);
        g->until[a] = g->w.in[a];
        if (i >= 0) g->w.out[a] = y->d[p->axis + 1 + i];
    }
    if (pool_is_same(p)) count_same(p, g);
}

/* As ncnn does: x is padded first, and the given pads are counted from the edges of that. */
static void border(const sn_eval *e, const sn_pool_params *p, const sn_extent *x, pool_run *r)
{
    r->x = sn_window_border(e->arena, r->x, x->maps * x->channels, r->max ? -FLT_MAX : 0, &r->g.w);
    for (int a = 3 - p->nd; a < 3; a++) {
        const int i = a - (3 - p->nd);
        r->g.from[a] = sn_list_at(&p->pad_begin, i, 0);
        r->g.until[a] = r->g.w.in[a] - sn_list_at(&p->pad_end, i, 0);
    }
}

static sn_status pool_eval(sn_eval *e)
{
    const sn_pool_params *p = e->params;
    SN_TRY(sn_rule_all_f32(e));
    const sn_extent x = sn_extent_of(&e->in_shape[0], p->axis, p->nd);
    pool_run r = {.x = sn_rule_in(e, 0),
                  .y = sn_rule_out(e, 0),
                  .max = p->kind == SN_POOL_MAX,
                  .all = p->count_include_pad};
    sn_pool_geometry_of(p, &e->in_shape[0], &e->out_shape[0], &r.g);
    if (r.g.w.crops) border(e, p, &x, &r);
    sn_parallel_for(e->ctx, x.maps * x.channels, pool_channel, &r);
    return SN_OK;
}

/* ---- pool: facts ----------------------------------------------------------------------------- */

static sn_answer pool_identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    const sn_pool_params *p = node->params;
    for (int i = 0; i < p->nd; i++) {
        if (sn_list_at(&p->kernel, i, 0) != 1)
            return SN_ANSWER_NO("its window has more than one element");
        if (sn_list_at(&p->stride, i, 1) != 1) return SN_ANSWER_NO("its stride is not 1");
        if (sn_list_at(&p->pad_begin, i, 0) != 0 || sn_list_at(&p->pad_end, i, 0) != 0)
            return SN_ANSWER_NO("it pads its input");
    }
    const sn_shape *x = &sn_in(node, 0)->shape;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (!sn_shape_equal(x, &sn_out(node, 0)->shape))
        return SN_ANSWER_NO("it changes the input's rank");
    *slot = 0;
    return SN_ANSWER_YES;
}

static void pool_cost(const sn_infer *in, sn_cost *out)
{
    const sn_pool_params *p = in->params;
    double n = (double)sn_shape_count(&in->out_shape[0]);
    for (int i = 0; i < p->nd; i++) n *= p->kernel.v[i];
    if (n > 0) out->flops = n;
}

static void input_cost(const sn_infer *in, sn_cost *out)
{
    const int64_t n = sn_shape_count(&in->in_shape[0]);
    if (n > 0) out->flops = (double)n;
}

/* ---- global_pool ----------------------------------------------------------------------------- */

static bool global_takes_planes(const void *params_, unsigned slot)
{
    const sn_global_pool_params *p = params_;
    return slot == 0 && p->nd == 2 && p->axis == 0;
}

static sn_status global_infer(sn_infer *in)
{
    const sn_global_pool_params *p = in->params;
    sn_spatial s;
    in->out_type[0] = sn_rule_type(in);
    SN_TRY(sn_spatial_of(in, &in->in_shape[0], p->axis, p->nd, &s));
    for (int i = 0; s.known && i < p->nd; i++)
        SN_TRY(sn_size_check(in, "a size of x", s.shape.d[p->axis + 1 + i]));
    sn_shape *out = &in->out_shape[0];
    out->rank = (int8_t)(p->axis + 1);
    for (int i = 0; i <= p->axis; i++)
        out->d[i] = s.known ? s.shape.d[i] : sn_rule_symbol(in, 0, i);
    return SN_OK;
}

typedef struct global_run {
    const float *x;
    float *y;
    int64_t plane;
    bool max;
} global_run;

static void global_channel(void *user, int64_t c)
{
    const global_run *r = user;
    const float *x = r->x + c * r->plane;
    float max = x[0];
    double sum = 0;
    for (int64_t i = 0; i < r->plane; i++) {
        if (max < x[i]) max = x[i];
        sum += (double)x[i];
    }
    r->y[c] = r->max ? max : (float)(sum / (double)r->plane);
}

static sn_status global_eval(sn_eval *e)
{
    const sn_global_pool_params *p = e->params;
    SN_TRY(sn_rule_all_f32(e));
    const sn_extent x = sn_extent_of(&e->in_shape[0], p->axis, p->nd);
    global_run r = {sn_rule_in(e, 0), sn_rule_out(e, 0), x.d[0] * x.d[1] * x.d[2],
                    p->kind == SN_POOL_MAX};
    sn_parallel_for(e->ctx, x.maps * x.channels, global_channel, &r);
    return SN_OK;
}

/* ---- adaptive_pool --------------------------------------------------------------------------- */

static bool adaptive_takes_planes(const void *params_, unsigned slot)
{
    const sn_adaptive_pool_params *p = params_;
    return slot == 0 && p->nd == 2 && p->axis == 0;
}

/* With 2 or 3 spatial axes ncnn returns x as it is, whatever its rank, when no size changes. */
static sn_status adaptive_infer(sn_infer *in)
{
    const sn_adaptive_pool_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    sn_spatial s;
    in->out_type[0] = sn_rule_type(in);
    SN_TRY(sn_spatial_of(in, x, p->axis, p->nd, &s));
    bool same = s.known, differ = false;
    sn_shape out = sn_shape_unknown();
    out.rank = (int8_t)(p->axis + 1 + p->nd);
    for (int i = 0; i < out.rank; i++) out.d[i] = s.known ? s.shape.d[i] : sn_rule_symbol(in, 0, i);
    for (int i = 0; i < p->nd; i++) {
        sn_dim *d = &out.d[p->axis + 1 + i];
        if (s.known) SN_TRY(sn_size_check(in, "a size of x", *d));
        if (p->out.v[i] == SN_POOL_KEEP) continue;
        if (s.known) {
            same &= sn_dim_equal(*d, p->out.v[i]);
            differ |= sn_dim_differ(in->dims, *d, p->out.v[i]);
        }
        *d = p->out.v[i];
    }
    const bool returns_x = p->nd > 1 && p->axis == 0;
    if (returns_x && same)
        in->out_shape[0] = *x;
    else if (!returns_x || differ || (s.known && x->rank == out.rank))
        in->out_shape[0] = out;
    return SN_OK;
}

typedef struct adaptive_run {
    const float *x;
    float *y;
    int64_t in[3], out[3];
    bool max;
} adaptive_run;

static float adaptive_window(const adaptive_run *r, const float *x, const int64_t *o)
{
    box b;
    int64_t area = 1;
    for (int a = 0; a < 3; a++) {
        b.lo[a] = r->in[a] * o[a] / r->out[a];
        b.hi[a] = (r->in[a] * (o[a] + 1) + r->out[a] - 1) / r->out[a];
        area *= b.hi[a] - b.lo[a];
    }
    if (!r->max) return (float)(box_sum(r->in, x, &b) / (double)area);
    const pool_run as_pool = {.g.w = {.in = {r->in[0], r->in[1], r->in[2]}}};
    return box_max(&as_pool, x, &b, false);
}

static void adaptive_channel(void *user, int64_t c)
{
    const adaptive_run *r = user;
    const float *x = r->x + c * r->in[0] * r->in[1] * r->in[2];
    float *y = r->y + c * r->out[0] * r->out[1] * r->out[2];
    for (int64_t z = 0; z < r->out[0]; z++)
        for (int64_t i = 0; i < r->out[1]; i++)
            for (int64_t j = 0; j < r->out[2]; j++)
                *y++ = adaptive_window(r, x, (int64_t[]){z, i, j});
}

static sn_status adaptive_eval(sn_eval *e)
{
    const sn_adaptive_pool_params *p = e->params;
    SN_TRY(sn_rule_all_f32(e));
    const sn_extent x = sn_extent_of(&e->in_shape[0], p->axis, p->nd);
    adaptive_run r = {.x = sn_rule_in(e, 0), .y = sn_rule_out(e, 0), .max = p->kind == SN_POOL_MAX};
    for (int a = 0; a < 3; a++) {
        const int i = a - (3 - p->nd);
        r.in[a] = x.d[a];
        r.out[a] = i < 0 ? 1 : p->out.v[i] == SN_POOL_KEEP ? x.d[a] : p->out.v[i];
    }
    sn_parallel_for(e->ctx, x.maps * x.channels, adaptive_channel, &r);
    return SN_OK;
}

static sn_answer adaptive_identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    const sn_adaptive_pool_params *p = node->params;
    const sn_shape *x = &sn_in(node, 0)->shape, *y = &sn_out(node, 0)->shape;
    bool keeps = p->nd > 1 && p->axis == 0;
    for (int i = 0; i < p->nd; i++) keeps &= p->out.v[i] == SN_POOL_KEEP;
    if (keeps || sn_shape_equal(x, y)) {
        *slot = 0;
        return SN_ANSWER_YES;
    }
    if (sn_shape_known(x) && sn_shape_known(y)) return SN_ANSWER_NO("it changes the input's shape");
    return SN_ANSWER_UNKNOWN("the input's shape is not known");
}

/* ---- maps ------------------------------------------------------------------------------------ */

/* A window with elements, all of which count: then mean and maximum (no factor negative) are of
 * what the map gives. */
static sn_answer carry_window(const sn_node *node, int nd, int axis, int kind, sn_carry *c)
{
    const sn_affine *m = &c->given[0];
    sn_answer a = kind == SN_POOL_MAX ? sn_map_not_negative(m) : SN_ANSWER_YES;
    if (a.is == SN_YES) a = sn_map_along(m, axis);
    if (a.is != SN_YES) return a;
    const int rank = sn_in(node, 0)->shape.rank;
    if (m->axis != SN_AXIS_NONE && rank != axis + 1 + nd)
        return SN_ANSWER_UNKNOWN("the input is not proved to have a channel axis");
    c->made[0] = *m;
    return a;
}

static sn_answer global_carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    (void)arena;
    const sn_global_pool_params *p = node->params;
    return carry_window(node, p->nd, p->axis, p->kind, c);
}

static sn_answer adaptive_carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    (void)arena;
    const sn_adaptive_pool_params *p = node->params;
    return carry_window(node, p->nd, p->axis, p->kind, c);
}

/* Windows begin at -begin and go on by the stride. The first one holds an element if it is longer
 * than begin. The last one ends at or before size + end, and with full mode less than a stride
 * behind it. Where the window is larger than all that full mode pads it to, the tail is the
 * remainder of a negative number, and there may be a window in it alone. */
sn_answer sn_pool_windows_hold(sn_dims *dims, const sn_pool_params *p, const sn_shape *x)
{
    if (pool_is_same(p)) return SN_ANSWER_YES; /* those pads are smaller than the window */
    for (int i = 0; i < p->nd; i++) {
        int64_t begin = sn_list_at(&p->pad_begin, i, 0), end = sn_list_at(&p->pad_end, i, 0);
        int64_t kernel = p->kernel.v[i], stride = sn_list_at(&p->stride, i, 1);
        if (begin >= kernel || end >= kernel)
            return SN_ANSWER_NO("a window may lie in the padding alone");
        if (p->pad_mode != SN_POOL_PAD_FULL || stride == 1) continue;
        int64_t size = x->rank == p->axis + 1 + p->nd ? x->d[p->axis + 1 + i] : -1;
        if (sn_dim_known(size) && size + begin + end >= kernel) {
            int64_t rest = (size + begin + end - kernel) % stride;
            if (end + (rest ? stride - rest : 0) < kernel) continue;
            return SN_ANSWER_NO("a window may lie in the padding alone");
        }
        if (end + stride - 1 >= kernel)
            return SN_ANSWER_NO("a window may lie in the padding alone");
        if (x->rank != p->axis + 1 + p->nd || sn_dim_lower(dims, size) + begin + end < kernel)
            return SN_ANSWER_UNKNOWN(
                "the input may be smaller than the window, as long as its size is not known");
    }
    return SN_ANSWER_YES;
}

bool sn_pool_no_tail(const sn_pool_params *p, const sn_shape *x)
{
    if (p->pad_mode == SN_POOL_PAD_VALID) return true;
    if (p->pad_mode != SN_POOL_PAD_FULL) return false;
    for (int i = 0; i < p->nd; i++) {
        int64_t stride = sn_list_at(&p->stride, i, 1);
        if (stride == 1) continue;
        int64_t size = x->rank == p->axis + 1 + p->nd ? x->d[p->axis + 1 + i] : -1;
        if (!sn_dim_known(size)) return false;
        int64_t room =
            size + sn_list_at(&p->pad_begin, i, 0) + sn_list_at(&p->pad_end, i, 0) - p->kernel.v[i];
        if (room < 0 || room % stride != 0) return false;
    }
    return true;
}

/* An average that leaves out all padding, or has none: only there does a shift of x shift it. */
static bool averages_elements(const sn_node *node, const sn_pool_params *p)
{
    const sn_shape *x = &sn_in(node, 0)->shape;
    if (pool_is_same(p)) return false;
    if (!p->count_include_pad) return true;
    for (int i = 0; i < p->nd; i++) {
        if (sn_list_at(&p->pad_begin, i, 0) || sn_list_at(&p->pad_end, i, 0)) return false;
    }
    return sn_pool_no_tail(p, x);
}

static sn_answer pool_carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    (void)arena;
    const sn_pool_params *p = node->params;
    const sn_answer hold = sn_pool_windows_hold(node->graph->dims, p, &sn_in(node, 0)->shape);
    if (p->kind == SN_POOL_MAX && hold.is != SN_YES) return hold;
    if (p->kind == SN_POOL_AVG && c->given[0].shift && !averages_elements(node, p))
        return SN_ANSWER_NO("its averages count padding, and a shift does not go through that");
    return carry_window(node, p->nd, p->axis, p->kind, c);
}

const sn_op sn_op_pool = {
    .name = "pool",
    .synopsis = "y = largest or mean element of each window of x",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_pool_params),
    .params = pool_params,
    .validate = pool_validate,
    .infer = pool_infer,
    .takes_planes = pool_takes_planes,
    .eval = pool_eval,
    .identity = pool_identity,
    .carry = pool_carry,
    .cost = pool_cost,
    .brief = sn_brief_window,
};

const sn_op sn_op_global_pool = {
    .name = "global_pool",
    .synopsis = "y[c] = largest or mean element of channel c",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_global_pool_params),
    .params = global_params,
    .validate = global_validate,
    .infer = global_infer,
    .takes_planes = global_takes_planes,
    .eval = global_eval,
    .carry = global_carry,
    .cost = input_cost,
};

const sn_op sn_op_adaptive_pool = {
    .name = "adaptive_pool",
    .synopsis = "y = largest or mean element of each of out equal windows of x",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_adaptive_pool_params),
    .params = adaptive_params,
    .validate = adaptive_validate,
    .infer = adaptive_infer,
    .eval = adaptive_eval,
    .identity = adaptive_identity,
    .carry = adaptive_carry,
    .takes_planes = adaptive_takes_planes,
    .cost = input_cost,
};
