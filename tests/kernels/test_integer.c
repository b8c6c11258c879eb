/* SPDX-License-Identifier: Apache-2.0
 *
 * Convolutions and products of bytes, which are exact: of both signs, with zero points at the ends
 * of the types, weights that fit into a byte less their zero point and such that do not, and
 * operands that are known only at run time. */
#include "kernels/kernel_unit.h"

#define INPUT(name, type, shape) "\"" name "$\" = input : " type "[" shape "]\n"
/* x and weight with their types, params, and what stands in the slots behind the weight */
#define CONV(x_type, x, w_type, w, more, params)                                                   \
    {                                                                                              \
        .text = INPUT("x", x_type, x) "\"y$\" = conv_integer(\"x$\", @\"w$\"" more ") {" params    \
                                      "}\n@\"w$\" = " w_type "[" w "] seed 5",                     \
        .kernel = "integer"                                                                        \
    }

static const kernel_case convolutions[] = {
    CONV("u8", "8,6,7", "i8", "12,8,1,1", "", "nd=2"),
    CONV("i8", "5,6,7", "i8", "7,5,1,1", "", "nd=2"),
    CONV("u8", "3,19,23", "i8", "16,3,3,3", "",
         "nd=2, stride=[2,2], pad_begin=[1,1], pad_end=[1,1]"),
    CONV("i8", "9,11,13", "i8", "5,9,3,3", "", "nd=2, pad_begin=[1,1], pad_end=[1,1]"),
    CONV("u8", "6,9", "u8", "4,6,3", "", "nd=1, pad_begin=[2], pad_end=[1]"),
    CONV("u8", "4,5,6,7", "i8", "6,2,2,3,1", "",
         "nd=3, group=2, pad_begin=[1,1,0], pad_end=[0,2,0]"),
    CONV("i8", "3,9,8", "i8", "4,3,3,2", "", "nd=2, pad_mode=same_upper, stride=[2,2]"),
    CONV("u8", "3,9,30", "i8", "4,3,3,2", "",
         "nd=2, stride=[2,3], dilation=[2,2], pad_begin=[1,5], pad_end=[3,0]"),
    CONV("u8", "2,3,4", "i8", "3,2,5,5", "", "nd=2, pad_begin=[6,6], pad_end=[3,3]"),
    CONV("u8", "40,3,3", "i8", "70,40,3,3", "", "nd=2, pad_begin=[1,1], pad_end=[1,1]"),
    /* zero points and bias */
    {.text = INPUT(
         "x", "u8",
         "5,6,7") "\"y$\" = conv_integer(\"x$\", @\"w$\", @\"b$\", @\"xz$\", "
                  "@\"wz$\") {nd=2, pad_begin=[1,1], pad_end=[1,1]}\n@\"w$\" = u8[6,5,3,3] seed 3\n"
                  "@\"b$\" = i32[6] [1,-2,2147483647,-2147483648,70000,0]\n@\"xz$\" = u8[] "
                  "[255]\n@\"wz$\" = u8[] [128]",
     .kernel = "integer"},
    {.text = INPUT(
         "x", "i8",
         "5,6,7") "\"y$\" = conv_integer(\"x$\", @\"w$\", _, @\"xz$\", "
                  "@\"wz$\") {nd=2, pad_begin=[2,1], pad_end=[1,0]}\n@\"w$\" = i8[3,5,3,3] seed 4\n"
                  "@\"xz$\" = i8[] [-128]\n@\"wz$\" = i8[3] [-128,127,3]",
     .kernel = "integer"},
    {.text = INPUT("x", "i8", "1,5,7") "\"y$\" = conv_integer(\"x$\", @\"w$\", _, @\"xz$\") {nd=2, "
                                       "pad_begin=[1,1], pad_end=[1,1]}\n@\"w$\" = i8[2,1,2,2] "
                                       "[-128,-128,-128,-128,127,127,127,127]\n"
                                       "@\"xz$\" = i8[1] [127]",
     .kernel = "integer_depthwise"},
    /* at run time */
    {.text = INPUT("x", "u8", "6,8,9") INPUT("w", "u8", "8,3,3,3") INPUT("b", "i32", "8")
         INPUT("xz", "u8", "") INPUT(
             "wz", "u8",
             "8") "\"y$\" = conv_integer(\"x$\", \"w$\", \"b$\", \"xz$\", \"wz$\") {nd=2, group=2, "
                  "pad_begin=[1,1], pad_end=[1,1], stride=[2,1]}",
     .kernel = "integer"},
    {.text = INPUT("w", "i8", "9,6,1,1")
         INPUT("xz", "i8", "") "\"y$\" = conv_integer(@\"x$\", \"w$\", _, \"xz$\") {nd=2}\n"
                               "@\"x$\" = i8[6,5,4] seed 9",
     .kernel = "integer"},
    {.text = INPUT("x", "u8", "6,5,4") INPUT("xz", "u8", "1") INPUT(
         "wz", "i8",
         "") "\"y$\" = conv_integer(\"x$\", @\"w$\", _, \"xz$\", \"wz$\") {nd=2, pad_begin=[1,1]}\n"
             "@\"w$\" = i8[3,6,2,2] seed 8",
     .kernel = "integer"},
    {.text = INPUT("x", "u8", "0,4,9,9") "\"y$\" = conv_integer(\"x$\", @\"w$\") {nd=2, "
                                         "axis=1}\n@\"w$\" = i8[3,4,1,1] seed 8"},
};

