/* SPDX-License-Identifier: Apache-2.0
 *
 * multi_head_attention: attention with its projections (Vaswani et al., "Attention is all you
 * need", 2017).
 *
 * With a cache it is two things. Self attention (`self`) appends the keys and values of now to the
 * past. Cross attention takes the past instead of them, once there is one. A past without elements
 * is none.
 *
 * Images along the first `batch_axes` axes of q, k, v, of a past, and of a mask that has them, are
 * worked out each for itself. */
#include "base/parallel.h"
#include "ops/attention.h"
#include "ops/attention_core.h"
#include "ops/product.h"
#include "ops/rule.h"
#include "ops/grad/grad.h"

/* ---- images ----------------------------------------------------------------------------- */

static int batch_of(const void *params) { return ((const sn_mha_params *)params)->batch_axes; }

/* Whether an input of that shape has the axes of images: a mask may be the same for all. */
static bool is_batched(unsigned slot, const sn_shape *s)
{
    if (slot >= SN_MHA_WQ && slot <= SN_MHA_BO) return false;
    return slot != SN_MHA_MASK || s->rank != 2;
}

/* Of one image. A rank that is too small is left for the checks. */
static sn_shape image_of(const void *params, unsigned slot, const sn_shape *s)
{
    const int batch = batch_of(params);
    sn_shape one = *s;
    if (s->rank < 0 || batch == 0 || !is_batched(slot, s)) return one;
    one.rank = (int8_t)(s->rank > batch ? s->rank - batch : 0);
    for (int i = 0; i < one.rank; i++) one.d[i] = s->d[batch + i];
    return one;
}

/* The axes of images are the same; *out gets them. */
static sn_status check_batch(const sn_infer *in, sn_shape *out)
{
    const int batch = batch_of(in->params);
    static const unsigned slots[] = {SN_MHA_Q,    SN_MHA_K,      SN_MHA_V,
                                     SN_MHA_MASK, SN_MHA_PAST_K, SN_MHA_PAST_V};
    *out = (sn_shape){.rank = (int8_t)batch};
    for (int i = 0; i < batch; i++) out->d[i] = sn_shape_rule_symbol(in, 0, i);
    bool found = false;
    for (size_t k = 0; batch && k < sizeof slots / sizeof *slots; k++) {
        const sn_shape s = sn_shape_rule_shape(in, slots[k]);
        if (s.rank < 0 || !is_batched(slots[k], &s)) continue;
        const int rank = batch + 2 + (slots[k] == SN_MHA_MASK);
        SN_TRY(sn_shape_rule_rank(in, slots[k], rank, rank));
        for (int i = 0; i < batch; i++) {
            if (found)
                SN_TRY(sn_shape_rule_size(in, "a size in front of the rows", s.d[i], out->d[i]));
            else
                out->d[i] = s.d[i];
        }
        found = true;
    }
    return SN_OK;
}

/* ---- shapes ----------------------------------------------------------------------------- */

/* A size of a result of one image that is not known. */
static sn_dim open_size(const sn_infer *in, unsigned out, int axis)
{
    return sn_shape_rule_symbol(in, out, batch_of(in->params) + axis);
}

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
    *qdim = wq.rank == 2 ? wq.d[1] : wo.rank == 2 ? wo.d[0] : open_size(in, 0, 1);
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

static sn_status infer_image(sn_infer *in)
{
    const sn_mha_params *p = in->params;
    sn_dim qdim = 0, src = 0, cur = 0, v_rows = 0, dst = 0;
    bool q_known = false, k_known = false, v_known = false;
    SN_TRY(sn_attention_check_past(in, SN_MHA_PAST_K, SN_MHA_PAST_V));
    SN_TRY(check_mha_weights(in, &qdim));
    SN_TRY(rows_of(in, SN_MHA_Q, qdim, &src, &q_known));
    SN_TRY(rows_of(in, SN_MHA_K, p->kdim, &cur, &k_known));
    SN_TRY(rows_of(in, SN_MHA_V, p->vdim, &v_rows, &v_known));
    if (!q_known) src = open_size(in, 0, 0);
    if (k_known && v_known) SN_TRY(sn_shape_rule_size(in, "rows of v", v_rows, cur));

    sn_truth past = sn_attention_has_past(in, SN_MHA_PAST_K);
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
        sn_shape_rule_give(in, i, SN_SHAPE(p->embed_dim, dst_known ? dst : open_size(in, i, 1)));
    }
    return SN_OK;
}

