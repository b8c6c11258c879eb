/* SPDX-License-Identifier: Apache-2.0
 *
 * rnn_gradient, gru_gradient, lstm_gradient: slots and results. Inputs are those of the operator,
 * with its params, then the gradients by its results: dy, dhn, and dcn of an lstm, each optional.
 * Results are the gradients by its inputs, in their shapes; of one that is left out, no element. */
#ifndef SN_OPS_RECURRENT_GRADIENT_H
#define SN_OPS_RECURRENT_GRADIENT_H

#include "ops/recurrent.h"

enum { SN_RNN_GRADIENT_DY = SN_RNN_LENS + 1, SN_LSTM_GRADIENT_DY = SN_LSTM_PEEPHOLE + 1 };

enum {
    SN_RNN_BY_X,
    SN_RNN_BY_WEIGHT_XC,
    SN_RNN_BY_BIAS_C,
    SN_RNN_BY_WEIGHT_HC,
    SN_RNN_BY_H0,
    SN_LSTM_BY_WEIGHT_HR = SN_RNN_BY_H0,
    SN_LSTM_BY_H0,
    SN_LSTM_BY_C0,
    SN_LSTM_BY_PEEPHOLE,
};

/* The input that each result of one of the three is a gradient by. */
const int *sn_recurrent_gradient_slots(const sn_op *op);

#endif
