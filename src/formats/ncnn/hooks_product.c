/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers that multiply matrices: inner products, embeddings, Gemm, recurrent layers, attention.
 * Forms with int8 or packed weights other than InnerProduct's are left opaque. */
#include "formats/ncnn/map.h"

#include "ops/attention.h"
#include "ops/gemm.h"
#include "ops/linear.h"

#include <string.h>

static sn_status decline_int8(sn_ncnn_import *im, const char *param)
{
    if (sn_ncnn_get(&im->v, param)) SN_DECLINE(im, "it is an int8 layer");
    return SN_OK;
}

/* ---- InnerProduct, Embed --------------------------------------------------------------------- */

static sn_status import_linear(sn_ncnn_import *im)
{
    *(int32_t *)sn_ncnn_field(im->op, im->params, "flatten") = SN_LATE;
    SN_TRY(decline_int8(im, "int8_scale_term"));
    return im->declined ? SN_OK : sn_ncnn_import_act(im);
}

static sn_status import_qlinear(sn_ncnn_import *im)
{
    int32_t term = sn_ncnn_get(&im->v, "int8_scale_term");
    if (!term) SN_DECLINE(im, "it is no int8 layer");
    *(int32_t *)sn_ncnn_field(im->op, im->params, "flatten") = SN_LATE;
    *(int32_t *)sn_ncnn_field(im->op, im->params, "scale_term") = term;
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

const sn_ncnn_hooks sn_ncnn_hooks_linear = {import_linear, export_linear};
const sn_ncnn_hooks sn_ncnn_hooks_qlinear = {import_qlinear, export_qlinear};
const sn_ncnn_hooks sn_ncnn_hooks_embed = {import_embed, NULL};

/* ---- Gemm ------------------------------------------------------------------------------------ */

static sn_status import_gemm(sn_ncnn_import *im)
{
    sn_gemm_params *p = im->params;
    int32_t a = sn_ncnn_get(&im->v, "constantA"), b = sn_ncnn_get(&im->v, "constantB");
    int32_t c = sn_ncnn_get(&im->v, "constantC"),
            kind = sn_ncnn_get(&im->v, "constant_broadcast_type_C");
    SN_TRY(decline_int8(im, "quantize_term"));
    if ((a & ~1) || (b & ~1) || (c & ~1))
        SN_DECLINE(im, "constantA, constantB, constantC are 0 or 1");
    p->c_kind = c && kind >= 0 ? kind : SN_LATE;
    int next = 0;
    for (int i = SN_GEMM_A; i <= SN_GEMM_C; i++) {
        bool constant = i == SN_GEMM_A ? a : i == SN_GEMM_B ? b : c;
        if (!constant && next < im->record->n_bottoms)
            im->slots[i] = (sn_ncnn_slot){SN_FROM_BOTTOM, next++, 0};
    }
    return SN_OK;
}

/* Sizes of the constant operands; 0 where nothing constant says. */
static void put_gemm_sizes(sn_ncnn_export *ex, const sn_gemm_params *p, bool a, bool b, bool c)
{
    const sn_ncnn_input *in = ex->in;
    int64_t m = 0, n = 0, k = 0;
    if (a)
        m = in[SN_GEMM_A].shape.d[p->transA ? 1 : 0], k = in[SN_GEMM_A].shape.d[p->transA ? 0 : 1];
    if (b)
        k = in[SN_GEMM_B].shape.d[p->transB ? 1 : 0], n = in[SN_GEMM_B].shape.d[p->transB ? 0 : 1];
    if (c && !m && p->c_kind >= SN_GEMM_C_M && p->c_kind <= SN_GEMM_C_MN)
        m = in[SN_GEMM_C].shape.d[0];
    if (c && !n && (p->c_kind == SN_GEMM_C_MN || p->c_kind == SN_GEMM_C_N))
        n = in[SN_GEMM_C].shape.d[in[SN_GEMM_C].shape.rank - 1];
    sn_ncnn_put_int(ex, "constantM", m);
    sn_ncnn_put_int(ex, "constantN", n);
    sn_ncnn_put_int(ex, "constantK", k);
}

static bool is_matrix(const sn_ncnn_input *in)
{
    return in->shape.rank == 2 && sn_shape_known(&in->shape);
}

static void export_gemm(sn_ncnn_export *ex)
{
    const sn_gemm_params *p = ex->params;
    if (ex->asking) return;
    const sn_ncnn_input *in = ex->in;
    bool has_c = ex->n_in > SN_GEMM_C && in[SN_GEMM_C].present;
    bool a = in[SN_GEMM_A].own && is_matrix(&in[SN_GEMM_A]);
    bool b = in[SN_GEMM_B].own && is_matrix(&in[SN_GEMM_B]);
    /* How a constant C is added must be known; else it goes in as a blob, and ncnn looks at its
     * shape. */
    bool c = has_c && in[SN_GEMM_C].own && p->c_kind != SN_LATE && in[SN_GEMM_C].shape.rank > 0;
    sn_ncnn_put_int(ex, "constantA", a);
    sn_ncnn_put_int(ex, "constantB", b);
    sn_ncnn_put_int(ex, "constantC", c);
    if (c) sn_ncnn_put_int(ex, "constant_broadcast_type_C", p->c_kind);
    put_gemm_sizes(ex, p, a, b, c);
    ex->weights_may_be_bottoms = true;
}

const sn_ncnn_hooks sn_ncnn_hooks_gemm = {import_gemm, export_gemm};

/* ---- recurrent ------------------------------------------------------------------------------- */

static sn_status import_recurrent(sn_ncnn_import *im)
{
    return decline_int8(im, "int8_scale_term");
}

static sn_status import_lstm(sn_ncnn_import *im)
{
    if (im->record->n_bottoms == 2) SN_DECLINE(im, "one state is given, ncnn reads none or both");
    return decline_int8(im, "int8_scale_term");
}

const sn_ncnn_hooks sn_ncnn_hooks_recurrent = {import_recurrent, NULL};
const sn_ncnn_hooks sn_ncnn_hooks_lstm = {import_lstm, NULL};

/* ---- attention ------------------------------------------------------------------------------- */

static void from_bottom(sn_ncnn_import *im, int slot, int bottom)
{
    im->slots[slot] = bottom < 0 ? (sn_ncnn_slot){SN_FROM_NOTHING, 0, 0}
                                 : (sn_ncnn_slot){SN_FROM_BOTTOM, bottom, 0};
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
    if (ex->asking) return;
    const void *q = ex->in[SN_MHA_Q].identity, *k = ex->in[SN_MHA_K].identity,
               *v = ex->in[SN_MHA_V].identity;
    if (p->self && (q != k || k != v)) SN_DECLINE(ex, "self attention reads different values");
    add_bottom(ex, SN_MHA_Q, "q");
    if (!p->self) {
        add_bottom(ex, SN_MHA_K, "k");
        if (k != v || origin_arity(ex) != 2) add_bottom(ex, SN_MHA_V, "v");
    }
    add_states(ex, SN_MHA_MASK, p->attn_mask != 0, p->kv_cache != 0);
}

static sn_status import_sdpa(sn_ncnn_import *im)
{
    bool mask = sn_ncnn_get(&im->v, "attn_mask") != 0, cache = sn_ncnn_get(&im->v, "kv_cache") != 0;
    SN_TRY(decline_int8(im, "int8_scale_term"));
    if (im->record->n_bottoms != 3 + mask + 2 * cache) {
        SN_DECLINE(im, "it has %d inputs", im->record->n_bottoms);
        return SN_OK;
    }
    from_bottom(im, SN_SDPA_MASK, mask ? 3 : -1);
    from_bottom(im, SN_SDPA_PAST_K, cache ? 3 + mask : -1);
    from_bottom(im, SN_SDPA_PAST_V, cache ? 4 + mask : -1);
    return SN_OK;
}

static void export_sdpa(sn_ncnn_export *ex)
{
    const sn_sdpa_params *p = ex->params;
    if (ex->asking) return;
    add_bottom(ex, SN_SDPA_Q, "q");
    add_bottom(ex, SN_SDPA_K, "k");
    add_bottom(ex, SN_SDPA_V, "v");
    add_states(ex, SN_SDPA_MASK, p->attn_mask != 0, p->kv_cache != 0);
}

const sn_ncnn_hooks sn_ncnn_hooks_mha = {import_mha, export_mha};
const sn_ncnn_hooks sn_ncnn_hooks_sdpa = {import_sdpa, export_sdpa};
