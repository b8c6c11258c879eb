/* SPDX-License-Identifier: Apache-2.0
 *
 * attention, and mha with its projections. A unit of work is a block of queries of one head:
 * its scores stand in scratch, the softmax goes over them there, and the product with the values
 * follows at once (Rabe and Staats, "Self-attention does not need O(n^2) memory", 2021, without
 * their running maximum: a block of rows of scores fits the second level cache). Heads are read
 * with strides where they stand; keys (transposed) and values of a head are packed for the register
 * tile once a thread.
 *
 * mha: a phase of projections, one that joins past and present where there is a cache, attention,
 * and the output's projection, to which the epilogue belongs. Rows of several images are projected
 * as those of one; heads are counted through all of them. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "kernels/attention.h"
#include "kernels/move.h"
#include "kernels/tile.h"
#include "ops/attention.h"
#include "ops/ops.h"
#include "ops/rule.h"

extern const char sn_text_attention[], sn_text_attention_join[];

/* Vector instructions of a softmax, for each vector of scores. */
enum { SOFTMAX_VECTORS = 30 };

typedef struct attention_matrix { /* element (head, row, column); where the floats are is decided
                           when C is printed */
    int64_t head, row, col;
} attention_matrix;

typedef struct attention_config {
    bool mha;
    int64_t images;              /* mha: each has its own keys; 1 else */
    int64_t heads, per_group;    /* of an image; per_group: heads that share keys */
    int64_t src, cur, past, dst; /* rows of queries; of keys now, before, and all that count */
    int64_t width, out_width;    /* of a head's queries and keys; of its values */
    attention_matrix q, k, v, y;
    float scale;   /* of the scores */
    float softcap; /* of the scores; 0: none */
    float hidden;  /* score of a key that is not looked at */
    bool empty_is_nan, nan_is_zero;
    bool direct; /* so few queries that packing keys and values does not pay */
    unsigned mask_slot;
    int64_t mask_row, bias_row; /* floats from row to row; 0: one for all queries */
    bool bias;                  /* added, too, in front of the mask */
    bool mask, hides;           /* hides: the mask says which keys are seen; else it is added */
    bool causal;                /* a query sees the past and keys up to its own row */
    bool cache, project_kv;
    sn_product_tiling scores, values; /* of one head */
    int64_t block;                    /* tiles of queries in a unit */
    sn_product_tiling project[4];     /* mha: q, k, v and the output */
    int64_t at_q, at_k, at_v, at_y;   /* mha: in shared memory */
    int packed; /* mha: the first of the step's constants that is a projection: weights, then the
                   bias */
    const sn_packed *constant[SN_MAX_STEP_IN]; /* of what comes at run time elsewhere (a mask, say):
                                                  what is known here */
} attention_config;

static bool has_past(const sn_node *node, unsigned slot)
{
    const sn_value *v = sn_in(node, slot);
    return v && sn_shape_count(&v->shape) > 0;
}

/* How far rows of a matrix of the mask are apart; 0: there is one for all queries. */
static int64_t row_of_mask(const sn_value *mask, int64_t dst)
{
    const sn_shape *m = &mask->shape;
    return m->rank < 2 || m->d[m->rank - 2] == 1 ? 0 : dst;
}

/* ---- what it can do -------------------------------------------------------------------------- */

