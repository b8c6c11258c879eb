/* SPDX-License-Identifier: Apache-2.0
 *
 * The format. */
#include "formats/onnx/onnx.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/onnx/ops/call.h"

static bool matches(const char *path)
{
    const size_t n = strlen(path);
    return n > 5 && strcasecmp(path + n - 5, ".onnx") == 0;
}

/* ir_version, a small number, and behind it another field of a ModelProto; its text is no mark. */
static bool begins(const unsigned char *data, size_t n)
{
    if (n < 16 || data[0] != 0x08 || data[1] < 1 || data[1] > 31) return false;
    const unsigned field = data[2] >> 3, wire = data[2] & 7;
    return field >= 2 && field <= 8 && wire == (field == 5 ? 0 : 2);
}

const sn_onnx_node *sn_onnx_record_of(const sn_node *n)
{
    return n->origin && n->origin->format == &sn_format_onnx ? n->origin->extra : NULL;
}

bool sn_onnx_is_gradient(const sn_onnx_node *record)
{
    return strcmp(record->type, "Gradient") == 0 && strcmp(record->domain, SN_ONNX_TRAINING) == 0;
}

bool sn_onnx_is_axis(const char *name)
{
    const size_t n = strlen(name);
    return n >= 4 && strcmp(name + n - 4, "axis") == 0;
}

static const sn_spelling *version_of(sn_arena *arena, int64_t opset)
{
    sn_spelling *target = sn_arena_copy(arena, &sn_onnx_spelling, sizeof sn_onnx_spelling);
    target->version = opset;
    target->name = sn_arena_printf(arena, "onnx:%lld", (long long)opset);
    return target;
}

/* The version of ONNX's own operators that a file asks for. */
static const sn_spelling *target_for(const sn_graph *g, sn_arena *arena)
{
    const sn_onnx_info *info =
        g->origin && g->origin->format == &sn_format_onnx ? g->origin->extra : NULL;
    for (size_t i = 0; info && i < info->model.opsets.n; i++)
        if (!*info->model.opsets.v[i].domain)
            return version_of(arena, info->model.opsets.v[i].version);
    return &sn_onnx_spelling;
}

/* VERSION, of ONNX's own operators, and behind a plus the run time whose others it has, too; either
 * may be left out. */
static sn_status target_of(const sn_graph *g, sn_arena *arena, const char *version,
                           const sn_spelling **out)
{
    const char *plus = strchr(version, '+'), *end_of = plus ? plus : version + strlen(version);
    const bool digits = strspn(version, "0123456789") == (size_t)(end_of - version);
    const long v = digits ? strtol(version, NULL, 10) : 0;
    SN_CHECK(g->ctx, digits && (end_of == version || (v >= SN_ONNX_OLDEST && v <= SN_ONNX_NEWEST)),
             SN_E_ARG,
             "'%s' is no version of ONNX's operators that is written: a number from %d to %d is "
             "expected",
             sn_arena_strndup(arena, version, (size_t)(end_of - version)), SN_ONNX_OLDEST,
             SN_ONNX_NEWEST);
    SN_CHECK(g->ctx, !plus || strcmp(plus + 1, "onnxruntime") == 0, SN_E_ARG,
             "'%s' is no run time with operators of its own that are written: onnxruntime is "
             "expected",
             plus + 1);
    *out = end_of > version ? version_of(arena, v) : target_for(g, arena);
    if (!plus) return SN_OK;
    sn_spelling *with = sn_arena_copy(arena, *out, sizeof **out);
    with->own_words = true;
    with->name = sn_arena_printf(arena, "onnx:%lld%s", (long long)with->version, plus);
    *out = with;
    return SN_OK;
}

const sn_format sn_format_onnx = {
    .name = "onnx",
    .help = "ONNX: .onnx, with data in files beside it",
    .endings = ".onnx",
    .matches = matches,
    .begins = begins,
    .load = sn_onnx_load,
    .is_array = sn_onnx_is_array,
    .load_array = sn_onnx_load_array,
    .save = sn_onnx_save,
    .n_layers = sn_onnx_count_nodes,
    .spells = sn_onnx_makes,
    .dialect = &sn_onnx_dialect,
    .batched = true,
    .may_be_empty = true,
    .target = &sn_onnx_spelling,
    .target_for = target_for,
    .target_of = target_of,
};
