/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of plain matrices: matmul, gemm, and inner products of several rows. All are brought to
 * one form,
 *
 *     y[batch][m][n] = factor * c + sum over k of x[batch][m][k] * w[batch][k][n],
 *
 * n contiguous in y, each operand with strides of its own. x is read where it stands (rows or
 * columns), w is packed for the register tile: at compile time where it is constant, else by a
 * phase of its own, together with alpha. */
#include <inttypes.h>

#include "base/text.h"
#include "kernels/tile.h"
#include "ops/gemm.h"
#include "ops/linear.h"
#include "ops/matmul.h"
#include "ops/ops.h"

extern const char sn_text_product[], sn_text_product_pack[];

typedef struct operand {
    unsigned slot;
    bool constant;
    int64_t row, col;           /* strides: x [m][k], w [k][n], c [m][n] */
    int64_t batch[SN_MAX_RANK]; /* strides of the batch axes, 0: the same for all */
    int64_t floats;
} operand;

typedef struct product_config {
    operand x, w, c;
    bool has_c;
    float alpha, c_factor;
    int n_batch; /* axes */
    int64_t batch[SN_MAX_RANK];
    int64_t batches, w_batches; /* products; different w */
    int64_t m, n, k;
    bool last_is_n; /* the result's last axis is n */
    sn_tiling tiling;
    sn_product_order order;
    int x_packed, w_packed, c_packed; /* which of the step's constants */
} product_config;

/* ---- the operators as such a product --------------------------------------------------------- */

static bool of_linear(const sn_node *node, product_config *c)
{
    const sn_shape *w = &sn_in(node, SN_LINEAR_WEIGHT)->shape, *y = &sn_out(node, 0)->shape;
    if (w->rank != 2 || w->d[0] < 1) return false;
    c->n = w->d[0], c->k = w->d[1];
    c->m = sn_shape_count(y) / c->n;
    c->x = (operand){.slot = SN_LINEAR_X, .row = c->k, .col = 1};
    c->w = (operand){.slot = SN_LINEAR_WEIGHT, .row = 1, .col = c->k};
    c->last_is_n = true;
    return true;
}

/* Strides of the batch axes of a value whose matrices have `matrix` elements. */
static int64_t batch_strides(const product_config *c, const sn_shape *s, int64_t matrix,
                             int64_t *stride)
{
    const int own = s->rank > 2 ? s->rank - 2 : 0;
    int64_t step = matrix;
    for (int i = c->n_batch - 1; i >= 0; i--) {
        const int axis = i - (c->n_batch - own);
        const int64_t size = axis < 0 ? 1 : s->d[axis];
        stride[i] = size > 1 ? step : 0;
        step *= size;
    }
    return step;
}

static bool of_matmul(const sn_node *node, product_config *c)
{
    const sn_matmul_params *p = node->params;
    const sn_shape *a = &sn_in(node, SN_MATMUL_A)->shape, *b = &sn_in(node, SN_MATMUL_B)->shape;
    const sn_shape *y = &sn_out(node, 0)->shape;
    if (a->rank < 1 || b->rank < 1 || sn_shape_count(b) < 1) return false;
    const bool k_last = p->transB || b->rank == 1;
    c->k = a->d[a->rank - 1];
    c->m = a->rank == 1 ? 1 : a->d[a->rank - 2];
    c->n = b->rank == 1 ? 1 : b->d[b->rank - (p->transB ? 2 : 1)];
    c->x = (operand){.slot = SN_MATMUL_A, .row = c->k, .col = 1};
    c->w = (operand){.slot = SN_MATMUL_B, .row = k_last ? 1 : c->n, .col = k_last ? c->k : 1};
    c->n_batch = y->rank - (a->rank > 1) - (b->rank > 1);
    if (a->rank == 1 && b->rank == 1) c->n_batch = 0;
    for (int i = 0; i < c->n_batch; i++) {
        c->batch[i] = y->d[i];
        c->batches *= y->d[i];
    }
    batch_strides(c, a, c->m * c->k, c->x.batch);
    c->w_batches = batch_strides(c, b, c->n * c->k, c->w.batch) / (c->n * c->k);
    c->last_is_n = b->rank > 1;
    return true;
}

