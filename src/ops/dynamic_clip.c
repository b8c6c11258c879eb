/* SPDX-License-Identifier: Apache-2.0
 *
 * dynamic_clip (ONNX Clip-13): clip with its bounds as inputs, scalars of the type of x; one that
 * is left out is no bound. It is a clip where they are constants that a param can say, else the
 * larger of x and min, and the smaller of that and max. It resolves at once. */
#include "ops/activation.h"
#include "ops/ops.h"
#include "ops/rule.h"

#include <math.h>

enum { X, MIN, MAX };

static const sn_slot slots[] = {
    {"x", 0}, {"min", SN_SLOT_OPTIONAL}, {"max", SN_SLOT_OPTIONAL}, {NULL, 0}};
static const sn_param params[] = {SN_P_END};

/* Whether the bound, if there is one, is a number that f32 has; integers only where double has
 * each. */
static bool as_param(const sn_infer *in, unsigned slot, float *bound)
{
    if (!sn_shape_rule_has(in, slot)) return true;
    const sn_tensor *t = sn_infer_data(in, slot);
    if (!t || !t->buf || sn_tensor_count(t) != 1) return false;
    const double v = sn_tensor_at(t, 0);
    *bound = (float)v;
    return (double)*bound == v && (sn_type_is_float(t->type) || fabs(v) <= 1 << 24);
}

static sn_answer resolve(sn_resolve *r)
{
    sn_clip_params p = {-INFINITY, INFINITY};
    sn_value *y = sn_in(r->node, X);
    if (as_param(&r->in, MIN, &p.min) && as_param(&r->in, MAX, &p.max)) {
        r->made[0] = sn_resolve_node(r, &sn_op_clip, &p, 1, &y);
        return SN_ANSWER_YES;
    }
    for (unsigned slot = MIN; slot <= MAX; slot++) {
        if (!sn_shape_rule_has(&r->in, slot)) continue;
        sn_value *in[] = {y, sn_in(r->node, slot)};
        y = sn_resolve_node(r, slot == MIN ? &sn_op_max : &sn_op_min, NULL, 2, in);
    }
    r->made[0] = y;
    return SN_ANSWER_YES;
}

static sn_status infer(sn_infer *in)
{
    for (unsigned slot = MIN; slot <= MAX; slot++)
        if (sn_shape_rule_has(in, slot)) SN_TRY(sn_shape_rule_rank(in, slot, 0, 0));
    in->out_shape[0] = in->in_shape[X];
    return SN_OK;
}

const sn_op sn_op_dynamic_clip = {
    .name = "dynamic_clip",
    .synopsis = "y = min(max(x, min), max), with bounds that are inputs or left out",
    .slots = slots,
    .types = "num,num,num->num",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = 0,
    .params = params,
    .resolve = resolve,
    .infer = infer,
};
