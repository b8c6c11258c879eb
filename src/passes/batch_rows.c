/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of all images as axis 0 of a value, one image behind the other: [n, m, ..] seen as
 * [n * m, ..]. What has no place for an axis of images, and computes each row by itself, takes them
 * so:
 *
 *     gemm(a, b, c)  -->  gemm(a of all as [n * m, k], b, c) as [n, m, ..]
 *
 * where b is the same for all images, and c is, too, and for all rows, or has the rows of all.
 * Where the axis goes, values of rows are found by their shapes: a view of something with images in
 * front has as many rows of each, in their order. The product of one row of each image with a
 * constant matrix is that of a vector, linear.
 */
#include "ops/gemm.h"
#include "ops/linear.h"
#include "ops/move.h"
#include "ops/ops.h"
#include "ops/transpose.h"
#include "passes/batch_twin.h"

bool sn_twin_has_rows(const sn_twin *t, const sn_shape *s)
{
    return t->n > 1 && s->rank > 0 && s->d[0] % t->n == 0;
}

sn_shape sn_twin_rows(const sn_twin *t, const sn_shape *s)
{
    sn_shape of_one = *s;
    of_one.d[0] /= t->n;
    return of_one;
}

static bool is_of_all(const sn_twin *t, const sn_value *v)
{
    return t->batched[v->id] || t->rows[v->id];
}

/* The node made for n is called after it. */
static void takes_place(sn_twin *t, const sn_node *n, sn_node *made)
{
    made->features = n->features;
    if (n->name) sn_node_set_name(t->to, made, n->name);
}

/* ---- gemm ------------------------------------------------------------------------------------ */

/* Whether c is one row, which every row of the result gets. */
static bool is_one_row(const sn_value *c) { return c->shape.rank < 2 || c->shape.d[0] == 1; }

/* Why its rows are not those of images; `rows`: of a. */
static const char *gemm_refused(const sn_twin *t, const sn_node *n, int64_t rows)
{
    const sn_gemm_params *p = n->params;
    const sn_value *a = sn_in(n, SN_GEMM_A), *c = sn_in(n, SN_GEMM_C);
    if (is_of_all(t, sn_in(n, SN_GEMM_B)))
        return "a weight or a reference differs from image to image";
    if (!is_of_all(t, a)) return "its operand is the same for all images, another is not";
    if (t->by < 0 && p->transA) return "it works along the axis of the batch";
    if (!c) return NULL;
    if (!is_of_all(t, c))
        return is_one_row(c) ? NULL
               : t->by > 0   ? "a summand that is the same for all images is one for each row"
                             : "an operand that is the same for all runs differs from image to "
                               "image";
    if (t->by > 0 && rows != 1 && (c->shape.rank < 2 || c->shape.d[0] != rows))
        return "a summand of each image is the same for all rows";
    if (t->by < 0 && c->shape.rank < 2)
        return "its operands have their images along different axes";
    return NULL;
}

/* [n, k, m] as [n, m, k]. */
static sn_value *turned(sn_twin *t, sn_value *a)
{
    sn_transpose_params p;
    const int32_t perm[] = {0, 2, 1};
    sn_params_init(sn_op_transpose.params, &p);
    p.perm = sn_ints_of(t->arena, 3, perm);
    return sn_out(sn_node_create(t->to, NULL, &sn_op_transpose, &p, 1, &a, 1), 0);
}

static sn_value *as_matrix(sn_twin *t, const sn_value *v, int64_t rows, int64_t columns)
{
    const sn_shape s = SN_SHAPE(rows, columns);
    return sn_twin_reshaped(t, t->value[v->id], &s);
}

