/* SPDX-License-Identifier: Apache-2.0
 *
 * Contents of constants in the text form, written and read. What is written reads back as the same
 * bytes: floats in their shortest form, codings that have no plain elements as hex, and so are
 * floats with a NaN that `nan` does not stand for: formats keep integers in f32, and -1 is such a
 * NaN. */
#include "ir/ir_text_inner.h"

#include <math.h>
#include <string.h>

#include "base/num.h"

/* ---- printing -------------------------------------------------------------------------------- */

enum { ZEROS_FROM = 9 }; /* elements from which on `zeros` is easier to read than a list */

bool sn_text_all_zero(const sn_tensor *t)
{
    const unsigned char *bytes = sn_tensor_data(t);
    for (uint64_t i = 0; i < t->n_bytes; i++) {
        if (bytes[i]) return false;
    }
    return true;
}

static void print_hex(const sn_tensor *t, sn_str *out)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *bytes = sn_tensor_data(t);
    sn_str_add(out, "hex \"");
    for (uint64_t i = 0; i < t->n_bytes; i++) {
        char two[2] = {digits[bytes[i] >> 4], digits[bytes[i] & 15]};
        sn_str_addn(out, two, 2);
    }
    sn_str_add(out, "\"");
}

/* Whether some NaN is another than the one that `nan` reads as. */
static bool has_odd_nan(const sn_tensor *t)
{
    const unsigned char *bytes = sn_tensor_data(t);
    sn_small_float small;
    if (sn_type_is_small_float(t->type, &small)) {
        const uint8_t usual = sn_small_of_f64(small, (double)NAN, true, SN_SMALL_NEAREST);
        for (uint64_t i = 0; i < t->n_bytes; i++)
            if (isnan(sn_small_to_f32(small, bytes[i])) && bytes[i] != usual) return true;
        return false;
    }
    size_t width = t->coding == SN_CODED_F16 ? 2 : sn_type_bytes(t->type);
    bool is_half = t->coding == SN_CODED_F16 || t->type == SN_TYPE_f16;
    uint64_t infinite = width == 8   ? 0x7ff0000000000000u
                        : width == 4 ? 0x7f800000u
                        : is_half    ? 0x7c00u
                                     : 0x7f80u;
    uint64_t quiet = infinite >> 1 & ~infinite;
    uint64_t sign = 1ull << (8 * width - 1);
    for (uint64_t at = 0; at < t->n_bytes; at += width) {
        uint64_t v = 0;
        for (size_t k = 0; k < width; k++) v |= (uint64_t)bytes[at + k] << 8 * k;
        if ((v & ~sign) > infinite && v != (infinite | quiet)) return true;
    }
    return false;
}

static void print_elements(const sn_tensor *t, sn_str *out)
{
    sn_arena *scratch = sn_arena_create(sn_arena_ctx(out->arena));
    int64_t count = sn_tensor_count(t);
    bool is_float = sn_type_is_float(t->type);
    sn_str_add(out, "[");
    for (int64_t i = 0; i < count; i++) {
        sn_arena_mark mark = sn_arena_save(scratch);
        if (i) sn_str_add(out, ",");
        if (is_float)
            sn_str_add(out, sn_float_text(scratch, sn_tensor_at(t, i), t->type != SN_TYPE_f64));
        else
            sn_str_add(out, sn_element_text(scratch, t->type, sn_tensor_data(t), i));
        sn_arena_restore(scratch, mark);
    }
    sn_str_add(out, "]");
    sn_arena_destroy(scratch);
}

void sn_text_print_contents(const sn_tensor *t, sn_str *out)
{
    bool listed = t->coding == SN_PLAIN || t->coding == SN_CODED_F16;
    if (listed && t->buf && sn_type_is_float(t->type)) listed = !has_odd_nan(t);
    if (!t->buf)
        sn_str_add(out, "undefined");
    else if (sn_tensor_count(t) >= ZEROS_FROM && sn_text_all_zero(t))
        sn_str_add(out, "zeros");
    else if (listed)
        print_elements(t, out);
    else
        print_hex(t, out);
}

/* ---- elements -------------------------------------------------------------------------------- */

