/* SPDX-License-Identifier: Apache-2.0
 *
 * Sizes to run a network at. */
#ifndef SN_REF_SHAPES_H
#define SN_REF_SHAPES_H

#include "ir/op.h"

/* A clone of g (which is inferred) whose inputs all have numbers for sizes and whose shapes are
 * inferred: what is proved or given stays; the rest comes from the file's hints if the network
 * accepts them, else from a guess (*guessed). NULL in *out when nothing fits. */
sn_status sn_graph_at_some_size(const sn_graph *g, sn_graph **out, bool *guessed) SN_MUST_CHECK;

/* The same, at another guess than that one makes. NULL in *out where that is no guess, or nothing
 * else fits of the sizes that networks are often made for. */
sn_status sn_graph_at_another_size(const sn_graph *g, sn_graph **out) SN_MUST_CHECK;

/* Whether `sized`, a clone of `proved` at some sizes, is the network that was read: every size that
 * is proved is that of the same value there (operators of a format became neutral ones by those
 * proofs), and no node has become a boundary (ir/op.h). */
bool sn_sizes_fit(const sn_graph *proved, sn_graph *sized);

/* Infers g, which was read. What is a boundary (ir/op.h) at the sizes that the file's hints give is
 * one permanently: those are the sizes that it is mostly run at. So hints are tried before sizes
 * are learnt from operators whose operands may be of others. */
sn_status sn_infer_as_read(sn_graph *g) SN_MUST_CHECK;

/* The first input whose hint contradicts what is proved of it; NULL: none. */
const sn_value *sn_contradicted_hint(const sn_graph *g);

#endif
