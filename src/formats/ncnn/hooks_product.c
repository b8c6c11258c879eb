/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers that multiply matrices: inner products, embeddings, Gemm, recurrent layers, attention.
 * Forms with int8 or packed weights other than InnerProduct's are left opaque. */
#include "formats/ncnn/map.h"
#include "formats/ncnn/ops/as_rows.h"
#include "formats/ncnn/ops/matrices.h"
#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/sequences.h"

#include "ops/attention.h"
#include "ops/gemm.h"
#include "ops/linear.h"
#include "ops/recurrent.h"
#include "ops/rotary_embedding.h"

#include <string.h>

static sn_status decline_int8(sn_ncnn_import *im, const char *param)
{
    if (sn_ncnn_get(&im->v, param)) SN_DECLINE(im, "it is an int8 layer");
    return SN_OK;
}

/* ---- InnerProduct, Embed --------------------------------------------------------------------- */

/* Rows, or all of the input as one vector. */
static void read_as_rows(sn_ncnn_import *im)
{
    if (im->declined || !im->loads.n || im->loads.v[0].shape.rank != 2) return;
    sn_as_rows_params *p = SN_NEW(im->arena, sn_as_rows_params);
    sn_ncnn_adapter *a = SN_NEW(im->arena, sn_ncnn_adapter);
    p->ic = (int32_t)im->loads.v[0].shape.d[1];
    *a = (sn_ncnn_adapter){.op = &sn_ncnn_op_as_rows, .params = p};
    im->slots[SN_LINEAR_X].through = a;
}

static sn_status import_linear(sn_ncnn_import *im)
{
    SN_TRY(decline_int8(im, "int8_scale_term"));
    read_as_rows(im);
    return im->declined ? SN_OK : sn_ncnn_import_act(im);
}

static sn_status import_qlinear(sn_ncnn_import *im)
{
    int32_t term = sn_ncnn_get(&im->v, "int8_scale_term");
    if (!term) SN_DECLINE(im, "it is no int8 layer");
    *(int32_t *)sn_ncnn_field(im->op, im->params, "scale_term") = term;
    read_as_rows(im);
    return im->declined ? SN_OK : sn_ncnn_import_act(im);
}

static void export_linear(sn_ncnn_export *ex)
{
    const sn_ncnn_input *w = sn_ncnn_input_at(ex, "weight");
    sn_ncnn_export_act(ex);
    sn_ncnn_put_int(ex, "bias_term", sn_ncnn_input_at(ex, "bias") != NULL);
    if (ex->asking || !w) return;
    if (!sn_shape_known(&w->shape) || w->shape.rank != 2) {
        SN_DECLINE(ex, "the weight is not a matrix of known size");
        return;
    }
    sn_ncnn_put_int(ex, "num_output", w->shape.d[0]);
    sn_ncnn_put_int(ex, "weight_data_size", sn_shape_count(&w->shape));
}

static void export_qlinear(sn_ncnn_export *ex)
{
    sn_ncnn_put_int(ex, "int8_scale_term",
                    *(const int32_t *)sn_ncnn_field(ex->op, ex->params, "scale_term"));
    export_linear(ex);
}

static sn_status import_embed(sn_ncnn_import *im) { return decline_int8(im, "int8_scale_term"); }

const sn_ncnn_hooks sn_ncnn_hooks_linear = {.import = import_linear, .export = export_linear};
const sn_ncnn_hooks sn_ncnn_hooks_qlinear = {.import = import_qlinear, .export = export_qlinear};
const sn_ncnn_hooks sn_ncnn_hooks_embed = {.import = import_embed};

/* ---- Gemm ------------------------------------------------------------------------------------ */

