/* SPDX-License-Identifier: Apache-2.0
 *
 * Registered blocks: every allocation stands in the context's ring with its size, so that the
 * context can free what a jump out of memory left behind. Invariant: live_bytes is the sum of the
 * ring's payloads. */
#include "base/ctx_inner.h"
#include "base/map.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

_Static_assert(sizeof(sn_block) % 16 == 0, "payloads are aligned to 16");

bool sn_mul_overflow(size_t a, size_t b, size_t *out)
{
    *out = a * b;
    return a != 0 && b > SIZE_MAX / a;
}

bool sn_add_overflow(size_t a, size_t b, size_t *out)
{
    *out = a + b;
    return *out < a;
}

size_t sn_ctx_live_bytes(const sn_ctx *ctx) { return ctx->live_bytes; }
bool sn_ctx_memory_is_own(const sn_ctx *ctx) { return ctx->alloc_zeroes; }
size_t sn_ctx_peak_bytes(const sn_ctx *ctx) { return ctx->peak_bytes; }

static void count(sn_ctx *ctx, size_t gone, size_t come)
{
    ctx->live_bytes = ctx->live_bytes - gone + come;
    if (ctx->live_bytes > ctx->peak_bytes) ctx->peak_bytes = ctx->live_bytes;
}

void *sn_try_alloc(sn_ctx *ctx, size_t bytes)
{
    size_t total;
    if (sn_add_overflow(bytes, sizeof(sn_block), &total)) return NULL;
    sn_block *b = ctx->alloc(ctx->alloc_user, NULL, 0, total);
    if (!b) return NULL;
    if (!ctx->alloc_zeroes) memset(b + 1, 0, bytes);
    b->bytes = bytes;
    b->ctx = ctx;
    b->prev = ctx->blocks.prev;
    b->next = &ctx->blocks;
    b->prev->next = b->next->prev = b;
    count(ctx, 0, bytes);
    return b + 1;
}

void *sn_alloc(sn_ctx *ctx, size_t bytes)
{
    void *p = sn_try_alloc(ctx, bytes);
    if (!p) sn_out_of_memory(ctx, bytes);
    return p;
}

void *sn_realloc(sn_ctx *ctx, void *ptr, size_t bytes)
{
    if (!ptr) return sn_alloc(ctx, bytes);
    sn_block *b = (sn_block *)ptr - 1;
    assert(b->ctx == ctx);
    size_t total, old = b->bytes;
    if (sn_add_overflow(bytes, sizeof *b, &total)) sn_out_of_memory(ctx, bytes);
    b = ctx->alloc(ctx->alloc_user, b, sizeof *b + old, total);
    if (!b) sn_out_of_memory(ctx, bytes);
    b->bytes = bytes;
    b->prev->next = b->next->prev = b; /* it may have moved */
    count(ctx, old, bytes);
    return b + 1;
}

void sn_free(sn_ctx *ctx, void *ptr)
{
    if (!ptr) return;
    sn_block *b = (sn_block *)ptr - 1;
    assert(b->ctx == ctx);
    b->prev->next = b->next;
    b->next->prev = b->prev;
    count(ctx, b->bytes, 0);
    ctx->alloc(ctx->alloc_user, b, sizeof *b + b->bytes, 0);
}

void sn_ask_large_pages(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    uintptr_t at = (uintptr_t)block,
              from = (at + SN_LARGE_PAGE - 1) / SN_LARGE_PAGE * SN_LARGE_PAGE, end = at + bytes;
    if (end >= from + SN_LARGE_PAGE)
        (void)madvise((void *)from, (end - from) / SN_LARGE_PAGE * SN_LARGE_PAGE, MADV_HUGEPAGE);
#else
    (void)block, (void)bytes;
#endif
}

void sn_out_of_memory(sn_ctx *ctx, size_t bytes)
{
    sn_guard *guard = ctx->guard;
    if (!guard) {
        /* A public entry point without SN_GUARD: a bug of ours, and there is nowhere to return to.
         */
        fprintf(stderr, "sinter: out of memory (%zu bytes) outside of any guard\n", bytes);
        abort();
    }
    sn_status s =
        sn_fail(ctx, SN_E_MEMORY, "out of memory: %zu bytes were asked for, %zu are in use", bytes,
                ctx->live_bytes);
    (void)s;
    while (ctx->n_remembering > guard->n_remembering) sn_ctx_forget(ctx);
    ctx->guard = guard->outer;
    longjmp(guard->env, 1);
}
