/* SPDX-License-Identifier: Apache-2.0
 *
 * 1x1 convolutions and inner products of one row: channels, pixels and strides that fit no tile,
 * with what may follow them. */
#include "kernels/kernel_unit.h"

#define CONV(ic, oc, sizes, nd, ones, params)                                                      \
    {                                                                                              \
        .text = "\"x$\" = input : f32[" #ic "," sizes                                              \
                "]\n\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") {nd=" #nd params "}\n"                 \
                "@\"w$\" = f32[" #oc "," #ic ones "] seed 1\n@\"b$\" = f32[" #oc "] seed 2\n",     \
        .kernel = "pointwise"                                                                      \
    }

/* Where there are few registers, the direct convolution may be as good. */
#define CONV_ANY(ic, oc, sizes, nd, ones, params)                                                  \
    {                                                                                              \
        .text = "\"x$\" = input : f32[" #ic "," sizes                                              \
                "]\n\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") {nd=" #nd params "}\n"                 \
                "@\"w$\" = f32[" #oc "," #ic ones "] seed 1\n@\"b$\" = f32[" #oc "] seed 2\n"      \
    }

static const kernel_case pointwise[] = {
    CONV(2, 1, "1,2", 2, ",1,1", ""),
    CONV(3, 5, "3,5", 2, ",1,1", ""),
    CONV(8, 8, "4,4", 2, ",1,1", ""),
    CONV(16, 24, "5,7", 2, ",1,1", ", act=relu"),
    CONV(17, 33, "7,7", 2, ",1,1", ", act=clip(0,6)"),
    CONV(58, 58, "9,3", 2, ",1,1", ", act=relu"),
    CONV(40, 120, "6,6", 2, ",1,1", ", act=hard_swish(0.16666667,0.5)"),
    CONV(64, 40, "1,13", 2, ",1,1", ""),
    CONV(33, 72, "16,16", 2, ",1,1", ""), /* planes that are padded */
    CONV(100, 96, "7,7", 2, ",1,1", ""),
    CONV(12, 56, "31,33", 2, ",1,1", ""),
    CONV(260, 136, "2,1", 2, ",1,1", ""),
    CONV_ANY(20, 31, "8,8", 2, ",1,1", ", stride=[2,2]"),
    CONV_ANY(20, 31, "9,7", 2, ",1,1", ", stride=[2,3], act=relu"),
    CONV_ANY(9, 200, "5,5", 2, ",1,1", ", stride=[3,1]"),
    CONV_ANY(64, 96, "40,21", 2, ",1,1", ", stride=[2,2]"),
    CONV_ANY(10, 18, "17", 1, ",1", ", stride=[2]"),
    CONV(10, 18, "17", 1, ",1", ""),
    CONV_ANY(7, 11, "3,4,5", 3, ",1,1,1", ", stride=[2,1,2]"),
    CONV(7, 11, "3,4,5", 3, ",1,1,1", ""),
    CONV(
        24, 40, "6,7", 2, ",1,1",
        ", pad_begin=[1,1], pad_end=[1,1], act=relu"), /* a frame of what the epilogue makes of 0 */
    CONV(24, 200, "3,5", 2, ",1,1", ", pad_begin=[0,2], pad_end=[3,0]"),
    CONV_ANY(13, 9, "20,33", 2, ",1,1",
             ", pad_begin=[2,0], pad_end=[0,1], act=hard_swish(0.16666667,0.5)"),
    CONV(7, 11, "17", 1, ",1", ", pad_begin=[3], pad_end=[1], act=sigmoid"),
    {.text =
         "\"x$\" = input : f32[19,5,6]\n\"r$\" = input : f32[26,7,8]\n\"c$\" = conv(\"x$\", "
         "@\"w$\", @\"b$\") {nd=2, "
         "pad_begin=[1,1], pad_end=[1,1]}\n\"a$\" = add(\"c$\", \"r$\")\n\"y$\" = relu(\"a$\")\n"
         "@\"w$\" = f32[26,19,1,1] seed 1\n@\"b$\" = f32[26] seed 2\n",
     .kernel = "pointwise"},
    {.text =
         "\"x$\" = input : f32[19,5,6]\n\"r$\" = input : f32[26,5,6]\n\"c$\" = conv(\"x$\", "
         "@\"w$\") {nd=2}\n"
         "\"a$\" = add(\"c$\", \"r$\")\n\"y$\" = relu(\"a$\")\n@\"w$\" = f32[26,19,1,1] seed 1\n",
     .kernel = "pointwise"},
    {.text =
         "\"x$\" = input : f32[19,5,6]\n\"g$\" = input : f32[26,1,1]\n\"c$\" = conv(\"x$\", "
         "@\"w$\", @\"b$\") {nd=2}\n"
         "\"s$\" = sigmoid(\"c$\")\n\"m$\" = mul(\"c$\", \"s$\")\n\"y$\" = mul(\"m$\", \"g$\")\n"
         "@\"w$\" = f32[26,19,1,1] seed 1\n@\"b$\" = f32[26] seed 2\n",
     .kernel = "pointwise"},
    {.text =
         "\"x$\" = input : f32[24,7,7]\n\"e$\" = conv(\"x$\", @\"w$\", @\"b$\") {nd=2, act=relu}\n"
         "\"p$\" = conv(\"e$\", @\"v$\") {nd=2}\n\"y$\" = add(\"p$\", \"x$\")\n"
         "@\"w$\" = f32[50,24,1,1] seed 1\n@\"b$\" = f32[50] seed 2\n@\"v$\" = f32[24,50,1,1] seed "
         "3\n",
     .kernel = "pointwise"},
};

