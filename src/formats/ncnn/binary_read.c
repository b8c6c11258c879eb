/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads .param.bin: 32-bit little-endian words, no names. Scalars have no type there: the schema
 * says what they are. Layers are called Type_index, blobs by their number. */
#include "formats/ncnn/record.h"

#include <limits.h>
#include <string.h>

typedef struct binary_reader {
    sn_ctx *ctx;
    sn_arena *arena;
    const char *path;
    const unsigned char *s;
    size_t n, at;
} binary_reader;

static sn_status word(binary_reader *r, const char *what, int32_t *out)
{
    if (r->n - r->at < 4)
        return sn_fail(r->ctx, SN_E_FORMAT, "%s: byte %zu: found the end of the file, expected %s",
                       r->path, r->at, what);
    const unsigned char *s = r->s + r->at;
    *out = (int32_t)((uint32_t)s[0] | (uint32_t)s[1] << 8 | (uint32_t)s[2] << 16 |
                     (uint32_t)s[3] << 24);
    r->at += 4;
    return SN_OK;
}

static sn_status count(binary_reader *r, const char *what, int32_t least, int32_t *out)
{
    size_t at = r->at;
    SN_TRY(word(r, what, out));
    size_t room = (r->n - r->at) / 4;
    if (*out < least || (size_t)*out > room)
        return sn_fail(r->ctx, SN_E_FORMAT, "%s: byte %zu: %s is %d, between %d and %zu expected",
                       r->path, at, what, *out, least, room);
    return SN_OK;
}

static sn_status string(binary_reader *r, sn_ncnn_value *v)
{
    int32_t n = 0;
    size_t at = r->at;
    SN_TRY(word(r, "the length of a string", &n));
    size_t padded = ((size_t)(n < 0 ? 0 : n) + 3) / 4 * 4;
    if (n < 0 || n > 255 || padded > r->n - r->at)
        return sn_fail(r->ctx, SN_E_FORMAT,
                       "%s: byte %zu: a string of %d bytes, 0 to 255 within the file expected",
                       r->path, at, n);
    *v = sn_ncnn_of_str(sn_arena_strndup(r->arena, (const char *)r->s + r->at, (size_t)n));
    r->at += padded;
    return SN_OK;
}

static sn_status array(binary_reader *r, bool is_float, sn_ncnn_value *v)
{
    int32_t n = 0;
    SN_TRY(count(r, "the number of elements", 0, &n));
    uint32_t *words = SN_NEW_N(r->arena, uint32_t, n);
    for (int i = 0; i < n; i++) {
        int32_t w = 0;
        SN_TRY(word(r, "an element", &w));
        words[i] = (uint32_t)w;
    }
    *v = (sn_ncnn_value){.form = SN_NCNN_ARRAY, .is_float = is_float, .n = n, .words = words};
    return SN_OK;
}

static sn_status params(binary_reader *r, sn_ncnn_record *layer)
{
    SN_VEC(sn_ncnn_arg) args = SN_VEC_IN(r->arena);
    for (;;) {
        int32_t key = 0;
        size_t at = r->at;
        SN_TRY(word(r, "a param or the end mark", &key));
        if (key == -233) break;
        bool is_string = key <= -23400, is_array = key <= -23300;
        int64_t id = is_string ? -(int64_t)key - 23400 : is_array ? -(int64_t)key - 23300 : key;
        if (id < 0 || id >= SN_NCNN_N_PARAMS)
            return sn_fail(r->ctx, SN_E_FORMAT, "%s: byte %zu: found param key %d, ids are 0 to %d",
                           r->path, at, key, SN_NCNN_N_PARAMS - 1);
        const sn_ncnn_param *p = layer->layer ? sn_ncnn_param_of(layer->layer, (int)id) : NULL;
        bool is_float = p && (p->kind == SN_NCNN_FLOAT || p->kind == SN_NCNN_FLOATS);
        sn_ncnn_arg arg = {.id = (int)id};
        if (is_string) {
            SN_TRY(string(r, &arg.value));
        } else if (is_array) {
            SN_TRY(array(r, is_float, &arg.value));
        } else {
            int32_t w = 0;
            SN_TRY(word(r, "a value", &w));
            arg.value =
                (sn_ncnn_value){.form = SN_NCNN_SCALAR, .is_float = is_float, .word = (uint32_t)w};
        }
        SN_PUSH(args, arg);
    }
    layer->args = args.v;
    layer->n_args = (int)args.n;
    return SN_OK;
}

static sn_status blobs(binary_reader *r, int n, int n_blobs, const char ***out)
{
    const char **names = SN_NEW_N(r->arena, const char *, n);
    for (int i = 0; i < n; i++) {
        int32_t b = 0;
        size_t at = r->at;
        SN_TRY(word(r, "a blob number", &b));
        if (b < 0 || b >= n_blobs)
            return sn_fail(r->ctx, SN_E_FORMAT,
                           "%s: byte %zu: found blob %d, the header says %d blobs", r->path, at, b,
                           n_blobs);
        names[i] = sn_arena_printf(r->arena, "%d", b);
    }
    *out = names;
    return SN_OK;
}

static sn_status layer(binary_reader *r, int i, int n_blobs, sn_ncnn_record *out)
{
    int32_t index = 0;
    size_t at = r->at;
    SN_TRY(word(r, "a layer type", &index));
    out->layer = sn_ncnn_layer_at(index);
    if (out->layer)
        out->type = out->layer->type;
    else if (index >= 0 && (index & 256))
        out->type = sn_arena_printf(r->arena, "Custom%d", index & ~256);
    else
        return sn_fail(r->ctx, SN_E_FORMAT,
                       "%s: byte %zu: found layer type %d, ncnn's own are 0 to %d", r->path, at,
                       index, sn_ncnn_n_layers() - 1);
    out->name = sn_arena_printf(r->arena, "%s_%d", out->type, i);
    SN_TRY(count(r, "the number of inputs", 0, &out->n_bottoms));
    SN_TRY(count(r, "the number of results", 0, &out->n_tops));
    if (out->n_bottoms > UINT16_MAX || out->n_tops > UINT16_MAX)
        return sn_fail(r->ctx, SN_E_FORMAT, "%s: byte %zu: more than %d inputs or results", r->path,
                       at, UINT16_MAX);
    SN_TRY(blobs(r, out->n_bottoms, n_blobs, &out->bottoms));
    SN_TRY(blobs(r, out->n_tops, n_blobs, &out->tops));
    return params(r, out);
}

sn_status sn_ncnn_read_binary(sn_ctx *ctx, sn_arena *arena, const char *path, const void *data,
                              size_t n, sn_ncnn_file *out)
{
    binary_reader r = {.ctx = ctx, .arena = arena, .path = path, .s = data, .n = n};
    int32_t magic = 0;
    SN_TRY(word(&r, "7767517", &magic));
    if (magic != 7767517)
        return sn_fail(ctx, SN_E_FORMAT, "%s: begins with %d, expected 7767517", path, magic);
    sn_ncnn_file f = {.path = path, .header = {"", 0}, .tail = {"", 0}};
    SN_TRY(count(&r, "the number of layers", 1, &f.n_layers));
    SN_TRY(count(&r, "the number of blobs", 1, &f.n_blobs));
    f.layers = SN_NEW_N(arena, sn_ncnn_record *, f.n_layers);
    for (int i = 0; i < f.n_layers; i++) {
        f.layers[i] = SN_NEW(arena, sn_ncnn_record);
        SN_TRY(layer(&r, i, f.n_blobs, f.layers[i]));
    }
    *out = f;
    return SN_OK;
}
