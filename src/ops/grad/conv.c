/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of convolutions: by x of a convolution is a transposed one of dy by the same weight,
 * and the other way round. */
#include "ops/grad/grad.h"

#include "ops/conv.h"
#include "ops/conv_transpose.h"
#include "ops/conv_weight_gradient.h"
#include "ops/window.h"

/* [oc][ic/group][taps] as [ic][oc/group][taps], for the way back. */
static sn_value *swapped(sn_grad *g, sn_value *w, int64_t group)
{
    if (!w) return NULL;
    const sn_shape s = w->shape;
    sn_shape apart = s, together = s;
    int32_t perm[SN_MAX_RANK];
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

sn_answer sn_grad_conv(sn_grad *g)
{
    const sn_node *n = g->node;
    const sn_conv_params *p = n->params;
    sn_value *x = sn_in(n, SN_CONV_X), *w = sn_in(n, SN_CONV_WEIGHT), *dy = g->of_out[0];
    if (p->act.kind != SN_ACT_NONE) return SN_ANSWER_NO("an activation is fused into it");
    if (p->pad_value != 0) return SN_ANSWER_NO("it pads with another number than 0");
    if (n->n_in > SN_CONV_BIAS && g->wanted[SN_CONV_BIAS])
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
    if (n->n_in > SN_CONV_TRANSPOSE_BIAS && g->wanted[SN_CONV_TRANSPOSE_BIAS])
        g->of_in[SN_CONV_TRANSPOSE_BIAS] = sn_grad_reshaped(
            g, sum_of_channels(g, dy, p->axis), &sn_in(n, SN_CONV_TRANSPOSE_BIAS)->shape);
    sn_conv_transpose_geometry t;
    sn_conv_transpose_geometry_of(p, &x->shape, &w->shape, &dy->shape, &t);
    int64_t end[3];
    for (int a = 0; a < 3; a++) {
        const int64_t reach = (t.in[a] - 1) * t.stride[a] + (t.kernel[a] - 1) * t.dilation[a] + 1;
        end[a] = reach - t.out[a] - t.begin[a];
        const int i = a - (3 - p->nd);
        /* what no window reaches */
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
