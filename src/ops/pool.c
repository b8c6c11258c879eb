/* SPDX-License-Identifier: Apache-2.0
 *
 * max_pool, average_pool: ONNX MaxPool-22 and AveragePool-22. global_max_pool, global_average_pool:
 * ONNX GlobalMaxPool-22 and GlobalAveragePool-22. adaptive_max_pool, adaptive_average_pool:
 * PyTorch's. All work on the last nd axes; what is in front of these is mapped over.
 *
 * - With ceil_mode the last window may reach beyond the pads, unless it begins there: elements
 *   there count nowhere.
 * - A window in pads alone gives the smallest number, or the mean of nothing, which is NaN.
 * - A maximum of what holds NaN is NaN.
 * - The second output of max_pool says where in the whole of x each largest element stands: the
 *   first of equal ones, the last NaN, -1 for a window in pads alone. */
#include "ops/pool.h"

#include "base/num.h"
#include "base/parallel.h"
#include "ops/conv.h"
#include "ops/param_summary.h"
#include "ops/affine_maps.h"
#include "ops/elems.h"
#include "ops/grad/grad.h"
#include "ops/rule.h"
#include "ops/window.h"

#include <float.h>
#include <math.h>
#include <string.h>

const sn_slot sn_pool_slots[] = {{"x", 0}, {NULL, 0}};

/* clang-format off */
#define WINDOW_PARAMS                                                                              \
    SN_P_INT(sn_pool_params, nd, 2, 1, 3, "spatial axes: the last ones of x"),                     \
    SN_P_INTS(sn_pool_params, kernel, "size of the window along each spatial axis"),               \
    SN_P_INTS_OF(sn_pool_params, stride, 1,                                                        \
                 "step of the window along each spatial axis; empty: 1"),                          \
    SN_P_INTS_OF(sn_pool_params, dilation, 1, "step between the elements of a window; empty: 1"),  \
    SN_P_INTS_OF(sn_pool_params, pad_begin, 0, "elements put before x; empty: 0"),                 \
    SN_P_INTS_OF(sn_pool_params, pad_end, 0, "elements put after x; empty: 0"),                    \
    SN_P_ENUM(sn_pool_params, pad_mode, SN_PAD_EXPLICIT, sn_conv_pad_names,                        \
              "explicit: pad_begin, pad_end; same_*: by the input's size"),                        \
    SN_P_BOOL(sn_pool_params, ceil_mode, 0, "the last window may reach beyond the pads")
/* clang-format on */

static const char *const order_names[] = {"row_major", "column_major", NULL};

const sn_param sn_max_pool_params[] = {
    WINDOW_PARAMS,
    SN_P_ENUM(sn_pool_params, storage_order, SN_POOL_ROW_MAJOR, order_names,
              "spatial axis that indices count fastest along: row_major: the last; column_major: "
              "the first"),
    SN_P_END};

const sn_param sn_average_pool_params[] = {
    WINDOW_PARAMS,
    SN_P_BOOL(sn_pool_params, count_include_pad, 0, "pads count as elements, which are 0"),
    SN_P_END};

static const sn_param global_params[] = {
    SN_P_INT(sn_global_pool_params, nd, 2, 1, SN_MAX_RANK - 1, "spatial axes: the last ones of x"),
    SN_P_BOOL(sn_global_pool_params, keepdims, 1, "the spatial axes stay, with size 1"), SN_P_END};

static const sn_param adaptive_params[] = {
    SN_P_INT(sn_adaptive_pool_params, nd, 2, 1, 3, "spatial axes: the last ones of x"),
    SN_P_INTS(sn_adaptive_pool_params, out, "output sizes; 0: the input's size"), SN_P_END};

bool sn_is_window_pool(const sn_op *op)
{
    return op == &sn_op_max_pool || op == &sn_op_average_pool;
}

bool sn_is_adaptive_pool(const sn_op *op)
{
    return op == &sn_op_adaptive_max_pool || op == &sn_op_adaptive_average_pool;
}

