/* SPDX-License-Identifier: Apache-2.0
 *
 * rnn (tanh), lstm (Hochreiter and Schmidhuber 1997; with projection: Sak et al. 2014) and gru
 * (Cho et al. 2014, the reset gate applied after the recurrent product as in PyTorch, or, without
 * linear_before_reset, before it).
 *
 * x is [time][batch][features] as in ONNX, or, as in PyTorch, without the batch. The results of
 * both directions are an axis behind the time, or stand side by side. Gates of one time step are
 * computed with the state of the step before, then the state is replaced at once. The order of
 * gates in the weights is input, forget, output, new of an lstm, reset, update, new of a gru. */
#include "ops/recurrent_cell.h"

#include "base/num.h"
#include "ops/affine_maps.h"
#include "ops/gather.h"
#include "ops/grad/grad.h"
#include "ops/rule.h"

#include <string.h>

sn_cell sn_cell_of_rnn(const void *params, sn_cell_kind kind)
{
    const sn_rnn_params *p = params;
    bool is_gru = kind == SN_CELL_GRU;
    return (sn_cell){.kind = kind,
                     .n_gates = is_gru ? 3 : 1,
                     .n_bias = is_gru ? 4 : 1,
                     .num_output = p->num_output,
                     .hidden = p->num_output,
                     .direction = p->direction,
                     .merged = p->merge_directions,
                     .n_directions = p->direction == SN_RNN_BIDIRECTIONAL ? 2 : 1,
                     .hr = -1,
                     .h0 = SN_RNN_H0,
                     .c0 = -1,
                     .lens = SN_RNN_LENS,
                     .peephole = -1,
                     .clip = (double)p->clip,
                     .linear_before_reset = p->linear_before_reset};
}

sn_cell sn_cell_of_lstm(const void *params)
{
    const sn_lstm_params *p = params;
    return (sn_cell){.kind = SN_CELL_LSTM,
                     .n_gates = 4,
                     .n_bias = 4,
                     .num_output = p->num_output,
                     .hidden = p->hidden_size,
                     .direction = p->direction,
                     .merged = p->merge_directions,
                     .n_directions = p->direction == SN_RNN_BIDIRECTIONAL ? 2 : 1,
                     .hr = SN_LSTM_WEIGHT_HR,
                     .h0 = SN_LSTM_H0,
                     .c0 = SN_LSTM_C0,
                     .lens = SN_LSTM_LENS,
                     .peephole = SN_LSTM_PEEPHOLE,
                     .clip = (double)p->clip};
}

/* ---- shapes ---------------------------------------------------------------------------------- */

/* Input `slot` is [d0][d1][d2] as far as it is known. */
static sn_status check_weight(const sn_infer *in, unsigned slot, int64_t d0, int64_t d1, sn_dim d2)
{
    sn_shape s = sn_shape_rule_shape(in, slot);
    sn_dim expected[3] = {d0, d1, d2};
    SN_TRY(sn_shape_rule_rank(in, slot, 3, 3));
    if (s.rank != 3) return SN_OK;
    for (int i = 0; i < 3; i++) {
        const char *what =
            sn_arena_printf(in->arena, "axis %d of %s", i, sn_op_slot(in->node->op, slot)->name);
        SN_TRY(sn_shape_rule_size(in, what, s.d[i], expected[i]));
    }
    return SN_OK;
}

/* A state is [D][batch][n]; it may have any shape of as many rows of n elements. */
static sn_status check_state(const sn_infer *in, int slot, const sn_cell *c, int64_t n)
{
    if (slot < 0 || !sn_shape_rule_has(in, (unsigned)slot)) return SN_OK;
    const sn_shape s = in->in_shape[slot], *x = &in->in_shape[SN_RNN_X];
    const char *name = sn_op_slot(in->node->op, (unsigned)slot)->name;
    SN_TRY(sn_shape_rule_rank(in, (unsigned)slot, 1, SN_MAX_RANK));
    if (s.rank < 1) return SN_OK;
    SN_TRY(sn_shape_rule_size(in, sn_arena_printf(in->arena, "width of %s", name), s.d[s.rank - 1],
                              n));
    sn_dim rows = 1;
    for (int i = 0; i + 1 < s.rank; i++) rows = sn_dim_mul(in->dims, rows, s.d[i]);
    if (x->rank < 2) return SN_OK;
    const sn_dim batch = x->rank == 3 ? x->d[1] : 1;
    return sn_shape_rule_size(in, sn_arena_printf(in->arena, "rows of %s", name), rows,
                              sn_dim_mul(in->dims, c->n_directions, batch));
}

