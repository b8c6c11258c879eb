/* SPDX-License-Identifier: Apache-2.0
 *
 * Squeeze and excite: means of channels that depthwise convolutions give as they store, and factors
 * of channels that go into the weights of a 1x1 convolution. */
#include "kernels/kernel_unit.h"

/* Blocks of channels: what lrn gives. */
#define B(name, input, shape)                                                                      \
    "\"" input "\" = input : f32[" shape "]\n\"" name "\" = lrn(\"" input                          \
    "\") {axis=0, alpha=0.1}\n"
#define FACTOR(name, shape) "\"" name "\" = input : f32[" shape "]\n"
#define CONV(y, x, ic, oc, params)                                                                 \
    "\"" y "\" = conv(\"" x "\", @\"w" y "\", @\"b" y "\") {" params "}\n@\"w" y "\" = f32[" #oc   \
    "," #ic ",1,1] seed 1\n@\"b" y "\" = f32[" #oc "] seed 2\n"

static const kernel_case factors[] = {
    {.text = B("a$", "i$", "24,11,13") FACTOR("f$", "24,1,1") "\"m$\" = mul(\"a$\", \"f$\")\n" CONV(
         "y$", "m$", 24, 40, "nd=2, act=relu")},
    /* channels that fill no vector, the factor first, a sum behind, groups of two sizes */
    {.text = B("a$", "i$", "21,14,14") FACTOR("f$", "21,1,1") "\"m$\" = mul(\"f$\", \"a$\")\n" CONV(
         "c$", "m$", 21, 21, "nd=2") "\"y$\" = add(\"c$\", \"a$\")\n"},
    {.text = B("a$", "i$", "17,12,12")
         FACTOR("f$", "17,1,1") "\"m$\" = mul(\"a$\", \"f$\")\n" CONV("y$", "m$", 17, 104, "nd=2")},
    /* pixels that are gathered */
    {.text = B("a$", "i$", "19,23,25") FACTOR("f$", "19,1,1") "\"m$\" = mul(\"a$\", \"f$\")\n" CONV(
         "y$", "m$", 19, 9, "nd=2, stride=[2,2]")},
    /* a vector that becomes a column */
    {.text = B("a$", "i$", "16,12,12")
         FACTOR("v$", "16") "\"f$\" = reshape(\"v$\") {shape=[16,1,1]}\n\"m$\" = mul(\"a$\", "
                            "\"f$\")\n" CONV("y$", "m$", 16, 24, "nd=2")},
    /* not: others read the product; factors of rows, of pixels, and of a tensor that is the factor
     * itself; few pixels */
    {.text = B("a$", "i$", "16,12,12") FACTOR("f$", "16,1,1") "\"m$\" = mul(\"a$\", \"f$\")\n" CONV(
         "y$", "m$", 16, 24, "nd=2") "\"z$\" = exp(\"m$\")\n"},
    {.text = B("a$", "i$", "12,12,12")
         FACTOR("f$", "12,1") "\"m$\" = mul(\"a$\", \"f$\")\n" CONV("y$", "m$", 12, 24, "nd=2")},
    {.text = B("a$", "i$", "12,12,12")
         FACTOR("f$", "12,12") "\"m$\" = mul(\"a$\", \"f$\")\n" CONV("y$", "m$", 12, 24, "nd=2")},
    {.text = B("a$", "i$", "16,12,12") "\"m$\" = mul(\"a$\", \"a$\")\n" CONV("y$", "m$", 16, 24,
                                                                             "nd=2")},
    {.text = B("a$", "i$", "40,3,3")
         FACTOR("f$", "40,1,1") "\"m$\" = mul(\"a$\", \"f$\")\n" CONV("y$", "m$", 40, 24, "nd=2")},
};

static void weights_are_multiplied(void **state)
{
    (void)state;
    check_fused(factors, sizeof factors / sizeof factors[0]);
}

/* ---- means ----------------------------------------------------------------------------------- */

#define SAME3 "pad_begin=[1,1], pad_end=[1,1]"
#define SAME5 "pad_begin=[2,2], pad_end=[2,2]"
#define DEPTHWISE(y, x, c, k, params)                                                              \
    "\"" y "\" = conv(\"" x "\", @\"w" y "\", @\"b" y "\") {group=" #c ", " params "}\n@\"w" y     \
    "\" = f32[" #c ",1," #k "," #k "] seed 3\n@\"b" y "\" = f32[" #c "] seed 4\n"
#define MEAN(y, x, params) "\"" y "\" = global_average_pool(\"" x "\") {" params "}\n"

