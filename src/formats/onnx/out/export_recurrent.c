/* SPDX-License-Identifier: Apache-2.0
 *
 * rnn, lstm, gru. ONNX has the gates in another order, two biases, and always a batch. */
#include <string.h>

#include "formats/onnx/out/export.h"
#include "ops/recurrent.h"

typedef struct gates_out {
    sn_onnx_export *e;
    bool lstm, gru;
    int n_gates, n_dirs, order[4]; /* of our gates in ONNX's weights */
    int64_t hidden;
} gates_out;

/* Matrices of gates [dirs][gates * hidden][columns], in ONNX's order. */
static const char *in_order(const gates_out *r, unsigned slot)
{
    sn_onnx_export *e = r->e;
    const sn_tensor *t = sn_onnx_plain_in(e, slot);
    sn_tensor *made;
    void *data;
    if (!e->nodes) return "";
    if (!t || sn_tensor_create(e->ctx, t->type, &t->shape, &made, &data) != SN_OK) {
        sn_onnx_cannot(e, "its weights are no constants, and are stored in another order");
        return "";
    }
    const size_t block = (size_t)(r->hidden * t->shape.d[2]) * sn_type_bytes(t->type);
    for (int d = 0; d < r->n_dirs; d++)
        for (int g = 0; g < r->n_gates; g++)
            memcpy((char *)data + (size_t)(d * r->n_gates + g) * block,
                   (const char *)sn_tensor_data(t) + (size_t)(d * r->n_gates + r->order[g]) * block,
                   block);
    return sn_onnx_put_tensor(e, made);
}

/* Ours is one for each gate, and of a gru the two of the new one; ONNX's are of x, then of the
 * state: what is one goes to x. */
static const char *both_biases(const gates_out *r)
{
    sn_onnx_export *e = r->e;
    const sn_tensor *t = sn_onnx_plain_in(e, SN_RNN_BIAS_C);
    const sn_shape shape = SN_SHAPE(r->n_dirs, 2 * r->n_gates * r->hidden);
    const int rows = r->n_gates + r->gru;
    sn_tensor *made;
    void *data;
    if (!e->nodes) return "";
    if (!t || sn_tensor_create(e->ctx, t->type, &shape, &made, &data) != SN_OK) {
        sn_onnx_cannot(e, "its bias is no constant, and is stored in another order");
        return "";
    }
    const size_t block = (size_t)r->hidden * sn_type_bytes(t->type);
    for (int d = 0; d < r->n_dirs; d++) {
        char *to = (char *)data + (size_t)(d * 2 * r->n_gates) * block;
        const char *from = (const char *)sn_tensor_data(t) + (size_t)(d * rows) * block;
        for (int g = 0; g < r->n_gates; g++)
            memcpy(to + (size_t)g * block, from + (size_t)r->order[g] * block, block);
        if (r->gru) memcpy(to + 5 * block, from + 3 * block, block);
    }
    return sn_onnx_put_tensor(e, made);
}

/* A state as [D][N][width]; ours may lack the images, and directions. */
static const char *state(const gates_out *r, unsigned slot)
{
    const int64_t sizes[] = {r->n_dirs, 1, -1};
    if (!sn_onnx_has_in(r->e, slot)) return "";
    return sn_onnx_rank_in(r->e, slot) == 3
               ? r->e->in[slot]
               : sn_onnx_put_reshape(r->e, r->e->in[slot], sizes, 3, NULL);
}

/* The last state [D][1][width] as we have it, which is of that rank. */
static void leave_state(sn_onnx_export *e, const char *last, int rank, const char *to)
{
    const int64_t line = -1;
    const int32_t images = 1;
    if (rank == 2)
        sn_onnx_put_squeeze(e, false, last, &images, 1, to);
    else if (rank == 1)
        sn_onnx_put_reshape(e, last, &line, 1, to);
    else
        sn_onnx_unknown(e, "the rank of its last state is not known");
}