static sn_status check_weights(const sn_infer *in, const sn_cell *c, sn_dim size)
{
    int d = c->n_directions;
    int64_t gates = c->n_gates * c->hidden;
    SN_TRY(check_weight(in, SN_RNN_WEIGHT_XC, d, gates, size));
    SN_TRY(check_weight(in, SN_RNN_BIAS_C, d, c->n_bias, c->hidden));
    SN_TRY(check_weight(in, SN_RNN_WEIGHT_HC, d, gates, c->num_output));
    if (c->hr < 0 || c->num_output == c->hidden) return SN_OK;
    if (!sn_shape_rule_has(in, (unsigned)c->hr)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "%lld outputs of %lld hidden need weight_hr, which is missing",
                            (long long)c->num_output, (long long)c->hidden);
    }
    return check_weight(in, (unsigned)c->hr, d, c->num_output, c->hidden);
}

static sn_status check_lens_and_peephole(const sn_infer *in, const sn_cell *c)
{
    const sn_shape *x = &in->in_shape[SN_RNN_X];
    const sn_shape lens = sn_shape_rule_shape(in, (unsigned)c->lens);
    SN_TRY(sn_shape_rule_rank(in, (unsigned)c->lens, 1, 1));
    if (x->rank >= 0 && lens.rank == 1)
        SN_TRY(
            sn_shape_rule_size(in, "size of sequence_lens", lens.d[0], x->rank == 3 ? x->d[1] : 1));
    if (c->peephole < 0) return SN_OK;
    const sn_shape p = sn_shape_rule_shape(in, (unsigned)c->peephole);
    SN_TRY(sn_shape_rule_rank(in, (unsigned)c->peephole, 2, 2));
    if (p.rank < 0) return SN_OK;
    SN_TRY(sn_shape_rule_size(in, "rows of peephole", p.d[0], c->n_directions));
    return sn_shape_rule_size(in, "width of peephole", p.d[1], 3 * c->hidden);
}

static void give_state(sn_infer *in, unsigned out, int slot, const sn_cell *c, int64_t n)
{
    const sn_shape *x = &in->in_shape[SN_RNN_X];
    sn_shape s = sn_shape_unknown();
    if (slot >= 0 && sn_shape_rule_has(in, (unsigned)slot))
        s = in->in_shape[slot];
    else if (x->rank == 2)
        s = SN_SHAPE(c->n_directions, n);
    else if (x->rank == 3)
        s = SN_SHAPE(c->n_directions, x->d[1], n);
    sn_shape_rule_give(in, out, s);
}

static sn_shape shape_of_y(const sn_cell *c, const sn_shape *x)
{
    sn_shape y = {.rank = 0};
    if (x->rank < 0) return sn_shape_unknown();
    y.d[y.rank++] = x->d[0];
    if (!c->merged) y.d[y.rank++] = c->n_directions;
    if (x->rank == 3) y.d[y.rank++] = x->d[1];
    y.d[y.rank++] = (c->merged ? c->n_directions : 1) * c->num_output;
    return y;
}

