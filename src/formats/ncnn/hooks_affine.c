/* SPDX-License-Identifier: Apache-2.0
 *
 * Hooks of the layers that add, scale, normalise and limit. */
#include "formats/ncnn/writer.h"

#include "formats/ncnn/ops/channels.h"
#include "formats/ncnn/ops/eltwise.h"
#include "formats/ncnn/ops/normalize.h"
#include "ops/activation.h"
#include "ops/affine.h"
#include "ops/binary.h"
#include "ops/lp_normalization.h"
#include "ops/norm.h"

/* ---- Clip ------------------------------------------------------------------------------------ */

static void export_clip(sn_ncnn_export *ex)
{
    const sn_clip_params *p = ex->params;
    sn_ncnn_put(ex, "min", sn_ncnn_of_float(sn_ncnn_limit(p->min)));
    sn_ncnn_put(ex, "max", sn_ncnn_of_float(sn_ncnn_limit(p->max)));
}

const sn_ncnn_hooks sn_ncnn_hooks_clip = {.export = export_clip};

/* ---- Eltwise --------------------------------------------------------------------------------- */

/* A sum, or several products or maxima in a row. Those operators broadcast: inputs of which it is
 * not proved that they have one shape have it where the layer was read so. */
static void export_eltwise(sn_ncnn_export *ex)
{
    const bool sum = ex->op == &sn_op_sum, max = ex->op == &sn_op_max;
    sn_ncnn_put_int(ex, "op_type",
                    sum   ? SN_NCNN_ELTWISE_SUM
                    : max ? SN_NCNN_ELTWISE_MAX
                          : SN_NCNN_ELTWISE_PROD);
    if (ex->asking) {
        if (!sum) SN_DECLINE(ex, "Eltwise is for values of one shape");
        return;
    }
    for (int k = 0; k < ex->n_behind; k++)
        if (sum || ex->behind[k]->op != ex->op) SN_DECLINE(ex, "Eltwise computes one thing");
    if (ex->n_in + ex->n_others < 2) SN_DECLINE(ex, "Eltwise has two inputs at least");
    for (int i = 0; i < ex->n_in + ex->n_others; i++) {
        const sn_ncnn_input *in = &ex->in[i];
        if (in->shape.rank == 0) SN_DECLINE(ex, "Eltwise reads no number");
        if (!ex->origin && in->identity != ex->in[0].identity &&
            !sn_shape_equal(&in->shape, &ex->in[0].shape))
            SN_DECLINE(ex, "its inputs are not proved to have one shape");
        ex->bottoms[ex->n_bottoms++] = i;
    }
    ex->bottoms_are_set = true;
    ex->n_said = ex->n_behind;
}

const sn_ncnn_hooks sn_ncnn_hooks_eltwise = {.export = export_eltwise,
                                             .max_behind = SN_NCNN_MAX_BEHIND};

/* ---- Scale and normalisations ---------------------------------------------------------------- */

enum { SCALE_IS_INPUT = -233 };

static sn_status import_scale(sn_ncnn_import *im)
{
    if (sn_ncnn_get(&im->v, "scale_data_size") == SCALE_IS_INPUT &&
        sn_ncnn_get(&im->v, "bias_term"))
        SN_DECLINE(im, "it has a bias that nobody loads");
    return SN_OK;
}

static void export_scale(sn_ncnn_export *ex)
{
    const sn_ncnn_input *s = sn_ncnn_input_at(ex, "scale");
    if (ex->op == &sn_op_batch_normalization) {
        const sn_batch_normalization_params *p = ex->params;
        if (p->epsilon != 1 || sn_ncnn_input_at(ex, "mean") || sn_ncnn_input_at(ex, "var"))
            SN_DECLINE(ex, "it has a mean or a variance");
        if (s && !s->own && !ex->asking) SN_DECLINE(ex, "its factors are computed");
    }
    if (ex->asking || !s) return;
    sn_ncnn_put_int(ex, "scale_data_size", s->own ? sn_shape_count(&s->shape) : SCALE_IS_INPUT);
    if (!s->own && sn_ncnn_input_at(ex, "bias")) SN_DECLINE(ex, "a computed scale with a bias");
    ex->weights_may_be_bottoms = !s->own;
}

/* A product with what is computed. */
static void export_scale_by(sn_ncnn_export *ex)
{
    if (!ex->origin) SN_DECLINE(ex, "BinaryOp says it as well");
    sn_ncnn_put_int(ex, "scale_data_size", SCALE_IS_INPUT);
}

/* A sum with numbers of its own, one for each channel. */
static void export_bias(sn_ncnn_export *ex)
{
    if (ex->asking) {
        SN_DECLINE(ex, "Bias adds constants");
        return;
    }
    ex->load_slot = ex->in[SN_BINARY_A].own ? SN_BINARY_A : SN_BINARY_B;
    const sn_ncnn_input *bias = &ex->in[ex->load_slot];
    if (!bias->own || (bias->shape.rank == 0 && !ex->origin)) {
        SN_DECLINE(ex, "Bias adds a vector");
        return;
    }
    sn_ncnn_put_int(ex, "bias_data_size", sn_shape_count(&bias->shape));
}

