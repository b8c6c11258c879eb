/* SPDX-License-Identifier: Apache-2.0
 *
 * What gradients are built with; nodes of formulas. */
#include "ops/grad/grad.h"

#include "ops/binary.h"
#include "ops/cast.h"
#include "ops/elems.h"
#include "ops/expand.h"
#include "ops/matmul.h"
#include "ops/pad.h"
#include "ops/reduce.h"
#include "ops/reshape.h"
#include "ops/rule.h"
#include "ops/slice.h"
#include "ops/transpose.h"

/* ---- nodes ----------------------------------------------------------------------------------- */

sn_node *sn_grad_node_many(sn_grad *g, const sn_op *op, const void *params, uint16_t n_in,
                           sn_value *const *in, uint16_t n_out)
{
    if (g->status != SN_OK) return NULL;
    for (uint16_t i = 0; i < n_in; i++)
        if (!in[i] && !(sn_op_slot(op, i)->flags & SN_SLOT_OPTIONAL)) return NULL;
    sn_node *n = sn_node_create(g->node->graph, g->before, op, params, n_in, in, n_out);
    g->status = sn_infer_node(n);
    return g->status == SN_OK ? n : NULL;
}

sn_value *sn_grad_node(sn_grad *g, const sn_op *op, const void *params, uint16_t n_in,
                       sn_value *const *in)
{
    const sn_node *n = sn_grad_node_many(g, op, params, n_in, in, 1);
    return n ? sn_out(n, 0) : NULL;
}

sn_value *sn_grad_of_one(sn_grad *g, const sn_op *op, const void *params, sn_value *x)
{
    return sn_grad_node(g, op, params, 1, &x);
}

sn_value *sn_grad_of_two(sn_grad *g, const sn_op *op, const void *params, sn_value *a, sn_value *b)
{
    sn_value *in[] = {a, b};
    return sn_grad_node(g, op, params, 2, in);
}

sn_value *sn_grad_number(sn_grad *g, sn_type type, double v)
{
    return sn_value_scalar(g->node->graph, type, v);
}

sn_value *sn_grad_scaled(sn_grad *g, sn_value *v, double factor)
{
    if (!v || factor == 1) return v;
    return sn_grad_mul(g, v, sn_grad_number(g, v->type, factor));
}

