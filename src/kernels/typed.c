/* SPDX-License-Identifier: Apache-2.0
 *
 * Typed elements as C; see typed.h. The functions are those of SN_FN_MAP and SN_FN_INT_MAP, whose
 * texts are printed as they stand there: one definition serves the interpreter and the code. */
#include "kernels/typed.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/map.h"

extern const char sn_text_typed_half[], sn_text_typed_pow[], sn_text_typed_small[];

sn_domain sn_typed_domain(const sn_type *operands, int n, sn_type result, sn_type *wraps_to)
{
    bool real = sn_type_is_float(result), is_unsigned = false;
    bool single = result == SN_TYPE_f32 || result == SN_TYPE_bool;
    *wraps_to = result == SN_TYPE_bool ? SN_TYPE_UNKNOWN : result;
    for (int i = 0; i < n; i++) {
        const sn_type type = operands[i];
        real = real || sn_type_is_float(type);
        is_unsigned = is_unsigned || type == SN_TYPE_u64;
        single = single && (type == SN_TYPE_f32 || type == SN_TYPE_bool);
        if (*wraps_to == SN_TYPE_UNKNOWN && type != SN_TYPE_bool) *wraps_to = type;
    }
    if (!real) return is_unsigned ? SN_IN_UNSIGNED : SN_IN_SIGNED;
    *wraps_to = SN_TYPE_UNKNOWN;
    return single ? SN_IN_FLOAT : SN_IN_DOUBLE;
}

sn_domain sn_convert_domain(sn_type from, sn_type to)
{
    const bool narrow = from == SN_TYPE_f32 || sn_type_is_narrow(from);
    if (to == SN_TYPE_f32 && !sn_type_is_float(from) && sn_type_bits(from) <= 32)
        return SN_IN_FLOAT; /* which rounds once, as double and float after it do */
    if (sn_type_is_float(from) || sn_type_is_float(to))
        return narrow && to != SN_TYPE_f64 ? SN_IN_FLOAT : SN_IN_DOUBLE;
    return from == SN_TYPE_u64 ? SN_IN_UNSIGNED : SN_IN_SIGNED;
}

static bool is_real(sn_domain d) { return d == SN_IN_FLOAT || d == SN_IN_DOUBLE; }

const char *sn_typed_c(sn_domain domain)
{
    static const char *const names[] = {"float", "double", "int64_t", "uint64_t"};
    return names[domain];
}

/* ---- the functions --------------------------------------------------------------------------- */

/* Their values in C; NULL: not of integers. */
static const char *integer_text(sn_fn fn)
{
    switch (fn) {
#define X(name, value)                                                                             \
    case SN_FN_##name:                                                                             \
        return #value;
        SN_FN_INT_MAP(X)
#undef X
    default:
        return NULL;
    }
}

static const char *real_text(sn_fn fn)
{
    static const char *const texts[] = {
#define X(name, n_args, value) #value,
        SN_FN_MAP(X)
#undef X
    };
    return texts[fn];
}

bool sn_typed_defined(const sn_expr *e, sn_domain domain)
{
    if (e->kind == SN_EXPR_NUMBER && !is_real(domain)) return sn_expr_is_integer(e->number);
    if (e->kind != SN_EXPR_CALL) return true;
    if (!is_real(domain) && !integer_text(e->fn)) return false;
    for (int i = 0; i < sn_fn_n_args(e->fn); i++)
        if (!sn_typed_defined(e->arg[i], domain)) return false;
    return true;
}

/* `text` with the words of the map replaced by what they mean in the domain. */
static const char *spelled(sn_emit *e, const char *text, sn_domain domain, sn_type type)
{
    const bool is_signed = domain == SN_IN_SIGNED;
    const char *const words[][2] = {
        {"I", sn_typed_c(domain)},
        {"U", "uint64_t"},
        {"is_minus_one", is_signed ? "-1 ==" : "never"},
        {"is_negative", is_signed ? "0 >" : "never"},
        {"width", sn_arena_printf(sn_emit_arena(e), "%d", (int)sn_type_bits(type))},
    };
    sn_str out;
    sn_str_init(&out, sn_emit_arena(e));
    for (const char *p = text; *p;) {
        size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        const char *as = NULL;
        for (size_t i = 0; n > 0 && i < sizeof words / sizeof words[0]; i++) {
            if (strlen(words[i][0]) == n && memcmp(words[i][0], p, n) == 0) as = words[i][1];
        }
        if (as)
            sn_str_add(&out, as);
        else
            sn_str_addn(&out, p, n > 0 ? n : 1);
        p += n > 0 ? n : 1;
    }
    return out.s;
}

