/* SPDX-License-Identifier: Apache-2.0
 *
 * Reports by name: text tables into a writer. */
#ifndef SN_API_REPORT_H
#define SN_API_REPORT_H

#include "api/model.h"

typedef struct sn_report_out {
    sn_ctx *ctx;
    sn_arena *arena; /* scratch */
    sn_write_fn write;
    void *user;
} sn_report_out;

sn_status sn_put(const sn_report_out *o, const char *fmt, ...) SN_PRINTF(2, 3) SN_MUST_CHECK;

/* A table: cells by row, aligned; columns whose name ends with '>' stand right. */
typedef struct sn_table {
    int n_columns;
    const char *const *heads;
    size_t n_rows, cap;
    const char **cells;
    sn_arena *arena;
    size_t width; /* the last column is broken between words to end before this; 0: it is not */
} sn_table;
void sn_table_init(sn_table *t, sn_arena *arena, int n_columns, const char *const *heads);
void sn_table_row(sn_table *t, const char *const *cells); /* copies the pointers */
sn_status sn_table_print(const sn_table *t, const sn_report_out *o) SN_MUST_CHECK;

/* 12345678 -> "12.3 M"; bytes -> "4.1 MB". */
const char *sn_human(sn_arena *arena, double v);
const char *sn_human_bytes(sn_arena *arena, double v);

sn_status sn_report_show(const sn_report_out *o, sn_model *m) SN_MUST_CHECK;
sn_status sn_report_text(const sn_report_out *o, sn_model *m) SN_MUST_CHECK;
sn_status sn_report_names(const sn_report_out *o, sn_model *m) SN_MUST_CHECK;
sn_status sn_report_ops(const sn_report_out *o, sn_model *m) SN_MUST_CHECK;
sn_status sn_report_matrix(const sn_report_out *o, sn_model *m) SN_MUST_CHECK;
sn_status sn_report_passes(const sn_report_out *o, sn_model *m) SN_MUST_CHECK;
sn_status sn_report_zoo(const sn_report_out *o, sn_model *m) SN_MUST_CHECK;
sn_status sn_report_formats(const sn_report_out *o, sn_model *m) SN_MUST_CHECK;

#endif
