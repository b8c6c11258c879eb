/* SPDX-License-Identifier: Apache-2.0
 *
 * resize: nearest, bilinear and bicubic, on BLOCKED tensors. Which pixels an output pixel reads,
 * and with what weights, is worked out by the operator (ops/resize.c) for each column and each row;
 * here they are tables. */
#include "kernels/resize.h"

#include <string.h>

#include "ops/move.h"
#include "ops/ops.h"

extern const char sn_text_resize[];

enum { LEAST_ROWS = 8 }; /* fewer are no even shares for threads */

typedef struct resize {
    bool fill;  /* one pixel fills the result */
    int nx, ny; /* taps */
    const sn_packed *weights;
    int64_t in[2], out[2]; /* height, width */
    sn_resize_axis rows, columns;
} resize;

static bool resize_of(const sn_node *node, int taps, resize *r)
{
    const sn_shape *x = &sn_in(node, 0)->shape, *y = &sn_out(node, 0)->shape;
    *r = (resize){.nx = taps, .ny = 1, .in = {1, 1}, .out = {1, 1}};
    if (x->rank < 2 || x->rank > 3 || sn_shape_count(y) <= 0) return false;
    r->in[1] = x->d[x->rank - 1];
    r->out[1] = y->d[x->rank - 1];
    if (x->rank == 3) {
        r->ny = taps;
        r->in[0] = x->d[1];
        r->out[0] = y->d[1];
    }
    r->fill = r->in[0] == 1 && r->in[1] == 1;
    if (r->fill) r->nx = r->ny = 1;
    return true;
}

bool sn_resize_kernel_wants(const sn_kernel_ctx *k, const sn_node *node, int taps, sn_offer *out)
{
    resize r;
    if (!resize_of(node, taps, &r)) return false;
    for (int i = 1; i < node->n_in; i++)
        out->in[i] = SN_LAYOUT_ANY; /* only their shapes are read */
    out->in[0] = out->out[0] = SN_LAYOUT_BLOCKED;
    out->may_exceed_padding = true; /* cubic weights are partly negative */
    out->epilogue = true;
    const sn_layout l = {.channels = sn_in(node, 0)->shape.d[0]};
    const double vectors = (double)sn_layout_blocks(&l, k->machine->lanes);
    const double in = vectors * (double)(r.in[0] * r.in[1]),
                 to = vectors * (double)(r.out[0] * r.out[1]);
    out->work.vector = 2.2 * (in + to * (1 + 0.5 * r.nx * r.ny));
    return true;
}

/* Taps outside count nothing: they read the nearest pixel that there is, with weight 0. */
static void weights_of(const sn_resize_axis *a, float *to)
{
    for (int64_t i = 0; i < a->m * a->taps; i++)
        to[i] = a->at[i] >= 0 && a->at[i] < a->n ? (float)a->weight[i] : 0;
}

static bool by_rows(const resize *r)
{
    return r->out[0] >= LEAST_ROWS && sn_share_pixels(r->out[0] * r->out[1]);
}

sn_status sn_resize_kernel_plan(const sn_kernel_ctx *k, sn_step *s, int taps,
                                sn_resize_axis axes[SN_MAX_RANK])
{
    static const char *const names[] = {"", "nearest", "bilinear", "", "bicubic"};
    resize *r = SN_NEW(k->arena, resize);
    if (!resize_of(s->node, taps, r))
        return sn_fail(k->ctx, SN_E_INTERNAL, "resize: the node has changed");
    const sn_shape *x = &sn_in(s->node, 0)->shape;
    for (int i = 1; i < x->rank; i++)
        if (axes[i].taps == 0) axes[i] = sn_resize_same_axis(k->arena, x->d[i], taps);
    r->columns = axes[x->rank - 1];
    r->rows = x->rank == 3 ? axes[1] : sn_resize_same_axis(k->arena, 1, 1);
    s->config = r;
    s->n_phases = 1;
    s->units[0] = by_rows(r) ? r->out[0]
                             : sn_layout_blocks(&s->out[0]->layout, k->machine->lanes) * r->out[0];
    s->bytes = 4 * (double)x->d[0] * (double)(r->in[0] * r->in[1] + r->out[0] * r->out[1]);
    s->flops = r->nx * r->ny > 1
                   ? 2 * (double)x->d[0] * (double)(r->out[0] * r->out[1] * (r->nx + 1) * r->ny)
                   : 0;
    s->why = r->fill ? "one pixel fills the image" : names[taps];
    if (r->nx == 1 && r->ny == 1) return SN_OK;
    float *w = sn_step_pack(k, s, r->out[1] * r->nx + r->out[0] * r->ny,
                            "weights of columns, then of rows");
    r->weights = s->packed[s->n_packed - 1];
    weights_of(&r->columns, w);
    weights_of(&r->rows, w + r->out[1] * r->nx);
    return SN_OK;
}

