/* SPDX-License-Identifier: Apache-2.0
 *
 * Hash tables in an arena. String keys are compared by content and copied; u64 keys by value. */
#ifndef SN_BASE_MAP_H
#define SN_BASE_MAP_H

#include "base/arena.h"

typedef struct sn_map sn_map;

sn_map *sn_map_create(sn_arena *arena);
sn_arena *sn_map_arena(const sn_map *map);
/* What is worked out once between these two calls, by the address of what it is about; NULL when
 * nothing is kept. The calls nest: what is kept goes with the last sn_ctx_forget. */
void sn_ctx_remember(sn_ctx *ctx);
void sn_ctx_forget(sn_ctx *ctx);
sn_map *sn_ctx_memo(const sn_ctx *ctx);
size_t sn_map_count(const sn_map *map);

/* String keys. get returns NULL when absent; put replaces. */
void *sn_map_get(const sn_map *map, const char *key);
bool sn_map_has(const sn_map *map, const char *key);
void sn_map_put(sn_map *map, const char *key, void *value);
void sn_map_put_kept(sn_map *map, const char *key,
                     void *value); /* the key is not copied: it outlives the map */
const char *sn_map_intern(sn_map *map, const char *key); /* one pointer per content */

/* Number keys, a table of its own kind (do not mix with string keys in one map). */
void *sn_map_get_u64(const sn_map *map, uint64_t key);
bool sn_map_has_u64(const sn_map *map, uint64_t key);
void sn_map_put_u64(sn_map *map, uint64_t key, void *value);

uint64_t sn_hash_bytes(const void *data, size_t n,
                       uint64_t seed); /* not cryptographic; same on every host */

#endif
