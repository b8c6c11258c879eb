/* SPDX-License-Identifier: Apache-2.0
 *
 * Poolings that the step before does to its own result as it stores that, so that what is pooled is
 * never stored: behind Winograd's convolutions, whose tiles are made of whole windows.
 *
 * Needs: the pooling alone reads the result, all of it, as it is stored, and the network does not
 * give it. Its windows are cells of a grid that begins at the first pixel (kernels/pool.h);
 * the kernel says whether its tiles are whole numbers of them. The step takes the place of the
 * convolution: what the pooling reads beside it are numbers alone. Whether it pays is asked of the
 * machine, also beside what the pooling would save as the first layer of a pipeline of rows. What
 * is not done is a remark. */
#include "kernels/pool.h"
#include "ops/pool.h"
#include "plan/planner.h"

extern const sn_kernel sn_kernel_pool;

static void remark(planner *p, const sn_step *conv, const sn_step *pool, const char *why)
{
    SN_PUSH(p->remarks,
            sn_arena_printf(p->arena, "'%s' is not pooled by '%s' as it is stored: %s",
                            sn_plan_name(p, conv->node), sn_plan_name(p, pool->node), why));
}

static bool is_same_place(const sn_place *a, const sn_place *b)
{
    return a->storage == b->storage && a->offset == b->offset &&
           sn_shape_equal(&a->shape, &b->shape) && a->layout.kind == SN_LAYOUT_BLOCKED &&
           b->layout.kind == SN_LAYOUT_BLOCKED;
}

typedef SN_VEC(size_t) step_list;

/* The poolings by windows, in their order. */
static step_list window_poolings(const planner *p)
{
    step_list list = SN_VEC_IN(p->arena);
    for (size_t i = 0; i < p->steps.n; i++) {
        const sn_step *s = p->steps.v[i];
        if (s->kernel == &sn_kernel_pool && sn_is_window_pool(s->node->op)) SN_PUSH(list, i);
    }
    return list;
}

/* The first of the poolings that reads what step `at` stores; NULL: there is none. */
static const sn_step *pooling_of(const planner *p, const step_list *poolings, size_t at)
{
    for (size_t i = 0; i < poolings->n; i++) {
        const sn_step *s = p->steps.v[poolings->v[i]];
        if (poolings->v[i] > at && s && is_same_place(p->steps.v[at]->out[0], s->in[0])) return s;
    }
    return NULL;
}

/* A copy of the step that pools, too; its kernel has still to plan it. */
static sn_step *with_pool(planner *p, const sn_step *conv, const sn_step *pool)
{
    sn_step *one = SN_NEW(p->arena, sn_step);
    *one = *conv;
    one->pool = pool;
    one->out = pool->out;
    one->n_out = pool->n_out;
    const sn_node **nodes = SN_NEW_N(p->arena, const sn_node *, conv->n_nodes + pool->n_nodes);
    for (size_t i = 0; i < conv->n_nodes; i++) nodes[i] = conv->nodes[i];
    for (size_t i = 0; i < pool->n_nodes; i++) nodes[conv->n_nodes + i] = pool->nodes[i];
    one->nodes = nodes;
    one->n_nodes = conv->n_nodes + pool->n_nodes;
    return one;
}

/* NULL: *one is made, and not planned yet; else why not. */
static const char *pool_it(planner *p, const sn_map *all, size_t at, const sn_step *pool,
                           sn_step **one)
{
    const sn_step *conv = p->steps.v[at];
    const size_t reader = sn_plan_only_reader(p, all, at);
    sn_cells cells;
    sn_work work;
    if (reader == SIZE_MAX || p->steps.v[reader] != pool) return "others read the value, too";
    const char *why = sn_cells_of(pool, &cells);
    if (!why) why = conv->kernel->why_no_pool(&p->k, conv->node, &cells, &work);
    if (why) return why;
    *one = with_pool(p, conv, pool);
    (*one)->seconds = sn_plan_work_seconds(p, *one, &work);
    const double gain = conv->seconds + pool->seconds - (*one)->seconds,
                 rows = sn_plan_rows_gain(p, all, reader);
    if (gain <= 0) return sn_arena_printf(p->arena, "that would take %.3g us more", -1e6 * gain);
    if (gain <= rows)
        return sn_arena_printf(p->arena,
                               "that saves %.3g us, and the pooling row by row with what reads it "
                               "%.3g more than that does alone",
                               1e6 * gain, 1e6 * rows);
    p->steps.v[reader] = NULL;
    return NULL;
}

sn_status sn_plan_pooled(planner *p)
{
    const sn_map *all = sn_plan_touches(p);
    const step_list poolings = window_poolings(p);
    for (size_t i = 0; i < p->steps.n; i++) {
        const sn_step *conv = p->steps.v[i];
        const bool can = conv && conv->kernel->why_no_pool && conv->node && conv->n_out == 1 &&
                         !sn_step_packs_at_run_time(conv);
        const sn_step *pool = can ? pooling_of(p, &poolings, i) : NULL;
        sn_step *one;
        if (!pool) continue;
        const char *why = pool_it(p, all, i, pool, &one);
        if (why) {
            remark(p, conv, pool, why);
            continue;
        }
        const double seconds = one->seconds;
        SN_TRY(sn_step_plan(&p->k, one));
        one->seconds = seconds;
        p->steps.v[i] = one;
    }
    sn_plan_close_ranks(p);
    return SN_OK;
}