static void add_params(sn_str *s, const char *type, int n)
{
    for (int i = 0; i < n; i++) sn_str_addf(s, "%s%s %c", i ? ", " : "", type, 'a' + i);
}

/* The helper function of a call; its name. */
static const char *function_of(sn_emit *e, sn_fn fn, sn_domain domain, sn_type wraps_to)
{
    sn_arena *arena = sn_emit_arena(e);
    const bool real = is_real(domain);
    const char *prefix = real                          ? "f64"
                         : wraps_to == SN_TYPE_UNKNOWN ? "bool"
                                                       : sn_type_name(wraps_to);
    if (domain == SN_IN_UNSIGNED && wraps_to != SN_TYPE_u64)
        prefix = sn_arena_printf(arena, "u64_as_%s", prefix);
    const char *name = sn_arena_printf(arena, "%s_%s", prefix, sn_fn_name(fn)),
               *type = sn_typed_c(domain);
    if (sn_emit_has_helper(e, name)) return name;
    const char *text = real ? real_text(fn) : spelled(e, integer_text(fn), domain, wraps_to);
    if (domain == SN_IN_UNSIGNED && strstr(text, "never"))
        sn_emit_helper(e, "never",
                       "/* Whether an unsigned number is negative, or -1. */\n"
                       "static inline int never(uint64_t v)\n{\n    (void)v;\n    return 0;\n}\n");
    if (!real && fn == SN_FN_pow) sn_emit_helper(e, "to_the", sn_text_typed_pow);
    sn_str s;
    sn_str_init(&s, arena);
    sn_str_addf(&s, "static inline %s %s(", type, name);
    add_params(&s, type, sn_fn_n_args(fn));
    sn_str_add(&s, ")\n{\n    return ");
    const bool wraps = !real && sn_type_bytes(wraps_to) > 0 && sn_type_bytes(wraps_to) < 8;
    if (wraps) text = sn_emit_wrapped(e, wraps_to, sn_arena_printf(arena, "(uint64_t)(%s)", text));
    sn_str_addf(&s, "%s;\n}\n", text);
    sn_emit_helper(e, name, s.s);
    return name;
}

/* ---- formulas -------------------------------------------------------------------------------- */

typedef struct typed_printer {
    sn_emit *e;
    const char *const *inputs;
    sn_domain domain;
    sn_type wraps_to;
    const char *indent;
    sn_str *before;
    sn_map *known; /* right-hand sides to names of variables */
    int n_temps;
} typed_printer;

static const char *number(typed_printer *p, double v)
{
    sn_arena *arena = sn_emit_arena(p->e);
    if (p->domain == SN_IN_DOUBLE) {
        if (isnan(v)) return "__builtin_nan(\"\")";
        if (isinf(v)) return v > 0 ? "__builtin_inf()" : "(-__builtin_inf())";
        return sn_arena_printf(arena, "(%a)", v);
    }
    if (!(v > -9.2e18)) return "(-INT64_C(9223372036854775807) - 1)";
    if (v > 9.2e18) return "INT64_C(9223372036854775807)";
    return sn_arena_printf(arena,
                           p->domain == SN_IN_SIGNED ? "INT64_C(%" PRId64 ")"
                                                     : "(uint64_t)INT64_C(%" PRId64 ")",
                           (int64_t)v);
}

static const char *print(typed_printer *p, const sn_expr *x)
{
    if (x->kind == SN_EXPR_NUMBER) return number(p, x->number);
    if (x->kind == SN_EXPR_INPUT) return p->inputs[x->input];
    sn_str call;
    const char *arg[3] = {NULL};
    for (int i = 0; i < sn_fn_n_args(x->fn); i++) arg[i] = print(p, x->arg[i]);
    sn_str_init(&call, sn_emit_arena(p->e));
    sn_str_addf(&call, "%s(", function_of(p->e, x->fn, p->domain, p->wraps_to));
    for (int i = 0; i < sn_fn_n_args(x->fn); i++) sn_str_addf(&call, "%s%s", i ? ", " : "", arg[i]);
    sn_str_add(&call, ")");
    const char *name = sn_map_get(p->known, call.s);
    if (name) return name;
    name = sn_arena_printf(sn_emit_arena(p->e), "t%d", p->n_temps++);
    sn_map_put(p->known, call.s, (void *)(uintptr_t)name);
    sn_str_addf(p->before, "%sconst %s %s = %s;\n", p->indent, sn_typed_c(p->domain), name, call.s);
    return name;
}

const char *sn_emit_typed_expr(sn_emit *e, const sn_expr *expr, const char *const *inputs,
                               sn_domain domain, sn_type wraps_to, const char *indent,
                               sn_str *before)
{
    if (domain == SN_IN_FLOAT) return sn_emit_expr(e, expr, inputs, false, indent, before);
    typed_printer p = {e, inputs, domain, wraps_to, indent, before, sn_map_create(sn_emit_arena(e)),
                       0};
    return print(&p, expr);
}

