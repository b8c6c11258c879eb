/* SPDX-License-Identifier: Apache-2.0
 *
 * Rules that many operators share: see ops.h. */
#include "ops/ops.h"

#include <math.h>
#include <string.h>

#include "ops/expr.h"
#include "ops/rule.h"

/* ---- shapes ---------------------------------------------------------------------------------- */

sn_status sn_infer_same(sn_infer *in)
{
    in->out_shape[0] = in->in_shape[0];
    in->out_type[0] = in->in_type[0];
    return SN_OK;
}

sn_status sn_infer_elementwise(sn_infer *in)
{
    sn_shape_rule_give(in, 0, in->in_shape[0]);
    return SN_OK;
}

bool sn_shape_at_least(const sn_shape *s, int rank, sn_shape *out)
{
    if (s->rank < 0 || s->rank > rank || rank > SN_MAX_RANK) return false;
    sn_shape padded = {.rank = (int8_t)rank};
    int n_ones = rank - s->rank;
    for (int k = 0; k < rank; k++) padded.d[k] = k < n_ones ? 1 : s->d[k - n_ones];
    *out = padded;
    return true;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

sn_status sn_eval_elementwise(sn_eval *e)
{
    const sn_expr *formula = NULL;
    SN_TRY(sn_op_formula(e->ctx, e->arena, e->node->op, e->params, &formula));
    sn_operand x = sn_operand_dense(e->in[0], &e->in_shape[0]);
    return sn_eval_map(e, formula, &x, 1);
}

sn_status sn_eval_copy_to(sn_eval *e, unsigned in, unsigned out)
{
    const sn_tensor *x = e->in[in];
    if (x->type != e->out_type[out]) {
        return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED, "%s elements cannot be copied as %s",
                            sn_type_name(x->type), sn_type_name(e->out_type[out]));
    }
    if (!e->out_data[out]) {
        return sn_node_fail(e->ctx, e->node, SN_E_SHAPE, "the size of output %u is not known", out);
    }
    if (x->n_bytes > 0) memcpy(e->out_data[out], sn_tensor_data(x), x->n_bytes);
    return SN_OK;
}

sn_status sn_eval_copy(sn_eval *e) { return sn_eval_copy_to(e, 0, 0); }

/* ---- facts ----------------------------------------------------------------------------------- */

static const char unreadable[] = "the operator's formula cannot be read";

sn_answer sn_same_type(const sn_value *a, const sn_value *b)
{
    if (a->type == SN_TYPE_UNKNOWN || b->type == SN_TYPE_UNKNOWN)
        return SN_ANSWER_UNKNOWN("the element type of its input is not known");
    if (a->type != b->type) return SN_ANSWER_NO("it changes the element type");
    return SN_ANSWER_YES;
}

sn_answer sn_identity_elementwise(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const sn_expr *e = NULL;
    if (sn_op_formula(node->graph->ctx, arena, node->op, node->params, &e) != SN_OK)
        return SN_ANSWER_UNKNOWN(unreadable);
    if (e->kind != SN_EXPR_INPUT) return SN_ANSWER_NO("its formula changes the elements");
    *slot = e->input;
    return sn_same_type(sn_in(node, e->input), sn_out(node, 0));
}

static double *one_double(sn_arena *arena, double v) { return sn_arena_copy(arena, &v, sizeof v); }

sn_answer sn_affine_uniform(sn_arena *arena, double scale, double shift, sn_affine *out)
{
    if (!isfinite(scale) || !isfinite(shift)) return SN_ANSWER_NO("a factor is not finite");
    *out = (sn_affine){.axis = SN_AXIS_NONE, .n = 1};
    if (scale != 1) out->scale = one_double(arena, scale);
    if (shift != 0) out->shift = one_double(arena, shift);
    return SN_ANSWER_YES;
}

sn_answer sn_affine_elementwise(const sn_node *node, sn_arena *arena, sn_affine *out)
{
    const sn_expr *e = NULL;
    double scale = 0, shift = 0;
    if (sn_op_formula(node->graph->ctx, arena, node->op, node->params, &e) != SN_OK)
        return SN_ANSWER_UNKNOWN(unreadable);
    if (!sn_expr_linear(e, 0, NULL, &scale, &shift))
        return SN_ANSWER_NO("with these params it is not an affine map");
    sn_answer same = sn_same_type(sn_in(node, 0), sn_out(node, 0));
    return same.is == SN_YES ? sn_affine_uniform(arena, scale, shift, out) : same;
}

/* All values of a constant; anything for what is not known. */
static sn_interval interval_of(const sn_value *v)
{
    const sn_tensor *t = v ? sn_const_of(v) : NULL;
    if (!v) return (sn_interval){0, 0, false};
    if (!t || sn_tensor_count(t) == 0) return (sn_interval){-INFINITY, INFINITY, true};
    sn_interval r = {INFINITY, -INFINITY, false};
    for (int64_t i = 0; i < sn_tensor_count(t); i++) {
        double value = sn_tensor_at(t, i);
        if (isnan(value)) return (sn_interval){-INFINITY, INFINITY, true};
        r.lo = fmin(r.lo, value);
        r.hi = fmax(r.hi, value);
    }
    return r;
}

sn_answer sn_node_monotone(const sn_node *node, uint16_t slot, sn_arena *arena, sn_monotony *out)
{
    enum { MAX_INPUTS = 8 };
    const sn_expr *e = NULL;
    if (!node->op->expr) return SN_ANSWER_NO("it is not given by a formula");
    if (!sn_type_is_float(sn_out(node, 0)->type)) return SN_ANSWER_NO("its elements are integers");
    if (slot >= node->n_in || node->n_in > MAX_INPUTS) return SN_ANSWER_NO("it has no such input");
    if (sn_op_formula(node->graph->ctx, arena, node->op, node->params, &e) != SN_OK)
        return SN_ANSWER_UNKNOWN(unreadable);
    sn_interval inputs[MAX_INPUTS] = {{0}};
    for (uint16_t i = 0; i < node->n_in; i++)
        inputs[i] = i == slot ? SN_INTERVAL_REAL : interval_of(sn_in(node, i));
    *out = sn_expr_monotone(e, slot, inputs);
    return *out == SN_MONOTONE_NO ? SN_ANSWER_NO("it is not proved to be monotone") : SN_ANSWER_YES;
}
