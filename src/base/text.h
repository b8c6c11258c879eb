/* SPDX-License-Identifier: Apache-2.0
 *
 * Text: slices, a growing string, and escaping of what comes out of files. */
#ifndef SN_BASE_TEXT_H
#define SN_BASE_TEXT_H

#include <string.h>

#include "base/arena.h"

/* A slice; not terminated. */
typedef struct sn_text {
    const char *s;
    size_t n;
} sn_text;

sn_text sn_text_of(const char *s);
bool sn_text_is(sn_text t, const char *s);
bool sn_text_eq(sn_text a, sn_text b);
bool sn_text_begins(sn_text t, const char *with);

/* In ASCII, whatever the locale. */
static inline bool sn_is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static inline bool sn_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool sn_is_name_start(char c) { return sn_is_letter(c) || c == '_'; }
/* There is a name, and it is this one. */
static inline bool sn_is_named(const char *name, const char *wanted)
{
    return name && strcmp(name, wanted) == 0;
}

/* A growing, always terminated string in an arena. */
typedef struct sn_str {
    sn_arena *arena;
    char *s; /* never NULL after the first append or sn_str_init */
    size_t n, cap;
} sn_str;

void sn_str_init(sn_str *str, sn_arena *arena);
void sn_str_add(sn_str *str, const char *s);
void sn_str_addn(sn_str *str, const char *s, size_t n);
void sn_str_addf(sn_str *str, const char *fmt, ...) SN_PRINTF(2, 3);
/* Appends s as a quoted token: "..." with \" \\ \n \t \xHH. */
void sn_str_add_quoted(sn_str *str, const char *s);

/* s with control characters, escapes and invalid UTF-8 as \xHH, for printing text that came from a
 * file. So is the backslash (two texts never print alike), and marks that reorder bidirectional
 * text. */
const char *sn_escape(sn_arena *arena, const char *s);
const char *sn_escape_all(sn_arena *arena, const char *const *list, size_t n); /* "a, b" */

/* The fewest decimal digits that read back as the same float: "0.1", "100", "1e-5", "inf", "nan",
 * "-0". The point is '.' in every locale; from 1e-4 up to below 1e16 there is no exponent. */
const char *sn_float_text(sn_arena *arena, double value, bool is_f32);

/* Nearest of n names to what was typed, by edit distance; NULL when none is near. For "did you
 * mean". */
const char *sn_nearest(const char *typed, const char *const *names, size_t n);

#endif