sn_status sn_cell_infer(sn_infer *in, const sn_cell *c)
{
    const sn_shape *x = &in->in_shape[SN_RNN_X];
    const sn_shape xc = sn_shape_rule_shape(in, SN_RNN_WEIGHT_XC);
    SN_TRY(sn_shape_rule_rank(in, SN_RNN_X, 2, 3));
    SN_TRY(sn_shape_rule_outputs(in, 1, c->kind == SN_CELL_LSTM ? 3 : 2));
    if (x->rank >= 0 && xc.rank == 3)
        SN_TRY(sn_shape_rule_size(in, "width of x", x->d[x->rank - 1], xc.d[2]));
    if (x->rank >= 0 || xc.rank == 3)
        SN_TRY(check_weights(in, c, xc.rank == 3 ? xc.d[2] : x->d[x->rank - 1]));
    SN_TRY(check_lens_and_peephole(in, c));
    SN_TRY(check_state(in, c->h0, c, c->num_output));
    SN_TRY(check_state(in, c->c0, c, c->hidden));
    if (c->c0 >= 0 &&
        sn_shape_rule_has(in, (unsigned)c->c0) != sn_shape_rule_has(in, (unsigned)c->h0)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "h0 and c0 come together, one is missing");
    }
    sn_shape_rule_give(in, 0, shape_of_y(c, x));
    if (in->n_out > 1) give_state(in, 1, c->h0, c, c->num_output);
    if (in->n_out > 2) give_state(in, 2, c->c0, c, c->hidden);
    return SN_OK;
}

