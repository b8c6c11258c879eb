/* SPDX-License-Identifier: Apache-2.0
 *
 * The step of a training as a graph: forward, loss, gradients, update. Its weights are PARAM
 * values; a result with the outside name of a PARAM is what that holds after the step. Everything
 * else about it is as in any graph: it is optimized, evaluated, shown and compiled like one.
 *
 * Of a batch normalization whose statistics are those of the batch, mean and variance come from
 * `moments`, and the running ones are PARAMs that are updated too. A dropout with a ratio becomes a
 * product with a mask, another one each step: the number of steps that were made is a PARAM. */
#ifndef SN_TRAIN_TRAINING_H
#define SN_TRAIN_TRAINING_H

#include "ir/op.h"

/* losses.def: LOSS(id, name, what it is), of a result z and a target t, the mean over all. */
typedef enum sn_loss {
#define LOSS(id, name, what) SN_LOSS_##id,
#include "train/losses.def"
#undef LOSS
    SN_N_LOSSES
} sn_loss;

/* optimizers.def: OPTIMIZER(id, name, what it is). */
typedef enum sn_optimizer {
#define OPTIMIZER(id, name, what) SN_OPTIMIZER_##id,
#include "train/optimizers.def"
#undef OPTIMIZER
    SN_N_OPTIMIZERS
} sn_optimizer;

const char *sn_loss_name(sn_loss loss);
const char *sn_optimizer_name(sn_optimizer optimizer);
bool sn_loss_find(const char *name, sn_loss *out);
bool sn_optimizer_find(const char *name, sn_optimizer *out);

/* Which integers a target of z may have where it is of integers; whether 0 among them is the blank,
 * which is no label. */
bool sn_loss_classes(sn_loss loss, const sn_shape *z, int64_t *least, int64_t *most);

typedef struct sn_training_options {
    sn_loss loss;
    double huber_delta; /* where Huber's loss becomes linear */
    sn_optimizer optimizer;
    double momentum;     /* sgd; 0: none */
    bool nesterov;       /* sgd with momentum */
    double beta1, beta2; /* adam, adamw */
    double epsilon;      /* adam, adamw: added to the root of the second moment */
    double weight_decay;
    double clip_norm; /* the largest norm of all gradients together; 0: any */
    /* Which weights are trained: patterns as of shells (*, ?, [..]), NULL-terminated; NULL: all. */
    const char *const *trainable;
    const char *const *no_decay; /* of which weights decay nothing; NULL: of none */
    bool frozen_statistics;      /* batch normalizations keep their running statistics */
    double statistics_momentum;  /* the weight of the batch in them */
    bool biased_variance; /* running variances as ONNX has them, not corrected by m / (m-1) */
    bool shares_moments;  /* those of channels are taken once, however many batch norms read them */
    const char *result;   /* that the loss is of; NULL: the only one */
    int32_t seed;         /* of what dropout leaves out */
} sn_training_options;
sn_training_options sn_training_defaults(void);

/* One PARAM of a step. */
typedef struct sn_training_param {
    sn_value *value; /* PARAM */
    unsigned result; /* slot of the output node: what it holds after the step */
    bool is_weight;  /* of the network, running statistics included; else the optimizer's */
} sn_training_param;

typedef struct sn_training_values {
    sn_loss kind;
    sn_value *loss, *result;          /* result: what the loss is of */
    sn_value *target, *learning_rate; /* what is fed beside the network's own inputs */
    const sn_training_param *params;  /* in the order of their results, in the graph's arena */
    size_t n_params;
} sn_training_values;

/* Weights that have no name in the file are called after their layer and their role,
 * "conv1.weight": before anything else here. */
void sn_training_name_weights(sn_graph *g);
/* The weight of that name; NULL: there is none. */
sn_value *sn_training_weight(const sn_graph *g, const char *name);

/* What is trained of a graph: with patterns, all constants of floats with such names but running
 * statistics; without, those that are weights of layers, operands of products, factors or summands
 * of channels, or tables that are looked up, behind what moves elements, and in no `constant`
 * node. In `arena`, in order. */
void sn_trainable(const sn_graph *g, const char *const *patterns, sn_arena *arena,
                  sn_value *const **values, size_t *n);

/* Makes g, an inferred network whose sizes are numbers, the step of its training, in place.
 * Its results are the loss, and one for each PARAM. SN_E_ARG: nothing is trained, or a pattern
 * matches nothing; SN_E_UNSUPPORTED: a layer has no gradient. */
sn_status sn_training_make(sn_graph *g, const sn_training_options *options,
                           sn_training_values *out) SN_MUST_CHECK;

/* Makes g what judges it instead: the loss, and what it is of, with running statistics. Weights
 * are PARAMs of the same names; target and loss as above, nothing else is set. */
sn_status sn_training_make_judge(sn_graph *g, const sn_training_options *options,
                                 sn_training_values *out) SN_MUST_CHECK;

#endif
