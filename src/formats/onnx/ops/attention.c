/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention, and what turns its operands. The operator of ours computes y and the next past; how
 * many keys count becomes its mask, and the scores, where they are read, are computed apart. */
#include <math.h>

#include "formats/onnx/ops/attending.h"
#include "ops/attention.h"
#include "ops/rotary_embedding.h"

typedef sn_onnx_attending attending;

/* ---- which keys count ------------------------------------------------------------------------ */

/* Places of the queries among the keys: [src][1], or [batch][1][src][1] where images differ. The
 * last query is at the last key that counts, or queries begin behind the past. */
static sn_value *places_of(const attending *a, sn_value *counts)
{
    sn_onnx_call *c = a->c;
    sn_value *rows = sn_onnx_size_of(c, a->q, 2), *before = NULL;
    sn_value *at = sn_onnx_unsqueeze(c, sn_onnx_count_up(c, rows), (int[]){1}, 1);
    if (a->before)
        before = sn_onnx_unsqueeze(c, a->before, (int[]){1, 2, 3}, 3);
    else if (counts)
        before = SN_ONNX_DO(c, sub, counts, rows);
    else if (a->keys != a->k)
        before = SN_ONNX_DO(c, sub, sn_onnx_size_of(c, a->keys, 2), sn_onnx_size_of(c, a->k, 2));
    return before ? SN_ONNX_DO(c, add, at, before) : at;
}

static sn_value *both(sn_onnx_call *c, sn_value *a, sn_value *b)
{
    return a ? SN_ONNX_DO(c, and, a, b) : b;
}

sn_value *sn_onnx_keys_seen(const attending *a)
{
    sn_onnx_call *c = a->c;
    const bool by_place = a->is_causal || a->left >= 0 || a->right >= 0;
    sn_value *counts = NULL, *seen = NULL;
    if (!a->counts && !by_place) return NULL;
    sn_value *key = sn_onnx_count_up(c, sn_onnx_size_of(c, a->keys, 2));
    if (a->counts) {
        counts = sn_onnx_cast(c, a->counts, SN_TYPE_i64);
        counts = sn_onnx_unsqueeze(c, counts, (int[]){1, 2, 3}, 3);
        seen = SN_ONNX_DO(c, less, key, counts);
    }
    if (!by_place) return seen;
    sn_value *place = places_of(a, counts);
    if (a->is_causal) seen = both(c, seen, SN_ONNX_DO(c, less_or_equal, key, place));
    if (a->left >= 0) {
        sn_value *n = sn_onnx_number(c, SN_TYPE_i64, (double)a->left);
        seen = both(c, seen, SN_ONNX_DO(c, less_or_equal, SN_ONNX_DO(c, sub, place, n), key));
    }
    if (a->right >= 0) {
        sn_value *n = sn_onnx_number(c, SN_TYPE_i64, (double)a->right);
        seen = both(c, seen, SN_ONNX_DO(c, less_or_equal, key, SN_ONNX_DO(c, add, place, n)));
    }
    return seen;
}

/* The mask of a query and key: bool where it only says which are seen. NULL: all are. */
static sn_value *whole_mask(const attending *a)
{
    sn_onnx_call *c = a->c;
    sn_value *seen = sn_onnx_keys_seen(a);
    if (!a->mask) return seen;
    if (!seen) return a->mask;
    if (!a->adds) return SN_ONNX_DO(c, and, seen, a->mask);
    sn_value *never = sn_onnx_number(c, sn_onnx_type(c, 3), -INFINITY);
    return SN_ONNX_DO(c, where, seen, a->mask, never);
}

sn_value *sn_onnx_summands_of(const attending *a, sn_value *mask)
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
    const int axis = summands->shape.rank - 1;
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
    sn_value *summands = mode >= 2 ? sn_onnx_summands_of(a, mask) : NULL;
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

/* How many keys there are, with those of the past, less those of the mask; false: not known. */
static bool keys_without_mask(const sn_onnx_call *c, int64_t *out)
{
    const sn_shape *k = sn_onnx_shape(c, 1), *past = sn_onnx_shape(c, 4), *m = sn_onnx_shape(c, 3);
    const sn_dim width = m->d[m->rank - 1];
    sn_dim keys = k->d[k->rank - 2];
    if (sn_onnx_has(c, 4)) keys = sn_dim_add(c->r->in.dims, keys, past->d[2]);
    *out = 0;
    if (sn_dim_equal(width, keys)) return true;
    if (!sn_dim_known(width) || !sn_dim_known(keys)) return false;
    *out = keys - width;
    return true;
}

