/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of convolutions by their weights, of images that are all there at once: over kernels,
 * strides, dilations, padding, and channels that fill no vector. Those that read images in blocks
 * of channels are checked step by step where networks are trained (tests/data/cli/train). */
#include "kernels/kernel_unit.h"

/* maps, input channels, height, width; output channels, height, width */
#define INPUT(name, n, c, h, w) "\"" name "$\" = input : f32[" #n "," #c "," #h "," #w "]\n"
#define G(maps, ic, h, w, oc, oh, ow, params)                                                      \
    {                                                                                              \
        .text = INPUT("x", maps, ic, h, w)                                                         \
            INPUT("d", maps, oc, oh,                                                               \
                  ow) "\"y$\" = conv_weight_gradient(\"x$\", \"d$\") {axis=1, " params "}\n",      \
        .kernel = "weight_gradient"                                                                \
    }

static const kernel_case cases[] = {
    G(2, 5, 9, 11, 9, 9, 11, "kernel=[1,1]"),
    G(2, 3, 33, 38, 20, 17, 19, "kernel=[7,7], stride=[2,2], pad_begin=[3,3], pad_end=[3,3]"),
    G(1, 12, 12, 10, 16, 10, 10, "group=2, kernel=[3,3], pad_begin=[0,1], pad_end=[0,1]"),
    G(5, 6, 16, 19, 26, 15, 17, "kernel=[3,3], dilation=[1,2], pad_begin=[1,1], pad_end=[0,1]"),
    G(2, 3, 5, 4, 40, 7, 8, "kernel=[3,3], pad_begin=[2,3], pad_end=[2,3]"),
};
enum { N_CASES = sizeof cases / sizeof cases[0] };

static void gradients(void **state)
{
    (void)state;
    const kernel_options o = {.fusion = SN_FUSION_FULL, .prefer = "weight_gradient"};
    check_cases(cases, N_CASES, &o);
    check_other_machines(cases, N_CASES, SN_FUSION_FULL, o.prefer);
    check_widest_machine(cases, N_CASES, SN_FUSION_FULL, o.prefer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gradients)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
