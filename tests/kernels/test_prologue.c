/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operators in front of a convolution: a 1x1 one does them to panels of pixels, others
 * to what they copy within its padding, which stays as it is. */
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

/* ---- windows --------------------------------------------------------------------------------- */

/* weights: their shape */
#define WINDOW(y, x, weights, oc, params)                                                          \
    "\"" y "\" = conv(\"" x "\", @\"w" y "\", @\"b" y "\") {" params "}\n@\"w" y                   \
    "\" = f32[" weights "] seed 1\n@\"b" y "\" = f32[" #oc "] seed 2\n"
#define PAD1 "pad_begin=[1,1], pad_end=[1,1]"
/* What is made of lanes beyond the channels, which are 0, is no number. */
#define BARE(y, x) "\"a" y "\" = abs(\"" x "\")\n\"" y "\" = reciprocal(\"a" y "\")\n"

#define GATE(y, x)                                                                                 \
    "\"p" y "\" = global_average_pool(\"" x "\") {nd=2, keepdims=true}\n\"g" y                     \
    "\" = sigmoid(\"p" y "\")\n\"m" y "\" = mul(\"" x "\", \"g" y "\")\n\"" y "\" = relu(\"m" y    \
    "\")\n"

static const kernel_case windows[] = {
    {.text = B("a$", "i$", "24,11,13") NORM("n$", "a$", 24) "\"r$\" = relu(\"n$\")\n" WINDOW(
         "y$", "r$", "40,24,3,3", 40, PAD1 ", act=relu"),
     .bound = 1e-4,
     .kernel = "winograd",
     .prologue = true},
    /* channels that fill no vector, padding that is not 0, unlike on each side */
    {.text = B("a$", "i$", "21,14,17") NORM("n$", "a$", 21)
         WINDOW("y$", "n$", "16,21,3,3", 16, "pad_begin=[2,0], pad_end=[1,3], pad_value=2"),
     .bound = 1e-4,
     .kernel = "winograd",
     .prologue = true},
    {.text = B("a$", "i$", "21,12,12") BARE("n$", "a$") WINDOW("y$", "n$", "24,21,3,3", 24, PAD1),
     .bound = 1e-4,
     .kernel = "winograd",
     .prologue = true},
    /* groups; 5x5 */
    {.text = B("a$", "i$", "32,9,10") "\"r$\" = relu(\"a$\")\n" WINDOW("y$", "r$", "32,16,3,3", 32,
                                                                       "group=2, " PAD1),
     .bound = 1e-4},
    {.text = B("a$", "i$", "16,9,10") "\"r$\" = abs(\"a$\")\n" WINDOW(
         "y$", "r$", "24,16,5,5", 24, "pad_begin=[2,2], pad_end=[2,2]"),
     .bound = 1e-4},
    /* strides, dilations, and both; nothing padded */
    {.text = B("a$", "i$", "24,15,13") NORM("n$", "a$", 24) "\"r$\" = relu(\"n$\")\n" WINDOW(
         "y$", "r$", "24,24,3,3", 24, "stride=[2,2], " PAD1),
     .kernel = "direct",
     .prologue = true},
    {.text = B("a$", "i$", "16,12,14") NORM("n$", "a$", 16)
         WINDOW("y$", "n$", "17,16,3,3", 17, "dilation=[2,3], pad_begin=[3,0], pad_end=[0,5]"),
     .kernel = "direct",
     .prologue = true},
    {.text =
         B("a$", "i$", "5,12,14") BARE("n$", "a$") WINDOW("y$", "n$", "8,5,3,2", 8, "stride=[1,2]"),
     .kernel = "direct",
     .prologue = true},
    {.text = B("a$", "i$", "19,13,12") NORM("n$", "a$", 19)
         WINDOW("y$", "n$", "9,19,3,5", 9,
                "stride=[2,1], dilation=[1,2], pad_begin=[1,4], pad_end=[2,1], pad_value=-1"),
     .kernel = "direct",
     .prologue = true},
    /* one axis, and three */
    {.text = B("a$", "i$", "16,130") "\"r$\" = swish(\"a$\")\n" WINDOW(
         "y$", "r$", "24,16,5", 24, "nd=1, pad_begin=[2], pad_end=[2]"),
     .kernel = "direct",
     .prologue = true},
    {.text = B("a$", "i$", "9,5,6,7") NORM("n$", "a$", 9)
         WINDOW("y$", "n$", "10,9,3,3,3", 10, "nd=3, pad_begin=[1,1,1], pad_end=[1,1,1]"),
     .kernel = "direct",
     .prologue = true},
    {.text = B("a$", "i$", "9,5,6,7") NORM("n$", "a$", 9)
         WINDOW("y$", "n$", "10,9,2,2,1", 10, "nd=3, stride=[2,1,2]"),
     .kernel = "direct",
     .prologue = true},
    /* groups that are no whole blocks: padded, and not; 1x1 */
    {.text = B("a$", "i$", "30,11,12") NORM("n$", "a$", 30) "\"r$\" = relu(\"n$\")\n" WINDOW(
         "y$", "r$", "40,6,3,3", 40, "group=5, stride=[2,2], " PAD1),
     .kernel = "grouped",
     .prologue = true},
    {.text = B("a$", "i$", "33,11,12") NORM("n$", "a$", 33)
         WINDOW("y$", "n$", "33,3,2,2", 33, "group=11")},
    {.text = B("a$", "i$", "36,11,12") NORM("n$", "a$", 36) "\"r$\" = relu(\"n$\")\n" WINDOW(
         "y$", "r$", "48,12,1,1", 48, "group=3"),
     .kernel = "grouped",
     .prologue = true},
    {.text = B("a$", "i$", "5,9,8") BARE("n$", "a$")
         WINDOW("y$", "n$", "20,1,3,3", 20, "group=5, " PAD1)},
    /* factors of the channels that are computed before, of the value itself */
    {.text = B("a$", "i$", "21,13,12") GATE("r$", "a$") WINDOW("y$", "r$", "24,21,3,3", 24, PAD1),
     .bound = 1e-4,
     .kernel = "winograd",
     .prologue = true},
    {.text = B("a$", "i$", "21,13,12") GATE("r$", "a$")
         WINDOW("y$", "r$", "24,21,3,3", 24, "stride=[2,2], " PAD1),
     .kernel = "direct",
     .prologue = true},
    {.text = B("a$", "i$", "30,11,12") GATE("r$", "a$")
         WINDOW("y$", "r$", "40,6,3,3", 40, "group=5, stride=[2,2], " PAD1),
     .kernel = "grouped",
     .prologue = true},
    {.text = B("a$", "i$", "21,13,12") GATE("r$", "a$") CONV("y$", "r$", 21, 24, "nd=2"),
     .kernel = "pointwise",
     .prologue = true},
    /* what others read is stored; the prologue is another one's */
    {.text = B("a$", "i$", "16,12,14")
         WINDOW("c$", "a$", "16,16,3,3", 16, PAD1) "\"x$\" = add(\"c$\", \"a$\")\n" NORM(
             "n$", "x$",
             16) "\"r$\" = relu(\"n$\")\n" WINDOW("d$", "r$", "16,16,3,3", 16,
                                                  PAD1) "\"y$\" = add(\"d$\", \"x$\")\n",
     .bound = 2e-4,
     .kernel = "winograd",
     .prologue = true},
    {.text = B("a$", "i$", "16,12,14")
         WINDOW("x$", "a$", "16,16,3,3", 16, PAD1) "\"e$\" = sigmoid(\"x$\")\n"
                                                   "\"r$\" = mul(\"x$\", \"e$\")\n" CONV(
                                                       "y$", "r$", 16, 24,
                                                       "nd=2") "\"z$\" = max_pool(\"x$\") {nd=2, "
                                                               "kernel=[2,2], stride=[2,2]}\n",
     .bound = 1e-4,
     .kernel = "pointwise",
     .prologue = true},
};

