/* SPDX-License-Identifier: Apache-2.0
 *
 * Arenas as a list of blocks, newest first. Small allocations are cut from the newest *shared*
 * block; one that is larger than half a block gets a block of its own. Invariant: the unused part
 * of a shared block is zero, so only what restore gives back has to be cleared.
 *
 * With SN_ARENA_MALLOC every allocation is a block of its own: for AddressSanitizer, which then
 * sees overruns and uses after a restore. */
#include "base/arena.h"

#include <stdio.h>
#include <string.h>

#ifdef SN_ARENA_MALLOC
static const bool separate = true;
#else
static const bool separate = false;
#endif

enum { ALIGN = 16, FIRST_BYTES = 2 << 10, STEP_BYTES = 1 << 20, LAST_BYTES = 16 << 20 };

typedef struct arena_block {
    struct arena_block *older;
    struct arena_block *shared; /* the newest shared block up to this one */
    size_t used, bytes;         /* of the payload, which follows */
} arena_block;

_Static_assert(sizeof(arena_block) % ALIGN == 0, "payloads are aligned");

struct sn_arena {
    sn_ctx *ctx;
    arena_block *newest;
    arena_block
        *spare; /* a cleared shared block, so that save and restore in a loop do not allocate */
    size_t next_bytes;
    size_t bytes; /* payloads of all blocks */
};

sn_arena *sn_arena_create(sn_ctx *ctx)
{
    sn_arena *arena = sn_alloc(ctx, sizeof *arena);
    arena->ctx = ctx;
    arena->next_bytes = FIRST_BYTES;
    return arena;
}

static void block_free(sn_arena *arena, arena_block *b)
{
    arena->bytes -= b->bytes;
    sn_free(arena->ctx, b);
}

void sn_arena_destroy(sn_arena *arena)
{
    if (!arena) return;
    for (arena_block *b = arena->newest, *older; b; b = older) {
        older = b->older;
        block_free(arena, b);
    }
    if (arena->spare) block_free(arena, arena->spare);
    sn_free(arena->ctx, arena);
}

sn_ctx *sn_arena_ctx(const sn_arena *arena) { return arena->ctx; }
size_t sn_arena_bytes(const sn_arena *arena) { return arena->bytes; }

static arena_block *block_create(sn_arena *arena, size_t bytes)
{
    size_t total;
    if (sn_add_overflow(bytes, sizeof(arena_block), &total)) sn_out_of_memory(arena->ctx, bytes);
    arena_block *b = sn_alloc(arena->ctx, total);
    sn_ask_large_pages(b, total);
    b->bytes = bytes;
    arena->bytes += bytes;
    return b;
}

static arena_block *add_own(sn_arena *arena, size_t bytes)
{
    arena_block *b = block_create(arena, bytes);
    b->older = arena->newest;
    b->shared = b->older ? b->older->shared : NULL;
    return arena->newest = b;
}

/* Doubled while small, then a quarter of what there is: few blocks, and not much of it unused. */
static size_t next_bytes(const sn_arena *arena)
{
    if (arena->next_bytes < STEP_BYTES) return arena->next_bytes * 2;
    size_t quarter = arena->bytes / 4 / STEP_BYTES * STEP_BYTES;
    return quarter < STEP_BYTES ? STEP_BYTES : quarter < LAST_BYTES ? quarter : LAST_BYTES;
}

/* A new shared block with room for `bytes`. */
static arena_block *add_shared(sn_arena *arena, size_t bytes)
{
    arena_block *b = arena->spare;
    if (b && b->bytes >= bytes) {
        arena->spare = NULL;
    } else {
        b = block_create(arena, arena->next_bytes);
        arena->next_bytes = next_bytes(arena);
    }
    b->older = arena->newest;
    b->shared = b;
    return arena->newest = b;
}

static void *cut(arena_block *b, size_t bytes)
{
    void *p = (char *)(b + 1) + b->used;
    b->used += bytes;
    return p;
}

void *sn_arena_alloc(sn_arena *arena, size_t bytes)
{
    if (separate) return cut(add_own(arena, bytes), bytes);
    size_t rounded;
    if (sn_add_overflow(bytes ? bytes : 1, ALIGN - 1, &rounded)) {
        sn_out_of_memory(arena->ctx, bytes);
    }
    rounded &= ~(size_t)(ALIGN - 1);
    arena_block *b = arena->newest ? arena->newest->shared : NULL;
    if (b && b->bytes - b->used >= rounded) return cut(b, rounded);
    if (rounded > arena->next_bytes / 2) return cut(add_own(arena, rounded), rounded);
    return cut(add_shared(arena, rounded), rounded);
}

void *sn_arena_alloc_n(sn_arena *arena, size_t n, size_t each)
{
    size_t bytes;
    if (sn_mul_overflow(n, each, &bytes)) sn_out_of_memory(arena->ctx, SIZE_MAX);
    return sn_arena_alloc(arena, bytes);
}

void *sn_arena_copy(sn_arena *arena, const void *data, size_t bytes)
{
    void *p = sn_arena_alloc(arena, bytes);
    if (bytes) memcpy(p, data, bytes);
    return p;
}

char *sn_arena_strdup(sn_arena *arena, const char *s)
{
    return s ? sn_arena_copy(arena, s, strlen(s) + 1) : NULL;
}

char *sn_arena_strndup(sn_arena *arena, const char *s, size_t n)
{
    if (!s) return NULL;
    n = strnlen(s, n);
    char *p = sn_arena_alloc(arena, n + 1);
    memcpy(p, s, n);
    return p;
}

char *sn_arena_printf(sn_arena *arena, const char *fmt, ...)
{
    va_list args;
    char most[256];
    va_start(args, fmt);
    int n = vsnprintf(most, sizeof most, fmt, args);
    va_end(args);
    if (n < 0) n = 0; /* only for a result beyond INT_MAX or an invalid wide character */
    char *p = sn_arena_alloc(arena, (size_t)n + 1);
    if ((size_t)n < sizeof most) return memcpy(p, most, (size_t)n);
    va_start(args, fmt);
    vsnprintf(p, (size_t)n + 1, fmt, args);
    va_end(args);
    return p;
}

sn_arena_mark sn_arena_save(sn_arena *arena)
{
    arena_block *shared = arena->newest ? arena->newest->shared : NULL;
    return (sn_arena_mark){.block = arena->newest, .used = shared ? shared->used : 0};
}

void sn_arena_restore(sn_arena *arena, sn_arena_mark mark)
{
    while (arena->newest != mark.block) {
        arena_block *b = arena->newest;
        arena->newest = b->older;
        if (b->shared == b && (!arena->spare || arena->spare->bytes < b->bytes)) {
            memset(b + 1, 0, b->used);
            b->used = 0;
            if (arena->spare) block_free(arena, arena->spare);
            arena->spare = b;
        } else {
            block_free(arena, b);
        }
    }
    arena_block *shared = arena->newest ? arena->newest->shared : NULL;
    if (!shared) return;
    memset((char *)(shared + 1) + mark.used, 0, shared->used - mark.used);
    shared->used = mark.used;
}
