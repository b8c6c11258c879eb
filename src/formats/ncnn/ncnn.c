/* SPDX-License-Identifier: Apache-2.0
 *
 * The format and the target: what ncnn's layers can spell. */
#include "formats/ncnn/ncnn.h"

#include "formats/ncnn/bin.h"
#include "formats/ncnn/map.h"
#include "formats/ncnn/since.h"

#include <ctype.h>
#include <string.h>

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n > m && strcmp(s + n - m, end) == 0;
}

static bool matches(const char *path)
{
    return ends_with(path, ".param") || ends_with(path, ".param.bin");
}

/* The magic number, as text or in four bytes. */
static bool begins(const unsigned char *data, size_t n)
{
    static const unsigned char binary[4] = {7767517 & 0xff, 7767517 >> 8 & 0xff,
                                            7767517 >> 16 & 0xff, 0};
    if (n < 8) return false;
    return (memcmp(data, "7767517", 7) == 0 && isspace(data[7])) || memcmp(data, binary, 4) == 0;
}

/* Of a .bin of weights, also of PNNX's: the .param. */
static const char *instead(sn_arena *arena, const char *path)
{
    static const char *const ends[][2] = {{".pnnx.bin", ".ncnn.param"}, {".bin", ".param"}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (!ends_with(path, ends[i][0])) continue;
        const size_t n = strlen(path) - strlen(ends[i][0]);
        const char *param = sn_arena_printf(arena, "%.*s%s", (int)n, path, ends[i][1]);
        if (sn_file_exists(param)) return param;
    }
    return NULL;
}

typedef struct ncnn_question {
    sn_ncnn_release release;
    const sn_op *op;
    const void *params;
    uint16_t n_in;
    const sn_node *node; /* with shapes; or NULL */
    bool yes;
} ncnn_question;

/* Whether the release has what the row says, and blobs of those axes there. */
static bool is_in_release(const ncnn_question *q, const sn_ncnn_export *ex)
{
    sn_ncnn_values v;
    if (q->release == SN_NCNN_NEWEST) return true;
    sn_ncnn_resolve(sn_ncnn_export_layer(ex), ex->set, &v);
    if (sn_ncnn_needs(ex->arena, &v).since > q->release) return false;
    for (int i = 0; q->node && i < q->node->n_in; i++) {
        const sn_value *x = sn_in(q->node, (unsigned)i);
        bool is_blob = x && (x->kind == SN_RESULT || x->def);
        if (is_blob && sn_ncnn_rank_since(v.layer, x->shape.rank) > q->release) return false;
    }
    return true;
}

static void ask_rows(sn_ctx *ctx, ncnn_question *q)
{
    sn_arena *arena = sn_arena_create(ctx);
    void *defaults = q->op->params ? sn_arena_alloc(arena, q->op->params_bytes) : NULL;
    if (defaults) sn_params_init(q->op->params, defaults);
    const void *params = q->params ? q->params : defaults;
    sn_ncnn_input *in = SN_NEW_N(arena, sn_ncnn_input, q->n_in + 1);
    for (int k = 0; k < q->n_in; k++)
        in[k] = (sn_ncnn_input){.present = true, .shape = sn_shape_unknown()};
    for (int k = 0; q->node && k < q->n_in; k++) {
        const sn_value *v = sn_in(q->node, (unsigned)k);
        in[k].present = v != NULL;
        if (v) in[k].shape = v->shape;
    }
    const sn_ncnn_row *row = sn_ncnn_first_of_op(q->op);
    for (; row && !q->yes; row = sn_ncnn_bound_of(row)->next_of_op) {
        sn_ncnn_export ex = {.ctx = ctx,
                             .arena = arena,
                             .row = row,
                             .op = q->op,
                             .params = params,
                             .asking = true,
                             .n_in = q->n_in,
                             .in = in};
        sn_ncnn_export_row(&ex);
        q->yes = !ex.declined && is_in_release(q, &ex);
    }
    sn_arena_destroy(arena);
}

/* Asks the rows themselves. As for activations: every type with a slot for one runs all six
 * kinds, in the generic code and on x86 alike. */
static bool can(const sn_spelling *target, sn_ctx *ctx, const sn_op *op, const void *params,
                uint16_t n_in)
{
    if (op->traits & (SN_TRAIT_OUTPUT | SN_TRAIT_OPAQUE)) return true;
    ncnn_question q = {
        .release = sn_ncnn_release_of(target), .op = op, .params = params, .n_in = n_in};
    ask_rows(ctx, &q);
    return q.yes;
}

/* For the sake of the release, and of what ncnn decides by shapes: those that proved what the
 * matched nodes fix may be known no more where a new one stands. What else the newest cannot say is
 * the writer's business. */
static bool can_node(const sn_spelling *target, const sn_node *n)
{
    if (n->op->traits & (SN_TRAIT_OUTPUT | SN_TRAIT_OPAQUE)) return true;
    if (!sn_ncnn_decides_so(n)) return false;
    if (!target->version) return true;
    ncnn_question q = {.op = n->op,
                       .params = n->params,
                       .n_in = n->n_in,
                       .release = sn_ncnn_release_of(target),
                       .node = n};
    ask_rows(n->graph->ctx, &q);
    return q.yes;
}

static bool spells(const sn_op *op)
{
    return sn_ncnn_first_of_op(op) || sn_op_has(op, SN_TRAIT_OUTPUT | SN_TRAIT_OPAQUE);
}

const sn_spelling sn_ncnn_spelling = {.name = "ncnn",
                                      .can = can,
                                      .can_node = can_node,
                                      .implies_view = sn_ncnn_implies_view,
                                      .joins = sn_ncnn_joins,
                                      .joining_pays = sn_ncnn_joining_pays,
                                      .is_dated = sn_ncnn_is_dated,
                                      .lacks = sn_ncnn_lacks,
                                      .slow_einsum = true,
                                      .no_scalars = true};

const sn_format sn_format_ncnn = {
    .name = "ncnn",
    .help = "ncnn: .param with a .bin of weights; .param.bin is read, not written",
    .endings = ".param or .param.bin",
    .matches = matches,
    .begins = begins,
    .instead = instead,
    .beside = sn_ncnn_bin_path,
    .load = sn_ncnn_load,
    .save = sn_ncnn_save,
    .n_layers = sn_ncnn_count_lines,
    .each_weight = sn_ncnn_each_weight,
    .spells = spells,
    .dialect = &sn_ncnn_dialect,
    .target = &sn_ncnn_spelling,
    .target_of = sn_ncnn_spelling_of};
