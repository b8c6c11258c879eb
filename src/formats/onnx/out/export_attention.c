/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention: ONNX has an operator for it from version 23 on; before, and of other ranks, it is its
 * formula, softmax(q * transpose(k) * scale + mask) * v. Rotary embeddings. */
#include <math.h>

#include "formats/onnx/out/export.h"
#include "ops/attention.h"
#include "ops/rotary_embedding.h"

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

/* ---- attention ------------------------------------------------------------------------------- */

typedef struct attention_out {
    sn_onnx_export *e;
    const sn_attention_params *p;
    const sn_shape *q, *k;
    int rank;
    const char *keys, *values; /* with those of the past in front */
    bool has_past, masks;      /* masks: of type bool, which says what is seen */
} attention_out;

/* A past without elements is none. */
static bool has_past(const sn_onnx_export *e, unsigned slot)
{
    const sn_shape *s = sn_onnx_shape_in(e, slot);
    bool empty = false;
    for (int i = 0; i < s->rank; i++) empty = empty || s->d[i] == 0;
    return sn_onnx_has_in(e, slot) && !empty;
}

/* The next past, which are those of now where there is none. */
static const char *put_next(const attention_out *a, unsigned slot, unsigned past, unsigned out)
{
    sn_onnx_export *e = a->e;
    if (out >= e->n->n_out) return e->in[slot];
    if (!a->has_past) {
        SN_ONNX_PUT(e, "Identity", 1, e->out[out], e->in[slot]);
        return e->in[slot];
    }
    sn_onnx_attr_int(e, "axis", a->rank - 2);
    SN_ONNX_PUT(e, "Concat", 4, e->out[out], e->in[past], e->in[slot]);
    return e->out[out];
}

/* The size of an axis as a scalar. */
static const char *size_of(sn_onnx_export *e, const char *x, int axis)
{
    const char *shape = SN_ONNX_MADE(e, "Shape", 1, x);
    return SN_ONNX_MADE(e, "Gather", 1, shape, sn_onnx_put_number(e, SN_TYPE_i64, axis));
}

static const char *numbers_to(sn_onnx_export *e, const char *n)
{
    return SN_ONNX_MADE(e, "Range", 11, sn_onnx_put_number(e, SN_TYPE_i64, 0), n,
                        sn_onnx_put_number(e, SN_TYPE_i64, 1));
}

/* [src][dst]: whether a key is no further than the query, which begins behind the past. */
static const char *causal_of(sn_onnx_export *e, int64_t src, int64_t past, int64_t now)
{
    const int64_t dst = past + now;
    const sn_shape shape = SN_SHAPE(src, dst);
    sn_tensor *t;
    void *data;
    if (!e->nodes) return "";
    if (sn_tensor_create(e->ctx, SN_TYPE_bool, &shape, &t, &data) != SN_OK) {
        sn_ctx_clear_error(e->ctx);
        sn_onnx_cannot(e, "it has too many queries and keys");
        return "";
    }
    for (int64_t i = 0; i < src; i++)
        for (int64_t k = 0; k < dst; k++) ((uint8_t *)data)[i * dst + k] = k <= i + past;
    return sn_onnx_put_tensor(e, t);
}

static const char *put_causal(const attention_out *a)
{
    sn_onnx_export *e = a->e;
    const int rows = a->rank - 2;
    const int32_t behind = 1;
    const sn_shape *past = sn_onnx_shape_in(e, SN_ATTENTION_PAST_K);
    const sn_dim n_past = !a->has_past ? 0 : past->rank == a->rank ? past->d[rows] : -1;
    if (sn_dim_known(a->q->d[rows]) && sn_dim_known(a->k->d[rows]) && sn_dim_known(n_past))
        return causal_of(e, a->q->d[rows], n_past, a->k->d[rows]);
    const char *n_keys = size_of(e, a->keys, rows);
    const char *key = numbers_to(e, n_keys),
               *query = numbers_to(e, size_of(e, e->in[SN_ATTENTION_Q], rows));
    if (a->has_past) {
        const char *now = size_of(e, e->in[SN_ATTENTION_K], rows);
        query = SN_ONNX_MADE(e, "Add", 7, query, SN_ONNX_MADE(e, "Sub", 7, n_keys, now));
    }
    query = sn_onnx_put_squeeze(e, true, query, &behind, 1, NULL);
    return SN_ONNX_MADE(e, "Not", 1, SN_ONNX_MADE(e, "Greater", 9, key, query));
}