/* ---- elements -------------------------------------------------------------------------------- */

/* NAME_value and NAME_of, of what all floats of a byte or less have in common. */
static void emit_small(sn_emit *e, sn_type type, sn_small_float f)
{
    static const char *const kinds[] = {"IEEE", "FN", "FNUZ", "FINITE", "SCALE"};
    const char *name = sn_type_name(type);
    sn_emit_helper(e, "small_floats", sn_text_typed_small);
    if (sn_emit_has_helper(e, name)) return;
    const char *is = sn_arena_printf(sn_emit_arena(e), "%d, %d, %d, SMALL_%s", f.exponent,
                                     f.mantissa, f.bias, kinds[f.kind]);
    sn_emit_helper(
        e, name,
        sn_arena_printf(sn_emit_arena(e),
                        "__attribute__((unused)) static inline float %s_value(uint8_t v)\n{\n"
                        "    return small_value(v, %s);\n}\n\n"
                        "__attribute__((unused)) static inline uint8_t %s_to(float v, int "
                        "saturates, int rounding)\n{\n"
                        "    return small_of(v, %s, saturates, rounding);\n}\n\n"
                        "__attribute__((unused)) static inline uint8_t %s_of(float v)\n{\n"
                        "    return %s_to(v, 1, SMALL_NEAREST);\n}\n",
                        name, is, name, is, name, name));
}

void sn_emit_narrow(sn_emit *e, sn_type type)
{
    sn_small_float small;
    if (sn_type_is_small_float(type, &small))
        emit_small(e, type, small);
    else
        sn_emit_helper(e, "halves", sn_text_typed_half);
}

/* What is rounded again after it is rounded as if once (base/num.c). */
static const char f32_to_odd[] =
    "/* Rounded to odd: what is rounded once more is rounded as if once. */\n"
    "static inline float f32_to_odd(double v)\n{\n    const float a = (float)v;\n"
    "    int32_t bits = s_bits(a);\n    if ((double)a == v || v != v) return a;\n"
    "    if (__builtin_fabs((double)a) > __builtin_fabs(v)) bits--;\n"
    "    return s_of_bits(bits | 1);\n}\n";
static const char u64_to_odd[] =
    "/* Rounded to odd: what is rounded once more is rounded as if once. */\n"
    "static inline double u64_to_odd(uint64_t v)\n{\n"
    "    if (v >> 53) v = (v & ~UINT64_C(2047)) | (v & 2047 ? 2048 : 0);\n"
    "    return (double)v;\n}\n";
static const char i64_to_odd[] =
    "static inline double i64_to_odd(int64_t v)\n{\n"
    "    return v < 0 ? -u64_to_odd(-(uint64_t)v) : u64_to_odd((uint64_t)v);\n}\n";

static bool fills_bytes(sn_type type)
{
    return sn_type_bits(type) == 8 * (unsigned)sn_type_bytes(type);
}

const char *sn_emit_limit(sn_emit *e, sn_type type, bool largest)
{
    const bool is_signed = sn_type_is_signed(type);
    const int bits = (int)sn_type_bits(type);
    if (!is_signed && !largest) return "0";
    if (fills_bytes(type))
        return sn_arena_printf(sn_emit_arena(e), "%s%d_%s", is_signed ? "INT" : "UINT", bits,
                               largest ? "MAX" : "MIN");
    const int above = 1 << (is_signed ? bits - 1 : bits);
    return sn_arena_printf(sn_emit_arena(e), largest ? "%d" : "(-%d)", largest ? above - 1 : above);
}

const char *sn_emit_wrapped(sn_emit *e, sn_type type, const char *x)
{
    sn_arena *arena = sn_emit_arena(e);
    const char *c = sn_emit_type(type);
    if (fills_bytes(type)) return sn_arena_printf(arena, "(%s)%s", c, x);
    const char *name = sn_arena_printf(arena, "wrap_to_%s", sn_type_name(type));
    const int all = (1 << sn_type_bits(type)) - 1,
              below = sn_type_is_signed(type) ? all / 2 + 1 : 0;
    sn_emit_helper(e, name,
                   sn_arena_printf(arena,
                                   "/* The bits that the type has. */\n"
                                   "static inline %s %s(uint64_t v)\n{\n"
                                   "    return (%s)((int)((v + %d) & %d) - %d);\n}\n",
                                   c, name, c, below, all, below));
    return sn_arena_printf(arena, "%s(%s)", name, x);
}

