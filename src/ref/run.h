/* SPDX-License-Identifier: Apache-2.0
 *
 * The reference interpreter: walks a graph in order and calls each operator's evaluation. Slow,
 * plain, the oracle of everything else. A value's tensor is released after its last reader. */
#ifndef SN_REF_RUN_H
#define SN_REF_RUN_H

#include "ir/op.h"

typedef struct sn_run_hooks {
    void *user;
    /* A node without evaluation. Fills out[] (n->n_out tensors, one reference each; NULL where
     * there is none: then all that hangs on it is left out) and returns SN_OK, or fails. NULL: such
     * a node is SN_E_UNSUPPORTED. */
    sn_status (*missing)(void *user, const sn_node *n, const sn_tensor *const *in,
                         const sn_tensor **out);
    /* Every node about to be worked out, with its inputs; NULL: nobody wants to know. */
    sn_status (*before)(void *user, const sn_node *n, const sn_tensor *const *in);
    /* Every value once it is there; NULL: nobody wants to know. */
    sn_status (*seen)(void *user, const sn_value *v, const sn_tensor *t);
    /* Every value once it is there, before `seen`, with the inputs of the node that it is a result
     * of, and every constant that a node is about to read (in: NULL); may put another tensor in its
     * place (the reference to the one that was there is the hook's then). NULL: nothing is changed.
     */
    sn_status (*change)(void *user, const sn_value *v, const sn_tensor *const *in,
                        const sn_tensor **t);
    /* Params to work a node out with in place of its own, made in `scratch`; NULL: its own. */
    const void *(*params)(void *user, const sn_node *n, const sn_tensor *const *in,
                          sn_arena *scratch);
    /* A node with bodies that is about to be worked out, body NULL; each body about to be run. In
     * bodies as well. NULL: nobody wants to know. */
    void (*enters)(void *user, const sn_node *n, const sn_graph *body);
    void (*progress)(void *user, uint32_t n_done, uint32_t n_total); /* nodes; NULL: none */
    sn_rounding rounding; /* how evaluations round inside */
} sn_run_hooks;

/* The values that a user feeds, in order. Arena-owned list. */
sn_value **sn_graph_inputs(const sn_graph *g, sn_arena *arena, size_t *n);

/* feeds: one tensor per input, in the order of sn_graph_inputs. results: one per slot of the output
 * node, each with a reference of the caller's, or NULL when it was left out. */
sn_status sn_run_graph(const sn_graph *g, const sn_tensor *const *feeds, size_t n_feeds,
                       const sn_run_hooks *hooks, const sn_tensor **results) SN_MUST_CHECK;

#endif