bool sn_is_global_pool(const sn_op *op)
{
    return op == &sn_op_global_max_pool || op == &sn_op_global_average_pool;
}

bool sn_is_max_pool(const sn_op *op)
{
    return op == &sn_op_max_pool || op == &sn_op_global_max_pool || op == &sn_op_adaptive_max_pool;
}

bool sn_pool_indices_read(const sn_node *node)
{
    return sn_is_window_pool(node->op) && node->n_out > SN_POOL_INDICES &&
           sn_out(node, SN_POOL_INDICES)->n_uses > 0;
}

const char *sn_pool_check(const sn_pool_params *p, sn_arena *arena)
{
    const char *wrong = sn_window_check(arena, p->nd, 0, &p->stride, &p->dilation);
    if (wrong) return wrong;
    if (p->kernel.n != p->nd)
        return sn_arena_printf(arena, "kernel has %d entries, %d expected", p->kernel.n, p->nd);
    wrong = sn_list_check(arena, "kernel", &p->kernel, p->nd, 1, SN_WINDOW_MAX);
    if (!wrong) wrong = sn_list_check(arena, "pad_begin", &p->pad_begin, p->nd, 0, SN_WINDOW_MAX);
    if (!wrong) wrong = sn_list_check(arena, "pad_end", &p->pad_end, p->nd, 0, SN_WINDOW_MAX);
    if (!wrong && p->pad_mode != SN_PAD_EXPLICIT && p->ceil_mode)
        wrong = "ceil_mode has no meaning where pads go by the input's size";
    return wrong;
}

static const char *pool_validate(const void *params, sn_arena *arena)
{
    return sn_pool_check(params, arena);
}

static const char *adaptive_validate(const void *params, sn_arena *arena)
{
    const sn_adaptive_pool_params *p = params;
    if (p->out.n != p->nd)
        return sn_arena_printf(arena, "out has %d entries, %d expected", p->out.n, p->nd);
    for (int i = 0; i < p->nd; i++)
        if (p->out.v[i] != SN_POOL_KEEP && (p->out.v[i] < 1 || p->out.v[i] > SN_WINDOW_MAX))
            return sn_arena_printf(arena, "out is %d, at least 0 expected", p->out.v[i]);
    return NULL;
}

/* ---- windows --------------------------------------------------------------------------------- */

typedef struct along {
    int64_t extent, stride, begin, end; /* pads as given */
} along;

static along along_of(const sn_pool_params *p, int i)
{
    return (along){(int64_t)(p->kernel.v[i] - 1) * sn_list_at(&p->dilation, i, 1) + 1,
                   sn_list_at(&p->stride, i, 1), sn_list_at(&p->pad_begin, i, 0),
                   sn_list_at(&p->pad_end, i, 0)};
}

static bool is_same(const sn_pool_params *p) { return p->pad_mode != SN_PAD_EXPLICIT; }

bool sn_pool_keeps_windows(const sn_pool_params *p)
{
    for (int i = 0; i < p->nd; i++) {
        const along a = along_of(p, i);
        if (a.extent < a.stride + a.end) return false;
    }
    return true;
}

bool sn_pool_counts_pads(const sn_pool_params *p)
{
    bool pads = is_same(p);
    for (int i = 0; i < p->nd; i++) pads = pads || along_of(p, i).begin || along_of(p, i).end;
    return pads && p->count_include_pad;
}

bool sn_pool_no_tail(const sn_pool_params *p, const sn_shape *x)
{
    for (int i = 0; i < p->nd && p->ceil_mode; i++) {
        const along a = along_of(p, i);
        const int64_t size = x->rank > p->nd ? x->d[x->rank - p->nd + i] : -1;
        if (a.end >= a.extent) return false; /* a window may begin in these pads */
        if (a.stride == 1) continue;
        if (!sn_dim_known(size) || (size + a.begin + a.end - a.extent) % a.stride != 0)
            return false;
    }
    return true;
}

