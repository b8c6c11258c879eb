/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements from one type or coding to another, rounded once: integers go to floats and back without
 * a detour over a type that cannot hold them, and f64 to half as in base/num.h. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/text.h"
#include "ir/tensor.h"

enum { TABLE_SIZE = 256 };

static bool is_bit_coding(sn_coding coding)
{
    return coding == SN_CODED_BITS4 || coding == SN_CODED_BITS6 || coding == SN_CODED_BITS8;
}

/* One element: of a float as `f`, of a signed integer as `i`, of an unsigned one (and bool) as `u`.
 */
typedef struct number {
    enum { FLOAT, SIGNED, UNSIGNED } kind;
    double f;
    int64_t i;
    uint64_t u;
} number;

/* Stored elements may stand at any address. */
#define LOAD(type, name)                                                                           \
    type name;                                                                                     \
    memcpy(&name, data + (size_t)i * sizeof name, sizeof name)

/* clang-format off */
static number of_float(double f) { return (number){ .kind = FLOAT, .f = f }; }
static number of_signed(int64_t i) { return (number){ .kind = SIGNED, .i = i }; }
static number of_unsigned(uint64_t u) { return (number){ .kind = UNSIGNED, .u = u }; }

static number load_plain(sn_type type, const unsigned char *data, int64_t i)
{
    switch (type) {
    case SN_TYPE_f64: { LOAD(double, v); return of_float(v); }
    case SN_TYPE_f32: { LOAD(float, v); return of_float((double)v); }
#define X(name, ctype, to_f32, of_f64) \
    case SN_TYPE_##name: { LOAD(ctype, v); return of_float((double)to_f32(v)); }
    SN_NARROW_MAP(X)
#undef X
#define X(name, ctype, least, most) \
    case SN_TYPE_##name: { \
        LOAD(ctype, v); \
        return (ctype)-1 < 1 ? of_signed((int64_t)v) : of_unsigned((uint64_t)v); \
    }
    SN_INT_TYPE_MAP(X)
#undef X
    case SN_TYPE_bool: { LOAD(uint8_t, v); return of_unsigned(v != 0); }
    case SN_TYPE_UNKNOWN:
    case SN_N_TYPES: break;
    }
    return of_float((double)NAN);
}
/* clang-format on */

static float load_table(const unsigned char *data, int64_t i)
{
    float v;
    unsigned index = data[TABLE_SIZE * sizeof v + (size_t)i];
    memcpy(&v, data + index * sizeof v, sizeof v);
    return v;
}

static number load(const sn_tensor *t, const unsigned char *data, int64_t i)
{
    if (t->coding == SN_CODED_TABLE256) return of_float((double)load_table(data, i));
    return load_plain(t->coding == SN_CODED_F16 ? SN_TYPE_f16 : t->type, data, i);
}

/* ---- storing --------------------------------------------------------------------------------- */

static double to_f64(number n)
{
    return n.kind == FLOAT ? n.f : n.kind == SIGNED ? (double)n.i : (double)n.u;
}

double sn_tensor_at(const sn_tensor *t, int64_t i)
{
    if (!t->buf || is_bit_coding(t->coding)) return (double)NAN;
    if (t->type == SN_TYPE_f32 && t->coding == SN_PLAIN) { /* nearly all are */
        float f;
        memcpy(&f, sn_tensor_data(t) + (size_t)i * sizeof f, sizeof f);
        return (double)f;
    }
    return to_f64(load(t, sn_tensor_data(t), i));
}

/* As to_f64, but an integer that does not fit 53 bits is rounded to odd. */
static double to_odd_f64(number n)
{
    if (n.kind == FLOAT) return n.f;
    return n.kind == SIGNED ? sn_i64_to_odd(n.i) : sn_u64_to_odd(n.u);
}

static float to_f32(number n)
{
    return n.kind == FLOAT ? (float)n.f : n.kind == SIGNED ? (float)n.i : (float)n.u;
}

