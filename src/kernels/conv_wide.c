/* SPDX-License-Identifier: Apache-2.0
 *
 * conv_wide: convolutions of doubles as plain loops, summed in double. */
#include "kernels/tiling.h"
#include "kernels/typed.h"
#include "ops/activation.h"
#include "ops/conv.h"
#include "ops/ops.h"

extern const char sn_text_conv_wide[];

typedef struct conv_wide {
    sn_window w;
    int64_t maps, oc, ic, group;
    const sn_packed *constant[SN_CONV_BIAS + 1]; /* by slot */
} conv_wide;

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    double products = 1;
    (void)k;
    if (node->op != &sn_op_conv || !sn_shape_known(&sn_out(node, 0)->shape)) return false;
    for (int i = 0; i < node->n_in; i++) {
        const sn_value *v = sn_in(node, (unsigned)i);
        if (v && (v->type != SN_TYPE_f64 || !sn_shape_known(&v->shape))) return false;
    }
    const sn_shape *w = &sn_in(node, SN_CONV_WEIGHT)->shape;
    for (int i = 1; i < w->rank; i++) products *= (double)w->d[i];
    out->does_bias_and_act = true;
    out->work.scalar = 6 * products * (double)sn_shape_count(&sn_out(node, 0)->shape);
    return true;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_node *node = s->node;
    const sn_conv_params *p = node->params;
    const sn_shape *w = &sn_in(node, SN_CONV_WEIGHT)->shape;
    const sn_extent extent = sn_extent_of(&sn_in(node, SN_CONV_X)->shape, p->axis, p->nd);
    const sn_window_params window = sn_conv_window(p);
    conv_wide *c = SN_NEW(k->arena, conv_wide);
    s->config = c;
    for (int a = 0; a < 3; a++)
        c->w.kernel[a] = c->w.stride[a] = c->w.dilation[a] = c->w.in[a] = c->w.out[a] = 1;
    sn_window_of(&window, &extent, w->d + 2, &c->w);
    c->maps = extent.maps;
    c->ic = extent.channels;
    c->oc = w->d[0];
    c->group = p->group;
    for (int i = 0; i < node->n_in; i++) {
        if (s->in[i] || !sn_in(node, (unsigned)i)) continue;
        SN_TRY(sn_step_pack_value(k, s, sn_in(node, (unsigned)i), "an operand of a convolution"));
        c->constant[i] = s->packed[s->n_packed - 1];
    }
    s->n_phases = 1;
    s->units[0] = c->maps * c->oc * c->w.out[0] * c->w.out[1];
    s->flops = 2 * (double)(s->units[0] * c->w.out[2] * (c->ic / c->group)) *
               (double)(c->w.kernel[0] * c->w.kernel[1] * c->w.kernel[2]);
    for (int i = 0; i < s->n_in; i++)
        if (s->in[i]) s->bytes += (double)sn_place_bytes(s->in[i]);
    s->bytes += (double)sn_place_bytes(s->out[0]);
    s->why = "plain loops over doubles";
    return SN_OK;
}

static void bind_sizes(sn_bind *b, const conv_wide *c)
{
    sn_bind_window(b, &c->w);
    sn_bind_int(b, CT_OC, c->oc);
    sn_bind_int(b, CT_IC, c->ic);
    sn_bind_int(b, CT_OCG, c->oc / c->group);
    sn_bind_int(b, CT_ICG, c->ic / c->group);
}

static const char *operand(sn_emit *e, const sn_step *s, unsigned slot)
{
    const conv_wide *c = s->config;
    if (slot < (unsigned)s->n_in && s->in[slot]) return sn_emit_in(e, s->in[slot]);
    return c->constant[slot] ? sn_emit_packed_as(e, c->constant[slot], SN_TYPE_f64) : "";
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const sn_conv_params *p = s->node->params;
    const sn_expr *act = sn_act_formula(sn_emit_ctx(e), sn_emit_arena(e), &p->act);
    const char *body = NULL;
    sn_bind *b = sn_bind_create(e);
    sn_str before;
    sn_str_init(&before, sn_emit_arena(e));
    bind_sizes(b, s->config);
    sn_bind_text(b, CT_X, operand(e, s, SN_CONV_X));
    sn_bind_text(b, CT_W, operand(e, s, SN_CONV_WEIGHT));
    sn_bind_text(b, CT_B, operand(e, s, SN_CONV_BIAS));
    sn_bind_int(b, CT_HAS_BIAS, sn_in(s->node, SN_CONV_BIAS) != NULL);
    sn_bind_text(b, CT_START, sn_in(s->node, SN_CONV_BIAS) ? "bias[oc]" : "0");
    sn_bind_text(b, CT_PAD, sn_arena_printf(sn_emit_arena(e), "%a", (double)p->pad_value));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    sn_bind_text(b, CT_RESULT,
                 sn_emit_typed_expr(e, act, (const char *const[]){"sum"}, SN_IN_DOUBLE,
                                    SN_TYPE_UNKNOWN, "            ", &before));
    if (before.n) before.s[--before.n] = 0; /* the line's end is the template's */
    sn_bind_text(b, CT_BEFORE_RESULT, before.s);
    SN_TRY(sn_template(e, "conv_wide.ct", sn_text_conv_wide, b, &body));
    sn_emit_function(e, s, 0, body);
    return SN_OK;
}

const sn_kernel sn_kernel_conv_wide = {
    .name = "conv_wide",
    .synopsis = "convolutions of doubles",
    .ops = SN_OPS(&sn_op_conv),
    .typed = true,
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