sn_answer sn_pool_windows_hold(const sn_pool_params *p)
{
    for (int i = 0; i < p->nd; i++) {
        const along a = along_of(p, i);
        const bool pads = is_same(p) || a.begin || a.end || (p->ceil_mode && a.stride > 1);
        if (pads && sn_list_at(&p->dilation, i, 1) > 1)
            return SN_ANSWER_NO("a window may have its elements beside x");
        if (!is_same(p) && (a.begin >= a.extent || (a.end >= a.extent && !p->ceil_mode)))
            return SN_ANSWER_NO("a window may lie in the padding alone");
    }
    return SN_ANSWER_YES;
}

/* Of an axis of that size: elements put before and after x, and how many windows there are. */
static void place(const sn_pool_params *p, int i, int64_t size, int64_t *begin, int64_t *end,
                  int64_t *n)
{
    const along a = along_of(p, i);
    if (is_same(p)) {
        *n = sn_ceil_div(size, a.stride);
        int64_t pad = (*n - 1) * a.stride + a.extent - size;
        if (pad < 0) pad = 0;
        *begin = p->pad_mode == SN_PAD_SAME_LOWER ? pad - pad / 2 : pad / 2;
        *end = pad - *begin;
        return;
    }
    const int64_t room = size + a.begin + a.end - a.extent;
    *begin = a.begin, *end = a.end;
    *n = (p->ceil_mode ? sn_ceil_div(room, a.stride) : room / a.stride) + 1;
    if (p->ceil_mode && (*n - 1) * a.stride >= size + a.begin) --*n;
}

void sn_pool_window_of(const sn_pool_params *p, const sn_shape *x, sn_window *out)
{
    *out = (sn_window){0};
    for (int a = 0; a < 3; a++) {
        const int i = a - (3 - p->nd);
        out->kernel[a] = out->stride[a] = out->dilation[a] = out->in[a] = out->out[a] = 1;
        if (i < 0) continue;
        out->kernel[a] = p->kernel.v[i];
        out->stride[a] = sn_list_at(&p->stride, i, 1);
        out->dilation[a] = sn_list_at(&p->dilation, i, 1);
        out->in[a] = x->d[x->rank - p->nd + i];
        place(p, i, out->in[a], &out->begin[a], &out->end[a], &out->out[a]);
    }
}

/* How many taps, from `at` on, lie in front of `until`. */
static int64_t taps_until(const sn_window *w, int axis, int64_t at, int64_t until)
{
    const int64_t n = at < until ? sn_ceil_div(until - at, w->dilation[axis]) : 0;
    return n < w->kernel[axis] ? n : w->kernel[axis];
}

sn_pool_span sn_pool_span_at(const sn_window *w, int axis, int64_t o)
{
    const int64_t at = o * w->stride[axis] - w->begin[axis], size = w->in[axis];
    const int64_t before = taps_until(w, axis, at, 0);
    sn_pool_span s = {.counted = taps_until(w, axis, at, size + w->end[axis])};
    s.n = taps_until(w, axis, at, size) - before;
    s.lo = s.n ? at + before * w->dilation[axis] : 0;
    return s;
}

/* ---- windows: shape -------------------------------------------------------------------------- */

