/* SPDX-License-Identifier: Apache-2.0
 *
 * Two networks, run on the same inputs and compared. */
#ifndef SN_REF_COMPARE_H
#define SN_REF_COMPARE_H

#include "ref/inputs.h"

typedef struct sn_compare_options {
    int n_inputs;  /* sets of input contents; 0: one of each flavour */
    uint64_t seed;
    double bound;  /* 0: by how the weights are stored, and what rounding explains is allowed beyond it */
    bool exact_outputs; /* b may not have outputs that a lacks */
    bool trace;    /* when outputs differ, find the first tensor of the same name that does (keeps all tensors) */
    void *user;
    void (*progress)(void *user, const char *what, uint32_t n_done, uint32_t n_total);
} sn_compare_options;

typedef struct sn_compared {
    const char *name;    /* "scores", or "input 0 of detection_out" */
    sn_shape shape;
    double distance;     /* largest over the sets of inputs */
    const char *why;     /* when it is infinite; else NULL */
    double noise;        /* largest distance that rounding alone makes, where it was measured: a run was beyond the bound; else 0 */
    bool equal;
} sn_compared;

typedef struct sn_compare_result {
    bool ran;            /* false: nothing could be run */
    bool equal;          /* everything compared is within the bound, or beyond it by no more than rounding explains */
    const char *why_not; /* when !ran */
    double bound, worst;
    double noise; /* largest that was measured */
    int n_runs;
    size_t n_outputs; /* of those compared; others hang on layers that cannot be run, or sort and cut off */
    size_t n_compared;
    const sn_compared *compared; /* outputs, and what goes into layers whose outputs cannot be compared */
    size_t n_boundaries;
    const char *const *boundaries; /* layers that cannot be evaluated: their outputs were made up, the same on both sides */
    const char *first_different;   /* with trace: the first tensor that differs, or NULL */
    double first_distance;
    size_t n_shapes;
    const char *const *shapes;     /* "data=3,240,320", as run */
    bool guessed;                  /* some size is sinter's choice: neither the file nor the user gave it */
} sn_compare_result;

/* Inputs are matched by name, outputs by outside name: b must have those of a, else SN_E_ARG (see exact_outputs). Sizes: those that are proved or given
 * on `a`'s inputs; else the file's hints where they fit; else a guess. Strings live in `arena`. SN_OK also when the
 * networks differ. */
sn_status sn_compare(const sn_graph *a, const sn_graph *b, const sn_compare_options *options, sn_arena *arena,
                     sn_compare_result *out) SN_MUST_CHECK;

#endif
