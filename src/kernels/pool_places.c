/* SPDX-License-Identifier: Apache-2.0
 *
 * pool_places: largest elements of windows and where they stand, of any type, and the way back
 * (max_unpool). Without indices, f32 and halves have a faster kernel (kernels/pool.c). */
#include "kernels/picks.h"

#include <float.h>
#include <inttypes.h>

#include "ops/elems.h"
#include "ops/max_unpool.h"
#include "ops/ops.h"
#include "ops/pool.h"

extern const char sn_text_pool_places[], sn_text_unpool[];

static bool max_fits(const sn_kernel_ctx *k, const sn_node *node)
{
    const sn_type type = sn_picks_type(sn_in(node, 0));
    (void)k;
    return sn_shape_known(&sn_out(node, 0)->shape) &&
           (node->n_out > SN_POOL_INDICES || (type != SN_TYPE_f32 && !sn_type_is_narrow(type)));
}

static int64_t planes(const sn_node *node)
{
    const sn_shape *x = &sn_in(node, 0)->shape;
    return sn_span_count(x, 0, x->rank - ((const sn_pool_params *)node->params)->nd);
}

/* What a window in pads alone gives, as the interpreter has it. */
static const char *least_of(sn_emit *e, sn_type type)
{
    if (type == SN_TYPE_f64) return sn_arena_printf(sn_emit_arena(e), "%.17g", -DBL_MAX);
    if (sn_type_is_float(type)) return sn_emit_number(e, -(double)FLT_MAX);
    const int64_t least = (int64_t)sn_word_least(type);
    return least == INT64_MIN ? "INT64_MIN" : sn_arena_printf(sn_emit_arena(e), "%" PRId64, least);
}

static sn_status bind_max(sn_emit *e, const sn_step *s, sn_bind *b)
{
    static const sn_ct_int names[3][6] = {
        {CT_in_z, CT_out_z, CT_taps_z, CT_step_z, CT_spread_z, CT_begin_z},
        {CT_in_y, CT_out_y, CT_taps_y, CT_step_y, CT_spread_y, CT_begin_y},
        {CT_in_x, CT_out_x, CT_taps_x, CT_step_x, CT_spread_x, CT_begin_x}};
    const sn_pool_params *p = s->node->params;
    const sn_type type = sn_picks_type(sn_in(s->node, 0));
    sn_window w;
    sn_pool_window_of(p, &sn_in(s->node, 0)->shape, &w);
    for (int a = 0; a < 3; a++) {
        const int64_t values[] = {w.in[a],     w.out[a],      w.kernel[a],
                                  w.stride[a], w.dilation[a], w.begin[a]};
        for (int i = 0; i < 6; i++) sn_bind_int(b, names[a][i], values[i]);
    }
    sn_bind_text(b, CT_exceeds, sn_type_is_float(type) ? "v > most || v != v" : "v > most");
    sn_bind_text(b, CT_lowest, least_of(e, type));
    sn_bind_int(b, CT_by_columns, p->storage_order == SN_POOL_COLUMN_MAJOR);
    sn_picks_bind(e, s, b, 1, sn_convert_domain(type, type));
    return SN_OK;
}

static sn_status bind_unpool(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_type type = sn_picks_type(sn_in(s->node, SN_UNPOOL_X));
    sn_picks_bind(e, s, b, SN_UNPOOL_INDICES, sn_convert_domain(type, type));
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_op_max_pool,
     .name = "pool_places",
     .body = sn_text_pool_places,
     .units = planes,
     .fits = max_fits,
     .bind = bind_max,
     .typed = true,
     .cost = 30},
    {.op = &sn_op_max_unpool,
     .name = "unpool",
     .body = sn_text_unpool,
     .units = sn_loops_one, /* elements of any two planes may have one index */
     .fits = sn_picks_fit,
     .bind = bind_unpool,
     .typed = true,
     .unread = 1u << SN_UNPOOL_SHAPE,
     .cost = 6},
};

SN_LOOPS_KERNEL_OF(
    pool_places, true,
    "largest elements of windows and where they stand, and the way back, of any type",
    &sn_op_max_pool, &sn_op_max_unpool)
