/* SPDX-License-Identifier: Apache-2.0
 *
 * The text form: numbers as ncnn reads them, every kind of token, and what must be refused, with
 * its line. */
#include "ncnn_unit.h"

#include "base/num.h"
#include "formats/ncnn/record.h"

/* ---- numbers --------------------------------------------------------------------------------- */

static void floats_are_read_as_ncnn_reads_them(void **state)
{
    (void)state;
    /* from ncnn itself */
    assert_true(sn_ncnn_parse_float("0.5") == 0.5f);
    assert_true(sn_ncnn_parse_float("-1.25e-2") == -0.0125f);
    assert_true(sn_ncnn_parse_float("+.5") == 0.5f);
    assert_true(sn_ncnn_parse_float("5.") == 5.f);
    assert_true(fabsf(sn_ncnn_parse_float("0.1234567891") - 0.8755f) < 1e-3f); /* overflows there */
    assert_true(sn_ncnn_parse_float("3.402823466e+38") > 3.4e38f);
}

static void printed_floats_come_back_bit_by_bit(void **state)
{
    (void)state;
    sn_rng rng = sn_rng_of(3);
    for (int i = 0; i < 200000; i++) {
        uint32_t word = (uint32_t)sn_rng_next(&rng);
        if (i < 4) word = (uint32_t[]){0, 0x80000000u, 1, 0x7f7fffffu}[i];
        float f = sn_ncnn_unbits(word);
        char s[16];
        if (!isfinite(f)) {
            assert_false(sn_ncnn_print_float(f, s));
            continue;
        }
        if (!sn_ncnn_print_float(f, s)) fail_msg("%.9g cannot be printed", (double)f);
        assert_true(strlen(s) <= 15);
        assert_int_equal(sn_ncnn_bits(sn_ncnn_parse_float(s)), word);
    }
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static sn_ncnn_file parse(sn_arena *a, const char *text)
{
    sn_ncnn_file f;
    if (sn_ncnn_read_text(ctx, a, "m", sn_text_of(text), &f) != SN_OK)
        fail_msg("%s", sn_ctx_error(ctx));
    return f;
}

static void every_kind_of_value(void **state)
{
    (void)state;
    sn_arena *a = sn_arena_create(ctx);
    sn_ncnn_file f =
        parse(a, "7767517\n2 2\nOdd n 0 1 x 0=7 1=-2.5 2=3,4 3=1.5,2 4=5, -23305=2,1.0,2.0 "
                 "6=\"*(0w,2),0h\" 7=word\n 8=1\r\n9=2\nReLU r 1 1 x y 10=+5 11=4294967295\n");
    const sn_ncnn_record *r = f.layers[0];
    assert_int_equal(r->n_args, 10);
    assert_int_equal((int32_t)r->args[0].value.word, 7);
    assert_true(sn_ncnn_unbits(r->args[1].value.word) == -2.5f);
    assert_int_equal(r->args[2].value.n, 2);
    assert_false(r->args[2].value.is_float);
    assert_true(sn_ncnn_unbits(r->args[3].value.words[1]) == 2.f); /* the first element decides */
    assert_int_equal(r->args[4].value.n, 1);
    assert_true(sn_ncnn_unbits(r->args[5].value.words[1]) == 2.f);
    assert_string_equal(r->args[6].value.s, "*(0w,2),0h");
    assert_string_equal(r->args[7].value.s, "word");
    assert_int_equal(r->args[8].id, 8); /* lines may go on, with either line end */
    assert_int_equal(r->args[9].value.word, 2);
    assert_int_equal((int32_t)f.layers[1]->args[1].value.word, -1);
    assert_int_equal(f.layers[1]->line, 6);
    sn_arena_destroy(a);
}

static void the_last_of_two_equal_ids_counts(void **state)
{
    (void)state;
    sn_arena *a = sn_arena_create(ctx);
    sn_ncnn_file f = parse(a, "7767517\n1 1\nInput x 0 1 x 0=7 0=8\n");
    sn_ncnn_values v;
    sn_ncnn_record_values(f.layers[0], &v);
    assert_int_equal(sn_ncnn_int(&v, 0), 8);
    sn_arena_destroy(a);
}

static void text_behind_the_last_layer_is_kept_unread(void **state)
{
    (void)state;
    sn_arena *a = sn_arena_create(ctx);
    sn_ncnn_file f = parse(a, "7767517\n1 1\nInput x 0 1 x 0=7\nNoop out 1 1 x y\n");
    assert_int_equal(f.n_layers, 1);
    assert_int_equal(f.layers[0]->n_args, 1);
    assert_true(sn_text_is(f.tail, "\nNoop out 1 1 x y\n"));
    sn_arena_destroy(a);
}

static void strings_that_ncnn_misreads_are_spelled_anew(void **state)
{
    (void)state;
    sn_arena *a = sn_arena_create(ctx);
    sn_str s;
    sn_str_init(&s, a);
    sn_ncnn_value letters = sn_ncnn_of_str("trunc(abs(0w))"),
                  digits = sn_ncnn_of_str("-(0w*1234567)!");
    sn_ncnn_value comma = sn_ncnn_of_str("*(0w,12345678)"), quote = sn_ncnn_of_str("a\"b");
    assert_int_equal(sn_ncnn_print_arg(ctx, "x", 6, &letters, &s), SN_OK);
    assert_int_equal(sn_ncnn_print_arg(ctx, "x", 6, &comma, &s), SN_OK);
    assert_string_equal(s.s, " 6=trunc(abs(0w)) 6=\"*(0w,12345678)\"");
    assert_int_equal(sn_ncnn_print_arg(ctx, "x", 6, &digits, &s), SN_E_UNSUPPORTED);
    assert_int_equal(sn_ncnn_print_arg(ctx, "x", 6, &quote, &s), SN_E_UNSUPPORTED);
    sn_arena_destroy(a);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static const struct {
    const char *text, *part;
} malformed[] = {
    {"", "m:1: found the end of the file, expected 7767517"},
    {"7767518\n1 1\n", "found '7767518', expected 7767517"},
    {"7767517\n", "expected the number of layers"},
    {"7767517\n0 1\n", "the number of layers is 0, at least 1 expected"},
    {"7767517\n999999999 1\nReLU r 0 1 x\n", "has room for"},
    {"7767517\n2 1\nReLU r 0 1 x\n", "the file ends after 1 layers, its header says 2"},
    {"7767517\n1 0\nReLU r 0 1 x\n", "the number of blobs is 0"},
    {"7767517\n1 1\nReLU r 0 2 x y\n", "m:2: the header says 1 blobs, the layers have 2"},
    {"7767517\n1 1\nReLU r 99999 1 x\n", "the number of inputs is 99999"},
    {"7767517\n1 1\nReLU r -1 1 x\n", "m:3: the number of inputs is -1, at least 0"},
    {"7767517\n1 1\nReLU r 0 1\n", "found the end of the file, expected a blob name"},
    {"7767517\n1 1\nReLU r x 1 x\n", "m:3: found 'x', expected the number of inputs"},
    {"7767517\n1 1\nReLU r 0 1 x 0:1\n", "found '0:1', expected a param"},
    {"7767517\n1 1\nReLU r 0 1 x 0= 1\n", "expected a number"},
    {"7767517\n1 1\nReLU r 0 1 x 0=-inf\n", "found '-inf', expected a number"},
    {"7767517\n1 1\nReLU r 0 1 x 32=1\n", "'32=1': param ids are 0 to 31"},
    {"7767517\n1 1\nReLU r 0 1 x -23332=1,1\n", "param ids are 0 to 31"},
    {"7767517\n1 1\nReLU r 0 1 x 0=1234567890123456\n", "more than the 15 characters"},
    {"7767517\n1 1\nReLU r 0 1 x -23300=3,1,2\n", "expected element 3 of 3"},
    {"7767517\n1 1\nReLU r 0 1 x -23300=1,1,2\n", "found ',2' after a value"},
    {"7767517\n1 1\nReLU r 0 1 x -23300=999999,1\n", "has room for"},
    {"7767517\n1 1\nReLU r 0 1 x -23300=-1\n", "the number of elements is -1"},
    {"7767517\n1 1\nReLU r 0 1 x 0=\"abc\n", "no closing quote"},
    {"7767517\n1 1\nReLU r 0 1 x 0=\" abc\"\n", "begins with a space or comma"},
    {"7767517\n2 2\nReLU r 0 1 x\n-Odd s 1 1 x y\n",
     "m:4: found '-Odd', expected a param or a layer type"},
};

static void malformed_text_is_refused_with_its_place(void **state)
{
    (void)state;
    sn_arena *a = sn_arena_create(ctx);
    for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++) {
        sn_ncnn_file f;
        sn_status s = sn_ncnn_read_text(ctx, a, "m", sn_text_of(malformed[i].text), &f);
        if (s != SN_E_FORMAT || !strstr(sn_ctx_error(ctx), malformed[i].part))
            fail_msg("%s\nfound %s '%s', expected '%s'", malformed[i].text, sn_status_name(s),
                     s ? sn_ctx_error(ctx) : "", malformed[i].part);
    }
    sn_ncnn_file f;
    assert_int_equal(sn_ncnn_read_text(ctx, a, "m", (sn_text){"7767517\n1\0 1\n", 13}, &f),
                     SN_E_FORMAT);
    sn_arena_destroy(a);
}

/* Cut anywhere, or with a byte changed, it is read or refused, never worse. */
static void damaged_files_do_no_harm(void **state)
{
    (void)state;
    static const char whole[] =
        "7767517\n5 6\nInput in 0 1 in 0=4 1=4 2=3\nConvolution c 1 1 in c 0=2 1=3 5=1 6=54 9=2 "
        "-23310=1,1.0e-01\nSplit s 1 2 c c0 c1\nReshape r 1 1 c0 r 6=\"*(0w,2),-1\"\n"
        "BinaryOp b 2 1 c1 c1 b 0=2 1=1 2=2.5 -23330=5,3,2,2,1,2\n";
    sn_rng rng = sn_rng_of(1);
    const size_t n = sizeof whole - 1;
    for (int i = 0; i < 3000; i++) {
        char text[sizeof whole];
        memcpy(text, whole, sizeof whole);
        size_t length = i < (int)n ? (size_t)i : n;
        for (int k = 0; i >= (int)n && k < 1 + i % 3; k++)
            text[sn_rng_range(&rng, 0, (int64_t)n - 1)] = (char)sn_rng_range(&rng, 1, 255);
        const char *path = put_bytes("d.param", text, length);
        sn_graph *g = NULL;
        sn_status s = inner_load(path, "seed:1", &g);
        if (s == SN_OK) assert_int_equal(sn_graph_verify(g), SN_OK);
        if (s == SN_OK) sn_graph_destroy(g);
    }
}

/* ---- the binary form ------------------------------------------------------------------------- */

enum { F = 0x3e800000 /* 0.25f */ };
static const int32_t binary[] = {
    7767517, 4, 4,                                                          /* header */
    16,      0, 1, 0, 0, 8,      -233,                                      /* Input */
    26,      1, 1, 0, 1, 0,      F,    -233,                                /* ReLU 0=0.25 */
    10,      2, 1, 1, 0, 2,      0,    1,          -23301, 2,   F, F, -233, /* Eltwise */
    27,      1, 1, 2, 3, -23406, 5,    0x312c7730, 0x36,   -233};           /* Reshape 6="0w,16" */

static void binary_files_are_read_by_schema(void **state)
{
    (void)state;
    const char *path = put_bytes("m.param.bin", binary, sizeof binary);
    sn_graph *g = NULL;
    sn_status s = inner_load(path, "seed:1", &g);
    if (s != SN_OK) fail_msg("%s", sn_ctx_error(ctx));
    assert_int_equal(sn_infer_graph(g), SN_OK);
    assert_saved(g, "7767517\n4 4\n"
                    "Input                    Input_0                  0 1 0 0=8\n"
                    "ReLU                     ReLU_1                   1 1 0 1 0=2.50000000e-01\n"
                    "Eltwise                  Eltwise_2                2 1 1 0 2 0=1 "
                    "-23301=2,2.50000000e-01,2.50000000e-01\n"
                    "Reshape                  Reshape_3                1 1 2 3 6=\"0w,16\"\n");
    sn_graph_destroy(g);
    for (size_t n = 0; n < sizeof binary; n += 3)
        load_fails(put_bytes("cut.param.bin", binary, n), "seed:1", SN_E_FORMAT,
                   "cut.param.bin: b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(floats_are_read_as_ncnn_reads_them, ncnn_setup,
                                        ncnn_teardown),
        cmocka_unit_test_setup_teardown(printed_floats_come_back_bit_by_bit, ncnn_setup,
                                        ncnn_teardown),
        cmocka_unit_test_setup_teardown(every_kind_of_value, ncnn_setup, ncnn_teardown),
        cmocka_unit_test_setup_teardown(the_last_of_two_equal_ids_counts, ncnn_setup,
                                        ncnn_teardown),
        cmocka_unit_test_setup_teardown(text_behind_the_last_layer_is_kept_unread, ncnn_setup,
                                        ncnn_teardown),
        cmocka_unit_test_setup_teardown(strings_that_ncnn_misreads_are_spelled_anew, ncnn_setup,
                                        ncnn_teardown),
        cmocka_unit_test_setup_teardown(malformed_text_is_refused_with_its_place, ncnn_setup,
                                        ncnn_teardown),
        cmocka_unit_test_setup_teardown(damaged_files_do_no_harm, ncnn_setup, ncnn_teardown),
        cmocka_unit_test_setup_teardown(binary_files_are_read_by_schema, ncnn_setup, ncnn_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