static int64_t to_signed(number n, int64_t min, int64_t max)
{
    if (n.kind == UNSIGNED) return n.u > (uint64_t)max ? max : (int64_t)n.u;
    if (n.kind == SIGNED) return n.i < min ? min : n.i > max ? max : n.i;
    double v = nearbyint(n.f);
    if (isnan(v)) return 0;
    /* (double)max may be max + 1, which is not below it either way */
    return v <= (double)min ? min : v >= (double)max ? max : (int64_t)v;
}

static uint64_t to_unsigned(number n, uint64_t max)
{
    if (n.kind == SIGNED) return n.i < 0 ? 0 : (uint64_t)n.i > max ? max : (uint64_t)n.i;
    if (n.kind == UNSIGNED) return n.u > max ? max : n.u;
    double v = nearbyint(n.f);
    return isnan(v) || v <= 0 ? 0 : v >= (double)max ? max : (uint64_t)v;
}

static bool to_bool(number n)
{
    return n.kind == FLOAT ? n.f != 0 : n.kind == SIGNED ? n.i != 0 : n.u != 0;
}

static void store(sn_type type, void *data, int64_t i, number n)
{
    switch (type) {
    case SN_TYPE_f64:
        ((double *)data)[i] = to_f64(n);
        break;
    case SN_TYPE_f32:
        ((float *)data)[i] = to_f32(n);
        break;
#define X(name, ctype, to_f32, of_f64)                                                             \
    case SN_TYPE_##name:                                                                           \
        ((ctype *)data)[i] = of_f64(to_odd_f64(n));                                                \
        break;
        SN_NARROW_MAP(X)
#undef X
#define X(name, ctype, least, most)                                                                \
    case SN_TYPE_##name:                                                                           \
        ((ctype *)data)[i] = (ctype)-1 < 1                                                         \
                                 ? (ctype)to_signed(n, (int64_t)(least), (int64_t)(most))          \
                                 : (ctype)to_unsigned(n, (uint64_t)(most));                        \
        break;
        SN_INT_TYPE_MAP(X)
#undef X
    case SN_TYPE_bool:
        ((uint8_t *)data)[i] = to_bool(n);
        break;
    case SN_TYPE_UNKNOWN:
    case SN_N_TYPES:
        break;
    }
}

/* Weights are large and mostly become f32: without a detour over double. */
const sn_tensor *sn_tensor_scalar(sn_ctx *ctx, sn_type type, double value)
{
    const sn_shape shape = sn_shape_scalar();
    sn_tensor *t;
    void *data;
    if (sn_tensor_create(ctx, type, &shape, &t, &data) != SN_OK) return NULL;
    store(type, data, 0, of_float(value));
    return t;
}

sn_status sn_tensor_vector(sn_ctx *ctx, sn_type type, const double *values, int64_t n,
                           const sn_tensor **out)
{
    const sn_shape shape = SN_SHAPE(n);
    sn_tensor *t;
    void *data;
    SN_TRY(sn_tensor_create(ctx, type, &shape, &t, &data));
    for (int64_t i = 0; i < n; i++) store(type, data, i, of_float(values[i]));
    *out = t;
    return SN_OK;
}

/* ---- elements that stay what they are ----------------------------------------------------------
 */

static bool is_integer_of(double f, number n)
{
    if (floor(f) != f) return false;
    if (n.kind == SIGNED) return f >= -0x1p63 && f < 0x1p63 && (int64_t)f == n.i;
    return f >= 0 && f < 0x1p64 && (uint64_t)f == n.u;
}

/* Whether `to` is what became of `from`: an integer is that number, a float was rounded. */
static bool kept(number from, number to)
{
    if (from.kind == FLOAT && to.kind == FLOAT) return !isfinite(from.f) || isfinite(to.f);
    if (from.kind == FLOAT) return is_integer_of(from.f, to);
    if (to.kind == FLOAT) return is_integer_of(to.f, from);
    if (from.kind == SIGNED && to.kind == UNSIGNED) return from.i >= 0 && (uint64_t)from.i == to.u;
    if (from.kind == UNSIGNED && to.kind == SIGNED) return to.i >= 0 && (uint64_t)to.i == from.u;
    return from.kind == SIGNED ? from.i == to.i : from.u == to.u;
}

bool sn_element_convert(sn_type from, const void *data, sn_type to, void *out, int64_t i)
{
    const number n = load_plain(from, data, i);
    store(to, out, i, n);
    return kept(n, load_plain(to, out, i));
}

