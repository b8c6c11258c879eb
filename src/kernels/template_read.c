/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading a template: lines that are directives, and ${..} within the others. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"
#include "kernels/template.h"

typedef struct template_reader {
    sn_arena *arena;
    const sn_map *names;
    const char *file;
    const sn_text *line;
    size_t n_lines;
    size_t at;                        /* line that is being read */
    sn_text locals[SN_CT_MAX_LOCALS]; /* that can be seen here */
    int n_locals;
    bool *used, *defined;
} template_reader;

typedef struct cursor {
    const char *s, *end;
} cursor;

static sn_status SN_PRINTF(2, 3) wrong(template_reader *r, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char text[200];
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return sn_fail(sn_arena_ctx(r->arena), SN_E_INTERNAL, "template %s:%zu: %s", r->file, r->at + 1,
                   text);
}

static void skip_space(cursor *c)
{
    while (c->s < c->end && (*c->s == ' ' || *c->s == '\t')) c->s++;
}

static bool is_name(char ch) { return isalnum((unsigned char)ch) || ch == '_'; }

static sn_text read_name(cursor *c)
{
    skip_space(c);
    sn_text t = {c->s, 0};
    while (c->s < c->end && is_name(*c->s)) c->s++;
    t.n = (size_t)(c->s - t.s);
    return t;
}

static bool take(cursor *c, const char *token)
{
    skip_space(c);
    size_t n = strlen(token);
    if ((size_t)(c->end - c->s) < n || memcmp(c->s, token, n) != 0) return false;
    c->s += n;
    return true;
}

/* ---- names ----------------------------------------------------------------------------------- */

static int find_local(const template_reader *r, sn_text name)
{
    int i = r->n_locals;
    while (i-- > 0 && !sn_text_eq(r->locals[i], name)) continue;
    return i;
}

static sn_status add_local(template_reader *r, sn_text name, int *out)
{
    if (name.n == 0) return wrong(r, "a name expected");
    if (r->n_locals == SN_CT_MAX_LOCALS)
        return wrong(r, "more than %d variables", SN_CT_MAX_LOCALS);
    *out = r->n_locals;
    r->locals[r->n_locals++] = name;
    return SN_OK;
}

static const char *const kind_names[] = {"a number", "a text", "a function", "a helper"};

/* A name of that kind. */
static sn_status find(template_reader *r, sn_text name, sn_ct_kind kind, int *out)
{
    *out = sn_ct_find(r->names, name);
    if (*out < 0)
        return wrong(r, "'%.*s' is neither a variable nor in a list of names", (int)name.n, name.s);
    const sn_ct_kind is = sn_ct_names[*out].kind;
    if (is != kind)
        return wrong(r, "'%.*s' is %s; %s expected", (int)name.n, name.s, kind_names[is],
                     kind_names[kind]);
    if (r->used) r->used[*out] = true;
    return SN_OK;
}

/* ---- integer expressions --------------------------------------------------------------------- */

static sn_status choice(template_reader *r, cursor *c, const sn_ct_expr **out);

static const sn_ct_expr *expr_of(template_reader *r, sn_ct_expr e)
{
    return sn_arena_copy(r->arena, &e, sizeof e);
}

static sn_status primary(template_reader *r, cursor *c, const sn_ct_expr **out)
{
    if (take(c, "(")) {
        SN_TRY(choice(r, c, out));
        return take(c, ")") ? SN_OK : wrong(r, "')' expected");
    }
    const bool negate = take(c, "-");
    if (negate || take(c, "!")) {
        SN_TRY(primary(r, c, out));
        *out = expr_of(r, (sn_ct_expr){.op = negate ? SN_CT_NEGATE : SN_CT_NOT, .a = *out});
        return SN_OK;
    }
    const sn_text t = read_name(c);
    if (t.n == 0) return wrong(r, "a name or number expected");
    sn_ct_expr e = {.op = SN_CT_NUMBER};
    if (isdigit((unsigned char)t.s[0])) {
        e.number = strtoll(t.s, NULL, 0);
    } else if ((e.index = find_local(r, t)) >= 0) {
        e.op = SN_CT_LOCAL;
    } else {
        e.op = SN_CT_BOUND_INT;
        SN_TRY(find(r, t, SN_CT_INT, &e.index));
    }
    *out = expr_of(r, e);
    return SN_OK;
}

/* Operators of a level, longer ones first; those that bind more loosely come first. */
typedef struct operator_level {
    struct {
        const char *token;
        sn_ct_op op;
    } v[5];
} operator_level;

