/* SPDX-License-Identifier: Apache-2.0
 *
 * Normalisations whose axes depend on shapes.
 *
 * ncnn.layer_norm and ncnn.rms_norm go over the rows of a vector or matrix; of rank 3 and 4 over
 * the fewest last axes that have affine_size elements, or over all but the first.
 *
 * ncnn.instance_norm sees a vector or matrix as one channel. ncnn.group_norm has its channels along
 * axis 0 at any rank.
 *
 * Where gamma and beta have more elements than there is to scale, the first ones are used: that is
 * a boundary. So is a GroupNorm whose channels are not groups of one size: those behind the groups
 * stay as they are. */
#include "formats/ncnn/ops/norms.h"

#include "formats/ncnn/ops/channels.h"
#include "formats/ncnn/ops/ops.h"
#include "ops/concat.h"
#include "ops/norm.h"
#include "ops/rule.h"
#include "ops/split.h"

static const sn_slot slots[] = {
    {"x", 0},
    {"gamma", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT},
    {"beta", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT},
    {NULL, 0},
};
static const sn_slot rms_slots[] = {
    {"x", 0}, {"gamma", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT}, {NULL, 0}};

/* ---- gamma and beta -------------------------------------------------------------------------- */

static sn_status check_vectors(const sn_infer *in)
{
    for (unsigned slot = SN_NORM_GAMMA; slot <= SN_NORM_BETA; slot++) {
        if (!sn_shape_rule_has(in, slot)) continue;
        SN_TRY(sn_shape_rule_rank(in, slot, 1, 1));
        if (!sn_in(in->node, slot)->data)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "its %s is no constant",
                                sn_op_slot(in->node->op, slot)->name);
    }
    return SN_OK;
}

/* They scale n elements each. */
static sn_status check_sizes(sn_infer *in, sn_dim n)
{
    for (unsigned slot = SN_NORM_GAMMA; slot <= SN_NORM_BETA; slot++) {
        const sn_shape s = sn_shape_rule_shape(in, slot);
        if (s.rank != 1) continue;
        if (sn_dim_known(n) && n > 0 && s.d[0] > n)
            sn_infer_boundary(
                in, sn_arena_printf(
                        in->arena, "%s has %lld elements for %lld; only the first are used",
                        sn_op_slot(in->node->op, slot)->name, (long long)s.d[0], (long long)n));
        else
            SN_TRY(sn_rule_size_inside(in, "size of what gamma scales", n, s.d[0]));
    }
    return SN_OK;
}

/* Whether the n elements that gamma and beta scale are proved to be as many as they have, or more
 * than that. */
static sn_answer sizes_fit(const sn_infer *in, sn_dim n)
{
    for (unsigned slot = SN_NORM_GAMMA; slot <= SN_NORM_BETA; slot++) {
        const sn_shape s = sn_shape_rule_shape(in, slot);
        if (s.rank != 1 || sn_dim_equal(n, s.d[0])) continue;
        if (sn_dim_known(n) && n > s.d[0])
            return SN_ANSWER_NO("its gamma or beta has too few elements");
        if (!sn_dim_known(n) && sn_dims_puts_off(in->dims))
            return SN_ANSWER_UNKNOWN("how many elements gamma and beta scale is not known");
    }
    return SN_ANSWER_YES;
}

/* x and its gamma and beta in that shape (of unknown rank: as they are), normalised by `op`. */
static sn_answer normalised(sn_resolve *r, const sn_op *op, const void *params,
                            const sn_shape *factors)
{
    sn_value *in[3] = {sn_in(r->node, SN_NORM_X)};
    uint16_t n_in = 1;
    for (uint16_t slot = SN_NORM_GAMMA; slot <= SN_NORM_BETA; slot++) {
        in[slot] = factors->rank < 0 ? sn_in(r->node, slot) : sn_ncnn_shaped(r, slot, factors);
        if (in[slot]) n_in = slot + 1;
    }
    r->made[0] = sn_resolve_node(r, op, params, n_in, in);
    return SN_ANSWER_YES;
}

/* ---- layer_norm, rms_norm -------------------------------------------------------------------- */

/* The product of the sizes from that axis on. */
static sn_dim elements_from(const sn_infer *in, const sn_shape *s, int axis)
{
    sn_dim product = 1;
    for (int i = axis; i < s->rank; i++) product = sn_dim_mul(in->dims, product, s->d[i]);
    return product;
}

/* The first of the axes that it goes over; -1: not known. */
static int first_axis(const sn_infer *in)
{
    const sn_ncnn_layer_norm_params *p = in->params;
    const sn_shape *x = &in->in_shape[SN_NORM_X];
    int axis = x->rank - 1;
    if (x->rank < 1) return -1;
    for (; x->rank > 2 && axis > 1; axis--) {
        const sn_dim size = elements_from(in, x, axis);
        if (sn_dim_equal(size, p->affine_size)) break;
        if (!sn_dim_differ(in->dims, size, p->affine_size)) return -1;
    }
    return axis;
}

