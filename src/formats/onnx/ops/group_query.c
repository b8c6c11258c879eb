/* SPDX-License-Identifier: Apache-2.0
 *
 * GroupQueryAttention of com.microsoft: several heads share their keys, of which each image has its
 * own number. */
#include "formats/onnx/ops/attending.h"
#include "ops/attention.h"
#include "ops/rotary_embedding.h"

enum {
    GQA_Q,
    GQA_K,
    GQA_V,
    GQA_PAST_K,
    GQA_PAST_V,
    GQA_LAST,  /* [batch]: place of the last key */
    GQA_TOTAL, /* most keys of a batch */
    GQA_COS,
    GQA_SIN,
    GQA_PLACES,
    GQA_BIAS,
    GQA_SINK,
};

/* Rows of the past in front of `before`, then those of now. What is behind is of no meaning. */
static sn_value *present_of(const sn_onnx_attending *a, unsigned slot, sn_value *now)
{
    sn_onnx_call *c = a->c;
    sn_value *past = sn_onnx_in(c, slot);
    if (!past) return now;
    sn_value *all = sn_onnx_concat(c, 2, (sn_value *[]){past, now}, 2);
    sn_value *rows = sn_onnx_size_of(c, past, 2);
    sn_value *most =
        sn_onnx_reshape(c, sn_onnx_cast(c, sn_onnx_in(c, GQA_TOTAL), SN_TYPE_i64), NULL, 0);
    sn_value *at = sn_onnx_count_up(c, SN_ONNX_DO(c, max, rows, most));
    at = sn_onnx_unsqueeze(c, at, (int[]){1}, 1);
    sn_value *before = sn_onnx_unsqueeze(c, a->before, (int[]){1, 2, 3}, 3);
    sn_value *of_now = SN_ONNX_DO(c, add, at, SN_ONNX_DO(c, sub, rows, before));
    sn_value *last =
        SN_ONNX_DO(c, sub, sn_onnx_size_of(c, all, 2), sn_onnx_number(c, SN_TYPE_i64, 1));
    of_now = SN_ONNX_DO(c, min, of_now, last);
    at = SN_ONNX_DO(c, where, SN_ONNX_DO(c, less, at, before), at, of_now);
    sn_value *one = sn_onnx_i64s(c, (int64_t[]){1}, 1);
    sn_value *shape[4] = {one, sn_onnx_size_vector(c, all, 1), one, sn_onnx_size_vector(c, all, 3)};
    at = SN_ONNX_DO(c, dynamic_expand, at, sn_onnx_concat(c, 0, shape, 4));
    void *p = sn_onnx_params(c, &sn_op_gather_elements);
    (void)sn_onnx_set_int(&sn_op_gather_elements, p, "axis", 2);
    return SN_ONNX_MAKE(c, &sn_op_gather_elements, p, all, at);
}

/* Turned by the angles of its places, [batch][rows]. */
static sn_value *turned(sn_onnx_call *c, sn_value *x, sn_value *places, int64_t width)
{
    sn_rotary_embedding_params *p = sn_onnx_params(c, &sn_op_rotary_embedding);
    p->interleaved = sn_onnx_int(c, "rotary_interleaved", 0) != 0;
    p->rotary_embedding_dim = (int32_t)width;
    sn_value *table[2];
    for (unsigned i = 0; i < 2; i++)
        table[i] = SN_ONNX_DO(c, gather, sn_onnx_in(c, GQA_COS + i), places);
    return SN_ONNX_MAKE(c, &sn_op_rotary_embedding, p, x, table[0], table[1]);
}

/* Queries, keys and values as inputs have them, or out of one that has all, head by head. */
static sn_answer find_operands(sn_onnx_attending *a, sn_value **v)
{
    sn_onnx_call *c = a->c;
    const bool packed = !sn_onnx_has(c, GQA_K) && !sn_onnx_has(c, GQA_V);
    const sn_dim all = sn_onnx_shape(c, GQA_Q)->d[2];
    const int64_t n = a->heads + 2 * a->groups;
    if (packed && !sn_dim_known(all)) return SN_ONNX_LATER("the width of its heads is not known");
    if (packed && all % n) return SN_ONNX_NEVER("its heads do not divide its input");
    sn_value *x = sn_onnx_in(c, GQA_Q), *part[3] = {x, sn_onnx_in(c, GQA_K), sn_onnx_in(c, GQA_V)};
    const int64_t heads[3] = {a->heads, a->groups, a->groups};
    int64_t at = 0;
    for (int i = 0; i < 3; i++) {
        const int64_t width = heads[i] * (packed ? all / n : 0);
        if (packed) part[i] = sn_onnx_slice(c, x, 2, at, at + width);
        at += width;
        part[i] = sn_onnx_heads_apart(c, part[i], heads[i]);
    }
    a->q = part[0];
    a->k = part[1];
    *v = part[2];
    return SN_ONNX_YES;
}

