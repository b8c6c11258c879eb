/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of a graph against central differences in double: data tests of gradients and random
 * networks. The loss is the sum of all results of floats, each element times a number of its own;
 * inputs are uniform. */
#ifndef TESTS_DIFFERENCES_H
#define TESTS_DIFFERENCES_H

#include "base/text.h"
#include "ir/graph.h"

typedef struct gradient_check {
    sn_ctx *ctx;
    sn_arena *arena;
    sn_graph *g; /* inferred; becomes the loss and its gradients */
    double low, high;
    /* By constants of f64 without a name, too; else by inputs of f64 and constants with one. */
    bool all_constants;
    /* Where slopes to both sides differ there is no gradient, and nothing is compared. */
    bool may_jump;
    sn_str failure; /* a line for each value whose gradient is wrong; begun by the caller */
    uint64_t n_compared, n_jumps;
} gradient_check;

/* SN_E_UNSUPPORTED: a node has no gradient; SN_E_ARG: nothing to differentiate by, or no result of
 * floats. */
sn_status gradient_check_run(gradient_check *c) SN_MUST_CHECK;

#endif
