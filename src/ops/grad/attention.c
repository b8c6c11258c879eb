/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of attention, multi_head_attention and rotary_embedding. The weights are computed
 * again: keeping those of all heads from the way forward would take as much room as all scores. */
#include "ops/grad/grad.h"

#include <math.h>

#include "ops/attention.h"
#include "ops/matmul.h"
#include "ops/reduce.h"
#include "ops/rotary_embedding.h"
#include "ops/rule.h"
#include "ops/softmax.h"

static sn_value *reshaped(sn_grad *g, sn_value *v, int rank, const sn_dim *d)
{
    const sn_shape shape = sn_shape_of(rank, d);
    return sn_grad_reshaped(g, v, &shape);
}

static sn_value *product(sn_grad *g, sn_value *a, sn_value *b)
{
    return sn_grad_of_two(g, &sn_op_matmul, NULL, a, b);
}

static sn_value *product_with_turned(sn_grad *g, sn_value *a, sn_value *b)
{
    const sn_matmul_params p = {.transB = 1};
    return sn_grad_of_two(g, &sn_op_matmul, &p, a, b);
}

/* The last two axes of three change places. */
static sn_value *turned(sn_grad *g, sn_value *v)
{
    return sn_grad_transposed(g, v, (int32_t[]){0, 2, 1});
}

/* ---- one attention --------------------------------------------------------------------------- */

/* Operands and results as [matrices][rows][width]; several heads that read the same keys are rows
 * of one matrix. Summands, and which keys are seen, broadcast to `scores`, a shape of the scores in
 * their order. */
typedef struct attending {
    sn_value *q, *k, *v, *dy;
    sn_shape scores;
    sn_value *bias, *mask; /* summands, or NULL */
    sn_value *seen;        /* bools; NULL: all */
    double scale, softcap, hidden;
    bool may_see_none; /* a query without keys gives 0 */
    bool nan_is_zero;
    /* The weights, [matrices][rows][keys], and gradients; by_scores: by those with summands. */
    sn_value *weights, *by_q, *by_k, *by_v, *by_scores;
} attending;

/* 0 where a condition is true. */
static sn_value *zero_where(sn_grad *g, sn_value *condition, sn_value *v)
{
    if (!v) return NULL;
    sn_value *in[] = {condition, sn_grad_number(g, v->type, 0), v};
    return sn_grad_node(g, &sn_op_where, NULL, 3, in);
}

static sn_value *weights_of(sn_grad *g, const attending *a, sn_value *scores)
{
    const int last = a->scores.rank - 1;
    const sn_along_params along = {last};
    const sn_reduce_params largest = {
        .op = SN_REDUCE_MAX, .axes = SN_INTS(g->arena, last), .keepdims = 1};
    sn_value *weights = sn_grad_of_one(g, &sn_op_softmax, &along, scores);
    if (a->nan_is_zero)
        return zero_where(g, sn_grad_of_one(g, &sn_op_is_nan, NULL, weights), weights);
    if (!a->may_see_none || !scores) return weights;
    sn_value *none =
        sn_grad_of_two(g, &sn_op_equal, NULL, sn_grad_of_one(g, &sn_op_reduce, &largest, scores),
                       sn_grad_number(g, scores->type, -INFINITY));
    return zero_where(g, none, weights);
}

