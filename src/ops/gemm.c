/* SPDX-License-Identifier: Apache-2.0
 *
 * gemm: y = alpha * A B + beta * C, as ONNX Gemm-13: A and B are matrices, C is broadcast to the
 * shape of their product, axes paired from the last one on. */
#include "ops/gemm.h"

#include "base/parallel.h"
#include "ops/affine_maps.h"
#include "ops/grad/grad.h"
#include "ops/product.h"
#include "ops/rule.h"

#include <math.h>

static const sn_param params[] = {
    SN_P_F32(sn_gemm_params, alpha, 1, "factor of the product"),
    SN_P_F32(sn_gemm_params, beta, 1, "factor of c"),
    SN_P_BOOL(sn_gemm_params, transA, 0, "a is [k][m] instead of [m][k]"),
    SN_P_BOOL(sn_gemm_params, transB, 0, "b is [n][k] instead of [k][n]"),
    SN_P_END,
};
static const sn_slot slots[] = {
    {"a", SN_SLOT_WEIGHT},
    {"b", SN_SLOT_WEIGHT},
    {"c", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT},
    {NULL, 0},
};

/* ---- shapes ---------------------------------------------------------------------------------- */

typedef struct gemm_matrix {
    sn_dim rows, cols;
} gemm_matrix;

static bool matrix_of(const sn_shape *s, bool transposed, gemm_matrix *out)
{
    if (s->rank != 2) return false;
    *out = transposed ? (gemm_matrix){s->d[1], s->d[0]} : (gemm_matrix){s->d[0], s->d[1]};
    return true;
}

/* C has no axes that the result lacks, and each is 1 or as there. */
static sn_status check_c(const sn_infer *in, const sn_shape *y)
{
    const sn_shape c = sn_shape_rule_shape(in, SN_GEMM_C);
    bool fits = true;
    for (int i = 0; i < c.rank && fits; i++) {
        const sn_dim own = c.d[c.rank - 1 - i], whole = y->d[1 - i];
        fits = sn_dim_equal(own, 1) || !sn_dim_differ(in->dims, own, whole) ||
               !sn_dim_differ(in->dims, own, 1);
    }
    if (fits) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "c is %s, which does not broadcast to %s",
                        sn_shape_rule_shape_text(in, &c), sn_shape_rule_shape_text(in, y));
}

static sn_status infer(sn_infer *in)
{
    const sn_gemm_params *p = in->params;
    gemm_matrix a = {0, 0}, b = {0, 0};
    SN_TRY(sn_shape_rule_rank(in, SN_GEMM_A, 2, 2));
    SN_TRY(sn_shape_rule_rank(in, SN_GEMM_B, 2, 2));
    SN_TRY(sn_shape_rule_rank(in, SN_GEMM_C, 0, 2));
    const bool has_a = matrix_of(&in->in_shape[SN_GEMM_A], p->transA, &a);
    const bool has_b = matrix_of(&in->in_shape[SN_GEMM_B], p->transB, &b);
    if (has_a && has_b) SN_TRY(sn_shape_rule_size(in, "k of a", a.cols, b.rows));
    const sn_shape y = SN_SHAPE(has_a ? a.rows : sn_shape_rule_symbol(in, 0, 0),
                                has_b ? b.cols : sn_shape_rule_symbol(in, 0, 1));
    sn_shape_rule_give(in, 0, y);
    return check_c(in, &y);
}

