/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies outside of their nodes: copies in front of them, and all trips of a loop or scan, one
 * behind the other. */
#ifndef SN_OPS_TRIPS_H
#define SN_OPS_TRIPS_H

#include "ops/control.h"

/* A `constant` node in front of `before` (NULL: at the end); retains t. */
sn_value *sn_constant_node(sn_graph *g, sn_node *before, const sn_tensor *t);
/* One number, as such a node. */
sn_status sn_number_node(sn_graph *g, sn_node *before, sn_type type, int64_t value,
                         sn_value **out) SN_MUST_CHECK;
/* Copies of the body's nodes in front of its node n, as sn_graph_copy_nodes. Names of values stay
 * inside: outside they may say something else. Layers are called after n and `place` (NULL: after n
 * alone). A result that is a constant is a node. */
void sn_copy_out(sn_node *n, const sn_graph *body, const char *place, sn_value *const *as,
                 sn_value **results);

/* What so many trips of n, a loop or scan, become: why that cannot be said; NULL: it can. */
const char *sn_trips_refused(const sn_node *n, int64_t trips);
/* Those trips as nodes in front of n, which are not inferred; now[i] is what output i was. A scan
 * output that nobody reads is NULL. */
sn_status sn_trips_write_out(sn_node *n, int64_t trips, sn_arena *arena,
                             sn_value **now) SN_MUST_CHECK;
/* Nodes of a graph, with those of the bodies in it. */
int64_t sn_nodes_in_all(const sn_graph *g);

#endif
