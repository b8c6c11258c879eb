/* SPDX-License-Identifier: Apache-2.0
 *
 * What one node of an inferred graph costs. */
#ifndef SN_OPS_COST_H
#define SN_OPS_COST_H

#include "ir/op.h"

/* False where sizes are not known; *out is then 0. */
bool sn_node_cost(const sn_node *n, sn_arena *scratch, sn_cost *out);

#endif
