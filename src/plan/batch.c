/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of a batch. A program of several images is that of one image, run for each of them;
 * what is decided here is the order. Image by image, what lies between two steps is still in the
 * cache when the next one reads it, and all images use the same memory; but each image reads all
 * weights again. Step by step, the weights of a step are read once for all images, but what lies
 * between the steps is there as often as there are images.
 *
 * The network is cut into stages of the one or the other kind, so that the fewest bytes come from
 * beyond the second cache: a shortest path over the steps, with two nodes a step. */
#include "plan/planner.h"

static double weights_of(const sn_step *s)
{
    double floats = 0;
    for (int i = 0; i < s->n_packed; i++) floats += (double)s->packed[i]->floats;
    return 4 * floats;
}

/* What a step reads and writes of one image, beside the network's inputs and outputs, which are
 * apart in either order. */
static double tensors_of(const sn_step *s)
{
    double bytes = 2 * sizeof(float) * (double)s->shared;
    for (int i = 0; i < s->n_in; i++)
        if (s->in[i] && s->in[i]->storage->where == SN_IN_WORKSPACE)
            bytes += (double)sn_place_bytes(s->in[i]);
    for (int i = 0; i < s->n_out; i++)
        if (s->out[i]->storage->where == SN_IN_WORKSPACE)
            bytes += (double)sn_place_bytes(s->out[i]);
    for (int i = 0; i < s->epilogue.n; i++) {
        const sn_place *o = s->epilogue.outside[i].place;
        if (o && o->storage->where == SN_IN_WORKSPACE) bytes += (double)sn_place_bytes(o);
    }
    return bytes;
}

/* Of a step that has to be done for all images at once: more than any way that it can take. */
#define FORBIDDEN 1e30

/* Weights that an image finds where the one before has left them. */
static bool stays_near(double weights, double l2) { return weights <= l2 / 2; }

/* Bytes that one image takes from beyond the second cache. */
static double bytes_of(const sn_step *s, double l2, int64_t batch, bool by_image)
{
    const double w = weights_of(s), t = tensors_of(s);
    if (by_image) return w;
    return (s->splits_weights || stays_near(w, l2) ? w / (double)batch : w) +
           (t * (double)batch > l2 ? t : 0);
}

static void cut(planner *p, sn_stage *stages, size_t *n_stages)
{
    const size_t n = p->steps.n;
    const double l2 = sn_machine_l2_bytes(p->k.machine);
    const sn_batch_order order = p->options->order;
    double cost[2] = {0, 0};
    uint8_t *from[2] = {SN_NEW_N(p->arena, uint8_t, n + 1), SN_NEW_N(p->arena, uint8_t, n + 1)};
    for (size_t i = 0; i < n; i++) {
        const double crossing = i ? tensors_of(p->steps.v[i]) : 0;
        double next[2];
        for (int kind = 0; kind < 2; kind++) {
            const bool stays = cost[kind] <= cost[!kind] + crossing;
            from[kind][i] = (uint8_t)(stays ? kind : !kind);
            next[kind] = (stays ? cost[kind] : cost[!kind] + crossing) +
                         (kind && p->steps.v[i]->for_all
                              ? FORBIDDEN
                              : bytes_of(p->steps.v[i], l2, p->images, kind == 1));
        }
        cost[0] = next[0];
        cost[1] = next[1];
    }
    int kind = cost[1] <= cost[0];
    uint8_t *kinds = SN_NEW_N(p->arena, uint8_t, n + 1);
    for (size_t i = n; i-- > 0; kind = from[kind][i]) kinds[i] = (uint8_t)kind;
    for (size_t i = 0; i < n && order != SN_BATCH_CHEAPEST; i++)
        kinds[i] = order == SN_BATCH_MIXED && i / 3 % 2 && !p->steps.v[i]->for_all;
    *n_stages = 0;
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || kinds[i] != kinds[i - 1])
            stages[(*n_stages)++] = (sn_stage){.first = i, .by_image = kinds[i]};
        stages[*n_stages - 1].n = i + 1 - stages[*n_stages - 1].first;
    }
}

void sn_plan_stages(planner *p)
{
    p->p->own_images = p->options->own_images;
    p->p->batch_axis = p->options->batch;
    p->p->batch = p->images;
    p->p->splits = p->splits;
    if (p->p->batch == 1) return;
    p->p->stage = SN_NEW_N(p->arena, sn_stage, p->steps.n + 1);
    cut(p, p->p->stage, &p->p->n_stages);
}

const sn_stage *sn_program_stage(const sn_program *p, size_t step)
{
    for (size_t i = 0; i < p->n_stages; i++) {
        if (step - p->stage[i].first < p->stage[i].n) return &p->stage[i];
    }
    return NULL;
}

bool sn_plan_within_image(const planner *p, int32_t first, int32_t last)
{
    const sn_stage *stage = sn_program_stage(p->p, (size_t)first);
    return !stage || (stage->by_image && (size_t)last - stage->first < stage->n);
}

/* Of the phase that stores: weights of so many units as stay in a quarter of the second cache while
 * the images pass. */
int64_t sn_plan_chunk(const planner *p, const sn_step *s, int phase)
{
    const double w = weights_of(s), l2 = sn_machine_l2_bytes(p->k.machine);
    const int64_t units = s->units[phase] > 1 ? s->units[phase] : 1;
    const int stores = s->n_phases - 1 - (s->sums.kind != SN_SUMS_NONE);
    if (s->for_all || stays_near(w, l2) || !s->splits_weights || phase != stores) return units;
    const int64_t n = (int64_t)((double)units * l2 / 4 / w);
    return n > 1 ? n : 1;
}
