/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of matrices, recurrent networks, einsum. */
#include <string.h>

#include "formats/onnx/ops/parts.h"
#include "ops/einsum.h"
#include "ops/gemm.h"
#include "ops/recurrent.h"

sn_value *sn_onnx_gemm(sn_onnx_call *c)
{
    sn_gemm_params *p = sn_onnx_params(c, &sn_op_gemm);
    sn_onnx_ignore(c, "broadcast"); /* before version 7; what does not fit is refused */
    p->alpha = (float)sn_onnx_float(c, "alpha", 1);
    p->beta = (float)sn_onnx_float(c, "beta", 1);
    p->transA = sn_onnx_int(c, "transA", 0) != 0;
    p->transB = sn_onnx_int(c, "transB", 0) != 0;
    return SN_ONNX_MAKE(c, &sn_op_gemm, p, sn_onnx_in(c, 0), sn_onnx_in(c, 1), sn_onnx_in(c, 2));
}

sn_answer sn_onnx_import_gemm(sn_onnx_call *c)
{
    sn_onnx_give(c, 0, sn_onnx_gemm(c));
    return SN_ONNX_YES;
}

/* ---- recurrent ------------------------------------------------------------------------------- */

typedef struct recurrence {
    sn_onnx_call *c;
    const sn_op *op;
    int n_gates, n_dirs, order[4]; /* of ONNX's gates in our weights */
    int64_t hidden;
} recurrence;

/* The gates' blocks of axis 1, from `from` on, in our order. */
static sn_value *in_order(const recurrence *r, sn_value *v, int64_t from)
{
    sn_value *part[4];
    for (int i = 0; i < r->n_gates; i++) {
        const int64_t at = from + r->order[i] * r->hidden;
        part[i] = sn_onnx_slice(r->c, v, 1, at, at + r->hidden);
    }
    return r->n_gates == 1 ? part[0] : sn_onnx_concat(r->c, 1, part, r->n_gates);
}

/* [dirs][2 * gates * hidden], of input and state, as [dirs][rows][hidden]: sums, but for the new
 * gate of a gru, whose two stay apart. */
static sn_value *bias_of(const recurrence *r)
{
    sn_onnx_call *c = r->c;
    const bool gru = r->op == &sn_op_gru;
    const int rows = r->n_gates + gru;
    if (!sn_onnx_has(c, 3)) {
        sn_value *shape = sn_onnx_i64s(c, (int64_t[]){r->n_dirs, rows, r->hidden}, 3);
        sn_value *zero = sn_onnx_number(c, sn_onnx_type(c, 0), 0);
        return SN_ONNX_MAKE(c, &sn_op_dynamic_expand, NULL, zero, shape);
    }
    const int64_t half = r->n_gates * r->hidden, split = gru ? 2 * r->hidden : half;
    sn_value *b = sn_onnx_in(c, 3);
    sn_value *w = in_order(r, b, 0), *u = in_order(r, b, half);
    sn_value *sum = SN_ONNX_MAKE(c, &sn_op_add, NULL, sn_onnx_slice(c, w, 1, 0, split),
                                 sn_onnx_slice(c, u, 1, 0, split));
    sum = sn_onnx_fold(c, sum);
    if (gru) {
        sn_value *parts[3] = {sum, sn_onnx_slice(c, w, 1, split, half),
                              sn_onnx_slice(c, u, 1, split, half)};
        sum = sn_onnx_concat(c, 1, parts, 3);
    }
    return sn_onnx_reshape(c, sum, (int64_t[]){r->n_dirs, rows, r->hidden}, 3);
}

static bool are_usual(sn_onnx_call *c, int n_dirs)
{
    static const char *const lstm[] = {"Sigmoid", "Tanh", "Tanh"},
                             *const gru[] = {"Sigmoid", "Tanh"}, *const rnn[] = {"Tanh"};
    const sn_onnx_attr *a = sn_onnx_take(c, "activations");
    const bool is_lstm = strcmp(c->op, "lstm") == 0, is_gru = strcmp(c->op, "gru") == 0;
    const char *const *usual = is_lstm ? lstm : is_gru ? gru : rnn;
    const size_t n = is_lstm ? 3 : is_gru ? 2 : 1;
    if (!a) return true;
    if (a->list.n != n * (size_t)n_dirs) return false;
    for (size_t i = 0; i < a->list.n; i++)
        if (!sn_text_is(a->list.v[i], usual[i % n])) return false;
    return true;
}