/* Slopes along the first axis, or one for all. */
static void export_prelu(sn_ncnn_export *ex)
{
    const sn_ncnn_input *slope = sn_ncnn_input_at(ex, "slope"), *x = sn_ncnn_input_at(ex, "x");
    if (ex->asking || !slope || !x) return;
    const int64_t n = sn_shape_count(&slope->shape);
    if (!slope->own) SN_DECLINE(ex, "its slopes are computed");
    if (n != 1 && (slope->shape.rank != x->shape.rank || slope->shape.d[0] != n))
        SN_DECLINE(ex, "its slopes do not run along the first axis");
    sn_ncnn_put_int(ex, "num_slope", n);
}

const sn_ncnn_hooks sn_ncnn_hooks_prelu = {.export = export_prelu};
const sn_ncnn_hooks sn_ncnn_hooks_scale = {.import = import_scale, .export = export_scale};
const sn_ncnn_hooks sn_ncnn_hooks_scale_by = {.export = export_scale_by};
const sn_ncnn_hooks sn_ncnn_hooks_bias = {.export = export_bias};

/* ncnn wants the number of channels also where there is no weight to tell it. */
static void put_channels(sn_ncnn_export *ex, bool needed)
{
    const sn_ncnn_input *gamma = sn_ncnn_input_at(ex, "gamma"), *x = sn_ncnn_input_at(ex, "x");
    if (ex->asking) return;
    if (gamma)
        sn_ncnn_put_int(ex, "channels", sn_shape_count(&gamma->shape));
    else if (x && x->shape.rank > 0 && sn_dim_known(x->shape.d[0]))
        sn_ncnn_put_int(ex, "channels", x->shape.d[0]);
    else if (needed && !ex->origin)
        SN_DECLINE(ex, "the number of channels is not known");
}

static void export_group_norm(sn_ncnn_export *ex) { put_channels(ex, true); }
static void export_instance_norm(sn_ncnn_export *ex) { put_channels(ex, false); }

/* ncnn puts a number of its own in the place of a divisor that is exactly 0. */
static void export_batch_norm(sn_ncnn_export *ex)
{
    const float instead = ((const sn_batch_normalization_params *)ex->params)->zero_divisor;
    if (instead != 0 && instead != SN_NCNN_ZERO_DIVISOR)
        SN_DECLINE(ex, "it divides by %g instead of 0", (double)instead);
}

const sn_ncnn_hooks sn_ncnn_hooks_batch_norm = {.export = export_batch_norm};

/* Lines over all axes, the channels or what is behind these, or over none; factors of the channels.
 */
static void export_normalize(sn_ncnn_export *ex)
{
    static const int modes[] = {[SN_LP_ADDED] = SN_NORMALIZE_SUM,
                                [SN_LP_LEAST_NORM] = SN_NORMALIZE_MAX,
                                [SN_LP_LEAST_SUM] = SN_NORMALIZE_MAX_SQUARE,
                                [SN_LP_UNGUARDED] = SN_NORMALIZE_SUM};
    const sn_lp_normalization_params *p = ex->params;
    const sn_ncnn_input *scale = sn_ncnn_input_at(ex, "scale");
    if (p->p != 2) SN_DECLINE(ex, "ncnn divides by no sum of magnitudes");
    if (!(p->epsilon > 0) && p->epsilon_rule != SN_LP_UNGUARDED)
        SN_DECLINE(ex, "ncnn makes no 0 of a norm of 0");
    sn_ncnn_put_int(ex, "eps_mode", modes[p->epsilon_rule]);
    const int rank = ex->in[SN_LP_X].shape.rank;
    if (rank < 0) {
        if (!ex->asking) SN_DECLINE(ex, "the rank of its input is not known");
        return;
    }
    const bool all = p->axis == 0 && p->n_axes == rank;
    /* a value of less than three axes is one channel */
    const bool channels = p->axis == 0 && p->n_axes == (rank > 2);
    const bool space = rank > 2 && p->axis == 1 && p->n_axes == rank - 1;
    if (rank > 4 || (!all && !channels && !space))
        SN_DECLINE(ex, "ncnn normalises over channels, space or both");
    sn_ncnn_put_int(ex, "across_spatial", !channels);
    sn_ncnn_put_int(ex, "across_channel", !space);
    if (ex->asking) return;
    if (!scale || !scale->own) {
        SN_DECLINE(ex, "Normalize has factors of its own");
        return;
    }
    const int64_t n = sn_shape_count(&scale->shape);
    if (n != 1 && (rank < 3 || scale->shape.rank != rank || scale->shape.d[0] != n))
        SN_DECLINE(ex, "its factors do not run along the first axis");
    sn_ncnn_put_int(ex, "channel_shared", n == 1);
}

const sn_ncnn_hooks sn_ncnn_hooks_normalize = {.export = export_normalize};

/* The sizes of what is normalised together say which axes these are. */
static void export_layer_norm(sn_ncnn_export *ex)
{
    const int axis = ((const sn_layer_normalization_params *)ex->params)->axis;
    const sn_shape *x = &ex->in[SN_NORM_X].shape;
    int64_t size = 1;
    if (ex->asking) return;
    for (int i = axis; i < x->rank && size; i++)
        size = sn_dim_known(x->d[i]) && x->d[i] <= INT32_MAX / size ? size * x->d[i] : 0;
    sn_ncnn_put_int(ex, "affine_size", size);
}

const sn_ncnn_hooks sn_ncnn_hooks_layer_norm = {.export = export_layer_norm};
const sn_ncnn_hooks sn_ncnn_hooks_group_norm = {.export = export_group_norm};
const sn_ncnn_hooks sn_ncnn_hooks_instance_norm = {.export = export_instance_norm};
