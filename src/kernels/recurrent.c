/* SPDX-License-Identifier: Apache-2.0
 *
 * rnn, lstm and gru. First what x adds to the gates, for all time steps at once and by all threads;
 * then the steps one after the other, a thread for each direction of each sequence. Weights are
 * packed so that a vector holds the same column of neighbouring rows. */
#include "ops/recurrent.h"

#include <string.h>

#include "kernels/loops.h"
#include "ops/ops.h"
#include "ops/rule.h"

extern const char sn_text_recurrent[], sn_text_recurrent_x[], sn_text_recurrent_rows[];

enum { KIND_RNN, KIND_LSTM, KIND_GRU };

typedef struct emitted_cell {
    int kind, n_gates, h0, c0, hr; /* slots; -1: none */
    int64_t hidden, cells, steps, size, directions, batch;
    int32_t direction;
    bool projects, merged;
    int64_t rows, hidden_room, cells_room; /* in whole vectors */
} emitted_cell;

static int64_t whole(int64_t n, int lanes) { return (n + lanes - 1) / lanes * lanes; }

static emitted_cell cell_of(const sn_node *node, int lanes)
{
    emitted_cell c = {.h0 = SN_RNN_H0, .c0 = -1, .hr = -1, .n_gates = 1};
    c.hidden = c.cells = sn_loops_int(node, "num_output");
    c.direction = sn_loops_int(node, "direction");
    c.directions = c.direction == SN_RNN_BIDIRECTIONAL ? 2 : 1;
    if (node->op == &sn_op_gru) {
        c.kind = KIND_GRU;
        c.n_gates = 3;
    }
    if (node->op == &sn_op_lstm) {
        c.kind = KIND_LSTM;
        c.n_gates = 4;
        c.cells = sn_loops_int(node, "hidden_size");
        c.h0 = SN_LSTM_H0;
        c.c0 = SN_LSTM_C0;
        c.hr = SN_LSTM_WEIGHT_HR;
        c.projects = c.cells != c.hidden;
    }
    const sn_shape *x = &sn_in(node, SN_RNN_X)->shape;
    c.steps = x->d[0];
    c.batch = x->rank == 3 ? x->d[1] : 1;
    c.size = x->d[x->rank - 1];
    c.merged = sn_loops_int(node, "merge_directions") != 0;
    c.rows = whole(c.n_gates * c.cells, lanes);
    c.hidden_room = whole(c.hidden, lanes);
    c.cells_room = whole(c.cells, lanes);
    return c;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    static const sn_loops_row row = {.cost = 10};
    if (node->op != &sn_op_rnn && node->op != &sn_op_lstm && node->op != &sn_op_gru) return false;
    const unsigned last = node->op == &sn_op_lstm ? SN_LSTM_WEIGHT_HR : SN_RNN_WEIGHT_HC;
    for (unsigned i = SN_RNN_WEIGHT_XC; i <= last; i++)
        if (sn_in(node, i) && !sn_const_of(sn_in(node, i))) return false;
    for (uint16_t i = node->op == &sn_op_lstm ? SN_LSTM_LENS : SN_RNN_LENS; i < node->n_in; i++)
        if (sn_in(node, i)) return false; /* sequence_lens, peephole */
    if (sn_loops_f32(node, "clip") != 0) return false;
    if (node->op == &sn_op_gru && !sn_loops_int(node, "linear_before_reset")) return false;
    return sn_loops_offer(k, node, &row, out);
}

/* [directions][rows][depth] as [directions][rows / lanes][depth][lanes]. */
static float *pack_rows(const sn_kernel_ctx *k, sn_step *s, const char *name, const float *from,
                        int64_t directions, int64_t rows, int64_t room, int64_t depth)
{
    const int lanes = k->machine->lanes;
    float *to =
        sn_loops_pack(k, s, name, directions * room * depth,
                      sn_arena_printf(k->arena, "%s: vectors of rows, column by column", name));
    for (int64_t d = 0; d < directions; d++)
        for (int64_t r = 0; r < rows; r++)
            for (int64_t i = 0; i < depth; i++)
                to[((d * room + r / lanes * lanes) * depth) + i * lanes + r % lanes] =
                    from[(d * rows + r) * depth + i];
    return to;
}

