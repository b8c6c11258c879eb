/* SPDX-License-Identifier: Apache-2.0
 *
 * Gemm and MatMul: which matrices they multiply.
 *
 * ncnn.as_matrix: an operand of Gemm. A vector is one row; of rank 3 the rows are those of axis 0,
 * and of the middle axis only the first entry is looked at. It is nothing, or a view, once the rank
 * is known; where the middle axis has more entries it stays.
 *
 * ncnn.gemm_c: the summand of Gemm, as it is broadcast. ncnn tries its patterns in one order, and
 * the last that fits counts; a shape that fits none counts as a scalar, its first element.
 *
 * ncnn.gemm resolves at once to these and to gemm, where beta is no factor of the whole result;
 * transposing the result and its middle axis come behind.
 *
 * ncnn.matmul resolves once ranks are known: the product of two vectors has rank 1. */
#include "formats/ncnn/ops/matrices.h"

#include <string.h>

#include "formats/ncnn/ops/ops.h"
#include "ops/gemm.h"
#include "ops/matmul.h"
#include "ops/move.h"
#include "ops/transpose.h"
#include "ops/rule.h"
#include "ops/squeeze.h"

typedef struct matrix_axes {
    sn_dim rows, cols;
} matrix_axes;

/* The matrix that an operand of Gemm is, turned where it is stored so. */
static bool matrix_of(const sn_shape *s, bool transposed, matrix_axes *out)
{
    if (s->rank < 1 || s->rank > 3) return false;
    const sn_dim rows = s->rank == 1 ? 1 : s->d[0], cols = s->d[s->rank - 1];
    *out = transposed ? (matrix_axes){cols, rows} : (matrix_axes){rows, cols};
    return true;
}

/* ---- as_matrix ------------------------------------------------------------------------------- */

typedef struct sn_ncnn_as_matrix_params {
    int32_t transposed, other_transposed, k;
} sn_ncnn_as_matrix_params;

static const sn_slot as_matrix_slots[] = {{"x", 0}, {"other", SN_SLOT_OPTIONAL}, {NULL, 0}};
static const sn_param as_matrix_params[] = {
    SN_P_BOOL(sn_ncnn_as_matrix_params, transposed, 0, "its k is the number of rows"),
    SN_P_BOOL(sn_ncnn_as_matrix_params, other_transposed, 0,
              "k of the other operand, which has to be the same, is its number of columns"),
    SN_P_INT(sn_ncnn_as_matrix_params, k, 0, 0, INT32_MAX,
             "k of the other operand where that is a weight; 0: it is none"),
    SN_P_END,
};

/* k of x, and that of the other operand; false where one is not known. */
static bool both_k(const sn_infer *in, sn_dim *found, sn_dim *expected)
{
    const sn_ncnn_as_matrix_params *p = in->params;
    const sn_shape other = sn_shape_rule_shape(in, 1);
    matrix_axes a, b;
    if (!matrix_of(&in->in_shape[0], p->transposed, &a)) return false;
    *found = a.cols;
    *expected = p->k;
    if (p->k) return true;
    if (!matrix_of(&other, p->other_transposed, &b)) return false;
    *expected = b.rows;
    return true;
}

static sn_status infer_as_matrix(sn_infer *in)
{
    const sn_ncnn_as_matrix_params *p = in->params;
    sn_dim found, expected;
    matrix_axes m;
    SN_TRY(sn_shape_rule_rank(in, 0, 1, 3));
    SN_TRY(sn_shape_rule_not_empty(in, 0));
    if (!matrix_of(&in->in_shape[0], false, &m)) return sn_move_give_rank(in, 0, 2);
    if (both_k(in, &found, &expected)) {
        SN_TRY(sn_rule_size_or_less(in, "k of an operand", found, expected));
        if (in->no_rule) *(p->transposed ? &m.rows : &m.cols) = expected;
    }
    const sn_shape y = SN_SHAPE(m.rows, m.cols);
    return sn_move_give(in, 0, &y);
}

