/* SPDX-License-Identifier: Apache-2.0
 *
 * What ties a compiled step and its judge together: a training as C, whose states are in memory of
 * the caller's (docs/training.md). */
#ifndef SN_CODEGEN_TRAINING_H
#define SN_CODEGEN_TRAINING_H

#include "base/ctx.h"
#include "codegen/source.h"

typedef struct sn_trained_tensor {
    const char *name;
    const char *type; /* "f32" */
    int rank;
    int64_t sizes[8];
    uint64_t bytes;
    bool of_network; /* of a state: else it is the optimizer's */
} sn_trained_tensor;

typedef struct sn_trained_module {
    const char *prefix; /* the step is compiled as PREFIX_step, the judge as PREFIX_judge */
    const char *model, *loss, *optimizer; /* for comments */
    const sn_trained_tensor *inputs;      /* of the network */
    size_t n_inputs;
    sn_trained_tensor target, result;
    bool has_classes;                /* the target's elements are numbers of classes, of */
    int64_t least_class, most_class; /* which there are these and those in between, */
    bool blank;                      /* but 0: a row has labels, then -1 */
    const sn_trained_tensor *states;
    size_t n_states;
    /* States in the order of the inputs of either that are behind the network's, the target and,
     * of the step, the rate; the step's results are the loss and what each of `next` holds then. */
    const size_t *step_states, *judge_states, *next;
    size_t n_step_states, n_judge_states, n_next;
    const unsigned char *head; /* of the block of states */
    size_t head_bytes;
} sn_trained_module;

/* PREFIX_train.h, PREFIX_train.c, main.c and a CMakeLists.txt over the folders step and judge. */
void sn_training_print(sn_arena *arena, const sn_trained_module *m, sn_source_set *out);

#endif
