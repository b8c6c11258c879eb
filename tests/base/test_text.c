/* SPDX-License-Identifier: Apache-2.0
 *
 * Slices, strings, escaping, the decimal form of floats, near names. */
#include "unit.h"

#include "base/num.h"
#include "base/text.h"
#include "ir/ir_lex.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>

static sn_ctx *ctx;
static sn_arena *arena;

static int setup(void **state)
{
    (void)state;
    ctx = sn_ctx_create(NULL, NULL);
    arena = sn_arena_create(ctx);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    sn_ctx_destroy(ctx);
    return 0;
}

static void test_slices(void **state)
{
    (void)state;
    assert_true(sn_text_is((sn_text){"convolution", 4}, "conv"));
    assert_false(sn_text_is((sn_text){"convolution", 5}, "conv"));
    assert_true(sn_text_eq(sn_text_of(""), (sn_text){NULL, 0}));
    assert_false(sn_text_eq(sn_text_of("a"), sn_text_of("b")));
}

static void test_strings_grow(void **state)
{
    (void)state;
    sn_str s;
    sn_str_init(&s, arena);
    assert_string_equal(s.s, "");
    for (int i = 0; i < 3000; i++) sn_str_addf(&s, "%d,", i % 10);
    assert_int_equal(s.n, 6000);
    assert_int_equal(strlen(s.s), 6000);
    assert_memory_equal(s.s + 5998, "9,", 3);
    sn_str_addn(&s, s.s, s.n); /* onto itself */
    assert_int_equal(strlen(s.s), 12000);
    assert_memory_equal(s.s + 6000, "0,1,2,", 6);
    sn_str lazy = {.arena = arena};
    sn_str_add(&lazy, "without init");
    assert_string_equal(lazy.s, "without init");
}

static const char *quoted(const char *text)
{
    sn_str s;
    sn_str_init(&s, arena);
    sn_str_add_quoted(&s, text);
    return s.s;
}

static void test_quoting(void **state)
{
    (void)state;
    assert_string_equal(quoted("plain"), "\"plain\"");
    assert_string_equal(quoted(""), "\"\"");
    assert_string_equal(quoted("a\"b\\c\nd\te\rf"), "\"a\\\"b\\\\c\\nd\\te\\x0df\"");
    assert_string_equal(quoted("\xc3\xa9"), "\"\xc3\xa9\"");
    assert_string_equal(quoted("\xc3!"), "\"\\xc3!\"");
}

static void test_escaping(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"conv1/relu", "conv1/relu"},
        {"\x1b[31m", "\\x1b[31m"},
        {"a\\x1b", "a\\x5cx1b"},
        {"\xe4\xb8\xad\xf0\x9f\x98\x80", "\xe4\xb8\xad\xf0\x9f\x98\x80"},
        {"\xc0\xaf", "\\xc0\\xaf"},                   /* overlong */
        {"\xe0\x80\x80", "\\xe0\\x80\\x80"},          /* overlong */
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},          /* surrogate */
        {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}, /* above U+10FFFF */
        {"\xe4\xb8", "\\xe4\\xb8"},                   /* cut off */
        {"\xc2\x9b"
         "31m",
         "\\xc2\\x9b"
         "31m"}, /* C1 control */
        {"a\xe2\x80\xae"
         "b",
         "a\\xe2\\x80\\xae"
         "b"}, /* right-to-left override */
        {"\xff\x7f", "\\xff\\x7f"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(sn_escape(arena, rows[i][0]), rows[i][1]);
    }
}

