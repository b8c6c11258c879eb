/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated C, indented anew: pieces of templates are put together from texts that do not know how
 * deep they stand. */
#ifndef SN_CODEGEN_INDENT_H
#define SN_CODEGEN_INDENT_H

#include "base/arena.h"

/* Only white space at the beginnings of lines changes, and blank lines where two follow one another
 * or a brace. Directives of the preprocessor stay as they are. */
const char *sn_c_indent(sn_arena *arena, const char *text);

#endif
