/* SPDX-License-Identifier: Apache-2.0
 *
 * Symbolic sizes as text. Printing orders terms and factors by their spelling, not by their numbers
 * in the table, so a parsed expression prints as the one it was read from.
 *
 *     sum     = [ "-" ] product { ( "+" | "-" ) product }
 *     product = factor { "*" factor }
 *     factor  = INTEGER | symbol [ ">=" INTEGER ] | "(" sum ")" | ( "floordiv" | "ceildiv" ) "("
 * sum "," INTEGER ")" | ( "max" | "min" | "exactdiv" ) "(" sum "," sum ")" | "scale" "(" sum ","
 * NUMBER ")" symbol  = NAME | QUOTED | "v" DIGITS "." DIGITS  (a name that is none is quoted; the
 * last: value, axis)
 *
 * A bound behind a symbol that is there already has to be the one that it has. */
#include "ir/dims_inner.h"
#include "ir/ir_lex.h"

#include <stdlib.h>
#include <string.h>

enum { PARSE_DEPTH = 32 };

/* ---- printing -------------------------------------------------------------------------------- */

typedef struct size_printer {
    sn_dims *dims;
    const sn_dim_speller *speller;
    sn_arena *arena;
} size_printer;

static const char *sum_text(const size_printer *p, sn_dim d);

static const char *const functions[] = {
    [ATOM_FLOORDIV] = "floordiv", [ATOM_QUOTIENT] = "exactdiv", [ATOM_SCALE] = "scale",
    [ATOM_MAX] = "max",           [ATOM_MIN] = "min",
};

static void add_name(const size_printer *p, const sn_atom *a, sn_str *out)
{
    if (p->speller && p->speller->print && p->speller->print(p->speller->user, a, out)) return;
    if (a->kind == ATOM_VALUE)
        sn_str_addf(out, "v%u.%d", a->value_id, (int)a->axis);
    else if (sn_lex_is_name(a->name))
        sn_str_add(out, a->name);
    else
        sn_str_add_quoted(out, a->name);
}

void sn_dim_print_bound(const sn_atom *a, sn_str *out)
{
    if (a->kind <= ATOM_FRESH && a->lo >= 0 && a->lo != 1)
        sn_str_addf(out, ">=%lld", (long long)a->lo);
}

/* alone: nothing else belongs to the size. */
static void add_symbol(const size_printer *p, const sn_atom *a, bool alone, sn_str *out)
{
    sn_str bound;
    sn_str_init(&bound, p->arena);
    if (!p->speller || !p->speller->no_bounds) sn_dim_print_bound(a, &bound);
    const bool in_brackets = bound.n > 0 && !alone;
    if (in_brackets) sn_str_add(out, "(");
    add_name(p, a, out);
    sn_str_addf(out, "%s%s", bound.n ? bound.s : "", in_brackets ? ")" : "");
}