static sn_status infer_layer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[SN_NORM_X];
    SN_TRY(sn_shape_rule_rank(in, SN_NORM_X, 1, 4));
    SN_TRY(check_vectors(in));
    const int axis = first_axis(in);
    if (axis >= 0) SN_TRY(check_sizes(in, elements_from(in, x, axis)));
    sn_shape_rule_give(in, 0, *x);
    return SN_OK;
}

static sn_answer resolve_over_last(sn_resolve *r, const sn_op *op)
{
    const sn_shape *x = &r->in.in_shape[SN_NORM_X];
    const bool affine = sn_in(r->node, SN_NORM_GAMMA) || sn_in(r->node, SN_NORM_BETA);
    const int axis = first_axis(&r->in);
    if (axis < 0)
        return x->rank < 0 ? SN_ANSWER_UNKNOWN("the rank of its input is not known")
                           : SN_ANSWER_UNKNOWN("which axes are normalised depends on sizes that "
                                               "are not known");
    const sn_dim n = elements_from(&r->in, x, axis);
    const sn_answer fits = sizes_fit(&r->in, n);
    if (fits.is != SN_YES) return fits;
    r->status = check_sizes(&r->in, n);
    sn_shape factors = sn_shape_unknown();
    if (affine && (axis < x->rank - 1 || r->in.boundary)) {
        factors.rank = (int8_t)(x->rank - axis);
        for (int i = 0; i < factors.rank; i++) factors.d[i] = x->d[axis + i];
        if (!sn_shape_known(&factors))
            return SN_ANSWER_UNKNOWN("the sizes of what gamma scales are not known");
    }
    const sn_layer_normalization_params p = {
        .axis = axis, .epsilon = ((const sn_ncnn_layer_norm_params *)r->in.params)->eps};
    return normalised(r, op, &p, &factors);
}

static sn_answer resolve_layer(sn_resolve *r)
{
    return resolve_over_last(r, &sn_op_layer_normalization);
}

static sn_answer resolve_rms(sn_resolve *r)
{
    return resolve_over_last(r, &sn_op_rms_normalization);
}

/* ---- instance_norm --------------------------------------------------------------------------- */

static sn_status infer_instance(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[SN_NORM_X];
    SN_TRY(sn_shape_rule_rank(in, SN_NORM_X, 1, 4));
    SN_TRY(check_vectors(in));
    if (x->rank >= 0) SN_TRY(check_sizes(in, x->rank < 3 ? 1 : x->d[0]));
    sn_shape_rule_give(in, 0, *x);
    return SN_OK;
}

static sn_answer resolve_instance(sn_resolve *r)
{
    const sn_shape *x = &r->in.in_shape[SN_NORM_X];
    const float eps = ((const sn_ncnn_instance_norm_params *)r->in.params)->eps;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    const sn_dim n = x->rank < 3 ? 1 : x->d[0];
    const sn_answer fits = sizes_fit(&r->in, n);
    if (fits.is != SN_YES) return fits;
    r->status = check_sizes(&r->in, n);
    const sn_shape factors = r->in.boundary ? SN_SHAPE(n) : sn_shape_unknown();
    if (x->rank < 3)
        return normalised(r, &sn_op_layer_normalization,
                          &(sn_layer_normalization_params){.axis = 0, .epsilon = eps}, &factors);
    return normalised(r, &sn_op_instance_normalization,
                      &(sn_instance_normalization_params){.axis = 0, .epsilon = eps}, &factors);
}

/* ---- group_norm ------------------------------------------------------------------------------ */

/* How many channels it is made for; 0: as many as x has. */
static int64_t own_channels(const sn_infer *in)
{
    const sn_shape gamma = sn_shape_rule_shape(in, SN_NORM_GAMMA);
    return gamma.rank == 1 ? gamma.d[0] : ((const sn_ncnn_group_norm_params *)in->params)->channels;
}

/* It leaves further channels as they are, and reads behind fewer. */
static sn_status check_channels(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[SN_NORM_X];
    const int32_t group = ((const sn_ncnn_group_norm_params *)in->params)->group;
    const int64_t own = own_channels(in), n = own || x->rank < 1 ? own : x->d[0];
    if (n > 0 && n % group)
        sn_infer_boundary(in,
                          sn_arena_printf(in->arena,
                                          "%lld channels are not %d groups of one size; releases "
                                          "refuse it or leave the remaining channels unchanged",
                                          (long long)n, group));
    if (x->rank < 1 || own == 0) return SN_OK;
    if (!sn_dim_known(x->d[0]) || x->d[0] <= own)
        return sn_rule_size_inside(in, "number of channels", x->d[0], own);
    sn_infer_no_rule(in, sn_arena_printf(in->arena,
                                         "it is made for %lld of the %lld channels; the remaining "
                                         "channels are left unchanged",
                                         (long long)own, (long long)x->d[0]));
    return SN_OK;
}

