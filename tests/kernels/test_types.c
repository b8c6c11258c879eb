/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements of other types than f32: elementwise operators, moves and casts, on inputs and constants
 * of each type, alone and together. Integers and bools are compared bit by bit. */
#include "kernels/kernel_unit.h"

#include "base/vec.h"

typedef struct case_list {
    SN_VEC(kernel_case) v;
    sn_arena *arena;
} case_list;

static const char *const integers[] = {"i64", "i32", "i16", "i8", "u64", "u32", "u16", "u8"};
static const char *const floats[] = {"f64", "f16", "bf16"};

#define EACH(list, name)                                                                           \
    for (size_t k_ = 0; k_ < sizeof(list) / sizeof(list)[0] && (name = (list)[k_]); k_++)

/* `text` with T for the type. */
static void add(case_list *list, const char *text, const char *type, const char *kernel)
{
    sn_str s;
    sn_str_init(&s, list->arena);
    for (const char *p = text; *p; p++) {
        if (*p == '@' && p[1] == 'T')
            sn_str_add(&s, type), p++;
        else
            sn_str_addn(&s, p, 1);
    }
    SN_PUSH(list->v, (kernel_case){.text = s.s, .kernel = kernel});
}

static void check_list(const case_list *list, const kernel_options *o)
{
    print_message("%zu cases\n", list->v.n);
    check_cases(list->v.v, list->v.n, o);
}

#define X   "\"x$\" = input : @T[5,3,7]\n"
#define X_B X "\"b$\" = input : @T[5,3,7]\n"

static void integer_cases(case_list *list, const char *t)
{
    static const char *const both[] = {"add",        "sub",         "mul", "div",
                                       "max",        "min",         "mod", "bitwise_and",
                                       "bitwise_or", "bitwise_xor", "pow", "bit_shift"};
    static const char *const one[] = {"neg", "abs", "sign", "square", "bitwise_not"};
    static const char *const compare[] = {"equal", "less", "less_or_equal", "greater",
                                          "greater_or_equal"};
    const char *op;
    EACH(both, op)
    add(list, sn_arena_printf(list->arena, X_B "\"y$\" = %s(\"x$\", \"b$\")", op), t, "elements");
    EACH(one, op)
    add(list, sn_arena_printf(list->arena, X "\"y$\" = %s(\"x$\")", op), t, "elements");
    EACH(compare, op)
    add(list, sn_arena_printf(list->arena, X_B "\"y$\" = %s(\"x$\", \"b$\")", op), t, "elements");
    add(list, X_B "\"y$\" = mod(\"x$\", \"b$\") {fmod=1}", t, "elements");
    add(list, X_B "\"y$\" = bit_shift(\"x$\", \"b$\") {direction=right}", t, "elements");
}

/* One operand is broadcast, the other a constant; several operators in one sweep. */
static void shared_cases(case_list *list, const char *t)
{
    add(list, X "\"b$\" = input : @T[3,1]\n\"y$\" = add(\"x$\", \"b$\")", t, "elements");
    add(list,
        "\"x$\" = input : @T[4,3,1,6]\n\"b$\" = input : @T[1,3,5,1]\n\"y$\" = max(\"x$\", \"b$\")",
        t, "elements");
    add(list, X "\"y$\" = mul(\"x$\", @\"c$\")\n@\"c$\" = @T[7] [1,2,3,4,5,6,7]", t, "elements");
    add(list,
        X_B "\"p$\" = mul(\"x$\", \"b$\")\n\"q$\" = add(\"p$\", \"x$\")\n"
            "\"c$\" = less(\"q$\", \"b$\")\n\"y$\" = where(\"c$\", \"p$\", \"q$\")",
        t, "elements");
    add(list, "\"x$\" = input : @T[]\n\"b$\" = input : @T[]\n\"y$\" = sub(\"x$\", \"b$\")", t,
        "elements");
    add(list, "\"x$\" = input : @T[9000]\n\"y$\" = neg(\"x$\")", t, "elements");
    add(list,
        "\"x$\" = input : f32[5,3,7]\n\"k$\" = input : f32[5,3,7]\n"
        "\"a$\" = input : @T[5,3,7]\n\"b$\" = input : @T[7]\n"
        "\"c$\" = less(\"x$\", \"k$\")\n\"y$\" = where(\"c$\", \"a$\", \"b$\")",
        t, "elements");
}

