/* SPDX-License-Identifier: Apache-2.0
 *
 * matmul: products of matrices, with leading axes broadcast, as ONNX MatMul-13. A vector a is one
 * row, a vector b one column, and that axis is missing in the result. transB is an extension. */
#include "ops/matmul.h"

#include "base/parallel.h"
#include "ops/affine_maps.h"
#include "ops/elems.h"
#include "ops/grad/grad.h"
#include "ops/product.h"
#include "ops/rule.h"

static const sn_param params[] = {
    SN_P_BOOL(sn_matmul_params, transB, 0, "b is [n][k] instead of [k][n]"),
    SN_P_END,
};
static const sn_slot slots[] = {{"a", 0}, {"b", 0}, {NULL, 0}};

/* A product as [batch...][m][k] x [batch...][k][n], whatever the ranks. */
typedef struct matmul_product {
    sn_dim m, n, k_a, k_b;
    bool a_vector, b_vector;
} matmul_product;

static matmul_product product_of(const sn_matmul_params *p, const sn_shape *a, const sn_shape *b)
{
    matmul_product q = {.m = 1, .n = 1, .a_vector = a->rank == 1, .b_vector = b->rank == 1};
    q.k_a = a->d[a->rank - 1];
    if (!q.a_vector) q.m = a->d[a->rank - 2];
    if (q.b_vector) {
        q.k_b = b->d[0];
    } else {
        q.k_b = b->d[b->rank - (p->transB ? 1 : 2)];
        q.n = b->d[b->rank - (p->transB ? 2 : 1)];
    }
    return q;
}

static int n_batch(const sn_shape *s) { return s->rank > 2 ? s->rank - 2 : 0; }
/* Size of batch axis i of n, counted as in the result; 1 where the value has fewer. */
static sn_dim batch_size(const sn_shape *s, int i, int n)
{
    int own = i - (n - n_batch(s));
    return own < 0 ? 1 : s->d[own];
}

static sn_status product_shape(sn_infer *in, const sn_matmul_params *p)
{
    const sn_shape *a = &in->in_shape[SN_MATMUL_A], *b = &in->in_shape[SN_MATMUL_B];
    sn_shape y = sn_shape_unknown();
    if (a->rank < 0 || b->rank < 0) {
        sn_shape_rule_give(in, 0, y);
        return SN_OK;
    }
    matmul_product q = product_of(p, a, b);
    int n = n_batch(a) > n_batch(b) ? n_batch(a) : n_batch(b);
    for (y.rank = 0; y.rank < n; y.rank++) {
        bool ok = true;
        sn_dim da = batch_size(a, y.rank, n), db = batch_size(b, y.rank, n);
        y.d[y.rank] = sn_shape_rule_broadcast(in, da, db, &ok);
        if (!ok) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "batches of %s and %s do not match",
                                sn_shape_rule_shape_text(in, a), sn_shape_rule_shape_text(in, b));
        }
    }
    if (!q.a_vector) y.d[y.rank++] = q.m;
    if (!q.b_vector) y.d[y.rank++] = q.n;
    sn_shape_rule_give(in, 0, y);
    return SN_OK;
}

sn_status sn_matmul_shape(sn_infer *in) { return product_shape(in, in->params); }

static sn_status infer_product(sn_infer *in, const sn_matmul_params *p)
{
    const sn_shape *a = &in->in_shape[SN_MATMUL_A], *b = &in->in_shape[SN_MATMUL_B];
    SN_TRY(sn_shape_rule_rank(in, SN_MATMUL_A, 1, SN_MAX_RANK));
    SN_TRY(sn_shape_rule_rank(in, SN_MATMUL_B, 1, SN_MAX_RANK));
    if (a->rank > 0 && b->rank > 0) {
        const matmul_product q = product_of(p, a, b);
        SN_TRY(sn_shape_rule_size(in, "k of a", q.k_a, q.k_b));
    }
    return product_shape(in, p);
}

static sn_status infer(sn_infer *in) { return infer_product(in, in->params); }

