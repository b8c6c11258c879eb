/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated files in memory. */
#ifndef SN_CODEGEN_SOURCE_H
#define SN_CODEGEN_SOURCE_H

#include "base/text.h"

typedef struct sn_source {
    const char *path; /* a plain file name: "face.c" */
    const char *data; /* bytes; text is not necessarily terminated */
    size_t bytes;
    bool apart;                          /* no part of the library: an example, a test */
    const char *gcc_flags, *clang_flags; /* that it is compiled with; NULL: as the others are */
} sn_source;

typedef struct sn_source_set {
    sn_source *files; /* [n], in a stable order */
    size_t n;
} sn_source_set;

#endif
