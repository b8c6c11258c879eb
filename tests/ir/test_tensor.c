/* SPDX-License-Identifier: Apache-2.0
 *
 * Tensors: types, buffers, views, conversion, codings. See CASES. */
#include "toy_ops.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

static int setup(void **state)
{
    static toy_heap heap;
    heap = (toy_heap){.until_failure = -1};
    *state = sn_ctx_create(toy_alloc, &heap);
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    sn_ctx *ctx = *state;
    bool clean = sn_ctx_live_bytes(ctx) == 0;
    sn_ctx_destroy(ctx);
    return clean ? 0 : -1;
}

static sn_tensor *make(sn_ctx *ctx, sn_type type, int64_t n, const void *contents)
{
    sn_tensor *t;
    void *data;
    sn_shape shape = SN_SHAPE(n);
    assert_ok(ctx, sn_tensor_create(ctx, type, &shape, &t, &data));
    memcpy(data, contents, (size_t)n * sn_type_bytes(type));
    return t;
}

#define MAKE(ctx, type, ctype, ...)                                                                \
    make((ctx), SN_TYPE_##type, sizeof((ctype[]){__VA_ARGS__}) / sizeof(ctype),                    \
         (ctype[]){__VA_ARGS__})

static const sn_tensor *convert(sn_ctx *ctx, sn_tensor *t, sn_type type)
{
    const sn_tensor *out;
    assert_ok(ctx, sn_tensor_convert(ctx, t, type, &out));
    sn_tensor_release(t);
    return out;
}

static void types_have_names(void **state)
{
    (void)state;
    for (int t = SN_TYPE_UNKNOWN + 1; t < SN_N_TYPES; t++) {
        sn_type back;
        assert_true(sn_type_parse(sn_type_name((sn_type)t), &back));
        assert_int_equal(back, t);
    }
    sn_type type = SN_TYPE_i8;
    assert_false(sn_type_parse("?", &type) || sn_type_parse("", &type) ||
                 sn_type_parse("f33", &type));
    assert_int_equal(type, SN_TYPE_i8);
    assert_int_equal(sn_type_bytes(SN_TYPE_bool), 1);
    assert_int_equal(sn_type_bytes(SN_TYPE_u64), 8);
    assert_int_equal(sn_type_bytes(SN_TYPE_UNKNOWN), 0);
    assert_true(sn_type_is_float(SN_TYPE_bf16) && !sn_type_is_float(SN_TYPE_i32));
    assert_string_equal(sn_coding_name(SN_CODED_TABLE256), "table256");
}

static void shapes_are_checked(void **state)
{
    sn_ctx *ctx = *state;
    sn_tensor *t = NULL;
    void *data;
    sn_shape huge = SN_SHAPE(INT64_C(1) << 40, INT64_C(1) << 40);
    sn_shape large = SN_SHAPE(INT64_C(1) << 61, 2);
    sn_shape unknown = sn_shape_unknown(), symbol = SN_SHAPE(2, -1);
    sn_status (*create)(sn_ctx *, sn_type, const sn_shape *, sn_tensor **, void **) =
        sn_tensor_create;
    assert_fails(ctx, SN_E_SHAPE, "too large", create(ctx, SN_TYPE_f32, &huge, &t, &data));
    assert_fails(ctx, SN_E_SHAPE, "too large", create(ctx, SN_TYPE_f32, &large, &t, &data));
    assert_fails(ctx, SN_E_SHAPE, "unknown shape", create(ctx, SN_TYPE_f32, &unknown, &t, &data));
    assert_fails(ctx, SN_E_SHAPE, "unknown shape", create(ctx, SN_TYPE_f32, &symbol, &t, &data));
    assert_fails(ctx, SN_E_SHAPE, "unknown type", create(ctx, SN_TYPE_UNKNOWN, &large, &t, &data));
    assert_null(t);
    sn_shape scalar = sn_shape_scalar(), empty = SN_SHAPE(0, 7);
    assert_ok(ctx, create(ctx, SN_TYPE_f64, &scalar, &t, &data));
    assert_int_equal(sn_tensor_count(t), 1);
    assert_int_equal(t->n_bytes, 8);
    assert_int_equal((uintptr_t)data % 64, 0);
    sn_tensor_release(t);
    assert_ok(ctx, create(ctx, SN_TYPE_f32, &empty, &t, &data));
    assert_int_equal(sn_tensor_count(t), 0);
    assert_non_null(t->buf); /* defined, and empty */
    const sn_tensor *ints;
    assert_ok(ctx, sn_tensor_convert(ctx, t, SN_TYPE_i32, &ints));
    assert_int_equal(ints->n_bytes, 0);
    sn_tensor_release(ints);
    sn_tensor_release(t);
    sn_tensor_release(NULL);
}

