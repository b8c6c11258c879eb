/* SPDX-License-Identifier: Apache-2.0
 *
 * Formula trees: making, folding, parsing, binding. Recursive descent; every node is made by
 * sn_expr_call, which folds, so no tree holds a call of numbers only. Foldings are exact for every
 * value, NaN and infinities included (only the sign of a zero may change). */
#include "ops/expr.h"

#include "base/map.h"

#include <math.h>
#include <string.h>

enum { MAX_DEPTH = 64, MAX_NAME = 32 };

static const struct {
    const char *name;
    int n_args;
} fns[] = {
#define X(name, n_args, value) {#name, n_args},
    SN_FN_MAP(X)
#undef X
};

const char *sn_fn_name(sn_fn fn) { return fns[fn].name; }

int sn_fn_n_args(sn_fn fn) { return fns[fn].n_args; }

double sn_fn_apply(sn_fn fn, double a, double b, double c)
{
    (void)b, (void)c;
    switch (fn) {
#define X(name, n_args, value)                                                                     \
    case SN_FN_##name:                                                                             \
        return value;
        SN_FN_MAP(X)
#undef X
    case SN_N_FNS:
        break;
    }
    return NAN;
}

/* ---- making ---------------------------------------------------------------------------------- */

const sn_expr *sn_expr_number(sn_arena *arena, double value)
{
    sn_expr *e = SN_NEW(arena, sn_expr);
    e->kind = SN_EXPR_NUMBER;
    e->number = value;
    return e;
}

const sn_expr *sn_expr_input(sn_arena *arena, uint16_t slot)
{
    sn_expr *e = SN_NEW(arena, sn_expr);
    e->kind = SN_EXPR_INPUT;
    e->input = slot;
    return e;
}

static const sn_expr *param_node(sn_arena *arena, const sn_param *param)
{
    sn_expr *e = SN_NEW(arena, sn_expr);
    e->kind = SN_EXPR_PARAM;
    e->param = param;
    return e;
}

bool sn_expr_equal(const sn_expr *a, const sn_expr *b)
{
    if (a == b) return true;
    if (a->kind != b->kind) return false;
    switch (a->kind) {
    case SN_EXPR_NUMBER:
        return memcmp(&a->number, &b->number, sizeof a->number) == 0;
    case SN_EXPR_INPUT:
        return a->input == b->input;
    case SN_EXPR_PARAM:
        return a->param == b->param;
    case SN_EXPR_CALL:
        break;
    }
    if (a->fn != b->fn) return false;
    for (int i = 0; i < sn_fn_n_args(a->fn); i++)
        if (!sn_expr_equal(a->arg[i], b->arg[i])) return false;
    return true;
}

/* The tree that a call comes down to without its function; NULL when there is none. */
static const sn_expr *simplified(sn_fn fn, const sn_expr *a, const sn_expr *b, const sn_expr *c)
{
    switch (fn) {
    case SN_FN_add:
        return sn_expr_is_number(a, 0) ? b : sn_expr_is_number(b, 0) ? a : NULL;
    case SN_FN_sub:
        return sn_expr_is_number(b, 0) ? a : NULL;
    case SN_FN_mul:
        return sn_expr_is_number(a, 1) ? b : sn_expr_is_number(b, 1) ? a : NULL;
    case SN_FN_div:
    case SN_FN_pow:
        return sn_expr_is_number(b, 1) ? a : NULL;
    case SN_FN_max:
        return sn_expr_is_number(b, -INFINITY) ? a : sn_expr_is_number(a, -INFINITY) ? b : NULL;
    case SN_FN_min:
        return sn_expr_is_number(b, INFINITY) ? a : sn_expr_is_number(a, INFINITY) ? b : NULL;
    case SN_FN_select:
        if (a->kind == SN_EXPR_NUMBER) return a->number != 0 ? b : c;
        return sn_expr_equal(b, c) ? b : NULL;
    default:
        return NULL;
    }
}

