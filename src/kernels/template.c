/* SPDX-License-Identifier: Apache-2.0
 *
 * The template language of emit.h: lines that are directives, and ${..} within the others.
 * Directives nest; a loop expands its lines again each time, so that templates read like the C they
 * print. Expressions are parsed as they are evaluated. */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "kernels/emit.h"

typedef enum bind_kind { BIND_INT, BIND_TEXT, BIND_CALL } bind_kind;
typedef struct binding {
    bind_kind kind;
    const char *name;
    int64_t number;
    const char *text;
    sn_status (*call)(void *, sn_emit *, const char *const *, int, sn_str *);
    void *user;
} binding;

struct sn_bind {
    SN_VEC(binding) list;
};

sn_bind *sn_bind_create(sn_emit *e)
{
    sn_bind *b = SN_NEW(sn_emit_arena(e), sn_bind);
    b->list.arena = sn_emit_arena(e);
    return b;
}

void sn_bind_int(sn_bind *b, const char *name, int64_t value)
{
    SN_PUSH(b->list, (binding){BIND_INT, name, value, NULL, NULL, NULL});
}

void sn_bind_text(sn_bind *b, const char *name, const char *text)
{
    SN_PUSH(b->list, (binding){BIND_TEXT, name, 0, text, NULL, NULL});
}

