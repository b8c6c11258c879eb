/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of rnn, lstm and gru: backpropagation through time (Werbos, 1990). Each direction of
 * each sequence is run again, its states and gates are kept, and then it is walked back; that makes
 * the gradients by what goes into the gates, of which those by the weights and by x are sums, each
 * in an order of its own whatever the number of threads. */
#include "ops/recurrent_gradient.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "ops/recurrent_cell.h"
#include "ops/rule.h"

/* ---- shapes ---------------------------------------------------------------------------------- */

enum { MOST_RESULTS = 8 };

static sn_status check_like(const sn_infer *in, unsigned slot, const sn_shape *y)
{
    const sn_shape s = sn_shape_rule_shape(in, slot);
    const char *name = sn_op_slot(in->node->op, slot)->name;
    if (s.rank < 0 || y->rank < 0) return SN_OK;
    SN_TRY(sn_shape_rule_rank(in, slot, y->rank, y->rank));
    for (int i = 0; i < y->rank; i++)
        SN_TRY(sn_shape_rule_size(in, sn_arena_printf(in->arena, "axis %d of %s", i, name), s.d[i],
                                  y->d[i]));
    return SN_OK;
}

/* Each result is like the input that it is a gradient by; empty where that is left out. */
static sn_status infer_gradient(sn_infer *in, const sn_cell *c, unsigned dy, const int *slots)
{
    const uint16_t n = c->kind == SN_CELL_LSTM ? 3 : 2;
    sn_shape results[3];
    sn_type types[3];
    sn_infer forward = *in;
    forward.out_shape = results;
    forward.out_type = types;
    forward.out_contents = NULL;
    forward.n_out = n;
    for (unsigned i = 0; i < n; i++) results[i] = sn_shape_unknown(), types[i] = SN_TYPE_UNKNOWN;
    SN_TRY(sn_cell_infer(&forward, c));
    for (unsigned i = 0; i < n; i++) SN_TRY(check_like(in, dy + i, &results[i]));
    for (unsigned i = 0; i < in->n_out; i++) {
        const unsigned slot = (unsigned)slots[i];
        sn_shape_rule_give(in, i, sn_shape_rule_has(in, slot) ? in->in_shape[slot] : SN_SHAPE(0));
    }
    return SN_OK;
}

/* ---- back through time ----------------------------------------------------------------------- */

/* What is kept of one direction of one sequence, by steps. */
typedef struct history {
    sn_cell_run run;
    double *h, *cells;   /* [steps + 1][num_output], [steps + 1][hidden] */
    double *gates;       /* [steps][n_gates * hidden], activated */
    double *before;      /* [steps][hidden] */
    double *by_x, *by_h; /* [steps][n_gates * hidden]: by what is made of x; of the state */
    double *by_out;      /* [steps][num_output]: by the state behind a projection */
    double *dh, *dc;     /* [num_output], [hidden]: by the state in front of a step */
    double *spare;       /* [hidden] */
} history;

typedef struct back {
    const sn_eval *e;
    const sn_cell *c;
    int64_t batch;
    sn_elems dy, dhn, dcn; /* without data: zeros */
    history *rows;         /* [directions][batch] */
} back;

static double *kept(sn_arena *arena, int64_t rows, int64_t n)
{
    return SN_NEW_N(arena, double, rows *n);
}

static sn_status begin(const back *b, int64_t row, history *h)
{
    const sn_cell *c = b->c;
    const int64_t n = c->hidden, gates = c->n_gates * n;
    sn_arena *arena = b->e->arena;
    SN_TRY(sn_cell_run_of(b->e, c, row, &h->run));
    const int64_t steps = h->run.steps;
    h->h = kept(arena, steps + 1, c->num_output);
    h->cells = kept(arena, steps + 1, n);
    h->gates = kept(arena, steps, gates);
    h->before = kept(arena, steps, n);
    h->by_x = kept(arena, steps, gates);
    h->by_h = c->kind == SN_CELL_GRU ? kept(arena, steps, gates) : h->by_x;
    h->by_out = kept(arena, steps, c->num_output);
    h->dh = kept(arena, 1, c->num_output);
    h->dc = kept(arena, 1, n);
    h->spare = kept(arena, 1, n);
    return SN_OK;
}

