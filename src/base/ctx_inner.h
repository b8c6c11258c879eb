/* SPDX-License-Identifier: Apache-2.0
 *
 * The inside of a context, for ctx.c, mem.c, pages.c and parallel.c alone. */
#ifndef SN_BASE_CTX_INNER_H
#define SN_BASE_CTX_INNER_H

#include "base/ctx.h"

enum { CTX_TEXT_BYTES = 4096 }; /* the longest message; longer ones end in "..." */

/* Stands before each block. 32 bytes on 64-bit hosts, 16 on 32-bit ones, so the payload keeps the
 * alignment of 16 that the allocator hook gives. */
typedef struct sn_block {
    struct sn_block *prev, *next; /* a ring through ctx->blocks */
    size_t bytes;                 /* of the payload */
    sn_ctx *ctx;
} sn_block;

struct sn_resource {
    sn_resource *prev, *next;
    void (*release)(void *what);
    void *what;
};

struct sn_pool;  /* parallel.c */
struct sn_pages; /* pages.c */

struct sn_ctx {
    sn_alloc_fn alloc;
    void *alloc_user;
    bool alloc_zeroes; /* fresh memory of `alloc` is zero already */
    sn_block blocks;   /* head of the ring */
    size_t live_bytes, peak_bytes;
    sn_guard *guard;
    sn_resource *resources; /* newest first */
    sn_diag_fn diag;
    void *diag_user;
    int n_threads; /* >= 1 */
    sn_rounding rounding;
    sn_words words;
    struct sn_pool *pool;
    struct sn_pages *pages;
    struct sn_map *memo;
    unsigned n_remembering; /* calls of sn_ctx_remember without their sn_ctx_forget */
    char error[CTX_TEXT_BYTES];
};

void sn_pool_destroy(sn_ctx *ctx); /* joins the threads; no pool is fine */

#endif
