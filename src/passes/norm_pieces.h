/* SPDX-License-Identifier: Apache-2.0
 *
 * What must be proved of a normalisation in pieces: which elements a mean or sum goes over, that it
 * goes back to just these, and which axes a factor runs along. */
#ifndef SN_PASSES_NORM_PIECES_H
#define SN_PASSES_NORM_PIECES_H

#include "passes/match.h"

/* Patterns: a statistic as it is, or with its axes put back by a view. */
#define SN_STAT_BACK(stat) stat " | reshape(" stat ") | unsqueeze(" stat ")"

/* The axes of x that the node's statistic (reduce, or a pooling of everything) goes over: bit k is
 * axis k of a value of that rank. `op` is the reduction it must be, without a factor; a sum times
 * 1/n does for a mean where n is known. */
bool sn_stat_axes(const sn_node *stat, const sn_shape *x, int op, double factor, unsigned *mask);

/* Whether wherever the statistic, or what elements of it became one by one, meets a value of x's
 * rank within the match, each element meets those that it was made of. */
bool sn_stat_returns(const sn_match *m, const sn_node *stat, const sn_shape *x, unsigned mask);

/* A constant operand in the match as factors of x: element i along the `n_axes` axes of x from
 * `axis` on. All other axes of it are 1. NULL, with *why, where its axes or their sizes are not
 * proved. */
const double *sn_factor_along(sn_arena *arena, const sn_match *m, const sn_value *operand,
                              const sn_shape *x, int axis, int n_axes, int64_t *n,
                              const char **why);

#endif
