/* SPDX-License-Identifier: Apache-2.0
 *
 * Params as text: `{axis=1, act=clip(0,6), sizes=[4,4], mode=nearest, name="x"}`. What is printed
 * reads back as the same bits, on every locale. Readers leave *text at what they could not read. */
#include "ir/param.h"

#include "base/vec.h"
#include "ir/ir_lex.h"

static const void *field(const sn_param *p, const void *params)
{
    return (const char *)params + p->offset;
}

/* ---- printing -------------------------------------------------------------------------------- */

static void print_float(float v, sn_str *out)
{
    sn_str_add(out, sn_float_text(out->arena, (double)v, true));
}

static void print_int(const sn_param *p, int32_t v, sn_str *out)
{
    if (p->kind == SN_PK_BOOL && (v == 0 || v == 1)) {
        sn_str_add(out, v ? "true" : "false");
    } else if (p->kind == SN_PK_ENUM && v >= 0 && v < sn_param_n_names(p)) {
        sn_str_add(out, p->names[v]);
    } else {
        sn_str_addf(out, "%d", v);
    }
}

/* A number as it is printed: no sign but `-`, no leading zeros. */
static bool is_whole(const char *s)
{
    s += *s == '-';
    if (*s < '1' || *s > '9') return s[0] == '0' && s[1] == '\0';
    while (*s >= '0' && *s <= '9') s++;
    return *s == '\0';
}

static void print_act(const sn_act *act, sn_str *out)
{
    sn_str_add(out, sn_act_name(act->kind));
    int n = sn_act_n_params(act->kind);
    if (n == 0) return;
    sn_str_add(out, "(");
    print_float(act->a, out);
    if (n > 1) {
        sn_str_add(out, ",");
        print_float(act->b, out);
    }
    sn_str_add(out, ")");
}

void sn_param_print_value(const sn_param *p, const void *params, sn_str *out)
{
    const void *f = field(p, params);
    switch (p->kind) {
    case SN_PK_INT:
    case SN_PK_BOOL:
    case SN_PK_ENUM:
        print_int(p, *(const int32_t *)f, out);
        return;
    case SN_PK_F32:
        print_float(*(const float *)f, out);
        return;
    case SN_PK_STR:
        sn_str_add_quoted(out, *(const char *const *)f);
        return;
    case SN_PK_ACT:
        print_act(f, out);
        return;
    case SN_PK_INTS: {
        const sn_ints *list = f;
        for (int32_t i = 0; i < list->n; i++) sn_str_addf(out, "%s%d", i ? "," : "[", list->v[i]);
        sn_str_add(out, list->n ? "]" : "[]");
        return;
    }
    case SN_PK_FLOATS: {
        const sn_floats *list = f;
        for (int32_t i = 0; i < list->n; i++) {
            sn_str_add(out, i ? "," : "[");
            print_float(list->v[i], out);
        }
        sn_str_add(out, list->n ? "]" : "[]");
        return;
    }
    case SN_PK_NAMES:
    case SN_PK_SIZES: {
        const sn_names *list = f;
        for (int32_t i = 0; i < list->n; i++) {
            const bool plain = p->kind == SN_PK_SIZES && is_whole(list->v[i]);
            sn_str_add(out, i ? "," : "[");
            if (plain)
                sn_str_add(out, list->v[i]);
            else
                sn_str_add_quoted(out, list->v[i]);
        }
        sn_str_add(out, list->n ? "]" : "[]");
        return;
    }
    }
}

