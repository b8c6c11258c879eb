/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps that alone read what another makes, and so may become one with it: before there is memory,
 * by the storages that steps touch. */
#include "plan/planner.h"

bool sn_plan_writes(const sn_step *s, const sn_storage *storage)
{
    bool found = false;
    for (int i = 0; i < s->n_out; i++) found |= s->out[i]->storage == storage;
    return found;
}

/* How many steps touch a storage, and the last two of them. */
typedef struct touches {
    size_t n, last, before;
} touches;

static void touch(sn_map *all, sn_arena *arena, const sn_place *place, size_t step)
{
    if (!place) return;
    touches *t = sn_map_get_u64(all, (uintptr_t)place->storage);
    if (!t) sn_map_put_u64(all, (uintptr_t)place->storage, t = SN_NEW(arena, touches));
    if (t->n > 0 && t->last == step) return;
    t->n++;
    t->before = t->last;
    t->last = step;
}

sn_map *sn_plan_touches(const planner *p)
{
    sn_map *all = sn_map_create(p->arena);
    for (size_t i = 0; i < p->steps.n; i++) {
        const sn_step *s = p->steps.v[i];
        for (int k = 0; k < s->n_in; k++) touch(all, p->arena, s->in[k], i);
        for (int k = 0; k < s->epilogue.n; k++)
            touch(all, p->arena, s->epilogue.outside[k].place, i);
        for (int k = 0; k < s->n_out; k++) touch(all, p->arena, s->out[k], i);
    }
    return all;
}

size_t sn_plan_only_reader(const planner *p, const sn_map *all, size_t at)
{
    const sn_storage *storage = p->steps.v[at]->out[0]->storage;
    const touches *t = sn_map_get_u64(all, (uintptr_t)storage);
    if (storage->where != SN_IN_WORKSPACE || t->n != 2) return SIZE_MAX;
    const size_t other = t->last == at ? t->before : t->last;
    const sn_step *s = p->steps.v[other];
    return s && !sn_plan_writes(s, storage) ? other : SIZE_MAX;
}

void sn_plan_close_ranks(planner *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->steps.n; i++) {
        if (!p->steps.v[i]) continue;
        p->steps.v[n] = p->steps.v[i];
        p->steps.v[n]->id = (uint32_t)n;
        n++;
    }
    p->steps.n = n;
}