static sn_status import_gemm(sn_ncnn_import *im)
{
    sn_ncnn_gemm_params *p = im->params;
    int32_t a = sn_ncnn_get(&im->v, "constantA"), b = sn_ncnn_get(&im->v, "constantB");
    int32_t c = sn_ncnn_get(&im->v, "constantC"),
            kind = sn_ncnn_get(&im->v, "constant_broadcast_type_C");
    SN_TRY(decline_int8(im, "quantize_term"));
    if ((a & ~1) || (b & ~1) || (c & ~1))
        SN_DECLINE(im, "constantA, constantB, constantC are 0 or 1");
    p->constant_c = c && kind >= 0 ? kind : SN_GEMM_C_BY_SHAPE;
    int next = 0;
    for (int i = SN_GEMM_A; i <= SN_GEMM_C; i++) {
        bool constant = i == SN_GEMM_A ? a : i == SN_GEMM_B ? b : c;
        if (!constant && next < im->record->n_bottoms)
            im->slots[i] = (sn_ncnn_slot){.from = SN_FROM_BOTTOM, .index = next++};
    }
    return SN_OK;
}

/* Transposes the result, then gives it a middle axis; either alone, too. */
static void put_form(sn_ncnn_export *ex)
{
    int k = 0;
    if (k < ex->n_behind && ex->behind[k]->op == &sn_op_transpose) {
        sn_ncnn_put_int(ex, "output_transpose", 1);
        k++;
    }
    if (k < ex->n_behind && sn_op_has(ex->behind[k]->op, SN_TRAIT_VIEW)) {
        sn_ncnn_put_int(ex, "output_N1M", 1);
        k++;
    }
    ex->n_said = k;
}

/* ncnn's alpha is a factor of C as well. */
static void put_beta(sn_ncnn_export *ex, const sn_gemm_params *p, bool has_c)
{
    const double alpha = (double)p->alpha, beta = (double)p->beta;
    float b = !has_c ? 1 : alpha != 0 ? (float)(beta / alpha) : 0;
    if (has_c && (float)(alpha * (double)b) != p->beta)
        SN_DECLINE(ex, "beta %g is no multiple of alpha %g", beta, alpha);
    sn_ncnn_put(ex, "beta", sn_ncnn_of_float(b));
}

/* How a constant C of that shape is added; -1: it is none of ncnn's forms. */
static int32_t kind_of_c(const sn_shape *c)
{
    if (!sn_shape_known(c)) return -1;
    if (sn_shape_count(c) == 1) return SN_GEMM_C_SCALAR;
    if (c->rank == 1 || (c->rank == 2 && c->d[0] == 1)) return SN_GEMM_C_N;
    return c->rank != 2 ? -1 : c->d[1] == 1 ? SN_GEMM_C_M : SN_GEMM_C_MN;
}

static bool is_matrix(const sn_ncnn_input *in)
{
    return in->own && in->shape.rank == 2 && sn_shape_known(&in->shape);
}

static void export_gemm(sn_ncnn_export *ex)
{
    if (ex->op != &sn_op_gemm || ex->asking) return;
    const sn_gemm_params *p = ex->params;
    const sn_ncnn_input *in = ex->in, *c = sn_ncnn_input_at(ex, "c");
    const bool has_a = is_matrix(&in[SN_GEMM_A]), has_b = is_matrix(&in[SN_GEMM_B]);
    const int32_t kind = c && c->own ? kind_of_c(&c->shape) : -1;
    int64_t m = 0, n = 0, k = 0; /* as constants say */
    put_form(ex);
    put_beta(ex, p, c != NULL);
    if (has_a) {
        m = in[SN_GEMM_A].shape.d[p->transA ? 1 : 0];
        k = in[SN_GEMM_A].shape.d[p->transA ? 0 : 1];
    }
    if (has_b) {
        k = in[SN_GEMM_B].shape.d[p->transB ? 1 : 0];
        n = in[SN_GEMM_B].shape.d[p->transB ? 0 : 1];
    }
    if (!m && (kind == SN_GEMM_C_M || kind == SN_GEMM_C_MN)) m = c->shape.d[0];
    if (!n && (kind == SN_GEMM_C_N || kind == SN_GEMM_C_MN)) n = c->shape.d[c->shape.rank - 1];
    sn_ncnn_put_int(ex, "constantA", has_a);
    sn_ncnn_put_int(ex, "constantB", has_b);
    sn_ncnn_put_int(ex, "constantC", kind >= 0);
    if (kind >= 0) sn_ncnn_put_int(ex, "constant_broadcast_type_C", kind);
    sn_ncnn_put_int(ex, "constantM", m);
    sn_ncnn_put_int(ex, "constantN", n);
    sn_ncnn_put_int(ex, "constantK", k);
    ex->weights_may_be_bottoms = true;
}

