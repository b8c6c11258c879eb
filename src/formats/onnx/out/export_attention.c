/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention as its formula: softmax(q * transpose(k) * scale + mask) * v. ONNX has an operator for
 * it from version 23 on, which runtimes of today mostly do not have. */
#include <math.h>

#include "formats/onnx/out/export.h"
#include "ops/attention.h"

/* The last two of so many axes change places. */
static const char *turned(sn_onnx_export *e, const char *x, int rank)
{
    int32_t perm[SN_MAX_RANK];
    for (int i = 0; i < rank; i++) perm[i] = i;
    perm[rank - 2] = rank - 1;
    perm[rank - 1] = rank - 2;
    return sn_onnx_put_transpose(e, x, rank, perm, NULL);
}

static const char *scaled(sn_onnx_export *e, const char *x, double by)
{
    return by == 1 ? x
                   : SN_ONNX_MADE(e, "Mul", 7, x, sn_onnx_put_number(e, sn_onnx_type_in(e, 0), by));
}

/* Scores [..][heads][src][dst] times v. */
static const char *put_weighted(sn_onnx_export *e, const char *scores, const char *mask, int rank,
                                const char *v, const char *to)
{
    if (*mask) scores = SN_ONNX_MADE(e, "Add", 7, scores, mask);
    sn_onnx_attr_int(e, "axis", rank - 1);
    const char *weights = SN_ONNX_MADE(e, "Softmax", 1, scores),
               *y = to ? to : sn_onnx_temporary(e);
    SN_ONNX_PUT(e, "MatMul", 1, y, weights, v);
    return y;
}

void sn_onnx_export_attention(sn_onnx_export *e)
{
    const sn_attention_params *p = e->params;
    const sn_shape *q = sn_onnx_shape_in(e, SN_ATTENTION_Q),
                   *k = sn_onnx_shape_in(e, SN_ATTENTION_K);
    sn_onnx_composed(e);
    if (sn_onnx_has_in(e, SN_ATTENTION_PAST_K) || (e->n && e->n->n_out > 1))
        sn_onnx_cannot(e, "its past keys and values are not written");
    if (p->is_causal) sn_onnx_cannot(e, "that it is causal is not written");
    if (!e->n || e->wrong) return;
    if (q->rank < 3 || k->rank != q->rank || !sn_dim_known(q->d[q->rank - 1])) {
        sn_onnx_unknown(e, "its ranks, or the width of its keys, are not known");
        return;
    }
    if (!sn_dim_equal(q->d[q->rank - 3], k->d[k->rank - 3])) {
        sn_onnx_cannot(e, "it has more heads of queries than of keys");
        return;
    }
    const double scale = p->scale != 0 ? (double)p->scale : 1 / sqrt((double)q->d[q->rank - 1]);
    const char *keys = turned(e, e->in[SN_ATTENTION_K], k->rank);
    const char *scores =
        SN_ONNX_MADE(e, "MatMul", 1, scaled(e, e->in[SN_ATTENTION_Q], scale), keys);
    if (p->softcap != 0) {
        scores = SN_ONNX_MADE(e, "Tanh", 6, scaled(e, scores, 1 / (double)p->softcap));
        scores = scaled(e, scores, (double)p->softcap);
    }
    put_weighted(e, scores, sn_onnx_has_in(e, SN_ATTENTION_MASK) ? e->in[SN_ATTENTION_MASK] : "",
                 q->rank, e->in[SN_ATTENTION_V], e->out[0]);
}

/* x * transpose(w) + b as [..][heads][rows][width of a head]. */
static const char *projected(sn_onnx_export *e, unsigned x, unsigned w, const sn_mha_params *p)
{
    const char *turned_w = turned(e, e->in[w], 2);
    const char *y = SN_ONNX_MADE(e, "MatMul", 1, e->in[x], turned_w);
    int64_t sizes[SN_MAX_RANK + 1] = {0};
    int32_t perm[SN_MAX_RANK + 1];
    const int rank = sn_onnx_rank_in(e, x);
    y = SN_ONNX_MADE(e, "Add", 7, y, e->in[w + 1]);
    sizes[rank - 1] = p->num_heads;
    sizes[rank] = p->embed_dim / p->num_heads;
    for (int i = 0; i <= rank; i++) perm[i] = i;
    perm[rank - 2] = rank - 1;
    perm[rank - 1] = rank - 2;
    return sn_onnx_put_transpose(e, sn_onnx_put_reshape(e, y, sizes, rank + 1, NULL), rank + 1,
                                 perm, NULL);
}

void sn_onnx_export_multi_head_attention(sn_onnx_export *e)
{
    const sn_mha_params *p = e->params;
    const int rank = sn_onnx_rank_in(e, SN_MHA_Q), mask_rank = sn_onnx_rank_in(e, SN_MHA_MASK);
    sn_onnx_composed(e);
    if (sn_onnx_has_in(e, SN_MHA_PAST_K) || (e->n && e->n->n_out > 1))
        sn_onnx_cannot(e, "its past keys and values are not written");
    if (!e->n || e->wrong) return;
    if (rank != p->batch_axes + 2 || p->embed_dim <= 0) {
        sn_onnx_unknown(e, "the rank of its input is not known");
        return;
    }
    int64_t sizes[SN_MAX_RANK] = {0};
    int32_t perm[SN_MAX_RANK + 1];
    const char *q = projected(e, SN_MHA_Q, SN_MHA_WQ, p);
    const char *k = projected(e, SN_MHA_K, SN_MHA_WK, p), *v = projected(e, SN_MHA_V, SN_MHA_WV, p);
    const char *scores =
        SN_ONNX_MADE(e, "MatMul", 1, scaled(e, q, (double)p->scale), turned(e, k, rank + 1));
    const char *mask = sn_onnx_has_in(e, SN_MHA_MASK) ? e->in[SN_MHA_MASK] : "";
    if (*mask && mask_rank != 2 && mask_rank != rank + 1)
        sn_onnx_cannot(e, "its mask has another number of axes");
    const char *y = put_weighted(e, scores, mask, rank + 1, v, NULL);
    for (int i = 0; i <= rank; i++) perm[i] = i;
    perm[rank - 2] = rank - 1;
    perm[rank - 1] = rank - 2;
    sizes[rank - 1] = p->embed_dim;
    y = sn_onnx_put_transpose(e, y, rank + 1, perm, NULL);
    y = sn_onnx_put_reshape(e, y, sizes, rank, NULL);
    y = SN_ONNX_MADE(e, "MatMul", 1, y, turned(e, e->in[SN_MHA_WO], 2));
    SN_ONNX_PUT(e, "Add", 7, e->out[0], y, e->in[SN_MHA_BO]);
}
