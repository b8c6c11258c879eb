/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/attention_core.h"

#include <float.h>
#include <math.h>

#include "base/parallel.h"
#include "ops/rule.h"

/* ---- one head -------------------------------------------------------------------------------- */

static double product(const sn_attention_head *h, int64_t i, int64_t j)
{
    const sn_elems q = sn_elems_from(h->q, i * h->q_row), k = sn_elems_from(h->k, j * h->k_row);
    double dot = 0;
    for (int64_t l = 0; l < h->width; l++)
        dot += sn_elems_at(q, l * h->q_col) * sn_elems_at(k, l * h->k_col);
    return dot;
}

static bool is_seen(const sn_attention_head *h, int64_t i, int64_t j)
{
    if (h->is_causal && j > i + h->before) return false;
    return h->mask.type != SN_TYPE_bool || sn_elems_word(h->mask, i * h->mask_row + j);
}

/* The scores of query i. */
static void score(const sn_attention_head *h, int64_t i, double *scores)
{
    const bool adds = h->mask.data && h->mask.type != SN_TYPE_bool;
    for (int64_t j = 0; j < h->dst; j++) {
        if (!is_seen(h, i, j)) {
            scores[j] = h->hidden;
            continue;
        }
        scores[j] = product(h, i, j) * h->scale;
        if (h->softcap > 0) scores[j] = h->softcap * tanh(scores[j] / h->softcap);
        if (h->bias.data) scores[j] += sn_elems_at(h->bias, i * h->bias_row + j);
        if (adds) scores[j] += sn_elems_at(h->mask, i * h->mask_row + j);
    }
}

/* Whether query i sees no key, or only such whose summands are -inf. */
static bool is_empty(const sn_attention_head *h, int64_t i)
{
    if (h->hidden != -INFINITY) return false;
    const bool adds = h->mask.data && h->mask.type != SN_TYPE_bool;
    for (int64_t j = 0; j < h->dst; j++) {
        bool seen = is_seen(h, i, j);
        if (adds) seen = seen && sn_elems_at(h->mask, i * h->mask_row + j) != -INFINITY;
        if (h->bias.data) seen = seen && sn_elems_at(h->bias, i * h->bias_row + j) != -INFINITY;
        if (seen) return false;
    }
    return true;
}

static void one_query(void *user, int64_t i)
{
    const sn_attention_head *h = user;
    const sn_elems y = sn_elems_from(h->y, i * h->y_row);
    double *scores = h->scores + i * h->dst;
    double max = -DBL_MAX, sum = 0;
    const bool to_zero = h->dst == 0 || h->nan_is_zero || (is_empty(h, i) && !h->empty_is_nan);
    const double nothing = to_zero ? 0 : NAN;
    score(h, i, scores);
    for (int64_t j = 0; j < h->dst; j++) max = scores[j] > max ? scores[j] : max;
    for (int64_t j = 0; j < h->dst; j++) {
        scores[j] = exp(scores[j] - max);
        sum += scores[j];
    }
    if (h->nan_is_zero && !(sum > 0)) {
        for (int64_t j = 0; j < h->dst; j++) scores[j] = 0;
        sum = 1;
    }
    for (int64_t l = 0; l < h->out_width; l++) {
        double v = 0;
        for (int64_t j = 0; j < h->dst; j++)
            v += scores[j] * sn_elems_at(h->v, j * h->v_row + l * h->v_col);
        sn_elems_put(y, l * h->y_col, sum == 0 ? nothing : v / sum);
    }
}

void sn_attention_run(sn_ctx *ctx, const sn_attention_head *h)
{
    sn_parallel_for(ctx, h->src, one_query, (void *)(uintptr_t)h);
}

/* ---- a past ---------------------------------------------------------------------------------- */

sn_truth sn_attention_has_past(const sn_infer *in, unsigned slot)
{
    if (!sn_shape_rule_has(in, slot)) return SN_NO;
    const sn_shape *s = &in->in_shape[slot];
    if (s->rank < 0) return SN_UNKNOWN;
    for (int i = 0; i < s->rank; i++) {
        if (s->d[i] == 0) return SN_NO;
    }
    return sn_shape_known(s) ? SN_YES : SN_UNKNOWN;
}

bool sn_attention_eval_has_past(const sn_eval *e, unsigned slot)
{
    return slot < e->n_in && e->in[slot] && sn_shape_count(&e->in_shape[slot]) > 0;
}

sn_status sn_attention_check_past(const sn_infer *in, unsigned past_k, unsigned past_v)
{
    bool has_k = sn_shape_rule_has(in, past_k), has_v = sn_shape_rule_has(in, past_v);
    SN_TRY(sn_shape_rule_outputs(in, 1, 3));
    if (has_k == has_v && (!has_k || in->n_out == 3)) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "past keys and values come together, and with the next ones as results");
}