static sn_status infer_rnn(sn_infer *in)
{
    sn_cell c = sn_cell_of_rnn(in->params, SN_CELL_RNN);
    return sn_cell_infer(in, &c);
}
static sn_status infer_gru(sn_infer *in)
{
    sn_cell c = sn_cell_of_rnn(in->params, SN_CELL_GRU);
    return sn_cell_infer(in, &c);
}
static sn_status infer_lstm(sn_infer *in)
{
    sn_cell c = sn_cell_of_lstm(in->params);
    return sn_cell_infer(in, &c);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

static double sigmoid(double v) { return 1 / (1 + exp(-v)); }

static double dot_x(const sn_cell_run *r, int64_t row, sn_elems x)
{
    double sum = 0;
    for (int64_t i = 0; i < r->size; i++)
        sum += sn_elems_at(r->xc, row * r->size + i) * sn_elems_at(x, i);
    return sum;
}

double sn_cell_dot(const sn_cell_run *r, int64_t row, const double *h)
{
    double sum = 0;
    int64_t n = r->c->num_output;
    for (int64_t i = 0; i < n; i++) sum += sn_elems_at(r->hc, row * n + i) * h[i];
    return sum;
}

static double dot_h(const sn_cell_run *r, int64_t row) { return sn_cell_dot(r, row, r->h); }

/* What goes into an activation. */
static double clipped(const sn_cell_run *r, double v)
{
    const double most = r->c->clip;
    return most > 0 && v > most ? most : most > 0 && v < -most ? -most : v;
}

/* The share of the cells in a gate: 0 is that of I, 1 of O, 2 of F. */
static double peep(const sn_cell_run *r, int gate, int64_t q)
{
    return r->peephole.data ? sn_elems_at(r->peephole, gate * r->c->hidden + q) * r->cells[q] : 0;
}

double sn_cell_bias(const sn_cell_run *r, int row, int64_t q)
{
    return sn_elems_at(r->bias, row * r->c->hidden + q);
}

static void step_rnn(const sn_cell_run *r, sn_elems x)
{
    int64_t n = r->c->hidden;
    for (int64_t q = 0; q < n; q++) {
        r->gates[q] = tanh(clipped(r, sn_cell_bias(r, 0, q) + dot_x(r, q, x) + dot_h(r, q)));
    }
    memcpy(r->h, r->gates, (size_t)n * sizeof(double));
}

static void step_gru(const sn_cell_run *r, sn_elems x)
{
    int64_t n = r->c->hidden;
    double *reset = r->gates, *update = r->gates + n, *fresh = r->gates + 2 * n;
    for (int64_t q = 0; q < n; q++) {
        reset[q] = sigmoid(clipped(r, sn_cell_bias(r, 0, q) + dot_x(r, q, x) + dot_h(r, q)));
        update[q] =
            sigmoid(clipped(r, sn_cell_bias(r, 1, q) + dot_x(r, n + q, x) + dot_h(r, n + q)));
        r->before[q] = reset[q] * r->h[q];
    }
    for (int64_t q = 0; q < n; q++) {
        const int64_t row = 2 * n + q;
        const double recurrent = r->c->linear_before_reset
                                     ? reset[q] * (sn_cell_bias(r, 3, q) + dot_h(r, row))
                                     : sn_cell_bias(r, 3, q) + sn_cell_dot(r, row, r->before);
        fresh[q] = tanh(clipped(r, sn_cell_bias(r, 2, q) + recurrent + dot_x(r, row, x)));
    }
    for (int64_t q = 0; q < n; q++) r->h[q] = (1 - update[q]) * fresh[q] + update[q] * r->h[q];
}

static void step_lstm(const sn_cell_run *r, sn_elems x)
{
    int64_t n = r->c->hidden;
    for (int gate = 0; gate < 4; gate++) {
        for (int64_t q = 0; q < n; q++) {
            int64_t row = gate * n + q;
            r->gates[row] = sn_cell_bias(r, gate, q) + dot_x(r, row, x) + dot_h(r, row);
        }
    }
    for (int64_t q = 0; q < n; q++) {
        const double i = sigmoid(clipped(r, r->gates[q] + peep(r, 0, q)));
        const double f = sigmoid(clipped(r, r->gates[n + q] + peep(r, 2, q)));
        const double g = tanh(clipped(r, r->gates[3 * n + q]));
        r->cells[q] = f * r->cells[q] + i * g;
        const double o = sigmoid(clipped(r, r->gates[2 * n + q] + peep(r, 1, q)));
        r->before[q] = o * tanh(r->cells[q]);
        r->gates[q] = i, r->gates[n + q] = f, r->gates[2 * n + q] = o, r->gates[3 * n + q] = g;
    }
    for (int64_t q = 0; q < r->c->num_output; q++) {
        if (!r->hr.data) {
            r->h[q] = r->before[q];
            continue;
        }
        r->h[q] = 0;
        for (int64_t i = 0; i < n; i++) r->h[q] += r->before[i] * sn_elems_at(r->hr, q * n + i);
    }
}

void sn_cell_step(const sn_cell_run *r, int64_t t)
{
    static void (*const step[])(const sn_cell_run *, sn_elems) = {step_rnn, step_lstm, step_gru};
    step[r->c->kind](r, sn_elems_from(r->x, sn_cell_place(r, t) * r->x_stride));
}

static void run_direction(const sn_cell_run *r, sn_elems y)
{
    for (int64_t t = 0; t < r->steps; t++) {
        const int64_t at = sn_cell_place(r, t);
        sn_cell_step(r, t);
        for (int64_t q = 0; q < r->c->num_output; q++)
            sn_elems_put(y, at * r->y_stride + q, r->h[q]);
    }
    for (int64_t t = r->steps; t < r->all; t++)
        for (int64_t q = 0; q < r->c->num_output; q++) sn_elems_put(y, t * r->y_stride + q, 0);
}

/* Without data where there is no such slot. */
static sn_elems input_of(const sn_eval *e, int slot)
{
    return slot < 0 ? sn_elems_of(NULL, SN_TYPE_UNKNOWN) : sn_eval_elems(e, (unsigned)slot);
}

/* A row of a state, or zeros. States are kept in double from step to step. */
static void load_state(const sn_eval *e, int slot, int64_t row, int64_t n, double *state)
{
    const sn_elems given = input_of(e, slot);
    for (int64_t i = 0; i < n; i++) state[i] = given.data ? sn_elems_at(given, row * n + i) : 0;
}

static void store_state(const sn_eval *e, unsigned out, int64_t row, int64_t n, const double *state)
{
    if (out >= e->n_out) return;
    const sn_elems to = sn_eval_out_elems(e, out);
    for (int64_t i = 0; i < n; i++) sn_elems_put(to, row * n + i, state[i]);
}

static sn_elems direction_of(const sn_eval *e, int slot, int64_t d, int64_t each)
{
    return sn_elems_from(input_of(e, slot), d * each);
}

static sn_status steps_of(const sn_eval *e, const sn_cell *c, int64_t k, int64_t all, int64_t *out)
{
    const sn_elems lens = input_of(e, c->lens);
    *out = lens.data ? (int64_t)sn_elems_word(lens, k) : all;
    if (*out >= 0 && *out <= all) return SN_OK;
    return sn_node_fail(e->ctx, e->node, SN_E_SHAPE,
                        "sequence %lld has %lld steps, 0 to %lld expected", (long long)k,
                        (long long)*out, (long long)all);
}

sn_status sn_cell_run_of(const sn_eval *e, const sn_cell *c, int64_t row, sn_cell_run *r)
{
    const sn_shape *x = &e->in_shape[SN_RNN_X];
    const int64_t batch = x->rank == 3 ? x->d[1] : 1, size = x->d[x->rank - 1];
    const int64_t n = c->hidden, gates = c->n_gates * n, d = row / batch, k = row % batch;
    const bool projects = c->hr >= 0 && c->num_output != n;
    *r = (sn_cell_run){.c = c,
                       .x = sn_elems_from(sn_eval_elems(e, SN_RNN_X), k * size),
                       .xc = direction_of(e, SN_RNN_WEIGHT_XC, d, gates * size),
                       .bias = direction_of(e, SN_RNN_BIAS_C, d, c->n_bias * n),
                       .hc = direction_of(e, SN_RNN_WEIGHT_HC, d, gates * c->num_output),
                       .hr = direction_of(e, projects ? c->hr : -1, d, c->num_output * n),
                       .peephole = direction_of(e, c->peephole, d, 3 * n),
                       .y = (c->merged ? k * c->n_directions + d : row) * c->num_output,
                       .x_stride = batch * size,
                       .y_stride = batch * c->n_directions * c->num_output,
                       .size = size,
                       .all = x->d[0],
                       .reverse = d == 1 || c->direction == SN_RNN_REVERSE,
                       .h = SN_NEW_N(e->arena, double, c->num_output),
                       .cells = SN_NEW_N(e->arena, double, n),
                       .gates = SN_NEW_N(e->arena, double, gates),
                       .before = SN_NEW_N(e->arena, double, n)};
    SN_TRY(steps_of(e, c, k, x->d[0], &r->steps));
    load_state(e, c->h0, row, c->num_output, r->h);
    load_state(e, c->c0, row, n, r->cells);
    return SN_OK;
}

static sn_status eval_cell(sn_eval *e, const sn_cell *c)
{
    SN_TRY(sn_eval_ready(e));
    const sn_shape *x = &e->in_shape[SN_RNN_X];
    const int64_t batch = x->rank == 3 ? x->d[1] : 1;
    for (int64_t row = 0; row < c->n_directions * batch; row++) {
        const sn_arena_mark mark = sn_arena_save(e->arena);
        sn_cell_run r;
        SN_TRY(sn_cell_run_of(e, c, row, &r));
        run_direction(&r, sn_elems_from(sn_eval_out_elems(e, 0), r.y));
        store_state(e, 1, row, c->num_output, r.h);
        store_state(e, 2, row, c->hidden, r.cells);
        sn_arena_restore(e->arena, mark);
    }
    return SN_OK;
}

static sn_status eval_rnn(sn_eval *e)
{
    sn_cell c = sn_cell_of_rnn(e->params, SN_CELL_RNN);
    return eval_cell(e, &c);
}
static sn_status eval_gru(sn_eval *e)
{
    sn_cell c = sn_cell_of_rnn(e->params, SN_CELL_GRU);
    return eval_cell(e, &c);
}
static sn_status eval_lstm(sn_eval *e)
{
    sn_cell c = sn_cell_of_lstm(e->params);
    return eval_cell(e, &c);
}

/* Lengths, which may be all steps. */
static bool wants_lens(const sn_node *node, unsigned slot, unsigned lens, int64_t *limit)
{
    *limit = sn_index_limit(sn_in(node, SN_RNN_X), 0, 1) + 1;
    return slot == lens;
}

bool sn_rnn_wants_integers(const sn_node *node, unsigned slot, int64_t *limit)
{
    return wants_lens(node, slot, SN_RNN_LENS, limit);
}

bool sn_lstm_wants_integers(const sn_node *node, unsigned slot, int64_t *limit)
{
    return wants_lens(node, slot, SN_LSTM_LENS, limit);
}

/* Every weight is read once in each step. */
static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_shape *x = &in->in_shape[SN_RNN_X];
    double weights = 0;
    for (unsigned i = SN_RNN_WEIGHT_XC; i < in->n_in; i++) {
        if (in->present[i] && in->in_shape[i].rank == 3)
            weights += sn_shape_elements(&in->in_shape[i]);
    }
    out->weight_bytes = 4 * weights;
    if (x->rank < 2 || !sn_dim_known(x->d[0]) || !sn_dim_known(x->d[x->rank - 2])) return;
    out->macs = weights * (double)x->d[0] * (x->rank == 3 ? (double)x->d[1] : 1);
}

