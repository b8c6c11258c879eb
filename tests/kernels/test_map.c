/* SPDX-License-Identifier: Apache-2.0
 *
 * map: elementwise operators with all kinds of broadcasting, alone and together. */
#include "kernels/kernel_unit.h"

static const kernel_case cases[] = {
    {.text =
         "\"x0_$\" = input : f32[3,5]\n\"x1_$\" = input : f32[3,5]\n\"x2_$\" = input : "
         "f32[3,5]\n\"x3_$\" = input : f32[3,5]\n\"x4_$\" = input : f32[3,5]\n\"x5_$\" = input : "
         "f32[3,5]\n\"x6_$\" = input : f32[3,5]\n\"x7_$\" = input : f32[3,5]\n\"x8_$\" = input : "
         "f32[3,5]\n\"x9_$\" = input : f32[3,5]\n\"x10_$\" = input : f32[3,5]\n\"x11_$\" = input : "
         "f32[3,5]\n\"x12_$\" = input : f32[3,5]\n\"x13_$\" = input : f32[3,5]\n\"x14_$\" = input "
         ": f32[3,5]\n\"x15_$\" = input : f32[3,5]\n\"x16_$\" = input : f32[3,5]\n\"x17_$\" = "
         "input : f32[3,5]\n\"x18_$\" = input : f32[3,5]\n\"x19_$\" = input : f32[3,5]\n"
         "\"y$\" = sum(\"x0_$\", \"x1_$\", \"x2_$\", \"x3_$\", \"x4_$\", \"x5_$\", \"x6_$\", "
         "\"x7_$\", \"x8_$\", \"x9_$\", \"x10_$\", \"x11_$\", \"x12_$\", \"x13_$\", \"x14_$\", "
         "\"x15_$\", \"x16_$\", \"x17_$\", \"x18_$\", \"x19_$\")"},
    {.text = "\"x$\" = input : f32[5,3,7]\n\"y$\" = relu(\"x$\")"},
    {.text = "\"x$\" = input : f32[5,3,7]\n\"y$\" = leaky_relu(\"x$\") {alpha=0.1}"},
    {.text = "\"x$\" = input : f32[1]\n\"y$\" = sigmoid(\"x$\")"},
    {.text = "\"x$\" = input : f32[5,3,7]\n\"s$\" = sigmoid(\"x$\")\n\"y$\" = mul(\"x$\", \"s$\")"},
    {.text = "\"x$\" = input : f32[5,3,7]\n\"y$\" = tanh(\"x$\")"},
    {.text = "\"x$\" = input : f32[5,3,7]\n\"y$\" = gelu(\"x$\")"},
    {.text = "\"x$\" = input : f32[5,3,7]\n\"y$\" = mish(\"x$\")"},
    {.text = "\"x$\" = input : f32[5,3,7]\n\"y$\" = softplus(\"x$\")"},
    {.text = "\"x$\" = input : f32[5,3,7]\n\"y$\" = elu(\"x$\")"},
    {.text = "\"x$\" = input : f32[5,3,7]\n\"y$\" = hard_swish(\"x$\")"},
    {.text = "\"x$\" = input : f32[2000]\n\"y$\" = exp(\"x$\")"},
    {.text = "\"x$\" = input : f32[300]\n\"a$\" = abs(\"x$\")\n\"y$\" = log(\"a$\")"},
    {.text = "\"x$\" = input : f32[300]\n\"y$\" = erf(\"x$\")"},
    {.text = "\"x$\" = input : f32[300]\n\"a$\" = sin(\"x$\")\n\"y$\" = round(\"a$\")"},
    {.text = "\"x$\" = input : f32[5,3,7]\n\"y$\" = prelu(\"x$\", @\"s$\")\n@\"s$\" = f32[5,1,1] "
             "seed 3"},
    {.text = "\"x$\" = input : f32[5,3,7]\n\"y$\" = batch_normalization(\"x$\", @\"s$\", @\"b$\") "
             "{epsilon=1}\n@\"s$\" = "
             "f32[5] seed 3\n@\"b$\" = f32[5] seed 4"},
    {.text = "\"x$\" = input : f32[5,3,7]\n\"s$\" = input : f32[5]\n\"y$\" = "
             "batch_normalization(\"x$\", \"s$\") {epsilon=1}"},
    {.text = "\"x$\" = input : f32[5,3,7]\n\"b$\" = input : f32[5,3,7]\n\"a$\" = add(\"x$\", "
             "\"b$\")\n\"y$\" = relu(\"a$\")"},
    {.text =
         "\"x$\" = input : f32[5,3,7]\n\"b$\" = input : f32[5,1,1]\n\"y$\" = mul(\"x$\", \"b$\")"},
    {.text = "\"x$\" = input : f32[5,3,17]\n\"b$\" = input : f32[1,3,17]\n\"y$\" = sub(\"x$\", "
             "\"b$\")"},
    {.text =
         "\"x$\" = input : f32[5,3,17]\n\"b$\" = input : f32[1,3,1]\n\"y$\" = div(\"b$\", \"x$\")"},
    {.text =
         "\"x$\" = input : f32[5,3,1]\n\"b$\" = input : f32[1,1,19]\n\"y$\" = max(\"x$\", \"b$\")"},
    {.text = "\"x$\" = input : f32[4,3,6,2]\n\"b$\" = input : f32[1,3,1,2]\n\"y$\" = min(\"x$\", "
             "\"b$\")"},
    {.text = "\"x$\" = input : f32[7,9]\n\"y$\" = add(\"x$\", @\"c$\")\n@\"c$\" = "
             "f32[9] seed 5"},
    {.text = "\"x$\" = input : f32[7,9]\n\"y$\" = add(\"x$\", @\"c$\")\n@\"c$\" = "
             "f32[7,1] seed 5"},
    {.text =
         "\"a$\" = input : f32[3,4,5]\n\"b$\" = input : f32[3,4,5]\n\"c$\" = input : f32[3,4,5]\n"
         "\"y$\" = sum(\"a$\", \"b$\", \"c$\") {coeffs=[0.5,2,-1]}"},
    {.text = "\"x$\" = input : f32[3,4,5]\n\"y$\" = reshape(\"x$\") {shape=[-1]}"},
};

static void computes(void **state)
{
    (void)state;
    check_machines(cases, sizeof cases / sizeof cases[0] - 1);
}

/* Written out as one formula this would have 2^45 terms. */
static void doubles(void **state)
{
    (void)state;
    char text[4096];
    const kernel_options o = {.fusion = SN_FUSION_FULL};
    const kernel_case one = {.text = text};
    int n = snprintf(text, sizeof text, "\"v0_$\" = input : f32[8,4]\n");
    for (int i = 1; i <= 45; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "\"v%d_$\" = add(\"v%d_$\", \"v%d_$\")\n",
                      i, i - 1, i - 1);
    snprintf(text + n, sizeof text - (size_t)n, "\"y$\" = relu(\"v45_$\")");
    check_cases(&one, 1, &o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(computes), cmocka_unit_test(doubles)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
