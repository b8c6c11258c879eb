/* SPDX-License-Identifier: Apache-2.0
 *
 * rnn, lstm and gru. First what x adds to the gates, for all time steps at once and by all threads,
 * as a product of matrices; then the steps one after the other, a thread for each direction of each
 * sequence. A gate takes whole vectors, so that all that a step does goes vector by vector. Weights
 * are packed so that a vector holds the same column of neighbouring rows: beforehand, or, where
 * they are known only at run time, in a phase in front. A length that no sequence can have, which
 * is an error in the interpreter, counts as the nearest one. */
#include "kernels/recurrent.h"

#include <inttypes.h>
#include <string.h>

#include "base/num.h"
#include "kernels/loops.h"
#include "kernels/tile.h"
#include "ops/ops.h"
#include "ops/recurrent.h"
#include "ops/rule.h"

extern const char sn_text_recurrent[], sn_text_recurrent_pack[], sn_text_recurrent_rows[],
    sn_text_recurrent_steps[], sn_text_product[];

enum { KIND_RNN, KIND_LSTM, KIND_GRU };

typedef struct emitted_cell {
    int kind, n_gates, n_bias, c0, hr; /* slots; -1: none */
    int64_t hidden, cells, steps, size, directions, batch;
    int32_t direction;
    bool projects, merged;
    bool resets_first; /* a gru's reset gate multiplies the state, in front of the weights */
    int lanes;
    int64_t room, rows, hidden_room; /* of a gate, of all gates, of the state: whole vectors */
} emitted_cell;

static int64_t whole(int64_t n, int lanes) { return (n + lanes - 1) / lanes * lanes; }

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
    c.lanes = lanes;
    c.room = whole(c.cells, lanes);
    c.rows = c.n_gates * c.room;
    c.hidden_room = whole(c.hidden, lanes);
    return c;
}

/* What x adds to the gates: a row for each step of each sequence. */
static sn_tiling product_of_x(const sn_machine *m, const emitted_cell *c)
{
    return sn_tiling_of(m, sn_max_int(c->steps * c->batch, 1), c->rows, c->size);
}

static const sn_value *peephole_of(const sn_node *node)
{
    const bool can = node->op == &sn_op_lstm && SN_LSTM_PEEPHOLE < node->n_in;
    return can ? sn_in(node, SN_LSTM_PEEPHOLE) : NULL;
}

bool sn_recurrent_reads(const sn_node *node, unsigned lens)
{
    for (uint16_t i = 0; i < node->n_in; i++) {
        const sn_value *v = sn_in(node, i);
        if (v && sn_value_is_const(v) && !sn_const_of(v)) return false;
    }
    const sn_value *v = lens < node->n_in ? sn_in(node, lens) : NULL;
    return !v || v->type == SN_TYPE_i32;
}

void sn_recurrent_bind_order(sn_emit *e, sn_bind *b, int32_t direction, bool merged, int64_t batch)
{
    const bool both = direction == SN_RNN_BIDIRECTIONAL;
    const int64_t directions = both ? 2 : 1, outer = merged ? batch : directions,
                  inner = merged ? directions : batch;
    sn_bind_text(b, CT_row_of_y,
                 sn_arena_printf(sn_emit_arena(e), "(at * %" PRId64 " + %s) * %" PRId64 " + %s",
                                 outer, merged ? "k" : "d", inner, merged ? "d" : "k"));
    sn_bind_text(b, CT_backwards, both ? "d == 1" : direction == SN_RNN_REVERSE ? "1" : "0");
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    static const sn_loops_row row = {.cost = 60};
    if (node->op != &sn_op_rnn && node->op != &sn_op_lstm && node->op != &sn_op_gru) return false;
    if (!sn_recurrent_reads(node, node->op == &sn_op_lstm ? SN_LSTM_LENS : SN_RNN_LENS))
        return false;
    return sn_loops_offer(k, node, &row, out);
}

/* ---- weights --------------------------------------------------------------------------------- */

/* A matrix or a bias as the steps read it. */
typedef struct packed_rows {
    sn_ct_text name; /* of the bias: of that of x */
    unsigned slot;
    int64_t rows, room, depth; /* of a direction; room: in whole vectors */
} packed_rows;

enum { OF_X, OF_H, OF_R, OF_BIAS, N_PACKED };

