/* SPDX-License-Identifier: Apache-2.0
 *
 * Working out one node on given tensors: resolve, infer, evaluate. Constant folding, the
 * interpreter and the checks all go through here. */
#ifndef SN_OPS_EVAL_H
#define SN_OPS_EVAL_H

#include "ir/op.h"

/* in[i]: NULL where the input is left out; any coding but the bit ones. out[i] are new tensors with
 * one reference that the caller releases. SN_E_UNSUPPORTED when the operator has no evaluation,
 * SN_E_SHAPE when the tensors do not fit it. `scratch` is reset to where it was. */
sn_status sn_eval_node(sn_ctx *ctx, sn_arena *scratch, sn_dims *dims, const sn_node *node,
                       const sn_tensor *const *in, const sn_tensor **out) SN_MUST_CHECK;
/* Who runs the bodies of a node (sn_eval.run_body). */
typedef struct sn_eval_bodies {
    sn_status (*run)(void *user, const sn_graph *body, const sn_tensor *const *feeds,
                     size_t n_feeds, const sn_tensor **results);
    void *user;
    int64_t *trips_left; /* sn_eval.trips_left */
} sn_eval_bodies;
/* Trips that are evaluated before a loop counts as one without an end: SN_E_UNSUPPORTED. In
 * sn_eval_node, and in a run of a network. */
enum { SN_TRIPS_OF_NODE = 1 << 12, SN_TRIPS_OF_RUN = 1 << 20 };

/* The same, and where the tensors make the node a boundary it computes what the portable rule says.
 * bodies NULL: their nodes are worked out one by one, as in sn_eval_node. */
sn_status sn_eval_node_as_run(sn_ctx *ctx, sn_arena *scratch, sn_dims *dims, const sn_node *node,
                              const sn_eval_bodies *bodies, const sn_tensor *const *in,
                              const sn_tensor **out) SN_MUST_CHECK;

#endif
