/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operators on f32, bytes and 32-bit integers in vectors of lanes of 32 bits: what is
 * made of each element is what the plain loop makes of it. */
#include "kernels/elements.h"
#include "kernels/integer.h"

static bool is_lane(sn_type t)
{
    return t == SN_TYPE_f32 || t == SN_TYPE_i8 || t == SN_TYPE_u8 || t == SN_TYPE_i32;
}

/* Sums and products of integers wrap to 32 bits in lanes as in 64 bits. */
static bool wraps_alike(const sn_expr *x)
{
    if (x->kind == SN_EXPR_INPUT) return true;
    if (x->kind == SN_EXPR_NUMBER) return x->number >= INT32_MIN && x->number <= INT32_MAX;
    if (x->fn != SN_FN_add && x->fn != SN_FN_sub && x->fn != SN_FN_mul) return false;
    return wraps_alike(x->arg[0]) && wraps_alike(x->arg[1]);
}

static sn_type type_of(const sn_elements *e, const sn_element_operand *o)
{
    if (o->member >= 0) return e->member[o->member].type;
    return o->outside >= 0 ? e->outside[o->outside].type : SN_TYPE_UNKNOWN;
}

static bool member_in_vectors(const sn_elements *e, const sn_element_member *m)
{
    sn_type wraps_to;
    const sn_domain domain = sn_element_domain(e, m, &wraps_to);
    if (!is_lane(m->type)) return false;
    for (int i = 0; i < m->n; i++) {
        const sn_type t = type_of(e, &m->operand[i]);
        if (t == SN_TYPE_UNKNOWN && !sn_expr_reads(m->expr, (uint16_t)i)) continue;
        if (!is_lane(t)) return false;
    }
    if (m->expr->kind == SN_EXPR_INPUT) return true; /* a cast */
    if (domain == SN_IN_FLOAT) return m->type == SN_TYPE_f32;
    return domain == SN_IN_SIGNED && m->type == SN_TYPE_i32 && wraps_alike(m->expr);
}

bool sn_element_in_vectors(const sn_machine *machine, const sn_elements *e)
{
    if (machine->lanes == 1) return false;
    for (int i = 0; i < e->n_outside; i++) {
        const int64_t step = e->stride[i][e->n_axes - 1];
        if ((step != 0 && step != 1) || !is_lane(e->outside[i].type)) return false;
    }
    for (int k = 0; k < e->n_members; k++)
        if (!member_in_vectors(e, &e->member[k])) return false;
    return true;
}

/* An operand from outside as a vector of floats or of integers. */
static const char *load(sn_emit *e, const sn_elements *c, int i, const char *x, const char *at)
{
    static const char *const loads[] = {"v_load", "i_load", "(vi)i_bytes", "i_signed_bytes"};
    const sn_type t = c->outside[i].type;
    const bool is_float = t == SN_TYPE_f32;
    if (c->stride[i][c->n_axes - 1] == 0)
        return sn_arena_printf(sn_emit_arena(e), "%s(%s%d[0])", is_float ? "v_set1" : "i_set1", x,
                               i);
    const char *name = loads[is_float ? 0 : t == SN_TYPE_i32 ? 1 : t == SN_TYPE_u8 ? 2 : 3];
    return sn_arena_printf(sn_emit_arena(e), "%s(%s%d + %s)", name, x, i, at);
}

static const char *cast(sn_emit *e, sn_type from, sn_type to, const char *x)
{
    sn_arena *a = sn_emit_arena(e);
    if (from == to) return x;
    if (to == SN_TYPE_f32) return sn_arena_printf(a, "v_from_int(%s)", x);
    if (from == SN_TYPE_f32) {
        if (to == SN_TYPE_i32) return sn_arena_printf(a, "i_cut_32(%s)", x);
        return sn_arena_printf(
            a, to == SN_TYPE_u8 ? "i_cut_from_0(%s, 255.0f)" : "i_cut(%s, -128.0f, 127.0f)", x);
    }
    if (to == SN_TYPE_i32) return x;
    return sn_arena_printf(a, to == SN_TYPE_u8 ? "%s & 255" : "(vi)((vu)(%s) << 24) >> 24", x);
}

static const char *integer(sn_emit *e, const sn_expr *x, const char *const *inputs)
{
    sn_arena *a = sn_emit_arena(e);
    if (x->kind == SN_EXPR_INPUT) return inputs[x->input];
    if (x->kind == SN_EXPR_NUMBER)
        return sn_arena_printf(a, "i_set1((int32_t)INT64_C(%lld))", (long long)x->number);
    const char *op = x->fn == SN_FN_add ? "+" : x->fn == SN_FN_sub ? "-" : "*";
    return sn_arena_printf(a, "(vi)((vu)(%s) %s (vu)(%s))", integer(e, x->arg[0], inputs), op,
                           integer(e, x->arg[1], inputs));
}

/* v<k>: what member k makes of the operands. */
static void add_member(sn_emit *e, const sn_elements *c, int k, const char *x, const char *at,
                       const char *indent, sn_str *out)
{
    sn_arena *a = sn_emit_arena(e);
    const sn_element_member *m = &c->member[k];
    const char *names[SN_MAX_EPILOGUE_OPERANDS] = {NULL}, *result;
    const char *inner = sn_arena_printf(a, "%s    ", indent);
    sn_type wraps_to;
    sn_str before;
    sn_str_init(&before, a);
    sn_str_addf(out, "%s%s v%d;\n%s{\n", indent, m->type == SN_TYPE_f32 ? "vf" : "vi", k, indent);
    for (int i = 0; i < m->n; i++) {
        const sn_element_operand *o = &m->operand[i];
        names[i] = sn_arena_printf(a, "x%d", i);
        if (!sn_expr_reads(m->expr, (uint16_t)i)) continue;
        const char *from =
            o->member >= 0 ? sn_arena_printf(a, "v%d", o->member) : load(e, c, o->outside, x, at);
        sn_str_addf(out, "%sconst %s x%d = %s;\n", inner,
                    type_of(c, o) == SN_TYPE_f32 ? "vf" : "vi", i, from);
    }
    if (m->expr->kind == SN_EXPR_INPUT)
        result = cast(e, type_of(c, &m->operand[m->expr->input]), m->type, names[m->expr->input]);
    else if (sn_element_domain(c, m, &wraps_to) == SN_IN_FLOAT)
        result = sn_emit_expr(e, m->expr, names, true, inner, &before);
    else
        result = integer(e, m->expr, names);
    sn_str_addf(out, "%s%sv%d = %s;\n%s}\n", before.s ? before.s : "", inner, k, result, indent);
}

sn_status sn_element_vectors(sn_emit *e, const sn_elements *c, const char *x, const char *y,
                             const char *at, const char *indent, const char **out)
{
    const sn_type t = c->member[c->n_members - 1].type;
    sn_str s;
    SN_TRY(sn_emit_integers(e));
    sn_str_init(&s, sn_emit_arena(e));
    const bool *read = sn_elements_read(c, sn_emit_arena(e));
    for (int k = 0; k < c->n_members; k++) {
        add_member(e, c, k, x, at, indent, &s);
        if (!read[k]) sn_str_addf(&s, "%s(void)v%d;\n", indent, k);
    }
    sn_str_addf(&s, "%s%s(%s + %s, v%d);\n", indent,
                t == SN_TYPE_f32   ? "v_store"
                : t == SN_TYPE_i32 ? "i_store"
                                   : "i_store_bytes",
                y, at, c->n_members - 1);
    *out = s.s;
    return SN_OK;
}
