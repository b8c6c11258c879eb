/* SPDX-License-Identifier: Apache-2.0
 *
 * Two networks, run on the same inputs and compared. */
#ifndef SN_REF_COMPARE_H
#define SN_REF_COMPARE_H

#include "ref/agree.h"
#include "ref/inputs.h"

typedef struct sn_compare_options {
    int n_inputs; /* sets of input contents; 0: one of each flavour */
    bool no_more; /* than those, whatever they leave open */
    uint64_t seed;
    double bound; /* max|a-b| / max|a| that is allowed of each result; 0: what roundings explain of
                     each element (ref/agree.h) */
    bool exact_outputs; /* b may not have outputs that a lacks */
    bool own;     /* b was made of a by rewrites: an inner value of the same name that differs is a
                     difference, not a doubt */
    bool storage; /* what rounding weights to halves does is allowed, too */
    void *user;
    void (*progress)(void *user, const char *what, uint32_t n_done, uint32_t n_total);
} sn_compare_options;

typedef struct sn_compared {
    const char *name; /* "scores", or "input 0 of detection_out" */
    sn_shape shape;
    double distance; /* largest over the sets of inputs */
    const char *why; /* it differs: how; else NULL */
    double noise;    /* largest distance that rounding alone makes; 0: it was not measured */
    double share; /* largest part of what is allowed for an element that its difference takes; above
                     1: it differs */
    bool equal;
} sn_compared;

typedef struct sn_compare_result {
    bool ran;              /* false: nothing could be run */
    bool equal;            /* ran, and the verdict is SN_SAME */
    sn_verdict verdict;    /* when ran */
    const char *doubt;     /* why it is inconclusive */
    const char *uncounted; /* what differs on inputs for which the first network overflows inside,
                              which decides nothing; NULL: nothing does */
    const char *explained; /* what would explain the difference, or NULL */
    const char *why_not;   /* when !ran */
    bool refused;          /* ... and the first network refuses such sizes, or what was fed */
    double bound;          /* of the options */
    double worst, noise, share; /* largest of what was compared */
    int n_runs;
    size_t n_outputs; /* of those compared; others hang on layers that cannot be run, or sort and
                         cut off */
    size_t n_compared;
    /* outputs, and what goes into layers whose outputs cannot be compared */
    const sn_compared *compared;
    size_t n_boundaries;
    const char *const *boundaries; /* layers that cannot be evaluated: their outputs were made up,
                                      the same on both sides */
    const char *first_different; /* the first tensor of the same name that differs, or what makes it
                                    inconclusive, or NULL */
    double first_distance;
    size_t n_shapes;
    const char *const *shapes; /* "data=3,240,320", as run */
    bool guessed;          /* some size is sinter's choice: neither the file nor the user gave it */
    const char *elsewhere; /* other sizes that sinter chose at which they agree, too: "x=64;
                              x=64,64"; NULL: none */
    int n_runs_elsewhere;  /* at each of those, or more */
} sn_compare_result;

/* Inputs are matched by name, outputs by outside name: b must have those of a, else SN_E_ARG (see
 * exact_outputs). Sizes: those that are proved or given on `a`'s inputs; else the file's hints
 * where they fit; else a guess. Strings live in `arena`. SN_OK also when the networks differ. */
sn_status sn_compare(const sn_graph *a, const sn_graph *b, const sn_compare_options *options,
                     sn_arena *arena, sn_compare_result *out) SN_MUST_CHECK;

/* The network's outputs for these inputs, in the order of sn_graph_inputs, beside what else was
 * made of them: one for each output, NULL where there is none. Of the options the bound and the
 * progress count. SN_E_ARG and SN_E_SHAPE: a reference is of another type, or has other sizes than
 * the output has without its axes of 1. */
sn_status sn_compare_given(const sn_graph *g, const sn_tensor *const *feeds, size_t n_feeds,
                           const sn_tensor *const *references, const sn_compare_options *options,
                           sn_arena *arena, sn_compare_result *out) SN_MUST_CHECK;

#endif
