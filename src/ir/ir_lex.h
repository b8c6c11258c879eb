/* SPDX-License-Identifier: Apache-2.0
 *
 * Tokens of the text form: names, quoted strings, numbers, comments. The text is terminated; each
 * function moves *at behind what it read, and leaves it at the fault when there is one. */
#ifndef SN_IR_IR_LEX_H
#define SN_IR_IR_LEX_H

#include "base/text.h"

void sn_lex_space(const char **at); /* blanks, line ends, comments */
void sn_lex_blank(const char **at); /* blanks, and a comment up to its line end */

bool sn_lex_starts_name(const char *at);
bool sn_lex_is_name(
    const char *s); /* all of s is one name: letters digits _ $ ~, no digit first; not "_" */
sn_text sn_lex_name(const char **at); /* empty when there is none */

/* "..." with the escapes of sn_str_add_quoted. NULL, or what is wrong. */
const char *sn_lex_quoted(const char **at, sn_arena *arena, const char **out);

/* Decimal floats, inf, nan, whatever the locale; rounded once, to float or double. */
bool sn_lex_float(const char **at, bool is_f32, double *out);
static inline bool sn_lex_double(const char **at, double *out)
{
    return sn_lex_float(at, false, out);
}
bool sn_lex_u64(const char **at, uint64_t *out); /* digits only; false also when they do not fit */

/* What stands there, for messages: "'stride'", "the end of the line". */
const char *sn_lex_found(sn_arena *arena, const char *at);

#endif
