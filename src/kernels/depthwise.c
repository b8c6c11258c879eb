/* SPDX-License-Identifier: Apache-2.0
 *
 * depthwise: convolutions in which an output channel reads one input channel.
 *
 * Rows of tiles (rows.h) where each channel has its own filter and windows are of usual widths: x
 * is read where it lies. Else, that is for wide kernels, several results a channel, padding with
 * other numbers than 0 and weights that come at run time, a block of x is copied into its border
 * first, with the channels that its results want. */
#include "kernels/rows.h"
#include "ops/conv.h"
#include "ops/ops.h"

extern const char sn_text_depthwise[];

typedef struct depthwise {
    sn_window window;
    bool in_place; /* rows of tiles */
    int64_t oc, multiplier, taps, padded[3];
    sn_rows rows;
} depthwise;

static bool fill(const sn_kernel_ctx *k, const sn_node *node, depthwise *d)
{
    const sn_conv_params *p = node->params;
    const sn_shape *x = &sn_in(node, SN_CONV_X)->shape, *w = &sn_in(node, SN_CONV_WEIGHT)->shape;
    if (p->axis != 0 || x->rank != p->nd + 1 || sn_out(node, 0)->shape.rank != p->nd + 1 ||
        w->d[1] != 1 || !sn_kernel_can_pack(sn_in(node, SN_CONV_WEIGHT)))
        return false;
    const sn_extent extent = sn_extent_of(x, p->axis, p->nd);
    const sn_window_params wp = sn_conv_window(p);
    *d = (depthwise){.oc = w->d[0], .multiplier = w->d[0] / p->group};
    sn_window_of(&wp, &extent, w->d + 2, &d->window);
    d->taps = d->window.kernel[0] * d->window.kernel[1] * d->window.kernel[2];
    d->rows = (sn_rows){.op = SN_ROWS_PRODUCT, .window = d->window};
    bool pads = false;
    for (int a = 0; a < 3; a++) {
        const sn_window *win = &d->window;
        const int64_t reach =
            (win->out[a] - 1) * win->stride[a] + (win->kernel[a] - 1) * win->dilation[a] + 1;
        d->padded[a] = reach > win->begin[a] + win->in[a] ? reach : win->begin[a] + win->in[a];
        pads |= d->padded[a] > win->in[a];
    }
    d->in_place = d->multiplier == 1 && !(pads && p->pad_value != 0) && sn_rows_fit(k, &d->rows);
    return true;
}

static int64_t pixels(const int64_t size[3]) { return size[0] * size[1] * size[2]; }

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    depthwise d;
    if (node->op != &sn_op_conv || sn_value_is_const(sn_in(node, SN_CONV_X))) return false;
    if (!fill(k, node, &d)) return false;
    out->in[SN_CONV_X] = SN_LAYOUT_BLOCKED;
    out->out[0] = SN_LAYOUT_BLOCKED;
    out->epilogue = true;
    if (d.in_place && sn_rows_take_sums(&d.rows)) out->sums = SN_SUMS_BY_PARTS;
    sn_rows summed = {.op = SN_ROWS_PRODUCT, .window = d.window, .sums = true};
    if (d.in_place && sn_rows_fit(k, &summed)) out->sums |= 1u << SN_SUMS_MEAN;
    const double lanes = k->machine->lanes,
                 channels = (double)((d.oc + k->machine->lanes - 1) / k->machine->lanes) * lanes;
    const double vectors = channels / lanes * (double)d.taps * (double)pixels(d.window.out);
    const double bytes = 4 * channels * (double)(pixels(d.window.in) + pixels(d.window.out));
    out->work.vector = d.in_place ? vectors : 1.3 * vectors;
    sn_work_stream(&out->work, bytes, bytes, true);
    if (d.in_place) return true;
    if (d.multiplier == 1)
        sn_copy_work(k, &out->work, channels * (double)pixels(d.padded));
    else
        out->work.scalar += 6 * channels * (double)pixels(d.padded);
    return true;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    const int lanes = k->machine->lanes;
    depthwise *d = SN_NEW(k->arena, depthwise);
    fill(k, s->node, d);
    d->rows.sums = s->sums.kind == SN_SUMS_MEAN;
    if (d->rows.sums && !sn_rows_fit(k, &d->rows))
        return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no rows that can be summed up");
    const int64_t blocks = (d->oc + lanes - 1) / lanes;
    s->config = d;
    s->flops = 2 * (double)d->oc * (double)d->taps * (double)pixels(d->window.out);
    s->bytes = 4 * (double)d->oc *
               (double)(pixels(d->window.in) / d->multiplier + pixels(d->window.out) + d->taps);
    if (d->in_place) {
        sn_rows_plan(&d->rows, k, s);
    } else {
        s->n_phases = 1;
        s->units[0] = blocks;
        s->scratch = pixels(d->padded) * lanes;
    }
    const sn_window *w = &d->window;
    s->why =
        d->in_place
            ? sn_arena_printf(k->arena, "depthwise %dx%d, stride %d: rows in tiles of %d pixels%s",
                              (int)w->kernel[1], (int)w->kernel[2], (int)w->stride[2],
                              (int)d->rows.tile, sn_sums_text(s))
            : sn_arena_printf(k->arena, "depthwise %dx%d, stride %d: on a block within its border",
                              (int)w->kernel[1], (int)w->kernel[2], (int)w->stride[2]);
    const float *weight;
    SN_TRY(sn_step_weight(k, s, SN_CONV_WEIGHT, &weight));
    float *packed =
        sn_step_pack(k, s, blocks * d->taps * lanes, "depthwise weights [c/lanes][tap][lanes]");
    for (int64_t c = 0; c < d->oc; c++) {
        for (int64_t t = 0; t < d->taps; t++) {
            packed[(c / lanes * d->taps + t) * lanes + c % lanes] = weight[c * d->taps + t];
        }
    }
    d->rows.weights = s->packed[s->n_packed - 1];
    return SN_OK;
}

