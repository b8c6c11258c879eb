/* SPDX-License-Identifier: Apache-2.0
 *
 * Which numbers a value can hold, whatever the network is fed with. */
#ifndef SN_OPS_RANGE_H
#define SN_OPS_RANGE_H

#include "ops/expr.h"

/* An interval that holds every element of v, from constants, activations and formulas of what it is
 * computed from, a few nodes far. A value of which nothing is known may be NaN, too.
 * `nodes`: those that say so (in the arena, producers first). */
typedef struct sn_range_proof {
    sn_interval range;
    sn_node *const *nodes;
    size_t n_nodes;
} sn_range_proof;
sn_range_proof sn_value_range_proof(sn_value *v, sn_arena *arena);

/* Whether it may give NaN for numbers, such as the root of a negative one; none that overflow. */
bool sn_node_makes_nan(sn_node *n, sn_arena *arena);
/* Whether it reads an infinite constant, or may give an infinity for numbers, such as the logarithm
 * of 0; none that overflow. */
bool sn_node_makes_infinity(sn_node *n, sn_arena *arena);

#endif
