/* SPDX-License-Identifier: Apache-2.0
 *
 * The builder of the networks. */
#include "zoo/build.h"

#include "ops/structure.h"

#include <stdio.h>

static void keep(sn_build *b, sn_status s)
{
    if (b->status == SN_OK) b->status = s;
}

void sn_build_begin(sn_build *b, sn_ctx *ctx, const char *name, uint64_t seed)
{
    *b = (sn_build){.ctx = ctx, .g = sn_graph_create(ctx), .rng = sn_rng_of(seed)};
    b->arena = sn_arena_create(ctx);
    b->g->name = sn_graph_intern(b->g, name);
}

sn_status sn_build_end(sn_build *b, sn_graph **out)
{
    sn_arena_destroy(b->arena);
    if (b->status == SN_OK) keep(b, sn_infer_graph(b->g));
    if (b->status == SN_OK)
        *out = b->g;
    else
        sn_graph_destroy(b->g);
    return b->status;
}

/* ---- names, sizes, weights ------------------------------------------------------------------- */

const char *sn_build_name(sn_build *b, const char *fmt, ...)
{
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    size_t bytes = (size_t)vsnprintf(NULL, 0, fmt, args) + 1;
    char *text = sn_arena_alloc(b->arena, bytes);
    (void)vsnprintf(text, bytes, fmt, again);
    va_end(again);
    va_end(args);
    return text;
}

int64_t sn_build_size(sn_build *b, const sn_value *x, int axis)
{
    const sn_shape *s = &x->shape;
    if (axis < s->rank && sn_dim_known(s->d[axis])) return s->d[axis];
    if (axis < s->rank && x->def && x->def->op == &sn_op_input) {
        return ((const sn_input_params *)x->def->params)->hint.v[axis];
    }
    keep(b, sn_fail(b->ctx, SN_E_INTERNAL, "%s: size %d of '%s' is needed and not known",
                    b->g->name, axis, x->name ? x->name : "?"));
    return 1;
}

sn_draw sn_draw_fan_in(double gain, int64_t fan_in)
{
    return (sn_draw){.normal = true, .b = sqrt(gain / (double)fan_in)};
}

sn_draw sn_draw_near(double middle) { return (sn_draw){.a = middle - 0.1, .b = middle + 0.1}; }

static float draw_one(sn_rng *rng, sn_draw draw)
{
    if (!draw.normal) return (float)sn_rng_uniform(rng, draw.a, draw.b);
    double away = sn_rng_normal(rng) * draw.b; /* its own statement: no fused multiply-add */
    return (float)(draw.a + away);
}

