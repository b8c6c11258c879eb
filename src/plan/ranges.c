/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/ranges.h"

/* The workspace, an input or output, or, where it has no place yet, a tensor. */
static uint64_t space_of(const sn_storage *s, bool placed)
{
    if (s->where != SN_IN_WORKSPACE) return (uint64_t)(s->where + 1) << 32 | s->index;
    return placed ? 0 : (uint64_t)(SN_IN_WORKSPACE + 1) << 32 | s->id;
}

/* Bytes from the first image to the last one, of a step that is done for all of them. */
static int64_t between(const planner *p, const sn_place *place)
{
    const sn_storage *s = place->storage;
    if (place->of_image && place->apart) return place->pitch * (p->images - 1);
    return s->pitch * (s->images - 1);
}

static memory_range range_of(const planner *p, const sn_place *place, bool placed, bool written)
{
    const sn_storage *s = place->storage;
    const bool shares = placed && s->where == SN_IN_WORKSPACE;
    const int64_t from = place->offset + (shares ? s->offset : 0),
                  n = place->layout.kind == SN_LAYOUT_PLAIN ? sn_shape_count(&place->shape)
                                                            : sn_plan_floats(p, &place->layout);
    return (memory_range){.space = space_of(s, placed),
                          .from = from,
                          .to = from + n * sn_place_element_bytes(place) + between(p, place),
                          .written = written};
}

void sn_ranges_of(const planner *p, const sn_step *s, bool placed, int thread, memory_ranges *mine)
{
    mine->n = 0;
    for (int k = 0; k < s->n_in; k++) {
        if (s->in[k]) SN_PUSH(*mine, range_of(p, s->in[k], placed, false));
    }
    for (int k = 0; k < s->n_out; k++) SN_PUSH(*mine, range_of(p, s->out[k], placed, true));
    for (int k = 0; k < s->epilogue.n; k++) {
        if (s->epilogue.outside[k].place)
            SN_PUSH(*mine, range_of(p, s->epilogue.outside[k].place, placed, false));
    }
    if (s->shared_storage && placed) {
        const sn_storage *at = s->shared_storage;
        const int64_t to = at->offset + 4 * s->shared + at->pitch * (at->images - 1);
        SN_PUSH(*mine, (memory_range){0, at->offset, to, true, thread});
    }
    for (size_t i = 0; i < mine->n; i++) mine->v[i].thread = thread;
}

static bool meet(const memory_range *a, const memory_range *b)
{
    if (a->space != b->space || (!a->written && !b->written)) return false;
    if (a->thread == b->thread && a->thread != SN_ALL_THREADS) return false;
    return a->from < b->to && b->from < a->to;
}

bool sn_ranges_meet(const memory_ranges *a, const memory_ranges *b)
{
    for (size_t i = 0; i < a->n; i++) {
        for (size_t k = 0; k < b->n; k++)
            if (meet(&a->v[i], &b->v[k])) return true;
    }
    return false;
}
