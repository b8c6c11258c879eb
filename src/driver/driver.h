/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated code becomes functions to call: the C compiler of this machine makes a shared library
 * of it, which is kept in the cache (cache.h) under a name made of all that it depends on, and
 * loaded. */
#ifndef SN_DRIVER_DRIVER_H
#define SN_DRIVER_DRIVER_H

#include "codegen/module.h"
#include "codegen/source.h"

#define SN_CACHE_LIMIT ((uint64_t)1 << 30)

typedef struct sn_driver_options {
    const char *gcc_flags, *clang_flags; /* separated by spaces; those of the compiler that is found
                                            are taken; sources may have their own */
    const char *defines;                 /* more flags: "-DFACE_PROFILE"; or "" */
    const char *cache;                   /* folder; NULL: the user's */
    uint64_t cache_limit;                /* bytes; 0: SN_CACHE_LIMIT */
    int seconds;                         /* for each call of the compiler; 0: 600 */
    bool only_find;                      /* what is cached; else out->path is NULL */
    int side_by_side;                    /* calls at once; 0: the context's threads */
    void (*progress)(void *user, size_t n_done, size_t n);
    /* Whether the library computes what it should: asked once of each that is in the cache, and
     * nothing that it refuses is kept there. NULL: what was not asked serves, too. */
    sn_status (*check)(void *user, const char *library, const char *compiler, bool is_gcc);
    void *check_user;
    void *user; /* of progress */
} sn_driver_options;

typedef struct sn_built {
    const char *path;     /* of the shared library */
    const char *compiler; /* first line of what it says of itself */
    bool cached;          /* it was there already */
    bool checked;         /* options.check agreed, now or then */
    double seconds;       /* that it took */
} sn_built;

/* Compiles the *.c but main.c. Errors: SN_E_UNSUPPORTED without a compiler; SN_E_IO for the cache;
 * SN_E_INTERNAL when the compiler does not take the code, with what it said and where the sources
 * were left. */
sn_status sn_driver_build(sn_arena *arena, const sn_source_set *sources,
                          const sn_driver_options *options, sn_built *out) SN_MUST_CHECK;

/* A loaded library; held by the context until it is closed. */
typedef struct sn_library sn_library;
sn_status sn_library_open(sn_ctx *ctx, const char *path, const char *prefix,
                          sn_library **out) SN_MUST_CHECK;
/* Of several sets of sizes, the first of an array of them; of several targets, of those of the
 * first target, behind which are those of the next. */
const struct sinter_module *sn_library_module(const sn_library *l);
void sn_library_close(sn_ctx *ctx,
                      sn_library *l); /* NULL is allowed; nothing of it may be in use */

#endif
