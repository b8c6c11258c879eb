/* SPDX-License-Identifier: Apache-2.0
 *
 * Types, counted buffers and tensors. Conversion between types and codings is in tensor_convert.c.
 *
 * Invariant: a tensor's window [offset, offset + n_bytes) lies within its buffer. A window into a
 * mapped file may stand at any address: only those who hold a tensor from sn_tensor_create or
 * sn_tensor_convert may read its elements through a typed pointer. */
#include "ir/tensor.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* clang-format off */
static const struct {
    const char *name;
    size_t bytes;
} types[SN_N_TYPES] = {
    [SN_TYPE_UNKNOWN] = { "?", 0 },
#define X(name, bytes, ctype) [SN_TYPE_##name] = { #name, bytes },
    SN_TYPE_MAP(X)
#undef X
};
/* clang-format on */

size_t sn_type_bytes(sn_type type) { return (unsigned)type < SN_N_TYPES ? types[type].bytes : 0; }

unsigned sn_type_bits(sn_type type)
{
    uint64_t range = 0;
    sn_small_float small;
    unsigned n = 0;
    if (sn_type_is_small_float(type, &small))
        return (unsigned)(small.exponent + small.mantissa + (small.kind != SN_SMALL_SCALE));
    switch (type) {
#define X(name, ctype, least, most)                                                                \
    case SN_TYPE_##name:                                                                           \
        range = (uint64_t)(most) - (uint64_t)(least);                                              \
        break;
        SN_INT_TYPE_MAP(X)
#undef X
    default:
        return 8 * (unsigned)sn_type_bytes(type);
    }
    for (; range; range >>= 1) n++;
    return n;
}

const char *sn_type_name(sn_type type)
{
    return (unsigned)type < SN_N_TYPES ? types[type].name : "?";
}

bool sn_type_parse(const char *name, sn_type *out)
{
    for (int t = SN_TYPE_UNKNOWN + 1; t < SN_N_TYPES; t++) {
        if (strcmp(types[t].name, name) == 0) {
            *out = (sn_type)t;
            return true;
        }
    }
    return false;
}

bool sn_type_is_integer(sn_type type) { return type != SN_TYPE_UNKNOWN && !sn_type_is_float(type); }

bool sn_type_is_signed(sn_type type)
{
    switch (type) {
#define X(name, ctype, least, most)                                                                \
    case SN_TYPE_##name:                                                                           \
        return (ctype)-1 < 1;
        SN_INT_TYPE_MAP(X)
#undef X
    default:
        return false;
    }
}

bool sn_type_is_small_float(sn_type type, sn_small_float *out)
{
    switch (type) {
#define X(name, exponent, mantissa, bias, kind)                                                    \
    case SN_TYPE_##name:                                                                           \
        *out = sn_##name;                                                                          \
        return true;
        SN_SMALL_FLOAT_MAP(X)
#undef X
    default:
        return false;
    }
}

bool sn_type_is_narrow(sn_type type)
{
    switch (type) {
#define X(name, ctype, to_f32, of_f64) case SN_TYPE_##name:
        SN_NARROW_MAP(X)
#undef X
        return true;
    default:
        return false;
    }
}

bool sn_type_is_float(sn_type type)
{
    return type == SN_TYPE_f64 || type == SN_TYPE_f32 || sn_type_is_narrow(type);
}

static const struct {
    double epsilon, smallest, largest;
} float_limits[SN_N_TYPES] = {
    [SN_TYPE_UNKNOWN] = {0x1p-23, 0x1p-126, 0x1.fffffep127},
    [SN_TYPE_f64] = {0x1p-52, 0x1p-1022, 0x1.fffffffffffffp1023},
    [SN_TYPE_f32] = {0x1p-23, 0x1p-126, 0x1.fffffep127},
    [SN_TYPE_f16] = {0x1p-10, 0x1p-14, 65504},
    [SN_TYPE_bf16] = {0x1p-7, 0x1p-126, 0x1.fep127},
    [SN_TYPE_f8e4m3fn] = {0x1p-3, 0x1p-6, 448},
    [SN_TYPE_f8e4m3fnuz] = {0x1p-3, 0x1p-7, 240},
    [SN_TYPE_f8e5m2] = {0x1p-2, 0x1p-14, 57344},
    [SN_TYPE_f8e5m2fnuz] = {0x1p-2, 0x1p-15, 57344},
    [SN_TYPE_f8e8m0] = {1, 0x1p-127, 0x1p127},
    [SN_TYPE_f4e2m1] = {0x1p-1, 1, 6},
};