static void keep(double *to, const double *from, int64_t n)
{
    memcpy(to, from, (size_t)n * sizeof *to);
}

static void run_forward(history *h)
{
    const sn_cell *c = h->run.c;
    const int64_t n = c->hidden, out = c->num_output;
    keep(h->h, h->run.h, out);
    keep(h->cells, h->run.cells, n);
    for (int64_t t = 0; t < h->run.steps; t++) {
        sn_cell_step(&h->run, t);
        keep(h->h + (t + 1) * out, h->run.h, out);
        keep(h->cells + (t + 1) * n, h->run.cells, n);
        keep(h->gates + t * c->n_gates * n, h->run.gates, c->n_gates * n);
        keep(h->before + t * n, h->run.before, n);
    }
}

/* Whether that is what a gate makes of something that was cut: it does not change then. */
static bool is_cut(const sn_cell *c, double gate, double (*function)(double))
{
    return c->clip > 0 && (gate >= function(c->clip) || gate <= function(-c->clip));
}

static double sigmoid(double v) { return 1 / (1 + exp(-v)); }

static double through_sigmoid(const sn_cell *c, double by, double gate)
{
    return is_cut(c, gate, sigmoid) ? 0 : by * gate * (1 - gate);
}

static double through_tanh(const sn_cell *c, double by, double gate)
{
    return is_cut(c, gate, tanh) ? 0 : by * (1 - gate * gate);
}

/* sum over rows first..first + n of weight_hc of by[row] times the row, added to `to`. */
static void add_by_state(const history *h, const double *by, int64_t first, int64_t n, double *to)
{
    const int64_t out = h->run.c->num_output;
    for (int64_t row = first; row < first + n; row++)
        for (int64_t i = 0; i < out; i++) to[i] += by[row] * sn_elems_at(h->run.hc, row * out + i);
}

static void back_rnn(history *h, int64_t t)
{
    const sn_cell *c = h->run.c;
    const int64_t n = c->hidden;
    double *by = h->by_x + t * n;
    for (int64_t q = 0; q < n; q++) by[q] = through_tanh(c, h->dh[q], h->gates[t * n + q]);
    memset(h->dh, 0, (size_t)n * sizeof *h->dh);
    add_by_state(h, by, 0, n, h->dh);
}

static void back_gru(history *h, int64_t t)
{
    const sn_cell *c = h->run.c;
    const int64_t n = c->hidden;
    const double *reset = h->gates + t * 3 * n, *update = reset + n, *fresh = update + n,
                 *was = h->h + t * n;
    double *by_x = h->by_x + t * 3 * n, *by_h = h->by_h + t * 3 * n;
    for (int64_t q = 0; q < n; q++) {
        const double dh = h->dh[q];
        by_x[n + q] = through_sigmoid(c, dh * (was[q] - fresh[q]), update[q]);
        by_x[2 * n + q] = through_tanh(c, dh * (1 - update[q]), fresh[q]);
        by_h[2 * n + q] = by_x[2 * n + q] * (c->linear_before_reset ? reset[q] : 1);
        h->dh[q] = dh * update[q];
        h->spare[q] = 0;
    }
    add_by_state(h, by_h, 2 * n, n, c->linear_before_reset ? h->dh : h->spare);
    for (int64_t q = 0; q < n; q++) {
        double by_reset = h->spare[q] * was[q];
        if (c->linear_before_reset)
            by_reset = by_x[2 * n + q] *
                       (sn_cell_bias(&h->run, 3, q) + sn_cell_dot(&h->run, 2 * n + q, was));
        else
            h->dh[q] += h->spare[q] * reset[q];
        by_x[q] = through_sigmoid(c, by_reset, reset[q]);
    }
    keep(by_h, by_x, 2 * n);
    add_by_state(h, by_h, 0, 2 * n, h->dh);
}

