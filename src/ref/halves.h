/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights by their contents: which of them a second network has, and which rewrites worked out from
 * halves and are stored as halves again (api/storage.c). */
#ifndef SN_REF_HALVES_H
#define SN_REF_HALVES_H

#include "base/map.h"
#include "ir/graph.h"

/* How far that may move a result, of its largest element: about ten times what rounding to f32
 * does. */
#define SN_HARMLESS 1e-5

/* What a slot of its own holds; NULL: a result, nothing, or contents that are not known. */
const sn_tensor *sn_weight_in(const sn_node *n, uint16_t slot);
/* Contents of such weights as a key. */
uint64_t sn_weight_hash(const sn_tensor *t);
/* Those of all weights of g that are wanted -> some pointer. */
sn_map *sn_weight_hashes(const sn_graph *g, bool (*wanted)(const sn_tensor *t), sn_arena *arena);

/* Tensors of g that are halves, or were worked out from such: sn_halves_key -> some pointer.
 * `others`: but for those whose contents are among them. NULL: there is none. */
sn_map *sn_halves_of(const sn_graph *g, const sn_graph *others, sn_arena *arena);
uint64_t sn_halves_key(const sn_tensor *t);

#endif