/* The product of two vectors is a vector, too. */
static void export_matmul(sn_ncnn_export *ex)
{
    if (ex->n_behind == 1 && sn_op_has(ex->behind[0]->op, SN_TRAIT_VIEW)) ex->n_said = 1;
}

const sn_ncnn_hooks sn_ncnn_hooks_gemm = {import_gemm, export_gemm, .max_behind = 2};
const sn_ncnn_hooks sn_ncnn_hooks_matmul = {NULL, export_matmul, .max_behind = 1};

/* ---- recurrent ------------------------------------------------------------------------------- */

/* Sequences are read one by one. */
static sn_status import_recurrent(sn_ncnn_import *im)
{
    SN_TRY(decline_int8(im, "int8_scale_term"));
    if (im->declined || !im->loads.n) return SN_OK;
    sn_ncnn_first_matrix_params *p = SN_NEW(im->arena, sn_ncnn_first_matrix_params);
    sn_ncnn_adapter *a = SN_NEW(im->arena, sn_ncnn_adapter);
    p->size = (int32_t)im->loads.v[0].shape.d[2];
    *a = (sn_ncnn_adapter){.op = &sn_ncnn_op_first_matrix, .params = p};
    im->slots[SN_RNN_X].through = a;
    return SN_OK;
}

static sn_status import_lstm(sn_ncnn_import *im)
{
    if (im->record->n_bottoms == 2) SN_DECLINE(im, "one state is given, ncnn reads none or both");
    return import_recurrent(im);
}

const sn_ncnn_hooks sn_ncnn_hooks_recurrent = {.import = import_recurrent};
const sn_ncnn_hooks sn_ncnn_hooks_lstm = {.import = import_lstm};

/* ---- attention ------------------------------------------------------------------------------- */

static void from_bottom(sn_ncnn_import *im, int slot, int bottom)
{
    im->slots[slot] = bottom < 0 ? (sn_ncnn_slot){.from = SN_FROM_NOTHING, .index = 0}
                                 : (sn_ncnn_slot){.from = SN_FROM_BOTTOM, .index = bottom};
}

/* q, k, v from 1, 2 or 3 inputs, then the mask, then the past. */
static sn_status import_mha(sn_ncnn_import *im)
{
    sn_mha_params *p = im->params;
    SN_TRY(decline_int8(im, "quantize_term"));
    bool mask = sn_ncnn_get(&im->v, "attn_mask") != 0, cache = sn_ncnn_get(&im->v, "kv_cache") != 0;
    int own = im->record->n_bottoms - mask - 2 * cache;
    if (own < 1 || own > 3) {
        SN_DECLINE(im, "it has %d inputs", im->record->n_bottoms);
        return SN_OK;
    }
    if (im->record->n_tops != (cache ? 3 : 1))
        SN_DECLINE(im, "it has %d results", im->record->n_tops);
    p->self = own == 1;
    from_bottom(im, SN_MHA_Q, 0);
    from_bottom(im, SN_MHA_K, own > 1 ? 1 : 0);
    from_bottom(im, SN_MHA_V, own - 1);
    from_bottom(im, SN_MHA_MASK, mask ? own : -1);
    from_bottom(im, SN_MHA_PAST_K, cache ? own + mask : -1);
    from_bottom(im, SN_MHA_PAST_V, cache ? own + mask + 1 : -1);
    return SN_OK;
}