/* With weights P, dP = dy v^T, the gradient by scores is P * (dP - sum(dP * P)). */
static void attend(sn_grad *g, attending *a)
{
    sn_value *products = sn_grad_scaled(g, product_with_turned(g, a->q, a->k), a->scale);
    if (!products) return;
    const sn_shape flat = products->shape;
    sn_value *scores = sn_grad_reshaped(g, products, &a->scores), *capped = NULL;
    if (a->softcap > 0) {
        capped = sn_grad_of_one(g, &sn_op_tanh, NULL, sn_grad_scaled(g, scores, 1 / a->softcap));
        scores = sn_grad_scaled(g, capped, a->softcap);
    }
    if (a->bias) scores = sn_grad_add(g, scores, a->bias);
    if (a->mask) scores = sn_grad_add(g, scores, a->mask);
    sn_value *in[] = {a->seen, scores, sn_grad_number(g, a->q->type, a->hidden)};
    if (a->seen) scores = sn_grad_node(g, &sn_op_where, NULL, 3, in);
    sn_value *p = weights_of(g, a, scores);
    a->weights = sn_grad_reshaped(g, p, &flat);
    a->by_v = product(g, turned(g, a->weights), a->dy);
    sn_value *dp = sn_grad_reshaped(g, product_with_turned(g, a->dy, a->v), &a->scores);
    sn_value *sum = sn_grad_summed(g, sn_grad_mul(g, dp, p), 1u << (a->scores.rank - 1), true);
    sn_value *by = sn_grad_mul(g, p, sn_grad_sub(g, dp, sum));
    sn_value *kept[] = {a->seen, by, sn_grad_number(g, a->q->type, 0)};
    if (a->seen) by = sn_grad_node(g, &sn_op_where, NULL, 3, kept);
    a->by_scores = by;
    if (capped && by) { /* 1 - tanh^2 */
        sn_value *slope = sn_grad_sub(g, sn_grad_number(g, by->type, 1),
                                      sn_grad_of_one(g, &sn_op_square, NULL, capped));
        by = sn_grad_mul(g, by, slope);
    }
    by = sn_grad_reshaped(g, sn_grad_scaled(g, by, a->scale), &flat);
    a->by_q = product(g, by, a->k);
    a->by_k = product(g, turned(g, by), a->q);
}

/* ---- attention ------------------------------------------------------------------------------- */

/* Sizes of [...][heads][rows][width], counted from the back. */
enum { WIDTH = 1, ROWS, HEADS };

static int64_t from_back(const sn_shape *s, int k) { return s->rank < k ? 1 : s->d[s->rank - k]; }

/* Query i sees keys up to i + before. */
static sn_value *up_to_own_place(sn_grad *g, int64_t rows, int64_t keys, int64_t before)
{
    const sn_shape shape = sn_shape_of(2, (sn_dim[]){rows, keys});
    double *seen = SN_NEW_N(g->arena, double, rows *keys);
    for (int64_t i = 0; i < rows * keys; i++) seen[i] = i % keys <= i / keys + before;
    return sn_grad_constant(g, SN_TYPE_bool, &shape, seen);
}

/* Keys or values of a past and of now, of the gradient by both. */
static void by_parts(sn_grad *g, sn_value *by, unsigned out, unsigned slot, unsigned past_slot)
{
    const sn_node *n = g->node;
    const sn_shape *now = &sn_in(n, slot)->shape;
    const sn_shape *all = n->n_out > 1 ? &sn_out(n, out)->shape : now;
    const int axis = all->rank - ROWS;
    by = sn_grad_reshaped(g, by, all);
    if (out < n->n_out && g->of_out[out])
        by = by ? sn_grad_add(g, by, g->of_out[out]) : g->of_out[out];
    const int64_t past = all->d[axis] - now->d[axis];
    if (sn_grad_wants(g, slot)) g->of_in[slot] = sn_grad_part(g, by, axis, past, now->d[axis]);
    if (sn_grad_wants(g, past_slot) && past > 0)
        g->of_in[past_slot] = sn_grad_part(g, by, axis, 0, past);
}

