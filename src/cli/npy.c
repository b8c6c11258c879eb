/* SPDX-License-Identifier: Apache-2.0
 *
 * .npy: "\x93NUMPY", version, length of the head, a Python dictionary with 'descr', 'fortran_order'
 * and 'shape', then the elements. (NEP 1; the format's page in numpy's documentation.) The
 * dictionary is read by looking for its keys: numpy writes it, not people. */
#include "cli/npy.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct element_type {
    const char *name; /* as sn_array has it */
    const char *code; /* without the byte order */
} element_type;

/* numpy has no bfloat16, nor floats and integers of a byte or less: what others (ml_dtypes) give it
 * are bytes of any kind. BYTE is one that is known to be such once it is known which is wanted. */
#define BYTE "?"
static const element_type types[] = {
    {"f32", "f4"}, {"f64", "f8"}, {"f16", "f2"},  {"bf16", "V2"}, {"i8", "i1"},
    {"i16", "i2"}, {"i32", "i4"}, {"i64", "i8"},  {"u8", "u1"},   {"u16", "u2"},
    {"u32", "u4"}, {"u64", "u8"}, {"bool", "b1"}, {BYTE, "V1"},   {BYTE, "f1"},
};

static const element_type *type_called(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0) return &types[i];
    return NULL;
}

static bool is_byte(const char *type) { return strcmp(type, BYTE) == 0; }

enum {
    START = 12, /* bytes in which the length of the head stands */
    LONGEST_HEAD = 1 << 20,
    MUCH = 1 << 16, /* as many bytes more than there should be are not read to be counted */
};

/* ---- reading --------------------------------------------------------------------------------- */

/* Reads on until there are `most` bytes, or the file ends. */
static int read_up_to(sn_cli *cli, sn_stream *s, size_t most)
{
    for (;;) {
        if (s->n == s->cap && s->n < most) {
            const size_t wanted = s->cap ? s->cap * 4 : 1 << 16,
                         cap = wanted < most ? wanted : most;
            unsigned char *more = sn_cli_alloc(cap);
            if (s->n) memcpy(more, s->data, s->n);
            s->data = more;
            s->cap = cap;
        }
        const size_t room = (s->cap < most ? s->cap : most) - s->n,
                     got = room ? fread(s->data + s->n, 1, room, s->file) : 0;
        if (!got) break;
        s->n += got;
    }
    return ferror(s->file) ? sn_cli_error(cli, SN_E_IO, "%s: %s", s->path, strerror(errno)) : 0;
}

typedef struct head {
    const element_type *type;
    bool fortran;
    size_t data; /* where it begins */
} head;

static const char *behind(const char *text, const char *key)
{
    const char *p = strstr(text, key);
    if (!p) return NULL;
    p += strlen(key);
    return p + strspn(p, "'\": ");
}

/* The type that a descr names, between its quotes: a byte order and all of the code. */
static const element_type *read_descr(const char *descr)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const size_t n = strlen(types[i].code);
        if (strncmp(descr + 1, types[i].code, n) == 0 && strchr("'\"", descr[1 + n]))
            return &types[i];
    }
    return NULL;
}

/* NULL, or what is wrong. */
static const char *read_shape(const char *p, sn_array *out)
{
    if (*p++ != '(') return "its head has no shape";
    out->rank = 0;
    out->n = 1;
    for (;;) {
        p += strspn(p, " ,");
        if (*p == ')') return NULL;
        char *end = NULL;
        long long v = strtoll(p, &end, 10);
        if (end == p || v < 0) return "its head has no shape";
        if (out->rank == 8) return "more than 8 axes";
        if (v && out->n > ((uint64_t)1 << 40) / (uint64_t)v) return "it is too large";
        out->sizes[out->rank++] = v;
        out->n *= (uint64_t)v;
        p = end + (*end == 'L');
    }
}

