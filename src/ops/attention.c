/* SPDX-License-Identifier: Apache-2.0
 *
 * mha: multi-head attention with its projections; sdpa: scaled dot product attention alone
 * (Vaswani et al., "Attention is all you need", 2017), with fewer groups of keys than heads
 * where wanted (Ainslie et al., 2023).
 *
 * With a cache, mha is two things. Self attention (`self`) appends the keys and values of now to
 * the past. Cross attention takes the past instead of them, once there is one. A past without
 * elements is none. */
#include "ops/attention.h"

#include "base/num.h"
#include "base/parallel.h"
#include "ops/product.h"
#include "ops/rule.h"

#include <float.h>
#include <string.h>

/* ---- the shared core ------------------------------------------------------------------------- */

/* y[i] = sum_j softmax_j(scale * q[i] . k[j] + mask[i][j]) v[j] of one head; strides let rows
 * lie either way. */
typedef struct head {
    const float *q, *k, *v;
    const float *mask; /* [src][dst] or NULL */
    float *y;
    int64_t src, dst, width, out_width;
    int64_t q_row, q_col, k_row, k_col, v_row, v_col, y_row, y_col;
    double scale;
    double *scores; /* [src][dst] */
} head;

static void one_query(void *user, int64_t i)
{
    const head *h = user;
    double *score = h->scores + i * h->dst;
    double max = -(double)FLT_MAX, sum = 0;
    for (int64_t j = 0; j < h->dst; j++) {
        double dot = 0;
        for (int64_t l = 0; l < h->width; l++) {
            dot += (double)h->q[i * h->q_row + l * h->q_col] *
                   (double)h->k[j * h->k_row + l * h->k_col];
        }
        score[j] = dot * h->scale + (h->mask ? (double)h->mask[i * h->dst + j] : 0);
        max = score[j] > max ? score[j] : max;
    }
    for (int64_t j = 0; j < h->dst; j++) {
        score[j] = exp(score[j] - max);
        sum += score[j];
    }
    for (int64_t l = 0; l < h->out_width; l++) {
        double v = 0;
        for (int64_t j = 0; j < h->dst; j++) {
            v += score[j] * (double)h->v[j * h->v_row + l * h->v_col];
        }
        h->y[i * h->y_row + l * h->y_col] = (float)(v / sum);
    }
}

/* Whether a past is there: SN_UNKNOWN while its size is not a number, since it may be empty on
 * the first call. */
static sn_truth has_past(const sn_infer *in, unsigned slot)
{
    if (!sn_rule_has(in, slot)) return SN_NO;
    const sn_shape *s = &in->in_shape[slot];
    if (s->rank < 0) return SN_UNKNOWN;
    for (int i = 0; i < s->rank; i++) {
        if (s->d[i] == 0) return SN_NO;
    }
    return sn_shape_known(s) ? SN_YES : SN_UNKNOWN;
}

static bool eval_has_past(const sn_eval *e, unsigned slot)
{
    return sn_rule_in(e, slot) && sn_shape_count(&e->in_shape[slot]) > 0;
}

/* Mask and past are there exactly where the params say so. */
static sn_status check_options(const sn_infer *in, bool attn_mask, unsigned mask, bool kv_cache,
                               unsigned past_k, unsigned past_v)
{
    SN_TRY(sn_rule_outputs(in, kv_cache ? 3 : 1, kv_cache ? 3 : 1));
    if (sn_rule_has(in, mask) != attn_mask) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "attn_mask is %d, but the mask is %s",
                            attn_mask, attn_mask ? "missing" : "given");
    }
    bool has_k = sn_rule_has(in, past_k), has_v = sn_rule_has(in, past_v);
    if (has_k != has_v || (has_k && !kv_cache)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "past keys and values come together and with kv_cache only");
    }
    return SN_OK;
}

/* ---- mha: shapes ----------------------------------------------------------------------------- */

static sn_status check_matrix(const sn_infer *in, unsigned slot, sn_dim rows, sn_dim cols)
{
    sn_shape s = sn_rule_shape(in, slot);
    const char *name = sn_op_slot(in->node->op, slot)->name;
    SN_TRY(sn_rule_rank(in, slot, 2, 2));
    if (s.rank != 2) return SN_OK;
    SN_TRY(sn_rule_size(in, sn_arena_printf(in->arena, "rows of %s", name), s.d[0], rows));
    return sn_rule_size(in, sn_arena_printf(in->arena, "width of %s", name), s.d[1], cols);
}

