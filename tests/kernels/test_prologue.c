/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operators in front of a 1x1 convolution, which it does to panels of pixels. */
#include "kernels/kernel_unit.h"

/* Blocks of channels: what lrn gives. */
#define B(name, input, shape)                                                                      \
    "\"" input "\" = input : f32[" shape "]\n\"" name "\" = lrn(\"" input                          \
    "\") {axis=0, alpha=0.1}\n"
#define NORM(y, x, c)                                                                              \
    "\"" y "\" = batch_normalization(\"" x "\", @\"s" y "\", @\"t" y "\", @\"m" y "\", @\"v" y     \
    "\") {epsilon=2}\n@\"s" y "\" = f32[" #c "] seed 5\n@\"t" y "\" = f32[" #c "] seed 6\n@\"m" y  \
    "\" = f32[" #c "] seed 7\n@\"v" y "\" = f32[" #c "] seed 8\n"
#define CONV(y, x, ic, oc, params)                                                                 \
    "\"" y "\" = conv(\"" x "\", @\"w" y "\", @\"b" y "\") {" params "}\n@\"w" y "\" = f32[" #oc   \
    "," #ic ",1,1] seed 1\n@\"b" y "\" = f32[" #oc "] seed 2\n"

static const kernel_case cases[] = {
    {.text = B("a$", "i$", "24,11,13")
         NORM("n$", "a$", 24) "\"r$\" = relu(\"n$\")\n" CONV("y$", "r$", 24, 40, "nd=2, act=relu")},
    /* channels that fill no vector, more weights than pixels, a residual that is what it begins
     * with */
    {.text = B("a$", "i$", "21,14,14") NORM("n$", "a$", 21) "\"r$\" = relu(\"n$\")\n" CONV(
         "c$", "r$", 21, 21, "nd=2") "\"y$\" = add(\"c$\", \"a$\")\n"},
    {.text =
         B("a$", "i$", "37,10,10") "\"r$\" = swish(\"a$\")\n" CONV("y$", "r$", 37, 200, "nd=2")},
    /* what begins is read twice; pixels that are gathered */
    {.text =
         B("a$", "i$", "19,23,25") "\"e$\" = sigmoid(\"a$\")\n\"r$\" = sub(\"a$\", \"e$\")\n" CONV(
             "y$", "r$", 19, 9, "nd=2, stride=[2,2]")},
    /* many pixels in chunks */
    {.text = B("a$", "i$", "64,40,41")
         NORM("n$", "a$", 64) "\"r$\" = relu(\"n$\")\n" CONV("y$", "r$", 64, 32, "nd=2")},
    /* one axis of pixels, and three */
    {.text = B("a$", "i$",
               "16,130") "\"r$\" = relu(\"a$\")\n"
                         "\"y$\" = conv(\"r$\", @\"w$\") {nd=1}\n@\"w$\" = f32[24,16,1] seed 1\n"},
    {.text =
         B("a$", "i$",
           "9,5,6,7") "\"r$\" = abs(\"a$\")\n"
                      "\"y$\" = conv(\"r$\", @\"w$\") {nd=3}\n@\"w$\" = f32[10,9,1,1,1] seed 1\n"},
    /* not: others read it; operands of pixels, of another value; few pixels; a frame */
    {.text = B("a$", "i$", "16,12,12") "\"r$\" = relu(\"a$\")\n" CONV(
         "y$", "r$", 16, 24, "nd=2") "\"z$\" = exp(\"r$\")\n"},
    {.text = B("a$", "i$", "12,12,12") "\"r$\" = mul(\"a$\", @\"p$\")\n@\"p$\" = f32[12,12] seed "
                                       "9\n" CONV("y$", "r$", 12, 24, "nd=2")},
    {.text = B("a$", "i$", "12,12,12") B(
         "b$", "j$", "12,12,12") "\"r$\" = max(\"a$\", \"b$\")\n" CONV("y$", "r$", 12, 24, "nd=2")},
    {.text = B("a$", "i$", "40,3,3") "\"r$\" = relu(\"a$\")\n" CONV("y$", "r$", 40, 24, "nd=2")},
    {.text = B("a$", "i$", "16,12,12") "\"r$\" = relu(\"a$\")\n" CONV(
         "y$", "r$", 16, 24, "nd=2, pad_begin=[1,1], pad_end=[1,1]")},
};

static void panels_are_computed(void **state)
{
    (void)state;
    check_fused(cases, sizeof cases / sizeof cases[0]);
}

/* As seven products; chunks of one size, and of two. */
static const kernel_case large[] = {
    {.text = B("a$", "i$", "256,14,14") NORM("n$", "a$", 256) "\"r$\" = relu(\"n$\")\n" CONV(
         "y$", "r$", 256, 256, "nd=2, act=relu"),
     .kernel = "strassen"},
    {.text = B("a$", "i$", "256,23,29") "\"r$\" = relu(\"a$\")\n" CONV(
         "c$", "r$", 256, 320, "nd=2") "\"y$\" = exp(\"c$\")\n",
     .kernel = "strassen"},
};

static void chunks_are_computed(void **state)
{
    (void)state;
    const kernel_options o = {.machine = "x86-64-v3", .fusion = SN_FUSION_FULL};
    const sn_machine *m = NULL;
    kernel_ok(sn_machine_find(ctx, o.machine, &m));
    if (!sn_host_runs(m->gcc_flags)) return;
    check_cases(large, sizeof large / sizeof large[0], &o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(panels_are_computed),
                                       cmocka_unit_test(chunks_are_computed)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