static void list_packed(const emitted_cell *c, packed_rows *list)
{
    const int64_t rows = c->n_gates * c->cells;
    list[OF_X] = (packed_rows){CT_weight_x, SN_RNN_WEIGHT_XC, rows, c->rows, c->size};
    list[OF_H] = (packed_rows){CT_weight_h, SN_RNN_WEIGHT_HC, rows, c->rows, c->hidden};
    list[OF_R] = (packed_rows){CT_weight_r, (unsigned)c->hr, c->hidden, c->hidden_room, c->cells};
    list[OF_BIAS] =
        (packed_rows){CT_bias_x, SN_RNN_BIAS_C, rows, c->rows, 2}; /* of x, of the state */
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
    return c->directions * c->batch * sn_max_int(c->steps, 1) * c->rows;
}

/* Row of a gate, where it stands among whole vectors. */
static int64_t packed_row(const emitted_cell *c, int64_t row)
{
    return row / c->cells * c->room + row % c->cells;
}

/* Vectors of rows as rows_times in recurrent_rows.ct reads them. */
static void pack_panels(const float *w, int64_t vectors, int64_t depth, int lanes, float *to)
{
    enum { MOST = 8 };
    for (int64_t v = 0, n; v < vectors; v += n) {
        for (n = MOST; n > vectors - v;) n /= 2;
        for (int64_t i = 0; i < depth; i++)
            for (int64_t j = 0; j < n * lanes; j++) *to++ = w[(v * lanes + j) * depth + i];
    }
}

/* The weights of a direction, rows in whole vectors. */
static void pack_direction(const sn_kernel_ctx *k, const emitted_cell *c, const packed_rows *p,
                           const float *rows, float *to)
{
    const int64_t vectors = p->room / c->lanes,
                  first = c->resets_first ? 2 * c->room / c->lanes : vectors;
    if (p->slot == SN_RNN_WEIGHT_XC) {
        const sn_tiling tiling = product_of_x(k->machine, c);
        sn_tiling_pack(&tiling, rows, 1, p->depth, 1, to);
        return;
    }
    if (p->slot != SN_RNN_WEIGHT_HC) {
        pack_panels(rows, vectors, p->depth, c->lanes, to);
        return;
    }
    pack_panels(rows, first, p->depth, c->lanes, to);
    const int64_t done = first * c->lanes * p->depth;
    pack_panels(rows + done, vectors - first, p->depth, c->lanes, to + done);
}

static sn_status pack_rows(const sn_kernel_ctx *k, sn_step *s, const emitted_cell *c,
                           const packed_rows *p)
{
    const float *from = NULL;
    SN_TRY(sn_step_constant(k, s->node, p->slot, &from));
    float *to = sn_loops_pack(k, s, p->name, packed_floats(c, p),
                              sn_arena_printf(k->arena, "%s: vectors of rows, column by column",
                                              sn_ct_names[p->name].name));
    float *rows = SN_NEW_N(k->arena, float, p->room * p->depth);
    for (int64_t d = 0; d < c->directions; d++) {
        for (int64_t row = 0; row < p->rows; row++)
            memcpy(rows + (p->slot == (unsigned)c->hr ? row : packed_row(c, row)) * p->depth,
                   from + (d * p->rows + row) * p->depth, (size_t)p->depth * sizeof *rows);
        pack_direction(k, c, p, rows, to + d * p->room * p->depth);
    }
    return SN_OK;
}

/* Those of x are read for all steps at once; the others for each step of each sequence, by one
 * function: of an lstm that projects, both are halves or none. */
static void keep_halves(const sn_kernel_ctx *k, sn_step *s, const emitted_cell *c,
                        const packed_rows *list)
{
    const sn_tiling tiling = product_of_x(k->machine, c);
    const double times = (double)sn_max_int(c->steps * c->batch, 1);
    sn_packed *x = sn_loops_packed(s, CT_weight_x), *own[2];
    int n = 0;
    bool pays = true;
    if (x && sn_tiling_keeps_halves(k, s->node, list[OF_X].slot, &tiling, (double)c->directions,
                                    (double)packed_floats(c, &list[OF_X])))
        (void)sn_step_pack_halves(&x, 1);
    for (int i = OF_H; i <= (c->projects ? OF_R : OF_H); i++) {
        own[n] = sn_loops_packed(s, list[i].name);
        pays = pays && own[n++] &&
               sn_kernel_keeps_read_halves(k, s->node, list[i].slot,
                                           (double)packed_floats(c, &list[i]), times);
    }
    if (pays) (void)sn_step_pack_halves(own, n);
}

