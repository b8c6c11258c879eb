/* SPDX-License-Identifier: Apache-2.0
 *
 * Normalisations to mean 0 and variance 1: layer, group, instance, rms and mvn. All are one
 * computation on runs of elements that lie together; mean first, then the squares of the
 * differences from it, as a sum of squares alone loses digits. Instance norm, and group norm whose
 * groups are whole blocks, also work on blocks of channels. */
#include "kernels/loops.h"

#include <string.h>

#include "ops/norm.h"
#include "ops/ops.h"
#include "ops/rule.h"

extern const char sn_text_norm[], sn_text_norm_sums[], sn_text_norm_blocked[];

/* Of the elements of x: so many are normalised together, `repeat` side by side share a gamma, which
 * starts anew after `period` runs; `rest` elements behind these stay as they are. */
typedef struct runs {
    int64_t run, repeat, period, rest, n; /* n: runs in all */
    bool center;
} runs;

static runs runs_of(const sn_node *node)
{
    const sn_shape *x = &sn_in(node, SN_NORM_X)->shape;
    const int64_t count = sn_shape_count(x);
    runs r = {.period = 1, .center = node->op != &sn_op_rms_norm};
    if (node->op == &sn_op_layer_norm || node->op == &sn_op_rms_norm) {
        const sn_layer_norm_params *p = node->params;
        r.run = sn_span_count(x, x->rank - p->n_axes, x->rank);
        r.repeat = 1;
    } else if (node->op == &sn_op_group_norm) {
        const sn_group_norm_params *p = node->params;
        const sn_span span = sn_span_of(x, p->axis);
        r.run = span.n / p->group * span.inner;
        r.repeat = span.inner;
        r.period = p->group;
        r.rest = span.n * span.inner - r.run * p->group;
    } else if (node->op == &sn_op_instance_norm) {
        const sn_instance_norm_params *p = node->params;
        const bool has_channels = x->rank > p->nd;
        r.run = r.repeat = sn_span_count(x, has_channels ? 1 : 0, x->rank);
        r.period = has_channels ? x->d[0] : 1;
    } else {
        const bool all = sn_loops_int(node, "across_channels") || x->rank < 3;
        r.run = r.repeat = all ? count : sn_span_count(x, 1, x->rank);
    }
    r.n = r.run > 0 ? count / (r.period * r.run + r.rest) * r.period : 0;
    return r;
}

static int64_t n_runs(const sn_node *node) { return runs_of(node).n; }

/* A group without channels, or a run without elements, is left to no kernel: nothing would be
 * written. */
static bool fits(const sn_kernel_ctx *k, const sn_node *node)
{
    (void)k;
    return runs_of(node).run > 0;
}

static bool has_operand(const sn_node *node, unsigned slot)
{
    return sn_in(node, slot) != NULL && slot < (unsigned)sn_op_n_slots(node->op);
}

