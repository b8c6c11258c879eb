/* SPDX-License-Identifier: Apache-2.0
 *
 * Measured speeds are of the right order, and what they are used for. */
#include "driver/driver_unit.h"

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/cache.h"
#include "driver/host.h"
#include "driver/measure.h"
#include "machine/processor.h"
#include "machine/work.h"

static const sn_machine *machine_of(const char *name)
{
    const sn_machine *m = NULL;
    assert_ok(sn_machine_find(ctx, name, &m));
    return m;
}

static void measured(void **state)
{
    (void)state;
    const sn_driver_options o = {.cache = at("cache")};
    const sn_machine *native = machine_of("native"), *generic = machine_of("generic");
    const int width = sn_machine_width(native);
    sn_core vectors, scalars, crowd;
    assert_ok(sn_measure_core(arena, native, 1, &o, &vectors));
    assert_ok(sn_measure_core(arena, generic, 2, &o, &scalars));
    assert_ok(sn_measure_core(arena, native, 64, &o, &crowd));
    assert_true(vectors.flops[width] > 1e8 && vectors.flops[width] < 1e13);
    assert_true(scalars.flops[0] < vectors.flops[width] * 2);
    assert_true(crowd.flops[width] < vectors.flops[width] * 2 * sn_usable_processors());
    assert_true(crowd.level_speed[1] < vectors.level_speed[1] * 4 * sn_usable_processors());
    for (int i = 0; i <= SN_N_CACHES; i++)
        assert_true(vectors.level_speed[i] > 1e7 && vectors.level_speed[i] < 1e13);
    assert_true(vectors.latency > 1e-11 && vectors.latency < 1e-7);
    assert_true(!native->halves || (vectors.halves > 1e7 && vectors.halves < 1e13));
    assert_true(vectors.loads > 1e7 && vectors.scalar > 1e7 && vectors.start < 1e-3);
}

/* Vectors of 4 and of 1, the same instructions else: what is measured tells them apart. */
static void products_are_compared(void **state)
{
    (void)state;
#if defined(__x86_64__)
    const sn_machine *const two[2] = {machine_of("generic"), machine_of("x86-64")};
    const sn_driver_options o = {.cache = at("cache")};
    double flops[2] = {0, 0};
    assert_ok(sn_measure_products(arena, two, &o, flops));
    print_message("%.1f and %.1f GFLOP/s\n", flops[0] * 1e-9, flops[1] * 1e-9);
    assert_true(flops[0] > 1e7 && flops[1] > 1.5 * flops[0] && flops[1] < 1e12);
#endif
}

/* The notes of a cache: whole, the user's own, and replaced. */
static void notes(void **state)
{
    (void)state;
    const char *dir = NULL;
    assert_ok(sn_cache_open(arena, at("cache"), &dir));
    assert_null(sn_cache_read_note(arena, dir, "n"));
    sn_cache_write_note(arena, dir, "n", "one");
    sn_cache_write_note(arena, dir, "n", "another");
    assert_string_equal(sn_cache_read_note(arena, dir, "n"), "another");
    assert_int_equal(chmod(sn_arena_printf(arena, "%s/n", dir), 0666), 0);
    assert_null(sn_cache_read_note(arena, dir, "n"));
    sn_cache_write_note(arena, sn_arena_printf(arena, "%s/missing", dir), "n",
                        "one"); /* no mistake */
}

static void native(void **state)
{
    (void)state;
    const sn_machine *m = NULL, *again = NULL, *plain = machine_of("native");
    double caches[SN_N_CACHES] = {0};
    sn_core other;
    assert_ok(sn_host_machine(arena, "x86-64-v4", at("cache"), &m));
    assert_ptr_equal(m, machine_of("x86-64-v4")); /* with a name, what runs this does not count */
    assert_ok(sn_host_machine(arena, "native", at("cache"), &m));
    sn_host_caches(caches);
    if (caches[1] > 0) assert_true(sn_machine_l2_bytes(m) == caches[1]);
    assert_true(sn_host_runs(m->gcc_flags));
    assert_int_equal(sn_host_machine(arena, "pdp11", at("cache"), &m), SN_E_ARG);
    /* What was measured is remembered, and is believed, also where it says that 512 bits pay. */
    other = *m->core;
    other.latency = 7e-9;
    other.flops[2] = 1e11;
    other.flops[3] = 2e11;
    assert_ok(sn_host_remember(arena, at("cache"), &other));
    assert_ok(sn_host_machine(arena, "native", at("cache"), &again));
    assert_true(again->core->latency == 7e-9);
    const bool has_both = plain->lanes == 8 && plain->registers == 32;
    assert_int_equal(again->lanes, has_both ? 16 : plain->lanes);
    other.flops[3] = 1.1e11;
    assert_ok(sn_host_remember(arena, at("cache"), &other));
    assert_ok(sn_host_machine(arena, "native", at("cache"), &again));
    assert_int_equal(again->lanes, plain->lanes);
}

