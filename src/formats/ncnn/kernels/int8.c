/* SPDX-License-Identifier: Apache-2.0
 *
 * Quantisation. All elements are floats here: int8 numbers are kept as the numbers that they are,
 * 32-bit integers as their bits, as blobs without a type hold them. Rounding is done step by step
 * as it is written, since a last bit decides which integer comes out. */
#include "kernels/loops.h"
#include "formats/ncnn/ops/ops.h"

extern const char sn_text_quantize[], sn_text_dequantize[], sn_text_requantize[], sn_text_int8[],
    sn_text_rounded[];

static sn_status bind_act(sn_emit *e, const sn_step *s, sn_bind *b)
{
    (void)e;
    sn_loops_bind_act(s, b, CT_act);
    return SN_OK;
}

#define ROUNDED sn_text_rounded
#define INT8    sn_text_int8
static const sn_loops_row rows[] = {
    {&sn_ncnn_op_quantize,
     "quantize",
     sn_text_quantize,
     {INT8},
     sn_loops_axis0,
     NULL,
     NULL,
     NULL,
     false,
     .cost = 6},
    {&sn_ncnn_op_dequantize,
     "dequantize",
     sn_text_dequantize,
     {ROUNDED},
     sn_loops_axis0,
     NULL,
     NULL,
     NULL,
     false,
     .cost = 6},
    {&sn_ncnn_op_requantize,
     "requantize",
     sn_text_requantize,
     {ROUNDED, INT8},
     sn_loops_axis0,
     NULL,
     NULL,
     bind_act,
     false,
     .cost = 6},
};

SN_LOOPS_KERNEL(int8, "quantisation, element by element", &sn_ncnn_op_quantize,
                &sn_ncnn_op_dequantize, &sn_ncnn_op_requantize)
