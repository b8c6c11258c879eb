/* SPDX-License-Identifier: Apache-2.0
 *
 * Partitioning by the post-dominator tree, on a plain graph of kinds: nodes in topological order,
 * edges with the kind in which the reader uses the value. No operator is known here, so that any
 * graph can be tried against an oracle.
 *
 * The algorithm is that of TVM (T. Chen et al., TVM, OSDI 2018; its FuseOps): see docs/fusion.md.
 */
#ifndef SN_FUSION_PARTITION_H
#define SN_FUSION_PARTITION_H

#include "ir/op.h"

#define SN_NO_NODE UINT32_MAX

typedef struct sn_partition_edge {
    uint32_t to;
    sn_fusion_kind kind;
} sn_partition_edge;

typedef struct sn_partition_graph {
    uint32_t n;
    const sn_fusion_kind *kind;
    const bool *external; /* read from outside as well: cannot vanish into its readers */
    /* n + 1: the edges of node i are edges[first[i]] up to edges[first[i + 1]] */
    const uint32_t *first;
    const sn_partition_edge *edges; /* one for each read, in order of the readers */
} sn_partition_graph;

/* What became of the edge from a node to its immediate post-dominator. */
typedef enum sn_partition_verdict {
    SN_PART_OPAQUE,          /* opaque: takes no part */
    SN_PART_NO_BARRIER_GAIN, /* its readers meet nowhere, or it is read from outside */
    SN_PART_TOO_MANY,        /* the group would have more nodes than allowed */
    SN_PART_REDUCTION,       /* a reduction begins nothing */
    SN_PART_EDGE,  /* on the way there something reads it in a way that does not allow it */
    SN_PART_PATH,  /* on the way there stands something that cannot be in one group with it */
    SN_PART_TUPLE, /* it goes into a tuple */
    SN_PART_OFF,
    SN_PART_FUSED,                     /* from here on: fused */
    SN_PART_FUSED_OUT = SN_PART_FUSED, /* what is elementwise, on the output of what is complex */
    SN_PART_FUSED_ELEMENTWISE,
    SN_PART_FUSED_INJECTIVE,
    SN_PART_FUSED_TUPLE,
    SN_PART_FUSED_BEFORE, /* it was there already, because of another */
} sn_partition_verdict;

typedef struct sn_partition {
    uint32_t *group; /* n: the node that stands for the group; all nodes of a group have the same */
    uint32_t *dominator;           /* n: immediate post-dominator, or SN_NO_NODE */
    sn_fusion_kind *way;           /* n: largest kind of an edge on the ways there */
    sn_partition_verdict *verdict; /* n */
} sn_partition;

#define SN_PARTITION_DEPTH 256

/* max_nodes: no group is made larger; 0: nothing is fused. All arrays are in `arena`. The work is
 * linear in the edges times max_nodes, and for the tree in its depth. */
void sn_partition_run(const sn_partition_graph *g, uint32_t max_nodes, sn_arena *arena,
                      sn_partition *out);

#endif