/* Weights W [dirs][gates * hidden][size], R, and the bias with gates in the order of ONNX. */
sn_answer sn_onnx_import_recurrent(sn_onnx_call *c)
{
    recurrence r = {.c = c, .op = sn_op_find(c->op)};
    const bool lstm = r.op == &sn_op_lstm, gru = r.op == &sn_op_gru;
    const sn_shape *w = sn_onnx_shape(c, 1), *rw = sn_onnx_shape(c, 2);
    const char *way = sn_onnx_string(c, "direction", "forward");
    r.n_gates = lstm ? 4 : gru ? 3 : 1;
    memcpy(r.order,
           lstm  ? (int[]){0, 2, 1, 3}
           : gru ? (int[]){1, 0, 2, 0}
                 : (int[]){0, 0, 0, 0},
           sizeof r.order);
    r.n_dirs = strcmp(way, "bidirectional") == 0 ? 2 : 1;
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    SN_ONNX_NEED_RANK(c, 1);
    SN_ONNX_NEED_RANK(c, 2);
    if (w->rank != 3 || rw->rank != 3 || sn_onnx_rank(c, 0) != 3)
        return SN_ONNX_NEVER("x, W and R have not three axes");
    if (!sn_dim_known(rw->d[2])) return SN_ONNX_LATER("the sizes of its weights are not known");
    r.hidden = sn_onnx_int(c, "hidden_size", rw->d[2]);
    if (r.hidden != rw->d[2]) return SN_ONNX_NEVER("its hidden_size is not that of R");
    if (!are_usual(c, r.n_dirs)) return SN_ONNX_NEVER("activations other than the usual ones");
    sn_onnx_ignore(c, "activation_alpha");
    sn_onnx_ignore(c, "activation_beta");
    sn_onnx_ignore(c, "output_sequence");
    if (sn_onnx_int(c, "input_forget", 0)) return SN_ONNX_NEVER("input_forget");
    void *p = sn_onnx_params(c, r.op);
    const double clip = sn_onnx_float(c, "clip", 0);
    const bool ok = sn_onnx_set_int(r.op, p, "num_output", r.hidden) &&
                    (!lstm || sn_onnx_set_int(r.op, p, "hidden_size", r.hidden)) &&
                    sn_onnx_set_enum(r.op, p, "direction", way) &&
                    sn_onnx_set_f32(r.op, p, "clip", clip);
    if (!ok) return SN_ONNX_NEVER("an attribute has a value that sinter does not have");
    if (gru)
        (void)sn_onnx_set_int(r.op, p, "linear_before_reset",
                              sn_onnx_int(c, "linear_before_reset", 0) != 0);
    /* layout 1: the batch comes first, of x and y, and of the states. */
    const bool batch_first = c->version >= 14 && sn_onnx_int(c, "layout", 0) != 0;
    sn_value *x = sn_onnx_in(c, 0), *h0 = sn_onnx_in(c, 5), *c0 = lstm ? sn_onnx_in(c, 6) : NULL;
    sn_value *peephole = lstm ? sn_onnx_in(c, 7) : NULL;
    if (batch_first) {
        x = sn_onnx_swap_axes(c, x, 0, 1, 3);
        h0 = sn_onnx_swap_axes(c, h0, 0, 1, 3);
        c0 = sn_onnx_swap_axes(c, c0, 0, 1, 3);
    }
    if (lstm && !h0 != !c0) { /* ours come together */
        sn_value *there = h0 ? h0 : c0, *zero = sn_onnx_number(c, sn_onnx_type(c, 0), 0);
        sn_value *zeros =
            SN_ONNX_MAKE(c, &sn_op_dynamic_expand, NULL, zero, sn_onnx_sizes_of(c, there));
        if (!h0)
            h0 = zeros;
        else
            c0 = zeros;
    }
    sn_value *weights = sn_onnx_in(c, 1), *states = sn_onnx_in(c, 2), *bias = bias_of(&r);
    if (r.n_gates > 1) {
        weights = in_order(&r, weights, 0);
        states = in_order(&r, states, 0);
    }
    sn_value *in[9] = {x, weights, bias, states, h0, sn_onnx_in(c, 4)};
    if (lstm) {
        in[SN_LSTM_WEIGHT_HR] = NULL;
        in[SN_LSTM_H0] = h0;
        in[SN_LSTM_C0] = c0;
        in[SN_LSTM_LENS] = sn_onnx_in(c, 4);
        in[SN_LSTM_PEEPHOLE] = peephole;
    }
    const sn_node *n = sn_onnx_make_many(c, r.op, p, lstm ? 9 : 6, in, lstm ? 3 : 2);
    sn_value *y = n ? n->out[0] : NULL, *last = n ? n->out[1] : NULL,
             *cell = n && lstm ? n->out[2] : NULL;
    if (batch_first) { /* [T][D][N][H] as [N][T][D][H] */
        y = y ? sn_onnx_transpose(c, y, 4, (int[]){2, 0, 1, 3}) : NULL;
        last = sn_onnx_swap_axes(c, last, 0, 1, 3);
        cell = sn_onnx_swap_axes(c, cell, 0, 1, 3);
    }
    sn_onnx_give(c, 0, y);
    sn_onnx_give(c, 1, last);
    if (lstm) sn_onnx_give(c, 2, cell);
    return SN_ONNX_YES;
}

