/* SPDX-License-Identifier: Apache-2.0
 *
 * Half precision against a reference that works on values instead of bits; bfloat16; the generator.
 */
#include "unit.h"

#include "base/num.h"

#include <float.h>

static float float_of(uint32_t bits)
{
    float v;
    memcpy(&v, &bits, 4);
    return v;
}

static uint32_t bits_of(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, 4);
    return bits;
}

/* By the definition of binary16: (-1)^s * 2^(e - 15) * (1 + m / 1024), subnormal below. */
static double value_of_f16(unsigned h)
{
    int e = (int)(h >> 10 & 31);
    double m = h & 1023, sign = h & 0x8000 ? -1 : 1;
    if (e == 31) return m != 0 ? NAN : sign * INFINITY;
    return sign * (e ? ldexp(1 + m / 1024, e - 15) : ldexp(m / 1024, -14));
}

static void test_f16_to_f32_all(void **state)
{
    (void)state;
    for (unsigned h = 0; h < 0x10000; h++) {
        float f = sn_f16_to_f32((uint16_t)h);
        double want = value_of_f16(h);
        if (isnan(want)) {
            assert_true(isnan(f));
            assert_int_equal(!!signbit(f), h >> 15);
            assert_int_equal(sn_f32_to_f16(f), h | 0x200); /* quiet, payload kept */
        } else {
            assert_true((double)f == want && !!signbit(f) == h >> 15);
            assert_int_equal(sn_f32_to_f16(f), h);
        }
    }
}

/* Every interval between neighbours: just off the lower end, below, at and above the middle, just
 * off the upper end. 65520 is the middle of 65504 and what would come next, and the first to become
 * infinite. */
static void test_f32_to_f16_rounds_to_even(void **state)
{
    (void)state;
    for (unsigned h = 0; h < 0x7c00; h++) {
        double lo = value_of_f16(h), hi = h == 0x7bff ? 65536 : value_of_f16(h + 1);
        float middle = (float)((lo + hi) / 2); /* exact: one bit more than f16 has */
        unsigned even = h & 1 ? h + 1 : h;
        for (unsigned sign = 0; sign <= 0x8000; sign += 0x8000) {
            float s = sign ? -1.0f : 1.0f;
            assert_int_equal(sn_f32_to_f16(s * nextafterf((float)lo, FLT_MAX)), h | sign);
            assert_int_equal(sn_f32_to_f16(s * nextafterf(middle, 0)), h | sign);
            assert_int_equal(sn_f32_to_f16(s * middle), even | sign);
            assert_int_equal(sn_f32_to_f16(s * nextafterf(middle, FLT_MAX)), (h + 1) | sign);
            assert_int_equal(sn_f32_to_f16(s * nextafterf((float)hi, 0)), (h + 1) | sign);
        }
    }
    static const struct {
        float v;
        uint16_t h;
    } rows[] = {
        {0.0f, 0},           {-0.0f, 0x8000},   {65504, 0x7bff}, {65519.996f, 0x7bff},
        {65520, 0x7c00},     {-65520, 0xfc00},  {1e30f, 0x7c00}, {INFINITY, 0x7c00},
        {-INFINITY, 0xfc00}, {0x1p-24f, 1},     {0x1p-25f, 0},   {0x1.000002p-25f, 1},
        {1e-45f, 0},         {-1e-45f, 0x8000}, {0x1.8p-24f, 2}, {1, 0x3c00},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(sn_f32_to_f16(rows[i].v), rows[i].h);
    }
    /* A NaN whose payload is in the low bits alone. */
    assert_true(isnan(sn_f16_to_f32(sn_f32_to_f16(float_of(0x7f800001)))));
}

static void test_bf16(void **state)
{
    (void)state;
    for (unsigned b = 0; b < 0x10000; b++) {
        float f = sn_bf16_to_f32((uint16_t)b);
        assert_int_equal(bits_of(f), b << 16);
        if (isnan(f)) {
            assert_int_equal(sn_f32_to_bf16(f), b | 0x40);
            continue;
        }
        assert_int_equal(sn_f32_to_bf16(f), b);
        if (isinf(f)) continue;
        assert_int_equal(sn_f32_to_bf16(float_of(b << 16 | 0x7fff)), b);
        assert_int_equal(sn_f32_to_bf16(float_of(b << 16 | 0x8000)), b & 1 ? b + 1 : b);
        assert_int_equal(sn_f32_to_bf16(float_of(b << 16 | 0x8001)), b + 1);
    }
    assert_int_equal(sn_f32_to_bf16(FLT_MAX), 0x7f80);
    assert_true(isnan(sn_bf16_to_f32(sn_f32_to_bf16(float_of(0x7f800001)))));
}

static void test_generator_is_splitmix64(void **state)
{
    (void)state;
    /* The published values for this seed. */
    static const uint64_t want[] = {6457827717110365317u, 3203168211198807973u,
                                    9817491932198370423u, 4593380528125082431u,
                                    16408922859458223821u};
    sn_rng rng = sn_rng_of(1234567);
    for (size_t i = 0; i < 5; i++) assert_true(sn_rng_next(&rng) == want[i]);
}

static void test_distributions(void **state)
{
    (void)state;
    enum { N = 200000 };
    sn_rng rng = sn_rng_of(9);
    double sum = 0, squares = 0, normal = 0, normal_squares = 0;
    int beyond2 = 0;
    for (int i = 0; i < N; i++) {
        double u = sn_rng_uniform(&rng, -1, 3), g = sn_rng_normal(&rng);
        assert_true(u >= -1 && u < 3);
        sum += u;
        squares += (u - 1) * (u - 1);
        normal += g;
        normal_squares += g * g;
        beyond2 += fabs(g) > 2;
    }
    assert_true(fabs(sum / N - 1) < 0.02);
    assert_true(fabs(squares / N - 16.0 / 12) < 0.02);
    assert_true(fabs(normal / N) < 0.01);
    assert_true(fabs(normal_squares / N - 1) < 0.02);
    assert_true(fabs((double)beyond2 / N - 0.0455) < 0.004);
    for (int i = 0; i < 1000; i++) { /* hi is excluded also where rounding reaches it */
        double v = sn_rng_uniform(&rng, 1, nextafter(1, 2));
        assert_true(v == 1);
    }
}

static void test_ranges(void **state)
{
    (void)state;
    sn_rng rng = sn_rng_of(4);
    int seen[7] = {0};
    for (int i = 0; i < 70000; i++) {
        int64_t v = sn_rng_range(&rng, -3, 3);
        assert_true(v >= -3 && v <= 3);
        seen[v + 3]++;
    }
    for (int i = 0; i < 7; i++) assert_in_range(seen[i], 9500, 10500);
    assert_int_equal(sn_rng_range(&rng, 5, 5), 5);
    int negative = 0;
    for (int i = 0; i < 1000; i++) negative += sn_rng_range(&rng, INT64_MIN, INT64_MAX) < 0;
    assert_in_range(negative, 400, 600);
    /* Just over half of all numbers: the remainder of a division would favour the low ones. */
    int low = 0;
    for (int i = 0; i < 10000; i++) low += sn_rng_range(&rng, INT64_MIN, INT64_MAX / 2) < 0;
    assert_in_range(low, 6467, 6867);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_f16_to_f32_all), cmocka_unit_test(test_f32_to_f16_rounds_to_even),
        cmocka_unit_test(test_bf16),           cmocka_unit_test(test_generator_is_splitmix64),
        cmocka_unit_test(test_distributions),  cmocka_unit_test(test_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