static void codings_have_sizes(void **state)
{
    (void)state;
    uint64_t n;
    assert_true(sn_coding_bytes(SN_PLAIN, SN_TYPE_i16, 10, 5, &n) && n == 20);
    assert_true(sn_coding_bytes(SN_CODED_F16, SN_TYPE_f32, 3, 3, &n) && n == 6);
    assert_true(sn_coding_bytes(SN_CODED_TABLE256, SN_TYPE_f32, 3, 3, &n) && n == 1027);
    assert_true(sn_coding_bytes(SN_CODED_BITS4, SN_TYPE_i8, 10, 5, &n) &&
                n == 6); /* rows of 2.5 bytes */
    assert_true(sn_coding_bytes(SN_CODED_BITS6, SN_TYPE_i8, 8, 4, &n) && n == 6);
    assert_true(sn_coding_bytes(SN_CODED_BITS8, SN_TYPE_i8, 8, 4, &n) && n == 8);
    assert_true(sn_coding_bytes(SN_CODED_BITS6, SN_TYPE_i8, 0, 0, &n) && n == 0);
    assert_false(sn_coding_bytes(SN_CODED_BITS6, SN_TYPE_i8, 7, 3, &n));
    assert_false(sn_coding_bytes(SN_PLAIN, SN_TYPE_f64, INT64_MAX, 1, &n));
    assert_false(sn_coding_bytes(SN_PLAIN, SN_TYPE_f64, -1, 1, &n));
}

static void views_lie_within_their_buffer(void **state)
{
    sn_ctx *ctx = *state;
    unsigned char *data;
    sn_buf *buf = sn_buf_create(ctx, 13, &data);
    float v[2] = {1.5f, -2.0f};
    memcpy(data + 5, v, sizeof v); /* at an odd address, as in a file */
    sn_shape shape = SN_SHAPE(2);
    sn_tensor *t = NULL;
    assert_fails(ctx, SN_E_FORMAT, "8 bytes of f32 at offset 6 expected, 13 bytes found",
                 sn_tensor_view(ctx, SN_TYPE_f32, SN_PLAIN, &shape, buf, 6, &t));
    assert_fails(ctx, SN_E_FORMAT, "expected",
                 sn_tensor_view(ctx, SN_TYPE_f32, SN_PLAIN, &shape, buf, UINT64_MAX - 3, &t));
    assert_fails(ctx, SN_E_FORMAT, "are f32, not i8",
                 sn_tensor_view(ctx, SN_TYPE_i8, SN_CODED_F16, &shape, buf, 0, &t));
    assert_null(t);
    assert_ok(ctx, sn_tensor_view(ctx, SN_TYPE_f32, SN_PLAIN, &shape, buf, 5, &t));
    sn_buf_release(buf); /* the view keeps it */
    assert_true(sn_tensor_at(t, 0) == 1.5 && sn_tensor_at(t, 1) == -2.0);
    const sn_tensor *aligned = convert(ctx, t, SN_TYPE_f32);
    assert_ptr_not_equal(aligned, t);
    assert_int_equal((uintptr_t)sn_tensor_data(aligned) % 64, 0);
    assert_true(sn_tensor_f32(aligned)[1] == -2.0f);
    sn_tensor_release(aligned);
}

static void a_mapping_goes_with_its_last_view(void **state)
{
    sn_ctx *ctx = *state;
    char path[] = "/tmp/sn_test_tensor_XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    uint16_t halves[3] = {0x3c00, 0xc000, 0x7bff};
    assert_int_equal(write(fd, halves, sizeof halves), sizeof halves);
    close(fd);
    sn_mapping *mapping;
    assert_ok(ctx, sn_file_map(ctx, path, &mapping));
    unlink(path);
    sn_buf *buf = sn_buf_of_mapping(ctx, mapping);
    assert_true(sn_buf_is_of_file(buf));
    assert_int_equal(sn_buf_bytes(buf), 6);
    sn_shape shape = SN_SHAPE(3);
    sn_tensor *t;
    assert_ok(ctx, sn_tensor_view(ctx, SN_TYPE_f32, SN_CODED_F16, &shape, buf, 0, &t));
    sn_buf_release(buf);
    assert_true(sn_tensor_at(t, 2) == 65504.0);
    const sn_tensor *plain = convert(ctx, t, SN_TYPE_f32);
    assert_true(sn_tensor_f32(plain)[0] == 1.0f && sn_tensor_f32(plain)[1] == -2.0f);
    sn_tensor_release(plain);
}