static sn_status check_vector(const sn_infer *in, unsigned slot, sn_dim n)
{
    sn_shape s = sn_rule_shape(in, slot);
    SN_TRY(sn_rule_rank(in, slot, 1, 1));
    if (s.rank != 1) return SN_OK;
    const char *name = sn_op_slot(in->node->op, slot)->name;
    return sn_rule_size(in, sn_arena_printf(in->arena, "size of %s", name), s.d[0], n);
}

/* Rows of q, k or v, whose width is given. *known is false where the rank is not. */
static sn_status rows_of(const sn_infer *in, unsigned slot, sn_dim width, sn_dim *rows, bool *known)
{
    sn_dim found = 0;
    SN_TRY(sn_rule_rank(in, slot, 1, 2));
    SN_TRY(sn_rule_not_empty(in, slot));
    *known = sn_rule_matrix(&in->in_shape[slot], rows, &found);
    if (!*known) return SN_OK;
    const char *name = sn_op_slot(in->node->op, slot)->name;
    return sn_rule_size(in, sn_arena_printf(in->arena, "width of %s", name), found, width);
}

static sn_status check_mha_weights(const sn_infer *in, sn_dim *qdim)
{
    const sn_mha_params *p = in->params;
    sn_shape wq = sn_rule_shape(in, SN_MHA_WQ), wo = sn_rule_shape(in, SN_MHA_WO);
    *qdim = wq.rank == 2 ? wq.d[1] : wo.rank == 2 ? wo.d[0] : sn_rule_symbol(in, 0, 1);
    SN_TRY(check_matrix(in, SN_MHA_WQ, p->embed_dim, *qdim));
    SN_TRY(check_matrix(in, SN_MHA_WK, p->embed_dim, p->kdim));
    SN_TRY(check_matrix(in, SN_MHA_WV, p->embed_dim, p->vdim));
    SN_TRY(check_matrix(in, SN_MHA_WO, *qdim, p->embed_dim));
    SN_TRY(check_vector(in, SN_MHA_BQ, p->embed_dim));
    SN_TRY(check_vector(in, SN_MHA_BK, p->embed_dim));
    SN_TRY(check_vector(in, SN_MHA_BV, p->embed_dim));
    return check_vector(in, SN_MHA_BO, *qdim);
}

/* The mask's rows and columns; `heads` is demanded of a third axis unless that may be 1 and is. */
static sn_status check_mask(const sn_infer *in, unsigned slot, sn_dim heads, bool one_ok,
                            sn_dim src, sn_dim dst)
{
    sn_shape s = sn_rule_shape(in, slot), mask = s;
    SN_TRY(sn_rule_rank(in, slot, 1, 3));
    if (s.rank < 1) return SN_OK;
    if (s.rank < 3) (void)sn_shape_at_least(&s, 3, &mask);
    SN_TRY(sn_rule_size(in, "rows of the mask", mask.d[1], src));
    SN_TRY(sn_rule_size(in, "width of the mask", mask.d[2], dst));
    if (s.rank < 3 || (one_ok && !sn_dim_differ(in->dims, mask.d[0], 1))) return SN_OK;
    return sn_rule_size(in, "heads of the mask", mask.d[0], heads);
}

