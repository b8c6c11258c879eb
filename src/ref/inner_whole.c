/* SPDX-License-Identifier: Apache-2.0
 *
 * Integers and bools inside: what a value was in all runs is kept as one hash, so that two of them
 * were the same throughout if these are. */
#include "ref/inner_values.h"

#include "ref/sketch.h"

static const inner_whole *whole_of(const sn_inner *inner, int side, const sn_value *v)
{
    return sn_map_get_u64(inner->whole[side], v->id);
}

static uint64_t added(uint64_t history, uint64_t run)
{
    const uint64_t both[] = {history, run};
    return sn_hash_bytes(both, sizeof both, 0);
}

/* Of what was not there in the runs before, too. */
static inner_whole *fresh(sn_inner *inner, int side, const sn_value *v)
{
    inner_whole *w = SN_NEW(inner->kept, inner_whole);
    w->value = v;
    w->passed_on = UINT32_MAX;
    w->uniform = true;
    for (int k = 0; k < inner->n_counted; k++) w->history = added(w->history, 0);
    sn_map_put_u64(inner->whole[side], v->id, w);
    SN_PUSH(inner->wholes[side], w);
    return w;
}

void inner_see_whole(sn_inner *inner, int side, const sn_value *v, const sn_tensor *t,
                     const sn_tensor *sketch, uint32_t passed_on)
{
    inner_whole *w = sn_map_get_u64(inner->whole[side], v->id);
    if (!w) w = fresh(inner, side, v);
    w->shape = t->shape;
    w->passed_on &= passed_on;
    const uint64_t shape = sn_hash_bytes(t->shape.d, sizeof *t->shape.d * (size_t)t->shape.rank, 1);
    w->now = sn_hash_bytes(sn_tensor_f32(sketch), sizeof(float) * (size_t)sn_tensor_count(sketch),
                           shape);
    if (w->uniform) w->uniform_now = sn_tensor_is_uniform(t, &w->number_now);
}

void inner_end_wholes(sn_inner *inner, bool counts)
{
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < inner->wholes[side].n; i++) {
            inner_whole *w = inner->wholes[side].v[i];
            if (counts) w->history = added(w->history, w->now);
            if (counts && w->now) {
                w->varied = w->varied || (w->n_seen && w->now != w->last);
                w->uniform =
                    w->uniform && w->uniform_now && (!w->n_seen || w->number == w->number_now);
                w->number = w->number_now;
                w->last = w->now;
                w->n_seen++;
            }
            w->now = 0;
        }
    }
    inner->n_counted += counts;
}

static bool same_throughout(const inner_whole *a, const inner_whole *b)
{
    return a->varied && b->varied && a->history == b->history;
}

const sn_value *inner_whole_partner(const sn_inner *inner, int side, const sn_value *of, size_t k)
{
    const inner_whole *w = whole_of(inner, side, of);
    for (size_t i = 0; w && w->varied && i < inner->wholes[!side].n; i++) {
        const inner_whole *other = inner->wholes[!side].v[i];
        if (same_throughout(w, other) && k-- == 0) return other->value;
    }
    return NULL;
}

bool inner_wholes_agree(const sn_inner *inner, const sn_value *of_a, const sn_value *of_b)
{
    const inner_whole *a = whole_of(inner, 0, of_a), *b = whole_of(inner, 1, of_b);
    return a && b && same_throughout(a, b);
}

bool sn_inner_is_undecided(const sn_inner *inner, sn_inner_side side, const sn_value *v,
                           double *number)
{
    const inner_whole *w = whole_of(inner, side == SN_INNER_B, v);
    if (!w || !w->n_seen || !w->uniform) return false;
    *number = w->number;
    return true;
}

bool sn_inner_varied(const sn_inner *inner, sn_inner_side side, const sn_value *v)
{
    const inner_whole *w = whole_of(inner, side == SN_INNER_B, v);
    return w && w->varied;
}
