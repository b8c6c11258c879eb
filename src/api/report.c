/* SPDX-License-Identifier: Apache-2.0
 *
 * Reports by name, and the table printer that they share. */
#include "api/report.h"

#include <stdio.h>
#include <string.h>

sn_status sn_put(const sn_report_out *o, const char *fmt, ...)
{
    sn_str s;
    sn_str_init(&s, o->arena);
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    char *text = sn_arena_alloc(o->arena, (size_t)(n < 0 ? 0 : n) + 1);
    vsnprintf(text, (size_t)(n < 0 ? 0 : n) + 1, fmt, again);
    va_end(again);
    SN_CHECK(o->ctx, o->write(o->user, text, strlen(text)), SN_E_IO,
             "the report could not be written");
    return SN_OK;
}

void sn_table_init(sn_table *t, sn_arena *arena, int n_columns, const char *const *heads)
{
    *t = (sn_table){.n_columns = n_columns, .heads = heads, .arena = arena};
}

void sn_table_row(sn_table *t, const char *const *cells)
{
    if (t->n_rows == t->cap) {
        size_t cap = t->cap ? t->cap * 2 : 32;
        const char **grown = SN_NEW_N(t->arena, const char *, cap *(size_t)t->n_columns);
        if (t->n_rows) memcpy(grown, t->cells, t->n_rows * (size_t)t->n_columns * sizeof *grown);
        t->cells = grown;
        t->cap = cap;
    }
    memcpy(t->cells + t->n_rows * (size_t)t->n_columns, cells,
           (size_t)t->n_columns * sizeof *cells);
    t->n_rows++;
}

/* Columns on a terminal: UTF-8 continuation bytes take none. */
static size_t width(const char *s)
{
    size_t n = 0;
    for (; *s; s++) n += ((unsigned char)*s & 0xC0) != 0x80;
    return n;
}

static void cell(sn_str *line, const char *text, size_t n_text, size_t column, bool right,
                 bool last)
{
    size_t pad = column > n_text ? column - n_text : 0;
    if (right) sn_str_addf(line, "%*s", (int)pad, "");
    sn_str_add(line, text);
    if (!right && !last) sn_str_addf(line, "%*s", (int)pad, "");
    if (!last) sn_str_add(line, "  ");
}

/* Breaks the line between words of its last cell; what follows stands below that cell. */
static void break_last(sn_str *line, size_t most, const size_t *widths, int n_columns)
{
    size_t indent = 0, from = 0;
    for (int c = 0; c + 1 < n_columns; c++) indent += widths[c] + 2;
    if (!most || width(line->s) <= most || indent + 20 > most) return;
    sn_str broken;
    sn_str_init(&broken, line->arena);
    for (size_t columns = 0; columns < indent && line->s[from]; from++) {
        columns += ((unsigned char)line->s[from] & 0xC0) != 0x80;
    }
    sn_str_addf(&broken, "%.*s", (int)from, line->s);
    size_t at = indent;
    for (const char *word = line->s + from; *word;) {
        size_t n = strcspn(word, " ");
        if (at > indent && at + 1 + n > most) {
            sn_str_addf(&broken, "\n%*s", (int)indent, "");
            at = indent;
        }
        sn_str_addf(&broken, "%s%.*s", at > indent ? " " : "", (int)n, word);
        at += n + (at > indent);
        word += n + (word[n] == ' ');
    }
    *line = broken;
}

sn_status sn_table_print(const sn_table *t, const sn_report_out *o)
{
    size_t *widths = SN_NEW_N(o->arena, size_t, t->n_columns);
    bool *right = SN_NEW_N(o->arena, bool, t->n_columns);
    const char **heads = SN_NEW_N(o->arena, const char *, t->n_columns);
    for (int c = 0; c < t->n_columns; c++) {
        size_t n = strlen(t->heads[c]);
        right[c] = n && t->heads[c][n - 1] == '>';
        heads[c] = sn_arena_strndup(o->arena, t->heads[c], right[c] ? n - 1 : n);
        widths[c] = width(heads[c]);
        for (size_t r = 0; r < t->n_rows; r++) {
            size_t w = width(t->cells[r * (size_t)t->n_columns + (size_t)c]);
            if (w > widths[c]) widths[c] = w;
        }
    }
    for (size_t r = 0; r <= t->n_rows; r++) {
        const char *const *cells = r ? &t->cells[(r - 1) * (size_t)t->n_columns] : heads;
        sn_str line;
        sn_str_init(&line, o->arena);
        for (int c = 0; c < t->n_columns; c++) {
            cell(&line, cells[c], width(cells[c]), widths[c], right[c], c + 1 == t->n_columns);
        }
        break_last(&line, t->width, widths, t->n_columns);
        int n = (int)line.n;
        while (n > 0 && line.s[n - 1] == ' ') n--;
        SN_TRY(sn_put(o, "%.*s\n", n, line.s));
    }
    return SN_OK;
}

static const char *scaled(sn_arena *arena, double v, double step, const char *const *units)
{
    int i = 0;
    while (v >= step && units[i + 1]) {
        v /= step;
        i++;
    }
    const char *number = sn_arena_printf(arena,
                                         v < 10 && i    ? "%.2f"
                                         : v < 100 && i ? "%.1f"
                                                        : "%.0f",
                                         v);
    return *units[i] ? sn_arena_printf(arena, "%s %s", number, units[i]) : number;
}

const char *sn_human(sn_arena *arena, double v)
{
    static const char *const units[] = {"", "K", "M", "G", "T", NULL};
    return scaled(arena, v, 1000, units);
}

const char *sn_human_bytes(sn_arena *arena, double v)
{
    static const char *const units[] = {"B", "KB", "MB", "GB", "TB", NULL};
    return scaled(arena, v, 1024, units);
}

/* ---- by name --------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool of_model;
    sn_status (*print)(const sn_report_out *o, sn_model *m);
} reports[] = {
    {"show", true, sn_report_show},          {"text", true, sn_report_text},
    {"names", true, sn_report_names},        {"ops", false, sn_report_ops},
    {"ops.matrix", false, sn_report_matrix}, {"passes", false, sn_report_passes},
    {"zoo", false, sn_report_zoo},           {"formats", false, sn_report_formats},
};

static sn_status report(sn_context *c, sn_model *m, const char *what, sn_write_fn write, void *user)
{
    for (size_t i = 0; i < sizeof reports / sizeof reports[0]; i++) {
        if (strcmp(reports[i].name, what) != 0) continue;
        SN_CHECK(c->ctx, m || !reports[i].of_model, SN_E_ARG, "report '%s' is about a model", what);
        sn_report_out o = {
            .ctx = c->ctx, .arena = sn_arena_create(c->ctx), .write = write, .user = user};
        sn_status status = reports[i].print(&o, m);
        sn_arena_destroy(o.arena);
        return status;
    }
    return sn_fail(c->ctx, SN_E_ARG, "no report is called '%s'", what);
}

sn_status sn_report(sn_context *c, sn_model *m, const char *what, sn_write_fn write, void *user)
{
    SN_GUARD(c->ctx, report(c, m, what, write, user));
}