const char *sn_element_text(sn_arena *arena, sn_type type, const void *data, int64_t i)
{
    const number n = load_plain(type, data, i);
    if (n.kind == SIGNED) return sn_arena_printf(arena, "%" PRId64, n.i);
    if (n.kind == UNSIGNED) return sn_arena_printf(arena, "%" PRIu64, n.u);
    return sn_float_text(arena, n.f, type == SN_TYPE_f32);
}

/* ---- tensors --------------------------------------------------------------------------------- */

static void decode_f32(const sn_tensor *t, const unsigned char *data, int64_t count, float *out)
{
    if (t->coding == SN_CODED_TABLE256) {
        for (int64_t i = 0; i < count; i++) out[i] = load_table(data, i);
    } else if (t->coding == SN_CODED_F16 || t->type == SN_TYPE_f16) {
        for (int64_t i = 0; i < count; i++) {
            LOAD(uint16_t, v);
            out[i] = sn_f16_to_f32(v);
        }
    } else if (t->type == SN_TYPE_f64) {
        for (int64_t i = 0; i < count; i++) {
            LOAD(double, v);
            out[i] = (float)v;
        }
    } else {
        for (int64_t i = 0; i < count; i++) out[i] = to_f32(load_plain(t->type, data, i));
    }
}

static sn_status check_readable(sn_ctx *ctx, const sn_tensor *t)
{
    SN_CHECK(ctx, t->buf, SN_E_UNSUPPORTED, "the contents of a constant are not defined");
    SN_CHECK(ctx, !is_bit_coding(t->coding), SN_E_UNSUPPORTED,
             "elements coded as %s cannot be converted", sn_coding_name(t->coding));
    return SN_OK;
}

static const sn_tensor *retained(const sn_tensor *t)
{
    sn_tensor_retain(t);
    return t;
}

sn_status sn_tensor_convert(sn_ctx *ctx, const sn_tensor *t, sn_type type, const sn_tensor **out)
{
    SN_TRY(check_readable(ctx, t));
    const unsigned char *data = sn_tensor_data(t);
    bool same = t->coding == SN_PLAIN && t->type == type;
    size_t bytes = sn_type_bytes(type);
    if (same && (uintptr_t)data % bytes == 0) {
        *out = retained(t);
        return SN_OK;
    }
    sn_tensor *result;
    void *to;
    SN_TRY(sn_tensor_create(ctx, type, &t->shape, &result, &to));
    int64_t count = sn_tensor_count(t);
    if (same) {
        if (t->n_bytes) memcpy(to, data, (size_t)t->n_bytes);
    } else if (type == SN_TYPE_f32) {
        decode_f32(t, data, count, to);
    } else {
        for (int64_t i = 0; i < count; i++) store(type, to, i, load(t, data, i));
    }
    *out = result;
    return SN_OK;
}

/* ---- codings --------------------------------------------------------------------------------- */

/* "[1,0,2]": where element i stands. */
static void place_text(const sn_shape *shape, int64_t i, char *out, size_t n)
{
    int64_t index[SN_MAX_RANK] = {0};
    for (int k = shape->rank - 1; k >= 0; k--) {
        index[k] = i % shape->d[k];
        i /= shape->d[k];
    }
    size_t at = 0;
    out[0] = '\0';
    for (int k = 0; k < shape->rank && at < n; k++) {
        at += (size_t)snprintf(out + at, n - at, "%s%lld", k ? "," : "[", (long long)index[k]);
    }
    if (shape->rank && at < n) snprintf(out + at, n - at, "]");
}

