/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention, and what turns its operands. The operator of ours computes y and the next past; how
 * many keys count becomes its mask, and the scores, where they are read, are computed apart. */
#include <math.h>

#include "formats/onnx/ops/call.h"
#include "ops/attention.h"
#include "ops/rotary_embedding.h"

static sn_value *heads_turned(sn_onnx_call *c, sn_value *v)
{
    return v ? sn_onnx_transpose(c, v, 4, (int[]){0, 2, 1, 3}) : NULL;
}

/* [batch][rows][heads * width] as [batch][heads][rows][width]. */
static sn_value *heads_apart(sn_onnx_call *c, sn_value *v, int64_t heads)
{
    if (!v || v->shape.rank != 3) return v;
    return heads_turned(c, sn_onnx_reshape(c, v, (int64_t[]){0, 0, heads, -1}, 4));
}

static sn_value *heads_together(sn_onnx_call *c, sn_value *v)
{
    return sn_onnx_reshape(c, heads_turned(c, v), (int64_t[]){0, 0, -1}, 3);
}

/* ---- which keys count ------------------------------------------------------------------------ */

typedef struct attending {
    sn_onnx_call *c;
    int64_t heads, groups, width; /* of q; -1: not known */
    sn_value *q, *k, *keys;       /* four axes; keys: those of the past in front of k */
    sn_value *mask, *counts;      /* how many keys each image has; or NULL */
    bool is_causal;
    bool adds;    /* the mask has summands; else it says which keys are seen */
    int rank;     /* of the mask with all that hides keys; 0: there is none */
    sn_type type; /* in which scores are computed */
} attending;

static sn_value *rows_of(sn_onnx_call *c, sn_value *v)
{
    return sn_onnx_squeeze(c, sn_onnx_slice(c, sn_onnx_sizes_of(c, v), 0, 2, 3), (int[]){0}, 1);
}

/* 0, 1, .. for each row of v. */
static sn_value *row_numbers(sn_onnx_call *c, sn_value *v)
{
    sn_value *zero = sn_onnx_number(c, SN_TYPE_i64, 0), *one = sn_onnx_number(c, SN_TYPE_i64, 1);
    return SN_ONNX_MAKE(c, &sn_op_range, NULL, zero, rows_of(c, v), one);
}

/* Which keys a query looks at, as far as their places say: [src][dst], or [batch][1][src or 1][dst]
 * where images have counts. NULL: all. */
static sn_value *seen_by_place(const attending *a)
{
    sn_onnx_call *c = a->c;
    if (!a->counts && !a->is_causal) return NULL;
    sn_value *at = row_numbers(c, a->keys), *counts = NULL, *seen = NULL;
    if (a->counts) {
        counts = sn_onnx_cast(c, a->counts, SN_TYPE_i64);
        counts = sn_onnx_unsqueeze(c, counts, (int[]){1, 2, 3}, 3);
        seen = SN_ONNX_MAKE(c, &sn_op_less, NULL, at, counts);
    }
    if (!a->is_causal) return seen;
    /* The last query is at the last key that counts, or queries begin behind the past. */
    sn_value *query = sn_onnx_unsqueeze(c, row_numbers(c, a->q), (int[]){1}, 1);
    sn_value *all = counts ? counts : rows_of(c, a->keys), *now = counts ? a->q : a->k;
    sn_value *before = SN_ONNX_MAKE(c, &sn_op_sub, NULL, all, rows_of(c, now));
    sn_value *last = SN_ONNX_MAKE(c, &sn_op_add, NULL, query, before);
    sn_value *causal = SN_ONNX_MAKE(c, &sn_op_less_or_equal, NULL, at, last);
    return seen ? SN_ONNX_MAKE(c, &sn_op_and, NULL, seen, causal) : causal;
}

/* The mask of a query and key: bool where it only says which are seen. NULL: all are. */
static sn_value *whole_mask(const attending *a)
{
    sn_onnx_call *c = a->c;
    sn_value *seen = seen_by_place(a);
    if (!a->mask) return seen;
    if (!seen) return a->mask;
    if (!a->adds) return SN_ONNX_MAKE(c, &sn_op_and, NULL, seen, a->mask);
    sn_value *never = sn_onnx_number(c, sn_onnx_type(c, 3), -INFINITY);
    return SN_ONNX_MAKE(c, &sn_op_where, NULL, seen, a->mask, never);
}