double sn_type_epsilon(sn_type type) { return float_limits[type].epsilon; }
double sn_type_smallest(sn_type type) { return float_limits[type].smallest; }
double sn_type_largest(sn_type type) { return float_limits[type].largest; }

bool sn_type_holds(sn_type type, double v)
{
    const double size = fabs(v);
    return size == 0 || (size >= sn_type_smallest(type) && size <= sn_type_largest(type));
}

bool sn_f32_says(sn_type type, double v) { return type != SN_TYPE_f64 || (double)(float)v == v; }

/* bits: 0 where elements are not of a fixed number of bits. */
static const struct {
    const char *name;
    unsigned bits;
} codings[SN_N_CODINGS] = {
    [SN_PLAIN] = {"plain", 0},
    [SN_CODED_F16] = {"f16", 0},
    [SN_CODED_TABLE256] = {"table256", 0},
    [SN_CODED_BITS4] = {"bits4", 4},
    [SN_CODED_BITS6] = {"bits6", 6},
    [SN_CODED_BITS8] = {"bits8", 8},
};

enum { TABLE_BYTES = 256 * sizeof(float) };

const char *sn_coding_name(sn_coding coding)
{
    return (unsigned)coding < SN_N_CODINGS ? codings[coding].name : "?";
}

static bool mul64(uint64_t a, uint64_t b, uint64_t *out)
{
    *out = a * b;
    return a == 0 || b <= UINT64_MAX / a;
}

bool sn_coding_bytes(sn_coding coding, sn_type type, int64_t count, int64_t row, uint64_t *out)
{
    if (count < 0 || row < 0) return false;
    uint64_t n = (uint64_t)count, bits = codings[coding].bits;
    if (coding == SN_PLAIN) return mul64(n, sn_type_bytes(type), out);
    if (coding == SN_CODED_F16) return mul64(n, 2, out);
    if (coding == SN_CODED_TABLE256) {
        *out = n + TABLE_BYTES;
        return true;
    }
    if (n == 0 || row == 0) {
        *out = 0;
        return n == 0;
    }
    uint64_t row_bits;
    if (n % (uint64_t)row != 0 || !mul64((uint64_t)row, bits, &row_bits)) return false;
    return mul64(n / (uint64_t)row, row_bits / 8 + (row_bits % 8 != 0), out);
}

/* ---- buffers --------------------------------------------------------------------------------- */

/* Where a context has mapped LARGE_BYTES, which takes a network of gigabytes, buffers of FILE_BYTES
 * and more are scratch files once ALL_BYTES are in use. They take time: the system makes their
 * pages one by one. */
enum { BUF_ALIGN = 64, FILE_BYTES = 1 << 20, ALL_BYTES = 32 << 20, LARGE_BYTES = 1 << 30 };

struct sn_buf {
    sn_ctx *ctx;
    const unsigned char *data;
    size_t n_bytes;
    sn_mapping *mapping; /* NULL: the bytes follow in the same block */
    uint32_t n_refs;
};

/* Room for the struct and for moving the data up to the alignment. */
static size_t block_bytes(sn_ctx *ctx, size_t n_bytes, size_t align)
{
    size_t bytes;
    if (sn_add_overflow(n_bytes, sizeof(sn_buf) + align - 1, &bytes))
        sn_out_of_memory(ctx, n_bytes);
    return bytes;
}

static sn_buf *buf_init(sn_ctx *ctx, void *block, size_t n_bytes, size_t align,
                        unsigned char **data)
{
    sn_buf *buf = block;
    uintptr_t at = ((uintptr_t)(buf + 1) + align - 1) & ~(uintptr_t)(align - 1);
    *data = (unsigned char *)block + (at - (uintptr_t)block);
    *buf = (sn_buf){.ctx = ctx, .data = *data, .n_bytes = n_bytes, .n_refs = 1};
    return buf;
}