/* How many inputs the origin gave to q, k and v; two are enough where k and v are the same. */
static int origin_arity(const sn_ncnn_export *ex)
{
    if (!ex->origin) return 2;
    sn_ncnn_values v;
    sn_ncnn_record_values(ex->origin, &v);
    return ex->origin->n_bottoms - (sn_ncnn_get(&v, "attn_mask") != 0) -
           2 * (sn_ncnn_get(&v, "kv_cache") != 0);
}

static void add_bottom(sn_ncnn_export *ex, int slot, const char *role)
{
    if (slot >= ex->n_in || !ex->in[slot].present)
        SN_DECLINE(ex, "it has no %s", role);
    else
        ex->bottoms[ex->n_bottoms++] = slot;
}

static void add_states(sn_ncnn_export *ex, int mask, bool has_mask, bool cache)
{
    if (has_mask) add_bottom(ex, mask, "mask");
    if (cache) add_bottom(ex, mask + 1, "past_k");
    if (cache) add_bottom(ex, mask + 2, "past_v");
    for (int i = 0; i < 3; i++) {
        bool wanted = i == 0 ? has_mask : cache;
        if (!wanted && mask + i < ex->n_in && ex->in[mask + i].present)
            SN_DECLINE(ex, "it has an input that its params do not ask for");
    }
    ex->bottoms_are_set = true;
}

static void export_mha(sn_ncnn_export *ex)
{
    const sn_mha_params *p = ex->params;
    sn_ncnn_put_int(ex, "attn_mask", SN_MHA_MASK < ex->n_in && ex->in[SN_MHA_MASK].present);
    sn_ncnn_put_int(ex, "kv_cache", ex->n_out > 1);
    if (ex->asking) return;
    const void *q = ex->in[SN_MHA_Q].identity, *k = ex->in[SN_MHA_K].identity,
               *v = ex->in[SN_MHA_V].identity;
    if (p->self && (q != k || k != v)) SN_DECLINE(ex, "self attention reads different values");
    add_bottom(ex, SN_MHA_Q, "q");
    if (!p->self) {
        add_bottom(ex, SN_MHA_K, "k");
        if (k != v || origin_arity(ex) != 2) add_bottom(ex, SN_MHA_V, "v");
    }
    const bool mask = SN_MHA_MASK < ex->n_in && ex->in[SN_MHA_MASK].present;
    add_states(ex, SN_MHA_MASK, mask, ex->n_out > 1);
}

/* A matrix is one head; there may be more values than keys. */
static void read_as_heads(sn_ncnn_import *im, int slot)
{
    sn_ncnn_adapter *a = SN_NEW(im->arena, sn_ncnn_adapter);
    *a = (sn_ncnn_adapter){.op = &sn_ncnn_op_as_heads};
    if (slot == SN_ATTENTION_V) {
        a->n_others = 1;
        a->others[0] = im->slots[SN_ATTENTION_K].index;
    }
    im->slots[slot].through = a;
}

static sn_status import_sdpa(sn_ncnn_import *im)
{
    bool mask = sn_ncnn_get(&im->v, "attn_mask") != 0, cache = sn_ncnn_get(&im->v, "kv_cache") != 0;
    SN_TRY(decline_int8(im, "int8_scale_term"));
    if (im->record->n_bottoms != 3 + mask + 2 * cache) {
        SN_DECLINE(im, "it has %d inputs", im->record->n_bottoms);
        return SN_OK;
    }
    if (im->record->n_tops != (cache ? 3 : 1))
        SN_DECLINE(im, "it has %d results", im->record->n_tops);
    from_bottom(im, SN_ATTENTION_MASK, mask ? 3 : -1);
    from_bottom(im, SN_ATTENTION_PAST_K, cache ? 3 + mask : -1);
    from_bottom(im, SN_ATTENTION_PAST_V, cache ? 4 + mask : -1);
    for (int slot = SN_ATTENTION_Q; slot <= SN_ATTENTION_V && !cache; slot++)
        read_as_heads(im, slot);
    ((sn_attention_params *)im->params)->empty_is_nan = mask;
    return SN_OK;
}

