/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators of the domain com.microsoft on quantized numbers. */
#include "formats/onnx/ops/parts.h"

/* ---- products with weights of few bits ------------------------------------------------------- */

/* Weights of few bits: B [columns][blocks][bytes], the first number of a byte in its lowest bits,
 * with a scale, and a zero point of as many bits, for each block of a row. */
typedef struct block_weights {
    sn_onnx_call *c;
    int64_t rows, columns, bits, block, blocks;
} block_weights;

/* Bytes as numbers of few bits: [..][n] as [..][n * numbers in a byte], f32. */
static sn_value *unpacked(const block_weights *w, sn_value *bytes, int rank)
{
    sn_onnx_call *c = w->c;
    const int64_t each = 8 / w->bits;
    if (each == 1) return sn_onnx_cast(c, bytes, SN_TYPE_f32);
    int64_t whole[SN_MAX_RANK] = {0};
    double shift[8] = {0};
    for (int64_t i = 0; i < each; i++) shift[i] = (double)(i * w->bits);
    whole[rank - 1] = -1;
    const sn_tensor *t;
    c->r->status = sn_tensor_vector(c->r->in.ctx, SN_TYPE_u8, shift, each, &t);
    if (c->r->status != SN_OK) return NULL;
    void *p = sn_onnx_params(c, &sn_op_bit_shift);
    (void)sn_onnx_set_enum(&sn_op_bit_shift, p, "direction", "right");
    sn_value *v = sn_onnx_unsqueeze(c, bytes, &rank, 1);
    v = SN_ONNX_MAKE(c, &sn_op_bit_shift, p, v, sn_onnx_tensor_value(c, t));
    v = SN_ONNX_DO(c, bitwise_and, v, sn_onnx_number(c, SN_TYPE_u8, (double)((1 << w->bits) - 1)));
    return sn_onnx_cast(c, sn_onnx_reshape(c, v, whole, rank), SN_TYPE_f32);
}

/* [columns][blocks][1] */
static sn_value *zero_points(const block_weights *w)
{
    sn_onnx_call *c = w->c;
    sn_value *zero = sn_onnx_in(c, 3);
    if (!zero) return sn_onnx_number(c, SN_TYPE_f32, (double)(1 << (w->bits - 1)));
    if (sn_onnx_type(c, 3) != SN_TYPE_u8) {
        zero = sn_onnx_cast(c, zero, SN_TYPE_f32);
    } else {
        zero = sn_onnx_reshape(c, zero, (int64_t[]){w->columns, -1}, 2);
        zero = sn_onnx_slice(c, unpacked(w, zero, 2), 1, 0, w->blocks);
    }
    return sn_onnx_reshape(c, zero, (int64_t[]){w->columns, w->blocks, 1}, 3);
}

sn_answer sn_onnx_import_matmul_nbits(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    if (sn_onnx_has(c, 3)) SN_ONNX_NEED_TYPE(c, 3);
    block_weights w = {.c = c,
                       .rows = sn_onnx_int(c, "K", 0),
                       .columns = sn_onnx_int(c, "N", 0),
                       .bits = sn_onnx_int(c, "bits", 4),
                       .block = sn_onnx_int(c, "block_size", 0)};
    sn_onnx_ignore(c, "accuracy_level"); /* how exactly it has to be worked out */
    sn_onnx_ignore(c, "weight_prepacked");
    if (sn_onnx_has(c, 4)) return SN_ONNX_NEVER("its rows are grouped by indices");
    if (w.bits != 2 && w.bits != 4 && w.bits != 8)
        return SN_ONNX_NEVER("its weights have neither 2, 4 nor 8 bits");
    if (w.rows < 1 || w.columns < 1 || w.block < 8 / w.bits || w.rows > INT32_MAX ||
        w.columns > INT32_MAX || w.block > INT32_MAX)
        return SN_ONNX_NEVER("its sizes are out of range");
    w.blocks = (w.rows + w.block - 1) / w.block;
    const sn_type type = sn_onnx_type(c, 0);
    sn_value *b = sn_onnx_reshape(c, sn_onnx_in(c, 1), (int64_t[]){w.columns, w.blocks, -1}, 3);
    b = SN_ONNX_DO(c, sub, unpacked(&w, b, 3), zero_points(&w));
    sn_value *scale = sn_onnx_cast(c, sn_onnx_in(c, 2), SN_TYPE_f32);
    scale = sn_onnx_reshape(c, scale, (int64_t[]){w.columns, w.blocks, 1}, 3);
    b = SN_ONNX_DO(c, mul, b, scale);
    b = sn_onnx_reshape(c, b, (int64_t[]){w.columns, w.blocks * w.block}, 2);
    b = sn_onnx_slice(c, b, 1, 0, w.rows);
    b = sn_onnx_cast(c, sn_onnx_swap_axes(c, b, 0, 1, 2), type);
    sn_value *y = SN_ONNX_DO(c, matmul, sn_onnx_in(c, 0), b);
    if (sn_onnx_has(c, 5)) y = SN_ONNX_DO(c, add, y, sn_onnx_in(c, 5));
    sn_onnx_give(c, 0, y);
    return SN_ONNX_YES;
}

