/* SPDX-License-Identifier: Apache-2.0
 *
 * Recipes with bools and integers inside, between values of f32; and whole networks of another
 * float type. */
#include "ir/param.h"
#include "random/gen.h"
#include "random/prop.h"

item *put_inner(gen *t, const sn_op *op, const char *params, int n_in, item *const *x)
{
    item *y = put(t, op, params, n_in, x);
    if (y) t->items.n--;
    return y;
}

static item *integers(gen *t, const sn_shape *shape, sn_type type, int lo, int hi)
{
    sn_tensor *made = NULL;
    void *data = NULL;
    if (sn_tensor_create(t->ctx, type, shape, &made, &data) != SN_OK) return NULL;
    for (int64_t i = 0, n = sn_tensor_count(made); i < n; i++) {
        if (type == SN_TYPE_i32)
            ((int32_t *)data)[i] = (int32_t)roll(t, lo, hi);
        else
            ((uint8_t *)data)[i] = (uint8_t)roll(t, lo, hi);
    }
    return constant_of(t, made);
}

static item *compared(gen *t, item *a, item *b)
{
    static const sn_op *const ops[] = {&sn_op_less, &sn_op_less_or_equal, &sn_op_greater,
                                       &sn_op_greater_or_equal, &sn_op_equal};
    return put_inner(t, ops[roll(t, 0, 4)], NULL, 2, (item *[]){a, b});
}

/* Where some arithmetic of integers gives more, or less, than something else. */
static item *by_integers(gen *t, const sn_shape *shape)
{
    static const sn_op *const ops[] = {&sn_op_bitwise_and, &sn_op_bitwise_or, &sn_op_bitwise_xor,
                                       &sn_op_add,         &sn_op_mul,        &sn_op_sub,
                                       &sn_op_mod,         &sn_op_bit_shift,  &sn_op_max};
    const sn_type type = chance(t, 60) ? SN_TYPE_i32 : SN_TYPE_u8;
    item *i = integers(t, shape, type, 0, 200), *k = integers(t, shape, type, 1, 7);
    const sn_op *op = ops[roll(t, 0, 8)];
    const char *way = op == &sn_op_bit_shift && chance(t, 50) ? "{direction=right}" : NULL;
    item *made = i && k ? put_inner(t, op, way, 2, (item *[]){i, k}) : NULL;
    if (made && chance(t, 40)) made = put_inner(t, &sn_op_bitwise_not, NULL, 1, &made);
    item *limit = integers(t, shape, type, 0, 60);
    return made && limit ? compared(t, made, limit) : NULL;
}

void rand_choices(gen *t, item *x)
{
    static const sn_op *const both[] = {&sn_op_and, &sn_op_or, &sn_op_xor};
    const sn_shape shape = *shape_of(x), number = sn_shape_scalar();
    item *k = constant(t, chance(t, 50) ? number : shape, (spread){false, -1, 1});
    item *c = k ? compared(t, x, k) : NULL;
    if (chance(t, 15)) c = put_inner(t, &sn_op_is_nan, NULL, 1, &x);
    if (chance(t, 15)) c = put_inner(t, &sn_op_is_inf, NULL, 1, &x);
    if (c && chance(t, 60)) {
        item *other = by_integers(t, chance(t, 50) ? &number : &shape);
        if (other) c = put_inner(t, both[roll(t, 0, 2)], NULL, 2, (item *[]){c, other});
    }
    if (c && chance(t, 30)) c = put_inner(t, &sn_op_not, NULL, 1, &c);
    item *y = chance(t, 50) ? like(t, x) : constant(t, number, (spread){false, -1, 1});
    if (c && y) put(t, &sn_op_where, NULL, 3, (item *[]){c, x, y});
}

/* As QuantizeLinear has it, but cut off where that rounds, since all floats are off by roundings.
 */
static item *quantized(gen *t, item *x, sn_type type, int zero)
{
    const sn_shape number = sn_shape_scalar();
    const double lo = type == SN_TYPE_i8 ? -128 : 0;
    item *step = constant(t, number, (spread){false, 0.1, 0.3}),
         *shift = constant(t, number, (spread){false, zero + 0.2, zero + 0.8});
    item *q = step && shift ? put_inner(t, &sn_op_div, NULL, 2, (item *[]){x, step}) : NULL;
    if (q) q = put_inner(t, &sn_op_add, NULL, 2, (item *[]){q, shift});
    if (q) q = put_inner(t, &sn_op_clip, text(t, "{min=%g, max=%g}", lo + 0.5, lo + 255.5), 1, &q);
    return q ? put_inner(t, &sn_op_cast, type == SN_TYPE_i8 ? "{to=i8}" : "{to=u8}", 1, &q) : NULL;
}

/* As DequantizeLinear has it. */
static item *dequantized(gen *t, item *q, item *zero, float least, float most)
{
    const sn_shape number = sn_shape_scalar();
    item *step = constant(t, number, (spread){false, least, most}),
         *shift = zero ? put_inner(t, &sn_op_cast, "{to=f32}", 1, &zero) : NULL,
         *v = step && shift ? put_inner(t, &sn_op_cast, "{to=f32}", 1, &q) : NULL;
    if (v) v = put_inner(t, &sn_op_sub, NULL, 2, (item *[]){v, shift});
    return v ? put_inner(t, &sn_op_mul, NULL, 2, (item *[]){v, step}) : NULL;
}