static sn_status does_not_fit(sn_text_parser *p, const char *at, sn_type type)
{
    const char *found = sn_lex_found(p->arena, at);
    return sn_text_fail(p, at, "%s found, which does not fit %s", found, sn_type_name(type));
}

/* Stores a value as a float type; false when a finite value becomes infinite, or one that there is
 * not. */
static bool store_float(sn_type type, double value, unsigned char *to)
{
    const float f = (float)value;
    sn_small_float small;
    if (sn_type_is_small_float(type, &small)) {
        *to = sn_small_of_f64(small, (double)f, false, SN_SMALL_NEAREST);
        const float is = sn_small_to_f32(small, *to);
        return isnan(is) == isnan(value) && isinf(is) == isinf(value);
    }
    switch (type) {
#define X(name, ctype, to_f32, of_f64)                                                             \
    case SN_TYPE_##name: {                                                                         \
        const ctype bits = of_f64((double)f);                                                      \
        memcpy(to, &bits, sizeof bits);                                                            \
        return isinf(to_f32(bits)) == isinf(value);                                                \
    }
        SN_NARROW_MAP(X)
#undef X
    case SN_TYPE_f32:
        memcpy(to, &f, sizeof f);
        return isinf(f) == isinf(value);
    default:
        memcpy(to, &value, sizeof value);
        return true;
    }
}

static sn_status parse_float(sn_text_parser *p, sn_type type, unsigned char *to)
{
    const char *start = p->at;
    double value;
    if (!sn_lex_float(&p->at, type != SN_TYPE_f64, &value)) return sn_text_expected(p, "a number");
    bool infinite = start[*start == '-' || *start == '+'] == 'i';
    if (isinf(value) && !infinite) return does_not_fit(p, start, type);
    return store_float(type, value, to) ? SN_OK : does_not_fit(p, start, type);
}

static uint64_t most_of(sn_type type)
{
    const unsigned bits = sn_type_bits(type);
    return type == SN_TYPE_bool ? 1 : UINT64_MAX >> (64 - bits + sn_type_is_signed(type));
}

static sn_status parse_integer(sn_text_parser *p, sn_type type, unsigned char *to)
{
    const char *start = p->at;
    unsigned bits = 8 * (unsigned)sn_type_bytes(type);
    const uint64_t most = most_of(type);
    bool minus = *p->at == '-';
    uint64_t v;
    p->at += minus;
    if (*p->at < '0' || *p->at > '9') {
        p->at = start;
        return sn_text_expected(p, "an integer");
    }
    if (!sn_lex_u64(&p->at, &v) || v > most + (minus && sn_type_is_signed(type)) ||
        (minus && v && !sn_type_is_signed(type))) {
        return does_not_fit(p, start, type);
    }
    if (*p->at == '.' || sn_lex_starts_name(p->at)) {
        p->at = start;
        return sn_text_expected(p, "an integer");
    }
    if (minus) v = 0 - v;
    /* The lowest bytes of v, in the host's order. */
    union {
        uint64_t u64;
        uint32_t u32;
        uint16_t u16;
        uint8_t u8;
    } as = {.u64 = v};
    if (bits == 32)
        as.u32 = (uint32_t)v;
    else if (bits == 16)
        as.u16 = (uint16_t)v;
    else if (bits == 8)
        as.u8 = (uint8_t)v;
    memcpy(to, &as, bits / 8);
    return SN_OK;
}

static sn_status parse_elements(sn_text_parser *p, sn_type type, int64_t count, unsigned char *to)
{
    size_t each = sn_type_bytes(type);
    bool is_float = sn_type_is_float(type);
    p->in_brackets = true;
    for (int64_t i = 0; i < count; i++) {
        if (i && !sn_text_take(p, ',')) {
            sn_text_skip(p);
            if (*p->at != ']') return sn_text_expected(p, "',' or ']'");
            return sn_text_fail(p, p->at, "%lld values found, %lld expected by the shape",
                                (long long)i, (long long)count);
        }
        sn_text_skip(p);
        SN_TRY(is_float ? parse_float(p, type, to) : parse_integer(p, type, to));
        to += each;
    }
    if (sn_text_take(p, ']')) {
        p->in_brackets = false;
        return SN_OK;
    }
    if (*p->at == ',') {
        return sn_text_fail(p, p->at, "more values found than the %lld that the shape needs",
                            (long long)count);
    }
    return sn_text_expected(p, "']'");
}

