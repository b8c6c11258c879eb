/* SPDX-License-Identifier: Apache-2.0
 *
 * Squeeze and excite: factors of channels that go into the weights of a 1x1 convolution. */
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

static void check_all(const kernel_case *cases, size_t n)
{
    const kernel_options full = {.fusion = SN_FUSION_FULL},
                         plain = {.fusion = SN_FUSION_FULL, .machine = "generic"},
                         batch = {.fusion = SN_FUSION_FULL, .batch = 3, .order = SN_BATCH_MIXED};
    check_machines(cases, n);
    check_cases(cases, n, &full);
    check_cases(cases, n, &plain);
    check_cases(cases, n, &batch);
#if defined(__x86_64__)
    static const char *const machines[] = {"x86-64", "x86-64-v4"};
    for (int i = 0; i < 2; i++) {
        const kernel_options o = {.fusion = SN_FUSION_FULL, .machine = machines[i]};
        const sn_machine *m = NULL;
        kernel_ok(sn_machine_find(ctx, o.machine, &m));
        if (sn_host_runs(m->gcc_flags)) check_cases(cases, n, &o);
    }
#endif
}

static void weights_are_multiplied(void **state)
{
    (void)state;
    check_all(factors, sizeof factors / sizeof factors[0]);
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define SAME3 "pad_begin=[1,1], pad_end=[1,1]"
#define DEPTHWISE(y, x, c, k, params)                                                              \
    "\"" y "\" = conv(\"" x "\", @\"w" y "\") {group=" #c ", " params "}\n@\"w" y "\" = f32[" #c   \
    ",1," #k "," #k "] seed 3\n"

static const kernel_case by_rows[] = {
    {.text = B("a$", "i$", "24,50,41") FACTOR("f$", "24,1,1") "\"m$\" = mul(\"a$\", \"f$\")\n" CONV(
         "b$", "m$", 24, 61, "nd=2, act=relu") DEPTHWISE("y$", "b$", 61, 3, SAME3),
     .kernel = "pipeline"},
};

static void rows_are_multiplied(void **state)
{
    (void)state;
    const kernel_options o = {.machine = "native", .fusion = SN_FUSION_FULL, .l2_bytes = 160e3};
    check_cases(by_rows, sizeof by_rows / sizeof by_rows[0], &o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_multiplied),
        cmocka_unit_test(rows_are_multiplied),
    };
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