static bool describe_attention(const sn_node *node, attention_config *c)
{
    const sn_attention_params *p = node->params;
    const sn_shape *q = &sn_in(node, SN_ATTENTION_Q)->shape,
                   *k = &sn_in(node, SN_ATTENTION_K)->shape;
    const sn_shape *v = &sn_in(node, SN_ATTENTION_V)->shape;
    const sn_value *mask = sn_in(node, SN_ATTENTION_MASK), *bias = sn_in(node, SN_ATTENTION_BIAS);
    const int rank = q->rank;
    if (mask && mask->type != SN_TYPE_f32 && mask->type != SN_TYPE_bool &&
        !sn_type_is_narrow(mask->type))
        return false;
    if (bias && bias->type != SN_TYPE_f32 && !sn_type_is_narrow(bias->type)) return false;
    c->mask_slot = mask ? SN_ATTENTION_MASK : SN_ATTENTION_BIAS;
    c->bias = mask && bias;
    if (!mask) mask = bias;
    const int64_t groups = sn_span_count(k, 0, rank - 2);
    c->heads = sn_span_count(q, 0, rank - 2);
    if (groups < 1) return false;
    c->per_group = c->heads / groups;
    c->src = q->d[rank - 2], c->cur = k->d[rank - 2];
    c->past = has_past(node, SN_ATTENTION_PAST_K)
                  ? sn_in(node, SN_ATTENTION_PAST_K)->shape.d[rank - 2]
                  : 0;
    c->dst = c->past + c->cur;
    c->width = q->d[rank - 1], c->out_width = v->d[rank - 1];
    c->scale = p->scale == 0 ? (float)(1 / sqrt((double)c->width)) : p->scale;
    c->cache = node->n_out > 1;
    c->mask = mask != NULL;
    c->hides = mask && mask->type == SN_TYPE_bool;
    c->causal = p->is_causal;
    c->softcap = p->softcap;
    /* where no score is -inf of a mask, all are only if that was computed */
    c->empty_is_nan = p->empty_is_nan || p->hidden != -INFINITY || (!mask && !p->is_causal);
    c->nan_is_zero = p->nan_is_zero;
    c->hidden = p->hidden;
    if (mask) c->mask_row = row_of_mask(mask, c->dst);
    if (c->bias) c->bias_row = row_of_mask(bias, c->dst);
    c->q = (attention_matrix){c->src * c->width, c->width, 1};
    c->k = (attention_matrix){c->dst * c->width, c->width, 1};
    c->v = (attention_matrix){c->dst * c->out_width, c->out_width, 1};
    c->y = (attention_matrix){c->src * c->out_width, c->out_width, 1};
    return true;
}

static int64_t rows_of(const sn_shape *s) { return s->rank >= 2 ? s->d[s->rank - 2] : 1; }

static bool describe_mha(const sn_node *node, attention_config *c)
{
    const sn_mha_params *p = node->params;
    const sn_value *mask = sn_in(node, SN_MHA_MASK);
    if (mask && mask->type == SN_TYPE_bool) return false;
    for (unsigned i = SN_MHA_WQ; i <= SN_MHA_BO; i++) {
        if (sn_in(node, i) && !sn_const_of(sn_in(node, i))) return false;
    }
    c->mha = true;
    c->images = sn_span_count(&sn_in(node, SN_MHA_Q)->shape, 0, p->batch_axes);
    c->heads = p->num_heads;
    c->per_group = 1;
    c->width = c->out_width = p->embed_dim / p->num_heads;
    c->src = rows_of(&sn_in(node, SN_MHA_Q)->shape);
    c->cur = rows_of(&sn_in(node, SN_MHA_K)->shape);
    c->past =
        has_past(node, SN_MHA_PAST_K) ? sn_in(node, SN_MHA_PAST_K)->shape.d[p->batch_axes + 1] : 0;
    c->project_kv = c->past == 0 || p->self;
    if (!c->project_kv) c->cur = 0;
    c->dst = c->past + c->cur;
    c->scale = 1; /* in the weights of the queries */
    c->cache = node->n_out > 1;
    c->mask = mask != NULL;
    c->mask_slot = SN_MHA_MASK;
    c->mask_row = c->dst;
    const int64_t embed = p->embed_dim;
    c->q = c->y = (attention_matrix){c->width, embed, 1};
    c->k = c->v = c->cache ? (attention_matrix){c->width * c->dst, 1, c->dst}
                           : (attention_matrix){c->width, embed, 1};
    return true;
}

