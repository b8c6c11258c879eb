/* SPDX-License-Identifier: Apache-2.0
 *
 * couple_pairs: row by row in scratch memory, in double. */
#include "ops/couple_pairs.h"

#include "kernels/loops.h"
#include "kernels/typed.h"
#include "ops/ops.h"

extern const char sn_text_couple_pairs[];

static int64_t rows_of(const sn_node *node)
{
    const sn_shape *y = &sn_out(node, 0)->shape;
    return sn_span_count(y, 0, y->rank - 1);
}

static sn_status prepare(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_shape *y = &sn_out(s->node, 0)->shape;
    const int64_t n = y->d[y->rank - 1];
    (void)k;
    s->scratch = n * (n + 2) * (int64_t)(sizeof(double) / sizeof(float));
    return SN_OK;
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    sn_bind_text(b, CT_element, sn_emit_load(e, s->in[0]->type, SN_IN_DOUBLE, "x[pair]"));
    sn_bind_text(b, CT_result, sn_emit_store(e, s->out[0]->type, SN_IN_DOUBLE, "p[i]"));
    sn_bind_int(b, CT_sweeps, SN_COUPLE_SWEEPS);
    sn_bind_text(b, CT_smallest, sn_emit_number(e, SN_COUPLE_LEAST));
    sn_bind_text(b, CT_most, sn_emit_number(e, 1 - SN_COUPLE_LEAST));
    sn_bind_text(b, CT_close, sn_emit_number(e, SN_COUPLE_CLOSE));
    return SN_OK;
}

static const sn_loops_row rows[] = {{.op = &sn_op_couple_pairs,
                                     .name = "couple_pairs",
                                     .body = sn_text_couple_pairs,
                                     .units = rows_of,
                                     .prepare = prepare,
                                     .bind = bind,
                                     .typed = true,
                                     .cost = 120}};

SN_LOOPS_KERNEL_OF(couple_pairs, true, "probabilities of classes from those of pairs, row by row",
                   &sn_op_couple_pairs)
