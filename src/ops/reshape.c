/* SPDX-License-Identifier: Apache-2.0
 *
 * reshape: the same elements in the same order under another shape. A size of the target is a
 * number, an expression over sizes of the inputs (ONNX's 0 is "x.k"), or what is left (-1). */
#include "ops/reshape.h"

#include "ops/contents.h"
#include "ops/grad/grad.h"
#include "ops/move.h"
#include "ops/sizes.h"

static const char *validate(const void *params, sn_arena *arena)
{
    const sn_reshape_params *p = params;
    int64_t n;
    int n_rest = 0;
    if (p->shape.n > SN_MAX_RANK)
        return sn_arena_printf(arena, "shape has %d sizes, at most %d expected", p->shape.n,
                               SN_MAX_RANK);
    for (int i = 0; i < p->shape.n; i++) {
        if (!sn_size_number(p->shape.v[i], &n)) continue;
        if (n < SN_RESHAPE_REST || n > INT32_MAX)
            return sn_arena_printf(arena, "shape has %s, -1 to %d expected", p->shape.v[i],
                                   INT32_MAX);
        n_rest += n == SN_RESHAPE_REST;
    }
    if (n_rest > 1) return "shape has -1 more than once";
    return sn_sizes_check(&sn_op_reshape, "shape", &p->shape, arena);
}

static sn_status fill_rest(const sn_infer *in, sn_shape *shape, int at)
{
    const sn_shape *x = &in->in_shape[0];
    sn_shape others = *shape;
    others.d[at] = 1;
    sn_dim total = sn_shape_count_dim(in->dims, x), rest = sn_shape_count_dim(in->dims, &others);
    /* Sizes too large to multiply are no number, but larger than any total. */
    bool divides = rest != 0 && (!sn_dim_known(rest) || total % rest == 0);
    const bool too_many = total > 0 && sn_dim_lower(in->dims, rest) > total;
    if (sn_dim_known(total) && (!divides || too_many)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "%lld elements cannot be shaped as %s with -1 at %d", (long long)total,
                            sn_shape_rule_shape_text(in, &others), at);
    }
    shape->d[at] = sn_dim_exactdiv(in->dims, total, rest);
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const sn_reshape_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    sn_shape shape = {.rank = (int8_t)p->shape.n};
    int rest_at = -1;
    for (int i = 0; i < shape.rank; i++) {
        sn_size s;
        int64_t n;
        SN_TRY(sn_size_infer(in, p->shape.v[i], &s));
        const bool rest = sn_size_number(p->shape.v[i], &n) && n == SN_RESHAPE_REST;
        shape.d[i] = s.known && !rest ? s.dim : sn_shape_rule_symbol(in, 0, i);
        if (rest && rest_at >= 0)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "the target has -1 more than once");
        if (rest) rest_at = i;
        if (s.is_number && s.number < 0 && !rest)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "target size %d is %lld, -1 or more expected", i,
                                (long long)s.number);
    }
    if (x->rank < 0) return sn_move_give(in, 0, &shape);
    if (rest_at >= 0) {
        SN_TRY(fill_rest(in, &shape, rest_at));
        return sn_move_give(in, 0, &shape);
    }
    sn_dim from = sn_shape_count_dim(in->dims, x), to = sn_shape_count_dim(in->dims, &shape);
    if (sn_dim_differ(in->dims, from, to)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "%s (%s elements) cannot be shaped as %s (%s)",
                            sn_shape_rule_shape_text(in, x), sn_shape_rule_text(in, from),
                            sn_shape_rule_shape_text(in, &shape), sn_shape_rule_text(in, to));
    }
    return sn_move_give(in, 0, &shape);
}

static const sn_slot slots[] = {
    {"x", 0},
    {"ref", SN_SLOT_OPTIONAL | SN_SLOT_VARIADIC},
    {NULL, 0},
};

static const sn_param param_table[] = {
    SN_P_SIZES(sn_reshape_params, shape,
               "target shape: numbers, sizes of the inputs (\"x.1*2\"), and for one -1: what is "
               "left"),
    SN_P_END,
};

const sn_op sn_op_reshape = {
    .name = "reshape",
    .synopsis = "y = x under another shape of as many elements",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_VIEW | SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_reshape_params),
    .params = param_table,
    .validate = validate,
    .infer = infer,
    .contents = sn_contents_of_view,
    .eval = sn_eval_copy,
    .grad = sn_grad_view,
    .identity = sn_identity_by_shape,
    .reads_shape_only = sn_reads_all_but_first_by_shape,
    .cost = sn_cost_none,
};
