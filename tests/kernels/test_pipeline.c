/* SPDX-License-Identifier: Apache-2.0
 *
 * pipeline: layers row by row, on a machine with a small second cache, so that small ones are; with
 * strides, padding, residuals, poolings and channels that fill no vector. */
#include "kernels/kernel_unit.h"

#define IN(sizes) "\"x$\" = input : f32[" sizes "]\n"
#define CONV(to, from, name, oc, ic, k, params)                                                    \
    "\"" to "$\" = conv(\"" from "$\", @\"w" name "$\", @\"b" name "$\") {" params "}\n@\"w" name  \
    "$\" = f32[" #oc "," #ic "," #k "," #k "] seed 3\n@\"b" name "$\" = f32[" #oc "] seed 4\n"
#define SAME3 "pad_begin=[1,1], pad_end=[1,1]"
#define SAME5 "pad_begin=[2,2], pad_end=[2,2]"
#define HALF3 "stride=[2,2], pad_begin=[1,1], pad_end=[1,1]"

static const kernel_case cases[] = {
    /* the front of a mobile network */
    {.text = IN("3,81,77") CONV("a", "x", "1", 24, 3, 3, HALF3 ", act=relu")
         CONV("b", "a", "2", 24, 1, 3, "group=24, " SAME3 ", act=clip(0,6)")
             CONV("c", "b", "3", 40, 24, 1, "act=relu")
                 CONV("y", "c", "4", 40, 1, 3, "group=40, " HALF3),
     .kernel = "pipeline"},
    /* a block with a residual */
    {.text = IN("3,91,83") CONV("p", "x", "0", 16, 3, 3, HALF3)
         CONV("e", "p", "1", 61, 16, 1, "act=clip(0,6)")
             CONV("d", "e", "2", 61, 1, 3, "group=61, " SAME3 ", act=relu")
                 CONV("q", "d", "3", 16, 61, 1, "") "\"y$\" = add(\"q$\", \"p$\")\n",
     .kernel = "pipeline"},
    /* without padding, so that x is read where it lies; then a pooling */
    {.text = IN("2,90,70") CONV("a", "x", "1", 17, 2, 3,
                                "act=relu") "\"y$\" = max_pool(\"a$\") {kernel=[3,3], "
                                            "stride=[2,2], pad_begin=[1,1], pad_end=[0,1]}\n",
     .kernel = "pipeline"},
    {.text = IN("3,90,70") CONV(
         "a", "x", "1", 20, 3, 5,
         "stride=[2,1], " SAME5) "\"b$\" = average_pool(\"a$\") {kernel=[3,3], pad_begin=[1,1], "
                                 "pad_end=[1,1]}\n" CONV("y", "b", "2", 9, 20, 1,
                                                         "act=hard_swish(0.16666667,0.5)"),
     .kernel = "pipeline"},
    /* windows of 5 and of 7, even and odd strides */
    {.text = IN("4,100,71") CONV("a", "x", "1", 24, 4, 3, SAME3)
         CONV("b", "a", "2", 24, 1, 5, "group=24, " SAME5 ", act=relu")
             CONV("c", "b", "3", 24, 1, 7, "group=24, stride=[3,1], pad_begin=[3,3], pad_end=[3,3]")
                 CONV("y", "c", "4", 8, 24, 1, ""),
     .kernel = "pipeline"},
    /* not: something else reads what lies between */
    {.text = IN("3,81,77") CONV("a", "x", "1", 24, 3, 3, HALF3)
         CONV("b", "a", "2", 24, 1, 3,
              "group=24, " SAME3) "\"g$\" = global_average_pool(\"a$\")\n\"z$\" = "
                                  "relu(\"g$\")\n\"y$\" = relu(\"b$\")\n"},
    /* not: the second layer adds what lies between, of which the epilogue reads all */
    {.text = IN("3,81,77") CONV("a", "x", "1", 24, 3, 1, "")
         CONV("b", "a", "2", 24, 1, 3, "group=24, " SAME3) "\"y$\" = add(\"b$\", \"a$\")\n"},
    {.text = IN("3,81,77") CONV("a", "x", "1", 24, 3, 1, "")
         CONV("b", "a", "2", 24, 1, 3, "group=24, " SAME3) "\"y$\" = mul(\"b$\", \"a$\")\n"},
    {.text = IN("3,81,77")
         CONV("a", "x", "1", 24, 3, 1,
              "") "\"b$\" = average_pool(\"a$\") {kernel=[3,3], pad_begin=[1,1], pad_end=[1,1]}\n"
                  "\"y$\" = sub(\"b$\", \"a$\")\n"},
    /* not: another factor in each row */
    {.text = IN("3,81,77") CONV("a", "x", "1", 24, 3, 3,
                                SAME3) "\"m$\" = mul(\"a$\", @\"f$\")\n@\"f$\" = f32[1,81,77] seed "
                                       "8\n" CONV("y", "m", "2", 24, 1, 3, "group=24, " SAME3)},
    /* not: a window that leaves rows out */
    {.text = IN("3,81,77") CONV("a", "x", "1", 24, 3, 3, SAME3)
         CONV("y", "a", "2", 24, 1, 1, "group=24, stride=[2,2]")},
};

static void computes(void **state)
{
    (void)state;
    kernel_case any[sizeof cases / sizeof cases[0]];
    kernel_options o = {.machine = "native", .fusion = SN_FUSION_FULL, .l2_bytes = 160e3};
    check_cases(cases, sizeof cases / sizeof cases[0], &o);
    memcpy(any, cases, sizeof cases);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        any[i].kernel = NULL; /* others may be cheaper there */
    o.l2_bytes = 90e3;        /* fewer rows in a strip */
    check_cases(any, sizeof cases / sizeof cases[0], &o);
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