sn_value *sn_build_weight(sn_build *b, const char *layer, const char *role, sn_shape shape,
                          sn_draw draw)
{
    sn_tensor *t = NULL;
    void *data;
    sn_status s = sn_tensor_create(b->ctx, SN_TYPE_f32, &shape, &t, &data);
    if (s != SN_OK) {
        keep(b, s);
        const sn_shape one = SN_SHAPE(1);
        t = sn_tensor_undefined(b->ctx, SN_TYPE_f32, &one);
    } else {
        float *v = data;
        int64_t n = sn_shape_count(&shape);
        for (int64_t i = 0; i < n; i++) v[i] = draw_one(&b->rng, draw);
    }
    sn_value *w = sn_value_const(b->g, t, sn_build_name(b, "%s.%s", layer, role));
    sn_tensor_release(t);
    return w;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void *read_params(sn_build *b, const sn_op *op, const char *layer, const char *text)
{
    if (!op->params_bytes) return NULL;
    void *params = sn_arena_alloc(b->arena, op->params_bytes);
    sn_params_init(op->params, params);
    const char *wrong = text ? sn_params_parse(op->params, params, &text, b->arena) : NULL;
    if (!wrong) wrong = sn_params_check(op->params, params, b->arena);
    if (!wrong && op->validate) wrong = op->validate(params, b->arena);
    if (wrong)
        keep(b,
             sn_fail(b->ctx, SN_E_INTERNAL, "%s: %s '%s': %s", b->g->name, op->name, layer, wrong));
    return params;
}

static sn_node *make(sn_build *b, const sn_op *op, const char *layer, const char *text, int n_in,
                     sn_value *const *in, int n_out)
{
    void *params = read_params(b, op, layer, text);
    sn_node *n = sn_node_create(b->g, NULL, op, params, (uint16_t)n_in, in, (uint16_t)n_out);
    sn_node_set_name(b->g, n, layer);
    if (b->status == SN_OK) keep(b, sn_infer_node(n));
    return n;
}

sn_value *sn_build_node(sn_build *b, const sn_op *op, const char *layer, const char *params,
                        int n_in, sn_value *const *in)
{
    sn_value *v = sn_out(make(b, op, layer, params, n_in, in, 1), 0);
    sn_value_set_name(b->g, v, layer);
    return v;
}

void sn_build_node_many(sn_build *b, const sn_op *op, const char *layer, const char *params,
                        sn_value *x, int n_out, sn_value **out)
{
    sn_node *n = make(b, op, layer, params, 1, &x, n_out);
    for (int i = 0; i < n_out; i++) {
        out[i] = sn_out(n, (unsigned)i);
        sn_value_set_name(b->g, out[i], sn_build_name(b, "%s_%d", layer, i));
    }
}

sn_value *sn_build_apply(sn_build *b, sn_value *x, const sn_op *op, const char *layer,
                         const char *params)
{
    return sn_build_node(b, op, layer, params, 1, &x);
}

sn_value *sn_build_image(sn_build *b, int channels, int size)
{
    const char *params = sn_build_name(b, "{rank=3, hint=[%d,%d,%d]}", channels, size, size);
    sn_value *x = sn_build_node(b, &sn_op_input, "data", params, 0, NULL);
    x->type = SN_TYPE_f32;
    return x;
}

void sn_build_result(sn_build *b, sn_value *x)
{
    sn_graph_add_output(b->g, &sn_op_output, x, NULL);
}

sn_value *sn_build_conv(sn_build *b, sn_value *x, const char *layer, sn_build_window w)
{
    int64_t group = w.group ? w.group : 1, in = sn_build_size(b, x, 0) / group;
    int stride = w.stride ? w.stride : 1, k = w.kernel;
    sn_draw draw = sn_draw_fan_in(w.gain > 0 ? w.gain : 2, in * k * k);
    sn_value *weight = sn_build_weight(b, layer, "weight", SN_SHAPE(w.out, in, k, k), draw);
    sn_value *bias =
        w.bias ? sn_build_weight(b, layer, "bias", SN_SHAPE(w.out), sn_draw_near(0)) : NULL;
    const char *params =
        sn_build_name(b, "{group=%lld, stride=[%d,%d], pad_begin=[%d,%d], pad_end=[%d,%d]}",
                      (long long)group, stride, stride, w.pad, w.pad, w.pad, w.pad);
    return sn_build_node(b, &sn_op_conv, layer, params, bias ? 3 : 2,
                         (sn_value *[]){x, weight, bias});
}

sn_value *sn_build_depthwise(sn_build *b, sn_value *x, const char *layer, int stride)
{
    int64_t n = sn_build_size(b, x, 0);
    return sn_build_conv(
        b, x, layer,
        (sn_build_window){.out = n, .kernel = 3, .stride = stride, .pad = 1, .group = n});
}

sn_value *sn_build_linear(sn_build *b, sn_value *x, const char *layer, double gain, int64_t out)
{
    int64_t in = sn_build_size(b, x, x->shape.rank - 1);
    sn_value *weight =
        sn_build_weight(b, layer, "weight", SN_SHAPE(out, in), sn_draw_fan_in(gain, in));
    sn_value *bias = sn_build_weight(b, layer, "bias", SN_SHAPE(out), sn_draw_near(0));
    return sn_build_node(b, &sn_op_linear, layer, NULL, 3, (sn_value *[]){x, weight, bias});
}

static sn_value *batch_norm(sn_build *b, sn_value *x, const char *base, sn_draw scale,
                            sn_draw shift)
{
    const char *layer = sn_build_name(b, "%s/bn", base);
    const sn_shape n = SN_SHAPE(sn_build_size(b, x, 0));
    const sn_draw around_1 = {.a = 0.5, .b = 1.5};
    sn_value *factor = sn_build_weight(b, layer, "scale", n, scale),
             *mean = sn_build_weight(b, layer, "mean", n, sn_draw_near(0)),
             *var = sn_build_weight(b, layer, "var", n, around_1),
             *bias = sn_build_weight(b, layer, "bias", n, shift);
    sn_value *in[] = {x, factor, bias, mean, var};
    return sn_build_node(b, &sn_op_batch_normalization, layer, "{epsilon=0.00001}", 5, in);
}

sn_value *sn_build_batch_norm(sn_build *b, sn_value *x, const char *base)
{
    return batch_norm(b, x, base, sn_draw_near(1), sn_draw_near(0));
}

sn_value *sn_build_batch_norm_scale(sn_build *b, sn_value *x, const char *base)
{
    const sn_draw one = {.a = 1, .b = 1}, zero = {.a = 0, .b = 0};
    const char *layer = sn_build_name(b, "%s/scale", base);
    const sn_shape n = SN_SHAPE(sn_build_size(b, x, 0));
    sn_value *in[] = {
        batch_norm(b, x, base, one, zero),
        sn_build_weight(b, layer, "scale", n, sn_draw_near(1)),
        sn_build_weight(b, layer, "bias", n, sn_draw_near(0)),
    };
    return sn_build_node(b, &sn_op_batch_normalization, layer, "{epsilon=1}", 3, in);
}

sn_value *sn_build_layer_norm(sn_build *b, sn_value *x, const char *layer)
{
    int64_t n = sn_build_size(b, x, x->shape.rank - 1);
    sn_value *in[] = {
        x,
        sn_build_weight(b, layer, "gamma", SN_SHAPE(n), sn_draw_near(1)),
        sn_build_weight(b, layer, "beta", SN_SHAPE(n), sn_draw_near(0)),
    };
    const char *params = sn_build_name(b, "{axis=%d, epsilon=0.000001}", x->shape.rank - 1);
    return sn_build_node(b, &sn_op_layer_normalization, layer, params, 3, in);
}

sn_value *sn_build_relu(sn_build *b, sn_value *x, const char *layer)
{
    return sn_build_apply(b, x, &sn_op_relu, layer, NULL);
}

sn_value *sn_build_add(sn_build *b, sn_value *x, sn_value *y, const char *layer)
{
    return sn_build_node(b, &sn_op_add, layer, NULL, 2, (sn_value *[]){x, y});
}

sn_value *sn_build_concat(sn_build *b, const char *layer, int axis, int n, sn_value *const *parts)
{
    return sn_build_node(b, &sn_op_concat, layer, sn_build_name(b, "{axis=%d}", axis), n, parts);
}

sn_value *sn_build_mean_pool(sn_build *b, sn_value *x)
{
    return sn_build_apply(b, x, &sn_op_global_average_pool, "pool", "{keepdims=0}");
}

void sn_build_classifier(sn_build *b, sn_value *x)
{
    x = sn_build_linear(b, x, "fc", 1, 1000);
    sn_build_result(b, sn_build_apply(b, x, &sn_op_softmax, "prob", NULL));
}
