/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays: elements from one type to another, and which inputs have indices in the place of floats.
 */
#include "api/api_unit.h"

#include <inttypes.h>
#include <math.h>

#include "api/generate.h"
#include "formats/format.h"
#include "ir/ir_text.h"

static sn_context *context;

static int setup(void **state)
{
    (void)state;
    context = sn_context_create(NULL);
    return context ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    sn_context_destroy(context);
    return 0;
}

static sn_status convert(const char *from, const void *data, const char *type, void *to)
{
    const sn_array a = {.name = "a", .type = from, .rank = 1, .sizes = {1}, .n = 1, .data = data};
    return sn_array_convert(context, &a, type, to);
}

#define GIVES(from, from_c, value, type, type_c, want)                                             \
    do {                                                                                           \
        const from_c before = (value);                                                             \
        const type_c wanted = (want);                                                              \
        type_c after;                                                                              \
        if (convert(from, &before, type, &after) != SN_OK)                                         \
            fail_msg("%s", sn_context_error(context));                                             \
        assert_memory_equal(&after, &wanted, sizeof wanted);                                       \
    } while (0)

#define REFUSES(from, from_c, value, type, text)                                                   \
    do {                                                                                           \
        const from_c before = (value);                                                             \
        uint64_t after;                                                                            \
        assert_int_equal(convert(from, &before, type, &after), SN_E_FORMAT);                       \
        assert_string_equal(sn_context_error(context),                                             \
                            "a: has elements of type " from ", " type                              \
                            " expected; element 0, " text ", cannot be one");                      \
    } while (0)

static void integers_stay_what_they_are(void **state)
{
    (void)state;
    GIVES("i64", int64_t, 9007199254740993, "u64", uint64_t, 9007199254740993u);
    GIVES("u64", uint64_t, INT64_MAX, "i64", int64_t, INT64_MAX);
    GIVES("i8", int8_t, -128, "i64", int64_t, -128);
    GIVES("i64", int64_t, INT64_MIN, "f32", float, -0x1p63f);
    GIVES("u64", uint64_t, (uint64_t)1 << 63, "f64", double, 0x1p63);
    GIVES("i32", int32_t, 65504, "f16", uint16_t, 0x7bff);
    GIVES("u8", uint8_t, 1, "bool", uint8_t, 1);
    GIVES("bool", uint8_t, 7, "bool", uint8_t, 1);
    REFUSES("i64", int64_t, -1, "u64", "-1");
    REFUSES("u64", uint64_t, (uint64_t)1 << 63, "i64", "9223372036854775808");
    REFUSES("u64", uint64_t, UINT64_MAX, "f64", "18446744073709551615");
    REFUSES("i64", int64_t, 9007199254740993, "f64", "9007199254740993");
    REFUSES("i64", int64_t, INT64_MAX, "f32", "9223372036854775807");
    REFUSES("i32", int32_t, 2049, "f16", "2049");
    REFUSES("i32", int32_t, 70000, "f16", "70000");
    REFUSES("i16", int16_t, 128, "i8", "128");
    REFUSES("u8", uint8_t, 2, "bool", "2");
}

static void floats_are_rounded(void **state)
{
    (void)state;
    const uint32_t odd_nan = 0xffa12345;
    uint32_t same;
    GIVES("f64", double, 0.1, "f32", float, 0.1f);
    GIVES("f32", float, 1.00048828125f, "f16", uint16_t, 0x3c00); /* between two: to even */
    GIVES("f64", double, 1.00048828126, "f16", uint16_t, 0x3c01);
    GIVES("f32", float, 1.5f, "bf16", uint16_t, 0x3fc0);
    GIVES("bf16", uint16_t, 0x3fc0, "f64", double, 1.5);
    GIVES("f32", float, INFINITY, "f16", uint16_t, 0x7c00);
    GIVES("f64", double, 0x1p63, "u64", uint64_t, (uint64_t)1 << 63);
    GIVES("f64", double, -0x1p63, "i64", int64_t, INT64_MIN);
    GIVES("f32", float, 3, "i32", int32_t, 3);
    assert_int_equal(convert("f32", &odd_nan, "f32", &same), SN_OK);
    assert_int_equal(same, odd_nan);
    REFUSES("f64", double, 1e300, "f32", "1e300");
    REFUSES("f32", float, 65520, "f16", "65520");
    REFUSES("f32", float, 1.9f, "i32", "1.9");
    REFUSES("f64", double, (double)NAN, "i32", "nan");
    REFUSES("f64", double, (double)NAN, "bool", "nan");
    REFUSES("f64", double, 0x1p63, "i64", "9.223372036854776e18");
    REFUSES("f64", double, 0x1p64, "u64", "1.8446744073709552e19");
    REFUSES("f64", double, -1, "u8", "-1");
    REFUSES("f64", double, 0.5, "bool", "0.5");
}

static void a_type_that_is_none(void **state)
{
    (void)state;
    const float v = 1;
    float to;
    assert_int_equal(convert("f32", &v, "f8", &to), SN_E_ARG);
    assert_int_equal(convert("real", &v, "f32", &to), SN_E_ARG);
}

static void the_element_is_named(void **state)
{
    (void)state;
    const int64_t v[] = {1, 2, 300, 4};
    uint8_t to[4];
    const sn_array a = {.name = "b", .type = "i64", .rank = 2, .sizes = {2, 2}, .n = 4, .data = v};
    assert_int_equal(sn_array_convert(context, &a, "u8", to), SN_E_FORMAT);
    assert_non_null(strstr(sn_context_error(context), "element 2, 300,"));
}

static bool first_is_index(const char *text)
{
    size_t n = 0;
    sn_graph *g = NULL;
    if (sn_graph_parse(context->ctx, "net", sn_text_of(text), sn_format_op_find, &g) != SN_OK)
        fail_msg("%s", sn_context_error(context));
    sn_model *m = sn_model_of_graph(context, g, sn_formats(&n)[0]);
    const bool is = sn_model_input_is_index(m, 0);
    sn_model_destroy(m);
    return is;
}

static bool is_index(const char *type)
{
    char text[300];
    snprintf(text, sizeof text,
             "\"i\" = input : %s[3]\n\"y\" = gather(@\"w\", \"i\") name=\"pick\"\noutput(\"y\")\n"
             "@\"w\" = f32[8,2] seed 1\n",
             type);
    return first_is_index(text);
}

/* Indices that are as many as the input has rows are not its elements. */
static void the_shape_of_an_input_is_no_index(void **state)
{
    (void)state;
    assert_false(first_is_index("\"x\" = input : f32[_,3]\n"
                                "\"i\" = expand(@\"one\", \"x\") {shape=[\"ref.0\",1]}\n"
                                "\"y\" = gather(@\"w\", \"i\") name=\"pick\"\n"
                                "\"z\" = relu(\"x\")\noutput(\"y\", \"z\")\n"
                                "@\"w\" = f32[8,2] seed 1\n@\"one\" = i64[1,1] [1]\n"));
}

/* Of an integer type the indices are elements of that type. */
static void indices_in_the_place_of_floats(void **state)
{
    (void)state;
    assert_true(is_index("f32"));
    assert_false(is_index("i64"));
    assert_false(is_index("i32"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_stay_what_they_are),
        cmocka_unit_test(floats_are_rounded),
        cmocka_unit_test(a_type_that_is_none),
        cmocka_unit_test(the_element_is_named),
        cmocka_unit_test(indices_in_the_place_of_floats),
        cmocka_unit_test(the_shape_of_an_input_is_no_index),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
