/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads weights as views into the mapped file. The tag is kept as the bytes before the view,
 * padding as those behind it, so that a weight nobody touched is written back bit by bit. */
#include "formats/ncnn/bin.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    TAG_F16 = 0x01306B47,
    TAG_INT8 = 0x000D4B38,
    TAG_F32_SCALED = 0x0002C056, /* f32, for ncnn the same as no tag */
};

const char *sn_ncnn_bin_path(sn_arena *arena, const char *param_path)
{
    static const char *const ends[] = {".param.bin", ".param"};
    size_t n = strlen(param_path);
    for (int i = 0; i < 2; i++) {
        size_t m = strlen(ends[i]);
        if (n > m && strcmp(param_path + n - m, ends[i]) == 0)
            return sn_arena_printf(arena, "%.*s.bin", (int)(n - m), param_path);
    }
    return sn_arena_printf(arena, "%s.bin", param_path);
}

static sn_status parse_seed(sn_ctx *ctx, const char *text, uint64_t *out)
{
    char *end;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 10);
    if (errno || end == text || *end || *text == '-')
        return sn_fail(ctx, SN_E_ARG, "weights 'seed:%s': a number expected after 'seed:'", text);
    *out = v;
    return SN_OK;
}

sn_status sn_ncnn_bin_open(sn_ctx *ctx, sn_arena *arena, const sn_load_options *options,
                           sn_ncnn_bin *out)
{
    const char *w = options->weights;
    sn_ncnn_bin bin = {.ctx = ctx, .path = w};
    if (w && strncmp(w, "seed:", 5) == 0) {
        bin.source = SN_NCNN_FROM_SEED;
        SN_TRY(parse_seed(ctx, w + 5, &bin.seed));
    } else if (w && strcmp(w, "none") == 0) {
        bin.source = SN_NCNN_FROM_NOTHING;
    } else {
        const bool given = options->given_weights.data;
        bin.path = w ? sn_arena_strdup(arena, w) : sn_ncnn_bin_path(arena, options->path);
        bin.missing = !w && !given && !sn_file_exists(bin.path);
        if (!bin.missing) {
            sn_mapping *m;
            SN_TRY(given ? sn_file_of_memory(ctx, bin.path, options->given_weights.data,
                                             options->given_weights.n_bytes, &m)
                         : sn_file_map(ctx, bin.path, &m));
            bin.n_bytes = m->n_bytes;
            if (m->n_bytes)
                bin.buf = sn_buf_of_mapping(ctx, m);
            else
                sn_unmap_file(ctx, m);
        }
    }
    *out = bin;
    return SN_OK;
}

void sn_ncnn_bin_close(sn_ncnn_bin *bin)
{
    if (bin->buf) sn_buf_release(bin->buf);
    bin->buf = NULL;
}

typedef struct stored {
    sn_type type;
    sn_coding coding;
} stored;

/* What a tag says. Any tag that is none of the known ones and has a bit set means a table. */
static stored stored_of(uint32_t tag)
{
    switch (tag) {
    case 0:
    case TAG_F32_SCALED:
        return (stored){SN_TYPE_f32, SN_PLAIN};
    case TAG_F16:
        return (stored){SN_TYPE_f32, SN_CODED_F16};
    case TAG_INT8:
        return (stored){SN_TYPE_i8, SN_PLAIN};
    default:
        return (stored){SN_TYPE_f32, SN_CODED_TABLE256};
    }
}

static uint32_t tag_at(const sn_buf *buf, uint64_t at)
{
    const unsigned char *s = sn_buf_data(buf) + at;
    return (uint32_t)s[0] | (uint32_t)s[1] << 8 | (uint32_t)s[2] << 16 | (uint32_t)s[3] << 24;
}

static sn_coding bits_coding(int bits)
{
    return bits == 4 ? SN_CODED_BITS4 : bits == 6 ? SN_CODED_BITS6 : SN_CODED_BITS8;
}

static sn_status truncated(const sn_ncnn_bin *bin, const sn_ncnn_import *im,
                           const sn_ncnn_weight *load, uint64_t need)
{
    return sn_fail(bin->ctx, SN_E_FORMAT,
                   "%s: %s of %s: found %llu bytes at byte %llu, expected %llu", bin->path,
                   load->role, sn_ncnn_import_where(im),
                   (unsigned long long)(bin->n_bytes - bin->at), (unsigned long long)bin->at,
                   (unsigned long long)need);
}

static sn_status read_file(sn_ncnn_bin *bin, const sn_ncnn_import *im, const sn_ncnn_weight *load,
                           sn_tensor **out)
{
    stored how = {SN_TYPE_f32, SN_PLAIN};
    uint64_t lead = load->tagged ? 4 : 0, need;
    if (bin->n_bytes - bin->at < lead) return truncated(bin, im, load, lead);
    if (load->tagged) how = stored_of(tag_at(bin->buf, bin->at));
    if (load->bits) {
        SN_CHECK(bin->ctx, how.type == SN_TYPE_i8, SN_E_FORMAT,
                 "%s: %s of %s: packed integers have the tag of int8, found %08x", bin->path,
                 load->role, sn_ncnn_import_where(im), tag_at(bin->buf, bin->at));
        how.coding = bits_coding(load->bits);
    }
    int64_t n = sn_shape_count(&load->shape);
    int64_t row = load->shape.d[load->shape.rank - 1];
    if (!sn_coding_bytes(how.coding, how.type, n, row, &need))
        return truncated(bin, im, load, UINT64_MAX);
    uint64_t tail = (4 - need % 4) % 4;
    if (bin->n_bytes - bin->at - lead < need + tail)
        return truncated(bin, im, load, lead + need + tail);
    sn_tensor *t = NULL;
    SN_TRY(
        sn_tensor_view(bin->ctx, how.type, how.coding, &load->shape, bin->buf, bin->at + lead, &t));
    t->lead_bytes = (uint32_t)lead;
    t->tail_bytes = (uint32_t)tail;
    bin->at += lead + need + tail;
    *out = t;
    return SN_OK;
}

