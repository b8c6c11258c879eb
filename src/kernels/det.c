/* SPDX-License-Identifier: Apache-2.0
 *
 * det: matrix by matrix in double; bit_cast: bytes as they are. */
#include "kernels/loops.h"
#include "kernels/typed.h"
#include "ops/ops.h"

extern const char sn_text_det[], sn_text_bit_cast[];

static int64_t size_of(const sn_node *node)
{
    const sn_shape *x = &sn_in(node, 0)->shape;
    return x->d[x->rank - 1];
}

static int64_t matrices_of(const sn_node *node) { return sn_shape_count(&sn_out(node, 0)->shape); }

static sn_status prepare_det(const sn_kernel_ctx *k, sn_step *s)
{
    const int64_t n = size_of(s->node);
    (void)k;
    s->scratch = 2 * n * n; /* doubles */
    return SN_OK;
}

static sn_status bind_det(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_type type = s->out[0]->type;
    sn_bind_int(b, "size", size_of(s->node));
    sn_bind_text(b, "element", sn_emit_load(e, type, SN_IN_DOUBLE, "from[k]"));
    sn_bind_text(b, "result", sn_emit_store(e, type, SN_IN_DOUBLE, "product"));
    return SN_OK;
}

static sn_status bind_bits(sn_emit *e, const sn_step *s, sn_bind *b)
{
    (void)e;
    sn_bind_int(b, "to_bool", s->out[0]->type == SN_TYPE_bool);
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_op_det,
     .name = "det",
     .body = sn_text_det,
     .units = matrices_of,
     .prepare = prepare_det,
     .bind = bind_det,
     .typed = true,
     .cost = 5},
    {.op = &sn_op_bit_cast,
     .name = "bit_cast",
     .body = sn_text_bit_cast,
     .units = sn_loops_chunks,
     .bind = bind_bits,
     .typed = true,
     .cost = 0.1},
};

SN_LOOPS_KERNEL_OF(det, true, "determinants, and bits as those of another type", &sn_op_det,
                   &sn_op_bit_cast)