static sn_status size_of(const sn_infer *in, const sn_pool_params *p, int i, sn_dim size,
                         sn_dim *out)
{
    sn_dims *dims = in->dims;
    const along a = along_of(p, i);
    SN_TRY(sn_size_check(in, "a size of x", size));
    if (sn_dim_known(size)) {
        int64_t begin, end;
        place(p, i, size, &begin, &end, out);
        /* with ceil_mode the only window may reach beyond the pads, too */
        if (size + begin + end < a.extent && (!p->ceil_mode || *out < 1))
            return sn_node_fail(
                in->ctx, in->node, SN_E_SHAPE,
                "the window spans %lld on axis %s, where x has %lld and pads %lld and %lld",
                (long long)a.extent, sn_spatial_name(i, p->nd), (long long)size, (long long)begin,
                (long long)end);
        return sn_size_check(in, "an output size", *out);
    }
    if (is_same(p)) {
        *out = sn_dim_add(dims, sn_dim_floordiv(dims, sn_dim_sub(dims, size, 1), a.stride), 1);
        return SN_OK;
    }
    const int64_t over = a.extent - a.begin - a.end; /* numbers are not negative */
    const sn_dim room = over > 0 ? sn_dim_sub(dims, size, over) : sn_dim_add(dims, size, -over);
    const sn_dim steps =
        p->ceil_mode ? sn_dim_ceildiv(dims, room, a.stride) : sn_dim_floordiv(dims, room, a.stride);
    *out = sn_dim_add(dims, steps, 1);
    if (p->ceil_mode && a.extent < a.stride + a.end) /* one that begins in the pads is left out */
        *out = a.stride == 1
                   ? steps
                   : sn_dim_min(dims, *out,
                                sn_dim_max(dims, steps,
                                           sn_dim_ceildiv(dims, sn_dim_add(dims, size, a.begin),
                                                          a.stride)));
    return SN_OK;
}

sn_status sn_pool_shape(const sn_infer *in, unsigned slot, sn_shape *y)
{
    const sn_pool_params *p = in->params;
    *y = in->in_shape[slot];
    SN_TRY(sn_shape_rule_rank(in, slot, p->nd + 1, SN_MAX_RANK));
    for (int i = 0; i < p->nd && y->rank >= 0; i++) {
        sn_dim *d = &y->d[y->rank - p->nd + i];
        SN_TRY(size_of(in, p, i, *d, d));
    }
    return SN_OK;
}

static sn_status pool_infer(sn_infer *in)
{
    sn_shape y;
    SN_TRY(sn_shape_rule_outputs(in, 1, in->node->op == &sn_op_max_pool ? 2 : 1));
    SN_TRY(sn_pool_shape(in, 0, &y));
    sn_shape_rule_give(in, 0, y);
    if (in->n_out > SN_POOL_INDICES) in->out_shape[SN_POOL_INDICES] = y;
    return SN_OK;
}

/* ---- windows: evaluation --------------------------------------------------------------------- */

typedef struct pool_run {
    sn_elems x, y;
    sn_window w;
    bool max, counts_pads;
    int64_t *indices; /* NULL: they are not asked for */
    sn_pool_order order;
} pool_run;

/* Elements from lo to hi, `step` apart, on each axis. */
typedef struct box {
    int64_t lo[3], hi[3], step[3];
} box;

bool sn_pool_is_larger(sn_elems x, int64_t at, int64_t best)
{
    if (!sn_type_is_float(x.type))
        return sn_word_less(x.type, sn_elems_word(x, best), sn_elems_word(x, at));
    const double v = sn_elems_at(x, at);
    return isnan(v) || sn_elems_at(x, best) < v;
}

/* The smallest number of the type, where a window has no elements. */
static void put_lowest(sn_elems y, int64_t at, sn_type type)
{
    if (sn_type_is_float(type))
        sn_elems_put(y, at, type == SN_TYPE_f32 ? -(double)FLT_MAX : -DBL_MAX);
    else
        sn_elems_put_word(y, at, sn_word_least(type));
}

/* Gives where the largest element stands, -1 where there is none. */
static int64_t put_max(const int64_t *in, sn_elems x, const box *b, sn_elems y, int64_t to)
{
    int64_t best = -1;
    for (int64_t z = b->lo[0]; z < b->hi[0]; z += b->step[0])
        for (int64_t r = b->lo[1]; r < b->hi[1]; r += b->step[1])
            for (int64_t i = b->lo[2]; i < b->hi[2]; i += b->step[2]) {
                const int64_t at = (z * in[1] + r) * in[2] + i;
                if (best < 0 || sn_pool_is_larger(x, at, best)) best = at;
            }
    if (best < 0)
        put_lowest(y, to, x.type);
    else if (sn_type_is_float(x.type))
        sn_elems_put(y, to, sn_elems_at(x, best));
    else
        sn_elems_put_word(y, to, sn_elems_word(x, best));
    return best;
}