/* By element size: along runs, turned, cut, padded, joined, split; in place where that is so. */
static void move_cases(case_list *list, const char *t)
{
    add(list, X "\"y$\" = transpose(\"x$\") {perm=[2,0,1]}", t, "move");
    add(list, X "\"y$\" = transpose(\"x$\") {perm=[1,0,2]}", t, "move");
    add(list, "\"x$\" = input : @T[40,50]\n\"y$\" = transpose(\"x$\") {perm=[1,0]}", t, "move");
    add(list, X "\"y$\" = slice(\"x$\") {axes=[2], starts=[1], ends=[6], steps=[2]}", t, "move");
    add(list, X "\"y$\" = slice(\"x$\") {axes=[0,2], starts=[1,0], ends=[3,7]}", t, "move");
    add(list, X "\"y$\" = pad(\"x$\") {pads=[1,0,2,0,1,1], value=1}", t, "move");
    add(list, X "\"y$\" = pad(\"x$\") {pads=[1,0,2,0,1,1], mode=edge}", t, "move");
    add(list, X_B "\"y$\" = concat(\"x$\", \"b$\") {axis=1}", t, "move");
    add(list,
        X_B "\"n$\" = neg(\"x$\")\n\"m$\" = neg(\"b$\")\n"
            "\"y$\" = concat(\"n$\", \"m$\", \"x$\") {axis=0}",
        t, NULL);
    add(list,
        X "\"y$\" = concat(\"x$\", @\"c$\") {axis=2}\n@\"c$\" = @T[5,3,1] "
          "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]",
        t, "move");
    add(list,
        X "\"u$\", \"v$\" = split(\"x$\") {axis=0, sizes=[2,3]}\n\"y$\" = neg(\"u$\")\n"
          "\"z$\" = neg(\"v$\")",
        t, NULL);
    add(list, X "\"y$\" = tile(\"x$\") {repeats=[2,1,3]}", t, "move");
    add(list, X "\"y$\" = flip(\"x$\") {axes=[1]}", t, "move");
    add(list, X "\"n$\" = neg(\"x$\")\n\"y$\" = reshape(\"n$\") {shape=[-1]}", t, "elements");
    add(list, X "\"y$\" = reshape(\"x$\") {shape=[3,35]}", t, NULL);
    add(list, X "\"t$\" = transpose(\"x$\") {perm=[2,0,1]}\n\"y$\" = flip(\"t$\") {axes=[0]}", t,
        "move");
}

static void run_list(void (*fill)(case_list *list), const kernel_options *o)
{
    sn_arena *arena = sn_arena_create(ctx);
    case_list list = {SN_VEC_IN(arena), arena};
    fill(&list);
    check_list(&list, o);
    sn_arena_destroy(arena);
}

static void fill_integers(case_list *list)
{
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        integer_cases(list, integers[i]);
        shared_cases(list, integers[i]);
    }
}

static void fill_moves(case_list *list)
{
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) move_cases(list, integers[i]);
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) move_cases(list, floats[i]);
}

static void fill_floats(case_list *list)
{
    static const char *const one[] = {"exp",        "sigmoid", "tanh", "gelu",  "relu",
                                      "floor",      "sqrt",    "abs",  "neg",   "round",
                                      "leaky_relu", "erf",     "sign", "log1p", "square"};
    static const char *const both[] = {"add", "sub", "mul", "div",   "max",
                                       "min", "pow", "mod", "atan2", "floor_divide"};
    static const char *const compare[] = {"equal", "less", "less_or_equal"};
    const char *op;
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        const char *t = floats[i];
        EACH(one, op)
        add(list, sn_arena_printf(list->arena, X "\"y$\" = %s(\"x$\")", op), t, "elements");
        EACH(both, op)
        add(list, sn_arena_printf(list->arena, X_B "\"y$\" = %s(\"x$\", \"b$\")", op), t,
            "elements");
        EACH(compare, op)
        add(list, sn_arena_printf(list->arena, X_B "\"y$\" = %s(\"x$\", \"b$\")", op), t,
            "elements");
        add(list, X "\"s$\" = log(\"x$\")\n\"y$\" = is_nan(\"s$\")", t, "elements");
        shared_cases(list, t);
    }
}