const sn_expr *sn_expr_call(sn_arena *arena, sn_fn fn, const sn_expr *a, const sn_expr *b,
                            const sn_expr *c)
{
    const sn_expr *args[3] = {a, b, c};
    double v[3] = {0};
    int n = sn_fn_n_args(fn), n_numbers = 0;
    for (int i = 0; i < n; i++)
        if (args[i]->kind == SN_EXPR_NUMBER) v[i] = args[i]->number, n_numbers++;
    if (n_numbers == n) return sn_expr_number(arena, sn_fn_apply(fn, v[0], v[1], v[2]));
    const sn_expr *simple = simplified(fn, a, b, c);
    if (simple) return simple;

    sn_expr *e = SN_NEW(arena, sn_expr);
    e->kind = SN_EXPR_CALL;
    e->fn = fn;
    memcpy(e->arg, args, (size_t)n * sizeof *args);
    return e;
}

/* ---- parsing --------------------------------------------------------------------------------- */

typedef struct expr_parser {
    sn_ctx *ctx;
    sn_arena *arena;
    const char *text, *at;
    const sn_slot *slots;
    const sn_param *params;
    int depth;
} expr_parser;

static sn_status parse_compare(expr_parser *p, const sn_expr **out);
static sn_status parse_unary(expr_parser *p, const sn_expr **out);

static sn_status syntax(expr_parser *p, const char *what)
{
    return sn_fail(p->ctx, SN_E_INTERNAL, "formula '%s', column %d: %s", p->text,
                   (int)(p->at - p->text) + 1, what);
}

static void skip_blanks(expr_parser *p)
{
    while (*p->at == ' ' || *p->at == '\n') p->at++;
}

static bool take(expr_parser *p, const char *token)
{
    skip_blanks(p);
    size_t n = strlen(token);
    if (strncmp(p->at, token, n) != 0) return false;
    p->at += n;
    return true;
}

/* Decimal, independent of the locale. Up to 15 digits and small exponents come out correctly
 * rounded. */
static double parse_number(expr_parser *p)
{
    double digits = 0;
    int exponent = 0;
    for (; sn_is_digit(*p->at); p->at++) digits = digits * 10 + (*p->at - '0');
    if (*p->at == '.')
        for (p->at++; sn_is_digit(*p->at); p->at++, exponent--)
            digits = digits * 10 + (*p->at - '0');
    if (*p->at == 'e') {
        int sign = p->at[1] == '-' ? -1 : 1, value = 0;
        for (p->at += sign < 0 ? 2 : 1; sn_is_digit(*p->at); p->at++)
            value = value * 10 + (*p->at - '0');
        exponent += sign * value;
    }
    return exponent < 0 ? digits / pow(10, -exponent) : digits * pow(10, exponent);
}

static sn_status parse_call(expr_parser *p, sn_fn fn, const sn_expr **out)
{
    const sn_expr *args[3] = {0};
    int n = sn_fn_n_args(fn);
    for (int i = 0; i < n; i++) {
        if (i > 0 && !take(p, ",")) return syntax(p, "',' expected");
        SN_TRY(parse_compare(p, &args[i]));
    }
    if (!take(p, ")")) return syntax(p, "')' expected");
    *out = sn_expr_call(p->arena, fn, args[0], args[1], args[2]);
    return SN_OK;
}

static bool is_scalar_kind(sn_param_kind kind)
{
    return kind == SN_PK_INT || kind == SN_PK_BOOL || kind == SN_PK_ENUM || kind == SN_PK_F32;
}

