/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.embed: row ids[i] of a table, for each id. It takes as many ids as x is wide, from its first
 * row; ids outside the table are clamped. Its ids are integers in blobs without a type, so f32
 * input is read as the integers it holds. */
#include "formats/ncnn/ops/ops.h"

#include "ops/rule.h"
#include "ops/window.h"

#include <string.h>

enum {
    EMBED_IDS,    /* i32; clamped to the rows there are */
    EMBED_WEIGHT, /* [input_dim][num_output] */
    EMBED_BIAS,   /* [num_output], optional */
};

static const sn_slot slots[] = {
    {"ids", 0}, {"weight", SN_SLOT_WEIGHT}, {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL}, {NULL, 0}};

static sn_status infer(sn_infer *in)
{
    const sn_shape *ids = &in->in_shape[EMBED_IDS];
    const sn_shape w = sn_shape_rule_shape(in, EMBED_WEIGHT);
    if (w.rank >= 0 && w.rank != 2)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "the weight has rank %d, 2 expected",
                            w.rank);
    for (int i = 0; i < w.rank; i++) SN_TRY(sn_size_check(in, "a size of the weight", w.d[i]));
    if (ids->rank == 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "ids have rank 0, 1 or more expected");
    if (w.rank == 2) SN_TRY(sn_count_check(in, EMBED_BIAS, "the bias", w.d[1]));
    in->out_shape[0] =
        SN_SHAPE(ids->rank > 0 ? ids->d[ids->rank - 1] : sn_shape_rule_symbol(in, 0, 0),
                 w.rank == 2 ? w.d[1] : sn_shape_rule_symbol(in, 0, 1));
    return SN_OK;
}

static int64_t id_at(const sn_tensor *ids, int64_t i)
{
    if (ids->type != SN_TYPE_f32) return (int64_t)sn_tensor_at(ids, i);
    int32_t word;
    memcpy(&word, sn_tensor_f32(ids) + i, sizeof word);
    return word;
}

static sn_status eval(sn_eval *e)
{
    const sn_tensor *ids = e->in[EMBED_IDS], *w = e->in[EMBED_WEIGHT];
    const sn_tensor *bias = e->n_in > EMBED_BIAS ? e->in[EMBED_BIAS] : NULL;
    const bool ids_fit = ids->type == SN_TYPE_f32 || !sn_type_is_float(ids->type);
    if (!ids_fit || w->type != SN_TYPE_f32 || (bias && bias->type != SN_TYPE_f32))
        return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED,
                            "evaluation takes integer ids and f32 weights");
    const int64_t n = e->out_shape[0].d[0], width = e->out_shape[0].d[1], rows = w->shape.d[0];
    const float *table = sn_tensor_f32(w), *b = bias ? sn_tensor_f32(bias) : NULL;
    float *y = e->out_data[0];
    for (int64_t i = 0; i < n; i++, y += width) {
        int64_t id = id_at(ids, i);
        id = id < 0 ? 0 : id >= rows ? rows - 1 : id;
        memcpy(y, table + id * width, (size_t)width * sizeof *y);
        for (int64_t j = 0; b && j < width; j++) y[j] += b[j];
    }
    return SN_OK;
}

static bool wants_integers(const sn_node *node, unsigned slot, int64_t *limit)
{
    if (slot != EMBED_IDS) return false;
    const sn_value *w = sn_in(node, EMBED_WEIGHT);
    *limit = w && w->shape.rank == 2 && sn_dim_known(w->shape.d[0]) ? w->shape.d[0] : 1;
    return true;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_shape w = sn_shape_rule_shape(in, EMBED_WEIGHT);
    const int64_t n = sn_shape_count(&in->out_shape[0]), stored = sn_shape_count(&w);
    if (n > 0) out->flops = (double)n;
    if (stored > 0) out->weight_bytes = (double)stored * 4;
}

const sn_op sn_ncnn_op_embed = {
    .name = "ncnn.embed",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y[i] = weight[ids[i]] + bias",
    .slots = slots,
    .types = "int|f32,float->f32",
    .n_out = 1,
    .kind = SN_FUSE_INJECTIVE,
    .infer = infer,
    .eval = eval,
    .wants_integers = wants_integers,
    .cost = cost,
};
