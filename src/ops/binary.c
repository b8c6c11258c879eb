/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators with two broadcast operands. A rank-0 operand goes with anything; else the one of lower
 * rank gets 1s behind or in front of its axes (align), and of two sizes that meet, one must be 1 or
 * both be equal. Where operands that are aligned to the left meet with two other numbers on any
 * axis but the last, ncnn repeats the last part of the smaller one, and so does this: exporters
 * align to the right, ncnn to the left, and networks run with that unnoticed. On the first axis
 * ncnn repeats blocks of channels where those are packed: the node is a boundary. On the last axis
 * it reads what is not there: an error. Sizes that are not known are taken to fit.
 *
 * ncnn aligns by run-time shape: ranks 2 and up from the front; a vector of length n from the front
 * where n equals the other's first size, else from the back. */
#include "ops/binary.h"

#include <math.h>
#include <string.h>

#include "ops/brief.h"
#include "ops/channel.h"
#include "ops/maps.h"

static const char *const align_names[] = {"right", "left", NULL};
static const sn_param params[] = {
    SN_P_LATE_ENUM(sn_binary_params, align, SN_ALIGN_RIGHT, align_names,
                   "which axes of an operand of lower rank pair with the other's: last or first"),
    SN_P_END,
};
static const sn_slot slots[] = {{"a", 0}, {"b", 0}, {NULL, 0}};

/* ---- shapes ---------------------------------------------------------------------------------- */

static sn_status resolve(const sn_infer *in, void *params_)
{
    sn_binary_params *p = params_;
    const sn_shape *a = &in->in_shape[0], *b = &in->in_shape[1];
    if (p->align != SN_LATE) return SN_OK;
    if (a->rank == 0 || b->rank == 0) {
        p->align = SN_ALIGN_RIGHT;
        return SN_OK;
    }
    if (a->rank < 0 || b->rank < 0) return SN_OK;
    if (a->rank == b->rank || (a->rank != 1 && b->rank != 1)) {
        p->align = SN_ALIGN_LEFT;
        return SN_OK;
    }
    sn_dim n = a->rank == 1 ? a->d[0] : b->d[0];
    sn_dim first = a->rank == 1 ? b->d[0] : a->d[0];
    if (sn_dim_equal(n, first)) {
        p->align = SN_ALIGN_LEFT;
    } else if (n == 1 || sn_dim_differ(in->dims, n, first)) {
        p->align = SN_ALIGN_RIGHT;
    }
    return SN_OK;
}

/* First axis of a value of rank `out_rank` that the operand's axis 0 pairs with. */
static int first_axis(int rank, int out_rank, int32_t align)
{
    return align == SN_ALIGN_LEFT ? 0 : out_rank - rank;
}

static sn_dim size_at(const sn_shape *s, int out_rank, int32_t align, int k)
{
    int own = k - first_axis(s->rank, out_rank, align);
    return own < 0 || own >= s->rank ? 1 : s->d[own];
}

static const char *channels_differ(const sn_infer *in, sn_dim a, sn_dim b)
{
    return sn_arena_printf(in->arena,
                           "its operands have %s and %s channels, and which of them pair depends "
                           "on how the runtime packs channels",
                           sn_rule_text(in, a), sn_rule_text(in, b));
}

