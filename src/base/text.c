/* SPDX-License-Identifier: Apache-2.0
 *
 * Slices, growing strings, escaping and the decimal form of floats. */
#include "base/text.h"

#include "base/num.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sn_text sn_text_of(const char *s) { return (sn_text){s, s ? strlen(s) : 0}; }

bool sn_text_eq(sn_text a, sn_text b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.s, b.s, a.n) == 0);
}

bool sn_text_is(sn_text t, const char *s) { return sn_text_eq(t, sn_text_of(s)); }

bool sn_text_begins(sn_text t, const char *with)
{
    const size_t n = strlen(with);
    return t.n >= n && memcmp(t.s, with, n) == 0;
}

/* ---- growing strings ------------------------------------------------------------------------- */

void sn_str_init(sn_str *str, sn_arena *arena)
{
    *str = (sn_str){.arena = arena, .cap = 64};
    str->s = sn_arena_alloc(arena, str->cap);
}

/* Room for `more` characters and the terminator. */
static void reserve(sn_str *str, size_t more)
{
    size_t need, cap = str->cap ? str->cap : 64;
    if (sn_add_overflow(str->n, more, &need) || need > SIZE_MAX / 4) {
        sn_out_of_memory(sn_arena_ctx(str->arena), SIZE_MAX);
    }
    if (str->s && need < str->cap) return;
    while (cap <= need) cap *= 2;
    char *s = sn_arena_alloc(str->arena, cap);
    if (str->n) memcpy(s, str->s, str->n);
    str->s = s;
    str->cap = cap;
}

void sn_str_addn(sn_str *str, const char *s, size_t n)
{
    reserve(str, n);
    if (n) memmove(str->s + str->n, s, n);
    str->n += n;
    str->s[str->n] = '\0';
}

void sn_str_add(sn_str *str, const char *s) { sn_str_addn(str, s, strlen(s)); }

void sn_str_addf(sn_str *str, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int n = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    if (n <= 0) return;
    reserve(str, (size_t)n);
    va_start(args, fmt);
    vsnprintf(str->s + str->n, (size_t)n + 1, fmt, args);
    va_end(args);
    str->n += (size_t)n;
}

/* ---- escaping -------------------------------------------------------------------------------- */

/* Length of the well-formed UTF-8 sequence at p (terminated text), 0 if it is not one; its code
 * point in *code. Overlong forms, surrogates and what is above U+10FFFF are not well-formed
 * (Unicode 15, table 3-7). */
static size_t utf8_length(const unsigned char *p, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (p[0] < 0x80) {
        *code = p[0];
        return 1;
    }
    size_t n = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4) return 0;
    uint32_t c = p[0] & (0xffu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80) return 0; /* the terminator too */
        c = c << 6 | (p[i] & 0x3fu);
    }
    if (c < least[n] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) return 0;
    *code = c;
    return n;
}

/* Characters that steer a terminal or reorder a line instead of showing: controls, line separators,
 * and the embedding, override and isolate marks of bidirectional text. */
