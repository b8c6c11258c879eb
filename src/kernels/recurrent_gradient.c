/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of rnn, lstm and gru. First a thread for each direction of each sequence runs it again,
 * keeps its states and the slopes of its gates, and walks back, which makes the gradients by what
 * goes into the gates. Then those by each row of x, and by each row of the weights, as sums over
 * sequences and time in double. Each result is one unit's, so that it has the same bits for any
 * number of threads. A length that no sequence can have counts as the nearest one, as in
 * kernels/recurrent.c. */
#include "kernels/recurrent.h"

#include "kernels/loops.h"
#include "kernels/tiling.h"
#include "ops/ops.h"
#include "ops/recurrent_cell.h"
#include "ops/recurrent_gradient.h"

extern const char sn_text_recurrent_gradient[], sn_text_recurrent_gradient_x[],
    sn_text_recurrent_gradient_weights[], sn_text_recurrent_gradient_projection[],
    sn_text_recurrent_gradient_parts[], sn_text_recurrent_steps[];

static sn_cell cell_of(const sn_node *node)
{
    if (node->op == &sn_op_lstm_gradient) return sn_cell_of_lstm(node->params);
    return sn_cell_of_rnn(node->params,
                          node->op == &sn_op_gru_gradient ? SN_CELL_GRU : SN_CELL_RNN);
}

static bool has(const sn_node *node, int slot)
{
    return slot >= 0 && slot < node->n_in && sn_in(node, (unsigned)slot);
}

static bool fits(const sn_kernel_ctx *k, const sn_node *node)
{
    (void)k;
    return sn_recurrent_reads(node, (unsigned)cell_of(node).lens);
}

/* Sizes, and where in what is shared each of the lists stands that the first phase leaves behind:
 * recurrent_gradient.ct gives their shapes. */
typedef struct kept_lists {
    int64_t steps, batch, size, gates; /* gates: rows of the weights of a direction */
    bool projects, resets_first;
    int64_t h, by, cells, before, of_state, by_out, all;
} kept_lists;

static int64_t take(kept_lists *s, bool wanted, int64_t floats)
{
    const int64_t at = s->all;
    if (wanted) s->all += floats;
    return at;
}

static kept_lists kept_of(const sn_node *node, const sn_cell *c)
{
    const sn_shape *x = &sn_in(node, SN_RNN_X)->shape;
    kept_lists s = {.steps = x->d[0],
                    .batch = x->rank == 3 ? x->d[1] : 1,
                    .size = x->d[x->rank - 1],
                    .gates = c->n_gates * c->hidden,
                    .projects = has(node, c->hr) && c->num_output != c->hidden};
    const bool gru = c->kind == SN_CELL_GRU;
    const int64_t rows = c->n_directions * s.batch;
    s.resets_first = gru && !c->linear_before_reset;
    s.h = take(&s, true, rows * (s.steps + 1) * c->num_output);
    s.by = take(&s, true, rows * s.steps * s.gates);
    s.cells = take(&s, c->kind == SN_CELL_LSTM, rows * (s.steps + 1) * c->hidden);
    s.before = take(&s, s.projects || s.resets_first, rows * s.steps * c->hidden);
    s.of_state = take(&s, gru && !s.resets_first, rows * s.steps * c->hidden);
    s.by_out = take(&s, s.projects, rows * s.steps * c->num_output);
    return s;
}

static sn_status prepare(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_cell c = cell_of(s->node);
    const kept_lists h = kept_of(s->node, &c);
    const int64_t back = h.steps * (h.gates + c.hidden) + c.num_output + 2 * c.hidden,
                  sums = 2 * (h.size + c.num_output); /* in double */
    (void)k;
    s->shared = h.all;
    s->scratch = back > sums ? back : sums;
    s->n_phases = 0;
    s->units[s->n_phases++] = c.n_directions * h.batch;
    s->units[s->n_phases++] = h.steps * h.batch;
    s->units[s->n_phases++] = c.n_directions * h.gates;
    if (has(s->node, c.hr)) s->units[s->n_phases++] = c.n_directions * c.num_output;
    s->flops = 6.0 * (double)(c.n_directions * h.batch * h.steps * h.gates) *
               (double)(h.size + c.num_output);
    s->why = "step by step forth and back; then the sums over time";
    return SN_OK;
}

static void bind(sn_emit *e, const sn_cell *c, const kept_lists *h, sn_bind *b)
{
    const sn_named_int ints[] = {{CT_cell_kind, c->kind},
                                 {CT_hidden, c->num_output},
                                 {CT_cells, c->hidden},
                                 {CT_all_rows, h->gates},
                                 {CT_n_bias, c->n_bias},
                                 {CT_steps, h->steps},
                                 {CT_batch, h->batch},
                                 {CT_directions, c->n_directions},
                                 {CT_x_size, h->size},
                                 {CT_projects, h->projects},
                                 {CT_resets_first, h->resets_first},
                                 {CT_kept_h, h->h},
                                 {CT_kept_by, h->by},
                                 {CT_kept_cells, h->cells},
                                 {CT_kept_before, h->before},
                                 {CT_kept_of_state, h->of_state},
                                 {CT_kept_by_out, h->by_out}};
    static const sn_ct_int lstm_only[] = {CT_has_c0, CT_has_peephole, CT_has_dcn};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    if (c->kind != SN_CELL_LSTM)
        for (size_t i = 0; i < sizeof lstm_only / sizeof lstm_only[0]; i++)
            sn_bind_int(b, lstm_only[i], 0);
    sn_recurrent_bind_order(e, b, c->direction, c->merged, h->batch);
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    static const char *const helper[] = {sn_text_recurrent_steps, sn_text_recurrent_gradient_parts};
    static const struct {
        const char *name, *text;
    } phases[] = {{"recurrent_gradient", sn_text_recurrent_gradient},
                  {"recurrent_gradient_x", sn_text_recurrent_gradient_x},
                  {"recurrent_gradient_weights", sn_text_recurrent_gradient_weights},
                  {"recurrent_gradient_projection", sn_text_recurrent_gradient_projection}};
    const sn_cell c = cell_of(s->node);
    const kept_lists h = kept_of(s->node, &c);
    sn_bind *b = NULL;
    SN_TRY(sn_loops_bind(e, s, &b));
    bind(e, &c, &h, b);
    for (int i = 0; i < s->n_phases; i++)
        SN_TRY(sn_loops_body(e, s, i, phases[i].name, phases[i].text, helper, 2, b));
    return SN_OK;
}

/* clang-format off */
static const sn_loops_row rows[] = {
    {.op = &sn_op_rnn_gradient, .fits = fits, .prepare = prepare, .cost = 200},
    {.op = &sn_op_lstm_gradient, .fits = fits, .prepare = prepare, .cost = 200},
    {.op = &sn_op_gru_gradient, .fits = fits, .prepare = prepare, .cost = 200},
};
/* clang-format on */

SN_LOOPS_PLANNED(recurrent_gradient)

const sn_kernel sn_kernel_recurrent_gradient = {
    .name = "recurrent_gradient",
    .ops = SN_OPS(&sn_op_rnn_gradient, &sn_op_lstm_gradient, &sn_op_gru_gradient),
    .synopsis = "gradients of rnn, lstm, gru: each sequence forth and back, then sums over time",
    .reads_integers = true,
    .wants = recurrent_gradient_wants,
    .plan = recurrent_gradient_plan,
    .emit = emit,
};
