/* SPDX-License-Identifier: Apache-2.0
 *
 * A batch as axis 0 of the values, put in front of a network or taken off. A value is batched, or
 * it is shared: the same for all images. With either, the network computes for image i what it
 * computes without the axis for that image alone. An operator that is not known to keep images
 * apart, or has no place for their axis, comes once for each image, between a slice of it and a
 * concat of all. Where the axis goes, such copies become one node; where images are mixed, there is
 * no such network, and the reason names the operator. A batch of one mixes nothing: an operator
 * that works along the axis keeps it, between two views.
 *
 * Shapes must be known: sizes that the network had as expressions are numbers in the result. Where
 * the axis of one image goes, those may stay open that only the data tells, as of what a node
 * finds: what makes or reads such values keeps the axis. */
#ifndef SN_PASSES_BATCH_AXIS_H
#define SN_PASSES_BATCH_AXIS_H

#include "ir/op.h"

/* A new graph, inferred, whose inputs and outputs have an axis of `n` in front. *out stays NULL
 * where that cannot be, and *why, in `arena`, says what stands against it. */
sn_status sn_batch_add(const sn_graph *g, int64_t n, sn_arena *arena, sn_graph **out,
                       const char **why) SN_MUST_CHECK;

/* The other way: axis 0 of every input, which must have the same size *n, goes. Of a batch of one
 * image, a result that has not the axis is in the new graph what it was: it has as many axes. So
 * has one whose size is open, where keeps_open allows that. */
sn_status sn_batch_drop(const sn_graph *g, bool keeps_open, sn_arena *arena, sn_graph **out,
                        int64_t *n, const char **why) SN_MUST_CHECK;

/* Whether some operator has its channels behind axis 0, so that what is in front of them is a
 * batch: where that is axis 1, dropping axis 0 gives operators whose channels are outermost. */
bool sn_batch_is_in_front(const sn_graph *g);

#endif
