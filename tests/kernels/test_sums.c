/* SPDX-License-Identifier: Apache-2.0
 *
 * Moments and sums of a gradient by channel, which a kernel takes of what it stores. */
#include "kernels/kernel_unit.h"

/* Blocks of channels: what lrn gives. */
#define B(name, input, shape)                                                                      \
    "\"" input "\" = input : f32[" shape "]\n\"" name "\" = lrn(\"" input                          \
    "\") {axis=0, alpha=0.1}\n"
#define CONV(y, x, oc, w, params)                                                                  \
    "\"" y "\" = conv(\"" x "\", @\"w" y "\", @\"b" y "\") {" params "}\n@\"w" y "\" = f32[" w     \
    "] seed 1\n@\"b" y "\" = f32[" oc "] seed 2\n"
#define SAME3      "pad_begin=[1,1], pad_end=[1,1]"
#define MOMENTS(y) "\"m$\", \"v$\" = moments(\"" y "\")\n"
/* x: the same shape, also in blocks; the mean: of channels */
#define SUMS(y, shape, c)                                                                          \
    B("x$", "j$", shape)                                                                           \
    "\"mean$\" = input : f32[" c "]\n\"s$\", \"q$\" = channel_sums(\"" y "\", \"x$\", "            \
    "\"mean$\")\n"

static const kernel_case products[] = {
    /* 1x1: chunks of pixels, channels that fill no vector; few pixels; strides; the map is read */
    {.text = B("a$", "i$", "24,31,29") CONV("y$", "a$", "61", "61,24,1,1", "nd=2, act=relu")
         MOMENTS("y$"),
     .sums = true},
    {.text = B("a$", "i$", "24,31,29") CONV("y$", "a$", "61", "61,24,1,1", "nd=2")
         SUMS("y$", "61,31,29", "61") "\"z$\" = exp(\"y$\")\n",
     .sums = true},
    {.text = B("a$", "i$", "40,7,7") CONV("y$", "a$", "104", "104,40,1,1", "nd=2") MOMENTS("y$"),
     .sums = true},
    {.text = B("a$", "i$", "40,7,7") CONV("y$", "a$", "104", "104,40,1,1", "nd=2")
         SUMS("y$", "104,7,7", "104"),
     .sums = true},
    {.text = B("a$", "i$", "19,23,25") CONV("y$", "a$", "9", "9,19,1,1", "nd=2, stride=[2,2]")
         MOMENTS("y$"),
     .sums = true},
    {.text = B("a$", "i$", "19,23,25") CONV("y$", "a$", "33", "33,19,1,1", "nd=2, stride=[2,2]")
         SUMS("y$", "33,12,13", "33"),
     .sums = true},
    /* not: a frame */
    {.text =
         B("a$", "i$", "19,13,15") CONV("y$", "a$", "9", "9,19,1,1", "nd=2, " SAME3) MOMENTS("y$")},
};

static const kernel_case windows[] = {
    /* Winograd: chunks of tiles, tiles that are cut; few tiles; groups */
    {.text = B("a$", "i$", "40,61,57") CONV("y$", "a$", "48", "48,40,3,3", "nd=2, " SAME3)
         MOMENTS("y$"),
     .sums = true},
    {.text = B("a$", "i$", "40,61,57") CONV("y$", "a$", "45", "45,40,3,3", "nd=2, " SAME3)
         SUMS("y$", "45,61,57", "45"),
     .sums = true},
    {.text = B("a$", "i$", "64,14,15") CONV("y$", "a$", "70", "70,64,3,3", "nd=2, " SAME3)
         MOMENTS("y$"),
     .sums = true},
    {.text = B("a$", "i$", "64,14,15") CONV("y$", "a$", "70", "70,64,3,3", "nd=2, " SAME3)
         SUMS("y$", "70,14,15", "70"),
     .sums = true},
    {.text = B("a$", "i$", "64,33,30") CONV("y$", "a$", "96", "96,32,3,3", "nd=2, group=2, " SAME3)
         SUMS("y$", "96,33,30", "96"),
     .sums = true},
    /* directly: strides, three axes, an epilogue that reads x */
    {.text = B("a$", "i$", "24,33,31")
         CONV("y$", "a$", "37", "37,24,3,3", "nd=2, stride=[2,2], " SAME3) MOMENTS("y$"),
     .sums = true},
    {.text = B("a$", "i$", "24,33,31") CONV(
         "y$", "a$", "37", "37,24,3,3", "nd=2, stride=[2,2], " SAME3) SUMS("y$", "37,17,16", "37"),
     .sums = true},
    {.text = B("a$", "i$", "16,5,9,11") CONV("y$", "a$", "24", "24,16,3,3,3", "nd=3")
         SUMS("y$", "24,3,7,9", "24"),
     .sums = true},
    {.text = B("a$", "i$", "16,9,11") CONV("c$", "a$", "16", "16,16,3,3", "nd=2, " SAME3)
         B("k$", "l$", "16,9,11") "\"y$\" = mul(\"c$\", \"k$\")\n" MOMENTS("y$"),
     .sums = true},
};