/* ---- operators ------------------------------------------------------------------------------- */

#define MAX_WIDTH 16777216 /* so that products of two widths and a few gates stay small */

#define MERGE_HELP "directions stand side by side in the last axis of y, instead of behind time"

#define CLIP_HELP "what goes into activations is cut to -clip..clip; 0: it is not"

static const char *const directions[] = {"forward", "reverse", "bidirectional", NULL};
const sn_param sn_rnn_table[] = {
    SN_P_INT(sn_rnn_params, num_output, 0, 0, MAX_WIDTH, "width of the state and of each output"),
    SN_P_ENUM(sn_rnn_params, direction, SN_RNN_FORWARD, directions, "which way time runs"),
    SN_P_BOOL(sn_rnn_params, merge_directions, 0, MERGE_HELP),
    SN_P_F32(sn_rnn_params, clip, 0, CLIP_HELP),
    SN_P_END,
};
const sn_param sn_gru_table[] = {
    SN_P_INT(sn_rnn_params, num_output, 0, 0, MAX_WIDTH, "width of the state and of each output"),
    SN_P_ENUM(sn_rnn_params, direction, SN_RNN_FORWARD, directions, "which way time runs"),
    SN_P_BOOL(sn_rnn_params, merge_directions, 0, MERGE_HELP),
    SN_P_F32(sn_rnn_params, clip, 0, CLIP_HELP),
    SN_P_BOOL(sn_rnn_params, linear_before_reset, 1,
              "the reset gate goes onto what the weights make of the state, not onto the state"),
    SN_P_END,
};
const sn_param sn_lstm_table[] = {
    SN_P_INT(sn_lstm_params, num_output, 0, 0, MAX_WIDTH, "width of each output"),
    SN_P_INT_LIKE(sn_lstm_params, hidden_size, "num_output", 0, MAX_WIDTH, "width of the cells"),
    SN_P_ENUM(sn_lstm_params, direction, SN_RNN_FORWARD, directions, "which way time runs"),
    SN_P_BOOL(sn_lstm_params, merge_directions, 0, MERGE_HELP),
    SN_P_F32(sn_lstm_params, clip, 0, CLIP_HELP),
    SN_P_END,
};

