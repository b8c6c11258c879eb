/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention of com.microsoft: with its projections, or of queries, keys and values of several
 * layouts. Keys that a mask leaves out have a number added to their scores that is low, not
 * infinite. */
#include "formats/onnx/ops/parts.h"
#include "ops/attention.h"

typedef struct heads {
    sn_onnx_call *c;
    sn_value *q, *k, *v;       /* [batch][heads][rows][width] */
    sn_value *past_k, *past_v; /* the same, or NULL */
    sn_value *mask, *bias;     /* as inputs have them, or NULL */
    sn_type type;
} heads;

/* Whether the mask has a form that is read: [batch] counts keys, [batch][keys] and
 * [batch][rows][keys] say which there are. */
static sn_answer mask_is_read(sn_onnx_call *c, unsigned slot)
{
    if (!sn_onnx_has(c, slot)) return SN_ONNX_YES;
    SN_ONNX_NEED_RANK(c, slot);
    SN_ONNX_NEED_RANK(c, 0);
    const sn_shape *m = sn_onnx_shape(c, slot);
    if (m->rank < 1 || m->rank > 3) return SN_ONNX_NEVER("its mask has a form that sinter lacks");
    if (m->rank > 1 || sn_dim_equal(m->d[0], sn_onnx_shape(c, 0)->d[0])) return SN_ONNX_YES;
    return sn_dim_known(m->d[0]) && sn_dim_known(sn_onnx_shape(c, 0)->d[0])
               ? SN_ONNX_NEVER("its mask has a form that sinter lacks")
               : SN_ONNX_LATER("the form of its mask is not known");
}

static sn_value *key_count(const heads *h)
{
    sn_onnx_call *c = h->c;
    sn_value *n = sn_onnx_size_of(c, h->k, 2);
    return h->past_k ? SN_ONNX_DO(c, add, n, sn_onnx_size_of(c, h->past_k, 2)) : n;
}

/* What is added to the scores: [..][rows][keys]; NULL: nothing. */
static sn_value *summand(const heads *h, double filter)
{
    sn_onnx_call *c = h->c;
    sn_value *m = h->mask;
    if (!m) return h->bias;
    const int rank = m->shape.rank;
    if (rank == 1) {
        sn_value *key = sn_onnx_count_up(c, key_count(h));
        m = sn_onnx_cast(c, sn_onnx_unsqueeze(c, m, (int[]){1, 2, 3}, 3), SN_TYPE_i64);
        m = SN_ONNX_DO(c, less, key, m);
    } else {
        m = sn_onnx_cast(c, m, SN_TYPE_i64);
        m = SN_ONNX_DO(c, greater, m, sn_onnx_number(c, SN_TYPE_i64, 0));
        m = sn_onnx_unsqueeze(c, m, rank == 2 ? (int[]){1, 2} : (int[]){1}, rank == 2 ? 2 : 1);
    }
    sn_value *zero = sn_onnx_number(c, h->type, 0), *low = sn_onnx_number(c, h->type, filter);
    m = SN_ONNX_DO(c, where, m, zero, low);
    if (h->bias) return SN_ONNX_DO(c, add, m, h->bias);
    sn_value *shape[2] = {sn_onnx_size_vector(c, h->q, 2), sn_onnx_i64s(c, (int64_t[]){1}, 1)};
    return rank == 3 ? m : SN_ONNX_DO(c, dynamic_expand, m, sn_onnx_concat(c, 0, shape, 2));
}

/* Output 0 with its heads together; the node, whose outputs 1 and 2 are the next past if there is
 * one. */
static const sn_node *attend(const heads *h, double filter)
{
    sn_onnx_call *c = h->c;
    sn_attention_params *p = sn_onnx_params(c, &sn_op_attention);
    p->scale = (float)sn_onnx_float(c, "scale", 0);
    p->is_causal = sn_onnx_int(c, "unidirectional", 0) != 0;
    sn_value *in[6] = {h->q, h->k, h->v, summand(h, filter), h->past_k, h->past_v};
    const sn_node *n = sn_onnx_make_many(c, &sn_op_attention, p, 6, in, h->past_k ? 3 : 1);
    if (n) sn_onnx_give(c, 0, sn_onnx_heads_together(c, n->out[0]));
    return n;
}

