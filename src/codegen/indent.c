/* SPDX-License-Identifier: Apache-2.0
 *
 * One pass over the lines. A line stands four spaces deeper than the line whose brace holds it,
 * than the condition or loop whose only statement it is, and than the first line of an expression
 * that goes on. */
#include "codegen/indent.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"

enum { STEP = 4 };

typedef struct state {
    SN_VEC(int) braces; /* indentation of the lines that opened them */
    int only;           /* statements of conditions without braces: so many steps more */
    int brackets;       /* ( and [ that are open */
    int first;          /* indentation of the line where they opened */
    bool comment;       /* within one that goes over several lines */
    bool directive;     /* the line before ended in a backslash */
    bool blank;         /* a blank line is due, unless a brace closes */
    bool opened;        /* the last line opened a brace, or there is none */
    char last;          /* character of code so far; 0: none */
    sn_str out;
} state;

static bool begins(sn_text line, const char *word)
{
    size_t n = strlen(word);
    if (line.n < n || memcmp(line.s, word, n) != 0) return false;
    return line.n == n || !(isalnum((unsigned char)line.s[n]) || line.s[n] == '_');
}

/* Follows the brackets, braces and comments of a line that stands at `indent`. */
static void scan(state *s, sn_text line, int indent)
{
    for (size_t i = 0; i < line.n; i++) {
        char c = line.s[i], next = i + 1 < line.n ? line.s[i + 1] : 0;
        if (s->comment) {
            if (c == '*' && next == '/') s->comment = false, i++;
            continue;
        }
        if (c == '/' && next == '*') {
            s->comment = true;
            i++;
            continue;
        }
        if (c == '/' && next == '/') return;
        if (c == '"' || c == '\'') {
            for (i++; i < line.n && line.s[i] != c; i++) i += line.s[i] == '\\';
            s->last = c;
            continue;
        }
        if (c == '(' || c == '[') {
            if (s->brackets++ == 0) s->first = indent;
        }
        if ((c == ')' || c == ']') && s->brackets > 0) s->brackets--;
        if (c == '{') SN_PUSH(s->braces, indent);
        if (c == '}' && s->braces.n > 0) s->braces.n--;
        if (!isspace((unsigned char)c)) s->last = c;
    }
}

static int indent_of(const state *s, sn_text line)
{
    int inside = s->braces.n ? s->braces.v[s->braces.n - 1] + STEP : 0;
    if (s->comment) return inside + s->only * STEP + (line.s[0] == '*');
    if (line.s[0] == '}') return s->braces.n ? s->braces.v[s->braces.n - 1] : 0;
    if (s->brackets > 0) return s->first + STEP;
    if (begins(line, "case") || begins(line, "default"))
        return inside > STEP ? inside - STEP : inside;
    if (line.s[0] == '{' && s->only > 0) return inside + (s->only - 1) * STEP;
    return inside + s->only * STEP;
}

/* What the line leaves open for the next: a condition or loop whose statement is still to come. */
static void leave(state *s, sn_text line, bool was_comment)
{
    if (s->comment || s->brackets > 0 || was_comment) return;
    bool code = s->last != 0, ends = s->last == ';' || s->last == '{' || s->last == '}';
    if (begins(line, "/*") && line.n >= 2 && memcmp(line.s + line.n - 2, "*/", 2) == 0) return;
    bool control = begins(line, "if") || begins(line, "for") || begins(line, "while") ||
                   begins(line, "else") || begins(line, "} else");
    if (code && ends)
        s->only = 0;
    else if (control)
        s->only++;
}

static void put_line(state *s, sn_text line)
{
    if (s->blank && !s->opened && line.s[0] != '}') sn_str_add(&s->out, "\n");
    s->blank = false;
    int indent = indent_of(s, line);
    bool was_comment = s->comment, going_on = s->brackets > 0;
    sn_str_addf(&s->out, "%*s", indent, "");
    sn_str_addn(&s->out, line.s, line.n);
    sn_str_add(&s->out, "\n");
    if (!going_on) s->last = 0;
    scan(s, line, going_on ? s->first : indent);
    leave(s, line, was_comment);
    s->opened = s->last == '{';
}

const char *sn_c_indent(sn_arena *arena, const char *text)
{
    state s = {.opened = true};
    s.braces.arena = arena;
    sn_str_init(&s.out, arena);
    while (*text) {
        const char *end = strchr(text, '\n');
        sn_text line = {text, end ? (size_t)(end - text) : strlen(text)};
        text = line.s + line.n + (end != NULL);
        bool directive = s.directive || (line.n && line.s[0] == '#');
        s.directive = directive && line.n && line.s[line.n - 1] == '\\';
        if (directive) {
            if (s.blank && !s.opened) sn_str_add(&s.out, "\n");
            s.blank = s.opened = false;
            sn_str_addn(&s.out, line.s, line.n);
            sn_str_add(&s.out, "\n");
            continue;
        }
        while (line.n && isspace((unsigned char)line.s[0])) line.s++, line.n--;
        while (line.n && isspace((unsigned char)line.s[line.n - 1])) line.n--;
        if (line.n)
            put_line(&s, line);
        else
            s.blank = true;
    }
    return s.out.s;
}
