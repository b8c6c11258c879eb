/* SPDX-License-Identifier: Apache-2.0
 *
 * Sizes to run a network at. */
#ifndef SN_REF_SHAPES_H
#define SN_REF_SHAPES_H

#include "ir/op.h"

/* What a run costs, with its noise and its comparison: multiplications, and elements of results,
 * each of which takes as long as some tens of them. */
double sn_graph_weight(const sn_graph *g);

/* A clone of g (which is inferred) whose inputs all have numbers for sizes and whose shapes are
 * inferred: what is proved or given stays; the rest comes from the file's hints if the network
 * accepts them, else from a guess (*guessed). NULL in *out when nothing fits. */
sn_status sn_graph_at_some_size(const sn_graph *g, sn_graph **out, bool *guessed) SN_MUST_CHECK;

/* What a guess should be beside one at which the network runs. */
typedef struct sn_size_wish {
    int rank;         /* of inputs without one; 0: any, image-like ones first */
    sn_graph *unlike; /* inputs have other sizes than in this clone; NULL: any */
    bool few;         /* of the sizes that networks are often made for, and not heavy */
    /* Whether a clone at some sizes does; NULL: any. Asked a limited number of times. */
    sn_status (*fits)(void *user, const sn_graph *sized, bool *fits);
    void *user;
    int n_refused; /* by `fits`, of the rank that is tried; counted here */
} sn_size_wish;

/* A clone at a guess, whatever the hints. NULL in *out when nothing fits. */
sn_status sn_graph_at_chosen_size(const sn_graph *g, sn_size_wish *wish,
                                  sn_graph **out) SN_MUST_CHECK;

/* The same at these sizes, by input (sn_graph_inputs); wish->fits is asked, the rest does not
 * count. NULL in *out: it does not run there, or needs more boundaries (ir/op.h). */
sn_status sn_graph_at_given_sizes(const sn_graph *g, const sn_shape *shapes, sn_size_wish *wish,
                                  sn_graph **out) SN_MUST_CHECK;

/* The input of g that is called what input v of `of` is: the second of that name for a second one.
 * NULL: there is none. */
const sn_value *sn_input_like(const sn_graph *g, const sn_graph *of, const sn_value *v);

/* What the file says of an input's sizes, if anything (-1 where it does not of one). */
const sn_ints *sn_input_hint(const sn_value *v);

/* Whether g takes inputs of the sizes that those of the same name have in `like`: SN_E_SHAPE where
 * it refuses them; *fit: and is the network that was read there (below). */
sn_status sn_graph_takes_sizes(const sn_graph *g, const sn_graph *like, bool *fit) SN_MUST_CHECK;

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
