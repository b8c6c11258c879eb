/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated C is indented by what it says. */
#include "base/unit.h"

#include "codegen/indent.h"

static void check(const char *text, const char *expected)
{
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_arena *arena = sn_arena_create(ctx);
    assert_string_equal(sn_c_indent(arena, text), expected);
    assert_string_equal(sn_c_indent(arena, expected), expected);
    sn_arena_destroy(arena);
    sn_ctx_destroy(ctx);
}

static void braces(void **state)
{
    (void)state;
    check("void f(void)\n{\nint x;\n        for (;;) {\n    x = 1;\n{\ny();\n}\n\n}\n}\n",
          "void f(void)\n{\n    int x;\n    for (;;) {\n        x = 1;\n        {\n            "
          "y();\n        }\n    }\n}\n");
    check("int a[] = {1, 2,\n3};\nint b;\n", "int a[] = {1, 2,\n    3};\nint b;\n");
}

static void statements(void **state)
{
    (void)state;
    check("{\nfor (;;)\nif (a)\nb(c,\nd);\nelse\ne();\nf();\n}\n",
          "{\n    for (;;)\n        if (a)\n            b(c,\n                d);\n    else\n      "
          "  e();\n    f();\n}\n");
    check("{\nif (a) b();\nc();\nwhile (d)\n/* why */\ne();\nf();\n}\n",
          "{\n    if (a) b();\n    c();\n    while (d)\n        /* why */\n        e();\n    "
          "f();\n}\n");
    check("{\nif (a) {\nb();\n} else\nc();\nd();\n}\n",
          "{\n    if (a) {\n        b();\n    } else\n        c();\n    d();\n}\n");
}

static void left_alone(void **state)
{
    (void)state;
    check("#define A(x) \\\n      {x\nint y; /* { ( */\nchar c = '{', *s = \"({\\\"\";\nint z;\n",
          "#define A(x) \\\n      {x\nint y; /* { ( */\nchar c = '{', *s = \"({\\\"\";\nint z;\n");
    check("/* one\n * two */\nint x;\n\n\n\nint y;\n", "/* one\n * two */\nint x;\n\nint y;\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(braces), cmocka_unit_test(statements),
                                       cmocka_unit_test(left_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
