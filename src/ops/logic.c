/* SPDX-License-Identifier: Apache-2.0
 *
 * Comparisons, logic and bits, as ONNX has them; operands broadcast as in numpy. Comparisons with
 * NaN are false. A bool is one byte, 0 or 1. */
#include "ops/binary.h"
#include "ops/contents.h"
#include "ops/rule.h"

static const sn_slot one[] = {{"x", 0}, {NULL, 0}};
static const sn_slot two[] = {{"a", 0}, {"b", 0}, {NULL, 0}};
static const sn_slot where_slots[] = {{"condition", 0}, {"x", 0}, {"y", 0}, {NULL, 0}};
static const sn_slot where_le_slots[] = {{"a", 0}, {"b", 0}, {"x", 0}, {"y", 0}, {NULL, 0}};

enum { MAX_OPERANDS = 4 };

static sn_status infer(sn_infer *in)
{
    sn_shape all = in->in_shape[0];
    for (uint16_t i = 1; i < in->n_in; i++) {
        sn_shape both;
        const int wrong = sn_binary_shape(in, &all, &in->in_shape[i], &both);
        if (wrong >= 0)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "%s is %s, the operands in front of it are %s: axis %d of the "
                                "result fits neither way",
                                sn_op_slot(in->node->op, i)->name,
                                sn_shape_rule_shape_text(in, &in->in_shape[i]),
                                sn_shape_rule_shape_text(in, &all), wrong);
        all = both;
    }
    in->out_shape[0] = all;
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    const sn_expr *formula = NULL;
    sn_operand operands[MAX_OPERANDS];
    SN_TRY(sn_op_formula(e->ctx, e->arena, e->node->op, e->params, &formula));
    for (uint16_t i = 0; i < e->n_in; i++)
        operands[i] = sn_binary_operand(e->in[i], &e->out_shape[0]);
    return sn_eval_map(e, formula, operands, e->n_in);
}

#define LOGIC(op, slots_, types_, text, formula, ...)                                              \
    const sn_op sn_op_##op = {.name = #op,                                                         \
                              .synopsis = "y = " text,                                             \
                              .slots = slots_,                                                     \
                              .types = types_,                                                     \
                              .n_out = 1,                                                          \
                              .kind = SN_FUSE_BROADCAST,                                           \
                              .expr = formula,                                                     \
                              .contents = sn_contents_elementwise,                                 \
                              .infer = infer,                                                      \
                              .eval = eval,                                                        \
                              __VA_ARGS__}
#define BOTH  .traits = SN_TRAIT_STEPS | SN_TRAIT_COMMUTES
#define STEPS .traits = SN_TRAIT_STEPS

LOGIC(equal, two, "any,any->bool", "a = b", "eq(a, b)", BOTH);
LOGIC(less, two, "num,num->bool", "a < b", "a < b", STEPS);
LOGIC(less_or_equal, two, "num,num->bool", "a <= b", "a <= b", STEPS);
LOGIC(greater, two, "num,num->bool", "a > b", "b < a", STEPS);
LOGIC(greater_or_equal, two, "num,num->bool", "a >= b", "b <= a", STEPS);
LOGIC(and, two, "bool,bool->bool", "a and b", "min(a, b)", BOTH);
LOGIC(or, two, "bool,bool->bool", "a or b", "max(a, b)", BOTH);
LOGIC(xor, two, "bool,bool->bool", "either a or b", "1 - eq(a, b)", BOTH);
LOGIC(not, one, "bool->bool", "not x", "1 - x", STEPS);
LOGIC(is_nan, one, "float->bool", "1 where x is NaN", "1 - eq(x, x)", STEPS);

LOGIC(bitwise_and, two, "int,int->int", "a & b", "band(a, b)", BOTH);
LOGIC(bitwise_or, two, "int,int->int", "a | b", "bor(a, b)", BOTH);
LOGIC(bitwise_xor, two, "int,int->int", "a ^ b", "bxor(a, b)", BOTH);
LOGIC(bitwise_not, one, "int->int", "~x", "bnot(x)", STEPS);

typedef struct bit_shift_params {
    int32_t direction;
} bit_shift_params;

static const char *const directions[] = {"left", "right", NULL};
static const sn_param bit_shift_table[] = {
    SN_P_ENUM(bit_shift_params, direction, 0, directions, "where bits move"), SN_P_END};
LOGIC(bit_shift, two, "int,int->int",
      "a << b, or a >> b, which keeps the sign; 0 bits are left of more places than there are",
      "select(direction, shr(a, b), shl(a, b))", STEPS, .params_bytes = sizeof(bit_shift_params),
      .params = bit_shift_table);

typedef struct is_inf_params {
    int32_t detect_negative, detect_positive;
} is_inf_params;

static const sn_param is_inf_table[] = {SN_P_BOOL(is_inf_params, detect_negative, 1, "-inf counts"),
                                        SN_P_BOOL(is_inf_params, detect_positive, 1, "inf counts"),
                                        SN_P_END};
LOGIC(is_inf, one, "float->bool", "1 where x is infinite",
      "select(detect_negative, eq(x, -1 / 0), 0) + select(detect_positive, eq(x, 1 / 0), 0)", STEPS,
      .params_bytes = sizeof(is_inf_params), .params = is_inf_table);

LOGIC(where, where_slots, "bool,any,any->any", "x where condition is true, else y",
      "select(condition, x, y)", .traits = 0);
LOGIC(where_le, where_le_slots, "float,float,float,float->float", "x where a <= b, else y",
      "select(a <= b, x, y)", STEPS);