/* The bias of each gate: of a gru's new gate, row 2 goes with x, row 3 with the state. */
static void pack_bias(const sn_kernel_ctx *k, sn_step *s, const emitted_cell *c, const float *bias)
{
    const int64_t n_bias = c->kind == KIND_GRU ? 4 : c->n_gates;
    float *x = sn_loops_pack(k, s, "bias_x", c->directions * c->rows, "bias of the gates");
    float *h =
        sn_loops_pack(k, s, "bias_h", c->directions * c->rows, "bias of what the state adds");
    for (int64_t d = 0; d < c->directions; d++) {
        const float *from = bias + d * n_bias * c->cells;
        memcpy(x + d * c->rows, from, (size_t)(c->n_gates * c->cells) * sizeof *x);
        if (c->kind == KIND_GRU)
            memcpy(h + d * c->rows + 2 * c->cells, from + 3 * c->cells,
                   (size_t)c->cells * sizeof *h);
    }
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    const emitted_cell c = cell_of(s->node, k->machine->lanes);
    const sn_loops_row row = {.units = sn_loops_one};
    const sn_node *node = s->node;
    const float *xc, *hc, *bias, *hr = NULL;
    SN_TRY(sn_step_constant(k, node, SN_RNN_WEIGHT_XC, &xc));
    SN_TRY(sn_step_constant(k, node, SN_RNN_BIAS_C, &bias));
    SN_TRY(sn_step_constant(k, node, SN_RNN_WEIGHT_HC, &hc));
    if (c.projects) SN_TRY(sn_step_constant(k, node, (unsigned)c.hr, &hr));
    SN_TRY(sn_loops_plan(k, s, &row));
    pack_rows(k, s, "weight_x", xc, c.directions, c.n_gates * c.cells, c.rows, c.size);
    pack_rows(k, s, "weight_h", hc, c.directions, c.n_gates * c.cells, c.rows, c.hidden);
    pack_bias(k, s, &c, bias);
    if (c.projects) {
        pack_rows(k, s, "weight_r", hr, c.directions, c.hidden, c.hidden_room, c.cells);
        sn_loops_pack(k, s, "zeros", c.hidden_room, "zeros");
    }
    s->n_phases = 2;
    s->units[0] = c.directions * c.batch * c.steps;
    s->units[1] = c.directions * c.batch;
    s->shared = c.directions * c.batch * c.steps * c.rows;
    s->scratch = c.hidden_room + c.rows + 2 * c.cells_room;
    s->flops = 2.0 * (double)(c.directions * c.batch * c.steps * c.n_gates * c.cells) *
               (double)(c.size + c.hidden);
    s->why = "input gates of all steps first, then step by step";
    return SN_OK;
}

static void bind(const sn_step *s, const emitted_cell *c, sn_bind *b)
{
    sn_bind_int(b, "kind", c->kind);
    sn_bind_int(b, "hidden", c->hidden);
    sn_bind_int(b, "cells", c->cells);
    sn_bind_int(b, "steps", c->steps);
    sn_bind_int(b, "size", c->size);
    sn_bind_int(b, "directions", c->directions);
    sn_bind_int(b, "batch", c->batch);
    sn_bind_int(b, "merged", c->merged);
    sn_bind_int(b, "projects", c->projects);
    sn_bind_int(b, "rows", c->rows);
    sn_bind_int(b, "hidden_room", c->hidden_room);
    sn_bind_int(b, "cells_room", c->cells_room);
    sn_bind_int(b, "has_c0", c->c0 >= 0 && sn_in(s->node, (unsigned)c->c0) != NULL);
    sn_bind_text(b, "backwards",
                 c->directions == 2               ? "d == 1"
                 : c->direction == SN_RNN_REVERSE ? "1"
                                                  : "0");
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const emitted_cell c = cell_of(s->node, sn_emit_machine(e)->lanes);
    sn_bind *b = NULL;
    SN_TRY(sn_loops_bind(e, s, &b));
    bind(s, &c, b);
    static const char *const helper[] = {sn_text_recurrent_rows};
    SN_TRY(sn_loops_body(e, s, 0, "recurrent_x", sn_text_recurrent_x, helper, 1, b));
    return sn_loops_body(e, s, 1, "recurrent", sn_text_recurrent, helper, 1, b);
}

const sn_kernel sn_kernel_recurrent = {
    .name = "recurrent",
    .ops = SN_OPS(&sn_op_rnn, &sn_op_lstm, &sn_op_gru),
    .synopsis = "rnn, lstm, gru: products with x for all time steps at once, then step by step",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