static sn_answer gqa_fits(const sn_onnx_attending *a)
{
    sn_onnx_call *c = a->c;
    SN_ONNX_NEED_TYPE(c, GQA_Q);
    const bool turns = sn_onnx_int(c, "do_rotary", 0) != 0;
    for (unsigned i = GQA_Q; i <= GQA_PAST_V; i++)
        if (sn_onnx_has(c, i)) SN_ONNX_NEED_RANK(c, i);
    if (turns && (!sn_onnx_has(c, GQA_COS) || !sn_onnx_has(c, GQA_SIN)))
        return SN_ONNX_NEVER("it has no tables of angles");
    for (unsigned i = GQA_COS; turns && i <= GQA_SIN; i++) SN_ONNX_NEED_RANK(c, i);
    if (a->heads < 1 || a->groups < 1 || a->heads % a->groups)
        return SN_ONNX_NEVER("its heads of keys do not divide those of queries");
    if (sn_onnx_rank(c, GQA_Q) != 3) return SN_ONNX_NEVER("its queries have not three axes");
    if (sn_onnx_has(c, GQA_K) != sn_onnx_has(c, GQA_V) ||
        sn_onnx_has(c, GQA_PAST_K) != sn_onnx_has(c, GQA_PAST_V))
        return SN_ONNX_NEVER("it has keys without values, or values without keys");
    if (sn_onnx_has(c, GQA_BIAS) || sn_onnx_has(c, GQA_SINK) ||
        sn_onnx_int(c, "smooth_softmax", 0) > 0)
        return SN_ONNX_NEVER("its scores are changed in a way that sinter lacks");
    if (turns && !sn_dim_known(sn_onnx_shape(c, GQA_COS)->d[sn_onnx_rank(c, GQA_COS) - 1]))
        return SN_ONNX_LATER("how many angles there are is not known");
    return SN_ONNX_YES;
}

/* How many keys each batch has is data: `before` is that without the new ones, 0 where all are new.
 */
sn_answer sn_onnx_import_group_query_attention(sn_onnx_call *c)
{
    const int64_t window = sn_onnx_int(c, "local_window_size", -1);
    sn_onnx_attending a = {.c = c,
                           .heads = sn_onnx_int(c, "num_heads", 0),
                           .groups = sn_onnx_int(c, "kv_num_heads", 0),
                           .is_causal = true,
                           .type = sn_onnx_wide(sn_onnx_type(c, GQA_Q)),
                           .left = window > 0 ? window - 1 : -1, /* it counts its own key */
                           .right = -1};
    sn_value *v = NULL;
    sn_answer is = gqa_fits(&a);
    if (is.is == SN_YES) is = find_operands(&a, &v);
    if (is.is != SN_YES) return is;
    sn_value *rows = sn_onnx_size_of(c, a.q, 2), *one = sn_onnx_number(c, SN_TYPE_i64, 1);
    sn_value *last = sn_onnx_flat(c, sn_onnx_cast(c, sn_onnx_in(c, GQA_LAST), SN_TYPE_i64));
    sn_value *total =
        sn_onnx_reshape(c, sn_onnx_cast(c, sn_onnx_in(c, GQA_TOTAL), SN_TYPE_i64), NULL, 0);
    a.before = SN_ONNX_DO(c, sub, SN_ONNX_DO(c, add, last, one), rows);
    a.before = SN_ONNX_DO(c, where, SN_ONNX_DO(c, equal, total, rows),
                          sn_onnx_number(c, SN_TYPE_i64, 0), a.before);
    if (sn_onnx_int(c, "do_rotary", 0)) {
        const int64_t pairs = sn_onnx_shape(c, GQA_COS)->d[sn_onnx_rank(c, GQA_COS) - 1];
        sn_value *places = sn_onnx_in(c, GQA_PLACES);
        if (!places)
            places = SN_ONNX_DO(c, add, sn_onnx_unsqueeze(c, a.before, (int[]){1}, 1),
                                sn_onnx_count_up(c, rows));
        a.q = turned(c, a.q, places, 2 * pairs);
        a.k = turned(c, a.k, places, 2 * pairs);
    }
    a.k = a.keys = present_of(&a, GQA_PAST_K, a.k);
    v = present_of(&a, GQA_PAST_V, v);
    sn_onnx_give(c, 1, a.k);
    sn_onnx_give(c, 2, v);
    sn_attention_params *p = sn_onnx_params(c, &sn_op_attention);
    p->scale = (float)sn_onnx_float(c, "scale", 0);
    p->softcap = (float)sn_onnx_float(c, "softcap", 0);
    sn_value *mask = sn_onnx_summands_of(&a, sn_onnx_keys_seen(&a));
    sn_value *y = SN_ONNX_MAKE(c, &sn_op_attention, p, a.q, a.k, v, mask);
    sn_onnx_give(c, 0, y ? sn_onnx_heads_together(c, y) : NULL);
    return SN_ONNX_YES;
}
