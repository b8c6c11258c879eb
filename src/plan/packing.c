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
    for (int i = 0; i < s->n_packed; i++) /* it reads what is packed instead */
        if (s->packed[i]->from_slot) s->in[s->packed[i]->from_slot - 1] = NULL;
    return SN_OK;
}

/* ---- weights that are others, moved ---------------------------------------------------------- */

static bool is_whole(const sn_place *x)
{
    return x->layout.kind == SN_LAYOUT_PLAIN && x->offset == 0 &&
           x->storage->bytes == sn_place_bytes(x) && sn_place_element_bytes(x) == sizeof(float);
}

/* The step, one that moves elements and does nothing else, that makes all of what the place is. */
static const sn_step *mover_of(const sn_map *writer, const sn_place *x)
{
    const sn_step *m = sn_map_get_u64(writer, (uintptr_t)x->storage);
    const bool moves = m && m->kernel == &sn_kernel_move && m->node && !m->channels &&
                       m->n_out == 1 && m->n_in == 1 && m->in[0];
    return moves && is_whole(x) && is_whole(m->out[0]) ? m : NULL;
}

static sn_status pack_from(planner *p, sn_step *s, const sn_step *m)
{
    sn_index_map *first = NULL;
    sn_arena *scratch = sn_arena_create(p->ctx);
    const sn_status status = sn_index_map_of_chain(p->ctx, scratch, m->nodes, m->n_nodes, &first);
    if (status == SN_OK) s->map = sn_index_map_then(p->arena, first, s->map);
    sn_arena_destroy(scratch);
    SN_TRY(status);
    const sn_place **in = SN_NEW_N(p->arena, const sn_place *, 1);
    in[0] = for_all(p, m->in[0]);
    s->in = in;
    SN_TRY(sn_step_plan(&p->k, s));
    s->seconds = sn_plan_seconds(p, s);
    return SN_OK;
}

/* Those of the steps in `moved` that nobody reads any more. */
static void drop_unread(planner *p, const sn_map *moved)
{
    sn_map *read = sn_map_create(p->arena);
    for (size_t i = p->steps.n; i-- > 0;) {
        const sn_step *s = p->steps.v[i];
        if (sn_map_has_u64(moved, (uintptr_t)s) && s->out[0]->storage->where == SN_IN_WORKSPACE &&
            !sn_map_has_u64(read, (uintptr_t)s->out[0]->storage)) {
            for (size_t k = 0; k < s->n_nodes; k++)
                p->node[s->nodes[k]->id].no_step = "its elements are packed from where they stood";
            p->steps.v[i] = NULL;
            continue;
        }
        for (int k = 0; k < s->n_in; k++)
            if (s->in[k]) sn_map_put_u64(read, (uintptr_t)s->in[k]->storage, p);
        for (int k = 0; k < s->epilogue.n; k++)
            if (s->epilogue.outside[k].place)
                sn_map_put_u64(read, (uintptr_t)s->epilogue.outside[k].place->storage, p);
    }
    sn_plan_close_ranks(p);
}

sn_status sn_plan_pack_moved(planner *p)
{
    sn_map *writer = sn_map_create(p->arena); /* by storage; those of several steps have none */
    sn_map *moved = sn_map_create(p->arena);
    for (size_t i = 0; i < p->steps.n; i++) {
        sn_step *s = p->steps.v[i];
        const sn_step *m = NULL;
        while (s->packs && s->map && s->n_in == 1 && (m = mover_of(writer, s->in[0]))) {
            SN_TRY(pack_from(p, s, m));
            sn_map_put_u64(moved, (uintptr_t)m, p);
        }
        for (int k = 0; k < s->n_out; k++) {
            const uintptr_t at = (uintptr_t)s->out[k]->storage;
            static const sn_step several = {.n_out = 2};
            sn_map_put_u64(writer, at,
                           (void *)(uintptr_t)(sn_map_has_u64(writer, at) ? &several : s));
        }
    }
    drop_unread(p, moved);
    return SN_OK;
}
