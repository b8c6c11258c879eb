/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of steps by memory. A step comes behind those that write what it reads, or touch what
 * it writes; among all orders that keep to this one is looked for in which as few bytes as possible
 * are alive at one time. It is a beam search: of beginnings that have done the same steps the one
 * with the lowest peak is kept, and of all as many as WIDTH, those with the lowest peaks, and at
 * equal peaks those that leave least alive. The order stays as it is where nothing better is
 * found. Steps that make one value together stay together: the check step by step runs them as
 * one. */
#include <stdlib.h>
#include <string.h>

#include "plan/planner.h"
#include "plan/ranges.h"

enum { WIDTH = 24, MOST_STEPS = 1000 };

/* How far one got: the last step, behind the others. */
typedef struct order_path {
    const struct order_path *before;
    uint32_t step;
} order_path;

typedef struct order_state {
    const order_path *path;
    int64_t alive, peak; /* bytes */
    uint64_t done;       /* a hash of the set of steps */
    uint32_t *waits;     /* by step: for how many others; UINT32_MAX: it is done */
    uint32_t *left;      /* by storage: steps that will touch it */
} order_state;

typedef struct order_choice {
    uint32_t state, step;
    int64_t alive, peak;
    uint64_t done;
} order_choice;

typedef SN_VEC(uint32_t) numbers;

typedef struct orderer {
    const planner *p;
    size_t n, n_storages;
    numbers *after;   /* by step: those that wait for it */
    numbers *touched; /* by step: storages of the workspace, each once */
    bool *open;       /* by step: the next one goes on with what it makes, which is no value */
    order_state first;
} orderer;

/* ---- what waits for what --------------------------------------------------------------------- */

static void touch(orderer *o, uint32_t step, const sn_place *place)
{
    numbers *list = &o->touched[step];
    if (!place || !place->storage || place->storage->where != SN_IN_WORKSPACE) return;
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i] == place->storage->id) return;
    SN_PUSH(*list, place->storage->id);
    o->first.left[place->storage->id]++;
}

static bool is_open(const sn_step *s)
{
    for (int k = 0; k < s->n_out; k++)
        if (!sn_step_result(s, k)) return true;
    return false;
}

static void wait_for(orderer *o, uint32_t step, uint32_t earlier)
{
    SN_PUSH(o->after[earlier], step);
    o->first.waits[step]++;
}

static void find_waits(orderer *o)
{
    const planner *p = o->p;
    memory_ranges *ranges = SN_NEW_N(p->arena, memory_ranges, o->n);
    uint32_t head = 0; /* of the steps that stay together: it waits for all that they wait for */
    for (uint32_t i = 0; i < o->n; i++) {
        const sn_step *s = p->steps.v[i];
        for (int k = 0; k < s->n_in; k++) touch(o, i, s->in[k]);
        for (int k = 0; k < s->n_out; k++) touch(o, i, s->out[k]);
        for (int k = 0; k < s->epilogue.n; k++) touch(o, i, s->epilogue.outside[k].place);
        ranges[i].arena = p->arena;
        sn_ranges_of(p, s, false, SN_ALL_THREADS, &ranges[i]);
        o->open[i] = i + 1 < o->n && is_open(s);
        if (i == 0 || !o->open[i - 1]) head = i;
        if (head < i) wait_for(o, i, i - 1);
        for (uint32_t k = 0; k < i; k++) {
            if (!sn_ranges_meet(&ranges[k], &ranges[i])) continue;
            wait_for(o, i, k);
            if (k < head && head < i) wait_for(o, head, k);
        }
    }
}

/* ---- searching ------------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* What is alive during and behind the step, which comes next. */
static order_choice choice_of(const orderer *o, const order_state *s, uint32_t state, uint32_t step)
{
    const sn_step *now = o->p->steps.v[step];
    order_choice c = {state, step, s->alive, s->peak, s->done ^ mixed(step + 1)};
    int64_t freed = 0;
    for (size_t i = 0; i < o->touched[step].n; i++) {
        const uint32_t id = o->touched[step].v[i];
        const int64_t bytes = o->p->storages.v[id]->bytes;
        if (s->left[id] == o->first.left[id]) c.alive += bytes;
        if (s->left[id] == 1) freed += bytes;
    }
    const int64_t own = now->shared + (o->p->options->own_scratch ? now->scratch : 0),
                  during = c.alive + own * (int64_t)sizeof(float);
    if (during > c.peak) c.peak = during;
    c.alive -= freed;
    return c;
}

