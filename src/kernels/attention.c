/* SPDX-License-Identifier: Apache-2.0
 *
 * attention, and mha with its projections. A unit of work is some groups of queries of one head,
 * each of which fills the lanes of a few vectors: they go through the keys block by block, and the
 * scores of a block become weights of its values at once (Rabe and Staats, "Self-attention does not
 * need O(n^2) memory", 2021; the running maximum is Milakov and Gimelshein's, "Online normalizer
 * calculation for softmax", 2018). So the memory that is needed does not grow with the sequence,
 * and blocks that no query of a group looks at are left out. Queries being in the lanes, maxima and
 * sums need no steps across lanes, and keys and values are read where they stand, with strides: of
 * both products the packed operand is made here, the queries and the weights. Few queries, which
 * leave most lanes empty, go through the keys one by one instead (attention_direct.ct).
 *
 * mha: a phase of projections, one that joins past and present where there is a cache, attention,
 * and the output's projection, to which the epilogue belongs. Rows of several images are projected
 * as those of one; heads are counted through all of them. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "kernels/attention.h"
#include "kernels/attention_parts.h"
#include "ops/attention.h"
#include "ops/ops.h"
#include "ops/rule.h"

extern const char sn_text_attention_join[];

/* Vector instructions of a softmax, for each vector of scores; of a mask with a row for each query.
 */
enum { SOFTMAX_VECTORS = 14, MASK_VECTORS = 8 };

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
    c->before = c->past;
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
    c->hidden = -INFINITY;
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

/* Keys of a block, about: those, their scores and their values stay in the first level cache. */
enum { KEYS = 128, GROUPS_OF_UNIT = 4 };

/* As sn_work.vector: a head without the vectors' lanes being those of queries. */
static double direct_vectors(const sn_machine *m, const attention_config *c)
{
    const double steps = (double)(c->width + c->out_width) / m->lanes;
    return (double)c->src * (double)c->dst * (1.2 * steps + 10);
}

/* The same of a group of queries, in the lanes, and so many keys. */
static double group_vectors(const sn_machine *m, const attention_config *c, int64_t nb, double keys)
{
    const sn_tiling *s = &c->scores, *v = &c->values;
    const double blocks = ceil(keys * (double)c->blocks / (double)c->dst),
                 t = (double)sn_chunks_largest(&s->tiles), rows = (double)nb * keys;
    double sum = ceil(keys / t) * sn_tile_call_vectors(m, nb, (int64_t)t, (double)c->width, false);
    for (int big = 0; big < 2; big++) {
        const int64_t tiles = big ? v->tiles.larger : v->tiles.n - v->tiles.larger;
        sum += blocks * (double)tiles *
               sn_tile_call_vectors(m, nb, v->tiles.size + big, keys / blocks, false);
    }
    sum += (SOFTMAX_VECTORS + (c->mask && c->mask_row ? MASK_VECTORS : 0)) * rows;
    return sum + 6 * (double)nb * (double)(c->width + c->out_width);
}

static double head_vectors(const sn_machine *m, const sn_node *node, const attention_config *c)
{
    double sum = 0;
    for (int64_t g = 0; g < c->scores.groups.n; g++) {
        const attention_span span = sn_attention_span_of(node, c, g);
        const int64_t keys = span.end - span.first,
                      nb = c->scores.groups.size + (g < c->scores.groups.larger);
        if (keys > 0) sum += group_vectors(m, c, nb, (double)keys);
    }
    return sum;
}

