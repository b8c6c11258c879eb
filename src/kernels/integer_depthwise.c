/* SPDX-License-Identifier: Apache-2.0
 *
 * Convolutions of bytes in which each channel of y is made of one of x. Products of bytes less
 * their zero points have at most 255 * 255, and sums of 258 of them are exact in f32, whose
 * multiply-adds are the fastest there are for one byte at a time. */
#include "base/num.h"
#include "kernels/conv_sizes.h"
#include "kernels/elements.h"
#include "kernels/integer.h"
#include "kernels/tiling.h"
#include "ops/conv.h"
#include "ops/ops.h"

extern const char sn_text_integer_depthwise[];

enum { MOST_TAPS = 258, MOST_UNROLLED = 100, MOST_SUMS = 4 };

typedef struct depthwise_config {
    sn_window w;
    int64_t maps, ic, oc;
    int64_t vectors, rows_at_once; /* of y, in registers */
    int64_t rows, pitch;           /* of the plane of floats; floats from a column to its like */
    const sn_packed *weights, *bias;
} depthwise_config;

static bool configure(const sn_machine *m, const sn_node *node, depthwise_config *c)
{
    if (node->op != &sn_op_conv_integer || !sn_integer_weights_are_fixed(node)) return false;
    for (int i = 0; i < node->n_in; i++) {
        const sn_value *v = sn_in(node, (unsigned)i);
        if (v && !sn_shape_known(&v->shape)) return false;
    }
    if (sn_value_is_const(sn_in(node, SN_CONV_X))) return false;
    const sn_conv_params *p = node->params;
    const sn_shape *w = &sn_in(node, SN_CONV_WEIGHT)->shape;
    const sn_extent extent = sn_extent_of(&sn_in(node, SN_CONV_X)->shape, p->axis, p->nd);
    const sn_window_params window = sn_conv_window(p);
    *c = (depthwise_config){.maps = extent.maps, .ic = extent.channels, .oc = w->d[0]};
    for (int a = 0; a < 3; a++)
        c->w.kernel[a] = c->w.stride[a] = c->w.dilation[a] = c->w.in[a] = c->w.out[a] = 1;
    sn_window_of(&window, &extent, w->d + 2, &c->w);
    const int64_t taps = c->w.kernel[1] * c->w.kernel[2];
    if (w->d[1] != 1 || c->w.in[0] != 1 || c->w.kernel[0] != 1 || c->w.out[0] != 1) return false;
    if (taps > MOST_TAPS || taps > MOST_UNROLLED || c->w.begin[1] < 0 || c->w.begin[2] < 0)
        return false;
    const int64_t vectors = (c->w.out[2] + m->lanes - 1) / m->lanes;
    c->vectors = vectors < MOST_SUMS ? sn_max_int(vectors, 1) : MOST_SUMS;
    c->rows_at_once = MOST_SUMS / c->vectors;
    const int64_t columns = (c->w.out[2] + c->vectors * m->lanes) * c->w.stride[2] +
                            (c->w.kernel[2] - 1) * c->w.dilation[2],
                  last = (c->w.out[1] + c->rows_at_once) * c->w.stride[1] +
                         (c->w.kernel[1] - 1) * c->w.dilation[1];
    c->pitch = sn_max_int(columns, c->w.begin[2] + c->w.in[2]) / c->w.stride[2] + 1;
    c->rows = sn_max_int(last, c->w.begin[1] + c->w.in[1]);
    return c->oc > 0;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    depthwise_config c;
    if (!configure(k->machine, node, &c)) return false;
    const double pixels = (double)(c.maps * c.oc * sn_conv_pixels(c.w.out));
    out->tail = true;
    out->tail_axis = ((const sn_conv_params *)node->params)->axis + 1;
    out->work.vector =
        2.5 * pixels * (double)(c.w.kernel[1] * c.w.kernel[2]) / (double)k->machine->lanes;
    return true;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    depthwise_config *c = SN_NEW(k->arena, depthwise_config);
    (void)configure(k->machine, s->node, c);
    const int64_t taps = c->w.kernel[1] * c->w.kernel[2];
    s->config = c;
    float *to = sn_step_pack(k, s, c->oc * taps, "weights less their zero point [oc][tap]");
    c->weights = s->packed[s->n_packed - 1];
    for (int64_t i = 0; i < c->oc * taps; i++)
        to[i] = (float)sn_integer_weight(s->node, i, i / taps);
    SN_TRY(sn_integer_pack_bias(k, s, c->oc, &c->bias));
    s->n_phases = 1;
    s->units[0] = c->maps * c->oc;
    s->scratch = c->rows * c->w.stride[2] * c->pitch;
    if (s->tail) s->scratch += sn_conv_pixels(c->w.out);
    s->flops = 2.0 * (double)(c->maps * c->oc * sn_conv_pixels(c->w.out)) * (double)taps;
    s->why = sn_arena_printf(k->arena, "channel by channel in f32, %lld rows of %lld vectors",
                             (long long)c->rows_at_once, (long long)c->vectors);
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const depthwise_config *c = s->config;
    const sn_window *w = &c->w;
    const bool is_signed = sn_in(s->node, SN_CONV_X)->type == SN_TYPE_i8;
    const char *text = NULL;
    sn_bind *b = sn_bind_create(e);
    const sn_named_int ints[] = {
        {CT_OC, c->oc},           {CT_IC, c->ic},        {CT_OCG, c->oc / c->ic},
        {CT_IH, w->in[1]},        {CT_IW, w->in[2]},     {CT_OH, w->out[1]},
        {CT_OW, w->out[2]},       {CT_KH, w->kernel[1]}, {CT_KW, w->kernel[2]},
        {CT_SH, w->stride[1]},    {CT_SW, w->stride[2]}, {CT_DH, w->dilation[1]},
        {CT_DW, w->dilation[2]},  {CT_BH, w->begin[1]},  {CT_BW, w->begin[2]},
        {CT_ROWS, c->rows},       {CT_PITCH, c->pitch},  {CT_NV, c->vectors},
        {CT_RB, c->rows_at_once},
    };
    sn_bind_ints(b, ints, sizeof ints / sizeof *ints);
    SN_TRY(sn_emit_integers(e));
    sn_bind_text(b, CT_FLIP, is_signed ? " ^ 128" : "");
    sn_bind_text(b, CT_X, sn_emit_in(e, s->in[SN_CONV_X]));
    if (!s->tail) sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    SN_TRY(sn_bind_tail(e, b, s));
    sn_bind_text(b, CT_WEIGHTS, sn_emit_packed(e, c->weights));
    sn_bind_text(b, CT_BIAS, sn_integer_bias(e, s, c->bias));
    sn_bind_text(b, CT_XZERO, sn_integer_zero(e, s, SN_CONV_X_ZERO, is_signed));
    SN_TRY(sn_template(e, "integer_depthwise.ct", sn_text_integer_depthwise, b, &text));
    sn_emit_function(e, s, 0, text);
    return SN_OK;
}

const sn_kernel sn_kernel_integer_depthwise = {
    .name = "integer_depthwise",
    .keeps = true,
    .synopsis = "convolutions of bytes, one channel for each, in f32 that are exact",
    .ops = SN_OPS(&sn_op_conv_integer),
    .typed = true,
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
