/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of matrices, and batch normalization. */
#include <math.h>
#include <string.h>

#include "formats/onnx/out/export.h"
#include "ops/affine.h"
#include "ops/gemm.h"
#include "ops/linear.h"
#include "ops/matmul.h"

/* The last two axes of an input change places: of a constant at once, else by a node. */
static const char *turned(sn_onnx_export *e, unsigned slot)
{
    const sn_tensor *t = sn_onnx_plain_in(e, slot);
    const int rank = sn_onnx_rank_in(e, slot);
    int32_t perm[SN_MAX_RANK];
    if (!e->n || !e->nodes) return "";
    if (rank < 2) {
        if (rank < 0) sn_onnx_unknown(e, "the rank of its second input is not known");
        return e->in[slot];
    }
    for (int i = 0; i < rank; i++) perm[i] = i;
    perm[rank - 2] = rank - 1;
    perm[rank - 1] = rank - 2;
    if (!t) return sn_onnx_put_transpose(e, e->in[slot], rank, perm, NULL);
    const size_t size = sn_type_bytes(t->type);
    const int64_t rows = t->shape.d[rank - 2], columns = t->shape.d[rank - 1];
    const int64_t matrix = rows * columns, n = matrix > 0 ? sn_tensor_count(t) / matrix : 0;
    sn_shape shape = t->shape;
    shape.d[rank - 2] = columns;
    shape.d[rank - 1] = rows;
    sn_tensor *made;
    void *data;
    if (sn_tensor_create(e->ctx, t->type, &shape, &made, &data) != SN_OK) return "";
    const char *from = sn_tensor_data(t);
    for (int64_t k = 0; k < n; k++)
        for (int64_t r = 0; r < rows; r++)
            for (int64_t c = 0; c < columns; c++)
                memcpy((char *)data + (size_t)((k * columns + c) * rows + r) * size,
                       from + (size_t)((k * rows + r) * columns + c) * size, size);
    return sn_onnx_put_tensor(e, made);
}

void sn_onnx_export_matmul(sn_onnx_export *e)
{
    const sn_matmul_params *p = e->params;
    if (p->transB && sn_onnx_of_runtime(e)) {
        sn_onnx_attr_int(e, "transB", 1);
        SN_ONNX_PUT(e, "FusedMatMul", 1, e->out[0], e->in[0], e->in[1]);
        return;
    }
    if (p->transB && !e->n) sn_onnx_cannot(e, "MatMul does not transpose");
    SN_ONNX_PUT(e, "MatMul", 1, e->out[0], e->in[0], p->transB ? turned(e, 1) : e->in[1]);
}

void sn_onnx_export_gemm(sn_onnx_export *e)
{
    if (!sn_onnx_has_in(e, 2)) sn_onnx_needs(e, 11, "Gemm without a third matrix");
    sn_onnx_put_params(e);
    sn_onnx_put(e, "Gemm", 7, e->n_in, e->in, 1, e->out);
}

const char *sn_onnx_linear_product(sn_onnx_export *e, const char *to)
{
    if (!to) to = sn_onnx_temporary(e);
    SN_ONNX_PUT(e, "MatMul", 1, to, e->in[0], turned(e, 1));
    return to;
}

/* x * transpose(w) + bias, along the last axis of x, whatever its rank. */
void sn_onnx_export_linear(sn_onnx_export *e)
{
    const sn_linear_params *p = e->params;
    const bool has_bias = sn_onnx_has_in(e, 2), is_gemm = sn_onnx_rank_in(e, 0) == 2;
    bool has_act = p->act.kind != SN_ACT_NONE;
    const char *y = has_act ? sn_onnx_temporary(e) : e->out[0];
    if (is_gemm && has_bias && sn_onnx_runtime_act(e, &p->act)) {
        sn_onnx_attr_int(e, "transB", 1);
        SN_ONNX_PUT(e, "FusedGemm", 1, e->out[0], e->in[0], e->in[1], e->in[2]);
        has_act = false;
    } else if (is_gemm && (has_bias || e->opset >= 11)) {
        sn_onnx_attr_int(e, "transB", 1);
        SN_ONNX_PUT(e, "Gemm", 7, y, e->in[0], e->in[1], has_bias ? e->in[2] : "");
    } else if (has_bias) {
        SN_ONNX_PUT(e, "Add", 7, y, sn_onnx_linear_product(e, NULL), e->in[2]);
    } else {
        sn_onnx_linear_product(e, y);
    }
    if (has_act) sn_onnx_put_act(e, &p->act, sn_onnx_type_in(e, 0), y, e->out[0]);
}

/* ---- batch normalization --------------------------------------------------------------------- */

enum { X, SCALE, BIAS, MEAN, VAR };