/* Which keys are seen; NULL: all. */
static const char *put_seen(const attention_out *a)
{
    sn_onnx_export *e = a->e;
    const char *mask = a->masks ? e->in[SN_ATTENTION_MASK] : NULL;
    if (!a->p->is_causal) return mask;
    const char *causal = put_causal(a);
    return mask ? SN_ONNX_MADE(e, "And", 7, mask, causal) : causal;
}

/* The keys or values of a group for each of its heads. */
static const char *for_heads(const attention_out *a, const char *x, sn_dim width)
{
    sn_onnx_export *e = a->e;
    const sn_dim heads = a->q->d[a->rank - 3], groups = a->k->d[a->rank - 3];
    int64_t times[SN_MAX_RANK + 1], sizes[SN_MAX_RANK] = {0};
    const int32_t axis = a->rank - 2;
    if (sn_dim_equal(heads, groups)) return x;
    for (int i = 0; i <= a->rank; i++) times[i] = i == axis ? heads / groups : 1;
    x = sn_onnx_put_squeeze(e, true, x, &axis, 1, NULL);
    x = SN_ONNX_MADE(e, "Tile", 6, x, sn_onnx_put_i64s(e, times, a->rank + 1));
    sizes[a->rank - 3] = heads;
    sizes[a->rank - 2] = -1;
    sizes[a->rank - 1] = width;
    return sn_onnx_put_reshape(e, x, sizes, a->rank, NULL);
}

static const char *put_scores(const attention_out *a)
{
    sn_onnx_export *e = a->e;
    const sn_dim width = a->q->d[a->rank - 1];
    const double cap = (double)a->p->softcap,
                 scale = a->p->scale != 0 ? (double)a->p->scale : 1 / sqrt((double)width);
    const char *q = scaled(e, e->in[SN_ATTENTION_Q], scale);
    const char *keys = turned(e, for_heads(a, a->keys, width), a->rank);
    const char *scores = SN_ONNX_MADE(e, "MatMul", 1, q, keys);
    if (cap == 0) return scores;
    scores = SN_ONNX_MADE(e, "Tanh", 6, scaled(e, scores, 1 / cap));
    return scaled(e, scores, cap);
}

/* Summands of the scores, in their type. */
static const char *in_type(sn_onnx_export *e, unsigned slot)
{
    const sn_type type = sn_onnx_type_in(e, 0);
    if (sn_onnx_type_in(e, slot) == type) return e->in[slot];
    sn_onnx_attr_int(e, "to", sn_onnx_data_type_of(type));
    return SN_ONNX_MADE(e, "Cast", 6, e->in[slot]);
}

/* A query that the mask lets see no key, or only such whose summands are -inf, gives 0. */
static const char *zero_where_none(const attention_out *a, const char *seen, const char *weights)
{
    sn_onnx_export *e = a->e;
    const sn_type type = sn_onnx_type_in(e, 0);
    const int rank = sn_onnx_rank_in(e, SN_ATTENTION_MASK);
    const int32_t last = (a->p->is_causal && rank < 2 ? 2 : rank) - 1;
    const char *least = sn_onnx_put_number(e, type, a->masks ? 0 : -INFINITY);
    const char *looks = a->masks ? NULL : in_type(e, SN_ATTENTION_MASK);
    if (rank < 1) sn_onnx_unknown(e, "the rank of its mask is not known");
    if (a->masks) {
        sn_onnx_attr_int(e, "to", sn_onnx_data_type_of(type));
        looks = SN_ONNX_MADE(e, "Cast", 6, seen);
    } else if (seen) {
        looks = SN_ONNX_MADE(e, "Where", 9, seen, looks, least);
    }
    const char *most = sn_onnx_put_reduce(e, "max", looks, &last, 1, true, NULL);
    const char *any = SN_ONNX_MADE(e, "Greater", 7, most, least);
    return SN_ONNX_MADE(e, "Where", 9, any, weights, sn_onnx_put_number(e, type, 0));
}

static const char *zero_where_nan(sn_onnx_export *e, const char *weights)
{
    const char *zero = sn_onnx_put_number(e, sn_onnx_type_in(e, 0), 0);
    return SN_ONNX_MADE(e, "Where", 9, SN_ONNX_MADE(e, "IsNaN", 9, weights), zero, weights);
}