static const operator_level levels[] = {
    {{{"||", SN_CT_OR}}},
    {{{"&&", SN_CT_AND}}},
    {{{"==", SN_CT_EQUAL}, {"!=", SN_CT_UNEQUAL}}},
    {{{"<=", SN_CT_AT_MOST}, {">=", SN_CT_AT_LEAST}, {"<", SN_CT_LESS}, {">", SN_CT_GREATER}}},
    {{{"+", SN_CT_ADD}, {"-", SN_CT_SUB}}},
    {{{"*", SN_CT_MUL}, {"/", SN_CT_DIV}, {"%", SN_CT_MOD}}},
};
#define N_LEVELS (sizeof levels / sizeof levels[0])

static sn_status level(template_reader *r, cursor *c, size_t at, const sn_ct_expr **out)
{
    if (at == N_LEVELS) return primary(r, c, out);
    SN_TRY(level(r, c, at + 1, out));
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; levels[at].v[i].token && !more; i++) {
            if (!take(c, levels[at].v[i].token)) continue;
            const sn_ct_expr *b = NULL;
            SN_TRY(level(r, c, at + 1, &b));
            *out = expr_of(r, (sn_ct_expr){.op = levels[at].v[i].op, .a = *out, .b = b});
            more = true;
        }
    }
    return SN_OK;
}

static sn_status choice(template_reader *r, cursor *c, const sn_ct_expr **out)
{
    SN_TRY(level(r, c, 0, out));
    if (!take(c, "?")) return SN_OK;
    const sn_ct_expr *yes = NULL, *no = NULL;
    SN_TRY(choice(r, c, &yes));
    if (!take(c, ":")) return wrong(r, "':' expected");
    SN_TRY(choice(r, c, &no));
    *out = expr_of(r, (sn_ct_expr){.op = SN_CT_CHOICE, .a = *out, .b = yes, .c = no});
    return SN_OK;
}

static sn_status whole(template_reader *r, const char *s, const char *end, const sn_ct_expr **out)
{
    cursor c = {s, end};
    SN_TRY(choice(r, &c, out));
    skip_space(&c);
    return c.s == end ? SN_OK : wrong(r, "'%.*s' is not understood", (int)(end - c.s), c.s);
}

static sn_status whole_text(template_reader *r, sn_text t, const sn_ct_expr **out)
{
    return whole(r, t.s, t.s + t.n, out);
}

/* ---- ${..} ----------------------------------------------------------------------------------- */

static sn_status read_parts(template_reader *r, const char *s, const char *end, sn_ct_parts *out);

/* The end of what begins behind an opening bracket; texts in quotes are skipped. */
static const char *matching(const char *s, const char *end, char open, char close)
{
    int depth = 1;
    for (bool quoted = false; s < end; s++) {
        if (*s == '"') quoted = !quoted;
        if (quoted) continue;
        if (*s == open) depth++;
        if (*s == close && --depth == 0) return s;
    }
    return NULL;
}

static sn_status split_args(template_reader *r, const char *s, const char *end, sn_text *args,
                            int *n)
{
    int depth = 0;
    bool quoted = false;
    const char *from = s;
    for (*n = 0; s <= end; s++) {
        bool last = s == end;
        if (!last && *s == '"') quoted = !quoted;
        if (!last && !quoted && (*s == '(' || *s == '{')) depth++;
        if (!last && !quoted && (*s == ')' || *s == '}')) depth--;
        if (!last && (quoted || depth > 0 || *s != ',')) continue;
        while (from < s && *from == ' ') from++;
        if (*n == SN_CT_MAX_ARGS) return wrong(r, "more than %d arguments", SN_CT_MAX_ARGS);
        args[(*n)++] = (sn_text){from, (size_t)(s - from)};
        from = s + 1;
    }
    return SN_OK;
}

static sn_text unquoted(sn_text t)
{
    while (t.n && t.s[t.n - 1] == ' ') t.n--;
    return t.n >= 2 && t.s[0] == '"' ? (sn_text){t.s + 1, t.n - 2} : t;
}

static sn_status join(template_reader *r, const sn_text *args, int n, sn_ct_part *out)
{
    if (n != 5) return wrong(r, "join takes 5 arguments, found %d", n);
    *out = (sn_ct_part){.kind = SN_CT_JOINED, .literal = unquoted(args[3]), .n_args = 1};
    SN_TRY(whole_text(r, args[1], &out->from));
    SN_TRY(whole_text(r, args[2], &out->to));
    const sn_text text = unquoted(args[4]);
    sn_ct_parts *parts = SN_NEW(r->arena, sn_ct_parts);
    SN_TRY(add_local(r, args[0], &out->index));
    SN_TRY(read_parts(r, text.s, text.s + text.n, parts));
    r->n_locals--;
    out->args = parts;
    return SN_OK;
}