/* ---- einsum ---------------------------------------------------------------------------------- */

/* Letters that an equation does not have stand for the axes of its ellipsis, the last of them for
 * the last axis, in as many as there are. */
typedef struct ellipsis {
    sn_onnx_call *c;
    char letters[SN_MAX_RANK + 1];
    int n; /* of the factor that has most */
    sn_str out;
} ellipsis;

static int axes_named(const char *from, const char *end)
{
    int n = 0;
    for (; from < end; from++) n += *from != ' ' && *from != '.';
    return n;
}

static void free_letters(const char *equation, ellipsis *e)
{
    for (char c = 'A'; c <= 'Z' && e->n < SN_MAX_RANK; c++)
        if (!strchr(equation, c)) e->letters[e->n++] = c;
    e->n = 0;
}

/* The letters of a factor, or of the result, with `n` for the ellipsis. */
static void write_axes(ellipsis *e, const char *from, const char *end, int n)
{
    for (; from < end; from++) {
        if (strncmp(from, "...", 3) == 0) {
            sn_str_addn(&e->out, e->letters + SN_MAX_RANK - n, (size_t)n);
            from += 2;
        } else if (*from != ' ') {
            sn_str_addn(&e->out, from, 1);
        }
    }
}

/* The factors; their ellipses have equal sizes, since the operator does not repeat parts. */
static sn_answer write_factors(ellipsis *e, const char *text, const char *end)
{
    sn_onnx_call *c = e->c;
    sn_dim size[SN_MAX_RANK] = {0};
    for (unsigned i = 0; i < sn_onnx_n_in(c); i++) {
        const char *s = text, *next = memchr(text, ',', (size_t)(end - text));
        if (!next) next = end;
        const bool has_any = memchr(s, '.', (size_t)(next - s)) != NULL;
        if (has_any) SN_ONNX_NEED_RANK(c, i);
        const sn_shape *x = sn_onnx_shape(c, i);
        const int n = has_any ? x->rank - axes_named(s, next) : 0;
        if (n < 0 || n > SN_MAX_RANK) return SN_ONNX_NEVER("its equation does not fit its inputs");
        const char *dots = has_any ? memchr(s, '.', (size_t)(next - s)) : s;
        const int before = axes_named(s, dots);
        for (int k = 0; k < n; k++) {
            const int from_back = n - 1 - k;
            const sn_dim d = x->d[before + k];
            if (from_back >= e->n)
                size[from_back] = d;
            else if (sn_dim_known(d) && sn_dim_known(size[from_back]) && d != size[from_back])
                return SN_ONNX_NEVER("the axes of its ellipsis are repeated");
        }
        if (n > e->n) e->n = n;
        if (i) sn_str_add(&e->out, ",");
        write_axes(e, s, next, n);
        text = next < end ? next + 1 : end;
    }
    return text == end ? SN_ONNX_YES : SN_ONNX_NEVER("its equation does not fit its inputs");
}

/* Without a result: the axes of the ellipsis, and letters that come once in their order. */
static void write_implied(ellipsis *e, const char *text, const char *end)
{
    sn_str_addn(&e->out, e->letters + SN_MAX_RANK - e->n, (size_t)e->n);
    for (char c = 'A'; c <= 'z'; c++) {
        const char *first = c == '.' ? NULL : memchr(text, c, (size_t)(end - text));
        const bool is_letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (is_letter && first && !memchr(first + 1, c, (size_t)(end - first - 1)))
            sn_str_addn(&e->out, &c, 1);
    }
}

sn_answer sn_onnx_import_einsum(sn_onnx_call *c)
{
    const char *text = sn_onnx_string(c, "equation", "");
    if (strstr(text, "...")) {
        ellipsis e = {.c = c};
        const char *arrow = strstr(text, "->"), *end = arrow ? arrow : text + strlen(text);
        sn_str_init(&e.out, c->r->in.arena);
        free_letters(text, &e);
        const sn_answer is = write_factors(&e, text, end);
        if (is.is != SN_YES) return is;
        sn_str_add(&e.out, "->");
        if (arrow)
            write_axes(&e, arrow + 2, text + strlen(text), e.n);
        else
            write_implied(&e, text, end);
        text = e.out.s;
    }
    sn_einsum_params p = {.equation = text};
    sn_einsum_equation q;
    const char *wrong = sn_einsum_parse(text, &q);
    if (wrong) return SN_ONNX_NEVER(wrong);
    sn_value **in = SN_NEW_N(c->r->in.arena, sn_value *, sn_onnx_n_in(c));
    for (unsigned i = 0; i < sn_onnx_n_in(c); i++) in[i] = sn_onnx_in(c, i);
    sn_onnx_give(c, 0, sn_onnx_make(c, &sn_op_einsum, &p, (uint16_t)sn_onnx_n_in(c), in));
    return SN_ONNX_YES;
}