static const char *const need_width = "num_output is 0, at least 1 expected";

const char *sn_rnn_validate(const void *params, sn_arena *arena)
{
    (void)arena;
    return ((const sn_rnn_params *)params)->num_output < 1 ? need_width : NULL;
}

const char *sn_lstm_validate(const void *params, sn_arena *arena)
{
    (void)arena;
    const sn_lstm_params *p = params;
    if (p->num_output < 1) return need_width;
    return p->hidden_size < 1 ? "hidden_size is 0, at least 1 expected" : NULL;
}

static const sn_slot rnn_slots[] = {
    {"x", 0},
    {"weight_xc", SN_SLOT_WEIGHT},
    {"bias_c", SN_SLOT_WEIGHT},
    {"weight_hc", SN_SLOT_WEIGHT},
    {"h0", SN_SLOT_OPTIONAL | SN_SLOT_ZERO},
    {"sequence_lens", SN_SLOT_OPTIONAL},
    {NULL, 0},
};
static const sn_slot lstm_slots[] = {
    {"x", 0},
    {"weight_xc", SN_SLOT_WEIGHT},
    {"bias_c", SN_SLOT_WEIGHT},
    {"weight_hc", SN_SLOT_WEIGHT},
    {"weight_hr", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT},
    {"h0", SN_SLOT_OPTIONAL | SN_SLOT_ZERO},
    {"c0", SN_SLOT_OPTIONAL | SN_SLOT_ZERO},
    {"sequence_lens", SN_SLOT_OPTIONAL},
    {"peephole", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT},
    {NULL, 0},
};
static const char *const out_names[] = {"y", "hn", "cn"};

