/* SPDX-License-Identifier: Apache-2.0
 *
 * mha, sdpa: params and slots. With kv_cache there are three outputs: y, and the keys and values
 * that are the next call's past; a past that is left out or empty counts as none. */
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
    SN_MHA_MASK, /* [src][dst] or [heads][src][dst], with attn_mask */
    SN_MHA_PAST_K,
    SN_MHA_PAST_V, /* [embed][past], with kv_cache */
};

typedef struct sn_mha_params {
    int32_t embed_dim, num_heads;
    int32_t kdim, vdim; /* embed_dim when not given */
    int32_t attn_mask;
    /* of the queries; ncnn takes 1 / sqrt(embed_dim / num_heads) when it is not given */
    float scale;
    int32_t kv_cache;
    int32_t self; /* keys of now are appended to the past; without it the past replaces them */
} sn_mha_params;

enum {
    SN_SDPA_Q,    /* [heads][src][e] */
    SN_SDPA_K,    /* [groups][cur][e], groups dividing heads */
    SN_SDPA_V,    /* [groups][cur][out] */
    SN_SDPA_MASK, /* [src][dst], [1][src][dst] or [heads][src][dst], with attn_mask */
    SN_SDPA_PAST_K,
    SN_SDPA_PAST_V, /* [groups][past][e], [groups][past][out], with kv_cache */
};

typedef struct sn_sdpa_params {
    int32_t attn_mask;
    float scale; /* 0: 1 / sqrt(e) */
    int32_t kv_cache;
} sn_sdpa_params;

#endif