static sn_status infer_mha(sn_infer *in)
{
    const sn_mha_params *p = in->params;
    sn_dim qdim = 0, src = 0, cur = 0, v_rows = 0, dst = 0;
    bool q_known = false, k_known = false, v_known = false;
    SN_TRY(check_options(in, p->attn_mask, SN_MHA_MASK, p->kv_cache, SN_MHA_PAST_K, SN_MHA_PAST_V));
    SN_TRY(check_mha_weights(in, &qdim));
    SN_TRY(rows_of(in, SN_MHA_Q, qdim, &src, &q_known));
    SN_TRY(rows_of(in, SN_MHA_K, p->kdim, &cur, &k_known));
    SN_TRY(rows_of(in, SN_MHA_V, p->vdim, &v_rows, &v_known));
    if (!q_known) src = sn_rule_symbol(in, 0, 0);
    if (k_known && v_known) SN_TRY(sn_rule_size(in, "rows of v", v_rows, cur));

    sn_truth past = has_past(in, SN_MHA_PAST_K);
    sn_shape past_k = sn_rule_shape(in, SN_MHA_PAST_K);
    bool dst_known = true;
    if (past != SN_NO && past_k.rank >= 0) {
        SN_TRY(check_matrix(in, SN_MHA_PAST_K, p->embed_dim, past_k.d[1]));
        SN_TRY(check_matrix(in, SN_MHA_PAST_V, p->embed_dim, past_k.d[1]));
    }
    if (past == SN_NO && k_known) {
        dst = cur;
    } else if (p->self && k_known && past_k.rank == 2) {
        dst = sn_dim_add(in->dims, past_k.d[1], cur);
    } else if (!p->self && past == SN_YES) {
        dst = past_k.d[1];
    } else {
        dst_known = false;
    }
    if (p->attn_mask && q_known && dst_known) {
        SN_TRY(check_mask(in, SN_MHA_MASK, p->num_heads, false, src, dst));
    }
    sn_rule_give(in, 0, SN_SHAPE(src, qdim));
    for (unsigned i = 1; i < in->n_out; i++) {
        sn_rule_give(in, i, SN_SHAPE(p->embed_dim, dst_known ? dst : sn_rule_symbol(in, i, 1)));
    }
    return SN_OK;
}

static const char *validate_mha(const void *params, sn_arena *arena)
{
    const sn_mha_params *p = params;
    if (p->embed_dim < 1) return "embed_dim is 0, at least 1 expected";
    if (p->embed_dim % p->num_heads == 0) return NULL;
    return sn_arena_printf(arena, "embed_dim is %d, a multiple of num_heads, %d, expected",
                           (int)p->embed_dim, (int)p->num_heads);
}

/* ---- mha: evaluation ------------------------------------------------------------------------- */

/* y[row][j] = scale * (b[j] + sum_k x[row][k] w[j][k]) */
typedef struct projection {
    const float *x, *w, *b;
    float *y;
    int64_t rows, k, x_row, x_k, y_row, y_j;
    double scale;
} projection;

static void one_feature(void *user, int64_t j)
{
    const projection *p = user;
    const float *w = p->w + j * p->k;
    for (int64_t i = 0; i < p->rows; i++) {
        double sum = (double)p->b[j];
        const float *x = p->x + i * p->x_row;
        if (p->x_k == 1) {
            sum += sn_dot(x, w, p->k);
        } else {
            for (int64_t k = 0; k < p->k; k++) sum += (double)x[k * p->x_k] * (double)w[k];
        }
        p->y[i * p->y_row + j * p->y_j] = (float)(sum * p->scale);
    }
}

/* Rows of input `slot` projected by its weight into y[embed][stride], from column `at` on. */
static void project_in(const sn_eval *e, unsigned slot, double scale, float *y, int64_t stride,
                       int64_t at)
{
    const sn_mha_params *p = e->params;
    unsigned weight = SN_MHA_WQ + 2 * slot;
    sn_dim rows = 0, width = 0;
    (void)sn_rule_matrix(&e->in_shape[slot], &rows, &width);
    projection w = {.x = sn_rule_in(e, slot),
                    .w = sn_rule_in(e, weight),
                    .b = sn_rule_in(e, weight + 1),
                    .y = y + at,
                    .rows = rows,
                    .k = width,
                    .x_row = width,
                    .x_k = 1,
                    .y_row = 1,
                    .y_j = stride,
                    .scale = scale};
    sn_parallel_for(e->ctx, p->embed_dim, one_feature, &w);
}

/* Keys or values [embed][dst]: those of now, those of the past, or both one after the other. */
static void collect(const sn_eval *e, unsigned slot, unsigned past_slot, float *to, int64_t dst)
{
    const sn_mha_params *p = e->params;
    bool past = eval_has_past(e, past_slot);
    int64_t n_past = past ? e->in_shape[past_slot].d[1] : 0;
    for (int64_t j = 0; past && j < p->embed_dim; j++) {
        memcpy(to + j * dst, sn_rule_in(e, past_slot) + j * n_past, (size_t)n_past * sizeof(float));
    }
    if (!past || p->self) project_in(e, slot, 1, to, dst, n_past);
}