void sn_gemm_c_strides(const sn_shape *c, int64_t *row, int64_t *column)
{
    const int64_t columns = c->rank > 0 ? c->d[c->rank - 1] : 1;
    *column = columns > 1;
    *row = c->rank > 1 && c->d[0] > 1 ? columns : 0;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct gemm_work {
    const sn_gemm_params *p;
    sn_elems a, b, c, y;
    int64_t n, k;
    int64_t a_m, a_k, b_k, b_n, c_m, c_n; /* strides */
} gemm_work;

static double product_at(const gemm_work *w, int64_t i, int64_t j)
{
    const sn_elems a = sn_elems_from(w->a, i * w->a_m), b = sn_elems_from(w->b, j * w->b_n);
    if (w->a_k == 1) return sn_dot(a, b, w->k);
    double sum = 0;
    for (int64_t k = 0; k < w->k; k++) sum += sn_elems_at(a, k * w->a_k) * sn_elems_at(b, k);
    return sum;
}

/* From element j of row i on, as many as SN_ROW at most. */
static void part_of_row(const gemm_work *w, int64_t i, int64_t j, int64_t n, double *acc)
{
    const sn_elems a = sn_elems_from(w->a, i * w->a_m);
    if (w->b_k != 1) {
        sn_row_product(a, w->a_k, w->k, sn_elems_from(w->b, j), w->b_k, n, acc);
        return;
    }
    for (int64_t l = 0; l < n; l++) acc[l] = product_at(w, i, j + l);
}

/* Sums of row i from element `from` on. */
static void put_row(const gemm_work *w, int64_t i, int64_t from, int64_t n, const double *acc)
{
    for (int64_t j = from; j < from + n; j++) {
        double sum = acc[j - from] * (double)w->p->alpha;
        if (w->c.data) sum += sn_elems_at(w->c, i * w->c_m + j * w->c_n) * (double)w->p->beta;
        sn_elems_put(w->y, i * w->n + j, sum);
    }
}

static void one_row(void *user, int64_t i)
{
    const gemm_work *w = user;
    double acc[SN_ROW];
    for (int64_t from = 0; from < w->n; from += SN_ROW) {
        const int64_t n = w->n - from < SN_ROW ? w->n - from : SN_ROW;
        part_of_row(w, i, from, n, acc);
        put_row(w, i, from, n, acc);
    }
}

static void pack_b(const void *user, int64_t group, int64_t k0, int64_t depth, int64_t j0,
                   int64_t n, double *tile)
{
    const gemm_work *w = user;
    (void)group;
    sn_pack_tile(sn_elems_from(w->b, k0 * w->b_k + j0 * w->b_n), w->b_k, w->b_n, depth, n, tile);
}

static void store(const void *user, int64_t group, int64_t i0, int64_t m, int64_t j0, int64_t n,
                  const double *acc)
{
    (void)group;
    for (int64_t i = 0; i < m; i++) put_row(user, i0 + i, j0, n, acc + i * SN_TILE);
}

static void run_blocks(const sn_eval *e, const gemm_work *w, int64_t rows)
{
    const sn_product_job job = {.n_groups = 1,
                                .m = rows,
                                .n = w->n,
                                .depth = w->k,
                                .a = w->a,
                                .row = w->a_m,
                                .step = w->a_k,
                                .pack = pack_b,
                                .store = store,
                                .user = w};
    sn_product(e->ctx, e->arena, &job);
}

/* v times a factor: exactly, where that is a whole number, else cut towards 0. */
static uint64_t scaled(sn_type type, uint64_t v, float factor)
{
    const double f = (double)factor;
    if (f == trunc(f) && fabs(f) < 0x1p63) return v * (uint64_t)(int64_t)f;
    const double of_v = sn_word_less(type, v, 0) ? -(double)-v : (double)v;
    return sn_word_of(type, of_v * f);
}

static void one_row_of_integers(void *user, int64_t i)
{
    const gemm_work *w = user;
    const sn_type type = w->y.type;
    for (int64_t j = 0; j < w->n; j++) {
        uint64_t sum = sn_word_dot(sn_elems_from(w->a, i * w->a_m), w->a_k,
                                   sn_elems_from(w->b, j * w->b_n), w->b_k, w->k);
        sum = scaled(type, sum, w->p->alpha);
        if (w->c.data)
            sum += scaled(type, sn_elems_word(w->c, i * w->c_m + j * w->c_n), w->p->beta);
        sn_elems_put_word(w->y, i * w->n + j, sum);
    }
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_gemm_params *p = e->params;
    const sn_shape *sa = &e->in_shape[SN_GEMM_A], *sb = &e->in_shape[SN_GEMM_B];
    gemm_matrix a = {0, 0}, b = {0, 0};
    (void)matrix_of(sa, p->transA, &a);
    (void)matrix_of(sb, p->transB, &b);
    gemm_work w = {.p = p,
                   .a = sn_eval_elems(e, SN_GEMM_A),
                   .b = sn_eval_elems(e, SN_GEMM_B),
                   .c = sn_eval_elems(e, SN_GEMM_C),
                   .y = sn_eval_out_elems(e, 0),
                   .n = b.cols,
                   .k = a.cols,
                   .a_m = p->transA ? 1 : sa->d[1],
                   .a_k = p->transA ? sa->d[1] : 1,
                   .b_k = p->transB ? 1 : sb->d[1],
                   .b_n = p->transB ? sb->d[1] : 1};
    if (w.c.data) sn_gemm_c_strides(&e->in_shape[SN_GEMM_C], &w.c_m, &w.c_n);
    if (!sn_type_is_float(w.y.type))
        sn_parallel_for(e->ctx, a.rows, one_row_of_integers, &w);
    else if (p->transB || a.rows < SN_PRODUCT_ROWS)
        sn_parallel_for(e->ctx, a.rows, one_row, &w);
    else
        run_blocks(e, &w, a.rows);
    return SN_OK;
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* A map along the rows of the result goes into a constant A and C; nothing else has its channels
 * on axis 0. */
static sn_answer fold_out(const sn_node *node, sn_arena *arena, sn_fold_out *out)
{
    (void)arena;
    const sn_gemm_params *p = node->params;
    const sn_value *a = sn_in(node, SN_GEMM_A), *c = sn_in(node, SN_GEMM_C);
    if (!sn_const_of(a))
        return SN_ANSWER_NO("its operand a, which has the channels of the result, is not constant");
    if (p->transA) return SN_ANSWER_NO("a is stored transposed");
    if (p->alpha != 1 || p->beta != 1) return SN_ANSWER_NO("alpha or beta is not 1");
    if (a->shape.rank != 2) return SN_ANSWER_NO("a is not a matrix");
    const sn_dim m = a->shape.d[0];
    if (c && !sn_const_of(c)) return SN_ANSWER_NO("c is not constant");
    if (c && !(c->shape.rank == 2 && c->shape.d[0] == m && c->shape.d[1] == 1))
        return SN_ANSWER_NO("c is not one summand for each row");
    *out = (sn_fold_out){.axis = 0,
                         .n = m,
                         .n_scaled = 1,
                         .scaled = {SN_GEMM_A},
                         .shifted = SN_GEMM_C,
                         .shifted_shape = SN_SHAPE(m, 1)};
    return SN_ANSWER_YES;
}

/* A shift of a becomes a summand for each column, one of b a summand for each row, both with the
 * factor of the product. */
static sn_answer shifts_c(const sn_node *node, bool of_a, sn_arena *arena, sn_fold_in *out)
{
    const sn_gemm_params *p = node->params;
    const sn_value *c = sn_in(node, SN_GEMM_C);
    out->bias = SN_GEMM_C;
    out->bias_shape = of_a ? SN_SHAPE(1, out->rows) : SN_SHAPE(out->rows, 1);
    if (c) {
        if (p->beta != p->alpha) return SN_ANSWER_NO("alpha and beta are not the same");
        const int last = c->shape.rank - 1;
        const bool fits = of_a ? last >= 0 && c->shape.d[last] == out->rows
                               : last == 1 && c->shape.d[0] == out->rows;
        if (!fits || sn_shape_count(&c->shape) != out->rows)
            return SN_ANSWER_NO("c is broadcast in another way");
        return sn_fixed_f32(c, true);
    }
    sn_gemm_params *q = sn_arena_copy(arena, p, sizeof *p);
    q->beta = p->alpha;
    out->params = q;
    return SN_ANSWER_YES;
}

static sn_answer fold_in(const sn_node *node, uint16_t slot, const sn_affine *map, sn_arena *arena,
                         sn_fold_in *out)
{
    const sn_gemm_params *p = node->params;
    if (slot > SN_GEMM_B) return SN_ANSWER_NO("the map is one of its summand");
    const bool of_a = slot == SN_GEMM_A;
    const int inner = of_a ? (p->transB ? 1 : 0) : (p->transA ? 0 : 1);
    const uint16_t factor = of_a ? SN_GEMM_B : SN_GEMM_A;
    sn_answer a = sn_fold_in_factor(sn_in(node, factor), inner, map, out);
    if (a.is != SN_YES) return a;
    out->weight = factor;
    const int k = of_a ? !p->transA : p->transB;
    if (map->axis != SN_AXIS_NONE && map->axis != k)
        return SN_ANSWER_NO("the factors do not run along k");
    return map->shift ? shifts_c(node, of_a, arena, out) : a;
}

/* ---- maps across ----------------------------------------------------------------------------- */

/* One factor for all goes into alpha, and beta where there is a c, which stays a multiple of it. */
static sn_answer into_params(const sn_node *node, double factor, sn_arena *arena, sn_propagate *c)
{
    sn_gemm_params *p = sn_arena_copy(arena, node->params, sizeof *p);
    const bool has_c = sn_in(node, SN_GEMM_C) != NULL;
    const double alpha = (double)p->alpha * factor;
    if (has_c && p->alpha != p->beta) return SN_ANSWER_NO("alpha and beta are not the same");
    p->alpha = (float)alpha;
    if (has_c) p->beta = p->alpha;
    if (p->alpha != 0 && !isnormal(p->alpha))
        return SN_ANSWER_NO("alpha would leave the range of its type");
    if (!sn_f32_says(sn_out(node, 0)->type, alpha)) return SN_ANSWER_NO(SN_F32_CANNOT_SAY);
    c->params = p;
    return SN_ANSWER_YES;
}

/* The map of the result becomes one of c: factors as they are, a shift by beta. */
static sn_answer map_of_c(const sn_node *node, sn_arena *arena, const sn_affine *m, sn_affine *out)
{
    const sn_gemm_params *p = node->params;
    const sn_value *c = sn_in(node, SN_GEMM_C);
    if (!c)
        return m->shift ? SN_ANSWER_NO("it has no summand that could take a shift") : SN_ANSWER_YES;
    if (p->beta == 0) return SN_ANSWER_NO("beta is 0");
    *out = *m;
    if (m->axis != SN_AXIS_NONE) {
        out->axis = m->axis == 1 ? c->shape.rank - 1 : c->shape.rank - 2;
        if (out->axis < 0 || !sn_dim_equal(c->shape.d[out->axis], m->n))
            return SN_ANSWER_NO("its summand has not as many rows or columns");
    }
    if (!m->shift || p->beta == 1) return SN_ANSWER_YES;
    double *shift = SN_NEW_N(arena, double, m->n);
    for (int64_t i = 0; i < m->n; i++) shift[i] = m->shift[i] / (double)p->beta;
    out->shift = shift;
    return SN_ANSWER_YES;
}

static sn_answer propagate_up(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_gemm_params *p = node->params;
    const sn_affine *m = &c->given[0];
    if (m->axis == SN_AXIS_NONE && !m->shift) {
        const sn_answer a = into_params(node, sn_affine_map_scale(m, 0), arena, c);
        if (a.is == SN_YES) return a;
    }
    const uint16_t slot = m->axis == 0 ? SN_GEMM_A : SN_GEMM_B;
    c->made[slot] = sn_affine_map_scale_only(m);
    if (m->axis != SN_AXIS_NONE) c->made[slot].axis = m->axis ^ (slot ? p->transB : p->transA);
    return map_of_c(node, arena, m, &c->made[SN_GEMM_C]);
}

/* Down: one factor for all of a or b, where there is no c, which would have to be divided by it. */
static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    double factor = 1;
    if (c->up) return propagate_up(node, arena, c);
    if (sn_in(node, SN_GEMM_C)) return SN_ANSWER_NO("its summand has not the same factor");
    for (uint16_t i = 0; i < node->n_in && i < SN_GEMM_C; i++) {
        const sn_answer a = sn_affine_map_no_shift(&c->given[i]);
        if (a.is != SN_YES) return a;
        if (c->given[i].axis != SN_AXIS_NONE)
            return SN_ANSWER_NO("the factors are not the same for all");
        factor *= sn_affine_map_scale(&c->given[i], 0);
    }
    return into_params(node, factor, arena, c);
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_gemm_params *p = in->params;
    gemm_matrix a;
    if (!matrix_of(&in->in_shape[SN_GEMM_A], p->transA, &a) || !sn_dim_known(a.cols)) return;
    out->macs = sn_shape_elements(&in->out_shape[0]) * (double)a.cols;
    for (unsigned i = 0; i < in->n_in; i++) {
        if (sn_infer_data(in, i)) {
            out->weight_bytes += 4 * sn_shape_elements(&in->in_shape[i]);
        }
    }
}

const sn_op sn_op_gemm = {
    .name = "gemm",
    .synopsis = "y = alpha * a b + beta * c",
    .slots = slots,
    .types = "num,num,num->num",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_gemm_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_gemm,
    .fold_out = fold_out,
    .fold_in = fold_in,
    .propagate = propagate,
    .cost = cost,
};