static void windows_are_computed(void **state)
{
    (void)state;
    check_fused(windows, sizeof windows / sizeof windows[0]);
}

/* Enough rows for several bands of them, of copies and of tiles. */
static const kernel_case tall[] = {
    {.text = B("a$", "i$", "64,57,40") NORM("n$", "a$", 64) "\"r$\" = relu(\"n$\")\n" WINDOW(
         "y$", "r$", "32,64,3,3", 32, "stride=[2,2], " PAD1)},
    {.text = B("a$", "i$", "64,57,40")
         NORM("n$", "a$", 64) "\"r$\" = relu(\"n$\")\n" WINDOW("y$", "r$", "64,64,3,3", 64, PAD1),
     .bound = 1e-4},
    {.text = B("a$", "i$", "48,57,40") NORM("n$", "a$", 48) "\"r$\" = relu(\"n$\")\n" WINDOW(
         "y$", "r$", "48,12,3,3", 48, "group=4, stride=[1,2], " PAD1)},
};

static void bands_are_computed(void **state)
{
    (void)state;
    check_fused(tall, sizeof tall / sizeof tall[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(panels_are_computed), cmocka_unit_test(windows_are_computed),
        cmocka_unit_test(bands_are_computed), cmocka_unit_test(chunks_are_computed)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
