/* SPDX-License-Identifier: Apache-2.0
 *
 * rnn, lstm and gru. First what x adds to the gates, for all time steps at once and by all threads;
 * then the steps one after the other, a thread for each direction of each sequence. Weights are
 * packed so that a vector holds the same column of neighbouring rows: beforehand, or, where they
 * are known only at run time, in a phase in front. A length that no sequence can have, which is an
 * error in the interpreter, counts as the nearest one. */
#include "ops/recurrent.h"

#include <inttypes.h>

#include "kernels/loops.h"
#include "ops/ops.h"
#include "ops/rule.h"

extern const char sn_text_recurrent[], sn_text_recurrent_x[], sn_text_recurrent_pack[],
    sn_text_recurrent_rows[];

enum { KIND_RNN, KIND_LSTM, KIND_GRU };

typedef struct emitted_cell {
    int kind, n_gates, n_bias, c0, hr; /* slots; -1: none */
    int64_t hidden, cells, steps, size, directions, batch;
    int32_t direction;
    bool projects, merged;
    bool resets_first;       /* a gru's reset gate multiplies the state, in front of the weights: */
    int64_t first_rows, gap; /* then the rows of its new gate come that far behind the first rows,
                                at the beginning of a vector */
    int64_t rows, hidden_room, cells_room; /* in whole vectors, with the gap */
} emitted_cell;

static int64_t whole(int64_t n, int lanes) { return (n + lanes - 1) / lanes * lanes; }

static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static emitted_cell cell_of(const sn_node *node, int lanes)
{
    emitted_cell c = {.c0 = -1, .hr = -1, .n_gates = 1};
    c.hidden = c.cells = sn_loops_int(node, "num_output");
    c.direction = sn_loops_int(node, "direction");
    c.directions = c.direction == SN_RNN_BIDIRECTIONAL ? 2 : 1;
    if (node->op == &sn_op_gru) {
        c.kind = KIND_GRU;
        c.n_gates = 3;
        c.resets_first = !sn_loops_int(node, "linear_before_reset");
    }
    if (node->op == &sn_op_lstm) {
        c.kind = KIND_LSTM;
        c.n_gates = 4;
        c.cells = sn_loops_int(node, "hidden_size");
        c.c0 = SN_LSTM_C0;
        c.hr = SN_LSTM_WEIGHT_HR;
        c.projects = c.cells != c.hidden;
    }
    const sn_shape *x = &sn_in(node, SN_RNN_X)->shape;
    c.steps = x->d[0];
    c.batch = x->rank == 3 ? x->d[1] : 1;
    c.size = x->d[x->rank - 1];
    c.merged = sn_loops_int(node, "merge_directions") != 0;
    c.n_bias = c.kind == KIND_GRU ? 4 : c.n_gates;
    c.first_rows = (c.kind == KIND_GRU ? 2 : c.n_gates) * c.cells;
    c.gap = c.resets_first ? whole(c.first_rows, lanes) - c.first_rows : 0;
    c.rows = whole(c.n_gates * c.cells + c.gap, lanes);
    c.hidden_room = whole(c.hidden, lanes);
    c.cells_room = whole(c.cells, lanes);
    return c;
}

static const sn_value *lens_of(const sn_node *node)
{
    const unsigned slot = node->op == &sn_op_lstm ? SN_LSTM_LENS : SN_RNN_LENS;
    return slot < node->n_in ? sn_in(node, slot) : NULL;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    static const sn_loops_row row = {.cost = 10};
    if (node->op != &sn_op_rnn && node->op != &sn_op_lstm && node->op != &sn_op_gru) return false;
    for (uint16_t i = 0; i < node->n_in; i++) {
        const sn_value *v = sn_in(node, i);
        if (v && sn_value_is_const(v) && !sn_const_of(v))
            return false; /* its contents are undefined */
    }
    if (lens_of(node) && lens_of(node)->type != SN_TYPE_i32) return false;
    return sn_loops_offer(k, node, &row, out);
}

/* ---- weights --------------------------------------------------------------------------------- */

/* A matrix or a bias as the steps read it. */
typedef struct packed_rows {
    const char *name;
    unsigned slot;
    int64_t rows, room, depth; /* of a direction; room: in whole vectors */
} packed_rows;

enum { OF_X, OF_H, OF_R, OF_BIAS, N_PACKED };

static void list_packed(const emitted_cell *c, packed_rows *list)
{
    const int64_t rows = c->n_gates * c->cells;
    list[OF_X] = (packed_rows){"weight_x", SN_RNN_WEIGHT_XC, rows, c->rows, c->size};
    list[OF_H] = (packed_rows){"weight_h", SN_RNN_WEIGHT_HC, rows, c->rows, c->hidden};
    list[OF_R] = (packed_rows){"weight_r", (unsigned)c->hr, c->hidden, c->hidden_room, c->cells};
    list[OF_BIAS] = (packed_rows){"bias", SN_RNN_BIAS_C, rows, c->rows, 2}; /* of x, of the state */
}

