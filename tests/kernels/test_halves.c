/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights that stay in half precision: each kernel that keeps them computes the same bits as with
 * the floats that they stand for, with vectors of every width. */
#include "kernels/kernel_unit.h"

enum { MOST_RESULTS = 1 << 16 };

typedef struct outcome {
    float results[MOST_RESULTS];
    size_t n, n_halves; /* n_halves: packed constants that are halves */
} outcome;

static outcome found;

#define CONV(shape, weight, oc, params, what)                                                      \
    {                                                                                              \
        .text = "\"x$\" = input : f32[" shape                                                      \
                "]\n\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") {" params "}\n"                        \
                "@\"w$\" = f16(f32)[" weight "] seed 1\n@\"b$\" = f32[" oc "] seed 2\n",           \
        .kernel = what                                                                             \
    }
#define RECURRENT(op, results, rows, bias, projection, of_projection, params)                      \
    {                                                                                              \
        .text = "\"x$\" = input : f32[5,19]\n" results " = " op                                    \
                "(\"x$\", @\"w$\", @\"b$\", @\"r$\"" projection ", _, _) {" params "}\n"           \
                "@\"w$\" = f16(f32)[2," rows ",19] seed 1\n@\"b$\" = f32[2," bias "] seed 2\n"     \
                "@\"r$\" = f16(f32)[2," rows ",21] seed 3\n" of_projection,                        \
        .kernel = "recurrent"                                                                      \
    }

static const kernel_case cases[] = {
    CONV("37,4,4", "45,37,1,1", "45", "nd=2", "pointwise"),
    CONV("37,7,7", "19,37,1,1", "19", "nd=2, act=relu", "pointwise"),
    CONV("37,9,9", "19,37,1,1", "19", "nd=2, stride=[2,2]", "pointwise"),
    CONV("20,5,6", "26,20,1,1", "26", "nd=2, pad_begin=[1,1], pad_end=[1,1]", "pointwise"),
    CONV("40,1,1", "70,40,1,1", "70", "nd=2", "linear"),
    CONV("33,7,7", "40,33,3,3", "40", "nd=2, pad_begin=[1,1], pad_end=[1,1]", "direct"),
    CONV("32,4,4", "64,32,3,3", "64", "nd=2", "direct"),
    CONV("24,50", "40,24,5", "40", "nd=1, stride=[2], pad_begin=[2], pad_end=[1]", "direct"),
    CONV("3,20,20", "24,3,3,3", "24", "nd=2, stride=[2,2]", "stem"),
    CONV("12,9,9", "24,4,3,3", "24", "group=3, pad_begin=[1,1], pad_end=[1,1]", "grouped"),
    CONV("240,7,9", "60,80,1,1", "60", "nd=2, group=3", "grouped"),
    {.text = "\"x$\" = input : f32[70]\n\"y$\" = linear(\"x$\", @\"w$\", @\"b$\") {}\n"
             "@\"w$\" = f16(f32)[101,70] seed 1\n@\"b$\" = f32[101] seed 2\n",
     .kernel = "linear"},
    {.text = "\"x$\" = input : f32[13,70]\n\"y$\" = linear(\"x$\", @\"w$\", @\"b$\") {}\n"
             "@\"w$\" = f16(f32)[101,70] seed 1\n@\"b$\" = f32[101] seed 2\n",
     .kernel = "product"},
    {.text = "\"x$\" = input : f32[2,9,19]\n\"y$\" = matmul(\"x$\", @\"w$\")\n"
             "@\"w$\" = f16(f32)[2,19,45] seed 1\n",
     .kernel = "product"},
    {.text = "\"x$\" = input : f32[19,9]\n\"y$\" = gemm(\"x$\", @\"w$\", @\"c$\") {transA=1, "
             "transB=1}\n@\"w$\" = f16(f32)[37,19] seed 1\n@\"c$\" = f32[37] seed 2\n",
     .kernel = "product"},
    RECURRENT("rnn", "\"y$\", \"h$\"", "21", "1,21", "", "",
              "num_output=21, direction=bidirectional"),
    RECURRENT("gru", "\"y$\", \"h$\"", "63", "4,21", "", "",
              "num_output=21, direction=bidirectional"),
    RECURRENT("gru", "\"y$\", \"h$\"", "63", "4,21", "", "",
              "num_output=21, direction=bidirectional, linear_before_reset=false"),
    RECURRENT("lstm", "\"y$\", \"h$\", \"c$\"", "148", "4,37", ", @\"p$\", _",
              "@\"p$\" = f16(f32)[2,21,37] seed 4\n",
              "num_output=21, direction=bidirectional, hidden_size=37"),
};
enum { N_CASES = sizeof cases / sizeof *cases };

/* A constant that halves hold by value alone, and a product whose factor changes it, stay floats.
 */
static const kernel_case others[] = {
    {.text = "\"x$\" = input : f32[19,9]\n\"y$\" = gemm(\"x$\", @\"w$\") {transA=1, transB=1, "
             "alpha=0.3}\n@\"w$\" = f16(f32)[37,19] seed 1\n"},
    {.text = "\"x$\" = input : f32[37,4,4]\n\"y$\" = conv(\"x$\", @\"w$\") {nd=2}\n"
             "@\"w$\" = f32[45,37,1,1] seed 1\n"},
};

