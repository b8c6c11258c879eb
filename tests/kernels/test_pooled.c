/* SPDX-License-Identifier: Apache-2.0
 *
 * Winograd's convolutions that pool what they make as they store it: windows of all forms that are
 * cells of the tiles, at the edges, with what is done before and behind; and what is not pooled so.
 */
#include "kernels/kernel_unit.h"

#define CONV(y, x, oc, icg, k, params)                                                             \
    "\"" y "\" = conv(\"" x "\", @\"w" y "\", @\"b" y "\") {" params "}\n@\"w" y "\" = f32[" #oc   \
    "," #icg "," #k "," #k "] seed 3\n@\"b" y "\" = f32[" #oc "] seed 4\n"
#define IN(sizes)    "\"x$\" = input : f32[" sizes "]\n"
#define SAME3        "pad_begin=[1,1], pad_end=[1,1]"
#define SAME5        "pad_begin=[2,2], pad_end=[2,2]"
#define MAX(params)  "\"y$\" = max_pool(\"c$\") {" params "}\n"
#define MEAN(params) "\"y$\" = average_pool(\"c$\") {" params "}\n"
#define HALF         "kernel=[2,2], stride=[2,2]"

static const kernel_case pooled[] = {
    /* a last row and column that no window reads, in a tile with others, and in tiles of their own
     */
    {.text = IN("16,38,27") CONV("c$", "x$", 24, 16, 3, SAME3 ", act=relu") MAX(HALF)},
    {.text = IN("16,33,29") CONV("c$", "x$", 24, 16, 3, SAME3) MEAN(HALF)},
    /* the last windows hang over */
    {.text =
         IN("19,31,29") CONV("c$", "x$", 21, 19, 3, "act=clip(0,6)") MAX(HALF ", pad_end=[1,1]")},
    {.text = IN("16,33,32") CONV("c$", "x$", 24, 16, 3, SAME3)
         MEAN(HALF ", pad_end=[1,0], count_include_pad=true")},
    /* along one axis; pixels between windows; other windows */
    {.text = IN("16,22,25") CONV("c$", "x$", 16, 16, 3, SAME3) MAX("kernel=[2,1], stride=[2,1]")},
    {.text = IN("16,22,25") CONV("c$", "x$", 16, 16, 3, SAME3) MEAN("kernel=[1,2], stride=[1,2]")},
    {.text = IN("16,22,25") CONV("c$", "x$", 16, 16, 3, SAME3) MAX("kernel=[1,1], stride=[2,2]")},
    {.text = IN("16,26,27") CONV("c$", "x$", 16, 16, 3, SAME3) MAX("kernel=[4,4], stride=[4,4]")},
    {.text = IN("16,26,27") CONV("c$", "x$", 16, 16, 3, SAME3) MEAN("kernel=[3,2], stride=[4,4]")},
    /* of the whole map */
    {.text = IN("40,4,4") CONV("c$", "x$", 16, 40, 3, "") MAX("kernel=[2,2]")},
    /* windows of 5, tiles of 2 */
    {.text = IN("16,28,30") CONV("c$", "x$", 24, 16, 5, SAME5 ", act=relu") MAX(HALF)},
    /* few tiles, whose inputs are transformed before; groups */
    {.text = IN("64,14,14") CONV("c$", "x$", 72, 64, 3, SAME3 ", act=relu") MAX(HALF)},
    {.text = IN("32,20,18") CONV("c$", "x$", 48, 16, 3, "group=2, " SAME3) MAX(HALF)},
    /* what is done before: a sum with another map, factors of channels and of pixels */
    {.text = IN("16,23,21") "\"z0$\" = input : f32[24,23,21]\n\"m$\" = lrn(\"z0$\") {axis=0, "
                            "alpha=0.1}\n" CONV("d$", "x$", 24, 16, 3,
                                                SAME3) "\"c$\" = add(\"d$\", \"m$\")\n" MAX(HALF)},
    {.text = IN("16,23,21")
         CONV("d$", "x$", 24, 16, 3, SAME3) "\"e$\" = mul(\"d$\", @\"f$\")\n"
                                            "@\"f$\" = f32[24,1,1] seed 8\n"
                                            "\"c$\" = add(\"e$\", @\"g$\")\n"
                                            "@\"g$\" = f32[23,21] seed 9\n" MAX(HALF)},
    /* and behind */
    {.text = IN("16,23,21") CONV("d$", "x$", 24, 16, 3, SAME3) "\"p$\" = max_pool(\"d$\") {" HALF
                                                               "}\n\"y$\" = hard_swish(\"p$\")\n"},
    /* a maximum of no numbers is none; of nothing but the least it is that */
    {.text = IN("16,20,20") CONV("d$", "x$", 16, 16, 3, SAME3) "\"c$\" = sqrt(\"d$\")\n" MAX(HALF)},
    {.text = IN("16,20,20")
         CONV("d$", "x$", 16, 16, 3, SAME3 ", act=relu") "\"c$\" = log(\"d$\")\n" MAX(HALF),
     .bound = 1e-3},
    /* stored as a part of another value */
    {.text = IN("16,24,24")
         CONV("c$", "x$", 32, 16, 3, SAME3) "\"p$\" = max_pool(\"c$\") {" HALF
                                            "}\n\"q$\" = max_pool(\"x$\") {" HALF
                                            "}\n\"y$\" = concat(\"p$\", \"q$\") {axis=0}\n"},
};