static const char *positions(sn_emit *e, const char *name, const sn_resize_axis *a, int64_t step)
{
    const int64_t n = a->m * a->taps;
    sn_str out;
    sn_str_init(&out, sn_emit_arena(e));
    sn_str_addf(&out, "    static const int %s[%ld] = {", name, (long)n);
    for (int64_t i = 0; i < n; i++) {
        int64_t at = a->at[i];
        at = at < 0 ? 0 : at >= a->n ? a->n - 1 : at;
        sn_str_addf(&out, "%s%ld",
                    i == 0        ? ""
                    : i % 20 == 0 ? ",\n        "
                                  : ", ",
                    (long)(at * step));
    }
    sn_str_add(&out, "};");
    return out.s;
}

sn_status sn_resize_kernel_emit(sn_emit *e, const sn_step *s)
{
    const resize *r = s->config;
    const int lanes = sn_emit_machine(e)->lanes;
    const char *body;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    if (!r->fill) {
        sn_bind_text(b, CT_COLUMN_TABLE, positions(e, "column", &r->columns, lanes));
        sn_bind_text(b, CT_ROW_TABLE, positions(e, "row", &r->rows, r->in[1] * lanes));
    }
    sn_bind_text(b, CT_X, sn_emit_in(e, s->in[0]));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    sn_bind_text(b, CT_W, r->weights ? sn_emit_packed(e, r->weights) : "");
    sn_bind_int(b, CT_HAS_TABLES, !r->fill);
    sn_bind_int(b, CT_BY_ROWS, by_rows(r));
    sn_bind_int(b, CT_BLOCKS, sn_layout_blocks(&s->out[0]->layout, lanes));
    sn_bind_int(b, CT_NX, r->nx);
    sn_bind_int(b, CT_NY, r->ny);
    sn_bind_int(b, CT_OH, r->out[0]);
    sn_bind_int(b, CT_OW, r->out[1]);
    sn_bind_int(b, CT_LANES, lanes);
    sn_bind_int(b, CT_X_PLANE, s->in[0]->layout.plane);
    sn_bind_int(b, CT_Y_PLANE, s->out[0]->layout.plane);
    SN_TRY(sn_template(e, "resize", sn_text_resize, b, &body));
    sn_emit_function(e, s, 0, body);
    return SN_OK;
}

static int taps_of(const sn_resize_params *p)
{
    return p->mode == SN_RESIZE_CUBIC ? 4 : p->mode == SN_RESIZE_LINEAR ? 2 : 1;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    const sn_resize_params *p = node->params;
    if (node->op != &sn_op_resize || sn_in(node, 0)->shape.rank < 2 || sn_resize_touches(p, 0) ||
        p->antialias || p->coordinate_transformation_mode == SN_RESIZE_CROP)
        return false;
    return sn_resize_kernel_wants(k, node, taps_of(p), out);
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_node *node = s->node;
    const sn_infer in = sn_node_as_infer(node, k->arena);
    sn_resize_axis axes[SN_MAX_RANK];
    SN_TRY(sn_resize_axes(&in, sn_in(node, 0)->shape, sn_out(node, 0)->shape, axes));
    return sn_resize_kernel_plan(k, s, taps_of(node->params), axes);
}

const sn_kernel sn_kernel_resize = {
    .name = "resize",
    .ops = SN_OPS(&sn_op_resize),
    .synopsis = "images in another size, by tables of pixels and weights",
    .wants = wants,
    .plan = plan,
    .emit = sn_resize_kernel_emit,
};