static sn_status call(template_reader *r, sn_text name, const char *s, const char *end,
                      sn_ct_part *out)
{
    sn_text args[SN_CT_MAX_ARGS];
    int n = 0;
    SN_TRY(split_args(r, s, end, args, &n));
    if (sn_text_is(name, "join")) return join(r, args, n, out);
    *out = (sn_ct_part){.kind = SN_CT_THE_CALL, .n_args = n};
    SN_TRY(find(r, name, SN_CT_CALL, &out->index));
    sn_ct_parts *parts = SN_NEW_N(r->arena, sn_ct_parts, n);
    for (int i = 0; i < n; i++) {
        const sn_text arg = unquoted(args[i]);
        SN_TRY(read_parts(r, arg.s, arg.s + arg.n, &parts[i]));
    }
    out->args = parts;
    return SN_OK;
}

static sn_status substitute(template_reader *r, const char *s, const char *end, sn_ct_part *out)
{
    cursor c = {s, end};
    const sn_text name = read_name(&c);
    const bool bound = name.n > 0 && !isdigit((unsigned char)*name.s) && find_local(r, name) < 0;
    if (bound && c.s < end && *c.s == '(') {
        const char *close = matching(c.s + 1, end, '(', ')');
        if (close && close + 1 == end) return call(r, name, c.s + 1, close, out);
    }
    const int id = bound && c.s == end ? sn_ct_find(r->names, name) : -1;
    if (id >= 0 && sn_ct_names[id].kind != SN_CT_INT) {
        static const sn_ct_part_kind parts[] = {[SN_CT_TEXT] = SN_CT_THE_TEXT,
                                                [SN_CT_CALL] = SN_CT_THE_CALL,
                                                [SN_CT_HELPER] = SN_CT_THE_HELPER};
        *out = (sn_ct_part){.kind = parts[sn_ct_names[id].kind], .index = id};
        if (r->used) r->used[id] = true;
        return SN_OK;
    }
    *out = (sn_ct_part){.kind = SN_CT_VALUE};
    return whole(r, s, end, &out->from);
}