#define DEPTHWISE(x_type, x, w_type, oc, w, params)                                                \
    {                                                                                              \
        .text = INPUT("x", x_type, x) "\"y$\" = conv_integer(\"x$\", @\"w$\", @\"b$\", "           \
                                      "@\"xz$\", @\"wz$\") {" params "}\n@\"w$\" = " w_type "[" oc \
                                      "," w "] seed 5\n@\"b$\" = i32[" oc                          \
                                      "] seed 6\n@\"xz$\" = " x_type "[] [3]\n@\"wz$\" = " w_type  \
                                      "[] [100]",                                                  \
        .kernel = "integer_depthwise"                                                              \
    }

static const kernel_case depthwise[] = {
    DEPTHWISE("u8", "3,6,9,9", "i8", "6", "1,3,3",
              "nd=2, group=6, axis=1, pad_begin=[1,1], pad_end=[1,1]"),
    DEPTHWISE("i8", "5,20,37", "u8", "5", "1,3,3",
              "nd=2, group=5, stride=[2,2], pad_begin=[1,1], pad_end=[1,1]"),
    DEPTHWISE("u8", "4,9,70", "u8", "4", "1,2,5",
              "nd=2, group=4, stride=[1,2], pad_begin=[0,2], pad_end=[1,2]"),
    DEPTHWISE("i8", "3,17,31", "i8", "6", "1,5,5",
              "nd=2, group=3, stride=[3,3], dilation=[2,1], pad_begin=[3,2]"),
    DEPTHWISE("u8", "2,90", "i8", "2", "1,9", "nd=1, group=2, pad_begin=[8], pad_end=[8]"),
    DEPTHWISE("u8", "1,5,5", "i8", "3", "1,3,3", "nd=2, pad_begin=[2,2], pad_end=[2,2]"),
    DEPTHWISE("u8", "2,7,7", "i8", "2", "1,7,7", "nd=2, group=2"),
    {.text = INPUT("x", "u8", "2,4,30") INPUT(
         "xz", "u8",
         "") "\"y$\" = conv_integer(\"x$\", @\"w$\", @\"b$\", \"xz$\", @\"wz$\") {nd=2, group=2, "
             "pad_begin=[1,1], pad_end=[1,1], stride=[1,2]}\n@\"w$\" = u8[2,1,3,3] "
             "[0,0,0,0,0,0,0,0,0,255,255,255,255,255,255,255,255,255]\n"
             "@\"b$\" = i32[2] [2147483647,-2147483648]\n@\"wz$\" = u8[2] [255,0]",
     .kernel = "integer_depthwise"},
};

