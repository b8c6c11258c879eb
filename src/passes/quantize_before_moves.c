/* SPDX-License-Identifier: Apache-2.0
 *
 *   Q(move(D(q), D(r), ..))  -->  move(q', r', ..)      q' = q, where Q(D(q)) = q, else Q(D(q))
 *   Q(D(q))                  -->  q
 *
 * D is (q - zero) * scale of bytes, Q is cast(clip(round(x / scale) + zero)): what lies between two
 * operators of a quantized network. Moves permute elements, cut them out or put them together.
 *
 * Needs: the scales and zero points are single numbers, which give no axes; Q(D(q)) = q is tried
 * for all 256 bytes, so that it is proved for each rounding there can be; nobody else reads what is
 * moved; where some Q(D(q)) stays, there are as many elements in front of the move as behind it.
 * For targets that have products of bytes. */
#include <math.h>

#include "ops/activation.h"
#include "ops/cast.h"
#include "ops/ops.h"
#include "passes/quantized.h"

/* div, round, add where there is a zero point, clip, cast. */
typedef struct quantizer {
    sn_node *node[5];
    int n_nodes;
    sn_value *x;
    double scale, zero;
    sn_type type;
} quantizer;

static bool one_number(const sn_tensor *t) { return t && sn_tensor_count(t) == 1; }

static sn_node *producer(sn_node *n, const sn_op *op)
{
    sn_node *m = n && sn_in(n, 0) ? sn_in(n, 0)->def : NULL;
    return m && m->op == op && m->out[0]->n_uses == 1 ? m : NULL;
}

/* Whether `last` is the cast of a Q. */
static sn_status quantizer_of(sn_pass_run *run, sn_node *last, sn_known **known, quantizer *q,
                              bool *is)
{
    const sn_tensor *scale = NULL, *zero = NULL;
    *is = false;
    *q = (quantizer){.type = last->out[0]->type};
    if (last->op != &sn_op_cast || (q->type != SN_TYPE_u8 && q->type != SN_TYPE_i8)) return SN_OK;
    sn_node *clip = producer(last, &sn_op_clip);
    sn_node *add = producer(clip, &sn_op_add);
    sn_node *round = producer(add ? add : clip, &sn_op_round);
    sn_node *div = producer(round, &sn_op_div);
    if (!div || div->out[0]->type != SN_TYPE_f32) return SN_OK;
    const float least = (float)sn_least_byte(q->type);
    const sn_clip_params *c = clip->params;
    if (c->min != least || c->max != least + 255) return SN_OK;
    SN_TRY(sn_known_of(run, sn_in(div, 1), known, &scale));
    if (add) SN_TRY(sn_known_of(run, sn_in(add, 1), known, &zero));
    if (!one_number(scale) || (add && !one_number(zero))) return SN_OK;
    if (!sn_keeps_shape(sn_in(div, 0), last->out[0])) return SN_OK;
    sn_node *const all[] = {div, round, add, clip, last};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]) q->node[q->n_nodes++] = all[i];
    q->x = sn_in(div, 0);
    q->scale = sn_tensor_at(scale, 0);
    q->zero = add ? sn_tensor_at(zero, 0) : 0;
    *is = true;
    return SN_OK;
}

