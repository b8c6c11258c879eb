/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that sum along axes: reductions, softmax, normalizations. */
#include "formats/onnx/out/export.h"
#include "ops/lp_normalization.h"
#include "ops/lrn.h"
#include "ops/norm.h"
#include "ops/reduce.h"
#include "ops/softmax.h"

static const char *number(sn_onnx_export *e, double v)
{
    return sn_onnx_put_number(e, sn_onnx_type_in(e, 0), v);
}

void sn_onnx_export_reduce(sn_onnx_export *e)
{
    const sn_reduce_params *p = e->params;
    const sn_param *row = sn_param_find(e->op->params, "op");
    if (!p->axes.n && p->noop_with_empty_axes) {
        SN_ONNX_PUT(e, "Identity", 1, e->out[0], e->in[0]);
        return;
    }
    sn_onnx_put_reduce(e, row->names[p->op], e->in[0], p->axes.v, p->axes.n, p->keepdims,
                       e->out[0]);
}

/* Before version 13 it went over all axes from the given one on. */
void sn_onnx_export_softmax(sn_onnx_export *e)
{
    const sn_along_params *p = e->params;
    const int rank = sn_onnx_rank_in(e, 0);
    int32_t perm[SN_MAX_RANK];
    if (e->opset >= 13 || p->axis == rank - 1) {
        sn_onnx_attr_int(e, "axis", p->axis);
        SN_ONNX_PUT(e, "Softmax", 1, e->out[0], e->in[0]);
        return;
    }
    if (rank < 0) {
        if (e->n) sn_onnx_unknown(e, "the rank of its input is not known");
        return;
    }
    for (int i = 0; i < rank; i++) perm[i] = i;
    perm[p->axis] = rank - 1;
    perm[rank - 1] = p->axis;
    const char *v = sn_onnx_put_transpose(e, e->in[0], rank, perm, NULL);
    sn_onnx_attr_int(e, "axis", rank - 1);
    v = SN_ONNX_MADE(e, "Softmax", 1, v);
    sn_onnx_put_transpose(e, v, rank, perm, e->out[0]);
}

/* Of channels that are the second axis; others are put there. */
void sn_onnx_export_lrn(sn_onnx_export *e)
{
    const sn_lrn_params *p = e->params;
    const int32_t first = 0;
    const bool unbatched = p->axis == 0;
    if (p->axis > 1) sn_onnx_cannot(e, "its channels are not the second axis");
    const char *x = unbatched ? sn_onnx_put_squeeze(e, true, e->in[0], &first, 1, NULL) : e->in[0];
    const char *y = unbatched ? sn_onnx_temporary(e) : e->out[0];
    sn_onnx_attr_int(e, "size", p->size);
    sn_onnx_attr_float(e, "alpha", p->alpha);
    sn_onnx_attr_float(e, "beta", p->beta);
    sn_onnx_attr_float(e, "bias", p->bias);
    SN_ONNX_PUT(e, "LRN", 1, y, x);
    if (unbatched) sn_onnx_put_squeeze(e, false, y, &first, 1, e->out[0]);
}

void sn_onnx_export_mean_variance_normalization(sn_onnx_export *e)
{
    sn_onnx_put_params(e);
    SN_ONNX_PUT(e, "MeanVarianceNormalization", 9, e->out[0], e->in[0]);
}

/* ---- by mean and variance -------------------------------------------------------------------- */

/* Axes from `axis` on, as ONNX counts them from the back. */
static int axes_from(const sn_onnx_export *e, int axis, int32_t *out)
{
    const int rank = sn_onnx_rank_in(e, 0);
    int n = 0;
    for (int i = axis; i < rank; i++) out[n++] = i;
    return n;
}