static bool of_gemm(const sn_node *node, product_config *c)
{
    const sn_gemm_params *p = node->params;
    const sn_shape *a = &sn_in(node, SN_GEMM_A)->shape, *b = &sn_in(node, SN_GEMM_B)->shape;
    const int64_t a_step = a->d[1], b_step = b->d[1];
    c->m = a->d[p->transA ? 1 : 0];
    c->k = a->d[p->transA ? 0 : 1];
    c->n = b->d[p->transB ? 0 : 1];
    c->x =
        (operand){.slot = SN_GEMM_A, .row = p->transA ? 1 : a_step, .col = p->transA ? a_step : 1};
    c->w =
        (operand){.slot = SN_GEMM_B, .row = p->transB ? 1 : b_step, .col = p->transB ? b_step : 1};
    c->alpha = p->alpha;
    const sn_value *summand = sn_in(node, SN_GEMM_C);
    c->has_c = summand != NULL;
    c->c_factor = p->beta;
    c->c = (operand){.slot = SN_GEMM_C};
    if (summand) sn_gemm_c_strides(&summand->shape, &c->c.row, &c->c.col);
    c->last_is_n = true;
    return true;
}

static const struct {
    const sn_op *op;
    bool (*describe)(const sn_node *, product_config *);
} forms[] = {{&sn_op_linear, of_linear}, {&sn_op_matmul, of_matmul}, {&sn_op_gemm, of_gemm}};

/* Products that share w are one product of more rows, where x is dense. */
static void merge_batches(product_config *c)
{
    if (c->w_batches != 1 || c->has_c || c->batches == 1 || c->x.col != 1 || c->x.row != c->k)
        return;
    int64_t step = c->m * c->k;
    for (int i = c->n_batch - 1; i >= 0; i--) {
        if (c->batch[i] != 1 && c->x.batch[i] != step) return;
        step *= c->batch[i];
    }
    c->m *= c->batches;
    c->batches = 1;
    c->n_batch = 0;
}

static bool describe(const sn_node *node, product_config *c)
{
    *c = (product_config){.batches = 1, .w_batches = 1, .alpha = 1};
    bool found = false;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0] && !found; i++) {
        found = node->op == forms[i].op && forms[i].describe(node, c);
    }
    if (!found || c->m < 1 || c->n < 1 || c->k < 1 || c->batches < 1) return false;
    operand *const all[] = {&c->x, &c->w, &c->c};
    for (int i = 0; i < 2 + c->has_c; i++) {
        const sn_value *v = sn_in(node, all[i]->slot);
        all[i]->constant = sn_value_is_const(v);
        if (all[i]->constant && !sn_const_of(v)) return false;
        all[i]->floats = sn_shape_count(&v->shape);
    }
    /* Of a summand that comes at run time, vectors are loaded: its columns must lie side by side.
     */
    if (c->has_c && !c->c.constant && c->c.col > 1) return false;
    merge_batches(c);
    return true;
}

static double weights_of(const product_config *c, const sn_tiling *t)
{
    return (double)c->w_batches * (double)sn_tiling_floats(t);
}

static sn_tiling tiling_of(const sn_kernel_ctx *k, const sn_node *node, const product_config *c)
{
    sn_tiling t = sn_tiling_of(k->machine, c->m, c->n, c->k);
    t.half = c->w.constant && c->alpha == 1 &&
             sn_tiling_keeps_halves(k, node, c->w.slot, &t, (double)c->batches, weights_of(c, &t));
    return t;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    product_config c;
    if (!describe(node, &c)) return false;
    const sn_tiling tiling = tiling_of(k, node, &c);
    out->epilogue_on_plain = c.last_is_n;
    const double packed = weights_of(&c, &tiling), bytes = sn_packed_bytes(tiling.half) * packed;
    out->work.vector = (double)c.batches * sn_tiling_vectors(k->machine, &tiling);
    if (c.w.constant)
        sn_work_stream(&out->work, bytes, sn_weights_span(k, bytes), c.m > 1);
    else
        out->work.scalar = 6 * packed;
    sn_results_stream(&out->work, 4 * (double)c.batches * (double)c.m * (double)c.n);
    return true;
}

/* ---- plan ------------------------------------------------------------------------------------ */

