/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators of whose inputs only the sizes matter (prior boxes), or that read nothing but
 * constants: evaluated when the network is compiled. What is left is a copy. */
#include "kernels/loops.h"
#include "ops/ops.h"

#include <string.h>

#include "ops/eval.h"

/* NULL: no constant. */
static const sn_tensor *known(const sn_node *node, unsigned slot)
{
    const sn_value *v = sn_in(node, slot);
    return v ? sn_const_of(v) : NULL;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    (void)k;
    if (!node->op->eval || node->n_in == 0 || node->n_out != 1) return false;
    for (unsigned i = 0; i < node->n_in; i++) {
        const sn_value *v = sn_in(node, i);
        bool is_known = sn_node_reads_shape_only(node, i) ? !v || sn_shape_known(&v->shape)
                                                          : !v || known(node, i);
        if (!is_known) return false;
    }
    const sn_value *y = sn_out(node, 0);
    if (!sn_shape_known(&y->shape)) return false;
    out->does_bias_and_act = true; /* no work: nothing else can do it for less */
    return true;
}

static sn_status plan_node(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_node *node = s->node;
    sn_arena *scratch = sn_arena_create(k->ctx);
    const sn_tensor **in = SN_NEW_N(scratch, const sn_tensor *, node->n_in), *y = NULL;
    sn_status status = SN_OK;
    for (unsigned i = 0; i < node->n_in && status == SN_OK; i++) {
        sn_tensor *t;
        void *data;
        if (!sn_in(node, i)) continue;
        in[i] = known(node, i);
        if (in[i]) continue;
        const sn_value *v = sn_in(node, i);
        status = sn_tensor_create(k->ctx, v->type == SN_TYPE_UNKNOWN ? SN_TYPE_f32 : v->type,
                                  &v->shape, &t, &data);
        if (status == SN_OK) in[i] = t;
    }
    if (status == SN_OK)
        status = sn_eval_node(k->ctx, scratch, sn_dims_create(scratch), node, in, &y);
    if (status == SN_OK) {
        sn_step_pack_tensor(k, s, y, "result of an operator that was worked out by the compiler");
        s->why = "depends on no input: worked out by the compiler";
    }
    for (unsigned i = 0; i < node->n_in; i++) {
        if (in[i] && in[i] != known(node, i)) sn_tensor_release(in[i]);
    }
    sn_tensor_release(y);
    sn_arena_destroy(scratch);
    return status;
}

/* Without a node: the constant that the output is. */
static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    const int64_t n = sn_shape_count(&s->out[0]->shape);
    s->n_phases = 1;
    s->units[0] = (n + SN_LOOPS_CHUNK - 1) / SN_LOOPS_CHUNK;
    s->bytes = 2 * (double)sn_place_bytes(s->out[0]);
    s->why = "a constant";
    return s->node ? plan_node(k, s) : sn_step_pack_value(k, s, s->out[0]->value, "a constant");
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const sn_place *y = s->out[0];
    const bool is_f32 = y->type == SN_TYPE_f32;
    sn_emit_function(
        e, s, 0,
        sn_arena_printf(
            sn_emit_arena(e),
            "    const %s *from = %s;\n"
            "    %s *y = %s;\n"
            "    for (long i = first * %d; i < last * %d && i < %lld; i++) y[i] = from[i];\n",
            sn_emit_type(y->type),
            is_f32 ? sn_emit_packed(e, s->packed[0]) : sn_emit_packed_as(e, s->packed[0], y->type),
            sn_emit_type(y->type), sn_emit_out(e, y), SN_LOOPS_CHUNK, SN_LOOPS_CHUNK,
            (long long)sn_shape_count(&y->shape)));
    return SN_OK;
}

const sn_kernel sn_kernel_constant = {
    .name = "constant",
    .ops =
        SN_OPS(&sn_op_shape, &sn_op_size, &sn_op_eye_like, &sn_op_range, &sn_op_constant_of_shape),
    .synopsis = "copies what was worked out when the network was compiled",
    .typed = true,
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
