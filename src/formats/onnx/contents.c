/* SPDX-License-Identifier: Apache-2.0
 *
 * From TensorProto to tensors. A file beside the model is named by a relative path that may not
 * leave the model's folder, by no link either. */
#include "formats/onnx/contents.h"

#include "base/map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    sn_type type;
    const char *name;
} types[] = {{SN_TYPE_UNKNOWN, "undefined"},
             {SN_TYPE_f32, "float"},
             {SN_TYPE_u8, "uint8"},
             {SN_TYPE_i8, "int8"},
             {SN_TYPE_u16, "uint16"},
             {SN_TYPE_i16, "int16"},
             {SN_TYPE_i32, "int32"},
             {SN_TYPE_i64, "int64"},
             {SN_TYPE_UNKNOWN, "string"},
             {SN_TYPE_bool, "bool"},
             {SN_TYPE_f16, "float16"},
             {SN_TYPE_f64, "double"},
             {SN_TYPE_u32, "uint32"},
             {SN_TYPE_u64, "uint64"},
             {SN_TYPE_UNKNOWN, "complex64"},
             {SN_TYPE_UNKNOWN, "complex128"},
             {SN_TYPE_bf16, "bfloat16"},
             {SN_TYPE_f8e4m3fn, "float8e4m3fn"},
             {SN_TYPE_f8e4m3fnuz, "float8e4m3fnuz"},
             {SN_TYPE_f8e5m2, "float8e5m2"},
             {SN_TYPE_f8e5m2fnuz, "float8e5m2fnuz"},
             {SN_TYPE_u4, "uint4"},
             {SN_TYPE_i4, "int4"},
             {SN_TYPE_f4e2m1, "float4e2m1"},
             {SN_TYPE_f8e8m0, "float8e8m0"},
             {SN_TYPE_u2, "uint2"},
             {SN_TYPE_i2, "int2"}};
enum { N_TYPES = sizeof types / sizeof *types };

sn_type sn_onnx_type_of(int64_t data_type)
{
    return data_type > 0 && data_type < N_TYPES ? types[data_type].type : SN_TYPE_UNKNOWN;
}

int64_t sn_onnx_data_type_of(sn_type type)
{
    for (int i = 1; i < N_TYPES; i++)
        if (types[i].type == type) return i;
    return 0;
}

const char *sn_onnx_data_type_name(int64_t data_type)
{
    return data_type >= 0 && data_type < N_TYPES ? types[data_type].name : "of an unknown type";
}

/* Elements of that type in a byte, the first in its lowest bits; 1: no more. */
static unsigned in_a_byte(sn_type type)
{
    return sn_type_bits(type) < 8 ? 8 / sn_type_bits(type) : 1;
}

sn_text sn_onnx_stored(sn_arena *arena, const sn_tensor *t)
{
    const unsigned each = in_a_byte(t->type), bits = sn_type_bits(t->type);
    const unsigned char *v = sn_tensor_data(t);
    const size_t count = (size_t)t->n_bytes;
    if (each == 1) return (sn_text){(const char *)v, count};
    const size_t n = (count + each - 1) / each;
    unsigned char *packed = SN_NEW_N(arena, unsigned char, n);
    for (size_t i = 0; i < count; i++)
        packed[i / each] |= (unsigned char)((v[i] & ((1u << bits) - 1)) << (i % each * bits));
    return (sn_text){(const char *)packed, n};
}

void sn_onnx_files_close(sn_onnx_files *files)
{
    for (size_t i = 0; i < files->mapped.n; i++) sn_buf_release(files->mapped.v[i]);
    files->mapped.n = 0;
    if (files->model) sn_buf_release(files->model);
    files->model = NULL;
}

/* ---- what every way has in common ------------------------------------------------------------ */

typedef struct reader {
    sn_onnx_files *files;
    sn_ctx *ctx;
    sn_onnx_tensor t;
    sn_type type;
    sn_shape shape;
    uint64_t count, n_bytes; /* as they are stored */
    unsigned each;           /* elements in a byte */
} reader;

static const char *who(const reader *r)
{
    return sn_arena_printf(r->files->reading.arena, "%s: tensor '%s'", r->files->reading.path,
                           sn_escape(r->files->reading.arena, r->t.name));
}

