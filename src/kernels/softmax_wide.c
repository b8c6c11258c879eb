/* SPDX-License-Identifier: Apache-2.0
 *
 * softmax_wide: softmax of doubles, line by line. */
#include "kernels/loops.h"
#include "ops/ops.h"

extern const char sn_text_softmax_wide[];

static bool is_wide(const sn_kernel_ctx *k, const sn_node *node)
{
    (void)k;
    return sn_in(node, 0)->type == SN_TYPE_f64;
}

static const sn_loops_row rows[] = {
    {.op = &sn_op_softmax,
     .name = "softmax_wide",
     .body = sn_text_softmax_wide,
     .units = sn_loops_lines,
     .fits = is_wide,
     .typed = true,
     .cost = 60},
};

SN_LOOPS_KERNEL_OF(softmax_wide, true, "softmax of doubles, line by line", &sn_op_softmax)
