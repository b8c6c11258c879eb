/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps that become one, row by row: chains of steps each of which alone reads what the one before
 * stores. Of all that can be one from a step on, as many are taken as gain most by the kernel's
 * estimate (kernels/pipeline.h); what loses is a remark. */
#include "base/map.h"
#include "kernels/pipeline.h"
#include "plan/planner.h"

static bool writes(const sn_step *s, const sn_storage *storage)
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

static sn_map *touches_of(const planner *p)
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

/* The only step that touches what step `at` alone writes, by reading it; SIZE_MAX: there is none,
 * or there are more, or it is in a chain already. */
static size_t only_reader(const planner *p, const sn_map *all, size_t at)
{
    const sn_storage *storage = p->steps.v[at]->out[0]->storage;
    const touches *t = sn_map_get_u64(all, (uintptr_t)storage);
    if (storage->where != SN_IN_WORKSPACE || t->n != 2) return SIZE_MAX;
    const size_t other = t->last == at ? t->before : t->last;
    const sn_step *s = p->steps.v[other];
    return s && !writes(s, storage) ? other : SIZE_MAX;
}

/* Whether a step between these two, which is none of the chain's, writes where the first reads. */
static bool is_overwritten(const planner *p, const size_t *chain, int n)
{
    const sn_step *first = p->steps.v[chain[0]];
    bool found = false;
    for (size_t i = chain[0] + 1; i < chain[n - 1]; i++)
        for (int k = 0; k < first->n_in; k++)
            found |= p->steps.v[i] && first->in[k] && writes(p->steps.v[i], first->in[k]->storage);
    return found;
}

/* The steps from `at` on that can be stages one behind the other; returns how many. */
static int chain_from(const planner *p, const sn_map *all, size_t at, size_t *chain,
                      const char **why)
{
    int n = 0, n_packed = p->steps.v[at]->n_packed;
    chain[n++] = at;
    *why = NULL;
    while (n < SN_MOST_STAGES) {
        const size_t next = only_reader(p, all, chain[n - 1]);
        if (next == SIZE_MAX || next < chain[n - 1] || !sn_can_be_stage(p->steps.v[next]) ||
            p->steps.v[next]->in[0]->storage != p->steps.v[chain[n - 1]]->out[0]->storage)
            break;
        if (!sn_can_follow(p->steps.v[chain[n - 1]], p->steps.v[next], why)) break;
        n_packed += p->steps.v[next]->n_packed;
        if (n_packed > SN_MAX_PACKED) {
            *why = "they have too many constants for one step";
            return n;
        }
        chain[n++] = next;
        if (is_overwritten(p, chain, n)) {
            *why = "what it reads is overwritten in between";
            return n - 1;
        }
    }
    return n;
}

static void remark(planner *p, const sn_step *s, const char *why)
{
    SN_PUSH(p->remarks,
            sn_arena_printf(p->arena, "'%s' is not computed row by row with what reads it: %s",
                            s->node->name ? sn_escape(p->arena, s->node->name) : "?", why));
}

static sn_status one_chain(planner *p, const sn_map *all, size_t at)
{
    size_t chain[SN_MOST_STAGES];
    const sn_step *steps[SN_MOST_STAGES];
    const char *why, *loses = NULL;
    const int n = chain_from(p, all, at, chain, &why);
    int best = 0;
    double most = 0;
    for (int i = 0; i < n; i++) steps[i] = p->steps.v[chain[i]];
    for (int i = 2; i <= n; i++) {
        const double gain = sn_pipeline_gain(&p->k, steps, i, &loses);
        if (gain <= most) continue;
        most = gain;
        best = i;
    }
    if (best == 0) {
        if (n > 1 || why) remark(p, steps[0], n > 1 ? loses : why);
        return SN_OK;
    }
    sn_step *one;
    SN_TRY(sn_pipeline_of(&p->k, steps, best, &one));
    for (int i = 0; i < best; i++) {
        one->seconds += steps[i]->seconds;
        p->steps.v[chain[i]] = NULL;
    }
    p->steps.v[chain[best - 1]] = one;
    return SN_OK;
}

sn_status sn_plan_pipelines(planner *p)
{
    const sn_map *all = touches_of(p);
    for (size_t i = 0; i < p->steps.n; i++) {
        if (p->steps.v[i] && sn_can_be_stage(p->steps.v[i])) SN_TRY(one_chain(p, all, i));
    }
    size_t n = 0;
    for (size_t i = 0; i < p->steps.n; i++) {
        if (!p->steps.v[i]) continue;
        p->steps.v[n] = p->steps.v[i];
        p->steps.v[n]->id = (uint32_t)n;
        n++;
    }
    p->steps.n = n;
    return SN_OK;
}