static sn_status infer_aligned(sn_infer *in, int32_t align)
{
    const sn_shape *a = &in->in_shape[0], *b = &in->in_shape[1];
    sn_shape out = {.rank = a->rank > b->rank ? a->rank : b->rank};
    for (int k = 0; k < out.rank; k++) {
        bool ok = true;
        const sn_dim own = size_at(a, out.rank, align, k), other = size_at(b, out.rank, align, k);
        out.d[k] = sn_rule_broadcast(in, own, other, &ok);
        /* Where the shorter one is repeated, whatever its size, one of two sizes proves nothing of
         * the other. */
        if (align == SN_ALIGN_LEFT && k + 1 < out.rank && own && other) {
            out.d[k] = sn_dim_max(in->dims, own, other);
            if (k == 0 && own != other && own != 1 && other != 1 &&
                !(sn_dim_known(own) && sn_dim_known(other)))
                sn_infer_may_bound(in);
            if (!ok && k == 0) sn_infer_boundary(in, channels_differ(in, own, other));
            continue;
        }
        if (ok) continue;
        return sn_node_fail(
            in->ctx, in->node, SN_E_SHAPE,
            "a is %s, b is %s: with axes paired from the %s, axis %d fits neither way",
            sn_rule_shape_text(in, a), sn_rule_shape_text(in, b),
            align == SN_ALIGN_LEFT ? "first" : "last", k);
    }
    sn_rule_give(in, 0, out);
    return SN_OK;
}

/* A vector that goes along the first or the last axis: the result has the other's shape, but for a
 * last size that may be 1 and then repeated. */
static void infer_late(sn_infer *in)
{
    const sn_shape *a = &in->in_shape[0], *b = &in->in_shape[1];
    sn_shape out = a->rank > b->rank ? *a : *b;
    sn_dim *last = &out.d[out.rank - 1];
    if (!sn_dim_known(*last) || *last == 1) *last = sn_rule_symbol(in, 0, out.rank - 1);
    sn_rule_give(in, 0, out);
    sn_infer_may_bound(in);
}

