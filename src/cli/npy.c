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

/* numpy has no bfloat16: what others give it are two bytes of any kind. */
static const element_type types[] = {
    {"f32", "f4"}, {"f64", "f8"}, {"f16", "f2"},  {"bf16", "V2"}, {"i8", "i1"},
    {"i16", "i2"}, {"i32", "i4"}, {"i64", "i8"},  {"u8", "u1"},   {"u16", "u2"},
    {"u32", "u4"}, {"u64", "u8"}, {"bool", "b1"},
};

/* ---- reading --------------------------------------------------------------------------------- */

static int read_all(sn_cli *cli, const char *path, unsigned char **data, size_t *n)
{
    sn_cli_reads(cli, path);
    FILE *f = fopen(path, "rb");
    size_t cap = 1 << 16;
    if (!f) return sn_cli_error(cli, SN_E_IO, "%s: %s", path, strerror(errno));
    *data = sn_cli_alloc(cap);
    *n = 0;
    for (size_t got; (got = fread(*data + *n, 1, cap - *n, f)) > 0;) {
        *n += got;
        if (*n < cap) continue;
        unsigned char *more = sn_cli_alloc(cap *= 4);
        memcpy(more, *data, *n);
        *data = more;
    }
    bool bad = ferror(f) != 0;
    int reason = errno;
    fclose(f);
    return bad ? sn_cli_error(cli, SN_E_IO, "%s: %s", path, strerror(reason)) : 0;
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

static const char *read_head(const unsigned char *data, size_t n, head *h, sn_array *out)
{
    if (n < 12) return "it is cut off";
    size_t start = data[6] >= 2 ? 12 : 10;
    size_t length = data[8] | (size_t)data[9] << 8;
    if (start == 12) length |= (size_t)data[10] << 16 | (size_t)data[11] << 24;
    if (length > n - start) return "it is cut off";
    const char *text = sn_cli_copy((const char *)data + start, length);
    const char *descr = behind(text, "descr"), *order = behind(text, "fortran_order"),
               *shape = behind(text, "shape");
    if (!descr || !order || !shape) return "its head is not numpy's";
    if (*descr == '>') return "only little-endian numbers can be read";
    if (*descr && strchr("<|=", *descr)) h->type = read_descr(descr);
    if (!h->type) return "its elements are not plain numbers";
    h->fortran = strncmp(order, "True", 4) == 0;
    if (!h->fortran && strncmp(order, "False", 5) != 0) return "its head is not numpy's";
    h->data = start + length;
    return read_shape(shape, out);
}

/* A copy at an address for any type. */
static const void *aligned(const unsigned char *data, size_t n)
{
    void *copy = sn_cli_alloc(n + 1);
    memcpy(copy, data, n);
    return copy;
}

static int read_npy(sn_cli *cli, const char *path, const unsigned char *data, size_t n,
                    sn_array *out)
{
    head h = {0};
    const char *wrong = read_head(data, n, &h, out);
    if (!wrong && h.fortran && out->rank > 1)
        wrong = "its axes are in Fortran's order; save numpy.ascontiguousarray of it";
    const uint64_t each = wrong ? 1 : sn_type_size(h.type->name);
    if (!wrong && (n - h.data) / each < out->n) wrong = "it is cut off";
    if (wrong) return sn_cli_error(cli, SN_E_FORMAT, "%s: is a .npy, but %s", path, wrong);
    const uint64_t behind_it = n - h.data - out->n * each;
    if (behind_it)
        return sn_cli_error(cli, SN_E_FORMAT,
                            "%s: is a .npy, but %" PRIu64 " bytes stand behind its elements", path,
                            behind_it);
    out->type = h.type->name;
    out->bytes = out->n * each;
    out->data = aligned(data + h.data, (size_t)out->bytes);
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
    void *data = sn_cli_alloc((size_t)(a->n * each) + 1);
    const sn_status status = sn_array_convert(cli->ctx, a, type, data);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    a->type = type;
    a->bytes = a->n * each;
    a->data = data;
    return 0;
}

int sn_npy_read(sn_cli *cli, const char *path, sn_array *out)
{
    unsigned char *data = NULL;
    size_t n = 0;
    int code = read_all(cli, path, &data, &n);
    if (code) return code;
    *out = (sn_array){.name = path, .bytes = n, .data = data};
    if (n >= 6 && memcmp(data, "\x93NUMPY", 6) == 0) return read_npy(cli, path, data, n, out);
    return n ? 0 : sn_cli_error(cli, SN_E_FORMAT, "%s: is empty", path);
}

/* ---- writing --------------------------------------------------------------------------------- */

static const element_type *type_called(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0) return &types[i];
    return NULL;
}

sn_file sn_npy_file(const char *path, const sn_array *a)
{
    char shape[200] = "";
    size_t at = 0;
    for (int i = 0; i < a->rank; i++)
        at += (size_t)snprintf(shape + at, sizeof shape - at, "%" PRId64 ", ", a->sizes[i]);
    if (a->rank > 1) shape[at - 2] = '\0';
    if (a->rank == 1) shape[at - 1] = '\0';
    char text[400];
    int n =
        snprintf(text, sizeof text, "{'descr': '%s%s', 'fortran_order': False, 'shape': (%s), }",
                 sn_type_size(a->type) > 1 ? "<" : "|", type_called(a->type)->code, shape);
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
