/* SPDX-License-Identifier: Apache-2.0
 *
 * Formulas of elementwise operators as C: one statement a call, equal calls once. On vectors and on
 * single floats the same text comes out, but for the prefix of the functions. */
#include <math.h>
#include <string.h>

#include "kernels/emit_inner.h"

typedef struct spelled { /* what C has an operator for */
    sn_fn fn;
    const char *infix;
} spelled;
static const spelled infixes[] = {
    {SN_FN_add, "+"}, {SN_FN_sub, "-"}, {SN_FN_mul, "*"}, {SN_FN_div, "/"}};

typedef struct expr_printer {
    sn_emit *e;
    const char *const *inputs;
    bool vector;
    const char *indent;
    sn_str *before;
    sn_map *known; /* right-hand sides to names of variables */
    int n_temps;
} expr_printer;

const char *sn_emit_number(sn_emit *e, double value)
{
    if (isnan(value)) return "__builtin_nanf(\"\")";
    if (isinf(value)) return value > 0 ? "__builtin_inff()" : "-__builtin_inff()";
    const char *digits = sn_float_text(e->arena, (double)(float)value, true);
    if (isinf((float)value)) return value > 0 ? "__builtin_inff()" : "-__builtin_inff()";
    bool is_whole = !strpbrk(digits, ".en");
    return sn_arena_printf(e->arena, value < 0 ? "(%s%s)" : "%s%s", digits, is_whole ? ".0f" : "f");
}

static const char *print(expr_printer *p, const sn_expr *x);

/* As an argument of a function: a vector. */
static const char *argument(expr_printer *p, const sn_expr *x)
{
    const char *text = print(p, x);
    if (!p->vector || x->kind != SN_EXPR_NUMBER) return text;
    return sn_arena_printf(p->e->arena, "v_set1(%s)", text);
}

static const char *variable(expr_printer *p, const char *type, const char *rhs)
{
    const char *name = sn_map_get(p->known, rhs);
    if (name) return name;
    name = sn_arena_printf(p->e->arena, "t%d", p->n_temps++);
    sn_map_put(p->known, rhs, (void *)(uintptr_t)name);
    sn_str_addf(p->before, "%sconst %s %s = %s;\n", p->indent, type, name, rhs);
    return name;
}

static bool is_comparison(sn_fn fn) { return fn == SN_FN_lt || fn == SN_FN_le || fn == SN_FN_eq; }

/* A condition as a mask. */
static const char *condition(expr_printer *p, const sn_expr *x)
{
    char prefix = p->vector ? 'v' : 's';
    if (x->kind == SN_EXPR_CALL && is_comparison(x->fn)) {
        const char *a = argument(p, x->arg[0]), *b = argument(p, x->arg[1]);
        return sn_arena_printf(p->e->arena, "%c_%s(%s, %s)", prefix, sn_fn_name(x->fn), a, b);
    }
    return sn_arena_printf(p->e->arena, "%c_isnot0(%s)", prefix, argument(p, x));
}

/* v of 1 + e^-v; NULL for anything else. */
static const sn_expr *logistic_of(const sn_expr *x)
{
    if (!sn_expr_is_call(x, SN_FN_add)) return NULL;
    for (int i = 0; i < 2; i++) {
        const sn_expr *e = x->arg[1 - i];
        if (!sn_expr_is_number(x->arg[i], 1) || !sn_expr_is_call(e, SN_FN_exp)) continue;
        if (sn_expr_is_call(e->arg[0], SN_FN_neg)) return e->arg[0]->arg[0];
    }
    return NULL;
}

static bool is_scaled(const sn_expr *x, const sn_expr *of)
{
    if (!sn_expr_is_call(x, SN_FN_mul)) return false;
    for (int i = 0; i < 2; i++) {
        const sn_expr *by = x->arg[i];
        if (by->kind == SN_EXPR_NUMBER && isnormal((float)by->number) &&
            sn_expr_equal(x->arg[1 - i], of))
            return true;
    }
    return false;
}

/* One instruction where NaN needs no care: where an operand is a number and not NaN, or is the
 * other times a normal number (leaky ReLU), so that both are NaN or none is. */
static const char *order(expr_printer *p, const sn_expr *x, const char *a, const char *b)
{
    const char prefix = p->vector ? 'v' : 's';
    const bool of_a = x->arg[0]->kind == SN_EXPR_NUMBER && !isnan(x->arg[0]->number);
    const bool of_b = x->arg[1]->kind == SN_EXPR_NUMBER && !isnan(x->arg[1]->number);
    const bool plain =
        of_a || of_b || is_scaled(x->arg[0], x->arg[1]) || is_scaled(x->arg[1], x->arg[0]);
    return sn_arena_printf(p->e->arena, plain ? "%c_%s(%s, %s)" : "%c_%simum(%s, %s)", prefix,
                           sn_fn_name(x->fn), of_a ? b : a, of_a ? a : b);
}

/* Whether x is 0.5 v (1 + fn(u)). */
static bool is_half_of_one_plus(const sn_expr *x, sn_fn fn, const sn_expr **v, const sn_expr **u)
{
    if (!sn_expr_is_call(x, SN_FN_mul)) return false;
    const sn_expr *half = x->arg[0], *sum = x->arg[1];
    if (!sn_expr_is_call(half, SN_FN_mul) || !sn_expr_is_number(half->arg[0], 0.5) ||
        !sn_expr_is_call(sum, SN_FN_add) || !sn_expr_is_number(sum->arg[0], 1) ||
        !sn_expr_is_call(sum->arg[1], fn))
        return false;
    *v = half->arg[1];
    *u = sum->arg[1]->arg[0];
    return true;
}

