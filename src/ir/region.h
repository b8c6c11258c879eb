/* SPDX-License-Identifier: Apache-2.0
 *
 * A rewrite to be checked: before[i] and after[i] are values of one graph that are claimed to be
 * equal for every content of the region's free values. `nodes` are those that the rewrite matched
 * and those that it made; every value that one of them reads and none of them makes is free
 * (constants keep their contents). */
#ifndef SN_IR_REGION_H
#define SN_IR_REGION_H

#include "ir/graph.h"

typedef struct sn_region {
    sn_graph *graph;
    size_t n_nodes;
    sn_node *const *nodes;
    size_t n;
    sn_value *const *before;
    sn_value *const *after;
} sn_region;

typedef struct sn_check_result {
    bool checked; /* false: no valid shapes were found, or a node cannot be evaluated */
    bool equal;
    bool inexact;    /* not equal, but what the side after is off by its own roundings explains it:
                        terms cancel there that do not before */
    double distance; /* largest seen */
    int n_trials;    /* how many shapes and contents were run */
    const char *why; /* when not checked or not equal; in the arena given */
} sn_check_result;

typedef sn_status (*sn_check_fn)(void *user, const sn_region *region, sn_arena *arena,
                                 sn_check_result *out);

#endif