/* What one thread computes. */
static sn_status remember(const sn_program *p, const sn_graph *g, const struct sinter_module *m,
                          const sn_source *weights)
{
    static const kernel_options usual;
    sn_arena *arena = sn_arena_create(ctx);
    size_t n_inputs = 0;
    sn_value **inputs = sn_graph_inputs(g, arena, &n_inputs);
    const void **in = SN_NEW_N(arena, const void *, n_inputs);
    const sn_tensor **feeds = SN_NEW_N(arena, const sn_tensor *, n_inputs);
    void **out = SN_NEW_N(arena, void *, p->n_outputs), *net = NULL;
    const size_t bytes = m->workspace_bytes(1);
    unsigned char *work = aligned_alloc(64, (bytes + 64) / 64 * 64);
    for (size_t i = 0; i < n_inputs; i++) {
        feeds[i] = feed_of(inputs[i], i, 0, &usual);
        in[i] = sn_tensor_data(feeds[i]);
    }
    found.n = found.n_halves = 0;
    for (size_t i = 0; i < p->n_outputs; i++) {
        out[i] = found.results + found.n;
        found.n += (m->outputs[i].bytes + 63) / 64 * 16;
        assert_true(found.n <= MOST_RESULTS);
    }
    for (size_t i = 0; i < p->n_steps; i++)
        for (int k = 0; k < p->step[i]->n_packed; k++)
            found.n_halves += p->step[i]->packed[k]->half;
    memset(found.results, 0, sizeof found.results);
    assert_int_equal(
        m->init(&net, work, bytes, 1, weights ? weights->data : NULL, weights ? weights->bytes : 0),
        0);
    assert_int_equal(m->run(net, in, out), 0);
    m->close(net);
    free(work);
    for (size_t i = 0; i < n_inputs; i++) sn_tensor_release(feeds[i]);
    sn_arena_destroy(arena);
    return SN_OK;
}

/* Constants that are stored as halves as the floats that they stand for. */
static void decode(sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            sn_value *v = sn_in(n, i);
            const sn_tensor *plain = NULL;
            if (!v || !v->data || v->data->coding != SN_CODED_F16) continue;
            kernel_ok(sn_tensor_convert(ctx, v->data, SN_TYPE_f32, &plain));
            sn_value_set_data(v, plain);
            sn_tensor_release(plain);
        }
    }
}

static const char *const machines[] = {"native", "generic",
#if defined(__x86_64__)
                                       "x86-64", "x86-64-v3", "x86-64-v4"
#endif
};

static void as_halves_and_floats(const kernel_options *o)
{
    static outcome halves;
    sn_arena *arena = sn_arena_create(ctx);
    sn_graph *g = graph_of_cases(arena, cases, N_CASES);
    check_graph(g, o->machine == machines[0] ? cases : NULL, N_CASES, o);
    halves = found;
    assert_true(halves.n_halves >= N_CASES + 5); /* recurrent ones have two and more */
    decode(g);
    check_graph(g, NULL, 0, o);
    assert_int_equal(found.n_halves, 0);
    assert_int_equal(found.n, halves.n);
    assert_memory_equal(found.results, halves.results, found.n * sizeof *found.results);
    sn_graph_destroy(g);
    sn_arena_destroy(arena);
}

static void same_bits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        const sn_machine *m = NULL;
        kernel_ok(sn_machine_find(ctx, machines[i], &m));
        if (!sn_host_runs(m->gcc_flags)) continue;
        as_halves_and_floats(&(kernel_options){.machine = machines[i],
                                               .fusion = SN_FUSION_TVM,
                                               .small = true,
                                               .max_threads = 2,
                                               .also = remember});
    }
}

static void others_stay(void **state)
{
    (void)state;
    check_cases(others, sizeof others / sizeof *others,
                &(kernel_options){.small = true, .also = remember});
    assert_int_equal(found.n_halves, 0);
}

/* How many of the case's constants stay halves for a target on a core, for speed. */
static size_t kept(const kernel_case *one, const char *target, const char *core)
{
    sn_arena *arena = sn_arena_create(ctx);
    sn_graph *g = graph_of_cases(arena, one, 1);
    const sn_machine *m = NULL;
    sn_program *p = NULL;
    size_t n = 0;
    kernel_ok(sn_machine_find(ctx, target, &m));
    sn_machine own = *m;
    kernel_ok(sn_core_find(ctx, core, &own.core));
    const sn_plan_options o = {.machine = &own, .n_threads = 1, .exact = true};
    kernel_ok(sn_plan(g, &o, arena, &p));
    for (size_t i = 0; i < p->n_steps; i++)
        for (int k = 0; k < p->step[i]->n_packed; k++) n += p->step[i]->packed[k]->half;
    sn_graph_destroy(g);
    sn_arena_destroy(arena);
    return n;
}

static void where_they_pay(void **state)
{
    (void)state;
    const kernel_case few = CONV("1024,4,4", "1024,1024,1,1", "1024", "nd=2", NULL),
                      taps = CONV("256,4,4", "256,256,3,3", "256", "nd=2", NULL),
                      many = CONV("64,56,56", "64,64,1,1", "64", "nd=2", NULL),
                      vector = CONV("1024,1,1", "1024,1024,1,1", "1024", "nd=2", NULL);
    assert_int_equal(kept(&few, "x86-64-v3", "zen3"), 1);
    assert_int_equal(kept(&taps, "x86-64-v3", "zen3"), 1);
    assert_int_equal(kept(&vector, "x86-64-v3", "zen3"), 1);
    assert_int_equal(kept(&many, "x86-64-v3", "zen3"), 0);
    /* without an instruction that converts them */
    assert_int_equal(kept(&few, "x86-64", "zen3"), 0);
    assert_int_equal(kept(&few, "generic", "generic"), 0);
    assert_int_equal(kept(&vector, "generic", "generic"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits),
        cmocka_unit_test(others_stay),
        cmocka_unit_test(where_they_pay),
    };
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