sn_answer sn_grad_attention(sn_grad *g)
{
    const sn_node *n = g->node;
    const sn_attention_params *p = n->params;
    sn_value *q = sn_in(n, SN_ATTENTION_Q), *k = sn_in(n, SN_ATTENTION_K),
             *v = sn_in(n, SN_ATTENTION_V), *mask = sn_in(n, SN_ATTENTION_MASK),
             *bias = sn_in(n, SN_ATTENTION_BIAS), *dy = g->of_out[0];
    if (n->n_out > 1) k = sn_out(n, 1), v = sn_out(n, 2);
    const int64_t groups = sn_span_count(&k->shape, 0, k->shape.rank - ROWS),
                  heads = sn_span_count(&q->shape, 0, q->shape.rank - ROWS),
                  keys = from_back(&k->shape, ROWS), width = from_back(&q->shape, WIDTH),
                  out = from_back(&v->shape, WIDTH), rows = from_back(&q->shape, ROWS);
    const bool adds = mask && mask->type != SN_TYPE_bool;
    if ((adds && mask->type != q->type) || (bias && bias->type != q->type))
        return SN_ANSWER_NO("its mask is of another type than its queries");
    attending a = {.scores = q->shape,
                   .bias = bias,
                   .mask = adds ? mask : NULL,
                   .seen = adds ? NULL : mask,
                   .scale = p->scale == 0 ? 1 / sqrt((double)width) : (double)p->scale,
                   .softcap = (double)p->softcap,
                   .hidden = (double)p->hidden,
                   .may_see_none = (mask || bias) && !p->empty_is_nan,
                   .nan_is_zero = p->nan_is_zero};
    a.scores.d[a.scores.rank - 1] = keys;
    if (dy && groups * rows * keys * width * out > 0) {
        const int64_t each = heads / groups * rows;
        if (p->is_causal) {
            sn_value *seen = up_to_own_place(
                g, rows, keys, keys - from_back(&sn_in(n, SN_ATTENTION_K)->shape, ROWS));
            a.seen = a.seen ? sn_grad_of_two(g, &sn_op_and, NULL, a.seen, seen) : seen;
        }
        a.q = reshaped(g, q, 3, (sn_dim[]){groups, each, width});
        a.k = reshaped(g, k, 3, (sn_dim[]){groups, keys, width});
        a.v = reshaped(g, v, 3, (sn_dim[]){groups, keys, out});
        a.dy = reshaped(g, dy, 3, (sn_dim[]){groups, each, out});
        attend(g, &a);
    }
    if (sn_grad_wants(g, SN_ATTENTION_Q))
        g->of_in[SN_ATTENTION_Q] = sn_grad_reshaped(g, a.by_q, &q->shape);
    by_parts(g, a.by_k, 1, SN_ATTENTION_K, SN_ATTENTION_PAST_K);
    by_parts(g, a.by_v, 2, SN_ATTENTION_V, SN_ATTENTION_PAST_V);
    if (sn_grad_wants(g, SN_ATTENTION_MASK))
        g->of_in[SN_ATTENTION_MASK] = sn_grad_sum_to(g, a.by_scores, &mask->shape);
    if (sn_grad_wants(g, SN_ATTENTION_BIAS))
        g->of_in[SN_ATTENTION_BIAS] = sn_grad_sum_to(g, a.by_scores, &bias->shape);
    return SN_ANSWER_YES;
}

/* ---- multi_head_attention -------------------------------------------------------------------- */

typedef struct mha_sizes {
    const sn_mha_params *p;
    int64_t images, heads, each; /* each: features of a head */
    int64_t src, dst, past;      /* rows of queries; of keys; of these in the past */
} mha_sizes;

/* Rows of an input, of all images. */
static sn_value *rows_of(sn_grad *g, unsigned slot)
{
    sn_value *v = sn_in(g->node, slot);
    const int64_t width = v->shape.d[v->shape.rank - 1];
    return reshaped(g, v, 2, (sn_dim[]){width ? sn_shape_count(&v->shape) / width : 0, width});
}

/* The input projected by its weight: [images * rows][embed]. */
static sn_value *projected(sn_grad *g, unsigned slot)
{
    const unsigned weight = SN_MHA_WQ + 2 * slot;
    return sn_grad_add(g, product_with_turned(g, rows_of(g, slot), sn_in(g->node, weight)),
                       sn_in(g->node, weight + 1));
}

/* [images * rows][embed] as [images * heads][rows][each], and back. */
static sn_value *to_heads(sn_grad *g, const mha_sizes *m, sn_value *v, int64_t rows)
{
    v = reshaped(g, v, 4, (sn_dim[]){m->images, rows, m->heads, m->each});
    v = sn_grad_transposed(g, v, (int32_t[]){0, 2, 1, 3});
    return reshaped(g, v, 3, (sn_dim[]){m->images * m->heads, rows, m->each});
}

static sn_value *from_heads(sn_grad *g, const mha_sizes *m, sn_value *v, int64_t rows)
{
    v = reshaped(g, v, 4, (sn_dim[]){m->images, m->heads, rows, m->each});
    v = sn_grad_transposed(g, v, (int32_t[]){0, 2, 1, 3});
    return reshaped(g, v, 2, (sn_dim[]){m->images * rows, m->heads * m->each});
}

/* Keys or values of all heads, [images * heads][dst][each]. Those that come out have rows as
 * columns. */
static sn_value *all_of(sn_grad *g, const mha_sizes *m, unsigned slot)
{
    if (g->node->n_out == 1) return to_heads(g, m, projected(g, slot), m->dst);
    sn_value *v = sn_out(g->node, slot);
    return turned(g, reshaped(g, v, 3, (sn_dim[]){m->images * m->heads, m->each, m->dst}));
}

