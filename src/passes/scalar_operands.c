/* SPDX-License-Identifier: Apache-2.0
 *
 *   op(x, [c])  -->  op(x, c)  a constant of one element in a vector becomes a scalar, on either
 *                              side
 *
 * Needs: the constant has rank 1 (rank 1 broadcasts against all that has an axis without raising
 * the rank of the result), or is a scalar with a node of its own, and the other operand is proved
 * to be no scalar; the target has the operator with a scalar on that side. Each reader is rewritten
 * on its own; the constant goes when nobody reads it any more. */
#include <math.h>

#include "ops/binary.h"
#include "ops/ops.h"
#include "passes/pass.h"

enum { FAR = 64 }; /* nodes that are looked at for one value */

/* It is proved to be no scalar: what is computed element by element has the axes of all that it is
 * computed from. */
static bool has_axis(const sn_value *v, int *budget)
{
    const sn_node *n = v->def;
    if (v->shape.rank >= 0 || !n || --*budget < 0) return v->shape.rank > 0;
    if (sn_op_has(n->op, SN_TRAIT_INPUT)) return n->graph->inputs_have_axes;
    bool any = n->op->gives_axes;
    for (uint16_t i = 0; n->op->expr && i < n->n_in && !any; i++)
        any = sn_in(n, i) && has_axis(sn_in(n, i), budget);
    return any;
}

static sn_status make_scalar(sn_pass_run *run, sn_node *n, uint16_t slot)
{
    sn_value *v = sn_in(n, slot), *other = sn_in(n, (uint16_t)(1 - slot));
    const sn_tensor *t = sn_const_of(v);
    if (!t || t->shape.rank > 1 || sn_tensor_count(t) != 1) return SN_OK;
    if (t->shape.rank == 0 && !v->def) return SN_OK; /* it is one already */
    if (!other || other->shape.rank == 0) return SN_OK;
    int budget = FAR;
    if (!has_axis(other, &budget)) {
        sn_missed(run, n, NULL, "its constant is not made a scalar: the other operand may be one");
        return SN_OK;
    }
    const float c = (float)sn_tensor_at(t, 0);
    if (!isfinite(c)) {
        sn_missed(run, n, NULL, "its constant is not made a scalar: it is not finite in f32");
        return SN_OK;
    }
    if (!sn_spelling_can(run->env->target, run->env->ctx, n->op, n->params, 2)) {
        sn_missed(run, n, NULL, "its constant is not made a scalar: %s has no %s with a scalar",
                  run->env->target->name, n->op->name);
        return SN_OK;
    }
    sn_rewrite_begin(run);
    sn_node *m = sn_rewrite_clone(run, n, n);
    const sn_shape shape = sn_shape_scalar();
    const sn_tensor *scalar = sn_tensor_reshaped(run->env->ctx, t, &shape);
    sn_node_set_input(m, slot, sn_value_const(run->g, scalar, v->name));
    sn_tensor_release(scalar);
    sn_rewrite rw = {.matched = {n},
                     .n_matched = 1,
                     .before = n->out[0],
                     .after = m->out[0],
                     .same_shape = true};
    rw.note = sn_arena_printf(run->arena, "the constant %g becomes a scalar", (double)c);
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return sn_op_is_binary(op); }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (!sn_op_is_binary(n->op)) continue;
        SN_TRY(make_scalar(run, n, 1));
        if (n->graph) SN_TRY(make_scalar(run, n, 0));
    }
    return SN_OK;
}

const sn_pass sn_pass_scalar_operands = {
    .name = "scalar_operands",
    .arrow = "op(x, [c]) -> op(x, c)",
    .needs = "c is a constant vector of one element, the target has the operator with a scalar",
    .covers = "fuse_memorydata_binaryop",
    .visits = visits,
    .run = run,
};