sn_buf *sn_buf_create(sn_ctx *ctx, size_t n_bytes, unsigned char **data)
{
    if (n_bytes >= FILE_BYTES && sn_ctx_live_bytes(ctx) + n_bytes > ALL_BYTES &&
        sn_pages_bytes(ctx) >= LARGE_BYTES) {
        sn_mapping *m = sn_file_scratch(ctx, n_bytes, data);
        if (m) return sn_buf_of_mapping(ctx, m);
    }
    return buf_init(ctx, sn_alloc(ctx, block_bytes(ctx, n_bytes, BUF_ALIGN)), n_bytes, BUF_ALIGN,
                    data);
}

sn_buf *sn_buf_try_create(sn_ctx *ctx, size_t n_bytes, unsigned char **data)
{
    if (n_bytes > SIZE_MAX / 2) return NULL;
    const size_t align = n_bytes < SN_LARGE_PAGE ? BUF_ALIGN : SN_LARGE_PAGE;
    const size_t whole =
        (n_bytes + align - 1) / align * align; /* the last page is a large one, too */
    void *block = sn_try_alloc(ctx, block_bytes(ctx, whole, align));
    if (!block) return NULL;
    sn_buf *buf = buf_init(ctx, block, n_bytes, align, data);
    sn_ask_large_pages(*data, whole);
    return buf;
}

sn_buf *sn_buf_of_mapping(sn_ctx *ctx, sn_mapping *mapping)
{
    sn_buf *buf = sn_alloc(ctx, sizeof *buf);
    *buf = (sn_buf){.ctx = ctx,
                    .data = mapping->data,
                    .n_bytes = mapping->n_bytes,
                    .mapping = mapping,
                    .n_refs = 1};
    return buf;
}

const unsigned char *sn_buf_data(const sn_buf *buf) { return buf->data; }
size_t sn_buf_bytes(const sn_buf *buf) { return buf->n_bytes; }
bool sn_buf_is_of_file(const sn_buf *buf) { return buf->mapping && buf->mapping->path; }
void sn_buf_retain(sn_buf *buf) { buf->n_refs++; }

void sn_buf_release(sn_buf *buf)
{
    if (!buf || --buf->n_refs > 0) return;
    if (buf->mapping) sn_unmap_file(buf->ctx, buf->mapping);
    sn_free(buf->ctx, buf);
}

/* ---- tensors --------------------------------------------------------------------------------- */

/* A tensor knows its context, so that the last reference to go can free it. */
typedef struct tensor_box {
    sn_tensor t; /* first */
    sn_ctx *ctx;
} tensor_box;

static sn_tensor *tensor_new(sn_ctx *ctx, sn_type type, sn_coding coding, const sn_shape *shape)
{
    tensor_box *box = sn_alloc(ctx, sizeof *box);
    box->t.type = type;
    box->t.coding = coding;
    box->t.shape = *shape;
    box->t.n_refs = 1;
    box->ctx = ctx;
    return &box->t;
}

static const char *type_or_coding(sn_type type, sn_coding coding)
{
    return coding == SN_PLAIN ? sn_type_name(type) : sn_coding_name(coding);
}

/* Bytes of a tensor; SN_E_SHAPE where the shape has no fixed or no possible size. */
static sn_status stored_bytes(sn_ctx *ctx, sn_type type, sn_coding coding, const sn_shape *shape,
                              uint64_t *out)
{
    SN_CHECK(ctx, (unsigned)coding < SN_N_CODINGS && sn_type_bytes(type) > 0, SN_E_SHAPE,
             "a tensor of unknown type");
    SN_CHECK(ctx, sn_shape_known(shape), SN_E_SHAPE, "a tensor of unknown shape");
    int64_t count = sn_shape_count(shape);
    int64_t row = shape->rank > 0 ? shape->d[shape->rank - 1] : 1;
    bool fits = sn_coding_bytes(coding, type, count, row, out) && *out <= PTRDIFF_MAX;
    SN_CHECK(ctx, count >= 0 && fits, SN_E_SHAPE, "a tensor of %s is too large for memory",
             type_or_coding(type, coding));
    return SN_OK;
}

sn_status sn_tensor_create(sn_ctx *ctx, sn_type type, const sn_shape *shape, sn_tensor **out,
                           void **data)
{
    uint64_t n_bytes = 0;
    SN_TRY(stored_bytes(ctx, type, SN_PLAIN, shape, &n_bytes));
    unsigned char *bytes;
    sn_tensor *t = tensor_new(ctx, type, SN_PLAIN, shape);
    t->buf = sn_buf_create(ctx, (size_t)n_bytes, &bytes);
    t->n_bytes = n_bytes;
    *out = t;
    if (data) *data = bytes;
    return SN_OK;
}

