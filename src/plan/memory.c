/* SPDX-License-Identifier: Apache-2.0
 *
 * The memory plan. Tensors whose lifetimes do not meet share memory: offsets by best fit, once with
 * the largest tensors first and once in the order of time, and the smaller workspace is taken
 * (largest first meets the lower bound, the most that is alive at one time, for most networks; time
 * order wins now and then). An elementwise step writes over an operand that nobody reads
 * afterwards. */
#include <stdlib.h>
#include <string.h>

#include "plan/planner.h"

/* Steps that stream over two tensors at the same offset within a page wait for each other's loads
 * and stores (4 KB aliasing): large tensors are a little longer, so that neighbours begin at
 * different ones. */
enum { PAGE_BYTES = 4096, STAGGER_BYTES = 1088, ALIGN_BYTES = 64 };

typedef struct memory_block {
    sn_storage *s;
    int64_t size, offset;
} memory_block;

/* ---- lifetimes ------------------------------------------------------------------------------- */

/* In the order of steps. */
static void touch(const planner *p, sn_storage *s, size_t step)
{
    const int32_t section = p->section[step];
    const int thread = p->thread[step];
    if (s->last < 0) {
        s->first = (int32_t)step;
        s->first_thread = s->last_thread = thread;
    }
    if (section == p->section[s->first] && thread != s->first_thread)
        s->first_thread = SN_ALL_THREADS;
    if (s->last < 0 || section != p->section[s->last])
        s->last_thread = thread;
    else if (thread != s->last_thread)
        s->last_thread = SN_ALL_THREADS;
    s->last = (int32_t)step;
}

/* Whether one must not lie where the other does: both are in use at one time, or may be, since
 * threads go through a section each at its own pace. */
static bool alive_together(const planner *p, const sn_storage *a, const sn_storage *b)
{
    if (a->first <= b->last && b->first <= a->last) return true;
    const sn_storage *early = a->last < b->first ? a : b, *late = early == a ? b : a;
    return p->section[early->last] == p->section[late->first] &&
           (early->last_thread != late->first_thread || late->first_thread == SN_ALL_THREADS);
}

static sn_storage *storage_of(planner *p, int64_t floats)
{
    sn_shape flat = {.rank = 1, .d = {floats}};
    return sn_plan_place(p, NULL, &flat, SN_LAYOUT_PLAIN)->storage;
}

static void lifetimes(planner *p)
{
    for (size_t i = 0; i < p->steps.n; i++) {
        sn_step *s = p->steps.v[i];
        for (int k = 0; k < s->n_in; k++) {
            if (s->in[k]) touch(p, s->in[k]->storage, i);
        }
        for (int k = 0; k < s->n_out; k++) touch(p, s->out[k]->storage, i);
        for (int k = 0; k < s->epilogue.n; k++) {
            if (s->epilogue.outside[k].place) touch(p, s->epilogue.outside[k].place->storage, i);
        }
        if (s->shared > 0) {
            s->shared_storage = storage_of(p, s->shared);
            s->shared_storage->images = sn_plan_images_of(p, !s->for_all);
            touch(p, s->shared_storage, i);
        }
        if (s->scratch > 0 && p->options->own_scratch) {
            s->own_scratch = storage_of(p, s->scratch);
            touch(p, s->own_scratch, i);
        }
    }
}

/* ---- in place -------------------------------------------------------------------------------- */

static bool whole(const sn_place *place)
{
    const sn_storage *s = place->storage;
    return s->where == SN_IN_WORKSPACE && place->offset == 0;
}

/* The operand that the result of a map may be written over; NULL: none. */
static sn_storage *dying_operand(const sn_step *s, int32_t at)
{
    const sn_place *y = s->out[0];
    for (int k = 0; k < s->epilogue.n; k++) {
        const sn_epilogue_operand *o = &s->epilogue.outside[k];
        const sn_place *x = o->place;
        if (!x || o->kind != SN_OPERAND_ELEMENTWISE || !whole(x) || x->storage->last != at)
            continue;
        if (x->storage->bytes != y->storage->bytes || x->type != y->type || x->apart ||
            x->of_image != y->of_image || x->layout.kind != y->layout.kind ||
            x->layout.plane != y->layout.plane)
            continue;
        bool once = true;
        for (int i = 0; i < s->epilogue.n; i++) {
            const sn_epilogue_operand *other = &s->epilogue.outside[i];
            if (i != k && other->place && other->place->storage == x->storage &&
                other->kind != SN_OPERAND_ELEMENTWISE)
                once = false;
            if (i != k && other->place && other->place->storage == x->storage &&
                other->place->offset != x->offset)
                once = false;
        }
        if (once) return x->storage;
    }
    return NULL;
}