static void back_lstm(history *h, int64_t t)
{
    const sn_cell *c = h->run.c;
    const int64_t n = c->hidden, out = c->num_output;
    const sn_elems peep = h->run.peephole;
    const double *i = h->gates + t * 4 * n, *f = i + n, *o = f + n, *g = o + n,
                 *was = h->cells + t * n, *cells = was + n;
    double *by = h->by_x + t * 4 * n;
    for (int64_t q = 0; q < n; q++) {
        double dh = h->run.hr.data ? 0 : h->dh[q];
        for (int64_t k = 0; h->run.hr.data && k < out; k++)
            dh += h->dh[k] * sn_elems_at(h->run.hr, k * n + q);
        const double squashed = tanh(cells[q]);
        by[2 * n + q] = through_sigmoid(c, dh * squashed, o[q]);
        double dc = h->dc[q] + dh * o[q] * (1 - squashed * squashed);
        if (peep.data) dc += by[2 * n + q] * sn_elems_at(peep, n + q);
        by[q] = through_sigmoid(c, dc * g[q], i[q]);
        by[n + q] = through_sigmoid(c, dc * was[q], f[q]);
        by[3 * n + q] = through_tanh(c, dc * i[q], g[q]);
        h->dc[q] = dc * f[q];
        if (peep.data)
            h->dc[q] += by[q] * sn_elems_at(peep, q) + by[n + q] * sn_elems_at(peep, 2 * n + q);
    }
    memset(h->dh, 0, (size_t)out * sizeof *h->dh);
    add_by_state(h, by, 0, 4 * n, h->dh);
}

