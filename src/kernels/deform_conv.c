/* SPDX-License-Identifier: Apache-2.0
 *
 * deform_conv: of a vector of pixels what the taps see is put side by side, then multiplied by the weights. */
#include "kernels/loops.h"
#include "ops/deform_conv.h"
#include "ops/ops.h"
#include "ops/window.h"

extern const char sn_text_deform_conv[];

static int64_t pixels(const sn_node *node)
{
    const sn_shape *y = &sn_out(node, 0)->shape;
    return y->d[1] * y->d[2];
}

static sn_window window_of(const sn_node *node)
{
    const sn_deform_conv_params *p = node->params;
    const sn_shape *w = &sn_in(node, SN_DEFORM_CONV_WEIGHT)->shape;
    const sn_extent x = sn_extent_of(&sn_in(node, SN_DEFORM_CONV_X)->shape, 0, 2);
    const sn_window_params window = {2, &p->stride, &p->dilation, &p->pad_begin, &p->pad_end, p->pad_mode, true};
    sn_window out;
    sn_window_of(&window, &x, w->d + 2, &out);
    return out;
}

static sn_status prepare(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_shape *w = &sn_in(s->node, SN_DEFORM_CONV_WEIGHT)->shape, *x = &sn_in(s->node, SN_DEFORM_CONV_X)->shape;
    const int64_t lanes = k->machine->lanes, taps = w->d[2] * w->d[3];
    s->units[0] = (pixels(s->node) + lanes - 1) / lanes;
    s->scratch = x->d[0] * taps * lanes;
    s->flops = 2.0 * (double)(w->d[0] * w->d[1] * taps) * (double)pixels(s->node);
    s->why = "taps of a vector of pixels side by side";
    return SN_OK;
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    (void)e;
    const sn_window w = window_of(s->node);
    sn_bind_int(b, "begin_0", w.begin[1]);
    sn_bind_int(b, "begin_1", w.begin[2]);
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_op_deform_conv,
     .name = "deform_conv",
     .body = sn_text_deform_conv,
     .units = pixels,
     .prepare = prepare,
     .bind = bind,
     .complete = true,
     .cost = 100},
};

SN_LOOPS_KERNEL(deform_conv, "deformable convolution, a vector of pixels at a time")
