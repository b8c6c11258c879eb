/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights that rewrites worked out from halves and that are stored as halves again (api/storage.c): which a second network has. */
#ifndef SN_REF_HALVES_H
#define SN_REF_HALVES_H

#include "base/map.h"
#include "ir/graph.h"

/* How far that may move a result, of its largest element: about ten times what rounding to f32 does. */
#define SN_HARMLESS 1e-5

/* Tensors of g that are halves, or were worked out from such: sn_halves_key -> some pointer. `others`: but for those whose contents are among them.
 * NULL: there is none. */
sn_map *sn_halves_of(const sn_graph *g, const sn_graph *others, sn_arena *arena);
uint64_t sn_halves_key(const sn_tensor *t);

#endif
