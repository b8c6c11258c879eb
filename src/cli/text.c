/* SPDX-License-Identifier: Apache-2.0
 *
 * Printing: text that others wrote, numbers for people, the nearest name; and the tool's memory. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* ---- safe text ------------------------------------------------------------------------------- */

/* Length of the UTF-8 sequence at s and its code point; 0 when it is not one. */
static size_t decode(const unsigned char *s, unsigned long *code)
{
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = *s < 0x80             ? 1
               : (*s & 0xE0) == 0xC0 ? 2
               : (*s & 0xF0) == 0xE0 ? 3
               : (*s & 0xF8) == 0xF0 ? 4
                                     : 0;
    if (n <= 1) {
        *code = *s;
        return n;
    }
    *code = *s & (0xFFu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xC0) != 0x80) return 0;
        *code = *code << 6 | (s[i] & 0x3Fu);
    }
    bool bad = *code < least[n] || *code > 0x10FFFF || (*code >= 0xD800 && *code < 0xE000);
    return bad ? 0 : n;
}

size_t sn_utf8_length(const char *s)
{
    unsigned long code = 0;
    return decode((const unsigned char *)s, &code);
}

static bool is_plain(unsigned long c)
{
    bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    bool line_end = c == 0x2028 || c == 0x2029;
    bool reorders = c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
                    (c >= 0x2066 && c <= 0x2069);
    return !control && !line_end && !reorders && c != 0xFEFF;
}

/* The next piece of *s as it may be printed, and *s behind it. */
static size_t safe_piece(const unsigned char **s, char out[17])
{
    unsigned long code = 0;
    size_t n = decode(*s, &code), length = 0;
    if (n && is_plain(code)) {
        memcpy(out, *s, n);
        length = n;
    } else {
        if (!n) n = 1;
        for (size_t i = 0; i < n; i++)
            length += (size_t)snprintf(out + length, 5, "\\x%02X", (*s)[i]);
    }
    *s += n;
    return length;
}

void sn_put_safe(FILE *f, const char *text)
{
    char piece[17];
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        size_t n = safe_piece(&s, piece);
        fwrite(piece, 1, n, f);
    }
}

char *sn_cli_safe(const char *text)
{
    char piece[17], *out = sn_cli_alloc(4 * strlen(text) + 1), *to = out;
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        size_t n = safe_piece(&s, piece);
        memcpy(to, piece, n);
        to += n;
    }
    return out;
}

int sn_columns(const char *text)
{
    int n = 0;
    for (; *text; text++) n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

void sn_put_label(const char *label) { printf("%-9s ", label); }

void sn_put_wrapped(const char *text, int column)
{
    const int width = 100;
    int at = column;
    bool first = true;
    while (*text) {
        int n = (int)strcspn(text, " \n");
        if (!first && at + 1 + n > width) {
            printf("\n%*s", column, "");
            at = column;
            first = true;
        }
        printf("%s%.*s", first ? "" : " ", n, text);
        at += n + !first;
        first = false;
        text += n;
        if (*text == '\n') {
            printf("\n%*s", text[1] == '\n' ? 0 : column, "");
            at = column;
            first = true;
        }
        if (*text) text++;
    }
}

/* ---- numbers --------------------------------------------------------------------------------- */

static sn_number scaled(double v, double step, const char *const *units)
{
    sn_number r;
    int i = 0;
    while (v >= step && units[i + 1]) {
        v /= step;
        i++;
    }
    int digits = !i || v >= 100 ? 0 : v >= 10 ? 1 : 2;
    snprintf(r.s, sizeof r.s, "%.*f%s%s", digits, v, *units[i] ? " " : "", units[i]);
    return r;
}

sn_number sn_number_of(double v)
{
    static const char *const units[] = {"", "K", "M", "G", "T", NULL};
    return scaled(v, 1000, units);
}

sn_number sn_number_of_bytes(double v)
{
    static const char *const units[] = {"B", "KB", "MB", "GB", "TB", NULL};
    return scaled(v, 1024, units);
}

sn_number sn_number_of_flops(double v)
{
    static const char *const units[] = {"FLOP", "KFLOP", "MFLOP", "GFLOP", "TFLOP", NULL};
    return scaled(v, 1000, units);
}

sn_number sn_number_of_distance(double v)
{
    sn_number r;
    snprintf(r.s, sizeof r.s, fpclassify(v) == FP_ZERO ? "0" : "%.1e", v);
    return r;
}

/* ---- the nearest name ------------------------------------------------------------------------ */

/* Edit distance with one row (Wagner and Fischer 1974); names that are too long for the row are
 * far. */
static size_t distance(const char *a, const char *b)
{
    size_t row[64], n = strlen(b);
    if (n >= sizeof row / sizeof row[0]) return SIZE_MAX;
    for (size_t j = 0; j <= n; j++) row[j] = j;
    for (size_t i = 1; *a; a++, i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t best = diagonal + (*a != b[j - 1]);
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[n];
}

const char *sn_did_you_mean(const char *typed, const void *rows, size_t n, size_t stride)
{
    const char *best = NULL;
    size_t n_typed = strlen(typed);
    size_t least = n_typed < 6 ? 2 : n_typed / 3 + 1; /* this far is no typing mistake */
    for (size_t i = 0; i < n; i++) {
        const char *name = *(const char *const *)((const char *)rows + i * stride);
        size_t d = distance(typed, name);
        if (d < least && d < strlen(name)) {
            least = d;
            best = name;
        }
    }
    return best;
}

/* ---- memory ---------------------------------------------------------------------------------- */

typedef struct text_block {
    struct text_block *next;
    max_align_t bytes[];
} text_block;

static text_block *blocks;

void *sn_cli_alloc(size_t bytes)
{
    text_block *b = bytes < SIZE_MAX / 2 ? calloc(1, sizeof *b + bytes) : NULL;
    if (!b) {
        fputs("sinter: out of memory\n", stderr);
        exit(sn_exit_of(SN_E_MEMORY));
    }
    b->next = blocks;
    blocks = b;
    return b->bytes;
}

char *sn_cli_copy(const char *text, size_t n)
{
    char *s = sn_cli_alloc(n + 1);
    memcpy(s, text, n);
    return s;
}

char *sn_cli_join(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    char *s = sn_cli_alloc(n + m + 1);
    memcpy(s, a, n);
    memcpy(s + n, b, m);
    return s;
}

void sn_cli_free_all(void)
{
    while (blocks) {
        text_block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
}