static bool describe(const sn_node *node, attention_config *c)
{
    *c = (attention_config){.images = 1};
    if (node->op != &sn_op_attention && node->op != &sn_op_multi_head_attention) return false;
    for (unsigned i = 0; i < node->n_in; i++) {
        const sn_value *v = sn_in(node, i);
        if (v && sn_value_is_const(v) && !sn_const_of(v))
            return false; /* its contents are undefined */
    }
    if (!(node->op == &sn_op_attention ? describe_attention(node, c) : describe_mha(node, c)))
        return false;
    return c->images > 0 && c->heads > 0 && c->per_group > 0 && c->src > 0 && c->dst > 0 &&
           c->width > 0 && c->out_width > 0;
}

static void tile(const sn_machine *m, const sn_node *node, attention_config *c)
{
    const int64_t dst =
        (c->dst + m->lanes - 1) / m->lanes * m->lanes; /* scores are stored in whole vectors */
    c->scores = sn_product_tiling_of(m, c->src, dst, c->width);
    c->values = sn_product_tiling_like(m, &c->scores, c->out_width, c->dst);
    c->direct = !c->mha && (c->src <= 2 || c->src * c->dst <= 64) && c->out_width <= 8 * m->lanes;
    const int64_t rows = c->scores.t + 1;
    c->block = 24 / rows > 0 ? 24 / rows : 1;
    while (c->block > 1 && c->block * rows * dst > 65536) c->block--;
    if (!c->mha) return;
    for (unsigned i = 0; i < 4; i++) {
        const sn_shape *w = &sn_in(node, SN_MHA_WQ + 2 * i)->shape;
        const int64_t n = c->images * (i == 1 || i == 2 ? c->cur : c->src);
        if (n > 0) c->project[i] = sn_product_tiling_of(m, n, w->d[0], w->d[1]);
    }
}

bool sn_attention_pays(const sn_machine *m, const sn_node *node)
{
    attention_config c;
    if (!describe(node, &c)) return true;
    tile(m, node, &c);
    return 4 * c.dst >= 3 * m->lanes ||
           (c.direct && c.dst > 2 && c.src <= 2 * c.dst && c.width % m->lanes == 0);
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    attention_config c;
    if (!describe(node, &c)) return false;
    tile(k->machine, node, &c);
    out->epilogue_on_plain = c.mha;
    const double heads = (double)(c.images * c.heads);
    out->work.vector =
        heads * (sn_product_tiling_vectors(k->machine, &c.scores) +
                 sn_product_tiling_vectors(k->machine, &c.values) +
                 SOFTMAX_VECTORS * (double)c.src * (double)c.dst / (double)k->machine->lanes);
    for (int i = 0; i < 4 && c.mha; i++) {
        if (c.project[i].groups)
            out->work.vector += sn_product_tiling_vectors(k->machine, &c.project[i]);
    }
    return true;
}

/* ---- plan ------------------------------------------------------------------------------------ */

/* Weight and bias of projection i; the scale of the queries goes into both. */
static sn_status pack_projection(const sn_kernel_ctx *k, sn_step *s, const attention_config *c,
                                 unsigned i)
{
    static const char *const what[] = {
        "weights of the queries, and their bias", "weights of the keys, and their bias",
        "weights of the values, and their bias", "weights of the output, and its bias"};
    const sn_product_tiling *v = &c->project[i];
    const float *w, *bias;
    const float scale = i == 0 ? ((const sn_mha_params *)s->node->params)->scale : 1;
    SN_TRY(sn_step_constant(k, s->node, SN_MHA_WQ + 2 * i, &w));
    SN_TRY(sn_step_constant(k, s->node, SN_MHA_BQ + 2 * i, &bias));
    float *to = sn_step_pack(k, s, sn_product_tiling_floats(v) + v->n, what[i]);
    if (v->groups == 0) return SN_OK;
    sn_product_tiling_pack(v, w, 1, v->k, scale, to);
    for (int64_t j = 0; j < v->n; j++) to[sn_product_tiling_floats(v) + j] = scale * bias[j];
    return SN_OK;
}

/* A mask of bool as numbers. */
static void pack_shown(const sn_kernel_ctx *k, sn_step *s, const sn_value *v, int64_t n)
{
    const bool *shown = sn_tensor_data(sn_const_of(v));
    float *to = sn_step_pack(k, s, n, "a constant mask");
    for (int64_t i = 0; i < n; i++) to[i] = shown[i];
}