/* (x - mean) / sqrt(mean of squares + epsilon), the mean being 0 for an rms norm. */
static const char *normalised(sn_onnx_export *e, const char *x, const int32_t *axes, int n,
                              bool centred, double epsilon)
{
    sn_onnx_composed(e);
    if (centred) {
        const char *mean = sn_onnx_put_reduce(e, "mean", x, axes, n, true, NULL);
        x = SN_ONNX_MADE(e, "Sub", 7, x, mean);
    }
    const char *square = SN_ONNX_MADE(e, "Mul", 7, x, x);
    const char *variance = sn_onnx_put_reduce(e, "mean", square, axes, n, true, NULL);
    const char *sum = SN_ONNX_MADE(e, "Add", 7, variance, number(e, epsilon));
    return SN_ONNX_MADE(e, "Div", 7, x, SN_ONNX_MADE(e, "Sqrt", 6, sum));
}

/* x times gamma plus beta, each of a slot, which may be left out, as that shape; -> to. */
static void scaled(sn_onnx_export *e, const char *x, const char *gamma, const char *beta,
                   const char *to)
{
    if (*gamma && *beta)
        SN_ONNX_PUT(e, "Add", 7, to, SN_ONNX_MADE(e, "Mul", 7, x, gamma), beta);
    else if (*gamma)
        SN_ONNX_PUT(e, "Mul", 7, to, x, gamma);
    else if (*beta)
        SN_ONNX_PUT(e, "Add", 7, to, x, beta);
    else
        SN_ONNX_PUT(e, "Identity", 1, to, x);
}

static const char *input(const sn_onnx_export *e, unsigned slot)
{
    return slot < e->n_in ? e->in[slot] : "";
}

void sn_onnx_export_layer_normalization(sn_onnx_export *e)
{
    const sn_layer_normalization_params *p = e->params;
    const bool centred = e->op == &sn_op_layer_normalization;
    int32_t axes[SN_MAX_RANK];
    if (e->opset >= (centred ? 17 : 23) && sn_onnx_has_in(e, SN_NORM_GAMMA)) {
        sn_onnx_attr_int(e, "axis", p->axis);
        sn_onnx_attr_float(e, "epsilon", p->epsilon);
        sn_onnx_put(e, e->row->type, 17, e->n_in, e->in, 1, e->out);
        return;
    }
    sn_onnx_composed(e);
    if (sn_onnx_rank_in(e, 0) < 0) {
        if (e->n) sn_onnx_unknown(e, "the rank of its input is not known");
        return;
    }
    const int n = axes_from(e, p->axis, axes);
    const char *x = normalised(e, e->in[0], axes, n, centred, (double)p->epsilon);
    scaled(e, x, input(e, SN_NORM_GAMMA), input(e, SN_NORM_BETA), e->out[0]);
}

/* A vector of channels with axes of size 1 behind it. */
static const char *over_channels(sn_onnx_export *e, unsigned slot, int axis)
{
    const int rank = sn_onnx_rank_in(e, 0);
    int32_t axes[SN_MAX_RANK];
    if (!sn_onnx_has_in(e, slot)) return "";
    if (rank - axis <= 1) return e->in[slot];
    for (int i = 1; i < rank - axis; i++) axes[i - 1] = i;
    return sn_onnx_put_squeeze(e, true, e->in[slot], axes, rank - axis - 1, NULL);
}

void sn_onnx_export_instance_normalization(sn_onnx_export *e)
{
    const sn_instance_normalization_params *p = e->params;
    int32_t axes[SN_MAX_RANK];
    if (p->axis == 1 && sn_onnx_has_in(e, SN_NORM_GAMMA) && sn_onnx_has_in(e, SN_NORM_BETA)) {
        sn_onnx_attr_float(e, "epsilon", p->epsilon);
        sn_onnx_put(e, "InstanceNormalization", 6, e->n_in, e->in, 1, e->out);
        return;
    }
    sn_onnx_composed(e);
    if (sn_onnx_rank_in(e, 0) < 0) {
        if (e->n) sn_onnx_unknown(e, "the rank of its input is not known");
        return;
    }
    const int n = axes_from(e, p->axis + 1, axes);
    if (n == 0) sn_onnx_cannot(e, "it has no axes behind its channels");
    const char *x = normalised(e, e->in[0], axes, n, true, (double)p->epsilon);
    scaled(e, x, over_channels(e, SN_NORM_GAMMA, p->axis), over_channels(e, SN_NORM_BETA, p->axis),
           e->out[0]);
}

