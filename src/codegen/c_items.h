/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated C as what stands at its top level: functions, tables, types, macros. It reads what the
 * templates print, no other C: no parameters in the style of K&R, no functions within macros. */
#ifndef SN_CODEGEN_C_ITEMS_H
#define SN_CODEGEN_C_ITEMS_H

#include "base/text.h"

typedef enum sn_c_kind {
    SN_C_FUNCTION, /* with its body */
    SN_C_OTHER,    /* a table, type, prototype or macro */
    SN_C_GROUP,    /* from #if to #endif */
    SN_C_LOOSE,    /* a comment that a blank line follows, or another directive */
} sn_c_kind;

typedef struct sn_c_item {
    sn_c_kind kind;
    sn_text comment; /* that stands above it, with its newline */
    sn_text text;    /* without that, up to the end of its last line */
    sn_text head;    /* FUNCTION: what is before the brace of its body */
    sn_text *names;  /* [n_names]: what it defines, of a GROUP all that is within, of an enum its
                        constants, too; none of an assertion */
    size_t n_names;
} sn_c_item;

/* All of `text`, which the slices point into; the list is in the arena. */
sn_c_item *sn_c_items(sn_arena *arena, const char *text, size_t *n);

/* The next identifier or keyword of *rest, outside comments, texts and numbers, and *rest behind
 * it; false: there is none. */
bool sn_c_word(sn_text *rest, sn_text *word);

#endif
