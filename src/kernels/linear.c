/* SPDX-License-Identifier: Apache-2.0
 *
 * One vector times a matrix: inner products, and 1x1 convolutions of one pixel (squeeze and
 * excitation). Each weight is read once and used once, so this is as fast as memory: weights are
 * packed in panels of a few vectors of outputs, and several panels are read at the same time, since
 * a core keeps more loads on their way in several streams than in one (measured: 5 to 10 % over one
 * stream, and 30 % over dot products along the rows). Software prefetch only made it slower.
 * Weights that the model stores in half precision stay so and are converted as they are read, which
 * is exact. */
#include <inttypes.h>

#include "base/text.h"
#include "kernels/tile.h"
#include "ops/conv.h"
#include "ops/linear.h"
#include "ops/ops.h"
#include "ops/window.h"

extern const char sn_text_linear[];

typedef struct linear_config {
    int64_t k, n, vectors;
    int nb, streams; /* vectors of a panel, panels at once */
    bool plain;      /* the result is PLAIN */
    bool half;       /* weights are packed as halves */
    int packed;      /* which of the step's constants the weights are */
} linear_config;

/* ---- what it can do -------------------------------------------------------------------------- */

static bool one_pixel(const sn_node *node)
{
    const sn_conv_params *p = node->params;
    const sn_shape *x = &sn_in(node, SN_CONV_X)->shape, *w = &sn_in(node, SN_CONV_WEIGHT)->shape;
    const sn_shape *y = &sn_out(node, 0)->shape;
    if (p->axis != 0 || p->group != 1 || w->rank != p->nd + 2) return false;
    for (int i = 0; i < p->nd; i++) {
        if (w->d[2 + i] != 1) return false;
    }
    for (int i = 1; i < x->rank; i++) {
        if (x->d[i] != 1) return false;
    }
    return x->rank >= 1 && x->d[0] == w->d[1] && sn_shape_count(y) == w->d[0];
}

static bool describe(const sn_node *node, linear_config *c)
{
    const bool conv = node->op == &sn_op_conv;
    if (!conv && node->op != &sn_op_linear) return false;
    const sn_value *w = sn_in(node, SN_LINEAR_WEIGHT); /* the same slot in both */
    const sn_tensor *t = w ? sn_const_of(w) : NULL;
    if (!t || w->shape.rank < 2) return false;
    c->n = w->shape.d[0];
    c->k = w->shape.d[1];
    c->plain = !conv;
    return conv ? one_pixel(node) : sn_shape_count(&sn_out(node, 0)->shape) == c->n;
}

static bool keeps_halves(const sn_kernel_ctx *k, const sn_node *node, const linear_config *c)
{
    return sn_kernel_keeps_read_halves(k, node, SN_LINEAR_WEIGHT, (double)(c->n * c->k), 1);
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    linear_config c = {.k = 0};
    if (!describe(node, &c) || c.n < 1 || c.k < 1) return false;
    c.half = keeps_halves(k, node, &c);
    out->in[0] = out->out[0] = c.plain ? SN_LAYOUT_PLAIN : SN_LAYOUT_BLOCKED;
    out->epilogue = !c.plain;
    out->epilogue_on_plain = c.plain;
    /* Each weight is read once, and takes longer to arrive than to be multiplied. */
    const double bytes = sn_packed_bytes(c.half) * (double)c.n * (double)c.k;
    sn_work_stream(&out->work, bytes, sn_weights_span(k, bytes), false);
    return true;
}

/* ---- plan ------------------------------------------------------------------------------------ */

static void choose_tile(const sn_machine *m, linear_config *c)
{
    c->vectors = (c->n + m->lanes - 1) / m->lanes;
    c->nb = m->registers >= 32 || c->vectors < 64 ? 4 : 2;
    c->streams = c->vectors >= 64 ? 4 : c->vectors >= 16 ? 2 : 1;
}