#define MATMUL(a_type, a, b_type, b)                                                               \
    {                                                                                              \
        .text =                                                                                    \
            INPUT("a", a_type, a) "\"y$\" = matmul_integer(\"a$\", @\"b$\")\n@\"b$\" = " b_type    \
                                  "[" b "] seed 6",                                                \
        .kernel = "integer"                                                                        \
    }
#define OF_BOTH(a_type, a, b_type, b)                                                              \
    {                                                                                              \
        .text = INPUT("a", a_type, a) INPUT("b", b_type, b)                                        \
            INPUT("z", a_type, "") "\"y$\" = matmul_integer(\"a$\", \"b$\", \"z$\")",              \
        .kernel = "integer"                                                                        \
    }

static const kernel_case products[] = {
    MATMUL("u8", "1,64", "i8", "64,100"),
    MATMUL("u8", "7,37", "i8", "37,19"),
    MATMUL("i8", "13,8", "i8", "8,130"),
    MATMUL("i8", "2,3,5", "u8", "5,4"),
    MATMUL("u8", "9", "i8", "9,4"),
    MATMUL("u8", "6,9", "i8", "9"),
    MATMUL("u8", "9", "i8", "9"),
    MATMUL("u8", "2,3,4,6", "i8", "3,6,5"),
    MATMUL("u8", "3,2", "u8", "2,1"),
    OF_BOTH("u8", "5,12", "u8", "12,33"),
    OF_BOTH("i8", "2,1,5,7", "u8", "3,7,6"),
    OF_BOTH("u8", "2,4,8", "i8", "2,8,16"),
    OF_BOTH("i8", "3,9", "i8", "9,32"),
    {.text = INPUT(
         "a", "u8",
         "4,130") "\"y$\" = matmul_integer(\"a$\", @\"b$\", @\"az$\", "
                  "@\"bz$\")\n@\"b$\" = u8[130,3] seed 2\n@\"az$\" = u8[] [255]\n@\"bz$\" = u8[3] "
                  "[0,255,128]",
     .kernel = "integer"},
    {.text = INPUT("a", "i8", "4,11") INPUT(
         "bz", "i8",
         "3") "\"y$\" = matmul_integer(\"a$\", @\"b$\", @\"az$\", \"bz$\")\n@\"b$\" = i8[11,3] "
              "seed 2\n@\"az$\" = i8[] [-128]",
     .kernel = "integer"},
    {.text = INPUT("b", "i8",
                   "11,3") "\"y$\" = matmul_integer(@\"a$\", \"b$\")\n@\"a$\" = u8[2,11] "
                           "[255,255,255,255,255,255,255,255,255,255,255,0,1,2,3,4,5,6,7,8,9,10]",
     .kernel = "integer"},
};

/* Bytes by fours and weights of 16 bits, on vectors of each width. */
static void check_widths(const kernel_case *cases, size_t n)
{
    static const char *const names[] = {"x86-64-v3", "x86-64-v4-vnni", "x86-64-v3-vl-vnni"};
    check_machines(cases, n);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const sn_machine *m = NULL;
        kernel_ok(sn_machine_find(ctx, names[i], &m));
        if (sn_host_runs(m->gcc_flags))
            check_cases(cases, n, &(kernel_options){.machine = names[i]});
    }
}

/* Behind the sums, by the kernel that makes them: factors for each channel and for each element,
 * another tensor of bytes, results that are bytes of either sign or floats; and operands that do
 * not go along the runs of a result. */
