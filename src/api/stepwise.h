/* SPDX-License-Identifier: Apache-2.0
 *
 * A compiled network beside the interpreter. Each step is run alone, and what it computed is
 * compared with what the interpreter makes of the values that the step really read, so that
 * roundings do not add up and a step that is wrong is known by name. Then the outputs of a whole
 * run, which must be those of the steps bit by bit, are compared with those of a whole
 * interpretation. */
#ifndef SN_API_STEPWISE_H
#define SN_API_STEPWISE_H

#include "api/model.h"
#include "codegen/module.h"
#include "plan/program.h"

typedef struct sn_stepwise {
    const sn_program *program;
    const sn_graph *graph; /* the network, which the program's is too, or split of it
                              (passes/batch_split.h) */
    const struct sinter_module *module;
    const void *weights; /* aligned to 64 bytes; NULL: none */
    size_t weights_bytes;
    int n_threads;                    /* of the whole run */
    const sn_tensor *const *expected; /* outputs on sn_test_feeds, of the interpreter, where they
                                         are known already; else NULL */
    const char *compiler, *flags;     /* for messages */
} sn_stepwise;

/* SN_E_MISCOMPILED, with the step, its layers and the compiler, where something differs by more
 * than roundings. Passed over are steps whose results rounding alone moves too far to be decided,
 * and those that sort or cut off by numbers that they compute themselves. */
sn_status sn_check_stepwise(sn_context *c, const sn_stepwise *what) SN_MUST_CHECK;
uint32_t sn_steps_passed_over(const sn_program *p); /* how many are of the second kind */

/* Whether a run of the program's batch gives, bit by bit, what its steps give for each image alone.
 * in: the inputs of one image, which the others are made of; out: room for the outputs of one, in
 * which those of the first image are left. SN_E_MISCOMPILED where it does not. */
sn_status sn_check_images(sn_ctx *ctx, const sn_stepwise *w, void *net, void *const *in, void **out,
                          sn_arena *scratch) SN_MUST_CHECK;

#endif