/* Each group is one line of a matrix, which is normalised; then it has its shape again. */
void sn_onnx_export_group_normalization(sn_onnx_export *e)
{
    const sn_group_normalization_params *p = e->params;
    int64_t sizes[SN_MAX_RANK + 1] = {0};
    const int32_t last = p->axis + 1;
    sn_onnx_composed(e);
    if (!e->n) return;
    if (sn_onnx_rank_in(e, 0) < 0) {
        sn_onnx_unknown(e, "the rank of its input is not known");
        return;
    }
    sizes[p->axis] = p->num_groups;
    sizes[p->axis + 1] = -1;
    const char *shape = SN_ONNX_MADE(e, "Shape", 1, e->in[0]);
    const char *lines = sn_onnx_put_reshape(e, e->in[0], sizes, p->axis + 2, NULL);
    const char *x = normalised(e, lines, &last, 1, true, (double)p->epsilon);
    x = SN_ONNX_MADE(e, "Reshape", 5, x, shape);
    scaled(e, x, over_channels(e, SN_NORM_GAMMA, p->axis), over_channels(e, SN_NORM_BETA, p->axis),
           e->out[0]);
}

/* The norm along axes, with what keeps it from zero. */
static const char *norm_of(sn_onnx_export *e, const sn_lp_normalization_params *p)
{
    sn_onnx_composed(e);
    int32_t axes[SN_MAX_RANK];
    const double epsilon = (double)p->epsilon;
    for (int i = 0; i < p->n_axes; i++) axes[i] = p->axis + i;
    if (p->p == 1 && !p->n_axes) return SN_ONNX_MADE(e, "Abs", 6, e->in[0]);
    if (p->p == 1) return sn_onnx_put_reduce(e, "l1", e->in[0], axes, p->n_axes, true, NULL);
    const char *sum =
        p->n_axes ? sn_onnx_put_reduce(e, "sum_square", e->in[0], axes, p->n_axes, true, NULL)
                  : SN_ONNX_MADE(e, "Mul", 7, e->in[0], e->in[0]);
    if (p->epsilon_rule == SN_LP_ADDED || p->epsilon_rule == SN_LP_UNGUARDED)
        sum = SN_ONNX_MADE(e, "Add", 7, sum, number(e, epsilon));
    if (p->epsilon_rule == SN_LP_LEAST_SUM)
        sum = SN_ONNX_MADE(e, "Max", 8, sum, number(e, epsilon));
    const char *norm = SN_ONNX_MADE(e, "Sqrt", 6, sum);
    return p->epsilon_rule == SN_LP_LEAST_NORM ? SN_ONNX_MADE(e, "Max", 8, norm, number(e, epsilon))
                                               : norm;
}

/* x over its norm, times a scale. What has a norm of zero is zeros, but where nothing guards it. */
void sn_onnx_export_lp_normalization(sn_onnx_export *e)
{
    const sn_lp_normalization_params *p = e->params;
    const bool scale = sn_onnx_has_in(e, 1), guarded = p->epsilon_rule != SN_LP_UNGUARDED;
    const char *y = scale ? sn_onnx_temporary(e) : e->out[0];
    if (p->n_axes == 1 && p->epsilon == 0 && guarded) {
        sn_onnx_attr_int(e, "axis", p->axis);
        sn_onnx_attr_int(e, "p", p->p);
        SN_ONNX_PUT(e, "LpNormalization", 1, y, e->in[0]);
    } else if (p->epsilon == 0 && guarded) {
        const char *norm = norm_of(e, p), *zero = number(e, 0);
        const char *quotient = SN_ONNX_MADE(e, "Div", 7, e->in[0], norm);
        SN_ONNX_PUT(e, "Where", 9, y, SN_ONNX_MADE(e, "Equal", 11, norm, zero), zero, quotient);
    } else {
        SN_ONNX_PUT(e, "Div", 7, y, e->in[0], norm_of(e, p));
    }
    if (scale) SN_ONNX_PUT(e, "Mul", 7, e->out[0], y, e->in[1]);
}