static sn_status prepare(reader *r)
{
    r->type = sn_onnx_type_of(r->t.type);
    if (r->type == SN_TYPE_UNKNOWN)
        return sn_fail(r->ctx, SN_E_UNSUPPORTED, "%s: elements are %s, which sinter does not have",
                       who(r), sn_onnx_data_type_name(r->t.type));
    SN_CHECK(r->ctx, r->t.dims.n <= SN_MAX_RANK, SN_E_UNSUPPORTED, "%s: %zu axes, %d at most",
             who(r), r->t.dims.n, SN_MAX_RANK);
    r->shape.rank = (int8_t)r->t.dims.n;
    for (int i = 0; i < r->shape.rank; i++) {
        const int64_t d = r->t.dims.v[i];
        SN_CHECK(r->ctx, d >= 0, SN_E_FORMAT, "%s: size %lld of axis %d, at least 0 expected",
                 who(r), (long long)d, i);
        r->shape.d[i] = d;
    }
    const int64_t n = sn_shape_count(&r->shape);
    uint64_t bytes;
    if (n < 0 || !sn_coding_bytes(SN_PLAIN, r->type, n, 1, &bytes))
        return sn_fail(r->ctx, SN_E_FORMAT, "%s: more elements than can be counted", who(r));
    r->count = (uint64_t)n;
    r->each = in_a_byte(r->type);
    r->n_bytes = (bytes + r->each - 1) / r->each;
    return SN_OK;
}

static sn_status wrong_size(const reader *r, const char *what, uint64_t found)
{
    return sn_fail(r->ctx, SN_E_FORMAT, "%s: found %llu bytes of %s, expected %llu", who(r),
                   (unsigned long long)found, what, (unsigned long long)r->n_bytes);
}

static bool are_bools(const unsigned char *s, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        if (s[i] > 1) return false;
    return true;
}

/* An element of several in a byte. */
static unsigned char part_of(const reader *r, unsigned char byte, unsigned k)
{
    const unsigned bits = sn_type_bits(r->type), v = byte >> (bits * k) & ((1u << bits) - 1);
    const bool minus = sn_type_is_signed(r->type) && v >> (bits - 1);
    return (unsigned char)(minus ? v | ~0u << bits : v);
}

static sn_status copy_of(const reader *r, const unsigned char *s, sn_tensor **out)
{
    sn_tensor *t;
    void *data;
    SN_TRY(sn_tensor_create(r->ctx, r->type, &r->shape, &t, &data));
    for (uint64_t i = 0; r->each > 1 && i < r->count; i++)
        ((unsigned char *)data)[i] = part_of(r, s[i / r->each], (unsigned)(i % r->each));
    if (r->n_bytes && r->each == 1) memcpy(data, s, r->n_bytes);
    for (uint64_t i = 0; r->type == SN_TYPE_bool && i < r->n_bytes; i++)
        ((unsigned char *)data)[i] = ((unsigned char *)data)[i] != 0;
    *out = t;
    return SN_OK;
}

/* Elements that lie in a buffer, from `offset` on. */
static sn_status of_buffer(const reader *r, sn_buf *buf, uint64_t offset, sn_tensor **out)
{
    if (r->n_bytes == 0) return copy_of(r, NULL, out);
    const unsigned char *s = sn_buf_data(buf) + offset;
    const bool fits = (uintptr_t)s % sn_type_bytes(r->type) == 0;
    if (!fits || r->each > 1 || (r->type == SN_TYPE_bool && !are_bools(s, r->n_bytes)))
        return copy_of(r, s, out);
    sn_tensor *t;
    SN_TRY(sn_tensor_view(r->ctx, r->type, SN_PLAIN, &r->shape, buf, offset, &t));
    *out = t;
    return SN_OK;
}

/* ---- a file beside the model ----------------------------------------------------------------- */

static bool leaves_folder(const char *path)
{
    if (*path == '/' || strchr(path, '\\')) return true;
    for (const char *s = path; *s;) {
        const size_t n = strcspn(s, "/");
        if (n == 2 && strncmp(s, "..", 2) == 0) return true;
        s += n;
        if (*s) s++;
    }
    return *path == 0;
}

static bool is_inside(const char *folder, const char *path)
{
    char *base = realpath(*folder ? folder : ".", NULL), *real = realpath(path, NULL);
    const size_t n = base ? strlen(base) : 0;
    const bool inside = base && real && strncmp(base, real, n) == 0 &&
                        (real[n] == '/' || (n == 1 && base[0] == '/'));
    free(base);
    free(real);
    return inside;
}

