/* SPDX-License-Identifier: Apache-2.0
 *
 * Several targets in one module: which of them init takes, and that compilers have nothing to say.
 */
#include "driver/driver_unit.h"

static const char *const compilers[] = {"gcc", "clang"};

/* Two targets, of which no processor has the first; on any architecture. */
static sn_source_set two_targets(void)
{
    static const char *const far_part[] = {
        "STEP void toy_far(const struct net *n, long first, long last, float *scratch)\n{\n"
        "    (void)first, (void)last, (void)scratch;\n    n->out[1][0] = n->in[0][0];\n}\n"};
    static const sn_module_step far_step = {"toy_far", "far", "by hand", 1, false, -1,
                                            false,     0,     1,         0, 0};
    sn_module m = toy("toy", "a */ #error \\", 3);
    const sn_module_target targets[] = {{.name = "far-1",
                                         .level = 99,
                                         .support = TOY_SUPPORT,
                                         .parts = far_part,
                                         .n_parts = 1,
                                         .gcc_flags = "-O1",
                                         .clang_flags = "-O1"},
                                        {.name = "near",
                                         .level = 1,
                                         .support = TOY_SUPPORT,
                                         .parts = m.targets->parts,
                                         .n_parts = 3,
                                         .gcc_flags = "-O1",
                                         .clang_flags = "-O1"}};
    sn_module_set sets[] = {m.sets[0], m.sets[0]};
    sets[0].steps = &far_step;
    sets[0].n_steps = 1;
    m.targets = targets;
    m.n_targets = 2;
    m.sets = sets;
    sn_source_set set;
    assert_ok(sn_module_emit(arena, &m, &set));
    return set;
}

static void targets_are_chosen(void **state)
{
    (void)state;
    sn_source_set set = two_targets();
    sn_library *library = NULL;
    const sn_driver_options o = {
        .gcc_flags = "", .clang_flags = "", .defines = "-DTOY_PROFILE", .cache = at("cache")};
    sn_built built;
    assert_ok(sn_driver_build(arena, &set, &o, &built));
    assert_ok(sn_library_open(ctx, built.path, "toy", &library));
    const struct sinter_module *m = sn_library_module(library);
    float in[TOY_SIZE], out[TOY_SIZE], sum = 0;
    const sn_source *weights = file_of(&set, "toy.weights");
    for (int i = 0; i < TOY_SIZE; i++) in[i] = input_at(i, 0);
    assert_int_equal(m[0].n_steps, 1);
    assert_int_equal(m[1].n_steps, 3);
    assert_int_equal(m[2].abi, 0);
    for (int n_threads = 1; n_threads <= 3; n_threads++) {
        const size_t bytes = m->workspace_bytes(n_threads);
        void *work = aligned_alloc(64, (bytes + 63) / 64 * 64);
        void *net = NULL;
        int code = m[0].init(&net, work, bytes, n_threads, weights->data, weights->bytes);
        assert_string_equal(m->error(code), "this processor lacks the instructions that the "
                                            "network was compiled for");
        assert_null(net);
        assert_int_equal(m[1].init(&net, work, bytes, n_threads, weights->data, weights->bytes), 0);
        assert_int_equal(m[1].run(net, (const void *[]){in}, (void *[]){out, &sum}), 0);
        check_outputs(in, out, &sum);
        m[1].close(net);
        free(work);
    }
    sn_library_close(ctx, library);
}

static void no_warnings(void **state)
{
    (void)state;
    static const char *const variants[] = {"", "-DTOY_NO_THREADS", "-DTOY_NO_FUTEX",
                                           "-DTOY_PROFILE", "-DTOY_PROFILE -DTOY_NO_THREADS"};
    sn_source_set set = two_targets();
    put_sources("targets", &set);
    for (size_t c = 0; c < 2; c++) {
        if (!sn_find_program(arena, compilers[c])) continue;
        for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
            assert_int_equal(
                command(sn_arena_printf(arena,
                                        "%s " STRICT " %s -fsyntax-only %s/targets/toy.c "
                                        "%s/targets/main.c %s/targets/toy_near_2.c",
                                        compilers[c], variants[v], folder, folder, folder),
                        NULL),
                0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(targets_are_chosen, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(no_warnings, driver_setup, driver_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
