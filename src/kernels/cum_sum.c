/* SPDX-License-Identifier: Apache-2.0
 *
 * cum_sum, cum_prod: line by line, in double, or of integers in 64 bits that wrap to the type; and
 * the gradient of cum_prod. */
#include "kernels/picks.h"
#include "kernels/typed.h"
#include "ops/cum_sum.h"
#include "ops/ops.h"

extern const char sn_text_cum_sum[], sn_text_cum_prod_gradient[];

static sn_status bind_totals(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_type type = s->out[0]->type;
    const sn_domain domain = sn_type_is_float(type) ? SN_IN_DOUBLE : SN_IN_UNSIGNED;
    sn_bind_text(b, CT_number, sn_typed_c(domain));
    sn_bind_text(b, CT_element, sn_emit_load(e, type, domain, "x[at]"));
    sn_bind_text(b, CT_stored_total, sn_emit_store(e, type, domain, "total"));
    sn_bind_text(b, CT_with, s->node->op == &sn_op_cum_prod ? "*=" : "+=");
    sn_bind_int(b, CT_neutral, s->node->op == &sn_op_cum_prod);
    return SN_OK;
}

/* What is behind each element of a line. */
static sn_status prepare_gradient(const sn_kernel_ctx *k, sn_step *s)
{
    (void)k;
    s->scratch = sn_loops_span(s->node).n * (int64_t)(sizeof(double) / sizeof(float));
    return SN_OK;
}

static sn_status bind_gradient(sn_emit *e, const sn_step *s, sn_bind *b)
{
    sn_picks_bind(e, s, b, s->node->n_in, SN_IN_DOUBLE);
    return SN_OK;
}

#define ROW(operator)                                                                              \
    {                                                                                              \
        .op = &sn_op_##operator, .name = "cum_sum", .body = sn_text_cum_sum,                       \
        .units = sn_loops_lines, .bind = bind_totals, .typed = true, .cost = 6                     \
    }
static const sn_loops_row rows[] = {ROW(cum_sum),
                                    ROW(cum_prod),
                                    {.op = &sn_op_cum_prod_gradient,
                                     .name = "cum_prod_gradient",
                                     .body = sn_text_cum_prod_gradient,
                                     .units = sn_loops_lines,
                                     .prepare = prepare_gradient,
                                     .bind = bind_gradient,
                                     .typed = true,
                                     .cost = 6}};

SN_LOOPS_KERNEL_OF(cum_sum, true, "running sums and products of elements of any type, line by line",
                   &sn_op_cum_sum, &sn_op_cum_prod, &sn_op_cum_prod_gradient)