typedef struct place {
    const char *path;
    uint64_t offset, n_bytes;
    bool has_length;
} place;

static sn_status read_number(const reader *r, const char *key, const char *text, uint64_t *out)
{
    char *end;
    errno = 0;
    const unsigned long long v = strtoull(text, &end, 10);
    if (errno || end == text || *end || *text == '-' || *text == '+' || *text == ' ')
        return sn_fail(r->ctx, SN_E_FORMAT, "%s: %s of external data is '%s', a number expected",
                       who(r), key, sn_escape(r->files->reading.arena, text));
    *out = v;
    return SN_OK;
}

static sn_status read_place(const reader *r, place *out)
{
    *out = (place){0};
    for (size_t i = 0; i < r->t.external.n; i++) {
        const char *key, *value;
        SN_TRY(sn_onnx_read_entry(&r->files->reading, r->t.external.v[i], &key, &value));
        if (strcmp(key, "location") == 0) {
            out->path = value;
        } else if (strcmp(key, "offset") == 0) {
            SN_TRY(read_number(r, key, value, &out->offset));
        } else if (strcmp(key, "length") == 0) {
            SN_TRY(read_number(r, key, value, &out->n_bytes));
            out->has_length = true;
        }
    }
    SN_CHECK(r->ctx, out->path, SN_E_FORMAT, "%s: external data without a location", who(r));
    SN_CHECK(r->ctx, !leaves_folder(out->path), SN_E_FORMAT,
             "%s: external data in '%s', a path inside the folder of the model expected", who(r),
             sn_escape(r->files->reading.arena, out->path));
    return SN_OK;
}

static sn_status map_other(const reader *r, const char *name, sn_buf **out)
{
    sn_onnx_files *f = r->files;
    if (!f->others) f->others = sn_map_create(f->reading.arena);
    *out = sn_map_get(f->others, name);
    if (*out || sn_map_has(f->others, name)) return SN_OK;
    const char *path =
        *f->folder ? sn_arena_printf(f->reading.arena, "%s/%s", f->folder, name) : name;
    sn_mapping *m;
    SN_TRY(sn_file_map(r->ctx, path, &m));
    if (!is_inside(f->folder, path)) {
        sn_unmap_file(r->ctx, m);
        return sn_fail(r->ctx, SN_E_FORMAT,
                       "%s: external data in '%s', which leads out of the folder of the model",
                       who(r), sn_escape(f->reading.arena, name));
    }
    if (m->n_bytes) {
        *out = sn_buf_of_mapping(r->ctx, m);
        if (!f->mapped.arena) f->mapped.arena = f->reading.arena;
        SN_PUSH(f->mapped, *out);
    } else {
        sn_unmap_file(r->ctx, m);
    }
    sn_map_put(f->others, name, *out);
    return SN_OK;
}

static sn_status of_file(const reader *r, sn_tensor **out)
{
    place at;
    sn_buf *buf;
    SN_TRY(read_place(r, &at));
    if (at.has_length && at.n_bytes != r->n_bytes)
        return wrong_size(r, "external data", at.n_bytes);
    SN_TRY(map_other(r, at.path, &buf));
    const uint64_t there = buf ? sn_buf_bytes(buf) : 0;
    if (at.offset > there || there - at.offset < r->n_bytes)
        return sn_fail(r->ctx, SN_E_FORMAT,
                       "%s: %llu bytes from byte %llu of '%s' on, which has %llu", who(r),
                       (unsigned long long)r->n_bytes, (unsigned long long)at.offset,
                       sn_escape(r->files->reading.arena, at.path), (unsigned long long)there);
    return of_buffer(r, buf, at.offset, out);
}

/* ---- fields of the type ---------------------------------------------------------------------- */

/* Field number and form that elements of the type have: TensorProto's table. */
static void typed_field(sn_type type, uint32_t *number, sn_wire_form *form)
{
    *form = SN_WIRE_VARINT;
    switch (type) {
    case SN_TYPE_f32:
        *number = 4, *form = SN_WIRE_32;
        return;
    case SN_TYPE_f64:
        *number = 10, *form = SN_WIRE_64;
        return;
    case SN_TYPE_i64:
        *number = 7;
        return;
    case SN_TYPE_u32:
    case SN_TYPE_u64:
        *number = 11;
        return;
    default:
        *number = 5;
        return;
    }
}

