/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of what moves elements: they move back; what was copied is summed, and what was left
 * out is 0. */
#include "ops/grad/grad.h"

#include "ops/cast.h"
#include "ops/concat.h"
#include "ops/diag.h"
#include "ops/flip.h"
#include "ops/gather.h"
#include "ops/move.h"
#include "ops/pad.h"
#include "ops/resize.h"
#include "ops/shuffle.h"
#include "ops/slice.h"
#include "ops/slice_scatter.h"
#include "ops/split.h"
#include "ops/tile.h"
#include "ops/transpose.h"
#include "ops/unfold.h"
#include "ops/window.h"

sn_answer sn_grad_view(sn_grad *g)
{
    if (g->wanted[0]) g->of_in[0] = sn_grad_reshaped(g, g->of_out[0], &sn_in(g->node, 0)->shape);
    return SN_ANSWER_YES;
}

/* A single x is every y. */
sn_answer sn_grad_identity(sn_grad *g)
{
    for (uint16_t i = 0; i < g->node->n_out; i++) {
        const uint16_t slot = g->node->n_in == 1 ? 0 : i;
        if (!g->of_out[i] || !g->wanted[slot]) continue;
        sn_value *sum = g->of_in[slot];
        g->of_in[slot] = sum ? sn_grad_add(g, sum, g->of_out[i]) : g->of_out[i];
    }
    return SN_ANSWER_YES;
}

sn_answer sn_grad_transpose(sn_grad *g)
{
    const sn_transpose_params *p = g->node->params;
    int32_t back[SN_MAX_RANK];
    for (int i = 0; i < p->perm.n; i++) back[p->perm.v[i]] = i;
    g->of_in[0] = sn_grad_transposed(g, g->of_out[0], back);
    return SN_ANSWER_YES;
}

sn_answer sn_grad_concat(sn_grad *g)
{
    const int axis = ((const sn_concat_params *)g->node->params)->axis;
    int64_t at = 0;
    for (uint16_t i = 0; i < g->node->n_in; i++) {
        const int64_t n = sn_in(g->node, i)->shape.d[axis];
        if (g->wanted[i]) g->of_in[i] = sn_grad_part(g, g->of_out[0], axis, at, n);
        at += n;
    }
    return SN_ANSWER_YES;
}

sn_answer sn_grad_split(sn_grad *g)
{
    const sn_node *n = g->node;
    const sn_concat_params p = {((const sn_split_params *)n->params)->axis};
    sn_value **parts = SN_NEW_N(g->arena, sn_value *, n->n_out);
    for (uint16_t i = 0; i < n->n_out; i++)
        parts[i] = g->of_out[i] ? g->of_out[i]
                                : sn_grad_full(g, sn_out(n, i)->type, &sn_out(n, i)->shape, 0);
    g->of_in[0] = n->n_out == 1 ? parts[0] : sn_grad_node(g, &sn_op_concat, &p, n->n_out, parts);
    return SN_ANSWER_YES;
}

/* ---- parts ----------------------------------------------------------------------------------- */

static sn_value *turned(sn_grad *g, sn_value *v, int axis)
{
    const sn_flip_params p = {SN_INTS(g->arena, axis)};
    return sn_grad_of_one(g, &sn_op_flip, &p, v);
}

/* Elements along an axis `step` apart, with zeros between them and behind the last. */
static sn_value *spread(sn_grad *g, sn_value *v, int axis, int64_t step)
{
    if (!v || step == 1) return v;
    sn_shape shape = v->shape, wide;
    if (shape.rank == SN_MAX_RANK) return NULL;
    int64_t none[SN_MAX_RANK + 1] = {0}, gap[SN_MAX_RANK + 1] = {0};
    gap[axis + 1] = step - 1;
    wide = shape;
    wide.rank++;
    for (int i = shape.rank; i > axis + 1; i--) wide.d[i] = shape.d[i - 1];
    wide.d[axis + 1] = 1;
    shape.d[axis] *= step;
    return sn_grad_reshaped(g, sn_grad_padded(g, sn_grad_reshaped(g, v, &wide), none, gap), &shape);
}

