/* SPDX-License-Identifier: Apache-2.0
 *
 * Escaping for C. Octal in strings rather than \xHH: three digits end by themselves, a hexadecimal
 * escape would swallow digits that follow. */
#include "codegen/escape.h"

#include <string.h>

enum { MAX_PREFIX = 40, MAX_COMMENT = 200 };

/* By hand: the classes of ctype.h depend on the locale. */
/* Files and targets of a build are named after the prefix: a header of the C library would be
 * hidden (those that generated code or its readers include, and what these include), names that
 * CMake or a linker takes for something else fail. W_OK and its like are macros of unistd.h. */
static const char *const taken[] = {
    "all",
    "alloca",
    "assert",
    "atomic",
    "clean",
    "complex",
    "ctype",
    "depend",
    "dlfcn",
    "edit_cache",
    "endian",
    "errno",
    "f",
    "fcntl",
    "features",
    "fenv",
    "float",
    "help",
    "immintrin",
    "install",
    "inttypes",
    "limits",
    "locale",
    "m",
    "main",
    "malloc",
    "math",
    "memory",
    "mq",
    "package",
    "package_source",
    "pthread",
    "r",
    "rebuild_cache",
    "sched",
    "sem",
    "semaphore",
    "setjmp",
    "signal",
    "sinter",
    "stdalign",
    "stdarg",
    "stdatomic",
    "stdbool",
    "stddef",
    "stdint",
    "stdio",
    "stdlib",
    "stdnoreturn",
    "string",
    "strings",
    "test",
    "tgmath",
    "threads",
    "time",
    "uchar",
    "unistd",
    "w",
    "wchar",
    "wctype",
    "x",
};

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* In capitals, too: macros are, and some file systems do not tell them apart. */
static bool is_taken(const char *s)
{
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        size_t n = 0;
        while (s[n] && taken[i][n] == lower(s[n])) n++;
        if (!s[n] && !taken[i][n]) return true;
    }
    return false;
}

const char *sn_c_string(sn_arena *arena, const char *s)
{
    sn_str out;
    sn_str_init(&out, arena);
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\' || c == '?') {
            sn_str_addf(&out, "\\%c", c);
        } else if (c < 0x20 || c > 0x7e) {
            sn_str_addf(&out, "\\%03o", c);
        } else {
            sn_str_addn(&out, s, 1);
        }
    }
    return out.s;
}

const char *sn_js_string(sn_arena *arena, const char *s)
{
    sn_str out;
    sn_str_init(&out, arena);
    for (const char *c = sn_escape(arena, s); *c; c++) {
        if (*c == '"') sn_str_add(&out, "\\");
        sn_str_addn(&out, c, 1);
    }
    return out.s;
}

/* Two characters that mean something together in a comment, or before comments are seen. */
static bool are_apart(char a, char b)
{
    return (a == '*' && b == '/') || (a == '/' && (b == '*' || b == '/')) || (a == '?' && b == '?');
}

/* At most `n` bytes that end between characters. */
static size_t cut(const char *s, size_t n)
{
    if (strlen(s) <= n) return strlen(s);
    while (n && ((unsigned char)s[n] & 0xc0) == 0x80) n--;
    return n;
}

const char *sn_c_comment(sn_arena *arena, const char *s)
{
    const char *safe = sn_escape(arena, s);
    size_t n = cut(safe, MAX_COMMENT);
    sn_str out;
    sn_str_init(&out, arena);
    for (size_t i = 0; i < n; i++) {
        if (i && are_apart(safe[i - 1], safe[i])) sn_str_add(&out, " ");
        sn_str_addn(&out, safe + i, 1);
    }
    if (safe[n]) sn_str_add(&out, "...");
    if (n && !safe[n] && strchr("*/?\\", safe[n - 1])) sn_str_add(&out, " .");
    return out.s;
}

const char *sn_c_prefix(sn_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t n = strcspn(name, ".");
    sn_str out;
    sn_str_init(&out, arena);
    for (size_t i = 0; i < n && out.n < MAX_PREFIX; i++) {
        char c = lower(name[i]);
        if (!sn_is_letter(c) && !sn_is_digit(c)) c = '_';
        if (c == '_' && (!out.n || out.s[out.n - 1] == '_'))
            continue; /* reserved in front, ugly twice */
        if (!out.n && sn_is_digit(c)) sn_str_add(&out, "net_");
        sn_str_addn(&out, &c, 1);
    }
    while (out.n && out.s[out.n - 1] == '_') out.s[--out.n] = 0;
    if (out.n && is_taken(out.s)) sn_str_add(&out, "_net");
    return out.n ? out.s : "net";
}

bool sn_c_is_prefix(const char *s)
{
    size_t n = strlen(s);
    if (!n || n > MAX_PREFIX || !sn_is_letter(*s)) return false;
    for (size_t i = 0; i < n; i++) {
        if (!sn_is_letter(s[i]) && !sn_is_digit(s[i]) && s[i] != '_') return false;
    }
    return !is_taken(s);
}
