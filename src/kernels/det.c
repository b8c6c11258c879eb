/* SPDX-License-Identifier: Apache-2.0
 *
 * det: matrix by matrix, each copied into scratch memory, in double. */
#include "kernels/loops.h"
#include "kernels/typed.h"
#include "ops/ops.h"

extern const char sn_text_det[];

static int64_t matrices_of(const sn_node *node) { return sn_shape_count(&sn_out(node, 0)->shape); }

static sn_status prepare(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_shape *x = &sn_in(s->node, 0)->shape;
    const int64_t n = x->d[x->rank - 1];
    (void)k;
    s->scratch = n * n * (int64_t)(sizeof(double) / sizeof(float));
    return SN_OK;
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    sn_bind_text(b, CT_element, sn_emit_load(e, s->in[0]->type, SN_IN_DOUBLE, "from[at]"));
    sn_bind_text(b, CT_result, sn_emit_store(e, s->out[0]->type, SN_IN_DOUBLE, "det"));
    return SN_OK;
}

static const sn_loops_row rows[] = {{.op = &sn_op_det,
                                     .name = "det",
                                     .body = sn_text_det,
                                     .units = matrices_of,
                                     .prepare = prepare,
                                     .bind = bind,
                                     .typed = true,
                                     .cost = 6}};

SN_LOOPS_KERNEL_OF(det, true, "determinants, matrix by matrix", &sn_op_det)