static void take(orderer *o, const order_state *from, const order_choice *c, order_state *to)
{
    order_path *path = SN_NEW(o->p->arena, order_path);
    *path = (order_path){from->path, c->step};
    to->path = path;
    to->alive = c->alive;
    to->peak = c->peak;
    to->done = c->done;
    memcpy(to->waits, from->waits, o->n * sizeof *to->waits);
    memcpy(to->left, from->left, o->n_storages * sizeof *to->left);
    to->waits[c->step] = UINT32_MAX;
    for (size_t i = 0; i < o->after[c->step].n; i++) to->waits[o->after[c->step].v[i]]--;
    for (size_t i = 0; i < o->touched[c->step].n; i++) to->left[o->touched[c->step].v[i]]--;
}

static bool may_be_next(const orderer *o, const order_state *s, uint32_t step)
{
    const order_path *last = s->path;
    return s->waits[step] == 0 && (!last || !o->open[last->step] || step == last->step + 1);
}

static int by_peak(const void *a, const void *b)
{
    const order_choice *x = a, *y = b;
    if (x->peak != y->peak) return x->peak < y->peak ? -1 : 1;
    if (x->alive != y->alive) return x->alive < y->alive ? -1 : 1;
    if (x->step != y->step) return x->step < y->step ? -1 : 1;
    return x->state < y->state ? -1 : x->state > y->state;
}

static order_state *new_states(const orderer *o)
{
    order_state *list = SN_NEW_N(o->p->arena, order_state, WIDTH);
    for (size_t i = 0; i < WIDTH; i++) {
        list[i].waits = SN_NEW_N(o->p->arena, uint32_t, o->n + 1);
        list[i].left = SN_NEW_N(o->p->arena, uint32_t, o->n_storages + 1);
    }
    return list;
}

/* The lowest of the last states. */
static const order_state *search(orderer *o)
{
    order_state *now = new_states(o), *next = new_states(o);
    SN_VEC(order_choice) choices = SN_VEC_IN(o->p->arena);
    size_t n_now = 1;
    memcpy(now->waits, o->first.waits, o->n * sizeof *now->waits);
    memcpy(now->left, o->first.left, o->n_storages * sizeof *now->left);
    for (size_t done = 0; done < o->n; done++) {
        size_t n_next = 0;
        choices.n = 0;
        for (uint32_t i = 0; i < n_now; i++)
            for (uint32_t k = 0; k < o->n; k++)
                if (may_be_next(o, &now[i], k)) SN_PUSH(choices, choice_of(o, &now[i], i, k));
        qsort(choices.v, choices.n, sizeof *choices.v, by_peak);
        for (size_t i = 0; i < choices.n && n_next < WIDTH; i++) {
            const order_choice *c = &choices.v[i];
            bool known = false;
            for (size_t k = 0; k < n_next; k++) known = known || next[k].done == c->done;
            if (!known) take(o, &now[c->state], c, &next[n_next++]);
        }
        order_state *other = now;
        now = next;
        next = other;
        n_now = n_next;
    }
    return now;
}

/* The peak of the order that there is. */
static int64_t peak_now(orderer *o)
{
    order_state *s = new_states(o);
    memcpy(s->waits, o->first.waits, o->n * sizeof *s->waits);
    memcpy(s->left, o->first.left, o->n_storages * sizeof *s->left);
    for (uint32_t i = 0; i < o->n; i++) {
        const order_choice c = choice_of(o, &s[i % 2], 0, i);
        take(o, &s[i % 2], &c, &s[(i + 1) % 2]);
    }
    return s[o->n % 2].peak;
}

void sn_plan_order(planner *p)
{
    const size_t n = p->steps.n;
    if (n < 3 || n > MOST_STEPS || p->images > 1) return;
    orderer o = {.p = p, .n = n, .n_storages = p->storages.n};
    o.after = SN_NEW_N(p->arena, numbers, n);
    o.touched = SN_NEW_N(p->arena, numbers, n);
    for (size_t i = 0; i < n; i++) o.after[i].arena = o.touched[i].arena = p->arena;
    o.open = SN_NEW_N(p->arena, bool, n);
    o.first.waits = SN_NEW_N(p->arena, uint32_t, n);
    o.first.left = SN_NEW_N(p->arena, uint32_t, o.n_storages + 1);
    find_waits(&o);
    const order_state *best = search(&o);
    if (best->peak >= peak_now(&o)) return;
    sn_step **list = SN_NEW_N(p->arena, sn_step *, n);
    size_t at = n;
    for (const order_path *s = best->path; s; s = s->before) list[--at] = p->steps.v[s->step];
    memcpy(p->steps.v, list, n * sizeof *list);
    sn_plan_close_ranks(p);
}