/* Whether Q(D(b)) is b for each byte b, with the margin that any rounding on the way needs. */
static bool gives_back(const quantizer *q, const sn_dequantized *d)
{
    const double least = sn_least_byte(q->type), zero = d->zero ? sn_tensor_at(d->zero, 0) : 0,
                 scale = sn_tensor_at(d->scale, 0);
    if (d->q->type != q->type || !(q->scale > 1e-30 && q->scale < 1e30)) return false;
    for (double b = least; b <= least + 255; b++) {
        const double found = (b - zero) * scale / q->scale + q->zero;
        if (!(fabs(found - b) < 0.25)) return false;
    }
    return q->zero == floor(q->zero);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static bool is_move(const sn_node *n)
{
    static const sn_op *const ops[] = {
        &sn_op_concat,         &sn_op_transpose,      &sn_op_flip, &sn_op_channel_shuffle,
        &sn_op_depth_to_space, &sn_op_space_to_depth, &sn_op_slice};
    if (n->n_out != 1 || n->n_body || n->boundary) return false;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (n->op == ops[i]) return true;
    return sn_op_has(n->op, SN_TRAIT_VIEW);
}

typedef struct moved {
    sn_dequantized *of; /* by slot; q NULL: only the shape is read */
    bool *same;
    int64_t elements; /* in front; -1: not known */
    bool all_same;
} moved;

/* What is in front of a move: bytes made floats throughout. */
static sn_status read_move(sn_pass_run *run, const quantizer *q, const sn_node *move,
                           sn_known **known, moved *m, bool *is)
{
    m->of = SN_NEW_N(run->arena, sn_dequantized, move->n_in);
    m->same = SN_NEW_N(run->arena, bool, move->n_in);
    m->all_same = true;
    *is = move->n_in > 0;
    for (uint16_t i = 0; i < move->n_in && *is; i++) {
        sn_value *x = sn_in(move, i);
        if (!x || sn_node_reads_shape_only(move, i)) continue;
        SN_TRY(sn_dequantized_of(run, x, known, &m->of[i], is));
        if (!*is) return SN_OK;
        const sn_dequantized *d = &m->of[i];
        if (!one_number(d->scale) || (d->zero && !one_number(d->zero))) *is = false;
        m->same[i] = *is && gives_back(q, d);
        m->all_same = m->all_same && m->same[i];
        if (m->elements >= 0)
            m->elements = sn_shape_known(&x->shape) ? m->elements + sn_shape_count(&x->shape) : -1;
    }
    return SN_OK;
}

/* The nodes of Q once more, of another value. */
static sn_value *quantize(sn_pass_run *run, const quantizer *q, sn_value *x, sn_node *before)
{
    for (int i = 0; i < q->n_nodes; i++) {
        sn_node *n = sn_rewrite_clone(run, q->node[i], before);
        sn_node_set_input(n, 0, x);
        if (!sn_rewrite_infers(n)) return NULL;
        x = n->out[0];
    }
    return x;
}

static void match(sn_rewrite *rw, sn_node *n)
{
    for (int i = 0; i < rw->n_matched; i++)
        if (rw->matched[i] == n) return;
    if (rw->n_matched < SN_MAX_MATCHED) rw->matched[rw->n_matched++] = n;
}

static sn_status commit(sn_pass_run *run, const quantizer *q, sn_node *move, const moved *m,
                        const sn_known *known, sn_value *after)
{
    sn_rewrite rw = {.before = q->node[q->n_nodes - 1]->out[0], .after = after, .same_shape = true};
    bool done;
    for (uint16_t i = 0; move && i < move->n_in; i++)
        for (int k = 0; k < m->of[i].n_nodes; k++) match(&rw, m->of[i].node[k]);
    for (int k = 0; !move && k < m->of[0].n_nodes; k++) match(&rw, m->of[0].node[k]);
    if (move) match(&rw, move);
    for (int i = 0; i < q->n_nodes; i++) match(&rw, q->node[i]);
    sn_known_given(run, known, &rw);
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status past_move(sn_pass_run *run, const quantizer *q, sn_known **known)
{
    sn_node *move = q->x->def, *last = q->node[q->n_nodes - 1];
    moved m = {0};
    bool is = false;
    SN_TRY(read_move(run, q, move, known, &m, &is));
    if (!is) return SN_OK;
    const sn_shape *y = &q->x->shape;
    if (!m.all_same && (m.elements < 0 || !sn_shape_known(y) || sn_shape_count(y) != m.elements)) {
        sn_missed(run, move, last, "not moved as bytes: more elements would be quantized");
        return SN_OK;
    }
    if (q->x->n_uses != 1) {
        sn_missed(run, move, last, "not moved as bytes: others read what is moved");
        return SN_OK;
    }
    if (3 * move->n_in + 1 + q->n_nodes > SN_MAX_MATCHED) {
        sn_missed(run, move, last, "not moved as bytes: it has too many operands");
        return SN_OK;
    }
    sn_rewrite_begin(run);
    sn_node *bytes = sn_rewrite_clone(run, move, last);
    for (uint16_t i = 0; i < move->n_in; i++) {
        if (!m.of[i].q) continue;
        sn_value *b = m.same[i] ? m.of[i].q : quantize(run, q, sn_in(move, i), bytes);
        if (!b) {
            sn_rewrite_abandon(run, last);
            return SN_OK;
        }
        sn_node_set_input(bytes, i, b);
    }
    return commit(run, q, move, &m, *known, bytes->out[0]);
}

static sn_status given_back(sn_pass_run *run, const quantizer *q, sn_known **known, bool *is)
{
    sn_dequantized d;
    SN_TRY(sn_dequantized_of(run, q->x, known, &d, is));
    if (!*is) return SN_OK;
    if (!one_number(d.scale) || (d.zero && !one_number(d.zero)) || !gives_back(q, &d)) return SN_OK;
    const moved m = {.of = &d};
    sn_rewrite_begin(run);
    return commit(run, q, NULL, &m, *known, d.q);
}

static sn_status visit(sn_pass_run *run, sn_node *last, sn_known **known)
{
    quantizer q;
    bool is = false;
    SN_TRY(quantizer_of(run, last, known, &q, &is));
    if (!is || !q.x->def) return SN_OK;
    SN_TRY(given_back(run, &q, known, &is));
    return !is && is_move(q.x->def) ? past_move(run, &q, known) : SN_OK;
}

static bool visits(const sn_op *op) { return op == &sn_op_round; }

static sn_status run(sn_pass_run *run)
{
    if (!run->env->target->integers_pay) return SN_OK;
    SN_EACH_VISITED(n, run)
    {
        sn_known *known = NULL;
        if (n->op != &sn_op_cast) continue;
        const sn_status status = visit(run, n, &known);
        sn_known_release(&known);
        SN_TRY(status);
    }
    return SN_OK;
}

const sn_pass sn_pass_quantize_before_moves = {
    .name = "quantize_before_moves",
    .arrow = "Q(move(D(q), ...)) -> move(q, ...), or move(Q(D(q)), ...); Q(D(q)) -> q, where D is "
             "(q - zero) * scale and Q is cast(clip(round(x / scale) + zero))",
    .needs = "single scales and zero points, Q(D(q)) = q for each byte, no other reader of what is "
             "moved; the target has products of bytes",
    .visits = visits,
    .run = run,
};
