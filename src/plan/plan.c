/* SPDX-License-Identifier: Apache-2.0
 *
 * From a graph to a program: groups, layouts, steps, memory. */
#include <string.h>

#include "base/text.h"
#include "base/ways.h"
#include "ops/images.h"
#include "ops/ops.h"
#include "ops/structure.h"
#include "plan/capability.h"
#include "ops/cost.h"
#include "plan/planner.h"

const sn_value *sn_step_result(const sn_step *s, int i)
{
    if (s->out[i]->value || s->packs) return s->out[i]->value;
    return s->n_nodes == 0 && s->n_in == 1 && s->in[0] ? s->in[0]->value : NULL;
}

int sn_port_axis(const sn_program *p, const sn_port *port, int axis)
{
    return axis + (p->batch_axis > 0) + port->own_images;
}

bool sn_port_shape(const sn_program *p, const sn_port *port, sn_shape *out)
{
    const int added = p->batch_axis > 0, front = sn_port_axis(p, port, 0);
    if (port->shape.rank + front > SN_MAX_RANK) return false;
    *out = (sn_shape){.rank = (int8_t)(port->shape.rank + front)};
    out->d[0] = p->batch_axis;
    if (port->own_images) out->d[added] = p->own_images;
    memcpy(out->d + front, port->shape.d, (size_t)port->shape.rank * sizeof *out->d);
    return true;
}

/* Floats in a tensor: beyond any machine, and far enough below what an int64_t holds for sums and
 * bytes of what is counted later. */
static const int64_t MOST_FLOATS = (int64_t)1 << 40;

static bool inputs_are_known(const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; n->op == &sn_op_input && i < n->n_out; i++)
            if (!sn_shape_known(&sn_out(n, i)->shape)) return false;
    }
    return true;
}

static sn_status all_known(planner *p)
{
    SN_EACH_NODE(n, p->g)
    {
        if (sn_op_has(n->op, SN_TRAIT_OPAQUE))
            return sn_fail(p->ctx, SN_E_UNSUPPORTED,
                           "'%s': nobody knows what a layer of the type '%s' computes, so it "
                           "cannot be compiled",
                           n->name ? sn_escape(p->arena, n->name) : "?",
                           sn_escape(p->arena, ((const sn_opaque_params *)n->params)->type));
        if (n->n_body) return sn_plan_no_kernel(p, n);
        for (uint16_t i = 0; i < n->n_out; i++) {
            const sn_value *v = sn_out(n, i);
            const bool known = sn_shape_known(&v->shape);
            const int64_t count = known ? sn_shape_count(&v->shape) : 0;
            if (known && count >= 0 && count <= MOST_FLOATS) continue;
            if (!known && n->no_rule) return sn_plan_no_kernel(p, n);
            sn_str text;
            sn_str_init(&text, p->arena);
            sn_shape_print(p->g->dims, &v->shape, &text);
            if (known)
                return sn_fail(p->ctx, SN_E_SHAPE,
                               "'%s' has the shape %s, which is too large for any memory",
                               v->name ? v->name : "?", text.s);
            return sn_fail(
                p->ctx, SN_E_SHAPE,
                inputs_are_known(p->g)
                    ? "'%s' has the shape %s, which does not follow from the sizes of the "
                      "inputs, so that it cannot be compiled; " SN_WAY_INTERPRET " may"
                    : "'%s' has the shape %s; all sizes must be known, give those of "
                      "the inputs with " SN_WAY_INPUT("NAME=SIZES"),
                v->name ? v->name : "?", text.s);
        }
    }
    return SN_OK;
}

sn_status sn_plan(const sn_graph *g, const sn_plan_options *options, sn_arena *arena,
                  sn_program **out)
{
    sn_program *program = SN_NEW(arena, sn_program);
    sn_groups *groups = SN_NEW(arena, sn_groups);
    planner p = {.ctx = g->ctx, .arena = arena, .g = g, .options = options, .p = program};
    p.k = (sn_kernel_ctx){.ctx = g->ctx,
                          .arena = arena,
                          .machine = options->machine,
                          .weights = (double)sn_graph_weights(g).as_floats,
                          .n_threads = options->n_threads,
                          .exact = options->exact,
                          .small = options->small,
                          .halves = options->halves,
                          .most_whole = options->most_whole,
                          .prefer = options->prefer};
    p.of_image = sn_values_of_images(g, arena);
    p.images = sn_graph_images(g);
    p.splits = p.images > 0;
    if (!p.splits) p.images = sn_plan_images(options);
    p.k.images = p.images;
    p.value = SN_NEW_N(arena, value_plan, g->n_ids + 1);
    p.node = SN_NEW_N(arena, node_plan, g->n_ids + 1);
    p.steps.arena = p.storages.arena = p.remarks.arena = arena;
    SN_TRY(all_known(&p));
    const sn_capability can = sn_plan_capability(&p.k);
    SN_TRY(sn_fuse(g,
                   &(sn_fusion_options){.mode = options->fusion,
                                        .without = options->without,
                                        .apart = options->apart,
                                        .can = &can,
                                        .machine = options->machine},
                   arena, groups));
    program->ctx = g->ctx;
    program->graph = g;
    program->arena = arena;
    program->machine = options->machine;
    program->fusion = options->fusion;
    program->small = options->small;
    program->alone = options->alone;
    program->own_scratch = options->own_scratch;
    program->groups = groups;
    SN_TRY(sn_plan_layouts(&p));
    SN_TRY(sn_plan_steps(&p));
    if (sn_plan_applies(&p, SN_FUSION_RULE_MOVES)) SN_TRY(sn_plan_pack_moved(&p));
    if (sn_plan_applies(&p, SN_FUSION_RULE_POOLED)) SN_TRY(sn_plan_pooled(&p));
    if (sn_plan_applies(&p, SN_FUSION_RULE_ROWS)) SN_TRY(sn_plan_pipelines(&p));
    if (options->reorder) sn_plan_order(&p);
    sn_plan_branches(&p);
    SN_TRY(sn_plan_memory(&p));
    sn_plan_phases(&p);
    program->step = p.steps.v;
    program->n_steps = p.steps.n;
    program->section = p.section;
    program->thread = p.thread;
    program->no_step = SN_NEW_N(arena, const char *, g->n_ids + 1);
    for (uint32_t i = 0; i < g->n_ids; i++) program->no_step[i] = p.node[i].no_step;
    program->remark = p.remarks.v;
    program->n_remarks = p.remarks.n;
    sn_plan_share_weights(&program, 1);
    *out = program;
    return SN_OK;
}