static sn_answer resolve_as_matrix(sn_resolve *r)
{
    const sn_shape *x = &r->in.in_shape[0];
    sn_value *v = sn_in(r->node, 0);
    sn_dim found, expected;
    r->made[0] = v;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (x->rank < 1 || x->rank > 3) return SN_ANSWER_NO("its input is no matrix");
    if (both_k(&r->in, &found, &expected) && !sn_dim_equal(found, expected)) {
        if (sn_dim_differ(r->in.dims, found, expected))
            return SN_ANSWER_NO("its input has not the size of the other operand");
        if (sn_dims_puts_off(r->in.dims))
            return SN_ANSWER_UNKNOWN("how many columns its input has is not known");
    }
    const sn_ints axis = sn_ints_of(r->in.arena, 1, (int32_t[]){x->rank == 3});
    if (x->rank == 1) {
        const sn_unsqueeze_params q = {.axes = axis};
        r->made[0] = sn_resolve_node(r, &sn_op_unsqueeze, &q, 1, &v);
    } else if (x->rank == 3) {
        if (sn_dim_differ(r->in.dims, x->d[1], 1))
            return SN_ANSWER_NO("of its input's middle axis only the first entry is read");
        if (!sn_dim_equal(x->d[1], 1))
            return SN_ANSWER_UNKNOWN("the size of its input's middle axis is not known");
        const sn_squeeze_params q = {.axes = axis};
        r->made[0] = sn_resolve_node(r, &sn_op_squeeze, &q, 1, &v);
    }
    return SN_ANSWER_YES;
}

static sn_answer propagate_whole(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)node, (void)arena;
    c->made[0] = c->given[0];
    return c->given[0].axis == SN_AXIS_NONE
               ? SN_ANSWER_YES
               : SN_ANSWER_UNKNOWN("the rank of its input is not known");
}

static sn_status eval_as_matrix(sn_eval *e)
{
    const sn_shape *x = &e->in_shape[0];
    size_t elem;
    SN_TRY(sn_eval_elem(e, 0, &elem));
    const int64_t rows = e->out_shape[0].d[0];
    const size_t to = (size_t)e->out_shape[0].d[1] * elem;
    const size_t from = x->rank == 3 ? (size_t)(x->d[1] * x->d[2]) * elem : to;
    for (int64_t i = 0; i < rows; i++)
        memcpy((char *)e->out_data[0] + (size_t)i * to,
               (const char *)sn_tensor_data(e->in[0]) + (size_t)i * from, to);
    return SN_OK;
}

const sn_op sn_ncnn_op_as_matrix = {
    .name = "ncnn.as_matrix",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x as Gemm reads it: a vector is one row, of a middle axis the first entry",
    .slots = as_matrix_slots,
    .types = "any,any2->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_ncnn_as_matrix_params),
    .params = as_matrix_params,
    .resolve = resolve_as_matrix,
    .adapts = true,
    .infer = infer_as_matrix,
    .loose = true,
    .eval = eval_as_matrix,
    .propagate = propagate_whole,
    .reads_shape_only = sn_reads_all_but_first_by_shape,
    .cost = sn_cost_none,
};

/* ---- gemm_c ---------------------------------------------------------------------------------- */

typedef struct sn_ncnn_gemm_c_params {
    int32_t transA, transB;
} sn_ncnn_gemm_c_params;

static const sn_slot gemm_c_slots[] = {{"c", 0}, {"a", 0}, {"b", 0}, {NULL, 0}};
static const sn_param gemm_c_params[] = {
    SN_P_BOOL(sn_ncnn_gemm_c_params, transA, 0, "a is [k][m] instead of [m][k]"),
    SN_P_BOOL(sn_ncnn_gemm_c_params, transB, 0, "b is [n][k] instead of [k][n]"),
    SN_P_END,
};

enum { NOT_KNOWN = -1 };

/* Three-valued, so that a kind is decided as soon as it can be. */
static sn_truth same(sn_dims *dims, sn_dim a, sn_dim b)
{
    if (sn_dim_equal(a, b)) return SN_YES;
    return sn_dim_differ(dims, a, b) ? SN_NO : SN_UNKNOWN;
}

