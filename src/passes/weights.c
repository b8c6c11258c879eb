/* SPDX-License-Identifier: Apache-2.0
 *
 * Scaled weights and mapped biases, computed in double and rounded once. */
#include "passes/weights.h"

#include <math.h>

/* A weight seen as [rows][columns][taps] in groups, as in sn_fold_in. Calls visit for each
 * element and its channel. */
typedef struct layout {
    int64_t rows, row_step, columns, column_step, taps, tap_step, groups;
} layout;

static layout layout_of(const sn_fold_in *in)
{
    return (layout){in->rows, in->row_step, in->columns, in->column_step,
                    in->taps, in->tap_step, in->groups};
}

/* to[i] = from[i] times the factor of the channel that it meets. */
static sn_status scale_elements(sn_ctx *ctx, const layout *l, const float *from,
                                const double *scale, int64_t n_scale, float *to)
{
    const int64_t per_group = l->rows / l->groups;
    for (int64_t r = 0; r < l->rows; r++) {
        for (int64_t c = 0; c < l->columns; c++) {
            const double s = scale[n_scale == 1 ? 0 : r / per_group * l->columns + c];
            for (int64_t k = 0, i = r * l->row_step + c * l->column_step; k < l->taps;
                 k++, i += l->tap_step) {
                const float v = (float)(from[i] * s);
                if (isinf(v) && !isinf(from[i]))
                    return sn_fail(ctx, SN_E_UNSUPPORTED, "weight %g times %g overflows f32",
                                   (double)from[i], s);
                to[i] = v;
            }
        }
    }
    return SN_OK;
}

static sn_status scaled(sn_ctx *ctx, const sn_tensor *w, const layout *l, const double *scale,
                        int64_t n_scale, const sn_tensor **out)
{
    void *data = NULL;
    sn_tensor *plain = NULL;
    const sn_tensor *source = NULL;
    SN_TRY(sn_tensor_create(ctx, SN_TYPE_f32, &w->shape, &plain, &data));
    sn_status status = sn_tensor_convert(ctx, w, SN_TYPE_f32, &source);
    if (status == SN_OK)
        status = scale_elements(ctx, l, sn_tensor_f32(source), scale, n_scale, data);
    sn_tensor_release(source);
    if (status == SN_OK) return sn_tensor_settle(ctx, plain, sn_tensor_is_of_halves(w), out);
    sn_tensor_release(plain);
    return status;
}

sn_status sn_weight_scaled(sn_ctx *ctx, const sn_tensor *w, const double *scale, int64_t n_scale,
                           const sn_tensor **out)
{
    const int64_t rows = w->shape.d[0], row = rows ? sn_tensor_count(w) / rows : 0;
    const layout l = {rows, row, 1, 0, row, 1, rows ? rows : 1};
    return scaled(ctx, w, &l, scale, n_scale, out);
}

sn_status sn_weight_scaled_in(sn_ctx *ctx, const sn_tensor *w, const sn_fold_in *in,
                              const double *scale, int64_t n_scale, const sn_tensor **out)
{
    const layout l = layout_of(in);
    return scaled(ctx, w, &l, scale, n_scale, out);
}

sn_status sn_bias_shifted_in(sn_ctx *ctx, const sn_tensor *w, const sn_tensor *b,
                             const sn_fold_in *in, const double *shift, int64_t n_shift,
                             const sn_tensor **out)
{
    const layout l = layout_of(in);
    const int64_t per_group = l.rows / l.groups;
    sn_tensor *t = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(ctx, SN_TYPE_f32, b ? &b->shape : &in->bias_shape, &t, &data));
    for (int64_t r = 0; r < l.rows; r++) {
        double v = b ? sn_tensor_at(b, r) : 0;
        for (int64_t c = 0; c < l.columns; c++) {
            const double x = shift[n_shift == 1 ? 0 : r / per_group * l.columns + c];
            for (int64_t k = 0; k < l.taps && x != 0; k++)
                v += x * sn_tensor_at(w, r * l.row_step + c * l.column_step + k * l.tap_step);
        }
        ((float *)data)[r] = (float)v;
        if (isfinite((float)v) || (b && !isfinite(sn_tensor_at(b, r)))) continue;
        sn_tensor_release(t);
        return sn_fail(ctx, SN_E_UNSUPPORTED, "bias %g of channel %lld overflows f32", v,
                       (long long)r);
    }
    *out = t;
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
            return sn_fail(ctx, SN_E_UNSUPPORTED, "bias %g of channel %lld overflows f32", v,
                           (long long)i);
        }
    }
    *out = t;
    return SN_OK;
}