static void put(const reader *r, void *data, uint64_t i, uint64_t v)
{
    const size_t n = sn_type_bytes(r->type);
    if (r->type == SN_TYPE_bool) v = v != 0;
    if (r->each > 1) { /* a byte of several */
        for (unsigned k = 0; k < r->each && i * r->each + k < r->count; k++)
            ((unsigned char *)data)[i * r->each + k] = part_of(r, (unsigned char)v, k);
        return;
    }
    unsigned char *at = (unsigned char *)data + i * n;
    switch (n) {
    case 1:
        *at = (unsigned char)v;
        return;
    case 2:
        memcpy(at, &(uint16_t){(uint16_t)v}, 2);
        return;
    case 4:
        memcpy(at, &(uint32_t){(uint32_t)v}, 4);
        return;
    default:
        memcpy(at, &v, 8);
        return;
    }
}

static bool next_element(sn_text *left, sn_wire_form form, uint64_t *out)
{
    const size_t n = form == SN_WIRE_32 ? 4 : 8;
    if (form == SN_WIRE_VARINT) return sn_wire_varint(left, out);
    if (left->n < n) return false;
    *out = 0;
    for (size_t i = 0; i < n; i++) *out |= (uint64_t)(unsigned char)left->s[i] << (8 * i);
    *left = (sn_text){left->s + n, left->n - n};
    return true;
}

/* Elements, or bytes of several. */
static uint64_t stored(const reader *r) { return r->each > 1 ? r->n_bytes : r->count; }

/* Calls `put` for each element that there is room for; *found counts all. */
static sn_status each_element(const reader *r, void *data, uint64_t *found)
{
    uint32_t number;
    sn_wire_form form;
    typed_field(r->type, &number, &form);
    *found = 0;
    for (size_t i = 0; i < r->t.data.n; i++) {
        const sn_wire_field *f = &r->t.data.v[i];
        uint64_t v = f->value;
        if (f->number != number) continue;
        if (f->form != SN_WIRE_BYTES) {
            if (f->form != form)
                return sn_fail(r->ctx, SN_E_FORMAT, "%s: an element of another form", who(r));
            if (data && *found < stored(r)) put(r, data, *found, v);
            ++*found;
            continue;
        }
        for (sn_text left = f->bytes; left.n > 0; ++*found) {
            if (!next_element(&left, form, &v))
                return sn_fail(r->ctx, SN_E_FORMAT, "%s: its elements are cut off", who(r));
            if (data && *found < stored(r)) put(r, data, *found, v);
        }
    }
    return SN_OK;
}

static sn_status of_fields(const reader *r, sn_tensor **out)
{
    sn_tensor *t;
    void *data;
    uint64_t found;
    SN_TRY(each_element(r, NULL, &found));
    if (found != stored(r))
        return sn_fail(r->ctx, SN_E_FORMAT, "%s: found %llu %s, expected %llu", who(r),
                       (unsigned long long)found, r->each > 1 ? "bytes" : "elements",
                       (unsigned long long)stored(r));
    SN_TRY(sn_tensor_create(r->ctx, r->type, &r->shape, &t, &data));
    *out = t;
    return each_element(r, data, &found);
}

static sn_status elements_of(reader *r, sn_tensor **out)
{
    sn_onnx_files *files = r->files;
    SN_TRY(prepare(r));
    if (r->t.is_external && files->model) return of_file(r, out);
    if (!r->t.is_raw) return of_fields(r, out);
    if (r->t.raw.n != r->n_bytes) return wrong_size(r, "data", r->t.raw.n);
    if (!files->model) return copy_of(r, (const unsigned char *)r->t.raw.s, out);
    return of_buffer(r, files->model, (uint64_t)(r->t.raw.s - files->reading.base), out);
}

sn_status sn_onnx_contents(sn_onnx_files *files, sn_text proto, const char **name,
                           const sn_tensor **out)
{
    reader r = {.files = files, .ctx = files->reading.ctx};
    SN_TRY(sn_onnx_read_tensor(&files->reading, proto, &r.t));
    *name = r.t.name;
    const sn_tensor *known = files->known ? sn_map_get_u64(files->known, (uintptr_t)proto.s) : NULL;
    if (known) {
        sn_tensor_retain(known);
        *out = known;
        return SN_OK;
    }
    sn_tensor *t;
    SN_TRY(elements_of(&r, &t));
    if (files->model) t->record = proto;
    *out = t;
    return SN_OK;
}

