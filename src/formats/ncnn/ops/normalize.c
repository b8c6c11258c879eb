/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.normalize: divides by the L2 norm over space, over channels, or over both, and scales per
 * channel. A value of rank 1 or 2 is one channel. With neither space nor channels it changes
 * nothing. It is an lp_normalization. */
#include "formats/ncnn/ops/normalize.h"

#include "formats/ncnn/ops/channels.h"
#include "formats/ncnn/ops/ops.h"
#include "ops/lp_normalization.h"
#include "ops/rule.h"

enum { X, SCALE };

typedef struct normalize_params {
    int32_t across_spatial, across_channel, channel_shared;
    float eps;
    int32_t eps_mode;
} normalize_params;

static const char *const eps_modes[] = {"caffe", "pytorch", "tensorflow", NULL};
static const sn_param params[] = {
    SN_P_BOOL(normalize_params, across_spatial, 0, "the norm is over all positions"),
    SN_P_BOOL(normalize_params, across_channel, 1, "the norm is over all channels"),
    SN_P_BOOL(normalize_params, channel_shared, 0, "one scale for all channels"),
    SN_P_F32(normalize_params, eps, 0.0001f, "keeps the divisor from zero"),
    SN_P_ENUM(normalize_params, eps_mode, SN_NORMALIZE_SUM, eps_modes,
              "sqrt(sum + eps), max(sqrt(sum), eps) or sqrt(max(sum, eps))"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {"scale", SN_SLOT_WEIGHT}, {NULL, 0}};

static bool divides(const normalize_params *p) { return p->across_spatial || p->across_channel; }

static sn_status check_scale(sn_infer *in)
{
    const normalize_params *p = in->params;
    const sn_shape x = in->in_shape[X], scale = sn_shape_rule_shape(in, SCALE);
    if (!divides(p)) return SN_OK;
    SN_TRY(sn_shape_rule_rank(in, SCALE, 1, 1));
    if (!sn_in(in->node, SCALE)->data)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "its scale is no constant");
    if (x.rank < 0 || scale.rank != 1 || !sn_dim_known(scale.d[0])) {
        sn_infer_may_bound(in);
        return SN_OK;
    }
    const sn_dim needed = p->channel_shared || x.rank < 3 ? 1 : x.d[0];
    if (sn_dim_known(needed) && scale.d[0] < needed) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "scale has %lld elements, at least %lld expected",
                            (long long)scale.d[0], (long long)needed);
    }
    if (!sn_dim_known(needed) && scale.d[0] > 1) sn_infer_may_bound(in);
    if (sn_dim_known(needed) && needed > 0 && scale.d[0] > needed)
        sn_infer_boundary(in, sn_arena_printf(in->arena,
                                              "scale has %lld elements for %lld, only the first "
                                              "are used",
                                              (long long)scale.d[0], (long long)needed));
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    SN_TRY(sn_shape_rule_rank(in, X, 1, 4));
    SN_TRY(check_scale(in));
    sn_shape_rule_give(in, 0, in->in_shape[X]);
    return SN_OK;
}

/* ---- what it is ------------------------------------------------------------------------------ */

static sn_value *scale_of(sn_resolve *r, const sn_shape *x, bool shared)
{
    sn_shape shape = SN_SHAPE(1);
    if (!shared) {
        shape.rank = x->rank;
        for (int i = 0; i < x->rank; i++) shape.d[i] = i ? 1 : x->d[0];
    }
    return sn_ncnn_shaped(r, SCALE, &shape);
}

static sn_answer resolve(sn_resolve *r)
{
    static const int rules[] = {[SN_NORMALIZE_SUM] = SN_LP_ADDED,
                                [SN_NORMALIZE_MAX] = SN_LP_LEAST_NORM,
                                [SN_NORMALIZE_MAX_SQUARE] = SN_LP_LEAST_SUM};
    const normalize_params *p = r->in.params;
    const sn_shape *shape = &r->in.in_shape[X];
    sn_value *x = sn_in(r->node, X);
    if (!divides(p)) return SN_ANSWER_NO("it divides by nothing, and its scale is not used");
    if (shape->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (shape->rank < 1 || shape->rank > 4) return SN_ANSWER_NO("its input has too many axes");
    const bool shared = p->channel_shared || shape->rank < 3;
    if (!shared && !sn_dim_known(shape->d[0]))
        return SN_ANSWER_UNKNOWN("how many channels its input has is not known");
    /* Of one channel that is not an axis, each element is its own norm. */
    const bool alone = shape->rank < 3 && !p->across_spatial;
    const int axis = p->across_channel || shape->rank < 3 ? 0 : 1;
    const int n_axes = p->across_spatial ? shape->rank - axis : !alone;
    sn_lp_normalization_params q = {.axis = axis,
                                    .n_axes = n_axes,
                                    .p = 2,
                                    .epsilon = p->eps,
                                    .epsilon_rule = rules[p->eps_mode]};
    if (!(p->eps > 0)) {
        if (p->eps_mode != SN_NORMALIZE_SUM) q.epsilon = 0;
        q.epsilon_rule = SN_LP_UNGUARDED;
    }
    r->status = check_scale(&r->in);
    if (r->status != SN_OK) return SN_ANSWER_YES;
    sn_value *scale = scale_of(r, shape, shared);
    if (r->status != SN_OK) return SN_ANSWER_YES;
    r->made[0] = sn_resolve_node(r, &sn_op_lp_normalization, &q, 2, (sn_value *[]){x, scale});
    return SN_ANSWER_YES;
}

/* The layer is written with its scale as long as it is there: an identity would have none. */
static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    *slot = X;
    return divides(node->params) ? SN_ANSWER_NO("it divides by a norm") : SN_ANSWER_YES;
}

/* Of what does not resolve. */
static sn_status eval(sn_eval *e)
{
    if (divides(e->params))
        return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED, "its input has too many axes");
    return sn_eval_copy(e);
}

const sn_op sn_ncnn_op_normalize = {
    .name = "ncnn.normalize",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x / norm(x) * scale, over channels, space or both",
    .slots = slots,
    .types = "float,float->float",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(normalize_params),
    .params = params,
    .resolve = resolve,
    .infer = infer,
    .eval = eval,
    .evaluates_rest = true,
    .identity = identity,
    .loose = true,
    .foresees = true,
};