static void fill_bools(case_list *list)
{
    static const char *const both[] = {"and", "or", "xor", "equal"};
    static const char *const compare[] = {"equal", "less", "less_or_equal", "greater"};
    const char *op;
    EACH(both, op)
    add(list, sn_arena_printf(list->arena, X_B "\"y$\" = %s(\"x$\", \"b$\")", op), "bool", NULL);
    EACH(compare, op)
    add(list, sn_arena_printf(list->arena, X_B "\"y$\" = %s(\"x$\", \"b$\")", op), "f32", NULL);
    add(list, X "\"y$\" = not(\"x$\")", "bool", "elements");
    add(list, X "\"y$\" = transpose(\"x$\") {perm=[2,0,1]}", "bool", "move");
    add(list, X_B "\"y$\" = concat(\"x$\", \"b$\") {axis=0}", "bool", NULL);
    add(list, X_B "\"n$\" = not(\"x$\")\n\"y$\" = concat(\"n$\", \"b$\") {axis=0}", "bool", NULL);
    add(list, X "\"y$\" = is_nan(\"x$\")", "f32", "elements");
    add(list, X "\"s$\" = log(\"x$\")\n\"y$\" = is_nan(\"s$\")", "f32", "elements");
    add(list, X "\"a$\" = relu(\"x$\")\n\"i$\" = reciprocal(\"a$\")\n\"y$\" = is_inf(\"i$\")",
        "f32", "elements");
    add(list,
        X "\"c$\" = input : bool[7]\n\"a$\" = exp(\"x$\")\n\"w$\" = where(\"c$\", \"a$\", \"x$\")\n"
          "\"y$\" = tanh(\"w$\")",
        "f32", "elements");
    add(list, "\"y$\" = identity(@\"c$\")\n@\"c$\" = i64[3] [1,2,-3]", "i64", NULL);
}

/* Reductions and products: neighbouring axes, axes apart, batches, vectors, constants. */
static void wide_cases(case_list *list, const char *t, bool is_float)
{
    static const char *const of_integers[] = {"sum",  "mean", "max",        "min",
                                              "prod", "l1",   "sum_square", "l2"};
    const char *op;
    EACH(of_integers, op)
    {
        add(list, sn_arena_printf(list->arena, X "\"y$\" = reduce(\"x$\") {op=%s, axes=[1]}", op),
            t, "wide");
        add(list,
            sn_arena_printf(list->arena,
                            X "\"y$\" = reduce(\"x$\") {op=%s, axes=[0,2], keepdims=false}", op),
            t, "wide");
        add(list, sn_arena_printf(list->arena, X "\"y$\" = reduce(\"x$\") {op=%s}", op), t, "wide");
    }
    if (is_float) add(list, X "\"y$\" = reduce(\"x$\") {op=log_sum_exp, axes=[2]}", t, "wide");
    add(list,
        "\"a$\" = input : @T[3,4,5]\n\"b$\" = input : @T[3,5,6]\n"
        "\"y$\" = matmul(\"a$\", \"b$\")",
        t, "wide");
    add(list,
        "\"a$\" = input : @T[2,1,4,5]\n\"b$\" = input : @T[3,6,5]\n"
        "\"y$\" = matmul(\"a$\", \"b$\") {transB=true}",
        t, "wide");
    add(list,
        "\"a$\" = input : @T[5]\n\"b$\" = input : @T[3,5,6]\n"
        "\"y$\" = matmul(\"a$\", \"b$\")",
        t, "wide");
    add(list, "\"a$\" = input : @T[7,3]\n\"y$\" = matmul(\"a$\", @\"b$\")\n@\"b$\" = @T[3] [1,2,3]",
        t, "wide");
    add(list,
        "\"a$\" = input : @T[70,90]\n\"b$\" = input : @T[90,80]\n"
        "\"y$\" = matmul(\"a$\", \"b$\")",
        t, "wide");
}

