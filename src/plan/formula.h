/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise nodes as formulas over operands that are broadcast. */
#ifndef SN_PLAN_FORMULA_H
#define SN_PLAN_FORMULA_H

#include "ops/expr.h"

#define SN_MAX_OPERANDS 26 /* two more than a step has from outside */

typedef struct sn_formula {
    const sn_expr *expr; /* bound; input i is operand[i] */
    int n;
    struct {
        const sn_value *value;
        const float *numbers; /* or constants of its own, n_numbers of them */
        int64_t n_numbers;
        int64_t stride[SN_MAX_RANK]; /* in its elements, along the result's axes; 0: broadcast */
    } operand[SN_MAX_OPERANDS];
} sn_formula;

/* False where the node is no function of the elements at one place, or not of a kind that is known
 * here. Shapes are known. */
bool sn_formula_of(sn_ctx *ctx, sn_arena *arena, const sn_node *node, sn_formula *out);
/* The same where operands and result are of any types, in the form that the interpreter computes.
 */
bool sn_formula_typed(sn_ctx *ctx, sn_arena *arena, const sn_node *node, sn_formula *out);
/* A cast among f32, bytes and 32-bit integers, whose formula is its input: one that is read and
 * stored as elements of these types are. */
bool sn_cast_in_lanes(const sn_node *node);
/* The axis of the channels that the node's vectors go along, by its params; SN_AXIS_NONE: one for
 * all. */
int sn_channel_axis_of(const sn_node *node);
/* Quickly, without building it. */
bool sn_is_elementwise(const sn_node *node);
/* The activation of x; x itself for none. */
const sn_expr *sn_formula_of_act(sn_ctx *ctx, sn_arena *arena, const sn_act *act, const sn_expr *x);
/* Calls in e where it is written out and input i stands for weight[i] of them; NULL: for none. */
double sn_formula_calls(const sn_expr *e, const double *weight);
/* e with inputs replaced: input i by with[i]. */
const sn_expr *sn_formula_put(sn_arena *arena, const sn_expr *e, const sn_expr *const *with);

#endif