static sn_status parse_name(expr_parser *p, const sn_expr **out)
{
    char name[MAX_NAME];
    size_t n = 0;
    while (sn_is_name_start(p->at[n]) || sn_is_digit(p->at[n])) n++;
    if (n >= sizeof name) return syntax(p, "the name is too long");
    memcpy(name, p->at, n);
    name[n] = 0;

    if (p->at[n] == '(') {
        for (int fn = 0; fn < SN_N_FNS; fn++)
            if (strcmp(fns[fn].name, name) == 0) {
                p->at += n + 1;
                return parse_call(p, (sn_fn)fn, out);
            }
        return syntax(p, "no such function");
    }
    for (int i = 0; p->slots && p->slots[i].name; i++)
        if (strcmp(p->slots[i].name, name) == 0) {
            p->at += n;
            *out = sn_expr_input(p->arena, (uint16_t)i);
            return SN_OK;
        }
    const sn_param *param = p->params ? sn_param_find(p->params, name) : NULL;
    if (!param || !is_scalar_kind(param->kind))
        return syntax(p, "no slot and no scalar param of this name");
    p->at += n;
    *out = param_node(p->arena, param);
    return SN_OK;
}

static sn_status parse_primary(expr_parser *p, const sn_expr **out)
{
    skip_blanks(p);
    if (take(p, "(")) {
        SN_TRY(parse_compare(p, out));
        return take(p, ")") ? SN_OK : syntax(p, "')' expected");
    }
    if (sn_is_digit(*p->at)) {
        *out = sn_expr_number(p->arena, parse_number(p));
        return SN_OK;
    }
    return sn_is_name_start(*p->at) ? parse_name(p, out)
                                    : syntax(p, "a number, a name or '(' expected");
}

static sn_status parse_unary(expr_parser *p, const sn_expr **out)
{
    if (!take(p, "-")) return parse_primary(p, out);
    if (++p->depth > MAX_DEPTH) return syntax(p, "nested too deeply");
    const sn_expr *a = NULL;
    SN_TRY(parse_unary(p, &a));
    p->depth--;
    *out = sn_expr_call(p->arena, SN_FN_neg, a, NULL, NULL);
    return SN_OK;
}

static sn_status parse_term(expr_parser *p, const sn_expr **out)
{
    const sn_expr *a = NULL, *b = NULL;
    SN_TRY(parse_unary(p, &a));
    for (;;) {
        bool product = take(p, "*");
        if (!product && !take(p, "/")) break;
        SN_TRY(parse_unary(p, &b));
        a = sn_expr_call(p->arena, product ? SN_FN_mul : SN_FN_div, a, b, NULL);
    }
    *out = a;
    return SN_OK;
}

static sn_status parse_sum(expr_parser *p, const sn_expr **out)
{
    const sn_expr *a = NULL, *b = NULL;
    SN_TRY(parse_term(p, &a));
    for (;;) {
        bool sum = take(p, "+");
        if (!sum && !take(p, "-")) break;
        SN_TRY(parse_term(p, &b));
        a = sn_expr_call(p->arena, sum ? SN_FN_add : SN_FN_sub, a, b, NULL);
    }
    *out = a;
    return SN_OK;
}

static sn_status parse_compare(expr_parser *p, const sn_expr **out)
{
    if (++p->depth > MAX_DEPTH) return syntax(p, "nested too deeply");
    const sn_expr *a = NULL, *b = NULL;
    SN_TRY(parse_sum(p, &a));
    bool le = take(p, "<=");
    if (le || take(p, "<")) {
        SN_TRY(parse_sum(p, &b));
        a = sn_expr_call(p->arena, le ? SN_FN_le : SN_FN_lt, a, b, NULL);
    }
    p->depth--;
    *out = a;
    return SN_OK;
}

sn_status sn_expr_parse(sn_ctx *ctx, sn_arena *arena, const char *text, const sn_slot *slots,
                        const sn_param *params, const sn_expr **out)
{
    expr_parser p = {
        .ctx = ctx, .arena = arena, .text = text, .at = text, .slots = slots, .params = params};
    const sn_expr *e = NULL;
    SN_TRY(parse_compare(&p, &e));
    skip_blanks(&p);
    if (*p.at) return syntax(&p, "the end expected");
    *out = e;
    return SN_OK;
}

