/* SPDX-License-Identifier: Apache-2.0
 *
 * What several files of a network have alike is printed once, and what only looks alike is not. */
#include "base/unit.h"

#include <stdio.h>
#include <string.h>

#include "codegen/share.h"

#define STEP_OF(name, body)                                                                        \
    "STEP void " name "(const struct net *n, long first, long last, float *scratch)\n{\n" body "}" \
    "\n"
/* A text that is long enough to be worth a function of its own. */
#define LONG                                                                                       \
    "    /* of a length that no call of another function has, so that it is worth one, which is "  \
    "what the next lines are for, too: they say nothing more about it than that, and go on, and "  \
    "on, until there are more than twice the bytes of a step that does nothing but call, with a "  \
    "table of its own and the comment above, and a few more of them, so that three numbers "       \
    "that are given do not turn it around, as they would, had this comment ended two lines "       \
    "before */\n"

typedef struct shared {
    sn_ctx *ctx;
    sn_arena *arena;
    sn_shared_parts out;
    size_t n;
} shared;

static shared share(const char *const *parts, size_t n)
{
    shared s = {.ctx = sn_ctx_create(NULL, NULL), .n = n};
    s.arena = sn_arena_create(s.ctx);
    sn_share(s.arena, parts, n, "net_", &s.out);
    return s;
}

static void done(shared *s)
{
    sn_arena_destroy(s->arena);
    sn_ctx_destroy(s->ctx);
}

static bool has(const char *text, const char *what) { return strstr(text, what) != NULL; }

static size_t count_in(const char *text, const char *what)
{
    size_t n = 0;
    for (; (text = strstr(text, what)) != NULL; text++) n++;
    return n;
}

static size_t count(const shared *s, const char *what)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) n += count_in(s->out.parts[i], what);
    return n;
}

#define HELPER(name, does)                                                                         \
    "/* Helps. */\nstatic __attribute__((noinline)) void " name "(float *y)\n{\n" does "}\n\n"

static void one_for_all(void **state)
{
    (void)state;
    shared s = share((const char *const[]){HELPER("help", "    y[0] = 1;\n")
                                               STEP_OF("a", "    help(scratch);\n"),
                                           HELPER("help", "    y[0] = 1;\n")
                                               STEP_OF("b", "    help(scratch + 1);\n")},
                     2);
    assert_int_equal(count(&s, "y[0] = 1;"), 1);
    assert_int_equal(count(&s, "static"), 0);
    assert_true(has(s.out.parts[0], "    net_help(scratch);\n"));
    assert_true(has(s.out.parts[1], "    net_help(scratch + 1);\n"));
    assert_string_equal(s.out.declarations, "__attribute__((noinline)) void net_help(float *y);\n");
    done(&s);
}

/* Names do not count, nor do two of a file. */
static void other_names(void **state)
{
    (void)state;
    shared s = share(
        (const char *const[]){HELPER("one", "    y[0] = 1;\n") HELPER("two", "    y[0] = 1;\n")
                                  STEP_OF("a", "    one(scratch), two(scratch);\n"),
                              HELPER("three", "    y[0] = 1;\n")
                                  STEP_OF("b", "    three(scratch);\n")},
        2);
    assert_int_equal(count(&s, "y[0] = 1;"), 1);
    assert_true(has(s.out.parts[0], "net_one(scratch), net_one(scratch);"));
    assert_true(has(s.out.parts[1], "net_one(scratch);"));
    done(&s);
}

/* The same words, but what they name differs: a function, a table, a macro, a
 * constant. */
