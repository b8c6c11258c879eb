/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of convolutions: by x of a convolution is a transposed one of dy by the same weight,
 * and the other way round. Where it can be, that by x is made of convolutions, which all kernels of
 * these compute. Of a deformable one it is an operator of its own. */
#include "ops/grad/grad.h"

#include "ops/concat.h"
#include "ops/conv.h"
#include "ops/conv_transpose.h"
#include "ops/conv_weight_gradient.h"
#include "ops/deform_conv_gradient.h"
#include "ops/slice.h"
#include "ops/window.h"

/* [oc][ic/group][taps] as [ic][oc/group][taps], for the way back. */
static sn_value *swapped(sn_grad *g, sn_value *w, int64_t group)
{
    if (!w) return NULL;
    const sn_shape s = w->shape;
    sn_shape apart = s, together = s;
    int32_t perm[SN_MAX_RANK] = {1, 0};
    for (int i = 2; i < s.rank; i++) perm[i] = i;
    if (group == 1) return sn_grad_transposed(g, w, perm);
    apart.rank++;
    apart.d[0] = group;
    apart.d[1] = s.d[0] / group;
    for (int i = 1; i < s.rank; i++) apart.d[i + 1] = s.d[i];
    for (int i = 0; i < apart.rank; i++) perm[i] = i;
    perm[1] = 2;
    perm[2] = 1;
    together.d[0] = s.d[1] * group;
    together.d[1] = s.d[0] / group;
    return sn_grad_reshaped(g, sn_grad_transposed(g, sn_grad_reshaped(g, w, &apart), perm),
                            &together);
}

static sn_value *sum_of_channels(sn_grad *g, sn_value *dy, int axis)
{
    return sn_grad_summed(g, dy, ~(1u << axis), false);
}

static sn_ints list(sn_grad *g, int nd, const int64_t *v /* [3] */)
{
    int32_t n[3];
    for (int i = 0; i < nd; i++) n[i] = (int32_t)v[3 - nd + i];
    return sn_ints_of(g->arena, nd, n);
}

/* ---- by x ------------------------------------------------------------------------------------ */

static bool has_strides(const sn_window *w)
{
    return w->stride[0] != 1 || w->stride[1] != 1 || w->stride[2] != 1;
}

/* The taps along an axis of w, the last one first. */
static sn_value *turned_taps(sn_grad *g, sn_value *w, int axis)
{
    if (!w || w->shape.d[axis] == 1) return w;
    const char *start = sn_arena_printf(g->arena, "%lld", (long long)(w->shape.d[axis] - 1)),
               *end = sn_arena_printf(g->arena, "%lld", (long long)(-w->shape.d[axis] - 1));
    const sn_slice_params p = {.starts = sn_names_of(g->arena, 1, &start),
                               .ends = sn_names_of(g->arena, 1, &end),
                               .axes = SN_INTS(g->arena, axis),
                               .steps = SN_INTS(g->arena, -1)};
    return sn_grad_of_one(g, &sn_op_slice, &p, w);
}

/* Without strides element x meets tap k at output x + b - k * dilation, b pads standing in front:
 * that is a convolution of dy by the taps in turned order. weight: [ic][oc/group][taps]. */
static sn_value *as_conv(sn_grad *g, const sn_conv_params *p, const sn_window *w, sn_value *dy,
                         sn_value *weight, const sn_shape *x)
{
    int64_t begin[3] = {0}, end[3] = {0};
    for (int i = 0; i < p->nd && dy; i++) {
        const int a = 3 - p->nd + i, axis = p->axis + 1 + i;
        begin[a] = (w->kernel[a] - 1) * w->dilation[a] - w->begin[a];
        end[a] = x->d[axis] - 1 + w->begin[a] - (w->out[a] - 1);
        const int64_t front = begin[a] < 0 ? -begin[a] : 0, back = end[a] < 0 ? -end[a] : 0;
        if (front + back >= dy->shape.d[axis]) return sn_grad_full(g, dy->type, x, 0);
        dy = sn_grad_part(g, dy, axis, front, dy->shape.d[axis] - front - back);
        weight = turned_taps(g, weight, 2 + i);
        begin[a] += front;
        end[a] += back;
    }
    const sn_conv_params q = {.nd = p->nd,
                              .group = p->group,
                              .dilation = list(g, p->nd, w->dilation),
                              .pad_begin = list(g, p->nd, begin),
                              .pad_end = list(g, p->nd, end),
                              .axis = p->axis};
    return sn_grad_of_two(g, &sn_op_conv, &q, dy, weight);
}

