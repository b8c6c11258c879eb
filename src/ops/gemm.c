/* SPDX-License-Identifier: Apache-2.0
 *
 * gemm: y = alpha * (A B + beta * C). alpha multiplies C too: this is ncnn's formula.
 *
 * A matrix may have rank 1 (one row), 2, or 3: then its rows are those of axis 0, and of the
 * middle axis only the first entry is looked at. */
#include "ops/gemm.h"

#include "base/parallel.h"
#include "ops/maps.h"
#include "ops/product.h"
#include "ops/rule.h"

static const char *const c_kinds[] = {"scalar", "m", "m1", "mn", "n", NULL};
static const sn_param params[] = {
    SN_P_F32(sn_gemm_params, alpha, 1, "factor of the whole result"),
    SN_P_F32(sn_gemm_params, beta, 1, "factor of c"),
    SN_P_BOOL(sn_gemm_params, transA, 0, "a is [k][m] instead of [m][k]"),
    SN_P_BOOL(sn_gemm_params, transB, 0, "b is [n][k] instead of [k][n]"),
    SN_P_BOOL(sn_gemm_params, output_N1M, 0, "the result has rank 3, its middle axis being 1"),
    SN_P_INT(sn_gemm_params, output_elempack, 0, 0, INT32_MAX,
             "ncnn's packing of the result; changes no number"),
    SN_P_INT(sn_gemm_params, output_elemtype, 0, INT32_MIN + 1, INT32_MAX,
             "ncnn's storage of the result; changes no number in f32"),
    SN_P_BOOL(sn_gemm_params, output_transpose, 0, "the result is [n][m]"),
    SN_P_INT(sn_gemm_params, constant_TILE_M, 0, INT32_MIN + 1, INT32_MAX,
             "ncnn's tile size along m"),
    SN_P_INT(sn_gemm_params, constant_TILE_N, 0, INT32_MIN + 1, INT32_MAX,
             "ncnn's tile size along n"),
    SN_P_INT(sn_gemm_params, constant_TILE_K, 0, INT32_MIN + 1, INT32_MAX,
             "ncnn's tile size along k"),
    SN_P_LATE_ENUM(sn_gemm_params, c_kind, SN_LATE, c_kinds,
                   "how c is broadcast to [m][n]; late: as its shape says"),
    SN_P_END,
};
static const sn_slot slots[] = {
    {"a", SN_SLOT_WEIGHT},
    {"b", SN_SLOT_WEIGHT},
    {"c", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT},
    {NULL, 0},
};

/* ---- shapes ---------------------------------------------------------------------------------- */

typedef struct matrix {
    sn_dim rows, cols;
} matrix;

static bool matrix_of(const sn_shape *s, bool transposed, matrix *out)
{
    if (s->rank < 1 || s->rank > 3) return false;
    sn_dim rows = s->rank == 1 ? 1 : s->d[0], cols = s->d[s->rank - 1];
    *out = transposed ? (matrix){cols, rows} : (matrix){rows, cols};
    return true;
}

/* Three-valued, so that a late kind is decided as soon as it can be. */
static sn_truth same(const sn_infer *in, sn_dim a, sn_dim b)
{
    if (sn_dim_equal(a, b)) return SN_YES;
    return sn_dim_differ(in->dims, a, b) ? SN_NO : SN_UNKNOWN;
}

static sn_truth both(sn_truth a, sn_truth b)
{
    if (a == SN_NO || b == SN_NO) return SN_NO;
    return a == SN_YES && b == SN_YES ? SN_YES : SN_UNKNOWN;
}

/* ncnn tries its patterns in one order and the last that fits counts; so here they are tried
 * from the last. A shape that fits none counts as a scalar. */