#define LINEAR(shape, ic, oc, coding, params)                                                      \
    {                                                                                              \
        .text = "\"x$\" = input : f32[" shape                                                      \
                "]\n\"y$\" = linear(\"x$\", @\"w$\", @\"b$\") {" params "}\n"                      \
                "@\"w$\" = " coding "[" #oc "," #ic "] seed 1\n@\"b$\" = f32[" #oc "] seed 2\n",   \
        .kernel = "linear"                                                                         \
    }
#define PIXEL(ic, oc, params)                                                                      \
    {                                                                                              \
        .text = "\"x$\" = input : f32[" #ic                                                        \
                ",1,1]\n\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") {nd=2" params "}\n"                \
                "@\"w$\" = f32[" #oc "," #ic ",1,1] seed 1\n@\"b$\" = f32[" #oc "] seed 2\n",      \
        .kernel = "linear"                                                                         \
    }

static const kernel_case linear[] = {
    LINEAR("1", 1, 1, "f32", ""),
    LINEAR("7", 7, 3, "f32", ""),
    LINEAR("64", 64, 10, "f32", "act=relu"),
    LINEAR("100", 100, 8, "f32", ""),
    LINEAR("33", 33, 64, "f32", ""),
    LINEAR("65", 65, 129, "f32", "act=relu"),
    LINEAR("40", 40, 1000, "f32", ""),
    LINEAR("40", 40, 512, "f32", ""),
    LINEAR("40", 40, 515, "f32", "act=clip(0,1)"),
    LINEAR("30", 30, 2051, "f32", ""),
    LINEAR("60", 60, 77, "f32", ""),
    LINEAR("7", 7, 3, "f16(f32)", ""),
    LINEAR("65", 65, 129, "f16(f32)", "act=relu"),
    LINEAR("41", 41, 1000, "f16(f32)", ""),
    LINEAR("8", 8, 64, "f16(f32)", ""),
    /* below 2^-14 and beside it */
    {.text = "\"x$\" = input : f32[4]\n\"y$\" = linear(\"x$\", @\"w$\")\n@\"w$\" = f16(f32)[5,4] "
             "[5.9604645e-8,-5.9604645e-8,6.0975552e-5,-6.0975552e-5,6.1035156e-5,-6.1035156e-5,"
             "1.1920929e-7,0,3e-5,-3e-5,1e-6,-1e-6,2e-7,4e-5,-5e-5,1e-5,6e-5,5e-5,4e-5,3e-5]\n",
     .kernel = "linear"},
    PIXEL(3, 5, ""),
    PIXEL(24, 96, ", act=relu"),
    PIXEL(96, 24, ", act=sigmoid"),
    PIXEL(50, 530, ""),
    {.text = "\"x$\" = input : f32[24,5,5]\n\"g$\" = input : f32[24,1,1]\n\"e$\" = conv(\"g$\", "
             "@\"w$\") {nd=2}\n\"s$\" = sigmoid(\"e$\")\n"
             "\"y$\" = mul(\"x$\", \"s$\")\n@\"w$\" = f32[24,24,1,1] seed 1\n",
     .kernel = "linear"},
};

static void pointwise_computes(void **state)
{
    (void)state;
    check_machines(pointwise, sizeof pointwise / sizeof pointwise[0]);
}

static void linear_computes(void **state)
{
    (void)state;
    check_machines(linear, sizeof linear / sizeof linear[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pointwise_computes),
                                       cmocka_unit_test(linear_computes)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