static const kernel_case depthwise[] = {
    {.text = B("a$", "i$", "21,30,41") CONV("y$", "a$", "21", "21,1,3,3", "nd=2, group=21, " SAME3)
         MOMENTS("y$"),
     .sums = true},
    {.text = B("a$", "i$", "21,30,41")
         CONV("y$", "a$", "21", "21,1,3,3", "nd=2, group=21, act=relu, " SAME3)
             SUMS("y$", "21,30,41", "21"),
     .sums = true},
    {.text =
         B("a$", "i$", "40,7,7") CONV("y$", "a$", "40", "40,1,5,5", "nd=2, group=40") MOMENTS("y$"),
     .sums = true},
    {.text = B("a$", "i$", "40,7,9") CONV("y$", "a$", "40", "40,1,3,3", "nd=2, group=40")
         SUMS("y$", "40,5,7", "40"),
     .sums = true},
    /* by blocks, some rows at once */
    {.text = B("a$", "i$", "159,20,21")
         CONV("y$", "a$", "159", "159,1,3,3", "nd=2, group=159, " SAME3) MOMENTS("y$"),
     .sums = true},
    {.text = B("a$", "i$", "159,20,21")
         CONV("y$", "a$", "159", "159,1,3,3", "nd=2, group=159, stride=[1,2], " SAME3)
             SUMS("y$", "159,20,11", "159"),
     .sums = true},
};

/* Blocks that no kernel could do more to: put together from parts. */
#define PARTS(name, i, j, shape)                                                                   \
    B("p" name, i, shape)                                                                          \
    B("q" name, j, shape) "\"" name "\" = concat(\"p" name "\", \"q" name "\") {axis=0}\n"

static const kernel_case elementwise[] = {
    {.text = PARTS("a$", "i$", "k$", "16,30,41")
         PARTS("b$", "r$", "t$", "16,30,41") "\"y$\" = mul(\"a$\", \"b$\")\n" MOMENTS("y$")
             CONV("z$", "y$", "8", "8,32,3,3", "nd=2")},
    {.text =
         PARTS("a$", "i$", "k$", "16,7,7") "\"y$\" = tanh(\"a$\")\n" SUMS("y$", "32,7,7", "32")},
    /* two sums of one map: the second is a step of its own */
    {.text = PARTS("a$", "i$", "k$", "16,16,16") "\"y$\" = exp(\"a$\")\n" SUMS("y$", "32,16,16",
                                                                               "32") MOMENTS("y$")},
    /* what is multiplied by it is what the map is made of; not: the map itself */
    {.text = PARTS("a$", "i$", "k$",
                   "16,16,16") "\"y$\" = exp(\"a$\")\n\"mean$\" = input : f32[32]\n\"s$\", \"q$\" "
                               "= channel_sums(\"y$\", \"a$\", \"mean$\")\n"},
    {.text = PARTS("a$", "i$", "k$",
                   "16,16,16") "\"y$\" = exp(\"a$\")\n\"mean$\" = input : f32[32]\n\"s$\", \"q$\" "
                               "= channel_sums(\"y$\", \"y$\", \"mean$\")\n"},
    /* not: a kernel that takes none */
    {.text = B("a$", "i$", "21,30,41") "\"y$\", \"v$\" = moments(\"a$\")\n"},
};

static void products_sum_up(void **state)
{
    (void)state;
    check_fused(products, sizeof products / sizeof products[0]);
}

static void windows_sum_up(void **state)
{
    (void)state;
    check_fused(windows, sizeof windows / sizeof windows[0]);
}

static void depthwise_sums_up(void **state)
{
    (void)state;
    check_fused(depthwise, sizeof depthwise / sizeof depthwise[0]);
}

static void maps_sum_up(void **state)
{
    (void)state;
    check_fused(elementwise, sizeof elementwise / sizeof elementwise[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_sum_up),
        cmocka_unit_test(windows_sum_up),
        cmocka_unit_test(depthwise_sums_up),
        cmocka_unit_test(maps_sum_up),
    };
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
