/* SPDX-License-Identifier: Apache-2.0
 *
 * Normalisations to mean 0 and variance 1: layer, group, instance and rms. All are one
 * computation on runs of elements that lie together; mean first, then the squares of the
 * differences from it, as a sum of squares alone loses digits. Instance norm, and group norm whose
 * groups are whole blocks, also work on blocks of channels. */
#include "kernels/norm.h"

#include <string.h>

#include "ops/norm.h"
#include "ops/ops.h"
#include "ops/rule.h"

extern const char sn_text_norm[], sn_text_norm_sums[], sn_text_norm_blocked[];

static sn_norm_runs channels(const sn_shape *x, int axis, int64_t together)
{
    const sn_span span = sn_span_of(x, axis);
    if (!together) return (sn_norm_runs){.run = 0};
    return (sn_norm_runs){.run = together * span.inner,
                          .repeat = span.inner,
                          .period = span.n / together,
                          .n = span.outer * (span.n / together),
                          .center = true};
}

sn_norm_runs sn_norm_runs_of(const sn_node *node)
{
    const sn_shape *x = &sn_in(node, SN_NORM_X)->shape;
    if (node->op == &sn_op_instance_normalization)
        return channels(x, ((const sn_instance_normalization_params *)node->params)->axis, 1);
    if (node->op == &sn_op_group_normalization) {
        const sn_group_normalization_params *p = node->params;
        return channels(x, p->axis, x->d[p->axis] / p->num_groups);
    }
    sn_norm_runs r = {.period = 1, .repeat = 1, .center = node->op != &sn_op_rms_normalization};
    r.run = sn_span_count(x, ((const sn_layer_normalization_params *)node->params)->axis, x->rank);
    r.n = r.run > 0 ? sn_shape_count(x) / r.run : 0;
    return r;
}

static int64_t n_runs(const sn_node *node) { return sn_norm_runs_of(node).n; }

/* A group without channels, or a run without elements, is left to no kernel: nothing would be
 * written. */
static bool fits(const sn_kernel_ctx *k, const sn_node *node)
{
    (void)k;
    return sn_norm_runs_of(node).run > 0;
}

static bool has_operand(const sn_node *node, unsigned slot)
{
    return sn_in(node, slot) != NULL && slot < (unsigned)sn_op_n_slots(node->op);
}

/* Whether the factor has just the axes that are normalised, or is one of channels. */
static bool is_plain(const sn_node *node, unsigned slot)
{
    if (!has_operand(node, slot)) return true;
    if (node->op != &sn_op_layer_normalization && node->op != &sn_op_rms_normalization) return true;
    const sn_shape *x = &sn_in(node, SN_NORM_X)->shape, *s = &sn_in(node, slot)->shape;
    const int axis = ((const sn_layer_normalization_params *)node->params)->axis;
    return s->rank == x->rank - axis && sn_shape_count(s) == sn_span_count(x, axis, x->rank);
}

/* Which element of a factor that is not plain belongs to element k of run i. */
static const char *place_text(sn_emit *e, const sn_node *node, unsigned slot)
{
    sn_arena *a = sn_emit_arena(e);
    const sn_shape *x = &sn_in(node, SN_NORM_X)->shape, *s = &sn_in(node, slot)->shape;
    const int axis = ((const sn_layer_normalization_params *)node->params)->axis;
    const char *text = NULL;
    int64_t stride = 1;
    for (int own = s->rank - 1; own >= 0; stride *= s->d[own--]) {
        const int at = x->rank - s->rank + own;
        const int64_t behind = sn_span_count(x, at + 1, at < axis ? axis : x->rank);
        if (s->d[own] == 1) continue;
        text = sn_arena_printf(a, "%s%s%c / %lld %% %lld * %lld", text ? text : "",
                               text ? " + " : "", at < axis ? 'i' : 'k', (long long)behind,
                               (long long)s->d[own], (long long)stride);
    }
    return text ? text : "0";
}