/* A convolution or a product of bytes that are made floats in front of it. */
static void by_floats(gen *t, bool conv, const char *way, item **q, item **zero)
{
    item *x = dequantized(t, q[0], zero[0], 0.1F, 0.3F),
         *w = dequantized(t, q[1], zero[1], 0.01F, 0.03F);
    if (!x || !w) return;
    put(t, conv ? &sn_op_conv : &sn_op_matmul, way, 2, (item *[]){x, w});
}

void rand_bytes(gen *t, item *x)
{
    const sn_shape s = *shape_of(x), number = sn_shape_scalar();
    if (s.rank < 2 || s.rank > 4) return;
    const bool conv = chance(t, 60), wide = conv && chance(t, 60);
    const sn_type of_x = chance(t, 50) ? SN_TYPE_u8 : SN_TYPE_i8,
                  of_w = chance(t, 50) ? SN_TYPE_u8 : SN_TYPE_i8;
    const int lo_x = of_x == SN_TYPE_i8 ? -128 : 0, lo_w = of_w == SN_TYPE_i8 ? -128 : 0;
    const int zero = (int)roll(t, lo_x, lo_x + 255), middle = (int)roll(t, lo_w + 7, lo_w + 248),
              nd = s.rank - 1;
    sn_shape w = conv ? s : (sn_shape){.rank = 2, .d = {s.d[s.rank - 1], roll(t, 1, 9)}};
    if (conv) {
        w.rank = (int8_t)(s.rank + 1);
        w.d[0] = roll(t, 1, 9);
        w.d[1] = s.d[0];
        for (int i = 2; i < w.rank; i++) w.d[i] = wide ? 3 : 1;
    }
    const bool floats = chance(t, 40);
    const char *pads = nd == 1 ? "[1]" : nd == 2 ? "[1,1]" : "[1,1,1]";
    const char *way = !conv  ? NULL
                      : wide ? text(t, "{nd=%d, pad_begin=%s, pad_end=%s}", nd, pads, pads)
                             : text(t, "{nd=%d}", nd);
    item *q = quantized(t, x, of_x, zero), *zero_x = integers(t, &number, of_x, zero, zero),
         *zero_w = integers(t, &number, of_w, middle, middle),
         *weights = integers(t, &w, of_w, middle - 7, middle + 7),
         *factor = constant(t, number, (spread){false, 1e-3, 1e-2});
    if (!q || !weights || !zero_x || !zero_w || !factor) return;
    if (floats) {
        by_floats(t, conv, way, (item *[]){q, weights}, (item *[]){zero_x, zero_w});
        return;
    }
    item *y =
        conv ? put_inner(t, &sn_op_conv_integer, way, 5,
                         (item *[]){q, weights, NULL, zero_x, zero_w})
             : put_inner(t, &sn_op_matmul_integer, way, 4, (item *[]){q, weights, zero_x, zero_w});
    if (y) y = put_inner(t, &sn_op_cast, "{to=f32}", 1, &y);
    if (y) put(t, &sn_op_mul, NULL, 2, (item *[]){y, factor});
}

/* ---- networks of another type ---------------------------------------------------------------- */

static sn_status constants_to(sn_node *n, sn_type type)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        sn_value *v = sn_in(n, i);
        if (!v || v->kind == SN_RESULT || !v->data || v->data->type != SN_TYPE_f32) continue;
        const sn_tensor *t = NULL;
        SN_TRY(sn_tensor_convert(n->graph->ctx, v->data, type, &t));
        sn_value_set_data(v, t);
        v->type = type;
        sn_tensor_release(t);
    }
    return SN_OK;
}

sn_status rand_to_type(sn_graph *g, sn_type type)
{
    SN_EACH_NODE(n, g)
    {
        SN_TRY(constants_to(n, type));
        for (uint16_t i = 0; sn_op_has(n->op, SN_TRAIT_INPUT) && i < n->n_out; i++) {
            if (n->out[i]->type == SN_TYPE_f32) n->out[i]->type = type;
        }
        if (n->op == &sn_op_cast) {
            int32_t *to =
                (int32_t *)(void *)((char *)n->params + sn_param_find(n->op->params, "to")->offset);
            if (*to == (int32_t)SN_TYPE_f32) *to = (int32_t)type;
        }
        for (uint16_t i = 0; i < n->n_body; i++) SN_TRY(rand_to_type(n->body[i], type));
    }
    return SN_OK;
}

bool rand_retype(gen *t, size_t n, const rand_size *sizes)
{
    static const sn_type types[] = {SN_TYPE_f64, SN_TYPE_f64, SN_TYPE_f16, SN_TYPE_bf16};
    const sn_type type = types[roll(t, 0, 3)];
    sn_graph *typed = sn_graph_clone(t->raw), *inferred = NULL;
    sn_status s = rand_to_type(typed, type);
    if (s == SN_OK) s = rand_at_sizes(typed, n, sizes, &inferred);
    /* operators of a format compute f32, and say so when they are evaluated */
    if (s == SN_OK) s = rand_run(t->ctx, t->arena, inferred, 0, NULL);
    sn_graph_destroy(inferred);
    sn_graph_destroy(s == SN_OK ? t->raw : typed);
    if (s == SN_OK) t->raw = typed;
    sn_ctx_clear_error(t->ctx);
    return s == SN_OK;
}
