/* SPDX-License-Identifier: Apache-2.0
 *
 * Quantization: y = saturate(round(x / scale) + zero point), and back; products of integers. */
#include <string.h>

#include "formats/onnx/contents.h"
#include "formats/onnx/ops/parts.h"
#include "ops/conv.h"
#include "ops/elems.h"

bool sn_onnx_quantizes_to(sn_type t)
{
    sn_small_float small;
    return sn_type_is_small_float(t, &small) ||
           (sn_type_is_integer(t) && t != SN_TYPE_bool && sn_type_bits(t) <= 32);
}

/* Least and largest of an integer type. */
static void limits(sn_type t, double *lo, double *hi)
{
    const uint64_t least = sn_word_least(t), most = sn_word_most(t);
    *lo = sn_type_is_signed(t) ? (double)(int64_t)least : (double)least;
    *hi = (double)most;
}

/* A scale or zero point so that it meets x: a number, one for each place of an axis, or one for
 * each block of an axis. */
static sn_answer spread(sn_onnx_call *c, unsigned slot, sn_value **out)
{
    const int rank = sn_onnx_rank(c, 0), own = sn_onnx_rank(c, slot);
    const int64_t block = sn_onnx_int(c, "block_size", 0);
    const int axis = sn_onnx_axis(sn_onnx_int(c, "axis", 1), rank);
    int axes[SN_MAX_RANK], n = 0;
    *out = sn_onnx_in(c, slot);
    if (!*out) return SN_ONNX_YES;
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_RANK(c, slot);
    if (own == 0 || (block == 0 && own == 1 && sn_onnx_shape(c, slot)->d[0] == 1)) {
        if (own == 1) *out = sn_onnx_reshape(c, *out, NULL, 0);
        return SN_ONNX_YES;
    }
    if (axis < 0) return SN_ONNX_NEVER("its input has no such axis");
    if (block > 0) { /* [..][n][..] as [..][n * block][..] */
        int64_t apart[SN_MAX_RANK + 1], whole[SN_MAX_RANK + 1];
        const sn_shape *x = sn_onnx_shape(c, 0), *s = sn_onnx_shape(c, slot);
        if (!sn_shape_known(x) || !sn_shape_known(s))
            return SN_ONNX_LATER("the sizes of blocks are not known");
        if (own != rank || rank + 1 > SN_MAX_RANK)
            return SN_ONNX_NEVER("the scales of blocks have another rank");
        for (int i = 0; i < rank; i++) {
            apart[i + (i > axis)] = s->d[i];
            whole[i] = x->d[i];
        }
        apart[axis + 1] = block;
        SN_ONNX_NEED_TYPE(c, slot);
        const sn_type type = sn_onnx_type(c, slot);
        sn_small_float small;
        const bool is_few_bits = sn_type_is_integer(type) || sn_type_is_small_float(type, &small);
        sn_value *v = is_few_bits ? sn_onnx_cast(c, *out, SN_TYPE_f32) : *out; /* as Expand takes */
        v = sn_onnx_unsqueeze(c, v, (int[]){axis + 1}, 1);
        v = SN_ONNX_MAKE(c, &sn_op_dynamic_expand, NULL, v, sn_onnx_i64s(c, apart, rank + 1));
        int64_t repeated[SN_MAX_RANK + 1];
        memcpy(repeated, whole, sizeof repeated);
        repeated[axis] = s->d[axis] * block;
        v = sn_onnx_reshape(c, v, repeated, rank);
        *out = repeated[axis] == whole[axis] ? v : sn_onnx_slice(c, v, axis, 0, whole[axis]);
        return SN_ONNX_YES;
    }
    if (own != 1) return SN_ONNX_NEVER("a scale is neither a number nor a vector");
    for (int i = 1; i < rank - axis; i++) axes[n++] = i;
    *out = sn_onnx_unsqueeze(c, *out, axes, n);
    return SN_ONNX_YES;
}

/* As `saturate` says. */
static sn_value *cast_as_asked(sn_onnx_call *c, sn_value *v, sn_type to)
{
    void *p = sn_onnx_params(c, &sn_op_cast);
    (void)sn_onnx_set_int(&sn_op_cast, p, "to", to);
    (void)sn_onnx_set_int(&sn_op_cast, p, "saturate", sn_onnx_int(c, "saturate", 1) != 0);
    return SN_ONNX_MAKE(c, &sn_op_cast, p, v);
}

