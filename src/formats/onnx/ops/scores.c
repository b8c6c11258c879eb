/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/onnx/ops/scores.h"

#include <string.h>

/* ---- tables ---------------------------------------------------------------------------------- */

sn_value *sn_onnx_table(sn_onnx_call *c, sn_type type, const double *v, int64_t rows,
                        int64_t columns)
{
    const sn_tensor *t;
    sn_resolve *r = c->r;
    const int64_t n = rows * (columns ? columns : 1);
    if (r->status == SN_OK) r->status = sn_tensor_vector(r->in.ctx, type, v, n, &t);
    if (r->status != SN_OK) return NULL;
    sn_value *is = sn_onnx_tensor_value(c, t);
    return columns ? sn_onnx_reshape(c, is, (int64_t[]){rows, columns}, 2) : is;
}

static const double *doubles_of(sn_onnx_call *c, const float *v, int64_t n)
{
    double *copy = SN_NEW_N(c->r->in.arena, double, n);
    for (int64_t i = 0; i < n; i++) copy[i] = (double)v[i];
    return copy;
}

sn_value *sn_onnx_floats(sn_onnx_call *c, const float *v, int64_t n)
{
    return sn_onnx_table(c, SN_TYPE_f32, doubles_of(c, v, n), n, 0);
}

sn_value *sn_onnx_float_rows(sn_onnx_call *c, const float *v, int64_t n, int64_t rows)
{
    return sn_onnx_table(c, SN_TYPE_f32, doubles_of(c, v, n), rows, n / rows);
}

/* ---- rows ------------------------------------------------------------------------------------ */

sn_value *sn_onnx_feature_rows(sn_onnx_call *c, unsigned k)
{
    const int rank = sn_onnx_rank(c, k);
    if (rank != 1 && rank != 2) return NULL;
    sn_value *x = sn_onnx_cast(c, sn_onnx_in(c, k), SN_TYPE_f32);
    return rank == 2 ? x : sn_onnx_unsqueeze(c, x, (int[]){0}, 1);
}

sn_value *sn_onnx_best(sn_onnx_call *c, sn_value *y)
{
    void *p = sn_onnx_params(c, &sn_op_arg_max);
    (void)sn_onnx_set_int(&sn_op_arg_max, p, "axis", 1);
    (void)sn_onnx_set_int(&sn_op_arg_max, p, "keepdims", 0);
    return SN_ONNX_MAKE(c, &sn_op_arg_max, p, y);
}

sn_value *sn_onnx_label_at(sn_onnx_call *c, const sn_onnx_attr *labels, sn_value *at)
{
    sn_value *list = sn_onnx_i64s(c, labels->ints.v, (int)labels->ints.n);
    return SN_ONNX_DO(c, gather, list, at);
}

/* ---- transforms ------------------------------------------------------------------------------ */

int sn_onnx_transform_of(sn_onnx_call *c)
{
    static const char *const names[] = {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"};
    const char *how = sn_onnx_string(c, "post_transform", "NONE");
    for (int i = 0; i < SN_ONNX_N_TRANSFORMS; i++)
        if (strcmp(names[i], how) == 0) return i;
    return -1;
}

/* y NULL: after an error. */
static sn_value *like(sn_onnx_call *c, const sn_value *y, double v)
{
    return sn_onnx_number(c, y ? y->type : SN_TYPE_f32, v);
}

/* A softmax to which scores of nearly 0 do not add; they are e^-max of themselves. */
static sn_value *softmax_zero(sn_onnx_call *c, sn_value *y)
{
    const int last = 1;
    const double least = (double)1e-7f;
    sn_value *counts = SN_ONNX_DO(c, greater, SN_ONNX_DO(c, abs, y), like(c, y, least));
    sn_value *most = sn_onnx_reduce(c, y, "max", &last, 1, true);
    sn_value *e = SN_ONNX_DO(c, exp, SN_ONNX_DO(c, sub, y, most));
    sn_value *small = SN_ONNX_DO(c, mul, y, SN_ONNX_DO(c, exp, SN_ONNX_DO(c, neg, most)));
    sn_value *sum = SN_ONNX_DO(c, where, counts, e, like(c, y, 0));
    sum = sn_onnx_reduce(c, sum, "sum", &last, 1, true);
    return SN_ONNX_DO(c, div, SN_ONNX_DO(c, where, counts, e, small), sum);
}

/* sqrt(2) times the inverse of erf at 2 y - 1, as Winitzki approximates it:
 * +-sqrt(sqrt(v^2 - l / a) - v), l = log(1 - x^2), v = 2 / (pi a) + l / 2. */
static sn_value *probit(sn_onnx_call *c, sn_value *y)
{
    const double a = 0.147, pi = 3.14159265358979323846, root = 1.41421356237309504880;
    sn_value *one = like(c, y, 1);
    sn_value *x = SN_ONNX_DO(c, sub, SN_ONNX_DO(c, mul, y, like(c, y, 2)), one);
    sn_value *l = SN_ONNX_DO(c, mul, SN_ONNX_DO(c, sub, one, x), SN_ONNX_DO(c, add, one, x));
    l = SN_ONNX_DO(c, log, l);
    sn_value *v = SN_ONNX_DO(c, mul, l, like(c, y, 0.5));
    v = SN_ONNX_DO(c, add, v, like(c, y, 2 / (pi * a)));
    sn_value *w = SN_ONNX_DO(c, mul, l, like(c, y, 1 / a));
    w = SN_ONNX_DO(c, sqrt, SN_ONNX_DO(c, sub, SN_ONNX_DO(c, mul, v, v), w));
    w = SN_ONNX_DO(c, sqrt, SN_ONNX_DO(c, sub, w, v));
    sn_value *sign = SN_ONNX_DO(c, less, x, like(c, y, 0));
    sign = SN_ONNX_DO(c, where, sign, like(c, y, -root), like(c, y, root));
    return SN_ONNX_DO(c, mul, w, sign);
}

sn_value *sn_onnx_transformed(sn_onnx_call *c, sn_value *y, int how)
{
    if (how == SN_ONNX_TRANSFORM_LOGISTIC) return SN_ONNX_DO(c, sigmoid, y);
    if (how == SN_ONNX_TRANSFORM_SOFTMAX_ZERO) return softmax_zero(c, y);
    if (how == SN_ONNX_TRANSFORM_PROBIT) return probit(c, y);
    if (how != SN_ONNX_TRANSFORM_SOFTMAX) return y;
    void *p = sn_onnx_params(c, &sn_op_softmax);
    (void)sn_onnx_set_int(&sn_op_softmax, p, "axis", 1);
    return SN_ONNX_MAKE(c, &sn_op_softmax, p, y);
}

sn_value *sn_onnx_both_scores(sn_onnx_call *c, sn_value *y, int how, bool negates)
{
    const bool logistic = how == SN_ONNX_TRANSFORM_LOGISTIC;
    if (how == SN_ONNX_TRANSFORM_PROBIT) return NULL;
    sn_value *first =
        logistic || negates ? SN_ONNX_DO(c, neg, y) : SN_ONNX_DO(c, sub, like(c, y, 1), y);
    y = sn_onnx_concat(c, 1, (sn_value *[]){first, y}, 2);
    return logistic ? SN_ONNX_DO(c, sigmoid, y) : y;
}