sn_answer sn_grad_slice(sn_grad *g)
{
    const sn_node *n = g->node;
    const sn_shape *x = &sn_in(n, SN_SLICE_X)->shape;
    sn_slice_span spans[SN_MAX_RANK];
    if (!sn_slice_spans_of(n, g->arena, spans)) return SN_ANSWER_UNKNOWN("a size is not known");
    int64_t begin[SN_MAX_RANK], end[SN_MAX_RANK];
    sn_value *v = g->of_out[0];
    for (int i = 0; i < x->rank; i++) {
        if (!spans[i].known || !sn_dim_known(spans[i].first))
            return SN_ANSWER_UNKNOWN("it is not known where it begins");
        const int64_t step = spans[i].step, size = n->out[0]->shape.d[i];
        if (size == 0) return SN_ANSWER_YES;
        if (step != 1 && step != -1 && x->rank == SN_MAX_RANK)
            return SN_ANSWER_NO("it has steps, and too many axes");
        const int64_t first = step > 0 ? spans[i].first : spans[i].first + (size - 1) * step;
        if (step < 0) v = turned(g, v, i);
        v = spread(g, v, i, step < 0 ? -step : step);
        begin[i] = first;
        end[i] = v ? x->d[i] - first - v->shape.d[i] : 0;
    }
    g->of_in[0] = sn_grad_padded(g, v, begin, end);
    return SN_ANSWER_YES;
}

sn_answer sn_grad_slice_scatter(sn_grad *g)
{
    const sn_node *n = g->node;
    const sn_slice_scatter_params *p = n->params;
    const sn_value *src = sn_in(n, SN_SCATTER_SRC);
    sn_value *dy = g->of_out[0], *part = dy;
    for (int i = 0; i < p->starts.n; i++) {
        const int axis = p->axes.n ? p->axes.v[i] : i;
        const int64_t start = p->starts.v[i];
        part = sn_grad_part(g, part, axis, start < 0 ? start + dy->shape.d[axis] : start,
                            src->shape.d[axis]);
    }
    if (g->wanted[SN_SCATTER_SRC]) g->of_in[SN_SCATTER_SRC] = part;
    if (g->wanted[SN_SCATTER_SELF])
        g->of_in[SN_SCATTER_SELF] = sn_grad_of_two(g, &sn_op_slice_scatter, p, dy,
                                                   sn_grad_full(g, src->type, &src->shape, 0));
    return SN_ANSWER_YES;
}

/* Elements beside x may be copies of some of x. */
static sn_value *border_back(sn_grad *g, sn_value *v, const sn_pad_params *p, int axis, int64_t n)
{
    const int64_t begin = sn_pad_begin(p, axis), end = sn_pad_end(p, axis), m = begin + n + end;
    double *matrix = SN_NEW_N(g->arena, double, m *n);
    for (int64_t i = 0; i < m; i++) {
        const int64_t from = sn_pad_source(p->mode, i, begin, end, n);
        if (from >= 0) matrix[i * n + from] = 1;
    }
    return sn_grad_along(g, v, axis, n, matrix);
}

sn_answer sn_grad_pad(sn_grad *g)
{
    const sn_pad_params *p = g->node->params;
    const sn_shape *x = &sn_in(g->node, SN_PAD_X)->shape;
    sn_value *v = g->of_out[0];
    int64_t begin[SN_MAX_RANK], end[SN_MAX_RANK];
    for (int i = 0; i < x->rank; i++) {
        begin[i] = -(int64_t)sn_pad_begin(p, i), end[i] = -(int64_t)sn_pad_end(p, i);
        if (p->mode != SN_BORDER_CONSTANT && (begin[i] || end[i]))
            v = border_back(g, v, p, i, x->d[i]), begin[i] = end[i] = 0;
    }
    g->of_in[0] = sn_grad_padded(g, v, begin, end);
    return SN_ANSWER_YES;
}

/* ---- copies ---------------------------------------------------------------------------------- */

