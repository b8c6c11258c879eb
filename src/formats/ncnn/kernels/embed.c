/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.embed: rows of a table. */
#include "formats/ncnn/ops/ops.h"
#include "kernels/loops.h"

extern const char sn_text_embed[];

static const sn_loops_row rows[] = {
    {.op = &sn_ncnn_op_embed,
     .name = "embed",
     .body = sn_text_embed,
     .units = sn_loops_out0,
     .cost = 0.6},
};

SN_LOOPS_KERNEL(embed, "rows of a table", &sn_ncnn_op_embed)