static sn_status encode_f16(sn_ctx *ctx, const sn_tensor *plain, const sn_tensor **out)
{
    unsigned char *bytes;
    const float *v = sn_tensor_f32(plain);
    int64_t count = sn_tensor_count(plain);
    sn_buf *buf = sn_buf_create(ctx, (size_t)count * 2, &bytes);
    uint16_t *halves = (uint16_t *)(void *)bytes;
    for (int64_t i = 0; i < count; i++) {
        halves[i] = sn_f32_to_f16(v[i]);
        if (isfinite(v[i]) && (halves[i] & 0x7fff) == 0x7c00) {
            char place[256];
            place_text(&plain->shape, i, place, sizeof place);
            sn_buf_release(buf);
            return sn_fail(ctx, SN_E_UNSUPPORTED,
                           "%.9g at %s does not fit half precision, at most 65504 does",
                           (double)v[i], place[0] ? place : "the scalar");
        }
    }
    sn_tensor *result;
    sn_status s = sn_tensor_view(ctx, SN_TYPE_f32, SN_CODED_F16, &plain->shape, buf, 0, &result);
    sn_buf_release(buf);
    if (s == SN_OK) *out = result;
    return s;
}

sn_status sn_tensor_encode(sn_ctx *ctx, const sn_tensor *t, sn_coding coding, const sn_tensor **out)
{
    if (coding == t->coding) {
        *out = retained(t);
        return SN_OK;
    }
    if (coding == SN_PLAIN) return sn_tensor_convert(ctx, t, t->type, out);
    SN_CHECK(ctx, coding == SN_CODED_F16 && t->type == SN_TYPE_f32, SN_E_UNSUPPORTED,
             "%s elements cannot be coded as %s", sn_type_name(t->type), sn_coding_name(coding));
    const sn_tensor *plain;
    SN_TRY(sn_tensor_convert(ctx, t, SN_TYPE_f32, &plain));
    sn_status s = encode_f16(ctx, plain, out);
    sn_tensor_release(plain);
    return s;
}

bool sn_tensor_is_of_halves(const sn_tensor *t)
{
    return t->coding == SN_CODED_F16 || t->of_halves;
}

static bool are_halves(const float *v, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        if (sn_f16_to_f32(sn_f32_to_f16(v[i])) != v[i]) return false;
    }
    return true;
}

sn_status sn_tensor_settle(sn_ctx *ctx, const sn_tensor *plain, bool of_halves,
                           const sn_tensor **out)
{
    *out = plain;
    ((sn_tensor *)plain)->of_halves = of_halves;
    if (!of_halves || !are_halves(sn_tensor_f32(plain), sn_tensor_count(plain))) return SN_OK;
    sn_status status = encode_f16(ctx, plain, out);
    sn_tensor_release(plain);
    return status;
}

/* ---- what they hold -------------------------------------------------------------------------- */

/* Of f32: without their sign, floats have the order of their bits, and what is not a
 * number comes last. */
static double largest_single(const float *v, int64_t n, double end, bool with)
{
    const float end_single = (float)end;
    int32_t last, largest = 0;
    float is;
    memcpy(&last, &end_single, sizeof last);
    if (!with) last--;
    for (int64_t i = 0; i < n; i++) {
        int32_t bits;
        memcpy(&bits, &v[i], sizeof bits);
        bits &= INT32_MAX;
        bits = bits <= last ? bits : 0;
        largest = bits > largest ? bits : largest;
    }
    memcpy(&is, &largest, sizeof is);
    return (double)is;
}

static double largest_upto(const sn_tensor *t, double end, bool with)
{
    double largest = 0;
    if (!t) return largest;
    const sn_numbers all = sn_numbers_of(t);
    if (all.plain) return largest_single(all.plain, sn_tensor_count(t), end, with);
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) {
        const double x = fabs(sn_number(&all, i));
        if (x > largest && (x < end || (with && x == end))) largest = x;
    }
    return largest;
}

double sn_largest_below(const float *v, int64_t n, double end)
{
    return largest_single(v, n, end, false);
}

bool sn_tensor_is_uniform(const sn_tensor *t, double *is)
{
    const int64_t n = sn_tensor_count(t);
    if (!t->buf || n == 0) return false;
    const sn_numbers all = sn_numbers_of(t);
    *is = sn_number(&all, 0);
    for (int64_t i = 1; i < n; i++) {
        if (sn_number(&all, i) != *is) return false;
    }
    return !isnan(*is);
}

double sn_tensor_largest(const sn_tensor *t) { return largest_upto(t, INFINITY, true); }

double sn_tensor_largest_finite(const sn_tensor *t)
{
    return t ? largest_upto(t, sn_type_largest(t->type), false) : 0;
}