sn_answer sn_grad_expand(sn_grad *g)
{
    if (g->wanted[0]) g->of_in[0] = sn_grad_sum_to(g, g->of_out[0], &sn_in(g->node, 0)->shape);
    return SN_ANSWER_YES;
}

sn_answer sn_grad_tile(sn_grad *g)
{
    const sn_shape *x = &sn_in(g->node, 0)->shape;
    sn_value *v = g->of_out[0];
    for (int i = 0; i < x->rank && v; i++) {
        const int64_t times = x->d[i] ? v->shape.d[i] / x->d[i] : 1;
        if (times == 1) continue;
        const sn_span s = sn_span_of(&v->shape, i);
        const sn_shape apart = sn_shape_of(4, (sn_dim[]){s.outer, times, x->d[i], s.inner});
        sn_shape shape = v->shape;
        shape.d[i] = x->d[i];
        v = sn_grad_reshaped(g, sn_grad_summed(g, sn_grad_reshaped(g, v, &apart), 2, true), &shape);
    }
    g->of_in[0] = v;
    return SN_ANSWER_YES;
}

sn_answer sn_grad_flip(sn_grad *g)
{
    g->of_in[0] = sn_grad_of_one(g, &sn_op_flip, g->node->params, g->of_out[0]);
    return SN_ANSWER_YES;
}

/* Channels are a matrix of groups, which is transposed. */
sn_answer sn_grad_channel_shuffle(sn_grad *g)
{
    sn_channel_shuffle_params p = *(const sn_channel_shuffle_params *)g->node->params;
    const int64_t channels = sn_in(g->node, 0)->shape.d[p.axis];
    if (channels % p.groups != 0) return SN_ANSWER_NO("its groups are not equal");
    p.groups = (int32_t)(channels / p.groups);
    g->of_in[0] = sn_grad_of_one(g, &sn_op_channel_shuffle, &p, g->of_out[0]);
    return SN_ANSWER_YES;
}

sn_answer sn_grad_depth_to_space(sn_grad *g)
{
    g->of_in[0] = sn_grad_of_one(g, &sn_op_space_to_depth, g->node->params, g->of_out[0]);
    return SN_ANSWER_YES;
}

sn_answer sn_grad_space_to_depth(sn_grad *g)
{
    g->of_in[0] = sn_grad_of_one(g, &sn_op_depth_to_space, g->node->params, g->of_out[0]);
    return SN_ANSWER_YES;
}

sn_answer sn_grad_cast(sn_grad *g)
{
    const sn_cast_params p = {.to = sn_in(g->node, 0)->type, .saturate = 1};
    g->of_in[0] = sn_grad_of_one(g, &sn_op_cast, &p, g->of_out[0]);
    return SN_ANSWER_YES;
}

/* ---- by places ------------------------------------------------------------------------------- */

/* Each axis for itself: elements beside x are no elements of it. */
sn_answer sn_grad_resize(sn_grad *g)
{
    const sn_shape *x = &sn_in(g->node, SN_RESIZE_X)->shape;
    sn_resize_axis axes[SN_MAX_RANK];
    if (!g->wanted[SN_RESIZE_X]) return SN_ANSWER_YES;
    if (!sn_resize_axes_of(g->node, g->arena, axes))
        return SN_ANSWER_UNKNOWN("a size is not known");
    sn_value *v = g->of_out[0];
    for (int a = 0; a < x->rank; a++) {
        if (!sn_resize_touches(g->node->params, a)) continue;
        double *matrix = SN_NEW_N(g->arena, double, axes[a].m *axes[a].n);
        for (int64_t i = 0; i < axes[a].m; i++)
            for (int k = 0; k < axes[a].taps; k++) {
                const int64_t tap = i * axes[a].taps + k, at = axes[a].at[tap];
                if (axes[a].outside && axes[a].outside[i]) continue;
                if (at >= 0 && at < axes[a].n) matrix[i * axes[a].n + at] += axes[a].weight[tap];
            }
        v = sn_grad_along(g, v, a, axes[a].n, matrix);
    }
    g->of_in[0] = v;
    return SN_ANSWER_YES;
}

/* ---- triangles and diagonals ----------------------------------------------------------------- */

