/* SPDX-License-Identifier: Apache-2.0
 *
 * Larger pieces that functions of operators.def are put together from. */
#ifndef SN_ONNX_PARTS_H
#define SN_ONNX_PARTS_H

#include "formats/onnx/ops/call.h"

/* An operator with all params at their defaults. */
#define SN_ONNX_DO(c, op, ...) SN_ONNX_MAKE((c), &sn_op_##op, NULL, __VA_ARGS__)

/* f64 for that type, else f32: what sums of floats are worked out in. */
sn_type sn_onnx_wide(sn_type type);
sn_value *sn_onnx_swap_axes(sn_onnx_call *c, sn_value *v, int a, int b, int rank);
/* The size of an axis as an i64: a vector of one, and a scalar. */
sn_value *sn_onnx_size_vector(sn_onnx_call *c, sn_value *v, int axis);
sn_value *sn_onnx_size_of(sn_onnx_call *c, sn_value *v, int axis);
/* 0 .. n - 1, n a scalar i64. */
sn_value *sn_onnx_count_up(sn_onnx_call *c, sn_value *n);
/* The single number that an input holds; false: it is not known, or not single. */
bool sn_onnx_known_int(sn_onnx_call *c, unsigned slot, int64_t *out);
/* Parts of v along an axis, by their indices. */
sn_value *sn_onnx_gather(sn_onnx_call *c, sn_value *v, int axis, const int64_t *index, int n);

/* Whether values are quantized to that type: integers of up to 32 bits, floats of up to 8. */
bool sn_onnx_quantizes_to(sn_type type);
/* Of 8 bits, with a sign or without. */
bool sn_onnx_is_byte(sn_type type);
/* round(x / scale) + zero, cut to the type, or rounded to a float of that type, in f32 or wider;
 * and (x - zero) scale in f32. zero NULL: 0. */
sn_value *sn_onnx_quantized(sn_onnx_call *c, sn_value *x, sn_value *scale, sn_value *zero,
                            sn_type to);
sn_value *sn_onnx_dequantized(sn_onnx_call *c, sn_value *x, sn_value *scale, sn_value *zero);
/* x as u8, so that its range with 0 in it goes to 0 .. 255, the scale and the zero point. */
void sn_onnx_quantize_by_range(sn_onnx_call *c, sn_value *x, sn_value *out[3]);

/* [batch][rows][heads * width] as [batch][heads][rows][width]; one of rank 4 stays. And back. */
sn_value *sn_onnx_heads_apart(sn_onnx_call *c, sn_value *v, int64_t heads);
sn_value *sn_onnx_heads_together(sn_onnx_call *c, sn_value *v);

#endif
