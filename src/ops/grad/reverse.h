/* SPDX-License-Identifier: Apache-2.0
 *
 * Reverse mode over a graph: every node that stands between the values and the loss adds what it
 * knows (sn_op.grad), from the last to the first; where a value is read several times, the
 * gradients are added in the order of that walk. */
#ifndef SN_OPS_GRAD_REVERSE_H
#define SN_OPS_GRAD_REVERSE_H

#include "ir/op.h"

/* Nodes in front of `before` (NULL: behind all others), which stands behind the loss: gradients[i]
 * is that of `loss`, a float without axes, by values[i]; NULL where it does not hang on it. What is
 * inferred by then has numbers for sizes. SN_E_UNSUPPORTED with the first layer in between that has
 * no gradient; the others are warnings. */
sn_status sn_gradients(sn_graph *g, sn_node *before, sn_value *loss, size_t n,
                       sn_value *const *values, sn_value **gradients) SN_MUST_CHECK;

#endif