static sn_status infer_group(sn_infer *in)
{
    SN_TRY(sn_shape_rule_rank(in, SN_NORM_X, 1, 4));
    SN_TRY(check_vectors(in));
    SN_TRY(check_channels(in));
    sn_shape_rule_give(in, 0, in->in_shape[SN_NORM_X]);
    return SN_OK;
}

/* The channels that are in groups, and the others as they are. */
static sn_answer resolve_some(sn_resolve *r, const sn_group_normalization_params *p, int64_t all)
{
    const int64_t n = all / p->num_groups * p->num_groups;
    const int32_t sizes[] = {(int32_t)n, (int32_t)(all - n)};
    const sn_split_params cut = {.axis = 0, .sizes = sn_ints_of(r->in.arena, 2, sizes)};
    const sn_concat_params joined = {.axis = 0};
    const sn_shape factors = SN_SHAPE(n);
    sn_value *x = sn_in(r->node, SN_NORM_X), *in[3] = {NULL};
    uint16_t n_in = 1;
    if (n == 0) {
        r->made[0] = sn_resolve_node(r, &sn_op_identity, NULL, 1, &x);
        return SN_ANSWER_YES;
    }
    const sn_node *parts = sn_resolve_node_many(r, &sn_op_split, &cut, 1, &x, 2);
    for (uint16_t slot = SN_NORM_GAMMA; slot <= SN_NORM_BETA; slot++) {
        in[slot] = sn_ncnn_shaped(r, slot, &factors);
        if (in[slot]) n_in = slot + 1;
    }
    if (!parts || r->status != SN_OK) return SN_ANSWER_YES;
    in[SN_NORM_X] = parts->out[0];
    sn_value *y = sn_resolve_node(r, &sn_op_group_normalization, p, n_in, in);
    r->made[0] = sn_resolve_node(r, &sn_op_concat, &joined, 2, (sn_value *[]){y, parts->out[1]});
    return SN_ANSWER_YES;
}

static sn_answer resolve_group(sn_resolve *r)
{
    const sn_ncnn_group_norm_params *p = r->in.params;
    const sn_shape *x = &r->in.in_shape[SN_NORM_X], as_they_are = sn_shape_unknown();
    const sn_group_normalization_params q = {.axis = 0, .num_groups = p->group, .epsilon = p->eps};
    r->status = check_channels(&r->in);
    if (r->in.no_rule) return SN_ANSWER_NO("its input has more channels");
    const bool known = x->rank > 0 && sn_dim_known(x->d[0]);
    if (!known && sn_dims_puts_off(r->in.dims))
        return SN_ANSWER_UNKNOWN("how many channels its input has is not known");
    if (r->in.boundary) return resolve_some(r, &q, known ? x->d[0] : own_channels(&r->in));
    return normalised(r, &sn_op_group_normalization, &q, &as_they_are);
}

/* ---- operators ------------------------------------------------------------------------------- */

#define EPS_HELP "added to the variance"

static const sn_param layer_params[] = {
    SN_P_INT(sn_ncnn_layer_norm_params, affine_size, 0, 0, INT32_MAX,
             "elements normalised together, by which the axes are chosen"),
    SN_P_F32(sn_ncnn_layer_norm_params, eps, 0.001f, EPS_HELP),
    SN_P_END,
};
static const sn_param instance_params[] = {
    SN_P_F32(sn_ncnn_instance_norm_params, eps, 0.001f, EPS_HELP),
    SN_P_END,
};
static const sn_param group_params[] = {
    SN_P_INT(sn_ncnn_group_norm_params, group, 1, 1, INT32_MAX, "groups of channels"),
    SN_P_INT(sn_ncnn_group_norm_params, channels, 0, 0, INT32_MAX,
             "channels, where no gamma says how many; 0: as many as x has"),
    SN_P_F32(sn_ncnn_group_norm_params, eps, 0.001f, EPS_HELP),
    SN_P_END,
};

#define NORM(op, text, own_slots, type, rule)                                                      \
    const sn_op sn_ncnn_op_##op##_norm = {.name = "ncnn." #op "_norm",                             \
                                          .dialect = &sn_ncnn_dialect,                             \
                                          .synopsis = text,                                        \
                                          .slots = own_slots,                                      \
                                          .types = "float,float->float",                           \
                                          .n_out = 1,                                              \
                                          .kind = SN_FUSE_OPAQUE,                                  \
                                          .params_bytes = sizeof(sn_ncnn_##type##_norm_params),    \
                                          .params = type##_params,                                 \
                                          .resolve = resolve_##op,                                 \
                                          .infer = rule,                                           \
                                          .loose = true}

NORM(layer, "y = layer_normalization of x over as many axes as affine_size says", slots, layer,
     infer_layer);
NORM(rms, "y = rms_normalization of x over as many axes as affine_size says", rms_slots, layer,
     infer_layer);
NORM(instance, "y = instance_normalization of x; a vector or matrix is one channel", slots,
     instance, infer_instance);
NORM(group, "y = group_normalization of x along axis 0", slots, group, infer_group);
