/* SPDX-License-Identifier: Apache-2.0
 *
 * What stands at the top level of printed C, and by which names. */
#include "base/unit.h"

#include <string.h>

#include "codegen/c_items.h"

static const char kinds[] = "FOGL";

/* A line for each item: kind, names, and how many lines its comment and its text have. */
static void check(const char *text, const char *expected)
{
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_arena *arena = sn_arena_create(ctx);
    size_t n = 0;
    sn_str said;
    sn_str_init(&said, arena);
    const sn_c_item *items = sn_c_items(arena, text, &n);
    for (size_t i = 0; i < n; i++) {
        int lines[2] = {0};
        for (size_t k = 0; k < items[i].comment.n; k++) lines[0] += items[i].comment.s[k] == '\n';
        for (size_t k = 0; k < items[i].text.n; k++) lines[1] += items[i].text.s[k] == '\n';
        sn_str_addf(&said, "%c", kinds[items[i].kind]);
        for (size_t k = 0; k < items[i].n_names; k++)
            sn_str_addf(&said, " %.*s", (int)items[i].names[k].n, items[i].names[k].s);
        sn_str_addf(&said, " %d+%d\n", lines[0], lines[1]);
    }
    assert_string_equal(said.s, expected);
    sn_arena_destroy(arena);
    sn_ctx_destroy(ctx);
}

/* An attribute in front of the name has brackets, too. */
static void functions(void **state)
{
    (void)state;
    check("static inline int f(int a) { return a; }\n\n"
          "/* why\n * so */\nstatic __attribute__((noinline)) void g(const int *a,\n"
          "                                           int b)\n{\n    if (b) {\n    }\n}\n"
          "__attribute__((unused)) static int h(void)\n{\n    return ')';\n}\nSTEP void i(int a)\n"
          "{\n#define X(q) { \\\n    q; }\n    X(a) /* } */\n#undef X\n}\n",
          "F f 0+1\nF g 2+6\nF h 0+4\nF i 0+7\n");
}

static void others(void **state)
{
    (void)state;
    check(
        "typedef int16_t halves __attribute__((vector_size(4), aligned(2)));\n"
        "typedef struct a {\n    int b;\n} c;\nstatic const float t[2] = {1,\n    2};\n"
        "enum { A = 1, B }; /* 2 */\ntypedef enum e {\n    C, /* ( */\n} g;\n"
        "_Static_assert(A == 1, \"no\");\nstatic int /* ( */ f(int a);\n#define M(a) \\\n    "
        "(a)\n#undef M\n",
        "O halves 0+1\nO c 0+3\nO t 0+2\nO A B 0+1\nO e C g 0+3\nO 0+1\nO f 0+1\nO M 0+2\nL 0+1\n");
    check("/* alone */\n\n/* of t */\nint t;\n", "L 0+1\nO t 1+1\n");
    check("#if A\n#if B\nstatic int f(void)\n{\n}\n#endif\n#else\n#define g(a) 1\n#endif\nint h;\n",
          "G f g 0+9\nO h 0+1\n");
    check("", "");
}

static void words(void **state)
{
    (void)state;
    static const char *const expected[] = {"ab", "c_1", "d", "e"};
    sn_text rest = sn_text_of("ab + c_1 * 3e4 /* no */ \"no\\\" no\" 'n' d->e 0x1p3f"), word;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(sn_c_word(&rest, &word));
        assert_true(sn_text_is(word, expected[i]));
    }
    assert_false(sn_c_word(&rest, &word));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(functions), cmocka_unit_test(others),
                                       cmocka_unit_test(words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