/* ---- gradients ------------------------------------------------------------------------------- */

sn_answer sn_grad_conv(sn_grad *g)
{
    const sn_node *n = g->node;
    const sn_conv_params *p = n->params;
    sn_value *x = sn_in(n, SN_CONV_X), *w = sn_in(n, SN_CONV_WEIGHT), *dy = g->of_out[0];
    if (p->act.kind != SN_ACT_NONE) return SN_ANSWER_NO("an activation is fused into it");
    if (p->pad_value != 0) return SN_ANSWER_NO("it pads with another number than 0");
    if (sn_grad_wants(g, SN_CONV_BIAS))
        g->of_in[SN_CONV_BIAS] =
            sn_grad_reshaped(g, sum_of_channels(g, dy, p->axis), &sn_in(n, SN_CONV_BIAS)->shape);
    const sn_extent extent = sn_extent_of(&x->shape, p->axis, p->nd);
    const sn_window_params params = sn_conv_window(p);
    sn_window window;
    sn_window_of(&params, &extent, &w->shape.d[2], &window);
    if (g->wanted[SN_CONV_WEIGHT]) {
        const sn_conv_weight_gradient_params q = {.nd = p->nd,
                                                  .group = p->group,
                                                  .kernel = list(g, p->nd, window.kernel),
                                                  .stride = list(g, p->nd, window.stride),
                                                  .dilation = list(g, p->nd, window.dilation),
                                                  .pad_begin = list(g, p->nd, window.begin),
                                                  .pad_end = list(g, p->nd, window.end),
                                                  .axis = p->axis};
        g->of_in[SN_CONV_WEIGHT] = sn_grad_of_two(g, &sn_op_conv_weight_gradient, &q, x, dy);
    }
    if (!g->wanted[SN_CONV_X]) return SN_ANSWER_YES;
    if (!has_strides(&window)) {
        g->of_in[SN_CONV_X] = as_conv(g, p, &window, dy, swapped(g, w, p->group), &x->shape);
        return SN_ANSWER_YES;
    }
    int64_t rest[3]; /* elements behind the last window */
    for (int a = 0; a < 3; a++)
        rest[a] = window.in[a] + window.begin[a] + window.end[a] -
                  sn_window_reach(&window, a, window.out[a]);
    const sn_conv_transpose_params q = {.nd = p->nd,
                                        .group = p->group,
                                        .stride = list(g, p->nd, window.stride),
                                        .dilation = list(g, p->nd, window.dilation),
                                        .pad_begin = list(g, p->nd, window.begin),
                                        .pad_end = list(g, p->nd, window.end),
                                        .output_pad = list(g, p->nd, rest),
                                        .axis = p->axis};
    g->of_in[SN_CONV_X] = sn_grad_of_two(g, &sn_op_conv_transpose, &q, dy, swapped(g, w, p->group));
    return SN_ANSWER_YES;
}

