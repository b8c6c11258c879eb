/* SPDX-License-Identifier: Apache-2.0
 *
 * Scaled weights and mapped biases, computed in double and rounded once. */
#include "passes/weights.h"

#include "base/num.h"

sn_status sn_weight_scaled(sn_ctx *ctx, const sn_tensor *w, const double *scale, int64_t n_scale,
                           const sn_tensor **out, bool *rounded)
{
    void *data = NULL;
    sn_tensor *plain = NULL;
    SN_TRY(sn_tensor_create(ctx, SN_TYPE_f32, &w->shape, &plain, &data));
    const sn_tensor *source = NULL;
    sn_status status = sn_tensor_convert(ctx, w, SN_TYPE_f32, &source);
    if (status != SN_OK) {
        sn_tensor_release(plain);
        return status;
    }
    const float *from = sn_tensor_f32(source);
    float *to = data;
    int64_t rows = w->shape.d[0], row = rows ? sn_tensor_count(w) / rows : 0;
    for (int64_t r = 0; r < rows; r++) {
        double s = scale[n_scale == 1 ? 0 : r];
        for (int64_t i = 0; i < row; i++) {
            float v = (float)(from[r * row + i] * s);
            if (isinf(v) && !isinf(from[r * row + i]) && status == SN_OK) {
                status = sn_fail(ctx, SN_E_UNSUPPORTED, "weight %g times %g overflows f32",
                                 (double)from[r * row + i], s);
            }
            to[r * row + i] = v;
        }
    }
    sn_tensor_release(source);
    *rounded = w->coding == SN_CODED_F16;
    if (status == SN_OK && *rounded) {
        status = sn_tensor_encode(ctx, plain, SN_CODED_F16, out);
        sn_tensor_release(plain);
        return status;
    }
    if (status != SN_OK) {
        sn_tensor_release(plain);
        return status;
    }
    *out = plain;
    return SN_OK;
}

sn_status sn_bias_mapped(sn_ctx *ctx, const sn_tensor *b, const double *scale, const double *shift,
                         int64_t n_factors, int64_t n, const sn_tensor **out)
{
    sn_shape shape = SN_SHAPE(n);
    sn_tensor *t = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(ctx, SN_TYPE_f32, &shape, &t, &data));
    for (int64_t i = 0; i < n; i++) {
        int64_t k = n_factors == 1 ? 0 : i;
        double v = b ? sn_tensor_at(b, i) : 0;
        v = v * (scale ? scale[k] : 1) + (shift ? shift[k] : 0);
        ((float *)data)[i] = (float)v;
        if (!isfinite((float)v) && (!b || isfinite(sn_tensor_at(b, i)))) {
            sn_tensor_release(t);
            return sn_fail(ctx, SN_E_UNSUPPORTED, "bias %g of channel %lld overflows f32", v, (long long)i);
        }
    }
    *out = t;
    return SN_OK;
}