static double box_sum(const int64_t *in, sn_elems x, const box *b)
{
    double sum = 0;
    for (int64_t z = b->lo[0]; z < b->hi[0]; z += b->step[0])
        for (int64_t y = b->lo[1]; y < b->hi[1]; y += b->step[1]) {
            const sn_elems row = sn_elems_from(x, (z * in[1] + y) * in[2]);
            for (int64_t i = b->lo[2]; i < b->hi[2]; i += b->step[2]) sum += sn_elems_at(row, i);
        }
    return sum;
}

/* Place `at` of channel c, counted through all of x. */
static int64_t index_of(const pool_run *r, int64_t c, int64_t at)
{
    const int64_t *in = r->w.in, plane = in[0] * in[1] * in[2];
    if (at < 0) return -1;
    if (r->order == SN_POOL_COLUMN_MAJOR) {
        const int64_t z = at / (in[1] * in[2]), y = at / in[2] % in[1], x = at % in[2];
        at = z + in[0] * (y + in[1] * x);
    }
    return c * plane + at;
}

static void pool_window(const pool_run *r, int64_t c, sn_elems x, const int64_t *o, int64_t to)
{
    box b;
    int64_t count = 1;
    for (int a = 0; a < 3; a++) {
        const sn_pool_span s = sn_pool_span_at(&r->w, a, o[a]);
        b.step[a] = r->w.dilation[a];
        b.lo[a] = s.lo;
        b.hi[a] = s.lo + s.n * b.step[a];
        count *= r->counts_pads ? s.counted : s.n;
    }
    if (!r->max) {
        const double sum = count > 0 ? box_sum(r->w.in, x, &b) : 0;
        sn_elems_put(r->y, to, count > 0 ? sum / (double)count : (double)NAN);
        return;
    }
    const int64_t best = put_max(r->w.in, x, &b, r->y, to);
    if (r->indices) r->indices[to] = index_of(r, c, best);
}

static void pool_channel(void *user, int64_t c)
{
    const pool_run *r = user;
    const sn_elems x = sn_elems_from(r->x, c * r->w.in[0] * r->w.in[1] * r->w.in[2]);
    int64_t to = c * r->w.out[0] * r->w.out[1] * r->w.out[2];
    for (int64_t z = 0; z < r->w.out[0]; z++)
        for (int64_t i = 0; i < r->w.out[1]; i++)
            for (int64_t j = 0; j < r->w.out[2]; j++)
                pool_window(r, c, x, (int64_t[]){z, i, j}, to++);
}

static sn_status pool_eval(sn_eval *e)
{
    const sn_pool_params *p = e->params;
    const sn_shape *x = &e->in_shape[0];
    SN_TRY(sn_eval_ready(e));
    pool_run r = {.x = sn_eval_elems(e, 0),
                  .y = sn_eval_out_elems(e, 0),
                  .max = sn_is_max_pool(e->node->op),
                  .counts_pads = p->count_include_pad,
                  .order = (sn_pool_order)p->storage_order};
    if (e->n_out > SN_POOL_INDICES) r.indices = e->out_data[SN_POOL_INDICES];
    sn_pool_window_of(p, x, &r.w);
    sn_parallel_for(e->ctx, sn_span_count(x, 0, x->rank - p->nd), pool_channel, &r);
    return SN_OK;
}

/* ---- windows: facts -------------------------------------------------------------------------- */

static int64_t count_at(const sn_window *w, int axis, int64_t o, bool with_pads)
{
    const sn_pool_span s = sn_pool_span_at(w, axis, o);
    return with_pads ? s.counted : s.n;
}

