/* SPDX-License-Identifier: Apache-2.0
 *
 * Networks built by our own code with seeded weights: examples, tests and benchmarks that need no
 * file. The list is zoo.def. */
#ifndef SN_ZOO_ZOO_H
#define SN_ZOO_ZOO_H

#include "ir/graph.h"

/* SN_E_ARG, naming those that there are, for an unknown name. */
sn_status sn_zoo_build(sn_ctx *ctx, const char *name, uint64_t seed, sn_graph **out) SN_MUST_CHECK;

typedef struct sn_zoo_entry {
    const char *name, *help;
} sn_zoo_entry;
const sn_zoo_entry *sn_zoo(size_t *n);

#endif