static sn_status infer(sn_infer *in)
{
    const sn_binary_params *p = in->params;
    const sn_shape *a = &in->in_shape[0], *b = &in->in_shape[1];
    if (a->rank == 0 || b->rank == 0) {
        sn_rule_give(in, 0, a->rank == 0 ? *b : *a);
        return SN_OK;
    }
    if (a->rank < 0 || b->rank < 0) {
        sn_rule_give(in, 0, sn_shape_unknown());
        return SN_OK;
    }
    if (p->align != SN_LATE) return infer_aligned(in, p->align);
    infer_late(in);
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

/* The elements of t with the last part repeated along every axis that is shorter than in `full`. */
static const void *repeated(sn_arena *arena, const sn_tensor *t, const sn_shape *full)
{
    const size_t n_bytes = sn_type_bytes(t->type);
    const unsigned char *from = sn_tensor_data(t);
    int64_t count = 1;
    for (int k = 0; k < full->rank; k++) count *= full->d[k];
    unsigned char *to = sn_arena_alloc_n(arena, (size_t)count, n_bytes);
    for (int64_t i = 0; i < count; i++) {
        int64_t rest = i, at = 0, stride = 1;
        for (int k = full->rank - 1; k >= 0; k--) {
            const int64_t own = rest % full->d[k], last = t->shape.d[k] - 1;
            at += (own < last ? own : last) * stride;
            stride *= t->shape.d[k];
            rest /= full->d[k];
        }
        memcpy(to + (size_t)i * n_bytes, from + (size_t)at * n_bytes, n_bytes);
    }
    return to;
}

static sn_operand broadcast_operand(sn_arena *arena, const sn_tensor *t, const sn_shape *out,
                                    int32_t align)
{
    sn_operand o = {.data = sn_tensor_data(t), .type = t->type};
    const int first = first_axis(t->shape.rank, out->rank, align);
    sn_shape full = t->shape;
    for (int k = 0; k < full.rank; k++) {
        if (full.d[k] != 1) full.d[k] = out->d[first + k];
    }
    if (!sn_shape_equal(&full, &t->shape)) o.data = repeated(arena, t, &full);
    for (int64_t k = full.rank - 1, stride = 1; k >= 0; stride *= full.d[k--]) {
        o.stride[first + k] = full.d[k] == 1 ? 0 : stride;
    }
    return o;
}

static sn_status eval(sn_eval *e)
{
    const sn_binary_params *p = e->params;
    const sn_expr *formula = NULL;
    SN_TRY(sn_op_formula(e->ctx, e->arena, e->node->op, e->params, &formula));
    sn_operand operands[2];
    for (int i = 0; i < 2; i++)
        operands[i] = broadcast_operand(e->arena, e->in[i], &e->out_shape[0], p->align);
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

/* Whether some axis of c has another number of elements than the result, and not one. */
static bool runs_short(const sn_node *node, const sn_tensor *c, const sn_shape *y)
{
    const sn_binary_params *p = node->params;
    if (p->align == SN_LATE)
        return false; /* a vector along an axis of its own length, or the last */
    for (int k = 0; k < c->shape.rank; k++) {
        const sn_dim n = y->d[k + first_axis(c->shape.rank, y->rank, p->align)];
        if (c->shape.d[k] != 1 && !sn_dim_equal(c->shape.d[k], n)) return true;
    }
    return false;
}

/* The slot of the operand that is not constant, `constant` being the other. Yes only where the
 * result is proved to have its shape and type. */
static sn_answer variable_operand(const sn_node *node, uint16_t *slot, const sn_tensor **constant)
{
    const sn_tensor *a = sn_const_of(sn_in(node, SN_BINARY_A)),
                    *b = sn_const_of(sn_in(node, SN_BINARY_B));
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
        if (runs_short(node, *constant, &y->shape))
            return SN_ANSWER_NO("its constant operand repeats its last part");
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

static sn_answer factor_axis(const sn_node *node, const sn_tensor *c, int x_rank, int *own,
                             int *axis)
{
    const sn_binary_params *p = node->params;
    double value = 0;
    *own = *axis = SN_AXIS_NONE;
    if (uniform(c, &value)) return SN_ANSWER_YES;
    for (*own = 0; *own < c->shape.rank; ++*own)
        if (c->shape.d[*own] > 1 && depends_on(c, *own)) break;
    if (*own == c->shape.rank)
        return SN_ANSWER_NO("its constant operand varies along more than one axis");
    if (p->align == SN_LATE)
        return SN_ANSWER_UNKNOWN(
            "whether its constant goes along the first or the last axis depends on "
            "a size that is not known");
    *axis = *own + first_axis(c->shape.rank, x_rank, p->align);
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
    answer = factor_axis(node, c, sn_in(node, slot)->shape.rank, &own, &axis);
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
    if (slot != SN_BINARY_A || !uniform(c, &value) || value != 0)
        return SN_ANSWER_NO("it is not the maximum of its first input and 0");
    *out = (sn_act){.kind = SN_ACT_RELU};
    return SN_ANSWER_YES;
}

/* ---- the operators --------------------------------------------------------------------------- */

/* How axes pair says nothing where there are as many on both sides, or none on one. */
static void brief(const sn_node *node, sn_str *out)
{
    static const char *const all[] = {"align", NULL};
    const sn_value *a = sn_in(node, 0), *b = sn_in(node, 1);
    int ranks[2] = {a ? a->shape.rank : -1, b ? b->shape.rank : -1};
    bool pairs = ranks[0] != ranks[1] && ranks[0] != 0 && ranks[1] != 0;
    sn_brief_but(node, pairs ? all + 1 : all, out);
}

/* ---- maps ------------------------------------------------------------------------------------ */

/* Between the axis of an operand and that of the result: the map of one as that of the other. The
 * operand must have the axis in full, where there is more than one factor. */
static sn_answer across(const sn_node *node, uint16_t slot, bool to_operand, const sn_affine *m,
                        sn_affine *out)
{
    const sn_binary_params *p = node->params;
    const sn_shape *x = &sn_in(node, slot)->shape, *y = &sn_out(node, 0)->shape;
    *out = *m;
    if (m->axis == SN_AXIS_NONE) return SN_ANSWER_YES;
    if (x->rank < 0 || y->rank < 0) return SN_ANSWER_UNKNOWN("ranks are not known");
    if (x->rank != y->rank && p->align == SN_LATE)
        return SN_ANSWER_UNKNOWN(
            "which axes of its operands pair depends on a size that is not known");
    const int first = x->rank == y->rank ? 0 : first_axis(x->rank, y->rank, p->align);
    const int own = to_operand ? m->axis - first : m->axis, whole = own + first;
    if (own < 0 || own >= x->rank || whole >= y->rank || !sn_dim_equal(x->d[own], y->d[whole]))
        return SN_ANSWER_NO("one of its operands is the same for all channels");
    out->axis = to_operand ? own : whole;
    return SN_ANSWER_YES;
}

/* Both maps as maps of the result. */
static sn_answer as_of_result(const sn_node *node, const sn_carry *c, sn_affine m[2])
{
    for (uint16_t i = 0; i < 2; i++) {
        sn_answer a = across(node, i, false, &c->given[i], &m[i]);
        if (a.is != SN_YES) return a;
    }
    return SN_ANSWER_YES;
}

static sn_affine times_minus_one(sn_arena *arena, const sn_affine *m)
{
    double *shift = SN_NEW_N(arena, double, m->n);
    for (int64_t i = 0; i < m->n; i++) shift[i] = -sn_map_shift(m, i);
    return sn_map_of(m->axis, m->n, NULL, shift);
}

static sn_affine shift_only(const sn_affine *m) { return sn_map_of(m->axis, m->n, NULL, m->shift); }

/* Up: both are scaled, the first that can be is shifted. */
static sn_answer sum_carry_up(const sn_node *node, sn_arena *arena, bool minus, sn_carry *c)
{
    const sn_affine scale = sn_map_scale_only(&c->given[0]), shift = shift_only(&c->given[0]);
    bool shifted = !shift.shift;
    sn_answer why = SN_ANSWER_YES;
    for (uint16_t i = 0; i < 2; i++) {
        sn_affine add;
        sn_answer a = across(node, i, true, &scale, &c->made[i]);
        if (a.is != SN_YES) return a;
        if (shifted || sn_value_is_const(sn_in(node, i))) continue;
        why = across(node, i, true, &shift, &add);
        if (why.is != SN_YES) continue;
        if (minus && i == 1) add = times_minus_one(arena, &add);
        shifted = sn_map_compose(arena, &c->made[i], &add, &c->made[i]);
    }
    return shifted            ? SN_ANSWER_YES
           : why.is != SN_YES ? why
                              : SN_ANSWER_NO("no operand can take the shift");
}

static sn_answer sum_carry(const sn_node *node, sn_arena *arena, bool minus, sn_carry *c)
{
    sn_affine m[2];
    if (c->up) return sum_carry_up(node, arena, minus, c);
    sn_answer a = as_of_result(node, c, m);
    if (a.is != SN_YES) return a;
    const sn_affine s0 = sn_map_scale_only(&m[0]), s1 = sn_map_scale_only(&m[1]);
    const sn_affine t0 = shift_only(&m[0]),
                    t1 = minus ? times_minus_one(arena, &m[1]) : shift_only(&m[1]);
    if (!sn_map_equal(&s0, &s1)) return SN_ANSWER_NO("its operands have different factors");
    if (!sn_map_compose(arena, &s0, &t0, &c->made[0]) ||
        !sn_map_compose(arena, &c->made[0], &t1, &c->made[0]))
        return SN_ANSWER_NO("its operands have factors along different axes");
    return a;
}

static sn_answer add_carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    return sum_carry(node, arena, false, c);
}
static sn_answer sub_carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    return sum_carry(node, arena, true, c);
}

static bool fits_factor(const sn_node *node, uint16_t slot, const sn_affine *map)
{
    sn_affine m;
    return across(node, slot, true, map, &m).is == SN_YES;
}

/* Up: one factor takes it. */
static sn_answer mul_carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    sn_affine m[2];
    for (int i = 0; i < (c->up ? 1 : 2); i++) {
        sn_answer a = sn_map_no_shift(&c->given[i]);
        if (a.is != SN_YES) return a;
    }
    if (c->up) {
        const int slot = sn_map_factor_slot(node, arena, fits_factor, &c->given[0]);
        if (slot < 0) return SN_ANSWER_NO("its operands have other readers, or not all channels");
        return across(node, (uint16_t)slot, true, &c->given[0], &c->made[slot]);
    }
    sn_answer a = as_of_result(node, c, m);
    if (a.is != SN_YES) return a;
    return sn_map_compose(arena, &m[0], &m[1], &c->made[0])
               ? a
               : SN_ANSWER_NO("its operands have factors along different axes");
}

