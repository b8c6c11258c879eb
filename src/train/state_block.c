/* SPDX-License-Identifier: Apache-2.0 */
#include "train/state_block.h"

#include <string.h>

static const char magic[] = "sinterST";
enum { VERSION = 1, FIXED = 8 + 3 * 4, LONGEST = 1 << 20 };

static void put(sn_str *out, uint64_t v, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        const char byte = (char)(unsigned char)(v >> 8 * i);
        sn_str_addn(out, &byte, 1);
    }
}

static uint64_t get(const unsigned char *p, int bytes)
{
    uint64_t v = 0;
    for (int i = 0; i < bytes; i++) v |= (uint64_t)p[i] << 8 * i;
    return v;
}

uint32_t sn_crc32(const unsigned char *data, size_t n)
{
    uint32_t crc = ~0u;
    for (size_t i = 0; i < n; i++) {
        crc ^= data[i];
        for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

void sn_state_block_head(const sn_state_entry *entries, size_t n, sn_str *out)
{
    size_t bytes = FIXED;
    for (size_t i = 0; i < n; i++)
        bytes += 6 + 8 * (size_t)entries[i].shape.rank + strlen(entries[i].name) +
                 strlen(sn_type_name(entries[i].type));
    sn_str_addn(out, magic, 8);
    put(out, VERSION, 4);
    put(out, n, 4);
    put(out, bytes, 4);
    for (size_t i = 0; i < n; i++) {
        const sn_state_entry *e = &entries[i];
        const char *type = sn_type_name(e->type);
        put(out, (uint64_t)e->kind, 1);
        put(out, (uint64_t)e->shape.rank, 1);
        put(out, strlen(e->name), 2);
        put(out, strlen(type), 2);
        for (int k = 0; k < e->shape.rank; k++) put(out, (uint64_t)e->shape.d[k], 8);
        sn_str_add(out, e->name);
        sn_str_add(out, type);
    }
}

typedef struct block_reader {
    sn_ctx *ctx;
    sn_arena *arena;
    const unsigned char *block;
    size_t at, end; /* of what is read now */
} block_reader;

static bool has(const block_reader *r, uint64_t n) { return n <= r->end - r->at; }

static sn_status read_entry(block_reader *r, sn_state_entry *e)
{
    SN_CHECK(r->ctx, has(r, 6), SN_E_FORMAT, "byte %zu: the head ends within an entry", r->at);
    const unsigned char *p = r->block + r->at;
    const uint64_t rank = p[1], name = get(p + 2, 2), type = get(p + 4, 2);
    SN_CHECK(r->ctx, p[0] < SN_N_STATE_KINDS && rank <= SN_MAX_RANK, SN_E_FORMAT,
             "byte %zu: no entry begins there", r->at);
    SN_CHECK(r->ctx, has(r, 6 + 8 * rank + name + type), SN_E_FORMAT,
             "byte %zu: the head ends within an entry", r->at);
    e->kind = (sn_state_kind)p[0];
    e->shape = (sn_shape){.rank = (int8_t)rank};
    p += 6;
    uint64_t count = 1;
    for (uint64_t k = 0; k < rank; k++, p += 8) {
        const uint64_t size = get(p, 8);
        SN_CHECK(r->ctx, size <= INT32_MAX && count * size < (uint64_t)1 << 40, SN_E_FORMAT,
                 "byte %zu: a size of %llu", (size_t)(p - r->block), (unsigned long long)size);
        e->shape.d[k] = (int64_t)size;
        count *= size;
    }
    SN_CHECK(r->ctx, !memchr(p, 0, name + type), SN_E_FORMAT, "byte %zu: a name has a NUL",
             (size_t)(p - r->block));
    e->name = sn_arena_strndup(r->arena, (const char *)p, name);
    const char *type_name = sn_arena_strndup(r->arena, (const char *)p + name, type);
    SN_CHECK(r->ctx, sn_type_parse(type_name, &e->type) && sn_type_bytes(e->type) > 0, SN_E_FORMAT,
             "'%s' has elements of type '%s', which there is not", sn_escape(r->arena, e->name),
             sn_escape(r->arena, type_name));
    e->bytes = count * sn_type_bytes(e->type);
    r->at += 6 + 8 * rank + name + type;
    return SN_OK;
}

sn_status sn_state_block_read(sn_ctx *ctx, sn_arena *arena, const unsigned char *block,
                              size_t bytes, sn_state_entry **out, size_t *n_out)
{
    SN_CHECK(ctx, bytes >= FIXED + 4 && memcmp(block, magic, 8) == 0, SN_E_FORMAT,
             "this is no block of states: 'sinterST' is expected at its beginning");
    const uint64_t version = get(block + 8, 4), n = get(block + 12, 4), head = get(block + 16, 4);
    SN_CHECK(ctx, version == VERSION, SN_E_UNSUPPORTED, "version %llu, %d expected",
             (unsigned long long)version, VERSION);
    SN_CHECK(ctx, head >= FIXED && head <= bytes - 4 && n <= LONGEST, SN_E_FORMAT,
             "a head of %llu bytes with %llu entries, in a block of %zu", (unsigned long long)head,
             (unsigned long long)n, bytes);
    block_reader r = {ctx, arena, block, FIXED, (size_t)head};
    sn_state_entry *entries = SN_NEW_N(arena, sn_state_entry, n + 1);
    for (uint64_t i = 0; i < n; i++) SN_TRY(read_entry(&r, &entries[i]));
    SN_CHECK(ctx, r.at == head, SN_E_FORMAT, "byte %zu: the head goes on behind its entries", r.at);
    size_t at = (size_t)head;
    for (uint64_t i = 0; i < n; i++) {
        SN_CHECK(ctx, entries[i].bytes <= bytes - 4 - at, SN_E_FORMAT, "the block ends within '%s'",
                 sn_escape(arena, entries[i].name));
        entries[i].data = block + at;
        at += (size_t)entries[i].bytes;
    }
    SN_CHECK(ctx, at == bytes - 4, SN_E_FORMAT, "%zu bytes too many", bytes - 4 - at);
    const uint32_t found = sn_crc32(block, at), expected = (uint32_t)get(block + at, 4);
    SN_CHECK(ctx, found == expected, SN_E_FORMAT,
             "it is damaged: its checksum is %08x, and %08x was written", (unsigned)found,
             (unsigned)expected);
    *out = entries;
    *n_out = (size_t)n;
    return SN_OK;
}