static int32_t kind_of_c(const sn_infer *in, const sn_shape *c, sn_dim m, sn_dim n)
{
    struct {
        sn_truth fits;
        int32_t kind;
    } tries[3] = {{SN_NO, 0}, {SN_NO, 0}, {SN_NO, 0}};
    if (c->rank < 0) return SN_LATE;
    if (c->rank == 1) {
        tries[0].fits = same(in, c->d[0], n), tries[0].kind = SN_GEMM_C_N;
        tries[1].fits = same(in, c->d[0], m), tries[1].kind = SN_GEMM_C_M;
    } else if (c->rank == 2) {
        tries[0].fits = both(same(in, c->d[1], n), same(in, c->d[0], 1));
        tries[0].kind = SN_GEMM_C_N;
        tries[1].fits = both(same(in, c->d[1], n), same(in, c->d[0], m));
        tries[1].kind = SN_GEMM_C_MN;
        tries[2].fits = both(same(in, c->d[1], 1), same(in, c->d[0], m));
        tries[2].kind = SN_GEMM_C_M1;
    }
    for (int i = 0; i < 3; i++) {
        if (tries[i].fits == SN_YES) return tries[i].kind;
        if (tries[i].fits == SN_UNKNOWN) return SN_LATE;
    }
    return SN_GEMM_C_SCALAR;
}

static sn_status resolve(const sn_infer *in, void *params_)
{
    sn_gemm_params *p = params_;
    matrix a, b;
    sn_shape c = sn_rule_shape(in, SN_GEMM_C);
    if (p->c_kind != SN_LATE) return SN_OK;
    if (!sn_rule_has(in, SN_GEMM_C)) {
        /* Without C nothing depends on it; this kind lets a summand for each row be added later. */
        p->c_kind = SN_GEMM_C_M;
        return SN_OK;
    }
    if (!matrix_of(&in->in_shape[SN_GEMM_A], p->transA, &a)) return SN_OK;
    if (!matrix_of(&in->in_shape[SN_GEMM_B], p->transB, &b)) return SN_OK;
    p->c_kind = kind_of_c(in, &c, a.rows, b.cols);
    return SN_OK;
}

/* C has as many elements as its kind reads, at least. */
static sn_status check_c(const sn_infer *in, sn_dim m, sn_dim n)
{
    const sn_gemm_params *p = in->params;
    sn_shape c = sn_rule_shape(in, SN_GEMM_C);
    sn_dim needed = 1;
    if (p->c_kind == SN_GEMM_C_M || p->c_kind == SN_GEMM_C_M1) needed = m;
    if (p->c_kind == SN_GEMM_C_N) needed = n;
    if (p->c_kind == SN_GEMM_C_MN) needed = sn_dim_mul(in->dims, m, n);
    if (!sn_shape_known(&c) || !sn_dim_known(needed) || sn_shape_count(&c) >= needed) return SN_OK;
    return sn_node_fail(
        in->ctx, in->node, SN_E_SHAPE, "c is %s, %lld elements expected for a product of %s by %s",
        sn_rule_shape_text(in, &c), (long long)needed, sn_rule_text(in, m), sn_rule_text(in, n));
}

