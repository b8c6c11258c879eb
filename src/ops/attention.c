/* SPDX-License-Identifier: Apache-2.0
 *
 * multi_head_attention: with its projections; attention: scaled dot product attention alone
 * (Vaswani et al., "Attention is all you need", 2017), with fewer groups of keys than heads
 * where wanted (Ainslie et al., 2023). Its operands are [batch ...][heads][rows][width], as ONNX's
 * of rank 4; the axes in front may be left out, in all of them.
 *
 * With a cache, multi_head_attention is two things. Self attention (`self`) appends the keys and
 * values of now to the past. Cross attention takes the past instead of them, once there is one. A
 * past without elements is none. */
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
    if (!sn_shape_rule_has(in, slot)) return SN_NO;
    const sn_shape *s = &in->in_shape[slot];
    if (s->rank < 0) return SN_UNKNOWN;
    for (int i = 0; i < s->rank; i++) {
        if (s->d[i] == 0) return SN_NO;
    }
    return sn_shape_known(s) ? SN_YES : SN_UNKNOWN;
}

static bool eval_has_past(const sn_eval *e, unsigned slot)
{
    return sn_eval_in(e, slot) && sn_shape_count(&e->in_shape[slot]) > 0;
}

/* A past goes in only where the next one comes out. */
static sn_status check_past(const sn_infer *in, unsigned past_k, unsigned past_v)
{
    bool has_k = sn_shape_rule_has(in, past_k), has_v = sn_shape_rule_has(in, past_v);
    SN_TRY(sn_shape_rule_outputs(in, 1, 3));
    if (has_k == has_v && (!has_k || in->n_out == 3)) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "past keys and values come together, and with the next ones as results");
}

/* ---- mha: shapes ----------------------------------------------------------------------------- */

static sn_status check_matrix(const sn_infer *in, unsigned slot, sn_dim rows, sn_dim cols)
{
    sn_shape s = sn_shape_rule_shape(in, slot);
    const char *name = sn_op_slot(in->node->op, slot)->name;
    SN_TRY(sn_shape_rule_rank(in, slot, 2, 2));
    if (s.rank != 2) return SN_OK;
    SN_TRY(sn_shape_rule_size(in, sn_arena_printf(in->arena, "rows of %s", name), s.d[0], rows));
    return sn_shape_rule_size(in, sn_arena_printf(in->arena, "width of %s", name), s.d[1], cols);
}

static sn_status check_vector(const sn_infer *in, unsigned slot, sn_dim n)
{
    sn_shape s = sn_shape_rule_shape(in, slot);
    SN_TRY(sn_shape_rule_rank(in, slot, 1, 1));
    if (s.rank != 1) return SN_OK;
    const char *name = sn_op_slot(in->node->op, slot)->name;
    return sn_shape_rule_size(in, sn_arena_printf(in->arena, "size of %s", name), s.d[0], n);
}

/* Rows of q, k or v, whose width is given. *known is false where the rank is not. */
static sn_status rows_of(const sn_infer *in, unsigned slot, sn_dim width, sn_dim *rows, bool *known)
{
    sn_dim found = 0;
    SN_TRY(sn_shape_rule_rank(in, slot, 1, 2));
    SN_TRY(sn_shape_rule_not_empty(in, slot));
    *known = sn_shape_rule_matrix(&in->in_shape[slot], rows, &found);
    if (!*known) return SN_OK;
    const char *name = sn_op_slot(in->node->op, slot)->name;
    return sn_shape_rule_size(in, sn_arena_printf(in->arena, "width of %s", name), found, width);
}

static sn_status check_mha_weights(const sn_infer *in, sn_dim *qdim)
{
    const sn_mha_params *p = in->params;
    sn_shape wq = sn_shape_rule_shape(in, SN_MHA_WQ), wo = sn_shape_rule_shape(in, SN_MHA_WO);
    *qdim = wq.rank == 2 ? wq.d[1] : wo.rank == 2 ? wo.d[0] : sn_shape_rule_symbol(in, 0, 1);
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
    sn_shape s = sn_shape_rule_shape(in, slot), mask = s;
    SN_TRY(sn_shape_rule_rank(in, slot, 1, 3));
    if (s.rank < 1) return SN_OK;
    if (s.rank < 3) (void)sn_shape_at_least(&s, 3, &mask);
    SN_TRY(sn_shape_rule_size(in, "rows of the mask", mask.d[1], src));
    SN_TRY(sn_shape_rule_size(in, "width of the mask", mask.d[2], dst));
    if (s.rank < 3 || (one_ok && !sn_dim_differ(in->dims, mask.d[0], 1))) return SN_OK;
    return sn_shape_rule_size(in, "heads of the mask", mask.d[0], heads);
}

