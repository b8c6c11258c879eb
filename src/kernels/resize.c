/* SPDX-License-Identifier: Apache-2.0
 *
 * resize: nearest, bilinear and bicubic, on BLOCKED tensors. Which pixels an output pixel reads,
 * and with what weights, is worked out by the operator (ops/resize.c) for each column and each row;
 * here they are tables. */
#include <string.h>

#include "kernels/kernel.h"
#include "ops/ops.h"
#include "ops/resize.h"

extern const char sn_text_resize[];

enum { LEAST_ROWS = 8 }; /* fewer are no even shares for threads */

typedef struct resize {
    bool tables; /* else x is copied, or one pixel of it fills the result */
    bool fill;
    int nx, ny; /* taps */
    const sn_packed *weights;
    int64_t in[2], out[2]; /* height, width */
} resize;

static bool resize_of(const sn_node *node, resize *r)
{
    if (node->op != &sn_op_resize) return false;
    const sn_resize_params *p = node->params;
    const sn_shape *x = &sn_in(node, 0)->shape, *y = &sn_out(node, 0)->shape;
    *r = (resize){.tables = true, .nx = 1, .ny = 1, .in = {1, 1}, .out = {1, 1}};
    if (x->rank == 1) { /* one pixel fills an image */
        r->tables = false;
        r->fill = true;
        r->out[0] = y->d[1];
        r->out[1] = y->d[2];
        return true;
    }
    if (x->rank < 2) return false;
    if (sn_shape_equal(x, y)) {
        r->tables = false;
        r->in[1] = r->out[1] = x->d[x->rank - 1];
        for (int i = 1; i < x->rank - 1; i++) r->in[0] *= x->d[i];
        r->out[0] = r->in[0];
        return true;
    }
    if (x->rank > 3) return false;
    r->nx = sn_resize_n_taps(p);
    r->in[1] = x->d[x->rank - 1];
    r->out[1] = y->d[x->rank - 1];
    if (x->rank == 2) return true;
    r->ny = r->nx;
    r->in[0] = x->d[1];
    r->out[0] = y->d[1];
    return true;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_wants *out)
{
    resize r;
    if (!resize_of(node, &r)) return false;
    for (int i = 1; i < node->n_in; i++)
        out->in[i] = SN_LAYOUT_ANY; /* only their shapes are read */
    out->in[0] = out->out[0] = SN_LAYOUT_BLOCKED;
    out->grows = true; /* cubic weights are partly negative */
    out->epilogue = true;
    const sn_layout l = {.channels = sn_in(node, 0)->shape.d[0]};
    const double vectors = (double)sn_layout_blocks(&l, k->machine->lanes);
    const double in = vectors * (double)(r.in[0] * r.in[1]),
                 to = vectors * (double)(r.out[0] * r.out[1]);
    out->seconds = (in + to * (1 + 0.5 * r.nx * r.ny)) * 0.35e-9;
    return true;
}

/* Taps outside count nothing: they read the nearest pixel that there is, with weight 0. */
static void weights_of(const sn_resize_tap *t, int64_t m, int n, int64_t size, float *to)
{
    for (int64_t i = 0; i < m; i++) {
        for (int k = 0; k < n; k++)
            to[i * n + k] = t[i].at[k] >= 0 && t[i].at[k] < size ? (float)t[i].weight[k] : 0;
    }
}

static const sn_resize_tap *taps_of(sn_arena *arena, const sn_step *s, const resize *r, bool width)
{
    static const sn_resize_tap one_row = {{0}, {1}};
    if (!width && sn_in(s->node, 0)->shape.rank == 2) return &one_row;
    return sn_resize_taps(arena, s->node->params, width, r->in[width], r->out[width]);
}