static sn_status pack(const sn_kernel_ctx *k, sn_step *s, linear_config *c)
{
    const int lanes = k->machine->lanes;
    const float *w;
    SN_TRY(sn_step_constant(k, s->node, SN_LINEAR_WEIGHT, &w));
    c->packed = s->n_packed;
    float *to =
        sn_step_pack(k, s, c->vectors * lanes * c->k, "weights [panel][ic][oc of the panel]");
    for (int64_t n0 = 0; n0 < c->n; n0 += c->nb * lanes) {
        const int64_t left = c->vectors * lanes - n0,
                      width = left < c->nb * lanes ? left : c->nb * lanes;
        const int64_t n = c->n - n0 < width ? c->n - n0 : width;
        for (int64_t i = 0; i < c->k; i++, to += width) {
            for (int64_t j = 0; j < n; j++) to[j] = w[(n0 + j) * c->k + i];
        }
    }
    c->half = keeps_halves(k, s->node, c) && sn_step_pack_halves(&s->packed[c->packed], 1);
    return SN_OK;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    linear_config *c = SN_NEW(k->arena, linear_config);
    s->config = c;
    if (!describe(s->node, c))
        return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no inner product of one vector");
    choose_tile(k->machine, c);
    SN_TRY(pack(k, s, c));
    s->n_phases = 1;
    s->units[0] = (c->vectors + c->nb - 1) / c->nb;
    s->splits_weights = true;
    s->flops = 2.0 * (double)c->k * (double)c->n;
    s->bytes = sn_packed_bytes(c->half) * (double)c->k * (double)c->n + 4.0 * (double)(c->k + c->n);
    s->why = sn_arena_printf(k->arena, "one row: weights read once, %d stream%s of %d outputs%s",
                             c->streams, c->streams > 1 ? "s" : "", c->nb * k->machine->lanes,
                             c->half ? ", weights in half precision" : "");
    return SN_OK;
}

/* ---- emit ------------------------------------------------------------------------------------ */

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const linear_config *c = s->config;
    const int lanes = sn_emit_machine(e)->lanes;
    sn_bind *b = sn_bind_create(e);
    const char *body;
    const int64_t panels = (c->vectors + c->nb - 1) / c->nb,
                  rest = c->vectors - (panels - 1) * c->nb;
    const bool tail = c->plain && c->n % lanes != 0;
    SN_TRY(sn_bind_epilogue(e, b, s));
    sn_tile tile = {.x = SN_TILE_ROWS, .unroll = 1, .half = c->half, .plain = c->plain, .step = s};
    sn_bind_tile(e, b, CT_TILE, &tile);
    tile.panels = c->streams;
    sn_bind_tile(e, b, CT_TILE_STREAMS, &tile);
    sn_bind_text(b, CT_X_AT, sn_emit_in(e, s->in[0]));
    sn_bind_weights(e, b, s->packed[c->packed]);
    sn_bind_text(b, CT_Y_AT, sn_emit_out(e, s->out[0]));
    sn_bind_int(b, CT_S, c->streams);
    sn_bind_int(b, CT_NB, c->nb);
    sn_bind_int(b, CT_L, lanes);
    sn_bind_int(b, CT_K, c->k);
    sn_bind_int(b, CT_PLAIN, c->plain);
    sn_bind_int(b, CT_FULL, tail || rest != c->nb ? panels - 1 : panels);
    sn_bind_int(b, CT_PANELS, panels);
    sn_bind_int(b, CT_REST, rest);
    sn_bind_int(b, CT_TAIL_LANES, tail ? c->n % lanes : 0);
    SN_TRY(sn_template(e, "linear.ct", sn_text_linear, b, &body));
    sn_emit_function(e, s, 0, body);
    return SN_OK;
}

const sn_kernel sn_kernel_linear = {
    .name = "linear",
    .ops = SN_OPS(&sn_op_linear, &sn_op_conv),
    .synopsis = "one vector times a matrix, at the speed of memory: inner product, 1x1 convolution "
                "of one pixel",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