#define SUMS(x, w, params)                                                                         \
    INPUT("x", "u8", x)                                                                            \
    "\"s$\" = conv_integer(\"x$\", @\"w$\", _, @\"zero$\") {" params "}\n"                         \
    "\"f$\" = cast(\"s$\")\n@\"w$\" = i8[" w "] seed 5\n@\"zero$\" = u8[] [3]\n"
#define TO_BYTES(from, type, least, most)                                                          \
    "\"r$\" = round(\"" from "$\")\n\"c$\" = clip(\"r$\") {min=" least ", max=" most               \
    "}\n\"y$\" = cast(\"c$\") {to=" type "}\n"

static const kernel_case tails[] = {
    {.text = SUMS("5,6,7", "9,5,3,3", "nd=2, pad_begin=[1,1], pad_end=[1,1]") INPUT(
         "b", "i8", "9,6,7") "\"m$\" = mul(\"f$\", @\"k$\")\n\"g$\" = cast(\"b$\")\n"
                             "\"a$\" = add(\"m$\", \"g$\")\n" TO_BYTES(
                                 "a", "u8", "0",
                                 "255") "@\"k$\" = f32[9,1,1] [0.25,0.5,1,0.125,0.25,0.5,0.25,2,1]",
     .kernel = "integer"},
    {.text = SUMS("8,5,9", "8,1,3,3", "nd=2, group=8, pad_begin=[1,1], pad_end=[1,1]")
         INPUT("b", "f32", "8,5,9") "\"m$\" = mul(\"f$\", @\"k$\")\n"
                                    "\"y$\" = add(\"m$\", \"b$\")\n@\"k$\" = f32[] [0.25]",
     .kernel = "integer_depthwise"},
    {.text = SUMS("4,8,8", "7,4,1,1", "nd=2") "\"m$\" = mul(\"f$\", @\"k$\")\n" TO_BYTES(
         "m", "i8", "-128", "127") "@\"k$\" = f32[8] [0.25,0.5,1,0.125,0.25,0.5,0.25,2]",
     .kernel = "integer"},
    {.text = INPUT("a", "i8", "2,5,33") INPUT("p", "f32", "2,5,1") INPUT(
         "b", "u8", "2,5,21") "\"s$\" = matmul_integer(\"a$\", @\"w$\")\n\"f$\" = "
                              "cast(\"s$\")\n\"m$\" = mul(\"f$\", @\"k$\")\n\"n$\" = "
                              "add(\"m$\", \"p$\")\n\"g$\" = cast(\"b$\")\n"
                              "\"h$\" = mul(\"n$\", \"g$\")\n" TO_BYTES(
                                  "h", "i8", "-128",
                                  "127") "@\"w$\" = i8[33,21] seed 6\n@\"k$\" = f32[21] seed 2",
     .kernel = "integer"},
};

static void of_tails(void **state)
{
    (void)state;
    check_widths(tails, sizeof tails / sizeof *tails);
    check_cases(tails, sizeof tails / sizeof *tails,
                &(kernel_options){.batch = 2, .max_threads = 3});
}

static void of_convolutions(void **state)
{
    (void)state;
    check_widths(convolutions, sizeof convolutions / sizeof *convolutions);
    check_cases(convolutions, sizeof convolutions / sizeof *convolutions,
                &(kernel_options){.batch = 2, .max_threads = 3});
}

static void of_single_channels(void **state)
{
    (void)state;
    check_widths(depthwise, sizeof depthwise / sizeof *depthwise);
    check_cases(depthwise, sizeof depthwise / sizeof *depthwise,
                &(kernel_options){.batch = 2, .max_threads = 3});
}

static void of_products(void **state)
{
    (void)state;
    check_widths(products, sizeof products / sizeof *products);
    check_cases(products, sizeof products / sizeof *products,
                &(kernel_options){.batch = 2, .max_threads = 3});
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_convolutions),
                                       cmocka_unit_test(of_single_channels),
                                       cmocka_unit_test(of_products), cmocka_unit_test(of_tails)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