/* Of rows that came from x by a weight and a bias: the gradients by these. */
static void by_projection(sn_grad *g, sn_value *by, unsigned slot)
{
    const unsigned weight = SN_MHA_WQ + 2 * slot, bias = weight + 1;
    if (!by) return;
    if (sn_grad_wants(g, bias)) g->of_in[bias] = sn_grad_summed(g, by, 1, false);
    if (sn_grad_wants(g, weight))
        g->of_in[weight] =
            product(g, sn_grad_transposed(g, by, (int32_t[]){1, 0}), rows_of(g, slot));
    if (sn_grad_wants(g, slot))
        g->of_in[slot] = sn_grad_reshaped(g, product(g, by, sn_in(g->node, weight)),
                                          &sn_in(g->node, slot)->shape);
}

/* by: [images * heads][dst][each], or NULL. */
static void by_rows(sn_grad *g, const mha_sizes *m, sn_value *by, unsigned slot, unsigned past_slot)
{
    const int64_t now = m->dst - m->past;
    sn_value *of_out = slot < g->node->n_out ? g->of_out[slot] : NULL;
    if (of_out) {
        of_out =
            turned(g, reshaped(g, of_out, 3, (sn_dim[]){m->images * m->heads, m->each, m->dst}));
        by = by ? sn_grad_add(g, by, of_out) : of_out;
    }
    if (!by) return;
    if (sn_grad_wants(g, past_slot) && m->past > 0)
        g->of_in[past_slot] = sn_grad_reshaped(g, turned(g, sn_grad_part(g, by, 1, 0, m->past)),
                                               &sn_in(g->node, past_slot)->shape);
    if (now > 0)
        by_projection(g, from_heads(g, m, sn_grad_part(g, by, 1, m->past, now), now), slot);
}

/* Summands of the scores as [images or 1][heads or 1][src][dst]. */
static sn_value *mask_of(sn_grad *g, const mha_sizes *m)
{
    sn_value *mask = sn_in(g->node, SN_MHA_MASK);
    const int64_t n = mask ? sn_shape_count(&mask->shape) : 0;
    const bool batched = mask && m->p->batch_axes > 0 && mask->shape.rank != 2;
    if (!mask) return NULL;
    const int64_t images = batched ? m->images : 1;
    return reshaped(g, mask, 4, (sn_dim[]){images, n / (images * m->src * m->dst), m->src, m->dst});
}

sn_answer sn_grad_multi_head_attention(sn_grad *g)
{
    const sn_node *n = g->node;
    const sn_mha_params *p = n->params;
    const sn_shape *y = &sn_out(n, 0)->shape, *past = NULL;
    mha_sizes m = {.p = p,
                   .images = sn_span_count(y, 0, p->batch_axes),
                   .heads = p->num_heads,
                   .each = p->embed_dim / p->num_heads,
                   .src = y->d[y->rank - 2]};
    const sn_shape *k = &sn_in(n, SN_MHA_K)->shape;
    m.dst = k->rank > 1 ? k->d[k->rank - 2] : 1;
    if (sn_in(n, SN_MHA_PAST_K)) past = &sn_in(n, SN_MHA_PAST_K)->shape;
    if (past && sn_shape_count(past) > 0) {
        m.past = past->d[past->rank - 1];
        m.dst = p->self ? m.past + m.dst : m.past;
    }
    attending a = {.scores = sn_shape_of(4, (sn_dim[]){m.images, m.heads, m.src, m.dst}),
                   .scale = (double)p->scale};
    if (g->of_out[0] && m.images > 0) {
        sn_value *dy =
            reshaped(g, g->of_out[0], 2, (sn_dim[]){m.images * m.src, y->d[y->rank - 1]});
        a.q = to_heads(g, &m, projected(g, SN_MHA_Q), m.src);
        a.k = all_of(g, &m, SN_MHA_K);
        a.v = all_of(g, &m, SN_MHA_V);
        a.dy = to_heads(g, &m, product(g, dy, sn_in(n, SN_MHA_WO)), m.src);
        a.mask = mask_of(g, &m);
        attend(g, &a);
        if (sn_grad_wants(g, SN_MHA_BO)) g->of_in[SN_MHA_BO] = sn_grad_summed(g, dy, 1, false);
        if (sn_grad_wants(g, SN_MHA_WO)) {
            sn_value *heads = from_heads(g, &m, product(g, a.weights, a.v), m.src);
            g->of_in[SN_MHA_WO] = product(g, sn_grad_transposed(g, dy, (int32_t[]){1, 0}), heads);
        }
        if (a.by_q) by_projection(g, from_heads(g, &m, a.by_q, m.src), SN_MHA_Q);
    }
    by_rows(g, &m, a.by_k, SN_MHA_K, SN_MHA_PAST_K);
    by_rows(g, &m, a.by_v, SN_MHA_V, SN_MHA_PAST_V);
    if (sn_grad_wants(g, SN_MHA_MASK)) {
        const sn_shape *mask = &sn_in(n, SN_MHA_MASK)->shape;
        sn_value *by = a.mask ? sn_grad_sum_to(g, a.by_scores, &a.mask->shape) : NULL;
        g->of_in[SN_MHA_MASK] = sn_grad_reshaped(g, by, mask);
    }
    return SN_ANSWER_YES;
}