static sn_truth both(sn_truth a, sn_truth b)
{
    if (a == SN_NO || b == SN_NO) return SN_NO;
    return a == SN_YES && b == SN_YES ? SN_YES : SN_UNKNOWN;
}

/* The patterns, tried from the last. */
static int kind_of(sn_dims *dims, const sn_shape *c, sn_dim m, sn_dim n)
{
    struct {
        sn_truth fits;
        int kind;
    } tries[3] = {{SN_NO, 0}, {SN_NO, 0}, {SN_NO, 0}};
    if (c->rank < 0) return NOT_KNOWN;
    if (c->rank == 1) {
        tries[0].fits = same(dims, c->d[0], n), tries[0].kind = SN_GEMM_C_N;
        tries[1].fits = same(dims, c->d[0], m), tries[1].kind = SN_GEMM_C_M;
    } else if (c->rank == 2) {
        tries[0].fits = both(same(dims, c->d[1], n), same(dims, c->d[0], 1));
        tries[0].kind = SN_GEMM_C_N;
        tries[1].fits = both(same(dims, c->d[1], n), same(dims, c->d[0], m));
        tries[1].kind = SN_GEMM_C_MN;
        tries[2].fits = both(same(dims, c->d[1], 1), same(dims, c->d[0], m));
        tries[2].kind = SN_GEMM_C_M1;
    }
    for (int i = 0; i < 3; i++) {
        if (tries[i].fits == SN_YES) return tries[i].kind;
        if (tries[i].fits == SN_UNKNOWN) return NOT_KNOWN;
    }
    return SN_GEMM_C_SCALAR;
}

static int kind_in(const sn_infer *in)
{
    const sn_ncnn_gemm_c_params *p = in->params;
    matrix_axes a, b;
    if (!matrix_of(&in->in_shape[1], p->transA, &a)) return NOT_KNOWN;
    if (!matrix_of(&in->in_shape[2], p->transB, &b)) return NOT_KNOWN;
    return kind_of(in->dims, &in->in_shape[0], a.rows, b.cols);
}

static sn_status infer_gemm_c(sn_infer *in)
{
    const sn_shape *c = &in->in_shape[0];
    const int kind = kind_in(in);
    SN_TRY(sn_shape_rule_not_empty(in, 0));
    if (kind == NOT_KNOWN) return sn_move_give_rank(in, 0, -1);
    const sn_shape y = kind == SN_GEMM_C_SCALAR ? SN_SHAPE(1)
                       : kind == SN_GEMM_C_M    ? SN_SHAPE(c->d[0], 1)
                                                : *c;
    return sn_move_give(in, 0, &y);
}

/* [m] as [m][1]: of a constant, another constant. */
static sn_value *as_column(sn_resolve *r, sn_value *c)
{
    if (c->data && !c->def) {
        const sn_shape column = SN_SHAPE(c->data->shape.d[0], 1);
        const sn_tensor *t = sn_tensor_reshaped(r->in.ctx, c->data, &column);
        sn_value *v = sn_value_const(r->node->graph, t, c->name);
        sn_tensor_release(t);
        return v;
    }
    const sn_unsqueeze_params q = {.axes = sn_ints_of(r->in.arena, 1, (int32_t[]){1})};
    return sn_resolve_node(r, &sn_op_unsqueeze, &q, 1, &c);
}

static sn_answer resolve_gemm_c(sn_resolve *r)
{
    const sn_shape *c = &r->in.in_shape[0];
    sn_value *v = sn_in(r->node, 0);
    const int kind = kind_in(&r->in);
    r->made[0] = v;
    if (kind == NOT_KNOWN)
        return SN_ANSWER_UNKNOWN("how c is broadcast depends on sizes that are not known");
    if (kind == SN_GEMM_C_M) r->made[0] = as_column(r, v);
    if (kind != SN_GEMM_C_SCALAR) return SN_ANSWER_YES;
    if (!sn_dim_equal(sn_shape_count_dim(r->in.dims, c), 1))
        return SN_ANSWER_NO("its first element alone is added");
    if (c->rank > 2) r->made[0] = sn_ncnn_flattened(r, v);
    return SN_ANSWER_YES;
}