/* The bias of each gate: of a gru's new gate, row 2 goes with x, row 3 with the state; where the
 * reset gate has nothing to do with it, both with x. */
static sn_status pack_bias(const sn_kernel_ctx *k, sn_step *s, const emitted_cell *c)
{
    const float *bias = NULL;
    SN_TRY(sn_step_constant(k, s->node, SN_RNN_BIAS_C, &bias));
    float *x = sn_loops_pack(k, s, CT_bias_x, c->directions * c->rows, "bias of the gates");
    float *h =
        sn_loops_pack(k, s, CT_bias_h, c->directions * c->rows, "bias of what the state adds");
    for (int64_t d = 0; d < c->directions; d++) {
        const float *from = bias + d * c->n_bias * c->cells;
        for (int64_t row = 0; row < c->n_gates * c->cells; row++)
            x[d * c->rows + packed_row(c, row)] = from[row];
        for (int64_t i = 0; i < c->cells && c->kind == KIND_GRU; i++) {
            const int64_t to = d * c->rows + 2 * c->room + i;
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
    keep_halves(k, s, &c, list);
    if (c.projects) sn_loops_pack(k, s, CT_zeros, c.hidden_room, "zeros");
    const sn_tiling x = product_of_x(k->machine, &c);
    const sn_product_order order = sn_product_order_of(&x);
    s->n_phases = 0;
    if (any)
        s->units[s->n_phases++] =
            c.directions * sn_max_int(c.rows, c.hidden_room) / k->machine->lanes;
    s->units[s->n_phases++] = c.steps > 0 && c.batch > 0
                                  ? c.directions * x.tiles.n * (order.groups_outer ? x.groups.n : 1)
                                  : 0;
    s->units[s->n_phases++] = c.directions * c.batch;
    s->scratch = c.hidden_room + c.rows + (peephole_of(s->node) ? 5 : 2) * c.room;
    s->flops = 2.0 * (double)(c.directions * c.batch * c.steps * c.n_gates * c.cells) *
               (double)(c.size + c.hidden);
    s->why = sn_arena_printf(k->arena, "input gates of all steps first, %s; then step by step",
                             sn_tiling_text(k->arena, &x));
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
    const char *v = n > 0 ? args[0] : "v_set1(0)", *clip = sn_emit_number(e, (double)act->clip);
    if (act->clip > 0)
        sn_str_addf(out, "%s(v_min(v_max(%s, v_set1(-%s)), v_set1(%s)))", act->function, v, clip,
                    clip);
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
    static const sn_ct_int packs[] = {CT_packs_x, CT_packs_h, CT_packs_r, CT_packs_bias};
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
            sn_bind_text(b, CT_bias_x, sn_arena_printf(a, "%s + %" PRId64, shared, at));
            sn_bind_text(b, CT_bias_h,
                         sn_arena_printf(a, "%s + %" PRId64, shared, at + c->directions * c->rows));
        } else {
            sn_bind_text(b, list[i].name, sn_arena_printf(a, "%s + %" PRId64, shared, at));
        }
        at += packed_floats(c, &list[i]);
    }
}

static void bind(sn_emit *e, const sn_step *s, const emitted_cell *c, sn_bind *b)
{
    const sn_packed *of_h = sn_loops_packed(s, CT_weight_h); /* NULL: packed at run time */
    bind_late(e, s, c, b);
    sn_bind_weights(e, b, of_h);
    sn_bind_text(b, CT_of_halves, of_h && of_h->half ? "_half" : "");
    sn_bind_call(b, CT_sigmoid, call_activation, activation_of(e, s, "v_sigmoid"));
    sn_bind_call(b, CT_tanh, call_activation, activation_of(e, s, "v_tanh"));
    sn_bind_int(b, CT_cell_kind, c->kind);
    sn_bind_int(b, CT_hidden, c->hidden);
    sn_bind_int(b, CT_cells, c->cells);
    sn_bind_int(b, CT_steps, c->steps);
    sn_bind_int(b, CT_x_size, c->size);
    sn_bind_int(b, CT_batch, c->batch);
    sn_recurrent_bind_order(e, b, c->direction, c->merged, c->batch);
    sn_bind_int(b, CT_projects, c->projects);
    sn_bind_int(b, CT_resets_first, c->resets_first);
    sn_bind_int(b, CT_room, c->room);
    sn_bind_int(b, CT_all_rows, c->n_gates * c->cells);
    sn_bind_int(b, CT_n_bias, c->n_bias);
    sn_bind_int(b, CT_vectors, sn_max_int(c->rows, c->hidden_room) / sn_emit_machine(e)->lanes);
    sn_bind_int(b, CT_rows, c->rows);
    sn_bind_int(b, CT_hidden_room, c->hidden_room);
    const sn_tiling x = product_of_x(sn_emit_machine(e), c);
    sn_bind_int(b, CT_nb, x.groups.size);
    sn_bind_int(b, CT_big_groups, x.groups.larger);
    sn_bind_int(b, CT_has_peephole, peephole_of(s->node) != NULL);
    sn_bind_int(b, CT_has_c0, c->c0 >= 0 && sn_in(s->node, (unsigned)c->c0) != NULL);
}

