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

/* How many steps touch a storage, the last two of them, and those that write it, in order. */
typedef struct touches {
    size_t n, last, before;
    SN_VEC(size_t) writers;
} touches;

static void touch(sn_map *all, sn_arena *arena, const sn_place *place, size_t step, bool writes)
{
    if (!place) return;
    touches *t = sn_map_get_u64(all, (uintptr_t)place->storage);
    if (!t) {
        t = SN_NEW(arena, touches);
        t->writers.arena = arena;
        sn_map_put_u64(all, (uintptr_t)place->storage, t);
    }
    if (writes) SN_PUSH(t->writers, step);
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
        for (int k = 0; k < s->n_in; k++) touch(all, p->arena, s->in[k], i, false);
        for (int k = 0; k < s->epilogue.n; k++)
            touch(all, p->arena, s->epilogue.outside[k].place, i, false);
        for (int k = 0; k < s->n_out; k++) touch(all, p->arena, s->out[k], i, true);
    }
    return all;
}

/* Whether operand 0 of the step is all that it reads there: what its epilogue reads beside it has
 * to be in memory. */
static bool reads_once(const sn_step *s, const sn_storage *storage)
{
    int n = 0;
    for (int k = 0; k < s->n_in; k++) n += s->in[k] && s->in[k]->storage == storage;
    for (int k = 0; k < s->epilogue.n; k++)
        n += s->epilogue.outside[k].place && s->epilogue.outside[k].place->storage == storage;
    return n == 1 && s->n_in > 0 && s->in[0] && s->in[0]->storage == storage;
}

size_t sn_plan_only_reader(const planner *p, const sn_map *all, size_t at)
{
    const sn_storage *storage = p->steps.v[at]->out[0]->storage;
    const touches *t = sn_map_get_u64(all, (uintptr_t)storage);
    if (storage->where != SN_IN_WORKSPACE || t->n != 2) return SIZE_MAX;
    const size_t other = t->last == at ? t->before : t->last;
    const sn_step *s = p->steps.v[other];
    return s && reads_once(s, storage) && !sn_plan_writes(s, storage) ? other : SIZE_MAX;
}

bool sn_plan_writes_between(const planner *p, const sn_map *all, const sn_storage *storage,
                            size_t after, size_t before)
{
    const touches *t = sn_map_get_u64(all, (uintptr_t)storage);
    size_t low = 0, high = t ? t->writers.n : 0;
    while (low < high) { /* the first behind `after` */
        const size_t middle = low + (high - low) / 2;
        if (t->writers.v[middle] <= after)
            low = middle + 1;
        else
            high = middle;
    }
    for (; t && low < t->writers.n && t->writers.v[low] < before; low++)
        if (p->steps.v[t->writers.v[low]]) return true;
    return false;
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