static void one_row(void *user, int64_t row)
{
    static void (*const step[])(history *, int64_t) = {back_rnn, back_lstm, back_gru};
    const back *b = user;
    const sn_cell *c = b->c;
    const int64_t out = c->num_output;
    history *h = &b->rows[row];
    run_forward(h);
    for (int64_t q = 0; b->dhn.data && q < out; q++) h->dh[q] = sn_elems_at(b->dhn, row * out + q);
    for (int64_t q = 0; b->dcn.data && q < c->hidden; q++)
        h->dc[q] = sn_elems_at(b->dcn, row * c->hidden + q);
    for (int64_t t = h->run.steps; t-- > 0;) {
        const int64_t at = h->run.y + sn_cell_place(&h->run, t) * h->run.y_stride;
        for (int64_t q = 0; b->dy.data && q < out; q++) h->dh[q] += sn_elems_at(b->dy, at + q);
        keep(h->by_out + t * out, h->dh, out);
        step[c->kind](h, t);
    }
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Where to, and which of the rows' steps it is about. */
typedef struct sums {
    const back *b;
    sn_elems to;
} sums;

/* For all sequences of a direction, one after the other, and all steps. */
#define EACH_STEP(b, d, h, t)                                                                      \
    for (const history *h = (b)->rows + (d) * (b)->batch; h < (b)->rows + ((d) + 1) * (b)->batch;  \
         h++)                                                                                      \
        for (int64_t t = 0; t < h->run.steps; t++)

/* Row `i` of weight_xc of all directions. */
static void by_weight_xc(void *user, int64_t i)
{
    const sums *s = user;
    const sn_cell *c = s->b->c;
    const int64_t gates = c->n_gates * c->hidden, d = i / gates, row = i % gates,
                  size = s->b->rows->run.size;
    for (int64_t k = 0; k < size; k++) {
        double sum = 0;
        EACH_STEP(s->b, d, h, t)
        sum += h->by_x[t * gates + row] *
               sn_elems_at(h->run.x, sn_cell_place(&h->run, t) * h->run.x_stride + k);
        sn_elems_put(s->to, i * size + k, sum);
    }
}

static void by_weight_hc(void *user, int64_t i)
{
    const sums *s = user;
    const sn_cell *c = s->b->c;
    const int64_t gates = c->n_gates * c->hidden, d = i / gates, row = i % gates,
                  out = c->num_output;
    const bool reset_first =
        c->kind == SN_CELL_GRU && !c->linear_before_reset && row >= 2 * c->hidden;
    for (int64_t k = 0; k < out; k++) {
        double sum = 0;
        EACH_STEP(s->b, d, h, t)
        sum += h->by_h[t * gates + row] * (reset_first ? h->before : h->h)[t * out + k];
        sn_elems_put(s->to, i * out + k, sum);
    }
}

static void by_bias(void *user, int64_t i)
{
    const sums *s = user;
    const sn_cell *c = s->b->c;
    const int64_t n = c->hidden, d = i / (c->n_bias * n), row = i % (c->n_bias * n);
    const bool of_state = row >= c->n_gates * n; /* of a gru the last one */
    double sum = 0;
    EACH_STEP(s->b, d, h, t)
    sum += of_state ? h->by_h[t * c->n_gates * n + row - n] : h->by_x[t * c->n_gates * n + row];
    sn_elems_put(s->to, i, sum);
}

static void by_weight_hr(void *user, int64_t i)
{
    const sums *s = user;
    const sn_cell *c = s->b->c;
    const int64_t out = c->num_output, n = c->hidden, d = i / out, row = i % out;
    for (int64_t k = 0; k < n; k++) {
        double sum = 0;
        EACH_STEP(s->b, d, h, t)
        if (h->run.hr.data) sum += h->by_out[t * out + row] * h->before[t * n + k];
        sn_elems_put(s->to, i * n + k, sum);
    }
}

/* Of the gates I, O, F: the cells in front of the step, behind it, in front of it. */
static void by_peephole(void *user, int64_t i)
{
    static const int gate_of[] = {0, 2, 1};
    const sums *s = user;
    const int64_t n = s->b->c->hidden, d = i / (3 * n), which = i / n % 3, q = i % n;
    double sum = 0;
    EACH_STEP(s->b, d, h, t)
    sum += h->by_x[(t * 4 + gate_of[which]) * n + q] * h->cells[(t + (which == 1)) * n + q];
    sn_elems_put(s->to, i, sum);
}

/* One row of x: of both directions. */
static void by_x(void *user, int64_t i)
{
    const sums *s = user;
    const back *b = s->b;
    const int64_t gates = b->c->n_gates * b->c->hidden, size = b->rows->run.size, at = i / b->batch;
    for (int64_t k = 0; k < size; k++) {
        double sum = 0;
        for (int d = 0; d < b->c->n_directions; d++) {
            const history *h = &b->rows[d * b->batch + i % b->batch];
            const int64_t t = sn_cell_place(&h->run, at);
            for (int64_t row = 0; at < h->run.steps && row < gates; row++)
                sum += h->by_x[t * gates + row] * sn_elems_at(h->run.xc, row * size + k);
        }
        sn_elems_put(s->to, i * size + k, sum);
    }
}

static void sum_up(const back *b, int result, int slot, int64_t n,
                   void (*function)(void *user, int64_t i))
{
    if (slot < 0 || (unsigned)slot >= b->e->n_in || !b->e->in[slot]) return;
    sums s = {b, sn_eval_out_elems(b->e, (unsigned)result)};
    if (sn_shape_count(&b->e->out_shape[result]) > 0) sn_parallel_for(b->e->ctx, n, function, &s);
}

static void give_states(const back *b, int result, int slot, int64_t n, bool cells)
{
    if (slot < 0 || (unsigned)slot >= b->e->n_in || !b->e->in[slot]) return;
    const sn_elems to = sn_eval_out_elems(b->e, (unsigned)result);
    for (int64_t row = 0; row < b->c->n_directions * b->batch; row++)
        for (int64_t q = 0; q < n; q++)
            sn_elems_put(to, row * n + q, (cells ? b->rows[row].dc : b->rows[row].dh)[q]);
}

static sn_elems given(const sn_eval *e, unsigned slot)
{
    return slot < e->n_in ? sn_eval_elems(e, slot) : sn_elems_of(NULL, SN_TYPE_UNKNOWN);
}

static sn_status eval_gradient(sn_eval *e, const sn_cell *c, unsigned dy)
{
    SN_TRY(sn_eval_ready(e));
    const sn_shape *x = &e->in_shape[SN_RNN_X];
    const bool lstm = c->kind == SN_CELL_LSTM;
    back b = {.e = e,
              .c = c,
              .batch = x->rank == 3 ? x->d[1] : 1,
              .dy = given(e, dy),
              .dhn = given(e, dy + 1),
              .dcn = lstm ? given(e, dy + 2) : sn_elems_of(NULL, SN_TYPE_UNKNOWN)};
    const int64_t rows = c->n_directions * b.batch, d = c->n_directions, n = c->hidden;
    b.rows = SN_NEW_N(e->arena, history, rows + 1);
    for (int64_t i = 0; i < rows; i++) SN_TRY(begin(&b, i, &b.rows[i]));
    b.rows[0].run.size = x->d[x->rank - 1]; /* also of no sequence */
    sn_parallel_for(e->ctx, rows, one_row, &b);
    sum_up(&b, SN_RNN_BY_X, SN_RNN_X, x->d[0] * b.batch, by_x);
    sum_up(&b, SN_RNN_BY_WEIGHT_XC, SN_RNN_WEIGHT_XC, d * c->n_gates * n, by_weight_xc);
    sum_up(&b, SN_RNN_BY_BIAS_C, SN_RNN_BIAS_C, d * c->n_bias * n, by_bias);
    sum_up(&b, SN_RNN_BY_WEIGHT_HC, SN_RNN_WEIGHT_HC, d * c->n_gates * n, by_weight_hc);
    sum_up(&b, SN_LSTM_BY_WEIGHT_HR, c->hr, d * c->num_output, by_weight_hr);
    sum_up(&b, SN_LSTM_BY_PEEPHOLE, c->peephole, d * 3 * n, by_peephole);
    give_states(&b, lstm ? SN_LSTM_BY_H0 : SN_RNN_BY_H0, c->h0, c->num_output, false);
    give_states(&b, SN_LSTM_BY_C0, c->c0, n, true);
    return SN_OK;
}

/* ---- operators ------------------------------------------------------------------------------- */

static const int rnn_by[] = {SN_RNN_X, SN_RNN_WEIGHT_XC, SN_RNN_BIAS_C, SN_RNN_WEIGHT_HC,
                             SN_RNN_H0};
static const int lstm_by[MOST_RESULTS] = {SN_RNN_X,         SN_RNN_WEIGHT_XC,  SN_RNN_BIAS_C,
                                          SN_RNN_WEIGHT_HC, SN_LSTM_WEIGHT_HR, SN_LSTM_H0,
                                          SN_LSTM_C0,       SN_LSTM_PEEPHOLE};

const int *sn_recurrent_gradient_slots(const sn_op *op)
{
    return op == &sn_op_lstm_gradient ? lstm_by : rnn_by;
}

static sn_status rnn_infer(sn_infer *in)
{
    const sn_cell c = sn_cell_of_rnn(in->params, SN_CELL_RNN);
    return infer_gradient(in, &c, SN_RNN_GRADIENT_DY, rnn_by);
}
static sn_status gru_infer(sn_infer *in)
{
    const sn_cell c = sn_cell_of_rnn(in->params, SN_CELL_GRU);
    return infer_gradient(in, &c, SN_RNN_GRADIENT_DY, rnn_by);
}
static sn_status lstm_infer(sn_infer *in)
{
    const sn_cell c = sn_cell_of_lstm(in->params);
    return infer_gradient(in, &c, SN_LSTM_GRADIENT_DY, lstm_by);
}

static sn_status rnn_eval(sn_eval *e)
{
    const sn_cell c = sn_cell_of_rnn(e->params, SN_CELL_RNN);
    return eval_gradient(e, &c, SN_RNN_GRADIENT_DY);
}
static sn_status gru_eval(sn_eval *e)
{
    const sn_cell c = sn_cell_of_rnn(e->params, SN_CELL_GRU);
    return eval_gradient(e, &c, SN_RNN_GRADIENT_DY);
}
static sn_status lstm_eval(sn_eval *e)
{
    const sn_cell c = sn_cell_of_lstm(e->params);
    return eval_gradient(e, &c, SN_LSTM_GRADIENT_DY);
}

static const sn_slot rnn_slots[] = {
    {"x", 0},
    {"weight_xc", 0},
    {"bias_c", 0},
    {"weight_hc", 0},
    {"h0", SN_SLOT_OPTIONAL},
    {"sequence_lens", SN_SLOT_OPTIONAL},
    {"dy", SN_SLOT_OPTIONAL},
    {"dhn", SN_SLOT_OPTIONAL},
    {NULL, 0},
};
static const sn_slot lstm_slots[] = {
    {"x", 0},
    {"weight_xc", 0},
    {"bias_c", 0},
    {"weight_hc", 0},
    {"weight_hr", SN_SLOT_OPTIONAL},
    {"h0", SN_SLOT_OPTIONAL},
    {"c0", SN_SLOT_OPTIONAL},
    {"sequence_lens", SN_SLOT_OPTIONAL},
    {"peephole", SN_SLOT_OPTIONAL},
    {"dy", SN_SLOT_OPTIONAL},
    {"dhn", SN_SLOT_OPTIONAL},
    {"dcn", SN_SLOT_OPTIONAL},
    {NULL, 0},
};
static const char *const rnn_names[] = {"by_x", "by_weight_xc", "by_bias_c", "by_weight_hc",
                                        "by_h0"};
static const char *const lstm_names[] = {"by_x",         "by_weight_xc", "by_bias_c",
                                         "by_weight_hc", "by_weight_hr", "by_h0",
                                         "by_c0",        "by_peephole"};

#define LIKE(of)                                                                                   \
    .name = #of "_gradient",                                                                       \
    .synopsis = "gradients by the inputs of " #of ", of those by its results", .wide = true,       \
    .kind = SN_FUSE_OPAQUE, .traits = SN_TRAIT_SQUARES, .infer = of##_infer, .eval = of##_eval

#define RNN(of)                                                                                    \
    LIKE(of), .slots = rnn_slots, .n_out = 5, .out_names = rnn_names,                              \
              .types = "float,float,float,float,float,i32,float->float,float,float,float,float",   \
              .params_bytes = sizeof(sn_rnn_params), .params = sn_##of##_table,                    \
              .validate = sn_rnn_validate, .wants_integers = sn_rnn_wants_integers

const sn_op sn_op_rnn_gradient = {RNN(rnn)};
const sn_op sn_op_gru_gradient = {RNN(gru)};
const sn_op sn_op_lstm_gradient = {
    LIKE(lstm),
    .slots = lstm_slots,
    .n_out = MOST_RESULTS,
    .out_names = lstm_names,
    .types =
        "float,float,float,float,float,float,float,i32,float->float,float,float,float,float,float,"
        "float,float",
    .params_bytes = sizeof(sn_lstm_params),
    .params = sn_lstm_table,
    .validate = sn_lstm_validate,
    .wants_integers = sn_lstm_wants_integers,
};
