/* SPDX-License-Identifier: Apache-2.0
 *
 * Arenas: memory that goes all at once. A graph has one for its structure; passes and evaluations
 * use scratch arenas with mark and reset. Never returns NULL (see ctx.h). */
#ifndef SN_BASE_ARENA_H
#define SN_BASE_ARENA_H

#include "base/ctx.h"

typedef struct sn_arena sn_arena;
typedef struct sn_arena_mark {
    void *block;
    size_t used;
} sn_arena_mark;

sn_arena *sn_arena_create(sn_ctx *ctx);
void sn_arena_destroy(sn_arena *arena); /* NULL is allowed */
sn_ctx *sn_arena_ctx(const sn_arena *arena);
size_t sn_arena_bytes(const sn_arena *arena);

void *sn_arena_alloc(sn_arena *arena, size_t bytes); /* zeroed, aligned to 16 */
void *sn_arena_copy(sn_arena *arena, const void *data, size_t bytes);
char *sn_arena_strdup(sn_arena *arena, const char *s); /* NULL stays NULL */
char *sn_arena_strndup(sn_arena *arena, const char *s, size_t n);
char *sn_arena_printf(sn_arena *arena, const char *fmt, ...) SN_PRINTF(2, 3);

sn_arena_mark sn_arena_save(sn_arena *arena);
void sn_arena_restore(sn_arena *arena, sn_arena_mark mark); /* frees all since the mark */

#define SN_NEW(arena, type)      ((type *)sn_arena_alloc((arena), sizeof(type)))
#define SN_NEW_N(arena, type, n) ((type *)sn_arena_alloc_n((arena), (size_t)(n), sizeof(type)))
void *sn_arena_alloc_n(sn_arena *arena, size_t n,
                       size_t each); /* zeroed; overflow counts as out of memory */

#endif