static bool at_run_time(const emitted_cell *c, const sn_node *node, const packed_rows *p)
{
    if (p->slot == (unsigned)c->hr && !c->projects) return false;
    return !sn_value_is_const(sn_in(node, p->slot));
}

static int64_t packed_floats(const emitted_cell *c, const packed_rows *p)
{
    return c->directions * p->room * p->depth;
}

/* What x adds to the gates in all steps; of one step where there is none. */
static int64_t sum_floats(const emitted_cell *c)
{
    return c->directions * c->batch * most(c->steps, 1) * c->rows;
}

static int64_t packed_row(const emitted_cell *c, int64_t row)
{
    return row < c->first_rows ? row : row + c->gap;
}

/* [directions][rows][depth] as [directions][rows / lanes][depth][lanes]. */
static sn_status pack_rows(const sn_kernel_ctx *k, sn_step *s, const emitted_cell *c,
                           const packed_rows *p)
{
    const int lanes = k->machine->lanes;
    const float *from = NULL;
    SN_TRY(sn_step_constant(k, s->node, p->slot, &from));
    float *to =
        sn_loops_pack(k, s, p->name, packed_floats(c, p),
                      sn_arena_printf(k->arena, "%s: vectors of rows, column by column", p->name));
    for (int64_t d = 0; d < c->directions; d++)
        for (int64_t row = 0; row < p->rows; row++)
            for (int64_t i = 0; i < p->depth; i++) {
                const int64_t r = packed_row(c, row);
                to[((d * p->room + r / lanes * lanes) * p->depth) + i * lanes + r % lanes] =
                    from[(d * p->rows + row) * p->depth + i];
            }
    return SN_OK;
}

/* The bias of each gate: of a gru's new gate, row 2 goes with x, row 3 with the state; where the
 * reset gate has nothing to do with it, both with x. */
static sn_status pack_bias(const sn_kernel_ctx *k, sn_step *s, const emitted_cell *c)
{
    const float *bias = NULL;
    SN_TRY(sn_step_constant(k, s->node, SN_RNN_BIAS_C, &bias));
    float *x = sn_loops_pack(k, s, "bias_x", c->directions * c->rows, "bias of the gates");
    float *h =
        sn_loops_pack(k, s, "bias_h", c->directions * c->rows, "bias of what the state adds");
    for (int64_t d = 0; d < c->directions; d++) {
        const float *from = bias + d * c->n_bias * c->cells;
        for (int64_t row = 0; row < c->n_gates * c->cells; row++)
            x[d * c->rows + packed_row(c, row)] = from[row];
        for (int64_t i = 0; i < c->cells && c->kind == KIND_GRU; i++) {
            const int64_t to = d * c->rows + packed_row(c, 2 * c->cells + i);
            if (c->resets_first)
                x[to] += from[3 * c->cells + i];
            else
                h[to] = from[3 * c->cells + i];
        }
    }
    return SN_OK;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    const emitted_cell c = cell_of(s->node, k->machine->lanes);
    unsigned own = 1u << SN_RNN_WEIGHT_XC | 1u << SN_RNN_BIAS_C | 1u << SN_RNN_WEIGHT_HC;
    if (c.hr >= 0) own |= 1u << c.hr;
    const sn_loops_row row = {.units = sn_loops_one, .unread = own};
    packed_rows list[N_PACKED];
    bool late[N_PACKED], any = false;
    list_packed(&c, list);
    s->shared = sum_floats(&c);
    for (int i = 0; i < N_PACKED; i++) {
        late[i] = at_run_time(&c, s->node, &list[i]);
        any = any || late[i];
        if (late[i]) s->shared += packed_floats(&c, &list[i]);
    }
    SN_TRY(sn_loops_plan(k, s, &row));
    if (!late[OF_X]) SN_TRY(pack_rows(k, s, &c, &list[OF_X]));
    if (!late[OF_H]) SN_TRY(pack_rows(k, s, &c, &list[OF_H]));
    if (!late[OF_BIAS]) SN_TRY(pack_bias(k, s, &c));
    if (c.projects && !late[OF_R]) SN_TRY(pack_rows(k, s, &c, &list[OF_R]));
    if (c.projects) sn_loops_pack(k, s, "zeros", c.hidden_room, "zeros");
    s->n_phases = 0;
    if (any)
        s->units[s->n_phases++] = c.directions * most(c.rows, c.hidden_room) / k->machine->lanes;
    s->units[s->n_phases++] = c.directions * c.batch * c.steps;
    s->units[s->n_phases++] = c.directions * c.batch;
    s->scratch = c.hidden_room + c.rows + 2 * c.cells_room;
    s->flops = 2.0 * (double)(c.directions * c.batch * c.steps * c.n_gates * c.cells) *
               (double)(c.size + c.hidden);
    s->why = "input gates of all steps first, then step by step";
    return SN_OK;
}

