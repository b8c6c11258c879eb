/* SPDX-License-Identifier: Apache-2.0
 *
 * repeat: operators of two operands whose sizes do not fit, where the last part of the smaller one
 * is repeated, as ncnn does (see ops/binary.c). Element by element; operands that fit are the
 * business of `map`. */
#include "kernels/loops.h"
#include "ops/binary.h"
#include "ops/expr.h"
#include "ops/ops.h"

static int64_t elements(const sn_node *node) { return sn_shape_count(&sn_out(node, 0)->shape); }

static const sn_loops_row row = {.units = elements, .cost = 10};

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_wants *out)
{
    if (!sn_op_is_binary(node->op) || node->n_in != 2 ||
        ((const sn_binary_params *)node->params)->align == SN_LATE)
        return false;
    return sn_in(node, 0)->shape.rank > 0 && sn_in(node, 1)->shape.rank > 0 &&
           sn_loops_wants(k, node, &row, out);
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    s->flops = (double)elements(s->node);
    s->why = "the last part of an operand is repeated";
    return sn_loops_plan(k, s, &row);
}

/* The element of operand i that goes with the indices i0, i1, ..: an index beyond its own size is
 * its last. */
static const char *element(sn_emit *e, const sn_step *s, unsigned operand, const char *pointer)
{
    const sn_shape *x = &sn_in(s->node, operand)->shape, *y = &sn_out(s->node, 0)->shape;
    const int first =
        ((const sn_binary_params *)s->node->params)->align == SN_ALIGN_LEFT ? 0 : y->rank - x->rank;
    sn_str out;
    sn_str_init(&out, sn_emit_arena(e));
    sn_str_addf(&out, "(%s)[0", pointer);
    int64_t stride = 1;
    for (int k = x->rank - 1; k >= 0; stride *= x->d[k--]) {
        const long long size = x->d[k], step = stride;
        if (size == 1) continue;
        if (size < y->d[first + k])
            sn_str_addf(&out, " + (i%d < %lld ? i%d : %lld) * %lld", first + k, size, first + k,
                        size - 1, step);
        else
            sn_str_addf(&out, " + i%d * %lld", first + k, step);
    }
    sn_str_add(&out, "]");
    return out.s;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const sn_shape *y = &sn_out(s->node, 0)->shape;
    const sn_expr *formula = NULL;
    const char *inputs[2];
    sn_str out, before;
    sn_str_init(&out, sn_emit_arena(e));
    sn_str_init(&before, sn_emit_arena(e));
    SN_TRY(sn_op_formula(sn_emit_ctx(e), sn_emit_arena(e), s->node->op, s->node->params, &formula));
    for (unsigned i = 0, packed = 0; i < 2; i++)
        inputs[i] = element(
            e, s, i, s->in[i] ? sn_emit_in(e, s->in[i]) : sn_emit_packed(e, s->packed[packed++]));
    sn_str_add(&out, "    for (long u = first; u < last; u++) {\n        long rest = u;\n");
    for (int k = y->rank - 1; k >= 0; k--)
        sn_str_addf(&out, "        const long i%d = rest %% %lld;\n        rest /= %lld;\n", k,
                    (long long)y->d[k], (long long)y->d[k]);
    for (int k = 0; k < y->rank; k++) sn_str_addf(&out, "        (void)i%d;\n", k);
    sn_str_addf(&out, "        (void)rest;\n        const float a = %s, b = %s;\n", inputs[0],
                inputs[1]);
    const char *result =
        sn_emit_expr(e, formula, (const char *const[]){"a", "b"}, false, "        ", &before);
    sn_str_add(&out, before.s);
    sn_str_addf(&out, "        (%s)[u] = %s;\n    }\n", sn_emit_out(e, s->out[0]), result);
    sn_emit_function(e, s, 0, out.s);
    return SN_OK;
}

const sn_kernel sn_kernel_repeat = {
    .name = "repeat",
    .synopsis = "two operands whose sizes do not fit: the last part of the smaller one is repeated",
    .boundaries = true,
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
