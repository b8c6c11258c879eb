/* SPDX-License-Identifier: Apache-2.0
 *
 * Forms of the pass legalize that move elements:
 *
 *   gather(x, constants)    -->  slices of x, of runs of indices, and their concat
 *   expand(x)               -->  tile(reshape(x))
 *   prelu(x), slopes along  -->  transpose(prelu(transpose(x)))       slopes along the first
 *     another axis
 *   resize(x), linear       -->  slice(resize(pad(x)))                from corner to corner
 *
 * Sizes are known where they decide. */
#include <inttypes.h>
#include <math.h>

#include "ops/concat.h"
#include "ops/expand.h"
#include "ops/gather.h"
#include "ops/ops.h"
#include "ops/pad.h"
#include "ops/prelu.h"
#include "ops/resize.h"
#include "ops/tile.h"
#include "ops/transpose.h"
#include "passes/legal.h"
#include "passes/views.h"

/* ---- gather ---------------------------------------------------------------------------------- */

enum { MOST_PARTS = 16, MOST_VIEWS = 4 };

/* What v is a view of, where the target has no such view; v. */
static sn_value *below_views(const sn_pass_run *run, sn_value *v)
{
    for (int i = 0; i < MOST_VIEWS; i++) {
        if (!v->def || !sn_is_view(v->def) || !sn_shape_known(&sn_in(v->def, 0)->shape)) break;
        if (!sn_legal_lacks(run, v->def)) break;
        v = sn_in(v->def, 0);
    }
    return v;
}

static int64_t product(const sn_shape *s, int from, int to)
{
    int64_t n = 1;
    for (int i = from; i < to; i++) n *= s->d[i];
    return n;
}

/* x, or what it is a view of, with the axis that is picked from at *axis. */
static sn_value *picked_from(sn_pass_run *run, sn_node *n, int *axis)
{
    sn_value *x = sn_in(n, SN_GATHER_X), *v = below_views(run, x);
    const int64_t outer = product(&x->shape, 0, *axis), size = x->shape.d[*axis],
                  inner = product(&x->shape, *axis + 1, x->shape.rank);
    if (v == x) return x;
    for (int i = 0; i < v->shape.rank; i++) {
        if (v->shape.d[i] != size || product(&v->shape, 0, i) != outer) continue;
        *axis = i;
        return v;
    }
    const sn_shape s = SN_SHAPE(outer, size, inner);
    *axis = 1;
    return sn_view_inferred(run, n, v, &s);
}

void sn_legal_match_views(sn_rewrite *rw, const sn_node *n)
{
    sn_node *views[MOST_VIEWS];
    int count = 0;
    for (sn_value *v = sn_in(n, SN_GATHER_X); count < MOST_VIEWS && v->def && sn_is_view(v->def);
         v = sn_in(v->def, 0))
        views[count++] = v->def;
    while (count) rw->matched[rw->n_matched++] = views[--count];
}

/* Runs of indices that follow each other are slices. */
static sn_value *parts(sn_pass_run *run, sn_node *n, sn_value *x, int axis, const sn_tensor *at)
{
    sn_value *part[MOST_PARTS];
    uint16_t n_parts = 0;
    const int64_t count = sn_tensor_count(at), size = x->shape.d[axis];
    for (int64_t i = 0, end; i < count; i = end) {
        int64_t from = sn_index_at(at, i);
        from += from < 0 ? size : 0;
        if (n_parts == MOST_PARTS || from < 0 || from >= size) return NULL;
        for (end = i + 1; end < count; end++) {
            int64_t next = sn_index_at(at, end);
            next += next < 0 ? size : 0;
            if (next != from + end - i || next >= size) break;
        }
        part[n_parts] = sn_legal_box(run, n, x, axis, from, from + end - i);
        if (!part[n_parts++]) return NULL;
    }
    if (n_parts < 2) return n_parts ? part[0] : NULL;
    const sn_concat_params p = {.axis = axis};
    sn_node *m = sn_rewrite_node(run, n, &sn_op_concat, &p, n_parts, part, 1);
    return m ? m->out[0] : NULL;
}