static const kernel_case means[] = {
    /* several tiles a row, channels that fill no vector; the map is read, too */
    {.text = B("a$", "i$", "21,13,41") DEPTHWISE("d$", "a$", 21, 3, SAME3 ", act=relu")
         MEAN("y$", "d$", "keepdims=true") "\"z$\" = exp(\"d$\")\n"},
    /* no more than the mean is read; few pixels; windows of 5 */
    {.text = B("a$", "i$", "40,7,7") DEPTHWISE("d$", "a$", 40, 5, SAME5)
         MEAN("y$", "d$", "keepdims=false")},
    {.text = B("a$", "i$", "16,31,29")
         DEPTHWISE("d$", "a$", 16, 5, "stride=[2,2], act=hard_swish(0.16666667,0.5), " SAME5)
             MEAN("y$", "d$", "keepdims=true")},
    /* a row of one pixel, and a sum behind the convolution */
    {.text = B("a$", "i$", "9,12,1")
         DEPTHWISE("d$", "a$", 9, 3, SAME3) "\"e$\" = add(\"d$\", \"a$\")\n" MEAN(
             "y$", "e$", "keepdims=true") "\"z$\" = "
                                          "tanh(\"e$\")\n"},
    /* the mean of what is not stored last */
    {.text = B("a$", "i$", "24,12,12")
         DEPTHWISE("d$", "a$", 24, 3,
                   SAME3) "\"z$\" = add(\"d$\", \"a$\")\n" MEAN("y$", "d$", "keepdims=true")},
    /* the whole block */
    {.text = B("a$", "i$", "24,15,17") DEPTHWISE("d$", "a$", 24, 3, SAME3 ", act=relu")
         MEAN("g$", "d$", "keepdims=true") CONV("h$", "g$", 24, 8, "nd=2, act=relu")
             CONV("f$", "h$", 8, 24, "nd=2, act=sigmoid") "\"m$\" = mul(\"d$\", \"f$\")\n" CONV(
                 "y$", "m$", 24, 16, "nd=2")},
    /* of a batch, with and without axes of size 1, and a number for each channel behind it */
    {.text = "\"a$\" = input : f32[3,21,6,7]\n" MEAN(
         "m$", "a$", "nd=2, keepdims=false") "\"y$\" = "
                                             "mul(\"m$\", @\"v$\")\n@\"v$\" = f32[21] seed 5\n"},
    {.text = "\"a$\" = input : f32[3,21,6,7]\n" MEAN(
         "m$", "a$", "nd=2, keepdims=true") "\"y$\" = "
                                            "mul(\"m$\", @\"v$\")\n@\"v$\" = f32[21,1,1] seed 5\n"},
    {.text = "\"a$\" = input : f32[3,9,6,7]\n\"m$\" = average_pool(\"a$\") {nd=2, kernel=[2,3]}\n"
             "\"y$\" = mul(\"m$\", @\"v$\")\n@\"v$\" = f32[5] seed 5\n"},
    /* not: a larger window than rows can have, and a largest element */
    {.text = B("a$", "i$", "8,30,30") DEPTHWISE("d$", "a$", 8, 17, "act=relu")
         MEAN("y$", "d$", "keepdims=true")},
    {.text = B("a$", "i$", "8,12,12")
         DEPTHWISE("d$", "a$", 8, 3, SAME3) "\"y$\" = global_max_pool(\"d$\")\n"},
};

static void means_are_taken(void **state)
{
    (void)state;
    check_fused(means, sizeof means / sizeof means[0]);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const kernel_case by_rows[] = {
    {.text = B("a$", "i$", "24,50,41") FACTOR("f$", "24,1,1") "\"m$\" = mul(\"a$\", \"f$\")\n" CONV(
         "b$", "m$", 24, 61, "nd=2, act=relu") DEPTHWISE("y$", "b$", 61, 3, SAME3),
     .kernel = "pipeline"},
    {.text = B("a$", "i$", "24,50,41") CONV("b$", "a$", 24, 61, "nd=2, act=relu")
         DEPTHWISE("d$", "b$", 61, 3, SAME3 ", act=relu")
             MEAN("y$", "d$", "keepdims=true") "\"z$\" = exp(\"d$\")\n",
     .kernel = "pipeline"},
};

static void rows_are_multiplied_and_added_up(void **state)
{
    (void)state;
    const kernel_options o = {.machine = "native", .fusion = SN_FUSION_FULL, .l2_bytes = 160e3};
    check_cases(by_rows, sizeof by_rows / sizeof by_rows[0], &o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_multiplied),
        cmocka_unit_test(means_are_taken),
        cmocka_unit_test(rows_are_multiplied_and_added_up),
    };
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