static void attend_mha(const sn_eval *e, const float *q, const float *k, const float *v, float *y,
                       int64_t src, int64_t dst)
{
    const sn_mha_params *p = e->params;
    int64_t per_head = p->embed_dim / p->num_heads;
    const float *mask = sn_rule_in(e, SN_MHA_MASK);
    bool mask_each = mask && e->in_shape[SN_MHA_MASK].rank == 3;
    head h = {.src = src,
              .dst = dst,
              .width = per_head,
              .out_width = per_head,
              .q_row = 1,
              .q_col = src,
              .k_row = 1,
              .k_col = dst,
              .v_row = 1,
              .v_col = dst,
              .y_row = 1,
              .y_col = src,
              .scale = 1,
              .scores = SN_NEW_N(e->arena, double, src *dst)};
    for (int64_t i = 0; i < p->num_heads; i++) {
        h.q = q + i * per_head * src;
        h.k = k + i * per_head * dst;
        h.v = v + i * per_head * dst;
        h.y = y + i * per_head * src;
        h.mask = mask_each ? mask + i * src * dst : mask;
        sn_parallel_for(e->ctx, src, one_query, &h);
    }
}

static sn_status eval_mha(sn_eval *e)
{
    SN_TRY(sn_rule_all_f32(e));
    const sn_mha_params *p = e->params;
    sn_dim src = 0, cur = 0, width = 0;
    (void)sn_rule_matrix(&e->in_shape[SN_MHA_Q], &src, &width);
    (void)sn_rule_matrix(&e->in_shape[SN_MHA_K], &cur, &width);
    bool past = eval_has_past(e, SN_MHA_PAST_K);
    int64_t n_past = past ? e->in_shape[SN_MHA_PAST_K].d[1] : 0;
    int64_t dst = !past ? cur : p->self ? n_past + cur : n_past, embed = p->embed_dim;

    float *q = SN_NEW_N(e->arena, float, embed *src), *y = SN_NEW_N(e->arena, float, embed *src);
    float *k = p->kv_cache ? sn_rule_out(e, 1) : SN_NEW_N(e->arena, float, embed *dst);
    float *v = p->kv_cache ? sn_rule_out(e, 2) : SN_NEW_N(e->arena, float, embed *dst);
    project_in(e, SN_MHA_Q, (double)p->scale, q, src, 0);
    collect(e, SN_MHA_K, SN_MHA_PAST_K, k, dst);
    collect(e, SN_MHA_V, SN_MHA_PAST_V, v, dst);
    attend_mha(e, q, k, v, y, src, dst);

    int64_t qdim = e->out_shape[0].d[1];
    projection w = {.x = y,
                    .w = sn_rule_in(e, SN_MHA_WO),
                    .b = sn_rule_in(e, SN_MHA_BO),
                    .y = sn_rule_out(e, 0),
                    .rows = src,
                    .k = embed,
                    .x_row = 1,
                    .x_k = src,
                    .y_row = qdim,
                    .y_j = 1,
                    .scale = 1};
    sn_parallel_for(e->ctx, qdim, one_feature, &w);
    return SN_OK;
}

/* ---- mha: facts ------------------------------------------------------------------------------ */

/* The output projection takes a map of its features. */
static sn_answer absorb_mha(const sn_node *node, sn_arena *arena, sn_absorb *out)
{
    (void)arena;
    const sn_value *w = sn_in(node, SN_MHA_WO), *b = sn_in(node, SN_MHA_BO);
    if (!sn_const_of(w) || !sn_const_of(b)) {
        return SN_ANSWER_NO("the output projection is not constant");
    }
    *out = (sn_absorb){
        .axis = 1, .n = w->shape.d[0], .n_scaled = 1, .scaled = {SN_MHA_WO}, .shifted = SN_MHA_BO};
    return SN_ANSWER_YES;
}

static void cost_mha(const sn_infer *in, sn_cost *out)
{
    const sn_shape *y = &in->out_shape[0], *k = &in->in_shape[SN_MHA_K];
    const sn_mha_params *p = in->params;
    double weights = 0;
    for (unsigned i = SN_MHA_WQ; i <= SN_MHA_BO && i < in->n_in; i++) {
        weights += sn_rule_count(&in->in_shape[i]);
    }
    out->weight_bytes = 4 * weights;
    if (!sn_shape_known(y) || !sn_shape_known(k)) return;
    double src = (double)y->d[0], cur = (double)k->d[0], dst = cur;
    if (in->n_out > 1 && sn_dim_known(in->out_shape[1].d[1])) dst = (double)in->out_shape[1].d[1];
    double embed = p->embed_dim;
    out->macs = embed * (2 * src * (double)y->d[1] + cur * (p->kdim + p->vdim) + 2 * src * dst);
    out->flops = 5 * src * dst * p->num_heads;
}

