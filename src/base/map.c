/* SPDX-License-Identifier: Apache-2.0
 *
 * Open addressing with linear probing over a power of two of slots, at most three quarters full. A
 * slot has 32 bits of the key's hash and the number of an entry: a probe goes to an entry only
 * where the hash agrees, and a table grows without looking at entries. These stand in chunks that
 * double and never move: when a table grows in its arena only the slots are left behind. Nothing is
 * ever removed, so a probe ends at the first empty slot. */
#include "base/map.h"

#include "base/ctx_inner.h"

#include <string.h>

enum { FIRST_SLOTS = 16, FIRST_ENTRIES_LOG2 = 3, N_CHUNKS = 30 };

typedef struct map_entry {
    union {
        const char *text;
        uint64_t number;
    } key;
    void *value;
} map_entry;

typedef struct slot {
    uint32_t hash;
    uint32_t entry; /* 1 + its number; 0: empty */
} slot;

struct sn_map {
    sn_arena *arena;
    slot *slots;
    size_t n_slots, n;
    map_entry *chunks[N_CHUNKS]; /* of 8, 8, 16, 32, ... entries */
};

/* The finalizer of splitmix64 (Steele, Lea, Flood, OOPSLA 2014): a bijection that spreads every
 * bit. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* 8 bytes as a little-endian number, whatever the host's order; compilers make one load of it. */
static uint64_t load8(const unsigned char *p)
{
    uint32_t lo = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    uint32_t hi = p[4] | (uint32_t)p[5] << 8 | (uint32_t)p[6] << 16 | (uint32_t)p[7] << 24;
    return lo | (uint64_t)hi << 32;
}

uint64_t sn_hash_bytes(const void *data, size_t n, uint64_t seed)
{
    const unsigned char *p = data;
    uint64_t h = mix(seed + 0x9e3779b97f4a7c15u) ^ n;
    for (; n >= 8; p += 8, n -= 8) {
        h = (h ^ load8(p)) * 0xff51afd7ed558ccdu; /* a bijection of h and of the word */
        h ^= h >> 32;
    }
    uint64_t rest = 0;
    for (size_t i = 0; i < n; i++) rest |= (uint64_t)p[i] << (8 * i);
    return mix(h ^ rest);
}

static uint32_t hash_text(const char *key) { return (uint32_t)sn_hash_bytes(key, strlen(key), 0); }
static uint32_t hash_number(uint64_t key) { return (uint32_t)mix(key + 0x9e3779b97f4a7c15u); }

sn_map *sn_map_create(sn_arena *arena)
{
    sn_map *map = SN_NEW(arena, sn_map);
    map->arena = arena;
    return map;
}

sn_arena *sn_map_arena(const sn_map *map) { return map->arena; }

void sn_ctx_remember(sn_ctx *ctx)
{
    if (!ctx->memo) ctx->memo = sn_map_create(sn_arena_create(ctx));
    ctx->n_remembering++;
}

sn_map *sn_ctx_memo(const sn_ctx *ctx) { return ctx->memo; }

void sn_ctx_forget(sn_ctx *ctx)
{
    if (--ctx->n_remembering > 0) return;
    sn_arena_destroy(ctx->memo->arena);
    ctx->memo = NULL;
}

size_t sn_map_count(const sn_map *map) { return map->n; }

/* ---- entries --------------------------------------------------------------------------------- */

/* Chunk 0 has entries 0 to 7, chunk k those of k + 3 bits. */
static int chunk_of(size_t i)
{
    i >>= FIRST_ENTRIES_LOG2;
    return i ? 64 - __builtin_clzll(i) : 0;
}

static size_t begin_of(int chunk)
{
    return chunk ? (size_t)1 << (chunk - 1 + FIRST_ENTRIES_LOG2) : 0;
}

static map_entry *entry_at(const sn_map *map, size_t i)
{
    const int k = chunk_of(i);
    return &map->chunks[k][i - begin_of(k)];
}

static map_entry *new_entry(sn_map *map)
{
    const int k = chunk_of(map->n);
    const size_t first = (size_t)1 << FIRST_ENTRIES_LOG2;
    if (!map->chunks[k]) map->chunks[k] = SN_NEW_N(map->arena, map_entry, k ? begin_of(k) : first);
    return &map->chunks[k][map->n - begin_of(k)];
}

