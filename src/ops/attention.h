/* SPDX-License-Identifier: Apache-2.0
 *
 * multi_head_attention, attention: params and slots. With a cache there are three outputs: y, and
 * the keys and values that are the next call's past; a past that is left out or empty counts as
 * none. */
#ifndef SN_OPS_ATTENTION_H
#define SN_OPS_ATTENTION_H

#include "ir/op.h"

enum {
    SN_MHA_Q, /* [src][qdim] */
    SN_MHA_K, /* [cur][kdim]; with `self` the same value as q */
    SN_MHA_V, /* [cur][vdim] */
    SN_MHA_WQ,
    SN_MHA_BQ, /* [embed][qdim], [embed] */
    SN_MHA_WK,
    SN_MHA_BK, /* [embed][kdim], [embed] */
    SN_MHA_WV,
    SN_MHA_BV, /* [embed][vdim], [embed] */
    SN_MHA_WO,
    SN_MHA_BO,   /* [qdim][embed], [qdim] */
    SN_MHA_MASK, /* optional: [src][dst] or [heads][src][dst] */
    SN_MHA_PAST_K,
    SN_MHA_PAST_V, /* [embed][past], with three outputs */
};

typedef struct sn_mha_params {
    int32_t embed_dim, num_heads;
    int32_t kdim, vdim; /* embed_dim when not given */
    float scale;        /* of the queries */
    int32_t
        batch_axes; /* axes of images in front of q, k, v, the past, and a mask of more than rows */
    int32_t self;   /* keys of now are appended to the past; without it the past replaces them */
} sn_mha_params;

enum {
    SN_ATTENTION_Q,    /* [...][heads][src][e] */
    SN_ATTENTION_K,    /* [...][groups][cur][e], groups dividing heads */
    SN_ATTENTION_V,    /* [...][groups][cur][out] */
    SN_ATTENTION_MASK, /* optional: [src or 1][dst], axes in front being broadcast */
    SN_ATTENTION_PAST_K,
    SN_ATTENTION_PAST_V, /* [...][groups][past][e], [...][groups][past][out]; with three outputs */
    SN_ATTENTION_BIAS,   /* optional: summands in front of the mask, which may be of bools */
};

typedef struct sn_attention_params {
    float scale; /* 0: 1 / sqrt(e) */
    int32_t is_causal;
    float softcap; /* 0: none */
    /* A query that looks at no key, or only at such whose summands are -inf, gives NaN, as the
     * softmax of its scores does; else 0. */
    int32_t empty_is_nan;
    /* Weights that are NaN count as 0: those of a query with a score that is NaN or inf, or with
     * none but -inf. */
    int32_t nan_is_zero;
    float hidden; /* score of a key that is not looked at; -inf: its weight is 0 */
} sn_attention_params;

/* Which of its matrices the mask has for that one of q, all counted from the first. */
int64_t sn_attention_mask_at(const sn_shape *mask, const sn_shape *q, int64_t matrix);

#endif