static sn_status eval_gemm_c(sn_eval *e)
{
    size_t elem;
    SN_TRY(sn_eval_elem(e, 0, &elem));
    memcpy(e->out_data[0], sn_tensor_data(e->in[0]),
           (size_t)sn_shape_count(&e->out_shape[0]) * elem);
    return SN_OK;
}

const sn_op sn_ncnn_op_gemm_c = {
    .name = "ncnn.gemm_c",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = c as Gemm broadcasts it over the product of a and b",
    .slots = gemm_c_slots,
    .types = "any,any2,any3->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_ncnn_gemm_c_params),
    .params = gemm_c_params,
    .resolve = resolve_gemm_c,
    .adapts = true,
    .infer = infer_gemm_c,
    .eval = eval_gemm_c,
    .propagate = propagate_whole,
    .reads_shape_only = sn_reads_all_but_first_by_shape,
    .cost = sn_cost_none,
};

/* ---- gemm ------------------------------------------------------------------------------------ */

static const char *const c_kinds[] = {"scalar", "m", "m1", "mn", "n", "by_shape", NULL};
static const sn_param gemm_params[] = {
    SN_P_F32(sn_ncnn_gemm_params, alpha, 1, "factor of the whole result"),
    SN_P_F32(sn_ncnn_gemm_params, beta, 1, "factor of c"),
    SN_P_BOOL(sn_ncnn_gemm_params, transA, 0, "a is [k][m] instead of [m][k]"),
    SN_P_BOOL(sn_ncnn_gemm_params, transB, 0, "b is [n][k] instead of [k][n]"),
    SN_P_BOOL(sn_ncnn_gemm_params, output_N1M, 0, "the result has rank 3, its middle axis being 1"),
    SN_P_INT(sn_ncnn_gemm_params, output_elempack, 0, 0, INT32_MAX,
             "packing of the result; changes no number"),
    SN_P_INT(sn_ncnn_gemm_params, output_elemtype, 0, INT32_MIN + 1, INT32_MAX,
             "storage of the result; changes no number in f32"),
    SN_P_BOOL(sn_ncnn_gemm_params, output_transpose, 0, "the result is [n][m]"),
    SN_P_INT(sn_ncnn_gemm_params, constant_TILE_M, 0, INT32_MIN + 1, INT32_MAX,
             "tile size along m; changes no number"),
    SN_P_INT(sn_ncnn_gemm_params, constant_TILE_N, 0, INT32_MIN + 1, INT32_MAX,
             "tile size along n; changes no number"),
    SN_P_INT(sn_ncnn_gemm_params, constant_TILE_K, 0, INT32_MIN + 1, INT32_MAX,
             "tile size along k; changes no number"),
    SN_P_ENUM(sn_ncnn_gemm_params, constant_c, SN_GEMM_C_BY_SHAPE, c_kinds,
              "how c is broadcast to [m][n]"),
    SN_P_END,
};
static const sn_slot gemm_slots[] = {
    {"a", SN_SLOT_WEIGHT},
    {"b", SN_SLOT_WEIGHT},
    {"c", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT},
    {NULL, 0},
};

static bool is_matrix(const sn_value *v) { return v->shape.rank == 2; }
static bool is_weight(const sn_value *v) { return is_matrix(v) && v->kind != SN_RESULT; }

/* `other`: the one whose k it has; NULL: it does not ask. */
static sn_value *as_matrix(sn_resolve *r, sn_value *x, bool transposed, sn_value *other,
                           bool other_transposed)
{
    const bool weight = other && is_weight(other) && other->shape.d[other_transposed] <= INT32_MAX;
    const sn_ncnn_as_matrix_params p = {.transposed = transposed,
                                        .other_transposed = other && !weight && other_transposed,
                                        .k =
                                            weight ? (int32_t)other->shape.d[other_transposed] : 0};
    return sn_resolve_node(r, &sn_ncnn_op_as_matrix, &p, other && !weight ? 2 : 1,
                           (sn_value *[]){x, other});
}