static sn_storage *owner_of(sn_storage **owner, sn_storage *s)
{
    while (owner[s->id]) s = owner[s->id];
    return s;
}

static void share_in_place(planner *p, sn_storage **owner)
{
    for (size_t i = 0; i < p->steps.n; i++) {
        const sn_step *s = p->steps.v[i];
        if (s->kernel != &sn_kernel_map || !whole(s->out[0])) continue;
        if (s->n_out > 1 && s->sums.kind == SN_SUMS_NONE) continue;
        sn_storage *to = s->out[0]->storage;
        if (to->first != (int32_t)i || owner[to->id]) continue;
        sn_storage *from = dying_operand(s, (int32_t)i);
        if (!from || from == to) continue;
        sn_storage *root = owner_of(owner, from);
        if (root->last != (int32_t)i) continue;
        if (s->sums.x && owner_of(owner, s->sums.x->storage) == root)
            continue;                                    /* x is read once more, behind y */
        if (root->last_thread != p->thread[i]) continue; /* others may not be done with it */
        owner[to->id] = root;
        root->joined = root->joined || to->joined;
        root->last = to->last;
        root->last_thread = to->last_thread;
    }
}

/* ---- offsets --------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    const memory_block *x = a, *y = b;
    if (x->size != y->size) return x->size < y->size ? 1 : -1;
    return x->s->id < y->s->id ? -1 : 1;
}

static int by_time(const void *a, const void *b)
{
    const memory_block *x = a, *y = b;
    if (x->s->first != y->s->first) return x->s->first < y->s->first ? -1 : 1;
    return by_size(a, b);
}

static int by_offset(const void *a, const void *b)
{
    const memory_block *x = *(const memory_block *const *)a, *y = *(const memory_block *const *)b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* The smallest gap that it fits between those that are alive at the same time; the end where there
 * is none. */
static int64_t best_gap(const memory_block *b, const memory_block **alive, size_t n)
{
    int64_t best = -1, best_size = INT64_MAX, end = 0;
    for (size_t i = 0; i < n; i++) {
        int64_t gap = alive[i]->offset - end;
        if (gap >= b->size && gap < best_size) {
            best = end;
            best_size = gap;
        }
        int64_t behind = alive[i]->offset + alive[i]->size;
        if (behind > end) end = behind;
    }
    return best >= 0 ? best : end;
}

static int64_t assign(const planner *p, memory_block *blocks, size_t n)
{
    const memory_block **alive = SN_NEW_N(p->arena, const memory_block *, n ? n : 1);
    int64_t total = 0;
    for (size_t i = 0; i < n; i++) {
        size_t n_alive = 0;
        for (size_t k = 0; k < i; k++) {
            if (alive_together(p, blocks[k].s, blocks[i].s)) alive[n_alive++] = &blocks[k];
        }
        qsort(alive, n_alive, sizeof *alive, by_offset);
        blocks[i].offset = best_gap(&blocks[i], alive, n_alive);
        if (blocks[i].offset + blocks[i].size > total) total = blocks[i].offset + blocks[i].size;
    }
    return total;
}

/* Looks for an order of blocks, which have been assigned and take `bytes`, in which they take less:
 * two change places, again and again, and stay so where it is no worse. They are left as they are
 * assigned in the best one. */
static int64_t tighten(const planner *p, memory_block *blocks, size_t n, int64_t bytes)
{
    enum { ROUNDS = 400, MOST_BLOCKS = 400 };
    memory_block *kept = SN_NEW_N(p->arena, memory_block, n + 1);
    uint64_t state = 1;
    for (int i = 0; i < ROUNDS && n > 2 && n <= MOST_BLOCKS; i++) {
        memcpy(kept, blocks, n * sizeof *kept);
        state = state * 6364136223846793005u + 1442695040888963407u;
        const size_t a = (size_t)(state >> 33) % n, b = (size_t)(state >> 45) % n;
        const memory_block first = blocks[a];
        blocks[a] = blocks[b];
        blocks[b] = first;
        const int64_t now = assign(p, blocks, n);
        if (now <= bytes)
            bytes = now;
        else
            memcpy(blocks, kept, n * sizeof *blocks);
    }
    return bytes;
}

