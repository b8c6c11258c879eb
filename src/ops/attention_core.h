/* SPDX-License-Identifier: Apache-2.0
 *
 * What attention and multi_head_attention share: one head, and a past that may be there. */
#ifndef SN_OPS_ATTENTION_CORE_H
#define SN_OPS_ATTENTION_CORE_H

#include "ops/elems.h"

/* y[i] = sum_j softmax_j(cap(scale * q[i] . k[j]) + bias[i][j] + mask[i][j]) v[j]; strides let rows
 * lie either way. A query that may look at no key, or only at such whose summands are -inf, gives
 * 0. */
typedef struct sn_attention_head {
    sn_elems q, k, v, y;
    sn_elems mask; /* [src][dst], summands or whether a key is looked at; or without data */
    sn_elems bias; /* the same, summands in front of the mask */
    int64_t src, dst, width, out_width;
    int64_t q_row, q_col, k_row, k_col, v_row, v_col, y_row, y_col;
    double scale;
    double softcap; /* s becomes softcap * tanh(s / softcap); 0: it stays */
    bool is_causal; /* query i looks at keys up to i + before */
    int64_t before;
    double hidden;              /* score of a key that is not seen */
    bool empty_is_nan;          /* such a query gives NaN */
    bool nan_is_zero;           /* weights that are NaN are 0 */
    int64_t mask_row, bias_row; /* elements from row to row; 0: one for all */
    double *scores;             /* [src][dst] */
} sn_attention_head;
void sn_attention_run(sn_ctx *ctx, const sn_attention_head *h);

/* Whether a past is there: SN_UNKNOWN while its size is not a number, since it may be empty on
 * the first call. */
sn_truth sn_attention_has_past(const sn_infer *in, unsigned slot);
bool sn_attention_eval_has_past(const sn_eval *e, unsigned slot);
/* A past goes in only where the next one comes out. */
sn_status sn_attention_check_past(const sn_infer *in, unsigned past_k,
                                  unsigned past_v) SN_MUST_CHECK;

#endif