/* Behind the product: [m][n] turned, and with a middle axis. */
static sn_value *given_form(sn_resolve *r, sn_value *y)
{
    const sn_ncnn_gemm_params *p = r->in.params;
    if (p->output_transpose) {
        const sn_transpose_params turned = {.perm = sn_ints_of(r->in.arena, 2, (int32_t[]){1, 0})};
        y = sn_resolve_node(r, &sn_op_transpose, &turned, 1, &y);
    }
    if (p->output_N1M) {
        const sn_unsqueeze_params q = {.axes = sn_ints_of(r->in.arena, 1, (int32_t[]){1})};
        y = sn_resolve_node(r, &sn_op_unsqueeze, &q, 1, &y);
    }
    return y;
}

static sn_answer resolve_gemm(sn_resolve *r)
{
    const sn_ncnn_gemm_params *p = r->in.params;
    sn_value *a = sn_in(r->node, SN_GEMM_A), *b = sn_in(r->node, SN_GEMM_B),
             *c = sn_in(r->node, SN_GEMM_C);
    sn_value *in[] = {a, b, c};
    if (!a || !b) return SN_ANSWER_NO("an operand is missing");
    const bool fits =
        is_matrix(a) && is_matrix(b) && sn_dim_equal(a->shape.d[!p->transA], b->shape.d[p->transB]);
    /* A weight stays where it is. */
    const bool a_asks = !is_weight(a) && !fits, b_asks = !a_asks && !fits;
    if (a_asks || !is_matrix(a))
        in[SN_GEMM_A] = as_matrix(r, a, p->transA, a_asks ? b : NULL, p->transB);
    if (b_asks || !is_matrix(b))
        in[SN_GEMM_B] = as_matrix(r, b, !p->transB, b_asks ? a : NULL, !p->transA);
    if (c && p->constant_c == SN_GEMM_C_BY_SHAPE) {
        const sn_ncnn_gemm_c_params q = {p->transA, p->transB};
        in[SN_GEMM_C] = sn_resolve_node(r, &sn_ncnn_op_gemm_c, &q, 3, (sn_value *[]){c, a, b});
    } else if (c && p->constant_c == SN_GEMM_C_M) {
        in[SN_GEMM_C] = as_column(r, c);
    }
    const sn_gemm_params product = {.alpha = p->alpha,
                                    .beta = c ? (float)((double)p->alpha * (double)p->beta) : 1,
                                    .transA = p->transA,
                                    .transB = p->transB};
    sn_value *y = sn_resolve_node(r, &sn_op_gemm, &product, c ? 3 : 2, in);
    if (y) r->computes = y->def;
    r->made[0] = y ? given_form(r, y) : NULL;
    return SN_ANSWER_YES;
}

static sn_status infer_gemm(sn_infer *in)
{
    const sn_ncnn_gemm_params *p = in->params;
    return sn_move_give_rank(in, 0, p->output_N1M ? 3 : 2);
}

const sn_op sn_ncnn_op_gemm = {
    .name = "ncnn.gemm",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = alpha * (a b + beta * c)",
    .slots = gemm_slots,
    .types = "num,num,num->num",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_ncnn_gemm_params),
    .params = gemm_params,
    .resolve = resolve_gemm,
    .infer = infer_gemm,
};