sn_value *sn_onnx_quantized(sn_onnx_call *c, sn_value *x, sn_value *scale, sn_value *zero,
                            sn_type to)
{
    double lo, hi;
    const bool is_float = sn_type_is_float(to);
    const sn_type t = x && x->type == SN_TYPE_f64 ? SN_TYPE_f64 : SN_TYPE_f32;
    sn_value *v =
        SN_ONNX_MAKE(c, &sn_op_div, NULL, sn_onnx_cast(c, x, t), sn_onnx_cast(c, scale, t));
    if (!is_float) v = SN_ONNX_MAKE(c, &sn_op_round, NULL, v);
    if (zero) v = SN_ONNX_MAKE(c, &sn_op_add, NULL, v, sn_onnx_cast(c, zero, t));
    if (is_float) return cast_as_asked(c, v, to);
    limits(to, &lo, &hi);
    v = SN_ONNX_MAKE(c, &sn_op_dynamic_clip, NULL, v, sn_onnx_number(c, t, lo),
                     sn_onnx_number(c, t, hi));
    return sn_onnx_cast(c, v, to);
}

sn_value *sn_onnx_dequantized(sn_onnx_call *c, sn_value *x, sn_value *scale, sn_value *zero)
{
    sn_value *v = sn_onnx_cast(c, x, SN_TYPE_f32);
    if (zero) v = SN_ONNX_DO(c, sub, v, sn_onnx_cast(c, zero, SN_TYPE_f32));
    return SN_ONNX_DO(c, mul, v, sn_onnx_cast(c, scale, SN_TYPE_f32));
}

