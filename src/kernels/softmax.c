/* SPDX-License-Identifier: Apache-2.0
 *
 * softmax: along the last axis row by row in vectors, along others a vector of lines at a time.
 * Rows shorter than two vectors are turned to stand side by side, as many as there are lanes. */
#include "kernels/loops.h"
#include "ops/ops.h"
#include "ops/rule.h"
#include "ops/softmax.h"

extern const char sn_text_softmax[], sn_text_softmax_row[], sn_text_softmax_columns[];

static sn_status prepare(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_span span = sn_loops_span(s->node);
    const int64_t lanes = k->machine->lanes;
    if (span.inner > 1) s->units[0] = span.outer * ((span.inner + lanes - 1) / lanes);
    const bool turned = span.inner == 1 && lanes > 1 && span.n < 2 * lanes;
    if (turned) s->units[0] = (span.outer + lanes - 1) / lanes;
    s->flops = 8.0 * (double)(span.outer * span.n * span.inner);
    s->why = span.inner > 1 ? "lines side by side"
             : turned       ? "short rows, turned to stand side by side"
                            : "rows";
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_op_softmax,
     .name = "softmax",
     .body = sn_text_softmax,
     .helper = {sn_text_softmax_row, sn_text_softmax_columns},
     .units = sn_loops_lines, /* of which the plan makes vectors where they stand side by side */
     .prepare = prepare,
     .cost = 4},
};

SN_LOOPS_KERNEL(softmax, "softmax: exp and sums in vectors, the largest element subtracted",
                &sn_op_softmax)