/* Cuts a number of the domain, which is real, to an integer type. */
static const char *cut_of(sn_emit *e, sn_type type, sn_domain domain)
{
    sn_arena *arena = sn_emit_arena(e);
    const char *name =
                   sn_arena_printf(arena, "cut_%s_to_%s", sn_typed_c(domain), sn_type_name(type)),
               *c = sn_emit_type(type), *f = domain == SN_IN_FLOAT ? "f" : "";
    const bool is_signed = sn_type_is_signed(type);
    const int bits = (int)sn_type_bits(type);
    const double above = ldexp(1, is_signed ? bits - 1 : bits);
    if (sn_emit_has_helper(e, name)) return name;
    sn_emit_helper(
        e, name,
        sn_arena_printf(arena,
                        "/* Towards 0; the nearest one where there is none; NaN is 0. */\n"
                        "static inline %s %s(%s v)\n{\n    if (v != v) return 0;\n"
                        "    if (v <= %a%s) return %s;\n    if (v >= %a%s) return %s;\n"
                        "    return (%s)v;\n}\n",
                        c, name, sn_typed_c(domain), is_signed ? -above : 0.0, f,
                        sn_emit_limit(e, type, false), above, f, sn_emit_limit(e, type, true), c));
    return name;
}

const char *sn_emit_load(sn_emit *e, sn_type type, sn_domain domain, const char *x)
{
    sn_arena *arena = sn_emit_arena(e);
    const char *c = sn_typed_c(domain);
    if (sn_type_is_narrow(type)) {
        sn_emit_narrow(e, type);
        x = sn_arena_printf(arena, "%s_value(%s)", sn_type_name(type), x);
        return domain == SN_IN_FLOAT ? x : sn_arena_printf(arena, "(%s)%s", c, x);
    }
    if (strcmp(c, sn_emit_type(type)) == 0) return x;
    return domain == SN_IN_UNSIGNED ? sn_arena_printf(arena, "(uint64_t)(int64_t)%s", x)
                                    : sn_arena_printf(arena, "(%s)%s", c, x);
}

const char *sn_emit_load_for(sn_emit *e, sn_type type, sn_domain domain, sn_type result,
                             const char *x)
{
    const bool narrows = sn_type_is_float(result) && result != SN_TYPE_f64;
    const bool is_signed = type == SN_TYPE_i64;
    if (domain != SN_IN_DOUBLE || !narrows || (!is_signed && type != SN_TYPE_u64))
        return sn_emit_load(e, type, domain, x);
    sn_emit_helper(e, "u64_to_odd", u64_to_odd);
    if (is_signed) sn_emit_helper(e, "i64_to_odd", i64_to_odd);
    return sn_arena_printf(sn_emit_arena(e), "%s_to_odd(%s)", sn_type_name(type), x);
}

const char *sn_emit_store(sn_emit *e, sn_type type, sn_domain domain, const char *x)
{
    sn_arena *arena = sn_emit_arena(e);
    const char *c = sn_emit_type(type);
    if (type == SN_TYPE_bool)
        return sn_arena_printf(arena, is_real(domain) ? "!((%s) == 0)" : "(%s) != 0", x);
    if (sn_type_is_narrow(type)) {
        sn_emit_narrow(e, type);
        if (domain == SN_IN_DOUBLE) sn_emit_helper(e, "f32_to_odd", f32_to_odd);
        return sn_arena_printf(arena,
                               domain == SN_IN_DOUBLE ? "%s_of(f32_to_odd(%s))" : "%s_of(%s)",
                               sn_type_name(type), x);
    }
    if (is_real(domain) && !sn_type_is_float(type))
        return sn_arena_printf(arena, "%s((%s)(%s))", cut_of(e, type, domain), sn_typed_c(domain),
                               x);
    if (!sn_type_is_float(type) && !fills_bytes(type))
        return sn_emit_wrapped(e, type, sn_arena_printf(arena, "(uint64_t)(%s)", x));
    return strcmp(c, sn_typed_c(domain)) == 0 ? x : sn_arena_printf(arena, "(%s)(%s)", c, x);
}

const char *sn_emit_small(sn_emit *e, sn_type type, bool saturates, sn_small_rounding rounding,
                          sn_domain domain, const char *x)
{
    static const char *const roundings[] = {"NEAREST", "UP", "DOWN"};
    sn_emit_narrow(e, type);
    if (domain == SN_IN_DOUBLE) sn_emit_helper(e, "f32_to_odd", f32_to_odd);
    return sn_arena_printf(sn_emit_arena(e),
                           domain == SN_IN_DOUBLE ? "%s_to(f32_to_odd(%s), %d, SMALL_%s)"
                                                  : "%s_to(%s, %d, SMALL_%s)",
                           sn_type_name(type), x, saturates, roundings[rounding]);
}