/* Standard normal, or integers in [0, 10). Only plain tensors. */
static void fill_seeded(sn_type type, int64_t count, uint64_t seed, unsigned char *to)
{
    sn_rng rng = sn_rng_of(seed);
    size_t each = sn_type_bytes(type);
    for (int64_t i = 0; i < count; i++, to += each) {
        if (sn_type_is_float(type)) {
            (void)store_float(type, (double)(float)sn_rng_normal(&rng), to);
            continue;
        }
        int64_t v = sn_rng_range(&rng, 0, most_of(type) < 9 ? (int64_t)most_of(type) : 9);
        int32_t v32 = (int32_t)v;
        int16_t v16 = (int16_t)v;
        uint8_t v8 = (uint8_t)v;
        memcpy(to,
               each == 8   ? (void *)&v
               : each == 4 ? (void *)&v32
               : each == 2 ? (void *)&v16
                           : (void *)&v8,
               each);
    }
}

/* ---- contents -------------------------------------------------------------------------------- */

/* Status `s` of a call that knows no place, with the place put before its message. */
static sn_status placed(sn_text_parser *p, const char *at, sn_status s)
{
    if (s == SN_OK) return s;
    sn_status failed = sn_text_fail(p, at, "%s", sn_arena_strdup(p->arena, sn_ctx_error(p->ctx)));
    return s == SN_E_IO || s == SN_E_UNSUPPORTED ? s : failed;
}

static sn_status parse_hex(sn_text_parser *p, unsigned char *bytes, uint64_t n)
{
    sn_text_skip(p);
    if (*p->at != '"') return sn_text_expected(p, "hex digits in quotes");
    p->at++;
    for (uint64_t i = 0; i < 2 * n; i++, p->at++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = *p->at ? strchr(digits, *p->at) : NULL;
        if (*p->at == '"') {
            return sn_text_fail(p, p->at, "%llu hex digits found, %llu expected",
                                (unsigned long long)i, (unsigned long long)(2 * n));
        }
        if (!digit) return sn_text_expected(p, "a hex digit (0-9a-f)");
        bytes[i / 2] = (unsigned char)(bytes[i / 2] << 4 | (digit - digits));
    }
    if (*p->at != '"') return sn_text_expected(p, "'\"'");
    p->at++;
    return SN_OK;
}

/* A tensor of any coding whose bytes are given as hex, or are all zero. */
static sn_status parse_bytes(sn_text_parser *p, sn_type type, sn_coding coding,
                             const sn_shape *shape, bool hex, const sn_tensor **out)
{
    const char *start = p->at;
    int64_t count = sn_shape_count(shape), row = shape->rank ? shape->d[shape->rank - 1] : 1;
    uint64_t n;
    unsigned char *bytes;
    if (!sn_coding_bytes(coding, type, count, row, &n) || n > SIZE_MAX / 2) {
        return sn_text_fail(p, start, "the constant is too large for this machine");
    }
    if (hex && n > (uint64_t)(p->end - p->at) / 2) {
        return sn_text_fail(p, start, "%llu hex digits expected, the text ends before",
                            (unsigned long long)(2 * n));
    }
    sn_buf *buf = sn_buf_create(p->ctx, (size_t)n, &bytes);
    SN_PUSH(p->bufs, buf);
    if (hex) SN_TRY(parse_hex(p, bytes, n));
    sn_tensor *t;
    SN_TRY(placed(p, start, sn_tensor_view(p->ctx, type, coding, shape, buf, 0, &t)));
    *out = t;
    return SN_OK;
}

