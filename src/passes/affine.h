/* SPDX-License-Identifier: Apache-2.0
 *
 * What passes that move affine maps share: putting one into the weights of a new node, into a
 * constant, or into a node of its own. */
#ifndef SN_PASSES_AFFINE_H
#define SN_PASSES_AFFINE_H

#include "ops/affine_maps.h"
#include "passes/pass.h"

/* New weights for g, a copy of a node that takes the map of its output, or of an input.
 * SN_E_UNSUPPORTED, with the reason in the context, where a number overflows or underflows. */
sn_status sn_affine_map_into_output(sn_pass_run *run, sn_node *g, const sn_fold_out *fold_out,
                                    const sn_affine *map) SN_MUST_CHECK;
sn_status sn_affine_map_into_input(sn_pass_run *run, sn_node *g, const sn_fold_in *fold_in,
                                   const sn_affine *map) SN_MUST_CHECK;
/* NULL, or why the map of such an output cannot be folded. */
const char *sn_affine_map_misfit(sn_arena *arena, const sn_node *f, const sn_fold_out *fold_out,
                                 const sn_affine *map);

/* The constant v, mapped; v must have contents that are floats. */
sn_status sn_affine_map_constant(sn_pass_run *run, sn_value *v, const sn_affine *map,
                                 sn_value **out) SN_MUST_CHECK;

/* Whether the first is x - t of integers, and the second a factor alone: exactly 0 where x = t,
 * which one map for both is not. */
bool sn_affine_keeps_zeros(const sn_value *x, const sn_affine *first, const sn_affine *second);
/* Whether map(x) can be one node or none at all; where it cannot, why (NULL: no need to tell). */
bool sn_affine_map_is_one_node(sn_pass_run *run, const sn_value *x, const sn_affine *map,
                               const char **why);
/* How many numbers that node has. */
int64_t sn_affine_map_n_factors(const sn_value *x, const sn_affine *map);
/* That node's output, or x. `asked`: the x of the question, whose shape x has but that may not be
 * inferred yet; `like`: whose name the node gets. */
sn_status sn_affine_map_node(sn_pass_run *run, sn_value *x, const sn_value *asked,
                             const sn_affine *map, sn_node *before, const sn_node *like,
                             sn_value **out) SN_MUST_CHECK;

#endif