static bool by_rows(const resize *r)
{
    return r->out[0] >= LEAST_ROWS && sn_share_pixels(r->out[0] * r->out[1]);
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    static const char *const names[] = {"none", "nearest", "bilinear", "bicubic"};
    resize *r = SN_NEW(k->arena, resize);
    if (!resize_of(s->node, r))
        return sn_fail(k->ctx, SN_E_INTERNAL, "resize: the node has changed");
    const sn_resize_params *p = s->node->params;
    const sn_shape *x = &sn_in(s->node, 0)->shape;
    s->config = r;
    s->n_phases = 1;
    s->units[0] = by_rows(r) ? r->out[0]
                             : sn_layout_blocks(&s->out[0]->layout, k->machine->lanes) * r->out[0];
    s->bytes = 4 * (double)x->d[0] * (double)(r->in[0] * r->in[1] + r->out[0] * r->out[1]);
    s->flops = r->nx * r->ny > 1
                   ? 2 * (double)x->d[0] * (double)(r->out[0] * r->out[1] * (r->nx + 1) * r->ny)
                   : 0;
    s->why = r->fill ? "one pixel fills the image" : !r->tables ? "a copy" : names[p->resize_type];
    if (!r->tables || (r->nx == 1 && r->ny == 1)) return SN_OK;
    float *w = sn_step_pack(k, s, r->out[1] * r->nx + r->out[0] * r->ny,
                            "weights of columns, then of rows");
    r->weights = s->packed[s->n_packed - 1];
    weights_of(taps_of(k->arena, s, r, true), r->out[1], r->nx, r->in[1], w);
    weights_of(taps_of(k->arena, s, r, false), r->out[0], r->ny, r->in[0], w + r->out[1] * r->nx);
    return SN_OK;
}

static const char *positions(sn_emit *e, const char *name, const sn_resize_tap *t, int64_t m, int n,
                             int64_t size, int64_t step)
{
    sn_str out;
    sn_str_init(&out, sn_emit_arena(e));
    sn_str_addf(&out, "    static const int %s[%ld] = {", name, (long)(m * n));
    for (int64_t i = 0; i < m * n; i++) {
        int64_t at = t[i / n].at[i % n];
        at = at < 0 ? 0 : at >= size ? size - 1 : at;
        sn_str_addf(&out, "%s%ld",
                    i == 0        ? ""
                    : i % 20 == 0 ? ",\n        "
                                  : ", ",
                    (long)(at * step));
    }
    sn_str_add(&out, "};");
    return out.s;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const resize *r = s->config;
    const int lanes = sn_emit_machine(e)->lanes;
    const char *body;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    if (r->tables) {
        sn_bind_text(b, "COLUMNS",
                     positions(e, "column", taps_of(sn_emit_arena(e), s, r, true), r->out[1], r->nx,
                               r->in[1], lanes));
        sn_bind_text(b, "ROWS",
                     positions(e, "row", taps_of(sn_emit_arena(e), s, r, false), r->out[0], r->ny,
                               r->in[0], r->in[1] * lanes));
    }
    sn_bind_text(
        b, "FROM",
        r->fill ? "" : sn_arena_printf(sn_emit_arena(e), " + o * %ld", (long)(r->in[1] * lanes)));
    sn_bind_text(b, "FROM_STEP", r->fill ? "" : " + i * VL");
    sn_bind_text(b, "X", sn_emit_in(e, s->in[0]));
    sn_bind_text(b, "Y", sn_emit_out(e, s->out[0]));
    sn_bind_text(b, "W", r->weights ? sn_emit_packed(e, r->weights) : "");
    sn_bind_int(b, "TABLES", r->tables);
    sn_bind_int(b, "BY_ROWS", by_rows(r));
    sn_bind_int(b, "BLOCKS", sn_layout_blocks(&s->out[0]->layout, lanes));
    sn_bind_int(b, "NX", r->nx);
    sn_bind_int(b, "NY", r->ny);
    sn_bind_int(b, "OH", r->out[0]);
    sn_bind_int(b, "OW", r->out[1]);
    sn_bind_int(b, "LANES", lanes);
    sn_bind_int(b, "X_PLANE", s->in[0]->layout.plane);
    sn_bind_int(b, "Y_PLANE", s->out[0]->layout.plane);
    SN_TRY(sn_template(e, "resize", sn_text_resize, b, &body));
    sn_emit_function(e, s, 0, body);
    return SN_OK;
}

const sn_kernel sn_kernel_resize = {
    .name = "resize",
    .ops = SN_OPS(&sn_op_resize),
    .synopsis = "images in another size, by tables of pixels and weights",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