static void put_formula(const attention_out *a)
{
    sn_onnx_export *e = a->e;
    const sn_type type = sn_onnx_type_in(e, 0);
    const sn_shape *v = sn_onnx_shape_in(e, SN_ATTENTION_V);
    const char *scores = put_scores(a), *seen = put_seen(a);
    if (sn_onnx_has_in(e, SN_ATTENTION_BIAS))
        scores = SN_ONNX_MADE(e, "Add", 7, scores, in_type(e, SN_ATTENTION_BIAS));
    if (sn_onnx_has_in(e, SN_ATTENTION_MASK) && !a->masks)
        scores = SN_ONNX_MADE(e, "Add", 7, scores, in_type(e, SN_ATTENTION_MASK));
    if (seen)
        scores = SN_ONNX_MADE(e, "Where", 9, seen, scores,
                              sn_onnx_put_number(e, type, (double)a->p->hidden));
    sn_onnx_attr_int(e, "axis", a->rank - 1);
    const char *weights = SN_ONNX_MADE(e, "Softmax", 1, scores);
    const bool stays_nan = a->p->empty_is_nan || a->p->hidden != -INFINITY;
    if (a->p->nan_is_zero)
        weights = zero_where_nan(e, weights);
    else if (sn_onnx_has_in(e, SN_ATTENTION_BIAS) && !stays_nan)
        sn_onnx_cannot(e, "a query that sees no key gives 0, and it has a bias beside its mask");
    else if (sn_onnx_has_in(e, SN_ATTENTION_MASK) && !stays_nan)
        weights = zero_where_none(a, seen, weights);
    SN_ONNX_PUT(e, "MatMul", 1, e->out[0], weights,
                for_heads(a, a->values, v->rank == a->rank ? v->d[a->rank - 1] : -1));
}

/* With an axis of one image where there is none. */
static void put_operator(const attention_out *a)
{
    sn_onnx_export *e = a->e;
    const int32_t first = 0;
    const bool unbatched = a->rank == 3;
    const unsigned n_out = a->has_past ? 3 : 1;
    const char *in[6] = {"", "", "", "", "", ""}, *out[3];
    for (unsigned i = 0; i < 6 && i < e->n_in; i++) {
        const bool given = sn_onnx_has_in(e, i) && (i < SN_ATTENTION_PAST_K || a->has_past);
        const bool apart = unbatched && i != SN_ATTENTION_MASK;
        if (given)
            in[i] = apart ? sn_onnx_put_squeeze(e, true, e->in[i], &first, 1, NULL) : e->in[i];
    }
    if (sn_onnx_rank_in(e, SN_ATTENTION_MASK) == 1)
        in[SN_ATTENTION_MASK] =
            sn_onnx_put_squeeze(e, true, in[SN_ATTENTION_MASK], &first, 1, NULL);
    for (unsigned i = 0; i < n_out; i++) out[i] = unbatched ? sn_onnx_temporary(e) : e->out[i];
    if (a->p->is_causal) sn_onnx_attr_int(e, "is_causal", 1);
    if (a->p->scale != 0) sn_onnx_attr_float(e, "scale", a->p->scale);
    if (a->p->softcap != 0) sn_onnx_attr_float(e, "softcap", a->p->softcap);
    sn_onnx_put(e, "Attention", 23, 6, in, (int)n_out, out);
    for (unsigned i = 0; i < n_out && unbatched; i++)
        sn_onnx_put_squeeze(e, false, out[i], &first, 1, e->out[i]);
    for (unsigned i = n_out; i < e->n->n_out; i++)
        SN_ONNX_PUT(e, "Identity", 1, e->out[i], e->in[SN_ATTENTION_K + i - 1]);
}

/* Attention takes the root of its scale, gives 0 where softmax gives NaN, and hides keys from
 * sight. */
static bool differs(const sn_attention_params *p, bool masked, bool biased)
{
    return p->scale < 0 || p->nan_is_zero || biased ||
           (masked && (p->empty_is_nan || p->hidden != -INFINITY));
}

/* Version 23 does not say where queries begin behind a past. */
static bool has_operator(const attention_out *a)
{
    const int since = a->p->is_causal && a->has_past ? 24 : 23;
    const bool masked = a->p->is_causal || sn_onnx_has_in(a->e, SN_ATTENTION_MASK);
    return a->e->opset >= since && (a->rank == 3 || a->rank == 4) &&
           !differs(a->p, masked, sn_onnx_has_in(a->e, SN_ATTENTION_BIAS));
}