/* What it multiplies by and adds, of constants; false where they are none. */
static bool factors_of(const sn_onnx_export *e, const sn_tensor **factor, const sn_tensor **term)
{
    const sn_batch_normalization_params *p = e->params;
    const sn_tensor *t[VAR + 1] = {NULL};
    for (int i = SCALE; i <= VAR && i < e->n_in; i++) {
        const sn_value *v = sn_in(e->n, (unsigned)i);
        t[i] = v ? sn_const_of(v) : NULL;
        if (v && (!t[i] || t[i]->type != SN_TYPE_f32)) return false;
    }
    const int64_t n = t[SCALE] ? sn_tensor_count(t[SCALE]) : 0;
    double *a = SN_NEW_N(e->arena, double, n), *b = SN_NEW_N(e->arena, double, n);
    for (int64_t i = 0; i < n; i++) {
        double divisor = t[VAR] ? sqrt(sn_tensor_at(t[VAR], i) + (double)p->epsilon) : 1;
        if (divisor == 0) divisor = (double)p->zero_divisor;
        a[i] = sn_tensor_at(t[SCALE], i) / divisor;
        b[i] = (t[BIAS] ? sn_tensor_at(t[BIAS], i) : 0) -
               (t[MEAN] ? sn_tensor_at(t[MEAN], i) * a[i] : 0);
    }
    return n > 0 && sn_tensor_vector(e->ctx, SN_TYPE_f32, a, n, factor) == SN_OK &&
           sn_tensor_vector(e->ctx, SN_TYPE_f32, b, n, term) == SN_OK;
}

/* A vector of channels as what broadcasts over them. */
static const char *over_channels(sn_onnx_export *e, const sn_tensor *t, int axis)
{
    sn_shape shape = {.rank = (int8_t)(sn_onnx_rank_in(e, X) - axis)};
    for (int i = 0; i < shape.rank; i++) shape.d[i] = i ? 1 : t->shape.d[0];
    const sn_tensor *shaped = sn_tensor_reshaped(e->ctx, t, &shape);
    sn_tensor_release(t);
    return sn_onnx_put_tensor(e, shaped);
}

/* An input for each channel, as what broadcasts over them. */
static const char *input_over_channels(sn_onnx_export *e, unsigned slot, int axis)
{
    int32_t axes[SN_MAX_RANK];
    const int n = sn_onnx_rank_in(e, X) - axis - 1;
    for (int i = 0; i < n; i++) axes[i] = i + 1;
    return n > 0 ? sn_onnx_put_squeeze(e, true, e->in[slot], axes, n, NULL) : e->in[slot];
}

/* (x - mean) / sqrt(var + epsilon) * scale + bias */
static void put_by_formula(sn_onnx_export *e, const sn_batch_normalization_params *p)
{
    const char *y = e->in[X];
    if (p->zero_divisor != 0) sn_onnx_cannot(e, "a divisor of its own in place of 0");
    if (sn_onnx_has_in(e, MEAN))
        y = SN_ONNX_MADE(e, "Sub", 7, y, input_over_channels(e, MEAN, p->axis));
    if (sn_onnx_has_in(e, VAR)) {
        const char *epsilon = sn_onnx_put_number(e, sn_onnx_type_in(e, VAR), (double)p->epsilon);
        const char *sum = SN_ONNX_MADE(e, "Add", 7, input_over_channels(e, VAR, p->axis), epsilon);
        y = SN_ONNX_MADE(e, "Div", 7, y, SN_ONNX_MADE(e, "Sqrt", 6, sum));
    }
    if (!sn_onnx_has_in(e, BIAS)) {
        SN_ONNX_PUT(e, "Mul", 7, e->out[0], y, input_over_channels(e, SCALE, p->axis));
        return;
    }
    y = SN_ONNX_MADE(e, "Mul", 7, y, input_over_channels(e, SCALE, p->axis));
    SN_ONNX_PUT(e, "Add", 7, e->out[0], y, input_over_channels(e, BIAS, p->axis));
}

void sn_onnx_export_batch_normalization(sn_onnx_export *e)
{
    const sn_batch_normalization_params *p = e->params;
    bool all = e->n_in == VAR + 1;
    for (int i = SCALE; i <= VAR; i++) all = all && sn_onnx_has_in(e, (unsigned)i);
    if (all && p->axis == 1 && p->zero_divisor == 0) {
        sn_onnx_attr_float(e, "epsilon", p->epsilon);
        sn_onnx_put(e, "BatchNormalization", 7, e->n_in, e->in, 1, e->out);
        return;
    }
    const sn_tensor *factor, *term;
    sn_onnx_composed(e);
    if (!e->n) return;
    if (sn_onnx_rank_in(e, X) < 0) {
        sn_onnx_unknown(e, "the rank of its input is not known");
    } else if (!factors_of(e, &factor, &term)) {
        put_by_formula(e, p);
    } else if (!e->nodes) {
        sn_tensor_release(factor);
        sn_tensor_release(term);
    } else {
        const char *y = SN_ONNX_MADE(e, "Mul", 7, e->in[X], over_channels(e, factor, p->axis));
        SN_ONNX_PUT(e, "Add", 7, e->out[0], y, over_channels(e, term, p->axis));
    }
}
