/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators with two operands that broadcast as in numpy: axes are paired from the last one on, an
 * operand of lower rank has 1s in front, and of two sizes that meet one must be 1 or both be equal.
 * Sizes that are not known are taken to fit. */
#include "ops/binary.h"

#include <math.h>
#include <string.h>

#include "ops/channel.h"
#include "ops/affine_maps.h"
#include "ops/contents.h"
#include "ops/grad/grad.h"

const sn_slot sn_binary_slots[] = {{"a", 0}, {"b", 0}, {NULL, 0}};

/* ---- shapes ---------------------------------------------------------------------------------- */

int sn_binary_shape(const sn_infer *in, const sn_shape *a, const sn_shape *b, sn_shape *out)
{
    *out = a->rank == 0 ? *b : b->rank == 0 ? *a : sn_shape_unknown();
    if (a->rank < 0 || b->rank < 0) return -1;
    out->rank = a->rank > b->rank ? a->rank : b->rank;
    for (int k = 0; k < out->rank; k++) {
        const int of_a = k - (out->rank - a->rank), of_b = k - (out->rank - b->rank);
        bool ok = true;
        out->d[k] =
            sn_shape_rule_broadcast(in, of_a < 0 ? 1 : a->d[of_a], of_b < 0 ? 1 : b->d[of_b], &ok);
        if (!ok) return k;
    }
    return -1;
}