static void only_look_equal(void **state)
{
    (void)state;
    static const char *const first[] = {
        "static inline float f(float a)\n{\n    return a;\n}\n\n",
        "static const float f[1] = {1};\n\n", "#define f(a) (a)\n\n",
        "#if defined(A)\nstatic inline float f(float a) { return a; }\n#endif\n\n",
        "enum { e, f };\n\n"};
    static const char *const second[] = {
        "static inline float f(float a)\n{\n    return -a;\n}\n\n",
        "static const float f[1] = {2};\n\n", "#define f(a) (-(a))\n\n",
        "#if defined(A)\nstatic inline float f(float a) { return -a; }\n#endif\n\n",
        "enum { e = 1, f };\n\n"};
    for (int i = 0; i < 5; i++) {
        const char *does = i == 1   ? HELPER("help", "    y[0] = f[0];\n")
                           : i == 4 ? HELPER("help", "    y[0] = f;\n")
                                    : HELPER("help", "    y[0] = f(y[1]);\n"),
                   *step = STEP_OF("s", "    help(scratch);\n");
        for (int same = 0; same < 2; same++) {
            char a[800], b[800];
            snprintf(a, sizeof a, "%s%s%s", first[i], does, step);
            snprintf(b, sizeof b, "%s%s%s", same ? first[i] : second[i], does, step);
            shared s = share((const char *const[]){a, b}, 2);
            assert_int_equal(count(&s, "y[0] = "), same ? 1 : 2);
            assert_int_equal(has(s.out.declarations, "net_help"), same);
            done(&s);
        }
    }
}

/* What they call differs one call further down; and so does the name, then. */
static void differ_further_down(void **state)
{
    (void)state;
#define FILE_OF(number, step)                                                                      \
    HELPER("low", "    y[0] = " number ";\n")                                                      \
    HELPER("high", "    low(y);\n") STEP_OF(step, "    high(scratch);\n")
    shared s = share((const char *const[]){FILE_OF("1", "a"), FILE_OF("2", "b"), FILE_OF("1", "c"),
                                           FILE_OF("2", "d")},
                     4);
    assert_int_equal(count(&s, "y[0] = 1;"), 1);
    assert_int_equal(count(&s, "y[0] = 2;"), 1);
    assert_int_equal(count(&s, "low(y);"), 2);
    assert_true(has(s.out.parts[0], "net_high(scratch);"));
    assert_true(has(s.out.parts[1], "net_high_2(scratch);"));
    assert_true(has(s.out.parts[2], "net_high(scratch);"));
    assert_true(has(s.out.parts[3], "net_high_2(scratch);"));
    done(&s);
#undef FILE_OF
}

/* Not to be declared where the other file does not know the type; and members of structs are no
 * functions. */
static void types_of_a_file(void **state)
{
    (void)state;
#define FILE_OF(step)                                                                              \
    "typedef int own;\n\nstatic void help(own *y)\n{\n    y[0] = 1;\n}\n\n"                        \
    "static void in(float *y)\n{\n    y[0] = 3;\n}\n\n" STEP_OF(                                   \
        step, "    own y;\n    help(&y);\n    in(scratch);\n    n->in[0] = n.in[1];\n")
    shared s = share((const char *const[]){FILE_OF("a"), FILE_OF("b")}, 2);
    assert_int_equal(count(&s, "y[0] = 1;"), 2);
    assert_int_equal(count(&s, "y[0] = 3;"), 1);
    assert_int_equal(count(&s, "    n->in[0] = n.in[1];"), 2);
    assert_int_equal(count(&s, "    net_in(scratch);"), 2);
    done(&s);
#undef FILE_OF
}

/* What nobody calls any more goes, and what is inline stays in each file. */
static void unneeded(void **state)
{
    (void)state;
#define FILE_OF(step)                                                                              \
    "static inline float inner(float a)\n{\n    return a;\n}\n\n"                                  \
    "static inline float outer(float a)\n{\n    return -a;\n}\n\n" HELPER(                         \
        "help", "    y[0] = inner(1);\n") STEP_OF(step, "    help(scratch + outer(1));\n")
    shared s = share((const char *const[]){FILE_OF("a"), FILE_OF("b")}, 2);
    assert_int_equal(count(&s, "float inner("), 1);
    assert_int_equal(count(&s, "float outer("), 2);
    done(&s);
#undef FILE_OF
}

