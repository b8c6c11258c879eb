/* SPDX-License-Identifier: Apache-2.0
 *
 * Training a network. A part of sinter.h, which is what to include. */
#ifndef SINTER_TRAIN_H
#define SINTER_TRAIN_H

#include "sinter/look.h"
#include "sinter/sinter.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers that are 0 are the usual ones. Lists end with NULL. */
typedef struct sn_train_options {
    size_t size;
    /* "softmax_cross_entropy", "binary_cross_entropy", "mse", "l1", "huber", "ctc" */
    const char *loss;
    const char *optimizer; /* "sgd", "adam", "adamw"; NULL: "sgd" */
    double momentum;       /* of sgd; 0: none */
    bool nesterov;
    double beta1, beta2, epsilon; /* of adam and adamw: 0.9, 0.999, 1e-8 */
    double weight_decay;
    double clip_norm;             /* largest norm of all gradients together; 0: any */
    double huber_delta;           /* 1 */
    double statistics_momentum;   /* weight of a batch in running statistics: 0.1 */
    bool frozen_statistics;       /* batch normalizations go by running statistics, which stay */
    bool biased_variance;         /* running variances as ONNX has them, not times m / (m - 1) */
    const char *const *trainable; /* patterns of names, as of shells; NULL: all weights */
    const char *const *no_decay;  /* patterns of those that do not decay; NULL: none */
    const char *result;           /* that the loss is of; NULL: the only one */
    /* How compiled steps do batch normalizations, to the same results within rounding: "fused" into
     * what makes and reads their operands, nothing of them being kept that can be computed again;
     * "split", as sweeps over all images for statistics, and others for the rest; "plain", one
     * sweep for each operator. NULL: "fused". */
    const char *batch_norms;
    /* Bytes of workspace that a compiled step may take; 0: any. To keep to them, values of the way
     * forward are computed again on the way back, the cheapest first, as few as possible; where no
     * plan is found that does, compiling ends with SN_E_ARG. */
    int64_t memory;
    int batch;    /* images of a step; 0: as many as the inputs have */
    int32_t seed; /* of what dropout leaves out: of one seed the same */
} sn_train_options;

/* Trains a copy of a network: the step as a network of its own, and what its weights hold now. It
 * belongs to the context, like a model. */
typedef struct sn_trainer sn_trainer;
/* The sizes of all inputs are known. Batch normalizations have running statistics: of a file that
 * is one for training, with sn_model_load_options.for_training. SN_E_ARG for what is not there by
 * name, SN_E_UNSUPPORTED where a layer has no gradient: of several the first, the others as
 * warnings. */
SN_API sn_status sn_trainer_create(sn_model *m, const sn_train_options *options, sn_trainer **out);
SN_API void sn_trainer_destroy(sn_trainer *t); /* NULL is allowed */
/* The step: its inputs are those of the network, "target" and "learning_rate", its results the loss
 * and what each state holds then. For reports; it belongs to the trainer. */
SN_API sn_model *sn_trainer_step(sn_trainer *t);
/* What is fed beside the network's own inputs, by type and sizes: indices of classes as i32, or
 * numbers. */
SN_API sn_status sn_trainer_target(sn_trainer *t, sn_value_info *out);

/* What a step changes: weights, running statistics, and what the optimizer remembers. */
typedef struct sn_train_state {
    sn_array array;  /* valid until the next step */
    bool of_network; /* a weight, or a running statistic */
} sn_train_state;
SN_API uint32_t sn_trainer_n_states(const sn_trainer *t);
SN_API sn_status sn_trainer_state(sn_trainer *t, uint32_t index, sn_train_state *out);
/* Elements of its type, in its order; SN_E_NOT_FINITE, and nothing is changed, where one is not. */
SN_API sn_status sn_trainer_set_state(sn_trainer *t, uint32_t index, const void *elements);

