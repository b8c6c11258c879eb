/* SPDX-License-Identifier: Apache-2.0
 *
 * BatchNorm, Scale, Bias and PReLU. Vectors go along axis 0 at any rank; those of Bias only from
 * rank 3 on: a vector or matrix is one channel to it. Where they have more elements than x has
 * channels, the first ones are used: that is a boundary.
 *
 * ncnn.batch_norm divides by sqrt(var + eps), and by 1e-4 where that is exactly 0.
 *
 * ncnn.scale is a batch_normalization without mean and variance where its factors are weights, else
 * a product. ncnn.bias is a sum, and ncnn.prelu a prelu, once the rank is known. */
#include "formats/ncnn/ops/channels.h"

#include <string.h>

#include "formats/ncnn/ops/ops.h"
#include "ops/affine.h"
#include "ops/channel.h"
#include "ops/prelu.h"
#include "ops/slice.h"
#include "ops/squeeze.h"

static sn_status first_elements(sn_ctx *ctx, const sn_tensor *t, const sn_shape *shape,
                                const sn_tensor **out)
{
    const sn_tensor *plain;
    sn_tensor *cut;
    void *to;
    if (!t->buf) {
        *out = sn_tensor_undefined(ctx, t->type, shape);
        return SN_OK;
    }
    SN_TRY(sn_tensor_convert(ctx, t, SN_TYPE_f32, &plain));
    const sn_status status = sn_tensor_create(ctx, SN_TYPE_f32, shape, &cut, &to);
    if (status == SN_OK)
        memcpy(to, sn_tensor_data(plain), (size_t)sn_shape_count(shape) * sizeof(float));
    sn_tensor_release(plain);
    if (status == SN_OK) *out = cut;
    return status;
}

sn_value *sn_ncnn_shaped(sn_resolve *r, unsigned slot, const sn_shape *shape)
{
    sn_value *v = sn_in(r->node, slot);
    const sn_tensor *t = NULL;
    if (!v || r->status != SN_OK || sn_shape_equal(&v->data->shape, shape)) return v;
    if (sn_tensor_count(v->data) == sn_shape_count(shape))
        t = sn_tensor_reshaped(r->in.ctx, v->data, shape);
    else
        r->status = first_elements(r->in.ctx, v->data, shape, &t);
    if (r->status != SN_OK) return NULL;
    sn_value *made = sn_value_const(r->node->graph, t, v->name);
    sn_tensor_release(t);
    return made;
}

/* ---- vectors --------------------------------------------------------------------------------- */

static sn_status infer_vectors(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[0];
    SN_TRY(sn_channel_infer(in, 0));
    for (unsigned slot = 1; slot < in->n_in; slot++) {
        if (!sn_shape_rule_has(in, slot)) continue;
        SN_TRY(sn_shape_rule_rank(in, slot, 1, 1));
        if (!sn_in(in->node, slot)->data)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "its %s is no constant",
                                sn_op_slot(in->node->op, slot)->name);
        SN_TRY(sn_channel_vector(in, slot, 0, false));
    }
    sn_shape_rule_give(in, 0, *x);
    return SN_OK;
}

/* Whether it is proved that they have one element a channel, or more. */
static sn_answer vectors_fit(sn_resolve *r)
{
    const sn_shape *x = &r->in.in_shape[0];
    const bool known = x->rank > 0 && sn_dim_known(x->d[0]);
    for (uint16_t slot = 1; slot < r->in.n_in; slot++) {
        const int64_t n = r->in.in_shape[slot].d[0];
        if (!r->in.present[slot]) continue;
        if (known && n < x->d[0]) return SN_ANSWER_NO("a vector has too few elements");
        if (known && n > x->d[0]) sn_infer_boundary(&r->in, "only the first elements are used");
        if (!known && sn_dims_puts_off(r->in.dims))
            return SN_ANSWER_UNKNOWN("how many channels its input has is not known");
    }
    return SN_ANSWER_YES;
}

