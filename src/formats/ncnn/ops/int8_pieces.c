/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/ncnn/ops/int8_pieces.h"

#include "formats/ncnn/ops/quantize.h"
#include "formats/ncnn/ops/quantized_convolution.h"
#include "formats/ncnn/ops/quantized_inner_product.h"
#include "ops/activation.h"
#include "ops/cast.h"
#include "ops/gemm.h"
#include "ops/matmul.h"
#include "ops/ops.h"
#include "ops/squeeze.h"

/* Products of so many bytes fit into 32 bits. */
enum { MOST_TERMS = (1 << 17) - 1 };

typedef struct int8_layer {
    sn_resolve *r;
    const sn_tensor *weight, *weight_scales, *x_scale,
        *y_scale;            /* y_scale NULL: the result is f32 */
    int64_t group, channels; /* channels: of the result */
    const sn_act *act;
} int8_layer;

static sn_value *constant(const int8_layer *l, const sn_tensor *t)
{
    sn_value *v = sn_value_const(l->r->node->graph, t, NULL);
    sn_tensor_release(t);
    return v;
}

static sn_value *number(const int8_layer *l, double v)
{
    return constant(l, sn_tensor_scalar(l->r->in.ctx, SN_TYPE_f32, v));
}

/* NULL once something could not be made. */
static sn_value *node(const int8_layer *l, const sn_op *op, const void *params, sn_value *a,
                      sn_value *b)
{
    sn_value *in[] = {a, b};
    return a ? sn_resolve_node(l->r, op, params, b ? 2 : 1, in) : NULL;
}

static sn_value *cast(const int8_layer *l, sn_value *x, sn_type to)
{
    sn_cast_params p;
    sn_params_init(sn_op_cast.params, &p);
    p.to = (int32_t)to;
    return node(l, &sn_op_cast, &p, x, NULL);
}

/* ---- to bytes -------------------------------------------------------------------------------- */

/* Within -127..127 there is no overflow: t is cut off, and what is left, at least a half, is 1
 * more.
 */
static sn_value *quantized(const int8_layer *l, sn_value *x, float scale)
{
    const sn_clip_params limits = {.min = -127, .max = 127};
    sn_value *t = node(l, &sn_op_mul, NULL, x, number(l, (double)scale));
    t = node(l, &sn_op_clip, &limits, t, NULL);
    sn_value *whole = node(l, &sn_op_trunc, NULL, t, NULL);
    sn_value *rest = whole ? node(l, &sn_op_sub, NULL, t, whole) : NULL;
    rest = rest ? node(l, &sn_op_add, NULL, rest, rest) : NULL;
    rest = node(l, &sn_op_trunc, NULL, rest, NULL);
    return cast(l, rest ? node(l, &sn_op_add, NULL, whole, rest) : NULL, SN_TYPE_i8);
}

static float scale_at(const int8_layer *l, int64_t channel)
{
    return sn_int8_scale(sn_tensor_f32(l->weight_scales), sn_tensor_count(l->weight_scales),
                         l->group, channel, l->channels);
}

/* [channels][rest] as bytes; turned: [rest][channels]. */
static sn_value *weight_bytes(const int8_layer *l, bool turned)
{
    const sn_tensor *w = l->weight;
    const int64_t n = sn_tensor_count(w), each = n / l->channels;
    const sn_shape flat = SN_SHAPE(each, l->channels);
    sn_tensor *t = NULL;
    void *data = NULL;
    if (l->r->status != SN_OK) return NULL;
    l->r->status =
        sn_tensor_create(l->r->in.ctx, SN_TYPE_i8, turned ? &flat : &w->shape, &t, &data);
    if (l->r->status != SN_OK) return NULL;
    for (int64_t i = 0; i < n; i++) {
        const int64_t channel = i / each, to = turned ? i % each * l->channels + channel : i;
        ((int8_t *)data)[to] = w->type == SN_TYPE_i8
                                   ? ((const int8_t *)sn_tensor_data(w))[i]
                                   : sn_float_to_int8(sn_tensor_f32(w)[i] * scale_at(l, channel));
    }
    return constant(l, t);
}

/* ---- from sums ------------------------------------------------------------------------------- */

/* A vector for the channels, with `behind` axes of 1. */
static sn_value *for_channels(const int8_layer *l, const double *v, int behind)
{
    const int32_t axes[] = {1, 2, 3};
    const sn_unsqueeze_params p = {.axes = sn_ints_of(l->r->in.arena, behind, axes)};
    const sn_tensor *t = NULL;
    if (l->r->status != SN_OK) return NULL;
    l->r->status = sn_tensor_vector(l->r->in.ctx, SN_TYPE_f32, v, l->channels, &t);
    if (l->r->status != SN_OK) return NULL;
    sn_value *value = constant(l, t);
    return behind ? node(l, &sn_op_unsqueeze, &p, value, NULL) : value;
}