/* Of one x: whether windows lie at the same places, however their pads are said. */
static bool pool_same(const sn_node *a, const sn_node *b)
{
    const sn_pool_params *p = a->params, *q = b->params;
    const sn_shape *x = &sn_in(a, 0)->shape, *y = &sn_in(b, 0)->shape;
    if (sn_params_equal(a->op->params, p, q)) return true;
    if (p->nd != q->nd || !sn_shape_known(x) || !sn_shape_equal(x, y)) return false;
    if (p->storage_order != q->storage_order && sn_pool_indices_read(a)) return false;
    sn_window v, w;
    sn_pool_window_of(p, x, &v);
    sn_pool_window_of(q, x, &w);
    for (int i = 0; i < 3; i++) {
        if (v.kernel[i] != w.kernel[i] || v.stride[i] != w.stride[i] ||
            v.dilation[i] != w.dilation[i] || v.begin[i] != w.begin[i] || v.out[i] != w.out[i])
            return false;
        for (int64_t o = 0; o < v.out[i]; o++)
            if (count_at(&v, i, o, p->count_include_pad) !=
                count_at(&w, i, o, q->count_include_pad))
                return false;
    }
    return true;
}

static sn_answer pool_identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    const sn_pool_params *p = node->params;
    if (sn_pool_indices_read(node)) return SN_ANSWER_NO("its indices are read");
    for (int i = 0; i < p->nd; i++) {
        const along a = along_of(p, i);
        if (a.extent != 1) return SN_ANSWER_NO("its window has more than one element");
        if (a.stride != 1) return SN_ANSWER_NO("its stride is not 1");
        if (a.begin != 0 || a.end != 0) return SN_ANSWER_NO("it pads its input");
    }
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

/* Whether the input has elements along its last nd axes, which are all that a window may have. */
static bool has_elements(const sn_node *node, int nd)
{
    const sn_shape *x = &sn_in(node, 0)->shape;
    for (int i = 1; i <= nd; i++) {
        if (x->rank < i || sn_dim_lower(node->graph->dims, x->d[x->rank - i]) < 1) return false;
    }
    return true;
}

/* Mean and maximum (no factor negative) are of what the map gives, unless its factors go along one
 * of the last nd axes. The maximum over no elements is the lowest number that there is, which a
 * factor of 0 does not leave as it is. */
static sn_answer propagate_windows(const sn_node *node, int nd, sn_propagate *c)
{
    const sn_affine *m = &c->given[0];
    const int rank = sn_in(node, 0)->shape.rank;
    c->made[0] = *m;
    if (m->axis > 0 && rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (m->axis > 0 && m->axis >= rank - nd)
        return SN_ANSWER_NO("it reduces the axis of the factors");
    if (!sn_is_max_pool(node->op)) return SN_ANSWER_YES;
    const bool some = has_elements(node, nd);
    for (int64_t i = 0; i < m->n && !some; i++) {
        if (sn_affine_map_scale(m, i) == 0)
            return SN_ANSWER_UNKNOWN("whether its windows have elements is not known");
    }
    return sn_affine_map_not_negative(m);
}

static sn_answer pool_propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)arena;
    const sn_pool_params *p = node->params;
    const sn_answer hold = sn_pool_windows_hold(p);
    if (sn_pool_indices_read(node))
        return SN_ANSWER_NO("its indices are read, and rounding may make another element largest");
    if (node->op == &sn_op_max_pool && hold.is != SN_YES) return hold;
    if (node->op == &sn_op_average_pool && c->given[0].shift && sn_pool_counts_pads(p))
        return SN_ANSWER_NO("its averages count padding, and a shift does not go through that");
    return propagate_windows(node, p->nd, c);
}

/* ---- global_max_pool, global_average_pool ---------------------------------------------------- */

static sn_status global_infer(sn_infer *in)
{
    const sn_global_pool_params *p = in->params;
    sn_shape y = in->in_shape[0];
    SN_TRY(sn_shape_rule_rank(in, 0, p->nd + 1, SN_MAX_RANK));
    for (int i = y.rank - p->nd; y.rank >= 0 && i < y.rank; i++) y.d[i] = p->keepdims ? 1 : 0;
    if (y.rank >= 0 && !p->keepdims) y.rank = (int8_t)(y.rank - p->nd);
    sn_shape_rule_give(in, 0, y);
    return SN_OK;
}

