/* SPDX-License-Identifier: Apache-2.0
 *
 * Normalisations, with and without factors: those of any axes, and ncnn's. */
#include "formats/ncnn/ops/ops.h"
#include "random/recipes.h"

static const spread NORMAL = {true, 0, 0.5};
static const spread FACTOR = {false, 0.5, 1.5};
static const spread ZERO = {false, 0, 0};

int rand_axis(gen *t, const sn_shape *s, int usual)
{
    return chance(t, 85) || s->rank < 2 ? usual : (int)roll(t, 0, s->rank - 1);
}

int64_t rand_group(gen *t, int64_t ic)
{
    if (chance(t, 60)) return 1;
    if (chance(t, 60)) return ic;
    int64_t g = roll(t, 1, ic);
    return ic % g ? 1 : g;
}

/* gamma and beta, or nothing. */
static int some_factors(gen *t, sn_shape s, item **in)
{
    if (!chance(t, 60)) return 1;
    in[1] = constant(t, s, FACTOR);
    in[2] = constant(t, s, NORMAL);
    return 3;
}

/* Over the last axes; gamma and beta have these, or broadcast. */
static void last_axes_norm(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    const int axis = chance(t, 60) ? s->rank - 1 : (int)roll(t, 0, s->rank - 1);
    const bool rms = chance(t, 25);
    item *in[3] = {x};
    sn_shape factors = {.rank = (int8_t)(s->rank - axis)};
    for (int i = axis; i < s->rank; i++) factors.d[i - axis] = chance(t, 90) ? s->d[i] : 1;
    const int n = some_factors(t, factors, in);
    put(t, rms ? &sn_op_rms_normalization : &sn_op_layer_normalization,
        text(t, "{axis=%d, epsilon=0.001}", axis), rms && n == 3 ? 2 : n, in);
}

static void channel_norm(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    const int axis = rand_axis(t, s, 0);
    item *in[3] = {x};
    const int n = some_factors(t, SN_SHAPE(s->d[axis]), in);
    if (chance(t, 50))
        put(t, &sn_op_instance_normalization, text(t, "{axis=%d, epsilon=0.001}", axis), n, in);
    else
        put(t, &sn_op_group_normalization,
            text(t, "{axis=%d, num_groups=%d, epsilon=0.001}", axis,
                 (int)rand_group(t, s->d[axis])),
            n, in);
}

/* As ncnn has them: what they go over depends on shapes. */
static void own_norm(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    int64_t size = 1;
    for (int i = s->rank - 1; i >= (s->rank > 2 && chance(t, 40) ? 1 : s->rank - 1); i--)
        size *= s->d[i];
    const bool rms = chance(t, 25), rows = chance(t, 50), groups = !rows && chance(t, 50);
    item *in[3] = {x};
    const int64_t factors = rows ? size : s->rank > 2 || groups ? s->d[0] : 1;
    const int n = some_factors(t, SN_SHAPE(factors), in);
    if (rows)
        put(t, rms ? &sn_ncnn_op_rms_norm : &sn_ncnn_op_layer_norm,
            text(t, "{affine_size=%d}", (int)size), rms && n == 3 ? 2 : n, in);
    else if (groups)
        put(t, &sn_ncnn_op_group_norm, text(t, "{group=%d}", (int)rand_group(t, s->d[0])), n, in);
    else
        put(t, &sn_ncnn_op_instance_norm, NULL, n, in);
}

void rand_norm(gen *t, item *x)
{
    if (shape_of(x)->rank < 1) return;
    switch (roll(t, 0, 9)) {
    case 0:
    case 1:
    case 2:
        last_axes_norm(t, x);
        break;
    case 3:
    case 4:
        channel_norm(t, x);
        break;
    case 5:
    case 6:
    case 7:
        own_norm(t, x);
        break;
    default:
        if (shape_of(x)->rank > 4 || (shape_of(x)->rank > 0 && chance(t, 60)))
            put1(t, &sn_op_lrn,
                 text(t, "{axis=%d, size=%d, alpha=0.1}", (int)roll(t, 0, shape_of(x)->rank - 1),
                      (int)roll(t, 1, 6)),
                 x);
        else
            put1(t, &sn_ncnn_op_lrn,
                 text(t, "{local_size=%d, alpha=0.1, region_type=%s}", (int)roll(t, 2, 4),
                      chance(t, 50) ? "across_channels" : "within_channel"),
                 x);
    }
}

/* ncnn's has its channels along axis 0, and puts something in the place of a divisor of 0. */
void rand_batch_norm(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 1) return;
    const bool own = chance(t, 40);
    const int axis = own ? 0 : rand_axis(t, s, 0);
    const sn_shape n = SN_SHAPE(s->d[axis]);
    static const char *const eps[] = {"0", "0.001", "1e-5"};
    const char *e = eps[roll(t, 0, 2)];
    const spread scale = chance(t, 10) ? ZERO : FACTOR;
    const spread var = own && chance(t, 5) ? ZERO : (spread){false, 0.5, 2};
    put(t, own ? &sn_ncnn_op_batch_norm : &sn_op_batch_normalization,
        own ? text(t, "{eps=%s}", e) : text(t, "{axis=%d, epsilon=%s}", axis, e), 5,
        (item *[]){x, constant(t, n, scale), constant(t, n, NORMAL), constant(t, n, NORMAL),
                   constant(t, n, var)});
}
