/* SPDX-License-Identifier: Apache-2.0
 *
 * Reverse mode over a graph: every node that stands between the values and the loss adds what it
 * knows (sn_op.grad), from the last to the first; where a value is read several times, the
 * gradients are added in the order of that walk. */
#ifndef SN_TRAIN_GRADIENTS_H
#define SN_TRAIN_GRADIENTS_H

#include "ir/op.h"

/* A layer in the way: what it computes has no gradient that is known. */
typedef struct sn_no_gradient {
    const sn_node *node;
    const char *why;
} sn_no_gradient;

/* The layers between the values and the loss that have no gradient, in order; in `arena`. Nothing
 * stays in the graph. */
sn_status sn_gradients_missing(sn_graph *g, sn_value *loss, size_t n, sn_value *const *values,
                               sn_arena *arena, const sn_no_gradient **missing,
                               size_t *n_missing) SN_MUST_CHECK;

/* Nodes behind all others: gradients[i] is that of `loss`, a float without axes, by values[i]; NULL
 * where it does not hang on it. The graph is inferred, its sizes are numbers. SN_E_UNSUPPORTED with
 * the first of the layers above. */
sn_status sn_gradients(sn_graph *g, sn_value *loss, size_t n, sn_value *const *values,
                       sn_value **gradients) SN_MUST_CHECK;

#endif
