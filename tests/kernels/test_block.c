/* SPDX-License-Identifier: Apache-2.0
 *
 * block: expand, depthwise and project in one step, where what lies between them is large; with
 * residuals, strides and channels that fill no vector. */
#include "kernels/kernel_unit.h"

/* The pooling has its result BLOCKED: else the first convolution would be one that reads planes. */
#define INPUT(sizes)                                                                               \
    "\"i$\" = input : f32[" sizes                                                                  \
    "]\n\"x$\" = max_pool(\"i$\") {kernel=[3,3], pad_begin=[1,1], pad_end=[1,1]}\n"
#define EXPAND(ic, ce)                                                                             \
    "\"e$\" = conv(\"x$\", @\"we$\", @\"be$\") {act=clip(0,6)}\n@\"we$\" = f32[" #ce "," #ic       \
    ",1,1] seed 3\n@\"be$\" = f32[" #ce "] seed 4\n"
#define MIDDLE(ce, k, params)                                                                      \
    "\"d$\" = conv(\"e$\", @\"wd$\", @\"bd$\") {group=" #ce ", " params "}\n@\"wd$\" = f32[" #ce   \
    ",1," #k "," #k "] seed 5\n@\"bd$\" = f32[" #ce "] seed 6\n"
#define PROJECT(ce, oc) "@\"wp$\" = f32[" #oc "," #ce ",1,1] seed 7\n"

static const kernel_case cases[] = {
    {.text = INPUT("8,100,91") EXPAND(8, 60)
         MIDDLE(60, 3, "pad_begin=[1,1], pad_end=[1,1], act=relu") "\"y$\" = conv(\"d$\", "
                                                                   "@\"wp$\")\n" PROJECT(60, 16),
     .kernel = "block"},
    {.text = INPUT("5,100,91") EXPAND(5, 61)
         MIDDLE(61, 3, "pad_begin=[1,1], pad_end=[1,1]") "\"p$\" = conv(\"d$\", @\"wp$\")\n\"y$\" "
                                                         "= add(\"p$\", \"x$\")\n" PROJECT(61, 5),
     .kernel = "block"},
    {.text =
         INPUT("9,151,170") EXPAND(9, 49) MIDDLE(49, 3,
                                                 "stride=[2,2], pad_begin=[0,0], pad_end=[1,1], "
                                                 "act=relu") "\"y$\" = conv(\"d$\", @\"wp$\") "
                                                             "{act=hard_swish(0.16666667,0.5)}"
                                                             "\n" PROJECT(49, 23),
     .kernel = "block"},
    {.text = INPUT("3,150,131") EXPAND(3, 40) MIDDLE(
         40, 5, "stride=[2,1], pad_begin=[2,2], pad_end=[2,2], act=relu") "\"y$\" = conv(\"d$\", "
                                                                          "@\"wp$\")\n" PROJECT(40,
                                                                                                9),
     .kernel = "block"},
    {.text = INPUT("16,100,64") EXPAND(16, 96) MIDDLE(
         96, 7,
         "pad_begin=[3,3], pad_end=[3,3], act=relu") "\"y$\" = conv(\"d$\", @\"wp$\")\n" PROJECT(96,
                                                                                                 8),
     .kernel = "block"},
    {.text = INPUT("4,9,700") EXPAND(4, 40)
         MIDDLE(40, 3, "pad_begin=[1,1], pad_end=[1,1], act=relu") "\"y$\" = conv(\"d$\", "
                                                                   "@\"wp$\")\n" PROJECT(40, 8)},
    {.text = INPUT("8,60,83") EXPAND(8, 60)
         MIDDLE(60, 3, "pad_begin=[1,1], pad_end=[1,1], act=relu") /* read twice */
     "\"p$\" = conv(\"d$\", @\"wp$\")\n\"g$\" = global_average_pool(\"d$\") "
     "{keepdims=false}\n\"y$\" = "
     "relu(\"p$\")\n\"z$\" = relu(\"g$\")\n" PROJECT(60, 16)},
    {.text = INPUT("8,100,91") EXPAND(
         8, 60) "\"e2$\" = mul(\"e$\", @\"m$\")\n@\"m$\" = f32[1,100,91] seed 8\n" /* another factor
                                                                                      in each row */
                "\"d$\" = conv(\"e2$\", @\"wd$\", _) {group=60, pad_begin=[1,1], "
                "pad_end=[1,1]}\n@\"wd$\" = f32[60,1,3,3] seed 5\n"
                "\"y$\" = conv(\"d$\", @\"wp$\")\n" PROJECT(60, 16)},
    {.text = INPUT("8,100,91") EXPAND(
         8, 128) "\"s$\", \"t$\" = split(\"e$\") {sizes=[64,-1]}\n" /* the second half alone */
                 "\"d$\" = conv(\"t$\", @\"wd$\", _) {group=64, pad_begin=[1,1], "
                 "pad_end=[1,1]}\n@\"wd$\" = f32[64,1,3,3] seed 5\n"
                 "\"y$\" = conv(\"d$\", @\"wp$\")\n" PROJECT(64, 16)},
};

static void computes(void **state)
{
    (void)state;
    kernel_case any[sizeof cases / sizeof cases[0]];
    kernel_options o = {.machine = "native", .fusion = SN_FUSION_FULL};
    check_cases(cases, sizeof cases / sizeof cases[0], &o);
    memcpy(any, cases, sizeof cases);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        any[i].kernel = NULL; /* others may be cheaper there */
#if defined(__x86_64__)
    o.machine = "x86-64";
#else
    o.machine = "generic";
#endif
    check_cases(any, sizeof cases / sizeof cases[0], &o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(computes)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