static void test_float_text(void **state)
{
    (void)state;
    static const struct {
        double value;
        bool is_f32;
        const char *text;
    } rows[] = {
        {0, true, "0"},
        {-0.0, true, "-0"},
        {1, true, "1"},
        {0.1, true, "0.1"},
        {0.1, false, "0.1"},
        {0.1f, false, "0.10000000149011612"},
        {100, true, "100"},
        {123456, true, "123456"},
        {-2.5, true, "-2.5"},
        {1e-4, true, "0.0001"},
        {1e-5, true, "1e-5"},
        {1.5e-7, true, "1.5e-7"},
        {1e15, false, "1000000000000000"},
        {1e16, false, "1e16"},
        {16777216, true, "16777216"},
        {FLT_MAX, true, "3.4028235e38"},
        {FLT_MIN, true, "1.1754944e-38"},
        {1.401298464324817e-45, true, "1e-45"},
        {DBL_MAX, false, "1.7976931348623157e308"},
        {5e-324, false, "5e-324"},
        {1.0 / 3, false, "0.3333333333333333"},
        {INFINITY, true, "inf"},
        {-INFINITY, false, "-inf"},
        {NAN, true, "nan"},
        {1e39, true, "inf"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(sn_float_text(arena, rows[i].value, rows[i].is_f32), rows[i].text);
    }
}

static void check_float_texts(void)
{
    sn_rng rng = sn_rng_of(3);
    for (int i = 0; i < 50000; i++) {
        sn_arena_mark mark = sn_arena_save(arena);
        uint64_t bits = sn_rng_next(&rng);
        double d;
        float f;
        memcpy(&d, &bits, 8);
        memcpy(&f, &bits, 4);
        if (isfinite(d)) {
            const char *text = sn_float_text(arena, d, false);
            assert_null(strchr(text, ','));
            if (!localeconv()->decimal_point[1] && *localeconv()->decimal_point == '.') {
                double back = strtod(text, NULL);
                assert_memory_equal(&back, &d, 8);
            }
        }
        if (isfinite(f)) {
            const char *text = sn_float_text(arena, (double)f, true);
            assert_true(strlen(text) <= 17);
            if (*localeconv()->decimal_point == '.') {
                float back = strtof(text, NULL);
                assert_memory_equal(&back, &f, 4);
            }
        }
        sn_arena_restore(arena, mark);
    }
}

/* Digits of the shortest decimal that printf makes and strtof reads back. */
static int fewest_digits(float f)
{
    char text[64];
    int n = 1;
    for (; n < 9; n++) {
        snprintf(text, sizeof text, "%.*e", n - 1, (double)f);
        if (strtof(text, NULL) == f) break;
    }
    while (n > 1 && text[n] == '0') n--;
    return n;
}

static int significant(const char *text)
{
    int n = 0, zeros = 0;
    for (const char *p = text; *p && *p != 'e'; p++) {
        if (*p == '0') zeros += n > 0;
        if (*p >= '1' && *p <= '9') n += zeros + 1, zeros = 0;
    }
    return n;
}

/* Floats of ordinary size take a way of their own: as short, and read back. */
static void test_ordinary_floats_are_shortest(void **state)
{
    (void)state;
    sn_rng rng = sn_rng_of(5);
    static const double steps[] = {1, 1.0 / 1024, 1e-3, 0.1, 1e-6, 0.25};
    for (int i = 0; i < 60000; i++) {
        sn_arena_mark mark = sn_arena_save(arena);
        double v = sn_rng_uniform(&rng, -1, 1) * pow(10, (double)sn_rng_range(&rng, -5, 8));
        if (i % 2) v = nearbyint(v / steps[i / 2 % 6]) * steps[i / 2 % 6];
        const float f = (float)v;
        const char *text = sn_float_text(arena, (double)f, true), *at = text;
        float back = strtof(text, NULL);
        double lexed;
        assert_memory_equal(&back, &f, 4);
        assert_true(sn_lex_float(&at, true, &lexed) && *at == 0);
        assert_memory_equal(&(float){(float)lexed}, &f, 4);
        if (f != 0 && significant(text) != fewest_digits(fabsf(f)))
            fail_msg("%s for %.9g", text, (double)f);
        sn_arena_restore(arena, mark);
    }
}

static void test_float_text_reads_back(void **state)
{
    (void)state;
    check_float_texts();
}

static void test_float_text_ignores_the_locale(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "ps_AF"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !found; i++) {
        found = setlocale(LC_NUMERIC, names[i]) && *localeconv()->decimal_point != '.';
    }
    if (!found) skip(); /* no locale with another point is installed */
    const char *text = sn_float_text(arena, 1.5, true);
    const char *small = sn_float_text(arena, 1.25e-9, false);
    check_float_texts();
    setlocale(LC_NUMERIC, "C");
    assert_string_equal(text, "1.5");
    assert_string_equal(small, "1.25e-9");
}

static void test_nearest(void **state)
{
    (void)state;
    static const char *const names[] = {
        "Convolution", "ConvolutionDepthWise", "Deconvolution", "ReLU", "Pooling", "Eltwise",
        "LSTM"};
    size_t n = sizeof names / sizeof names[0];
    assert_string_equal(sn_nearest("Convolutoin", names, n), "Convolution");
    assert_string_equal(sn_nearest("relu", names, n), "ReLU");
    assert_string_equal(sn_nearest("Poling", names, n), "Pooling");
    assert_string_equal(sn_nearest("elt_wise", names, n), "Eltwise");
    assert_string_equal(sn_nearest("deconvoluton", names, n), "Deconvolution");
    assert_null(sn_nearest("Softmax", names, n));
    assert_null(sn_nearest("", names, n));
    assert_null(sn_nearest("x", (const char *const[]){"y"}, 1));
    assert_null(sn_nearest("relu", names, 0));
    char big[500];
    memset(big, 'a', sizeof big - 1);
    big[sizeof big - 1] = '\0';
    assert_null(sn_nearest(big, names, n));
    assert_null(sn_nearest("aaaa", (const char *const[]){big}, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slices),
        cmocka_unit_test(test_strings_grow),
        cmocka_unit_test(test_quoting),
        cmocka_unit_test(test_escaping),
        cmocka_unit_test(test_float_text),
        cmocka_unit_test(test_float_text_reads_back),
        cmocka_unit_test(test_ordinary_floats_are_shortest),
        cmocka_unit_test(test_float_text_ignores_the_locale),
        cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