/* The product of x, for each direction. */
static sn_status emit_x(sn_emit *e, const sn_step *s, int phase, const emitted_cell *c,
                        const sn_bind *b)
{
    static const sn_step nothing;
    sn_arena *arena = sn_emit_arena(e);
    sn_tiling tiling = product_of_x(sn_emit_machine(e), c);
    const sn_product_order order = sn_product_order_of(&tiling);
    const sn_packed *w = sn_loops_packed(s, CT_weight_x);
    tiling.half = w && w->half;
    const sn_tile tile = {.x = SN_TILE_ROWS, .plain = true, .c = SN_TILE_C_MATRIX};
    const char *of_direction =
        c->directions > 1 ? sn_arena_printf(arena, "b * %" PRId64 " + ", c->rows) : "";
    const sn_tile_calls calls = {
        .x = sn_arena_printf(arena, "xb + p * %" PRId64, c->size),
        .x_step = sn_arena_printf(arena, "%" PRId64, c->size),
        .w = "wb",
        .y = sn_arena_printf(arena, "yb + p * %" PRId64 " + v * %d", c->rows, c->lanes),
        .y_step = sn_arena_printf(arena, "%" PRId64, c->rows),
        .c = sn_arena_printf(arena, "c + %sv * %d", of_direction, c->lanes),
        .c_step = "0",
        .c_factor = sn_emit_number(e, 1),
        .chunk = order.chunk,
        .again = !order.groups_outer};
    const char *text;
    sn_bind *p = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, p, &nothing));
    sn_bind_text(p, CT_X_AT, sn_bound_text(b, CT_x));
    sn_bind_text(p, CT_W_AT, sn_bound_text(b, CT_weight_x));
    sn_bind_weights(e, p, w);
    sn_bind_text(p, CT_C_AT, sn_bound_text(b, CT_bias_x));
    sn_bind_text(p, CT_Y_AT, sn_bound_text(b, CT_shared));
    SN_TRY(sn_tile_emit(e, &tile, &tiling, &calls, &text));
    sn_bind_text(p, CT_X_BATCH, "");
    sn_bind_text(p, CT_W_BATCH,
                 sn_arena_printf(arena, " + b * %" PRId64, sn_tiling_floats(&tiling)));
    sn_bind_text(p, CT_TILING, text);
    sn_bind_int(p, CT_HAS_C, true);
    sn_bind_int(p, CT_BATCHES, c->directions);
    sn_bind_int(p, CT_MN, tiling.rows * c->rows);
    sn_bind_int(p, CT_GROUPS_OUTER, order.groups_outer);
    sn_bind_int(p, CT_GROUPS, tiling.groups.n);
    sn_bind_int(p, CT_TILES, tiling.tiles.n);
    sn_bind_int(p, CT_CHUNK, order.chunk);
    SN_TRY(sn_template(e, "product.ct", sn_text_product, p, &text));
    sn_emit_function(e, s, phase, text);
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const emitted_cell c = cell_of(s->node, sn_emit_machine(e)->lanes);
    sn_bind *b = NULL;
    SN_TRY(sn_loops_bind(e, s, &b));
    bind(e, s, &c, b);
    static const char *const helper[] = {sn_text_recurrent_rows, sn_text_recurrent_steps};
    int phase = 0;
    if (s->n_phases == 3)
        SN_TRY(
            sn_loops_body(e, s, phase++, "recurrent_pack", sn_text_recurrent_pack, helper, 2, b));
    SN_TRY(emit_x(e, s, phase++, &c, b));
    return sn_loops_body(e, s, phase, "recurrent", sn_text_recurrent, helper, 2, b);
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