const char *sn_norm_place(sn_emit *e, const sn_node *node, unsigned slot)
{
    const sn_norm_runs r = sn_norm_runs_of(node);
    if (!is_plain(node, slot)) return place_text(e, node, slot);
    return sn_arena_printf(sn_emit_arena(e), "i %% %lld * %lld + k / %lld", (long long)r.period,
                           (long long)(r.run / r.repeat), (long long)r.repeat);
}

static const char *scale_text(sn_emit *e, const sn_node *node, int64_t run)
{
    sn_arena *a = sn_emit_arena(e);
    const char *eps = sn_emit_number(e, (double)sn_loops_f32(node, "epsilon"));
    const char *variance =
        sn_arena_printf(a, "norm_squares(x, %lld, mean) / %lld.0f", (long long)run, (long long)run);
    return sn_arena_printf(a, "1.0f / s_sqrt(%s + %s)", variance, eps);
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_norm_runs r = sn_norm_runs_of(s->node);
    const bool gamma = has_operand(s->node, SN_NORM_GAMMA),
               beta = has_operand(s->node, SN_NORM_BETA);
    sn_bind_int(b, CT_run, r.run);
    sn_bind_int(b, CT_repeat, r.repeat);
    sn_bind_int(b, CT_period, r.period);
    sn_bind_int(b, CT_center, r.center);
    sn_bind_int(b, CT_has_gamma, gamma);
    sn_bind_int(b, CT_has_beta, beta);
    sn_bind_int(b, CT_has_scale, true);
    sn_bind_calling(e, b, CT_scale_text, scale_text(e, s->node, r.run), CT_norm_squares);
    const bool plain = is_plain(s->node, SN_NORM_GAMMA) && is_plain(s->node, SN_NORM_BETA);
    sn_bind_int(b, CT_is_plain, plain);
    sn_bind_text(b, CT_gamma_text, gamma ? " * gamma[k]" : "");
    sn_bind_text(b, CT_beta_text, beta ? " + beta[k]" : "");
    sn_bind_text(b, CT_gamma_place, plain || !gamma ? "" : place_text(e, s->node, SN_NORM_GAMMA));
    sn_bind_text(b, CT_beta_place, plain || !beta ? "" : place_text(e, s->node, SN_NORM_BETA));
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {&sn_op_layer_normalization,
     "norm",
     sn_text_norm,
     {sn_text_norm_sums},
     n_runs,
     fits,
     NULL,
     bind,
     false,
     .cost = 4},
    {&sn_op_rms_normalization,
     "norm",
     sn_text_norm,
     {sn_text_norm_sums},
     n_runs,
     fits,
     NULL,
     bind,
     false,
     .cost = 4},
    {&sn_op_group_normalization,
     "norm",
     sn_text_norm,
     {sn_text_norm_sums},
     n_runs,
     fits,
     NULL,
     bind,
     false,
     .cost = 4},
    {&sn_op_instance_normalization,
     "norm",
     sn_text_norm,
     {sn_text_norm_sums},
     n_runs,
     fits,
     NULL,
     bind,
     false,
     .cost = 4},
};
enum { N_ROWS = sizeof rows / sizeof rows[0] };

/* ---- blocks of channels ---------------------------------------------------------------------- */

/* Channels that are normalised together where it works on blocks: 1, a multiple of the lanes, or 0:
 * it does not. */