static const char *scale_text(sn_emit *e, const sn_node *node, int64_t run)
{
    sn_arena *a = sn_emit_arena(e);
    const char *eps = sn_emit_number(e, (double)sn_loops_f32(node, "eps"));
    const char *variance =
        sn_arena_printf(a, "norm_squares(x, %lld, mean) / %lld.0f", (long long)run, (long long)run);
    if (sn_param_find(node->op->params, "across_channels"))
        return sn_arena_printf(a, "1.0f / (s_sqrt(%s) + %s)", variance, eps);
    return sn_arena_printf(a, "1.0f / s_sqrt(%s + %s)", variance, eps);
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const runs r = runs_of(s->node);
    const bool gamma = has_operand(s->node, SN_NORM_GAMMA),
               beta = has_operand(s->node, SN_NORM_BETA);
    const bool mvn = s->node->op == &sn_op_mvn;
    sn_bind_int(b, "run", r.run);
    sn_bind_int(b, "repeat", r.repeat);
    sn_bind_int(b, "period", r.period);
    sn_bind_int(b, "rest", r.rest);
    sn_bind_int(b, "center", r.center);
    sn_bind_int(b, "has_gamma", gamma);
    sn_bind_int(b, "has_beta", beta);
    sn_bind_int(b, "has_scale", !mvn || sn_loops_int(s->node, "normalize_variance"));
    sn_bind_text(b, "scale_text", scale_text(e, s->node, r.run));
    sn_bind_text(b, "has_gamma_text", gamma ? " * gamma[k]" : "");
    sn_bind_text(b, "has_beta_text", beta ? " + beta[k]" : "");
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {&sn_op_layer_norm,
     "norm",
     sn_text_norm,
     {sn_text_norm_sums},
     n_runs,
     fits,
     NULL,
     bind,
     false,
     0.6},
    {&sn_op_rms_norm,
     "norm",
     sn_text_norm,
     {sn_text_norm_sums},
     n_runs,
     fits,
     NULL,
     bind,
     false,
     0.6},
    {&sn_op_group_norm,
     "norm",
     sn_text_norm,
     {sn_text_norm_sums},
     n_runs,
     fits,
     NULL,
     bind,
     false,
     0.6},
    {&sn_op_instance_norm,
     "norm",
     sn_text_norm,
     {sn_text_norm_sums},
     n_runs,
     fits,
     NULL,
     bind,
     false,
     0.6},
    {&sn_op_mvn, "norm", sn_text_norm, {sn_text_norm_sums}, n_runs, fits, NULL, bind, false, 0.6},
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
    if (node->op == &sn_op_instance_norm) {
        const sn_instance_norm_params *p = node->params;
        const bool padded =
            x->d[0] % lanes !=
            0; /* beyond the channels all is the same: nothing but eps is added to no variance */
        return x->rank > p->nd && !(padded && !(p->eps > 0)) ? 1 : 0;
    }
    if (node->op != &sn_op_group_norm) return 0;
    const sn_group_norm_params *p = node->params;
    if (p->axis != 0 || p->group < 1 || x->d[0] % p->group != 0) return 0;
    const int64_t each = x->d[0] / p->group;
    return each % lanes == 0 ? each : 0;
}

static sn_status pack_channels(const sn_kernel_ctx *k, sn_step *s, unsigned slot, const char *name,
                               float otherwise)
{
    const int lanes = k->machine->lanes;
    const int64_t channels = s->out[0]->layout.channels,
                  room = sn_layout_blocks(&s->out[0]->layout, lanes) * lanes;
    const float *from = NULL;
    SN_TRY(sn_step_constant(k, s->node, slot, &from));
    float *to = sn_loops_pack(k, s, name, room,
                              sn_arena_printf(k->arena, "%s, one number a channel", name));
    for (int64_t i = 0; i < channels; i++) to[i] = from ? from[i] : otherwise;
    return SN_OK;
}

static sn_status prepare_blocked(const sn_kernel_ctx *k, sn_step *s)
{
    const int64_t group = blocked_group(k, s->node),
                  blocks = sn_layout_blocks(&s->out[0]->layout, k->machine->lanes);
    SN_TRY(pack_channels(k, s, SN_NORM_GAMMA, "gamma_blocks", 1));
    SN_TRY(pack_channels(k, s, SN_NORM_BETA, "beta_blocks", 0));
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
    const bool joint = s->node->op == &sn_op_group_norm;
    sn_bind_int(b, "joint", joint);
    sn_bind_int(b, "blocks", joint ? l->channels / s->units[0] / lanes : 1);
    sn_bind_int(b, "pixels", l->pixels);
    return SN_OK;
}

static const sn_loops_row blocked = {NULL, "norm_blocked",  sn_text_norm_blocked, {NULL}, n_runs,
                                     NULL, prepare_blocked, bind_blocked,         false,  0.6};

/* ---- kernel ---------------------------------------------------------------------------------- */

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_wants *out)
{
    const sn_loops_row *row = sn_loops_find(rows, N_ROWS, node->op);
    if (!row || !sn_loops_wants(k, node, row, out)) return false;
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
    .ops = SN_OPS(&sn_op_layer_norm, &sn_op_rms_norm, &sn_op_group_norm, &sn_op_instance_norm,
                  &sn_op_mvn),
    .synopsis = "layer, group, instance, rms norm and mvn: mean, variance and scaling of runs, or "
                "of blocks of channels",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
