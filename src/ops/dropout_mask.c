/* SPDX-License-Identifier: Apache-2.0
 *
 * dropout_mask: 0, or 1 / (1 - ratio), at random, by a generator that counts: Philox 4x32-10
 * (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011). Its key
 * is the seed and the place, its counter the step and the elements, four at a time: each element
 * has its number by itself, in whatever order they are worked out. */
#include "ops/dropout_mask.h"

#include "base/parallel.h"
#include "base/philox.h"
#include "ops/elems.h"
#include "ops/grad/grad.h"
#include "ops/rule.h"

static sn_status infer(sn_infer *in)
{
    SN_TRY(sn_shape_rule_rank(in, SN_DROPOUT_MASK_STEP, 0, 0));
    in->out_shape[0] = in->in_shape[SN_DROPOUT_MASK_LIKE];
    return SN_OK;
}

typedef struct mask_work {
    sn_elems y;
    int64_t n;
    uint32_t key[2];
    uint64_t step, least; /* least: of a number of 32 bits that stays */
    double factor;
} mask_work;

static void one_block(void *user, int64_t i)
{
    const mask_work *w = user;
    uint32_t v[4] = {(uint32_t)i, (uint32_t)((uint64_t)i >> 32), (uint32_t)w->step,
                     (uint32_t)(w->step >> 32)};
    sn_philox(w->key, v);
    for (int k = 0; k < 4 && 4 * i + k < w->n; k++)
        sn_elems_put(w->y, 4 * i + k, v[k] >= w->least ? w->factor : 0);
}

static sn_status eval(sn_eval *e)
{
    const sn_dropout_mask_params *p = e->params;
    SN_TRY(sn_eval_ready(e));
    const double ratio = (double)p->ratio;
    const double step = sn_elems_at(sn_eval_elems(e, SN_DROPOUT_MASK_STEP), 0);
    mask_work w = {.y = sn_eval_out_elems(e, 0),
                   .n = sn_shape_count(&e->out_shape[0]),
                   .key = {(uint32_t)p->seed, (uint32_t)p->place},
                   .step = step >= 0 && step < 0x1p63 ? (uint64_t)step : 0,
                   .least = (uint64_t)(ratio * 0x1p32),
                   .factor = ratio < 1 ? 1 / (1 - ratio) : 0};
    sn_parallel_for(e->ctx, (w.n + 3) / 4, one_block, &w);
    return SN_OK;
}

static const char *validate(const void *params, sn_arena *arena)
{
    const float ratio = ((const sn_dropout_mask_params *)params)->ratio;
    if (ratio >= 0 && ratio <= 1) return NULL;
    return sn_arena_printf(arena, "ratio is %g, 0 to 1 expected", (double)ratio);
}

static bool reads_shape(const sn_node *node, unsigned slot)
{
    (void)node;
    return slot == SN_DROPOUT_MASK_LIKE;
}

static const sn_slot slots[] = {{"like", 0}, {"step", 0}, {NULL, 0}};

static const sn_param params[] = {
    SN_P_F32(sn_dropout_mask_params, ratio, 0, "of elements that are 0"),
    SN_P_INT(sn_dropout_mask_params, seed, 0, INT32_MIN, INT32_MAX, "of all masks of a training"),
    SN_P_INT(sn_dropout_mask_params, place, 0, 0, INT32_MAX, "which of its masks it is"),
    SN_P_END,
};

const sn_op sn_op_dropout_mask = {
    .name = "dropout_mask",
    .synopsis = "y = 0, or 1 / (1 - ratio), at random, of each step others",
    .slots = slots,
    .types = "float,float2->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .traits = SN_TRAIT_STEPS,
    .params_bytes = sizeof(sn_dropout_mask_params),
    .params = params,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_none,
    .reads_shape_only = reads_shape,
};