static void add_rows(sn_twin *t, const sn_node *n)
{
    sn_gemm_params p = *(const sn_gemm_params *)n->params;
    const sn_value *a = sn_in(n, SN_GEMM_A), *b = sn_in(n, SN_GEMM_B), *c = sn_in(n, SN_GEMM_C),
                   *y = sn_out(n, 0);
    const int64_t rows = y->shape.d[0], k = a->shape.d[p.transA ? 0 : 1];
    sn_value *in[3] = {t->value[a->id], sn_twin_of(t, b), c ? sn_twin_of(t, c) : NULL};
    if (!in[SN_GEMM_B] || (c && !in[SN_GEMM_C])) {
        sn_twin_refuse(t, n, "an operand has no data");
        return;
    }
    const sn_shape all = SN_SHAPE(t->n * rows, k);
    if (p.transA && rows != 1 && k != 1) in[SN_GEMM_A] = turned(t, in[SN_GEMM_A]);
    in[SN_GEMM_A] = sn_twin_reshaped(t, in[SN_GEMM_A], &all);
    if (c && is_of_all(t, c))
        in[SN_GEMM_C] =
            as_matrix(t, c, t->n * rows, c->shape.rank ? c->shape.d[c->shape.rank - 1] : 1);
    p.transA = 0;
    sn_node *made = sn_node_create(t->to, NULL, n->op, &p, n->n_in, in, 1);
    takes_place(t, n, made);
    const sn_shape s = sn_twin_moved(t, &y->shape, true);
    sn_value *v = sn_twin_reshaped(t, sn_out(made, 0), &s);
    if (y->name) sn_value_set_name(t->to, v, y->name);
    t->value[y->id] = v;
    t->batched[y->id] = true;
}

/* A constant [k, m] as [m, k]; NULL: it is not stored element by element. */
static sn_value *turned_weight(sn_twin *t, const sn_value *w)
{
    const sn_tensor *from = w->data;
    const sn_shape s = SN_SHAPE(from->shape.d[1], from->shape.d[0]);
    sn_tensor *to;
    void *data;
    if (from->coding != SN_PLAIN) return NULL;
    if (sn_tensor_create(t->to->ctx, from->type, &s, &to, &data) != SN_OK) {
        sn_ctx_clear_error(t->to->ctx);
        return NULL;
    }
    sn_move m = {.elem = sn_type_bytes(from->type)};
    sn_move_axis(&m, s.d[0], 1, s.d[1]);
    sn_move_axis(&m, s.d[1], s.d[0], 1);
    sn_move_run(t->to->ctx, &m, sn_tensor_data(from), data);
    to->of_halves = from->of_halves;
    sn_value *v = sn_value_const(t->to, to, w->name);
    sn_tensor_release(to);
    return v;
}

static bool has_data(const sn_value *v) { return v->data && v->data->buf && !v->def; }

/* The product of a vector of each image, a row of x, with a constant matrix w: [m, k], or [k, m]
 * where it is to be turned. c: NULL, or added. False: it is not one. */
static bool drop_vector(sn_twin *t, const sn_node *n, const sn_value *w, bool turn,
                        const sn_value *c)
{
    const sn_value *x = sn_in(n, 0), *y = sn_out(n, 0);
    if (!t->batched[x->id] || x->shape.rank != 2 || y->shape.rank != 2 || !has_data(w) ||
        w->shape.rank != 2 || !sn_type_is_float(x->type))
        return false;
    const int64_t m = y->shape.d[1];
    if (c && (!has_data(c) || c->shape.rank < 1 || sn_shape_count(&c->shape) != m ||
              c->shape.d[c->shape.rank - 1] != m))
        return false;
    sn_value *in[3] = {t->value[x->id], NULL, NULL};
    in[SN_LINEAR_WEIGHT] = turn ? turned_weight(t, w) : sn_twin_of(t, w);
    if (!in[SN_LINEAR_WEIGHT]) return false;
    const sn_shape s = SN_SHAPE(m);
    if (c) in[SN_LINEAR_BIAS] = sn_twin_reshaped(t, sn_twin_of(t, c), &s);
    sn_linear_params p;
    sn_params_init(sn_op_linear.params, &p);
    sn_node *made = sn_node_create(t->to, NULL, &sn_op_linear, &p, c ? 3 : 2, in, 1);
    takes_place(t, n, made);
    if (y->name) sn_value_set_name(t->to, sn_out(made, 0), y->name);
    t->value[y->id] = sn_out(made, 0);
    t->batched[y->id] = true;
    return true;
}

bool sn_twin_matmul(sn_twin *t, const sn_node *n)
{
    return t->by < 0 && drop_vector(t, n, sn_in(n, 1), true, NULL);
}

/* Of a matrix with an image in each row, the row is left: a vector where all else is constant, or a
 * matrix of one. */
