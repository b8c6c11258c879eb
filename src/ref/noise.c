/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/noise.h"

static const sn_tensor *constant_at(const sn_node *n, uint16_t slot)
{
    const sn_value *v = sn_in(n, slot);
    return v && v->kind != SN_RESULT ? v->data : NULL;
}

bool sn_stores_halves(const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_tensor *t = constant_at(n, i);
            if (t && t->coding == SN_CODED_F16) return true;
        }
    }
    return false;
}

/* Of the stored elements, not of how they are stored: reading halves as f32 rounds nothing. */
static uint64_t contents_of(const sn_tensor *t)
{
    return sn_hash_bytes(sn_tensor_data(t), (size_t)t->n_bytes, (uint64_t)t->coding);
}

/* A factor that went into a weight was rounded with it, so all that the other network does not have counts. Where that stores no halves,
 * nothing was rounded to them. */
void sn_noise_init(sn_noise *noise, sn_arena *arena, const sn_graph *g, const sn_graph *other, bool made)
{
    *noise = (sn_noise){.ctx = g->ctx, .coarse = sn_map_create(arena)};
    const bool halves = sn_stores_halves(g), others = sn_stores_halves(other);
    if (!others && !(made && halves)) return;
    sn_map *there = sn_map_create(arena);
    SN_EACH_NODE(n, other)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_tensor *t = constant_at(n, i);
            if (t && t->buf) sn_map_put_u64(there, contents_of(t), noise);
        }
    }
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_tensor *t = constant_at(n, i);
            if (t && t->buf && !sn_map_has_u64(there, contents_of(t))) sn_map_put_u64(noise->coarse, sn_in(n, i)->id, noise);
        }
    }
}

static bool has_own_numbers(const sn_value *v, const sn_tensor *t)
{
    const bool floats = t && t->buf && sn_type_is_float(t->type);
    return floats && !(v->def && sn_op_has(v->def->op, SN_TRAIT_COPIES_BITS | SN_TRAIT_CONSTANT)) && sn_integer_limit(v) <= 0;
}

sn_status sn_disturb(const sn_noise *noise, const sn_value *v, const sn_tensor **t)
{
    if (!has_own_numbers(v, *t)) return SN_OK;
    const double amplitude = sn_map_has_u64(noise->coarse, v->id) ? SN_NOISE_F16 : SN_NOISE_F32;
    const sn_tensor *noisy = NULL;
    SN_TRY(sn_noisy_tensor(noise->ctx, *t, amplitude, v->id * 131 + (uint64_t)noise->draw * 1000003, &noisy));
    sn_tensor_release(*t);
    *t = noisy;
    return SN_OK;
}
