/* SPDX-License-Identifier: Apache-2.0
 *
 *   matmul(one_hot(i, k, [0, 1]), w)  -->  gather([w; 0], row)
 *
 * where row is i, what counts from the back counted from the front, and k, the row of zeros, where
 * i is no row of w: one_hot is off everywhere then. A product with a row of zeros and a 1 is a row
 * of w. Casts and views that keep the last axis may lie between.
 *
 * Needs: w is a constant of rank 2 without infinities and NaN, which times 0 would be NaN; one_hot
 * goes along the last axis; i has whole numbers of 32 or 64 bits; all sizes are known; the target
 * finds rows faster than it multiplies. */
#include <math.h>
#include <string.h>

#include "ops/cast.h"
#include "ops/gather.h"
#include "ops/masks.h"
#include "ops/matmul.h"
#include "ops/ops.h"
#include "passes/pass.h"
#include "passes/views.h"

enum { MAX_BETWEEN = 8 };

typedef struct one_hot_product {
    sn_pass_run *run;
    sn_node *product, *hot;
    const sn_tensor *w;
    int64_t k, n; /* w, as it is multiplied, is [k][n] */
    sn_rewrite rw;
} one_hot_product;

static bool visits(const sn_op *op) { return op == &sn_op_matmul; }

/* Whether `n` only makes another type of numbers that are 0 and 1, or gives them another shape that
 * keeps the last axis. */
static bool goes_through(const sn_node *n)
{
    if (n->op == &sn_op_cast)
        return sn_type_is_float(sn_out(n, 0)->type) || sn_type_is_integer(sn_out(n, 0)->type);
    if (!sn_is_view(n)) return false;
    const sn_shape *x = &sn_in(n, 0)->shape, *y = &sn_out(n, 0)->shape;
    return x->rank > 0 && y->rank > 0 && sn_dim_equal(x->d[x->rank - 1], y->d[y->rank - 1]);
}

static bool find_one_hot(one_hot_product *p)
{
    sn_node *chain[MAX_BETWEEN];
    int n = 0;
    sn_node *d = sn_in(p->product, 0)->def;
    while (d && d->op != &sn_op_one_hot && n < MAX_BETWEEN && goes_through(d)) {
        chain[n++] = d;
        d = sn_in(d, 0)->def;
    }
    if (!d || d->op != &sn_op_one_hot) return false;
    p->hot = d;
    p->rw.matched[p->rw.n_matched++] = d;
    while (n > 0) p->rw.matched[p->rw.n_matched++] = chain[--n];
    p->rw.matched[p->rw.n_matched++] = p->product;
    return true;
}

/* NULL, or why not. */
static const char *obstacle(one_hot_product *p)
{
    const sn_value *at = sn_in(p->hot, SN_ONE_HOT_INDICES), *y = sn_out(p->hot, 0);
    const sn_tensor *values = sn_const_of(sn_in(p->hot, SN_ONE_HOT_VALUES));
    p->w = sn_const_of(sn_in(p->product, 1));
    if (!p->w || p->w->shape.rank != 2 || p->w->type != sn_out(p->product, 0)->type)
        return "the other factor is no constant matrix";
    if (p->w->coding != SN_PLAIN) return "the matrix is stored in another form than numbers";
    if (at->type != SN_TYPE_i32 && at->type != SN_TYPE_i64)
        return "its indices are not of 32 or 64 bits";
    if (!values || sn_tensor_count(values) != 2 || sn_tensor_at(values, 0) != 0 ||
        sn_tensor_at(values, 1) != 1)
        return "it is not made of 0 and 1";
    if (!sn_shape_known(&y->shape) || !sn_shape_known(&sn_out(p->product, 0)->shape))
        return "its sizes are not known";
    const int axis = ((const sn_one_hot_params *)p->hot->params)->axis;
    if (axis >= 0 && axis != y->shape.rank - 1) return "it does not go along the last axis";
    const bool turned = ((const sn_matmul_params *)p->product->params)->transB != 0;
    p->k = p->w->shape.d[turned];
    p->n = p->w->shape.d[!turned];
    if (p->k != y->shape.d[y->shape.rank - 1] || p->k >= INT32_MAX)
        return "its depth is not that of the product";
    for (int64_t i = 0; i < p->k * p->n; i++) {
        if (!isfinite(sn_tensor_at(p->w, i))) return "a weight is infinite or NaN";
    }
    return NULL;
}