/* ---- on quantized numbers -------------------------------------------------------------------- */

/* A scale or zero point, of a single number; NULL: it is left out. */
static sn_value *scalar(sn_onnx_call *c, unsigned slot)
{
    return sn_onnx_has(c, slot) ? sn_onnx_reshape(c, sn_onnx_in(c, slot), NULL, 0) : NULL;
}

/* An operand at a slot, with scale and zero point behind it. */
static sn_value *operand(sn_onnx_call *c, unsigned slot)
{
    return sn_onnx_dequantized(c, sn_onnx_in(c, slot), scalar(c, slot + 1), scalar(c, slot + 2));
}

/* The result, whose scale and zero point are at a slot. */
static void give_quantized(sn_onnx_call *c, sn_value *y, unsigned slot)
{
    sn_onnx_give(c, 0,
                 sn_onnx_quantized(c, y, scalar(c, slot), scalar(c, slot + 1), sn_onnx_type(c, 0)));
}

static sn_answer is_quantized(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    if (!sn_onnx_quantizes_to(sn_onnx_type(c, 0)) || sn_type_is_float(sn_onnx_type(c, 0)))
        return SN_ONNX_NEVER("its input is not quantized");
    return SN_ONNX_YES;
}

/* QLinearAdd and QLinearMul. */
sn_answer sn_onnx_import_qlinear_binary(sn_onnx_call *c)
{
    const sn_answer is = is_quantized(c);
    if (is.is != SN_YES) return is;
    give_quantized(c, SN_ONNX_MAKE(c, sn_op_find(c->op), NULL, operand(c, 0), operand(c, 3)), 6);
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_qlinear_where(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 8);
    sn_value *y = SN_ONNX_DO(c, where, sn_onnx_in(c, 0), operand(c, 1), operand(c, 4));
    sn_onnx_give(c, 0, sn_onnx_quantized(c, y, scalar(c, 7), scalar(c, 8), sn_onnx_type(c, 8)));
    return SN_ONNX_YES;
}