/* ---- sdpa ------------------------------------------------------------------------------------ */

/* A value of rank 1 to 3 as [groups][rows][width]. */
static sn_status groups_of(const sn_infer *in, unsigned slot, sn_shape *out)
{
    *out = sn_rule_shape(in, slot);
    SN_TRY(sn_rule_rank(in, slot, 1, 3));
    if (out->rank > 0 && out->rank < 3) {
        sn_shape s = *out;
        (void)sn_shape_at_least(&s, 3, out);
    }
    return SN_OK;
}

/* The next past: that shape of now where there is no past, else with the rows of both. */
static sn_status give_next(sn_infer *in, unsigned out, unsigned slot, unsigned past_slot)
{
    sn_shape now = in->in_shape[slot], full, past;
    sn_truth known = has_past(in, past_slot);
    SN_TRY(groups_of(in, slot, &full));
    SN_TRY(groups_of(in, past_slot, &past));
    if (known == SN_NO) {
        sn_rule_give(in, out, now);
        return SN_OK;
    }
    if (full.rank != 3 || past.rank != 3) {
        sn_rule_give(in, out, sn_shape_unknown());
        return SN_OK;
    }
    const char *name = sn_op_slot(in->node->op, past_slot)->name;
    SN_TRY(
        sn_rule_size(in, sn_arena_printf(in->arena, "groups of %s", name), past.d[0], full.d[0]));
    SN_TRY(sn_rule_size(in, sn_arena_printf(in->arena, "width of %s", name), past.d[2], full.d[2]));
    full.d[1] = sn_dim_add(in->dims, full.d[1], past.d[1]);
    /* Of rank 2 the keys keep their rank only while the past is empty. */
    bool sure = known == SN_YES || now.rank == 3;
    sn_rule_give(in, out, sure ? full : sn_shape_unknown());
    return SN_OK;
}

/* ncnn goes by the keys, and leaves out what there are more values. */
static sn_status check_values(sn_infer *in, const char *what, sn_dim found, sn_dim expected)
{
    if (!sn_dim_known(found) || !sn_dim_known(expected) || found <= expected)
        return sn_rule_size(in, what, found, expected);
    sn_infer_no_rule(in, sn_arena_printf(in->arena,
                                         "%s is %lld, %lld expected, and the others are left out",
                                         what, (long long)found, (long long)expected));
    return SN_OK;
}

static sn_status check_sdpa(sn_infer *in, const sn_shape *q, const sn_shape *k, const sn_shape *v)
{
    if (q->rank == 3 && k->rank == 3) {
        SN_TRY(sn_rule_size(in, "width of k", k->d[2], q->d[2]));
        if (sn_dim_known(q->d[0]) && sn_dim_known(k->d[0]) &&
            (k->d[0] == 0 || q->d[0] % k->d[0] != 0)) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "k has %lld groups, a divisor of the %lld heads expected",
                                (long long)k->d[0], (long long)q->d[0]);
        }
    }
    if (k->rank == 3 && v->rank == 3) {
        SN_TRY(check_values(in, "groups of v", v->d[0], k->d[0]));
        SN_TRY(check_values(in, "rows of v", v->d[1], k->d[1]));
    }
    return SN_OK;
}

static sn_status infer_sdpa(sn_infer *in)
{
    const sn_sdpa_params *p = in->params;
    sn_shape q, k, v, past;
    SN_TRY(
        check_options(in, p->attn_mask, SN_SDPA_MASK, p->kv_cache, SN_SDPA_PAST_K, SN_SDPA_PAST_V));
    SN_TRY(groups_of(in, SN_SDPA_Q, &q));
    SN_TRY(groups_of(in, SN_SDPA_K, &k));
    SN_TRY(groups_of(in, SN_SDPA_V, &v));
    SN_TRY(groups_of(in, SN_SDPA_PAST_K, &past));
    for (unsigned slot = SN_SDPA_Q; slot <= SN_SDPA_V; slot++) SN_TRY(sn_rule_not_empty(in, slot));
    SN_TRY(check_sdpa(in, &q, &k, &v));
    sn_truth has = has_past(in, SN_SDPA_PAST_K);
    if (p->attn_mask && q.rank == 3 && k.rank == 3 && (has == SN_NO || past.rank == 3)) {
        sn_dim dst = has == SN_NO ? k.d[1] : sn_dim_add(in->dims, k.d[1], past.d[1]);
        SN_TRY(check_mask(in, SN_SDPA_MASK, q.d[0], true, q.d[1], dst));
    }
    sn_rule_give(in, 0,
                 SN_SHAPE(q.rank == 3 ? q.d[0] : sn_rule_symbol(in, 0, 0),
                          q.rank == 3 ? q.d[1] : sn_rule_symbol(in, 0, 1),
                          v.rank == 3 ? v.d[2] : sn_rule_symbol(in, 0, 2)));
    if (!p->kv_cache) return SN_OK;
    SN_TRY(give_next(in, 1, SN_SDPA_K, SN_SDPA_PAST_K));
    return give_next(in, 2, SN_SDPA_V, SN_SDPA_PAST_V);
}

