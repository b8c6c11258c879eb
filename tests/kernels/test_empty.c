/* SPDX-License-Identifier: Apache-2.0
 *
 * Axes of size 0: nothing is written outside of what has no elements, nothing is divided by their
 * number, and what sums over them begins with is the result. */
#include "kernels/kernel_unit.h"

#define X(sizes) "\"x$\" = input : f32[" sizes "]\n"
#define Y(sizes, call)                                                                             \
    {                                                                                              \
        .text = X(sizes) "\"y$\" = " call "\n"                                                     \
    }
#define W(sizes) "@\"w$\" = f32[" sizes "] seed 1\n"

static const kernel_case cases[] = {
    /* windows */
    Y("0,4,4", "max_pool(\"x$\") {kernel=[2,2]}"),
    Y("0,4,4", "average_pool(\"x$\") {kernel=[2,2]}"),
    Y("0,4,4", "global_max_pool(\"x$\")"),
    Y("0,4,4", "global_average_pool(\"x$\")"),
    Y("0,4,4", "instance_normalization(\"x$\")"),
    Y("0,8", "layer_normalization(\"x$\") {axis=1}"),
    Y("0,8", "rms_normalization(\"x$\") {axis=1}"),
    Y("4,0", "softmax(\"x$\") {axis=0}"),
    Y("0,5", "softmax(\"x$\") {axis=1}"),
    Y("0,4,4", "lrn(\"x$\")"),
    Y("0,4,4", "lp_normalization(\"x$\")"),
    /* moves */
    Y("3,0", "transpose(\"x$\") {perm=[1,0]}"),
    Y("0,4", "reshape(\"x$\") {shape=[2,0,3]}"),
    Y("3,4", "slice(\"x$\") {starts=[2], ends=[2], axes=[0]}"),
    Y("3,0", "concat(\"x$\", \"x$\") {axis=0}"),
    Y("3,0", "pad(\"x$\") {pads=[0,1,0,1]}"),
    Y("0,3", "tile(\"x$\") {repeats=[2,2]}"),
    Y("1,3", "expand(\"x$\") {shape=[0,3]}"),
    Y("0,4,4", "resize(\"x$\") {scales=[1,2,2]}"),
    /* indices */
    {.text = X("64,40") "\"i$\" = input : i64[0]\n\"y$\" = gather(\"x$\", \"i$\") {axis=0}\n"},
    {.text = X("3,4") "\"i$\" = input : i64[0,4]\n\"y$\" = gather_elements(\"x$\", \"i$\") "
                      "{axis=0}\n"},
    {.text = X("3,4") "\"i$\" = input : i64[0,2]\n\"y$\" = gather_nd(\"x$\", \"i$\")\n"},
    {.text = X("3,4") "\"i$\" = input : i64[0,4]\n\"u$\" = input : f32[0,4]\n"
                      "\"y$\" = scatter_elements(\"x$\", \"i$\", \"u$\") {axis=0}\n"},
    {.text = X("3,4") "\"i$\" = input : i64[0,1]\n\"u$\" = input : f32[0,4]\n"
                      "\"y$\" = scatter_nd(\"x$\", \"i$\", \"u$\")\n"},
    Y("0,3", "arg_max(\"x$\") {axis=1}"),
    /* what sums begin with */
    Y("3,0", "reduce(\"x$\") {op=sum, axes=[1]}"),
    Y("3,0", "reduce(\"x$\") {op=prod, axes=[1]}"),
    Y("3,0", "reduce(\"x$\") {op=max, axes=[1]}"),
    Y("3,0", "reduce(\"x$\") {op=sum, axes=[0]}"),
    {.text = "\"x$\" = input : f64[3,0]\n\"y$\" = reduce(\"x$\") {op=sum, axes=[1]}\n"},
    {.text = "\"x$\" = input : i32[3,0]\n\"y$\" = reduce(\"x$\") {op=sum, axes=[1]}\n"},
    Y("3,0", "cum_sum(\"x$\") {axis=1}"),
    Y("3,0,0", "det(\"x$\")"),
    Y("0,2,2", "det(\"x$\")"),
    Y("2,0,3", "couple_pairs(\"x$\")"),
    Y("2,0,3", "cum_prod_gradient(\"x$\", \"x$\") {axis=1}"),
    {.text = X("2,3,4,5") "\"g$\" = input : f32[2,0,3,2]\n\"d$\" = input : f32[2,3,0,3]\n"
                          "\"y$\", \"z$\" = grid_sample_gradient(\"x$\", \"g$\", \"d$\")\n"},
    {.text = X("2,0,4,5") "\"g$\" = input : f32[2,1,3,2]\n\"d$\" = input : f32[2,0,1,3]\n"
                          "\"z$\", \"y$\" = grid_sample_gradient(\"x$\", \"g$\", \"d$\")\n"},
    {.text = X("0,2,3,5") "\"o$\" = input : f32[0,12,3,5]\n\"w$\" = input : f32[3,2,2,3]\n"
                          "\"d$\" = input : f32[0,3,3,5]\n"
                          "\"a$\", \"b$\", \"c$\", \"y$\" = deform_conv_gradient(\"x$\", \"o$\", "
                          "_, \"w$\", "
                          "\"d$\") {axis=1, pad_begin=[1,1], pad_end=[0,1]}\n"},
    {.text = X("0,3") "\"v$\" = input : f32[3,5]\n\"y$\" = matmul(\"x$\", \"v$\")\n"},
    {.text = X("0,5") "\"y$\" = linear(\"x$\", @\"w$\")\n" W("7,5")},
    {.text = X("2,0,4,3") "\"y$\" = attention(\"x$\", \"x$\", \"x$\")\n"},
    {.text = X(
         "2,4,0,3") "\"k$\" = input : f32[2,4,5,3]\n\"y$\" = attention(\"x$\", \"k$\", \"k$\")\n"},
    {.text = X("5,0") "\"y$\" = relu(\"x$\")\n"},
    {.text = X("5,0") "\"v$\" = input : f32[5,1]\n\"y$\" = add(\"x$\", \"v$\")\n"},
    {.text = "\"x$\" = input : f16[0,4]\n\"y$\" = cast(\"x$\") {to=f32}\n"},
};

static void nothing_is_computed_of_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) check_cases(&cases[i], 1, NULL);
    check_cases(cases, sizeof cases / sizeof cases[0], NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_computed_of_nothing)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