sn_status sn_binary_infer(sn_infer *in)
{
    const sn_shape *a = &in->in_shape[0], *b = &in->in_shape[1];
    sn_shape out;
    const int wrong = sn_binary_shape(in, a, b, &out);
    if (wrong >= 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "a is %s, b is %s: axis %d of the result fits neither way",
                            sn_shape_rule_shape_text(in, a), sn_shape_rule_shape_text(in, b),
                            wrong);
    sn_shape_rule_give(in, 0, out);
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

sn_operand sn_binary_operand(const sn_tensor *t, const sn_shape *out)
{
    sn_operand o = {.data = sn_tensor_data(t), .type = t->type};
    const int first = out->rank - t->shape.rank;
    for (int64_t k = t->shape.rank - 1, stride = 1; k >= 0; stride *= t->shape.d[k--])
        o.stride[first + k] = t->shape.d[k] == 1 ? 0 : stride;
    return o;
}

sn_status sn_binary_eval(sn_eval *e)
{
    const sn_expr *formula = NULL;
    SN_TRY(sn_op_formula(e->ctx, e->arena, e->node->op, e->params, &formula));
    sn_operand operands[2];
    for (int i = 0; i < 2; i++) operands[i] = sn_binary_operand(e->in[i], &e->out_shape[0]);
    return sn_eval_map(e, formula, operands, 2);
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* Every element the same number. */
static bool uniform(const sn_tensor *t, double *value)
{
    int64_t n = sn_tensor_count(t);
    if (n == 0) return false;
    *value = sn_tensor_at(t, 0);
    for (int64_t i = 1; i < n; i++)
        if (!(sn_tensor_at(t, i) == *value)) return false;
    return true;
}

/* The slot of the operand that is not constant, `constant` being the other. Yes only where the
 * result is proved to have its shape and type. */
static sn_answer variable_operand(const sn_node *node, uint16_t *slot, const sn_tensor **constant)
{
    const sn_tensor *a = sn_const_of(sn_in(node, SN_BINARY_A)),
                    *b = sn_const_of(sn_in(node, SN_BINARY_B));
    for (uint16_t i = 0; i < 2 && !a && !b; i++) {
        sn_value *v = sn_in(node, i), *read = sn_before_adapters(v);
        if (v != read && sn_value_is_const(read))
            return SN_ANSWER_UNKNOWN(
                "which axes of its operands pair depends on a size that is not known");
    }
    if (!a && !b) return SN_ANSWER_NO("neither operand is constant");
    *slot = b ? SN_BINARY_A : SN_BINARY_B;
    *constant = b ? b : a;
    if (sn_tensor_count(*constant) == 0)
        return SN_ANSWER_NO("its constant operand has no elements");

    const sn_value *x = sn_in(node, *slot), *y = sn_out(node, 0);
    if ((*constant)->shape.rank > 0) {
        if (x->shape.rank < 0)
            return SN_ANSWER_UNKNOWN("the rank of its other operand is not known");
        if (sn_shape_differ(node->graph->dims, &x->shape, &y->shape))
            return SN_ANSWER_NO("its constant operand makes the result larger than the other one");
        if (!sn_shape_equal(&x->shape, &y->shape))
            return SN_ANSWER_UNKNOWN(
                "the result is not proved to have the shape of its other operand");
    }
    return sn_same_type(x, y);
}

/* Whether the elements of t depend on the index along `axis` alone. */
static bool depends_on(const sn_tensor *t, int axis)
{
    int64_t n = sn_tensor_count(t), inner = 1;
    for (int k = axis + 1; k < t->shape.rank; k++) inner *= t->shape.d[k];
    for (int64_t i = 0; i < n; i++) {
        int64_t at = i / inner % t->shape.d[axis];
        if (!(sn_tensor_at(t, i) == sn_tensor_at(t, at * inner))) return false;
    }
    return true;
}

static sn_answer factor_axis(const sn_tensor *c, int x_rank, int *own, int *axis)
{
    double value = 0;
    *own = *axis = SN_AXIS_NONE;
    if (uniform(c, &value)) return SN_ANSWER_YES;
    for (*own = 0; *own < c->shape.rank; ++*own)
        if (c->shape.d[*own] > 1 && depends_on(c, *own)) break;
    if (*own == c->shape.rank)
        return SN_ANSWER_NO("its constant operand varies along more than one axis");
    *axis = *own + x_rank - c->shape.rank;
    return SN_ANSWER_YES;
}

/* Element i along the constant's own axis. */
static double factor_at(const sn_tensor *c, int own, int64_t i)
{
    int64_t inner = 1;
    if (own == SN_AXIS_NONE) return sn_tensor_at(c, 0);
    for (int k = own + 1; k < c->shape.rank; k++) inner *= c->shape.d[k];
    return sn_tensor_at(c, i * inner);
}

static sn_answer affine(const sn_node *node, sn_arena *arena, sn_affine *out)
{
    uint16_t slot = 0;
    const sn_tensor *c = NULL;
    int own = SN_AXIS_NONE, axis = SN_AXIS_NONE;
    const sn_expr *formula = NULL;
    if (sn_op_formula(node->graph->ctx, arena, node->op, node->params, &formula) != SN_OK)
        return SN_ANSWER_UNKNOWN("its formula cannot be read");
    sn_answer answer = variable_operand(node, &slot, &c);
    if (answer.is != SN_YES) return answer;
    answer = factor_axis(c, sn_in(node, slot)->shape.rank, &own, &axis);
    if (answer.is != SN_YES) return answer;

    int64_t n = own == SN_AXIS_NONE ? 1 : c->shape.d[own];
    double *scale = SN_NEW_N(arena, double, n), *shift = SN_NEW_N(arena, double, n);
    bool scales = false, shifts = false;
    for (int64_t i = 0; i < n; i++) {
        double inputs[2] = {0};
        inputs[1 - slot] = factor_at(c, own, i);
        if (!isfinite(inputs[1 - slot])) return SN_ANSWER_NO("its constant operand is not finite");
        if (!sn_expr_linear(formula, slot, inputs, &scale[i], &shift[i])) {
            return node->op == &sn_op_div && slot == SN_BINARY_A
                       ? SN_ANSWER_NO("a constant divisor is 0, or its inverse is not finite")
                       : SN_ANSWER_NO("it is not an affine map of its other operand");
        }
        scales |= scale[i] != 1;
        shifts |= shift[i] != 0;
    }
    answer = sn_channel_affine(axis, n, scales ? scale : NULL, shifts ? shift : NULL, out);
    out->slot = slot;
    return answer;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const sn_tensor *c = NULL;
    const sn_expr *formula = NULL;
    double value = 0;
    if (sn_op_formula(node->graph->ctx, arena, node->op, node->params, &formula) != SN_OK)
        return SN_ANSWER_UNKNOWN("its formula cannot be read");
    const sn_tensor *b = sn_const_of(sn_in(node, SN_BINARY_B));
    c = b ? b : sn_const_of(sn_in(node, SN_BINARY_A));
    if (!c) return SN_ANSWER_NO("neither operand is constant");
    if (!uniform(c, &value)) return SN_ANSWER_NO("its constant operand changes the elements");
    uint16_t constant_slot = b ? SN_BINARY_B : SN_BINARY_A;
    if (sn_expr_put(arena, formula, constant_slot, value)->kind != SN_EXPR_INPUT)
        return SN_ANSWER_NO("its constant operand changes the elements");
    return variable_operand(node, slot, &c);
}

/* max(x, 0) */
static sn_answer act_max(const sn_node *node, sn_act *out)
{
    uint16_t slot = 0;
    const sn_tensor *c = NULL;
    double value = 0;
    sn_answer answer = variable_operand(node, &slot, &c);
    if (answer.is != SN_YES) return answer;
    if (!uniform(c, &value) || value != 0)
        return SN_ANSWER_NO("it is not the maximum of its input and 0");
    *out = (sn_act){.kind = SN_ACT_RELU};
    return SN_ANSWER_YES;
}

/* ---- the operators --------------------------------------------------------------------------- */

/* ---- maps ------------------------------------------------------------------------------------ */

sn_answer sn_binary_across(const sn_node *node, uint16_t slot, bool to_operand, const sn_affine *m,
                           sn_affine *out)
{
    const sn_shape *x = &sn_in(node, slot)->shape, *y = &sn_out(node, 0)->shape;
    *out = *m;
    if (m->axis == SN_AXIS_NONE) return SN_ANSWER_YES;
    if (x->rank < 0 || y->rank < 0) return SN_ANSWER_UNKNOWN("ranks are not known");
    const int first = y->rank - x->rank;
    const int own = to_operand ? m->axis - first : m->axis, whole = own + first;
    if (own < 0 || own >= x->rank || whole >= y->rank || !sn_dim_equal(x->d[own], y->d[whole]))
        return SN_ANSWER_NO("one of its operands is the same for all channels");
    out->axis = to_operand ? own : whole;
    return SN_ANSWER_YES;
}

/* Both maps as maps of the result. */
static sn_answer as_of_result(const sn_node *node, const sn_propagate *c, sn_affine m[2])
{
    for (uint16_t i = 0; i < 2; i++) {
        sn_answer a = sn_binary_across(node, i, false, &c->given[i], &m[i]);
        if (a.is != SN_YES) return a;
    }
    return SN_ANSWER_YES;
}

static sn_affine times_minus_one(sn_arena *arena, const sn_affine *m)
{
    double *shift = SN_NEW_N(arena, double, m->n);
    for (int64_t i = 0; i < m->n; i++) shift[i] = -sn_affine_map_shift(m, i);
    return sn_affine_map_of(m->axis, m->n, NULL, shift);
}

static sn_affine shift_only(const sn_affine *m)
{
    return sn_affine_map_of(m->axis, m->n, NULL, m->shift);
}

/* Up: both are scaled, the first that can be is shifted. */
static sn_answer sum_propagate_up(const sn_node *node, sn_arena *arena, bool minus, sn_propagate *c)
{
    const sn_affine scale = sn_affine_map_scale_only(&c->given[0]),
                    shift = shift_only(&c->given[0]);
    bool shifted = !shift.shift;
    sn_answer why = SN_ANSWER_YES;
    for (uint16_t i = 0; i < 2; i++) {
        sn_affine add;
        sn_answer a = sn_binary_across(node, i, true, &scale, &c->made[i]);
        if (a.is != SN_YES) return a;
        if (shifted || sn_value_is_const(sn_in(node, i))) continue;
        why = sn_binary_across(node, i, true, &shift, &add);
        if (why.is != SN_YES) continue;
        if (minus && i == 1) add = times_minus_one(arena, &add);
        shifted = sn_affine_map_compose(arena, &c->made[i], &add, &c->made[i]);
    }
    return shifted            ? SN_ANSWER_YES
           : why.is != SN_YES ? why
                              : SN_ANSWER_NO("no operand can take the shift");
}

static sn_answer sum_propagate(const sn_node *node, sn_arena *arena, bool minus, sn_propagate *c)
{
    sn_affine m[2];
    if (c->up) return sum_propagate_up(node, arena, minus, c);
    sn_answer a = as_of_result(node, c, m);
    if (a.is != SN_YES) return a;
    const sn_affine s0 = sn_affine_map_scale_only(&m[0]), s1 = sn_affine_map_scale_only(&m[1]);
    const sn_affine t0 = shift_only(&m[0]),
                    t1 = minus ? times_minus_one(arena, &m[1]) : shift_only(&m[1]);
    if (!sn_affine_map_equal(&s0, &s1)) return SN_ANSWER_NO("its operands have different factors");
    if (!sn_affine_map_compose(arena, &s0, &t0, &c->made[0]) ||
        !sn_affine_map_compose(arena, &c->made[0], &t1, &c->made[0]))
        return SN_ANSWER_NO("its operands have factors along different axes");
    return a;
}

static sn_answer add_propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    return sum_propagate(node, arena, false, c);
}
static sn_answer sub_propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    return sum_propagate(node, arena, true, c);
}