static sn_status infer_mha(sn_infer *in)
{
    const sn_mha_params *p = in->params;
    sn_dim qdim = 0, src = 0, cur = 0, v_rows = 0, dst = 0;
    bool q_known = false, k_known = false, v_known = false;
    SN_TRY(check_past(in, SN_MHA_PAST_K, SN_MHA_PAST_V));
    SN_TRY(check_mha_weights(in, &qdim));
    SN_TRY(rows_of(in, SN_MHA_Q, qdim, &src, &q_known));
    SN_TRY(rows_of(in, SN_MHA_K, p->kdim, &cur, &k_known));
    SN_TRY(rows_of(in, SN_MHA_V, p->vdim, &v_rows, &v_known));
    if (!q_known) src = sn_shape_rule_symbol(in, 0, 0);
    if (k_known && v_known) SN_TRY(sn_shape_rule_size(in, "rows of v", v_rows, cur));

    sn_truth past = has_past(in, SN_MHA_PAST_K);
    sn_shape past_k = sn_shape_rule_shape(in, SN_MHA_PAST_K);
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
    if (sn_shape_rule_has(in, SN_MHA_MASK) && q_known && dst_known) {
        SN_TRY(check_mask(in, SN_MHA_MASK, p->num_heads, false, src, dst));
    }
    sn_shape_rule_give(in, 0, SN_SHAPE(src, qdim));
    for (unsigned i = 1; i < in->n_out; i++) {
        sn_shape_rule_give(
            in, i, SN_SHAPE(p->embed_dim, dst_known ? dst : sn_shape_rule_symbol(in, i, 1)));
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
    (void)sn_shape_rule_matrix(&e->in_shape[slot], &rows, &width);
    projection w = {.x = sn_eval_in(e, slot),
                    .w = sn_eval_in(e, weight),
                    .b = sn_eval_in(e, weight + 1),
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
        memcpy(to + j * dst, sn_eval_in(e, past_slot) + j * n_past, (size_t)n_past * sizeof(float));
    }
    if (!past || p->self) project_in(e, slot, 1, to, dst, n_past);
}

static void attend_mha(const sn_eval *e, const float *q, const float *k, const float *v, float *y,
                       int64_t src, int64_t dst)
{
    const sn_mha_params *p = e->params;
    int64_t per_head = p->embed_dim / p->num_heads;
    const float *mask = sn_eval_in(e, SN_MHA_MASK);
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
    SN_TRY(sn_eval_all_f32(e));
    const sn_mha_params *p = e->params;
    sn_dim src = 0, cur = 0, width = 0;
    (void)sn_shape_rule_matrix(&e->in_shape[SN_MHA_Q], &src, &width);
    (void)sn_shape_rule_matrix(&e->in_shape[SN_MHA_K], &cur, &width);
    bool past = eval_has_past(e, SN_MHA_PAST_K);
    int64_t n_past = past ? e->in_shape[SN_MHA_PAST_K].d[1] : 0;
    int64_t dst = !past ? cur : p->self ? n_past + cur : n_past, embed = p->embed_dim;

    float *q = SN_NEW_N(e->arena, float, embed *src), *y = SN_NEW_N(e->arena, float, embed *src);
    float *k = e->n_out == 3 ? sn_eval_out(e, 1) : SN_NEW_N(e->arena, float, embed *dst);
    float *v = e->n_out == 3 ? sn_eval_out(e, 2) : SN_NEW_N(e->arena, float, embed *dst);
    project_in(e, SN_MHA_Q, (double)p->scale, q, src, 0);
    collect(e, SN_MHA_K, SN_MHA_PAST_K, k, dst);
    collect(e, SN_MHA_V, SN_MHA_PAST_V, v, dst);
    attend_mha(e, q, k, v, y, src, dst);

    int64_t qdim = e->out_shape[0].d[1];
    projection w = {.x = y,
                    .w = sn_eval_in(e, SN_MHA_WO),
                    .b = sn_eval_in(e, SN_MHA_BO),
                    .y = sn_eval_out(e, 0),
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
static sn_answer fold_out_mha(const sn_node *node, sn_arena *arena, sn_fold_out *out)
{
    (void)arena;
    const sn_value *w = sn_in(node, SN_MHA_WO), *b = sn_in(node, SN_MHA_BO);
    if (!sn_const_of(w) || !sn_const_of(b)) {
        return SN_ANSWER_NO("the output projection is not constant");
    }
    *out = (sn_fold_out){
        .axis = 1, .n = w->shape.d[0], .n_scaled = 1, .scaled = {SN_MHA_WO}, .shifted = SN_MHA_BO};
    return SN_ANSWER_YES;
}

static void cost_mha(const sn_infer *in, sn_cost *out)
{
    const sn_shape *y = &in->out_shape[0], *k = &in->in_shape[SN_MHA_K];
    const sn_mha_params *p = in->params;
    double weights = 0;
    for (unsigned i = SN_MHA_WQ; i <= SN_MHA_BO && i < in->n_in; i++) {
        weights += sn_shape_elements(&in->in_shape[i]);
    }
    out->weight_bytes = 4 * weights;
    if (!sn_shape_known(y) || !sn_shape_known(k)) return;
    double src = (double)y->d[0], cur = (double)k->d[0], dst = cur;
    if (in->n_out > 1 && sn_dim_known(in->out_shape[1].d[1])) dst = (double)in->out_shape[1].d[1];
    double embed = p->embed_dim;
    out->macs = embed * (2 * src * (double)y->d[1] + cur * (p->kdim + p->vdim) + 2 * src * dst);
    out->flops = 5 * src * dst * p->num_heads;
}

/* ---- attention ------------------------------------------------------------------------------- */

/* Sizes of [...][heads][rows][width], counted from the back; those in front that are missing are 1.
 */
enum { WIDTH = 1, ROWS, HEADS };

static sn_dim from_back(const sn_shape *s, int k) { return s->rank < k ? 1 : s->d[s->rank - k]; }

/* The axes in front of the heads are those of q. */
static sn_status check_batch(const sn_infer *in, unsigned slot, const sn_shape *q)
{
    const sn_shape s = sn_shape_rule_shape(in, slot);
    const char *name = sn_op_slot(in->node->op, slot)->name;
    if (s.rank < 0 || q->rank < 0) return SN_OK;
    if (s.rank != q->rank)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "%s has rank %d, that of q, %d, expected", name, s.rank, q->rank);
    for (int i = 0; i < s.rank - HEADS; i++) {
        const char *what = sn_arena_printf(in->arena, "axis %d of %s", i, name);
        SN_TRY(sn_shape_rule_size(in, what, s.d[i], q->d[i]));
    }
    return SN_OK;
}

/* Sizes from the back of an input that another one says. */
static sn_status check_like(const sn_infer *in, unsigned slot, const sn_shape *other, int k,
                            const char *what)
{
    const sn_shape s = sn_shape_rule_shape(in, slot);
    if (s.rank < 0 || other->rank < 0) return SN_OK;
    return sn_shape_rule_size(
        in, sn_arena_printf(in->arena, "%s of %s", what, sn_op_slot(in->node->op, slot)->name),
        from_back(&s, k), from_back(other, k));
}

/* The next past: that shape of now where there is no past, else with the rows of both. */
static sn_status give_next(sn_infer *in, unsigned out, unsigned slot, unsigned past_slot)
{
    sn_shape next = in->in_shape[slot];
    const sn_shape past = sn_shape_rule_shape(in, past_slot);
    const sn_truth known = has_past(in, past_slot);
    if (known != SN_NO) {
        SN_TRY(check_batch(in, past_slot, &next));
        SN_TRY(check_like(in, past_slot, &next, HEADS, "groups"));
        SN_TRY(check_like(in, past_slot, &next, WIDTH, "width"));
        if (next.rank >= 0 && past.rank >= 0)
            next.d[next.rank - ROWS] =
                sn_dim_add(in->dims, next.d[next.rank - ROWS], past.d[past.rank - ROWS]);
        else
            next = sn_shape_unknown();
    }
    sn_shape_rule_give(in, out, next);
    return SN_OK;
}

/* The mask has a number for each query and key; the axes in front are broadcast to those of q. */
static sn_status check_attention_mask(const sn_infer *in, const sn_shape *q, sn_dim dst)
{
    const sn_shape m = sn_shape_rule_shape(in, SN_ATTENTION_MASK);
    SN_TRY(sn_shape_rule_rank(in, SN_ATTENTION_MASK, 1, q->rank));
    if (m.rank < 0) return SN_OK;
    SN_TRY(sn_shape_rule_size(in, "rows of the mask", from_back(&m, ROWS), from_back(q, ROWS)));
    SN_TRY(sn_shape_rule_size(in, "width of the mask", from_back(&m, WIDTH), dst));
    for (int k = HEADS; k <= m.rank; k++) {
        const char *what = k == HEADS
                               ? "heads of the mask"
                               : sn_arena_printf(in->arena, "axis %d of the mask", m.rank - k);
        if (sn_dim_differ(in->dims, from_back(&m, k), 1))
            SN_TRY(sn_shape_rule_size(in, what, from_back(&m, k), from_back(q, k)));
    }
    return SN_OK;
}

static sn_status check_groups(const sn_infer *in, const sn_shape *q, const sn_shape *k)
{
    if (q->rank < 0 || k->rank < 0) return SN_OK;
    const sn_dim heads = from_back(q, HEADS), groups = from_back(k, HEADS);
    if (!sn_dim_known(heads) || !sn_dim_known(groups) || (groups > 0 && heads % groups == 0))
        return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "k has %lld groups, a divisor of the %lld heads expected",
                        (long long)groups, (long long)heads);
}

static sn_status infer_attention(sn_infer *in)
{
    const sn_shape *q = &in->in_shape[SN_ATTENTION_Q], *k = &in->in_shape[SN_ATTENTION_K];
    const sn_shape *v = &in->in_shape[SN_ATTENTION_V];
    const sn_shape past = sn_shape_rule_shape(in, SN_ATTENTION_PAST_K);
    SN_TRY(check_past(in, SN_ATTENTION_PAST_K, SN_ATTENTION_PAST_V));
    for (unsigned slot = SN_ATTENTION_Q; slot <= SN_ATTENTION_V; slot++) {
        SN_TRY(sn_shape_rule_rank(in, slot, 2, SN_MAX_RANK));
        SN_TRY(sn_shape_rule_not_empty(in, slot));
        SN_TRY(check_batch(in, slot, q));
    }
    SN_TRY(check_like(in, SN_ATTENTION_K, q, WIDTH, "width"));
    SN_TRY(check_groups(in, q, k));
    SN_TRY(check_like(in, SN_ATTENTION_V, k, HEADS, "groups"));
    SN_TRY(check_like(in, SN_ATTENTION_V, k, ROWS, "rows"));
    const sn_truth has = has_past(in, SN_ATTENTION_PAST_K);
    if (sn_shape_rule_has(in, SN_ATTENTION_MASK) && q->rank >= 0 && k->rank >= 0 &&
        (has == SN_NO || past.rank >= ROWS)) {
        const sn_dim now = from_back(k, ROWS);
        SN_TRY(check_attention_mask(
            in, q, has == SN_NO ? now : sn_dim_add(in->dims, now, from_back(&past, ROWS))));
    }
    sn_shape y = *q;
    if (y.rank >= 0)
        y.d[y.rank - 1] =
            v->rank >= 0 ? from_back(v, WIDTH) : sn_shape_rule_symbol(in, 0, y.rank - 1);
    sn_shape_rule_give(in, 0, y);
    if (in->n_out == 1) return SN_OK;
    SN_TRY(give_next(in, 1, SN_ATTENTION_K, SN_ATTENTION_PAST_K));
    return give_next(in, 2, SN_ATTENTION_V, SN_ATTENTION_PAST_V);
}

/* The product of the sizes in front of the rows. */
static int64_t n_matrices(const sn_shape *s) { return sn_span_count(s, 0, s->rank - ROWS); }

/* Past and present rows of each group, one after the other. */
static const float *join(const sn_eval *e, unsigned out, unsigned slot, unsigned past_slot)
{
    if (out >= e->n_out) return sn_eval_in(e, slot);
    const sn_shape *now = &e->in_shape[slot];
    bool past = eval_has_past(e, past_slot);
    const int64_t groups = n_matrices(now), width = from_back(now, WIDTH);
    size_t n_now = (size_t)(from_back(now, ROWS) * width);
    size_t n_past = past ? (size_t)(from_back(&e->in_shape[past_slot], ROWS) * width) : 0;
    float *to = sn_eval_out(e, out);
    for (int64_t g = 0; g < groups; g++) {
        const float *from = sn_eval_in(e, slot) + (size_t)g * n_now;
        if (past) memcpy(to, sn_eval_in(e, past_slot) + (size_t)g * n_past, n_past * sizeof(float));
        memcpy(to + n_past, from, n_now * sizeof(float));
        to += n_past + n_now;
    }
    return sn_eval_out(e, out);
}

int64_t sn_attention_mask_at(const sn_shape *mask, const sn_shape *q, int64_t matrix)
{
    int64_t at = 0, step = 1;
    for (int k = HEADS; k <= q->rank; k++) {
        const int64_t own = from_back(mask, k), i = matrix % from_back(q, k);
        at += own > 1 ? i * step : 0;
        step *= own;
        matrix /= from_back(q, k);
    }
    return at;
}

static sn_status eval_attention(sn_eval *e)
{
    SN_TRY(sn_eval_all_f32(e));
    const sn_attention_params *p = e->params;
    const sn_shape *q = &e->in_shape[SN_ATTENTION_Q], *k = &e->in_shape[SN_ATTENTION_K];
    const sn_shape *v = &e->in_shape[SN_ATTENTION_V];
    const float *keys = join(e, 1, SN_ATTENTION_K, SN_ATTENTION_PAST_K);
    const float *values = join(e, 2, SN_ATTENTION_V, SN_ATTENTION_PAST_V);
    const float *mask = sn_eval_in(e, SN_ATTENTION_MASK);
    const int64_t heads = n_matrices(q), per_group = heads / n_matrices(k);
    const int64_t src = from_back(q, ROWS), width = from_back(q, WIDTH), out = from_back(v, WIDTH);
    int64_t dst = from_back(k, ROWS);
    if (eval_has_past(e, SN_ATTENTION_PAST_K))
        dst += from_back(&e->in_shape[SN_ATTENTION_PAST_K], ROWS);
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
        const int64_t group = i / per_group;
        h.q = sn_eval_in(e, SN_ATTENTION_Q) + i * src * width;
        h.k = keys + group * dst * width;
        h.v = values + group * dst * out;
        h.y = sn_eval_out(e, 0) + i * src * out;
        if (mask)
            h.mask = mask + sn_attention_mask_at(&e->in_shape[SN_ATTENTION_MASK], q, i) * src * dst;
        sn_parallel_for(e->ctx, src, one_query, &h);
    }
    return SN_OK;
}

