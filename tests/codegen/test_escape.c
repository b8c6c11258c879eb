/* SPDX-License-Identifier: Apache-2.0
 *
 * Names from a model in generated code. */
#include "base/unit.h"

#include "codegen/escape.h"

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
    sn_arena_destroy(arena);
    sn_ctx_destroy(ctx);
    return 0;
}

static void strings(void **state)
{
    (void)state;
    assert_string_equal(sn_c_string(arena, "conv1"), "conv1");
    assert_string_equal(sn_c_string(arena, "a\"; system(\"x"), "a\\\"; system(\\\"x");
    assert_string_equal(sn_c_string(arena, "a\\"), "a\\\\");
    assert_string_equal(sn_c_string(arena, "\n1"), "\\0121");
    assert_string_equal(sn_c_string(arena, "?\?/"), "\\?\\?/");
    assert_string_equal(sn_c_string(arena, "\xc3\xa9"
                                           "f"),
                        "\\303\\251f");
}

static void scripts(void **state)
{
    (void)state;
    assert_string_equal(sn_js_string(arena, "conv1"), "conv1");
    assert_string_equal(sn_js_string(arena, "a\"; alert(\"x"), "a\\\"; alert(\\\"x");
    assert_string_equal(sn_js_string(arena, "a\\"), "a\\x5c");
    assert_string_equal(sn_js_string(arena, "\n1"), "\\x0a1");
    assert_string_equal(sn_js_string(arena, "\xc3\xa9\xff"), "\xc3\xa9\\xff");
    assert_string_equal(sn_js_string(arena, "\xe2\x80\xa8"), "\\xe2\\x80\\xa8"); /* ends lines */
}

static void comments(void **state)
{
    (void)state;
    assert_string_equal(sn_c_comment(arena, "conv1 + relu"), "conv1 + relu");
    assert_string_equal(sn_c_comment(arena, "a */ int x; /* b"), "a * / int x; / * b");
    assert_string_equal(sn_c_comment(arena, "*//*"), "* / / * .");
    assert_string_equal(sn_c_comment(arena, "a\nb"), "a\\x0ab");
    assert_string_equal(sn_c_comment(arena, "?\?/"), "? ?/ .");
    assert_string_equal(sn_c_comment(arena, "\xc3\xa9"), "\xc3\xa9");
    assert_string_equal(sn_c_comment(arena, "\xff"), "\\xff");
    char longest[1000];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    assert_true(strlen(sn_c_comment(arena, longest)) < 220);
    for (int i = 0; i < 500; i++) memcpy(longest + 2 * i, "\xc3\xa9", 2);
    longest[sizeof longest - 2] = '\0';
    const char *cut = sn_c_comment(arena, longest + 1);
    assert_null(strstr(cut, "\xc3.")); /* not within a character */
}

/* Whatever the bytes are, nothing in a comment ends it, begins another or joins lines. */
static void random_comments(void **state)
{
    (void)state;
    static const char letters[] = "*/?\\\n\r'\"a \xc3\xa9\x80\x1b";
    unsigned seed = 1;
    for (int i = 0; i < 20000; i++) {
        char name[12] = {0};
        for (int k = 0; k < 11; k++) {
            seed = seed * 1103515245u + 12345u;
            name[k] = letters[(seed >> 16) % (sizeof letters - 1)];
        }
        const char *c = sn_c_comment(arena, name);
        assert_null(strstr(c, "*/"));
        assert_null(strstr(c, "/*"));
        assert_null(strstr(c, "//"));
        assert_null(strstr(c, "?\?"));
        assert_null(strpbrk(c, "\n\r\x1b"));
        assert_true(c[strlen(c) - 1] != '\\');
    }
}

static void prefixes(void **state)
{
    (void)state;
    assert_string_equal(sn_c_prefix(arena, "models/Face-v2.param"), "face_v2");
    assert_string_equal(sn_c_prefix(arena, "3ddfa.param.bin"), "net_3ddfa");
    assert_string_equal(sn_c_prefix(arena, "__a--b__.param"), "a_b");
    assert_string_equal(sn_c_prefix(arena, "\xe4\xba\xba.param"), "net");
    assert_string_equal(sn_c_prefix(arena, "/"), "net");
    assert_string_equal(sn_c_prefix(arena, "x\"; int y; \".param"), "x_int_y");
    assert_true(
        strlen(sn_c_prefix(
            arena, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")) ==
        40);
    assert_string_equal(sn_c_prefix(arena, "models/test.param"), "test_net");
    assert_string_equal(sn_c_prefix(arena, "Math.param"), "math_net");
    assert_string_equal(sn_c_prefix(arena, "w.param"), "w_net"); /* W_OK is a macro of unistd.h */
    assert_false(sn_c_is_prefix("X") || sn_c_is_prefix("r") || sn_c_is_prefix("f"));
    assert_true(sn_c_is_prefix("face_2"));
    assert_false(sn_c_is_prefix("main"));
    assert_false(sn_c_is_prefix("time"));
    assert_false(sn_c_is_prefix(""));
    assert_false(sn_c_is_prefix("2face"));
    assert_false(sn_c_is_prefix("_face"));
    assert_false(sn_c_is_prefix("fa ce"));
    assert_false(sn_c_is_prefix("../face"));
    assert_false(sn_c_is_prefix("fac\xc3\xa9"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(strings, setup, teardown),
        cmocka_unit_test_setup_teardown(scripts, setup, teardown),
        cmocka_unit_test_setup_teardown(comments, setup, teardown),
        cmocka_unit_test_setup_teardown(random_comments, setup, teardown),
        cmocka_unit_test_setup_teardown(prefixes, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
