/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention and what stands around it. */
#include <math.h>
#include <string.h>

#include "formats/onnx/ops/parts.h"
#include "ops/attention.h"
#include "ops/conv.h"
#include "ops/linear_attention.h"
#include "ops/rotary_embedding.h"

/* ---- which keys a query looks at ------------------------------------------------------------- */

typedef struct attention {
    sn_onnx_call *c;
    sn_value *q, *k, *v; /* [batch][heads][rows][width]; k and v with the past */
    sn_value *mask, *past, *counts;
    bool causal;
    int64_t left, right; /* keys beside its own that a query looks at; -1: all */
    double scale, softcap;
    sn_dim heads, groups, rows, keys, width; /* keys: with those of the past */
} attention;

/* Places of the queries among the keys: [src][1], or [batch][1][src][1] where how many keys count
 * is data. */
static sn_value *places_of(const attention *a)
{
    sn_onnx_call *c = a->c;
    sn_value *rows = sn_onnx_size_of(c, a->q, 2);
    sn_value *at = sn_onnx_unsqueeze(c, sn_onnx_count_up(c, rows), (int[]){1}, 1);
    sn_value *before = NULL;
    if (a->past) {
        before = sn_onnx_size_of(c, a->past, 2);
    } else if (a->counts) {
        before = SN_ONNX_DO(c, sub, a->counts, rows);
        before = sn_onnx_unsqueeze(c, before, (int[]){1, 2, 3}, 3);
    }
    return before ? SN_ONNX_DO(c, add, at, before) : at;
}

static sn_value *both(sn_onnx_call *c, sn_value *a, sn_value *b)
{
    return a ? SN_ONNX_DO(c, and, a, b) : b;
}

/* Bools that meet the scores; NULL: all keys are looked at, as far as masks do not say. */
static sn_value *visible(const attention *a)
{
    sn_onnx_call *c = a->c;
    sn_value *is = NULL;
    if (!a->causal && a->left < 0 && a->right < 0 && !a->counts) return NULL;
    sn_value *key = sn_onnx_count_up(c, sn_onnx_size_of(c, a->k, 2)), *place = places_of(a);
    if (a->causal) is = both(c, is, SN_ONNX_DO(c, less_or_equal, key, place));
    if (a->left >= 0) {
        sn_value *first = sn_onnx_number(c, SN_TYPE_i64, (double)a->left);
        first = SN_ONNX_DO(c, sub, place, first);
        is = both(c, is, SN_ONNX_DO(c, greater_or_equal, key, first));
    }
    if (a->right >= 0) {
        sn_value *last = sn_onnx_number(c, SN_TYPE_i64, (double)a->right);
        last = SN_ONNX_DO(c, add, place, last);
        is = both(c, is, SN_ONNX_DO(c, less_or_equal, key, last));
    }
    if (a->counts) {
        sn_value *n = sn_onnx_unsqueeze(c, a->counts, (int[]){1, 2, 3}, 3);
        is = both(c, is, SN_ONNX_DO(c, less, key, n));
    }
    return is;
}

/* Whether the mask can be made one of all keys. */
static sn_answer mask_fits(const attention *a)
{
    const sn_shape *m = a->mask ? &a->mask->shape : NULL;
    if (!m) return SN_ONNX_YES;
    if (m->rank < 1 || m->rank > 4) return SN_ONNX_NEVER("its mask has not one to four axes");
    const sn_dim width = m->d[m->rank - 1];
    if (sn_dim_equal(width, a->keys)) return SN_ONNX_YES;
    if (!sn_dim_known(width) || !sn_dim_known(a->keys))
        return SN_ONNX_LATER("whether its mask has all keys is not known");
    return width < a->keys ? SN_ONNX_YES : SN_ONNX_NEVER("its mask has more keys than there are");
}

/* Of [rows or 1][keys or fewer]: keys that it does not speak of are left out. */
static sn_value *whole_mask(const attention *a)
{
    sn_onnx_call *c = a->c;
    sn_value *m = a->mask;
    if (!m) return NULL;
    const int rank = m->shape.rank;
    const bool is_bool = m->type == SN_TYPE_bool;
    const sn_dim width = m->shape.d[rank - 1];
    if (!is_bool) m = sn_onnx_cast(c, m, a->q->type);
    if (sn_dim_equal(width, a->keys)) return m;
    int64_t pads[2 * SN_MAX_RANK] = {0};
    pads[2 * rank - 1] = a->keys - width;
    sn_value *fill =
        sn_onnx_number(c, is_bool ? SN_TYPE_bool : a->q->type, is_bool ? 0 : -INFINITY);
    return SN_ONNX_DO(c, dynamic_pad, m, sn_onnx_i64s(c, pads, 2 * rank), fill);
}

