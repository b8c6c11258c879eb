/* SPDX-License-Identifier: Apache-2.0
 *
 * The format and the target: what ncnn's layers can spell. */
#include "formats/ncnn/ncnn.h"

#include "formats/ncnn/bin.h"
#include "formats/ncnn/map.h"

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

typedef struct question {
    const sn_op *op;
    const void *params;
    uint16_t n_in;
    bool yes;
} question;

static void ask_rows(sn_ctx *ctx, question *q)
{
    size_t n_rows;
    const sn_ncnn_row *rows = sn_ncnn_rows(&n_rows);
    sn_arena *arena = sn_arena_create(ctx);
    sn_ncnn_input *in = SN_NEW_N(arena, sn_ncnn_input, q->n_in + 1);
    for (int k = 0; k < q->n_in; k++)
        in[k] = (sn_ncnn_input){.present = true, .shape = sn_shape_unknown()};
    for (size_t i = 0; i < n_rows && !q->yes; i++) {
        if (strcmp(rows[i].op, q->op->name) != 0) continue;
        sn_ncnn_export ex = {.ctx = ctx,
                             .arena = arena,
                             .row = &rows[i],
                             .op = q->op,
                             .params = q->params,
                             .asking = true,
                             .n_in = q->n_in,
                             .in = in};
        sn_ncnn_export_row(&ex);
        q->yes = !ex.declined;
    }
    sn_arena_destroy(arena);
}

/* Asks the rows themselves. As for activations: every type with a slot for one runs all six
 * kinds, in the generic code and on x86 alike. */
static bool can(const sn_target *target, sn_ctx *ctx, const sn_op *op, const void *params, uint16_t n_in)
{
    (void)target;
    if (op->traits & (SN_TRAIT_OUTPUT | SN_TRAIT_OPAQUE)) return true;
    question q = {op, params, n_in, false};
    ask_rows(ctx, &q);
    return q.yes;
}

static bool spells(const sn_op *op)
{
    size_t n_rows;
    const sn_ncnn_row *rows = sn_ncnn_rows(&n_rows);
    for (size_t i = 0; i < n_rows; i++)
        if (strcmp(rows[i].op, op->name) == 0) return true;
    return sn_op_has(op, SN_TRAIT_OUTPUT | SN_TRAIT_OPAQUE);
}

const sn_target sn_ncnn_target = {.name = "ncnn", .max_rank = 4, .can = can};

const sn_format sn_format_ncnn = {.name = "ncnn",
                                  .help = "ncnn: .param with a .bin of weights; .param.bin is read, not written",
                                  .matches = matches,
                                  .beside = sn_ncnn_bin_path,
                                  .load = sn_ncnn_load,
                                  .save = sn_ncnn_save,
                                  .n_layers = sn_ncnn_count_lines,
                                  .spells = spells,
                                  .target = &sn_ncnn_target};
