/* SPDX-License-Identifier: Apache-2.0
 *
 * Tokens of the text form. */
#include "ir/ir_lex.h"

#include "base/num.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_name_char(char c)
{
    return sn_is_name_start(c) || sn_is_digit(c) || c == '$' || c == '~';
}

void sn_lex_blank(const char **at)
{
    while (**at == ' ' || **at == '\t' || **at == '\r') ++*at;
    if (**at == '#') *at += strcspn(*at, "\n");
}

void sn_lex_space(const char **at)
{
    for (sn_lex_blank(at); **at == '\n'; sn_lex_blank(at)) ++*at;
}

bool sn_lex_starts_name(const char *at) { return sn_is_name_start(*at); }

bool sn_lex_is_name(const char *s)
{
    const char *end = s;
    return sn_lex_name(&end).n > 0 && *end == '\0' && strcmp(s, "_") != 0;
}

sn_text sn_lex_name(const char **at)
{
    sn_text t = {*at, 0};
    if (!sn_is_name_start(**at)) return t;
    while (is_name_char(**at)) ++*at;
    t.n = (size_t)(*at - t.s);
    return t;
}

static int hex_digit(char c)
{
    if (sn_is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The character that the escape at *at (behind the backslash) means; -1 when it means none. */
static int escaped(const char **at)
{
    switch (*(*at)++) {
    case '"':
        return '"';
    case '\\':
        return '\\';
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'x':
        break;
    default:
        return -1;
    }
    int hi = hex_digit(**at), lo = hi < 0 ? -1 : hex_digit((*at)[1]);
    if (lo < 0 || hi * 16 + lo == 0) return -1;
    *at += 2;
    return hi * 16 + lo;
}

const char *sn_lex_quoted(const char **at, sn_arena *arena, const char **out)
{
    const char *p = *at;
    size_t n = 0, room = 1;
    if (*p++ != '"') return "a quoted string expected";
    for (const char *q = p; *q && *q != '"' && *q != '\n'; q++) {
        if (*q == '\\' && q[1] && q[1] != '\n') q++;
        room++;
    }
    char *s = sn_arena_alloc(arena, room);
    while (*p != '"') {
        if (*p == '\0' || *p == '\n')
            return "the end of the line found in a quoted string, '\"' expected";
        if (*p != '\\') {
            s[n++] = *p++;
            continue;
        }
        const char *escape = p++;
        int c = *p ? escaped(&p) : -1;
        if (c < 0) {
            *at = escape;
            return "unknown escape found, \\\" \\\\ \\n \\t or \\xHH (01 to ff) expected";
        }
        s[n++] = (char)c;
    }
    *at = p + 1;
    *out = s;
    return NULL;
}

/* Characters of a decimal float at s; 0 when there is none. */
static size_t float_length(const char *s)
{
    const char *p = s + (*s == '-' || *s == '+');
    if (strncmp(p, "inf", 3) == 0 || strncmp(p, "nan", 3) == 0) return (size_t)(p - s) + 3;
    size_t digits = 0;
    for (; sn_is_digit(*p); p++) digits++;
    if (*p == '.') {
        for (p++; sn_is_digit(*p); p++) digits++;
    }
    if (digits == 0) return 0;
    if (*p == 'e' || *p == 'E') {
        const char *q = p + 1;
        if (*q == '-' || *q == '+') q++;
        if (sn_is_digit(*q)) {
            while (sn_is_digit(*q)) q++;
            p = q;
        }
    }
    return (size_t)(p - s);
}

/* "-12.25": digits and a point, and no more of them than fit. */
static bool plain_f32(const char *s, size_t n, double *out)
{
    uint64_t digits = 0;
    int decimals = -1;
    size_t i = *s == '-' || *s == '+';
    if (n - i > 16) return false;
    for (; i < n; i++) {
        if (s[i] == '.' && decimals < 0) {
            decimals = 0;
        } else if (sn_is_digit(s[i])) {
            digits = digits * 10 + (uint64_t)(s[i] - '0');
            decimals += decimals >= 0;
        } else {
            return false;
        }
    }
    float f;
    if (!sn_decimal_f32(digits, decimals < 0 ? 0 : decimals, &f)) return false;
    *out = *s == '-' ? -(double)f : (double)f;
    return true;
}

bool sn_lex_float(const char **at, bool is_f32, double *out)
{
    char text[512];
    size_t n = float_length(*at);
    if (n == 0 || n >= sizeof text - 8 || is_name_char((*at)[n]) || (*at)[n] == '.') return false;
    if (is_f32 && plain_f32(*at, n, out)) {
        *at += n;
        return true;
    }
    memcpy(text, *at, n);
    text[n] = '\0';
    char *point = strchr(text, '.');
    const char *local = localeconv()->decimal_point;
    size_t n_local = strlen(local);
    if (point && n_local > 0 && n_local < 8) {
        memmove(point + n_local, point + 1, strlen(point + 1) + 1);
        memcpy(point, local, n_local);
    }
    *out = is_f32 ? (double)strtof(text, NULL) : strtod(text, NULL);
    *at += n;
    return true;
}

bool sn_lex_u64(const char **at, uint64_t *out)
{
    const char *p = *at;
    uint64_t n = 0;
    for (; sn_is_digit(*p); p++) {
        if (__builtin_mul_overflow(n, 10u, &n) ||
            __builtin_add_overflow(n, (uint64_t)(*p - '0'), &n))
            return false;
    }
    if (p == *at) return false;
    *at = p;
    *out = n;
    return true;
}

const char *sn_lex_found(sn_arena *arena, const char *at)
{
    enum { MOST = 32 };
    size_t n = 0;
    if (*at == '\0') return "the end of the text";
    if (*at == '\n' || *at == '#') return "the end of the line";
    if (*at == '"') {
        for (n = 1; n < MOST && at[n] && at[n] != '"' && at[n] != '\n'; n++) continue;
        n += at[n] == '"';
    } else if (is_name_char(*at)) {
        while (n < MOST && is_name_char(at[n])) n++;
    } else {
        for (n = 1; ((unsigned char)at[n] & 0xc0) == 0x80 && n < 4; n++) continue;
    }
    return sn_arena_printf(arena, "'%s'", sn_escape(arena, sn_arena_strndup(arena, at, n)));
}