/* Factors of the features of x go into weight_xc, what a shift adds into the bias: its rows are
 * those of the weight, but for a gru, where a new gate has two. */
static sn_answer fold_in(const sn_node *node, uint16_t slot, const sn_affine *map, sn_arena *arena,
                         sn_fold_in *out)
{
    (void)arena;
    const sn_value *w = sn_in(node, SN_RNN_WEIGHT_XC), *b = sn_in(node, SN_RNN_BIAS_C);
    if (slot != SN_RNN_X) return SN_ANSWER_NO("the map is not one of its features");
    sn_answer a = sn_fixed_f32(w, false);
    if (a.is == SN_YES && map->shift) a = sn_fixed_f32(b, true);
    if (a.is != SN_YES) return a;
    if (w->shape.rank != 3) return SN_ANSWER_NO("its weights have no columns");
    if (map->axis != SN_AXIS_NONE) {
        const int rank = sn_in(node, slot)->shape.rank;
        if (rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
        if (map->axis != rank - 1 || map->n != w->shape.d[2])
            return SN_ANSWER_NO("the factors do not run along its features");
    }
    *out = (sn_fold_in){.weight = SN_RNN_WEIGHT_XC,
                        .bias = SN_RNN_BIAS_C,
                        .rows = w->shape.d[0] * w->shape.d[1],
                        .row_step = w->shape.d[2],
                        .columns = w->shape.d[2],
                        .column_step = 1,
                        .taps = 1,
                        .groups = 1};
    if (map->shift && sn_tensor_count(sn_const_of(b)) != out->rows)
        return SN_ANSWER_NO("a shift does not fit into its bias");
    return a;
}

const sn_op sn_op_rnn = {
    .name = "rnn",
    .synopsis = "h' = tanh(W_xc x + W_hc h + b)",
    .slots = rnn_slots,
    .types = "float,float,float,float,float,i32->float",
    .wide = true,
    .n_out = SN_VARIADIC_OUT,
    .out_names = out_names,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_rnn_params),
    .params = sn_rnn_table,
    .validate = sn_rnn_validate,
    .infer = infer_rnn,
    .eval = eval_rnn,
    .grad = sn_grad_rnn,
    .fold_in = fold_in,
    .wants_integers = sn_rnn_wants_integers,
    .cost = cost,
};

const sn_op sn_op_lstm = {
    .name = "lstm",
    .synopsis = "c' = f c + i g, h' = W_hr (o tanh(c'))",
    .slots = lstm_slots,
    .types = "float,float,float,float,float,float,float,i32,float->float",
    .wide = true,
    .n_out = SN_VARIADIC_OUT,
    .out_names = out_names,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_lstm_params),
    .params = sn_lstm_table,
    .validate = sn_lstm_validate,
    .infer = infer_lstm,
    .eval = eval_lstm,
    .grad = sn_grad_lstm,
    .fold_in = fold_in,
    .wants_integers = sn_lstm_wants_integers,
    .cost = cost,
};

const sn_op sn_op_gru = {
    .name = "gru",
    .synopsis = "h' = (1 - u) n + u h",
    .slots = rnn_slots,
    .types = "float,float,float,float,float,i32->float",
    .wide = true,
    .n_out = SN_VARIADIC_OUT,
    .out_names = out_names,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_rnn_params),
    .params = sn_gru_table,
    .validate = sn_rnn_validate,
    .infer = infer_gru,
    .eval = eval_gru,
    .grad = sn_grad_gru,
    .fold_in = fold_in,
    .wants_integers = sn_rnn_wants_integers,
    .cost = cost,
};