static sn_status pack(const sn_kernel_ctx *k, sn_step *s, product_config *c)
{
    const int64_t floats = sn_tiling_floats(&c->tiling);
    const float *from;
    if (c->w.constant) {
        c->w_packed = s->n_packed;
        SN_TRY(sn_step_constant(k, s->node, c->w.slot, &from));
        float *to =
            sn_step_pack(k, s, c->w_batches * floats, "factor [batch][group][k][n of the group]");
        for (int64_t b = 0; b < c->w_batches; b++)
            sn_tiling_pack(&c->tiling, from + b * c->k * c->n, c->w.row, c->w.col, c->alpha,
                           to + b * floats);
        c->tiling.half = c->tiling.half && sn_step_pack_halves(&s->packed[c->w_packed], 1);
    }
    if (c->x.constant) {
        c->x_packed = s->n_packed;
        SN_TRY(sn_step_constant(k, s->node, c->x.slot, &from));
        float *to = sn_step_pack(k, s, c->x.floats, "factor");
        for (int64_t i = 0; i < c->x.floats; i++) to[i] = from[i];
    }
    if (c->has_c && c->c.constant) { /* columns side by side, whole vectors */
        c->c_packed = s->n_packed;
        SN_TRY(sn_step_constant(k, s->node, c->c.slot, &from));
        const int64_t rows = c->c.row ? c->m : 1, cols = c->c.col ? c->n : 1;
        float *to = sn_step_pack(k, s, rows * cols, "summand");
        for (int64_t i = 0; i < rows * cols; i++)
            to[i] = from[i / cols * c->c.row + i % cols * c->c.col];
        c->c.row = c->c.row ? cols : 0;
        c->c.col = c->c.col ? 1 : 0;
    }
    return SN_OK;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    product_config *c = SN_NEW(k->arena, product_config);
    s->config = c;
    if (!describe(s->node, c))
        return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no product of matrices");
    c->tiling = tiling_of(k, s->node, c);
    const sn_tiling *v = &c->tiling;
    c->order = sn_product_order_of(v);
    SN_TRY(pack(k, s, c));
    const int phase = c->w.constant ? 0 : 1;
    s->n_phases = phase + 1;
    if (!c->w.constant) {
        s->units[0] = c->w_batches * v->groups.n;
        s->shared = c->w_batches * sn_tiling_floats(v);
    }
    s->units[phase] = c->batches * v->tiles.n * (c->order.groups_outer ? v->groups.n : 1);
    s->splits_weights = c->w.constant && c->order.groups_outer && c->batches == 1;
    s->flops = 2.0 * (double)c->batches * (double)c->m * (double)c->n * (double)c->k;
    s->bytes = 4 * ((double)c->x.floats + (double)c->batches * (double)c->m * (double)c->n) +
               sn_packed_bytes(v->half) * (double)c->w.floats;
    s->why = sn_arena_printf(k->arena, "%" PRId64 "x%" PRId64 "x%" PRId64 ": %s, %s outermost%s",
                             c->m, c->k, c->n, sn_tiling_text(k->arena, v),
                             c->order.groups_outer ? "groups" : "rows",
                             c->w.constant ? "" : ", second factor packed first");
    return SN_OK;
}

/* ---- emit ------------------------------------------------------------------------------------ */

/* Offset of batch b of an operand, as C. */
static const char *batch_offset(sn_arena *arena, const product_config *c, const int64_t *stride)
{
    sn_str out;
    int64_t below = 1;
    sn_str_init(&out, arena);
    for (int i = c->n_batch - 1; i >= 0; i--) {
        if (stride[i] != 0 && c->batch[i] > 1)
            sn_str_addf(&out, " + b / %" PRId64 " %% %" PRId64 " * %" PRId64, below, c->batch[i],
                        stride[i]);
        below *= c->batch[i];
    }
    return out.n ? out.s : "";
}

