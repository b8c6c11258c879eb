/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of formats and look-ups in it. */
#include "formats/format.h"

#include <string.h>

#include "ops/ops.h"

#define FORMAT(name) extern const sn_format sn_format_##name;
#include "formats/formats.def"
#undef FORMAT

static const sn_format *const formats[] = {
#define FORMAT(name) &sn_format_##name,
#include "formats/formats.def"
#undef FORMAT
    NULL};

const sn_format *const *sn_formats(size_t *n)
{
    *n = sizeof formats / sizeof formats[0] - 1;
    return formats;
}

const sn_format *sn_format_named(const char *name)
{
    for (size_t i = 0; formats[i]; i++)
        if (strcmp(formats[i]->name, name) == 0) return formats[i];
    return NULL;
}

const sn_format *sn_format_of_path(const char *path)
{
    for (size_t i = 0; formats[i]; i++)
        if (formats[i]->matches(path)) return formats[i];
    return NULL;
}

const sn_format *sn_format_of_array(const char *path)
{
    for (size_t i = 0; formats[i]; i++)
        if (formats[i]->is_array && formats[i]->is_array(path)) return formats[i];
    return NULL;
}

const sn_op *sn_format_op_find(const char *name)
{
    const sn_op *op = sn_op_find(name);
    for (size_t i = 0; !op && formats[i]; i++) {
        if (formats[i]->dialect) op = sn_dialect_op(formats[i]->dialect, name);
    }
    return op;
}

const sn_op *sn_format_op_at(size_t i)
{
    size_t n;
    const sn_op *const *ops = sn_ops(&n);
    for (size_t f = 0; i >= n && formats[f]; f++) {
        i -= n;
        n = formats[f]->dialect ? formats[f]->dialect->n_ops : 0;
        ops = formats[f]->dialect ? formats[f]->dialect->ops : NULL;
    }
    return i < n ? ops[i] : NULL;
}

sn_status sn_load_options_map(sn_ctx *ctx, const sn_load_options *o, sn_mapping **out)
{
    if (!o->given.data) return sn_file_map(ctx, o->path, out);
    return sn_file_of_memory(ctx, o->path, o->given.data, o->given.n_bytes, out);
}

sn_status sn_save_options_begin(sn_ctx *ctx, const sn_save_options *o, sn_replace **out)
{
    SN_TRY(sn_replace_begin(ctx, out));
    if (o->outlet) sn_replace_redirect(*out, o->outlet, o->outlet_user);
    return SN_OK;
}
