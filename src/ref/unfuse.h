/* SPDX-License-Identifier: Apache-2.0
 *
 * A network with nothing hidden: activations out of their slots, so that what goes into them can be
 * seen. */
#ifndef SN_REF_UNFUSE_H
#define SN_REF_UNFUSE_H

#include "base/map.h"
#include "ir/op.h"

/* In place. A value keeps its name; what goes into the activation has none. The outputs are the
 * same up to one rounding. */
void sn_unfuse(sn_graph *g);

/* By value id: it depends on the contents of what is fed, not on sizes alone. */
const bool *sn_fed_values(const sn_graph *g, sn_arena *arena);

/* By value id: some node that it hangs on jumps where its argument crosses a border
 * (SN_TRAIT_STEPS), or selects by numbers, and reads numbers that are rounded. */
const bool *sn_steps_above(const sn_graph *g, sn_arena *arena);

/* Where many inputs of a function of one value come to nearly the same output, agreeing says
 * little: what goes in is worth comparing. For each result that such functions end, also behind
 * nodes that only move elements: value id -> key, as "'prob' before its softmax". */
sn_map *sn_ends_of(const sn_graph *g, sn_arena *arena);
typedef struct sn_end {
    const char *key, *of,
        *part; /* of: the result's outside name; part: of it, where it is put together */
    const struct sn_end *next; /* of the same value */
} sn_end;

#endif
