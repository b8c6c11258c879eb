/* SPDX-License-Identifier: Apache-2.0
 *
 * Lanes beyond the channels: whatever comes to stand there must be finite, since convolutions
 * multiply it by 0. Each case would make an infinity or NaN there of what is finite in the
 * channels, if what is computed there were taken for something else. */
#include "kernels/kernel_unit.h"

#define CONV(y, x, n)                                                                              \
    "\"" y "\" = conv(\"" x "\", @\"w" n "\", _)\n@\"w" n "\" = f32[11,11,1,1] seed 7\n"
#define BACK                                                                                       \
    "\"y$\" = conv(\"e$\", @\"v$\", _)\n@\"v$\" = f32[32,11,3,3] seed 9", .kernel = "winograd"

static const kernel_case cases[] = {
    /* the logarithm alone is not stored, what follows looks finite */
    {.text = "\"x$\" = input : f32[11,20,22]\n" CONV("a$", "x$", "a$")
         CONV("b$", "x$", "b$") "\"c$\" = exp(\"a$\")\n\"d$\" = square(\"a$\")\n\"f$\" = "
                                "log(\"d$\")\n\"e$\" = add(\"f$\", \"b$\")\n" BACK},
    /* numbers that all channels meet */
    {.text = "\"x$\" = input : f32[11,20,22]\n" CONV(
         "a$", "x$", "a$") "\"b$\" = exp(\"a$\")\n\"c$\" = sub(\"b$\", @\"k$\")\n"
                           "\"e$\" = reciprocal(\"c$\")\n@\"k$\" = f32[1] [1]\n" BACK,
     .bound = 1e-3},
    /* one value for all channels of a pixel, computed on blocks itself: 0 in the channels, exp(200)
       beside them */
    {.text = "\"x$\" = input : f32[11,20,22]\n" CONV(
         "a$", "x$", "a$") "\"b$\" = conv(\"x$\", @\"p$\", @\"q$\")\n"
                           "@\"p$\" = f32[1,11,1,1] seed 3\n@\"q$\" = f32[1] [200]\n"
                           "\"o$\" = ncnn.bias(\"a$\", @\"m$\")\n@\"m$\" = f32[11] "
                           "[-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200]\n"
                           "\"c$\" = add(\"o$\", \"b$\")\n\"e$\" = exp(\"c$\")\n" BACK},
    /* the bias of a single channel */
    {.text = "\"x$\" = input : f32[11,20,22]\n\"a$\" = conv(\"x$\", @\"p$\", @\"q$\")\n@\"p$\" = "
             "f32[1,11,1,1] seed 3\n@\"q$\" = f32[1] [-90]\n"
             "\"b$\" = add(\"a$\", @\"k$\")\n@\"k$\" = f32[1] [90]\n\"e$\" = exp(\"b$\")\n\"y$\" = "
             "conv(\"e$\", @\"v$\", _)\n"
             "@\"v$\" = f32[16,1,3,3] seed 9"},
    /* a variance of nothing */
    {.text = "\"x$\" = input : f32[11,20,22]\n" CONV(
         "a$", "x$", "a$") "\"e$\" = instance_normalization(\"a$\", _, _) {epsilon=0}\n" BACK},
    /* a sum of what is 1 beside the channels, and next to nothing in them */
    {.text = "\"x$\" = input : f32[11,20,22]\n" CONV(
         "a$", "x$",
         "a$") "\"b$\" = ncnn.bias(\"a$\", @\"m$\")\n"
               "@\"m$\" = f32[11] [-20,-20,-20,-20,-20,-20,-20,-20,-20,-20,-20]\n\"c$\" = "
               "exp(\"b$\")\n"
               "\"d$\" = reduce(\"c$\") {axes=[1,2]}\n\"f$\" = "
               "exp(\"d$\")\n\"e$\" = mul(\"a$\", \"f$\")\n" BACK},
    /* a power of nothing */
    {.text = "\"x$\" = input : f32[11,20,22]\n" CONV(
         "a$", "x$", "a$") "\"e$\" = lrn(\"a$\") {axis=0, alpha=1, bias=0, size=3}\n" BACK},
    /* a frame of 100 */
    {.text = "\"x$\" = input : f32[11,20,22]\n" CONV(
         "a$", "x$",
         "a$") "\"b$\" = pad(\"a$\") {pads=[0,1,1,0,0,0], value=100}\n"
               "\"c$\" = ncnn.bias(\"b$\", @\"m$\")\n@\"m$\" = f32[11] "
               "[-90,-90,-90,-90,-90,-90,-90,-90,-90,-90,-90]\n\"e$\" = exp(\"c$\")\n" BACK},
};

static void stay_finite(void **state)
{
    (void)state;
    kernel_case any[sizeof cases / sizeof cases[0]];
    kernel_options o = {.machine = "native", .fusion = SN_FUSION_TVM};
    check_cases(cases, sizeof cases / sizeof cases[0], &o);
    memcpy(any, cases, sizeof cases);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        any[i].kernel = NULL; /* others may be cheaper there */
    check_machines(any, sizeof cases / sizeof cases[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stay_finite)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
