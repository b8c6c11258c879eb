/* SPDX-License-Identifier: Apache-2.0
 *
 * The C of attention itself: with queries in the lanes (attention.ct), or for few of them
 * (attention_direct.ct). */
#include <float.h>
#include <inttypes.h>
#include <math.h>

#include "base/text.h"
#include "kernels/attention_parts.h"
#include "kernels/move.h"
#include "kernels/tile.h"
#include "ops/attention.h"
#include "ops/ops.h"

extern const char sn_text_attention[], sn_text_attention_block[], sn_text_attention_direct[];

/* ---- scratch memory -------------------------------------------------------------------------- */

static int64_t block_keys(const attention_config *c)
{
    return (c->dst + c->blocks - 1) / c->blocks;
}

static int64_t group_lanes(const attention_config *c)
{
    return sn_chunks_largest(&c->scores.groups) * c->scores.lanes;
}

/* A mask, or bias, with a row for each query comes the other way round. */
static bool turns(const attention_config *c)
{
    return (c->mask && c->mask_row) || (c->bias && c->bias_row);
}

static bool turns_bytes(const attention_config *c)
{
    return c->mask && c->mask_row && c->hides && !c->constant[c->mask_slot];
}

typedef struct places {
    int64_t sums, tops, totals, turned; /* floats from one to the next */
} places;

static int64_t rounded(int64_t floats) { return (floats + 15) / 16 * 16; }

static places places_of(const attention_config *c)
{
    const int64_t groups = (c->scores.groups.n + c->parts - 1) / c->parts, w = group_lanes(c);
    return (places){rounded(groups * w * c->width), rounded(groups * w * c->out_width),
                    rounded(groups * w), rounded(block_keys(c) * w)};
}

int64_t sn_attention_scratch(const attention_config *c)
{
    if (c->direct) return (c->dst / c->scores.lanes + 1) * c->scores.lanes;
    const places p = places_of(c);
    const int64_t bounds = c->bounds ? rounded(p.totals / c->scores.lanes) : 0;
    return p.sums + p.tops + 2 * p.totals + bounds + p.turned * (1 + turns(c) + turns_bytes(c));
}

/* ---- texts ----------------------------------------------------------------------------------- */

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