sn_status sn_tensor_view(sn_ctx *ctx, sn_type type, sn_coding coding, const sn_shape *shape,
                         sn_buf *buf, uint64_t offset, sn_tensor **out)
{
    uint64_t n_bytes = 0;
    SN_TRY(stored_bytes(ctx, type, coding, shape, &n_bytes));
    bool decodes_to_f32 = coding == SN_CODED_F16 || coding == SN_CODED_TABLE256;
    SN_CHECK(ctx, !decodes_to_f32 || type == SN_TYPE_f32, SN_E_FORMAT,
             "elements coded as %s are f32, not %s", sn_coding_name(coding), sn_type_name(type));
    SN_CHECK(ctx, offset <= buf->n_bytes && n_bytes <= buf->n_bytes - offset, SN_E_FORMAT,
             "%llu bytes of %s at offset %llu expected, %zu bytes found in all",
             (unsigned long long)n_bytes, type_or_coding(type, coding), (unsigned long long)offset,
             buf->n_bytes);
    sn_tensor *t = tensor_new(ctx, type, coding, shape);
    sn_buf_retain(buf);
    t->buf = buf;
    t->offset = offset;
    t->n_bytes = n_bytes;
    *out = t;
    return SN_OK;
}

sn_tensor *sn_tensor_undefined(sn_ctx *ctx, sn_type type, const sn_shape *shape)
{
    return tensor_new(ctx, type, SN_PLAIN, shape);
}

/* Counting is not a change of the tensor. */
void sn_tensor_retain(const sn_tensor *t) { ((tensor_box *)t)->t.n_refs++; }

void sn_tensors_release(const sn_tensor **list, size_t n)
{
    for (size_t i = 0; list && i < n; i++) {
        sn_tensor_release(list[i]);
        list[i] = NULL;
    }
}

void sn_tensor_release(const sn_tensor *t)
{
    if (!t) return;
    tensor_box *box = (tensor_box *)t;
    if (--box->t.n_refs > 0) return;
    sn_buf_release(box->t.buf);
    sn_free(box->ctx, box);
}

int64_t sn_tensor_count(const sn_tensor *t) { return sn_shape_count(&t->shape); }
const void *sn_tensor_data(const sn_tensor *t) { return t->buf ? t->buf->data + t->offset : NULL; }

const float *sn_tensor_f32(const sn_tensor *t)
{
    assert(t->type == SN_TYPE_f32 && t->coding == SN_PLAIN);
    return sn_tensor_data(t);
}

const int32_t *sn_tensor_i32(const sn_tensor *t)
{
    assert(t->type == SN_TYPE_i32 && t->coding == SN_PLAIN);
    return sn_tensor_data(t);
}

const sn_tensor *sn_tensor_reshaped(sn_ctx *ctx, const sn_tensor *t, const sn_shape *shape)
{
    assert(sn_shape_count(shape) == sn_tensor_count(t));
    assert(codings[t->coding].bits == 0 || /* packed row by row */
           (shape->rank > 0 && t->shape.rank > 0 &&
            shape->d[shape->rank - 1] == t->shape.d[t->shape.rank - 1]));
    sn_tensor *r = tensor_new(ctx, t->type, t->coding, shape);
    if (t->buf) sn_buf_retain(t->buf);
    r->buf = t->buf;
    r->offset = t->offset;
    r->n_bytes = t->n_bytes;
    r->of_halves = t->of_halves;
    r->lead_bytes = t->lead_bytes;
    r->tail_bytes = t->tail_bytes;
    return r;
}

bool sn_tensor_same_bytes(const sn_tensor *a, const sn_tensor *b)
{
    if (a == b) return true;
    if (!a->buf || !b->buf) return false; /* nobody knows */
    if (a->type != b->type || a->coding != b->coding || !sn_shape_equal(&a->shape, &b->shape))
        return false;
    if (a->n_bytes != b->n_bytes) return false;
    return a->n_bytes == 0 || memcmp(sn_tensor_data(a), sn_tensor_data(b), (size_t)a->n_bytes) == 0;
}