/* As sn_spelling.implies_view. */
sn_answer sn_ncnn_gemm_implies(const sn_node *reader, uint16_t slot)
{
    const sn_gemm_params *p = reader->params;
    const sn_node *view = sn_in(reader, slot)->def;
    const sn_shape *x = &sn_in(view, 0)->shape, *y = &view->out[0]->shape;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    sn_shape would = sn_shape_unknown();
    if (slot == SN_GEMM_C) {
        const sn_shape *m = &sn_in(reader, SN_GEMM_A)->shape, *n = &sn_in(reader, SN_GEMM_B)->shape;
        if (m->rank != 2 || n->rank != 2) return SN_ANSWER_NO(NULL);
        const int kind = kind_of(reader->graph->dims, x, m->d[p->transA], n->d[!p->transB]);
        if (kind == SN_GEMM_C_M) would = SN_SHAPE(x->d[0], 1);
    } else if (x->rank == 1) {
        would = SN_SHAPE(1, x->d[0]);
    } else if (x->rank == 3 && sn_dim_equal(x->d[1], 1)) {
        would = SN_SHAPE(x->d[0], x->d[2]);
    }
    return would.rank == 2 && sn_shape_equal(&would, y) ? SN_ANSWER_YES : SN_ANSWER_NO(NULL);
}

/* ---- matmul ---------------------------------------------------------------------------------- */

static const sn_param matmul_params[] = {
    SN_P_BOOL(sn_matmul_params, transB, 0, "b is [n][k] instead of [k][n]"),
    SN_P_END,
};
static const sn_slot matmul_slots[] = {{"a", 0}, {"b", 0}, {NULL, 0}};

static bool inner_sizes(const sn_infer *in, sn_dim *k_of_a, sn_dim *k_of_b)
{
    const sn_matmul_params *p = in->params;
    const sn_shape *a = &in->in_shape[SN_MATMUL_A], *b = &in->in_shape[SN_MATMUL_B];
    if (a->rank < 1 || b->rank < 1) return false;
    *k_of_a = a->d[a->rank - 1];
    *k_of_b = b->d[b->rank == 1 ? 0 : b->rank - (p->transB ? 1 : 2)];
    return true;
}

static sn_status infer_matmul(sn_infer *in)
{
    sn_dim a, b;
    SN_TRY(sn_shape_rule_rank(in, SN_MATMUL_A, 1, SN_MAX_RANK));
    SN_TRY(sn_shape_rule_rank(in, SN_MATMUL_B, 1, SN_MAX_RANK));
    if (inner_sizes(in, &a, &b)) SN_TRY(sn_rule_size_or_less(in, "k of a", a, b));
    SN_TRY(sn_matmul_shape(in));
    if (in->out_shape[0].rank == 0) in->out_shape[0] = SN_SHAPE(1);
    return SN_OK;
}

static sn_answer resolve_matmul(sn_resolve *r)
{
    const sn_shape *a = &r->in.in_shape[SN_MATMUL_A], *b = &r->in.in_shape[SN_MATMUL_B];
    sn_dim k_of_a, k_of_b;
    if (!inner_sizes(&r->in, &k_of_a, &k_of_b))
        return SN_ANSWER_UNKNOWN("the rank of an operand is not known");
    if (!sn_dim_equal(k_of_a, k_of_b)) {
        if (sn_dim_differ(r->in.dims, k_of_a, k_of_b))
            return SN_ANSWER_NO("its operands do not fit");
        if (sn_dims_puts_off(r->in.dims))
            return SN_ANSWER_UNKNOWN("whether its operands fit is not known");
    }
    sn_value *in[] = {sn_in(r->node, SN_MATMUL_A), sn_in(r->node, SN_MATMUL_B)};
    sn_value *y = sn_resolve_node(r, &sn_op_matmul, r->in.params, 2, in);
    if (y) r->computes = y->def;
    if (y && a->rank == 1 && b->rank == 1) y = sn_ncnn_flattened(r, y);
    r->made[0] = y;
    return SN_ANSWER_YES;
}

const sn_op sn_ncnn_op_matmul = {
    .name = "ncnn.matmul",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = a b, or a b^T; of two vectors a vector of one element",
    .slots = matmul_slots,
    .types = "num,num->num",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_matmul_params),
    .params = matmul_params,
    .resolve = resolve_matmul,
    .infer = infer_matmul,
    .loose = true,
};