/* A core as text, and back. */
static void core_texts(void **state)
{
    (void)state;
    sn_core c;
    sn_str text;
    const char *const bad[] = {"", "sinter machine 1\n", "sinter machine 1\nflops 1 2\n",
                               "sinter machine 1\nspeed 3\n", "sinter machine 2\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(sn_core_parse(arena, "test", bad[i], &c), SN_E_FORMAT);
    for (size_t i = 0; i < sn_core_count(); i++) {
        sn_str_init(&text, arena);
        sn_core_print(sn_core_at(i), &text);
        assert_ok(sn_core_parse(arena, "test", text.s, &c));
        assert_string_equal(c.name, sn_core_at(i)->name);
        assert_true(c.level_speed[3] > 0 && fabs(c.start / sn_core_at(i)->start - 1) < 1e-5);
    }
}

static void used(void **state)
{
    (void)state;
    const sn_core core = {.flops = {0, 0, 16, 0},
                          .latency = 0.5,
                          .loads = 4,
                          .scalar = 10,
                          .level_bytes = {10, 100, 1000},
                          .level_speed = {50, 20, 10, 5},
                          .barrier = 3,
                          .start = 7};
    const sn_machine m = {.lanes = 8, .registers = 16, .core = &core}; /* one vector a second */
    assert_true(sn_machine_flops(&m) == 16);
    assert_true(sn_roof_seconds(&m, 32, 0) == 2);
    assert_true(sn_roof_seconds(&m, 0, 20) == 1);
    assert_true(sn_roof_seconds(&m, 16, 5000) == 1000);
    assert_true(sn_tile_vectors(&m, 2, 4) == 8);
    sn_work w = {.vector = 2, .scalar = 20, .barriers = 1}, twice = {.vector = 0};
    assert_true(sn_work_seconds(&m, &w) == 7 + 2 + 2 + 3);
    sn_work_stream(&w, 40, 40, false); /* in the second cache */
    assert_true(sn_work_seconds(&m, &w) == 14 + 2);
    sn_work_add(&twice, &w, 2);
    assert_true(sn_work_seconds(&m, &twice) == 7 + 4 + 4 + 3 + 4);
    for (int i = 0; i < 2 * SN_MAX_STREAMS; i++) sn_work_stream(&w, 1, 2000, false);
    assert_int_equal(w.n_streams, SN_MAX_STREAMS); /* no byte is lost */
    assert_true(sn_work_seconds(&m, &w) > 16 + 2 * SN_MAX_STREAMS * 0.2 - 1e-9);
}

static void host(void **state)
{
    (void)state;
    assert_true(sn_host_runs("-O2"));
    assert_true(sn_host_runs("-O2 -march=native"));
#if defined(__x86_64__)
    assert_true(sn_host_runs("-O2 -march=x86-64 -mtune=generic"));
    assert_true(sn_host_runs("-march=x86-64-v4") <= sn_host_runs("-march=x86-64-v3"));
    assert_int_equal(sn_host_runs("-O2 -march=x86-64-v3"),
                     __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"));
#else
    assert_false(sn_host_runs("-O2 -march=x86-64-v3"));
#endif
}

static void refused(const char *names, const char *why)
{
    sn_host_targets t;
    assert_int_equal(sn_host_targets_of(arena, names, &t), SN_E_ARG);
    assert_string_equal(sn_ctx_error(ctx), why);
    sn_ctx_clear_error(ctx);
}

static void several_targets(void **state)
{
    (void)state;
    sn_host_targets t;
    assert_ok(sn_host_targets_of(arena, "aarch64", &t));
    assert_int_equal(t.n, 1);
    assert_ok(sn_host_targets_of(arena, "x86-64+x86-64-v3-vl-vnni+x86-64-v4+x86-64-v3-vl", &t));
    assert_int_equal(t.n, 4);
    assert_string_equal(t.name[0], "x86-64-v3-vl-vnni");
    assert_string_equal(t.machine[1]->name, "x86-64-v4"); /* needs what the next one needs */
    assert_string_equal(t.name[2], "x86-64-v3-vl");
    assert_string_equal(t.name[3], "x86-64");
    assert_string_equal(sn_machine_base(t.machine[0])->name, "x86-64");
    refused("x86-64-v3+x86-64-v3", "targets 'x86-64-v3+x86-64-v3': x86-64-v3 comes twice");
    refused("x86-64-v3+", "targets 'x86-64-v3+': a name is missing beside a '+'");
    refused("x86-64-v3++x86-64", "targets 'x86-64-v3++x86-64': a name is missing beside a '+'");
    refused("+", "targets '+': a name is missing beside a '+'");
    refused("x86-64-v3+aarch64",
            "targets 'x86-64-v3+aarch64': x86-64-v3 and aarch64 are of two architectures; a folder "
            "is for one");
    for (size_t i = 0; i < sn_machine_count(); i++) {
        const sn_machine *m = sn_machine_at(i);
        assert_int_equal(m->level <= processor_level() || strcmp(m->arch, "x86-64") != 0,
                         sn_host_runs(m->gcc_flags));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(measured, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(products_are_compared, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(notes, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(native, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(core_texts, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(host, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(several_targets, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(used, driver_setup, driver_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
