/* SPDX-License-Identifier: Apache-2.0
 *
 * Kin of attention whose cost grows with the rows alone: linear attention, convolutions with a
 * state. */
#include <string.h>

#include "formats/onnx/ops/parts.h"
#include "ops/conv.h"
#include "ops/linear_attention.h"

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