static int64_t blocked_group(const sn_kernel_ctx *k, const sn_node *node)
{
    const sn_shape *x = &sn_in(node, SN_NORM_X)->shape;
    const int lanes = k->machine->lanes;
    if (lanes == 1 || x->rank < 2 || sn_shape_count(x) == 0) return 0;
    for (unsigned i = SN_NORM_GAMMA; i < node->n_in; i++)
        if (sn_in(node, i) && !sn_const_of(sn_in(node, i))) return 0;
    if (node->op == &sn_op_instance_normalization) {
        const sn_instance_normalization_params *p = node->params;
        const bool padded = x->d[0] % lanes != 0; /* beyond the channels all is the same: nothing
                                                     but epsilon is added to no variance */
        return p->axis == 0 && !(padded && !(p->epsilon > 0)) ? 1 : 0;
    }
    if (node->op != &sn_op_group_normalization) return 0;
    const sn_group_normalization_params *p = node->params;
    if (p->axis != 0) return 0;
    const int64_t each = x->d[0] / p->num_groups;
    return each % lanes == 0 ? each : 0;
}

static sn_status pack_channels(const sn_kernel_ctx *k, sn_step *s, unsigned slot, sn_ct_text name,
                               float otherwise)
{
    const int lanes = k->machine->lanes;
    const int64_t channels = s->out[0]->layout.channels,
                  room = sn_layout_blocks(&s->out[0]->layout, lanes) * lanes;
    const float *from = NULL;
    SN_TRY(sn_step_constant(k, s->node, slot, &from));
    float *to = sn_loops_pack(
        k, s, name, room,
        sn_arena_printf(k->arena, "%s, one number a channel", sn_ct_names[name].name));
    for (int64_t i = 0; i < channels; i++) to[i] = from ? from[i] : otherwise;
    return SN_OK;
}

static sn_status prepare_blocked(const sn_kernel_ctx *k, sn_step *s)
{
    const int64_t group = blocked_group(k, s->node),
                  blocks = sn_layout_blocks(&s->out[0]->layout, k->machine->lanes);
    SN_TRY(pack_channels(k, s, SN_NORM_GAMMA, CT_gamma_blocks, 1));
    SN_TRY(pack_channels(k, s, SN_NORM_BETA, CT_beta_blocks, 0));
    s->units[0] = group == 1 ? blocks : blocks / (group / k->machine->lanes);
    s->flops = 8.0 * (double)sn_shape_count(&s->out[0]->shape);
    s->why = group == 1 ? "blocks of channels, each for itself"
                        : "blocks of channels, those of a group together";
    return SN_OK;
}

static sn_status bind_blocked(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_layout *l = &s->out[0]->layout;
    const int lanes = sn_emit_machine(e)->lanes;
    const bool joint = s->node->op == &sn_op_group_normalization;
    sn_bind_int(b, CT_joint, joint);
    sn_bind_int(b, CT_blocks, joint ? l->channels / s->units[0] / lanes : 1);
    sn_bind_int(b, CT_pixels, l->pixels);
    return SN_OK;
}

static const sn_loops_row blocked = {NULL,   "norm_blocked", sn_text_norm_blocked, {NULL},
                                     n_runs, NULL,           prepare_blocked,      bind_blocked,
                                     false,  .cost = 4};

/* ---- kernel ---------------------------------------------------------------------------------- */

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    const sn_loops_row *row = sn_loops_find(rows, N_ROWS, node->op);
    if (!row || !sn_loops_offer(k, node, row, out)) return false;
    if (blocked_group(k, node) > 0) out->in[SN_NORM_X] = out->out[0] = SN_LAYOUT_BLOCKED;
    return true;
}

static const sn_loops_row *row_of(const sn_step *s)
{
    return s->out[0]->layout.kind == SN_LAYOUT_BLOCKED ? &blocked
                                                       : sn_loops_find(rows, N_ROWS, s->node->op);
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s) { return sn_loops_plan(k, s, row_of(s)); }

static sn_status emit(sn_emit *e, const sn_step *s) { return sn_loops_emit(e, s, row_of(s)); }

const sn_kernel sn_kernel_norm = {
    .name = "norm",
    .ops = SN_OPS(&sn_op_layer_normalization, &sn_op_rms_normalization, &sn_op_group_normalization,
                  &sn_op_instance_normalization),
    .synopsis = "layer, group, instance and rms norm: mean, variance and scaling of runs, or "
                "of blocks of channels",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
