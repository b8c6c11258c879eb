/* SPDX-License-Identifier: Apache-2.0
 *
 * Which C compiler there is. */
#ifndef SN_DRIVER_TOOLCHAIN_H
#define SN_DRIVER_TOOLCHAIN_H

#include "base/text.h"

typedef struct sn_toolchain {
    const char **argv; /* what a command begins with: path, then what $CC has behind it */
    size_t n_argv;
    const char *version; /* all that --version prints */
    bool is_gcc;         /* else clang, or what understands its flags */
} sn_toolchain;

/* $CC (a program, arguments after spaces), else cc, gcc, clang on the PATH. `scratch` is a folder
 * for what --version prints. SN_E_UNSUPPORTED with what was looked for when there is none, or when
 * it does not answer. */
sn_status sn_toolchain_find(sn_arena *arena, const char *scratch, sn_toolchain *out) SN_MUST_CHECK;

/* argv with `words`, split at spaces, behind it. */
void sn_add_words(sn_arena *arena, const char ***argv, size_t *n, const char *words);

#endif