sn_answer sn_grad_trilu(sn_grad *g)
{
    if (g->wanted[0])
        g->of_in[0] =
            sn_grad_of_two(g, &sn_op_trilu, g->node->params, g->of_out[0], sn_in(g->node, 1));
    return SN_ANSWER_YES;
}

/* A matrix may reach beyond the square that its diagonal spans, or end within it. */
sn_answer sn_grad_diag(sn_grad *g)
{
    const sn_shape *x = &sn_in(g->node, 0)->shape;
    sn_value *v = sn_grad_of_one(g, &sn_op_diag, g->node->params, g->of_out[0]);
    if (v && x->rank == 2) {
        const int64_t none[] = {0, 0}, end[] = {x->d[0] - v->shape.d[0], x->d[1] - v->shape.d[1]};
        v = sn_grad_padded(g, v, none, end);
    }
    g->of_in[0] = v;
    return SN_ANSWER_YES;
}

/* What is turned round twice is as it was. */
sn_answer sn_grad_reverse_sequence(sn_grad *g)
{
    g->of_in[0] = sn_grad_of_two(g, &sn_op_reverse_sequence, g->node->params, g->of_out[0],
                                 sn_in(g->node, 1));
    return SN_ANSWER_YES;
}

/* ---- windows as columns ---------------------------------------------------------------------- */

sn_answer sn_grad_unfold(sn_grad *g)
{
    const sn_unfold_params *p = g->node->params;
    const sn_shape *x = &sn_in(g->node, 0)->shape;
    const sn_window_params wp = sn_unfold_window(p);
    const sn_extent extent = sn_extent_of(x, p->axis, 2);
    sn_window w;
    sn_window_of(&wp, &extent, (int64_t[]){p->kernel.v[0], p->kernel.v[1]}, &w);
    sn_arena *a = g->arena;
    const sn_fold_params q = {.kernel = p->kernel,
                              .dilation = p->dilation,
                              .stride = p->stride,
                              .pad_begin = SN_INTS(a, (int32_t)w.begin[1], (int32_t)w.begin[2]),
                              .pad_end = SN_INTS(a, (int32_t)w.end[1], (int32_t)w.end[2]),
                              .output_size = SN_INTS(a, (int32_t)w.in[1], (int32_t)w.in[2]),
                              .axis = p->axis};
    g->of_in[0] = sn_grad_of_one(g, &sn_op_fold, &q, g->of_out[0]);
    return SN_ANSWER_YES;
}

/* Each tap of a window is read where it was added; those in the pads read a 0 behind the image. */
sn_answer sn_grad_fold(sn_grad *g)
{
    const sn_fold_params *p = g->node->params;
    sn_value *x = sn_in(g->node, 0), *dy = g->of_out[0];
    sn_window w;
    if (!sn_fold_window(p, &w)) return SN_ANSWER_NO("a window does not fit its image");
    const int64_t taps = w.kernel[0] * w.kernel[1] * w.kernel[2], windows = x->shape.d[p->axis + 1],
                  plane = w.in[0] * w.in[1] * w.in[2],
                  channels = sn_span_count(&dy->shape, 0, p->axis + 1);
    const sn_shape planes = sn_shape_of(2, (sn_dim[]){channels, plane}),
                   places = sn_shape_of(2, (sn_dim[]){taps, windows});
    double *place = SN_NEW_N(g->arena, double, taps *windows);
    for (int64_t i = 0; i < taps * windows; i++) {
        const int64_t at = sn_fold_place(&w, i / windows, i % windows);
        place[i] = (double)(at < 0 ? plane : at);
    }
    const sn_gather_params q = {.axis = 1};
    sn_value *padded =
        sn_grad_padded(g, sn_grad_reshaped(g, dy, &planes), (int64_t[]){0, 0}, (int64_t[]){0, 1});
    sn_value *taken = sn_grad_of_two(g, &sn_op_gather, &q, padded,
                                     sn_grad_constant(g, SN_TYPE_i64, &places, place));
    g->of_in[0] = sn_grad_reshaped(g, taken, &x->shape);
    return SN_ANSWER_YES;
}