void sn_bind_call(sn_bind *b, const char *name,
                  sn_status (*call)(void *, sn_emit *, const char *const *, int, sn_str *),
                  void *user)
{
    SN_PUSH(b->list, (binding){BIND_CALL, name, 0, NULL, call, user});
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct local { /* a loop variable, or one of @let */
    const char *name;
    size_t n_name;
    int64_t value;
} local;

typedef struct expander {
    sn_emit *e;
    sn_arena *arena;
    const char *name; /* of the template */
    const sn_text *line;
    size_t n_lines;
    size_t at; /* line that is being expanded, for messages */
    const sn_bind *bind;
    SN_VEC(local) locals;
    sn_str out;
} expander;

typedef struct cursor {
    const char *s, *end;
} cursor;

static sn_status SN_PRINTF(2, 3) wrong(expander *x, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char text[200];
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return sn_fail(sn_emit_ctx(x->e), SN_E_INTERNAL, "template %s:%zu: %s", x->name, x->at + 1,
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

static const local *find_local(const expander *x, sn_text name)
{
    for (size_t i = x->locals.n; i-- > 0;) {
        const local *l = &x->locals.v[i];
        if (l->n_name == name.n && memcmp(l->name, name.s, name.n) == 0) return l;
    }
    return NULL;
}

static const binding *find_binding(const expander *x, sn_text name)
{
    for (size_t i = x->bind->list.n; i-- > 0;) {
        if (sn_text_is(name, x->bind->list.v[i].name)) return &x->bind->list.v[i];
    }
    return NULL;
}

/* ---- integer expressions --------------------------------------------------------------------- */

static sn_status choice(expander *x, cursor *c, int64_t *out);

static sn_status primary(expander *x, cursor *c, int64_t *out)
{
    if (take(c, "(")) {
        SN_TRY(choice(x, c, out));
        return take(c, ")") ? SN_OK : wrong(x, "')' expected");
    }
    if (take(c, "-")) {
        SN_TRY(primary(x, c, out));
        *out = -*out;
        return SN_OK;
    }
    if (take(c, "!")) {
        SN_TRY(primary(x, c, out));
        *out = !*out;
        return SN_OK;
    }
    sn_text t = read_name(c);
    if (t.n == 0) return wrong(x, "a name or number expected");
    if (isdigit((unsigned char)t.s[0])) {
        *out = strtoll(t.s, NULL, 0);
        return SN_OK;
    }
    const local *l = find_local(x, t);
    const binding *b = l ? NULL : find_binding(x, t);
    if (!l && !(b && b->kind == BIND_INT)) return wrong(x, "no number '%.*s'", (int)t.n, t.s);
    *out = l ? l->value : b->number;
    return SN_OK;
}

typedef struct operator_level {
    const char *tokens[5];
} operator_level;

static const operator_level levels[] = {
    {{"||", NULL}},       {{"&&", NULL}},
    {{"==", "!=", NULL}}, {{"<=", ">=", "<", ">", NULL}},
    {{"+", "-", NULL}},   {{"*", "/", "%", NULL}},
};
#define N_LEVELS (sizeof levels / sizeof levels[0])

static sn_status apply(expander *x, const char *op, int64_t a, int64_t b, int64_t *out)
{
    if ((op[0] == '/' || op[0] == '%') && b == 0) return wrong(x, "division by 0");
    switch (op[0]) {
    case '|':
        *out = a || b;
        return SN_OK;
    case '&':
        *out = a && b;
        return SN_OK;
    case '=':
        *out = a == b;
        return SN_OK;
    case '!':
        *out = a != b;
        return SN_OK;
    case '<':
        *out = op[1] ? a <= b : a < b;
        return SN_OK;
    case '>':
        *out = op[1] ? a >= b : a > b;
        return SN_OK;
    case '+':
        *out = a + b;
        return SN_OK;
    case '-':
        *out = a - b;
        return SN_OK;
    case '*':
        *out = a * b;
        return SN_OK;
    case '/':
        *out = a / b;
        return SN_OK;
    default:
        *out = a % b;
        return SN_OK;
    }
}

static sn_status level(expander *x, cursor *c, size_t at, int64_t *out)
{
    if (at == N_LEVELS) return primary(x, c, out);
    SN_TRY(level(x, c, at + 1, out));
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; levels[at].tokens[i] && !more; i++) {
            if (!take(c, levels[at].tokens[i])) continue;
            int64_t b = 0;
            SN_TRY(level(x, c, at + 1, &b));
            SN_TRY(apply(x, levels[at].tokens[i], *out, b, out));
            more = true;
        }
    }
    return SN_OK;
}

static sn_status choice(expander *x, cursor *c, int64_t *out)
{
    SN_TRY(level(x, c, 0, out));
    if (!take(c, "?")) return SN_OK;
    int64_t yes = 0, no = 0;
    SN_TRY(choice(x, c, &yes));
    if (!take(c, ":")) return wrong(x, "':' expected");
    SN_TRY(choice(x, c, &no));
    *out = *out ? yes : no;
    return SN_OK;
}

static sn_status whole_number(expander *x, const char *s, const char *end, int64_t *out)
{
    cursor c = {s, end};
    SN_TRY(choice(x, &c, out));
    skip_space(&c);
    return c.s == end ? SN_OK : wrong(x, "'%.*s' is not understood", (int)(end - c.s), c.s);
}

/* ---- ${..} ----------------------------------------------------------------------------------- */

static sn_status expand_text(expander *x, const char *s, const char *end, sn_str *out);

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

#define MAX_ARGS 12
static sn_status split_args(expander *x, const char *s, const char *end, sn_text *args, int *n)
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
        if (*n == MAX_ARGS) return wrong(x, "more than %d arguments", MAX_ARGS);
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

static sn_status join(expander *x, const sn_text *args, int n, sn_str *out)
{
    if (n != 5) return wrong(x, "join takes 5 arguments, found %d", n);
    int64_t from = 0, to = 0;
    SN_TRY(whole_number(x, args[1].s, args[1].s + args[1].n, &from));
    SN_TRY(whole_number(x, args[2].s, args[2].s + args[2].n, &to));
    sn_text separator = unquoted(args[3]), text = unquoted(args[4]);
    SN_PUSH(x->locals, (local){args[0].s, args[0].n, 0});
    for (int64_t i = from; i < to; i++) {
        if (i > from) sn_str_addn(out, separator.s, separator.n);
        x->locals.v[x->locals.n - 1].value = i;
        SN_TRY(expand_text(x, text.s, text.s + text.n, out));
    }
    x->locals.n--;
    return SN_OK;
}

static sn_status call(expander *x, sn_text name, const char *s, const char *end, sn_str *out)
{
    sn_text args[MAX_ARGS];
    int n = 0;
    SN_TRY(split_args(x, s, end, args, &n));
    if (sn_text_is(name, "join")) return join(x, args, n, out);
    const binding *b = find_binding(x, name);
    if (!b || b->kind != BIND_CALL) return wrong(x, "no function '%.*s'", (int)name.n, name.s);
    const char *texts[MAX_ARGS];
    for (int i = 0; i < n; i++) {
        sn_str text;
        sn_text arg = unquoted(args[i]);
        sn_str_init(&text, x->arena);
        SN_TRY(expand_text(x, arg.s, arg.s + arg.n, &text));
        texts[i] = text.s;
    }
    return b->call(b->user, x->e, texts, n, out);
}

static sn_status substitute(expander *x, const char *s, const char *end, sn_str *out)
{
    cursor c = {s, end};
    sn_text name = read_name(&c);
    if (name.n > 0 && c.s < end && *c.s == '(' && !find_local(x, name)) {
        const char *close = matching(c.s + 1, end, '(', ')');
        if (close && close + 1 == end) return call(x, name, c.s + 1, close, out);
    }
    const binding *b =
        name.n > 0 && c.s == end && !find_local(x, name) ? find_binding(x, name) : NULL;
    if (b && b->kind == BIND_TEXT) {
        sn_str_add(out, b->text);
        return SN_OK;
    }
    if (b && b->kind == BIND_CALL) return b->call(b->user, x->e, NULL, 0, out);
    int64_t value = 0;
    SN_TRY(whole_number(x, s, end, &value));
    sn_str_addf(out, "%" PRId64, value);
    return SN_OK;
}

static sn_status expand_text(expander *x, const char *s, const char *end, sn_str *out)
{
    while (s < end) {
        const char *dollar = s;
        while (dollar < end && !(dollar[0] == '$' && dollar + 1 < end && dollar[1] == '{'))
            dollar++;
        sn_str_addn(out, s, (size_t)(dollar - s));
        if (dollar == end) return SN_OK;
        const char *close = matching(dollar + 2, end, '{', '}');
        if (!close) return wrong(x, "'${' without its '}'");
        SN_TRY(substitute(x, dollar + 2, close, out));
        s = close + 1;
    }
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

/* The line of the @end that belongs to the block that begins at `from`, and of its @else (or that
 * of the @end). */
static sn_status block_end(expander *x, size_t from, size_t to, size_t *other, size_t *end)
{
    int depth = 0;
    cursor c;
    *other = SIZE_MAX;
    for (size_t i = from; i < to; i++) {
        if (directive(x->line[i], "@for", &c) || directive(x->line[i], "@if", &c)) depth++;
        if (directive(x->line[i], "@else", &c) && depth == 0) *other = i;
        if (!directive(x->line[i], "@end", &c) || depth-- > 0) continue;
        *end = i;
        if (*other == SIZE_MAX) *other = i;
        return SN_OK;
    }
    return wrong(x, "no @end");
}

static sn_status expand_lines(expander *x, size_t from, size_t to);

static sn_status loop(expander *x, cursor c, size_t first, size_t end)
{
    sn_text name = read_name(&c);
    if (!take(&c, "in")) return wrong(x, "'@for NAME in A..B' expected");
    const char *dots = c.s;
    while (dots + 1 < c.end && !(dots[0] == '.' && dots[1] == '.')) dots++;
    if (dots + 1 >= c.end) return wrong(x, "'A..B' expected");
    int64_t a = 0, b = 0;
    SN_TRY(whole_number(x, c.s, dots, &a));
    SN_TRY(whole_number(x, dots + 2, c.end, &b));
    size_t mine = x->locals.n;
    for (int64_t i = a; i < b; i++) {
        SN_PUSH(x->locals, (local){name.s, name.n, i});
        SN_TRY(expand_lines(x, first, end));
        x->locals.n = mine;
    }
    return SN_OK;
}

static sn_status expand_lines(expander *x, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        cursor c;
        sn_text line = x->line[i];
        size_t other = 0, end = 0;
        int64_t value = 0;
        x->at = i;
        if (directive(line, "@for", &c)) {
            SN_TRY(block_end(x, i + 1, to, &other, &end));
            SN_TRY(loop(x, c, i + 1, end));
            i = end;
        } else if (directive(line, "@if", &c)) {
            SN_TRY(block_end(x, i + 1, to, &other, &end));
            SN_TRY(whole_number(x, c.s, c.end, &value));
            size_t mine = x->locals.n;
            SN_TRY(value ? expand_lines(x, i + 1, other)
                         : expand_lines(x, other == end ? end : other + 1, end));
            x->locals.n = mine;
            i = end;
        } else if (directive(line, "@let", &c)) {
            sn_text name = read_name(&c);
            if (!take(&c, "=")) return wrong(x, "'@let NAME = A' expected");
            SN_TRY(whole_number(x, c.s, c.end, &value));
            SN_PUSH(x->locals, (local){name.s, name.n, value});
        } else if (directive(line, "@else", &c) || directive(line, "@end", &c)) {
            return wrong(x, "a directive without its @if or @for");
        } else if (line.n >= 2 && memcmp(line.s, "@#", 2) == 0) {
            continue;
        } else {
            SN_TRY(expand_text(x, line.s, line.s + line.n, &x->out));
            sn_str_add(&x->out, "\n");
        }
    }
    return SN_OK;
}

sn_status sn_template(sn_emit *e, const char *name, const char *text, const sn_bind *b,
                      const char **out)
{
    sn_arena *arena = sn_emit_arena(e);
    SN_VEC(sn_text) lines = SN_VEC_IN(arena);
    for (const char *s = text; *s;) {
        const char *end = strchr(s, '\n');
        if (!end) end = s + strlen(s);
        SN_PUSH(lines, (sn_text){s, (size_t)(end - s)});
        s = *end ? end + 1 : end;
    }
    expander x = {
        .e = e, .arena = arena, .name = name, .line = lines.v, .n_lines = lines.n, .bind = b};
    x.locals.arena = arena;
    sn_str_init(&x.out, arena);
    SN_TRY(expand_lines(&x, 0, lines.n));
    *out = x.out.s;
    return SN_OK;
}

sn_status sn_template_line(sn_emit *e, const char *name, const char *text, const sn_bind *b,
                           const char **out)
{
    SN_TRY(sn_template(e, name, text, b, out));
    *out = sn_arena_strndup(sn_emit_arena(e), *out, strcspn(*out, "\n"));
    return SN_OK;
}