/* Only the numerator's. */
static sn_answer div_carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    (void)arena;
    sn_answer a = sn_map_no_shift(&c->given[0]);
    if (a.is == SN_YES && !c->up && !sn_map_is_identity(&c->given[SN_BINARY_B]))
        return SN_ANSWER_NO("the map is one of its divisor");
    return a.is == SN_YES ? across(node, SN_BINARY_A, c->up, &c->given[0], &c->made[0]) : a;
}

/* max and min, of two with the same map, no factor being negative. */
static sn_answer order_carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    (void)arena;
    sn_affine m[2];
    sn_answer a = sn_map_not_negative(&c->given[0]);
    for (uint16_t i = 0; i < 2 && c->up && a.is == SN_YES; i++)
        a = across(node, i, true, &c->given[0], &c->made[i]);
    if (a.is != SN_YES || c->up) return a;
    a = as_of_result(node, c, m);
    if (a.is != SN_YES) return a;
    if (!sn_map_equal(&m[0], &m[1])) return SN_ANSWER_NO("its operands have different factors");
    c->made[0] = m[0];
    return a;
}

#define BINARY(op, formula, ...)                                                                   \
    const sn_op sn_op_##op = {.name = #op,                                                         \
                              .synopsis = "y = " formula,                                          \
                              .slots = slots,                                                      \
                              .n_out = 1,                                                          \
                              .kind = SN_FUSE_BROADCAST,                                           \
                              .params_bytes = sizeof(sn_binary_params),                            \
                              .params = params,                                                    \
                              .expr = formula,                                                     \
                              .resolve = resolve,                                                  \
                              .infer = infer,                                                      \
                              .eval = eval,                                                        \
                              .affine = affine,                                                    \
                              .identity = identity,                                                \
                              .brief = brief,                                                      \
                              __VA_ARGS__}