/* Rows of b that are no longer than this are not read one after the other. */
enum { BY_ROWS = 4 };

typedef struct matmul_work {
    sn_elems a, b, y;
    const sn_shape *a_shape, *b_shape, *y_shape;
    int n_batch;
    int64_t m, n, k, b_k_stride, b_n_stride;
} matmul_work;

/* Where the matrix of flat batch index i starts. */
static int64_t batch_offset(const matmul_work *w, const sn_shape *s, int64_t i, int64_t matrix)
{
    int64_t offset = 0, stride = matrix;
    for (int axis = w->n_batch - 1; axis >= 0; axis--) {
        int64_t size = batch_size(s, axis, w->n_batch);
        if (size > 1) offset += i % w->y_shape->d[axis] * stride;
        stride *= size;
        i /= w->y_shape->d[axis];
    }
    return offset;
}

static double dot(sn_elems a, sn_elems b, int64_t b_step, int64_t n)
{
    double sum = 0;
    for (int64_t k = 0; k < n; k++) sum += sn_elems_at(a, k) * sn_elems_at(b, k * b_step);
    return sum;
}

static void one_row(void *user, int64_t i)
{
    const matmul_work *w = user;
    int64_t batch = i / w->m, row = i % w->m;
    const sn_elems a =
        sn_elems_from(w->a, batch_offset(w, w->a_shape, batch, w->m * w->k) + row * w->k);
    const sn_elems b = sn_elems_from(w->b, batch_offset(w, w->b_shape, batch, w->n * w->k));
    if (sn_type_is_float(w->y.type) && w->b_n_stride == 1 && w->n >= BY_ROWS) {
        double acc[SN_ROW];
        for (int64_t j = 0; j < w->n; j += SN_ROW) {
            const int64_t n = w->n - j < SN_ROW ? w->n - j : SN_ROW;
            sn_row_product(a, 1, w->k, sn_elems_from(b, j), w->b_k_stride, n, acc);
            for (int64_t l = 0; l < n; l++) sn_elems_put(w->y, i * w->n + j + l, acc[l]);
        }
        return;
    }
    for (int64_t j = 0; j < w->n; j++) {
        const sn_elems column = sn_elems_from(b, j * w->b_n_stride);
        if (sn_type_is_float(w->y.type))
            sn_elems_put(w->y, i * w->n + j, dot(a, column, w->b_k_stride, w->k));
        else
            sn_elems_put_word(w->y, i * w->n + j, sn_word_dot(a, 1, column, w->b_k_stride, w->k));
    }
}

/* ---- as a product of matrices, many rows at a time --------------------------------------------
 */

static int64_t a_at(const void *user, int64_t batch)
{
    const matmul_work *w = user;
    return batch_offset(w, w->a_shape, batch, w->m * w->k);
}

static void pack_b(const void *user, int64_t batch, int64_t k0, int64_t depth, int64_t j0,
                   int64_t n, double *tile)
{
    const matmul_work *w = user;
    const int64_t first = batch_offset(w, w->b_shape, batch, w->n * w->k);
    sn_pack_tile(sn_elems_from(w->b, first + k0 * w->b_k_stride + j0 * w->b_n_stride),
                 w->b_k_stride, w->b_n_stride, depth, n, tile);
}

static void store(const void *user, int64_t batch, int64_t i0, int64_t m, int64_t j0, int64_t n,
                  const double *acc)
{
    const matmul_work *w = user;
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++)
            sn_elems_put(w->y, (batch * w->m + i0 + i) * w->n + j0 + j, acc[i * SN_TILE + j]);
}

static void run_blocks(const sn_eval *e, const matmul_work *w, int64_t n_batches)
{
    const sn_product_job job = {.n_groups = n_batches,
                                .m = w->m,
                                .n = w->n,
                                .depth = w->k,
                                .a = w->a,
                                .row = w->k,
                                .step = 1,
                                .a_at = a_at,
                                .pack = pack_b,
                                .store = store,
                                .user = w};
    sn_product(e->ctx, e->arena, &job);
}