/* A mask that has fewer keys hides the others. */
static sn_value *widened(const attending *a, int64_t more)
{
    sn_onnx_call *c = a->c;
    const int rank = sn_onnx_rank(c, 3);
    if (!a->mask || more <= 0) return a->mask;
    int64_t pads[8] = {0};
    pads[2 * rank - 1] = more;
    sn_value *hidden = sn_onnx_number(c, sn_onnx_type(c, 3), a->adds ? -INFINITY : 0);
    return SN_ONNX_DO(c, dynamic_pad, a->mask, sn_onnx_i64s(c, pads, 2 * rank), hidden);
}

/* What is to be known of the mask. *more: keys that it does not speak of. */
static sn_answer mask_fits(attending *a, bool joined, int64_t *more)
{
    sn_onnx_call *c = a->c;
    *more = 0;
    if (!a->mask) return SN_ONNX_YES;
    SN_ONNX_NEED_RANK(c, 3);
    SN_ONNX_NEED_TYPE(c, 3);
    a->adds = sn_onnx_type(c, 3) != SN_TYPE_bool;
    if (sn_onnx_rank(c, 3) < 1 || sn_onnx_rank(c, 3) > 4)
        return SN_ONNX_NEVER("its mask has not one to four axes");
    if (!keys_without_mask(c, more) && joined)
        return SN_ONNX_LATER("whether its mask has all keys is not known");
    return *more < 0 ? SN_ONNX_NEVER("its mask has more keys than there are") : SN_ONNX_YES;
}

/* What is to be known for scores. */
static sn_answer scores_fit(attending *a, int64_t mode)
{
    const sn_shape *q = sn_onnx_shape(a->c, 0), *k = sn_onnx_shape(a->c, 1);
    const bool flat = q->rank == 3;
    const sn_dim last = q->d[q->rank - 1];
    if (mode < 0 || mode > 3) return SN_ONNX_NEVER("its qk_matmul_output_mode is none of 0 to 3");
    if (!flat) {
        a->heads = q->d[1];
        a->groups = k->d[1];
    }
    if (!sn_dim_known(a->heads) || !sn_dim_known(a->groups) || !sn_dim_known(last))
        return SN_ONNX_LATER("how many heads it has, and how wide they are, is not known");
    if (a->groups < 1 || a->heads % a->groups)
        return SN_ONNX_NEVER("its heads do not share its keys");
    a->width = flat ? last / a->heads : last;
    if (a->width < 1) return SN_ONNX_NEVER("its heads have no elements");
    return SN_ONNX_YES;
}

/* The mask for the operator of ours, which wants one row, or one for each query. */
static sn_value *with_all_rows(const attending *a, sn_value *mask)
{
    sn_onnx_call *c = a->c;
    const sn_shape *q = sn_onnx_shape(c, 0), *m = mask ? &mask->shape : NULL;
    if (!m || m->rank == 1) return mask;
    if (m->rank >= 2 &&
        (m->d[m->rank - 2] == 1 || sn_dim_equal(m->d[m->rank - 2], q->d[q->rank - 2])))
        return mask;
    sn_value *one = sn_onnx_i64s(c, (int64_t[]){1}, 1);
    sn_value *part[4] = {one, one, sn_onnx_size_vector(c, a->q, 2), one};
    return SN_ONNX_DO(c, dynamic_expand, mask, sn_onnx_concat(c, 0, part, 4));
}

/* Keys and values with their past: outputs of the node, or those of now where there is none. */
static void give_present(sn_onnx_call *c, const sn_node *n, sn_value *const *in)
{
    for (unsigned i = 1; i < 3; i++) {
        if (sn_onnx_gives(c, i))
            sn_onnx_give(c, i, in[4] ? n->out[i] : in[i]);
        else if (in[4])
            sn_onnx_give(c, i, n->out[i]);
        else
            sn_onnx_give_nothing(c, i);
    }
}