/* ---- binding and reading --------------------------------------------------------------------- */

static double param_value(const sn_param *p, const void *params)
{
    const void *field = (const char *)params + p->offset;
    return p->kind == SN_PK_F32 ? (double)*(const float *)field : (double)*(const int32_t *)field;
}

const sn_expr *sn_expr_bind(sn_arena *arena, const sn_expr *e, const void *params)
{
    if (e->kind == SN_EXPR_PARAM) return sn_expr_number(arena, param_value(e->param, params));
    if (e->kind != SN_EXPR_CALL) return e;
    const sn_expr *args[3] = {0};
    for (int i = 0; i < sn_fn_n_args(e->fn); i++) args[i] = sn_expr_bind(arena, e->arg[i], params);
    return sn_expr_call(arena, e->fn, args[0], args[1], args[2]);
}

const sn_expr *sn_expr_put(sn_arena *arena, const sn_expr *e, uint16_t slot, double value)
{
    if (e->kind == SN_EXPR_INPUT && e->input == slot) return sn_expr_number(arena, value);
    if (e->kind != SN_EXPR_CALL) return e;
    const sn_expr *args[3] = {0};
    for (int i = 0; i < sn_fn_n_args(e->fn); i++)
        args[i] = sn_expr_put(arena, e->arg[i], slot, value);
    return sn_expr_call(arena, e->fn, args[0], args[1], args[2]);
}

typedef struct parsed {
    const sn_op op; /* as it was then */
    const sn_expr *formula;
} parsed;

/* Read once while the context remembers: passes ask for that of every node. */
static sn_status formula_of(sn_ctx *ctx, sn_arena *arena, const sn_op *op, const sn_expr **out)
{
    sn_map *memo = sn_ctx_memo(ctx);
    if (!memo) return sn_expr_parse(ctx, arena, op->expr, op->slots, op->params, out);
    const parsed *known = sn_map_get_u64(memo, (uintptr_t)op);
    if (!known || known->op.expr != op->expr || known->op.slots != op->slots ||
        known->op.params != op->params) {
        const sn_expr *e = NULL;
        SN_TRY(sn_expr_parse(ctx, sn_map_arena(memo), op->expr, op->slots, op->params, &e));
        const parsed p = {*op, e};
        known = sn_arena_copy(sn_map_arena(memo), &p, sizeof p);
        sn_map_put_u64(memo, (uintptr_t)op, (void *)known);
    }
    *out = known->formula;
    return SN_OK;
}

sn_status sn_op_formula(sn_ctx *ctx, sn_arena *arena, const sn_op *op, const void *params,
                        const sn_expr **out)
{
    SN_CHECK(ctx, op->expr, SN_E_INTERNAL, "%s has no formula", op->name);
    const sn_expr *e = NULL;
    SN_TRY(formula_of(ctx, arena, op, &e));
    *out = sn_expr_bind(arena, e, params);
    return SN_OK;
}

bool sn_expr_is_integer(double number) { return fabs(number) < 0x1p53 && number == trunc(number); }

bool sn_expr_reads(const sn_expr *e, uint16_t slot)
{
    if (e->kind != SN_EXPR_CALL) return e->kind == SN_EXPR_INPUT && e->input == slot;
    for (int i = 0; i < sn_fn_n_args(e->fn); i++)
        if (sn_expr_reads(e->arg[i], slot)) return true;
    return false;
}

double sn_expr_at(const sn_expr *e, const double *inputs)
{
    if (e->kind == SN_EXPR_NUMBER) return e->number;
    if (e->kind == SN_EXPR_INPUT) return inputs[e->input];
    if (e->kind == SN_EXPR_PARAM) return NAN;
    double v[3] = {0};
    for (int i = 0; i < sn_fn_n_args(e->fn); i++) v[i] = sn_expr_at(e->arg[i], inputs);
    return sn_fn_apply(e->fn, v[0], v[1], v[2]);
}