sn_answer sn_grad_conv_transpose(sn_grad *g)
{
    const sn_node *n = g->node;
    const sn_conv_transpose_params *p = n->params;
    sn_value *x = sn_in(n, SN_CONV_TRANSPOSE_X), *w = sn_in(n, SN_CONV_TRANSPOSE_WEIGHT),
             *dy = g->of_out[0];
    if (p->act.kind != SN_ACT_NONE) return SN_ANSWER_NO("an activation is fused into it");
    if (sn_grad_wants(g, SN_CONV_TRANSPOSE_BIAS))
        g->of_in[SN_CONV_TRANSPOSE_BIAS] = sn_grad_reshaped(
            g, sum_of_channels(g, dy, p->axis), &sn_in(n, SN_CONV_TRANSPOSE_BIAS)->shape);
    sn_conv_transpose_geometry t;
    sn_conv_transpose_geometry_of(p, &x->shape, &w->shape, &dy->shape, &t);
    int64_t end[3];
    for (int a = 0; a < 3; a++) {
        const int64_t reach = (t.in[a] - 1) * t.stride[a] + (t.kernel[a] - 1) * t.dilation[a] + 1;
        end[a] = reach - t.out[a] - t.begin[a];
        const int i = a - (3 - p->nd);
        /* what no window reaches; that may be all that is not cut off */
        if (t.out[a] + end[a] <= 0) return SN_ANSWER_YES;
        if (end[a] < 0 && i >= 0)
            dy = sn_grad_part(g, dy, p->axis + 1 + i, 0, t.out[a] + end[a]), end[a] = 0;
    }
    const sn_ints stride = list(g, p->nd, t.stride), dilation = list(g, p->nd, t.dilation),
                  begin = list(g, p->nd, t.begin), behind = list(g, p->nd, end);
    if (g->wanted[SN_CONV_TRANSPOSE_X]) {
        const sn_conv_params q = {.nd = p->nd,
                                  .group = p->group,
                                  .stride = stride,
                                  .dilation = dilation,
                                  .pad_begin = begin,
                                  .pad_end = behind,
                                  .axis = p->axis};
        g->of_in[SN_CONV_TRANSPOSE_X] =
            sn_grad_of_two(g, &sn_op_conv, &q, dy, swapped(g, w, p->group));
    }
    if (g->wanted[SN_CONV_TRANSPOSE_WEIGHT]) {
        const sn_conv_weight_gradient_params q = {.nd = p->nd,
                                                  .group = p->group,
                                                  .kernel = list(g, p->nd, t.kernel),
                                                  .stride = stride,
                                                  .dilation = dilation,
                                                  .pad_begin = begin,
                                                  .pad_end = behind,
                                                  .axis = p->axis};
        g->of_in[SN_CONV_TRANSPOSE_WEIGHT] =
            swapped(g, sn_grad_of_two(g, &sn_op_conv_weight_gradient, &q, dy, x), p->group);
    }
    return SN_ANSWER_YES;
}

sn_answer sn_grad_deform_conv(sn_grad *g)
{
    const sn_node *n = g->node;
    const sn_deform_conv_params *p = n->params;
    sn_value *dy = g->of_out[0], *in[SN_DEFORM_GRADIENT_DY + 1] = {NULL};
    if (p->act.kind != SN_ACT_NONE) return SN_ANSWER_NO("an activation is fused into it");
    if (sn_grad_wants(g, SN_DEFORM_CONV_BIAS))
        g->of_in[SN_DEFORM_CONV_BIAS] = sn_grad_reshaped(g, sum_of_channels(g, dy, p->axis),
                                                         &sn_in(n, SN_DEFORM_CONV_BIAS)->shape);
    for (unsigned i = 0; i <= SN_DEFORM_CONV_WEIGHT; i++) in[i] = sn_in(n, i);
    in[SN_DEFORM_GRADIENT_DY] = dy;
    const sn_node *made =
        sn_grad_node_many(g, &sn_op_deform_conv_gradient, p, SN_DEFORM_GRADIENT_DY + 1, in, 4);
    for (uint16_t i = 0; made && i <= SN_DEFORM_CONV_WEIGHT; i++)
        if (g->wanted[i]) g->of_in[i] = sn_out(made, i);
    return SN_ANSWER_YES;
}
