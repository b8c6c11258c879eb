/* SPDX-License-Identifier: Apache-2.0
 *
 * Operands for a node that stands alone in a graph of its own, where kernels are asked about it. */
#ifndef SN_PLAN_ALONE_H
#define SN_PLAN_ALONE_H

#include "ir/graph.h"

/* An input of the graph. */
sn_value *sn_alone_input(sn_graph *g, sn_type type, const sn_shape *shape);
/* A constant whose contents do not matter. */
sn_status sn_alone_zeros(sn_graph *g, sn_type type, const sn_shape *shape,
                         sn_value **out) SN_MUST_CHECK;

#endif
