/* SPDX-License-Identifier: Apache-2.0
 *
 * One pass over the characters, which knows comments, texts in quotes, directives and brackets. */
#include "codegen/c_items.h"

#include "base/vec.h"

static bool is_word(char c) { return sn_is_name_start(c) || sn_is_digit(c); }

static bool begins(const char *s, const char *end, const char *word)
{
    const size_t n = strlen(word);
    return (size_t)(end - s) >= n && memcmp(s, word, n) == 0;
}

/* Behind the comment, text in quotes or character that begins at s; s: none does. */
static const char *skip_quoted(const char *s, const char *end)
{
    if (begins(s, end, "/*")) {
        for (s += 2; s < end && !begins(s, end, "*/"); s++) continue;
        return s < end ? s + 2 : end;
    }
    if (s == end || (*s != '"' && *s != '\'')) return s;
    const char quote = *s;
    for (s++; s < end && *s != quote; s++) s += *s == '\\';
    return s < end ? s + 1 : end;
}

static const char *line_end(const char *s, const char *end)
{
    while (s < end && *s != '\n') s++;
    return s < end ? s + 1 : end;
}

/* Behind a directive with the lines that it goes on on. */
static const char *directive_end(const char *s, const char *end)
{
    do s = line_end(s, end);
    while (s < end && s[-2] == '\\');
    return s;
}

bool sn_c_word(sn_text *rest, sn_text *word)
{
    const char *s = rest->s, *const end = s + rest->n;
    while (s < end) {
        const char *behind = skip_quoted(s, end);
        if (behind > s) {
            s = behind;
        } else if (is_word(*s)) {
            const char *from = s;
            while (s < end && is_word(*s)) s++;
            if (sn_is_digit(*from)) continue;
            *word = (sn_text){from, (size_t)(s - from)};
            *rest = (sn_text){s, (size_t)(end - s)};
            return true;
        } else {
            s++;
        }
    }
    *rest = (sn_text){end, 0};
    return false;
}

/* ---- items ----------------------------------------------------------------------------------- */

typedef struct item_reader {
    sn_arena *arena;
    SN_VEC(sn_c_item) items;
} item_reader;

/* What a definition has of brackets, and where. */
typedef struct shape {
    const char *end;   /* behind it */
    const char *brace; /* of a function's body; NULL: no function */
} shape;

static shape shape_of(const char *s, const char *end)
{
    int depth = 0;
    char last = 0;
    shape out = {end, NULL};
    while (s < end) {
        const char *behind = skip_quoted(s, end);
        if (behind > s) {
            s = behind;
            continue;
        }
        if (*s == '#' && s[-1] == '\n') {
            s = directive_end(s, end);
            continue;
        }
        if (*s == '{' && depth == 0 && last == ')') out.brace = s;
        if (*s == '(' || *s == '[' || *s == '{') depth++;
        if (*s == ')' || *s == ']' || *s == '}') depth--;
        if (depth == 0 && (*s == ';' || (*s == '}' && out.brace))) {
            out.end = line_end(s, end);
            return out;
        }
        if (*s != ' ' && *s != '\n') last = *s;
        s++;
    }
    return out;
}

/* The identifier before the first bracket, but for an attribute's: of a function; else before [, =,
 * or the end, outside brackets. */
static sn_text defined_name(sn_text t)
{
    sn_text rest = t, word, name = {t.s, 0};
    int depth = 0;
    const char *at = t.s;
    while (sn_c_word(&rest, &word)) {
        while (at < word.s) {
            const char *behind = skip_quoted(at, word.s);
            depth += (*at == '(' || *at == '{') - (*at == ')' || *at == '}');
            at = behind > at ? behind : at + 1;
        }
        at = word.s + word.n;
        if (depth > 0) continue;
        if (sn_text_is(word, "__attribute__")) continue;
        name = word;
        const char *next = at;
        while (next < t.s + t.n && (*next == ' ' || *next == '\n')) next++;
        if (next < t.s + t.n && (*next == '(' || *next == '[' || *next == '=')) break;
    }
    return name;
}

static void add(item_reader *r, sn_c_item item, sn_text name)
{
    if (name.n) {
        item.names = SN_NEW(r->arena, sn_text);
        item.names[0] = name;
        item.n_names = 1;
    }
    SN_PUSH(r->items, item);
}

