/* SPDX-License-Identifier: Apache-2.0
 *
 * The file of packed weights. Contents are compared as they are packed: where programs of several
 * sizes choose the same tiles for a layer they read the same bytes, else each has bytes of its own.
 */
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "plan/program.h"

enum { ALIGN_FLOATS = 16 };

typedef struct content {
    sn_packed *packed;       /* the first that has it */
    size_t n_programs, last; /* how many read it; the last of these, so far */
} content;

typedef struct sharer {
    sn_map *seen; /* hashes to contents */
    SN_VEC(content *) list;
    int64_t floats;
} sharer;

static int64_t aligned(int64_t floats)
{
    return (floats + ALIGN_FLOATS - 1) / ALIGN_FLOATS * ALIGN_FLOATS;
}

static void place(sharer *s, sn_packed *c, size_t program)
{
    const size_t bytes = (size_t)c->floats * sizeof *c->data;
    const uint64_t key = sn_hash_bytes(c->data, bytes, (uint64_t)c->floats);
    content *same = sn_map_get_u64(s->seen, key);
    if (!same || same->packed->floats != c->floats ||
        memcmp(same->packed->data, c->data, bytes) != 0) {
        same = SN_NEW(s->list.arena, content);
        *same = (content){.packed = c};
        sn_map_put_u64(s->seen, key, same);
        SN_PUSH(s->list, same);
        c->offset = s->floats;
        s->floats += aligned(c->floats);
    }
    if (!same->n_programs || same->last != program) same->n_programs++;
    same->last = program;
    c->offset = same->packed->offset;
}

void sn_plan_share_weights(sn_program *const *programs, size_t n)
{
    sn_arena *arena = programs[0]->arena;
    sharer s = {.seen = sn_map_create(arena), .list = SN_VEC_IN(arena)};
    int64_t apart = 0;
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < programs[k]->n_steps; i++) {
            const sn_step *step = programs[k]->step[i];
            for (int j = 0; j < step->n_packed; j++)
                if (!step->packed[j]->from_slot) place(&s, step->packed[j], k);
        }
    }
    sn_packed **list = SN_NEW_N(arena, sn_packed *, s.list.n + 1);
    for (size_t i = 0; i < s.list.n; i++) {
        list[i] = s.list.v[i]->packed;
        if (s.list.v[i]->n_programs < n) apart += aligned(list[i]->floats);
    }
    for (size_t k = 0; k < n; k++) {
        programs[k]->packed = list;
        programs[k]->n_packed = s.list.n;
        programs[k]->weight_floats = s.floats;
        programs[k]->apart_floats = apart;
    }
}