static void tile(const sn_machine *m, const sn_node *node, attention_config *c)
{
    sn_attention_look(node, c);
    c->counts = (c->hides || c->causal) && c->hidden != -INFINITY;
    c->bounds = c->bounds && !c->counts && c->k.col == 1;
    c->scores = sn_tiling_of(m, c->dst, c->src, c->width);
    c->values = sn_tiling_across(m, &c->scores, c->out_width, c->dst);
    c->blocks = (c->dst + KEYS - 1) / KEYS;
    c->direct = !c->mha && c->out_width <= 8 * m->lanes && c->src < m->lanes &&
                direct_vectors(m, c) <
                    group_vectors(m, c, sn_blocks_of(c->scores.n, m->lanes), (double)c->dst);
    if (!c->mha) return;
    for (unsigned i = 0; i < 4; i++) {
        const sn_shape *w = &sn_in(node, SN_MHA_WQ + 2 * i)->shape;
        const int64_t n = c->images * (i == 1 || i == 2 ? c->cur : c->src);
        c->project[i] =
            n > 0 ? sn_tiling_of(m, n, w->d[0], w->d[1]) : (sn_tiling){.lanes = m->lanes};
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
        heads * (c.direct ? direct_vectors(k->machine, &c) : head_vectors(k->machine, node, &c));
    for (int i = 0; i < 4 && c.mha; i++) {
        if (c.project[i].groups.n) out->work.vector += sn_tiling_vectors(k->machine, &c.project[i]);
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
    const sn_tiling *v = &c->project[i];
    const float *w, *bias;
    const float scale = i == 0 ? ((const sn_mha_params *)s->node->params)->scale : 1;
    SN_TRY(sn_step_constant(k, s->node, SN_MHA_WQ + 2 * i, &w));
    SN_TRY(sn_step_constant(k, s->node, SN_MHA_BQ + 2 * i, &bias));
    float *to = sn_step_pack(k, s, sn_tiling_floats(v) + v->n, what[i]);
    if (v->groups.n == 0) return SN_OK;
    sn_tiling_pack(v, w, 1, v->k, scale, to);
    for (int64_t j = 0; j < v->n; j++) to[sn_tiling_floats(v) + j] = scale * bias[j];
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

/* Pairs of queries and keys of a head that are looked at. */
static double scores_of(const sn_node *node, const attention_config *c)
{
    double sum = 0;
    if (c->direct) return (double)c->src * (double)c->dst;
    for (int64_t g = 0; g < c->scores.groups.n; g++) {
        const attention_span span = sn_attention_span_of(node, c, g);
        const int64_t from = sn_attention_group_at(c, g), next = sn_attention_group_at(c, g + 1);
        if (span.end > span.first)
            sum +=
                (double)(span.end - span.first) * (double)((next < c->src ? next : c->src) - from);
    }
    return sum;
}

static const char *why_of(sn_arena *arena, const attention_config *c)
{
    const sn_tiling *s = &c->scores;
    if (c->direct)
        return sn_arena_printf(arena,
                               "%" PRId64 " heads, queries one by one against %" PRId64
                               " keys where they stand",
                               c->heads, c->dst);
    return sn_arena_printf(
        arena,
        "%" PRId64 " heads, groups of %" PRId64 " queries in the lanes against blocks of %" PRId64
        " of %" PRId64 " keys%s, softmax with a running maximum",
        c->heads, sn_chunks_largest(&s->groups) * s->lanes, (c->dst + c->blocks - 1) / c->blocks,
        c->dst, c->causal || c->spans ? ", as far as they are looked at" : "");
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    attention_config *c = SN_NEW(k->arena, attention_config);
    s->config = c;
    if (!describe(s->node, c)) return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no attention");
    tile(k->machine, s->node, c);
    const int64_t embed = c->heads * c->width, groups = c->scores.groups.n;
    const int64_t least = (groups + GROUPS_OF_UNIT - 1) / GROUPS_OF_UNIT;
    c->parts = c->direct ? c->src : sn_even_parts(k, least, c->images * c->heads, groups);
    s->scratch = sn_attention_scratch(c);
    s->n_phases = 0;
    SN_TRY(pack_inputs(k, s, c));
    if (c->mha) {
        c->packed = s->n_packed;
        for (unsigned i = 0; i < 4; i++) SN_TRY(pack_projection(k, s, c, i));
        for (int i = 0; i < 3; i++) s->units[0] += c->project[i].groups.n * c->project[i].tiles.n;
        c->at_q = reserve(s, c->images * c->src * embed);
        c->at_k = reserve(s, c->images * c->cur * embed);
        c->at_v = reserve(s, c->images * c->cur * embed);
        c->at_y = reserve(s, c->images * c->src * embed);
        s->n_phases = 1;
    }
    if (c->cache)
        s->units[s->n_phases++] = c->mha ? 2 * c->images * embed : 2 * (c->heads / c->per_group);
    s->units[s->n_phases++] = c->images * c->heads * c->parts;
    if (c->mha) s->units[s->n_phases++] = c->project[3].groups.n * c->project[3].tiles.n;
    for (int i = 0; i < 4; i++)
        s->flops +=
            2.0 * (double)c->project[i].rows * (double)c->project[i].n * (double)c->project[i].k;
    s->flops += 2.0 * (double)(c->images * c->heads) * scores_of(s->node, c) *
                (double)(c->width + c->out_width);
    for (int i = 0; i < 4; i++) s->bytes += 4 * (double)c->project[i].n * (double)c->project[i].k;
    s->bytes += 4 * (double)(c->images * c->heads) * ((double)c->src + (double)c->dst) *
                (double)(c->width + c->out_width);
    s->why = why_of(k->arena, c);
    return SN_OK;
}

/* ---- emit ------------------------------------------------------------------------------------ */

static const char *number(sn_emit *e, int64_t n)
{
    return sn_arena_printf(sn_emit_arena(e), "%" PRId64, n);
}

const char *sn_attention_input(sn_emit *e, const sn_step *s, unsigned slot)
{
    const attention_config *c = s->config;
    return c->constant[slot] ? sn_emit_packed(e, c->constant[slot]) : sn_emit_in(e, s->in[slot]);
}

const char *sn_attention_shared(sn_emit *e, const sn_step *s, int64_t at)
{
    return sn_arena_printf(sn_emit_arena(e), "%s + %" PRId64, sn_emit_shared(e, s), at);
}

/* Projection i as a part of a phase whose units before it are `before`. */
static sn_status emit_projection(sn_emit *e, const sn_step *s, unsigned i, const char *x,
                                 const char *y, int64_t before, sn_str *out)
{
    const attention_config *c = s->config;
    const sn_tiling *v = &c->project[i];
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
        .chunk = v->tiles.n};
    const char *text;
    if (v->groups.n == 0) return SN_OK;
    SN_TRY(sn_tile_emit(e, &tile, v, &calls, &text));
    const int64_t units = v->groups.n * v->tiles.n;
    sn_str_addf(out,
                "    for (long u = first > %" PRId64 " ? first : %" PRId64 ", end = last < %" PRId64
                " ? last : %" PRId64 "; u < end;) {\n",
                before, before, before + units, before + units);
    sn_str_addf(out, "        const float *const x = %s, *const w = %s;\n", x,
                sn_emit_packed(e, s->packed[c->packed + (int)i]));
    sn_str_addf(
        out, "        const float *const bias = w + %" PRId64 ";\n        float *const y = %s;\n",
        sn_tiling_floats(v), y);
    sn_str_addf(out,
                "        const long g = (u - %" PRId64 ") / %" PRId64 ", t0 = (u - %" PRId64
                ") %% %" PRId64 ";\n",
                before, v->tiles.n, before, v->tiles.n);
    sn_str_addf(
        out, "        const long t1 = end - u < %" PRId64 " - t0 ? t0 + (end - u) : %" PRId64 ";\n",
        v->tiles.n, v->tiles.n);
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
        if (c->project[i].groups.n == 0) continue;
        sn_str_addf(&body, "    /* the %s */\n", what[i]);
        SN_TRY(emit_projection(e, s, i, sn_attention_input(e, s, SN_MHA_Q + i),
                               sn_attention_shared(e, s, at[i]), before, &body));
        before += c->project[i].groups.n * c->project[i].tiles.n;
    }
    sn_emit_function(e, s, 0, body.s);
    return SN_OK;
}

static sn_status emit_output(sn_emit *e, const sn_step *s, int phase)
{
    const attention_config *c = s->config;
    sn_bind *b = sn_bind_create(e);
    sn_str body;
    sn_str_init(&body, sn_emit_arena(e));
    SN_TRY(sn_bind_epilogue(e, b, s));
    if (s->epilogue.expr) sn_str_addf(&body, "%s\n", sn_bound_text(b, CT_EDECLARE));
    SN_TRY(emit_projection(e, s, 3, sn_attention_shared(e, s, c->at_y), sn_emit_out(e, s->out[0]),
                           0, &body));
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
    sn_bind_int(b, CT_MHA, c->mha);
    sn_bind_int(b, CT_EMBED, c->heads * c->width);
    sn_bind_int(b, CT_ROWS, c->images * c->heads * c->width);
    sn_bind_int(b, CT_GROUPS, c->heads / c->per_group);
    sn_bind_int(b, CT_PAST, c->past);
    sn_bind_int(b, CT_CUR, c->cur);
    sn_bind_int(b, CT_DST, c->dst);
    sn_bind_int(b, CT_WIDTH, c->width);
    sn_bind_int(b, CT_OUT_WIDTH, c->out_width);
    sn_bind_text(b, CT_K_PAST, c->past ? sn_attention_input(e, s, slot) : "");
    sn_bind_text(b, CT_V_PAST, c->past ? sn_attention_input(e, s, slot + 1) : "");
    sn_bind_text(b, CT_K_NOW,
                 c->mha ? sn_attention_shared(e, s, c->at_k)
                        : sn_attention_input(e, s, SN_ATTENTION_K));
    sn_bind_text(b, CT_V_NOW,
                 c->mha ? sn_attention_shared(e, s, c->at_v)
                        : sn_attention_input(e, s, SN_ATTENTION_V));
    sn_bind_text(b, CT_K_ALL, sn_emit_out(e, s->out[1]));
    sn_bind_text(b, CT_V_ALL, sn_emit_out(e, s->out[2]));
    SN_TRY(sn_template(e, "attention_join.ct", sn_text_attention_join, b, &body));
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
    SN_TRY(sn_attention_emit(e, s, phase++));
    return c->mha ? emit_output(e, s, phase) : SN_OK;
}

const sn_kernel sn_kernel_attention = {
    .name = "attention",
    .keeps = true,
    .ops = SN_OPS(&sn_op_attention, &sn_op_multi_head_attention),
    .reads_bools = true,
    .synopsis =
        "attention by blocks of queries with the softmax in cache; mha with its projections",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