static int64_t axis_of_three(const sn_shape *s, int axis)
{
    int own = axis - (3 - s->rank);
    return own < 0 ? 1 : s->d[own];
}

/* Past and present rows of each group, one after the other. */
static const float *join(const sn_eval *e, unsigned out, unsigned slot, unsigned past_slot)
{
    if (out >= e->n_out) return sn_rule_in(e, slot);
    const sn_shape *now = &e->in_shape[slot];
    bool past = eval_has_past(e, past_slot);
    int64_t groups = axis_of_three(now, 0), width = axis_of_three(now, 2);
    size_t n_now = (size_t)(axis_of_three(now, 1) * width);
    size_t n_past = past ? (size_t)(axis_of_three(&e->in_shape[past_slot], 1) * width) : 0;
    float *to = sn_rule_out(e, out);
    for (int64_t g = 0; g < groups; g++) {
        const float *from = sn_rule_in(e, slot) + (size_t)g * n_now;
        if (past) memcpy(to, sn_rule_in(e, past_slot) + (size_t)g * n_past, n_past * sizeof(float));
        memcpy(to + n_past, from, n_now * sizeof(float));
        to += n_past + n_now;
    }
    return sn_rule_out(e, out);
}

static sn_status eval_sdpa(sn_eval *e)
{
    SN_TRY(sn_rule_all_f32(e));
    const sn_sdpa_params *p = e->params;
    const sn_shape *q = &e->in_shape[SN_SDPA_Q], *k = &e->in_shape[SN_SDPA_K];
    const sn_shape *v = &e->in_shape[SN_SDPA_V], *ms = &e->in_shape[SN_SDPA_MASK];
    const float *keys = join(e, 1, SN_SDPA_K, SN_SDPA_PAST_K);
    const float *values = join(e, 2, SN_SDPA_V, SN_SDPA_PAST_V);
    const float *mask = sn_rule_in(e, SN_SDPA_MASK);
    int64_t heads = axis_of_three(q, 0), groups = axis_of_three(k, 0);
    int64_t src = axis_of_three(q, 1), width = axis_of_three(q, 2), out = axis_of_three(v, 2);
    int64_t dst = axis_of_three(k, 1);
    if (eval_has_past(e, SN_SDPA_PAST_K)) dst += axis_of_three(&e->in_shape[SN_SDPA_PAST_K], 1);
    bool mask_each = mask && ms->rank == 3 && ms->d[0] > 1;
    head h = {.src = src,
              .dst = dst,
              .width = width,
              .out_width = out,
              .q_row = width,
              .q_col = 1,
              .k_row = width,
              .k_col = 1,
              .v_row = out,
              .v_col = 1,
              .y_row = out,
              .y_col = 1,
              .scale = p->scale == 0 ? 1 / sqrt((double)width) : (double)p->scale,
              .scores = SN_NEW_N(e->arena, double, src *dst)};
    for (int64_t i = 0; i < heads; i++) {
        int64_t group = i / (heads / groups);
        h.q = sn_rule_in(e, SN_SDPA_Q) + i * src * width;
        h.k = keys + group * dst * width;
        h.v = values + group * dst * out;
        h.y = sn_rule_out(e, 0) + i * src * out;
        h.mask = mask_each ? mask + i * src * dst : mask;
        sn_parallel_for(e->ctx, src, one_query, &h);
    }
    return SN_OK;
}