/* The vector in that slot, which is as long as x has channels. */
static sn_value *vector(sn_resolve *r, unsigned slot)
{
    const sn_shape channels = SN_SHAPE(r->in.in_shape[0].d[0]);
    return r->in.boundary ? sn_ncnn_shaped(r, slot, &channels) : sn_in(r->node, slot);
}

/* ---- batch_norm ------------------------------------------------------------------------------ */

typedef struct sn_ncnn_batch_norm_params {
    float eps;
} sn_ncnn_batch_norm_params;

static const sn_param batch_norm_params[] = {
    SN_P_F32(sn_ncnn_batch_norm_params, eps, 0, "added to the variance"), SN_P_END};

static const sn_slot batch_norm_slots[] = {
    {"x", 0},
    {"scale", SN_SLOT_WEIGHT},
    {"bias", SN_SLOT_WEIGHT},
    {"mean", SN_SLOT_WEIGHT},
    {"var", SN_SLOT_WEIGHT},
    {NULL, 0},
};

static sn_answer resolve_batch_norm(sn_resolve *r)
{
    const float eps = ((const sn_ncnn_batch_norm_params *)r->in.params)->eps;
    sn_batch_normalization_params p = {.axis = 0, .epsilon = eps};
    const sn_answer fit = vectors_fit(r);
    if (fit.is != SN_YES) return fit;
    sn_value *in[SN_BATCH_NORM_VAR + 1] = {sn_in(r->node, SN_BATCH_NORM_X)};
    for (uint16_t slot = SN_BATCH_NORM_SCALE; slot <= SN_BATCH_NORM_VAR; slot++)
        in[slot] = vector(r, slot);
    if (r->status == SN_OK && !sn_batch_norm_never_zero(in[SN_BATCH_NORM_VAR], eps))
        p.zero_divisor = SN_NCNN_ZERO_DIVISOR;
    r->made[0] = sn_resolve_node(r, &sn_op_batch_normalization, &p, SN_BATCH_NORM_VAR + 1, in);
    return SN_ANSWER_YES;
}

const sn_op sn_ncnn_op_batch_norm = {
    .name = "ncnn.batch_norm",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = batch_normalization of x along axis 0; a divisor of 0 is 0.0001",
    .slots = batch_norm_slots,
    .types = "float,float->float",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_ncnn_batch_norm_params),
    .params = batch_norm_params,
    .resolve = resolve_batch_norm,
    .infer = infer_vectors,
    .loose = true,
    .foresees = true,
};

/* ---- scale ----------------------------------------------------------------------------------- */

enum { SCALE_X, SCALE_FACTORS, SCALE_BIAS };

static const sn_slot scale_slots[] = {
    {"x", 0},
    {"scale", SN_SLOT_WEIGHT},
    {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL},
    {NULL, 0},
};

static bool has_weights(const sn_node *n)
{
    const sn_value *factors = sn_in(n, SCALE_FACTORS);
    return factors && factors->kind != SN_RESULT && factors->data && !factors->def;
}

/* Factors that are computed are read as one run of memory, which a value of rank 3 with several
 * channels is not. */
static sn_status infer_scale(sn_infer *in)
{
    const sn_shape factors = sn_shape_rule_shape(in, SCALE_FACTORS);
    if (has_weights(in->node)) return infer_vectors(in);
    SN_TRY(sn_channel_infer(in, 0));
    if (factors.rank >= 3 && sn_dim_known(factors.d[0]) && factors.d[0] > 1)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "scale is %s, a vector expected",
                            sn_shape_rule_shape_text(in, &factors));
    return sn_channel_vector(in, SCALE_FACTORS, 0, false);
}

/* v, one number for each channel, along the first of that many axes. */
static sn_value *along_first(sn_resolve *r, sn_value *v, int rank)
{
    int32_t axes[SN_MAX_RANK];
    if (!v || rank < 2) return v;
    for (int i = 1; i < rank; i++) axes[i - 1] = i;
    const sn_unsqueeze_params p = {.axes = sn_ints_of(r->in.arena, rank - 1, axes)};
    return sn_resolve_node(r, &sn_op_unsqueeze, &p, 1, &v);
}

