/* SPDX-License-Identifier: Apache-2.0
 *
 * What stands behind sn_trainer. */
#ifndef SN_API_TRAINER_H
#define SN_API_TRAINER_H

#include "api/model.h"
#include "train/training.h"

/* A graph of a trainer as code: that of a network whose PARAMs are inputs behind all others. */
typedef struct sn_trained_code {
    sn_executable *code; /* NULL: it is interpreted */
    sn_value **params;   /* of the graph, in the order of these inputs */
    size_t n_params;
} sn_trained_code;

struct sn_trainer {
    sn_model *of;           /* that was trained; its weights are stored back */
    sn_model *step, *judge; /* both of its context */
    sn_training_values values, judged;
    sn_optimizer optimizer;
    sn_restructuring restructuring; /* of both as code */
    int64_t memory;                 /* bytes of workspace that a compiled step may take; 0: any */
    sn_trained_code step_code, judge_code;
    sn_arena *arena;
    sn_arena *block; /* of the last sn_trainer_block or sn_trainer_save; NULL: none */
};

/* A tensor of what state `index` is to hold; SN_E_NOT_FINITE where that is not. */
sn_status sn_trainer_state_of(sn_trainer *t, size_t index, const void *elements, sn_tensor **out);

/* A network of the graph g of t, whose PARAMs are inputs; c->params says which. */
sn_model *sn_trainer_fed(sn_trainer *t, const sn_graph *g, sn_trained_code *c);

#endif
