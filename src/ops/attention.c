/* SPDX-License-Identifier: Apache-2.0
 *
 * attention: scaled dot product attention (Vaswani et al., "Attention is all you need", 2017), with
 * fewer groups of keys than heads where wanted (Ainslie et al., 2023), as ONNX Attention-24. Its
 * operands are [batch ...][heads][rows][width], as ONNX's of rank 4; the axes in front may be left
 * out, in all of them. A past without elements is none.
 *
 * The mask, behind a bias where there is one, is a summand of the scores, or, of type bool, says
 * which keys a query looks at. One that looks at none, or only at such whose summands are -inf,
 * gives 0, or NaN (empty_is_nan); a score in place of -inf (hidden) is one like others. A sum over
 * no keys at all is 0. */
#include <math.h>

#include "ops/attention.h"
#include "ops/attention_core.h"
#include "ops/rule.h"
#include "ops/grad/grad.h"

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
    const sn_truth known = sn_attention_has_past(in, past_slot);
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

/* The mask has a number for each key, for each query or all; the axes in front are broadcast to
 * those of q. */
static sn_status check_attention_mask(const sn_infer *in, unsigned slot, const sn_shape *q,
                                      sn_dim dst)
{
    const sn_shape m = sn_shape_rule_shape(in, slot);
    if (!sn_shape_rule_has(in, slot)) return SN_OK;
    SN_TRY(sn_shape_rule_rank(in, slot, 1, q->rank));
    if (m.rank < 0) return SN_OK;
    SN_TRY(sn_shape_rule_size(in, "width of the mask", from_back(&m, WIDTH), dst));
    for (int k = ROWS; k <= m.rank; k++) {
        const char *what = k == ROWS ? "rows of the mask"
                           : k == HEADS
                               ? "heads of the mask"
                               : sn_arena_printf(in->arena, "axis %d of the mask", m.rank - k);
        if (sn_dim_differ(in->dims, from_back(&m, k), 1))
            SN_TRY(sn_shape_rule_size(in, what, from_back(&m, k), from_back(q, k)));
    }
    return SN_OK;
}

static sn_status check_mask_type(const sn_infer *in)
{
    if (!sn_shape_rule_has(in, SN_ATTENTION_MASK)) return SN_OK;
    const sn_type type = in->in_type[SN_ATTENTION_MASK];
    if (type == SN_TYPE_UNKNOWN || type == SN_TYPE_bool || sn_type_is_float(type)) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "mask is of type %s, bool or float expected",
                        sn_type_name(type));
}

