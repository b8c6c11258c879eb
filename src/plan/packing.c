/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights that are known at run time only, as those of a training. A kernel has packed labels of
 * their elements instead of numbers: where it has put them is where a step in front of its own puts
 * the elements, once for all images; or a kernel of its own makes something else of them
 * (Winograd's transform). */
#include <string.h>

#include "kernels/index_map.h"
#include "plan/planner.h"

/* Element i of what is packed is that of the weights, or the constant 0, as the labels say. */
static const sn_index_map *map_of(sn_arena *arena, const sn_packed *packed, int64_t n_weights)
{
    sn_index_map *map = SN_NEW(arena, sn_index_map);
    int64_t *base = SN_NEW_N(arena, int64_t, 2), *count = SN_NEW_N(arena, int64_t, 1);
    int32_t *from = SN_NEW_N(arena, int32_t, packed->floats + 1);
    const int32_t **froms = SN_NEW_N(arena, const int32_t *, 1);
    uint32_t *zero = SN_NEW_N(arena, uint32_t, 1);
    for (int64_t i = 0; i < packed->floats; i++) {
        uint32_t label;
        memcpy(&label, &packed->data[i], sizeof label);
        from[i] = label ? (int32_t)label - 1 : ~0;
    }
    base[1] = n_weights;
    count[0] = packed->floats;
    froms[0] = from;
    *map = (sn_index_map){.n_in = 1,
                          .n_out = 1,
                          .base = base,
                          .count = count,
                          .from = froms,
                          .value = zero,
                          .n_values = 1};
    return map;
}

/* The operand, of which all images see the same, as what is for all of them. */
static const sn_place *for_all(planner *p, const sn_place *x)
{
    sn_place *all = sn_arena_copy(p->arena, x, sizeof *x);
    if (x->apart && x->pitch == 0) all->of_image = all->apart = false;
    return all;
}

static sn_status pack(planner *p, sn_step *s, sn_packed *packed)
{
    const sn_place *weights = for_all(p, s->in[packed->from_slot - 1]);
    const sn_shape flat = {.rank = 1, .d = {packed->floats}};
    sn_place *to = sn_plan_place(p, NULL, &flat, SN_LAYOUT_PLAIN);
    to->of_image = weights->of_image;
    to->storage->images = sn_plan_images_of(p, to->of_image);
    sn_step *made = sn_plan_step(p, packed->maker ? packed->maker : &sn_kernel_move, NULL);
    const sn_place **in = SN_NEW_N(p->arena, const sn_place *, 1),
                   **out = SN_NEW_N(p->arena, const sn_place *, 1);
    in[0] = weights;
    out[0] = to;
    made->n_in = made->n_out = 1;
    made->in = in;
    made->out = out;
    made->packs = true;
    made->config = packed->maker_config;
    if (!packed->maker) made->map = map_of(p->arena, packed, sn_shape_count(&weights->shape));
    SN_TRY(sn_plan_finish(p, made));
    packed->place = to;
    const sn_place **all = SN_NEW_N(p->arena, const sn_place *, s->n_in + 1);
    memcpy(all, s->in, (size_t)s->n_in * sizeof *all);
    all[s->n_in++] = to;
    s->in = all;
    return SN_OK;
}

sn_status sn_plan_pack_at_run_time(planner *p, sn_step *s)
{
    for (int i = 0; i < s->n_packed; i++)
        if (s->packed[i]->from_slot) SN_TRY(pack(p, s, s->packed[i]));
    return SN_OK;
}
