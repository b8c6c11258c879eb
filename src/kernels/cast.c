/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements as those of another type: casts, their bits, and what the plan changes between steps of
 * different types. From bool to bool, bytes become 0 or 1. */
#include "kernels/cast.h"
#include "kernels/typed.h"
#include "ops/cast.h"
#include "ops/ops.h"

enum { CHUNK = 4096 };

bool sn_cast_wants(const sn_node *node, const sn_op *op, sn_offer *out)
{
    if (node->op != op || !sn_shape_known(&sn_out(node, 0)->shape)) return false;
    out->work.scalar = 6 * (double)sn_shape_count(&sn_out(node, 0)->shape);
    return true;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    (void)k;
    return sn_cast_wants(node, &sn_op_cast, out) || sn_cast_wants(node, &sn_op_bit_cast, out);
}

sn_status sn_cast_plan(const sn_kernel_ctx *k, sn_step *s)
{
    (void)k;
    s->n_phases = 1;
    s->units[0] = (sn_shape_count(&s->out[0]->shape) + CHUNK - 1) / CHUNK;
    s->bytes = (double)sn_place_bytes(s->in[0]) + (double)sn_place_bytes(s->out[0]);
    s->why = "element by element";
    return SN_OK;
}

/* The element `x[i]` as one of y; by the params of a cast, where the step is one. */
static const char *converted(sn_emit *e, const sn_step *s)
{
    const sn_type from = s->in[0]->type, to = s->out[0]->type;
    const sn_domain domain = sn_convert_domain(from, to);
    const char *x = sn_emit_load_for(e, from, domain, to, "x[i]");
    sn_small_float small;
    if (!s->node || s->node->op != &sn_op_cast || !sn_type_is_small_float(to, &small))
        return sn_emit_store(e, to, domain, x);
    const sn_cast_params *p = s->node->params;
    return sn_emit_small(e, to, p->saturate != 0, sn_cast_rounding(p), domain, x);
}

void sn_cast_emit(sn_emit *e, const sn_step *s, bool cuts)
{
    sn_arena *a = sn_emit_arena(e);
    const sn_place *x = s->in[0], *y = s->out[0];
    const char *store = cuts && x->type == SN_TYPE_f32 && y->type == SN_TYPE_bf16
                            ? "(uint16_t)((uint32_t)s_bits(x[i]) >> 16)"
                            : converted(e, s);
    sn_emit_function(
        e, s, 0,
        sn_arena_printf(
            a,
            "    const %s *x = %s;\n    %s *y = %s;\n"
            "    for (long i = first * %d; i < last * %d && i < %lld; i++) y[i] = %s;\n",
            sn_emit_type(x->type), sn_emit_in(e, x), sn_emit_type(y->type), sn_emit_out(e, y),
            CHUNK, CHUNK, (long long)sn_shape_count(&y->shape), store));
}

static void emit_bits(sn_emit *e, const sn_step *s)
{
    const sn_place *x = s->in[0], *y = s->out[0];
    const int64_t count = sn_shape_count(&y->shape);
    sn_emit_function(
        e, s, 0,
        sn_arena_printf(
            sn_emit_arena(e),
            "    const %s *x = %s;\n    %s *y = %s;\n"
            "    const long from = first * %d, to = last * %d < %lld ? last * %d : %lld;\n"
            "    memcpy(y + from, x + from, (size_t)(to - from) * sizeof *y);\n",
            sn_emit_type(x->type), sn_emit_in(e, x), sn_emit_type(y->type), sn_emit_out(e, y),
            CHUNK, CHUNK, (long long)count, CHUNK, (long long)count));
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    if (s->node && s->node->op == &sn_op_bit_cast)
        emit_bits(e, s);
    else
        sn_cast_emit(e, s, false);
    return SN_OK;
}

const sn_kernel sn_kernel_cast = {
    .name = "cast",
    .synopsis = "elements, or their bits, as those of another type",
    .ops = SN_OPS(&sn_op_cast, &sn_op_bit_cast),
    .typed = true,
    .wants = wants,
    .plan = sn_cast_plan,
    .emit = emit,
};
