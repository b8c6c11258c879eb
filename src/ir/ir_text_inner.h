/* SPDX-License-Identifier: Apache-2.0
 *
 * The inside of the text form, for ir_text.c (contents of constants), ir_print.c and ir_parse.c. */
#ifndef SN_IR_IR_TEXT_INNER_H
#define SN_IR_IR_TEXT_INNER_H

#include "base/map.h"
#include "base/vec.h"
#include "ir/dims_inner.h"
#include "ir/ir_lex.h"
#include "ir/ir_text.h"
#include "ir/op.h"

/* Where constants are put in a file of weights. */
enum { SN_WEIGHTS_ALIGN = 64, SN_INLINE_MOST = 32 };

/* Reading a text. Two passes: constants first, as they may stand behind their use. */
typedef struct sn_text_parser {
    sn_ctx *ctx;
    sn_arena *arena;  /* scratch */
    const char *name; /* of the text, for messages; files are looked for beside it */
    const char *text, *end, *at;
    bool in_brackets; /* line ends are blanks */
    sn_graph *g;
    const struct sn_text_parser *outer; /* in a body: the state of the graph around */
    sn_op_find_fn find;
    sn_map *results, *constants;               /* name -> value */
    sn_map *result_numbers, *constant_numbers; /* N of %N -> value */
    SN_VEC(const char *) names;                /* of results, for "did you mean" */
    SN_VEC(const char *) ends;                 /* of constants' statements, in order */
    sn_map *files;                             /* path -> sn_buf */
    SN_VEC(sn_buf *) bufs;
} sn_text_parser;

/* "name:line:column: ..." as SN_E_FORMAT. */
sn_status sn_text_fail(sn_text_parser *p, const char *at, const char *fmt, ...)
    SN_PRINTF(3, 4) SN_MUST_CHECK;
/* "... found, `what` expected" at the present place. */
sn_status sn_text_expected(sn_text_parser *p, const char *what) SN_MUST_CHECK;
void sn_text_skip(sn_text_parser *p);         /* blanks; line ends too inside brackets */
bool sn_text_take(sn_text_parser *p, char c); /* skips, then takes c if it is there */

void sn_text_print_contents(const sn_tensor *t, sn_str *out);
bool sn_text_all_zero(const sn_tensor *t);
/* The contents at p->at of a constant of that type, coding and shape (known). */
sn_status sn_text_contents(sn_text_parser *p, sn_type type, sn_coding coding, const sn_shape *shape,
                           const sn_tensor **out) SN_MUST_CHECK;

#endif