/* Where all matrices have one right factor, they are one with more rows. Returns how many there
 * are. */
static int64_t join_batches(matmul_work *w)
{
    const int64_t n = sn_span_count(w->y_shape, 0, w->n_batch);
    if (n_batch(w->b_shape) > 0 && sn_span_count(w->b_shape, 0, n_batch(w->b_shape)) > 1) return n;
    w->m *= n;
    w->n_batch = 0;
    return 1;
}

static void run_product(const sn_eval *e, const sn_matmul_params *p, sn_elems of_a, sn_elems of_b,
                        sn_elems y)
{
    const sn_shape *a = &e->in_shape[SN_MATMUL_A], *b = &e->in_shape[SN_MATMUL_B];
    matmul_product q = product_of(p, a, b);
    bool k_last = p->transB || q.b_vector;
    matmul_work w = {.a = of_a,
                     .b = of_b,
                     .y = y,
                     .a_shape = a,
                     .b_shape = b,
                     .y_shape = &e->out_shape[0],
                     .n_batch = n_batch(a) > n_batch(b) ? n_batch(a) : n_batch(b),
                     .m = q.m,
                     .n = q.n,
                     .k = q.k_a,
                     .b_k_stride = k_last ? 1 : q.n,
                     .b_n_stride = k_last ? q.k_a : 1};
    const int64_t n_batches = join_batches(&w);
    if (sn_type_is_float(y.type) && w.m >= SN_PRODUCT_ROWS)
        run_blocks(e, &w, n_batches);
    else
        sn_parallel_for(e->ctx, n_batches * w.m, one_row, &w);
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    run_product(e, e->params, sn_eval_elems(e, SN_MATMUL_A), sn_eval_elems(e, SN_MATMUL_B),
                sn_eval_out_elems(e, 0));
    return SN_OK;
}

static sn_answer fold_in(const sn_node *node, uint16_t slot, const sn_affine *map, sn_arena *arena,
                         sn_fold_in *out)
{
    (void)arena;
    const sn_matmul_params *p = node->params;
    const bool of_a = slot == SN_MATMUL_A;
    const int rank = sn_in(node, slot)->shape.rank;
    const uint16_t factor = of_a ? SN_MATMUL_B : SN_MATMUL_A;
    sn_answer a = sn_affine_map_no_shift(map);
    if (a.is == SN_YES) a = sn_fold_in_factor(sn_in(node, factor), of_a ? p->transB : 1, map, out);
    if (a.is != SN_YES) return a;
    out->weight = factor;
    if (map->axis == SN_AXIS_NONE) return a;
    if (rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    const int k = of_a || p->transB || rank == 1 ? rank - 1 : rank - 2;
    return map->axis == k ? a : SN_ANSWER_NO("the factors do not run along k");
}

/* The axis of operand `slot` that is `axis` of the result; -1: none, or nobody can tell. */
static int axis_of_operand(const sn_node *node, uint16_t slot, int axis)
{
    const sn_matmul_params *p = node->params;
    const int a = sn_in(node, SN_MATMUL_A)->shape.rank, b = sn_in(node, SN_MATMUL_B)->shape.rank;
    const int y = sn_out(node, 0)->shape.rank;
    if (a < 1 || b < 1 || y < 0) return -1;
    if (slot == SN_MATMUL_B) return b > 1 && axis == y - 1 ? b - (p->transB ? 2 : 1) : -1;
    return a > 1 && axis == y - (b > 1 ? 2 : 1) ? a - 2 : -1;
}

/* Of a map of the result that of operand `slot`, or the other way round. */
static bool map_of(const sn_node *node, uint16_t slot, bool up, const sn_affine *m, sn_affine *out)
{
    const sn_shape *x = &(up ? sn_out(node, 0) : sn_in(node, slot))->shape;
    *out = *m;
    if (m->axis == SN_AXIS_NONE) return true;
    for (int axis = 0; axis < sn_out(node, 0)->shape.rank; axis++) {
        const int own = axis_of_operand(node, slot, axis);
        if (own < 0 || m->axis != (up ? axis : own) || m->axis >= x->rank) continue;
        out->axis = up ? own : axis;
        return true;
    }
    return false;
}

static bool fits_factor(const sn_node *node, uint16_t slot, const sn_affine *map)
{
    sn_affine m;
    return map_of(node, slot, true, map, &m);
}

/* Up: one operand takes the factors, those of columns b alone. */
static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    sn_affine m[2];
    for (int i = 0; i < (c->up ? 1 : 2); i++) {
        const sn_answer a = sn_affine_map_no_shift(&c->given[i]);
        if (a.is != SN_YES) return a;
    }
    if (c->up) {
        const int slot = sn_affine_map_factor_slot(node, arena, fits_factor, &c->given[0]);
        if (slot < 0) return SN_ANSWER_NO("its operands have other readers, or not these factors");
        (void)map_of(node, (uint16_t)slot, true, &c->given[0], &c->made[slot]);
        return SN_ANSWER_YES;
    }
    for (uint16_t i = 0; i < 2; i++)
        if (!map_of(node, i, false, &c->given[i], &m[i]))
            return SN_ANSWER_NO("the factors run along no axis of its result");
    return sn_affine_map_compose(arena, &m[0], &m[1], &c->made[0])
               ? SN_ANSWER_YES
               : SN_ANSWER_NO("its operands have factors along different axes");
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_shape *a = &in->in_shape[SN_MATMUL_A];
    if (a->rank < 1 || !sn_dim_known(a->d[a->rank - 1])) return;
    out->macs = sn_shape_elements(&in->out_shape[0]) * (double)a->d[a->rank - 1];
}