/* Queries, keys, values, a mask and the past are constants now and then: those are read from the
 * weights. */
static sn_status pack_inputs(const sn_kernel_ctx *k, sn_step *s, attention_config *c)
{
    for (unsigned i = 0; i < s->node->n_in; i++) {
        const sn_value *v = sn_in(s->node, i);
        const float *data;
        if (!v || !sn_value_is_const(v) || (c->mha && i >= SN_MHA_WQ && i <= SN_MHA_BO)) continue;
        const int64_t n = sn_shape_count(&v->shape);
        if (v->type == SN_TYPE_bool) {
            pack_shown(k, s, v, n);
        } else {
            SN_TRY(sn_step_constant(k, s->node, i, &data));
            if (n > 0)
                memcpy(sn_step_pack(k, s, n, "a constant input"), data, (size_t)n * sizeof *data);
        }
        if (n > 0) c->constant[i] = s->packed[s->n_packed - 1];
    }
    return SN_OK;
}

static int64_t reserve(sn_step *s, int64_t floats)
{
    const int64_t at = s->shared;
    s->shared += (floats + 15) / 16 * 16 + 16; /* not all at multiples of a page */
    return at;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    attention_config *c = SN_NEW(k->arena, attention_config);
    s->config = c;
    if (!describe(s->node, c)) return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no attention");
    tile(k->machine, s->node, c);
    const int64_t rows = c->block * (c->scores.t + 1), embed = c->heads * c->width;
    s->scratch = sn_product_tiling_floats(&c->scores) + sn_product_tiling_floats(&c->values) +
                 rows * c->scores.n + rows + c->scores.lanes * c->width + 32;
    s->n_phases = 0;
    SN_TRY(pack_inputs(k, s, c));
    if (c->mha) {
        c->packed = s->n_packed;
        for (unsigned i = 0; i < 4; i++) SN_TRY(pack_projection(k, s, c, i));
        for (int i = 0; i < 3; i++) s->units[0] += c->project[i].groups * c->project[i].tiles;
        c->at_q = reserve(s, c->images * c->src * embed);
        c->at_k = reserve(s, c->images * c->cur * embed);
        c->at_v = reserve(s, c->images * c->cur * embed);
        c->at_y = reserve(s, c->images * c->src * embed);
        s->n_phases = 1;
    }
    if (c->cache)
        s->units[s->n_phases++] = c->mha ? 2 * c->images * embed : 2 * (c->heads / c->per_group);
    s->units[s->n_phases++] = c->images * c->heads * ((c->scores.tiles + c->block - 1) / c->block);
    if (c->mha) s->units[s->n_phases++] = c->project[3].groups * c->project[3].tiles;
    for (int i = 0; i < 4; i++)
        s->flops +=
            2.0 * (double)c->project[i].rows * (double)c->project[i].n * (double)c->project[i].k;
    s->flops += 2.0 * (double)(c->images * c->heads) * (double)c->src * (double)c->dst *
                (double)(c->width + c->out_width);
    for (int i = 0; i < 4; i++) s->bytes += 4 * (double)c->project[i].n * (double)c->project[i].k;
    s->bytes += 4 * (double)(c->images * c->heads) * ((double)c->src + (double)c->dst) *
                (double)(c->width + c->out_width);
    s->why = sn_arena_printf(k->arena,
                             "%" PRId64 " heads, blocks of %" PRId64 " queries against %" PRId64
                             " keys, softmax on the block's scores in cache",
                             c->heads, rows, c->dst);
    return SN_OK;
}

/* ---- emit ------------------------------------------------------------------------------------ */

static const char *number(sn_emit *e, int64_t n)
{
    return sn_arena_printf(sn_emit_arena(e), "%" PRId64, n);
}

static const char *input_at(sn_emit *e, const sn_step *s, unsigned slot)
{
    const attention_config *c = s->config;
    return c->constant[slot] ? sn_emit_packed(e, c->constant[slot]) : sn_emit_in(e, s->in[slot]);
}