typedef struct global_run {
    sn_elems x, y;
    int64_t plane;
    bool max;
} global_run;

static void global_channel(void *user, int64_t c)
{
    const global_run *r = user;
    const sn_elems x = sn_elems_from(r->x, c * r->plane);
    double max = -INFINITY, sum = 0;
    for (int64_t i = 0; i < r->plane; i++) {
        const double v = sn_elems_at(x, i);
        if (max < v || isnan(v)) max = v;
        sum += v;
    }
    sn_elems_put(r->y, c, r->max ? max : sum / (double)r->plane);
}

static sn_status global_eval(sn_eval *e)
{
    const sn_global_pool_params *p = e->params;
    const sn_shape *x = &e->in_shape[0];
    SN_TRY(sn_eval_ready(e));
    global_run r = {sn_eval_elems(e, 0), sn_eval_out_elems(e, 0),
                    sn_span_count(x, x->rank - p->nd, x->rank),
                    e->node->op == &sn_op_global_max_pool};
    sn_parallel_for(e->ctx, sn_span_count(x, 0, x->rank - p->nd), global_channel, &r);
    return SN_OK;
}

/* ---- adaptive_pool --------------------------------------------------------------------------- */

static sn_status adaptive_infer(sn_infer *in)
{
    const sn_adaptive_pool_params *p = in->params;
    sn_shape y = in->in_shape[0];
    SN_TRY(sn_shape_rule_rank(in, 0, p->nd + 1, SN_MAX_RANK));
    for (int i = 0; i < p->nd && y.rank >= 0; i++) {
        sn_dim *d = &y.d[y.rank - p->nd + i];
        SN_TRY(sn_size_check(in, "a size of x", *d));
        if (p->out.v[i] != SN_POOL_KEEP) *d = p->out.v[i];
    }
    sn_shape_rule_give(in, 0, y);
    return SN_OK;
}

typedef struct adaptive_run {
    sn_elems x, y;
    int64_t in[3], out[3];
    bool max;
} adaptive_run;

static void adaptive_window(const adaptive_run *r, sn_elems x, const int64_t *o, sn_elems y,
                            int64_t to)
{
    box b = {.step = {1, 1, 1}};
    int64_t area = 1;
    for (int a = 0; a < 3; a++) {
        b.lo[a] = r->in[a] * o[a] / r->out[a];
        b.hi[a] = (r->in[a] * (o[a] + 1) + r->out[a] - 1) / r->out[a];
        area *= b.hi[a] - b.lo[a];
    }
    if (r->max)
        put_max(r->in, x, &b, y, to);
    else
        sn_elems_put(y, to, box_sum(r->in, x, &b) / (double)area);
}

static void adaptive_channel(void *user, int64_t c)
{
    const adaptive_run *r = user;
    const sn_elems x = sn_elems_from(r->x, c * r->in[0] * r->in[1] * r->in[2]);
    int64_t to = c * r->out[0] * r->out[1] * r->out[2];
    for (int64_t z = 0; z < r->out[0]; z++)
        for (int64_t i = 0; i < r->out[1]; i++)
            for (int64_t j = 0; j < r->out[2]; j++)
                adaptive_window(r, x, (int64_t[]){z, i, j}, r->y, to++);
}

static sn_status adaptive_eval(sn_eval *e)
{
    const sn_adaptive_pool_params *p = e->params;
    const sn_shape *x = &e->in_shape[0], *y = &e->out_shape[0];
    SN_TRY(sn_eval_ready(e));
    adaptive_run r = {
        .x = sn_eval_elems(e, 0), .y = sn_eval_out_elems(e, 0), .max = sn_is_max_pool(e->node->op)};
    for (int a = 0; a < 3; a++) {
        const int i = a - (3 - p->nd);
        r.in[a] = i < 0 ? 1 : x->d[x->rank - p->nd + i];
        r.out[a] = i < 0 ? 1 : y->d[y->rank - p->nd + i];
    }
    sn_parallel_for(e->ctx, sn_span_count(x, 0, x->rank - p->nd), adaptive_channel, &r);
    return SN_OK;
}

