/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/halves.h"

#include "ir/op.h"

uint64_t sn_halves_key(const sn_tensor *t) { return (uint64_t)(uintptr_t)t; }

static const sn_tensor *halves_in(const sn_node *n, uint16_t slot)
{
    const sn_value *v = sn_in(n, slot);
    const bool is = v && v->kind != SN_RESULT && v->data && v->data->buf && sn_tensor_is_of_halves(v->data);
    return is ? v->data : NULL;
}

static uint64_t contents_of(const sn_tensor *t) { return sn_hash_bytes(sn_tensor_data(t), (size_t)t->n_bytes, (uint64_t)t->coding); }

static sn_map *contents_in(const sn_graph *g, sn_arena *arena)
{
    sn_map *all = sn_map_create(arena);
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            if (halves_in(n, i)) sn_map_put_u64(all, contents_of(halves_in(n, i)), all);
        }
    }
    return all;
}

sn_map *sn_halves_of(const sn_graph *g, const sn_graph *others, sn_arena *arena)
{
    sn_map *there = others ? contents_in(others, arena) : NULL, *all = sn_map_create(arena);
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_tensor *t = halves_in(n, i);
            if (!t || (others && (t->coding != SN_CODED_F16 || sn_map_has_u64(there, contents_of(t))))) continue;
            sn_map_put_u64(all, sn_halves_key(t), all);
        }
    }
    return sn_map_count(all) ? all : NULL;
}