static const char *atom_text(const size_printer *p, uint32_t number, bool alone)
{
    sn_atom a = p->dims->atoms.v[number];
    sn_str s;
    sn_str_init(&s, p->arena);
    if (sn_atom_is_symbol(&a)) {
        add_symbol(p, &a, alone, &s);
        return s.s;
    }
    const char *x = sum_text(p, a.a), *y = NULL;
    if (a.kind == ATOM_FLOORDIV)
        y = sn_arena_printf(p->arena, "%lld", (long long)a.divisor);
    else if (a.kind == ATOM_SCALE)
        y = sn_float_text(p->arena, a.factor, false);
    else
        y = sum_text(p, a.b);
    bool swap = (a.kind == ATOM_MAX || a.kind == ATOM_MIN) && strcmp(x, y) > 0;
    sn_str_addf(&s, "%s(%s,%s)", functions[a.kind], swap ? y : x, swap ? x : y);
    return s.s;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

typedef struct term_text {
    uint32_t degree;
    int64_t coef;
    const char *text; /* of the product without its coefficient; "" for the constant */
} term_text;

static int by_degree(const void *a, const void *b)
{
    const term_text *x = a, *y = b;
    if (x->degree != y->degree) return x->degree > y->degree ? -1 : 1;
    if ((x->coef > 0) != (y->coef > 0)) return x->coef > 0 ? -1 : 1;
    return strcmp(x->text, y->text);
}

static const char *mono_text(const size_printer *p, const sn_mono *m, bool alone)
{
    const char *factors[DIM_MAX_DEGREE];
    sn_str s;
    for (uint32_t i = 0; i < m->n; i++) factors[i] = atom_text(p, m->atoms[i], alone);
    qsort(factors, m->n, sizeof *factors, by_text);
    sn_str_init(&s, p->arena);
    for (uint32_t i = 0; i < m->n; i++) sn_str_addf(&s, "%s%s", i ? "*" : "", factors[i]);
    return s.s;
}

static const char *sum_text(const size_printer *p, sn_dim d)
{
    if (d >= 0) return sn_arena_printf(p->arena, "%lld", (long long)d);
    sn_sum sum = p->dims->sums.v[~d];
    term_text terms[DIM_MAX_TERMS];
    sn_str s;
    for (uint32_t i = 0; i < sum.n; i++) {
        sn_mono m = p->dims->monos.v[sum.terms[i].mono];
        const bool alone = sum.n == 1 && sum.terms[i].coef == 1 && m.n == 1;
        terms[i] = (term_text){m.n, sum.terms[i].coef, mono_text(p, &m, alone)};
    }
    qsort(terms, sum.n, sizeof *terms, by_degree);
    sn_str_init(&s, p->arena);
    for (uint32_t i = 0; i < sum.n; i++) {
        const term_text *t = &terms[i];
        if (i && t->coef > 0) sn_str_add(&s, "+");
        if (t->degree == 0)
            sn_str_addf(&s, "%lld", (long long)t->coef);
        else if (t->coef == -1)
            sn_str_addf(&s, "-%s", t->text);
        else if (t->coef == 1)
            sn_str_add(&s, t->text);
        else
            sn_str_addf(&s, "%lld*%s", (long long)t->coef, t->text);
    }
    return s.s;
}

void sn_dim_print_with(sn_dims *dims, sn_dim d, const sn_dim_speller *speller, sn_str *out)
{
    if (d >= 0) {
        sn_str_addf(out, "%lld", (long long)d);
        return;
    }
    size_printer p = {dims, speller, sn_arena_create(sn_arena_ctx(dims->arena))};
    sn_str_add(out, sum_text(&p, d));
    sn_arena_destroy(p.arena);
}

void sn_dim_print(sn_dims *dims, sn_dim d, sn_str *out) { sn_dim_print_with(dims, d, NULL, out); }

/* ---- parsing --------------------------------------------------------------------------------- */

typedef struct size_parser {
    sn_dims *dims;
    const sn_dim_speller *speller;
    sn_dim_lookup size; /* NULL: names are symbols */
    void *user;
    const char *at;
    int depth;
    const char *wrong;
} size_parser;

static sn_dim parse_sum(size_parser *p);

static sn_dim fail(size_parser *p, const char *wrong)
{
    if (!p->wrong) p->wrong = wrong;
    return 0;
}

static bool next_is(size_parser *p, char c)
{
    sn_lex_space(&p->at);
    if (*p->at != c) return false;
    p->at++;
    return true;
}

static const char *found(size_parser *p, const char *expected)
{
    sn_arena *arena = p->dims->arena;
    return sn_arena_printf(arena, "%s found, %s expected", sn_lex_found(arena, p->at), expected);
}

static int64_t parse_integer(size_parser *p)
{
    int64_t n = 0;
    sn_lex_space(&p->at);
    if (*p->at < '0' || *p->at > '9') return fail(p, found(p, "a number"));
    const char *start = p->at;
    for (; *p->at >= '0' && *p->at <= '9'; p->at++) {
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, *p->at - '0', &n)) {
            p->at = start;
            return fail(p, "the number does not fit 64 bits");
        }
    }
    return n;
}