/* From here on steps and judgements run as compiled code, where there was none. The options are
 * those of sn_executable_create; `batch` does not count. */
SN_API sn_status sn_trainer_compile(sn_trainer *t, const sn_compile_options *options);

/* What sn_trainer_compile makes of the step with these options: sn_model_groups. The network of the
 * groups is the step with its weights as inputs; where images meet in it here and there, each_image
 * and join_images stand between what is computed image by image and what is computed once. */
SN_API sn_status sn_trainer_groups(sn_trainer *t, const sn_compile_options *options,
                                   sn_groups_info *out);

/* How long a compiled step takes. */
typedef struct sn_train_timing {
    sn_bench_result step; /* lives as long as the trainer */
    uint32_t n_forward;   /* of its steps: up to the loss; the others go backward, and update */
    sn_executable_info info;
} sn_train_timing;
/* Compiles the step with these options, where it was not compiled before, and times it as
 * sn_executable_bench does, on seeded inputs and weights. */
SN_API sn_status sn_trainer_bench(sn_trainer *t, const sn_compile_options *options, uint32_t rounds,
                                  sn_train_timing *out);

/* One step, in the interpreter unless it was compiled: inputs of the network in order, then the
 * target. SN_E_NOT_FINITE where the loss, which is given all the same, or a state would not be
 * finite; SN_E_ARG for a class that there is not. Nothing is changed then. */
SN_API sn_status sn_trainer_run(sn_trainer *t, const void *const *inputs, double learning_rate,
                                double *loss);
/* Loss, and the result that it is of, by the weights as they are and running statistics. */
SN_API sn_status sn_trainer_evaluate(sn_trainer *t, const void *const *inputs, double *loss,
                                     sn_array *result);
/* What is known of a step as C. */
typedef struct sn_train_step_code {
    uint32_t n_steps;    /* of the program */
    double flops, bytes; /* of a step of training: sn_compile_result.bytes */
    uint64_t code_bytes, workspace_bytes, states_bytes;
} sn_train_step_code;
/* The training as C, in a folder, which is made when its parent is there: PREFIX_train.h and .c,
 * an example and a CMakeLists.txt, the folders `step` and `judge` with what sn_model_compile makes
 * of these, and PREFIX.states, a block of what the states are now. docs/training.md describes them.
 * `step` may be NULL. */
SN_API sn_status sn_trainer_write(sn_trainer *t, const char *folder,
                                  const sn_compile_options *options, sn_train_step_code *step);
/* All states as a block, as generated code saves and loads them; valid until the next call, or the
 * trainer is destroyed. */
SN_API sn_status sn_trainer_block(sn_trainer *t, const void **block, size_t *bytes);
/* The same with the name of the optimizer and how many epochs, 0 to INT32_MAX, were made: for what
 * goes on later. Generated code does not load it. */
SN_API sn_status sn_trainer_save(sn_trainer *t, uint32_t epochs, const void **block, size_t *bytes);
/* All states become those of such a block, and *epochs what it says, of sn_trainer_block's 0; steps
 * from there on are to the bit those that would have followed. Nothing is changed after a failure:
 * SN_E_FORMAT where it is none or damaged, SN_E_ARG for one by another optimizer, with a state that
 * this training has not, or without one that it has, SN_E_SHAPE where one has other sizes,
 * SN_E_NOT_FINITE. */
SN_API sn_status sn_trainer_resume(sn_trainer *t, const void *block, size_t bytes,
                                   uint32_t *epochs);
/* Weights and running statistics of such a block, by name. SN_E_FORMAT where it is none or damaged,
 * SN_E_ARG for one that the network has not, SN_E_SHAPE where it has other sizes. */
SN_API sn_status sn_model_import_states(sn_model *m, const void *block, size_t bytes);
/* The network that it was made of gets the weights as they are. */
SN_API sn_status sn_trainer_store(sn_trainer *t);

#ifdef __cplusplus
}
#endif

#endif