static bool is_gelu(const sn_expr *x, const sn_expr **v)
{
    const sn_expr *u;
    return is_half_of_one_plus(x, SN_FN_erf, v, &u) && sn_expr_is_call(u, SN_FN_mul) &&
           sn_expr_equal(u->arg[0], *v) && u->arg[1]->kind == SN_EXPR_NUMBER &&
           (float)u->arg[1]->number == 0.707106781f; /* sqrt(1/2), as precise as all is here */
}

static const char *call(expr_printer *p, const sn_expr *x)
{
    sn_arena *arena = p->e->arena;
    char prefix = p->vector ? 'v' : 's';
    const sn_expr *logistic = x->fn == SN_FN_div ? logistic_of(x->arg[1]) : NULL;
    if (logistic) {
        const char *a = print(p, x->arg[0]);
        return sn_arena_printf(arena, "%s / %c_one_plus_exp_minus(%s)", a, prefix,
                               argument(p, logistic));
    }
    const sn_expr *v, *u;
    if (is_gelu(x, &v)) return sn_arena_printf(arena, "%c_gelu(%s)", prefix, argument(p, v));
    if (is_half_of_one_plus(x, SN_FN_tanh, &v, &u)) { /* (1 + tanh u) / 2 = 1 / (1 + e^-2u) */
        const char *a = print(p, v), *b = argument(p, u);
        return sn_arena_printf(arena, "%s * %c_logistic(%s + %s)", a, prefix, b, b);
    }
    for (size_t i = 0; i < sizeof infixes / sizeof infixes[0]; i++) {
        if (infixes[i].fn != x->fn) continue;
        const char *a = print(p, x->arg[0]), *b = print(p, x->arg[1]);
        return sn_arena_printf(arena, "%s %s %s", a, infixes[i].infix, b);
    }
    if (x->fn == SN_FN_neg) return sn_arena_printf(arena, "-%s", print(p, x->arg[0]));
    if (x->fn == SN_FN_f32)
        return sn_arena_printf(arena, "%s", print(p, x->arg[0])); /* all are single */
    if (is_comparison(x->fn))
        return sn_arena_printf(arena, "%c_one_if(%s)", prefix, condition(p, x));
    if (x->fn == SN_FN_select) {
        const char *c = condition(p, x->arg[0]), *a = argument(p, x->arg[1]),
                   *b = argument(p, x->arg[2]);
        return sn_arena_printf(arena, "%c_select(%s, %s, %s)", prefix, c, a, b);
    }
    if (sn_fn_n_args(x->fn) == 1) {
        return sn_arena_printf(arena, "%c_%s(%s)", prefix, sn_fn_name(x->fn),
                               argument(p, x->arg[0]));
    }
    const char *a = argument(p, x->arg[0]), *b = argument(p, x->arg[1]);
    if (x->fn == SN_FN_max || x->fn == SN_FN_min) return order(p, x, a, b);
    return sn_arena_printf(arena, "%c_%s(%s, %s)", prefix, sn_fn_name(x->fn), a, b);
}

static const char *print(expr_printer *p, const sn_expr *x)
{
    switch (x->kind) {
    case SN_EXPR_NUMBER:
        return sn_emit_number(p->e, x->number);
    case SN_EXPR_INPUT:
        return p->inputs[x->input];
    default:
        return variable(p, p->vector ? "vf" : "float", call(p, x));
    }
}

const char *sn_emit_expr(sn_emit *e, const sn_expr *expr, const char *const *inputs, bool vector,
                         const char *indent, sn_str *before)
{
    expr_printer p = {e, inputs, vector, indent, before, sn_map_create(e->arena), 0};
    return argument(&p, expr);
}

/* ---- the header of vectors ------------------------------------------------------------------- */

extern const char sn_text_simd[], sn_text_math[];

static sn_status one_kind(sn_emit *e, bool vector, sn_str *out)
{
    sn_bind *b = sn_bind_create(e);
    const char *text = NULL;
    sn_bind_int(b, CT_V, vector);
    sn_bind_int(b, CT_FMA, e->machine->fma);
    sn_bind_int(b, CT_LANES, vector ? e->machine->lanes : 1);
    sn_bind_text(b, CT_P, vector ? "v" : "s");
    sn_bind_text(b, CT_T, vector ? "vf" : "float");
    sn_bind_text(b, CT_I, vector ? "vi" : "int32_t");
    sn_bind_text(b, CT_U, vector ? "vu" : "uint32_t");
    SN_TRY(sn_template(e, "simd", sn_text_simd, b, &text));
    sn_str_add(out, text);
    sn_str_add(out, "\n");
    SN_TRY(sn_template(e, "math", sn_text_math, b, &text));
    sn_str_add(out, text);
    sn_str_add(out, "\n");
    return SN_OK;
}

sn_status sn_emit_simd(sn_emit *e, const char **out)
{
    sn_str text;
    sn_str_init(&text, e->arena);
    SN_TRY(one_kind(e, true, &text));
    SN_TRY(one_kind(e, false, &text));
    *out = text.s;
    return SN_OK;
}