static sn_answer adaptive_identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    const sn_adaptive_pool_params *p = node->params;
    const sn_shape *x = &sn_in(node, 0)->shape, *y = &sn_out(node, 0)->shape;
    bool keeps = true;
    for (int i = 0; i < p->nd; i++) keeps &= p->out.v[i] == SN_POOL_KEEP;
    if (keeps || sn_shape_equal(x, y)) {
        *slot = 0;
        return SN_ANSWER_YES;
    }
    if (sn_shape_known(x) && sn_shape_known(y)) return SN_ANSWER_NO("it changes the input's shape");
    return SN_ANSWER_UNKNOWN("the input's shape is not known");
}

static sn_answer global_propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)arena;
    return propagate_windows(node, ((const sn_global_pool_params *)node->params)->nd, c);
}

static sn_answer adaptive_propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)arena;
    return propagate_windows(node, ((const sn_adaptive_pool_params *)node->params)->nd, c);
}

/* ---- operators ------------------------------------------------------------------------------- */

/* Where the largest elements stand, nobody computes along with others. */
static sn_fusion_kind max_kind(const sn_node *node)
{
    return node->n_out > SN_POOL_INDICES ? SN_FUSE_OPAQUE : SN_FUSE_OUT;
}

static const char *const max_out_names[] = {"y", "indices"};

/* clang-format off */
#define POOL(which, what, ...)                                                                     \
    const sn_op sn_op_##which##_pool = {                                                           \
        .name = #which "_pool", .synopsis = "y = " what " of each window of x",                    \
        .slots = sn_pool_slots, .wide = true, .kind = SN_FUSE_OUT,                                 \
        .params_bytes = sizeof(sn_pool_params), .params = sn_##which##_pool_params,                \
        .validate = pool_validate, .same = pool_same, .infer = pool_infer, .eval = pool_eval,      \
        .grad = sn_grad_window_pool,                                                               \
        .identity = pool_identity, .propagate = pool_propagate, .cost = pool_cost,                 \
        .param_summary = sn_param_summary_window, __VA_ARGS__}
#define GLOBAL(which, what)                                                                        \
    const sn_op sn_op_global_##which##_pool = {                                                    \
        .name = "global_" #which "_pool", .synopsis = "y[c] = " what " of channel c",              \
        .slots = sn_pool_slots, .types = "float->float", .wide = true,                             \
        .n_out = 1, .kind = SN_FUSE_OUT,                                                           \
        .params_bytes = sizeof(sn_global_pool_params), .params = global_params,                    \
        .infer = global_infer, .eval = global_eval, .propagate = global_propagate,                 \
        .grad = sn_grad_global_pool,                                                               \
        .cost = input_cost}
#define ADAPTIVE(which, what)                                                                      \
    const sn_op sn_op_adaptive_##which##_pool = {                                                  \
        .name = "adaptive_" #which "_pool",                                                        \
        .synopsis = "y = " what " of each of out equal windows of x",                              \
        .slots = sn_pool_slots, .types = "float->float", .wide = true,                             \
        .n_out = 1, .kind = SN_FUSE_OUT,                                                           \
        .params_bytes = sizeof(sn_adaptive_pool_params), .params = adaptive_params,                \
        .validate = adaptive_validate, .infer = adaptive_infer, .eval = adaptive_eval,             \
        .identity = adaptive_identity, .propagate = adaptive_propagate,                            \
        .grad = sn_grad_adaptive_pool, .cost = input_cost}
/* clang-format on */

POOL(max, "largest element", .types = "num->num,i64", .n_out = SN_VARIADIC_OUT,
     .out_names = max_out_names, .kind_of = max_kind, .selects_places = true);
POOL(average, "mean", .types = "float->float", .n_out = 1);
GLOBAL(max, "largest element");
GLOBAL(average, "mean");
ADAPTIVE(max, "largest element");
ADAPTIVE(average, "mean");
