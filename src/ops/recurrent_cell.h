/* SPDX-License-Identifier: Apache-2.0
 *
 * What rnn, lstm and gru share with their gradients: the params as one struct, one step of one
 * direction of one sequence. States are kept in double from step to step. */
#ifndef SN_OPS_RECURRENT_CELL_H
#define SN_OPS_RECURRENT_CELL_H

#include "ops/elems.h"
#include "ops/recurrent.h"

typedef enum sn_cell_kind { SN_CELL_RNN, SN_CELL_LSTM, SN_CELL_GRU } sn_cell_kind;

/* What the three have in common; the gates' rows in the weights and in the bias. */
typedef struct sn_cell {
    sn_cell_kind kind;
    int n_gates, n_bias;
    int64_t num_output, hidden;
    int32_t direction;
    bool merged; /* the results of both directions stand side by side */
    int n_directions;
    int hr, h0, c0, lens, peephole; /* slots; -1: none */
    double clip;                    /* 0: none */
    bool linear_before_reset;
} sn_cell;
sn_cell sn_cell_of_rnn(const void *params, sn_cell_kind kind); /* rnn, gru */
sn_cell sn_cell_of_lstm(const void *params);

/* sn_op.params and sn_op.validate. */
extern const sn_param sn_rnn_table[], sn_gru_table[], sn_lstm_table[];
const char *sn_rnn_validate(const void *params, sn_arena *arena); /* rnn, gru */
const char *sn_lstm_validate(const void *params, sn_arena *arena);
/* sn_op.wants_integers: lengths of sequences. */
bool sn_rnn_wants_integers(const sn_node *node, unsigned slot, int64_t *limit); /* rnn, gru */
bool sn_lstm_wants_integers(const sn_node *node, unsigned slot, int64_t *limit);

/* Checks the inputs and gives results, as many as in->n_out. */
sn_status sn_cell_infer(sn_infer *in, const sn_cell *c) SN_MUST_CHECK;

/* One direction of one sequence. Inputs without data are left out. */
typedef struct sn_cell_run {
    const sn_cell *c;
    sn_elems x;  /* [steps][x_stride] */
    sn_elems xc; /* [gates * hidden][size] */
    sn_elems bias, hc, hr, peephole;
    int64_t y; /* where the sequence begins in y; a step is y_stride behind the one before */
    int64_t x_stride, y_stride, size;
    int64_t steps, all; /* steps of this sequence; of x */
    bool reverse;
    double *h;      /* [num_output] */
    double *cells;  /* [hidden]: of an lstm */
    double *gates;  /* [n_gates][hidden] of the step, in the order of the weights, activated */
    double *before; /* [hidden]: h before the projection; of a gru the reset gate times h */
} sn_cell_run;
/* The run of a direction and an item of the batch, row = direction * batch + item, before its first
 * step. Its states and gates are in e->arena. SN_E_SHAPE where its length does not fit. */
sn_status sn_cell_run_of(const sn_eval *e, const sn_cell *c, int64_t row,
                         sn_cell_run *r) SN_MUST_CHECK;
/* Which row of x step t reads, and of y it gives. */
static inline int64_t sn_cell_place(const sn_cell_run *r, int64_t t)
{
    return r->reverse ? r->steps - 1 - t : t;
}
/* Step t: replaces h, cells, gates and before. */
void sn_cell_step(const sn_cell_run *r, int64_t t);
/* A row of weight_hc times a state; an element of the bias. */
double sn_cell_dot(const sn_cell_run *r, int64_t row, const double *h);
double sn_cell_bias(const sn_cell_run *r, int row, int64_t q);

#endif