void sn_onnx_export_attention(sn_onnx_export *e)
{
    attention_out a = {.e = e,
                       .p = e->params,
                       .q = sn_onnx_shape_in(e, SN_ATTENTION_Q),
                       .k = sn_onnx_shape_in(e, SN_ATTENTION_K),
                       .has_past = has_past(e, SN_ATTENTION_PAST_K),
                       .masks = sn_onnx_type_in(e, SN_ATTENTION_MASK) == SN_TYPE_bool};
    a.rank = a.q->rank;
    if (!e->n) {
        if (e->opset < 23 ||
            differs(e->params, e->n_in > SN_ATTENTION_MASK, e->n_in > SN_ATTENTION_BIAS))
            sn_onnx_composed(e);
        return;
    }
    if (has_operator(&a)) {
        put_operator(&a);
        return;
    }
    sn_onnx_composed(e);
    const sn_dim heads = a.rank >= 3 ? a.q->d[a.rank - 3] : 1,
                 groups = a.k->rank >= 3 ? a.k->d[a.k->rank - 3] : 1;
    if (a.rank < 3 || a.k->rank != a.rank || !sn_dim_known(a.q->d[a.rank - 1])) {
        sn_onnx_unknown(e, "its ranks, or the width of its keys, are not known");
        return;
    }
    if (!sn_dim_equal(heads, groups) && !(sn_dim_known(heads) && sn_dim_known(groups))) {
        sn_onnx_unknown(e, "how many heads it has, of queries and of keys, is not known");
        return;
    }
    a.keys = put_next(&a, SN_ATTENTION_K, SN_ATTENTION_PAST_K, 1);
    a.values = put_next(&a, SN_ATTENTION_V, SN_ATTENTION_PAST_V, 2);
    put_formula(&a);
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

/* Keys or values of now, those of the past, or both, as [..][width][rows], which is the next past;
 * then [..][heads][width of a head][rows]. */
static const char *collected(sn_onnx_export *e, unsigned x, unsigned past, unsigned out)
{
    const sn_mha_params *p = e->params;
    const int rank = sn_onnx_rank_in(e, SN_MHA_Q);
    const bool has = has_past(e, past), given = out < e->n->n_out;
    const unsigned w = SN_MHA_WQ + 2 * x;
    const char *all = e->in[past];
    int64_t sizes[SN_MAX_RANK + 1] = {0};
    if (!has || p->self) {
        const char *rows = SN_ONNX_MADE(e, "MatMul", 1, e->in[x], turned(e, e->in[w], 2));
        rows = turned(e, SN_ONNX_MADE(e, "Add", 7, rows, e->in[w + 1]), rank);
        if (has) sn_onnx_attr_int(e, "axis", rank - 1);
        all = has ? SN_ONNX_MADE(e, "Concat", 4, e->in[past], rows) : rows;
    }
    if (given) SN_ONNX_PUT(e, "Identity", 1, e->out[out], all);
    sizes[rank - 2] = p->num_heads;
    sizes[rank - 1] = p->embed_dim / p->num_heads;
    sizes[rank] = -1;
    return sn_onnx_put_reshape(e, all, sizes, rank + 1, NULL);
}

/* Keys turned for the product with queries, and values. */
static void put_keys(sn_onnx_export *e, int rank, const char **k, const char **v)
{
    const sn_mha_params *p = e->params;
    if (!sn_onnx_has_in(e, SN_MHA_PAST_K) && e->n->n_out == 1) {
        *k = turned(e, projected(e, SN_MHA_K, SN_MHA_WK, p), rank + 1);
        *v = projected(e, SN_MHA_V, SN_MHA_WV, p);
        return;
    }
    *k = collected(e, SN_MHA_K, SN_MHA_PAST_K, 1);
    *v = turned(e, collected(e, SN_MHA_V, SN_MHA_PAST_V, 2), rank + 1);
}

void sn_onnx_export_multi_head_attention(sn_onnx_export *e)
{
    const sn_mha_params *p = e->params;
    const int rank = sn_onnx_rank_in(e, SN_MHA_Q), mask_rank = sn_onnx_rank_in(e, SN_MHA_MASK);
    sn_onnx_composed(e);
    if (!e->n || e->wrong) return;
    if (!p->self && sn_onnx_has_in(e, SN_MHA_PAST_K) &&
        !sn_shape_known(sn_onnx_shape_in(e, SN_MHA_PAST_K)))
        sn_onnx_unknown(e, "whether it has a past is not known");
    if (rank != p->batch_axes + 2 || p->embed_dim <= 0) {
        sn_onnx_unknown(e, "the rank of its input is not known");
        return;
    }
    int64_t sizes[SN_MAX_RANK] = {0};
    int32_t perm[SN_MAX_RANK + 1];
    const char *q = projected(e, SN_MHA_Q, SN_MHA_WQ, p);
    const char *k, *v;
    put_keys(e, rank, &k, &v);
    const char *scores = SN_ONNX_MADE(e, "MatMul", 1, scaled(e, q, (double)p->scale), k);
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

/* ---- rotary embeddings ----------------------------------------------------------------------- */

/* The table of the angles of all heads: an axis of these is put in. */
static const char *table_of(sn_onnx_export *e, unsigned slot)
{
    const int rank = sn_onnx_rank_in(e, slot);
    const int32_t heads = rank - 2;
    return rank < 3 ? e->in[slot] : sn_onnx_put_squeeze(e, true, e->in[slot], &heads, 1, NULL);
}

static const char *difference(sn_onnx_export *e, const char *type, const char *a, const char *by_a,
                              const char *b, const char *by_b)
{
    const char *first = SN_ONNX_MADE(e, "Mul", 7, a, by_a);
    return SN_ONNX_MADE(e, type, 7, first, SN_ONNX_MADE(e, "Mul", 7, b, by_b));
}

/* (y0, y1) = (x0 cos - x1 sin, x0 sin + x1 cos), neighbours or halves; the rest stays. */
static void put_rotation(sn_onnx_export *e, int rank, int64_t turned_width, bool rest)
{
    const sn_rotary_embedding_params *p = e->params;
    const char *x = e->in[SN_ROTARY_X], *y = rest ? sn_onnx_temporary(e) : e->out[0];
    const int last = rank - 1;
    const int64_t half = turned_width / 2;
    const char *a = p->interleaved ? sn_onnx_put_slice(e, x, last, 0, turned_width, 2)
                                   : sn_onnx_put_slice(e, x, last, 0, half, 1);
    const char *b = p->interleaved ? sn_onnx_put_slice(e, x, last, 1, turned_width, 2)
                                   : sn_onnx_put_slice(e, x, last, half, turned_width, 1);
    const char *cosine = table_of(e, SN_ROTARY_COS), *sine = table_of(e, SN_ROTARY_SIN);
    const char *parts[2] = {difference(e, "Sub", a, cosine, b, sine),
                            difference(e, "Add", a, sine, b, cosine)};
    if (p->interleaved) {
        const int32_t behind = rank;
        int64_t sizes[SN_MAX_RANK] = {0};
        for (int i = 0; i < 2; i++)
            parts[i] = sn_onnx_put_squeeze(e, true, parts[i], &behind, 1, NULL);
        sn_onnx_attr_int(e, "axis", rank);
        sizes[last] = turned_width;
        sn_onnx_put_reshape(e, sn_onnx_made(e, "Concat", 4, 2, parts), sizes, rank, y);
    } else {
        sn_onnx_attr_int(e, "axis", last);
        sn_onnx_put(e, "Concat", 4, 2, parts, 1, &y);
    }
    if (!rest) return;
    const char *stays = sn_onnx_put_slice(e, x, last, turned_width, INT64_MAX, 1);
    sn_onnx_attr_int(e, "axis", last);
    SN_ONNX_PUT(e, "Concat", 4, e->out[0], y, stays);
}

/* The operator wants four axes, and a table for each image. */
void sn_onnx_export_rotary_embedding(sn_onnx_export *e)
{
    const sn_rotary_embedding_params *p = e->params;
    const sn_shape *x = sn_onnx_shape_in(e, SN_ROTARY_X);
    const bool tables =
        sn_onnx_rank_in(e, SN_ROTARY_COS) == 3 && sn_onnx_rank_in(e, SN_ROTARY_SIN) == 3;
    if (e->opset >= 23 && (!e->n || (x->rank == 4 && tables))) {
        if (p->interleaved) sn_onnx_attr_int(e, "interleaved", 1);
        if (p->rotary_embedding_dim)
            sn_onnx_attr_int(e, "rotary_embedding_dim", p->rotary_embedding_dim);
        SN_ONNX_PUT(e, "RotaryEmbedding", 23, e->out[0], e->in[SN_ROTARY_X], e->in[SN_ROTARY_COS],
                    e->in[SN_ROTARY_SIN]);
        return;
    }
    sn_onnx_composed(e);
    if (!e->n) return;
    const sn_dim width = x->rank > 0 ? x->d[x->rank - 1] : -1;
    if (x->rank < 1 || sn_onnx_rank_in(e, SN_ROTARY_COS) < 0 ||
        sn_onnx_rank_in(e, SN_ROTARY_SIN) < 0 ||
        (!sn_dim_known(width) && !p->rotary_embedding_dim)) {
        sn_onnx_unknown(e, "its ranks, or the width of its rows, are not known");
        return;
    }
    const int64_t turned_width = p->rotary_embedding_dim ? p->rotary_embedding_dim : width;
    put_rotation(e, x->rank, turned_width, !sn_dim_equal(width, turned_width));
}