static void drop_rows(sn_twin *t, const sn_node *n)
{
    const sn_gemm_params *p = n->params;
    if (!p->transA && p->alpha == 1 && (p->beta == 1 || !sn_in(n, SN_GEMM_C)) &&
        drop_vector(t, n, sn_in(n, SN_GEMM_B), !p->transB, sn_in(n, SN_GEMM_C)))
        return;
    const sn_value *a = sn_in(n, SN_GEMM_A), *c = sn_in(n, SN_GEMM_C), *y = sn_out(n, 0);
    const bool one = t->batched[a->id];
    sn_value *in[3] = {t->value[a->id], sn_twin_of(t, sn_in(n, SN_GEMM_B)),
                       c ? sn_twin_of(t, c) : NULL};
    if (!in[SN_GEMM_B] || (c && !in[SN_GEMM_C])) {
        sn_twin_refuse(t, n, "an operand has no data");
        return;
    }
    if (one) in[SN_GEMM_A] = as_matrix(t, a, 1, a->shape.d[1]);
    if (c && t->batched[c->id]) in[SN_GEMM_C] = as_matrix(t, c, 1, c->shape.d[1]);
    sn_node *made = sn_node_create(t->to, NULL, n->op, n->params, n->n_in, in, 1);
    takes_place(t, n, made);
    sn_value *v = sn_out(made, 0);
    const sn_shape row = sn_twin_moved(t, &y->shape, true);
    if (one) v = sn_twin_reshaped(t, v, &row);
    if (y->name) sn_value_set_name(t->to, v, y->name);
    t->value[y->id] = v;
    t->batched[y->id] = one;
    t->rows[y->id] = !one;
}

void sn_twin_gemm(sn_twin *t, const sn_node *n)
{
    const char *why = gemm_refused(t, n, sn_out(n, 0)->shape.d[0]);
    if (why)
        sn_twin_refuse(t, n, why);
    else if (t->by > 0)
        add_rows(t, n);
    else
        drop_rows(t, n);
}

/* ---- other operators ------------------------------------------------------------------------- */

/* What is the same for all must not tell rows apart. */
static const char *rows_refused(sn_twin *t, const sn_node *n)
{
    static const char mixed[] = "its operands have their images along different axes";
    bool broadcasts = false;
    const bool matrix = n->op == &sn_op_matmul && t->rows[sn_in(n, 0)->id] &&
                        sn_in(n, 0)->shape.rank == 2 && !is_of_all(t, sn_in(n, 1)) &&
                        sn_in(n, 1)->shape.rank == 2;
    if (matrix) return NULL;
    if (!sn_twin_maps_first(t, n, &broadcasts)) return "images are not known to stay apart in it";
    const int rank = sn_out(n, 0)->shape.rank;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v) continue;
        if (t->batched[v->id]) return mixed;
        if (t->rows[v->id] && (broadcasts ? v->shape.rank != rank : i > 0)) return mixed;
        if (!t->rows[v->id] && !broadcasts && i == 0) return mixed;
        if (!t->rows[v->id] && broadcasts && v->shape.rank == rank && v->shape.d[0] != 1)
            return "an operand that is the same for all runs differs from image to image";
    }
    return NULL;
}

bool sn_twin_by_rows(sn_twin *t, const sn_node *n)
{
    bool any = false;
    for (uint16_t i = 0; i < n->n_in; i++) any = any || (sn_in(n, i) && t->rows[sn_in(n, i)->id]);
    if (!any) return false;
    if (sn_op_has(n->op, SN_TRAIT_VIEW) && !n->op->dialect) {
        sn_twin_view(t, n);
        return true;
    }
    if (sn_twin_by_slots(t, n)) return true;
    const char *why = rows_refused(t, n);
    sn_value **in = SN_NEW_N(t->arena, sn_value *, n->n_in + 1);
    for (uint16_t i = 0; i < n->n_in && !why; i++) {
        if (sn_in(n, i)) in[i] = sn_twin_of(t, sn_in(n, i));
        if (sn_in(n, i) && !in[i]) why = "an operand has no data";
    }
    if (why) {
        sn_twin_refuse(t, n, why);
        return true;
    }
    sn_twin_make(t, n, n->params, n->n_in, in);
    for (uint16_t i = 0; i < n->n_out; i++) t->rows[sn_out(n, i)->id] = true;
    return true;
}
