/* SPDX-License-Identifier: Apache-2.0
 *
 * What the manager (pass.c) and the editing calls (rewrite.c) share. Passes include pass.h only. */
#ifndef SN_PASSES_PIPELINE_H
#define SN_PASSES_PIPELINE_H

#include <string.h>

#include "passes/pass.h"

typedef struct sn_pipeline {
    const sn_pass_env *env;
    sn_graph *g;
    const sn_pipeline_options *options;
    sn_pipeline_result *result;
    sn_arena *scratch; /* of the pass that runs */
    sn_arena *keep;    /* of the whole pipeline */
    sn_map *refused;  /* (pass, value id): rewrites that a check took back, not to be tried again */
    sn_map *reported; /* (node id, node id): misses that the pass has reported */
    uint32_t *idle_at; /* by entry: 1 + the rewrites made by when the pass last ran and did nothing;
                          0: it did */
    uint64_t grown; /* bytes that constants were folded to beyond those that they are made of, where
                       the size of all weights allows that */
    uint64_t weight_bytes; /* of all weights, when that was asked first; 0: it was not */
    bool reporting;        /* the last sweep: nothing is rewritten, misses are reported */
} sn_pipeline;

/* Whether the pass may not rewrite any more: as many rewrites were made as were allowed. */
bool sn_pipeline_exhausted(const sn_pipeline *p, const sn_pass *pass);

#endif