static sn_status infer_mha(sn_infer *in)
{
    sn_shape batch, *shapes = SN_NEW_N(in->arena, sn_shape, in->n_in + 1);
    SN_TRY(check_batch(in, &batch));
    for (uint16_t i = 0; i < in->n_in; i++)
        shapes[i] = in->present[i] ? image_of(in->params, i, &in->in_shape[i]) : in->in_shape[i];
    sn_infer one = *in;
    one.in_shape = shapes;
    SN_TRY(infer_image(&one));
    for (uint16_t k = 0; k < in->n_out; k++) {
        sn_shape y = {.rank = (int8_t)(batch.rank + one.out_shape[k].rank)};
        for (int i = 0; i < y.rank; i++)
            y.d[i] = i < batch.rank ? batch.d[i] : one.out_shape[k].d[i - batch.rank];
        in->out_shape[k] = y;
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

/* ---- evaluation ------------------------------------------------------------------------- */

typedef struct mha_image { /* one, being worked out */
    const sn_eval *e;
    int64_t number;
    sn_shape shape[SN_MHA_PAST_V + 1]; /* of its inputs */
} mha_image;

static sn_elems in_elems(const mha_image *m, unsigned slot)
{
    const sn_elems all = sn_eval_elems(m->e, slot);
    const bool batched =
        all.data && batch_of(m->e->params) > 0 && is_batched(slot, &m->e->in_shape[slot]);
    return batched ? sn_elems_from(all, m->number * sn_shape_count(&m->shape[slot])) : all;
}

static sn_elems out_elems(const mha_image *m, unsigned slot)
{
    const sn_shape *y = &m->e->out_shape[slot];
    return sn_elems_from(sn_eval_out_elems(m->e, slot),
                         m->number * sn_span_count(y, batch_of(m->e->params), y->rank));
}

/* y[row][j] = scale * (b[j] + sum_k x[row][k] w[j][k]) */
typedef struct head_projection {
    sn_elems x, w, b, y;
    int64_t rows, k, x_row, x_k, y_row, y_j;
    double scale;
} head_projection;

static void one_feature(void *user, int64_t j)
{
    const head_projection *p = user;
    const sn_elems w = sn_elems_from(p->w, j * p->k);
    for (int64_t i = 0; i < p->rows; i++) {
        double sum = sn_elems_at(p->b, j);
        const sn_elems x = sn_elems_from(p->x, i * p->x_row);
        if (p->x_k == 1) {
            sum += sn_dot(x, w, p->k);
        } else {
            for (int64_t k = 0; k < p->k; k++)
                sum += sn_elems_at(x, k * p->x_k) * sn_elems_at(w, k);
        }
        sn_elems_put(p->y, i * p->y_row + j * p->y_j, sum * p->scale);
    }
}

/* Rows of input `slot` projected by its weight into y[embed][stride], from column `at` on. */
static void project_in(const mha_image *m, unsigned slot, double scale, sn_elems y, int64_t stride,
                       int64_t at)
{
    const sn_mha_params *p = m->e->params;
    unsigned weight = SN_MHA_WQ + 2 * slot;
    sn_dim rows = 0, width = 0;
    (void)sn_shape_rule_matrix(&m->shape[slot], &rows, &width);
    head_projection w = {.x = in_elems(m, slot),
                         .w = in_elems(m, weight),
                         .b = in_elems(m, weight + 1),
                         .y = sn_elems_from(y, at),
                         .rows = rows,
                         .k = width,
                         .x_row = width,
                         .x_k = 1,
                         .y_row = 1,
                         .y_j = stride,
                         .scale = scale};
    sn_parallel_for(m->e->ctx, p->embed_dim, one_feature, &w);
}

/* Keys or values [embed][dst]: those of now, those of the past, or both one after the other. */
static void collect(const mha_image *m, unsigned slot, unsigned past_slot, sn_elems to, int64_t dst)
{
    const sn_mha_params *p = m->e->params;
    bool past = sn_attention_eval_has_past(m->e, past_slot);
    int64_t n_past = past ? m->shape[past_slot].d[1] : 0;
    const sn_elems before = in_elems(m, past_slot);
    for (int64_t j = 0; past && j < p->embed_dim; j++)
        for (int64_t i = 0; i < n_past; i++)
            sn_elems_put(to, j * dst + i, sn_elems_at(before, j * n_past + i));
    if (!past || p->self) project_in(m, slot, 1, to, dst, n_past);
}

static void attend_mha(const mha_image *m, sn_elems q, sn_elems k, sn_elems v, sn_elems y,
                       int64_t src, int64_t dst)
{
    const sn_mha_params *p = m->e->params;
    int64_t per_head = p->embed_dim / p->num_heads;
    const sn_elems mask = in_elems(m, SN_MHA_MASK);
    bool mask_each = mask.data && m->shape[SN_MHA_MASK].rank == 3;
    sn_attention_head h = {.src = src,
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
                           .hidden = -INFINITY,
                           .empty_is_nan = true,
                           .mask_row = dst,
                           .scores = SN_NEW_N(m->e->arena, double, src *dst)};
    for (int64_t i = 0; i < p->num_heads; i++) {
        h.q = sn_elems_from(q, i * per_head * src);
        h.k = sn_elems_from(k, i * per_head * dst);
        h.v = sn_elems_from(v, i * per_head * dst);
        h.y = sn_elems_from(y, i * per_head * src);
        h.mask = sn_elems_from(mask, mask_each ? i * src * dst : 0);
        sn_attention_run(m->e->ctx, &h);
    }
}

static void eval_image(const mha_image *m)
{
    const sn_eval *e = m->e;
    const sn_mha_params *p = m->e->params;
    sn_dim src = 0, cur = 0, width = 0;
    (void)sn_shape_rule_matrix(&m->shape[SN_MHA_Q], &src, &width);
    (void)sn_shape_rule_matrix(&m->shape[SN_MHA_K], &cur, &width);
    bool past = sn_attention_eval_has_past(m->e, SN_MHA_PAST_K);
    int64_t n_past = past ? m->shape[SN_MHA_PAST_K].d[1] : 0;
    int64_t dst = !past ? cur : p->self ? n_past + cur : n_past, embed = p->embed_dim;

    /* What stands between is of the type of the weights, as keys and values that come out are. */
    const sn_type type = e->in[SN_MHA_WO]->type;
    const sn_elems q = sn_elems_create(e->arena, type, embed * src);
    const sn_elems y = sn_elems_create(e->arena, type, embed * src);
    const sn_elems k = sn_elems_create(e->arena, type, embed * dst);
    const sn_elems v = sn_elems_create(e->arena, type, embed * dst);
    project_in(m, SN_MHA_Q, (double)p->scale, q, src, 0);
    collect(m, SN_MHA_K, SN_MHA_PAST_K, k, dst);
    collect(m, SN_MHA_V, SN_MHA_PAST_V, v, dst);
    attend_mha(m, q, k, v, y, src, dst);
    for (int64_t i = 0; e->n_out == 3 && i < embed * dst; i++) {
        sn_elems_put(out_elems(m, 1), i, sn_elems_at(k, i));
        sn_elems_put(out_elems(m, 2), i, sn_elems_at(v, i));
    }

    int64_t qdim = e->out_shape[0].d[e->out_shape[0].rank - 1];
    head_projection w = {.x = y,
                         .w = in_elems(m, SN_MHA_WO),
                         .b = in_elems(m, SN_MHA_BO),
                         .y = out_elems(m, 0),
                         .rows = src,
                         .k = embed,
                         .x_row = 1,
                         .x_k = src,
                         .y_row = qdim,
                         .y_j = 1,
                         .scale = 1};
    sn_parallel_for(m->e->ctx, qdim, one_feature, &w);
}

static sn_status eval_mha(sn_eval *e)
{
    mha_image m = {.e = e};
    SN_TRY(sn_eval_ready(e));
    for (uint16_t i = 0; i < e->n_in; i++)
        if (e->in[i]) m.shape[i] = image_of(e->params, i, &e->in_shape[i]);
    const int64_t n = sn_span_count(&e->out_shape[0], 0, batch_of(e->params));
    for (; m.number < n; m.number++) {
        const sn_arena_mark mark = sn_arena_save(e->arena);
        eval_image(&m);
        sn_arena_restore(e->arena, mark);
    }
    return SN_OK;
}

/* ---- facts ------------------------------------------------------------------------------ */

/* The output projection takes a map of its features. */
static sn_answer fold_out_mha(const sn_node *node, sn_arena *arena, sn_fold_out *out)
{
    (void)arena;
    const sn_value *w = sn_in(node, SN_MHA_WO), *b = sn_in(node, SN_MHA_BO);
    if (!sn_const_of(w) || !sn_const_of(b)) {
        return SN_ANSWER_NO("the output projection is not constant");
    }
    *out = (sn_fold_out){.axis = batch_of(node->params) + 1,
                         .n = w->shape.d[0],
                         .n_scaled = 1,
                         .scaled = {SN_MHA_WO},
                         .shifted = SN_MHA_BO};
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
    const double images = (double)sn_span_count(y, 0, p->batch_axes);
    double src = (double)y->d[y->rank - 2], cur = (double)(k->rank > 1 ? k->d[k->rank - 2] : 1);
    double dst = cur;
    if (in->n_out > 1 && sn_shape_known(&in->out_shape[1]))
        dst = (double)in->out_shape[1].d[in->out_shape[1].rank - 1];
    double embed = p->embed_dim;
    out->macs = images * embed *
                (2 * src * (double)y->d[y->rank - 1] + cur * (p->kdim + p->vdim) + 2 * src * dst);
    out->flops = images * 5 * src * dst * p->num_heads;
}

/* ---- operator -------------------------------------------------------------------------------- */

#define MAX_WIDTH 16777216

static const sn_param mha_params[] = {
    SN_P_INT(sn_mha_params, embed_dim, 0, 0, MAX_WIDTH, "width of the projected queries and keys"),
    SN_P_INT(sn_mha_params, num_heads, 1, 1, MAX_WIDTH, "heads, a divisor of embed_dim"),
    SN_P_INT_LIKE(sn_mha_params, kdim, "embed_dim", 0, MAX_WIDTH, "width of k"),
    SN_P_INT_LIKE(sn_mha_params, vdim, "embed_dim", 0, MAX_WIDTH, "width of v"),
    SN_P_F32(sn_mha_params, scale, 1, "factor of the projected queries"),
    SN_P_INT(sn_mha_params, batch_axes, 0, 0, SN_MAX_RANK - 3, "axes of images in front"),
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
static const char *const out_names[] = {"y", "k", "v"};

const sn_op sn_op_multi_head_attention = {
    .name = "multi_head_attention",
    .traits = SN_TRAIT_SQUARES,
    .synopsis = "y = W_o softmax(scale (W_q q) (W_k k)^T + mask) (W_v v), per head",
    .slots = mha_slots,
    .types = "float,float,float,float,float,float,float,float,float,float,float,float->float",
    .wide = true,
    .n_out = SN_VARIADIC_OUT,
    .out_names = out_names,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_mha_params),
    .params = mha_params,
    .validate = validate_mha,
    .infer = infer_mha,
    .eval = eval_mha,
    .grad = sn_grad_multi_head_attention,
    .fold_out = fold_out_mha,
    .cost = cost_mha,
};
