/* SPDX-License-Identifier: Apache-2.0
 *
 * rnn, lstm, gru: params and slots. D is 2 where the direction is bidirectional, else 1.
 * Outputs: y [T][D][N][num_output], or, with merge_directions, [T][N][D * num_output]; then, if
 * asked for, the last states: hn, and cn of an lstm. The batch N may be left out of x, and is
 * missing in results then. States come out in the shape in which they are put in. */
#ifndef SN_OPS_RECURRENT_H
#define SN_OPS_RECURRENT_H

#include "ir/op.h"

enum { SN_RNN_FORWARD, SN_RNN_REVERSE, SN_RNN_BIDIRECTIONAL };

enum {
    SN_RNN_X,         /* [T][N][size] */
    SN_RNN_WEIGHT_XC, /* [D][gates * hidden][size]; gates: rnn 1, lstm 4 (I F O G), gru 3 (R U N) */
    SN_RNN_BIAS_C,    /* [D][rows][hidden]; rows: rnn 1, lstm 4, gru 4 (R U WN BN) */
    SN_RNN_WEIGHT_HC, /* [D][gates * hidden][num_output] */
    SN_RNN_H0,        /* [D][N][num_output], optional; rnn and gru */
    SN_RNN_LENS,      /* [N], optional: how many steps a sequence has; behind, y is 0 */
    SN_LSTM_WEIGHT_HR = SN_RNN_H0, /* [D][num_output][hidden]; where num_output != hidden_size */
    SN_LSTM_H0,                    /* [D][N][num_output], optional */
    SN_LSTM_C0,                    /* [D][N][hidden], with h0 */
    SN_LSTM_LENS,                  /* as SN_RNN_LENS */
    SN_LSTM_PEEPHOLE,              /* [D][3 * hidden], optional: of the gates I O F */
};

typedef struct sn_rnn_params { /* rnn, gru */
    int32_t num_output;
    int32_t direction;
    int32_t merge_directions;
    float clip;                  /* of what goes into activations; 0: none */
    int32_t linear_before_reset; /* gru: the reset gate multiplies R h + b instead of h */
} sn_rnn_params;

typedef struct sn_lstm_params {
    int32_t num_output;
    int32_t hidden_size; /* num_output when not given; if they differ weight_hr projects */
    int32_t direction;
    int32_t merge_directions;
    float clip;
} sn_lstm_params;

#endif