/* Where the head ends, behind the first START bytes; 0: they are too few. */
static size_t end_of_head(const sn_stream *s)
{
    if (s->n < START) return 0;
    size_t start = s->data[6] >= 2 ? 12 : 10;
    size_t length = s->data[8] | (size_t)s->data[9] << 8;
    if (start == 12) length |= (size_t)s->data[10] << 16 | (size_t)s->data[11] << 24;
    return start + length;
}

static const char *read_head(const sn_stream *s, head *h, sn_array *out)
{
    const size_t end = end_of_head(s), start = s->n >= START && s->data[6] >= 2 ? 12 : 10;
    if (!end || end > s->n) return "it is cut off";
    const char *text = sn_cli_copy((const char *)s->data + start, end - start);
    const char *descr = behind(text, "descr"), *order = behind(text, "fortran_order"),
               *shape = behind(text, "shape");
    if (!descr || !order || !shape) return "its head is not numpy's";
    if (*descr == '>') return "only little-endian numbers can be read";
    if (*descr && strchr("<|=", *descr)) h->type = read_descr(descr);
    if (!h->type) return "its elements are not plain numbers";
    h->fortran = strncmp(order, "True", 4) == 0;
    if (!h->fortran && strncmp(order, "False", 5) != 0) return "its head is not numpy's";
    h->data = end;
    return read_shape(shape, out);
}

/* A copy at an address for any type. */
static const void *aligned(const unsigned char *data, size_t n)
{
    void *copy = sn_cli_alloc(n + 1);
    memcpy(copy, data, n);
    return copy;
}

static int refuse(sn_cli *cli, const sn_stream *s, const char *wrong)
{
    return wrong ? sn_cli_error(cli, SN_E_FORMAT, "%s: is a .npy, but %s", s->path, wrong) : 0;
}

static int read_npy(sn_cli *cli, sn_stream *s, sn_array *out)
{
    head h = {0};
    const size_t end = end_of_head(s);
    if (end > LONGEST_HEAD) return refuse(cli, s, "its head is too long");
    int code = read_up_to(cli, s, end > START ? end : START);
    if (code) return code;
    const char *wrong = read_head(s, &h, out);
    if (!wrong && h.fortran && out->rank > 1)
        wrong = "its axes are in Fortran's order; save numpy.ascontiguousarray of it";
    if (wrong) return refuse(cli, s, wrong);
    out->type = h.type->name;
    out->bytes = out->n * (is_byte(out->type) ? 1 : sn_type_size(out->type));
    code = read_up_to(cli, s, h.data + (size_t)out->bytes + MUCH);
    if (code) return code;
    if (s->n - h.data < out->bytes) return refuse(cli, s, "it is cut off");
    const size_t behind_it = s->n - h.data - (size_t)out->bytes;
    if (behind_it)
        return sn_cli_error(cli, SN_E_FORMAT,
                            "%s: is a .npy, but %s%zu bytes stand behind its elements", s->path,
                            behind_it == MUCH ? "at least " : "", behind_it);
    out->data = aligned(s->data + h.data, (size_t)out->bytes);
    return 0;
}

int sn_npy_as(sn_cli *cli, sn_array *a, const char *type)
{
    const uint64_t each = sn_type_size(type);
    if (!a->type) {
        if (a->bytes % each)
            return sn_cli_error(cli, SN_E_FORMAT,
                                "%s: %" PRIu64 " bytes are no whole number of raw %s elements",
                                a->name, a->bytes, type);
        a->n = a->bytes / each;
        a->type = type;
        a->rank = 1;
        a->sizes[0] = (int64_t)a->n;
    }
    if (is_byte(a->type)) {
        if (type_called(type))
            return sn_cli_error(cli, SN_E_FORMAT,
                                "%s: has elements of one byte that numpy has no name for, %s "
                                "expected",
                                a->name, type);
        a->type = type;
        return 0;
    }
    void *data = sn_cli_alloc((size_t)(a->n * each) + 1);
    const sn_status status = sn_array_convert(cli->ctx, a, type, data);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    a->type = type;
    a->bytes = a->n * each;
    a->data = data;
    return 0;
}