/* ---- rotary_embedding ------------------------------------------------------------------------ */

/* The first or the second of each pair of the first `turned` elements of rows. */
static sn_value *of_pairs(sn_grad *g, sn_value *v, int64_t turned, bool interleaved, int which)
{
    const sn_shape *x = &sn_in(g->node, SN_ROTARY_X)->shape;
    const int64_t width = from_back(x, WIDTH), half = turned / 2, rows = sn_shape_count(x) / width;
    v = sn_grad_part(g, reshaped(g, v, 2, (sn_dim[]){rows, width}), 1, 0, turned);
    v = reshaped(g, v, 3, (sn_dim[]){rows, interleaved ? half : 2, interleaved ? 2 : half});
    return reshaped(g, sn_grad_part(g, v, interleaved ? 2 : 1, which, 1), 2,
                    (sn_dim[]){rows, half});
}

/* a0 b0 + a1 b1, or a0 b1 - a1 b0, of the pairs of a and b, summed over heads with one table. */
static sn_value *by_table(sn_grad *g, unsigned slot, sn_value *a, sn_value *b, bool crossed)
{
    const sn_rotary_embedding_params *p = g->node->params;
    const sn_shape *x = &sn_in(g->node, SN_ROTARY_X)->shape, *table = &sn_in(g->node, slot)->shape;
    const int64_t turned = p->rotary_embedding_dim ? p->rotary_embedding_dim : from_back(x, WIDTH),
                  heads = sn_rotary_heads(x, table), n = sn_shape_count(table),
                  each = from_back(x, ROWS) * turned / 2;
    sn_value *part[2];
    for (int i = 0; i < 2; i++)
        part[i] = sn_grad_mul(g, of_pairs(g, a, turned, p->interleaved, i),
                              of_pairs(g, b, turned, p->interleaved, crossed ? 1 - i : i));
    sn_value *sum = crossed ? sn_grad_sub(g, part[0], part[1]) : sn_grad_add(g, part[0], part[1]);
    sum = reshaped(g, sum, 3, (sn_dim[]){n / each, heads, each});
    return sn_grad_reshaped(g, sn_grad_summed(g, sum, 2, false), table);
}

/* It turns back. */
sn_answer sn_grad_rotary_embedding(sn_grad *g)
{
    const sn_node *n = g->node;
    sn_value *x = sn_in(n, SN_ROTARY_X), *dy = g->of_out[0];
    if (sn_shape_count(&x->shape) == 0) return SN_ANSWER_YES;
    if (sn_grad_wants(g, SN_ROTARY_X)) {
        sn_value *in[] = {dy, sn_in(n, SN_ROTARY_COS),
                          sn_grad_of_one(g, &sn_op_neg, NULL, sn_in(n, SN_ROTARY_SIN))};
        g->of_in[SN_ROTARY_X] = sn_grad_node(g, &sn_op_rotary_embedding, n->params, 3, in);
    }
    if (sn_grad_wants(g, SN_ROTARY_COS))
        g->of_in[SN_ROTARY_COS] = by_table(g, SN_ROTARY_COS, x, dy, false);
    if (sn_grad_wants(g, SN_ROTARY_SIN))
        g->of_in[SN_ROTARY_SIN] = by_table(g, SN_ROTARY_SIN, x, dy, true);
    return SN_ANSWER_YES;
}