/* ---- printing -------------------------------------------------------------------------------- */

typedef struct activation {
    const char *function;
    float clip; /* of what goes in; 0: none */
} activation;

static sn_status call_activation(void *user, sn_emit *e, const char *const *args, int n,
                                 sn_str *out)
{
    const activation *act = user;
    const char *v = n > 0 ? args[0] : "0", *clip = sn_emit_number(e, (double)act->clip);
    if (act->clip > 0)
        sn_str_addf(out, "%s(s_min(s_max(%s, -%s), %s))", act->function, v, clip, clip);
    else
        sn_str_addf(out, "%s(%s)", act->function, v);
    return SN_OK;
}

static activation *activation_of(sn_emit *e, const sn_step *s, const char *function)
{
    activation *act = SN_NEW(sn_emit_arena(e), activation);
    *act = (activation){function, sn_loops_f32(s->node, "clip")};
    return act;
}

/* Those that are packed at run time stand behind the sums, in what the threads share. */
static void bind_late(sn_emit *e, const sn_step *s, const emitted_cell *c, sn_bind *b)
{
    static const char *const packs[] = {"packs_x", "packs_h", "packs_r", "packs_bias"};
    packed_rows list[N_PACKED];
    int64_t at = sum_floats(c);
    list_packed(c, list);
    for (int i = 0; i < N_PACKED; i++) {
        const bool late = at_run_time(c, s->node, &list[i]);
        const char *shared = late ? sn_emit_shared(e, s) : NULL;
        sn_bind_int(b, packs[i], late);
        if (!late) continue;
        sn_arena *a = sn_emit_arena(e);
        if (i == OF_BIAS) {
            sn_bind_text(b, "bias_x", sn_arena_printf(a, "%s + %" PRId64, shared, at));
            sn_bind_text(b, "bias_h",
                         sn_arena_printf(a, "%s + %" PRId64, shared, at + c->directions * c->rows));
        } else {
            sn_bind_text(b, list[i].name, sn_arena_printf(a, "%s + %" PRId64, shared, at));
        }
        at += packed_floats(c, &list[i]);
    }
}

static void bind(sn_emit *e, const sn_step *s, const emitted_cell *c, sn_bind *b)
{
    bind_late(e, s, c, b);
    sn_bind_call(b, "sigmoid", call_activation, activation_of(e, s, "s_sigmoid"));
    sn_bind_call(b, "tanh", call_activation, activation_of(e, s, "s_tanh"));
    sn_bind_int(b, "kind", c->kind);
    sn_bind_int(b, "hidden", c->hidden);
    sn_bind_int(b, "cells", c->cells);
    sn_bind_int(b, "steps", c->steps);
    sn_bind_int(b, "size", c->size);
    sn_bind_int(b, "directions", c->directions);
    sn_bind_int(b, "batch", c->batch);
    const int64_t outer = c->merged ? c->batch : c->directions,
                  inner = c->merged ? c->directions : c->batch;
    sn_bind_text(b, "row_of_y",
                 sn_arena_printf(sn_emit_arena(e), "(at * %" PRId64 " + %s) * %" PRId64 " + %s",
                                 outer, c->merged ? "k" : "d", inner, c->merged ? "d" : "k"));
    sn_bind_int(b, "projects", c->projects);
    sn_bind_int(b, "resets_first", c->resets_first);
    sn_bind_int(b, "first_rows", c->first_rows);
    sn_bind_int(b, "second_rows", c->first_rows + c->gap);
    sn_bind_int(b, "all_rows", c->n_gates * c->cells);
    sn_bind_int(b, "n_bias", c->n_bias);
    sn_bind_int(b, "vectors", most(c->rows, c->hidden_room) / sn_emit_machine(e)->lanes);
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
    bind(e, s, &c, b);
    static const char *const helper[] = {sn_text_recurrent_rows};
    int phase = 0;
    if (s->n_phases == 3)
        SN_TRY(
            sn_loops_body(e, s, phase++, "recurrent_pack", sn_text_recurrent_pack, helper, 1, b));
    SN_TRY(sn_loops_body(e, s, phase++, "recurrent_x", sn_text_recurrent_x, helper, 1, b));
    return sn_loops_body(e, s, phase, "recurrent", sn_text_recurrent, helper, 1, b);
}

const sn_kernel sn_kernel_recurrent = {
    .name = "recurrent",
    .ops = SN_OPS(&sn_op_rnn, &sn_op_lstm, &sn_op_gru),
    .synopsis = "rnn, lstm, gru: products with x for all time steps at once, then step by step",
    .reads_integers = true,
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