static bool fits_factor(const sn_node *node, uint16_t slot, const sn_affine *map)
{
    sn_affine m;
    return sn_binary_across(node, slot, true, map, &m).is == SN_YES;
}

/* Up: one factor takes it. */
static sn_answer mul_propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    sn_affine m[2];
    for (int i = 0; i < (c->up ? 1 : 2); i++) {
        sn_answer a = sn_affine_map_no_shift(&c->given[i]);
        if (a.is != SN_YES) return a;
    }
    if (c->up) {
        const int slot = sn_affine_map_factor_slot(node, arena, fits_factor, &c->given[0]);
        if (slot < 0) return SN_ANSWER_NO("its operands have other readers, or not all channels");
        return sn_binary_across(node, (uint16_t)slot, true, &c->given[0], &c->made[slot]);
    }
    sn_answer a = as_of_result(node, c, m);
    if (a.is != SN_YES) return a;
    return sn_affine_map_compose(arena, &m[0], &m[1], &c->made[0])
               ? a
               : SN_ANSWER_NO("its operands have factors along different axes");
}

/* Only the numerator's. */
static sn_answer div_propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)arena;
    sn_answer a = sn_affine_map_no_shift(&c->given[0]);
    if (a.is == SN_YES && !c->up && !sn_affine_map_is_identity(&c->given[SN_BINARY_B]))
        return SN_ANSWER_NO("the map is one of its divisor");
    return a.is == SN_YES ? sn_binary_across(node, SN_BINARY_A, c->up, &c->given[0], &c->made[0])
                          : a;
}