/* ---- Attention ------------------------------------------------------------------------------- */

/* Columns of the projections of queries, keys and values. */
static sn_answer widths_of(sn_onnx_call *c, int64_t heads_, int64_t out[3])
{
    sn_ints given;
    const sn_shape *w = sn_onnx_shape(c, 1);
    const bool listed = sn_onnx_ints(c, "qkv_hidden_sizes", &given) && given.n > 0;
    if (w->rank != 2) return SN_ONNX_NEVER("its weights have not two axes");
    if (!sn_dim_known(w->d[1])) return SN_ONNX_LATER("the size of its weights is not known");
    if (listed && given.n != 3) return SN_ONNX_NEVER("it has not three sizes");
    for (int i = 0; i < 3; i++) {
        out[i] = listed ? given.v[i] : w->d[1] / 3;
        if (out[i] < 1 || out[i] % heads_) return SN_ONNX_NEVER("its heads do not divide its size");
    }
    return out[0] + out[1] + out[2] == w->d[1]
               ? SN_ONNX_YES
               : SN_ONNX_NEVER("its sizes are not those of weights");
}

static sn_value *half_of(sn_onnx_call *c, sn_value *past, int which)
{
    return sn_onnx_squeeze(c, sn_onnx_slice(c, past, 0, which, which + 1), (int[]){0}, 1);
}

/* x W + b, of floats, or of integers with scales and zero points. */
static sn_value *projected(sn_onnx_call *c, bool quantized)
{
    enum { X, WEIGHTS, BIAS, X_SCALE, SCALE, X_ZERO = 6, ZERO };
    sn_value *x = sn_onnx_in(c, X), *w = sn_onnx_in(c, WEIGHTS), *y;
    if (quantized) {
        y = SN_ONNX_DO(c, matmul_integer, x, w, sn_onnx_in(c, X_ZERO), sn_onnx_in(c, ZERO));
        sn_value *scale = SN_ONNX_DO(c, mul, sn_onnx_in(c, X_SCALE), sn_onnx_in(c, SCALE));
        y = SN_ONNX_DO(c, mul, sn_onnx_cast(c, y, sn_onnx_type(c, X_SCALE)), scale);
    } else {
        y = SN_ONNX_DO(c, matmul, x, w);
    }
    return sn_onnx_has(c, BIAS) ? SN_ONNX_DO(c, add, y, sn_onnx_in(c, BIAS)) : y;
}

/* Attention and QAttention: the product, cut into queries, keys and values. */
sn_answer sn_onnx_import_projected_attention(sn_onnx_call *c)
{
    enum { X, WEIGHTS, X_SCALE = 3 };
    const bool quantized = *c->record->type == 'Q';
    const unsigned mask = quantized ? 5 : 3, past = quantized ? 8 : 4;
    const int64_t n = sn_onnx_int(c, "num_heads", 0);
    const double filter = sn_onnx_float(c, "mask_filter_value", -10000);
    int64_t width[3];
    SN_ONNX_NEED_RANK(c, X);
    SN_ONNX_NEED_RANK(c, WEIGHTS);
    SN_ONNX_NEED_TYPE(c, quantized ? X_SCALE : X);
    if (n < 1) return SN_ONNX_NEVER("it has no heads");
    if (sn_onnx_rank(c, X) != 3) return SN_ONNX_NEVER("its input has not three axes");
    if (sn_onnx_int(c, "do_rotary", 0)) return SN_ONNX_NEVER("it turns queries and keys");
    if (sn_onnx_int(c, "past_present_share_buffer", 0) || (!quantized && sn_onnx_has(c, 6)))
        return SN_ONNX_NEVER("its past and present are one buffer");
    sn_answer is = mask_is_read(c, mask);
    if (is.is == SN_YES) is = widths_of(c, n, width);
    if (is.is != SN_YES) return is;
    sn_value *x = projected(c, quantized), *part[3];
    for (int64_t i = 0, at = 0; i < 3; at += width[i++])
        part[i] = sn_onnx_heads_apart(c, sn_onnx_slice(c, x, 2, at, at + width[i]), n);
    heads h = {.c = c,
               .q = part[0],
               .k = part[1],
               .v = part[2],
               .mask = sn_onnx_in(c, mask),
               .bias = quantized ? NULL : sn_onnx_in(c, 5),
               .type = sn_onnx_type(c, quantized ? X_SCALE : X)};
    if (sn_onnx_has(c, past)) {
        h.past_k = half_of(c, sn_onnx_in(c, past), 0);
        h.past_v = half_of(c, sn_onnx_in(c, past), 1);
    }
    const sn_node *made = attend(&h, filter);
    if (made && sn_onnx_n_out(c) > 1) {
        sn_value *next[2] = {h.past_k ? made->out[1] : h.k, h.past_k ? made->out[2] : h.v};
        for (int i = 0; i < 2; i++) next[i] = sn_onnx_unsqueeze(c, next[i], (int[]){0}, 1);
        sn_onnx_give(c, 1, sn_onnx_concat(c, 0, next, 2));
    }
    return SN_ONNX_YES;
}