static const char *shared_at(sn_emit *e, const sn_step *s, int64_t at)
{
    return sn_arena_printf(sn_emit_arena(e), "%s + %" PRId64, sn_emit_shared(e, s), at);
}

/* Projection i as a part of a phase whose units before it are `before`. */
static sn_status emit_projection(sn_emit *e, const sn_step *s, unsigned i, const char *x,
                                 const char *y, int64_t before, sn_str *out)
{
    const attention_config *c = s->config;
    const sn_product_tiling *v = &c->project[i];
    sn_arena *arena = sn_emit_arena(e);
    const sn_tile tile = {
        .x = SN_TILE_ROWS, .plain = true, .c = SN_TILE_C_MATRIX, .step = i == 3 ? s : NULL};
    const sn_tile_calls calls = {
        .x = sn_arena_printf(arena, "x + p * %" PRId64, v->k),
        .x_step = number(e, v->k),
        .w = "w",
        .y = sn_arena_printf(arena, "y + p * %" PRId64 " + v * %d", v->n, v->lanes),
        .y_step = number(e, v->n),
        .c = sn_arena_printf(arena, "bias + v * %d", v->lanes),
        .c_step = "0",
        .c_factor = "1.0f",
        .flat = sn_arena_printf(arena, "p * %" PRId64 " + v * %d", v->n, v->lanes),
        .chunk = v->tiles};
    const char *text;
    if (v->groups == 0) return SN_OK;
    SN_TRY(sn_tile_emit(e, &tile, v, &calls, &text));
    const int64_t units = v->groups * v->tiles;
    sn_str_addf(out,
                "    for (long u = first > %" PRId64 " ? first : %" PRId64 ", end = last < %" PRId64
                " ? last : %" PRId64 "; u < end;) {\n",
                before, before, before + units, before + units);
    sn_str_addf(out, "        const float *const x = %s, *const w = %s;\n", x,
                sn_emit_packed(e, s->packed[c->packed + (int)i]));
    sn_str_addf(
        out, "        const float *const bias = w + %" PRId64 ";\n        float *const y = %s;\n",
        sn_product_tiling_floats(v), y);
    sn_str_addf(out,
                "        const long g = (u - %" PRId64 ") / %" PRId64 ", t0 = (u - %" PRId64
                ") %% %" PRId64 ";\n",
                before, v->tiles, before, v->tiles);
    sn_str_addf(
        out, "        const long t1 = end - u < %" PRId64 " - t0 ? t0 + (end - u) : %" PRId64 ";\n",
        v->tiles, v->tiles);
    sn_str_addf(out, "        u += t1 - t0;\n%s    }\n", text);
    return SN_OK;
}

static sn_status emit_inputs(sn_emit *e, const sn_step *s)
{
    static const char *const what[] = {"queries", "keys", "values"};
    const attention_config *c = s->config;
    const int64_t at[] = {c->at_q, c->at_k, c->at_v};
    int64_t before = 0;
    sn_str body;
    sn_str_init(&body, sn_emit_arena(e));
    for (unsigned i = 0; i < 3; i++) {
        if (c->project[i].groups == 0) continue;
        sn_str_addf(&body, "    /* the %s */\n", what[i]);
        SN_TRY(emit_projection(e, s, i, input_at(e, s, SN_MHA_Q + i), shared_at(e, s, at[i]),
                               before, &body));
        before += c->project[i].groups * c->project[i].tiles;
    }
    sn_emit_function(e, s, 0, body.s);
    return SN_OK;
}

static sn_status emit_output(sn_emit *e, const sn_step *s, int phase)
{
    const attention_config *c = s->config;
    sn_bind *b = sn_bind_create(e);
    const char *declare;
    sn_str body;
    sn_str_init(&body, sn_emit_arena(e));
    SN_TRY(sn_bind_epilogue(e, b, s));
    SN_TRY(sn_template(e, "attention.c", "@if EHAS\n${EDECLARE}\n@end\n", b, &declare));
    if (declare) sn_str_add(&body, declare);
    SN_TRY(emit_projection(e, s, 3, shared_at(e, s, c->at_y), sn_emit_out(e, s->out[0]), 0, &body));
    sn_emit_function(e, s, phase, body.s);
    return SN_OK;
}