static sn_value *first_of(sn_resolve *r, sn_value *v, int64_t n)
{
    const char *start[] = {"0"},
               *end[] = {sn_arena_printf(r->node->graph->arena, "%lld", (long long)n)};
    const sn_slice_params p = {
        .starts = {1, start}, .ends = {1, end}, .axes = sn_ints_of(r->in.arena, 1, (int32_t[]){0})};
    return sn_resolve_node(r, &sn_op_slice, &p, 1, &v);
}

static sn_answer resolve_computed(sn_resolve *r)
{
    const sn_shape *x = &r->in.in_shape[SCALE_X], *factors = &r->in.in_shape[SCALE_FACTORS];
    sn_value *v = sn_in(r->node, SCALE_FACTORS);
    if (x->rank < 0 || factors->rank < 0)
        return SN_ANSWER_UNKNOWN("the rank of one of its inputs is not known");
    if (x->rank < 1 || factors->rank < 1) return SN_ANSWER_NO("it has an input without axes");
    const sn_dim n = sn_shape_count_dim(r->in.dims, factors), c = x->d[0];
    if (factors->rank >= 3 && !sn_dim_equal(factors->d[0], 1))
        return SN_ANSWER_UNKNOWN("whether its factors are a vector is not known");
    if (!sn_dim_equal(n, c)) {
        const bool known = sn_dim_known(n) && sn_dim_known(c);
        if (known && n < c) return SN_ANSWER_NO("it has too few factors");
        if (known) sn_infer_boundary(&r->in, "only the first factors are used");
        if (!known && (n == -1 || c == -1 || sn_dims_puts_off(r->in.dims)))
            return SN_ANSWER_UNKNOWN("how many channels its input has is not known");
        if (!known) sn_dims_demand_equal(r->in.dims, n, c); /* a product would broadcast */
    }
    if (factors->rank > 1) v = sn_ncnn_flattened(r, v);
    if (v && r->in.boundary) v = first_of(r, v, c);
    v = along_first(r, v, x->rank);
    r->made[0] = sn_resolve_node(r, &sn_op_mul, NULL, 2, (sn_value *[]){sn_in(r->node, 0), v});
    return SN_ANSWER_YES;
}

static sn_answer resolve_scale(sn_resolve *r)
{
    const sn_batch_normalization_params p = {.axis = 0, .epsilon = 1};
    if (!has_weights(r->node)) return resolve_computed(r);
    const sn_answer fit = vectors_fit(r);
    if (fit.is != SN_YES) return fit;
    sn_value *in[] = {sn_in(r->node, SCALE_X), vector(r, SCALE_FACTORS), vector(r, SCALE_BIAS)};
    r->made[0] = sn_resolve_node(r, &sn_op_batch_normalization, &p, in[2] ? 3 : 2, in);
    return SN_ANSWER_YES;
}

const sn_op sn_ncnn_op_scale = {
    .name = "ncnn.scale",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x * scale + bias along axis 0",
    .slots = scale_slots,
    .types = "float,float->float",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .resolve = resolve_scale,
    .infer = infer_scale,
    .loose = true,
    .foresees = true,
};

/* ---- bias ------------------------------------------------------------------------------------ */

enum { BIAS_X, BIAS_BIAS, BIAS_ND = 2 };

static const sn_slot bias_slots[] = {{"x", 0}, {"bias", SN_SLOT_WEIGHT}, {NULL, 0}};

static sn_status infer_bias(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[BIAS_X], *bias = &in->in_shape[BIAS_BIAS];
    if (x->rank < 0 || x->rank > BIAS_ND) return infer_vectors(in);
    SN_TRY(sn_shape_rule_rank(in, BIAS_BIAS, 1, 1));
    if (!sn_in(in->node, BIAS_BIAS)->data)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "its bias is no constant");
    if (bias->d[0] == 0) return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "bias has no elements");
    if (bias->d[0] > 1)
        sn_infer_boundary(in, sn_arena_printf(in->arena,
                                              "a value of rank %d is one channel to it: of the "
                                              "%lld elements of bias only the first is added",
                                              x->rank, (long long)bias->d[0]));
    sn_shape_rule_give(in, 0, *x);
    return SN_OK;
}