/* Where the row of a mask for query p of matrix `head` begins: as sn_attention_mask_at has it. */
static const char *row_of_head(sn_emit *e, const sn_step *s, unsigned slot, int64_t row)
{
    const attention_config *c = s->config;
    sn_arena *arena = sn_emit_arena(e);
    const sn_value *v = sn_in(s->node, slot);
    const sn_shape heads = heads_of(s->node, c);
    const sn_shape *q = c->mha ? &heads : &sn_in(s->node, SN_ATTENTION_Q)->shape;
    const char *text = row ? sn_arena_printf(arena, "p * %" PRId64, row) : "0";
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

static void bind_addresses(sn_emit *e, sn_bind *b, const sn_step *s)
{
    const attention_config *c = s->config;
    const bool mha = c->mha;
    const char *k, *v;
    if (c->cache) {
        k = sn_emit_out(e, s->out[1]);
        v = sn_emit_out(e, s->out[2]);
    } else {
        k = mha ? sn_attention_shared(e, s, c->at_k) : sn_attention_input(e, s, SN_ATTENTION_K);
        v = mha ? sn_attention_shared(e, s, c->at_v) : sn_attention_input(e, s, SN_ATTENTION_V);
    }
    sn_bind_text(b, CT_Q_AT,
                 mha ? sn_attention_shared(e, s, c->at_q)
                     : sn_attention_input(e, s, SN_ATTENTION_Q));
    sn_bind_text(b, CT_Y_AT, mha ? sn_attention_shared(e, s, c->at_y) : sn_emit_out(e, s->out[0]));
    sn_bind_text(b, CT_K_AT, k);
    sn_bind_text(b, CT_V_AT, v);
    sn_bind_text(b, CT_MASK_AT, c->mask ? sn_attention_input(e, s, c->mask_slot) : "");
    sn_bind_text(b, CT_BIAS_AT, c->bias ? sn_attention_input(e, s, SN_ATTENTION_BIAS) : "");
    sn_bind_text(b, CT_Q_HEAD, head_at(e, c, "head", &c->q, c->src));
    sn_bind_text(b, CT_K_HEAD, head_at(e, c, "group", &c->k, c->dst));
    sn_bind_text(b, CT_V_HEAD, head_at(e, c, "group", &c->v, c->dst));
    sn_bind_text(b, CT_Y_HEAD, head_at(e, c, "head", &c->y, c->src));
    sn_bind_text(b, CT_MASK_OF_GROUP, row_of_head(e, s, c->mask_slot, c->mask_row));
    sn_bind_text(b, CT_BIAS_OF_GROUP,
                 c->bias ? row_of_head(e, s, SN_ATTENTION_BIAS, c->bias_row) : "");
    const bool bytes = c->hides && !c->constant[c->mask_slot];
    sn_bind_text(b, CT_MASK_TYPE, bytes ? "unsigned char" : "float");
}

static void bind_sizes(sn_emit *e, sn_bind *b, const attention_config *c)
{
    const sn_named_int all[] = {{CT_ADDS, c->mask && !c->hides},
                                {CT_HIDES, c->hides},
                                {CT_MASKED, c->mask},
                                {CT_CAUSAL, c->causal},
                                {CT_CAPS, c->softcap != 0},
                                {CT_BIASED, c->bias},
                                {CT_NAN_IS_ZERO, c->nan_is_zero},
                                {CT_EMPTY_IS_NAN, c->empty_is_nan},
                                {CT_BEFORE, c->before},
                                {CT_L, sn_emit_machine(e)->lanes},
                                {CT_SRC, c->src},
                                {CT_DST, c->dst},
                                {CT_WIDTH, c->width},
                                {CT_OUT_WIDTH, c->out_width},
                                {CT_PER_GROUP, c->per_group},
                                {CT_Q_ROW, c->q.row},
                                {CT_K_ROW, c->k.row},
                                {CT_V_ROW, c->v.row},
                                {CT_V_COL, c->v.col},
                                {CT_Y_ROW, c->y.row},
                                {CT_MASK_ROW, c->mask_row},
                                {CT_BIAS_ROW, c->bias_row}};
    sn_bind_ints(b, all, sizeof all / sizeof all[0]);
    sn_bind_text(b, CT_CAP, sn_emit_number(e, (double)c->softcap));
}

/* ---- few queries ----------------------------------------------------------------------------- */

static sn_status emit_direct(sn_emit *e, const sn_step *s, int phase)
{
    const attention_config *c = s->config;
    const int lanes = c->scores.lanes;
    const bool bytes = c->hides && !c->constant[c->mask_slot];
    const char *body;
    sn_bind *b = sn_bind_create(e);
    bind_addresses(e, b, s);
    bind_sizes(e, b, c);
    sn_bind_text(b, CT_SCALE, sn_emit_number(e, (double)c->scale));
    sn_bind_text(b, CT_HIDDEN, sn_emit_number(e, (double)c->hidden));
    sn_bind_text(b, CT_SCORE, c->bias ? "v_load(s + j) + v_load(bias + j)" : "v_load(s + j)");
    sn_bind_text(b, CT_SEEN, bytes ? "v_isnot0_bytes(seen + j)" : "v_isnot0(v_load(seen + j))");
    if (bytes) sn_emit_helper(e, "v_isnot0_bytes", isnot0_bytes);
    sn_bind_int(b, CT_S_N, (c->dst + lanes - 1) / lanes * lanes);
    SN_TRY(sn_template(e, "attention_direct.ct", sn_text_attention_direct, b, &body));
    sn_emit_function(e, s, phase, body);
    return SN_OK;
}

/* ---- queries in the lanes -------------------------------------------------------------------- */

/* Scores times log2 e spare a multiplication, where nothing is added to them. */
static bool in_powers_of_2(const attention_config *c) { return !c->bias && (!c->mask || c->hides); }

static void bind_numbers(sn_emit *e, sn_bind *b, const attention_config *c)
{
    static const double log2_e = 1.4426950408889634;
    const double by = in_powers_of_2(c) ? log2_e : 1;
    const double scale = (double)c->scale * (c->softcap != 0 ? 1 : by);
    const double wanted = (double)c->hidden * by;
    const double hidden = isinf(wanted) ? wanted : fmax(wanted, -(double)FLT_MAX);
    sn_bind_int(b, CT_SCALES_QUERIES, scale != 1);
    sn_bind_text(b, CT_SCALE, sn_emit_number(e, scale));
    sn_bind_text(b, CT_CAP_AFTER, sn_emit_number(e, (double)c->softcap * by));
    sn_bind_text(b, CT_HIDDEN, sn_emit_number(e, hidden));
    const char *most = sn_emit_number(e, c->counts ? hidden + 128 : (double)c->most + 128);
    sn_bind_text(b, CT_ENOUGH,
                 c->bounds ? sn_arena_printf(sn_emit_arena(e), "%s + bounds[g - g0]", most) : most);
    sn_bind_text(b, CT_EXP, in_powers_of_2(c) ? "v_exp2_below" : "v_exp_below");
}

/* {first, end, plain} of each group. */
static const char *span_list(sn_emit *e, const sn_step *s)
{
    const attention_config *c = s->config;
    sn_str out;
    sn_str_init(&out, sn_emit_arena(e));
    for (int64_t g = 0; g < c->scores.groups.n; g++) {
        const attention_span span = sn_attention_span_of(s->node, c, g);
        sn_str_addf(&out, "%s{%" PRId64 ", %" PRId64 ", %" PRId64 "}", g ? ", " : "", span.first,
                    span.end, span.plain);
    }
    return out.s;
}

/* A block of keys and a group of nb vectors of queries. */
static sn_status block_text(sn_emit *e, const sn_step *s, sn_bind *b, int64_t nb, const char **out)
{
    const attention_config *c = s->config;
    const sn_tiling *v = &c->values;
    const int64_t t = sn_chunks_largest(&c->scores.tiles);
    const bool k_rows = c->k.col == 1, v_rows = c->v.col != 1;
    const sn_tile scores = {.x = k_rows ? SN_TILE_ROWS : SN_TILE_COLUMNS, .plain = true};
    const sn_tile values = {
        .x = v_rows ? SN_TILE_ROWS : SN_TILE_COLUMNS, .plain = true, .c = SN_TILE_C_MATRIX};
    const char *name;
    SN_TRY(sn_tile_kernel(e, &scores, nb, t, false, &name));
    sn_bind_text(b, CT_SCORE_TILE, name);
    SN_TRY(sn_tile_kernel(e, &values, nb, v->tiles.size, false, &name));
    sn_bind_text(b, CT_VALUE_TILE, name);
    if (v->tiles.larger) SN_TRY(sn_tile_kernel(e, &values, nb, v->tiles.size + 1, false, &name));
    sn_bind_text(b, CT_VALUE_TILE_BIG, name);
    sn_bind_text(b, CT_K_AT_KEY, sn_arena_printf(sn_emit_arena(e), "k + key * %" PRId64, c->k.row));
    const sn_named_int all[] = {{CT_NB, nb},
                                {CT_GW, nb * c->scores.lanes},
                                {CT_K_STEP, k_rows ? c->k.row : c->k.col},
                                {CT_V_STEP, v_rows ? c->v.col : c->v.row},
                                {CT_V_TILES, v->tiles.n},
                                {CT_V_BIG, v->tiles.larger}};
    sn_bind_ints(b, all, sizeof all / sizeof all[0]);
    sn_bind_int(b, CT_V_T, v->tiles.size);
    return sn_template(e, "attention_block.ct", sn_text_attention_block, b, out);
}

static sn_status emit_lanes(sn_emit *e, const sn_step *s, int phase)
{
    const attention_config *c = s->config;
    const sn_tiling *g = &c->scores;
    const places p = places_of(c);
    const char *big = "", *small = "", *body;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_move_turn_helper(e));
    bind_addresses(e, b, s);
    bind_sizes(e, b, c);
    bind_numbers(e, b, c);
    const sn_named_int all[] = {{CT_COUNTS, c->counts || c->bounds},
                                {CT_BOUNDS, c->bounds},
                                {CT_SPANS, c->spans},
                                {CT_TURNS, turns(c)},
                                {CT_TURNS_BYTES, turns_bytes(c)},
                                {CT_NT, sn_chunks_largest(&g->tiles)},
                                {CT_GROUPS, g->groups.n},
                                {CT_BIG, g->groups.larger},
                                {CT_PARTS, c->parts},
                                {CT_BLOCKS, c->blocks},
                                {CT_BLOCK_KEYS, block_keys(c)},
                                {CT_AT_SUMS, p.sums},
                                {CT_AT_TOPS, p.tops},
                                {CT_AT_TOTALS, p.totals},
                                {CT_AT_TURNED, p.turned}};
    sn_bind_ints(b, all, sizeof all / sizeof all[0]);
    sn_bind_text(b, CT_PLAIN_BEFORE, c->spans ? "if (j0 + count > span[g][2]) " : "");
    if (g->groups.larger) SN_TRY(block_text(e, s, b, g->groups.size + 1, &big));
    SN_TRY(block_text(e, s, b, g->groups.size, &small));
    sn_bind_text(b, CT_BLOCK_BIG, big);
    sn_bind_text(b, CT_BLOCK, small);
    sn_bind_text(b, CT_SPAN_LIST, c->spans ? span_list(e, s) : "");
    sn_bind_int(b, CT_NB, g->groups.size);
    sn_bind_int(b, CT_GW, group_lanes(c));
    SN_TRY(sn_template(e, "attention.ct", sn_text_attention, b, &body));
    sn_emit_function(e, s, phase, body);
    return SN_OK;
}

sn_status sn_attention_emit(sn_emit *e, const sn_step *s, int phase)
{
    const attention_config *c = s->config;
    return c->direct ? emit_direct(e, s, phase) : emit_lanes(e, s, phase);
}