/* The mask as summands. */
static sn_value *summands_of(const attending *a, sn_value *mask)
{
    sn_onnx_call *c = a->c;
    if (!mask || a->adds) return sn_onnx_cast(c, mask, a->type);
    sn_value *zero = sn_onnx_number(c, a->type, 0), *never = sn_onnx_number(c, a->type, -INFINITY);
    return SN_ONNX_MAKE(c, &sn_op_where, NULL, mask, zero, never);
}

/* Rows in which no key is seen; NULL: there cannot be any. */
static sn_value *rows_of_none(const attending *a, sn_value *summands)
{
    sn_onnx_call *c = a->c;
    if (!summands) return NULL;
    const int axis = a->rank - 1;
    sn_value *most = sn_onnx_reduce(c, summands, "max", &axis, 1, true);
    return SN_ONNX_MAKE(c, &sn_op_equal, NULL, most, sn_onnx_number(c, a->type, -INFINITY));
}

/* v, but 0 there. Summands are made so before they meet scores: no NaN comes of these rows. */
static sn_value *zero_in(const attending *a, sn_value *rows, sn_value *v, sn_type type)
{
    if (!rows || !v) return v;
    return SN_ONNX_MAKE(a->c, &sn_op_where, NULL, rows, sn_onnx_number(a->c, type, 0), v);
}

/* ---- scores ---------------------------------------------------------------------------------- */

/* q k^T, of heads of which several share their keys: [batch][heads][src][dst]. */
static sn_value *products_of(const attending *a)
{
    sn_onnx_call *c = a->c;
    const int64_t heads = a->heads, groups = a->groups;
    sn_value *q = sn_onnx_cast(c, a->q, a->type), *k = sn_onnx_cast(c, a->keys, a->type);
    k = sn_onnx_transpose(c, k, 4, (int[]){0, 1, 3, 2});
    if (heads == groups) return SN_ONNX_MAKE(c, &sn_op_matmul, NULL, q, k);
    q = sn_onnx_unsqueeze(c, q, (int[]){1}, 1);
    q = sn_onnx_reshape(c, q, (int64_t[]){0, groups, heads / groups, 0, 0}, 5);
    k = sn_onnx_unsqueeze(c, k, (int[]){2}, 1);
    sn_value *v = SN_ONNX_MAKE(c, &sn_op_matmul, NULL, q, k);
    v = sn_onnx_reshape(c, v, (int64_t[]){0, 1, heads, 0, 0}, 5);
    return sn_onnx_squeeze(c, v, (int[]){1}, 1);
}

/* Mode 0: scaled; 1: capped, too; 2: with the mask; 3: as what is summed up. */
static void give_scores(const attending *a, const sn_attention_params *p, int64_t mode,
                        sn_value *mask)
{
    sn_onnx_call *c = a->c;
    const double scale = p->scale == 0 ? 1 / sqrt((double)a->width) : (double)p->scale;
    sn_value *v = products_of(a);
    v = SN_ONNX_MAKE(c, &sn_op_mul, NULL, v, sn_onnx_number(c, a->type, scale));
    if (mode >= 1 && p->softcap > 0) {
        sn_value *cap = sn_onnx_number(c, a->type, (double)p->softcap);
        v = SN_ONNX_MAKE(c, &sn_op_div, NULL, v, cap);
        v = SN_ONNX_MAKE(c, &sn_op_mul, NULL, SN_ONNX_MAKE(c, &sn_op_tanh, NULL, v), cap);
    }
    sn_value *summands = mode >= 2 ? summands_of(a, mask) : NULL;
    sn_value *none = mode == 3 ? rows_of_none(a, summands) : NULL;
    summands = zero_in(a, none, summands, a->type);
    if (summands) v = SN_ONNX_MAKE(c, &sn_op_add, NULL, v, summands);
    if (mode == 3) {
        void *along = sn_onnx_params(c, &sn_op_softmax);
        (void)sn_onnx_set_int(&sn_op_softmax, along, "axis", 3);
        v = zero_in(a, none, SN_ONNX_MAKE(c, &sn_op_softmax, along, v), a->type);
    }
    sn_onnx_give(c, 3, sn_onnx_cast(c, v, sn_onnx_type(c, 0)));
}