/* w, as it is multiplied, and a row of zeros. */
static sn_status table(const one_hot_product *p, sn_value **out)
{
    const bool turned = ((const sn_matmul_params *)p->product->params)->transB != 0;
    const size_t bytes = sn_type_bytes(p->w->type);
    const sn_shape shape = SN_SHAPE(p->k + 1, p->n);
    sn_tensor *t;
    void *data;
    SN_TRY(sn_tensor_create(p->run->env->ctx, p->w->type, &shape, &t, &data));
    const char *from = sn_tensor_data(p->w);
    for (int64_t i = 0; i < p->k; i++) {
        for (int64_t j = 0; j < p->n; j++)
            memcpy((char *)data + (size_t)(i * p->n + j) * bytes,
                   from + (size_t)(turned ? j * p->k + i : i * p->n + j) * bytes, bytes);
    }
    *out = sn_value_const(p->run->g, t, NULL);
    sn_tensor_release(t);
    return SN_OK;
}

static sn_value *make(const one_hot_product *p, const sn_op *op, const void *params, sn_value *a,
                      sn_value *b, sn_value *c)
{
    sn_value *in[3] = {a, b, c};
    if (!a || !b) return NULL;
    sn_node *n = sn_rewrite_node(p->run, p->product, op, params, c ? 3 : 2, in, 1);
    return n ? n->out[0] : NULL;
}

/* The row of the table: i from the front; k where it is none. */
static sn_value *row(const one_hot_product *p)
{
    sn_value *const i = sn_in(p->hot, SN_ONE_HOT_INDICES),
                    *const zero = sn_value_scalar(p->run->g, i->type, 0),
                    *const k = sn_value_scalar(p->run->g, i->type, (double)p->k);
    sn_value *const from_back = make(p, &sn_op_add, NULL, i, k, NULL), *const is_from_back = make(
                                                                           p, &sn_op_less, NULL, i,
                                                                           zero, NULL);
    if (!from_back || !is_from_back) return NULL;
    sn_value *const from_front = make(p, &sn_op_where, NULL, is_from_back, from_back, i),
                    *const is_before = make(p, &sn_op_less, NULL, from_front, zero, NULL),
                    *const cut = make(p, &sn_op_min, NULL, from_front, k, NULL);
    return is_before && cut ? make(p, &sn_op_where, NULL, is_before, k, cut) : NULL;
}

static sn_status visit(sn_pass_run *run, sn_node *n)
{
    one_hot_product p = {.run = run, .product = n};
    bool done;
    if (!find_one_hot(&p)) return SN_OK;
    const char *why = obstacle(&p);
    if (why) {
        sn_missed(run, p.hot, n, "still a product: %s", why);
        return SN_OK;
    }
    sn_rewrite_begin(run);
    sn_value *w;
    SN_TRY(table(&p, &w));
    const sn_gather_params along = {.axis = 0};
    sn_value *rows = make(&p, &sn_op_gather, &along, w, row(&p), NULL);
    rows = rows ? sn_view_inferred(run, n, rows, &sn_out(n, 0)->shape) : NULL;
    if (!rows) {
        sn_rewrite_abandon(run, n);
        return SN_OK;
    }
    p.rw.before = n->out[0];
    p.rw.after = rows;
    rows->def->name = n->name;
    return sn_rewrite_commit(run, &p.rw, &done);
}

static sn_status run(sn_pass_run *run)
{
    if (!run->env->target->rows_pay) return SN_OK;
    SN_EACH_VISITED(n, run)
    {
        if (visits(n->op)) SN_TRY(visit(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_one_hot_product = {
    .name = "one_hot_product",
    .arrow = "matmul(one_hot(i, k, [0, 1]), w) -> gather([w; 0], row)",
    .needs =
        "w constant and finite; one_hot along the last axis, of whole numbers; sizes known; the "
        "target finds rows faster than it multiplies",
    .visits = visits,
    .run = run,
};
