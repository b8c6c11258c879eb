/* SPDX-License-Identifier: Apache-2.0
 *
 * Large 1x1 convolutions by seven products: numbers of pixels that are odd or make uneven chunks,
 * groups of outputs of two sizes, what may follow, and where it is not taken. */
#include "kernels/kernel_unit.h"

#define CONV(ic, oc, sizes, nd, ones, params, what)                                                \
    {                                                                                              \
        .text = "\"x$\" = input : f32[" #ic "," sizes                                              \
                "]\n\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") {nd=" #nd params "}\n"                 \
                "@\"w$\" = f32[" #oc "," #ic ones "] seed 1\n@\"b$\" = f32[" #oc "] seed 2\n",     \
        .kernel = what                                                                             \
    }

static const kernel_case taken[] = {
    CONV(256, 256, "14,14", 2, ",1,1", "", "strassen"),
    CONV(512, 256, "13,13", 2, ",1,1", ", act=relu", "strassen"),
    CONV(256, 288, "14,13", 2, ",1,1", ", act=clip(0,6)", "strassen"), /* groups of two sizes */
    CONV(288, 480, "11,17", 2, ",1,1", ", act=hard_swish(0.16666667,0.5)", "strassen"),
    CONV(256, 320, "23,29", 2, ",1,1", "", "strassen"),           /* chunks of two sizes */
    CONV(256, 256, "16,32", 2, ",1,1", ", act=relu", "strassen"), /* planes that are padded */
    CONV(384, 256, "223", 1, ",1", "", "strassen"),
    CONV(256, 384, "3,5,11", 3, ",1,1,1", ", act=sigmoid", "strassen"),
    {.text = "\"x$\" = input : f32[256,21,15]\n\"r$\" = input : f32[256,21,15]\n\"c$\" = "
             "conv(\"x$\", @\"w$\", @\"b$\") {nd=2}\n"
             "\"a$\" = add(\"c$\", \"r$\")\n\"y$\" = relu(\"a$\")\n@\"w$\" = f32[256,256,1,1] seed "
             "1\n@\"b$\" = f32[256] seed 2\n",
     .kernel = "strassen"},
    {.text = "\"x$\" = input : f32[256,12,12]\n\"g$\" = input : f32[320,1,1]\n\"h$\" = input : "
             "f32[1,12,12]\n"
             "\"c$\" = conv(\"x$\", @\"w$\") {nd=2}\n\"s$\" = sigmoid(\"c$\")\n\"m$\" = "
             "mul(\"c$\", \"s$\")\n\"n$\" = mul(\"m$\", \"h$\")\n"
             "\"y$\" = mul(\"n$\", \"g$\")\n@\"w$\" = f32[320,256,1,1] seed 1\n",
     .kernel = "strassen"},
};

static const kernel_case left[] = {
    CONV(16, 16, "14,14", 2, ",1,1", "", "pointwise"),
    CONV(257, 256, "14,14", 2, ",1,1", "", "pointwise"),
    CONV(256, 255, "14,14", 2, ",1,1", "", "pointwise"),
    CONV(256, 256, "7,7", 2, ",1,1", "", "pointwise"),
    CONV(256, 256, "27,27", 2, ",1,1", ", stride=[2,2]", "pointwise"),
};

static void strassen_computes(void **state)
{
    (void)state;
    check_machines_preferring(taken, sizeof taken / sizeof taken[0], "strassen");
}

static void others_are_left(void **state)
{
    (void)state;
    check_cases(left, sizeof left / sizeof left[0], NULL);
}

static void exact_does_without(void **state)
{
    kernel_case exact[sizeof taken / sizeof taken[0]];
    const kernel_options o = {.fusion = SN_FUSION_TVM, .exact = true, .max_threads = 1};
    (void)state;
    memcpy(exact, taken, sizeof exact);
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) exact[i].kernel = "pointwise";
    check_cases(exact, sizeof taken / sizeof taken[0], &o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(strassen_computes),
                                       cmocka_unit_test(others_are_left),
                                       cmocka_unit_test(exact_does_without)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