sn_value *sn_grad_full(sn_grad *g, sn_type type, const sn_shape *shape, double v)
{
    return sn_grad_expanded(g, sn_grad_number(g, type, v), shape);
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static sn_names sizes_of(sn_arena *arena, const sn_shape *shape)
{
    const char *text[SN_MAX_RANK];
    for (int i = 0; i < shape->rank; i++)
        text[i] = sn_arena_printf(arena, "%lld", (long long)shape->d[i]);
    return sn_names_of(arena, shape->rank, text);
}

sn_value *sn_grad_reshaped(sn_grad *g, sn_value *v, const sn_shape *shape)
{
    if (!v || sn_shape_equal(&v->shape, shape)) return v;
    const sn_reshape_params p = {sizes_of(g->arena, shape)};
    return sn_grad_of_one(g, &sn_op_reshape, &p, v);
}

sn_value *sn_grad_expanded(sn_grad *g, sn_value *v, const sn_shape *shape)
{
    if (!v || sn_shape_equal(&v->shape, shape)) return v;
    const sn_expand_params p = {sizes_of(g->arena, shape)};
    return sn_grad_of_one(g, &sn_op_expand, &p, v);
}

sn_value *sn_grad_transposed(sn_grad *g, sn_value *v, const int32_t *perm)
{
    bool in_order = true;
    for (int i = 0; v && i < v->shape.rank; i++) in_order = in_order && perm[i] == i;
    if (!v || in_order) return v;
    const sn_transpose_params p = {sn_ints_of(g->arena, v->shape.rank, perm)};
    return sn_grad_of_one(g, &sn_op_transpose, &p, v);
}

static sn_value *reduced(sn_grad *g, sn_value *v, sn_reduce_op op, unsigned axes, bool keepdims)
{
    int32_t list[SN_MAX_RANK];
    int n = 0;
    for (int i = 0; v && i < v->shape.rank; i++)
        if (axes >> i & 1) list[n++] = i;
    if (!v || n == 0) return v;
    const sn_reduce_params p = {
        .op = op, .axes = sn_ints_of(g->arena, n, list), .keepdims = keepdims};
    return sn_grad_of_one(g, &sn_op_reduce, &p, v);
}

sn_value *sn_grad_summed(sn_grad *g, sn_value *v, unsigned axes, bool keepdims)
{
    return reduced(g, v, SN_REDUCE_SUM, axes, keepdims);
}

sn_value *sn_grad_mean(sn_grad *g, sn_value *v, unsigned axes, bool keepdims)
{
    return reduced(g, v, SN_REDUCE_MEAN, axes, keepdims);
}

sn_value *sn_grad_sum_to(sn_grad *g, sn_value *v, const sn_shape *shape)
{
    if (!v || sn_shape_equal(&v->shape, shape)) return v;
    const int front = v->shape.rank - shape->rank;
    unsigned axes = 0;
    for (int i = 0; i < v->shape.rank; i++)
        if (i < front || (shape->d[i - front] == 1 && v->shape.d[i] != 1)) axes |= 1u << i;
    return sn_grad_reshaped(g, sn_grad_summed(g, v, axes, true), shape);
}

sn_value *sn_grad_part(sn_grad *g, sn_value *v, int axis, int64_t first, int64_t n)
{
    if (!v || (first == 0 && n == v->shape.d[axis])) return v;
    const char *start = sn_arena_printf(g->arena, "%lld", (long long)first),
               *end = sn_arena_printf(g->arena, "%lld", (long long)(first + n));
    const sn_slice_params p = {.starts = sn_names_of(g->arena, 1, &start),
                               .ends = sn_names_of(g->arena, 1, &end),
                               .axes = SN_INTS(g->arena, axis)};
    return sn_grad_of_one(g, &sn_op_slice, &p, v);
}

sn_value *sn_grad_padded(sn_grad *g, sn_value *v, const int64_t *begin, const int64_t *end)
{
    int32_t pads[2 * SN_MAX_RANK] = {0};
    bool any = false;
    if (!v) return NULL;
    const int rank = v->shape.rank;
    for (int i = 0; i < rank; i++) {
        const int64_t front = begin[i] < 0 ? -begin[i] : 0, back = end[i] < 0 ? -end[i] : 0;
        if (v) v = sn_grad_part(g, v, i, front, v->shape.d[i] - front - back);
        pads[i] = (int32_t)(begin[i] > 0 ? begin[i] : 0);
        pads[rank + i] = (int32_t)(end[i] > 0 ? end[i] : 0);
        any = any || pads[i] || pads[rank + i];
    }
    const sn_pad_params p = {.pads = sn_ints_of(g->arena, 2 * rank, pads)};
    return any ? sn_grad_of_one(g, &sn_op_pad, &p, v) : v;
}

sn_value *sn_grad_constant(sn_grad *g, sn_type type, const sn_shape *shape, const double *v)
{
    sn_tensor *t = NULL;
    void *data = NULL;
    if (g->status == SN_OK)
        g->status = sn_tensor_create(g->node->graph->ctx, type, shape, &t, &data);
    if (g->status != SN_OK) return NULL;
    const sn_elems to = sn_elems_of(data, type);
    for (int64_t i = 0; i < sn_tensor_count(t); i++)
        sn_elems_put_number(to, i, v ? v[i] : (double)i);
    sn_value *made = sn_value_const(g->node->graph, t, NULL);
    sn_tensor_release(t);
    return made;
}

sn_value *sn_grad_along(sn_grad *g, sn_value *v, int axis, int64_t n, const double *matrix)
{
    if (!v || g->status != SN_OK) return NULL;
    const int rank = v->shape.rank;
    const sn_shape shape = sn_shape_of(2, (sn_dim[]){v->shape.d[axis], n});
    sn_value *by = sn_grad_constant(g, v->type, &shape, matrix);
    int32_t perm[SN_MAX_RANK]; /* the axis and the last one change places */
    for (int i = 0; i < rank; i++) perm[i] = i;
    perm[axis] = rank - 1;
    perm[rank - 1] = axis;
    sn_value *last = sn_grad_of_two(g, &sn_op_matmul, NULL, sn_grad_transposed(g, v, perm), by);
    return sn_grad_transposed(g, last, perm);
}

/* ---- formulas -------------------------------------------------------------------------------- */

/* The operator that a function is. */
static const sn_op *op_of(sn_fn fn)
{
    static const struct {
        sn_fn fn;
        const sn_op *op;
    } ops[] = {
        {SN_FN_add, &sn_op_add},          {SN_FN_sub, &sn_op_sub},      {SN_FN_mul, &sn_op_mul},
        {SN_FN_div, &sn_op_div},          {SN_FN_neg, &sn_op_neg},      {SN_FN_lt, &sn_op_less},
        {SN_FN_le, &sn_op_less_or_equal}, {SN_FN_eq, &sn_op_equal},     {SN_FN_min, &sn_op_min},
        {SN_FN_max, &sn_op_max},          {SN_FN_exp, &sn_op_exp},      {SN_FN_log, &sn_op_log},
        {SN_FN_sqrt, &sn_op_sqrt},        {SN_FN_tanh, &sn_op_tanh},    {SN_FN_erf, &sn_op_erf},
        {SN_FN_abs, &sn_op_abs},          {SN_FN_floor, &sn_op_floor},  {SN_FN_ceil, &sn_op_ceil},
        {SN_FN_nearbyint, &sn_op_round},  {SN_FN_trunc, &sn_op_trunc},  {SN_FN_sign, &sn_op_sign},
        {SN_FN_sin, &sn_op_sin},          {SN_FN_cos, &sn_op_cos},      {SN_FN_tan, &sn_op_tan},
        {SN_FN_asin, &sn_op_asin},        {SN_FN_acos, &sn_op_acos},    {SN_FN_atan, &sn_op_atan},
        {SN_FN_sinh, &sn_op_sinh},        {SN_FN_cosh, &sn_op_cosh},    {SN_FN_asinh, &sn_op_asinh},
        {SN_FN_acosh, &sn_op_acosh},      {SN_FN_atanh, &sn_op_atanh},  {SN_FN_expm1, &sn_op_expm1},
        {SN_FN_log1p, &sn_op_log1p},      {SN_FN_log10, &sn_op_log10},  {SN_FN_pow, &sn_op_pow},
        {SN_FN_atan2, &sn_op_atan2},      {SN_FN_f32, &sn_op_identity},
    };
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        if (ops[i].fn == fn) return ops[i].op;
    return NULL;
}

/* x where the condition holds, else y. A comparison of floats and what hangs on it are one node, of
 * floats alone. */
static sn_value *select_by(sn_grad *g, const sn_expr *condition, sn_value *const *inputs,
                           sn_type type, sn_value *x, sn_value *y)
{
    sn_value *in[4] = {NULL, NULL, x, y};
    const bool le = sn_expr_is_call(condition, SN_FN_le);
    for (int i = 0; i < 2 && le; i++) in[i] = sn_grad_formula(g, condition->arg[i], inputs, type);
    if (le) return sn_grad_node(g, &sn_op_where_le, NULL, 4, in);
    in[1] = sn_grad_formula(g, condition, inputs, type);
    return sn_grad_node(g, &sn_op_where, NULL, 3, in + 1);
}

sn_value *sn_grad_formula(sn_grad *g, const sn_expr *e, sn_value *const *inputs, sn_type type)
{
    if (e->kind == SN_EXPR_NUMBER) return sn_grad_number(g, type, e->number);
    if (e->kind == SN_EXPR_INPUT) return inputs[e->input];
    if (e->fn == SN_FN_select)
        return select_by(g, e->arg[0], inputs, type, sn_grad_formula(g, e->arg[1], inputs, type),
                         sn_grad_formula(g, e->arg[2], inputs, type));
    sn_value *in[3];
    const int n = sn_fn_n_args(e->fn);
    for (int i = 0; i < n; i++) in[i] = sn_grad_formula(g, e->arg[i], inputs, type);
    const sn_op *op = op_of(e->fn);
    const sn_mod_params cut = {.fmod = 1};
    if (e->fn == SN_FN_fmod) return sn_grad_node(g, &sn_op_mod, &cut, 2, in);
    if (!op && g->status == SN_OK)
        g->status = sn_node_fail(g->node->graph->ctx, g->node, SN_E_UNSUPPORTED,
                                 "no operator computes %s alone", sn_fn_name(e->fn));
    return op ? sn_grad_node(g, op, NULL, (uint16_t)n, in) : NULL;
}

static sn_value *or_zero(sn_grad *g, sn_value *v, sn_type type)
{
    return v ? v : sn_grad_number(g, type, 0);
}

sn_value *sn_grad_times(sn_grad *g, sn_value *dy, const sn_expr *e, sn_value *const *inputs)
{
    if (sn_expr_is_number(e, 0)) return NULL;
    if (sn_expr_is_number(e, 1)) return dy;
    if (sn_expr_is_number(e, -1)) return sn_grad_of_one(g, &sn_op_neg, NULL, dy);
    if (sn_expr_is_call(e, SN_FN_neg))
        return sn_grad_of_one(g, &sn_op_neg, NULL, sn_grad_times(g, dy, e->arg[0], inputs));
    if (!sn_expr_is_call(e, SN_FN_select))
        return sn_grad_mul(g, dy, sn_grad_formula(g, e, inputs, dy->type));
    return select_by(g, e->arg[0], inputs, dy->type,
                     or_zero(g, sn_grad_times(g, dy, e->arg[1], inputs), dy->type),
                     or_zero(g, sn_grad_times(g, dy, e->arg[2], inputs), dy->type));
}

/* ---- elementwise operators ------------------------------------------------------------------- */

/* dy by sn_op.gradient. */
static sn_answer by_text(sn_grad *g)
{
    const sn_node *n = g->node;
    static const sn_slot slots[] = {{"x", 0}, {"y", 0}, {"dy", 0}, {NULL, 0}};
    const sn_expr *e = NULL;
    g->status = sn_expr_parse(n->graph->ctx, g->arena, n->op->gradient, slots, n->op->params, &e);
    if (g->status != SN_OK) return SN_ANSWER_YES;
    sn_value *inputs[] = {sn_in(n, 0), sn_out(n, 0), g->of_out[0]};
    g->of_in[0] = sn_grad_formula(g, sn_expr_bind(g->arena, e, n->params), inputs, inputs[2]->type);
    return SN_ANSWER_YES;
}

/* Operands of other types, like an exponent of integers, are made what the result is. */
static sn_value *as_type(sn_grad *g, sn_value *v, sn_type type)
{
    const sn_cast_params p = {.to = type, .saturate = 1};
    if (!v || v->type == type || v->type == SN_TYPE_bool) return v;
    return sn_grad_of_one(g, &sn_op_cast, &p, v);
}

static sn_answer by_derivative(sn_grad *g)
{
    const sn_node *n = g->node;
    const sn_expr *e = NULL;
    const sn_type type = sn_out(n, 0)->type;
    sn_value *inputs[4] = {NULL};
    for (uint16_t i = 0; i < n->n_in; i++) inputs[i] = as_type(g, sn_in(n, i), type);
    if (g->status != SN_OK) return SN_ANSWER_YES;
    g->status = sn_op_formula(n->graph->ctx, g->arena, n->op, n->params, &e);
    for (uint16_t i = 0; i < n->n_in && g->status == SN_OK; i++) {
        if (!g->wanted[i]) continue;
        const sn_expr *d = sn_expr_derivative(g->arena, e, i);
        if (!d) return SN_ANSWER_NO("its formula has no derivative");
        sn_value *by = sn_grad_times(g, g->of_out[0], d, inputs);
        g->of_in[i] = as_type(g, sn_grad_sum_to(g, by, &sn_in(n, i)->shape), sn_in(n, i)->type);
    }
    return SN_ANSWER_YES;
}

/* exp(a - y) and exp(b - y) are the parts that each has in the sum. */
sn_answer sn_grad_logaddexp(sn_grad *g)
{
    sn_value *y = sn_out(g->node, 0);
    for (uint16_t i = 0; i < 2; i++) {
        sn_value *x = sn_in(g->node, i);
        if (!g->wanted[i]) continue;
        sn_value *part = sn_grad_of_one(g, &sn_op_exp, NULL, sn_grad_sub(g, x, y));
        g->of_in[i] = sn_grad_sum_to(g, sn_grad_mul(g, g->of_out[0], part), &x->shape);
    }
    return SN_ANSWER_YES;
}

static bool has_numbers_for_sizes(const sn_node *n)
{
    bool known = true;
    for (uint16_t i = 0; i < n->n_in; i++)
        known = known && (!sn_in(n, i) || sn_shape_known(&sn_in(n, i)->shape));
    for (uint16_t i = 0; i < n->n_out; i++) known = known && sn_shape_known(&sn_out(n, i)->shape);
    return known;
}

sn_answer sn_grad_none(sn_grad *g)
{
    (void)g;
    return SN_ANSWER_YES;
}

/* Whether its formula is over inputs that broadcast. */
static bool has_formula(const sn_op *op)
{
    return op->expr && (sn_op_n_slots(op) == 1 || op->eval == sn_binary_eval || op == &sn_op_where);
}

bool sn_op_has_grad(const sn_op *op)
{
    return op->grad || op->gradient || has_formula(op) || sn_op_has(op, SN_TRAIT_VIEW);
}

sn_answer sn_node_grad(sn_grad *g)
{
    const sn_op *op = g->node->op;
    if (!has_numbers_for_sizes(g->node)) return SN_ANSWER_UNKNOWN("a size is not known");
    if (g->node->n_body > 0) return SN_ANSWER_NO("its bodies have no gradients");
    if (op->grad) return op->grad(g);
    if (op->gradient) return by_text(g);
    if (has_formula(op)) return by_derivative(g);
    if (sn_op_has(op, SN_TRAIT_VIEW)) return sn_grad_view(g);
    return SN_ANSWER_NO("its operator has no gradient");
}