static sn_status check_groups(const sn_infer *in, const sn_shape *q, const sn_shape *k)
{
    if (q->rank < 0 || k->rank < 0) return SN_OK;
    const sn_dim heads = from_back(q, HEADS), groups = from_back(k, HEADS);
    if (!sn_dim_known(heads) || !sn_dim_known(groups) || groups == heads ||
        (groups > 0 && heads % groups == 0))
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
    SN_TRY(sn_attention_check_past(in, SN_ATTENTION_PAST_K, SN_ATTENTION_PAST_V));
    SN_TRY(check_mask_type(in));
    for (unsigned slot = SN_ATTENTION_Q; slot <= SN_ATTENTION_V; slot++) {
        SN_TRY(sn_shape_rule_rank(in, slot, 2, SN_MAX_RANK));
        SN_TRY(check_batch(in, slot, q));
    }
    SN_TRY(check_like(in, SN_ATTENTION_K, q, WIDTH, "width"));
    SN_TRY(check_groups(in, q, k));
    SN_TRY(check_like(in, SN_ATTENTION_V, k, HEADS, "groups"));
    SN_TRY(check_like(in, SN_ATTENTION_V, k, ROWS, "rows"));
    const sn_truth has = sn_attention_has_past(in, SN_ATTENTION_PAST_K);
    if (q->rank >= 0 && k->rank >= 0 && (has == SN_NO || past.rank >= ROWS)) {
        const sn_dim now = from_back(k, ROWS);
        const sn_dim dst = has == SN_NO ? now : sn_dim_add(in->dims, now, from_back(&past, ROWS));
        SN_TRY(check_attention_mask(in, SN_ATTENTION_MASK, q, dst));
        SN_TRY(check_attention_mask(in, SN_ATTENTION_BIAS, q, dst));
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

static void copy(sn_elems from, int64_t n, sn_elems to)
{
    for (int64_t i = 0; i < n; i++) sn_elems_put(to, i, sn_elems_at(from, i));
}

/* Past and present rows of each group, one after the other. */
static sn_elems join(const sn_eval *e, unsigned out, unsigned slot, unsigned past_slot)
{
    if (out >= e->n_out) return sn_eval_elems(e, slot);
    const sn_shape *now = &e->in_shape[slot];
    bool past = sn_attention_eval_has_past(e, past_slot);
    const int64_t groups = n_matrices(now), width = from_back(now, WIDTH);
    const int64_t n_now = from_back(now, ROWS) * width;
    const int64_t n_past = past ? from_back(&e->in_shape[past_slot], ROWS) * width : 0;
    const sn_elems all = sn_eval_out_elems(e, out);
    sn_elems to = all;
    for (int64_t g = 0; g < groups; g++, to = sn_elems_from(to, n_past + n_now)) {
        if (past) copy(sn_elems_from(sn_eval_elems(e, past_slot), g * n_past), n_past, to);
        copy(sn_elems_from(sn_eval_elems(e, slot), g * n_now), n_now, sn_elems_from(to, n_past));
    }
    return all;
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

/* The matrix of a mask for that one of q, and how far its rows are apart. */
static sn_elems mask_for(sn_eval *e, unsigned slot, int64_t matrix, int64_t dst, int64_t *row)
{
    const sn_elems all = sn_eval_elems(e, slot);
    if (!all.data) return all;
    const sn_shape *mask = &e->in_shape[slot], *q = &e->in_shape[SN_ATTENTION_Q];
    const int64_t rows = from_back(mask, ROWS);
    *row = rows == 1 ? 0 : dst;
    return sn_elems_from(all, sn_attention_mask_at(mask, q, matrix) * rows * dst);
}

static sn_status eval_attention(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_attention_params *p = e->params;
    const sn_shape *q = &e->in_shape[SN_ATTENTION_Q], *k = &e->in_shape[SN_ATTENTION_K];
    const sn_shape *v = &e->in_shape[SN_ATTENTION_V];
    const sn_elems keys = join(e, 1, SN_ATTENTION_K, SN_ATTENTION_PAST_K);
    const sn_elems values = join(e, 2, SN_ATTENTION_V, SN_ATTENTION_PAST_V);
    const int64_t heads = n_matrices(q), groups = n_matrices(k);
    const int64_t per_group = groups > 0 ? heads / groups : 1;
    const int64_t src = from_back(q, ROWS), width = from_back(q, WIDTH), out = from_back(v, WIDTH);
    const int64_t past = sn_attention_eval_has_past(e, SN_ATTENTION_PAST_K)
                             ? from_back(&e->in_shape[SN_ATTENTION_PAST_K], ROWS)
                             : 0;
    const int64_t dst = past + from_back(k, ROWS);
    sn_attention_head h = {.src = src,
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
                           .softcap = (double)p->softcap,
                           .is_causal = p->is_causal,
                           .hidden = (double)p->hidden,
                           .empty_is_nan = p->empty_is_nan,
                           .nan_is_zero = p->nan_is_zero,
                           .before = past,
                           .scores = SN_NEW_N(e->arena, double, src *dst)};
    for (int64_t i = 0; i < heads; i++) {
        const int64_t group = i / per_group;
        h.q = sn_elems_from(sn_eval_elems(e, SN_ATTENTION_Q), i * src * width);
        h.k = sn_elems_from(keys, group * dst * width);
        h.v = sn_elems_from(values, group * dst * out);
        h.y = sn_elems_from(sn_eval_out_elems(e, 0), i * src * out);
        h.mask = mask_for(e, SN_ATTENTION_MASK, i, dst, &h.mask_row);
        h.bias = mask_for(e, SN_ATTENTION_BIAS, i, dst, &h.bias_row);
        sn_attention_run(e->ctx, &h);
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

/* ---- operator -------------------------------------------------------------------------------- */

static const char *validate_attention(const void *params, sn_arena *arena)
{
    const float softcap = ((const sn_attention_params *)params)->softcap;
    if (softcap >= 0) return NULL;
    return sn_arena_printf(arena, "softcap is %g, 0 or more expected", (double)softcap);
}

static const sn_param attention_params[] = {
    SN_P_F32(sn_attention_params, scale, 0, "factor of the scores; 0: 1 / sqrt(width of q)"),
    SN_P_BOOL(sn_attention_params, is_causal, 0,
              "a query looks at keys up to its own place, behind the past, only"),
    SN_P_F32(sn_attention_params, softcap, 0,
             "scores s become softcap * tanh(s / softcap) before the mask; 0: they stay"),
    SN_P_BOOL(sn_attention_params, empty_is_nan, 0,
              "a query that looks at no key gives NaN, not 0"),
    SN_P_BOOL(sn_attention_params, nan_is_zero, 0, "weights that are NaN count as 0"),
    SN_P_F32(sn_attention_params, hidden, -INFINITY, "score of a key that is not looked at"),
    SN_P_END,
};
static const sn_slot attention_slots[] = {
    {"q", 0},
    {"k", 0},
    {"v", 0},
    {"mask", SN_SLOT_OPTIONAL},
    {"past_k", SN_SLOT_OPTIONAL},
    {"past_v", SN_SLOT_OPTIONAL},
    {"bias", SN_SLOT_OPTIONAL},
    {NULL, 0},
};
static const char *const out_names[] = {"y", "k", "v"};

const sn_op sn_op_attention = {
    .name = "attention",
    .traits = SN_TRAIT_SQUARES,
    .synopsis = "y = softmax(scale q k^T + mask) v, per head",
    .slots = attention_slots,
    .types = "float,float,float,any2,float,float,float->float",
    .wide = true,
    .n_out = SN_VARIADIC_OUT,
    .out_names = out_names,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_attention_params),
    .params = attention_params,
    .validate = validate_attention,
    .infer = infer_attention,
    .eval = eval_attention,
    .grad = sn_grad_attention,
    .cost = cost_attention,
};
