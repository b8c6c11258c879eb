/* SPDX-License-Identifier: Apache-2.0
 *
 * Counting over many networks and processes. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "random/prop.h"

/* Names in quotes and numbers go, so that reasons can be counted. */
static void without_names(const char *text, char *to, size_t bytes)
{
    size_t n = 0;
    for (const char *s = text; *s && n + 4 < bytes; s++) {
        const char *end = *s == '\'' ? strchr(s + 1, '\'') : NULL;
        const bool number =
            isdigit((unsigned char)*s) && (s == text || !isalnum((unsigned char)s[-1]));
        if (end && end[1] != 't' && end[1] != 's') {
            to[n++] = '\'';
            to[n++] = '_';
            to[n++] = '\'';
            s = end;
        } else if (number) {
            to[n++] = 'N';
            while (isdigit((unsigned char)s[1]) || s[1] == '.') s++;
        } else {
            to[n++] = *s;
        }
    }
    to[n] = '\0';
}

static rand_reason *row_of(rand_counts *c, const char *text)
{
    for (int i = 0; i < c->n_reasons; i++) {
        if (strcmp(c->reasons[i].text, text) == 0) return &c->reasons[i];
    }
    if (c->n_reasons == RAND_MAX_REASONS) return &c->reasons[RAND_MAX_REASONS - 1];
    rand_reason *row = &c->reasons[c->n_reasons++];
    snprintf(row->text, sizeof row->text, "%s",
             c->n_reasons == RAND_MAX_REASONS ? "other reasons" : text);
    return row;
}

void rand_counts_reason(rand_counts *to, const char *text, unsigned long n)
{
    char plain[sizeof to->reasons->text];
    without_names(text, plain, sizeof plain);
    row_of(to, plain)->n += n;
}

void rand_counts_add(rand_counts *to, const rand_counts *counts)
{
    for (int i = 0; i < RAND_N_COUNTS; i++) to->n[i] += counts->n[i];
    for (int i = 0; i < counts->n_reasons; i++)
        row_of(to, counts->reasons[i].text)->n += counts->reasons[i].n;
}

unsigned long rand_n_failed(const rand_counts *counts)
{
    unsigned long n = 0;
    for (int i = RAND_DIFFER; i < RAND_N_COUNTS; i++) n += counts->n[i];
    return n;
}

static void print_row(const rand_counts *c, int from, int to)
{
    static const char *const words[] = {
#define X(name, in_words) in_words,
        RAND_COUNTS(X)
#undef X
    };
    for (int i = from; i < to; i++) printf("%lu %s%s", c->n[i], words[i], i + 1 < to ? ", " : "\n");
}

void rand_counts_print(const rand_counts *counts)
{
    print_row(counts, 0, RAND_DIFFER);
    for (int i = 0; i < counts->n_reasons; i++)
        printf("%9lu %s\n", counts->reasons[i].n, counts->reasons[i].text);
    print_row(counts, RAND_DIFFER, RAND_N_COUNTS);
}
