/* SPDX-License-Identifier: Apache-2.0
 *
 * reshape and flatten: the same elements in the same order under another shape.
 *
 * A size of the target is given, taken from the input (0: the size of the same letter, so the w of
 * rank 3 goes to the w of rank 2), or what is left (-1). Where ncnn would take a target of another
 * number of elements (it checks some cases only, and differently on each processor), this is an
 * error. */
#include "ops/reshape.h"

#include "ops/move.h"
#include "ops/size_expr.h"

#include <string.h>

/* Sizes of the target, outermost first; `number` 0 and -1 as in the params. */
typedef struct target {
    int n;
    sn_size size[SN_MAX_RANK];
} target;

static const char *reshape_validate(const void *params, sn_arena *arena)
{
    const sn_reshape_params *p = params;
    if (p->dims.n > SN_MAX_RANK) {
        return sn_arena_printf(arena, "dims has %d sizes, at most %d expected", p->dims.n,
                               SN_MAX_RANK);
    }
    if (p->dims.n > 0 && p->expr[0]) return "both dims and expr are given, one of them expected";
    return NULL;
}

static sn_status read_target(const sn_infer *in, target *t)
{
    const sn_reshape_params *p = in->params;
    sn_sizes sizes;
    t->n = p->dims.n;
    for (int i = 0; i < p->dims.n; i++) {
        int32_t d = p->dims.v[i];
        t->size[i] = (sn_size){.known = true, .is_number = true, .number = d, .dim = d};
    }
    if (p->dims.n > 0) return SN_OK;
    if (!p->expr[0]) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "no target shape is given");
    }
    SN_TRY(sn_size_expr_infer(in, p->expr, &sizes));
    if (sizes.n > 4) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "expr gives %d sizes, at most 4 expected", sizes.n);
    }
    t->n = sizes.n;
    for (int i = 0; i < sizes.n; i++) t->size[i] = sizes.v[sizes.n - 1 - i];
    return SN_OK;
}

/* Size i of the target before -1 is filled in; *inferred says that it is -1. */
static sn_status target_size(const sn_infer *in, const target *t, int i, sn_dim *out,
                             bool *inferred)
{
    static const char *const letters[] = {"", "w", "hw", "chw", "cdhw"};
    const sn_shape *x = &in->in_shape[0];
    const sn_size *s = &t->size[i];
    *inferred = s->is_number && s->number == -1;
    *out = sn_rule_symbol(in, 0, i);
    if (!s->known || *inferred) return SN_OK;
    if (!s->is_number) { /* one that may be 0 or -1 at run time says nothing yet */
        if (sn_dim_lower(in->dims, s->dim) >= 1) *out = s->dim;
        return SN_OK;
    }
    if (s->number < -1) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "target size %d is %lld, -1 or more expected", i, (long long)s->number);
    }
    if (s->number > 0) {
        *out = s->dim;
        return SN_OK;
    }
    if (t->n > 4 || x->rank > 4) {
        return sn_node_fail(
            in->ctx, in->node, SN_E_SHAPE,
            "target size %d is 0 (as in the input), which has no meaning above rank 4", i);
    }
    if (x->rank >= 0) *out = sn_letter_dim(x, letters[t->n][i]);
    return SN_OK;
}

static sn_status fill_inferred(const sn_infer *in, sn_shape *shape, int at)
{
    const sn_shape *x = &in->in_shape[0];
    sn_shape others = *shape;
    others.d[at] = 1;
    sn_dim total = sn_shape_count_dim(in->dims, x), rest = sn_shape_count_dim(in->dims, &others);
    /* Sizes too large to multiply are no number, but larger than any total. */
    bool divides = rest != 0 && (!sn_dim_known(rest) || total % rest == 0);
    if (sn_dim_known(total) && (!divides || sn_dim_lower(in->dims, rest) > total)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "%lld elements cannot be shaped as %s with -1 at %d", (long long)total,
                            sn_rule_shape_text(in, &others), at);
    }
    shape->d[at] = sn_dim_exactdiv(in->dims, total, rest);
    return SN_OK;
}

static sn_status reshape_infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[0];
    target t;
    int inferred_at = -1;
    SN_TRY(read_target(in, &t));
    sn_shape shape = sn_shape_unknown();
    shape.rank = (int8_t)t.n;
    for (int i = 0; i < t.n; i++) {
        bool inferred;
        SN_TRY(target_size(in, &t, i, &shape.d[i], &inferred));
        if (inferred && inferred_at >= 0) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "the target has -1 more than once");
        }
        if (inferred) inferred_at = i;
    }
    if (x->rank < 0) return sn_move_give(in, 0, &shape);
    if (inferred_at >= 0) {
        SN_TRY(fill_inferred(in, &shape, inferred_at));
    } else {
        sn_dim from = sn_shape_count_dim(in->dims, x), to = sn_shape_count_dim(in->dims, &shape);
        if (sn_dim_differ(in->dims, from, to)) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "%s (%s elements) cannot be shaped as %s (%s)",
                                sn_rule_shape_text(in, x), sn_rule_text(in, from),
                                sn_rule_shape_text(in, &shape), sn_rule_text(in, to));
        }
    }
    return sn_move_give(in, 0, &shape);
}

static sn_status flatten_infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[0];
    if (x->rank < 0) return sn_move_give_rank(in, 0, 1);
    sn_shape shape = SN_SHAPE(sn_shape_count_dim(in->dims, x));
    return sn_move_give(in, 0, &shape);
}

static const sn_slot reshape_slots[] = {
    {"x", 0},
    {"ref", SN_SLOT_OPTIONAL | SN_SLOT_VARIADIC},
    {NULL, 0},
};

static const sn_param reshape_params[] = {
    SN_P_INTS(
        sn_reshape_params, dims,
        "target shape, outermost first; 0: the input's size of the same letter, -1: what is left"),
    SN_P_STR(
        sn_reshape_params, expr,
        "target shape as expressions over the inputs' sizes, innermost first; instead of dims"),
    SN_P_END,
};

const sn_op sn_op_reshape = {
    .name = "reshape",
    .synopsis = "y = x under another shape of as many elements",
    .slots = reshape_slots,
    .n_out = 1,
    .traits = SN_TRAIT_VIEW | SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_reshape_params),
    .params = reshape_params,
    .validate = reshape_validate,
    .infer = reshape_infer,
    .eval = sn_eval_copy,
    .identity = sn_identity_by_shape,
    .reads_shape_only = sn_reads_all_but_first_by_shape,
    .cost = sn_cost_none,
};

static const sn_slot flatten_slots[] = {{"x", 0}, {NULL, 0}};

const sn_op sn_op_flatten = {
    .name = "flatten",
    .synopsis = "y = x as one axis",
    .slots = flatten_slots,
    .n_out = 1,
    .traits = SN_TRAIT_VIEW | SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .infer = flatten_infer,
    .eval = sn_eval_copy,
    .identity = sn_identity_by_shape,
    .cost = sn_cost_none,
};
