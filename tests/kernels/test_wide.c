/* SPDX-License-Identifier: Apache-2.0
 *
 * Convolutions, softmax and normalisations of doubles; weights, masks and borders that are no
 * constants. */
#include "kernels/kernel_unit.h"

#define CONV(x, w, more)                                                                           \
    {                                                                                              \
        .text = "\"x$\" = input : f64[" x "]\n\"w$\" = input : f64[" w "]\n"                       \
                "\"y$\" = conv(\"x$\", \"w$\") {" more "}",                                        \
        .kernel = "conv_wide"                                                                      \
    }

#define NORM(op, x, gamma, more)                                                                   \
    {                                                                                              \
        .text = "\"x$\" = input : f64[" x "]\n\"y$\" = " op "(\"x$\", @\"g$\", @\"b$\") {" more    \
                "}\n@\"g$\" = f64[" gamma "] seed 1\n@\"b$\" = f64[" gamma "] seed 2",             \
        .kernel = "norm_wide"                                                                      \
    }

static const kernel_case doubles[] = {
    NORM("layer_normalization", "2,3,5", "5", "axis=2"),
    NORM("layer_normalization", "2,3,5", "3,5", "axis=1"),
    NORM("layer_normalization", "2,3,5", "3,1", "axis=1"),
    NORM("layer_normalization", "2,3,5", "2,1,5", "axis=2"),
    NORM("instance_normalization", "2,3,4,5", "3", "axis=1"),
    NORM("group_normalization", "2,6,5", "6", "axis=1, num_groups=3"),
    {.text = "\"x$\" = input : f64[3,7]\n\"g$\" = input : f64[7]\n"
             "\"y$\" = rms_normalization(\"x$\", \"g$\") {axis=1}",
     .kernel = "norm_wide"},
    {.text = "\"x$\" = input : f64[3,7]\n\"y$\" = layer_normalization(\"x$\") {axis=0}",
     .kernel = "norm_wide"},
    CONV("3,9", "4,3,3", "nd=1"),
    CONV("3,9,8", "4,3,3,2", "nd=2"),
    CONV("3,9,8", "4,3,3,2", "nd=2, stride=[2,3], dilation=[2,1], pad_begin=[1,2], pad_end=[3,0]"),
    CONV("4,5,6,7", "6,2,2,3,1", "nd=3, group=2, pad_begin=[1,1,0], pad_end=[0,2,0]"),
    CONV("2,6,5,5", "6,1,3,3", "nd=2, group=6, axis=1, pad_begin=[1,1], pad_end=[1,1]"),
    CONV("2,3,2,5", "4,2,3", "nd=1, axis=2, act=leaky_relu(0.25)"),
    CONV("3,9,8", "4,3,3,2", "nd=2, pad_mode=same_upper, stride=[2,2], pad_value=0.5"),
    {.text = "\"x$\" = input : f64[0,3,5,5]\n\"w$\" = input : f64[6,3,3,3]\n"
             "\"y$\" = conv(\"x$\", \"w$\") {nd=2, axis=1}"},
    {.text = "\"x$\" = input : f64[2,6,6]\n\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") {nd=2, "
             "act=mish}\n@\"w$\" = f64[4,2,3,3] seed 1\n@\"b$\" = f64[4] seed 2",
     .kernel = "conv_wide"},
    {.text = "\"w$\" = input : f64[4,2,3]\n\"b$\" = input : f64[4]\n"
             "\"y$\" = conv(@\"x$\", \"w$\", \"b$\") {nd=1}\n@\"x$\" = f64[2,8] seed 3",
     .kernel = "conv_wide"},
    {.text = "\"x$\" = input : f64[3,5,7]\n\"y$\" = softmax(\"x$\") {axis=2}",
     .kernel = "softmax_wide"},
    {.text = "\"x$\" = input : f64[3,5,7]\n\"y$\" = softmax(\"x$\") {axis=0}",
     .kernel = "softmax_wide"},
    {.text = "\"x$\" = input : f64[0,7]\n\"y$\" = softmax(\"x$\") {axis=1}"},
};

#define CONV_OF(type)                                                                              \
    {                                                                                              \
        .text = "\"x$\" = input : " type "[2,4,8]\n\"w$\" = input : " type "[4,1,4]\n"             \
                "\"y$\" = conv(\"x$\", \"w$\") {nd=1, axis=1, group=4, pad_begin=[3], "            \
                "pad_end=[0]}"                                                                     \
    }
#define ATTENTION_OF(type)                                                                         \
    {                                                                                              \
        .text = "\"q$\" = input : " type "[2,4,8]\n\"k$\" = input : " type "[2,6,8]\n"             \
                "\"v$\" = input : " type "[2,6,8]\n\"m$\" = input : " type "[4,6]\n"               \
                "\"y$\" = attention(\"q$\", \"k$\", \"v$\", \"m$\")"                               \
    }
#define PAD_OF(type)                                                                               \
    {                                                                                              \
        .text = "\"x$\" = input : " type "[2,3]\n\"v$\" = input : " type "[]\n"                    \
                "\"y$\" = dynamic_pad(\"x$\", @\"p$\", \"v$\")\n@\"p$\" = i64[4] [1,0,2,-1]"       \
    }

static const kernel_case computed[] = {
    CONV_OF("f16"), CONV_OF("bf16"),    ATTENTION_OF("f16"), ATTENTION_OF("bf16"),
    PAD_OF("f32"),  PAD_OF("f8e4m3fn"), PAD_OF("i64"),       PAD_OF("f64"),
};

static void of_doubles(void **state)
{
    (void)state;
    check_cases(doubles, sizeof doubles / sizeof *doubles, NULL);
    check_cases(doubles, sizeof doubles / sizeof *doubles, &(kernel_options){.batch = 2});
    check_cases(doubles, sizeof doubles / sizeof *doubles,
                &(kernel_options){.machine = "generic", .max_threads = 2});
}

static void of_no_constants(void **state)
{
    (void)state;
    check_machines(computed, sizeof computed / sizeof *computed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_doubles),
                                       cmocka_unit_test(of_no_constants)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