sn_answer sn_onnx_import_attention(sn_onnx_call *c)
{
    for (unsigned i = 0; i < 3; i++) SN_ONNX_NEED_RANK(c, i);
    SN_ONNX_NEED_TYPE(c, 0);
    sn_attention_params *p = sn_onnx_params(c, &sn_op_attention);
    const int rank = sn_onnx_rank(c, 0);
    const bool flat = rank == 3, scores = sn_onnx_gives(c, 3), has_past = sn_onnx_has(c, 4);
    const int64_t heads = sn_onnx_int(c, "q_num_heads", 0),
                  groups = sn_onnx_int(c, "kv_num_heads", 0),
                  mode = sn_onnx_int(c, "qk_matmul_output_mode", 0);
    attending a = {.c = c,
                   .heads = heads,
                   .groups = groups,
                   .mask = sn_onnx_in(c, 3),
                   .counts = sn_onnx_in(c, 6),
                   .is_causal = sn_onnx_int(c, "is_causal", 0) != 0,
                   .left = sn_onnx_int(c, "left_window_size", -1),
                   .right = sn_onnx_int(c, "right_window_size", -1),
                   .type = sn_onnx_wide(sn_onnx_type(c, 0))};
    const bool joined = a.counts || a.left >= 0 || a.right >= 0;
    int64_t more;
    p->scale = (float)sn_onnx_float(c, "scale", 0);
    p->softcap = (float)sn_onnx_float(c, "softcap", 0);
    sn_onnx_ignore(c, "softmax_precision");
    for (unsigned i = 0; i < 3; i++)
        if (sn_onnx_rank(c, i) != rank || (!flat && rank != 4))
            return SN_ONNX_NEVER("its operands have neither three nor four axes");
    if (flat && (heads < 1 || groups < 1)) return SN_ONNX_NEVER("its heads are not known");
    if (has_past != sn_onnx_has(c, 5))
        return SN_ONNX_NEVER("it has a past of keys, or of values, alone");
    if (has_past && a.counts) return SN_ONNX_NEVER("it has a past, and counts of keys");
    if (has_past) SN_ONNX_NEED_RANK(c, 4);
    if (has_past && sn_onnx_rank(c, 4) != 4) return SN_ONNX_NEVER("its past has not four axes");
    sn_answer is = mask_fits(&a, joined, &more);
    if (is.is == SN_YES && scores) is = scores_fit(&a, mode);
    if (is.is != SN_YES) return is;
    sn_value *in[6] = {sn_onnx_heads_apart(c, sn_onnx_in(c, 0), heads),
                       sn_onnx_heads_apart(c, sn_onnx_in(c, 1), groups),
                       sn_onnx_heads_apart(c, sn_onnx_in(c, 2), groups),
                       NULL,
                       sn_onnx_in(c, 4),
                       sn_onnx_in(c, 5)};
    a.mask = widened(&a, more);
    a.q = in[0];
    a.k = a.keys = in[1];
    if (has_past && joined) /* those of the operator come behind the mask */
        a.keys = sn_onnx_concat(c, 2, (sn_value *[]){in[4], in[1]}, 2);
    sn_value *mask = joined ? whole_mask(&a) : a.mask;
    if (joined) in[3] = sn_onnx_summands_of(&a, mask);
    in[3] = with_all_rows(&a, joined ? in[3] : mask);
    p->is_causal = a.is_causal && !joined; /* else the mask says that, too */
    const sn_node *n = sn_onnx_make_many(c, &sn_op_attention, p, 6, in, has_past ? 3 : 1);
    if (!n) return SN_ONNX_YES; /* with a status */
    sn_onnx_give(c, 0, flat ? sn_onnx_heads_together(c, n->out[0]) : n->out[0]);
    give_present(c, n, in);
    if (!scores) {
        sn_onnx_give_nothing(c, 3);
        return SN_ONNX_YES;
    }
    if (has_past) a.keys = n->out[1];
    give_scores(&a, p, mode, joined ? mask : whole_mask(&a));
    return SN_ONNX_YES;
}

/* ---- FlexAttention (ai.onnx.preview) --------------------------------------------------------- */

/* Without graphs that change scores or probabilities on the way. */
sn_answer sn_onnx_import_flex_attention(sn_onnx_call *c)
{
    sn_attention_params *p = sn_onnx_params(c, &sn_op_attention);
    p->scale = (float)sn_onnx_float(c, "scale", 0);
    sn_onnx_ignore(c, "softmax_precision");
    if (sn_onnx_attr_named(c->record, "score_mod") || sn_onnx_attr_named(c->record, "prob_mod"))
        return SN_ONNX_NEVER("a graph changes its scores or probabilities");
    sn_onnx_give(
        c, 0,
        SN_ONNX_MAKE(c, &sn_op_attention, p, sn_onnx_in(c, 0), sn_onnx_in(c, 1), sn_onnx_in(c, 2)));
    return SN_ONNX_YES;
}

/* ---- rotary embedding ------------------------------------------------------------------------ */

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
    sn_value *x = sn_onnx_heads_apart(c, sn_onnx_in(c, 0), heads), *table[2];
    for (unsigned i = 0; i < 2; i++) {
        table[i] = sn_onnx_in(c, i + 1);
        if (sn_onnx_has(c, 3))
            table[i] = SN_ONNX_MAKE(c, &sn_op_gather, NULL, table[i], sn_onnx_in(c, 3));
    }
    sn_value *y = SN_ONNX_MAKE(c, &sn_op_rotary_embedding, p, x, table[0], table[1]);
    sn_onnx_give(c, 0, flat && y ? sn_onnx_heads_together(c, y) : y);
    return SN_ONNX_YES;
}