static bool steers(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

/* Length of the character at p that may be printed as it is; 0: its first byte is to be escaped. */
static size_t plain_length(const char *p)
{
    uint32_t code = 0;
    size_t n = utf8_length((const unsigned char *)p, &code);
    return n && !steers(code) && code != '\\' ? n : 0;
}

static void add_hex(sn_str *str, char c)
{
    sn_str_addf(str, "\\x%02x", (unsigned)(unsigned char)c);
}

void sn_str_add_quoted(sn_str *str, const char *s)
{
    sn_str_addn(str, "\"", 1);
    while (s && *s) {
        size_t n = plain_length(s);
        if (*s == '"')
            sn_str_add(str, "\\\"");
        else if (*s == '\\')
            sn_str_add(str, "\\\\");
        else if (*s == '\n')
            sn_str_add(str, "\\n");
        else if (*s == '\t')
            sn_str_add(str, "\\t");
        else if (n)
            sn_str_addn(str, s, n);
        else
            add_hex(str, *s);
        s += n ? n : 1;
    }
    sn_str_addn(str, "\"", 1);
}

const char *sn_escape(sn_arena *arena, const char *s)
{
    sn_str out;
    sn_str_init(&out, arena);
    while (s && *s) {
        size_t n = plain_length(s);
        if (n)
            sn_str_addn(&out, s, n);
        else
            add_hex(&out, *s); /* the rest of a sequence that steers is not well-formed */
        s += n ? n : 1;
    }
    return out.s;
}

const char *sn_escape_all(sn_arena *arena, const char *const *list, size_t n)
{
    sn_str out;
    sn_str_init(&out, arena);
    for (size_t i = 0; i < n; i++)
        sn_str_addf(&out, "%s%s", i ? ", " : "", sn_escape(arena, list[i]));
    return out.s;
}

/* ---- floats ---------------------------------------------------------------------------------- */

static bool reads_back(const char *text, double value, bool is_f32)
{
    return is_f32 ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value;
}

/* The same for a float of ordinary size with few digits behind the point, without printf. A float
 * times 10^k is exact as a double for these k, so rounding it gives the nearest decimal. 0: not
 * such a one. */
static int few_decimals(double value, char digits[32], int *exponent)
{
    if (value < 1e-4 || value >= 1 << 24) return 0;
    double scaled = value;
    for (int k = 0; k <= 9 && scaled < 1e9; k++, scaled *= 10) {
        const double r = nearbyint(scaled);
        float f;
        if (r < 1) continue;
        if (!sn_decimal_f32((uint64_t)r, k, &f)) return 0;
        if (f != (float)value) continue;
        int n = 0;
        uint64_t left = (uint64_t)r, scale = 1;
        while (scale <= left / 10) scale *= 10;
        for (; scale; scale /= 10) digits[n++] = (char)('0' + left / scale % 10);
        *exponent = n - 1 - k;
        while (n > 1 && digits[n - 1] == '0') n--;
        digits[n] = '\0';
        return n;
    }
    return 0;
}

/* Least digits d1 d2 ... dn and exponent e with d1.d2...dn * 10^e == value. value is finite,
 * positive. The host's own printf and strtod, so that reading back is what decides. */
static int shortest_digits(double value, bool is_f32, char digits[32], int *exponent)
{
    char text[64];
    int quick = is_f32 ? few_decimals(value, digits, exponent) : 0;
    if (quick) return quick;
    int most = is_f32 ? 9 : 17;
    for (int n = 1; n <= most; n++) {
        snprintf(text, sizeof text, "%.*e", n - 1, value);
        if (reads_back(text, value, is_f32)) break;
    }
    int n = 0;
    const char *p = text;
    for (; *p != 'e'; p++) {
        if (*p >= '0' && *p <= '9') digits[n++] = *p; /* not the locale's point */
    }
    *exponent = atoi(p + 1);
    while (n > 1 && digits[n - 1] == '0') n--;
    digits[n] = '\0';
    return n;
}

/* digits[0..n) with e zeros put before, behind, or a point in between: as -4 <= e < 16 allows. */
static const char *in_full(sn_arena *arena, bool minus, const char *digits, int n, int e)
{
    char text[48];
    int at = 0;
    if (minus) text[at++] = '-';
    if (e < 0) {
        text[at++] = '0';
        text[at++] = '.';
        for (int i = -1; i > e; i--) text[at++] = '0';
    }
    for (int i = 0; i < n || i <= e; i++) {
        if (e >= 0 && i == e + 1) text[at++] = '.';
        text[at++] = i < n ? digits[i] : '0';
    }
    return sn_arena_strndup(arena, text, (size_t)at);
}

const char *sn_float_text(sn_arena *arena, double value, bool is_f32)
{
    if (is_f32) value = (double)(float)value;
    if (isnan(value)) return sn_arena_strdup(arena, "nan");
    const bool minus = signbit(value);
    if (minus) value = -value;
    if (value == 0) return sn_arena_strdup(arena, minus ? "-0" : "0");
    if (isinf(value)) return sn_arena_strdup(arena, minus ? "-inf" : "inf");
    char digits[32];
    int e, n = shortest_digits(value, is_f32, digits, &e);
    if (e >= -4 && e < 16) return in_full(arena, minus, digits, n, e);
    return sn_arena_printf(arena, "%s%c%s%se%d", minus ? "-" : "", digits[0], n > 1 ? "." : "",
                           digits + 1, e);
}

/* ---- near names ------------------------------------------------------------------------------ */

enum { LONGEST = 63 };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Insertions, deletions, replacements and swaps of neighbours (optimal string alignment, as in
 * Damerau 1964); case is free. Both are at most LONGEST long. */
static size_t edit_distance(const char *a, size_t n_a, const char *b, size_t n_b)
{
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= n_b; j++) last[j] = before[j] = j;
    for (size_t i = 1; i <= n_a; i++) {
        now[0] = i;
        for (size_t j = 1; j <= n_b; j++) {
            char x = lower(a[i - 1]), y = lower(b[j - 1]);
            size_t best = last[j - 1] + (x != y);
            if (last[j] + 1 < best) best = last[j] + 1;
            if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
            bool swapped = i > 1 && j > 1 && x == lower(b[j - 2]) && y == lower(a[i - 2]);
            if (swapped && before[j - 2] + 1 < best) best = before[j - 2] + 1;
            now[j] = best;
        }
        size_t *oldest = before;
        before = last;
        last = now;
        now = oldest;
    }
    return last[n_b];
}

const char *sn_nearest(const char *typed, const char *const *names, size_t n)
{
    size_t n_typed = strlen(typed);
    if (n_typed == 0 || n_typed > LONGEST) return NULL;
    size_t limit = n_typed < 4 ? 1 : n_typed / 3; /* further away it is another word */
    const char *best = NULL;
    for (size_t i = 0; i < n; i++) {
        size_t n_name = strlen(names[i]);
        if (n_name > LONGEST) continue;
        size_t d = edit_distance(typed, n_typed, names[i], n_name);
        if (d > limit || d >= n_typed) continue;
        best = names[i];
        if (d == 0) break;
        limit = d - 1;
    }
    return best;
}
