/* SPDX-License-Identifier: Apache-2.0
 *
 * cast: another element type (ONNX Cast-25). Floats become integers by cutting towards 0; what lies
 * outside of these, which ONNX leaves open, is the nearest of them, and NaN is 0. Integers wrap.
 * true is 1, and whatever is not 0 is true, NaN too. Floats round to nearest, halves to even; what
 * is too large for a float of 8 bits, and how scales of 8 bits round, is as the params say. */
#include "ops/cast.h"

#include "ir/types.h"
#include "ops/contents.h"
#include "ops/expr.h"
#include "ops/grad/grad.h"
#include "ops/ops.h"

enum { UP, DOWN, NEAREST };
static const char *const round_modes[] = {"up", "down", "nearest", NULL};

static const sn_param params[] = {
    SN_P_ENUM(sn_cast_params, to, SN_TYPE_f32, sn_type_enum, "type of the result"),
    SN_P_BOOL(sn_cast_params, saturate, 1,
              "what is too large for a float of 8 bits is the largest; else infinite, or NaN"),
    SN_P_ENUM(sn_cast_params, round_mode, UP, round_modes, "where f8e8m0 rounds to"),
    SN_P_END,
};

static const char *validate(const void *p, sn_arena *arena)
{
    (void)arena;
    return ((const sn_cast_params *)p)->to == SN_TYPE_UNKNOWN ? "to is unknown, a type expected"
                                                              : NULL;
}

static sn_status infer(sn_infer *in)
{
    in->out_shape[0] = in->in_shape[0];
    return SN_OK;
}

static void contents(sn_infer *in)
{
    const sn_contents *x = sn_infer_contents(in, 0);
    sn_contents *y = x ? sn_infer_give_contents(in, 0) : NULL;
    for (int i = 0; y && i < y->n; i++)
        y->v[i] = sn_size_cast(in->dims, &x->v[i], in->in_type[0], in->out_type[0]);
}

sn_small_rounding sn_cast_rounding(const sn_cast_params *p)
{
    static const sn_small_rounding modes[] = {SN_SMALL_UP, SN_SMALL_DOWN, SN_SMALL_NEAREST};
    return modes[p->round_mode];
}

/* Integers of 64 bits have lost nothing that counts on the way over f64. */
static sn_status eval_small(sn_eval *e, sn_small_float to)
{
    const sn_cast_params *p = e->params;
    const sn_numbers x = sn_numbers_of(e->in[0]);
    uint8_t *y = e->out_data[0];
    for (int64_t i = 0; i < sn_tensor_count(e->in[0]); i++)
        y[i] = sn_small_of_f64(to, sn_number(&x, i), p->saturate != 0, sn_cast_rounding(p));
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    sn_small_float small;
    if (sn_type_is_small_float(e->out_type[0], &small)) return eval_small(e, small);
    const sn_operand x = sn_operand_dense(e->in[0], &e->in_shape[0]);
    return sn_eval_map(e, sn_expr_input(e->arena, 0), &x, 1);
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    *slot = 0;
    return sn_same_type(sn_in(node, 0), sn_out(node, 0));
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

const sn_op sn_op_cast = {
    .name = "cast",
    .synopsis = "y = x as another element type",
    .slots = slots,
    .types = "any->=to",
    .n_out = 1,
    .traits = SN_TRAIT_STEPS,
    .kind = SN_FUSE_ELEMENTWISE,
    .params_bytes = sizeof(sn_cast_params),
    .params = params,
    .validate = validate,
    .infer = infer,
    .contents = contents,
    .eval = eval,
    .grad = sn_grad_cast,
    .rounds = true,
    .identity = identity,
};