static const kernel_case stems[] = {
    {.text =
         IN("3,41,46") CONV("c$", "x$", 24, 3, 5, "stride=[2,2], " SAME5 ", act=relu") MAX(HALF)},
    {.text = IN("3,70,58") CONV("c$", "x$", 20, 3, 3, SAME3) MEAN(HALF)},
    {.text = IN("2,37,35") CONV("c$", "x$", 8, 2, 3, SAME3) MAX("kernel=[4,4], stride=[4,4]")},
    {.text = IN("3,40,40") CONV("c$", "x$", 16, 3, 5, SAME5 ", act=relu") MAX(HALF)},
};

/* Windows that overlap, begin outside, have gaps, are cut by tiles, count unlike numbers of
 * elements; others that read the value; operands behind. */
static const kernel_case not_pooled[] = {
    {.text = IN("16,24,24") CONV("c$", "x$", 16, 16, 3, SAME3) MAX("kernel=[3,3], stride=[2,2]")},
    {.text = IN("16,24,24") CONV("c$", "x$", 16, 16, 3, SAME3)
         MAX(HALF ", pad_begin=[1,1], pad_end=[1,1]")},
    {.text = IN("16,24,24") CONV("c$", "x$", 16, 16, 3, SAME3)
         MAX("kernel=[2,2], stride=[4,4], dilation=[2,2]")},
    {.text = IN("16,24,24") CONV("c$", "x$", 16, 16, 3, SAME3) MAX("kernel=[3,3], stride=[3,3]")},
    {.text = IN("16,24,24") CONV("c$", "x$", 16, 16, 5, SAME5) MAX("kernel=[4,4], stride=[4,4]")},
    {.text = IN("16,23,23") CONV("c$", "x$", 16, 16, 3, SAME3) MEAN(HALF ", pad_end=[1,1]")},
    {.text = IN("16,24,24") CONV("c$", "x$", 16, 16, 3, SAME3) MAX(HALF) "\"z$\" = exp(\"c$\")\n"},
    {.text = IN("16,24,24") CONV("c$", "x$", 16, 16, 3, SAME3)
         MAX(HALF) "\"z$\" = average_pool(\"c$\") {" HALF "}\n"},
    {.text = IN("16,24,24") CONV("y$", "x$", 16, 16, 3, SAME3) "\"z$\" = max_pool(\"y$\") {" HALF
                                                               "}\n"},
    {.text = IN("16,24,24") "\"q$\" = max_pool(\"x$\") {" HALF "}\n" CONV(
         "c$", "x$", 16, 16, 3, SAME3) "\"p$\" = max_pool(\"c$\") {" HALF
                                       "}\n\"y$\" = mul(\"p$\", \"q$\")\n"},
};

