/* SPDX-License-Identifier: Apache-2.0
 *
 * Making views: the reshape that gives a value a shape that is known, perhaps in symbols. */
#ifndef SN_PASSES_VIEWS_H
#define SN_PASSES_VIEWS_H

#include "passes/pass.h"

/* Whether `n` only gives its first input another shape. */
bool sn_is_view(const sn_node *n);

/* Whether an axis of a value is at the same place in a view, from the back. */
bool sn_view_keeps_axis(int x_rank, int x_axis, int rank, int axis);

/* A node before `before` that makes x the shape `to`, of as many elements: a reshape whose sizes
 * are numbers, sizes of axes of x that stay where they are, or what is left (-1); where
 * `with_expr`, also products of x's sizes. `claims`: they are what holds x to its number of
 * elements, and none is what is left; else one of the numbers becomes what is left where x is not
 * proved to have as many. NULL where the target cannot spell it, or the rank of x is needed and not
 * known. */
sn_node *sn_view_create(sn_pass_run *run, sn_node *before, sn_value *x, const sn_shape *to,
                        bool with_expr, bool claims);

/* v itself where that is its shape, else such a view of it, without products. */
sn_value *sn_view_as(sn_pass_run *run, sn_node *before, sn_value *v, const sn_shape *shape);
/* The same, inferred; NULL where there is no such view, or no v. */
sn_value *sn_view_inferred(sn_pass_run *run, sn_node *before, sn_value *v, const sn_shape *s);

#endif