/* ---- sparse tensors -------------------------------------------------------------------------- */

typedef struct sparse {
    const sn_tensor *values, *indices;
    sn_shape shape;
    const char *name;
} sparse;

static sn_status read_sparse(sn_onnx_files *files, sn_text proto, sparse *s)
{
    const sn_onnx_reading *r = &files->reading;
    sn_wire w = sn_wire_of(proto);
    sn_wire_field f;
    const char *ignored;
    while (sn_wire_next(&w, &f)) {
        const bool is_value = f.number == 1 && f.form == SN_WIRE_BYTES && !s->values;
        const bool is_index = f.number == 2 && f.form == SN_WIRE_BYTES && !s->indices;
        if (is_value) SN_TRY(sn_onnx_contents(files, f.bytes, &s->name, &s->values));
        if (is_index) SN_TRY(sn_onnx_contents(files, f.bytes, &ignored, &s->indices));
        if (f.number != 3) continue;
        sn_text left = f.form == SN_WIRE_BYTES ? f.bytes : (sn_text){NULL, 0};
        uint64_t v = f.value;
        for (bool more = f.form == SN_WIRE_VARINT || sn_wire_varint(&left, &v); more;
             more = left.n > 0 && sn_wire_varint(&left, &v)) {
            SN_CHECK(r->ctx, s->shape.rank < SN_MAX_RANK, SN_E_UNSUPPORTED,
                     "%s: a sparse tensor has more than %d axes", r->path, SN_MAX_RANK);
            SN_CHECK(r->ctx, v <= INT64_MAX, SN_E_FORMAT, "%s: a sparse tensor has size %lld",
                     r->path, (long long)v);
            s->shape.d[s->shape.rank++] = (sn_dim)v;
        }
    }
    SN_CHECK(r->ctx, !w.wrong && s->values && s->indices, SN_E_FORMAT,
             "%s: a sparse tensor without values or indices", r->path);
    return SN_OK;
}

/* Element `row` of the indices: a place among all elements, or one for each axis. */
static int64_t place_of(const sparse *s, int64_t row)
{
    const int64_t *v = sn_tensor_data(s->indices);
    if (s->indices->shape.rank == 1) return v[row];
    int64_t at = 0;
    for (int i = 0; i < s->shape.rank; i++) {
        const int64_t k = v[row * s->shape.rank + i];
        if (k < 0 || k >= s->shape.d[i]) return -1;
        at = at * s->shape.d[i] + k;
    }
    return at;
}

static sn_status fill_sparse(sn_onnx_files *files, const sparse *s, const sn_tensor **out)
{
    const sn_onnx_reading *r = &files->reading;
    const int64_t n = sn_tensor_count(s->values), count = sn_shape_count(&s->shape);
    const sn_shape *ix = &s->indices->shape;
    const bool fits = s->indices->type == SN_TYPE_i64 && s->values->shape.rank == 1 &&
                      ((ix->rank == 1 && ix->d[0] == n) ||
                       (ix->rank == 2 && ix->d[0] == n && ix->d[1] == s->shape.rank));
    SN_CHECK(r->ctx, fits, SN_E_FORMAT, "%s: sparse tensor '%s': its indices do not fit its values",
             r->path, sn_escape(r->arena, s->name));
    sn_tensor *t;
    void *data;
    SN_TRY(sn_tensor_create(r->ctx, s->values->type, &s->shape, &t, &data));
    const size_t bytes = sn_type_bytes(s->values->type);
    for (int64_t i = 0; i < n; i++) {
        const int64_t at = place_of(s, i);
        if (at < 0 || at >= count) {
            sn_tensor_release(t);
            return sn_fail(r->ctx, SN_E_FORMAT, "%s: sparse tensor '%s': an index is out of range",
                           r->path, sn_escape(r->arena, s->name));
        }
        memcpy((char *)data + (size_t)at * bytes,
               (const char *)sn_tensor_data(s->values) + (size_t)i * bytes, bytes);
    }
    *out = t;
    return SN_OK;
}

sn_status sn_onnx_sparse_contents(sn_onnx_files *files, sn_text proto, const char **name,
                                  const sn_tensor **out)
{
    sparse s = {.name = ""};
    sn_status status = read_sparse(files, proto, &s);
    if (status == SN_OK) status = fill_sparse(files, &s, out);
    sn_tensor_release(s.values);
    sn_tensor_release(s.indices);
    *name = s.name;
    return status;
}