/* It is read as if it had a row for each query. */
static bool mask_has_rows(const sn_ncnn_export *ex)
{
    const sn_shape *m = &ex->in[SN_ATTENTION_MASK].shape, *q = &ex->in[SN_ATTENTION_Q].shape;
    if (m->rank < 0 || q->rank < 2) return true;
    return m->rank >= 2 && sn_dim_equal(m->d[m->rank - 2], q->d[q->rank - 2]);
}

static void export_sdpa(sn_ncnn_export *ex)
{
    const bool mask = SN_ATTENTION_MASK < ex->n_in && ex->in[SN_ATTENTION_MASK].present;
    sn_ncnn_put_int(ex, "attn_mask", mask);
    sn_ncnn_put_int(ex, "kv_cache", ex->n_out > 1);
    if (mask && !((const sn_attention_params *)ex->params)->empty_is_nan)
        SN_DECLINE(ex, "a query of which all keys are masked gives 0");
    if (SN_ATTENTION_BIAS < ex->n_in && ex->in[SN_ATTENTION_BIAS].present)
        SN_DECLINE(ex, "it has a bias beside its mask");
    if (((const sn_attention_params *)ex->params)->nan_is_zero)
        SN_DECLINE(ex, "weights that are NaN count as 0");
    if (ex->asking) return;
    if (mask && !mask_has_rows(ex)) SN_DECLINE(ex, "its mask has one row for all queries");
    if (ex->in[SN_ATTENTION_Q].shape.rank > 3) SN_DECLINE(ex, "it has axes in front of the heads");
    for (int slot = SN_ATTENTION_Q; slot <= SN_ATTENTION_V && ex->n_out > 1; slot++)
        if (ex->in[slot].shape.rank >= 0 && ex->in[slot].shape.rank != 3)
            SN_DECLINE(ex, "keys and values have rank 3 where they come out again");
    add_bottom(ex, SN_ATTENTION_Q, "q");
    add_bottom(ex, SN_ATTENTION_K, "k");
    add_bottom(ex, SN_ATTENTION_V, "v");
    add_states(ex, SN_ATTENTION_MASK, mask, ex->n_out > 1);
}

/* Of the angles only as many rows and columns are read as x has. */
static sn_status import_rotary(sn_ncnn_import *im)
{
    const int32_t interleaved = sn_ncnn_get(&im->v, "interleaved") != 0;
    for (int slot = SN_ROTARY_COS; slot <= SN_ROTARY_SIN && im->record->n_bottoms == 3; slot++) {
        sn_ncnn_adapter *a = SN_NEW(im->arena, sn_ncnn_adapter);
        *a = (sn_ncnn_adapter){.op = &sn_ncnn_op_as_angles,
                               .params = sn_arena_copy(im->arena, &interleaved, sizeof interleaved),
                               .n_others = 1,
                               .others = {0}};
        im->slots[slot].through = a;
    }
    return SN_OK;
}

static void export_rotary(sn_ncnn_export *ex)
{
    if (((const sn_rotary_embedding_params *)ex->params)->rotary_embedding_dim)
        SN_DECLINE(ex, "only some elements of a row are turned");
    if (!ex->asking && ex->in[SN_ROTARY_X].shape.rank > 3) SN_DECLINE(ex, "it has a batch");
}

const sn_ncnn_hooks sn_ncnn_hooks_rotary = {.import = import_rotary, .export = export_rotary};
const sn_ncnn_hooks sn_ncnn_hooks_mha = {.import = import_mha, .export = export_mha};
const sn_ncnn_hooks sn_ncnn_hooks_sdpa = {
    .import = import_sdpa, .export = export_sdpa, .by_shapes = true};
