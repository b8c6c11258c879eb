/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/halves.h"

#include "ir/op.h"

uint64_t sn_halves_key(const sn_tensor *t) { return (uint64_t)(uintptr_t)t; }

const sn_tensor *sn_weight_in(const sn_node *n, uint16_t slot)
{
    const sn_value *v = sn_in(n, slot);
    return v && v->kind != SN_RESULT && v->data && v->data->buf ? v->data : NULL;
}

uint64_t sn_weight_hash(const sn_tensor *t)
{
    return sn_hash_bytes(sn_tensor_data(t), (size_t)t->n_bytes, (uint64_t)t->coding);
}

sn_map *sn_weight_hashes(const sn_graph *g, bool (*wanted)(const sn_tensor *t), sn_arena *arena)
{
    sn_map *all = sn_map_create(arena);
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_tensor *t = sn_weight_in(n, i);
            if (t && wanted(t)) sn_map_put_u64(all, sn_weight_hash(t), all);
        }
    }
    return all;
}

sn_map *sn_halves_of(const sn_graph *g, const sn_graph *others, sn_arena *arena)
{
    sn_map *there = others ? sn_weight_hashes(others, sn_tensor_is_of_halves, arena) : NULL,
           *all = sn_map_create(arena);
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_tensor *t = sn_weight_in(n, i);
            if (!t || !sn_tensor_is_of_halves(t)) continue;
            if (others && (t->coding != SN_CODED_F16 || sn_map_has_u64(there, sn_weight_hash(t))))
                continue;
            sn_map_put_u64(all, sn_halves_key(t), all);
        }
    }
    return sn_map_count(all) ? all : NULL;
}