bool sn_legal_gather(sn_pass_run *run, sn_node *n, sn_value **now)
{
    int axis = ((const sn_gather_params *)n->params)->axis;
    const sn_tensor *at = sn_const_of(sn_in(n, SN_GATHER_INDICES));
    if (!at || !sn_shape_known(&sn_in(n, SN_GATHER_X)->shape) || !sn_shape_known(&n->out[0]->shape))
        return false;
    sn_value *x = picked_from(run, n, &axis);
    sn_value *v = x ? parts(run, n, x, axis, at) : NULL;
    now[0] = sn_view_inferred(run, n, v, &n->out[0]->shape);
    return now[0] && now[0]->def && now[0]->def->id >= run->mark;
}

/* ---- expand ---------------------------------------------------------------------------------- */

bool sn_legal_expand(sn_pass_run *run, sn_node *n, sn_value **now)
{
    sn_value *x = sn_in(n, SN_EXPAND_X);
    const sn_shape *y = &n->out[0]->shape;
    sn_shape aligned = *y;
    int32_t repeats[SN_MAX_RANK];
    bool copies = false;
    if (x->shape.rank < 0 || y->rank < 1) return false;
    for (int i = 0; i < y->rank; i++) {
        const int from = i - (y->rank - x->shape.rank);
        aligned.d[i] = from < 0 || y->d[i] == 1 ? 1 : x->shape.d[from];
        repeats[i] = 1;
        if (sn_dim_equal(aligned.d[i], y->d[i])) continue;
        if (aligned.d[i] != 1 || !sn_dim_known(y->d[i])) return false;
        if (y->d[i] < 1 || y->d[i] > INT32_MAX) return false;
        repeats[i] = (int32_t)y->d[i];
        copies = true;
    }
    now[0] = x;
    if (!sn_shape_equal(&x->shape, &aligned)) { /* which holds x to as many elements */
        sn_node *v = sn_view_create(run, n, x, &aligned, false, true);
        const bool fits = v && sn_rewrite_infers(v);
        now[0] = fits ? v->out[0] : NULL;
    }
    if (!copies) return now[0] && now[0] != x;
    const sn_tile_params p = {.repeats = sn_ints_of(run->g->arena, y->rank, repeats)};
    sn_node *m = now[0] ? sn_rewrite_node(run, n, &sn_op_tile, &p, 1, &now[0], 1) : NULL;
    now[0] = m && !sn_legal_lacks(run, m) ? m->out[0] : NULL;
    return now[0] != NULL;
}

/* ---- prelu ----------------------------------------------------------------------------------- */

/* The axis of x that slopes run along, which are 1 along all others; -1: there is none. */
static int axis_of_slopes(const sn_shape *x, const sn_shape *slope)
{
    int axis = -1;
    for (int i = 0; i < slope->rank; i++) {
        if (slope->d[i] == 1) continue;
        if (axis >= 0) return -1;
        axis = i + x->rank - slope->rank;
    }
    return axis;
}

static sn_value *transposed(sn_pass_run *run, sn_node *n, sn_value *x, const int32_t *perm)
{
    const sn_transpose_params p = {.perm = sn_ints_of(run->g->arena, x->shape.rank, perm)};
    sn_node *m = sn_rewrite_node(run, n, &sn_op_transpose, &p, 1, &x, 1);
    return m && !sn_legal_lacks(run, m) ? m->out[0] : NULL;
}

bool sn_legal_prelu(sn_pass_run *run, sn_node *n, sn_value **now)
{
    sn_value *x = sn_in(n, SN_PRELU_X);
    const sn_tensor *slope = sn_const_of(sn_in(n, SN_PRELU_SLOPE));
    int32_t there[SN_MAX_RANK], back[SN_MAX_RANK];
    if (!slope || x->shape.rank < 2 || slope->shape.rank > x->shape.rank) return false;
    const int axis = axis_of_slopes(&x->shape, &slope->shape), rank = x->shape.rank;
    sn_shape first = {.rank = (int8_t)rank};
    if (axis < 0) return false;
    for (int i = 0; i < rank; i++) {
        first.d[i] = i ? 1 : sn_tensor_count(slope);
        there[i] = i == 0 ? axis : i <= axis ? i - 1 : i;
        back[there[i]] = i;
    }
    const sn_tensor *turned = sn_tensor_reshaped(run->env->ctx, slope, &first);
    sn_value *in[] = {axis ? transposed(run, n, x, there) : x,
                      sn_value_const(run->g, turned, sn_in(n, SN_PRELU_SLOPE)->name)};
    sn_tensor_release(turned);
    sn_node *m = in[0] ? sn_rewrite_node(run, n, n->op, n->params, 2, in, 1) : NULL;
    if (!m || sn_legal_lacks(run, m)) return false;
    now[0] = axis ? transposed(run, n, m->out[0], back) : m->out[0];
    return now[0] != NULL;
}