BINARY(add, "a + b", .traits = SN_TRAIT_COMMUTES, .carry = add_carry);
BINARY(sub, "a - b", .carry = sub_carry);
BINARY(mul, "a * b", .traits = SN_TRAIT_COMMUTES, .carry = mul_carry);
BINARY(div, "a / b", .carry = div_carry);
/* The first operand where either is NaN, so they do not commute. */
BINARY(max, "max(a, b)", .traits = 0, .as_act = act_max, .carry = order_carry);
BINARY(min, "min(a, b)", .traits = 0, .carry = order_carry);
BINARY(pow, "pow(a, b)", .traits = 0);
BINARY(atan2, "atan2(a, b)", .traits = SN_TRAIT_STEPS);
BINARY(fmod, "fmod(a, b)", .traits = SN_TRAIT_STEPS);
BINARY(logaddexp, "max(a, b) + log1p(exp(min(a, b) - max(a, b)))", .traits = 0);
BINARY(floor_divide, "floor(f32(a / b))",
       .traits = SN_TRAIT_STEPS); /* the quotient rounds before it is floored */
BINARY(remainder, "remainder(a, b)", .traits = SN_TRAIT_STEPS); /* IEEE: quotient to nearest even */

bool sn_op_is_binary(const sn_op *op) { return op->params == params; }
