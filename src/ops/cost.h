/* SPDX-License-Identifier: Apache-2.0
 *
 * What nodes of an inferred graph cost. */
#ifndef SN_OPS_COST_H
#define SN_OPS_COST_H

#include "ir/op.h"

/* False where sizes are not known; *out is then 0. */
bool sn_node_cost(const sn_node *n, sn_arena *scratch, sn_cost *out);

/* Of all nodes. A body counts as often as it runs (once where that is not known), of an `if` the
 * dearer branch or the one that is known to be taken. What is not known counts as nothing. */
typedef struct sn_workload {
    bool known;      /* all sizes are, in bodies, too */
    bool macs_known; /* nothing unknown has multiplications to count */
    double macs, flops;
    double elements; /* of all results, computed or moved */
} sn_workload;
sn_workload sn_graph_work(const sn_graph *g);
/* Multiplications alone; false where a size is not known. */
bool sn_graph_macs(const sn_graph *g, double *out);

/* Constants that nodes read, each once; in bodies, too. */
typedef struct sn_weights {
    uint64_t n, n_bytes; /* n: elements; as they are stored */
    uint64_t as_floats;  /* bytes if floats that are stored in fewer bits were f32, as kernels
                            mostly read them */
} sn_weights;
sn_weights sn_graph_weights(const sn_graph *g);

#endif