static void read_items(item_reader *r, const char *s, const char *end);

/* Behind the #endif of the #if at s. */
static const char *group_end(const char *s, const char *end)
{
    for (int depth = 0; s < end;) {
        if (begins(s, end, "#if")) depth++;
        const bool last = begins(s, end, "#endif") && --depth == 0;
        s = directive_end(s, end);
        if (last) break;
    }
    return s;
}

static const char *read_group(item_reader *r, sn_text comment, const char *s, const char *end)
{
    const char *behind = group_end(s, end);
    item_reader inner = {.arena = r->arena, .items = {.arena = r->arena}};
    read_items(&inner, directive_end(s, end), behind);
    SN_VEC(sn_text) names = SN_VEC_IN(r->arena);
    for (size_t i = 0; i < inner.items.n; i++)
        for (size_t k = 0; k < inner.items.v[i].n_names; k++)
            SN_PUSH(names, inner.items.v[i].names[k]);
    add(r,
        (sn_c_item){.kind = SN_C_GROUP,
                    .comment = comment,
                    .text = {s, (size_t)(behind - s)},
                    .names = names.v,
                    .n_names = names.n},
        (sn_text){0});
    return behind;
}

static const char *read_directive(item_reader *r, sn_text comment, const char *s, const char *end)
{
    const char *behind = directive_end(s, end);
    const bool macro = begins(s, end, "#define ");
    sn_text rest = {s + 8, (size_t)(behind - s) - 8}, name = {0};
    if (macro) sn_c_word(&rest, &name);
    add(r,
        (sn_c_item){.kind = macro ? SN_C_OTHER : SN_C_LOOSE,
                    .comment = comment,
                    .text = {s, (size_t)(behind - s)}},
        name);
    return behind;
}

/* Of enums, whose constants stand within braces: all words. Of assertions: nothing. */
static bool has_no_name_of_its_own(sn_text t, bool *all)
{
    sn_text rest = t, word;
    *all = false;
    while (sn_c_word(&rest, &word)) {
        *all = sn_text_is(word, "enum");
        if (*all || sn_text_is(word, "_Static_assert")) return true;
        if (!sn_text_is(word, "typedef") && !sn_text_is(word, "static")) return false;
    }
    return false;
}

static void add_words(item_reader *r, sn_c_item item, bool all)
{
    SN_VEC(sn_text) names = SN_VEC_IN(r->arena);
    sn_text rest = item.text, word;
    while (all && sn_c_word(&rest, &word))
        if (!sn_text_is(word, "enum") && !sn_text_is(word, "typedef")) SN_PUSH(names, word);
    item.names = names.v;
    item.n_names = names.n;
    add(r, item, (sn_text){0});
}

static const char *read_definition(item_reader *r, sn_text comment, const char *s, const char *end)
{
    const shape found = shape_of(s, end);
    const sn_text text = {s, (size_t)(found.end - s)},
                  head = {s, found.brace ? (size_t)(found.brace - s) : 0};
    const sn_c_item item = {.kind = found.brace ? SN_C_FUNCTION : SN_C_OTHER,
                            .comment = comment,
                            .text = text,
                            .head = head};
    bool all = false;
    if (!found.brace && has_no_name_of_its_own(text, &all))
        add_words(r, item, all);
    else
        add(r, item, defined_name(found.brace ? head : text));
    return found.end;
}

static void read_items(item_reader *r, const char *s, const char *end)
{
    while (s < end) {
        if (*s == '\n' || *s == ' ') {
            s++;
            continue;
        }
        const char *from = s;
        while (begins(s, end, "/*")) s = line_end(skip_quoted(s, end), end);
        const sn_text comment = {from, (size_t)(s - from)};
        if (comment.n && (s == end || *s == '\n'))
            add(r, (sn_c_item){.kind = SN_C_LOOSE, .text = comment}, (sn_text){0});
        else if (begins(s, end, "#if"))
            s = read_group(r, comment, s, end);
        else if (*s == '#')
            s = read_directive(r, comment, s, end);
        else
            s = read_definition(r, comment, s, end);
    }
}

sn_c_item *sn_c_items(sn_arena *arena, const char *text, size_t *n)
{
    item_reader r = {.arena = arena, .items = {.arena = arena}};
    read_items(&r, text, text + strlen(text));
    *n = r.items.n;
    return r.items.v;
}