sn_answer sn_onnx_import_quantize_linear(sn_onnx_call *c)
{
    sn_value *scale, *zero;
    SN_ONNX_NEED_TYPE(c, 0);
    SN_ONNX_NEED_TYPE(c, 1);
    sn_onnx_ignore(c, "saturate");
    sn_onnx_ignore(c, "precision");
    const int64_t given = sn_onnx_int(c, "output_dtype", 0);
    sn_type to = given ? sn_onnx_type_of(given) : SN_TYPE_u8;
    if (sn_onnx_has(c, 2)) {
        SN_ONNX_NEED_TYPE(c, 2);
        to = sn_onnx_type(c, 2);
    }
    if (!sn_onnx_quantizes_to(to)) return SN_ONNX_NEVER("a type that sinter does not quantize to");
    sn_answer is = spread(c, 1, &scale);
    if (is.is == SN_YES) is = spread(c, 2, &zero);
    if (is.is != SN_YES) return is;
    sn_onnx_give(c, 0, sn_onnx_quantized(c, sn_onnx_in(c, 0), scale, zero, to));
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_dequantize_linear(sn_onnx_call *c)
{
    sn_value *scale, *zero;
    SN_ONNX_NEED_TYPE(c, 0);
    SN_ONNX_NEED_TYPE(c, 1);
    const int64_t given = sn_onnx_int(c, "output_dtype", 0);
    const sn_type of_scale = sn_onnx_type(c, 1), to = given ? sn_onnx_type_of(given) : of_scale;
    if (to == SN_TYPE_UNKNOWN) return SN_ONNX_NEVER("a type that sinter does not have");
    sn_answer is = spread(c, 1, &scale);
    if (is.is == SN_YES) is = spread(c, 2, &zero);
    if (is.is != SN_YES) return is;
    sn_value *v = sn_onnx_cast(c, sn_onnx_in(c, 0), SN_TYPE_f32);
    if (sn_onnx_type(c, 0) == SN_TYPE_i32 && zero) { /* differences of i32 are integers */
        v = SN_ONNX_MAKE(c, &sn_op_sub, NULL, sn_onnx_in(c, 0), zero);
        v = sn_onnx_cast(c, v, SN_TYPE_f32);
    } else if (zero) {
        v = SN_ONNX_MAKE(c, &sn_op_sub, NULL, v, sn_onnx_cast(c, zero, SN_TYPE_f32));
    }
    v = SN_ONNX_MAKE(c, &sn_op_mul, NULL, v, sn_onnx_cast(c, scale, SN_TYPE_f32));
    sn_onnx_give(c, 0, sn_onnx_cast(c, v, to));
    return SN_ONNX_YES;
}

void sn_onnx_quantize_by_range(sn_onnx_call *c, sn_value *x, sn_value *out[3])
{
    sn_value *zero = sn_onnx_number(c, SN_TYPE_f32, 0);
    sn_value *top = sn_onnx_number(c, SN_TYPE_f32, 255);
    sn_value *lo = sn_onnx_reduce(c, x, "min", NULL, 0, false);
    sn_value *hi = sn_onnx_reduce(c, x, "max", NULL, 0, false);
    lo = SN_ONNX_MAKE(c, &sn_op_min, NULL, lo, zero);
    hi = SN_ONNX_MAKE(c, &sn_op_max, NULL, hi, zero);
    sn_value *range = SN_ONNX_MAKE(c, &sn_op_sub, NULL, hi, lo);
    sn_value *scale = SN_ONNX_MAKE(c, &sn_op_div, NULL, range, top);
    sn_value *low = SN_ONNX_MAKE(c, &sn_op_sub, NULL, zero, lo);
    sn_value *at = SN_ONNX_MAKE(c, &sn_op_div, NULL, low, scale);
    at = SN_ONNX_MAKE(c, &sn_op_dynamic_clip, NULL, at, zero, top);
    at = SN_ONNX_MAKE(c, &sn_op_round, NULL, at);
    sn_value *point = sn_onnx_cast(c, at, SN_TYPE_u8);
    out[0] = sn_onnx_quantized(c, x, scale, point, SN_TYPE_u8);
    out[1] = scale;
    out[2] = point;
}

sn_answer sn_onnx_import_dynamic_quantize_linear(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    sn_value *v[3];
    sn_onnx_quantize_by_range(c, sn_onnx_in(c, 0), v);
    for (unsigned i = 0; i < 3; i++) sn_onnx_give(c, i, v[i]);
    return SN_ONNX_YES;
}

/* ---- products of integers -------------------------------------------------------------------- */

/* v - zero as i32; `axis` is the one that a vector of zero points goes along, `behind` how many
 * axes follow it in v. */
static sn_value *centred(sn_onnx_call *c, unsigned slot, unsigned zero_slot, int behind)
{
    sn_value *v = sn_onnx_cast(c, sn_onnx_in(c, slot), SN_TYPE_i32);
    sn_value *zero = sn_onnx_cast(c, sn_onnx_in(c, zero_slot), SN_TYPE_i32);
    if (!zero) return v;
    int axes[SN_MAX_RANK], n = 0;
    if (zero->shape.rank == 1 && zero->shape.d[0] == 1)
        zero = sn_onnx_reshape(c, zero, NULL, 0);
    else
        for (int i = 0; i < behind && zero->shape.rank == 1; i++) axes[n++] = i + 1;
    zero = sn_onnx_unsqueeze(c, zero, axes, n);
    return SN_ONNX_MAKE(c, &sn_op_sub, NULL, v, zero);
}

bool sn_onnx_is_byte(sn_type t) { return t == SN_TYPE_u8 || t == SN_TYPE_i8; }

/* An input that is left out, or certain to have one element. */
static bool one_number(sn_onnx_call *c, unsigned slot)
{
    if (!sn_onnx_has(c, slot)) return true;
    const sn_shape *s = sn_onnx_shape(c, slot);
    return sn_shape_known(s) && sn_shape_count(s) == 1;
}

/* A vector of zero points of A is one of its rows. */
static sn_value *integer_product(sn_onnx_call *c, unsigned b, unsigned a_zero, unsigned b_zero)
{
    if (sn_onnx_is_byte(sn_onnx_type(c, 0)) && sn_onnx_is_byte(sn_onnx_type(c, b)) &&
        one_number(c, a_zero) &&
        (one_number(c, b_zero) || (sn_onnx_rank(c, b_zero) == 1 && sn_onnx_rank(c, b) >= 2)))
        return SN_ONNX_MAKE(c, &sn_op_matmul_integer, NULL, sn_onnx_in(c, 0), sn_onnx_in(c, b),
                            sn_onnx_in(c, a_zero), sn_onnx_in(c, b_zero));
    sn_value *x = centred(c, 0, a_zero, 1), *y = centred(c, b, b_zero, 0);
    return SN_ONNX_MAKE(c, &sn_op_matmul, NULL, x, y);
}

sn_answer sn_onnx_import_matmul_integer(sn_onnx_call *c)
{
    for (unsigned i = 0; i < sn_onnx_n_in(c); i++) {
        if (!sn_onnx_has(c, i)) continue;
        SN_ONNX_NEED_RANK(c, i);
        SN_ONNX_NEED_TYPE(c, i);
    }
    sn_onnx_give(c, 0, integer_product(c, 1, 2, 3));
    return SN_ONNX_YES;
}

/* y = quantize(a_scale * b_scale / y_scale * product) */
sn_answer sn_onnx_import_qlinear_matmul(sn_onnx_call *c)
{
    for (unsigned i = 0; i < 8; i++) SN_ONNX_NEED_RANK(c, i);
    for (unsigned i = 0; i < 8; i++) SN_ONNX_NEED_TYPE(c, i);
    sn_value *v = sn_onnx_cast(c, integer_product(c, 3, 2, 5), SN_TYPE_f32);
    sn_value *a = sn_onnx_in(c, 1), *b = sn_onnx_in(c, 4);
    if (a && a->shape.rank == 1 && a->shape.d[0] != 1) a = sn_onnx_unsqueeze(c, a, (int[]){1}, 1);
    a = sn_onnx_cast(c, a, SN_TYPE_f32);
    b = sn_onnx_cast(c, b, SN_TYPE_f32);
    v = SN_ONNX_MAKE(c, &sn_op_mul, NULL, v, SN_ONNX_MAKE(c, &sn_op_mul, NULL, a, b));
    if (!sn_onnx_quantizes_to(sn_onnx_type(c, 7)))
        return SN_ONNX_NEVER("a type that sinter does not quantize to");
    sn_onnx_give(c, 0,
                 sn_onnx_quantized(c, v, sn_onnx_in(c, 6), sn_onnx_in(c, 7), sn_onnx_type(c, 7)));
    return SN_ONNX_YES;
}

static const char *integer_conv(sn_onnx_call *c, unsigned w, unsigned x_zero, unsigned w_zero,
                                unsigned bias, sn_value **out)
{
    sn_conv_params *p;
    const char *wrong = sn_onnx_conv_params(c, &sn_op_conv_integer, &p);
    if (wrong) return wrong;
    *out = SN_ONNX_MAKE(c, &sn_op_conv_integer, p, sn_onnx_in(c, 0), sn_onnx_in(c, w),
                        bias ? sn_onnx_in(c, bias) : NULL, sn_onnx_in(c, x_zero),
                        sn_onnx_in(c, w_zero));
    return NULL;
}

sn_answer sn_onnx_import_conv_integer(sn_onnx_call *c)
{
    sn_value *y = NULL;
    for (unsigned i = 0; i < sn_onnx_n_in(c); i++)
        if (sn_onnx_has(c, i)) SN_ONNX_NEED_RANK(c, i);
    const char *wrong = integer_conv(c, 1, 2, 3, 0, &y);
    if (wrong) return SN_ONNX_NEVER(wrong);
    sn_onnx_give(c, 0, y);
    return SN_ONNX_YES;
}

/* Inputs x, its scale and zero point, w and its, those of y, and a bias of the scale of both. */
sn_answer sn_onnx_import_qlinear_conv(sn_onnx_call *c)
{
    sn_value *y = NULL;
    for (unsigned i = 0; i < 8; i++) SN_ONNX_NEED_RANK(c, i);
    for (unsigned i = 0; i < 8; i++) SN_ONNX_NEED_TYPE(c, i);
    if (!sn_onnx_quantizes_to(sn_onnx_type(c, 7)))
        return SN_ONNX_NEVER("a type that sinter does not quantize to");
    const char *wrong = integer_conv(c, 3, 2, 5, sn_onnx_has(c, 8) ? 8 : 0, &y);
    if (wrong) return SN_ONNX_NEVER(wrong);
    y = sn_onnx_cast(c, y, SN_TYPE_f32);
    sn_value *w = sn_onnx_in(c, 4); /* one for each channel of y, or for all */
    int axes[SN_MAX_RANK], n = 0;
    if (sn_onnx_rank(c, 4) == 1 && sn_onnx_shape(c, 4)->d[0] == 1)
        w = sn_onnx_reshape(c, w, NULL, 0);
    else
        for (int i = 1; i < sn_onnx_rank(c, 0) - 1 && sn_onnx_rank(c, 4) == 1; i++) axes[n++] = i;
    w = sn_onnx_unsqueeze(c, w, axes, n);
    sn_value *scale = SN_ONNX_MAKE(c, &sn_op_mul, NULL, sn_onnx_in(c, 1), w);
    y = SN_ONNX_MAKE(c, &sn_op_mul, NULL, y, scale);
    sn_onnx_give(c, 0,
                 sn_onnx_quantized(c, y, sn_onnx_in(c, 6), sn_onnx_in(c, 7), sn_onnx_type(c, 7)));
    return SN_ONNX_YES;
}