static sn_dim apply(size_parser *p, sn_atom_kind kind, bool ceil)
{
    sn_dims *dims = p->dims;
    sn_dim a = parse_sum(p), b = 0;
    double factor = 0;
    if (!p->wrong && !next_is(p, ',')) return fail(p, found(p, "','"));
    if (p->wrong) return 0;
    if (kind == ATOM_FLOORDIV) {
        b = parse_integer(p);
        if (!p->wrong && b == 0) return fail(p, "division by 0");
    } else if (kind == ATOM_SCALE) {
        sn_lex_space(&p->at);
        if (!sn_lex_double(&p->at, &factor) || factor - factor != 0)
            return fail(p, found(p, "a finite factor"));
    } else {
        b = parse_sum(p);
    }
    if (!p->wrong && !next_is(p, ')')) return fail(p, found(p, "')'"));
    if (p->wrong) return 0;
    switch (kind) {
    case ATOM_FLOORDIV:
        return ceil ? sn_dim_ceildiv(dims, a, b) : sn_dim_floordiv(dims, a, b);
    case ATOM_SCALE:
        return sn_dim_scale(dims, a, factor);
    case ATOM_QUOTIENT:
        return b == 0 ? fail(p, "division by 0") : sn_dim_exactdiv(dims, a, b);
    case ATOM_MAX:
        return sn_dim_max(dims, a, b);
    default:
        return sn_dim_min(dims, a, b);
    }
}

/* What follows the name of what has sizes. */
static sn_dim parse_size(size_parser *p, sn_text name)
{
    sn_dim d = 0;
    if (!next_is(p, '.')) return fail(p, found(p, "'.' and an axis"));
    const int64_t axis = parse_integer(p);
    if (p->wrong) return 0;
    if (axis >= SN_MAX_RANK) return fail(p, "there is no such axis");
    const char *wrong = p->size(p->user, name, (int)axis, &d);
    return wrong ? fail(p, wrong) : d;
}

static sn_dim parse_name(size_parser *p)
{
    sn_text t = sn_lex_name(&p->at);
    if (sn_text_is(t, "_")) { /* which means something else in shapes */
        p->at = t.s;
        return fail(p, found(p, "a size"));
    }
    sn_lex_space(&p->at);
    if (*p->at == '(') {
        bool ceil = sn_text_is(t, "ceildiv");
        p->at++;
        if (ceil) return apply(p, ATOM_FLOORDIV, true);
        for (size_t i = ATOM_FLOORDIV; i < sizeof functions / sizeof *functions; i++) {
            if (sn_text_is(t, functions[i])) return apply(p, (sn_atom_kind)i, false);
        }
        p->at = t.s;
        return fail(p,
                    found(p, "a function of sizes: floordiv, ceildiv, exactdiv, max, min, scale"));
    }
    if (p->size) return parse_size(p, t);
    return sn_dim_named(p->dims, sn_arena_strndup(p->dims->arena, t.s, t.n));
}

/* `v12.0`: the symbol of value 12, axis 0. */
static bool parse_value_symbol(size_parser *p, sn_dim *out)
{
    char *end;
    if (*p->at != 'v' || p->at[1] < '0' || p->at[1] > '9') return false;
    unsigned long long id = strtoull(p->at + 1, &end, 10);
    if (*end != '.' || end[1] < '0' || end[1] > '9' || id >= UINT32_MAX) return false;
    unsigned long axis = strtoul(end + 1, &end, 10);
    if (axis >= SN_MAX_RANK) return false;
    p->at = end;
    *out = sn_dim_symbol(p->dims, (uint32_t)id, (int)axis);
    return true;
}

static sn_dim parse_symbol(size_parser *p)
{
    sn_dim d = 0;
    if (p->speller && p->speller->parse && !sn_lex_starts_name(p->at)) {
        const char *wrong = p->speller->parse(p->speller->user, &p->at, &d);
        return wrong ? fail(p, wrong) : d;
    }
    if (!p->speller && !p->size && parse_value_symbol(p, &d)) return d;
    if (*p->at == '"' && !p->size) {
        const char *name;
        const char *wrong = sn_lex_quoted(&p->at, p->dims->arena, &name);
        return wrong ? fail(p, wrong) : sn_dim_named(p->dims, name);
    }
    if (sn_lex_starts_name(p->at)) return parse_name(p);
    return fail(p, found(p, "a size"));
}

