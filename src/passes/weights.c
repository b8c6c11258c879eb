/* SPDX-License-Identifier: Apache-2.0
 *
 * Scaled weights and mapped biases, computed in double and rounded once. */
#include "passes/weights.h"

#include <math.h>

/* A tensor that is written element by element, of f32 as such, of other types in double. */
typedef struct written {
    sn_tensor *t;
    sn_type type;
    float *f32;
    double *f64; /* or NULL */
} written;

static sn_status start(sn_ctx *ctx, sn_type type, const sn_shape *shape, written *to)
{
    const bool is_f32 = type == SN_TYPE_f32;
    void *data = NULL;
    *to = (written){.type = type};
    SN_TRY(sn_tensor_create(ctx, is_f32 ? SN_TYPE_f32 : SN_TYPE_f64, shape, &to->t, &data));
    to->f32 = is_f32 ? data : NULL;
    to->f64 = is_f32 ? NULL : data;
    return SN_OK;
}

const char *sn_leaves_range(sn_type type, double was, double v)
{
    if (!isfinite(was) || sn_type_holds(type, v)) return NULL;
    if (!(fabs(v) < sn_type_smallest(type))) return "overflows";
    return fabs(was) < sn_type_smallest(type) ? NULL : "underflows";
}

/* NULL, or what v, made of `was`, does. */
static inline const char *put(written *to, int64_t i, double was, double v)
{
    if (to->f32)
        to->f32[i] = (float)v;
    else
        to->f64[i] = v;
    return sn_leaves_range(to->type, was, to->f32 ? (double)to->f32[i] : v);
}

static sn_status finish(sn_ctx *ctx, const written *from, const sn_tensor **out)
{
    *out = from->t;
    if (from->f32) return SN_OK;
    const sn_status status = sn_tensor_convert(ctx, from->t, from->type, out);
    sn_tensor_release(from->t);
    return status;
}

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
static sn_status scale_elements(sn_ctx *ctx, const layout *l, const sn_tensor *from,
                                const double *scale, int64_t n_scale, written *to)
{
    const int64_t per_group = l->rows / l->groups;
    const float *plain = to->f32 ? sn_tensor_f32(from) : NULL;
    for (int64_t r = 0; r < l->rows; r++) {
        for (int64_t c = 0; c < l->columns; c++) {
            const double s = scale[n_scale == 1 ? 0 : r / per_group * l->columns + c];
            for (int64_t k = 0, i = r * l->row_step + c * l->column_step; k < l->taps;
                 k++, i += l->tap_step) {
                const double was = plain ? (double)plain[i] : sn_tensor_at(from, i);
                const char *lost = put(to, i, was, was * s);
                if (lost)
                    return sn_fail(ctx, SN_E_UNSUPPORTED, "weight %g times %g %s %s", was, s, lost,
                                   sn_type_name(to->type));
            }
        }
    }
    return SN_OK;
}

static sn_status scaled(sn_ctx *ctx, const sn_tensor *w, const layout *l, const double *scale,
                        int64_t n_scale, const sn_tensor **out)
{
    written to;
    const sn_tensor *source = NULL, *plain = NULL;
    SN_TRY(start(ctx, w->type, &w->shape, &to));
    sn_status status = sn_tensor_convert(ctx, w, w->type, &source);
    if (status == SN_OK) status = scale_elements(ctx, l, source, scale, n_scale, &to);
    sn_tensor_release(source);
    if (status != SN_OK) {
        sn_tensor_release(to.t);
        return status;
    }
    SN_TRY(finish(ctx, &to, &plain));
    return sn_tensor_settle(ctx, plain, sn_tensor_is_of_halves(w), out);
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

static sn_status bias_lost(sn_ctx *ctx, written *to, double v, int64_t channel, const char *lost)
{
    sn_tensor_release(to->t);
    return sn_fail(ctx, SN_E_UNSUPPORTED, "bias %g of channel %lld %s %s", v, (long long)channel,
                   lost, sn_type_name(to->type));
}

/* What decides about a sum of what is made of both; the first, where it is not finite. */
static double larger(double a, double b) { return isfinite(a) && fabs(b) > fabs(a) ? b : a; }

sn_status sn_bias_shifted_in(sn_ctx *ctx, const sn_tensor *w, const sn_tensor *b,
                             const sn_fold_in *in, const double *shift, int64_t n_shift,
                             const sn_tensor **out)
{
    const layout l = layout_of(in);
    const int64_t per_group = l.rows / l.groups;
    written to;
    SN_TRY(start(ctx, w->type, b ? &b->shape : &in->bias_shape, &to));
    for (int64_t r = 0; r < l.rows; r++) {
        double v = b ? sn_tensor_at(b, r) : 0, was = v;
        for (int64_t c = 0; c < l.columns; c++) {
            const double x = shift[n_shift == 1 ? 0 : r / per_group * l.columns + c];
            was = larger(was, x);
            for (int64_t k = 0; k < l.taps && x != 0; k++)
                v += x * sn_tensor_at(w, r * l.row_step + c * l.column_step + k * l.tap_step);
        }
        const char *lost = put(&to, r, was, v);
        if (lost) return bias_lost(ctx, &to, v, r, lost);
    }
    return finish(ctx, &to, out);
}

sn_status sn_bias_mapped(sn_ctx *ctx, sn_type type, const sn_tensor *b, const double *scale,
                         const double *shift, int64_t n_factors, int64_t n, const sn_tensor **out)
{
    sn_shape shape = SN_SHAPE(n);
    written to;
    SN_TRY(start(ctx, type, &shape, &to));
    for (int64_t i = 0; i < n; i++) {
        int64_t k = n_factors == 1 ? 0 : i;
        const double old = b ? sn_tensor_at(b, i) : 0, by = shift ? shift[k] : 0,
                     v = old * (scale ? scale[k] : 1) + by;
        const char *lost = put(&to, i, larger(old, by), v);
        if (lost) return bias_lost(ctx, &to, v, i, lost);
    }
    return finish(ctx, &to, out);
}