static sn_status infer(sn_infer *in)
{
    const sn_gemm_params *p = in->params;
    matrix a = {0, 0}, b = {0, 0};
    SN_TRY(sn_rule_rank(in, SN_GEMM_A, 1, 3));
    SN_TRY(sn_rule_rank(in, SN_GEMM_B, 1, 3));
    for (unsigned slot = SN_GEMM_A; slot <= SN_GEMM_C; slot++) SN_TRY(sn_rule_not_empty(in, slot));
    bool has_a = matrix_of(&in->in_shape[SN_GEMM_A], p->transA, &a);
    bool has_b = matrix_of(&in->in_shape[SN_GEMM_B], p->transB, &b);
    if (has_a && has_b) {
        SN_TRY(sn_rule_size_or_less(in, "k of a", a.cols, b.rows));
        SN_TRY(check_c(in, a.rows, b.cols));
    }
    int last = p->output_N1M ? 2 : 1;
    int m_axis = p->output_transpose ? last : 0, n_axis = last - m_axis;
    sn_shape y = p->output_N1M ? SN_SHAPE(1, 1, 1) : SN_SHAPE(1, 1);
    y.d[m_axis] = has_a ? a.rows : sn_rule_symbol(in, 0, m_axis);
    y.d[n_axis] = has_b ? b.cols : sn_rule_symbol(in, 0, n_axis);
    sn_rule_give(in, 0, y);
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct work {
    const sn_gemm_params *p;
    const float *a, *b, *c;
    float *y;
    int64_t m, n, k;
    int64_t a_m, a_k, b_k, b_n; /* strides */
} work;

static double c_at(const work *w, int64_t i, int64_t j)
{
    if (!w->c) return 0;
    switch (w->p->c_kind) {
    case SN_GEMM_C_M:
    case SN_GEMM_C_M1:
        return (double)w->c[i];
    case SN_GEMM_C_MN:
        return (double)w->c[i * w->n + j];
    case SN_GEMM_C_N:
        return (double)w->c[j];
    default:
        return (double)w->c[0];
    }
}

static double product_at(const work *w, int64_t i, int64_t j)
{
    if (w->a_k == 1 && w->b_k == 1) return sn_dot(w->a + i * w->a_m, w->b + j * w->b_n, w->k);
    double sum = 0;
    for (int64_t k = 0; k < w->k; k++) {
        sum += (double)w->a[i * w->a_m + k * w->a_k] * (double)w->b[k * w->b_k + j * w->b_n];
    }
    return sum;
}

static void one_row(void *user, int64_t i)
{
    const work *w = user;
    for (int64_t j = 0; j < w->n; j++) {
        double sum = w->c ? c_at(w, i, j) * (double)w->p->beta : 0;
        sum += product_at(w, i, j);
        w->y[w->p->output_transpose ? j * w->m + i : i * w->n + j] =
            (float)(sum * (double)w->p->alpha);
    }
}

/* Elements from row to row of the matrix as stored. */
static int64_t row_stride(const sn_shape *s) { return sn_span_count(s, 1, s->rank); }

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_rule_all_f32(e));
    const sn_gemm_params *p = e->params;
    const sn_shape *sa = &e->in_shape[SN_GEMM_A], *sb = &e->in_shape[SN_GEMM_B];
    matrix a = {0, 0}, b = {0, 0};
    (void)matrix_of(sa, p->transA, &a);
    (void)matrix_of(sb, p->transB, &b);
    work w = {.p = p,
              .a = sn_rule_in(e, SN_GEMM_A),
              .b = sn_rule_in(e, SN_GEMM_B),
              .c = sn_rule_in(e, SN_GEMM_C),
              .y = sn_rule_out(e, 0),
              .m = a.rows,
              .n = b.cols,
              .k = a.cols,
              .a_m = p->transA ? 1 : row_stride(sa),
              .a_k = p->transA ? row_stride(sa) : 1,
              .b_k = p->transB ? 1 : row_stride(sb),
              .b_n = p->transB ? row_stride(sb) : 1};
    sn_parallel_for(e->ctx, w.m, one_row, &w);
    return SN_OK;
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* A map along the rows of the result goes into a constant A and C; nothing else has its channels
 * on axis 0. */
static sn_answer absorb_out(const sn_node *node, sn_arena *arena, sn_absorb *out)
{
    (void)arena;
    const sn_gemm_params *p = node->params;
    const sn_value *a = sn_in(node, SN_GEMM_A), *c = sn_in(node, SN_GEMM_C);
    if (!sn_const_of(a))
        return SN_ANSWER_NO("its operand a, which has the channels of the result, is not constant");
    if (p->transA) return SN_ANSWER_NO("a is stored transposed");
    if (p->output_transpose) return SN_ANSWER_NO("the result is transposed");
    if (p->alpha != 1 || p->beta != 1) return SN_ANSWER_NO("alpha or beta is not 1");
    if (a->shape.rank != 2) return SN_ANSWER_NO("a is not a matrix");
    if (c && !sn_const_of(c)) return SN_ANSWER_NO("c is not constant");
    if (p->c_kind == SN_LATE) {
        return SN_ANSWER_UNKNOWN("how c is broadcast depends on sizes that are not known");
    }
    if (p->c_kind != SN_GEMM_C_M && !(c && p->c_kind == SN_GEMM_C_M1)) {
        return SN_ANSWER_NO("c is not one summand for each row");
    }
    *out = (sn_absorb){
        .axis = 0, .n = a->shape.d[0], .n_scaled = 1, .scaled = {SN_GEMM_A}, .shifted = SN_GEMM_C};
    return SN_ANSWER_YES;
}

