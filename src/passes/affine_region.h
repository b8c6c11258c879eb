/* SPDX-License-Identifier: Apache-2.0
 *
 * Affine maps that move across several operators at once: found by asking each operator
 * (sn_op.propagate, fold_in, fold_out), up to what takes them in. Nothing is changed until every
 * branch has ended; then all of it is one rewrite. */
#ifndef SN_PASSES_AFFINE_REGION_H
#define SN_PASSES_AFFINE_REGION_H

#include "passes/affine.h"

typedef enum sn_region_member_kind {
    SN_REGION_PROPAGATE, /* the map moves on across it, or does not reach its elements */
    SN_REGION_WEIGHTS_OUT,
    SN_REGION_WEIGHTS_IN,
    SN_REGION_MERGE, /* a map itself */
} sn_region_member_kind;

typedef struct sn_region_member {
    sn_node *node;
    sn_region_member_kind kind;
    sn_affine *in, *out; /* by slot; identities where nothing changes */
    uint16_t *n_seen;    /* by output: readers that want it mapped */
    const void *params;
    sn_fold_out fold_out;
    sn_fold_in fold_in;
    sn_affine map; /* WEIGHTS_*, MERGE: what goes in, or what the node becomes */
    sn_value *x;   /* MERGE: of what */
} sn_region_member;

typedef struct sn_affine_region {
    sn_pass_run *run;
    bool up;
    sn_node *start;
    sn_affine map; /* of the start */
    sn_value *x;   /* that it maps */
    int n, n_waiting;
    sn_region_member *steps[SN_MAX_MATCHED];   /* in the order that they were found */
    sn_region_member *waiting[SN_MAX_MATCHED]; /* nodes that the map has reached */
    const int64_t *place;                      /* of each node, by id */
    uint32_t n_places;
    const sn_node *at; /* where it ended, and why; NULL: not worth telling */
    const char *why;
} sn_affine_region;

/* Places of the nodes in the list, for a run of a pass. Nodes made later have none, and end a walk.
 */
const int64_t *sn_node_places(sn_pass_run *run, uint32_t *n);
/* Whether the map of `start` can move to its producers (up), or its readers. */
bool sn_affine_region_find(sn_pass_run *run, sn_node *start, bool up, const int64_t *place,
                           uint32_t n_places, sn_affine_region *out);
/* Whether the map of `start` would become one with another map, at the other end, that can move to
 * `start` instead, where both are of fewer numbers: one factor for all may have to be repeated for
 * each channel. */
bool sn_affine_region_better_reversed(const sn_affine_region *r);
/* Makes it so, in one rewrite. */
sn_status sn_affine_region_commit(sn_affine_region *r) SN_MUST_CHECK;

#endif