/* ---- resize ---------------------------------------------------------------------------------- */

/* Whether element i is the pixel at i * n / m, or a mean of the two around that place; behind the
 * last pixel, it. Places that f32 rounds are others by another formula. */
static bool is_asymmetric(const sn_resize_axis *a)
{
    const double noise = 1e-6, exact = 1e-9, last = (double)(a->n - 1);
    for (int64_t i = 0; i < a->m; i++) {
        double wanted = (double)(i * a->n) / (double)a->m, sum = 0, at = 0;
        if (wanted > last) wanted = last;
        if (a->outside && a->outside[i]) return false;
        for (int k = 0; k < a->taps; k++) {
            const double w = a->weight[i * a->taps + k], p = (double)a->at[i * a->taps + k];
            sum += w;
            at += w * p;
            if (w < -noise || (w > noise && fabs(p - wanted) >= 1)) return false;
        }
        if (!(fabs(sum - 1) < noise && fabs(at - wanted) < exact)) return false;
    }
    return true;
}

static bool keeps_pixels(sn_pass_run *run, const sn_resize_axis *a)
{
    const sn_resize_axis same = sn_resize_same_axis(run->arena, a->n, 1);
    return sn_resize_axis_same(a, &same, 0);
}

/* The last pixel once more makes n + 1 of n, and from corner to corner their places are i * n / m,
 * too; what the last of them becomes is cut off. */
bool sn_legal_corners(sn_pass_run *run, sn_node *n, sn_value **now)
{
    const sn_resize_params *p = n->params;
    const sn_shape *x = &sn_in(n, SN_RESIZE_X)->shape, *y = &n->out[0]->shape;
    const int rank = x->rank;
    sn_resize_axis axes[SN_MAX_RANK];
    int32_t pads[2 * SN_MAX_RANK] = {0}, resized[SN_MAX_RANK];
    const char *sizes[SN_MAX_RANK];
    int n_resized = 0;
    if (p->mode != SN_RESIZE_LINEAR || !sn_resize_axes_of(n, run->arena, axes)) return false;
    for (int i = 0; i < rank; i++) {
        const bool keeps = keeps_pixels(run, &axes[i]);
        if (!keeps && (i < rank - 2 || !is_asymmetric(&axes[i]))) return false;
        if (i < rank - 2) continue;
        pads[rank + i] = !keeps;
        resized[n_resized] = i;
        sizes[n_resized++] = sn_arena_printf(run->g->arena, "%" PRId64, y->d[i] + !keeps);
    }
    sn_pad_params edge;
    sn_params_init(sn_op_pad.params, &edge);
    edge.pads = sn_ints_of(run->g->arena, 2 * rank, pads);
    edge.mode = SN_BORDER_EDGE;
    sn_resize_params q;
    sn_params_init(sn_op_resize.params, &q);
    q.mode = SN_RESIZE_LINEAR;
    q.coordinate_transformation_mode = SN_RESIZE_ALIGN_CORNERS;
    q.axes = sn_ints_of(run->g->arena, n_resized, resized);
    q.sizes = sn_names_of(run->g->arena, n_resized, sizes);
    sn_value *v = sn_in(n, SN_RESIZE_X);
    sn_node *m = sn_rewrite_node(run, n, &sn_op_pad, &edge, 1, &v, 1);
    if (!m || sn_legal_lacks(run, m)) return false;
    m = sn_rewrite_node(run, n, &sn_op_resize, &q, 1, m->out, 1);
    if (!m || sn_legal_lacks(run, m)) return false;
    now[0] = m->out[0];
    for (int i = rank < 2 ? 0 : rank - 2; i < rank && now[0]; i++)
        now[0] = sn_legal_box(run, n, now[0], i, 0, y->d[i]);
    return now[0] != NULL;
}