/* act(sums / scales + bias), as bytes where there is a scale for them. */
static sn_value *scaled(const int8_layer *l, sn_value *sums, int behind)
{
    const sn_value *bias = sn_in(l->r->node, SN_QCONV_BIAS);
    double *v = SN_NEW_N(l->r->in.arena, double, l->channels);
    sn_act_params act;
    const sn_op *op = sn_act_op(l->act, &act);
    for (int64_t i = 0; i < l->channels; i++) {
        v[i] = (double)sn_int8_factor(sn_tensor_f32(l->x_scale)[0], scale_at(l, i));
    }
    sn_value *factor = for_channels(l, v, behind);
    sn_value *y = cast(l, sums, SN_TYPE_f32);
    y = factor ? node(l, &sn_op_mul, NULL, y, factor) : NULL;
    if (bias && y) {
        for (int64_t i = 0; i < l->channels; i++) v[i] = sn_tensor_at(sn_const_of(bias), i);
        sn_value *b = for_channels(l, v, behind);
        y = b ? node(l, &sn_op_add, NULL, y, b) : NULL;
    }
    if (op) y = node(l, op, &act, y, NULL);
    return l->y_scale && y ? quantized(l, y, sn_tensor_f32(l->y_scale)[0]) : y;
}

/* ---- the layers ------------------------------------------------------------------------------ */

static const sn_tensor *constant_in(const sn_node *n, unsigned slot)
{
    return sn_in(n, slot) ? sn_const_of(sn_in(n, slot)) : NULL;
}

static bool is_f32(const sn_tensor *t) { return t && t->type == SN_TYPE_f32; }

static sn_answer read_layer(int8_layer *l)
{
    const sn_node *n = l->r->node;
    const sn_value *bias = sn_in(n, SN_QCONV_BIAS);
    l->weight = constant_in(n, SN_QCONV_WEIGHT);
    l->weight_scales = constant_in(n, SN_QCONV_WEIGHT_SCALES);
    l->x_scale = constant_in(n, SN_QCONV_X_SCALE);
    if (!l->weight || !is_f32(l->weight_scales) || !is_f32(l->x_scale) ||
        (l->weight->type != SN_TYPE_i8 && l->weight->type != SN_TYPE_f32))
        return SN_ANSWER_NO("weights or scales are not constants of i8 and f32");
    if (bias && !is_f32(sn_const_of(bias))) return SN_ANSWER_NO("the bias is no constant of f32");
    if (n->no_rule || !sn_shape_known(&sn_in(n, 0)->shape))
        return SN_ANSWER_UNKNOWN("sizes are not known");
    l->channels = l->weight->shape.rank > 0 ? l->weight->shape.d[0] : 0;
    if (l->channels < 1 || sn_tensor_count(l->weight) / l->channels > MOST_TERMS)
        return SN_ANSWER_NO("a sum may leave 32 bits");
    const sn_type x = sn_in(n, 0)->type;
    if (x != SN_TYPE_f32 && x != SN_TYPE_i8) return SN_ANSWER_NO("x is neither f32 nor i8");
    return SN_ANSWER_YES;
}

static sn_value *x_bytes(const int8_layer *l)
{
    sn_value *x = sn_in(l->r->node, 0);
    return x->type == SN_TYPE_i8 ? x : quantized(l, x, sn_tensor_f32(l->x_scale)[0]);
}

static sn_answer finish(const int8_layer *l, sn_value *y)
{
    l->r->made[0] = y;
    return y ? SN_ANSWER_YES : SN_ANSWER_NO("it could not be built");
}

sn_answer sn_ncnn_qconv_pieces(sn_resolve *r)
{
    const sn_qconv_params *p = r->node->params;
    int8_layer l = {.r = r, .group = p->group, .act = &p->act};
    const sn_answer answer = read_layer(&l);
    if (answer.is != SN_YES) return answer;
    if (p->pad_mode != SN_PAD_EXPLICIT) return SN_ANSWER_NO("how it is padded depends on sizes");
    if (p->pad_value != 0) return SN_ANSWER_NO("it is padded with something else than 0");
    if (p->scale_term > 100 && !is_f32(l.y_scale = constant_in(r->node, SN_QCONV_Y_SCALE)))
        return SN_ANSWER_NO("the scale of the result is no constant of f32");
    sn_conv_params c = {0};
    sn_params_init(sn_op_conv_integer.params, &c);
    c.nd = p->nd;
    c.group = p->group;
    c.stride = p->stride;
    c.dilation = p->dilation;
    c.pad_mode = p->pad_mode;
    c.pad_begin = p->pad_begin;
    c.pad_end = p->pad_end;
    c.axis = p->axis;
    sn_value *x = x_bytes(&l), *w = x ? weight_bytes(&l, false) : NULL;
    sn_value *sums = w ? node(&l, &sn_op_conv_integer, &c, x, w) : NULL;
    return finish(&l, sums ? scaled(&l, sums, p->nd) : NULL);
}

sn_answer sn_ncnn_qlinear_pieces(sn_resolve *r)
{
    const sn_qlinear_params *p = r->node->params;
    int8_layer l = {.r = r, .group = 1, .act = &p->act};
    const sn_answer answer = read_layer(&l);
    const int32_t first = 0;
    const sn_unsqueeze_params row = {.axes = sn_ints_of(r->in.arena, 1, &first)};
    const sn_squeeze_params no_row = {.axes = sn_ints_of(r->in.arena, 1, &first)};
    if (answer.is != SN_YES) return answer;
    const bool vector = sn_in(r->node, 0)->shape.rank == 1;
    sn_value *x = x_bytes(&l);
    if (vector) x = node(&l, &sn_op_unsqueeze, &row, x, NULL);
    sn_value *w = x ? weight_bytes(&l, true) : NULL;
    sn_value *y = w ? scaled(&l, node(&l, &sn_op_matmul_integer, NULL, x, w), 0) : NULL;
    return finish(&l, vector ? node(&l, &sn_op_squeeze, &no_row, y, NULL) : y);
}
