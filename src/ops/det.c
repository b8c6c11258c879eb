/* SPDX-License-Identifier: Apache-2.0
 *
 * det: determinants of square matrices, the last two axes, as ONNX Det-22: the product of the
 * pivots of an elimination with partial pivoting, in double. */
#include <math.h>

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/ops.h"
#include "ops/rule.h"

static sn_status infer(sn_infer *in)
{
    sn_shape y = in->in_shape[0];
    SN_TRY(sn_shape_rule_rank(in, 0, 2, SN_MAX_RANK));
    if (y.rank >= 0) {
        SN_TRY(sn_shape_rule_size(in, "columns of x", y.d[y.rank - 1], y.d[y.rank - 2]));
        for (int i = 0; i < 2; i++) y.d[--y.rank] = 0;
    }
    sn_shape_rule_give(in, 0, y);
    return SN_OK;
}

/* Of m [n][n], which is destroyed. */
static double determinant(double *m, int64_t n)
{
    double det = 1;
    for (int64_t k = 0; k < n; k++) {
        int64_t pivot = k;
        for (int64_t i = k + 1; i < n; i++)
            if (fabs(m[i * n + k]) > fabs(m[pivot * n + k])) pivot = i;
        if (pivot != k) det = -det;
        for (int64_t j = k; j < n && pivot != k; j++) {
            const double v = m[k * n + j];
            m[k * n + j] = m[pivot * n + j];
            m[pivot * n + j] = v;
        }
        det *= m[k * n + k];
        if (m[k * n + k] == 0) return det;
        for (int64_t i = k + 1; i < n; i++) {
            const double f = m[i * n + k] / m[k * n + k];
            for (int64_t j = k + 1; j < n; j++) m[i * n + j] -= f * m[k * n + j];
        }
    }
    return det;
}

typedef struct det_work {
    sn_elems x, y;
    int64_t n;
    double *copy; /* of all matrices */
} det_work;

static void one_matrix(void *user, int64_t i)
{
    const det_work *w = user;
    const int64_t count = w->n * w->n;
    double *m = w->copy + i * count;
    for (int64_t k = 0; k < count; k++) m[k] = sn_elems_at(w->x, i * count + k);
    sn_elems_put(w->y, i, determinant(m, w->n));
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_shape *x = &e->in_shape[0];
    det_work w = {.x = sn_eval_elems(e, 0),
                  .y = sn_eval_out_elems(e, 0),
                  .n = x->d[x->rank - 1],
                  .copy = SN_NEW_N(e->arena, double, sn_shape_count(x))};
    sn_parallel_for(e->ctx, sn_shape_count(&e->out_shape[0]), one_matrix, &w);
    return SN_OK;
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

const sn_op sn_op_det = {
    .name = "det",
    .synopsis = "y = determinants of the matrices of x",
    .slots = slots,
    .types = "float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .infer = infer,
    .eval = eval,
};