/* Products with a summand, sums of several tensors, equations. */
static void summed_cases(case_list *list, const char *t)
{
    static const char *const transposed[] = {"[4,5]\n\"b$\" = input : @T[5,6]|",
                                             "[5,4]\n\"b$\" = input : @T[5,6]|, transA=true",
                                             "[4,5]\n\"b$\" = input : @T[6,5]|, transB=true"};
    static const char *const summands[] = {"4,6", "6", "4,1", "1,6", ""};
    for (size_t i = 0; i < sizeof transposed / sizeof *transposed; i++)
        for (size_t k = 0; k < sizeof summands / sizeof *summands; k++) {
            const char *bar = strchr(transposed[i], '|');
            add(list,
                sn_arena_printf(list->arena,
                                "\"a$\" = input : @T%.*s\n\"c$\" = input : @T[%s]\n"
                                "\"y$\" = gemm(\"a$\", \"b$\", \"c$\") {alpha=3, beta=-2%s}",
                                (int)(bar - transposed[i]), transposed[i], summands[k], bar + 1),
                t, "wide");
        }
    add(list,
        "\"a$\" = input : @T[4,5]\n\"y$\" = gemm(\"a$\", @\"b$\", @\"c$\") {alpha=-1}\n"
        "@\"b$\" = @T[5,2] [1,2,3,4,5,6,7,8,9,10]\n@\"c$\" = @T[2] [11,12]",
        t, "wide");
    add(list, X "\"y$\" = sum(\"x$\")", t, NULL);
    add(list,
        X "\"b$\" = input : @T[3,1]\n\"c$\" = input : @T[]\n"
          "\"y$\" = sum(\"x$\", \"b$\", \"c$\", @\"k$\")\n@\"k$\" = @T[7] [1,2,3,4,5,6,7]",
        t, "wide");
    add(list, X_B "\"y$\" = sum(\"x$\", \"b$\") {coeffs=[2,-3]}", t, "wide");
}

static void line_cases(case_list *list, const char *t)
{
    static const char *const equations[] = {"ijk,ijk->ij", "ijk,ljk->il", "ijk,lmk->k"};
    static const char *const ways[] = {"", ", exclusive=true", ", reverse=true",
                                       ", exclusive=true, reverse=true"};
    for (size_t i = 0; i < sizeof equations / sizeof *equations; i++)
        add(list,
            sn_arena_printf(list->arena, X_B "\"y$\" = einsum(\"x$\", \"b$\") {equation=\"%s\"}",
                            equations[i]),
            t, "einsum");
    add(list, X "\"y$\" = einsum(\"x$\") {equation=\"ijk->ki\"}", t, "einsum");
    for (int axis = 0; axis < 3; axis++)
        add(list,
            sn_arena_printf(list->arena, X "\"y$\" = cum_sum(\"x$\") {axis=%d%s}", axis,
                            ways[(axis + 1) % 4]),
            t, "cum_sum");
    add(list, X "\"y$\" = cum_sum(\"x$\") {axis=2}", t, "cum_sum");
    for (int axis = 0; axis < 3; axis++)
        add(list,
            sn_arena_printf(list->arena, X "\"y$\" = cum_prod(\"x$\") {axis=%d%s}", axis,
                            ways[axis + 1]),
            t, "cum_sum");
    add(list, X "\"y$\" = cum_prod(\"x$\") {axis=1}", t, "cum_sum");
}