static int64_t rounded(int64_t bytes)
{
    return (bytes + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;
}

/* Of those that last, or of the others. Returns the bytes that they take. */
static int64_t place_blocks(planner *p, sn_storage *const *owner, bool last)
{
    memory_block *blocks = SN_NEW_N(p->arena, memory_block, p->storages.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < p->storages.n; i++) {
        sn_storage *s = p->storages.v[i];
        if (s->where != SN_IN_WORKSPACE || s->last < 0 || owner[s->id]) continue;
        if (s->lasts != last) continue;
        if (last && s->images > 1) s->pitch = s->joined ? s->bytes : rounded(s->bytes);
        int64_t size = rounded(last && s->images > 1 ? s->pitch * s->images : s->bytes);
        p->p->tensor_bytes += size;
        if (size >= PAGE_BYTES && !p->options->min_memory) size += STAGGER_BYTES;
        blocks[n++] = (memory_block){s, size, 0};
    }
    qsort(blocks, n, sizeof *blocks, by_time);
    int64_t timed = assign(p, blocks, n);
    for (size_t i = 0; i < n; i++) blocks[i].s->offset = blocks[i].offset;
    qsort(blocks, n, sizeof *blocks, by_size);
    int64_t sized = assign(p, blocks, n);
    const int64_t tight = p->options->min_memory ? tighten(p, blocks, n, sized) : sized;
    for (size_t i = 0; i < n && tight <= timed; i++) blocks[i].s->offset = blocks[i].offset;
    return tight <= timed ? tight : timed;
}

/* While one image is at some step of a stage by image, another may be at any other: what lasts is
 * in use all the time. */
static void stay_through_stages(const planner *p, sn_storage *s)
{
    const sn_stage *begin = sn_program_stage(p->p, (size_t)s->first),
                   *end = sn_program_stage(p->p, (size_t)s->last);
    if (begin && begin->by_image) s->first = (int32_t)begin->first;
    if (end && end->by_image) s->last = (int32_t)(end->first + end->n) - 1;
}

static void offsets(planner *p)
{
    sn_storage **owner = SN_NEW_N(p->arena, sn_storage *, p->storages.n + 1);
    share_in_place(p, owner);
    for (size_t i = 0; i < p->storages.n; i++) {
        sn_storage *s = p->storages.v[i];
        s->lasts = !owner[s->id] && s->where == SN_IN_WORKSPACE && s->last >= 0 &&
                   (s->joined || !sn_plan_within_image(p, s->first, s->last));
        if (s->lasts) stay_through_stages(p, s);
    }
    p->p->workspace_bytes = place_blocks(p, owner, false);
    p->p->images_bytes = place_blocks(p, owner, true);
    for (size_t i = 0; i < p->storages.n; i++) {
        sn_storage *s = p->storages.v[i];
        if (s->lasts) s->offset += p->p->workspace_bytes;
    }
    for (size_t i = 0; i < p->storages.n; i++) {
        sn_storage *s = p->storages.v[i];
        if (!owner[s->id]) continue;
        const sn_storage *of = owner_of(owner, s);
        s->over = of;
        s->offset = of->offset;
        s->lasts = of->lasts;
        s->images = of->images;
        s->pitch = of->pitch;
    }
}

static void scratch(planner *p)
{
    for (size_t i = 0; i < p->steps.n && !p->options->own_scratch; i++) {
        if (p->steps.v[i]->scratch > p->p->scratch_floats)
            p->p->scratch_floats = p->steps.v[i]->scratch;
    }
}

sn_status sn_plan_memory(planner *p)
{
    lifetimes(p);
    sn_plan_stages(p);
    offsets(p);
    scratch(p);
    p->p->storage = p->storages.v;
    p->p->n_storages = p->storages.n;
    return SN_OK;
}
