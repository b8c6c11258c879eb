/* SPDX-License-Identifier: Apache-2.0
 *
 * What passes on nodes with bodies share: copies of what is in a body in front of its node. */
#ifndef SN_PASSES_BODIES_H
#define SN_PASSES_BODIES_H

#include "passes/pass.h"

/* Copies of the body's nodes in front of its node n, between sn_rewrite_begin and the commit; as
 * sn_graph_copy_nodes. Names of values stay inside: outside they may say something else. Layers are
 * called after n and `place` (NULL: after n alone). A result that is a constant is a node. */
void sn_copy_out(sn_pass_run *run, sn_node *n, const sn_graph *body, const char *place,
                 sn_value *const *as, sn_value **results);
/* A `constant` node in front of `before` (NULL: at the end); retains t. */
sn_value *sn_constant_node(sn_graph *g, sn_node *before, const sn_tensor *t);
/* One number, as such a node. */
sn_status sn_number_node(sn_graph *g, sn_node *before, sn_type type, int64_t value,
                         sn_value **out) SN_MUST_CHECK;
/* Commits that output i of n is now[i], where it is read. same_shape: as in sn_rewrite. */
sn_status sn_commit_outputs(sn_pass_run *run, sn_node *n, sn_value *const *now, bool same_shape,
                            const char *note) SN_MUST_CHECK;

#endif