static void cost_attention(const sn_infer *in, sn_cost *out)
{
    const sn_shape *q = &in->in_shape[SN_ATTENTION_Q], *k = &in->in_shape[SN_ATTENTION_K];
    const sn_shape *v = &in->in_shape[SN_ATTENTION_V];
    const sn_shape past = sn_shape_rule_shape(in, SN_ATTENTION_PAST_K);
    if (!sn_shape_known(q) || !sn_shape_known(k) || !sn_shape_known(v)) return;
    if (q->rank < ROWS || k->rank < ROWS || v->rank < ROWS) return;
    double dst = (double)from_back(k, ROWS);
    if (sn_shape_known(&past) && past.rank >= ROWS) dst += (double)from_back(&past, ROWS);
    const double rows = (double)(n_matrices(q) * from_back(q, ROWS));
    out->macs = rows * dst * (double)(from_back(q, WIDTH) + from_back(v, WIDTH));
    out->flops = 5 * rows * dst;
}

/* ---- operators ------------------------------------------------------------------------------- */

#define MAX_WIDTH 16777216

static const sn_param mha_params[] = {
    SN_P_INT(sn_mha_params, embed_dim, 0, 0, MAX_WIDTH, "width of the projected queries and keys"),
    SN_P_INT(sn_mha_params, num_heads, 1, 1, MAX_WIDTH, "heads, a divisor of embed_dim"),
    SN_P_INT_LIKE(sn_mha_params, kdim, "embed_dim", 0, MAX_WIDTH, "width of k"),
    SN_P_INT_LIKE(sn_mha_params, vdim, "embed_dim", 0, MAX_WIDTH, "width of v"),
    SN_P_F32(sn_mha_params, scale, 1, "factor of the projected queries"),
    SN_P_BOOL(sn_mha_params, self, 0,
              "with a past: append to it (self attention) instead of reading it alone"),
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

static const sn_param attention_params[] = {
    SN_P_F32(sn_attention_params, scale, 0, "factor of the scores; 0: 1 / sqrt(width of q)"),
    SN_P_END,
};
static const sn_slot attention_slots[] = {
    {"q", 0},
    {"k", 0},
    {"v", 0},
    {"mask", SN_SLOT_OPTIONAL},
    {"past_k", SN_SLOT_OPTIONAL},
    {"past_v", SN_SLOT_OPTIONAL},
    {NULL, 0},
};
static const char *const out_names[] = {"y", "k", "v"};

const sn_op sn_op_multi_head_attention = {
    .name = "multi_head_attention",
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
    .fold_out = fold_out_mha,
    .cost = cost_mha,
};

const sn_op sn_op_attention = {
    .name = "attention",
    .synopsis = "y = softmax(scale q k^T + mask) v, per head",
    .slots = attention_slots,
    .n_out = SN_VARIADIC_OUT,
    .out_names = out_names,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_attention_params),
    .params = attention_params,
    .infer = infer_attention,
    .eval = eval_attention,
    .cost = cost_attention,
};