/* A mask of one row is one of all rows. */
static sn_value *for_all_rows(const attention *a, sn_value *m)
{
    sn_onnx_call *c = a->c;
    const sn_shape *given = a->mask ? &a->mask->shape : NULL;
    if (given && given->rank >= 2 && sn_dim_equal(given->d[given->rank - 2], a->rows)) return m;
    sn_value *one = sn_onnx_i64s(c, (int64_t[]){1}, 1);
    sn_value *shape[2] = {sn_onnx_size_vector(c, a->q, 2), one};
    return SN_ONNX_DO(c, dynamic_expand, m, sn_onnx_concat(c, 0, shape, 2));
}

/* ---- attention by its parts ------------------------------------------------------------------ */

/* Each head of keys or values once for each head of queries that looks at it. */
static sn_value *repeated(const attention *a, sn_value *v)
{
    if (sn_dim_equal(a->heads, a->groups)) return v;
    int64_t *from = SN_NEW_N(a->c->r->in.arena, int64_t, a->heads);
    for (int64_t i = 0; i < a->heads; i++) from[i] = i / (a->heads / a->groups);
    return sn_onnx_gather(a->c, v, 1, from, (int)a->heads);
}

/* Whether it can be worked out by parts. */
static sn_answer parts_fit(const attention *a)
{
    const bool is_known = sn_dim_known(a->heads) && sn_dim_known(a->groups);
    if (!is_known && !sn_dim_equal(a->heads, a->groups))
        return SN_ONNX_LATER("its heads are not known");
    if (is_known && (a->groups < 1 || a->heads % a->groups || a->heads > INT32_MAX))
        return SN_ONNX_NEVER("its heads of keys do not divide those of queries");
    if (!sn_dim_known(a->width) && a->scale == 0)
        return SN_ONNX_LATER("the width of its heads is not known");
    return SN_ONNX_YES;
}

enum { RAW, CAPPED, BIASED, PROBABILITIES };

/* What is added to the scores: the mask, -inf where a key is not looked at. NULL: nothing. */
static sn_value *bias_of(const attention *a, sn_value *mask, sn_value *seen, sn_type t)
{
    sn_onnx_call *c = a->c;
    sn_value *none = sn_onnx_number(c, t, -INFINITY), *zero = sn_onnx_number(c, t, 0);
    if (mask && mask->type == SN_TYPE_bool) {
        seen = both(c, seen, mask);
        mask = NULL;
    }
    if (mask) mask = sn_onnx_cast(c, mask, t);
    return seen ? SN_ONNX_DO(c, where, seen, mask ? mask : zero, none) : mask;
}

/* y and the scores at that stage, all in f32 or wider. A query that looks at no key gives 0. */
static void by_parts(const attention *a, sn_value *mask, sn_value *seen, int64_t stage)
{
    sn_onnx_call *c = a->c;
    const sn_type own = a->q->type, t = sn_onnx_wide(own);
    sn_value *k = repeated(a, a->k), *v = repeated(a, a->v), *at_stage[4];
    const double scale = a->scale == 0 ? 1 / sqrt((double)a->width) : a->scale;
    sn_value *q = SN_ONNX_DO(c, mul, sn_onnx_cast(c, a->q, t), sn_onnx_number(c, t, scale));
    sn_value *s = SN_ONNX_DO(c, matmul, q, sn_onnx_swap_axes(c, sn_onnx_cast(c, k, t), 2, 3, 4));
    at_stage[RAW] = s;
    if (a->softcap > 0) {
        sn_value *cap = sn_onnx_number(c, t, a->softcap);
        s = SN_ONNX_DO(c, mul, SN_ONNX_DO(c, tanh, SN_ONNX_DO(c, div, s, cap)), cap);
    }
    at_stage[CAPPED] = s;
    sn_value *bias = bias_of(a, mask, seen, t);
    if (bias) s = SN_ONNX_DO(c, add, s, bias);
    at_stage[BIASED] = s;
    void *p = sn_onnx_params(c, &sn_op_softmax);
    (void)sn_onnx_set_int(&sn_op_softmax, p, "axis", 3);
    s = SN_ONNX_MAKE(c, &sn_op_softmax, p, s);
    if (bias) {
        sn_value *best = sn_onnx_reduce(c, bias, "max", (int[]){bias->shape.rank - 1}, 1, true);
        sn_value *none = SN_ONNX_DO(c, equal, best, sn_onnx_number(c, t, -INFINITY));
        s = SN_ONNX_DO(c, where, none, sn_onnx_number(c, t, 0), s);
    }
    at_stage[PROBABILITIES] = s;
    sn_value *y = SN_ONNX_DO(c, matmul, s, sn_onnx_cast(c, v, t));
    y = sn_onnx_cast(c, y, own);
    sn_onnx_give(c, 0, sn_onnx_rank(c, 0) == 3 ? sn_onnx_heads_together(c, y) : y);
    sn_onnx_give(c, 3, sn_onnx_cast(c, at_stage[stage], own));
}

