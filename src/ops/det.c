/* SPDX-License-Identifier: Apache-2.0
 *
 * det: determinants of square matrices, the last two axes (ONNX Det-22), by elimination with the
 * largest element of each column as pivot. */
#include <math.h>

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/rule.h"

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static sn_status infer(sn_infer *in)
{
    sn_shape y = in->in_shape[0];
    SN_TRY(sn_shape_rule_rank(in, 0, 2, SN_MAX_RANK));
    if (y.rank < 0) return SN_OK;
    SN_TRY(sn_shape_rule_size(in, "width of x", y.d[y.rank - 1], y.d[y.rank - 2]));
    y.d[y.rank - 1] = y.d[y.rank - 2] = 0;
    y.rank = (int8_t)(y.rank - 2);
    sn_shape_rule_give(in, 0, y);
    return SN_OK;
}

/* Of a[n][n], which is used up. */
static double determinant(double *a, int64_t n)
{
    double product = 1;
    for (int64_t k = 0; k < n; k++) {
        int64_t best = k;
        for (int64_t i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[best * n + k])) best = i;
        const double pivot = a[best * n + k];
        product *= best == k ? pivot : -pivot;
        if (pivot == 0) return 0;
        for (int64_t j = k; best != k && j < n; j++) {
            const double v = a[best * n + j];
            a[best * n + j] = a[k * n + j];
            a[k * n + j] = v;
        }
        for (int64_t i = k + 1; i < n; i++) {
            const double times = a[i * n + k] / pivot;
            for (int64_t j = k; j < n; j++) a[i * n + j] -= times * a[k * n + j];
        }
    }
    return product;
}

typedef struct det_work {
    sn_elems x, y;
    int64_t n;
    double *copies; /* of each matrix */
} det_work;

static void one_matrix(void *user, int64_t i)
{
    const det_work *w = user;
    const int64_t size = w->n * w->n;
    double *a = w->copies + i * size;
    for (int64_t k = 0; k < size; k++) a[k] = sn_elems_at(w->x, i * size + k);
    sn_elems_put(w->y, i, determinant(a, w->n));
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_shape *x = &e->in_shape[0];
    const det_work w = {sn_eval_elems(e, 0), sn_eval_out_elems(e, 0), x->d[x->rank - 1],
                        SN_NEW_N(e->arena, double, sn_shape_count(x))};
    sn_parallel_for(e->ctx, sn_shape_count(&e->out_shape[0]), one_matrix, (void *)(uintptr_t)&w);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_shape *x = &in->in_shape[0];
    if (sn_shape_known(x)) out->macs = sn_shape_elements(x) * (double)x->d[x->rank - 1] / 3;
}

const sn_op sn_op_det = {
    .name = "det",
    .synopsis = "y = the determinant of each matrix",
    .slots = slots,
    .types = "float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .infer = infer,
    .eval = eval,
    .cost = cost,
};
