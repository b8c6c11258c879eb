/* SPDX-License-Identifier: Apache-2.0
 *
 * Casts. All elements are floats here: int8 numbers and halves are kept as the numbers that they
 * are. */
#include "kernels/loops.h"
#include "formats/ncnn/ops/ops.h"

extern const char sn_text_cast[], sn_text_to_half[], sn_text_rounded[];

static const sn_loops_row rows[] = {
    {.op = &sn_ncnn_op_cast,
     .name = "cast",
     .body = sn_text_cast,
     .helper = {sn_text_rounded, sn_text_to_half},
     .units = sn_loops_chunks,
     .cost = 1},
};

SN_LOOPS_KERNEL(cast, "casts, element by element", &sn_ncnn_op_cast)