const char *sn_dim_parse_bound(sn_dims *dims, const char **text, sn_dim d, size_t n_atoms)
{
    size_parser p = {.dims = dims, .at = *text};
    sn_lex_space(&p.at);
    if (p.at[0] != '>' || p.at[1] != '=') return NULL;
    p.at += 2;
    const int64_t least = parse_integer(&p);
    *text = p.at;
    if (p.wrong) return p.wrong;
    const sn_atom *found = sn_dim_atom(dims, d);
    if (!found || found->kind > ATOM_FRESH) return "only a symbol has a lower bound";
    sn_atom *a = &dims->atoms.v[found - dims->atoms.v];
    if ((size_t)(found - dims->atoms.v) >= n_atoms) a->lo = a->least = least;
    if (a->lo == least) return NULL;
    return sn_arena_printf(dims->arena, "at least %lld found, at least %lld expected as before",
                           (long long)least, (long long)a->lo);
}

static void parse_bound(size_parser *p, sn_dim d, size_t n_atoms)
{
    const char *wrong = sn_dim_parse_bound(p->dims, &p->at, d, n_atoms);
    if (wrong) (void)fail(p, wrong);
}

static sn_dim parse_factor(size_parser *p)
{
    sn_dim d;
    sn_lex_space(&p->at);
    if (p->depth >= PARSE_DEPTH) return fail(p, "nested too deeply");
    p->depth++;
    if (next_is(p, '(')) {
        d = parse_sum(p);
        if (!p->wrong && !next_is(p, ')')) d = fail(p, found(p, "')'"));
    } else if (*p->at >= '0' && *p->at <= '9') {
        d = parse_integer(p);
    } else {
        const size_t n_atoms = p->dims->atoms.n;
        d = parse_symbol(p);
        if (!p->wrong) parse_bound(p, d, n_atoms);
    }
    p->depth--;
    return d;
}

static sn_dim parse_product(size_parser *p)
{
    sn_dim d = parse_factor(p);
    while (!p->wrong && next_is(p, '*')) {
        sn_dim factor = parse_factor(p);
        if (!p->wrong) d = sn_dim_mul(p->dims, d, factor);
    }
    return d;
}

static sn_dim parse_sum(size_parser *p)
{
    bool minus = next_is(p, '-');
    sn_dim sum = parse_product(p);
    if (minus && !p->wrong) sum = sn_dim_sub(p->dims, 0, sum);
    while (!p->wrong) {
        bool plus = next_is(p, '+');
        if (!plus && !next_is(p, '-')) break;
        sn_dim d = parse_product(p);
        if (p->wrong) break;
        sum = plus ? sn_dim_add(p->dims, sum, d) : sn_dim_sub(p->dims, sum, d);
    }
    return sum;
}

const char *sn_dim_parse_with(sn_dims *dims, const char **text, const sn_dim_speller *speller,
                              sn_dim *out)
{
    size_parser p = {.dims = dims, .speller = speller, .at = *text};
    sn_dim d = parse_sum(&p);
    *text = p.at;
    if (!p.wrong) *out = d;
    return p.wrong;
}

const char *sn_dim_parse(sn_dims *dims, const char **text, sn_dim *out)
{
    return sn_dim_parse_with(dims, text, NULL, out);
}

const char *sn_dim_parse_over(sn_dims *dims, const char **text, sn_dim_lookup size, void *user,
                              sn_dim *out)
{
    size_parser p = {.dims = dims, .size = size, .user = user, .at = *text};
    sn_dim d = parse_sum(&p);
    *text = p.at;
    if (!p.wrong) *out = d;
    return p.wrong;
}

static bool print_name(void *user, const sn_atom *a, sn_str *out)
{
    (void)user;
    if (a->kind != ATOM_NAMED) return false;
    sn_str_add(out, a->name);
    return true;
}

void sn_dim_print_over(sn_dims *dims, sn_dim d, sn_str *out)
{
    static const sn_dim_speller plain = {.print = print_name, .no_bounds = true};
    sn_dim_print_with(dims, d, &plain, out);
}