/* y [T][D][N][H] as we have it. */
static void leave(const gates_out *r, const char *y, bool batched, bool merged)
{
    sn_onnx_export *e = r->e;
    const int32_t turn[] = {0, 2, 1, 3}, dirs = 1, images = 2, both[] = {1, 2};
    if (merged && r->n_dirs == 1) {
        sn_onnx_put_squeeze(e, false, y, batched ? &dirs : both, batched ? 1 : 2, e->out[0]);
    } else if (merged && batched) {
        y = sn_onnx_put_transpose(e, y, 4, turn, NULL);
        sn_onnx_put_reshape(e, y, (int64_t[]){0, 0, -1}, 3, e->out[0]);
    } else if (merged) {
        y = sn_onnx_put_squeeze(e, false, y, &images, 1, NULL);
        sn_onnx_put_reshape(e, y, (int64_t[]){0, -1}, 2, e->out[0]);
    } else {
        sn_onnx_put_squeeze(e, false, y, &images, 1, e->out[0]);
    }
}

static sn_rnn_params params_of(sn_onnx_export *e)
{
    const sn_lstm_params *p = e->params;
    if (e->op != &sn_op_lstm) return *(const sn_rnn_params *)e->params;
    if (p->hidden_size != p->num_output || sn_onnx_has_in(e, SN_LSTM_WEIGHT_HR))
        sn_onnx_cannot(e, "its state is projected, which ONNX does not have");
    return (sn_rnn_params){.num_output = p->num_output,
                           .direction = p->direction,
                           .merge_directions = p->merge_directions,
                           .clip = p->clip};
}

static void put_attrs(const gates_out *r, const sn_rnn_params *p)
{
    static const char *const ways[] = {"forward", "reverse", "bidirectional"};
    sn_onnx_attr_int(r->e, "hidden_size", r->hidden);
    sn_onnx_attr_string(r->e, "direction", ways[p->direction]);
    if (p->clip != 0) sn_onnx_attr_float(r->e, "clip", p->clip);
    if (r->gru && p->linear_before_reset) sn_onnx_attr_int(r->e, "linear_before_reset", 1);
}

void sn_onnx_export_recurrent(sn_onnx_export *e)
{
    static const int of_lstm[] = {0, 2, 1, 3}, of_gru[] = {1, 0, 2, 0}, of_rnn[4] = {0};
    const sn_rnn_params p = params_of(e);
    gates_out r = {.e = e, .lstm = e->op == &sn_op_lstm, .gru = e->op == &sn_op_gru};
    r.n_gates = r.lstm ? 4 : r.gru ? 3 : 1;
    memcpy(r.order, r.lstm ? of_lstm : r.gru ? of_gru : of_rnn, sizeof r.order);
    r.n_dirs = p.direction == SN_RNN_BIDIRECTIONAL ? 2 : 1;
    r.hidden = p.num_output;
    const int rank = sn_onnx_rank_in(e, SN_RNN_X);
    const bool batched = rank == 3;
    if (e->n && rank != 2 && rank != 3) sn_onnx_unknown(e, "the rank of its input is not known");
    if (!e->n || e->wrong) return;
    const int32_t one = 1;
    const char *x = batched ? e->in[0] : sn_onnx_put_squeeze(e, true, e->in[0], &one, 1, NULL);
    const char *w = in_order(&r, SN_RNN_WEIGHT_XC), *u = in_order(&r, SN_RNN_WEIGHT_HC);
    const char *b = both_biases(&r);
    const char *h0 = state(&r, r.lstm ? SN_LSTM_H0 : SN_RNN_H0);
    const char *c0 = r.lstm ? state(&r, SN_LSTM_C0) : "";
    const unsigned lens = r.lstm ? SN_LSTM_LENS : SN_RNN_LENS;
    const char *in[] = {x, w, u, b, e->in[lens], h0, c0, r.lstm ? e->in[SN_LSTM_PEEPHOLE] : ""};
    const char *out[3] = {"", "", ""};
    bool as_is[3] = {batched && !p.merge_directions};
    for (uint16_t i = 0; i < e->n->n_out; i++) {
        if (i) as_is[i] = e->n->out[i]->shape.rank == 3;
        out[i] = as_is[i] ? e->out[i] : sn_onnx_temporary(e);
    }
    put_attrs(&r, &p);
    sn_onnx_put(e, e->row->type, 7, 8, in, e->n->n_out, out);
    if (!as_is[0]) leave(&r, out[0], batched, p.merge_directions);
    for (uint16_t i = 1; i < e->n->n_out; i++)
        if (!as_is[i]) leave_state(e, out[i], e->n->out[i]->shape.rank, e->out[i]);
}