static sn_status read_parts(template_reader *r, const char *s, const char *end, sn_ct_parts *out)
{
    SN_VEC(sn_ct_part) parts = SN_VEC_IN(r->arena);
    while (s < end) {
        const char *dollar = s;
        while (dollar < end && !(dollar[0] == '$' && dollar + 1 < end && dollar[1] == '{'))
            dollar++;
        if (dollar > s)
            SN_PUSH(parts,
                    (sn_ct_part){.kind = SN_CT_LITERAL, .literal = {s, (size_t)(dollar - s)}});
        if (dollar == end) break;
        const char *close = matching(dollar + 2, end, '{', '}');
        if (!close) return wrong(r, "'${' without its '}'");
        sn_ct_part part;
        SN_TRY(substitute(r, dollar + 2, close, &part));
        SN_PUSH(parts, part);
        s = close + 1;
    }
    *out = (sn_ct_parts){parts.v, parts.n};
    return SN_OK;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static bool directive(sn_text line, const char *word, cursor *rest)
{
    cursor c = {line.s, line.s + line.n};
    if (!take(&c, word)) return false;
    if (c.s < c.end && is_name(*c.s)) return false;
    skip_space(&c);
    *rest = c;
    return true;
}

static bool is_comment(sn_text line) { return line.n >= 2 && memcmp(line.s, "@#", 2) == 0; }

static sn_status read_lines(template_reader *r, bool within, sn_ct_lines *out);

/* Up to the @end, which is read, too. */
static sn_status read_block(template_reader *r, sn_ct_lines *out)
{
    const int mine = r->n_locals;
    SN_TRY(read_lines(r, true, out));
    r->n_locals = mine;
    return SN_OK;
}

static sn_status loop(template_reader *r, cursor c, sn_ct_line *out)
{
    const sn_text name = read_name(&c);
    if (!take(&c, "in")) return wrong(r, "'@for NAME in A..B' expected");
    const char *dots = c.s;
    while (dots + 1 < c.end && !(dots[0] == '.' && dots[1] == '.')) dots++;
    if (dots + 1 >= c.end) return wrong(r, "'A..B' expected");
    SN_TRY(whole(r, c.s, dots, &out->from));
    SN_TRY(whole(r, dots + 2, c.end, &out->to));
    SN_TRY(add_local(r, name, &out->index));
    r->at++;
    SN_TRY(read_block(r, &out->body));
    r->n_locals--;
    cursor end;
    return directive(r->line[r->at], "@end", &end) ? SN_OK : wrong(r, "@else without its @if");
}

static sn_status condition(template_reader *r, cursor c, sn_ct_line *out)
{
    SN_TRY(whole(r, c.s, c.end, &out->from));
    r->at++;
    SN_TRY(read_block(r, &out->body));
    if (!directive(r->line[r->at], "@else", &c)) return SN_OK;
    r->at++;
    SN_TRY(read_block(r, &out->other));
    return directive(r->line[r->at], "@end", &c) ? SN_OK : wrong(r, "a second @else");
}

static sn_status let(template_reader *r, cursor c, sn_ct_line *out)
{
    const sn_text name = read_name(&c);
    if (!take(&c, "=")) return wrong(r, "'@let NAME = A' expected");
    SN_TRY(whole(r, c.s, c.end, &out->from));
    return add_local(r, name, &out->index);
}

/* "NAME", or "NAME = PARTS" where the printed name is another. */
static sn_status helper(template_reader *r, cursor c, sn_ct_line *out)
{
    const sn_text name = read_name(&c);
    bool *const used = r->used;
    r->used = r->defined;
    SN_TRY(find(r, name, SN_CT_HELPER, &out->index));
    r->used = used;
    if (take(&c, "="))
        skip_space(&c);
    else if (c.s == c.end)
        c.s = name.s;
    else
        return wrong(r, "'@helper NAME' or '@helper NAME = TEXT' expected");
    return read_parts(r, c.s, c.end, &out->parts);
}

/* From r->at on: up to the end, or, within a block, to its @else or @end, where r->at stays. */
static sn_status read_lines(template_reader *r, bool within, sn_ct_lines *out)
{
    SN_VEC(sn_ct_line) lines = SN_VEC_IN(r->arena);
    const size_t first = r->at;
    for (; r->at < r->n_lines; r->at++) {
        cursor c;
        const sn_text text = r->line[r->at];
        sn_ct_line line = {.kind = SN_CT_PRINTED, .number = r->at + 1};
        if (is_comment(text)) continue;
        if (directive(text, "@else", &c) || directive(text, "@end", &c)) {
            if (!within) return wrong(r, "a directive without its @if or @for");
            *out = (sn_ct_lines){lines.v, lines.n};
            return SN_OK;
        }
        if (directive(text, "@for", &c)) {
            line.kind = SN_CT_FOR;
            SN_TRY(loop(r, c, &line));
        } else if (directive(text, "@if", &c)) {
            line.kind = SN_CT_IF;
            SN_TRY(condition(r, c, &line));
        } else if (!within && directive(text, "@helper", &c)) {
            line.kind = SN_CT_BEGINS;
            SN_TRY(helper(r, c, &line));
        } else if (directive(text, "@let", &c)) {
            line.kind = SN_CT_LET;
            SN_TRY(let(r, c, &line));
        } else {
            SN_TRY(read_parts(r, text.s, text.s + text.n, &line.parts));
        }
        SN_PUSH(lines, line);
    }
    r->at = first - (first > 0);
    if (within) return wrong(r, "no @end");
    *out = (sn_ct_lines){lines.v, lines.n};
    return SN_OK;
}

sn_status sn_ct_read(sn_arena *arena, const sn_map *names, const char *file, const char *text,
                     bool *used, bool *defined, const sn_ct_template **out)
{
    SN_VEC(sn_text) lines = SN_VEC_IN(arena);
    for (const char *s = text; *s;) {
        const char *end = strchr(s, '\n');
        if (!end) end = s + strlen(s);
        SN_PUSH(lines, (sn_text){s, (size_t)(end - s)});
        s = *end ? end + 1 : end;
    }
    template_reader r = {.arena = arena,
                         .names = names,
                         .file = file,
                         .line = lines.v,
                         .n_lines = lines.n,
                         .used = used,
                         .defined = defined};
    sn_ct_template *t = SN_NEW(arena, sn_ct_template);
    t->file = file;
    SN_TRY(read_lines(&r, false, &t->lines));
    *out = t;
    return SN_OK;
}