static void fill_wide(case_list *list)
{
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        wide_cases(list, integers[i], false);
        summed_cases(list, integers[i]);
        line_cases(list, integers[i]);
    }
    wide_cases(list, "f64", true);
    summed_cases(list, "f64");
    line_cases(list, "f32");
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) line_cases(list, floats[i]);
    add(list,
        "\"x$\" = input : f64[2,3,5]\n\"w$\" = input : f64[4,5]\n\"b$\" = input : f64[4]\n"
        "\"y$\" = linear(\"x$\", \"w$\", \"b$\")",
        "f64", "wide");
    static const char *const acts[] = {"relu", "leaky_relu(0.1)",    "clip(-1,2)", "sigmoid",
                                       "mish", "hard_swish(0.2,0.5)"};
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        add(list,
            sn_arena_printf(list->arena,
                            "\"x$\" = input : f64[3,5]\n\"w$\" = input : f64[4,5]\n"
                            "\"y$\" = linear(\"x$\", \"w$\") {act=%s}",
                            acts[i]),
            "f64", "wide");
    add(list,
        "\"x$\" = input : f64[5]\n\"y$\" = linear(\"x$\", @\"w$\")\n@\"w$\" = f64[7,5] seed 1",
        "f64", "wide");
    add(list, X "\"y$\" = reduce(\"x$\") {op=max, axes=[0]}", "bool", "wide");
    add(list, X "\"y$\" = reduce(\"x$\") {op=min, axes=[2]}", "bool", "wide");
    /* one power of unsigned exponents wraps to another type than the other */
    add(list,
        "\"i$\" = input : i32[6]\n\"e$\" = input : u64[6]\n\"b$\" = input : u64[6]\n"
        "\"y$\" = pow(\"i$\", \"e$\")\n\"z$\" = pow(\"b$\", \"e$\")",
        "u64", NULL);
}

/* Kernels that know f32 alone: what they make is rounded to halves once. */
static void fill_halves(case_list *list)
{
    static const char *const types[] = {"f16", "bf16"};
    const char *t;
    EACH(types, t)
    {
        add(list, X "\"y$\" = softmax(\"x$\") {axis=2}", t, NULL);
        add(list, X "\"y$\" = reduce(\"x$\") {op=mean, axes=[1]}", t, NULL);
        add(list,
            "\"x$\" = input : @T[3,9,9]\n\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") {act=relu}\n"
            "@\"w$\" = @T[8,3,3,3] seed 1\n@\"b$\" = @T[8] seed 2",
            t, NULL);
        add(list,
            "\"a$\" = input : @T[20,30]\n\"b$\" = input : @T[30,10]\n"
            "\"m$\" = matmul(\"a$\", \"b$\")\n\"y$\" = relu(\"m$\")",
            t, NULL);
        add(list,
            "\"x$\" = input : @T[6,8,8]\n\"p$\" = max_pool(\"x$\") {kernel=[2,2], stride=[2,2]}\n"
            "\"y$\" = transpose(\"p$\") {perm=[1,2,0]}",
            t, NULL);
    }
}

static void integers_are_exact(void **state)
{
    (void)state;
    run_list(fill_integers, NULL);
    run_list(fill_integers, &(kernel_options){.machine = "generic", .max_threads = 1});
}

static void moves_by_size(void **state)
{
    (void)state;
    run_list(fill_moves, NULL);
    run_list(fill_moves, &(kernel_options){.fusion = SN_FUSION_FULL, .max_threads = 2});
}

static void floats_of_any_width(void **state)
{
    (void)state;
    run_list(fill_floats, NULL);
}

static void bools(void **state)
{
    (void)state;
    run_list(fill_bools, NULL);
    run_list(fill_bools, &(kernel_options){.fusion = SN_FUSION_OFF, .max_threads = 1});
    run_list(fill_bools, &(kernel_options){.fusion = SN_FUSION_FULL, .max_threads = 1});
}

static void doubles_and_integers(void **state)
{
    (void)state;
    run_list(fill_wide, NULL);
    run_list(fill_wide, &(kernel_options){.machine = "generic", .max_threads = 1});
}

static void halves(void **state)
{
    (void)state;
    run_list(fill_halves, NULL);
    run_list(fill_halves, &(kernel_options){.fusion = SN_FUSION_FULL, .max_threads = 2});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_are_exact),   cmocka_unit_test(moves_by_size),
        cmocka_unit_test(floats_of_any_width),  cmocka_unit_test(bools),
        cmocka_unit_test(doubles_and_integers), cmocka_unit_test(halves)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
