/* SPDX-License-Identifier: Apache-2.0
 *
 * Params of the nodes that make up a graph's frame. */
#ifndef SN_OPS_STRUCTURE_H
#define SN_OPS_STRUCTURE_H

#include "ops/ops.h"

typedef struct sn_input_params {
    int32_t rank; /* -1: not given */
    sn_ints hint; /* sizes from the file, outermost first; -1: none; never a proof */
} sn_input_params;

/* Whether there is a hint for every size. */
bool sn_input_is_hinted(const sn_node *input);

typedef struct sn_output_params {
    sn_names names; /* outside name by slot */
} sn_output_params;

typedef struct sn_opaque_params {
    const char *type;  /* what the file calls it */
    const char *args;  /* its params, as the file would spell them */
    int32_t n_weights; /* the last so many inputs are its own weights */
} sn_opaque_params;

#endif