static void cost_sdpa(const sn_infer *in, sn_cost *out)
{
    const sn_shape *q = &in->in_shape[SN_SDPA_Q], *k = &in->in_shape[SN_SDPA_K];
    const sn_shape *v = &in->in_shape[SN_SDPA_V], *past = &in->in_shape[SN_SDPA_PAST_K];
    if (!sn_shape_known(q) || !sn_shape_known(k) || !sn_shape_known(v)) return;
    if (q->rank < 1 || k->rank < 1 || v->rank < 1) return;
    double dst = (double)axis_of_three(k, 1);
    if (sn_rule_has(in, SN_SDPA_PAST_K) && sn_shape_known(past) && past->rank > 0) {
        dst += (double)axis_of_three(past, 1);
    }
    double rows = (double)(axis_of_three(q, 0) * axis_of_three(q, 1));
    out->macs = rows * dst * (double)(axis_of_three(q, 2) + axis_of_three(v, 2));
    out->flops = 5 * rows * dst;
}

/* ---- operators ------------------------------------------------------------------------------- */

#define MAX_WIDTH 16777216

static const sn_param mha_params[] = {
    SN_P_INT(sn_mha_params, embed_dim, 0, 0, MAX_WIDTH, "width of the projected queries and keys"),
    SN_P_INT(sn_mha_params, num_heads, 1, 1, MAX_WIDTH, "heads, a divisor of embed_dim"),
    SN_P_INT_LIKE(sn_mha_params, kdim, "embed_dim", 0, MAX_WIDTH, "width of k"),
    SN_P_INT_LIKE(sn_mha_params, vdim, "embed_dim", 0, MAX_WIDTH, "width of v"),
    SN_P_BOOL(sn_mha_params, attn_mask, 0, "a mask is added to the scores"),
    SN_P_F32(sn_mha_params, scale, 1, "factor of the projected queries"),
    SN_P_BOOL(sn_mha_params, kv_cache, 0, "keys and values of earlier calls go in and come out"),
    SN_P_BOOL(sn_mha_params, self, 0,
              "with kv_cache: append to the past (self attention) instead of reading it alone"),
    SN_P_END,
};
static const sn_slot mha_slots[] = {
    {"q", 0},
    {"k", 0},
    {"v", 0},
    {"wq", SN_SLOT_WEIGHT},
    {"bq", SN_SLOT_WEIGHT},
    {"wk", SN_SLOT_WEIGHT},
    {"bk", SN_SLOT_WEIGHT},
    {"wv", SN_SLOT_WEIGHT},
    {"bv", SN_SLOT_WEIGHT},
    {"wo", SN_SLOT_WEIGHT},
    {"bo", SN_SLOT_WEIGHT},
    {"mask", SN_SLOT_OPTIONAL},
    {"past_k", SN_SLOT_OPTIONAL},
    {"past_v", SN_SLOT_OPTIONAL},
    {NULL, 0},
};

static const sn_param sdpa_params[] = {
    SN_P_BOOL(sn_sdpa_params, attn_mask, 0, "a mask is added to the scores"),
    SN_P_F32(sn_sdpa_params, scale, 0, "factor of the scores; 0: 1 / sqrt(width of q)"),
    SN_P_BOOL(sn_sdpa_params, kv_cache, 0, "keys and values of earlier calls go in and come out"),
    SN_P_END,
};
static const sn_slot sdpa_slots[] = {
    {"q", 0},
    {"k", 0},
    {"v", 0},
    {"mask", SN_SLOT_OPTIONAL},
    {"past_k", SN_SLOT_OPTIONAL},
    {"past_v", SN_SLOT_OPTIONAL},
    {NULL, 0},
};
static const char *const out_names[] = {"y", "k", "v"};

const sn_op sn_op_mha = {
    .name = "mha",
    .synopsis = "y = W_o softmax(scale (W_q q) (W_k k)^T + mask) (W_v v), per head",
    .slots = mha_slots,
    .n_out = SN_VARIADIC_OUT,
    .out_names = out_names,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_mha_params),
    .params = mha_params,
    .validate = validate_mha,
    .infer = infer_mha,
    .eval = eval_mha,
    .absorb_out = absorb_mha,
    .cost = cost_mha,
};

const sn_op sn_op_sdpa = {
    .name = "sdpa",
    .synopsis = "y = softmax(scale q k^T + mask) v, per head",
    .slots = sdpa_slots,
    .n_out = SN_VARIADIC_OUT,
    .out_names = out_names,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_sdpa_params),
    .params = sdpa_params,
    .infer = infer_sdpa,
    .loose = true,
    .eval = eval_sdpa,
    .cost = cost_sdpa,
};