/* Past and present keys and values into the outputs that are the next call's past. */
static sn_status emit_join(sn_emit *e, const sn_step *s, int phase)
{
    const attention_config *c = s->config;
    sn_bind *b = sn_bind_create(e);
    const char *body;
    const unsigned slot = c->mha ? SN_MHA_PAST_K : SN_ATTENTION_PAST_K;
    sn_bind_int(b, "MHA", c->mha);
    sn_bind_int(b, "EMBED", c->heads * c->width);
    sn_bind_int(b, "ROWS", c->images * c->heads * c->width);
    sn_bind_int(b, "GROUPS", c->heads / c->per_group);
    sn_bind_int(b, "PAST", c->past);
    sn_bind_int(b, "CUR", c->cur);
    sn_bind_int(b, "DST", c->dst);
    sn_bind_int(b, "WIDTH", c->width);
    sn_bind_int(b, "OUT_WIDTH", c->out_width);
    sn_bind_text(b, "K_PAST", c->past ? input_at(e, s, slot) : "");
    sn_bind_text(b, "V_PAST", c->past ? input_at(e, s, slot + 1) : "");
    sn_bind_text(b, "K_NOW", c->mha ? shared_at(e, s, c->at_k) : input_at(e, s, SN_ATTENTION_K));
    sn_bind_text(b, "V_NOW", c->mha ? shared_at(e, s, c->at_v) : input_at(e, s, SN_ATTENTION_V));
    sn_bind_text(b, "K_ALL", sn_emit_out(e, s->out[1]));
    sn_bind_text(b, "V_ALL", sn_emit_out(e, s->out[2]));
    SN_TRY(sn_template(e, "attention_join.ct", sn_text_attention_join, b, &body));
    sn_emit_function(e, s, phase, body);
    return SN_OK;
}

