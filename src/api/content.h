/* SPDX-License-Identifier: Apache-2.0
 *
 * What a file is by what is in it, for messages about one that cannot be read. */
#ifndef SN_API_CONTENT_H
#define SN_API_CONTENT_H

#include "formats/format.h"

/* What else the file at `path` is, and what to do with it, as "; ..."; "" where nothing is known.
 * data: what is in it, NULL: it is read. taken: the format that it was taken for, or NULL. No error
 * is left behind. */
const char *sn_content_says(sn_ctx *ctx, sn_arena *arena, const char *path, const void *data,
                            size_t n_bytes, const sn_format *taken);

#endif