static sn_status emit_pack(sn_emit *e, const sn_step *s, const product_config *c)
{
    const sn_tiling *v = &c->tiling;
    sn_bind *b = sn_bind_create(e);
    const char *body;
    sn_bind_text(b, CT_W_AT, sn_emit_in(e, s->in[c->w.slot]));
    sn_bind_text(b, CT_TO, sn_emit_shared(e, s));
    sn_bind_text(b, CT_TIMES_ALPHA,
                 c->alpha == 1 ? ""
                               : sn_arena_printf(sn_emit_arena(e), " * %s",
                                                 sn_emit_number(e, (double)c->alpha)));
    sn_bind_int(b, CT_GROUPS, v->groups.n);
    sn_bind_int(b, CT_BIG_GROUPS, v->groups.larger);
    sn_bind_int(b, CT_NB, v->groups.size);
    sn_bind_int(b, CT_L, v->lanes);
    sn_bind_int(b, CT_N, c->n);
    sn_bind_int(b, CT_K, c->k);
    sn_bind_int(b, CT_FLOATS, sn_tiling_floats(v));
    sn_bind_int(b, CT_W_K, c->w.row);
    sn_bind_int(b, CT_W_N, c->w.col);
    sn_bind_int(b, CT_W_BATCH_FLOATS, c->n * c->k);
    SN_TRY(sn_template(e, "product_pack.ct", sn_text_product_pack, b, &body));
    sn_emit_function(e, s, 0, body);
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const product_config *c = s->config;
    const sn_tiling *v = &c->tiling;
    sn_arena *arena = sn_emit_arena(e);
    if (!c->w.constant) SN_TRY(emit_pack(e, s, c));
    const bool rows = c->x.col == 1;
    const sn_tile tile = {.x = rows ? SN_TILE_ROWS : SN_TILE_COLUMNS,
                          .plain = true,
                          .c = !c->has_c  ? SN_TILE_C_NONE
                               : c->c.col ? SN_TILE_C_MATRIX
                                          : SN_TILE_C_ROWS,
                          .step = s};
    const sn_tile_calls calls = {
        .x = sn_arena_printf(arena, "xb + p * %" PRId64, rows ? c->x.row : 1),
        .x_step = sn_arena_printf(arena, "%" PRId64, rows ? c->x.row : c->x.col),
        .w = "wb",
        .y = sn_arena_printf(arena, "yb + p * %" PRId64 " + v * %d", c->n, v->lanes),
        .y_step = sn_arena_printf(arena, "%" PRId64, c->n),
        .c = c->c.col ? sn_arena_printf(arena, "c + p * %" PRId64 " + v * %d", c->c.row, v->lanes)
                      : sn_arena_printf(arena, "c + p * %" PRId64, c->c.row),
        .c_step = sn_arena_printf(arena, "%" PRId64, c->c.row),
        .c_factor = sn_emit_number(e, (double)c->c_factor),
        .flat = sn_arena_printf(
            arena, "%sp * %" PRId64 " + v * %d",
            c->batches > 1 ? sn_arena_printf(arena, "b * %" PRId64 " + ", c->m * c->n) : "", c->n,
            v->lanes),
        .chunk = c->order.chunk,
        .again = !c->order.groups_outer};
    const char *tiling, *body;
    SN_TRY(sn_tile_emit(e, &tile, v, &calls, &tiling));
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    sn_bind_text(b, CT_X_AT,
                 c->x.constant ? sn_emit_packed(e, s->packed[c->x_packed])
                               : sn_emit_in(e, s->in[c->x.slot]));
    sn_bind_weights(e, b, c->w.constant ? s->packed[c->w_packed] : NULL);
    if (!c->w.constant) sn_bind_text(b, CT_W_AT, sn_emit_shared(e, s));
    sn_bind_text(b, CT_Y_AT, sn_emit_out(e, s->out[0]));
    if (c->has_c)
        sn_bind_text(b, CT_C_AT,
                     c->c.constant ? sn_emit_packed(e, s->packed[c->c_packed])
                                   : sn_emit_in(e, s->in[c->c.slot]));
    int64_t w_stride[SN_MAX_RANK];
    for (int i = 0; i < c->n_batch; i++)
        w_stride[i] = c->w.batch[i] / (c->n * c->k) * sn_tiling_floats(v);
    sn_bind_text(b, CT_X_BATCH, batch_offset(arena, c, c->x.batch));
    sn_bind_text(b, CT_W_BATCH, batch_offset(arena, c, w_stride));
    sn_bind_text(b, CT_TILING, tiling);
    sn_bind_int(b, CT_HAS_C, c->has_c);
    sn_bind_int(b, CT_BATCHES, c->batches);
    sn_bind_int(b, CT_MN, c->m * c->n);
    sn_bind_int(b, CT_GROUPS_OUTER, c->order.groups_outer);
    sn_bind_int(b, CT_GROUPS, v->groups.n);
    sn_bind_int(b, CT_TILES, v->tiles.n);
    sn_bind_int(b, CT_CHUNK, c->order.chunk);
    SN_TRY(sn_template(e, "product.ct", sn_text_product, b, &body));
    sn_emit_function(e, s, s->n_phases - 1, body);
    return SN_OK;
}

const sn_kernel sn_kernel_product = {
    .name = "product",
    .ops = SN_OPS(&sn_op_matmul, &sn_op_gemm),
    .synopsis = "matmul, gemm and inner products of several rows as a register-tiled product",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