static void bind_geometry(sn_emit *e, sn_bind *b, const depthwise *d)
{
    static const sn_ct_int names[3][7] = {{CT_KD, CT_SD, CT_DD, CT_PD, CT_ID, CT_OD, CT_PADDED_D},
                                          {CT_KH, CT_SH, CT_DH, CT_PT, CT_IH, CT_OH, CT_PADDED_H},
                                          {CT_KW, CT_S, CT_D, CT_PL, CT_IW, CT_OW, CT_PADDED_W}};
    const sn_window *w = &d->window;
    for (int a = 0; a < 3; a++) {
        const int64_t values[] = {w->kernel[a], w->stride[a], w->dilation[a], w->begin[a],
                                  w->in[a],     w->out[a],    d->padded[a]};
        for (int i = 0; i < 7; i++) sn_bind_int(b, names[a][i], values[i]);
    }
    sn_bind_int(b, CT_LANES, sn_emit_machine(e)->lanes);
    sn_bind_int(b, CT_TILE_PIXELS, sn_emit_machine(e)->registers >= 32 ? 12 : 8);
    sn_bind_int(b, CT_PADDED, pixels(d->padded) * sn_emit_machine(e)->lanes);
    sn_bind_int(b, CT_TAPS, d->taps);
    sn_bind_int(b, CT_OC, d->oc);
    sn_bind_int(b, CT_MULTIPLIER, d->multiplier);
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const depthwise *d = s->config;
    if (d->in_place) return sn_rows_emit(e, s, &d->rows);
    const sn_conv_params *p = s->node->params;
    const char *body;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    bind_geometry(e, b, d);
    sn_bind_text(b, CT_X, sn_emit_in(e, s->in[SN_CONV_X]));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    sn_bind_text(b, CT_W, sn_emit_packed(e, d->rows.weights));
    sn_bind_text(b, CT_PAD_VALUE, sn_emit_number(e, (double)p->pad_value));
    sn_bind_int(b, CT_X_PLANE, s->in[SN_CONV_X]->layout.plane);
    sn_bind_int(b, CT_Y_PLANE, s->out[0]->layout.plane);
    SN_TRY(sn_template(e, "depthwise", sn_text_depthwise, b, &body));
    sn_emit_function(e, s, 0, body);
    return SN_OK;
}

/* ---- some rows ------------------------------------------------------------------------------- */

static bool row_window(const sn_step *s, sn_row_window *out)
{
    const depthwise *d = s->config;
    return d->in_place && sn_rows_window(s, &d->rows, out);
}

static sn_status plan_rows(const sn_kernel_ctx *k, sn_step *s, int64_t rows)
{
    (void)k, (void)rows;
    const depthwise *d = s->config;
    s->packed[s->n_packed++] = d->rows.weights;
    s->scratch = 0;
    return SN_OK;
}

static sn_status emit_rows(sn_emit *e, const sn_step *s, const sn_row_place *from,
                           const sn_row_place *to, const char **text)
{
    return sn_rows_emit_some(e, s, &((const depthwise *)s->config)->rows, from, to, text);
}

const sn_kernel sn_kernel_depthwise = {
    .name = "depthwise",
    .ops = SN_OPS(&sn_op_conv),
    .synopsis = "convolution of each channel alone, rows of tiles in registers",
    .wants = wants,
    .plan = plan,
    .emit = emit,
    .row_window = row_window,
    .plan_rows = plan_rows,
    .emit_rows = emit_rows,
};
