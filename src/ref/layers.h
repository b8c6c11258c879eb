/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers that are not run, or whose results are not compared: what both networks show of them. */
#ifndef SN_REF_LAYERS_H
#define SN_REF_LAYERS_H

#include "ir/graph.h"

/* Why two nodes may compute something else on the same inputs, in words, in the arena; NULL: they
 * are the same operator, with the same params and weights. Params that are not decided yet are left
 * out, and so are constants that only one of them has, which the other computes; weights may be off
 * by what storing them as halves does where one of them is stored so. */
const char *sn_layers_differ(const sn_node *a, const sn_node *b, sn_arena *arena);

#endif
