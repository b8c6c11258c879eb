/* SPDX-License-Identifier: Apache-2.0
 *
 * What a pass may form for ONNX: what a function of exports.def can write in the model's version.
 * An activation is a node of its own, so that none goes into the slot of another operator. */
#include "formats/onnx/out/export.h"

#include <string.h>

#include "base/num.h"

/* An activation in a slot that no operator of the target has. */
static bool has_act(const sn_spelling *target, const sn_op *op, const void *params)
{
    for (const sn_param *row = op->params; row && row->name && params; row++) {
        if (row->kind != SN_PK_ACT) continue;
        const sn_act *act = (const void *)((const char *)params + row->offset);
        if (act->kind != SN_ACT_NONE && !(target->own_words && sn_onnx_runtime_acts(op, act)))
            return true;
    }
    return false;
}

static bool ask(const sn_spelling *target, sn_ctx *ctx, const sn_op *op, const void *params,
                uint16_t n_in, const sn_node *n)
{
    const sn_onnx_spelled *row = sn_onnx_spelled_of(op);
    if (op->traits & (SN_TRAIT_INPUT | SN_TRAIT_OUTPUT | SN_TRAIT_CONSTANT)) return true;
    if (op->dialect == sn_format_onnx.dialect) return n != NULL;
    if (!row || has_act(target, op, params)) return false;
    sn_arena *arena = sn_arena_create(ctx);
    void *defaults = NULL;
    if (!params && op->params) {
        defaults = sn_arena_alloc(arena, op->params_bytes);
        sn_params_init(op->params, defaults);
    }
    sn_onnx_export e = {.ctx = ctx,
                        .arena = arena,
                        .row = row,
                        .op = op,
                        .params = params ? params : defaults,
                        .n_in = n_in,
                        .n = n,
                        .opset = (int)target->version,
                        .runtime = target->own_words,
                        .in = sn_onnx_no_names(arena, n_in),
                        .out = sn_onnx_no_names(arena, n ? n->n_out : 1)};
    row->put(&e);
    const bool can = !e.wrong && (n || !e.composed);
    sn_arena_destroy(arena);
    return can;
}

static bool can(const sn_spelling *target, sn_ctx *ctx, const sn_op *op, const void *params,
                uint16_t n_in)
{
    return ask(target, ctx, op, params, n_in, NULL);
}

static bool can_node(const sn_spelling *target, const sn_node *n)
{
    return ask(target, n->graph->ctx, n->op, n->params, n->n_in, n);
}

/* What run times have kernels of integers for, what the makers of another domain made one, and what
 * is made of so many that a part rewritten alone is many nodes for one. */
static const char *whole(const sn_spelling *target, const sn_node *n)
{
    static const char *const domains[] = {SN_ONNX_RUNTIME, "ai.onnx.ml", SN_ONNX_TRAINING};
    static const char *const types[] = {
        "QuantizeLinear", "DequantizeLinear", "DynamicQuantizeLinear", "QLinearConv",
        "QLinearMatMul",  "ConvInteger",      "MatMulInteger",         "DFT",
        "Hardmax",        "LpPool",           "TensorScatter",         "TfIdfVectorizer"};
    const sn_onnx_node *record = sn_onnx_record_of(n);
    if (!record || record->unit != record || sn_onnx_is_gradient(record)) return NULL;
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
        if (strcmp(record->domain, domains[i]) == 0) return record->type;
    if (*record->domain || record->version != target->version) return NULL;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(record->type, types[i]) == 0) return types[i];
    return NULL;
}

static sn_answer joining_pays(const sn_spelling *target, const sn_siblings *s)
{
    (void)target, (void)s;
    return SN_ANSWER_UNKNOWN("what it saves depends on what will run the network");
}

const sn_spelling sn_onnx_spelling = {.name = "onnx",
                                      .version = 17,
                                      .can = can,
                                      .can_node = can_node,
                                      .whole = whole,
                                      .joining_pays = joining_pays};
