/* SPDX-License-Identifier: Apache-2.0
 *
 * Outputs that a set of inputs at borders decides: those that nothing rounds on either side, where
 * what differs is no rounding; of infinities and not-a-numbers those that are computed element by
 * element, where no order of sums may make one of the other. */
#include "ref/comparer.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "ops/expr.h"
#include "ops/ops.h"
#include "ops/reduce.h"
#include "ref/shapes.h"

/* of all runs at borders */
#define AT_BORDERS           1e8
#define AT_BORDERS_OF_BODIES 3 /* runs */
enum { BORDER_ROUND = 1000 };  /* whose contents are like those of no other run */

/* What is known of a value that was seen. */
enum { PLAIN = 1, ZERO = 2 };

static uintptr_t kind_of(const comparer *c, const sn_tensor *t)
{
    const bool single = c->border.kind == SN_BORDER_SINGLE;
    bool zero = true;
    if (!t->buf) return 0;
    if (!sn_type_is_float(t->type)) return PLAIN;
    const sn_numbers all = sn_numbers_of(t);
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) {
        const double x = sn_number(&all, i);
        if (!sn_is_plain_number(x) && !(single && x == c->border.scale)) return 0;
        zero = zero && x == 0;
    }
    return zero ? PLAIN | ZERO : PLAIN;
}

static bool looks_at_numbers(const comparer *c)
{
    return c->border.kind == SN_BORDER_PLAIN || c->border.kind == SN_BORDER_ZEROS ||
           c->border.kind == SN_BORDER_SINGLE;
}

void sn_border_see(comparer *c, const sn_value *v, const sn_tensor *t)
{
    const bool is_b = c->on == SIDE_B;
    if (!looks_at_numbers(c) || (c->on != SIDE_A && !is_b)) return;
    if (!c->plain[is_b]) c->plain[is_b] = sn_map_create(c->round);
    const uintptr_t kind = kind_of(c, t);
    if (kind) sn_map_put_u64(c->plain[is_b], v->id, (void *)kind);
}

static uintptr_t kind_of_value(const comparer *c, int which, const sn_value *v)
{
    if (!v) return PLAIN | ZERO;
    if (v->kind != SN_RESULT) return v->data ? kind_of(c, v->data) : 0;
    return c->plain[which] ? (uintptr_t)sn_map_get_u64(c->plain[which], v->id) : 0;
}

/* Of numbers that have few digits it makes what it does without rounding, or a number with more. */
static bool is_exact_formula(const sn_expr *e)
{
    static const sn_fn rounded[] = {
        SN_FN_exp,   SN_FN_log,   SN_FN_sqrt, SN_FN_tanh,  SN_FN_erf,   SN_FN_sin,   SN_FN_cos,
        SN_FN_tan,   SN_FN_asin,  SN_FN_acos, SN_FN_atan,  SN_FN_sinh,  SN_FN_cosh,  SN_FN_asinh,
        SN_FN_acosh, SN_FN_atanh, SN_FN_pow,  SN_FN_expm1, SN_FN_log1p, SN_FN_log10, SN_FN_atan2};
    if (e->kind == SN_EXPR_NUMBER) return sn_is_plain_number(e->number);
    if (e->kind != SN_EXPR_CALL) return e->kind == SN_EXPR_INPUT;
    for (size_t i = 0; i < sizeof rounded / sizeof *rounded; i++)
        if (e->fn == rounded[i]) return false;
    for (int i = 0; i < sn_fn_n_args(e->fn); i++)
        if (!is_exact_formula(e->arg[i])) return false;
    return true;
}

/* It makes one of the numbers that it is given, or a whole one that is in no way near another:
 * whatever they are, nothing is rounded. */
static bool is_choice(const sn_expr *e)
{
    static const sn_fn choices[] = {
        SN_FN_neg,    SN_FN_abs,  SN_FN_min,   SN_FN_max,  SN_FN_lt,    SN_FN_le,       SN_FN_eq,
        SN_FN_select, SN_FN_sign, SN_FN_floor, SN_FN_ceil, SN_FN_trunc, SN_FN_nearbyint};
    bool is = e->kind != SN_EXPR_CALL;
    for (size_t i = 0; i < sizeof choices / sizeof *choices && !is; i++) is = e->fn == choices[i];
    for (int i = 0; e->kind == SN_EXPR_CALL && i < sn_fn_n_args(e->fn); i++)
        is = is && is_choice(e->arg[i]);
    return is;
}