/* ---- attention ------------------------------------------------------------------------------- */

/* What the operator does: a past, and a mask of which queries look at which keys. */
static void at_once(const attention *a, sn_value *mask, bool causal)
{
    sn_onnx_call *c = a->c;
    sn_attention_params *p = sn_onnx_params(c, &sn_op_attention);
    p->scale = (float)a->scale;
    p->is_causal = causal;
    p->softcap = (float)a->softcap;
    if (mask) mask = for_all_rows(a, mask);
    sn_value *in[6] = {a->q, a->k, a->v, mask, sn_onnx_in(c, 4), sn_onnx_in(c, 5)};
    const sn_node *n = sn_onnx_make_many(c, &sn_op_attention, p, 6, in, in[4] ? 3 : 1);
    if (!n) return;
    sn_value *y = n->out[0];
    sn_onnx_give(c, 0, sn_onnx_rank(c, 0) == 3 ? sn_onnx_heads_together(c, y) : y);
    sn_onnx_give(c, 1, in[4] ? n->out[1] : a->k);
    sn_onnx_give(c, 2, in[4] ? n->out[2] : a->v);
}

static sn_value *with_past(sn_onnx_call *c, unsigned slot, sn_value *now)
{
    sn_value *past = sn_onnx_in(c, slot);
    return past ? sn_onnx_concat(c, 2, (sn_value *[]){past, now}, 2) : now;
}

/* Scores that are read, and summands of a mask where windows or counts of keys may leave a query
 * none, are worked out by parts. */
static sn_answer attend(attention *a, int64_t stage)
{
    sn_onnx_call *c = a->c;
    const bool windows = a->left >= 0 || a->right >= 0 || a->counts;
    const bool is_bool = !a->mask || sn_onnx_type(c, 3) == SN_TYPE_bool;
    const bool apart = sn_onnx_n_out(c) > 3 || (windows && !is_bool);
    sn_answer is = mask_fits(a);
    if (is.is == SN_YES && apart) is = parts_fit(a);
    if (is.is != SN_YES) return is;
    a->q = sn_onnx_heads_apart(c, sn_onnx_in(c, 0), a->heads);
    a->k = sn_onnx_heads_apart(c, sn_onnx_in(c, 1), a->groups);
    a->v = sn_onnx_heads_apart(c, sn_onnx_in(c, 2), a->groups);
    if (!a->q || !a->k || !a->v) return SN_ONNX_YES; /* with a status */
    attention joined = *a;
    joined.k = with_past(c, 4, a->k);
    joined.v = with_past(c, 5, a->v);
    sn_value *mask = whole_mask(a);
    if (!apart && !windows) {
        at_once(a, mask, a->causal);
        return SN_ONNX_YES;
    }
    sn_value *seen = visible(&joined);
    if (!apart) {
        at_once(a, mask ? both(c, seen, mask) : seen, false);
        return SN_ONNX_YES;
    }
    sn_onnx_give(c, 1, joined.k);
    sn_onnx_give(c, 2, joined.v);
    by_parts(&joined, mask, seen, stage);
    return SN_ONNX_YES;
}