/* ---- attention ------------------------------------------------------------------------------- */

/* A mask that has fewer keys hides the others. */
static sn_value *widened(const attending *a)
{
    sn_onnx_call *c = a->c;
    const int rank = sn_onnx_rank(c, 3), rows = sn_onnx_rank(c, 1) - 2;
    const int64_t more = sn_onnx_shape(c, 1)->d[rows] - sn_onnx_shape(c, 3)->d[rank - 1];
    if (more <= 0) return a->mask;
    int64_t pads[8] = {0};
    pads[2 * rank - 1] = more;
    sn_value *hidden = sn_onnx_number(c, sn_onnx_type(c, 3), a->adds ? -INFINITY : 0);
    return SN_ONNX_MAKE(c, &sn_op_dynamic_pad, NULL, a->mask, sn_onnx_i64s(c, pads, 2 * rank),
                        hidden);
}

/* What is to be known before anything is made. */
static sn_answer facts_of(attending *a, int64_t mode, bool scores)
{
    sn_onnx_call *c = a->c;
    const sn_shape *q = sn_onnx_shape(c, 0), *k = sn_onnx_shape(c, 1), *mask = sn_onnx_shape(c, 3);
    const bool flat = q->rank == 3;
    SN_ONNX_NEED_TYPE(c, 0);
    a->type = sn_onnx_type(c, 0) == SN_TYPE_f64 ? SN_TYPE_f64 : SN_TYPE_f32;
    if (q->rank != k->rank || (q->rank != 3 && q->rank != 4))
        return SN_ONNX_NEVER("its operands have neither three nor four axes");
    if (sn_onnx_has(c, 3)) {
        SN_ONNX_NEED_RANK(c, 3);
        SN_ONNX_NEED_TYPE(c, 3);
        if (mask->rank < 1 || mask->rank > 4)
            return SN_ONNX_NEVER("its mask has not one to four axes");
        a->adds = sn_onnx_type(c, 3) != SN_TYPE_bool;
        a->rank = mask->rank;
        if (a->counts &&
            !(sn_dim_known(mask->d[mask->rank - 1]) && sn_dim_known(k->d[k->rank - 2])))
            return SN_ONNX_LATER("how many keys it has is not known");
    }
    if (a->is_causal && a->rank < 2) a->rank = 2;
    if (a->counts) a->rank = 4;
    if (!scores) return SN_ONNX_YES;
    if (mode < 0 || mode > 3) return SN_ONNX_NEVER("its qk_matmul_output_mode is none of 0 to 3");
    if (!flat) {
        a->heads = q->d[1];
        a->groups = k->d[1];
    }
    const sn_dim last = q->d[q->rank - 1];
    if (!sn_dim_known(a->heads) || !sn_dim_known(a->groups) || !sn_dim_known(last))
        return SN_ONNX_LATER("how many heads it has, and how wide they are, is not known");
    if (a->groups < 1 || a->heads % a->groups)
        return SN_ONNX_NEVER("its heads do not share its keys");
    a->width = flat ? last / a->heads : last;
    if (a->width < 1) return SN_ONNX_NEVER("its heads have no elements");
    return SN_ONNX_YES;
}

/* The mask for the operator of ours, which wants a row for each query. */
static sn_value *with_all_rows(const attending *a, sn_value *mask)
{
    sn_onnx_call *c = a->c;
    sn_value *sizes = sn_onnx_sizes_of(c, a->q), *one = sn_onnx_i64s(c, (int64_t[]){1}, 1);
    sn_value *part[4] = {one, one, sn_onnx_slice(c, sizes, 0, 2, 3), one};
    return SN_ONNX_MAKE(c, &sn_op_dynamic_expand, NULL, mask, sn_onnx_concat(c, 0, part, 4));
}

