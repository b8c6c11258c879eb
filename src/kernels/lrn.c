/* SPDX-License-Identifier: Apache-2.0
 *
 * lrn: powers as exp(-beta log). On blocks of channels the squares of a
 * block and its neighbours are put side by side, and shifted loads give the window. */
#include "kernels/loops.h"
#include "ops/lrn.h"
#include "ops/ops.h"
#include "ops/rule.h"

extern const char sn_text_lrn[], sn_text_lrn_blocked[];

enum { CHUNK = 64 };

/* Whether blocks of channels are what it likes. */
static bool is_blocked(const sn_kernel_ctx *k, const sn_node *node)
{
    const bool padded =
        sn_in(node, 0)->shape.rank > 0 && sn_in(node, 0)->shape.d[0] % k->machine->lanes != 0;
    if (padded && !(sn_loops_f32(node, "bias") > 0 && sn_loops_f32(node, "alpha") >= 0))
        return false; /* powers of nothing beside the channels */
    return sn_loops_int(node, "axis") == 0 && sn_in(node, 0)->shape.rank == 3 &&
           k->machine->lanes > 1 && sn_lrn_behind(node->params) <= k->machine->lanes;
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const double size = sn_loops_int(s->node, "size");
    sn_bind_int(b, CT_before, sn_lrn_before(s->node->params));
    sn_bind_int(b, CT_behind, sn_lrn_behind(s->node->params));
    sn_bind_text(b, CT_alpha_mean,
                 sn_emit_number(e, (double)(float)((double)sn_loops_f32(s->node, "alpha") / size)));
    sn_bind_text(b, CT_bias_number, sn_emit_number(e, (double)sn_loops_f32(s->node, "bias")));
    sn_bind_text(b, CT_beta, sn_emit_number(e, (double)sn_loops_f32(s->node, "beta")));
    if (s->out[0]->layout.kind != SN_LAYOUT_BLOCKED) return SN_OK;
    const sn_layout *l = &s->out[0]->layout;
    const int64_t blocks = sn_layout_blocks(l, sn_emit_machine(e)->lanes);
    sn_bind_int(b, CT_blocks, blocks);
    sn_bind_int(b, CT_channels, l->channels);
    sn_bind_int(b, CT_pixels, l->pixels);
    sn_bind_int(b, CT_chunk, CHUNK);
    sn_bind_int(b, CT_chunks, (l->pixels + CHUNK - 1) / CHUNK);
    return SN_OK;
}

static sn_status prepare(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_layout *l = &s->out[0]->layout;
    s->flops =
        (2.0 * sn_loops_int(s->node, "size") + 40) * (double)sn_shape_count(&s->out[0]->shape);
    if (l->kind != SN_LAYOUT_BLOCKED) return SN_OK;
    const int lanes = k->machine->lanes;
    s->units[0] = sn_layout_blocks(l, lanes) * ((l->pixels + CHUNK - 1) / CHUNK);
    s->why = "windows across channels from shifted loads";
    if (l->channels % lanes == 0) return SN_OK;
    float *masks = sn_loops_pack(k, s, CT_masks, 2 * lanes,
                                 "1 for each lane that is a channel: of a full block, of the last");
    for (int i = 0; i < lanes; i++) {
        masks[i] = 1;
        masks[lanes + i] = i < l->channels % lanes ? 1 : 0;
    }
    return SN_OK;
}

static int64_t channels(const sn_node *node)
{
    const sn_span span = sn_loops_span(node);
    return span.outer * span.n;
}

static const sn_loops_row row = {.op = &sn_op_lrn,
                                 .name = "lrn",
                                 .body = sn_text_lrn,
                                 .units = channels,
                                 .prepare = prepare,
                                 .bind = bind,
                                 .cost = 18};
static const sn_loops_row blocked = {.op = &sn_op_lrn,
                                     .name = "lrn_blocked",
                                     .body = sn_text_lrn_blocked,
                                     .units = channels,
                                     .prepare = prepare,
                                     .bind = bind,
                                     .cost = 18};

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    if (node->op != &sn_op_lrn || !sn_loops_offer(k, node, &row, out)) return false;
    if (is_blocked(k, node)) out->in[0] = out->out[0] = SN_LAYOUT_BLOCKED;
    out->may_exceed_padding = true;
    return true;
}

static const sn_loops_row *row_of(const sn_step *s)
{
    return s->out[0]->layout.kind == SN_LAYOUT_BLOCKED ? &blocked : &row;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s) { return sn_loops_plan(k, s, row_of(s)); }

static sn_status emit(sn_emit *e, const sn_step *s) { return sn_loops_emit(e, s, row_of(s)); }

const sn_kernel sn_kernel_lrn = {
    .name = "lrn",
    .ops = SN_OPS(&sn_op_lrn),
    .synopsis = "local response normalisation on blocks of channels, or on planes",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