static size_t n_pooled(const sn_program *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n_steps; i++) n += p->step[i]->pool != NULL;
    return n;
}

/* How many are to be pooled, and the same bits with any number of threads. */
static size_t expected;

static void run_once(const struct sinter_module *m, const sn_source *weights, int n_threads,
                     const void *const *ins, guarded *out, size_t n_outputs)
{
    guarded work = guarded_of(m->workspace_bytes(n_threads));
    void *net = NULL, *outs[64];
    for (size_t i = 0; i < n_outputs; i++) outs[i] = out[i].memory;
    assert_int_equal(m->init(&net, work.memory, work.bytes, n_threads,
                             weights ? weights->data : NULL, weights ? weights->bytes : 0),
                     0);
    assert_int_equal(m->run(net, ins, outs), 0);
    m->close(net);
    guarded_end(work, "the workspace");
}

static sn_status same_bits(const sn_program *p, const sn_graph *g, const struct sinter_module *m,
                           const sn_source *weights)
{
    (void)g;
    guarded first[64], other[64];
    const void *ins[64];
    float *all[64];
    for (size_t i = 0; n_pooled(p) != expected && i < p->n_remarks; i++)
        print_error("%s\n", p->remark[i]);
    assert_int_equal(n_pooled(p), expected);
    assert_true(p->n_outputs <= 64 && p->n_inputs <= 64);
    for (size_t i = 0; i < p->n_inputs; i++) {
        const size_t n = m->inputs[i].bytes / sizeof(float);
        ins[i] = all[i] = malloc(m->inputs[i].bytes + 1);
        for (size_t k = 0; k < n; k++) all[i][k] = (float)sin((double)(k * (i + 3)));
    }
    for (size_t i = 0; i < p->n_outputs; i++) first[i] = guarded_of(m->outputs[i].bytes);
    run_once(m, weights, 1, ins, first, p->n_outputs);
    for (int threads = 2; threads <= 5; threads++) {
        for (size_t i = 0; i < p->n_outputs; i++) other[i] = guarded_of(m->outputs[i].bytes);
        run_once(m, weights, threads, ins, other, p->n_outputs);
        for (size_t i = 0; i < p->n_outputs; i++) {
            assert_memory_equal(first[i].memory, other[i].memory, first[i].bytes);
            guarded_end(other[i], "an output");
        }
    }
    for (size_t i = 0; i < p->n_outputs; i++) guarded_end(first[i], "an output");
    for (size_t i = 0; i < p->n_inputs; i++) free(all[i]);
    return SN_OK;
}

static void check_all(const kernel_case *cases, size_t n, const char *prefer, size_t n_expected)
{
#if defined(__x86_64__)
    static const char *const machines[] = {"native", "generic", "x86-64", "x86-64-v4", NULL};
#else
    static const char *const machines[] = {"native", "generic", NULL};
#endif
    expected = n_expected;
    for (int i = 0; machines[i]; i++) {
        kernel_options o = {
            .machine = machines[i], .fusion = SN_FUSION_FULL, .prefer = prefer, .also = same_bits};
        const sn_machine *m = NULL;
        kernel_ok(sn_machine_find(ctx, o.machine, &m));
        if (!sn_host_runs(m->gcc_flags)) continue;
        check_cases(cases, n, &o);
        o.batch = 3;
        o.order = SN_BATCH_MIXED;
        check_cases(cases, n, &o);
    }
}

static void pools_as_it_stores(void **state)
{
    (void)state;
    check_all(pooled, sizeof pooled / sizeof pooled[0], "winograd", sizeof pooled / sizeof *pooled);
}

static void first_layers_pool(void **state)
{
    (void)state;
    check_all(stems, sizeof stems / sizeof stems[0], "winograd_stem", sizeof stems / sizeof *stems);
}

static void others_do_not(void **state)
{
    (void)state;
    check_all(not_pooled, sizeof not_pooled / sizeof not_pooled[0], "winograd", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pools_as_it_stores),
                                       cmocka_unit_test(first_layers_pool),
                                       cmocka_unit_test(others_do_not)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