/* ---- MultiHeadAttention ---------------------------------------------------------------------- */

/* Queries are [batch][rows][width]; keys and values are, too, or have their heads apart. A bias is
 * that of all three, one behind the other. */
sn_answer sn_onnx_import_multi_head_attention(sn_onnx_call *c)
{
    enum { Q, K, V, BIAS, MASK, SUMMAND, PAST_K, PAST_V, PAST_LENGTH };
    const int64_t n = sn_onnx_int(c, "num_heads", 0);
    const double filter = sn_onnx_float(c, "mask_filter_value", -10000);
    sn_value *part[3];
    for (unsigned i = Q; i <= V; i++) {
        if (!sn_onnx_has(c, i)) return SN_ONNX_NEVER("its queries, keys and values are packed");
        SN_ONNX_NEED_RANK(c, i);
        if (sn_onnx_rank(c, i) != 3 && (i == Q || sn_onnx_rank(c, i) != 4))
            return SN_ONNX_NEVER("its queries, keys or values have a form that sinter lacks");
    }
    SN_ONNX_NEED_TYPE(c, Q);
    const sn_dim width = sn_onnx_shape(c, Q)->d[2];
    if (n < 1) return SN_ONNX_NEVER("it has no heads");
    if (sn_onnx_has(c, BIAS) && !sn_dim_known(width))
        return SN_ONNX_LATER("the width of its queries is not known");
    if (sn_onnx_has(c, BIAS) && sn_onnx_rank(c, K) == 4)
        return SN_ONNX_NEVER("its keys have a bias, and their heads apart");
    if (sn_onnx_has(c, PAST_LENGTH)) return SN_ONNX_NEVER("its past and present are one buffer");
    const sn_answer is = mask_is_read(c, MASK);
    if (is.is != SN_YES) return is;
    for (unsigned i = Q; i <= V; i++) {
        sn_value *x = sn_onnx_in(c, i);
        if (sn_onnx_has(c, BIAS)) {
            const int64_t from = (int64_t)i * width, to = i == V ? INT32_MAX : from + width;
            x = SN_ONNX_DO(c, add, x, sn_onnx_slice(c, sn_onnx_in(c, BIAS), 0, from, to));
        }
        part[i] = sn_onnx_rank(c, i) == 4 ? x : sn_onnx_heads_apart(c, x, n);
    }
    const heads h = {.c = c,
                     .q = part[Q],
                     .k = part[K],
                     .v = part[V],
                     .past_k = sn_onnx_in(c, PAST_K),
                     .past_v = sn_onnx_in(c, PAST_V),
                     .mask = sn_onnx_in(c, MASK),
                     .bias = sn_onnx_in(c, SUMMAND),
                     .type = sn_onnx_type(c, Q)};
    const sn_node *made = attend(&h, filter);
    if (!made) return SN_ONNX_YES; /* with a status */
    sn_onnx_give(c, 1, h.past_k ? made->out[1] : h.k);
    sn_onnx_give(c, 2, h.past_k ? made->out[2] : h.v);
    return SN_ONNX_YES;
}
