/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of rnn, gru and lstm: an operator of its own for each. */
#include "ops/grad/grad.h"

#include "ops/recurrent_gradient.h"

static sn_answer of_cell(sn_grad *g, const sn_op *op, uint16_t n_inputs, uint16_t n_by)
{
    const sn_node *n = g->node;
    const int *by = sn_recurrent_gradient_slots(op);
    sn_value *in[SN_LSTM_GRADIENT_DY + 3] = {NULL};
    for (uint16_t i = 0; i < n->n_in; i++) in[i] = sn_in(n, i);
    for (uint16_t i = 0; i < n->n_out; i++) in[n_inputs + i] = g->of_out[i];
    const sn_node *made =
        sn_grad_node_many(g, op, n->params, (uint16_t)(n_inputs + n->n_out), in, n_by);
    for (uint16_t i = 0; made && i < n_by; i++)
        if (sn_grad_wants(g, by[i])) g->of_in[by[i]] = sn_out(made, i);
    return SN_ANSWER_YES;
}

sn_answer sn_grad_rnn(sn_grad *g)
{
    return of_cell(g, &sn_op_rnn_gradient, SN_RNN_GRADIENT_DY, SN_RNN_BY_H0 + 1);
}

sn_answer sn_grad_gru(sn_grad *g)
{
    return of_cell(g, &sn_op_gru_gradient, SN_RNN_GRADIENT_DY, SN_RNN_BY_H0 + 1);
}

sn_answer sn_grad_lstm(sn_grad *g)
{
    return of_cell(g, &sn_op_lstm_gradient, SN_LSTM_GRADIENT_DY, SN_LSTM_BY_PEEPHOLE + 1);
}