static const sn_expr *formula_of(const comparer *c, const sn_node *n)
{
    const sn_expr *formula = NULL;
    if (!n->op->expr) return NULL;
    if (sn_op_formula(c->ctx, c->round, n->op, n->params, &formula) == SN_OK) return formula;
    sn_ctx_clear_error(c->ctx);
    return NULL;
}

static bool chooses(const comparer *c, const sn_node *n)
{
    if (sn_op_has(n->op, SN_TRAIT_COPIES_BITS | SN_TRAIT_CONSTANT | SN_TRAIT_INPUT)) return true;
    if (n->op == &sn_op_where || n->op == &sn_op_concat) return true;
    const sn_expr *formula = formula_of(c, n);
    return formula && is_choice(formula);
}

static bool is_exact(const comparer *c, const sn_node *n)
{
    const sn_op *const sums[] = {
        &sn_op_cast,         &sn_op_matmul,         &sn_op_linear,   &sn_op_gemm,   &sn_op_conv,
        &sn_op_conv_integer, &sn_op_matmul_integer, &sn_op_max_pool, &sn_op_sum,    &sn_op_pad,
        &sn_op_arg_max,      &sn_op_arg_min,        &sn_op_top_k,    &sn_op_concat, &sn_op_non_zero,
        &sn_op_average_pool, &sn_op_where};
    if (sn_op_has(n->op, SN_TRAIT_COPIES_BITS | SN_TRAIT_CONSTANT | SN_TRAIT_INPUT)) return true;
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (n->op == sums[i]) return true;
    if (n->op == &sn_op_reduce) {
        const int32_t op = ((const sn_reduce_params *)n->params)->op;
        return op == SN_REDUCE_SUM || op == SN_REDUCE_MEAN || op == SN_REDUCE_MAX ||
               op == SN_REDUCE_MIN;
    }
    const sn_expr *formula = formula_of(c, n);
    return formula && is_exact_formula(formula);
}

/* Nothing rounds what it makes of what it reads here, if that is exact. */
static bool is_known(const comparer *c, int which, const sn_node *n)
{
    bool zeros = true;
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (sn_node_reads_shape_only(n, i)) continue;
        const uintptr_t kind = kind_of_value(c, which, sn_in(n, i));
        if (!kind) return false;
        zeros = zeros && (kind & ZERO);
    }
    for (uint16_t i = 0; i < n->n_out; i++)
        if (n->out[i]->n_uses && !kind_of_value(c, which, n->out[i])) return false;
    return (zeros && sn_node_kind(n) <= SN_FUSE_INJECTIVE) || is_exact(c, n);
}

/* It sums terms that infinities may cancel in: rewrites put factors together first. */
static bool sums_terms(const sn_node *n)
{
    int n_computed = 0;
    if (n->op == &sn_op_mul || n->op == &sn_op_div || n->op == &sn_op_min || n->op == &sn_op_max ||
        n->op == &sn_op_where || n->out[0]->type == SN_TYPE_bool)
        return false;
    for (uint16_t i = 0; i < n->n_in; i++) n_computed += sn_in(n, i) && !sn_const_of(sn_in(n, i));
    return n_computed > 1;
}

/* The largest number of a type stands for infinity there: no bound. */
static bool has_no_bound(const sn_node *n)
{
    for (const sn_param *p = n->op->params; p && p->name; p++) {
        const float *at = (const float *)(const void *)((const char *)n->params + p->offset);
        if (p->kind == SN_PK_F32 && fabsf(*at) >= FLT_MAX) return true;
    }
    return false;
}

static bool is_by_elements(const comparer *c, const sn_node *n)
{
    if (sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_CONSTANT | SN_TRAIT_COPIES_BITS)) return true;
    if (sn_node_kind(n) > SN_FUSE_INJECTIVE || n->n_out != 1) return false;
    return c->border.kind == SN_BORDER_NAN || (!sums_terms(n) && !has_no_bound(n));
}

/* Of a node whose operands are: what it makes at this border is known to the last bit. */
static bool is_decided(const comparer *c, int which, const sn_node *n)
{
    if (looks_at_numbers(c)) return is_known(c, which, n);
    return c->border.kind == SN_BORDER_SPECIAL ? chooses(c, n) : is_by_elements(c, n);
}

/* By value id: all that it is made of is known. */
static const bool *known_values(const comparer *c, int which)
{
    const sn_graph *g = which ? c->b : c->a;
    bool *known = SN_NEW_N(c->round, bool, g->n_ids);
    SN_EACH_NODE(n, g)
    {
        bool all = !n->n_body && (sn_node_evaluates(n) || sn_op_has(n->op, SN_TRAIT_INPUT)) &&
                   is_decided(c, which, n);
        for (uint16_t i = 0; i < n->n_in && all; i++) {
            const sn_value *v = sn_in(n, i);
            if (v && v->kind == SN_RESULT && !sn_node_reads_shape_only(n, i)) all = known[v->id];
        }
        for (uint16_t i = 0; i < n->n_out; i++) known[n->out[i]->id] = all;
    }
    return known;
}

