/* SPDX-License-Identifier: Apache-2.0
 *
 * Floats of 8 and 4 bits: every number there and back, what lies between two of them, and what is
 * beyond all. */
#include "unit.h"

#include <math.h>

#include "base/small_float.h"

typedef struct kind_of_float {
    const char *name;
    sn_small_float f;
    double least, largest; /* positive */
    int n_nan, n_infinite;
} kind_of_float;

/* Least and largest are those of the papers. */
static const kind_of_float kinds[] = {
    {"f8e4m3fn", {4, 3, 7, SN_SMALL_FN}, 0x1p-9, 448, 2, 0},
    {"f8e4m3fnuz", {4, 3, 8, SN_SMALL_FNUZ}, 0x1p-10, 240, 1, 0},
    {"f8e5m2", {5, 2, 15, SN_SMALL_IEEE}, 0x1p-16, 57344, 6, 2},
    {"f8e5m2fnuz", {5, 2, 16, SN_SMALL_FNUZ}, 0x1p-17, 57344, 1, 0},
    {"f8e8m0", {8, 0, 127, SN_SMALL_SCALE}, 0x1p-127, 0x1p127, 1, 0},
    {"f4e2m1", {2, 1, 1, SN_SMALL_FINITE}, 0.5, 6, 0, 0},
};
enum { N_KINDS = sizeof kinds / sizeof *kinds };

static unsigned n_patterns(const kind_of_float *k)
{
    return 1u << (k->f.exponent + k->f.mantissa + (k->f.kind != SN_SMALL_SCALE));
}

static uint8_t of(const kind_of_float *k, double v)
{
    return sn_small_of_f64(k->f, v, true, SN_SMALL_NEAREST);
}

static void every_number_stays(void **state)
{
    (void)state;
    for (int i = 0; i < N_KINDS; i++) {
        const kind_of_float *k = &kinds[i];
        int n_nan = 0, n_infinite = 0;
        double least = INFINITY, largest = 0;
        for (unsigned bits = 0; bits < n_patterns(k); bits++) {
            const double v = (double)sn_small_to_f32(k->f, (uint8_t)bits);
            n_nan += isnan(v) != 0;
            n_infinite += isinf(v) != 0;
            if (isnan(v)) continue;
            assert_int_equal(sn_small_of_f64(k->f, v, false, SN_SMALL_NEAREST), bits);
            if (isinf(v)) continue;
            assert_int_equal(of(k, v), bits);
            if (v > 0 && v < least) least = v;
            if (v > largest) largest = v;
        }
        assert_int_equal(n_nan, k->n_nan);
        assert_int_equal(n_infinite, k->n_infinite);
        assert_true(least == k->least && largest == k->largest);
    }
}

/* The rows of the table are those of above. */
static void rows_are_these(void **state)
{
    (void)state;
    int i = 0;
#define X(type, exponent, mantissa, bias, kind)                                                    \
    assert_string_equal(kinds[i].name, #type);                                                     \
    assert_memory_equal(&kinds[i++].f, &sn_##type, sizeof sn_##type);
    SN_SMALL_FLOAT_MAP(X)
#undef X
    assert_int_equal(i, N_KINDS);
}

/* Between two neighbours the nearer one; in the middle the even one, of scales the larger one. */
static void what_lies_between(void **state)
{
    (void)state;
    for (int i = 0; i < N_KINDS; i++) {
        const kind_of_float *k = &kinds[i];
        for (unsigned bits = 0; bits + 1 < n_patterns(k); bits++) {
            const double a = (double)sn_small_to_f32(k->f, (uint8_t)bits),
                         b = (double)sn_small_to_f32(k->f, (uint8_t)(bits + 1));
            if (!(a < b) || isinf(b) || a < 0) continue;
            const double middle = a + (b - a) / 2;
            const bool is_scale = k->f.kind == SN_SMALL_SCALE;
            assert_int_equal(of(k, nextafter(middle, a)), bits);
            assert_int_equal(of(k, nextafter(middle, b)), bits + 1);
            assert_int_equal(of(k, middle), is_scale ? bits + 1 : bits + bits % 2);
            if (is_scale) {
                assert_int_equal(sn_small_of_f64(k->f, nextafter(a, b), true, SN_SMALL_UP),
                                 bits + 1);
                assert_int_equal(sn_small_of_f64(k->f, nextafter(b, a), true, SN_SMALL_DOWN), bits);
                continue;
            }
            const double back = (double)sn_small_to_f32(k->f, of(k, -middle));
            assert_true(-back == (double)sn_small_to_f32(k->f, of(k, middle)));
        }
    }
}

static void what_is_beyond(void **state)
{
    (void)state;
    for (int i = 0; i < N_KINDS; i++) {
        const kind_of_float *k = &kinds[i];
        const double huge[] = {2 * k->largest, 1e300, INFINITY};
        for (int n = 0; n < 3; n++) {
            const double all = (double)sn_small_to_f32(k->f, of(k, huge[n]));
            const uint8_t bits = sn_small_of_f64(k->f, huge[n], false, SN_SMALL_NEAREST);
            const double v = (double)sn_small_to_f32(k->f, bits);
            assert_true(all == k->largest);
            if (k->n_infinite)
                assert_true(isinf(v));
            else
                assert_true(k->n_nan ? isnan(v) : v == k->largest);
        }
        const double none = (double)sn_small_to_f32(k->f, of(k, (double)NAN));
        assert_true(k->n_nan ? isnan(none) : none == 0);
        if (k->f.kind == SN_SMALL_SCALE) {
            assert_int_equal(of(k, 0), 0);
            assert_int_equal(sn_small_of_f64(k->f, 0, false, SN_SMALL_NEAREST), 0xff);
        } else {
            assert_int_equal(of(k, k->least / 4), 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_stays),
        cmocka_unit_test(rows_are_these),
        cmocka_unit_test(what_lies_between),
        cmocka_unit_test(what_is_beyond),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
