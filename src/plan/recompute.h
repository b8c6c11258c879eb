/* SPDX-License-Identifier: Apache-2.0
 *
 * Values that are computed once more where they are read late, so that they need not be kept
 * while a program takes most memory (rematerialization; T. Chen et al., "Training Deep Nets with
 * Sublinear Memory Cost", 2016, does it for training). */
#ifndef SN_PLAN_RECOMPUTE_H
#define SN_PLAN_RECOMPUTE_H

#include "plan/program.h"

/* A value that is kept across the step at which most is alive, where neither it nor what is
 * computed again is read. Nodes and values are given by their ids, which clones of the graph
 * share. */
typedef struct sn_recompute {
    uint32_t value;
    const char *name; /* of the layer that makes it; NULL: none */
    uint32_t *nodes;  /* that make it, in their order */
    size_t n_nodes;
    uint32_t before; /* the first node that reads the value behind that step */
    uint32_t *late;  /* all of those */
    size_t n_late;
    int64_t bytes; /* that are not kept, less those that are kept longer for it: an estimate */
} sn_recompute;

/* Those that promise to keep less, best first, at most `most`. In `arena`. */
size_t sn_recompute_find(const sn_program *p, size_t most, sn_arena *arena, sn_recompute **out);

/* Changes g, which is p->graph or a clone of it: the same nodes of the same operands make the same
 * once more. */
void sn_recompute_apply(sn_graph *g, const sn_recompute *r);

#endif