const sn_op sn_op_matmul = {
    .name = "matmul",
    .synopsis = "y = a b, or a b^T",
    .slots = slots,
    .types = "num,num->num",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_matmul_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_matmul,
    .fold_in = fold_in,
    .propagate = propagate,
    .cost = cost,
};

/* ---- of bytes -------------------------------------------------------------------------------- */

static const sn_slot integer_slots[] = {
    {"a", 0}, {"b", 0}, {"a_zero", SN_SLOT_OPTIONAL}, {"b_zero", SN_SLOT_OPTIONAL}, {NULL, 0}};
static const sn_param no_params[] = {SN_P_END};
static const sn_matmul_params as_it_stands = {0};

static sn_status infer_integer(sn_infer *in)
{
    const sn_shape b = sn_shape_rule_shape(in, SN_MATMUL_B);
    SN_TRY(sn_product_zero_check(in, SN_MATMUL_A_ZERO, 1));
    SN_TRY(sn_product_zero_check(in, SN_MATMUL_B_ZERO,
                                 b.rank == 1  ? 1
                                 : b.rank > 1 ? b.d[b.rank - 1]
                                              : -1));
    return infer_product(in, &as_it_stands);
}

/* Sums of products of bytes are exact in doubles. */
static sn_status eval_integer(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const int64_t n = sn_shape_count(&e->out_shape[0]);
    const sn_elems sums = sn_elems_create(e->arena, SN_TYPE_f64, n);
    run_product(e, &as_it_stands, sn_product_centred(e, SN_MATMUL_A, SN_MATMUL_A_ZERO, 1),
                sn_product_centred(e, SN_MATMUL_B, SN_MATMUL_B_ZERO, 1), sums);
    sn_product_wrap(sums, sn_eval_out_elems(e, 0), n);
    return SN_OK;
}

const sn_op sn_op_matmul_integer = {
    .name = "matmul_integer",
    .synopsis = "y = (a - a_zero) (b - b_zero), of bytes in 32 bits",
    .slots = integer_slots,
    .types = "i8|u8,u8|i8,i8|u8,u8|i8->i32",
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = 0,
    .params = no_params,
    .infer = infer_integer,
    .eval = eval_integer,
    .cost = cost,
};