static void converting_to_itself_shares(void **state)
{
    sn_ctx *ctx = *state;
    sn_tensor *t = MAKE(ctx, f32, float, 1, 2);
    const sn_tensor *same;
    assert_ok(ctx, sn_tensor_convert(ctx, t, SN_TYPE_f32, &same));
    assert_ptr_equal(same, t);
    assert_int_equal(t->n_refs, 2);
    sn_tensor_release(same);
    assert_ok(ctx, sn_tensor_encode(ctx, t, SN_PLAIN, &same));
    assert_ptr_equal(same, t);
    sn_tensor_release(same);
    sn_tensor_release(t);
}

static void integers_saturate_and_round_to_even(void **state)
{
    sn_ctx *ctx = *state;
    float v[] = {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, 300.0f, -300.0f, NAN, INFINITY, -INFINITY};
    const sn_tensor *t = convert(ctx, make(ctx, SN_TYPE_f32, 10, v), SN_TYPE_i8);
    const int8_t *i8 = sn_tensor_data(t), want_i8[] = {0, 2, 2, 0, -2, 127, -128, 0, 127, -128};
    assert_memory_equal(i8, want_i8, sizeof want_i8);
    sn_tensor_release(t);
    t = convert(ctx, make(ctx, SN_TYPE_f32, 10, v), SN_TYPE_u8);
    const uint8_t want_u8[] = {0, 2, 2, 0, 0, 255, 0, 0, 255, 0};
    assert_memory_equal(sn_tensor_data(t), want_u8, sizeof want_u8);
    sn_tensor_release(t);
    t = convert(ctx, make(ctx, SN_TYPE_f32, 10, v), SN_TYPE_bool);
    const uint8_t want_bool[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    assert_memory_equal(sn_tensor_data(t), want_bool, sizeof want_bool);
    sn_tensor_release(t);
    t = convert(ctx, MAKE(ctx, f64, double, 1e30, -1e30, 9223372036854775807.0, 2147483648.0),
                SN_TYPE_i64);
    const int64_t want_i64[] = {INT64_MAX, INT64_MIN, INT64_MAX, INT64_C(2147483648)};
    assert_memory_equal(sn_tensor_data(t), want_i64, sizeof want_i64);
    sn_tensor_release(t);
    t = convert(ctx, MAKE(ctx, f64, double, 1e30, -1, 2147483647.4, -2147483648.6), SN_TYPE_i32);
    const int32_t want_i32[] = {INT32_MAX, -1, INT32_MAX, INT32_MIN};
    assert_memory_equal(sn_tensor_i32(t), want_i32, sizeof want_i32);
    sn_tensor_release(t);
}

static void large_integers_stay_exact(void **state)
{
    sn_ctx *ctx = *state;
    int64_t big = (INT64_C(1) << 62) + 1;
    const sn_tensor *t = convert(ctx, MAKE(ctx, i64, int64_t, big, -1, INT64_MIN), SN_TYPE_u64);
    const uint64_t want_u[] = {(uint64_t)big, 0, 0};
    assert_memory_equal(sn_tensor_data(t), want_u, sizeof want_u);
    sn_tensor_release(t);
    t = convert(ctx, MAKE(ctx, u64, uint64_t, UINT64_MAX, (uint64_t)big), SN_TYPE_i64);
    const int64_t want_i[] = {INT64_MAX, big};
    assert_memory_equal(sn_tensor_data(t), want_i, sizeof want_i);
    sn_tensor_release(t);
    t = convert(ctx, MAKE(ctx, i64, int64_t, -7, 70000, -70000), SN_TYPE_i16);
    const int16_t want_16[] = {-7, INT16_MAX, INT16_MIN};
    assert_memory_equal(sn_tensor_data(t), want_16, sizeof want_16);
    sn_tensor_release(t);
    /* just above the middle of two floats, by less than a double can tell: 2^60 + 2^36 + 1 */
    t = convert(ctx, MAKE(ctx, i64, int64_t, (INT64_C(1) << 60) + (INT64_C(1) << 36) + 1),
                SN_TYPE_f32);
    assert_true(sn_tensor_f32(t)[0] == 0x1.000002p60f);
    sn_tensor_release(t);
    t = convert(ctx, MAKE(ctx, i64, int64_t, (INT64_C(1) << 62) + (INT64_C(1) << 54) + 1, -big),
                SN_TYPE_bf16);
    assert_true(sn_tensor_at(t, 0) == 0x1.02p62 && sn_tensor_at(t, 1) == -0x1p62);
    sn_tensor_release(t);
}

/* 1 + 2^-11 is the middle of two halves: what lies below it, or above, by less than f32 can tell
 * must not go to even or up over f32. */
static void doubles_are_rounded_once(void **state)
{
    sn_ctx *ctx = *state;
    double up = 1 + 0x1p-11 + 0x1p-40, odd = 1 + 3 * 0x1p-11 - 0x1p-40;
    const sn_tensor *t =
        convert(ctx, MAKE(ctx, f64, double, up, odd, 1e30, 1 + 0x1p-11, (double)NAN), SN_TYPE_f16);
    assert_true(sn_tensor_at(t, 0) == 1 + 0x1p-10);
    assert_true(sn_tensor_at(t, 1) == 1 + 0x1p-10);
    assert_true(isinf(sn_tensor_at(t, 2)));
    assert_true(sn_tensor_at(t, 3) == 1);
    assert_true(isnan(sn_tensor_at(t, 4)));
    sn_tensor_release(t);
    t = convert(ctx, MAKE(ctx, f64, double, 1 + 0x1p-8 + 0x1p-40, -(1 + 0x1p-8)), SN_TYPE_bf16);
    assert_true(sn_tensor_at(t, 0) == 1 + 0x1p-7 && sn_tensor_at(t, 1) == -1);
    sn_tensor_release(t);
}

/* All hold 1; those of few bits are in test_small_float. */
static void every_type_goes_to_f32_and_f64(void **state)
{
    sn_ctx *ctx = *state;
    float v[] = {1, 0, 3, 100};
    for (int type = SN_TYPE_UNKNOWN + 1; type < SN_N_TYPES; type++) {
        sn_small_float small;
        const bool few = sn_type_is_small_float((sn_type)type, &small);
        const int n = few || sn_type_bits((sn_type)type) < 8 || type == SN_TYPE_bool ? 1 : 4;
        const sn_tensor *t = convert(ctx, make(ctx, SN_TYPE_f32, n, v), (sn_type)type);
        assert_int_equal(t->type, type);
        sn_tensor_retain(t);
        const sn_tensor *f32 = convert(ctx, (sn_tensor *)t, SN_TYPE_f32);
        const sn_tensor *f64 = convert(ctx, (sn_tensor *)t, SN_TYPE_f64);
        assert_memory_equal(sn_tensor_f32(f32), v, (size_t)n * sizeof *v);
        for (int i = 0; i < n; i++)
            assert_true(((const double *)sn_tensor_data(f64))[i] == (double)v[i]);
        sn_tensor_release(f32);
        sn_tensor_release(f64);
    }
}

static void table_coding_is_decoded(void **state)
{
    sn_ctx *ctx = *state;
    unsigned char *data;
    sn_buf *buf = sn_buf_create(ctx, 1024 + 4, &data);
    for (int i = 0; i < 256; i++) ((float *)(void *)data)[i] = (float)i / 2;
    memcpy(data + 1024, (unsigned char[]){255, 0, 7, 8}, 4);
    sn_shape shape = SN_SHAPE(2, 2);
    sn_tensor *t;
    assert_ok(ctx, sn_tensor_view(ctx, SN_TYPE_f32, SN_CODED_TABLE256, &shape, buf, 0, &t));
    assert_true(sn_tensor_at(t, 0) == 127.5);
    const sn_tensor *coded;
    assert_ok(ctx, sn_tensor_encode(ctx, t, SN_CODED_F16, &coded));
    assert_true(coded->coding == SN_CODED_F16 && coded->n_bytes == 8 &&
                sn_tensor_at(coded, 2) == 3.5);
    sn_tensor_release(coded);
    const sn_tensor *plain = convert(ctx, t, SN_TYPE_f32);
    const float want[] = {127.5f, 0, 3.5f, 4};
    assert_memory_equal(sn_tensor_f32(plain), want, sizeof want);
    sn_tensor_release(plain);
    sn_buf_release(buf);
}

static void half_coding_refuses_overflow(void **state)
{
    sn_ctx *ctx = *state;
    const sn_tensor *coded = NULL, *plain, *again;
    sn_tensor *t = MAKE(ctx, f32, float, 1, 65504, INFINITY, 65519.9f, 0.1f, 3);
    assert_ok(ctx, sn_tensor_encode(ctx, t, SN_CODED_F16, &coded));
    assert_int_equal(coded->type, SN_TYPE_f32);
    assert_ok(ctx, sn_tensor_encode(ctx, coded, SN_PLAIN, &plain));
    assert_true(plain->coding == SN_PLAIN && sn_tensor_f32(plain)[3] == 65504.0f &&
                isinf(sn_tensor_f32(plain)[2]));
    assert_ok(ctx, sn_tensor_encode(ctx, plain, SN_CODED_F16, &again));
    assert_true(sn_tensor_same_bytes(coded, again)); /* what went through once does not change */
    assert_false(sn_tensor_same_bytes(coded, plain) || sn_tensor_same_bytes(plain, t));
    sn_tensor_release(coded);
    sn_tensor_release(plain);
    sn_tensor_release(again);
    sn_tensor_release(t);
    t = MAKE(ctx, f32, float, 1, 2, 3, 4, -65520, 6);
    sn_shape shape = SN_SHAPE(3, 2);
    const sn_tensor *matrix = sn_tensor_reshaped(ctx, t, &shape);
    assert_fails(ctx, SN_E_UNSUPPORTED, "-65520 at [2,0] does not fit",
                 sn_tensor_encode(ctx, matrix, SN_CODED_F16, &coded));
    assert_fails(ctx, SN_E_UNSUPPORTED, "cannot be coded as bits4",
                 sn_tensor_encode(ctx, matrix, SN_CODED_BITS4, &coded));
    sn_tensor_release(matrix);
    sn_tensor_release(t);
    t = MAKE(ctx, i32, int32_t, 1);
    assert_fails(ctx, SN_E_UNSUPPORTED, "i32 elements",
                 sn_tensor_encode(ctx, t, SN_CODED_F16, &coded));
    sn_tensor_release(t);
}

static void what_cannot_be_read_is_refused(void **state)
{
    sn_ctx *ctx = *state;
    sn_shape shape = SN_SHAPE(2, 3);
    sn_tensor *undefined = sn_tensor_undefined(ctx, SN_TYPE_f32, &shape), *bits;
    const sn_tensor *out = NULL;
    assert_fails(ctx, SN_E_UNSUPPORTED, "not defined",
                 sn_tensor_convert(ctx, undefined, SN_TYPE_f32, &out));
    assert_true(isnan(sn_tensor_at(undefined, 0)));
    assert_null(sn_tensor_data(undefined));
    const sn_tensor *twin = sn_tensor_reshaped(ctx, undefined, &shape);
    assert_false(sn_tensor_same_bytes(undefined, twin)); /* nobody knows */
    sn_tensor_release(twin);
    unsigned char *data;
    sn_buf *buf = sn_buf_create(ctx, 4, &data);
    assert_ok(ctx, sn_tensor_view(ctx, SN_TYPE_i8, SN_CODED_BITS4, &shape, buf, 0, &bits));
    assert_fails(ctx, SN_E_UNSUPPORTED, "bits4", sn_tensor_convert(ctx, bits, SN_TYPE_f32, &out));
    assert_null(out);
    sn_tensor_release(bits);
    sn_tensor_release(undefined);
    sn_buf_release(buf);
}

static void same_bytes_compares_meaning_too(void **state)
{
    sn_ctx *ctx = *state;
    sn_tensor *a = MAKE(ctx, f32, float, 1, 2), *b = MAKE(ctx, f32, float, 1, 2),
              *c = MAKE(ctx, f32, float, 1, 3);
    int32_t words[2];
    memcpy(words, sn_tensor_data(a), sizeof words);
    sn_tensor *d = make(ctx, SN_TYPE_i32, 2, words);
    sn_shape column = SN_SHAPE(2, 1), one = SN_SHAPE(2);
    const sn_tensor *e = sn_tensor_reshaped(ctx, a, &column);
    sn_tensor *u = sn_tensor_undefined(ctx, SN_TYPE_f32, &one);
    assert_ptr_equal(sn_tensor_data(e), sn_tensor_data(a));
    assert_true(sn_tensor_same_bytes(a, b) && sn_tensor_same_bytes(u, u));
    assert_false(sn_tensor_same_bytes(a, c) || sn_tensor_same_bytes(a, d) ||
                 sn_tensor_same_bytes(a, e));
    assert_false(sn_tensor_same_bytes(a, u) || sn_tensor_same_bytes(u, a));
    const sn_tensor *all[] = {a, b, c, d, e, u};
    for (size_t i = 0; i < 6; i++) sn_tensor_release(all[i]);
    const sn_tensor *v;
    assert_ok(ctx, sn_tensor_vector(ctx, SN_TYPE_f32, (double[]){0.1, 2}, 2, &v));
    assert_true(sn_tensor_f32(v)[0] == 0.1f && v->shape.rank == 1);
    sn_tensor_release(v);
    v = sn_tensor_scalar(ctx, SN_TYPE_f16, 5);
    assert_true(v->shape.rank == 0 && sn_tensor_at(v, 0) == 5 && v->type == SN_TYPE_f16);
    sn_tensor_release(v);
}

static void large_buffers_may_fail_softly(void **state)
{
    sn_ctx *ctx = *state;
    unsigned char *data;
    assert_null(sn_buf_try_create(ctx, SIZE_MAX, &data));
    sn_buf *buf = sn_buf_try_create(ctx, 100, &data);
    assert_int_equal((uintptr_t)data % 64, 0);
    for (int i = 0; i < 100; i++) assert_int_equal(data[i], 0);
    assert_false(sn_buf_is_of_file(buf));
    assert_ptr_equal(sn_buf_data(buf), data);
    sn_buf_retain(buf);
    sn_buf_release(buf);
    sn_buf_release(buf);
    sn_buf_release(NULL);
}

/* What the system says of the pages at an address; NULL where it does not. */
static const char *page_flags(const void *at)
{
    static char line[4096];
    FILE *f = fopen("/proc/self/smaps", "re");
    bool inside = false;
    while (f && fgets(line, sizeof line, f)) {
        unsigned long from, to;
        if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
            inside = (uintptr_t)at >= from && (uintptr_t)at < to;
        if (!inside || strncmp(line, "VmFlags:", 8) != 0) continue;
        fclose(f);
        return line;
    }
    if (f) fclose(f);
    return NULL;
}

static void large_buffers_are_on_large_pages(void **state)
{
    sn_ctx *ctx = *state;
    unsigned char *data, *end;
    sn_buf *buf = sn_buf_try_create(ctx, 2 * SN_LARGE_PAGE + 5, &data);
    assert_int_equal((uintptr_t)data % SN_LARGE_PAGE, 0);
    end = data + 2 * SN_LARGE_PAGE + 4;
    assert_true(*data == 0 && *end == 0);
    const char *flags = page_flags(end);
    if (flags && access("/sys/kernel/mm/transparent_hugepage/enabled", R_OK) == 0)
        assert_non_null(strstr(flags, " hg"));
    sn_buf_release(buf);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(types_have_names),
        TEST(shapes_are_checked),
        TEST(codings_have_sizes),
        TEST(views_lie_within_their_buffer),
        TEST(a_mapping_goes_with_its_last_view),
        TEST(converting_to_itself_shares),
        TEST(integers_saturate_and_round_to_even),
        TEST(large_integers_stay_exact),
        TEST(doubles_are_rounded_once),
        TEST(every_type_goes_to_f32_and_f64),
        TEST(table_coding_is_decoded),
        TEST(half_coding_refuses_overflow),
        TEST(what_cannot_be_read_is_refused),
        TEST(same_bytes_compares_meaning_too),
        TEST(large_buffers_may_fail_softly),
        TEST(large_buffers_are_on_large_pages),
    };
    return cmocka_run_group_tests_name("tensor", tests, NULL, NULL);
}