sn_answer sn_onnx_import_attention(sn_onnx_call *c)
{
    for (unsigned i = 0; i < 3; i++) SN_ONNX_NEED_RANK(c, i);
    sn_attention_params *p = sn_onnx_params(c, &sn_op_attention);
    const bool flat = sn_onnx_rank(c, 0) == 3, scores = sn_onnx_gives(c, 3);
    const bool has_past = sn_onnx_has(c, 4), counted = sn_onnx_has(c, 6);
    const int64_t heads = sn_onnx_int(c, "q_num_heads", 0),
                  groups = sn_onnx_int(c, "kv_num_heads", 0),
                  mode = sn_onnx_int(c, "qk_matmul_output_mode", 0);
    p->scale = (float)sn_onnx_float(c, "scale", 0);
    p->is_causal = sn_onnx_int(c, "is_causal", 0) != 0;
    p->softcap = (float)sn_onnx_float(c, "softcap", 0);
    sn_onnx_ignore(c, "softmax_precision");
    if (flat && (heads < 1 || groups < 1)) return SN_ONNX_NEVER("its heads are not known");
    if (!has_past && (sn_onnx_gives(c, 1) || sn_onnx_gives(c, 2)))
        return SN_ONNX_NEVER("keys and values are read without a past");
    if (has_past && counted) return SN_ONNX_NEVER("it has a past, and counts of keys");
    attending a = {.c = c,
                   .heads = heads,
                   .groups = groups,
                   .counts = sn_onnx_in(c, 6),
                   .is_causal = p->is_causal};
    if (scores || counted) {
        const sn_answer is = facts_of(&a, mode, scores);
        if (is.is != SN_YES) return is;
    }
    sn_value *in[6] = {heads_apart(c, sn_onnx_in(c, 0), heads),
                       heads_apart(c, sn_onnx_in(c, 1), groups),
                       heads_apart(c, sn_onnx_in(c, 2), groups),
                       sn_onnx_in(c, 3),
                       sn_onnx_in(c, 4),
                       sn_onnx_in(c, 5)};
    sn_value *mask = NULL, *none = NULL;
    a.q = in[0];
    a.k = a.keys = in[1];
    a.mask = in[3];
    if (counted) {
        if (a.mask) a.mask = widened(&a);
        mask = whole_mask(&a);
        sn_value *summands = summands_of(&a, mask);
        none = rows_of_none(&a, summands);
        in[3] = with_all_rows(&a, zero_in(&a, none, summands, a.type));
        p->is_causal = false; /* the mask says that, too */
    }
    const sn_node *n = sn_onnx_make_many(c, &sn_op_attention, p, 6, in, has_past ? 3 : 1);
    if (!n) return SN_ONNX_YES;
    sn_value *y = zero_in(&a, none, n->out[0], sn_onnx_type(c, 0));
    sn_onnx_give(c, 0, flat ? heads_together(c, y) : y);
    for (unsigned i = 1; i < 3; i++) {
        if (has_past)
            sn_onnx_give(c, i, n->out[i]);
        else
            sn_onnx_give_nothing(c, i);
    }
    if (scores) {
        if (has_past) a.keys = n->out[1];
        give_scores(&a, p, mode, counted ? mask : whole_mask(&a));
    } else {
        sn_onnx_give_nothing(c, 3);
    }
    return SN_ONNX_YES;
}

/* Tables are of positions, or are looked up by these. */
sn_answer sn_onnx_import_rotary_embedding(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    sn_rotary_embedding_params *p = sn_onnx_params(c, &sn_op_rotary_embedding);
    const bool flat = sn_onnx_rank(c, 0) == 3;
    const int64_t heads = sn_onnx_int(c, "num_heads", 0);
    p->interleaved = sn_onnx_int(c, "interleaved", 0) != 0;
    p->rotary_embedding_dim = (int32_t)sn_onnx_int(c, "rotary_embedding_dim", 0);
    if (flat && heads < 1) return SN_ONNX_NEVER("its heads are not known");
    sn_value *x = heads_apart(c, sn_onnx_in(c, 0), heads), *table[2];
    for (unsigned i = 0; i < 2; i++) {
        table[i] = sn_onnx_in(c, i + 1);
        if (sn_onnx_has(c, 3))
            table[i] = SN_ONNX_MAKE(c, &sn_op_gather, NULL, table[i], sn_onnx_in(c, 3));
    }
    sn_value *y = SN_ONNX_MAKE(c, &sn_op_rotary_embedding, p, x, table[0], table[1]);
    sn_onnx_give(c, 0, flat && y ? heads_together(c, y) : y);
    return SN_ONNX_YES;
}
