/* SPDX-License-Identifier: Apache-2.0
 *
 * sample_gradients: gradients of what reads between pixels, grid_sample and deform_conv, in two
 * phases: by what is read, where results meet, a channel is one thread's, and by the places. Sums
 * are in double. */
#include "kernels/grid_sample.h"
#include "kernels/tiling.h"
#include "ops/deform_conv_gradient.h"
#include "ops/grid_sample_gradient.h"
#include "ops/ops.h"
#include "ops/rule.h"
#include "ops/window.h"

extern const char sn_text_grid_sample_gradient[], sn_text_grid_sample_slopes[],
    sn_text_deform_conv_gradient[];

static void plan_phases(sn_step *s, int64_t channels, int64_t places, int64_t doubles)
{
    s->n_phases = 2;
    s->units[0] = channels;
    s->units[1] = places;
    s->scratch = doubles * (int64_t)(sizeof(double) / sizeof(float));
    s->why = "what is read channel by channel, then the places";
}

/* ---- of grid_sample -------------------------------------------------------------------------- */

static sn_grid_sampling sampling_of(const sn_node *node)
{
    const sn_grid_sample_params *p = node->params;
    const sn_shape *grid = &sn_in(node, SN_GRID_GRADIENT_GRID)->shape;
    return (sn_grid_sampling){.mode = p->mode,
                              .padding_mode = p->padding_mode,
                              .align_corners = p->align_corners,
                              .n = (int)grid->d[grid->rank - 1]};
}

static sn_status prepare_grid(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_shape *x = &sn_in(s->node, SN_GRID_GRADIENT_X)->shape,
                   *grid = &sn_in(s->node, SN_GRID_GRADIENT_GRID)->shape;
    const int c = x->rank - 1 - sampling_of(s->node).n;
    (void)k;
    plan_phases(s, sn_span_count(x, 0, c + 1), sn_span_count(grid, 0, grid->rank - 1),
                sn_span_count(x, c + 1, x->rank));
    return SN_OK;
}

static void bind_grid(const sn_step *s, sn_bind *b)
{
    const sn_grid_sampling how = sampling_of(s->node);
    sn_grid_sample_kernel_bind(b, s, &sn_in(s->node, SN_GRID_GRADIENT_DY)->shape, &how);
}

/* ---- of deform_conv -------------------------------------------------------------------------- */

static sn_extent extent_of(const sn_node *node)
{
    const sn_deform_conv_params *p = node->params;
    return sn_extent_of(&sn_in(node, SN_DEFORM_CONV_X)->shape, p->axis, p->nd);
}

static sn_status prepare_deform(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_deform_conv_params *p = s->node->params;
    const sn_extent x = extent_of(s->node);
    const sn_shape *w = &sn_in(s->node, SN_DEFORM_CONV_WEIGHT)->shape;
    const int64_t taps = sn_span_count(w, 2, w->rank);
    (void)k;
    plan_phases(s, x.channels, x.maps * p->offset_group * taps,
                x.d[0] * x.d[1] * x.d[2] + taps * (w->d[0] / p->group));
    return SN_OK;
}

static void bind_deform(const sn_step *s, sn_bind *b)
{
    const sn_deform_conv_params *p = s->node->params;
    const sn_extent x = extent_of(s->node);
    const sn_shape *w = &sn_in(s->node, SN_DEFORM_CONV_WEIGHT)->shape;
    const sn_window_params params = sn_deform_conv_window(p);
    sn_window window;
    sn_window_of(&params, &x, w->d + 2, &window);
    sn_bind_window(b, &window);
    const sn_named_int ints[] = {{CT_ND, p->nd},
                                 {CT_MAPS, x.maps},
                                 {CT_IC, x.channels},
                                 {CT_OC, w->d[0]},
                                 {CT_ICG, w->d[1]},
                                 {CT_OCG, w->d[0] / p->group},
                                 {CT_TAPS, sn_span_count(w, 2, w->rank)},
                                 {CT_OFFSET_GROUPS, p->offset_group},
                                 {CT_SHARED_OFFSETS, x.channels / p->offset_group}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
}

/* ---- kernel ---------------------------------------------------------------------------------- */

static const sn_loops_row rows[] = {
    {.op = &sn_op_grid_sample_gradient,
     .name = "grid_sample_gradient",
     .body = sn_text_grid_sample_gradient,
     .helper = {sn_text_rounded, sn_text_grid_sample_axis, sn_text_grid_sample_slopes},
     .prepare = prepare_grid,
     .cost = 50},
    {.op = &sn_op_deform_conv_gradient,
     .name = "deform_conv_gradient",
     .body = sn_text_deform_conv_gradient,
     .prepare = prepare_deform,
     .cost = 200},
};

SN_LOOPS_PLANNED(sample_gradients)

static sn_status emit_gradients(sn_emit *e, const sn_step *s)
{
    const sn_loops_row *row = sn_loops_find(rows, sizeof rows / sizeof rows[0], s->node->op);
    sn_bind *b = NULL;
    SN_TRY(sn_loops_bind(e, s, &b));
    if (row->op == &sn_op_grid_sample_gradient)
        bind_grid(s, b);
    else
        bind_deform(s, b);
    for (int phase = 0; phase < s->n_phases; phase++) {
        sn_bind_int(b, CT_PHASE, phase);
        SN_TRY(sn_loops_body(e, s, phase, row->name, row->body, row->helper,
                             sizeof row->helper / sizeof row->helper[0], b));
    }
    return SN_OK;
}

const sn_kernel sn_kernel_sample_gradients = {
    .name = "sample_gradients",
    .synopsis = "gradients of what is read between pixels, and by the places",
    .ops = SN_OPS(&sn_op_grid_sample_gradient, &sn_op_deform_conv_gradient),
    .wants = sample_gradients_wants,
    .plan = sample_gradients_plan,
    .emit = emit_gradients,
};