/* Sizes that inputs 0, 1 and the past have, as far as they are known. */
static sn_answer find_sizes(attention *a, int64_t heads, int64_t groups)
{
    sn_onnx_call *c = a->c;
    const sn_shape *q = sn_onnx_shape(c, 0), *k = sn_onnx_shape(c, 1), *past = sn_onnx_shape(c, 4);
    const bool flat = q->rank == 3;
    for (unsigned i = 0; i < 3; i++)
        if (sn_onnx_rank(c, i) != q->rank || (!flat && q->rank != 4))
            return SN_ONNX_NEVER("its operands have neither three nor four axes");
    if (flat && (heads < 1 || groups < 1)) return SN_ONNX_NEVER("its heads are not known");
    if (past->rank >= 0 && past->rank != 4) return SN_ONNX_NEVER("its past has not four axes");
    a->heads = flat ? heads : q->d[1];
    a->groups = flat ? groups : k->d[1];
    a->rows = q->d[flat ? 1 : 2];
    a->keys = k->d[flat ? 1 : 2];
    a->width = flat ? sn_dim_floordiv(c->r->in.dims, q->d[2], heads) : q->d[3];
    if (past->rank == 4) a->keys = sn_dim_add(c->r->in.dims, a->keys, past->d[2]);
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_attention(sn_onnx_call *c)
{
    for (unsigned i = 0; i < 3; i++) SN_ONNX_NEED_RANK(c, i);
    SN_ONNX_NEED_TYPE(c, 0);
    if (sn_onnx_has(c, 3)) {
        SN_ONNX_NEED_RANK(c, 3);
        SN_ONNX_NEED_TYPE(c, 3);
    }
    if (sn_onnx_has(c, 4)) SN_ONNX_NEED_RANK(c, 4);
    const int64_t heads = sn_onnx_int(c, "q_num_heads", 0),
                  groups = sn_onnx_int(c, "kv_num_heads", 0);
    const int64_t stage = sn_onnx_int(c, "qk_matmul_output_mode", 0);
    attention a = {.c = c,
                   .mask = sn_onnx_in(c, 3),
                   .past = sn_onnx_in(c, 4),
                   .counts = sn_onnx_in(c, 6),
                   .scale = sn_onnx_float(c, "scale", 0),
                   .softcap = sn_onnx_float(c, "softcap", 0),
                   .causal = sn_onnx_int(c, "is_causal", 0) != 0,
                   .left = sn_onnx_int(c, "left_window_size", -1),
                   .right = sn_onnx_int(c, "right_window_size", -1)};
    sn_onnx_ignore(c, "softmax_precision");
    if (stage < RAW || stage > PROBABILITIES)
        return SN_ONNX_NEVER("its scores are asked for at a stage that ONNX does not have");
    if (a.past && a.counts)
        return SN_ONNX_NEVER("it has both a past and a count of keys in a cache");
    if (sn_onnx_has(c, 4) != sn_onnx_has(c, 5))
        return SN_ONNX_NEVER("it has a past of keys, or of values, alone");
    const sn_answer is = find_sizes(&a, heads, groups);
    if (is.is != SN_YES) return is;
    return attend(&a, stage);
}

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

/* ---- convolution with a state ---------------------------------------------------------------- */

/* A convolution of each channel with itself over the state and x, one behind the other; the next
 * state is the end of both. */
sn_answer sn_onnx_import_causal_conv(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_RANK(c, 1);
    SN_ONNX_NEED_TYPE(c, 0);
    const char *act = sn_onnx_string(c, "activation", "none");
    const bool swishes = strcmp(act, "silu") == 0 || strcmp(act, "swish") == 0;
    const sn_type type = sn_onnx_type(c, 0), t = sn_onnx_wide(type);
    sn_value *x = sn_onnx_in(c, 0), *w = sn_onnx_in(c, 1), *state = sn_onnx_in(c, 3);
    if (!swishes && strcmp(act, "none") != 0)
        return SN_ONNX_NEVER("its activation is none that ONNX has");
    if (sn_onnx_rank(c, 0) != 3 || sn_onnx_rank(c, 1) != 3)
        return SN_ONNX_NEVER("its input and weights have three axes each");
    const sn_dim taps = sn_onnx_shape(c, 1)->d[2], channels = sn_onnx_shape(c, 1)->d[0];
    if (!sn_dim_known(taps) || !sn_dim_known(channels))
        return SN_ONNX_LATER("the sizes of its weights are not known");
    if (taps < 1 || channels < 1) return SN_ONNX_NEVER("its weights are empty");
    if (state) {
        x = sn_onnx_concat(c, 2, (sn_value *[]){state, x}, 2);
    } else {
        sn_value *pads = sn_onnx_i64s(c, (int64_t[]){0, 0, taps - 1, 0, 0, 0}, 6);
        x = SN_ONNX_DO(c, dynamic_pad, x, pads);
    }
    sn_conv_params *p = sn_onnx_params(c, &sn_op_conv);
    p->nd = p->axis = 1;
    p->group = (int32_t)channels;
    sn_value *y = SN_ONNX_MAKE(c, &sn_op_conv, p, x, w, sn_onnx_in(c, 2));
    if (swishes) y = sn_onnx_cast(c, SN_ONNX_DO(c, swish, sn_onnx_cast(c, y, t)), type);
    sn_onnx_give(c, 0, y);
    if (sn_onnx_n_out(c) > 1)
        sn_onnx_give(c, 1, sn_onnx_slice(c, x, 2, taps > 1 ? 1 - taps : INT32_MAX, INT32_MAX));
    return SN_ONNX_YES;
}

/* ---- linear attention ------------------------------------------------------------------------ */

static bool is_one_of(const char *s, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(s, *list) == 0) return true;
    return false;
}