void sn_params_print(const sn_param *table, const void *params, sn_str *out)
{
    if (!table) return;
    bool any = false;
    for (const sn_param *p = table; p->name; p++) {
        if (sn_param_is_default(table, p, params)) continue;
        sn_str_addf(out, "%s%s=", any ? ", " : "{", p->name);
        sn_param_print_value(p, params, out);
        any = true;
    }
    if (any) sn_str_add(out, "}");
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool peek_word(const char *at, const char *word)
{
    return sn_text_is(sn_lex_name(&at), word);
}

static const char *expected(const sn_param *p, const char *what, const char *at, sn_arena *arena)
{
    return sn_arena_printf(arena, "%s: %s found, %s expected", p->name, sn_lex_found(arena, at),
                           what);
}

static const char *read_char(const sn_param *p, const char **text, char c, sn_arena *arena)
{
    sn_lex_space(text);
    if (**text != c) return expected(p, (char[]){'\'', c, '\'', '\0'}, *text, arena);
    ++*text;
    return NULL;
}

static const char *read_int(const sn_param *p, const char **text, int32_t *out, sn_arena *arena)
{
    sn_lex_space(text);
    const char *at = *text;
    bool negative = *at == '-';
    uint64_t magnitude, most = negative ? (uint64_t)INT32_MAX + 1 : INT32_MAX;
    at += *at == '-' || *at == '+';
    const char *digits = at;
    if (*at < '0' || *at > '9') return expected(p, "an integer", *text, arena);
    if (!sn_lex_u64(&at, &magnitude) || magnitude > most) {
        return expected(p, "an integer of 32 bits", digits, arena);
    }
    if (*at == '.' || sn_lex_starts_name(at)) return expected(p, "an integer", digits, arena);
    *out = (int32_t)(negative ? -(int64_t)magnitude : (int64_t)magnitude);
    *text = at;
    return NULL;
}

/* Overflow gives infinity, which a range check sees. */
static const char *read_float(const sn_param *p, const char **text, float *out, sn_arena *arena)
{
    double v;
    sn_lex_space(text);
    if (!sn_lex_float(text, true, &v)) return expected(p, "a number", *text, arena);
    *out = (float)v;
    return NULL;
}

static const char *read_string(const sn_param *p, const char **text, const char **out,
                               sn_arena *arena)
{
    sn_lex_space(text);
    const char *bad = sn_lex_quoted(text, arena, out);
    return bad ? sn_arena_printf(arena, "%s: %s", p->name, bad) : NULL;
}

static const char *read_enum(const sn_param *p, const char **text, int32_t *out, sn_arena *arena)
{
    const char *at = *text;
    sn_text word = sn_lex_name(&at);
    int n_names = sn_param_n_names(p);
    for (int i = 0; i < n_names; i++) {
        if (!sn_text_is(word, p->names[i])) continue;
        *out = i;
        *text = at;
        return NULL;
    }
    sn_str all;
    sn_str_init(&all, arena);
    for (int i = 0; i < n_names; i++) {
        sn_str_addf(&all, "%s%s", i == 0 ? "" : i + 1 < n_names ? ", " : " or ", p->names[i]);
    }
    return expected(p, all.s, *text, arena);
}

static const char *read_scalar(const sn_param *p, const char **text, int32_t *out, sn_arena *arena)
{
    sn_lex_space(text);
    if (p->kind == SN_PK_ENUM) return read_enum(p, text, out, arena);
    if (p->kind == SN_PK_INT) return read_int(p, text, out, arena);
    if (peek_word(*text, "true") || peek_word(*text, "false")) {
        *out = sn_lex_name(text).n == 4;
        return NULL;
    }
    if (**text != '0' && **text != '1') return expected(p, "true or false", *text, arena);
    return read_int(p, text, out, arena); /* ranges are checked later */
}

static const char *read_act(const sn_param *p, const char **text, sn_act *out, sn_arena *arena)
{
    sn_lex_space(text);
    const char *at = *text;
    sn_text word = sn_lex_name(&at);
    sn_act act = {.kind = 0};
    while (act.kind < SN_N_ACTS && !sn_text_is(word, sn_act_name(act.kind))) act.kind++;
    if (act.kind == SN_N_ACTS) return expected(p, "an activation", *text, arena);
    *text = at;
    int n_params = sn_act_n_params(act.kind);
    for (int i = 0; i < n_params; i++) {
        const char *bad = read_char(p, text, i ? ',' : '(', arena);
        if (!bad) bad = read_float(p, text, i ? &act.b : &act.a, arena);
        if (!bad && i + 1 == n_params) bad = read_char(p, text, ')', arena);
        if (bad) return bad;
    }
    *out = act;
    return NULL;
}

/* `[` was read: whether another element follows, past the comma before it. */
static const char *next_element(const sn_param *p, const char **text, int32_t n, bool *more,
                                sn_arena *arena)
{
    sn_lex_space(text);
    *more = **text != ']';
    if (!*more) {
        ++*text;
        return NULL;
    }
    if (n == INT32_MAX) return expected(p, "fewer elements", *text, arena);
    return n ? read_char(p, text, ',', arena) : NULL;
}

#define READ_LIST(T, list_type, read)                                                              \
    do {                                                                                           \
        SN_VEC(T) list = SN_VEC_IN(arena);                                                         \
        const char *bad = read_char(p, text, '[', arena);                                          \
        for (;;) {                                                                                 \
            bool more = false;                                                                     \
            T element = 0;                                                                         \
            if (!bad) bad = next_element(p, text, (int32_t)list.n, &more, arena);                  \
            if (!bad && more) bad = read(p, text, &element, arena);                                \
            if (bad) return bad;                                                                   \
            if (!more) break;                                                                      \
            SN_PUSH(list, element);                                                                \
        }                                                                                          \
        *(list_type *)f = (list_type){(int32_t)list.n, list.v};                                    \
        return NULL;                                                                               \
    } while (0)

static const char *read_ints(const sn_param *p, const char **text, void *f, sn_arena *arena)
{
    READ_LIST(int32_t, sn_ints, read_int);
}

static const char *read_floats(const sn_param *p, const char **text, void *f, sn_arena *arena)
{
    READ_LIST(float, sn_floats, read_float);
}

static const char *read_names(const sn_param *p, const char **text, void *f, sn_arena *arena)
{
    READ_LIST(const char *, sn_names, read_string);
}

/* A number without quotes becomes the text that is_whole knows. */
static const char *read_size(const sn_param *p, const char **text, const char **out,
                             sn_arena *arena)
{
    sn_lex_space(text);
    if (**text == '"') return read_string(p, text, out, arena);
    const char *at = *text;
    const bool negative = *at == '-';
    uint64_t n;
    at += negative;
    if (*at < '0' || *at > '9') return expected(p, "an integer or a string", *text, arena);
    if (!sn_lex_u64(&at, &n) || n > INT64_MAX)
        return expected(p, "an integer of 64 bits", *text, arena);
    if (*at == '.' || sn_lex_starts_name(at)) return expected(p, "an integer", *text, arena);
    *out = sn_arena_printf(arena, "%s%llu", negative && n ? "-" : "", (unsigned long long)n);
    *text = at;
    return NULL;
}

static const char *read_sizes(const sn_param *p, const char **text, void *f, sn_arena *arena)
{
    READ_LIST(const char *, sn_names, read_size);
}

const char *sn_param_parse_value(const sn_param *p, void *params, const char **text,
                                 sn_arena *arena)
{
    void *f = (char *)params + p->offset;
    switch (p->kind) {
    case SN_PK_INT:
    case SN_PK_BOOL:
    case SN_PK_ENUM:
        return read_scalar(p, text, f, arena);
    case SN_PK_F32:
        return read_float(p, text, f, arena);
    case SN_PK_INTS:
        return read_ints(p, text, f, arena);
    case SN_PK_FLOATS:
        return read_floats(p, text, f, arena);
    case SN_PK_STR:
        return read_string(p, text, f, arena);
    case SN_PK_NAMES:
        return read_names(p, text, f, arena);
    case SN_PK_SIZES:
        return read_sizes(p, text, f, arena);
    case SN_PK_ACT:
        return read_act(p, text, f, arena);
    }
    return "unknown kind of param";
}

static const char *unknown_name(const sn_param *table, const char *name, sn_arena *arena)
{
    SN_VEC(const char *) names = SN_VEC_IN(arena);
    for (const sn_param *p = table; p->name; p++) SN_PUSH(names, p->name);
    const char *near = sn_nearest(name, names.v, names.n);
    return sn_arena_printf(arena, "there is no param '%s'%s%s%s", name,
                           near ? ": did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* `name=value` at *text. */
static const char *read_row(const sn_param *table, void *params, const char **text, uint64_t *given,
                            sn_arena *arena)
{
    sn_lex_space(text);
    const char *at = *text;
    sn_text word = sn_lex_name(&at);
    if (word.n == 0) {
        return sn_arena_printf(arena, "%s found, the name of a param expected",
                               sn_lex_found(arena, at));
    }
    const char *name = sn_arena_strndup(arena, word.s, word.n);
    const sn_param *p = sn_param_find(table, name);
    if (!p) return unknown_name(table, name, arena);
    uint64_t bit = (uint64_t)1 << (p - table);
    if (*given & bit) return sn_arena_printf(arena, "%s is given twice", name);
    *given |= bit;
    *text = at;
    const char *bad = read_char(p, text, '=', arena);
    return bad ? bad : sn_param_parse_value(p, params, text, arena);
}

const char *sn_params_parse(const sn_param *table, void *params, const char **text, sn_arena *arena)
{
    static const sn_param none = SN_P_END;
    if (!table) table = &none;
    const char *at = *text;
    sn_lex_blank(&at);
    if (*at != '{') return NULL;
    uint64_t given = 0;
    *text = at + 1;
    for (bool first = true; sn_lex_space(text), **text != '}'; first = false) {
        if (!first && **text != ',') {
            return sn_arena_printf(arena, "%s found, ',' or '}' expected",
                                   sn_lex_found(arena, *text));
        }
        if (!first) ++*text;
        const char *bad = read_row(table, params, text, &given, arena);
        if (bad) return bad;
    }
    ++*text;
    sn_params_finish(table, params, given);
    return NULL;
}