static void bind_cover(sn_bind *b, sn_emit *e, const char *prefix, const sn_product_tiling *c)
{
    const struct {
        const char *name;
        int64_t value;
    } all[] = {{"GROUPS", c->groups}, {"BIG", c->big_groups}, {"NB", c->nb}, {"N", c->n}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        sn_bind_int(b, sn_arena_printf(sn_emit_arena(e), "%s_%s", prefix, all[i].name),
                    all[i].value);
}

static void bind_addresses(sn_emit *e, sn_bind *b, const sn_step *s)
{
    const attention_config *c = s->config;
    const bool mha = c->mha;
    sn_bind_text(b, "Q_AT", mha ? shared_at(e, s, c->at_q) : input_at(e, s, SN_ATTENTION_Q));
    sn_bind_text(b, "Y_AT", mha ? shared_at(e, s, c->at_y) : sn_emit_out(e, s->out[0]));
    const char *k, *v;
    if (c->cache) {
        k = sn_emit_out(e, s->out[1]);
        v = sn_emit_out(e, s->out[2]);
    } else {
        k = mha ? shared_at(e, s, c->at_k) : input_at(e, s, SN_ATTENTION_K);
        v = mha ? shared_at(e, s, c->at_v) : input_at(e, s, SN_ATTENTION_V);
    }
    sn_bind_text(b, "K_AT", k);
    sn_bind_text(b, "V_AT", v);
    sn_bind_text(b, "MASK_AT", c->mask ? input_at(e, s, c->mask_slot) : "");
    sn_bind_text(b, "BIAS_AT", c->bias ? input_at(e, s, SN_ATTENTION_BIAS) : "");
}

/* mha: the queries as attention has them. */
static sn_shape heads_of(const sn_node *node, const attention_config *c)
{
    if (!c->mha) return SN_SHAPE(c->heads, c->src, c->width);
    const int batch = ((const sn_mha_params *)node->params)->batch_axes;
    sn_shape s = sn_in(node, SN_MHA_Q)->shape; /* the axes of the batch first */
    s.rank = (int8_t)(batch + 3);
    s.d[batch] = c->heads, s.d[batch + 1] = c->src, s.d[batch + 2] = c->width;
    return s;
}

/* Where the matrix of `which`, which counts heads through all images, begins. An image has so many
 * rows of all heads. */
static const char *head_at(sn_emit *e, const attention_config *c, const char *which,
                           const attention_matrix *m, int64_t rows)
{
    const int64_t image = rows * c->heads * c->width;
    if (c->images == 1 || image == c->heads * m->head)
        return sn_arena_printf(sn_emit_arena(e), "%s * %" PRId64, which, m->head);
    return sn_arena_printf(sn_emit_arena(e),
                           "%s / %" PRId64 " * %" PRId64 " + %s %% %" PRId64 " * %" PRId64, which,
                           c->heads, image, which, c->heads, m->head);
}

/* Where the row of a mask for query p0 + i of matrix `head` begins: as sn_attention_mask_at has it.
 */
static const char *row_of_head(sn_emit *e, const sn_step *s, unsigned slot, int64_t row)
{
    const attention_config *c = s->config;
    sn_arena *arena = sn_emit_arena(e);
    const sn_value *v = sn_in(s->node, slot);
    const sn_shape heads = heads_of(s->node, c);
    const sn_shape *q = c->mha ? &heads : &sn_in(s->node, SN_ATTENTION_Q)->shape;
    const char *text = row ? sn_arena_printf(arena, "(p0 + i) * %" PRId64, row) : "0";
    int64_t matrices = 1, step = row ? c->src * c->dst : c->dst;
    for (int k = 3; v && k <= v->shape.rank; k++) {
        const int64_t own = v->shape.d[v->shape.rank - k], all = q->d[q->rank - k];
        if (own > 1)
            text = sn_arena_printf(arena, "%s + head / %" PRId64 " %% %" PRId64 " * %" PRId64, text,
                                   matrices, all, step);
        step *= own;
        matrices *= all;
    }
    return text;
}

static const char isnot0_bytes[] =
    "typedef unsigned char vb_any __attribute__((vector_size(VL), aligned(1), may_alias));\n"
    "static inline vi v_isnot0_bytes(const unsigned char *p)\n"
    "{\n"
    "    return __builtin_convertvector(*(const vb_any *)p, vi) != 0;\n"
    "}\n";

static sn_status emit_attend(sn_emit *e, const sn_step *s, int phase)
{
    const attention_config *c = s->config;
    sn_arena *arena = sn_emit_arena(e);
    const int lanes = c->scores.lanes;
    const sn_tile tile = {.x = SN_TILE_ROWS, .plain = true};
    const sn_tile_calls scores = {
        .x = sn_arena_printf(arena, "q + p * %" PRId64, c->q.row),
        .x_step = number(e, c->q.row),
        .w = "keys",
        .y = sn_arena_printf(arena, "scores + (p - p0) * %" PRId64 " + v * %d", c->scores.n, lanes),
        .y_step = number(e, c->scores.n),
        .chunk = c->block,
        .again = true};
    const sn_tile_calls values = {
        .x = sn_arena_printf(arena, "scores + (p - p0) * %" PRId64, c->scores.n),
        .x_step = number(e, c->scores.n),
        .w = "values",
        .y = sn_arena_printf(arena, "y + p * %" PRId64 " + v * %d", c->y.row, lanes),
        .y_step = number(e, c->y.row),
        .chunk = c->block,
        .again = true};
    const char *scores_text = "", *values_text = "", *body;
    if (!c->direct && c->k.row != 1) SN_TRY(sn_move_turn_helper(e));
    if (!c->direct) {
        SN_TRY(sn_tile_emit(e, &tile, &c->scores, &scores, &scores_text));
        SN_TRY(sn_tile_emit(e, &tile, &c->values, &values, &values_text));
    }
    sn_bind *b = sn_bind_create(e);
    bind_addresses(e, b, s);
    sn_bind_text(b, "MASK_OF_ROW", row_of_head(e, s, c->mask_slot, c->mask_row));
    sn_bind_text(b, "BIAS_OF_ROW",
                 c->bias ? row_of_head(e, s, SN_ATTENTION_BIAS, c->bias_row) : "");
    sn_bind_text(b, "SCORE", c->bias ? "v_load(s + j) + v_load(bias + j)" : "v_load(s + j)");
    sn_bind_text(b, "Q_HEAD", head_at(e, c, "head", &c->q, c->src));
    sn_bind_text(b, "K_HEAD", head_at(e, c, "group", &c->k, c->dst));
    sn_bind_text(b, "V_HEAD", head_at(e, c, "group", &c->v, c->dst));
    sn_bind_text(b, "Y_HEAD", head_at(e, c, "head", &c->y, c->src));
    bind_cover(b, e, "S", &c->scores);
    bind_cover(b, e, "V", &c->values);
    sn_bind_text(b, "SCORES", scores_text);
    sn_bind_text(b, "VALUES", values_text);
    sn_bind_text(b, "SCALE", sn_emit_number(e, (double)c->scale));
    sn_bind_text(b, "HIDDEN", sn_emit_number(e, (double)c->hidden));
    sn_bind_text(b, "CAP", sn_emit_number(e, (double)c->softcap));
    const bool bytes = c->hides && !c->constant[c->mask_slot];
    sn_bind_text(b, "MASK_TYPE", bytes ? "unsigned char" : "float");
    sn_bind_text(b, "SEEN",
                 !bytes      ? "v_isnot0(v_load(seen + j))"
                 : lanes > 1 ? "v_isnot0_bytes(seen + j)"
                             : "-(vi)(seen[j] != 0)");
    if (bytes && lanes > 1) sn_emit_helper(e, "v_isnot0_bytes", isnot0_bytes);
    const struct {
        const char *name;
        int64_t value;
    } all[] = {{"ADDS", c->mask && !c->hides},
               {"HIDES", c->hides},
               {"CAUSAL", c->causal},
               {"CAPS", c->softcap != 0},
               {"BIASED", c->bias},
               {"DIRECT", c->direct},
               {"Q_ROW", c->q.row},
               {"SCALES", c->scale != 1},
               {"NAN_IS_ZERO", c->nan_is_zero},
               {"EMPTY_IS_NAN", c->empty_is_nan},
               {"PAST", c->past},
               {"L", lanes},
               {"SRC", c->src},
               {"DST", c->dst},
               {"WIDTH", c->width},
               {"OUT_WIDTH", c->out_width},
               {"PER_GROUP", c->per_group},
               {"K_ROW", c->k.row},
               {"K_COL", c->k.col},
               {"V_ROW", c->v.row},
               {"V_COL", c->v.col},
               {"Y_ROW", c->y.row},
               {"TILES", c->scores.tiles},
               {"T", c->scores.t},
               {"BIG_TILES", c->scores.big_tiles},
               {"BLOCK", c->block},
               {"BLOCKS", (c->scores.tiles + c->block - 1) / c->block},
               {"ROWS", c->block * (c->scores.t + 1)},
               {"KEYS_FLOATS", sn_product_tiling_floats(&c->scores)},
               {"VALUES_FLOATS", sn_product_tiling_floats(&c->values)}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        sn_bind_int(b, all[i].name, all[i].value);
    SN_TRY(sn_template(e, "attention.ct", sn_text_attention, b, &body));
    sn_emit_function(e, s, phase, body);
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const attention_config *c = s->config;
    int phase = 0;
    if (c->mha) {
        SN_TRY(emit_inputs(e, s));
        phase++;
    }
    if (c->cache) SN_TRY(emit_join(e, s, phase++));
    SN_TRY(emit_attend(e, s, phase++));
    return c->mha ? emit_output(e, s, phase) : SN_OK;
}

const sn_kernel sn_kernel_attention = {
    .name = "attention",
    .ops = SN_OPS(&sn_op_attention, &sn_op_multi_head_attention),
    .reads_bools = true,
    .synopsis =
        "attention by blocks of queries with the softmax in cache; mha with its projections",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