/* A shift of a becomes a summand for each column, one of b a summand for each row. */
static sn_answer shifts_c(const sn_node *node, bool of_a, sn_arena *arena, sn_absorb_in *out)
{
    const sn_gemm_params *p = node->params;
    const sn_value *c = sn_in(node, SN_GEMM_C);
    const int32_t kind = of_a ? SN_GEMM_C_N : SN_GEMM_C_M;
    out->bias = SN_GEMM_C;
    out->bias_shape = of_a ? SN_SHAPE(1, out->rows) : SN_SHAPE(out->rows);
    if (c) {
        if (p->beta != 1) return SN_ANSWER_NO("beta is not 1");
        if (p->c_kind == SN_LATE)
            return SN_ANSWER_UNKNOWN("how c is broadcast depends on sizes that are not known");
        const bool fits = p->c_kind == kind || (!of_a && p->c_kind == SN_GEMM_C_M1);
        if (!fits || sn_shape_count(&c->shape) != out->rows)
            return SN_ANSWER_NO("c is broadcast in another way");
        return sn_fixed_f32(c, true);
    }
    sn_gemm_params *q = sn_arena_copy(arena, p, sizeof *p);
    q->c_kind = kind;
    q->beta = 1;
    out->params = q;
    return SN_ANSWER_YES;
}

static sn_answer absorb_in(const sn_node *node, uint16_t slot, const sn_affine *map,
                           sn_arena *arena, sn_absorb_in *out)
{
    const sn_gemm_params *p = node->params;
    if (slot > SN_GEMM_B) return SN_ANSWER_NO("the map is one of its summand");
    const bool of_a = slot == SN_GEMM_A;
    const int rank = sn_in(node, slot)->shape.rank;
    const int inner = of_a ? (p->transB ? 1 : 0) : (p->transA ? 0 : 1);
    const uint16_t factor = of_a ? SN_GEMM_B : SN_GEMM_A;
    sn_answer a = sn_absorb_in_factor(sn_in(node, factor), inner, map, out);
    if (a.is != SN_YES) return a;
    out->weight = factor;
    if (map->axis != SN_AXIS_NONE) {
        if (rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
        const int k = of_a ? (p->transA ? 0 : rank - 1) : (p->transB ? rank - 1 : 0);
        if (rank != 2 || map->axis != k) return SN_ANSWER_NO("the factors do not run along k");
    }
    return map->shift ? shifts_c(node, of_a, arena, out) : a;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_gemm_params *p = in->params;
    matrix a;
    if (!matrix_of(&in->in_shape[SN_GEMM_A], p->transA, &a) || !sn_dim_known(a.cols)) return;
    out->macs = sn_rule_count(&in->out_shape[0]) * (double)a.cols;
    for (unsigned i = 0; i < in->n_in; i++) {
        if (in->present[i] && in->in_data[i]) {
            out->weight_bytes += 4 * sn_rule_count(&in->in_shape[i]);
        }
    }
}

const sn_op sn_op_gemm = {
    .name = "gemm",
    .synopsis = "y = alpha * (a b + beta * c)",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_gemm_params),
    .params = params,
    .resolve = resolve,
    .infer = infer,
    .loose = true,
    .eval = eval,
    .absorb_out = absorb_out,
    .absorb_in = absorb_in,
    .cost = cost,
};