/* Decay and update rate are [batch][rows][groups * width]; a rate of width 1 is that of all groups.
 */
sn_answer sn_onnx_import_linear_attention(sn_onnx_call *c)
{
    for (unsigned i = 0; i < 3; i++) SN_ONNX_NEED_RANK(c, i);
    SN_ONNX_NEED_TYPE(c, 0);
    if (sn_onnx_has(c, 3)) SN_ONNX_NEED_TYPE(c, 3);
    const char *rule = sn_onnx_string(c, "update_rule", "gated_delta");
    const bool gates = is_one_of(rule, (const char *const[]){"gated", "gated_delta", NULL});
    const bool corrects = is_one_of(rule, (const char *const[]){"delta", "gated_delta", NULL});
    const int64_t heads = sn_onnx_int(c, "q_num_heads", 0),
                  groups = sn_onnx_int(c, "kv_num_heads", 0);
    sn_onnx_ignore(c, "chunk_size"); /* how it may be worked out */
    if (!gates && !corrects && strcmp(rule, "linear") != 0)
        return SN_ONNX_NEVER("its update rule is none that ONNX has");
    if (gates != sn_onnx_has(c, 4) || corrects != sn_onnx_has(c, 5))
        return SN_ONNX_NEVER("its decay and update rate are not those of its update rule");
    if (heads < 1 || groups < 1 || heads % groups)
        return SN_ONNX_NEVER("its heads of keys do not divide those of queries");
    for (unsigned i = 0; i < 6; i++) {
        if (i == 3 || !sn_onnx_has(c, i)) continue;
        SN_ONNX_NEED_RANK(c, i);
        if (sn_onnx_rank(c, i) != 3) return SN_ONNX_NEVER("an operand has not three axes");
    }
    sn_linear_attention_params *p = sn_onnx_params(c, &sn_op_linear_attention);
    p->scale = (float)sn_onnx_float(c, "scale", 0);
    const sn_type type = sn_onnx_type(c, 0), t = sn_onnx_wide(type);
    sn_value *in[6];
    for (unsigned i = 0; i < 6; i++) {
        const bool is_rate = i == 5,
                   has_one = is_rate && sn_dim_equal(sn_onnx_shape(c, i)->d[2], 1);
        in[i] = sn_onnx_cast(c, sn_onnx_in(c, i), t);
        if (i != 3) in[i] = sn_onnx_heads_apart(c, in[i], i == 0 ? heads : has_one ? 1 : groups);
        if (in[i] && has_one && groups > 1) {
            int64_t *first = SN_NEW_N(c->r->in.arena, int64_t, groups);
            in[i] = sn_onnx_gather(c, in[i], 1, first, (int)groups);
        }
    }
    const sn_node *n = sn_onnx_make_many(c, &sn_op_linear_attention, p, 6, in, 2);
    if (!n) return SN_ONNX_YES; /* with a status */
    sn_onnx_give(c, 0, sn_onnx_cast(c, sn_onnx_heads_together(c, n->out[0]), type));
    sn_onnx_give(c, 1, sn_onnx_cast(c, n->out[1], sn_onnx_has(c, 3) ? sn_onnx_type(c, 3) : type));
    return SN_ONNX_YES;
}