/* What broadcasts along axis 0 of x, n being made for its channels. */
static sn_shape channels_of(const sn_resolve *r, int64_t n)
{
    const sn_shape *x = &r->in.in_shape[0];
    sn_shape shape = {.rank = x->rank};
    for (int i = 0; i < x->rank; i++) shape.d[i] = 1;
    shape.d[0] = r->in.boundary ? x->d[0] : n;
    return shape;
}

static sn_answer resolve_bias(sn_resolve *r)
{
    const sn_shape *x = &r->in.in_shape[BIAS_X];
    const sn_tensor *bias = sn_in(r->node, BIAS_BIAS)->data;
    sn_shape shape = {.rank = 0};
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (x->rank > BIAS_ND) {
        const sn_answer fit = vectors_fit(r);
        if (fit.is != SN_YES) return fit;
        if (!sn_dim_known(x->d[0])) /* a sum would broadcast along it */
            return SN_ANSWER_UNKNOWN("how many channels its input has is not known");
        shape = channels_of(r, bias->shape.d[0]);
    } else if (bias->shape.d[0] != 1) {
        sn_infer_boundary(&r->in, "only the first element is added");
    }
    sn_value *in[] = {sn_in(r->node, BIAS_X), sn_ncnn_shaped(r, BIAS_BIAS, &shape)};
    if (r->status == SN_OK) r->made[0] = sn_resolve_node(r, &sn_op_add, NULL, 2, in);
    return SN_ANSWER_YES;
}

const sn_op sn_ncnn_op_bias = {
    .name = "ncnn.bias",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x + bias along axis 0; a vector or matrix is one channel",
    .slots = bias_slots,
    .types = "float,float->float",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .resolve = resolve_bias,
    .infer = infer_bias,
    .loose = true,
    .foresees = true,
};

/* ---- prelu ----------------------------------------------------------------------------------- */

static const sn_slot prelu_slots[] = {{"x", 0}, {"slope", SN_SLOT_WEIGHT}, {NULL, 0}};

static sn_status infer_prelu(sn_infer *in)
{
    SN_TRY(sn_channel_infer(in, 0));
    SN_TRY(sn_shape_rule_rank(in, SN_PRELU_SLOPE, 1, 1));
    if (!sn_in(in->node, SN_PRELU_SLOPE)->data)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "its slope is no constant");
    return sn_channel_vector(in, SN_PRELU_SLOPE, 0, true);
}

static sn_answer resolve_prelu(sn_resolve *r)
{
    const sn_shape *x = &r->in.in_shape[SN_PRELU_X];
    sn_value *in[] = {sn_in(r->node, SN_PRELU_X), sn_in(r->node, SN_PRELU_SLOPE)};
    const int64_t n = sn_tensor_count(in[SN_PRELU_SLOPE]->data);
    if (n != 1) {
        if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
        if (x->rank < 1) return SN_ANSWER_NO("its input has no axes");
        const sn_answer fit = vectors_fit(r);
        if (fit.is != SN_YES) return fit;
        const sn_shape shape = channels_of(r, n);
        in[SN_PRELU_SLOPE] = sn_ncnn_shaped(r, SN_PRELU_SLOPE, &shape);
    }
    if (r->status == SN_OK) r->made[0] = sn_resolve_node(r, &sn_op_prelu, NULL, 2, in);
    return SN_ANSWER_YES;
}

const sn_op sn_ncnn_op_prelu = {
    .name = "ncnn.prelu",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = prelu of x along axis 0",
    .slots = prelu_slots,
    .types = "num,num->num",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .resolve = resolve_prelu,
    .infer = infer_prelu,
    .loose = true,
    .foresees = true,
};