static void steps_at_places(void **state)
{
    (void)state;
    shared s = share(
        (const char *const[]){
            STEP_OF("a", LONG "    f(WORK + 16, WEIGHTS + 4, WORK + 16, WORK);\n")
                STEP_OF("b", LONG "    f(WORK, WEIGHTS + 4, WORK, WORK);\n"),
            STEP_OF("c", LONG "    f(WORK + 32, WEIGHTS + 4, WORK + 32, WORK);\n")
                STEP_OF("d", LONG "    f(WORK - 32, WEIGHTS + 4, WORK, WORK);\n")},
        2);
    assert_int_equal(count(&s, "    f(WORK + base0, WEIGHTS + 4, WORK + base0, WORK);"), 1);
    assert_int_equal(count(&s, "    const ptrdiff_t base0 = base[0];"), 1);
    assert_int_equal(count_in(s.out.parts[0], "    a_at(n, first, last, scratch, base);"), 2);
    assert_int_equal(count_in(s.out.parts[1], "    a_at(n, first, last, scratch, base);"), 1);
    assert_true(has(s.out.parts[0], "int32_t base[] = {16};"));
    assert_true(has(s.out.parts[0], "int32_t base[] = {0};"));
    assert_true(has(s.out.parts[1], "int32_t base[] = {32};"));
    assert_true(has(s.out.parts[1], "f(WORK - 32, WEIGHTS + 4, WORK, WORK);"));
    assert_string_equal(s.out.declarations,
                        "void a_at(const struct net *n, long first, long last, float *scratch, "
                        "const int32_t *base);\n");
    done(&s);
}

/* Numbers that are no addresses, and places that two steps have the other way around. */
static void steps_that_differ(void **state)
{
    (void)state;
    shared s = share((const char *const[]){STEP_OF("a", LONG "    f(WORK + 16, 3);\n") STEP_OF(
                         "b", LONG "    f(WORK + 32, 4);\n") STEP_OF("c", LONG "    f(*WORK);\n")
                                               STEP_OF("d", LONG "    f(*WORK + 4);\n")},
                     1);
    assert_int_equal(count(&s, "_at("), 0);
    assert_int_equal(count(&s, "    f(WORK + 16, 3);"), 1);
    assert_int_equal(count(&s, "    f(*WORK);"), 1);
    assert_string_equal(s.out.declarations, "");
    done(&s);
    s = share((const char *const[]){STEP_OF("a", LONG "    f(WORK + 0, WORK + 8);\n")
                                        STEP_OF("b", LONG "    f(WORK + 8, WORK + 0);\n")
                                            STEP_OF("c", LONG "    f(WORK + 8, WORK + 8);\n")},
              1);
    assert_int_equal(count(&s, "    f(WORK + base0, WORK + base1);"), 1);
    assert_true(has(s.out.parts[0], "base[] = {0, 8};"));
    assert_true(has(s.out.parts[0], "base[] = {8, 0};"));
    assert_true(has(s.out.parts[0], "base[] = {8, 8};"));
    done(&s);
}

/* Beyond 32 bits; and where a step has the name for what it is given. */
static void far_places(void **state)
{
    (void)state;
    shared s = share(
        (const char *const[]){
            STEP_OF("a", LONG "    long base = 0, base_1 = WEIGHTS + 8;\n")
                STEP_OF("b", LONG "    long base = 0, base_1 = WEIGHTS + 3000000000;\n")},
        1);
    assert_int_equal(count(&s, "    long base = 0, base_1 = WEIGHTS + base__0;"), 1);
    assert_int_equal(count(&s, "static const int64_t base[] = {3000000000};"), 1);
    done(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_for_all),     cmocka_unit_test(other_names),
        cmocka_unit_test(only_look_equal), cmocka_unit_test(differ_further_down),
        cmocka_unit_test(types_of_a_file), cmocka_unit_test(unneeded),
        cmocka_unit_test(steps_at_places), cmocka_unit_test(steps_that_differ),
        cmocka_unit_test(far_places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