/* The slot that holds the key, or the empty one where it would go. The table is not empty. */
static slot *find_text(const sn_map *map, const char *key, uint32_t hash)
{
    for (size_t i = hash & (map->n_slots - 1);; i = (i + 1) & (map->n_slots - 1)) {
        slot *s = &map->slots[i];
        if (!s->entry ||
            (s->hash == hash && strcmp(entry_at(map, s->entry - 1)->key.text, key) == 0))
            return s;
    }
}

static slot *find_number(const sn_map *map, uint64_t key, uint32_t hash)
{
    for (size_t i = hash & (map->n_slots - 1);; i = (i + 1) & (map->n_slots - 1)) {
        slot *s = &map->slots[i];
        if (!s->entry || (s->hash == hash && entry_at(map, s->entry - 1)->key.number == key))
            return s;
    }
}

static void make_room(sn_map *map)
{
    if (map->n_slots && map->n + 1 <= map->n_slots / 4 * 3) return;
    if (map->n >= UINT32_MAX - 1)
        sn_out_of_memory(sn_arena_ctx(map->arena), map->n * sizeof(map_entry));
    size_t n_slots = map->n_slots ? map->n_slots * 2 : FIRST_SLOTS;
    slot *slots = SN_NEW_N(map->arena, slot, n_slots);
    for (size_t i = 0; i < map->n_slots; i++) {
        const slot *s = &map->slots[i];
        size_t at = s->hash & (n_slots - 1);
        if (!s->entry) continue;
        while (slots[at].entry) at = (at + 1) & (n_slots - 1);
        slots[at] = *s;
    }
    map->slots = slots;
    map->n_slots = n_slots;
}

static const map_entry *entry_of(const sn_map *map, const slot *s)
{
    return s->entry ? entry_at(map, s->entry - 1) : NULL;
}

static const map_entry *look_text(const sn_map *map, const char *key)
{
    return map->n ? entry_of(map, find_text(map, key, hash_text(key))) : NULL;
}

static const map_entry *look_number(const sn_map *map, uint64_t key)
{
    return map->n ? entry_of(map, find_number(map, key, hash_number(key))) : NULL;
}

static map_entry *insert_text(sn_map *map, const char *key, bool copy)
{
    make_room(map);
    const uint32_t hash = hash_text(key);
    slot *s = find_text(map, key, hash);
    if (s->entry) return entry_at(map, s->entry - 1);
    const char *text = copy ? sn_arena_strdup(map->arena, key) : key;
    map_entry *e = new_entry(map);
    *e = (map_entry){.key.text = text};
    *s = (slot){hash, (uint32_t)++map->n};
    return e;
}

void *sn_map_get(const sn_map *map, const char *key)
{
    const map_entry *e = look_text(map, key);
    return e ? e->value : NULL;
}

bool sn_map_has(const sn_map *map, const char *key) { return look_text(map, key) != NULL; }
void sn_map_put(sn_map *map, const char *key, void *value)
{
    insert_text(map, key, true)->value = value;
}
void sn_map_put_kept(sn_map *map, const char *key, void *value)
{
    insert_text(map, key, false)->value = value;
}
const char *sn_map_intern(sn_map *map, const char *key)
{
    return insert_text(map, key, true)->key.text;
}

void *sn_map_get_u64(const sn_map *map, uint64_t key)
{
    const map_entry *e = look_number(map, key);
    return e ? e->value : NULL;
}

bool sn_map_has_u64(const sn_map *map, uint64_t key) { return look_number(map, key) != NULL; }

void sn_map_put_u64(sn_map *map, uint64_t key, void *value)
{
    make_room(map);
    const uint32_t hash = hash_number(key);
    slot *s = find_number(map, key, hash);
    if (s->entry) {
        entry_at(map, s->entry - 1)->value = value;
        return;
    }
    *new_entry(map) = (map_entry){.key.number = key, .value = value};
    *s = (slot){hash, (uint32_t)++map->n};
}
