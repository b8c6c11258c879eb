/* SPDX-License-Identifier: Apache-2.0
 *
 * Floats of 8 and 4 bits, integers of 4 and 2: casts to and from each other type, bit by bit, from
 * every number of 16 bits and more; elementwise operators, moves, indices and sums. */
#include "kernels/kernel_unit.h"

#include "base/vec.h"

typedef struct case_list {
    SN_VEC(kernel_case) v;
    sn_arena *arena;
} case_list;

static const char *const small_floats[] = {"f8e4m3fn",   "f8e4m3fnuz", "f8e5m2",
                                           "f8e5m2fnuz", "f8e8m0",     "f4e2m1"};
static const char *const small_integers[] = {"i4", "u4", "i2", "u2"};
static const char *const others[] = {"f64", "f32", "f16", "bf16", "i64", "i32", "i16",
                                     "i8",  "u64", "u32", "u16",  "u8",  "bool"};

#define EACH(list, name)                                                                           \
    for (size_t k_ = 0; k_ < sizeof(list) / sizeof(list)[0] && (name = (list)[k_]); k_++)

static void add(case_list *list, const char *kernel, const char *text)
{
    SN_PUSH(list->v, (kernel_case){.text = text, .kernel = kernel});
}

#define ADD(list, kernel, ...) add(list, kernel, sn_arena_printf((list)->arena, __VA_ARGS__))

static void run_list(void (*fill)(case_list *list), const kernel_options *o)
{
    sn_arena *arena = sn_arena_create(ctx);
    case_list list = {SN_VEC_IN(arena), arena};
    fill(&list);
    print_message("%zu cases\n", list.v.n);
    check_cases(list.v.v, list.v.n, o);
    sn_arena_destroy(arena);
}

/* ---- casts ----------------------------------------------------------------------------------- */

/* What is cast back is compared by its bits: nothing may be a rounding off. */
static void cast_both_ways(case_list *list, const char *small, const char *other)
{
    ADD(list, NULL,
        "\"x$\" = input : %s[5,40]\n\"s$\" = cast(\"x$\") {to=%s}\n\"f$\" = cast(\"s$\") {to=f32}\n"
        "\"y$\" = bit_cast(\"f$\") {to=i32}",
        other, small);
    ADD(list, NULL, "\"x$\" = input : %s[5,40]\n\"y$\" = cast(\"x$\") {to=%s}", small, other);
}

static void fill_casts(case_list *list)
{
    const char *s;
    EACH(small_floats, s)
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) cast_both_ways(list, s, others[i]);
    EACH(small_integers, s)
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) cast_both_ways(list, s, others[i]);
    EACH(small_floats, s)
    {
        const char *other = small_integers[k_ % 4], *next = small_floats[(k_ + 1) % 6];
        cast_both_ways(list, s, other);
        cast_both_ways(list, other, s);
        cast_both_ways(list, s, next);
    }
}

/* Numbers of f32 by their upper 16 bits: all signs, exponents, infinities and NaN, and more digits
 * than the types have; the lower bits decide between neighbours. */
static void fill_all(case_list *list)
{
    static const char *const how[] = {"", ", saturate=false", ", round_mode=down",
                                      ", saturate=false, round_mode=nearest"};
    static const int lower[] = {0, 1, 32768};
    const char *s;
    EACH(small_floats, s)
    for (size_t i = 0; i < sizeof how / sizeof *how; i++) {
        ADD(list, NULL,
            "\"o$\" = input : i32[1]\n\"d$\" = sub(\"o$\", \"o$\")\n"
            "\"r$\" = range(@\"a$\", @\"e$\", @\"b$\")\n\"u$\" = bit_shift(\"r$\", @\"w$\")\n"
            "\"l$\" = add(\"u$\", @\"q$\")\n\"m$\" = add(\"l$\", \"d$\")\n"
            "\"f$\" = bit_cast(\"m$\") {to=f32}\n\"t$\" = cast(\"f$\") {to=%s%s}\n"
            "\"n$\" = cast(\"t$\") {to=f32}\n\"y$\" = bit_cast(\"n$\") {to=i32}\n"
            "@\"a$\" = i32[] [0]\n@\"e$\" = i32[] [65536]\n@\"b$\" = i32[] [1]\n"
            "@\"w$\" = i32[1] [16]\n@\"q$\" = i32[1] [%d]",
            s, how[i], lower[i % 3]);
    }
}

/* ---- operators ------------------------------------------------------------------------------- */

