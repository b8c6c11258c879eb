/* SPDX-License-Identifier: Apache-2.0
 *
 * What compiled networks are tested on: contents of inputs that generated code can make itself, and
 * which values can be compared. */
#ifndef SN_API_TEST_INPUTS_H
#define SN_API_TEST_INPUTS_H

#include "ir/op.h"

/* A tensor for each input, in the order of sn_graph_inputs, each with a reference of the caller's;
 * on failure, too (then some are NULL). */
sn_status sn_test_feeds(const sn_graph *g, sn_arena *arena, const sn_tensor ***out,
                        size_t *n) SN_MUST_CHECK;
/* By value id: those that hang on layers which sort or cut off by value, where the last bit of an
 * input may change all. */
const bool *sn_hang_on_selection(const sn_graph *g, sn_arena *arena);

#endif