void sn_border_decide(comparer *c)
{
    if (!c->border.kind || c->border.kind == SN_BORDER_SCALE) return;
    const bool *known[2] = {known_values(c, 0), known_values(c, 1)};
    for (size_t i = 0; i < c->list.n; i++) {
        compared *e = &c->list.v[i];
        const sn_value *x = e->is_output ? sn_comparer_output(c->a, e->name) : NULL;
        const sn_value *y = x ? sn_comparer_output(c->b, e->name) : NULL;
        e->known =
            y && x->kind == SN_RESULT && y->kind == SN_RESULT && known[0][x->id] && known[1][y->id];
    }
}

/* An output of `a` jumps. */
static bool jumps(const comparer *c)
{
    const sn_node *output = sn_graph_output(c->a);
    for (uint16_t i = 0; i < output->n_in; i++)
        if (sn_in(output, i) && c->steps[sn_in(output, i)->id]) return true;
    return false;
}

/* An output is computed element by element on both sides. */
static bool has_by_elements(comparer *c)
{
    const bool *known[2] = {known_values(c, 0), known_values(c, 1)};
    const sn_node *output = sn_graph_output(c->a);
    for (uint16_t i = 0; i < output->n_in; i++) {
        const sn_value *x = sn_in(output, i),
                       *y = sn_comparer_output(c->b, sn_text_or_none(sn_output_name(output, i)));
        if (x && y && x->kind == SN_RESULT && y->kind == SN_RESULT && known[0][x->id] &&
            known[1][y->id])
            return true;
    }
    return false;
}

static bool is_worth(comparer *c, const sn_border *border)
{
    bool is = true;
    c->border = *border;
    if (border->kind == SN_BORDER_PLAIN) is = border->scale <= 0 || jumps(c);
    if (border->kind == SN_BORDER_SINGLE) is = jumps(c);
    if (sn_border_is_not_finite(border)) is = has_by_elements(c);
    c->border = (sn_border){0};
    return is;
}

static sn_status run_border(comparer *c, int round, const sn_border *border)
{
    static const sn_flavour flavours[] = {
        [SN_BORDER_ZEROS] = SN_FLAVOUR_EVEN,     [SN_BORDER_PLAIN] = SN_FLAVOUR_MIXED,
        [SN_BORDER_SINGLE] = SN_FLAVOUR_EVEN,    [SN_BORDER_NAN] = SN_FLAVOUR_MIXED,
        [SN_BORDER_INFINITE] = SN_FLAVOUR_MIXED, [SN_BORDER_SCALE] = SN_FLAVOUR_LARGE,
        [SN_BORDER_SPECIAL] = SN_FLAVOUR_MIXED};
    c->border = *border;
    c->plain[0] = c->plain[1] = NULL;
    const sn_status status = sn_comparer_run(c, round, flavours[border->kind]);
    c->border = (sn_border){0};
    for (size_t i = 0; i < c->list.n; i++) c->list.v[i].known = false;
    return status;
}

static bool has_bodies(const sn_graph *g)
{
    bool has = false;
    SN_EACH_NODE(n, g) has = has || n->n_body;
    return has;
}

sn_status sn_comparer_run_borders(comparer *c)
{
    sn_border list[SN_MOST_BORDERS];
    if (c->options->own || c->options->no_more || c->options->bound > 0 || c->options->storage)
        return SN_OK;
    const double weight = fmax(sn_graph_weight(c->a), sn_graph_weight(c->b));
    const int n = sn_borders_of(c->a, c->b, list);
    /* what bodies cost is not known */
    double left = has_bodies(c->a) || has_bodies(c->b) ? AT_BORDERS_OF_BODIES * weight : AT_BORDERS;
    const int sweeps = sn_comparer_sweeps(c);
    for (int i = 0; i < n + sweeps && left >= weight && !c->differs; i++) {
        const sn_border border = i < n ? list[i] : (sn_border){SN_BORDER_SPECIAL, i - n, 0};
        if (!is_worth(c, &border)) continue;
        left -= weight;
        const sn_status status = run_border(c, BORDER_ROUND + i, &border);
        if (status != SN_E_UNSUPPORTED && status != SN_E_SHAPE) SN_TRY(status);
        sn_ctx_clear_error(c->ctx);
    }
    return SN_OK;
}
