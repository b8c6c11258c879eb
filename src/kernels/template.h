/* SPDX-License-Identifier: Apache-2.0
 *
 * A template, read: what emit.h says of the language, as a tree. Names are numbers by then
 * (names.h), and loop variables places in a list, so that printing needs no text but the C. */
#ifndef SN_KERNELS_TEMPLATE_H
#define SN_KERNELS_TEMPLATE_H

#include "kernels/names.h"

typedef enum sn_ct_op {
    SN_CT_NUMBER, /* number */
    SN_CT_LOCAL,  /* index: place of a loop variable, or one of @let */
    SN_CT_BOUND_INT,
    SN_CT_NEGATE, /* a */
    SN_CT_NOT,    /* a */
    SN_CT_OR,     /* a, b: of this and all others both are evaluated */
    SN_CT_AND,
    SN_CT_EQUAL,
    SN_CT_UNEQUAL,
    SN_CT_AT_MOST,
    SN_CT_AT_LEAST,
    SN_CT_LESS,
    SN_CT_GREATER,
    SN_CT_ADD,
    SN_CT_SUB,
    SN_CT_MUL,
    SN_CT_DIV,
    SN_CT_MOD,
    SN_CT_CHOICE, /* a ? b : c */
} sn_ct_op;

typedef struct sn_ct_expr {
    sn_ct_op op;
    int index; /* LOCAL; BOUND_INT: of the name */
    int64_t number;
    const struct sn_ct_expr *a, *b, *c;
} sn_ct_expr;

typedef enum sn_ct_part_kind {
    SN_CT_LITERAL,
    SN_CT_VALUE,      /* of `from`, in decimals */
    SN_CT_THE_TEXT,   /* of the name `index` */
    SN_CT_THE_HELPER, /* the printed name of the helper `index` */
    SN_CT_THE_CALL,   /* of the name `index`, with the texts of `args` */
    SN_CT_JOINED,     /* args[0] for each value of the local `index` from `from` up to `to`, with
                         `literal` between */
} sn_ct_part_kind;

typedef struct sn_ct_parts {
    const struct sn_ct_part *v;
    size_t n;
} sn_ct_parts;

typedef struct sn_ct_part {
    sn_ct_part_kind kind;
    sn_text literal;
    int index;
    const sn_ct_expr *from, *to;
    const sn_ct_parts *args;
    int n_args;
} sn_ct_part;

enum { SN_CT_MAX_ARGS = 12, SN_CT_MAX_LOCALS = 32 };

typedef enum sn_ct_line_kind {
    SN_CT_PRINTED, /* parts, and a newline */
    SN_CT_FOR,     /* `body` for each value of the local `index` from `from` up to `to` */
    SN_CT_IF,      /* `body` where `from` is not 0, else `other` */
    SN_CT_LET,     /* the local `index` is `from` */
    SN_CT_BEGINS,  /* the helper `index`, whose printed name is `parts`, up to the next one */
} sn_ct_line_kind;

typedef struct sn_ct_lines {
    const struct sn_ct_line *v;
    size_t n;
} sn_ct_lines;

typedef struct sn_ct_line {
    sn_ct_line_kind kind;
    size_t number; /* in the file, from 1 on */
    sn_ct_parts parts;
    int index;
    const sn_ct_expr *from, *to;
    sn_ct_lines body, other;
} sn_ct_line;

typedef struct sn_ct_template {
    const char *file; /* for messages */
    sn_ct_lines lines;
} sn_ct_template;

/* Reads all of it, branches that are never taken, too. `text` outlives the result, which is in the
 * arena; `names` is a map of names.h; `used` and `defined` (SN_N_CT, or NULL): names that occur,
 * and helpers that begin here, are set. E_INTERNAL with the line: what is no template, or holds a
 * name that is not declared, or not of the kind that its place needs. */
sn_status sn_ct_read(sn_arena *arena, const sn_map *names, const char *file, const char *text,
                     bool *used, bool *defined, const sn_ct_template **out) SN_MUST_CHECK;

#endif