int sn_npy_read(sn_cli *cli, const char *path, sn_array *out, sn_stream *raw)
{
    sn_cli_reads(cli, path);
    if (sn_array_format_of(path)) {
        const sn_status status = sn_array_load(cli->ctx, path, out);
        *raw = (sn_stream){0};
        out->name = path;
        return status == SN_OK ? 0 : sn_cli_fail(cli, status);
    }
    sn_stream s = {.path = path, .file = fopen(path, "rb")};
    if (!s.file) return sn_cli_error(cli, SN_E_IO, "%s: %s", path, strerror(errno));
    int code = read_up_to(cli, &s, START);
    *out = (sn_array){.name = path};
    *raw = (sn_stream){0};
    if (!code && s.n >= 6 && memcmp(s.data, "\x93NUMPY", 6) == 0) {
        code = read_npy(cli, &s, out);
    } else if (!code && s.n) {
        *raw = s;
        return 0;
    } else if (!code) {
        code = sn_cli_error(cli, SN_E_FORMAT, "%s: is empty", path);
    }
    fclose(s.file);
    return code;
}

int sn_npy_read_all(sn_cli *cli, sn_stream *raw, sn_array *out)
{
    const int code = read_up_to(cli, raw, SIZE_MAX / 8);
    fclose(raw->file);
    raw->file = NULL;
    out->bytes = raw->n;
    out->data = raw->data;
    return code;
}

int sn_npy_read_block(sn_cli *cli, const char *path, sn_array *out)
{
    sn_stream raw = {0};
    int code = sn_npy_read(cli, path, out, &raw);
    if (!code && out->type)
        code = sn_cli_error(cli, SN_E_FORMAT, "%s is an array, a block of states is expected",
                            sn_cli_safe(path));
    return code ? code : sn_npy_read_all(cli, &raw, out);
}

int sn_npy_read_raw(sn_cli *cli, sn_stream *raw, uint64_t wanted, sn_array *out)
{
    const size_t most = (size_t)wanted + MUCH;
    const int code = read_up_to(cli, raw, most);
    fclose(raw->file);
    raw->file = NULL;
    if (code) return code;
    if (raw->n == most)
        return sn_cli_error(cli, SN_E_SHAPE, "%s: has at least %zu bytes, %" PRIu64 " expected",
                            raw->path, raw->n, wanted);
    out->bytes = raw->n;
    out->data = raw->data;
    return 0;
}

/* ---- writing --------------------------------------------------------------------------------- */

sn_file sn_npy_file(const char *path, const sn_array *a)
{
    char shape[200] = "";
    size_t at = 0;
    for (int i = 0; i < a->rank; i++)
        at += (size_t)snprintf(shape + at, sizeof shape - at, "%" PRId64 ", ", a->sizes[i]);
    if (a->rank > 1) shape[at - 2] = '\0';
    if (a->rank == 1) shape[at - 1] = '\0';
    char text[400];
    const element_type *type = type_called(a->type);
    int n = snprintf(
        text, sizeof text, "{'descr': '%s%s', 'fortran_order': False, 'shape': (%s), }",
        sn_type_size(a->type) > 1 ? "<" : "|", (type ? type : type_called(BYTE))->code, shape);
    size_t start = ((size_t)n + 11 + 63) / 64 * 64, bytes = start + (size_t)a->bytes;
    unsigned char *data = sn_cli_alloc(bytes);
    memcpy(data, "\x93NUMPY\1", 8); /* version 1.0 */
    data[8] = (unsigned char)((start - 10) & 0xff);
    data[9] = (unsigned char)((start - 10) >> 8);
    memset(data + 10, ' ', start - 10);
    memcpy(data + 10, text, (size_t)n);
    data[start - 1] = '\n';
    if (a->bytes) memcpy(data + start, a->data, (size_t)a->bytes);
    return (sn_file){path, data, bytes};
}
