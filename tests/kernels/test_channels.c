/* SPDX-License-Identifier: Apache-2.0
 *
 * Channels that are read where they were made: shuffles, concats, splits and crops of channels in
 * front of 1x1 convolutions, and of what else reads them. */
#include "kernels/kernel_unit.h"

/* Blocks of channels: what lrn gives. */
#define B(name, input, shape)                                                                      \
    "\"" input "\" = input : f32[" shape "]\n\"" name "\" = lrn(\"" input                          \
    "\") {axis=0, alpha=0.1}\n"
#define CONV(y, x, ic, oc)                                                                         \
    "\"" y "\" = conv(\"" x "\", @\"w" y "\", @\"b" y "\") {nd=2, act=relu}\n@\"w" y               \
    "\" = f32[" #oc "," #ic ",1,1] seed 1\n@\"b" y "\" = f32[" #oc "] seed 2\n"

static const kernel_case cases[] = {
    /* odd parts side by side */
    {.text = B("a$", "i$", "13,5,7") B(
         "b$", "j$", "6,5,7") "\"c$\" = concat(\"a$\", \"b$\") {axis=0}\n" CONV("y$", "c$", 19, 21),
     .kernel = "pointwise"},
    {.text = B("a$", "i$", "29,9,8")
         B("b$", "j$", "29,9,8") "\"c$\" = concat(\"a$\", \"b$\") {axis=0}\n"
                                 "\"s$\" = channel_shuffle(\"c$\") {groups=2, axis=0}\n" CONV(
                                     "y$", "s$", 58, 58),
     .kernel = "pointwise"},
    /* crops that begin within a block, the same tensor twice, planes that are padded */
    {.text = B("a$", "i$", "20,16,16") "\"c$\" = slice(\"a$\") {starts=[3], ends=[14], axes=[0]}\n"
                                       "\"d$\" = concat(\"c$\", \"a$\", \"c$\") {axis=0}\n" CONV(
                                           "y$", "d$", 42, 40),
     .kernel = "pointwise"},
    /* one half goes on, the other is read here: two units of a network of shuffles, which at last
     * are read by what cannot find channels; the first split is read by both */
    {.text = B("a$", "i$", "24,9,8")
         B("b$", "j$",
           "24,9,8") "\"c$\" = concat(\"a$\", \"b$\") {axis=0}\n"
                     "\"s$\" = channel_shuffle(\"c$\") {groups=2, axis=0}\n"
                     "\"p$\", \"q$\" = split(\"s$\") {axis=0}\n" CONV(
                         "u$", "q$", 24,
                         24) "\"e$\" = concat(\"p$\", \"u$\") {axis=0}\n"
                             "\"t$\" = channel_shuffle(\"e$\") {groups=2, axis=0}\n"
                             "\"m$\", \"n$\" = split(\"t$\") {axis=0}\n" CONV(
                                 "v$", "n$", 24,
                                 24) "\"f$\" = concat(\"m$\", \"v$\") {axis=0}\n"
                                     "\"h$\" = channel_shuffle(\"f$\") {groups=2, axis=0}\n"
                                     "\"y$\" = max_pool(\"h$\") {kernel=[2,2]}\n"},
    {.text = B("a$", "i$", "21,9,8") B(
         "b$", "j$",
         "21,9,8") "\"c$\" = concat(\"a$\", \"b$\") {axis=0}\n"
                   "\"s$\" = channel_shuffle(\"c$\") {groups=2, axis=0}\n"
                   "\"p$\", \"q$\" = split(\"s$\") {axis=0}\n" CONV(
                       "u$", "q$", 21,
                       21) "\"z$\" = exp(\"q$\")\n"
                           "\"e$\" = concat(\"p$\", \"u$\") {axis=0}\n"
                           "\"t$\" = channel_shuffle(\"e$\") {groups=3, axis=0}\n"
                           "\"m$\", \"n$\" = split(\"t$\") {axis=0, sizes=[10,-1]}\n" CONV(
                               "v$", "n$", 32,
                               9) "\"f$\" = concat(\"m$\", \"v$\", \"n$\") {axis=0}\n" CONV("y$",
                                                                                            "f$",
                                                                                            51, 16),
     .kernel = "pointwise"},
    /* both halves of a shuffle stored, from values without memory */
    {.text = B("a$", "i$", "10,9,8")
         B("b$", "j$", "10,9,8") "\"c$\" = concat(\"a$\", \"b$\") {axis=0}\n"
                                 "\"s$\" = channel_shuffle(\"c$\") {groups=2, axis=0}\n"
                                 "\"p$\", \"q$\" = split(\"s$\") {axis=0, sizes=[7,13]}\n"
                                 "\"y$\" = max_pool(\"p$\") {kernel=[2,2]}\n\"z$\" = exp(\"q$\")\n",
     .kernel = "move"},
    /* the operand as it is, too, and a residual sum */
    {.text = B("a$", "i$", "12,6,6")
         B("b$", "j$", "11,6,6") "\"c$\" = concat(\"a$\", \"b$\") {axis=0}\n" CONV(
             "d$", "c$", 23, 23) "\"y$\" = add(\"d$\", \"c$\")\n",
     .kernel = "pointwise"},
    /* channels added behind whole blocks and behind others, and the operand as it is, too */
    {.text = B("a$", "i$", "16,9,8") "\"p$\" = pad(\"a$\") {pads=[0,0,0,5,0,0], value=0.25}\n"
                                     "\"y$\" = max_pool(\"p$\") {kernel=[2,2]}\n\"z$\" = "
                                     "max_pool(\"a$\") {kernel=[3,3]}\n",
     .kernel = "move"},
    {.text = B("a$", "i$", "20,9,8") "\"p$\" = pad(\"a$\") {pads=[0,0,0,13,0,0]}\n"
                                     "\"y$\" = max_pool(\"p$\") {kernel=[2,2]}\n\"z$\" = "
                                     "max_pool(\"a$\") {kernel=[3,3]}\n",
     .kernel = "move"},
    /* strides, a frame: kernels that do not find channels */
    {.text = B("a$", "i$", "13,6,7")
         B("b$", "j$",
           "6,6,7") "\"c$\" = concat(\"a$\", \"b$\") {axis=0}\n"
                    "\"y$\" = conv(\"c$\", @\"w$\") {nd=2, stride=[2,2]}\n"
                    "\"z$\" = conv(\"c$\", @\"w$\") {nd=2, pad_begin=[1,1], pad_end=[1,1]}\n"
                    "@\"w$\" = f32[21,19,1,1] seed 1\n"},
};

static void channels_are_found(void **state)
{
    (void)state;
    enum { N = sizeof cases / sizeof cases[0] };
    check_machines(cases, N);
    kernel_case any[N];
    memcpy(any, cases, sizeof any);
    for (size_t i = 0; i < N; i++) any[i].kernel = NULL;
    const kernel_options full = {.fusion = SN_FUSION_FULL},
                         plain = {.fusion = SN_FUSION_FULL, .machine = "generic"},
                         batch = {.fusion = SN_FUSION_FULL, .batch = 3, .order = SN_BATCH_MIXED};
    check_cases(cases, N, &full);
    check_cases(any, N, &plain);
    check_cases(cases, N, &batch);
#if defined(__x86_64__)
    static const char *const machines[] = {"x86-64", "x86-64-v4"};
    for (int i = 0; i < 2; i++) {
        const kernel_options o = {.fusion = SN_FUSION_FULL, .machine = machines[i]};
        const sn_machine *m = NULL;
        kernel_ok(sn_machine_find(ctx, o.machine, &m));
        if (sn_host_runs(m->gcc_flags)) check_cases(any, N, &o);
    }
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(channels_are_found)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