static void fill_integers(case_list *list)
{
    static const char *const both[] = {"add", "sub", "mul", "div", "max", "min", "mod", "pow"};
    static const char *const compare[] = {"equal", "less", "greater_or_equal"};
    static const char *const one[] = {"neg", "abs", "sign", "square"};
    for (size_t i = 0; i < sizeof small_integers / sizeof *small_integers; i++) {
        const char *t = small_integers[i], *op;
        EACH(both, op)
        ADD(list, "elements",
            "\"x$\" = input : %s[5,3,7]\n\"b$\" = input : %s[3,7]\n\"y$\" = %s(\"x$\", \"b$\")", t,
            t, op);
        EACH(compare, op)
        ADD(list, "elements",
            "\"x$\" = input : %s[5,3,7]\n\"b$\" = input : %s[3,1]\n\"y$\" = %s(\"x$\", \"b$\")", t,
            t, op);
        EACH(one, op)
        ADD(list, "elements", "\"x$\" = input : %s[5,3,7]\n\"y$\" = %s(\"x$\")", t, op);
        ADD(list, "wide",
            "\"x$\" = input : %s[5,3,7]\n\"y$\" = reduce(\"x$\") {op=max, axes=[1]}\n"
            "\"z$\" = reduce(\"x$\") {op=sum, axes=[0,2]}",
            t);
        ADD(list, "wide",
            "\"x$\" = input : %s[0,3]\n\"y$\" = reduce(\"x$\") {op=max, axes=[0]}\n"
            "\"z$\" = reduce(\"x$\") {op=min, axes=[0]}",
            t);
        ADD(list, "wide",
            "\"a$\" = input : %s[3,4,5]\n\"b$\" = input : %s[3,5,6]\n"
            "\"y$\" = matmul(\"a$\", \"b$\")",
            t, t);
        ADD(list, "cum_sum", "\"x$\" = input : %s[5,7]\n\"y$\" = cum_sum(\"x$\") {axis=1}", t);
        ADD(list, "scatter",
            "\"x$\" = input : %s[4,6]\n\"i$\" = input : i64[9,6]\n\"u$\" = input : %s[9,6]\n"
            "\"y$\" = scatter_elements(\"x$\", \"i$\", \"u$\") {axis=0, reduction=add}",
            t, t);
        ADD(list, "elements",
            "\"x$\" = input : %s[4,6]\n\"y$\" = mul(\"x$\", @\"c$\")\n@\"c$\" = %s[6] "
            "[0,1,1,0,1,1]",
            t, t);
    }
}

static void fill_moves(case_list *list)
{
    static const char *const types[] = {"f8e4m3fn", "f8e5m2fnuz", "f8e8m0", "f4e2m1", "i4", "u2"};
    const char *t;
    EACH(types, t)
    {
        ADD(list, "move", "\"x$\" = input : %s[5,3,7]\n\"y$\" = transpose(\"x$\") {perm=[2,0,1]}",
            t);
        ADD(list, "move",
            "\"x$\" = input : %s[5,3,7]\n\"y$\" = pad(\"x$\") {pads=[1,0,2,0,1,1], value=1}", t);
        ADD(list, "move",
            "\"x$\" = input : %s[5,3,7]\n\"y$\" = slice(\"x$\") {axes=[2], starts=[1], ends=[6], "
            "steps=[2]}",
            t);
        ADD(list, "move",
            "\"x$\" = input : %s[2,3]\n\"y$\" = concat(\"x$\", @\"c$\") {axis=1}\n@\"c$\" = "
            "%s[2,2] [1,1,1,1]",
            t, t);
        ADD(list, NULL, "\"x$\" = input : %s[5,3,7]\n\"y$\" = reshape(\"x$\") {shape=[3,35]}", t);
        ADD(list, "picks",
            "\"x$\" = input : %s[5,7]\n\"i$\" = input : i64[4]\n"
            "\"y$\" = gather(\"x$\", \"i$\") {axis=0}",
            t);
        ADD(list, "scatter",
            "\"x$\" = input : %s[5,7]\n\"i$\" = input : i64[2,7]\n\"u$\" = input : %s[2,7]\n"
            "\"y$\" = scatter_elements(\"x$\", \"i$\", \"u$\") {axis=0}",
            t, t);
        ADD(list, NULL, "\"y$\" = identity(@\"c$\")\n@\"c$\" = %s[3] [1,1,1]", t);
    }
}

/* A product of what was quantized, and elementwise operators that the formats do have. */
static void fill_floats(case_list *list)
{
    static const char *const one[] = {"relu", "abs", "neg", "sqrt"};
    static const char *const both[] = {"add", "mul", "max"};
    const char *op;
    for (size_t i = 0; i < 4; i++) {
        const char *t = small_floats[i];
        EACH(one, op)
        ADD(list, "elements", "\"x$\" = input : %s[5,3,7]\n\"y$\" = %s(\"x$\")", t, op);
        EACH(both, op)
        ADD(list, "elements",
            "\"x$\" = input : %s[5,3,7]\n\"b$\" = input : %s[7]\n\"y$\" = %s(\"x$\", \"b$\")", t, t,
            op);
        ADD(list, "elements",
            "\"x$\" = input : %s[5,7]\n\"b$\" = input : %s[5,7]\n\"y$\" = less(\"x$\", \"b$\")", t,
            t);
        ADD(list, NULL,
            "\"a$\" = input : %s[20,30]\n\"w$\" = cast(\"a$\") {to=f32}\n\"s$\" = input : f32[30]\n"
            "\"d$\" = mul(\"w$\", \"s$\")\n\"b$\" = input : f32[30,10]\n"
            "\"y$\" = matmul(\"d$\", \"b$\")",
            t);
        ADD(list, NULL,
            "\"x$\" = input : %s[6,8,8]\n\"y$\" = max_pool(\"x$\") {kernel=[2,2], stride=[2,2]}",
            t);
    }
}

static void casts(void **state)
{
    (void)state;
    run_list(fill_casts, NULL);
    run_list(fill_casts, &(kernel_options){.machine = "generic",
                                           .defines = "-Wall -Wextra -Werror",
                                           .max_threads = 1,
                                           .batch = 2});
}

static void all_numbers(void **state)
{
    (void)state;
    run_list(fill_all, &(kernel_options){.max_threads = 1});
}

static void operators(void **state)
{
    (void)state;
    run_list(fill_integers, NULL);
    run_list(fill_moves, NULL);
    run_list(fill_floats, &(kernel_options){.max_threads = 2});
    run_list(fill_moves, &(kernel_options){.fusion = SN_FUSION_OFF, .batch = 3});
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(casts), cmocka_unit_test(all_numbers),
                                       cmocka_unit_test(operators)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