/* Plain contents through `list` or a seed; encoded then where the coding is f16. */
static sn_status parse_values(sn_text_parser *p, sn_type type, sn_coding coding,
                              const sn_shape *shape, const uint64_t *seed, const sn_tensor **out)
{
    const char *start = p->at;
    int64_t count = sn_shape_count(shape);
    sn_tensor *t;
    void *data;
    if (coding != SN_PLAIN && coding != SN_CODED_F16) {
        return sn_text_fail(
            p, start, "a constant coded as %s takes zeros, hex, file or undefined as its contents",
            sn_coding_name(coding));
    }
    if (!seed && count > p->end - p->at) { /* each value takes a character at least */
        return sn_text_fail(p, start, "the shape needs %lld values, the text ends before",
                            (long long)count);
    }
    SN_TRY(placed(p, start, sn_tensor_create(p->ctx, type, shape, &t, &data)));
    *out = t;
    if (seed)
        fill_seeded(type, count, *seed, data);
    else
        SN_TRY(parse_elements(p, type, count, data));
    if (coding == SN_PLAIN) return SN_OK;
    const sn_tensor *coded;
    SN_TRY(placed(p, start, sn_tensor_encode(p->ctx, t, coding, &coded)));
    sn_tensor_release(t);
    *out = coded;
    return SN_OK;
}

/* Relative paths start at the folder of the text. */
static const char *path_of(sn_text_parser *p, const char *path)
{
    const char *slash = p->name && path[0] != '/' ? strrchr(p->name, '/') : NULL;
    if (!slash) return path;
    return sn_arena_printf(p->arena, "%.*s/%s", (int)(slash - p->name), p->name, path);
}

static sn_status parse_file(sn_text_parser *p, sn_type type, sn_coding coding,
                            const sn_shape *shape, const sn_tensor **out)
{
    const char *path;
    uint64_t offset = 0;
    sn_text_skip(p);
    const char *start = p->at;
    const char *wrong = sn_lex_quoted(&p->at, p->arena, &path);
    if (wrong) return sn_text_fail(p, p->at, "%s", wrong);
    if (*p->at == '@') {
        p->at++;
        if (!sn_lex_u64(&p->at, &offset)) return sn_text_expected(p, "an offset in bytes");
    }
    path = path_of(p, path);
    sn_buf *buf = sn_map_get(p->files, path);
    if (!buf) {
        sn_mapping *mapping;
        SN_TRY(placed(p, start, sn_file_map(p->ctx, path, &mapping)));
        buf = sn_buf_of_mapping(p->ctx, mapping);
        SN_PUSH(p->bufs, buf);
        sn_map_put(p->files, path, buf);
    }
    sn_tensor *t;
    SN_TRY(placed(p, start, sn_tensor_view(p->ctx, type, coding, shape, buf, offset, &t)));
    *out = t;
    return SN_OK;
}

static sn_status parse_undefined(sn_text_parser *p, sn_type type, sn_coding coding,
                                 const sn_shape *shape, const sn_tensor **out)
{
    sn_tensor *t = sn_tensor_undefined(p->ctx, type, shape);
    t->coding = coding;
    *out = t;
    return SN_OK;
}

sn_status sn_text_contents(sn_text_parser *p, sn_type type, sn_coding coding, const sn_shape *shape,
                           const sn_tensor **out)
{
    static const char what[] = "contents ('[', seed, zeros, hex, file or undefined)";
    sn_text_skip(p);
    const char *start = p->at;
    if (sn_text_take(p, '[')) return parse_values(p, type, coding, shape, NULL, out);
    sn_text word = sn_lex_name(&p->at);
    if (sn_text_is(word, "zeros")) return parse_bytes(p, type, coding, shape, false, out);
    if (sn_text_is(word, "hex")) return parse_bytes(p, type, coding, shape, true, out);
    if (sn_text_is(word, "file")) return parse_file(p, type, coding, shape, out);
    if (sn_text_is(word, "undefined")) return parse_undefined(p, type, coding, shape, out);
    if (!sn_text_is(word, "seed")) {
        p->at = start;
        return sn_text_expected(p, what);
    }
    uint64_t seed;
    sn_text_skip(p);
    if (!sn_lex_u64(&p->at, &seed)) return sn_text_expected(p, "a seed of 64 bits");
    return parse_values(p, type, coding, shape, &seed, out);
}
