/* SPDX-License-Identifier: Apache-2.0
 *
 * cum_sum: line by line, in double, or of integers in 64 bits that wrap to the type. */
#include "kernels/loops.h"
#include "kernels/typed.h"
#include "ops/cum_sum.h"
#include "ops/ops.h"

extern const char sn_text_cum_sum[];

static sn_status bind_sum(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_type type = s->out[0]->type;
    const sn_domain domain = sn_type_is_float(type) ? SN_IN_DOUBLE : SN_IN_UNSIGNED;
    sn_bind_text(b, "number", sn_typed_c(domain));
    sn_bind_text(b, "element", sn_emit_load(e, type, domain, "x[at]"));
    sn_bind_text(b, "total", sn_emit_store(e, type, domain, "sum"));
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_op_cum_sum,
     .name = "cum_sum",
     .body = sn_text_cum_sum,
     .units = sn_loops_lines,
     .bind = bind_sum,
     .typed = true,
     .cost = 1},
};

SN_LOOPS_KERNEL_OF(cum_sum, true, "running sums of elements of any type, line by line",
                   &sn_op_cum_sum)
