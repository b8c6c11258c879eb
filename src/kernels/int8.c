/* SPDX-License-Identifier: Apache-2.0
 *
 * Casts and quantisation. All elements are floats here: int8 numbers and halves are kept as the
 * numbers that they are; 32-bit integers as their bits, as blobs without a type hold them. Rounding
 * is done step by step as it is written, since a last bit decides which integer comes out. */
#include "kernels/loops.h"
#include "ops/ops.h"

extern const char sn_text_quantize[], sn_text_dequantize[], sn_text_requantize[], sn_text_cast[],
    sn_text_to_half[], sn_text_int8[], sn_text_rounded[];

#define ROUNDED sn_text_rounded
#define INT8    sn_text_int8
static const sn_loops_row rows[] = {
    {&sn_op_quantize,
     "quantize",
     sn_text_quantize,
     {INT8},
     sn_loops_axis0,
     NULL,
     NULL,
     NULL,
     false,
     1},
    {&sn_op_dequantize,
     "dequantize",
     sn_text_dequantize,
     {ROUNDED},
     sn_loops_axis0,
     NULL,
     NULL,
     NULL,
     false,
     1},
    {&sn_op_requantize,
     "requantize",
     sn_text_requantize,
     {ROUNDED, INT8},
     sn_loops_axis0,
     NULL,
     NULL,
     NULL,
     false,
     1},
    {&sn_op_cast,
     "cast",
     sn_text_cast,
     {ROUNDED, sn_text_to_half},
     sn_loops_chunks,
     NULL,
     NULL,
     NULL,
     false,
     1},
};

SN_LOOPS_KERNEL(int8, "casts and quantisation, element by element", &sn_op_quantize,
                &sn_op_dequantize, &sn_op_requantize, &sn_op_cast)
