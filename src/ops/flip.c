/* SPDX-License-Identifier: Apache-2.0
 *
 * flip: some axes turned round, as in PyTorch. */
#include "ops/flip.h"

#include "ops/affine_maps.h"
#include "ops/contents.h"
#include "ops/grad/grad.h"
#include "ops/move.h"
#include "ops/rule.h"

unsigned sn_flip_axes(const sn_flip_params *p)
{
    unsigned bits = 0;
    for (int i = 0; i < p->axes.n; i++) bits |= 1u << p->axes.v[i];
    return bits;
}

static const char *validate(const void *params, sn_arena *arena)
{
    return sn_rule_axes_wrong(&((const sn_flip_params *)params)->axes, arena);
}

static sn_status infer(sn_infer *in)
{
    const sn_flip_params *p = in->params;
    for (int i = 0; i < p->axes.n; i++) SN_TRY(sn_shape_rule_has_axis(in, p->axes.v[i]));
    return sn_move_give(in, 0, &in->in_shape[0]);
}

static sn_status eval(sn_eval *e)
{
    const sn_shape *x = &e->in_shape[0];
    const unsigned flipped = sn_flip_axes(e->params);
    const char *from = sn_tensor_data(e->in[0]);
    int64_t stride[SN_MAX_RANK];
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, 0, &m.elem));
    sn_strides(x, stride);
    for (int i = 0; i < x->rank; i++) {
        const bool back = flipped >> i & 1;
        sn_move_axis(&m, x->d[i], back ? -stride[i] : stride[i], stride[i]);
        if (back) from += (x->d[i] - 1) * stride[i] * (int64_t)m.elem;
    }
    sn_move_run(e->ctx, &m, from, e->out_data[0]);
    return SN_OK;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const unsigned flipped = sn_flip_axes(node->params);
    const sn_shape *x = &sn_in(node, 0)->shape;
    bool unsure = false;
    (void)arena;
    *slot = 0;
    if (!flipped) return SN_ANSWER_YES;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    for (int i = 0; i < x->rank; i++) {
        if (!(flipped >> i & 1) || x->d[i] == 1) continue;
        if (sn_dim_lower(node->graph->dims, x->d[i]) > 1)
            return SN_ANSWER_NO("an axis is turned round");
        unsure = true;
    }
    if (unsure)
        return SN_ANSWER_UNKNOWN("an axis that is turned round is not proved to have size 1");
    return SN_ANSWER_YES;
}

static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_affine *m = &c->given[0];
    if (m->axis != SN_AXIS_NONE && (sn_flip_axes(node->params) >> m->axis & 1))
        return SN_ANSWER_NO("it turns the axis of the factors round");
    return sn_propagate_same_axis(node, arena, c);
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param param_table[] = {
    SN_P_INTS(sn_flip_params, axes, "axes that are turned round"),
    SN_P_END,
};

const sn_op sn_op_flip = {
    .name = "flip",
    .synopsis = "y = x with axes turned round",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_flip_params),
    .params = param_table,
    .validate = validate,
    .infer = infer,
    .contents = sn_contents_of_move,
    .eval = eval,
    .grad = sn_grad_flip,
    .propagate = propagate,
    .identity = identity,
    .cost = sn_cost_none,
};