/* max and min, of two with the same map, no factor being negative. */
static sn_answer order_propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)arena;
    sn_affine m[2];
    sn_answer a = sn_affine_map_not_negative(&c->given[0]);
    for (uint16_t i = 0; i < 2 && c->up && a.is == SN_YES; i++)
        a = sn_binary_across(node, i, true, &c->given[0], &c->made[i]);
    if (a.is != SN_YES || c->up) return a;
    a = as_of_result(node, c, m);
    if (a.is != SN_YES) return a;
    if (!sn_affine_map_equal(&m[0], &m[1]))
        return SN_ANSWER_NO("its operands have different factors");
    c->made[0] = m[0];
    return a;
}

/* ONNX Mod-28: the sign of b, that of its zeros too, where fmod is not set, and that of a where it
 * is. */
static const sn_param mod_params[] = {
    SN_P_BOOL(sn_mod_params, fmod, 0, "the result has the sign of a, as C's fmod has it, not of b"),
    SN_P_END,
};

#define BINARY(op, types_, formula, ...)                                                           \
    const sn_op sn_op_##op = {.name = #op,                                                         \
                              .synopsis = "y = " formula,                                          \
                              .slots = sn_binary_slots,                                            \
                              .types = types_,                                                     \
                              .n_out = 1,                                                          \
                              .kind = SN_FUSE_BROADCAST,                                           \
                              .expr = formula,                                                     \
                              .contents = sn_contents_elementwise,                                 \
                              .infer = sn_binary_infer,                                            \
                              .eval = sn_binary_eval,                                              \
                              .affine = affine,                                                    \
                              .identity = identity,                                                \
                              __VA_ARGS__}

BINARY(add, "num,num->num", "a + b", .traits = SN_TRAIT_COMMUTES, .propagate = add_propagate);
BINARY(sub, "num,num->num", "a - b", .propagate = sub_propagate);
BINARY(mul, "num,num->num", "a * b", .traits = SN_TRAIT_COMMUTES, .propagate = mul_propagate);
BINARY(div, "num,num->num", "a / b", .propagate = div_propagate);
/* The first operand where either is NaN, so they do not commute. */
BINARY(max, "num,num->num", "max(a, b)", .traits = SN_TRAIT_COMMUTES, .as_act = act_max,
       .propagate = order_propagate);
BINARY(min, "num,num->num", "min(a, b)", .traits = SN_TRAIT_COMMUTES, .propagate = order_propagate);
BINARY(pow, "num,num2->num", "pow(a, b)", .traits = 0);
BINARY(atan2, "float,float->float", "atan2(a, b)", .traits = SN_TRAIT_STEPS);
BINARY(
    mod, "num,num->num",
    "select(fmod, fmod(a, b), select(fmod(a, b) * sign(b) < 0, fmod(a, b) + b, abs(fmod(a, b)) * "
    "sign(b)))",
    .traits = SN_TRAIT_STEPS, .params_bytes = sizeof(sn_mod_params), .params = mod_params);
/* Of two infinities of one sign that infinity. */
BINARY(logaddexp, "float,float->float",
       "max(a, b) + "
       "select(min(a, b) < max(a, b), log1p(exp(min(a, b) - max(a, b))), 0.6931471805599453)",
       .grad = sn_grad_logaddexp);
/* PyTorch's: the floor of the exact quotient, which (a - remainder) / b is once it is rounded to
 * the nearest integer; NaN of infinities. */
#define WITHOUT_REST "(a - fmod(a, b)) / b - select(fmod(a, b) * sign(b) < 0, 1, 0)"
BINARY(floor_divide, "num,num->num",
       "select(eq(b, 0), a / b, select(eq(" WITHOUT_REST
       ", 0), 0 * sign(a) * sign(b), nearbyint(" WITHOUT_REST ")))",
       .traits = SN_TRAIT_STEPS, .grad = sn_grad_none);

bool sn_op_is_binary(const sn_op *op) { return op->slots == sn_binary_slots; }
