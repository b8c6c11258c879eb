/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions that say the same are printed once: the printed files of a network are read again, and
 * what of it is equal is found by content.
 *
 * Two functions are equal if their texts are, but for their own names, and everything that they
 * name is equal, too, where it is of the file: a function, table, type or macro. Functions of steps
 * (`STEP void NAME(..)`) may differ in addresses besides, the numbers behind WORK, WEIGHTS and
 * IMAGE: what they do is one function then, which is given those that differ. */
#ifndef SN_CODEGEN_SHARE_H
#define SN_CODEGEN_SHARE_H

#include "base/arena.h"

typedef struct sn_shared_parts {
    const char **parts;       /* [n]: each without what nobody in it needs any more */
    const char *declarations; /* for a header of all parts: what one has for the others; or "" */
} sn_shared_parts;

/* `parts`: C texts that are compiled with the same flags and see the same header. What one has for
 * others gets a name that begins with `prefix`; `static inline` functions, tables, types and macros
 * stay in each part. */
void sn_share(sn_arena *arena, const char *const *parts, size_t n, const char *prefix,
              sn_shared_parts *out);

#endif