sn_status sn_ncnn_bin_read(sn_ncnn_bin *bin, const sn_ncnn_import *im, int index,
                           const sn_ncnn_weight *load, const sn_tensor **out)
{
    if (bin->source == SN_NCNN_FROM_SEED)
        return sn_ncnn_make_weight(bin->ctx, bin->seed, index, im->record->type, load, out);
    if (bin->source == SN_NCNN_FROM_NOTHING) {
        bool int8 = load->int8 || load->bits;
        *out = sn_tensor_undefined(bin->ctx, int8 ? SN_TYPE_i8 : SN_TYPE_f32, &load->shape);
        return SN_OK;
    }
    if (bin->missing)
        return sn_fail(
            bin->ctx, SN_E_IO,
            "%s: there is no such file, and %s has weights (weights from 'seed:1' are made up)",
            bin->path, sn_ncnn_import_where(im));
    if (!bin->buf) return truncated(bin, im, load, 4);
    sn_tensor *t = NULL;
    SN_TRY(read_file(bin, im, load, &t));
    *out = t;
    return SN_OK;
}

/* ---- writing --------------------------------------------------------------------------------- */

static uint32_t tag_for(const sn_tensor *t)
{
    if (t->coding == SN_CODED_F16) return TAG_F16;
    if (t->coding == SN_CODED_TABLE256) return 1;
    return t->type == SN_TYPE_i8 ? TAG_INT8 : 0;
}

/* The bytes around the elements are a tag and padding of this format, and say the same. */
static bool has_own_frame(const sn_tensor *t)
{
    if (t->lead_bytes != 4 || t->offset < 4 || (t->n_bytes + t->tail_bytes) % 4 != 0) return false;
    if (t->offset + t->n_bytes + t->tail_bytes > sn_buf_bytes(t->buf)) return false;
    stored how = stored_of(tag_at(t->buf, t->offset - 4));
    bool bits = t->coding >= SN_CODED_BITS4;
    return how.type == t->type && (how.coding == t->coding || (bits && how.type == SN_TYPE_i8));
}

static sn_status write_tagged(sn_sink *sink, const sn_tensor *t)
{
    const unsigned char *data = sn_tensor_data(t);
    if (has_own_frame(t)) return sn_write(sink, data - 4, (size_t)(4 + t->n_bytes + t->tail_bytes));
    uint32_t tag = tag_for(t);
    unsigned char head[4] = {(unsigned char)tag, (unsigned char)(tag >> 8),
                             (unsigned char)(tag >> 16), (unsigned char)(tag >> 24)};
    static const unsigned char zeros[4];
    SN_TRY(sn_write(sink, head, 4));
    SN_TRY(sn_write(sink, data, (size_t)t->n_bytes));
    return sn_write(sink, zeros, (size_t)((4 - t->n_bytes % 4) % 4));
}

/* `t` in a storage this load may have; a new reference. */
static sn_status stored_as(sn_ctx *ctx, const sn_ncnn_weight *load, const sn_tensor *t,
                           sn_stored storage, const sn_tensor **out)
{
    bool is_float = t->type == SN_TYPE_f32;
    /* ncnn's blobs are words without a type: integers stay the bits they are. */
    bool is_words = t->type == SN_TYPE_i32 || t->type == SN_TYPE_u32;
    if (!load->tagged && !is_words) return sn_tensor_convert(ctx, t, SN_TYPE_f32, out);
    if (is_float && storage == SN_STORAGE_F16 && t->coding == SN_PLAIN)
        return sn_tensor_encode(ctx, t, SN_CODED_F16, out);
    if ((is_float && storage == SN_STORAGE_F32 && t->coding != SN_PLAIN) ||
        t->type == SN_TYPE_f16 || t->type == SN_TYPE_bf16 || t->type == SN_TYPE_f64)
        return sn_tensor_convert(ctx, t, SN_TYPE_f32, out);
    sn_tensor_retain(t);
    *out = t;
    return SN_OK;
}

sn_status sn_ncnn_bin_write(sn_ctx *ctx, sn_sink *sink, const char *where,
                            const sn_ncnn_weight *load, const sn_tensor *t, sn_stored storage)
{
    if (!t->buf && sn_tensor_count(t) > 0)
        return sn_fail(ctx, SN_E_UNSUPPORTED, "%s: the contents of %s are not known", where,
                       load->role);
    const sn_tensor *as;
    sn_status s = stored_as(ctx, load, t, storage, &as);
    if (s != SN_OK)
        return sn_fail(ctx, s, "%s: %s: %s", where, load->role,
                       sn_ctx_error(ctx)[0] ? sn_ctx_error(ctx) : "cannot be stored");
    if (load->tagged && as->type != SN_TYPE_f32 && as->type != SN_TYPE_i8)
        s = sn_fail(ctx, SN_E_UNSUPPORTED, "%s: %s is %s, ncnn stores f32 and i8", where,
                    load->role, sn_type_name(as->type));
    else if (load->tagged)
        s = write_tagged(sink, as);
    else
        s = sn_write(sink, sn_tensor_data(as), (size_t)as->n_bytes);
    sn_tensor_release(as);
    return s;
}
