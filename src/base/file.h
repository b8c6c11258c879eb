/* SPDX-License-Identifier: Apache-2.0
 *
 * Files: read-only mappings, and replacing a set of files so that a failure leaves the old ones.
 *
 * sn_replace: every file is written to a temporary name beside its target, synced, and only when
 * all are complete renamed into place, in the order in which they were opened; then the folder is
 * synced. Where a later rename fails, those already made are undone: the old files are kept as hard
 * links (or renames) until the end. A crash between the renames leaves the old pair restorable: the
 * old files stand beside as NAME.sinter-old until commit is through, and sn_replace_open refuses a
 * target with such a file beside it, saying how to restore: all that have one, or where the new
 * files are complete, to delete what is left over.
 *
 * A symbolic link is followed, the mode of an old file is kept, and a target that is no regular
 * file (/dev/null, a pipe, /dev/stdout) is written to directly. */
#ifndef SN_BASE_FILE_H
#define SN_BASE_FILE_H

#include "base/pages.h"
#include "base/text.h"

typedef struct sn_mapping {
    const unsigned char *data; /* n_bytes; NULL when the file is empty */
    size_t n_bytes;
    const char *path;             /* NULL: a scratch file */
    struct sn_resource *resource; /* NULL: the bytes follow in the same block */
    sn_ctx *ctx;
    sn_page_span span;
} sn_mapping;

/* Maps a regular file for reading. Errors: SN_E_IO naming the path and the system's reason. */
sn_status sn_file_map(sn_ctx *ctx, const char *path, sn_mapping **out) SN_MUST_CHECK;
/* The same of bytes in memory, which are copied, under that name. SN_E_MEMORY: there is no room. */
sn_status sn_file_of_memory(sn_ctx *ctx, const char *name, const void *data, size_t n_bytes,
                            sn_mapping **out) SN_MUST_CHECK;
/* Zeros to write to, in a file without a name: what is large does not have to stay in memory then.
 * In $TMPDIR, else /var/tmp. NULL where there is no room for it, or where the allocator is the
 * caller's, who bounds memory with it: then it is to be had from the allocator. */
sn_mapping *sn_file_scratch(sn_ctx *ctx, size_t n_bytes, unsigned char **data);
void sn_unmap_file(sn_ctx *ctx, sn_mapping *m);
bool sn_file_exists(const char *path);
bool sn_file_is_folder(const char *path);
/* Whether both lead to one folder that is there. */
bool sn_file_same_folder(const char *a, const char *b);
/* Whether both names lead to one regular file that is there: by links too. */
bool sn_file_same(const char *a, const char *b);

/* For readers of a set of files that sn_replace writes, `first` before `second`: SN_E_IO where a
 * run was interrupted between the two renames, so that a new `first` stands beside an old `second`.
 */
sn_status sn_replace_check(sn_ctx *ctx, const char *first, const char *second) SN_MUST_CHECK;

typedef struct sn_replace sn_replace;
sn_status sn_replace_begin(sn_ctx *ctx, sn_replace **out) SN_MUST_CHECK;
/* From here on nothing is written to files: `write` gets each one's name with no bytes, then what
 * is in it, piece by piece. False is SN_E_IO. */
typedef bool (*sn_outlet_fn)(void *user, const char *path, const void *data, size_t n);
void sn_replace_redirect(sn_replace *r, sn_outlet_fn write, void *user);
/* A sink (below) for one target; commit renames in the order of these calls. */
struct sn_sink;
sn_status sn_replace_open(sn_replace *r, const char *path, struct sn_sink **out) SN_MUST_CHECK;
/* Whether it could begin to write a file of that name, which stays as it is; devices, pipes and
 * folders are not asked. The same errors. */
sn_status sn_replace_try(sn_ctx *ctx, const char *path) SN_MUST_CHECK;
sn_status sn_replace_commit(sn_replace *r) SN_MUST_CHECK; /* r is gone after it, also on failure */
void sn_replace_abort(sn_replace *r); /* removes the temporary files; r is gone */

/* Where bytes go. write returns SN_E_IO (text in the context) on failure. */
typedef struct sn_sink {
    sn_status (*write)(struct sn_sink *sink, const void *data, size_t n);
    sn_ctx *ctx;
    uint64_t n_bytes; /* written so far; kept by sn_write */
} sn_sink;
sn_status sn_write(sn_sink *sink, const void *data, size_t n) SN_MUST_CHECK;
sn_status sn_writef(sn_sink *sink, const char *fmt, ...) SN_PRINTF(2, 3) SN_MUST_CHECK;

/* A sink that collects into a string. */
typedef struct sn_str_sink {
    sn_sink base;
    sn_str str;
} sn_str_sink;
void sn_str_sink_init(sn_str_sink *sink, sn_arena *arena);

#endif
