/* SPDX-License-Identifier: Apache-2.0
 *
 * What is done to a graph that batch_split.c has made: part of it is of one image, part of all.
 *
 * A stretch is a run of nodes of one image with those for all images that stand behind it. What one
 * stretch makes of an image and a later one reads is kept for all of them. */
#ifndef SN_PASSES_BATCH_PARTS_H
#define SN_PASSES_BATCH_PARTS_H

#include "passes/batch_split.h"

/* What each_image makes of v, in front of that node, inferred. */
sn_status sn_batch_each(sn_node *before, sn_value *v, bool apart, sn_value **out) SN_MUST_CHECK;
/* What join_images makes of v, which a node makes, behind that node: there is one at most. */
sn_status sn_batch_join(sn_value *v, int64_t n_images, sn_value **out) SN_MUST_CHECK;
/* Views in front of n that nobody reads go, and those in front of them. */
void sn_batch_remove_unread(sn_node *n);

/* By node id: its stretch, and its place among all nodes. The number of the last stretch. */
uint32_t sn_batch_stretches(const sn_graph *g, const bool *of_image, uint32_t *stretch,
                            uint32_t *place);

/* ---- batch_sums.c ---------------------------------------------------------------------------- */
/* Sums over all images of what each image has become those of each image, and then of these: they
 * find it near. */
sn_status sn_batch_sums(sn_graph *g) SN_MUST_CHECK;

/* ---- batch_order.c --------------------------------------------------------------------------- */
/* Nodes of one image first, as far as they can be computed, then those for all: fewer stretches,
 * and what one node makes of an image is near when the next one reads it. */
void sn_batch_order(sn_graph *g, sn_arena *arena);

/* ---- batch_recompute.c ----------------------------------------------------------------------- */
/* Elementwise values that later stretches read, too, are computed again there, where what they are
 * made of is kept anyway: they need not be (W. Jung et al., "Restructuring Batch Normalization to
 * Accelerate CNN Training", 2019). */
sn_status sn_batch_recompute(sn_graph *g, sn_arena *arena) SN_MUST_CHECK;

/* ---- batch_checkpoint.c ---------------------------------------------------------------------- */
/* Values that are kept for the way back are computed again there instead. *n_dropped: how many. */
sn_status sn_batch_checkpoint(sn_graph *g, const sn_batch_memory *how, sn_arena *arena,
                              size_t *n_dropped) SN_MUST_CHECK;

#endif