/* QLinearSigmoid and QLinearLeakyRelu. */
sn_answer sn_onnx_import_qlinear_activation(sn_onnx_call *c)
{
    const sn_answer is = is_quantized(c);
    const sn_op *op = sn_op_find(c->op);
    void *p = sn_onnx_params(c, op);
    if (is.is != SN_YES) return is;
    if (op == &sn_op_leaky_relu)
        (void)sn_onnx_set_f32(op, p, "alpha", sn_onnx_float(c, "alpha", (double)0.01f));
    give_quantized(c, SN_ONNX_MAKE(c, op, p, operand(c, 0)), 3);
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_qlinear_global_pool(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    const sn_answer is = is_quantized(c);
    const bool last = sn_onnx_int(c, "channels_last", 0) != 0;
    const int rank = sn_onnx_rank(c, 0), first = last ? 1 : 2;
    int axes[SN_MAX_RANK];
    if (is.is != SN_YES) return is;
    if (rank < 3) return SN_ONNX_NEVER("its input has no spatial axes");
    for (int i = 0; i < rank - 2; i++) axes[i] = first + i;
    give_quantized(c, sn_onnx_reduce(c, operand(c, 0), "mean", axes, rank - 2, true), 3);
    return SN_ONNX_YES;
}

/* Scale and zero point of the result, then each operand with its own. */
sn_answer sn_onnx_import_qlinear_concat(sn_onnx_call *c)
{
    const unsigned n = sn_onnx_n_in(c) / 3;
    SN_ONNX_NEED_TYPE(c, 1);
    if (sn_onnx_n_in(c) < 5 || sn_onnx_n_in(c) % 3 != 2)
        return SN_ONNX_NEVER("its inputs are no operands with scales and zero points");
    SN_ONNX_NEED_RANK(c, 2);
    const int axis = sn_onnx_axis(sn_onnx_int(c, "axis", 0), sn_onnx_rank(c, 2));
    if (axis < 0) return SN_ONNX_NEVER("its input has no such axis");
    if (!sn_onnx_quantizes_to(sn_onnx_type(c, 1)))
        return SN_ONNX_NEVER("its input is not quantized");
    sn_value **v = SN_NEW_N(c->r->in.arena, sn_value *, n);
    for (unsigned i = 0; i < n; i++) v[i] = operand(c, 2 + 3 * i);
    sn_value *y = n == 1 ? v[0] : sn_onnx_concat(c, axis, v, (int)n);
    sn_onnx_give(c, 0, sn_onnx_quantized(c, y, scalar(c, 0), scalar(c, 1), sn_onnx_type(c, 1)));
    return SN_ONNX_YES;
}

/* ---- products of quantized numbers ----------------------------------------------------------- */

/* v - zero as i32, zero being a number or one for each place of the last axis. */
static sn_value *difference(sn_onnx_call *c, sn_value *v, sn_value *zero)
{
    v = sn_onnx_cast(c, v, SN_TYPE_i32);
    return zero ? SN_ONNX_DO(c, sub, v, sn_onnx_cast(c, zero, SN_TYPE_i32)) : v;
}

/* alpha a_scale b_scale ((A - a_zero) (B - b_zero) + C), where C is of integers. */
typedef struct integer_gemm {
    sn_value *a, *a_scale, *a_zero, *b, *b_scale, *b_zero, *plus;
    double alpha;
    bool bytes; /* A and B are */
} integer_gemm;

static bool are_bytes(sn_onnx_call *c, unsigned a, unsigned b)
{
    return sn_onnx_is_byte(sn_onnx_type(c, a)) && sn_onnx_is_byte(sn_onnx_type(c, b));
}

static sn_value *scaled_product(sn_onnx_call *c, const integer_gemm *g)
{
    sn_value *y = g->bytes ? SN_ONNX_DO(c, matmul_integer, g->a, g->b, g->a_zero, g->b_zero)
                           : SN_ONNX_DO(c, matmul, difference(c, g->a, g->a_zero),
                                        difference(c, g->b, g->b_zero));
    if (g->plus) y = SN_ONNX_DO(c, add, y, g->plus);
    sn_value *scale = SN_ONNX_DO(c, mul, g->a_scale, g->b_scale);
    if (g->alpha != 1) scale = SN_ONNX_DO(c, mul, scale, sn_onnx_number(c, SN_TYPE_f32, g->alpha));
    return SN_ONNX_DO(c, mul, sn_onnx_cast(c, y, SN_TYPE_f32), scale);
}

/* Ranks and types of all inputs are known, and each scale or zero point from `of_a` on is a single
 * number; a vector is one for each column of B, which is a matrix then. */
static sn_answer operands_fit(sn_onnx_call *c, unsigned b, const unsigned *of_a, unsigned n_of_a,
                              const unsigned *of_b, unsigned n_of_b)
{
    for (unsigned i = 0; i < sn_onnx_n_in(c); i++) {
        if (!sn_onnx_has(c, i)) continue;
        SN_ONNX_NEED_RANK(c, i);
        SN_ONNX_NEED_TYPE(c, i);
    }
    for (unsigned i = 0; i < n_of_a; i++) {
        const sn_shape *s = sn_onnx_has(c, of_a[i]) ? sn_onnx_shape(c, of_a[i]) : NULL;
        if (s && s->rank != 0 && !(s->rank == 1 && s->d[0] == 1))
            return SN_ONNX_NEVER("a scale or zero point of its first operand is no number");
    }
    for (unsigned i = 0; i < n_of_b; i++) {
        const int rank = sn_onnx_has(c, of_b[i]) ? sn_onnx_rank(c, of_b[i]) : 0;
        if (rank > 1 || (rank == 1 && sn_onnx_rank(c, b) != 2))
            return SN_ONNX_NEVER("a scale or zero point of its second operand is no vector");
    }
    return SN_ONNX_YES;
}

/* Inputs A, its scale and zero point, B and its, C, and scale and zero point of the result, which
 * is of floats where they are left out. */
sn_answer sn_onnx_import_qgemm(sn_onnx_call *c)
{
    const sn_answer is = operands_fit(c, 3, (unsigned[]){1, 2, 7, 8}, 4, (unsigned[]){4, 5}, 2);
    if (is.is != SN_YES) return is;
    integer_gemm g = {
        sn_onnx_in(c, 0),  scalar(c, 1),     scalar(c, 2),     sn_onnx_in(c, 3),
        sn_onnx_in(c, 4),  sn_onnx_in(c, 5), sn_onnx_in(c, 6), sn_onnx_float(c, "alpha", 1),
        are_bytes(c, 0, 3)};
    const bool whole = sn_onnx_has(c, 8);
    if (sn_onnx_rank(c, 0) != 2 || sn_onnx_rank(c, 3) != 2)
        return SN_ONNX_NEVER("its operands are not matrices");
    if (whole != sn_onnx_has(c, 7))
        return SN_ONNX_NEVER("its result has a scale without a zero point, or the reverse");
    if (sn_onnx_int(c, "transA", 0)) g.a = sn_onnx_swap_axes(c, g.a, 0, 1, 2);
    if (sn_onnx_int(c, "transB", 0)) g.b = sn_onnx_swap_axes(c, g.b, 0, 1, 2);
    if (whole && !sn_onnx_quantizes_to(sn_onnx_type(c, 8)))
        return SN_ONNX_NEVER("a type that sinter does not quantize to");
    sn_value *y = scaled_product(c, &g);
    if (whole) y = sn_onnx_quantized(c, y, scalar(c, 7), scalar(c, 8), sn_onnx_type(c, 8));
    sn_onnx_give(c, 0, y);
    return SN_ONNX_YES;
}

static void give_with_bias(sn_onnx_call *c, const integer_gemm *g, unsigned bias)
{
    sn_value *y = scaled_product(c, g);
    sn_onnx_give(c, 0, sn_onnx_has(c, bias) ? SN_ONNX_DO(c, add, y, sn_onnx_in(c, bias)) : y);
}

/* Inputs A and B, their scales, their zero points, and a bias of floats. */
sn_answer sn_onnx_import_matmul_integer_to_float(sn_onnx_call *c)
{
    const sn_answer is = operands_fit(c, 1, (unsigned[]){2, 4}, 2, (unsigned[]){3, 5}, 2);
    if (is.is != SN_YES) return is;
    const integer_gemm g = {sn_onnx_in(c, 0),  scalar(c, 2),     scalar(c, 4), sn_onnx_in(c, 1),
                            sn_onnx_in(c, 3),  sn_onnx_in(c, 5), NULL,         1,
                            are_bytes(c, 0, 1)};
    give_with_bias(c, &g, 6);
    return SN_ONNX_YES;
}

/* Inputs A, floats that are quantized by their range, B, its scale and zero point, and a bias. */
sn_answer sn_onnx_import_dynamic_quantize_matmul(sn_onnx_call *c)
{
    const sn_answer is = operands_fit(c, 1, NULL, 0, (unsigned[]){2, 3}, 2);
    if (is.is != SN_YES) return is;
    sn_value *a[3];
    sn_onnx_quantize_by_range(c, sn_onnx_in(c, 0), a);
    const integer_gemm g = {a[0],
                            a[1],
                            a[2],
                            sn_onnx_in(c, 1),
                            sn_onnx_in(c, 2),
                            sn_onnx_in(c, 3),
                            NULL,
                            1,
                            sn_onnx_is_byte(sn_onnx_type(c, 1))};
    give_with_bias(c, &g, 4);
    return SN_ONNX_YES;
}

/* Before version 13 of the operator it goes over several axes at once, if not over the last one. */
sn_answer sn_onnx_import_qlinear_softmax(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    const sn_answer is = is_quantized(c);
    if (is.is != SN_YES) return is;
    const int rank = sn_onnx_rank(c, 0);
    const int64_t version = sn_onnx_int(c, "opset", 0);
    const int axis = sn_onnx_axis(sn_onnx_int(c, "axis", version < 13 ? 1 : -1), rank);
    if (axis < 0) return SN_ONNX_NEVER("its input has no such axis");
    if (version < 13 && axis != rank - 1) return SN_ONNX_NEVER("it goes over several axes");
    void *p = sn_onnx_params(c, &sn_op_softmax);
    (void)sn_onnx_set_int(&sn_op_softmax, p, "axis", axis);
    give_quantized(c, SN_ONNX_MAKE(c, &sn_op_softmax, p, operand(c, 0)), 3);
    return SN_ONNX_YES;
}
